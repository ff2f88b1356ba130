"""Board: the ranked submissions to a task, from which the pages and the JSON are written."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from corefeval.columns import plain
from corefeval.comparison.compare import compare_results
from corefeval.comparison.comparison import Comparison, Resampling, measured_on
from corefeval.comparison.intervals import RESAMPLES
from corefeval.comparison.stability import Stability
from corefeval.evaluation.datasets import DatasetScores
from corefeval.leaderboard.scoring import SubmissionRecord, records
from corefeval.leaderboard.task import Submission, Task
from corefeval.metrics import metric_name
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.version import __version__

THIS = "this ranking"
"""The name of the ranking of a task among those by further presets."""

MOST = 50
"""The most systems that are tested in pairs. With more, a test precise enough for significance takes hours."""


@dataclass(frozen=True, eq=False)
class Board:
    """A leaderboard.

    Attributes:
        task: the task.
        records: the record of each submission.
        scored: the names of the submissions that were scored in this run; the other records were stored earlier.
        comparison: the comparison of all systems by their latest valid submissions; None if no submission is valid.
    """

    task: Task
    records: Mapping[Submission, SubmissionRecord]
    scored: tuple[str, ...]
    comparison: Comparison | None

    def __post_init__(self) -> None:
        """Compute all scores now, so that writing the pages calls no metric."""
        _ = self.scores

    @cached_property
    def counting(self) -> dict[str, Submission]:
        """The latest valid submission of each system, which counts for the ranking."""
        return counting(self.records)

    @property
    def rejected(self) -> dict[Submission, SubmissionRecord]:
        """The submissions that cannot be scored, with their records."""
        return {one: record for one, record in self.records.items() if not record.is_valid}

    @cached_property
    def scores(self) -> dict[Submission, DatasetScores]:
        """The scores of each valid submission."""
        return {one: DatasetScores(record.results) for one, record in self.records.items() if record.is_valid}

    def headline(self, submission: Submission) -> float | None:
        """Return the score that a submission is ranked by: a mean over datasets."""
        if self.comparison is None:
            return None
        ranks = self.comparison.ranks
        return self.scores[submission].macro[ranks.metric][ranks.part]

    def is_measured(self, submission: Submission) -> bool:
        """Return whether the ranking score was measured on at least one dataset, so that it is not only a 0 for 0/0."""
        if self.comparison is None:
            return False
        ranks = self.comparison.ranks
        return bool(measured_on(self.scores[submission].results, ranks.metric, ranks.part))

    @cached_property
    def by_preset(self) -> Stability | None:
        """The rankings under the further presets that apply to all systems and datasets, after that of the task; None without any."""
        if self.comparison is None:
            return None
        found = {system: self.records[one].datasets.values() for system, one in self.counting.items()}
        kept = [
            preset
            for preset in self.task.preset_rows
            if all(preset in dataset.presets for own in found.values() for dataset in own)
        ]
        if not kept:
            return None
        ranks = {one.system: one.score for one in self.comparison.ranks.standings}
        scores: dict[str, dict[str, float | None]] = {THIS: {system: ranks[system] for system in found}}
        for preset in kept:
            means = {system: [each.presets[preset] or 0.0 for each in own] for system, own in found.items()}
            scores[preset] = {system: math.fsum(each) / len(each) for system, each in means.items()}
        return Stability(scores)

    @property
    def presets_left_out(self) -> list[str]:
        """The further presets that do not apply to all systems and datasets."""
        used = () if self.by_preset is None else self.by_preset.criteria
        return [preset for preset in self.task.preset_rows if preset not in used]

    def history(self) -> list[tuple[Submission, float, bool]]:
        """Return each valid submission that states its day, with its score and whether it was the best so far."""
        dated = sorted(
            (one.day, one.system, value, one)
            for one in self.scores
            if one.day and (value := self.headline(one)) is not None
        )
        found, best = [], -1.0
        for *_, value, one in dated:
            is_best = value > best and self.is_measured(one)
            found.append((one, value, is_best))
            best = value if is_best else best
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return all data that may be public: neither counts per document nor annotations of the key."""
        found: dict[str, Any] = {"corefeval": __version__, "title": self.task.title}
        if self.comparison is not None:
            found["signature"] = self.comparison.signature.long
            found["datasets"] = list(self.comparison.datasets)
            found["ranking"] = self.comparison.ranks.to_dict()
            found["systems"] = {
                system: {
                    "submission": self.counting[system].name,
                    "scores": plain(self.comparison.scores[system]),
                    "intervals": plain(self.comparison.intervals[system]),
                    "datasets": {
                        name: result.scores for name, result in self.comparison.results[system].items()
                    },
                    "signature": self.scores[self.counting[system]].signature.long,
                    "missing": self.missing(self.counting[system]),
                    "missing_documents": self.lacking(self.counting[system]),
                    "breakdowns": self.breakdowns(self.counting[system]),
                    "errors": self.errors(self.counting[system]),
                }
                for system in self.comparison.systems
            }
        if self.by_preset is not None:
            found["by_preset"] = {"scores": plain(self.by_preset.scores), **self.by_preset.to_dict()}
        if self.presets_left_out:
            found["presets_left_out"] = self.presets_left_out
        found["history"] = [
            {"day": one.day, "system": one.system, "score": score, "best": is_best}
            for one, score, is_best in self.history()
        ]
        found["rejected"] = {one.name: record.problems for one, record in self.rejected.items()}
        return found

    def ceilings(self) -> dict[str, list[str]]:
        """Return the metrics of each dataset that are 0/0 for its key and count as 0, so that no response can reach 100."""
        if self.comparison is None:
            return {}
        results = next(iter(self.comparison.results.values()))
        found = {
            name: [
                result.metrics[metric].full_label
                for metric, parts in result.empty.items()
                if result.settings.undefined == "zero" and {"recall", "f1"} & set(parts)
            ]
            for name, result in results.items()
        }
        return {name: labels for name, labels in found.items() if labels}

    def missing(self, submission: Submission) -> list[str]:
        """Return the datasets that a submission lacks."""
        return [name for name, one in self.records[submission].datasets.items() if one.is_missing]

    def lacking(self, submission: Submission) -> dict[str, list[str]]:
        """Return the missing documents of each dataset of a submission; datasets that are missing as a whole are skipped."""
        found = self.records[submission].datasets.items()
        return {name: one.lacking for name, one in found if one.lacking}

    def errors(self, submission: Submission) -> dict[str, int]:
        """Return the number of errors of each class, summed over the datasets of a submission."""
        found: Counter[str] = Counter()
        for one in self.records[submission].datasets.values():
            found.update(one.errors)
        return dict(found)

    def class_measured_on(
        self, submission: Submission, feature: str, label: str, part: str
    ) -> frozenset[str]:
        """Return the datasets on which the score of a class of mentions is defined."""
        return frozenset(
            name
            for name, one in self.records[submission].datasets.items()
            if one.breakdowns.get(feature, {}).get(label, {}).get(part) is not None
            and part not in one.empty.get(feature, {}).get(label, ())
        )

    def breakdowns(self, submission: Submission) -> dict[str, dict[str, dict[str, float | None]]]:
        """Return the scores of each class of each feature, as means over the datasets in which they are defined."""
        values: dict[str, dict[str, dict[str, list[float]]]] = {}
        for one in self.records[submission].datasets.values():
            for feature, classes in one.breakdowns.items():
                for label, parts in classes.items():
                    into = values.setdefault(feature, {}).setdefault(label, {})
                    for part, value in parts.items():
                        into.setdefault(part, []).extend([] if value is None else [value])
        return {
            feature: {
                label: {part: math.fsum(each) / len(each) if each else None for part, each in parts.items()}
                for label, parts in classes.items()
            }
            for feature, classes in values.items()
        }


def counting(found: Mapping[Submission, SubmissionRecord]) -> dict[str, Submission]:
    """Return the latest valid submission of each system. A submission without a day is older than any with one."""
    latest: dict[str, Submission] = {}
    for one, record in found.items():
        if record.is_valid and (one.system not in latest or one.day >= latest[one.system].day):
            latest[one.system] = one
    return latest


def enough(systems: int) -> int:
    """Return the number of random swaps for testing all pairs of this number of systems.

    It is twice the smallest number with which a pair can be significant after correction for multiple tests. For more
    than MOST systems it is the default number. With this number no pair can be significant, so none is tested.

    Examples:
        >>> enough(10), enough(40), enough(200)
        (10000, 31200, 10000)
    """
    pairs = systems * (systems - 1) // 2
    return max(RESAMPLES, 40 * pairs) if systems <= MOST else RESAMPLES


def leaderboard(
    path: str | Path, *, kept: str | Path | None = None, jobs: int = 1, resamples: int | None = None
) -> Board:
    """Check, score and rank the submissions to a task.

    Args:
        path: the TOML file of the task.
        kept: the folder of stored records; default: `.scored` next to the task. Do not publish it.
        jobs: the number of submissions that are scored at a time.
        resamples: the number of resamples of tests; 0 for no tests, None to choose it by the number of systems.
    """
    task = Task.read_one(path)
    return board_of(task, Path(kept) if kept is not None else Path(path).parent / ".scored", jobs, resamples)


def leaderboards(
    path: str | Path | Task,
    *,
    kept: str | Path | None = None,
    jobs: int = 1,
    resamples: int | None = None,
) -> list[Board]:
    """Return one board per track of a task, or one board if it has no tracks. See `leaderboard` for the arguments."""
    task = path if isinstance(path, Task) else Task.read(path)
    beside = task.key if isinstance(path, Task) else Path(path)
    folder = Path(kept) if kept is not None else beside.parent / ".scored"
    return [board_of(one, folder / one.track, jobs, resamples) for one in task.tracks or (task,)]


def board_of(task: Task, kept: Path, jobs: int = 1, resamples: int | None = None) -> Board:
    """Return the board of a task without tracks, or of one track."""
    submissions = task.find()
    if not submissions:
        raise CorefevalError(Problem("CE003", "no-submission-in-folder", Place(str(task.submissions))))
    found, scored = {}, []
    for one, record, is_new in records(task, submissions, kept, jobs):
        found[one] = record
        if is_new:
            scored.append(one.name)
    latest = counting(found)
    comparison = None
    if latest:
        rank_by = metric_name(task.rank_by) if task.rank_by else ""
        chosen = enough(len(latest)) if resamples is None else resamples
        resampling = Resampling(by="dataset", resamples=chosen, rank_by=rank_by)
        comparison = compare_results(
            {system: found[one].results for system, one in sorted(latest.items())},
            resampling,
            ranks_only=True,
        )
    return Board(task, found, tuple(scored), comparison)
