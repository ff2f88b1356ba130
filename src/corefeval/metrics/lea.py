"""LEA: the resolved share of each entity's links, weighted by entity size (Moosavi and Strube 2016)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefeval.arrays import Integers
from corefeval.metrics.base import Parameter, register
from corefeval.metrics.importance import EntityWeighted, Importance
from corefeval.metrics.shares import Column
from corefeval.pairing.pairing import Overlap


@register
class Lea(EntityWeighted):
    """LEA, the link-based entity-aware metric.

    The weight of an entity is its size. Its resolution is the share of its pairs of mentions that the other side has
    too. A singleton has one link, to itself, found if it is a singleton on the other side too. With `self_link=skip`
    singletons do not count, as in the evaluators of e2e-coref, longdoc, wl-coref and stanza.
    """

    name = "lea"
    label = "LEA"
    summary = "What share of each entity's links is resolved, with entities weighted by size?"
    paper = "Moosavi and Strube (2016), ACL"
    formula = (
        r"R = \frac{\sum_{k} |k| \sum_{r} \binom{|k \cap r|}{2} / \binom{|k|}{2}}{\sum_{k} |k|}"
        r",\quad \text{a singleton having one link to itself}"
    )
    biases = "Large entities dominate: a pronoun missed in a long chain costs more than one missed in a short chain."
    weighs_sets = True
    is_classic = True
    stays_pooled = True
    parameters: ClassVar[Mapping[str, Parameter]] = {
        **EntityWeighted.parameters,
        "self_link": Parameter(
            "count", "whether a singleton counts, with one link to itself", ("count", "skip")
        ),
    }

    def __init__(self, importance: str | float | Importance = "size", self_link: str = "count") -> None:
        super().__init__(importance)
        self.values["self_link"] = self_link

    @property
    def skips_singletons(self) -> bool:
        """Whether singletons are excluded."""
        return self.values["self_link"] == "skip" or super().skips_singletons

    def found(self, overlap: Overlap, size: Integers, other_size: Integers) -> tuple[Column, Integers]:
        """Return the entity's size times the links of each cell, and the entity's number of links; a singleton has one."""
        links = np.maximum(size * (size - 1) // 2, 1)
        common = np.where(size > 1, overlap.links, (other_size == 1) * overlap.equal)
        return size * common, links
