"""What each mention costs a metric, exactly and without repairing anything: additive for recall and precision."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from corefeval.analysis.joint import Joint
from corefeval.arrays import Floats, Integers, look_up
from corefeval.metrics.base import Metric
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem
from corefeval.settings import Settings

ROUNDING = 1e-9


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

    @classmethod
    def of(cls, recall: Floats, precision: Floats) -> Losses:
        """Return the losses of a metric whose F1 is that of recall and precision."""
        r, p = 1 - float(recall.sum()), 1 - float(precision.sum())
        f1 = 2 * r * p / (r + p) if r + p > 0 else 0.0
        share = np.zeros(len(recall))
        if r > 0 and p > 0:
            share = f1 * f1 / (2 * r * r) * recall + f1 * f1 / (2 * p * p) * precision
        return cls(recall, precision, share, 1 - f1 - float(share.sum()))

    @classmethod
    def mean(cls, parts: list[Losses]) -> Losses:
        """Return what each mention takes from the average of several metrics."""

        def mean(columns: list[Floats]) -> Floats:
            total: Floats = np.sum(columns, axis=0) / len(columns)
            return total

        return cls(
            mean([part.recall for part in parts]),
            mean([part.precision for part in parts]),
            mean([part.f1 for part in parts]),
            sum(part.interaction for part in parts) / len(parts),
        )

    def summed(self, owner: Integers, owners: int) -> Losses:
        """Return what the mentions of each owner cost together; -1 owns nothing."""
        rows = np.flatnonzero(owner >= 0)
        recall, precision, f1 = (
            np.bincount(owner[rows], column[rows], owners).astype(np.float64)
            for column in (self.recall, self.precision, self.f1)
        )
        return Losses(recall, precision, f1, self.interaction)


def losses(metric: Metric, pairing: Pairing, joint: Joint, settings: Settings) -> Losses | None:
    """Return what each mention of an InRowOrder pairing costs; None for a metric that does not say it, or is undefined here.

    An average whose part is undefined is so too, unless what is undefined counts 0: then no mention costs that
    part anything, and what it lacks, all of it, is interaction.
    """
    if metric.is_average:
        parts = [losses(part, pairing, joint, settings) for part in metric.averaged]
        if settings.undefined == "zero":
            none = np.zeros(len(joint))
            parts = [part or Losses(none, none, none, 1.0) for part in parts]
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
