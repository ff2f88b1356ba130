"""Answers: what a score means for a use, as data for reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corefeval.applications.measured import MeasuredUse
from corefeval.applications.sensitivity import Spread
from corefeval.applications.uses import Use, classic_metrics
from corefeval.breakdown.features import UNKNOWN
from corefeval.columns import Printed, Rows, plain, plain_dict, whole
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.result import Bounds, Intervals, Result, parts_in_order
from corefeval.text import percent

FEWEST = 10
"""A class of fewer cases, or of less than a twentieth of all, is never called the weakest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One possible outcome of a case.

    Attributes:
        name: its outcome.
        count: how often.
        whole: the number of cases it is a part of; 0 if it is not a part.
        cost: the cost for this use, '' for none.
    """

    name: str
    count: int
    whole: int
    cost: str = ""


@dataclass(frozen=True, slots=True)
class Class:
    """How the cases of one class fare.

    Attributes:
        name: the class.
        total: how many cases the key has.
        right: how many of them are right.
        f1: F1 of the headline's metric in this class, None if undefined.
        scores: other parts of the metric that matter for the use.
    """

    name: str
    total: float
    right: float
    f1: float | None
    scores: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ByClass:
    """The cases by a feature.

    Attributes:
        feature: the feature that defines the classes.
        cases: the name of the cases.
        classes: the classes, the largest first.
        verdict: the name of a right case.
        is_asked_for: whether the user requested it, so that all of it is shown.
    """

    feature: str
    cases: str
    classes: tuple[Class, ...]
    verdict: str = "right"
    is_asked_for: bool = False

    @property
    def weakest(self) -> Class | None:
        """The class with the lowest F1 among the known and frequent ones; None if all have the same F1."""
        enough = max(FEWEST, math.fsum(each.total for each in self.classes) / 20)
        known = [
            each
            for each in self.classes
            if each.total >= enough and each.f1 is not None and each.name not in UNKNOWN
        ]
        scores = [each.f1 or 0.0 for each in known]
        return known[scores.index(min(scores))] if len(set(scores)) > 1 else None


@dataclass(frozen=True, slots=True)
class Example:
    """One case from the data.

    Attributes:
        error: the error.
        document: the document's name.
        place: file and line, '' without a file.
        sentence: the number of the sentence in the document, from 1.
        text: the words around it, the mention in brackets.
        gold: the key's entity.
        system: the response's entity.
    """

    error: str
    document: str
    place: str
    sentence: int
    text: str
    gold: str
    system: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The findings in the data for one use.

    Attributes:
        sentences: the answer in plain words.
        outcomes: the outcomes of the cases and their cost, by kind of case.
        breakdowns: the cases by their features.
        example: an example of an error, None without errors.
        not_counted: the cases that the numbers omit.
        usable: the number of gold and system entities that can be used, by their missing annotation.
    """

    sentences: tuple[str, ...]
    outcomes: Mapping[str, Sequence[Outcome]]
    breakdowns: tuple[ByClass, ...]
    example: Example | None
    not_counted: tuple[str, ...]
    usable: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer(Printed):
    """The meaning of a response's score for one use.

    Attributes:
        use: the use.
        scores: the parts of the headline and of the metrics next to it.
        labels: the metrics' names as tables show them.
        intervals: the bounds of each part of each metric, {} without intervals.
        finding: the findings in the data.
        spreads: how the numbers change with other choices of parameters.
        measured: the use itself, measured from the key's trees; () without trees, when the headline is a proxy.
    """

    use: Use
    scores: Mapping[str, Mapping[str, float | None]]
    labels: Mapping[str, str]
    intervals: Intervals
    finding: Finding
    spreads: tuple[Spread, ...]
    measured: tuple[MeasuredUse, ...] = ()

    def __repr__(self) -> str:
        """Return the use and its headline."""
        return f"<Answer for {self.use.name}: {self.labels[self.use.headline]} F1 {percent(self.f1)}>"

    @property
    def f1(self) -> float | None:
        """The headline."""
        return self.scores[self.use.headline]["f1"]

    @property
    def interval(self) -> Bounds | None:
        """The interval of the headline."""
        return self.intervals.get(self.use.headline, {}).get("f1")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        finding, use = self.finding, self.use
        return plain_dict(
            {
                "title": use.title,
                "question": use.question,
                "metric": use.headline,
                "f1": self.f1,
                "scores": self.scores,
                "intervals": self.intervals,
                "measured": [
                    {**plain(each), "missing": each.missing, "answer": each.sentence}
                    for each in self.measured
                ],
                "verdict": use.verdict,
                "answer": finding.sentences,
                "outcomes": finding.outcomes,
                "by": {
                    each.feature: {
                        "cases": each.cases,
                        "verdict": each.verdict,
                        "classes": each.classes,
                        "weakest": each.weakest.name if each.weakest else None,
                    }
                    for each in finding.breakdowns
                },
                "example": finding.example,
                "usable": {
                    what: {"gold": gold, "system": system} for what, (gold, system) in finding.usable.items()
                },
                "not_counted": finding.not_counted,
                "sensitivity": self.spreads,
                "reason": use.reason,
                "paper": use.paper,
            }
        )

    def rows(self) -> Rows:
        """Return a row for each metric."""
        heads = ["use", "metric", *parts_in_order(self.scores.values()), "low", "high", "headline"]
        return Rows(heads, list(self.score_rows()))

    def score_rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each metric, with the interval of its F1."""
        for name, found in self.scores.items():
            low, high = self.intervals.get(name, {}).get("f1", (None, None))
            row = {"use": self.use.name, "metric": name, **found, "low": low, "high": high}
            yield {**row, "headline": name == self.use.headline}


@dataclass(frozen=True, eq=False)
class Answers(Printed):
    """The answers for one or several uses, and the result they are drawn from.

    Attributes:
        answers: one for each use.
        result: all scores.
        types_from: the source of the mention types, in words.
        resampling: how the intervals were computed, None without intervals.
    """

    answers: tuple[Answer, ...]
    result: Result = field(repr=False)
    types_from: str
    resampling: Resampling | None = None

    @property
    def classic(self) -> dict[str, float | None]:
        """The F1 of the classic metrics, for comparison with papers."""
        scores = self.result.scores
        return {name: scores[name]["f1"] for name in classic_metrics()}

    def __getitem__(self, use: str) -> Answer:
        """Return the answer for one use."""
        return next(answer for answer in self.answers if answer.use.name == use)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined values."""
        result = self.result
        found = {
            "documents": len(result.documents),
            "types": self.types_from,
            "uses": {answer.use.name: answer for answer in self.answers},
            "classic": self.classic,
        }
        return whole(found, result.signature, result.settings, result.warnings)

    def rows(self) -> Rows:
        """Return a row for each use and metric, then one for each classic metric, which belongs to no use.

        For requested features, rows for each class follow.
        """
        scores = self.result.scores
        shown = [found for answer in self.answers for found in answer.scores.values()]
        parts = parts_in_order([*shown, *(scores[name] for name in classic_metrics())])
        rows = [row for answer in self.answers for row in answer.score_rows()]
        rows += [{"use": "", "metric": name, **scores[name], "headline": False} for name in classic_metrics()]
        heads = ["use", "metric", *parts, "low", "high", "headline"]
        classes = [
            {
                "use": answer.use.name,
                "metric": answer.use.counted,
                "feature": each.feature,
                "class": one.name,
                "f1": one.f1,
                **one.scores,
                "cases": one.total,
                "right": one.right,
                "headline": False,
            }
            for answer in self.answers
            for each in answer.finding.breakdowns
            if each.is_asked_for
            for one in each.classes
        ]
        if classes:
            heads[2:2] = ["feature", "class"]
            heads += ["cases", "right"]
        return Rows(heads, [*rows, *classes], self.result.signature.text)

    def __repr__(self) -> str:
        """Return the headline for each use."""
        told = ", ".join(f"{answer.use.name} {percent(answer.f1)}" for answer in self.answers)
        return f"<Answers: {told}>"
