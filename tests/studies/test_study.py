"""study(): which metric predicts which use, from Python and as a command."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau

import corefeval
from corefeval.examples import FOLDER
from corefeval.metrics.base import FILES
from corefeval.problems import CorefevalError
from corefeval.simulation.mixtures import MIXTURES
from corefeval.studies.study import GIVEN, Plan, Study, study
from tests.cli.conftest import Run, run, stories

__all__ = ["run", "stories"]

KEY = FOLDER / "key.conllu"
METRICS = "conll,lea,parent"
SETS = tuple(MIXTURES)


@pytest.fixture(scope="module")
def simulated() -> Study:
    """A small study of simulated systems."""
    return study(KEY, simulate=8, metrics=METRICS, resamples=40, seed=3)


def test_simulated_systems_are_scored_on_held_out_documents(simulated: Study) -> None:
    """The scores of a system are those of score() on the held-out documents alone, and τ is that of these scores."""
    assert simulated.chosen_on == ("ferry",)
    assert simulated.measured_on == ("bakery", "lighthouse")
    assert simulated.uses == tuple(FILES["uses"])
    key = corefeval.load(KEY)
    recipe = MIXTURES[SETS[1]](8, 3)[2]
    result = corefeval.score(KEY, recipe.make(key), metrics=["lea", "use.chains"])
    for metric in result.metrics:
        rows = np.array([result.documents.index(name) for name in simulated.measured_on])
        counts = result.counts[metric].select(rows)
        alone = replace(result, counts={metric: counts}, metrics={metric: result.metrics[metric]})
        assert alone.scores[metric]["f1"] == pytest.approx(simulated.scores["B3"][metric])
    for group, names in simulated.groups.items():
        scores = [[simulated.scores[name][each] for name in names] for each in ("lea", "use.chains")]
        assert simulated[group, "use.chains", "lea"].tau == pytest.approx(kendalltau(*scores).statistic)


def test_the_chosen_metric_is_the_best_elsewhere(simulated: Study) -> None:
    """On the documents to choose with and the first mixture no metric has a higher τ."""
    key = corefeval.load(KEY)
    results = [
        corefeval.score(KEY, recipe.make(key), metrics=["conll", "lea", "parent", "use.facts"])
        for recipe in MIXTURES[SETS[0]](8, 3)
    ]
    scores = {
        metric: [
            row["scores"][metric]["f1"] or 0.0
            for result in results
            for row in result.per_document()
            if row["document"] in simulated.chosen_on
        ]
        for metric in results[0].metrics
    }
    taus = {
        metric: kendalltau(scores[metric], scores["use.facts"]).statistic for metric in METRICS.split(",")
    }
    assert taus[simulated.chosen["use.facts"] or ""] == max(taus.values())


def test_intervals_contain_what_they_are_of(simulated: Study) -> None:
    """τ lies in its intervals over systems; the baseline has no difference from itself."""
    assert simulated.baseline == "conll"
    for one in simulated.predictions:
        for value, bounds in ((one.tau, one.tau_systems), (one.difference, one.difference_systems)):
            assert bounds is None or value is None or bounds[0] - 0.1 <= value <= bounds[1] + 0.1
        assert (one.difference is None) == (one.metric == "conll" or one.tau is None)
    assert any(one.tau_documents is not None for one in simulated.predictions)


def test_the_verdict_needs_both_intervals(simulated: Study) -> None:
    """A difference is called better or worse only if documents and systems agree."""
    one = simulated[SETS[0], "use.facts", "lea"]

    def verdict(documents: tuple[float, float] | None, systems: tuple[float, float] | None) -> str:
        return replace(one, difference_documents=documents, difference_systems=systems).verdict

    assert verdict((0.1, 0.2), (0.01, 0.3)) == "better"
    assert verdict((-0.2, -0.1), (-0.3, -0.01)) == "worse"
    assert verdict((0.1, 0.2), (-0.1, 0.3)) == verdict((0.1, 0.2), None) == ""


def test_uses_that_order_nothing_are_reported(simulated: Study) -> None:
    """The stories have no network: τ is undefined there, with a warning for each mixture."""
    assert simulated[SETS[0], "use.network", "lea"].tau is None
    assert simulated.chosen["use.network"] is None
    ties = [problem for problem in simulated.warnings if problem.code == "CE178"]
    assert {one.kind for one in ties} == {"all-tied"}
    networks = [dict(one.arguments) for one in ties if ("use", "use.network") in one.arguments]
    assert [one["systems"] for one in networks] == [*SETS]


def test_the_same_seed_makes_the_same_study() -> None:
    """The signature sets it up again, another seed does not."""
    one = study(KEY, simulate=3, metrics="lea,use.facts", resamples=5, seed=3)
    assert study(KEY, signature=one.signature).to_dict() == one.to_dict()
    other = study(KEY, signature=one.signature, seed=4, resamples=0)
    assert other.recipes != one.recipes
    assert other.predictions[0].tau_systems is None


def test_weights_are_fitted_on_request() -> None:
    """Other metrics do not change, the signature repeats the fit, and the candidates are not in it."""
    given = {"simulate": 4, "metrics": "lea,use.facts", "resamples": 5}
    plain, fitted = study(KEY, **given), study(KEY, **given, fit="Dominant")  # type: ignore[arg-type]
    assert fitted.predictions == plain.predictions
    assert [(one.systems, one.use) for one in fitted.fits] == [(name, "use.facts") for name in SETS]
    assert all(one.gain == one.default_error - one.fitted_error for one in fitted.fits)
    assert fitted.signature == f"{plain.signature}|fit:dominant"
    assert study(KEY, signature=fitted.signature).to_dict() == fitted.to_dict()


def test_given_systems_stand_for_themselves() -> None:
    """Files, without simulation; uses among the metrics limit the uses."""
    systems = {name: FOLDER / f"{name}.conllu" for name in ("cautious", "eager")} | {"gold": KEY}
    found = study(KEY, systems, metrics="conll,use.chains", resamples=0)
    assert found.groups == {GIVEN: ("cautious", "eager", "gold")}
    assert found.uses == ("use.chains",)
    assert not found.recipes


def test_task_scores_take_the_place_of_uses() -> None:
    """They need no trees, all documents count, and ties are reported."""
    systems = {name: FOLDER / f"{name}.conll" for name in ("cautious", "eager")} | {
        "gold": FOLDER / "key.conll"
    }
    found = study(
        FOLDER / "key.conll", systems, against={"cautious": 1, "eager": 1, "gold": 2}, metrics="conll,lea"
    )
    assert found.uses == ("score",)
    assert found.measured_on == found.chosen_on
    assert not found.is_held_out
    lea = [found.scores[name]["lea"] for name in systems]
    assert found[GIVEN, "score", "lea"].tau == pytest.approx(kendalltau(lea, [1, 1, 2]).statistic)
    assert [one.kind for one in found.warnings if one.code == "CE178"] == ["some-tied"]


@pytest.mark.parametrize(
    ("keywords", "code", "kind"),
    [
        ({"simulate": 2}, "CE178", "too-few-systems"),
        ({"systems": [FOLDER / "eager.conllu"]}, "CE178", "too-few-systems"),
        ({"against": {"a": 1}}, "CE178", "too-few-systems"),
        ({"against": {"a": 1}, "simulate": 5}, "CE178", "scores-of-simulated"),
        ({"simulate": 3, "metrics": "use.facts"}, "CE178", "no-metrics"),
        ({"key": FOLDER / "uses.key.conllu", "simulate": 3}, "CE178", "too-few-documents"),
        ({"key": FOLDER / "key.conll", "simulate": 3}, "CE174", "key-has-no-trees"),
        ({"simulate": 3, "systems": {"A1": KEY, "b": KEY, "c": KEY}}, "CE051", "two-systems-named"),
        ({"simulate": 3, "fit": "dominant"}, "CE178", "too-few-to-fit"),
        ({"simulate": 3, "fit": "lea"}, "CE178", "no-weights-to-fit"),
        ({"simulate": 3, "fit": "lconll"}, "CE178", "no-weights-to-fit"),
        ({"simulate": 3, "confidence": 1.0}, "CE050", "confidence-cannot"),
        ({"simulate": 3, "beta": 2}, "CE051", "only-f1"),
    ],
)
def test_studies_that_cannot_be_made(keywords: dict[str, object], code: str, kind: str) -> None:
    """Each is refused with its reason."""
    with pytest.raises(CorefevalError) as refused:
        study(**{"key": KEY, "metrics": "conll", **keywords})  # type: ignore[arg-type]
    assert [(one.code, one.kind) for one in refused.value.problems] == [(code, kind)]


def test_a_plan_is_what_was_asked_for() -> None:
    """Given values come before those of a signature, and these before the defaults."""
    plan = Plan(5, 10, 0.9, 7)
    assert Plan.of(f"corefeval:0|{plan}") == plan
    assert Plan.of(f"corefeval:0|{plan}", seed=8).seed == 8
    assert Plan.of("") == Plan()


def test_the_command_writes_every_kind(run: Run, stories: Path) -> None:
    """JSON, CSV and a figure have the same numbers."""
    assert stories.is_dir()
    given = ("study", "key.conllu", "--simulate", "4", "-m", "conll,use.facts", "--resamples", "20")
    data = json.loads(run(*given, "-f", "json", "--plot", "taus.svg").out)
    rows = [*csv.DictReader(run(*given, "-f", "csv").out.splitlines())]
    assert [float(row["tau"]) for row in rows] == [one["tau"] for one in data["predictions"]]
    assert len(rows) == len(SETS)
    assert "conll" in (ET.parse("taus.svg").find("{*}desc").text or "")  # type: ignore[union-attr]
    assert run("study", "key.conllu", "--simulate", "1").status == 2
