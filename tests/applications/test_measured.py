"""The use itself, measured where the key has trees."""

from __future__ import annotations

import json

from corefeval.applications.answer import Answers
from corefeval.applications.answer_for import answer_for
from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.reports.show import render
from tests.applications.small_texts import EAGER, KEY


def test_the_use_itself_comes_first(eager: Answers) -> None:
    """With trees each use is measured, with the counts of its metric."""
    for found in eager.answers:
        assert [each.metric for each in found.measured] == list(found.use.measured)
        for each in found.measured:
            totals = score(KEY, EAGER, metrics=each.metric).counts[each.metric].totals()
            assert each.right == float(totals["recall_numerator"])
            assert each.gold == float(totals["recall_denominator"])
            if each.wrong is not None and each.missing is not None:
                assert each.right + each.wrong + each.missing == each.gold
    shown = json.loads(render(eager, "json"))["uses"]["facts-about-names"]["measured"][0]
    assert (shown["gold"], shown["right"], shown["wrong"], shown["missing"]) == (6, 5, 0, 1)


def test_a_key_without_trees_has_a_proxy() -> None:
    """Nothing is measured, and each answer says so."""
    bare = answer_for(FOLDER / "key.conll", FOLDER / "eager.conll", "all", language="en")
    assert not any(found.measured for found in bare.answers)
    assert render(bare, "markdown").count("A proxy:") == len(bare.answers)


def test_nothing_to_count_is_no_zero(eager: Answers) -> None:
    """No two named entities share a sentence in the stories: their network is undefined."""
    (network,) = [each for each in eager["any"].measured if each.metric == "use.network"]
    assert (network.gold, network.f1) == (0, None)
