"""MUC, B³, CEAF, BLANC and LEA: the papers' own examples, and the corners where scorers disagree."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.choices import Duplicates


def parts(metric: str, key: list[list[int]], response: list[list[int]]) -> tuple[float | None, ...]:
    """Return recall, precision and F1."""
    scores = corefeval.score(key, response, metrics=metric)[metric]
    return scores["recall"], scores["precision"], scores["f1"]


# Luo et al. (2014), "An extension of BLANC to system mentions", section 5: key {a b c} {d e f g}, response
# {a b} {c d} {f g h i}; the figures of the CoNLL test case TC-B follow the same example.
LUO_KEY = [[1, 2, 3], [4, 5, 6, 7]]
LUO_RESPONSE = [[1, 2], [3, 4], [6, 7, 8, 9]]


def test_muc_of_luo_2014() -> None:
    """Two of five links found, two of five proposed (Luo et al. 2014, section 5)."""
    assert parts("muc", LUO_KEY, LUO_RESPONSE) == pytest.approx((2 / 5, 2 / 5, 2 / 5))


def test_bcub_of_luo_2014() -> None:
    """B³ R = 1/7 (4/3 + 1/3 + 1/4 + 4/4), P = 1/8 (4/2 + 2/2 + 4/4)."""
    recall, precision = (4 / 3 + 1 / 3 + 1 / 4 + 4 / 4) / 7, (2 + 1 + 1) / 8
    assert parts("bcub", LUO_KEY, LUO_RESPONSE)[:2] == pytest.approx((recall, precision))


def test_blanc_of_luo_2014() -> None:
    """Coreference links 2 of 9 and 2 of 8, non-coreference 8 of 12 and 8 of 20 (Luo et al. 2014, section 5)."""
    recall, precision, f1 = parts("blanc", LUO_KEY, LUO_RESPONSE)
    assert recall == pytest.approx((2 / 9 + 8 / 12) / 2)
    assert precision == pytest.approx((2 / 8 + 8 / 20) / 2)
    assert f1 == pytest.approx((2 * 2 / (9 + 8) + 2 * 8 / (12 + 20)) / 2)


def test_merging_entities_in_muc_and_bcub() -> None:
    """Žitkus et al. (2023), 3.1.4: MUC sees no difference between two mergers, B³ does (.714 and .657)."""
    key = [[1, 2], [3, 4], [5, 6, 7]]
    small, large = [[1, 2, 3, 4], [5, 6, 7]], [[1, 2], [3, 4, 5, 6, 7]]
    assert parts("muc", key, small)[1] == parts("muc", key, large)[1] == pytest.approx(4 / 5)
    assert parts("bcub", key, small)[1] == pytest.approx(5 / 7)
    assert parts("bcub", key, large)[1] == pytest.approx(4.6 / 7)


def test_ceafm_divides_by_mentions() -> None:
    """CEAFm is a share of mentions; coval divides by entities, gives 3.5 here and does not offer it."""
    assert parts("ceafm", [[1, 2, 3, 4], [5, 6, 7]], [[1, 2, 3, 4], [5, 6, 7]]) == (1.0, 1.0, 1.0)


def test_lea_counts_a_singleton_as_one_link_to_itself() -> None:
    """A singleton is resolved if it is alone in the response as well."""
    assert parts("lea", [[1], [2, 3]], [[1], [2, 3]]) == (1.0, 1.0, 1.0)
    assert parts("lea", [[1], [2, 3]], [[1, 4], [2, 3]])[0] == pytest.approx(2 / 3)


def test_blanc_without_coreference_links_in_the_key() -> None:
    """Key of singletons, response with one link: UA leaves no half out (.4545), Perl the coreference half (.909)."""
    key, response = [[1], [2], [3], [4]], [[1, 2], [3], [4]]
    assert corefeval.score(key, response, metrics="blanc")["blanc"]["f1"] == pytest.approx(5 / 11)
    perl = corefeval.score(key, response, metrics="blanc(empty=key)")["blanc(empty=key)"]
    assert perl["f1"] == pytest.approx(10 / 11)
    assert corefeval.score(key, response, preset="perl")["blanc"]["f1"] == pytest.approx(10 / 11)


def test_muc_of_singletons_is_undefined() -> None:
    """A corpus of singletons has no links: not 0, not 1. The official scorers say 0, and so do their presets."""
    assert parts("muc", [[1], [2]], [[1], [2]]) == (None, None, None)
    assert corefeval.score([[1], [2]], [[1], [2]], preset="perl")["muc"]["f1"] == 0.0


def test_an_empty_response_scores_zero_and_has_no_precision() -> None:
    """Recall and F1 are 0, precision is undefined."""
    assert parts("bcub", [[1, 2]], []) == (0.0, None, 0.0)


def test_the_conll_average_is_the_mean_of_three_f1() -> None:
    """MUC, B³ and CEAFe, summed in that order and divided by three."""
    result = corefeval.score(LUO_KEY, LUO_RESPONSE)
    f1 = [result[name]["f1"] for name in ("muc", "bcub", "ceafe")]
    assert result["conll"]["f1"] == pytest.approx(sum(value or 0 for value in f1) / 3, abs=0)


@pytest.mark.parametrize(("policy", "expected"), [("first", 1.0), ("merge", 1.0), ("keep", 0.5)])
def test_repeated_mentions_in_one_entity(policy: Duplicates, expected: float) -> None:
    """The same mention twice in a response entity: dropped, or counted as coval and UA do, one link of three right."""
    score = corefeval.score([[1, 2]], [[1, 2, 2]], metrics="blanc", duplicates=policy)
    assert score["blanc"]["f1"] == pytest.approx(expected)


def test_first_keeps_a_mention_in_the_entity_that_opens_first() -> None:
    """Perl's rule: the later entity loses the mention; nothing else is dropped, and it is said."""
    result = corefeval.score([[1, 2], [3, 4]], [[1, 2], [2, 3, 4]])
    assert result["bcub"]["f1"] == 1.0
    assert [problem.code for problem in result.warnings] == ["CE030"]


def test_merge_joins_entities_that_share_a_mention() -> None:
    """{1 2} and {2 3} become {1 2 3}, transitively."""
    assert corefeval.score([[1, 2, 3, 4]], [[1, 2], [2, 3], [3, 4]], duplicates="merge")["muc"]["f1"] == 1.0


def test_error_refuses_repeated_mentions() -> None:
    """Each is named with the entities that hold it."""
    with pytest.raises(corefeval.CorefevalError, match="CE030"):
        corefeval.score([[1, 2]], [[1, 2], [2, 3]], duplicates="error")
