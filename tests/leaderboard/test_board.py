"""A leaderboard: ranks equal to a calculation of its own, what is kept, what is rejected, what counts."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefeval.comparison.compare import cannot_be_significant
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.datasets import score_datasets
from corefeval.evaluation.score import score
from corefeval.leaderboard.board import THIS, Board, enough, leaderboard
from corefeval.leaderboard.scoring import SubmissionRecord, score_submission
from corefeval.leaderboard.task import Submission, Task
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports.leaderboard.pages import preset_notes
from corefeval.writing import to_json, write_file
from tests.every_metric import forbid_metrics
from tests.leaderboard.made_up import ERRORS, files, task, text, zipped

OFFSETS = {"key_offsets": "inclusive", "response_offsets": "inclusive"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Board]:
    """Return the file of the made-up task, ten systems and 21 datasets, and its board."""
    path = task(tmp_path_factory.mktemp("task"))
    return path, leaderboard(path, resamples=2000)


def by_hand(root: Path) -> tuple[dict[str, float], dict[str, tuple[int, int]]]:
    """Return the means over datasets and the ranks left open, from single scores and swaps made one by one."""
    counts: dict[str, list[list[dict[str, float]]]] = {}
    means = {}
    for system, error in ERRORS.items():
        folder = root / "by-hand" / system
        folder.mkdir(parents=True)
        for name, content in files(system, error, 21, 2).items():
            (folder / name).write_text(content)
        scores = score_datasets(root / "gold", folder, metrics="conll", **OFFSETS)  # type: ignore[arg-type]
        means[system] = scores.f1 or 0.0
        counts[system] = [
            [
                {name: float(column[n]) for name, column in result.counts["conll"].columns.items()}
                for n in range(2)
            ]
            for result in scores.results.values()
        ]

    def f1(documents: Sequence[dict[str, float]]) -> float:
        total = {name: sum(one[name] for one in documents) for name in documents[0]}
        parts = []
        for metric in ("muc", "bcub", "ceafe"):
            r, rd, p, pd = (
                total[f"{metric}.{side}_{half}"]
                for side in ("recall", "precision")
                for half in ("numerator", "denominator")
            )
            recall, precision = r / rd if rd else 0.0, p / pd if pd else 0.0
            parts.append(2 * recall * precision / (recall + precision) if recall + precision else 0.0)
        return sum(parts) / 3

    chosen = random.Random(7)
    chances = {}
    for one, other in combinations(counts, 2):
        # how far the systems are apart in each dataset, by which of its documents change places
        apart = [
            {
                swapped: f1([pair[is_swapped] for pair, is_swapped in zip(pairs, swapped, strict=True)])
                - f1([pair[not is_swapped] for pair, is_swapped in zip(pairs, swapped, strict=True)])
                for swapped in product((False, True), repeat=len(pairs))
            }
            for ours, theirs in zip(counts[one], counts[other], strict=True)
            for pairs in [list(zip(ours, theirs, strict=True))]
        ]
        observed = abs(sum(each[False, False] for each in apart)) / len(apart)
        hits, rounds = 0, 400
        for _ in range(rounds):
            found = [each[chosen.random() >= 0.5, chosen.random() >= 0.5] for each in apart]
            hits += abs(sum(found)) / len(found) >= observed - 1e-12
        chances[one, other] = (1 + hits) / (1 + rounds)
    return means, {str(pair): (round(1000 * p), 0) for pair, p in chances.items()}


def test_ranks_equal_a_calculation_by_hand(made: tuple[Path, Board]) -> None:
    """Means over datasets are those of single scores, p those of swaps made one by one, ranks follow from them."""
    path, board = made
    means, chances = by_hand(path.parent)
    comparison = board.comparison
    assert comparison is not None
    assert comparison.systems == tuple(sorted(means, key=means.__getitem__, reverse=True))
    for system, mean in means.items():
        assert comparison.scores[system]["conll"]["f1"] == pytest.approx(mean)
    for test in comparison.rank_tests:
        pair = tuple(sorted((test.system, test.against)))
        p = chances[str(pair)][0] / 1000
        error = 3 * np.sqrt(max(p * (1 - p), 0.0025) / 400)
        assert test.p == pytest.approx(p, abs=error)
    better = {(one.system, one.against) for one in comparison.rank_tests if one.is_significant}
    for one in comparison.ranks.standings:
        assert one.best == 1 + sum(other == one.system for _, other in better)
        assert one.worst == len(means) - sum(best == one.system for best, _ in better)


def test_writing_the_board_computes_nothing(
    made: tuple[Path, Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All scores are there when the board is returned: metrics that raise change nothing."""
    _, board = made
    forbid_metrics(monkeypatch)
    assert to_json(board.to_dict())


def test_both_reasons_are_kept(made: tuple[Path, Board]) -> None:
    """The damaged submission has every reason with its place in it, the one that leads outside its own."""
    path, board = made
    told = {
        one.name: [(p["code"], p["where"]) for p in record.problems] for one, record in board.rejected.items()
    }
    assert told["damaged"] == [("CE013", "set02.jsonl:1"), ("CE029", "set03.jsonl:1:121")]
    assert [code for code, _ in told["escaping"]] == ["CE144"]
    assert not (path.parent / "outside.jsonl").exists()
    assert not (path.parent.parent / "outside.jsonl").exists()
    assert str(path.parent) not in json.dumps(board.to_dict())


def test_a_second_run_scores_nothing_again(made: tuple[Path, Board]) -> None:
    """Records are kept by content: the same board without scoring; a new or changed submission alone is scored."""
    path, board = made
    again = leaderboard(path, resamples=2000)
    assert again.scored == ()
    assert len(board.scored) == 11
    assert again.to_dict() == board.to_dict()
    zipped(path.parent / "submissions" / "late@2026-06-01.zip", files("late", 0.2, 21, 2))
    try:
        assert leaderboard(path, resamples=0).scored == ("late@2026-06-01",)
    finally:
        (path.parent / "submissions" / "late@2026-06-01.zip").unlink()


def test_the_latest_valid_submission_counts(made: tuple[Path, Board]) -> None:
    """Of two days of one system the later counts, and the history has both."""
    _, board = made
    assert board.counting["sys3"].day == "2026-05-04"
    history = board.history()
    assert history[0][0].name == "sys3@2026-04-01"
    assert [is_best for *_, is_best in history[:3]] == [True, True, False]


def small(root: Path, settings: str = "", **systems: dict[str, str]) -> Path:
    """Make a task of two datasets of three documents."""
    (root / "gold").mkdir()
    (root / "in").mkdir()
    for n in range(2):
        (root / "gold" / f"set{n:02}.jsonl").write_text(text(n, 3))
    for name, contents in systems.items():
        zipped(root / "in" / f"{name}.zip", contents)
    (root / "task.toml").write_text(
        'key = "gold"\nsubmissions = "in"\nmetrics = ["conll"]\nbreakdowns = []\n[settings]\n'
        f'key-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\n{settings}'
    )
    return root / "task.toml"


def test_a_missing_dataset_counts_zero_and_is_reported(tmp_path: Path) -> None:
    """The mean has a 0 for it, the pages name it; a task may refuse it instead."""
    whole = files("whole", 0.2, 2, 3)
    part = {"set00.jsonl": whole["set00.jsonl"]}
    board = leaderboard(small(tmp_path, whole=whole, part=part), resamples=0)
    assert board.comparison is not None
    scores = board.comparison.scores
    alone = board.comparison.results["whole"]["set00"].scores["conll"]["f1"]
    assert alone is not None
    assert scores["part"]["conll"]["f1"] == pytest.approx(alone / 2)
    assert board.missing(board.counting["part"]) == ["set01"]
    (tmp_path / "task.toml").write_text((tmp_path / "task.toml").read_text() + 'missing = "error"\n')
    strict = leaderboard(tmp_path / "task.toml", resamples=0)
    assert [one.name for one in strict.rejected] == ["part"]


def test_a_missing_document_counts_zero_and_is_reported(tmp_path: Path) -> None:
    """The documents that a submission lacks are named, and count 0."""
    whole = files("whole", 0.2, 2, 3)
    part = {**whole, "set01.jsonl": "".join(whole["set01.jsonl"].splitlines(keepends=True)[:1])}
    board = leaderboard(small(tmp_path, whole=whole, part=part), resamples=0)
    assert board.lacking(board.counting["part"]) == {"set01": ["d1", "d2"]}
    assert board.lacking(board.counting["whole"]) == {}
    assert board.comparison is not None
    part_score, whole_score = (
        board.comparison.results[name]["set01"].scores["conll"]["f1"] for name in ("part", "whole")
    )
    assert part_score is not None
    assert whole_score is not None
    assert part_score < whole_score


def test_a_link_to_the_key_is_no_submission(tmp_path: Path) -> None:
    """Whoever links to the key instead of resolving anything is rejected, whatever is linked."""
    path = small(tmp_path, whole=files("whole", 0.2, 2, 3))
    (tmp_path / "in" / "linked").symlink_to("../gold")
    (tmp_path / "in" / "inside").mkdir()
    for n in range(2):
        (tmp_path / "in" / "inside" / f"set{n:02}.jsonl").symlink_to(f"../../gold/set{n:02}.jsonl")
    board = leaderboard(path, resamples=0)
    assert {one.name: record.problems[0]["code"] for one, record in board.rejected.items()} == {
        "inside": "CE144",
        "linked": "CE144",
    }


def test_an_archive_inside_a_submission_is_refused(tmp_path: Path) -> None:
    """Datasets are plain files: archives in archives would unpack to the limit of each (CE144)."""
    path = small(tmp_path, whole=files("whole", 0.2, 2, 3))
    folder = tmp_path / "in" / "nested"
    folder.mkdir()
    zipped(folder / "set00.zip", {"set00.jsonl": text(0, 3)})
    (folder / "set01.jsonl").write_text(text(1, 3))
    record = score_submission(Task.read(path), Submission("nested", "", folder))
    assert [problem["code"] for problem in record.problems] == ["CE144"]


def test_what_is_wrong_with_the_key_is_reported_to_nobody_else(tmp_path: Path) -> None:
    """A broken key ends the run with its place; no submission is rejected for it, and nothing of it is kept."""
    path = small(tmp_path, whole=files("whole", 0.2, 2, 3))
    key = tmp_path / "gold" / "set01.jsonl"
    key.write_text(key.read_text().replace("[[", "[", 1))
    with pytest.raises(CorefevalError) as error:
        leaderboard(path, resamples=0)
    assert error.value.problems[0].place.file == str(key)
    assert not list((tmp_path / ".scored").iterdir())


def test_words_of_the_key_are_not_quoted(tmp_path: Path) -> None:
    """A submission of another text, or of a shorter one, is told where it differs and not what the key has there."""
    other = {name: text.replace("engine", "motor") for name, text in files("other", 0.2, 2, 3).items()}
    shorter = {
        name: "".join(
            json.dumps(
                {**json.loads(line), "sentences": [json.loads(line)["sentences"][0][:-8]], "clusters": []}
            )
            + "\n"
            for line in text.splitlines()
        )
        for name, text in files("shorter", 0.2, 2, 3).items()
    }
    path = small(tmp_path, other=other, shorter=shorter)
    board = leaderboard(path, resamples=0)
    assert {one.name for one in board.rejected} == {"other", "shorter"}
    for record in board.rejected.values():
        assert {one["code"] for one in record.problems} == {"CE013"}
        assert not any(word in json.dumps(record.problems) for word in ("engine", "and"))
    where = {one.name: record.problems[0]["where"] for one, record in board.rejected.items()}
    assert where == {"other": "set00.jsonl:1", "shorter": ""}


def test_what_changes_a_number_is_scored_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, metrics, breakdowns, the key's bytes and the version make all be scored again; the title does not."""
    path = small(tmp_path, whole=files("whole", 0.2, 2, 3))
    whole = ("whole",)
    assert leaderboard(path, resamples=0).scored == whole
    said = path.read_text()
    path.write_text('title = "Another"\n' + said)
    assert leaderboard(path, resamples=0).scored == ()
    for change in (
        said + 'singletons = "drop"\n',
        said.replace('["conll"]', '["conll", "lea"]'),
        said.replace("breakdowns = []", 'breakdowns = ["distance"]'),
        said.replace("metrics", 'datasets = ["set00", "set01"]\nmetrics'),
    ):
        path.write_text(change)
        assert leaderboard(path, resamples=0).scored == (() if "datasets" in change else whole)
    path.write_text(said)
    key = tmp_path / "gold" / "set01.jsonl"
    key.write_text(key.read_text() + "\n")
    assert leaderboard(path, resamples=0).scored == whole
    monkeypatch.setattr("corefeval.leaderboard.task.__version__", "99.0.0")
    assert leaderboard(path, resamples=0).scored == whole
    assert leaderboard(path, resamples=0).scored == ()


def test_what_was_scored_is_kept_where_a_run_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is stopped has kept the submissions that it scored before."""
    path = small(tmp_path, a=files("a", 0.1, 2, 3), b=files("b", 0.3, 2, 3))
    kept: list[Path] = []

    def stopped(place: Path, content: bytes, *, is_private: bool) -> int:
        if kept:
            raise KeyboardInterrupt
        kept.append(place)
        return write_file(place, content, is_private=is_private)

    with monkeypatch.context() as patched:
        patched.setattr("corefeval.leaderboard.scoring.write_file", stopped)
        with pytest.raises(KeyboardInterrupt):
            leaderboard(path, resamples=0)
    assert leaderboard(path, resamples=0).scored == ("b",)


def test_the_signature_repeats_the_score(made: tuple[Path, Board]) -> None:
    """What a submission's page names as its signature gives its scores again, from key and submission alone."""
    path, board = made
    one = board.counting["sys2"]
    signature = board.scores[one].signature
    again = score_datasets(path.parent / "gold", one.path, signature=signature)
    assert again.f1 == board.headline(one)
    assert again.signature == signature
    assert not [problem for problem in again.warnings if problem.code == "CE058"]


def test_more_systems_have_more_swaps(tmp_path: Path) -> None:
    """So many swaps are drawn that two systems can be told apart after correction; the tests against a baseline are left out."""
    for systems in (2, 22, 23, 33, 50):
        assert not cannot_be_significant(
            systems * (systems - 1) // 2, 500, Resampling(resamples=enough(systems))
        )
    assert cannot_be_significant(51 * 50 // 2, 500, Resampling(resamples=enough(51)))
    board = leaderboard(
        small(tmp_path, a=files("a", 0.1, 2, 3), b=files("b", 0.3, 2, 3), c=files("c", 0.2, 2, 3))
    )
    assert board.comparison is not None
    assert len(board.comparison.rank_tests) == 3
    assert board.comparison.tests == ()


def test_two_processes_give_the_same(tmp_path: Path) -> None:
    """Scoring two at a time changes nothing."""
    path = small(tmp_path, a=files("a", 0.1, 2, 3), b=files("b", 0.3, 2, 3), c=files("c", 0.2, 2, 3))
    one = leaderboard(path, kept=tmp_path / "one", resamples=0)
    two = leaderboard(path, kept=tmp_path / "two", resamples=0, jobs=2)
    assert one.to_dict() == two.to_dict()
    assert set(one.scored) == set(two.scored) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("key = [", "CE145"),
        ('key = "gold"', "CE145"),
        ('key = "gold"\nsubmissions = "in"\nkye = 1', "CE050"),
        ('key = "gold"\nsubmissions = "in"\nmetrics = "conll"', "CE145"),
        ('key = "gold"\nsubmissions = "in"\nmetrics = ["conl"]', "CE050"),
        ('key = "gold"\nsubmissions = "in"\n[settings]\nsingletons = "drpo"', "CE050"),
    ],
)
def test_what_is_no_task(tmp_path: Path, content: str, code: str) -> None:
    """A file that is no task is refused with what is wrong."""
    (tmp_path / "task.toml").write_text(content)
    with pytest.raises(UsageError) as error:
        Task.read(tmp_path / "task.toml")
    assert error.value.problems[0].code == code


def test_names_of_submissions(tmp_path: Path) -> None:
    """A day that does not exist and two submissions of one name are rejected, and the others ranked; an empty folder is an error."""
    path = small(tmp_path)
    with pytest.raises(CorefevalError, match="CE003"):
        leaderboard(path)
    given = tmp_path / "in"
    (given / "a").mkdir()
    for name in ("a", "b", "c@2026-02-30", "d@\N{FULLWIDTH DIGIT TWO}026-02-03", "a.zip"):
        zipped(given / f"{name}.zip", files("a", 0.1, 2, 3))
    (given / "e.rar").write_bytes(b"Rar!")
    (given / "README.md").write_text("read me")
    board = leaderboard(path, resamples=0)
    assert set(board.counting) == {"b", "d@\N{FULLWIDTH DIGIT TWO}026-02-03", "a.zip"}
    assert {one.path.name: record.problems[0]["code"] for one, record in board.rejected.items()} == {
        "a": "CE146",
        "a.zip": "CE146",
        "c@2026-02-30.zip": "CE146",
        "e.rar": "CE002",
    }
    assert len({one.name for one in board.records}) == 7


def test_records_are_private(tmp_path: Path) -> None:
    """Nobody else can read the records, also those of an earlier version."""
    path = small(tmp_path, whole=files("whole", 0.2, 2, 3))
    kept = tmp_path / "kept"
    kept.mkdir(mode=0o755)
    (kept / "old.json").write_text("{}")
    leaderboard(path, kept=kept, resamples=0)
    assert kept.stat().st_mode & 0o777 == 0o700
    assert [record.stat().st_mode & 0o777 for record in kept.iterdir()] == [0o600, 0o600]


def test_an_error_of_ours_is_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An exception while scoring rejects one submission with CE149, is printed in full, and is tried again the next time."""
    path = small(tmp_path, a=files("a", 0.1, 2, 3), b=files("b", 0.3, 2, 3))

    def wrong(task_: Task, one: Submission, folder: str) -> SubmissionRecord:
        if one.name == "b":
            raise AttributeError("a secret of the key")
        return score_submission(task_, one, folder)

    with monkeypatch.context() as patched:
        patched.setattr("corefeval.leaderboard.scoring.score_submission", wrong)
        board = leaderboard(path, resamples=0)
    assert {one.name: record.problems[0]["code"] for one, record in board.rejected.items()} == {"b": "CE149"}
    assert "secret" not in json.dumps(board.to_dict())
    assert "a secret of the key" in capsys.readouterr().err
    assert leaderboard(path, resamples=0).scored == ("b",)


def test_content_of_a_submission(tmp_path: Path) -> None:
    """A byte or a name that changes makes another submission, a time that changes does not."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").write_text("one")
    one = Submission("a", "", tmp_path / "a")
    first = one.content
    (tmp_path / "a" / "x").write_text("one")
    assert one.content == first
    (tmp_path / "a" / "x").rename(tmp_path / "a" / "y")
    assert one.content != first


def test_a_submission_without_starred_tokens_is_reported(tmp_path: Path) -> None:
    """Without --zeros it is scored on other mentions than one that has them; its record says so."""
    rows = {
        "gold": [("He", "(0)"), ("*pro*", "(1)"), ("left", "-"), ("it", "(0)"), ("*pro*", "(1)")],
        "submissions/bare": [("He", "(0)"), ("left", "-"), ("it", "(0)")],
    }
    for name, words in rows.items():
        path = tmp_path / name / "set.conll"
        path.parent.mkdir(parents=True)
        lines = [f"a 0 {number} {word} {cell}" for number, (word, cell) in enumerate(words)]
        path.write_text("\n".join(["#begin document (a);", *lines, "", "#end document", ""]))
    (tmp_path / "task.toml").write_text(
        'title = "T"\nkey = "gold"\nsubmissions = "submissions"\nmetrics = ["conll"]\n'
    )
    board = leaderboard(tmp_path / "task.toml", resamples=0)
    (record,) = board.records.values()
    assert "CE057" in [warning["code"] for warning in record.warnings]


def test_further_presets_tell_whether_the_ranking_depends_on_them(tmp_path: Path) -> None:
    """The scores are those of the presets, τ compares the rankings, and a preset that does not apply is named."""
    path = task(tmp_path, datasets=4)
    plain_board = leaderboard(path, resamples=0)
    path.write_text(
        path.read_text().replace("title", 'also-rank-by = ["perl", "e2e", "craft19", "crac24"]\ntitle', 1)
    )
    board = leaderboard(path, resamples=0)
    assert plain_board.by_preset is None
    assert board.by_preset is not None
    assert board.comparison is not None
    assert board.by_preset.criteria[0] == THIS
    used = board.by_preset.criteria[1:]
    assert {"perl", "e2e"} <= set(used)
    assert set(used) | set(board.presets_left_out) == {"perl", "e2e", "craft19", "crac24"}
    for preset in ("perl", "e2e"):
        for system in ("sys1", "sys4"):
            scores = []
            for name, content in files(system, ERRORS[system], 4, 2).items():
                (tmp_path / "one.jsonl").write_text(content)
                how: dict[str, Any] = {"preset": preset, "missing": "empty", **OFFSETS}
                scores.append(score(tmp_path / "gold" / name, tmp_path / "one.jsonl", **how).f1)
            assert board.by_preset.scores[preset][system] == pytest.approx(sum(scores) / 4)
    found = board.to_dict()["by_preset"]
    assert found["pairs"] == 28
    assert (
        len(found["kendall_tau"]) == len(board.by_preset.criteria) * (len(board.by_preset.criteria) - 1) // 2
    )
    assert "by_preset" not in plain_board.to_dict()
    assert any("preset" in note for note in preset_notes(board))
    assert not list(preset_notes(plain_board))
