"""The dialects of CoNLL-2012: each with all it can hold, found from the content, and what is wrong at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.conll2012.exact import read_exactly
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from corefeval.validation import validate
from tests.refuses import refuses

WORDS = ["Ada", "Berg", "wrote", "it", ".", "She", "liked", "it", "."]
NUMBERS = [1, 2, 3, 4, 5, 1, 2, 3, 4]


def rows(cells: str, between: str = "", *, words: list[str] = WORDS) -> str:
    """Return a document of two sentences in SemEval's two columns, or with its words, given what is in the last one."""
    lines = [
        "\t".join([str(number), *([word] if words else []), cell])
        for number, word, cell in zip(NUMBERS, words or WORDS, cells.split(), strict=True)
    ]
    return "\n".join(["#begin document d", *lines[:5], between, *lines[5:], between, "#end document", ""])


def semeval(cells: str, between: str = "") -> str:
    """Return the document in the seventeen columns of SemEval-2010, annotated lemmas left to the tool."""
    lines = rows(cells, between).split("\n")
    return "\n".join(
        "\t".join(
            [
                *line.split("\t")[:2],
                "_",
                line.split("\t")[1].lower(),
                *"NVN_3__subj______",
                line.split("\t")[2],
            ]
        )
        if line[:1].isdigit()
        else line
        for line in lines
    )


def running(cells: str) -> str:
    """Return the document with words numbered through it from 0."""
    lines = [
        f"{number}\t{word}\t{cell}"
        for number, (word, cell) in enumerate(zip(WORDS, cells.split(), strict=True))
    ]
    return "\n".join(["# begin document d", *lines, "# end document", ""])


CELLS = "(1|(2) 1) - (3) - (1) - (3) -"
TEXTS = {
    "semeval2010": semeval("(1|(1 1)|1) _ (3) _ (1) _ (3) _"),
    "semeval2010 in two columns": rows("(1|(2) 1) _ (3) _ (1) _ (3) _", words=[]),
    "key-file": "#begin document (all); part 000\n"
    + "".join(f"all\t({n})\n" for n in (1, 2, 1, 1))
    + "#end document\n",
    "gum-conll": running(
        "(person-1-Ada_Berg%28x%29(person-2) person-1) _ (object-3) _ (woman-1-Ada) _ (object-3) _"
    ),
    "pcc-conll": rows("(1 1|(2 1|2) 1) _ (3) _ (3) _"),
    "sacr-conll": running("(1_(2) 1) - (3) - (1) - (3_(4 4)_3)"),
}


def read(text: str, *, repair: bool = False) -> Corpus:
    """Read a text as a file, its format from its content."""
    return formats.read_file(TextFile("f", text.encode()), None, ReadOptions(repair=repair))


def chains(corpus: Corpus) -> dict[str, list[tuple[int, int]]]:
    """Return the spans of each entity by its label."""
    return {
        entity.id: [mention.spans[0] for mention in entity.mentions]
        for document in corpus.documents
        for entity in document.entities
    }


@pytest.mark.parametrize("name", TEXTS)
def test_detected(name: str) -> None:
    """Each is found from its content, and is not by the header alone."""
    form = name.partition(" ")[0]
    assert detect(TEXTS[name].encode()) == read(TEXTS[name]).format == form
    assert detect(running(CELLS).encode()) == detect(rows(CELLS).encode()) == "conll2012"


@pytest.mark.parametrize("end", ["\t", " ", " \t"])
@pytest.mark.parametrize("name", TEXTS)
def test_white_space_at_the_end_of_lines(name: str, end: str) -> None:
    """It changes neither the format nor what is read, on all lines or on some; as in the Perl scorer."""
    plain = read(TEXTS[name])
    lines = TEXTS[name].split("\n")
    for step in (1, 2):
        text = "\n".join(
            line + end if line.strip() and not line.startswith("#") and number % step == 0 else line
            for number, line in enumerate(lines)
        )
        found = read(text)
        assert (found.format, chains(found), list(found.nodes.forms)) == (
            plain.format,
            chains(plain),
            list(plain.nodes.forms),
        )
        assert found.problems == plain.problems


@pytest.mark.parametrize("end", ["", "\t", " ", " \t"])
def test_white_space_at_the_end_of_lines_without_headers(end: str) -> None:
    """A file without headers is detected by its last cells."""
    text = "".join(f"{word}\t{cell}{end}\n" for word, cell in zip(WORDS, CELLS.split(), strict=True))
    assert chains(read(text)) == chains(read(running(CELLS)))


def test_semeval_reads_the_annotated_column_or_the_predicted_one() -> None:
    """A lemma that nobody annotated is the tool's; the same mention twice is two; both readers say the same."""
    corpus = read(TEXTS["semeval2010"])
    assert list(corpus.nodes.forms) == WORDS
    assert chains(corpus) == {"1": [(0, 1), (0, 1), (5, 5)], "3": [(3, 3), (7, 7)]}
    exact = read_exactly(TextFile("f", TEXTS["semeval2010"].encode()), ReadOptions())
    for source in (corpus.source, exact.source):
        lemmas = source.column("lemma")
        tags = source.column("xpos")
        assert lemmas is not None
        assert tags is not None
        assert list(lemmas) == [word.lower() for word in WORDS]
        assert set(tags) == {"N"}
    assert corpus.source.column("upos") is None


@pytest.mark.parametrize("text", [rows, semeval])
def test_rows_of_tabs_separate_sentences(text: type) -> None:
    """They are no words, in either reader."""
    content = text(CELLS, "\t" * 16)
    fast = read(content)
    exact = read_exactly(TextFile("f", content.encode()), ReadOptions())
    for corpus in (fast, exact):
        assert list(corpus.nodes.forms) == WORDS
        assert corpus.nodes.sentences.tolist() == [0, 5]
    assert chains(fast) == chains(exact) == chains(read(text(CELLS)))


def test_without_words() -> None:
    """Number and brackets, or name, part and number: the words are not known, and no number is taken for one."""
    numbers = enumerate(CELLS.split())
    placed = "".join(f"d 0 {number} {cell}\n" for number, cell in numbers)
    header = "#begin document (d); part 000\n"
    named = header + "".join(f"d\t{cell}\n" for cell in CELLS.split())
    for content in (TEXTS["semeval2010 in two columns"], header + placed, named):
        for corpus in (read(content), read_exactly(TextFile("f", content.encode()), ReadOptions())):
            assert set(corpus.nodes.forms) == {"_"}
            assert corpus.source.column("form") is None
            assert chains(corpus) == {"1": [(0, 1), (5, 5)], "2": [(0, 0)], "3": [(3, 3), (7, 7)]}


@pytest.mark.parametrize("words", ["1 (1)\n. -\nAda (1)\n", "d (1)\nsaid -\nd (1)\n", "0 (0)\n7 -\n"])
def test_words_that_look_like_places(words: str) -> None:
    """A text may begin with a number, or with the name of another document."""
    corpus = read("#begin document (e); part 000\n" + words + "#end document\n")
    assert list(corpus.nodes.forms) == [line.split()[0] for line in words.splitlines()]


def test_gum_closes_by_number() -> None:
    """Type and link are attributes; an entity may have mentions of several types, and closing brackets may lack the link."""
    corpus = read(TEXTS["gum-conll"])
    assert chains(corpus) == {"1": [(0, 1), (5, 5)], "2": [(0, 0)], "3": [(3, 3), (7, 7)]}
    found = {
        (mention.text, mention.attributes["etype"], mention.attributes.get("link", ""))
        for entity in corpus.documents[0].entities
        for mention in entity.mentions
    }
    assert ("Ada Berg", "person", "Ada_Berg%28x%29") in found
    assert ("She", "woman", "Ada") in found
    assert ("Ada", "person", "") in found


def test_pcc_reads_numbers_of_inner_words() -> None:
    """They say nothing but that the mention goes on."""
    assert chains(read(TEXTS["pcc-conll"])) == {"1": [(0, 3)], "2": [(1, 2)], "3": [(5, 5), (7, 7)]}


def test_sacr_joins_by_lines() -> None:
    """A _ between brackets is a bar."""
    found = {"1": [(0, 1), (5, 5)], "2": [(0, 0)], "3": [(3, 3), (7, 8)], "4": [(7, 8)]}
    assert chains(read(TEXTS["sacr-conll"])) == found


@pytest.mark.parametrize(
    ("form", "old", "new", "code", "line", "column", "shown"),
    [
        ("pcc-conll", "3\tit\t(3)", "3\tit\t3", "CE023", 10, 6, "3"),
        ("sacr-conll", "4)_3)", "4)_3)_7)", "CE021", 10, 11, "7)"),
        ("sacr-conll", "7\tit\t(3_(4", "7\tit", "CE020", 9, 0, "7\tit"),
        ("gum-conll", "(woman-1-Ada)", "(woman-1-Ada", "CE022", 7, 7, "(woman-1-Ada"),
        ("key-file", "(2)", "-", "CE065", 3, 0, ""),
        ("key-file", "(2)", "(2)|(3)", "CE065", 3, 0, ""),
        ("key-file", "(2)\nall\t(1)", "(2\nall\t2)", "CE065", 3, 0, ""),
    ],
)
def test_problems_have_their_place(
    form: str, old: str, new: str, code: str, line: int, column: int, shown: str
) -> None:
    """Line, column and text are those of the file, although cells are rewritten; a row of a key file is one mention."""
    assert old in TEXTS[form]
    content = TEXTS[form].replace(old, new).encode()
    with pytest.raises(CorefevalError) as raised:
        formats.read_file(TextFile("f", content), form, ReadOptions())
    first = raised.value.problems[0]
    assert (first.code, first.place.line, first.place.column, first.text) == (code, line, column, shown)


def test_a_dialect_may_be_named(tmp_path: Path) -> None:
    """Plain CoNLL-2012 is read as any dialect of it, and a dialect as that, where somebody knows better."""
    path = tmp_path / "f"
    path.write_text(running(CELLS), encoding="utf-8")
    for name in ("semeval2010", "gum-conll", "pcc-conll", "sacr-conll"):
        assert formats.read(path, name).format == name
    path.write_text(running("(person-1) - - (object-3) - (person-1) - (object-3) -"), encoding="utf-8")
    assert "person-1" in chains(formats.read(path, "conll2012"))
    assert "1" in chains(formats.read(path))


def test_a_folder_of_a_dialect(tmp_path: Path) -> None:
    """Files of it that look like plain CoNLL-2012 are read with the others; two dialects are several formats."""
    (tmp_path / "a").write_text(TEXTS["pcc-conll"].replace("document d", "document a"), encoding="utf-8")
    (tmp_path / "b").write_text(rows(CELLS), encoding="utf-8")
    corpus = formats.read(tmp_path)
    assert (corpus.format, corpus.names) == ("pcc-conll", ("a", "d"))
    (tmp_path / "c").write_text(TEXTS["sacr-conll"], encoding="utf-8")
    with refuses(CorefevalError, "CE004", "folder-holds-files-several"):
        formats.read(tmp_path)


def test_scores_without_words(tmp_path: Path) -> None:
    """A response in two columns is compared by the numbers of words, and that is said; other numbers are refused."""
    key, response, cut = (tmp_path / name for name in "krc")
    key.write_text(rows(CELLS), encoding="utf-8")
    response.write_text(TEXTS["semeval2010 in two columns"], encoding="utf-8")
    cut.write_text(TEXTS["semeval2010 in two columns"].replace("4\t_\n\n#end", "#end"), encoding="utf-8")
    gold = corefeval.load(key)
    result = corefeval.score(key, response)
    assert result.f1 == 1.0
    assert [warning.code for warning in result.warnings] == ["CE095"]
    assert corefeval.score(key, response, align="positions").warnings == ()
    assert corefeval.score(response, key).f1 == 1.0
    for align in ("strict", "characters"):
        with refuses(CorefevalError, "CE013", "document-gives-no-words", side="response"):
            corefeval.score(key, response, align=align)
    assert corefeval.score(key, response, align="rewrite").f1 == 1.0
    assert [problem.code for problem in validate(response, key=gold).problems] == ["CE095"]
    with pytest.raises(CorefevalError, match="CE013"):
        corefeval.score(key, cut)
    assert [problem.code for problem in validate(cut, key=gold).errors] == ["CE013"]
    cut.write_text("#begin document d\n#end document\n", encoding="utf-8")
    with refuses(CorefevalError, "CE013", "goes-on"):
        corefeval.score(key, cut, response_format="conll2012")


def test_key_files_have_the_same_mentions(tmp_path: Path) -> None:
    """As many rows are the same mentions; other numbers of rows are refused."""
    key, response, longer = (tmp_path / name for name in "krl")
    key.write_text(TEXTS["key-file"], encoding="utf-8")
    response.write_text(TEXTS["key-file"].replace("(2)", "(1)"), encoding="utf-8")
    longer.write_text(TEXTS["key-file"].replace("(2)\n", "(2)\nall\t(3)\n"), encoding="utf-8")
    result = corefeval.score(key, response, metrics=["mention", "muc"])
    assert result["mention"]["f1"] == 1.0
    assert (result["muc"]["recall"], result["muc"]["precision"]) == (1.0, 2 / 3)
    with pytest.raises(CorefevalError, match="CE013"):
        corefeval.score(key, longer)


@pytest.mark.parametrize(
    ("cell", "shown"), [("l-2)", "l-2)"), ("(l-2", "(l-2"), ("(pé-1 n-1)", "(pé-1 n-1)")]
)
def test_problems_show_what_the_file_has(cell: str, shown: str) -> None:
    """A cell that is rewritten to be read is shown as it was written, at the place where it stands."""
    text = f"#begin document d\n0\tAda\t(pé-1)\n1\tran\t{cell}\n#end document\n"
    with pytest.raises(CorefevalError) as raised:
        formats.read_file(TextFile("f", text.encode()), "gum-conll", ReadOptions())
    problem = raised.value.problems[0]
    assert (problem.text, problem.place.line, problem.place.column) == (shown, 3, 7)
