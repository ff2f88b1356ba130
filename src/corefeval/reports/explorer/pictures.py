"""What the small pictures of the overview show: scores by genre, type, distance, size and spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from corefeval.analysis import Explanation
from corefeval.arrays import Integers, number_or_none
from corefeval.breakdown.breakdown import Breakdown, breakdown
from corefeval.breakdown.features import NONE, Feature, feature
from corefeval.evaluation.result import Result
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Scores
from corefeval.presets import HEADLINE, IN_PICTURES
from corefeval.reports.explorer.census import distance
from corefeval.reports.explorer.mentions import DIGITS

TITLES = {
    "type": "by mention type",
    "distance": "by distance to the mention before",
    "size": "by size of the entity",
    "spread": "by spread of the entity",
}
PARTS = ("recall", "precision", "f1")


def pictures(
    results: Sequence[Result], explanations: Sequence[Explanation], genre_of: Integers
) -> list[dict[str, Any]]:
    """Return the pictures: a name, which is that of a filter, a title, the metric, and for each value its number and scores.

    Documents are counted together by genre, which any metric allows. What belongs to mentions is shown of a metric
    that is a sum over them. A picture of one value is left out.
    """
    found = [_by_genre(results, genre_of)]
    for name in TITLES:
        each = [_by_mention(explanation, name) for explanation in explanations]
        if all(one is not None for one in each):
            found.append(_picture(name, [one for one in each if one is not None]))
    return [one for one in found if len(one["values"]) > 1]


def _by_genre(results: Sequence[Result], genre_of: Integers) -> dict[str, Any]:
    name = HEADLINE if HEADLINE in results[0].metrics else next(iter(results[0].metrics))
    numbers = [number for number in sorted(set(genre_of.tolist())) if number]
    rows: list[list[dict[str, float | None]]] = []
    for result in results:
        columns = result.counts[name].columns
        metric, scores = result.metrics[name], []
        for number in numbers:
            totals = {part: values[genre_of == number].sum(axis=0) for part, values in columns.items()}
            is_empty = metric.is_empty(totals, result.settings)
            found = metric.scores(totals, result.settings)
            scores.append(
                {part: np.where(is_empty[part], np.nan, value)[None] for part, value in found.items()}
            )
        rows.append([_parts(each, 0) for each in scores])
    return {
        "name": "genre",
        "title": "by genre",
        "metric": results[0].metrics[name].label,
        "is_ordered": False,
        "values": numbers,
        "counts": [int((genre_of == number).sum()) for number in numbers],
        "scores": rows,
    }


def _by_mention(explanation: Explanation, name: str) -> Breakdown | None:
    pairing = explanation.pairing
    has_text = pairing.key.mentions.objects is None and pairing.response.mentions.objects is None
    if not has_text and name in {"distance", "spread"}:
        return None
    if name == "type" and not (
        explanation.key_linguistics.type.any() or explanation.response_linguistics.type.any()
    ):
        return None
    by: Feature = (
        distance(pairing) if name == "distance" else feature(pairing, {"size": "entity-size"}.get(name, name))
    )
    metrics = dict(explanation.repaired)
    found = breakdown(pairing, metrics, by)
    if found.metrics:
        return found
    return breakdown(pairing, {IN_PICTURES: parse_metric(IN_PICTURES)}, by)


def _picture(name: str, found: Sequence[Breakdown]) -> dict[str, Any]:
    metric = next(iter(found[0].metrics))
    numbers = [
        number
        for number in sorted({number for each in found for number in each.order})
        if found[0].labels[number] not in {NONE, ""}
    ]
    scores = [each.scores(metric) for each in found]
    return {
        "name": name,
        "title": TITLES[name],
        "metric": found[0].metrics[metric].label,
        "is_ordered": name != "type",
        "values": numbers,
        "counts": [int(found[0].mentions[0][number]) for number in numbers],
        "scores": [[_parts(each, number) for number in numbers] for each in scores],
    }


def _parts(scores: Scores | Mapping[str, Any], number: int) -> dict[str, float | None]:
    """Return recall, precision and F1 of one value, as far as the metric has them."""
    plain = {part: number_or_none(scores[part][number]) if part in scores else None for part in PARTS}
    return {part: None if value is None else round(value, DIGITS) for part, value in plain.items()}
