"""What a conversion loses: a writer's own words keep it from being said twice, and nothing else from being said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import corefeval
from corefeval import formats
from corefeval.examples import FOLDER
from corefeval.formats.written_losses import losses
from corefeval.problems import Problem, lost


def corpus(**attributes: str) -> corefeval.Corpus:
    """Return two mentions of one entity with these attributes."""
    mentions = [{"span": [place, place], **attributes} for place in (0, 2)]
    return corefeval.load(
        {
            "doc_key": "a",
            "tokens": ["Ada", "fed", "her"],
            "clusters": [[[0, 0], [2, 2]]],
            "offsets": "inclusive,token",
            "mentions": mentions,
        }
    )


def test_a_writer_speaks_for_as_many_attributes_as_it_names() -> None:
    """One value that was changed does not hide two others that are gone."""
    before, after = corpus(code="x", gender="f"), corpus(gender="f")

    def told(*said: Problem) -> list[tuple[str, int, object]]:
        return [(problem.kind, problem.count, problem["name"]) for problem in losses(before, after, said)]

    def not_held(name: str) -> Problem:
        return lost("conll2012-does-not-hold", 2, what=Problem("CE047", "attributes", name=name))

    assert told() == [("attributes-of-mentions", 2, "code")]
    assert told(lost("values-encoded", 1)) == told()
    assert told(not_held("gender")) == told()
    assert told(lost("values-encoded", 2)) == []
    assert told(not_held("code")) == []
    assert losses(before, before, []) == []


def test_a_small_loss_hides_no_larger_one() -> None:
    """A writer that reports one lost mention does not keep three from being reported."""

    def of(*clusters: list[list[int]]) -> corefeval.Corpus:
        document = {"doc_key": "a", "tokens": ["w"] * 8, "clusters": clusters, "offsets": "inclusive,token"}
        return corefeval.load(document)

    before, after = of([[0, 0], [2, 2]], [[4, 4], [5, 5], [6, 6]]), of([[0, 0], [2, 2]])
    assert [each.kind for each in losses(before, after, [])] == ["mentions-changed"]
    assert [each.kind for each in losses(before, after, [lost("crossing-mentions", 1)])] == [
        "mentions-changed"
    ]
    assert losses(before, after, [lost("crossing-mentions", 3)]) == []


@pytest.mark.parametrize("form", ["jsonlines", "corefud", "conll2012"])
def test_documents_in_another_order_lose_nothing(form: str, tmp_path: Path) -> None:
    """Sentences and zeros of documents that were put into another order, or of which some are left out, begin where they did."""
    path = tmp_path / "all"
    lines = [
        {
            "doc_key": name,
            "offsets": "inclusive,token",
            "sentences": [["w"] * size, ["w"], ["w"] * 2],
            "clusters": [[[0, 0], [size, size]]],
        }
        for name, size in (("a", 3), ("b", 1), ("c", 5))
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    whole = formats.read(path)
    for order in ([2, 0, 1], [1, 0], [2]):
        chosen = whole.select_documents(np.array(order))
        assert not [
            each for each in formats.write(chosen, tmp_path / "out", form) if each.kind == "sentences"
        ]
        assert not [
            each for each in losses(chosen, formats.read(tmp_path / "out"), []) if each.kind == "sentences"
        ]


ZEROS = """# newdoc id = {0}
1\tw\t_\t_\t_\t_\t0\t_\t_\tEntity=(e{0}1)
1.1\t_\t_\t_\t_\t_\t_\t_\t1:x\tEntity=(e{0}1)
2\tw\t_\t_\t_\t_\t1\t_\t_\t_
{1}
"""


def test_zeros_of_documents_in_another_order(tmp_path: Path) -> None:
    """Empty nodes are where they were, too."""
    more = "3\tw\t_\t_\t_\t_\t1\t_\t_\t_\n"
    text = "# global.Entity = eid-head\n" + ZEROS.format("a", more) + ZEROS.format("b", "")
    (tmp_path / "all.conllu").write_text(text, encoding="utf-8")
    whole = formats.read(tmp_path / "all.conllu")
    for order in ([1, 0], [1]):
        chosen = whole.select_documents(np.array(order))
        assert formats.write(chosen, tmp_path / "out", "corefud") == []


def test_the_other_layer_of_a_file_is_counted(tmp_path: Path) -> None:
    """CoNLL-UA has identity and discourse deixis; a format of one layer says how much of the other it leaves out."""
    source = corefeval.load(FOLDER / "relations.key.conllua")
    kinds = {
        form: [
            (problem.count, problem["name"])
            for problem in formats.write(source, str(tmp_path / form), form)
            if problem.kind == "other-layer"
        ]
        for form in ("corefud", "conllua")
    }
    assert kinds == {"corefud": [(6, "discourse-deixis")], "conllua": []}
