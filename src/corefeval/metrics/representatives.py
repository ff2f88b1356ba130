"""The representative mention of an entity, for the metrics that use one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.dominant_mentions import Rank, dominant_mentions, ranks
from corefeval.linguistics.dominant_mentions import representatives as by_strategy
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.base import Parameter
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, Severity
from corefeval.text import TextColumn

SELECTORS = ("first-noun", "first", "dominant", "longest", "representative", "given")
"""Ways to choose the representative: `first-noun` is the anchor of ARCS, `first` the first mention of any type."""

TITLES = Parameter(
    "ignore", "whether titles make a name longer; count: the rule up to 0.8.0", ("ignore", "count")
)
"""The parameter `titles` of metrics that use dominant mentions."""


def renewed_titles(values: list[str], version: tuple[int, ...]) -> list[str]:
    """Return the parameters of an older signature with their current names, for a metric that uses dominant mentions.

    Up to 0.8.0 titles made a name longer, and `selector=first` was the first noun.

    Examples:
        >>> renewed_titles(["selector=first"], (0, 7))
        ['selector=first-noun', 'titles=count']
    """
    if version > (0, 8) or "titles=count" in values:
        return values
    return [
        *("selector=first-noun" if value == "selector=first" else value for value in values),
        "titles=count",
    ]


def representatives(
    pairing: Pairing, selector: str, reading: str = "", *, count_titles: bool = False
) -> tuple[Integers, Integers]:
    """Return the representative mention of each key entity and each response entity; -1 if an entity has none.

    Args:
        pairing: key and response.
        selector: one of SELECTORS.
        reading: the reading of ARCS, which decides which mentions are nouns.
        count_titles: whether titles make a name longer when the dominant mention is chosen.
    """
    if selector == "first-noun":
        typed = pairing.derive(TypedPairing)
        key, response = typed.nouns(reading)
        return typed.key.first(key), typed.response.first(response)
    if selector == "dominant":
        of_key, of_response = pairing.derive(Dominance(count_titles))
        return dominant_mentions(pairing.key, of_key), dominant_mentions(pairing.response, of_response)
    ours, theirs = pairing.linguistics
    return by_strategy(selector, pairing.key, ours), by_strategy(selector, pairing.response, theirs)


def unmarked(pairing: Pairing) -> Iterator[Problem]:
    """Warn if no entity of a side has a marked representative, for metrics that use it (`given`).

    For the key this is an error: there is nothing to find.
    """
    for side, marked, severity in zip(
        ("key", "response"),
        representatives(pairing, "given"),
        (Severity.ERROR, Severity.WARNING),
        strict=True,
    ):
        if len(marked) and (marked < 0).all():
            yield Problem("CE111", "no-mention-marked-stand", severity=severity, side=side)


@dataclass(frozen=True)
class Dominance:
    """Returns the Rank of each key and response mention within its chain; `pairing.derive` caches the result."""

    count_titles: bool = False

    def __call__(self, pairing: Pairing) -> tuple[Integers, Integers]:
        """Return the ranks of key and response mentions."""
        ours, theirs = pairing.linguistics
        return (
            ranks(pairing.key, ours, count_titles=self.count_titles),
            ranks(pairing.response, theirs, count_titles=self.count_titles),
        )


_KIND_OF_RANK = {
    Rank.FULL_NAME: MentionType.NAME,
    Rank.ABBREVIATED_NAME: MentionType.NAME,
    Rank.PARTIAL_NAME: MentionType.NAME,
    Rank.NOUN_PHRASE: MentionType.NOMINAL,
    Rank.ELLIPSIS: MentionType.ELLIPSIS,
}
"""The MentionType for each rank, for mentions without a code: within a chain a noun can turn out to be a name."""


def dominant_by_scheme(
    corpus: Corpus, rank: Integers, kind: Integers, scheme: Scheme, codes: Sequence[str] | None
) -> Integers:
    """Return the dominant mention of each entity under a scheme; -1 if an entity has none.

    The scheme lists the codes that can be dominant, their order, and the steps for which the words matter (Žitkus et al.
    2023, section 4.2). A mention without a code, or with a code outside the scheme's classes, gets the class of its
    type.

    Args:
        corpus: the mentions and entities.
        rank: the Rank of each mention by its words.
        kind: the MentionType of each mention.
        scheme: the scheme.
        codes: the type code of each mention; None if there are none.
    """
    code, names = TextColumn.of([""] * len(rank) if codes is None else codes).codes()
    steps = np.array(
        [[[_step(scheme, name, level, type_) for type_ in MentionType] for level in Rank] for name in names],
        np.int64,
    )
    return dominant_mentions(corpus, steps[code, rank, kind] if len(rank) else rank)


def _step(scheme: Scheme, code: str, rank: Rank, kind: MentionType) -> int:
    """Return the step of a mention in the scheme's order; a clause counts as a noun phrase unless the scheme has clauses."""
    if scheme.class_of(code) not in scheme.classes:
        is_event = kind is MentionType.EVENT and kind.label in scheme.types
        found = kind if is_event else _KIND_OF_RANK.get(rank, kind)
        code = scheme.types.get(found.label, "")
    return scheme.step(code, rank.name.lower().replace("_", " "))
