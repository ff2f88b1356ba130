"""corefeval plan."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    file_command,
    format_options,
    measure_options,
    option,
    output_options,
    plot_option,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval plan gold.conllu a.conllu                  for ± 1 point
  corefeval plan gold.conllu a.conllu --width 0.5
  corefeval plan gold.conllu a.conllu b.conllu         to tell a from b
  corefeval plan gold.conllu a.conllu b.conllu --difference 1 -m conll
  corefeval plan gold.conllu a.conllu --repair span --share 0.5
"""


@file_command(
    "plan",
    EPILOG,
    everyday="preset metrics difference width power repair share plot kind output match singletons",
)
@click.argument("key", type=INPUT)
@click.argument("system", type=INPUT)
@click.argument("other", type=INPUT, required=False, metavar="[SYSTEM2]")
@measure_options()
@option(
    "--difference POINTS", "Difference of the two systems to detect (default: that of the pilot).", type=float
)
@option(
    "--width POINTS",
    "Half the width of the interval to reach (default: 1 with one system, none with two).",
    type=float,
)
@option("--power SHARE", "Probability to detect the difference (default: 0.8).", type=float)
@option(
    "--repair CLASS,…",
    "In place of SYSTEM2: SYSTEM with these error classes repaired, or 'all' (default: none).",
)
@option("--share SHARE", "Share of these errors that is repaired (default: 1).", type=float)
@resampling_options("confidence", "seed", confidence="Of intervals; tests use p < 1 - C (default: 0.95).")
@plot_option("the curves")
@setting_options(without="beta")
@format_options()
@output_options
def command(
    key: str,
    system: str,
    other: str | None,
    plot: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Plan how many documents an experiment needs, from a pilot.

    KEY and SYSTEM are the pilot: some annotated documents and a system's output. With SYSTEM2 the plan is for a test between
    the two systems, else for the interval of a score.
    """
    from corefeval.planning.plan import plan  # noqa: PLC0415 - numpy is imported only to work

    found = plan(key, system, other, **options)
    if plot is not None:
        from corefeval.reports.curves import write_plan  # noqa: PLC0415 - same

        write_plan(found, plot)
    write_output(found.render(kind), output, kind, found.warnings)
