"""The result of a study: the best metric of each use compared with the baseline, and all metrics by use."""

from __future__ import annotations

from collections.abc import Callable

from corefeval.columns import Column, columns_for
from corefeval.evaluation.result import Bounds
from corefeval.reports.report import Cell, Note, ReportText, Table
from corefeval.reports.words import scored_as
from corefeval.studies.fitting import Fit
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
    return ReportText.of(
        study,
        (
            _best(study),
            _compared(study, baseline),
            *([_fits(study)] if study.fits else []),
            *(_grid(study, group) for group in study.groups),
            *map(Note, notes),
        ),
        _documents(study),
        _systems(study),
        scored_as([study.result]),
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
        decisions = f" ({100 * best.decisions:.0f} %)" if best.decisions is not None else ""
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

    def in_group(use: str, group: str) -> Cell:
        metric = study.chosen[use]
        return Cell(UNDEFINED) if metric is None else cell(study[group, use, metric])

    def label(use: str) -> str:
        metric = study.chosen[use]
        return UNDEFINED if metric is None else study.metrics[metric].full_label

    columns = (
        Column("Use", "text", of=use_label, is_unbroken=True),
        Column("Best metric", "text", of=label),
        *columns_for(study.groups, str, in_group),
    )
    return Table.of(columns, study.chosen, title, is_headed=True, is_stacked=True)


def _fits(study: Study) -> Table:
    """Return the table of fitted weights: wrong decisions with default and fitted weights, and the difference."""

    def gain(one: Fit) -> Cell:
        bounds = one.gain_systems and "s[{:+.1f},{:+.1f}]".format(*(100 * end for end in one.gain_systems))
        return Cell(f"{100 * one.gain:+.1f} {one.verdict}".rstrip(), bounds or "")

    columns = (
        Column("Use", "text", of=lambda one: use_label(one.use)),
        Column("Systems", "text", "systems"),
        Column("Fitted weights", "text", "metric"),
        Column("Default: wrong", of=lambda one: percent(one.default_error, 1)),
        Column("Fitted: wrong", of=lambda one: percent(one.fitted_error, 1)),
        Column("Gain", of=gain),
    )
    title = f"Weights of {study.plan.fit}: % of wrong decisions about a held-out system"
    return Table.of(columns, study.fits, title, is_headed=True, is_stacked=True)


def _grid(study: Study, group: str) -> Table:
    """Return τ of every metric with every use on a set of systems. The highest τ of each use is marked."""
    taus = {use: {metric: study[group, use, metric].tau for metric in study.metrics} for use in study.uses}
    highest = {
        use: max((each for each in own.values() if each is not None), default=None)
        for use, own in taus.items()
    }

    def tau(metric: str, use: str) -> Cell:
        found = taus[use][metric]
        return Cell(coefficient(found), is_best=found is not None and found == highest[use])

    mean = Column("Mean", of=lambda metric: coefficient(study.mean(group, metric)))
    columns = (
        Column("Metric", "text", of=lambda metric: study.metrics[metric].full_label),
        *columns_for(study.uses, use_label, tau),
        *([mean] if len(study.uses) > 1 else []),
    )
    return Table.of(columns, study.metrics, f"τ on {group}", is_headed=True, is_divisible=True)
