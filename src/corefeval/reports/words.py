"""Settings and numbers in words and figures, the same in every kind of output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefeval.evaluation.result import Result
from corefeval.presets import PRESETS
from corefeval.settings import Settings
from corefeval.text import percent, several

if TYPE_CHECKING:
    from corefeval.comparison.comparison import Resampling

_MATCH = {
    "exact": "exact match",
    "head": "heads matched",
    "partial": "partial match (minimum span or head inside)",
    "craft": "partial match as in CRAFT",
    "min-span": "minimum spans matched",
    "min-span-official": "minimum spans matched as coval does",
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
_ALIGN = {
    "auto": "",
    "strict": "",
    "positions": "",
    "characters": "the response's words aligned by characters",
    "rewrite": "changed copies of the text aligned",
}
_TWINLESS = {
    "as-is": "",
    "cai-strube": "mentions that only one side has (twinless) as in Cai and Strube (2010)",
    "add-to-key": "system-only mentions added to the key as singletons",
}
_MENTIONS = {
    "own": "",
    "key": "linking only, on the key's mentions, so that mention F1 is 100 by construction",
}
_ACROSS = {
    "document": "",
    "topic": "entities across the documents of a topic",
    "corpus": "entities across all documents",
}
_SINGLETONS = {
    "keep": "singletons kept",
    "drop": "without singletons",
    "e2e": "singletons as in e2e-coref (CEAFe counts those of the key alone)",
}
_UNITS = {"document": ("document",), "topic": ("topic",), "corpus": ("corpus", "corpora")}
_INTERVALS = {"jackknife": "jackknife", "percentile": "bootstrap", "bca": "BCa bootstrap"}

MEANS = {"macro": "mean of documents", "mentions": "mean by mentions"}
"""How documents were averaged, for the head of a column."""


def settings_in_words(settings: Settings, results: Sequence[Result] = ()) -> str:
    """Return what was done, for the heading of a table.

    Of results that still have their files only what had an effect on them is named: nothing is said of zeros where
    no file has any.
    """
    files = [found for result in results if (found := result.contents) is not None]
    everywhere = not files or len(files) < len(results)
    pieces = [
        _MATCH[settings.match],
        _SINGLETONS[settings.singletons]
        if everywhere or any(found.has_singletons for found in files)
        else "",
        _ZEROS[settings.zeros] if everywhere or any(found.has_zeros for found in files) else "",
        "with split antecedents"
        if settings.split_antecedents == "keep" and (everywhere or any(found.has_sets for found in files))
        else "",
        "discourse deixis" if settings.layer == "discourse-deixis" else "",
        _DUPLICATES[settings.duplicates] if everywhere or any(map(_has_repeated, results)) else "",
        "without verb phrases" if settings.verb_phrases == "drop" else "",
        "without nested mentions of one entity" if settings.nested == "drop" else "",
        _TWINLESS[settings.twinless],
        _MENTIONS[settings.mentions],
        _ACROSS[settings.across],
        "recall and precision averaged over documents" if settings.documents == "mean" else "",
        f"windows of {settings.window:,} words" if settings.window else "",
        _alignment(settings, results),
        "response cropped to the key's text" if settings.crop == "yes" else "",
    ]
    return ", ".join(piece for piece in pieces if piece)


def _alignment(settings: Settings, results: Sequence[Result]) -> str:
    """Return where the words of a response come from: the key's own, those of the same characters, or of a changed copy."""
    if len(results) != 1 or results[0].contents is None:
        return _ALIGN[settings.align]
    copies, documents = results[0].copies, len(results[0].documents)
    if not copies:
        return (
            _ALIGN[settings.align]
            if settings.align != "rewrite"
            else "no changed copy to align: the words are the key's"
        )
    return (
        f"{len(copies)} of {several(documents, 'document')} aligned as changed copies of the key's text "
        f"(at least {percent(min(copies.values()))} % of its words found in each)"
    )


def _has_repeated(result: Result) -> bool:
    """Say whether a mention is listed twice; where the first is taken a warning has said so."""
    if result.settings.duplicates == "first":
        return any(problem.code == "CE030" for problem in result.warnings)
    return result.contents is not None and result.contents.has_repeated


def capitalised(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def scored_as(results: Sequence[Result]) -> str:
    """Return the sentence that says how results were scored, with their preset and the one that it is not."""
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
    """Return how many documents, topics or corpora were scored."""
    return several(count, *_UNITS[settings.across])


def heading(result: Result) -> list[str]:
    """Return the lines above a table: how much of what, and how it was scored."""
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
    """Say which 0.00 of a table is no score: there is nothing to count, and the official scorer writes 0."""
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
    """Return how intervals were made; the documents that are resampled may be topics."""
    documents = "documents" if settings.across == "document" else f"{settings.across}s"
    unit = (
        how.resample.replace("documents", documents)
        if how.by == "document"
        else f"{documents} within datasets"
    )
    words = f"{100 * how.confidence:g}% {_INTERVALS[how.interval]} intervals over {unit}"
    return words if how.interval == "jackknife" else f"{words}; {how.resamples:,} resamples, seed {how.seed}"


def chance(p: float) -> str:
    """Return a p-value as it is written in papers: .012, <.001."""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
