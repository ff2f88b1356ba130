"""Table 1 of Yu et al. (2023) on GUM: the CorefUD and the UA reading of one corpus agree, except for MOR.

The table compares the CorefUD scorer with the UA scorer on the CRAC 2022 test set: with exact matching all scores
are identical but MOR, 45.37 against 26.76, for the UA scorer takes the pairs of the chosen matching and the CorefUD
scorer those that overlap most (section 6.1). Here the UA reading is that of the corpus converted to CoNLL-UA.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefeval import formats
from corefeval.choices import Match, Singletons
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score

CLASSIC = ("muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "conll", "mention", "zero")
METRICS = (*CLASSIC, "mor", "mor(by=match)")

Pair = tuple[Corpus, Corpus]


@pytest.fixture(scope="module")
def corefud(shared: Path) -> Pair:
    """Key and the output of xrenner, as CorefUD."""
    folder = shared / "data" / "gum_pairs"
    return formats.read(folder / "gum.dev.key.corefud.conllu"), formats.read(
        folder / "gum.dev.xrenner.corefud.conllu"
    )


@pytest.fixture(scope="module")
def conllua(corefud: Pair, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """The same as CoNLL-UA."""
    folder = tmp_path_factory.mktemp("ua")
    for side, corpus in zip(("key", "response"), corefud, strict=True):
        formats.write(corpus, folder / side, "conllua")
    return formats.read(folder / "key"), formats.read(folder / "response")


def around_empty_nodes(corpus: Corpus) -> set[int]:
    """Return the documents with a discontinuous mention that leaves out nothing but empty nodes.

    Such a mention is another one than the continuous one in CorefUD, where empty nodes are words of a mention, and the
    same in CoNLL-UA, where they are not. The conversion says so (CE047).
    """
    parts, nodes = corpus.mentions.parts, corpus.nodes
    same = np.flatnonzero(parts.mention[1:] == parts.mention[:-1])
    between = nodes.words_before(parts.first[same + 1]) - nodes.words_before(parts.last[same] + 1)
    return set(corpus.mention_document[parts.mention[same[between == 0]]].tolist())


def scored(pair: Pair, match: Match, singletons: Singletons = "drop") -> Result:
    """Score as the CRAC 2022 shared task did, with another matching."""
    return score(*pair, metrics=METRICS, preset="crac22", match=match, singletons=singletons)


@pytest.fixture(scope="module")
def common(corefud: Pair, conllua: Pair) -> tuple[Pair, Pair]:
    """Both readings, without the documents in which the formats do not say the same."""
    left_out = set().union(*map(around_empty_nodes, corefud))
    documents = np.array([number for number in range(len(corefud[0].names)) if number not in left_out])
    assert len(documents) >= len(corefud[0].names) - 2
    (key, response), (ua_key, ua_response) = corefud, conllua
    return (
        (key.select_documents(documents), response.select_documents(documents)),
        (ua_key.select_documents(documents), ua_response.select_documents(documents)),
    )


@pytest.mark.parametrize("singletons", ["drop", "keep"])
def test_exact_scores_are_the_same(common: tuple[Pair, Pair], singletons: Singletons) -> None:
    """With exact matching every score but MOR is the same number in both readings, down to the last digit."""
    corefud, ua = (scored(pair, "exact", singletons) for pair in common)
    assert {name: corefud[name] for name in CLASSIC} == {name: ua[name] for name in CLASSIC}
    assert 0.4 < (corefud.f1 or 0) < 0.6


def test_only_mor_differs(common: tuple[Pair, Pair]) -> None:
    """CorefUD's MOR is higher than UA's, which counts words of matched mentions alone (45.37 > 26.76 there)."""
    corefud, ua = (scored(pair, "exact") for pair in common)
    for part in ("recall", "precision", "f1"):
        assert (corefud["mor"][part] or 0) > (ua["mor(by=match)"][part] or 0)


def test_mor_and_matching(common: tuple[Pair, Pair]) -> None:
    """CorefUD's MOR is the same for each matching; UA's grows with partial matching, to at most that."""
    corefud, ua = common
    exact, partial = scored(ua, "exact"), scored(ua, "partial")
    matchings: tuple[Match, ...] = ("exact", "partial", "head")
    assert {repr(scored(corefud, match)["mor"]) for match in matchings} == {repr(exact["mor"])}
    scores = [exact["mor(by=match)"]["f1"], partial["mor(by=match)"]["f1"], partial["mor"]["f1"]]
    assert scores == sorted(scores, key=lambda value: value or 0)
    assert len(set(scores)) == 3


def test_where_the_formats_differ(corefud: Pair, conllua: Pair) -> None:
    """A response mention around empty nodes matches the key in CoNLL-UA alone: each is one match more."""
    differing = around_empty_nodes(corefud[1])
    found, ua_found = (
        scored(pair, "exact", "keep").counts["mention"].columns["recall_numerator"]
        for pair in (corefud, conllua)
    )
    assert set(np.flatnonzero(found != ua_found).tolist()) <= differing
    assert 1 <= (ua_found - found).sum() <= len(corefud[1].mentions.parts.mention) / 2
