"""Render a report as LaTeX that needs no edits. Tables need the package booktabs, formulas amsmath."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from operator import attrgetter

from corefeval.columns import Column
from corefeval.problems import printable
from corefeval.reports.report import (
    Cell,
    Formula,
    Items,
    Lines,
    Note,
    Paragraph,
    Piece,
    Quotation,
    ReportText,
    Row,
    Section,
    Table,
    Terms,
    pieces_on,
)

NAME = "latex"
WIDE = 48
"""A table spans both columns of a two-column page if a row has more characters than this."""
PAGE = 80
"""If a row or the heads have more characters than this, about a line of a page, heads and first column are wrapped."""
FIRST = 0.18
"""The share of the line that a wrapped first column takes."""
WORDS = 8
"""The most words of a label."""
FIGURES = 16
"""The most columns of numbers that fit the width of a page in the smallest size. Others go into a tabular below."""
NAMES = 18
"""The number of characters of names and marks that fit next to FIGURES columns."""
SIZES = ((10, r"\small", 3), (13, r"\footnotesize", 2), (sys.maxsize, r"\scriptsize", 2))
"""The font sizes of a table: the most columns of numbers for this size, its command, and points between columns."""
PROSE = 0.6
"""The share of the line that all columns of prose take together."""

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "[": "{[}",
        '"': r"\textquotedbl{}",
        "–": "--",
        "−": "$-$",
        "·": r"$\cdot$",
        "≥": r"$\geq$",
        "³": r"\textsuperscript{3}",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "κ": r"$\kappa$",
        "τ": r"$\tau$",
        "φ": r"$\phi$",
        "…": r"\dots{}",
        "→": r"$\rightarrow$",
        "“": "``",
        "”": "''",
    }
)
_STYLES = {"strong": r"\textbf{%s}", "emphatic": r"\emph{%s}", "": "%s"}
_TITLES = (r"\section*{%s}", r"\subsection*{%s}", r"\paragraph{%s}")


def render(document: ReportText) -> str:
    """Return the report between comments: needed packages and warnings above, the signature below.

    The caption of a table is its title and the short signature; settings and notes are comments above all tables. A
    report with sections states them once, at the end.
    """
    pieces = document.shown_on(NAME)
    known = (*document.heading, *document.notes_on(NAME))
    if document.has_sections:
        below = [_sentence(line) for line in known]
        below += [_signature(document.signature)] if document.signature else []
        blocks = [block for piece in pieces for block in _blocks(piece)]
        blocks += [f"{' '.join(below)}\n"] if below else []
    else:
        blocks = [
            block
            for piece, label in zip(pieces, _labels(pieces), strict=True)
            for block in _blocks(piece, document.signature, label)
        ]
    packages = ["booktabs", *(["amsmath"] if any(block.startswith("\\[") for block in blocks) else [])]
    comments = [
        *(rf"% \usepackage{{{name}}}" for name in packages),
        *(f"% {printable(line)}" for line in known if not document.has_sections),
        *(f"% {printable(str(warning))}" for warning in document.warnings),
    ]
    signature = f"% signature {document.signature}\n" if document.signature else ""
    return "\n".join([*comments, "\n".join(blocks) + signature])


def escape(text: str) -> str:
    """Return text with LaTeX's special characters escaped."""
    return printable(text).translate(_SPECIAL)


def _labels(pieces: Sequence[Piece]) -> list[str]:
    """Return the label of each table: the first words of its title, with a number if another table has the same words.

    Numbers in titles are omitted, so that references to a table stay valid if its numbers change.
    """
    labels: list[str] = []
    for piece in pieces:
        if not isinstance(piece, Table):
            labels.append("")
            continue
        title = unicodedata.normalize("NFKD", piece.title or "scores")
        words = re.findall(r"[a-z][a-z0-9]*", title.encode("ascii", "ignore").decode().lower())
        name = "-".join(words[:WORDS]) or "table"
        again = sum(label == name or label.startswith(f"{name}:") for label in labels)
        labels.append(f"{name}:{again + 1}" if again else name)
    return labels


def _blocks(piece: Piece, signature: str | None = None, label: str = "") -> list[str]:
    """Return the LaTeX blocks of a piece. A table outside sections has a caption with the signature, and a label."""
    match piece:
        case Section():
            title = _TITLES[min(piece.level, len(_TITLES)) - 1] % escape(piece.title) if piece.title else ""
            inside = [block for inner in pieces_on(piece.pieces, NAME) for block in _blocks(inner)]
            return [f"{title}\n", *inside] if title else inside
        case Table():
            return [_inside(piece) if signature is None else _floating(piece, signature, label)]
        case Paragraph():
            term = rf"\texttt{{{escape(piece.term)}}}" if piece.term else ""
            return [f"{term}{_STYLES[piece.style] % escape(piece.text)}\n"]
        case Note():
            return []
        case Items():
            return [_environment("itemize", (rf"\item {escape(item)}" for item in piece.items))]
        case Terms():
            terms = (rf"\item[\texttt{{{escape(term)}}}] {escape(text)}" for term, text in piece.terms)
            return [_environment("description", terms)]
        case Lines() | Quotation():
            return [_environment("quote", (rf"{escape(line)}\\" for line in piece.lines))]
        case Formula():
            return [f"\\[\n{piece.latex}\n\\]\n"]


def _environment(name: str, lines: Iterable[str]) -> str:
    return "\n".join([rf"\begin{{{name}}}", *(f"  {line}" for line in lines), rf"\end{{{name}}}", ""])


def _floating(table: Table, signature: str, label: str) -> str:
    """Return a table as a float: its note in small print below it, a caption of one line, and a label.

    A table in the layout of papers, which has a caption, is divided if it is too wide, and printed smaller.
    """
    parts, size, gap = [table], r"\small", 3
    if table.caption:
        parts = _parts(table)
        figures = max(len(part.columns) for part in parts) - 1 + _more(table)
        size, gap = next((size, gap) for most, size, gap in SIZES if figures <= most)
    first, *others = map(_tabular, parts)
    longest = max((_characters(row) for part in parts for row in part.rows), default=0)
    environment = "table*" if longest > WIDE else "table"
    caption = _sentence(table.caption or table.title) if table.caption or table.title else ""
    if signature:
        caption = f"{caption} {{\\scriptsize {_signature(signature)}}}".strip()
    return "\n".join(
        [
            rf"\begin{{{environment}}}[t]",
            rf"  \centering{size}\setlength{{\tabcolsep}}{{{gap}pt}}",
            *first,
            *(line for tabular in others for line in (r"  \par\medskip", *tabular)),
            *([rf"  \par\smallskip{{\scriptsize {_sentence(table.note)}}}"] if table.note else []),
            *([rf"  \caption{{{caption}}}", rf"  \label{{tab:{label}}}"] if caption else []),
            rf"\end{{{environment}}}",
            "",
        ]
    )


def _inside(table: Table) -> str:
    """Return a table that is not a float, for reports with sections."""
    title = [rf"  \textbf{{{escape(table.title)}}}\\"] if table.title else []
    tabular = [r"  \small\setlength{\tabcolsep}{3pt}", *_tabular(table)]
    return "\n".join([r"\begin{center}", *title, *tabular, r"\end{center}", ""])


def _tabular(table: Table) -> list[str]:
    prose = sum(column.holds == "prose" for column in table.columns)
    letters = {"figures": "r", "text": "l", "prose": rf"p{{{PROSE / max(prose, 1):.2g}\linewidth}}"}
    alignments = [letters[column.holds] for column in table.columns]
    heads = [_head(table, column) for column in table.columns]
    lines = [line for row in table.rows for line in _lines(table, row)]
    if not prose and not table.is_stacked and _width(table) > PAGE:
        alignments = [rf"@{{}}p{{{FIRST}\linewidth}}", *alignments[1:], "@{}"]
        heads = [_stacked(head) for head in heads]
        lines = [_with_breaks(line) for line in lines]
    return [
        rf"  \begin{{tabular}}{{{''.join(alignments)}}}",
        r"    \toprule",
        *_groups(table),
        rf"    {' & '.join(heads)} \\",
        r"    \midrule",
        *(f"    {line}" for line in lines),
        r"    \bottomrule",
        r"  \end{tabular}",
    ]


def _parts(table: Table) -> list[Table]:
    """Return the table, or several tables with an equal number of metrics if it is wider than a page."""
    groups = [
        list(columns)
        for _, columns in groupby(range(1, len(table.columns)), lambda place: table.columns[place].group)
    ]
    count = -(-(len(table.columns) - 1) // max(FIGURES - _more(table), 4))
    if count == 1 or len(groups) == 1:
        return [table]
    each = -(-len(groups) // count)
    return [
        table.with_columns([0, *chain.from_iterable(groups[start : start + each])])
        for start in range(0, len(groups), each)
    ]


def _more(table: Table) -> int:
    """Return the number of columns that would fit into the additional width of long names and marks."""
    characters = max(len(row.cells[0].text) + sum(len(cell.mark) for cell in row.cells) for row in table.rows)
    return max(characters - NAMES, 0) // 4


def _groups(table: Table) -> list[str]:
    """Return the line with headings of groups of columns, and the rules below it; empty without groups."""
    cells, rules, first = [], [], 1
    for group, columns in groupby(table.columns, key=attrgetter("group")):
        count = len(list(columns))
        name = escape(group)
        if group and count > 1:
            cells.append(rf"\multicolumn{{{count}}}{{c}}{{{name}}}")
            rules.append(rf"\cmidrule(lr){{{first}-{first + count - 1}}}")
        else:
            cells += [name] * count
        first += count
    if not any(cells):
        return []
    return [f"    {' & '.join(cells)} \\\\", *([f"    {' '.join(rules)}"] if rules else [])]


def _head(table: Table, column: Column) -> str:
    """Return the head of a column; '' if it repeats the title, which is in the caption."""
    return "" if column.is_obvious and column.head == table.title else escape(column.head)


def _stacked(head: str) -> str:
    """Return a column head with one line per word."""
    return rf"\shortstack[r]{{{head.replace(' ', chr(92) * 2)}}}" if " " in head else head


def _with_breaks(line: str) -> str:
    """Return a row whose first cell can wrap at the parameters of a metric's name."""
    first, mark, others = line.partition(" & ")
    return re.sub(r"(?<=[(,+=])", r"\\allowbreak ", first) + mark + others


def _width(table: Table) -> int:
    """Return the length of the longest row, or of the heads if they are longer."""
    above = len(" ".join(column.head for column in table.columns))
    return max([above, *(len(" ".join(cell.line for cell in row.cells)) for row in table.rows)])


def _characters(row: Row) -> int:
    """Return the number of visible characters of a row."""
    return len(" ".join(max(cell.text + cell.mark, cell.bounds, key=len) for cell in row.cells))


def _lines(table: Table, row: Row) -> list[str]:
    """Return the lines of a row. If bounds are stacked, they form a second line."""
    rule = [r"\midrule"] if row.is_ruled and row is not table.rows[0] else []
    # LaTeX would read a star here as part of the `\\` before it
    guard = "{}" if row.cells[0].text.startswith("*") and not row.cells[0].is_best else ""
    if not table.is_stacked:
        cells = (_value(cell) + (f" {escape(cell.bounds)}" if cell.bounds else "") for cell in row.cells)
        return [*rule, guard + " & ".join(cells) + r" \\"]
    values = guard + " & ".join(map(_value, row.cells))
    if not any(cell.bounds for cell in row.cells):
        return [*rule, rf"{values} \\"]
    return [*rule, rf"{values} \\[-0.4ex]", " & ".join(map(_below, row.cells)) + r" \\"]


def _value(cell: Cell) -> str:
    text = rf"\textbf{{{escape(cell.text)}}}" if cell.is_best else escape(cell.text)
    return rf"{text}\textsuperscript{{{escape(cell.mark)}}}" if cell.mark else text


def _below(cell: Cell) -> str:
    """Return an interval or a p-value in small print. Inside braces the bracket of an interval needs no escape."""
    bounds = cell.bounds.replace(", ", ",")
    shown = bounds if bounds.startswith("[") else escape(bounds)
    return rf"{{\scriptsize {shown}}}" if shown else ""


def _signature(signature: str) -> str:
    """Return a signature in which LaTeX can break lines."""
    fields = escape(signature).replace(r"\textbar{}", r"\textbar\allowbreak ").replace("+", r"+\allowbreak ")
    fields = fields.replace(",", r",\allowbreak ")
    return rf"\texttt{{{fields}}}"


def _sentence(line: str) -> str:
    text = escape(line)
    return text if text.endswith((":", ".")) else text + "."
