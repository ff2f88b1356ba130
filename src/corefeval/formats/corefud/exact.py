"""Read CorefUD line by line: the exact reader, which is slow and reports the place of every problem."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import Any

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START, Attributes, joined_parts
from corefeval.formats.base import Faults, ReadOptions
from corefeval.formats.corefud.brackets import PART, nth_node, ranked, ranked_over_documents
from corefeval.formats.corefud.crossing import EntityBracket, as_udapi_reads, is_crossing
from corefeval.formats.corefud.lines import COLUMNS, NEWDOC, PREFIX, Header, document_name, text_lines
from corefeval.formats.corefud.source import LINK_NAMES, Attribute, LineSource, LinkAttributes
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Place, Problem
from corefeval.text import TextColumn

_ID = re.compile(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?")
_CHUNK = re.compile(r"\((?P<opening>[^()]*)(?P<single>\)?)|(?P<closing>[^()]*)\)|(?P<other>[^()]+)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SENTENCE_ID = re.compile(r"# sent_id\s*=\s*(.*?)[-_.:]?s?\d+\s*$")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of a CorefUD file, or raise CorefevalError with every problem found in it.

    With options.repair, faulty annotations are dropped: a closing bracket without its opening one, an unreadable bracket,
    and a mention that is unclosed, incomplete or crosses a sentence. A head outside its mention is replaced by the first
    word. Lines are renumbered in order, columns after the tenth are removed, and missing columns are filled with '_'.
    """
    return _Reading(file, options).corpus()


@dataclass(slots=True)
class _Mention:
    """A mention during reading. Each part is [first node, last node]; the last node is -1 while the part is open."""

    label: str
    count: int
    fields: dict[str, str]
    place: Place
    text: str
    sentence: int
    parts: list[list[int]] = field(default_factory=list)
    completed: int = -1
    is_dropped: bool = False
    named_head: int = -1

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Its parts, with adjacent ones joined."""
        return joined_parts([(first, last) for first, last in self.parts])

    @property
    def size(self) -> int:
        """The number of its words."""
        return sum(last - first + 1 for first, last in self.spans)


class _Reading:
    """Reads one file, and makes the corpus."""

    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file, self._repair = file, options.repair
        self._problems = Faults(options)
        self._fault, self._warn = self._problems.fault, self._problems.warn
        self._builder = CorpusBuilder("corefud", file.name)
        self._names: dict[str, int] = {}
        self._attributes: list[dict[str, str]] = []
        self._empty: set[int] = set()
        self._links: list[Attribute] = []
        self._link_places: list[Place] = []
        self._undefined: set[tuple[int, str]] = set()
        self._opened: list[_Mention] = []
        self._open: defaultdict[str, list[tuple[_Mention, int]]] = defaultdict(list)
        self._waiting: defaultdict[tuple[str, int], list[_Mention]] = defaultdict(list)
        self._of_entity: defaultdict[str, list[EntityBracket]] = defaultdict(list)
        self._closings = self._sentence = 0
        self._begins_sentence = False
        self._blanks: list[int] = []
        self._text = list(text_lines(file))
        declared = [line for line in enumerate(self._text, 1) if line[1].encode().startswith(PREFIX)]
        headers = [self._declared(number, line) for number, line in declared]
        self._header = headers[0] if headers else None
        self._headers = list(dict.fromkeys(headers)) or [Header()]
        self._read()

    def _read(self) -> None:
        in_sentence = False
        words = minor = 0
        name = ""
        for number, line in enumerate(self._text, 1):
            if not line.strip():
                in_sentence = False
            elif line.startswith("#"):
                if match := _SENTENCE_ID.match(line):
                    name = match[1]
                if re.match(NEWDOC.decode() + r"(?:[\s=]|$)", line):
                    running = self._file.documents_before + len(self._names) + 1
                    self._begin_document(document_name(line, running), number)
                    in_sentence = False
                elif line.encode().startswith(PREFIX):
                    self._header = self._declared(number, line)
            else:
                if not self._names:
                    name = name or "1"
                    self._begin_document(name, number)
                    place = Place(self._file.name, number)
                    self._warn("CE014", "text-before-newdoc-read", place, line, name=name)
                if not in_sentence:
                    in_sentence, words, minor = True, 0, 0
                    self._sentence += 1
                    self._begins_sentence = True
                words, minor = self._token(number, line, words, minor)
        self._end_document()

    def _declared(self, number: int, line: str) -> Header:
        """Return the header that a line declares."""
        place = Place(self._file.name, number)
        header = Header.of_line(line)
        if header is None:
            raise CorefevalError(Problem("CE026", "malformed-header", place, line))
        if header.index("eid") < 0:
            raise CorefevalError(Problem("CE009", "brackets-file-name", place, line))
        return header

    def _begin_document(self, name: str, number: int) -> None:
        self._end_document()
        if name in self._names:
            place, other = Place(self._file.name, number), self._names[name]
            self._problems.add(Problem("CE012", "document-name-stands", place, name, other_line=other))
            name = f"{name} ({len(self._names) + 1})"
        self._names[name] = number
        self._builder.document(name)

    def _token(self, number: int, line: str, words: int, minor: int) -> tuple[int, int]:
        """Read a line of columns, and return the numbers of the last word and of the last empty node after it."""
        place = Place(self._file.name, number)
        cells = line.split("\t")
        is_blank = len(cells) != len(COLUMNS) and len(line.split()) == len(COLUMNS)
        if is_blank:
            if self._repair:
                self._warn("CE048", "blanks-between-columns-read", place, line)
            else:
                self._blanks.append(number)
            cells = line.split()
        if len(cells) != len(COLUMNS):
            self._fault("CE020", "not-ten-columns", place, line, "read-as-far-as-it-goes", columns=len(cells))
            if len(cells) < 2:
                if self._repair:
                    self._problems.add(Problem("CE020", "line-without-form", place, line))
                return words, minor
            cells += ["_"] * (len(COLUMNS) - len(cells))
        match = _ID.fullmatch(cells[0])
        before = len(line.rstrip()) - len(cells[9]) if is_blank else sum(len(cell) + 1 for cell in cells[:9])
        misc_column = before + 1
        if match is None:
            self._fault("CE027", "first-column-no-token", place, cells[0], "read-as-next-word")
        elif match[2] == "-":
            if any(attribute.startswith("Entity=") for attribute in cells[9].split("|")):
                where = replace(place, column=misc_column)
                self._warn("CE049", "brackets-on-line-multiword", where, cells[9])
            return words, minor
        elif match[2] == ".":
            major, minor_before, minor = int(match[1]), minor, int(match[3])
            if major != words or not minor_before < minor < SENTENCE_START:
                minor = minor_before + 1
                named = {"number": cells[0], "word": words, "expected": minor}
                self._fault("CE027", "empty-node-out-of-order", place, line, "token-numbered-anew", **named)
            shift = 0 if words else SENTENCE_START
            self._node(cells, number, minor + shift, misc_column)
            return words, minor
        elif cells[0] != str(words + 1):
            named = {"number": cells[0], "expected": words + 1}
            self._fault("CE027", "token-number-where-expected", place, line, "token-numbered-anew", **named)
            words = words if self._repair else int(match[1]) - 1
        self._node(cells, number, 0, misc_column)
        return words + 1, 0

    def _node(self, cells: list[str], number: int, minor: int, misc_column: int) -> None:
        if self._begins_sentence:
            self._builder.sentence()
            self._begins_sentence = False
        node = self._builder.node(cells[1], minor=minor, line=number)
        if minor:
            self._empty.add(node)
        column = misc_column
        for attribute in cells[9].split("|"):
            if attribute.startswith("Entity="):
                self._brackets(attribute[7:], node, Place(self._file.name, number, column + 7))
            elif attribute.startswith(LINK_NAMES):
                self._links.append((node, attribute))
                self._link_places.append(Place(self._file.name, number, column))
            column += len(attribute) + 1

    def _brackets(self, value: str, node: int, place: Place) -> None:
        """Read the brackets of one node."""
        if self._header is None:
            self._warn("CE026", "no-global-entity-header", place, value)
            self._header = Header()
        header = self._header
        if not value:
            self._fault("CE023", "entity-without-bracket", place, "", "ignored")
        for match in _CHUNK.finditer(value):
            where = replace(place, column=place.column + match.start())
            if match["opening"] is not None:
                self._opening(header, match["opening"], node, where, is_single=bool(match["single"]))
            elif match["closing"]:
                self._closing(header, match["closing"], node, where)
            else:
                self._fault("CE023", "neither-opens-nor-closes", where, match[0], "ignored")

    def _opening(self, header: Header, text: str, node: int, place: Place, *, is_single: bool) -> None:
        fields = header.split(text)
        eid = fields["eid"]
        label, number, count = eid, 1, 1
        match = PART.fullmatch(eid) if eid.endswith("]") else None
        if match is not None:
            label, number, count = match[1], int(match[2]), int(match[3])
        if not eid or (eid.endswith("]") and (match is None or number > count)):
            self._fault("CE023", "opening-bracket-without-entity", place, f"({text}", "ignored")
            return
        waiting = self._waiting[label, count] if match is not None else []
        if number == 1:
            mention = _Mention(label, count, fields, place, f"({text}", self._sentence)
            self._opened.append(mention)
            waiting.append(mention)
        else:
            begun = [mention for mention in waiting if len(mention.parts) == number - 1]
            if not begun:
                numbers = {"number": number, "before": number - 1}
                self._fault("CE025", "part-without-part", place, f"({text}", "ignored", **numbers)
                return
            mention = begun[-1]
        if number == count:
            waiting.remove(mention)
            if "head" in fields:
                mention.fields["head"] = fields["head"]
        if mention.sentence != self._sentence:
            self._drop(mention, "CE024", "parts-stand-in-different")
        mention.parts.append([node, -1])
        self._open[eid].append((mention, number - 1))
        part = (number, count) if match is not None else (0, 0)
        named = fields.get("head", "")
        head = int(named) if _NUMBER.fullmatch(named) else 0
        self._of_entity[label].append(
            EntityBracket(node, *part, self._sentence, opens=True, closes=is_single, head=head)
        )
        if is_single:
            self._closing(header, eid, node, place, is_single=True)

    def _closing(self, header: Header, eid: str, node: int, place: Place, *, is_single: bool = False) -> None:
        shown = f"{eid})"
        if "-" in eid and not self._open.get(eid):
            self._fault("CE023", "closing-bracket-holds-identifier", place, shown, "read-by-identifier")
            eid = header.split(eid)["eid"]
        if not self._open.get(eid):
            self._fault("CE021", "no-mention-open", place, shown, "ignored", eid=eid)
            return
        mention, part = self._open[eid].pop()
        if not is_single:
            number = (part + 1, mention.count) if eid != mention.label else (0, 0)
            self._of_entity[mention.label].append(
                EntityBracket(node, *number, self._sentence, opens=False, closes=True)
            )
        mention.parts[part][1] = node
        mention.completed = self._closings
        self._closings += 1
        if mention.sentence != self._sentence:
            self._drop(mention, "CE024", "ends-in-other-sentence", other_line=place.line)

    def _drop(self, mention: _Mention, code: str, kind: str, **arguments: Any) -> None:
        if not mention.is_dropped:
            mention.is_dropped = True
            self._fault(code, kind, mention.place, mention.text, "mention-dropped", **arguments)

    def _end_document(self) -> None:
        """Add the mentions of the document to the corpus: entities in the order of opening, mentions of completion."""
        for stack in self._open.values():
            for mention, _ in stack:
                self._drop(mention, "CE022", "mention-never-closed", label=mention.label)
        for label, brackets in self._of_entity.items():
            if is_crossing(brackets):
                self._resolve_crossing(label, brackets)
        kept = []
        for mention in self._opened:
            if len(mention.parts) < mention.count:
                self._drop(mention, "CE025", "parts", parts=len(mention.parts), wanted=mention.count)
            if mention.is_dropped:
                self._undefined.add((len(self._names) - 1, mention.label))
            else:
                self._builder.entity(mention.label)
                kept.append(mention)
        for mention in sorted(kept, key=lambda mention: mention.completed):
            head, minimum = self._head(mention), self._minimum_span(mention)
            self._builder.mention(
                self._builder.entity(mention.label), mention.spans, head=head, minimum=minimum
            )
            self._attributes.append(mention.fields)
        self._opened.clear()
        self._open.clear()
        self._of_entity.clear()
        self._waiting.clear()

    def _resolve_crossing(self, label: str, brackets: list[EntityBracket]) -> None:
        """Give the mentions of an entity the words that udapi gives them, and warn if these differ."""
        found = as_udapi_reads(brackets)
        mentions = [mention for mention in self._opened if mention.label == label]
        if found is None or len(found) != len(mentions) or any(mention.is_dropped for mention in mentions):
            return
        changed = False
        for mention, other in zip(mentions, found, strict=True):
            spans = joined_parts([(node, node) for node in sorted(set(other.words))])
            changed |= spans != mention.spans
            mention.parts = [[first, last] for first, last in spans]
            mention.count = len(spans)
            if "head" in mention.fields:
                mention.named_head = other.head if other.head >= 0 else spans[0][0]
        if changed:
            self._warn("CE167", "crossing-in-entity", mentions[0].place, mentions[0].text, entity=label)

    def _head(self, mention: _Mention) -> int:
        """Return the head of a mention: the first word if the field is empty, -1 if the header has no such field.

        An invalid head affects only scores that need heads, unless the mention has an empty node: then the head decides
        whether it is a zero. The head of a mention of one word is this word, regardless of the field.
        """
        text = mention.fields.get("head")
        if text is None:
            return -1
        if mention.named_head >= 0:
            return mention.named_head
        first = mention.spans[0][0]
        if not text:
            return first
        node, fault = _word(mention, "head", text)
        if node >= 0:
            return node
        if mention.size == 1 and _NUMBER.fullmatch(text):
            self._ignore(mention, "read-as-only-word", fault)
            return first
        has_empty = any(first <= node <= last for first, last in mention.spans for node in self._empty)
        fault = replace(fault, place=mention.place, text=mention.text, part="" if has_empty else "heads")
        self._problems.add_fault(fault, "read-as-first-word")
        return first if self._repair else -1

    def _minimum_span(self, mention: _Mention) -> tuple[int, int]:
        """Return the first and last word of minspan. An invalid one is ignored with a warning, as in the official scorer."""
        words = []
        for text in filter(None, mention.fields.get("minspan", "").split(",")):
            node, fault = _word(mention, "minspan", text)
            if node < 0:
                self._ignore(mention, "ignored", fault)
                mention.fields["minspan"] = "" if self._repair else mention.fields["minspan"]
                return -1, -1
            words.append(node)
        return (min(words), max(words)) if words else (-1, -1)

    def _ignore(self, mention: _Mention, kind: str, fault: Problem) -> None:
        """Warn about an invalid field that does no harm."""
        self._warn("CE048" if self._repair else "CE028", kind, mention.place, mention.text, fault=fault)

    def corpus(self) -> Corpus:
        """Return the corpus."""
        whole = Place(self._file.name)
        if not self._names:
            self._problems.add(Problem("CE003", "no-document", whole))
        elif self._header is None:
            self._problems.add(Problem("CE009", "neither-global-entity-header", whole))
        if not self._names or self._header is None:
            self._note_blanks()
            raise CorefevalError(self._problems.errors)
        corpus = self._builder.build()
        links = LinkAttributes(corpus, self._links, self._undefined)
        for fault, attribute, offset in links.faults:
            place = self._link_places[attribute]
            place = replace(place, column=place.column + offset)
            self._problems.add_fault(replace(fault, place=place), "link-left-out")
        self._note_blanks()
        self._problems.raise_errors()
        mentions = corpus.mentions
        names = dict.fromkeys(name for header in self._headers for name in header.attributes)
        columns = {
            name: TextColumn.of([fields.get(name, "") for fields in self._attributes]) for name in names
        }
        labels = corpus.entities.labels
        rank = ranked(labels, mentions.entity, mentions.first, mentions.last, mentions.sizes)
        source = LineSource(self._file, self._headers[0], self._builder.lines)
        source.known_relations = links.relations
        return replace(
            corpus,
            mentions=replace(mentions, attributes=Attributes(columns)),
            entities=replace(corpus.entities, rank=ranked_over_documents(self._headers[0], labels, rank)),
            source=source,
            problems=tuple(self._problems),
        )

    def _note_blanks(self) -> None:
        """Note once that lines have blanks instead of tabs."""
        if self._blanks:
            place, text = Place(self._file.name, self._blanks[0]), self._text[self._blanks[0] - 1]
            self._problems.add(Problem("CE020", "blanks-for-tabs", place, text, count=len(self._blanks)))


def _word(mention: _Mention, name: str, text: str) -> tuple[int, Problem]:
    """Return the node of the word that a field names, and the problem; the node is -1 if the mention lacks the word."""
    node = nth_node(mention.spans, int(text)) if _NUMBER.fullmatch(text) and int(text) else -1
    return node, Problem("CE028", "no-word-of-mention", field=name, value=text, size=mention.size)
