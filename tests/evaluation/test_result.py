"""Result: its repr() and the columns of its rows."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.comparison.compare import with_intervals
from corefeval.examples import FOLDER

KEY, RESPONSE = FOLDER / "key.conll", FOLDER / "eager.conll"
GOLD = {"d": [[1, 2, 3], [4, 5], [6]]}
SYSTEM = {"d": [[1, 2], [3, 4, 5, 7]]}


def test_rows_have_bounds_where_there_are_intervals() -> None:
    """Each part of a score lies between its two bounds; without intervals there are no columns of bounds."""
    result, intervals = with_intervals(corefeval.score(KEY, RESPONSE, metrics="muc"))
    parts = ["recall", "precision", "f1"]
    bounds = [f"{part}_{end}" for part in parts for end in ("low", "high")]
    assert result.rows().heads == ["scope", "document", "metric", *parts]
    rows = result.rows(intervals=intervals)
    assert rows.heads == ["scope", "document", "metric", *parts, *bounds]
    assert all(
        rows.rows[0][f"{part}_low"] < rows.rows[0][part] < rows.rows[0][f"{part}_high"] for part in parts
    )


@pytest.mark.parametrize(
    ("metrics", "shown"), [("muc,bcub", ["57.14", "57.43"]), ("muc", ["57.14"]), ("conll", ["57.75"])]
)
def test_a_result_shows_f1_of_each_metric(metrics: str, shown: list[str]) -> None:
    """The repr shows the headline score of each metric."""
    line = repr(corefeval.score(GOLD, SYSTEM, metrics=metrics))
    assert [word.rstrip(",;") for word in line.split() if "." in word] == shown


def test_a_metric_without_f1_shows_its_first_part() -> None:
    """ACE has no F1, so the repr shows its value."""
    result = corefeval.score(KEY, RESPONSE, metrics="ace")
    value = result["ace"]["value"]
    assert value is not None
    assert f" {100 * value:.2f};" in repr(result)


def test_rows_of_documents_have_the_numbers_of_the_documents() -> None:
    """Each document has a row for each metric, with the scores that it gets alone."""
    two = {"b": GOLD["d"], "a": [[1, 2], [3]]}, {"b": SYSTEM["d"], "a": [[1, 2, 3]]}
    rows = corefeval.score(*two, metrics="muc,bcub").rows(per_document=True).rows
    found = {(row["document"], row["metric"]): row["f1"] for row in rows if row["scope"] == "document"}
    alone = {
        (name, metric): parts["f1"]
        for name in "ab"
        for metric, parts in corefeval.score(
            {name: two[0][name]}, {name: two[1][name]}, metrics="muc,bcub"
        ).scores.items()
    }
    assert found == alone
