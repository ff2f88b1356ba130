"""Collect split antecedents during reading: the elements of each plural entity, without cycles."""

from __future__ import annotations


class PluralEntities:
    """The elements of plural entities, in the order in which they were added."""

    def __init__(self) -> None:
        self._of: dict[int, dict[int, None]] = {}

    def add(self, whole: int, element: int) -> list[int]:
        """Add an element to a plural entity. If that would make a cycle, do not add it, and return the path of the cycle."""
        way = self._way(element, whole)
        if not way:
            self._of.setdefault(whole, {}).setdefault(element)
        return way

    def pairs(self) -> list[tuple[int, int]]:
        """Return (whole, element) pairs. The pairs of one entity are consecutive."""
        return [(whole, element) for whole, elements in self._of.items() for element in elements]

    def _way(self, start: int, goal: int) -> list[int]:
        """Return the path from an entity to a direct or indirect element of it; [] if it is not an element."""
        ways = {start: [start]}
        waiting = [start]
        while waiting:
            entity = waiting.pop()
            if entity == goal:
                return ways[entity]
            for element in self._of.get(entity, ()):
                if element not in ways:
                    ways[element] = [*ways[entity], element]
                    waiting.append(element)
        return []
