"""CoNLL-2012: the dialects, the fast reader against the exact one, problems, and writing."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corefeval import load
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import Entity
from corefeval.formats import conll2012
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.conll2012 import reader
from corefeval.formats.conll2012.exact import read_exactly
from corefeval.formats.conll2012.layout import Layout, document_name
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Problem
from tests.paths import SHARED
from tests.refuses import refuses

COLUMNS = ["form", "pos", "lemma", "parse", "speaker", "ne", "upos", "feats"]
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared data are not beside the checkout")


def text_of(*rows: str, header: str = "#begin document (d); part 000", end: str = "#end document") -> bytes:
    """Return a document of lines 'word cell'; an empty row ends a sentence."""
    lines = [header]
    for number, row in enumerate(rows):
        word, _, cell = row.partition(" ")
        lines.append(f"d\t0\t{number}\t{word}\tNN\t*\t-\t-\t-\tAda\t*\t{cell}" if row else "")
    return "\n".join([*lines, "", end, ""]).encode()


def read(content: bytes, *, repair: bool = False) -> Corpus:
    """Read as the user does."""
    return reader.read(TextFile("x.conll", content), ReadOptions(repair=repair))


def spans(corpus: Corpus, document: int = 0) -> dict[str, list[list[tuple[int, int]]]]:
    """Return the mentions of each entity, in order."""
    return {
        entity.id: [mention.spans for mention in entity.mentions]
        for entity in corpus.documents[document].entities
    }


def contents(corpus: Corpus) -> dict[str, object]:
    """Return all columns of a corpus, and what its source says."""
    columns: dict[str, object] = {"names": corpus.names, "problems": corpus.problems}
    for table in (corpus.nodes, corpus.mentions, corpus.mentions.parts, corpus.entities):
        for name in table.__dataclass_fields__:
            value = getattr(table, name)
            if isinstance(value, np.ndarray):
                columns[f"{type(table).__name__}.{name}"] = value.tolist()
    columns["forms"], columns["labels"] = list(corpus.nodes.forms), list(corpus.entities.labels)
    for name, column in corpus.source.columns(COLUMNS).items():
        if name != "form" and column is not None and set(column) - {"", "-", "_", "*"}:
            columns[name] = list(column)
    columns["places"] = [
        str(corpus.source.place(node))
        for node in range(len(corpus.nodes.forms))[:: 1 + len(corpus.nodes.forms) // 20]
    ]
    return columns


def problems_of(content: bytes) -> list[tuple[str, int, int, str]]:
    """Return code, line, column and text of all problems that stop the reading."""
    with pytest.raises(CorefevalError) as caught:
        read(content)
    return [
        (problem.code, problem.place.line, problem.place.column, problem.text)
        for problem in caught.value.problems
    ]


def test_brackets() -> None:
    """A close takes the latest open of its id; mentions may nest and cross sentences."""
    corpus = read(text_of("a (1|(2)", "b (1", "c 1)|(3", "", "d 3)|1)"))
    assert spans(corpus) == {"2": [[(0, 0)]], "1": [[(0, 3)], [(1, 2)]], "3": [[(2, 3)]]}
    assert corpus.nodes.sentences.tolist() == [0, 3]


def test_orders() -> None:
    """On one line (N) comes before (N, and N) last: the order of the reference scorer.

    Mentions stand in the order of their completion, entities in that of their opening, and the rank is that
    of the first completion.
    """
    corpus = read(text_of("a (5|(7)", "b (6|(8)", "c 6)|5)"))
    assert list(corpus.entities.labels) == ["7", "5", "8", "6"]
    assert [mention.entity.id for mention in corpus.documents[0].mentions] == ["7", "8", "6", "5"]
    assert corpus.entities.rank.tolist() == [0, 3, 1, 2]


def test_open_and_close_on_one_line() -> None:
    """The reference scorer opens before it closes, wherever the brackets stand in the cell."""
    assert spans(read(text_of("a (1", "b 1)|(1", "c 1)"))) == {"1": [[(0, 2)], [(1, 1)]]}


def test_letters_join_the_parts_of_a_mention() -> None:
    """Digits with letters are parts of a discontinuous mention (CRAFT); other strings are ids."""
    corpus = read(text_of("a (0a|(T1b)", "b 0a)", "c (0)", "d (0a)|(0b)", "e (0b)", "f (0a", "g 0a)"))
    assert spans(corpus) == {"T1b": [[(0, 0)]], "0": [[(0, 1), (3, 3), (5, 6)], [(2, 2)], [(3, 4)]]}
    assert corpus.documents[0].mentions[-1].text == "a b … d … f g"


@pytest.mark.parametrize("cell", ["(1)(2", "(1)|(2", "(2(1)", "(2|(1)|", "|(2||(1)"])
def test_bars_are_optional(cell: str) -> None:
    """Brackets need no bar between them, and too many do no harm."""
    assert spans(read(text_of(f"a {cell}", "b 2)"))) == {"1": [[(0, 0)]], "2": [[(0, 1)]]}


@pytest.mark.parametrize("label", ["abstract-4", "e1", "007", "Žiema", "a" * 40, "9" * 30, "1.2"])
def test_any_string_is_an_id(label: str) -> None:
    """An id is any string without brackets, bars and blanks; 7 and 07 are two."""
    corpus = read(text_of(f"a ({label}|(7)", f"b {label})"))
    assert spans(corpus) == {"7": [[(0, 0)]], label: [[(0, 1)]]}


@pytest.mark.parametrize("nothing", ["-", "_", "*", ""])
def test_empty_cells(nothing: str) -> None:
    """LitBank leaves the last cell empty, others write a sign."""
    corpus = read(text_of(f"a {nothing}", "b (1)"))
    assert spans(corpus) == {"1": [[(1, 1)]]}
    assert isinstance(corpus.source, type(read(text_of("a (1)")).source)), "read by the fast reader"


@pytest.mark.parametrize("end", ["\t", " ", "\t\t", " \t", "\t \t ", "  "])
@pytest.mark.parametrize(
    "line", ["{0}\t{1}", "d\t0\t0\t{0}\t{1}", "d\t0\t0\t{0}\tNN\t*\t-\t-\t-\tAda\t*\t{1}", "d 0 0 {0} {1}"]
)
@pytest.mark.parametrize("cells", [["-", "(1", "1)", "(12)"], ["(1)"], ["_", "_"]])
def test_white_space_at_the_end_of_lines(line: str, end: str, cells: list[str]) -> None:
    """White space at the end of all lines, or of some, changes nothing; as in the Perl scorer."""
    rows = [line.format(f"w{number}", cell) for number, cell in enumerate(cells)]
    plain, everywhere = ("\n".join(rows), "\n".join(row + end for row in rows))
    somewhere = "\n".join(row + end * (number % 2) for number, row in enumerate(rows))
    first = "\n".join(row + end * (number % 2 == 0) for number, row in enumerate(rows))
    found = [
        contents(read(f"#begin document (d)\n{text}\n#end document\n".encode()))
        for text in (plain, everywhere, somewhere, first)
    ]
    assert found[1:] == [found[0]] * 3


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_empty_column_at_the_end_is_read_fast(newline: str) -> None:
    """The fast reader reads files with a tab at the end of every line, and LitBank, where most cells are empty."""
    for rows in (["a\tb\t(1)\t", "a\tb\t-\t"], ["a\tb\t-\t", "a\tb\t-\t(1)"]):
        text = newline.join(["#begin document (d)", *rows, "#end document", ""]).encode()
        fast = reader.read_fast(TextFile("x", text))
        assert len(fast.mentions) == 1
        assert contents(fast) == contents(read_exactly(TextFile("x", text), ReadOptions()))


def test_empty_cells_without_any_mention() -> None:
    """If the last column is always empty and the one before it is no coreference, there are no mentions."""
    text = b"#begin document (d)\nd\t0\t0\tParis\t(GPE)\t\nd\t0\t1\tis\tVBZ\t\n#end document\n"
    corpus = read(text)
    assert (len(corpus.mentions), corpus.documents[0].tokens) == (0, ["Paris", "is"])


BLANKS = """#begin document (d)
d   0   0   Ada   NNP   -   (1
d   0   1   NNP   -   1)
d   0   2   ran   VB   -   -

d   0   0   SP   -   (1)
d   0   1   New   York   NNP   -   (2)
d   0   2   .   .   -   -
#end document
"""


def test_lines_with_another_number_of_columns() -> None:
    """A blank word leaves a column out, a word with a blank adds one; the last field is coreference, with one warning."""
    corpus = read(BLANKS.encode())
    assert spans(corpus) == {"1": [[(0, 1)], [(3, 3)]], "2": [[(4, 4)]]}
    assert corpus.documents[0].tokens == ["Ada", "", "ran", "", "New", "."]
    assert [(each.kind, each.count, each.severity.value, each.place.line) for each in corpus.problems] == [
        ("odd-lines", 3, "warning", 3)
    ]


def test_lines_with_another_number_of_columns_are_counted_over_documents() -> None:
    """The warning counts those of all documents, also if only some documents are read line by line."""
    texts = [BLANKS.replace("(d)", f"({name})") for name in "abc"]
    texts.insert(1, text_of("a (1)", header="#begin document (e)").decode().replace("\t", " "))
    corpus = read("".join(texts).encode())
    assert [(each.code, each.kind, each.count, each.place.line) for each in corpus.problems] == [
        ("CE020", "odd-lines", 9, 3)
    ]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("d   0   1   NNP   -   1)", "d   0   1   NNP   -   x", 3),
        ("d   0   1   NNP   -   1)", "d   0   1)", 3),
        ("d   0   2   .   .   -   -\n#end document\n", "d   0   2   .   -", 8),
    ],
)
def test_lines_that_are_no_rows(old: str, new: str, line: int) -> None:
    """A last field that is no coreference, too few columns, and a line at which the file is cut off are errors."""
    found = problems_of(BLANKS.replace(old, new).encode())
    assert ("CE020", line) in [(code, at) for code, at, *_ in found]


@pytest.mark.parametrize(
    ("lines", "forms"),
    [
        ("d\t0\t0\tWord\tNN\t*\t-\t-\t-\t-\t*\t(1)", ["Word"]),
        ("d   0   0   Word   NN   *   -   -   -   -   *   (1) ", ["Word"]),
        ("d\t0\t0\tWord\t(1)", ["Word"]),
        ("d\t0\t0\tWord\t(1)\nd\t0\t1\tend\t-\t", ["Word", "end"]),
        ("d\t0\t0\tWord\t(1)\nd\t0\t1\tend   -", ["Word", "end"]),
        ("11319941\t0\t0\tWord\t(1)", ["Word"]),
        ("Word\t(1)", ["Word"]),
        ("Word (1)", ["Word"]),
        ("d Word (1)", ["Word"]),
        ("1\tWord\t(1)", ["Word"]),
        ("#\t(1)", []),
        ("A\t(1)\n#\t(2)\n# a comment", ["A", "#"]),
        ("1-2\tDu\t_\t_\t-\n1\tde\tde\tADP\t(1\n2\tle\tle\tDET\t1)", ["de", "le"]),
        ("1\tIl\til\tPRON\t(1)\n1.1\tØ\t_\t_\t(2)\n2\tva\taller\tVERB\t_", ["Il", "Ø", "va"]),
        ("d 0 0 A NN (1)\n\nd 0 0 B NN arg (1)\nd 0 1 C NN * -", ["A", "B", "C"]),
        ("d\t0\t0\tA b\tNN\t(1)", ["A b"]),
        ("d\t-\t0\tWord\tNN\t-", ["Word"]),
    ],
)
def test_layouts(lines: str, forms: list[str]) -> None:
    """The word is found in files of two to fifteen columns, with tabs or blanks."""
    content = f"#begin document (d); part 000\n{lines}\n\n#end document\n"
    if forms:
        assert read(content.encode()).documents[0].tokens == forms
    assert list(read(content.replace("\n", "\r\n").encode()).nodes.forms) == forms


def test_empty_nodes_of_numbered_lines() -> None:
    """A line numbered 1.1 in a file numbered like CoNLL-U is an empty node; before the first word it is 0.1."""
    lines = "#begin document (d)\n0.1\tØ\t(1)\n1\tva\t-\n1.1\tØ\t(1)\n#end document\n"
    corpus = read(lines.encode())
    assert corpus.nodes.empty.tolist() == [0, 2]
    assert corpus.nodes.minor.tolist() == [(1 << 15) + 1, 1]
    assert corpus.is_zero.tolist() == [True, True]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("(a/b); part 000", "a/b"),
        ("(a/b); part 0", "a/b"),
        ("(a/b); part 012", "a/b_12"),
        ("(a/b); part x", "a/b_x"),
        ("(LuoTestCase); ", "LuoTestCase"),
        ("(a (b))", "a (b)"),
        ("a b", "a b"),
        ("", "7"),
        ("(); part 000", "7"),
    ],
)
def test_document_names(header: str, name: str) -> None:
    """Part 0 adds nothing to the name, other parts their number; without a name the place in the file counts."""
    assert document_name(header.encode(), 7) == name


def test_headers_with_and_without_blank() -> None:
    """'# begin document' is a header too, and a file may mix both."""
    content = b"# begin document\nA (1)\n# end document\n#begin document\nB (1)\n#end document\n"
    assert read(content).names == ("1", "2")


def test_a_file_without_headers() -> None:
    """A file without any header is one document, with a warning."""
    corpus = read(b"A\t(1)\nB\t-\n")
    assert (corpus.names, [problem.code for problem in corpus.problems]) == (("1",), ["CE026"])


def test_documents_without_an_end() -> None:
    """A file that may be cut is a warning, from both readers."""
    content = text_of("a (1)") + text_of("b (1)", header="#begin document (e)", end="")
    fast, exact = (
        reader.read_fast(TextFile("x", content)),
        read_exactly(TextFile("x", content), ReadOptions()),
    )
    assert [(problem.code, problem.place.line) for problem in fast.problems] == [("CE015", 5)]
    assert contents(fast) == contents(exact)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (text_of("a (1", "b -"), [("CE022", 2, 26, "(1")]),
        (text_of("žž 1)", "b -"), [("CE021", 2, 27, "1)")]),
        (text_of("a (1)", "b x"), [("CE023", 3, 26, "x")]),
        (
            text_of("a (1)|()", "b (|2)"),
            [("CE023", 2, 30, "()"), ("CE023", 3, 26, "("), ("CE021", 3, 28, "2)")],
        ),
        (text_of("a (1 2)"), [("CE023", 2, 26, "(1 2)")]),
        (
            text_of("a (1)") + b"stray\nlines\n" + text_of("b -", header="#begin document (e)"),
            [("CE014", 5, 0, "")],
        ),
        (b"stray (1)\n" + text_of("a -"), [("CE014", 1, 0, "")]),
        (text_of("a (1)") + text_of("b (1)"), [("CE012", 5, 0, "(d); part 000")]),
        (text_of("a (1)").replace(b"\n\n", b"\nd\t0\n\n"), [("CE020", 3, 0, "d\t0")]),
        (text_of("a (1)").replace(b"\n\n", b"\nd\n\n"), [("CE020", 3, 0, "d")]),
        (b"#begin document (d)\n1-2\tDu\t(1)\n1\tde\t-\n#end document\n", [("CE023", 2, 8, "(1)")]),
        (b"#begin document (d)\nword\n#end document\n", [("CE020", 2, 0, "word")]),
    ],
)
def test_problems(content: bytes, expected: list[tuple[str, int, int, str]]) -> None:
    """Every problem has a code, a line, a column where there is one, and the text."""
    assert problems_of(content) == expected


def test_the_first_of_two_documents_is_named() -> None:
    """The same name twice: the message says where the first one began."""
    with refuses(CorefevalError, "CE012", "document-already-begun", other_line=1):
        read(text_of("a (1)") * 2)


def test_all_problems_are_reported_at_once() -> None:
    """Not only the first problem, but all."""
    rows = [f"w{number} (1" for number in range(20)]
    assert len(problems_of(text_of(*rows))) == 20


def test_repair() -> None:
    """What cannot be paired is dropped with a warning each; an entity left without mentions is gone."""
    content = text_of("a (1|(2)", "b 3)", "c x|(4)")
    corpus = read(content, repair=True)
    assert spans(corpus) == {"2": [[(0, 0)]], "4": [[(2, 2)]]}
    assert [(problem.code, problem.place.line) for problem in corpus.problems] == [
        ("CE048", 3),
        ("CE048", 4),
        ("CE048", 2),
    ]
    with pytest.raises(CorefevalError):
        read(content)


def test_repair_keeps_words() -> None:
    """A line of a wrong length stays a word, so that the words keep their numbers."""
    content = text_of("a (1)", "b -", "c (1)").replace(b"d\t0\t1\tb\tNN", b"d\t0\t1\tb")
    assert spans(read(content, repair=True)) == {"1": [[(0, 0)], [(2, 2)]]}


def test_source() -> None:
    """Other columns are read from the file when asked for; fillers are nothing."""
    corpus = read(text_of("a (1)", "", "b -"))
    columns = corpus.source.columns(["form", "pos", "xpos", "speaker", "lemma", "nonsense"])
    assert {name: column and list(column) for name, column in columns.items()} == {
        "form": ["a", "b"],
        "pos": ["NN", "NN"],
        "xpos": ["NN", "NN"],
        "speaker": ["Ada", "Ada"],
        "lemma": None,
        "nonsense": None,
    }
    assert [str(corpus.source.place(node)) for node in (0, 1)] == ["x.conll:2", "x.conll:4"]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut files into pieces of a few lines, and pair brackets for a few documents at a time."""
    original = TextFile.chunks
    monkeypatch.setattr(TextFile, "chunks", lambda self, marker, **how: original(self, marker, 100, **how))
    monkeypatch.setattr(reader, "CELLS_AT_ONCE", 3)


@pytest.mark.usefixtures("small_chunks")
def test_a_last_line_cut_short_has_no_other_columns() -> None:
    """A sentence of fewer columns takes none from the lines behind it, and the end of the file is the end."""
    whole = text_of("Ada (0)", "", "met -").replace(b"\t", b" ")
    cut = whole[: whole.rindex(b"met NN") + len(b"met NN * -")]
    found = read(cut).source.columns(["pos", "lemma", "speaker"])
    assert [list(column or ()) for column in found.values()] == [["NN", "NN"], [], ["Ada", ""]]


def test_empty_nodes_in_wrong_order() -> None:
    """Two empty nodes of one number would be one and the same place; any number of figures is read."""
    text = "#begin document (d)\n1 a -\n1.{} b (0)\n1.{} c (0)\n#end document\n"
    assert read(text.format(1, 2).encode()).nodes.minor.tolist() == [1, 2]
    for first, second in ((1, 1), (2, 1), (1, "9" * 5000)):
        with pytest.raises(CorefevalError) as caught:
            read(text.format(first, second).encode())
        assert [problem.code for problem in caught.value.problems] == ["CE027"]


def test_chunks_make_no_difference() -> None:
    """A sentence, a mention, a document may begin in one chunk and end in another."""
    documents = [
        text_of("a (1|(2a", "b 2a)", "", "c 1)", "d (2a)|(x)", header=f"#begin document ({number}); part 000")
        for number in range(9)
    ]
    content = b"".join(documents)
    fast = reader.read_fast(TextFile("x", content))
    assert contents(fast) == contents(read_exactly(TextFile("x", content), ReadOptions()))


@pytest.mark.usefixtures("small_chunks")
def test_words_after_the_end_in_the_next_chunk() -> None:
    """What stands outside of documents is seen across chunks too."""
    content = text_of("a (1)") + b"#\n" * 100 + b"d\t0\t0\tb\tNN\t*\t-\t-\t-\t-\t*\t-\n"
    assert [code for code, *_ in problems_of(content)] == ["CE014"]


LABELS = ["0", "1", "12", "01", "0a", "0b", "1a", "x", "abstract-4", "longer-than-eight"]


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Generate files in any dialect, mostly regular ones."""
    columns = draw(
        st.sampled_from(
            [
                "{word}{s}",
                "d{s}0{s}{n}{s}{word}{s}",
                "d{s}0{s}{n}{s}{word}{s}NN{s}*{s}be{s}-{s}-{s}Ada{s}*{s}",
                "{n1}{s}{word}{s}",
            ]
        )
    )
    blank = draw(st.sampled_from(["\t", " ", "   "]))
    nothing = draw(st.sampled_from(["-", "_", "*"] + [""] * (blank == "\t")))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    bar = draw(st.sampled_from(["|", ""]))
    ends = draw(st.sampled_from([[""], ["\t"], [""] * 5 + ["\t", " ", "\t\t"]]))
    lines = []
    for document in range(draw(st.integers(1, 4))):
        lines.append(
            draw(st.sampled_from(["#begin document (d{}); part 000", "# begin document d{}"])).format(
                document
            )
        )
        opened: list[str] = []
        length = draw(st.integers(0, 8))
        number = 0
        for word in range(length):
            cell = []
            for _ in range(draw(st.integers(0, 3))):
                label = draw(st.sampled_from(LABELS))
                kind = draw(st.sampled_from(["single", "open", "close"]))
                if kind == "single":
                    cell.append(f"({label})")
                elif kind == "open":
                    cell.append(f"({label}")
                    opened.append(label)
                elif opened:
                    cell.append(opened.pop(draw(st.integers(0, len(opened) - 1))) + ")")
            if word == length - 1 and draw(st.integers(0, 9)):
                cell += [f"{label})" for label in opened]
            separator = "|" if any(item[0] != "(" for item in cell) else bar
            text = columns.format(
                s=blank, n=number, n1=number + 1, word=draw(st.sampled_from(["A", "ž", "10", "#"]))
            )
            lines.append(text + (separator.join(cell) or nothing) + draw(st.sampled_from(ends)))
            number += 1
            if draw(st.integers(0, 4)) == 0:
                lines.append("")
                number = 0
        if draw(st.integers(0, 9)):
            lines += ["", "#end document"]
    return newline.join([*lines, ""]).encode()


@settings(max_examples=200, deadline=None)
@given(files())
def test_fast_equals_exact(content: bytes) -> None:
    """The fast reader says what the exact one says, or leaves the file to it."""
    try:
        fast = reader.read_fast(TextFile("x", content))
    except IrregularError:
        return
    assert contents(fast) == contents(read_exactly(TextFile("x", content), ReadOptions()))


@settings(max_examples=100, deadline=None)
@given(files())
def test_written_and_read_again(content: bytes) -> None:
    """Words, sentences, entities, mentions, their order and the known columns survive writing."""
    try:
        corpus = read(content)
    except CorefevalError:
        assume(False)
    again = written(corpus)[0]
    assert again.names == corpus.names
    assert [document.sentences for document in again.documents] == [
        document.sentences for document in corpus.documents
    ]
    for before, after in zip(corpus.documents, again.documents, strict=True):
        assert sorted(mention.spans for mention in before.mentions) == sorted(
            mention.spans for mention in after.mentions
        )
        assert clusters(before.entities) == clusters(after.entities)
    lemmas = corpus.source.column("lemma")
    if lemmas is not None:
        assert list(again.source.column("lemma") or []) == list(lemmas)


def clusters(entities: list[Entity]) -> list[list[list[tuple[int, int]]]]:
    """Return the spans of the mentions of all entities, whatever these are called."""
    return sorted(sorted(mention.spans for mention in entity.mentions) for entity in entities)


def written(corpus: Corpus) -> tuple[Corpus, list[Problem]]:
    """Write a corpus and read it again."""
    stream = io.BytesIO()
    lost = conll2012.FORMAT.write(corpus, stream)
    return read(stream.getvalue()), lost


def test_writing_keeps_regular_files_byte_by_byte() -> None:
    """A file in the usual form is written as it was."""
    content = text_of("a (1|(2)", "b 1)", header="#begin document (d); part 000")
    stream = io.BytesIO()
    assert conll2012.FORMAT.write(read(content), stream) == []
    assert stream.getvalue() == content


def test_crossing_mentions_of_one_entity_are_written_apart() -> None:
    """Brackets with one number can only nest, so one of two crossing mentions has letters."""
    builder = CorpusBuilder("conll2012")
    builder.document("d")
    for word in "abcdef":
        builder.node(word)
    entity = builder.entity("3")
    for span in [(0, 2), (1, 3), (3, 5), (2, 2)]:
        builder.mention(entity, [span])
    again, lost = written(builder.build())
    assert spans(again) == {"3": [[(0, 2)], [(1, 3)], [(2, 2)], [(3, 5)]]}
    assert lost == []


def test_what_writing_loses() -> None:
    """Heads, minimum spans, attributes, empty nodes, names and relations are counted."""
    builder = CorpusBuilder("corefud")
    builder.document("d")
    builder.sentence()
    builder.node("Ada", columns={"upos": "PROPN", "lemma": "Ada"})
    builder.node("_", minor=1)
    builder.node("came", columns={"upos": "VERB", "lemma": "come"})
    ada, zero = builder.entity("e1"), builder.entity("e2")
    first = builder.mention(ada, [(0, 1)], head=0, minimum=(0, 0), attributes={"etype": "person"})
    builder.mention(zero, [(1, 1)])
    builder.bridging(first, -1, zero)
    builder.split_antecedent(zero, ada)
    again, lost = written(builder.build())
    assert spans(again) == {"0": [[(0, 0)]]}
    assert list(again.source.column("pos") or []) == ["PROPN", "VERB"]
    assert list(again.source.column("lemma") or []) == ["Ada", "come"]
    assert {problem.code for problem in lost} == {"CE047"}
    assert [(problem["what"].kind, problem.count) for problem in lost] == [
        ("heads", 1),
        ("minimum-spans", 1),
        ("empty-nodes", 1),
        ("mentions-of-empty-nodes", 1),
        ("names-of-entities", 2),
        ("split-antecedents", 1),
        ("bridging-relations", 1),
        ("attributes", 1),
    ]


def test_clusters_without_a_text_cannot_be_written() -> None:
    """Clusters from Python have no words to write."""
    with pytest.raises(CorefevalError, match="CE044"):
        conll2012.FORMAT.write(load([["a", "b"]]), io.BytesIO())


def test_layout_of_ontonotes() -> None:
    """Runs of blanks separate the columns of OntoNotes files."""
    line = b"bc/cctv/00/cctv_0000   0    0     In    IN   (TOP(S(PP*   -   -   -   Speaker#1   *   *   -"
    assert Layout.at(line) == Layout(tabs=False, columns=13, form=3, numbered=False)


@needs_shared
@pytest.mark.parametrize(
    ("name", "counts", "discontinuous"),
    [
        ("gum_pairs/gum.all.key.conll.gz", (281, 268089, 75697, 39400), 0),
        ("gum_pairs/gum.all.xrenner.conll.gz", (281, 268089, 37045, 9285), 0),
        ("gum_pairs/gum.all.ontogum.conll.gz", (281, 268089, 34948, 8076), 0),
        ("litbank/litbank.conll.gz", (100, 210532, 29103, 7927), 0),
        ("lt_nkas/lt.key.conll.gz", (100, 35860, 4540, 1255), 0),
        ("lt_nkas/lt.v2.conll.gz", (100, 35860, 3230, 785), 0),
        ("craft/craft5.conll", (5, 24161, 3421, 712), 129),
        ("craft/craft97.conll.gz", (97, 793651, 111507, 23487), 6329),
        ("french/dem1921_sg_cut2000.dev.conll.gz", (52, 28279, 7032, 4373), 0),
    ],
)
def test_counts_of_real_corpora(name: str, counts: tuple[int, ...], discontinuous: int) -> None:
    """Documents, words, mentions and entities are those of the data's manifest.

    LitBank: the manifest counts 29,102 mentions; the file has 29,103 opening brackets, all closed.
    """
    corpus = reader.read_fast(TextFile(SHARED / "data" / name))
    found = (len(corpus.names), len(corpus.nodes.forms), len(corpus.mentions), len(corpus.entities))
    assert (found, int(corpus.mentions.is_discontinuous.sum())) == (counts, discontinuous)


@needs_shared
def test_counts_of_the_dutch_novels() -> None:
    """The nine novels, read as a folder."""
    corpus = formats_read(SHARED / "data" / "dutch")
    found = (len(corpus.names), len(corpus.nodes.forms), len(corpus.mentions), len(corpus.entities))
    assert found == (9, 103522, 23633, 8925)


def formats_read(path: Path) -> Corpus:
    """Read as the user does."""
    from corefeval.formats import read as read_path

    return read_path(path)


@needs_shared
def test_fast_equals_exact_on_real_files() -> None:
    """Both readers say the same of real files and of the scorers' own test files."""
    data = SHARED / "data"
    paths = [
        data / "litbank" / "litbank10.conll.gz",
        data / "craft" / "craft5.conll",
        data / "gum_pairs" / "gum.dev.ontogum.conll",
        data / "dutch" / "Couperus_ElineVere.conll.gz",
        data / "french" / "dem1921_sg_cut2000.dev.conll.gz",
        *sorted((SHARED / "goldens" / "peers" / "data" / "perl-conll").glob("TC-*")),
        *sorted((SHARED / "goldens" / "peers" / "data" / "perl-craft").glob("TC-[OPQ]*")),
        *sorted((SHARED / "goldens" / "peers" / "random-dev").glob("*.conll"))[:40],
    ]
    irregular = []
    for path in paths:
        exact = read_exactly(TextFile(path), ReadOptions())
        try:
            assert contents(reader.read_fast(TextFile(path))) == contents(exact), path
        except IrregularError:
            irregular.append(path.name)
    assert irregular == ["TC-P-2.response"], "one line there has blanks for a tab"


@needs_shared
def test_real_files_survive_writing() -> None:
    """Discontinuous mentions included."""
    corpus = reader.read_fast(TextFile(SHARED / "data" / "craft" / "craft5.conll"))
    again, lost = written(corpus)
    assert lost == []
    assert [spans(again, number) for number in range(5)] == [spans(corpus, number) for number in range(5)]
    assert list(again.entities.labels) == list(corpus.entities.labels)
    assert again.mentions.first.tolist() == corpus.mentions.first.tolist()
    assert again.mentions.last.tolist() == corpus.mentions.last.tolist()
