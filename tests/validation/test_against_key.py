"""A file against its key: every document and word that does not agree, singletons and types, and what each costs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Request
from corefeval.formats import write
from corefeval.problems import CorefevalError, Problem, Severity
from corefeval.validation import validate

WORDS = ["Anna", "saw", "her", "mother", "and", "the", "big", "dog", "barked", "at", "them"]


def corpus(documents: Mapping[str, Any], words: Mapping[str, list[str]] | None = None) -> Corpus:
    """Return documents of one text, with spans of tokens, ends inclusive."""
    rows = [
        {
            "doc_key": name,
            "tokens": (words or {}).get(name, WORDS),
            "clusters": clusters,
            "offsets": "inclusive,token",
        }
        for name, clusters in documents.items()
    ]
    return corefeval.load(rows)


GOLD = {name: [[(0, 0), (2, 2)], [(2, 3), (10, 10)]] for name in "abcdefgh"}


def found(folder: Path, key: Corpus, response: Corpus, **options: Any) -> list[Problem]:
    """Return what is found in a response that was written to a file."""
    write(response, folder / "system.jsonl", "jsonlines")
    return list(validate(folder / "system.jsonl", key=key, request=Request.of(**options)).problems)


def of(code: str, problems: list[Problem]) -> list[Problem]:
    """Return those of a code."""
    return [problem for problem in problems if problem.code == code]


def f1(key: Corpus, response: Corpus, **options: Any) -> str:
    """Return the CoNLL average as people are told it."""
    value = corefeval.score(key, response, **options).f1
    assert value is not None
    return f"{100 * value:.2f}"


def shown(problem: Problem, name: str) -> str:
    """Return a score that a problem tells, as a percentage."""
    return f"{100 * float(str(problem[name])):.2f}"


def test_all_missing_and_extra_documents_are_named(tmp_path: Path) -> None:
    """Each one is a problem of its own, with its mentions; what they cost is the score with them as empty and without."""
    key = corpus(GOLD)
    there = {name: clusters for name, clusters in GOLD.items() if name in "ab"} | {"x": [[(0, 0)]], "y": []}
    problems = found(tmp_path, key, corpus(there))
    missing = of("CE010", problems)
    assert [(problem.text, problem.severity) for problem in missing] == [(name, "error") for name in "cdefgh"]
    assert {(problem.kind, problem["mentions"]) for problem in missing} == {("not-in-file", 4)}
    assert [(problem.text, problem.severity) for problem in of("CE011", problems)] == [
        ("x", "warning"),
        ("y", "warning"),
    ]
    now = f1(key, corpus(there), missing="empty")
    (cost,) = of("CE102", problems)
    assert (cost.kind, cost.count, cost["documents"]) == ("missing", 6, 8)
    assert [shown(cost, name) for name in ("score", "rest", "cost")] == [
        now,
        "100.00",
        f"{100 - float(now):.2f}",
    ]


def test_the_settings_decide_what_stands_against_scoring(tmp_path: Path) -> None:
    """Under a preset that scores missing documents as empty they are warnings; the cost is that of the preset."""
    key, response = corpus(GOLD), corpus({"a": [[(0, 0), (2, 2)]]})
    signature = str(corefeval.score(key, response, missing="empty").signature)
    problems = found(tmp_path, key, response, signature=signature)
    assert {problem.severity for problem in of("CE010", problems)} == {Severity.WARNING}
    assert shown(of("CE102", problems)[0], "score") == f1(key, response, missing="empty")


def test_every_document_of_other_words_is_named_with_the_first_difference(tmp_path: Path) -> None:
    """Other text is an error with what rewriting would give; other tokens are carried and a warning."""
    key = corpus(GOLD)
    changed = [*WORDS[:6], "small", *WORDS[7:]]
    words = dict.fromkeys("abcdef", changed) | {"g": ["An", "na", *WORDS[1:]]}
    clusters = {**GOLD, "g": [[(0, 1), (3, 3)], [(3, 4), (11, 11)]]}
    response = corpus(clusters, words)
    problems = found(tmp_path, key, response)
    different = of("CE013", problems)
    assert [problem.severity for problem in different] == [Severity.ERROR] * 6
    assert all(problem.kind == "document-key-response" for problem in different)
    assert {problem.text for problem in different} == {"small"}
    carried = of("CE097", problems)[0]
    assert carried.kind == "in-other-tokens"
    assert (carried.text, carried.severity) == ("An", Severity.WARNING)
    (cost,) = of("CE102", problems)
    rewritten = f1(key, response, align="rewrite")
    assert (cost.count, cost["documents"], shown(cost, "score")) == (6, 8, rewritten)
    left = {name: clusters for name, clusters in clusters.items() if name in "gh"}
    empty = f1(key, corpus(left, words), missing="empty")
    assert shown(cost, "empty") == empty


def test_other_tokens_where_the_settings_are_strict(tmp_path: Path) -> None:
    """They are refused, with the alignment that would do."""
    key = corpus({"a": GOLD["a"]})
    response = corpus({"a": [[(0, 1), (3, 3)]]}, {"a": ["An", "na", *WORDS[1:]]})
    (problem,) = of("CE013", found(tmp_path, key, response, preset="perl"))
    assert problem.severity is Severity.ERROR
    assert problem.advice == "same-text"


def test_singletons_on_one_side_with_what_they_cost(tmp_path: Path) -> None:
    """One singleton on one side is enough; both numbers are those of score()."""
    key = corpus(GOLD)
    response = corpus({**GOLD, "a": [*GOLD["a"], [(5, 7)]]})
    (problem,) = of("CE040", found(tmp_path, key, response))
    assert (problem.kind, problem["here"]) == ("no-singletons-in-key", 1)
    now, then = f1(key, response), f1(key, response, singletons="drop")
    assert (shown(problem, "now"), shown(problem, "then")) == (now, then)
    assert of("CE040", found(tmp_path, key, key)) == []


def entities(*types: str) -> str:
    """Return a CorefUD document in which two entities have these types."""
    cells = [f"(e1-{types[0]}-1)", "_", f"(e2-{types[1]}-1)", f"(e1-{types[0]}-1)", f"(e2-{types[1]}-1)"]
    forms = [("Anna", "PROPN"), ("saw", "VERB"), ("Paris", "PROPN"), ("she", "PRON"), ("it", "PRON")]
    lines = [
        f"{number}\t{form}\t_\t{tag}\t_\t_\t0\troot\t_\t{'_' if cell == '_' else f'Entity={cell}'}"
        for number, (cell, (form, tag)) in enumerate(zip(cells, forms, strict=True), 1)
    ]
    return "# newdoc id = d\n# global.Entity = eid-etype-head\n" + "\n".join(lines) + "\n\n"


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        (("person", "place"), ("person", "place"), None),
        (("person", "place"), ("place", "place"), "other-types"),
        (("person", "place"), ("PER", "place"), "other-types"),
        (("person", "place"), ("", ""), "types-in-key-only"),
        (("", ""), ("PER", "LOC"), "types-here-only"),
    ],
)
def test_types(tmp_path: Path, ours: tuple[str, str], theirs: tuple[str, str], kind: str | None) -> None:
    """Types that one side lacks, that differ, or that the key does not have; the ACE value says what they cost."""
    for name, types in (("key.conllu", ours), ("system.conllu", theirs)):
        (tmp_path / name).write_text(entities(*types))
    key = corefeval.load(tmp_path / "key.conllu")
    problems = of("CE103", list(validate(tmp_path / "system.conllu", key=key).problems))
    assert [(each.kind, each["label"], each["name"]) for each in problems] == [
        (each, "entity types", "etype") for each in (kind,) if each
    ]
    if kind == "other-types":
        differ, *unknown = problems[0]["differences"]
        assert (differ.kind, differ.count) == ("differ", 2)
        assert [(each.kind, each["types"]) for each in unknown] == [
            ("not-in-key", (f"{name} (2)",)) for name in theirs if name not in ours
        ]
        value = corefeval.score(key, tmp_path / "system.conllu", metrics="ace")["ace"]["value"]
        assert value is not None
        cost = problems[0]["cost"]
        assert (cost.kind, cost["label"], cost["then"]) == ("costs-ace-value", "CoNLL", 100)
        assert cost["now"] == pytest.approx(100 * value)


def test_nothing_in_common_is_reported_once_for_each_document(tmp_path: Path) -> None:
    """With no document in common all are named, and there is nothing to score."""
    problems = found(
        tmp_path, corpus({"a": [], "b": []}), corpus({"c": [], "d": []}, {"c": ["x"], "d": ["y"]})
    )
    assert [problem.text for problem in of("CE010", problems)] == ["a", "b"]
    assert [problem.text for problem in of("CE011", problems)] == ["c", "d"]


def test_what_refuses_the_pair_is_reported(tmp_path: Path) -> None:
    """Names that come twice, and a key without words against a file with words."""
    twice = corefeval.load([{"doc_key": "a", "tokens": ["x"], "clusters": []}] * 2)
    assert of("CE012", found(tmp_path, twice, corpus({"a": []})))
    assert of("CE074", found(tmp_path, corefeval.load({"a": [[(0, 0)]]}), corpus({"a": []})))


OTHER_WORDS = {
    "none": [],
    "changed": [*WORDS[:6], "small", *WORDS[7:]],
    "other tokens": ["An", "na", *WORDS[1:]],
    "beginning": WORDS[:5],
    "twice": WORDS * 2,
    "starred": [*WORDS[:3], "*pro*", *WORDS[3:]],
    "numbers": [str(number) for number in range(len(WORDS))],
}
SETTINGS: list[dict[str, Any]] = [
    {},
    *({"align": each} for each in ("strict", "characters", "positions", "rewrite")),
    {"crop": "yes"},
    {"crop": "yes", "align": "rewrite"},
    {"missing": "empty"},
    {"zeros": "linear"},
    {"duplicates": "error"},
    {"preset": "crac24"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_everything_that_score_refuses_is_an_error(tmp_path: Path, settings: dict[str, Any]) -> None:
    """Whatever the words of both sides, the documents, repeated mentions and the settings."""
    some = corpus({"a": [[(0, 0), (2, 2)]], "b": [[(0, 0)], [(0, 0)]]})
    plain = corefeval.load({"a": [["x", "y"]], "b": [["x"]]})
    others = [
        corpus({"a": [[(0, 0)]] if words else [], "b": GOLD["b"]}, {"a": words})
        for words in OTHER_WORDS.values()
    ]
    extra = [corpus({name: [[(0, 0)]] for name in names}) for names in ("a", "xy", "abx")]
    numbers = corpus({"y": [], "z": []}, {"y": ["1"], "z": ["2"]})
    refused = 0
    for key in (some, plain, others[1]):
        for response in (some, *others, *extra, numbers):
            try:
                corefeval.score(key, response, **settings)
            except CorefevalError as error:
                codes = {problem.code for problem in error.problems if problem.severity is Severity.ERROR}
                told = found(tmp_path, key, response, **settings)
                assert codes <= {problem.code for problem in told if problem.severity is Severity.ERROR}
                refused += 1
    assert refused
