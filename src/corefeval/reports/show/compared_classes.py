"""Systems compared class by class: a table for each feature and metric, systems side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from corefeval.breakdown.compared import ComparedByClass, ComparedClasses
from corefeval.choices import EVERY_TABLE
from corefeval.columns import Column
from corefeval.comparison.comparison import Comparison, PairedTest, headline
from corefeval.evaluation.result import PARTS
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.outcomes import CodeMetric
from corefeval.reports.report import Cell, Note, ReportText, Row, Table
from corefeval.reports.show.breakdown import different_classes
from corefeval.reports.show.comparison import best_marked, stars
from corefeval.reports.show.comparison import show as show_comparison
from corefeval.reports.words import chance
from corefeval.text import percent


def show(found: ComparedByClass, *, tables: str = EVERY_TABLE) -> ReportText:
    """Return the comparison and its tables by class, or only the tables of a paper (averages, classes and codes).

    Stars mark a significant difference from the baseline, with Holm's correction over all classes of a feature.
    """
    whole = show_comparison(found.comparison)
    breakdowns = found.breakdowns
    pieces: list[Table | Note] = []
    if tables != EVERY_TABLE:
        metrics = found.comparison.metrics
        having = [name for name, metric in metrics.items() if tables in metric.tables]
        first = (having or list(metrics))[0]
        pieces.append(_averages(found.comparison, first))
        breakdowns = tuple(each for each in breakdowns if each.metric == first)
    for each in breakdowns:
        if tables != EVERY_TABLE and each.feature == "code":
            pieces += _tables_of_codes(found.comparison, each)
        else:
            pieces.append(_table(found.comparison, each))
    notes = [
        Note(f"{found.comparison.metrics[name].label} has no breakdown: {why}")
        for name, why in found.left_out.items()
    ]
    tests = max((sum(map(len, each.tests.values())) for each in breakdowns), default=0)
    comparison = found.comparison
    if tests and comparison.resampling.resamples:
        whom = f"against {comparison.baseline}" if _against_baseline(comparison) else "in the data"
        holm = f"corrected for all classes of a feature (Holm, up to {tests} tests)"
        notes.append(Note(f"By class: p {whom}, {holm}; * is significant"))
    if tables != EVERY_TABLE:
        notes += map(Note, _averaged_over(found, first))
        return whole._replace(pieces=(*pieces, *notes))
    return whole._replace(pieces=(*whole.pieces, *pieces, *notes))


def _table(comparison: Comparison, each: ComparedClasses) -> Table:
    """Return the headline score of each system in each class. The best is marked; stars show significant differences."""
    metric = comparison.metrics[each.metric]
    part = headline(next(iter(next(iter(each.scores.values())).values()))) if each.classes else "f1"
    rows = []
    for label in each.classes:
        figures = [each.scores[system][label].get(part) for system in comparison.systems]
        cells = _best(figures)
        tests = {test.system: test for test in each.tests[label]} if _against_baseline(comparison) else {}
        marked = [
            cell._replace(bounds=_chance(tests[system]), mark=stars(tests[system]))
            if system in tests
            else cell
            for system, cell in zip(comparison.systems, cells, strict=True)
        ]
        meaning = _meaning(comparison, each.feature, label)
        rows.append(Row.of(meaning, f"{each.in_key[label]:,}", *marked))
    title = f"{metric.full_label} {PARTS.get(part, part)} by {each.feature}"
    columns = (
        Column(each.feature, "text"),
        Column("in the key"),
        *(Column(system, is_unbroken=True) for system in comparison.systems),
    )
    return Table(columns, tuple(rows), title, is_headed=True, is_stacked=True, is_divisible=True)


def _tables_of_codes(comparison: Comparison, each: ComparedClasses) -> Iterator[Table]:
    """Yield one table of codes per class, as in appendix D of the paper. A single table would not fit a page."""
    metric = comparison.metrics[each.metric]
    if not isinstance(metric, CodeMetric):
        yield _table(comparison, each)
        return
    classes = {label: metric.class_of_row(label) for label in each.classes}
    for letter in dict.fromkeys((*metric.scheme.classes, *classes.values())):
        labels = tuple(label for label in each.classes if classes[label] == letter)
        if labels:
            table = _table(comparison, replace(each, classes=labels))
            name = _meaning(comparison, "class", letter) if letter else "no class"
            yield table._replace(title=f"{table.title}: {name}")


def _averages(comparison: Comparison, metric: str) -> Table:
    """Return micro, macro and scheme averages of each system, in the layout of Table 2 of Žitkus et al. (2023)."""
    heads = {"precision": "P", "recall": "R", "f1": "F1"}
    names = {
        f"{prefix}{part}": f"{head} {how}"
        for how, prefix in (("micro", ""), ("macro", "macro_"), ("scheme", "scheme_"))
        for part, head in heads.items()
    }
    scores = comparison.scores
    shown = [name for name in names if any(name in scores[system][metric] for system in comparison.systems)]
    cells = [_best([scores[system][metric].get(name) for system in comparison.systems]) for name in shown]
    rows = tuple(map(Row.of, comparison.systems, *cells))
    columns = (Column("System", "text"), *(Column(names[name]) for name in shown))
    title = f"{comparison.metrics[metric].full_label}: averages over classes"
    return Table(columns, rows, title, is_headed=True, is_divisible=True)


def _best(scores: Sequence[float | None]) -> list[Cell]:
    """Return scores of the same data as cells, with the best marked."""
    bases = [frozenset() if score is None else frozenset({""}) for score in scores]
    return best_marked([Cell(percent(score)) for score in scores], bases)


def _averaged_over(found: ComparedByClass, metric: str) -> Iterator[str]:
    """State the classes that the macro and scheme averages of each system cover, if these differ."""
    for each in found.breakdowns:
        if (each.feature, each.metric) == ("class", metric):
            yield from different_classes(each.averaged)


def _chance(test: PairedTest) -> str:
    """Return the corrected p-value of a test; '' if it has none."""
    return "" if test.p_adjusted is None else f"p {chance(test.p_adjusted)}"


def _against_baseline(comparison: Comparison) -> bool:
    return comparison.resampling.pairs == "baseline" or len(comparison.systems) == 2


def _meaning(comparison: Comparison, feature: str, label: str) -> str:
    """Return a class with its meaning in the scheme."""
    if feature != "class":
        return label
    meaning = scheme_named(comparison.settings.scheme).class_meaning(label)
    return label if meaning == label else f"{label}, {meaning}"
