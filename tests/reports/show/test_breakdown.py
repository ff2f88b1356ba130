"""Notes of breakdowns."""

from __future__ import annotations

from corefeval.reports.show.breakdown import different_classes


def test_the_order_of_classes_is_no_difference() -> None:
    """Metrics, or systems, that average over the same classes in another order need no note."""
    assert list(different_classes({"a": ("N", "P"), "b": ("P", "N")})) == []
    (note,) = different_classes({"a": ("N", "P"), "b": ("P",), "c": ()})
    assert note.endswith(": a: N, P; b: P; c: none")
