"""Hugging Face evaluate: the folder that `evaluate.load` reads, with the metric (huggingface.py) and its card (README.md)."""

from __future__ import annotations

from pathlib import Path

PATH = str(Path(__file__).parent)
"""The argument of `evaluate.load`."""
