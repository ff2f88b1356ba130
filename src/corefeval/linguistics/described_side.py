"""One side of a pairing with the linguistics of its mentions, and the values of their attributes as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.given_codes import Typing
from corefeval.linguistics.labels import LABEL, label_column
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.predicates import TYPE, Values, ValuesOf
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.linguistics.tags import Columns
from corefeval.names import resolve, spelled
from corefeval.text import TextColumn

WORD_COLUMNS = ("lemma", "upos", "xpos", "deprel")
"""Columns of the text that a mention takes from its head, if the file has them."""
CHAIN = "chain"
"""The attribute with the common type of all mentions of a chain."""
MIXED = "mixed"
"""The value of `chain` for chains with mentions of several types."""
OF_LINGUISTICS = (TYPE, "pos", "ne", LABEL, "code", "class", CHAIN)
"""Attributes that are computed; they take precedence over attributes of the same name in files."""


@dataclass(frozen=True, eq=False)
class DescribedSide:
    """The mentions of key or response.

    Attributes:
        corpus: the corpus.
        names: the names of its documents.
        described: a function that returns the linguistics of its mentions; called only if a feature needs them.
        scheme_name: the scheme of type codes; '' for the default.
    """

    corpus: Corpus
    names: tuple[str, ...]
    described: Callable[[], Linguistics]
    scheme_name: str = ""

    @cached_property
    def linguistics(self) -> Linguistics:
        """The linguistics of its mentions."""
        return self.described()

    @property
    def has_text(self) -> bool:
        """Whether the mentions are in a text; mentions of Python objects are not."""
        return self.corpus.mentions.objects is None

    @property
    def head(self) -> Integers:
        """The head node of each mention; its first node if it has no head."""
        own = self.linguistics.head
        return np.where(own >= 0, own, self.corpus.mentions.first)

    @property
    def as_read(self) -> Corpus:
        """The corpus without its selection, so that its rows match the linguistics."""
        return replace(self.corpus, number=None)

    @property
    def scheme(self) -> Scheme:
        """The scheme of type codes."""
        return scheme_named(self.scheme_name)

    @cached_property
    def given_types(self) -> Typing | None:
        """The type codes that the file gives to mentions; None if it gives none."""
        return Typing.of(self.corpus, self.scheme)

    @property
    def given_codes(self) -> list[str] | None:
        """The codes in the file, '' for mentions without one; None if the file gives none."""
        return None if self.given_types is None else self.given_types.code

    @cached_property
    def derived_types(self) -> Typing | None:
        """The type codes derived from the words."""
        return Typing.derived(self.as_read, self.linguistics, self.scheme)

    @cached_property
    def _chain_types(self) -> TextColumn:
        """The common type of the mentions in each mention's chain; MIXED if there are several. Zeros count as pronouns."""
        types = self.linguistics.type
        types = np.where(types == MentionType.ZERO, MentionType.PRONOUN, types)
        entity, count = self.corpus.mentions.entity, len(self.corpus.entities)
        least, most = np.full(count, len(MentionType)), np.full(count, -1)
        np.minimum.at(least, entity, types)
        np.maximum.at(most, entity, types)
        labels = [kind.label for kind in MentionType] + [MIXED]
        number = np.where(least == most, most, len(MentionType))[entity]
        return TextColumn.of([labels[each] for each in number.tolist()])

    def of_head(self, column: str) -> TextColumn | None:
        """Return the values of a text column at the heads; None if the text has no such column."""
        found = Columns(self.corpus.source).column(column)
        return None if found is None else found.take(self.head)

    def morphology(self, name: str) -> TextColumn | None:
        """Return a morphological feature (Gender, Case, …) of the heads; '' for heads without it."""
        column = self.of_head("feats")
        if column is None:
            return None
        number, texts = column.codes()
        values = [dict(features_in(text)).get(name.lower(), "") for text in texts]
        return TextColumn.of(values).take(number)

    def value_column(self, name: str) -> TextColumn | None:
        """Return the values of an attribute as a text column; None if the mentions have no such attribute."""
        if name in {"pos", "ne"}:
            found: TextColumn = getattr(self.linguistics, name)
            return found if len(found.block) else None
        if name == LABEL:
            return label_column(self.corpus)
        if name == CHAIN:
            return self._chain_types
        if name in {"code", "class"}:
            codes = self.given_codes
            if codes is None:
                return None
            return TextColumn.of(codes if name == "code" else [self.scheme.class_of(code) for code in codes])
        attributes = self.corpus.mentions.attributes
        attribute = spelled(name, attributes.names)
        if attribute:
            return attributes.column(attribute)
        if not self.has_text:
            return None
        column = self.of_head(name.lower())
        if column is not None:
            return column
        found_feature = self.morphology(name)
        return found_feature if found_feature is not None and len(found_feature.block) else None


DescribedSides = tuple[DescribedSide, DescribedSide]


def values_of(both: DescribedSides) -> tuple[ValuesOf, ValuesOf]:
    """Return functions that look up the values of attributes for predicates, one per side.

    An attribute that only one side has is empty on the other.

    Raises:
        UsageError: CE050 on look-up of an attribute that neither side has; it lists the attributes that they have.
    """

    def look(side: DescribedSide) -> ValuesOf:
        def values(name: str) -> Values:
            if name == TYPE:
                return side.linguistics.type, [kind.label for kind in MentionType]
            column = side.value_column(name)
            if column is None:
                _refuse_unknown(both, name)
                return np.zeros(len(side.corpus.mentions), np.int64), ("",)
            number, texts = column.codes()
            return number, ["" if text == "_" else text for text in texts]

        return values

    return look(both[0]), look(both[1])


def _refuse_unknown(both: DescribedSides, name: str) -> None:
    """Raise if neither side has the attribute."""
    if all(side.value_column(name) is None for side in both):
        names = [*OF_LINGUISTICS, *WORD_COLUMNS]
        names += [each for side in both for each in side.corpus.mentions.attributes.names]
        known = [
            each
            for each in dict.fromkeys(names)
            if each == TYPE or any(side.value_column(each) is not None for side in both)
        ]
        resolve("attribute", name, known, exactly=True)


def features_in(cell: str) -> Sequence[tuple[str, str]]:
    """Return the names, in lower case, and the values in a FEATS cell."""
    pieces = (pair.partition("=") for pair in cell.split("|") if "=" in pair)
    return [(name.lower(), value) for name, _, value in pieces]
