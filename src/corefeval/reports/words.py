"""Settings and numbers in words and figures, the same in every kind of output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefeval.choices import SETTINGS
from corefeval.evaluation.result import Result
from corefeval.presets import PRESETS
from corefeval.settings import Settings
from corefeval.text import percent, several

if TYPE_CHECKING:
    from corefeval.comparison.comparison import Resampling

_UNITS = {"document": ("document",), "topic": ("topic",), "corpus": ("corpus", "corpora")}
_INTERVALS = {"jackknife": "jackknife", "percentile": "bootstrap", "bca": "BCa bootstrap"}

MEANS = {"macro": "mean of documents", "mentions": "mean by mentions"}
"""The way of averaging over documents, for the head of a column."""


def bounds_in_brackets(bounds: tuple[float, float] | None) -> str:
    """Return the interval of a score as tables show it; '' if there is none.

    Examples:
        >>> bounds_in_brackets((0.5, 0.625)), bounds_in_brackets(None)
        ('[50.00, 62.50]', '')
    """
    return f"[{percent(bounds[0])}, {percent(bounds[1])}]" if bounds else ""


def settings_in_words(settings: Settings, results: Sequence[Result] = ()) -> str:
    """Return the settings in words, for the heading of a table.

    If the results still have their corpora, only settings with an effect are named. For example, the setting for zeros
    is omitted if no file has zeros.
    """
    files = [found for result in results if (found := result.contents) is not None]
    everywhere = not files or len(files) < len(results)
    concerned = {
        "singletons": everywhere or any(found.has_singletons for found in files),
        "zeros": everywhere or any(found.has_zeros for found in files),
        "split_antecedents": everywhere or any(found.has_sets for found in files),
        "duplicates": everywhere or any(map(_has_repeated, results)),
        "align": False,  # after the others
    }
    values = settings.as_dict()
    pieces = [
        setting.headings.get(str(values[name]), "")
        for name, setting in SETTINGS.items()
        if concerned.get(name, True)
    ]
    pieces += [
        f"windows of {settings.window:,} words" if settings.window else "",
        _alignment(settings, results),
    ]
    return ", ".join(piece for piece in pieces if piece)


def _alignment(settings: Settings, results: Sequence[Result]) -> str:
    """Return a phrase that says how the response's words were aligned, for example as changed copies of the key's text."""
    usual = SETTINGS["align"].headings.get(settings.align, "")
    if len(results) != 1 or results[0].contents is None:
        return usual
    copies, documents = results[0].copies, len(results[0].documents)
    if not copies:
        return usual if settings.align != "rewrite" else "no changed copy to align: the words are the key's"
    return (
        f"{len(copies)} of {several(documents, 'document')} aligned as changed copies of the key's text "
        f"(at least {percent(min(copies.values()))} % of its words found in each)"
    )


def _has_repeated(result: Result) -> bool:
    """Return whether a mention is listed twice. If only the first one counts, this follows from the warning CE030."""
    if result.settings.duplicates == "first":
        return any(problem.code == "CE030" for problem in result.warnings)
    return result.contents is not None and result.contents.has_repeated


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def scored_as(results: Sequence[Result]) -> str:
    """Return a sentence on the settings of results: the preset, and another preset that it must not be mistaken for."""
    first = results[0]
    preset = ""
    if first.preset:
        changed = PRESETS[first.preset].settings != first.settings
        preset = f"Preset {first.preset}{' with other settings' if changed else ''}: "
    sentence = preset + settings_in_words(first.settings, results)
    other = PRESETS[first.preset].unlike if first.preset else ""
    if other:
        sentence += f"; not to be mistaken for {other} ({PRESETS[other].title})"
    return capitalised(sentence)


def scored_units(count: int, settings: Settings) -> str:
    """Return the number of scored documents, topics or corpora, in words."""
    return several(count, *_UNITS[settings.across])


def heading(result: Result) -> list[str]:
    """Return the lines above a table: the amount of data, and the settings."""
    documents = scored_units(len(result.documents), result.settings)
    held = result.contents
    if held is None:
        return [documents, scored_as([result])]
    sides = [
        f"{name}: {several(mentions, 'mention')}, {several(entities, 'entity', 'entities')} ({form})"
        for name, mentions, entities, form in zip(
            ("key", "response"), held.mentions, held.entities, held.formats, strict=True
        )
    ]
    return [" · ".join([documents, *sides]), scored_as([result])]


def undefined_notes(result: Result) -> list[str]:
    """Explain a 0.00 of a table that is not a score: there is nothing to count, and the official scorer prints 0."""
    if result.settings.undefined != "zero":
        return []
    names = []
    for name, parts in result.empty.items():
        metric, every = result.metrics[name].full_label, result.scores[name]
        is_whole = {"recall", "precision", "f1"} & every.keys() <= set(parts)
        names.append(metric if is_whole else f"{metric} {', '.join(parts)}")
    if not names:
        return []
    return [f"{', '.join(names)}: nothing to count here (0/0), written as 0.00 as the official scorer does"]


def intervals_in_words(how: Resampling, settings: Settings) -> str:
    """Return a phrase that says how intervals were computed. With entities across documents, topics are resampled."""
    documents = "documents" if settings.across == "document" else f"{settings.across}s"
    unit = (
        how.resample.replace("documents", documents)
        if how.by == "document"
        else f"{documents} within datasets"
    )
    words = f"{100 * how.confidence:g}% {_INTERVALS[how.interval]} intervals over {unit}"
    return words if how.interval == "jackknife" else f"{words}; {how.resamples:,} resamples, seed {how.seed}"


def chance(p: float) -> str:
    """Return a p-value as in papers: .012, <.001."""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
