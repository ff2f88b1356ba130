"""Task scores: one number per system from the user's own application, in place of the built-in uses."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any, NamedTuple

from corefeval.formats.files import TextFile
from corefeval.problems import Place, Problem, Problems, UsageError
from corefeval.text import finite

SYSTEM = "system"
"""The column that contains the names of systems."""

TaskScores = Mapping[str, Mapping[str, float]]
"""The score of each system in each task; higher is better."""

GivenScores = str | PathLike[str] | Mapping[str, float] | TaskScores
"""Task scores from a user: a CSV file, {system: score}, or {task: {system: score}}."""


class TaskScore(NamedTuple):
    """One task score as the user gives it, and its place in the file."""

    task: str
    system: str
    value: object
    place: Place


def task_scores(given: GivenScores, systems: Iterable[str]) -> TaskScores:
    """Return the score of each system in each task.

    A CSV file has the column `system` and one or more columns of numbers, each a task.

    Args:
        given: a CSV file, {system: score}, or {task: {system: score}}.
        systems: the names of all systems; each has one score per task.

    Raises:
        UsageError: CE178 for every unknown system, system without a score, duplicate score, and cell without a number.
    """
    file = "" if isinstance(given, Mapping) else fspath(given)
    cells = list(_of_mapping(given) if isinstance(given, Mapping) else _of_file(TextFile(file)))
    names, problems = list(systems), Problems()
    found: dict[str, dict[str, float]] = {}
    for task, system, value, place in cells:
        if system not in names:
            problems.add(Problem("CE178", "no-such-system", place, system, known=names))
        elif system in found.setdefault(task, {}):
            problems.add(Problem("CE178", "score-twice", place, system))
        else:
            number = finite(value)
            if number is None:
                problems.add(Problem("CE178", "not-a-number", place, str(value), system=system))
            found[task][system] = number or 0.0
    named = {system for own in found.values() for system in own}
    problems.extend(
        Problem("CE178", "system-without-score", Place(file), system)
        for system in names
        if system not in named
    )
    problems.extend(
        Problem("CE178", "task-without-order", Place(file), task)
        for task, own in found.items()
        if not len(problems) and len({*own.values()}) == 1
    )
    if not cells:
        problems.add(Problem("CE178", "no-scores", Place(file)))
    if len(problems):
        raise UsageError(problems)
    return found


def _of_mapping(given: Mapping[str, Any]) -> Iterator[TaskScore]:
    """Yield the scores of a mapping."""
    is_nested = all(isinstance(each, Mapping) for each in given.values())
    for task, own in (given if is_nested else {"score": given}).items():
        for system, value in own.items():
            yield TaskScore(str(task), str(system), value, Place())


def _of_file(file: TextFile) -> Iterator[TaskScore]:
    """Yield the scores of a CSV file."""
    lines = file.read().decode().splitlines()
    reader = csv.DictReader(lines, skipinitialspace=True)
    heads = [str(head).strip() for head in reader.fieldnames or ()]
    reader.fieldnames = [SYSTEM if head.lower() == SYSTEM else head for head in heads]
    tasks = [head for head in reader.fieldnames if head != SYSTEM]
    if len(tasks) != len(heads) - 1 or not tasks:
        raise UsageError(
            Problem("CE178", "not-table-of-scores", file.line_place(1), lines[0] if lines else "")
        )
    for row in reader:
        for task in tasks:
            yield TaskScore(
                task, (row[SYSTEM] or "").strip(), row[task] or "", file.line_place(reader.line_num)
            )
