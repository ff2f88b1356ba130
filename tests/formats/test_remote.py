"""Files at an address: read as those on the disk are, and by nobody where there is no driver."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

import corefeval
from corefeval.formats.files import TextFile, is_folder
from corefeval.formats.remote import is_remote
from corefeval.problems import CorefevalError
from corefeval.reports.show import render
from tests.evaluation.test_fold import documents
from tests.refuses import refuses


@pytest.fixture
def memory() -> Iterator[Any]:
    """Return files in memory, by their addresses."""
    system: Any = fsspec.filesystem("memory")
    yield system
    system.store.clear()
    system.pseudo_dirs[:] = [""]


@pytest.mark.parametrize(
    ("path", "is_so"),
    [
        ("s3://bucket/key.conllu", True),
        ("simplecache::gs://bucket/key", True),
        ("memory://key", True),
        ("C:/key", False),
        ("C://key", False),
        ("key://", True),
        ("a/b://c", False),
        ("-", False),
    ],
)
def test_what_is_an_address(path: str, *, is_so: bool) -> None:
    """The name of a driver before ://."""
    assert is_remote(path) == is_so


@pytest.mark.parametrize("size", [16, 1 << 20])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_same_scores_as_of_files(
    tmp_path: Path, memory: Any, monkeypatch: pytest.MonkeyPatch, size: int, pack: Any
) -> None:
    """In pieces or whole, packed or not, in any order of documents."""
    monkeypatch.setenv("COREFEVAL_PIECE", str(size))
    monkeypatch.setenv("COREFEVAL_WHOLE", "1")
    found = []
    for order in ("abcd", "dcba"):
        for name, text in (("key", documents("corefud", "abcd")), ("response", documents("corefud", order))):
            (tmp_path / name).write_bytes(pack(text))
            memory.pipe(f"/{name}", pack(text))
        found += [
            render(corefeval.score(tmp_path / "key", tmp_path / "response"), "json"),
            render(corefeval.score("memory://key", "memory://response"), "json"),
            render(corefeval.score("memory://key", f"file://{tmp_path}/response", jobs=2), "json"),
        ]
    assert len(set(found)) == 1


def test_a_file_that_changes(memory: Any) -> None:
    """It is told, as of files on the disk."""
    memory.pipe("/key", documents("corefud", "ab"))
    file = TextFile("memory://key")
    assert file.read()
    memory.rm("/key")
    memory.pipe("/key", documents("corefud", "abc"))
    with pytest.raises(CorefevalError, match="CE076"):
        file.read()


def test_what_cannot_be_read(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No such file, no such driver, a driver that is not installed, a folder: each a problem that says what to do."""
    monkeypatch.setitem(sys.modules, "s3fs", None)
    memory.pipe("/folder/key", b"x")
    assert is_folder("memory://folder")
    for path, code in (
        ("memory://nowhere", "CE001"),
        ("nothing://key", "CE128"),
        ("s3://bucket/key", "CE128"),
        ("memory://folder", "CE128"),
    ):
        with pytest.raises(CorefevalError) as caught:
            corefeval.load(path)
        (problem,) = caught.value.problems
        assert (problem.code, problem.place.file) == (code, path)
        assert ("s3fs" in str(problem.named)) == path.startswith("s3:")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install is said."""
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with refuses(CorefevalError, "CE128", "file-at-address-read"):
        corefeval.load("memory://key")
    with pytest.raises(CorefevalError, match="CE001"):
        corefeval.load("nowhere")


def test_whatever_a_driver_raises_is_reported(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback, also of what is no error of the system."""
    memory.pipe("/key", b"x")

    def refuse(*_: object, **__: object) -> None:
        raise KeyError("no credentials")

    monkeypatch.setattr(type(memory), "_open", refuse)
    with refuses(CorefevalError, "CE002", "os-error", error="KeyError: 'no credentials'"):
        corefeval.load("memory://key")
