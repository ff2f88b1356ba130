"""JSON decoded into what is expected of it, with a place for what is not."""

from __future__ import annotations

import re
import sys
from typing import TypeVar

import msgspec

from corefeval.formats.files import column_of
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Place, Problem

_VALUE = TypeVar("_VALUE")
_BYTE = re.compile(r" \(byte (\d+)\)")
SHOWN = 60
"""How many bytes of a faulty value are shown."""


def decode(content: bytes | str, kind: type[_VALUE], place: Place, what: str = "") -> _VALUE:
    """Return a JSON text as a value of a kind (see msgspec).

    Args:
        content: the text; a str if it stands inside another JSON text, so that it has no lines of its own.
        kind: its type; msgspec.Struct for objects, whose other fields are passed over.
        place: where the text begins: its line, if it does not begin the file.
        what: what it is, for messages.

    Raises:
        CorefevalError: CE029 with line and column if it is no JSON, CE032 and CE033 with the path of a field that is missing
            or of another type, CE081 if it is too deep.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), NESTING.value))
    said = f"{what}: " if what else ""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        code = "CE032" if "missing required field" in message else "CE033"
        found = Place(place.file, place.line, place.column, path.rstrip("`"))
        raise CorefevalError(Problem(code, said + message, found)) from None
    except msgspec.DecodeError as error:
        raise CorefevalError(_malformed(content, str(error), place, said)) from None
    except RecursionError:
        raise CorefevalError(NESTING.exceeded(f"{said}lists in lists too deep", place)) from None


def _malformed(text: bytes | str, message: str, place: Place, said: str) -> Problem:
    """Return what is no JSON, at the line and column where it ceases to be."""
    if isinstance(text, str):
        return Problem("CE029", said + message, place)
    found = _BYTE.search(message)
    offset = min(int(found[1]), len(text)) if found else len(text)
    start = text.rfind(b"\n", 0, offset) + 1
    stop = text.find(b"\n", offset)
    line = text[start : len(text) if stop < 0 else stop]
    where = Place(
        place.file, max(place.line, 1) + text.count(b"\n", 0, offset), column_of(line, offset - start)
    )
    shown = text[offset : offset + SHOWN].decode("utf-8", "ignore").split("\n", 1)[0]
    return Problem("CE029", said + _BYTE.sub("", message), where, shown)
