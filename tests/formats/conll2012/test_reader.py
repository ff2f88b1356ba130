"""Many small files of a folder are read as one, and nothing is different for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.problems import CorefevalError
from tests.formats.test_conll2012 import contents

PLAIN = "#begin document ({0}); part 000\n{0} 0 0 Ada NN * - - - Eve * (0\n{0} 0 1 met VB * - - - Eve * 0)|(1)\n\n{0} 0 0 x NN * - - - Bo * (1)\n\n#end document\n"
FOLDERS = {
    "regular": [PLAIN.format(name) for name in "abc"],
    "two documents in a file": [PLAIN.format("a") + PLAIN.format("b"), PLAIN.format("c")],
    "without a newline at the end": [PLAIN.format("a").rstrip(), PLAIN.format("b")],
    "parts": [PLAIN.format("a").replace("part 000", "part 002"), PLAIN.format("a")],
    "letters of two bytes": [PLAIN.format("a").replace("Ada", "Åda"), PLAIN.format("b")],
    "a document without a name": [PLAIN.format("a").replace("(a)", "()"), PLAIN.format("b")],
    "documents called by numbers": [PLAIN.format("1"), PLAIN.format("2")],
    "other columns": [PLAIN.format("a"), "#begin document (b)\nb 0 0 Ada (0)\nb 0 1 met -\n#end document\n"],
    "tabs": [
        PLAIN.format("a"),
        PLAIN.format("b").replace(" ", "\t").replace("#begin\tdocument", "#begin document"),
    ],
    "carriage returns": [PLAIN.format("a"), PLAIN.format("b").replace("\n", "\r\n")],
    "no end": [PLAIN.format("a").replace("#end document\n", ""), PLAIN.format("b")],
    "a document without words": ["#begin document (e)\n#end document\n", PLAIN.format("b")],
    "text behind the end": [PLAIN.format("a") + "a 0 0 x NN * - - - Bo * -\n", PLAIN.format("b")],
    "a bracket open": [PLAIN.format("a").replace("0)|", ""), PLAIN.format("b")],
    "the same name twice": [PLAIN.format("a"), PLAIN.format("a")],
}


def outcome(folder: Path, jobs: int = 1) -> object:
    """Return everything a corpus says, or its problems."""
    try:
        corpus: Corpus = formats.read(folder, jobs=jobs)
    except CorefevalError as error:
        return [str(problem) for problem in error.problems]
    places = [str(corpus.source.place(node)) for node in range(len(corpus.nodes.forms))]
    found = contents(corpus)
    rank = corpus.entities.rank.tolist()
    found["Entities.rank"] = sorted(range(len(rank)), key=rank.__getitem__)
    return found, places


@pytest.mark.parametrize("texts", FOLDERS.values(), ids=FOLDERS)
def test_together_is_one_by_one(
    texts: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same corpus, columns and places, or the same problems."""
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.conll").write_text(text, newline="")
    together = outcome(tmp_path)
    form = formats.format_named("conll2012")
    monkeypatch.setattr(formats, "format_named", lambda _: replace(form, read_several=None))
    assert together == outcome(tmp_path)


def test_regular_files_are_read_together(tmp_path: Path) -> None:
    """So that a folder of thousands costs little more than their text; several processes give the same."""
    form = formats.format_named("conll2012")
    assert form.read_several is not None
    paths = []
    for number, text in enumerate(FOLDERS["regular"]):
        paths.append(tmp_path / f"{number}.conll")
        paths[-1].write_text(text)
    several = form.read_several(paths, ReadOptions())
    assert several is not None
    assert several[1] == [1, 1, 1]
    assert str(several[0].source.place(4)) == f"{paths[1]}:3"
    assert outcome(tmp_path) == outcome(tmp_path, jobs=2)
