"""Small texts of our own, each annotated twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

TEXT = "Ada met the old mayor of Bern . She thanked him and the mayor smiled ."
WORDS = TEXT.split()
Chains = Sequence[Sequence[tuple[int, int]]]


def write(
    folder: Path,
    name: str,
    documents: Mapping[str, Chains],
    types: Mapping[tuple[int, int], str] | None = None,
) -> Path:
    """Write an annotation of WORDS as JSON Lines."""
    path = folder / f"{name}.jsonl"
    lines = []
    for document, chains in documents.items():
        line: dict[str, Any] = {
            "doc_key": document,
            "offsets": "inclusive,token",
            "sentences": [WORDS[:8], WORDS[8:]],
            "clusters": chains,
        }
        if types:
            line["mentions"] = [
                {"span": span, "cluster": number, "etype": types[span]}
                for number, chain in enumerate(chains)
                for span in chain
                if span in types
            ]
        lines.append(msgspec.json.encode(line))
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


ADA, SHE, MAYOR, OLD_MAYOR, HIM, THE_MAYOR, BERN = (0, 0), (8, 8), (2, 4), (2, 6), (10, 10), (12, 13), (6, 6)
