"""Answers: the weakest class of a breakdown."""

from __future__ import annotations

from corefeval.applications.answer import ByClass, Class


def test_weakest_class_is_not_a_rare_one() -> None:
    """Rare classes, unknown ones and those without a score are never the weakest."""
    classes = (
        Class("x", 500, 250, 0.5),
        Class("y", 300, 90, 0.3),
        Class("–", 100, 0, 0.0),
        Class("z", 9, 0, 0.0),
    )
    weakest = ByClass("type", "mentions", classes).weakest
    assert weakest is not None
    assert weakest.name == "y"
    assert ByClass("type", "mentions", classes[:1]).weakest is None
