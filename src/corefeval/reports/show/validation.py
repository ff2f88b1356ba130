"""The validation of files: every problem, the contents of each file, and whether it can be scored."""

from __future__ import annotations

from collections.abc import Sequence
from operator import methodcaller

from corefeval.columns import Column, Holds, grouped
from corefeval.formats import FORMATS
from corefeval.problems import Problem, Severity, printable, printed_problems
from corefeval.reports.report import PAGES, TERMINAL, Items, Lines, ReportText, Table
from corefeval.text import several
from corefeval.validation import Validation, Validations

ERRORS_LISTED = 20
"""The most errors of one code that the terminal lists per file. Every other kind of output lists all."""
FIRST = 3
"""The most warnings of one code that the terminal lists."""

COUNTED = ("documents", "singletons", "zeros", "discontinuous")
"""Kinds of annotation that are not listed, because their counts are shown."""
HOLDS: dict[str, Holds] = {
    "line": "figures",
    "column": "figures",
    "message": "prose",
    "text": "prose",
    "hint": "prose",
}
"""The kinds of values in the columns of the table; unlisted columns have text."""


def show(found: Validations, *, only_errors: bool = False) -> ReportText:
    """Return the problems: file by file on a screen, in one table on other media.

    If only errors are shown, files without any are only counted.
    """
    lines: list[str] = []
    verdicts: list[str] = []
    listed = [each for each in found.files if each.errors or not only_errors]
    for each in listed:
        lines += _shown(each.errors)
        lines += [] if only_errors else _aggregated(each.warnings)
        contents = f"{printable(each.file)}: {_contents(each)}"
        additional = [what for what in each.holds if what not in COUNTED]
        held = [f"  with {', '.join(additional)}"] if additional else []
        lines += [contents, *held, f"  {_verdict(each)}"]
        verdicts.append("; ".join([contents, *map(str.strip, held), _verdict(each)]))
    if len(listed) < len(found.files):
        last = f"{several(len(found.files) - len(listed), 'file')} without errors"
        lines.append(last)
        verdicts.append(last)
    if found.repair is not None:
        done, what = ("written", "change") if found.repair.is_written else ("not written", "problem")
        last = f"{printable(found.repair.file)}: {done}, {several(len(found.repair.problems), what)}"
        errors, warnings = (
            [problem for problem in found.repair.problems if problem.severity is severity]
            for severity in (Severity.ERROR, Severity.WARNING)
        )
        lines += [*_shown(errors), *_aggregated(warnings), last]
        verdicts.append(last)
    rows = found.rows(only_errors=only_errors)
    columns = [
        Column(head, HOLDS.get(head, "text"), of=methodcaller("get", head), shown=_plain)
        for head in rows.heads
    ]
    table = [Table.of(columns, rows.rows, "Problems", on=PAGES)] if rows.rows else []
    return ReportText((Lines(tuple(lines), on=TERMINAL), Items(tuple(verdicts), on=PAGES), *table))


def _plain(value: object) -> str:
    return "" if value is None else str(value)


def _verdict(validation: Validation) -> str:
    counts = ((len(validation.errors), "error"), (len(validation.warnings), "warning"))
    return ", ".join(several(number, what) for number, what in counts if number) or "no problems"


def _contents(validation: Validation) -> str:
    counts = validation.counts
    if not counts:
        return f"cannot be read{f' as {FORMATS[validation.format]}' if validation.format in FORMATS else ''}"
    pieces = [
        FORMATS.get(validation.format, validation.format),
        several(counts["documents"], "document"),
        several(counts["words"], "word"),
        several(counts["mentions"], "mention"),
        several(counts["entities"], "entity", "entities"),
    ]
    inside = [
        several(counts["singletons"], "singleton"),
        *(f"{counts[name]} {name}" for name in ("zeros", "discontinuous") if counts[name]),
    ]
    if counts["documents_without_mentions"]:
        inside.append(f"{several(counts['documents_without_mentions'], 'document')} without mentions")
    return f"{', '.join(pieces)} ({', '.join(inside)})"


def _aggregated(warnings: Sequence[Problem]) -> list[str]:
    """Return one line for each kind of warning, with its number and the first places, and its advice."""
    lines = []
    for code, found in grouped(warnings, lambda warning: warning.code).items():
        (one,) = printed_problems(found[:FIRST])
        if len(found) > FIRST:
            message = f"{one.message} and {len(found) - FIRST:,} more; -f json names all"
            one = one._replace(kind=f"{code} warning, {len(found):,} times", message=message)
        lines.append(one.lines)
    return lines


def _shown(problems: Sequence[Problem]) -> list[str]:
    """Return the problems, at most ERRORS_LISTED of each code, with each piece of advice only once."""
    lines: list[str] = []
    seen: dict[str, int] = {}
    advised: set[str] = set()
    for problem in problems:
        seen[problem.code] = seen.get(problem.code, 0) + 1
        if seen[problem.code] <= ERRORS_LISTED:
            said, _, advice = str(problem).rpartition("\n")
            lines += [said] if advice in advised else [said, advice]
            advised.add(advice)
    lines += [
        f"{code}: {number - ERRORS_LISTED} more; -f json names all"
        for code, number in seen.items()
        if number > ERRORS_LISTED
    ]
    return lines
