"""A response as links between the key's mentions, for systems that were given the mentions (mentions=key)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefeval.arrays import Integers, look_up
from corefeval.corpus.corpus import Corpus, ExtendedSource, Source
from corefeval.corpus.identity import representatives
from corefeval.corpus.tables import Entities
from corefeval.pairing.pairing import Matching
from corefeval.problems import Problems, adding, warning
from corefeval.text import TextColumn


class _LinkSource(ExtendedSource):
    """The text of a key for a response that links its mentions; it does not have the key's relations."""

    relations = Source.relations
    annotations = Source.annotations


def on_key_mentions(
    key: Corpus, response: Corpus, matching: Matching, known: Integers, problems: Problems
) -> Corpus:
    """Return the response as entities of the key's mentions, and report mentions that only one side has.

    A response mention that is not in the key is dropped. A key mention that is not in the response is a singleton. So
    both sides have the same mentions, and only links differ.

    Args:
        key: the key with the scored mentions.
        response: the response with all its mentions.
        matching: the matching of these mentions.
        known: the codes of all mentions of the key, scored or not.
        problems: collects warnings.
    """
    codes = matching.response_code
    rows = representatives(response, codes, np.ones(len(codes), bool))
    row_of = np.full(1 + max(int(each.max(initial=-1)) for each in (codes, matching.key_target)), -1)
    row_of[codes[rows]] = rows
    found = look_up(matching.key_target, row_of)
    dropped = ~np.isin(codes, codes[found[found >= 0]]) & ~np.isin(codes, known)
    missing = found < 0
    for kind, others in (
        ("not-mentions-of-key", codes[dropped]),
        ("mentions-left-out", matching.key_code[missing]),
    ):
        problem = warning("CE079", kind, response.file, count=len(np.unique(others)))
        problems.add(adding(problem, "response", len(others) > 0))
    used, number = np.unique(response.mentions.entity[found[~missing]], return_inverse=True)
    entity = np.zeros(len(key.mentions), np.int64)
    entity[~missing] = number
    # a mention that the key lists twice is one singleton
    alone, place = np.unique(matching.key_code[missing], return_inverse=True)
    entity[missing] = len(used) + place
    first = np.flatnonzero(missing)[np.unique(place, return_index=True)[1]]
    taken = response.entities
    numbered = (
        None if taken.is_numbered is None else np.append(taken.is_numbered[used], np.ones(len(alone), bool))
    )
    entities = Entities(
        np.append(taken.document[used], key.mention_document[first]),
        TextColumn.concatenate([taken.labels.take(used), TextColumn.of([""] * len(alone))]),
        np.append(taken.rank[used], taken.rank.max(initial=-1) + 1 + np.arange(len(alone))),
        is_numbered=numbered,
    )
    source = _LinkSource(key.source)
    source.copied = response.as_read.source.copied
    return key.anew(
        source=source,
        mentions=replace(key.mentions, entity=entity),
        entities=entities,
        format=response.format,
        problems=response.problems,
        path=response.path,
        traits=response.traits,
    )
