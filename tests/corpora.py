"""Corpora for tests, built in memory: one builder, and a notation for each kind of test.

- `text("Ada/PROPN met/VERB her/PRON", chains=[[0, 2]])`: one document of tagged words.
- `typed("Ada met her", [[(0, "name"), (2, "pronoun")]])`: words whose mentions have types.
- `numbered([[[0, 2], [1]]], {0: "name"}, length=3)`: documents of words w0, w1, …; `annotated` adds typed links.
- `Story` and `of_stories`: documents as a reader sees them, for the pages.
- `Text`, `Said`, `corpus` and `one`: nodes with everything a file can hold, such as zeros, sets, gaps and phrase trees.
- `texts`, `pairs`, `clusters` and `cluster_pairs`: Hypothesis draws them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from corefeval.corpus.builder import BuiltSource, CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START, Annotation, Relations
from corefeval.linguistics.derived_codes import Antecedents

TYPES = ("name", "nominal", "pronoun")
UPOS = {"name": "PROPN", "nominal": "NOUN", "pronoun": "PRON"}
PRONOUNS = {"she", "he", "it", "they", "her", "his", "them", "היא", "∅", "her own"}
Span = tuple[int, int]
"""First and last node of a mention, or of one of its parts."""
Spans = tuple[Span, ...]
"""The parts of a mention."""
Chains = Sequence[Sequence[int]]
"""Entities of one document; a mention is a word, named by its place."""
Clusters = list[list[int]]
Clusterings = dict[str, Clusters]


class Node(NamedTuple):
    """A word; with a minor number an empty node."""

    word: str
    columns: Mapping[str, str]
    minor: int = 0


class Marked(NamedTuple):
    """A mention: its entity, its parts and its head as nodes of the document, and its attributes."""

    entity: str
    spans: Sequence[Span]
    head: int = -1
    attributes: Mapping[str, str] | None = None
    has_minimum: bool = False
    """Whether the head is the minimum span."""


def add(
    builder: CorpusBuilder, name: str, sentences: Iterable[Sequence[Node]], mentions: Iterable[Marked]
) -> list[int]:
    """Add a document to a corpus; return the number of each mention."""
    builder.document(name)
    start = len(builder.forms)
    for sentence in sentences:
        builder.sentence()
        for node in sentence:
            builder.node(node.word, minor=node.minor, columns=node.columns)
    rows = []
    for each in mentions:
        head = -1 if each.head < 0 else start + each.head
        rows.append(
            builder.mention(
                builder.entity(each.entity),
                [(start + first, start + last) for first, last in each.spans],
                head=head,
                minimum=(head, head) if each.has_minimum else (-1, -1),
                attributes=each.attributes,
            )
        )
    return rows


def text(
    *sentences: str,
    chains: Sequence[Sequence[Span | int]] = (),
    columns: Sequence[str] = ("upos", "feats", "head", "lemma"),
    attributes: Mapping[Span, Mapping[str, str]] | None = None,
    heads: Mapping[Span, int] | None = None,
    name: str = "d",
) -> Corpus:
    """Return a corpus of one document.

    A sentence is a string of words 'form/tag/feature/…', one slash for each column; a word that begins with
    '∅' is an empty node. Mentions are spans of nodes, or single nodes.
    """
    placed = [
        (span if isinstance(span, tuple) else (span, span), label)
        for label, chain in enumerate(chains)
        for span in chain
    ]
    builder = CorpusBuilder()
    add(
        builder,
        name,
        [_tagged(sentence, columns) for sentence in sentences],
        [
            Marked(f"e{label}", [span], (heads or {}).get(span, -1), (attributes or {}).get(span))
            for span, label in sorted(placed, key=lambda item: (item[0][0], -item[0][1]))
        ],
    )
    return builder.build()


def _tagged(sentence: str, columns: Sequence[str]) -> list[Node]:
    """Return the nodes of a sentence; empty nodes are numbered after the word before them."""
    nodes: list[Node] = []
    for word in sentence.split():
        form, *cells = word.split("/")
        minor = (nodes[-1].minor if nodes else 0) + 1 if form.startswith("∅") else 0
        nodes.append(Node(form, dict(zip(columns, cells, strict=False)), minor))
    return nodes


def obama(columns: Sequence[str] = ("upos", "feats")) -> Corpus:
    """Return the fragment of Žitkus et al. (2023), section 4.2: one chain of eight mentions."""
    prs = "PronType=Prs"
    return text(
        f"Today president/NOUN spoke/VERB . He/PRON/{prs} hopes/VERB .",
        "This/PRON was/AUX unusual/ADJ for/ADP B./PROPN Obama/PROPN .",
        f"Obama/PROPN was/AUX criticized/VERB . But/CCONJ his/PRON/Poss=Yes|{prs} position/NOUN",
        f"It/PRON looks/VERB Barack/PROPN Obama/PROPN doubts/VERB himself/PRON/{prs}|Reflex=Yes .",
        "Critics/NOUN said/VERB that/SCONJ Barack/PROPN Obama/PROPN is",
        chains=[[1, 4, (11, 12), 14, 19, (23, 24), 26, (31, 32)]],
        columns=columns,
    )


def typed(
    words: str,
    chains: Sequence[Sequence[tuple[int, str]]],
    genders: Mapping[int, str] | None = None,
    documents: int = 1,
) -> Corpus:
    """Return documents of these words; a mention is the number of a word and its type."""
    builder = CorpusBuilder()
    for number in range(documents):
        nodes = [
            Node(word, {"feats": f"Gender={genders[place]}" if genders and place in genders else "_"})
            for place, word in enumerate(words.split())
        ]
        mentions = [
            Marked(str(label), [(place, place)], place, {"type": kind})
            for label, chain in enumerate(chains)
            for place, kind in chain
        ]
        add(builder, f"d{number}", [nodes], mentions)
    return builder.build()


def numbered(
    documents: Sequence[Chains],
    types: Mapping[int, str],
    *,
    length: int,
    spans: Mapping[int, Span] | None = None,
    attributes: Mapping[int, Mapping[str, str]] | None = None,
) -> Corpus:
    """Return a corpus of documents of so many words; mention i is word i, or the words that spans gives it."""
    builder = CorpusBuilder()
    nodes = [Node(f"w{place}", {}) for place in range(length)]
    for number, chains in enumerate(documents):
        mentions = [
            Marked(
                str(label),
                [(spans or {}).get(mention, (mention, mention))],
                attributes={"type": types.get(mention, ""), **(attributes or {}).get(mention, {})},
            )
            for label, chain in enumerate(chains)
            for mention in chain
        ]
        add(builder, f"d{number}", [nodes], mentions)
    return builder.build()


class AnnotatedTest(BuiltSource):
    """A source with typed annotations."""

    known: tuple[Annotation, ...] = ()

    def annotations(self, corpus: Corpus) -> tuple[Annotation, ...]:
        """Return the annotations."""
        del corpus
        return self.known


def annotated(
    words: Sequence[str],
    links: Sequence[tuple[int, Sequence[int], str]],
    *,
    types: Mapping[int, str] | None = None,
    dominant: Sequence[int] = (),
) -> Corpus:
    """Return one document of these words with typed links (referent, antecedents, code) between them.

    Links with one antecedent make chains; types of mentions and dominant mentions may be given.
    """
    label = {mention: mention for link in links for mention in (link[0], *link[1])}
    for referent, antecedents, _ in links:
        if len(antecedents) == 1 and antecedents[0] != referent:
            old, new = label[referent], label[antecedents[0]]
            label = {mention: new if found == old else found for mention, found in label.items()}
    builder = CorpusBuilder()
    mentions = [
        Marked(
            str(label[mention]),
            [(mention, mention)],
            attributes={
                "type": (types or {}).get(mention, "nominal"),
                "dominant": "yes" if mention in dominant else "",
            },
        )
        for mention in sorted(label)
    ]
    add(builder, "d", [[Node(word, {}) for word in words]], mentions)
    built = builder.build()
    source = AnnotatedTest({}, Relations(), "", [])
    source.known = tuple(
        Annotation(0, (referent, referent), tuple((mention, mention) for mention in antecedents), code)
        for referent, antecedents, code in links
    )
    return replace(built, source=source)


@dataclass(frozen=True)
class Story:
    """A document: sentences of words, '_' being an empty node, and chains of mentions.

    A mention is 'first-last' in nodes of the document, or 'first-last+first-last' for a discontinuous one.
    """

    name: str
    sentences: Sequence[str]
    chains: Mapping[str, str] = field(default_factory=dict)

    def with_chains(self, chains: Mapping[str, str]) -> Story:
        """Return the same text with other chains."""
        return Story(self.name, self.sentences, chains)


def of_stories(*stories: Story) -> Corpus:
    """Return the stories as a corpus, with parts of speech, named entities and type codes."""
    builder = CorpusBuilder("story")
    for story in stories:
        words = [word for sentence in story.sentences for word in sentence.split(" ")]
        mentions = [
            _of_story(label, mention, words)
            for label, chain in story.chains.items()
            for mention in chain.split()
        ]
        add(builder, story.name, [_as_read(sentence) for sentence in story.sentences], mentions)
    return builder.build()


def _as_read(sentence: str) -> list[Node]:
    """Return the nodes of a sentence, with parts of speech by their letters."""
    nodes: list[Node] = []
    for word in sentence.split(" "):
        minor = (1 if nodes else 1 + SENTENCE_START) if word == "_" else 0
        upos = "PRON" if word.lower() in PRONOUNS else "PROPN" if word[:1].isupper() else "NOUN"
        nodes.append(Node(word, {"upos": upos}, minor))
    return nodes


def _of_story(label: str, mention: str, words: Sequence[str]) -> Marked:
    """Return a mention, with its type by its letters."""
    first_last = [part.split("-") for part in mention.split("+")]
    spans = [(int(first), int(last)) for first, last in first_last]
    text = " ".join(words[spans[0][0] : spans[-1][1] + 1])
    kind = "pronoun" if text.lower() in PRONOUNS else "zero" if text == "_" else "nominal"
    kind = "name" if kind == "nominal" and text[:1].isupper() else kind
    code = {"pronoun": "p", "name": "d"}.get(kind, "g")
    return Marked(label, spans, attributes={"type": kind, "code": code})


@dataclass(frozen=True)
class Said:
    """A mention as annotated: its nodes, its entity, its head as a place among its first part's nodes."""

    span: Spans
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
    """Add a document: sentences of six nodes, tags and dependencies by their places."""
    kind_at = {part[0]: said.kind for said in text.mentions for part in said.span[:1]}
    sentences: list[list[Node]] = []
    minor = 0
    for place, zero in enumerate(text.zeros):
        if place % 6 == 0:
            sentences.append([])
            minor = SENTENCE_START
        minor = minor + 1 if zero else 0
        columns = {
            "upos": UPOS[kind_at.get(place, "nominal")],
            "feats": "Gender=Fem|Number=Sing" if place % 2 else "Number=Sing",
            "deps": f"{place % 3 + 1}:{'nsubj' if place % 2 else 'obj'}",
            "deprel": "nsubj",
            **({"parse": text.phrases[place], "xpos": "NN"} if text.phrases else {}),
        }
        sentences[-1].append(Node(f"w{place}", columns, minor))
    mentions = [
        Marked(
            f"e{said.entity}",
            said.span,
            min(said.span[0][0] + said.head, said.span[0][1]),
            {"type": said.kind},
            has_minimum=True,
        )
        for said in text.mentions
    ]
    rows = add(builder, name, sentences, mentions)
    label = {
        said.entity: builder.entity(f"e{said.entity}", nonreferring=said.entity in text.pseudo)
        for said in text.mentions
    }
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


@st.composite
def clusters(draw: st.DrawFn, mentions: int = 12) -> Clusters:
    """Return a clustering of some of so many mentions, without repetitions."""
    labels = draw(st.lists(st.integers(-1, 5), min_size=0, max_size=mentions))
    groups: dict[int, list[int]] = {}
    for mention, label in enumerate(labels):
        if label >= 0:
            groups.setdefault(label, []).append(mention)
    return list(groups.values())


@st.composite
def cluster_pairs(draw: st.DrawFn, documents: int = 3) -> tuple[Clusterings, Clusterings]:
    """Return a key and a response over the same documents."""
    names = [f"d{number}" for number in range(draw(st.integers(1, documents)))]
    return {name: draw(clusters()) for name in names}, {name: draw(clusters()) for name in names}


def annotated_links(corpus: Corpus, annotations: Sequence[Annotation]) -> tuple[Antecedents, list[int]]:
    """Return the links of annotations between mentions of a corpus, and the number of the annotation of each.

    A referent is no antecedent of its own.
    """
    spans = list(zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True))
    rows = {span: row for row, span in reversed(list(enumerate(spans)))}
    found = {}
    for number, annotation in enumerate(annotations):
        targets = [span for span in annotation.antecedents if span != annotation.referent]
        if targets and annotation.referent in rows and all(span in rows for span in targets):
            found[number] = rows[annotation.referent], [rows[span] for span in targets]
    bounds = np.cumsum([0, *(len(targets) for _, targets in found.values())])
    referent, antecedent = (
        [one for one, _ in found.values()],
        [row for _, rows in found.values() for row in rows],
    )
    return Antecedents(np.array(referent, np.int64), np.array(antecedent, np.int64), bounds), list(found)
