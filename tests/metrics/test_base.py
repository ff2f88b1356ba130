"""What metrics say of themselves: the files that declare them, their names, and what lists and pages take from them."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import corefeval.metrics
from corefeval.metrics import parse_metric, split_names
from corefeval.metrics.base import FILES, METRICS, Metric, Registry, register
from corefeval.metrics.split import PREFIX
from corefeval.problems import UsageError
from tests.every_metric import variants
from tests.metrics.scoring import pairing, scores

OURS = [name for names in FILES.values() for name in names]


def test_the_table_of_files_is_what_the_files_register() -> None:
    """Every file of the package is imported, and each metric that is registered stands in the table under its file."""
    found: dict[str, list[str]] = {}
    for module in pkgutil.iter_modules(corefeval.metrics.__path__):
        import_module(f"corefeval.metrics.{module.name}")
    for name in METRICS:
        module_name = METRICS[name].__module__
        if module_name.startswith("corefeval.metrics."):
            found.setdefault(module_name.rpartition(".")[2], []).append(name)
    assert {file: tuple(names) for file, names in found.items()} == FILES


def test_sets_alone_are_scored_by_every_metric_that_weighs_them() -> None:
    """Each metric that is defined for split antecedents has its form for the sets alone, and no other has."""
    on_sets = {name.removeprefix(PREFIX) for name in OURS if name.startswith(PREFIX)}
    assert on_sets == {name for name in OURS if METRICS[name].weighs_sets}


@pytest.mark.parametrize("name", OURS)
def test_declarations(name: str) -> None:
    """Every metric says what it is, and its name, with whatever parameters, parses back to it."""
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
    """Pages say that precision is recall with key and response exchanged, so that has to be so; else the formula has both."""
    metric = METRICS[name]
    if metric.formula.startswith("R =") and "P =" not in metric.formula:
        assert metric.swaps


@pytest.mark.parametrize("name", OURS)
def test_weights_of_a_formula_are_defined(name: str) -> None:
    """A formula that speaks of weights says which they are; so do the kinds of mentions, each of which weighs something."""
    metric = METRICS[name]
    assert set(re.findall(r"w_\w", metric.formula)) <= metric.symbols.keys()
    assert all(metric.symbols.values())


@pytest.mark.parametrize("name", ["lmuc", "lbcub", "lceafm", "lceafe"])
def test_every_kind_of_mention_is_weighed_as_said(name: str) -> None:
    """Links of events weigh as those of nominals; those of zeros, adverbs, ellipses and unknown mentions as those of pronouns."""
    said = METRICS[name].symbols["types"]
    chains = [[1, 2, 3, 4], [5]], [[1], [2, 3, 4], [5]]

    def found(kind: str) -> dict[str, float]:
        return scores(name, pairing(*chains, {1: "name", 2: kind, 3: kind, 4: kind, 5: kind}))

    assert found("nominal") != found("pronoun")
    assert found("event") == found("nominal")
    for kind in ("zero", "adverb", "ellipsis", "unknown"):
        assert found(kind) == found("pronoun")
        assert kind.removesuffix("is") in said


def test_metrics_of_ones_own_are_known_beside_ours() -> None:
    """Ours before they are imported, a user's once it is made known; forgotten it is unknown again."""
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
    """A metric of one's own under a name of ours is refused, and ours stays."""
    ours = METRICS["bcub"]
    with pytest.raises(UsageError, match="CE078"):
        register(type("Mine", (Metric,), {"name": "bcub", "label": "Mine", "__module__": "mine"}))
    assert METRICS["bcub"] is ours


def test_every_class_counts_unless_a_metric_names_those_that_do() -> None:
    """In averages over the classes of a feature."""
    assert parse_metric("muc").counts_class("type", "name")


def test_groups_stand_for_their_metrics() -> None:
    """`use`, `arcs` and `bridging` are all metrics of the family, in any case and among other names."""
    assert split_names("conll, ARCS") == ["conll", "arcs.immediate", "arcs.inferred", "arcs.anchor"]
    assert len(split_names(["use", "bridging"])) == 12
