"""Files of which some documents are irregular: read as the exact reader reads them, which sees only those documents."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.corpus import Corpus
from corefeval.formats import conll2012, corefud, large_files
from corefeval.formats.base import ReadOptions
from corefeval.formats.conll2012.exact import read_exactly
from corefeval.formats.corefud import exact, lines
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError

OPTIONS = ReadOptions()
READERS: dict[
    str, tuple[Callable[[TextFile, ReadOptions], Corpus], Callable[[TextFile, ReadOptions], Corpus]]
] = {
    "corefud": (corefud.FORMAT.read, exact.read),
    "conll2012": (conll2012.FORMAT.read, read_exactly),
}


def corefud_text(documents: int, cells: str = "(e1--1) (e2--1 e2) (e1--1) (e3--1) _") -> str:
    """Return documents of two sentences each; entities have the same names in all of them."""
    found = ["# global.Entity = eid-etype-head\n"]
    for number in range(documents):
        found.append(f"# newdoc id = d{number}\n")
        for _ in range(2):
            found += [
                f"{place}\tw{place}\tl\tX\t_\t_\t0\tx\t_\t{cell if cell == '_' else f'Entity={cell}'}\n"
                for place, cell in enumerate(cells.split(), 1)
            ]
            found.append("\n")
    return "".join(found)


def conll_text(documents: int, cells: str = "(1) (2 2) - (1)|(3) (1)") -> str:
    """Return documents of two sentences each."""
    found = []
    for number in range(documents):
        found.append(f"#begin document (d{number}); part 000\n")
        for _ in range(2):
            found += [f"d{number}\t0\t{place}\tw\tNN\t{cell}\n" for place, cell in enumerate(cells.split())]
            found.append("\n")
        found.append("#end document\n")
    return "".join(found)


TEXTS = {"corefud": corefud_text(7), "conll2012": conll_text(7)}
CHANGES = (
    "(",
    ")",
    "-",
    "[1/2]",
    "\t",
    "\n",
    "4-5\t",
    "1.1\t",
    "# newdoc\n",
    "#end document\n",
    "é",
    "\udcff",
    "\0",
    "|",
    " ",
    "9",
    "# global.Entity = eid\n",
    "\t\n",
)


def seen(corpus: Corpus) -> list[object]:
    """Return all that can be asked of a corpus."""
    nodes, mentions, entities = corpus.nodes, corpus.mentions, corpus.entities
    arrays = [
        *(nodes.start, nodes.stop, nodes.sentences, nodes.empty, nodes.minor, entities.document),
        *(mentions.entity, mentions.first, mentions.last, mentions.head, mentions.minimum_first),
        *(mentions.parts.mention, mentions.parts.first, mentions.parts.last, corpus.relations.whole),
    ]
    ranks = np.argsort(entities.rank, kind="stable")
    names = sorted(mentions.attributes.names)
    return [
        corpus.names,
        *(column.tolist() for column in arrays),
        ranks.tolist(),
        list(nodes.forms),
        list(entities.labels),
        corpus.problems,
        [corpus.source.place(node) for node in range(len(nodes.forms))],
        [(name, [*(mentions.attributes.column(name) or ())]) for name in names],
        [*(corpus.source.column("upos") or ())],
    ]


def outcome(read: Callable[[TextFile, ReadOptions], Corpus], content: bytes) -> list[object]:
    """Return what a reader makes of a file: a corpus, or problems."""
    try:
        return seen(read(TextFile("x", content), OPTIONS))
    except CorefevalError as error:
        return [error.problems]


@given(
    st.sampled_from([*TEXTS]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), st.sampled_from(CHANGES)), min_size=1, max_size=3),
    st.sampled_from([40, 300, 1 << 20]),
    st.sampled_from([0.0, 0.3, 0.6]),
)
def test_irregular_documents_among_regular_ones(
    form: str, changes: list[tuple[float, int, str]], run: int, blanks: float
) -> None:
    """Corpus, places and problems are those of the exact reader on the whole file."""
    text = TEXTS[form]
    if blanks:
        start = int(blanks * len(text))
        text = text[:start] + text[start : start + 300].replace("\t", " ") + text[start + 300 :]
    for where, cut, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + cut :]
    ours, whole = READERS[form]
    with patch.object(large_files, "RUN", run), patch.object(lines, "CHUNK", 5 * run):
        content = text.encode("utf-8", "surrogateescape")  # a byte that is no text
        assert outcome(ours, content) == outcome(whole, content)


@pytest.mark.parametrize(
    ("form", "regular", "irregular"),
    [
        (
            "corefud",
            "5\tw5\tl\tX\t_\t_\t0\tx\t_\tEntity=(e3--1)",
            "5\tw5\tl\tX\t_\t_\t0\tx\t_\tEntity=(e3--2)",
        ),
        (
            "corefud",
            "5\tw5\tl\tX\t_\t_\t0\tx\t_\tEntity=(e3--1)",
            "5\tw5\tl\tX\t_\t_\t0\tx\t_\tEntity=(e3--1",
        ),
        ("conll2012", "4\tw\tNN\t(1)", "4\tw\tNN\t(1"),
        ("conll2012", "4\tw\tNN\t(1)", "4\tw\tNN\tx"),
    ],
)
def test_the_exact_reader_sees_the_irregular_document_only(form: str, regular: str, irregular: str) -> None:
    """One line of one document, with a warning or an error."""
    text = "".join(reversed("".join(reversed(TEXTS[form])).replace(regular[::-1], irregular[::-1], 1)))
    sizes = []
    module = {
        "corefud": "corefeval.formats.corefud.exact.read",
        "conll2012": "corefeval.formats.conll2012.exact.read_exactly",
    }
    ours, whole = READERS[form]

    def noting(file: TextFile, options: ReadOptions) -> Corpus:
        sizes.append(len(file.read()))
        return whole(file, options)

    with patch(module[form], noting):
        found = outcome(ours, text.encode())
    assert found == outcome(whole, text.encode())
    assert len(sizes) == 1
    assert sizes[0] < len(text) / 5


def test_the_place_of_what_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte that is not UTF-8 in a run behind that of an irregular document is told with its line of the file."""
    monkeypatch.setattr(large_files, "RUN", 300)
    monkeypatch.setattr(lines, "CHUNK", 1500)
    content = TEXTS["corefud"].replace("(e3--1)", "(e3--1", 1).encode()[:-30] + b"\xff\n"
    with pytest.raises(CorefevalError) as raised:
        corefud.FORMAT.read(TextFile("x", content), OPTIONS)
    assert [(each.code, each.place.line) for each in raised.value.problems] == [
        ("CE005", content.count(b"\n"))
    ]


def test_runs_are_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many documents with one irregular one few are read twice."""
    text = corefud_text(64).replace("# newdoc id = d40\n", "# newdoc id = d40\n4-5\tx\n")
    read: list[int] = []
    reading = large_files.PartOfFile.__init__

    def noting(self: large_files.PartOfFile, part: large_files.FilePart) -> None:
        read.append(len(part.names))
        reading(self, part)

    monkeypatch.setattr(large_files.PartOfFile, "__init__", noting)
    with pytest.raises(CorefevalError, match="CE020"):
        corefud.FORMAT.read(TextFile("x", text.encode()), OPTIONS)
    assert len(read) <= 2 * 7 + 1
