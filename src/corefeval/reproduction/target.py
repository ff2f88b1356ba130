"""Targets: published numbers as they are printed, and the ways of rounding a score to compare it with them."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike, fspath

from corefeval.formats.files import TextFile
from corefeval.metrics import metric_name
from corefeval.presets import HEADLINE
from corefeval.problems import Place, Problem, Problems, UsageError

_NUMBER = re.compile(r"\s*([0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)\s*%?\s*")
_COLUMNS = ("metric", "part", "value")

ROUNDED = "rounded"
TRUNCATED = "truncated"
OF_ROUNDED = "mean of rounded parts"
OF_TRUNCATED = "mean of truncated parts"


@dataclass(frozen=True, slots=True)
class Target:
    """A published number.

    Attributes:
        metric: the name of the metric, with its parameters if they were given.
        part: recall, precision, f1 or another part of the metric.
        text: the number as it is printed.
        value: the number in percent.
        decimals: the number of printed decimals, of a percentage.
    """

    metric: str
    part: str
    text: str
    value: float
    decimals: int

    @classmethod
    def of(cls, text: str, metric: str = HEADLINE, part: str = "f1", place: Place | None = None) -> Target:
        """Read a number: 61.2, 61.20%, or the fraction 0.612.

        Examples:
            >>> Target.of("61.2").value, Target.of("0.612").value, Target.of(".612").decimals
            (61.2, 61.2, 1)
        """
        found = _NUMBER.fullmatch(text)
        if found is None:
            raise UsageError(Problem("CE142", "not-score", place or Place(), text))
        digits = found[1].replace(",", ".")
        decimals = len(digits.partition(".")[2])
        value = float(digits)
        if value <= 1 and decimals and "%" not in text:
            value, decimals = round(100 * value, max(decimals - 2, 0)), max(decimals - 2, 0)
        if value > 100:
            raise UsageError(Problem("CE142", "score-too-high", place or Place(), text))
        return cls(metric_name(metric), part, text.strip(), value, decimals)

    def shown(self, score: float, rounding: str) -> float:
        """Return a score, in percent, as it would be printed with the decimals of the target."""
        if rounding in {TRUNCATED, OF_TRUNCATED}:
            # a number just below a whole one, by a floating-point error, is not truncated to the next lower one
            scale = 10.0**self.decimals
            return math.floor(score * scale + 1e-9) / scale
        return round(score, self.decimals)

    def is_met(self, shown: float) -> bool:
        """Return whether a printed score equals the published number."""
        return math.isclose(shown, self.value, abs_tol=1e-9)


def read_table(path: str | PathLike[str]) -> tuple[Target, ...]:
    """Return the numbers of a CSV file with the columns metric, value and part; part is optional and f1 by default.

    Raises:
        UsageError: CE142 for each row without a valid number, for wrong columns, and for a table without rows.
    """
    file = TextFile(fspath(path))
    lines = file.read().decode().splitlines()
    reader = csv.DictReader(lines, skipinitialspace=True)
    heads = [str(head).strip().lower() for head in reader.fieldnames or ()]
    reader.fieldnames = heads
    if not {"metric", "value"} <= set(heads) <= set(_COLUMNS):
        raise UsageError(Problem("CE142", "not-table-scores", Place(file.name, 1), lines[0] if lines else ""))
    return tuple(_targets(reader, file.name))


def _targets(reader: csv.DictReader[str], name: str) -> Iterable[Target]:
    problems = Problems()
    found = []
    for row in reader:
        place = Place(name, reader.line_num)
        try:
            found.append(
                Target.of(
                    row["value"] or "", row["metric"] or "", (row.get("part") or "f1").strip().lower(), place
                )
            )
        except UsageError as error:
            problems.extend(problem.at(name) for problem in error.problems)
    if len(problems):
        raise UsageError(problems)
    if not found:
        raise UsageError(Problem("CE142", "table-without-numbers", Place(name)))
    return found
