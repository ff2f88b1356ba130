"""Units of uses (facts, pronouns or steps), and the mentions that are to blame for lost units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, recall_precision
from corefeval.metrics.use_terms import NAME, NOUN, PRONOUN, Uses, UseSide
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Met

WRONG = "wrong"
"""The name of the count of gold units that the system attributes to another entity."""


class LossCause(IntEnum):
    """The reason why a mention makes the application lose a gold unit."""

    NOT_LINKED = 0
    NOT_IN_GOLD = 1
    WRONG_ENTITY = 2
    SPLIT = 3
    NO_NAME = 4
    NO_NOUN = 5
    ANTECEDENT = 6

    @property
    def label(self) -> str:
        """The name in JSON."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, eq=False)
class UseUnits:
    """The units of a use, such as facts or pronouns; each has one place in the text.

    Attributes:
        node: the place of each unit: the verb of a fact, the pronoun, or the later end of a step.
        gold: which units the gold coreference gives.
        system: which units the system coreference gives.
        right: which units both give with the same entities.
        wrong: which gold units the system gives about another entity.
        start: the earlier end of each step; equal to `node` for other units.
    """

    node: Integers
    gold: Booleans
    system: Booleans
    right: Booleans
    wrong: Booleans
    start: Integers

    @classmethod
    def of(cls, node: Integers, gold: Booleans, system: Booleans, same: Booleans) -> UseUnits:
        """Return units that are right if both sides give them and `same` is true."""
        both = gold & system
        return cls(node, gold, system, both & same, both & ~same, node)

    @property
    def lost(self) -> Booleans:
        """Which gold units are wrong or missing."""
        return self.gold & ~self.right


@dataclass(frozen=True, slots=True, eq=False)
class Blamed:
    """The mentions to blame for lost units, sorted by unit. A unit may have several.

    Attributes:
        unit: the row of the unit in UseUnits.
        entity: the gold entity that loses it.
        node: the head of the mention.
    """

    unit: Integers
    entity: Integers
    node: Integers


@dataclass(frozen=True, slots=True, eq=False)
class UnitParts:
    """The nodes that units consist of: mentions and verbs.

    Attributes:
        row: the unit of each node, as an index into the requested units.
        event: 0, or 1 for the second event of a step.
        node: the node.
        is_verb: whether the node is a verb, not the head of a mention.
    """

    row: Integers
    event: Integers
    node: Integers
    is_verb: Booleans

    def in_order(self) -> UnitParts:
        """Return the parts sorted by unit, event and node."""
        order = np.lexsort((self.node, self.event, self.row))
        return UnitParts(self.row[order], self.event[order], self.node[order], self.is_verb[order])


class UseMetric(Metric):
    """A use of coreference, scored by right units, gold units and system units from the trees of the key's text."""

    family = "Uses: what errors cost an application"
    paper = "defined by corefeval; see docs/applications.md for a comparison with other metrics"
    formula = r"R = \frac{|G \cap S|}{|G|},\quad P = \frac{|G \cap S|}{|S|}"
    swaps = False
    needs = frozenset({"trees"})
    adds_over_entities = False
    twinless = frozenset()

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Warn about documents without trees."""
        return pairing.derive(Uses).notes()


class UnitUse(UseMetric):
    """A use that consists of units, each right or not.

    Attributes:
        unit_words: singular and plural of a unit, as printed before the name of its entity.
        least_rank: the rank that at least one mention of an entity needs, so that the entity gives units.
        has_language_rules: whether units depend on the language of the text.
        counts_by_representative: whether a system entity counts as the gold entity that its representative belongs to;
            otherwise as the one that it is aligned with.
    """

    unit_words: tuple[str, str]
    least_rank = PRONOUN
    has_language_rules = False
    counts_by_representative = False

    def units(self, uses: Uses) -> UseUnits:
        """Return the units of gold and system."""
        raise NotImplementedError

    def blamed(self, uses: Uses) -> Blamed:
        """Return the mentions to blame for lost gold units; by default the mention at the unit's place."""
        units = self.units(uses)
        node = units.node[units.lost]
        return Blamed(np.flatnonzero(units.lost), uses.key.at[node], node)

    def parts(self, uses: Uses, unit: Integers) -> UnitParts:
        """Return the nodes of these units; by default only the unit's place."""
        none = np.zeros(len(unit), np.int64)
        return UnitParts(np.arange(len(unit)), none, self.units(uses).node[unit], none > 0)

    def referents(self, side: UseSide, node: Integers) -> Integers:
        """Return the mention that shows the entity of each node on one side; -1 if the node has no entity."""
        return np.append(side.representative, -1)[side.at[node]]

    def taken_for(self, uses: Uses) -> Integers:
        """Return the gold entity that each system entity counts as; -1 if there is none."""
        return uses.stands_for if self.counts_by_representative else uses.partner

    def causes(self, uses: Uses, node: Integers) -> Integers:
        """Return the LossCause of the mention at each node.

        The mention is not linked, linked although the gold has no entity there, or linked to another entity. If it is
        linked to its own entity, that entity lacks a mention of the needed rank, or it is an unaligned part of a split
        entity.
        """
        gold, system = uses.key.at[node], uses.response.at[node]
        taken, stands = (np.append(each, -1)[system] for each in (self.taken_for(uses), uses.stands_for))
        is_own = np.where(taken >= 0, taken, stands) == gold
        rank = np.append(uses.response.best_rank, 0)[system]
        lacking = {NAME: LossCause.NO_NAME, NOUN: LossCause.NO_NOUN}.get(self.least_rank, LossCause.SPLIT)
        return np.select(
            [system < 0, gold < 0, ~is_own, rank < self.least_rank],
            [LossCause.NOT_LINKED, LossCause.NOT_IN_GOLD, LossCause.WRONG_ENTITY, lacking],
            LossCause.SPLIT,
        )

    def count(self, pairing: Pairing) -> Counts:
        """Count right units, gold units, system units, and gold units about a wrong entity."""
        uses = pairing.derive(Uses)
        units, text = self.units(uses), uses.text
        right, gold, system, wrong = (
            text.by_document(units.node[flags])
            for flags in (units.right, units.gold, units.system, units.wrong)
        )
        return Counts({**recall_precision((right, gold), (right, system)).columns, WRONG: wrong})
