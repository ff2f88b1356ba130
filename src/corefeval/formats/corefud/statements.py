"""Find annotations of a CorefUD file that corefeval reads but other tools read differently or refuse.

The validator of Universal Dependencies has a test for each of them. They do not prevent scoring; the reader finds the
problems that do. Each message states how corefeval reads the annotation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from corefeval.formats.corefud.lines import COLUMNS, NEWDOC, PREFIX, Header, text_lines
from corefeval.formats.files import TextFile
from corefeval.problems import Place, Problem, warning

_OPENING = re.compile(r"\(([^()]*)")
_PART = re.compile(r"(.+)\[(\d+)/(\d+)\]")
_STATED = ("Entity=", "Bridge=", "SplitAnte=")
_IS_STATED = re.compile(r"[\t|](?:Entity|Bridge|SplitAnte)=")
_LINK = re.compile(r"([^<:]+)<([^<:]+)(?::(.*))?")


def statements(file: TextFile) -> Iterator[Problem]:
    """Yield a warning for each annotation that other tools read differently, in the order of the file."""
    return _Reading(file.name).read(text_lines(file))


@dataclass
class _Document:
    """The annotations of a document so far, each with its line.

    Attributes:
        types: the type of each entity.
        parts: the fields of the first part of each discontinuous mention, by entity and number of parts.
        elements: the split antecedents of each entity.
        relations: the bridging relation of each pair of entities.
    """

    types: dict[str, tuple[str, int]] = field(default_factory=dict)
    parts: dict[tuple[str, str], tuple[list[str], int]] = field(default_factory=dict)
    elements: dict[str, tuple[list[str], int]] = field(default_factory=dict)
    relations: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)


def _value(values: list[str], index: int) -> str:
    """Return a field of a bracket; '' if the header or the bracket lacks it."""
    return values[index] if 0 <= index < len(values) else ""


class _Reading:
    """Reads one file."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._hold(Header())
        self._declared = 0
        self._document = _Document()

    def _hold(self, header: Header) -> None:
        self._fields = header.fields
        self._entity, self._type = header.index("eid"), header.index("etype")

    def read(self, lines: Iterable[str]) -> Iterator[Problem]:
        """Yield the warnings about the lines."""
        newdoc, prefix = NEWDOC.decode(), PREFIX.decode()
        for number, line in enumerate(lines, 1):
            if line.startswith(newdoc):
                self._document = _Document()
            elif line.startswith(prefix):
                yield from self._headed(line, number)
            elif _IS_STATED.search(line) and not line.startswith("#"):
                cells = line.split("\t")
                if len(cells) == len(COLUMNS) and "-" not in cells[0]:
                    said = [one for one in cells[-1].split("|") if one.startswith(_STATED)]
                    yield from self._node(said, number)

    def _headed(self, line: str, number: int) -> Iterator[Problem]:
        header = Header.of_line(line)
        if header is None:
            return
        if self._declared and header.fields != self._fields:
            yield self._told("header-other-line-holds", number, header.text, other_line=self._declared)
        self._hold(header)
        self._declared = number

    def _node(self, said: list[str], number: int) -> Iterator[Problem]:
        for name in _STATED:
            several = [one for one in said if one.startswith(name)]
            if len(several) > 1:
                yield self._told(
                    "statements-on-one-line", number, "|".join(several), statements=len(several), name=name
                )
        opened: list[str] = []
        for one in said:
            if one.startswith("Entity="):
                for text in _OPENING.findall(one, 7):
                    values = text.split("-")
                    yield from self._opening(text, values, number)
                    opened.append(_value(values, self._entity))
        for one in said:
            name, _, value = one.partition("=")
            if name == "Bridge":
                yield from self._bridges(value, number)
            elif name == "SplitAnte":
                yield from self._split(value, {_PART.sub(r"\1", entity) for entity in opened}, number)

    def _opening(self, text: str, values: list[str], number: int) -> Iterator[Problem]:
        if len(values) > len(self._fields):
            yield self._told("more-fields-header-last", number, f"({text}", fields=len(self._fields))
        entity, kind = _value(values, self._entity), _value(values, self._type)
        match = _PART.fullmatch(entity) if entity.endswith("]") else None
        if match is not None:
            entity, part, count = match.groups()
            if count == "1":
                yield self._told("mention-one-part-read", number, f"({text}")
            others = values[: self._entity] + values[self._entity + 1 :]
            if part == "1":
                self._document.parts[entity, count] = others, number
            elif (entity, count) in self._document.parts:
                first, line = self._document.parts[entity, count]
                if others != first:
                    yield self._told("part-mention-other-fields", number, f"({text}", other_line=line)
                return
        known, line = self._document.types.setdefault(entity, (kind, number))
        if kind != known:
            yield self._told(
                "entity-type-here", number, f"({text}", entity=entity, sort=kind, known=known, other_line=line
            )

    def _bridges(self, value: str, number: int) -> Iterator[Problem]:
        for match in filter(None, map(_LINK.fullmatch, value.split(","))):
            anchor, anaphor, relation = match[1], match[2], match[3] or ""
            if anchor == anaphor:
                yield self._told("entity-bridges-itself", number, match[0])
            known, line = self._document.relations.setdefault((anchor, anaphor), (relation, number))
            if known != relation:
                yield self._told("relation-in-line-each", number, match[0], known=known, other_line=line)
        yield from self._repeated(value, number)

    def _split(self, value: str, opened: set[str], number: int) -> Iterator[Problem]:
        found: dict[str, list[str]] = {}
        for match in filter(None, map(_LINK.fullmatch, value.split(","))):
            found.setdefault(match[2], []).append(match[1])
        yield from self._repeated(value, number)
        for entity, elements in found.items():
            if entity not in opened:
                yield self._told("split-antecedents-no-mention", number, value, entity=entity)
            if len(set(elements)) == 1:
                yield self._told("one-split-antecedent", number, value, entity=entity)
            known, line = self._document.elements.setdefault(entity, (sorted(set(elements)), number))
            if known != sorted(set(elements)):
                yield self._told("other-split-antecedents", number, value, entity=entity, other_line=line)

    def _repeated(self, value: str, number: int) -> Iterator[Problem]:
        for text, count in Counter(value.split(",")).items():
            if count > 1:
                yield self._told("said-times-counts-once", number, text, count=count)

    def _told(self, kind: str, number: int, text: str, **arguments: Any) -> Problem:
        place = Place(self._name, number)
        return warning("CE167", kind, place, text, **arguments)
