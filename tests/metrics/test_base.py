"""Declarations of metrics: their files, their names, and the data for lists and pages."""

from __future__ import annotations

import math
import pkgutil
import re
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval.metrics
from corefeval.metrics import parse_metric, split_names
from corefeval.metrics.base import FILES, METRICS, Metric, Registry, f_score, ratio, register
from corefeval.metrics.split import PREFIX
from corefeval.problems import UsageError
from tests.every_metric import variants
from tests.metrics.scoring import pairing, scores

OURS = [name for names in FILES.values() for name in names]


def test_the_table_of_files_is_what_the_files_register() -> None:
    """The table lists every registered metric under the file that declares it."""
    found: dict[str, list[str]] = {}
    for module in pkgutil.iter_modules(corefeval.metrics.__path__):
        import_module(f"corefeval.metrics.{module.name}")
    for name in METRICS:
        module_name = METRICS[name].__module__
        if module_name.startswith("corefeval.metrics."):
            found.setdefault(module_name.rpartition(".")[2], []).append(name)
    assert {file: tuple(names) for file, names in found.items()} == FILES


def test_sets_alone_are_scored_by_every_metric_that_weighs_them() -> None:
    """Every metric defined for split antecedents, and no other, has a variant for the sets alone."""
    on_sets = {name.removeprefix(PREFIX) for name in OURS if name.startswith(PREFIX)}
    assert on_sets == {name for name in OURS if METRICS[name].weighs_sets}


@pytest.mark.parametrize("name", OURS)
def test_declarations(name: str) -> None:
    """Every metric declares its properties, and its name with any parameters parses back to it."""
    metric = METRICS[name]
    for text in (metric.label, metric.summary, metric.paper, metric.formula, metric.__doc__):
        assert text
    assert metric.family != "Others"
    for variant in variants(name):
        assert parse_metric(variant.full_name).values == variant.values
    for parameter in metric.parameters.values():
        assert parameter.meaning
        assert parameter.lifts.keys() <= set(parameter.choices)
        assert set(parameter.lifts.values()) <= {"identity_is_one", "swaps"}


@pytest.mark.parametrize("name", OURS)
def test_a_formula_of_recall_alone_is_of_a_metric_that_swaps(name: str) -> None:
    """A formula of recall alone belongs to a metric whose precision swaps key and response; other formulas have both."""
    metric = METRICS[name]
    if metric.formula.startswith("R =") and "P =" not in metric.formula:
        assert metric.swaps


@pytest.mark.parametrize("name", OURS)
def test_weights_of_a_formula_are_defined(name: str) -> None:
    """A formula with weights has symbols that define them."""
    metric = METRICS[name]
    assert set(re.findall(r"w_\w", metric.formula)) <= metric.symbols.keys()
    assert all(metric.symbols.values())


@pytest.mark.parametrize("name", ["lmuc", "lbcub", "lceafm", "lceafe"])
def test_every_kind_of_mention_is_weighed_as_said(name: str) -> None:
    """Events have the weights of nominals; zeros, adverbs, ellipses and unknown mentions have the weights of pronouns."""
    said = METRICS[name].symbols["types"]
    chains = [[1, 2, 3, 4], [5]], [[1], [2, 3, 4], [5]]

    def found(kind: str) -> dict[str, float]:
        return scores(name, pairing(*chains, {1: "name", 2: kind, 3: kind, 4: kind, 5: kind}))

    assert found("nominal") != found("pronoun")
    assert found("event") == found("nominal")
    for kind in ("zero", "adverb", "ellipsis", "unknown"):
        assert found(kind) == found("pronoun")
        assert kind.removesuffix("is") in said


def test_metrics_of_ones_own_are_known_next_to_ours() -> None:
    """Our metrics are known before they are imported, a user's metric after registration and until it is removed."""
    known = Registry()
    assert "bcub" in known
    assert "mine" not in known
    ours = list(known)
    known["mine"] = METRICS["bcub"]
    assert "mine" in known
    assert list(known) == [*ours, "mine"]
    assert len(known) == len(ours) + 1
    assert (known.is_ours("bcub"), known.is_ours("mine")) == (True, False)
    del known["mine"]
    assert "mine" not in known
    assert len(known) == len(ours)


def test_the_name_of_one_of_ours_is_taken() -> None:
    """A user's metric with the name of one of ours is refused, and ours stays."""
    ours = METRICS["bcub"]
    with pytest.raises(UsageError, match="CE078"):
        register(type("Mine", (Metric,), {"name": "bcub", "label": "Mine", "__module__": "mine"}))
    assert METRICS["bcub"] is ours


def test_every_class_counts_unless_a_metric_names_those_that_do() -> None:
    """Averages over the classes of a feature include every class by default."""
    assert parse_metric("muc").counts_class("type", "name")


def test_groups_stand_for_their_metrics() -> None:
    """`use`, `arcs` and `bridging` select all metrics of their family, in any case and among other names."""
    assert split_names("conll, ARCS") == ["conll", "arcs.immediate", "arcs.inferred", "arcs.anchor"]
    assert len(split_names(["use", "bridging"])) == 12


NUMBERS = st.sampled_from([0.0, 0.1, 0.3, 1.0, 3.0, -0.2, math.nan]) | st.floats(0, 1e6)


@pytest.mark.property
@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=5), st.sampled_from([1.0, 2.0, 0.5]))
def test_ratios_and_f_scores_are_those_of_each_number(pairs: list[tuple[float, float]], beta: float) -> None:
    """To the last digit, in arrays of any shape, without warnings; 0 / 0 is undefined, and F if both parts are."""

    def f(recall: float, precision: float) -> float:
        if math.isnan(recall) and math.isnan(precision):
            return math.nan
        r, p = (0.0 if math.isnan(each) else each for each in (recall, precision))
        below = beta * beta * p + r
        return (1 + beta * beta) * p * r / below if below else 0.0

    one, other = np.array(pairs).T
    ratios = [above / below if below else math.nan for above, below in pairs]
    scores = [f(*pair) for pair in pairs]
    assert np.array_equal(ratio(one, other), ratios, equal_nan=True)
    assert np.array_equal(f_score(one, other, beta), scores, equal_nan=True)
    shape = (1, len(pairs), 1)
    assert np.array_equal(ratio(one.reshape(shape), other.reshape(shape)).ravel(), ratios, equal_nan=True)
    alone = ratio(np.array(pairs[0][0]), np.array(pairs[0][1])), f_score(one[0], other[0], beta)
    assert [type(each) for each in alone] == [np.ndarray] * 2
    assert np.array_equal(alone, [ratios[0], scores[0]], equal_nan=True)
