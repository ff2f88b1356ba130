"""Reading JSON Lines: decoded line by line, numbers collected in arrays, spans located for the whole file."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

import msgspec
import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.builder import from_clusters
from corefeval.corpus.corpus import Corpus, Source
from corefeval.corpus.tables import MINOR_BITS, Annotation, Nodes, Relations
from corefeval.formats.assembly import Chains, assembled
from corefeval.formats.base import ReadOptions
from corefeval.formats.brackets import Ordering
from corefeval.formats.files import TextFile, column_of
from corefeval.formats.jsonlines.extensions import Clusters, Extensions
from corefeval.formats.jsonlines.fields import (
    CLUSTERS,
    MENTIONS,
    NAMES,
    PAIRS,
    RAW_MENTIONS,
    RECORD,
    SENTENCES,
    STRINGS,
    TEXT,
    TOKENS,
    Record,
    is_given,
    is_strings,
)
from corefeval.formats.offsets import (
    Convention,
    Located,
    OffsetAxis,
    ends_are_inclusive,
    found_in,
    locate,
    tokenised,
)
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Place, Problem, Problems, Severity, UsageError
from corefeval.text import TextColumn, several

COLUMN_FIELDS = {"speaker": "speakers", "xpos": "pos", "lemma": "lemmas"}
"""Other names under which a column of the text may be found."""

NO_TEXT = "none of the fields sentences, tokens, text"

_ITEM = TypeVar("_ITEM")


class JsonLinesSource(Source):
    """The fields of the file, decoded again when asked for."""

    def __init__(self, file: TextFile, lines: Integers, nodes: Nodes) -> None:
        self._file, self._lines, self._nodes = file, lines, nodes
        self.known_relations = Relations()
        self.known_annotations: tuple[Annotation, ...] = ()

    def fields(self) -> list[dict[str, Any]]:
        """Return all fields of each document."""
        wanted = set(self._lines.tolist())
        lines = enumerate(self._file.read().split(b"\n"), 1)
        return [msgspec.json.decode(line) for number, line in lines if number in wanted]

    @cached_property
    def _columns(self) -> dict[str, TextColumn]:
        """The fields with one string for each token, flat or by sentence; '' in a document without the field."""
        columns: dict[str, list[str]] = {}
        done = 0
        sizes = (self._nodes.stop - self._nodes.start).tolist()
        for fields, size in zip(self.fields(), sizes, strict=True):
            for name, value in fields.items():
                cells = _flat(value)
                if size and cells is not None and len(cells) == size and name not in Record.__struct_fields__:
                    column = columns.setdefault(name, [])
                    column.extend([""] * (done - len(column)))
                    column.extend(cells)
            done += size
        return {name: TextColumn.of(cells + [""] * (done - len(cells))) for name, cells in columns.items()}

    def column(self, name: str) -> TextColumn | None:
        """Return a field with one string for each token."""
        return self._columns.get(name, self._columns.get(COLUMN_FIELDS.get(name, name)))

    def relations(self, corpus: Corpus) -> Relations:
        """Return the split antecedents and bridging links."""
        del corpus
        return self.known_relations

    def annotations(self, corpus: Corpus) -> tuple[Annotation, ...]:
        """Return the typed annotations."""
        del corpus
        return self.known_annotations

    def place(self, node: int) -> Place:
        """Return the line of the document of a node."""
        document = int(np.searchsorted(self._nodes.start, node, side="right")) - 1
        return Place(self._file.name, int(self._lines[document]) if document >= 0 else 0)


class _Reader:
    """Collects the documents of one file."""

    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file, self._options = file, options
        self._asked = self._convention = Convention.parse(options.offsets)
        self._problems = Problems()
        self._field = ""
        self._clusters = msgspec.Raw()
        self._names: list[str] = []
        self._unnamed = 0
        self._lines: list[int] = []
        self._blocks: list[bytes] = []
        self._form_lengths = array("q")
        self._starts = array("q")
        self._sentences = array("q")
        self._empty: list[tuple[int, int]] = []
        self._texts: dict[int, str] = {}
        self._own_tokens: dict[int, tuple[Integers, Integers]] = {}
        self._numbers = array("q")
        self._sizes = array("q")
        self._entity_document = array("q")
        self._part_mention = array("q")
        self._part_numbers = array("q")
        self._extensions: dict[int, Record] = {}
        self._textless: list[tuple[int, str, list[list[Hashable]]]] = []

    def read(self) -> Corpus:
        """Return the corpus, or raise every error found."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), NESTING.value))
        number = 0
        for _, chunk in self._file.chunks(b"{"):
            for line in chunk.split(b"\n"):
                number += 1
                if line and not line.isspace():
                    self._read_line(number, line)
            number -= chunk.endswith(b"\n")
        if not self._lines and not self._textless and not len(self._problems):
            self._problems.add(Problem("CE003", "no document", self._file.place))
        if self._lines:
            for number, name, _ in self._textless:
                self._wrong("CE032", NO_TEXT, number, name)
        if self._unnamed:
            message = f"{several(self._unnamed, 'document')} without a name, called after {'its' if self._unnamed == 1 else 'their'} number"
            hint = f"Give each a {', '.join(NAMES[:-1])} or {NAMES[-1]}."
            self._warn("CE032", message, self._lines[0] if self._lines else 0, hint=hint)
        self._problems.raise_errors()
        if self._textless:
            named = ((name, clusters) for _, name, clusters in self._textless)
            return from_clusters(named, self._problems.warnings)
        corpus = self._build()
        self._problems.raise_errors()
        return corpus

    def _read_line(self, number: int, line: bytes) -> None:
        try:
            record = RECORD.decode(line)
        except msgspec.ValidationError as error:
            is_field = "$." in str(error)
            self._wrong("CE033" if is_field else "CE029", str(error), number, _start(line))
            return
        except msgspec.DecodeError as error:
            self._malformed(number, line, str(error))
            return
        except UnicodeDecodeError:
            self._wrong("CE005", "not UTF-8", number, "")
            return
        except RecursionError:
            place = Place(self._file.name, number)
            self._problems.add(NESTING.exceeded("lists in lists too deep", place))
            return
        self._read_convention(record, number)
        text = self._decode(TEXT, record.text, "text", number) if is_given(record.text) else None
        sentences = self._read_sentences(record, number)
        if sentences is None and text is None:
            if not (is_given(record.sentences) or is_given(record.tokens) or is_given(record.text)):
                self._read_textless(record, number, line)
            return
        document = len(self._lines)
        start = len(self._form_lengths)
        if sentences is None and text is not None:
            tokens, begins, ends = tokenised(text, letters=self._convention.letters)
            self._own_tokens[document] = (begins, ends)
            sentences = [tokens]
        if text is not None:
            self._texts[document] = text
        mentions = self._read_clusters(record, number)
        if mentions is None or not self._has_what_is_counted(document, number):
            return
        self._name(record, document)
        self._lines.append(number)
        self._starts.append(start)
        for tokens in sentences or []:
            if tokens:
                self._sentences.append(len(self._form_lengths))
                self._add_forms(tokens)
        self._add_mentions(document, mentions)
        self._read_empty(record, start, number)
        if record.is_extended:
            self._extensions[document] = record

    def _read_textless(self, record: Record, number: int, line: bytes) -> None:
        """Read a row without text, where that is allowed: its spans are compared as they are.

        So nothing may say that they count something else than those of other rows.
        """
        if not self._options.textless or self._options.offsets or record.offsets or record.is_extended:
            self._wrong("CE032", NO_TEXT, number, _start(line))
            return
        clusters = self._read_clusters(record, number)
        if clusters is None:
            return
        if self._field.endswith("_offsets"):
            self._wrong("CE032", NO_TEXT, number, self._field)
            return
        spans = [[self._spans(mention, number) for mention in cluster] for cluster in clusters]
        self._name(record, len(self._names))
        mentions: list[list[Hashable]] = [
            [parts[0] if len(parts) == 1 else tuple(parts) for parts in cluster] for cluster in spans
        ]
        self._textless.append((number, self._names[-1], mentions))

    def _read_convention(self, record: Record, number: int) -> None:
        if record.offsets is not None:
            try:
                self._convention = self._asked.over(Convention.parse(record.offsets))
            except UsageError as error:
                self._wrong("CE033", f"offsets: {error.problems[0].message}", number, record.offsets)

    def _read_empty(self, record: Record, start: int, number: int) -> None:
        previous = start - 1
        for index, minor in record.empty or []:
            node = start + index
            if not previous < node < len(self._form_lengths) or not 0 < minor < 1 << MINOR_BITS:
                message = "empty: pairs of a token and its number behind the last word, in order"
                self._wrong("CE031", message, number, str([index, minor]))
                return
            previous = node
            self._empty.append((node, minor))

    def _has_what_is_counted(self, document: int, number: int) -> bool:
        """Say whether characters are counted in a text, and tokens in a list of tokens."""
        character = self._convention.character
        if character is None and self._field.endswith("_offsets"):
            character = self._field == "clusters_char_offsets"
        if character is True and document not in self._texts:
            self._wrong("CE032", f"{self._field} counts characters, and there is no text", number, "")
            return False
        if character is False and document in self._own_tokens:
            self._wrong("CE032", f"{self._field} counts tokens, and there are none", number, "")
            return False
        return True

    def _malformed(self, number: int, line: bytes, message: str) -> None:
        found = re.search(r" \(byte (\d+)\)", message)
        offset = min(int(found[1]), len(line)) if found else len(line)
        place = Place(self._file.name, number, column_of(line, offset))
        self._problems.add(
            Problem("CE029", message.split(" (byte ", maxsplit=1)[0], place, _start(line[offset:]))
        )

    def _name(self, record: Record, document: int) -> None:
        for field in NAMES:
            name = getattr(record, field)
            if name is not None:
                self._names.append(str(name))
                return
        self._unnamed += 1
        self._names.append(str(document + 1))

    def _read_sentences(self, record: Record, number: int) -> list[list[str]] | None:
        if is_given(record.sentences):
            return self._decode(SENTENCES, record.sentences, "sentences", number)
        if not is_given(record.tokens):
            return None
        if bytes(record.tokens).lstrip(b"[ \t")[:1] == b'"' or bytes(record.tokens).count(b"[") == 1:
            tokens = self._decode(TOKENS, record.tokens, "tokens", number)
            return None if tokens is None else [tokens]
        return self._decode(SENTENCES, record.tokens, "tokens", number)

    def _read_clusters(
        self, record: Record, number: int
    ) -> list[list[list[Any]]] | list[list[tuple[int, int]]] | None:
        field = self._choose(record, number)
        if not field:
            return None
        raw = self._clusters = getattr(record, field)
        try:
            return PAIRS.decode(raw)
        except msgspec.ValidationError:
            return self._decode(MENTIONS, raw, field, number)

    def _choose(self, record: Record, number: int) -> str:
        """Return the field to read: the one asked for, or else predictions before other clusters."""
        if self._options.layer in CLUSTERS:
            fields = [self._options.layer] if is_given(getattr(record, self._options.layer)) else []
        else:
            fields = [
                name for name in CLUSTERS if is_given(raw := getattr(record, name)) and not _holds_text(raw)
            ]
        worded = next((name for name in CLUSTERS if is_given(getattr(record, name))), "")
        if not fields and worded and self._options.layer not in CLUSTERS:
            message = f"{worded} holds text where mentions are [start, end]"
            self._wrong("CE033", message, number, _start(bytes(getattr(record, worded))))
            return ""
        if not fields:
            wanted = self._options.layer if self._options.layer in CLUSTERS else ", ".join(CLUSTERS)
            self._wrong("CE032", f"no clusters: none of the fields {wanted}", number, "")
            return ""
        if fields[:2] == ["predicted_clusters", "clusters"] and self._field != fields[0]:
            message = "the file has predicted_clusters and clusters; the predicted ones are read"
            self._warn("CE038", message, number)
        if self._field and self._field != fields[0]:
            message = f"clusters are in {self._field} before and in {fields[0]} here"
            self._wrong("CE032", message, number, "")
        self._field = fields[0]
        return fields[0]

    def _add_forms(self, tokens: Sequence[str]) -> None:
        joined = "".join(tokens)
        self._blocks.append(joined.encode())
        if joined.isascii():
            self._form_lengths.extend(map(len, tokens))
        else:
            self._form_lengths.extend(len(token.encode()) for token in tokens)

    def _add_mentions(self, document: int, clusters: Sequence[Sequence[Sequence[Any]]]) -> None:
        flat = list(chain.from_iterable(clusters))
        if all(type(mention) is tuple for mention in flat):
            self._numbers.extend(chain.from_iterable(flat))
        else:
            self._add_parts(document, flat)
        self._sizes.extend(map(len, clusters))
        self._entity_document.extend([document] * len(clusters))

    def _add_parts(self, document: int, flat: Sequence[Sequence[Any]]) -> None:
        """Add mentions some of which are lists of parts; what is neither is refused."""
        raw = [bytes(mention) for mention in chain.from_iterable(RAW_MENTIONS.decode(self._clusters))]
        for place, mention in enumerate(flat):
            number = len(self._numbers) // 2
            spans = self._spans(mention, self._lines[document], raw[place])
            self._numbers.extend([min(begin for begin, _ in spans), max(end for _, end in spans)])
            if len(spans) > 1:
                for part in spans:
                    self._part_mention.append(number)
                    self._part_numbers.extend(part)

    def _spans(self, mention: Sequence[Any], line: int, raw: bytes = b"") -> list[tuple[int, int]]:
        """Return the parts of a mention, in order; raw is how the line spells it."""
        parts = mention if mention and all(map(_is_pair, mention)) else [mention]
        if not all(map(_is_pair, parts)):
            message = f"{self._field}: a mention is [start, end], or a list of such pairs"
            self._wrong("CE033", message, line, _start(raw or msgspec.json.encode(mention)))
            parts = [[0, 0]]
        return sorted((first, last) for first, last in parts)

    def _build(self) -> Corpus:
        forms = self._forms()
        starts = np.array(self._starts, np.int64)
        nodes = Nodes(
            starts,
            np.append(starts[1:], len(forms)),
            forms,
            np.array(self._sentences, np.int64),
            integers(node for node, _ in self._empty),
            integers(minor for _, minor in self._empty),
        )
        spans = np.array(self._numbers, np.int64).reshape(-1, 2)
        sizes = np.array(self._sizes, np.int64)
        entity = np.repeat(np.arange(len(sizes)), sizes)
        entity_document = np.array(self._entity_document, np.int64)
        document = entity_document[entity]
        text = self._text(nodes, spans, document)
        self._problems.raise_errors()
        inclusive = self._inclusive(text, spans, document, forms)
        located = self._located(text, spans, document, inclusive=inclusive)
        parts = np.array(self._part_numbers, np.int64).reshape(-1, 2)
        part_mention = np.array(self._part_mention, np.int64)
        pieces = self._located(text, parts, document[part_mention], inclusive=inclusive)
        self._problems.raise_errors()
        outside = located.outside.copy()
        outside[part_mention[pieces.outside]] = True
        if outside.any():
            keep = np.flatnonzero(~outside)
            renumbered = np.full(len(spans), -1, np.int64)
            renumbered[keep] = np.arange(len(keep))
            entity, document, located = entity[keep], document[keep], located.take(keep)
            pieces = pieces.take(np.flatnonzero(renumbered[part_mention] >= 0))
            part_mention = renumbered[part_mention]
            part_mention = part_mention[part_mention >= 0]
        base = np.searchsorted(entity_document, np.arange(len(self._lines) + 1))
        extensions = self._read_extensions(
            Clusters(located.first, located.last, entity, base), text, inclusive
        )
        labels = self._labels(base, len(sizes))
        self._problems.raise_errors()

        def source(order: Ordering) -> JsonLinesSource:
            made = JsonLinesSource(self._file, np.array(self._lines, np.int64), nodes)
            made.known_relations = extensions.relations(order.number, order.entity_number)
            made.known_annotations = tuple(extensions.annotations)
            return made

        chains = Chains(
            entity,
            located.first,
            located.last,
            entity_document,
            labels,
            part_mention,
            pieces.first,
            pieces.last,
            extensions.head,
            extensions.minimum_first,
            extensions.minimum_last,
            extensions.attributes,
            extensions.nonreferring,
        )
        return assembled("jsonlines", self._names, nodes, chains, source, self._problems)

    def _read_extensions(self, clusters: Clusters, text: OffsetAxis, inclusive: bool) -> Extensions:  # noqa: FBT001
        def report(code: str, message: str, document: int, shown: str, part: str) -> None:
            line = self._lines[document]
            if part and self._options.repair:
                self._warn("CE048", f"{message}: left out", line, shown)
            else:
                self._wrong(code, message, line, shown, part)

        def find(spans: Integers, document: Integers) -> Located:
            return locate(text, spans, document, inclusive=inclusive)

        extensions = Extensions(clusters, find, report, inclusive=inclusive)
        extensions.read(self._extensions)
        if extensions.unclustered:
            message = f"{extensions.unclustered} described mentions are in no cluster"
            hint = "They are left out: put them into clusters, of one mention each if they stand alone."
            self._warn("CE049", message, self._lines[min(self._extensions)], hint=hint)
        return extensions

    def _forms(self) -> TextColumn:
        offsets = np.zeros(len(self._form_lengths) + 1, np.int64)
        np.cumsum(np.array(self._form_lengths, np.int64), out=offsets[1:])
        forms = TextColumn(np.frombuffer(b"".join(self._blocks), np.uint8), offsets)
        self._blocks = []
        return forms

    def _labels(self, base: Integers, count: int) -> TextColumn:
        """Return the cluster_ids, or else the number of each cluster in its document."""
        labels = [str(cluster) for size in np.diff(base).tolist() for cluster in range(size)]
        for document, record in self._extensions.items():
            if record.cluster_ids is not None:
                first, stop = int(base[document]), int(base[document + 1])
                if len(record.cluster_ids) != stop - first:
                    message = f"{len(record.cluster_ids)} cluster_ids for {stop - first} clusters"
                    self._wrong("CE033", message, self._lines[document], "")
                else:
                    labels[first:stop] = record.cluster_ids
        return TextColumn.of(labels[:count])

    def _text(self, nodes: Nodes, spans: Integers, document: Integers) -> OffsetAxis:
        """Find out which documents are counted in characters, and where their tokens stand."""
        is_character = np.zeros(len(self._lines), bool)
        is_character[list(self._own_tokens)] = True
        both = [index for index in self._texts if index not in self._own_tokens]
        aligned = dict(self._own_tokens)
        if both and self._counts_characters(nodes, spans, document, both):
            for index in both:
                start, stop = int(nodes.start[index]), int(nodes.stop[index])
                found = found_in(nodes.forms.slice(start, stop), self._texts[index])
                if isinstance(found, int):
                    message = "the tokens are not those of the text; the first one not found"
                    self._wrong("CE013", message, self._lines[index], nodes.forms[start + found])
                else:
                    aligned[index] = found
            is_character[both] = True
        length = nodes.stop - nodes.start
        base = np.zeros(len(self._lines), np.int64)
        axis: list[tuple[Integers, Integers, Integers]] = []
        end = 0
        for index in sorted(aligned):
            begins, ends = aligned[index]
            base[index] = end
            length[index] = len(self._texts[index])
            axis.append((begins + end, ends + end, np.arange(len(begins)) + nodes.start[index]))
            end += len(self._texts[index]) + 1
        joined = [np.concatenate([integers(), *columns]) for columns in zip(*axis, strict=True)] or [
            integers()
        ] * 3
        return OffsetAxis(nodes.start, length, is_character, base, joined[0], joined[1], joined[2])

    def _counts_characters(self, nodes: Nodes, spans: Integers, document: Integers, both: list[int]) -> bool:
        """Say whether documents with text and tokens are counted in characters."""
        if self._convention.character is not None:
            return self._convention.character
        if self._field.endswith("_offsets"):
            return self._field == "clusters_char_offsets"
        rows = np.isin(document, both)
        size = (nodes.stop - nodes.start)[document]
        if not rows.any():
            return False
        if (spans[rows, 1] > size[rows]).any():
            return True
        for index in both:
            edges = found_in(
                nodes.forms.slice(int(nodes.start[index]), int(nodes.stop[index])), self._texts[index]
            )
            mine = spans[document == index]
            if isinstance(edges, int) or not np.isin(mine[:, 0], edges[0]).all():
                return False
        message = "the documents have text and tokens, and every span fits both"
        hint = "Say which: --key-offsets or --response-offsets with token or character."
        raise CorefevalError(Problem("CE008", message, self._file.place, hint=hint))

    def _inclusive(self, text: OffsetAxis, spans: Integers, document: Integers, forms: TextColumn) -> bool:
        """Return whether ends are inclusive, as it was said or as the data say; else ask."""
        if self._convention.inclusive is not None or not len(spans):
            return bool(self._convention.inclusive)
        lines = np.array(self._lines, np.int64)
        found = ends_are_inclusive(text, spans, document, lines, self._file.name)
        if found is None:
            found = self._inclusive_by_strings(text, forms)
        if found is not None:
            return found
        row = int(np.argmax(spans[:, 1] - spans[:, 0]))
        begin, end = spans[row].tolist()
        readings = [self._shown(text, forms, int(document[row]), begin, end + add) for add in (1, 0)]
        message = (
            f"nothing in the file says whether ends are inclusive or exclusive: [{begin}, {end}] is "
            f"{readings[0]!r} (inclusive) or {readings[1]!r} (exclusive)"
        )
        raise CorefevalError(
            Problem("CE008", message, Place(self._file.name, self._lines[int(document[row])]))
        )

    def _shown(self, text: OffsetAxis, forms: TextColumn, document: int, begin: int, end: int) -> str:
        if text.is_character[document]:
            return self._texts[document][begin:end]
        start = int(text.start[document])
        return " ".join(forms.slice(start + begin, start + end))

    def _inclusive_by_strings(self, text: OffsetAxis, forms: TextColumn) -> bool | None:
        """Hold the spans against the strings that some resolvers write beside them."""
        numbers = dict(zip(self._lines, range(len(self._lines)), strict=True))
        for number, line in enumerate(self._file.read().split(b"\n"), 1):
            if number not in numbers:
                continue
            fields = msgspec.json.decode(line)
            strings = next((fields[name] for name in STRINGS if is_strings(fields.get(name))), None)
            for cluster, written in zip(fields[self._field], strings or [], strict=False):
                for span, string in zip(cluster, written, strict=False):
                    begin, end = span
                    fits = [
                        _squeezed(self._shown(text, forms, numbers[number], begin, end + add))
                        == _squeezed(string)
                        for add in (1, 0)
                    ]
                    if fits[0] != fits[1]:
                        return fits[0]
        return None

    def _located(self, text: OffsetAxis, spans: Integers, document: Integers, *, inclusive: bool) -> Located:
        """Return the nodes of the spans, and note those that are not in the text or inside a token."""
        located = locate(text, spans, document, inclusive=inclusive)
        for row in np.flatnonzero(located.outside).tolist():
            begin, end = spans[row].tolist()
            unit = "characters" if text.is_character[document[row]] else "tokens"
            ends = "inclusive" if inclusive else "exclusive"
            message = f"no span of the document, which has {text.length[document[row]]} {unit} ({ends} ends)"
            line = self._lines[int(document[row])]
            if self._options.repair:
                self._warn("CE048", message + "; it is left out", line, self._spelt(line, begin, end))
            else:
                self._wrong("CE031", message, line, self._spelt(line, begin, end))
        for row in np.flatnonzero(located.inside_token).tolist():
            begin, end = spans[row].tolist()
            line = self._lines[int(document[row])]
            shown = self._texts[int(document[row])][max(0, begin - 10) : end + 10]
            message = f"[{begin}, {end}] begins or ends inside a token"
            if self._options.repair:
                self._warn("CE048", message + "; widened to whole tokens", line, shown)
            else:
                self._wrong("CE037", message, line, shown)
        if located.trimmed.any():
            row = int(np.argmax(located.trimmed))
            count = int(np.count_nonzero(located.trimmed))
            message = f"{several(count, 'mention')} {'begins or ends' if count == 1 else 'begin or end'} with white space"
            hint = "White space is not compared."
            line = self._lines[int(document[row])]
            self._warn("CE049", message, line, self._spelt(line, *spans[row].tolist()), hint)
        return located

    def _decode(
        self, decoder: msgspec.json.Decoder[_ITEM], raw: msgspec.Raw, field: str, number: int
    ) -> _ITEM | None:
        try:
            return decoder.decode(raw)
        except msgspec.DecodeError as error:
            self._wrong("CE033", f"{field}: {error}", number, _start(bytes(raw)))
            return None

    @cached_property
    def _texts_of_lines(self) -> list[str]:
        """The lines, read again when there is something wrong with one of them."""
        return self._file.read().decode("utf-8", "replace").split("\n")

    def _spelt(self, line: int, begin: int, end: int) -> str:
        """Return a span as the line spells it."""
        found = re.search(rf"\[\s*{begin}\s*,\s*{end}\s*\]", self._texts_of_lines[line - 1])
        return found[0] if found else f"[{begin}, {end}]"

    def _wrong(self, code: str, message: str, line: int, text: str, part: str = "") -> None:
        self._add(code, message, line, text, severity=Severity.ERROR, part=part)

    def _warn(self, code: str, message: str, line: int, text: str = "", hint: str = "") -> None:
        self._add(code, message, line, text, hint)

    def _add(
        self,
        code: str,
        message: str,
        line: int,
        text: str,
        hint: str = "",
        severity: Severity = Severity.WARNING,
        part: str = "",
    ) -> None:
        """Note a problem, at the column of its text if that stands once on the line, else on the line.

        What the line does not spell so is part of the message.
        """
        whole = self._texts_of_lines[line - 1] if text and line else ""
        at = whole.find(text)
        if text and at < 0:
            message, text = f"{message} {text!r}", ""
        place = Place(self._file.name, line, at + 1 if text and whole.find(text, at + 1) < 0 else 0)
        self._problems.add(Problem(code, message, place, text, hint, severity, part))


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a JSON Lines file; options.layer may name the field with the clusters."""
    return _Reader(file, options).read()


def _flat(value: object) -> list[str] | None:
    """Return a list of strings, or of lists of strings, as one list; None for anything else."""
    if not isinstance(value, list):
        return None
    cells = list(chain.from_iterable(value)) if all(isinstance(row, list) for row in value) else value
    return cells if all(isinstance(cell, str) for cell in cells) else None


def _is_pair(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(edge, int) and not isinstance(edge, bool) and abs(edge) < 2**62 for edge in value)
    )


def _holds_text(raw: msgspec.Raw) -> bool:
    """Say whether clusters hold the texts of the mentions, not their offsets."""
    return bytes(raw).lstrip(b"[ \t\r\n")[:1] == b'"'


def _squeezed(text: str) -> str:
    """Return the text without white space, which tools treat differently."""
    return "".join(text.split())


def _start(line: bytes) -> str:
    return line[:60].decode("utf-8", "ignore")
