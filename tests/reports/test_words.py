"""Headings and notes: what had an effect here is named, what had none is not."""

from __future__ import annotations

from typing import Any

import pytest

import corefeval
from corefeval.examples import FOLDER
from corefeval.reports.words import heading, settings_in_words, undefined_notes
from corefeval.settings import Settings

PLAIN = {"a": [["x", "y"], ["z", "w"]]}
WITH_SINGLETON = {"a": [["x", "y"], ["z"]]}
REPEATED = {"a": [["x", "y"], ["y", "z"]]}


@pytest.mark.parametrize(
    ("response", "options", "words"),
    [
        (PLAIN, {}, "Exact match"),
        (WITH_SINGLETON, {}, "Exact match, singletons kept"),
        (WITH_SINGLETON, {"singletons": "drop"}, "Exact match, without singletons"),
        (PLAIN, {"singletons": "drop"}, "Exact match"),
        (
            REPEATED,
            {},
            "Exact match, singletons kept, a repeated mention counted once, in the entity that opens first",
        ),
        (REPEATED, {"duplicates": "keep"}, "Exact match, repeated mentions counted each time"),
        (REPEATED, {"duplicates": "merge"}, "Exact match, entities that share a mention joined"),
        (PLAIN, {"duplicates": "merge"}, "Exact match"),
        (PLAIN, {"duplicates": "error"}, "Exact match"),
        (PLAIN, {"split_antecedents": "keep"}, "Exact match"),
    ],
)
def test_settings_without_an_effect_are_not_named(
    response: dict[str, Any], options: dict[str, Any], words: str
) -> None:
    """Singletons and repeated mentions are spoken of where there are any."""
    assert heading(corefeval.score(PLAIN, response, metrics="muc", **options))[1] == words


@pytest.mark.parametrize(
    ("key", "zeros", "words"),
    [
        ("zeros.key.conllu", "drop", "without zeros"),
        ("zeros.key.conllu", "linear", "zeros aligned by position"),
        ("key.conllu", "drop", ""),
        ("key.conllu", "linear", ""),
    ],
)
def test_zeros_are_named_where_there_are_zeros(key: str, zeros: Any, words: str) -> None:
    """Dropped ones too: the corpus as read had them."""
    result = corefeval.score(FOLDER / key, FOLDER / key, preset="crac24", zeros=zeros)
    sentence = heading(result)[1]
    assert ("zeros" in sentence) == bool(words)
    assert words in sentence


def test_split_antecedents_are_named_where_there_are_any() -> None:
    """Where the file has them."""
    files = (FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua")
    assert "with split antecedents" in heading(corefeval.score(*files, split_antecedents="keep"))[1]


def test_without_files_every_setting_is_named() -> None:
    """A preset's page, and a result that no longer has its texts, say all of it."""
    words = settings_in_words(Settings(twinless="cai-strube"))
    for piece in ("singletons kept", "without zeros", "opens first", "that only one side has (twinless)"):
        assert piece in words


def test_one_entity_is_singular() -> None:
    """1 document, 1 mention, 1 entity."""
    assert heading(corefeval.score([["x"]], [["x"]], metrics="muc"))[0] == (
        "1 document · key: 1 mention, 1 entity (python) · response: 1 mention, 1 entity (python)"
    )


def test_a_zero_that_is_no_score_is_reported() -> None:
    """The CRAC presets write 0.00 for 0/0: the note says which, in every kind of output; a real 0 has no note."""
    result = corefeval.score(FOLDER / "key.conllu", FOLDER / "eager.conllu")
    assert undefined_notes(result) == [
        "Zeros: nothing to count here (0/0), written as 0.00 as the official scorer does"
    ]
    assert "nothing to count" in str(result)
    assert "nothing to count" in result._repr_html_()
    half = corefeval.score([[1, 2]], [], metrics="muc", undefined="zero")
    assert undefined_notes(half) == [
        "MUC precision: nothing to count here (0/0), written as 0.00 as the official scorer does"
    ]
    assert undefined_notes(corefeval.score([[1, 2]], [[1], [2]], metrics="bcub", undefined="zero")) == []
    assert undefined_notes(corefeval.score([[1, 2]], [], metrics="muc")) == []
