"""Documents as text in every medium: the same tables everywhere, and nothing that a file says becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval.columns import Column, Rows
from corefeval.problems import PrintedProblem
from corefeval.reports.render import KINDS, render
from corefeval.reports.render.latex import escape
from corefeval.reports.report import (
    TERMINAL,
    Cell,
    Formula,
    Items,
    Lines,
    Note,
    Paragraph,
    Quotation,
    ReportText,
    Row,
    Section,
    Table,
    Terms,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
HOSTILE = "\x1b[31m|<b>&\\{}$%#_^~*`\n[/red]"


def made(text: str) -> ReportText:
    """Return a document in which every piece says the same."""
    table = Table(
        (Column(text, "text"), Column(text), Column(text, "prose")),
        (Row((Cell(text), Cell(text, text, text, is_best=True), Cell(text))), Row.of(text, text, text)),
        text,
        text,
        is_headed=True,
    )
    pieces = (
        Paragraph(text),
        Items((text,)),
        Terms(((text, text),)),
        Lines((text,)),
        Quotation((text,)),
        table,
    )
    inner = Section(text, pieces, 2)
    return ReportText(
        (Section(text, (Paragraph(text, "strong"), inner), 1), table, Note(text)),
        (text,),
        (PrintedProblem(text, text, text),),
        "signature:of|nothing",
    )


def shown(document: ReportText, kind: str, width: int = 80) -> str:
    """Return a document in some kind of output."""
    return render(kind, lambda: document, lambda: Rows([], [], ""), dict, width=width, colour=False)


@settings(max_examples=30, deadline=None)
@given(TEXTS)
def test_whatever_is_reported_is_shown(text: str) -> None:
    """No text breaks a medium: tables stay tables, elements are closed, braces balance, and no terminal is told what to do."""
    document = made(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown(document, "table"))
    rows = [line for line in shown(document, "markdown").split("\n") if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows} == {4}
    assert len(rows) == 8
    latex = shown(document, "latex")
    assert latex.count(r"\begin{") == latex.count(r"\end{")
    plain = re.sub(r"\\[{}\\]", "", re.sub(r"(?m)^%.*$", "", latex))
    assert plain.count("{") == plain.count("}")


class Balanced(HTMLParser):
    """Notes the elements, and that each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        del attrs
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag


def test_html_is_closed_and_escaped() -> None:
    """What looks like an element is text."""
    found = Balanced()
    found.feed(shown(made(HOSTILE.replace("<b>", "<img>")), "html"))
    assert found.open == []
    assert "img" not in found.seen


def test_what_a_medium_has_no_room_for_is_left_out() -> None:
    """Pieces and columns name the media that show them."""
    table = Table((Column("Name", "text"), Column("bar", on=TERMINAL)), (Row.of("a", "###"),))
    document = ReportText((table, Paragraph("on a screen", on=TERMINAL)))
    assert "###" in shown(document, "table")
    assert "on a screen" in shown(document, "table")
    for kind in ("markdown", "latex", "html"):
        text = shown(document, kind)
        assert "Name" in text
        assert "###" not in text
        assert "on a screen" not in text


def test_notes_stand_below_on_a_page() -> None:
    """On a screen in place, in Markdown below everything, in LaTeX as comments above the tables."""
    table = Table((Column("Name", "text"),), (Row.of("a"),))
    document = ReportText((Note("read this"), table))
    assert shown(document, "table").index("read this") < shown(document, "table").index("Name")
    assert shown(document, "markdown").endswith("| a |\n\n- read this\n")
    assert "% read this\n" in shown(document, "latex")
    assert "caption" not in shown(document, "latex")


def test_columns_that_do_not_fit_go_on_below() -> None:
    """In a divisible table no figure is cut, and each part has the names."""
    columns = (
        Column("System", "text", is_obvious=True),
        *(Column(f"metric {n}", is_unbroken=True) for n in range(9)),
    )
    table = Table(columns, (Row.of("mine", *(f"{n}0.00" for n in range(9))),), is_divisible=True)
    text = shown(ReportText((table,)), "table", 40)
    assert text.count("mine") == 3
    assert all(f"{n}0.00" in text for n in range(9))
    assert max(map(len, text.splitlines())) <= 40


def test_formulas() -> None:
    """LaTeX and Markdown have them as they are declared, the others in plain letters."""
    document = ReportText((Formula(r"\frac{a}{b}", "a / b"),))
    assert "\\[\n\\frac{a}{b}\n\\]" in shown(document, "latex")
    assert "$$\n\\frac{a}{b}\n$$" in shown(document, "markdown")
    assert shown(document, "table").strip() == "a / b"


def test_csv_quotes_and_signs() -> None:
    """Cells are quoted where they must be; the signature is in every row, and no column of it where there is none."""
    rows: list[dict[str, str | float | None]] = [
        {"text": 'a,"b"\nc', "f1": None},
        {"text": "=1+1", "f1": 0.1},
    ]
    text = render("csv", lambda: ReportText(()), lambda: Rows(["text", "f1"], rows, "s"), dict)
    assert text == 'text,f1,signature\n"a,""b""\nc",,s\n=1+1,0.1,s\n'
    assert render("csv", lambda: ReportText(()), lambda: Rows(["text"], [], ""), dict) == "text\n"


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_needed_is_made(kind: str) -> None:
    """JSON and CSV make no document, and a table makes neither rows nor plain data."""
    asked: list[str] = []

    def document() -> ReportText:
        asked.append("document")
        return ReportText(())

    def rows() -> Rows:
        asked.append("csv")
        return Rows([], [], "")

    def plain() -> dict[str, int]:
        asked.append("json")
        return {}

    render(kind, document, rows, plain)
    assert asked == [kind if kind in {"csv", "json"} else "document"]


def test_latex_tables_can_be_referred_to() -> None:
    """Each table with a caption has a label of its own, rules before sums, and its title in the caption alone."""
    table = Table(
        (Column("By class", "text", is_obvious=True), Column("macro F1")),
        (Row.of("p", "1"), Row.of("all", "1", is_ruled=True)),
        "By class",
    )
    text = shown(
        ReportText((table, table, table._replace(title="Éé: B³", columns=(Column("x"), Column("y"))))),
        "latex",
    )
    assert re.findall(r"\\label{(.*)}", text) == ["tab:by-class", "tab:by-class:2", "tab:ee-b3"]
    assert "     & macro F1 \\\\\n    \\midrule\n    p & 1 \\\\\n    \\midrule\n    all & 1 \\\\" in text


def test_latex_captions_are_a_title_and_the_signature() -> None:
    """Settings and notes are comments above the tables, and the note of a table is small print below it."""
    table = Table((Column("Name", "text"),), (Row.of("a"),), "Scores", "100 is best")
    document = ReportText((table, Note("read this")), ("2 documents",), signature="corefeval:1|none")
    text = shown(document, "latex")
    assert re.findall(r"\\caption{(.*?)\.", text) == ["Scores"]
    assert [line for line in text.splitlines() if line.startswith("%")][1:3] == [
        "% 2 documents",
        "% read this",
    ]
    assert text.index("100 is best") < text.index("caption") < text.index("label")


def test_latex_tables_fit_a_page() -> None:
    """A table of more than a line has its heads in several lines, and the names in its first column can be broken."""
    name = "Dominant(wl=0,attempted=p+g)"
    columns = (Column("", "text"), *(Column(f"F1 scheme {number}") for number in range(9)))
    wide = Table(columns, (Row.of(name, *["96.77"] * 9),))
    text = shown(ReportText((wide,)), "latex")
    assert r"\begin{tabular}{@{}p{0.18\linewidth}rrrrrrrrr@{}}" in text
    assert r"& \shortstack[r]{F1\\scheme\\0} &" in text
    assert (
        r"Dominant(\allowbreak wl=\allowbreak 0,\allowbreak attempted=\allowbreak p+\allowbreak g) & 96.77"
        in text
    )
    narrow = wide._replace(columns=columns[:3], rows=(Row.of(name, "96.77", "1"),))
    assert f"    {name} & 96.77 & 1 \\\\" in shown(ReportText((narrow,)), "latex")


def test_latex_rows_begin_with_no_command() -> None:
    r"""A star or bracket at the start of a row is no argument of the \\ before it."""
    table = Table((Column("Name", "text"),), (Row.of("a"), Row.of("*b"), Row.of("[c]")))
    text = shown(ReportText((table,)), "latex")
    assert not re.search(r"\\\\\s*[*\[]", text)
    assert escape("[c]") == "{[}c]"
