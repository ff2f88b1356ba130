"""Documents as LaTeX that pastes without edits; tables need the package booktabs, formulas amsmath."""

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
"""A table with rows of more characters than this spans both columns of a page that has two."""
PAGE = 80
"""A table with more characters in a row or above it than this, about a line of a page, has its heads and first column in several lines."""
FIRST = 0.18
"""Share of the line that the first column has then."""
WORDS = 8
"""How many words a label has."""
FIGURES = 16
"""Columns of figures that fit the width of a page in the smallest of these sizes; more are in a tabular below."""
NAMES = 18
"""Characters of names and marks that fit next to this many columns."""
SIZES = ((10, r"\small", 3), (13, r"\footnotesize", 2), (sys.maxsize, r"\scriptsize", 2))
"""Sizes of a table as in papers: up to how many columns of figures, the size of the type, and points between columns."""
PROSE = 0.6
"""Share of the line that the columns of prose have together."""

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
    """Return the document, between comments: requirements and warnings above, the signature below.

    A table says in its caption what was done and ends with the signature; in a document of sections both stand once,
    at the end.
    """
    pieces = document.shown_on(NAME)
    known = (*document.heading, *document.notes_on(NAME))
    below = [_sentence(line) for line in known]
    if document.signature:
        below.append(_signature(document.signature))
    if document.has_sections:
        blocks = [block for piece in pieces for block in _blocks(piece)]
        blocks += [f"{' '.join(below)}\n"] if below else []
    else:
        labels = _labels(pieces)
        blocks = [
            block
            for piece, label in zip(pieces, labels, strict=True)
            for block in (
                [_as_in_papers(piece, document.signature, label)]
                if isinstance(piece, Table) and piece.caption
                else _blocks(piece, below, label)
            )
        ]
    packages = ["booktabs", *(["amsmath"] if any(block.startswith("\\[") for block in blocks) else [])]
    is_captioned = any(isinstance(piece, Table) and piece.caption for piece in pieces)
    comments = [
        *(rf"% \usepackage{{{name}}}" for name in packages),
        *(f"% {printable(line)}" for line in known if is_captioned),
        *(f"% {printable(str(warning))}" for warning in document.warnings),
    ]
    signature = f"% signature {document.signature}\n" if document.signature else ""
    return "\n".join([*comments, "\n".join(blocks) + signature])


def escape(text: str) -> str:
    """Return text with LaTeX's special characters escaped."""
    return printable(text).translate(_SPECIAL)


def _labels(pieces: Sequence[Piece]) -> list[str]:
    """Return the label of a table: the first words of its title, with a number if they occur again.

    Figures are omitted: another run has others, and references to its tables should stay valid.
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


def _blocks(piece: Piece, below: Sequence[str] | None = None, label: str = "") -> list[str]:
    """Return a piece. For a separate table, text below it goes into the caption, followed by the label."""
    match piece:
        case Section():
            title = _TITLES[min(piece.level, len(_TITLES)) - 1] % escape(piece.title) if piece.title else ""
            inside = [block for inner in pieces_on(piece.pieces, NAME) for block in _blocks(inner)]
            return [f"{title}\n", *inside] if title else inside
        case Table():
            return [_inside(piece) if below is None else _floating(piece, below, label)]
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


def _floating(table: Table, below: Sequence[str], label: str) -> str:
    """Return a table that finds its own place, with a caption and a label."""
    caption = " ".join([*(_sentence(line) for line in (table.title, table.note) if line), *below])
    environment = "table*" if max(map(_characters, table.rows), default=0) > WIDE else "table"
    return "\n".join(
        [
            rf"\begin{{{environment}}}[t]",
            r"  \centering\small\setlength{\tabcolsep}{3pt}",
            *_tabular(table),
            *([rf"  \caption{{{caption}}}", rf"  \label{{tab:{label}}}"] if caption else []),
            rf"\end{{{environment}}}",
            "",
        ]
    )


def _as_in_papers(table: Table, signature: str, label: str) -> str:
    """Return a table with a caption of one line; its note is in small print below it."""
    parts = _parts(table)
    figures = max(len(part.columns) for part in parts) - 1 + _more(table)
    size, gap = next((size, gap) for most, size, gap in SIZES if figures <= most)
    environment = "table*" if max(_characters(row) for part in parts for row in part.rows) > WIDE else "table"
    caption = _sentence(table.caption)
    if signature:
        caption += rf" {{\scriptsize {_signature(signature)}}}"
    return "\n".join(
        [
            rf"\begin{{{environment}}}[t]",
            rf"  \centering{size}\setlength{{\tabcolsep}}{{{gap}pt}}",
            *_joined(map(_tabular, parts)),
            *([rf"  \par\smallskip{{\scriptsize {_sentence(table.note)}}}"] if table.note else []),
            rf"  \caption{{{caption}}}",
            rf"  \label{{tab:{label}}}",
            rf"\end{{{environment}}}",
            "",
        ]
    )


def _inside(table: Table) -> str:
    """Return a table inside a text."""
    title = [rf"  \textbf{{{escape(table.title)}}}\\"] if table.title else []
    tabular = [r"  \small\setlength{\tabcolsep}{3pt}", *_tabular(table)]
    return "\n".join([r"\begin{center}", *title, *tabular, r"\end{center}", ""])


def _tabular(table: Table) -> list[str]:
    prose = sum(column.holds == "prose" for column in table.columns)
    alignments = [_alignment(column, prose) for column in table.columns]
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
    """Return the table, or several with as many metrics each if its columns do not fit the width of a page."""
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
    """Return the number of figure columns that correspond to the width of long names and marks."""
    characters = max(len(row.cells[0].text) + sum(len(cell.mark) for cell in row.cells) for row in table.rows)
    return max(characters - NAMES, 0) // 4


def _joined(tabulars: Iterable[list[str]]) -> list[str]:
    """Return tabulars below each other."""
    lines: list[str] = []
    for tabular in tabulars:
        lines += [r"  \par\medskip"] if lines else []
        lines += tabular
    return lines


def _groups(table: Table) -> list[str]:
    """Return the line of headings above several columns and the rules below them, empty if there are none."""
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
    return (
        [f"    {' & '.join(cells)} \\\\", *([f"    {' '.join(rules)}"] if rules else [])]
        if any(cells)
        else []
    )


def _head(table: Table, column: Column) -> str:
    """Return the head of a column; the title of the table is in its caption."""
    return "" if column.is_obvious and column.head == table.title else escape(column.head)


def _stacked(head: str) -> str:
    """Return a column head with one line per word."""
    return rf"\shortstack[r]{{{head.replace(' ', chr(92) * 2)}}}" if " " in head else head


def _with_breaks(line: str) -> str:
    """Return a row whose first cell can wrap at the parameters of a metric's name."""
    first, mark, others = line.partition(" & ")
    return re.sub(r"(?<=[(,+=])", r"\\allowbreak ", first) + mark + others


def _alignment(column: Column, prose: int) -> str:
    return {"figures": "r", "text": "l", "prose": rf"p{{{PROSE / max(prose, 1):.2g}\linewidth}}"}[
        column.holds
    ]


def _width(table: Table) -> int:
    """Return the length of the longest row, or of the heads if they are longer."""
    above = len(" ".join(column.head for column in table.columns))
    return max([above, *(len(" ".join(cell.line for cell in row.cells)) for row in table.rows)])


def _characters(row: Row) -> int:
    """Return the number of visible characters of a row."""
    return len(" ".join(max(cell.text + cell.mark, cell.bounds, key=len) for cell in row.cells))


def _lines(table: Table, row: Row) -> list[str]:
    """Return a row, and below it the bounds of a table in which they are stacked."""
    rule = [r"\midrule"] if row.is_ruled and row is not table.rows[0] else []
    # a star at its beginning would belong to the end of the row before it
    guard = "{}" if row.cells[0].text.startswith("*") and not row.cells[0].is_best else ""
    if not table.is_stacked:
        return [*rule, guard + " & ".join(_value(cell) + _beside(cell) for cell in row.cells) + r" \\"]
    values = guard + " & ".join(map(_value, row.cells))
    if not any(cell.bounds for cell in row.cells):
        return [*rule, rf"{values} \\"]
    return [*rule, rf"{values} \\[-0.4ex]", " & ".join(map(_below, row.cells)) + r" \\"]


def _value(cell: Cell) -> str:
    text = rf"\textbf{{{escape(cell.text)}}}" if cell.is_best else escape(cell.text)
    return rf"{text}\textsuperscript{{{escape(cell.mark)}}}" if cell.mark else text


def _beside(cell: Cell) -> str:
    return f" {escape(cell.bounds)}" if cell.bounds else ""


def _below(cell: Cell) -> str:
    """Return an interval or a p-value in small print; the bracket of an interval needs no escape inside the braces."""
    bounds = cell.bounds.replace(", ", ",")
    shown = bounds if bounds.startswith("[") else escape(bounds)
    return rf"{{\scriptsize {shown}}}" if shown else ""


def _signature(signature: str) -> str:
    """Return a signature that can be broken into lines."""
    fields = escape(signature).replace(r"\textbar{}", r"\textbar\allowbreak ").replace("+", r"+\allowbreak ")
    fields = fields.replace(",", r",\allowbreak ")
    return rf"\texttt{{{fields}}}"


def _sentence(line: str) -> str:
    text = escape(line)
    return text if text.endswith((":", ".")) else text + "."
