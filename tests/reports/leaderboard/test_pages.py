"""The pages of a leaderboard: what they hold, what they must not, and that they load nothing."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from corefeval.cli import main
from corefeval.leaderboard.board import leaderboard
from corefeval.leaderboard.task import Submission
from corefeval.problems import CorefevalError
from corefeval.reports.leaderboard.pages import _by_system, page_names, write_site
from corefeval.reports.report import Cell
from tests.leaderboard.made_up import files, task, text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the pages of the made-up task with four datasets."""
    path = task(tmp_path_factory.mktemp("task"), datasets=4, documents=3)
    (path.parent / "submissions" / "<b>&.zip").write_bytes(
        (path.parent / "submissions" / "sys3@2026-04-01.zip").read_bytes()
    )
    write_site(leaderboard(path, resamples=500), path.parent / "site")
    return path.parent / "site"


def test_every_submission_has_a_page_that_is_linked(site: Path) -> None:
    """All links lead to pages, and every page is linked; those of submissions that no longer count from the history."""
    index = (site / "index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="(submissions/[^"]+)"', index))
    assert all((site / name).exists() for name in linked)
    pages = {f"submissions/{path.name}" for path in (site / "submissions").iterdir()}
    assert pages == linked
    old = (site / "submissions" / "sys3@2026-04-01.html").read_text(encoding="utf-8")
    assert "A later submission counts" in old


def test_pages_load_nothing_and_run_nothing(site: Path) -> None:
    """No script, no style but the one that the policy names by its hash, nothing from elsewhere, names escaped."""
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
        allowed = b64encode(sha256(style.encode()).digest()).decode()
        assert f"default-src 'none'; style-src 'sha256-{allowed}'" in page
        assert not re.search(r"<script|<img|<link|style=|src=|https?:|<b>&\.", page)
        assert "<made-up>" not in page


def test_a_rejected_page_has_every_reason(site: Path) -> None:
    """Codes, places and what to do."""
    page = (site / "submissions" / "damaged.html").read_text(encoding="utf-8")
    assert "Rejected" in page
    assert "CE029" in page
    assert "set03.jsonl:1:121" in page
    assert "CE144" in (site / "submissions" / "escaping.html").read_text(encoding="utf-8")


def test_nothing_of_the_key_is_shown(site: Path) -> None:
    """Neither JSON nor pages have counts by document, spans of the key or paths of the machine."""
    data = (site / "leaderboard.json").read_text(encoding="utf-8")
    plain = json.loads(data)
    assert set(plain["systems"]["sys0"]) == {
        "submission", "scores", "intervals", "datasets", "signature", "missing", "missing_documents", "breakdowns",
        "errors",
    }  # fmt: skip
    for path in site.rglob("*"):
        if path.is_file():
            content = path.read_text(encoding="utf-8")
            assert str(site.parent) not in content
            assert "recall_numerator" not in content
            assert "doc_key" not in content


def test_the_same_bytes_and_no_stale_pages(site: Path) -> None:
    """A second run writes the same; the page of a submission that is gone goes too; other folders are not written to."""
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    (site / "submissions" / "gone.html").write_text("old")
    write_site(leaderboard(site.parent / "task.toml", resamples=500), site)
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    with pytest.raises(CorefevalError, match="CE100"):
        write_site(leaderboard(site.parent / "task.toml", resamples=0), site.parent)


def test_names_of_pages_differ() -> None:
    """No two pages have one name, even where case is ignored, and each can be a file's name anywhere."""
    long = "x" * 252
    systems = ["a b", "a/b", "a-b", "ä", "A", "a", "con", "Nul.x", long, f"{long[:-1]}y", "sys@2026-05-01"]
    submissions = [Submission(name, "", Path()) for name in systems]
    systems += [page.removesuffix(".html").replace("~", "-") for page in page_names(submissions).values()]
    pages = page_names(Submission(name, "", Path()) for name in dict.fromkeys(systems))
    names = list(pages.values())
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9._@~-]{1,128}", name) for name in names)
    assert page_names([submissions[4]])[submissions[4]] == "A.html"


def test_the_command(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ranking is printed, rejected submissions are named, and the exit status says that there are some."""
    with pytest.raises(SystemExit) as stop:
        main(["leaderboard", str(site.parent / "task.toml"), "-o", str(site), "--resamples", "500"])
    assert stop.value.code == 1
    text_ = capsys.readouterr().out
    assert "rejected: damaged: 2 errors" in text_
    assert "0 scored now" in text_


def bundle(root: Path) -> list[str]:
    """Lay a submission out as Codabench does, beside the file that its first step leaves; return the command."""
    for side in ("ref", "res"):
        (root / "input" / side).mkdir(parents=True)
    for n in range(2):
        (root / "input" / "ref" / f"set{n:02}.jsonl").write_text(text(n, 2))
    (root / "input" / "res" / "metadata").write_text("elapsedTime: 0.1\nexitCode: null\n")
    (root / "task.toml").write_text(
        'key = "ref"\nsubmissions = "res"\nmetrics = ["conll", "lea"]\nrank-by = "CoNLL"\nbreakdowns = []\n[settings]\n'
        'key-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\n'
    )
    given, output = str(root / "input"), str(root / "output")
    return ["leaderboard", str(root / "task.toml"), "--codabench", given, "-o", output]


@pytest.mark.parametrize("packed", ["", "my-system", "my-system/output"])
def test_codabench(tmp_path: Path, packed: str) -> None:
    """input/ref and input/res give output/scores.json and detailed_results.html; a folder around it does not matter."""
    run = bundle(tmp_path)
    folder = tmp_path / "input" / "res" / packed
    folder.mkdir(parents=True, exist_ok=True)
    (tmp_path / "input" / "res" / "__MACOSX").mkdir()
    for name, content in files("one", 0.2, 2, 2).items():
        (folder / name).write_text(content)
    main(run)
    scores = json.loads((tmp_path / "output" / "scores.json").read_text())
    assert set(scores) == {"conll", "lea", "conll_set00", "conll_set01"}
    assert scores["conll"] == pytest.approx((scores["conll_set00"] + scores["conll_set01"]) / 2)
    assert 0 < scores["conll"] < 100
    page = (tmp_path / "output" / "detailed_results.html").read_text(encoding="utf-8")
    assert "Errors by class" in page
    assert "href" not in page
    assert {path.name for path in (tmp_path / "output").iterdir()} == {"scores.json", "detailed_results.html"}


def test_codabench_of_a_broken_submission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Reasons are on the page and, as its log is all that is shown of what fails, on standard error; the status is 1."""
    run = bundle(tmp_path)
    for name, content in files("one", 0.2, 2, 2).items():
        (tmp_path / "input" / "res" / name).write_text(content)
    (tmp_path / "input" / "res" / "set01.jsonl").write_text("{\n")
    with pytest.raises(SystemExit) as stop:
        main(run)
    assert stop.value.code == 1
    assert "CE004 set01.jsonl:1" in capsys.readouterr().err
    assert json.loads((tmp_path / "output" / "scores.json").read_text()) == {"conll": 0.0, "lea": 0.0}
    assert "Rejected" in (tmp_path / "output" / "detailed_results.html").read_text(encoding="utf-8")


def test_breakdowns_and_errors_stand_side_by_side(site: Path) -> None:
    """The first page has the classes of mentions and of errors by system; of many systems these go down."""
    index = (site / "index.html").read_text(encoding="utf-8")
    assert "<h2>LEA by distance</h2>" in index
    assert "<h2>Errors by class</h2>" in index
    cells = {name: [Cell("1.00")] * 13 for name in ("a", "b")}
    many = _by_system("Class", cells, [f"s{n}" for n in range(13)])
    assert many.count("<tr>") == 14
    few = _by_system("Class", {name: row[:3] for name, row in cells.items()}, ["s0", "s1", "s2"])
    assert few.count("<tr>") == 3


def test_a_drawing_of_the_history(site: Path) -> None:
    """Each dated submission is a point at its day, and the line never falls."""
    index = (site / "index.html").read_text(encoding="utf-8")
    points = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', index)]
    assert len(points) == 9
    assert points[0] == 60
    assert points[-1] == 560
    assert points[1] - points[0] > 5 * (points[2] - points[1])
    heights = [float(y) for y in re.findall(r"[\d.]+,([\d.]+)", re.findall(r'points="([^"]+)"', index)[0])]
    assert heights == sorted(heights, reverse=True)


def cells(page: str, heading: str) -> list[list[tuple[str, str, bool]]]:
    """Return text, mark and whether it is marked best, of each cell but the first of each row of the table under a heading."""
    table = page.split(f"<h2>{heading}</h2>")[1].split("</table>", maxsplit=1)[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table)[1:]
    found = []
    for row in rows:
        each = re.findall(r"<td[^>]*>(.*?)</td>", row)[1:]
        found.append(
            [
                (
                    re.sub(r"<.*", "", re.sub(r'^<(?:span class="best"|b)>', "", cell)),
                    *(re.findall(r"<sup>(.*?)</sup>", cell) or [""])[:1],
                    "best" in cell,
                )
                for cell in each
            ]
        )
    return found


def test_nothing_is_best_that_was_not_measured_on_the_same_data(tmp_path: Path) -> None:
    """0/0 is no best score, nor is one of a system that lacks a dataset, wherever a best score is marked."""
    (tmp_path / "gold").mkdir()
    for n in range(2):
        (tmp_path / "gold" / f"set{n:02}.jsonl").write_text(text(n, 3))
    for name, error, datasets in (("good", 0.2, 2), ("bad", 0.5, 2), ("part", 0.0, 1)):
        folder = tmp_path / "in" / f"{name}@2026-05-01"
        folder.mkdir(parents=True)
        for file, content in files(name, error, datasets, 3).items():
            (folder / file).write_text(content)
    (tmp_path / "task.toml").write_text(
        'key = "gold"\nsubmissions = "in"\nmetrics = ["conll", "zero"]\nbreakdowns = ["distance"]\n[settings]\n'
        'key-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\nundefined = "zero"\n'
    )
    board = leaderboard(tmp_path / "task.toml", resamples=0)
    assert board.comparison is not None
    write_site(board, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    zeros = [row[-1] for row in cells(page, "Ranking")]
    assert zeros == [("0.00", "0/0", False)] * 3
    assert "0/0), written as 0.00" in page
    place = board.comparison.systems.index("part")
    by_dataset = cells(page, "CoNLL by dataset")
    assert [row[place][2] for row in by_dataset] == [True, False]
    by_distance = cells(page, "LEA by distance")
    assert not any(row[place][2] for row in by_distance)
    assert any(cell[2] for row in by_distance for cell in row)
    assert "1 of 2 datasets" in page
    own = (tmp_path / "site" / "submissions" / "good@2026-05-01.html").read_text(encoding="utf-8")
    assert all(row[-1] == ("0.00", "0/0", False) for row in cells(own, "Scores"))


def test_a_ranking_by_nothing_has_no_best(tmp_path: Path) -> None:
    """Where the metric of the ranking is 0/0 for all, nothing is the best so far, and the history is not drawn."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "set00.jsonl").write_text(text(0, 3))
    for name, day in (("a", "2026-05-01"), ("b", "2026-06-01")):
        (tmp_path / "in" / f"{name}@{day}").mkdir(parents=True)
        (tmp_path / "in" / f"{name}@{day}" / "set00.jsonl").write_text(text(0, 3, name, 0.3))
    (tmp_path / "task.toml").write_text(
        'key = "gold"\nsubmissions = "in"\nmetrics = ["zero"]\nbreakdowns = []\n[settings]\n'
        'key-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\nundefined = "zero"\n'
    )
    board = leaderboard(tmp_path / "task.toml", resamples=0)
    assert [is_best for _, _, is_best in board.history()] == [False, False]
    write_site(board, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'class="best"' not in page
    assert "<svg" not in page


def test_intervals_are_drawn_above_the_ranking(site: Path) -> None:
    """Each ranked system has a dot with its score, and a line from end to end of its interval, in the colours of all pages."""
    page = (site / "index.html").read_text(encoding="utf-8")
    plot = page[page.index("<svg") : page.index("</svg>")]
    ranking = page[page.index("<h2>Ranking</h2>") :]
    rows = ranking[: ranking.index("</table>")].count("<tr>") - 1
    assert page.index("<svg") < page.index("<h2>Ranking</h2>")
    assert plot.count('class="score"') == rows
    for first, last, dot in re.findall(
        r'class="interval" x1="([\d.]+)" x2="([\d.]+)".*?class="score" cx="([\d.]+)"', plot
    ):
        assert float(first) <= float(dot) <= float(last)
    assert "--system-0" in page
    assert page.count("<h1>") == 1
