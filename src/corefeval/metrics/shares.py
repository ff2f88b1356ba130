"""Shares: what each mention adds to what a metric counts, so that counts can be broken down by any feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import RECALL_PRECISION, Metric

if TYPE_CHECKING:
    from corefeval.metrics.outcomes import Outcomes
    from corefeval.pairing.pairing import Overlap, Pairing

Column = NDArray[Any]
"""Numbers or truth values, one a mention."""


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """What each mention adds to each count. The sum over the mentions of a document is what the metric counts there.

    Attributes:
        key: for each count what each key mention adds.
        response: the same for response mentions; a count may have both.
    """

    key: Mapping[str, Column]
    response: Mapping[str, Column]

    @classmethod
    def of_outcomes(cls, outcomes: Outcomes) -> Shares:
        """Return the shares of mentions that are judged one by one."""
        return cls(
            *(
                {name: column == number for number, name in enumerate(outcomes.names)}
                for column in (outcomes.key, outcomes.response)
            )
        )

    @classmethod
    def of_sides(cls, recall: tuple[Column, Column], precision: tuple[Column, Column]) -> Shares:
        """Return (numerator, denominator) of recall for each key mention, and of precision for each response mention."""
        names = RECALL_PRECISION
        return cls(dict(zip(names[:2], recall, strict=True)), dict(zip(names[2:], precision, strict=True)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what is counted."""
        return tuple(dict.fromkeys((*self.key, *self.response)))

    def summed(self, key: Integers, response: Integers, size: int) -> dict[str, Floats]:
        """Return the sum of each count over the mentions of each group; groups are numbered below size."""
        totals = {name: np.zeros(size) for name in self.names}
        for group, columns in ((key, self.key), (response, self.response)):
            for name, column in columns.items():
                totals[name] += np.bincount(group, column, minlength=size)
        return totals

    def count(self, pairing: Pairing) -> Counts:
        """Return the sums in each document: what the metric counts."""
        documents = pairing.key.mention_document, pairing.response.mention_document
        return Counts(self.summed(*documents, len(pairing.names)))


class MentionMetric(Metric):
    """A metric that is counted mention by mention."""

    def shares(self, pairing: Pairing) -> Shares:
        """Return what each mention adds to what is counted."""
        raise NotImplementedError

    def count(self, pairing: Pairing) -> Counts:
        """Add up what the mentions add."""
        return self.shares(pairing).count(pairing)


def shares_of(metric: Metric, pairing: Pairing) -> Shares | None:
    """Return what each mention adds to a metric's counts, None for a metric that is no sum over mentions.

    A metric says it itself (`shares`, or `outcomes` where it judges mention by mention); for metrics that are
    counted entity by entity the rule is here: a link belongs to its later mention.
    """
    if hasattr(metric, "shares"):
        own: Shares | None = metric.shares(pairing)
        return own
    if hasattr(metric, "outcomes"):
        return Shares.of_outcomes(metric.outcomes(pairing))
    rule = RULES.get(metric.name)
    return None if rule is None else rule(metric, pairing)


def earlier(order: Integers, group: Integers) -> Integers:
    """Return for each mention how many of its group come before it in an order; -1 is no group, and has 0."""
    rows = order[group[order] >= 0]
    rows = rows[np.argsort(group[rows], kind="stable")]
    number = group[rows]
    begins = np.flatnonzero(np.append(True, number[1:] != number[:-1]))[: len(rows)]
    sizes = np.diff(np.append(begins, len(rows)))
    count = np.zeros(len(group), np.int64)
    count[rows] = np.arange(len(rows)) - np.repeat(begins, sizes)
    return count


def text_order(corpus: Corpus) -> Integers:
    """Return the mentions in the order of the text, of two that start together the longer first."""
    mentions = corpus.mentions
    order: Integers = np.lexsort((-mentions.last, mentions.first, corpus.mention_document))
    return order


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The mentions of one side as they see the other: what recall looks at, or precision.

    Attributes:
        corpus: the side.
        partner: the mention of the other side that each is matched with, -1 if none.
        entity: the entity of that one, -1 if none.
        cell: the place of each mention in the overlap table, -1 if it has no partner.
        overlap: the overlap table.
        sizes: the sizes of this side's entities, by mention.
    """

    corpus: Corpus
    partner: Integers
    entity: Integers
    cell: Integers
    overlap: Overlap
    sizes: Integers

    @classmethod
    def both(cls, pairing: Pairing) -> tuple[Seen, Seen]:
        """Return the key as it sees the response, and the response as it sees the key."""
        width = max(len(pairing.response.entities), 1)
        seen = []
        for corpus, other, partner, overlap, is_key in (
            (pairing.key, pairing.response, pairing.key_partner, pairing.recall_overlap, True),
            (pairing.response, pairing.key, pairing.response_partner, pairing.precision_overlap, False),
        ):
            own, found = corpus.mentions.entity, np.append(other.mentions.entity, -1)[partner]
            wanted = own * width + found if is_key else found * width + own
            place = np.searchsorted(overlap.key * width + overlap.response, wanted)
            cell = np.where(partner >= 0, place, -1)
            seen.append(cls(corpus, partner, found, cell, overlap, corpus.entity_sizes[own]))
        return seen[0], seen[1]

    def of_cell(self, values: Floats | Integers) -> Floats:
        """Return the value of each mention's cell, 0 for mentions without a partner."""
        return np.append(values, 0).astype(np.float64)[self.cell]


def _mention(metric: Metric, pairing: Pairing) -> Shares:
    """A mention that was found; one listed twice counts once."""
    del metric
    matching = pairing.matching

    def found(code: Integers, partner: Integers) -> tuple[Booleans, Booleans]:
        counts = np.zeros(len(code), bool)
        counts[np.unique(code, return_index=True)[1]] = True
        return counts & (partner >= 0), counts

    return Shares.of_sides(
        found(matching.key_code, pairing.key_partner), found(matching.response_code, pairing.response_partner)
    )


def _muc(metric: Metric, pairing: Pairing) -> Shares:
    """A link belongs to its later mention.

    A mention needs one unless it is the first of its entity; the link is found if the mention is together with
    an earlier one of its entity. One that is not is wrong where the response links the mention to others.
    """
    del metric
    seen = Seen.both(pairing)
    needed, found = [], []
    for side in seen:
        order = text_order(side.corpus)
        needed.append(earlier(order, side.corpus.mentions.entity) > 0)
        found.append(earlier(order, side.cell) > 0)
    is_linked = np.append(needed[1], False)[pairing.key_partner]
    shares = Shares.of_sides((found[0], needed[0]), (found[1], needed[1]))
    return Shares({**shares.key, "wrong": needed[0] & ~found[0] & is_linked}, shares.response)


def _bcub(metric: Metric, pairing: Pairing) -> Shares:
    """A mention counts the share of its entity that it is together with."""
    return _weighed(metric, pairing, lambda side: side.of_cell(side.overlap.count) / side.sizes)


def _lea(metric: Metric, pairing: Pairing) -> Shares:
    """Both ends of a link bear half of it, so the mentions of a cell count alike."""
    from corefeval.metrics.lea import resolved  # noqa: PLC0415 - the metric knows its links

    def found(side: Seen) -> Floats:
        overlap, is_key = side.overlap, side.corpus is pairing.key
        own, other = pairing.key.entity_sizes[overlap.key], pairing.response.entity_sizes[overlap.response]
        values = resolved(overlap, *((own, other) if is_key else (other, own)))
        return side.of_cell(values / overlap.count)

    return _weighed(metric, pairing, found)


def _weighed(metric: Metric, pairing: Pairing, found: Callable[[Seen], Floats]) -> Shares:
    """Return the shares of a metric whose entities have weights; each mention bears its part of the entity's."""
    from corefeval.metrics.importance import EntityWeighted  # noqa: PLC0415 - base of two metrics

    key, response = Seen.both(pairing)
    weights = np.ones(len(key.cell)), np.ones(len(response.cell))
    if isinstance(metric, EntityWeighted) and not metric.is_by_size:
        weights = (
            metric.weights(pairing, "key")[key.corpus.mentions.entity] / key.sizes,
            metric.weights(pairing, "response")[response.corpus.mentions.entity] / response.sizes,
        )
    return Shares.of_sides((found(key) * weights[0], weights[0]), (found(response) * weights[1], weights[1]))


def _ceafm(metric: Metric, pairing: Pairing) -> Shares | None:
    """A mention counts if it is in the entity that its own is aligned with; not told of repeated mentions."""
    from corefeval.pairing.assignment import assign  # noqa: PLC0415 - one rule needs it

    del metric
    if not pairing.is_one_to_one:
        return None
    overlap = pairing.member_overlap
    aligned = np.zeros(len(overlap.count))
    aligned[assign(overlap.key, overlap.response, overlap.count.astype(np.float64))] = 1
    key, response = Seen.both(pairing)
    return Shares.of_sides(
        (key.of_cell(aligned), np.ones(len(key.cell))),
        (response.of_cell(aligned), np.ones(len(response.cell))),
    )


def _blanc(metric: Metric, pairing: Pairing) -> Shares:
    """A pair of mentions belongs to the later one, whether they are together or apart."""
    del metric
    key, response = pairing.key, pairing.response
    order = text_order(key)
    seen = Seen.both(pairing)[0]
    is_found = seen.partner >= 0
    entity = key.mentions.entity
    together = earlier(order, seen.cell)
    apart = (
        earlier(order, np.where(is_found, key.mention_document, -1))
        - earlier(order, np.where(is_found, entity, -1))
        - earlier(order, seen.entity)
        + together
    )
    columns: list[dict[str, Column]] = []
    for corpus, half in ((key, "recall"), (response, "precision")):
        places = text_order(corpus)
        inside = earlier(places, corpus.mentions.entity)
        across = earlier(places, corpus.mention_document) - inside
        columns.append({f"coref_{half}_denominator": inside, f"noncoref_{half}_denominator": across})
    for half in ("recall", "precision"):
        columns[0] |= {f"coref_{half}_numerator": together, f"noncoref_{half}_numerator": apart}
    return Shares(columns[0], columns[1])


def _parent(metric: Metric, pairing: Pairing) -> Shares | None:
    """An attachment belongs to the mention that refers."""
    from corefeval.metrics.parent import Parent  # noqa: PLC0415 - one rule needs it

    if not isinstance(metric, Parent):
        return None
    found = metric.attach(pairing)
    attached = found.targets[pairing.response.mentions.entity] * found.referring
    return Shares(
        {"recall_denominator": found.wanted, "out_of_reach": found.unnamed},
        {
            "recall_numerator": found.right,
            "precision_numerator": found.right,
            "precision_denominator": attached,
        },
    )


RULES: Mapping[str, Callable[[Metric, Pairing], Shares | None]] = {
    "mention": _mention,
    "muc": _muc,
    "bcub": _bcub,
    "lea": _lea,
    "ceafm": _ceafm,
    "blanc": _blanc,
    "parent": _parent,
}
"""How the counts of metrics that look at entities belong to mentions, by the name of the metric."""
