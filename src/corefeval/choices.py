"""Choices: the settings with a few values each, and what these are. Messages and settings both speak of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Match = Literal["exact", "head", "partial", "craft", "min-span", "min-span-official"]
Heads = Literal["tree", "shallowest", "first", "corefud"]
Singletons = Literal["keep", "drop", "e2e"]
Zeros = Literal["dependent", "dependent-official", "linear", "drop"]
Starred = Literal["auto", "zeros"]
SplitAntecedents = Literal["keep", "drop"]
Layer = Literal["identity", "discourse-deixis"]
Duplicates = Literal["error", "first", "keep", "merge", "perl"]
Align = Literal["auto", "strict", "positions", "characters", "rewrite"]
Tokens = Literal["check", "ignore"]
Missing = Literal["error", "empty"]
Unreadable = Literal["empty", "error"]
Undefined = Literal["null", "zero"]
Twinless = Literal["as-is", "cai-strube", "add-to-key"]
VerbPhrases = Literal["keep", "drop"]
Nested = Literal["keep", "drop"]
OfMentions = Literal["own", "key"]
UnknownCodes = Literal["count", "error"]
Across = Literal["document", "topic", "corpus"]
Crop = Literal["no", "yes"]
Documents = Literal["pool", "mean"]
WindowEdges = Literal["exact", "bookcoref"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "match": get_args(Match),
    "heads": get_args(Heads),
    "singletons": get_args(Singletons),
    "zeros": get_args(Zeros),
    "split_antecedents": get_args(SplitAntecedents),
    "layer": get_args(Layer),
    "duplicates": get_args(Duplicates),
    "align": get_args(Align),
    "missing": get_args(Missing),
    "unreadable": get_args(Unreadable),
    "undefined": get_args(Undefined),
    "twinless": get_args(Twinless),
    "verb_phrases": get_args(VerbPhrases),
    "nested": get_args(Nested),
    "mentions": get_args(OfMentions),
    "unknown_codes": get_args(UnknownCodes),
    "across": get_args(Across),
    "crop": get_args(Crop),
    "documents": get_args(Documents),
    "window_edges": get_args(WindowEdges),
}
"""What each setting may be."""

ALIGN_OF_TOKENS: Mapping[str, Align] = {"check": "strict", "ignore": "positions"}
"""What the values of `tokens`, as the setting was called until 0.2.0, are now."""

POOLED = "micro"
"""The score of a corpus: counts are summed, then divided."""

OF_DOCUMENTS = ("macro", "mentions")
"""Means of the documents' scores: all documents alike, or by their mentions."""

OVER_DATASETS = "datasets"
"""The mean over datasets, each pooled on its own."""

AVERAGES = (POOLED, *OF_DOCUMENTS, OVER_DATASETS)
"""What the headline of a run may be."""

EVERY_TABLE = "all"
"""All tables of a breakdown."""

TABLES: Mapping[str, tuple[str, ...]] = {EVERY_TABLE: (), "zitkus-2023": ("class", "code")}
"""Which tables of breakdowns are shown: all, or those of a paper alone; and what these break scores down by."""

BY_HEADS = ("head", "partial")
"""The ways of matching that compare heads."""

COMPARISON_CHOICES: Mapping[str, tuple[str, ...]] = {
    "test": ("randomisation",),
    "interval": ("jackknife", "percentile", "bca"),
    "pairs": ("baseline", "all"),
    "by": ("document", "dataset"),
    "resample": ("documents", "entities"),
}
"""What each setting of a comparison may be."""

VALUES = {**CHOICES, **COMPARISON_CHOICES}
"""What each of all of them may be."""
