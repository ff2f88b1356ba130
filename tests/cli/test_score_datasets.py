"""Folders of datasets: each scored on its own, and the mean over them, as the CRAC shared tasks rank."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

import corefeval
from corefeval.comparison.compare import compare
from corefeval.evaluation.datasets import score_datasets
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError, for_the_command_line
from tests.cli.conftest import Run
from tests.goldens import Goldens
from tests.refuses import refuses


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two datasets of a key and of a response, one as a file and one as a folder."""
    for side, story, zeros in (
        ("gold", "key.conllu", "zeros.key.conllu"),
        ("system", "eager.conllu", "zeros.system.conllu"),
    ):
        (tmp_path / side / "stories").mkdir(parents=True)
        (tmp_path / side / "stories" / "part.conllu").write_bytes((FOLDER / story).read_bytes())
        (tmp_path / side / "zeros.test.conllu").write_bytes((FOLDER / zeros).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_mean_over_datasets(folder: Path) -> None:
    """Each dataset has the score it has alone, and their mean is what compare --by dataset gives."""
    scores = score_datasets(folder / "gold", folder / "system", preset="crac24")
    alone = corefeval.score(FOLDER / "key.conllu", FOLDER / "eager.conllu", preset="crac24")
    assert scores["stories"].scores == alone.scores
    assert list(scores.results) == ["stories", "zeros"]
    compared = compare(
        folder / "gold", {"system": folder / "system"}, preset="crac24", by="dataset", resamples=0
    )
    assert scores.macro == {
        metric: pytest.approx(parts) for metric, parts in compared.scores["system"].items()
    }
    assert scores.f1 == scores.macro["conll"]["f1"]
    assert scores.signature.long == compared.signature.long.partition("|test:")[0]


def test_undefined_scores_are_left_out() -> None:
    """MUC of a dataset of singletons does not count, or counts 0 where a preset says so."""
    key = {"links": [[1, 2]], "single": [[1]]}
    assert score_datasets(key, key, metrics=["muc"]).macro["muc"]["f1"] == 1.0
    assert score_datasets(key, key, metrics="muc", undefined="zero").macro["muc"]["f1"] == 0.5
    assert score_datasets({"single": [[1]]}, {"single": [[1]]}, metrics="muc").f1 is None


def test_the_task_decides_the_headline(folder: Path) -> None:
    """The mean to rank by is that of the metric the task ranks by; without a preset of CoNLL, or of the first."""
    relations = {"one": FOLDER / "relations.key.conllua"}
    assert score_datasets(relations, relations, preset="codicrac22br").headline == "bridging.entity"
    assert score_datasets(folder / "gold", folder / "gold", metrics="lea,muc").headline == "lea"


def test_missing_and_extra_datasets_are_named(folder: Path) -> None:
    """No mean over fewer datasets than the key has."""
    (folder / "system" / "zeros.test.conllu").rename(folder / "system" / "other.conllu")
    with pytest.raises(CorefevalError) as error:
        score_datasets(folder / "gold", folder / "system")
    assert [(problem.code, problem.text) for problem in error.value.problems] == [
        ("CE010", "zeros"),
        ("CE011", "other"),
    ]


def test_table(folder: Path, run: Run, golden: Goldens) -> None:
    """A row for each dataset and the mean below them, within 80 columns."""
    assert folder.is_dir()
    done = run("score", "gold", "system", "-p", "crac24", "--average", "datasets")
    assert (done.status, done.err) == (0, "")
    golden("cli/score-datasets.txt", done.out, width=80)


def test_other_kinds(folder: Path, run: Run) -> None:
    """JSON, CSV, Markdown, LaTeX and the headline alone have the same numbers."""
    assert folder.is_dir()
    scores = score_datasets("gold", "system", metrics="muc,conll")
    shown = {
        kind: run("score", "gold", "system", "-m", "muc,conll", "--average", "datasets", "-f", kind).out
        for kind in ("json", "csv", "markdown", "latex")
    }
    plain = json.loads(shown["json"])
    with for_the_command_line():
        assert plain == json.loads(json.dumps(scores.to_dict()))
    assert plain["average"]["scores"]["conll"]["f1"] == scores.f1
    rows = list(csv.DictReader(shown["csv"].splitlines()))
    assert [row["dataset"] for row in rows] == ["stories", "stories", "zeros", "zeros", "", ""]
    assert float(rows[-1]["f1"]) == scores.f1
    quiet = run("score", "gold", "system", "--average", "datasets", "-q").out.strip()
    assert quiet == f"{100 * (scores.f1 or 0):.2f}"
    assert f"| mean of 2 | 4 | {100 * (scores.macro['muc']['f1'] or 0):.2f} | {quiet} |" in shown["markdown"]
    assert rf"& {quiet} \\" in shown["latex"]


@pytest.mark.parametrize("option", [("--by", "type"), ("--per-document",), ("--ci",)])
def test_what_does_not_go_together(option: tuple[str, ...], folder: Path, run: Run) -> None:
    """Breakdowns and intervals belong to one corpus; the message says who has intervals."""
    assert folder.is_dir()
    done = run("score", "gold", "system", "--average", "datasets", *option)
    assert done.status == 2
    assert "--by dataset" in " ".join(done.err.split())


@pytest.mark.parametrize("average", ["micro", "macro", "mentions", "datasets"])
@pytest.mark.parametrize("kind", ["table", "json"])
def test_a_signature_repeats_the_mean(average: str, kind: str, folder: Path, run: Run) -> None:
    """The same signature, the same number: the mean that was asked for is part of it, and is asked for again by it."""
    assert folder.is_dir()
    first = run("score", "gold", "system", "-p", "crac24", "--average", average, "-f", kind)
    signature = score_signature(first.out)
    assert ("average:" in signature) == (average != "micro")
    assert run("score", "gold", "system", "--signature", signature, "-f", kind).out == first.out
    number = run("score", "gold", "system", "-p", "crac24", "--average", average, "-q").out
    assert run("score", "gold", "system", "--signature", signature, "-q").out == number


def score_signature(text: str) -> str:
    """Return the signature in a table or in JSON."""
    start = text.index("corefeval:")
    return text[start:].partition("\n")[0].rstrip('",')


def test_a_mean_that_is_not_shown_is_reported(folder: Path) -> None:
    """A door without the mean of a signature says that its numbers are others; what is asked beside a signature holds."""
    macro = str(
        replace(corefeval.score(FOLDER / "key.conllu", FOLDER / "eager.conllu"), average="macro").signature
    )
    sides = (FOLDER / "key.conllu", FOLDER / "eager.conllu")
    assert corefeval.score(*sides, signature=macro).average == "macro"
    told = [
        *compare(sides[0], {"eager": sides[1]}, signature=macro, resamples=0).warnings,
        *score_datasets(folder / "gold", folder / "system", signature=macro).warnings,
    ]
    assert [each["average"] for each in told if each.kind == "signature-average-these-scores"] == [
        "macro"
    ] * 2
    with refuses(CorefevalError, "CE050", "not-signature-average", name="median"):
        corefeval.score(*sides, signature=macro.replace("average:macro", "average:median"))
