"""corefeval validate, as it is typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.goldens import Goldens

FAULTY = """\
#begin document (a); part 000
a 0 0 Ada (0)|(0)|(1)
a 0 1 's -
a 0 2 old (2
a 0 3 friend (2
a 0 4 Bo 2)|2)
a 0 5 's (3
a 0 6 dog (4
a 0 7 Rex 3)
a 0 8 ran 4)

a 0 0 He (3)
a 0 1 fell 9)
a 0 2 down (8
a 0 3 . -

#end document
"""


def test_clean(run: Run, stories: Path) -> None:
    """A sound file: what it holds, and status 0."""
    assert stories.is_dir()
    done = run("validate", "key.conllu", "key.conll")
    assert (done.status, done.err) == (0, "")
    assert done.out.count("no problems") == 2
    assert "39 mentions, 23 entities (14 singletons)" in done.out


def test_every_problem_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Goldens
) -> None:
    """Errors, repeated mentions with their entities, overlapping mentions, and the summary."""
    monkeypatch.chdir(tmp_path)
    Path("faulty").write_text(FAULTY)
    done = run("validate", "faulty")
    assert (done.status, done.err) == (1, "")
    golden("cli/validate-faulty.txt", done.out)


def test_rows(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CSV has a row for each problem that JSON has, with its place; -q leaves out warnings, and Markdown has the same rows."""
    monkeypatch.chdir(tmp_path)
    Path("faulty").write_text(FAULTY)
    plain = json.loads(run("validate", "faulty", "-f", "json").out)["files"][0]["problems"]
    done = run("validate", "faulty", "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert done.status == 1
    assert list(rows[0]) == ["severity", "code", "file", "line", "column", "message", "text", "hint"]
    assert [(row["code"], row["severity"], row["text"], row["hint"]) for row in rows] == [
        (problem["code"], problem["severity"], problem["text"], problem["hint"]) for problem in plain
    ]
    places = [":".join(filter(None, (row["file"], row["line"], row["column"]))) for row in rows]
    assert places == [problem["where"] for problem in plain]
    errors = list(csv.DictReader(io.StringIO(run("validate", "faulty", "-f", "csv", "-q").out)))
    assert errors == [row for row in rows if row["severity"] == "error"] != rows
    quiet = json.loads(run("validate", "faulty", "-f", "json", "-q").out)["files"][0]["problems"]
    assert quiet == [problem for problem in plain if problem["severity"] == "error"]
    assert run("validate", "faulty", "-f", "markdown").out.count("| error |") == len(errors)


def test_crossing_mentions(run: Run, tmp_path: Path) -> None:
    """Mentions of one entity that cross are told apart from nested ones; those of two entities are no matter."""
    file = tmp_path / "crossing.conllu"
    rows = ["(e1[1/2]-1)", "(e1-1", "(e1[2/2]-1)", "e1)"]
    lines = [f"{n}\tw{n}\t_\t_\t_\t_\t_\t_\t_\tEntity={cell}" for n, cell in enumerate(rows, 1)]
    file.write_text("# newdoc id = a\n# global.Entity = eid-head\n" + "\n".join(lines) + "\n\n")
    done = run("validate", str(file))
    assert done.status == 0
    assert "CE056" in done.out
    assert "a mention crosses" in done.out


def test_against_a_key(run: Run, stories: Path) -> None:
    """Missing documents and different words are told together, and singletons on one side."""
    text = (stories / "cautious.conll").read_text()
    cut = text[: text.index("#begin document (bakery)")].replace(
        "lighthouse\t0\t2\tbought", "lighthouse\t0\t2\tsold"
    )
    (stories / "cut.conll").write_text(cut)
    done = run("validate", "cut.conll", "--key", "key.conll")
    assert done.status == 1
    assert [code in done.out for code in ("CE010", "CE013", "CE040")] == [True] * 3
    assert run("validate", "eager.conll", "--key", "key.conllu").status == 0


def test_the_key_is_read_as_score_reads_it(run: Run, stories: Path) -> None:
    """Its offsets and layer are said apart from those of the file, as in score; without a key they mean nothing."""
    line = '{"doc_key": "d", "tokens": ["A", "b", "c"], "clusters": [[[0, 1]]], "predicted_clusters": [[[0, 2]]]}\n'
    (stories / "key.jsonl").write_text(line)
    (stories / "system.jsonl").write_text(line)
    files = ("validate", "system.jsonl", "--offsets", "exclusive", "--key", "key.jsonl")
    assert "CE008" in run(*files).err
    done = run(*files, "--key-offsets", "inclusive", "--key-layer", "clusters")
    assert done.status == 0, done.out + done.err
    assert run(*files[:4], "--key-offsets", "inclusive").status == 2


def test_fix(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy can be read, and what was left out is named with its line."""
    monkeypatch.chdir(tmp_path)
    Path("faulty").write_text(FAULTY)
    done = run("validate", "faulty", "--fix", "fixed", "-f", "json")
    assert done.status == 0
    plain = json.loads(done.out)
    assert not plain["files"][0]["valid"]
    assert [problem["where"] for problem in plain["repaired"]["repairs"]] == ["faulty:13:12", "faulty:14:12"]
    assert {problem["code"] for problem in plain["repaired"]["repairs"]} == {"CE048"}
    assert run("validate", "fixed").status == 0
    assert Path("fixed").read_text().count("(") == FAULTY.count("(") - 1
    assert Path("faulty").read_text() == FAULTY


def test_fix_refuses(run: Run, stories: Path) -> None:
    """What is not safe to repair is not written."""
    text = (stories / "key.conll").read_text()
    (stories / "twice").write_text(text + text)
    done = run("validate", "twice", "--fix", "fixed")
    assert done.status == 1
    assert "fixed: not written" in done.out
    assert not (stories / "fixed").exists()


def test_json(run: Run, stories: Path) -> None:
    """The same as data, all problems and all counts."""
    assert stories.is_dir()
    plain = json.loads(run("validate", "key.conllu", "nowhere", "-f", "json").out)
    good, bad = plain["files"]
    assert (good["valid"], good["format"], good["counts"]["words"]) == (True, "corefud", 108)
    assert (bad["valid"], bad["problems"][0]["code"]) == (False, "CE001")


def test_long_lists_are_cut(run: Run, tmp_path: Path) -> None:
    """Twenty problems of a code are shown, the rest is counted; JSON has all; advice is given once."""
    file = tmp_path / "many"
    file.write_text(FAULTY.replace("a 0 1 's -", "a 0 1 's " + "|".join(f"{n}x)" for n in range(30))))
    done = run("validate", str(file))
    assert done.out.count("CE021 error") == 20
    assert "CE021: 11 more; -f json names all" in done.out
    assert done.out.count("Open the mention before") == 1
    problems = json.loads(run("validate", str(file), "-f", "json").out)["files"][0]["problems"]
    assert len([problem for problem in problems if problem["code"] == "CE021"]) == 31


@pytest.mark.parametrize(
    "arguments",
    [(), ("a", "b", "--fix", "c"), ("a", "--fix", "-"), ("a", "--from", "word"), ("a", "--wrong")],
)
def test_wrong_usage(arguments: tuple[str, ...], run: Run, stories: Path) -> None:
    """Status 2, nothing on standard output."""
    assert stories.is_dir()
    done = run("validate", *arguments)
    assert (done.status, done.out) == (2, "")


def test_warnings_of_one_kind_share_a_line(run: Run, tmp_path: Path) -> None:
    """A screen has one line for each kind of warning, with its number and the first places; JSON and CSV have each."""
    path = tmp_path / "nested.jsonl"
    clusters = [[[4 * number, 4 * number + 3], [4 * number + 1, 4 * number + 1]] for number in range(66)]
    row = {"doc_key": "a", "tokens": ["w"] * 264, "clusters": clusters, "offsets": "inclusive"}
    path.write_text(json.dumps(row))
    done = run("validate", str(path))
    about = [line for line in done.out.splitlines() if "CE056" in line]
    assert (done.status, len(about)) == (0, 1)
    assert about[0].startswith("CE056 warning, 66 times: ")
    assert about[0].count(str(path)) == 3
    found = json.loads(run("validate", str(path), "-f", "json").out)["files"][0]["problems"]
    assert sum(problem["code"] == "CE056" for problem in found) == 66
    assert run("validate", str(path), "-f", "csv").out.count("CE056") == 66
    assert "CE056" not in run("validate", str(path), "-q").out


def test_only_files_with_errors_are_listed(run: Run, stories: Path) -> None:
    """A hook checks hundreds of files: with -q those without errors are only counted."""
    files = [str(stories / name) for name in ("key.conll", "key.conllu")]
    done = run("validate", "faulty", *files, "-q")
    assert done.status == 1
    assert "faulty: " in done.out
    assert not any(file in done.out for file in files)
    assert done.out.endswith("2 files without errors\n")
    assert run("validate", *files, "-q").out == "2 files without errors\n"


def test_errors_are_listed_one_by_one(run: Run, tmp_path: Path) -> None:
    """Each error has its own line: every one has to be corrected."""
    path = tmp_path / "broken.conll"
    rows = "".join(f"a 0 {number} w {number})\n" for number in range(5))
    path.write_text(f"#begin document (a);\n{rows}#end document\n")
    done = run("validate", str(path))
    assert (done.status, sum("CE021 error" in line for line in done.out.splitlines())) == (1, 5)
