"""Prague, Mitkov, Byron, basic links and the ACE value against the survey of Žitkus et al. (2023) and by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.metrics import parse_metric
from corefeval.metrics.base import f_score
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problems
from corefeval.settings import Settings
from tests.linguistics.tagged_text import text
from tests.metrics.small_corpora import counts, pairing, scores
from tests.refuses import refuses


def score_of(metric: str, **totals: float) -> dict[str, float]:
    """Return the scores of given sums."""
    found = parse_metric(metric).score({name: np.array(float(value)) for name, value in totals.items()})
    return {part: float(value) for part, value in found.items()}


def test_basic_from_counts() -> None:
    """C 30, A 40, T 50: P .75, R .6; F2 favours recall, F.5 precision."""
    found = score_of(
        "basic", recall_numerator=30, recall_denominator=50, precision_numerator=30, precision_denominator=40
    )
    assert found == pytest.approx({"recall": 0.6, "precision": 0.75, "f1": 2 / 3})
    recall, precision = np.array(0.6), np.array(0.75)
    assert f_score(recall, precision, 2) == pytest.approx(0.625)
    assert f_score(recall, precision, 0.5) == pytest.approx(5 / 7)


def test_basic_knows_no_transitivity() -> None:
    """A→B, B→C, D→E against A→C, D→E: basic P 1/2, R 1/3; MUC P 1, R 2/3 (section 3.1.3)."""
    paired = pairing([[1, 2, 3], [4, 5]], [[1, 3], [4, 5]])
    assert scores("basic", paired)["precision"] == 1 / 2
    assert scores("basic", paired)["recall"] == pytest.approx(1 / 3)
    assert scores("muc", paired)["precision"] == 1
    assert scores("muc", paired)["recall"] == pytest.approx(2 / 3)


def test_merging_large_and_small_entities() -> None:
    """B³ tells which two of three entities were merged, MUC does not (section 3.1.4)."""
    key = [[1, 2], [3, 5], [4, 6, 7]]
    small, large = ([[1, 2, 3, 5], [4, 6, 7]], [[1, 2], [3, 4, 5, 6, 7]])
    for response, expected in ((small, 0.714), (large, 0.657)):
        paired = pairing(key, response)
        assert scores("bcub", paired)["precision"] == pytest.approx(expected, abs=0.0005)
        assert scores("muc", paired)["precision"] == pytest.approx(4 / 5)


def test_prague_from_counts() -> None:
    """Equation 32 with FP where it prints FN: the second example tells the two apart."""
    found = score_of("prague", tp=6, wl=1, fn=2, fp=1, szp=1)
    assert found == pytest.approx({"recall": 2 / 3, "precision": 7 / 9, "f1": 0.717949}, abs=1e-6)


def test_prague_example() -> None:
    """2 and 3 right, 5 wrong, 6 missed, 9 invented; 8 is a noun, whatever the response calls it: a span has one type."""
    kinds = {1: "name", 4: "name", 8: "nominal"} | dict.fromkeys([2, 3, 5, 6, 9], "pronoun")
    paired = pairing(
        [[1, 2, 3, 5, 8], [4, 6]], [[1, 2, 3, 8, 9], [4, 5]], kinds, response_types=kinds | {8: "zero"}
    )
    assert counts("prague(anaphors=pronouns)", paired) == {"tp": 2, "wl": 1, "fn": 1, "fp": 1, "szp": 0}
    assert scores("prague(anaphors=pronouns)", paired) == pytest.approx(
        {"recall": 0.5, "precision": 0.5, "f1": 0.5}
    )


def test_prague_root() -> None:
    """With root the chain must begin where the key's does."""
    paired = pairing([[1, 2, 3]], [[2, 3]])
    assert counts("prague", paired)["tp"] == 1
    assert counts("prague(antecedent=root)", paired)["wl"] == 1


def test_byron_from_counts() -> None:
    """C 30, T 50, E 10: resolution rate .5."""
    found = score_of("byron", resolved=30, in_scope=50, excluded=10, attempted=40)
    assert found == pytest.approx({"recall": 0.6, "precision": 0.75, "f1": 2 / 3, "resolution_rate": 0.5})


def test_byron_excludes() -> None:
    """What the filter excludes is not judged, but the rate remembers it."""
    kinds = {1: "name", 2: "pronoun", 3: "zero"}
    paired = pairing([[1, 2, 3]], [[1, 2, 3]], kinds)
    assert counts("byron(exclude=type:zero)", paired) == {
        "resolved": 1,
        "in_scope": 1,
        "excluded": 1,
        "attempted": 1,
    }
    with refuses(CorefevalError, "CE044", "byron-cannot-exclude", feature="deprel"):
        counts("byron(exclude=deprel:expl)", paired)


def test_byron_attempts_what_it_resolves() -> None:
    """An anaphor of the key that the response's tags call a noun is attempted all the same: no precision above 1."""
    key, response = (
        text(f"Ada/PROPN met/VERB her/PRON {they}", chains=[[0, 2, 3]], columns=("upos",))
        for they in ("they/PRON", "they/NOUN")
    )
    found = score(key, response, metrics="byron")
    assert found.counts["byron"].totals() == {"resolved": 2, "in_scope": 2, "excluded": 0, "attempted": 2}
    assert found["byron"]["precision"] == 1


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
    """If 5 trivial ones and 4 settled by agreement are wrong, the others' rates do not suffer."""
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
    """A column FEATS of fillers, as in every CoNLL-UA file, is none: nothing would agree or disagree."""
    corpus = text("Ada/PROPN/_ met/VERB/_ her/PRON/_", chains=[[0, 2]], columns=("upos", "feats"))
    with refuses(CorefevalError, "CE044", "mitkov-needs-features"):
        score(corpus, corpus, metrics="mitkov")
    assert "mitkov" not in score(corpus, corpus, metrics="all").scores


def test_mitkov_wrong_resolutions() -> None:
    """An anaphor led to another entity is not resolved."""
    found = scores("mitkov", _paired([[0, 3], [1, 2], [4, 5]]))
    assert found["success"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("lacking", ["sentences", "features"])
def test_mitkov_says_what_is_missing(lacking: str) -> None:
    """Without sentences or features it refuses, and says which."""
    with refuses(CorefevalError, "CE044", f"mitkov-needs-{lacking}"):
        counts("mitkov", _paired(KEY, **{lacking: False}))


def _entities(entities: Sequence[tuple[str, Mapping[int, str]]]) -> Corpus:
    builder = CorpusBuilder()
    builder.document("d")
    for place in range(8):
        builder.node(f"w{place}")
    for number, (kind, mentions) in enumerate(entities):
        for place, label in mentions.items():
            kind_of, _, class_of = kind.partition("/")
            attributes = {"type": label, "etype": kind_of} | ({"class": class_of} if class_of else {})
            builder.mention(builder.entity(str(number)), [(place, place)], attributes=attributes)
    return builder.build()


def _ace(metric: str) -> float:
    key = _entities([("PER", {1: "nam", 2: "nom", 3: "pro"}), ("ORG", {4: "nam", 5: "pro"})])
    response = _entities([("PER", {1: "nam", 3: "pro", 5: "pro"}), ("FAC", {4: "nam"}), ("PER", {6: "nom"})])
    return scores(metric, pair(key, response, Settings(), Problems()))["value"]


def test_ace_example() -> None:
    """A person with a mention too many, a facility that is an organisation, and an invented person."""
    assert _ace("ace") == pytest.approx(1.31875 / 2.7)
    assert _ace("ace(coreference_false_alarm=1)") == pytest.approx((1.31875 - 0.075) / 2.7)


def test_ace_can_be_negative() -> None:
    """A response of inventions is worth less than none."""
    key, response = _entities([("PER", {1: "nam"})]), _entities([("PER", {2: "nam"}), ("PER", {3: "nam"})])
    assert scores("ace", pair(key, response, Settings(), Problems()))["value"] == pytest.approx(-2 * 0.75**2)


def test_ace_compares_what_both_say() -> None:
    """A response without entity types loses nothing by it."""
    key, response = _entities([("PER", {1: "nam", 2: "pro"})]), _entities([("", {1: "nam", 2: "pro"})])
    assert scores("ace", pair(key, response, Settings(), Problems()))["value"] == 1


def test_ace_values_what_is_unspecific_less() -> None:
    """A specific entity counts 1, a generic one the factor of the parameter: half of 1.5 is lost, or all but 1.5."""
    key = _entities([("PER/SPC", {1: "nam"}), ("ORG/GEN", {4: "nam"})])
    specific, generic = _entities([("PER/SPC", {1: "nam"})]), _entities([("ORG/GEN", {4: "nam"})])
    found = [
        scores("ace(unspecific=.5)", pair(key, side, Settings(), Problems()))["value"]
        for side in (specific, generic)
    ]
    assert found == pytest.approx([2 / 3, 1 / 3])
