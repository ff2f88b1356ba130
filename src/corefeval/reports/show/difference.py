"""The difference between two systems: the errors that the second fixed and added, compared with the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefeval.columns import MEDIA, Column, columns_for
from corefeval.comparison.comparison import PairedTest
from corefeval.explanation.decisions import RIGHT, Decision
from corefeval.explanation.difference import CHANGES, SECTIONS, Difference
from corefeval.metrics.use_units import UnitUse
from corefeval.reports.report import Piece, ReportText, Row, Table
from corefeval.reports.show.explanation import TOP, chosen_sections, errors_table
from corefeval.reports.words import chance, scored_as
from corefeval.text import UNDEFINED, percent, several

CHANGED = "Fixed: errors whose mentions are in no error of the class any more; broken: new errors."
POINTS = " Gained: points that the class costs less than before (Shapley values); they add up to the difference in score."
RIGHTLY = (
    "Key: mentions of the key; before and after: those decided rightly, as an anaphor or as the first of its entity. Spurious: "
    "mentions that the key lacks, before; dropping one fixes it, adding one breaks it."
)


def show(difference: Difference, *, top: int | None = None, sections: Sequence[str] = ()) -> ReportText:
    """Return the tables of a difference.

    Args:
        difference: the difference.
        top: the number of listed errors of each system; TOP by default.
        sections: the sections to show; all by default.
    """
    top = TOP if top is None else top
    found = {
        "tests": _tests(difference),
        "classes": _classes(difference),
        "mentions": _mentions(difference),
        "decisions": _decisions(difference, top),
        "outcomes": _outcomes(difference, top),
        "fixed": _errors(difference, 0, top),
        "broken": _errors(difference, 1, top),
    }
    asked = sections or (difference.sections if difference.sections != SECTIONS else ())
    first, second = difference.names
    mentions = difference.mentions
    counts = [int(flags.sum()) for flags in (mentions.is_fixed, mentions.is_broken)]
    heading = [f"{second} against {first}: {several(counts[0], 'mention')} fixed, {counts[1]:,} broken"]
    results = [each.result for each in difference.both if each.result is not None]
    if results:
        documents = several(len(difference.first.pairing.names), "document")
        heading = [f"{documents} · {scored_as(results)}", *heading]
    return ReportText.of(difference, chosen_sections(found, asked), *heading)


def _tests(difference: Difference) -> Iterator[Piece]:
    """Yield the table of the scores, their differences and the significance tests."""
    first, second = (each.result for each in difference.both)
    if first is None or second is None:
        return
    systems = dict(zip(difference.names, (first, second), strict=True))
    columns = (
        Column("Metric", "text", of=lambda test: first.metrics[test.metric].full_label),
        *columns_for(systems, str, lambda test, name: percent(systems[name].scores[test.metric][test.part])),
        Column("Difference", of=_tested),
        Column("95 % interval", of=_bounds),
        Column("p", of=lambda test: UNDEFINED if test.p_adjusted is None else chance(test.p_adjusted)),
    )
    note = "p: paired randomisation of documents, after Holm's correction; interval of the jackknife."
    yield Table.of(columns, difference.tests, "Scores", note, is_headed=True)


def _tested(test: PairedTest) -> str:
    return UNDEFINED if test.difference is None else f"{100 * test.difference:+.2f}"


def _bounds(test: PairedTest) -> str:
    return UNDEFINED if test.low is None else f"{percent(test.low)} – {percent(test.high)}"


def _classes(difference: Difference) -> Iterator[Piece]:
    """Yield the table of the changes in each error class."""
    metric = next(iter(difference.by_class[0].points), "")
    rows = []
    for each in difference.by_class:
        title = "all" if each.error_class is None else each.error_class.title
        counts = map(str, (each.before, each.fixed, each.broken, each.after))
        points = [_signed(each.points[metric])] if metric else []
        rows.append(Row.of(title, *counts, *points, is_ruled=each.error_class is None))
    heads = ("Errors before", "fixed", "broken", "after", "Gained")
    columns = (Column("Error class", "text"), *map(Column, heads if metric else heads[:-1]))
    label = f" in points of {difference.first.repaired[metric].full_label} F1" if metric else ""
    title = f"Errors by class: {' against '.join(reversed(difference.names))}{label}"
    yield Table(columns, tuple(rows), title, CHANGED + POINTS * bool(metric), is_headed=True)


def _signed(points: float) -> str:
    if points != points:  # noqa: PLR0124 - NaN
        return UNDEFINED
    return f"{points:+.2f}" if abs(points) >= 0.005 else "0.00"


def _mentions(difference: Difference) -> Iterator[Piece]:
    """Yield tables of fixed and broken mentions by feature. A note below the last table explains the numbers."""
    heads = ("Key", "before", "fixed", "broken", "after", "spurious", "dropped", "added")
    tables = [("type", difference.by_type()), *difference.features.items()]
    for number, (feature, found) in enumerate(tables, 1):
        rows = []
        for each in found:
            (before, after), (spurious, _) = each.right, each.inventions
            counts = (
                each.mentions,
                before,
                each.fixed,
                each.broken,
                after,
                spurious,
                each.dropped,
                each.added,
            )
            rows.append(Row.of(each.value or "all", *map(str, counts), is_ruled=not each.value))
        columns = (Column(feature, "text"), *map(Column, heads))
        note = RIGHTLY if number == len(tables) else ""
        yield Table(columns, tuple(rows), f"Mentions by {feature}", note, is_headed=True)


def _decisions(difference: Difference, top: int) -> Iterator[Piece]:
    """Yield the table of changed decisions, if exactly one of the two decisions is correct, with their counts."""
    rows = []
    for (before, after), count in difference.decisions.items():
        was, is_now = (one is None or one in RIGHT for one in (before, after))
        if was != is_now:
            change = CHANGES[0] if is_now else CHANGES[1]
            rows.append(Row.of(str(count), change, _label(before), _label(after)))
    if rows and top:
        columns = (
            Column("Mentions"),
            Column("", "text"),
            *(Column(name, "prose") for name in difference.names),
        )
        yield Table(columns, tuple(rows[:top]), "What decisions became", is_headed=True)


def _label(decision: Decision | None) -> str:
    return "absent, as in the key" if decision is None else f"{decision.label}: {decision.meaning}"


def _outcomes(difference: Difference, top: int) -> Iterator[Piece]:
    """Yield tables of changed outcomes of a metric, with their counts."""
    for name, cells in difference.outcomes.items():
        metric = difference.first.metrics.get(name)
        if isinstance(metric, UnitUse):
            label, head, judged, meanings = metric.full_label, "Units", metric.counts_of, dict[str, str]()
        else:
            own = difference.first.outcomes[name].metric
            label, head, judged, meanings = own.full_label, "Mentions", "judged mentions", dict(own.meanings)
        changed = [(pair, count) for pair, count in cells.items() if pair[0] != pair[1]]
        rows = [
            Row.of(str(count), *(_outcome(each, meanings) for each in pair)) for pair, count in changed[:top]
        ]
        if rows:
            columns = (Column(head), *(Column(system, "prose") for system in difference.names))
            same = sum(count for pair, count in cells.items() if pair[0] == pair[1])
            left = len(changed) - len(rows)
            note = f"{same:,} of {sum(cells.values()):,} {judged} have the same outcome in both."
            note += f" Rarer changes: {left:,}; --top {len(changed)} lists them too." if left else ""
            yield Table(columns, tuple(rows), f"What outcomes of {label} became", note, is_headed=True)


def _outcome(outcome: str | None, meanings: Mapping[str, str]) -> str:
    if outcome is None:
        return "not judged, or absent as in the key"
    meaning = meanings.get(outcome, "")
    return f"{outcome}: {meaning}" if meaning else outcome


def _errors(difference: Difference, number: int, top: int) -> Iterator[Piece]:
    """Yield the costliest errors of one system: those that the second fixed, or its new ones."""
    explanation, name = difference.both[number], difference.names[number]
    found = (difference.broken if number else difference.fixed)(top)
    if found and explanation.repaired:
        change = CHANGES[number].capitalize()
        title = f"{change}: the costliest errors that only {name} makes, gain if only this one is repaired"
        yield errors_table(explanation, found, title, on=MEDIA)
