"""simulate(): experiments on a key, from Python and as a command."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

import corefeval
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError
from corefeval.reports.curves import layout
from corefeval.reports.figure import Words
from corefeval.simulation.simulation import Experiment, simulate
from tests.cli.conftest import Run, run, stories
from tests.goldens import Goldens

__all__ = ["run", "stories"]

KEY = FOLDER / "key.conllu"


def test_an_experiment_is_what_was_asked_for() -> None:
    """Defaults, lists, texts and signatures mean the same experiment."""
    asked = Experiment.of("missed, split", [0.1, 0.5], 2, 7)
    assert asked == Experiment(("missed", "split"), (0.1, 0.5), 2, 7)
    assert Experiment.of(signature=f"corefeval:0|{asked}") == asked
    assert Experiment.of(errors=["Missed"], signature=f"corefeval:0|{asked}").errors == ("missed",)
    assert Experiment.of() == Experiment()


@pytest.mark.parametrize(
    "wrong",
    [{"errors": "lost"}, {"errors": ""}, {"rates": [1.5]}, {"rates": "many"}, {"rates": []}, {"repeats": 0}],
)
def test_an_experiment_that_is_none(wrong: dict[str, object]) -> None:
    """Unknown errors, rates that are no shares, and nothing at all are refused."""
    with pytest.raises(CorefevalError):
        corefeval.simulate(KEY, **wrong)  # type: ignore[arg-type]


def test_points_are_the_scores_of_the_responses() -> None:
    """Each point has the scores that score() gives the response it was made for; means are of all draws."""
    seen = []
    simulation = corefeval.simulate(
        KEY,
        errors="missed,moved",
        rates=[0.2, 0.4],
        repeats=2,
        metrics="conll,lea",
        made=lambda point, response: seen.append(
            (point, corefeval.score(KEY, response, metrics="conll,lea").scores)
        ),
    )
    assert len(seen) == len(simulation.points) == 8
    assert all(point.scores == scores for point, scores in seen)
    values = [point.scores["lea"]["f1"] or 0.0 for point in simulation.points[:2]]
    assert simulation.mean("missed", 0.2, "lea") == pytest.approx(sum(values) / 2)
    assert simulation.mean("missed", 0.0, "lea") == 1
    assert values[0] != values[1]
    assert corefeval.simulate(KEY, signature=simulation.signature).to_dict() == simulation.to_dict()


def test_an_error_without_anything_to_fall_on_is_reported() -> None:
    """One entity cannot be merged with another: nothing is done, and that is said."""
    simulation = corefeval.simulate([[1, 2]], errors="merged,missed", rates=[1], repeats=1, metrics="muc")
    assert [problem["name"] for problem in simulation.warnings if problem.code == "CE115"] == ["merged"]


def test_names_cost_what_pronouns_do_not(tmp_path: Path) -> None:
    """Names and pronouns exchanged between the same entities: CoNLL and LEA are equal, metrics that know names are not."""
    words = [
        "Ada",
        "and",
        "Bob",
        "met",
        ";",
        "she",
        "said",
        "he",
        "saw",
        "her",
        "and",
        "him",
        ",",
        "and",
        "she",
        "waved",
        "at",
        "him",
        ".",
    ]
    female, male = {"Ada", "she", "her"}, {"Bob", "he", "him"}
    lines = [
        f"d 0 {number} {word} {'NNP' if word in {'Ada', 'Bob'} else 'PRP' if word in female | male else 'NN'} * - - - - * "
        f"{'(0)' if word in female else '(1)' if word in male else '-'}"
        for number, word in enumerate(words)
    ]
    key = tmp_path / "key.conll"
    key.write_text("\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""]))
    simulation = corefeval.simulate(
        key, errors="moved-names,moved-pronouns", rates=[1], repeats=2, metrics="conll,lea,dominant,lmuc"
    )
    names, pronouns = (
        {metric: simulation.mean(error, 1, metric) or 0.0 for metric in simulation.metrics}
        for error in ("moved-names", "moved-pronouns")
    )
    assert names["conll"] == pronouns["conll"] < 1
    assert names["lea"] == pronouns["lea"] < 1
    assert names["dominant"] < pronouns["dominant"]
    assert names["lmuc"] < pronouns["lmuc"]


def test_the_command(stories: Path, run: Run, golden: Goldens) -> None:
    """Tables that fit the screen, rows as CSV, the same bytes for the same signature."""
    assert stories.is_dir()
    asked = (
        "simulate",
        "key.conllu",
        "-m",
        "conll,lea,dominant",
        "--errors",
        "missed,split",
        "--rates",
        "0.2,0.4",
    )
    done = run(*asked)
    assert (done.status, done.err) == (0, "")
    golden("cli/simulate.txt", done.out, width=80)
    rows = list(csv.DictReader(run(*asked, "-f", "csv").out.splitlines()))
    assert len(rows) == 2 * 2 * 3 * 3
    signature = done.out.strip().splitlines()[-1]
    assert run("simulate", "key.conllu", "--signature", signature).out == done.out
    plain = msgspec.json.decode(run(*asked, "-f", "json").out)
    assert plain["points"][0]["error"] == "missed"
    assert float(rows[0]["f1"]) == plain["points"][0]["scores"]["conll"]["f1"]


def test_responses_are_written(stories: Path, run: Run) -> None:
    """Each response as a file of the key's format, which scores as it did in the simulation."""
    asked = ("simulate", "key.conllu", "-m", "lea", "--errors", "missed", "--rates", "0.5", "--repeats", "2")
    done = run(*asked, "--write", "made", "-f", "json")
    points = msgspec.json.decode(done.out)["points"]
    files = sorted(path.name for path in (stories / "made").iterdir())
    assert files == ["missed-0.5-1.conllu", "missed-0.5-2.conllu"]
    for point, name in zip(points, files, strict=True):
        again = corefeval.score("key.conllu", f"made/{name}", metrics="lea")
        assert again["lea"] == pytest.approx(point["scores"]["lea"])
    (stories / "taken").write_text("")
    assert run(*asked, "--write", "taken/made").status != 0


def test_the_figure(stories: Path, run: Run) -> None:
    """A panel an error, a named curve a metric; the same figure has the same bytes."""
    asked = ("simulate", "key.conllu", "-m", "conll,lea", "--errors", "missed,moved", "--rates", "0.2,0.6")
    assert run(*asked, "--plot", "a.svg").status == 0
    assert run(*asked, "--plot", "b.svg").status == 0
    text = (stories / "a.svg").read_text()
    assert text == (stories / "b.svg").read_text()
    words = [element.text for element in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    assert {"missed", "moved"} < set(words)
    assert words.count("CoNLL") == words.count("LEA") == 2
    assert run(*asked, "--plot", "a.pdf").status == 2


def test_nothing_to_count_is_no_curve() -> None:
    """0/0 that a preset writes as 0 stands in the table with its note, and not in the figure."""
    simulated = simulate(
        [[1, 2, 3], [4, 5]], metrics="muc,zero", errors="split", rates=[0.5], repeats=1, undefined="zero"
    )
    assert simulated.mean("split", 0.5, "zero") == 0
    assert not simulated.is_measured("split", 0.5, "zero")
    assert simulated.is_measured("split", 0.5, "muc")
    words = [shape.text for shape in layout(simulated).shapes if isinstance(shape, Words)]
    assert simulated.metrics["muc"].full_label in words
    assert simulated.metrics["zero"].full_label not in words
    assert "0/0" in str(simulated)
