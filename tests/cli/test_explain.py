"""corefeval explain on the command line."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from corefeval.breakdown.features import BUILDERS
from corefeval.cli import main
from tests.cli.conftest import Run
from tests.goldens import Goldens

LINE = "d\t0\t{number}\t{word}\tNN\t*\t-\t-\t-\t-\t*\t{cell}"
WORDS = ("Ada", "saw", "Bob", "and", "she", "waved")


def conll(*cells: str) -> str:
    """A CoNLL-2012 file of one sentence with these coreference cells."""
    lines = [
        LINE.format(number=number, word=word, cell=cell)
        for number, (word, cell) in enumerate(zip(WORDS, cells, strict=True))
    ]
    return "\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""])


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A key in which she is Ada, and a response in which she is Bob."""
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(conll("(0)", "-", "-", "-", "(0)", "-"))
    response.write_text(conll("-", "-", "(1)", "-", "(1)", "-"))
    return str(key), str(response)


def test_table(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The tables name the metric, the errors and the settings."""
    main(["explain", *files, "-m", "bcub", "--by", "type"])
    text = capsys.readouterr().out
    assert "Where B³ F1 25.00 loses 75.00 points" in text
    assert "Bob" in text
    assert "signature" in text


def test_json_and_plot(files: tuple[str, str], tmp_path: Path) -> None:
    """JSON goes to a file, the figure to another."""
    output, figure = tmp_path / "why.json", tmp_path / "loss.svg"
    main(
        [
            "explain",
            *files,
            "-m",
            "bcub,lea",
            "-f",
            "json",
            "-o",
            str(output),
            "--plot",
            str(figure),
            "--top",
            "1",
        ]
    )
    plain = msgspec.json.decode(output.read_bytes())
    assert set(plain["attribution"]) == {"bcub", "lea"}
    assert len(plain["instances"]) == 1
    assert figure.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-m", "ace"], "CE050 error: explain cannot use this metric"),
        (["--list", "wl"], "CE112 error: conll "),
        (["-m", "arcs.immediate", "--list", "wx"], "tp, wl, fn, fp, all"),
        (["-m", "arcs.immediate", "--list", "wl", "--by", "type"], "--by goes without it"),
        (["-m", "arcs.immediate", "--list", ""], "CE050 error: unknown outcome ''"),
        (["-m", "parent", "--language", "en", "--plot", "a.svg"], "'parent'"),
        (["--by", "colour"], "unknown feature 'colour'"),
        (["--plot", "loss.pdf"], "'loss.pdf'"),
        (["--show", "cost"], "Did you mean 'costs'?"),
        (["--show", ""], "The list of sections is empty"),
        (["--show", "costs", "-f", "csv"], "CSV has a row an error"),
        (["-m", "arcs.immediate", "--list", "wl", "--show", "costs"], "--show goes without it"),
        (["--repair", "all"], "say where with -o FILE"),
        (["--repair", "all", "-o", "a.conll", "--by", "type"], "--by goes without it"),
        (["--repair", "all", "-o", "a.conll", "-f", "json"], "-f goes without it"),
        (["--repair", "every", "-o", "a.conll"], "unknown error class 'every'"),
        (["--repair", "all", "-o", "a.sgm", "--to", "muc"], "CE116 error: MUC SGML "),
        (["--to", "jsonlines"], "name classes to repair"),
        (["--trim", "the"], "CE050 error: --trim "),
    ],
)
def test_wrong_usage(
    files: tuple[str, str], options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 and one sentence, no traceback."""
    with pytest.raises(SystemExit) as stop:
        main(["explain", *files, *options])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["csv", "json", "markdown", "latex"])
def test_golden(kind: str, files: tuple[str, str], run: Run, golden: Goldens) -> None:
    """Every error of a small text, with place, words, type, distance and gain; the tables alone for people."""
    done = run("explain", *files, "-m", "bcub,muc", "-f", kind)
    assert done.status == 0
    golden(f"cli/explain.{kind}", done.out, width=80)


def test_all_errors_unless_a_number_is_given(run: Run, stories: Path) -> None:
    """Tables have ten, JSON and CSV all; --top holds for each."""
    assert stories.is_dir()
    command = ("explain", "key.conll", "cautious.conll", "--language", "en")
    every = msgspec.json.decode(run(*command, "-f", "json").out)
    assert len(every["instances"]) == sum(every["errors"].values()) > 10
    assert run(*command, "-f", "csv").out.count("corefeval:") == len(every["instances"])
    few = run(*command, "-f", "csv", "--top", "2")
    assert few.out.count("corefeval:") == 2
    assert len(msgspec.json.decode(run(*command, "-f", "json", "--top", "2").out)["instances"]) == 2
    assert "CE" in few.err


@pytest.mark.parametrize("kind", ["table", "csv", "json", "markdown", "latex"])
def test_golden_list(kind: str, files: tuple[str, str], run: Run, golden: Goldens) -> None:
    """Every mention of some outcomes of two metrics, with what the system chose and what is right."""
    done = run(
        "explain", *files, "-m", "arcs.immediate,lmuc", "--list", "wl,fn", "-f", kind, "--language", "en"
    )
    assert done.status == 0
    golden(f"cli/explain-list.{'txt' if kind == 'table' else kind}", done.out, width=80)


def test_outcomes_alone(run: Run, stories: Path) -> None:
    """A metric that repairs cannot be scored with is explained mention by mention; CSV has a row a mention."""
    assert stories.is_dir()
    command = ("explain", "key.conll", "cautious.conll", "--language", "en", "-m", "dominant")
    text = run(*command, "--by", "type").out
    assert "Outcomes of Dominant (F1" in text
    assert "Dominant outcomes by type" in text
    assert "Error class" not in text
    plain = msgspec.json.decode(run(*command, "-f", "json", "--by", "type").out)
    table = plain["outcomes"]["dominant"]
    assert len(table["mentions"]) == sum(table["counts"].values()) > 10
    assert [sum(cell["counts"].values()) for cell in plain["outcomes_by"]["type"]["dominant"]]
    assert run(*command, "-f", "csv").out.count("corefeval:") == len(table["mentions"])
    assert run(*command, "-f", "csv", "--list", "all", "--top", "2").out.count("corefeval:") == 2


@pytest.mark.parametrize("kind", ["table", "csv", "json", "markdown", "latex"])
def test_golden_of_two_systems(kind: str, run: Run, stories: Path, golden: Goldens) -> None:
    """What the second system fixed and broke, by class and by mention, with the test and the costliest errors in context."""
    assert stories.is_dir()
    systems = ("cautious.conllu", "eager.conllu")
    done = run(
        "explain", "key.conllu", *systems, "-m", "bcub,muc", "-f", kind, "--top", "2", "--by", "length"
    )
    assert done.status == 0
    golden(f"cli/explain.two.{'txt' if kind == 'table' else kind}", done.out, width=80)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--list", "wl"], "--list is for one system"),
        (["--plot", "a.svg"], "--plot is for one system"),
        (["--show", "costs"], "tests, classes, mentions, decisions, outcomes, fixed, broken"),
        (["--by", "string-match"], "unknown feature 'string-match'"),
    ],
)
def test_what_two_systems_do_not_have(
    files: tuple[str, str], options: list[str], message: str, run: Run
) -> None:
    """Refused with what there is."""
    done = run("explain", *files, files[0], *options)
    assert done.status == 2
    assert message in done.err


def test_sections(run: Run, stories: Path) -> None:
    """Only what is asked for is printed, in every format that has sections; an empty section says so."""
    assert stories.is_dir()
    command = ("explain", "key.conllu", "eager.conllu")
    text = run(*command, "--show", "errors,links").out
    assert "Costliest errors" in text
    assert "Missing links" in text
    assert "Where CoNLL" not in text
    assert "Decisions about" not in text
    assert "Nothing to show: carried." in run(*command, "--show", "carried").out
    plain = msgspec.json.decode(run(*command, "--show", "costs", "-f", "json").out)
    assert {"errors", "attribution", "signature"} < set(plain)
    assert not {"instances", "links", "entities", "outcomes"} & set(plain)
    two = run("explain", "key.conllu", "cautious.conllu", "eager.conllu", "--show", "classes").out
    assert "Errors by class" in two
    assert "Mended: the" not in two


def test_repair(files: tuple[str, str], run: Run, tmp_path: Path) -> None:
    """The repaired response is written in its own format and scores what is said; an input is not written over."""
    target = tmp_path / "repaired.conll"
    done = run("explain", *files, "-m", "bcub", "--repair", "split_entity,merged_entity", "-o", str(target))
    assert done.status == 0
    assert done.out == ""
    assert "2 errors repaired (merged entity 1, split entity 1)" in done.err
    assert "B³ F1 25.00 to 100.00" in done.err
    assert run("score", files[0], str(target), "-m", "bcub", "-q").out.strip() == "100.00"
    assert run("explain", *files, "--repair", "all", "-o", files[1]).status == 2


def test_instances_in_their_context(run: Run, stories: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Document, sentence, tokens, the words around it cut to the screen, and what the system chose and what is right."""
    assert stories.is_dir()
    for width in (60, 80, 140):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = run(
            "explain", "key.conllu", "eager.conllu", "--top", "2", "--show", "errors"
        ).out.splitlines()
        place = lines.index("+5.608  merged entity  ferry, sentence 1, tokens 8–11")
        assert "[a company from Norholm]" in lines[place + 1]
        assert width - 12 <= len(lines[place + 1]) <= width
        assert lines[place + 2].strip() == "system chose: its (sentence 1); right is: a new entity"
        missing = next(number for number, line in enumerate(lines) if "missing mention" in line)
        told = "system chose: nothing (mention not found); right is: his (sentence 3)"
        assert " ".join(" ".join(lines[missing + 2 : missing + 4]).split()).startswith(told)


def test_every_feature_of_score_breaks_errors_down(run: Run, stories: Path) -> None:
    """What score --by knows explain --by knows: errors, and what the mentions lose, add up to all of them."""
    assert stories.is_dir()
    files = ("key.conllu", "eager.conllu")
    features = [name for name in BUILDERS if run("score", *files, "--by", name).status == 0] + [
        "upos",
        "Gender",
    ]
    assert {"type", "distance", "spread", "document", "rank"} < set(features)
    plain = msgspec.json.decode(run("explain", *files, "-f", "json", "--by", ",".join(features)).out)
    recall = sum(row["recall"] for row in plain["losses"]["conll"]["by_type"])
    for feature in features:
        cells = [cell for cell in plain["by"][feature] if cell["class"] is None]
        assert sum(cell["count"] for cell in cells) == sum(plain["errors"].values())
        losses = plain["losses_by"][feature]["conll"]
        assert sum(row["recall"] for row in losses) == pytest.approx(recall)
    names = {"key.conllu": "", "eager.conllu": ""}
    for name in names:
        text = (stories / name).read_text(encoding="utf-8").replace("newdoc id = ", "newdoc id = news_")
        (stories / name).write_text(text.replace("news_ferry", "fiction_ferry"), encoding="utf-8")
    shown = run("explain", *files, "--by", "genre", "--show", "by").out
    assert "Errors by genre" in shown
    assert "Points lost in CoNLL by genre" in shown
    assert "fiction" in shown


@pytest.mark.parametrize("systems", [("eager.conllu",), ("cautious.conllu", "eager.conllu")])
def test_features_are_columns_of_csv(systems: tuple[str, ...], run: Run, stories: Path) -> None:
    """With --by each error has its value in CSV; counted, these are the table that JSON has."""
    assert stories.is_dir()
    command = ("explain", "key.conllu", *systems, "--by", "type,entity-size")
    rows = list(csv.DictReader(run(*command, "-f", "csv").out.splitlines()))
    assert {row["by type"] for row in rows} >= {"nominal", "pronoun"}
    if len(systems) == 1:
        plain = msgspec.json.decode(run(*command, "-f", "json").out)["by"]
        for feature in ("type", "entity-size"):
            told = {cell["value"]: cell["count"] for cell in plain[feature] if cell["class"] is None}
            assert Counter(row[f"by {feature}"] for row in rows) == told
    judged = run("explain", "key.conllu", "eager.conllu", "-m", "dominant", "--by", "length", "-f", "csv")
    assert {row["by length"] for row in csv.DictReader(judged.out.splitlines())} >= {"1 word"}


def test_outcomes_of_two_systems(run: Run, stories: Path) -> None:
    """Which outcomes became which is a section of its own; without costs nothing is said of points gained."""
    assert stories.is_dir()
    command = ("explain", "key.conllu", "cautious.conllu", "eager.conllu", "-m", "dominant")
    text = run(*command).out
    assert "What outcomes of Dominant became" in text
    assert "Gained" not in text
    plain = msgspec.json.decode(run(*command, "--show", "outcomes", "-f", "json").out)
    assert {"first": "fn", "second": "tp", "mentions": 5} in plain["outcomes"]["dominant"]
    assert "decisions" not in plain


def test_beta_is_not_ignored_in_silence(files: tuple[str, str], run: Run) -> None:
    """Costs are points of F1 whatever β is, and that is said."""
    assert "CE062 warning" in run("explain", *files, "--beta", "2").out
    assert "CE062 warning" not in run("explain", *files).out


def test_quiet(files: tuple[str, str], run: Run) -> None:
    """A line for each class that has errors, and their sum: what the table says, and nothing else."""
    *rows, total = run("explain", *files, "-m", "bcub", "-q").out.splitlines()
    assert total == "75.00 all"
    assert sum(float(row.split()[0]) for row in rows) == pytest.approx(75)
    for others in (
        ["--by", "type"],
        ["-f", "json"],
        [files[1]],
        ["--show", "costs"],
        ["--top", "3"],
        ["-m", "dominant"],
    ):
        done = run("explain", *files, "-q", *others)
        assert done.status == 2
        assert "-q" in done.err


def test_lost_units_of_uses(run: Run, stories: Path) -> None:
    """Every kind of output lists the same losses; a use without units is refused; a metric beside it keeps its sections."""
    assert stories.is_dir()
    files = "key.conllu", "eager.conllu"
    asked = ("explain", *files, "-m", "use.facts,use.facts-names")
    found = msgspec.json.decode(run(*asked, "-f", "json").out)["uses"]
    assert {name: [each[part] for part in ("gold", "right", "wrong")] for name, each in found.items()} == {
        "use.facts": [13, 8, 5],
        "use.facts-names": [6, 5, 0],
    }
    units = [unit for each in found.values() for entity in each["entities"] for unit in entity["units"]]
    rows = list(csv.DictReader(run(*asked, "-f", "csv").out.splitlines()))
    assert [row["text"] for row in rows] == [unit["text"] for unit in units]
    assert Counter(row["metric"] for row in rows) == {"use.facts": 8, "use.facts-names": 2}
    for kind in ("table", "markdown", "latex"):
        shown = run(*asked, "--show", "uses", "-f", kind).out
        assert "The town of Ostervik" in shown
        assert "Decisions" not in shown
    both = msgspec.json.decode(run("explain", *files, "-m", "conll,use.agree", "-f", "json").out)
    assert set(both["attribution"]) == {"conll"}
    assert set(both["uses"]) == {"use.agree"}
    for options, code in ((("-m", "use.network"), "CE050"), (("-m", "use.facts", "--by", "type"), "CE051")):
        refused = run("explain", *files, *options)
        assert (refused.status, code in refused.err) == (2, True)


def test_lost_units_of_two_systems(run: Run, stories: Path) -> None:
    """How often which outcome of a fact became which: as many facts as the gold has, as many right as each system has."""
    assert stories.is_dir()
    asked = (
        "explain",
        "key.conllu",
        "eager.conllu",
        "cautious.conllu",
        "-m",
        "use.facts",
        "--show",
        "outcomes",
    )
    cells = msgspec.json.decode(run(*asked, "-f", "json").out)["outcomes"]["use.facts"]
    assert sum(each["units"] for each in cells) == 13
    for side in ("first", "second"):
        assert sum(each["units"] for each in cells if each[side] == "right") == 8
    assert "13 facts" in run(*asked).out
