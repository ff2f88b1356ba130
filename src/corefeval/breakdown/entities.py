"""Entities as rows: how well each gold entity is found, and means over entities and documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefeval.arrays import begins_run
from corefeval.breakdown.breakdown import pairing_of
from corefeval.breakdown.features import entity_spreads, word_numbers
from corefeval.columns import Column, Rows, data, to_row
from corefeval.corpus.views import mention_texts
from corefeval.evaluation.result import Result
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing.pairing import Pairing
from corefeval.text import UNDEFINED, percent, shortened

ENTITY = "entity"
"""The name of these rows in `--by`."""
LONG = 10
"""Mentions from which on a chain is long."""
PARTS = ("precision", "recall", "f1")
LIKELY = (MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT, MentionType.UNKNOWN)
"""The types of mentions that name an entity, the best first."""

Scores = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class EntityRow:
    """One gold entity.

    Attributes:
        document: its document.
        entity: its label in the file.
        name: its first name, else its first noun phrase, else its first mention.
        size: how many mentions it has.
        spread: words from the start of its first mention to that of its last; 0 for one mention, None without
            text.
        counterpart: the label of the response entity with which it has the highest F1; '' if none shares a mention.
        precision: the share of the counterpart's mentions that belong to it.
        recall: the share of its mentions that are in the counterpart.
        f1: the harmonic mean of both.
    """

    document: str
    entity: str
    name: str
    size: int
    spread: int | None
    counterpart: str
    precision: float
    recall: float
    f1: float

    @property
    def chain(self) -> str:
        """Whether it is a long chain, a short chain or a singleton."""
        return "long chains" if self.size >= LONG else "short chains" if self.size > 1 else "singletons"


WIDTH = 32
"""Characters of a name in a table."""

SCORES = (
    Column("Precision", name="precision", shown=percent),
    Column("Recall", name="recall", shown=percent),
    Column("F1", name="f1", shown=percent, style="bold"),
)
COLUMNS = (
    Column("Document", "text", "document"),
    Column("Entity", "text", "entity"),
    Column("Name", "text", "name", shown=lambda name: shortened(name, WIDTH)),
    Column("Size", name="size", shown=lambda size: f"{size:,}"),
    Column("Spread", name="spread", shown=lambda spread: UNDEFINED if spread is None else f"{spread:,}"),
    *data("counterpart"),
    *SCORES,
)
"""The columns of entities."""


@dataclass(frozen=True, slots=True)
class ByEntity:
    """All gold entities of a result, with means.

    Attributes:
        rows: the entities, in the order of the key.
        signature: the signature of the result.
    """

    rows: tuple[EntityRow, ...]
    signature: str

    @property
    def means(self) -> dict[str, tuple[int, Scores]]:
        """The number of entities and the mean scores: unweighted, weighted by size, per document, and by kind of chain.

        The document mean averages the means of the documents' entities. A kind without entities has None.
        """
        of_documents: dict[str, list[EntityRow]] = {}
        for row in self.rows:
            of_documents.setdefault(row.document, []).append(row)
        every = [_mean(rows) for rows in of_documents.values()]
        kinds = {
            kind: [row for row in self.rows if row.chain == kind]
            for kind in ("long chains", "short chains", "singletons")
        }
        return {
            "all entities": (len(self.rows), _mean(self.rows)),
            "weighted by size": (len(self.rows), _mean(self.rows, [row.size for row in self.rows])),
            "mean of documents": (
                len(self.rows),
                {
                    part: math.fsum(scores[part] or 0.0 for scores in every) / len(every) if every else None
                    for part in PARTS
                },
            ),
            **{kind: (len(rows), _mean(rows)) for kind, rows in kinds.items()},
        }

    def by_size(self) -> list[EntityRow]:
        """Return the entities, the largest first."""
        return sorted(self.rows, key=lambda row: -row.size)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "entities": [to_row(COLUMNS, row) for row in self.rows],
            "means": {name: {"entities": count, **scores} for name, (count, scores) in self.means.items()},
        }

    def table(self) -> Rows:
        """Return a row for each entity."""
        return Rows.of(COLUMNS, self.rows, self.signature)


def _mean(rows: Sequence[EntityRow], weights: Sequence[int] | None = None) -> Scores:
    """Return the mean scores of entities."""
    weights = weights or [1] * len(rows)
    total = sum(weights)
    return {
        part: math.fsum(weight * getattr(row, part) for row, weight in zip(rows, weights, strict=True))
        / total
        if total
        else None
        for part in PARTS
    }


def by_entity(source: Result | Pairing) -> ByEntity:
    """Return the gold entities of a result that still has its pairing, each with its best counterpart.

    Examples:
        >>> from corefeval.evaluation.score import score
        >>> found = by_entity(score([[1, 2, 3], [4]], [[1, 2], [3, 4]], metrics="muc"))
        >>> [(row.size, row.precision, round(row.recall, 2), round(row.f1, 2)) for row in found.rows]
        [(3, 1.0, 0.67, 0.8), (1, 0.5, 1.0, 0.67)]
    """
    pairing = pairing_of(source)
    signature = "" if isinstance(source, Pairing) else source.signature.text
    return ByEntity(tuple(_rows(pairing)), signature)


def _rows(pairing: Pairing) -> Iterator[EntityRow]:
    plain = pairing.plain
    key, response = plain.key, plain.response
    overlap, sizes, others = plain.member_overlap, plain.key_sizes, plain.response_sizes
    f1 = 2 * overlap.count / (sizes[overlap.key] + others[overlap.response])
    order = np.lexsort((overlap.response, -f1, overlap.key))
    best = order[begins_run(overlap.key[order])]
    cell = np.full(len(sizes), -1, np.int64)
    cell[overlap.key[best]] = best
    names = _names(plain)
    spreads: list[int | None] = [None] * len(key.entities)
    if key.mentions.objects is None:
        spreads = [max(spread, 0) for spread in entity_spreads(key, word_numbers(key)).tolist()]
    for entity, (size, at) in enumerate(zip(sizes.tolist(), cell.tolist(), strict=True)):
        shared = int(overlap.count[at]) if at >= 0 else 0
        counterpart = int(overlap.response[at]) if at >= 0 else -1
        yield EntityRow(
            plain.names[int(key.entities.document[entity])],
            key.entities.labels[entity],
            names[entity],
            size,
            spreads[entity],
            response.entities.labels[counterpart] if at >= 0 else "",
            shared / int(others[counterpart]) if at >= 0 else 0.0,
            shared / size if size else 0.0,
            float(f1[at]) if at >= 0 else 0.0,
        )


def _names(pairing: Pairing) -> list[str]:
    """Return for each key entity the mention that names it: the first of the likeliest type."""
    key = pairing.key
    order = pairing.text_order(key)
    rank = np.zeros(len(key.mentions), np.int64)
    if key.mentions.objects is None:
        kinds = pairing.linguistics[0].of(key).type
        place = {kind: number for number, kind in enumerate(LIKELY)}
        rank = np.array([place.get(MentionType(kind), len(LIKELY)) for kind in kinds.tolist()], np.int64)
    entity = key.mentions.entity
    chosen = order[np.lexsort((np.arange(len(order)), rank[order], entity[order]))]
    first = chosen[begins_run(entity[chosen])]
    texts = dict(zip(entity[first].tolist(), mention_texts(key, first), strict=True))
    return [texts.get(number, "") for number in range(len(key.entities))]


def without_entity(by: Iterable[str]) -> tuple[list[str], bool]:
    """Return the features to break down by, and whether entities are requested."""
    names = list(by)
    others = [name for name in names if name.strip().casefold() != ENTITY]
    return others, len(others) < len(names)
