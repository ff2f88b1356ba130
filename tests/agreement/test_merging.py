"""What all agree on, written and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from corefeval.problems import Severity
from corefeval.problems.render import sentence as sentence_of
from corefeval.validation import validate
from tests.agreement.small_texts import ADA, BERN, HIM, MAYOR, OLD_MAYOR, SHE, THE_MAYOR, write

EXPECTED = {
    ("Ada", "She"): ["all", "all"],
    ("the old mayor of Bern",): ["mention"],
    ("the old mayor",): ["mention"],
    ("Bern",): ["mention"],
    ("him",): ["chain"],
    ("the mayor",): ["chain"],
}


def chains(corpus: Corpus) -> dict[tuple[str, ...], list[str]]:
    """Return the words of each chain with the marks of its mentions."""
    return {
        tuple(mention.text for mention in entity.mentions): [
            mention.attributes["agreement"] for mention in entity.mentions
        ]
        for document in corpus.documents
        for entity in document.entities
    }


def both(folder: Path) -> list[Path]:
    """Return two annotations that agree on Ada, and on that him and the mayor are mentions."""
    one = write(
        folder, "one", {"x": [[ADA, SHE], [OLD_MAYOR, HIM, THE_MAYOR]]}, {ADA: "person", SHE: "person"}
    )
    other = write(
        folder, "other", {"x": [[ADA, SHE], [MAYOR, HIM], [THE_MAYOR], [BERN]]}, {ADA: "person", SHE: "cat"}
    )
    return [one, other]


@pytest.mark.parametrize("form", ["jsonlines", "corefud"])
def test_round_trip(form: str, tmp_path: Path) -> None:
    """Written and read back: the chains that both have, each mention marked, who said what, types both give."""
    corpus, problems = corefeval.agree(both(tmp_path), metrics="mention", resamples=0).merged()
    assert problems == []
    assert chains(corpus) == EXPECTED
    formats.write(corpus, tmp_path / "merged", form)
    again = formats.read(tmp_path / "merged")
    assert chains(again) == EXPECTED
    said = {mention.text: mention.attributes for mention in again.documents[0].mentions}
    assert said["Bern"]["chains"] == "other:3"
    assert said["him"]["chains"] == "one:1+other:1"
    assert "chains" not in said["Ada"]
    assert said["Ada"]["etype"] == "person"
    assert "etype" not in said["She"]


def test_what_is_agreed_on_is_found_by_all(tmp_path: Path) -> None:
    """Of three annotators each has all links of the merged chains, and marked all mentions that are not marked otherwise."""
    paths = [FOLDER / name for name in ("key.conllu", "cautious.conllu", "eager.conllu")]
    agreement = corefeval.agree(paths, metrics="mention", resamples=0)
    corpus, _ = agreement.merged()
    out = tmp_path / "merged.jsonl"
    formats.write(corpus, out, "jsonlines")
    for path in paths:
        assert corefeval.score(
            path, out, metrics="muc", zeros="dependent", preset="crac24", singletons="keep", match="exact"
        )["muc"]["precision"] == pytest.approx(1)
    assert len(corpus.mentions) == len(agreement.units)


def test_empty_nodes_that_the_first_lacks() -> None:
    """A zero that only the second annotation has a node for is left out, and said; the other way round it is kept."""
    key, system = FOLDER / "zeros.key.conllu", FOLDER / "zeros.system.conllu"
    for first, second in ((key, system), (system, key)):
        agreement = corefeval.agree({"first": first, "second": second}, metrics="mention", resamples=0)
        corpus, problems = agreement.merged()
        lost = len(agreement.units) - len(corpus.mentions)
        assert bool(lost) == any("empty nodes" in sentence_of(problem) for problem in problems)


def test_relations_are_not_merged() -> None:
    """Bridging and split antecedents of the first annotation are left out, and counted."""
    path = FOLDER / "relations.key.conllua"
    agreement = corefeval.agree(
        {"a": path, "b": FOLDER / "relations.system.conllua"}, metrics="mention", resamples=0
    )
    _, problems = agreement.merged()
    assert [problem.code for problem in problems] == ["CE132"]
    assert problems[0].kind == "bridging-split-antecedents"


SPANS = [ADA, SHE, MAYOR, OLD_MAYOR, HIM, THE_MAYOR, BERN]
MARKINGS = st.lists(st.integers(-1, 3), min_size=len(SPANS), max_size=len(SPANS))
"""For each span its chain, -1 where it is not marked."""


def chains_of(numbers: list[int]) -> list[list[tuple[int, int]]]:
    """Return the chains of an annotation."""
    marked = [(number, span) for number, span in zip(numbers, SPANS, strict=True) if number >= 0]
    return [[span for own, span in marked if own == number] for number in sorted({own for own, _ in marked})]


@settings(max_examples=20)
@given(drawn=st.lists(MARKINGS, min_size=2, max_size=3))
def test_what_is_written_validates_and_agrees_with_all(
    drawn: list[list[int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What is read back is valid, and says what all say.

    Every mention of anyone is there once; the chains whose mentions are all marked `all` are those that everybody has; two mentions in
    one chain are in one chain of everybody.
    """
    folder = tmp_path_factory.mktemp("merged")
    texts = [chains_of(numbers) for numbers in drawn]
    paths = [write(folder, f"annotator{place}", {"x": each}) for place, each in enumerate(texts)]
    corpus, _ = corefeval.agree(paths, metrics="mention", resamples=0).merged()
    formats.write(corpus, folder / "merged", "jsonlines")
    assert not [each for each in validate(folder / "merged").problems if each.severity is Severity.ERROR]
    again = formats.read(folder / "merged")
    found = [
        [(mention.start, mention.end, mention.attributes["agreement"]) for mention in entity.mentions]
        for entity in again.documents[0].entities
    ]
    spans = [(first, last) for chain in found for first, last, _ in chain]
    assert sorted(spans) == sorted({span for text in texts for chain in text for span in chain})
    agreed = {
        frozenset((a, b) for a, b, _ in chain) for chain in found if {mark for *_, mark in chain} == {"all"}
    }
    assert agreed == set.intersection(*({frozenset(chain) for chain in text} for text in texts))
    for chain in found:
        own = {(first, last) for first, last, _ in chain}
        assert len(own) == 1 or all(any(own <= set(each) for each in text) for text in texts)
