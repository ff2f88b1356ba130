"""simulate(): measure how each metric changes with errors of one kind at growing rates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from corefeval.arrays import mean_or_none
from corefeval.columns import Printed, Rows, data, to_row, whole
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Input, Request, Run
from corefeval.evaluation.result import Parts, Result, parts_in_order
from corefeval.linguistics.scheme_files import type_table
from corefeval.metrics.base import Metric
from corefeval.names import resolve
from corefeval.problems import Problem, UsageError, warning
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature, SignatureText, signed
from corefeval.simulation.errors import ERRORS, Disturbance
from corefeval.text import plain_number


@dataclass(frozen=True, slots=True)
class Experiment:
    """The options of a simulation.

    Attributes:
        errors: the kinds of errors.
        rates: the shares of mentions or entities that an error changes.
        repeats: the number of random draws for each error and rate.
        seed: the random seed.
    """

    errors: tuple[str, ...] = ("missed", "invented", "split", "merged", "moved", "boundaries")
    rates: tuple[float, ...] = (0.1, 0.2, 0.3, 0.4, 0.5)
    repeats: int = 3
    seed: int = 12345

    def __post_init__(self) -> None:
        """Refuse options without errors, rates or repeats, and rates that are not between 0 and 1."""
        if not self.errors or not self.rates or self.repeats < 1:
            raise UsageError(Problem("CE051", "simulation-needs-error-rate"))
        for rate in self.rates:
            if not 0 <= rate <= 1:
                raise UsageError(Problem("CE051", "rate-between-0-1", text=plain_number(rate)))

    def __str__(self) -> str:
        """Return name:value pairs joined by bars, to append to a signature."""
        rates = ",".join(map(plain_number, self.rates))
        return f"errors:{','.join(self.errors)}|rates:{rates}|repeats:{self.repeats}|seed:{self.seed}"

    @classmethod
    def of(
        cls,
        errors: str | Iterable[str] | None = None,
        rates: str | Iterable[float] | None = None,
        repeats: int | None = None,
        seed: int | None = None,
        signature: str = "",
    ) -> Experiment:
        """Return the options. Missing ones come from the signature, or else are the defaults."""
        said = signed(signature)
        values: dict[str, Any] = {}
        try:
            if errors is not None or "errors" in said:
                names = _split(said["errors"] if errors is None else errors)
                values["errors"] = tuple(dict.fromkeys(resolve("error", name, ERRORS) for name in names))
            if rates is not None or "rates" in said:
                values["rates"] = tuple(map(float, _split(said["rates"] if rates is None else rates)))
            for name, number in (("repeats", repeats), ("seed", seed)):
                if number is not None or name in said:
                    values[name] = int(said[name]) if number is None else number
        except ValueError as error:
            raise UsageError(Problem("CE051", "not-simulation", error=str(error))) from None
        return cls(**values)


def _split(value: str | Iterable[str | float]) -> list[Any]:
    if isinstance(value, str):
        return [piece.strip() for piece in value.split(",") if piece.strip()]
    return list(value)


@dataclass(frozen=True, slots=True)
class Point:
    """One simulated response and its scores.

    Attributes:
        error: the kind of error.
        rate: the requested share of mentions or entities with this error.
        repeat: the number of the draw, from 1.
        count: the number of mentions or entities that were changed.
        scores: the scores of each metric.
        empty: the parts of each metric that are 0/0, even if a number is reported for them.
    """

    error: str
    rate: float
    repeat: int
    count: int
    scores: Mapping[str, Parts]
    empty: Mapping[str, Sequence[str]]


POINT = data("error", "rate", "repeat", "count")
"""The columns of a simulated response that precede its scores."""


@dataclass(frozen=True, eq=False)
class Simulation(Printed):
    """The scores of simulated responses. It prints itself and converts to plain data.

    Attributes:
        experiment: the options of the simulation.
        points: the responses with their scores, sorted by error, rate and draw.
        undisturbed: the scores of the key against itself.
    """

    experiment: Experiment
    points: tuple[Point, ...]
    undisturbed: Result = field(repr=False)

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics by name."""
        return self.undisturbed.metrics

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Warnings about the key, and about errors that are impossible in it."""
        most = max(self.experiment.rates)
        without = [name for name in self.experiment.errors if most and not sum(self.counts(name, most))]
        none = (warning("CE115", "nothing-in-key-error", name=name) for name in without)
        return (*self.undisturbed.warnings, *none)

    @property
    def signature(self) -> SignatureText:
        """The signature of the scores, followed by the options of the simulation."""
        return self.undisturbed.signature.text.followed_by(str(self.experiment))

    def counts(self, error: str, rate: float) -> list[int]:
        """Return the number of mentions or entities that each draw of an error at a rate changed."""
        return [point.count for point in self._draws(error, rate)]

    def _draws(self, error: str, rate: float) -> list[Point]:
        return [point for point in self.points if (point.error, point.rate) == (error, rate)]

    def mean(self, error: str, rate: float, metric: str, part: str = "f1") -> float | None:
        """Return the mean of a score over the draws of an error at a rate; None if it is undefined in one.

        At rate 0 it is the score of the key against itself.
        """
        if rate == 0:
            return self.undisturbed.scores[metric].get(part)
        return mean_or_none(point.scores[metric].get(part) for point in self._draws(error, rate))

    def is_measured(self, error: str, rate: float, metric: str, part: str = "f1") -> bool:
        """Return whether a score is defined in all draws of an error at a rate, so that it is never a 0 for 0/0."""
        if rate == 0:
            return self.undisturbed.is_measured(metric, part)
        return not any(part in point.empty.get(metric, ()) for point in self._draws(error, rate))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for undefined scores."""
        found = {
            "documents": len(self.undisturbed.documents),
            "undisturbed": self.undisturbed.scores,
            "points": [to_row((*POINT, *data("scores")), point) for point in self.points],
        }
        return whole(found, self.signature, self.undisturbed.settings, self.warnings)

    def rows(self) -> Rows:
        """Return a row for each response and metric."""
        rows = (
            {**to_row(POINT, point), "metric": metric, **parts}
            for point in self.points
            for metric, parts in point.scores.items()
        )
        return Rows.of_scores(parts_in_order(self.undisturbed.scores.values()), rows, self.signature)

    def __repr__(self) -> str:
        """Return the number of responses and the options."""
        return f"<Simulation: {len(self.points)} responses, {self.experiment}>"


@listing_options
def simulate(
    key: Input,
    *,
    errors: str | Iterable[str] | None = None,
    rates: str | Iterable[float] | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    made: Callable[[Point, Corpus], object] | None = None,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    **options: Unpack[Options],
) -> Simulation:
    """Make responses from a key by adding errors of one kind at growing rates, and score them.

    Args:
        key: path, corpus or clusters of the gold annotation.
        errors: the kinds of errors, comma-separated or a list; see corefeval.simulation.errors.ERRORS.
        rates: the shares of mentions or entities that an error changes.
        repeats: the number of random draws for each error and rate.
        seed: the random seed.
        made: called with each point and its response.
        metrics: as in score().
        preset: as in score().
        signature: the signature of an earlier simulation or score, to repeat it.
        options: the other keywords of score().

    Examples:
        >>> key = {"a": [[1, 2, 3, 4], [5, 6]], "b": [[1, 2], [3, 4]]}
        >>> simulated = simulate(key, errors="missed", rates=[0.5], repeats=1, metrics="mention")
        >>> simulated.points[0].count, simulated.points[0].scores["mention"]["recall"]
        (5, 0.5)
    """
    experiment = Experiment.of(errors, rates, repeats, seed, str(signature or ""))
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    gold = request.read_key(key)
    run = request.on(gold)
    points = []
    for point, response in _points(gold, run, experiment):
        points.append(point)
        if made is not None:
            made(point, response)
    return Simulation(experiment, tuple(points), run.score(gold, gold))


def _points(gold: Corpus, run: Run, experiment: Experiment) -> Iterator[tuple[Point, Corpus]]:
    """Make and score the responses one by one."""
    table = type_table(run.settings.types, run.settings.scheme)
    draws = [
        Disturbance(gold, experiment.errors, experiment.seed + repeat, run.settings.language, table)
        for repeat in range(experiment.repeats)
    ]
    for error in experiment.errors:
        for rate in experiment.rates:
            for repeat, draw in enumerate(draws, 1):
                response, count = draw.make(error, rate)
                result = run.score(gold, response)
                yield Point(error, rate, repeat, count, result.scores, result.empty), response
