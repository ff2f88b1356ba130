"""Problems of an input as data: code, kind of sentence, place, count and arguments.

A problem has no text of its own. `render.py` makes its sentence from the catalogue when it is printed, so nothing
else reads, compares or changes sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Self, TypeAlias

from corefeval.problems.catalogue import CATALOGUE
from corefeval.problems.wording import printable
from corefeval.records import dataclass


class Severity(StrEnum):
    """Whether scoring can continue."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file; lines and columns count from 1, 0 means the whole file or line.

    For a value inside one long JSON text the path is more useful than its line: $.clusters[3][0].
    """

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """Return file:line:column and the path, as far as known; '' without a file."""
        parts = [printable(self.file)]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts) + (f" {printable(self.path)}" if self.path else "")


PARTS = {
    "heads": "--match head and --match partial",
    "minimum spans": "--match partial",
    "split antecedents": "--split-antecedents keep and split.*",
    "bridging": "bridging.* and --by bridging",
}
"""The parts of an annotation that a score may not need, and what needs them."""


class Scope(StrEnum):
    """The scope of a problem. Problems of lines are listed one by one; those of a file or run add up over its pieces."""

    LINE = "line"
    FILE = "file"
    RUN = "run"


Argument: TypeAlias = "str | int | float | Place | Problem | tuple[Argument, ...] | None"
"""The types of arguments of a sentence; a problem is replaced by its sentence."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Problem:
    """One problem of an input.

    Attributes:
        code: a key of CATALOGUE.
        kind: which sentence of the code, by its slug.
        place: its place; the first of several.
        text: the offending text of the input, shortened when shown.
        severity: an error stops the scoring, a warning is printed with the scores.
        part: the part of PARTS that it concerns: an error then prevents only scores that need that part.
        advice: the kind of the same code whose hint is used instead of its own.
        count: the number in its sentence; 0 if the sentence has none.
        of: its systems or datasets, outermost first.
        sides: the names of key and response, if neither is a key.
        arguments: the arguments of the sentence and of the advice, by name.
    """

    code: str
    kind: str
    place: Place
    text: str
    severity: Severity
    part: str
    advice: str
    count: int
    of: tuple[tuple[str, ...], ...]
    sides: tuple[str, str] | None
    arguments: tuple[tuple[str, Argument], ...]

    def __init__(
        self,
        code: str,
        kind: str,
        place: Place = Place(),  # noqa: B008 - it is frozen
        text: str = "",
        *,
        severity: Severity = Severity.ERROR,
        part: str = "",
        advice: str = "",
        count: int = 0,
        of: tuple[tuple[str, ...], ...] = (),
        sides: tuple[str, str] | None = None,
        arguments: Iterable[tuple[str, Argument]] = (),
        **more: object,
    ) -> None:
        """Make a problem; all other keywords are arguments of its sentence.

        Raises:
            KeyError: for an unknown code, kind or part.
        """
        if kind not in CATALOGUE[code].sentences:
            raise KeyError(f"{code} {kind}")
        if part and part not in PARTS:
            raise KeyError(part)
        if more:
            given = {**dict(arguments), **{name: _argument(value) for name, value in more.items()}}
            arguments = given.items()
        # one by one: a file may have a problem in every bracket
        keep = object.__setattr__
        keep(self, "code", code)
        keep(self, "kind", kind)
        keep(self, "place", place)
        keep(self, "text", text)
        keep(self, "severity", severity)
        keep(self, "part", part)
        keep(self, "advice", advice)
        keep(self, "count", int(count))
        keep(self, "of", of)
        keep(self, "sides", sides)
        keep(self, "arguments", tuple(arguments))

    def __getitem__(self, name: str) -> Any:
        """Return an argument; KeyError for an unknown name."""
        return self.named[name]

    @property
    def named(self) -> Mapping[str, Any]:
        """The arguments of its sentence by name, with its count."""
        return {"count": self.count, **dict(self.arguments)}

    @property
    def scope(self) -> Scope:
        """Its scope: a problem with a count or without a line concerns the file or the run; so do kinds that declare it."""
        if not self.place.file:
            return Scope.RUN
        is_of_file = self.count or not self.place.line or CATALOGUE[self.code].sentence(self.kind).is_of_file
        return Scope.FILE if is_of_file else Scope.LINE

    @property
    def needed_by(self) -> str:
        """The settings and metrics that need its part, '' if it concerns the whole."""
        return PARTS[self.part] if self.part else ""

    def _with(self, **changes: Any) -> Problem:
        """Return it with other attributes, which need no check; dataclasses.replace takes three times as long."""
        copy = object.__new__(Problem)
        for name in Problem.__slots__:
            object.__setattr__(copy, name, changes[name] if name in changes else getattr(self, name))
        return copy

    def at(self, file: str) -> Problem:
        """Return it with the name of the file, if it has none."""
        return self if self.place.file else self._with(place=replace(self.place, file=file))

    def having(self, **arguments: Any) -> Problem:
        """Return it with more arguments."""
        given = {name: _argument(value) for name, value in arguments.items()}
        return self._with(arguments=tuple({**dict(self.arguments), **given}.items()))

    def about(self, *names: str) -> Problem:
        """Return it as one of these systems or datasets."""
        return self._with(of=(names, *self.of))

    def moved(self, lines: int) -> Problem:
        """Return it moved down by this many lines, together with the other line that it names; unchanged without a line."""
        if not self.place.line:
            return self
        other = self.named.get("other_line")
        arguments = self.arguments
        if isinstance(other, int):
            arguments = tuple(
                (name, other + lines if name == "other_line" else value) for name, value in arguments
            )
        return self._with(place=replace(self.place, line=self.place.line + lines), arguments=arguments)

    @property
    def group(self) -> Problem:
        """The key by which problems add up: everything except places, counts, and texts that are examples."""
        is_example = self.count or self.place.line
        return self._with(place=Place(self.place.file), text="" if is_example else self.text, count=0)

    def __add__(self, other: Problem) -> Problem:
        """Return the problem of two pieces, this one first: the counts add, and the first place is kept."""
        return self._with(count=self.count + other.count)

    def __str__(self) -> str:
        """Return the problem as text: one line, and a second one for the hint."""
        from corefeval.problems.render import printed  # noqa: PLC0415 - an object prints itself

        return printed(self)

    def __repr__(self) -> str:
        """Return it on one line."""
        from corefeval.problems.render import on_one_line  # noqa: PLC0415 - an object prints itself

        return on_one_line(self)

    def to_dict(self) -> dict[str, str]:
        """Return the form for JSON output; needed_by only if it concerns a part."""
        from corefeval.problems.render import as_dict  # noqa: PLC0415 - an object prints itself

        return as_dict(self)

    def to_row(self) -> dict[str, str | int | None]:
        """Return the form for rows of CSV; an unknown line or column is empty."""
        from corefeval.problems.render import as_row  # noqa: PLC0415 - an object prints itself

        return as_row(self)


def warning(
    code: str,
    kind: str,
    place: Place = Place(),  # noqa: B008 - it is frozen
    text: str = "",
    **more: Any,
) -> Problem:
    """Return a problem that does not stop the scoring; keywords as of Problem."""
    return Problem(code, kind, place, text, severity=Severity.WARNING, **more)


class _Listed(tuple["Argument", ...]):
    """An immutable list, shown as a list."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(list(self))


class _Shown(str):  # noqa: SLOT000 - it has a slot more than a text may have
    """The text of an object that cannot be stored."""

    shown: str

    def __new__(cls, value: object) -> Self:
        new = super().__new__(cls, value)
        new.shown = repr(value)
        return new

    def __repr__(self) -> str:
        return self.shown


def _argument(value: object) -> Argument:
    """Return an argument that can be hashed and compared: lists as tuples, numbers of numpy as plain ones."""
    if value is None or isinstance(value, str | int | float | Place | Problem):
        return value
    if hasattr(value, "item"):
        return _argument(value.item())
    if isinstance(value, list):
        return _Listed(map(_argument, value))
    if isinstance(value, tuple | dict | Iterator | KeysView):
        return tuple(map(_argument, value))
    return _Shown(value)


class CorefevalError(Exception):
    """The input cannot be scored; has every problem that was found.

    Attributes:
        problems: its problems.
        beside: the warnings found as well; only `validate` shows them.
    """

    __module__ = "corefeval.problems"

    def __init__(self, problems: Iterable[Problem] | Problem, beside: Iterable[Problem] = ()) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.beside = tuple(beside)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return every error, then the warnings found with them, one of each kind."""
        from corefeval.problems.render import printed_error  # noqa: PLC0415 - an object prints itself

        return printed_error(self)


class UsageError(CorefevalError):
    """A requested name or setting does not exist, or settings contradict each other."""

    __module__ = "corefeval.problems"


class IndivisibleError(Exception):
    """Documents cannot be counted separately, because they decide something together.

    Args:
        kind: the reason, a kind of CE129.
        subject: an argument of its sentence: a feature, or a problem.
    """

    __module__ = "corefeval.problems"

    def __init__(self, kind: str, subject: str | Problem = "") -> None:
        super().__init__(kind, subject)
        self.reason = Problem("CE129", kind, subject=subject)
