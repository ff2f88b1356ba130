"""κ of links and types, against other programs and worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

import corefeval
from corefeval.agreement.agreement import Agreement
from tests.agreement import naive


@pytest.mark.parametrize(("seed", "annotators", "documents"), [(s, 2 + s % 3, 1 + s % 3) for s in range(12)])
def test_links_as_nltk(seed: int, annotators: int, documents: int) -> None:
    """Cohen's κ over the mentions of each two and Fleiss' over those of all, as NLTK computes them from the decisions."""
    module = pytest.importorskip("nltk.metrics.agreement")
    annotations = naive.drawn(seed, annotators, documents)
    task = module.AnnotationTask(naive.links(annotations))
    agreement = corefeval.agree(annotations, metrics="mention", resamples=0)
    for one, other in agreement.units.pairs:
        names = agreement.annotators[one], agreement.annotators[other]
        found = agreement.coefficient("kappa", "links", "cohen", names).value
        of_two = module.AnnotationTask(naive.links({name: annotations[name] for name in names}))
        assert found == pytest.approx(of_two.kappa_pairwise(*names))
    assert agreement.coefficient("kappa", "links", "fleiss").value == pytest.approx(task.pi())


def typed(folder: Path, decisions: Mapping[str, Sequence[str]]) -> Agreement:
    """Return the agreement of annotators who mark the same words and give them these types."""
    for name, kinds in decisions.items():
        line = {
            "doc_key": "a",
            "sentences": [[f"w{number}" for number in range(max(map(len, decisions.values())))]],
            "clusters": [[[number, number]] for number in range(len(kinds))],
            "mentions": [
                {"span": [number, number], "cluster": number, "etype": kind}
                for number, kind in enumerate(kinds)
            ],
        }
        (folder / f"{name}.jsonl").write_bytes(msgspec.json.encode(line))
    return corefeval.agree(
        {name: folder / f"{name}.jsonl" for name in decisions},
        metrics="mention",
        resamples=0,
        key_offsets="inclusive,token",
        response_offsets="inclusive,token",
    )


def test_the_example_of_artstein_and_poesio(tmp_path: Path) -> None:
    """Artstein and Poesio (2008, Computational Linguistics 34(4), 555-596), Table 1 and section 2: A_o .7, κ .348 with A_e .54, π (Fleiss for two) .341 with .545."""
    pairs = (
        [("stat", "stat")] * 20 + [("ireq", "stat")] * 20 + [("stat", "ireq")] * 10 + [("ireq", "ireq")] * 50
    )
    agreement = typed(tmp_path, {"a": [one for one, _ in pairs], "b": [other for _, other in pairs]})
    cohen = agreement.coefficient("kappa", "etype", "cohen")
    fleiss = agreement.coefficient("kappa", "etype", "fleiss")
    assert cohen.observed == fleiss.observed == pytest.approx(0.7)
    assert cohen.expected == pytest.approx(0.54)
    assert fleiss.expected == pytest.approx(0.545)
    assert cohen.value == pytest.approx(0.348, abs=0.0005)
    assert fleiss.value == pytest.approx(0.341, abs=0.0005)
    assert agreement.disagreement_counts((0, 1))["type"] == 30


def test_the_example_of_krippendorff(tmp_path: Path) -> None:
    """Krippendorff (2004, Content Analysis, 2nd ed., chapter 11, 211-256), section 11.3.1: two observers, ten units, α .095; π is α without its correction for 2N values."""
    decisions = {"a": "0100000010", "b": "1110010000"}
    found = typed(tmp_path, decisions).coefficient("kappa", "etype", "fleiss").value
    assert found is not None
    assert 1 - (1 - found) * (20 - 1) / 20 == pytest.approx(0.095, abs=0.0005)


def test_the_example_of_fleiss(tmp_path: Path) -> None:
    """Three observers against the definition: the mean agreement of two, and the squares of the shares of all."""
    decisions = {"a": "xxyyz", "b": "xyyyz", "c": "xxyzz"}
    found = typed(tmp_path, decisions).coefficient("kappa", "etype", "fleiss")
    assert found.observed == pytest.approx((1 + 1 / 3 + 1 + 1 / 3 + 1) / 5)
    assert found.expected == pytest.approx((5 / 15) ** 2 + (6 / 15) ** 2 + (4 / 15) ** 2)


def test_types_are_of_mentions_that_both_marked(tmp_path: Path) -> None:
    """A mention that one did not mark is no decision about a type; with no common one there is no κ, and that is said."""
    agreement = typed(tmp_path, {"a": "xxy", "b": "xx"})
    assert agreement.coefficient("kappa", "etype", "cohen").observed == 1
    assert "all decisions are the same" in agreement.coefficient("kappa", "etype", "cohen").reason


def test_undefined_without_decisions() -> None:
    """One mention a document links nothing, and where all are linked by all nothing could differ."""
    alone = corefeval.agree({"a": {"x": [[1]]}, "b": {"x": [[1]]}}, metrics="mention")
    assert "no two mentions" in alone.coefficient("kappa", "links", "cohen").reason
    same = corefeval.agree({"a": {"x": [[1, 2]]}, "b": {"x": [[1, 2]]}}, metrics="mention")
    assert "all decisions are the same" in same.coefficient("kappa", "links", "fleiss").reason
