"""What every command has in common: warnings are told once and where there is room, the signature is the last line."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from corefeval.examples import FOLDER
from corefeval.reports.render import KINDS
from corefeval.signature import Signature
from tests.cli.conftest import Run

WARNED = ("score", "key.conll", "cautious.conll", "-m", "conll")
BOTH = '{"doc_key": "d", "sentences": [["A", "b", "c"]], "clusters": [[[0, 0], [1, 1]]], "predicted_clusters": [[[0, 0], [2, 2]]]}\n'


@pytest.mark.parametrize("kind", [("-q",), ("-f", "csv"), ("--average", "datasets", "-q")])
def test_data_alone_leaves_warnings_to_standard_error(kind: tuple[str, ...], run: Run, stories: Path) -> None:
    """A number or CSV is not disturbed, and nothing is silent."""
    command = WARNED
    if "datasets" in kind:
        for side, name in (("gold", "key"), ("system", "cautious")):
            (stories / side).mkdir()
            (stories / side / "a.conll").write_bytes((stories / f"{name}.conll").read_bytes())
        command = ("score", "gold", "system", "-m", "conll")
    done = run(*command, *kind)
    assert done.status == 0
    assert "CE" not in done.out
    assert done.err.startswith("CE040 warning: ")
    assert "with --singletons drop" in done.err


def test_compare_and_report_tell_too(run: Run, stories: Path) -> None:
    """Their output has no room either."""
    assert stories.is_dir()
    done = run("compare", "key.conll", "cautious.conll", "eager.conll", "-f", "csv", "--interval", "bca")
    assert {"CE040", "CE052"} <= set(re.findall(r"^(CE\d+) warning", done.err, re.MULTILINE))
    assert "CE040 warning" in run("report", "key.conll", "cautious.conll").err


@pytest.mark.parametrize(
    "command",
    [
        WARNED,
        (*WARNED, "--by", "type", "--language", "en"),
        (*WARNED, "--per-document"),
        (*WARNED[:3], "--for", "search"),
        ("compare", "key.conll", "cautious.conll", "eager.conll", "--resamples", "100"),
        ("compare", "key.conll", "cautious.conll", "eager.conll", "--resamples", "100", "--for", "search"),
    ],
)
@pytest.mark.parametrize("kind", ["table", "markdown", "latex"])
def test_the_last_line_is_the_signature(command: tuple[str, ...], kind: str, run: Run, stories: Path) -> None:
    """On one line, which can be given back as it is; warnings are told once, and not in a caption."""
    assert stories.is_dir()
    done = run(*command, "-f", kind)
    assert (done.status, done.err) == (0, "")
    last = done.out.splitlines()[-1]
    assert last.lstrip("% ").startswith("signature ")
    Signature.parse(last.replace("`", ""))
    assert done.out.count("CE040 warning") == 1
    assert not re.search(r"caption\{.*CE\d\d\d", done.out)


def test_explain_ends_with_a_signature_that_is_true(run: Run, stories: Path) -> None:
    """On one line at any width; and the language that was given is in it."""
    assert stories.is_dir()
    done = run("explain", "key.conll", "eager.conll", "--language", "en")
    last = done.out.splitlines()[-1]
    assert last.startswith("signature corefeval:")
    assert Signature.parse(last).settings.language == "en"


def test_json_has_every_warning(run: Run, stories: Path) -> None:
    """What is told once in a table is there as often as it was found."""
    (stories / "many.jsonl").write_text("".join(BOTH.replace('"d"', f'"{name}"') for name in "defgh"))
    offsets = ("--key-offsets", "inclusive", "--response-offsets", "inclusive")
    many = (
        "score",
        "many.jsonl",
        "many.jsonl",
        *offsets,
        "--response-layer",
        "clusters",
        "--key-layer",
        "clusters",
    )
    told = [problem["code"] for problem in json.loads(run(*many, "-f", "json").out)["warnings"]]
    assert "CE038" not in told
    read = json.loads(run("validate", "many.jsonl", "--offsets", "inclusive", "-f", "json").out)
    assert [problem["code"] for problem in read["files"][0]["problems"]] == ["CE038"]


def test_one_kind_is_one_warning(run: Run, stories: Path) -> None:
    """A folder of files that all have the same fault."""
    for number in range(5):
        folder = stories / "odd"
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.jsonl").write_text(BOTH.replace('"d"', f'"{number}"'))
    offsets = ("--key-offsets", "inclusive", "--response-offsets", "inclusive", "--key-layer", "clusters")
    done = run("score", "odd", "odd", *offsets)
    assert done.out.count("CE038 warning") == 1
    flat = " ".join(done.out.split())
    assert "CE038 warning, 5 times:" in flat
    assert "and 2 more; 'corefeval validate' for all" in flat
    every = json.loads(run("score", "odd", "odd", *offsets, "-f", "json").out)["warnings"]
    assert [problem["code"] for problem in every].count("CE038") == 5


@pytest.mark.parametrize("kind", ["table", "json", "csv", "markdown", "latex"])
def test_a_terminal_obeys_no_name(
    kind: str, run: Run, stories: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of documents and of files may hold what sets colours; it is shown, in warnings too."""
    hostile, name = "\x1b[38;5;213m", "x\x1b[38;5;213m"
    for file, documents in (("key", "de"), (name, "d")):
        (stories / file).write_text(
            "".join(BOTH.replace('"d"', json.dumps(document + hostile)) for document in documents)
        )
    monkeypatch.setattr("corefeval.cli.output.is_terminal", lambda *_: True)
    offsets = ("--key-offsets", "inclusive", "--response-offsets", "inclusive")
    done = run("score", "key", name, *offsets, "--per-document", "--missing", "empty", "-f", kind)
    assert done.status == 0, done.err
    assert "CE010" in done.out + done.err
    assert hostile not in done.out + done.err
    for others in (("-q",), ("-f", "text"), ("--key", "key", "--key-format", "jsonlines")):
        assert hostile not in run("validate", name, "--offsets", "inclusive", *others).out


def test_names_that_are_not_utf_8_are_shown_in_json(run: Run, stories: Path) -> None:
    """The name of a file may be any bytes."""
    name = os.fsdecode(b"a\xff")
    (stories / name).write_text(BOTH)
    done = run("validate", name, "--offsets", "inclusive", "-f", "json", "--fix", os.fsdecode(b"b\xff"))
    plain = json.loads(done.out)
    assert plain["files"][0]["file"] == "a\\udcff"
    assert plain["repaired"]["file"] == "b\\udcff"


@pytest.mark.parametrize("command", ["validate", "convert"])
def test_layers_of_the_format_are_accepted(command: str, run: Run, stories: Path) -> None:
    """What CE038 advises can be typed; what the format does not have is refused with what it has."""
    (stories / "both.jsonl").write_text(BOTH)
    more = ("out.conll", "--to", "conll2012") if command == "convert" else ()
    done = run(command, "both.jsonl", *more, "--offsets", "inclusive", "--layer", "clusters")
    assert done.status == 0, done.err
    assert "CE038" not in done.out + done.err
    refused = run(command, "both.jsonl", *more, "--offsets", "inclusive", "--layer", "manual2")
    assert refused.status != 0
    assert "predicted_clusters" in refused.out + refused.err


def test_commands_speak_of_options(run: Run, stories: Path) -> None:
    """Errors too, after which Python is spoken to as before."""
    assert stories.is_dir()
    assert "use --match exact" in run("score", "key.conll", "eager.conll", "--match", "head").err


def test_the_shell_completes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands, options and values, as the documentation says."""
    for words, number, found in (
        ("corefeval sc", 1, "score"),
        ("corefeval score a b --singletons ", 5, "drop"),
        ("corefeval score a b -p e", 5, "e2e"),
        ("corefeval score a b -p perl,cr", 5, "perl,crac"),
        ("corefeval compare a b -p perl,e2e,long", 5, "perl,e2e,longdoc-2"),
        ("corefeval explain a b -p crac2", 5, "crac26"),
        ("corefeval score a b -m muc,b", 5, "muc,bcub"),
        ("corefeval score a b -m mu", 5, "muc"),
        ("corefeval score a b -m conll,le", 5, "conll,lea"),
        ("corefeval score a b -p cra", 5, "crac24"),
        ("corefeval metrics le", 2, "lea"),
        ("corefeval presets cra", 2, "crac24"),
        ("corefeval score a b --by ty", 5, "type"),
        ("corefeval compare a b --by ty", 5, "type"),
        ("corefeval convert a b --to corefu", 5, "corefud"),
        ("corefeval convert a b --from conll2", 5, "conll2012"),
        ("corefeval schemes gu", 2, "gum"),
    ):
        monkeypatch.setenv("_COREFEVAL_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(number))
        assert f"plain,{found}" in run().out


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("compare", "key.conll", "eager.conll", "cautious.conll"), "62.38  cautious\n61.20  eager\n"),
        (("agree", "key.conll", "eager.conll"), "0.304\n"),
        (("report", "key.conll", "eager.conll", "-o", "page.html"), ""),
        (("reproduce", "key.conll", "eager.conll", "61.20", "--changes", "0"), "no preset, no options\n"),
        (("score", "key.conll", "eager.conll"), "61.20\n"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_quiet(command: tuple[str, ...], expected: str, run: Run, stories: Path) -> None:
    """-q prints the main number or name alone."""
    assert stories.is_dir()
    done = run(*command, "-q")
    assert (done.status, done.out) == (0, expected)


@pytest.mark.parametrize(
    ("variables", "has_styles", "has_colours"),
    [
        ({}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
    ids=["pipe", "no", "force", "both"],
)
def test_colour(
    variables: dict[str, str],
    has_styles: bool,
    has_colours: bool,
    run: Run,
    stories: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """FORCE_COLOR colours a file or a pipe as well; NO_COLOR leaves bold type, and no colour."""
    assert stories.is_dir()
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    text = run("score", "key.conll", "cautious.conll").out
    assert ("\x1b[1m" in text, "\x1b[33m" in text) == (has_styles, has_colours)


def test_a_list_completes_to_new_names_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset that the list has is not proposed again, nor a group where one preset is asked for."""
    for words, absent in (
        ("corefeval score a b -p perl,", "perl,perl"),
        ("corefeval explain a b -p a", "all"),
    ):
        monkeypatch.setenv("_COREFEVAL_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", "5")
        assert f"plain,{absent}" not in run().out.splitlines()


EVERY = (
    ("score", "key.conllu", "eager.conllu"),
    ("score", "key.conllu", "eager.conllu", "--by", "type", "--average", "macro"),
    ("score", "key.conllu", "eager.conllu", "--for", "search"),
    ("score", "gold", "system", "--average", "datasets"),
    ("compare", "key.conllu", "eager.conllu", "cautious.conllu", "--resamples", "100"),
    ("compare", "key.conllu", "eager.conllu", "cautious.conllu", "--resamples", "0", "--for", "all"),
    ("explain", "key.conllu", "eager.conllu", "--by", "type"),
    ("validate", "cautious.conll", "eager.conll", "--key", "key.conll"),
    ("metrics",),
    ("metrics", "lea"),
    ("metrics", "--demo"),
    ("presets",),
    ("presets", "crac24"),
    ("formats",),
    ("formats", "corefud"),
    ("schemes",),
    ("schemes", "lithuanian"),
)


@pytest.fixture
def datasets(stories: Path) -> Path:
    """Return the stories, and two folders of two datasets beside them."""
    for folder, name in (("gold", "key"), ("system", "eager")):
        (stories / folder).mkdir()
        for dataset in "ab":
            (stories / folder / f"{dataset}.conllu").write_bytes((stories / f"{name}.conllu").read_bytes())
    return stories


@pytest.mark.parametrize("command", EVERY, ids=" ".join)
def test_every_command_speaks_every_kind(command: tuple[str, ...], run: Run, datasets: Path) -> None:
    """Table, JSON, CSV, Markdown and LaTeX: each is what it says it is, and all come from the same run."""
    assert datasets.is_dir()
    texts = {}
    for kind in KINDS:
        done = run(*command, "-f", kind)
        assert done.status == 0, done.err
        texts[kind] = done.out
    assert json.loads(texts["json"])
    rows = list(csv.reader(io.StringIO(texts["csv"])))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    tables = re.findall(r"(?m)^\|.*\|$", texts["markdown"])
    for line in tables:
        assert line.count(" | ") >= 1
    assert texts["latex"].startswith("% \\usepackage{booktabs}\n")
    begun, ended = (re.findall(rf"\\{word}{{(\w+\*?)}}", texts["latex"]) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    unbroken = "signature " if command[0] != "validate" else ""
    assert all(len(line) <= 80 or line.startswith(unbroken) for line in texts["table"].splitlines())


MEASURED = (
    *(command for command in EVERY if command[0] in {"score", "compare", "explain"}),
    ("score", "key.conllu", "eager.conllu", "-m", "all", "--per-document", "--ci"),
    ("score", "key.conllu", "eager.conllu", "--for", "all"),
    ("explain", "key.conllu", "eager.conllu", "-m", "conll,lea,dominant", "--by", "type,distance"),
    ("explain", "key.conllu", "eager.conllu", "-m", "dominant,parent", "--list", "all"),
    ("explain", "key.conllu", "eager.conllu", "cautious.conllu", "-m", "conll,dominant", "--by", "type"),
    ("simulate", "key.conllu"),
    ("reproduce", "key.conll", "eager.conll", "--target", "50.63", "--metric", "ceafe"),
    ("reproduce", "key.conll", "eager.conll", "--target", "50.64", "--metric", "ceafe", "--changes", "0"),
    ("agree", "key.conllu", "eager.conllu", "cautious.conllu", "--by", "type", "--per-document"),
    ("metrics", "lea"),
)
NO_SCORES = {
    "points",
    "counts",
    "count",
    "outcomes",
    "adds",
    "cases",
    "settings",
    "parameters",
    "ace",
    "units",
}
"""Names under which a number is no score: points, counts, and what was given. The ACE value has no lower bound."""
COUNTS_OF_USES = {("measured", name) for name in ("gold", "right", "wrong", "system")}
"""Counts of the units of a use, which are weights for some uses."""


def large_numbers(plain: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of each number with decimals beyond -1 and 1 that no name says is anything but a score."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            if name not in NO_SCORES and (*path[-1:], name) not in COUNTS_OF_USES:
                yield from large_numbers(value, (*path, name))
    elif isinstance(plain, list):
        for value in plain:
            yield from large_numbers(value, path)
    elif isinstance(plain, float) and abs(plain) > 1 + 1e-9:
        yield path


@pytest.mark.parametrize("command", MEASURED, ids=" ".join)
def test_scores_are_fractions(command: tuple[str, ...], run: Run, datasets: Path) -> None:
    """JSON and CSV have fractions; points, 0 to 100, are found under the name points alone."""
    assert datasets.is_dir()
    done = run(*command, "-f", "json")
    assert done.status in {0, 1}, done.err
    assert not set(large_numbers(json.loads(done.out)))
    heads, *rows = csv.reader(io.StringIO(run(*command, "-f", "csv").out))
    for head, column in zip(heads, zip(*rows, strict=True), strict=True):
        numbers = [float(cell) for cell in column if re.fullmatch(r"-?\d+\.\d+", cell)]
        if re.search(
            r"(recall|precision)$|f1|f_beta|score|difference|^low|^high|mean|agreement|expected|observed",
            head,
        ):
            assert all(abs(number) <= 1 + 1e-9 for number in numbers), head


def test_text_is_another_name_for_table(run: Run, stories: Path) -> None:
    """What some commands called it before."""
    assert stories.is_dir()
    assert run("presets", "-f", "text") == run("presets", "-f", "table") == run("presets")
    assert "Choose from table, json, csv, markdown, latex." in run("presets", "-f", "tabel").err


@pytest.mark.parametrize(
    "additional", [("--by", "type"), ("--by", "length"), ("--per-document",), ("-m", "all", "--per-document")]
)
@pytest.mark.parametrize("width", ["60", "80"])
def test_no_figure_is_cut(
    additional: tuple[str, ...], width: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is too wide for the screen goes on below; nothing in it is shortened."""
    monkeypatch.setenv("COLUMNS", width)
    done = run("score", str(FOLDER / "key.conllu"), str(FOLDER / "cautious.conllu"), *additional)
    assert done.status == 0
    assert "…" not in done.out


def test_a_page_of_two_layers_names_them(run: Run, tmp_path: Path) -> None:
    """Key and system may be layers of one file: each is called by its own."""
    words = '"doc_key": "a", "sentences": [["w", "w", "w"]]'
    clusters = '"clusters": [[[0, 0], [1, 1]]], "predicted_clusters": [[[0, 0], [2, 2]]]'
    both, page = tmp_path / "both.jsonl", tmp_path / "page.html"
    both.write_text(f"{{{words}, {clusters}}}\n")
    layers = "--key-layer", "clusters", "--response-layer", "predicted_clusters"
    assert run("report", str(both), str(both), *layers, "--no-compress", "-o", str(page)).status == 0
    text = page.read_text(encoding="utf-8")
    assert "both (clusters)" in text
    assert "both (predicted_clusters)" in text
