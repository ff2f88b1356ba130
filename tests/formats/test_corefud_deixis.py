"""Discourse deixis in CorefUD: the layer that the field `link` of GUM marks (Yu et al. 2023, section 3.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats, load, score
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError
from tests.files import corefud
from tests.refuses import refuses

LAYER = "discourse-deixis"
NAMES = ("relations.key", "relations.system")


def chains(corpus: Corpus) -> set[frozenset[tuple[int, int]]]:
    """Return the spans of each entity."""
    found: dict[int, set[tuple[int, int]]] = {}
    mentions = corpus.mentions
    for entity, first, last in zip(
        mentions.entity.tolist(), mentions.first.tolist(), mentions.last.tolist(), strict=True
    ):
        found.setdefault(entity, set()).add((first, last))
    return {frozenset(spans) for spans in found.values()}


def linked(path: Path, cells: list[list[str]]) -> Path:
    """Write a file whose header has the field `link`."""
    written = corefud(path, cells)
    text = written.read_text(encoding="utf-8").replace("eid-etype-head-other", "eid-etype-head-link")
    written.write_text(text, encoding="utf-8")
    return written


def test_layer_has_the_chains_of_segments(tmp_path: Path) -> None:
    """The whole chain of a segment is read; identity has all chains, as before."""
    path = linked(
        tmp_path / "a.conllu", [["1 (e1--1-ana)", "2 (e2--1-disc)", "3 (e2--1-)", "4 (e1--1-)", "5 (e2--1-)"]]
    )
    corpus = load(path, layer=LAYER)
    assert chains(corpus) == {frozenset({(1, 1), (2, 2), (4, 4)})}
    assert (corpus.layer, list(corpus.entities.labels)) == (LAYER, ["e2"])
    assert len(load(path).entities) == 2
    folder = tmp_path / "folder"
    folder.mkdir()
    path.rename(folder / "a.conllu")
    assert chains(load(folder, layer=LAYER)) == chains(corpus)


def test_file_without_segments_has_an_empty_layer(tmp_path: Path) -> None:
    """The header says that links are annotated, and none is deixis."""
    assert not len(
        load(linked(tmp_path / "a.conllu", [["1 (e1--1-ana)", "2 (e1--1-)"]]), layer=LAYER).mentions
    )


def test_header_without_links_has_no_such_layer(tmp_path: Path) -> None:
    """An empty layer would score as if there were no deixis."""
    path = corefud(tmp_path / "a.conllu", [["1 (e1--1-)", "2 (e1--1-)"]])
    with refuses(CorefevalError, "CE050", "no-such-name", what="layer", whose="CorefUD"):
        load(path, layer=LAYER)


@pytest.mark.parametrize("name", NAMES)
def test_layer_survives_conversion(name: str, tmp_path: Path) -> None:
    """From CoNLL-UA to CorefUD and back: the same chains in the same layer, and no loss but heads."""
    before = load(FOLDER / f"{name}.conllua", layer=LAYER)
    told = formats.write(before, tmp_path / "a.conllu", "corefud")
    assert {problem.code for problem in told} <= {"CE066"}
    in_corefud = load(tmp_path / "a.conllu", layer=LAYER)
    assert not formats.write(in_corefud, tmp_path / "b.conllua", "conllua")
    again = load(tmp_path / "b.conllua", layer=LAYER)
    assert chains(before) == chains(in_corefud) == chains(again)
    assert not len(load(tmp_path / "b.conllua").mentions)
    formats.write(in_corefud, tmp_path / "c.conllu", "corefud")
    assert chains(load(tmp_path / "c.conllu", layer=LAYER)) == chains(before)


def test_scores_are_those_of_conllua(tmp_path: Path) -> None:
    """The discourse-deixis track of CODI-CRAC 2022 has the same numbers from either format."""
    for name in NAMES:
        corpus = load(FOLDER / f"{name}.conllua", layer=LAYER)
        formats.write(corpus, tmp_path / f"{name}.conllu", "corefud")
    before, after = (
        score(*(folder / f"{name}.{suffix}" for name in NAMES), preset="codicrac22dd").scores
        for folder, suffix in ((FOLDER, "conllua"), (tmp_path, "conllu"))
    )
    assert before == after
    assert before["conll"]["f1"] == pytest.approx(0.42540, abs=5e-6)


def test_chain_of_one_mention_is_kept(tmp_path: Path) -> None:
    """The response of the scorer may have a segment that nothing refers to."""
    path = tmp_path / "a.conllua"
    blank = "\t_" * 8
    path.write_text(
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
        " IDENTITY BRIDGING DISCOURSE_DEIXIS\n# newdoc id = d\n"
        f"1\tIt{blank}\t_\t_\t(EntityID=1|MarkableID=a\n2\trains{blank}\t_\t_\t)\n\n",
        encoding="utf-8",
    )
    formats.write(load(path, layer=LAYER), tmp_path / "a.conllu", "corefud")
    assert chains(load(tmp_path / "a.conllu", layer=LAYER)) == {frozenset({(0, 1)})}
