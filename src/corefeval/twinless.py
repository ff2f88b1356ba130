"""Twinless mentions: what becomes of mentions that only the key or only the response has.

As they are (Pradhan et al. 2014) is the default. Cai and Strube (2010) adapt key and response, differently for
recall and for precision; PARENT (Kaczmarek and Marcińczuk 2015, section 5.4) adds what only the system has to
the key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefeval.corpus import Attributes, Booleans, Corpus, Entities, Integers, Mentions, Parts
from corefeval.counts import Counts
from corefeval.linguistics.describe import Linguistics
from corefeval.metrics.base import Metric
from corefeval.pairing import Matching, Pairing
from corefeval.text import TextColumn

ADAPTED = ("bcub", "ceafm", "ceafe", "lmuc", "lbcub", "lceafm", "lceafe")
"""The metrics that Cai and Strube's method is meant for, and averages of them."""


def apply(pairing: Pairing, how: str) -> Pairing:
    """Return the pairing with its twinless mentions treated as the setting says.

    Args:
        pairing: key and response as matched.
        how: `as-is`; `cai-strube`; or `add-to-key`, where each mention that only the response has becomes a
            singleton of the key.
    """
    twinless = pairing.response_partner < 0
    if how == "add-to-key":
        return adapt(pairing, to_key=twinless)
    if how == "cai-strube":
        alone = twinless & (pairing.response.entity_sizes[pairing.response.mentions.entity] == 1)
        return CaiStrubePairing(
            pairing.names,
            pairing.key,
            pairing.response,
            pairing.matching,
            for_recall=adapt(pairing, to_response=pairing.key_partner < 0, discarded=alone),
            for_precision=adapt(pairing, to_key=twinless & ~alone, discarded=alone),
        )
    return pairing


@dataclass(frozen=True, eq=False, kw_only=True)
class CaiStrubePairing(Pairing):
    """A pairing that counts B³, CEAF and the LMetrics on system mentions after Cai and Strube (2010).

    Singletons that only the response has are discarded. For precision the other mentions that only the
    response has are singletons of the key too; for recall key mentions that the response lacks are singletons
    of the response too. All other metrics count as before.
    """

    for_recall: Pairing
    for_precision: Pairing

    def count(self, metric: Metric) -> Counts:
        """Return what a metric counts: recall on one adapted pairing, precision on the other."""
        if metric.name not in ADAPTED:
            return super().count(metric)
        recall, precision = self.for_recall.count(metric), self.for_precision.count(metric)
        columns = {
            name: (recall if name.startswith("recall") else precision).columns[name] for name in recall.names
        }
        return Counts(columns)


@dataclass(frozen=True, eq=False, kw_only=True)
class AdaptedPairing(Pairing):
    """A pairing in which some mentions of one side are singletons of the other as well, and some are gone.

    Attributes:
        base: the pairing as it was.
        to_key: the response mentions that were added to the key.
        to_response: the key mentions that were added to the response.
        kept: the response mentions that are still there.
    """

    base: Pairing
    to_key: Integers
    to_response: Integers
    kept: Integers

    @cached_property
    def linguistics(self) -> tuple[Linguistics, Linguistics]:
        """What kind of expression each mention is; an added one brings its own."""
        ours, theirs = self.base.linguistics
        key, response = ours.of(self.base.key), theirs.of(self.base.response)
        everything = np.arange(len(key.type))
        return _joined(key, everything, response, self.to_key), _joined(
            response, self.kept, key, self.to_response
        )


def adapt(
    base: Pairing,
    *,
    to_key: Booleans | None = None,
    to_response: Booleans | None = None,
    discarded: Booleans | None = None,
) -> AdaptedPairing:
    """Return the pairing with response mentions added to the key, key mentions to the response, and some discarded."""
    added = np.zeros(0, np.int64) if to_key is None else np.flatnonzero(to_key)
    missing = np.zeros(0, np.int64) if to_response is None else np.flatnonzero(to_response)
    keep = np.ones(len(base.response.mentions), bool) if discarded is None else ~discarded
    kept = np.flatnonzero(keep)
    old = base.matching
    columns = (old.key_code, old.response_code, old.key_target, old.response_target)
    unused = 1 + max(int(column.max(initial=-1)) for column in columns)
    key_code = unused + np.arange(len(added))
    response_code = unused + len(added) + np.arange(len(missing))
    key_target, response_target = old.key_target.copy(), old.response_target.copy()
    key_target[missing], response_target[added] = response_code, key_code
    response = base.response if keep.all() else base.response.select_mentions(keep)
    return AdaptedPairing(
        base.names,
        _with_singletons(base.key, base.response, added),
        _with_singletons(response, base.key, missing),
        Matching(
            np.concatenate([old.key_code, key_code]),
            np.concatenate([old.response_code[kept], response_code]),
            np.concatenate([key_target, old.response_code[added]]),
            np.concatenate([response_target[kept], old.key_code[missing]]),
        ),
        base=base,
        to_key=added,
        to_response=missing,
        kept=kept,
    )


def _with_singletons(corpus: Corpus, other: Corpus, rows: Integers) -> Corpus:
    """Return the corpus with some mentions of the other side as entities of their own, behind all others."""
    number = len(corpus.entities) + np.arange(len(rows))
    own, added = corpus.mentions, other.mentions
    objects = None
    if own.objects is not None and added.objects is not None:
        objects = (*own.objects, *(added.objects[row] for row in rows.tolist()))
    mentions = Mentions(
        np.concatenate([own.entity, number]),
        np.concatenate([own.first, added.first[rows]]),
        np.concatenate([own.last, added.last[rows]]),
        np.concatenate([own.head, added.head[rows]]),
        np.concatenate([own.minimum_first, added.minimum_first[rows]]),
        np.concatenate([own.minimum_last, added.minimum_last[rows]]),
        Parts(),
        objects,
        Attributes(),
    )
    entities = Entities(
        np.concatenate([corpus.entities.document, other.mention_document[rows]]),
        TextColumn.concatenate([corpus.entities.labels, TextColumn.of([""] * len(rows))]),
        np.concatenate([corpus.entities.rank, number]),
    )
    return replace(
        corpus, mentions=mentions, entities=entities, original=None, number=None, entity_number=None
    )


def _joined(side: Linguistics, kept: Integers, other: Linguistics, rows: Integers) -> Linguistics:
    """Return the linguistics of the kept mentions of one side and of those added from the other."""
    return replace(
        side,
        type=np.concatenate([side.type[kept], other.type[rows]]),
        head=np.concatenate([side.head[kept], other.head[rows]]),
        pos=TextColumn.concatenate([side.pos.take(kept), other.pos.take(rows)]),
        named=lambda: TextColumn.concatenate([side.ne.take(kept), other.ne.take(rows)]),
    )
