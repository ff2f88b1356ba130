"""Settings: everything that decides what a score means, apart from the metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from corefeval.problems import Problem, UsageError

CHOICES: Mapping[str, tuple[str, ...]] = {
    "match": ("exact", "head", "partial", "craft"),
    "singletons": ("keep", "drop"),
    "zeros": ("dependent", "dependent-official", "linear", "drop"),
    "split_antecedents": ("keep", "drop"),
    "layer": ("identity", "discourse-deixis"),
    "duplicates": ("error", "first", "keep", "merge", "perl"),
    "tokens": ("check", "ignore"),
    "missing": ("error", "empty"),
    "undefined": ("null", "zero"),
    "twinless": ("as-is", "cai-strube", "add-to-key"),
}
"""What each setting may be."""


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
        """Refuse a value that does not exist."""
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise UsageError(
                    Problem(
                        "CE050",
                        f"{name.replace('_', '-')} cannot be {value!r}",
                        hint=f"Choose one of {', '.join(allowed)}.",
                    )
                )

    def changed(self, values: Mapping[str, object]) -> Settings:
        """Return the settings with those values that are not None."""
        return replace(self, **{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, str | float]:
        """Return names and values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
