"""Information extraction: mentions attached to names."""

from __future__ import annotations

from pathlib import Path

from corefeval.applications.answer_for import answer_for
from corefeval.applications.side_by_side import compare_uses
from tests.applications.small_texts import (
    GOLD,
)
from tests.corpora import typed
from tests.metrics.small_schemes import OWN_LETTERS


def test_information_extraction_counts_attachments() -> None:
    """Right, wrong and no name; what refers to entities that are never named is told."""
    words = "Ann Bob she he it that"
    key = [[(0, "name"), (2, "pronoun")], [(1, "name"), (3, "pronoun")], [(4, "pronoun"), (5, "nominal")]]
    response = [[(0, "name"), (2, "pronoun"), (3, "pronoun")], [(4, "pronoun"), (5, "nominal")]]
    found = answer_for(typed(words, key), typed(words, response), "ie")["facts-about-names"].finding
    assert found.sentences == (
        (
            "Of 2 nouns and pronouns that refer to a named entity, 1 are attached to the right one, 1 only to a wrong one, 0 "
            "to no name."
        ),
        "Of the attachments that the system makes, 1 of 2 are right.",
        "2 mentions of entities that are never named are not counted.",
    )
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("refers to “Bob”", "attached to “Ann”")


def test_what_defines_is_as_the_scheme_says(tmp_path: Path) -> None:
    """The words, the counts and the score are of what the scheme has to define; what it does not allow is not tried."""
    scheme = tmp_path / "own.toml"
    scheme.write_text(
        OWN_LETTERS + '\n[parent]\ndefining = ["name", "nominal"]\nreferring = ["pronoun"]\n',
        encoding="utf-8",
    )
    found = answer_for(GOLD, GOLD, "ie", scheme=str(scheme))["facts-about-names"]
    assert found.f1 == 1
    assert found.finding.sentences[0].startswith("Of 1 noun or pronoun")
    assert found.finding.sentences[2] == (
        "In this scheme names are: name, nominal; mentions that refer are: pronoun."
    )
    assert found.finding.not_counted == ("links between the 2 names: see CoNLL and BLANC",)
    compared = compare_uses(GOLD, {"one": GOLD}, "ie", scheme=str(scheme), resamples=0)
    assert compared.gold["facts-about-names"]["one"] == (1, 0)
