"""Find the meaning of the offsets of a JSON Lines file from all its documents, and the nodes of its spans.

Nothing is guessed: if options, file and data do not decide, an error asks the user.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.tables import Nodes
from corefeval.formats.json_rows import JsonRows
from corefeval.formats.jsonlines.fields import STRINGS, is_strings
from corefeval.formats.offsets import (
    Convention,
    Located,
    OffsetAxis,
    ends_are_inclusive,
    found_in,
    locate,
    squeezed,
)
from corefeval.problems import CorefevalError, Problem, Problems, repaired, warning
from corefeval.text import TextColumn


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


@dataclass(frozen=True, slots=True)
class Meaning:
    """The offsets of one file.

    Attributes:
        rows: the documents of the file.
        notes: the collected problems.
        lines: the row number of each document.
        texts: the texts of the documents that have one.
        own_tokens: the edges of tokens that were split from the text, for documents without tokens.
        convention: the known meaning of the offsets.
        field: the field with the clusters.
        repair: whether to drop faulty annotations that are safe to drop.
    """

    rows: JsonRows
    notes: Notes
    lines: Sequence[int]
    texts: Mapping[int, str]
    own_tokens: Mapping[int, tuple[Integers, Integers]]
    convention: Convention
    field: str
    repair: bool

    def text(self, nodes: Nodes, spans: Integers, document: Integers) -> OffsetAxis:
        """Decide which documents are counted in characters, and find the positions of their tokens."""
        is_character = np.zeros(len(self.lines), bool)
        is_character[list(self.own_tokens)] = True
        both = [index for index in self.texts if index not in self.own_tokens]
        aligned = dict(self.own_tokens)
        if both and self._counts_characters(nodes, spans, document, both):
            for index in both:
                start, stop = int(nodes.start[index]), int(nodes.stop[index])
                found = found_in(nodes.forms.slice(start, stop), self.texts[index])
                if isinstance(found, int):
                    self.notes.wrong(
                        "CE013", "tokens-not-those-text", self.lines[index], nodes.forms[start + found]
                    )
                else:
                    aligned[index] = found
            is_character[both] = True
        length = nodes.stop - nodes.start
        base = np.zeros(len(self.lines), np.int64)
        axis: list[tuple[Integers, Integers, Integers]] = []
        end = 0
        for index in sorted(aligned):
            begins, ends = aligned[index]
            base[index] = end
            length[index] = len(self.texts[index])
            axis.append((begins + end, ends + end, np.arange(len(begins)) + nodes.start[index]))
            end += len(self.texts[index]) + 1
        joined = [np.concatenate([integers(), *columns]) for columns in zip(*axis, strict=True)] or [
            integers()
        ] * 3
        return OffsetAxis(nodes.start, length, is_character, base, joined[0], joined[1], joined[2])

    def _counts_characters(self, nodes: Nodes, spans: Integers, document: Integers, both: list[int]) -> bool:
        """Return whether documents with text and tokens are counted in characters."""
        if self.convention.character is not None:
            return self.convention.character
        if self.field.endswith("_offsets"):
            return self.field == "clusters_char_offsets"
        rows = np.isin(document, both)
        size = (nodes.stop - nodes.start)[document]
        if not rows.any():
            return False
        if (spans[rows, 1] > size[rows]).any():
            return True
        for index in both:
            edges = found_in(
                nodes.forms.slice(int(nodes.start[index]), int(nodes.stop[index])), self.texts[index]
            )
            mine = spans[document == index]
            if isinstance(edges, int) or not np.isin(mine[:, 0], edges[0]).all():
                return False
        raise CorefevalError(Problem("CE008", "documents-text-tokens-every", self.rows.place(0)))

    def inclusive(self, text: OffsetAxis, spans: Integers, document: Integers, forms: TextColumn) -> bool:
        """Return whether ends are inclusive, as stated or as the data show. If neither decides, raise an error."""
        if self.convention.inclusive is not None or not len(spans):
            return bool(self.convention.inclusive)
        lines = self.rows.lines(self.lines)
        found = ends_are_inclusive(text, spans, document, lines, self.rows.place(0).file)
        if found is None:
            found = self._inclusive_by_strings(text, forms)
        if found is not None:
            return found
        row = int(np.argmax(spans[:, 1] - spans[:, 0]))
        begin, end = spans[row].tolist()
        readings = [self._shown(text, forms, int(document[row]), begin, end + add) for add in (1, 0)]
        raise CorefevalError(
            Problem(
                "CE008",
                "nothing-in-file-says",
                self.rows.place(self.lines[int(document[row])]),
                begin=begin,
                end=end,
                inclusive=readings[0],
                exclusive=readings[1],
            )
        )

    def _shown(self, text: OffsetAxis, forms: TextColumn, document: int, begin: int, end: int) -> str:
        if text.is_character[document]:
            return self.texts[document][begin:end]
        start = int(text.start[document])
        return " ".join(forms.slice(start + begin, start + end))

    def _inclusive_by_strings(self, text: OffsetAxis, forms: TextColumn) -> bool | None:
        """Return whether ends are inclusive, by comparing the spans with the strings that some resolvers add."""
        for number, fields in enumerate(self.rows.decoded(self.lines)):
            strings: list[Any] = next((fields[name] for name in STRINGS if is_strings(fields.get(name))), [])
            for cluster, written in zip(fields[self.field], strings, strict=False):
                for span, string in zip(cluster, written if isinstance(written, list) else (), strict=False):
                    begin, end = (
                        (span["start"], span["end"]) if isinstance(span, dict) else (span[0], span[-1])
                    )
                    if not isinstance(string, str) or not isinstance(begin, int):
                        continue
                    fits = [
                        squeezed(self._shown(text, forms, number, begin, end + add)) == squeezed(string)
                        for add in (1, 0)
                    ]
                    if fits[0] != fits[1]:
                        return fits[0]
        return None

    def located(self, text: OffsetAxis, spans: Integers, document: Integers, *, inclusive: bool) -> Located:
        """Return the nodes of the spans, and report spans outside the text or inside a token."""
        located = locate(text, spans, document, inclusive=inclusive)
        for row in np.flatnonzero(located.outside).tolist():
            begin, end = spans[row].tolist()
            unit = "characters" if text.is_character[document[row]] else "tokens"
            ends = "inclusive" if inclusive else "exclusive"
            line = self.lines[int(document[row])]
            length = int(text.length[document[row]])
            fits = _fits_other_ends(begin, end, length, inclusive=inclusive)
            fault = Problem(
                "CE031",
                "span-outside-by-its-end" if fits else "span-outside",
                text=self.notes.spelt(line, begin, end),
                length=length,
                unit=unit,
                ends=ends,
                other="exclusive" if inclusive else "inclusive",
            )
            self.notes.add(repaired(fault, "left-out") if self.repair else fault, line)
        for row in np.flatnonzero(located.inside_token).tolist():
            begin, end = spans[row].tolist()
            line = self.lines[int(document[row])]
            shown = self.texts[int(document[row])][max(0, begin - 10) : end + 10]
            kind = "inside-token" if int(document[row]) in self.own_tokens else "inside-token-of-file"
            fault = Problem("CE037", kind, text=shown, begin=begin, end=end)
            self.notes.add(repaired(fault, "widened") if self.repair else fault, line)
        if located.trimmed.any():
            row = int(np.argmax(located.trimmed))
            count = int(np.count_nonzero(located.trimmed))
            line = self.lines[int(document[row])]
            self.notes.warn(
                "CE049",
                "begins-or-ends-with-white-space",
                line,
                self.notes.spelt(line, *spans[row].tolist()),
                count=count,
            )
        return located


def _fits_other_ends(begin: int, end: int, length: int, *, inclusive: bool) -> bool:
    """Return whether the span would be valid with the other kind of ends."""
    return 0 <= begin < end == length if inclusive else 0 <= begin == end < length
