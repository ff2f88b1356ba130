"""What each mention costs a metric, exactly and without repairing anything: additive for recall and precision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefeval.analysis.joint import Joint
from corefeval.analysis.links import recall_errors
from corefeval.arrays import Floats, Integers
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Overlap
from corefeval.settings import Settings


@dataclass(frozen=True, eq=False)
class Losses:
    """What each mention, a row of the Joint, takes from one metric, as fractions.

    Attributes:
        recall: these add up to 1 - R.
        precision: these add up to 1 - P.
        f1: what F1 loses, linearised at the score: F²/2R² of the recall loss and F²/2P² of the precision loss.
        interaction: what is left of 1 - F1; negative where the linear terms overshoot.
    """

    recall: Floats
    precision: Floats
    f1: Floats
    interaction: float

    def summed(self, owner: Integers, owners: int) -> Losses:
        """Return what the mentions of each owner cost together; -1 owns nothing."""
        rows = np.flatnonzero(owner >= 0)
        recall, precision, f1 = (
            np.bincount(owner[rows], column[rows], owners).astype(np.float64)
            for column in (self.recall, self.precision, self.f1)
        )
        return Losses(recall, precision, f1, self.interaction)


def losses(joint: Joint, metric: str, settings: Settings) -> Losses | None:
    """Return what each mention costs; None for a metric that is no sum over mentions, or undefined here.

    An average whose part is undefined is so too, unless what is undefined counts 0: then no mention costs that
    part anything, and what it lacks, all of it, is interaction.
    """
    if metric == "conll":
        parts = [losses(joint, part, settings) for part in ("muc", "bcub", "ceafe")]
        if settings.undefined == "zero":
            none = np.zeros(len(joint))
            parts = [part or Losses(none, none, none, 1.0) for part in parts]
        return _mean(parts)
    rule = RULES.get(metric)
    if rule is None:
        return None
    recall, precision = rule(joint), rule(joint.swapped())
    if recall is None or precision is None:
        return None
    r, p = 1 - float(recall.sum()), 1 - float(precision.sum())
    f1 = 2 * r * p / (r + p) if r + p > 0 else 0.0
    share = np.zeros(len(joint))
    if r > 0 and p > 0:
        share = f1 * f1 / (2 * r * r) * recall + f1 * f1 / (2 * p * p) * precision
    return Losses(recall, precision, share, 1 - f1 - float(share.sum()))


def _mean(parts: list[Losses | None]) -> Losses | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None

    def mean(columns: list[Floats]) -> Floats:
        total: Floats = np.sum(columns, axis=0) / len(columns)
        return total

    return Losses(
        mean([part.recall for part in known]),
        mean([part.precision for part in known]),
        mean([part.f1 for part in known]),
        sum(part.interaction for part in known) / len(known),
    )


def _muc(joint: Joint) -> Floats | None:
    """Each recall link error costs one link; its anaphor bears it."""
    links = int(np.maximum(joint.by_key_entity.sizes - 1, 0).sum())
    if not links:
        return None
    loss = np.zeros(len(joint))
    loss[recall_errors(joint).anaphor] = 1 / links
    return loss


def _piece_sizes(joint: Joint) -> Floats:
    """Return how many mentions share both entities with each, 0 for one that the response lacks."""
    sizes = np.bincount(joint.piece, minlength=len(joint))[joint.piece].astype(np.float64)
    return np.where(joint.is_missing, 0.0, sizes)


def _entity_sizes(joint: Joint) -> Integers:
    """Return how many mentions the key entity of each mention has, 1 where it has none."""
    return np.append(joint.by_key_entity.sizes, 1)[joint.key_entity]


def _in_key(joint: Joint, values: Floats) -> Floats | None:
    """Return the values of the key's mentions over their number."""
    count = int((~joint.is_spurious).sum())
    return np.where(joint.is_spurious, 0.0, values) / count if count else None


def _bcub(joint: Joint) -> Floats | None:
    """A mention costs the share of its entity that it is not placed with."""
    size = _entity_sizes(joint)
    return _in_key(joint, 1 - _piece_sizes(joint) / size)


def _lea(joint: Joint) -> Floats | None:
    """Each of an entity's missing links costs its share of the entity's size; both ends bear half of it."""
    size = _entity_sizes(joint)
    response_size = np.append(joint.by_response_entity.sizes, 0)[joint.response_entity]
    missing = (size - np.maximum(_piece_sizes(joint), 1)) / np.maximum(size - 1, 1)
    return _in_key(joint, np.where(size == 1, response_size != 1, missing))


def _ceaf(joint: Joint, *, entities: bool) -> tuple[Overlap, Floats]:
    both = np.flatnonzero(~joint.is_missing & ~joint.is_spurious)
    overlap = Overlap.of(joint.key_entity[both], joint.response_entity[both], joint.response_entities)
    similarity = overlap.count.astype(np.float64)
    if entities:
        sizes = joint.by_key_entity.sizes[overlap.key] + joint.by_response_entity.sizes[overlap.response]
        similarity = 2 * similarity / sizes
    chosen = assign(overlap.key, overlap.response, similarity)
    return Overlap(overlap.key[chosen], overlap.response[chosen], overlap.count[chosen]), similarity[chosen]


def _ceafe(joint: Joint) -> Floats | None:
    """An entity costs 1 - φ4 of it and its aligned one, borne by the mentions that only one of them has."""
    if not joint.key_entities:
        return None
    aligned, similarity = _ceaf(joint, entities=True)
    partner = np.full(joint.key_entities, -1, np.int64)
    partner[aligned.key] = aligned.response
    cost = np.ones(joint.key_entities)
    cost[aligned.key] -= similarity
    borne_by = joint.by_key_entity.sizes.astype(np.float64)
    borne_by[aligned.key] += joint.by_response_entity.sizes[aligned.response] - 2 * aligned.count
    each = np.divide(cost, borne_by, out=np.zeros(len(cost)), where=borne_by > 0) / joint.key_entities
    outside = np.append(partner, -2)[joint.key_entity] != joint.response_entity
    outside |= joint.is_missing
    loss = np.where(~joint.is_spurious & outside, np.append(each, 0.0)[joint.key_entity], 0.0)
    key_of = np.full(joint.response_entities + 1, -1, np.int64)
    key_of[aligned.response] = aligned.key
    guest = key_of[joint.response_entity]
    intrudes = ~joint.is_missing & (guest >= 0) & (guest != joint.key_entity)
    loss[intrudes] += each[guest[intrudes]]
    return loss


def _ceafm(joint: Joint) -> Floats | None:
    """A mention outside the entity that its own is aligned with is lost."""
    aligned, _ = _ceaf(joint, entities=False)
    partner = np.full(joint.key_entities + 1, -1, np.int64)
    partner[aligned.key] = aligned.response
    lost = joint.is_missing | (partner[joint.key_entity] != joint.response_entity)
    return _in_key(joint, lost.astype(np.float64))


def _mention(joint: Joint) -> Floats | None:
    """A mention that the response lacks is lost."""
    return _in_key(joint, joint.is_missing.astype(np.float64))


RULES: dict[str, Callable[[Joint], Floats | None]] = {
    "muc": _muc,
    "bcub": _bcub,
    "ceafe": _ceafe,
    "ceafm": _ceafm,
    "lea": _lea,
    "mention": _mention,
}
"""What each mention costs the recall of a metric; None where it is undefined."""
