"""The smallest input that still shows a finding: pieces of files and settings are left out while it does."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from fuzz.inputs import Input
from fuzz.properties import finding

SECONDS = 20.0
"""How long one finding is made smaller."""


def smallest(given: Input, name: str, found: tuple[str, str], folder: Path) -> Input:
    """Return the smallest input on which this property fails in the same way."""
    end = time.monotonic() + SECONDS

    def still_fails(smaller: Input) -> bool:
        return finding(name, smaller, folder)[1] == found

    def first(candidates: Iterator[Input]) -> Input | None:
        for candidate in candidates:
            if time.monotonic() > end:
                return None
            if still_fails(candidate):
                return candidate
        return None

    while (smaller := first(_smaller(given))) is not None:
        given = smaller
    return given


def _smaller(given: Input) -> Iterator[Input]:
    """Yield inputs with something left out, the largest pieces first."""
    plain = replace(given, way="file", name="response", is_terminal=False)
    if plain != given:
        yield plain
    if given.preset:
        yield replace(given, preset="")
    for name in given.settings:
        yield replace(given, settings={one: value for one, value in given.settings.items() if one != name})
    if len(given.response) < len(given.key):
        yield replace(given, key=given.response)
    for side in ("response", "key"):
        content: bytes = getattr(given, side)
        for pieces in (
            content.splitlines(keepends=True),
            [content[at : at + 1] for at in range(len(content))],
        ):
            for start, stop in _spans(len(pieces)):
                yield replace(given, **{side: b"".join(pieces[:start] + pieces[stop:])})  # type: ignore[arg-type]


def _spans(length: int) -> Iterator[tuple[int, int]]:
    """Yield what may be left out of a sequence: halves, quarters, down to single pieces."""
    size = length // 2
    while size:
        for start in range(0, length, size):
            yield start, min(start + size, length)
        size //= 2


def kept(given: Input, found: tuple[str, str], folder: Path, write: Callable[[str], object] = print) -> None:
    """Write the files of an input into a folder, with the command that shows the finding."""
    place = folder / f"{found[0].replace(' ', '-')}-{given.seed}-{given.number}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "key").write_bytes(given.key)
    (place / given.name).write_bytes(given.response)
    command = shlex.join(["corefeval", *given.arguments("key", given.name, "out")])
    again = f"python -m fuzz --seed {given.seed} --first {given.number} --inputs 1"
    lines = [f"{found[0]}: {found[1]}", "", f"the smallest:  {command}", f"as it was:     {again}", ""]
    (place / "finding.txt").write_text("\n".join(lines), "utf-8", "backslashreplace")
    write(f"  kept in {place}")
