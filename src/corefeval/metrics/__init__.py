"""The metrics: one file per family, found by name in base.METRICS."""

from __future__ import annotations

FILES = {
    "muc": ("muc",),
    "bcub": ("bcub",),
    "ceaf": ("ceafm", "ceafe"),
    "blanc": ("blanc",),
    "lea": ("lea",),
    "conll": ("conll",),
    "mention": ("mention",),
    "mor": ("mor",),
    "zero": ("zero",),
    "lmetrics": ("lmuc", "lbcub", "lceafm", "lceafe", "lconll"),
    "arcs": ("arcs.immediate", "arcs.inferred", "arcs.anchor"),
    "parent": ("parent",),
    "dominant": ("dominant",),
    "prague": ("prague",),
    "mitkov": ("mitkov",),
    "byron": ("byron",),
    "basic": ("basic",),
    "ace": ("ace",),
    "nonreferring": ("non-referring",),
    "bridging": ("bridging.anaphor", "bridging.mention", "bridging.entity"),
    "split": ("split.muc", "split.bcub", "split.ceafm", "split.ceafe", "split.blanc", "split.lea"),
}
"""Which file declares which metrics, in the order in which lists and tables show them.

For the registry alone: a score imports the files of its own metrics and no other. All else is declared in the files,
and a test holds this table against what they register.
"""
