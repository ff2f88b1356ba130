"""The loss of each mention in a metric, exact and without repairs: additive for recall and precision."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.arrays import Floats, Integers, integers, look_up
from corefeval.breakdown.features import NONE, feature_of
from corefeval.corpus.views import mention_texts
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.joint_mentions import InRowOrder, JointMentions
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.base import Metric
from corefeval.metrics.typed import described_sides
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem
from corefeval.settings import Settings

ROUNDING = 1e-9

MENTIONS_OF_ENTITY = 3
"""How many mentions of an entity represent it."""


@dataclass(frozen=True, eq=False)
class Losses:
    """The loss of each mention, a row of the JointMentions, in one metric, as fractions.

    Attributes:
        recall: these add up to 1 - R.
        precision: these add up to 1 - P.
        f1: the loss of F1, linearised at the score: F²/2R² of the recall loss and F²/2P² of the precision loss.
        interaction: the rest of 1 - F1; negative if the linear terms overshoot.
    """

    recall: Floats
    precision: Floats
    f1: Floats
    interaction: float

    @classmethod
    def of(cls, recall: Floats, precision: Floats) -> Losses:
        """Return the losses in a metric whose F1 combines recall and precision."""
        r, p = 1 - float(recall.sum()), 1 - float(precision.sum())
        f1 = 2 * r * p / (r + p) if r + p > 0 else 0.0
        share = np.zeros(len(recall))
        if r > 0 and p > 0:
            share = f1 * f1 / (2 * r * r) * recall + f1 * f1 / (2 * p * p) * precision
        return cls(recall, precision, share, 1 - f1 - float(share.sum()))

    @classmethod
    def mean(cls, parts: list[Losses]) -> Losses:
        """Return the loss of each mention in the average of several metrics."""
        recall, precision, f1 = np.mean([(part.recall, part.precision, part.f1) for part in parts], axis=0)
        return cls(recall, precision, f1, math.fsum(part.interaction for part in parts) / len(parts))

    def summed(self, owner: Integers, owners: int) -> Losses:
        """Return the summed losses of the mentions of each owner; -1 owns nothing."""
        rows = np.flatnonzero(owner >= 0)
        recall, precision, f1 = (
            np.bincount(owner[rows], column[rows], owners).astype(np.float64)
            for column in (self.recall, self.precision, self.f1)
        )
        return Losses(recall, precision, f1, self.interaction)


def losses(metric: Metric, pairing: Pairing, joint: JointMentions, settings: Settings) -> Losses | None:
    """Return the loss of each mention of an InRowOrder pairing; None for a metric without losses, or that is undefined here.

    An average with an undefined part is undefined too, unless undefined scores count as 0. Then no mention costs that
    part anything, and its whole loss is interaction. A part that averages over documents has no losses, and neither
    has its average.
    """
    if metric.is_average:
        none = np.zeros(len(joint))
        parts = [
            Losses(none, none, none, 1.0)
            if settings.undefined == "zero" and part.is_empty(pairing.count(part).totals(), settings)["f1"]
            else losses(part, pairing, joint, settings)
            for part in metric.averaged
        ]
        known = [part for part in parts if part is not None]
        return Losses.mean(known) if len(known) == len(parts) else None
    shares = metric.losses(pairing) if metric.documents == "pool" else None
    if shares is None:
        return None
    scores = metric.scores(pairing.count(metric).totals(), settings)
    columns = []
    for part in ("recall", "precision"):
        of_key, of_response = (
            look_up(rows, side[part], missing=0) if part in side else np.zeros(len(joint))
            for side, rows in ((shares.key, joint.key_mention), (shares.response, joint.response_mention))
        )
        columns.append(of_key + of_response)
        lost, lacking = float(columns[-1].sum()), 1 - float(scores[part])
        if not math.isclose(lost, lacking, rel_tol=ROUNDING, abs_tol=ROUNDING):
            raise CorefevalError(
                Problem(
                    "CE064",
                    "what-mentions-take",
                    of_part=part,
                    full_name=metric.full_name,
                    lost=lost,
                    lacking=lacking,
                )
            )
    return Losses.of(*columns)


class MentionLosses:
    """The losses of mentions in each metric that supports them, by mention, by type and by entity of the key.

    Attributes:
        found: the errors; their `joint` has the mentions.
        metrics: for each metric the loss of each mention.
        by_type: for each metric the losses of the mentions of each type, as fractions.
        entity_recall: the recall that the mentions of each key entity cost in the first metric; None if it has
            no losses.
        costliest: the key entities with losses, the costliest first.
    """

    def __init__(self, found: FoundErrors, metrics: Iterable[Metric], first: str, settings: Settings) -> None:
        """Compute the losses of mentions.

        Args:
            found: the errors.
            metrics: the metrics; those without losses are skipped.
            first: the metric that entities are sorted by.
            settings: whether 0/0 counts 0.
        """
        joint, pairing = found.joint, InRowOrder.of(found.pairing)
        each = {metric.full_name: losses(metric, pairing, joint, settings) for metric in metrics}
        self.found = found
        self.metrics = {name: one for name, one in each.items() if one is not None}
        kinds = {int(kind): kind.label for kind in MentionType}
        self.by_type = {name: _by_value(one, joint.type, kinds, "type") for name, one in self.metrics.items()}
        self.entity_recall, self.costliest = None, integers()
        if first in self.metrics:
            recall = self.metrics[first].summed(joint.key_entity, joint.key_entities).recall
            order = np.argsort(-recall, kind="stable")
            self.entity_recall, self.costliest = recall, order[recall[order] > 0]

    def by(self, feature: str) -> dict[str, list[dict[str, Any]]]:
        """Return the losses of the mentions of each value of a feature in each metric, as fractions."""
        pairing, joint = self.found.pairing, self.found.joint
        values = feature_of(described_sides(pairing), feature).settled(pairing)
        value = np.where(
            joint.key_mention >= 0,
            look_up(joint.key_mention, values.key),
            look_up(joint.response_mention, values.response),
        )
        labels = dict(enumerate(values.labels))
        if not values.is_ordered:
            sizes = np.bincount(value, minlength=len(labels)).tolist()
            order = sorted(labels, key=lambda number: (labels[number] == NONE, -sizes[number], number))
            labels = {number: labels[number] for number in order}
        return {name: _by_value(one, value, labels, "value") for name, one in self.metrics.items()}

    def entities(self, top: int | None = None) -> list[dict[str, Any]]:
        """Return the key entities whose mentions cost most recall of the first metric, as fractions."""
        if self.entity_recall is None:
            return []
        joint, key = self.found.joint, self.found.pairing.key
        numbers = self.costliest[:top].tolist()
        first = [joint.by_key_entity[entity][:MENTIONS_OF_ENTITY] for entity in numbers]
        texts = iter(mention_texts(key, joint.key_mention[integers(row for rows in first for row in rows)]))
        sizes = joint.by_key_entity.sizes
        return [
            {
                "document": self.found.pairing.names[int(key.entities.document[entity])],
                "entity": key.entities.labels[entity],
                "mentions": int(sizes[entity]),
                "texts": [next(texts) for _ in rows],
                "recall": float(self.entity_recall[entity]),
            }
            for entity, rows in zip(numbers, first, strict=True)
        ]


def _by_value(losses: Losses, value: Integers, labels: Mapping[int, str], head: str) -> list[dict[str, Any]]:
    """Return the losses of the mentions of each value that occurs, in the order of the labels."""
    summed = losses.summed(value, len(labels))
    sizes = np.bincount(value, minlength=len(labels)).tolist()
    return [
        {
            head: label,
            "mentions": sizes[number],
            "recall": float(summed.recall[number]),
            "precision": float(summed.precision[number]),
            "f1": float(summed.f1[number]),
        }
        for number, label in labels.items()
        if sizes[number]
    ]
