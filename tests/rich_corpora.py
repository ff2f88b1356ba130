"""Small random corpora that have everything: zeros, sets, repeated mentions, gaps, heads, types, phrase trees, what refers to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START

TYPES = ("name", "nominal", "pronoun")
UPOS = {"name": "PROPN", "nominal": "NOUN", "pronoun": "PRON"}
Span = tuple[tuple[int, int], ...]
"""First and last node of each part."""


@dataclass(frozen=True)
class Said:
    """A mention as annotated: its nodes, its entity, its head as a place among its first part's nodes."""

    span: Span
    entity: int
    head: int = 0
    kind: str = "nominal"


@dataclass(frozen=True)
class Text:
    """One document: which of its nodes are zeros, its mentions, and what links its entities.

    Attributes:
        zeros: for each node whether it is an empty node.
        mentions: the mentions, in the order in which they are completed.
        sets: pairs (whole, element) of entities.
        pseudo: the entities that refer to nothing.
        bridging: pairs (anaphor, anchor) of places among the mentions.
        phrases: for each node its cell of a parse column, '' for zeros; () for no trees.
    """

    zeros: tuple[bool, ...]
    mentions: tuple[Said, ...]
    sets: tuple[tuple[int, int], ...] = ()
    pseudo: frozenset[int] = frozenset()
    bridging: tuple[tuple[int, int], ...] = ()
    phrases: tuple[str, ...] = ()


BOTH_SETS = Text(
    (False,) * 8,
    (
        Said(((0, 0),), 0),
        Said(((1, 1),), 1),
        Said(((2, 2),), 2),
        Said(((3, 3),), 2),
        Said(((5, 5),), 0),
    ),
    sets=((2, 0), (2, 1)),
)
"""Two entities, and a plural one made of them."""


def one(text: Text) -> Corpus:
    """Return a corpus of one document, named d."""
    return corpus({"d": text})


def corpus(texts: Mapping[str, Text]) -> Corpus:
    """Return the corpus of these documents; nodes have tags and dependencies, mentions have types, heads and minimum spans."""
    builder = CorpusBuilder()
    for name, text in texts.items():
        _add(builder, name, text)
    return builder.build()


def _add(builder: CorpusBuilder, name: str, text: Text) -> None:
    builder.document(name)
    start = builder.node_count
    minor = 0
    kind_at = {part[0]: said.kind for said in text.mentions for part in said.span[:1]}
    for place, zero in enumerate(text.zeros):
        if place % 6 == 0:
            builder.sentence()
            minor = SENTENCE_START
        minor = minor + 1 if zero else 0
        builder.node(
            f"w{place}",
            minor=minor if zero else 0,
            columns={
                "upos": UPOS[kind_at.get(place, "nominal")],
                "feats": "Gender=Fem|Number=Sing" if place % 2 else "Number=Sing",
                "deps": f"{place % 3 + 1}:{'nsubj' if place % 2 else 'obj'}",
                "deprel": "nsubj",
                **({"parse": text.phrases[place], "xpos": "NN"} if text.phrases else {}),
            },
        )
    rows = []
    label = {}
    for said in text.mentions:
        if said.entity not in label:
            label[said.entity] = builder.entity(f"e{said.entity}", nonreferring=said.entity in text.pseudo)
        head = start + min(said.span[0][0] + said.head, said.span[0][1])
        rows.append(
            builder.mention(
                label[said.entity],
                [(start + first, start + last) for first, last in said.span],
                head=head,
                minimum=(head, head),
                attributes={"type": said.kind},
            )
        )
    for whole, element in text.sets:
        if whole in label and element in label and whole != element:
            builder.split_antecedent(label[whole], label[element])
    for anaphor, anchor in text.bridging:
        if anaphor < len(rows) and anchor < len(rows):
            builder.bridging(rows[anaphor], rows[anchor], label[text.mentions[anchor].entity])


@st.composite
def flat_phrases(draw: st.DrawFn, nodes: int) -> tuple[str, ...]:
    """Return the cells of trees in which no phrase lies in another one."""
    cells = ["*"] * nodes
    place = 0
    while place < nodes:
        stop = min(place + draw(st.integers(0, 3)), nodes)
        label = draw(st.sampled_from(("NP", "VP", "PP")))
        if stop > place:
            cells[place] = f"({label}{cells[place]}"
            cells[stop - 1] += ")"
        place = stop + draw(st.integers(0, 1)) + (stop == place)
    return tuple(cells)


@st.composite
def texts(
    draw: st.DrawFn,
    *,
    zeros: Sequence[bool] = (),
    repeats: bool = True,
    mentions: int = 8,
    trees: bool = False,
) -> Text:
    """Return a document over the given nodes (drawn by default)."""
    nodes = tuple(zeros) or tuple(draw(st.lists(st.booleans(), min_size=4, max_size=10)))
    spans = st.one_of(
        st.integers(0, len(nodes) - 1).map(lambda place: ((place, place),)),
        st.tuples(st.integers(0, len(nodes) - 1), st.integers(0, 2)).map(
            lambda pair: ((pair[0], min(pair[0] + pair[1], len(nodes) - 1)),)
        ),
        st.tuples(st.integers(0, len(nodes) - 3)).map(
            lambda pair: ((pair[0], pair[0]), (pair[0] + 2, pair[0] + 2))
        ),
    )
    found = draw(
        st.lists(
            st.builds(Said, spans, st.integers(0, 4), st.integers(0, 1), st.sampled_from(TYPES)),
            max_size=mentions,
            unique_by=None if repeats else (lambda said: said.span),
        )
    )
    ordered = sorted(found, key=lambda said: said.span[-1][1])
    pairs = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4))
    sets = tuple((max(pair), min(pair)) for pair in pairs if pair[0] != pair[1])
    pseudo = frozenset(draw(st.lists(st.integers(0, 4), max_size=1))) if draw(st.booleans()) else frozenset()
    links = draw(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=2))
    cells = iter(draw(flat_phrases(nodes.count(False))) if trees else ())
    phrases = tuple("" if zero else next(cells) for zero in nodes) if trees else ()
    return Text(nodes, tuple(ordered), sets, pseudo, tuple(links), phrases)


@st.composite
def pairs(
    draw: st.DrawFn, *, repeats: bool = True, trees: bool = False
) -> tuple[dict[str, Text], dict[str, Text]]:
    """Return a key and a response over the same nodes; the response is drawn anew or the key with changes."""
    key, response = {}, {}
    for name in ("a", "b")[: draw(st.integers(1, 2))]:
        key[name] = draw(texts(repeats=repeats, trees=trees))
        other = draw(texts(zeros=key[name].zeros, repeats=repeats))
        if draw(st.booleans()):
            kept = [said for said in key[name].mentions if draw(st.integers(0, 3))]
            moved = [replace(said, entity=draw(st.sampled_from((said.entity, 1)))) for said in kept]
            other = replace(key[name], mentions=tuple(moved), bridging=())
        response[name] = other
    return key, response
