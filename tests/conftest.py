"""What all tests share: Hypothesis profiles and the material beside the checkout."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.goldens import Goldens
from tests.paths import SHARED

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile(
    "long", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "mutants", settings.get_profile("quick"), max_examples=60, phases=(Phase.explicit, Phase.generate)
)
# `make test` draws few examples, to stay within minutes; `make fuzz` and `make mutants` draw more.
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpora and goldens that lie beside the checkout; tests that need them are skipped without."""
    if not SHARED.is_dir():
        pytest.skip("needs the material beside the checkout")
    return SHARED


@pytest.fixture
def golden() -> Iterator[Goldens]:
    """Hold outputs of this test against golden files: `golden("cli/score.txt", done.out)`."""
    goldens = Goldens()
    with goldens.recording():
        yield goldens
