"""Mapping of mentions in texts with known changes, compared with a word-by-word computation."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from corefeval import formats
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START
from corefeval.formats import ReadOptions, TextFile
from corefeval.pairing.align import align
from corefeval.pairing.mapping import CARRIED
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.pairing.test_rewritten_edits import Edited, edited

EVERY = 5
"""A sentence begins at every so many words."""


@dataclass
class Drawn:
    """A mention of the copy: first and last node of its parts, its head and its minimum span."""

    parts: list[tuple[int, int]]
    head: int
    minimum: tuple[int, int]


class Document:
    """A copy with empty nodes and mentions, and the expected mapping."""

    def __init__(self, text: Edited, draw: random.Random) -> None:
        self.text = text
        self.nodes: list[int] = []
        """Of each node of the copy the number of the word, -1 for an empty node."""
        for number in range(len(text.theirs)):
            self.nodes.append(number)
            self.nodes += [-1] * (not draw.randrange(6))
        size = len(self.nodes)
        self.mentions = [self._drawn(draw, size) for _ in range(12)]

    @staticmethod
    def _drawn(draw: random.Random, size: int) -> Drawn:
        parts, low = [], draw.randrange(size)
        for _ in range(draw.choice((1, 1, 2, 3))):
            high = min(size - 1, low + draw.randrange(4))
            parts.append((low, high))
            low = high + 2 + draw.randrange(2)
            if low >= size:
                break
        first, last = parts[0]
        head = draw.randrange(first, last + 1)
        return Drawn(parts, head, (first, draw.randrange(first, last + 1)))

    def written(self, builder: CorpusBuilder) -> None:
        """Add the copy to a corpus."""
        starts = len(builder.forms)
        for number, word in enumerate(self.nodes):
            if word >= 0 and word % EVERY == 0:
                builder.sentence()
            minor = 0 if word >= 0 else 1
            builder.node(self.form(number), minor=minor)
        for number, each in enumerate(self.mentions):
            builder.mention(
                builder.entity(str(number)),
                [(first + starts, last + starts) for first, last in each.parts],
                head=each.head + starts,
                minimum=(each.minimum[0] + starts, each.minimum[1] + starts),
            )

    def form(self, node: int) -> str:
        """Return the word of a node; empty nodes have names of their own."""
        word = self.nodes[node]
        return self.text.theirs[word] if word >= 0 else f"zero{node}"

    def layout(self) -> tuple[list[str], dict[str, int]]:
        """Return the words of the text with the copy's empty nodes, and the position of each."""
        behind: dict[int, list[str]] = {}
        reached = 0
        for node, word in enumerate(self.nodes):
            if word >= 0:
                reached = max(reached, self.text.rows[word][1] + 1, self.text.instead[word] + 1)
            else:
                behind.setdefault(reached, []).append(self.form(node))
        new = list(behind.get(0, []))
        for number, form in enumerate(self.text.ours, 1):
            new += [form, *behind.get(number, [])]
        return new, {form: place for place, form in enumerate(new)}

    def span(self, first: int, last: int) -> tuple[list[str], str]:
        """Return the words that a span maps to, and how it is mapped; none if nothing of it is left."""
        new, place = self.layout()
        there, inside = [], []
        for node in range(first, last + 1):
            word = self.nodes[node]
            low, high = (node, node) if word < 0 else self.text.rows[word]
            if word < 0:
                at = place[self.form(node)]
                there.append(node)
                inside.append((at, at))
            elif low >= 0:
                there.append(node)
                inside.append((place[self.text.ours[low]], place[self.text.ours[high]]))
            elif self.text.instead[word] >= 0:
                at = place[self.text.ours[self.text.instead[word]]]
                inside.append((at, at))
        if not there:
            return [], "lost"
        ends = [self.nodes[node] for node in (there[0], there[-1])]
        fits = (ends[0] < 0 or self.text.begins[ends[0]]) and (ends[1] < 0 or self.text.ends[ends[1]])
        how = "in part" if len(there) < last - first + 1 else "exactly" if fits else "outward"
        low, high = sorted(
            (inside[0][0], inside[-1][1])
        )  # an empty node inside a word comes to stand behind it
        return new[low : high + 1], how

    def expected(self, mention: Drawn) -> tuple[list[str], str]:
        """Return the words that a mention maps to, and how it is mapped."""
        found = [self.span(*part) for part in mention.parts]
        words = list(dict.fromkeys(word for forms, _ in found for word in forms))
        if not words:
            return [
                self.form(node) for first, last in mention.parts for node in range(first, last + 1)
            ], "lost"
        hows = ["in part" if how == "lost" else how for _, how in found]
        return words, max(hows, key=["exactly", "outward", "in part"].index)


def words_of(corpus: Corpus, row: int) -> list[str]:
    """Return the words of a mention."""
    parts = corpus.mentions.parts
    own = np.flatnonzero(parts.mention == row)
    spans = list(zip(parts.first[own], parts.last[own], strict=True)) or [
        (corpus.mentions.first[row], corpus.mentions.last[row])
    ]
    return [corpus.nodes.forms[node] for first, last in spans for node in range(first, last + 1)]


@pytest.mark.parametrize("kinds", ["cj", "d", "a", "so", "dasocj"])
@pytest.mark.parametrize("seed", range(6))
def test_every_mention_is_carried_as_worked_out(kinds: str, seed: int) -> None:
    """Words, heads, minimum spans and ways of mapping are right, with empty nodes and parts, next to unchanged documents."""
    draw = random.Random(f"{kinds}/{seed}")
    same = edited(draw, 6, "s")
    same = Edited(
        same.ours, same.ours, [(n, n) for n in range(len(same.ours))], *([True] * len(same.ours),) * 2
    )
    same.instead = [-1] * len(same.ours)
    documents = [
        Document(text, draw) for text in (same, edited(draw, 20, kinds), edited(draw, 8, kinds), same)
    ]
    key, response = CorpusBuilder(), CorpusBuilder()
    for number, document in enumerate(documents):
        key.document(f"{number}")
        response.document(f"{number}")
        document.written(response)
        for place, word in enumerate(document.text.ours):
            if place % EVERY == 0:
                key.sentence()
            key.node(word)
        key.mention(key.entity("x"), [(len(key.forms) - 1, len(key.forms) - 1)])
    gold = key.build()
    found = align(gold, response.build(), Settings(align="rewrite"), Problems())[1]
    carried = found.mentions.attributes.column(CARRIED)
    assert carried is not None
    row = 0
    for number, document in enumerate(documents):
        is_same = document.text is same
        start, stop = found.nodes.start[number], found.nodes.stop[number]
        new = document.layout()[0]
        assert [found.nodes.forms[node] for node in range(start, start + len(new))] == new
        lost = {
            node
            for mention in document.mentions
            if not is_same and document.expected(mention)[1] == "lost"
            for first, last in mention.parts
            for node in range(first, last + 1)
        }
        behind = [node for node in found.nodes.outside.tolist() if start <= node < stop]
        assert behind == list(range(start + len(new), stop))
        assert [found.nodes.forms[node] for node in behind] == [document.form(node) for node in sorted(lost)]
        sentences = [found.nodes.forms[node] for node in found.nodes.sentences if start <= node < stop]
        assert sentences == [word for place, word in enumerate(document.text.ours) if place % EVERY == 0]
        empty = [found.nodes.forms[node] for node in found.nodes.empty if start <= node < stop]
        assert empty == [word for word in new if word.startswith("zero")]
        for mention in document.mentions:
            own = words_of(found, row)
            edges = (found.mentions.first[row], found.mentions.last[row])
            assert [found.nodes.forms[int(node)] for node in edges] == [own[0], own[-1]]
            words, how = document.expected(mention)
            assert (words_of(found, row), carried[row]) == (words, "" if is_same else how), mention
            if how != "lost":
                head = document.span(mention.head, mention.head)[0]
                at = int(found.mentions.head[row])
                assert ([found.nodes.forms[at]] if at >= 0 else []) == head[:1]
                minimum = document.span(*mention.minimum)[0]
                low, high = int(found.mentions.minimum_first[row]), int(found.mentions.minimum_last[row])
                assert low >= 0 or high == -1
                assert [found.nodes.forms[node] for node in range(low, high + 1) if low >= 0] == minimum
            row += 1
    assert row == len(found.mentions)
    pieces = np.unique(found.mentions.parts.mention, return_counts=True)[1]
    assert (pieces > 1).all()  # what is one stretch of words now has no parts


def conllu(*sentences: str) -> Corpus:
    """Return a document of CorefUD: words by blanks, _ for an empty node, each mention one node of one entity."""
    lines = ["# newdoc id = a", "# global.Entity = eid-etype-head-other"]
    for sentence in sentences:
        word = minor = 0
        for form in sentence.split():
            word, minor = (word, minor + 1) if form == "_" else (word + 1, 0)
            number = f"{word}.{minor}" if form == "_" else str(word)
            edge = "_\t_\t1:dep" if form == "_" else f"{0 if word == 1 else 1}\tdep\t_"
            lines.append(f"{number}\t{form}\t_\tX\t_\t_\t{edge}\tEntity=(e--1-)")
        lines.append("")
    return formats.read_file(TextFile("x", "\n".join([*lines, ""]).encode()), "corefud", ReadOptions())


@pytest.mark.parametrize(
    ("response", "expected", "begins", "numbers"),
    [
        (("ab", "_ c d"), "a b _ c d", [0, 2], ["0.1"]),
        (("ab _", "_ c d"), "a b _ _ c d", [0, 3], [".1", "0.1"]),
        (("ab _", "_ _ c d"), "a b _ _ _ c d", [0, 3], [".1", "0.1", "0.2"]),
        (("_ ab", "c d _"), "_ a b c d _", [0, 3], ["0.1", ".1"]),
        (("_ ab _ c d",), "_ a b _ c d", [0, 4], ["0.1", ".1"]),
        (("a", "_ bc", "d"), "a _ b c d", [0, 3], [".1"]),
        (("ab _ _ c _ d",), "a b _ _ c _ d", [0, 4], [".1", ".2", ".1"]),
        (("a _", "_ bc", "d"), "a _ _ b c d", [0, 4], [".1", ".2"]),
        (("a _ _", "_ bc", "d"), "a _ _ _ b c d", [0, 5], [".1", ".2", ".3"]),
    ],
)
def test_empty_nodes_before_a_sentence(
    response: tuple[str, ...], expected: str, begins: list[int], numbers: list[str]
) -> None:
    """Empty nodes before a sentence stay there if the key has a sentence at that place; numbers stay distinct."""
    found = align(conllu("a b", "c d"), conllu(*response), Settings(align="auto"), Problems())[1]
    assert list(found.nodes.forms) == expected.split()
    assert found.nodes.sentences.tolist() == begins
    minors = [divmod(minor, SENTENCE_START) for minor in found.nodes.minor.tolist()]
    assert [f"{'0' * is_before}.{number}" for is_before, number in minors] == numbers
    assert [found.nodes.forms[node] for node in found.nodes.empty] == ["_"] * expected.count("_")


@pytest.mark.parametrize(
    ("ours", "theirs", "expected", "head"),
    [
        ("can not", "cannot", (0, 1), 0),
        ("cannot", "can not", (0, 0), 0),
        ("it is", "it", (0, 0), 0),
        ("is it", "it", (1, 1), 1),
        ("is it not", "it", (1, 1), 1),
        ("the old man", "Zyx old man", (0, 2), 2),
        ("the old man", "the old Zyx", (0, 2), -1),
    ],
)
def test_a_response_of_few_words(ours: str, theirs: str, expected: tuple[int, int], head: int) -> None:
    """The first word of the corpus may be the only one left, or replace another one."""
    key, response = CorpusBuilder(), CorpusBuilder()
    for builder, words in ((key, ours.split()), (response, theirs.split())):
        builder.document("d")
        builder.sentence()
        for word in words:
            builder.node(word)
        last = len(words) - 1
        builder.mention(builder.entity("e"), [(0, last)], head=last, minimum=(0, last))
    found = align(key.build(), response.build(), Settings(align="rewrite"), Problems())[1].mentions
    assert (found.first.tolist(), found.last.tolist()) == ([expected[0]], [expected[1]])
    assert found.head.tolist() == [head]
    assert (found.minimum_first.tolist(), found.minimum_last.tolist()) == ([expected[0]], [expected[1]])
