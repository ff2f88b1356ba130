"""Writing: links that somebody planted in a folder lead nowhere, and files that belong together come together."""

from __future__ import annotations

import errno
import os
from itertools import count
from pathlib import Path

import pytest

from corefeval.cli import main
from corefeval.problems import CorefevalError
from corefeval.writing import opened_to_write, write_file, write_files

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and permissions are those of POSIX")


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the names of temporary files ones that can be guessed."""
    counted = count()
    monkeypatch.setattr("corefeval.writing.secrets.token_hex", lambda _: str(next(counted)))


@pytest.mark.usefixtures("numbers")
@pytest.mark.parametrize("kind", ["link", "dangling", "file"])
def test_a_planted_file_is_not_written_to(tmp_path: Path, kind: str) -> None:
    """Where the temporary file would be, a link, one that leads nowhere and a file are errors, and stay as they are."""
    secret, planted = tmp_path / "secret", tmp_path / ".out.0.part"
    secret.write_text("old")
    if kind == "file":
        planted.write_text("old")
    else:
        planted.symlink_to(secret if kind == "link" else tmp_path / "nowhere")
    with pytest.raises(CorefevalError, match="CE053"):
        write_file(tmp_path / "out", b"new")
    assert secret.read_text() == "old"
    assert not (tmp_path / "nowhere").exists()
    assert not (tmp_path / "out").exists()
    assert planted.is_symlink() or planted.read_text() == "old"


def test_the_names_of_temporary_files_differ(tmp_path: Path) -> None:
    """Nobody can guess the name under which a file is written, and a long name is no obstacle."""
    seen = set()
    for name in ("out", "out", "ö" * 120):
        with opened_to_write(tmp_path / name) as stream:
            stream.write(b"x")
            seen |= {path.name for path in tmp_path.glob(".*.part")}
    assert len(seen) == 3
    assert not list(tmp_path.glob(".*.part"))


def test_a_named_link_is_followed_and_one_in_a_folder_replaced(tmp_path: Path) -> None:
    """-o LINK writes to the file behind the link, as a shell does; a link among the files of a folder was named by nobody."""
    for name in ("one", "two"):
        (tmp_path / name).write_text("old")
        (tmp_path / f"link-{name}").symlink_to(name)
    write_file(tmp_path / "link-one", b"new")
    write_files([(tmp_path / "link-two", b"new")])
    assert (tmp_path / "link-one").is_symlink()
    assert (tmp_path / "one").read_text() == "new"
    assert not (tmp_path / "link-two").is_symlink()
    assert (tmp_path / "two").read_text() == "old"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a link of another user"
)
def test_a_link_of_another_user_in_a_shared_folder(tmp_path: Path) -> None:
    """Such a link is not followed where everybody may write, even if it has the name that was asked for."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (tmp_path / "secret").write_text("old")
    (shared / "out").symlink_to(tmp_path / "secret")
    os.lchown(shared / "out", 12345, 12345)
    with pytest.raises(CorefevalError, match="CE053"):
        write_file(shared / "out", b"new")
    assert (tmp_path / "secret").read_text() == "old"


@pytest.mark.parametrize("name", ["x" * 256, "folder"])
def test_all_files_or_none(tmp_path: Path, name: str) -> None:
    """One file that cannot be written, because of its name, leaves all others as they were, and is the one that is blamed."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "a").write_text("old")
    with pytest.raises(CorefevalError) as error:
        write_files([(tmp_path / "a", b"new"), (tmp_path / name, b"new"), (tmp_path / "c", b"new")])
    assert error.value.problems[0].place.file == str(tmp_path / name)
    assert (tmp_path / "a").read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"a", "folder"}


def test_permissions(tmp_path: Path) -> None:
    """A new file has those of the user's mask, one that is replaced keeps its own, a private one is nobody else's."""
    mask = os.umask(0o022)
    try:
        write_file(tmp_path / "new", b"x")
        write_file(tmp_path / "private", b"x", is_private=True)
    finally:
        os.umask(mask)
    (tmp_path / "new").chmod(0o604)
    before = (tmp_path / "private").stat().st_mode & 0o777
    write_file(tmp_path / "new", b"y")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o604
    assert before == 0o600


CONLL = "".join(
    f"#begin document (bc/{name}); part 000\nbc/{name} 0 0 Ada (0)\nbc/{name} 0 1 she (0)\n\n#end document\n"
    for name in "ab"
)


@pytest.mark.parametrize(
    ("command", "planted"),
    [
        ("demo --to out", "key.conllu"),
        ("simulate a.conll --errors split --rates 0 --repeats 1 -m muc --write out", "split-0-1.conll"),
        ("convert a.conll out/ --to brat", "bc/a.ann"),
        ("convert a.conll out/ --to brat", "bc"),
        ("leaderboard task.toml -o out --resamples 0", "index.html"),
        ("leaderboard task.toml -o out --resamples 0", "submissions"),
    ],
)
def test_links_in_folders_of_output(
    command: str, planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command follows a link in a folder that it fills: a link to a file is replaced, one to a folder refused."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.conll", "gold/a.conll", "sent/sys/a.conll", "elsewhere/secret", "elsewhere/secret.html"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(CONLL)
    Path("task.toml").write_text('key = "gold"\nsubmissions = "sent"\n')
    link = Path("out", planted)
    link.parent.mkdir(parents=True)
    if planted in {"bc", "submissions"}:
        link.symlink_to(tmp_path / "elsewhere")
    else:
        link.symlink_to(tmp_path / "elsewhere" / "secret")
    if command.startswith("leaderboard"):
        Path("out/leaderboard.json").write_text("{}")
    status: object = 0
    try:
        main(command.split())
    except SystemExit as stop:
        status = stop.code
    assert status == (1 if planted in {"bc", "submissions"} else 0)
    assert {path.name: path.read_text() for path in Path("elsewhere").iterdir()} == {
        "secret": CONLL,
        "secret.html": CONLL,
    }
    if planted not in {"bc", "submissions"}:
        assert not link.is_symlink()
        assert link.stat().st_size


def test_a_full_disk_blames_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the system while a file takes its name is that file's."""

    def fails(self: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "full", str(self), str(target))

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(CorefevalError) as error:
        write_files([(tmp_path / "a", b"new"), (tmp_path / "b", b"new")])
    assert error.value.problems[0].place.file == str(tmp_path / "a")
    assert not list(tmp_path.iterdir())
