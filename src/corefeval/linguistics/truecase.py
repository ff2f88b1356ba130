"""Document truecasing: the common words that a document itself capitalises like names."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import sentence_of
from corefeval.linguistics.tags import Shapes, Tagged, Tags
from corefeval.text import TextColumn

COMMON = "NOUN ADJ X VERB"
"""The tags of words whose capital letter is evidence."""

_TITLE_SHARE = 0.6
_FEWEST_NOUNS = 20
_NOT_ASCII, _SMALL = np.uint64(0x8080808080808080), np.uint64(0x2020202020202020)


@lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    """Return the text without case and accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


def lemma_keys(forms: TextColumn, lemmas: TextColumn | None, nodes: Integers) -> tuple[Integers, int]:
    """Return a code for the lemma of each node, ignoring case and accents, and the number of codes.

    If the file has no lemma, the word itself is used.
    """
    column = forms.take(nodes) if lemmas is None else lemmas.take(nodes)
    number, texts = column.codes()
    keys: dict[str, int] = {}
    key = np.array([keys.setdefault(folded(text), len(keys)) for text in texts], np.int64)[number]
    missing = [code for code, text in enumerate(texts) if text in {"", "_"}]
    rows = np.flatnonzero(np.isin(number, missing)) if missing and lemmas is not None else ()
    if len(rows):
        number, texts = forms.take(nodes[rows]).codes()
        key[rows] = np.array([keys.setdefault(folded(text), len(keys)) for text in texts], np.int64)[number]
    return key, len(keys)


@dataclass(frozen=True, slots=True, eq=False)
class Truecase:
    """The places in which a capital letter is evidence for a name.

    Attributes:
        is_free: the nodes inside a sentence that is not in Title Case; a capital there is a choice.
        is_off: the documents that capitalise most of their nouns (German), in which a capital is no evidence.
    """

    corpus: Corpus
    text: Tagged
    shapes: Shapes
    is_free: Booleans
    is_off: Booleans

    @classmethod
    def of(cls, corpus: Corpus, text: Tagged, written: Shapes) -> Truecase:
        """Return the evidence from all sentences of the corpus."""
        tags, count = text.tags, len(text.tags.number)
        free = np.ones(count, bool)
        starts = corpus.nodes.sentences[corpus.nodes.sentences < count]
        free[starts] = False
        behind = starts[~written.is_word[starts]] + 1
        free[behind[behind < count]] = False
        free &= ~_title_case(corpus, tags, written)
        off = _writes_nouns_with_capitals(corpus, tags, written, free)
        return cls(corpus, text, written, free, off)

    def supports(self, nodes: Integers, documents: Integers) -> Booleans:
        """Return which of these capitalised words are capitalised by choice, here or elsewhere in their document.

        A word at the start of a sentence is capitalised by choice if the document capitalises its lemma in more than
        half of its uses inside sentences.
        """
        chosen = self.is_free[nodes]
        doubtful = np.flatnonzero(~chosen)
        if not len(doubtful):
            return chosen
        common = np.flatnonzero(self.is_free & self.text.tags.any_of(COMMON) & self.shapes.is_alphabetic)
        common = common[self._may_be_worded_as(common, nodes[doubtful], documents[doubtful])]
        key, base = lemma_keys(
            self.corpus.nodes.forms, self.text.lemma, np.concatenate([nodes[doubtful], common])
        )
        asked, evidence = key[: len(doubtful)], key[len(doubtful) :]
        wanted = np.zeros(base, bool)
        wanted[asked] = True
        common, evidence = common[wanted[evidence]], evidence[wanted[evidence]]
        document = self.corpus.selected_document_of(common)
        cells, cell = np.unique(document * base + evidence, return_inverse=True)
        uses = np.bincount(cell, minlength=len(cells))
        capitals = np.bincount(cell, self.is_emphatic(common), minlength=len(cells))
        proper = np.append(cells[capitals * 2 > uses], -1)
        chosen[doubtful] = np.isin(documents[doubtful] * base + asked, proper)
        return chosen

    def _may_be_worded_as(self, nodes: Integers, asked: Integers, documents: Integers) -> Booleans:
        """Return which nodes may have the lemma of an `asked` node of their document; the other nodes need no look-up.

        ASCII lemmas that are equal without case begin with the same eight bytes when lower-cased.
        """
        column = self.corpus.nodes.forms if self.text.lemma is None else self.text.lemma
        words = column.words()
        is_open = ((words & _NOT_ASCII) != 0) | (words == 0) | (words == ord("_"))
        words |= _SMALL
        wanted = np.unique(words[asked])
        document = self.corpus.selected_document_of(nodes)
        is_asked, is_asked_openly = np.zeros((2, len(self.corpus.names) + 1), bool)
        is_asked[documents] = True
        is_asked_openly[documents[is_open[asked]]] = True
        alike = wanted[np.minimum(np.searchsorted(wanted, words[nodes]), len(wanted) - 1)] == words[nodes]
        may: Booleans = is_asked[document] & (alike | is_open[nodes] | is_asked_openly[document])
        return may

    def is_emphatic(self, nodes: Integers) -> Booleans:
        """Return which nodes have a capital that is evidence; long words written all in capitals are not."""
        shouted = self.shapes.is_capitals[nodes] & (self.shapes.length[nodes] > 3)
        return self.shapes.is_capitalised[nodes] & ~shouted


def _title_case(corpus: Corpus, tags: Tags, written: Shapes) -> Booleans:
    """Flag the nodes of sentences in which most content words are capitalised, such as headings and lists of names."""
    count = len(tags.number)
    content = np.flatnonzero(tags.any_of("NOUN ADJ VERB PROPN ADV") & written.is_alphabetic)
    sentence = sentence_of(corpus, content)
    sentences = max(len(corpus.nodes.sentences), 1)
    words = np.bincount(sentence, minlength=sentences)
    capitals = np.bincount(sentence, written.is_capitalised[content], minlength=sentences)
    titles = (words >= 2) & (capitals > _TITLE_SHARE * words)
    return titles[sentence_of(corpus, np.arange(count))]


def _writes_nouns_with_capitals(corpus: Corpus, tags: Tags, written: Shapes, free: Booleans) -> Booleans:
    nouns = np.flatnonzero(free & tags.any_of("NOUN") & written.is_alphabetic)
    document = corpus.selected_document_of(nouns)
    nouns, document = nouns[document >= 0], document[document >= 0]
    count = len(corpus.names)
    capitals = written.is_capitalised[nouns] & ~(written.is_capitals[nouns] & (written.length[nouns] > 3))
    total = np.bincount(document, minlength=count)
    upper = np.bincount(document, capitals, minlength=count)
    off: Booleans = (total >= _FEWEST_NOUNS) & (upper * 2 > total)
    return off
