"""next_documents() and weighted_difference(), from Python and as a command."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import corefeval
from corefeval.planning.next_documents import FEWEST, next_documents, weighted_difference
from corefeval.problems import UsageError
from tests.cli.conftest import Run, run
from tests.planning.test_plan import pilot
from tests.refuses import refuses

__all__ = ["run"]


def test_documents_with_more_disagreement_are_more_probable() -> None:
    """The choice has its size, and only documents with disagreement have a high probability."""
    _, good, _ = pilot(60)
    other = {
        name: [chain[1:] for chain in chains] if number >= 45 else chains
        for number, (name, chains) in enumerate(good.items())
    }
    found = next_documents(good, other, 20)
    assert len(found.documents) == 20
    chosen = found.probabilities
    low, high = (
        {value for name, value in chosen.items() if (name >= "d45") == is_high} for is_high in (False, True)
    )
    assert max(low, default=0) < min(high)
    assert found.pool == 60
    assert next_documents(good, other, 20).probabilities == chosen
    assert next_documents(good, other, signature=found.signature).probabilities == chosen
    assert next_documents(good, other, 20, seed=7).probabilities != chosen
    data = found.to_dict()
    assert [each["document"] for each in data["documents"]] == sorted(chosen)
    assert data["seed"] == found.seed


def test_the_estimate_is_the_difference_of_all_documents() -> None:
    """Choosing every document gives the difference of score(); choosing some, an interval that holds it."""
    key, good, bad = pilot(60)
    true = {
        metric: (corefeval.score(key, good).scores[metric]["f1"] or 0)
        - (corefeval.score(key, bad).scores[metric]["f1"] or 0)
        for metric in ("conll", "lea")
    }
    every = weighted_difference(key, good, bad, dict.fromkeys(key, 1.0), metrics="conll,lea")
    for metric, difference in true.items():
        assert every[metric].difference == pytest.approx(difference)
        assert every[metric].low == pytest.approx(every[metric].high)
    chosen = next_documents(good, bad, 40)
    annotated = {name: key[name] for name in chosen.probabilities}
    some = weighted_difference(annotated, good, bad, chosen.probabilities, metrics="conll,lea")
    assert (some.documents, some.pool) == (40, 60)
    assert some.warnings == ()
    for metric, difference in true.items():
        assert some[metric].low < difference < some[metric].high
        assert some[metric].difference == pytest.approx(some[metric].first - some[metric].second)
    assert some.rows().heads == ["metric", "first", "second", "difference", "low", "high"]
    wider = weighted_difference(annotated, good, bad, chosen.probabilities, confidence=0.99)["conll"]
    assert wider.low < some["conll"].low


def test_what_cannot_be_chosen_or_weighted_is_refused() -> None:
    """Too few or too many documents, and keys that lack a chosen one."""
    key, good, bad = pilot(24)
    with refuses(UsageError, "CE184", "too-few"):
        next_documents(good, bad, FEWEST - 1)
    with refuses(UsageError, "CE184", "more-than-there-are"):
        next_documents(good, bad, 25)
    with refuses(UsageError, "CE181", "negative"):
        next_documents(good, bad, 20, seed=-1)
    with refuses(UsageError, "CE184", "option-without-gold", option="--key-format"):
        next_documents(good, bad, 12, key_format="conll2012")
    chosen = next_documents(good, bad, 12).probabilities
    lacking = {name: key[name] for name in list(chosen)[1:]}
    with refuses(UsageError, "CE184", "not-annotated"):
        weighted_difference(lacking, good, bad, chosen)
    with refuses(UsageError, "CE184", "not-of-systems"):
        weighted_difference(key, good, bad, {**chosen, "x": 0.5})
    with refuses(UsageError, "CE181", "not-share"):
        weighted_difference(key, good, bad, chosen, confidence=2)
    few = dict(list(chosen.items())[:5])
    with refuses(UsageError, "CE184", "too-few"):
        weighted_difference(key, good, bad, few)
    found = weighted_difference(key, good, bad, chosen)
    assert [(each.code, each.kind) for each in found.warnings] == [("CE184", "not-chosen")]
    same = next_documents(good, good, 12)
    assert [(each.code, each.kind) for each in same.warnings] == [("CE184", "no-disagreement")]
    assert all(0.4 < each.probability < 0.6 for each in same.documents)


def _write(path: Path, clusterings: dict[str, list[list[tuple[int, int]]]]) -> None:
    lines = [
        json.dumps({"doc_key": name, "clusters": chains, "sentences": [["w"] * 12]})
        for name, chains in clusterings.items()
    ]
    path.write_text("\n".join(lines) + "\n")


def test_the_command_chooses_and_estimates(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The CSV file of the choice is the input of the estimate."""
    monkeypatch.chdir(tmp_path)
    for name, clusterings in zip(("key", "good", "bad"), pilot(), strict=True):
        _write(tmp_path / f"{name}.jsonl", clusterings)
    assert run("next", "good.jsonl", "bad.jsonl", "-n", "12", "-f", "csv", "-o", "chosen.csv").status == 0
    rows = list(csv.DictReader((tmp_path / "chosen.csv").read_text().splitlines()))
    assert len(rows) == 12
    assert {row["words"] for row in rows} == {"12"}
    asked = ("next", "good.jsonl", "bad.jsonl", "--gold", "key.jsonl")
    found = json.loads(run(*asked, "--chosen", "chosen.csv", "-m", "conll", "-f", "json").out)
    assert found["documents"] == 12
    assert [each["metric"] for each in found["differences"]] == ["conll"]
    assert "interval" in run(*asked, "--chosen", "chosen.csv").out
    for more in (
        ("--gold", "key.jsonl"),
        ("--chosen", "chosen.csv"),
        ("-m", "conll"),
        ("--confidence", "0.9"),
    ):
        assert "CE184" in run("next", "good.jsonl", "bad.jsonl", *more).err
    for more in (("-n", "5"), ("--seed", "3")):
        assert "CE184" in run(*asked, "--chosen", "chosen.csv", *more).err


def test_a_choice_is_of_these_outputs_and_whole(tmp_path: Path) -> None:
    """Probabilities of another pool, or a list that has lost a document, would give a biased number without a warning."""
    key, good, bad = pilot(24)
    path = tmp_path / "chosen.csv"
    whole = next_documents(good, bad, 12).render("csv")
    path.write_text(whole)
    assert weighted_difference(key, good, bad, path).documents == 12
    fewer = {name: chains for name, chains in good.items() if name in whole}
    with refuses(UsageError, "CE184", "of-other-outputs"):
        weighted_difference(key, fewer, bad, path)
    lines = whole.splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    with refuses(UsageError, "CE184", "rows-missing", count=11):
        weighted_difference(key, good, bad, path)
    path.write_text("\n".join(line.split(",corefeval")[0].split(',"corefeval')[0] for line in lines[:-1]))
    assert weighted_difference(key, good, bad, path).documents == 11


def test_a_file_that_is_not_a_choice_is_refused(tmp_path: Path) -> None:
    """Missing columns, probabilities that are none, and a document twice, each with its line."""
    key, good, bad = pilot(24)
    path = tmp_path / "chosen.csv"
    path.write_text("name,share\na,1\n")
    with refuses(UsageError, "CE184", "not-a-choice"):
        weighted_difference(key, good, bad, path)
    path.write_text("document,probability\nd01,0.5\nd02,1.5\n")
    with refuses(UsageError, "CE184", "not-a-probability") as caught:
        weighted_difference(key, good, bad, path)
    assert caught.value.problems[0].place.line == 3
    path.write_text("document,probability\nd01,0.5\nd01,0.5\n")
    with refuses(UsageError, "CE184", "chosen-twice"):
        weighted_difference(key, good, bad, path)
    path.write_text("document,probability\n")
    with refuses(UsageError, "CE184", "not-a-choice"):
        weighted_difference(key, good, bad, path)
