"""The data of the small charts in the overview: scores by genre, type, distance, size and spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from corefeval.arrays import number_or_none
from corefeval.reports.explorer.mentions import DIGITS

if TYPE_CHECKING:
    from corefeval.explanation.systems import ByValue, ExplainedSystems
    from corefeval.metrics.base import Scores

TITLES = {
    "type": "by mention type",
    "distance": "by distance to previous mention",
    "size": "by size of the entity",
    "spread": "by spread of the entity",
}
PARTS = ("recall", "precision", "f1")


def pictures(explained: ExplainedSystems) -> list[dict[str, Any]]:
    """Return the charts: the name of a filter, a title, the metric, and the count and scores of each value.

    Charts with a single value are skipped.
    """
    found = [_by_genre(explained)]
    for name in TITLES:
        broken_down = explained.broken_down(name)
        if broken_down is not None:
            found.append(_picture(name, *broken_down))
    return [one for one in found if len(one["values"]) > 1]


def _by_genre(explained: ExplainedSystems) -> dict[str, Any]:
    genre_of = explained.genre_of.tolist()
    numbers = [number for number in sorted(set(genre_of)) if number]
    return {
        "name": "genre",
        "title": "by genre",
        "metric": explained.first.result.metrics[explained.headline].label,
        "is_ordered": False,
        "values": numbers,
        "counts": [genre_of.count(number) for number in numbers],
        "scores": [[_parts(scores) for scores in system.by_genre] for system in explained.systems],
    }


def _picture(name: str, numbers: Sequence[int], found: Sequence[ByValue]) -> dict[str, Any]:
    return {
        "name": name,
        "title": TITLES[name],
        "metric": found[0].metric,
        "is_ordered": name != "type",
        "values": numbers,
        "counts": [int(found[0].mentions[number]) for number in numbers],
        "scores": [[_parts(each.scores, number) for number in numbers] for each in found],
    }


def _parts(scores: Scores, number: int | None = None) -> dict[str, float | None]:
    """Return recall, precision and F1, of the value `number` if given; None for parts that the metric lacks."""
    found = {
        part: scores[part] if number is None else scores[part][number] for part in PARTS if part in scores
    }
    plain = {part: number_or_none(found[part]) if part in found else None for part in PARTS}
    return {part: None if value is None else round(value, DIGITS) for part, value in plain.items()}
