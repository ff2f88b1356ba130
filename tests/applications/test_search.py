"""Search: entities found by their best name, and their mentions."""

from __future__ import annotations

from corefeval.applications.answer_for import answer_for
from tests.applications.small_texts import (
    GOLD,
    HE,
    HER,
    NAME,
    OBAMA,
    TITLE,
)
from tests.corpora import typed


def test_search_needs_the_name() -> None:
    """A chain [the president, he] is no use to who looks for Obama (Tuggener 2014, section 3.3)."""
    without_name = typed(OBAMA, [[TITLE, HE]])
    found = answer_for(GOLD, without_name, "search")["search"]
    assert found.f1 is None or found.f1 == 0
    assert found.finding.sentences[0].startswith("A query by an entity's best name finds 0 of 1 entities.")
    example = found.finding.example
    assert example is not None
    assert example.gold == "Obama → The_president → he"
    assert "“Obama” is not a mention" in example.system
    assert "[Obama] came ." in example.text


def test_search_counts_what_is_returned() -> None:
    """Mentions of found entities: returned, overlooked, wrong; chains of pronouns only are told on both sides."""
    key = typed(OBAMA, [[NAME, TITLE, HE], [HER, (7, "pronoun")]])
    found = answer_for(key, typed(OBAMA, [[NAME, HE, HER]]), "search")["search"].finding
    assert found.sentences[0] == (
        "A query by an entity's best name finds 1 of 1 entities. Of their mentions 2 of 3 are returned, and 1 of 3 "
        "returned are wrong."
    )
    assert found.sentences[-1] == (
        "1 chain of the gold holds only pronouns: no query reaches them. The system has 0 of that kind."
    )
    assert found.sentences[1] == (
        "Found means that the name is in a chain of the system: of the 1 found, 0 have no other mention there, 0 share a "
        "chain with another one that is found."
    )
    assert found.not_counted[0] == "1 chain of pronouns only"
    assert found.usable["chains"] == (2, 1)
    assert found.usable["without a dominant mention"] == (1, 0)


def test_found_is_reported_to_be_no_more_than_the_name() -> None:
    """An entity found by its name alone is told, and so are two in one chain."""
    other = (7, "name")
    key = typed(OBAMA, [[NAME, TITLE, HE], [other, HER]])
    told = answer_for(key, typed(OBAMA, [[NAME, other, HER]]), "search")["search"].finding.sentences[1]
    assert "of the 2 found, 1 have no other mention there, 2 share a chain" in told


def test_pronouns_alone_have_no_score_for_search() -> None:
    """Without a dominant mention F1 is undefined, and nothing below says what it stays at."""
    pronouns = typed("He saw him .", [[(0, "pronoun"), (2, "pronoun")]])
    (found,) = answer_for(pronouns, pronouns, "search").answers
    assert found.f1 is None
    (spread,) = [each for each in found.spreads if each.metric == found.use.headline]
    assert "" in spread.undefined
