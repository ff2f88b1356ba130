"""Zeros aligned by their enhanced dependencies: worked examples of CorefUD."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from corefeval.choices import Zeros
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from tests.reference.notation import conllua, corefud


def scored(folder: Path, key: str, response: str, zeros: Zeros) -> corefeval.Result:
    """Score two texts in the notation of the reference tests."""
    paths = (folder / "k", folder / "r")
    for path, text in zip(paths, (key, response), strict=True):
        path.write_text(corefud(text), encoding="utf-8")
    return corefeval.score(*paths, metrics="mention,bcub", singletons="keep", match="exact", zeros=zeros)


@pytest.mark.parametrize("zeros", ["dependent", "dependent-official", "linear"])
def test_zeros_on_one_side_have_no_partner(zeros: Zeros, tmp_path: Path) -> None:
    """Both files have empty nodes, but only one has a mention there: it is missed or spurious; nothing else changes."""
    with_zero = "1 _ (e-1-)\n1.1 1:nsubj (e-1-)\n2 _ (e-1-)"
    without = "1 _ (e-1-)\n1.1 1:nsubj _\n2 _ (e-1-)"
    found = scored(tmp_path, with_zero, without, zeros)["mention"]
    assert (found["recall"], found["precision"]) == (2 / 3, 1)
    found = scored(tmp_path, without, with_zero, zeros)["mention"]
    assert (found["recall"], found["precision"]) == (1, 2 / 3)


@pytest.mark.parametrize("zeros", ["dependent", "dependent-official"])
def test_documents_in_another_order_have_the_same_zeros(zeros: Zeros, tmp_path: Path) -> None:
    """Sentences are numbered within documents, so preceding documents do not matter."""
    one = "1 _ (e-1-)\n1.1 1:nsubj (e-1-)\n\n1 _ _\n1.1 1:obj (e-1-)"
    other = "1 _ (f-1-)\n\n1 _ _\n\n1 _ _\n1.1 1:obj (f-1-)"
    paths = (tmp_path / "k", tmp_path / "r")
    whole = corefud(f"{one}\n==\n{other}")
    paths[0].write_text(whole, encoding="utf-8")
    second = whole.index("# newdoc id = d2")
    paths[1].write_text(whole[second:] + whole[:second], encoding="utf-8")
    result = corefeval.score(*paths, metrics="mention", singletons="keep", match="exact", zeros=zeros)
    assert result["mention"]["f1"] == 1


def test_a_shared_relation_outweighs_shared_parents(tmp_path: Path) -> None:
    """10 F(parent, relation) + F(parent): the zero at 1.1 is nsubj of 2 in both, although it stands elsewhere.

    The two zeros of the key: nsubj of 2; obj of 2 and obj of 3. Of the response: obj of 2 (at 1.1), nsubj of 2 (at
    2.1). The second pair shares (2, nsubj), 10 + 1; the first pair (2, obj) of two, 10 * 2/3 + 2/3.
    """
    key = "1 _ (e-1-)\n1.1 2:nsubj (e-1-)\n2 _ (f-1-)\n2.1 2:obj|3:obj (f-1-)\n3 _ _"
    response = "1 _ (e-1-)\n1.1 2:obj (f-1-)\n2 _ (f-1-)\n2.1 2:nsubj (e-1-)\n3 _ _"
    assert scored(tmp_path, key, response, "dependent")["bcub"]["f1"] == 1
    assert scored(tmp_path, key, response, "linear")["bcub"]["f1"] == 0.5


def test_zeros_of_other_sentences_or_without_a_parent_in_common_stay_apart(tmp_path: Path) -> None:
    """Zeros of other sentences, and zeros without a common parent, are not paired."""
    key = "1 _ (e-1-)\n1.1 1:nsubj (e-1-)\n2 _ _\n\n1 _ _\n2 _ _"
    later = "1 _ (e-1-)\n2 _ _\n\n1 _ _\n1.1 1:nsubj (e-1-)\n2 _ _"
    other = "1 _ (e-1-)\n2 _ _\n2.1 2:nsubj (e-1-)\n\n1 _ _\n2 _ _"
    for response in (later, other):
        assert scored(tmp_path, key, response, "dependent")["mention"]["f1"] == 0.5


def test_one_parent_in_common_is_enough(tmp_path: Path) -> None:
    """Another relation to the same parent is enough for a pair if nothing better competes."""
    key = "1 _ (e-1-)\n1.1 1:nsubj (e-1-)\n2 _ _"
    response = "1 _ (e-1-)\n2 _ _\n2.1 1:obj (e-1-)"
    assert scored(tmp_path, key, response, "dependent")["mention"]["f1"] == 1
    assert scored(tmp_path, key, response, "linear")["mention"]["f1"] == 0.5


def test_without_dependencies_one_side_without_zeros_is_no_matter(tmp_path: Path) -> None:
    """CoNLL-UA has no dependencies for alignment; if only one side has scored zeros, none are needed."""
    texts = {"both": "1 (1:a)\n1.1 (1:b)\n2 (1:c)", "none": "1 (1:a)\n1.1 _\n2 (1:c)"}
    for name, text in texts.items():
        (tmp_path / name).write_text(conllua(text), encoding="utf-8")
    both, none = tmp_path / "both", tmp_path / "none"
    for key, response in ((both, none), (none, both)):
        found = corefeval.score(key, response, metrics="mention", zeros="dependent")["mention"]
        assert {found["recall"], found["precision"]} == {1, 2 / 3}


def test_a_zero_that_opens_its_sentence_is_in_it(tmp_path: Path) -> None:
    """Before the first word on one side and after it on the other: the same sentence, and by dependencies the same zero."""
    key = "1 _ (e-1-)\n\n0.1 1:nsubj (e-1-)\n1 _ _"
    response = "1 _ (e-1-)\n\n1 _ _\n1.1 1:nsubj (e-1-)"
    for sides in ((key, response), (response, key)):
        assert scored(tmp_path, *sides, "dependent")["mention"]["f1"] == 1


@pytest.mark.parametrize(
    ("key", "response", "zeros", "told"),
    [
        ("_", "_", "dependent", ["key", "response"]),
        ("_", "1:nsubj", "dependent-official", ["key"]),
        ("1:nsubj", "_", "dependent", ["response"]),
        ("1:nsubj", "1:obj", "dependent", []),
        ("_", "_", "linear", []),
        ("_", "", "dependent", []),
        ("", "_", "dependent", []),
    ],
)
def test_zeros_without_dependencies_are_reported(
    key: str, response: str, zeros: Zeros, told: list[str], tmp_path: Path
) -> None:
    """A side whose zeros have no dependencies gives a warning, unless it has no zeros or they are aligned by order."""
    texts = [
        "1 _ (e-1-)\n" + (f"1.1 {edges} (e-1-)\n" if edges else "") + "2 _ (e-1-)"
        for edges in (key, response)
    ]
    warnings = scored(tmp_path, texts[0], texts[1], zeros).warnings
    assert [each["side"] for each in warnings if each.kind == "no-zero-enhanced-dependencies"] == told


@pytest.mark.parametrize("marked", [True, False])
def test_a_first_sentence_that_no_mark_opens(marked: bool) -> None:
    """The words before the first sentence mark are a sentence, as if a mark opened the document."""

    def corpus(is_marked: bool) -> Corpus:
        builder = CorpusBuilder()
        for name in ("a", "b"):
            builder.document(name)
            start = len(builder.forms)
            if is_marked:
                builder.sentence()
            builder.node("x", columns={"deps": "0:root"})
            builder.node("_", minor=1, columns={"deps": "1:nsubj"})
            builder.sentence()
            builder.node("y", columns={"deps": "0:root"})
            builder.node("_", minor=1, columns={"deps": "1:nsubj"})
            for place in (1, 3):
                builder.mention(builder.entity(f"{name}{place}"), [(start + place, start + place)])
        return builder.build()

    result = corefeval.score(
        corpus(True), corpus(marked), metrics="mention", singletons="keep", zeros="dependent"
    )
    assert result["mention"]["f1"] == 1
