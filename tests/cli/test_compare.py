"""corefeval compare, as it is typed."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from corefeval.cli import main

LINE = '{{"doc_key": "{name}", "sentences": [["a", "b", "c", "d"]], "clusters": {clusters}}}\n'
RIGHT = [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]
JOINED = [[[0, 0], [1, 1], [2, 2], [3, 3]]]
PARTLY = [[[0, 0], [1, 1]]]


class Run(NamedTuple):
    """What a run of the program left behind."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, folder: Path) -> Run:
    """Run the program in a folder."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(["compare", *arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
    return Run(status, out.getvalue(), err.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a key of twelve documents and two systems."""
    for file, clusters in (("key", RIGHT), ("joined", JOINED), ("partly", PARTLY)):
        lines = [LINE.format(name=f"d{n}", clusters=RIGHT if n % 4 == 0 else clusters) for n in range(12)]
        (tmp_path / f"{file}.jsonl").write_text("".join(lines))
    (tmp_path / "one.jsonl").write_text(LINE.format(name="d0", clusters=RIGHT))
    return tmp_path


OFFSETS = ("--key-offsets", "inclusive", "--response-offsets", "inclusive")
FILES = ("key.jsonl", "joined.jsonl", "partly.jsonl", *OFFSETS)


def test_table(folder: Path) -> None:
    """Names, scores, how intervals and tests were made, and signature are printed."""
    done = run(*FILES, "-m", "muc,lea", folder=folder)
    assert done.returncode == 0, done.stderr
    for text in (
        "joined",
        "partly",
        "MUC",
        "LEA",
        "jackknife",
        "(all swaps)",
        "partly − joined",
        "signature corefeval:",
    ):
        assert text in done.stdout


def test_names_and_baseline(folder: Path) -> None:
    """NAME=PATH names a system, and any can be the baseline."""
    done = run(
        "key.jsonl",
        "a=joined.jsonl",
        "b=partly.jsonl",
        *OFFSETS,
        "--baseline",
        "b",
        "-f",
        "json",
        folder=folder,
    )
    plain = json.loads(done.stdout)
    assert sorted(plain["systems"]) == ["a", "b"]
    assert {(test["system"], test["against"]) for test in plain["tests"]} == {("a", "b")}


def test_signature_gives_the_same_run(folder: Path) -> None:
    """What was printed, given back, sets the same comparison up again."""
    options = (
        "--pairs",
        "all",
        "--interval",
        "bca",
        "--seed",
        "3",
        "--singletons",
        "drop",
    )
    first = json.loads(
        run(*FILES, *options, "--resamples", "200", "-m", "lea,conll", "-f", "json", folder=folder).stdout
    )
    again = run(*FILES, "--signature", first["signature"], "-f", "json", folder=folder)
    assert json.loads(again.stdout) == first


def test_same_bytes_with_two_processes(folder: Path) -> None:
    """Reading with two processes changes nothing."""
    one, two = (run(*FILES, "--jobs", jobs, "-f", "json", folder=folder).stdout for jobs in ("1", "2"))
    assert one == two
    assert one


def test_output_file(folder: Path) -> None:
    """-o writes the file and prints nothing."""
    done = run(*FILES, "-f", "latex", "-o", "table.tex", folder=folder)
    assert done.stdout == ""
    assert r"\toprule" in (folder / "table.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (("one.jsonl", "one.jsonl"), 1, "CE052"),
        (("key.jsonl", "joined.jsonl", "joined.jsonl"), 2, "CE051"),
        (("key.jsonl", "a=joined.jsonl", "a=partly.jsonl"), 2, "CE051"),
        (("key.jsonl", "joined.jsonl", "--baseline", "x"), 2, "CE050"),
        (("key.jsonl", "joined.jsonl", "--confidence", "2"), 2, "CE050"),
        (("key.jsonl",), 2, "Missing argument"),
        (("key.jsonl", "nowhere.jsonl"), 1, "CE001"),
    ],
)
def test_problems(folder: Path, arguments: tuple[str, ...], status: int, text: str) -> None:
    """What cannot be compared is said with a code, without a traceback."""
    done = run(*arguments, *OFFSETS, folder=folder)
    assert done.returncode == status
    assert text in done.stderr


def test_help_shows_examples(folder: Path) -> None:
    """The help has every option and an example to copy."""
    text = run("--help-all", folder=folder).stdout
    for option in (
        "--baseline",
        "--pairs",
        "--test",
        "--interval",
        "--seed",
        "--by",
        "--resample",
        "--signature",
    ):
        assert option in text
    assert "corefeval compare gold" in text


def test_the_key_among_the_systems_is_left_out(folder: Path) -> None:
    """*.jsonl has the key too: it is left out, and that is said; named it stays."""
    done = run("key.jsonl", "key.jsonl", "joined.jsonl", "partly.jsonl", *OFFSETS, folder=folder)
    assert done.returncode == 0, done.stderr
    assert "CE141 warning key.jsonl: the key is among the systems and is skipped" in done.stdout
    plain = json.loads(
        run("key.jsonl", "gold=key.jsonl", "partly.jsonl", *OFFSETS, "-f", "json", folder=folder).stdout
    )
    assert list(plain["systems"]) == ["gold", "partly"]


def test_a_broken_system_is_reported_and_the_rest_ranked(folder: Path) -> None:
    """The exit status is 1, the others are ranked, and every problem has its line."""
    (folder / "broken.jsonl").write_text("{\n" + LINE.format(name="d1", clusters="[[[0, 9]]]"))
    done = run(*FILES[:3], "broken.jsonl", *OFFSETS, "-f", "json", folder=folder)
    assert done.returncode == 1
    plain = json.loads(done.stdout)
    assert {one["system"] for one in plain["ranking"]["systems"]} == {"joined", "partly"}
    assert "broken.jsonl:1" in {problem["where"] for problem in plain["rejected"]["broken"]}
    table = run(*FILES[:3], "broken.jsonl", *OFFSETS, folder=folder)
    assert table.returncode == 1
    assert "CE140" in table.stdout
    uses = run(*FILES[:3], "broken.jsonl", *OFFSETS, "--for", "search", "--language", "en", folder=folder)
    assert uses.returncode == 1


def test_rank_by(folder: Path) -> None:
    """--rank-by names the metric, in the signature too."""
    done = run(*FILES, "-m", "muc,mention", "--rank-by", "mention", "-f", "json", folder=folder)
    plain = json.loads(done.stdout)
    assert plain["ranking"]["metric"] == "mention"
    again = run(*FILES, "--signature", plain["signature"], "-f", "json", folder=folder)
    assert json.loads(again.stdout) == plain


def test_tables_choose_their_metric(folder: Path) -> None:
    """`--tables zitkus-2023` scores `dominant` by itself, and is refused if `-m` names other metrics only."""
    files = ("key.jsonl", "joined.jsonl", "partly.jsonl")
    chosen = run(*files, "--tables", "zitkus-2023", "--language", "en", folder=folder)
    assert chosen.returncode == 0
    assert "|dominant\n" in chosen.stdout
    assert run(*files, "--tables", "zitkus-2023", "-m", "muc", folder=folder).returncode == 2
