"""How texts are changed: lines, cells, characters, numbers and values, most of them so that the format stays the same."""

from __future__ import annotations

import contextlib
import json
import random
import re
from typing import Any

from fuzz.texts import BITS

LARGE = 60_000
"""Bytes to which a piece is repeated now and then, to see what grows faster than the input."""

_VALUES: tuple[Any, ...] = (
    *(None, 0, 1, 2, 5, -1, 2**63, 1.5, True),
    *("", "a", "x\ny", "\0", "\t", "\x1b[38;5;213m"),
    *([], {}, [0, 0], [[0, 0], [2, 2]]),
)
_CELL = re.compile(r"([\t|,\n\"]+)")
_DIGITS = re.compile(r"\d+")
_TAG = re.compile(r"<[^<>\n]*>|\]\(#\w*\)|\[\d*:?|\{[^\s{}]*|\|[^\s|]*|[\]}]")
"""Tags of XML and SGML, links, numbered brackets, braces, and what stands behind a bar."""


def mutated(text: str, draw: random.Random) -> bytes:
    """Return the text with up to four mutations."""
    data = text
    ways = [_lines, _cells, _characters, _values]
    if _is_json(text):
        ways = [_values, _values, _values, _cells, _characters]
    elif "\t" not in text:
        ways += [_tags, _tags]
    for _ in range(draw.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        data = draw.choice(ways)(data, draw)
    raw = data.encode("utf-8", "surrogatepass")
    if not draw.randrange(25) and raw:
        at = draw.randrange(len(raw))
        raw = raw[:at] + bytes([draw.randrange(256)]) + raw[at + draw.randrange(2) :]
    if not draw.randrange(30):
        raw = raw[: draw.randrange(len(raw) + 1)]
    return raw


def repeated(text: str, draw: random.Random) -> bytes:
    """Return the text with one piece of it, some characters or lines, repeated up to LARGE bytes, in its place."""
    at = draw.randrange(len(text) + 1)
    piece = draw.choice((text[at : at + draw.randrange(1, 12)], draw.choice(BITS)[:20]))
    if not draw.randrange(3):
        starts = [0, *(found.end() for found in re.finditer("\n", text))]
        at = draw.choice(starts)
        piece = text[at : draw.choice([start for start in starts if start >= at])]
    whole = text[:at] + piece * (LARGE // max(1, len(piece))) + text[at:]
    return whole.encode("utf-8", "surrogatepass")


def _is_json(text: str) -> bool:
    """Say whether the first line is a JSON value."""
    try:
        return isinstance(json.loads(text.partition("\n")[0]), dict | list)
    except ValueError:
        return False


def _lines(text: str, draw: random.Random) -> str:
    """Drop, repeat, exchange, join or end a line otherwise."""
    lines = text.splitlines(keepends=True) or [""]
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[at].rstrip("\n")
        case 4:
            lines[at] = lines[at].replace("\n", "\r\n")
        case _:
            first, last = sorted((at, other))
            lines[last:last] = lines[first : last + 1]
    return "".join(lines)


def _cells(text: str, draw: random.Random) -> str:
    """Exchange, empty, repeat or replace a cell: what stands between tabs, bars, commas and quotes."""
    cells = _CELL.split(text)
    at, other = (2 * draw.randrange((len(cells) + 1) // 2) for _ in range(2))
    match draw.randrange(6):
        case 0:
            cells[at], cells[other] = cells[other], cells[at]
        case 1:
            cells[at] = draw.choice(("", "_", "-"))
        case 2:
            cells[at] += cells[other]
        case 3:
            cells[at] = draw.choice(BITS)
        case 4:
            cells[at] = cells[other]
        case _:
            cells[at] = cells[at] + draw.choice(BITS)
    return "".join(cells)


def _characters(text: str, draw: random.Random) -> str:
    """Put something in, take some characters out, or repeat them."""
    at = draw.randrange(len(text) + 1)
    size = draw.choice((0, 0, 1, 1, 2, 5, 20))
    return text[:at] + draw.choice(("", draw.choice(BITS), text[at : at + size] * 2)) + text[at + size :]


def _tags(text: str, draw: random.Random) -> str:
    """Drop, repeat, exchange or move a tag, or put one where another stands."""
    tags = list(_TAG.finditer(text))
    if not tags:
        return _characters(text, draw)
    first, second = sorted((draw.choice(tags), draw.choice(tags)), key=lambda tag: tag.start())
    new = draw.choice(
        (
            ("", second[0]),
            (first[0], ""),
            (first[0] * 2, second[0]),
            (second[0], first[0]),
            (second[0], second[0]),
        )
    )
    if first is second or first.start() == second.start():
        return (
            text[: first.start()] + draw.choice(("", first[0] * 2, draw.choice(BITS))) + text[first.end() :]
        )
    between = text[first.end() : second.start()]
    return text[: first.start()] + new[0] + between + new[1] + text[second.end() :]


def _values(text: str, draw: random.Random) -> str:
    """Change a number, or of JSON a value anywhere in the tree."""
    if text.lstrip()[:1] in {"{", "["}:
        lines = text.splitlines()
        at = draw.randrange(len(lines))
        with contextlib.suppress(ValueError, RecursionError):
            tree = json.loads(lines[at])
            _graft(tree, draw)
            lines[at] = json.dumps(tree, ensure_ascii=bool(draw.randrange(2)))
            return "\n".join(lines) + "\n"
    numbers = list(_DIGITS.finditer(text))
    if not numbers:
        return text
    found = draw.choice(numbers)
    new = draw.choice((str(int(found[0][:9]) + draw.choice((-1, 1))), "0", "", "99", draw.choice(numbers)[0]))
    return text[: found.start()] + new + text[found.end() :]


def _graft(tree: Any, draw: random.Random) -> None:
    """Replace, drop, repeat or exchange something inside lists and objects; JSON inside a string counts as inside."""
    if not isinstance(tree, dict | list):
        return
    nodes = [tree]
    for node in nodes:
        nodes.extend(
            value
            for value in (node.values() if isinstance(node, dict) else node)
            if isinstance(value, dict | list) and value
        )
    node = draw.choice(nodes)
    places: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
    if not places:
        return
    at, other = draw.choice(places), draw.choice(places)
    if isinstance(node[at], str) and node[at].startswith("{"):
        with contextlib.suppress(ValueError, RecursionError):
            inner = json.loads(node[at])
            _graft(inner, draw)
            node[at] = json.dumps(inner)
            return
    match draw.randrange(5):
        case 0:
            node[at] = draw.choice(_VALUES)
        case 1:
            del node[at]
        case 2:
            node[at], node[other] = node[other], node[at]
        case 3 if isinstance(node, list):
            node.insert(at, node[other])
        case _:
            node[at] = node[other]
