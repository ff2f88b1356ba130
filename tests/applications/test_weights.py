"""LMetrics under many weights: Figure 3 of Chen and Ng (2013, page 1371), the grid of vectors, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from corefeval import score
from corefeval.applications.weights import VECTORS, OverWeights, grid, over_weights
from corefeval.cli import group
from corefeval.problems import UsageError
from corefeval.reports.curves import weights_layout
from corefeval.reports.figure import svg
from tests.metrics.scoring import TYPES, golden
from tests.refuses import refuses

NAMES = {"LMUC": "lmuc", "LB3": "lbcub", "LCEAFm": "lceafm", "LCEAFe": "lceafe"}


def figure() -> tuple[dict[str, Any], dict[str, dict[str, Any]], Any]:
    """Return the key and the responses of Figure 2, and the golden values."""
    data = golden("papers.json")["lmetrics"]

    def annotated(chains: list[list[int]]) -> dict[str, Any]:
        return {
            "doc_key": "figure 2",
            "offsets": "inclusive,token",
            "tokens": [f"m{n}" for n in range(21)],
            "clusters": [[[n, n] for n in chain] for chain in chains],
            "mentions": [{"span": [int(n)] * 2, "type": TYPES[kind]} for n, kind in data["types"].items()],
        }

    return annotated(data["key"]), {n: annotated(c) for n, c in data["responses"].items()}, data


def test_figure_3() -> None:
    """The 120 points of Figure 3: four metrics, five responses, five weight vectors and the classic metric."""
    key, responses, data = figure()
    found = over_weights(key, responses)
    assert len(grid()) == found.vectors == 288
    for response in responses:
        for printed, name in NAMES.items():
            for weights in VECTORS:
                wanted = data["lmetrics"][response][weights][printed]["F"]
                assert found.named[name][weights][response] == pytest.approx(wanted, abs=1e-6)
            classic = data["ometrics"][response][printed[1:]]["paper"][2]
            assert found.named[name][""][response] == pytest.approx(classic / 100, abs=0.000501)
    assert "LCEAFe" in svg(weights_layout(found))
    _check_shares(found)


def _check_shares(found: OverWeights) -> None:
    for metric, shares in found.leads.items():
        assert sum(shares.values()) + found.ties(metric) == pytest.approx(1)
        for system, curve in found.curves[metric].items():
            assert curve[-1] == pytest.approx(found.named[metric]["W4"][system])


def test_shares_of_the_weight_space() -> None:
    """Each system leads where its own score under that vector is the highest: counted vector by vector."""
    key, responses, _ = figure()
    chosen = {name: responses[name] for name in "ae"}
    found = over_weights(key, chosen, "lceafm")
    leaders = []
    for nominal, pronoun, singleton in grid():
        metric = f"lceafm(nominal={nominal},pronoun={pronoun},singleton={singleton})"
        scores = {name: score(key, response, metrics=metric).f1 for name, response in chosen.items()}
        leaders.append(max(scores, key=lambda name: scores[name] or 0.0))
    assert found.leads["lceafm"] == {name: leaders.count(name) / 288 for name in found.systems}
    assert 0 < found.leads["lceafm"]["a"] < found.leads["lceafm"]["e"] < 1


def test_the_command(tmp_path: Path) -> None:
    """One command prints the shares, writes the figure and its data; -m limits it to some LMetrics."""
    from corefeval.examples import FOLDER

    files = [str(FOLDER / name) for name in ("key.conllu", "cautious.conllu", "eager.conllu")]
    plot = tmp_path / "figure.svg"
    run = ["compare", *files, "--over-weights", "--singletons", "keep", "-m", "lmuc"]
    done = CliRunner().invoke(group, [*run, "--plot", str(plot), "-f", "json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert (data["vectors"], list(data["metrics"])) == (288, ["lmuc"])
    assert plot.read_text().count("<text") > 20
    rows = CliRunner().invoke(group, [*run, "-f", "csv"]).stdout.splitlines()
    assert len(rows) >= 2 * (6 + 11 + 1)
    assert "288" in CliRunner().invoke(group, run).stdout
    for wrong in (["--for", "any"], ["--resamples", "9"], ["-p", "perl,e2e"]):
        assert CliRunner().invoke(group, [*run, *wrong]).exit_code == 2
    assert CliRunner().invoke(group, ["compare", *files, "--plot", str(plot)]).exit_code == 2


def test_other_metrics_are_refused() -> None:
    """Only LMetrics have weights of links."""
    with refuses(UsageError, "CE051", "no-weights-of-links"):
        over_weights([["a", "b"]], {"one": [["a", "b"]]}, "lmuc,muc")
