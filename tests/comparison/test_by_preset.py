"""Whether a ranking depends on the scorer: Kendall's tau, and who changes places."""

from __future__ import annotations

import json

import pytest

import corefeval
from corefeval.comparison.stability import _tau
from corefeval.problems import CorefevalError, UsageError
from tests.corpora import text
from tests.refuses import refuses

KEY = [["a", "b", "c"], ["d"], ["e"], ["f"], ["g", "h"]]
LINKS = [["a", "b", "c"], ["g", "h"]]
"""Right links, no singletons."""
SINGLETONS = [["a", "b"], ["c"], ["d"], ["e"], ["f"], ["g", "h"]]
"""One link missing, all singletons."""


def test_systems_change_places() -> None:
    """With singletons the one that finds them leads, without the one that finds all links."""
    found = corefeval.rank_by_preset(
        KEY, {"links": LINKS, "singletons": SINGLETONS}, ["perl", "conll12", "e2e"]
    )
    assert found.ranking("perl") == ["singletons", "links"]
    assert found.ranking("conll12") == ["links", "singletons"]
    assert found.taus == {("perl", "conll12"): -1, ("perl", "e2e"): -1, ("conll12", "e2e"): 1}
    (exchange,) = found.exchanges
    assert (exchange.one, exchange.ahead, exchange.behind) == ("singletons", ("perl",), ("conll12", "e2e"))
    assert found.rank("links", "perl") == 2
    assert found.score("links", "perl") == corefeval.score(KEY, LINKS, preset="perl").f1
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["exchanges"][0]["systems"] == ["singletons", "links"]
    assert len(found.rows().rows) == 6


def test_no_system_describes_the_text() -> None:
    """Tags of one system type its mentions in score(), with a warning, never in a comparison."""
    key, asked = text("Zed saw Ann", chains=[[0, 2]], columns=[]), ["perl", "longdoc"]
    response = text("Zed/NOUN saw/VERB Ann/PROPN", chains=[[0, 2]])
    alone = corefeval.score(key, response, preset=asked, metrics="parent")
    assert "CE055" in {problem.code for problem in alone.warnings}
    found = corefeval.rank_by_preset(key, {"tagged": response}, asked, metrics="parent")
    codes = {problem.code for problem in found.warnings}
    assert "CE055" not in codes
    assert codes == {problem["code"] for problem in found.to_dict()["warnings"]}
    compared = corefeval.compare(key, {"tagged": response}, preset="perl", metrics="parent", resamples=0)
    assert found.score("tagged", "perl") == compared.scores["tagged"]["parent"]["f1"]
    assert found.score("tagged", "perl") != alone["perl"].f1


def test_no_preset_is_wrong_usage() -> None:
    """An empty list names none."""
    with refuses(UsageError, "CE051", "no-preset-named"):
        corefeval.score(KEY, LINKS, preset=[])
    with refuses(UsageError, "CE051", "several-presets-of-score"):
        corefeval.Scorer(preset="perl,e2e")


def test_the_same_ranking() -> None:
    """Nobody changes places; ties are in neither order."""
    found = corefeval.rank_by_preset(KEY, {"gold": KEY, "links": LINKS, "same": LINKS}, ["perl", "longdoc"])
    assert found.exchanges == ()
    assert found.taus == {("perl", "longdoc"): 1}
    assert [found.rank(name, "perl") for name in ("gold", "links", "same")] == [1, 2, 2]


def test_tau_by_hand() -> None:
    """Six pairs of four systems, one of them turned: (5 - 1) / 6; only ties have none."""
    assert _tau([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, -1]) == pytest.approx(4 / 6)
    assert _tau([1, 1, 0], [1, 1, 1]) == pytest.approx(2 / 6**0.5)
    assert _tau([0, 0], [1, 1]) is None


def test_what_cannot_be_scored() -> None:
    """A preset that does not apply to a system is left out for all; a system that none can score is rejected."""
    key = {"a": KEY, "b": [[1, 2]]}
    found = corefeval.rank_by_preset(
        key, {"all": key, "some": {"a": KEY}, "none": "nosuch.conll"}, ["coval", "perl"]
    )
    assert found.presets == ("perl",)
    assert found.left_out["coval"].code == "CE010"
    assert found.rejected["none"][0].code == "CE001"
    with pytest.raises(CorefevalError):
        corefeval.rank_by_preset(key, {"none": "nosuch.conll"}, ["perl"])
    with pytest.raises(UsageError, match="CE051"):
        corefeval.rank_by_preset(key, {}, ["perl"])
    with pytest.raises(UsageError, match="CE051"):
        corefeval.compare(key, [key], preset=["perl"])  # type: ignore[arg-type]
