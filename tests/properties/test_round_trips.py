"""What was written is read as it was: every format that the catalogue calls written, by entities of characters."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corefeval import formats
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.formats.catalogue import BY_NAME, ENTRIES
from corefeval.problems import CorefevalError
from corefeval.problems.render import sentence as sentence_of
from corefeval.signature import content_sum

WRITTEN = [entry.name for entry in ENTRIES if entry.written]
PLAIN = ["Ada", "met", "žena", "Bö's", "10", "\U0001f600", "她"]
ODD = [
    "{",
    "}",
    "#",
    "a|[b",
    "a|b]",
    "##",
    "```",
    "Here:",
    "[1",
    "a b",
    "\u00a0",
    "",
    "\\",
    "_",
    "*",
    "|",
    '"',
    "<",
    "->",
]
LABELS = ["1", "e2", "x"]
ODD_LABELS = ["1", "a b", "{", "a|b", "(", "é", "1-2", "a,b", "#"]


@st.composite
def corpora(draw: st.DrawFn, holds: frozenset[str], *, odd: bool = False, inside: bool = False) -> Corpus:
    """Return documents with as much as a format can hold, mentions of one entity apart; odd ones with anything anywhere.

    Args:
        draw: draws.
        holds: what the format can hold.
        odd: whether words, names and labels may be anything.
        inside: whether a mention may have empty nodes among its words.
    """
    builder = CorpusBuilder("test")
    for number in range(draw(st.integers(1, 3))):
        builder.document(draw(st.sampled_from(["../a/b", "a b", "", "#x"])) if odd else f"d/{number}")
        builder.sentence()
        start = len(builder.forms)
        builder.node("So")
        minor = 0
        zeros: set[int] = set()
        sentences: set[int] = set()
        taken: defaultdict[str, set[int]] = defaultdict(set)
        for _ in range(draw(st.integers(0, 8))):
            kinds = ["word", "word", "sentence"] + ["zero"] * ("zeros" in holds or odd)
            kind = draw(st.sampled_from(kinds))
            if kind == "sentence":
                builder.sentence()
                sentences.add(len(builder.forms))
            minor = minor + 1 if kind == "zero" else 0
            glue = {"misc": draw(st.sampled_from(["_", "SpaceAfter=No"]))}
            node = builder.node(draw(st.sampled_from(PLAIN + ODD * odd)), minor=minor, columns=glue)
            zeros |= {node} if minor else set()
        stop = len(builder.forms) - 1
        for label in draw(st.lists(st.sampled_from(ODD_LABELS if odd else LABELS), max_size=5)):
            spans = draw(spans_in(start, stop, holds, odd=odd))
            nodes = {node for first, last in spans for node in range(first, last + 1)}
            across = sentences & set(range(spans[0][0] + 1, spans[-1][1] + 1))
            inner = nodes & zeros if len(nodes) > 1 and not inside else set()
            if not odd and (nodes & taken[label] or inner or across):
                continue
            taken[label] |= nodes
            kind = draw(st.sampled_from(["", "PER"] + ["a|b[1]\\", '"}', "Cluster1"] * odd))
            builder.mention(builder.entity(label), spans, attributes={"ne": kind})
    return builder.build()


@st.composite
def spans_in(
    draw: st.DrawFn, start: int, stop: int, holds: frozenset[str], *, odd: bool
) -> list[tuple[int, int]]:
    """Return the parts of a mention; but for odd ones they begin or end with the document, or have one word, so that none cross."""
    if odd or "discontinuous" in holds:
        edges = sorted(draw(st.lists(st.integers(start, stop), min_size=2, max_size=4)))
        if len(edges) == 4 and edges[2] > edges[1] + 1:
            return [(edges[0], edges[1]), (edges[2], edges[3])]
        return [(edges[0], edges[1])]
    node = draw(st.integers(start, stop))
    return [draw(st.sampled_from([(node, node), (start, node)]))]


def facts(corpus: Corpus) -> list[Counter[frozenset[tuple[frozenset[object], int]]]]:
    """Return for each document its entities, each as its mentions, and these as the characters they have, or else their zeros."""
    zeros = dict(zip(corpus.nodes.empty.tolist(), corpus.nodes.minor.tolist(), strict=True))
    found = []
    for document in corpus.documents:
        start = int(corpus.nodes.start[document.index])
        letters: list[list[object]] = []
        place = 0
        for node, form in enumerate(document.tokens, start):
            size = 0 if node in zeros else len("".join(form.split()))
            letters.append([(place, zeros[node])] if node in zeros else list(range(place, place + size)))
            place += size
        entities: Counter[frozenset[tuple[frozenset[object], int]]] = Counter()
        for entity in document.entities:
            mentions: Counter[frozenset[object]] = Counter()
            for mention in entity.mentions:
                nodes = [node for first, last in mention.spans for node in range(first, last + 1)]
                words = [node for node in nodes if node + start not in zeros] or nodes
                mentions[frozenset(letter for node in words for letter in letters[node])] += 1
            entities[frozenset(mentions.items())] += 1
        found.append(entities)
    return found


def there_and_back(corpus: Corpus, name: str, *, named: bool) -> tuple[Corpus, list[str]]:
    """Return what is read of what was written, and what was said to be lost."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / ("all" if BY_NAME[name].suffix else "all.txt")
        lost = formats.write(corpus, target, name)
        again = formats.read(target, name if named else None)
        return again, [sentence_of(problem) for problem in lost]


@pytest.mark.property
@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_what_a_format_can_hold_is_read_again(name: str, data: st.DataObject) -> None:
    """The same entities of the same characters and zeros, in the format that is recognised by itself."""
    corpus = data.draw(corpora(frozenset(BY_NAME[name].holds)))
    assume(all(len(document.mentions) for document in corpus.documents))
    again, _ = there_and_back(corpus, name, named=False)
    assert again.format == name
    assert facts(again) == facts(corpus)


@pytest.mark.property
@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_whatever_is_not_read_again_is_reported(name: str, data: st.DataObject) -> None:
    """Odd words, names, classes, crossing and discontinuous mentions and zeros are refused, said to be lost, or kept."""
    corpus = data.draw(corpora(frozenset(BY_NAME[name].holds), odd=True))
    try:
        again, lost = there_and_back(corpus, name, named=True)
    except CorefevalError:
        return
    if not any("mention" in message or "word" in message for message in lost):
        documents = [Counter(frozenset(each.items()) for each in facts(side)) for side in (again, corpus)]
        assert documents[0] == documents[1], lost


@pytest.mark.property
@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_the_key_hash_is_that_of_the_annotation(name: str, data: st.DataObject) -> None:
    """What is written without a loss has the same hash in every format, empty nodes inside mentions included."""
    corpus = data.draw(corpora(frozenset(BY_NAME[name].holds), inside=True))
    try:
        again, lost = there_and_back(corpus, name, named=True)
    except CorefevalError:
        return
    if not lost:
        assert content_sum(again) == content_sum(corpus)
