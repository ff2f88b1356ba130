"""Twinless mentions: how to treat mentions that only the key or only the response has.

By default both are unchanged (Pradhan et al. 2014). Cai and Strube (2010) adapt key and response, differently for
recall and for precision. PARENT (Kaczmarek and Marcińczuk 2015, section 5.4) adds system-only mentions to the key. A
set of split antecedents is a member of its entity but not a mention, so it is never added. An entity with a set is not
a singleton, and sets are compared as annotated.
"""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Entities, JoinedAttributes, Mentions, Parts
from corefeval.pairing.pairing import Adaptation, Matching, Pairing, translated
from corefeval.text import TextColumn


def apply(pairing: Pairing, how: str) -> Pairing:
    """Return the pairing with its twinless mentions treated as the setting requires.

    Each metric declares the treatments that affect it.
    - `as-is`: nothing changes.
    - `add-to-key`: each response-only mention becomes a singleton of the key.
    - `cai-strube`: response-only singletons are discarded. For precision, the other response-only mentions also become
      singletons of the key. For recall, key-only mentions also become singletons of the response.

    Args:
        pairing: key and response as matched.
        how: the value of the setting.
    """
    twinless = pairing.response_partner < 0
    if how == "add-to-key":
        return pairing.of(adapt(pairing, to_key=twinless), twinless=how)
    if how == "cai-strube":
        alone = twinless & (pairing.response_members[pairing.response.mentions.entity] == 1)
        for_recall = adapt(pairing, to_response=pairing.key_partner < 0, discarded=alone)
        for_precision = adapt(pairing, to_key=twinless & ~alone, discarded=alone)
        return pairing.of(pairing, twinless=how, sides=(for_recall, for_precision))
    return pairing


def adapt(
    base: Pairing,
    *,
    to_key: Booleans | None = None,
    to_response: Booleans | None = None,
    discarded: Booleans | None = None,
) -> Pairing:
    """Return the pairing with response mentions added to the key, key mentions added to the response, and some discarded.

    A discarded mention must be alone in its entity, which is dropped too.
    """
    keep = np.ones(len(base.response.mentions), bool) if discarded is None else ~discarded
    kept = np.flatnonzero(keep)
    old = base.matching
    columns = (old.key_code, old.response_code, old.key_target, old.response_target)
    unused = 1 + max(int(column.max(initial=-1)) for column in columns)
    response_target, added, key_code = _counterparts(old.response_code, old.response_target, to_key, unused)
    unused += len(added)
    key_target, missing, response_code = _counterparts(old.key_code, old.key_target, to_response, unused)
    stays = np.ones(len(base.response.entities), bool)
    stays[base.response.mentions.entity[~keep]] = False
    entities = np.flatnonzero(stays)
    response = base.response
    if not keep.all():
        response = response.rearrange(kept, response.mentions.entity[kept], entities)
    return base.with_response_entities(
        with_singletons(response, base.key, missing),
        np.where(stays, np.cumsum(stays) - 1, -1),
        key=with_singletons(base.key, base.response, added),
        matching=Matching(
            np.concatenate([old.key_code, key_code]),
            np.concatenate([old.response_code[kept], response_code]),
            np.concatenate([key_target, old.response_code[added]]),
            np.concatenate([response_target[kept], old.key_code[missing]]),
        ),
        adapted=Adaptation(base, added, missing, kept),
    )


def _counterparts(
    code: Integers, target: Integers, chosen: Booleans | None, unused: int
) -> tuple[Integers, Integers, Integers]:
    """Return one side's new targets, the rows of mentions that get a counterpart, and the codes of the counterparts.

    A mention that is listed twice is added once.
    """
    if chosen is None or not chosen.any():
        nothing = np.zeros(0, np.int64)
        return target, nothing, nothing
    rows = np.flatnonzero(chosen)
    _, first, place = np.unique(code[rows], return_index=True, return_inverse=True)
    targets = target.copy()
    targets[rows] = unused + place
    return targets, rows[first], unused + np.arange(len(first))


def with_singletons(corpus: Corpus, other: Corpus, rows: Integers) -> Corpus:
    """Return the corpus with some mentions of the other side as singletons, after its own entities."""
    number = len(corpus.entities) + np.arange(len(rows))
    own, added = corpus.mentions, other.mentions
    objects = None
    if own.objects is not None and added.objects is not None:
        objects = (*own.objects, *(added.objects[row] for row in rows.tolist()))

    def extended(name: str) -> Integers:
        return np.concatenate([getattr(own, name), translated(other, corpus, getattr(added, name), rows)])

    mentions = Mentions(
        np.concatenate([own.entity, number]),
        extended("first"),
        extended("last"),
        extended("head"),
        extended("minimum_first"),
        extended("minimum_last"),
        _extended_parts(corpus, other, rows),
        objects,
        JoinedAttributes(
            [own.attributes, added.attributes.select(rows)],
            [0, len(own), len(own) + len(rows)],
        ),
    )
    pseudo = corpus.entities.is_nonreferring
    entities = Entities(
        np.concatenate([corpus.entities.document, other.mention_document[rows]]),
        TextColumn.concatenate([corpus.entities.labels, TextColumn.of([""] * len(rows))]),
        np.concatenate(
            [corpus.entities.rank, corpus.entities.rank.max(initial=-1) + 1 + np.arange(len(rows))]
        ),
        None if pseudo is None else np.append(pseudo, np.zeros(len(rows), bool)),
    )
    return corpus.anew(mentions=mentions, entities=entities)


def _extended_parts(corpus: Corpus, other: Corpus, rows: Integers) -> Parts:
    """Return the parts of discontinuous mentions, followed by the parts of added mentions."""
    own, theirs = corpus.mentions.parts, other.mentions.parts.select(rows, len(other.mentions))
    places = np.arange(len(theirs.mention))
    owner = rows[theirs.mention]
    documents = other.mention_document[owner]
    first, last = (
        corpus.nodes_at(other.positions(nodes, documents), documents) if len(places) else nodes
        for nodes in (theirs.first, theirs.last)
    )
    return Parts(
        np.concatenate([own.mention, len(corpus.mentions) + theirs.mention]),
        np.concatenate([own.first, first]),
        np.concatenate([own.last, last]),
    )
