"""Scoring: a submission checked and scored into a record, which is kept until submission, key or settings change."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from corefeval.analysis.errors import ErrorClass
from corefeval.analysis.explanation import explain
from corefeval.breakdown.breakdown import breakdown
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.evaluation.datasets import Datasets, datasets_of, score_dataset, signature_of
from corefeval.evaluation.result import Result
from corefeval.leaderboard.archives import OF_MACOS, refuse_links, root_of, unpack
from corefeval.leaderboard.task import Submission, Task
from corefeval.metrics import parse_metric
from corefeval.problems import CorefevalError, Place, Problem, Severity, UsageError
from corefeval.signature import Signature
from corefeval.validation import validate
from corefeval.writing import write_file

BY = "lea"
"""The metric that is broken down by features of mentions: the CoNLL average is no sum over mentions."""

_OTHER_WORDS = "CE013"
"""The code of a response with other words than the key; its message quotes both."""


@dataclass(frozen=True)
class DatasetRecord:
    """What was counted on one dataset.

    Attributes:
        documents: the documents' names.
        key: identifies the key's content.
        counts: for each metric what it counted, a number a document.
        is_missing: whether the submission has nothing for it, so that it counts 0.
        lacking: the documents that the submission lacks where it has others, so that they count 0.
        breakdowns: for each feature and class recall, precision and F1 of BY.
        errors: how many errors of each class there are.
    """

    documents: list[str]
    key: str
    counts: dict[str, dict[str, list[float]]]
    is_missing: bool
    lacking: list[str]
    breakdowns: dict[str, dict[str, dict[str, float | None]]]
    errors: dict[str, int]


@dataclass(frozen=True)
class SubmissionRecord:
    """What became of a submission.

    Attributes:
        problems: why it is rejected; empty if it is valid. Nothing of them quotes the key.
        warnings: what is worth a look in it, one of each kind, with how many there are.
        signature: how it was scored.
        metrics: the metrics by the names they were asked for, with their parameters.
        datasets: what was counted on each dataset.
    """

    problems: list[dict[str, str]] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)
    signature: str = ""
    metrics: dict[str, str] = field(default_factory=dict)
    datasets: dict[str, DatasetRecord] = field(default_factory=dict)

    @property
    def is_valid(self) -> bool:
        """Whether it was scored."""
        return not self.problems

    @property
    def results(self) -> dict[str, Result]:
        """The results on the datasets, as scoring gave them, without mentions."""
        signature = Signature.parse(self.signature)
        metrics = {name: parse_metric(full).under(signature.settings) for name, full in self.metrics.items()}
        return {
            name: Result(
                metrics,
                {
                    metric: Counts({column: np.array(values) for column, values in columns.items()})
                    for metric, columns in one.counts.items()
                },
                tuple(one.documents),
                signature.settings,
                signature.preset,
                one.key,
            )
            for name, one in self.datasets.items()
        }


def records(
    task: Task, submissions: Sequence[Submission], kept: Path, jobs: int = 1
) -> Iterator[tuple[Submission, SubmissionRecord, bool]]:
    """Yield each submission with its record, and whether it was scored now; those kept from before are read.

    Args:
        task: the task.
        submissions: what to score.
        kept: the folder of the records; what they hold of a hidden key is not to be published.
        jobs: how many to score at a time.
    """
    kept.mkdir(parents=True, exist_ok=True)
    identity = task.identity
    places = {
        one: kept / f"{sha256(f'{identity}|{one.content}'.encode()).hexdigest()[:32]}.json"
        for one in submissions
    }
    found = {one: _kept(place) for one, place in places.items()}
    new = [one for one in submissions if found[one] is None]
    for one, record in _scored(task, new, jobs):
        write_file(places[one], msgspec.json.encode(asdict(record)))
        found[one] = record
    is_new = set(new)
    for one, kept_or_scored in found.items():
        assert kept_or_scored is not None
        yield one, kept_or_scored, one in is_new


def _scored(
    task: Task, submissions: Sequence[Submission], jobs: int
) -> Iterator[tuple[Submission, SubmissionRecord]]:
    """Yield each submission with its record as soon as it is scored, so that none is lost where a run is stopped."""
    work = partial(score_submission, task)
    if jobs == 1 or len(submissions) < 2:
        yield from ((one, work(one)) for one in submissions)
        return
    with ProcessPoolExecutor(min(jobs, len(submissions))) as pool:
        running = {pool.submit(work, one): one for one in submissions}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        except BrokenExecutor:
            raise CorefevalError(Problem("CE002", "process-scored-submissions-ended")) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _kept(place: Path) -> SubmissionRecord | None:
    """Return a record that was kept; one that cannot be read is none, and is made again."""
    try:
        return msgspec.json.decode(place.read_bytes(), type=SubmissionRecord)
    except (OSError, msgspec.DecodeError):
        return None


def score_submission(task: Task, submission: Submission) -> SubmissionRecord:
    """Check a submission and score it; with every reason why it cannot be."""
    with tempfile.TemporaryDirectory(prefix="corefeval-") as folder:
        root = submission.path
        try:
            if root.is_file():
                root = unpack(root, Path(folder))
            else:
                refuse_links(root)
            root = root_of(root, task.keys, submission.besides)
            return _score(task, root, submission.besides)
        except UsageError:
            raise
        except CorefevalError as error:
            _refuse_key(error.problems, task)
            return SubmissionRecord(
                [_told(problem, root, task) for problem in error.problems if _is_error(problem)]
            )


def _score(task: Task, root: Path, besides: Sequence[str]) -> SubmissionRecord:
    keys = task.keys
    given = datasets_of(root)
    given = Datasets({name: path for name, path in given.items() if name not in {OF_MACOS, *besides}})
    problems: list[Problem] = []
    warnings: list[Problem] = []
    try:
        responses = keys.matching(given, "the submission", task.request.settings.missing)
    except CorefevalError as error:
        problems += error.problems
        responses = given
    part = task.request.of_a_part()
    settings = part.settings
    results: dict[str, Result] = {}
    for dataset in keys:
        key = _key(task, dataset)
        response = responses.get(dataset)
        if response is not None:
            checked = validate(
                response,
                settings.response_format or None,
                layer=settings.response_layer or settings.layer,
                offsets=settings.response_offsets,
            )
            problems += filter(_stops, checked.errors)
            warnings += (one for one in checked.problems if not _stops(one))
        try:
            results[dataset] = score_dataset(part.on(key), key, dataset, response)
        except UsageError:
            raise
        except CorefevalError as error:
            _refuse_key(error.problems, task)
            problems += filter(_is_error, error.problems)
    if problems:
        return SubmissionRecord([_told(problem, root, task) for problem in dict.fromkeys(problems)])
    first = next(iter(results.values()))
    return SubmissionRecord(
        [],
        _warned(warnings, root, task),
        signature_of([first], "micro"),
        {name: metric.full_name for name, metric in first.metrics.items()},
        {
            name: _dataset(result, task, is_missing=responses.get(name) is None)
            for name, result in results.items()
        },
    )


@lru_cache(maxsize=64)
def _key(task: Task, dataset: str) -> Corpus:
    """Return a dataset's key, read once in each process."""
    return task.request.of_a_part().read_key(task.keys[dataset])


def _is_error(problem: Problem) -> bool:
    return problem.severity is Severity.ERROR


def _stops(problem: Problem) -> bool:
    """Say whether an error stops the scoring, and not only what needs a part that is wrong."""
    return _is_error(problem) and not problem.part


def _refuse_key(problems: Sequence[Problem], task: Task) -> None:
    """Raise what is wrong with the key: that is for the organiser, and not told to those who must not see it."""
    wrong = [one for one in problems if _is_error(one) and one.code != _OTHER_WORDS and _is_of_key(one, task)]
    if wrong:
        raise UsageError(wrong)


def _is_of_key(problem: Problem, task: Task) -> bool:
    return bool(problem.place.file) and Path(problem.place.file).is_relative_to(task.key)


def _warned(problems: Sequence[Problem], root: Path, task: Task) -> list[dict[str, str]]:
    """Return the first problem of each kind, with how many there are of it."""
    kinds: dict[str, list[Problem]] = {}
    for one in problems:
        kinds.setdefault(one.code, []).append(one)
    return [{**_told(found[0], root, task), "number": str(len(found))} for found in kinds.values()]


def _told(problem: Problem, root: Path, task: Task) -> dict[str, str]:
    """Return a problem with its place inside the submission, wherever that and the key lie, and without the key's words."""
    if problem.code == _OTHER_WORDS:
        of_key, name = _is_of_key(problem, task), problem.named.get("name")
        problem = replace(problem, kind="other-words-from-here", arguments=(("name", name),))
        if of_key:
            problem = replace(problem, kind="ends-before-key", text="", place=Place())
    file = problem.place.file
    inside = Path(file)
    if inside.is_relative_to(root):
        file = inside.relative_to(root).as_posix()
    elif inside.is_absolute():
        file = inside.name
    told = replace(problem, place=replace(problem.place, file=file)).to_dict()
    return {name: text.replace(f"{root}/", "").replace(f"{task.key}/", "key/") for name, text in told.items()}


def _dataset(result: Result, task: Task, *, is_missing: bool) -> DatasetRecord:
    return DatasetRecord(
        list(result.documents),
        result.key_hash,
        {
            name: {column: values.tolist() for column, values in counts.columns.items()}
            for name, counts in result.counts.items()
        },
        is_missing,
        [] if is_missing else _lacking(result),
        {} if is_missing else {name: _breakdown(result, name) for name in task.breakdowns},
        {} if is_missing else _errors(result),
    )


def _lacking(result: Result) -> list[str]:
    """Return the documents of the key that the response does not have; once aligned, those have no name."""
    assert result.pairing is not None
    key, response = (side.as_read.names for side in (result.pairing.key, result.pairing.response))
    return [ours for ours, theirs in zip(key, response, strict=True) if not theirs]


def _breakdown(result: Result, feature: str) -> dict[str, dict[str, float | None]]:
    try:
        found = breakdown(result, {BY: parse_metric(BY)}, feature)
    except UsageError:
        raise
    except CorefevalError:  # the files do not have what it needs
        return {}
    if BY not in found.cells:
        return {}
    scores: dict[str, Any] = {part: values.tolist() for part, values in found.scores(BY).items()}
    return {
        found.labels[number]: {
            part: None if np.isnan(values[number]) else values[number] for part, values in scores.items()
        }
        for number in found.order
    }


def _errors(result: Result) -> dict[str, int]:
    explained = explain(result)
    numbers = np.bincount(explained.table.kind, minlength=len(ErrorClass)).tolist()
    return {kind.title: int(numbers[kind]) for kind in explained.classes}
