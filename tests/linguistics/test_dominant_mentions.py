"""Dominant mentions."""

from __future__ import annotations

import json

import pytest

from corefeval import load
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe
from corefeval.linguistics.dominant_mentions import dominance_order, dominant_mentions, ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.titles import titles_of
from corefeval.settings import LANGUAGES
from tests.corpora import obama, text
from tests.paths import SHARED

GOLDEN = SHARED / "goldens" / "mentions.json"
UPOS = ("upos",)


def ranked(corpus: Corpus) -> list[int]:
    """Return the ranks of the mentions in text order."""
    found: list[int] = ranks(corpus, describe(corpus)).tolist()
    return found


def test_section_4_2_orders_the_chain_as_printed() -> None:
    """Žitkus et al. (2023), section 4.2: Barack Obama 6, 8, then B. Obama 3, Obama 4, President 1."""
    corpus = obama()
    rank = ranks(corpus, describe(corpus))
    order = [mention + 1 for mention in dominance_order(corpus, rank).tolist() if rank[mention]]
    assert order == [6, 8, 3, 4, 1]
    assert dominant_mentions(corpus, rank).tolist() == [5]


@pytest.mark.skipif(not GOLDEN.exists(), reason="needs the shared goldens")
def test_section_4_2_has_the_golden_types_and_ranks() -> None:
    """The golden record of the fragment: types and ranks of all eight mentions."""
    golden = json.loads(GOLDEN.read_text())["section_4_2"]
    corpus = obama()
    found = describe(corpus)
    assert [MentionType(kind).label for kind in found.type.tolist()] == golden["types"]
    assert ranks(corpus, found).tolist() == golden["ranks"]


def test_an_acronym_is_abbreviated_only_next_to_its_expansion() -> None:
    """NATO alone is a full name."""
    words = "The/DET North/PROPN Atlantic/PROPN Treaty/PROPN met/VERB NAT/PROPN"
    assert ranked(text(words, chains=[[(1, 3), 5]], columns=UPOS)) == [5, 4]
    assert ranked(text("NATO/PROPN met/VERB", chains=[[0]], columns=UPOS)) == [5]


def test_a_single_name_with_an_initial_is_abbreviated() -> None:
    """An initial makes a name abbreviated even if it is the only name of the entity."""
    assert ranked(text("J./PROPN Bach/PROPN sang/VERB", chains=[[(0, 1)]], columns=UPOS)) == [4]


def test_harmonising_makes_the_types_of_a_chain_agree() -> None:
    """H1: a name with a lower-case twin is nominal. H2: a capitalised twin of a name is a name. H3: so is an expansion."""
    lower = text(
        "see/VERB Castle/NOUN and/CCONJ the/DET castle/NOUN of/ADP stone/NOUN",
        chains=[[1, (3, 4)]],
        columns=UPOS,
    )
    assert describe(lower).type.tolist() == [MentionType.NAME, MentionType.NOMINAL]
    assert ranked(lower) == [2, 2]
    twin = text(
        "Senate/NOUN met/VERB",
        "the/DET/ new/ADJ Senate/PROPN met/VERB it/PRON",
        chains=[[0, 4]],
        columns=UPOS,
    )
    assert ranked(twin) == [5, 5]
    acronym = text(
        "free/ADJ trade/NOUN area/NOUN grew/VERB",
        "so/ADV FTA/PROPN grew/VERB",
        chains=[[(0, 2), 5]],
        columns=UPOS,
    )
    assert ranked(acronym) == [5, 4]


def test_pronouns_alone_have_no_dominant_mention() -> None:
    """Appendix B: the chain of eight 'we'."""
    words = " ".join(["we/PRON"] * 8)
    corpus = text(words, chains=[list(range(8))], columns=UPOS)
    assert dominant_mentions(corpus, ranks(corpus, describe(corpus))).tolist() == [-1]


def test_events_rank_as_noun_phrases_and_ellipses_below() -> None:
    """Section 2 of the specification: verbs count as noun phrases, an ellipsis can dominate a pronoun."""
    corpus = text("they/PRON met/VERB ∅/NOUN it/PRON", chains=[[1, 2, 3]], columns=UPOS)
    assert ranked(corpus) == [2, 1, 0]


def test_mentions_without_words_can_still_be_ranked() -> None:
    """Clusters from Python have no dominant mention and raise no error."""
    corpus = load([["a", "b"]])
    assert dominant_mentions(corpus, ranks(corpus, describe(corpus))).tolist() == [-1]


@pytest.mark.parametrize(
    ("names", "dominant"),
    [
        (["Mr. Obama", "Barack Obama"], "Barack Obama"),
        (["President Obama", "Barack Obama"], "Barack Obama"),
        (["Prime Minister Samaras", "Antonis Samaras"], "Antonis Samaras"),
        (["Barack Obama", "President Barack Obama"], "Barack Obama"),
        (["President Barack Obama", "Barack Obama"], "President Barack Obama"),
        (["Obama", "Mr. Obama"], "Obama"),
        (["GM", "General Motors"], "General Motors"),
        (["Mister President", "Barack Obama"], "Mister President"),
        (["iPhone", "Apple iPhone 12"], "Apple iPhone 12"),
        (["the phone", "iPhone"], "iPhone"),
    ],
)
def test_titles_make_no_name_fuller(names: list[str], dominant: str) -> None:
    """Section 4.2 orders names by fullness; a title adds nothing, and of equal names the earlier counts."""
    words, spans = ["Then"], []
    for name in names:
        spans.append((len(words), len(words) + len(name.split()) - 1))
        words += [*name.split(), "went"]
    row = {"doc_key": "a", "sentences": [words], "clusters": [spans]}
    corpus = load(row, offsets="inclusive")
    rank = ranks(corpus, describe(corpus, language="en"))
    chosen = int(dominant_mentions(corpus, rank)[0])
    assert names[chosen] == dominant


def test_titles_count_if_asked_for() -> None:
    """Up to 0.8.0 Mr. Obama was as full a name as Barack Obama; old signatures reproduce this."""
    words = "Mr./PROPN Obama/PROPN met/VERB Barack/PROPN Obama/PROPN"
    corpus = text(words, chains=[[(0, 1), (3, 4)]], columns=UPOS)
    assert ranked(corpus) == [3, 5]
    assert ranks(corpus, describe(corpus), count_titles=True).tolist() == [5, 5]


def test_titles_are_those_of_the_language() -> None:
    """A declared language has its own titles; the lists are in lower case without dots."""
    assert ("frau",) in titles_of("de")
    assert ("frau",) not in titles_of("en")
    assert titles_of("") == titles_of("en")
    assert titles_of("hu") == frozenset()
    for language in LANGUAGES:
        assert all(word == word.lower().rstrip(".") for title in titles_of(language) for word in title)
