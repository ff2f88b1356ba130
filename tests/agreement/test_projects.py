"""Project exports of INCEpTION: folders are documents, files are annotators."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

import corefeval
from corefeval import formats
from corefeval.agreement.projects import annotators_of
from corefeval.problems import UsageError
from tests.formats.test_folders import conll

CELLS = {
    ("anna", "one.txt"): "(0) - (1) - (0) - -",
    ("anna", "two.txt"): "(0) - (1) - (0) - -",
    ("ben", "one.txt"): "(0) - (1) - (0) - -",
    ("ben", "two.txt"): "(0) - (1) - (1) - -",
    ("carl", "two.txt"): "- - (1) - (1) - -",
    ("INITIAL_CAS", "one.txt"): "- - - - - - -",
}


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """Make the export of a project with two documents and three annotators."""
    root = tmp_path / "project"
    for (user, document), cells in CELLS.items():
        file = root / "annotation" / document / f"{user}.tsv"
        file.parent.mkdir(parents=True, exist_ok=True)
        formats.write(corefeval.load(io.StringIO(conll("x", cells))), file, "webanno")
    (root / "source").mkdir()
    (root / "source" / "one.txt").write_text("Ada met Bea. She waved.")
    (root / "exportedproject1.json").write_text("{}")
    shutil.make_archive(str(root), "zip", root)
    return root


@pytest.mark.parametrize("given", ["project", "project.zip", "project/annotation"])
def test_files_are_annotators(export: Path, given: str) -> None:
    """The export, its archive and its annotation folder give the annotators; the initial state is none of them."""
    path = export.parent / given
    assert {user: sorted(files) for user, files in annotators_of([path]).items()} == {
        "anna": ["one.txt", "two.txt"],
        "ben": ["one.txt", "two.txt"],
        "carl": ["two.txt"],
    }
    agreement = corefeval.agree({given: path}, metrics="muc", resamples=0)
    assert agreement.annotators == ("anna", "ben", "carl")
    assert corefeval.agree(path, metrics="muc", resamples=0).annotators == agreement.annotators  # type: ignore[arg-type]


def test_folders_of_documents_are_no_annotators(export: Path) -> None:
    """Folders of an export given one by one are its documents."""
    documents = sorted((export / "annotation").iterdir())
    shutil.rmtree(export / "source")
    assert list(annotators_of(documents)) == ["anna", "ben", "carl"]
    agreement = corefeval.agree(documents, metrics="muc", resamples=0)
    assert agreement.annotators == ("anna", "ben", "carl")
    assert agreement.results[0, 1].documents == ("two.txt",)


def test_folders_of_annotators_stay_so(export: Path) -> None:
    """A folder for each annotator, without any mark of an export, is read as before, and one folder alone is refused."""
    for user in ("anna", "ben"):
        for document in ("one.txt", "two.txt"):
            file = export.parent / "annotation" / user / f"{document}.conll"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(conll(document, CELLS[user, document]))
    folders = [export.parent / "annotation" / user for user in ("anna", "ben")]
    assert annotators_of(folders) == {}
    agreement = corefeval.agree(folders, metrics="muc", resamples=0)
    assert (agreement.annotators, agreement.results[0, 1].documents) == (
        ("anna", "ben"),
        ("one.txt", "two.txt"),
    )
    with pytest.raises(UsageError) as raised:
        corefeval.agree([folders[0]])
    assert [problem.code for problem in raised.value.problems] == ["CE130"]


def test_files_of_annotators_may_be_packed(export: Path) -> None:
    """Formats of several files are exported as an archive for each annotator."""
    plain = corefeval.agree(export, metrics="muc", resamples=0)  # type: ignore[arg-type]
    for file in sorted((export / "annotation").glob("*/*.tsv")):
        with zipfile.ZipFile(file.with_suffix(".zip"), "w") as packed:
            packed.write(file, file.name)
        file.unlink()
    packed_too = corefeval.agree(export, metrics="muc", resamples=0)  # type: ignore[arg-type]
    assert packed_too.annotators == plain.annotators
    assert packed_too.scores("anna", "ben") == plain.scores("anna", "ben")
