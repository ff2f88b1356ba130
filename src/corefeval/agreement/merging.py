"""The agreed annotation as one corpus, with the rest marked, as a start for adjudication."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from corefeval.agreement.alpha import Alpha
from corefeval.agreement.disagreements import different_types
from corefeval.agreement.units import CodingUnits
from corefeval.arrays import Booleans, Integers, inverse
from corefeval.corpus.corpus import Corpus, ForwardingSource
from corefeval.corpus.identity import identify
from corefeval.corpus.tables import Attributes, Entities
from corefeval.pairing.twinless import with_singletons
from corefeval.problems import Problem, warning
from corefeval.text import TextColumn

AGREEMENT, CHAINS = "agreement", "chains"
"""The attributes of mentions for the agreed annotation, and for each annotator's chain where they differ."""

ALL, CHAIN, MENTION = "all", "chain", "mention"
"""Values of AGREEMENT: all marked it in the same chain; all marked it, in other chains; not all marked it."""


def merged(
    units: CodingUnits, names: Sequence[str], types: Mapping[str, tuple[Sequence[Integers], Sequence[str]]]
) -> tuple[Corpus, list[Problem]]:
    """Return the mentions of all annotators over the words of the first, and the annotations that cannot be merged.

    Two mentions are in one chain if all annotators have them in one. A mention that not all marked is a singleton.
    The attribute AGREEMENT states for each mention the agreed annotation. CHAINS states each annotator's chain if
    that is not fully agreed. A type on which they differ is dropped; other attributes of a mention are those of the
    first annotator who marked it.
    """
    # units      0    1    2      mentions that any of them marked
    # a         [0    1]   –      its chains; – is not marked
    # b         [0]  [1    2]
    # status     1    1    2      1: not in one chain for all; 2: not marked by all
    is_marked = units.is_marked
    first = np.argmax(is_marked, axis=0)
    corpus, unit, problems = _of_all(units, first)
    differs = Alpha("masi").disagreement(units) > 0
    everyone: Booleans = np.all(is_marked, axis=0)
    status = np.select([~everyone, differs], [2, 1], 0)
    named = np.array([ALL, CHAIN, MENTION])[status]
    chains = [_said(units, names, row) if status[row] else "" for row in unit.tolist()]
    given = corpus.mentions.attributes
    columns = {name: column for name in given.names if (column := given.column(name)) is not None}
    for feature, (values, _) in types.items():
        if feature in columns:
            agreed = np.ones(len(units), bool)
            for pair in units.pairs:
                agreed[different_types(pair, values)] = False
            texts = zip(columns[feature], agreed[unit].tolist(), strict=True)
            columns[feature] = TextColumn.of([text if keep else "" for text, keep in texts])
    columns |= {AGREEMENT: TextColumn.of(named[unit].tolist()), CHAINS: TextColumn.of(chains)}
    entity, document = _chains(units, everyone, unit)
    relations = units.corpora[0].relations
    lost = len(relations.whole) + len(relations.anaphor)
    if lost:
        problems.append(warning("CE132", "bridging-split-antecedents", count=lost, names=names[0]))
    count = len(document)
    is_numbered = np.ones(count, bool)
    entities = Entities(document, TextColumn.numbers(count), np.arange(count), is_numbered=is_numbered)
    mentions = replace(corpus.mentions, entity=entity, attributes=Attributes(columns))
    result = replace(
        corpus,
        mentions=mentions,
        entities=entities,
        source=ForwardingSource(corpus.source),
        problems=(),
        original=None,
        number=None,
        entity_number=None,
    )
    return result.select_documents(np.arange(len(corpus.names))), problems


def _of_all(units: CodingUnits, first: Integers) -> tuple[Corpus, Integers, list[Problem]]:
    """Return a corpus with each unit once, the unit of each of its mentions, and the mentions without a place in the first text."""
    base = units.corpora[0]
    rows = np.flatnonzero(first == 0)
    kept = units.mention[0][rows]
    corpus = base.rearrange(kept, base.mentions.entity[kept], np.arange(len(base.entities)))
    found, problems = [rows], []
    for number in range(1, units.annotators):
        other = units.corpora[number]
        rows = np.flatnonzero(first == number)
        mentions = units.mention[number][rows]
        fits = _fits(corpus, other, mentions)
        corpus = with_singletons(corpus, other, mentions[fits])
        found.append(rows[fits])
        if not fits.all():
            problems.append(warning("CE132", "cannot-over-empty-nodes", count=int((~fits).sum())))
    unit = np.concatenate(found)
    order = np.argsort(unit)
    ordered = corpus.rearrange(order, corpus.mentions.entity[order], np.arange(len(corpus.entities)))
    return ordered, unit[order], problems


def _fits(corpus: Corpus, other: Corpus, rows: Integers) -> Booleans:
    """Return which mentions of another annotator fit the words and empty nodes of the corpus."""
    codes = identify([with_singletons(corpus, other, rows), other])
    same: Booleans = codes[0][len(corpus.mentions) :] == codes[1][rows]
    return same


def _chains(units: CodingUnits, everyone: Booleans, unit: Integers) -> tuple[Integers, Integers]:
    """Return the chain of each of these units and the document of each chain: units that all annotators put together."""
    code = np.where(everyone, 0, 1 + np.arange(len(units)))
    for chain in units.chain:
        both = np.stack([code, np.where(everyone, chain, 0)])
        code = np.unique(both, axis=1, return_inverse=True)[1].reshape(-1)
    _, start, number = np.unique(code[unit], return_index=True, return_inverse=True)
    order = np.argsort(start, kind="stable")
    return inverse(order)[number], units.document[unit[start[order]]]


def _said(units: CodingUnits, names: Sequence[str], row: int) -> str:
    """Return which annotator has a unit in which chain: `a:e12+b:e7`."""
    return "+".join(
        f"{name}:{corpus.entities.labels[int(corpus.mentions.entity[mention[row]])]}"
        for name, corpus, mention in zip(names, units.corpora, units.mention, strict=True)
        if mention[row] >= 0
    )
