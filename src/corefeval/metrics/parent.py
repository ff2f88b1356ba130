"""PARENT: are the expressions that refer attached to the expressions that name? (Kaczmarek and Marcińczuk 2015)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.counts import Counts
from corefeval.linguistics.mention_types import BY_LABEL, MentionType
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.base import Metric, Parameter, recall_precision, register
from corefeval.metrics.shares import Shares
from corefeval.metrics.typed import TypedPairing, is_among
from corefeval.pairing.pairing import Pairing

DEFINING = (MentionType.NAME,)
REFERRING: Mapping[str, tuple[MentionType, ...]] = {
    "default": (MentionType.NOMINAL, MentionType.EVENT, MentionType.PRONOUN, MentionType.ZERO),
    "pronouns": (MentionType.PRONOUN, MentionType.ZERO),
    "nonzero": (MentionType.NOMINAL, MentionType.EVENT, MentionType.PRONOUN),
}
"""What refers, by the name of the split; names define, everything else is ignored."""


@dataclass(frozen=True, slots=True, eq=False)
class Attachments:
    """Which referring mentions are attached to which named entities.

    Attributes:
        wanted: the key mentions that should be attached: they refer, and their entity is in reach.
        unnamed: the key mentions that refer to entities without a defining mention.
        right: the response mentions that are attached to the right entity, perhaps to others too.
        pairs: the number of attachments of each response entity: referring mentions times entities.
        referring: the response mentions that refer.
        targets: how many entities the defining mentions of each response entity belong to.
    """

    wanted: Booleans
    unnamed: Booleans
    right: Booleans
    pairs: Integers
    referring: Booleans
    targets: Integers


@register
class Parent(Metric):
    """PARENT counts pairs of a referring mention and an entity that has a defining one.

    The key has one pair for each referring mention, with its entity. The response has one for each referring
    mention and each entity that a defining mention of its chain belongs to. Twinless mentions (section 5.4 of
    the paper): singletons on one side only are left out; a defining mention that the key does not have is an
    entity of its own; other mentions stay and cost.

    A key entity without a defining mention gives no pairs (`gold_needs_defining=yes`: sections 4.2, 4.3 and 4.5
    of the paper and the authors' program); read literally the equation counts its referring mentions, which
    nothing can ever find (`no`). How many are out of reach is counted too.
    """

    name = "parent"
    label = "PARENT"
    family = "Coreference that knows names, nouns and pronouns"
    summary = "Are nouns and pronouns attached to the right named entity?"
    paper = "Kaczmarek and Marcińczuk (2015), RANLP"
    formula = (
        r"R = \frac{|G \cap S|}{|G|},\quad P = \frac{|G \cap S|}{|S|},\quad"
        r" G = \{(m, [m])\},\ S = \{(m, [d]) : m, d \in r\},\ m \text{ referring},\ d \text{ defining}"
    )
    biases = "Blind to links between names; entities that are never named do not count. The authors call it complementary."
    swaps = False
    needs = frozenset({"types"})
    reads_scheme = True
    parameters = {  # noqa: RUF012 - declared once, read only
        "split": Parameter(
            "default",
            "what refers: as the scheme says, else nouns, pronouns and zeros; pronouns and zeros; or nouns and pronouns",
            tuple(REFERRING),
        ),
        "gold_needs_defining": Parameter(
            "yes",
            "whether key entities without a defining mention are left out",
            ("yes", "no"),
            {"no": "identity_is_one"},
        ),
    }

    def attach(self, pairing: Pairing) -> Attachments:
        """Return which mentions should be attached to a named entity, and which are.

        The response's pairs are a product for each entity: referring mentions times entities of its defining
        mentions.
        """
        typed = pairing.derive(TypedPairing)
        defines, refers = self._split(pairing)
        key, response = pairing.key, pairing.response
        key_referring = is_among(typed.key_type, refers)
        is_named = typed.key.has(is_among(typed.key_type, defines))
        wanted = key_referring & self._in_reach(pairing, is_named)

        referring = is_among(typed.own_response_type, refers)
        defining = is_among(typed.own_response_type, defines)
        partner = pairing.response_partner
        home = look_up(partner, key.mentions.entity)
        entity = response.mentions.entity
        width = len(key.entities) + 1
        reached = np.unique((entity * width + home)[defining & (partner >= 0)])
        entities = len(response.entities)
        targets = np.bincount(reached // width, minlength=entities)
        targets += np.bincount(entity[defining & (partner < 0)], minlength=entities)
        pairs = targets * np.bincount(entity[referring], minlength=entities)

        judged = referring & (partner >= 0) & np.append(wanted, False)[partner]
        right = judged & is_member(entity * width + home, reached)
        unnamed = key_referring & ~is_named[key.mentions.entity]
        return Attachments(wanted, unnamed, right, pairs, referring, targets)

    def _split(self, pairing: Pairing) -> tuple[tuple[MentionType, ...], tuple[MentionType, ...]]:
        """Return the kinds of mentions that define and those that refer: by default as the scheme of the run has them."""
        split = str(self.values["split"])
        if not pairing.scheme:
            return DEFINING, REFERRING[split]
        scheme = scheme_named(pairing.scheme)
        defines, refers = (
            tuple(BY_LABEL[label] for label in labels) for labels in (scheme.defining, scheme.referring)
        )
        return defines, refers if split == "default" else REFERRING[split]

    def count(self, pairing: Pairing) -> Counts:
        """Count right pairs, the key's, the response's, and referring mentions of entities that are never named."""
        found = self.attach(pairing)
        key, response = pairing.key.mentions.entity, pairing.response.mentions.entity
        right = pairing.by_response_document(response[found.right], np.ones(int(found.right.sum())))
        counts = recall_precision(
            (right, pairing.by_key_document(key[found.wanted], np.ones(int(found.wanted.sum())))),
            (right, pairing.by_response_document(np.arange(len(found.pairs)), found.pairs)),
        )
        out_of_reach = pairing.by_key_document(key[found.unnamed], np.ones(int(found.unnamed.sum())))
        return Counts({**counts.columns, "out_of_reach": out_of_reach})

    def shares(self, pairing: Pairing) -> Shares:
        """Return the attachments of each mention: one belongs to the mention that refers."""
        found = self.attach(pairing)
        attached = found.targets[pairing.response.mentions.entity] * found.referring
        return Shares(
            {"recall_denominator": found.wanted, "out_of_reach": found.unnamed},
            {
                "recall_numerator": found.right,
                "precision_numerator": found.right,
                "precision_denominator": attached,
            },
        )

    def _in_reach(self, pairing: Pairing, is_named: Booleans) -> Booleans:
        """Say which key mentions are in an entity that gives pairs."""
        entity = pairing.key.mentions.entity
        if self.values["gold_needs_defining"] == "yes":
            return is_named[entity]
        return (pairing.key.entity_sizes[entity] > 1) | (pairing.key_partner >= 0)


def is_member(values: Integers, of: Integers) -> Booleans:
    """Say which values occur in a sorted list."""
    if not len(of):
        return np.zeros(len(values), bool)
    found: Booleans = of[np.minimum(np.searchsorted(of, values), len(of) - 1)] == values
    return found
