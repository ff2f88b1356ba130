"""A plugin for corefeval: a metric, a format and a scheme."""

from __future__ import annotations

from pathlib import Path

SCHEME = Path(__file__).parent / "two-classes.toml"
"""The file of the scheme."""
