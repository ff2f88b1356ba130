"""The metrics explained from their declarations: a list, a page for each, and what they say of extreme responses.

The terminal, the JSON and the documentation show the same; worked examples are computed, never written down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from corefeval.examples.worked import STORY, WorkedExample, demonstrate, story, work_out
from corefeval.metrics.base import METRICS, Metric
from corefeval.reports import pages
from corefeval.reports.formula import plain_formula
from corefeval.reports.pages import Section
from corefeval.reports.terminal import print_renderables
from corefeval.text import percent

if TYPE_CHECKING:
    from rich.table import Table

NEEDS = {
    "types": "mention types (name, nominal, pronoun …): given in the file, or derived from its tags or words",
    "features": "gender and number in the FEATS column",
    "heads": "heads, or a dependency tree to find them in",
    "zeros": "empty nodes",
    "split antecedents": "split antecedents, kept with --split-antecedents keep",
    "bridging": "bridging links",
    "non-referring": "expressions marked as referring to nothing",
    "annotations": "annotations of the mentions",
}
"""What a metric may need of the files, in words."""

PARTS = {"recall": "Recall", "precision": "Precision", "f1": "F1"}
DEMONSTRATION = (
    "F1 (or the one number a metric has) of four responses to a text of a few lines. Both misses are of the same "
    "entity: metrics that tell them apart know what a mention is."
)


def metric_to_dict(metric: Metric, *, example: bool = True) -> dict[str, Any]:
    """Return a metric's page as plain data."""
    plain: dict[str, Any] = {
        "name": metric.name,
        "label": metric.label,
        "other_names": list(metric.aliases),
        "question": metric.summary,
        "paper": metric.paper,
        "formula": metric.formula,
        "known_biases": metric.biases,
        "identity_is_one": metric.holds("identity_is_one"),
        "recall_and_precision_swap": metric.holds("swaps"),
        "needs": sorted(metric.needs),
        "parameters": {
            name: {
                "value": metric.values[name],
                "default": parameter.default,
                "choices": list(parameter.choices),
                "meaning": parameter.meaning,
            }
            for name, parameter in metric.parameters.items()
        },
    }
    if example:
        worked = work_out(metric)
        plain["example"] = {
            "text": worked.title,
            "key": worked.key,
            "response": worked.response,
            "scores": worked.result.scores[metric.full_name],
            "counts": _totals(metric, worked),
        }
    return plain


def render_list() -> str:
    """Return all metrics with the questions they answer, for the terminal."""
    table = _table("Name", "What it asks")
    for name in METRICS:
        others = f" (also {', '.join(METRICS[name].aliases)})" if METRICS[name].aliases else ""
        table.add_row(name, f"{METRICS[name].label}{others}: {METRICS[name].summary}")
    table.columns[0].no_wrap = True
    more = "'corefeval metrics NAME' explains one, 'corefeval metrics --demo' compares them."
    return print_renderables([table, more])


def render_page(metric: Metric) -> str:
    """Return one metric's page for the terminal."""
    return pages.render_page(f"{metric.label} ({metric.full_name})", metric.summary, _sections(metric))


def render_page_markdown(metric: Metric) -> str:
    """Return one metric's page for the documentation."""
    return pages.render_page_markdown(
        metric.label, f"`{metric.full_name}`: {metric.summary}", _sections(metric)
    )


def demonstration_to_dict() -> dict[str, dict[str, float | None]]:
    """Return the demonstration as plain data: metric, response, score."""
    return demonstrate()


def render_demonstration() -> str:
    """Return what each metric says of extreme responses, for the terminal."""
    rows = demonstrate()
    table = _table("", *next(iter(rows.values())))
    for column in table.columns[1:]:
        column.justify = "right"
    for name, scores in rows.items():
        table.add_row(METRICS[name].label, *(percent(score) for score in scores.values()))
    return print_renderables([DEMONSTRATION, "", *(f"  {line}" for line in _story()), table])


def render_demonstration_markdown() -> str:
    """Return the same for the documentation."""
    rows = demonstrate()
    titles = list(next(iter(rows.values())))
    lines = [f"| | {' | '.join(titles)} |", "|---" + "|---:" * len(titles) + "|"]
    for name, scores in rows.items():
        lines.append(f"| {METRICS[name].label} | {' | '.join(percent(score) for score in scores.values())} |")
    quoted = "\n".join(f"> {line}" for line in _story())
    return f"{DEMONSTRATION}\n\n{quoted}\n\n" + "\n".join(lines) + "\n"


def _sections(metric: Metric) -> Iterator[Section]:
    """Yield what a page says."""
    if metric.formula:
        formula = [*plain_formula(metric.formula).split("\n"), *_swapping(metric)]
        yield Section("Formula", formula, "\n\n".join([f"$$\n{metric.formula}\n$$", *_swapping(metric)]))
    if metric.paper:
        yield Section("Paper", [metric.paper])
    if metric.aliases:
        yield Section("Also called", [", ".join(metric.aliases)])
    if metric.biases:
        yield Section("Known biases", [metric.biases])
    if metric.needs:
        yield Section("Needs", [NEEDS.get(need, need) for need in sorted(metric.needs)])
    if metric.parameters:
        yield Section("Parameters", [_parameter(metric, name) for name in metric.parameters])
    yield _example(metric, work_out(metric))


def _swapping(metric: Metric) -> list[str]:
    """Say how precision comes about where the formula gives recall alone."""
    if "P =" in metric.formula or not metric.formula.startswith("R ="):
        return []
    return ["Precision is the same with key and response exchanged."]


def _parameter(metric: Metric, name: str) -> tuple[str, str]:
    declared, value = metric.parameters[name], metric.values[name]
    shown = f"{value:g}" if isinstance(value, float) else value
    choices = f" ({', '.join(declared.choices)})" if declared.choices else ""
    return f"{name}={shown}", f"{declared.meaning}{choices}"


def _example(metric: Metric, worked: WorkedExample) -> Section:
    scores = worked.result.scores[metric.full_name]
    counted = dict(_counted(_totals(metric, worked)))
    shares = {part: f"{counted.pop(part)} = " for part in scores if part in counted}
    rows = [
        ("Key", _clusters(worked.key)),
        ("Response", _clusters(worked.response)),
        *worked.relations,
        *counted.items(),
        *(
            (PARTS.get(part, part.replace("_", " ")), shares.get(part, "") + percent(value))
            for part, value in scores.items()
        ),
    ]
    table = "\n".join(f"| {term} | {text} |" for term, text in rows)
    return Section("Worked example", [worked.title, *rows], f"{worked.title}\n\n| | |\n|---|---|\n{table}")


def _counted(totals: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield the counts, numerators over their denominators; what nothing was counted of is left out."""
    for name, value in totals.items():
        below = totals.get(name.replace("numerator", "denominator"))
        if name.endswith("numerator") and below is not None:
            yield name.removesuffix("_numerator").replace("_", " "), f"{value:.4g} / {below:.4g}"
        elif not name.endswith("denominator") and value:
            yield name.replace("_", " "), f"{value:.4g}"


def _totals(metric: Metric, worked: WorkedExample) -> dict[str, float]:
    return {name: float(value) for name, value in worked.result.counts[metric.full_name].totals().items()}


def _clusters(entities: Sequence[Sequence[str]]) -> str:
    return "  ".join("{" + ", ".join(mentions) + "}" for mentions in entities)


def _story() -> list[str]:
    """Return the sentences of the demonstration's text."""
    document = next(document for document in story("key").documents if document.name == STORY)
    return [" ".join(words).replace(" .", ".") for words in document.sentences]


def _table(*heads: str) -> Table:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head)
    return table
