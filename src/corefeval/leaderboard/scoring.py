"""Scoring: check and score submissions. Records are stored until the submission, the key or the settings change."""

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

from corefeval.arrays import number_or_none
from corefeval.breakdown.breakdown import breakdown
from corefeval.choices import SETTINGS
from corefeval.columns import grouped
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.engine.limited import MEMORY, SECONDS, Failure, Limited
from corefeval.evaluation.by_preset import score_by_preset
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
"""The most problems of one kind that the page of a submission lists."""

LONGEST = 500
"""The most characters of a message, or of a quotation from a submission."""

NOT_KEPT = frozenset(("CE002", "CE081", "CE082", "CE149"))
"""Problems that the next run may not have, because limits are raised or a bug is fixed. They are not stored."""

OTHER_MENTIONS = frozenset({"CE057"})
"""Warnings that the scored mentions of a submission may differ from those of other submissions."""
_OTHER_WORDS = "CE013"
"""The code for a response whose words differ from the key; its message quotes both."""


@dataclass(frozen=True)
class DatasetRecord:
    """The counts of a submission on one dataset.

    Attributes:
        documents: the names of the documents.
        key: a hash of the key's content.
        counts: the counts of each metric by column, with one number per document.
        is_missing: whether the submission lacks the dataset, which is then scored as empty.
        lacking: the documents that the submission lacks, if it has others; they are scored as empty.
        breakdowns: recall, precision and F1 of BY_CLASS for each feature and class.
        errors: the number of errors of each class.
        empty: the parts of BY_CLASS that are 0/0 for each feature and class, even if they have a value.
        presets: the headline score under each other preset that applies; None if it is undefined.
    """

    documents: list[str]
    key: str
    counts: dict[str, dict[str, list[float]]]
    is_missing: bool
    lacking: list[str]
    breakdowns: dict[str, dict[str, dict[str, float | None]]]
    errors: dict[str, int]
    empty: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    presets: dict[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True)
class SubmissionRecord:
    """The outcome of checking and scoring a submission.

    Attributes:
        problems: the reasons for rejecting it; empty if it is valid. They never quote the key.
        warnings: one warning of each kind, with the number of warnings of this kind.
        signature: the signature of its scores.
        metrics: the full name of each metric, with parameters, by the requested name.
        datasets: the counts on each dataset.
    """

    problems: list[dict[str, str]] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)
    signature: str = ""
    metrics: dict[str, str] = field(default_factory=dict)
    datasets: dict[str, DatasetRecord] = field(default_factory=dict)

    @property
    def is_valid(self) -> bool:
        """Whether the submission was scored."""
        return not self.problems

    @cached_property
    def results(self) -> dict[str, Result]:
        """The result of scoring each dataset, restored from the counts, without mentions."""
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
    """Yield each submission with its record, and whether it was scored in this run. Stored records are reused.

    Args:
        task: the task.
        submissions: the submissions to score.
        kept: the folder of the records. It becomes private, because records contain counts of a hidden key.
        jobs: the number of submissions to score at a time.
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
    """Return the record of a rejected submission, with the reasons."""
    return SubmissionRecord(_grouped(problems, submission.path, task))


def _make_private(folder: Path) -> None:
    """Make a folder that other users cannot read, and make the records in it private too."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise cannot_be_written(error, str(folder)) from None
    for record in folder.glob("*.json"):
        with suppress(OSError):  # the record belongs to another user; the folder is private anyway
            record.chmod(0o600)


def unsafe(task: Task, submissions: Iterable[Submission]) -> Iterator[tuple[Submission, Problem | None]]:
    """Yield each submission with the first reason not to open it, or None if it is safe."""
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
    """Return the largest size of a submission in MB: 64, plus 100 for each MB of the key."""
    return Limit("COREFEVAL_MAX_SUBMISSION", 64 + (100 * task.size >> 20), "MB of a submission")


def memory_limit(task: Task) -> Limit:
    """Return the memory in MB that scoring a submission may use: 256, plus 64 for each MB of the key."""
    return Limit("COREFEVAL_MAX_MEMORY", 256 + (64 * task.size >> 20), "MB of memory")


def seconds_limit(task: Task) -> Limit:
    """Return the processor time that scoring a submission may take: 10 s, plus 15 s for each MB of the key."""
    return Limit("COREFEVAL_MAX_SECONDS", 10 + (15 * task.size >> 20), "seconds of processor time")


def score_safely(
    task: Task, submissions: Sequence[Submission], jobs: int = 1
) -> Iterator[tuple[Submission, SubmissionRecord]]:
    """Yield each submission with its record as soon as it is scored, so that none is lost if the run is stopped.

    Submissions are scored in processes with limited memory and time. A failure there rejects only one submission.

    Raises:
        UsageError: if the key or the settings are wrong.
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
    """Return the record of a submission as JSON, after checking that it can be decoded."""
    tempfile.tempdir = folder  # only in this process, so that its leftover files are removed with the folder
    encoded = msgspec.json.encode(asdict(score_submission(task, submission, folder)))
    msgspec.json.decode(encoded, type=SubmissionRecord)
    return encoded


def _check_task(task: Task) -> None:
    """Read the key and score it against itself. An error here is a mistake of the organiser, not of a submission.

    Raises:
        UsageError: if the key or the settings are wrong.
    """
    try:
        for dataset in task.keys:
            task.request.of_a_part().on(_key(task, dataset))
    except CorefevalError as error:
        raise UsageError(error.problems) from None
    with suppress(_SubmissionError):  # the key need not be a valid submission
        _score(task, task.key, ())


def _failed(failure: Failure, one: Submission, memory: Limit, seconds: Limit) -> Problem:
    """Return the problem of a submission whose scoring failed. Details that participants must not see go to stderr."""
    place = Place(one.path.name)
    if failure.reason == MEMORY:
        return memory.exceeded("too-much-memory", place)
    if failure.reason == SECONDS:
        return seconds.exceeded("too-many-seconds", place)
    say(printable(f"CE149 error {one.name}: {failure.details}", keep="\n"))
    return Problem("CE149", "internal-error-could", place)


def _kept(place: Path) -> SubmissionRecord | None:
    """Return a stored record; None if there is none or it cannot be read, so that the submission is scored again."""
    try:
        return msgspec.json.decode(place.read_bytes(), type=SubmissionRecord)
    except (OSError, msgspec.DecodeError):
        return None


class _SubmissionError(CorefevalError):
    """Raised if a submission is rejected, with all reasons."""


def score_submission(task: Task, submission: Submission, folder: str | None = None) -> SubmissionRecord:
    """Check a submission and score it. If it cannot be scored, return a record with all reasons.

    Args:
        task: the task.
        submission: the submission.
        folder: the folder to unpack it in; by default the system's folder for temporary files.
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
            errors = [one for one in error.problems if _is_error(one)]
    return SubmissionRecord(_grouped(errors, root, task))


def _refuse_nested(root: Path) -> None:
    """Refuse archives inside a submission, because each level of nesting multiplies the unpacked size.

    Raises:
        CorefevalError: CE144 if there is such an archive.
    """
    nested = [path for path in files_below(root) if is_archive(path)]
    if nested:
        raise CorefevalError(
            Problem("CE144", "archive-inside-submission", Place(str(nested[0])), nested[0].name)
        )


def _score(task: Task, root: Path, besides: Sequence[str]) -> SubmissionRecord:
    """Score a folder.

    Raises:
        UsageError: if the settings are wrong, or cannot be used with these files.
        _SubmissionError: if the files have errors; it contains all of them.
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
        raise _SubmissionError(dict.fromkeys(problems))
    first = next(iter(results.values()))
    return SubmissionRecord(
        [],
        _grouped(warnings, root, task, most=1),
        signature_of([first], "micro").long,
        {name: metric.full_name for name, metric in first.metrics.items()},
        {name: _dataset(result, task, name, responses.get(name)) for name, result in results.items()},
    )


def _headlines(task: Task, dataset: str, response: Path | None) -> dict[str, float | None]:
    """Return the headline score of a dataset under each other preset that applies; 0 for a missing dataset.

    The settings for reading files come from the task, all others from the preset.
    """
    if response is None or not task.presets:
        return dict.fromkeys(task.preset_rows, 0.0)
    own = task.request.settings.as_dict()
    reading = {name: own[name] for name, one in SETTINGS.items() if one.side and own.get(name)}
    how: dict[str, Any] = {**reading, "missing": own["missing"], "language": own["language"] or None}
    try:
        scores = score_by_preset(task.keys[dataset], response, task.presets, lends_tags=False, **how)
    except UsageError:
        raise
    except CorefevalError:
        return {}
    return {name: result.f1 for name, result in scores.results.items()}


@lru_cache(maxsize=64)
def _key(task: Task, dataset: str) -> Corpus:
    """Return the key of a dataset, which is read only once per process."""
    return task.request.of_a_part().read_key(task.keys[dataset])


def _is_error(problem: Problem) -> bool:
    return problem.severity is Severity.ERROR


def _stops(problem: Problem) -> bool:
    """Return whether a problem prevents all scoring, not only metrics that need a part with an error."""
    return _is_error(problem) and not problem.part


def _is_of_key(problem: Problem, task: Task) -> bool:
    return bool(problem.place.file) and Path(problem.place.file).is_relative_to(task.key)


def _grouped(problems: Sequence[Problem], root: Path, task: Task, most: int = MOST) -> list[dict[str, str]]:
    """Return the first `most` problems of each kind. The last one has the number of problems that it represents."""
    found = []
    for same in grouped(problems, lambda one: one.code).values():
        shown = [_told(one, root, task) for one in same[:most]]
        if len(same) > most or most == 1:
            shown[-1]["number"] = str(len(same) - len(shown) + 1)
        found += shown
    return found


def _told(problem: Problem, root: Path, task: Task) -> dict[str, str]:
    """Return a problem as plain data, with paths relative to the submission and without words or paths of the key."""
    if problem.code == _OTHER_WORDS:
        of_key, name = _is_of_key(problem, task), problem.named.get("name")
        problem = replace(problem, kind="other-words-from-here", arguments=(("name", name),))
        if of_key:
            problem = replace(problem, kind="ends-before-key", text="", place=Place())
    elif _is_of_key(problem, task):
        entry = CATALOGUE[problem.code]
        return {**problem.to_dict(), "message": entry.title, "text": "", "where": "", "hint": entry.hint}
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


def _dataset(result: Result, task: Task, name: str, response: Path | None) -> DatasetRecord:
    """Return the record of a dataset; `response` is None if the submission lacks it."""
    is_missing = response is None
    found = {} if is_missing else {feature: _breakdown(result, feature) for feature in task.breakdowns}
    return DatasetRecord(
        list(result.documents),
        result.key_hash,
        {
            metric: {column: values.tolist() for column, values in counts.columns.items()}
            for metric, counts in result.counts.items()
        },
        is_missing,
        [] if is_missing else _lacking(result),
        {feature: values for feature, (values, _) in found.items()},
        {} if is_missing else _errors(result),
        {feature: empty for feature, (_, empty) in found.items()},
        _headlines(task, name, response),
    )


def _lacking(result: Result) -> list[str]:
    """Return the documents of the key that the response lacks. In the aligned response their names are empty."""
    assert result.pairing is not None
    key, response = (side.as_read.names for side in (result.pairing.key, result.pairing.response))
    return [ours for ours, theirs in zip(key, response, strict=True) if not theirs]


def _breakdown(
    result: Result, feature: str
) -> tuple[dict[str, dict[str, float | None]], dict[str, list[str]]]:
    """Return the scores of each class of a feature, and the parts of each class that are 0/0."""
    try:
        found = breakdown(result, {BY_CLASS: parse_metric(BY_CLASS)}, feature)
    except UsageError:
        raise
    except CorefevalError:  # the files lack the annotations that the feature needs
        return {}, {}
    if BY_CLASS not in found.cells:
        return {}, {}
    every, empty = found.scores(BY_CLASS), found.empty(BY_CLASS)
    labels = {number: found.labels[number] for number in found.order}
    scores = {
        label: {part: number_or_none(values[number]) for part, values in every.items()}
        for number, label in labels.items()
    }
    return scores, {
        label: [part for part, values in empty.items() if values[number]] for number, label in labels.items()
    }


def _errors(result: Result) -> dict[str, int]:
    explained = explain_errors(result)
    numbers = np.bincount(explained.table.kind, minlength=len(ErrorClass)).tolist()
    return {kind.title: int(numbers[kind]) for kind in explained.classes}
