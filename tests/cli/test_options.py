"""What all commands understand in the same way."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

EMPTY = (
    ("score", "", "x"),
    ("score", "x", ""),
    ("score", "", "", "--average", "datasets"),
    ("score", "", "", "--for", "all"),
    ("compare", "", "x"),
    ("compare", "x", ""),
    ("compare", "x", "name="),
    ("explain", "", "x"),
    ("report", "x", ""),
    ("validate", ""),
    ("validate", "x", "--key", ""),
    ("convert", "", "x", "--to", "corefud"),
)


@pytest.mark.parametrize("arguments", EMPTY, ids=" ".join)
def test_an_empty_path_is_not_the_current_folder(arguments: tuple[str, ...], run: Run) -> None:
    """A variable that is not set is wrong usage, and nothing is read."""
    done = run(*arguments)
    assert done.status == 2
    assert "empty" in done.err
    assert not done.out
