"""Type confusions, tables of type codes, and how far links of each type can be trusted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval.arrays import Floats, Integers
from corefeval.breakdown.breakdown import pairing_of
from corefeval.breakdown.features import feature, scheme_of
from corefeval.metrics.base import METRICS
from corefeval.metrics.dominant import NO_CLASS, Dominant
from corefeval.metrics.typed import TypedPairing, look_up
from corefeval.pairing.pairing import Pairing

if TYPE_CHECKING:
    from corefeval.evaluation.result import Result

OTHER = "Other"
ALL = "All"


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """Which value the response gives the mentions of each value in the key.

    Attributes:
        feature: the feature.
        labels: its values.
        matched: how many mentions have value i in the key and j in the response.
        missing: how many mentions of each value only the key has.
        spurious: how many only the response has.
    """

    feature: str
    labels: tuple[str, ...]
    matched: Integers
    missing: Integers
    spurious: Integers

    @property
    def agreement(self) -> float:
        """The share of matched mentions with the same value on both sides; NaN without any."""
        total = int(self.matched.sum())
        return int(np.trace(self.matched)) / total if total else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; rows are the key's values."""
        return {
            "labels": list(self.labels),
            "matched": self.matched.tolist(),
            "missing": self.missing.tolist(),
            "spurious": self.spurious.tolist(),
            "agreement": None if math.isnan(self.agreement) else self.agreement,
        }


def confusion(source: Result | Pairing, by: str) -> Confusion:
    """Return how key and response differ in a feature of the mentions that both have, each side's own value."""
    pairing = pairing_of(source)
    own = feature(pairing, by)
    partner = pairing.key_partner
    found = np.flatnonzero(partner >= 0)
    size = len(own.labels)
    table = np.bincount(own.key[found] * size + own.response[partner[found]], minlength=size * size)
    missing = np.bincount(own.key[partner < 0], minlength=size)
    spurious = np.bincount(own.response[pairing.response_partner < 0], minlength=size)
    matched = table.reshape(size, size)
    seen = np.flatnonzero(matched.sum(axis=0) + matched.sum(axis=1) + missing + spurious)
    return Confusion(
        own.name,
        tuple(own.labels[number] for number in seen.tolist()),
        matched[np.ix_(seen, seen)],
        missing[seen],
        spurious[seen],
    )


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far the response's links of one type can be trusted.

    Attributes:
        type: the value, as the response has it: that is what an application can filter by.
        links: how many links there are.
        right: how many of them lead to a mention of the same entity.
        low: the lower end of the interval of the precision.
        high: its upper end.
    """

    type: str
    links: int
    right: int
    low: float
    high: float

    @property
    def precision(self) -> float:
        """The share of right links."""
        return self.right / self.links

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "type": self.type,
            "links": self.links,
            "right": self.right,
            "precision": self.precision,
            "interval": [self.low, self.high],
        }


def reliability(source: Result | Pairing, by: str = "type", confidence: float = 0.95) -> list[Reliability]:
    """Return the precision of the response's links by the type of the mention that is linked.

    A link leads from a mention to the one before it in its response entity; it is right if the key has both in
    one entity. Types are the response's own, as an application sees no others. The interval is Wilson's.
    """
    pairing = pairing_of(source)
    own = feature(pairing, by)
    entity = np.append(pairing.key.mentions.entity, -1)
    antecedent = pairing.derive(TypedPairing).response.predecessor
    here = entity[pairing.response_partner]
    right = (here >= 0) & (here == entity[look_up(antecedent, pairing.response_partner)])
    is_link = antecedent >= 0
    size = len(own.labels)
    links = np.bincount(own.response[is_link], minlength=size)
    good = np.bincount(own.response[is_link & right], minlength=size)
    order = np.lexsort((np.arange(size), -links)) if not own.is_ordered else np.arange(size)
    return [
        Reliability(own.labels[number], count, found, *wilson_interval(found, count, confidence))
        for number, count, found in zip(
            order.tolist(), links[order].tolist(), good[order].tolist(), strict=True
        )
        if count
    ]


def wilson_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval of a proportion (Wilson 1927); 0 to 1 without trials.

    Examples:
        >>> tuple(round(end, 4) for end in wilson_interval(8, 10))
        (0.4902, 0.9433)
    """
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    weight = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / weight
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / weight
    low = 0.0 if successes == 0 else max(middle - reach, 0.0)
    return low, 1.0 if successes == trials else min(middle + reach, 1.0)


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A row of the tables D1 to D3 of Žitkus et al. (2023).

    Attributes:
        code: the code, Other, or All.
        outcomes: how many units have each outcome: tp wt wl wtl fn fp.
        in_key: S* of the paper, the units of the key.
        precision: earned over those of the response; None where there are none.
        recall: earned over those of the key.
        f1: their harmonic mean.
    """

    code: str
    outcomes: Mapping[str, int]
    in_key: int
    precision: float | None
    recall: float | None
    f1: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        scores = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {"code": self.code, **self.outcomes, "in_key": self.in_key, **scores}


def code_tables(source: Result | Pairing) -> dict[str, list[CodeRow]]:
    """Return for each class of type codes a table of its codes, as in appendix D of the paper.

    A result that was scored with `dominant` keeps its parameters. See `lay_out_codes`.
    """
    metrics = getattr(source, "metrics", {}).values()
    base = next((metric for metric in metrics if isinstance(metric, Dominant)), METRICS["dominant"]())
    by_code = type(base)(**{**base.values, "unit": "type"})
    if not isinstance(by_code, Dominant):
        return {}
    return lay_out_codes(by_code, pairing_of(source).count(by_code).totals())


def lay_out_codes(metric: Dominant, totals: Mapping[str, Floats]) -> dict[str, list[CodeRow]]:
    """Return the tables of sums by code, `code.outcome`.

    Codes that the response never gives are summed under Other, and everything under All; units without a code
    are a table of their own.
    """
    codes = dict.fromkeys(name.rpartition(".")[0] for name in totals if "." in name)
    columns = (*metric.found, "fn", "fp")
    counts = {code: {name: int(totals[f"{code}.{name}"]) for name in columns} for code in codes}
    scheme = scheme_of(code for code in codes if code != NO_CLASS)
    tables: dict[str, list[CodeRow]] = {}
    classes = [*scheme.classes, *(scheme.class_of(code) for code in codes if code != NO_CLASS), NO_CLASS]
    for letter in dict.fromkeys(classes):
        members = [
            code
            for code in codes
            if any(counts[code].values())
            and (NO_CLASS if code == NO_CLASS else scheme.class_of(code)) == letter
        ]
        if not members:
            continue
        attempted = [code for code in members if any(counts[code][name] for name in (*metric.found, "fp"))]
        others = [code for code in members if code not in attempted]
        rows = [_row(metric, code, [counts[code]]) for code in attempted]
        if others:
            rows.append(_row(metric, OTHER, [counts[code] for code in others]))
        rows.append(_row(metric, ALL, [counts[code] for code in members]))
        tables[letter] = rows
    return tables


def _row(metric: Dominant, code: str, several: list[dict[str, int]]) -> CodeRow:
    summed = {name: sum(counts[name] for counts in several) for name in several[0]}
    found = metric.by_class({f"{code}.{name}": np.array(float(count)) for name, count in summed.items()})
    scores = {
        part: None if np.isnan(value) else float(value) for part, value in next(iter(found.values())).items()
    }
    in_key = sum(count for name, count in summed.items() if name != "fp")
    return CodeRow(code, summed, in_key, scores["precision"], scores["recall"], scores["f1"])
