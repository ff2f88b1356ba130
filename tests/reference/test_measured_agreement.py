"""How well types, dominant mentions and codes agree with people, on real corpora beside the checkout."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from corefeval.corpus.corpus import Corpus
from corefeval.formats import read
from corefeval.linguistics.codes import MASKED, agreement
from corefeval.linguistics.derived_codes import Antecedents, Policy, derive_codes, links_of_chains
from corefeval.linguistics.describe import Linguistics, describe
from corefeval.linguistics.dominant_mentions import representatives
from corefeval.linguistics.mention_types import MentionType
from tests.corpora import annotated_links
from tests.paths import SHARED

DATA = SHARED / "data"
GUM = [
    DATA / "gum_corefud" / f"en_gum-corefud-{part}"
    for part in ("train.conllu.gz", "dev.conllu", "test2.conllu")
]
LITHUANIAN = DATA / "lt_nkas" / "json"

needs_gum = pytest.mark.skipif(not GUM[0].exists(), reason="needs GUM beside the checkout")
needs_lithuanian = pytest.mark.skipif(not LITHUANIAN.exists(), reason="needs the Lithuanian corpus")


@cache
def gum() -> tuple[Corpus, list[str]]:
    """Return GUM without its first test part, and the texts of the mentions."""
    corpus = Corpus.concatenate([read(path) for path in GUM])
    forms = list(corpus.nodes.forms)
    bounds = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
    return corpus, [" ".join(forms[first : last + 1]) for first, last in bounds]


@cache
def gum_types(source: str) -> Linguistics:
    """Return GUM's linguistics from one source."""
    return describe(gum()[0], source=source, language="en")


@cache
def lithuanian() -> tuple[Corpus, Linguistics, Antecedents, list[str]]:
    """Return the corpus, its linguistics, the gold links and their gold codes."""
    corpus = read(LITHUANIAN, "nkas")
    annotations = corpus.annotations
    links, numbers = annotated_links(corpus, annotations)
    return corpus, describe(corpus, language="lt"), links, [annotations[number].code for number in numbers]


@needs_gum
@pytest.mark.parametrize(("source", "least"), [("ud", 0.97), ("ptb", 0.97), ("plain", 0.965)])
def test_pronouns_are_what_gum_links_as_anaphora(source: str, least: float) -> None:
    """Proxy: the link type ana or cata against coref; anonymised words are left out."""
    corpus, texts = gum()
    link = corpus.mentions.attributes.column("link")
    assert link is not None
    kinds = list(link)
    rows = [
        row for row, text in enumerate(texts) if "_" not in text and kinds[row] in {"ana", "cata", "coref"}
    ]
    found = gum_types(source).type == MentionType.PRONOUN
    hits = [bool(found[row]) == (kinds[row] != "coref") for row in rows]
    assert len(hits) > 30000
    assert np.mean(hits) >= least


@needs_gum
@pytest.mark.parametrize(("source", "least"), [("ud", 0.99), ("ptb", 0.97), ("plain", 0.95)])
def test_names_are_what_is_titled_so_in_wikipedia(source: str, least: float) -> None:
    """Proxy: the text of a mention equals the title of the article its entity is linked to."""
    corpus, texts = gum()
    identity = corpus.mentions.attributes.column("identity")
    assert identity is not None
    titled = [
        row
        for row, (title, text) in enumerate(zip(identity, texts, strict=True))
        if title and title.replace("_", " ") == text
    ]
    types = gum_types(source).type
    assert len(titled) > 2000
    assert np.mean(types[titled] == MentionType.NAME) >= least


@needs_gum
def test_heads_are_gums_minimal_words() -> None:
    """Where GUM's minimal span is one word, the head from the tree is that word."""
    corpus, _ = gum()
    mentions = corpus.mentions
    single = (mentions.minimum_first >= 0) & (mentions.minimum_first == mentions.minimum_last)
    head = gum_types("ud").head
    assert np.mean(head[single] == mentions.minimum_first[single]) >= 0.98


@needs_lithuanian
def test_derived_codes_agree_with_the_annotators() -> None:
    """All 100 Lithuanian documents with gold antecedents: at least .86 of the four-letter codes."""
    corpus, found, links, gold = lithuanian()
    codes = derive_codes(corpus, found, links)
    result = agreement(gold, codes)
    assert result.count == 3355
    assert result.full >= 0.86
    assert result.levels >= (0.96, 0.9, 0.95, 0.99)
    assert agreement(gold, codes, MASKED).full > result.full


@needs_lithuanian
def test_the_dominant_mention_is_the_one_annotators_refer_to() -> None:
    """In chains with one mention that is never a referent, that one is the dominant mention in .97 of them."""
    corpus, found, links, _ = lithuanian()
    is_root = np.ones(len(corpus.mentions), bool)
    is_root[links.referent] = False
    entity = corpus.mentions.entity
    single = (corpus.entity_sizes > 1) & (np.bincount(entity[is_root], minlength=len(corpus.entities)) == 1)
    root = np.full(len(corpus.entities), -1, np.int64)
    root[entity[is_root]] = np.flatnonzero(is_root)
    share = {
        name: np.mean(representatives(name, corpus, found)[single] == root[single])
        for name in ("dominant", "representative", "anchor")
    }
    assert share["dominant"] >= 0.97
    assert share["dominant"] > share["representative"] > share["anchor"]


@needs_lithuanian
def test_the_papers_advice_finds_the_annotators_antecedents_best() -> None:
    """From chains alone, the closest more dominant mention is the gold antecedent more often than by other policies."""
    corpus, found, links, _ = lithuanian()
    single = np.diff(links.bounds) == 1
    pairs = zip(
        links.referent[single].tolist(), links.antecedent[links.bounds[:-1][single]].tolist(), strict=True
    )
    gold = set(pairs)
    hits = {}
    for policy in Policy:
        derived = links_of_chains(corpus, found, policy)
        hits[policy] = len(
            gold & set(zip(derived.referent.tolist(), derived.antecedent.tolist(), strict=True))
        )
    assert max(hits, key=lambda policy: hits[policy]) is Policy.CLOSEST_MORE_DOMINANT
    assert hits[Policy.CLOSEST_MORE_DOMINANT] / len(gold) >= 0.65
