"""Files: unpacked, checked, cut between documents."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.formats import files
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.refuses import refuses


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


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("key.conll", "key.conllu"),
        ("key", "key.conllu"),
        ("Key.conllu", "key.conllu"),
        ("kye.conllu", "key.conllu"),
        ("dev.gold.conll", "dev.gold.conll.gz"),
        ("dev.gold", "dev.gold.conll.gz"),
        ("dev.gld.conll.gz", "dev.gold.conll.gz"),
        ("system2.conllu", "system1.conllu"),
        ("a.conllu", ""),
        ("nowhere", ""),
        ("nowhere/key.conllu", ""),
    ],
)
def test_a_missing_file_has_a_nearest_name(tmp_path: Path, name: str, nearest: str) -> None:
    """A missing file suggests the nearest name of its folder, also if only an ending is wrong or missing."""
    for file in ("key.conllu", "dev.gold.conll.gz", "system1.conllu", "b.conllu", ".hidden"):
        (tmp_path / file).touch()
    with pytest.raises(CorefevalError) as found:
        TextFile(tmp_path / name).read()
    [problem] = found.value.problems
    assert problem.kind == ("no-such-file-near" if nearest else "no-such-file")
    assert not nearest or dict(problem.arguments)["nearest"] == str(tmp_path / nearest)


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


def _write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


CHANGES: dict[str, Callable[[Path, bytes], object]] = {
    "longer": lambda path, content: path.write_bytes(content + b"\n"),
    "as long, at once": lambda path, content: path.write_bytes(content.replace(b"NOUN", b"VERB")),
    "replaced": lambda path, content: _write(path.with_name("g"), content.replace(b"NOUN", b"VERB")).replace(
        path
    ),
    "deleted": lambda path, _: path.unlink(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_that_changed_after_it_was_read_is_refused(tmp_path: Path, name: str) -> None:
    """Its columns would be those of another text; what was read before stays."""
    path = tmp_path / "f"
    content = b"# newdoc id = d\n# global.Entity = eid-etype\n1\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\tEntity=(e1-x)\n\n"
    path.write_bytes(content)
    corpus = corefeval.load(path)
    CHANGES[name](path, content)
    with pytest.raises(CorefevalError, match="CE076"):
        corpus.source.column("upos")
    assert corpus.documents[0].tokens == ["cat"]


def test_a_file_that_changed_back_in_time_is_refused(tmp_path: Path) -> None:
    """Setting the time of the last change back does not hide that an old file was written again."""
    path = tmp_path / "f"
    path.write_bytes(b"one\n")
    file = TextFile(path)
    with patch("corefeval.formats.files.FINELY_FRESH", -1), patch("corefeval.formats.files.FRESH", -1):
        assert file.read() == b"one\n"
        assert file.read() == b"one\n"
        before = path.stat()
        time.sleep(0.02)
        path.write_bytes(b"two\n")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        with pytest.raises(CorefevalError, match="CE076"):
            file.read()


@pytest.mark.parametrize(
    ("age", "times", "is_fresh"),
    [
        (10, 1_000_003, True),
        (500, 1_000_003, False),
        (500, 10**9, True),
        (3_500, 10**9, False),
    ],
)
def test_only_the_content_of_a_fresh_file_is_looked_at(
    tmp_path: Path, age: int, times: int, is_fresh: bool
) -> None:
    """For as long as its times may hide a change: seconds where these are whole ones, else some milliseconds."""
    written = 10**18 // times * times
    (tmp_path / "f").write_bytes(b"one\n")
    with (tmp_path / "f").open("rb") as raw:
        version = files._Version.of(raw, (1, 2, 3, written, written), lambda: written + age * 10**6)
        assert bool(version.content) == is_fresh


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """What was read is neither the one nor the other."""
    path = tmp_path / "f"
    path.write_bytes(b"one\n" * 10)
    pieces = TextFile(path).chunks(b"", 8)
    next(pieces)
    path.write_bytes(b"other\n" * 10)
    with pytest.raises(CorefevalError, match="CE076"):
        list(pieces)


def test_a_companion_whose_name_no_file_can_have(tmp_path: Path) -> None:
    """It is not there, as one is that nobody wrote."""
    (tmp_path / "a.mmax").write_text(f"<mmax_project><words>{'w' * 300}</words></mmax_project>")
    with pytest.raises(CorefevalError) as raised:
        formats.read(tmp_path / "a.mmax")
    assert [problem.code for problem in raised.value.problems] == ["CE090"]


def test_zstandard(tmp_path: Path) -> None:
    """It is unpacked, frame by frame, with its byte-order mark taken away; one that is cut or damaged is refused."""
    zstandard = pytest.importorskip("zstandard")
    text = b"\xef\xbb\xbf" + b"some words\n" * 5000
    packed = zstandard.compress(text[:1000]) + zstandard.compress(text[1000:])
    path = tmp_path / "x.zst"
    path.write_bytes(packed)
    file = TextFile(path)
    assert file.read() == text[3:]
    assert file.read() == text[3:]
    assert b"".join(piece for _, piece in file.chunks(b"", 4096)) == text[3:]
    for wrong in (packed[:-3], packed[:60] + b"\0\0\0\0" + packed[64:]):
        with pytest.raises(CorefevalError, match="CE002"):
            TextFile("x", wrong).read()


def test_zstandard_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The problem says what to install."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with refuses(CorefevalError, "CE123", "file-packed-zstandard"):
        TextFile("x", b"\x28\xb5\x2f\xfd____").read()


def test_what_is_kept_on_the_disk_goes_with_its_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where that is killed: the file has no name, and is read by the number that the process has for it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    spool = files.Spool(iter([b"one", b"two"]))
    assert Path(spool.path).read_bytes() == b"onetwo"
    if Path("/proc/self/fd").exists():
        assert not [*tmp_path.iterdir()]
    del spool
    assert not [*tmp_path.iterdir()]


def test_a_stream_without_end_does_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before the disk is full, what is no text and a device at once."""
    monkeypatch.setenv("COREFEVAL_IN_MEMORY", str(1 << 16))
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1 << 18))
    for byte, code, kind, place in ((b"a", "CE002", "os-error", "-"), (b"\0", "CE006", "nul-byte", "-:1:1")):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(byte * (3 << 20))))
        with refuses(CorefevalError, code, kind) as caught:
            TextFile("-").read()
        assert str(caught.value.problems[0].place) == place
    if Path("/dev/zero").exists():
        with refuses(CorefevalError, "CE002", "os-error"):
            TextFile("/dev/zero").read()
    assert TextFile(os.devnull).read() == b""
