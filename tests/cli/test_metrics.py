"""corefeval metrics, as it is typed."""

from __future__ import annotations

import json
import re

import pytest

from corefeval.examples.worked import LETTERS, demonstrate, work_out
from corefeval.metrics.base import METRICS
from corefeval.reports.formula import plain_formula
from tests.cli.conftest import Run
from tests.goldens import Goldens


def test_list(run: Run) -> None:
    """Every metric with the question it answers."""
    done = run("metrics")
    assert done.status == 0
    for name in METRICS:
        assert re.search(rf"^ {re.escape(name)} ", done.out, re.MULTILINE)


@pytest.mark.parametrize("name", ["muc", "blanc", "zero", "bridging.entity", "parent"])
def test_page(name: str, run: Run, golden: Goldens) -> None:
    """Formula, paper, biases, parameters and a worked example."""
    done = run("metrics", name)
    assert done.status == 0
    golden(f"cli/metrics-{name}.txt", done.out, width=80)


def test_demonstration(run: Run, golden: Goldens) -> None:
    """What each metric says of extreme responses."""
    golden("cli/metrics-demo.txt", run("metrics", "--demo").out, width=80)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_a_page(name: str, run: Run) -> None:
    """As text, as Markdown and as JSON; the example has a score."""
    assert METRICS[name].label in run("metrics", name).out
    assert run("metrics", name, "-f", "markdown").out.startswith(f"# {METRICS[name].label}\n")
    page = json.loads(run("metrics", name, "-f", "json").out)
    assert page["name"] == name
    assert page["paper"]
    assert any(score is not None for score in page["example"]["scores"].values())


@pytest.mark.parametrize("name", METRICS)
def test_formulas_become_plain(name: str) -> None:
    """No LaTeX is left in what the terminal shows."""
    assert not re.search(r"\\|[{}](?![(a]|\||$|,)|frac|mathrm", plain_formula(METRICS[name].formula))


def test_worked_example_of_the_paper() -> None:
    """The letters are scored as in Pradhan et al. (2014), section 5: MUC .40, B³ .42/.50, CEAFe .65/.43."""
    found = {
        name: work_out(METRICS[name]()).result.scores[name] for name in ("muc", "bcub", "ceafm", "ceafe")
    }
    assert LETTERS[0][0] == ["a", "b", "c"]
    assert found["muc"]["recall"] == pytest.approx(0.40)
    assert found["bcub"]["recall"] == pytest.approx(0.42, abs=0.005)
    assert found["bcub"]["precision"] == pytest.approx(0.50)
    assert found["ceafm"]["recall"] == pytest.approx(0.57, abs=0.005)
    assert found["ceafe"]["recall"] == pytest.approx(0.65)
    assert found["ceafe"]["precision"] == pytest.approx(0.43, abs=0.005)


def test_what_metrics_are_blind_to() -> None:
    """One big cluster pleases MUC, singletons please B³, and only typed metrics miss a name more than a pronoun."""
    found = demonstrate()
    big, alone = (
        {name: scores[kind] or 0 for name, scores in found.items()}
        for kind in ("one big cluster", "all singletons")
    )
    assert big["muc"] > 2 * big["bcub"]
    assert alone["bcub"] > 0.5
    assert alone["muc"] == 0
    for name in ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll"):
        assert found[name]["a missed name"] == found[name]["a missed pronoun"]
    for name in ("lmuc", "lbcub", "lceafe", "parent", "dominant", "arcs.inferred", "ace"):
        assert (found[name]["a missed name"] or 0) < (found[name]["a missed pronoun"] or 0)


def test_json_list(run: Run) -> None:
    """The list as data, without examples."""
    listed = json.loads(run("metrics", "-f", "json").out)
    assert [metric["name"] for metric in listed] == list(METRICS)
    assert "example" not in listed[0]


def test_parameters_in_the_name(run: Run) -> None:
    """A parameter changes the example."""
    plain, changed = (
        json.loads(run("metrics", name, "-f", "json").out) for name in ("ace", "ace(pronoun=1)")
    )
    assert changed["parameters"]["pronoun"]["value"] == 1
    assert plain["example"]["scores"] != changed["example"]["scores"]


@pytest.mark.parametrize("arguments", [("lee",), ("lea", "--demo"), ("lea(x=1)",), ("blanc(empty=no)",)])
def test_wrong_usage(arguments: tuple[str, ...], run: Run) -> None:
    """Unknown names and contradictions are wrong usage, with what to do."""
    done = run("metrics", *arguments)
    assert (done.status, done.out) == (2, "")
    assert "Traceback" not in done.err
