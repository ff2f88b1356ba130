"""The test suites of the existing scorers, run through corefeval.

Their files and the answers that the scorers gave on them lie beside the checkout. What each suite checks stands
here: in the Perl suites some metrics of a case, in the Python ones whole cases, where every metric that the scorer
gives is compared.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.corpus.corpus import Corpus

CLASSIC = ("muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor")
TOLERANCE = 1e-9
Record = dict[str, Any]
Settings = dict[str, Any]

ANY_WORDS: Settings = {"align": "positions"}
"""The suites' own files do not always repeat the words."""


@dataclass(frozen=True)
class Cases:
    """Some cases of a suite.

    Attributes:
        folder: where their files lie.
        names: the cases, as A1 for TC-A.key and TC-A-1.response; A1-3 are three.
        options: what the scorer was told.
        settings: the same for corefeval.
        metrics: which metrics are checked, each by itself; all together where none is named.
    """

    folder: str
    names: str
    options: Settings = field(default_factory=dict)
    settings: Settings = field(default_factory=dict)
    metrics: tuple[str, ...] = ()

    def files(self) -> Iterator[tuple[str, str, str]]:
        """Yield the name, the key and the response of each case."""
        for word in self.names.split():
            letters, first, last = re.fullmatch(r"([A-Z]+)(\d+)(?:-(\d+))?", word).groups()  # type: ignore[union-attr]
            for number in range(int(first), int(last or first) + 1):
                end = "sys" if letters.startswith("P") and "plural" in self.folder else "response"
                path = f"data/{self.folder}/TC-{letters}"
                yield f"{letters}{number}", f"{path}.key", f"{path}-{number}.{end}"


CONLL = "A1-7 A10-13 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1-6 N1-6"
PERL = (
    ("A1-9 M1", ("muc", "bcub", "ceafm", "ceafe", "blanc")),
    ("A10-13", ("muc", "bcub", "blanc")),
    ("B1 C1 M3-4 M6 N3 N5-6", ("blanc",)),
    ("D1 E1", ("muc", "bcub")),
    ("F1 G1 H1 I1 J1 K1 L1", ("muc",)),
    ("M2 M5 N1-2 N4", ("muc", "blanc")),
)
CRAFT = (
    *PERL,
    ("O1 P1 P4-5 Q1", ("muc", "bcub", "ceafm", "ceafe", "blanc")),
    ("O2-3 P2-3 Q2", ("muc",)),
)
OF_PERL = {"preset": "perl"}


def corefud(folder: str, names: str, match: str, zeros: str = "drop") -> Cases:
    """Return cases of corefud-scorer."""
    options = {"match": match, "keep_singletons": True, "keep_zeros": zeros != "drop"}
    options["zero_match_method"] = "dependent" if zeros == "dependent" else "linear"
    ours = "dependent-official" if zeros == "dependent" else zeros
    return Cases(f"corefud/{folder}", names, options, _kept(match, ours, "drop"))


def anaphora(
    folder: str, names: str, match: str = "exact", zeros: str = "drop", *, crossing: bool = False
) -> Cases:
    """Return cases of the Universal Anaphora scorer 2.0."""
    options: Settings = {
        "match": match,
        "keep_singletons": True,
        "keep_split_antecedents": True,
        "keep_zeros": zeros != "drop",
    }
    if crossing:
        options["allow_boundary_crossing"] = True
    return Cases(f"ua2-ua/{folder}", names, options, _kept(match, zeros, "keep"))


def _kept(match: str, zeros: str, split_antecedents: str) -> Settings:
    return {
        "match": {"partial-corefud": "partial", "partial-craft": "craft"}.get(match, match),
        "singletons": "keep",
        "zeros": zeros,
        "split_antecedents": split_antecedents,
        "duplicates": "keep",
        "undefined": "zero",
    }


PARTIAL = "partial-match-corefud"
SUITES: dict[str, tuple[str, str, list[Cases], int]] = {
    "Perl 8.01": (
        "perl",
        "conll2012",
        [Cases("perl-conll", names, {}, OF_PERL, metrics) for names, metrics in PERL],
        91,
    ),
    "CRAFT's Perl 8.02": (
        "craft",
        "conll2012",
        [
            *(
                Cases("perl-craft", names, {"allow_partial": False}, OF_PERL, metrics)
                for names, metrics in CRAFT
            ),
            Cases(
                "perl-craft",
                "A12-13 O2-3 P2-3 Q2",
                {"allow_partial": True},
                {**OF_PERL, "match": "craft"},
                ("muc",),
            ),
        ],
        128,
    ),
    "corefud-scorer": (
        "corefud",
        "corefud",
        [
            corefud("exact-match", f"{CONLL} O1", "exact"),
            corefud("partial-corefud-match/noncontig_mentions", "NCMA1-7 NCMB1-8", "partial-corefud"),
            corefud(
                "partial-corefud-match/overlapping_mentions",
                "OLMA1-6 OLMAA1-2 OLMB1-6 OLMC1-4",
                "partial-corefud",
            ),
            corefud("head-match", "HMA1-5", "head"),
            corefud("zeros", "ZA1-5 ZB1-2 ZC1-2 ZD1-3 ZE1-2", "partial-corefud", "linear"),
            corefud("zeros", "ZA1 ZB1 ZC1", "partial-corefud"),
            corefud("zeros", "ZD3 ZE2", "exact", "linear"),
            corefud("zeros", "ZD2-3 ZE1-2 ZF2-5", "head", "linear"),
            corefud("zeros", "ZF1-5 ZG1-3", "head", "dependent"),
        ],
        108,
    ),
    "Universal Anaphora scorer 2.0": (
        "ua2",
        "conllua",
        [
            anaphora("original-conll", CONLL),
            anaphora("plural", "PA1-11 PB1-4"),
            anaphora("discontinuous-craft", "O1-3 P1-5 Q1-2"),
            anaphora("discontinuous-craft", "O2-3 P2-3 Q2", "partial-craft"),
            anaphora(PARTIAL, "O1"),
            anaphora(f"{PARTIAL}/noncontig_mentions", "NCMA1-7 NCMB1-8", "partial-corefud"),
            anaphora(
                f"{PARTIAL}/overlapping_mentions", "OLMA1-6 OLMB1-6 OLMC1-4", "partial-corefud", crossing=True
            ),
            anaphora("zeros", "ZA1-5 ZB1-2 ZC1-2", zeros="linear"),
            anaphora("zeros", "ZA1 ZB1 ZC1"),
        ],
        108,
    ),
    "Universal Anaphora scorer 1, split antecedents": (
        "ua1",
        "conllua",
        [
            Cases(
                "ua1-plural",
                "PA1-11 PB1-4",
                {"keep_singletons": True, "keep_split_antecedents": True, "use_MIN": False},
                _kept("exact", "drop", "keep"),
            )
        ],
        15,
    ),
    "Universal Anaphora scorer 1, CoNLL": (
        "ua1-conll",
        "conll2012",
        [Cases("ua1-conll", CONLL, {"keep_singletons": True}, _kept("exact", "drop", "drop"))],
        34,
    ),
    "coval": (
        "coval",
        "conll2012",
        [Cases("coval", CONLL, {"keep_singletons": True}, {"preset": "coval"})],
        34,
    ),
}
MISREAD = {
    "Universal Anaphora scorer 1, CoNLL": ["A7"],
    "coval": ["A7"],
}
"""They read '(1(3' as '(3' alone; corefud-scorer's and the newer scorer's own files of that case are another."""


@functools.lru_cache(maxsize=1)
def golden(folder: Path) -> dict[tuple[str, str, str], list[Record]]:
    """Return all recorded answers by scorer, key and response."""
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in json.loads((folder / "goldens.json").read_text())["records"]:
        if "preset" not in record:
            found.setdefault((record["scorer"], record["key"], record["sys"]), []).append(record)
    return found


@functools.lru_cache(maxsize=256)
def read(path: Path, form: str) -> Corpus:
    """Return a file, read once for all cases that use it."""
    return corefeval.load(path, form)


def recorded(folder: Path, scorer: str, key: str, response: str, options: Settings) -> dict[str, list[float]]:
    """Return what the scorer answered: recall, precision and F1 of each metric that it can give."""
    other = {"evaluate_discourse_deixis", "allow_boundary_crossing", "remove_nested"} - options.keys()
    (record,) = (
        record
        for record in golden(folder)[scorer, key, response]
        if all(record["options"].get(name) == value for name, value in options.items())
        and not any(record["options"].get(name) for name in other)
    )
    loose = {"blanc"} if options.get("keep_split_antecedents") and "plural" in key else set()
    return {
        name: [numbers[part] for part in ("r", "p", "f")]
        for name, numbers in record["result"].items()
        if name in CLASSIC
        and name not in loose
        and "error" not in numbers
        and not (scorer == "coval" and name == "ceafm")
    }


@pytest.mark.parametrize("suite", SUITES)
def test_suite(suite: str, shared: Path) -> None:
    """Every check of the suite passes, but for the case that the scorer itself misreads."""
    scorer, form, groups, checks = SUITES[suite]
    folder = shared / "goldens" / "peers"
    done, failed = 0, []
    for cases in groups:
        for name, key, response in cases.files():
            expected = recorded(folder, scorer, key, response, cases.options)
            wanted: list[tuple[str, ...]] = [(metric,) for metric in cases.metrics] or [tuple(expected)]
            scores = corefeval.score(
                read(folder / key, form),
                read(folder / response, form),
                metrics=list(expected),
                **ANY_WORDS,
                **cases.settings,
            ).scores
            for metrics in wanted:
                done += 1
                ours = [
                    [scores[metric][part] for part in ("recall", "precision", "f1")] for metric in metrics
                ]
                if ours != [pytest.approx(expected[metric], abs=TOLERANCE) for metric in metrics]:
                    failed.append(name)
    assert done == checks
    assert failed == MISREAD.get(suite, [])
