"""corefeval validate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corefeval.cli.options import INPUT, output_options, reading_options
from corefeval.cli.output import write_json, write_output

if TYPE_CHECKING:
    from corefeval.problems import Problem
    from corefeval.validation import Validation

SHOWN = 20
"""How many problems of one code the text names for a file; the JSON names all."""

EPILOG = """\b
Examples:
  corefeval validate gold.conllu  every problem, with its line
  corefeval validate system.conll --key gold.conll  the words as well
  corefeval validate system.conll --fix fixed.conll  a copy to be read
"""


@click.command("validate", epilog=EPILOG, short_help="Check files before scoring.")
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@click.option("--key", type=INPUT, help="What the files will be scored against.")
@click.option("--fix", type=click.Path(allow_dash=True), metavar="OUT", help="Write a repaired copy of FILE.")
@click.option("--from", "source", metavar="F", help="Format of FILE; found from its content by default.")
@click.option("--key-format", metavar="F", help="Format of the key.")
@reading_options
@output_options("text", "json")
@click.option("-q", "--quiet", is_flag=True, help="Errors only, no warnings.")
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    key: str | None,
    fix: str | None,
    source: str | None,
    key_format: str | None,
    offsets: str,
    layer: str,
    kind: str,
    output: str | None,
    *,
    quiet: bool,
) -> None:
    """Check each FILE and name every problem at once.

    Exit status 0 if all files can be scored, 1 if one cannot. With --fix it is the repaired copy that counts.
    """
    from corefeval import formats  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.problems import CorefevalError, Severity, encodable, printable  # noqa: PLC0415 - same
    from corefeval.text import several  # noqa: PLC0415 - same
    from corefeval.validation import repair, validate  # noqa: PLC0415 - same

    if fix is not None and len(files) > 1:
        raise click.UsageError("--fix repairs one FILE at a time.")
    if fix == "-" and output is None:
        raise click.UsageError("With --fix - the copy goes to standard output; give -o for the report.")
    gold = None if key is None else formats.read(key, key_format, layer=layer)
    found = [validate(file, source, key=gold, layer=layer, offsets=offsets) for file in files]
    repairs: list[Problem] = []
    verdict = "written"
    failed = any(validation.errors for validation in found)
    if fix is not None:
        try:
            repairs = repair(files[0], fix, source, layer=layer, offsets=offsets)
        except CorefevalError as error:
            repairs, verdict = list(error.problems), "not written"
        failed = any(problem.severity is Severity.ERROR for problem in repairs)
    if kind == "json":
        plain: dict[str, object] = {"files": [validation.to_dict() for validation in found]}
        if fix is not None:
            plain["repaired"] = {
                "file": encodable(fix),
                "written": verdict == "written",
                "repairs": [problem.to_dict() for problem in repairs],
            }
        write_json(plain, output)
    else:
        lines = [line for validation in found for line in _report(validation, quiet=quiet)]
        if fix is not None:
            done = "change" if verdict == "written" else "problem"
            lines += [*_shown(repairs), f"{printable(fix)}: {verdict}, {several(len(repairs), done)}"]
        write_output("\n".join(lines), output, kind)
    context.exit(1 if failed else 0)


def _report(validation: Validation, *, quiet: bool) -> list[str]:
    """Return what is said of one file: its problems, then what it holds, then the verdict."""
    from corefeval.problems import printable  # noqa: PLC0415 - only to work
    from corefeval.text import several  # noqa: PLC0415 - same

    problems = validation.errors if quiet else [*validation.errors, *validation.warnings]
    errors, warnings = len(validation.errors), len(validation.warnings)
    verdict = ", ".join(
        several(number, what) for number, what in ((errors, "error"), (warnings, "warning")) if number
    )
    contents = f"{printable(validation.file)}: {_contents(validation)}"
    return [*_shown(problems), contents, f"  {verdict or 'no problems'}"]


def _contents(validation: Validation) -> str:
    from corefeval.formats import FORMATS  # noqa: PLC0415 - only to work
    from corefeval.text import several  # noqa: PLC0415 - same

    corpus, counts = validation.corpus, validation.counts
    if corpus is None:
        return "cannot be read"
    pieces = [
        FORMATS.get(corpus.format, corpus.format),
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


def _shown(problems: list[Problem]) -> list[str]:
    """Return the problems, no more than a screenful of each code, and each piece of advice once."""
    lines: list[str] = []
    seen: dict[str, int] = {}
    advised: set[str] = set()
    for problem in problems:
        seen[problem.code] = seen.get(problem.code, 0) + 1
        if seen[problem.code] <= SHOWN:
            said, _, advice = str(problem).rpartition("\n")
            lines += [said] if advice in advised else [said, advice]
            advised.add(advice)
    lines += [
        f"{code}: {number - SHOWN} more; -f json names all" for code, number in seen.items() if number > SHOWN
    ]
    return lines
