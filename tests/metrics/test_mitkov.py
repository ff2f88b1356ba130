"""Mitkov's success rates against the survey of Žitkus et al. (2023) and by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.corpora import text
from tests.metrics.scoring import counts, score_of, scores
from tests.refuses import refuses


def test_mitkov_from_counts() -> None:
    """N 100, S 80, K 30, M 20, all of K and M resolved: .8, 50/70, 30/50."""
    found = score_of(
        "mitkov",
        anaphors=100,
        anaphors_resolved=80,
        trivial=30,
        trivial_resolved=30,
        by_agreement=20,
        by_agreement_resolved=20,
    )
    assert found == pytest.approx({"success": 0.8, "non_trivial": 5 / 7, "critical": 0.6})


def test_mitkov_counts_sets() -> None:
    """If 5 trivial anaphors and 4 settled by agreement are wrong, the rates of the others do not change."""
    found = score_of(
        "mitkov",
        anaphors=100,
        anaphors_resolved=71,
        trivial=30,
        trivial_resolved=25,
        by_agreement=20,
        by_agreement_resolved=16,
    )
    assert found == pytest.approx({"success": 0.71, "non_trivial": 46 / 70, "critical": 0.6})


def _tagged(chains: Sequence[Sequence[int]], *, sentences: bool = True, features: bool = True) -> Corpus:
    """Ann Tom. She him. rain. it."""
    words = [
        ("Ann", "PROPN", "Gender=Fem|Number=Sing", "name"),
        ("Tom", "PROPN", "Gender=Masc|Number=Sing", "name"),
        ("She", "PRON", "Gender=Fem|Number=Sing", "pronoun"),
        ("him", "PRON", "Gender=Masc|Number=Sing", "pronoun"),
        ("rain", "NOUN", "Number=Sing", "nominal"),
        ("it", "PRON", "_", "pronoun"),
    ]
    builder = CorpusBuilder()
    builder.document("d")
    for place, (word, upos, feats, _) in enumerate(words):
        if sentences and place in {0, 2, 4, 5}:
            builder.sentence()
        columns = {"upos": upos} | ({"feats": feats} if features else {})
        builder.node(word, columns=columns)
    for number, chain in enumerate(chains):
        for place in chain:
            builder.mention(
                builder.entity(str(number)), [(place, place)], attributes={"type": words[place][3]}
            )
    return builder.build()


KEY = [[0, 2], [1, 3], [4, 5]]


def _paired(response: Sequence[Sequence[int]], **options: bool) -> Pairing:
    return pair(_tagged(KEY, **options), _tagged(response, **options), Settings(), Problems())


def test_mitkov_in_a_text() -> None:
    """She and him are settled by gender; it agrees with anything, and has one candidate if two sentences count."""
    found = counts("mitkov", _paired(KEY))
    assert (found["anaphors"], found["trivial"], found["by_agreement"]) == (3, 0, 2)
    near = counts("mitkov(window=2)", _paired(KEY))
    assert (near["trivial"], near["by_agreement"]) == (1, 2)


def test_mitkov_agreement_counts_candidates_in_front() -> None:
    """She has Ann and Tom before her, and only Ann agrees."""
    found = counts("mitkov", pair(_tagged([[0, 2], [1]]), _tagged([[0, 2], [1]]), Settings(), Problems()))
    assert (found["anaphors"], found["by_agreement"], found["by_agreement_resolved"]) == (1, 1, 1)


def test_mitkov_refuses_features_that_say_nothing() -> None:
    """A FEATS column of fillers, as in every CoNLL-UA file, counts as missing, because nothing could agree."""
    corpus = text("Ada/PROPN/_ met/VERB/_ her/PRON/_", chains=[[0, 2]], columns=("upos", "feats"))
    with refuses(CorefevalError, "CE044", "mitkov-needs-features"):
        score(corpus, corpus, metrics="mitkov")
    assert "mitkov" not in score(corpus, corpus, metrics="all").scores


def test_mitkov_wrong_resolutions() -> None:
    """An anaphor linked to another entity is not resolved."""
    found = scores("mitkov", _paired([[0, 3], [1, 2], [4, 5]]))
    assert found["success"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("lacking", ["sentences", "features"])
def test_mitkov_says_what_is_missing(lacking: str) -> None:
    """Without sentences or features the metric raises an error that names them."""
    with refuses(CorefevalError, "CE044", f"mitkov-needs-{lacking}"):
        counts("mitkov", _paired(KEY, **{lacking: False}))
