"""Cases counted: how many links are right, and how the mentions, entities or attachments of each class fare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from corefeval.applications.answer import ByClass, Class
from corefeval.arrays import Booleans, Floats, number_or_none
from corefeval.breakdown.breakdown import tally
from corefeval.breakdown.features import UNKNOWN, Feature, feature
from corefeval.linguistics.described_side import WORD_COLUMNS
from corefeval.metrics.base import Metric
from corefeval.metrics.outcomes import Outcomes
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing
from corefeval.problems import UsageError
from corefeval.settings import Settings
from corefeval.text import TextColumn

TITLES = {
    "type": "type",
    "pos": "part of speech",
    "ne": "named-entity class",
    "deprel": "dependency relation",
}
"""The names of features in an answer."""


HALVES = ("ed_", "em_")
"""The prefixes of the parts of ARCS anchor: for found entities, and for their mentions."""

TP, WL, FN, FP = range(4)
"""Numbers of the outcomes of links (metrics.outcomes.LINK_OUTCOMES)."""


def tallied(outcomes: Outcomes) -> tuple[int, int, int, int]:
    """Return how many links are right, wrong, missing and invented."""
    right, wrong, missing = (int((outcomes.key == number).sum()) for number in (TP, WL, FN))
    return right, wrong, missing, int((outcomes.response == FP).sum())


def misled(outcomes: Outcomes) -> Booleans:
    """Return which key mentions are judged although they have no right antecedent: the system gave them one, which is wrong."""
    if outcomes.targets is None:
        return np.zeros(len(outcomes.key), bool)
    found: Booleans = (outcomes.key >= 0) & (outcomes.targets[0].right < 0)
    return found


def known_feature(pairing: Pairing, name: str) -> Feature | None:
    """Return a feature with the key's value for mentions of both sides; None if the key has no values."""
    if not _may_have(pairing, name):
        return None
    try:
        found = feature(pairing, name).settled(pairing)
    except UsageError:
        return None
    seen = {found.labels[number] for number in np.unique(found.key).tolist()}
    return found if seen - UNKNOWN else None


def _may_have(pairing: Pairing, name: str) -> bool:
    """Return quickly whether the key can have a feature, because listing all features takes long."""
    own = pairing.linguistics[0]
    if name == "type":
        return True
    if name in ("pos", "ne"):
        column: TextColumn = getattr(own, name)
        return len(column.block) > 0
    in_text = pairing.key.source.column(name if name in WORD_COLUMNS else "feats")
    if in_text is None or name in WORD_COLUMNS:
        return in_text is not None
    return f"{name}=".encode() in in_text.block.tobytes()


def by_features(
    pairing: Pairing, outcomes: Outcomes, metric: Metric, cases: str, names: Sequence[str]
) -> tuple[ByClass, ...]:
    """Return the outcomes of links by those of these features that the files have."""
    features = [known_feature(pairing, name) for name in names]
    return tuple(by_class(outcomes.shares, metric, of, cases) for of in features if of is not None)


def by_class(
    shares: Shares, metric: Metric, of: Feature, cases: str, verdict: str = "right", title: str = ""
) -> ByClass:
    """Return the contributions of mentions to a metric by a feature: cases of each class, right cases, and scores."""
    totals = shares.summed(of.key, of.response, len(of.labels))
    scores, found = metric.scores_of_class(totals, Settings()), tally(metric, totals)
    assert found is not None
    return breakdown(
        title or TITLES.get(of.name, of.name),
        cases,
        of.labels,
        found.in_key,
        found.counts["right"],
        scores,
        verdict,
    )


def asked_for(pairing: Pairing, metric: Metric, name: str, cases: str, verdict: str) -> ByClass | None:
    """Return the cases by a requested feature, None if the metric has no classes of mentions."""
    of = feature(pairing, name).settled(pairing)
    shares = metric.shares(pairing)
    if shares is None:
        return None
    return replace(by_class(shares, metric, of, cases, verdict), is_asked_for=True)


def breakdown(
    name: str,
    cases: str,
    labels: Sequence[str],
    total: Floats,
    right: Floats,
    scores: Mapping[str, Floats],
    verdict: str = "right",
) -> ByClass:
    """Return the classes that have cases, the largest first."""
    order = sorted(np.flatnonzero(total > 0).tolist(), key=lambda row: (-total[row], labels[row]))
    classes = tuple(
        Class(
            labels[row],
            plain(total[row]),
            plain(right[row]),
            number_or_none(scores["f1"][row]),
            {part: number_or_none(values[row]) for part, values in scores.items() if part[:3] in HALVES},
        )
        for row in order
    )
    return ByClass(name, cases, classes, verdict)


def plain(number: float) -> float:
    """Return a count as text; weights need not be whole numbers."""
    return int(number) if number == int(number) else float(number)
