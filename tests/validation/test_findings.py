"""What is found in a file that is read in pieces: the same as in one piece, whatever is wrong with it."""

from __future__ import annotations

import gc
import gzip
import io
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import formats
from corefeval.evaluation import fold
from corefeval.evaluation.request import Request
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError
from corefeval.reports.show import render
from corefeval.validation import KeyFile, Validations, against_key, findings, validate
from tests.corpora import Text, corpus, texts

FORMS = ("corefud", "conll2012", "jsonlines", "conllua")
CHANGES = (
    *("(", ")", "-", "|", " ", "9", ",", "[1/2]", "[9,9]", "\t", "\n", "\r\n", "é", "\udcff", "\0"),
    *("4-5\t", "1.1\t", "# newdoc\n", "# newdoc id = d1\n", "#end document\n", "# global.Entity = eid\n"),
    *("(e9--2)", "SplitAnte=e1<e9|", "Bridge=e1<e9|", "(EntityID=1|MarkableID=9|Min=1,99)", '"x":1,'),
)
"""What is put into files."""


def written(found: dict[str, Text], form: str) -> bytes:
    """Return the documents as a file."""
    stream = io.BytesIO()
    formats.format_named(form).write(corpus(found).within_text(), stream)
    return stream.getvalue()


def said(path: Path, *, whole: bool, key: Path | None = None, **how: Any) -> str:
    """Return all that is printed of a file, by itself or against its key, or what is wrong with what was asked."""
    if key is not None:
        how["key"] = KeyFile(str(key))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COREFEVAL_PIECE", "16")
        patched.setenv("COREFEVAL_WHOLE", str(1 << 40 if whole else 1))
        try:
            found = Validations((validate(path, **how),))
        except CorefevalError as error:
            return f"{type(error).__name__} {error}"
    return "\n".join(render(found, kind) for kind in ("table", "json", "csv"))


@given(
    st.lists(texts(repeats=True, mentions=6), min_size=2, max_size=4),
    st.sampled_from(FORMS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), st.sampled_from(CHANGES)), max_size=3),
    st.sampled_from([{}, {}, {"scheme": "gum"}, {"layer": "discourse-deixis"}, {"offsets": "inclusive"}]),
)
def test_the_same_bytes_as_in_one_piece(
    drawn: list[Text], form: str, changes: list[tuple[float, int, str]], how: dict[str, Any]
) -> None:
    """Problems with their lines, in their order, and what the file holds."""
    text = written({f"d{number}": each for number, each in enumerate(drawn)}, form).decode()
    for where, cut, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + cut :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))  # a byte that is no text
        assert said(path, whole=False, **how) == said(path, whole=True, **how)


FAULTS: dict[str, list[tuple[bytes, bytes, str]]] = {
    "corefud": [
        (b"Entity=(ec--1)", b"Entity=(ec--1", "CE022"),
        (b"Entity=(fc--1)", b"Entity=(fc--7)", "CE028"),
        (b"Entity=(fc--1)", b"Entity=(fc--1)|SplitAnte=x<fc", "CE035"),
    ],
    "conll2012": [(b"(2)", b"(2", "CE022"), (b"c 0 3", b"3", "CE020")],
    "conllua": [(b"MarkableID=c2", b"MarkableID", "CE023")],
}


def documents(form: str, names: str) -> bytes:
    """Return a file of documents of these names."""
    found = []
    for number, name in enumerate(names):
        cells = ("{0}1", "", "{0}1", "{0}2")
        if form == "conll2012":
            rows = "".join(
                f"{name} 0 {place} w{place} {cell}\n"
                for place, cell in enumerate(("(1)", "-", "(1)", f"({number})"))
            )
            found.append(f"#begin document ({name}); part 000\n{rows}\n#end document\n")
        elif form == "jsonlines":
            found.append(
                f'{{"doc_key":"{name}","tokens":["a","b","c","d"],"clusters":[[[0,0],[2,2]],[[3,3]]]}}\n'
            )
        elif form == "corefud":
            said = [f"Entity=(e{name}--1)", "_", f"Entity=(e{name}--1)", f"Entity=(f{name}--1)"]
            rows = "".join(
                f"{place}\tw{place}\t_\tX\t_\t_\t{place - 1}\tx\t_\t{cell}\n"
                for place, cell in enumerate(said, 1)
            )
            header = "# global.Entity = eid-etype-head\n" if not number else ""
            found.append(f"# newdoc id = {name}\n{header}{rows}\n")
        else:
            said = [cell and f"(EntityID={cell}|MarkableID={cell})" for cell in cells]
            rows = "".join(
                f"{place}\tw{place}\t{cell.format(name) or '_'}\n" for place, cell in enumerate(said, 1)
            )
            header = "# global.columns = ID FORM IDENTITY\n" if not number else ""
            found.append(f"{header}# newdoc id = {name}\n{rows}\n")
    return "".join(found).encode()


def found_in(path: Path, form: str | None = None) -> findings.CheckedFile:
    """Return what is found in pieces of a document each."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COREFEVAL_PIECE", "16")
        patched.setenv("COREFEVAL_WHOLE", "1")
        found: list[findings.CheckedFile] = []
        joined = findings.CheckedFile.joined

        def noting(*given: Any) -> findings.CheckedFile:
            found.append(joined(*given))
            return found[0]

        patched.setattr(findings.CheckedFile, "joined", noting)
        validate(path, form)
    return found[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pieces_are_looked_at(tmp_path: Path, form: str, pack: Callable[[bytes], bytes]) -> None:
    """Of each format that can be cut, packed or not: all documents are counted."""
    path = tmp_path / "file"
    path.write_bytes(pack(documents(form, "abcd")))
    found = found_in(path)
    assert found.contents is not None
    assert found.contents.counts["documents"] == 4
    assert found.contents.held[0] == "documents"
    assert found.corpus is None
    assert said(path, whole=False) == said(path, whole=True)


@pytest.mark.parametrize(("form", "fault"), [(form, fault) for form in FAULTS for fault in FAULTS[form]])
def test_faults_of_one_place_are_reported_from_pieces(
    tmp_path: Path, form: str, fault: tuple[bytes, bytes, str]
) -> None:
    """At their lines of the file, and what is in the file without them."""
    old, new, code = fault
    text = documents(form, "abcd")
    assert old in text
    path = tmp_path / "file"
    path.write_bytes(text.replace(old, new))
    found = found_in(path)
    assert code in {problem.code for problem in (*found.refused, *found.met)}
    assert said(path, whole=False) == said(path, whole=True)


def test_documents_without_an_end_are_counted_over_all_pieces(tmp_path: Path) -> None:
    """PrintedProblem once, with the line of the first."""
    path = tmp_path / "file"
    path.write_bytes(documents("conll2012", "abcd").replace(b"#end document\n", b"", 3))
    (told,) = found_in(path).met
    assert (told.kind, told.count) == ("not-ended", 3)
    assert said(path, whole=False) == said(path, whole=True)


@pytest.mark.parametrize("form", FORMS)
def test_a_document_that_is_there_twice(tmp_path: Path, form: str) -> None:
    """It is told as of the whole, however far apart they are."""
    path = tmp_path / "file"
    path.write_bytes(documents(form, "abca"))
    if form in {"jsonlines", "conllua"}:
        assert found_in(path).names == tuple("abca")
    assert said(path, whole=False) == said(path, whole=True)
    assert "CE012" in said(path, whole=False)


def test_warnings_are_reported_next_to_errors(tmp_path: Path) -> None:
    """Also those that a repair would do away with."""
    path = tmp_path / "file"
    text = documents("corefud", "abcd").replace(b"(fa--1)", b"(fa--7)")
    path.write_bytes(text)
    assert [problem.code for problem in validate(path).problems] == ["CE028"]
    path.write_bytes(text.replace(b"Entity=(ed--1)", b"Entity=(ed--1", 1))
    assert [problem.code for problem in validate(path).problems] == ["CE022", "CE028"]
    assert said(path, whole=False) == said(path, whole=True)


@pytest.mark.parametrize("whole", [True, False])
def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, whole: bool) -> None:
    """It is read once, and all is found in it that is found in a file."""
    text = documents("corefud", "abcd").replace(b"(fc--1)", b"(fc--1-9)").replace(b"(ed--1)", b"(ed--1", 1)
    (tmp_path / "-").write_bytes(text)
    monkeypatch.chdir(tmp_path)
    found = said(Path("./-").absolute(), whole=whole).replace(str(tmp_path / "-"), "-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert said(Path("-"), whole=whole) == found
    assert "CE167" in found
    assert "CE022" in found


def test_no_piece_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are."""
    alive: list[weakref.ref[Any]] = []
    most = 0
    reading = formats.read_file

    def noting(*given: Any) -> Any:
        nonlocal most
        most = max(most, sum(each() is not None for each in alive))
        found = reading(*given)
        alive.append(weakref.ref(found))
        return found

    monkeypatch.setattr(formats, "read_file", noting)
    path = tmp_path / "file"
    path.write_bytes(documents("corefud", "abcdefgh"))
    gc.disable()
    try:
        found_in(path)
    finally:
        gc.enable()
    assert len(alive) == 8
    assert most <= 1


MANNERS: list[dict[str, Any]] = [
    {},
    {"preset": "crac24"},
    {"preset": "conll2012"},
    {"singletons": "drop"},
    {"match": "head", "zeros": "dependent"},
    {"missing": "empty", "duplicates": "merge"},
    {"twinless": "cai-strube"},
]


@given(
    st.lists(st.tuples(texts(mentions=6), texts(mentions=6)), min_size=2, max_size=4),
    st.sampled_from(FORMS),
    st.sampled_from(MANNERS),
    st.sampled_from(["", "", "", "shuffled", "lacking", "extra", "words", "none", "types", "broken"]),
)
def test_the_same_bytes_against_the_key(
    drawn: list[tuple[Text, Text]], form: str, how: dict[str, Any], change: str
) -> None:
    """What does not agree with the key, and what it costs."""
    key = {f"d{number}": ours for number, (ours, _) in enumerate(drawn)}
    response = {
        f"d{number}": theirs if len(theirs.zeros) == len(ours.zeros) else ours
        for number, (ours, theirs) in enumerate(drawn)
    }
    if change == "shuffled":
        response = dict(reversed(response.items()))
    if change == "lacking":
        del response["d1"]
    if change == "extra":
        del key["d0"]
    if change == "none":
        response = {f"x{name}": text for name, text in response.items()}
    contents = [written(found, form) for found in (key, response)]
    if change == "words":
        contents[1] = contents[1].replace(b"w1", b"other", 1)
    if change == "types":
        contents[1] = contents[1].replace(b"name", b"kind")
    if change == "broken":
        contents[1] = contents[1].replace(b"(", b"((", 1)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("key", "response")]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        request = Request.of(**how)
        pieced = said(paths[1], whole=False, key=paths[0], request=request)
        assert pieced == said(paths[1], whole=True, key=paths[0], request=request)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", ["abcd", "dcba"])
def test_files_are_held_against_their_key_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, order: str
) -> None:
    """Where they list the same documents; types that differ are counted over all of them."""
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    monkeypatch.setenv("COREFEVAL_WHOLE", "1")
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_bytes(documents(form, "abcd").replace(b"--1)", b"-person-1)"))
    response.write_bytes(documents(form, order).replace(b"--1)", b"-place-1)"))
    pieces = fold.PiecesOfFiles(Request(metrics=("conll",)), *map(formats.TextFile, (key, response)))
    found = against_key._reported_of(pieces, found_in(response))
    assert ("CE103" in {problem.code for problem in found}) == (form == "corefud")
    assert said(response, whole=False, key=key) == said(response, whole=True, key=key)


HEADERS = ["# globbal.Entity = eid", "# global.Entity", "# global.Entity = etype-head", "# a comment"]
"""Headers of CorefUD that are missing, malformed or name no entities."""


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("change", [b"", b"(e9"])
def test_a_header_is_a_problem_of_the_file(tmp_path: Path, header: str, change: bytes) -> None:
    """It concerns all documents, so one warning covers them, however the file is cut; the scores agree."""
    text = documents("corefud", "abcd").replace(b"# global.Entity = eid-etype-head", header.encode())
    paths = tmp_path / "key", tmp_path / "response"
    paths[0].write_bytes(documents("corefud", "abcd"))
    paths[1].write_bytes(text.replace(b"Entity=(ed", b"Entity=" + change + b"(ed"))
    assert said(paths[1], whole=False) == said(paths[1], whole=True)
    assert said(paths[1], whole=False, key=paths[0]) == said(paths[1], whole=True, key=paths[0])


def test_a_header_that_comes_late_holds_for_all_documents(tmp_path: Path) -> None:
    """The first header of a file is that of documents before it, too, though it says what holds without any."""
    header = b"# global.Entity = eid-etype-head-other\n"
    text = documents("corefud", "abcd").replace(b"# global.Entity = eid-etype-head\n", b"")
    path = tmp_path / "file"
    path.write_bytes(text.replace(b"# newdoc id = c\n", b"# newdoc id = c\n" + header))
    assert "CE026" not in said(path, whole=True)
    assert said(path, whole=False) == said(path, whole=True)


def test_an_expletive_with_an_entity_is_named(tmp_path: Path) -> None:
    """SemType=expletive of a referring markable is a warning with its line; of one that ends in -Pseudo it is none."""
    text = (FOLDER / "relations.key.conllua").read_text()
    marked = text.replace("MarkableID=markable_4)", "MarkableID=markable_4|SemType=expletive)")
    (tmp_path / "key.conllua").write_text(marked)
    (warning,) = validate(tmp_path / "key.conllua").warnings
    line = 1 + marked[: marked.index("SemType=expletive")].count("\n")
    assert (warning.code, warning.kind, warning.place.line) == ("CE167", "expletive-with-entity", line)
    (tmp_path / "key.conllua").write_text(text)
    assert not validate(tmp_path / "key.conllua").warnings
