"""corefeval leaderboard, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def submissions(stories: Path) -> Path:
    """Return a folder with two systems as single files, and a file that is no submission."""
    folder = stories / "submissions"
    folder.mkdir()
    for name in ("eager.conll", "cautious.conll"):
        (stories / name).rename(folder / name)
    (folder / "README.md").write_text("no submission")
    return folder


def test_without_a_toml(submissions: Path, run: Run) -> None:
    """A gold file and a folder of files are a task: files with the ending of the gold are systems, others are not."""
    done = run("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "200")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[-2:] for line in done.out.splitlines()[:2]] == [
        ["62.38", "cautious"],
        ["61.20", "eager"],
    ]
    assert Path("site", "index.html").is_file()
    again = run("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "200")
    assert "2 submissions, 0 scored now" in again.out


def test_preset_and_metrics_without_a_toml(submissions: Path, run: Run) -> None:
    """-p and -m choose settings and metrics; with a task file they are wrong usage."""
    gold = ("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "0")
    done = run(*gold, "-m", "lea", "--singletons", "drop")
    assert done.status == 2, "settings belong into a task file"
    done = run(*gold, "-m", "lea", "-p", "conll2012")
    assert done.status == 0
    assert "55.56  cautious" in done.out
    board = json.loads(Path("site", "leaderboard.json").read_text(encoding="utf-8"))
    assert "lea" in json.dumps(board)
    Path("task.toml").write_text('title = "t"\nkey = "key.conll"\nsubmissions = "submissions"\n')
    assert run("leaderboard", "task.toml", "-p", "conll2012").status == 2
    for more in (
        ("-m", "lea"),
        ("--also-rank-by", "perl"),
        ("--keep", "kept"),
        ("--jobs", "2"),
        ("submissions",),
    ):
        assert run("leaderboard", "task.toml", *more, "--codabench", ".").status == 2


def test_other_presets_to_rank_by(submissions: Path, run: Run) -> None:
    """The console says whether the ranking depends on further presets; an unknown one is refused."""
    gold = ("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "0")
    done = run(*gold, "--also-rank-by", "perl,e2e")
    assert done.status == 0
    assert "τ" in done.out
    board = json.loads(Path("site", "leaderboard.json").read_text(encoding="utf-8"))
    assert list(board["by_preset"]["scores"]) == ["this ranking", "perl", "e2e"]
    assert "also ranked under perl" in Path("site", "index.html").read_text(encoding="utf-8").lower()
    assert run(*gold, "--also-rank-by", "nothing").status == 2


def test_folders_next_to_files(submissions: Path, run: Run) -> None:
    """A folder with the file of the gold's name is a submission beside single files."""
    (submissions / "copy").mkdir()
    (submissions / "copy" / "key.conll").write_bytes(Path("key.conll").read_bytes())
    done = run("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "0")
    assert done.status == 0
    assert "100.00  copy" in done.out


def test_a_broken_file_is_rejected(submissions: Path, run: Run) -> None:
    """A file that cannot be read is rejected with its code, the others are ranked, and the exit status is 1."""
    (submissions / "broken.conll").write_text("no such format")
    done = run("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "0")
    assert done.status == 1
    assert "rejected: broken: 1 error" in done.out
    assert "62.38  cautious" in done.out


def test_a_missing_gold_suggests_the_nearest(submissions: Path, run: Run) -> None:
    """A typing error in the name of the gold is CE001 with the nearest name."""
    done = run("leaderboard", "key.conl", str(submissions), "-o", "site")
    assert done.status != 0
    assert "CE001" in done.err
    assert "'key.conll'" in done.err


def test_quiet(submissions: Path, run: Run) -> None:
    """-q prints nothing and writes the pages."""
    done = run("leaderboard", "key.conll", str(submissions), "-o", "site", "--resamples", "0", "-q")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert Path("site", "index.html").is_file()
