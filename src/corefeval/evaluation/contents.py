"""ScoredContents of the files of a run, for the heading; contents of pieces add up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefeval.arrays import Floats
from corefeval.corpus.identity import identify
from corefeval.pairing.pairing import Pairing, has_repeats
from corefeval.records import dataclass
from corefeval.settings import Settings


@dataclass(frozen=True, eq=False)
class ScoredContents:
    """Numbers of mentions and entities on both sides under the settings, as read and as scored.

    Attributes:
        weights: the weight of each document in a mean by mentions, for the key and for the response.
        mentions: how many mentions of the key and of the response are scored.
        entities: how many entities.
        formats: the formats of both.
        has_singletons: whether any entity has one mention.
        has_zeros: whether there is any zero.
        has_sets: whether there is a split antecedent, if these are scored.
        has_repeated: whether a mention is listed twice without a warning.
        copied: for each document whose text is a changed copy of the key's, the share of the key's words found
            in it; NaN for others.
    """

    weights: tuple[Floats, Floats]
    mentions: tuple[int, int]
    entities: tuple[int, int]
    formats: tuple[str, str]
    has_singletons: bool
    has_zeros: bool
    has_sets: bool
    has_repeated: bool
    copied: Floats

    @classmethod
    def of(cls, pairing: Pairing, settings: Settings) -> ScoredContents:
        """Compute the contents of the matched key and response."""
        scored = pairing.key, pairing.response
        read = pairing.key.as_read, pairing.response.as_read
        return cls(
            (pairing.key_mentions, pairing.response_mentions),
            (len(scored[0].mentions), len(scored[1].mentions)),
            (len(scored[0].entities), len(scored[1].entities)),
            (scored[0].format, scored[1].format),
            any(corpus.singletons > 0 for corpus in (*read, *scored)),
            any(len(corpus.nodes.empty) and bool(corpus.is_zero.any()) for corpus in (*read, *scored)),
            settings.split_antecedents == "keep"
            and any(bool(len(corpus.relations.whole)) for corpus in read),
            _has_repeated(pairing, settings),
            _copied(pairing),
        )

    @classmethod
    def joined(cls, pieces: Sequence[ScoredContents]) -> ScoredContents:
        """Return the contents of all documents."""
        first = pieces[0]
        if len(pieces) == 1:
            return first
        return cls(
            (
                np.concatenate([each.weights[0] for each in pieces]),
                np.concatenate([each.weights[1] for each in pieces]),
            ),
            (sum(each.mentions[0] for each in pieces), sum(each.mentions[1] for each in pieces)),
            (sum(each.entities[0] for each in pieces), sum(each.entities[1] for each in pieces)),
            first.formats,
            any(each.has_singletons for each in pieces),
            any(each.has_zeros for each in pieces),
            any(each.has_sets for each in pieces),
            any(each.has_repeated for each in pieces),
            np.concatenate([each.copied for each in pieces]),
        )


def _copied(pairing: Pairing) -> Floats:
    found = pairing.response.as_read.source.copied
    is_by_document = found is not None and len(found) == len(pairing.names)
    if found is not None and is_by_document:
        return found
    unknown = np.empty(len(pairing.names))
    unknown.fill(np.nan)
    return unknown


def _has_repeated(pairing: Pairing, settings: Settings) -> bool:
    """Return whether a mention is listed twice; if repetitions are refused or dropped, a problem reports them already."""
    if settings.duplicates in {"error", "first"}:
        return False
    if settings.duplicates == "keep":
        return pairing.has_repeats
    sides = pairing.key.as_read, pairing.response.as_read
    return any(has_repeats(code) for corpus in sides for code in identify([corpus]))
