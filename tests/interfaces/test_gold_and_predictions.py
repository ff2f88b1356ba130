"""Gold clusters are not read in place of missing predictions, however the documents are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval import CorefevalError, Result
from corefeval.limits import PIECE, WHOLE

TOKENS = ["Anna", "saw", "Ben", ".", "She", "met", "him", "."]
GOLD, SYSTEM = [[[0, 0], [4, 4]], [[2, 2], [6, 6]]], [[[0, 0], [4, 4]]]
ROWS: dict[str, dict[str, Any]] = {
    "gold": {"clusters": GOLD},
    "predicted": {"predicted_clusters": SYSTEM},
    "both": {"clusters": GOLD, "predicted_clusters": SYSTEM},
    "none predicted": {"predicted_clusters": []},
}
SUBTOKENS = {"subtoken_map": list(range(len(TOKENS))), "sentence_map": [0] * len(TOKENS)}


def row(number: int, fields: dict[str, Any], *, is_subtokens: bool) -> dict[str, Any]:
    """Return a document."""
    more = SUBTOKENS if is_subtokens else {}
    return {"doc_key": f"d{number}", "sentences": [TOKENS], **more, **fields}


def found(work: Callable[[], Result]) -> tuple[str, float | None]:
    """Return the problem of mixed fields, and the recall."""
    try:
        result = work()
    except CorefevalError as error:
        return ",".join({f"{problem.code} {problem.kind}" for problem in error.problems}), None
    kinds = {f"{each.code} {each.kind}" for each in result.warnings if each.kind == "other-field-before"}
    return ",".join(kinds), result.scores["muc"]["recall"]


@pytest.mark.parametrize("is_subtokens", [False, True], ids=["jsonlines", "subtokens"])
@pytest.mark.parametrize("names", list(product(ROWS, repeat=2)), ids=", ".join)
def test_fields_of_two_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str], *, is_subtokens: bool
) -> None:
    """A file, a folder, both in pieces, and a Scorer agree."""
    key = [row(number, ROWS["gold"], is_subtokens=is_subtokens) for number in range(2)]
    response = [row(number, ROWS[name], is_subtokens=is_subtokens) for number, name in enumerate(names)]
    for name, rows in (("key", key), ("response", response)):
        lines = [json.dumps(each) + "\n" for each in rows]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        (tmp_path / name).mkdir()
        for number, line in enumerate(lines):
            (tmp_path / name / f"d{number}.json").write_text(line, encoding="utf-8")

    def files() -> Result:
        return corefeval.score(tmp_path / "key.jsonl", tmp_path / "response.jsonl")

    def folders() -> Result:
        return corefeval.score(tmp_path / "key", tmp_path / "response")

    def one_by_one() -> Result:
        scorer = corefeval.Scorer()
        for ours, theirs in zip(key, response, strict=True):
            scorer.update(StringIO(json.dumps(ours)), StringIO(json.dumps(theirs)))
        return scorer.result()

    def merged() -> Result:
        scorers = []
        for ours, theirs in zip(key, response, strict=True):
            scorers.append(corefeval.Scorer())
            scorers[-1].update(StringIO(json.dumps(ours)), StringIO(json.dumps(theirs)))
        scorers[0].merge(scorers[1])
        return scorers[0].result()

    whole = found(files)
    mixed = {("predicted" if name != "gold" else "gold") for name in names} == {"gold", "predicted"}
    expected = (
        "" if not mixed else "CE032 other-field-before" if "both" in names else "CE038 other-field-before"
    )
    assert whole[0] == expected
    assert found(folders) == whole
    assert found(one_by_one) == whole
    assert found(merged) == whole
    for limit in (WHOLE, PIECE):
        monkeypatch.setenv(limit.variable, "1")
    assert found(files) == whole
    assert found(folders) == whole


@pytest.mark.parametrize("names", list(permutations(["gold", "predicted", "both"])), ids=", ".join)
def test_the_order_of_documents_does_not_matter(names: tuple[str, str, str]) -> None:
    """A document with both fields shows that gold clusters are no predictions, also if it is the last one."""
    key, response = (
        "\n".join(json.dumps(row(number, ROWS[name], is_subtokens=False)) for number, name in enumerate(side))
        for side in (["gold"] * 3, names)
    )
    assert found(lambda: corefeval.score(StringIO(key), StringIO(response)))[0] == "CE032 other-field-before"
