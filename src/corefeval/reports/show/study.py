"""The result of a study: the best metric of each use compared with the baseline, and all metrics by use."""

from __future__ import annotations

from collections.abc import Callable

from corefeval.columns import Column
from corefeval.evaluation.result import Bounds
from corefeval.problems import printed_problems
from corefeval.reports.report import Cell, Note, ReportText, Row, Table
from corefeval.reports.words import scored_as
from corefeval.studies.study import GIVEN, Prediction, Study
from corefeval.text import UNDEFINED, percent, several

CIRCULAR = (
    "Uses and metrics are computed from the same clusters: a high τ means that the metric measures what the use "
    "needs, not that an application improves."
)
NOT_HELD_OUT = "The best metric is chosen and measured on the same documents and systems: its τ is too high."
ON_MADE_ERRORS = "Mixtures are simulated errors in the key, not systems. Real systems may rank differently."


def show(study: Study) -> ReportText:
    """Return the best metric of each use, and a table of all metrics for each set of systems."""
    baseline = study.metrics[study.baseline].full_label
    confidence = f"{100 * study.plan.confidence:g} % bootstrap"
    notes = [
        "τ: Kendall's τ-b over systems, 1 if the metric orders all systems as the use does.",
        "Decisions: % of pairs of systems that the metric orders as the use does.",
        f"d[ ], s[ ]: {confidence} intervals over documents and over systems. Better, worse: both intervals of the difference exclude 0.",
    ]
    if study.fits:
        notes.append(
            "Gain: wrong decisions fewer with weights chosen on the other systems, in points. Systems share the others they are "
            "compared with, so its interval is too narrow."
        )
    notes += [CIRCULAR] if study.is_held_out else [NOT_HELD_OUT]
    notes += [ON_MADE_ERRORS] if study.recipes else []
    return ReportText(
        (
            _best(study),
            _compared(study, baseline),
            *([_fits(study)] if study.fits else []),
            *(_grid(study, group) for group in study.groups),
            *map(Note, notes),
        ),
        (_documents(study), _systems(study), scored_as([study.result])),
        tuple(printed_problems(study.warnings)),
        study.signature,
    )


def coefficient(value: float | None, *, signed: bool = False) -> str:
    """Return a coefficient between -1 and 1 with two decimals and without a leading zero.

    Examples:
        >>> coefficient(0.754), coefficient(-0.2), coefficient(1.0), coefficient(-0.001, signed=True)
        ('.75', '-.20', '1.00', '+.00')
    """
    if value is None:
        return UNDEFINED
    rounded = round(value, 2) + 0.0  # avoids a negative zero
    text = f"{rounded:+.2f}" if signed else f"{rounded:.2f}"
    return text.replace("0.", ".", 1) if abs(rounded) < 1 else text


def use_label(use: str) -> str:
    """Return the name of a use for the head of a table: `facts` for use.facts. The name of a task is unchanged.

    Examples:
        >>> use_label("use.facts-names"), use_label("F1 of QA")
        ('facts-names', 'F1 of QA')
    """
    return use.removeprefix("use.")


def _intervals(documents: Bounds | None, systems: Bounds | None, *, signed: bool = False) -> str:
    """Return the intervals over documents and over systems: d[.57,.65] s[.38,.85]."""
    found = []
    for letter, bounds in (("d", documents), ("s", systems)):
        if bounds is not None:
            low, high = (coefficient(each, signed=signed) for each in bounds)
            found.append(f"{letter}[{low},{high}]")
    return " ".join(found)


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


def _best(study: Study) -> Table:
    """Return the table of the best metric of each use: τ, its intervals, and the share of decisions."""

    def cell(best: Prediction) -> Cell:
        decisions = f" ({_share(best.decisions)} %)" if best.decisions is not None else ""
        return Cell(f"{coefficient(best.tau)}{decisions}", _intervals(best.tau_documents, best.tau_systems))

    return _table(study, "The metric that predicts each use best: τ (decisions)", cell)


def _compared(study: Study, baseline: str) -> Table:
    """Return the table of the difference between the best metric of each use and the baseline, with intervals."""

    def cell(best: Prediction) -> Cell:
        if best.metric == study.baseline:
            return Cell("the same")
        bounds = _intervals(best.difference_documents, best.difference_systems, signed=True)
        return Cell(f"{coefficient(best.difference, signed=True)} {best.verdict}".rstrip(), bounds)

    return _table(study, f"How much better than {baseline}: difference in τ", cell)


def _table(study: Study, title: str, cell: Callable[[Prediction], Cell]) -> Table:
    """Return a table with one row per use and one column per set of systems. `cell` formats the best metric."""
    rows = []
    for use, metric in study.chosen.items():
        label = UNDEFINED if metric is None else study.metrics[metric].full_label
        cells = (
            Cell(UNDEFINED) if metric is None else cell(study[group, use, metric]) for group in study.groups
        )
        rows.append(Row((Cell(use_label(use)), Cell(label), *cells)))
    heads = (Column("Use", "text", is_unbroken=True), Column("Best metric", "text"))
    return Table((*heads, *map(Column, study.groups)), tuple(rows), title, is_headed=True, is_stacked=True)


def _fits(study: Study) -> Table:
    """Return the table of fitted weights: wrong decisions with default and fitted weights, and the difference."""
    rows = []
    for one in study.fits:
        bounds = (
            ""
            if one.gain_systems is None
            else "s[{:+.1f},{:+.1f}]".format(*(100 * end for end in one.gain_systems))
        )
        rows.append(
            Row(
                (
                    Cell(use_label(one.use)),
                    Cell(one.systems),
                    Cell(one.metric),
                    Cell(percent(one.default_error, 1)),
                    Cell(percent(one.fitted_error, 1)),
                    Cell(f"{100 * one.gain:+.1f} {one.verdict}".rstrip(), bounds),
                )
            )
        )
    texts = (Column(head, "text") for head in ("Use", "Systems", "Fitted weights"))
    figures = map(Column, ("Default: wrong", "Fitted: wrong", "Gain"))
    title = f"Weights of {study.plan.fit}: % of wrong decisions about a held-out system"
    return Table((*texts, *figures), tuple(rows), title, is_headed=True, is_stacked=True)


def _grid(study: Study, group: str) -> Table:
    """Return τ of every metric with every use on a set of systems. The highest τ of each use is marked."""
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
