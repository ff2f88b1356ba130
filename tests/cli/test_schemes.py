"""corefeval schemes, and schemes in the other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefeval.linguistics.scheme_files import BUNDLED, scheme_named
from tests.cli.conftest import Run
from tests.metrics.small_schemes import LONGER_CODES

TEXT = json.dumps(
    {
        "doc_key": "a",
        "sentences": [["Ann", "Lee", "spoke", ".", "She", "left", ".", "The", "boss", "won"]],
        "clusters": [[[0, 1], [4, 4], [7, 8]]],
        "annotations": [
            {"referent": [4, 4], "antecedents": [[0, 1]], "type": "pro.def"},
            {"referent": [7, 8], "antecedents": [[0, 1]], "type": "nom.def"},
        ],
    }
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return a file of a scheme, and one of its codes."""
    scheme, text = tmp_path / "longer.toml", tmp_path / "text.jsonl"
    scheme.write_text(LONGER_CODES, encoding="utf-8")
    text.write_text(TEXT + "\n", encoding="utf-8")
    return str(scheme), str(text)


def test_list(run: Run) -> None:
    """All schemes with their classes; JSON has all that they say."""
    shown = run("schemes").out
    assert all(name in shown for name in BUNDLED)
    assert [each["name"] for each in json.loads(run("schemes", "-f", "json").out)] == list(BUNDLED)


@pytest.mark.parametrize("kind", ["table", "markdown", "json", "csv", "latex"])
@pytest.mark.parametrize("name", BUNDLED)
def test_page(name: str, kind: str, run: Run) -> None:
    """Each is explained in every kind of output."""
    done = run("schemes", name, "-f", kind)
    assert done.status == 0
    assert name in done.out


def test_one_of_ones_own(files: tuple[str, str], run: Run) -> None:
    """A file is explained like ours; the file of a bundled one is a file to begin with."""
    shown = run("schemes", files[0]).out
    assert "anything else" in shown
    assert "pro.gen" in shown
    begun = Path(files[0])
    begun.write_text(run("schemes", "plain", "--file").out, encoding="utf-8")
    assert scheme_named(str(begun)).classes == scheme_named("plain").classes
    assert run("schemes", files[0], "--file").status == 2
    assert run("schemes", "--file").status == 2
    assert "Did you mean 'plain'" in run("schemes", "plan").err


@pytest.mark.parametrize("command", ["score", "compare", "report", "explain"])
def test_every_command_takes_one(command: str, files: tuple[str, str], run: Run, tmp_path: Path) -> None:
    """The scheme of the run stands in its signature, whatever is asked for."""
    scheme, text = files
    page = tmp_path / "page.html"
    to = ["-o", str(page)] if command == "report" else ["-f", "json"]
    to += ["--resamples", "0"] if command == "compare" else []
    metrics = ["-m", "muc"] if command == "explain" else ["-m", "dominant"]
    done = run(command, text, text, *metrics, "--scheme", scheme, "--language", "en", *to)
    assert done.status == 0, done.err
    shown = page.read_text(encoding="utf-8") if command == "report" else done.out
    assert f"scheme:{scheme_named(scheme).identity}" in shown


def test_validate(files: tuple[str, str], run: Run) -> None:
    """Codes are held to the scheme that is named, and to none where none is."""
    scheme, text = files
    assert run("validate", text).status == 0
    assert run("validate", text, "--scheme", scheme).status == 0
    done = run("validate", text, "--scheme", "lithuanian")
    assert done.status == 1
    assert "'pro.def'" in done.out
    assert ":1" in done.out


def test_the_tables_of_the_paper_from_one_command(files: tuple[str, str], run: Run) -> None:
    """Averages as in Table 2, classes as in Table 3, codes as in D1 to D3, in LaTeX too."""
    scheme, text = files
    command = ("score", text, text, "-m", "dominant,muc,ceafe", "--by", "class,code", "--scheme", scheme)
    shown = run(*command, "--language", "en").out
    for part in ("P scheme", "WTL", "S*", "pro, pronoun", "codes of nom, nominal"):
        assert part in shown, part
    paper = run(
        *command[:5], "--scheme", scheme, "--tables", "zitkus-2023", "--language", "en", "-f", "latex"
    ).out
    assert paper.count("\\begin{tabular}") == paper.count("\\label{tab:")
    assert "macro\\_" not in paper
    latex = run(*command, "--language", "en", "-f", "latex").out
    assert latex.count("\\begin{tabular}") + latex.count("\\begin{longtable}") >= 5


def test_averages_over_the_same_classes_have_no_note(tmp_path: Path, run: Run) -> None:
    """Metrics that list the same classes in another order average over the same ones (Žitkus et al. 2023, Table 2)."""
    file = tmp_path / "text.jsonl"
    links = [{"referent": [4, 4], "type": "ppas"}, {"referent": [7, 8], "type": "gfas"}]
    row = {
        "doc_key": "d",
        "offsets": "inclusive",
        "sentences": [["Ada", "Lovelace", "wrote", ".", "She", "slept", ".", "The", "author", "died", "."]],
        "clusters": [[[0, 1], [4, 4], [7, 8]]],
        "annotations": [{"antecedents": [[0, 1]], **link} for link in links],
    }
    file.write_text(json.dumps(row), encoding="utf-8")
    command = ("score", str(file), str(file), "--language", "en", "--tables", "zitkus-2023", "-m")
    assert "cover different classes" not in run(*command, "dominant,muc").out
    assert "cover different classes" in run(*command, "dominant,dominant(attempted=p)").out
