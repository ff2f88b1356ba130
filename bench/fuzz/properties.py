"""What must hold of every input, by class.

A property is a function that raises Found where it does not hold, and returns the names of the classes that it has
looked at; what it raises otherwise is a finding of the class *traceback*, but for problems of the input.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from corefeval.problems import CorefevalError
from fuzz.command import command_holds
from fuzz.comparisons import (
    against_the_key,
    from_python,
    in_agreement,
    in_any_order,
    in_small_pieces,
    one_against_itself,
    repaired,
    same_bytes,
    there_and_back,
)
from fuzz.inputs import Files, Input, laid
from fuzz.running import Found

PROPERTIES: dict[str, Callable[[Input, Files], list[str]]] = {
    "command": command_holds,
    "bytes": same_bytes,
    "self": one_against_itself,
    "agreement": in_agreement,
    "against key": against_the_key,
    "rows": from_python,
    "round trip": there_and_back,
    "repair": repaired,
    "order": in_any_order,
    "pieces": in_small_pieces,
}


def finding(name: str, given: Input, folder: Path) -> tuple[list[str], tuple[str, str] | None]:
    """Look at one property of an input: return the classes that were looked at, and the class and text of what was found."""
    try:
        with laid(given, folder) as files:
            return PROPERTIES[name](given, files), None
    except CorefevalError:
        return [name], None
    except Found as found:
        return [found.kind], (found.kind, found.what)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return ["traceback"], ("traceback", f"{type(error).__name__} at {_where(error)} ({name})")


def findings(given: Input, folder: Path) -> Iterator[tuple[str, list[str], tuple[str, str] | None]]:
    """Look at all properties of an input: yield the name of each, its classes and what was found."""
    for name in ("command", *given.classes):
        yield (name, *finding(name, given, folder))


def _where(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/corefeval/" in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "?"
