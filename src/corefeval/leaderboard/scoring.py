"""Scoring: a submission checked and scored into a record, which is stored until submission, key or settings change."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from corefeval.breakdown.breakdown import breakdown
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.engine.limited import MEMORY, SECONDS, Failure, Limited
from corefeval.evaluation.datasets import Datasets, score_dataset, signature_of
from corefeval.evaluation.fold import Whole
from corefeval.evaluation.result import Result
from corefeval.evaluation.score_table import ScoreTable
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.explainer import explain_errors
from corefeval.formats.archives import is_archive, refuse_unsafe, root_of, stem, unpacked
from corefeval.formats.files import files_below
from corefeval.formats.key_texts import KeyTexts
from corefeval.formats.unpacking import OF_MACOS
from corefeval.leaderboard.task import Submission, Task
from corefeval.limits import Limit
from corefeval.metrics import parse_metric
from corefeval.presets import BY_CLASS
from corefeval.problems import CATALOGUE, CorefevalError, Place, Problem, Severity, UsageError, printable
from corefeval.signature import Signature
from corefeval.validation import validate
from corefeval.writing import cannot_be_written, say, write_file

MOST = 20
"""Problems of one kind that the page of a submission names."""

LONGEST = 500
"""The most characters of a message, or of a quotation from a submission in it."""

NOT_KEPT = frozenset(("CE002", "CE081", "CE082", "CE149"))
"""Codes of problems that may be gone in the next run: limits can be raised, and our errors corrected."""

OTHER_MENTIONS = frozenset({"CE057"})
"""Warnings of a score that a submission was scored on other mentions than others may be."""
_OTHER_WORDS = "CE013"
"""The code of a response with other words than the key; its message quotes both."""


@dataclass(frozen=True)
class DatasetRecord:
    """The counts on one dataset.

    Attributes:
        documents: the documents' names.
        key: identifies the key's content.
        counts: the counts of each metric, one number per document.
        is_missing: whether the submission lacks it, so that it counts 0.
        lacking: the documents that the submission lacks although it has others; they count 0.
        breakdowns: for each feature and class recall, precision and F1 of BY_CLASS.
        errors: the number of errors of each class.
        empty: for each feature and class the parts of BY_CLASS with nothing to count (0/0), whatever their
            value is.
    """

    documents: list[str]
    key: str
    counts: dict[str, dict[str, list[float]]]
    is_missing: bool
    lacking: list[str]
    breakdowns: dict[str, dict[str, dict[str, float | None]]]
    errors: dict[str, int]
    empty: dict[str, dict[str, list[str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class SubmissionRecord:
    """The outcome of a submission.

    Attributes:
        problems: why it is rejected; empty if it is valid. They never quote the key.
        warnings: the warnings, one of each kind, with their numbers.
        signature: how it was scored.
        metrics: the metrics by their requested names, with their parameters.
        datasets: the counts on each dataset.
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

    @cached_property
    def results(self) -> dict[str, Result]:
        """The results on the datasets, as scoring gave them, without mentions."""
        signature = Signature.parse(self.signature)
        settings = signature.settings
        metrics = {name: parse_metric(full).under(settings) for name, full in self.metrics.items()}
        found = {}
        for name, one in self.datasets.items():
            counts = {
                metric: Counts({column: np.array(values) for column, values in columns.items()})
                for metric, columns in one.counts.items()
            }
            documents, kept = tuple(one.documents), ScoreTable(metrics, counts, settings).finish()
            found[name] = Result(metrics, counts, documents, settings, signature.preset, one.key, kept=kept)
        return found


def records(
    task: Task, submissions: Sequence[Submission], kept: Path, jobs: int = 1
) -> Iterator[tuple[Submission, SubmissionRecord, bool]]:
    """Yield each submission with its record, and whether it was scored now; stored records are read.

    Args:
        task: the task.
        submissions: the submissions to score.
        kept: the folder of the records, which becomes private: they contain counts of a hidden key.
        jobs: how many to score at a time.
    """
    _make_private(kept)
    identity = task.identity
    found: dict[Submission, SubmissionRecord | None] = {}
    places: dict[Submission, Path] = {}
    for one, problem in unsafe(task, submissions):
        if problem is not None:
            found[one] = rejected([problem], one, task)
            continue
        places[one] = kept / f"{sha256(f'{identity}|{one.content}'.encode()).hexdigest()[:32]}.json"
        found[one] = _kept(places[one])
    new = [one for one in submissions if found[one] is None]
    for one, record in score_safely(task, new, jobs):
        if not {problem["code"] for problem in record.problems} & NOT_KEPT:
            write_file(places[one], msgspec.json.encode(asdict(record)), is_private=True)
        found[one] = record
    is_new = set(new)
    for one, kept_or_scored in found.items():
        assert kept_or_scored is not None
        yield one, kept_or_scored, one in is_new


def rejected(problems: Sequence[Problem], submission: Submission, task: Task) -> SubmissionRecord:
    """Return the record of a submission that is not scored, with the reasons."""
    return SubmissionRecord(_grouped(problems, submission.path, task))


def _make_private(folder: Path) -> None:
    """Make a folder that nobody else can read; existing records in it become private too."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise cannot_be_written(error, str(folder)) from None
    for record in folder.glob("*.json"):
        with suppress(OSError):  # of somebody else; the folder is closed anyway
            record.chmod(0o600)


def unsafe(task: Task, submissions: Iterable[Submission]) -> Iterator[tuple[Submission, Problem | None]]:
    """Yield each submission with the first reason not to open it, None if there is none."""
    hidden, most = task.hidden, size_limit(task).value << 20
    for one in submissions:
        problem = one.problem
        if problem is None:
            try:
                refuse_unsafe(one.path, most, hidden)
            except CorefevalError as error:
                problem = error.problems[0]
        is_archive_or_alone = stem(one.path.name) != one.path.name or task.is_single_file(one.path)
        if problem is None and one.path.is_file() and not is_archive_or_alone:
            problem = Problem("CE002", "not-supported-kind-archive", Place(one.path.name))
        yield one, problem


def size_limit(task: Task) -> Limit:
    """Return how many MB a submission may have: 64, and 100 for each MB of the key."""
    return Limit("COREFEVAL_MAX_SUBMISSION", 64 + (100 * task.size >> 20), "MB of a submission")


def memory_limit(task: Task) -> Limit:
    """Return how many MB of memory scoring a submission may take: 256, and 64 for each MB of the key."""
    return Limit("COREFEVAL_MAX_MEMORY", 256 + (64 * task.size >> 20), "MB of memory")


def seconds_limit(task: Task) -> Limit:
    """Return how much processor time scoring a submission may take: 10 s, and 15 s for each MB of the key."""
    return Limit("COREFEVAL_MAX_SECONDS", 10 + (15 * task.size >> 20), "seconds of processor time")


def score_safely(
    task: Task, submissions: Sequence[Submission], jobs: int = 1
) -> Iterator[tuple[Submission, SubmissionRecord]]:
    """Yield each submission with its record as soon as it is scored, so that none is lost if a run is stopped.

    Processes with limits of memory and time score them. Any failure there rejects only one submission.

    Raises:
        UsageError: if the key or the settings are at fault.
    """
    if not submissions:
        return
    _check_task(task)
    memory, seconds = memory_limit(task), seconds_limit(task)
    with tempfile.TemporaryDirectory(prefix="corefeval-", ignore_cleanup_errors=True) as folder:
        work = partial(_scored, task, folder)
        workers = Limited(work, min(jobs, len(submissions)), memory.value << 20, seconds.value)
        for one, outcome in workers.map(submissions):
            if isinstance(outcome, Failure):
                yield one, rejected([_failed(outcome, one, memory, seconds)], one, task)
            else:
                yield one, msgspec.json.decode(outcome, type=SubmissionRecord)


def _scored(task: Task, folder: str, submission: Submission) -> bytes:
    """Return the record of a submission as JSON, checked to be readable as such."""
    tempfile.tempdir = folder  # of this process alone: all that it leaves behind is removed with the folder
    encoded = msgspec.json.encode(asdict(score_submission(task, submission, folder)))
    msgspec.json.decode(encoded, type=SubmissionRecord)
    return encoded


def _check_task(task: Task) -> None:
    """Read the key and score it against itself: errors there are the organiser's, not a submission's.

    Raises:
        UsageError: with the problem.
    """
    try:
        for dataset in task.keys:
            task.request.of_a_part().on(_key(task, dataset))
    except CorefevalError as error:
        raise UsageError(error.problems) from None
    with suppress(_SubmissionError):  # the key need not be a valid submission
        _score(task, task.key, ())


def _failed(failure: Failure, one: Submission, memory: Limit, seconds: Limit) -> Problem:
    """Return the problem of a submission without a record; details that participants must not see go to standard error."""
    place = Place(one.path.name)
    if failure.reason == MEMORY:
        return memory.exceeded("too-much-memory", place)
    if failure.reason == SECONDS:
        return seconds.exceeded("too-many-seconds", place)
    say(printable(f"CE149 error {one.name}: {failure.details}", keep="\n"))
    return Problem("CE149", "internal-error-could", place)


def _kept(place: Path) -> SubmissionRecord | None:
    """Return a stored record; None for an unreadable one, which is then made again."""
    try:
        return msgspec.json.decode(place.read_bytes(), type=SubmissionRecord)
    except (OSError, msgspec.DecodeError):
        return None


class _SubmissionError(Exception):
    """A submission is rejected.

    Attributes:
        problems: why.
        root: the folder that their places are in.
    """

    def __init__(self, problems: Sequence[Problem], root: Path) -> None:
        super().__init__(problems, root)
        self.problems, self.root = problems, root


def score_submission(task: Task, submission: Submission, folder: str | None = None) -> SubmissionRecord:
    """Check a submission and score it; reject it with every reason why it cannot be scored.

    Args:
        task: the task.
        submission: the submission.
        folder: where to unpack it; by default the system's folder for temporary files.
    """
    root = submission.path
    with ExitStack() as stack:
        try:
            if task.is_single_file(root):
                return _score(task, root, ())
            if not root.is_dir():
                root = stack.enter_context(unpacked(root, size_limit(task).value << 20, folder))
            _refuse_nested(root)
            root = root_of(root, task.keys, submission.besides)
            return _score(task, root, submission.besides)
        except CorefevalError as error:
            wrong = _SubmissionError(error.problems, root)
        except _SubmissionError as error:
            wrong = error
    return SubmissionRecord(_grouped([one for one in wrong.problems if _is_error(one)], wrong.root, task))


def _refuse_nested(root: Path) -> None:
    """Refuse archives inside a submission: each level multiplies their unpacked size.

    Raises:
        CorefevalError: CE144.
    """
    nested = [path for path in files_below(root) if is_archive(path)]
    if nested:
        raise CorefevalError(
            Problem("CE144", "archive-inside-submission", Place(str(nested[0])), nested[0].name)
        )


def _score(task: Task, root: Path, besides: Sequence[str]) -> SubmissionRecord:
    """Score a folder.

    Raises:
        UsageError: if the settings are at fault, or cannot be used with these files.
        _SubmissionError: with all that is wrong with the files.
    """
    keys = task.keys
    given = task.given(root)
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
                texts=KeyTexts(partial(_key, task, dataset)),
            )
            problems += filter(_stops, checked.errors)
            warnings += (one for one in checked.problems if not _stops(one))
        try:
            results[dataset] = score_dataset(part, Whole(key, key), dataset, response)
            warnings += (one for one in results[dataset].warnings if one.code in OTHER_MENTIONS)
        except UsageError:
            raise
        except CorefevalError as error:
            problems += filter(_is_error, error.problems)
    if problems:
        raise _SubmissionError(list(dict.fromkeys(problems)), root)
    first = next(iter(results.values()))
    return SubmissionRecord(
        [],
        _warned(warnings, root, task),
        signature_of([first], "micro").long,
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
    """Return whether an error prevents scoring altogether, not only the scores that need a faulty part."""
    return _is_error(problem) and not problem.part


def _is_of_key(problem: Problem, task: Task) -> bool:
    return bool(problem.place.file) and Path(problem.place.file).is_relative_to(task.key)


def _warned(problems: Sequence[Problem], root: Path, task: Task) -> list[dict[str, str]]:
    """Return the first problem of each kind, with their number."""
    return _grouped(problems, root, task, most=1)


def _grouped(problems: Sequence[Problem], root: Path, task: Task, most: int = MOST) -> list[dict[str, str]]:
    """Return the first problems of each kind; the last of them states how many more there are."""
    kinds: dict[str, list[Problem]] = {}
    for one in problems:
        kinds.setdefault(one.code, []).append(one)
    found = []
    for same in kinds.values():
        shown = [_told(one, root, task) for one in same[:most]]
        if len(same) > most or most == 1:
            shown[-1]["number"] = str(len(same) - len(shown) + 1)
        found += shown
    return found


def _told(problem: Problem, root: Path, task: Task) -> dict[str, str]:
    """Return a problem with its place inside the submission, and without the words or paths of the key."""
    if problem.code == _OTHER_WORDS:
        of_key, name = _is_of_key(problem, task), problem.named.get("name")
        problem = replace(problem, kind="other-words-from-here", arguments=(("name", name),))
        if of_key:
            problem = replace(problem, kind="ends-before-key", text="", place=Place())
    elif _is_of_key(problem, task):
        return {
            **problem.to_dict(),
            "message": CATALOGUE[problem.code].title,
            "text": "",
            "where": "",
            "hint": CATALOGUE[problem.code].hint,
        }
    file = problem.place.file
    inside = Path(file)
    if inside.is_relative_to(root):
        file = "" if inside == root else inside.relative_to(root).as_posix()
    elif inside.is_absolute():
        file = inside.name
    told = replace(problem, place=replace(problem.place, file=file)).to_dict()
    return {
        name: _shortened(text.replace(f"{root}/", "").replace(f"{task.key}/", "key/"))
        for name, text in told.items()
    }


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _dataset(result: Result, task: Task, *, is_missing: bool) -> DatasetRecord:
    found = {} if is_missing else {name: _breakdown(result, name) for name in task.breakdowns}
    return DatasetRecord(
        list(result.documents),
        result.key_hash,
        {
            name: {column: values.tolist() for column, values in counts.columns.items()}
            for name, counts in result.counts.items()
        },
        is_missing,
        [] if is_missing else _lacking(result),
        {name: values for name, (values, _) in found.items()},
        {} if is_missing else _errors(result),
        {name: empty for name, (_, empty) in found.items()},
    )


def _lacking(result: Result) -> list[str]:
    """Return the documents of the key that the response lacks; after alignment these have no name."""
    assert result.pairing is not None
    key, response = (side.as_read.names for side in (result.pairing.key, result.pairing.response))
    return [ours for ours, theirs in zip(key, response, strict=True) if not theirs]


def _breakdown(
    result: Result, feature: str
) -> tuple[dict[str, dict[str, float | None]], dict[str, list[str]]]:
    """Return the scores of each class of a feature, and the parts of each with nothing to count."""
    try:
        found = breakdown(result, {BY_CLASS: parse_metric(BY_CLASS)}, feature)
    except UsageError:
        raise
    except CorefevalError:  # the files do not have what it needs
        return {}, {}
    if BY_CLASS not in found.cells:
        return {}, {}
    empty = found.empty(BY_CLASS)
    scores: dict[str, Any] = {part: values.tolist() for part, values in found.scores(BY_CLASS).items()}
    return {
        found.labels[number]: {
            part: None if np.isnan(values[number]) else values[number] for part, values in scores.items()
        }
        for number in found.order
    }, {
        found.labels[number]: [part for part, values in empty.items() if values[number]]
        for number in found.order
    }


def _errors(result: Result) -> dict[str, int]:
    explained = explain_errors(result)
    numbers = np.bincount(explained.table.kind, minlength=len(ErrorClass)).tolist()
    return {kind.title: int(numbers[kind]) for kind in explained.classes}
