"""Results and comparisons as LaTeX tables that paste without edits; they need the package booktabs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefeval.comparison.comparison import Comparison
from corefeval.evaluation.result import Result
from corefeval.problems import Told, printable
from corefeval.reports.comparison import Cell, lay_out
from corefeval.reports.scores import Intervals, ScoreLayout, lay_out_scores

WIDE = 48
"""A table with rows of more characters than this spans both columns of a page that has two."""

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
        "β": r"$\beta$",
        "φ": r"$\phi$",
        "…": r"\dots{}",
    }
)


def render_result(
    result: Result, *, per_document: bool = False, macro: bool = False, intervals: Intervals | None = None
) -> str:
    """Return a result as tables, the caption with what was done and the signature."""
    layout = lay_out_scores(result, per_document=per_document, macro=macro, intervals=intervals)
    return render_layout(layout)


def render_layout(layout: ScoreLayout) -> str:
    """Return tables, the captions with what was done and the signature."""
    tables = []
    for table in layout.tables:
        rows = [_row(name, map(escape, cells)) for name, cells in table.rows]
        lines = (table.title, *layout.heading, *layout.notes)
        tables.append(_table(table.heads, rows, lines, layout.signature, _characters(table.rows)))
    return _with_comments("\n".join(tables), layout.warnings, layout.signature)


def render_comparison(comparison: Comparison) -> str:
    """Return a comparison as a table: best in bold, significance marked, intervals below the scores."""
    layout = lay_out(comparison)
    rows = []
    for name, cells in layout.systems:
        if any(cell.interval for cell in cells):
            rows += [
                _row(name, map(_score, cells), r"\\[-0.4ex]"),
                _row("", map(_interval, cells)),
            ]
        else:
            rows.append(_row(name, map(_score, cells)))
    lines = (*layout.heading, *layout.notes)
    shown = [
        (name, [max(cell.score + cell.mark, cell.interval, key=len) for cell in cells])
        for name, cells in layout.systems
    ]
    table = _table(("System", *layout.metrics), rows, lines, layout.signature, _characters(shown))
    return _with_comments(table, layout.warnings, layout.signature)


def escape(text: str) -> str:
    """Return text that LaTeX sets as it is."""
    return printable(text).translate(_SPECIAL)


def _score(cell: Cell) -> str:
    score = rf"\textbf{{{escape(cell.score)}}}" if cell.is_best else escape(cell.score)
    return rf"{score}\textsuperscript{{{escape(cell.mark)}}}" if cell.mark else score


def _interval(cell: Cell) -> str:
    return rf"{{\scriptsize {cell.interval.replace(' ', '')}}}" if cell.interval else ""


def _row(name: str, cells: Iterable[str], end: str = r"\\") -> str:
    return " & ".join([escape(name), *cells]) + f" {end}"


def _characters(rows: Iterable[tuple[str, Iterable[str]]]) -> int:
    """Return the length of the longest row as it is read."""
    return max((len(" ".join([name, *cells])) for name, cells in rows), default=0)


def _table(
    heads: Sequence[str], rows: Sequence[str], caption: Sequence[str], signature: str, characters: int
) -> str:
    first, *others = map(escape, heads)
    sentences = " ".join(_sentence(line) for line in caption if line)
    environment = "table*" if characters > WIDE else "table"
    fields = escape(signature).replace(r"\textbar{}", r"\textbar\allowbreak ").replace("+", r"+\allowbreak ")
    return "\n".join(
        [
            rf"\begin{{{environment}}}[t]",
            r"  \centering\small\setlength{\tabcolsep}{3pt}",
            rf"  \begin{{tabular}}{{l{'r' * len(others)}}}",
            r"    \toprule",
            rf"    {' & '.join([first, *others])} \\",
            r"    \midrule",
            *(f"    {row}" for row in rows),
            r"    \bottomrule",
            r"  \end{tabular}",
            rf"  \caption{{{sentences} \texttt{{{fields}}}}}",
            rf"\end{{{environment}}}",
            "",
        ]
    )


def _with_comments(tables: str, warnings: Sequence[Told], signature: str) -> str:
    """Return tables with comments around them: what they need and what to know above, the signature as it is below."""
    told = [f"% {warning}" for warning in warnings]
    return "\n".join([r"% \usepackage{booktabs}", *told, f"{tables}% signature {signature}", ""])


def _sentence(line: str) -> str:
    text = escape(line)
    return text if text.endswith((":", ".")) else text + "."
