"""The command line of the reference scorer: its lines, its oddities, its exit status."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from corefeval.compat.perl import run

RULE = 74 * "-"


def write(path: Path, documents: Mapping[str, str], end: str = "#end document") -> str:
    """Write documents, a column for each word; return the path."""
    lines = []
    for name, columns in documents.items():
        lines.append(f"#begin document {name}")
        lines += [f"x\t{number}\tw\t{column}" for number, column in enumerate(columns.split())]
        lines += ["", end] if end else []
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return a key of two documents, and a response that lacks the second."""
    key = write(tmp_path / "key", {"(b); part 000": "(0) (1 1) (0)", "(a); part 000": "(4) (4)"})
    return key, write(tmp_path / "response", {"(b); part 000": "(7) (7) (7) (7)"})


def test_totals(files: tuple[str, str]) -> None:
    """Ratios with 15 digits, percentages that are cut, tabs between the parts, a rule at the end."""
    found = run(["muc", *files, "none"])
    assert found.lines[1:] == [
        "",
        "====== TOTALS =======",
        "Identification of Mentions: Recall: (2 / 5) 40%\tPrecision: (2 / 4) 50%\tF1: 44.44%",
        RULE,
        "Coreference: Recall: (1 / 2) 50%\tPrecision: (1 / 3) 33.33%\tF1: 40%",
        RULE,
    ]
    assert found.lines[0].startswith("version: 8.01 ")
    assert (found.status, found.errors) == (0, [])
    assert (
        "Coreference: Recall: (2 / 5) 40%\tPrecision: (1 / 4) 25%\tF1: 30.76%"
        in run(["bcub", *files, "none"]).lines
    )


def test_documents_in_the_order_of_the_file(files: tuple[str, str]) -> None:
    """Without a name each document is shown, in the order of the key's file; one that the response lacks has no name."""
    lines = run(["ceafe", *files]).lines
    assert [line for line in lines if line.startswith(("====>", "Entity"))] == [
        "====> (b); part 000:",
        "Entity 0: (0,0) (3,3)",
        "Entity 1: (1,2)",
        "====> (b); part 000:",
        "Entity 0: (0,0) (1,1) (2,2) (3,3)",
        "====> (a); part 000:",
        "Entity 0: (0,0) (1,1)",
        "====> :",
    ]
    assert "Invented: 2" in lines
    assert lines[-1] == RULE


def test_one_document(files: tuple[str, str]) -> None:
    """A name selects a document; an unknown one is empty, and no error."""
    named = run(["bcub", *files, "(b); part 000"])
    assert named.lines[1] == "(b); part 000:"
    assert "Total key mentions: 3" in named.lines
    unknown = run(["bcub", *files, "b"])
    assert unknown.status == 0
    assert unknown.lines[-2] == "Coreference: Recall: (0 / 0) 0%\tPrecision: (0 / 0) 0%\tF1: 0%"


def test_blanc_and_all(files: tuple[str, str]) -> None:
    """BLANC has a block of its own; all has every metric behind its name."""
    lines = run(["all", *files, "none"]).lines
    assert [line for line in lines if line.startswith("METRIC")] == [
        f"METRIC {name}:" for name in ("muc", "bcub", "ceafm", "ceafe", "blanc")
    ]
    assert lines[-8:-6] == ["", "Coreference:"]
    assert lines[-2].startswith("BLANC: Recall: (")
    assert sum(line.startswith("version") for line in lines) == 1


@pytest.mark.parametrize("arguments", [[], ["muc", "one"]])
def test_usage(arguments: list[str]) -> None:
    """Too few arguments show the usage, and that is no error."""
    found = run(arguments)
    assert "use: scorer.pl <metric> <keys_file> <response_file> [name]" in found.lines
    assert found.status == 0


def test_metrics_that_do_not_exist(files: tuple[str, str]) -> None:
    """One with another beginning is refused with status 0; one with a known beginning fails, as does ALL."""
    assert (run(["xyz", *files]).lines[1:], run(["xyz", *files]).status) == (["Invalid metric"], 0)
    for metric in ("mucx", "ALL"):
        found = run([metric, *files, "none"])
        assert found.status != 0
        assert found.errors == [f"Metric {metric.lower()} not implemented yet"]
    assert run(["MUC", *files, "none"]).lines[1:] == run(["muc", *files, "none"]).lines[1:]


def test_files_that_cannot_be_read(tmp_path: Path, files: tuple[str, str]) -> None:
    """No such file is status 2; brackets that do not match end the program."""
    absent = run(["muc", files[0], str(tmp_path / "absent"), "none"])
    assert (absent.status, len(absent.lines)) == (2, 1)
    assert absent.errors[0].startswith("Can not open ")
    unclosed = run(["muc", files[0], write(tmp_path / "u", {"(b); part 000": "(1 -"}), "none"])
    assert (unclosed.status, unclosed.errors) == (1, ["Error: some mentions in the document do not close"])
    unopened = run(["muc", files[0], write(tmp_path / "o", {"(b); part 000": "- 3)"}), "none"])
    assert unopened.errors[0].startswith("Detected the end of a mention [3](0) without begin (?,1)")
    named = run(["muc", files[0], str(tmp_path / "absent"), "(b); part 000"])
    assert "Entity 1: (1,2)" in named.lines  # the key is read first


def test_repeated_mentions(tmp_path: Path) -> None:
    """Report each repetition of a key mention; the eleventh, counted over all metrics, is an error."""
    key = write(tmp_path / "k", {"d": "(0) (0) (1) (1)"})
    response = write(tmp_path / "r", {"d": "(0)|(2) (0)|(2) (1)|(2) (1)"})
    found = run(["bcub", key, response, "none"])
    assert found.lines[1:4] == [f"Repeated mention in the response: {n}, {n} {n}{n}" for n in (0, 1, 2)]
    stopped = run(["all", key, response, "none"])
    assert stopped.status == 1
    assert [line for line in stopped.lines if line.startswith("METRIC")][-1] == "METRIC ceafe:"
    of_key = run(["muc", response, key, "none"])
    assert of_key.lines[1] == "Repeated mention in the key: 0, 0 02"


def test_odd_files(tmp_path: Path) -> None:
    """Blanks instead of tabs, sums of labels, a document twice, no end and text that is no UTF-8 are read as the original reads them."""
    key = write(tmp_path / "k", {"d": "(0) (0)"})
    blanks = tmp_path / "b"
    blanks.write_bytes(b"#begin document d\nx  (5)  w \xff (0)\nx 1 (0)\n#end document\n")
    read = run(["muc", key, str(blanks), "none"]).lines  # the whole line is one column
    assert read[1] == "Repeated mention in the response: 0, 0 00"
    discarded = write(tmp_path / "s", {"d": "(0+1)|(0) (0)"})
    assert "Discarded (0+1)" in run(["muc", key, discarded]).lines
    write(tmp_path / "t", {"d": "(0) (0)"})
    twice = tmp_path / "t"
    twice.write_text(twice.read_text() + "#begin document d\nx\t(1)\n#end document\n")
    assert "Total key mentions: 1" in run(["muc", str(twice), key]).lines
    assert "Total key mentions: 2" in run(["muc", str(twice), key, "d"]).lines  # a name finds the first
    endless = write(tmp_path / "e", {"d": "(0) (0)"}, end="")
    assert run(["muc", key, endless, "none"]).lines == run(["muc", key, key, "none"]).lines
