"""Decode JSON into expected types, and report the place of each mismatch."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from corefeval.formats.files import column_of
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Place, Problem

_VALUE = TypeVar("_VALUE")
_BYTE = re.compile(r" \(byte (\d+)\)")
BYTES_QUOTED = 60
"""The most bytes of a faulty value that a message quotes."""


def decode(content: bytes | str, kind: type[_VALUE], place: Place, what: str = "") -> _VALUE:
    """Decode a JSON text as a value of a type (see msgspec).

    Args:
        content: the text; a str if it is a string inside another JSON text, which has no lines of its own.
        kind: the expected type; msgspec.Struct for objects, whose other fields are skipped.
        place: the place where the text begins, with its line unless it begins the file.
        what: the name of the value in messages.

    Raises:
        CorefevalError: CE029 with line and column if it is not JSON. CE032 and CE033 with the path of each missing
            field, or field of another type. CE081 if it is nested too deeply.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), NESTING.value))
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        first = _parts(error)
    except msgspec.DecodeError as error:
        raise CorefevalError(malformed(content, str(error), place, what)) from None
    except RecursionError:
        raise CorefevalError(NESTING.exceeded("lists-too-deep", place, what=what)) from None
    broken: list[Problem] = []
    faults = [first]
    try:
        faults = list(_faults(msgspec.json.decode(content), kind)) or faults
    except msgspec.DecodeError as error:  # after the first fault the text is not even JSON
        broken = [malformed(content, str(error), place, what)]
    except RecursionError:
        broken = [NESTING.exceeded("lists-too-deep", place, what=what)]
    raise CorefevalError(
        [
            *(
                Problem(
                    "CE032" if "missing required field" in error else "CE033",
                    "of-json",
                    Place(place.file, place.line, place.column, path),
                    what=what,
                    error=error,
                )
                for error, path in faults
            ),
            *broken,
        ]
    )


def _faults(value: Any, kind: Any, path: str = "$") -> Iterator[tuple[str, str]]:
    """Yield every type mismatch in a value, with its path. msgspec itself stops at the first."""
    inner = get_args(kind)
    if isinstance(kind, UnionType):
        kind = next((each for each in inner if isinstance(value, get_origin(each) or ())), kind)
        inner = get_args(kind)
    if get_origin(kind) is list and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _faults(item, inner[0], f"{path}[{index}]")
    elif get_origin(kind) is tuple and isinstance(value, list) and len(value) == len(inner):
        for index, (item, each) in enumerate(zip(value, inner, strict=True)):
            yield from _faults(item, each, f"{path}[{index}]")
    elif get_origin(kind) is dict and isinstance(value, dict):
        for name, item in value.items():
            yield from _faults(item, inner[1], f"{path}[{msgspec.json.encode(name).decode()}]")
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict):
        types = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            if field.encode_name in value:
                yield from _faults(value[field.encode_name], types[field.name], f"{path}.{field.encode_name}")
            elif field.required:
                yield f"Object missing required field `{field.encode_name}`", path
    else:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            message, inside = _parts(error)
            yield message, path + inside.removeprefix("$")


def _parts(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the message of an error, and the path of the value."""
    message, _, path = str(error).partition(" - at `")
    return message, path.rstrip("`")


def malformed(text: bytes | str, message: str, place: Place, what: str = "") -> Problem:
    """Return the problem of invalid JSON, at the line and column where it becomes invalid."""
    if isinstance(text, str):
        return Problem("CE029", "not-json", place, what=what, error=message)
    found = _BYTE.search(message)
    offset = min(int(found[1]), len(text)) if found else len(text)
    start = text.rfind(b"\n", 0, offset) + 1
    stop = text.find(b"\n", offset)
    line = text[start : len(text) if stop < 0 else stop]
    where = Place(
        place.file, max(place.line, 1) + text.count(b"\n", 0, offset), column_of(line, offset - start)
    )
    shown = text[offset : offset + BYTES_QUOTED].decode("utf-8", "ignore").split("\n", 1)[0]
    return Problem("CE029", "not-json", where, shown, what=what, error=_BYTE.sub("", message))
