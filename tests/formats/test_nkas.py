"""Lithuanian stand-off JSON: layers, tokens, chains, groups, and the anomalies of the released corpus."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import pytest

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation
from corefeval.evaluation.score import score
from corefeval.formats.base import ReadOptions
from corefeval.formats.catalogue import BY_NAME
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.formats.nkas import FORMAT
from corefeval.problems import CATALOGUE, CorefevalError, Severity
from corefeval.settings import Options
from tests.paths import SHARED
from tests.refuses import refuses

CORPUS = SHARED / "data" / "lt_nkas" / "json"

TEXT = "Ona ir Jonas dirba. Jie pavargo, ji miega."
LEXEMES = {
    "seg": [[0, 3], [4, 2], [7, 5], [13, 5], [18, 1], [20, 3], [24, 7], [31, 1], [33, 2], [36, 5], [41, 1]],
    "s": [[0, 19], [20, 22]],
}
ONA, JONAS, JIE, JI = [0, 3], [7, 5], [20, 3], [33, 2]


def link(referent: list[int], *antecedents: list[int], code: str = "ppas") -> dict[str, object]:
    """Return an annotation."""
    return {"Mentions": list(antecedents), "Referant": referent, "Type": code}


def layer(name: str, version: int, content: object) -> dict[str, object]:
    """Return a layer: JSON inside JSON."""
    return {"type": name, "version": version, "content": json.dumps(content)}


def file(
    *links: dict[str, object], second: list[dict[str, object]] | None = None, more: object = ()
) -> bytes:
    """Return a file with these links in its first layer."""
    layers = [layer("lex", 1, LEXEMES), layer("manualCoreferences", 1, {"coreferences": list(links)})]
    if second is not None:
        layers.append(layer("manualCoreferences", 2, {"coreferences": second}))
    layers.extend(more if isinstance(more, list) else [])
    return json.dumps({"id": 7, "name": "t.txt", "content": TEXT, "annotationLayers": layers}).encode()


def read(content: bytes, layer_name: str = "identity") -> Corpus:
    """Read a file."""
    return FORMAT.read(TextFile("f", content), ReadOptions(layer=layer_name))


def texts(corpus: Corpus) -> list[list[str]]:
    """Return the texts of the mentions of each entity."""
    return [[mention.text for mention in entity.mentions] for entity in corpus.documents[0].entities]


def anomalies(corpus: Corpus) -> Counter[str]:
    """Return how often each anomaly is told, over all files."""
    found: Counter[str] = Counter()
    for problem in corpus.problems:
        assert (problem.code, problem.severity) == ("CE049", Severity.WARNING)
        found[problem.kind] += problem.count
        assert CATALOGUE["CE049"].sentence(problem.kind).hint
    return found


def test_single_links_make_chains_and_groups_split_antecedents() -> None:
    """A link with several antecedents joins nothing (spec: merging would fuse Ona and Jonas)."""
    corpus = read(file(link(JIE, ONA, JONAS, code="ppag"), link(JI, ONA)))
    assert texts(corpus) == [["Ona", "ji"], ["Jonas"], ["Jie"]]
    assert corpus.relations.whole.tolist() == [2, 2]
    assert corpus.relations.element.tolist() == [0, 1]
    assert [mention.attributes for mention in corpus.documents[0].mentions] == [
        {},
        {},
        {"code": "ppag"},
        {"code": "ppas"},
    ]
    assert corpus.names == ("t.txt",)
    assert corpus.documents[0].sentence_starts == [0, 5]


def test_annotations_are_kept_with_their_codes() -> None:
    """In file order, in nodes."""
    corpus = read(file(link(JIE, ONA, JONAS, code="ppag"), link(JI, ONA)))
    assert corpus.annotations == [
        Annotation(0, (5, 5), ((0, 0), (2, 2)), "ppag"),
        Annotation(0, (8, 8), ((0, 0),), "ppas"),
    ]


def test_layers_are_chosen_by_name() -> None:
    """The second annotation, and the output of the older resolver."""
    old = layer("anaphora_resolution", 3, {"anaphora_resolution": [{"ref": ONA, "anaphor": [JI]}]})
    content = file(link(JI, ONA), second=[link(JI, JONAS)], more=[old])
    assert texts(read(content, "manual1")) == [["Ona", "ji"]]
    assert texts(read(content, "manual2")) == [["Jonas", "ji"]]
    assert texts(read(content, "anaphora_resolution")) == [["Ona", "ji"]]
    failed = layer("anaphora_resolution", 3, {"error": {"status": 500}})
    corpus = read(file(more=[failed]), "anaphora_resolution")
    assert len(corpus.mentions) == 0
    assert sum(anomalies(Corpus.concatenate([corpus])).values()) == 1


def test_tokens_are_cut_where_any_layer_needs_it() -> None:
    """So both layers have the same nodes, and a mention inside a lexeme stays what it is."""
    content = file(link(JI, ONA), second=[link(JI, [1, 2])])
    first, second = read(content), read(content, "manual2")
    assert first.documents[0].tokens == second.documents[0].tokens
    assert first.documents[0].tokens[:3] == ["O", "na", "ir"]
    assert (texts(first), texts(second)) == ([["O na", "ji"]], [["na", "ji"]])
    assert anomalies(second)["spans-inside-lexeme"] == 1
    assert not first.problems


def test_columns_of_the_text() -> None:
    """Lemma and tag of the first reading; named entities by the number of the lexeme."""
    readings = [
        [["Ona", "Npfsnn-"], ["x", "Vg"]],
        [["ir", "Cg"]],
        [["Jonas", "Npmsnn-"]],
        *[[["x", "Tp"]]] * 7,
        [],
    ]
    named = {"ne": {"persons": [{"text": "Ona ir Jonas", "ref": [0, 3]}, {"text": "", "ref": [10, 9]}]}}
    corpus = read(file(more=[layer("morphology", 4, {"msd": readings}), layer("ner", 10, named)]))
    columns = {name: corpus.source.column(name) for name in ("lemma", "upos", "xpos", "ne")}
    shown = {name: column.slice(0, 4) for name, column in columns.items() if column is not None}
    assert shown["lemma"] == ["Ona", "ir", "Jonas", "x"]
    assert shown["upos"] == ["PROPN", "CCONJ", "PROPN", "PUNCT"]
    assert shown["xpos"] == ["Npfsnn-", "Cg", "Npmsnn-", "Tp"]
    assert shown["ne"] == ["B-persons", "I-persons", "I-persons", "O"]
    assert anomalies(corpus) == {"names-outside-text": 1}
    assert str(corpus.source.place(0)) == "f"


ANOMALIES = {
    "no-antecedents": [link(JI)],
    "own-antecedents": [link(JI, JI)],
    "annotations-twice": [link(JI, ONA), link(JI, ONA)],
    "second-annotation-of-referent": [link(JI, ONA), link(JI, JONAS)],
    "single-with-several": [link(JI, ONA, JONAS)],
    "several-with-one": [link(JI, ONA, code="ppag")],
    "direction-contradicts-code": [link(ONA, JI)],
    "spans-outside-text": [link(JI, [99, 3]), link(JI, [3, 1])],
    "spans-with-white-space": [link([33, 3], ONA)],
    "groups-of-themselves": [
        link(JIE, JI, JONAS, code="ppig"),
        link(JI, JIE, code="ppis"),
    ],
}


@pytest.mark.parametrize("what", ANOMALIES)
def test_anomalies_are_survived_and_counted(what: str) -> None:
    """Each is told; the rest of the file is read."""
    corpus = read(file(*ANOMALIES[what]))
    assert anomalies(corpus)[what] >= 1


BROKEN = {
    "no JSON": (b'{"annotationLayers": [', "CE029"),
    "no text": (b'{"annotationLayers": []}', "CE032"),
    "no tokens": (b'{"content": "x", "annotationLayers": []}', "CE032"),
    "layer is no JSON": (file(more=[{"type": "lex", "version": 2, "content": "{"}]), "CE029"),
    "layer of another kind": (file(more=[layer("lex", 2, {"seg": [["a", 1]]})]), "CE033"),
    "link without referent": (file({"Mentions": []}), "CE032"),
}


@pytest.mark.parametrize(("content", "code"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_reported(content: bytes, code: str) -> None:
    """With the file."""
    with pytest.raises(CorefevalError) as raised:
        read(content)
    assert [(problem.code, problem.place.file) for problem in raised.value.problems] == [(code, "f")]


def test_layers_that_are_not_there() -> None:
    """A missing version, and a missing layer."""
    for name, code in (("manual2", "CE009"), ("anaphora_resolution", "CE032")):
        with pytest.raises(CorefevalError) as raised:
            read(file(), name)
        assert [problem.code for problem in raised.value.problems] == [code]


def test_it_is_only_read() -> None:
    """Writing is refused with advice; JSON Lines keeps the codes."""
    from corefeval.formats.jsonlines import FORMAT as JSON_LINES

    corpus = read(file(link(JI, ONA)))
    with refuses(CorefevalError, "CE044", "format-read-not-written"):
        FORMAT.write(corpus, io.BytesIO())
    stream = io.BytesIO()
    assert JSON_LINES.write(corpus, stream) == []
    again = JSON_LINES.read(TextFile("f", stream.getvalue()), ReadOptions())
    assert again.annotations == corpus.annotations
    assert texts(again) == texts(corpus)
    assert detect(file()) == FORMAT.name
    assert detect(b'{"doc_key": "d"}') != FORMAT.name


@pytest.mark.skipif(not CORPUS.exists(), reason="needs the Lithuanian corpus")
def test_the_released_corpus() -> None:
    """Counts of Žitkus et al.'s release: both annotations, their types and their anomalies."""
    from corefeval.formats import read as read_file

    key, response = (read_file(CORPUS, layer=name) for name in ("manual1", "manual2"))
    types = [Counter(annotation.code[0] for annotation in side.annotations) for side in (key, response)]
    assert types[0] == {"p": 783, "g": 631, "d": 1876, "a": 34, "e": 38}
    assert sum(types[1].values()) == 2464
    assert key.nodes.forms.equals(response.nodes.forms)
    assert len(key.names) == 100
    for what, counts in {
        "no-antecedents": (7, 6),
        "annotations-twice": (6, 3),
        "second-annotation-of-referent": (13 - 6, 9 - 3),
        "own-antecedents": (2, 2),
        "single-with-several": (3, 3),
        "several-with-one": (5, 5),
        "spans-inside-lexeme": (7, 3),
        "spans-with-white-space": (1, 1),
    }.items():
        assert (anomalies(key)[what], anomalies(response)[what]) == counts, what


@pytest.mark.parametrize(
    ("layers", "warns"),
    [
        ({}, True),
        ({"key_layer": "manual1"}, True),
        ({"key_layer": "manual1", "response_layer": "manual1"}, True),
        ({"key_layer": "manual1", "response_layer": "manual2"}, False),
    ],
)
def test_a_file_against_itself_asks_for_the_layers(layers: Options, warns: bool, tmp_path: Path) -> None:
    """Žitkus et al. (2023), section 4.5: gold and response are layers of one file; without layers a file is its own copy."""
    path = tmp_path / "a.nkas.json"
    path.write_bytes(file(link(JI, ONA), link(JIE, JONAS), second=[link(JI, ONA)]))
    result = score(path, path, metrics="muc", **layers)
    found = [problem for problem in result.warnings if problem.kind == "same-layer-of-same-file"]
    assert bool(found) == warns
    if found:
        assert found[0]["layers"] == ("manual1", "manual2", "anaphora_resolution")


def test_the_catalogue_names_the_layers() -> None:
    """`corefeval formats nkas` lists the layers that the reader knows."""
    assert {"identity", *dict(BY_NAME["nkas"].layers)} == set(FORMAT.layers)
