"""Many small files of a folder are read as one, in every format that can, and nothing is different for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.formats.base import ReadOptions
from tests.formats.conll2012.test_reader import outcome

HEADER = "# global.Entity = eid-etype-head-other\n"
UD = (
    "# newdoc id = {0}\n"
    + HEADER
    + "# sent_id = {0}-1\n"
    + "1\tAda\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-person-1\n"
    + "2\tmet\t_\t_\t_\t_\t_\t_\t_\tEntity=e1)(e2--1)|Bridge=e1<e2\n\n"
    + "1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2--1)\n\n"
)
CROSSED = UD.replace("e1", "e0").replace("e2", "e1").replace("Bridge=e0<e1", "Bridge=e0<e1")
COLUMNS = "# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS\n"
UA = (
    COLUMNS
    + "# newdoc id = {0}\n# sent_id = {0}-1\n"
    + "1\tAda\t(EntityID=1|MarkableID=markable_1\t_\t_\n"
    + "2\tmet\t)(EntityID=2|MarkableID=markable_2)\t_\t(EntityID=1-DD|MarkableID=dd_markable_1)\n\n"
    + "1\tx\t(EntityID=2|MarkableID=markable_3)\t_\t(EntityID=1-DD|MarkableID=dd_markable_2)\n\n"
)


def line(name: str | None = "a", clusters: object = ([[0, 0], [2, 2]], [[0, 1]]), **fields: object) -> str:
    """Return a document of JSON Lines."""
    row = {"sentences": [["Ada", "met"], ["x"]], "clusters": clusters, **fields}
    return json.dumps(row if name is None else {"doc_key": name, **row}) + "\n"


JSON = {
    "regular": [line(name, offsets="inclusive,token") for name in "abc"],
    "what each file says by its spans": [line(name) for name in "abc"],
    "two documents in a file": [line("a") + "\n" + line("b"), "\n" + line("c")],
    "without a newline at the end": [line("a").rstrip(), line("b")],
    "one file that does not say what its ends are": [line("a"), line("b", [[[0, 1]]])],
    "a file that says it for itself alone": [line("a", [[[0, 1]]], offsets="exclusive"), line("b")],
    "files with other ends": [line("a"), line("b", [[[0, 1], [2, 3]]])],
    "files with other declared ends": [
        line("a", offsets="inclusive"),
        line("b", [[[0, 1]]], offsets="exclusive"),
    ],
    "a declared file and one that shows it": [line("a", offsets="inclusive"), line("b")],
    "a file without mentions": [line("a", []), line("b")],
    "a document without a name": [line(None), line("b")],
    "a document called by a number": [line("1"), line("2")],
    "clusters in other fields": [line("a"), line("b").replace("clusters", "predicted_clusters")],
    "two kinds of clusters": [line("a", predicted_clusters=[[[0, 0]]]), line("b")],
    "one value": [json.dumps(json.loads(line("a")), indent=1), line("b")],
    "a list": ["[" + line("a").strip() + "]", line("b")],
    "documents by name": [json.dumps({"a": json.loads(line(None))}), line("b")],
    "text": [
        json.dumps({"doc_key": name, "text": "Ada met x", "clusters": [[[0, 3], [8, 9]]]}) + "\n"
        for name in "ab"
    ],
    "a text and tokens": [line(name, text="Ada met x", offsets="inclusive") for name in "ab"],
    "a span outside": [line("a"), line("b", [[[0, 0], [7, 7]]])],
    "names of entities, heads and other columns": [
        line("a", cluster_ids=["p", "q"], pos=[["NN", "VB"], ["NN"]]),
        line("b", speakers=[["s", "s"], ["t"]]),
    ],
    "no JSON": [line("a"), line("b")[:-9]],
    "letters of two bytes": [line("a").replace("Ada", "Åda"), line("b")],
    "the same name twice": [line("a"), line("a")],
}
FOLDERS: dict[str, dict[str, list[str]]] = {
    "jsonlines": JSON,
    "corefud": {
        "regular": [UD.format(name) for name in "abc"],
        "the header first": [HEADER + UD.format(name).replace(HEADER, "") for name in "ab"],
        "a header in the first file alone": [UD.format("a"), UD.format("b").replace(HEADER, "")],
        "another header": [UD.format("a"), UD.format("b").replace("-other", "").replace("--1", "--1")],
        "two documents in a file": [UD.format("a") + UD.format("b"), UD.format("c")],
        "an entity in two documents of a file": [UD.format("a") + CROSSED.format("b"), CROSSED.format("c")],
        "without a blank line at the end": [
            UD.format("a").rstrip(),
            UD.format("b").rstrip() + "\n",
            UD.format("c"),
        ],
        "other comments first": ["# x\n\n" + UD.format("a"), "# y\n" + UD.format("b")],
        "a document without a name": [UD.format("a").replace(" id = a", ""), UD.format("b")],
        "documents called by numbers": [UD.format("1"), UD.format("2")],
        "no document": [UD.format("a"), UD.format("b").replace("# newdoc id = b\n", "")],
        "carriage returns": [UD.format("a"), UD.format("b").replace("\n", "\r\n")],
        "a bridge to nothing": [UD.format("a"), UD.format("b").replace("e1<e2", "e9<e2")],
        "a bracket open": [UD.format("a").replace("e1)(", "("), UD.format("b")],
        "empty nodes": [
            UD.format("a").replace("\n\n1\t", "\n2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n1\t"),
            UD.format("b"),
        ],
        "the same name twice": [UD.format("a"), UD.format("a")],
    },
    "conllua": {
        "regular": [UA.format(name) for name in "abc"],
        "two documents in a file": [UA.format("a") + UA.format("b").replace(COLUMNS, ""), UA.format("c")],
        "a header in the first file alone": [UA.format("a"), UA.format("b").replace(COLUMNS, "")],
        "another header": [UA.format("a"), UA.format("b").replace("ID FORM", "ID LEMMA")],
        "without a blank line at the end": [UA.format("a").rstrip(), UA.format("b")],
        "closing ids in one file": [UA.format("a"), UA.format("b").replace("\t)(", "\tmarkable_1)(")],
        "a document without a name": [UA.format("a").replace(" id = a", ""), UA.format("b")],
        "documents called by numbers": [UA.format("1"), UA.format("2")],
        "no document": [UA.format("a"), UA.format("b").replace("# newdoc id = b\n", "")],
        "carriage returns": [UA.format("a"), UA.format("b").replace("\n", "\r\n")],
        "a bracket open": [UA.format("a").replace(")(", "("), UA.format("b")],
        "the same name twice": [UA.format("a"), UA.format("a")],
    },
}
EACH = [(form, name) for form, folders in FOLDERS.items() for name in folders]


def laid(folder: Path, texts: Sequence[str]) -> list[Path]:
    """Write files."""
    paths = [folder / f"{number}.x" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, newline="")
    return paths


@pytest.mark.parametrize(("form", "name"), EACH, ids=map(" ".join, EACH))
def test_together_is_one_by_one(
    form: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same corpus, columns and places, or the same problems."""
    laid(tmp_path, FOLDERS[form][name])
    together = outcome(tmp_path)
    plain = formats.format_named(form)
    monkeypatch.setattr(formats, "format_named", lambda _: replace(plain, read_several=None))
    assert together == outcome(tmp_path)


@pytest.mark.parametrize("form", FOLDERS)
def test_regular_files_are_read_together(form: str, tmp_path: Path) -> None:
    """So that a folder of thousands costs little more than their text; several processes give the same."""
    read_several = formats.format_named(form).read_several
    assert read_several is not None
    for name in ("regular", "two documents in a file"):
        texts = FOLDERS[form][name]
        together = read_several(laid(tmp_path, texts), ReadOptions())
        assert together is not None
        assert sum(together[1]) == 3
        assert len(together[1]) == len(texts)
        last = together[0].source.place(len(together[0].nodes.forms) - 1)
        assert last.file == str(tmp_path / f"{len(texts) - 1}.x")
    assert outcome(tmp_path) == outcome(tmp_path, jobs=2)


def test_another_layer_of_files_read_together(tmp_path: Path) -> None:
    """Discourse deixis of CoNLL-UA is found in all files."""
    laid(tmp_path, FOLDERS["conllua"]["regular"])
    layer = formats.read(tmp_path).source.layer("discourse-deixis")
    assert layer is not None
    assert len(layer.mentions) == len(formats.read(tmp_path, layer="discourse-deixis").mentions) == 6


@pytest.mark.parametrize("form", FOLDERS)
def test_what_was_read_together_is_written(form: str, tmp_path: Path) -> None:
    """A folder can be converted to what a file of its documents can."""
    (tmp_path / "folder").mkdir()
    laid(tmp_path / "folder", FOLDERS[form]["regular"])
    corpus = formats.read(tmp_path / "folder")
    formats.write(corpus, tmp_path / "out", "jsonlines")
    assert formats.read(tmp_path / "out").names == corpus.names
