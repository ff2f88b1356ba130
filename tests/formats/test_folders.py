"""Archives are read wherever folders are."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import corefeval
from corefeval.cli import main
from corefeval.formats.folders import folder_of, is_folder, unpacked
from corefeval.problems import CorefevalError

WORDS = ["Ada", "met", "Bea", ".", "She", "waved", "."]
CELLS = {"good": "(0) - (1) - (0) - -", "bad": "(0) - (1) - (1) - -"}


def conll(name: str, cells: str) -> str:
    """Return a document of CoNLL-2012."""
    rows = (
        f"{name} 0 {number} {word} {cell}"
        for number, (word, cell) in enumerate(zip(WORDS, cells.split(), strict=True))
    )
    return "\n".join([f"#begin document ({name}); part 000", *rows, "", "#end document", ""])


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Make a key and a system as folders, zip files and tar files; one zip encloses its folder."""
    for folder, cells in (("key", "good"), ("system", "bad")):
        (tmp_path / folder / "sub").mkdir(parents=True)
        for place in ("a", "sub/b"):
            (tmp_path / folder / f"{place}.conll").write_text(conll(place, CELLS[cells]))
        shutil.make_archive(str(tmp_path / folder), "zip", tmp_path / folder)
        shutil.make_archive(str(tmp_path / folder), "gztar", tmp_path / folder)
    shutil.make_archive(str(tmp_path / "enclosed"), "zip", tmp_path, "system")
    return tmp_path


@pytest.mark.parametrize(
    ("key", "system"),
    [("key.zip", "system.zip"), ("key", "system.tar.gz"), ("key.tar.gz", "enclosed.zip")],
)
def test_an_archive_scores_as_its_folder_does(folders: Path, key: str, system: str) -> None:
    """Score, compare, validate and datasets give the same numbers for a folder, its archive and an enclosing one."""
    plain = corefeval.score(folders / "key", folders / "system")
    packed = corefeval.score(folders / key, folders / system)
    assert (packed.scores, packed.documents) == (plain.scores, plain.documents)
    compared = corefeval.compare(folders / key, {"x": folders / system, "y": folders / "system"}, resamples=0)
    assert compared.scores["x"] == compared.scores["y"] == plain.scores
    scores = corefeval.score_datasets(folders / key, folders / system)
    assert scores.results.keys() == {"a", "sub"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "key.zip", "system.zip"],
        ["compare", "key.zip", "system.zip", "enclosed.zip"],
        ["validate", "system.zip", "--key", "key.zip"],
        ["explain", "key.zip", "system.zip"],
        ["agree", "key.zip", "system.zip"],
        ["convert", "system.zip", "out.jsonl", "--to", "jsonlines"],
        ["reproduce", "key.zip", "system.zip", "--target", "100", "--metric", "mention"],
    ],
)
def test_commands_take_archives(
    folders: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands that read folders read archives, and no temporary folder shows in what they print."""
    monkeypatch.chdir(folders)
    main(arguments)
    found = capsys.readouterr()
    assert "corefeval-" not in found.out + found.err


def test_problems_name_the_archive(folders: Path) -> None:
    """The place of a problem is the file inside the archive as the user named it."""
    (folders / "key" / "a.conll").write_text(conll("a", "(0 - (1) - (0) - -"))
    shutil.make_archive(str(folders / "key"), "zip", folders / "key")
    path = folders / "key.zip"
    with pytest.raises(CorefevalError) as raised:
        corefeval.load(path)
    assert [problem.place.file for problem in raised.value.problems] == [f"{path}/a.conll"]


def test_an_archive_is_unpacked_once_and_again_when_it_changed(folders: Path) -> None:
    """One version of an archive has one folder; a new version has another."""
    path = folders / "key.zip"
    before = unpacked(path)
    assert (unpacked(path), is_folder(path), folder_of(folders / "key")) == (before, True, folders / "key")
    shutil.copy(folders / "system.tar.gz", path)
    assert unpacked(path) != before


def test_what_was_unpacked_is_gone_when_the_process_ends(folders: Path) -> None:
    """The temporary folder is removed at the end."""
    temporary = folders / "temporary"
    temporary.mkdir()
    program = [sys.executable, "-m", "corefeval", "score", "key.zip", "system.zip", "-f", "json"]
    environment = {"TMPDIR": str(temporary), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(program, cwd=folders, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout)["documents"] == 2
    assert list(temporary.iterdir()) == []


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    """A file that is only named like an archive is damaged (CE002)."""
    (tmp_path / "x.zip").write_text("no archive")
    with pytest.raises(CorefevalError) as raised:
        corefeval.load(tmp_path / "x.zip")
    assert [problem.code for problem in raised.value.problems] == ["CE002"]
