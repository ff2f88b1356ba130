"""Mentions of one entity that cross, some of them in parts, have the words and heads that udapi gives them."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest
from udapi.core.document import Document

from corefeval.evaluation.request import load

Seen = list[tuple[tuple[int, ...], int]]
"""The words and the head of each mention, counted from 1."""


def written(path: Path, cells: list[str]) -> Path:
    """Write a sentence with a bracket cell for each word."""
    rows = [
        f"{n}\tw{n}\t_\tNOUN\t_\t_\t{min(n - 1, 1)}\tdep\t_\t{f'Entity={cell}' if cell else '_'}"
        for n, cell in enumerate(cells, 1)
    ]
    head = ["# newdoc id = d", "# global.Entity = eid-etype-head-other", "# sent_id = 1"]
    path.write_text("\n".join([*head, *rows, "", ""]))
    return path


def seen_by_us(path: Path) -> Seen:
    """Read with corefeval."""
    mentions = load(path).mentions
    broken = set(mentions.parts.mention.tolist())
    spans = [
        mentions.parts.of(row) if row in broken else [(int(mentions.first[row]), int(mentions.last[row]))]
        for row in range(len(mentions))
    ]
    words = [tuple(n + 1 for a, b in parts for n in range(a, b + 1)) for parts in spans]
    return sorted(zip(words, (mentions.head + 1).tolist(), strict=True))


def seen_by_udapi(path: Path) -> Seen | None:
    """Read with udapi, on which corefud-scorer is built; None where it refuses."""
    document = Document()
    try:
        document.from_conllu_string(path.read_text())
        entities = document.coref_entities
    except (ValueError, StopIteration):
        return None
    return sorted(
        (tuple(sorted({word.ord for word in mention.words})), mention.head.ord)
        for entity in entities
        for mention in entity.mentions
    )


def test_ends_are_exchanged(tmp_path: Path) -> None:
    """The bracket of part 1 closes the mention opened last, whose head is then its first word; a warning says so."""
    cells = ["(e1[1/2]-x-1-", "(e1-x-2-", "e1[1/2])", "e1)", "(e1[2/2]-x-1-)"]
    path = written(tmp_path / "key.conllu", cells)
    assert seen_by_us(path) == seen_by_udapi(path) == [((1, 2, 3, 4, 5), 1), ((2, 3), 2)]
    assert [problem.kind for problem in load(path).problems] == ["crossing-in-entity"]


def test_last_parts_close_their_own(tmp_path: Path) -> None:
    """A last part that crosses is refused by udapi; here each bracket closes its own."""
    cells = ["(e1[1/2]-x-1-)", "", "(e1[2/2]-x-1-", "(e1-x-1-", "e1[2/2])", "e1)"]
    path = written(tmp_path / "key.conllu", cells)
    assert seen_by_udapi(path) is None
    assert seen_by_us(path) == [((1, 3, 4, 5), 1), ((4, 5, 6), 4)]


@pytest.mark.parametrize("seed", range(2))
def test_as_udapi_reads(tmp_path: Path, seed: int) -> None:
    """Two or three mentions of one entity at random: wherever udapi reads them, so do we, in words and heads."""
    logging.disable(logging.CRITICAL)
    chosen = random.Random(seed)
    compared = 0
    for number in range(60):
        opens: list[str] = [""] * 10
        closes: list[str] = [""] * 10
        for _ in range(chosen.randint(2, 3)):
            ends = sorted(chosen.sample(range(9), chosen.choice([2, 4])))
            for part in range(1, len(ends) // 2 + 1):
                first, last = ends[2 * part - 2 : 2 * part]
                eid = "e1" if len(ends) == 2 else f"e1[{part}/2]"
                opens[first] += f"({eid}-x-1-"
                closes[last] += f"{eid})"
        path = written(
            tmp_path / f"{number}.conllu", [a + b for a, b in zip(closes[:9], opens[:9], strict=True)]
        )
        theirs = seen_by_udapi(path)
        if theirs is not None:
            assert seen_by_us(path) == theirs
            compared += 1
    logging.disable(logging.NOTSET)
    assert compared > 20
