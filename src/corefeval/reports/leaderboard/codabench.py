"""Codabench: score one submission as its scoring programs do, from input/ref and input/res to output/scores.json."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from corefeval.comparison.compare import compare_results
from corefeval.comparison.comparison import Resampling
from corefeval.leaderboard.board import Board
from corefeval.leaderboard.scoring import SubmissionRecord, rejected, score_safely, unsafe
from corefeval.leaderboard.task import Submission, Task
from corefeval.metrics import metric_name
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.reports.leaderboard.pages import submission_page
from corefeval.writing import to_json, write_files

OF_THE_PLATFORM = ("metadata", "metadata.yaml")
"""The files that Codabench adds to a submission: the result of its first step, and the command to run."""


def write_scores(task_path: str | Path, given: str | Path, output: str | Path) -> SubmissionRecord:
    """Score a submission and write scores.json and detailed_results.html; return the outcome.

    scores.json contains one number per metric, its mean over datasets in percent. It also contains the ranking metric of
    each dataset. If the submission cannot be scored, all metrics are 0, and the page lists every reason.
    """
    root = Path(given)
    for name in ("ref", "res"):
        if not (root / name).is_dir():
            raise CorefevalError(Problem("CE001", "no-folder-of-program", Place(str(root / name)), name=name))
    task = replace(Task.read_one(task_path), key=root / "ref", submissions=root / "res")
    submission = Submission("submission", "", root / "res", OF_THE_PLATFORM)
    problems = [problem for _, problem in unsafe(task, [submission]) if problem is not None]
    record = rejected(problems, submission, task) if problems else next(score_safely(task, [submission]))[1]
    scores: dict[str, float] = {}
    comparison = None
    if record.is_valid:
        comparison = compare_results(
            {"submission": record.results},
            Resampling(by="dataset", resamples=0, rank_by=metric_name(task.rank_by) if task.rank_by else ""),
        )
        for metric, parts in comparison.scores["submission"].items():
            scores[metric] = 100 * (parts[comparison.headline(metric)] or 0)
        ranks = comparison.ranks
        for name, result in comparison.results["submission"].items():
            scores[f"{ranks.metric}_{name}"] = 100 * (result.scores[ranks.metric][ranks.part] or 0)
    else:
        run = task.request.of_a_part()
        keys = task.keys
        metrics = run.on(run.read_key(next(iter(keys.values())))).metrics
        scores = dict.fromkeys(metrics, 0.0)
    board = Board(task, {submission: record}, ("submission",), comparison)
    Path(output).mkdir(parents=True, exist_ok=True)
    page = submission_page(board, submission, is_alone=True)
    write_files(
        [
            (Path(output) / "scores.json", to_json(scores).encode()),
            (Path(output) / "detailed_results.html", page.encode("utf-8", "backslashreplace")),
        ]
    )
    return record
