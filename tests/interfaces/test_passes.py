"""A run scans each of its files once; columns beyond the words and brackets take one more scan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from corefeval import score
from corefeval.examples import FOLDER
from corefeval.formats.files import TextFile

RUNS = [
    pytest.param("key.conll", "eager.conll", "perl", "conll", 1, id="conll2012"),
    pytest.param("key.conllu", "eager.conllu", "crac24", "conll", 1, id="corefud"),
    pytest.param("zeros.key.conllu", "zeros.system.conllu", "crac24", "conll", 2, id="zeros need the trees"),
]


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each file is scanned."""
    found: Counter[str] = Counter()
    chunks = TextFile.chunks

    def counting(self: TextFile, *arguments: Any, **keywords: Any) -> Iterator[tuple[int, bytes]]:
        found[Path(self.name).name] += 1
        return chunks(self, *arguments, **keywords)

    monkeypatch.setattr(TextFile, "chunks", counting)
    return found


@pytest.mark.parametrize(("key", "response", "preset", "metrics", "expected"), RUNS)
def test_each_file_is_scanned_once(
    key: str, response: str, preset: str, metrics: str, expected: int, scans: Counter[str]
) -> None:
    """To learn a file's name costs no scan."""
    score(FOLDER / key, FOLDER / response, preset=preset, metrics=metrics)
    assert scans == {key: expected, response: expected}


def test_the_key_is_scanned_once_more_to_describe_the_text(scans: Counter[str]) -> None:
    """One scan serves heads and types of both sides."""
    score(FOLDER / "key.conllu", FOLDER / "eager.conllu", preset="crac24", metrics="conll,parent")
    assert scans == {"key.conllu": 2, "eager.conllu": 1}
