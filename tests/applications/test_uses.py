"""Uses: their metrics exist, and their names and aliases lead to them."""

from __future__ import annotations

import pytest

from corefeval.applications.answer_for import DESCRIBERS
from corefeval.applications.uses import USES, classic_metrics, metrics_for, uses_named
from corefeval.metrics import parse_metric
from corefeval.problems import UsageError
from corefeval.problems.render import advice as advice_of
from tests.applications.small_texts import (
    NAMES,
)


def test_every_use_has_metrics_that_exist() -> None:
    """Names of metrics parse and print as they are written, and every use is told by someone."""
    assert set(DESCRIBERS) == set(USES)
    for use in USES.values():
        for name in (*use.metrics, *(each.metric for each in use.choices)):
            assert parse_metric(name).full_name == name
        for choice in use.choices:
            assert all(
                parse_metric(other).name == parse_metric(choice.metric).name
                for other in choice.others.values()
            )
    assert set(classic_metrics()) <= set(metrics_for(list(USES.values())))


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("sentiment", ["search"]),
        ("relation-mining, search", ["search"]),
        ("IE,translation", ["facts-about-names", "facts", "translation"]),
        ("information-extraction,facts", ["facts-about-names", "facts"]),
        ("all", list(NAMES)),
    ],
)
def test_uses_by_name(names: str, found: list[str]) -> None:
    """Aliases lead to their use, each is named once, and all is every one."""
    assert [use.name for use in uses_named(names)] == found


@pytest.mark.parametrize("names", ["serch", "", ","])
def test_unknown_use(names: str) -> None:
    """What does not exist is refused with what does."""
    with pytest.raises(UsageError) as error:
        uses_named(names)
    assert "search" in advice_of(error.value.problems[0])
