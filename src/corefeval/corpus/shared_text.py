"""The shared text: key and response as two annotations of the same words.

Sentences, dependency trees, tags, lemmas and named entities describe the text, not an annotation of it. After alignment
both sides have the same words, so one file describes them for both: the key's, or the one that the user names with
`--text`. So a mention has the same head and the same type on both sides and in every format.

Empty nodes belong to the text, too. A response in a format without empty nodes includes those of the key between its
words. A response with its own empty nodes keeps them; at the position of a zero of the key they have its tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from corefeval.arrays import Booleans, Integers, integers, ranges
from corefeval.corpus.corpus import Corpus, ExtendedSource, ForwardingSource, Source
from corefeval.corpus.tables import SENTENCE_START, Annotation, Nodes, filled
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.records import cached_property
from corefeval.text import TextColumn

TAGS = ("upos", "pos", "xpos", "feats", "lemma", "ne")
"""The columns of a response that may be used for a key without any of them."""

DEPENDENCIES = "deps"
"""The column of enhanced dependencies, used to align zeros: each side has those of its own zeros."""

_ZERO_GOVERNOR = re.compile(r"\A[0-9]+\.[0-9]+(?=:)")
"""An empty node as the governor in an enhanced dependency: 5.1 of 5.1:nsubj."""

_DOCUMENT = 1 << 44
"""A number above any position in a document (see Corpus.positions)."""


def share_text(
    corpus: Corpus, text: Corpus, *, covers_zeros: bool = False, keeps_own: bool = False
) -> Corpus:
    """Return a corpus with the sentences and columns of a text that has the same words.

    Both have the same documents in the same order. A document with another number of words keeps its own sentences and
    has no columns. Mentions and entities keep their numbers.

    Args:
        corpus: the annotation.
        text: the corpus whose file describes the words.
        covers_zeros: whether a mention includes the text's empty nodes between its words, because its format
            cannot state them.
        keeps_own: whether the corpus's own file is used for columns that the text's file lacks.
    """
    if corpus.mentions.objects is not None or text.mentions.objects is not None:
        return corpus
    if covers_zeros and len(text.nodes.empty) and not len(corpus.nodes.empty):
        corpus = _with_zeros_of(corpus, text)
    if _has_same_nodes(corpus.nodes, text.nodes):
        sentences, counterpart = text.nodes.sentences, None
    else:
        counterpart = counterparts(corpus, text)
        sentences = _sentences(corpus, text, counterpart)
    nodes = replace(corpus.nodes, sentences=sentences)
    source = SharedSource(corpus, text, sentences, counterpart, keeps_own=keeps_own)
    return replace(corpus, nodes=nodes, source=source)


def describing(corpus: Corpus) -> Corpus:
    """Return a corpus whose file is read once for columns that both sides need."""
    return replace(corpus, source=TextSource(corpus.source))


def on_text(corpus: Corpus, text: Corpus) -> Corpus:
    """Return clusters of spans from Python as a corpus over a text; a span is (first word, last word) of its document.

    Documents with the same name correspond. A single document corresponds to the text's single document.

    Raises:
        CorefevalError: CE074 for a document that the text lacks, and for a mention that is not a span of it.
    """
    if corpus.mentions.objects is None:
        return corpus
    number = {name: place for place, name in enumerate(text.names)}
    if len(corpus.names) == len(text.names) == 1:
        number[corpus.names[0]] = 0
    unknown = [name for name in corpus.names if name not in number]
    if unknown:
        raise CorefevalError(Problem("CE074", "document-not-in-text", text.file, name) for name in unknown)
    chosen = text.select_documents(integers(number[name] for name in corpus.names))
    counts = chosen.nodes.word_counts[corpus.mention_document].tolist()
    wrong = [
        item for item, count in zip(corpus.mentions.objects, counts, strict=True) if not _is_span(item, count)
    ]
    if wrong:
        raise CorefevalError(Problem("CE074", "no-span-of-text", text.file, str(item)) for item in wrong[:5])
    nodes = chosen.nodes
    words = np.delete(np.arange(len(nodes.forms)), nodes.empty)
    spans = np.array(list(corpus.mentions.objects), np.int64).reshape(-1, 2)
    spans += nodes.words_before(nodes.start)[corpus.mention_document][:, None]
    first, last = words[spans].T
    mentions = replace(corpus.mentions, first=first, last=last, objects=None)
    return replace(
        corpus, names=chosen.names, nodes=nodes, mentions=mentions, source=ForwardingSource(chosen.source)
    )


def _is_span(item: object, count: int) -> bool:
    """Return whether an object is a pair of the first and last word of a span in a document of this many words."""
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and all(isinstance(edge, int) for edge in item)
        and 0 <= item[0] <= item[1] < count
    )


def lend_tags(key: Corpus, response: Corpus) -> Corpus:
    """Return a key with the response's tags, in documents for which the key's own file has none."""
    if key.mentions.objects is not None or response.mentions.objects is not None:
        return key
    return replace(key, source=BorrowingSource(key, response))


def counterparts(corpus: Corpus, text: Corpus) -> Integers:
    """Return for each node of a corpus the node of the text in the same place, -1 if the text has none.

    The same place is the same word number in the document, or the same empty node after the same word.
    """
    ours, theirs = corpus.nodes, text.nodes
    found = np.full(len(ours.forms), -1, np.int64)
    is_aligned = ours.word_counts == theirs.word_counts
    found[_words(ours, is_aligned)] = _words(theirs, is_aligned)
    if len(ours.empty) and len(theirs.empty):
        keys = _zero_places(text)
        order = np.argsort(keys)
        wanted = _zero_places(corpus)
        slot = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
        is_same = (keys[slot] == wanted) & (wanted >= 0)
        found[ours.empty[is_same]] = theirs.empty[slot[is_same]]
    return found


def _words(nodes: Nodes, of_documents: Booleans) -> Integers:
    """Return the words of some documents, in the order of the documents."""
    _, here = ranges(nodes.start[of_documents], (nodes.stop - nodes.start)[of_documents])
    if not len(nodes.empty) and not len(nodes.outside):
        return here
    return here[nodes.is_word(here)]


def _zero_places(corpus: Corpus) -> Integers:
    """Return a number for the document and the place of each empty node, -1 in documents that were not selected."""
    empty = corpus.nodes.empty
    document = corpus.selected_document_of(empty)
    return np.where(document >= 0, document * _DOCUMENT + corpus.positions(empty, document), -1)


def _has_same_nodes(ours: Nodes, theirs: Nodes) -> bool:
    names = ("start", "stop", "empty", "minor", "outside")
    return len(ours.forms) == len(theirs.forms) and all(
        np.array_equal(getattr(ours, name), getattr(theirs, name)) for name in names
    )


def _sentences(corpus: Corpus, text: Corpus, counterpart: Integers) -> Integers:
    """Return where the text's sentences begin in a corpus.

    A sentence begins with its first word, or with empty nodes that are numbered before it (0.1).
    """
    ours, theirs = corpus.nodes, text.nodes
    own = np.full(len(theirs.forms) + 1, -1, np.int64)
    there = np.flatnonzero((counterpart >= 0) & ~ours.is_empty(np.arange(len(counterpart))))
    own[counterpart[there]] = there
    # the first word of each sentence: the next node with a counterpart that is a word
    following = np.minimum.accumulate(np.where(own >= 0, np.arange(len(own)), len(own) - 1)[::-1])[::-1]
    begin = own[following[theirs.sentences]]
    begin = np.unique(begin[begin >= 0])
    if len(ours.empty):
        before = ours.empty[ours.minor >= SENTENCE_START]
        while len(before) and (is_before := np.isin(begin - 1, before)).any():
            begin = begin - is_before
    unaligned = np.flatnonzero((ours.word_counts != theirs.word_counts) & (ours.stop > ours.start))
    if len(unaligned):
        document = corpus.selected_document_of(ours.sentences)
        begin = np.union1d(begin, ours.sentences[np.isin(document, unaligned)])
    return begin


def _with_zeros_of(corpus: Corpus, text: Corpus) -> Corpus:
    """Return a corpus without empty nodes over all nodes of the text; mentions contain the empty nodes inside them.

    Nodes outside the text stay after the last node of their document. For the text `Ann (zero) left` and the corpus
    `Ann left`, which has the mention `Bob` outside its text:

        size, extra  3, 1       nodes of the text, and those in no text
        at_text      0 1 2      new numbers of the text's nodes
        own          0 2 3      new numbers of the corpus's nodes
        place        3 1 4 5    where the form of each new node is, the three of the text first
    """
    ours, theirs = corpus.nodes, text.nodes
    is_aligned = ours.word_counts == theirs.word_counts
    size = np.where(is_aligned, theirs.stop - theirs.start, ours.stop - ours.start)
    outside = np.searchsorted(ours.outside, ours.stop) - np.searchsorted(ours.outside, ours.start)
    extra = np.where(is_aligned, outside, 0)
    start = np.append(0, np.cumsum(size + extra))[:-1]
    own = np.full(len(ours.forms), -1, np.int64)

    def placed(begin: Integers, length: Integers, new: Integers) -> tuple[Integers, Integers]:
        number, old = ranges(begin, length)
        return old, old - begin[number] + new[number]

    text_nodes, at_text = placed(theirs.start, np.where(is_aligned, size, 0), start)
    kept, at_kept = placed(ours.start, np.where(is_aligned, 0, size), start)
    gone, at_gone = placed(ours.stop - extra, extra, start + size)
    new_of_text = np.full(len(theirs.forms), -1, np.int64)
    new_of_text[text_nodes] = at_text
    own[_words(ours, is_aligned)] = new_of_text[_words(theirs, is_aligned)]
    own[kept], own[gone] = at_kept, at_gone
    count = int((size + extra).sum())
    place = np.zeros(count, np.int64)
    place[at_text] = text_nodes
    there = np.flatnonzero(own >= 0)
    place[own[there]] = there + len(theirs.forms)
    forms = TextColumn.concatenate([theirs.forms, ours.forms]).take(place)
    empty = new_of_text[theirs.empty]
    is_there = empty >= 0
    order = np.argsort(empty[is_there])
    sentences = np.sort(own[ours.sentences])
    nodes = Nodes(
        start,
        start + size + extra,
        forms,
        sentences[sentences >= 0],
        empty[is_there][order],
        theirs.minor[is_there][order],
        theirs.empty_inside,
        np.sort(own[ours.outside][own[ours.outside] >= 0]),
    )
    source = _MovedSource(corpus, own, count)
    return replace(corpus, nodes=nodes, mentions=corpus.mentions.moved(own), source=source)


class TextSource(ExtendedSource):
    """The source of the corpus that describes the text: it remembers columns, because both sides ask for them."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._known: dict[str, TextColumn | None] = {}

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return columns, each fetched once."""
        unknown = [name for name in names if name not in self._known]
        if unknown:
            self._known |= self.source.columns(unknown)
        return {name: self._known[name] for name in names}


class _MovedSource(ExtendedSource):
    """A source with renumbered nodes.

    Args:
        corpus: the original corpus.
        own: for each of its nodes the new number.
        count: the number of nodes now.
    """

    def __init__(self, corpus: Corpus, own: Integers, count: int) -> None:
        super().__init__(corpus.source)
        self._own = own
        self._old = np.full(count, -1, np.int64)
        self._old[own[own >= 0]] = np.flatnonzero(own >= 0)

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return the columns; empty cells for nodes that the file does not have."""
        found = self.source.columns(names)
        return {name: filled(column, self._old) for name, column in found.items()}

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the annotations at the new numbers of their nodes."""
        number = self._own.tolist()
        return [each.moved(number.__getitem__) for each in self.source.annotations(corpus)]

    def place(self, node: int) -> Place:
        """Return the place of a node; if the file lacks it, that of the word before it."""
        known = np.flatnonzero(self._old[: node + 1] >= 0)
        return self.source.place(int(self._old[known[-1]]) if len(known) else 0)


class SharedSource(ExtendedSource):
    """The mentions' attributes of a corpus, combined with the columns of the text's file.

    Args:
        corpus: the corpus with its own sentences.
        text: the text.
        sentences: where the text's sentences begin in the corpus.
        counterpart: for each node of the corpus the node of the text, -1 for none; None if both have the same
            nodes.
        keeps_own: whether the corpus's own file is used for columns that the text's file lacks.
    """

    def __init__(
        self,
        corpus: Corpus,
        text: Corpus,
        sentences: Integers,
        counterpart: Integers | None,
        *,
        keeps_own: bool,
    ) -> None:
        super().__init__(corpus.source)
        self._corpus, self._text, self._sentences = corpus, text, sentences
        self._counterpart, self._keeps_own = counterpart, keeps_own

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return columns of the text; '' for nodes that it does not have.

        The corpus describes its own zeros: their dependencies, and the tags of zeros that the text lacks.
        """
        found = self._text.source.columns(names)
        if self._counterpart is not None:
            own = self._own_columns(names)
            found = {name: filled(column, self._counterpart, own.get(name)) for name, column in found.items()}
        if self._keeps_own:
            lacking = [
                name for name, column in found.items() if column is None or not _is_stated(column).any()
            ]
            found |= self.source.columns(lacking)
        if DEPENDENCIES in found and len(self._corpus.nodes.empty):
            found[DEPENDENCIES] = self._with_own_dependencies(found[DEPENDENCIES])
        return found

    def _own_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return own columns for nodes that the text does not have: tags of zeros, or all if the corpus keeps its own."""
        assert self._counterpart is not None
        if self._keeps_own:
            return self.source.columns(names)
        is_lacking = (self._counterpart[self._corpus.nodes.empty] < 0).any()
        return self.source.columns([name for name in names if name in TAGS]) if is_lacking else {}

    def _with_own_dependencies(self, column: TextColumn | None) -> TextColumn | None:
        """Return the dependencies, with the corpus's own for its empty nodes.

        A file without dependencies has its zeros by position: a zero at the position of one in the text has the
        same governor. Any other zero, and any zero of a model's answer, depends on the word before it.
        """
        corpus, empty = self._corpus, self._corpus.nodes.empty
        own = self.source.column(DEPENDENCIES)
        if own is not None:
            cells = self._renumbered(list(own.take(empty)))
        elif column is None:
            return None
        else:
            behind = self._word_before(empty)
            # an answer has a zero first if the root governs it
            root = "0:_" if corpus.traits.zeros_follow_governors else ""
            cells = [f"{word}:_" if word else root for word in behind.tolist()]
            if not corpus.traits.zeros_follow_governors:
                stated = list(column.take(empty))
                cells = [
                    there if there not in {"", "_"} else cell
                    for there, cell in zip(stated, cells, strict=True)
                ]
        if column is None:
            column = TextColumn.of([""]).take(np.zeros(len(corpus.nodes.forms), np.int64))
        elif self._counterpart is not None and corpus.traits.zeros_follow_governors:
            column = _without_zeros(column)
        place = np.arange(len(corpus.nodes.forms))
        place[empty] = len(column) + np.arange(len(empty))
        return TextColumn.concatenate([column, TextColumn.of(cells)]).take(place)

    def _word_before(self, nodes: Integers) -> Integers:
        """Return the number, in its sentence of the text, of the word before each node; 0 at the beginning of a sentence."""
        starts = self._sentences if len(self._sentences) else np.zeros(1, np.int64)
        sentence = np.maximum(np.searchsorted(starts, nodes, side="right") - 1, 0)
        own = self._corpus.nodes
        return own.words_before(nodes) - own.words_before(starts)[sentence]

    def _renumbered(self, cells: list[str]) -> list[str]:
        """Return the dependencies of the empty nodes with governors numbered as in the text's sentences."""
        nodes = self._corpus.nodes
        if np.array_equal(nodes.sentences, self._sentences) or not len(nodes.sentences):
            return cells
        empty, starts = nodes.empty, nodes.sentences
        old = starts[np.maximum(np.searchsorted(starts, empty, side="right") - 1, 0)]
        slot = np.searchsorted(self._sentences, empty, side="right") - 1
        new = self._sentences[np.maximum(slot, 0)] if len(self._sentences) else old
        shift = nodes.words_before(old) - nodes.words_before(new)
        return [
            cell if not step or cell in {"", "_"} else _shifted(cell, step)
            for cell, step in zip(cells, shift.tolist(), strict=True)
        ]


def _without_zeros(column: TextColumn) -> TextColumn:
    """Return dependencies in which no empty node governs a word: an answer has other zeros than the text, at the same numbers."""
    number, cells = column.codes()
    plain = ["|".join(_ZERO_GOVERNOR.sub("_", item) for item in cell.split("|")) for cell in cells]
    return TextColumn.of(plain).take(number)


def _shifted(cell: str, step: int) -> str:
    """Return dependencies with other numbers of governors: 5.1:nsubj shifted by 3 is 8.1:nsubj."""

    def moved(items: Iterable[str]) -> Iterable[str]:
        for item in items:
            governor, colon, relation = item.partition(":")
            word, dot, minor = governor.partition(".")
            number = str(int(word) + step) if word.isdecimal() and word != "0" else word
            yield f"{number}{dot}{minor}{colon}{relation}"

    return "|".join(moved(cell.split("|")))


class BorrowingSource(ExtendedSource):
    """A key's source; words of documents without tags have those of the response.

    Args:
        key: the key.
        response: the response, over the key's words.
    """

    def __init__(self, key: Corpus, response: Corpus) -> None:
        super().__init__(key.source)
        self.may_borrow = True
        self._key, self._response = key, response

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return columns of the key, and tags of the response for documents without any."""
        found = self.source.columns(names)
        wanted = [name for name in names if name in TAGS]
        if not wanted:
            return found
        is_lent, lent = self._lent
        if is_lent.any():
            nothing = TextColumn.of([""]).take(np.zeros(len(is_lent), np.int64))
            rows = np.where(is_lent, np.arange(len(is_lent)) + len(is_lent), np.arange(len(is_lent)))
            for name in wanted:
                theirs = lent[name]
                if theirs is not None:
                    found[name] = TextColumn.concatenate([found[name] or nothing, theirs]).take(rows)
        return found

    @property
    def documents_with_borrowed_tags(self) -> Integers:
        """The documents whose words have the response's tags."""
        is_lent, _ = self._lent
        document = self._key.selected_document_of(np.flatnonzero(is_lent))
        return np.unique(document[document >= 0])

    @cached_property
    def _lent(self) -> tuple[Booleans, dict[str, TextColumn | None]]:
        """Which nodes of the key have tags of the response, and these for all nodes of the key."""
        count = len(self._key.nodes.forms)
        is_bare = ~_have_cells(self._key, self.source)
        if not is_bare.any():
            return np.zeros(count, bool), {}
        rows = counterparts(self._key, self._response)
        theirs = self._response.source.columns(TAGS)
        is_bare &= _have_cells(self._response, self._response.source)
        document = self._key.selected_document_of(np.arange(count))
        is_lent = (document >= 0) & np.append(is_bare, False)[document]
        return is_lent, {name: filled(column, rows) for name, column in theirs.items()}


def _have_cells(corpus: Corpus, source: Source) -> Booleans:
    """Return which documents have tags."""
    nodes, has = corpus.nodes, np.zeros(len(corpus.names), bool)
    for column in source.columns(TAGS).values():
        if column is not None:
            is_said = _is_stated(column)
            before = np.append(0, np.cumsum(is_said))
            has |= before[nodes.stop] > before[nodes.start]
    return has


def _is_stated(column: TextColumn) -> Booleans:
    """Return which cells have a value other than '', '_', '-' and '*'."""
    lengths = np.diff(column.offsets)
    first = np.zeros(len(lengths), np.uint8)
    filled = np.flatnonzero(lengths)
    first[filled] = column.block[column.offsets[:-1][filled]]
    found: Booleans = (lengths > 1) | ((lengths == 1) & ~np.isin(first, np.frombuffer(b"_-*", np.uint8)))
    return found
