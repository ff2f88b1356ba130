"""B³: how much of its true entity each mention is placed with (Bagga and Baldwin 1998)."""

from __future__ import annotations

from corefeval.arrays import Integers
from corefeval.metrics.base import register
from corefeval.metrics.importance import EntityWeighted
from corefeval.metrics.shares import Column
from corefeval.pairing.pairing import Overlap


@register
class BCubed(EntityWeighted):
    """B³ for predicted mentions.

    A mention without a counterpart on the other side overlaps with nothing, so it costs its whole share
    (Pradhan et al. 2014); nothing is added to or removed from either side. Entities weigh what `importance` says.
    """

    name = "bcub"
    label = "B³"
    aliases = ("b-cubed",)
    summary = "How much of its true entity is each mention placed with?"
    paper = "Bagga and Baldwin (1998), LREC workshop on linguistic coreference"
    formula = r"R = \frac{\sum_{k} \sum_{r} |k \cap r|^2 / |k|}{\sum_{k} |k|}"
    biases = "Counts every mention alike, so singletons that are easy to find raise it; rewards a mention for itself."
    weighs_sets = True
    twinless = frozenset({"cai-strube", "add-to-key"})
    in_reference_scorer = True
    is_classic = True

    def found(self, overlap: Overlap, size: Integers, other_size: Integers) -> tuple[Column, Integers]:
        """Return what the mentions of each cell are together with, all of them, and what they should be."""
        del other_size
        return overlap.shared * overlap.around, size
