"""A small text of our own, which several annotators mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.files import json_lines

TEXT = "Ada met the old mayor of Bern . She thanked him and the mayor smiled ."
WORDS = TEXT.split()
ADA, SHE, MAYOR, OLD_MAYOR, HIM, THE_MAYOR, BERN = (0, 0), (8, 8), (2, 4), (2, 6), (10, 10), (12, 13), (6, 6)


def write(
    folder: Path,
    name: str,
    documents: Mapping[str, Sequence[Sequence[tuple[int, int]]]],
    types: Mapping[tuple[int, int], str] | None = None,
) -> Path:
    """Write an annotation of the text as JSON Lines."""
    return json_lines(folder, name, [WORDS[:8], WORDS[8:]], documents, types)
