"""MUC: how many of the links needed to connect the mentions of each entity were found (Vilain et al. 1995)."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Integers, look_up
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, recall_precision, register
from corefeval.metrics.shares import MatchedSide, Shares, earlier
from corefeval.pairing.pairing import Pairing


@register
class Muc(Metric):
    """MUC counts the links of a spanning tree.

    A key entity of n mentions needs n - 1 links. The response splits it into parts; each mention missing from the
    response is a part of its own. An entity in p parts lacks p - 1 links. So a cell of the overlap table with m
    mentions keeps m - 1 links. Singletons have no links and do not count: MUC is undefined if all entities are
    singletons.
    """

    name = "muc"
    label = "MUC"
    family = "Coreference"
    summary = "How many of the links that connect the mentions of entities were found?"
    counts_of = "links: one fewer than the mentions of an entity"
    paper = "Vilain, Burger, Aberdeen, Connolly and Hirschman (1995), MUC-6"
    formula = r"R = \frac{\sum_{k} (|k| - |p(k)|)}{\sum_{k} (|k| - 1)}"
    biases = (
        "It ignores singletons. Merging two large entities costs one link, so one big cluster scores well."
    )
    weighs_sets = True
    in_reference_scorer = True
    is_classic = True
    adds_over_groups = True
    follows_e2e = True

    def count(self, pairing: Pairing) -> Counts:
        """Count the links that were found and the links that are needed."""
        recall, precision = pairing.recall_overlap, pairing.precision_overlap
        found = pairing.by_key_document(recall.key, np.maximum(recall.shared - 1, 0))
        return recall_precision(
            (found, pairing.key_mentions - pairing.key_entities),
            (
                found
                if precision is recall
                else pairing.by_response_document(precision.response, np.maximum(precision.shared - 1, 0)),
                pairing.response_mentions - pairing.response_entities,
            ),
        )

    def shares(self, pairing: Pairing) -> Shares:
        """Return the links of each mention: a link belongs to its later mention.

        If links are annotated, a link belongs to the mention that refers.
        A mention needs a link unless it is the first of its entity. The link is found if the mention shares an entity
        of the other side with an earlier mention of its own entity. If the link is not found and the response links the
        mention to others, it is wrong. If links are annotated, the mention that refers to no other counts as the first:
        a cataphor has a link of its own.
        """
        seen = MatchedSide.both(pairing)
        orders = [_roots_first(side) for side in seen]
        needed = [
            earlier(order, side.corpus.mentions.entity) > 0 for order, side in zip(orders, seen, strict=True)
        ]
        found = [earlier(order, side.cell) > 0 for order, side in zip(orders, seen, strict=True)]
        is_linked = look_up(pairing.key_partner, needed[1], missing=False)
        shares = Shares.of_sides((found[0], needed[0]), (found[1], needed[1]))
        return Shares({**shares.key, "wrong": needed[0] & ~found[0] & is_linked}, shares.response)

    def count_sets(self, pairing: Pairing) -> Counts:
        """Count links. An element of one mention has a link to itself; it is found if its counterpart has one mention too."""
        columns = dict(self.count(pairing).columns)
        key, response = pairing.key_sizes, pairing.response_sizes
        overlap = pairing.recall_overlap
        both = (key[overlap.key] == 1) & (response[overlap.response] == 1)
        found = pairing.by_key_document(overlap.key[both], overlap.count[both])
        extra = {
            "recall_numerator": found,
            "recall_denominator": pairing.by_key_document(None, (key == 1) * 1.0),
            "precision_numerator": found,
            "precision_denominator": pairing.by_response_document(None, (response == 1) * 1.0),
        }
        return Counts({name: values + extra[name] for name, values in columns.items()})


def _roots_first(side: MatchedSide) -> Integers:
    """Return the mentions of one side in text order, preceded by those annotated as referring to no other mention."""
    if not side.corpus.annotations:
        return side.order
    from corefeval.linguistics.given_codes import refers_to_none  # noqa: PLC0415 - few files have typed links

    is_root = refers_to_none(side.corpus)
    if is_root is None:
        return side.order
    first = is_root[side.order]
    return np.concatenate([side.order[first], side.order[~first]])
