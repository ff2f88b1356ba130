"""Tune glibc to reuse the memory of freed arrays; other C libraries do not change."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

EVERY = 24 << 20
"""Bytes of a file after which freed memory is handed back."""
MANY = 300_000
"""The number of mentions above which the arrays behind their codes are freed."""
KEPT = 256 << 20
"""Bytes of freed memory at the end of the heap that are kept."""
AT_ONCE = 32 << 20
"""The size in bytes from which an array is allocated by the system, and freed at once."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Their names in malloc.h."""


def give_back() -> None:
    """Hand freed memory back to the system.

    Reading piece by piece leaves a heap full of holes, which glibc keeps: twice the memory that the columns need.
    """
    if (trim := _call("malloc_trim")) is not None:
        trim(0)


@cache
def keep_freed() -> None:
    """Tune malloc to reuse freed memory for the next array (saves about a tenth of the run time).

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
