"""Terms shared by the uses: the text with its trees, the entities of each side, and the correspondence of entities.

Both sides are placed on the key's text: words, empty nodes, trees and tags are the same for gold and system. Only
coreference differs. A node is a word or an empty node, numbered as in the key's corpus.

                 0     1     2     3      4      5           nodes of the key's text
                 Mara  Lind  left  .      She    waved
    mentions     [---------]              [---]              spans of nodes, first to last
    head         0                        4                  from the tree, not from the file
    rank         NAME                     PRONOUN            of the head
    at           0     -1    -1    -1     0      -1          the entity at each node
    argument     S                        S                  of the nodes that have a role with their verb

A response mention on nodes that the key's text lacks (its own zero) is at a foreign node after all nodes of the key. It
has no parent, so it is in no fact, but it counts as a spurious mention.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Booleans, Floats, Integers, begins_run, integers, inverse, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.shared_text import counterparts
from corefeval.linguistics.heads import TREE, depths, governors
from corefeval.linguistics.tags import UNIVERSAL, Columns, Tags, known_tags
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.shared_spans import equal_pairs
from corefeval.problems import CorefevalError, Met, Problem, adding, warning
from corefeval.text import TextColumn

Kind = TypeVar("Kind", bound=np.generic)

PRONOUN, NOUN, NAME = 1, 2, 3
"""The ranks of nodes: PRONOUN for empty nodes, pronouns and determiners; NAME for proper nouns; NOUN for all others.

The mention of the highest rank represents an entity.
"""

ARGUMENTS = ("nsubj", "nsubj:outer", "obl:agent", "nsubj:pass", "obj", "iobj")
"""The relations that make a node an argument of its parent."""
OBLIQUE = "obl"
"""The relation, with any subtype, that also makes a node a verb argument in event chains."""
NAME_PARTS = ("flat", "compound", "nmod")
"""The relations, with any subtype, that make a proper noun a part of its head's name."""

_KEPT_SUBTYPES = ("nsubj:pass", "obl:agent")
"""The relations of empty nodes that keep their subtype."""
_COLUMNS = (*TREE, "deprel", "feats", "lemma")


class UseText:
    """The key's text: for each node its parent, its relation to the parent, its rank, sentence and document.

    Args:
        key: the scored key.
        foreign: the response, if it has mentions on nodes that the key's text does not have.

    Raises:
        CorefevalError: CE174 if the key has no trees.
    """

    def __init__(self, key: Corpus, foreign: Corpus | None) -> None:
        self.corpus = key
        self.columns = Columns(key.source)
        if not has_trees(key, self.columns):
            raise CorefevalError(Problem("CE174", "key-has-no-trees", key.file))
        self.own = len(key.nodes.forms)
        """The number of nodes of the key's text; later nodes are foreign."""
        self.size = self.own if foreign is None else self.own + len(foreign.nodes.forms)
        self._names: dict[tuple[int, ...], int] = {}
        nodes = np.arange(self.own)
        tree = governors(key, self.columns)
        assert tree is not None
        self.parent = self._extended(tree, -1)
        self.document = self._extended(key.selected_document_of(nodes), -1)
        starts = np.union1d(key.nodes.sentences, key.nodes.start)
        self.sentence = self._extended(np.searchsorted(starts, nodes, side="right"), 0)
        self.is_empty = self._extended(key.nodes.is_empty(nodes), missing=False)
        if foreign is not None:
            self._place_foreign(foreign)

    def _place_foreign(self, response: Corpus) -> None:
        """Give each foreign node the document and the sentence of the word before it."""
        nodes = np.arange(len(response.nodes.forms))
        document = response.selected_document_of(nodes)
        there = np.flatnonzero(document >= 0)
        place = self.corpus.nodes_at(response.positions(nodes[there], document[there]), document[there])
        self.document[self.own :] = document
        self.sentence[self.own + there] = self.sentence[place]
        self.is_empty[self.own :] = response.nodes.is_empty(nodes)

    def _extended(self, values: NDArray[Kind], missing: float) -> NDArray[Kind]:
        """Return values of the key's nodes, followed by the value `missing` for each foreign node."""
        return np.append(values, np.full(self.size - self.own, missing, values.dtype))

    @cached_property
    def _known_tags(self) -> Tags:
        column = self.columns.column("upos")
        assert column is not None
        return known_tags(column, UNIVERSAL)

    def _tags(self, wanted: str) -> Booleans:
        """Return whether each node has one of these tags."""
        return self._extended(self._known_tags.any_of(wanted), missing=False)

    @cached_property
    def rank(self) -> Integers:
        """The rank of each node."""
        is_pronoun = self.is_empty | self._tags("PRON DET")
        return np.where(is_pronoun, PRONOUN, np.where(self._tags("PROPN"), NAME, NOUN))

    @cached_property
    def relation(self) -> tuple[Integers, list[str]]:
        """The relation of each node to its parent: a code per node, and the relation of each code.

        An empty node has the relation of its first enhanced dependency, without most subtypes.
        """
        column = self.columns.column("deprel")
        assert column is not None
        empty = self.corpus.nodes.empty
        deps = self.columns.column("deps") if len(empty) else None
        if len(empty):
            cells = [""] * len(empty) if deps is None else list(map(first_relation, deps.take(empty)))
            place = np.arange(self.own)
            place[empty] = self.own + np.arange(len(empty))
            column = TextColumn.concatenate([column, TextColumn.of(cells)]).take(place)
        codes, texts = column.codes()
        return self._extended(codes, len(texts)), [*texts, ""]

    def related(self, is_wanted: Callable[[str], bool]) -> Booleans:
        """Return which nodes have a parent and a relation to it that satisfies the rule."""
        codes, texts = self.relation
        found: Booleans = np.array([is_wanted(text) for text in texts], bool)[codes] & (self.parent >= 0)
        return found

    @cached_property
    def is_argument(self) -> Booleans:
        """Which nodes are arguments of a fact."""
        return self.related(lambda relation: relation in ARGUMENTS)

    @cached_property
    def is_verb_argument(self) -> Booleans:
        """Which nodes are arguments or obliques; event chains use these nodes."""
        return self.is_argument | self.related(lambda relation: relation.partition(":")[0] == OBLIQUE)

    @cached_property
    def forms(self) -> tuple[Integers, list[str]]:
        """The lower-cased form of each node as a code, and the form of each code; foreign nodes have -1."""
        codes, texts = self.corpus.nodes.forms.codes()
        numbers: dict[str, int] = {}
        number = np.array([numbers.setdefault(text.lower(), len(numbers)) for text in texts], np.int64)
        return self._extended(number[codes], -1), list(numbers)

    @cached_property
    def is_english(self) -> Booleans:
        """Which documents get the rules of English if no language is declared: those in which no noun has a gender."""
        column = self.columns.column("feats")
        is_plain = np.ones(len(self.corpus.names), bool)
        if column is not None:
            nouns = np.flatnonzero(self._tags("NOUN PROPN") & (self.document >= 0))
            codes, cells = column.take(nouns).codes()
            has_gender = np.array([bool(feature(cell, "Gender")) for cell in cells], bool)[codes]
            is_plain[self.document[nouns[has_gender]]] = False
        return is_plain

    def pronouns(self, language: str) -> Booleans:
        """Return which nodes are replaceable pronouns: empty nodes and PRON; in languages other than English also DET."""
        english = np.append(self.rules(language), True)[self.document]
        found: Booleans = self.is_empty | self._tags("PRON") | (self._tags("DET") & ~english)
        return found

    def rules(self, language: str) -> Booleans:
        """Return which documents get the rules of English."""
        return np.full(len(self.corpus.names), language == "en") if language else self.is_english

    def names(self, first: Integers, last: Integers, head: Integers) -> Integers:
        """Return a code for the name of each mention, equal for equal names (see `name_words`).

        A name consists of the mention's proper nouns, in lower case, that are its head or parts of its head's name.
        """
        row, node = ranges(first, last - first + 1)
        is_part = (node == head[row]) | (self._is_name_part[node] & (self.parent[node] == head[row]))
        is_part &= self._tags("PROPN")[node]
        words = self.forms[0][node[is_part]].tolist()
        ends = np.cumsum(np.bincount(row[is_part], minlength=len(first))).tolist()
        known = self._names
        return integers(
            known.setdefault(tuple(words[begin:end]), len(known)) for begin, end in pairwise([0, *ends])
        )

    @property
    def name_words(self) -> list[tuple[int, ...]]:
        """The words of each name, as codes of `forms`."""
        return list(self._names)

    @cached_property
    def _is_name_part(self) -> Booleans:
        return self.related(lambda relation: relation.partition(":")[0] in NAME_PARTS)

    def heads(self, first: Integers, last: Integers) -> Integers:
        """Return the head of each span: its node whose parent is not in the span.

        If there are several, it is the one with the shortest path to the root, then the leftmost. If there is none, it
        is the first node.
        """
        head = first.copy()
        long = np.flatnonzero(last > first)
        row, node = ranges(first[long], (last - first + 1)[long])
        above = self.parent[node]
        is_top = (above < first[long][row]) | (above > last[long][row])
        row, node = row[is_top], node[is_top]
        several = np.bincount(row, minlength=len(long))[row] > 1
        head[long[row[~several]]] = node[~several]
        row, node = row[several], node[several]
        order = np.lexsort((node, depths(self.parent, node), row))
        chosen = order[begins_run(row[order])]
        head[long[row[chosen]]] = node[chosen]
        return head

    def by_document(self, nodes: Integers) -> Floats:
        """Return how many of these nodes each document has."""
        return np.bincount(self.document[nodes], minlength=len(self.corpus.names)).astype(np.float64)


class UseSide:
    """The entities of one side, placed on the text; only entities with at least two different spans count.

    Args:
        text: the text.
        entity: the entity of each mention, in any numbering.
        first: the first node of each mention.
        last: the last node of each mention.

    Attributes:
        entity: the entity of each mention; entities are numbered by their sorted lists of spans.
        first: the first node of each mention.
        last: the last node of each mention.
        head: the head of each mention, by the tree.
        count: the number of entities.
    """

    def __init__(self, text: UseText, entity: Integers, first: Integers, last: Integers) -> None:
        self.text = text
        stretch = first * text.size + last
        order = np.lexsort((stretch, entity))
        order = order[begins_run(entity[order]) | begins_run(stretch[order])]
        sizes = np.bincount(entity[order], minlength=1)
        order = order[sizes[entity[order]] > 1]
        number, self.count = _numbered(entity[order], stretch[order])
        self.entity, self.first, self.last = number, first[order], last[order]
        self.head = text.heads(self.first, self.last)
        self.stretch = stretch[order]

    @cached_property
    def longest(self) -> Integers:
        """For each node, the longest mention that has it as head; -1 if there is none."""
        order = np.lexsort((self.entity, self.first, self.first - self.last, self.head))
        chosen = order[begins_run(self.head[order])]
        longest = np.full(self.text.size, -1, np.int64)
        longest[self.head[chosen]] = chosen
        return longest

    @cached_property
    def at(self) -> Integers:
        """For each node, the entity of the longest mention that has it as head; -1 if there is none."""
        return np.append(self.entity, -1)[self.longest]

    @cached_property
    def rank(self) -> Integers:
        """The rank of each mention."""
        return self.text.rank[self.head]

    @cached_property
    def representative(self) -> Integers:
        """The representative of each entity: the mention of the highest rank, then with the first head, then the longest."""
        order = np.lexsort(
            (self.last, self.first, self.first - self.last, self.head, -self.rank, self.entity)
        )
        return order[begins_run(self.entity[order])]

    @cached_property
    def best_rank(self) -> Integers:
        """The rank of each entity's representative."""
        return self.rank[self.representative]

    @cached_property
    def is_named(self) -> Booleans:
        """Which entities have a name."""
        named: Booleans = self.best_rank == NAME
        return named

    @cached_property
    def entity_heads(self) -> tuple[Integers, Integers]:
        """The distinct heads of each entity, as pairs of entity (ascending) and head (in text order)."""
        pairs = np.unique(self.entity * self.text.size + self.head)
        return pairs // self.text.size, pairs % self.text.size

    @cached_property
    def entity_sentences(self) -> tuple[Integers, Integers]:
        """The distinct sentences of each entity's heads, as pairs of entity (ascending) and sentence."""
        entity, head = self.entity_heads
        return unique_pairs(entity, self.text.sentence[head])

    @cached_property
    def document(self) -> Integers:
        """The document of each entity."""
        return self.text.document[self.head[self.representative]]

    def who(self, first: Integers, last: Integers, head: Integers) -> Integers:
        """Return the entity of each span of the other side; if there is none, the number count + head.

        The entity is the one with this exact span (the lowest number if several have it), otherwise the one at the
        span's head.
        """
        order = np.lexsort((self.entity, self.stretch))
        known = self.stretch[order]
        wanted = first * self.text.size + last
        slot = np.searchsorted(known, wanted)
        same = np.append(known, -1)[slot] == wanted
        exact = np.append(self.entity[order], -1)[slot]
        at = self.at[head]
        return np.where(same, exact, np.where(at >= 0, at, self.count + head))


class Uses:
    """Both sides of a pairing on the key's text; get it with `pairing.derive(Uses)`.

    Attributes:
        text: the text.
        key: the gold entities.
        response: the system entities.
    """

    def __init__(self, pairing: Pairing) -> None:
        key, response = pairing.key, pairing.response
        if key.mentions.objects is not None or response.mentions.objects is not None:
            raise CorefevalError(Problem("CE174", "mentions-have-no-text", key.file))
        first, last = _on_key(pairing)
        is_foreign = bool((first >= len(key.nodes.forms)).any())
        self.text = UseText(key, response if is_foreign else None)
        self.key = UseSide(self.text, key.mentions.entity, key.mentions.first, key.mentions.last)
        self.response = UseSide(self.text, response.mentions.entity, first, last)
        self.language = pairing.language

    @cached_property
    def stands_for(self) -> Integers:
        """The gold entity that each system entity's representative belongs to; otherwise count + head (see UseSide.who)."""
        chosen = self.response.representative
        return self.key.who(
            *(column[chosen] for column in (self.response.first, self.response.last, self.response.head))
        )

    @cached_property
    def partner(self) -> Integers:
        """For each system entity, the gold entity that it is aligned with; -1 if there is none.

        A gold and a system entity that share a head form a pair. Pairs are compared by the number of shared heads, then
        by the number of equal spans. Ties go to the pair with the earlier first shared head, then to lower numbers. Two
        entities are aligned if their pair is the best of both.
        """
        ours, theirs = self.key, self.response
        (key_entity, key_head), (entity, head) = ours.entity_heads, theirs.entity_heads
        row, column = equal_pairs(key_head, head)
        pair = key_entity[row] * theirs.count + entity[column]
        order = np.lexsort((key_head[row], pair))
        begins = begins_run(pair[order])
        pairs, first = pair[order][begins], key_head[row][order][begins]
        heads = np.diff(np.append(np.flatnonzero(begins), len(order)))
        row, column = equal_pairs(ours.stretch, theirs.stretch)
        same = np.searchsorted(pairs, ours.entity[row] * theirs.count + theirs.entity[column])
        stretches = np.bincount(same, minlength=len(pairs))
        gold, system = pairs // max(theirs.count, 1), pairs % max(theirs.count, 1)
        place = inverse(np.lexsort((system, gold, first, -stretches, -heads)))
        best_gold = np.full(ours.count, len(pairs), np.int64)
        best_system = np.full(theirs.count, len(pairs), np.int64)
        np.minimum.at(best_gold, gold, place)
        np.minimum.at(best_system, system, place)
        is_best = (place == best_gold[gold]) & (place == best_system[system])
        partner = np.full(theirs.count, -1, np.int64)
        partner[system[is_best]] = gold[is_best]
        return partner

    def notes(self) -> list[Met]:
        """Warn about documents without trees; their heads and facts are guesses."""
        key = self.text.corpus
        bare = _without_trees(key, self.text.columns)
        problem = warning("CE174", "documents-without-trees", key.file, count=len(bare))
        return [adding(problem, "key", bool(len(bare)))]


def has_trees(key: Corpus, columns: Columns | None = None) -> bool:
    """Return whether a corpus has dependency trees with relations and universal tags."""
    if key.mentions.objects is not None:
        return False
    columns = columns or Columns(key.source)
    columns.fetch(_COLUMNS)
    return all(columns.column(name) is not None for name in ("head", "deprel", "upos"))


def _without_trees(key: Corpus, columns: Columns) -> Integers:
    """Return the documents with mentions in which no word has a relation to its parent."""
    column = columns.column("deprel")
    assert column is not None
    lengths = np.diff(column.offsets)
    is_said = lengths > 1
    is_said[lengths == 1] = column.block[column.offsets[:-1][lengths == 1]] != ord("_")
    said = np.append(0, np.cumsum(is_said))
    bare = said[key.nodes.stop] == said[key.nodes.start]
    bare &= np.bincount(key.mention_document, minlength=len(key.names)) > 0
    return np.flatnonzero(bare)


def _on_key(pairing: Pairing) -> tuple[Integers, Integers]:
    """Return the first and the last node of each response mention in the key's text.

    A response node is placed on the key's node at the same position. If the setting `zeros` matches a response zero
    with a key zero, the response zero is placed on the key zero. A mention without any node of the key's text is placed
    on foreign nodes, which are numbered after those of the key.
    """
    key, response = pairing.key, pairing.response
    own = len(key.nodes.forms)
    place = counterparts(response, key)
    number = np.arange(len(place))
    is_there = place >= 0
    # for each node: the nearest node of the key's text at or after it, and the nearest at or before it
    behind = np.minimum.accumulate(np.where(is_there, number, len(place))[::-1])[::-1]
    before = np.maximum.accumulate(np.where(is_there, number, -1))
    begin, end = behind[response.mentions.first], before[response.mentions.last]
    is_placed = begin <= end
    place = np.append(place, -1)
    first = np.where(is_placed, place[begin], own + response.mentions.first)
    last = np.where(is_placed, place[end], own + response.mentions.last)
    if len(key.nodes.empty) and len(response.nodes.empty):
        partner = pairing.response_partner
        rows = np.flatnonzero(_is_single_zero(response) & (partner >= 0))
        rows = rows[_is_single_zero(key)[partner[rows]]]
        first[rows] = last[rows] = key.mentions.first[partner[rows]]
    return first, last


def _is_single_zero(corpus: Corpus) -> Booleans:
    """Return which mentions are a single empty node."""
    mentions = corpus.mentions
    found: Booleans = (mentions.first == mentions.last) & corpus.nodes.is_empty(mentions.first)
    return found


def first_relation(cell: str) -> str:
    """Return the relation of an empty node's first dependency, shortened for comparison; '' if it has none.

    Examples:
        >>> first_relation("5:nsubj:outer|7:obj"), first_relation("5.1:nsubj:pass"), first_relation("_")
        ('nsubj', 'nsubj:pass', '')
    """
    relation = cell.partition("|")[0].partition(":")[2]
    kept = next((each for each in _KEPT_SUBTYPES if relation.startswith(each)), "")
    return kept or relation.partition(":")[0]


def feature(cell: str, name: str) -> str:
    """Return the value of a morphological feature in a FEATS cell; '' if the cell does not have it.

    Examples:
        >>> feature("Case=Nom|Gender=Fem,Neut", "Gender"), feature("Gender[psor]=Fem", "Gender")
        ('Fem,Neut', '')
    """
    for item in cell.split("|"):
        found, _, value = item.partition("=")
        if found == name:
            return value
    return ""


def unique_pairs(one: Integers, other: Integers) -> tuple[Integers, Integers]:
    """Return the distinct pairs of two columns, sorted."""
    order = np.lexsort((other, one))
    order = order[begins_run(one[order]) | begins_run(other[order])]
    return one[order], other[order]


def _numbered(entity: Integers, stretch: Integers) -> tuple[Integers, int]:
    """Return the new number of each mention's entity, and the number of entities.

    Entities are numbered in the order of their lists of spans. The mentions must be sorted by entity and span.
    """
    begins = np.flatnonzero(begins_run(entity))
    ends = np.append(begins, len(entity))[1:]
    listed = stretch.tolist()
    lists = [listed[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
    order = np.array(sorted(range(len(lists)), key=lists.__getitem__), np.int64)
    return np.repeat(inverse(order), ends - begins), len(lists)
