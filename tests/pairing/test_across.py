"""Entities across documents: topics, scores, and warnings about doubtful entity names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval.evaluation.request import Request
from corefeval.pairing.across import groups, topic_of
from corefeval.problems import CorefevalError
from corefeval.settings import Settings
from tests.refuses import refuses

METRICS = "muc,bcub,ceafm,ceafe,blanc,lea,mention"
Documents = dict[str, tuple[str, str]]
"""Words and cells by the names of documents."""

KEY: Documents = {
    "t/a": ("Ada met Bo", "(e1) (e9) (e2)"),
    "t/b": ("She saw him there", "(e1) (e9) (e2) (e3)"),
    "u/a": ("Ada and Eve", "(e1) - (e4)"),
    "u/b": ("she left", "(e4) -"),
}
RESPONSE: Documents = {
    "u/b": ("she left", "(x1) -"),
    "t/b": ("She saw him there", "(x2) (x9) (x2) (x3)"),
    "t/a": ("Ada met Bo", "(x1) (x9) (x2)"),
    "u/a": ("Ada and Eve", "(x1) - (x4)"),
}


def conll(path: Path, documents: Documents) -> Path:
    """Write a CoNLL file from words and cells."""
    path.write_text(
        "".join(
            f"#begin document ({name}); part 000\n"
            + "".join(f"{word}\t{cell}\n" for word, cell in zip(words.split(), cells.split(), strict=True))
            + "\n#end document\n"
            for name, (words, cells) in documents.items()
        ),
        encoding="utf-8",
    )
    return path


def joined(documents: Documents, order: Documents, by_topic: bool) -> Documents:
    """Return documents joined into one, or one per topic, in the order of others."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in order:
        found.setdefault(topic_of(name) if by_topic else "all", []).append(documents[name])
    return {
        name: (" ".join(words for words, _ in parts), " ".join(cells for _, cells in parts))
        for name, parts in found.items()
    }


def codes(result: corefeval.Result) -> list[str]:
    """Return the codes of warnings."""
    return [warning.code for warning in result.warnings]


@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("across", ["topic", "corpus"])
def test_as_if_it_were_one_document(across: Any, singletons: Any, tmp_path: Path) -> None:
    """Scores equal those of files in which the documents of a topic, or all, are joined, in any order."""
    key, response = conll(tmp_path / "k", KEY), conll(tmp_path / "r", RESPONSE)
    result = corefeval.score(key, response, metrics=METRICS, across=across, singletons=singletons)
    one = conll(tmp_path / "k1", joined(KEY, KEY, across == "topic"))
    other = conll(tmp_path / "r1", joined(RESPONSE, KEY, across == "topic"))
    expected = corefeval.score(one, other, metrics=METRICS, singletons=singletons)
    assert result.scores == expected.scores
    assert result.documents == (("t", "u") if across == "topic" else ("corpus",))
    within = corefeval.score(key, response, metrics=METRICS, singletons=singletons)
    assert within.scores != result.scores
    assert f"|across:{across}|" in str(result.signature)
    assert "across:" not in str(within.signature)


def test_the_same_again_from_its_signature(tmp_path: Path) -> None:
    """The signature reproduces the run; the key's hash covers entities shared by documents, but not their order."""
    key, response = conll(tmp_path / "k", KEY), conll(tmp_path / "r", RESPONSE)
    result = corefeval.score(key, response, across="corpus")
    again = corefeval.score(key, response, signature=str(result.signature))
    assert (again.scores, again.signature, codes(again)) == (result.scores, result.signature, codes(result))
    turned = conll(tmp_path / "t", dict(reversed(KEY.items())))
    assert corefeval.score(turned, response, across="corpus").signature == result.signature
    apart = conll(tmp_path / "a", KEY | {"u/a": ("Ada and Eve", "(e7) - (e4)")})
    other = corefeval.score(apart, response, across="corpus")
    assert other.signature != result.signature
    assert corefeval.score(apart, response).signature == corefeval.score(key, response).signature


def test_a_document_that_is_missing(tmp_path: Path) -> None:
    """The mentions of a missing document are not found; later documents are still compared correctly."""
    key = conll(tmp_path / "k", KEY)
    response = conll(tmp_path / "r", {name: KEY[name] for name in ("t/a", "u/a", "u/b")})
    with pytest.raises(CorefevalError, match="CE010"):
        corefeval.score(key, response, across="corpus")
    result = corefeval.score(key, response, across="corpus", missing="empty", metrics="mention,bcub")
    assert result["mention"]["precision"] == result["bcub"]["precision"] == 1.0
    assert result["mention"]["recall"] == 6 / 10
    assert (
        corefeval.score(key, response, across="topic", missing="empty", preset="perl")["muc"]["precision"]
        == 1
    )


def test_other_words(tmp_path: Path) -> None:
    """Words are aligned per document, before documents are joined."""
    key = conll(tmp_path / "k", KEY)
    other = KEY | {"t/a": ("A da metBo", "(e1 e1) (e2)")}
    response = conll(tmp_path / "r", other)
    result = corefeval.score(key, response, across="corpus", metrics="mention,lea")
    assert "CE097" in codes(result)
    assert result["mention"]["recall"] == 8 / 10
    assert "across:corpus" in str(result.signature)


@pytest.mark.parametrize(
    ("name", "given", "folder", "topic"),
    [
        ("a/b/7", "", "c", "a/b"),
        ("1_10ecb", "", "", "1"),
        ("1_10ecb", "", "c", "c"),
        ("1_10ecb", "x", "c", "x"),
        ("a_1/7_2", "", "", "a_1"),
        ("7", "", "", ""),
        ("_7", "", "", ""),
    ],
)
def test_topics(name: str, given: str, folder: str, topic: str) -> None:
    """The topic is the one in the file, the folder in the name, the file's folder, or the name up to the first _."""
    assert topic_of(name, given, folder) == topic


def test_topics_of_folders(tmp_path: Path) -> None:
    """Files in different folders have these as topics; files in one folder have none."""
    for folder, name in (("x/s", "a"), ("x/s", "b"), ("x/t", "c")):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        conll(tmp_path / folder / name, {name: KEY["t/a"]})
    corpus = corefeval.load(tmp_path)
    group, names = groups(corpus, Settings(across="topic"))
    assert (group.tolist(), names) == ([0, 0, 1], ["s", "t"])
    assert corefeval.score(tmp_path, corpus, across="topic").documents == ("s", "t")
    with pytest.raises(CorefevalError, match="CE084"):
        groups(corefeval.load(tmp_path / "x" / "s"), Settings(across="topic"))


def test_topics_of_a_field(tmp_path: Path) -> None:
    """JSON Lines states topics; documents without one use their names."""
    lines = [
        {"doc_key": name, "sentences": [["x"]], "clusters": [[[0, 0]]], "cluster_ids": ["e"], **more}
        for name, more in (("1", {"topic": "s"}), ("2", {"topic": 3}), ("3", {"topic": "s"}), ("s/4", {}))
    ]
    path = tmp_path / "k"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    corpus = Request.of(key_offsets="inclusive").read_key(path)
    assert corpus.topics == ("s", "3", "s", "")
    group, names = groups(corpus, Settings(across="topic"))
    assert (group.tolist(), names) == ([0, 1, 0, 0], ["s", "3"])
    assert groups(corpus.select_documents(np.array([1, 2])), Settings(across="topic"))[1] == ["3", "s"]


def test_a_document_without_a_topic_is_refused(tmp_path: Path) -> None:
    """The error names one of the documents."""
    key = conll(tmp_path / "k", {"t/a": KEY["t/a"], "b": KEY["t/b"]})
    with refuses(CorefevalError, "CE084", "documents-no-topic", lacking=1, documents=2, text="b"):
        corefeval.score(key, key, across="topic")


def test_names_that_are_not_shared(tmp_path: Path) -> None:
    """A warning names the side on which no entity is in two documents; clusters from Python have no names."""
    key = conll(tmp_path / "k", KEY)
    apart = {name: (words, cells.replace("e", name[0] + name[2])) for name, (words, cells) in KEY.items()}
    result = corefeval.score(key, conll(tmp_path / "r", apart), across="corpus")
    assert [
        (each.code, (each.kind, each["side"]) == ("no-entity", "response")) for each in result.warnings
    ] == [("CE080", True)]
    clusters = {"a": [[1, 2]], "b": [[1, 2]]}
    result = corefeval.score(clusters, clusters, across="corpus")
    assert (result.f1, codes(result)) == (1.0, ["CE080", "CE080"])


def test_numbers_of_each_document(tmp_path: Path) -> None:
    """If each document numbers its entities from 0 or 1, a warning states that equal numbers are the same entity."""
    counted = {"a": ("x y", "(0) (1)"), "b": ("x y z", "(0) (1) (2)"), "c": ("x", "(7)")}
    key = conll(tmp_path / "k", counted)
    assert codes(corefeval.score(key, key, across="corpus")) == ["CE085", "CE085"]
    from_one = {"a": ("x y", "(1) (2)"), "b": ("x y z", "(1) (2) (3)")}
    key = conll(tmp_path / "o", from_one)
    assert codes(corefeval.score(key, key, across="corpus")) == ["CE085", "CE085"]
    from_two = {"a": ("x y", "(2) (3)"), "b": ("x y z", "(2) (3) (4)")}
    key = conll(tmp_path / "t", from_two)
    assert codes(corefeval.score(key, key, across="corpus")) == []
    named = conll(tmp_path / "n", counted | {"b": ("x y z", "(0) (1) (3)")})
    assert codes(corefeval.score(named, named, across="corpus")) == []


def test_one_document_is_what_it_is(tmp_path: Path) -> None:
    """A single document needs no topic, keeps its name and has the same scores."""
    key, response = (
        conll(tmp_path / name, {"d": ("x y z", cells)})
        for name, cells in (("k", "(0) (0) (1)"), ("r", "(0) (1) (1)"))
    )
    plain = corefeval.score(key, response)
    for across in ("topic", "corpus"):
        result = corefeval.score(key, response, across=across)
        assert (result.scores, result.documents, codes(result)) == (plain.scores, ("d",), codes(plain))


def test_intervals_are_over_topics(tmp_path: Path) -> None:
    """Intervals resample topics; with one corpus there is no interval, with a note."""
    key, response = conll(tmp_path / "k", KEY), conll(tmp_path / "r", RESPONSE)
    systems = {"r": response, "k": key}
    comparison = corefeval.compare(key, systems, metrics="lea", across="topic", resamples=99, seed=1)
    assert len(comparison.results["r"][""].documents) == 2
    shown = str(comparison)
    assert shown.startswith("2 topics ")
    assert "entities across the documents of a topic" in shown
    assert "intervals over topics" in shown
    with pytest.raises(CorefevalError, match="CE052"):
        corefeval.compare(key, systems, metrics="lea", across="corpus", resamples=99, seed=1)


NAMELESS = {
    "clusters-by-name": '{"a": [[[0, 0], [1, 1]]], "b": [[[0, 0], [1, 1]]]}\n{"a": [0, 1], "b": [0, 1]}\n',
    "rucoco": 2 * '{"text": "Ada herself", "entities": [[[0, 3], [4, 11]]]}\n',
    "subtokens": "".join(
        f'{{"doc_key": "{name}", "sentences": [["Ada", "she"]], "subtoken_map": [0, 1], "clusters": [[[0, 0], [1, 1]]]}}\n'
        for name in "ab"
    ),
    "iahlt": 2 * '{"text": "Ada herself", "clusters": [{"mentions": [[0, 3, {}], [4, 11, {}]]}]}\n',
    "winobias": "1 [Ada] saw [herself]\n2 [Eve] saw [herself]\n",
    "jsonlines": "".join(
        f'{{"doc_key": "{name}", "sentences": [["Ada", "she"]], "clusters": [[[0, 0], [1, 1]]]}}\n'
        for name in "ab"
    ),
}
"""Two documents each, in formats that list chains without naming them."""


@pytest.mark.parametrize("form", NAMELESS)
def test_chains_without_names_stay_in_their_documents(form: str, tmp_path: Path) -> None:
    """Unnamed chains of two documents are not merged because both come first; CE080 warns that none is in both."""
    path = tmp_path / "key"
    path.write_text(NAMELESS[form], encoding="utf-8")
    result = corefeval.score(path, path, key_format=form, response_format=form, across="corpus")
    assert {problem.code for problem in result.warnings} >= {"CE080"}
    assert {problem.code for problem in result.warnings}.isdisjoint({"CE085"})
