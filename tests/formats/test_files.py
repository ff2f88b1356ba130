"""Files: unpacked, checked, cut between documents."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError


def problem_of(file: TextFile) -> tuple[str, str]:
    """Return code and place of the problem that reading raises."""
    with pytest.raises(CorefevalError) as caught:
        file.read()
    (problem,) = caught.value.problems
    return problem.code, str(problem.place)


def test_reads_plain_packed_and_marked(tmp_path: Path) -> None:
    """A byte-order mark and gzip are taken away, whatever the name says."""
    for number, content in enumerate([b"a\n", b"\xef\xbb\xbfa\n", gzip.compress(b"\xef\xbb\xbfa\n")]):
        path = tmp_path / f"{number}.conll"
        path.write_bytes(content)
        assert TextFile(path).read() == b"a\n"
        assert TextFile(path).head() == b"a\n"
        assert list(TextFile(path).chunks(b"#")) == [(0, b"a\n")]


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is kept, because columns are read again later."""
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(b"text\n"))))
    file = TextFile("-")
    assert [file.head(2), file.read(), file.read()] == [b"te", b"text\n", b"text\n"]


@given(
    st.lists(st.sampled_from([b"#begin a\n", b"x\n", b"\n", b"#beg\n", b"long line of text\n"])),
    st.integers(9, 40),
)
def test_chunks_are_the_file_cut_at_markers(lines: list[bytes], size: int) -> None:
    """The pieces add up to the file, know their place, and begin with the marker except for the first."""
    content = b"".join(lines)
    for marker in (b"#begin", b""):
        pieces = list(TextFile("x", content).chunks(marker, size))
        assert b"".join(piece for _, piece in pieces) == content
        assert all(content[offset : offset + len(piece)] == piece for offset, piece in pieces)
        assert all(piece.startswith(marker) and content[offset - 1] == 10 for offset, piece in pieces[1:])


def test_a_long_document_is_one_chunk() -> None:
    """A document is never cut, however long it is."""
    content = b"#begin\n" + b"x\n" * 1000 + b"#begin\ny\n"
    assert [len(piece) for _, piece in TextFile("x", content).chunks(b"#begin", 16)] == [2007, 9]


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    """What the system complains of is a problem with the file's name, not a traceback."""
    assert problem_of(TextFile(tmp_path / "none")) == ("CE001", str(tmp_path / "none"))
    assert problem_of(TextFile(tmp_path))[0] == "CE002"


@pytest.mark.parametrize("damage", [slice(0, -9), slice(0, 40)])
def test_a_cut_gzip_file(damage: slice) -> None:
    """A download that stopped is told, at whatever byte it stopped."""
    packed = gzip.compress(bytes(range(1, 128)) * 50)
    assert problem_of(TextFile("x.gz", packed[damage]))[0] == "CE002"


def test_not_utf8_is_placed() -> None:
    """Line and column count characters, also when the byte lies far in the file."""
    assert problem_of(TextFile("x", "ž\nžž".encode() + b"\xe9 rest\n")) == ("CE005", "x:2:3")
    far = "ž".encode() * 100_000 + b"\n\xff"
    assert problem_of(TextFile("x", far)) == ("CE005", "x:2:1")
    assert problem_of(TextFile("x", "ž".encode()[:1])) == ("CE005", "x:1:1")


def test_characters_across_the_steps_of_the_check() -> None:
    """A character of three bytes may lie anywhere."""
    for shift in range(3):
        content = b"a" * shift + "€".encode() * 50_000
        assert TextFile("x", content).read() == content


def test_nul_bytes_are_placed() -> None:
    """A NUL byte is an error in a text."""
    assert problem_of(TextFile("x", b"ab\nc\0")) == ("CE006", "x:2:2")


def test_progress_ends_with_the_size(tmp_path: Path) -> None:
    """Progress counts the bytes on the disk and ends with all of them."""
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"line\n" * 10_000))
    seen: list[tuple[int, int]] = []
    file = TextFile(path, progress=lambda done, total: seen.append((done, total)))
    assert b"".join(piece for _, piece in file.chunks(b"", 1000)) == b"line\n" * 10_000
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)
    assert seen == sorted(seen)
