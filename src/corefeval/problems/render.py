"""Render problems: the only module that makes text of a problem.

A template of the catalogue is filled in with the arguments of the problem as in `str.format`. A problem as an
argument becomes its sentence. These specifications extend those of Python:

- `{count:mention}`: "1 mention" or "1,204 mentions".
- `{count:is|are}`: the first word for 1, the second for any other number. # in a word is replaced by the number.
- `{names:, }`: a specification that ends in a blank is the separator of a list.
- `{names:first , }`: only the first three items and the number of others (`first5 `: five items).
- `{names:quoted , }`: the items in quotes.
- `{names:list or}`: a list with this word before its last item.
- `{rest:score}`: a fraction, or the difference of two fractions, as a score in percent.
- `{other:? and *}`: empty for an empty value or None, otherwise the text after the question mark. The value
  replaces the star; two stars put it in quotes.
- `{faults:+; }`: each item of a list, preceded by this text.
- `{name:or nobody}`: the default for an empty value.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from corefeval.problems.catalogue import CATALOGUE
from corefeval.problems.problem import Argument, CorefevalError, Problem, Severity
from corefeval.problems.wording import is_typed, printable, spoken

SHOWN = 3
"""The most problems of one kind that are printed; the others are counted."""

THE_PAGE = "the page of the format"
"""The words for the format's documentation page in hints. They are replaced if the format is known."""

MOST = 50
"""The most errors that are printed; the others are counted."""


class _Filling(string.Formatter):
    """Fills in a template of the catalogue."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return an argument formatted according to its specification."""
        if isinstance(value, Problem):
            value = sentence(value)
        if format_spec.startswith("?"):
            shown = _joined(value, ", ") if isinstance(value, tuple) else f"{value}"
            return format_spec[1:].replace("**", repr(shown)).replace("*", shown) if value else ""
        if format_spec == "score":
            return "undefined" if math.isnan(value) else f"{100 * value:.2f}"
        if format_spec.startswith("or "):
            return f"{value or format_spec[3:]}"
        if format_spec.startswith("list "):
            return f"{_joined(value[:-1], ', ')} {format_spec[5:]} {_plain(value[-1])}"
        if format_spec.startswith("+"):
            return "".join(format_spec[1:] + shown for shown in map(_plain, value))
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            single = 1
            if one.startswith("2="):  # "2=": the first text is for 2, such as "twice"
                one, single = one[2:], 2
            return (one if value == single else many).replace("#", f"{value}")
        if format_spec.endswith(" "):
            return _joined(value, format_spec)
        if len(format_spec) > 1 and format_spec.replace(" ", "").isalpha():
            from corefeval.text import several  # noqa: PLC0415 - --help does without numpy

            return several(value, format_spec)
        return format("" if value is None else value, format_spec)


def _plain(value: object) -> str:
    return sentence(value) if isinstance(value, Problem) else f"{value}"


def _joined(values: Sequence[object], how: str) -> str:
    """Join the items of a list as the specification says: all or the first ones, quoted or not, with a separator."""
    found = _LIST.fullmatch(how)
    assert found is not None
    if found["none"] is not None and not values:
        return "none"
    most = int(found["most"] or SHOWN) if found["first"] else len(values)
    shown = [repr(value) if found["quoted"] else _plain(value) for value in values[:most]]
    return found["between"].join(shown) + (f" and {len(values) - most} more" if len(values) > most else "")


_LIST = re.compile(r"(?P<first>first(?P<most>\d*) )?(?P<quoted>quoted )?(?:none(?P<none>))?(?P<between>.* )")
FILLING = _Filling()


_SIDES = re.compile(r"(?<![\w'{-])(?:the )?(key|response|\{side\})(?![\w-])")
"""Matches the key or the response in a template, but not an option such as --key-format."""


def _filled(template: str, problem: Problem) -> str:
    """Fill in a template with the arguments of a problem and the names of its sides."""
    arguments = dict(problem.named)
    if problem.sides is not None:
        called = dict(zip(("key", "response"), problem.sides, strict=True))
        arguments["key_side"], arguments["response_side"] = problem.sides
        arguments = {name: _with_sides(value, problem.sides) for name, value in arguments.items()}
        arguments["side"] = called.get(str(arguments.get("side")), arguments.get("side"))
        template = _SIDES.sub(
            lambda found: found[1] if found[1] == "{side}" else f"{{{found[1]}_side}}", template
        )
    return FILLING.vformat(template, (), arguments)


def _with_sides(value: Argument, sides: tuple[str, str]) -> Argument:
    """Return an argument in which all problems have these names of sides."""
    if isinstance(value, tuple):
        return tuple(_with_sides(item, sides) for item in value)
    return replace(value, sides=sides) if isinstance(value, Problem) else value


def sentence(problem: Problem) -> str:
    """Return the problem as one sentence without a full stop. Options are spelled as on the command line."""
    about = "".join(
        f"{' and '.join(names) if names == problem.sides else ', '.join(names)}: " for names in problem.of
    )
    kinds = CATALOGUE[problem.code]
    unspelt = problem.named.get("unspelt")  # a value that is spelled differently in the file
    return about + _filled(kinds.sentence(problem.kind).text, problem) + (f" {unspelt!r}" if unspelt else "")


def hint(problem: Problem) -> str:
    """Return the advice for the problem. Options are spelled as on the command line."""
    kinds = CATALOGUE[problem.code]
    kind = problem.advice or problem.kind
    own = kinds.sentence(kind).hint
    shown = own or kinds.hint.replace("{", "{{").replace("}", "}}")
    if "page" in problem.named and THE_PAGE in shown:
        shown = shown.replace(THE_PAGE, "docs/formats/{page} ({form})")
        shown += " What other tools write: docs/bring-your-data.md."
    return _filled(shown, problem)


def message(problem: Problem) -> str:
    """Return the problem as one sentence without a full stop. Options are keywords unless a command runs."""
    return spoken(sentence(problem))


def advice(problem: Problem) -> str:
    """Return the advice for the problem. Options are keywords unless a command runs."""
    return spoken(hint(problem))


def quoted(problem: Problem) -> str:
    """Return the offending text, shortened, in quotes after a blank; '' if there is none."""
    text = problem.text if len(problem.text) <= 80 else problem.text[:77] + "..."
    return f" {text!r}" if text else ""


def needed(problem: Problem) -> str:
    """Return the options that need the affected part of the annotation, in parentheses; '' if it concerns all of it."""
    return f" (needed by {problem.needed_by})" if problem.part else ""


def said(problem: Problem) -> str:
    """Return the message, the offending text, and the options that need the affected part of the annotation."""
    return message(problem) + quoted(problem) + needed(problem)


def headed(problem: Problem) -> str:
    """Return code, severity and place of the problem before its message."""
    where = f" {problem.place}" if problem.place.file else ""
    return f"{problem.code} {problem.severity}{where}: {said(problem)}"


def printed_error(error: CorefevalError) -> str:
    """Return every error, then the warnings among the problems, grouped by kind."""
    errors = [problem for problem in error.problems if problem.severity is Severity.ERROR]
    beside = [problem for problem in error.problems if problem.severity is Severity.WARNING]
    shown = [*map(str, errors[:MOST]), *(warning.lines for warning in printed_problems(beside))]
    if len(errors) > MOST:
        everything = "'corefeval validate -f json' names all" if is_typed() else ".problems has all"
        shown.insert(MOST, f"{len(errors) - MOST} more errors; {everything}")
    return "\n".join(shown)


class PrintedProblem(NamedTuple):
    """All problems of one kind, as they are printed.

    Attributes:
        kind: code and severity, and the number of problems if there are several.
        message: the problem and its place, or the first three problems; without terminal control characters.
        advice: the common advice; '' if the advice differs and so is part of each message.
    """

    kind: str
    message: str
    advice: str

    def __str__(self) -> str:
        """Return kind, message and advice on one line."""
        return " ".join(f"{self.kind}: {self.message}{' – ' if self.advice else ''}{self.advice}".split())

    @property
    def lines(self) -> str:
        """Kind and message on one line, and the advice on a second line."""
        return f"{self.kind}: {self.message}" + (f"\n  {self.advice}" if self.advice else "")


def printed_problems(problems: Iterable[Problem]) -> list[PrintedProblem]:
    """Group problems by code and severity for printing, in the order in which the groups first occur.

    Examples:
        >>> from corefeval.problems import Place
        >>> places = [Place("a.conll", line) for line in (3, 5, 8, 13)]
        >>> [one] = printed_problems(Problem("CE014", "lines-outside-document", place, lines=2) for place in places)
        >>> print(one)
        CE014 error, 4 times: 2 lines are outside a document, starting here: a.conll:3, a.conll:5, a.conll:8 and 1 more; .warnings has all – Start each document with its header line.
    """
    kinds: dict[tuple[str, Severity], list[Problem]] = {}
    for problem in problems:
        kinds.setdefault((problem.code, problem.severity), []).append(problem)
    return [_told(f"{code} {severity}", found) for (code, severity), found in kinds.items()]


def _told(kind: str, problems: Sequence[Problem]) -> PrintedProblem:
    shown = problems[:SHOWN]
    advices = list(dict.fromkeys(map(advice, shown)))
    common = advices[0] if len(advices) == 1 else ""
    if len(problems) == 1:
        where = f" {problems[0].place}" if problems[0].place.file else ""
        return PrintedProblem(kind + where, printable(said(problems[0])), common)
    if len({sentence(problem) for problem in shown}) == 1 and all(problem.place.file for problem in shown):
        each = ", ".join(f"{problem.place}{quoted(problem)}" for problem in shown)
        all_of_it = f"{message(shown[0]).removesuffix(':')}: {each}"
    else:
        all_of_it = "; ".join(
            (f"{problem.place}: " if problem.place.file else "")
            + said(problem)
            + (f" ({advice(problem).rstrip('.')})" if not common else "")
            for problem in shown
        )
    if len(problems) > SHOWN:
        all_of_it += f" and {len(problems) - SHOWN} more; {_where_all_are(problems)}"
    return PrintedProblem(f"{kind}, {len(problems)} times", printable(all_of_it), common)


def _where_all_are(problems: Iterable[Problem]) -> str:
    """Return how to see the other problems. `validate` lists the problems of a file."""
    if not is_typed():
        return ".warnings has all"
    in_files = all(problem.place.file for problem in problems)
    return "'corefeval validate' for all" if in_files else "-f json for all"
