"""Compared systems: their scores, their differences, and the leader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

from corefeval.columns import MEDIA, Column, metric_columns
from corefeval.comparison.compare import UNITS
from corefeval.comparison.comparison import Comparison, Lead, PairedTest, comparable
from corefeval.comparison.ranking import Ranking
from corefeval.comparison.stability import Stability
from corefeval.evaluation.result import PARTS
from corefeval.reports.report import Cell, Note, ReportText, Row, Table
from corefeval.reports.show.by_preset import stability_notes
from corefeval.reports.show.paper import LATEX, paper_table
from corefeval.reports.words import (
    bounds_in_brackets,
    chance,
    intervals_in_words,
    scored_as,
    scored_units,
    undefined_notes,
)
from corefeval.text import UNDEFINED, percent, several

STARS = ((0.001, "***"), (0.01, "**"))
"""The marks of significant differences with an adjusted p below these limits; other significant ones have one star."""


DIFFERENCES = "Differences, with p and (corrected p)"


def show(comparison: Comparison) -> ReportText:
    """Return the scores of the systems and, if they were tested, their differences. LaTeX has only the scores."""
    tables = [systems_table(comparison), latex_table(comparison)]
    if comparison.datasets:
        tables.append(_datasets_table(comparison))
    if comparison.tests and comparison.resampling.resamples:
        tables.append(_differences_table(comparison))
    notes = (*_undefined(comparison), *_notes(comparison))
    is_f1 = all(comparison.headline(metric) == "f1" for metric in comparison.metrics)
    shown = "F1" if is_f1 else "F1, or the single score of the metric"
    heading = f"{_documents(comparison)} · {shown}", scored_as(comparison.every_result)
    return ReportText.of(comparison, (*tables, *map(Note, notes)), *heading)


_table = partial(Table.of, is_stacked=True, is_divisible=True)


def systems_table(comparison: Comparison) -> Table:
    """Return the scores of the systems, with their ranks if there are several."""
    rank = Column("Rank", of=partial(rank_cell, comparison.ranks), is_unbroken=True)
    columns = (
        Column("System", "text", of=str, is_obvious=True),
        *([rank] if len(comparison.systems) > 1 else []),
        *metric_columns(comparison.metrics, partial(_score_cell, comparison), is_unbroken=True),
    )
    return _table(columns, comparison.systems, on=MEDIA - LATEX)


def _differences_table(comparison: Comparison) -> Table:
    """Return the differences of systems, with the results of their tests."""
    tests = {(test.system, test.against, test.metric): test for test in comparison.tests}
    columns = (
        Column(DIFFERENCES, "text", of=" − ".join, is_obvious=True),
        *metric_columns(
            comparison.metrics, lambda pair, metric: _difference_cell(tests[*pair, metric]), is_unbroken=True
        ),
    )
    pairs = dict.fromkeys((test.system, test.against) for test in comparison.tests)
    return _table(columns, pairs, DIFFERENCES, on=MEDIA - LATEX)


def latex_table(comparison: Comparison) -> Table:
    """Return the scores as papers print them, with the intervals of the ranking metric only."""
    main = comparison.ranks.metric

    def cell(system: str, metric: str, part: str) -> Cell:
        if part != comparison.headline(metric):
            return Cell(percent(comparison.scores[system][metric].get(part)))
        found = _score_cell(comparison, system, metric)
        return found if metric == main else found._replace(bounds="")

    how = comparison.resampling
    notes = []
    if how.resamples and comparison.tests:
        marks = any(
            _mark(comparison, system, name) for system in comparison.systems for name in comparison.metrics
        )
        none = f"No difference from {comparison.baseline} is significant (corrected p ≥ {_limit(comparison)})"
        notes.append(_legend(comparison) if marks else none)
    if any(comparison.intervals.values()):
        notes.append(f"In brackets: {intervals_in_words(how, comparison.settings)}")
    return paper_table(
        comparison.metrics,
        {system: comparison.scores[system] for system in comparison.systems},
        cell,
        f"Scores of {several(len(comparison.systems), 'system')} on {_documents(comparison)}",
        [*notes, *_undefined(comparison)],
    )


def _datasets_table(comparison: Comparison) -> Table:
    """Return the ranking score of each system on each dataset. The rows are systems or datasets, whichever are more."""
    metric, part = comparison.ranks.metric, comparison.ranks.part
    mean = f"mean of {len(comparison.datasets)}"
    rows: dict[str, list[Cell]] = {}
    for name in comparison.datasets:
        found = [comparison.results[system][name] for system in comparison.systems]
        bases = [{name} if result.is_measured(metric, part) else set() for result in found]
        scores = [Cell(percent(result.scores.get(metric, {}).get(part))) for result in found]
        rows[name] = best_marked(scores, bases)
    rows[mean] = [_score_cell(comparison, system, metric)._replace(mark="") for system in comparison.systems]
    head = "Dataset"
    columns: Sequence[str] = comparison.systems
    if len(comparison.datasets) <= len(comparison.systems):
        head, columns = "System", [mean, *comparison.datasets]
        rows = {
            system: [rows[name][place] for name in columns] for place, system in enumerate(comparison.systems)
        }
    return Table(
        (Column(head, "text"), *(Column(name, is_unbroken=True) for name in columns)),
        tuple(Row.of(name, *cells, is_ruled=name == mean) for name, cells in rows.items()),
        f"{comparison.metrics[metric].full_label} {PARTS.get(part, part)} by dataset",
        is_headed=True,
        is_stacked=True,
        is_divisible=True,
    )


def rank_cell(ranks: Ranking, system: str) -> Cell:
    """Return a rank, with the ranks that the tests do not exclude and the letters of its groups."""
    standing = ranks[system]
    if standing.rank is None:
        return Cell(UNDEFINED)
    letters = "".join(map(_letter, standing.groups)) if len(ranks.standings) > 2 else ""
    bounds = "" if standing.best is None else f"[{standing.best}, {standing.worst}]"
    return Cell(str(standing.rank), bounds, letters)


def best_marked(cells: Sequence[Cell], bases: Sequence[Collection[str]]) -> list[Cell]:
    """Mark the best cells. Every table with a best score calls this function.

    Scores that are printed the same are equally good. A single score is not the best, and neither is 0 if no score is
    above it. A score that was not measured on all the data of the others is not compared with them.

    Args:
        cells: the scores as they are printed.
        bases: the data on which each score was measured; empty for 0/0, even if a number is printed.
    """
    figures = [
        float(cell.text) if is_comparable and cell.text != UNDEFINED else None
        for cell, is_comparable in zip(cells, comparable(bases), strict=True)
    ]
    known = [figure for figure in figures if figure is not None]
    best = max(known) if len(known) > 1 and any(known) else None
    return [
        cell._replace(is_best=figure is not None and figure == best)
        for cell, figure in zip(cells, figures, strict=True)
    ]


def _score_cell(comparison: Comparison, system: str, metric: str) -> Cell:
    part = comparison.headline(metric)
    every = best_marked(
        [Cell(percent(comparison.scores[other][metric][part])) for other in comparison.systems],
        [comparison.measured_on(other, metric) for other in comparison.systems],
    )
    bounds = comparison.intervals.get(system, {}).get(metric, {}).get(part)
    return every[comparison.systems.index(system)]._replace(
        bounds=bounds_in_brackets(bounds),
        mark=_mark(comparison, system, metric),
    )


def _mark(comparison: Comparison, system: str, metric: str) -> str:
    """Return the letters of a system's groups, or the stars for its difference from the baseline."""
    if _has_letters(comparison):
        groups = comparison.groups(metric)
        return "".join(_letter(number) for number, group in enumerate(groups) if system in group)
    own = (test for test in comparison.tests if (test.system, test.metric) == (system, metric))
    return next(map(stars, own), "")


def _has_letters(comparison: Comparison) -> bool:
    return comparison.resampling.pairs == "all" and len(comparison.systems) > 2


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"({number + 1})"


def stars(test: PairedTest) -> str:
    """Return the mark of a test: none, or one to three stars."""
    if not test.is_significant or test.p_adjusted is None:
        return ""
    return next((mark for limit, mark in STARS if test.p_adjusted < limit), "*")


def _difference_cell(test: PairedTest) -> Cell:
    if test.difference is None or test.p is None or test.p_adjusted is None:
        return Cell(UNDEFINED)
    return Cell(f"{100 * test.difference:+.2f}", f"{chance(test.p)} ({chance(test.p_adjusted)})", stars(test))


def _documents(comparison: Comparison) -> str:
    documents = scored_units(comparison.documents, comparison.settings)
    if comparison.datasets:
        documents += f" of {several(len(comparison.datasets), 'dataset')}; scores are the means over datasets"
    return documents


def _undefined(comparison: Comparison) -> Iterable[str]:
    return dict.fromkeys(note for result in comparison.every_result for note in undefined_notes(result))


def _notes(comparison: Comparison) -> list[str]:
    how = comparison.resampling
    if not how.resamples:
        return _lead_notes(comparison)
    notes = [intervals_in_words(how, comparison.settings)]
    if comparison.tests:
        count = len(comparison.tests)
        over = f"corrected for {count} tests (Holm)" if count > 1 else "one test"
        notes.append(f"{test_in_words(comparison)}, {over}")
        notes.append(_legend(comparison))
        notes.append(_rank_note(comparison))
    return notes + _lead_notes(comparison)


def _rank_note(comparison: Comparison) -> str:
    """State the ranking metric. If no test can be significant, say so and why."""
    ranks, systems = comparison.ranks, len(comparison.systems)
    tests = systems * (systems - 1) // 2
    label = f"{comparison.metrics[ranks.metric].full_label} {PARTS.get(ranks.part, ranks.part)}"
    letters = "; systems that share its letter do not differ significantly" if systems > 2 else ""
    smallest = comparison.smallest_p
    holm = min(smallest * tests, 1.0)
    if holm >= comparison.resampling.limit:
        corrected = f", corrected for {tests} tests {chance(holm)}" if tests > 1 else ""
        one = comparison.resampling.resample
        units = several(comparison.units, UNITS[one], one)
        of = units if comparison.is_exact else f"{comparison.resampling.resamples:,} swaps"
        return (
            f"Rank by {label}; no difference is significant: with {of} p "
            f"cannot be below {chance(smallest)}{corrected}"
        )
    return (
        f"Rank by {label}, in brackets the ranks that the tests leave open (all pairs, corrected p < "
        f"{_limit(comparison)}){letters}"
    )


def test_in_words(comparison: Comparison) -> str:
    """Return a phrase that says how p was computed."""
    how = comparison.resampling
    ways = "all swaps" if comparison.is_exact else f"{how.resamples:,} swaps, seed {how.seed}"
    return f"p: paired approximate randomisation ({ways}), two-sided"


def _limit(comparison: Comparison) -> str:
    return f"{comparison.resampling.limit:.3g}".removeprefix("0")


def _legend(comparison: Comparison) -> str:
    limit = _limit(comparison)
    if _has_letters(comparison):
        return f"Systems that share a letter do not differ significantly (corrected p ≥ {limit})"
    marks = [
        f"* p < {limit}",
        *(f"{mark} p < {f'{bound:g}'.removeprefix('0')}" for bound, mark in STARS[::-1]),
    ]
    return f"{', '.join(marks)} against {comparison.baseline}, corrected"


def _lead_notes(comparison: Comparison) -> list[str]:
    """State which system leads in which metrics, and whether the lead is significant."""
    if len(comparison.systems) < 2:
        return []
    by_system = comparison.leaders
    lines = [
        f"{system} leads in {_listed(comparison, leads)}{_how_real(comparison, leads)}"
        for system, leads in by_system.items()
    ]
    if len(by_system) > 1 and len(comparison.systems) == 2:
        lines.insert(0, "The ranking depends on the metric:")
    return [*lines, *metric_stability(comparison)]


def metric_stability(comparison: Comparison) -> Iterator[str]:
    """Yield notes on how the ranking of three or more systems depends on the metric."""
    if len(comparison.systems) > 2 and len(comparison.metrics) > 1:
        labels = {name: metric.full_label for name, metric in comparison.metrics.items()}
        scores = comparison.stability.scores
        yield from stability_notes(Stability({labels[name]: own for name, own in scores.items()}), "metric")


def _how_real(comparison: Comparison, leads: Sequence[Lead]) -> str:
    if not comparison.resampling.resamples:
        return ""
    real = [lead for lead in leads if lead.is_real]
    if len(real) == len(leads):
        return f", {significantly_better(comparison, ' in each' if len(leads) > 1 else '')}"
    if not real:
        return f", but not {significantly_better(comparison)}"
    return f", {significantly_better(comparison, f' in {_listed(comparison, real)} only')}"


def significantly_better(comparison: Comparison, where: str = "") -> str:
    """Return a phrase for a significant lead. `where` names the metrics in which it is significant."""
    others = "all others" if len(comparison.systems) > 2 else "the other"
    limit = _limit(comparison)
    holm = ", Holm" if len(comparison.metrics) > 1 else ""
    return f"significantly better than {others}{where} (p < {limit}{holm})"


def _listed(comparison: Comparison, leads: Sequence[Lead]) -> str:
    return ", ".join(comparison.metrics[lead.metric].label for lead in leads)
