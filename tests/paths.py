"""Where things lie that tests look at: one place, however deep the test stands."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"
"""Corpora and recorded answers beside the checkout; what needs them is skipped where they are missing."""
