"""Agreement of annotators: scores in both directions, coefficients, disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter

from corefeval.agreement.agreement import Agreement, Coefficient
from corefeval.agreement.alpha import CORPUS, DISTANCES, DOCUMENT
from corefeval.agreement.disagreements import CLASSES, COLUMNS, Disagreement
from corefeval.agreement.kappa import COHEN, FLEISS
from corefeval.agreement.mentions import WAYS
from corefeval.agreement.units import Pair
from corefeval.columns import MEDIA, Column, columns_for, grouped, metric_columns
from corefeval.comparison.comparison import headline
from corefeval.presets import HEADLINE
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
    return ReportText.of(agreement, (*pieces, *map(Note, _notes(agreement))), *_heading(agreement))


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
    ways: list[Pair] = []
    for pair in agreement.units.pairs:
        is_symmetric = all(_is_same(agreement, pair, metric) for metric in agreement.metrics)
        ways += [pair] if is_symmetric else [pair, pair[::-1]]
    means = map(percent, agreement.mean_scores().values())
    columns = (
        Column("Annotators", "text", of=partial(_between, agreement), is_obvious=True),
        *metric_columns(agreement.metrics, partial(_score, agreement), is_unbroken=True),
    )
    return Table.of(
        columns,
        ways,
        "F1 of each pair of annotators",
        sums=[Row.of("mean", *means, is_ruled=True)] if len(agreement.units.pairs) > 1 else [],
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
    part = headline(agreement.results[pair].scores[metric])
    bounds = agreement.intervals[pair][metric].get(part)
    return Cell(percent(_value(agreement, pair, metric)), bounds_in_brackets(bounds))


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
    columns = (
        Column("Disagreements", "text", of=partial(_between, agreement)),
        *columns_for(used, str, lambda pair, name: f"{counts[pair][name]:,}"),
    )
    return Table.of(columns, counts, "Disagreements by class")


def _alpha_head(distance: str) -> str:
    return f"α {DISTANCES[distance]}"


def _by(agreement: Agreement, name: str) -> Table:
    columns = (
        Column(name.capitalize(), "text", of=attrgetter("label")),
        Column("Units", name="units", shown="{:,}".format),
        Column("Marked by all", name="marked", shown=percent),
        *columns_for(DISTANCES, _alpha_head, lambda each, distance: number(each.alphas[distance])),
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
        scores = {f"{each['key']} – {each['response']}": each["scores"][metric] for each in found["scores"]}
        own = {(each["of"], each["chance"]): number(each["value"]) for each in found["coefficients"]}
        parts = [scores[_between(agreement, pair)] for pair in pairs]
        shown = (percent(each[headline(each)]) for each in parts)
        alphas = (own[distance, DOCUMENT] for distance in DISTANCES)
        rows.append(Row.of(found["document"], *shown, *alphas, own["links", FLEISS]))
    named = [f"{label} {_between(agreement, pair)}" if len(pairs) > 1 else label for pair in pairs]
    heads = (*named, *map(_alpha_head, DISTANCES), "κ links (Fleiss)")
    columns = (Column("Document", "text"), *map(Column, heads))
    return Table(columns, tuple(rows), "By document; α within the document")


def _listed(found: Sequence[Disagreement]) -> Iterator[Piece]:
    """Yield the disagreements, by pair of annotators and class."""
    groups = grouped(found, lambda each: (each.first, each.second, each.kind))
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
