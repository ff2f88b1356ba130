"""Relations between the words of two mentions: repetition, part, initials, acronym (Žitkus et al. 2023, Table 1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.linguistics.closed_class import closed_class
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.tags import UNIVERSAL, WANTED, Columns, known_tags, shapes
from corefeval.linguistics.truecase import folded
from corefeval.text import TextColumn

_INITIAL = re.compile(r"[^\W\d_]\.?|([^\W\d_]\.-?)+")
_NOT_A_LETTER = re.compile(r"[\W\d_]")
_ARTICLES = frozenset({"the", "a", "an", "'s", "of"})
_FUNCTION = ("DET", "ADP", "PART", "PUNCT", "SCONJ", "CCONJ")
_PENN_FUNCTION = ("DT", "IN", "POS", "PRP$", "CC")


@dataclass(frozen=True, slots=True)
class Word:
    """One content word.

    Attributes:
        form: the word as written.
        key: the lemma, or the form if there is none, without case and accents.
        is_proper: whether the file tags it as a proper noun.
    """

    form: str
    key: str
    is_proper: bool = False

    @property
    def is_capitalised(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.form[:1].isupper()

    @property
    def is_small(self) -> bool:
        """Whether it begins with a small letter."""
        return self.form[:1].islower()


Wording = tuple[Word, ...]
"""The content words of a mention."""


@lru_cache(maxsize=1 << 16)
def is_initial(form: str) -> bool:
    """Return whether a word is an initial: 'B.', 'J.-P.', 'B'."""
    letters = form.replace(".", "").replace("-", "")
    return form[:1].isupper() and len(letters) <= 2 and _INITIAL.fullmatch(form) is not None


def same_word(one: Word, other: Word) -> bool:
    """Return whether two words are the same: by lemma, by form, or as inflections of one word.

    Words of five letters or more count as inflections if they share a prefix of at least four letters and 60 % of the
    longer word.
    """
    return one.key == other.key or _same_form(one.form, other.form)


@lru_cache(maxsize=1 << 18)
def _same_form(one: str, other: str) -> bool:
    a, b = folded(one), folded(other)
    if a == b:
        return True
    shorter, longer = sorted((len(a), len(b)))
    if shorter < 5:
        return False
    alike = next((place for place in range(shorter) if a[place] != b[place]), shorter)
    return alike >= 4 and alike >= 0.6 * longer


def is_covered(part: Wording, whole: Wording, *, initials: bool = False) -> bool:
    """Return whether every word of `part` is in `whole`, each used once; with `initials` an initial matches its word."""
    free = list(whole)
    for word in part:
        place = next(
            (
                index
                for index, other in enumerate(free)
                if same_word(word, other)
                or (initials and (_stands_for(word, other) or _stands_for(other, word)))
            ),
            None,
        )
        if place is None:
            return False
        del free[place]
    return True


def is_repetition(one: Wording, other: Wording) -> bool:
    """Return whether two mentions have the same words."""
    return len(one) == len(other) and is_covered(one, other)


def is_acronym(short: Wording, long: Wording) -> bool:
    """Return whether `short` is one word in capitals whose letters are the initials of the words of `long`.

    An acronym of three or more letters may consist of the initials of only the first words.
    """
    if len(short) != 1 or len(long) < 2:
        return False
    wanted = acronym_letters(short[0].form)
    if not wanted:
        return False
    initials = "".join([folded(word.form)[:1] for word in long])
    return wanted == initials or (len(wanted) >= 3 and initials.startswith(wanted))


@lru_cache(maxsize=1 << 16)
def acronym_letters(form: str) -> str:
    """Return the letters of a word that looks like an acronym (two or more, mostly capitals); otherwise ''."""
    letters = _NOT_A_LETTER.sub("", form)
    if len(letters) < 2 or sum(letter.isupper() for letter in letters) < 0.6 * len(letters):
        return ""
    return folded(letters)


def has_initial(wording: Wording) -> bool:
    """Return whether one of the words is an initial."""
    return any(is_initial(word.form) for word in wording)


def _stands_for(initial: Word, word: Word) -> bool:
    if not is_initial(initial.form) or is_initial(word.form):
        return False
    return folded(word.form).startswith(folded(initial.form[:1]))


class Wordings:
    """The content words of the mentions of a corpus, computed on request.

    Content words are the words of the span without determiners, adpositions, particles, punctuation and conjunctions.
    If a mention has none, all its words count.

    Args:
        corpus: the corpus, filtered or not.
        linguistics: the linguistics of the corpus as read; its language gives the articles if the file has no tags.
        wanted: the mentions that will be requested.
    """

    def __init__(self, corpus: Corpus, linguistics: Linguistics, wanted: Booleans) -> None:
        # The mentions `the dogs` and `the`:
        #
        #     mention     0  0  1        the mention of each word
        #     form        1  0  1        numbers of forms_written: dogs, the
        #     is_content  0  1  0
        #     rows           1  2        content words; all words of a mention that has none
        #     packed         0  6        form, lemma and whether it is a proper noun, in one number
        #     number         0  1        rows of the vocabulary
        #     _bounds     0  1  2        the words of mention i are number[bounds[i]:bounds[i + 1]]
        columns = Columns(corpus.source)
        columns.fetch(WANTED)
        mention, node = Spans.of(corpus.mentions).select(wanted).listed()
        forms = corpus.nodes.forms.take(node)
        form, forms_written = forms.codes()
        known = closed_class(linguistics.language)
        articles = _ARTICLES | (known.articles if known and linguistics.source == "plain" else frozenset())
        is_article = np.array([text.lower() in articles for text in forms_written], bool)[form]
        is_content = shapes(forms).is_word & ~is_article if len(form) else np.zeros(0, bool)
        proper = np.zeros(len(node), bool)
        for name, known_names, function in (
            ("upos", UNIVERSAL, _FUNCTION),
            ("pos", (*_PENN_FUNCTION, "NNP", "NNPS"), _PENN_FUNCTION),
            ("xpos", (*_PENN_FUNCTION, "NNP", "NNPS"), _PENN_FUNCTION),
        ):
            column = columns.column(name)
            if column is not None:
                tags = known_tags(column.take(node), known_names)
                is_content &= ~tags.any_of(function)
                proper |= tags.any_of("PROPN" if name == "upos" else "NNP NNPS")
        has_content = np.bincount(mention[is_content], minlength=len(corpus.mentions)) > 0
        rows = np.flatnonzero(is_content | ~has_content[mention])
        lemmas = columns.column("lemma")
        lemma, lemmas_written = (form, forms_written) if lemmas is None else lemmas.take(node).codes()
        base = max(len(lemmas_written), 1)
        packed = (form[rows] * base + lemma[rows]) * 2 + proper[rows]
        different, number = np.unique(packed, return_inverse=True)
        self._words = _Vocabulary(different, forms_written, lemmas_written)
        self._number: Integers = number
        self._bounds = np.searchsorted(mention[rows], np.arange(len(corpus.mentions) + 1))

    def __getitem__(self, mention: int) -> Wording:
        """Return the content words of one mention."""
        return tuple([self._words[number] for number in self.numbers(mention)])

    def numbers(self, mention: int) -> tuple[int, ...]:
        """Return the content words as codes; two mentions have the same codes if they have the same words."""
        return tuple(self._number[self._bounds[mention] : self._bounds[mention + 1]].tolist())

    def alike(self, mentions: Integers) -> Integers:
        """Return a code for each of these mentions, equal for mentions with the same words."""
        numbers: dict[bytes, int] = {}
        size = self._number.itemsize
        starts, stops = self._bounds[mentions] * size, self._bounds[mentions + 1] * size
        texts = TextColumn.gather(self._number.view(np.uint8), starts, stops).encoded()
        return np.fromiter((numbers.setdefault(text, len(numbers)) for text in texts), np.int64, len(texts))

    @property
    def with_initials(self) -> Integers:
        """The mentions that have an initial among their content words."""
        found = np.flatnonzero(self._words.are_initials()[self._number])
        return np.unique(np.searchsorted(self._bounds, found, side="right") - 1)


class _Vocabulary(dict[int, Word]):
    """The distinct words (form, lemma, is proper) by number; each is created at the first use.

    Args:
        packed: (form * number of lemmas + lemma) * 2 + is proper, for each word.
        forms: the forms by number.
        lemmas: the lemmas by number.
    """

    def __init__(self, packed: Integers, forms: Sequence[str], lemmas: Sequence[str]) -> None:
        super().__init__()
        self._packed, self._forms, self._lemmas = packed, forms, lemmas

    def __missing__(self, number: int) -> Word:
        """Create a word."""
        pair, proper = divmod(int(self._packed[number]), 2)
        form, lemma = divmod(pair, len(self._lemmas))
        written = self._lemmas[lemma] if self._lemmas[lemma] not in {"", "_"} else self._forms[form]
        word = self[number] = Word(self._forms[form], folded(written), bool(proper))
        return word

    def are_initials(self) -> Booleans:
        """Return which words are initials."""
        is_short = np.array([is_initial(form) for form in self._forms], bool)
        return is_short[self._packed // 2 // max(len(self._lemmas), 1)]
