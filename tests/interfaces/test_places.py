"""Every problem of a run names the file that it is about."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval import formats
from corefeval.examples import FOLDER
from corefeval.formats.catalogue import ENTRIES
from corefeval.metrics.base import METRICS
from corefeval.problems import CorefevalError, Problem

ABOUT_BOTH = frozenset(
    {"CE040", "CE043", "CE055", "CE058", "CE060", "CE062", "CE063", "CE070", "CE079", "CE102", "CE109"}
)
"""Problems of both files at once, of scores and of settings."""

KEY = {"a": "Ada (1)|met -|Bo (2)|. -|She (1)|left -", "b": "Cy (1)|ran -|. -|He (1)"}


def conll(path: Path, documents: dict[str, str]) -> str:
    """Write documents of 'word cell|word cell' and return the path."""
    lines = []
    for name, rows in documents.items():
        cells = [row.split() for row in rows.split("|")]
        lines += [f"#begin document ({name}); part 000"]
        lines += [f"{name} 0 {number} {word} {cell}" for number, (word, cell) in enumerate(cells)]
        lines += ["", "#end document"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def found(run: Callable[[], corefeval.Result]) -> list[Problem]:
    """Return all problems of a run, be they warnings or errors."""
    try:
        return list(run().warnings)
    except CorefevalError as error:
        return [*error.problems, *error.beside]


SCORES: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "all metrics": ("CE044", KEY, {"metrics": "all"}),
    "types unknown": ("CE046", KEY, {"metrics": "lmuc"}),
    "features": ("CE044", KEY, {"metrics": "mitkov", "language": "en"}),
    "excluded": ("CE044", KEY, {"metrics": "byron(exclude=nothing:x)", "language": "en"}),
    "no GAP": ("CE134", KEY, {"metrics": "gap"}),
    "no WinoBias": ("CE134", KEY, {"metrics": "winobias"}),
    "no mentions": (
        "CE045",
        {name: rows.replace("(1)", "-").replace("(2)", "-") for name, rows in KEY.items()},
        {},
    ),
    "missing": ("CE010", {"a": KEY["a"]}, {}),
    "missing as empty": ("CE010", {"a": KEY["a"]}, {"missing": "empty"}),
    "extra": ("CE011", KEY | {"c": "Di (1)"}, {}),
    "other names": ("CE075", {"x": KEY["a"], "y": KEY["b"]}, {}),
    "other tokens": ("CE097", {"a": KEY["a"].replace("left -", "le -|ft -"), "b": KEY["b"]}, {}),
    "a changed copy": ("CE098", {"a": KEY["a"], "b": KEY["b"] + "|Di (1)"}, {"align": "rewrite"}),
    "hardly a copy": ("CE106", {"a": KEY["a"], "b": "Di (1)|slept -"}, {"align": "rewrite"}),
    "other words": ("CE013", {"a": KEY["a"], "b": "Di (1)|slept -"}, {}),
    "other lengths": ("CE013", {"a": KEY["a"], "b": "Di (1)|slept -"}, {"align": "positions"}),
    "twice": ("CE030", {"a": KEY["a"].replace("(1)", "(1)(1)"), "b": KEY["b"]}, {}),
    "no heads": ("CE041", KEY, {"match": "head"}),
    "no trees": ("CE044", KEY, {"match": "min-span"}),
}


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("is_folder", [False, True])
def test_problems_of_a_score(name: str, is_folder: bool, tmp_path: Path) -> None:
    """With two files, and with two folders of a file each document; the code is among them."""
    code, response, options = SCORES[name]
    if is_folder:
        for side, documents in (("key", KEY), ("response", response)):
            for document, rows in documents.items():
                conll(tmp_path / side / f"{document}.conll", {document: rows})
    else:
        conll(tmp_path / "key", KEY)
        conll(tmp_path / "response", response)
    told = found(lambda: corefeval.score(tmp_path / "key", tmp_path / "response", **options))
    assert code in [problem.code for problem in told]
    assert [problem for problem in told if problem.code not in ABOUT_BOTH and not problem.place.file] == []


def test_a_problem_of_one_document_names_its_file(tmp_path: Path) -> None:
    """In a folder the file of the document is named, not the first one; of the whole the folder."""
    for document, rows in KEY.items():
        conll(tmp_path / "key" / f"{document}.conll", {document: rows})
    conll(tmp_path / "r" / "a.conll", {"a": KEY["a"]})
    conll(tmp_path / "r" / "b.conll", {"b": "Di (1)|slept -"})
    told = found(lambda: corefeval.score(tmp_path / "key", tmp_path / "r", align="rewrite"))
    files = {problem.code: Path(problem.place.file).relative_to(tmp_path).as_posix() for problem in told}
    assert files["CE106"] == "r/b.conll"
    told = found(lambda: corefeval.score(tmp_path / "key", tmp_path / "r", align="positions"))
    assert [Path(problem.place.file).name for problem in told if problem.code == "CE013"] == ["b.conll"]


def test_a_missing_document_whose_file_was_rejected(tmp_path: Path) -> None:
    """The file and why it was rejected are named."""
    key = conll(tmp_path / "key", KEY)
    conll(tmp_path / "r" / "a.conll", {"a": KEY["a"]})
    (tmp_path / "r" / "b.conll").write_text("Cy ran. He left.\n", encoding="utf-8")
    told = found(lambda: corefeval.score(key, tmp_path / "r"))
    (problem,) = (each for each in told if each.code == "CE010")
    assert (Path(problem.place.file).name, problem.text) == ("b.conll", "b")
    assert (problem.kind, problem["type_code"], problem["given"]) == (
        "not-in-response-because",
        "CE004",
        "Cy ran. He left.",
    )
    assert problem["fault"]["fault"].kind == "plain-text"


@pytest.mark.parametrize("form", [entry.name for entry in ENTRIES if entry.written])
def test_problems_of_a_conversion(form: str, tmp_path: Path) -> None:
    """Everything that a format cannot hold is a problem of the file that lacks it, or of its source if that is a stream."""
    for name in ("key.conllu", "zeros.key.conllu", "relations.key.conllua"):
        corpus = formats.read(FOLDER / name)
        lost = formats.write(corpus, tmp_path / name, form)
        assert {problem.place.file for problem in lost} <= {str(tmp_path / name)}
        if len(corpus.names) == 1 and form != "brat":
            lost = formats.write(corpus, io.BytesIO(), form)
            assert {problem.place.file for problem in lost} <= {str(FOLDER / name)}


def test_settings_and_key_are_distinguished_by_all() -> None:
    """`all` does not call missing in the key what the settings drop and the key has."""
    key, response = (FOLDER / f"relations.{side}.conllua" for side in ("key", "system"))
    result = corefeval.score(key, response, metrics="all")
    lacking, dropped = (problem for problem in result.warnings if problem.code == "CE044")
    assert (lacking.kind, [*lacking["lacks"]]) == ("key-lacks", ["features", "gap", "stereotypes", "trees"])
    assert {*lacking["lacking_key"]} == {
        "mitkov",
        "gap",
        "winobias",
        *(each for each in METRICS if each.startswith("use.")),
    }
    assert (dropped.kind, dropped["needed"]) == ("settings-drop", ("split antecedents", "zeros"))
    assert {"zero", "split.muc", "split.lea"} < {*dropped["by_settings"]}
    assert dropped["needed2"] == ("--split-antecedents keep", "--zeros linear")
    kept = corefeval.score(key, response, metrics="all", split_antecedents="keep")
    assert "split.muc" in kept.metrics
