"""The classes and functions of copied evaluators: their calls, and their numbers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval import compat
from corefeval.compat import ConllCorefScores, CorefEvaluator, evaluate_documents
from corefeval.compat.evaluators import b_cubed, mentions
from corefeval.problems import UsageError

KEY = [((0, 0), (1, 1), (2, 2)), ((3, 3),), ((4, 4), (5, 5))]
RESPONSE = [((0, 0), (1, 1)), ((3, 3),), ((4, 4), (5, 5), (9, 9))]
pytestmark = pytest.mark.filterwarnings("ignore:CE")
"""Warnings about these small documents; one test is about warnings."""


def test_the_evaluator_of_e2e() -> None:
    """Clusters of predicted and gold, in this order; the means of three metrics, as the original gives them."""
    evaluator = CorefEvaluator()
    evaluator.update(RESPONSE, KEY, {}, {})
    precision, recall, f1 = evaluator.get_prf()
    assert [round(100 * value, 2) for value in (precision, recall, f1)] == [71.11, 62.22, 65.78]
    evaluator.update([], [])  # a document without clusters
    lists: Any = [[[7, 8], [9, 9]]]
    evaluator.update(lists, lists)
    assert evaluator.get_f1() > f1
    assert evaluator.result().preset == "e2e"
    assert any(problem.code == "CE171" for problem in evaluator.result().warnings)


@pytest.mark.parametrize("span", [list, tuple, np.array])
@pytest.mark.parametrize("cluster", [list, tuple, np.array])
def test_clusters_may_be_arrays(cluster: Any, span: Any) -> None:
    """A cluster of any type has the mentions of the list of tuples; tensors are arrays here."""
    evaluator = CorefEvaluator()
    evaluator.update([cluster([span(mention) for mention in one]) for one in RESPONSE], KEY)
    wanted = CorefEvaluator()
    wanted.update(RESPONSE, KEY)
    assert evaluator.get_prf() == wanted.get_prf()


def test_warnings_are_issued() -> None:
    """The original's methods have no place for warnings, so that they are Python's; once each."""
    evaluator = CorefEvaluator()
    assert evaluator.get_f1() == 0
    evaluator.update([[(0, 0), (1, 1)], [(1, 1), (2, 2)]], KEY)
    with pytest.warns(UserWarning, match="CE030"):
        evaluator.get_prf()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluator.get_prf()
    with pytest.warns(UserWarning, match="CE045"):
        evaluate_documents({"a": (KEY, [[1, 2]], {}, {})}, "muc")


def test_another_rule() -> None:
    """A keyword selects another preset, whose numbers are those of score()."""
    evaluator = CorefEvaluator(preset="maverick")
    evaluator.update(RESPONSE, KEY)
    assert evaluator.get_f1() == pytest.approx(
        corefeval.score([*map(list, KEY)], [*map(list, RESPONSE)], preset="longdoc").f1
    )
    assert CorefEvaluator().get_prf() == (0, 0, 0)


def test_the_metric_of_allennlp() -> None:
    """Spans, antecedents and choices of a batch become clusters; a tensor is anything that becomes lists."""
    spans = np.array([[[0, 0], [1, 1], [4, 4], [5, 5], [9, 9]]])
    antecedents = np.array([[[0, 0], [0, 0], [0, 1], [2, 1], [3, 2]]])
    chosen = np.array([[-1, 0, -1, 0, 0]])
    metric = ConllCorefScores()
    metric(spans, antecedents, chosen, [{"clusters": KEY}])
    evaluator = CorefEvaluator()
    evaluator.update([[(0, 0), (1, 1)], [(4, 4), (5, 5), (9, 9)]], KEY)
    assert metric.get_metric(reset=True) == evaluator.get_prf()
    assert metric.get_metric() == (0, 0, 0)
    assert metric.result().documents == ()
    with pytest.raises(UsageError, match="CE051"):
        ConllCorefScores(allow_singletons=True)


def test_the_function_of_coval() -> None:
    """Recall, precision and F, in this order; metrics by their names, or the function of that name."""

    def lea() -> None:
        """Stand in for coval's function."""

    infos: dict[str, Any] = {"a": (KEY, RESPONSE, {}, {}), "b": ([[1, 2]], [], {}, {})}
    for metric, name in ((lea, "lea"), (b_cubed, "bcub"), (mentions, "mention"), ("ceafm", "ceafm")):
        expected = corefeval.score(
            {"a": KEY, "b": [[1, 2]]}, {"a": RESPONSE, "b": []}, preset="coval", metrics=[name]
        )
        found = expected[name]
        assert evaluate_documents(infos, metric) == pytest.approx(
            (found["recall"], found["precision"], found["f1"])
        )
    recall, precision, f2 = evaluate_documents(infos, "muc", beta=2)
    assert f2 == pytest.approx(5 * precision * recall / (4 * precision + recall))
    with pytest.raises(UsageError, match="CE050"):
        evaluate_documents(infos, "nosuch")
    with pytest.raises(AttributeError):
        _ = compat.nosuch
