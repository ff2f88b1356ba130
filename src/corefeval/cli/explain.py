"""corefeval explain."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    OUTPUT,
    GroupedCommand,
    Name,
    format_options,
    listed,
    measure_options,
    output_options,
    setting_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval explain gold.conllu system.conllu  what the score lacks
  corefeval explain gold.conllu system.conllu -m lea  another metric
  corefeval explain gold.conllu system.conllu --by type  by class
  corefeval explain gold.conllu system.conllu -f csv  a row an error
  corefeval explain gold.conllu system.conllu -m dominant  every outcome
  corefeval explain gold.conllu system.conllu -m parent --list wl,fn
  corefeval explain gold.conllu system.conllu --plot a.svg  a figure
"""


@click.command("explain", cls=GroupedCommand, epilog=EPILOG, short_help="Which errors cost how many points.")
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@measure_options
@click.option(
    "--top",
    type=click.IntRange(0),
    metavar="N",
    help="How many errors and entities to list: 10 in tables, all in JSON and CSV by default.",
)
@click.option(
    "--by",
    metavar="FEATURE,…",
    help="Also count and repair errors by type, pos, ne, length, size, distance, string-match, head-match, nested, document.",
)
@click.option(
    "--list",
    "outcomes",
    metavar="OUTCOME,…",
    help="Every mention with these outcomes of the metrics that judge mentions (tp, wl, fn, fp, …), or all, and nothing else.",
)
@click.option(
    "--antecedents",
    type=Name(["accessibility", "closest"]),
    default="accessibility",
    show_default=True,
    help="How the antecedent of a link error is chosen.",
)
@click.option(
    "--trim",
    metavar="LEFT/RIGHT",
    help="Words that may hang on to a span at its left and right, comma-separated; 'the/'s' by default.",
)
@click.option(
    "--plot",
    type=OUTPUT,
    metavar="FILE",
    help="Draw the costs of the error classes as .svg or .png.",
)
@setting_options
@format_options
@output_options
def command(
    key: str,
    response: str,
    top: int | None,
    by: str | None,
    outcomes: str | None,
    trim: str | None,
    plot: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Explain what the score of RESPONSE against KEY lacks.

    Errors are counted by class, repaired, and scored again; what each class costs adds up to 100 - F1.
    """
    from corefeval.analysis import ENGLISH, Trim, explain  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.reports.show.explanation import render, render_list  # noqa: PLC0415 - same

    if outcomes is not None and by is not None:
        raise click.UsageError("--list lists mentions; --by goes without it.")
    if plot is not None:
        from corefeval.reports.figure import check_plot  # noqa: PLC0415 - same

        check_plot(plot)
    features = tuple(listed(by))
    explanation = explain(key, response, trim=ENGLISH if trim is None else Trim.parse(trim), **options)
    if plot is not None:
        from corefeval.reports.plot import write_plot  # noqa: PLC0415 - same

        write_plot(explanation, plot)
    if outcomes is None:
        text = render(explanation, kind, top=top, by=features)
    else:
        text = render_list(explanation.list_outcomes(outcomes, top), kind)
    write_output(text, output, kind, explanation.warnings)
