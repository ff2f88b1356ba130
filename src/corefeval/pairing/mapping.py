"""Map mentions to the key's words if a response has the key's text in other words.

The response gets the key's words; its own empty nodes stay after the same words. A mention begins with the first of the
key's words that it shares characters with and ends with the last one. A mention without any word of the key's text is a
system error and stays one. Its words are placed after the document's last word, outside the text. Readers do the same
with mentions outside the text of their own file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, covered, integers
from corefeval.corpus.corpus import Corpus, Source
from corefeval.corpus.tables import (
    SENTENCE_START,
    Annotation,
    Attributes,
    Nodes,
    Parts,
    Relations,
    filled,
    joined_parts,
)
from corefeval.pairing.characters import WordMap
from corefeval.problems import Place
from corefeval.text import TextColumn

CARRIED = "carried"
"""The attribute that states how a mention was mapped: one of HOW; '' if it was not mapped."""
EXACTLY, OUTWARD, IN_PART, LOST = 1, 2, 3, 4
HOW = ("", "exactly", "outward", "in part", "lost")
"""The ways in which mentions are mapped; MEANINGS describes them."""
MEANINGS = (
    "the response has the key's words",
    "to the same characters in other words",
    "to whole words of the key, as an edge fell inside one",
    "to what the key's text has of its words",
    "nowhere: the key's text does not have it",
)


def ways(corpus: Corpus) -> Integers | None:
    """Return for each mention how it was mapped, as an index into HOW; None if no mention was mapped.

    A mention that is not in the text of its own file is always lost.
    """
    nodes, whole = corpus.nodes, corpus.as_read
    carried = whole.source.carried
    if carried is None and not len(nodes.outside):
        return None
    found = np.zeros(len(whole.mentions), np.int64) if carried is None else carried
    found = found.copy() if corpus.number is None else found[corpus.number]
    found[nodes.is_outside(corpus.mentions.first)] = LOST
    return found


def map_to_key(key: Corpus, response: Corpus, maps: Mapping[int, WordMap]) -> Corpus:
    """Return the response over the key's words, in the documents that have a map of words.

    Both must have the same documents in the same order. Mentions and entities keep their numbers.
    """
    found = response.mentions
    words = _Words(response, maps)
    lost = _lost(response, words.is_there)
    layout = _Layout(key, response, maps, words, lost)
    first, last, how = layout.spans(found.first, found.last)
    parts: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    if len(found.parts.mention):
        begins, ends, ways = layout.spans(found.parts.first, found.parts.last)
        # missing words are placed after the document, but only those of lost mentions
        stays = (ways > 0) | np.isin(found.parts.mention, lost)
        for number, begin, end in zip(
            found.parts.mention[stays].tolist(), begins[stays].tolist(), ends[stays].tolist(), strict=True
        ):
            parts[number].append((begin, end))
        # The gaps of a discontinuous mention do not belong to it; if a part is gone, the mention is mapped in part.
        how[found.parts.mention] = 0
        np.maximum.at(how, found.parts.mention, np.where(ways > 0, ways, IN_PART))
    whole = {number: joined_parts(spans) for number, spans in parts.items()}
    for number, spans in whole.items():
        first[number], last[number] = spans[0][0], spans[-1][1]
    rows = [(number, *span) for number, spans in sorted(whole.items()) if len(spans) > 1 for span in spans]
    how[lost] = LOST
    how[~words.is_carried[response.mention_document]] = 0
    marked = how.copy()
    marked[lost] = LOST
    minimum = layout.edges(found.minimum_first, found.minimum_last)
    head = layout.edges(found.head, found.head)[0]
    mentions = replace(
        found,
        first=first,
        last=last,
        head=head,
        minimum_first=minimum[0],
        minimum_last=minimum[1],
        parts=Parts(*np.array(rows, np.int64).reshape(-1, 3).T.copy()),
        attributes=_Marked(found.attributes, TextColumn.of(HOW).take(marked)),
    )
    source = _CarriedSource(response, layout, how)
    return response.anew(nodes=layout.nodes, mentions=mentions, source=source)


class _Words:
    """The information of the maps for every node of the response; documents without a map do not change."""

    def __init__(self, response: Corpus, maps: Mapping[int, WordMap]) -> None:
        nodes = response.nodes
        self.is_carried = np.zeros(len(response.names), bool)
        self.is_carried[[document for document, found in maps.items() if not found.is_same]] = True
        self.is_there = ~nodes.is_outside(np.arange(len(nodes.forms)))
        self.begins, self.ends = (np.ones(len(nodes.forms), bool) for _ in range(2))
        self.of_document: dict[int, tuple[Integers, Integers, Integers]] = {}
        for document, found in maps.items():
            here = np.arange(nodes.start[document], nodes.stop[document])
            words = here[nodes.is_word(here)]
            self.of_document[document] = words, here[nodes.is_empty(here)], here[nodes.is_outside(here)]
            self.is_there[words] = found.first >= 0
            self.begins[words], self.ends[words] = found.begins, found.ends


def _lost(response: Corpus, is_there: Booleans) -> Integers:
    """Return the mentions whose nodes are all missing."""
    before = np.append(0, np.cumsum(is_there))
    mentions = response.mentions
    left = before[mentions.last + 1] - before[mentions.first]
    parts = mentions.parts
    if len(parts.mention):
        of_parts = np.zeros(len(mentions), np.int64)
        np.add.at(of_parts, parts.mention, before[parts.last + 1] - before[parts.first])
        left = np.where(mentions.is_discontinuous, of_parts, left)
    return np.flatnonzero(left == 0)


class _Layout:
    """The nodes of the mapped response, and the positions of the old nodes among them.

    Attributes:
        nodes: the new nodes.
        first: for each old node, its first new node; -1 if it is gone.
        last: for each old node, its last new node.
        own: for each new node, the old node that it replaces; -1 if none.
        of_key: for each new node, the key's node; -1 for nodes that the key does not have or that did not change.
    """

    def __init__(
        self, key: Corpus, response: Corpus, maps: Mapping[int, WordMap], words: _Words, lost: Integers
    ) -> None:
        self._words = words
        old = response.nodes
        self.first = np.full(len(old.forms), -1, np.int64)
        self.last, self._instead, self._lost = (self.first.copy() for _ in range(3))
        is_lost = _covered(response, lost)
        pieces = [
            self._carried(key, response, document, maps[document], is_lost)
            if document in maps
            else self._kept(response, document)
            for document in range(len(response.names))
        ]
        sizes = [len(piece.own) for piece in pieces]
        starts = np.append(0, np.cumsum(sizes))
        for start, piece in zip(starts.tolist(), pieces, strict=False):
            for table in (self.first, self.last, self._instead, self._lost):
                inside = table[piece.old]
                table[piece.old] = np.where(inside >= 0, inside + start, -1)

        def join(name: str, *, shift: bool = False) -> Integers:
            columns = [
                getattr(piece, name) + (start if shift else 0)
                for piece, start in zip(pieces, starts.tolist(), strict=False)
            ]
            return np.concatenate([integers(), *columns])

        self.own, self.of_key = join("own"), join("of_key")
        both = TextColumn.concatenate([old.forms, key.nodes.forms])
        forms = both.take(np.where(self.of_key >= 0, self.of_key + len(old.forms), self.own))
        self.nodes = replace(
            old,
            start=starts[:-1],
            stop=starts[1:],
            forms=forms,
            sentences=join("sentences", shift=True),
            empty=join("empty", shift=True),
            minor=join("minor"),
            outside=join("outside", shift=True),
        )
        self._next, self._previous = _neighbours(self.first >= 0)
        self._next_place, self._previous_place = _neighbours((self.first >= 0) | (self._instead >= 0))

    def edges(self, first: Integers, last: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the new first and last node of spans of old nodes (-1 if nothing is left), and how each span was mapped.

        A word that the key replaces by another still belongs to a mention that has other words left.
        """
        known = np.flatnonzero(first >= 0)
        low, high = first[known], last[known]
        inner, outer = self._next[low], self._previous[high]
        left = (inner >= 0) & (outer >= 0) & (inner <= high) & (outer >= low)
        known, low, high, inner, outer = (column[left] for column in (known, low, high, inner, outer))
        begin, end = self._next_place[low], self._previous_place[high]
        begins = np.where(begin < inner, self._instead[begin], self.first[inner])
        ends = np.where(end > outer, self._instead[end], self.last[outer])
        there = np.append(0, np.cumsum(self._words.is_there))
        is_whole = there[high + 1] - there[low] == high + 1 - low
        fits = self._words.begins[inner] & self._words.ends[outer]
        how = np.where(is_whole, np.where(fits, EXACTLY, OUTWARD), IN_PART)
        result = [np.full(len(first), -1, np.int64), np.full(len(first), -1, np.int64)]
        result[0][known], result[1][known] = np.minimum(begins, ends), np.maximum(begins, ends)
        ways = np.zeros(len(first), np.int64)
        ways[known] = how
        return result[0], result[1], ways

    def spans(self, first: Integers, last: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the new edges of mentions; lost mentions are after the document's last word."""
        begins, ends, how = self.edges(first, last)
        gone = np.flatnonzero(begins < 0)
        begins[gone], ends[gone] = self._lost[first[gone]], self._lost[last[gone]]
        return begins, ends, how

    def _kept(self, response: Corpus, document: int) -> _Piece:
        old = response.nodes
        start, stop = int(old.start[document]), int(old.stop[document])
        here = np.arange(start, stop)
        self.first[here] = self.last[here] = here - start
        empty = slice(*np.searchsorted(old.empty, [start, stop]))
        sentences = slice(*np.searchsorted(old.sentences, [start, stop]))
        return _Piece(
            here,
            here,
            np.full(len(here), -1, np.int64),
            old.sentences[sentences] - start,
            old.empty[empty] - start,
            old.minor[empty],
            np.flatnonzero(old.is_outside(here)),
        )

    def _carried(
        self, key: Corpus, response: Corpus, document: int, found: WordMap, is_lost: Booleans
    ) -> _Piece:
        """Return the nodes of a document over the key's words, with the response's zeros, then the words of lost mentions.

        Example: the key is `Ann saw Mary`, the response `Ann saw (zero) her Mary`. The mention `her` is lost:

            words      0 1 3 4      the response's words, and its zero: empty = 2
            found.last 0 1 -1 2     the key's word for each of its words
            behind     2            the words of the key before the zero
            at         0 1 3        new numbers of the key's words; the zero has at_empty = 2
            at_extra   4            new number of `her`, which is outside the text
            own        0 1 2 4 3    for each new node the response's node
            of_key     0 1 -1 2 -1  for each new node the key's node
        """
        words, empty, outside = self._words.of_document[document]
        gold = key.nodes
        start, stop = int(gold.start[document]), int(gold.stop[document])
        key_words = np.arange(start, stop)
        key_words = key_words[~gold.is_empty(key_words)]
        places = np.maximum(found.last, found.instead)
        reached = np.append(0, np.maximum.accumulate(np.append(-1, places))[1:] + 1)
        behind = reached[np.searchsorted(words, empty)]
        at = np.arange(len(key_words)) + np.searchsorted(behind, np.arange(len(key_words)), side="right")
        at_empty = behind + np.arange(len(empty))
        extra = np.concatenate([words[is_lost[words]], outside])
        at_extra = len(key_words) + len(empty) + np.arange(len(extra))
        own = np.full(len(key_words) + len(empty) + len(extra), -1, np.int64)
        of_key = own.copy()
        of_key[at] = key_words
        own[at_empty], own[at_extra] = empty, extra
        there = np.flatnonzero(found.first >= 0)
        if len(there):
            slot = np.minimum(np.searchsorted(found.last[there], np.arange(len(key_words))), len(there) - 1)
            covers = (found.first[there][slot] <= np.arange(len(key_words))) & (
                found.last[there][slot] >= np.arange(len(key_words))
            )
            own[at] = np.where(covers, words[there][slot], -1)
            self.first[words[there]], self.last[words[there]] = (
                at[found.first[there]],
                at[found.last[there]],
            )
        self.first[empty] = self.last[empty] = at_empty
        self._lost[extra] = at_extra
        placed = np.flatnonzero(found.instead >= 0)
        self._instead[words[placed]] = at[found.instead[placed]]
        begun = gold.sentences[slice(*np.searchsorted(gold.sentences, [start, stop]))]
        opening = gold.words_before(begun) - int(gold.words_before(np.array([start]))[0])
        minor = _renumbered(response.nodes, empty, behind, set(opening.tolist()))
        before = np.bincount(behind[minor >= SENTENCE_START], minlength=len(key_words) + 1)
        opening = opening[opening < len(key_words)]
        sentences = at[opening] - before[opening] if len(opening) else integers([0] if len(own) else ())
        beyond = np.append(at[gold.is_outside(key_words)], at_extra)
        old = np.concatenate([words, empty, outside])
        return _Piece(old, own, of_key, sentences, at_empty, minor, beyond)


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """The new nodes of one document, numbered from its start, and its old nodes."""

    old: Integers
    own: Integers
    of_key: Integers
    sentences: Integers
    empty: Integers
    minor: Integers
    outside: Integers


def _covered(response: Corpus, mentions: Integers) -> Booleans:
    """Return which nodes are in one of these mentions."""
    found = response.mentions
    whole = mentions[~found.is_discontinuous[mentions]]
    chosen = np.isin(found.parts.mention, mentions)
    first = np.append(found.first[whole], found.parts.first[chosen])
    last = np.append(found.last[whole], found.parts.last[chosen])
    return covered(len(response.nodes.forms), first, last + 1)


def _neighbours(is_there: Booleans) -> tuple[Integers, Integers]:
    """Return for each index the next and the previous index that is true, itself included; -1 if there is none."""
    place = np.arange(len(is_there))
    previous = np.maximum.accumulate(np.where(is_there, place, -1))
    following = np.minimum.accumulate(np.where(is_there, place, len(place))[::-1])[::-1]
    return np.where(following < len(place), following, -1), previous


def _renumbered(nodes: Nodes, empty: Integers, behind: Integers, opening: set[int]) -> Integers:
    """Return the numbers of empty nodes after their new words; old numbers are kept while they remain distinct.

    An empty node before its sentence stays there if a sentence of the key begins at that place.
    """
    minor = nodes.minor[np.searchsorted(nodes.empty, empty)] if len(empty) else integers()
    numbers = []
    last = (-1, False, 0)
    for place, number in zip(behind.tolist(), minor.tolist(), strict=True):
        is_before = number >= SENTENCE_START and place in opening
        small = number - SENTENCE_START if number >= SENTENCE_START else number
        if (place, is_before) == last[:2] and small <= last[2]:
            small = last[2] + 1
        last = (place, is_before, small)
        numbers.append(small + (SENTENCE_START if is_before else 0))
    return integers(numbers)


class _Marked(Attributes):
    """The attributes of mentions, with the attribute that states how each was mapped."""

    def __init__(self, held: Attributes, how: TextColumn) -> None:
        super().__init__()
        self._held, self._how = held, how

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return tuple(dict.fromkeys((*self._held.names, CARRIED)))

    def column(self, name: str) -> TextColumn | None:
        """Return the column of an attribute for these mentions."""
        return self._how if name == CARRIED else self._held.column(name)


class _CarriedSource(Source):
    """The columns, relations and annotations of the response's file, mapped to the key's words."""

    def __init__(self, response: Corpus, layout: _Layout, how: Integers) -> None:
        self._response, self._layout = response, layout
        self.carried = how

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns; '' for words that the response's file does not have."""
        own = self._response.source.columns(names)
        return {name: filled(column, self._layout.own) for name, column in own.items()}

    @property
    def has_relations_at_hand(self) -> bool:
        """Whether the relations of the response are already loaded."""
        return self._response.source.has_relations_at_hand

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations of the response; mentions and entities keep their numbers."""
        del corpus
        return self._response.relations

    def annotations(self, corpus: Corpus) -> Sequence[Annotation]:
        """Return the annotations of the response with the new spans of referents and antecedents."""
        del corpus
        kept = []
        for annotation in self._response.annotations:
            spans = np.array([annotation.referent, *annotation.antecedents], np.int64)
            first, last, _ = self._layout.spans(spans[:, 0], spans[:, 1])
            places = [(begin, end) for begin, end in zip(first.tolist(), last.tolist(), strict=True)]
            if places[0][0] >= 0:
                antecedents = tuple(span for span in places[1:] if span[0] >= 0)
                kept.append(replace(annotation, referent=places[0], antecedents=antecedents))
        return kept

    def place(self, node: int) -> Place:
        """Return the place of a node's word in the response, or of the previous word."""
        own = self._layout.own[: node + 1]
        known = np.flatnonzero(own >= 0)
        return self._response.source.place(int(own[known[-1]]) if len(known) else 0)
