"""Read CoNLL-UA line by line: one layer of brackets with split antecedents and bridging links, and every problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from corefeval.arrays import integers
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Faults, ReadOptions
from corefeval.formats.conllua.source import LAYERS, ConlluaColumns, ConlluaSource, cells_of
from corefeval.formats.files import TextFile, column_of
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.problems import CorefevalError, Place, Problem, warning

EMPTY_CELLS = (b"_", b"")
STRUCTURE = ("EntityID", "Min", "Head")
"""The fields of a bracket that become columns of numbers in the corpus. All others are attributes."""

NEWDOC = re.compile(rb"#\s*newdoc(?:\s+id\s*=\s*(.*?)|\s+(.*?))?\s*$")
HEADER = re.compile(rb"#\s*global\.columns\s*=\s*(.*)")
_NUMBER = re.compile(r"([0-9]{1,18})(?:\.([0-9]{1,18}))?")
_PIECE = re.compile(rb"\((?P<open>[^()]*)(?P<single>\)?)|(?P<close>[^()]*)\)")


_Where = tuple[int, bytes, int, int]
"""The line number, the line, the cell number, and the byte in the cell. A Place is made from it on demand."""


@dataclass(slots=True, eq=False)
class _Markable:
    """A markable during the reading of its brackets."""

    label: str
    minimum: str
    head: str
    attributes: dict[str, str]
    where: _Where
    text: str
    parts: list[list[int]] = field(default_factory=list)
    completed: int = 0
    element_of: dict[str, _Where] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Opened:
    """An opening bracket: its markable, the part that it begins, and whether it is closed."""

    name: str
    part: list[int]
    where: _Where
    text: str
    is_closed: bool = False


@dataclass(slots=True, eq=False)
class _Bridge:
    """One bracket of the Bridging column."""

    anaphor: str
    relation: str
    mention: str
    entity: str
    where: _Where
    text: str

    def place_of(self, name: str, value: str) -> _Where:
        """Return the position of the value of a field."""
        return _inside(self.where, self.text, name, value)


class ExactReader:
    """Reads one file, document by document.

    Attributes:
        closes_by_id: whether the first closing bracket has an id; None if no closing bracket was read.
    """

    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file, self._options = file, options
        self._columns = ConlluaColumns(LAYERS[options.layer])
        self._problems = Faults(options)
        self._counted: dict[tuple[str, str], tuple[int, _Where, str]] = {}
        self.closes_by_id: bool | None = None
        self._builder = CorpusBuilder("conllua", file.name)
        self._begin()

    def _begin(self) -> None:
        """Clear the markables of the previous document."""
        self._markables: dict[str, _Markable] = {}
        self._open: list[_Opened] = []
        self._open_by_id: dict[str, list[_Opened]] = {}
        self._bridge_cells: list[_Bridge] = []
        self._words: list[int] = []
        self._zeros: dict[tuple[int, int], int] = {}
        self._zero_count = 0
        self._completed = 0

    def read(self) -> Corpus:
        """Return the corpus, or raise every error found."""
        content = self._file.read()
        if not content.strip():
            raise CorefevalError(Problem("CE003", "file-empty", self._file.place))
        layer, bridging, form, tail, tabs = self._positions()
        new_sentence = True
        for number, line in enumerate(content.split(b"\n"), 1):
            if not line or line.isspace():
                new_sentence = True
                continue
            if line.startswith(b"#"):
                if (document := NEWDOC.match(line)) is not None:
                    self._document(document, number)
                    new_sentence = True
                elif (header := HEADER.match(line)) is not None:
                    self._read_header(header[1], number)
                    layer, bridging, form, tail, tabs = self._positions()
                continue
            if not self._builder.names:
                self._wrong(
                    "CE014", "text-before-first-newdoc", (number, line, -1, 0), line, "taken-as-document-1"
                )
                self._builder.document("1")
            if line.endswith(tail) and line.count(b"\t") == tabs:
                identifier, word, _ = line.split(b"\t", 2)
                cells = []
            else:
                cells = cells_of(line)
                if len(cells) <= layer:
                    self._wrong(
                        "CE020",
                        "columns-column",
                        (number, line, -1, 0),
                        line,
                        "line-left-out",
                        columns=len(cells),
                        layer=self._columns.layer,
                        column=layer + 1,
                    )
                    continue
                identifier, word = cells[0], cells[form]
            is_word = identifier.isdigit() or b"." not in identifier
            if is_word and not identifier.isdigit() and self._is_range(number, line, layer):
                continue
            if new_sentence:
                self._builder.sentence()
                new_sentence = False
            self._zero_count = 0 if is_word else self._zero_count + 1
            node = self._builder.node(word.strip().decode(), minor=self._zero_count, line=number)
            if is_word:
                self._words.append(node)
            else:
                self._zeros[len(self._words), self._zero_count] = node
            if not cells:
                continue
            if (cell := cells[layer].strip()) not in EMPTY_CELLS:
                self._read_cell(cell, node, (number, line, layer, 0), is_word=is_word)
            if (
                bridging >= 0
                and len(cells) > bridging
                and (cell := cells[bridging].strip()) not in EMPTY_CELLS
            ):
                self._read_bridging(cell, (number, line, bridging, 0))
        self._end_document()
        if not self._builder.names:
            self._problems.add(Problem("CE003", "no-document", self._file.place))
        self._problems.extend(
            warning(code, kind, self._place(where), text, count=count)
            for (code, kind), (count, where, text) in self._counted.items()
        )
        self._problems.raise_errors()
        return self._build()

    def _positions(self) -> tuple[int, int, int, bytes, int]:
        """Return the columns of the layer, of bridging (-1: not read) and of the form.

        Also return how a line without annotation ends and how many tabs it has, so that most lines need not be split.
        """
        names, bridging, form = self._columns.names, self._columns.bridging, self._columns.form
        layer = names.index(self._columns.layer)
        first = min(layer, bridging) if bridging >= 0 else layer
        tail = b"\t_" * (len(names) - first) if form == 1 else b"\n"
        return layer, bridging, form, tail, len(names) - 1

    def _read_header(self, names: bytes, number: int) -> None:
        layer = self._columns.layer
        self._columns = ConlluaColumns.of(layer, names)
        if layer not in self._columns.names:
            place = Place(self._file.name, number)
            self._problems.add(
                Problem("CE026", "header-names-no-column", place, names.decode(), layer=layer.upper())
            )
            self._problems.raise_errors()

    def _document(self, match: re.Match[bytes], number: int) -> None:
        self._end_document()
        name = (match[1] or match[2] or b"").decode()
        if not name:
            name = str(len(self._builder.names) + 1)
            place = Place(self._file.name, number)
            self._problems.warn("CE026", "document-without-name-called", place, "# newdoc", name=name)
        self._builder.document(name)

    def _is_range(self, number: int, line: bytes, layer: int) -> bool:
        """Return whether a line is a multiword token (3-4), which is not a node. Any other invalid ID is an error."""
        cells = cells_of(line)
        if b"-" in cells[0]:
            if (cell := cells[layer].strip()) not in EMPTY_CELLS:
                where = (number, line, layer, 0)
                self._wrong("CE023", "mention-on-multiword-token", where, cell, "left-out")
            return True
        self._wrong("CE027", "not-number-word", (number, line, 0, 0), cells[0].strip(), "taken-as-word")
        return False

    def _place(self, where: _Where) -> Place:
        """Return the line and column of a byte of a cell. A cell number of -1 means the whole line."""
        number, line, index, offset = where
        if index < 0:
            return Place(self._file.name, number)
        return Place(self._file.name, number, column_of(line, _start_of_cell(line, index) + offset))

    def _read_cell(self, cell: bytes, node: int, where: _Where, *, is_word: bool) -> None:
        """Read the brackets of a cell: closing brackets may come before opening ones, or after a complete mention."""
        position, opened = 0, False
        while position < len(cell):
            here = (*where[:3], position)
            match = _PIECE.match(cell, position)
            if match is None:
                rest = cell[position:]
                self._wrong("CE023", "neither-opening-nor-closing", here, rest, "left-out")
                return
            position = match.end()
            if match["open"] is None:
                if opened:
                    self._count("CE023", "closed-behind-opening", here, match[0])
                self._close(match["close"].decode(), node, here)
                is_edge = True
            else:
                opened = True
                is_edge = not match["single"]
                self._open_part(match["open"].decode(), node, here, single=bool(match["single"]))
            if is_edge and not is_word:
                self._count("CE024", "edge-at-empty-node", here, match[0])

    def _close(self, identifier: str, node: int, where: _Where) -> None:
        by_id = bool(identifier)
        if self.closes_by_id is None:
            self.closes_by_id = by_id
        elif self.closes_by_id != by_id:
            kind = "others-closed-by-id" if self.closes_by_id else "others-closed-without-id"
            self._wrong("CE023", kind, where, identifier + ")", "taken-as-it-stands")
        latest = self._open_by_id.get(identifier, []) if by_id else self._open
        while latest and latest[-1].is_closed:
            latest.pop()
        if latest:
            opened = latest.pop()
            opened.is_closed = True
            opened.part[1] = node
            self._completed += 1
            self._markables[opened.name].completed = self._completed
            return
        self._wrong("CE021", "closed-but-never-opened", where, identifier + ")", "bracket-left-out")

    def _open_part(self, text: str, node: int, where: _Where, *, single: bool) -> None:
        fields = self._fields(text, where, ("EntityID", "MarkableID"))
        if fields is None:
            return
        name = fields["MarkableID"]
        attributes = {key: value for key, value in fields.items() if key not in STRUCTURE}
        markable = self._markables.get(name)
        if markable is None:
            markable = _Markable(
                fields["EntityID"], fields.get("Min", ""), fields.get("Head", ""), attributes, where, text
            )
            self._markables[name] = markable
        else:
            markable.label = fields["EntityID"]
            markable.attributes = attributes | markable.attributes
        if "ElementOf" in fields:
            for whole in filter(None, fields["ElementOf"].split(",")):
                markable.element_of.setdefault(whole, _inside(where, text, "ElementOf", whole))
        part = [node, node if single else -1]
        markable.parts.append(part)
        if single:
            self._completed += 1
            markable.completed = self._completed
        else:
            opened = _Opened(name, part, where, text)
            self._open.append(opened)
            self._open_by_id.setdefault(name, []).append(opened)

    def _fields(
        self, text: str, where: _Where, wanted: Iterable[str], part: str = ""
    ) -> dict[str, str] | None:
        """Split name=value|name=value into fields; None if a wanted field is missing."""
        try:
            fields = dict([piece.split("=", 1) for piece in text.split("|")])
        except ValueError:
            wrong = next(piece for piece in text.split("|") if "=" not in piece)
            place = _inside(where, text, "", wrong)
            self._wrong("CE023", "not-form-name-value", place, wrong, "bracket-left-out", part=part)
            return None
        for name in wanted:
            if not fields.get(name):
                self._wrong("CE032", "bracket", where, "(" + text, "bracket-left-out", part=part, name=name)
                return None
        return fields

    def _read_bridging(self, cell: bytes, where: _Where) -> None:
        for match in re.finditer(rb"\(([^()]*)\)?|[^()]+|\)", cell):
            here = (*where[:3], match.start())
            if match[1] is None:
                self._wrong("CE023", "not-bridging-bracket", here, match[0], "left-out", part="bridging")
                continue
            fields = self._fields(match[1].decode(), here, ("MarkableID",), "bridging")
            if fields is None:
                continue
            mention, entity = fields.get("MentionAnchor", ""), fields.get("EntityAnchor", "")
            if not mention and not entity:
                kind = "bridging-without-mentionanchor-entityanchor"
                self._wrong("CE032", kind, here, match[0], "left-out", part="bridging")
                continue
            bridge = _Bridge(
                fields["MarkableID"], fields.get("Rel", ""), mention, entity, here, match[1].decode()
            )
            self._bridge_cells.append(bridge)

    def _end_document(self) -> None:
        """Turn the markables of the document into mentions. The last part determines the entity."""
        for opened in self._open:
            if not opened.is_closed:
                shown = "(" + opened.text
                self._wrong("CE022", "opened-but-never-closed", opened.where, shown, "bracket-left-out")
                opened.part[0] = -1
        for name in self._open_by_id:
            markable = self._markables[name]
            markable.parts = [part for part in markable.parts if part[0] >= 0]
        entities: dict[str, int] = {}
        mentions: dict[str, int] = {}
        whole = [(name, markable) for name, markable in self._markables.items() if markable.parts]
        for _, markable in whole:
            is_pseudo = markable.label.endswith("-Pseudo")
            entities[markable.label] = self._builder.entity(markable.label, nonreferring=is_pseudo)
        for name, markable in self._by_completion(whole):
            parts = joined(markable.parts, self._zeros.values())
            minimum, head = self._minimum(markable, parts), self._nodes("Head", markable.head, markable)[0]
            if "," not in markable.minimum and minimum == (head, head):
                minimum = (-1, -1)
            mentions[name] = self._builder.mention(
                entities[markable.label], parts, head=head, minimum=minimum, attributes=markable.attributes
            )
        self._link_elements(entities)
        self._link_bridges(mentions, entities)
        self._begin()

    def _by_completion(self, markables: list[tuple[str, _Markable]]) -> list[tuple[str, _Markable]]:
        """Sort markables, given in the order of opening, by their completion.

        Markables of one entity with the same parts close in the reverse order of opening, as brackets without ids do. So the
        order of closing ids, or of parts, at one word has no meaning.
        """
        ordered = sorted(markables, key=lambda pair: pair[1].completed)
        if not self.closes_by_id and all(len(markable.parts) == 1 for _, markable in markables):
            return ordered
        equal: dict[tuple[str, tuple[tuple[int, ...], ...]], list[tuple[str, _Markable]]] = {}
        for name, markable in markables:
            parts = tuple(map(tuple, markable.parts))
            if parts[0][0] < parts[-1][1]:
                equal.setdefault((markable.label, parts), []).append((name, markable))
        latest = {id(markable): same for same in equal.values() for _, markable in same if len(same) > 1}
        return [latest[id(pair[1])].pop() if id(pair[1]) in latest else pair for pair in ordered]

    def _minimum(self, markable: _Markable, parts: list[tuple[int, int]]) -> tuple[int, int]:
        first, last = self._nodes("Min", markable.minimum, markable)
        if first >= 0 and not any(begin <= first and last <= end for begin, end in parts):
            where = _inside(markable.where, markable.text, "Min", markable.minimum)
            self._count("CE028", "minimum-span-outside", where, markable.minimum.encode())
        return first, last

    def _nodes(self, name: str, text: str, markable: _Markable) -> tuple[int, int]:
        """Return the nodes of 'a' or 'a,b', which are word numbers in the document, or w.z for empty nodes."""
        part = "minimum spans" if name == "Min" else "heads"
        if not text:
            return -1, -1
        found: list[int] = []
        where = _inside(markable.where, markable.text, name, text)
        for number in text.split(","):
            match = _NUMBER.fullmatch(number)
            if match is None or len(found) == 2:
                self._wrong("CE033", "number-word", where, text, "left-out", part=part, name=name)
                return -1, -1
            word, zero = int(match[1]), int(match[2] or 0)
            node = self._zeros.get((word, zero)) if match[2] else None
            if not match[2] and 0 < word <= len(self._words):
                node = self._words[word - 1]
            if node is None:
                more = {"part": part, "name": name, "words": len(self._words)}
                self._wrong("CE031", "names-no-word-document", where, text, "left-out", **more)
                return -1, -1
            found.append(node)
        return found[0], found[-1]

    def _link_elements(self, entities: dict[str, int]) -> None:
        elements = PluralEntities()
        labels = {number: label for label, number in entities.items()}
        for markable in self._markables.values():
            element = entities.get(markable.label)
            for label, where in markable.element_of.items():
                whole = entities.get(label)
                if whole is None or element is None:
                    self._unknown("no-such-element-of", where, label, "split antecedents", label=label)
                elif way := elements.add(whole, element):
                    cycle = [label, *(labels[number] for number in way)]
                    more = {"part": "split antecedents", "cycle": cycle}
                    self._wrong("CE034", "cycle", where, label, "left-out", **more)
        for whole, element in elements.pairs():
            self._builder.split_antecedent(whole, element)

    def _link_bridges(self, mentions: dict[str, int], entities: dict[str, int]) -> None:
        """Collect the bridging links. The links of one anaphor are consecutive and keep their order."""
        links: dict[int, list[tuple[int, int, int, str]]] = {}
        for bridge in self._bridge_cells:
            anaphor, anchor = mentions.get(bridge.anaphor), mentions.get(bridge.mention, -1)
            named = entities.get(bridge.entity, -1)
            if anaphor is None:
                where = bridge.place_of("MarkableID", bridge.anaphor)
                self._unknown("anaphor-not-in-identity", where, bridge.anaphor)
            elif bridge.mention and anchor < 0:
                where = bridge.place_of("MentionAnchor", bridge.mention)
                self._unknown("anchor-not-in-identity", where, bridge.mention)
            elif not bridge.mention and named < 0:
                where = bridge.place_of("EntityAnchor", bridge.entity)
                self._unknown("anchor-no-entity", where, bridge.entity)
            else:
                entity = named if anchor < 0 else entities[self._markables[bridge.mention].label]
                if bridge.entity and entity != named:
                    where = bridge.place_of("EntityAnchor", bridge.entity)
                    self._count("CE035", "anchor-of-other-entity", where, bridge.entity.encode())
                links.setdefault(anaphor, []).append((anaphor, anchor, entity, bridge.relation))
        for found in links.values():
            for link in found:
                self._builder.bridging(*link)

    def _unknown(self, kind: str, where: _Where, text: str, part: str = "bridging", **arguments: Any) -> None:
        """Warn about a reference to an unknown target, which the UA scorer skips too."""
        fault = warning("CE035", kind, self._place(where), text, part=part, **arguments)
        self._problems.add_fault(fault, "left-out")

    def _wrong(
        self, code: str, kind: str, where: _Where, text: bytes | str, repair: str, **more: Any
    ) -> None:
        """Report an error or, if the file is repaired, the repair, which is a kind of CE048."""
        self._problems.fault(code, kind, self._place(where), text, repair, **more)

    def _count(self, code: str, kind: str, where: _Where, text: bytes) -> None:
        """Count a harmless peculiarity, reported once per file with its first place."""
        count, first, shown = self._counted.get((code, kind), (0, where, text.decode()))
        self._counted[code, kind] = (count + 1, first, shown)

    def _build(self) -> Corpus:
        """Return the corpus, with entities ranked in the order in which they open."""
        source = ConlluaSource(self._file, self._columns, integers(self._builder.lines), read_exactly)
        source.convention = self.closes_by_id
        corpus = self._builder.build(rank=range(len(self._builder.labels)), problems=self._problems)
        source.known_relations = corpus.relations
        return replace(corpus, nodes=replace(corpus.nodes, empty_inside=False), source=source)


def joined(parts: Sequence[Sequence[int]], zeros: Iterable[int]) -> list[tuple[int, int]]:
    """Return the parts of a mention in order. Parts that are adjacent, or separated only by empty nodes, are joined."""
    if len(parts) == 1:
        return [(parts[0][0], parts[0][1])]
    found: list[tuple[int, int]] = []
    empty = set(zeros)
    for first, last in sorted((part[0], part[1]) for part in parts):
        if found:
            gap = range(found[-1][1] + 1, first)
            between_words = first not in empty and found[-1][1] not in empty
            if not gap or (between_words and empty.issuperset(gap)):
                found[-1] = (found[-1][0], max(last, found[-1][1]))
                continue
        found.append((first, last))
    return found


def read_exactly(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one layer of a CoNLL-UA file.

    The rank follows the UA scorer, which assigns a duplicate mention to the entity whose first markable opens last.
    """
    return ExactReader(file, options).read()


def _inside(where: _Where, bracket: str, name: str, value: str) -> _Where:
    """Return the position of a value, given the start of its bracket and its field name."""
    before = bracket.find(f"{name}=") + len(name) + 1 if name else 0
    offset = len(bracket[: bracket.find(value, before)].encode()) + 1
    return (*where[:3], where[3] + offset)


@lru_cache(maxsize=4)
def _start_of_cell(line: bytes, index: int) -> int:
    """Return the position in a line at which a cell begins, after blanks."""
    cells = cells_of(line)
    end = 0
    for cell in cells[: index + 1]:
        end = line.index(cell, end) + len(cell)
    return end - len(cells[index].lstrip())
