"""How far annotators mark the same mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefeval
from tests.agreement.small_texts import ADA, BERN, HIM, MAYOR, OLD_MAYOR, SHE, THE_MAYOR, write


def test_exact_head_and_overlap(tmp_path: Path) -> None:
    """Equal spans count in all ways, others with a common head or word, one to one, where they are asked for."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [OLD_MAYOR, HIM], [BERN]]})
    other = write(tmp_path, "other", {"x": [[ADA, SHE], [MAYOR, HIM], [(5, 6)], [THE_MAYOR]]})
    agreement = corefeval.agree([one, other], metrics="mention", resamples=0, language="en")
    # 5 and 6 mentions: Ada, She and him are equal; the old mayor (of Bern); Bern in "of Bern"
    assert agreement.coefficient("mentions", "exact").value == pytest.approx(2 * 3 / 11)
    assert agreement.coefficient("mentions", "overlap").value == pytest.approx(2 * 5 / 11)
    heads = agreement.coefficient("mentions", "head").value
    assert heads is not None
    assert 6 / 11 <= heads <= 10 / 11


def test_one_mention_overlaps_with_one(tmp_path: Path) -> None:
    """Two short mentions inside a long one are one more in common, not two."""
    one = write(tmp_path, "one", {"x": [[OLD_MAYOR]]})
    other = write(tmp_path, "other", {"x": [[MAYOR], [BERN]]})
    found = corefeval.agree([one, other], metrics="mention", resamples=0).coefficient("mentions", "overlap")
    assert found.value == pytest.approx(2 / 3)


def test_matching_does_not_change_it(tmp_path: Path) -> None:
    """How mentions are matched for the scores is another matter: equal spans stay equal spans."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE], [OLD_MAYOR, HIM]]})
    other = write(tmp_path, "other", {"x": [[ADA, SHE], [MAYOR, HIM]]})
    by_spans, by_heads = (
        corefeval.agree([one, other], metrics="mention", match=match, heads="first", resamples=0)
        for match in ("exact", "head")
    )
    assert by_heads.scores("one", "other")["mention"]["f1"] == 1
    for way in ("exact", "overlap"):
        assert by_heads.coefficient("mentions", way) == by_spans.coefficient("mentions", way)


def test_without_a_text_there_are_no_heads() -> None:
    """Clusters have equal mentions only, and it is said why there is nothing else."""
    agreement = corefeval.agree({"a": [[1, 2]], "b": [[1, 3]]}, metrics="mention")
    assert agreement.coefficient("mentions", "exact").value == pytest.approx(0.5)
    assert "without a text" in agreement.coefficient("mentions", "head").reason
