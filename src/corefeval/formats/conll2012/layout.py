"""The layout of a CoNLL-2012 file: header lines, columns, cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefeval.formats.base import IrregularError
from corefeval.formats.boundaries import Boundaries, Places, line_at, line_starts
from corefeval.problems import Place, Problem, warning
from corefeval.records import dataclass

BEGIN = re.compile(rb"#[ \t]*begin document\b[ \t]*(.*)")
BEGIN_LINE = re.compile(rb"^#[ \t]*begin document\b[ \t]*(.*)$", re.MULTILINE)
FIRST_WORD = re.compile(rb"^(?!#).*\S.*$", re.MULTILINE)
ENDS_BLANK = re.compile(rb"\t\s*\Z")
"""Matches the end of a line with a blank last cell after a tab."""
LIKE_BRACKETS = re.compile(rb"[-_*]?|[0-9]+|.*[()][^()]*[0-9].*|.*[0-9][^()]*[()].*")
"""Matches cells that may be coreference: empty, or a number, usually with a bracket."""
END = re.compile(rb"#[ \t]*end document\b")
NAME = re.compile(r"\((?P<name>.*)\)\s*(?:;\s*(?:part\s+(?P<part>\S+)\s*)?)?")
PART_OF_MENTION = re.compile(rb"([0-9]+)([A-Za-z]+)")
"""Matches the id of a part of a discontinuous mention: the number of the chain, then letters for the mention."""

FIRST_NUMBER = re.compile(rb"[01](?:[.-][0-9]+)?")
"""Matches the number of the first line of a CoNLL-U sentence: 1, 1-2 or 0.1. Some files count from 0."""

COUNTED = frozenset([b"0", b"1"])
"""The number of the first word of a sentence."""

EMPTY_CELLS = frozenset([b"", b"-", b"_", b"*"])
"""The cells in which no mention begins or ends."""

STANDARD = {
    "document": 0,
    "part": 1,
    "number": 2,
    "form": 3,
    "pos": 4,
    "xpos": 4,
    "parse": 5,
    "lemma": 6,
    "frameset": 7,
    "sense": 8,
    "speaker": 9,
    "ne": 10,
}
SEMEVAL = {
    "id": 0,
    "form": 1,
    "lemma": 2,
    "pos": 4,
    "xpos": 4,
    "head": 8,
    "deprel": 10,
}
"""The columns of SemEval-2010 that are read. The column after each contains the prediction of a tool."""
SEMEVAL_COLUMNS = 17
"""The fewest columns of a SemEval-2010 file with words."""
UNIVERSAL = {
    "id": 0,
    "form": 1,
    "lemma": 2,
    "upos": 3,
    "xpos": 4,
    "pos": 4,
    "feats": 5,
    "head": 6,
    "deprel": 7,
    "deps": 8,
    "misc": 9,
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of the lines of a file.

    Attributes:
        tabs: whether tabs separate the columns; otherwise any run of blanks does.
        columns: the number of columns of the first line.
        form: the column of the word; -1 if there is none.
        numbered: whether lines begin with the number of the word as in CoNLL-U; then 29-30 is a range, not a word.
    """

    tabs: bool
    columns: int
    form: int
    numbered: bool

    @classmethod
    def at(cls, text: bytes) -> Layout | None:
        """Return the layout of a file, given its beginning; None if no line has a word.

        The last column is always coreference. White space at the end of lines is not a column, unless some lines have a cell
        there (see has_last_cells). The file has no words if all columns before the last one state a position: the number of
        the word, the name of the document, or name, part and number. Otherwise the word is

        - the fourth column, if the second and third are numbers (part and word number): CoNLL-2012;
        - else the second column, if the first is the number 1 or 0: CoNLL-U with a column for coreference;
        - else the fourth of at least five columns, or the last but one of fewer.
        """
        first = FIRST_WORD.search(text)
        if first is None:
            return None
        line = first[0].rstrip()
        tabs = b"\t" in line
        cells = line.split(b"\t" if tabs else None)
        if ENDS_BLANK.search(first[0]) and has_last_cells(text, first[0]):
            tabs, cells = True, [*first[0].rstrip(b"\r").split(b"\t")[:-1], b""]
        count = len(cells)
        if 2 <= count <= 4 and _only_places(text, cells[:-1], first.start(), first.end()):
            return cls(tabs, count, -1, numbered=cells[0] in COUNTED)
        if count >= 5 and cells[1].isdigit() and cells[2].isdigit():
            return cls(tabs, count, 3, numbered=False)
        if count >= 3 and FIRST_NUMBER.fullmatch(cells[0]):
            return cls(tabs, count, 1, numbered=True)
        return cls(tabs, count, 3 if count >= 5 else max(0, count - 2), numbered=False)

    @property
    def fewest(self) -> int:
        """The fewest columns that a line must have."""
        return max(2, self.form + 2)

    @property
    def names(self) -> dict[str, tuple[int, ...]]:
        """The possible columns of each name. If a name has several columns, the first one with content is used.

        Columns without a known meaning, except the last one, are named by their number, from 1.
        """
        if self.numbered and self.columns >= SEMEVAL_COLUMNS:
            return {name: (at, at + 1) if at > 1 else (at,) for name, at in SEMEVAL.items()}
        known = UNIVERSAL if self.numbered else STANDARD
        named: dict[str, tuple[int, ...]] = {"form": (self.form,)} if self.form >= 0 else {}
        if self.columns > max(known.values()) + 1:
            named = {name: (at,) for name, at in known.items()}
        taken = {at for places in named.values() for at in places}
        return named | {str(at + 1): (at,) for at in range(self.columns - 1) if at not in taken}


def is_undecided(text: bytes) -> bool:
    """Return whether only the rest of the file shows if the blank cell at the end of the first line is a column."""
    first = FIRST_WORD.search(text)
    return first is not None and ENDS_BLANK.search(first[0]) is not None and last_cell(text, first[0]) is None


def last_cell(text: bytes, line: bytes) -> re.Match[bytes] | None:
    """Return a match for the first line with a value in the last cell, which is blank in the given line."""
    tabs = line.count(b"\t")
    return re.compile(rb"^(?!#)(?:[^\t\n]*\t){%d}[^\t\n]*[^\s][^\t\n]*$" % tabs, re.MULTILINE).search(text)


def has_last_cells(text: bytes, line: bytes) -> bool:
    """Return whether the blank cell at the end of the first line belongs to the column of coreference.

    It does if another line has a value there, as in LitBank, in which most cells are empty. Otherwise it is white space,
    unless the column before it cannot be coreference.
    """
    tabs = line.rstrip().count(b"\t")
    if len(line.split()) < 2 or last_cell(text, line):
        return True
    rows = (row for row in text.split(b"\n") if row.strip() and not row.startswith(b"#"))
    cells = (row.split(b"\t")[tabs : tabs + 1] if tabs else row.split()[-1:] for row in rows)
    return not all(LIKE_BRACKETS.fullmatch(cell.strip()) for row in cells for cell in row)


def _only_places(text: bytes, cells: Sequence[bytes], start: int, stop: int) -> bool:
    """Return whether the cells of the first line from start to stop contain only the position of the word.

    A number is a word number if the next line has the next number, or begins a sentence with the same number.
    """
    header = BEGIN_LINE.search(text, 0, start)
    name = header and header[1].strip()
    named = name and NAME.fullmatch(name.decode("utf-8", "replace"))
    is_named = bool(name) and cells[0] == (named["name"].strip().encode() if named else name)
    if is_named and len(cells) == 1:
        return True
    if (
        cells[-1] not in COUNTED
        or not (is_named or len(cells) == 1)
        or not all(map(bytes.isdigit, cells[1:]))
    ):
        return False
    following = FIRST_WORD.search(text, stop)
    if following is None:
        return True
    others = following[0].rstrip(b"\r").split()
    return len(others) >= len(cells) and others[len(cells) - 1] in {cells[-1], b"%d" % (int(cells[-1]) + 1)}


def document_name(header: bytes, number: int) -> str:
    """Return the name of a document, given the text after '#begin document'.

    '(bc/cctv/00/cctv_0000); part 003' gives 'bc/cctv/00/cctv_0000_3', as in the usual JSON Lines files. Part 0 adds
    nothing, so that corpora without parts keep their usual names. A document without a name is named by its number in the
    file, from 1.
    """
    text = header.decode("utf-8", "replace").strip()
    found = NAME.fullmatch(text)
    if not found:
        return text or str(number)
    name, part = found["name"].strip(), found["part"] or "0"
    part = part.lstrip("0") if part.isdigit() else part
    return (name or str(number)) + (f"_{part}" if part else "")


def warnings_of(file: str, unended: Sequence[int], odd: Sequence[int] = ()) -> list[Problem]:
    """Return the warnings about lines, each at the first of them.

    Args:
        file: the name of the file.
        unended: the lines that begin documents without an end. The file may be truncated.
        odd: the lines with another number of columns than the rest of their sentence.
    """
    kinds = ("CE015", "not-ended", unended), ("CE020", "odd-lines", odd)
    return [
        warning(code, kind, Place(file, lines[0]), count=len(lines)) for code, kind, lines in kinds if lines
    ]


class Conll2012Boundaries(Boundaries):
    """Finds documents, which begin with '#begin document'. The first two words determine the layout of the columns.

    A file is irregular if the choice of a column may depend on any line (SemEval-2010, or lines that end with a tab).
    """

    def __init__(self, beginning: bytes) -> None:
        header = BEGIN_LINE.search(beginning)
        layout = Layout.at(beginning)
        if header is None or layout is None or any(len(places) > 1 for places in layout.names.values()):
            raise IrregularError
        self._marker = header[0][: header[0].index(b"begin document") + len(b"begin document")]
        first = FIRST_WORD.search(beginning)
        second = first and FIRST_WORD.search(beginning, first.end())
        if first is None or second is None or is_undecided(beginning):
            raise IrregularError
        filled = last_cell(beginning, first[0]) if is_undecided(beginning[: second.end()]) else None
        self.opening = beginning[: filled.end() if filled else second.end()]

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return the starts of '#begin document' lines, and the text after the marker."""
        found = (
            (start, BEGIN.match(line_at(text, start))) for start in line_starts(text, BEGIN, self._marker)
        )
        return [(start, line[1]) for start, line in found if line is not None], []

    def name(self, said: bytes, number: int) -> str:
        """Return the name of the document."""
        return document_name(said, number)
