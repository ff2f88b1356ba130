"""What is to be said of a whole run: warnings that follow from numbers which add up over documents."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corefeval.corpus import Corpus
from corefeval.counts import Counts
from corefeval.matching import without_singletons
from corefeval.metrics.base import Metric
from corefeval.metrics.naming import parse_metric
from corefeval.pairing import Pairing
from corefeval.problems import Problem, Severity
from corefeval.settings import Settings

RARE, COMMON = 0.01, 0.1
"""Shares of singletons among the entities: a side with fewer than RARE against one with more than COMMON is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Alternative:
    """What the CoNLL average counts now, and what it would count under another setting."""

    now: Counts
    then: Counts

    @classmethod
    def of(cls, pairing: Pairing, other: Pairing) -> Alternative:
        """Return the counts of both."""
        conll = parse_metric("conll")
        return cls(pairing.count(conll), other.count(conll))

    @classmethod
    def joined(cls, several: Sequence[Alternative | None]) -> Alternative | None:
        """Return that of all documents, None where it was not worked out for some of them."""
        known = [each for each in several if each is not None]
        if not known or len(known) < len(several):
            return None
        return cls(
            Counts.concatenate([each.now for each in known]),
            Counts.concatenate([each.then for each in known]),
        )

    def told(self, option: str, settings: Settings) -> str:
        """Return both numbers in words."""
        conll = parse_metric("conll")
        now, then = (float(conll.scores(counts.totals(), settings)["f1"]) for counts in (self.now, self.then))
        return f"CoNLL F1 is {_percent(now)}, and {_percent(then)} with {option}"


@dataclass(frozen=True, slots=True)
class Side:
    """How much of what one side has under the settings."""

    mentions: int
    entities: int
    singletons: int

    @classmethod
    def of(cls, corpus: Corpus) -> Side:
        """Count one side of a pairing."""
        return cls(len(corpus.mentions), len(corpus.entities), int((corpus.entity_sizes == 1).sum()))

    def __add__(self, other: Side) -> Side:
        """Return what both pieces have."""
        return Side(
            self.mentions + other.mentions,
            self.entities + other.entities,
            self.singletons + other.singletons,
        )

    @property
    def share(self) -> float:
        """The share of singletons among the entities."""
        return self.singletons / max(self.entities, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """The numbers that the warnings of a run follow from; those of its pieces add up.

    Attributes:
        key: how much the key has.
        response: how much the response has.
        without_singletons: what dropping singletons would change, worked out where they are on one side only.
        colliding: how many mentions the official alignment of zeros treats otherwise than the defined one.
        defined_zeros: what the defined alignment would change, worked out where there are any.
    """

    key: Side
    response: Side
    without_singletons: Alternative | None = None
    colliding: int = 0
    defined_zeros: Alternative | None = None

    @classmethod
    def of(cls, pairing: Pairing, settings: Settings, conll: Counts | None = None) -> Facts:
        """Gather them from one pairing; with what the CoNLL average counts there, if that is known."""
        key, response = Side.of(pairing.key), Side.of(pairing.response)
        dropped = None
        if settings.singletons == "keep":
            if _is_one_sided(key, response):
                dropped = Alternative.of(pairing, without_singletons(pairing, settings))
            elif conll is not None and not key.singletons + response.singletons:
                dropped = Alternative(conll, conll)
        colliding, defined = _collisions(pairing)
        return cls(
            key,
            response,
            dropped,
            colliding,
            Alternative.of(pairing, pairing if defined is None else defined)
            if pairing.matching.defined is not None
            else None,
        )

    @classmethod
    def joined(cls, several: Sequence[Facts]) -> Facts:
        """Return those of all documents."""
        nothing = Side(0, 0, 0)
        return cls(
            sum((each.key for each in several), nothing),
            sum((each.response for each in several), nothing),
            Alternative.joined([each.without_singletons for each in several]),
            sum(each.colliding for each in several),
            Alternative.joined([each.defined_zeros for each in several]),
        )

    def warnings(self, settings: Settings) -> Iterator[Problem]:
        """Say what the reader of the numbers should know."""
        for name, side in (("key", self.key), ("response", self.response)):
            if not side.mentions:
                message = f"nothing to score in the {name}: it has no mentions under these settings"
                yield Problem("CE045", message, severity=Severity.WARNING)
        if settings.singletons == "keep" and _is_one_sided(self.key, self.response):
            message = f"the key has {self.key.singletons} singletons, the response {self.response.singletons}"
            yield _with(message, "CE040", self.without_singletons, "--singletons drop", settings)
        if self.colliding:
            message = f"the official alignment of zeros collides with itself for {self.colliding} mentions"
            yield _with(message, "CE043", self.defined_zeros, "--zeros dependent", settings)


def undefined_averages(
    metrics: Mapping[str, Metric], counts: Mapping[str, Counts], settings: Settings
) -> Iterator[Problem]:
    """Say which part of an average is undefined, where that leaves the average undefined."""
    if settings.undefined == "zero":
        return
    for name, metric in metrics.items():
        parts = metric.undefined_parts(counts[name])
        if parts:
            message = (
                f"{metric.label} is undefined, because of {', '.join(parts)}: nothing to divide by (0/0)"
            )
            yield Problem("CE060", message, severity=Severity.WARNING)


def scores_above_one(
    metrics: Mapping[str, Metric], counts: Mapping[str, Counts], settings: Settings
) -> Iterator[Problem]:
    """Say which scores are no shares any more: where repeated mentions are kept, the official numbers win."""
    if settings.duplicates in {"error", "first", "merge"}:
        return
    found = [
        f"{metric.label} {part} {_percent(float(value))}"
        for name, metric in metrics.items()
        for part, value in metric.scores(counts[name].totals(), settings).items()
        if part in {"recall", "precision", "f1"} and float(value) > 1 + 1e-9
    ]
    if found:
        message = f"repeated mentions are counted each time, which takes scores above 100: {', '.join(found)}"
        yield Problem("CE083", message, severity=Severity.WARNING)


def _percent(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{100 * value:.2f}"


def _with(
    message: str, code: str, alternative: Alternative | None, option: str, settings: Settings
) -> Problem:
    if alternative is not None:
        message += f"; {alternative.told(option, settings)}"
    return Problem(code, message, severity=Severity.WARNING)


def _is_one_sided(key: Side, response: Side) -> bool:
    """Say whether one side has singletons and the other (next to) none."""
    if not key.mentions or not response.mentions:
        return False
    shares = key.share, response.share
    return min(shares) <= RARE and max(shares) >= COMMON


def _collisions(pairing: Pairing) -> tuple[int, Pairing | None]:
    """Return how many mentions the official alignment of zeros treats otherwise, and the pairing as defined."""
    if pairing.matching.defined is None:
        return 0, None
    defined = replace(pairing, matching=pairing.matching.defined, _counted={}, _derived={})
    differing = sum(
        int((getattr(pairing, side) != getattr(defined, side)).sum())
        for side in ("key_partner", "response_partner")
    )
    return differing, defined if differing else None
