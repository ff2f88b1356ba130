"""The scorer of inspect_ai in tasks with a model that gives set answers, and in their logs."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs, Task, eval, score  # noqa: A004 - its name there
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, read_eval_log, recompute_metrics
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from corefeval import CorefevalError
from corefeval.integrations.harness import score_answers
from corefeval.integrations.inspect_ai import coreference

GOLD = ["[Anna](#1) fed [[her](#1) dog](#2) .", "[It](#1) ate and [it](#1) slept ."]
ANSWERS = ["no", GOLD[1], GOLD[0], "[It](#1) ate and it slept .", GOLD[0], "no"]
"""Answers of three epochs, none of which agree."""
pytestmark = pytest.mark.filterwarnings("ignore")


def ran(folder: Path, answers: list[str], targets: list[Any] = GOLD, **options: Any) -> EvalLog:
    """Return the log of a task in which the model gives these answers."""
    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    for output in outputs:
        output.usage = ModelUsage()
    samples = [Sample(input="Mark all mentions.", target=target) for target in targets]
    (log,) = eval(
        Task(samples, scorer=options.pop("scorer", None) or coreference()),
        model=get_model("mockllm/model", custom_outputs=outputs),
        max_samples=1,
        display="none",
        log_dir=str(folder),
        **options,
    )
    return log


def corpus(log: EvalLog, name: str = "coreference") -> dict[str, float]:
    """Return the scores of all answers together."""
    assert log.results
    (found,) = (one for one in log.results.scores if one.name == name and one.metrics)
    return {metric: one.value for metric, one in found.metrics.items()}


@pytest.mark.parametrize("reducer", ["mean", "mode", "max", "at_least_1", []])
def test_all_epochs_count(tmp_path: Path, reducer: Any) -> None:
    """The corpus is all answers of all epochs, however the means are reduced."""
    log = ran(tmp_path, ANSWERS, epochs=Epochs(3, reducer))
    assert corpus(log) == pytest.approx(score_answers(ANSWERS, GOLD * 3))
    assert corpus(log)["answer/readable"] == pytest.approx(2 / 3)


def test_a_log_is_scored_again(tmp_path: Path) -> None:
    """Other metrics are added or replace the first, and a log that was read has the same scores as before."""
    log = read_eval_log(ran(tmp_path, ANSWERS, epochs=3, scorer=coreference(metrics="lea")).location)
    lea, muc = (score_answers(ANSWERS, GOLD * 3, metrics=name) for name in ("lea", "muc"))
    added = score(log, coreference(metrics="muc"), action="append", display="none")
    assert corpus(added) == pytest.approx(lea)
    assert corpus(added, "coreference1") == pytest.approx(muc)
    assert corpus(
        score(log, coreference(metrics="muc"), action="overwrite", display="none")
    ) == pytest.approx(muc)
    recompute_metrics(log)
    assert corpus(log) == pytest.approx(lea)


def test_scorers_of_one_task_keep_their_options(tmp_path: Path) -> None:
    """Two scorers with different options do not share them, also if their metrics are found by name."""
    log = ran(tmp_path, ANSWERS[:2], scorer=[coreference(metrics="lea"), coreference(metrics="muc")])
    for _ in range(2):
        for name, metric in (("coreference", "lea"), ("coreference1", "muc")):
            assert corpus(log, name) == pytest.approx(score_answers(ANSWERS[:2], GOLD, metrics=metric))
        recompute_metrics(log)


def test_a_sample_has_one_target(tmp_path: Path) -> None:
    """Several targets are refused: inspect_ai would join them without a space. An empty one is no gold annotation."""
    for targets, code in (([GOLD], "CE051"), ([""], "CE003")):
        log = ran(tmp_path, [GOLD[0]], targets)
        assert log.error
        assert code in log.error.message
    assert corpus(ran(tmp_path, [GOLD[0]], [[GOLD[0]]]))["conll/f1"] == 1


@pytest.mark.parametrize("wrong", [{"metrics": "laa"}, {"preset": "no"}, {"singeltons": "drop"}])
def test_a_wrong_option_is_refused_at_once(wrong: dict[str, Any]) -> None:
    """Names are checked when the task is created, not after the model has answered."""
    with pytest.raises(CorefevalError, match="CE050"):
        coreference(**wrong)


def test_logs_of_other_processes_find_the_scorer() -> None:
    """inspect_ai looks up the names of scorers and metrics in the entry point of the package."""
    (found,) = entry_points(group="inspect_ai", name="corefeval")
    assert found.value == coreference.__module__
