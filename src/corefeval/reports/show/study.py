"""Which metric predicts which use: the best metric of each use against the baseline, and all metrics by uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corefeval.columns import Column
from corefeval.evaluation.result import Bounds
from corefeval.problems import told
from corefeval.reports.document import Cell, Document, Note, Row, Table
from corefeval.reports.words import scored_as
from corefeval.studies.study import GIVEN, Prediction, Study
from corefeval.text import UNDEFINED, several

CIRCULAR = (
    "Uses and metrics are computed from the same clusters: a high τ says that a metric measures what the use needs, "
    "not that an application gains."
)
NOT_HELD_OUT = "The best metric is chosen and measured on the same documents and systems: its τ is too high."
ON_MADE_ERRORS = "Mixtures are simulated errors in the key, not systems. Real systems may rank otherwise."


def show(study: Study) -> Document:
    """Return the best metric of each use, and a table of all metrics for each set of systems."""
    baseline = study.metrics[study.baseline].full_label
    confidence = f"{100 * study.plan.confidence:g} % bootstrap"
    notes = [
        "τ: Kendall's τ-b over systems, 1 if the metric orders all systems as the use does.",
        "Decisions: % of pairs of systems that the metric orders as the use does.",
        f"Intervals: {confidence}, percentiles. Better or worse if both intervals of the difference exclude 0.",
    ]
    notes += [CIRCULAR] if study.is_held_out else [NOT_HELD_OUT]
    notes += [ON_MADE_ERRORS] if study.recipes else []
    return Document(
        (
            _best(study, baseline),
            _compared(study, baseline),
            *(_grid(study, group) for group in study.groups),
            *map(Note, notes),
        ),
        (_documents(study), _systems(study), scored_as([study.result])),
        tuple(told(study.warnings)),
        study.signature,
    )


def coefficient(value: float | None, *, signed: bool = False) -> str:
    """Return a coefficient between -1 and 1 with two decimals and without the zero before them.

    Examples:
        >>> coefficient(0.754), coefficient(-0.2), coefficient(1.0), coefficient(0.13, signed=True)
        ('.75', '-.20', '1.00', '+.13')
    """
    if value is None:
        return UNDEFINED
    text = f"{value:+.2f}" if signed else f"{value:.2f}"
    return text.replace("0.", ".", 1) if abs(value) < 0.995 else text


def use_label(use: str) -> str:
    """Return the name of a use as tables head it: facts for use.facts; the name of a task is its own.

    Examples:
        >>> use_label("use.facts-names"), use_label("F1 of QA")
        ('facts-names', 'F1 of QA')
    """
    return use.removeprefix("use.")


def _interval(bounds: Bounds | None, *, signed: bool = False) -> str:
    if bounds is None:
        return UNDEFINED
    low, high = (coefficient(each, signed=signed) for each in bounds)
    return f"[{low}, {high}]"


def _documents(study: Study) -> str:
    documents = several(len(study.measured_on), "document")
    if study.is_held_out:
        return f"{documents} held out; metrics chosen on {several(len(study.chosen_on), 'other')}"
    return documents


def _systems(study: Study) -> str:
    sets = (
        f"{len(systems)} {name}" if name == GIVEN else f"{len(systems)} of {name}"
        for name, systems in study.groups.items()
    )
    chosen = f"; metrics chosen on {next(iter(study.groups))}" if len(study.groups) > 1 else ""
    return f"Systems: {', '.join(sets)}{chosen}"


def _best(study: Study, baseline: str) -> Table:
    """Return the table of the best metric of each use: τ, its intervals, and decisions next to those of the baseline."""

    def cells(best: Prediction, base: Prediction) -> list[str]:
        return [
            study.metrics[best.metric].full_label,
            coefficient(best.tau),
            _interval(best.tau_documents),
            _interval(best.tau_systems),
            _share(best.decisions),
            _share(base.decisions),
        ]

    heads = ("τ", "Over documents", "Over systems", "Decisions", f"By {baseline}")
    columns = (Column("Best metric", "text"), *(Column(head, is_unbroken=True) for head in heads))
    return _table(study, "The metric that predicts each use best", columns, cells)


def _compared(study: Study, baseline: str) -> Table:
    """Return the table of the best metric of each use less the baseline, with intervals of the difference."""

    def cells(best: Prediction, base: Prediction) -> list[str]:
        if best.metric == base.metric:
            return [coefficient(base.tau), "", "", "", "the same"]
        return [
            coefficient(base.tau),
            coefficient(best.difference, signed=True),
            _interval(best.difference_documents, signed=True),
            _interval(best.difference_systems, signed=True),
            best.verdict or "open",
        ]

    heads = (f"{baseline} τ", "Difference", "Over documents", "Over systems")
    columns = (*(Column(head, is_unbroken=True) for head in heads), Column("Best metric is", "text"))
    return _table(study, f"The best metric compared with {baseline}", columns, cells)


def _table(
    study: Study,
    title: str,
    columns: Sequence[Column],
    cells: Callable[[Prediction, Prediction], Sequence[str]],
) -> Table:
    """Return a table with a row for each use and set of systems; `cells` takes the best metric and the baseline."""
    rows = []
    for use, metric in study.chosen.items():
        for place, group in enumerate(study.groups):
            own = (
                [UNDEFINED] * len(columns)
                if metric is None
                else cells(study[group, use, metric], study[group, use, study.baseline])
            )
            rows.append(Row.of("" if place else use_label(use), group, *own))
    heads = (Column("Use", "text", is_unbroken=True), Column("Systems", "text"))
    return Table((*heads, *columns), tuple(rows), title, is_headed=True)


def _grid(study: Study, group: str) -> Table:
    """Return τ of every metric with every use on a set of systems, the highest of each use marked."""
    by_use = {use: [study[group, use, metric].tau for metric in study.metrics] for use in study.uses}
    highest = {
        use: max((each for each in taus if each is not None), default=None) for use, taus in by_use.items()
    }
    rows = []
    for place, (metric, declared) in enumerate(study.metrics.items()):
        cells = [
            Cell(coefficient(taus[place]), is_best=taus[place] is not None and taus[place] == highest[use])
            for use, taus in by_use.items()
        ]
        mean = [Cell(coefficient(study.mean(group, metric)))] if len(study.uses) > 1 else []
        rows.append(Row((Cell(declared.full_label), *cells, *mean)))
    heads = [Column(use_label(use)) for use in study.uses]
    columns = (Column("Metric", "text"), *heads, *([Column("Mean")] if len(study.uses) > 1 else []))
    return Table(columns, tuple(rows), f"τ on {group}", is_headed=True, is_divisible=True)


def _share(value: float | None) -> str:
    return UNDEFINED if value is None else f"{100 * value:.0f}"
