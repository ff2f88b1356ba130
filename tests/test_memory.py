"""What becomes of freed memory: kept in a process of our own, given back where it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ASKED = """
import resource, sys
import numpy as np
from corefeval.memory import keep_freed
if sys.argv[1] == "kept":
    keep_freed()
for _ in range(50):
    np.ones(1 << 18)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
"""


def faults(how: str) -> int:
    """Return how often a process asked the system for a page of memory."""
    # as workers of Dask are started
    settings = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    found = subprocess.run(
        [sys.executable, "-c", ASKED, how], check=True, capture_output=True, text=True, env=settings
    )
    return int(found.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other C libraries do as they do")
def test_freed_memory_serves_the_next_array() -> None:
    """Fifty arrays of 2 MB take the pages of one, not of fifty."""
    assert faults("kept") + 40 * 512 < faults("asked anew")
