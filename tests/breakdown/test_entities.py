"""Gold entities as rows: their best counterparts, and means over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.breakdown.breakdown import breakdown
from corefeval.breakdown.entities import by_entity
from corefeval.examples import FOLDER
from corefeval.problems import UsageError
from tests.files import corefud

KEY = {"a": [list(range(12)), [20, 21], [30]], "b": [[1, 2]]}
RESPONSE = {"a": [list(range(6)), [6, 7, 20, 21], [40]], "b": [[1, 2]]}


def test_rows_and_means() -> None:
    """A counterpart is the entity of the highest F1; means are over entities, sizes, documents and kinds of chains."""
    found = by_entity(corefeval.score(KEY, RESPONSE, metrics="muc"))
    assert [(row.size, row.precision, row.recall) for row in found.rows] == [
        (12, 1.0, 0.5),
        (2, 0.5, 1.0),
        (1, 0.0, 0.0),
        (2, 1.0, 1.0),
    ]
    f1 = [row.f1 for row in found.rows]
    assert f1 == [pytest.approx(2 / 3), pytest.approx(2 / 3), 0, 1]
    means: Any = {name: (count, scores["f1"]) for name, (count, scores) in found.means.items()}
    assert means["all entities"] == (4, pytest.approx(7 / 12))
    assert means["weighted by size"] == (4, pytest.approx((14 * 2 / 3 + 2) / 17))
    assert means["mean of documents"] == (4, pytest.approx((4 / 9 + 1) / 2))
    assert means["long chains"] == (1, pytest.approx(2 / 3))
    assert means["short chains"] == (2, pytest.approx(5 / 6))
    assert means["singletons"] == (1, 0)
    assert (
        by_entity(corefeval.score({"a": []}, {"a": []}, metrics="muc")).means["all entities"][1]["f1"] is None
    )


def test_an_entity_has_its_name() -> None:
    """Of a text the first name stands for the entity; its spread is in words."""
    result = corefeval.score(FOLDER / "key.conll", FOLDER / "eager.conll", metrics="muc", whole=True)
    mara = next(row for row in by_entity(result).rows if row.name == "Mara Lind")
    assert (mara.document, mara.size, mara.spread) == ("lighthouse", 4, 26)


def test_the_class_of_an_entity(tmp_path: Path) -> None:
    """Most mentions decide; of two classes as frequent that of the first mention; a mention without one has no vote."""
    tokens = [
        "1 (a-place-1)",
        "2 (a-person-1)",
        "3 (a-person-1)",
        "4 (b-place-1)",
        "5 (b-person-1)",
        "6 (b--1)",
    ]
    file = corefud(tmp_path / "key.conllu", [tokens])
    result = corefeval.score(file, file, metrics="muc", singletons="keep", whole=True)
    found = breakdown(result, None, "entity-class")
    scores = dict(zip(found.labels, found.totals("muc")["recall_denominator"].tolist(), strict=True))
    assert {label: links for label, links in scores.items() if links} == {"person": 2, "place": 2}
    assert "etype" in found.note


def test_no_class_of_an_entity() -> None:
    """Clusters without classes have none: the feature is refused by its name."""
    with pytest.raises(UsageError, match="CE050"):
        breakdown(corefeval.score([[1, 2]], [[1, 2]], metrics="muc"), None, "entity-class")
