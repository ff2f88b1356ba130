"""JSON Lines in pieces: a document a line."""

from __future__ import annotations

import msgspec

from corefeval.formats.cutting import Cutter, Places, UncutError
from corefeval.formats.json_rows import is_json
from corefeval.formats.jsonlines.fields import NAMES
from corefeval.problems import Problem


class _Names(msgspec.Struct):
    """The fields that may name a document, as in fields.Record."""

    doc_key: str | int | None = None
    document_id: str | int | None = None
    doc_id: str | int | None = None
    id: str | int | None = None


_DECODER = msgspec.json.Decoder(_Names)


class JsonLinesCutter(Cutter):
    """How a file that begins so is cut: one object a line, each with a name; any other file is read whole."""

    refuses_repeated = False

    def __init__(self, beginning: bytes) -> None:
        first, _, rest = beginning.partition(b"\n")
        if not first.startswith(b"{") or not rest.strip() or not is_json(first):
            raise UncutError

    def tells_alone(self, problem: Problem) -> bool:
        """Return whether it is about a part of the annotation: other problems depend on all documents."""
        return bool(problem.part) and super().tells_alone(problem)

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return where lines begin, and the names that they give; what is neither an object nor blank is not for this."""
        found, at = [], 0
        for line in text.split(b"\n"):
            if line.startswith(b"{"):
                found.append((at, _name(line).encode("utf-8", "surrogatepass")))
            elif line and not line.isspace():
                raise UncutError
            at += len(line) + 1
        return found, []

    def name(self, said: bytes, number: int) -> str:
        """Return the name that the line gives."""
        del number
        return said.decode("utf-8", "surrogatepass")


def _name(line: bytes) -> str:
    """Return the name that the first of the fields gives."""
    try:
        names = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        raise UncutError from None
    for name in (getattr(names, field) for field in NAMES):
        if name is not None:
            return str(name)
    raise UncutError
