"""Real corpora beside the checkout: what is read is what their manifest counts, and each is perfect against itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import corefeval
from corefeval.corpus.corpus import Corpus
from corefeval.problems import CorefevalError

CLASSIC = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "mention")

COUNTS = {
    "gum_corefud/en_gum-corefud-train.conllu.gz": ("corefud", 191, 190161, 53199, 27559),
    "gum_corefud/en_gum-corefud-dev.conllu": ("corefud", 32, 29874, 8412, 4214),
    "gum_corefud/en_gum-corefud-test2.conllu": ("corefud", 26, 17799, 5680, 3081),
    "gum_pairs/gum.all.key.conll.gz": ("conll2012", 281, 268089, 75697, 39400),
    "gum_pairs/gum.all.key.corefud.conllu.gz": ("corefud", 281, 268089, 75697, 39400),
    "gum_pairs/gum.all.xrenner.conll.gz": ("conll2012", 281, 268089, 37045, 9285),
    "gum_pairs/gum.all.xrenner.corefud.conllu.gz": ("corefud", 281, 268089, 37045, 9285),
    "gum_pairs/gum.all.ontogum.conll.gz": ("conll2012", 281, 268089, 34948, 8076),
    "gum_pairs/gum.dev.key.conll": ("conll2012", 32, 29874, 8412, 4214),
    "gum_pairs/gum.dev.key.corefud.conllu": ("corefud", 32, 29874, 8412, 4214),
    "litbank/litbank.conll.gz": ("conll2012", 100, 210532, 29103, 7927),
    "lt_nkas/lt.key.conll.gz": ("conll2012", 100, 35860, 4540, 1255),
    "lt_nkas/lt.v2.conll.gz": ("conll2012", 100, 35860, 3230, 785),
    "craft/craft5.conll": ("conll2012", 5, 24161, 3421, 712),
    "craft/craft97.conll.gz": ("conll2012", 97, 793651, 111507, 23487),
    "corefud_other/cs_pdtc-faust.conllu.gz": ("corefud", 48, 26810, 3072, 1281),
    "corefud_other/fr_democrat-dev-sample.conllu": ("corefud", 2, 41, 11, 10),
    "dutch": ("conll2012", 9, 103522, 23633, 8925),
}
"""Format, documents, words, mentions, entities of the manifest; of LitBank it counts one mention less than there is."""

SMALL = (
    "gum_corefud/en_gum-sample.conllu",
    "gum_pairs/gum.dev.xrenner.conll",
    "gum_pairs/gum.dev.xrenner.corefud.conllu",
    "gum_pairs/gum.dev.ontogum.conll",
    "litbank/litbank10.conll.gz",
    "french/dem1921_sg_cut2000.dev.conll.gz",
    "french/dem1921_sg_cut2000.dev.jsonlines",
    "lt_nkas/json",
)
"""Files that the manifest does not count."""

ZEROS, DISCONTINUOUS = 1255, 11
"""Mentions of the Czech file whose head is a zero (1363 contain one), and that have a gap, as udapi counts them."""


def read(shared: Path, name: str) -> Corpus:
    """Return a corpus, or skip where it is not laid out."""
    path = shared / "data" / name
    if not path.exists():
        pytest.skip(f"{name} is not there")
    return corefeval.load(path)


def check_identity(corpus: Corpus) -> None:
    """A corpus against itself is perfect by every classic metric."""
    result = corefeval.score(
        corpus, corpus, metrics=CLASSIC, match="exact", singletons="keep", zeros="linear"
    )
    parts = {part: value for metric in CLASSIC for part, value in result.scores[metric].items()}
    assert {part: value for part, value in parts.items() if value != pytest.approx(1)} == {}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_and_identity(shared: Path, name: str) -> None:
    """Documents, words, mentions and entities are those of the manifest."""
    corpus = read(shared, name)
    nodes = corpus.nodes
    words = int((nodes.words_before(nodes.stop) - nodes.words_before(nodes.start)).sum())
    found = (corpus.format, len(corpus.names), words, len(corpus.mentions), len(corpus.entities))
    assert found == COUNTS[name]
    check_identity(corpus)


@pytest.mark.parametrize("name", SMALL)
def test_identity(shared: Path, name: str) -> None:
    """What the manifest does not count is perfect against itself too."""
    check_identity(read(shared, name))


def test_two_formats_of_one_corpus(shared: Path) -> None:
    """The French documents are the same in CoNLL-2012 and in JSON Lines, but for their names."""
    key = read(shared, "french/dem1921_sg_cut2000.dev.conll.gz")
    response = replace(read(shared, "french/dem1921_sg_cut2000.dev.jsonlines"), names=key.names)
    result = corefeval.score(key, response, metrics=CLASSIC)
    assert {metric: scores["f1"] for metric, scores in result.scores.items()} == pytest.approx(
        dict.fromkeys(CLASSIC, 1)
    )


def test_czech_zeros(shared: Path) -> None:
    """The Czech file has zeros in its chains and mentions with gaps."""
    corpus = read(shared, "corefud_other/cs_pdtc-faust.conllu.gz")
    assert int(corpus.is_zero.sum()) == ZEROS
    assert int(corpus.mentions.is_discontinuous.sum()) == DISCONTINUOUS


def test_mentions_without_entities_are_refused(shared: Path) -> None:
    """The Coptic file marks mentions that belong to no entity: nothing to score, and said so."""
    path = shared / "data" / "corefud_other" / "cop_scriptorium-dev.conllu"
    if not path.exists():
        pytest.skip("the file is not there")
    with pytest.raises(CorefevalError, match="CE009"):
        corefeval.load(path)
