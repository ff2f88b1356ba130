"""Words of a rewritten text: the anchors that stand in the same order on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from corefeval.pairing.rewritten import _increasing


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([1, 2, 5], [0, 1, 2]),
        ([3, 1, 2, 4, 0], [1, 2, 3]),
        ([2, 1], [1]),
        ([5, 0, 6, 1, 2, 7, 3], [1, 3, 4, 6]),
    ],
)
def test_the_longest_increasing_selection(values: list[int], expected: list[int]) -> None:
    """As many as possible, in order; of equally many the one that ends lowest."""
    assert _increasing(np.array(values, np.int64)).tolist() == expected
