"""Sets of split antecedents: their elements as entities of a document for each pair of sets."""

from __future__ import annotations

import numpy as np

from corefeval.pairing.split_antecedents import _apart
from tests.rich_corpora import Said, Text, corpus


def test_what_has_no_target_has_none_in_any_document() -> None:
    """Codes of each document are its own; -1 stays -1 and is not the first code of all."""
    text = Text((False,) * 2, (Said(((0, 0),), 0), Said(((1, 1),), 0)))
    both = corpus({"a": text, "b": text})
    codes = np.array([0, 1, 0, 1])
    targets = np.array([1, -1, -1, 0])
    found = _apart([codes, codes, targets, targets], both, both, 2)
    assert [each.tolist() for each in found] == [[0, 1, 2, 3]] * 2 + [[1, -1, -1, 2]] * 2
