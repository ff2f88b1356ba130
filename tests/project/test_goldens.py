"""Golden outputs hold data and sentences apart, and can be written anew apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corefeval.columns import Rows
from corefeval.problems import CATALOGUE, Place, Problem, Severity, printed_problems, render
from corefeval.reports.render import render as render_kind
from corefeval.reports.render import terminal
from corefeval.reports.report import ReportText
from tests.goldens import SENTENCES, Goldens, hint_of, sentences, separated, token_of, tokens
from tests.paths import GOLDEN

FOLDERS = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
PROBLEMS = [
    Problem("CE052", "few-documents", severity=Severity.WARNING, documents=30),
    *(
        Problem("CE047", "cells-of-column", Place(f), severity=Severity.WARNING, count=3, name="a_b")
        for f in "fg"
    ),
    Problem("CE021", "bracket-never-opened", Place("f", 3), "1)"),
]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_sentences_are_those_of_the_files(folder: Path) -> None:
    """Every problem of a golden file has a sentence, and every sentence is of a problem in a file."""
    files = [path for path in folder.iterdir() if path.is_file() and path.name != SENTENCES]
    named = {token for path in files for token in tokens(path)}
    assert named == set(sentences(folder))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_files_hold_no_sentence(folder: Path) -> None:
    """Each code and severity in a golden file is followed by a token, and so is each message and hint in JSON."""
    for path in filter(Path.is_file, folder.iterdir()):
        text = "" if path.name == SENTENCES else path.read_text(encoding="utf-8")
        told_in_it = re.findall(r"CE\d{3} (?:error|warning)[^⟨\n]*", text)
        assert [head for head in told_in_it if not head.endswith(": ")] == []
        assert re.findall(r'"(?:message|hint)": "[^⟨"]', text) == []


def table(width: int) -> str:
    """Return some problems as a table for the terminal shows them."""
    return terminal.render(
        ReportText((), warnings=tuple(printed_problems(PROBLEMS))), width=width, colour=False
    )


def test_breaks_of_lines_do_not_matter() -> None:
    """A table for the terminal has the same data however its sentences are broken over lines."""
    goldens = Goldens()
    with goldens.recording():
        texts = [table(width) for width in (40, 80, 200)]
    assert len(set(texts)) > 1
    [(data, prose)] = {
        (data, tuple(prose)) for data, prose in (separated(text, goldens.seen) for text in texts)
    }
    assert data.splitlines() == [
        "CE052 warning: ⟨CE052 few-documents documents=30⟩",
        "  ⟨hint CE052⟩",
        "CE047 warning, 2 times: ⟨CE047 cells-of-column count=3 name=a_b⟩: f, g",
        "  ⟨hint CE047⟩",
        "CE021 error f:3: ⟨CE021 bracket-never-opened⟩ '1)'",
        "  ⟨hint CE021⟩",
    ]
    assert set(prose) == {token_of(problem) for problem in PROBLEMS}


@pytest.mark.parametrize("kind", ["markdown", "latex", "html", "json", "csv"])
def test_escapes_of_other_media_do_not_matter(kind: str) -> None:
    """Sentences and hints are found with the escapes of each medium."""
    goldens = Goldens()
    with goldens.recording():
        text = render_kind(
            kind,
            lambda: ReportText((), warnings=tuple(printed_problems(PROBLEMS[1:2]))),
            lambda: Rows(tuple(PROBLEMS[1].to_row()), [PROBLEMS[1].to_row()], ""),
            PROBLEMS[1].to_dict,
        )
    data, prose = separated(text, goldens.seen)
    assert (token_of(PROBLEMS[1]) in data, hint_of(PROBLEMS[1]) in data) == (True, True)
    assert prose == {token_of(PROBLEMS[1]): (render.message(PROBLEMS[1]), render.advice(PROBLEMS[1]))}


def test_a_new_sentence_changes_only_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Golden files hold after the prose changed, its sentences do not, and these can be written alone."""
    monkeypatch.setenv("COREFEVAL_GOLDEN", "write")
    held = Goldens(tmp_path)
    with held.recording():
        held("a/table.txt", table(40))
    before = (tmp_path / "a" / "table.txt").read_bytes()

    few = CATALOGUE["CE052"]
    monkeypatch.setitem(
        CATALOGUE,
        "CE052",
        few._replace(sentences={**few.sentences, "few-documents": "only {documents} " + 9 * "long "}),
    )
    monkeypatch.delenv("COREFEVAL_GOLDEN")
    other = Goldens(tmp_path)
    with other.recording():
        text = table(40)
    with pytest.raises(AssertionError):
        other("a/table.txt", text)
    monkeypatch.setenv("COREFEVAL_GOLDEN", "sentences")
    other("a/table.txt", text)
    monkeypatch.delenv("COREFEVAL_GOLDEN")
    other("a/table.txt", text)
    assert (tmp_path / "a" / "table.txt").read_bytes() == before
    assert sentences(tmp_path / "a")[token_of(PROBLEMS[0])].sentence.startswith("only 30 long")


@pytest.mark.parametrize("documents", [29, 31])
def test_a_new_number_is_no_new_sentence(
    documents: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing sentences alone does not accept another argument."""
    for mode, number in (("write", 30), ("sentences", documents)):
        monkeypatch.setenv("COREFEVAL_GOLDEN", mode)
        goldens = Goldens(tmp_path)
        with goldens.recording():
            text = str(PROBLEMS[0].having(documents=number))
        if number == 30:
            goldens("a/few.txt", text)
        else:
            with pytest.raises(AssertionError):
                goldens("a/few.txt", text)


def test_sentences_of_no_file_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing an output anew removes the sentences that only the earlier one had, and keeps those of other files."""
    monkeypatch.setenv("COREFEVAL_GOLDEN", "write")
    goldens = Goldens(tmp_path)
    with goldens.recording():
        texts = [str(problem) for problem in (PROBLEMS[0], PROBLEMS[1], PROBLEMS[3])]
    for name, text in (("a", texts[0]), ("b", texts[1]), ("a", texts[2])):
        goldens(f"x/{name}.txt", text)
    assert set(sentences(tmp_path / "x")) == {token_of(PROBLEMS[1]), token_of(PROBLEMS[3])}
