"""Settings: everything that decides what a score means, apart from the metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from corefeval.names import resolve

CHOICES: Mapping[str, tuple[str, ...]] = {
    "match": ("exact", "head", "partial", "craft"),
    "singletons": ("keep", "drop"),
    "zeros": ("dependent", "dependent-official", "linear", "drop"),
    "split_antecedents": ("keep", "drop"),
    "layer": ("identity", "discourse-deixis"),
    "duplicates": ("error", "first", "keep", "merge"),
    "tokens": ("check", "ignore"),
    "missing": ("error", "empty"),
    "undefined": ("null", "zero"),
    "twinless": ("as-is", "cai-strube", "add-to-key"),
}
"""What each setting may be."""

LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "en": ("eng", "English"),
    "de": ("deu", "ger", "German"),
    "fr": ("fra", "fre", "French"),
    "es": ("spa", "Spanish"),
    "ca": ("cat", "Catalan"),
    "it": ("ita", "Italian"),
    "pt": ("por", "Portuguese"),
    "nl": ("nld", "dut", "Dutch"),
    "cs": ("ces", "cze", "Czech"),
    "lt": ("lit", "Lithuanian"),
    "pl": ("pol", "Polish"),
    "ru": ("rus", "Russian"),
    "hu": ("hun", "Hungarian"),
    "nb": ("no", "nn", "nob", "nno", "nor", "Norwegian"),
    "sv": ("swe", "Swedish"),
}
"""The languages that can be declared, with what else they are called: those of which closed-class words are known.

Of any other a declaration would have no effect.
"""


def language_named(text: str) -> str:
    """Return the code of a language, '' if none is named; what follows the language (en-GB, en_US) changes nothing.

    Raises:
        UsageError: CE050 for a language of which no words are known.
    """
    if not text:
        return ""
    spoken = text.replace("_", "-").partition("-")[0]
    return text if text in LANGUAGES else resolve("language", spoken, LANGUAGES, LANGUAGES.__getitem__)


@dataclass(frozen=True, slots=True)
class Settings:
    """How key and response are made comparable.

    Attributes:
        match: when a response mention is a key mention.
        singletons: whether entities of one mention are scored.
        zeros: how zeros are aligned, or that they are dropped.
        split_antecedents: whether accommodated sets are scored.
        layer: identity coreference or discourse deixis.
        duplicates: what becomes of a mention listed twice.
        tokens: whether key and response must have the same words.
        missing: what becomes of a document that the response lacks.
        undefined: what 0/0 is: null, or the 0 of some official scorers.
        twinless: what becomes of mentions that only one side has.
        language: the language of plain tokens, for the types of mentions; '' if it is not known or not needed.
        beta: the weight of recall in F.
    """

    match: str = "exact"
    singletons: str = "keep"
    zeros: str = "drop"
    split_antecedents: str = "drop"
    layer: str = "identity"
    duplicates: str = "first"
    tokens: str = "check"
    missing: str = "error"
    undefined: str = "null"
    twinless: str = "as-is"
    language: str = ""
    beta: float = 1.0

    def __post_init__(self) -> None:
        """Refuse a value that does not exist; values are held by the one name that signatures show."""
        for name, allowed in CHOICES.items():
            value = resolve("value", getattr(self, name), allowed, of=name.replace("_", "-"))
            object.__setattr__(self, name, value)
        object.__setattr__(self, "language", language_named(self.language))

    def changed(self, values: Mapping[str, object]) -> Settings:
        """Return the settings with those values that are not None."""
        known = [field.name for field in fields(self)]
        named = {resolve("setting", name, known): value for name, value in values.items()}
        return replace(self, **{name: value for name, value in named.items() if value is not None})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, str | float]:
        """Return names and values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
