"""Archives: their files come out below one folder, and anything unsafe is refused."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from corefeval.formats.archives import is_archive, refuse_unsafe, root_of, stem, unpack, unpacked
from corefeval.problems import CorefevalError
from tests.refuses import refuses


def zip_of(path: Path, names: dict[str, bytes]) -> Path:
    """Write a zip archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in names.items():
            packed.writestr(name, content)
    return path


def tar_of(path: Path, *entries: tuple[tarfile.TarInfo, bytes]) -> Path:
    """Write a tar archive."""
    with tarfile.open(path, "w:gz") as packed:
        for entry, content in entries:
            entry.size = len(content)
            packed.addfile(entry, io.BytesIO(content))
    return path


def files_of(path: Path) -> set[str]:
    """Return the files of an archive of the datasets a, b, en and cs."""
    target = path.parent / "target"
    target.mkdir()
    root = root_of(unpack(path, target), {"a", "b", "en", "cs"})
    return {each.relative_to(root).as_posix() for each in root.rglob("*") if each.is_file()}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ({"a.conllu": b"x", "b.conllu": b"y"}, {"a.conllu", "b.conllu"}),
        ({"sys/a.conllu": b"x", "sys/b.conllu": b"y"}, {"a.conllu", "b.conllu"}),
        ({"en/a.conll": b"x", "cs/b.conll": b"y"}, {"en/a.conll", "cs/b.conll"}),
        ({"sys/en/a.conll": b"x", "sys/cs/b.conll": b"y"}, {"en/a.conll", "cs/b.conll"}),
        ({"a.conllu": b"x", "__MACOSX/._a.conllu": b"y", ".DS_Store": b"z"}, {"a.conllu"}),
        ({"sent/a.conllu": b"x"}, {"a.conllu"}),
        ({"en/1.conll": b"x", "en/2.conll": b"y"}, {"en/1.conll", "en/2.conll"}),
        ({"one/two/en/1.conll": b"x"}, {"en/1.conll"}),
    ],
)
def test_what_comes_out(tmp_path: Path, names: dict[str, bytes], expected: set[str]) -> None:
    """Datasets are found whether or not a folder was packed around them; what macOS adds is left out."""
    assert files_of(zip_of(tmp_path / "sent.zip", names)) == expected


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/x", "C:\\x", "..\\x"])
def test_paths_that_lead_outside(tmp_path: Path, name: str) -> None:
    """They are refused, in both kinds of archives."""
    entry = zipfile.ZipInfo("a")
    entry.filename = name
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr(entry, b"x")
    for path in (tmp_path / "a.zip", tar_of(tmp_path / "a.tar.gz", (tarfile.TarInfo(name), b"x"))):
        with pytest.raises(CorefevalError, match="CE144"):
            unpack(path, tmp_path / path.suffix)
    assert not (tmp_path.parent / "x").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices(tmp_path: Path, kind: bytes) -> None:
    """They are refused."""
    entry = tarfile.TarInfo("a.conllu")
    entry.type, entry.linkname = kind, "/etc/passwd"
    with pytest.raises(CorefevalError, match="CE144"):
        unpack(tar_of(tmp_path / "a.tar.gz", (entry, b"")), tmp_path / "out")


def test_a_link_in_a_zip(tmp_path: Path) -> None:
    """A zip says in the attributes of a file that it is a link."""
    entry = zipfile.ZipInfo("a")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr(entry, b"/etc/passwd")
    with pytest.raises(CorefevalError, match="CE144"):
        unpack(tmp_path / "a.zip", tmp_path / "out")


def test_a_file_that_is_there_twice(tmp_path: Path) -> None:
    """Which of the two would be scored is not guessed."""
    entries = [(tarfile.TarInfo("a.conllu"), b"x"), (tarfile.TarInfo("./a.conllu"), b"y")]
    with pytest.raises(CorefevalError, match="CE144"):
        unpack(tar_of(tmp_path / "a.tar.gz", *entries), tmp_path / "out")


def test_links_in_a_folder(tmp_path: Path) -> None:
    """A link could lead to the key: one in a folder, and a submission that is one, are refused."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "a.conllu").write_text("x")
    (tmp_path / "sent" / "en").mkdir(parents=True)
    (tmp_path / "sent" / "en" / "1.conllu").write_text("x")
    refuse_unsafe(tmp_path / "sent")
    (tmp_path / "whole").symlink_to("gold")
    (tmp_path / "archive.zip").symlink_to("gold/a.conllu")
    (tmp_path / "sent" / "cs").symlink_to("../gold")
    for path in (tmp_path / "sent", tmp_path / "whole"):
        with pytest.raises(CorefevalError, match="CE144"):
            refuse_unsafe(path)
    with pytest.raises(CorefevalError, match="CE144"):
        unpack(tmp_path / "archive.zip", tmp_path / "out")


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks to too much, or to too many files, is refused; the limits are those of compressed files."""
    monkeypatch.setattr("corefeval.formats.archives.SMALL", 1 << 16)
    path = zip_of(tmp_path / "a.zip", {"a": bytes(1 << 20), "b": b"x"})
    with refuses(CorefevalError, "CE081", "limit", variable="COREFEVAL_MAX_RATIO"):
        unpack(path, tmp_path / "one")
    monkeypatch.setenv("COREFEVAL_MAX_RATIO", "2000")
    assert (unpack(path, tmp_path / "two") / "b").read_bytes() == b"x"
    monkeypatch.setenv("COREFEVAL_MAX_MEMBERS", "1")
    with refuses(CorefevalError, "CE081", "limit", variable="COREFEVAL_MAX_MEMBERS"):
        unpack(path, tmp_path / "three")


def test_damaged(tmp_path: Path) -> None:
    """A file that is called an archive and is none is said to be damaged."""
    for name in ("a.zip", "a.tar.gz"):
        (tmp_path / name).write_bytes(b"nothing")
        with pytest.raises(CorefevalError, match="CE002"):
            unpack(tmp_path / name, tmp_path / "out")
    assert is_archive(tmp_path / "a.zip")
    assert stem("sys.v1.tar.gz") == "sys.v1"
    assert stem("sys.v1") == "sys.v1"


def test_a_temporary_folder(tmp_path: Path) -> None:
    """unpacked() gives a private folder that is gone afterwards, also after an error."""
    path = zip_of(tmp_path / "a.zip", {"en/a": b"x", "b": b"y"})
    with unpacked(path, folder=str(tmp_path)) as folder:
        assert folder.parent == tmp_path
        assert folder.stat().st_mode & 0o777 == 0o700
        assert (folder / "en" / "a").read_bytes() == b"x"
    with pytest.raises(CorefevalError, match="CE081"), unpacked(path, 1, str(tmp_path)):
        pytest.fail("it has two bytes")
    assert list(tmp_path.iterdir()) == [path]


def test_names_of_one_file(tmp_path: Path) -> None:
    """A hard link to a hidden file is refused, in a folder and as an archive; other hard links are files like any."""
    key = tmp_path / "key"
    key.write_text("x")
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "a").hardlink_to(key)
    (tmp_path / "a.zip").hardlink_to(key)
    status = key.stat()
    for path in (tmp_path / "sent", tmp_path / "a.zip"):
        refuse_unsafe(path)
        with pytest.raises(CorefevalError, match="CE144"):
            refuse_unsafe(path, None, {(status.st_dev, status.st_ino)})


@pytest.mark.parametrize("way", ["frozen", "no process"])
def test_without_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Where no Python can be started the archive is unpacked here, within the same bounds."""

    def fails(*_: object, **__: object) -> None:
        if way == "frozen":
            pytest.fail("a program that is no Python was started")
        raise OSError

    monkeypatch.setattr("corefeval.formats.archives.subprocess.Popen", fails)
    monkeypatch.setattr(sys, "frozen", way == "frozen", raising=False)
    good = zip_of(tmp_path / "a.zip", {"a": b"x"})
    assert (unpack(good, tmp_path / "out") / "a").read_bytes() == b"x"
    with pytest.raises(CorefevalError, match="CE144"):
        unpack(zip_of(tmp_path / "b.zip", {"../a": b"x"}), tmp_path / "other")


def test_a_process_that_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No processor time, or a program that fails, refuses the archive and says which limit it is."""
    path = zip_of(tmp_path / "a.zip", {"a": b"x"})
    failing = tmp_path / "failing.py"
    for number, program in enumerate(
        (
            "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (0, 1))\nwhile True: pass",
            "import sys\nsys.exit(3)",
        )
    ):
        failing.write_text(program)
        monkeypatch.setattr("corefeval.formats.archives.unpacking.__file__", str(failing))
        with pytest.raises(CorefevalError, match="CE081"):
            unpack(path, tmp_path / str(number))
