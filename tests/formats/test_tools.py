"""Objects of tools by their shape: each gives what the file of the same tool gives, through every door."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from udapi.core.document import Document as UdapiDocument

import corefeval
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from corefeval.formats.tools import TOOLS
from corefeval.problems import CorefevalError, Severity, UsageError
from corefeval.problems.render import advice as advice_of
from tests.refuses import refuses

TEXT = "Anna saw Ben.  She greeted him."
WORDS = [["Anna", "saw", "Ben", "."], ["She", "greeted", "him", "."]]
STARTS = [0, 5, 9, 12, 15, 19, 27, 30]
ANNA, BEN = [(0, 4), (15, 18)], [(9, 12), (27, 30)]


class Doc:
    """A Doc of spaCy: tokens, groups of spans, extensions below _."""

    def __init__(self, spans: dict[str, list[tuple[int, int]]], clusters: Any = None) -> None:
        self.text, self.spans = TEXT, spans
        self._ = type("Underscore", (), {"coref_clusters": clusters})()

    def to_json(self) -> dict[str, Any]:
        """Return what spaCy writes, without spans where there are none."""
        words = [word for sentence in WORDS for word in sentence]
        tokens = [
            {"id": number, "start": start, "end": start + len(word), "lemma": word.lower()}
            for number, (start, word) in enumerate(zip(STARTS, words, strict=True))
        ]
        found: dict[str, Any] = {"text": self.text, "sents": [{"start": 0, "end": 13}], "tokens": tokens}
        if self.spans:
            found["spans"] = {
                name: [{"start": start, "end": end, "label": "", "kb_id": ""} for start, end in spans]
                for name, spans in self.spans.items()
            }
        return found

    def __iter__(self) -> Iterator[str]:
        """Iterate over tokens, as a list of them would."""
        return iter([word for sentence in WORDS for word in sentence])


class Attachment:
    """What a word of stanza has of a chain: an object that only its own encoder knows."""

    def __init__(self, index: int) -> None:
        self._index = index

    def to_json(self) -> dict[str, Any]:
        """Return it as stanza writes it."""
        return {
            "index": self._index,
            "representative_text": "x",
            "is_start": True,
            "is_end": True,
            **({"is_representative": True} if self._index == 0 else {}),
        }


class StanzaDocument:
    """A Document of stanza."""

    def __init__(self) -> None:
        self.sentences: list[Any] = [object()]

    def to_dict(self) -> list[list[dict[str, Any]]]:
        """Return sentences of words; identifiers are tuples where there are several."""
        chains = {"Anna": 0, "She": 0, "Ben": 1, "him": 1}
        return [
            [
                {
                    "id": number,
                    "text": word,
                    "coref_chains": [Attachment(chains[word])] if word in chains else [],
                }
                for number, word in enumerate(sentence, 1)
            ]
            for sentence in WORDS
        ]


class CorefResult:
    """A result of fastcoref: of a text, or of words that were given as such."""

    def __init__(self, text: str | list[str], clusters: list[list[Any]]) -> None:
        self.text, self._clusters = text, clusters

    def get_clusters(self, as_strings: bool = True) -> Any:
        """Return spans, with numbers of numpy; null for what is not in the text."""
        assert not as_strings
        return [[mention and tuple(np.array(mention)) for mention in cluster] for cluster in self._clusters]


def maverick() -> dict[str, Any]:
    """Return what Maverick's predict returns for words."""
    return {
        "tokens": [word for sentence in WORDS for word in sentence],
        "clusters_token_offsets": [[(0, 0), (4, 4)], [(2, 2), (6, 6)]],
        "clusters_char_offsets": None,
        "clusters_token_text": [["Anna", "She"], ["Ben", "him"]],
        "clusters_char_text": None,
    }


def doc() -> Doc:
    """Return a Doc with clusters, and groups that are none."""
    return Doc(
        {"coref_clusters_1": ANNA, "coref_clusters_2": BEN, "coref_head_clusters_1": [(5, 8)], "sc": []}
    )


MADE: dict[str, Callable[[], Any]] = {
    "spaCy": doc,
    "spaCy, as JSON": lambda: doc().to_json(),
    "spaCy, with fastcoref": lambda: Doc({"sc": [(0, 4)]}, [ANNA, BEN]),
    "stanza": StanzaDocument,
    "stanza, as JSON": lambda: json.loads(
        json.dumps(StanzaDocument().to_dict(), default=lambda chain: chain.to_json())
    ),
    "fastcoref": lambda: CorefResult(TEXT, [ANNA, BEN]),
    "fastcoref, words": lambda: CorefResult(
        [word for sentence in WORDS for word in sentence], [[(0, 1), (4, 5)], [(2, 3), (6, 7)]]
    ),
    "Maverick": maverick,
}
"""One document, as each tool holds it."""


def written(name: str) -> bytes:
    """Return the file that the tool itself writes of the document."""
    if name.startswith("fastcoref"):
        result = MADE[name]()
        spans = [
            [tuple(map(int, span)) for span in cluster] for cluster in result.get_clusters(as_strings=False)
        ]
        return json.dumps({"text": result.text, "clusters": spans, "clusters_strings": STRINGS}).encode()
    if name == "Maverick":
        return json.dumps(maverick()).encode()
    if name.startswith("stanza"):
        return json.dumps(MADE["stanza, as JSON"](), indent=2).encode()
    return json.dumps(doc().to_json()).encode()


STRINGS = [["Anna", "She"], ["Ben", "him"]]


def held(corpus: Corpus) -> list[Any]:
    """Return words, mentions and chains."""
    return [
        (
            corpus.nodes.forms.slice(0, len(corpus.nodes.forms)),
            [(mention.text, mention.entity.id) for mention in document.mentions],
        )
        for document in corpus.documents
    ]


@pytest.mark.parametrize("name", MADE)
def test_an_object_is_what_its_file_is(name: str, tmp_path: Path) -> None:
    """Words, mentions and chains are those of the file, the format is too, and the document is called by its number."""
    (tmp_path / "f.json").write_bytes(written(name))
    file, corpus = corefeval.load(tmp_path / "f.json"), corefeval.load(MADE[name]())
    assert held(corpus) == held(file)
    assert [len(chain.mentions) for chain in corpus.documents[0].entities] == [2, 2]
    assert (corpus.names, corpus.format) == (("document 1",), file.format)


@pytest.mark.parametrize("name", MADE)
def test_several_objects_are_several_documents(name: str) -> None:
    """A list, a tuple, an iterator, and by names."""
    make = MADE[name]
    for several in ([make(), make()], (make(), make()), iter([make(), make()])):
        assert corefeval.load(several).names == ("document 1", "document 2")
    assert corefeval.load({"a": make(), "b": make()}).names == ("a", "b")


@pytest.mark.parametrize("name", MADE)
def test_every_door_takes_them(name: str) -> None:
    """The same score and no refusal, whichever way it is asked; the other side a file of another tool."""
    key = corefeval.load(MADE["spaCy"]())
    make = MADE[name]
    scores = [
        corefeval.score(key, make()).scores,
        corefeval.score(MADE["spaCy"](), make()).scores,
        corefeval.explain(key, make(), metrics="conll").result.scores,  # type: ignore[union-attr]
        corefeval.compare(key, {"a": make(), "b": [make()]}, resamples=0).scores["b"],
        corefeval.score_datasets({"x": MADE["spaCy"]()}, {"x": make()})["x"].scores,
    ]
    assert all(each["conll"] == {"f1": 1.0} for each in scores)
    assert corefeval.answer_for(key, make(), "search", language="en") is not None


@pytest.mark.parametrize("name", MADE)
def test_a_scorer_takes_one_after_the_other(name: str) -> None:
    """Without a name they are numbered on, also beside clusters and when scorers merge; a name may be given."""
    make = MADE[name]
    first, second = corefeval.Scorer("muc,mention"), corefeval.Scorer("muc,mention")
    first.update([[(0, 1), (2, 3)]], [[(0, 1), (2, 3)]])
    first.update(make(), doc())
    first.update(doc(), make(), document="named")
    first.update([make(), make()], [doc(), doc()])
    second.update(doc(), make())
    first.merge(second)
    result = first.result()
    assert result["muc"]["f1"] == 1.0
    assert result.documents == (
        "document 2",
        "named",
        "document 4",
        "document 5",
        "document 1",
        "document 6",
    )


def test_udapi_documents_are_read_as_corefud() -> None:
    """One object may hold several documents with their names; what was changed in memory counts; a list is joined."""
    path = FOLDER / "key.conllu"
    loaded, zeros = UdapiDocument(), UdapiDocument()
    loaded.from_conllu_string(path.read_text())
    zeros.from_conllu_string((FOLDER / "zeros.key.conllu").read_text())
    file, corpus = corefeval.load(path), corefeval.load(loaded)
    assert (corpus.names, corpus.format, held(corpus)) == (file.names, "corefud", held(file))
    assert corefeval.score(file, loaded).f1 == 1.0
    assert corefeval.load([loaded, zeros]).names == (
        *file.names,
        *corefeval.load(FOLDER / "zeros.key.conllu").names,
    )
    loaded.coref_entities[0].create_mention(words=[next(iter(loaded.nodes))])
    assert len(corefeval.load(loaded).mentions) == len(file.mentions) + 1
    with refuses(UsageError, "CE073", "object-names-documents-itself"):
        corefeval.load({"a": zeros})


def test_rows_of_conll2012_are_those_of_the_file() -> None:
    """A dataset of Hugging Face: a row may have several parts, each a document with chains of its own."""
    sentences = [
        {"part_id": 0, "words": WORDS[0], "speaker": None, "coref_spans": [[0, 0, 0], [1, 2, 2]]},
        {"part_id": 0, "words": WORDS[1], "speaker": "x", "coref_spans": [[0, 0, 0], [1, 2, 2]]},
        {"part_id": 1, "words": WORDS[1], "speaker": "x", "coref_spans": [[0, 0, 0]]},
    ]
    row = {"document_id": "nw/a", "sentences": sentences}

    class Dataset:
        def __getitem__(self, index: int) -> dict[str, Any]:
            return [row][index]

    for source in (row, [row], iter([row]), Dataset()):
        corpus = corefeval.load(source)  # type: ignore[arg-type]
        assert corpus.names == ("nw/a", "nw/a_1")
        assert [len(document.entities) for document in corpus.documents] == [2, 1]
        assert corefeval.score(doc(), {"d": {**row, "sentences": sentences[:2]}}).f1 == 1.0


def test_rows_of_coref_data_are_those_of_the_file() -> None:
    """One row, a list of rows and a dataset are read by sentence, first and last token; a non-integer id is an empty node."""
    sentences: list[dict[str, Any]] = [
        {
            "id": number,
            "speaker": None,
            "text": " ".join(words),
            "tokens": [{"id": float(place), "text": word} for place, word in enumerate(words, 1)],
        }
        for number, words in enumerate(WORDS, 1)
    ]
    chains = [[[0, 0, 0], [1, 0, 0]], [[0, 2, 2], [1, 2, 2]]]
    row: dict[str, Any] = {"id": 7, "text": TEXT, "sentences": sentences, "coref_chains": chains}

    class Dataset:
        def __getitem__(self, index: int) -> dict[str, Any]:
            return [row][index]

    for source in (row, [row], iter([row]), Dataset(), io.StringIO(json.dumps(row))):
        corpus = corefeval.load(source)  # type: ignore[arg-type]
        assert (corpus.names, corpus.format) == (("7",), "coref-data")
    assert corefeval.score(doc(), {"document 1": {**row, "id": "document 1"}}).f1 == 1.0
    sentences[1]["tokens"].insert(0, {"id": 0.1, "text": "_"})
    zero = corefeval.load({**row, "coref_chains": [[[0, 0, 0], [1, 0, 0]]]})
    assert zero.nodes.empty.tolist() == [4]
    with pytest.raises(CorefevalError, match=r"CE031 error <Hugging Face>:1 \$\.coref_chains\[0\]\[1\]"):
        corefeval.load({**row, "coref_chains": [[[0, 0, 0], [0, 3, 4]]]})


def test_a_doc_without_clusters_is_a_document_without_mentions() -> None:
    """A Doc without any group has no mentions; CE032 warns where no Doc has one."""
    assert [(each.code, each.severity) for each in corefeval.load(Doc({})).problems] == [
        ("CE032", Severity.WARNING)
    ]
    both = corefeval.load([doc(), Doc({})])
    assert (len(both.documents[1].mentions), both.problems) == (0, ())
    assert corefeval.score([doc(), doc()], [doc(), Doc({})], metrics="muc")["muc"]["recall"] == 0.5
    assert len(corefeval.load(Doc({}, [])).mentions) == 0
    assert len(corefeval.load(CorefResult(TEXT, [])).mentions) == 0


def test_spans_of_other_components_are_not_taken_for_characters() -> None:
    """Under doc._.coref_clusters some count words: what fits these and not the edges of tokens is refused."""
    with refuses(UsageError, "CE073", "spans-in-doc-coref"):
        corefeval.load(Doc({}, [[[0, 0], [4, 4]], [[2, 2], [6, 6]]]))
    assert len(corefeval.load(Doc({}, [[(0, 4), (5, 8)]])).mentions) == 2


def test_a_mention_of_no_words_is_left_out_and_counted() -> None:
    """Fastcoref has None for what it found among its own tokens."""
    corpus = corefeval.load(CorefResult(TEXT, [[*ANNA, None], BEN]))
    assert len(corpus.mentions) == 4
    (problem,) = (each for each in corpus.problems if each.code == "CE049")
    assert (problem.kind, problem.count) == ("no-words-null-left", 1)


def test_an_object_that_is_none_of_them_is_refused_with_what_is_taken() -> None:
    """Mixed tools, an object that fails when it is asked, a class, another name of a format."""

    class Broken(Doc):
        def to_json(self) -> dict[str, Any]:
            raise ValueError("[E029]")

    with refuses(UsageError, "CE073", "no-object-those-before", name="document 2", label="spaCy"):
        corefeval.load([doc(), StanzaDocument()])
    with refuses(
        UsageError, "CE073", "object-gives-no-content", label="spaCy", error_type="ValueError", error="[E029]"
    ):
        corefeval.load(Broken({}))
    for other in (Doc, object()):
        with pytest.raises(UsageError, match="CE073") as caught:
            corefeval.load(other)  # type: ignore[arg-type]
        (problem,) = caught.value.problems
        assert all(tool.label in advice_of(problem) for tool in TOOLS)
    with pytest.raises(CorefevalError, match="CE007"):
        corefeval.load(doc(), "stanza")
    assert corefeval.load(doc(), "spacy").format == "spacy"


def test_problems_are_those_of_the_reader_with_the_tool_as_place() -> None:
    """A span outside of the text is refused where it stands."""
    with refuses(CorefevalError, "CE031", "spans-outside"):
        corefeval.load([doc(), Doc({"coref_clusters_1": [(0, 4), (40, 44)]})])
