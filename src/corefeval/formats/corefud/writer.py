"""Write CorefUD: into the original lines if the corpus was read from CorefUD, or else into new lines."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO

import numpy as np

from corefeval.arrays import Ragged, renumbering
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START
from corefeval.formats.base import all_spans, cell, distinct
from corefeval.formats.corefud.lines import BETWEEN, COLUMNS, DISCOURSE, LINK, NEWDOC, PREFIX, PSEUDO, Header
from corefeval.formats.corefud.source import CorefudSource, antecedent
from corefeval.problems import CorefevalError, Problem, lost, warning

_MANAGED = {"Entity", "Bridge", "SplitAnte", "Split"}
_NEWDOC = re.compile(NEWDOC.decode() + r"(?:[\s=]|$)")
_GLOBAL = PREFIX.decode()
_BREAKS_BRACKET = re.compile(r"[()|\s]")
_BREAKS_FIELD = re.compile(r"[()|\s-]")
_BREAKS_LABEL = re.compile(r"[()|\s\[\]=-]")
_BREAKS_LINKED_LABEL = re.compile(r"[()|\s\[\]=<>,:-]")
_BREAKS_LINK = re.compile(r"[|,\s]")
_SENTENCE_ID = re.compile(r"(# sent_id\s*=\s*)(.*?)\s*")
_BREAKS_SENTENCE_ID = re.compile(r"[/\s]")


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus as CorefUD so that udapi, and so corefud-scorer, reads it correctly.

    Lines of a CorefUD file are written unchanged, including comments and other attributes of MISC; only Entity, Bridge
    and SplitAnte are generated. Columns of other formats are kept if they have names of CoNLL-U columns. Mentions from
    other formats state their heads, and sentences have a sent_id. Identifiers are unique in the file.

    Returns:
        A warning CE047 for each kind of unsupported annotation: mentions across sentences, crossing mentions of
            one entity, characters that end a field, relations other than identity. CE066 if mentions without a
            head get their first word, the default of CorefUD.
    """
    if corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE047", "clusters-given-from-python"))
    writing = _Writing(corpus)
    lines = _Lines(corpus)
    for index, name in enumerate(lines.names):
        attributes = writing.attributes(index)
        stream.write(f"# newdoc id = {name}\n# global.Entity = {writing.header.text}\n".encode())
        for before, node, columns in lines.of_document(index):
            misc = with_attributes(columns[-1], attributes.get(node, {}))
            stream.write((before + "\t".join([*columns[:-1], misc]) + "\n").encode())
        if corpus.nodes.start[index] < corpus.nodes.stop[index] or index == len(corpus.names) - 1:
            # udapi cannot read comments without a sentence, so an empty document's join the next ones
            stream.write(b"\n")
    told = [lost(kind, count) for kind, count in sorted((writing.lost + lines.lost).items()) if count]
    if writing.first_words:
        told.append(warning("CE066", "first-word-as-head", count=writing.first_words))
    return told


def with_attributes(misc: str, new: Mapping[str, str]) -> str:
    """Return MISC with the coreference attributes replaced, each at its original or alphabetical position."""
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
    """One part of a mention: row, number of the part, number of parts, entity, first and last node."""

    row: int
    number: int
    count: int
    entity: int
    first: int
    last: int


class _Writing:
    """The attributes for the MISC column."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.lost: Counter[str] = Counter()
        self.first_words = 0
        self._rows = Ragged.by(corpus.mention_document, len(corpus.names))
        mentions, sentences = corpus.mentions, corpus.nodes.sentences
        self._is_across = np.searchsorted(sentences, mentions.first, side="right") != np.searchsorted(
            sentences, mentions.last, side="right"
        )
        self._spans = all_spans(mentions)
        table = mentions.attributes
        self._fields = {
            name: list(column) for name in table.names if (column := table.column(name)) is not None
        }
        if corpus.is_deixis:
            self._fields[LINK] = self._deixis_links()
        self.header = self._chosen_header()
        self._labels = self._written_labels()

    def _deixis_links(self) -> list[str]:
        """Return the field that marks discourse deixis for each mention: as in the file, or `disc` at the first mention.

        The first mention of such a chain is the segment, as in GUM. If it crosses sentences and so is not written, the next
        mention gets the mark.
        """
        mentions = self._corpus.mentions
        links = self._fields.get(LINK, [""] * len(mentions))
        chains: defaultdict[int, list[int]] = defaultdict(list)
        for row in np.lexsort((-mentions.last, mentions.first, self._is_across)).tolist():
            chains[int(mentions.entity[row])].append(row)
        for rows in chains.values():
            if all(links[row] != DISCOURSE for row in rows):
                links[rows[0]] = DISCOURSE
        return links

    def _chosen_header(self) -> Header:
        """Return the header of the corpus's file, or one with all needed fields."""
        mentions = self._corpus.mentions
        source, known = self._corpus.source, list(self._fields)
        if isinstance(source, CorefudSource) and set(source.header.attributes) == set(known):
            header = source.header
            if header.index("head") < 0:
                self.lost["heads-without-field"] = int((mentions.head >= 0).sum())
            return header
        if (mentions.minimum_first >= 0).any() and "minspan" not in known:
            known.append("minspan")
        rest = [name for name in known if name not in {"eid", "etype", "head", "other"}]
        # udapi cannot read a field that is followed by 'other'
        fields = ["eid", "etype", "head", *(["other"] if "other" in known or not rest else []), *rest]
        return Header("-".join(_BREAKS_FIELD.sub("_", name) for name in fields))

    def _written_labels(self) -> list[str]:
        """Return the identifiers, unique in the file, without characters that would end them.

        If a document uses an identifier of an earlier document, all its identifiers get the number of the document as a
        prefix. This keeps their order, which decides between entities that begin with the same mention. The older field GRP
        identifies an entity only within its document.
        """
        relations = self._corpus.relations
        is_linked = len(relations.whole) or len(relations.anaphor)
        breaks = _BREAKS_LINKED_LABEL if is_linked else _BREAKS_LABEL
        labels = list(self._corpus.entities.labels)
        pseudo = self._corpus.entities.is_nonreferring
        for index, label in enumerate(labels):
            written = breaks.sub(_escaped, label)
            if pseudo is not None and pseudo[index] and not written.endswith(PSEUDO):
                written += PSEUDO
            if written != label:
                self.lost["identifiers-with-ends"] += 1
            labels[index] = written or "_"
        if "GRP" in self.header.text.split("-"):
            return labels
        documents = Ragged.by(self._corpus.entities.document, len(self._corpus.names))
        seen: set[str] = set()
        for document in range(len(documents)):
            entities, prefix, number = documents[document], "", document
            while not seen.isdisjoint(prefix + labels[entity] for entity in entities):
                number += 1
                prefix = f"d{number}."
            if prefix:
                self.lost["identifiers-reused"] += len(entities)
            for entity in entities:
                labels[entity] = prefix + labels[entity]
            seen.update(labels[entity] for entity in entities)
        return labels

    def attributes(self, document: int) -> dict[int, dict[str, str]]:
        """Return the MISC attributes for each node of a document."""
        found: defaultdict[int, dict[str, str]] = defaultdict(dict)
        parts = [part for row in self._rows[document] for part in self._parts(row)]
        dropped: set[int] = set()
        while True:
            written = self._brackets([part for part in parts if part.row not in dropped])
            wrong = self._misread(written)
            wrong = _misread_by_udapi(written) if wrong is None else wrong
            if wrong is None:
                break
            self.lost["mentions-crossing"] += 1
            dropped.add(wrong)
        for node, chunks in written.items():
            found[node]["Entity"] = "".join(text for _, text, _ in chunks)
        kept = sorted({part.row for part in parts} - dropped)
        mentions = self._corpus.mentions
        if self.header.index("head") >= 0:
            self.first_words += int((mentions.head[kept] < 0).sum())
        first_mention: dict[int, int] = {}
        for row in sorted(kept, key=lambda row: (int(mentions.first[row]), -int(mentions.last[row]))):
            first_mention.setdefault(int(mentions.entity[row]), row)
        for row in kept:
            node, entity = int(mentions.first[row]), int(mentions.entity[row])
            links = [("Bridge", self._bridges.get(row, []))]
            if first_mention[entity] == row:
                links.append(("SplitAnte", self._splits.get(entity, [])))
            for name, targets in links:
                for target, text in targets:
                    if target in first_mention:
                        others = found[node].get(name)
                        found[node][name] = f"{others},{text}" if others else text
                    else:
                        self.lost["links-without-mentions"] += 1
        return found

    def _parts(self, row: int) -> list[_Part]:
        """Return the parts of a mention; empty if it crosses sentences."""
        if self._is_across[row]:
            self.lost["mentions-across-sentences"] += 1
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
                self.lost["attributes-encoded"] += 1
        mentions = self._corpus.mentions
        values["eid"] = self._eid(part)
        values["head"] = self._word_number(part.row, int(mentions.head[part.row]))
        values["head"] = values["head"] or "1"
        if not values.get("minspan"):
            least = [int(mentions.minimum_first[part.row]), int(mentions.minimum_last[part.row])]
            values["minspan"] = ",".join(dict.fromkeys(self._word_number(part.row, node) for node in least))
        return self.header.join(values)

    def _word_number(self, row: int, node: int) -> str:
        """Return the index of a node among the words of a mention, as text; '' if it is not one of them."""
        before = 0
        for first, last in self._spans[row]:
            if first <= node <= last:
                return str(before + node - first + 1)
            before += last - first + 1
        return ""

    def _misread(self, written: Mapping[int, list[tuple[_Part, str, str]]]) -> int | None:
        """Return a mention that a reader of these brackets would misread; None if there is none."""
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
    def _splits(self) -> dict[int, list[tuple[int, str]]]:
        """The elements of each plural entity, each with the link as written: element<whole."""
        corpus, relations = self._corpus, self._corpus.relations
        number = renumbering(corpus.entity_number, len((corpus.original or corpus).entities))
        found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        for whole, element in zip(
            number[relations.whole].tolist(), number[relations.element].tolist(), strict=True
        ):
            if min(whole, element) < 0:
                self.lost["split-left-out"] += 1
            else:
                found[whole].append((element, f"{self._labels[element]}<{self._labels[whole]}"))
        return found

    @cached_property
    def _bridges(self) -> dict[int, list[tuple[int, str]]]:
        """The anchor entities of each mention, each with the link as written: anchor<anaphor:relation."""
        corpus = self._corpus
        whole = corpus.original or corpus
        mention = renumbering(corpus.number, len(whole.mentions))
        entity = renumbering(corpus.entity_number, len(whole.entities))
        found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        for anaphor, anchor, anchor_entity, relation in corpus.relations.bridges():
            row, anchored = int(mention[anaphor]), int(entity[anchor_entity]) if anchor_entity >= 0 else -1
            if min(row, anchored) < 0:
                self.lost["bridging-links-left-out"] += 1
                continue
            of_anchor = np.flatnonzero(whole.mentions.entity == anchor_entity).tolist()
            latest = antecedent(whole.mentions.first[of_anchor].tolist(), int(whole.mentions.first[anaphor]))
            if anchor >= 0 and (latest < 0 or of_anchor[latest] != anchor):
                self.lost["bridging-anchors-other"] += 1
            anaphoric = int(corpus.mentions.entity[row])
            if anchored == anaphoric:
                self.lost["bridging-links-itself"] += 1
                continue
            link = f"{self._labels[anchored]}<{self._labels[anaphoric]}"
            found[row].append(
                (anchored, link + (f":{_BREAKS_LINK.sub(_escaped, relation)}" if relation else ""))
            )
        return found


def _misread_by_udapi(written: Mapping[int, list[tuple[_Part, str, str]]]) -> int | None:
    """Return a mention that udapi would misread; None if there is none.

    udapi closes the latest open bracket of the entity, regardless of its part. It continues the earliest unfinished
    discontinuous mention without an open part, and expects the latest one to be finished first.
    """
    is_open: defaultdict[int, list[_Part]] = defaultdict(list)
    unfinished: defaultdict[int, list[int]] = defaultdict(list)
    for chunks in written.values():
        for part, _, kind in chunks:
            opened, waiting = is_open[part.entity], unfinished[part.entity]
            if kind.startswith("("):
                if part.number > 1:
                    rows = {each.row for each in opened}
                    if next((row for row in waiting if row not in rows), None) != part.row:
                        return part.row
                elif part.count > 1:
                    waiting.append(part.row)
            if kind == "(":
                opened.append(part)
            elif kind == ")" and opened.pop() != part:
                return part.row
            if kind.endswith(")") and part.number == part.count > 1 and waiting.pop() != part.row:
                return part.row
    return None


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _arranged(opening: list[_Part], ending: list[_Part], seen: set[int]) -> Iterator[tuple[_Part, str]]:
    """Yield the brackets of one node in an order in which entities and mentions keep their numbers when read back.

    Mentions end in the order of their rows, unless a mention of one word would then need separate brackets, which udapi
    would extend to the end of the sentence. A closing bracket comes before an opening one of the same entity. Mentions
    that end later open earlier. New entities open in their order.

    If a mention of entity 0 ends at a word, one of entity 1 is this word alone, and another of entity 0 begins here
    and continues:

        >>> ending = [_Part(0, 1, 1, 0, 3, 5), _Part(1, 1, 1, 1, 5, 5)]
        >>> order = _arranged([_Part(2, 1, 1, 0, 5, 8)], ending, {0})
        >>> [(part.entity, kind) for part, kind in order]
        [(0, ')'), (0, '('), (1, '()')]

    Args:
        opening: parts that begin here and end later.
        ending: parts that end here, some of which also begin here.
        seen: the entities opened so far, to which those of this node are added.
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
            queue.remove(part)
        elif queue:
            part = queue.pop(0)
        else:
            part = stack.pop(0)
        if part.entity in new:
            new.remove(part.entity)
        yield part, "()" if part in single else "("


class _Lines:
    """The lines of the nodes, and the other lines of the original file between them."""

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
        """Yield, for each node of a document, the lines before it, its number and its columns."""
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
        """Return the lines before a node. `sentence` is the number of the sentence that it begins, or 0."""
        if self._between is None:
            lines = [f"# sent_id = {self._sentence_names[document]}-{sentence}"] if sentence else []
        else:
            between = self._between[node].split("\n")[:-1]
            lines = [line for line in between if not _NEWDOC.match(line) and not line.startswith(_GLOBAL)]
            lines = [self._readable(line) for line in lines]
        if sentence == 1:
            lines = [line for line in lines if line.strip()]
        elif sentence and all(line.strip() for line in lines):
            lines.insert(0, "")
        return "".join(f"{line}\n" for line in lines)

    @cached_property
    def _sentence_names(self) -> list[str]:
        """The prefix of sentence names for each document, without slashes and spaces, which udapi does not allow in names."""
        names: dict[str, None] = {}
        for name in self.names:
            plain = written = _BREAKS_SENTENCE_ID.sub("_", " ".join(name.split())) or "_"
            while written in names:
                written = f"{plain}_{len(names) + 1}"
            names[written] = None
        return list(names)

    def _readable(self, line: str) -> str:
        """Return a comment line, with slashes in a sent_id replaced."""
        match = _SENTENCE_ID.fullmatch(line)
        if match is None or not _BREAKS_SENTENCE_ID.search(match[2]):
            return line
        self.lost["sent-ids-changed"] += 1
        return match[1] + _BREAKS_SENTENCE_ID.sub("_", match[2])

    def _form(self, node: int) -> str:
        form = self._forms[node] or "_"
        if cell(form) != form:
            self.lost["forms-changed"] += 1
        return cell(form)
