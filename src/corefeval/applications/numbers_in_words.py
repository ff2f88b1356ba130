"""Numbers in plain words: 45 of 100 are 45 of 100."""

from __future__ import annotations

from collections.abc import Sequence


def of_hundred(counts: Sequence[int]) -> tuple[int, list[int]]:
    """Return 100 and the counts as parts that add up to 100; a total of 100 or less does not change.

    Largest remainders are rounded up, of equal ones the first.

    Examples:
        >>> of_hundred([2, 2, 2])
        (6, [2, 2, 2])
        >>> of_hundred([100, 100, 100])
        (100, [34, 33, 33])
    """
    total = sum(counts)
    if total <= 100:
        return total, list(counts)
    parts = [100 * count // total for count in counts]
    by_remainder = sorted(range(len(counts)), key=lambda place: -(100 * counts[place] % total))
    for place in by_remainder[: 100 - sum(parts)]:
        parts[place] += 1
    return 100, parts


def share(part: int, whole: int) -> str:
    """Return "38 of 100", or "3 of 8" if there are fewer than a hundred.

    Examples:
        >>> share(76, 200), share(3, 8)
        ('38 of 100', '3 of 8')
    """
    base, (first, _) = of_hundred([part, whole - part])
    return f"{first} of {base}"


def in_all(total: int) -> str:
    """Return the total, to follow a sentence about 100 cases."""
    return f" ({total:,} in all)" if total > 100 else ""
