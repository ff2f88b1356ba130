"""The representative mention of an entity if mentions have type codes."""

from __future__ import annotations

import pytest

from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe
from corefeval.linguistics.dominant_mentions import ranks
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.representatives import dominant_by_scheme
from tests.corpora import text

WORDS = "Barack/PROPN Obama/PROPN met/VERB president/NOUN Obama/PROPN"
CHAIN: list[tuple[int, int] | int] = [(0, 1), 3, 4]


def dominant(corpus: Corpus, codes: list[str]) -> list[int]:
    """Return the dominant mention of each chain under the Lithuanian scheme."""
    described = describe(corpus)
    rank, kind = ranks(corpus, described), described.of(corpus).type
    found: list[int] = dominant_by_scheme(corpus, rank, kind, scheme_named(), codes).tolist()
    return found


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (["", "", ""], (0, 1)),
        (["ppas", "", ""], (4, 4)),
        (["ppas", "", "ppas"], (3, 3)),
        (["aaaa", "gfas", "epas"], (3, 3)),
        (["gfas", "", ""], (4, 4)),
        (["dbas", "gfas", "dbas"], (0, 1)),
    ],
)
def test_codes_limit_how_dominant_a_mention_is(codes: list[str], expected: tuple[int, int]) -> None:
    """Pronouns, adverbs and ellipses cannot be dominant; generic nominals are at best noun phrases; words decide the rest."""
    corpus = text(WORDS, chains=[CHAIN])
    (row,) = dominant(corpus, codes)
    assert (int(corpus.mentions.first[row]), int(corpus.mentions.last[row])) == expected


def test_no_code_of_a_chain_may_stand_for_it() -> None:
    """A chain of only pronouns, by their codes, has no dominant mention."""
    corpus = text(WORDS, chains=[CHAIN])
    assert dominant(corpus, ["ppas"] * 3) == [-1]
