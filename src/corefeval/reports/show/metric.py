"""The list of metrics, one page per metric, and their scores of extreme responses, made from declarations.

Every kind of output and the documentation have the same content. Worked examples are computed, never stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefeval.columns import Column, Rows
from corefeval.examples.worked import STORY, WorkedExample, demonstrate, story, work_out
from corefeval.metrics.base import METRICS, Metric
from corefeval.reports.formula import plain_formula
from corefeval.reports.render import render as render_kind
from corefeval.reports.report import (
    PAGES,
    TERMINAL,
    Formula,
    Paragraph,
    Quotation,
    ReportText,
    Row,
    Section,
    Table,
    Terms,
)
from corefeval.reports.show import declared
from corefeval.text import percent
from corefeval.writing import to_json

NEEDS = {
    "types": "mention types (name, nominal, pronoun …): given in the file, or derived from its tags or words",
    "features": "gender and number in the FEATS column",
    "heads": "heads, or a dependency tree to derive them from",
    "zeros": "empty nodes",
    "split antecedents": "split antecedents, kept with --split-antecedents keep",
    "bridging": "bridging links",
    "non-referring": "expressions marked as non-referring",
    "annotations": "annotations of the mentions",
    "trees": "dependency trees in the key, or --text",
    "text": "the words of the text",
    "gap": "texts of GAP, each with a pronoun and two names",
    "stereotypes": "documents of both kinds, pro- and anti-stereotypical",
}
"""The needs of metrics, in words."""

PARTS = {"recall": "Recall", "precision": "Precision", "f1": "F1"}
DEMONSTRATION = (
    "F1 (or the only score of a metric) of four responses to a short text. Both missing mentions belong to the same "
    "entity: metrics that score them differently use mention types."
)


def render_list(kind: str) -> str:
    """Return all metrics in any kind of output."""
    return declared.render_list([METRICS[name]() for name in METRICS], kind, show, show_list)


def render(metric: Metric, kind: str) -> str:
    """Return one metric's page in any kind of output. JSON contains the worked example too."""
    if kind == "json":
        return to_json({**metric.to_dict(), "example": work_out(metric).to_dict()})
    return declared.render_page(metric, kind, show)


def render_demonstration(kind: str) -> str:
    """Return the scores of extreme responses by each metric, in any kind of output."""
    return render_kind(kind, show_demonstration, _demonstration_rows, demonstrate)


def _demonstration_rows() -> Rows:
    rows: list[dict[str, Any]] = [{"metric": name, **scores} for name, scores in demonstrate().items()]
    return Rows(list(rows[0]), rows, "")


def show_list() -> ReportText:
    """Return all metrics with the questions they answer."""
    rows = []
    for name, metric in ((name, METRICS[name]) for name in METRICS):
        others = f" (also {', '.join(metric.aliases)})" if metric.aliases else ""
        package = f" ({metric().package})" if metric().package else ""
        rows.append(Row.of(name, f"{metric.label}{others}: {metric.summary}{package}"))
    more = "'corefeval metrics NAME' explains one, 'corefeval metrics --demo' compares them."
    columns = (Column("Name", "text", is_unbroken=True), Column("What it asks", "prose"))
    return ReportText((Table(columns, tuple(rows)), Paragraph(more, on=TERMINAL)))


def show(metric: Metric) -> Section:
    """Return one metric's page."""
    return Section(
        f"{metric.label} ({metric.full_name})",
        (
            Paragraph(metric.summary, on=TERMINAL),
            Paragraph(f": {metric.summary}", term=metric.full_name, on=PAGES),
            *_sections(metric),
        ),
        1,
        page_title=metric.label,
    )


def show_demonstration() -> ReportText:
    """Return the scores of extreme responses by each metric."""
    scores = demonstrate()
    rows = (
        Row.of(METRICS[name].label, *(percent(score) for score in found.values()))
        for name, found in scores.items()
    )
    columns = (Column("", "text"), *map(Column, next(iter(scores.values()))))
    return ReportText((Paragraph(DEMONSTRATION), Quotation(tuple(_story())), Table(columns, tuple(rows))))


def _sections(metric: Metric) -> Iterator[Section]:
    """Yield the sections of a metric's page."""
    if metric.formula:
        yield Section(
            "Formula",
            (
                Formula(metric.formula, plain_formula(metric.formula)),
                *map(Paragraph, _swapping(metric)),
                *([Terms(tuple(metric.symbols.items()))] if metric.symbols else []),
            ),
        )
    texts = {"Paper": metric.paper, "Also called": ", ".join(metric.aliases), "Known biases": metric.biases}
    yield from (Section(title, (Paragraph(text),)) for title, text in texts.items() if text)
    if metric.needs:
        needs = (NEEDS.get(need, need) for need in sorted(metric.needs))
        yield Section("Needs", tuple(map(Paragraph, needs)))
    if metric.parameters:
        yield Section("Parameters", (Terms(tuple(_parameter(metric, name) for name in metric.parameters)),))
    if metric.meanings:
        how = f"'corefeval explain -m {metric.full_name}' counts them; --list names every mention."
        yield Section("Outcomes of mentions", (Terms(tuple(metric.meanings.items())), Paragraph(how)))
    yield _example(metric, work_out(metric))


def _swapping(metric: Metric) -> list[str]:
    """State how precision is computed if the formula gives only recall, and whether these parameters change that."""
    if "P =" in metric.formula or not metric.formula.startswith("R ="):
        return []
    if not metric.holds("swaps"):
        return ["With these parameters precision is not recall with key and response swapped."]
    return ["Precision is recall with key and response swapped."]


def _parameter(metric: Metric, name: str) -> tuple[str, str]:
    declared, value = metric.parameters[name], metric.values[name]
    shown = f"{value:g}" if isinstance(value, float) else value
    choices = f" ({', '.join(declared.choices)})" if declared.choices else ""
    return f"{name}={shown}", f"{declared.meaning}{choices}"


def _example(metric: Metric, worked: WorkedExample) -> Section:
    scores = worked.result.scores[metric.full_name]
    counted = dict(_counted(worked.totals))
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
    table = Table((Column("", "text"), Column("", "prose")), tuple(Row.of(*row) for row in rows), on=PAGES)
    return Section("Worked example", (Paragraph(worked.title), Terms(tuple(rows), on=TERMINAL), table))


def _counted(totals: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield the counts: numerators with their denominators. Counts that are zero are skipped."""
    for name, value in totals.items():
        below = totals.get(name.replace("numerator", "denominator"))
        if name.endswith("numerator") and below is not None:
            yield name.removesuffix("_numerator").replace("_", " "), f"{value:.4g} / {below:.4g}"
        elif not name.endswith("denominator") and value:
            yield name.replace("_", " "), f"{value:.4g}"


def _clusters(entities: Sequence[Sequence[str]]) -> str:
    return "  ".join("{" + ", ".join(mentions) + "}" for mentions in entities)


def _story() -> list[str]:
    """Return the sentences of the text of the demonstration."""
    document = next(document for document in story("key").documents if document.name == STORY)
    return [" ".join(words).replace(" .", ".") for words in document.sentences]
