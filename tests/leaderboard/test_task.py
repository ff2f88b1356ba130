"""Tasks with tracks: one file, one site, each track scored in its own way (Yu et al. 2023, section 5.4: CODI-CRAC)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from corefeval.cli import group
from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.leaderboard.board import leaderboard, leaderboards
from corefeval.leaderboard.task import Task
from corefeval.problems import UsageError
from tests.refuses import refuses

TASK = """title = "CODI-CRAC"
key = "gold"
submissions = "submissions"

[[tracks]]
name = "AR"
preset = "codicrac22ar"

[[tracks]]
name = "BR"
preset = "codicrac22br"

[[tracks]]
name = "DD"
preset = "codicrac22ar"
layer = "discourse-deixis"
"""


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Return a task of three tracks: the bundled text with relations, and a text that lacks discourse deixis."""
    (tmp_path / "task.toml").write_text(TASK)
    for folder, name in (
        ("gold", "relations.key"),
        ("submissions/copy", "relations.key"),
        ("submissions/system", "relations.system"),
    ):
        (tmp_path / folder).mkdir(parents=True)
        shutil.copy(FOLDER / f"{name}.conllua", tmp_path / folder / "all.conllua")
    return tmp_path / "task.toml"


def test_tracks(task: Path) -> None:
    """Each track has the scores of its preset and layer, as `score` gives them."""
    boards = leaderboards(task, resamples=0)
    assert [board.task.track for board in boards] == ["AR", "BR", "DD"]
    presets = ("codicrac22ar", "codicrac22br", "codicrac22dd")
    for board, preset in zip(boards, presets, strict=True):
        assert board.comparison is not None
        single = score(FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua", preset=preset)
        for metric, parts in board.comparison.scores["system"].items():
            assert parts["f1"] == single.scores[metric]["f1"]
        assert board.comparison.ranks.standings[0].system == "copy"


def test_one_site(task: Path, tmp_path: Path) -> None:
    """One command writes one site; what was scored is kept apart for each track."""
    from click.testing import CliRunner

    run = ["leaderboard", str(task), "-o", str(tmp_path / "site"), "--resamples", "0"]
    done = CliRunner().invoke(group, run)
    assert done.exit_code == 0, done.output
    page = (tmp_path / "site" / "index.html").read_text()
    for track in ("AR", "BR", "DD"):
        assert f'href="{track}/index.html"' in page
        assert (tmp_path / "site" / track / "submissions" / "system.html").exists()
    data = json.loads((tmp_path / "site" / "leaderboard.json").read_text())
    assert list(data["tracks"]) == ["AR", "BR", "DD"]
    assert "0 scored now" in CliRunner().invoke(group, run).output


def test_ceilings(task: Path) -> None:
    """A gold without discourse deixis leaves nothing to count: the board names dataset and metrics, since 0/0 counts 0."""
    for path in (task.parent / "gold", task.parent / "submissions" / "copy"):
        text = (path / "all.conllua").read_text().splitlines()
        head = next(line for line in text if line.startswith("# global.columns"))
        place = head.split("=")[1].split().index("DISCOURSE_DEIXIS")
        rows = [line.split("\t") for line in text]
        emptied = [
            "\t".join([*row[:place], "_", *row[place + 1 :]]) if len(row) > place else row[0] for row in rows
        ]
        (path / "all.conllua").write_text("\n".join(emptied) + "\n")
    found = [board.ceilings() for board in leaderboards(task, resamples=0)]
    assert found[:2] == [{}, {}]
    assert list(found[2]) == ["all"]
    assert "MUC" in found[2]["all"]


def test_wrong_tracks(task: Path) -> None:
    """A track needs a name of its own, and has no field that it does not know; one board is not that of several tracks."""
    with refuses(UsageError, "CE145", "task-has-tracks"):
        leaderboard(task)
    for wrong in ('name = ""', 'name = "AR"', 'name = "a/b"'):
        task.write_text(TASK.replace('name = "BR"', wrong))
        with refuses(UsageError, "CE145", "track-without-name"):
            Task.read(task)
    task.write_text(TASK.replace('layer = "discourse', 'key = "discourse'))
    with refuses(UsageError, "CE050", "no-such-name"):
        Task.read(task)
