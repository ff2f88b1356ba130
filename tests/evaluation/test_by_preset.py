"""Several presets at once: every row is the preset alone, and the spread has a cause."""

from __future__ import annotations

import json

import pytest

import corefeval
from corefeval.evaluation.by_preset import score_by_preset
from corefeval.examples import FOLDER
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError, UsageError

PAIRS = [
    ("key.conll", "eager.conll"),
    ("key.conllu", "cautious.conllu"),
    ("zeros.key.conllu", "zeros.system.conllu"),
    ("relations.key.conllua", "relations.system.conllua"),
]


@pytest.mark.parametrize(("key", "response"), PAIRS)
def test_every_row_is_the_preset_alone(key: str, response: str) -> None:
    """Scores and signatures are the same, and all presets are there or left out with a reason."""
    table = corefeval.score(FOLDER / key, FOLDER / response, preset=["all"])
    assert table.results.keys() | table.left_out.keys() == PRESETS.keys()
    for name, result in table.results.items():
        alone = corefeval.score(FOLDER / key, FOLDER / response, preset=name)
        assert (alone.scores, str(alone.signature)) == (result.scores, str(result.signature))


def test_repeated_mentions_and_missing_documents() -> None:
    """Presets that count repetitions otherwise share no pairing; those that need all documents are left out."""
    key, response = {"a": [[1, 2, 3]], "b": [[4, 5]]}, {"a": [[1, 2], [2, 3]]}
    table = corefeval.score(key, response, preset=["perl", "coval", "e2e"])
    assert list(table.results) == ["perl", "e2e"]
    assert table.left_out["coval"].code == "CE010"
    for name, result in table.results.items():
        assert result.scores == corefeval.score(key, response, preset=name).scores


def test_the_spread_and_its_cause() -> None:
    """Singletons make the difference on the bundled pair, and the table counts them."""
    table = corefeval.score(
        FOLDER / "key.conll", FOLDER / "eager.conll", preset=["e2e", "perl", "longdoc-2", "spacy"]
    )
    assert table.spread is not None
    assert (table.spread.lowest, table.spread.highest) == ("e2e", "longdoc-2")
    assert table.spread.points == pytest.approx(67.11 - 56.70, abs=0.01)
    cause = table.spread.causes[0]
    assert dict(cause.settings) == {"singletons": ("e2e", "drop")}
    assert cause.points == pytest.approx(table.spread.points)
    assert cause.counts == {"gold singletons": 14, "system singletons": 3}
    assert table["spacy"].scores.keys() == {"lea"}
    same = corefeval.score([[1, 2]], [[1, 2, 3]], preset=("perl", "e2e"))
    assert same.spread is not None
    assert (same.spread.points, same.spread.causes) == (0, ())


def test_the_columns_of_crac() -> None:
    """The group crac is head, partial and exact match, and head match with singletons."""
    key, response = FOLDER / "key.conllu", FOLDER / "eager.conllu"
    table = corefeval.score(key, response, preset=["crac"])
    expected = [
        corefeval.score(key, response, preset="crac26").f1,
        corefeval.score(key, response, preset="crac26", match="partial").f1,
        corefeval.score(key, response, preset="crac26", match="exact").f1,
        corefeval.score(key, response, preset="crac26", singletons="keep").f1,
    ]
    assert [result.f1 for result in table.results.values()] == expected


def test_it_shows_itself() -> None:
    """Text, HTML, plain data and rows come from the same scores; metrics that were asked for are the columns."""
    table = score_by_preset([[1, 2], [3]], [[1, 2, 3]], ["perl", "wl-coref"], metrics="muc,lea")
    assert list(table.metrics) == ["muc", "lea"]
    assert "perl" in str(table)
    assert "<table" in table._repr_html_()
    assert [row["preset"] for row in json.loads(json.dumps(table.to_dict()))["presets"]] == [
        "perl",
        "wl-coref",
    ]
    assert len(table.rows().rows) == 4
    assert repr(table).startswith("<ResultsByPreset: perl ")


def test_what_is_refused() -> None:
    """Names that do not exist, a signature beside several presets, and files that no preset can score."""
    with pytest.raises(UsageError, match="CE050"):
        corefeval.score([[1]], [[1]], preset=["perl", "nosuch"])
    with pytest.raises(UsageError, match="CE051"):
        corefeval.score([[1]], [[1]], preset=["perl"], signature="x")  # type: ignore[call-overload]
    with pytest.raises(CorefevalError, match="CE001"):
        corefeval.score("nosuch.conll", "nosuch.conll", preset=["perl", "e2e"])
