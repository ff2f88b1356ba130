"""Fixtures of the tests of uses."""

from __future__ import annotations

import pytest

from corefeval.applications.answer import Answers
from corefeval.applications.answer_for import answer_for
from tests.applications.small_texts import EAGER, KEY


@pytest.fixture(scope="session")
def eager() -> Answers:
    """Return what the eager system of the bundled stories is good for."""
    return answer_for(KEY, EAGER, "all", ci=True)
