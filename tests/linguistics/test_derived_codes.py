"""Codes and antecedents derived from chains."""

from __future__ import annotations

import json

import numpy as np
import pytest

from corefeval.corpus.tables import Annotation
from corefeval.linguistics.derived_codes import Antecedents, Policy, derive_codes, links_of_chains
from corefeval.linguistics.describe import describe
from corefeval.linguistics.wording import Wording
from tests.corpora import annotated_links, obama, text
from tests.paths import SHARED

GOLDEN = SHARED / "goldens" / "mentions.json"
UPOS = ("upos", "feats")


def coded(policy: Policy) -> list[str | None]:
    """Return the codes of the mentions of section 4.2; None for the root."""
    corpus = obama()
    found = describe(corpus)
    links = links_of_chains(corpus, found, policy)
    codes = dict(zip(links.referent.tolist(), derive_codes(corpus, found, links), strict=True))
    return [codes.get(mention) for mention in range(len(corpus.mentions))]


@pytest.mark.skipif(not GOLDEN.exists(), reason="needs the shared goldens")
@pytest.mark.parametrize(
    ("policy", "name"), [(Policy.CLOSEST_PRECEDING, "code_chain"), (Policy.DOMINANT, "code_to_dominant")]
)
def test_section_4_2_has_the_golden_codes(policy: Policy, name: str) -> None:
    """The codes of the fragment, along the chain and towards the dominant mention, equal the golden ones."""
    assert coded(policy) == json.loads(GOLDEN.read_text())["section_4_2"][name]


def antecedents(policy: Policy) -> list[int]:
    """Return the antecedents of the mentions of section 4.2, counted from 1; 0 for the root."""
    corpus = obama()
    links = links_of_chains(corpus, describe(corpus), policy)
    found = dict(zip(links.referent.tolist(), links.antecedent.tolist(), strict=True))
    return [found.get(mention, -1) + 1 for mention in range(len(corpus.mentions))]


def test_policies_pick_their_antecedents() -> None:
    """President He B.Obama Obama His BarackObama Himself BarackObama, by each policy."""
    assert antecedents(Policy.CLOSEST_PRECEDING) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert antecedents(Policy.DOMINANT) == [6, 6, 6, 6, 6, 0, 6, 6]
    assert antecedents(Policy.CLOSEST_MORE_DOMINANT) == [3, 1, 6, 3, 4, 0, 6, 6]
    assert antecedents(Policy.MIXED) == [3, 1, 6, 6, 4, 0, 6, 6]


def test_a_chain_of_pronouns_is_linked_one_to_the_next() -> None:
    """In a chain without a dominant mention every policy uses the previous mention."""
    corpus = text("we/PRON we/PRON us/PRON", chains=[[0, 1, 2]], columns=UPOS)
    for policy in Policy:
        links = links_of_chains(corpus, describe(corpus), policy)
        assert (links.referent.tolist(), links.antecedent.tolist()) == ([1, 2], [0, 1])


@pytest.mark.parametrize(
    ("referent", "antecedent", "code"),
    [
        ("the/DET dog/NOUN", "a/DET dog/NOUN", "gtis"),
        ("dog/NOUN", "old/ADJ dog/NOUN", "gais"),
        ("EU/PROPN", "European/PROPN Union/PROPN", "dbis"),
        ("J./PROPN Smith/PROPN", "John/PROPN Smith/PROPN", "dbis"),
        ("president/NOUN", "Obama/PROPN", "gfas"),
        ("hound/NOUN", "dog/NOUN", "g-as"),
        ("it/PRON/PronType=Prs", "dog/NOUN", "ppas"),
        ("its/PRON/Poss=Yes|PronType=Prs", "dog/NOUN", "poas"),
        ("itself/PRON/PronType=Prs|Reflex=Yes", "dog/NOUN", "pras"),
        ("which/PRON/PronType=Int,Rel", "dog/NOUN", "peas"),
        ("this/PRON/PronType=Dem", "dog/NOUN", "p-as"),
        ("there/ADV", "Rome/PROPN", "a-as"),
        ("∅/PRON", "dog/NOUN", "eias"),
        ("∅/NOUN", "dog/NOUN", "e-as"),
    ],
)
def test_codes_of_single_links(referent: str, antecedent: str, code: str) -> None:
    """One example for each letter that can be derived."""
    size, more = len(antecedent.split()), len(referent.split())
    corpus = text(
        f"{antecedent} and/CCONJ {referent}", chains=[[(0, size - 1), (size + 1, size + more)]], columns=UPOS
    )
    links = Antecedents.single(np.array([1]), np.array([0]))
    assert derive_codes(corpus, describe(corpus), links) == [code]


def test_a_genitive_before_a_noun_is_possessive_where_no_possessives_are_marked() -> None:
    """Lithuanian 'jo namas' (his house), but not 'dėl jo' (because of him)."""
    genitive = "jo/PRON/Case=Gen|PronType=Prs"
    corpus = text(
        f"Jonas/PROPN {genitive} namas/NOUN dėl/ADP {genitive} namas/NOUN", chains=[[0, 1, 4]], columns=UPOS
    )
    links = Antecedents.single(np.array([1, 2]), np.array([0, 0]))
    assert derive_codes(corpus, describe(corpus), links) == ["poas", "ppas"]


def test_penn_tags_tell_pronouns_apart() -> None:
    """PRP$ possessive, -self reflexive, WP relative, PRP personal."""
    corpus = text(
        "Ann/NNP his/PRP$ himself/PRP who/WP he/PRP that/DT is", chains=[range(6)], columns=("pos",)
    )
    links = Antecedents.single(np.arange(1, 6), np.zeros(5, np.int64))
    assert [code[1] for code in derive_codes(corpus, describe(corpus), links)] == ["o", "r", "e", "p", "-"]


def test_groups_and_forward_links() -> None:
    """Several antecedents are a group; a referent before its antecedent points forward (Tom and Jim … they)."""
    corpus = text(
        "They/PRON/PronType=Prs Tom/PROPN and/CCONJ Jim/PROPN", chains=[[0], [1], [3]], columns=UPOS
    )
    annotations = [
        Annotation(0, (0, 0), ((1, 1), (3, 3)), "ppag"),
        Annotation(0, (1, 1), ()),
        Annotation(0, (1, 1), ((1, 1),)),
    ]
    links, numbers = annotated_links(corpus, annotations)
    assert numbers == [0]
    assert derive_codes(corpus, describe(corpus), links) == ["pppg"]


def test_a_resource_answers_where_words_do_not() -> None:
    """Synonyms need a lexicon of the user; it is asked after repetition and before feature."""

    def resource(level: int, referent: Wording, antecedent: Wording) -> str | None:
        pair = {referent[-1].form, antecedent[-1].form}
        return "s" if level == 2 and pair == {"hound", "dog"} else None

    corpus = text("dog/NOUN hound/NOUN cat/NOUN dog/NOUN", chains=[[0, 1, 2, 3]], columns=UPOS)
    links = Antecedents.single(np.array([1, 2, 3]), np.array([0, 0, 0]))
    assert derive_codes(corpus, describe(corpus), links, resource=resource) == ["gsis", "g-as", "gtis"]


def test_no_links_no_codes() -> None:
    """No links give no codes."""
    corpus = text("dog/NOUN", chains=[[0]], columns=UPOS)
    found = describe(corpus)
    assert derive_codes(corpus, found, links_of_chains(corpus, found)) == []
