"""Pronouns that need a noun: right, wrong and missing nouns, and their genders."""

from __future__ import annotations

from pathlib import Path

from corefeval.applications.answer_for import answer_for
from corefeval.applications.side_by_side import compare_uses
from corefeval.reports.show import render
from tests.applications.small_texts import (
    HE,
    HER,
    NAME,
    OBAMA,
    TITLE,
)
from tests.corpora import typed


def test_a_noun_that_is_not_needed_is_distinguished() -> None:
    """Pronouns of an entity without a noun are not among those that need one; the gold is the same for every system."""
    key = typed(OBAMA, [[NAME, HE], [HER, (7, "pronoun")]])
    misled = typed(OBAMA, [[NAME, HE], [TITLE, (7, "pronoun"), HER]])
    told = answer_for(key, misled, "translation")["translation"].finding
    assert told.sentences[0] == (
        "Of 1 pronoun that needs a noun, this system gives the right one for 1, a wrong one for 0, none for 0. It gives "
        "one to 1 more, of entities that no noun refers to in the gold; that counts as wrong."
    )
    compared = compare_uses(key, {"same": key, "misled": misled}, "translation", resamples=0)
    assert compared.gold == {"translation": {"same": (1, 0), "misled": (1, 1)}}
    shown = render(compared, "markdown")
    assert "The same gold for every system: 1 pronouns (translation)." in shown
    assert "which count as wrong: same 0, misled 1." in shown


def test_summarisation_tells_wrong_from_none() -> None:
    """A pronoun with the wrong noun is told from one without any, and nouns come second."""
    key = typed(OBAMA, [[NAME, TITLE, HE, HER]])
    response = typed(OBAMA, [[(7, "nominal"), HER], [NAME, TITLE]])
    found = answer_for(key, response, "summarisation")["summarisation"].finding
    assert found.sentences[0] == (
        "Of 2 pronouns that need a noun, this system gives the right one for 0, a wrong one for 1, none for 1."
    )
    assert (
        found.sentences[2]
        == "Of 1 noun that takes up an earlier noun, 1 lead to a right one, 0 to a wrong one, 0 to none."
    )
    counts = {each.name: each.count for each in found.outcomes["pronouns"]}
    assert (counts["right noun"], counts["wrong noun"], counts["no noun"]) == (0, 1, 1)
    assert found.example is not None
    assert (found.example.gold, found.example.system) == ("stands for “The_president”", "stands for “left”")


def test_pronouns_out_of_reach_are_counted() -> None:
    """Cataphora, chains of pronouns and lone pronouns are told as not counted, and only once."""
    key = typed(OBAMA, [[(1, "pronoun"), TITLE, HE], [(7, "pronoun"), (8, "pronoun")], [HER]])
    found = answer_for(key, key, "translation")["translation"].finding
    assert found.not_counted[:3] == (
        "1 pronoun before the first noun of its entity (cataphora)",
        "2 pronouns of entities that no noun refers to",
        "1 pronoun that is the only mention of its entity",
    )
    assert found.sentences[0].startswith(
        "Of 1 pronoun that needs a noun, this system gives the right one for 1"
    )


def test_gender_of_the_antecedent() -> None:
    """A wrong noun of the right gender is luck; without genders in the file that is said."""
    words = "mesto reka lev ona on"
    kinds = [(0, "nominal"), (1, "nominal"), (2, "nominal"), (3, "pronoun"), (4, "pronoun")]
    genders = {0: "Fem", 1: "Fem", 2: "Masc"}
    key = [[kinds[1], kinds[3]], [kinds[2], kinds[4]]]
    response = [[kinds[0], kinds[3]], [kinds[1], kinds[4]]]
    known = answer_for(typed(words, key, genders), typed(words, response, genders), "translation")
    assert known["translation"].finding.sentences[2] == (
        "Of 2 pronouns whose noun has a gender in the file, 1 get a noun of the same gender, 1 one of another or unknown "
        "gender, 0 none. For 1 the gender is right by luck: the noun is wrong."
    )
    unknown = answer_for(typed(words, key), typed(words, response), "translation")["translation"].finding
    assert unknown.not_counted[-1] == "gender: the files give none for nouns"


def test_real_genders(shared: Path) -> None:
    """Czech nouns have genders: gold gives each pronoun one of the right gender."""
    path = shared / "data" / "corefud_other" / "cs_pdtc-faust.conllu.gz"
    found = answer_for(path, path, "translation")["translation"].finding
    assert (
        "100 get a noun of the same gender, 0 one of another or unknown gender, 0 none." in found.sentences[2]
    )
