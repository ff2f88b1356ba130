"""Settings and numbers in words and figures, the same in every kind of output."""

from __future__ import annotations

from corefeval.comparison import Resampling
from corefeval.evaluation.result import Result
from corefeval.presets import PRESETS
from corefeval.settings import Settings

UNDEFINED = "–"
"""What is shown where there is nothing to divide by."""

_MATCH = {
    "exact": "exact match",
    "head": "heads matched",
    "partial": "partial match (minimum span or head inside)",
    "craft": "partial match as in CRAFT",
}
_ZEROS = {
    "dependent": "zeros aligned by their dependencies",
    "dependent-official": "zeros aligned by their dependencies, as corefud-scorer 1.2 does",
    "linear": "zeros aligned by position",
    "drop": "without zeros",
}
_DUPLICATES = {
    "error": "repeated mentions refused",
    "first": "a repeated mention counted once, in the entity that opens first",
    "keep": "repeated mentions counted each time",
    "merge": "entities that share a mention joined",
    "perl": "repeated mentions counted as in the reference scorer",
}
_TWINLESS = {
    "as-is": "",
    "cai-strube": "twinless mentions as in Cai and Strube (2010)",
    "add-to-key": "system-only mentions added to the key as singletons",
}
_INTERVALS = {"jackknife": "jackknife", "percentile": "bootstrap", "bca": "BCa bootstrap"}


def percent(value: float | None, digits: int = 2) -> str:
    """Return a fraction as a percentage."""
    return UNDEFINED if value is None else f"{100 * value:.{digits}f}"


def settings_in_words(settings: Settings) -> str:
    """Return what was done, for the heading of a table."""
    pieces = [
        _MATCH[settings.match],
        "singletons kept" if settings.singletons == "keep" else "without singletons",
        _ZEROS[settings.zeros],
        "with split antecedents" if settings.split_antecedents == "keep" else "",
        "discourse deixis" if settings.layer == "discourse-deixis" else "",
        _DUPLICATES[settings.duplicates],
        _TWINLESS[settings.twinless],
    ]
    return ", ".join(piece for piece in pieces if piece)


def heading(result: Result) -> list[str]:
    """Return the lines above a table: how much of what, and how it was scored."""
    lines = []
    pairing = result.pairing
    count = len(result.documents)
    documents = f"{count} document" + ("s" if count != 1 else "")
    if pairing is not None:
        key, response = pairing.key, pairing.response
        lines.append(
            f"{documents} · key: {len(key.mentions)} mentions, {len(key.entities)} entities ({key.format}) · "
            f"response: {len(response.mentions)} mentions, {len(response.entities)} entities ({response.format})"
        )
    else:
        lines.append(documents)
    preset = ""
    if result.preset:
        changed = PRESETS[result.preset].settings != result.settings
        preset = f"Preset {result.preset}{' with other settings' if changed else ''}: "
    sentence = preset + settings_in_words(result.settings)
    lines.append(sentence[0].upper() + sentence[1:])
    return lines


def intervals_in_words(how: Resampling) -> str:
    """Return how intervals were made."""
    unit = how.resample if how.by == "document" else "documents within datasets"
    words = f"{100 * how.confidence:g}% {_INTERVALS[how.interval]} intervals over {unit}"
    return words if how.interval == "jackknife" else f"{words}; {how.resamples:,} resamples, seed {how.seed}"
