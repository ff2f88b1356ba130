"""score_keys(): a system against several annotators."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.agreement.several_keys import score_keys
from corefeval.problems import CorefevalError, UsageError
from tests.cli.conftest import Run, run, stories
from tests.refuses import refuses

__all__ = ["run", "stories"]

A = {"one": [[1, 2, 3], [4, 5]], "two": [[1, 2], [3, 4]]}
B = {"one": [[1, 2], [3, 4, 5]], "two": [[1, 2], [3, 4]]}
C = {"one": [[1, 2, 3, 4, 5]], "two": [[1, 2, 3, 4]]}
SYSTEM = {"one": [[1, 2], [3, 4, 5]], "two": [[1, 2, 3, 4]]}


def f1(key: Any, response: Any, metric: str = "muc") -> float:
    """Return F1 by score()."""
    return corefeval.score(key, response, metrics=metric).scores[metric]["f1"] or 0.0


def test_worked_by_hand() -> None:
    """MUC: against B the first document is right, against C the second; the best key of each document gives 100."""
    found = score_keys({"B": B, "C": C}, SYSTEM, metrics="muc")["muc"]
    assert found.scores == {"B": pytest.approx(f1(B, SYSTEM)), "C": pytest.approx(f1(C, SYSTEM))}
    assert found.mean == pytest.approx((f1(B, SYSTEM) + f1(C, SYSTEM)) / 2)
    assert found.best == 1.0
    # links right / in the keys / in the system: B 3 + 2 of 5 and 6, C 3 + 3 of 7 and 6
    assert found.soft == pytest.approx(2 * 11 / (5 + 7 + 6 + 6))
    assert found.annotators == {"B": pytest.approx(f1(C, B)), "C": pytest.approx(f1(B, C))}
    assert found.human == pytest.approx((f1(C, B) + f1(B, C)) / 2)
    assert found.place == (
        "above" if found.mean and found.human_high and found.mean > found.human_high else "inside"
    )


def test_an_annotator_scores_like_a_system() -> None:
    """An annotator as the system, against the others, has the score that it has as an annotator."""
    every = score_keys({"A": A, "B": B, "C": C}, SYSTEM, metrics="lea,bcub")
    for metric in ("lea", "bcub"):
        alone = score_keys({"A": A, "B": B}, C, metrics=metric)[metric]
        assert alone.mean == pytest.approx(every[metric].annotators["C"])


@given(st.permutations(["A", "B", "C"]))
def test_the_order_of_keys_does_not_matter(order: list[str]) -> None:
    """All numbers are the same to the last bit."""
    keys = {"A": A, "B": B, "C": C}
    first = score_keys(keys, SYSTEM, metrics="muc,bcub,conll,blanc")
    again = score_keys({name: keys[name] for name in order}, SYSTEM, metrics="muc,bcub,conll,blanc")
    for metric, one in first.against.items():
        other = again[metric]
        assert (one.mean, one.best, one.soft, one.human, one.place) == (
            other.mean,
            other.best,
            other.soft,
            other.human,
            other.place,
        )


def test_equal_keys_are_one_key() -> None:
    """Two copies of a key give the score of one in every way, and annotators agree fully."""
    for metric in ("conll", "lea", "ceafe"):
        found = score_keys({"x": A, "y": A}, SYSTEM, metrics=metric)[metric]
        assert [found.mean, found.best, found.soft] == pytest.approx([f1(A, SYSTEM, metric)] * 3)
        assert (found.human, found.place) == (1.0, "below")


def test_best_is_never_below_any_key() -> None:
    """Where counts are per document, the best key of each document cannot be worse in B³ precision and recall alike."""
    for left, right in itertools.permutations((A, B, C), 2):
        found = score_keys({"l": left, "r": right}, SYSTEM, metrics="mention")["mention"]
        assert found.best is not None
        assert found.best >= max(score or 0 for score in found.scores.values()) - 1e-12


def test_refusals() -> None:
    """One key is refused, keys with other documents are, and β, because only F1 is reported."""
    with refuses(UsageError, "CE051", "only-f1"):
        score_keys({"A": A, "B": B}, SYSTEM, beta=2)
    with refuses(UsageError, "CE182", "one-key", count=1):
        score_keys({"A": A}, SYSTEM)
    with pytest.raises(CorefevalError):
        score_keys({"A": A, "B": {"one": B["one"]}}, SYSTEM)


def test_formats_of_the_keys_are_not_those_of_the_system(tmp_path: Path) -> None:
    """Annotators are read in the format of the keys where they stand in for a system."""
    for name, clusters in (("a", A), ("b", B)):
        rows = [
            {"doc_key": key, "offsets": "inclusive,token", "clusters": own, "sentences": [["w"] * 6]}
            for key, own in _spans(clusters).items()
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    formats.write(corefeval.load(tmp_path / "a.jsonl"), tmp_path / "s.conll", "conll2012")
    keys = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    found = score_keys(keys, tmp_path / "s.conll", metrics="muc", response_format="conll2012")
    assert found["muc"].scores["a"] == 1.0


def _spans(clusters: dict[str, list[list[int]]]) -> dict[str, list[list[list[int]]]]:
    return {name: [[[place, place] for place in chain] for chain in own] for name, own in clusters.items()}


def test_it_prints_and_converts() -> None:
    """JSON has everything, CSV a row for each metric."""
    found = score_keys({"A": A, "B": B}, SYSTEM, metrics="muc,lea")
    plain = json.loads(found.render("json"))
    assert plain["scores"]["muc"]["place"] == found["muc"].place
    assert [row["metric"] for row in found.rows().rows] == ["muc", "lea"]
    assert found.render("csv").splitlines()[0].startswith("metric,mean,best,soft,human")
    assert "human range" in str(found)


def test_the_command(run: Run, stories: Path) -> None:
    """Several keys give the scores of score_keys, one key those of score."""
    del stories
    asked = ("--key", "key.conll", "--key", "cautious.conll", "eager.conll", "-m", "conll")
    plain = json.loads(run("score", *asked, "-f", "json").out)
    found = score_keys(["key.conll", "cautious.conll"], "eager.conll", metrics="conll")["conll"]
    assert plain["scores"]["conll"]["mean"] == found.mean
    one = run("score", "--key", "key.conll", "eager.conll", "-f", "csv").out
    assert one == run("score", "key.conll", "eager.conll", "-f", "csv").out
    assert run("score", *asked, "eager.conll").status == 2
    assert run("score", *asked, "--ci").status == 2
    assert run("score", "key.conll").status == 2
