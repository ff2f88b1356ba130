"""Memory of large corpora: what was freed goes back to the system now and then."""

from __future__ import annotations

from functools import cache
from typing import Any

EVERY = 24 << 20
"""Bytes of a file after which freed memory is handed back."""
MANY = 300_000
"""Mentions above which what their codes were made from is handed back."""


def give_back() -> None:
    """Hand freed memory back to the system.

    A reader that works piece by piece leaves a heap full of holes, which glibc keeps: twice the memory that
    the columns need. Other C libraries do not know the call; there nothing happens.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    import ctypes  # noqa: PLC0415 - only for large files

    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return None
