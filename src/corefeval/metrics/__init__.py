"""The metrics: one file per family. Importing this package makes all of them known."""

from __future__ import annotations

from importlib import import_module

FAMILIES = (
    "muc",
    "bcub",
    "ceaf",
    "blanc",
    "lea",
    "conll",
    "mention",
    "mor",
    "zero",
    "nonreferring",
    "bridging",
    "split",
    "lmetrics",
    "arcs",
    "parent",
    "dominant",
    "prague",
    "mitkov",
    "byron",
    "basic",
    "ace",
)
"""The modules in the order in which lists and tables show their metrics."""

for family in FAMILIES:
    import_module(f"corefeval.metrics.{family}")
