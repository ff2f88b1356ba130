"""corefeval reproduce."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    file_command,
    format_options,
    metric_option,
    option,
    output_options,
    setting_options,
)
from corefeval.cli.output import NUMBER, write_output

EPILOG = """\b
Examples:
  corefeval reproduce gold.conll system.conll 61.2
  corefeval reproduce gold.conll system.conll 28.99 -m ceafe
  corefeval reproduce gold.conll system.conll 55 --singletons keep
  corefeval reproduce gold/ system/ 70.14              folders of datasets
  corefeval reproduce gold.conllu system.conllu --table numbers.csv
"""


@file_command(
    "reproduce", EPILOG, everyday="metric part table changes top kind output quiet match singletons zeros"
)
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@click.argument("number", required=False)
@option("--target NUMBER", "The same as NUMBER: 61.2, 61.20 or 0.612 (default: NUMBER).")
@metric_option("Metric of the number (default: conll).", "--metric, --metrics NAME")
@option("--part NAME", "Part of the metric: recall, precision or f1 (default: f1).")
@option(
    "--table FILE", "CSV file with several numbers of one run: metric,part,value (default: none).", type=INPUT
)
@option(
    "--changes N",
    "How many settings of a preset may change (default: 2, or fewer if they suffice).",
    type=click.IntRange(0),
)
@option("--top N", "Number of results to show (default: 5).", type=click.IntRange(1), default=5)
@option("-q, --quiet", "Print only the options of the best result (default: the table).")
@setting_options(without="beta")
@format_options()
@output_options
@click.pass_context
def command(
    context: click.Context,
    /,
    key: str,
    response: str,
    number: str | None,
    top: int,
    kind: str,
    output: str | None,
    *,
    quiet: bool,
    **options: Any,
) -> None:
    """Find which settings make RESPONSE score a published NUMBER against KEY.

    It tries the presets first, then each with changed settings: pooled documents, means over documents and datasets, rounded
    and truncated. Settings that you give as options stay fixed.

    Exit status 0 if some settings give the number, 1 if none do.
    """
    from corefeval.reproduction.search import reproduce  # noqa: PLC0415 - numpy is imported only to work

    chosen = {name: value for name, value in options.items() if value is not None}
    if number is not None:
        if "target" in chosen:
            raise click.UsageError("Give the number once: as NUMBER or with --target.")
        chosen["target"] = number
    if "table" in chosen:
        for name in ("metric", "part"):
            if name in chosen:
                raise click.UsageError(f"--table names metrics and parts itself; leave --{name} out.")
    found = reproduce(key, response, **chosen)
    if quiet:
        best = found.found[0].first.options if found.is_met else "none"
        write_output(best or "defaults", output, NUMBER, found.warnings)
    else:
        write_output(found.render(kind, top=top), output, kind, found.warnings)
    context.exit(0 if found.is_met else 1)
