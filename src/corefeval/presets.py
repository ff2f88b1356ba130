"""Presets: the settings of shared tasks and official scorers, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings

DEFAULT_METRICS = ("muc", "bcub", "ceafe", "conll", "lea", "mention")


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings and metrics of a shared task.

    Attributes:
        name: as in --preset.
        title: the task.
        settings: how key and response are made comparable.
        metrics: what is printed.
        official: which scorer and version decided, and what it did.
        differs: what cannot be reproduced, or is done better here.
        headline: the metric the task ranked systems by.
    """

    name: str
    title: str
    settings: Settings
    metrics: tuple[str, ...]
    official: str
    differs: str = ""
    headline: str = "conll"
    metric_parameters: Mapping[str, str] = field(default_factory=dict)


_CORE = ("muc", "bcub", "ceafe", "conll")
_CRAC = (*_CORE, "mor", "zero")

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "perl",
            "The reference scorer of CoNLL, version 8.01",
            Settings(duplicates="first", missing="empty", undefined="zero"),
            ("muc", "bcub", "ceafm", "ceafe", "blanc", "conll", "mention"),
            "scorer.pl 8.01: exact spans, singletons as in the files, a repeated mention stays with the entity "
            "that opens first, a document missing in the response is scored as empty, BLANC leaves out a half "
            "without key links.",
            "Its percentages are truncated, ours are rounded. It refuses files with more than ten repeated "
            "mentions, counted over documents and metrics by a slip; we score them. A repetition that matches "
            "no key mention is counted by its MUC, B³ and CEAF but not by its BLANC; we drop it everywhere.",
            metric_parameters={"blanc": "blanc(empty=key)"},
        ),
        Preset(
            "conll12",
            "CoNLL-2012 shared task, as in the Universal Anaphora scorer",
            Settings(singletons="drop", duplicates="keep", undefined="zero"),
            _CORE,
            "Universal Anaphora scorer 2.0 with the settings its table intends: exact spans, singletons dropped, "
            "a mention listed twice counted twice.",
            "The released command prints no score; these are the numbers of its evaluator.",
        ),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by name."""
    if name not in PRESETS:
        hint = f"Choose one of {', '.join(PRESETS)}; see 'corefeval presets'."
        raise UsageError(Problem("CE050", f"no preset {name!r}", hint=hint))
    return PRESETS[name]
