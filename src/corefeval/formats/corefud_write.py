"""CorefUD written: into the lines of the file the corpus came from, or into new ones."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO

import numpy as np

from corefeval.corpus import SENTENCE_START, Corpus, Integers
from corefeval.formats.base import cell, distinct
from corefeval.formats.corefud_header import PREFIX, Header
from corefeval.formats.corefud_lines import BETWEEN, COLUMNS, NEWDOC
from corefeval.formats.corefud_source import CorefudSource, antecedent
from corefeval.problems import CorefevalError, Problem, Severity

_MANAGED = {"Entity", "Bridge", "SplitAnte", "Split"}
_NEWDOC = re.compile(NEWDOC.decode() + r"(?:[\s=]|$)")
_GLOBAL = PREFIX.decode()
_BREAKS_BRACKET = re.compile(r"[()|\s]")
_BREAKS_FIELD = re.compile(r"[()|\s-]")
_BREAKS_LINK = re.compile(r"[|,\s]")


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus as CorefUD.

    Lines of a CorefUD file are written as they were, comments and other attributes of MISC included; only Entity,
    Bridge and SplitAnte are made anew. Of other formats the columns are kept that have the names of CoNLL-U.

    Returns:
        A warning CE047 for each kind of thing the format cannot hold: mentions across sentences, mentions of one
        entity that cross each other, characters that end a field, what is not identity.
    """
    if corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE047", "clusters given from Python have no words to write"))
    writing = _Writing(corpus)
    lines = _Lines(corpus)
    for index, name in enumerate(lines.names):
        attributes = writing.attributes(index)
        stream.write(f"# newdoc id = {name}\n# global.Entity = {writing.header.text}\n".encode())
        for before, node, columns in lines.of_document(index):
            misc = with_attributes(columns[-1], attributes.get(node, {}))
            stream.write((before + "\t".join([*columns[:-1], misc]) + "\n").encode())
        stream.write(b"\n")
    lost = writing.lost + lines.lost
    return [
        Problem("CE047", f"{count} {what}", severity=Severity.WARNING)
        for what, count in sorted(lost.items())
        if count
    ]


def with_attributes(misc: str, new: Mapping[str, str]) -> str:
    """Return MISC with the coreference attributes replaced, each where it stood or where the alphabet puts it."""
    kept: list[str] = []
    remaining = dict(new)
    for attribute in misc.split("|") if misc not in {"", "_"} else []:
        name = attribute.partition("=")[0]
        if name not in _MANAGED:
            kept.append(attribute)
        elif name in remaining:
            kept.append(f"{name}={remaining.pop(name)}")
    for name, value in remaining.items():
        later = (place for place, attribute in enumerate(kept) if attribute.lower() > name.lower())
        kept.insert(next(later, len(kept)), f"{name}={value}")
    return "|".join(kept) or "_"


@dataclass(frozen=True, slots=True, order=True)
class _Part:
    """One part of a mention: its row, which of how many parts, entity, first and last node."""

    row: int
    number: int
    count: int
    entity: int
    first: int
    last: int


class _Writing:
    """What goes into the MISC column."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.lost: Counter[str] = Counter()
        self._order = np.argsort(corpus.mention_document, kind="stable")
        self._bounds = np.searchsorted(
            corpus.mention_document[self._order], np.arange(len(corpus.names) + 1)
        ).tolist()
        mentions, sentences = corpus.mentions, corpus.nodes.sentences
        self._is_across = np.searchsorted(sentences, mentions.first, side="right") != np.searchsorted(
            sentences, mentions.last, side="right"
        )
        spans = zip(mentions.first.tolist(), mentions.last.tolist(), strict=True)
        self._spans: list[list[tuple[int, int]]] = [[span] for span in spans]
        for row in dict.fromkeys(mentions.parts.mention.tolist()):
            self._spans[row] = mentions.parts.of(row)
        table = mentions.attributes
        self._fields = {
            name: list(column) for name in table.names if (column := table.column(name)) is not None
        }
        self.header = self._chosen_header()
        self._labels = self._written_labels()
        if corpus.entities.is_nonreferring is not None:
            self.lost["entities marked as non-referring, written like others"] = int(
                corpus.entities.is_nonreferring.sum()
            )

    def _chosen_header(self) -> Header:
        """Return the header of the file the corpus came from, or one that holds what there is."""
        mentions = self._corpus.mentions
        has_head = bool((mentions.head >= 0).any())
        source, known = self._corpus.source, list(self._fields)
        if isinstance(source, CorefudSource) and set(source.header.attributes) == set(known):
            header = source.header
            if has_head and header.index("head") < 0:
                self.lost["heads, for which the header has no field"] = int((mentions.head >= 0).sum())
            return header
        if (mentions.minimum_first >= 0).any() and "minspan" not in known:
            known.append("minspan")
        last = ["other"] if "other" in known or not known else []
        middle = [name for name in known if name not in {"eid", "etype", "head", "other"}]
        heads = ["head"] if has_head or not len(mentions) else []
        fields = ["eid", "etype", *heads, *middle, *last]
        return Header("-".join(_BREAKS_FIELD.sub("_", name) for name in fields))

    def _written_labels(self) -> list[str]:
        """Return the identifiers, without what would end them."""
        labels = list(self._corpus.entities.labels)
        for index, label in enumerate(labels):
            written = _BREAKS_FIELD.sub(_escaped, label)
            if written.endswith("]"):
                written = written[:-1] + "%5D"
            if written != label:
                self.lost["identifiers with a character that ends a field, written as %XX"] += 1
            labels[index] = written or "_"
        return labels

    def attributes(self, document: int) -> dict[int, dict[str, str]]:
        """Return for each node of a document what its MISC gets."""
        found: defaultdict[int, dict[str, str]] = defaultdict(dict)
        rows = self._order[self._bounds[document] : self._bounds[document + 1]].tolist()
        parts = [part for row in rows for part in self._parts(row)]
        dropped: set[int] = set()
        while True:
            written = self._brackets([part for part in parts if part.row not in dropped])
            wrong = self._misread(written)
            if wrong is None:
                break
            self.lost["mentions of one entity that cross each other, left out"] += 1
            dropped.add(wrong)
        for node, chunks in written.items():
            found[node]["Entity"] = "".join(text for _, text, _ in chunks)
        kept = {part.row for part in parts} - dropped
        for row in kept:
            node = int(self._corpus.mentions.first[row])
            if row in self._bridges:
                links = found[node].get("Bridge")
                found[node]["Bridge"] = ",".join([*([links] if links else []), *self._bridges[row]])
            entity = int(self._corpus.mentions.entity[row])
            if self._splits.get(entity) and self._first_mention[entity] == row:
                links = found[node].get("SplitAnte")
                found[node]["SplitAnte"] = ",".join([*([links] if links else []), *self._splits[entity]])
        return found

    def _parts(self, row: int) -> list[_Part]:
        """Return the parts of a mention, none if it leaves its sentence."""
        if self._is_across[row]:
            self.lost["mentions across sentences, left out"] += 1
            return []
        spans, entity = self._spans[row], int(self._corpus.mentions.entity[row])
        return [_Part(row, number, len(spans), entity, *span) for number, span in enumerate(spans, 1)]

    def _brackets(self, parts: list[_Part]) -> dict[int, list[tuple[_Part, str, str]]]:
        """Return the brackets of each node in order, each with its part and kind: '(', ')' or '()'."""
        at: defaultdict[int, tuple[list[_Part], list[_Part]]] = defaultdict(lambda: ([], []))
        for part in parts:
            if part.first < part.last:
                at[part.first][0].append(part)
            at[part.last][1].append(part)
        seen: set[int] = set()
        written = {}
        for node in sorted(at):
            chunks = []
            for part, kind in _arranged(*at[node], seen):
                eid = self._eid(part)
                text = f"{eid})" if kind == ")" else f"({self._bracket_text(part)}{kind[1:]}"
                chunks.append((part, text, kind))
            written[node] = chunks
        return written

    def _eid(self, part: _Part) -> str:
        label = self._labels[part.entity]
        return label if part.count == 1 else f"{label}[{part.number}/{part.count}]"

    def _bracket_text(self, part: _Part) -> str:
        """Return the fields of an opening bracket."""
        values = {}
        for name, column in self._fields.items():
            breaks = _BREAKS_BRACKET if name == self.header.fields[-1] else _BREAKS_FIELD
            values[_BREAKS_FIELD.sub("_", name)] = breaks.sub(_escaped, column[part.row])
            if breaks.search(column[part.row]) and part.number == 1:
                self.lost["attributes with a character that ends a field, written as %XX"] += 1
        mentions = self._corpus.mentions
        values["eid"] = self._eid(part)
        values["head"] = self._word_number(part.row, int(mentions.head[part.row]))
        if not values.get("minspan"):
            least = [int(mentions.minimum_first[part.row]), int(mentions.minimum_last[part.row])]
            values["minspan"] = ",".join(dict.fromkeys(self._word_number(part.row, node) for node in least))
        return self.header.join(values)

    def _word_number(self, row: int, node: int) -> str:
        """Return which word of its mention a node is, '' if it is none."""
        before = 0
        for first, last in self._spans[row]:
            if first <= node <= last:
                return str(before + node - first + 1)
            before += last - first + 1
        return ""

    def _misread(self, written: Mapping[int, list[tuple[_Part, str, str]]]) -> int | None:
        """Return a mention that a reader of these brackets would get wrong, None if there is none."""
        is_open: defaultdict[str, list[_Part]] = defaultdict(list)
        waiting: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        for chunks in written.values():
            for part, _, kind in chunks:
                if kind.startswith("("):
                    begun = waiting[part.entity, part.count]
                    continued = [row for row, number in begun.items() if number == part.number - 1]
                    if part.number > 1 and continued[-1:] != [part.row]:
                        return part.row
                    begun[part.row] = part.number
                    if part.number == part.count:
                        del begun[part.row]
                    is_open[self._eid(part)].append(part)
                if kind.endswith(")") and is_open[self._eid(part)].pop() != part:
                    return part.row
        return None

    @cached_property
    def _first_mention(self) -> dict[int, int]:
        mentions = self._corpus.mentions
        order = np.lexsort((-mentions.last, mentions.first))
        first: dict[int, int] = {}
        for row, entity in zip(order.tolist(), mentions.entity[order].tolist(), strict=True):
            first.setdefault(entity, row)
        return first

    @cached_property
    def _splits(self) -> dict[int, list[str]]:
        """The element<whole links of each entity."""
        relations = self._corpus.relations
        number = _renumbered(self._corpus.entity_number)
        found: defaultdict[int, list[str]] = defaultdict(list)
        for whole, element in zip(relations.whole.tolist(), relations.element.tolist(), strict=True):
            kept = number(whole), number(element)
            if min(kept) < 0:
                self.lost["split antecedents of entities that are left out"] += 1
            else:
                found[kept[0]].append(f"{self._labels[kept[1]]}<{self._labels[kept[0]]}")
        return found

    @cached_property
    def _bridges(self) -> dict[int, list[str]]:
        """The anchor<anaphor:relation links of each mention."""
        corpus = self._corpus
        relations = corpus.relations
        mention, entity = _renumbered(corpus.number), _renumbered(corpus.entity_number)
        found: defaultdict[int, list[str]] = defaultdict(list)
        rows = zip(
            relations.anaphor.tolist(),
            relations.anchor.tolist(),
            relations.anchor_entity.tolist(),
            relations.bridging_relation,
            strict=True,
        )
        whole = corpus.original or corpus
        for anaphor, anchor, anchor_entity, relation in rows:
            row, anchored = mention(anaphor), entity(anchor_entity)
            if min(row, anchored) < 0:
                self.lost["bridging links of mentions that are left out"] += 1
                continue
            of_anchor = np.flatnonzero(whole.mentions.entity == anchor_entity)
            if anchor >= 0 and antecedent(whole, of_anchor, anaphor) != anchor:
                self.lost["bridging anchors other than the latest mention of their entity"] += 1
            link = f"{self._labels[anchored]}<{self._labels[int(corpus.mentions.entity[row])]}"
            found[row].append(link + (f":{_BREAKS_LINK.sub(_escaped, relation)}" if relation else ""))
        return found


def _renumbered(numbers: Integers | None) -> Callable[[int], int]:
    """Return what gives the number in a selection for that in the corpus as read, -1 for what is not selected."""
    if numbers is None:
        return int
    number = {old: new for new, old in enumerate(numbers.tolist())}
    return lambda old: number.get(old, -1)


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _arranged(opening: list[_Part], ending: list[_Part], seen: set[int]) -> Iterator[tuple[_Part, str]]:
    """Yield the brackets of one node in an order that gives entities and mentions back their numbers.

    Mentions end in order of their rows. A closing bracket comes before an opening one of the same entity; what
    ends later opens earlier; entities that are new here open in their order.

    Args:
        opening: parts that begin here and end later.
        ending: parts that end here, some of which begin here too.
        seen: the entities opened before, to which those of this node are added.
    """
    single = {part for part in ending if part.first == part.last}
    unfinished = [part for part in ending if part.number < part.count]
    queue = [part for part in unfinished if part not in single]
    queue += sorted((part for part in ending if part.number == part.count), key=lambda part: part.row)
    stack = [*opening, *(part for part in unfinished if part in single)]
    stack.sort(key=lambda part: part.row, reverse=True)
    new = sorted({part.entity for part in [*opening, *single]} - seen)
    seen.update(new)

    def is_due(part: _Part) -> bool:
        return part.entity not in new or part.entity == new[0]

    while queue or stack:
        closing = {part.entity for part in queue if part not in single}
        due = [part for part in stack if is_due(part) and part.entity not in closing]
        if queue and queue[0] not in single:
            yield queue.pop(0), ")"
            continue
        if due:
            part = due[0]
            stack.remove(part)
        elif queue and not is_due(queue[0]):
            part = next(part for part in queue if part.entity == new[0])
            single.remove(part)
        elif queue:
            part = queue.pop(0)
        else:
            part = stack.pop(0)
        if part.entity in new:
            new.remove(part.entity)
        yield part, "()" if part in single else "("


class _Lines:
    """The lines of the nodes, and those between them if the file they came from had any."""

    def __init__(self, corpus: Corpus) -> None:
        self.lost: Counter[str] = Counter()
        self._nodes = corpus.nodes
        self.names = distinct(corpus.names)
        found = corpus.source.columns([*COLUMNS[2:], BETWEEN])
        between = found.pop(BETWEEN)
        self._between = None if between is None else list(between)
        self._columns = [None if column is None else list(column) for column in found.values()]
        self._forms = list(corpus.nodes.forms)
        self._minor = dict(zip(corpus.nodes.empty.tolist(), corpus.nodes.minor.tolist(), strict=True))

    def of_document(self, index: int) -> Iterator[tuple[str, int, list[str]]]:
        """Yield for each node of a document the lines before it, its number and its columns."""
        start, stop = int(self._nodes.start[index]), int(self._nodes.stop[index])
        begin, end = np.searchsorted(self._nodes.sentences, [start, stop])
        starts = {start, *self._nodes.sentences[begin:end].tolist()}
        words = minor = sentence = 0
        for node in range(start, stop):
            if node in starts:
                words = minor = 0
                sentence += 1
            if node in self._minor:
                minor = max(minor + 1, self._minor[node] & (SENTENCE_START - 1))
            else:
                words, minor = words + 1, 0
            number = f"{words}.{minor}" if minor else str(words)
            others = ["_" if column is None else cell(column[node], "_") for column in self._columns]
            before = self._before(node, index, sentence if node in starts else 0)
            yield before, node, [number, self._form(node), *others]

    def _before(self, node: int, document: int, sentence: int) -> str:
        """Return the lines before a node, which begins sentence number sentence of its document, or none (0)."""
        if self._between is None:
            lines = [f"# sent_id = {self.names[document]}-{sentence}"] if sentence else []
        else:
            between = self._between[node].split("\n")[:-1]
            lines = [line for line in between if not _NEWDOC.match(line) and not line.startswith(_GLOBAL)]
        if sentence == 1:
            lines = [line for line in lines if line.strip()]
        elif sentence and all(line.strip() for line in lines):
            lines.insert(0, "")
        return "".join(f"{line}\n" for line in lines)

    def _form(self, node: int) -> str:
        form = self._forms[node] or "_"
        if cell(form) != form:
            self.lost["forms with a tab or a newline, written as a space"] += 1
        return cell(form)
