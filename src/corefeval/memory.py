"""Tune glibc to reuse the memory of freed arrays; other C libraries do not change."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

EVERY = 24 << 20
"""Bytes of a file after which freed memory is handed back."""
MANY = 300_000
"""Mentions above which what their codes were made from is handed back."""
KEPT = 256 << 20
"""Bytes of freed memory at the end of the heap up to which they are kept."""
AT_ONCE = 32 << 20
"""Bytes of an array from which on it is asked of the system, and given back at once."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""What malloc.h calls them."""


def give_back() -> None:
    """Hand freed memory back to the system.

    A reader that works piece by piece leaves a heap full of holes, which glibc keeps: twice the memory that
    the columns need.
    """
    if (trim := _call("malloc_trim")) is not None:
        trim(0)


@cache
def keep_freed() -> None:
    """Have what is freed serve the next array, instead of asking the system for each: a tenth of the time that a corpus takes.

    That is for a process of our own, a command or a worker, not for one that merely imports us.
    """
    if (tune := _call("mallopt")) is not None:
        tune(_TRIM_THRESHOLD, KEPT)
        tune(_MMAP_THRESHOLD, AT_ONCE)


@cache
def _call(name: str) -> Any:
    import ctypes  # noqa: PLC0415 - --help and small files do without

    with suppress(AttributeError, OSError, TypeError):
        return getattr(ctypes.CDLL(None), name)
    return None
