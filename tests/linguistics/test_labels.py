"""Mention types from labels: tables in options and schemes, usual labels, and unlisted labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import corefeval
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.labels import TypeTable, given_types
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.scheme_files import source_of
from corefeval.problems import UsageError
from tests.refuses import refuses

WORDS = ["Mężczyzna", "spotkał", "Jana", ".", "Powiedział", ",", "że", "on", "wróci", "."]
SPANS = {"agp": 0, "nam_liv_person": 2, "pron": 7, "zero": 4}
KPWR = "nam*=name,agp=nominal,pron=pronoun,zero=zero"


def brat(folder: Path, links: list[tuple[str, str]], labels: dict[str, str] | None = None) -> Path:
    """Write a brat document of a man who met Jan, with links between mentions named by their labels."""
    folder.mkdir()
    text = " ".join(WORDS)
    starts = np.append(0, np.cumsum([len(word) + 1 for word in WORDS])).tolist()
    (folder / "d.txt").write_text(text + "\n", encoding="utf-8")
    lines = []
    for number, (label, word) in enumerate(SPANS.items(), 1):
        edges = f"{starts[word]} {starts[word] + len(WORDS[word])}"
        lines.append(f"T{number}\t{(labels or {}).get(label, label)} {edges}\t{WORDS[word]}")
    order = list(SPANS)
    for number, (first, second) in enumerate(links, 1):
        ends = f"Arg1:T{order.index(first) + 1} Arg2:T{order.index(second) + 1}"
        lines.append(f"R{number}\tCoreference {ends}")
    (folder / "d.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("types", [None, KPWR])
def test_parent_by_labels(types: str | None, tmp_path: Path) -> None:
    """Jan is the only name: one of `on` and the zero is attached, and one of two attachments is right."""
    key = brat(tmp_path / "key", [("pron", "nam_liv_person"), ("zero", "nam_liv_person")])
    response = brat(tmp_path / "response", [("pron", "nam_liv_person"), ("agp", "nam_liv_person")])
    result = corefeval.score(key, response, metrics="parent", language="pl", types=types)
    assert (result["parent"]["recall"], result["parent"]["precision"]) == (0.5, 0.5)
    assert not [problem for problem in result.warnings if problem.code == "CE046"]


def test_guessed_types_are_reported(tmp_path: Path) -> None:
    """Without labels a capitalised word at the start of a sentence counts as a name; the warning states the share."""
    blank = dict.fromkeys(SPANS, "Mention")
    key = brat(tmp_path / "key", [("pron", "nam_liv_person"), ("zero", "nam_liv_person")], blank)
    for metrics in ("parent", "arcs.inferred", "lmuc"):
        (told,) = [
            problem
            for problem in corefeval.score(key, key, metrics=metrics, language="pl").warnings
            if problem.kind == "types-guessed"
        ]
        assert (told.code, told.count, told["mentions"], told["share"]) == ("CE046", 6, 8, 75)
    result = corefeval.score(key, key, metrics="muc", language="pl")
    assert not [problem for problem in result.warnings if problem.kind == "types-guessed"]


def test_labels_that_the_table_does_not_list(tmp_path: Path) -> None:
    """Labels that the table does not list are counted, and their mentions are typed by their words."""
    key = brat(tmp_path / "key", [("pron", "nam_liv_person")])
    result = corefeval.score(key, key, metrics="parent", language="pl", types="nam*=name,pron=pronoun")
    told = [problem for problem in result.warnings if problem.kind == "labels-without-type"]
    assert told
    assert (told[0].code, told[0].count, told[0]["labels"]) == ("CE046", 2, ("'agp' (1)", "'zero' (1)"))
    result = corefeval.score(key, key, metrics="parent", language="pl", types="np_form:ne=name")
    absent = [problem["names"] for problem in result.warnings if problem.kind == "attributes-missing"]
    assert set(absent) == {("np_form",)}


def test_a_scheme_has_a_table(tmp_path: Path) -> None:
    """[kinds] of a scheme is a table of types; --types takes precedence."""
    scheme = tmp_path / "kpwr.toml"
    kinds = '[kinds]\n"NAM*" = "name"\nagp = "nominal"\n"label:p*" = "pron"\nzero = "zero"\n'
    scheme.write_text(source_of("plain") + kinds, encoding="utf-8")
    upper = {label: label.upper() for label in SPANS}
    key = brat(tmp_path / "key", [("pron", "nam_liv_person"), ("zero", "nam_liv_person")], upper)
    response = brat(tmp_path / "response", [("pron", "nam_liv_person"), ("agp", "nam_liv_person")], upper)
    result = corefeval.score(key, response, metrics="parent", language="pl", scheme=str(scheme))
    assert (result["parent"]["recall"], result["parent"]["precision"]) == (0.5, 0.5)
    other = corefeval.score(key, response, metrics="parent", scheme=str(scheme), types="agp=adverb")
    assert other["parent"]["precision"] == 1
    scheme.write_text(source_of("plain") + '[kinds]\nagp = "noun phrase"\n', encoding="utf-8")
    with refuses(UsageError, "CE050", "no-such-name"):
        corefeval.score(key, key, metrics="parent", scheme=str(scheme))


def labelled(*attributes: dict[str, str]) -> Corpus:
    """Return a corpus of one-word mentions with these attributes."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for number, own in enumerate(attributes):
        builder.node(f"w{number}")
        builder.mention(builder.entity(str(number)), [(number, number)], attributes=own)
    return builder.build()


def types_of(corpus: Corpus, table: str = "") -> list[str]:
    """Return the names of the types that a corpus gives."""
    found, _ = given_types(corpus, TypeTable.parse(table)) if table else given_types(corpus)
    return [] if found is None else [MentionType(kind).label for kind in found.tolist()]


def test_where_types_come_from() -> None:
    """The table decides, then the attribute type, then an unambiguous label; the first matching rule counts."""
    corpus = labelled(
        {"type": "NAM"}, {"ne": "pron"}, {"ne": "event"}, {"np_form": "ppers", "type": "np"}, {}
    )
    assert types_of(corpus) == ["name", "pronoun", "unknown", "nominal", "unknown"]
    assert types_of(corpus, "np_form:pp*=pronoun,event=event,*=nominal") == [
        "nominal",
        "nominal",
        "event",
        "pronoun",
        "unknown",
    ]
    assert types_of(labelled({"ne": "event"}, {"ne": "Person"})) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("nam* = name , ne:PER=nam", "nam*=name,ne:PER=name"),
        ("label:a b=nominal", "a?b=nominal"),
        ("a|b=pron,!c&d=zero", "a+b=pronoun,!c&d=zero"),
    ],
)
def test_a_table_in_a_signature(text: str, shown: str) -> None:
    """A table in a signature can be parsed again and is unchanged."""
    assert str(TypeTable.parse(text)) == shown
    assert str(TypeTable.parse(shown)) == shown


@pytest.mark.parametrize("text", ["nam*", "=name", "nam*=", "nam*=name,,agp=nominal"])
def test_what_is_no_table(text: str) -> None:
    """An invalid table is refused with the invalid rule."""
    with refuses(UsageError, "CE050", "not-a-type-table"):
        TypeTable.parse(text)


def test_the_signature_repeats_a_table(tmp_path: Path) -> None:
    """The table is part of the signature, and the signature reproduces the run."""
    key = brat(tmp_path / "key", [("pron", "nam_liv_person"), ("zero", "nam_liv_person")])
    response = brat(tmp_path / "response", [("pron", "nam_liv_person"), ("agp", "nam_liv_person")])
    table = {"nam*": "nominal", "agp": "name", "pron": "pronoun", "zero": "zero"}
    result = corefeval.score(key, response, metrics="parent", types=table)
    assert "|types:nam*=nominal,agp=name,pron=pronoun,zero=zero|" in str(result.signature)
    again = corefeval.score(key, response, signature=str(result.signature))
    assert again.scores == result.scores
    assert result["parent"] != corefeval.score(key, response, metrics="parent")["parent"]
