"""corefeval score, as it is typed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from corefeval.cli import SECTIONS, output
from corefeval.examples import FOLDER
from corefeval.pairing import auction
from tests.cli.conftest import Run
from tests.files import conll
from tests.goldens import Goldens


def typed(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "corefeval", *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("score", ("key.conllu", "cautious.conllu")),
        ("score-conll", ("key.conll", "eager.conll")),
        ("score-singletons", ("key.conll", "cautious.conll", "-m", "conll,lea")),
        ("score-documents", ("key.conllu", "eager.conllu", "--per-document", "-m", "conll,lea")),
        ("score-macro", ("key.conllu", "eager.conllu", "--average", "macro", "-m", "muc,conll")),
        ("score-mentions", ("key.conllu", "eager.conllu", "--average", "mentions", "-m", "muc,conll")),
    ],
)
def test_table(name: str, arguments: tuple[str, ...], run: Run, stories: Path, golden: Goldens) -> None:
    """The table fits 80 columns, and says in words what was done."""
    assert stories.is_dir()
    done = run("score", *arguments)
    assert (done.status, done.err) == (0, "")
    golden(f"cli/{name}.txt", done.out, width=80)


def test_mean_by_mentions(run: Run, stories: Path) -> None:
    """It stands under a name of its own in every format, and is refused with --by."""
    assert stories.is_dir()
    arguments = ("score", "key.conllu", "eager.conllu", "-m", "muc", "--average", "mentions")
    plain = json.loads(run(*arguments, "-f", "json").out)
    assert plain["mentions"]["muc"].keys() <= plain["scores"]["muc"].keys()
    assert "macro" not in plain
    assert "\nmentions,,muc," in run(*arguments, "-f", "csv").out
    assert "Means of the documents' scores, by mentions" in run(*arguments, "-f", "markdown").out
    assert run(*arguments, "--by", "type").status == 2


def test_long_signature(run: Run, stories: Path) -> None:
    """--signature-long prints every setting, in this run alone, and the line repeats the run."""
    del stories
    arguments = ("score", "key.conll", "eager.conll", "-m", "lea")
    short = run(*arguments).out.splitlines()[-1]
    long = run(*arguments, "--signature-long").out.splitlines()[-1]
    assert (
        short
        == "signature corefeval:"
        + long.partition("corefeval:")[2].partition("|")[0]
        + "|none|key:81578874|lea"
    )
    assert "|preset:none|match:exact|" in long
    assert run(*arguments[:3], "--signature", long).out == run(*arguments).out


def test_help(run: Run) -> None:
    """Every option, and examples to copy."""
    text = run("score", "--help-all").out
    for option in (
        "--match",
        "--singletons",
        "--per-document",
        "--average",
        "--jobs",
        "--quiet",
        "--signature",
    ):
        assert option in text
    assert "corefeval score gold.conllu system.conllu" in text


@pytest.mark.parametrize("command", ["", *(name for names in SECTIONS.values() for name in names)])
def test_help_fits_the_screen(command: str, run: Run) -> None:
    """No line of a help, its examples included, is wider than 80 columns."""
    text = run(*command.split(), "--help").out
    assert [line for line in text.splitlines() if len(line) > 80] == []


def test_advice_on_heads_can_be_followed(run: Run, stories: Path) -> None:
    """Without a tree the advice is not to take heads from it; the key's tree serves a response that has none."""
    assert stories.is_dir()
    done = run("score", "key.conll", "eager.conll", "-p", "crac24")
    assert "CE066" in done.out
    assert "--heads tree" not in done.out
    assert run("score", "key.conll", "eager.conll", "-p", "crac24", "--match", "exact").status == 0
    assert "CE066" not in run("score", "key.conllu", "eager.conll").out


def test_quiet(run: Run, stories: Path) -> None:
    """-q prints the headline number alone."""
    assert stories.is_dir()
    assert re.fullmatch(r"\d+\.\d\d\n", run("score", "key.conllu", "eager.conllu", "-q").out)


@pytest.mark.parametrize("average", ["macro", "mentions"])
def test_quiet_gives_the_mean_that_is_asked_for(average: str, run: Run, stories: Path) -> None:
    """With -q and a mean over documents the number is that mean, not the score of all."""
    assert stories.is_dir()
    arguments = ("score", "key.conllu", "eager.conllu", "--average", average)
    mean = json.loads(run(*arguments, "-f", "json").out)[average]["conll"]["f1"]
    assert run(*arguments, "-q").out == f"{100 * mean:.2f}\n"
    assert run(*arguments, "-q").out != run("score", "key.conllu", "eager.conllu", "-q").out


@pytest.mark.parametrize(
    "idle",
    [
        *(
            ("-q", *other)
            for other in (("--ci",), ("--by", "type"), ("--per-document",), ("-f", "json"), ("--beta", "2"))
        ),
        *(("--for", "search", *other) for other in (("--per-document",), ("--average", "macro"))),
        *(("--average", "datasets", *other) for other in (("--by", "type"), ("--per-document",), ("--ci",))),
    ],
    ids=" ".join,
)
def test_options_without_effect_are_refused(idle: tuple[str, ...], run: Run, stories: Path) -> None:
    """What another option leaves no room for is named and nothing is printed."""
    assert stories.is_dir()
    done = run("score", "key.conllu", "eager.conllu", *idle)
    assert (done.status, done.out) == (2, "")
    assert re.search(rf"goes\s+without\s+{idle[1] if idle[0] == '-q' else idle[2]}", done.err)


def test_intervals_are_signed_and_set_up_again(run: Run, stories: Path) -> None:
    """The signature says how intervals were made, and given back makes them, also those of an older line."""
    assert stories.is_dir()
    files = ("score", "key.conllu", "eager.conllu", "-m", "conll,lea", "-f", "json")
    first = json.loads(run(*files, "--ci").out)
    assert first["signature"].endswith("|interval:jackknife|resample:documents|confidence:0.95")
    assert json.loads(run(*files, "--signature", first["signature"]).out) == first
    old = first["signature"].partition("|interval:")[0] + "|interval:percentile|resamples:300|seed:7"
    bootstrapped = json.loads(run(*files, "--signature", old).out)
    assert bootstrapped["intervals"] != first["intervals"]
    signed = "|interval:percentile|resample:documents|resamples:300|confidence:0.95|seed:7"
    assert bootstrapped["signature"].endswith(signed)
    assert "intervals" not in json.loads(run(*files).out)
    assert "CE050" in run(*files, "--signature", old.replace("300", "many")).err


def test_signature_sets_the_same_run_up(run: Run, stories: Path) -> None:
    """What was printed, given back, scores the same."""
    assert stories.is_dir()
    options = ("--match", "exact", "--singletons", "keep", "-m", "lea,blanc(empty=key)", "-f", "json")
    first = json.loads(run("score", "key.conllu", "eager.conllu", *options).out)
    again = run("score", "key.conllu", "eager.conllu", "--signature", first["signature"], "-f", "json")
    assert json.loads(again.out)["signature"] == first["signature"]
    assert list(json.loads(again.out)["scores"].values()) == list(first["scores"].values())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("key.conllu",), "Missing argument"),
        (("key.conllu", "eager.conllu", "--matc", "exact"), "No such option"),
        (("key.conllu", "eager.conllu", "--match", "exactly"), "exactly"),
        (("key.conllu", "eager.conllu", "-m", "leaf"), "Did you mean 'lea'"),
        (("key.conllu", "eager.conllu", "-p", "crac42"), "unknown preset"),
        (("key.conllu", "eager.conllu", "--key-format", "word"), "unknown format"),
        (("key.conllu", "eager.conllu", "--jobs", "0"), "--jobs"),
        (("-", "-"), "standard input"),
        (("key.conllu", "eager.conllu", "--signature", "nonsense"), "CE05"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], text: str, run: Run, stories: Path) -> None:
    """Status 2, nothing on standard output, and what was meant perhaps."""
    assert stories.is_dir()
    done = run("score", *arguments)
    assert (done.status, done.out) == (2, "")
    assert text in done.err
    assert "Traceback" not in done.err


def test_unknown_command(run: Run) -> None:
    """A misspelt command is met with the right one."""
    done = run("scor")
    assert done.status == 2
    assert "Did you mean 'score'?" in done.err


def test_standard_input(stories: Path) -> None:
    """- is standard input, for either side."""
    with (stories / "eager.conllu").open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "corefeval", "score", "key.conllu", "-", "-q"],
            cwd=stories,
            stdin=stream,
            capture_output=True,
            check=True,
        )
    assert done.stdout == typed("score", "key.conllu", "eager.conllu", "-q", folder=stories).stdout


def test_same_bytes(tmp_path: Path) -> None:
    """Any hash seed, one process or two, files written in any order: the same bytes."""
    for number, order in enumerate(([0, 1, 2], [2, 0, 1])):
        for side in ("key", "eager"):
            whole = (FOLDER / f"{side}.conllu").read_text(encoding="utf-8")
            pieces = whole.split("# newdoc id = ")[1:]
            folder = tmp_path / f"{number}" / side
            folder.mkdir(parents=True)
            for index in order:
                name, rest = pieces[index].split("\n", 1)
                (folder / f"{name}.conllu").write_text(f"# newdoc id = {name}\n{rest}", encoding="utf-8")
    runs = [
        typed(
            "score",
            "key",
            "eager",
            "-m",
            "all",
            "-f",
            "json",
            "--per-document",
            "--jobs",
            jobs,
            folder=tmp_path / number,
            PYTHONHASHSEED=seed,
        )
        for number, jobs, seed in (("0", "1", "0"), ("0", "2", "1"), ("1", "1", "2"), ("1", "2", "3"))
    ]
    assert {done.returncode for done in runs} == {0}, runs[0].stderr
    assert len({done.stdout for done in runs}) == 1
    shutil.rmtree(tmp_path / "1")


def test_ascii_terminal(stories: Path) -> None:
    """A terminal that cannot show B³ gets a table all the same."""
    done = typed("score", "key.conllu", "eager.conllu", folder=stories, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert b"B?" in done.stdout


def test_reader_gone(stories: Path) -> None:
    """A pipe that is closed early is no error."""
    command = f"{shlex.quote(sys.executable)} -m corefeval metrics -f json | head -c 10"
    done = subprocess.run(["sh", "-c", command], cwd=stories, capture_output=True, check=True)
    assert done.stderr == b""


def test_no_bar_without_a_terminal(stories: Path) -> None:
    """Progress is shown on a terminal only, and only for what takes time."""
    with output.watching(str(stories / "key.conllu"), worth=1) as watcher:
        assert watcher is None


def test_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Run, stories: Path) -> None:
    """On a terminal the bar is drawn on standard error and taken away; standard output is the same."""
    plain = run("score", "key.conllu", "eager.conllu")
    monkeypatch.setattr(output, "is_terminal", lambda stream=None: stream is None)
    with output.watching("key.conllu", "eager.conllu", worth=1) as watcher:
        assert watcher is not None
        for read in (10, 20, 5, 15):
            watcher(read, 20)
    assert run("score", "key.conllu", "eager.conllu").out == plain.out
    assert stories.is_dir()


def test_a_huge_assignment_is_watched(monkeypatch: pytest.MonkeyPatch, stories: Path) -> None:
    """On a terminal the steps of a huge assignment are shown whatever the size of the files; nobody is told afterwards."""
    assert stories.is_dir()
    monkeypatch.setattr(output, "is_terminal", lambda stream=None: stream is None)
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr(output._Bar, "_show", lambda _, *what: shown.append(what))
    with output.watching("key.conllu") as watcher:
        assert watcher is None
        auction.solve(np.array([0, 0]), np.array([0, 1]), np.array([0.5, 0.25]), 1, 2)
    auction.solve(np.array([0, 0]), np.array([0, 1]), np.array([0.5, 0.25]), 1, 2)
    assert shown[0] == (
        f"aligning entities: auction, round 0 of {auction.PACE.rounds:,}",
        0,
        auction.PACE.rounds,
    )
    assert [what for what, _, _ in shown[1:]] == [
        "aligning entities: rows put right 0 of 1",
        "aligning entities: columns put right 0 of 1",
    ]


def test_nothing_heavy_for_help() -> None:
    """--help imports neither numpy nor rich; a small score imports no scipy, and nothing that finds kinds of expressions."""
    program = "import sys; from corefeval.cli import main\ntry: main({arguments})\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    for arguments, banned in (
        (["--help"], {"numpy", "rich"}),
        (["score", "--help"], {"numpy", "rich"}),
        (
            ["score", str(FOLDER / "key.conll"), str(FOLDER / "eager.conll")],
            {"scipy", "matplotlib", "corefeval.linguistics"},
        ),
    ):
        done = subprocess.run(
            [sys.executable, "-c", program.format(arguments=arguments)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert not banned & set(done.stderr.split())


def test_preset_prints_what_the_official_scorers_say(run: Run, tmp_path: Path) -> None:
    """`-q` and the table of the preset perl give 66.67."""
    path = str(conll(tmp_path / "key.conll", ["(1)", "(2)"]))
    assert run("score", path, path, "-p", "perl", "-q").out.strip() == "66.67"
    assert "66.67" in run("score", path, path, "-p", "perl", "-m", "conll").out


FILES = (str(FOLDER / "key.conll"), str(FOLDER / "eager.conll"))


def test_several_presets(run: Run) -> None:
    """One table with a row for each preset, in text, JSON, CSV and LaTeX."""
    text = run("score", *FILES, "-p", "perl,e2e,spacy").out
    assert "56.70" in text
    assert "a spread of 4.50 points" in " ".join(text.split())
    plain = json.loads(run("score", *FILES, "-p", "perl,e2e", "-f", "json").out)
    assert [each["preset"] for each in plain["presets"]] == ["perl", "e2e"]
    assert run("score", *FILES, "-p", "all", "-f", "csv").out.startswith("preset,description,metric,")
    assert "\\begin{tabular}" in run("score", *FILES, "-p", "crac", "-f", "latex").out
    assert all(len(line) <= 80 for line in run("score", *FILES, "-p", "all").out.splitlines())


def test_what_several_presets_go_without(run: Run) -> None:
    """Options that concern one table are refused; so is a name that does not exist."""
    for options in (["--ci"], ["--by", "type"], ["-q"], ["--per-document"], ["--for", "search"]):
        assert run("score", *FILES, "-p", "perl,e2e", *options).status == 2
    assert run("score", *FILES, "-p", "perl,nosuch").status == 2
    assert run("score", *FILES, "-p", ",").status == 2
    assert run("compare", *FILES, "-p", "perl,e2e", "--pairs", "all").status == 2


def test_options_that_replace_settings_are_named(run: Run) -> None:
    """A row whose preset has another value says so; a row of a group that is named after its setting refuses."""
    rows = json.loads(run("score", *FILES, "-p", "perl,conll12", "--singletons", "drop", "-f", "json").out)
    assert [row["description"] for row in rows["presets"]] == [
        "--singletons drop instead of keep",
        "exact, without singletons",
    ]
    assert run("score", *FILES, "-p", "crac", "--match", "exact").status == 2
    assert run("score", *FILES, "-p", "crac", "--zeros", "linear").status == 0


def test_commands_of_one_preset_refuse_several(run: Run) -> None:
    """Explain and report have one table of errors."""
    for names in ("perl,e2e", "all"):
        done = run("explain", *FILES, "-p", names)
        assert done.status == 2
        assert "CE051" in done.err


def test_warnings_of_several_presets(run: Run) -> None:
    """First words as heads are reported in the tables of score and compare."""
    for command in ("score", "compare"):
        assert "CE066" in run(command, *FILES, "-p", "perl,crac24").out
        assert "CE066" not in run(command, *FILES, "-p", "perl,e2e").out
    assert "CE066" in run("compare", *FILES, "-p", "perl,crac24", "-f", "json").out


def test_compare_under_several_presets(run: Run) -> None:
    """Kendall's tau and ranks; a system that cannot be scored gives status 1."""
    done = run("compare", *FILES, str(FOLDER / "cautious.conll"), "-p", "perl,e2e")
    assert done.status == 0
    assert "Kendall's τ 1.00" in done.out
    assert run("compare", *FILES, "absent.conll", "-p", "perl,e2e").status == 1


def test_entities(run: Run) -> None:
    """--by entity has tables, JSON and CSV; features beside it are broken down as usual."""
    files = str(FOLDER / "key.conllu"), str(FOLDER / "eager.conllu")
    text = run("score", *files, "--by", "entity,type", "-m", "muc", "--top", "2").out
    assert "Means over gold entities" in text
    assert "MUC by type" in text
    plain = json.loads(run("score", *files, "--by", "entity", "-m", "muc", "-f", "json").out)
    assert len(plain["by_entity"]["entities"]) == 9
    rows = run("score", *files, "--by", "entity", "-m", "muc", "-f", "csv").out.splitlines()
    assert rows[0].startswith("document,entity,name,size,spread,counterpart,precision,recall,f1")
    assert len(rows) == 10
