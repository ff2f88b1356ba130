"""Sets of split antecedents: their elements as entities of a document for each pair of sets."""

from __future__ import annotations

import numpy as np

from corefeval.pairing import pair
from corefeval.pairing.split_antecedents import SplitPairing, _apart
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.rich_corpora import Said, Text, corpus


def test_what_has_no_target_has_none_in_any_document() -> None:
    """Codes of each document are its own; -1 stays -1 and is not the first code of all."""
    text = Text((False,) * 2, (Said(((0, 0),), 0), Said(((1, 1),), 0)))
    both = corpus({"a": text, "b": text})
    codes = np.array([0, 1, 0, 1])
    targets = np.array([1, -1, -1, 0])
    found = _apart([codes, codes, targets, targets], both, both, 2)
    assert [each.tolist() for each in found] == [[0, 1, 2, 3]] * 2 + [[1, -1, -1, 2]] * 2


def test_what_has_no_sets_alone_stays_as_it_is() -> None:
    """Where every entity has a mention, the pairing of mentions alone has the same sides."""
    text = Text(
        (False,) * 3, tuple(Said(((place, place),), place) for place in range(3)), sets=((2, 0), (2, 1))
    )
    both = corpus({"a": text})
    paired = pair(both, both, Settings(split_antecedents="keep"), Problems())
    assert isinstance(paired, SplitPairing)
    assert paired.without_sets.key is paired.key
    assert paired.without_sets.response is paired.response


def test_entities_that_have_only_a_set_are_none_of_the_mentions_alone() -> None:
    """What is left of one whose only mention was a zero; the others stay."""
    text = Text(
        (False, False, True),
        tuple(Said(((place, place),), place) for place in range(3)),
        sets=((2, 0), (2, 1)),
    )
    both = corpus({"a": text})
    paired = pair(both, both, Settings(split_antecedents="keep", zeros="drop"), Problems())
    assert isinstance(paired, SplitPairing)
    assert (len(paired.key.entities), len(paired.response.entities)) == (3, 3)
    alone = paired.without_sets
    assert (len(alone.key.entities), len(alone.response.entities)) == (2, 2)
