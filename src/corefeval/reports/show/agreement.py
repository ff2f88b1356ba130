"""Agreement of annotators: scores in both directions, coefficients, disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from corefeval.agreement.agreement import Agreement, ClassAgreement, Coefficient
from corefeval.agreement.alpha import CORPUS, DISTANCES, DOCUMENT
from corefeval.agreement.disagreements import CLASSES, COLUMNS, Disagreement
from corefeval.agreement.kappa import COHEN, FLEISS
from corefeval.agreement.mentions import WAYS
from corefeval.agreement.units import Pair
from corefeval.columns import MEDIA, Column
from corefeval.comparison.comparison import headline
from corefeval.presets import HEADLINE
from corefeval.problems import printed_problems
from corefeval.reports.report import PAGES, Cell, Note, Piece, ReportText, Row, Table
from corefeval.reports.words import (
    bounds_in_brackets,
    capitalised,
    intervals_in_words,
    scored_as,
    scored_units,
)
from corefeval.text import UNDEFINED, percent, several

CHANCES = {
    "": "",
    CORPUS: "over the corpus",
    DOCUMENT: "within documents",
    COHEN: "of each (Cohen)",
    FLEISS: "of all (Fleiss)",
}
"""The source of chance agreement, in words."""

MEASURES = {"mentions": "Mentions", "alpha": "α of chains", "kappa": "κ"}
"""The names of the measures in tables."""

UNMARKED = {
    "own": "A mention that an annotator did not mark is a separate class",
    "singleton": "A mention that an annotator did not mark is a singleton",
}

SAME = 1e-12
"""Scores in the two directions are equal if they differ by less than this."""


def show(agreement: Agreement, *, per_document: bool = False) -> ReportText:
    """Return the tables of agreement and the requested extra parts."""
    pieces: list[Piece] = [_scores(agreement), _coefficients(agreement), _counts(agreement)]
    pieces += [_by(agreement, name) for name in agreement.by_class]
    if per_document:
        pieces.append(_documents(agreement))
    if agreement.listed is not None:
        pieces += _listed(agreement.listed)
    return ReportText(
        (*pieces, *map(Note, _notes(agreement))),
        _heading(agreement),
        tuple(printed_problems(agreement.warnings)),
        agreement.signature,
    )


def _heading(agreement: Agreement) -> tuple[str, ...]:
    sides = [
        f"{name}: {several(len(corpus.mentions), 'mention')}, {several(len(corpus.entities), 'entity', 'entities')} ({corpus.format})"
        for name, corpus in zip(agreement.annotators, agreement.units.corpora, strict=True)
    ]
    documents = scored_units(len(agreement.documents), agreement.settings)
    how = scored_as(list(agreement.results.values()))
    how = how.replace(
        "the response's words aligned", f"words aligned with those of {agreement.annotators[0]}"
    )
    return " · ".join([documents, *sides]), how


def _between(agreement: Agreement, pair: Pair) -> str:
    return " – ".join(agreement.named(pair))


def _scores(agreement: Agreement) -> Table:
    """Return F1 of each pair of annotators. A pair has a second row if a metric is not symmetric for it."""
    rows = []
    for one, other in agreement.units.pairs:
        ways = [(one, other)]
        if any(not _is_same(agreement, (one, other), metric) for metric in agreement.metrics):
            ways.append((other, one))
        rows += [
            Row(
                (
                    Cell(_between(agreement, way)),
                    *(_score(agreement, way, metric) for metric in agreement.metrics),
                )
            )
            for way in ways
        ]
    if len(agreement.units.pairs) > 1:
        means = agreement.mean_scores()
        rows.append(Row.of("mean", *(percent(means[metric]) for metric in agreement.metrics), is_ruled=True))
    heads = (Column(metric.full_label, is_unbroken=True) for metric in agreement.metrics.values())
    return Table(
        (Column("Annotators", "text", is_obvious=True), *heads),
        tuple(rows),
        "F1 of each pair of annotators",
        is_stacked=True,
        is_divisible=True,
    )


def _value(agreement: Agreement, pair: Pair, metric: str) -> float | None:
    parts = agreement.results[pair].scores[metric]
    return parts[headline(parts)]


def _is_same(agreement: Agreement, pair: Pair, metric: str) -> bool:
    one, other = (_value(agreement, way, metric) for way in (pair, pair[::-1]))
    return one == other or (one is not None and other is not None and abs(one - other) < SAME)


def _score(agreement: Agreement, pair: Pair, metric: str) -> Cell:
    parts = agreement.results[pair].scores[metric]
    part = headline(parts)
    return Cell(percent(parts[part]), bounds_in_brackets(agreement.intervals[pair][metric].get(part)))


def _of(each: Coefficient) -> str:
    return {**WAYS, **DISTANCES}.get(each.of, each.of)


def number(value: float | None) -> str:
    """Return a coefficient as papers print it: three decimals, with a minus below chance."""
    return UNDEFINED if value is None else f"{value:.3f}".replace("-", "−")


def _coefficients(agreement: Agreement) -> Table:
    several_pairs = len(agreement.annotators) > 2
    wide = PAGES if several_pairs else MEDIA

    def what(each: Coefficient) -> str:
        is_of_all = not several_pairs or len(each.annotators) == len(agreement.annotators)
        return f"{MEASURES[each.measure]}: {_of(each)}" + (
            "" if is_of_all else f", {' – '.join(each.annotators)}"
        )

    def value(each: Coefficient) -> Cell:
        bounds = "" if each.low is None or each.high is None else f"[{number(each.low)}, {number(each.high)}]"
        return Cell(number(each.value), bounds)

    columns = (
        Column("Agreement on", "text", of=what),
        Column("Chance", "text", of=lambda each: CHANCES[each.chance]),
        Column("Observed", of=lambda each: each.observed, shown=_shown, on=wide),
        Column("Expected", of=lambda each: each.expected, shown=_shown, on=wide),
        Column("Value", of=value, is_unbroken=True),
    )
    return Table.of(columns, agreement.coefficients, "Agreement")


def _shown(value: float | None) -> str:
    return "" if value is None else number(value)


def _counts(agreement: Agreement) -> Table:
    counts = {pair: agreement.disagreement_counts(pair) for pair in agreement.units.pairs}
    used = [name for name in CLASSES if name != "type" or agreement.categories]
    return Table(
        (Column("Disagreements", "text"), *(Column(name) for name in used)),
        tuple(
            Row.of(_between(agreement, pair), *(f"{counts[pair][name]:,}" for name in used))
            for pair in counts
        ),
        "Disagreements by class",
    )


def _alpha(each: ClassAgreement, distance: str) -> str:
    return number(each.alphas[distance])


def _by(agreement: Agreement, name: str) -> Table:
    columns = (
        Column(name.capitalize(), "text", of=lambda each: each.label),
        Column("Units", of=lambda each: f"{each.units:,}"),
        Column("Marked by all", of=lambda each: percent(each.marked)),
        *(
            Column(f"α {words}", of=partial(_alpha, distance=distance))
            for distance, words in DISTANCES.items()
        ),
    )
    note = "α with the expected disagreement of the whole corpus, so it is the mean over classes"
    return Table.of(columns, agreement.by(name), f"By {name}", note)


def _documents(agreement: Agreement) -> Table:
    """Return one row per document: the headline score of each pair, α within the document, and Fleiss' κ of links."""
    metric = HEADLINE if HEADLINE in agreement.metrics else next(iter(agreement.metrics))
    label = agreement.metrics[metric].full_label
    pairs = agreement.units.pairs
    rows = []
    for found in agreement.per_document():
        scores = {(each["key"], each["response"]): each["scores"] for each in found["scores"]}
        own = {(each["of"], each["chance"]): each["value"] for each in found["coefficients"]}
        cells = []
        for pair in pairs:
            parts = scores[agreement.annotators[pair[0]], agreement.annotators[pair[1]]][metric]
            cells.append(percent(parts[headline(parts)]))
        cells += [number(own[distance, DOCUMENT]) for distance in DISTANCES]
        rows.append(Row.of(found["document"], *cells, number(own["links", FLEISS])))
    named = [f"{label} {_between(agreement, pair)}" if len(pairs) > 1 else label for pair in pairs]
    return Table(
        (
            Column("Document", "text"),
            *map(Column, named),
            *(Column(f"α {DISTANCES[distance]}") for distance in DISTANCES),
            Column("κ links (Fleiss)"),
        ),
        tuple(rows),
        "By document; α within the document",
    )


def _listed(found: Sequence[Disagreement]) -> Iterator[Piece]:
    """Yield the disagreements, by pair of annotators and class."""
    groups: dict[tuple[str, str, str], list[Disagreement]] = {}
    for each in found:
        groups.setdefault((each.first, each.second, each.kind), []).append(each)
    for (first, second, kind), own in groups.items():
        yield Table.of(COLUMNS, own, f"{first} – {second}, {kind}: {CLASSES[kind]}", is_headed=True)


def _notes(agreement: Agreement) -> Iterator[str]:
    yield (
        f"α: Krippendorff's over {several(len(agreement.units), 'unit')}, the mentions that any of them marked; the value of a "
        f"unit is its chain. {UNMARKED[agreement.unmarked]}. Observed and expected: disagreement for α, agreement for κ"
    )
    if agreement.resampling.resamples:
        yield capitalised(intervals_in_words(agreement.resampling, agreement.settings))
    reasons: dict[str, list[str]] = {}
    for each in agreement.coefficients:
        if each.reason:
            chance = f" {CHANCES[each.chance]}" if each.chance else ""
            reasons.setdefault(each.reason, []).append(f"{MEASURES[each.measure]} ({_of(each)}{chance})")
    for reason, names in reasons.items():
        yield f"Undefined: {', '.join(dict.fromkeys(names))}: {reason}"
