"""Write CoNLL-UA: one layer from the corpus, the other layers copied from its file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import BinaryIO

import numpy as np

from corefeval.arrays import renumbering
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import all_spans, cell, distinct
from corefeval.formats.conllua.source import COLUMNS
from corefeval.problems import CorefevalError, Problem, lost, warning
from corefeval.text import TextColumn

_NUMBER = re.compile(r"\d+(\.\d+)?")
_SPECIAL = re.compile(r"[()|\s]")
_SPECIAL_ID = re.compile(r"[()|=,\s]")
_COREFUD = re.compile(r"(?:^|\|)(?:Entity|Bridge|SplitAnte)=[^|]*")


_LOSSES = (
    "ids-changed",
    "values-encoded",
    "edges-at-empty-nodes",
    "bridging-to-entities",
    "gaps-of-empty-nodes",
    "closed-by-id",
)
"""The kinds of values that cannot be written unchanged, in the order in which they are reported."""


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write the corpus. If any brackets cross, all closing brackets of the file have ids."""
    if corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE044", "clusters-python-objects"))
    writer = _Writer(corpus)
    stream.write(f"# global.columns = {' '.join(COLUMNS).upper()}\n".encode())
    stream.writelines("".join(writer.document(document)).encode() for document in range(len(corpus.names)))
    unread = [name for name in ("speaker", "parse", "ne") if corpus.source.column(name)]
    return [
        *(lost(kind, writer.lost[kind]) for kind in _LOSSES if writer.lost[kind]),
        *(warning("CE047", "column-without-place", name=name) for name in unread),
    ]


class _Writer:
    """Makes the cells of a corpus, node by node."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.lost: Counter[str] = Counter()
        self._is_deixis = corpus.is_deixis
        self._word_number = np.cumsum(~corpus.nodes.is_empty(np.arange(len(corpus.nodes.forms))))
        self._minor = dict(zip(corpus.nodes.empty.tolist(), corpus.nodes.minor.tolist(), strict=True))
        self._labels = self._unique_labels()
        self._document_names = distinct(corpus.names)
        self._names = self._unique_names()
        self._parts = self._all_parts()
        self._first_node = np.full(len(corpus.entities), len(corpus.nodes.forms), np.int64)
        np.minimum.at(self._first_node, corpus.mentions.entity, corpus.mentions.first)
        self._opens: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
        self._closes: defaultdict[int, list[int]] = defaultdict(list)
        self._cross = self._plan()
        self._elements = self._element_of()
        self._attributes = self._written_attributes()
        self._fields = [self._bracket(mention) for mention in range(len(corpus.mentions))]
        self._bridging = self._bridges()
        self._columns = [self._column(name) for name in COLUMNS]
        self._sentences = set(corpus.nodes.sentences.tolist())

    def document(self, document: int) -> Iterator[str]:
        """Yield the lines of a document."""
        corpus = self._corpus
        name = self._document_names[document]
        yield f"# newdoc id = {name}\n"
        start, stop = int(corpus.nodes.start[document]), int(corpus.nodes.stop[document])
        number, word, zero = 0, 0, 0
        for node in range(start, stop):
            if node in self._sentences or node == start:
                number, word, zero = number + 1, 0, 0
                separator = "\n" if node > start else ""
                yield f"{separator}# sent_id = {name}-{number}\n"
            is_zero = node in self._minor
            word, zero = (word, zero + 1) if is_zero else (word + 1, 0)
            cells = [cell(column[node]) for column in self._columns]
            cells[0] = cells[0] or (f"{word}.{zero}" if is_zero else str(word))
            cells[12 if self._is_deixis else 10] = self._cell(node, is_zero=is_zero)
            if not self._is_deixis:
                cells[11] = "".join(self._bridging.get(node, ()))
            yield "\t".join(text or "_" for text in cells) + "\n"
        yield "\n"

    def _column(self, name: str) -> list[str]:
        """Return the cells of a column for all nodes; '' for columns that are generated."""
        source = self._corpus.nodes.forms if name == "form" else self._corpus.source.column(name)
        if source is None or (name == "id" and self._corpus.format != "conllua"):
            return [""] * len(self._corpus.nodes.forms)
        cells = list(source)
        if name == "misc":
            cells = [without_coreference(cell) for cell in cells]
        if name == "id":
            cells = [cell if _NUMBER.fullmatch(cell) else "" for cell in cells]
        return cells

    def _cell(self, node: int, *, is_zero: bool) -> str:
        closes, opens = self._closes.get(node, ()), self._opens.get(node, ())
        edges = list(closes) + [mention for mention, single in opens if not single]
        self.lost["edges-at-empty-nodes"] += len(edges) if is_zero else 0
        self.lost["closed-by-id"] += len(closes) if self._cross else 0
        closed = "".join(f"{self._names[mention] if self._cross else ''})" for mention in closes)
        return closed + "".join(
            f"({self._fields[mention]}{')' if single else ''}" for mention, single in opens
        )

    def _unique_labels(self) -> list[str]:
        """Return an id for each entity that the grammar allows and that is unique in its document."""
        entities = self._corpus.entities
        labels: list[str] = []
        used: dict[int, set[str]] = defaultdict(set)
        pseudo = entities.is_nonreferring
        for number, (document, label) in enumerate(
            zip(entities.document.tolist(), entities.labels, strict=True)
        ):
            wanted = _SPECIAL_ID.sub("_", label) or str(number)
            if pseudo is not None and pseudo[number] and not wanted.endswith("-Pseudo"):
                wanted += "-Pseudo"
            while wanted in used[document]:
                wanted = "e" + wanted
            self.lost["ids-changed"] += wanted.removesuffix("-Pseudo") != label.removesuffix("-Pseudo")
            used[document].add(wanted)
            labels.append(wanted)
        return labels

    def _unique_names(self) -> list[str]:
        """Return the MarkableID of each mention; a new one if it has none."""
        corpus = self._corpus
        given = _strings(corpus.mentions.attributes.column("MarkableID"), len(corpus.mentions))
        documents = corpus.mention_document.tolist()
        used = {(document, name) for document, name in zip(documents, given, strict=True) if name}
        names: dict[tuple[int, str], None] = {}
        new: dict[int, Iterator[str]] = defaultdict(lambda: (f"markable_{number}" for number in count(1)))
        for document, wanted in zip(documents, given, strict=True):
            name = wanted
            if not name or (document, name) in names or _SPECIAL_ID.search(name):
                name = next(each for each in new[document] if (document, each) not in used)
            names[document, name] = None
        return [name for _, name in names]

    def _all_parts(self) -> list[list[tuple[int, int]]]:
        parts = all_spans(self._corpus.mentions)
        for spans in parts:
            gaps = (range(left[1] + 1, right[0]) for left, right in pairwise(spans))
            self.lost["gaps-of-empty-nodes"] += any(all(node in self._minor for node in gap) for gap in gaps)
        return parts

    def _plan(self) -> bool:
        """Order the brackets of each node, with longer ones outside, and return whether any of them cross.

        If they do, closing brackets get ids.

        Mentions from CoNLL-UA are written so that their entities open in the same order as in their file, with ids if
        necessary.
        """
        mentions = self._corpus.mentions
        entity = mentions.entity.tolist()
        spans = [(*span, mention) for mention, parts in enumerate(self._parts) for span in parts]
        place_of = self._places_to_open()
        singles = sorted(
            (span for span in spans if span[0] == span[1]), key=lambda span: (span[0], place_of[span[2]])
        )
        finals: set[tuple[int, bool]] = set()
        wide = sorted(
            (span for span in spans if span[0] < span[1]), key=lambda span: (span[0], -span[1], -span[2])
        )
        cross = _cross(wide) or (self._corpus.format == "conllua" and not self._open_in_order(wide))
        if cross:
            wide.sort(key=lambda span: (span[0], entity[span[2]]))
        for first, _, mention in wide:
            self._opens[first].append((mention, False))
        for first, _, mention in singles:
            before = self._opens[first]
            is_final = self._parts[mention][-1][0] == first
            place = len(before)
            while place and entity[before[place - 1][0]] > entity[mention]:
                if is_final and before[place - 1] in finals:
                    break
                place -= 1
            before.insert(place, (mention, True))
            if is_final:
                finals.add((mention, True))
        by_end = sorted(wide, key=lambda span: (span[1], 0 if cross else -span[0], span[2]))
        for _, last, mention in by_end:
            self._closes[last].append(mention)
        return cross

    def _places_to_open(self) -> list[int]:
        """Return a sort key for opening brackets. Equal discontinuous mentions open in reverse order."""
        places = list(range(len(self._parts)))
        equal: dict[tuple[object, ...], list[int]] = {}
        for mention, (parts, entity) in enumerate(
            zip(self._parts, self._corpus.mentions.entity.tolist(), strict=True)
        ):
            if len(parts) > 1:
                equal.setdefault((entity, *parts), []).append(mention)
        for mentions in equal.values():
            for mention, place in zip(mentions, reversed(mentions), strict=True):
                places[mention] = place
        return places

    def _open_in_order(self, wide: Sequence[tuple[int, int, int]]) -> bool:
        """Return whether entities that begin with a mention of several nodes would open in their order."""
        entity = self._corpus.mentions.entity
        seen: set[int] = set()
        last = -1
        for _, _, mention in wide:
            number = int(entity[mention])
            if number not in seen:
                if number < last and self._corpus.mentions.first[mention] == self._first_node[number]:
                    return False
                last = max(last, number)
                seen.add(number)
        return True

    def _element_of(self) -> dict[int, list[str]]:
        """Return the ElementOf values of each mention: at the original mention, or else at the entity's first mention."""
        corpus = self._corpus
        entity = renumbering(corpus.entity_number, len((corpus.original or corpus).entities))
        relations = corpus.relations
        wanted = {
            (int(entity[element]), int(entity[whole])): None
            for whole, element in zip(relations.whole.tolist(), relations.element.tolist(), strict=True)
            if entity[whole] >= 0 and entity[element] >= 0
        }
        found: dict[int, list[str]] = defaultdict(list)
        if not wanted:
            return found
        given = _strings(corpus.mentions.attributes.column("ElementOf"), len(corpus.mentions))
        original = (corpus.original or corpus).entities.labels
        numbers = np.arange(len(original)) if corpus.entity_number is None else corpus.entity_number
        by_label = {(element, original[int(numbers[whole])]): whole for element, whole in wanted}
        first: dict[int, int] = {}
        covered: set[tuple[int, int]] = set()
        for mention, element in enumerate(corpus.mentions.entity.tolist()):
            first.setdefault(element, mention)
            for label in filter(None, given[mention].split(",")):
                whole = by_label.get((element, label))
                if whole is not None:
                    covered.add((element, whole))
                    found[mention].append(self._labels[whole])
        for element, whole in wanted:
            if (element, whole) not in covered and element in first:
                found[first[element]].append(self._labels[whole])
        return found

    def _bracket(self, mention: int) -> str:
        mentions = self._corpus.mentions
        fields = {
            "EntityID": self._labels[int(mentions.entity[mention])],
            "MarkableID": self._names[mention],
            **self._minimum(mention),
        }
        for name, column in self._attributes:
            value = column[mention]
            if value:
                encoded = _SPECIAL.sub(lambda match: f"%{ord(match[0]):02X}", value)
                self.lost["values-encoded"] += encoded != value
                fields[name] = encoded
        if elements := self._elements.get(mention):
            fields["ElementOf"] = ",".join(elements)
        return "|".join(f"{name}={value}" for name, value in fields.items())

    def _written_attributes(self) -> list[tuple[str, list[str]]]:
        table = self._corpus.mentions.attributes
        reserved = {"EntityID", "MarkableID", "ElementOf", "Min", "Head"}
        found = [(name, table.column(name)) for name in table.names if name not in reserved]
        return [(_SPECIAL_ID.sub("_", name), list(column)) for name, column in found if column is not None]

    def _minimum(self, mention: int) -> dict[str, str]:
        """Return Min, and Head if the mention has one. 'Min=3|Head=3' means that the head is the whole minimum span."""
        mentions = self._corpus.mentions
        first, last = int(mentions.minimum_first[mention]), int(mentions.minimum_last[mention])
        head = int(mentions.head[mention])
        fields = {}
        if first >= 0:
            both = last != first or head == first
            fields["Min"] = self._place(first, mention) + ("," + self._place(last, mention) if both else "")
        elif head >= 0 and head not in self._minor:
            fields["Min"] = self._place(head, mention)
        if head >= 0:
            fields["Head"] = self._place(head, mention)
        return fields

    def _place(self, node: int, mention: int) -> str:
        """Return the number of a word in its document, or w.z for the z-th empty node after word w."""
        start = int(self._corpus.nodes.start[int(self._corpus.mention_document[mention])])
        before = int(self._word_number[start - 1]) if start else 0
        word = int(self._word_number[node]) - before
        if node not in self._minor:
            return str(word)
        first = node
        while first - 1 >= start and first - 1 in self._minor:
            first -= 1
        return f"{word}.{node - first + 1}"

    def _bridges(self) -> dict[int, list[str]]:
        corpus = self._corpus
        whole = corpus.original or corpus
        mention = renumbering(corpus.number, len(whole.mentions))
        entity = renumbering(corpus.entity_number, len(whole.entities))
        found: dict[int, list[str]] = defaultdict(list)
        for old_anaphor, old_anchor, old_entity, relation in corpus.relations.bridges():
            anaphor = int(mention[old_anaphor])
            anchor = int(mention[old_anchor]) if old_anchor >= 0 else -1
            target = int(entity[old_entity]) if old_entity >= 0 else -1
            if anaphor < 0 or (anchor < 0 and target < 0):
                continue
            fields = [f"MarkableID={self._names[anaphor]}"]
            if relation:
                fields.append("Rel=" + _SPECIAL.sub("_", relation))
            if anchor >= 0:
                fields.append(f"MentionAnchor={self._names[anchor]}")
            else:
                self.lost["bridging-to-entities"] += 1
            if target >= 0:
                fields.append(f"EntityAnchor={self._labels[target]}")
            found[int(corpus.mentions.first[anaphor])].append(f"({'|'.join(fields)})")
        return found


def _cross(wide: Sequence[tuple[int, int, int]]) -> bool:
    """Return whether any brackets cross. They must be sorted by start, with longer ones first."""
    stack: list[int] = []
    for first, last, _ in wide:
        while stack and stack[-1] <= first:
            stack.pop()
        if stack and stack[-1] < last:
            return True
        stack.append(last)
    return False


def without_coreference(misc: str) -> str:
    """Return a cell of MISC without the coreference attributes of CorefUD.

    Examples:
        >>> without_coreference("Entity=(e1)|SpaceAfter=No")
        'SpaceAfter=No'
    """
    return (_COREFUD.sub("", misc).removeprefix("|") or "_") if "=" in misc else misc


def _strings(column: TextColumn | None, count: int) -> list[str]:
    return [""] * count if column is None else list(column)
