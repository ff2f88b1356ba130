"""Cases counted: how many links are right, and how the mentions, entities or attachments of each class fare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefeval.applications.answer import ByClass, Class
from corefeval.arrays import Floats
from corefeval.breakdown.features import UNKNOWN, WORD_COLUMNS, Feature, feature
from corefeval.metrics.base import Metric
from corefeval.metrics.outcomes import Outcomes
from corefeval.pairing.pairing import Pairing
from corefeval.problems import UsageError
from corefeval.settings import Settings
from corefeval.text import TextColumn

TITLES = {
    "type": "type",
    "pos": "part of speech",
    "ne": "named-entity class",
    "deprel": "dependency relation",
    "lemma": "lemma",
}
"""What features are called in an answer."""


TP, WL, FN, FP = range(4)
"""Numbers of the outcomes of links (metrics.outcomes.LINK_OUTCOMES)."""


def tallied(outcomes: Outcomes) -> tuple[int, int, int, int]:
    """Return how many links are right, wrong, missing and invented."""
    right, wrong, missing = (int((outcomes.key == number).sum()) for number in (TP, WL, FN))
    return right, wrong, missing, int((outcomes.response == FP).sum())


def known_feature(pairing: Pairing, name: str) -> Feature | None:
    """Return a feature with the key's value for what both sides have; None where the key knows no value of it."""
    if not _may_have(pairing, name):
        return None
    try:
        found = feature(pairing, name).settled(pairing)
    except UsageError:
        return None
    seen = {found.labels[number] for number in np.unique(found.key).tolist()}
    return found if seen - UNKNOWN else None


def _may_have(pairing: Pairing, name: str) -> bool:
    """Say at a glance whether the key can have a feature: being told which others there are takes long."""
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
    shares = outcomes.shares
    found = []
    for name in names:
        of = known_feature(pairing, name)
        if of is None:
            continue
        totals = shares.summed(of.key, of.response, len(of.labels))
        judged = totals["tp"] + totals["wl"] + totals["fn"]
        scores = metric.scores(totals, Settings())
        found.append(breakdown(TITLES[name], cases, of.labels, judged, totals["tp"], scores))
    return tuple(found)


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
            int(total[row]),
            int(right[row]),
            None if np.isnan(scores["f1"][row]) else float(scores["f1"][row]),
        )
        for row in order
    )
    return ByClass(name, cases, classes, verdict)
