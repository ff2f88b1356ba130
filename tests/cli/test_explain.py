"""corefeval explain on the command line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from corefeval.cli import main

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
        (["-m", "parent"], "repairs cannot be scored with this metric"),
        (["--by", "colour"], "no feature 'colour'"),
        (["--plot", "loss.pdf"], "a plot is .svg or .png"),
        (["--trim", "the"], "what to trim has two sides"),
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
