"""Type confusions, tables of type codes, and the reliability of links of each type."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up, number_or_none
from corefeval.breakdown.breakdown import pairing_of, settings_of
from corefeval.breakdown.features import feature
from corefeval.columns import DataRow, data
from corefeval.comparison.intervals import degrees_of_freedom, jackknife_interval
from corefeval.linguistics.codes import OTHER as OTHER_CLASSES
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.given_codes import Typing, annotated_links
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import CodeMetric
from corefeval.metrics.typed import TypedPairing
from corefeval.metrics.units import typings
from corefeval.pairing.pairing import Pairing
from corefeval.presets import JUDGING
from corefeval.settings import Settings

if TYPE_CHECKING:
    from corefeval.evaluation.result import Result

OTHER = "Other"
ALL = "All"
DEFAULTS = Settings()

FEWEST = 4
"""Degrees of freedom below which Student's t with Satterthwaite's rule is unreliable (Tipton 2015)."""


@dataclass(frozen=True, slots=True, eq=False)
class Confusion(DataRow):
    """How often the response has each value for mentions with each value in the key.

    Attributes:
        feature: the feature.
        labels: its values.
        matched: how many mentions have value i in the key and j in the response.
        missing: how many mentions of each value only the key has.
        spurious: how many only the response has.
    """

    feature: str
    labels: tuple[str, ...]
    matched: Integers
    missing: Integers
    spurious: Integers

    DATA = data("labels", "matched", "missing", "spurious", "agreement")

    def of_what_occurs(self) -> Confusion:
        """Return it without the values that no mention has."""
        seen = np.flatnonzero(
            self.matched.sum(axis=0) + self.matched.sum(axis=1) + self.missing + self.spurious
        )
        return Confusion(
            self.feature,
            tuple(self.labels[number] for number in seen.tolist()),
            self.matched[np.ix_(seen, seen)],
            self.missing[seen],
            self.spurious[seen],
        )

    @classmethod
    def joined(cls, pieces: Sequence[Confusion], labels: tuple[str, ...]) -> Confusion:
        """Return the links of all documents, given all values of the feature in order."""
        matched = np.zeros((len(labels), len(labels)), np.int64)
        missing, spurious = np.zeros((2, len(labels)), np.int64)
        for piece in pieces:
            rows = np.array([labels.index(label) for label in piece.labels], np.int64)
            matched[np.ix_(rows, rows)] += piece.matched
            missing[rows] += piece.missing
            spurious[rows] += piece.spurious
        return cls(pieces[0].feature, labels, matched, missing, spurious).of_what_occurs()

    @property
    def agreement(self) -> float:
        """The share of matched mentions with the same value on both sides; NaN without any."""
        total = int(self.matched.sum())
        return int(np.trace(self.matched)) / total if total else math.nan


def confusion(source: Result | Pairing, by: str) -> Confusion:
    """Return how key and response differ in a feature of the mentions that both have, each side's own value."""
    pairing = pairing_of(source)
    own = feature(pairing, by)
    partner = pairing.key_partner
    found = np.flatnonzero(partner >= 0)
    size = len(own.labels)
    table = np.bincount(own.key[found] * size + own.response[partner[found]], minlength=size * size)
    missing = np.bincount(own.key[partner < 0], minlength=size)
    spurious = np.bincount(own.response[pairing.response_partner < 0], minlength=size)
    return Confusion(own.name, own.labels, table.reshape(size, size), missing, spurious).of_what_occurs()


@dataclass(frozen=True, slots=True)
class Reliability(DataRow):
    """The reliability of the response's links of one type.

    Attributes:
        type: the response's value; an application can filter by it.
        links: the number of links.
        right: how many of them lead to a mention of the same entity.
        interval: the interval of the precision over documents. None if there are too few documents, if a few
            have most of the links, or if all links are right or all wrong.
    """

    type: str
    links: int
    right: int
    interval: tuple[float, float] | None

    DATA = data("type", "links", "right", "precision", "interval")

    @property
    def precision(self) -> float:
        """The share of right links."""
        return self.right / self.links


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """The response's links, and how many of them are right: one row per document, one column per value of a feature.

    Attributes:
        labels: the values.
        is_ordered: whether they have a natural order.
        links: the number of links.
        right: how many of them are right.
        are_annotated: whether they are annotated in the response, or have derived codes.
    """

    labels: tuple[str, ...]
    is_ordered: bool
    links: Floats
    right: Floats
    are_annotated: bool

    def reliability(self, confidence: float = 0.95) -> list[Reliability]:
        """Return the precision of the links of each value that has any, the most frequent first unless they have an order."""
        counts, found = (table.sum(axis=0).astype(int).tolist() for table in (self.links, self.right))
        intervals = _intervals(self.links, self.right, confidence)
        order: Iterable[int] = range(len(self.labels))
        if not self.is_ordered:
            order = sorted(order, key=lambda number: -counts[number])
        return [
            Reliability(self.labels[number], counts[number], found[number], intervals[number])
            for number in order
            if counts[number]
        ]

    @classmethod
    def joined(cls, pieces: Sequence[Links]) -> Links:
        """Return the links of all documents; all pieces have the same values."""
        first = pieces[0]
        return cls(
            first.labels,
            first.is_ordered,
            np.concatenate([piece.links for piece in pieces]),
            np.concatenate([piece.right for piece in pieces]),
            first.are_annotated,
        )


def reliability(source: Result | Pairing, by: str = "type", confidence: float = 0.95) -> list[Reliability]:
    """Return the precision of the response's links by the type of the mention that is linked.

    A link is annotated in the response; without annotated links it leads from a mention to the previous one in its
    response entity. It is right if the key has both in one entity. A link to several mentions is right if the key
    links the mention to the same entities, or to alternatives that include them. Types are the response's own,
    because an application has no others. The interval is the jackknife over documents, as for scores (see
    comparison/intervals.py). There is none if the jackknife gives none or if few documents have most of the links.
    """
    return links_by(source, by).reliability(confidence)


def links_by(source: Result | Pairing, by: str) -> Links:
    """Return the response's links by document and by a feature of the linked mention, see `reliability`."""
    pairing = pairing_of(source)
    own = feature(pairing, by)
    ours, theirs = _link_types(pairing, own.name)
    is_link, right = _links(pairing, ours, theirs)
    size, documents = len(own.labels), len(pairing.response.names)
    place = pairing.response.entities.document[pairing.response.mentions.entity] * size + own.response
    links, good = (
        np.bincount(place[rows], minlength=documents * size).reshape(documents, size).astype(float)
        for rows in (is_link, is_link & right)
    )
    return Links(own.labels, own.is_ordered, links, good, are_annotated=theirs is not None)


def _link_types(pairing: Pairing, by: str) -> tuple[Typing | None, Typing | None]:
    """Return the annotated links of key and response, None for a side without any; with derived codes, the links that have codes."""
    scheme = scheme_named(pairing.scheme)
    if by in {"class", "code"} and typings(pairing, scheme, derived=False) == (None, None):
        return typings(pairing, scheme, derived=True)
    return annotated_links(pairing.key), annotated_links(pairing.response)


def _links(pairing: Pairing, ours: Typing | None, theirs: Typing | None) -> tuple[Booleans, Booleans]:
    """Return which mentions of the response are linked to an antecedent, and which of them rightly."""
    entity, partner = pairing.key.mentions.entity, pairing.response_partner
    antecedent = pairing.derive(TypedPairing).response.predecessor if theirs is None else theirs.antecedent
    here = look_up(partner, entity)
    right = (here >= 0) & (here == look_up(look_up(antecedent, partner), entity))
    is_link = antecedent >= 0
    scheme = scheme_named(pairing.scheme)
    for row, targets in (theirs.several if theirs is not None else {}).items():
        is_link[row] = True
        chosen = {int(entity[partner[target]]) if partner[target] >= 0 else -1 for target in targets}
        wanted, is_enough = _wanted(ours, int(partner[row]), entity, scheme)
        right[row] = chosen <= wanted if is_enough else chosen == wanted
    return is_link, right


def _wanted(typing: Typing | None, row: int, entity: Integers, scheme: Scheme) -> tuple[frozenset[int], bool]:
    """Return the entities to which the key links a mention, and whether one of them is enough; none for an unlinked mention."""
    if typing is None or row < 0:
        return frozenset(), False
    targets = typing.several.get(row) or (int(typing.antecedent[row]),)
    found = frozenset(int(entity[target]) for target in targets if target >= 0)
    return found, scheme.fits(typing.code[row], scheme.ambiguous)


def _intervals(links: Floats, right: Floats, confidence: float) -> list[tuple[float, float] | None]:
    """Return the interval of each type's share of right links, from both counted by document and type.

    Documents without links of any type are not units. The jackknife drops whole documents because links of one text
    are not independent trials. If a few documents have most of the links of a type, the variance has almost no
    degrees of freedom. Its interval would cover nearly everything, so there is none.
    """
    counted = links.any(axis=1)
    links, right = links[counted], right[counted]
    total = links.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        left_out = (right.sum(axis=0) - right) / (total - links)
        shares = links / total
        found = jackknife_interval(right.sum(axis=0) / total, left_out.T, shares.T, confidence)
        is_sure = degrees_of_freedom(shares) >= FEWEST
    return [
        (float(ends[0]), float(ends[1])) if sure and not np.isnan(ends).any() else None
        for ends, sure in zip(found.bounds, is_sure.tolist(), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A row of the tables 3 and D1 to D3 of Žitkus et al. (2023).

    Attributes:
        code: the class or code, Other, or All.
        outcomes: how many units have each outcome: tp wt wl wtl fn fp.
        in_key: S* of the paper, the units of the key.
        scores: precision (earned points divided by the response's units), recall (divided by the key's units),
            f1, and f_beta with another β. None without such units, or 0 if the settings ask for it.
        members: the rows of the codes that Other sums up.
    """

    code: str
    outcomes: Mapping[str, int]
    in_key: int
    scores: Mapping[str, float | None]
    members: tuple[CodeRow, ...] = ()

    @property
    def precision(self) -> float | None:
        """The precision."""
        return self.scores["precision"]

    @property
    def recall(self) -> float | None:
        """The recall."""
        return self.scores["recall"]

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        return self.scores["f1"]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"code": self.code, **self.outcomes, "in_key": self.in_key, **self.scores}


def code_tables(source: Result | Pairing, metric: CodeMetric | None = None) -> dict[str, list[CodeRow]]:
    """Return for each class of type codes a table of its codes, as in appendix D of the paper.

    The default is `tabulated`. See `lay_out_codes`.
    """
    metric = (metric or tabulated(source)).by_rows("code")
    return lay_out_codes(metric, pairing_of(source).count(metric).totals(), settings_of(source))


def class_table(source: Result | Pairing, metric: CodeMetric | None = None) -> list[CodeRow]:
    """Return a row for each class that counts, as in Table 3 of the paper, and All: the micro averages."""
    metric = (metric or tabulated(source)).by_rows("class")
    counts = _counted(metric, pairing_of(source).count(metric).totals())
    settings = settings_of(source)
    rows = [_row(metric, name, [found], settings) for name, found in counts.items()]
    return [*rows, _row(metric, ALL, list(counts.values()), settings)] if rows else []


def tabulated(source: Result | Pairing) -> CodeMetric:
    """Return the first metric of a result that counts by classes and codes; else the default one, in the scheme of the run."""
    default = parse_metric(JUDGING).under(DEFAULTS.changed({"scheme": pairing_of(source).scheme}))
    metrics = (*getattr(source, "metrics", {}).values(), default)
    return next(metric for metric in metrics if isinstance(metric, CodeMetric))


def _counted(metric: CodeMetric, totals: Mapping[str, Floats]) -> dict[str, dict[str, int]]:
    """Return the outcomes of each row that counts and has any, or is named as attempted: averages divide by it."""
    names = dict.fromkeys(name.rpartition(".")[0] for name in totals if "." in name)
    counts = {
        name: {outcome: int(totals[f"{name}.{outcome}"]) for outcome in (*metric.found, "fn", "fp")}
        for name in names
        if metric.counts_row(name)
    }
    return {
        name: found
        for name, found in counts.items()
        if any(found.values()) or metric.is_named_attempted(name)
    }


def lay_out_codes(
    metric: CodeMetric, totals: Mapping[str, Floats], settings: Settings = DEFAULTS
) -> dict[str, list[CodeRow]]:
    """Return the tables of sums by code, `code.outcome`, of the classes that count; codes of no class of the scheme are one table.

    Codes that the response never has are summed under Other, and everything under All; units without a code have a
    separate table.
    """
    counts = _counted(metric, totals)
    scheme = metric.scheme
    home = {
        code: code
        if code in metric.rows_apart
        else kind
        if (kind := metric.class_of_row(code)) in scheme.classes
        else OTHER_CLASSES
        for code in counts
    }
    tables: dict[str, list[CodeRow]] = {}
    for letter in (*scheme.classes, *metric.rows_apart):
        members = [code for code in counts if home[code] == letter]
        if not members:
            continue
        attempted = [
            code
            for code in members
            if any(counts[code][name] for name in (*metric.found, "fp")) or metric.is_named_attempted(code)
        ]
        others = [code for code in members if code not in attempted]
        rows = [_row(metric, code, [counts[code]], settings) for code in attempted]
        if others:
            summed = _row(metric, OTHER, [counts[code] for code in others], settings)
            folded = tuple(_row(metric, code, [counts[code]], settings) for code in others)
            rows.append(replace(summed, members=folded))
        rows.append(_row(metric, ALL, [counts[code] for code in members], settings))
        tables[letter] = rows
    return tables


def _row(metric: CodeMetric, code: str, several: list[dict[str, int]], settings: Settings) -> CodeRow:
    summed = {name: sum(counts[name] for counts in several) for name in several[0]}
    found = metric.scores_of_class({name: np.array(float(count)) for name, count in summed.items()}, settings)
    order = ("precision", "recall", *(part for part in found if part not in {"precision", "recall"}))
    in_key = sum(count for name, count in summed.items() if name != "fp")
    return CodeRow(code, summed, in_key, {part: number_or_none(found[part]) for part in order})
