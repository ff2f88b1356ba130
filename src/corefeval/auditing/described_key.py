"""A key prepared for the checks of an audit: chains by document, names, gender, number, and the chains of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import mention_texts
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.described_side import DescribedSide
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.wording import Wording, Wordings, is_acronym, is_covered, same_word

LONGEST = 6
"""Content words of a name; longer mentions describe something by a name."""

MOST_COMPARED = 50
"""Mentions of a chain that a mention is compared with."""
APPOSED = 3
"""Fewer tokens than these, and no words, are between the parts of an apposition: `Regular Expressions ( RegEx )`."""
GENDERS = {
    "Masc": frozenset({"he", "him", "his", "himself"}),
    "Fem": frozenset({"she", "her", "hers", "herself"}),
    "Neut": frozenset({"it", "its", "itself"}),
}
"""English pronouns by gender, for texts without morphological features."""
PERSONAL = frozenset({"they", "them", "their", "theirs", "themselves"}).union(*GENDERS.values())
"""English pronouns of the third person, for the same texts."""

PRONOUNS = frozenset({"Prs", "Rel"})
"""Values of PronType of pronouns that have an antecedent nearby."""

Chains = dict[int, list[int]]
"""The mentions of each chain of a document, in text order."""


@dataclass(frozen=True, eq=False)
class DescribedKey:
    """A key with the linguistics of its mentions.

    Attributes:
        corpus: the key as read.
        linguistics: types and heads of its mentions.
        systems: for each system the chain of each key mention, -1 if the system did not mark the mention.
    """

    corpus: Corpus
    linguistics: Linguistics
    systems: tuple[Integers, ...] = ()

    @property
    def has_text(self) -> bool:
        """Whether the mentions are in a text; mentions from Python objects are not."""
        return self.corpus.mentions.objects is None and len(self.corpus.nodes.forms) > 0

    @cached_property
    def chain(self) -> list[int]:
        """The chain of each mention."""
        found: list[int] = self.corpus.mentions.entity.tolist()
        return found

    @cached_property
    def documents(self) -> list[Chains]:
        """The chains of each document, in the order of their first mentions.

        Non-referring mentions and hidden words (`____`) are skipped.
        """
        mentions, document = self.corpus.mentions, self.corpus.mention_document
        pseudo = self.corpus.entities.is_nonreferring
        found: list[Chains] = [{} for _ in self.corpus.names]
        for row in np.lexsort((-mentions.last, mentions.first, document)).tolist():
            is_pseudo = pseudo is not None and pseudo[self.chain[row]]
            is_written = self.has_text and self.linguistics.type[row] != MentionType.ZERO
            is_hidden = is_written and not any(letter.isalnum() for letter in self.texts[row])
            if not is_pseudo and not is_hidden:
                found[document[row]].setdefault(self.chain[row], []).append(row)
        return found

    def chains(self) -> Iterator[list[int]]:
        """Yield the mentions of each chain that has several."""
        return (rows for chains in self.documents for rows in chains.values() if len(rows) > 1)

    @cached_property
    def texts(self) -> list[str]:
        """The words of each mention."""
        return mention_texts(self.corpus, np.arange(len(self.corpus.mentions)))

    @cached_property
    def types(self) -> list[int]:
        """The type of each mention; zeros count as pronouns."""
        types = self.linguistics.type
        found: list[int] = np.where(types == MentionType.ZERO, MentionType.PRONOUN, types).tolist()
        return found

    @cached_property
    def _words(self) -> Wordings:
        """The content words of names and nouns."""
        types = self.linguistics.type
        wanted = (types == MentionType.NAME) | (types == MentionType.NOMINAL)
        return Wordings(self.corpus, self.linguistics, wanted)

    def has_related(self, row: int, rows: Sequence[int]) -> bool:
        """Return whether a mention shares a word with another one, or abbreviates it; never for pronouns."""
        own = self._words[row]
        return any(other != row and is_related(own, self._words[other]) for other in rows[:MOST_COMPARED])

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        return self.corpus.mentions.first.tolist(), self.corpus.mentions.last.tolist()

    def is_apposed(self, row: int, rows: Sequence[int]) -> bool:
        """Return whether a mention is next to another one, with at most a comma or bracket between them, or inside it."""
        first, last = self._edges
        for other in rows:
            begin, end = min(last[row], last[other]) + 1, max(first[row], first[other])
            if other != row and end - begin < APPOSED and self.sentence[row] == self.sentence[other]:
                between = self.corpus.nodes.forms.slice(begin, max(begin, end))
                if not any(letter.isalnum() for letter in "".join(between)):
                    return True
        return False

    @cached_property
    def names(self) -> dict[int, Wording]:
        """The content words of each mention that is a name."""
        found = {}
        for row in np.flatnonzero(self.linguistics.type == MentionType.NAME).tolist():
            wording = self._words[row]
            if 0 < len(wording) <= LONGEST and any(word.is_capitalised for word in wording):
                found[row] = wording
        return found

    @cached_property
    def sentence(self) -> list[int]:
        """The number of each mention's sentence in the file."""
        found: list[int] = np.searchsorted(
            self.corpus.nodes.sentences, self.corpus.mentions.first, side="right"
        ).tolist()
        return found

    @cached_property
    def gender(self) -> Sequence[str]:
        """The gender of each mention, '' if unknown or ambiguous."""
        known = self._feature("Gender")
        if known is not None:
            return known
        by_word = {word: gender for gender, words in GENDERS.items() for word in words}
        return [by_word.get(text.lower(), "") if self._is_english else "" for text in self.texts]

    @cached_property
    def number(self) -> Sequence[str]:
        """The grammatical number of each mention, '' if unknown or ambiguous."""
        return self._feature("Number") or [""] * len(self.texts)

    @cached_property
    def is_of_third_person(self) -> list[bool]:
        """Whether each mention is a personal or relative pronoun, or zero, of the third person."""
        person, kinds = self._feature("Person"), self._feature("PronType", all_values=True)
        if person is not None and kinds is not None:
            is_third = [
                value in {"", "3"} and bool(PRONOUNS.intersection(kind.split(",")))
                for value, kind in zip(person, kinds, strict=True)
            ]
        else:
            is_third = [self._is_english and text.lower() in PERSONAL for text in self.texts]
        return [
            is_own and kind == MentionType.PRONOUN for is_own, kind in zip(is_third, self.types, strict=True)
        ]

    @property
    def _is_english(self) -> bool:
        return self.linguistics.language in {"", "en"}

    def _feature(self, name: str, *, all_values: bool = False) -> list[str] | None:
        """Return a morphological feature of the heads, '' if ambiguous; None if the file lacks it."""
        side = DescribedSide(self.corpus, self.corpus.names, lambda: self.linguistics)
        column = side.morphology(name)
        if column is None or not len(column.block):
            return None
        return ["" if "," in value and not all_values else value for value in column.slice(0, len(column))]


def is_related(one: Wording, other: Wording) -> bool:
    """Return whether two names may name the same entity: they share a word, or one abbreviates the other."""
    return (
        any(same_word(word, each) for word in one for each in other)
        or is_acronym(one, other)
        or is_acronym(other, one)
        or is_covered(one, other, initials=True)
        or is_covered(other, one, initials=True)
    )
