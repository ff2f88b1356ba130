"""Off a terminal, tables without rich are those of rich, to the byte."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corefeval.columns import Column
from corefeval.problems import Problem, printed_problems
from corefeval.reports.render import plain, terminal
from corefeval.reports.report import (
    Cell,
    Formula,
    Items,
    Lines,
    Note,
    Paragraph,
    Piece,
    ReportText,
    Row,
    Table,
)
from tests.paths import ROOT

EXAMPLES = ROOT / "src" / "corefeval" / "examples"

WORDS = st.text(st.sampled_from("abcXYZ019.,:·–³é()[]|…β"), min_size=1, max_size=9)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=14).map(" ".join),
    st.text(st.sampled_from("ab  c"), max_size=60),
    st.text(st.characters(codec="utf-8"), max_size=20),
)
CELLS = st.builds(
    Cell,
    st.lists(WORDS, max_size=3).map(" ".join),
    st.sampled_from(["", "", "[1, 2]"]),
    st.sampled_from(["", "*"]),
)


def _column(head: str, is_right: bool, is_obvious: bool) -> Column:
    return Column(head, "figures" if is_right else "text", is_obvious=is_obvious)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table."""
    size = draw(st.integers(1, 5))
    columns = draw(
        st.lists(
            st.builds(_column, WORDS, st.booleans(), st.booleans()),
            min_size=size,
            max_size=size,
        )
    )
    rows = draw(
        st.lists(
            st.builds(Row, st.tuples(*[CELLS] * size), st.booleans(), st.booleans()),
            max_size=4,
        )
    )
    title, note = draw(st.one_of(st.just(""), TEXTS)), draw(st.one_of(st.just(""), TEXTS))
    headed, stacked, divisible = (draw(st.booleans()) for _ in range(3))
    return Table(tuple(columns), tuple(rows), title, note, headed, stacked, divisible)


PIECES: st.SearchStrategy[Piece] = st.one_of(
    tables(),
    TEXTS.map(Note),
    st.builds(lambda text, far: Paragraph(text, is_set_off=far), TEXTS, st.booleans()),
    st.lists(TEXTS, max_size=2).map(lambda lines: Lines(tuple(lines))),
    st.lists(TEXTS, max_size=2).map(lambda items: Items(tuple(items))),
    TEXTS.map(lambda text: Formula("x", text)),
)
DOCUMENTS = st.builds(
    ReportText,
    st.lists(PIECES, max_size=3).map(tuple),
    st.lists(TEXTS, max_size=2).map(tuple),
    st.sampled_from([(), tuple(printed_problems([Problem("CE143", "sets-settings-tried", most=600)]))]),
    st.sampled_from(["", "corefeval:1|" + "key:value|" * 12]),
)


@given(DOCUMENTS, st.integers(12, 110))
@example(ReportText((), ("aaa bbb   ccc",)), 12)
@example(ReportText((Note("a" * 12 + " b"), Note(" " * 40))), 12)
def test_it_is_what_rich_prints(document: ReportText, width: int) -> None:
    """To the byte, or rich is asked."""
    drawn = plain.draw(document, document.shown_on("terminal"), width, terminal._divided)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminal, "draw", lambda *_: None)
        by_rich = terminal.render(document, width=width, colour=False)
    assert drawn is None or drawn == by_rich


def test_usual_tables_need_no_rich() -> None:
    """A score that nobody looks at on a terminal imports no rich."""
    script = (
        "import sys\nfrom corefeval.cli import main\n"
        f"main(['score', {str(EXAMPLES / 'key.conll')!r}, {str(EXAMPLES / 'eager.conll')!r}])\n"
        "assert not any(name.partition('.')[0] == 'rich' for name in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "CoNLL" in done.stdout
