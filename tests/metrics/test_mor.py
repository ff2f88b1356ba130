"""MOR: words of mentions, paired by overlap or by the chosen matching (Yu et al. 2023, section 6.1)."""

from __future__ import annotations

import pytest

from corefeval.choices import Match
from corefeval.problems import CorefevalError
from corefeval.settings import Settings
from tests.metrics.scoring import counts, pairing, parts, scores
from tests.refuses import refuses

SPANS = {0: (0, 4), 1: (0, 1), 2: (0, 2), 3: (3, 4)}
"""Key mentions 0 and 1, of five and of two words; response mentions 2 and 3, of three and of two words.

    word      0 1 2 3 4
    key 0     ---------
    key 1     ---
    response  ----- ---
"""


def test_mentions_are_paired_for_the_largest_sum() -> None:
    """0 with 3 and 1 with 2 share 2 + 2 words, which beats the 3 words of 0 with 2: 4 of 7 and 4 of 5."""
    found = scores("mor", pairing([[0, 1]], [[2, 3]], spans=SPANS))
    assert found == pytest.approx({"recall": 4 / 7, "precision": 4 / 5, "f1": 2 / 3})


@pytest.mark.parametrize(("match", "shared"), [("exact", 0), ("head", 3)])
def test_the_matching_decides_only_where_it_is_asked(match: Match, shared: int) -> None:
    """The CorefUD scorer prints the same MOR for every matching; that of the UA scorer depends on the matching."""
    both = pairing([[0]], [[2]], spans=SPANS, settings=Settings(match=match, heads="first"))
    assert counts("mor", both)["recall_numerator"] == 3
    assert counts("mor(by=match)", both)["recall_numerator"] == shared


def test_mentions_without_words_are_refused() -> None:
    """Clusters from Python have no text and are refused."""
    with refuses(CorefevalError, "CE044", "mor-compares-words-mentions"):
        parts("mor", [[1, 2]], [[1, 2]])
