"""Problems of a JSON Lines file, with the line of the document, and the column if the text occurs once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from corefeval.formats.json_rows import JsonRows
from corefeval.problems import Problem, Problems, warning


class Notes:
    """The problems of one file.

    Attributes:
        problems: the problems so far.
    """

    def __init__(self, rows: JsonRows) -> None:
        self._rows = rows
        self.problems = Problems()

    def spelt(self, line: int, begin: int, end: int) -> str:
        """Return the text of a span as written in the line."""
        found = re.search(rf"\[\s*{begin}\s*,\s*{end}\s*\]", self._rows.texts[line - 1])
        return found[0] if found else f"[{begin}, {end}]"

    def wrong(self, code: str, kind: str, line: int, text: str, part: str = "", **arguments: Any) -> None:
        """Note an error on the line of a document. `part` names the affected part of the annotation."""
        self.add(Problem(code, kind, text=text, part=part, **arguments), line)

    def warn(self, code: str, kind: str, line: int, text: str = "", **arguments: Any) -> None:
        """Note a warning."""
        self.add(warning(code, kind, text=text, **arguments), line)

    def add(self, problem: Problem, line: int) -> None:
        """Report a problem, at the column of its text if the text occurs once on the line, or else on the line.

        If the line does not contain the text in this form, the text becomes an argument of the problem.
        """
        text = problem.text
        whole = self._rows.texts[line - 1] if text and line else ""
        at = whole.find(text)
        if text and at < 0:
            problem, text = replace(problem.having(unspelt=text), text=""), ""
        place = self._rows.place(line, at if text and whole.find(text, at + 1) < 0 else -1)
        self.problems.add(replace(problem, place=place))
