"""The texts of the key, for answers of language models that contain no text: quoted mentions, or no marks at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import PurePath

import numpy as np

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import UNKNOWN

TAG_OR_SIGN = re.compile(r"<[^<>]{0,99}>|[\W\d_]+")
"""Matches tags and all characters except letters."""
LETTERS = 4
"""The number of letters in the sequences that `likeness` compares."""
COPY = 0.5
"""The least likeness of a copy of the text."""


def likeness(text: str, words: Sequence[str]) -> float:
    """Return how similar a text is to the words of a document: the share of common sequences of letters, 1 for a copy.

    Tags, numbers and the places of the sequences do not matter.
    """
    ours, theirs = _sequences(text), _sequences("".join(words))
    both = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / both if both else 0.0


def overlap(text: str, words: Sequence[str]) -> float:
    """Return the share of the sequences of letters of a text that the words of a document have, too."""
    ours = _sequences(text)
    return (ours & _sequences("".join(words))).total() / max(ours.total(), 1)


def _sequences(text: str) -> Counter[str]:
    """Return the number of each sequence of letters."""
    letters = TAG_OR_SIGN.sub("", text).casefold()
    return Counter(letters[at : at + LETTERS] for at in range(len(letters) - LETTERS + 1))


class KeyTexts:
    """The words of the key's documents.

    Args:
        read: a function that returns the key, called when a text is needed; None if there is no key.
    """

    def __init__(self, read: Callable[[], Corpus] | None = None) -> None:
        self._read = read

    def __reduce__(self) -> tuple[type[KeyTexts], tuple[()]]:
        """Pickle the object without its texts, because answers are read in this process only."""
        return KeyTexts, ()

    @cached_property
    def _key(self) -> Corpus | None:
        key = None if self._read is None else self._read()
        return None if key is None or key.mentions.objects is not None else key

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {} if self._key is None else {name: number for number, name in enumerate(self._key.names)}

    @property
    def is_known(self) -> bool:
        """Whether there is a key with texts."""
        return bool(self._numbers)

    @property
    def in_order(self) -> list[list[str]]:
        """The words of all documents; empty if the key lacks the words of any document."""
        found = [self._words(number) for number in self._numbers.values()]
        return [words for words in found if words is not None] if None not in found else []

    def named(self, name: str) -> list[str] | None:
        """Return the words of the document with this name; None if the key lacks the document or its words."""
        number = self._numbers.get(name)
        return None if number is None else self._words(number)

    def of_file(self, path: str) -> list[str] | None:
        """Return the words of the document that a file is named after, with or without the names of its folders."""
        plain = PurePath(path.removesuffix(".gz"))
        parts = plain.with_suffix("").parts if plain.name else ()
        tails = ("/".join(parts[start:]) for start in range(len(parts)))
        return next((words for tail in tails if (words := self.named(tail)) is not None), None)

    def of(self, path: str) -> list[str] | None:
        """Return the words of the document that a file is named after, or else of the key's only document."""
        found = self.of_file(path)
        return self._words(0) if found is None and len(self._numbers) == 1 else found

    def _words(self, number: int) -> list[str] | None:
        assert self._key is not None
        nodes = self._key.nodes
        here = np.arange(nodes.start[number], nodes.stop[number])
        found = list(nodes.forms.take(here[nodes.is_word(here)]))
        return found if any(word != UNKNOWN for word in found) else None
