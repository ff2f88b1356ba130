"""The exact reader: it reads line by line, and reports every problem with its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START, UNKNOWN
from corefeval.formats.base import Faults, ReadOptions
from corefeval.formats.conll2012.layout import (
    BEGIN,
    EMPTY_CELLS,
    END,
    PART_OF_MENTION,
    Layout,
    document_name,
    warnings_of,
)
from corefeval.formats.files import TextFile, column_of
from corefeval.problems import Place, Problem

DELIMITER = re.compile(rb"([()|])")
RANGE = re.compile(rb"[0-9]+-[0-9]+")
EMPTY_NODE = re.compile(rb"([0-9]+)\.0*([0-9]+)")

MINOR_DIGITS = 5
"""The most digits of an empty node's number after the point (see SENTENCE_START)."""


class BracketKind(IntEnum):
    """The kinds of brackets, in the order in which the reference scorer processes those of a line."""

    INVALID = 0
    SINGLE = 1
    OPENS = 2
    CLOSES = 3


class Bracket(NamedTuple):
    """One bracket of a cell, and its position in the line in bytes, from 0."""

    kind: BracketKind
    label: bytes
    offset: int
    text: bytes


def brackets_of(text: bytes, offset: int) -> list[Bracket]:
    """Return the brackets of a cell that begins at this offset of the line, sorted by kind.

    An id is the text between any two of '(', ')', '|' and the ends of the cell. A bracket without an id, an id without a
    bracket, and a blank inside are errors.
    """
    found: list[Bracket] = []
    if text in EMPTY_CELLS:
        return found
    pieces = [b"|", *DELIMITER.split(text), b"|"]
    for left, label, right in zip(pieces[0::2], pieces[1::2], pieces[2::2], strict=False):
        opens, closes = left == b"(", right == b")"
        kind = BracketKind.SINGLE if opens and closes else BracketKind.OPENS if opens else BracketKind.CLOSES
        if bool(label) != (opens or closes) or label.split() != [label] * bool(label):
            kind = BracketKind.INVALID
        if label or opens or closes:
            found.append(Bracket(kind, label, offset - opens, left * opens + label + right * closes))
        offset += len(label) + 1
    return sorted(found, key=lambda bracket: bracket.kind)


class Opened(NamedTuple):
    """An open bracket: the order in which it was opened, its node, and its place in the file."""

    order: int
    node: int
    place: Place
    text: bytes


class Span(NamedTuple):
    """A pair of brackets: the order in which it was opened and closed, and its nodes."""

    opened: int
    closed: int
    first: int
    last: int


def read_exactly(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file line by line. Raise an error with every problem found, or make all safe repairs."""
    return _Reader(file, options).read()


def _columns_at(layout: Layout, lines: list[bytes]) -> dict[str, int]:
    """Return the columns other than the word. If a name has several columns, the first non-empty one is used."""
    rows: list[list[bytes]] = []
    if any(len(numbers) > 1 for numbers in layout.names.values()):
        rows = [
            line.split(b"\t" if layout.tabs else None)[:-1] for line in lines if not line.startswith(b"#")
        ]
    said = {at for row in rows for at, cell in enumerate(row) if cell not in EMPTY_CELLS}
    return {
        name: next((at for at in numbers if at in said), numbers[0])
        for name, numbers in layout.names.items()
        if name != "form"
    }


class _Reader:
    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file = file
        self._problems = Faults(options)
        self._fault = self._problems.fault
        self._builder = CorpusBuilder("conll2012", file.name)
        self._begun: dict[str, int] = {}
        self._documents = file.documents_before
        self._inside = False
        self._unended: list[int] = []
        self._odd: list[int] = []
        self._last_word = 0
        self._stray: list[int] = []
        self._order = 0
        self._open: dict[bytes, list[Opened]] = defaultdict(list)
        self._spans: dict[bytes, list[Span]] = defaultdict(list)
        self._columns_at: dict[str, int] = {}
        self._sentence_columns = 0
        self._sentence_words = self._sentence_zeros = 0
        self._header_line = 0
        self._lines: list[bytes] = []
        self._line = b""
        self._number = 0

    def read(self) -> Corpus:
        text = self._file.read().replace(b"\r\n", b"\n")
        self._lines = lines = text.split(b"\n")
        if not any(BEGIN.match(line) for line in lines):
            self._problems.warn("CE026", "no-begin-document-file", self._file.place)
            self._begin(b"")
        layout: Layout | None = None
        for self._number, self._line in enumerate(lines, 1):
            line = self._line
            if line.startswith(b"#"):
                if found := BEGIN.match(line):
                    self._begin(found[1])
                    continue
                if END.match(line):
                    self._end(ended=True)
                    continue
                if layout is None or layout.form or len(line.split(b"\t" if layout.tabs else None)) < 2:
                    continue
            if not line.strip():
                self._sentence_columns = 0
                continue
            if layout is None:
                layout = Layout.at(self._file.opening(text))
                self._columns_at = _columns_at(layout, lines) if layout is not None else {}
            if layout is not None:
                self._word(layout)
        self._end(ended=False)
        self._report_stray()
        self._problems.extend(warnings_of(self._file.name, self._unended, self._odd))
        self._problems.raise_errors()
        return self._builder.build(problems=self._problems)

    # Documents

    def _begin(self, header: bytes) -> None:
        self._end(ended=False)
        self._report_stray()
        self._documents += 1
        name = document_name(header, self._documents)
        if name in self._begun:
            text, other = header.decode("utf-8", "replace").strip(), self._begun[name]
            self._problems.add(
                Problem("CE012", "document-already-begun", self._place(), text, name=name, other_line=other)
            )
        self._begun.setdefault(name, self._number)
        self._builder.document(name)
        self._inside = True
        self._header_line = self._number
        self._sentence_columns = 0

    def _end(self, *, ended: bool) -> None:
        if not self._inside:
            return
        self._inside = False
        if not ended and self._header_line:
            self._unended.append(self._header_line)
            if self._odd[-1:] == [self._last_word]:  # the file is truncated inside a line
                line = self._odd.pop()
                text = self._lines[line - 1]
                self._fault(
                    "CE020",
                    "columns-not-before-at",
                    Place(self._file.name, line),
                    text.strip(),
                    "line-kept-as-word",
                    cells=len(text.split(b"\t") if b"\t" in text else text.split()),
                    sentence_columns=self._sentence_columns,
                )
        self._sentence_columns = 0
        for stack in self._open.values():
            for opened in stack:
                self._fault("CE022", "bracket-never-closed", opened.place, opened.text, "dropped")
        self._add_mentions()
        self._open.clear()
        self._spans.clear()

    def _add_mentions(self) -> None:
        """Add the mentions of a document to the corpus, in the orders that a corpus requires."""
        mentions: list[tuple[int, bytes, list[Span]]] = []
        openings: dict[bytes, int] = {}
        for label, spans in self._spans.items():
            part = PART_OF_MENTION.fullmatch(label)
            chain = part[1] if part else label
            openings[chain] = min([openings.get(chain, self._order), *(span.opened for span in spans)])
            groups = [spans] if part else [[span] for span in spans]
            mentions += [(max(span.closed for span in group), chain, group) for group in groups]
        entities = {
            chain: self._builder.entity(chain.decode())
            for chain in sorted(openings, key=openings.__getitem__)
        }
        for _, chain, group in sorted(mentions, key=lambda mention: mention[0]):
            self._builder.mention(entities[chain], [(span.first, span.last) for span in group])

    # Words

    def _word(self, layout: Layout) -> None:
        if not self._inside:
            self._stray.append(self._number)
            return
        cells = self._cells(layout)
        text = cells[-1].strip()
        offset = self._line.rstrip().rfind(text) if text else len(self._line)
        if layout.numbered and RANGE.fullmatch(cells[0]):
            if text not in EMPTY_CELLS:
                self._fault("CE023", "coreference-on-multiword-range", self._place(offset), text, "dropped")
            return
        is_first = not self._sentence_columns
        if is_first:
            self._builder.sentence()
            self._sentence_columns = self._columns_of_sentence(layout, len(cells))
            self._sentence_words = self._sentence_zeros = 0
        brackets = brackets_of(text, offset)
        is_invalid = any(bracket.kind is BracketKind.INVALID for bracket in brackets)
        missing = self._sentence_columns - len(cells)
        is_odd = missing != 0 or len(cells) < layout.fewest
        self._last_word = self._number
        if is_odd and (is_invalid or not (len(cells) >= layout.fewest or (missing == 1 and not is_first))):
            self._fault(
                "CE020",
                "columns-not-before",
                self._place(),
                self._line.strip(),
                "line-kept-as-word",
                columns=len(cells),
                expected=self._sentence_columns if missing else layout.columns,
            )
        elif is_odd:
            self._odd.append(self._number)
            # an empty word is lost between blanks; between tabs any cell may be missing, so a filler must replace it
            if (
                missing == 1
                and 0 <= layout.form < len(cells)
                and (not layout.tabs or cells[layout.form] in EMPTY_CELLS)
            ):
                cells.insert(layout.form, b"")
        node = self._node(cells, layout)
        if not (is_odd and is_invalid):
            self._read_brackets(brackets, node)

    def _cells(self, layout: Layout) -> list[bytes]:
        """Split the line. Additional blank cells at its end, and blanks instead of tabs, are accepted."""
        line = self._line
        if not layout.tabs:
            return line.split()
        cells = line.split(b"\t")
        while len(cells) > layout.columns and not cells[-1].strip():
            cells.pop()
        expected = self._sentence_columns or layout.columns
        if len(cells) != expected and (len(cells) < layout.fewest or self._sentence_columns):
            blanks = line.split()
            if len(blanks) == expected:
                cells = blanks
        return cells

    def _columns_of_sentence(self, layout: Layout, columns: int) -> int:
        """Return the number of columns of a sentence, given that of its first line, which may lack a column.

        Sentences of OntoNotes have different numbers of columns. If any line of this sentence has as many as the first line
        of the file, this is the number for the whole sentence.
        """
        if columns == layout.columns:
            return columns
        for number in range(self._number, len(self._lines)):
            line = self._lines[number]
            if not line.strip() or BEGIN.match(line) or END.match(line):
                break
            if len(line.split(b"\t") if layout.tabs else line.split()) == layout.columns:
                return layout.columns
        return columns

    def _node(self, cells: list[bytes], layout: Layout) -> int:
        columns = {name: cells[at].decode() for name, at in self._columns_at.items() if at < len(cells) - 1}
        form = UNKNOWN
        if layout.form >= 0:
            form = cells[layout.form].decode() if layout.form < len(cells) - 1 else ""
        minor = 0
        if layout.numbered and (found := EMPTY_NODE.fullmatch(cells[0])):
            number = int(found[2]) if len(found[2]) <= MINOR_DIGITS else SENTENCE_START
            if not self._sentence_zeros < number < SENTENCE_START:
                place, zeros = self._place(0), self._sentence_zeros
                self._fault(
                    "CE027", "empty-node-behind", place, cells[0], "numbered-anew", sentence_zeros=zeros
                )
                number = self._sentence_zeros + 1
            self._sentence_zeros = number
            minor = number + (0 if self._sentence_words else SENTENCE_START)
        else:
            self._sentence_words += 1
            self._sentence_zeros = 0
        return self._builder.node(form, minor=minor, line=self._number, columns=columns)

    def _read_brackets(self, brackets: Sequence[Bracket], node: int) -> None:
        """Process the brackets of a line."""
        for bracket in brackets:
            place = self._place(bracket.offset)
            if bracket.kind is BracketKind.INVALID:
                self._fault("CE023", "neither-id-nor-id", place, bracket.text or b"()", "dropped")
                continue
            if bracket.kind is BracketKind.SINGLE:
                self._spans[bracket.label].append(Span(self._order, self._order, node, node))
            elif bracket.kind is BracketKind.OPENS:
                self._open[bracket.label].append(Opened(self._order, node, place, bracket.text))
            elif stack := self._open[bracket.label]:
                opened = stack.pop()
                self._spans[bracket.label].append(Span(opened.order, self._order, opened.node, node))
            else:
                self._fault("CE021", "bracket-never-opened", place, bracket.text, "dropped")
            self._order += 1

    # Problems

    def _place(self, offset: int = -1) -> Place:
        """Return the place of a byte of the current line, or of the whole line."""
        return Place(self._file.name, self._number, column_of(self._line, offset) if offset >= 0 else 0)

    def _report_stray(self) -> None:
        if self._stray:
            place = Place(self._file.name, self._stray[0])
            self._problems.add(Problem("CE014", "lines-outside-document", place, lines=len(self._stray)))
            self._stray.clear()
