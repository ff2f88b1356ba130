"""corefeval explain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from corefeval.cli.options import (
    FEATURES,
    INPUT,
    Name,
    file_command,
    format_options,
    listed,
    measure_options,
    option,
    output_options,
    plot_option,
    setting_options,
)
from corefeval.cli.output import NUMBER, tell, write_output
from corefeval.presets import HEADLINE
from corefeval.writing import say

if TYPE_CHECKING:
    from corefeval.explanation import Explanation

EPILOG = """\b
Examples:
  corefeval explain gold.conllu system.conllu         where points are lost
  corefeval explain gold.conllu system.conllu -m lea  another metric
  corefeval explain gold.conllu a.conllu b.conllu     what b fixes and breaks
  corefeval explain gold.conllu system.conllu --by type
  corefeval explain gold.conllu system.conllu -f csv  a row for each error
  corefeval explain gold.conllu system.conllu -m dominant  every outcome
  corefeval explain gold.conllu system.conllu -m parent --list wl,fn
  corefeval explain gold.conllu system.conllu -m use.facts  lost facts
  corefeval explain gold.conllu system.conllu --plot a.svg  a figure
  corefeval explain gold.conllu system.conllu --show costs,errors
  corefeval explain gold.conll a.conll --repair split_entity -o b.conll
"""


@file_command(
    "explain",
    EPILOG,
    everyday="preset metrics kind output quiet match singletons by top plot",
)
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@click.argument("second", type=INPUT, required=False)
@measure_options(HEADLINE)
@option("-q, --quiet", "Print only the points that each error class costs (default: all).")
@option("--top N", "Errors and entities to list (default: 10; JSON and CSV: all).", type=click.IntRange(0))
@option(
    "--by FEATURE,…",
    "Also count errors by type, genre, distance or any feature of 'score --by' (default: none).",
    type=FEATURES,
)
@option(
    "--show SECTION,…",
    "Print only these sections: costs, by, errors, entities, losses, carried, decisions, links, outcomes, uses, relations; "
    "of two systems tests, classes, mentions, decisions, outcomes, fixed, broken (default: all but relations).",
    name="sections",
)
@option(
    "--list OUTCOME,…",
    "List only mentions with these outcomes (tp, wl, fn, fp, … or all), for metrics that judge mentions (default: none).",
    name="outcomes",
)
@option(
    "--repair CLASS,…",
    "Only write RESPONSE to the file of -o, with the errors of these classes repaired (default: none): span_error, merged_entity, "
    "split_entity, missing_mention, spurious_mention, missing_entity, spurious_entity, missing_singleton, spurious_singleton, "
    "or all.",
)
@option("--to FORMAT", "Format that --repair writes (default: that of RESPONSE).")
@option(
    "--antecedents",
    "How to choose the antecedent of a link error (default: accessibility).",
    type=Name(["accessibility", "closest"]),
    default="accessibility",
)
@option(
    "--trim LEFT/RIGHT",
    "Words that a span may have in addition at its left and right, comma-separated (default: the/'s).",
)
@plot_option("the costs of the error classes")
@setting_options()
@format_options()
@output_options
@click.pass_context
def command(
    context: click.Context,
    /,
    key: str,
    response: str,
    second: str | None,
    top: int | None,
    by: str | None,
    sections: str | None,
    outcomes: str | None,
    repair: str | None,
    to: str | None,
    trim: str | None,
    plot: str | None,
    kind: str,
    output: str | None,
    *,
    quiet: bool,
    **options: Any,
) -> None:
    """Explain why RESPONSE scores below 100.

    Counts errors by class, repairs them and scores again: the costs of all classes add up to 100 - F1. With a SECOND
    system it shows what SECOND fixes and breaks compared with RESPONSE, with a paired test.
    """
    _refuse(kind, context.params)
    from corefeval.explanation import ENGLISH, Trim, explain  # noqa: PLC0415 - numpy is imported only to work

    features, shown = tuple(listed(by)), tuple(listed(sections, "sections"))
    if features and shown:
        shown = (*shown, "by" if second is None else "mentions")
    options["trim"] = ENGLISH if trim is None else Trim.parse(trim)
    if second is not None:
        from corefeval.explanation.difference import difference  # noqa: PLC0415 - same

        asked = ("fixed", "broken") if kind == "csv" else shown or None
        found = difference(key, response, second, show=asked, by=features, **options)
        write_output(found.render(kind, top=top), output, kind, found.warnings)
        return
    asked = _parts(kind, shown, quiet=quiet, plot=plot, outcomes=outcomes, repair=repair)
    explanation = explain(key, response, show=asked, by=features, **options)
    if repair is not None and output is not None:
        _write_repaired(explanation, repair, output, to or "")
        return
    if plot is not None:
        from corefeval.reports.plot import write_plot  # noqa: PLC0415 - same

        write_plot(explanation, plot)
    if quiet:
        kind, text = NUMBER, _lines_of_costs(explanation)
    elif outcomes is None:
        text = explanation.render(kind, top=top, sections=explanation.sections[: len(shown)])
    else:
        text = explanation.list_outcomes(outcomes, top).render(kind)
    write_output(text, output, kind, explanation.warnings)


def _parts(
    kind: str,
    shown: tuple[str, ...],
    *,
    quiet: bool,
    plot: str | None,
    outcomes: str | None,
    repair: str | None,
) -> tuple[str, ...] | None:
    """Return the sections of explain() that the output needs, those to show first; None for all."""
    if quiet:
        return ("costs",)
    if repair is not None:
        return ()
    needed = shown
    if outcomes is not None:
        needed = ("outcomes",)
    elif kind == "csv":
        needed = ("errors", "uses")
    return (*needed, "costs") if needed and plot is not None else needed or None


def _lines_of_costs(explanation: Explanation) -> str:
    """Return the cost of each class in the first metric, without classes that cost nothing, and the sum."""
    if not explanation.attribution:
        raise click.UsageError("-q shows what errors cost, which none of these metrics can say.")
    costs = next(iter(explanation.attribution.values())).costs
    rows = [(cost.shapley, cost.error_class.title) for cost in costs if cost.count]
    return "\n".join(
        f"{points:.2f} {title}" for points, title in [*rows, (math.fsum(one for one, _ in rows), "all")]
    )


def _write_repaired(explanation: Explanation, classes: str, output: str, to: str) -> None:
    """Write the repaired response, and print its score."""
    from corefeval.text import several  # noqa: PLC0415 - only where asked for

    repair = explanation.repair(classes)
    losses = repair.write(output, to)
    tell([*explanation.warnings, *losses])
    counts = explanation.table.counts()
    told = ", ".join(f"{kind.title} {counts[kind]}" for kind in repair.classes)
    say(f"{several(len(repair.errors), 'error')} repaired ({told})")
    for name, (before, after) in repair.scores.items():
        say(f"{explanation.repaired[name].full_label} F1 {before:.2f} to {after:.2f}")


def _refuse(kind: str, given: Mapping[str, object]) -> None:
    """Refuse options that would have no effect with others."""
    said = {name for name, value in given.items() if value is not None and value is not False}

    def beside(*names: str) -> str:
        return " and ".join(_FLAGS[name] for name in names if name in said)

    form = "-f" if kind != "table" else ""
    if "quiet" in said and (
        others := beside("outcomes", "by", "sections", "top", "repair", "second") or form
    ):
        raise click.UsageError(f"-q, the costs alone, goes without {others}. Leave out one or the other.")
    if "outcomes" in said and (others := beside("by", "sections")):
        raise click.UsageError(f"--list lists mentions; {others} goes without it.")
    if "second" in said and (others := beside("outcomes", "plot", "repair")):
        raise click.UsageError(f"{others} is for one system; leave it or the second one out.")
    if "sections" in said and kind == "csv":
        raise click.UsageError("CSV has a row an error and no sections; --show goes with the other formats.")
    if "repair" not in said and "to" in said:
        raise click.UsageError("--to is the format of what --repair writes; name classes to repair.")
    if "repair" in said:
        if others := beside("outcomes", "by", "sections", "top", "plot") or form:
            raise click.UsageError(f"--repair writes a response and nothing else; {others} goes without it.")
        if "output" not in said:
            raise click.UsageError("--repair writes a response; say where with -o FILE.")


_FLAGS = {
    "outcomes": "--list",
    "by": "--by",
    "sections": "--show",
    "plot": "--plot",
    "repair": "--repair",
    "top": "--top",
    "second": "a second system",
}
"""The options by the names of their parameters."""
