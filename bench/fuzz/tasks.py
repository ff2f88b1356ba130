"""A shared task around one input: the key and the response as files of a task whose description is mutated too."""

from __future__ import annotations

import io
import random
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fuzz.mutations import mutated

TASKS = (
    'title = "T"\nkey = "ref"\nsubmissions = "submissions"\n',
    'title = "T"\nkey = "ref"\nsubmissions = "submissions"\nmetrics = ["muc", "lea"]\nrank-by = "lea"\nbreakdowns = ["type"]\n',
    'key = "ref"\nsubmissions = "submissions"\npreset = "perl"\ndatasets = ["one"]\n\n[settings]\nmatch = "exact"\nmissing = "error"\n',
)
"""Descriptions of a task."""
HIDDEN = ("../x", "/x", "a\\b", "a/one", "one/", "\x1b[38;5;213m")
"""What a file of an archive may be called besides its dataset."""


def described(number: int) -> bytes:
    """Return a description, every other one mutated."""
    draw = random.Random(number)
    text = draw.choice(TASKS)
    return mutated(text, draw) if draw.randrange(2) else text.encode()


@contextmanager
def laid_task(root: Path, number: int, key: bytes, response: bytes) -> Iterator[Path]:
    """Write a task into a folder, and take it away: a folder and an archive are submitted, and a scoring program has its res/."""
    draw = random.Random(number + 1)
    for path, content in (
        (root / "ref" / "one", key),
        (root / "res" / "one", response),
        (root / "submissions" / "a" / "one", response),
        (root / "submissions" / "b@2026-01-02.zip", _zipped(draw, response)),
        (root / "task.toml", described(number)),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    try:
        yield root / "task.toml"
    finally:
        shutil.rmtree(root)


def _zipped(draw: random.Random, response: bytes) -> bytes:
    """Return the response as an archive; one in three has another file, one in four is damaged."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr(zipfile.ZipInfo("one"), response)
        if not draw.randrange(3):
            packed.writestr(zipfile.ZipInfo(draw.choice(HIDDEN)), response)
    found = written.getvalue()
    if draw.randrange(4):
        return found
    at = draw.randrange(len(found))
    return found[:at] + draw.choice((b"", bytes([draw.randrange(256)]) + found[at + 1 :]))
