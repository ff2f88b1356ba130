"""Schemes of type codes as files: reading, errors and names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from corefeval.linguistics.codes import OTHER
from corefeval.linguistics.dominant_mentions import Rank
from corefeval.linguistics.scheme_files import (
    BUNDLED,
    RANKS,
    bundled,
    read_scheme,
    scheme_named,
    scheme_of,
    source_of,
)
from corefeval.problems import UsageError
from tests.metrics.small_schemes import LONGER_CODES, OWN_LETTERS
from tests.refuses import refuses


def data(**changes: Any) -> dict[str, Any]:
    """Return a scheme as data, with changes; None removes a key."""
    whole: dict[str, Any] = {
        "name": "two",
        "types": {"name": "n", "nominal": "n", "pronoun": "p"},
        "levels": [
            {"name": "kind", "values": {"n": "noun", "p": "pronoun"}},
            {"name": "detail", "values": {"n": {"r": "repeated"}}},
        ],
        **changes,
    }
    return {key: value for key, value in whole.items() if value is not None}


def test_the_bundled_schemes_are_sound() -> None:
    """Every bundled scheme can be read, has the name of its file, and uses the known ranks of words."""
    assert [scheme.name for scheme in bundled()] == list(BUNDLED)
    assert all(OTHER not in scheme.classes for scheme in bundled())
    assert {rank.name.lower().replace("_", " ") for rank in Rank} == {*RANKS, "none"}
    for name in BUNDLED:
        assert scheme_of(tomllib.loads(source_of(name))) == scheme_named(name)
    assert scheme_named().name == "lithuanian"
    assert scheme_named("EPEC KORREF") is scheme_named("epec-korref")


def test_a_copy_of_a_bundled_scheme_is_another_by_name_only(tmp_path: Path) -> None:
    """A copy of a bundled scheme in a file is equal, and signatures identify the file by its content."""
    file = tmp_path / "copy.toml"
    file.write_text(source_of("lithuanian"), encoding="utf-8")
    copy = scheme_named(str(file))
    assert copy.identity == f"lithuanian@{copy.digest}"
    assert {**copy.to_dict(), "identity": "lithuanian"} == scheme_named("lithuanian").to_dict()
    assert scheme_named(copy.identity) is copy


def test_codes_of_several_letters() -> None:
    """A separator or the length of values separates levels; a single level is the whole code."""
    longer = scheme_of(tomllib.loads(LONGER_CODES))
    assert (longer.split("nom.def"), longer.class_of("nom.def")) == (("nom", "def"), "nom")
    kinds = [fault and fault.kind for fault in map(longer.fault, ("nom.-", "nom", "pro.gen", "xxx.def"))]
    assert kinds == [None, "other-number-of-levels", "illegal-combination", "no-such-value"]
    levels = [
        {"name": "kind", "values": {"nom": "", "pro": ""}},
        {"name": "way", "values": {"ab": "", "cd": ""}},
    ]
    fixed = scheme_of(data(levels=levels, types={"name": "nom", "nominal": "nom", "pronoun": "pro"}))
    assert (fixed.split("nomab"), fixed.fault("nomab"), fixed.fault("nom--")) == (("nom", "ab"), None, None)
    assert fixed.fits("procd", ["*cd"])
    assert not fixed.fits("procd", ["nom"])
    found = fixed.fault("nomabx")
    assert found is not None
    assert (found.kind, found["found"], found["expected"]) == ("other-number-of-levels", 3, 2)
    one = scheme_named("plain")
    assert (one.class_of("pronoun"), one.fault("pronoun"), bool(one.fault("pro"))) == ("pronoun", None, True)


def test_classes_may_be_more_than_the_first_level() -> None:
    """A table of classes lists the codes of each; the class of an unlisted code is its first level."""
    scheme = scheme_of(data(classes={"easy": ["nr"], "hard": ["n-", "p"]}))
    assert scheme.classes == ("easy", "hard")
    assert [scheme.class_of(code) for code in ("nr", "n-", "p-", "x")] == ["easy", "hard", "hard", "x"]


def test_legal_codes_may_be_listed() -> None:
    """Codes must match the legal patterns and must not match the illegal ones."""
    for limits in ({"legal": ["nr", "p"]}, {"illegal": ["n-"]}):
        scheme = scheme_of(data(**limits))
        assert [bool(scheme.fault(code)) for code in ("nr", "n-", "p-")] == [False, True, False]


def test_without_an_order_the_words_decide() -> None:
    """Without `dominance` the words decide for all mentions."""
    scheme = scheme_of(data())
    assert [scheme.step("p-", words) for words in ("full name", "noun phrase", "none")] == [5, 2, 0]


def test_own_letters_in_order() -> None:
    """The first matching step counts, for any words; mentions on no step cannot be dominant."""
    scheme = scheme_of(tomllib.loads(OWN_LETTERS))
    assert [scheme.step(code, "none") for code in ("pt", "pa", "n-", "q-", "")] == [3, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("changes", "kind", "arguments"),
    [
        ({"name": "a b"}, "name-not-made-letters", {"name": "a b"}),
        ({"name": None}, "name-not-made-letters", {"name": ""}),
        ({"levels": None}, "no-levels", {}),
        ({"levels": [{"name": "kind"}]}, "first-level-no-values", {}),
        ({"levels": [{"values": {"n": {"a": "b"}}}]}, "first-level-no-values", {}),
        (
            {"levels": [{"values": {"n": "x", "pp": "y"}}, {"values": {"a": ""}}]},
            "values-differ-in-length",
            {"name": "level 1"},
        ),
        ({"levels": [{"values": {"n": 1}}]}, "wrong-type", {"value": 1}),
        (
            {"levels": [{"values": {"-": "x"}}]},
            "cannot-value-stands-none",
            {"value": "-", "what": "levels.1"},
        ),
        (
            {"levels": [{"values": {"n": "x", "p": "y"}}, {"values": {"q": {"a": "b"}}}]},
            "values-in-class",
            {"name": "level 2", "sort": "q"},
        ),
        (
            {"levels": [{"values": {"n": "x", "p": "y"}, "derived": {"zero": "z"}, "letters": {}}]},
            "no-such-name",
            {"what": "key", "name": "letters", "whose": "levels.1"},
        ),
        (
            {"levels": [{"values": {"n": "x", "p": "y"}}, {"values": {"a": ""}, "derived": {"zero": "z"}}]},
            "derived-no-value",
            {"fact": "zero", "name": "level 2", "value": "z"},
        ),
        ({"types": None}, "types-says-nothing-mentions", {"missing": ("name", "nominal", "pronoun")}),
        (
            {"types": {"name": "n", "nominal": "x", "pronoun": "p"}},
            "no-such-value",
            {"what": "types", "value": "x"},
        ),
        ({"types": {"names": "n"}}, "no-such-name", {"what": "key", "name": "names", "whose": "types"}),
        ({"dominance": ["x"]}, "no-such-value", {"what": "dominance", "value": "x"}),
        ({"dominance": ["nrr"]}, "more-levels-scheme", {"what": "dominance", "pattern": "nrr", "levels": 2}),
        ({"dominance": [{"codes": "n", "words": "long"}]}, "no-such-name", {"what": "rank", "name": "long"}),
        ({"dominance": [{"words": "full name"}]}, "no-codes", {"what": "dominance.1"}),
        ({"dominance": "n"}, "wrong-type", {"what": "dominance", "value": "n"}),
        ({"coefficients": {"wt": 2}}, "coefficients-not-between-0", {"key": "wt", "value": 2}),
        ({"coefficients": {"wt": "x"}}, "wrong-type", {"what": "coefficients.wt", "value": "x"}),
        ({"coefficients": {"fp": 0}}, "no-such-name", {"what": "key", "name": "fp", "whose": "coefficients"}),
        ({"parent": {"defining": ["nam"]}}, "no-such-name", {"what": "kind of mention", "name": "nam"}),
        (
            {"parent": {"defining": ["name"], "referring": ["name"]}},
            "parent-can-only-define",
            {"both": ("name",)},
        ),
        ({"separator": "-"}, "cannot-separate-levels-can", {"separator": "-"}),
        ({"same": ["2:rx"]}, "scheme", {"unknown": ("x",), "text": "2:rx"}),
        ({"column": True}, "wrong-type", {"what": "column", "value": True}),
        ({"open": "yes"}, "wrong-type", {"what": "open", "value": "yes"}),
        ({"colour": "red"}, "no-such-name", {"what": "key", "name": "colour"}),
    ],
)
def test_what_is_no_scheme_is_refused(changes: dict[str, Any], kind: str, arguments: dict[str, Any]) -> None:
    """An invalid key, value or code is named."""
    code = "CE050" if kind in ("no-such-name", "scheme") else "CE110"
    with refuses(UsageError, code, kind, **arguments):
        scheme_of(data(**changes))


def test_column_is_a_name_or_a_number() -> None:
    """A number needs no quotes."""
    assert [scheme_of(data(column=column)).column for column in (5, "5", "ne")] == ["5", "5", "ne"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is missing, not TOML or not UTF-8 is refused, with the file and the line if there is one."""
    file = tmp_path / "bad.toml"
    with refuses(UsageError, "CE001", "no-such-scheme"):
        read_scheme(str(file))
    file.write_text('name = "x"\nlevels = }\n', encoding="utf-8")
    with refuses(UsageError, "CE110", "not-toml"):
        read_scheme(str(file))
    file.write_bytes(b'name = "\xff"')
    with refuses(UsageError, "CE110", "not-utf8"):
        read_scheme(str(file))
    with refuses(UsageError, "CE050", "no-such-name-see"):
        scheme_named("lithuania")


def test_all_codes_of_a_scheme() -> None:
    """The codes are all legal combinations, with - if a class has no values at a level (a-is of section 4.1)."""
    found = scheme_named("lithuanian").codes
    assert {"ppag", "a-is", "dtis", "eias"} <= found
    assert len(found) == 198
    assert not scheme_named("epec-korref").codes


def test_pad_is_a_flag() -> None:
    """`pad = true` (section 4.4) completes codes with a separator, too."""
    scheme = scheme_of(data(pad=True))
    assert scheme.pads
    assert not scheme_of(data()).pads
