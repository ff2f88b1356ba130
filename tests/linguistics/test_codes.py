"""Schemes of type codes, and the comparison of codes."""

from __future__ import annotations

import pytest

from corefeval.linguistics.codes import (
    BY_CLASS,
    MASKED,
    STRICT,
    CodeComparison,
    Confusable,
    agreement,
)
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.problems import UsageError
from tests.refuses import refuses

LITHUANIAN, EPEC_KORREF = map(scheme_named, ("lithuanian", "epec-korref"))


def test_the_four_level_scheme_reads_its_codes() -> None:
    """Žitkus et al. (2023), section 4.1: ppag is pronominal, personal, backward, group; a-is an adverb."""
    assert LITHUANIAN.meaning("ppag") == ("pronominal", "personal", "backward", "group")
    assert LITHUANIAN.meaning("a-is") == ("adverbial", "-", "irrelevant", "single")
    assert LITHUANIAN.classes == ("p", "g", "d", "a", "e")
    assert LITHUANIAN.class_of("dtis") == "d"


@pytest.mark.parametrize(
    ("code", "kind", "arguments"),
    [
        ("ppas", None, {}),
        ("e-as", None, {}),
        ("", "empty-code", {}),
        ("ppa", "other-number-of-letters", {"found": 3, "expected": 4}),
        ("ptas", "no-such-value", {"value": "t", "level": "kind"}),
        ("-pas", "no-such-value", {"value": "-", "level": "class"}),
    ],
)
def test_illegal_codes_are_explained(code: str, kind: str | None, arguments: dict[str, object]) -> None:
    """Letters of level 2 depend on the class; every level except the first may be empty."""
    found = LITHUANIAN.fault(code)
    assert (found and found.kind) == kind
    assert found is None or {name: found[name] for name in arguments} == arguments


def test_the_basque_scheme_has_three_letters() -> None:
    """Section 4.4: nominal, no repetition, hyponym is nnh; letters that the paper does not list are accepted."""
    assert EPEC_KORREF.meaning("nnh") == ("nominal", "no repetition", "hyponym")
    assert EPEC_KORREF.fault("nnx") is None
    assert EPEC_KORREF.fault("nnhs") is not None


def test_comparison_is_strict_masked_or_by_class() -> None:
    """'-' matches any letter if codes are derived; comparison may be limited to the class."""
    assert not STRICT.same("dtis", "d-is")
    assert MASKED.same("dtis", "d-is")
    assert not MASKED.same("dtis", "dais")
    assert BY_CLASS.same("dtis", "dfas")
    assert not STRICT.same("", "")
    assert not STRICT.same("pp", "ppas")


def test_confusions_may_be_ignored() -> None:
    """Section 4.3: repetition, partial repetition and abbreviation may count as equal."""
    ignoring = CodeComparison(confusions=(Confusable.parse("2:bat"), Confusable.parse("ppas=ppis")))
    assert ignoring.same("dbis", "dais")
    assert not ignoring.same("dbis", "dfis")
    assert not ignoring.same("dbis", "daas")
    assert ignoring.same("ppas", "ppis")
    assert CodeComparison(also=lambda one, other: {one[0], other[0]} == {"g", "d"}).same("gtis", "dtis")
    for wrong in ("2:b", "x:ab", "ppas"):
        with refuses(UsageError, "CE050", "not-confusion-type-codes", text=wrong):
            Confusable.parse(wrong)


def test_agreement_counts_levels_and_masked_pairs() -> None:
    """The shares cover only pairs with a code on both sides."""
    found = agreement(["dtis", "gfas", "", "ppas"], ["dtis", "g-as", "ppas", "pras"])
    assert (found.count, found.full, found.masked) == (3, 1 / 3, 1 / 3)
    assert found.levels == (1.0, 1 / 3, 1.0, 1.0)
    assert agreement(["gfas"], ["g-as"], MASKED).full == 1
    assert agreement([], []).count == 0
