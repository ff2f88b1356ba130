"""JSON with clusters in the shapes of many tools, on small texts of our own."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines import FORMAT
from corefeval.linguistics.describe import describe
from corefeval.linguistics.dominant_mentions import representatives
from corefeval.problems import CorefevalError

WORDS = ["Ada", "Berg", "slept", ".", "She", "woke", "."]
TEXT = "Ada Berg slept. She woke."
SENTENCES = [WORDS[:4], WORDS[4:]]
TOKENS = [(0, 3), (4, 8), (9, 14), (14, 15), (16, 19), (20, 24), (24, 25)]
ADA = [["Ada Berg", "She"]]


def read(content: object, name: str | None = None, **options: object) -> Corpus:
    """Read a value as JSON, or bytes as they are."""
    written = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
    return formats.read_file(TextFile("f", written), name, ReadOptions(**options))  # type: ignore[arg-type]


def chains(corpus: Corpus) -> list[list[str]]:
    """Return the chains as words."""
    return [
        [mention.text for mention in entity.mentions] for each in corpus.documents for entity in each.entities
    ]


def kinds(corpus: Corpus) -> list[str]:
    """Return the kinds of problems about fields of clusters."""
    return [problem.kind for problem in corpus.problems if problem.code == "CE038"]


def problems(content: object, name: str | None = None, **options: object) -> list[tuple[str, str]]:
    """Return codes and places of what is wrong."""
    with pytest.raises(CorefevalError) as raised:
        read(content, name, **options)
    return [(problem.code, str(problem.place)) for problem in raised.value.problems]


JSON_LINES: dict[str, dict[str, object]] = {
    "e2e-coref": {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 1], [4, 4]]]},
    "its output": {
        "doc_key": "d",
        "sentences": SENTENCES,
        "clusters": [],
        "predicted_clusters": [[[0, 1], [4, 4]]],
    },
    "fastcoref": {"text": TEXT, "clusters": [[[0, 8], [16, 19]]], "clusters_strings": ADA},
    "fastcoref of words": {"tokens": WORDS, "clusters": [[[0, 2], [4, 5]]], "clusters_strings": ADA},
    "Maverick": {
        "tokens": WORDS,
        "clusters_token_offsets": [[[0, 1], [4, 4]]],
        "clusters_char_offsets": None,
        "clusters_token_text": ADA,
    },
    "AllenNLP": {"document": WORDS, "clusters": [[[0, 1], [4, 4]]], "top_spans": [[0, 1], [4, 4]]},
    "AllenNLP, open": {"document": WORDS, "clusters": [[[0, 1]], [[1, 4]]]},
    "wl-coref": {
        "document_id": "tc_d",
        "cased_words": WORDS,
        "sent_id": [0, 0, 0, 0, 1, 1, 1],
        "span_clusters": [[[0, 2], [4, 5]]],
        "word_clusters": [[1, 4]],
    },
    "PreCo": {"id": "d", "sentences": SENTENCES, "mention_clusters": [[[0, 0, 2], [1, 0, 1]]]},
    "objects, open": {
        "tokens": WORDS,
        "clusters": [[{"start": 0, "end": 2, "id": 1}], [{"start": 1, "end": 5}]],
        "clusters_strings": [None, ["Berg slept . She"]],
    },
    "objects": {"id": "d", "text": TEXT, "clusters": [[{"start": 0, "end": 8}, {"start": 16, "end": 19}]]},
}


@pytest.mark.parametrize("tool", JSON_LINES)
def test_json_lines_of_tools(tool: str) -> None:
    """Each is recognised, and its numbers mean what its tool means by them."""
    content = JSON_LINES[tool]
    corpus = read(content)
    assert corpus.format == "jsonlines"
    assert chains(corpus) == ([["Ada Berg"], ["Berg slept . She"]] if "open" in tool else ADA)


@pytest.mark.parametrize("tool", [tool for tool in JSON_LINES if "output" not in tool])
def test_arrays_and_objects_of_documents(tool: str) -> None:
    """The same documents in an array, over several lines, by name, and under one name."""
    content = JSON_LINES[tool]
    wanted = chains(read(content)) * 2
    for value in ([content, content], {"a": content, "b": content}, {"documents": [content, content]}):
        for indent in (None, 1):
            corpus = read(json.dumps(value, indent=indent).encode())
            assert chains(corpus) == wanted
            named = any(field in content for field in ("doc_key", "document_id", "id"))
            if isinstance(value, dict) and "a" in value and not named:
                assert corpus.names == ("a", "b")
    assert chains(read(json.dumps(content, indent=2).encode())) == wanted[: len(wanted) // 2]


def test_strings_of_some_mentions_decide() -> None:
    """Texts beside the spans are held against those of one part; what is no text is passed over."""
    content = {
        "tokens": WORDS,
        "clusters": [[[[0, 1], [2, 3]], [1, 3]]],
        "clusters_strings": [["Ada slept", "Berg slept"]],
    }
    assert chains(read(content)) == [["Ada \u2026 slept", "Berg slept"]]
    odd = {
        "tokens": WORDS,
        "clusters": [[[0, 2]], [[1, 3]], [[0, 1]]],
        "clusters_strings": [7, [None], ["Ada"]],
    }
    assert chains(read(odd))[0] == ["Ada Berg"]


def test_columns_and_places_in_arrays() -> None:
    """Other fields of the words are found in arrays too; a problem has the line and column of the whole file."""
    document = {
        "id": "d",
        "sentences": SENTENCES,
        "speakers": [["A"] * 4, ["B"] * 3],
        "clusters": [[[0, 1], [4, 4]]],
    }
    column = read(json.dumps([document], indent=1).encode()).source.column("speaker")
    assert column is not None
    assert column[4] == "B"
    assert problems(b'[\n {"id": 1,\n  "tokens": ["a"], "clusters": [[[0, 7], [0, 0]]]}\n]') == [
        ("CE031", "f:3:34")
    ]
    assert problems(b'[{"id": 1, "tokens": ["a"], "clusters": [[[0, 0]]]}, {"id": 2}]') == [
        ("CE032", "f:1:54")
    ]


def test_one_value_that_is_cut_is_one_problem() -> None:
    """With the line and column where it ends; lines of which the first is faulty are looked at one by one."""
    written = json.dumps([JSON_LINES["PreCo"]] * 3, indent=1).encode()
    for text in (written[:-9], json.dumps(JSON_LINES["PreCo"], indent=1).encode()[:-9]):
        *before, last = text.decode().split("\n")
        assert problems(text) == [("CE029", f"f:{len(before) + 1}:{len(last) + 1}")]
    assert problems(b'[{"id": 1},, {}]') == [("CE029", "f:1:12")]
    assert [place for _, place in problems(b'{"a": \n{"b": }\n')] == ["f:1:7", "f:2:7"]


def test_predictions_and_clusters_in_one_file() -> None:
    """Documents with the one or the other are read with a warning; where one has both it is not known what is meant."""
    one = {"doc_key": "a", "tokens": WORDS, "predicted_clusters": [[[0, 1], [4, 4]]], "clusters": []}
    other = {"doc_key": "b", "tokens": WORDS, "clusters": [[[0, 1], [4, 4]]]}
    corpus = read("\n".join(map(json.dumps, (one, other))).encode())
    assert chains(corpus) == ADA * 2
    assert [problem.code for problem in corpus.problems] == ["CE038", "CE038"]
    both = {**one, "clusters": [[[0, 0]]]}
    assert problems("\n".join(map(json.dumps, (both, other))).encode()) == [("CE032", "f:2")]


def test_predictions_and_clusters_in_subtokens() -> None:
    """The same rules: gold clusters are never read as the predictions of a document that has none."""
    one = {**SUBTOKENS, "doc_key": "a", "predicted_clusters": SUBTOKENS["clusters"], "clusters": []}
    other = {**SUBTOKENS, "doc_key": "b"}
    corpus = read("\n".join(map(json.dumps, (one, other))).encode())
    assert chains(corpus) == ADA * 2
    assert kinds(corpus) == ["file-predicted-clusters-clusters", "other-field-before"]
    both = {**one, "clusters": [[[1, 1]]]}
    assert kinds(read(both)) == ["file-predicted-clusters-clusters"]
    assert kinds(read(both, layer="clusters")) == []
    assert problems("\n".join(map(json.dumps, (both, other))).encode()) == [("CE032", "f:2")]


@pytest.mark.parametrize("form", ["subtokens", "words"])
def test_gold_clusters_are_not_read_silently_for_missing_predictions(form: str) -> None:
    """A response with `predicted_clusters: null` would score 100; data frames write null for a missing value."""
    plain = {"doc_key": "a", "tokens": WORDS, "clusters": [[[0, 1], [4, 4]]]}
    row = dict[str, object](SUBTOKENS if form == "subtokens" else plain)
    corpus = read({**row, "predicted_clusters": None})
    assert chains(corpus) == ADA
    assert kinds(corpus) == ["predictions-are-null"]
    assert kinds(read({**row, "predicted_clusters": None}, layer="clusters")) == []
    assert FORMAT.write(read({**plain, "predicted_clusters": None}), io.BytesIO()) == []


@pytest.mark.parametrize("form", ["subtokens", "words"])
def test_a_key_has_the_gold_clusters(form: str, tmp_path: Path) -> None:
    """Output of e2e-coref has the gold clusters, too. Scored against itself it had 100: its predictions were the key."""
    words = SUBTOKENS if form == "subtokens" else {"tokens": WORDS, "clusters": [[[0, 1], [4, 4]]]}
    row = {**words, "doc_key": "a", "predicted_clusters": [[[1, 1], [2, 2]]]}
    both, gold = tmp_path / "both.jsonl", tmp_path / "gold.jsonl"
    both.write_text(json.dumps(row))
    gold.write_text(json.dumps({**words, "doc_key": "a"}))
    result = corefeval.score(both, both)
    assert result.f1 == corefeval.score(gold, both).f1 == 0.0
    assert [problem["field"] for problem in result.warnings if problem.code == "CE038"] == [
        "clusters",
        "predicted_clusters",
    ]
    assert corefeval.score(both, both, key_layer="predicted_clusters").f1 == 1.0
    scorer = corefeval.Scorer()
    scorer.update(key=[row], response=[row])
    assert scorer.result().f1 == 0.0
    other_gold = tmp_path / "other_gold.jsonl"
    other_gold.write_text(json.dumps({**row, "clusters": []}))
    assert corefeval.agree([both, other_gold], metrics="lea").mean_scores() == {"lea": 1.0}
    assert kinds(read({**row, "predicted_clusters": None}, is_key=True)) == []
    other = {**row, "doc_key": "b", "clusters": None}
    for first in (row, {**row, "clusters": []}):
        assert problems("\n".join(map(json.dumps, (first, other))).encode(), is_key=True) == [
            ("CE032", "f:2")
        ]


def test_clusters_of_several_tools_in_one_file() -> None:
    """Predictions of Maverick or wl-coref next to gold clusters: a warning says what is read."""
    words = {"doc_key": "a", "tokens": WORDS, "clusters": [[[0, 1], [4, 4]]]}
    for field in ("clusters_token_offsets", "span_clusters"):
        (problem,) = read({**words, field: [[[0, 1], [2, 3]]]}).problems
        assert (problem.code, problem.kind) == ("CE038", "other-clusters")
        assert (problem["field"], problem["other"]) == ("clusters", field)
    maverick = {"doc_key": "a", "text": " ".join(WORDS), "tokens": WORDS}
    two_forms = {"clusters_token_offsets": [[[0, 0], [4, 4]]], "clusters_char_offsets": [[[0, 2], [16, 18]]]}
    assert not read({**maverick, **two_forms}).problems


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({**JSON_LINES["PreCo"], "mention_clusters": [[[0, 0, 5]]]}, "CE031"),
        ({**JSON_LINES["PreCo"], "mention_clusters": [[[2, 0, 1]]]}, "CE031"),
        ({**JSON_LINES["PreCo"], "mention_clusters": [[[0, 1]]]}, "CE033"),
        ({**JSON_LINES["wl-coref"], "sent_id": [0]}, "CE033"),
        ({**JSON_LINES["wl-coref"], "span_clusters": None}, "CE032"),
        ({**JSON_LINES["objects"], "clusters": [[{"start": 1}]]}, "CE033"),
    ],
)
def test_faulty_json_lines(content: object, code: str) -> None:
    """A span outside its sentence, other types, no clusters: each on its line."""
    [(found, place)] = problems(content)
    assert (found, place.partition(":")[2].partition(":")[0]) == (code, "1")


SUBTOKENS = {
    "doc_key": "d",
    "sentences": [
        ["[CLS]", "Ada", "Be", "##rg", "slept", ".", "[SEP]"],
        ["[CLS]", "She", "woke", ".", "[SEP]"],
    ],
    "subtoken_map": [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6],
    "sentence_map": [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    "clusters": [[[1, 3], [8, 8]]],
}


def test_subtokens() -> None:
    """Words, sentences and spans of words; predictions are read first, as in JSON Lines."""
    corpus = read(SUBTOKENS)
    assert corpus.format == "subtokens"
    assert list(corpus.nodes.forms) == WORDS
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert chains(corpus) == ADA
    predicted = {**SUBTOKENS, "predicted_clusters": []}
    assert chains(read(predicted)) == []
    assert chains(read(predicted, layer="clusters")) == ADA


def test_subtokens_of_bytes() -> None:
    """Characters that stand for bytes are put together to words again; numbers of words may begin with 1."""
    flat = {
        "sentences": [1, 2, 3],
        "str_doc": ["\u0120Ren", "\u00c3\u00a9", "\u0120slept"],
        "subtoken_map": [1, 1, 2],
    }
    corpus = read({**flat, "clusters": [[[0, 1]]]})
    assert list(corpus.nodes.forms) == ["Ren\u00e9", "slept"]
    assert chains(corpus) == [["Ren\u00e9"]]


def test_subtokens_inside_words() -> None:
    """A span that ends inside a word has the whole of it, which is said with its path."""
    corpus = read({**SUBTOKENS, "clusters": [[[1, 2], [8, 8]]]})
    assert chains(corpus) == ADA
    assert [(each.code, str(each.place)) for each in corpus.problems] == [("CE089", "f:1 $.clusters[0][0]")]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"subtoken_map": [0, 1]}, "CE033"),
        ({"subtoken_map": [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 2]}, "CE033"),
        ({"subtoken_map": None}, "CE033"),
        ({"clusters": None}, "CE032"),
        ({"clusters": [[[1, 30]]]}, "CE031"),
    ],
)
def test_faulty_subtokens(changes: dict[str, object], code: str) -> None:
    """A map that does not fit, no clusters, a span outside."""
    assert [found for found, _ in problems({**SUBTOKENS, **changes}, "subtokens")] == [code]


MENTION = {"coref_chain": "x", "doc_id": "d", "sent_id": 0}


BY_NAME = {"d": [[[0, 2], [4, 4]]], "e": []}
MAP = {"d": [0, 1, 1, 2, 3], "e": [0, 0]}


def test_clusters_by_name(tmp_path: Path) -> None:
    """Without words they are compared as they are; with the words of subtokens they are spans of words."""
    corpus = read(BY_NAME)
    assert (corpus.format, corpus.names) == ("clusters-by-name", ("d", "e"))
    assert tuple(corpus.mentions.objects or ()) == ((0, 2), (4, 4))
    assert [problem.code for problem in corpus.problems] == ["CE095"]
    two = json.dumps(BY_NAME) + "\n" + json.dumps(MAP)
    (tmp_path / "map.json").write_text(json.dumps(MAP), encoding="utf-8")
    for found in (read(two.encode()), read(BY_NAME, companion=str(tmp_path / "map.json"))):
        assert (found.nodes.stop - found.nodes.start).tolist() == [4, 1]
        assert list(zip(found.mentions.first.tolist(), found.mentions.last.tolist(), strict=True)) == [
            (0, 1),
            (3, 3),
        ]
    assert problems(json.dumps(BY_NAME).encode() + b'\n{"d": [0, 1, 1, 2, 3]}') == [("CE035", "f:1")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("clusters-by-name", b'{"d": [[[0, 2], [0, 2]]]}'),
        ("mention-list", json.dumps([{**MENTION, "tokens_number": [2]}] * 2).encode()),
        (
            "booknlp",
            b"COREF\tstart_token\tend_token\tprop\tcat\ttext\n7\t0\t1\tPROP\tPER\tx\n7\t0\t1\tPROP\tPER\tx\n",
        ),
    ],
)
def test_problems_of_mentions_without_words_name_the_file(name: str, content: bytes) -> None:
    """A mention has no line there, but it has a file."""
    corpus = read(content)
    assert (corpus.format, corpus.file.file) == (name, "f")
    with pytest.raises(CorefevalError) as raised:
        corefeval.score(corpus, corpus, duplicates="error")
    assert {(problem.code, problem.place.file) for problem in raised.value.problems} == {("CE030", "f")}


def test_words_of_subtokens_next_to_the_clusters(tmp_path: Path) -> None:
    """NAME.subtoken_map.json beside NAME.json is read with it."""
    (tmp_path / "a.json").write_text(json.dumps(BY_NAME), encoding="utf-8")
    (tmp_path / "a.subtoken_map.json").write_text(json.dumps(MAP), encoding="utf-8")
    for path in (tmp_path / "a.json", tmp_path):
        corpus = formats.read(path)
        assert (corpus.nodes.stop - corpus.nodes.start).tolist() == [4, 1]
        assert "CE095" not in {problem.code for problem in corpus.problems}


def test_objects_that_are_no_clusters_by_name() -> None:
    """Documents, and JSON Lines without a text, are not taken for clusters by name."""
    assert detect(b'{"clusters": [[[0, 1]]], "doc_key": "d"}') == "jsonlines"
    assert detect(b'{"predicted_clusters": [[[0, 1]]]}') == "jsonlines"
    assert detect(b'{"word_clusters": [[[0]]], "cased_words": ["a"]}') == "jsonlines"
    assert detect(b'{"empty": [], "tokens": ["a"], "clusters": []}') == "jsonlines"


IAHLT = {
    "text": "Ada\u200b Berg slept. She woke.",
    "doc_key": "News:1",
    "user": "a",
    "clusters": [{"metadata": {"name": "ada", "entity": "person"}, "mentions": [[0, 9, {}], [17, 20, {}]]}],
}


def test_iahlt() -> None:
    """Names of clusters are those of entities, classes are attributes; zero-width spaces count."""
    corpus = read(IAHLT)
    assert corpus.format == "iahlt"
    assert chains(corpus) == [["Ada \u200b Berg", "She"]]
    assert list(corpus.entities.labels) == ["ada"]
    assert corpus.documents[0].entities[0].mentions[1].attributes == {"ne": "person"}
    twice = {**IAHLT, "clusters": IAHLT["clusters"] * 2}  # type: ignore[operator]
    assert list(read(twice).entities.labels) == ["ada", "ada-1"]
    outside = {**IAHLT, "clusters": [{"metadata": {}, "mentions": [[0, 99, {}]]}]}
    assert problems(outside) == [("CE031", "f:1 $.clusters[0].mentions[0]")]
    assert problems({**IAHLT, "clusters": [{"mentions": [[0]]}]})[0][0] == "CE033"


STANZA = [
    [
        {
            "id": 1,
            "text": "Ada",
            "upos": "PROPN",
            "coref_chains": [{"index": 0, "is_start": True, "is_representative": True}],
        },
        {
            "id": 2,
            "text": "Berg",
            "upos": "PROPN",
            "coref_chains": [{"index": 0, "is_end": True, "is_representative": True}],
        },
        {"id": [3, 4], "text": "doesn't"},
        {"id": 3, "text": "does"},
        {"id": 4, "text": "n't"},
        {"id": [4, 1], "text": "_", "coref_chains": [{"index": 0, "is_start": True, "is_end": True}]},
    ],
    [{"id": 1, "text": "She", "coref_chains": [{"index": 0, "is_start": True, "is_end": True}]}],
]


def test_stanza() -> None:
    """Words of multi-word tokens, empty nodes, tags, and the representative mention."""
    corpus = read(STANZA)
    assert corpus.format == "stanza"
    assert list(corpus.nodes.forms) == ["Ada", "Berg", "does", "n't", "_", "She"]
    assert chains(corpus) == [["Ada Berg", "_", "She"]]
    assert corpus.is_zero.tolist() == [False, True, False]
    assert representatives("given", corpus, describe(corpus)).tolist() == [0]
    column = corpus.source.column("upos")
    assert column is not None
    assert column[1] == "PROPN"


@pytest.mark.parametrize("number", [0, -1, 1 << 15, 1 << 63])
def test_an_empty_node_of_stanza_has_a_small_number(number: int) -> None:
    """Any other is no place behind a word, and is named with its place."""

    def text(minor: int) -> list[list[dict[str, object]]]:
        return [[{"id": 1, "text": "Ada", "coref_chains": []}, {"id": [1, minor], "text": "_"}]]

    assert problems(text(number)) == [("CE027", "f:1 $[0][1].id")]
    assert len(read(text(2)).nodes.empty) == 1


def test_faulty_stanza() -> None:
    """A mention that never ends, or never began, at the path of its word."""
    opened = [[{"id": 1, "text": "a", "coref_chains": [{"index": 7, "is_start": True}]}]]
    closed = [[{"id": 1, "text": "a", "coref_chains": [{"index": 7, "is_end": True}]}]]
    assert problems(opened) == [("CE022", "f:1 $[0][0]")]
    assert problems(closed) == [("CE021", "f:1 $[0][0]")]
    assert problems([[{"id": 1, "text": 5}]]) == [("CE033", "f:1 $[0][0].text")]


SPACY = {
    "text": TEXT,
    "ents": [],
    "sents": [{"start": 0, "end": 15}, {"start": 16, "end": 25}],
    "tokens": [
        {"id": number, "start": start, "end": end, "tag": "T"} for number, (start, end) in enumerate(TOKENS)
    ],
    "spans": {
        "coref_clusters_1": [{"start": 0, "end": 8, "label": ""}, {"start": 16, "end": 19, "label": ""}],
        "coref_head_clusters_1": [{"start": 4, "end": 8, "label": ""}],
    },
}


def test_spacy() -> None:
    """Groups of spans are clusters, those of heads are not; tokens, sentences and tags are kept."""
    corpus = read(SPACY)
    assert corpus.format == "spacy"
    assert chains(corpus) == ADA
    assert list(corpus.nodes.forms) == WORDS
    assert corpus.nodes.sentences.tolist() == [0, 4]
    assert corpus.source.column("xpos") is not None
    assert read([SPACY, SPACY]).names == ("1", "2")
    for unresolved in ({**SPACY, "spans": {"sc": []}}, {**SPACY, "spans": None}):
        assert [(each.code, str(each.place)) for each in read(unresolved).problems] == [("CE032", "f:1")]
    assert [each.code for each in read({**SPACY, "spans": {}}).problems] == []
    swapped = {**SPACY, "tokens": list(reversed(SPACY["tokens"]))}  # type: ignore[call-overload]
    assert problems(swapped) == [("CE027", "f:1")]


def of_list(document: str, chain: object, sentence: int, *tokens: int, **more: object) -> dict[str, object]:
    """Return a mention of a list."""
    return {"coref_chain": chain, "doc_id": document, "sent_id": sentence, "tokens_number": tokens, **more}


def test_lists_of_mentions_without_words() -> None:
    """Mentions are their numbers, and chains have their names."""
    corpus = read(
        [
            of_list("1_1ecb", "HUM1", 0, 3, 4),
            of_list("1_1ecb", "HUM1", 2, 1, 3),
            of_list("1_2ecb", "ACT", 0, 3),
        ]
    )
    assert (corpus.format, corpus.names) == ("mention-list", ("1_1ecb", "1_2ecb"))
    assert corpus.mentions.objects == ((0, 3, 4), (2, 1, 3), (0, 3))
    assert list(corpus.entities.labels) == ["HUM1", "ACT"]
    assert [problem.code for problem in corpus.problems] == ["CE095"]
    assert problems([of_list("a", "x", 0)]) == [("CE033", "f:1")]


def test_lists_of_mentions_with_contexts() -> None:
    """Contexts are the text, whatever the order of the mentions; a number beyond its context is outside."""
    one = of_list("d", 7, 1, 0, mention_context=["She", "woke"], tokens_str="She")
    other = of_list("d", 7, 0, 0, 2, mention_context=["Ada", "the", "Berg"], tokens_str="Ada Berg")
    for mentions in ([one, other], [other, one]):
        corpus = read(mentions)
        assert list(corpus.nodes.forms) == ["Ada", "the", "Berg", "She", "woke"]
        assert chains(corpus) == [["Ada \u2026 Berg", "She"]]
        assert corpus.problems == ()
    assert problems([one, {**other, "tokens_number": [3]}]) == [("CE031", "f:1")]
    assert problems([one, of_list("d", 7, 0, 0)]) == [("CE032", "f")]


RUCOCO = {
    "entities": [[[0, 3], [8, 11]], [[16, 18]], [[20, 24]]],
    "includes": [[], [], [0, 1]],
    "text": "Ada met her dog Bo; they ran",
}


def test_rucoco() -> None:
    """Entities are lists of spans; those that others include are elements of a plural."""
    corpus = read(RUCOCO)
    assert (corpus.format, chains(corpus)) == ("rucoco", [["Ada", "her"], ["Bo"], ["they"]])
    relations = corpus.relations
    assert (relations.whole.tolist(), relations.element.tolist()) == ([2, 2], [0, 1])
    assert problems({**RUCOCO, "includes": [[9]]}) == [("CE035", "f:1 $.includes[0]")]
    assert problems({"text": "Ada", "entities": [[[0, 99]]]})[0][0] == "CE031"
    assert ("CE034", "1") in [
        (each.code, each.text) for each in read({**RUCOCO, "includes": [[], [1]]}).problems
    ]


@pytest.mark.parametrize("chain", [None, "-", "", "_", -1])
def test_mentions_in_no_chain(chain: object) -> None:
    """Each stands alone, with words and without; they are not one entity."""
    bare = [{**of_list("d", "x", 0, number), "coref_chain": chain} for number in range(3)]
    context = {"mention_context": ["Ada", "met", "Bo"]}
    for rows in (bare, [{**row, **context} for row in bare]):
        assert read(rows).entity_sizes.tolist() == [1, 1, 1]


def test_another_reader_can_be_named() -> None:
    """A file that looks like one shape of clusters may be read as another, with the problems that it then has."""
    assert problems(JSON_LINES["PreCo"], "iahlt")[0][0] == "CE032"
    assert read(SUBTOKENS, "jsonlines").nodes.forms[0] == "[CLS]"
    assert problems(JSON_LINES["PreCo"], "corefud") == [("CE007", "f")]


@pytest.mark.parametrize("content", [SUBTOKENS, BY_NAME, IAHLT, STANZA, SPACY, [of_list("d", "x", 0, 1)]])
def test_what_is_no_json(content: object) -> None:
    """Cut anywhere a file is a problem with a place, and never anything else."""
    written = json.dumps(content, indent=1).encode()
    name = read(content).format
    for end in range(1, len(written) - 1, 7):
        assert all(place.startswith("f") for _, place in problems(written[:end], name))


def test_topics_of_lists_of_mentions() -> None:
    """The topic is that of the document; without the field there is none."""
    listed = [of_list("a", "x", 0, 0, topic="t"), of_list("b", "x", 0, 0, topic=1), of_list("a", "y", 0, 1)]
    assert read(listed).topics == ("t", "1")
    assert read([of_list("a", "x", 0, 0)]).topics == ()


TOKEN_CLUSTERS = """1_1ecb.xml\t0\t0\tAda\t1
1_1ecb.xml\t0\t1\tBerg\t1
1_1ecb.xml\t0\t2\tslept\t2
1_1ecb.xml\t1\t3\tshe\t1
b\t0\t0\tx\t2
"""


def test_token_clusters() -> None:
    """Tokens in a row are one mention; the text is not known, the documents are called as in lists of mentions."""
    corpus = read(TOKEN_CLUSTERS.encode())
    assert (corpus.format, corpus.names) == ("token-clusters", ("1_1ecb", "b"))
    assert [problem.code for problem in corpus.problems] == ["CE095"]
    listed = [of_list("1_1ecb", "x", 0, 0, 1), of_list("1_1ecb", "x", 1, 3), of_list("1_1ecb", "y", 0, 2)]
    assert corefeval.score(read(listed), corpus).f1 == 1.0
    assert list(corpus.entities.labels) == ["1", "2", "2"]


def test_token_clusters_faults() -> None:
    """Lines of another make are told, all of them."""
    content = TOKEN_CLUSTERS + "a\t1\t2\n" + "a\tx\t2\tw\tc\n"
    assert problems(content.encode(), "token-clusters") == [("CE020", "f:6"), ("CE033", "f:7")]
