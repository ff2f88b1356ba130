"""The order of documents in the files changes no byte of what `score --ci` prints, but the order of the rows of documents."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.choices import Duplicates
from corefeval.comparison.compare import with_intervals
from corefeval.corpus.corpus import Corpus
from corefeval.formats import ReadOptions, TextFile
from corefeval.reports.show import render
from tests.files import conll_document

pytestmark = pytest.mark.property
CELLS = st.sampled_from(["-", "(0)", "(1)", "(2)", "(0)|(0)", "(0)|(1)"])


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Return the documents of a key and of a response, which lacks some and has others."""
    key, response = [], []
    for number in range(draw(st.integers(2, 7))):
        length = draw(st.integers(1, 6))
        cells = st.lists(CELLS, min_size=length, max_size=length)
        key.append(conll_document(draw(cells), f"d{number}"))
        if not number or draw(st.booleans()):
            response.append(conll_document(draw(cells), f"d{number}"))
        if draw(st.booleans()):
            response.append(conll_document(draw(cells), f"e{number}"))
    return key, response


@given(
    documents(),
    st.sampled_from(["first", "keep", "merge", "perl"]),
    st.sampled_from(["json", "csv", "table", "markdown", "latex"]),
    st.randoms(use_true_random=False),
)
def test_intervals_print_the_same_bytes(
    sides: tuple[list[str], list[str]], duplicates: Duplicates, kind: str, rng: random.Random
) -> None:
    """Scores, intervals, means and warnings, but for those that name a line, which are told as they stand."""
    shuffled = [rng.sample(side, len(side)) for side in sides]
    assert _printed(sides, duplicates, kind) == _printed(shuffled, duplicates, kind)


@given(documents(), st.randoms(use_true_random=False))
def test_rows_of_documents_are_in_the_order_of_the_key(
    sides: tuple[list[str], list[str]], rng: random.Random
) -> None:
    """Each document has the same scores, wherever it stands; its row stands where it stands in the key."""
    shuffled = [rng.sample(side, len(side)) for side in sides]
    one, other = (corefeval.score(*map(_read, each), missing="empty") for each in (sides, shuffled))
    for result, key in ((one, sides[0]), (other, shuffled[0])):
        names = list(_read(key).names)
        assert [row["document"] for row in result.per_document()] == names
        rows = [row["document"] for row in result.rows(per_document=True).rows if row["document"]]
        assert list(dict.fromkeys(rows)) == names
    assert sorted(one.per_document(), key=str) == sorted(other.per_document(), key=str)


def _printed(sides: Sequence[Sequence[str]], duplicates: Duplicates, kind: str) -> str:
    key, response = map(_read, sides)
    result = corefeval.score(
        key, response, metrics="muc,bcub,ceafm,ceafe,conll,lea,blanc", duplicates=duplicates, missing="empty"
    )
    result, intervals = with_intervals(result)
    warnings = tuple(each for each in result.warnings if not each.place.line)
    result = replace(result, warnings=warnings, average="macro")
    return render(result, kind, intervals=intervals)


def _read(texts: Sequence[str]) -> Corpus:
    return formats.read_file(TextFile("x", "".join(texts).encode()), "conll2012", ReadOptions())
