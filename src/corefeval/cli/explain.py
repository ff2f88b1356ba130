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
  corefeval explain gold.conllu a.conllu b.conllu  what b mended and broke
  corefeval explain gold.conllu system.conllu --show costs,errors
"""


@click.command("explain", cls=GroupedCommand, epilog=EPILOG, short_help="Which errors cost how many points.")
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@click.argument("second", type=INPUT, required=False)
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
    help="Also count and repair errors, and say what mentions lose, by genre, type, distance, size, string-match, head-match or "
    "any feature of score --by; of two systems what was mended and broken.",
)
@click.option(
    "--show",
    "sections",
    metavar="SECTION,…",
    help="Only these sections: costs, by, errors, entities, losses, carried, decisions, links, outcomes; of two systems "
    "tests, classes, mentions, decisions, mended, broken.",
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
    second: str | None,
    top: int | None,
    by: str | None,
    sections: str | None,
    outcomes: str | None,
    trim: str | None,
    plot: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Explain what the score of RESPONSE against KEY lacks.

    Errors are counted by class, repaired, and scored again; what each class costs adds up to 100 - F1. With a SECOND system: what
    it mends and what it breaks against RESPONSE, by class and by mention, with the paired test.
    """
    from corefeval.analysis import ENGLISH, Trim, explain  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.reports.show.explanation import render, render_list  # noqa: PLC0415 - same

    _refuse(kind, outcomes=outcomes, by=by, sections=sections, plot=plot, second=second)
    features, shown = tuple(listed(by)), tuple(listed(sections, "sections"))
    options["trim"] = ENGLISH if trim is None else Trim.parse(trim)
    if second is not None:
        from corefeval.analysis.difference import difference  # noqa: PLC0415 - same
        from corefeval.reports.show.difference import render as render_difference  # noqa: PLC0415 - same

        found = difference(key, response, second, **options)
        text = render_difference(found, kind, top=top, by=features, sections=shown)
        write_output(text, output, kind, found.warnings)
        return
    if plot is not None:
        from corefeval.reports.figure import check_plot  # noqa: PLC0415 - same

        check_plot(plot)
    explanation = explain(key, response, **options)
    if plot is not None:
        from corefeval.reports.plot import write_plot  # noqa: PLC0415 - same

        write_plot(explanation, plot)
    if outcomes is None:
        text = render(explanation, kind, top=top, by=features, sections=shown)
    else:
        text = render_list(explanation.list_outcomes(outcomes, top), kind)
    write_output(text, output, kind, explanation.warnings)


def _refuse(kind: str, **given: str | None) -> None:
    """Refuse options that would have no effect beside others."""
    said = {name for name, value in given.items() if value is not None}
    if "outcomes" in said and (
        others := [f"--{_FLAGS[name]}" for name in ("by", "sections") if name in said]
    ):
        raise click.UsageError(f"--list lists mentions; {' and '.join(others)} goes without it.")
    if "second" in said and (
        others := [f"--{_FLAGS[name]}" for name in ("outcomes", "plot") if name in said]
    ):
        raise click.UsageError(f"{' and '.join(others)} is for one system; leave it or the second one out.")
    if "sections" in said and kind == "csv":
        raise click.UsageError("CSV has a row an error and no sections; --show goes with the other formats.")


_FLAGS = {"outcomes": "list", "by": "by", "sections": "show", "plot": "plot"}
"""The options by the names of their parameters."""
