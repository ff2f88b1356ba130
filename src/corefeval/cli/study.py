"""corefeval study."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    Names,
    file_command,
    format_options,
    measure_options,
    option,
    output_options,
    plot_option,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import counting, write_output

EPILOG = """\b
Examples:
  corefeval study gold.conllu                          60 systems per mixture
  corefeval study gold.conllu --simulate 20 -m conll,lea,parent
  corefeval study gold.conllu runs/*.conllu            your systems
  corefeval study gold.conllu runs/*.conllu --simulate 60 --plot taus.svg
  corefeval study gold.conll runs/*.conll --against scores.csv
"""


@file_command(
    "study", EPILOG, everyday="preset metrics simulate against fit plot kind output match singletons zeros"
)
@click.argument("key", type=INPUT)
@click.argument("systems", nargs=-1, type=INPUT, metavar="[[NAME=]SYSTEM...]")
@measure_options()
@option(
    "--simulate N",
    "Also simulate N systems for each of two error mixtures (default: 60 without SYSTEM, else 0).",
    type=click.IntRange(0),
)
@option(
    "--against FILE",
    "CSV file with your own task scores (system,score) to predict (default: the uses).",
    type=INPUT,
)
@option(
    "--fit METRIC",
    "Fit the weights of dominant, with leave-one-out errors (default: none).",
    type=Names("applications.weights.FITTED"),
)
@plot_option("τ with intervals")
@resampling_options(
    "resamples", "confidence", "seed", resamples="Resamples; 0: no intervals (default: 1000)."
)
@setting_options(without="beta")
@format_options()
@output_options
def command(
    key: str,
    systems: tuple[str, ...],
    plot: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Measure which metric ranks systems as each application does.

    The uses (use.facts, use.replace and others) are computed from the trees in KEY. Each SYSTEM is a file, .gz, folder or
    .zip; give at least three, or none to simulate them.
    """
    from corefeval.cli.compare import named_systems, without_key  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.studies.study import study  # noqa: PLC0415 - same

    others, notes = without_key(key, systems)
    with counting() as counted:
        found = study(key, named_systems(others), counted=counted, **options)
    found = replace(found, warnings=(*notes, *found.warnings))
    if plot is not None:
        from corefeval.reports.forest import write_plot  # noqa: PLC0415 - same

        write_plot(found, plot)
    write_output(found.render(kind), output, kind, found.warnings)
