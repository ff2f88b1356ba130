"""CorefUD in pieces: documents begin with '# newdoc', and the header in force is repeated before each piece."""

from __future__ import annotations

import re
from collections.abc import Callable

from corefeval.formats.corefud.lines import NEWDOC, PREFIX, blanks_for_tabs, document_name
from corefeval.formats.cutting import Cutter, Places, UncutError, comments, line_at, line_starts
from corefeval.problems import Problem

NEWDOC_LINE = re.compile(NEWDOC + rb"(?:[\s=]|$)")
HEADER_LINE = re.compile(re.escape(PREFIX))


class CorefudCutter(Cutter):
    """How a file that begins so is cut; one with a text before its first document is read whole."""

    of_one_place = frozenset(
        {"CE020", "CE021", "CE022", "CE023", "CE024", "CE025", "CE027", "CE028", "CE034", "CE035", "CE049"}
    )

    def __init__(self, beginning: bytes) -> None:
        starts = line_starts(beginning, NEWDOC_LINE, NEWDOC)
        before = beginning[: starts[0]] if starts else b"_"
        if any(line.strip() and not line.startswith(b"#") for line in before.split(b"\n")):
            raise UncutError

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return where such lines begin, and those that declare the fields of brackets."""
        places = comments(text)
        starts = line_starts(text, NEWDOC_LINE, NEWDOC, places)
        headers = line_starts(text, HEADER_LINE, PREFIX, places)
        return [(at, line_at(text, at)) for at in starts], [(at, line_at(text, at) + b"\n") for at in headers]

    def name(self, said: bytes, number: int) -> str:
        """Return the name that the line gives."""
        return document_name(said.decode(), number)

    def is_last(self, problem: Problem) -> bool:
        """Say whether it is one of links between entities, which are looked up when all entities are known."""
        return problem.part in {"split antecedents", "bridging"}

    def counted(self, problem: Problem) -> tuple[int, Callable[[int], str]] | None:
        """Return how many lines have blanks instead of tabs."""
        number = problem.message.partition(" ")[0]
        if problem.code != "CE020" or not number.isdigit() or problem.message != blanks_for_tabs(int(number)):
            return None
        return int(number), blanks_for_tabs
