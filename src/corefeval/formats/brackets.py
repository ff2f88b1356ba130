"""Which closing bracket belongs to which opening one, for a million of them at once."""

from __future__ import annotations

import numpy as np

from corefeval.arrays import Booleans, Integers


def pair(group: Integers, is_open: Booleans) -> tuple[Integers, Integers] | None:
    """Return the opening and the closing event of each pair, or None if the brackets are not balanced.

    Args:
        group: for each event, in the order of the text, the number of what opens and closes (an entity of a
            document); events of different groups do not see each other. Not negative.
        is_open: whether the event opens; otherwise it closes the latest open event of its group.

    Brackets of one group nest, so at each depth they alternate: after a stable sort by group and depth every
    opening event stands directly before the one that closes it.

    Examples:
        >>> opens, closes = pair(np.array([7, 7, 8, 7, 7, 8]), np.array([True, True, True, False, False, False]))
        >>> opens.tolist(), closes.tolist()
        ([0, 1, 2], [4, 3, 5])
    """
    count = len(group)
    if not count:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    order = stable_order(group)
    ordered = group[order]
    opens = is_open[order]
    depth = np.cumsum(np.where(opens, 1, -1))
    ends = np.append(ordered[1:] != ordered[:-1], True)
    if depth.min() < 0 or depth[ends].any():
        return None
    level = depth + ~opens
    deepest = int(level.max())
    if deepest > 1:
        block = np.cumsum(ends) - ends
        order = order[np.argsort(block * (deepest + 1) + level, kind="stable")]
    return order[0::2], order[1::2]


def stable_order(keys: Integers) -> Integers:
    """Return the order that sorts keys that are not negative, ties as they stand.

    The row is packed into the key where there is room, so that numpy's fast unstable sort can be used.
    """
    bits = len(keys).bit_length()
    if len(keys) and int(keys.max()).bit_length() + bits <= 62:
        return np.sort((keys << bits) + np.arange(len(keys))) & ((1 << bits) - 1)
    return np.argsort(keys, kind="stable")
