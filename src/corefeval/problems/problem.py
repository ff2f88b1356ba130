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
from corefeval.problems.wording import encodable, printable
from corefeval.records import dataclass


class Severity(StrEnum):
    """Whether scoring can continue."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file. Lines and columns count from 1; 0 means the whole file or line.

    `path` is the path of a value in JSON, such as $.clusters[3][0]. In one long line it is more useful than a column.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """Return file:line:column and the path, without unknown parts."""
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
"""The parts of an annotation that not every score needs, and the options and metrics that need them."""


class Scope(StrEnum):
    """The scope of a problem. Problems of lines are listed one by one; those of a file or run add over its pieces."""

    LINE = "line"
    FILE = "file"
    RUN = "run"


Argument: TypeAlias = "str | int | float | Place | Problem | tuple[Argument, ...] | None"
"""The types of a sentence's arguments. A problem as an argument is printed as its sentence."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Problem:
    """One problem of an input.

    Attributes:
        code: a key of CATALOGUE.
        kind: the slug of a sentence of the code.
        place: the place in the input; if there are several, the first.
        text: the offending piece of the input. It is shortened when it is printed.
        severity: an error prevents scoring; a warning is printed with the scores.
        part: the part of the annotation (see PARTS) that the problem is about. An error then prevents only metrics and
            settings that need this part.
        advice: another kind of the same code whose advice is printed; '' for the advice of `kind`.
        count: the number of occurrences, if the sentence states it; otherwise 0.
        of: the systems or datasets that it is about, outermost first.
        sides: the names of the two sides in messages, if neither is a key; otherwise None.
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
        """Make a problem. All other keywords are arguments of its sentence.

        Raises:
            KeyError: if the code, kind or part does not exist.
        """
        if kind not in CATALOGUE[code].sentences:
            raise KeyError(f"{code} {kind}")
        if part and part not in PARTS:
            raise KeyError(part)
        if more:
            given = {**dict(arguments), **{name: _argument(value) for name, value in more.items()}}
            arguments = given.items()
        # set one by one, which is fast: a file may have a problem in every bracket
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
        """Return an argument by name; raise KeyError if it does not exist."""
        return self.named[name]

    @property
    def named(self) -> Mapping[str, Any]:
        """The arguments of the sentence by name, including `count`."""
        return {"count": self.count, **dict(self.arguments)}

    @property
    def scope(self) -> Scope:
        """The scope: RUN without a file; FILE if it has a count or no line, or if its kind says so; otherwise LINE."""
        if not self.place.file:
            return Scope.RUN
        is_of_file = self.count or not self.place.line or self.kind in CATALOGUE[self.code].of_file
        return Scope.FILE if is_of_file else Scope.LINE

    @property
    def needed_by(self) -> str:
        """The settings and metrics that need the part with the problem; '' if it concerns the whole annotation."""
        return PARTS[self.part] if self.part else ""

    def _with(self, **changes: Any) -> Problem:
        """Return a copy with changed attributes, unchecked. dataclasses.replace takes three times as long."""
        copy = object.__new__(Problem)
        for name in Problem.__slots__:
            object.__setattr__(copy, name, changes[name] if name in changes else getattr(self, name))
        return copy

    def at(self, file: str) -> Problem:
        """Return the problem with this file name, unless it already has one."""
        return self if self.place.file else self._with(place=replace(self.place, file=file))

    def having(self, **arguments: Any) -> Problem:
        """Return the problem with additional arguments."""
        given = {name: _argument(value) for name, value in arguments.items()}
        return self._with(arguments=tuple({**dict(self.arguments), **given}.items()))

    def about(self, *names: str) -> Problem:
        """Return the problem as one about these systems or datasets."""
        return self._with(of=(names, *self.of))

    def moved(self, lines: int) -> Problem:
        """Return the problem with its line numbers increased by `lines`. A problem of a whole file is unchanged."""
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
        """The problem without line, count and example text. Problems with the same group are added."""
        is_example = self.count or self.place.line
        return self._with(place=Place(self.place.file), text="" if is_example else self.text, count=0)

    def __add__(self, other: Problem) -> Problem:
        """Add the count of the same problem in a later piece, and keep the place of this one."""
        return self._with(count=self.count + other.count)

    def __str__(self) -> str:
        """Return the problem as it is printed: one line, and a second one with the advice."""
        from corefeval.problems.render import advice, headed  # noqa: PLC0415 - an object prints itself

        return f"{printable(headed(self))}\n  {printable(advice(self))}"

    def __repr__(self) -> str:
        """Return the problem on one line."""
        from corefeval.problems.render import headed  # noqa: PLC0415 - an object prints itself

        return printable(f"<{headed(self)}>")

    def to_dict(self) -> dict[str, str]:
        """Return the problem as an object for JSON. `needed_by` is included only if it is about a part."""
        from corefeval.problems.render import advice, message  # noqa: PLC0415 - an object prints itself

        plain = {
            "code": self.code,
            "severity": str(self.severity),
            "message": encodable(message(self)),
            "where": str(self.place),
            "text": encodable(self.text),
            "hint": advice(self),
        }
        return {**plain, "needed_by": self.needed_by} if self.part else plain

    def to_row(self) -> dict[str, str | int | None]:
        """Return the problem as a row for CSV. An unknown line or column is None."""
        from corefeval.problems.render import advice, message, needed  # noqa: PLC0415 - an object prints itself

        return {
            "severity": str(self.severity),
            "code": self.code,
            "file": encodable(self.place.file),
            "line": self.place.line or None,
            "column": self.place.column or None,
            "message": encodable(message(self)) + needed(self),
            "text": encodable(self.text),
            "hint": advice(self),
        }


def warning(
    code: str,
    kind: str,
    place: Place = Place(),  # noqa: B008 - it is frozen
    text: str = "",
    **more: Any,
) -> Problem:
    """Return a problem that does not prevent scoring. The keywords are those of Problem."""
    return Problem(code, kind, place, text, severity=Severity.WARNING, **more)


class _Listed(tuple["Argument", ...]):
    """An immutable list whose repr is that of a list."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(list(self))


class _Shown(str):  # noqa: SLOT000 - a subclass of str cannot have another slot
    """The text of an object that cannot be stored, with its repr."""

    shown: str

    def __new__(cls, value: object) -> Self:
        new = super().__new__(cls, value)
        new.shown = repr(value)
        return new

    def __repr__(self) -> str:
        return self.shown


def _argument(value: object) -> Argument:
    """Return a value as an argument that can be hashed and compared: lists as tuples, numpy numbers as Python numbers."""
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
    """Raised if an input cannot be scored. It contains every problem found.

    Attributes:
        problems: the problems that prevent scoring.
        beside: warnings that were also found; only `validate` shows them.
    """

    __module__ = "corefeval.problems"

    def __init__(self, problems: Iterable[Problem] | Problem, beside: Iterable[Problem] = ()) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.beside = tuple(beside)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return every error, then the warnings among the problems, grouped by kind."""
        from corefeval.problems.render import printed_error  # noqa: PLC0415 - an object prints itself

        return printed_error(self)


class UsageError(CorefevalError):
    """Raised if an option, name or setting does not exist or contradicts another."""

    __module__ = "corefeval.problems"


class IndivisibleError(Exception):
    """Raised if a corpus cannot be processed in pieces, because a decision depends on all documents.

    Args:
        kind: the reason, a kind of CE129.
        subject: an argument of the sentence: a feature, or a problem.
    """

    __module__ = "corefeval.problems"

    def __init__(self, kind: str, subject: str | Problem = "") -> None:
        super().__init__(kind, subject)
        self.reason = Problem("CE129", kind, subject=subject)
