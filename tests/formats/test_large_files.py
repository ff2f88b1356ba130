"""Where documents begin in a file: the same in whatever pieces its lines are looked at, here or elsewhere."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import formats
from corefeval.formats import large_files
from corefeval.formats.files import TextFile
from corefeval.formats.large_files import ByteRange, CutFile, DocumentBytes, Outline
from corefeval.problems import CorefevalError, IndivisibleError
from tests.refuses import refuses

LINES = {
    "corefud": (
        b"# newdoc id = a",
        b"# newdoc id = b\r",
        b"# newdoc",
        b"# newdoc id = c \xc3\xa9",
        b"# newdocument",
        b"# global.Entity = eid-head",
        b"# global.Entity = GRP-etype",
        b" # newdoc id = no",
        b"1\tw # newdoc\t_\t_\t_\t_\t_\t_\t_\t_",
        b"#",
        b"",
        b"# newdoc id = \xff",
    ),
    "conll2012": (
        b"#begin document (a); part 000",
        b"#begin document (b); part 012\r",
        b"#begin document",
        b"#begin documents (c)",
        b"a 0 0 #begin (1)",
        b"#end document",
        b"#",
        b"",
    ),
    "conllua": (
        b"# newdoc id = a",
        b"#newdoc b",
        b"# newdocs",
        b"# global.columns = ID FORM IDENTITY",
        b"# text = global.columns",
        b"1\tw\t_",
        b"#",
        b"",
    ),
    "jsonlines": (
        b'{"doc_key": "a", "clusters": []}',
        b'{"doc_key": 7, "tokens": ["#", "\\ud83d\\ude00"]}',
        b'{"id": "b"}\r',
        b" ",
        b"",
        b'{"tokens": []}',
    ),
}
BEGINNINGS = {
    "corefud": b"# global.Entity = eid-etype-head-other\n# newdoc id = first\n1\tw\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
    "conll2012": b"#begin document (first); part 000\nfirst 0 0 w (1\nfirst 0 1 w 1)\n\n#end document\n",
    "conllua": b"# global.columns = ID FORM IDENTITY\n# newdoc id = first\n1\tw\t_\n\n",
    "jsonlines": b'{"doc_key": "first"}\n{"doc_key": "second"}\n',
}


def elsewhere(stretches: Iterable[ByteRange]) -> Iterator[Outline]:
    """Look at stretches of a file as a worker does."""
    return map(ByteRange.outline, stretches)


def found(path: Path, form: str, size: int, *, is_here: bool) -> list[DocumentBytes] | None:
    """Return the documents of a file, None if it has to be read whole."""
    try:
        file = formats.cut(TextFile(path), form, size)
        file.looking = None if is_here else elsewhere
        documents = list(iter(file.next_documents, []))
    except IndivisibleError:
        return None
    return [document for run in documents for document in run]


@pytest.mark.parametrize("form", LINES)
@given(data=st.data())
def test_documents_do_not_depend_on_how_lines_are_looked_at(form: str, data: st.DataObject) -> None:
    """At once, some bytes at a time, and by others in stretches that begin and end anywhere."""
    lines = data.draw(st.lists(st.sampled_from(LINES[form]), max_size=12))
    text = BEGINNINGS[form] + b"\n".join(lines)
    size, stretch = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 60))
    with tempfile.TemporaryDirectory() as folder, patch.object(large_files, "STRETCH", stretch):
        path = Path(folder) / "file"
        path.write_bytes(text)
        at_once = found(path, form, 1 << 20, is_here=True)
        assert found(path, form, size, is_here=True) == at_once
        assert found(path, form, size, is_here=False) == at_once
        if at_once is not None:
            assert [document.start for document in at_once] == [
                0,
                *(document.stop for document in at_once[:-1]),
            ]
            assert at_once[-1].stop == len(text)
            assert [document.number for document in at_once] == list(range(len(at_once)))


def test_a_document_needs_the_last_header_before_it(tmp_path: Path) -> None:
    """The first one brings what stands before it along."""
    headers = [b"# global.Entity = eid\n", b"# global.Entity = eid-head\n"]
    text = headers[0] + b"# newdoc id = a\n" + headers[1] + b"\n# newdoc id = b\n\n# newdoc id = c\n"
    (tmp_path / "file").write_bytes(text)
    cut = formats.cut(TextFile(tmp_path / "file"), "corefud", 1)
    parts = list(iter(cut.next, None))
    assert [part.runs[0][0] for part in parts] == [b"", headers[1], headers[1]]
    assert [part.text() for part in parts[1:]] == [
        headers[1] + b"# newdoc id = b\n\n",
        headers[1] + b"# newdoc id = c\n",
    ]


def test_a_changed_file_is_not_looked_at(tmp_path: Path) -> None:
    """By whoever is given a stretch of it."""
    (tmp_path / "file").write_bytes(BEGINNINGS["corefud"])
    cut: CutFile = formats.cut(TextFile(tmp_path / "file"), "corefud", 1)
    stretch = next(cut._stretches())
    (tmp_path / "file").write_bytes(BEGINNINGS["corefud"] * 2)
    with refuses(CorefevalError, "CE076", "changed-since"):
        stretch.outline()
