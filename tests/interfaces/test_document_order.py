"""Documents appear in the order of the key, those of a folder in the natural order of file names."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import corefeval
from corefeval.reports.show import render

NAMES = ["d0", "d1", "d2", "d10", "d11"]


def document(name: str) -> str:
    """Return a document of three words."""
    return f"#begin document ({name}); part 000\n{name} 0 0 Ada (1)\n{name} 0 1 and -\n{name} 0 2 she (1)\n\n#end document\n"


@pytest.fixture(params=["folder", "file"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[str]]:
    """Return a folder, or a file with documents in an order of its own, and the order to expect."""
    path = tmp_path / "key"
    if request.param == "folder":
        path.mkdir()
        for name in NAMES:
            (path / f"{name}.conll").write_text(document(name), encoding="utf-8")
        return path, NAMES
    order = ["d2", "d11", "d0", "d10", "d1"]
    path.write_text("".join(map(document, order)), encoding="utf-8")
    return path, order


def test_rows_of_a_score(source: tuple[Path, list[str]]) -> None:
    """In the table, in JSON and in CSV."""
    path, order = source
    result = corefeval.score(path, path, metrics="muc")
    found = json.loads(render(result, "json", per_document=True))
    assert [row["document"] for row in found["per_document"]] == order
    rows = csv.DictReader(io.StringIO(render(result, "csv", per_document=True)))
    assert [row["document"] for row in rows if row["document"]] == order
    table = render(result, "table", per_document=True)
    places = [table.index(f" {name} ") for name in order]
    assert places == sorted(places)


def test_documents_of_an_explanation(source: tuple[Path, list[str]]) -> None:
    """Errors are listed, and documents shown on the page, in the natural order of names, whatever that of the file."""
    path, _ = source
    explanation = corefeval.explain(path, path)
    assert list(explanation.pairing.names) == NAMES


def test_documents_of_an_agreement(source: tuple[Path, list[str]]) -> None:
    """Of annotators none is the key: documents are in the natural order of their names."""
    path, _ = source
    agreement = corefeval.agree({"one": path, "other": path})
    assert [row["document"] for row in agreement.per_document()] == NAMES
