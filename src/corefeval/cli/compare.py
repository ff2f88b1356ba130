"""corefeval compare."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    GroupedCommand,
    Name,
    format_options,
    measure_options,
    output_options,
    setting_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval compare gold.conll a.conll b.conll            b against a
  corefeval compare gold/ old=runs/1 new=runs/2           names of their own
  corefeval compare gold.conll runs/*.conll --pairs all   ties share a letter
  corefeval compare gold/ a/ b/ --by dataset -f latex     for a paper
  corefeval compare gold.conll a.conll b.conll --for all  which one for what
"""


@click.command(
    "compare", cls=GroupedCommand, epilog=EPILOG, short_help="Rank systems, with intervals and significance."
)
@click.argument("key", type=INPUT)
@click.argument("systems", nargs=-1, required=True, type=INPUT, metavar="[NAME=]SYSTEM...")
@measure_options
@setting_options
@format_options
@click.option(
    "--for",
    "use",
    metavar="USE,…",
    help="Who leads for search, summarisation, translation, entity-sequences, information-extraction, any, or all.",
)
@click.option("--baseline", metavar="NAME", help="Test the others against this one; the first by default.")
@click.option(
    "--pairs",
    type=Name(["baseline", "all"]),
    help="Test against the baseline (default), or all against all.",
)
@click.option("--test", type=Name(["randomisation"]), help="Paired approximate randomisation.")
@click.option(
    "--interval",
    type=Name(["jackknife", "percentile", "bca"]),
    help="jackknife by default; percentile and bca, of the bootstrap, hold less than they promise.",
)
@click.option("--resamples", type=click.IntRange(0), metavar="N", help="10000 by default; 0: scores alone.")
@click.option("--confidence", type=float, metavar="C", help="Of the intervals; 0.95 by default.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Of the random numbers; 12345 by default.")
@click.option(
    "--by",
    type=Name(["document", "dataset"]),
    help="Pool all documents (default), or take the mean over the datasets of a folder.",
)
@click.option(
    "--resample",
    type=Name(["documents", "entities"]),
    help="What is resampled; entities where there is one document only.",
)
@output_options
def command(
    key: str,
    systems: tuple[str, ...],
    use: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Score each SYSTEM against KEY, with confidence intervals and paired tests.

    KEY and SYSTEM are files, .gz or folders. A system is named after its file or folder, or NAME=SYSTEM.
    """
    from corefeval.comparison.compare import compare  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.comparison.comparison import Resampling  # noqa: PLC0415 - same
    from corefeval.reports.show.comparison import render  # noqa: PLC0415 - same

    chosen = {name: value for name, value in options.items() if value is not None}
    if options["signature"] is not None:
        chosen = {**Resampling.parse(options["signature"]), **chosen}
    if use is not None:
        _for_uses(key, systems, use, kind, output, chosen, metrics=options["metrics"])
        return
    comparison = compare(key, named_systems(systems), **chosen)
    write_output(render(comparison, kind), output, kind, comparison.warnings)


def _for_uses(
    key: str,
    systems: tuple[str, ...],
    use: str,
    kind: str,
    output: str | None,
    options: dict[str, Any],
    *,
    metrics: str | None,
) -> None:
    """Write who leads for which use; the uses choose the metrics."""
    from corefeval.applications.side_by_side import compare_uses  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.problems import Problem, UsageError  # noqa: PLC0415 - same
    from corefeval.reports.show.uses import render  # noqa: PLC0415 - same

    if metrics is not None:
        hint = "Leave out -m, or --for."
        raise UsageError(Problem("CE051", "--for chooses the metrics itself", hint=hint))
    others = {name: value for name, value in options.items() if name != "metrics"}
    compared = compare_uses(key, named_systems(systems), use, **others)
    write_output(render(compared, kind), output, kind, compared.comparison.warnings)


def _exists(path: str) -> bool:
    """Say whether there is such a file; a name too long for one is none."""
    import os  # noqa: PLC0415 - only when the command runs

    return os.path.exists(path)  # noqa: PTH110 - pathlib raises where a name is too long


def named_systems(systems: tuple[str, ...]) -> dict[str, Any]:
    """Return the systems by name; NAME=PATH names one, unless a file of that whole name exists."""
    from corefeval.comparison.compare import system_names  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.problems import Problem, UsageError  # noqa: PLC0415 - same

    named = [
        (name, path) if equals and name and path and not _exists(system) else ("", system)
        for system in systems
        for name, equals, path in [system.partition("=")]
    ]
    for name, path in named:
        if not name and path.endswith("=") and not _exists(path):
            raise UsageError(Problem("CE001", f"the path of {path[:-1]!r} is empty; is a variable not set?"))
    short = iter(system_names([path for name, path in named if not name]))
    found: dict[str, Any] = {}
    for name, path in named:
        chosen = name or next(short)
        if chosen in found:
            hint = "Name them apart: NAME=PATH."
            raise UsageError(Problem("CE051", f"two systems named {chosen!r}", hint=hint))
        found[chosen] = path
    return found
