"""JSON Lines: what the numbers mean, plain text, the extension fields, and everything that can be wrong."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval import load
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation
from corefeval.formats.base import ReadOptions
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines import FORMAT
from corefeval.formats.offsets import Convention, found_in, tokenised
from corefeval.problems import CorefevalError, Severity, UsageError
from corefeval.validation import validate
from tests.paths import SHARED
from tests.refuses import refuses

FRENCH = SHARED / "data" / "french" / "dem1921_sg_cut2000.dev.jsonlines"
GUM = SHARED / "data" / "gum_corefud" / "en_gum-corefud-test2.conllu"

TOKENS = ["Anna", "Berg", "sold", "her", "house", "."]
TEXT = "Anna Berg sold her house."


def read(*documents: object, offsets: str = "", layer: str = "identity", repair: bool = False) -> Corpus:
    """Read documents, given as objects or as lines."""
    lines = [item if isinstance(item, bytes) else json.dumps(item).encode() for item in documents]
    options = ReadOptions(layer=layer, offsets=offsets, repair=repair)
    return FORMAT.read(TextFile("f", b"\n".join(lines) + b"\n"), options)


def document(**fields: object) -> dict[str, object]:
    """Return a document with tokens."""
    return {"doc_key": "d", "tokens": TOKENS, "clusters": [[[0, 1], [3, 3]]]} | fields


def plain(**fields: object) -> dict[str, object]:
    """Return a document with text."""
    return {"doc_key": "d", "text": TEXT, "clusters": [[[0, 9], [15, 18]]]} | fields


def written(corpus: Corpus) -> bytes:
    """Return a corpus as it is written."""
    stream = io.BytesIO()
    FORMAT.write(corpus, stream)
    return stream.getvalue()


def texts(corpus: Corpus) -> list[list[str]]:
    """Return the texts of the mentions of each entity."""
    return [
        [mention.text for mention in entity.mentions] for doc in corpus.documents for entity in doc.entities
    ]


def raised(*documents: object, offsets: str = "", layer: str = "identity") -> list[tuple[str, str]]:
    """Return the codes and places of the errors, without columns."""
    try:
        problems = read(*documents, offsets=offsets, layer=layer).problems
    except CorefevalError as error:
        problems = error.problems
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return [(problem.code, str(replace(problem.place, column=0))) for problem in errors]


def test_one_token_spans_say_that_ends_are_inclusive() -> None:
    """The convention of e2e-coref and most after it."""
    assert texts(read(document())) == [["Anna Berg", "her"]]


@pytest.mark.parametrize(
    ("offsets", "span", "named"),
    [
        ("exclusive", [3, 3], "inclusive"),
        ("inclusive", [3, 6], "exclusive"),
        ("exclusive", [3, 9], ""),
        ("inclusive", [3, 2], ""),
        ("exclusive", [6, 6], ""),
    ],
)
def test_ends_of_the_other_kind_are_named(offsets: str, span: list[int], named: str) -> None:
    """If a span is one with ends of the other kind, the option is named; otherwise not."""
    tokens = {"doc_key": "d", "sentences": [["a", "b", "c", "d", "e", "f"]], "clusters": [[[0, 1], span]]}
    with pytest.raises(CorefevalError) as caught:
        read(tokens, offsets=offsets)
    (problem,) = caught.value.problems
    assert (problem.code, problem["length"], problem["unit"], problem["ends"]) == (
        "CE031",
        6,
        "tokens",
        offsets,
    )
    assert problem.kind == ("span-outside-by-its-end" if named else "span-outside")
    assert named in ("", problem["other"])


def test_an_end_at_the_number_of_tokens_says_that_ends_are_exclusive() -> None:
    """One such span anywhere in the file decides."""
    other = document(doc_key="e", clusters=[[[0, 2], [3, 4]]])
    corpus = read(document(clusters=[[[0, 2], [4, 6]]]), other)
    assert texts(corpus) == [["Anna Berg", "house ."], ["Anna Berg", "her"]]


def test_where_the_data_do_not_decide_it_is_asked() -> None:
    """The message shows both readings; the option settles it."""
    unclear = document(clusters=[[[0, 1], [3, 4]]])
    assert raised(unclear) == [("CE008", "f:1")]
    with refuses(CorefevalError, "CE008", "nothing-in-file-says", inclusive="Anna Berg", exclusive="Anna"):
        read(unclear)
    assert texts(read(unclear, offsets="inclusive")) == [["Anna Berg", "her house"]]
    assert texts(read(unclear, offsets="exclusive")) == [["Anna", "her"]]
    assert texts(read(unclear | {"offsets": "exclusive,token"})) == [["Anna", "her"]]


def test_strings_next_to_the_clusters_decide() -> None:
    """Resolvers that print the text of the mentions say what they mean."""
    unclear = document(clusters=[[[0, 1], [3, 4]]])
    assert texts(read(unclear | {"clusters_token_text": [["Anna Berg", "her house"]]})) == [
        ["Anna Berg", "her house"]
    ]
    assert texts(read(unclear | {"clusters_strings": [["Anna", "her"]]})) == [["Anna", "her"]]


def test_spans_that_contradict_each_other_are_refused() -> None:
    """An empty span under one reading, one that is too long under the other."""
    assert raised(document(clusters=[[[0, 0], [4, 6]]])) == [("CE008", "f:1")]


@pytest.mark.parametrize(
    ("field", "end"), [("clusters", 0), ("clusters_char_offsets", 0), ("clusters_char_offsets", 1)]
)
def test_characters_of_plain_text(field: str, end: int) -> None:
    """Fastcoref counts characters with exclusive ends, Maverick with inclusive ones: the text decides."""
    spans = [[[0, 9 - end], [15, 18 - end]], [[15, 24 - end]]]
    corpus = read({"doc_key": "d", "text": TEXT, field: spans})
    assert texts(corpus) == [["Anna Berg", "her"], ["her house"]]


def test_text_in_place_of_offsets_is_passed_over() -> None:
    """Where clusters hold strings, the offsets are in another field."""
    corpus = read({"id": 7, "text": TEXT, "clusters": [["Anna Berg"]], "clusters_char_offsets": [[[0, 9]]]})
    assert (texts(corpus), corpus.names) == ([["Anna Berg"]], ("7",))


def test_tokens_and_text_together() -> None:
    """Characters are found among the tokens; numbers beyond the tokens can only be characters."""
    both = document(text=TEXT, clusters=[[[0, 9], [15, 18]]])
    assert texts(read(both)) == [["Anna Berg", "her"]]
    assert texts(read(document(text=TEXT))) == [["Anna Berg", "her"]]
    assert texts(read(both | {"tokens": ["Anna Berg", "sold", "her", "house."]})) == [["Anna Berg", "her"]]
    assert raised(both | {"tokens": [*TOKENS[:3], "his", *TOKENS[4:]]}) == [("CE013", "f:1")]
    assert raised({"doc_key": "d", "text": "a b", "tokens": ["a", "b"], "clusters": [[[0, 1]]]}) == [
        ("CE008", "f")
    ]


def test_a_mention_inside_a_token_is_never_altered_in_silence() -> None:
    """Refused; exact when every character is a token; widened only when a repair is asked for."""
    inside = plain(clusters=[[[0, 4], [15, 17]]])
    assert raised(inside, offsets="exclusive") == [("CE037", "f:1")]
    assert texts(read(inside, offsets="exclusive,letters")) == [["A n n a", "h e"]]
    repaired = read(inside, offsets="exclusive", repair=True)
    assert texts(repaired) == [["Anna", "her"]]
    assert [problem.code for problem in repaired.problems] == ["CE048"]


def test_white_space_at_the_edge_of_a_mention_is_not_compared() -> None:
    """And said."""
    corpus = read(plain(clusters=[[[0, 10], [15, 18]]]), offsets="exclusive")
    assert texts(corpus) == [["Anna Berg", "her"]]
    assert [problem.code for problem in corpus.problems] == ["CE049"]


def test_tokens_of_text_depend_on_the_text_alone() -> None:
    """Fine tokens; scripts without spaces character by character."""
    assert tokenised("It's 3km, 東京タワー!")[0] == ["It", "'", "s", "3", "km", ",", *"東京タワー", "!"]
    assert found_in(["ab", "c"], "ab  c") is not None
    assert found_in(["ab", "d"], "ab c") == 1


def test_predictions_go_before_the_gold_they_stand_beside() -> None:
    """With a warning; the field can be named instead."""
    both = document(predicted_clusters=[[[4, 4]]])
    corpus = read(both)
    assert texts(corpus) == [["house"]]
    assert [problem.code for problem in corpus.problems] == ["CE038"]
    assert texts(read(both, layer="clusters")) == [["Anna Berg", "her"]]
    assert [problem.code for problem in FORMAT.write(corpus, io.BytesIO())] == ["CE047"]


def test_order_is_that_of_the_text() -> None:
    """Entities as they open, mentions as they end, whatever the order of the lists."""
    corpus = read(document(clusters=[[[4, 4]], [[3, 4], [0, 0]], []]))
    assert texts(corpus) == [["Anna", "her house"], ["house"]]
    assert corpus.mentions.first.tolist() == [0, 4, 3]
    assert list(corpus.entities.labels) == ["1", "0"]
    assert corpus.entities.rank.tolist() == [0, 1]


def test_sentences_and_columns() -> None:
    """Sentences are kept; fields with one string a token are columns of the text."""
    sentences = [TOKENS[:3], TOKENS[3:]]
    corpus = read(
        {"doc_key": "d", "sentences": sentences, "clusters": [[[0, 0]]], "speakers": [["x"] * 3, ["y"] * 3]}
    )
    assert corpus.documents[0].sentences == sentences
    speaker = corpus.source.column("speaker")
    assert speaker is not None
    assert list(speaker) == ["x", "x", "x", "y", "y", "y"]
    assert corpus.source.column("lemma") is None
    assert str(corpus.source.place(4)) == "f:1"


def test_described_mentions() -> None:
    """Head, minimum span and attributes; a mention in no cluster is counted."""
    mentions = [
        {"span": [0, 1], "head": 1, "min": [0, 0], "type": "name", "rank": 1},
        {"span": [5, 5], "type": "nominal"},
    ]
    corpus = read(document(mentions=mentions))
    first = corpus.documents[0].entities[0].mentions[0]
    assert (first.head, first.attributes) == (1, {"type": "name", "rank": "1"})
    assert corpus.mentions.minimum_first.tolist() == [0, -1]
    assert [problem.code for problem in corpus.problems] == ["CE049"]


def test_typed_annotations() -> None:
    """They come with the nodes and the document of the corpus, also of a selection."""
    annotations = [{"referent": [3, 3], "antecedents": [[0, 1]], "type": "ppas", "dominant": False}]
    corpus = read(document(doc_key="x"), document(annotations=annotations))
    found = Annotation(1, (9, 9), ((6, 7),), "ppas", dominant=False)
    assert corpus.annotations == [found]
    joined = Corpus.concatenate([read(document()), corpus])
    assert [(item.document, item.referent) for item in joined.annotations] == [(2, (15, 15))]
    again = FORMAT.read(TextFile("f", written(corpus)), ReadOptions())
    assert again.annotations == [found]


def test_fields_that_are_not_understood_are_kept() -> None:
    """Written back as they were, whatever their type; names and plain text too."""
    extra = {"genre": "nw", "numbers": [1, 2.5, None], "pos": ["X"] * 6, "doc_id": "z"}
    line = json.loads(written(read(document(**extra))))
    assert {name: line[name] for name in extra} == extra
    assert json.loads(written(read(plain())))["text"] == TEXT


BROKEN = {
    "cut off": (b'{"doc_key": "d", "tokens": ["a"', "CE029", "f:1"),
    "no JSON": (b'{"doc_key": x}', "CE029", "f:1"),
    "no object": (b"[1, 2]", "CE029", "f:1"),
    "not UTF-8": (b'{"doc_key": "\xff", "tokens": [], "clusters": []}', "CE005", "f:1"),
    "no text": ({"doc_key": "d", "clusters": []}, "CE032", "f:1"),
    "no clusters": ({"doc_key": "d", "tokens": ["a"]}, "CE032", "f:1"),
    "clusters null": (document(clusters=None), "CE032", "f:1"),
    "characters without text": (document(clusters=None, clusters_char_offsets=[[[0, 0]]]), "CE032", "f:1"),
    "tokens without tokens": (plain(clusters=None, clusters_token_offsets=[[[0, 0]]]), "CE032", "f:1"),
    "tokens of numbers": (document(tokens=[1, 2]), "CE033", "f:1"),
    "text of numbers": (plain(text=3), "CE033", "f:1"),
    "sentences flat": ({"doc_key": "d", "sentences": ["a"], "clusters": []}, "CE033", "f:1"),
    "clusters too flat": (document(clusters=[[0, 1]]), "CE033", "f:1"),
    "offset of text": (document(clusters=[[[0, "1"]]]), "CE033", "f:1"),
    "span of three": (document(clusters=[[[0, 1, 2]]]), "CE033", "f:1"),
    "name of a list": (document(doc_key=["a"]), "CE033", "f:1"),
    "number too large": (document(clusters=[[[0, 10**30]]]), "CE033", "f:1"),
    "convention unknown": (document(offsets="open"), "CE033", "f:1"),
    "empty node beyond the text": (document(empty=[[9, 1]]), "CE031", "f:1"),
    "beyond the text": (document(clusters=[[[0, 0], [3, 9]]]), "CE031", "f:1"),
    "negative": (document(clusters=[[[0, 0], [-1, 2]]]), "CE031", "f:1"),
    "backwards": (document(clusters=[[[0, 0], [3, 1]]]), "CE031", "f:1"),
    "only white space": (plain(clusters=[[[4, 5], [24, 25]]]), "CE031", "f:1"),
    "labels that are too few": (document(cluster_ids=[]), "CE033", "f:1"),
    "mention without span": (document(mentions=[{"type": "name"}]), "CE032", "f:1"),
    "described beyond the text": (document(mentions=[{"span": [0, 99]}]), "CE031", "f:1"),
    "annotation without referent": (document(annotations=[{"antecedents": []}]), "CE033", "f:1"),
    "unknown cluster": (document(split_antecedents=[[0, 4]]), "CE035", "f:1"),
    "unknown anaphor": (document(bridging=[{"anaphor": [5, 5], "cluster": 0}]), "CE035", "f:1"),
}


@pytest.mark.parametrize(("line", "code", "place"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_reported_with_its_place(line: object, code: str, place: str) -> None:
    """Each broken file names its problem and where it stands."""
    assert (code, place) in raised(line)


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [
        (b'{"doc_key": "\xc3\xa5", "tokens": ["a"]]', 33, "]"),
        (b'{"doc_key": "\xc3\xa5", "tokens": ["a"', 32, ""),
        ('{"doc_key": "å", "tokens": ["a"], "clusters": [[[0,0],[0,  9]]]}'.encode(), 55, "[0,  9]"),
        (b'{"tokens": ["a"], "offsets": "inclusive", "clusters": [[[0,9],[0,9]]]}', 0, "[0,9]"),
        (b'{"tokens": ["a"], "clusters": [[[0,0],["x",1]]]}', 39, '["x",1]'),
    ],
)
def test_columns_count_characters_and_the_text_stands_there(line: bytes, column: int, text: str) -> None:
    """What is shown is spelt as on the line; where it stands twice on it, only the line is named."""
    with pytest.raises(CorefevalError) as info:
        read(line)
    problem = info.value.problems[0]
    assert (problem.place.column, problem.text) == (column, text)
    if column:
        assert line.decode().startswith(text, column - 1)


def test_parts_that_overlap_are_one() -> None:
    """A mention is a set of words, however often its parts name them."""
    corpus = read(
        {"tokens": ["a", "b", "c"], "clusters": [[[[0, 0], [0, 0]]], [[[1, 2], [0, 1]]]]}, offsets="inclusive"
    )
    assert texts(corpus) == [["a b c"], ["a"]]
    assert not corpus.mentions.is_discontinuous.any()


def test_all_problems_are_reported_at_once() -> None:
    """Those of different lines together."""
    assert raised(b"{", document(), b"[]", {"doc_key": "x"}) == [
        ("CE029", "f:1"),
        ("CE029", "f:3"),
        ("CE032", "f:4"),
    ]


def test_repair_leaves_out_spans_that_do_not_exist() -> None:
    """The others stay."""
    corpus = read(document(clusters=[[[0, 0], [3, 9]], [[8, 9]]]), repair=True)
    assert texts(corpus) == [["Anna"]]
    assert [problem.code for problem in corpus.problems] == ["CE048", "CE048"]


def test_options_are_checked() -> None:
    """Unknown words and contradictions are wrong usage."""
    for offsets in ("closed", "inclusive,exclusive", "token,character"):
        with pytest.raises(UsageError):
            Convention.parse(offsets)
    assert Convention.parse("character, exclusive") == Convention(inclusive=False, character=True)


def test_documents_without_a_name_are_numbered() -> None:
    """And said once."""
    corpus = read({"tokens": ["a"], "clusters": [[[0, 0]]]}, {"tokens": ["a"], "clusters": []})
    assert corpus.names == ("1", "2")
    assert [problem.code for problem in corpus.problems] == ["CE032"]


def test_recognised_by_its_fields() -> None:
    """Not the stand-off format, which is JSON too."""
    assert detect(b'\n{"doc_key": "d"}') == FORMAT.name
    assert detect(b'{"content": "x", "annotationLayers": []}') != FORMAT.name
    assert detect(b"1\ta") != FORMAT.name


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Return a small corpus with anything the format can hold."""
    builder = CorpusBuilder("test")
    for number in range(draw(st.integers(1, 3))):
        builder.document(f"d{number}")
        builder.sentence()
        start = len(builder.forms)
        builder.node("w")
        minor = 0
        for _ in range(draw(st.integers(0, 7))):
            kind = draw(st.sampled_from(["word", "word", "zero", "sentence"]))
            minor = minor + 1 if kind == "zero" else 0
            if kind == "sentence":
                builder.sentence()
            builder.node(draw(st.sampled_from(["a", "ž", '"', " "])), minor=minor)
        nodes = st.integers(start, len(builder.forms) - 1)
        labels = draw(st.sampled_from([[], ["1"], ["1", "e2"], ["x", "y", "z"]]))
        entities = [builder.entity(label, nonreferring=label == "z") for label in labels]
        seen: dict[int, tuple[int, int]] = {}
        for entity in entities:
            edges = sorted(draw(st.lists(nodes, min_size=2, max_size=4)))
            parts = [(edges[0], edges[1])]
            if len(edges) == 4 and edges[2] > edges[1] + 1:
                parts.append((edges[2], edges[3]))
            attributes = {"SemType": draw(st.sampled_from(["dn", "(|)", ""]))}
            minimum = draw(st.sampled_from([(-1, -1), (edges[0], edges[0])]))
            head = draw(st.sampled_from([-1, edges[0]]))
            mention = builder.mention(entity, parts, head=head, minimum=minimum, attributes=attributes)
            if (edges[0], parts[-1][1]) not in seen.values():
                seen[mention] = (edges[0], parts[-1][1])
        if len(entities) > 1:
            builder.split_antecedent(entities[0], entities[1])
            builder.bridging(min(seen), -1, entities[-1], "poss")
    return builder.build()


def facts(corpus: Corpus) -> list[object]:
    """Return what a corpus says, whatever the order of its mentions and entities."""
    mentions, relations = corpus.mentions, corpus.relations
    labels, documents = list(corpus.entities.labels), corpus.entities.document.tolist()
    pseudo = corpus.entities.is_nonreferring
    names = [
        (documents[entity], label, pseudo is not None and bool(pseudo[entity]))
        for entity, label in enumerate(labels)
    ]
    columns = ((name, mentions.attributes.column(name)) for name in sorted(mentions.attributes.names))
    shown = {name: list(column) for name, column in columns if column is not None}
    rows = [
        (
            names[int(mentions.entity[number])],
            [int(column[number]) for column in (mentions.first, mentions.last, mentions.head)],
            [int(mentions.minimum_first[number]), int(mentions.minimum_last[number])],
            mentions.parts.of(number),
            [(name, column[number]) for name, column in shown.items() if column[number]],
        )
        for number in range(len(mentions))
    ]
    bridges = zip(
        relations.anaphor.tolist(), relations.anchor.tolist(), relations.anchor_entity.tolist(), strict=True
    )
    return [
        corpus.names,
        sorted(rows),
        sorted(
            (names[a], names[b])
            for a, b in zip(relations.whole.tolist(), relations.element.tolist(), strict=True)
        ),
        sorted((rows[a][1], rows[b][1] if b >= 0 else [], names[c]) for a, b, c in bridges),
        sorted(relations.bridging_relation),
        [list(corpus.nodes.forms), corpus.nodes.sentences.tolist()],
        [corpus.nodes.empty.tolist(), corpus.nodes.minor.tolist()],
    ]


@settings(max_examples=50, deadline=None)
@given(corpora())
def test_nothing_is_lost_in_writing(corpus: Corpus) -> None:
    """What was written and read again says the same, and the second time it is the same file."""
    first = written(corpus)
    once = FORMAT.read(TextFile("f", first), ReadOptions())
    assert facts(once) == facts(corpus)
    second = written(once)
    assert written(FORMAT.read(TextFile("f", second), ReadOptions())) == second


@pytest.mark.skipif(not FRENCH.exists(), reason="needs the French files")
def test_the_same_documents_in_two_formats() -> None:
    """Democrat in JSON Lines and in CoNLL: 52 documents with the same mentions and entities."""
    from corefeval.formats import read as read_file

    lines, brackets = read_file(FRENCH), read_file(FRENCH.with_suffix("").with_suffix(".dev.conll.gz"))
    for corpus in (lines, brackets):
        assert (len(corpus.names), len(corpus.mentions), len(corpus.entities)) == (52, 7032, 4373)
    assert _chains(lines) == _chains(brackets)


@pytest.mark.skipif(not GUM.exists(), reason="needs GUM")
def test_gum_loses_nothing() -> None:
    """CorefUD to JSON Lines: everything is still there."""
    from corefeval.formats import read as read_file

    gum = read_file(GUM)
    again = FORMAT.read(TextFile("f", written(gum)), ReadOptions())
    assert facts(again) == facts(gum)
    upos, given_upos = again.source.column("upos"), gum.source.column("upos")
    assert upos is not None
    assert given_upos is not None
    assert upos.equals(given_upos)


def _chains(corpus: Corpus) -> Counter[tuple[tuple[int, int], ...]]:
    chains: dict[int, list[tuple[int, int]]] = {}
    rows = zip(
        corpus.mentions.entity.tolist(),
        corpus.mentions.first.tolist(),
        corpus.mentions.last.tolist(),
        strict=True,
    )
    for entity, first, last in rows:
        chains.setdefault(entity, []).append((first, last))
    return Counter(tuple(sorted(chain)) for chain in chains.values())


@pytest.mark.parametrize(("content", "code"), [(b'{"\xff\n"', "CE005"), (b'{"a": \n\0}', "CE006")])
def test_lines_that_are_no_text(content: bytes, code: str) -> None:
    """A file that might be one value over several lines is looked at as a whole; bytes that are no text are told."""
    with pytest.raises(CorefevalError) as caught:
        FORMAT.read(TextFile("f", content), ReadOptions())
    assert caught.value.problems[0].code == code


def test_topics_and_names_of_clusters_are_written() -> None:
    """A topic that is no name is kept as it is; names are written for all documents where one of them needs it."""
    documents = [
        document(doc_key="a", topic="t", cluster_ids=["0"]),
        document(doc_key="b", topic=["x", "y"], cluster_ids=["7"]),
        document(doc_key="c", topic=7, clusters=[]),
    ]
    corpus = read(*documents)
    assert corpus.topics == ("t", "", "7")
    assert corpus.entities.is_numbered is None
    lines = [json.loads(line) for line in written(corpus).splitlines()]
    assert [line.get("cluster_ids") for line in lines] == [["0"], ["7"], None]
    assert [line["topic"] for line in lines] == ["t", ["x", "y"], 7]
    again = replace(corpus, source=CorpusBuilder().build().source)
    assert [json.loads(line).get("topic") for line in written(again).splitlines()] == ["t", None, "7"]
    assert read(document()).entities.is_numbered is not None


SAID = ("inclusive", "exclusive", None)


@pytest.mark.parametrize(
    ("first", "second"), [(one, other) for one in SAID for other in SAID if one != other]
)
def test_what_a_document_says_of_its_numbers_is_not_said_of_others(
    first: str | None, second: str | None
) -> None:
    """Two files written one behind the other may mean different things: that is refused, unless the user says of all what they mean."""
    rows = [
        {"doc_key": name, "tokens": ["a", "b", "c", "d"], "clusters": [[[0, 1], [1, 2]]]}
        | ({} if said is None else {"offsets": said})
        for name, said in (("x", first), ("y", second))
    ]
    content = "".join(json.dumps(row) + "\n" for row in rows).encode()
    with pytest.raises(CorefevalError) as caught:
        read(content)
    assert [(problem.code, problem.place.line) for problem in caught.value.problems] == [("CE008", 2)]
    assert read(content, offsets="inclusive").mentions.last.tolist() == [1, 2, 5, 6]
    rows[1]["clusters"] = []
    content = "".join(json.dumps(row) + "\n" for row in rows).encode()
    if first is not None:
        assert read(content).mentions.last.tolist() == ([1, 2] if first == "inclusive" else [0, 1])


def test_documents_with_text_and_tokens_are_counted_in_one_way() -> None:
    """Of which one says characters and one says tokens is no file to be read."""
    rows = [
        {"doc_key": name, "text": "a b c d", "tokens": ["a", "b", "c", "d"], "clusters": [[[0, 1]]]}
        | {"offsets": f"exclusive,{said}"}
        for name, said in (("x", "character"), ("y", "token"))
    ]
    with pytest.raises(CorefevalError) as caught:
        read("".join(json.dumps(row) + "\n" for row in rows).encode())
    assert [problem.code for problem in caught.value.problems] == ["CE008"]


def links(*typed: tuple[list[int], list[list[int]], str], clusters: list[Any] | None = None) -> str:
    """Return a line with typed links, and clusters if there are any."""
    row: dict[str, Any] = {
        "doc_key": "a",
        "sentences": [["Tom", "and", "Jim", "met", ".", "They", "saw", "him", "."]],
    }
    if clusters is not None:
        row["clusters"] = clusters
    row["annotations"] = [
        {"referent": referent, "antecedents": antecedents, "type": code}
        for referent, antecedents, code in typed
    ]
    return json.dumps(row) + "\n"


def test_typed_links_alone_make_the_clusters(tmp_path: Path) -> None:
    """Žitkus et al. (2023), section 4.1 and Table A1: one antecedent joins, the antecedents of a group do not."""
    file = tmp_path / "a.jsonl"
    file.write_text(links(([5, 5], [[0, 0], [2, 2]], "ppag"), ([7, 7], [[2, 2]], "ppas")), encoding="utf-8")
    corpus = load(file)
    found = [[mention.text for mention in entity.mentions] for entity in corpus.documents[0].entities]
    assert found == [["Tom"], ["Jim", "him"], ["They"]]
    assert list(zip(corpus.relations.whole.tolist(), corpus.relations.element.tolist(), strict=True)) == [
        (2, 0),
        (2, 1),
    ]
    assert [annotation.code for annotation in corpus.annotations] == ["ppag", "ppas"]
    assert not corpus.problems


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ([([7, 7], [[2, 2]], "ppas")], []),
        ([([5, 5], [[2, 2]], "ppas")], ["referent-in-no-cluster"]),
        ([([7, 7], [[5, 5]], "ppas")], ["antecedent-in-no-cluster"]),
        ([([7, 7], [[0, 0]], "ppas")], ["antecedent-in-other-cluster"]),
        ([([7, 7], [[0, 0], [2, 2]], "ppaa")], []),
        ([([7, 7], [[2, 2]], "ppas"), ([7, 7], [[2, 2]], "poas")], ["second-code"]),
    ],
)
def test_typed_links_that_contradict_the_clusters(typed: list[Any], kinds: list[str], tmp_path: Path) -> None:
    """Each is found with its line (Table A1: an annotation is a referent, its antecedents and one type)."""
    file = tmp_path / "a.jsonl"
    file.write_text(links(*typed, clusters=[[[0, 0]], [[2, 2], [7, 7]]]), encoding="utf-8")
    found = [problem for problem in validate(file).problems if problem.code == "CE168"]
    assert [problem.kind for problem in found] == kinds
    assert all(problem.place.line == 1 for problem in found)


def test_a_span_outside_the_clusters_is_a_span_of_the_document(tmp_path: Path) -> None:
    """CE031 is about spans outside the text, and says where only the exclusive end makes a span empty."""
    file = tmp_path / "a.jsonl"
    file.write_text(links(([5, 5], [[2, 3]], "ppas"), clusters=[[[2, 3], [7, 8]]]), encoding="utf-8")
    assert [problem.kind for problem in validate(file, offsets="exclusive").errors] == ["span-without-words"]
    file.write_text(links(([50, 51], [[2, 3]], "ppas"), clusters=[[[2, 3], [7, 8]]]), encoding="utf-8")
    assert [problem.kind for problem in validate(file, offsets="exclusive").errors] == ["no-span-document"]


def test_a_refused_document_after_others_has_no_text() -> None:
    """It is reported; the edges of its tokens are not those of another document."""
    row = {"doc_key": "a", "sentences": [["Anna", "left"]], "predicted_clusters": [[[0, 0]]]}
    refused = {"doc_key": "b", "text": "Anna left", "clusters": [["Anna"]]}
    file = TextFile("f", "".join(json.dumps(each) + "\n" for each in (row, refused)).encode())
    with pytest.raises(CorefevalError) as raised:
        FORMAT.read(file, ReadOptions())
    assert {problem.place.line for problem in raised.value.problems} == {2}
