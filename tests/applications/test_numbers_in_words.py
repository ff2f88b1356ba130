"""Numbers in words: parts of a hundred."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corefeval.applications.numbers_in_words import of_hundred


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=5))
def test_of_hundred(counts: list[int]) -> None:
    """Parts of 100 add up and are less than one away from the share; small totals stay as they are."""
    base, parts = of_hundred(counts)
    total = sum(counts)
    assert sum(parts) == base == min(total, 100)
    if total > 100:
        assert all(abs(part - 100 * count / total) < 1 for part, count in zip(parts, counts, strict=True))
    else:
        assert parts == counts
