"""Chains: the mentions of each entity in the order of the text."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from corefeval.arrays import Booleans, Integers, begins, inverse
from corefeval.corpus.corpus import Corpus


class Chains:
    """The entities of one side as chains: mentions in the order of the text, of two that start together the longer first."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        mentions = corpus.mentions
        self.order: Integers = mentions.in_text_order(mentions.entity)
        """All mentions, by entity and place."""
        self.place: Integers = inverse(self.order)
        """The position of each mention in that order."""
        self.begin: Integers = begins(corpus.entity_sizes)
        """The index of the first mention of each entity in that order."""

    @cached_property
    def predecessor(self) -> Integers:
        """For each mention the one before it in its chain, -1 for the first."""
        return self.closest_before(np.ones(len(self.order), bool))

    def closest_before(self, wanted: Booleans) -> Integers:
        """Return for each mention the closest preceding wanted mention of its chain, -1 for none."""
        found = np.full(len(self.order), -1, np.int64)
        if len(found) < 2:
            return found
        last = np.maximum.accumulate(np.where(wanted[self.order], np.arange(len(self.order)), -1))
        place = last[:-1]
        here = self.order[1:]
        found[here] = np.where(place >= self.begin[self.corpus.mentions.entity[here]], self.order[place], -1)
        return found

    def first(self, wanted: Booleans) -> Integers:
        """Return for each entity its first wanted mention, -1 if it has none."""
        found = np.full(len(self.begin), -1, np.int64)
        rows = self.order[wanted[self.order]][::-1]
        found[self.corpus.mentions.entity[rows]] = rows
        return found

    def has(self, wanted: Booleans) -> Booleans:
        """Return which entities have a wanted mention."""
        flags = np.zeros(len(self.begin), bool)
        flags[self.corpus.mentions.entity[wanted]] = True
        return flags
