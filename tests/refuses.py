"""How tests say which problem an input is refused with: by its code, kind and arguments, not by its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from corefeval.problems import CorefevalError


@contextmanager
def refuses(
    error: type[CorefevalError], code: str, kind: str, /, **arguments: Any
) -> Iterator[pytest.ExceptionInfo[CorefevalError]]:
    """Expect an error whose first problem is of this code and kind, and has these arguments, or this count or text."""
    with pytest.raises(error) as caught:
        yield caught
    first = caught.value.problems[0]
    assert (first.code, first.kind) == (code, kind)
    known = {**first.named, "text": first.text}
    assert {name: known[name] for name in arguments} == arguments
