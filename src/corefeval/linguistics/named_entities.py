"""Named-entity columns: the class of each node, whichever way the column writes it."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.linguistics.tags import Tags
from corefeval.text import TextColumn

_NOTHING = frozenset({"", "_", "-", "*", "O", "*)"})


def entity_classes(column: TextColumn | None, count: int) -> Tags:
    """Return the named-entity class of each node, -1 outside.

    Brackets of CoNLL-2012 ('(ORG*', '*', '*)'), B-ORG / I-ORG / O, and a bare class at each node are understood.
    """
    if column is None:
        return Tags(np.full(count, -1, np.int64), ())
    number, cells = column.codes()
    labels: dict[str, int] = {}
    label = np.array([_label(cell, labels) for cell in cells], np.int64)[number]
    opens = np.array([cell.startswith("(") for cell in cells], bool)[number]
    if opens.any():
        closes = np.array([cell.endswith(")") for cell in cells], bool)[number]
        label = _continued(label, opens, closes)
    return Tags(label, tuple(labels))


def _label(cell: str, labels: dict[str, int]) -> int:
    if cell in _NOTHING:
        return -1
    name = cell.strip("()*")
    if name[:2] in {"B-", "I-", "L-", "U-", "E-", "S-"}:
        name = name[2:]
    return labels.setdefault(name, len(labels))


def _continued(label: Integers, opens: Booleans, closes: Booleans) -> Integers:
    """Carry the class of an opening bracket to its closing one."""
    nodes = np.arange(len(label))
    begin = np.maximum.accumulate(np.where(opens, nodes, -1))
    closed_before = np.append(-1, np.maximum.accumulate(np.where(closes, nodes, -1))[:-1])
    inside = (begin >= 0) & (closed_before < begin)
    return np.where(inside, label[begin], -1)
