"""Read JSON Lines: decode line by line, collect offsets in arrays, and locate spans for the whole file."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np

from corefeval.arrays import Booleans, Integers, integers, renumbering
from corefeval.corpus.builder import from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import MINOR_BITS, Attributes, Entities, Mentions, Nodes, Parts
from corefeval.formats.assembly import LinkedChains, in_bracket_order
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.json_rows import JsonRow, JsonRows, are_lines
from corefeval.formats.json_values import malformed
from corefeval.formats.jsonlines.extensions import Clusters, Extensions
from corefeval.formats.jsonlines.fields import (
    ANNOTATIONS,
    CLUSTERS,
    MENTIONS,
    NAMES,
    NUMBERS,
    PAIRS,
    PAIRS_OR_NULL,
    RAW_MENTIONS,
    RECORD,
    SENTENCES,
    SPAN_OBJECTS,
    TEXT,
    TEXTS,
    TOKENS,
    TRIPLES,
    TYPED,
    ClustersField,
    Record,
    decode_links,
    in_order,
    is_given,
    is_null,
)
from corefeval.formats.jsonlines.meaning import Meaning, Notes
from corefeval.formats.jsonlines.source import JsonLinesSource
from corefeval.formats.offsets import (
    Convention,
    OffsetAxis,
    locate,
    tokenised,
)
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Problem, UsageError
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.formats.many_files import JoinedFile

EXCLUSIVE = Convention(inclusive=False, character=False)
"""The convention of the fields of wl-coref and PreCo."""
INCLUSIVE = Convention(inclusive=True, character=False)
"""The convention of the fields of AllenNLP."""

_ITEM = TypeVar("_ITEM")
_Meant = tuple[bool | None, int]
"""The known meaning of the offsets of a document, and the number of the document."""
_STATEMENTS: dict[str, dict[bool | None, str]] = {
    "ends": {True: "ends-inclusive", False: "ends-exclusive", None: "ends-unsaid"},
    "unit": {True: "characters-counted", False: "tokens-counted", None: "unit-unsaid"},
}


class JsonLinesReader:
    """Collects the documents of one file."""

    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file, self._options = file, options
        self._rows = JsonRows(file, Record.__struct_fields__)
        self._asked = self._convention = Convention.parse(options.offsets)
        self._meant: dict[str, _Meant] = {}
        self._notes = Notes(self._rows)
        self._field = ""
        self._is_text2text = False
        self._choice = ClustersField()
        self._clusters = msgspec.Raw()
        self._names: list[str] = []
        self._topics: list[str] = []
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
        self._evidence = integers()
        self._textless: list[tuple[int, str, list[list[Hashable]]]] = []

    def read(self) -> Corpus:
        """Return the corpus, or raise every error found."""
        for row in self._rows:
            self._read_row(row)
        if not self._lines and not self._textless and not len(self._notes.problems):
            self._notes.problems.add(Problem("CE003", "no-document", self._file.place))
        if self._lines:
            for number, name, _ in self._textless:
                self._notes.wrong("CE032", "none-fields-sentences-tokens", number, name)
        if self._unnamed:
            self._notes.warn(
                "CE032",
                "without-name-called-after",
                self._lines[0] if self._lines else 0,
                count=self._unnamed,
                names=NAMES[:-1],
                names2=NAMES[-1],
            )
        if self._textless or not self._lines:
            self._notes.problems.raise_errors()
        if self._textless:
            named = ((name, clusters) for _, name, clusters in self._textless)
            corpus = from_clusters(named, self._notes.problems.warnings)
        else:
            try:
                corpus = self._build()
            except CorefevalError as error:
                self._notes.problems.raise_errors()  # these errors are more useful than the question about offsets that they cause
                raise error from None
            self._notes.problems.raise_errors()
        if self._is_text2text:
            from corefeval.formats.text2text import as_converted  # noqa: PLC0415 - same

            names = TextColumn.of([f"e{int(label) + 1}" for label in corpus.entities.labels])
            corpus = as_converted(corpus, names)
        return replace(corpus, topics=tuple(self._topics)) if any(self._topics) else corpus

    def _read_row(self, row: JsonRow) -> None:
        number, line, name = row
        try:
            record = RECORD.decode(line)
        except msgspec.ValidationError as error:
            is_field = "$." in str(error)
            kind = ("CE033", "of-json") if is_field else ("CE029", "not-json")
            self._notes.wrong(*kind, number, _start(line), what="", error=str(error))
            return
        except msgspec.DecodeError as error:
            self._notes.problems.add(malformed(line, str(error), self._rows.place(number)))
            return
        except UnicodeDecodeError:
            self._notes.wrong("CE005", "not-utf8", number, "")
            return
        except RecursionError:
            place = self._rows.place(number)
            self._notes.problems.add(NESTING.exceeded("lists-too-deep", place, what=""))
            return
        self._read_convention(record, number)
        text = None
        if is_given(record.text) and not _is_list(record.text):
            text = self._decode(TEXT, record.text, "text", number)
        sentences = self._read_sentences(record, number)
        if sentences is None and text is None:
            if not any(is_given(getattr(record, field)) for field in TEXTS):
                self._read_textless(record, row)
            return
        document = len(self._lines)
        start = len(self._form_lengths)
        if sentences is None and text is not None:
            tokens, begins, ends = tokenised(text, letters=self._convention.letters)
            self._own_tokens[document] = (begins, ends)
            sentences = [tokens]
        if text is not None:
            self._texts[document] = text
        mentions = self._read_clusters(record, number, sentences or [])
        if self._field == "clusters_token_offsets" and record.is_text2text and sentences:
            from corefeval.formats.text2text import zeros_among  # noqa: PLC0415 - few files are of this tool

            self._is_text2text = True
            forms, empty = zeros_among(chain.from_iterable(sentences))
            self._empty.extend((start + node, minor) for node, minor in empty)
            sentences = [forms]
        if mentions is None or not self._has_what_is_counted(document, number):
            for known in (self._own_tokens, self._texts):
                known.pop(document, None)
            return
        self._name(record, document, name)
        self._lines.append(number)
        self._starts.append(start)
        for tokens in sentences or []:
            if tokens:
                self._sentences.append(len(self._form_lengths))
                self._add_forms(tokens)
        self._add_mentions(document, mentions)
        if any(mentions) or record.is_extended:
            self._compare_convention(document, number)
        self._read_empty(record, start, number)
        if record.is_extended:
            self._extensions[document] = record

    def _read_textless(self, record: Record, row: JsonRow) -> None:
        """Read a row without text, if allowed. Its spans are compared as they are.

        So the row may not state another unit of offsets than the other rows.
        """
        number, line, name = row
        if not self._options.textless or self._options.offsets or record.offsets or record.is_extended:
            self._notes.wrong("CE032", "none-fields-sentences-tokens", number, _start(line))
            return
        clusters = self._read_clusters(record, number, [])
        if clusters is None:
            return
        if self._field.endswith("_offsets"):
            self._notes.wrong("CE032", "none-fields-sentences-tokens", number, self._field)
            return
        spans = [[self._spans(mention, number) for mention in cluster] for cluster in clusters]
        self._name(record, len(self._names), name)
        mentions: list[list[Hashable]] = [
            [parts[0] if len(parts) == 1 else tuple(parts) for parts in cluster] for cluster in spans
        ]
        self._textless.append((number, self._names[-1], mentions))

    def _read_convention(self, record: Record, number: int) -> None:
        """Combine the options with the document's own statements about its offsets."""
        self._convention = self._asked
        if record.offsets is not None:
            try:
                self._convention = self._asked.over(Convention.parse(record.offsets))
            except UsageError as error:
                self._notes.wrong("CE033", "offsets", number, record.offsets, fault=error.problems[0])

    def _compare_convention(self, document: int, number: int) -> None:
        """Refuse documents with different statements, because all offsets of a file have the same meaning."""
        stated = {"ends": self._convention.inclusive}
        if document in self._texts and document not in self._own_tokens:
            stated["unit"] = self._convention.character
        for what, meant in stated.items():
            before, line = self._meant.setdefault(what, (meant, number))
            if before != meant:
                self._notes.wrong(
                    "CE008",
                    "meant-otherwise-before",
                    number,
                    "",
                    here=Problem("CE008", _STATEMENTS[what][meant]),
                    before=Problem("CE008", _STATEMENTS[what][before]),
                    other_line=self._rows.place(line).line,
                )

    def _read_empty(self, record: Record, start: int, number: int) -> None:
        previous = start - 1
        for index, minor in record.empty or []:
            node = start + index
            if not previous < node < len(self._form_lengths) or not 0 < minor < 1 << MINOR_BITS:
                self._notes.wrong("CE031", "empty-pairs-token-number", number, str([index, minor]))
                return
            previous = node
            self._empty.append((node, minor))

    def _has_what_is_counted(self, document: int, number: int) -> bool:
        """Return whether the document has a text if offsets count characters, or tokens if they count tokens."""
        character = self._convention.character
        if character is None and self._field.endswith("_offsets"):
            character = self._field == "clusters_char_offsets"
        if character is True and document not in self._texts:
            self._notes.wrong("CE032", "counts-characters-no-text", number, "", field=self._field)
            return False
        if character is False and document in self._own_tokens:
            self._notes.wrong("CE032", "counts-tokens-none", number, "", field=self._field)
            return False
        return True

    def _name(self, record: Record, document: int, outside: str) -> None:
        self._topics.append(str(record.topic) if isinstance(record.topic, str | int) else "")
        known = record.known_name
        name = outside or None if known is None else known
        self._unnamed += name is None
        self._names.append(str(document + 1) if name is None else name)

    def _read_sentences(self, record: Record, number: int) -> list[list[str]] | None:
        if is_given(record.sentences):
            return self._decode(SENTENCES, record.sentences, "sentences", number)
        for field in ("tokens", "cased_words", "document", "text"):
            raw = getattr(record, field)
            if not is_given(raw) or (field == "text" and not _is_list(raw)):
                continue
            if bytes(raw).lstrip(b"[ \t\r\n")[:1] == b'"' or bytes(raw).count(b"[") == 1:
                tokens = self._decode(TOKENS, raw, field, number)
                return None if tokens is None else self._in_sentences(tokens, record, number)
            return self._decode(SENTENCES, raw, field, number)
        return None

    def _in_sentences(self, tokens: list[str], record: Record, number: int) -> list[list[str]] | None:
        """Return tokens by sentence, according to the field sent_id of wl-coref."""
        if not is_given(record.cased_words) or not is_given(record.sent_id):
            return [tokens]
        sentence = self._decode(NUMBERS, record.sent_id, "sent_id", number)
        if sentence is not None and len(sentence) != len(tokens):
            self._notes.wrong(
                "CE033", "sent-id-numbers", number, "", numbers=len(sentence), words=len(tokens)
            )
        if sentence is None or len(sentence) != len(tokens):
            return None
        pairs = groupby(zip(sentence, tokens, strict=True), lambda pair: pair[0])
        return [[token for _, token in group] for _, group in pairs]

    def _read_clusters(
        self, record: Record, number: int, sentences: Sequence[Sequence[str]]
    ) -> list[list[list[Any]]] | list[list[tuple[int, int]]] | None:
        field = self._choose(record, number)
        if not field:
            return None
        if record.offsets is None:
            self._convention = self._asked.over(_known(record, field))
        raw = self._clusters = getattr(record, field)
        if field == ANNOTATIONS:
            return self._linked(record, number)
        if field == "mention_clusters":
            return self._in_the_document(self._decode(TRIPLES, raw, field, number), sentences, number)
        try:
            return PAIRS.decode(raw)
        except msgspec.ValidationError:
            placed = self._without_nulls(raw, number)
            if placed is not None:
                return placed
            if bytes(raw).lstrip(b"[ \t\r\n")[:1] == b"{":
                objects = self._decode(SPAN_OBJECTS, raw, field, number)
                return (
                    None
                    if objects is None
                    else [[(each.start, each.end) for each in cluster] for cluster in objects]
                )
            return self._decode(MENTIONS, raw, field, number)

    def _linked(self, record: Record, number: int) -> list[list[tuple[int, int]]] | None:
        """Return the clusters that follow from typed links, in a line without clusters. Groups are split antecedents."""
        links = decode_links(TYPED, record.annotations)
        if isinstance(links, str):
            self._notes.wrong("CE033", "annotations", number, "", found=links)
            return None
        found = LinkedChains.of((link.referent, link.antecedents, link.type) for link in links)
        if record.split_antecedents is None:
            record.split_antecedents = list(dict.fromkeys(found.groups))
        return found.chains

    def _without_nulls(self, raw: msgspec.Raw, number: int) -> list[list[tuple[int, int]]] | None:
        """Return clusters without mentions that are null; None if the clusters have other errors too.

        fastcoref writes null for mentions in tokens that it added itself.
        """
        try:
            clusters = PAIRS_OR_NULL.decode(raw)
        except msgspec.ValidationError:
            return None
        count = sum(mention is None for cluster in clusters for mention in cluster)
        self._notes.warn("CE049", "no-words-null-left", number, count=count)
        return [[mention for mention in cluster if mention is not None] for cluster in clusters]

    def _in_the_document(
        self,
        clusters: list[list[tuple[int, int, int]]] | None,
        sentences: Sequence[Sequence[str]],
        number: int,
    ) -> list[list[tuple[int, int]]] | None:
        """Convert spans within sentences, [sentence, start, end] (PreCo), to spans of the document."""
        if clusters is None:
            return None
        lengths = [len(sentence) for sentence in sentences]
        starts = list(accumulate(lengths, initial=0))
        wrong = [
            list(mention)
            for mention in chain.from_iterable(clusters)
            if not 0 <= mention[0] < len(lengths) or not 0 <= mention[1] < mention[2] <= lengths[mention[0]]
        ]
        for mention in wrong:
            self._notes.wrong("CE031", "mention-clusters-no-span", number, str(mention))
        if wrong:
            return None
        return [
            [(starts[sentence] + begin, starts[sentence] + end) for sentence, begin, end in cluster]
            for cluster in clusters
        ]

    def _choose(self, record: Record, number: int) -> str:
        """Return the field to read: the requested one, or else the first one that is given (see in_order)."""
        is_asked = self._options.layer in CLUSTERS
        wanted = [self._options.layer] if is_asked else in_order(CLUSTERS, is_key=self._options.is_key)
        given = [name for name in wanted if is_given(getattr(record, name))]
        fields = [name for name in given if is_asked or not _holds_text(getattr(record, name))]
        if not fields and given:
            text = _start(bytes(getattr(record, given[0])))
            self._notes.wrong("CE033", "holds-text-where-mentions", number, text, worded=given[0])
            return ""
        if not fields and is_given(record.annotations) and not is_asked:
            fields = [ANNOTATIONS]
        if not fields:
            self._notes.wrong("CE032", "no-clusters", number, "", fields=wanted)
            return ""
        found = self._choice.next(
            fields,
            has_gold=bytes(record.clusters) != b"[]",
            has_null=not (is_asked or self._options.is_key) and is_null(record.predicted_clusters),
        )
        for problem in found:
            self._notes.add(problem, number)
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
        """Add mentions, some of which are lists of parts. Refuse other values."""
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
        """Return the parts of a mention, in order. `raw` is its JSON text."""
        parts = mention if mention and all(map(_is_pair, mention)) else [mention]
        if not all(map(_is_pair, parts)):
            self._notes.wrong(
                "CE033",
                "mention-start-end",
                line,
                _start(raw or msgspec.json.encode(mention)),
                field=self._field,
            )
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
        meaning = Meaning(
            self._rows,
            self._notes,
            self._lines,
            self._texts,
            self._own_tokens,
            Convention(
                self._meant.get("ends", (self._asked.inclusive,))[0],
                self._meant.get("unit", (self._asked.character,))[0],
            ),
            self._field,
            self._options.repair,
        )
        before = len(self._notes.problems.errors)
        text = meaning.text(nodes, spans, document)
        if len(self._notes.problems.errors) > before:
            self._notes.problems.raise_errors()
        inclusive = meaning.inclusive(text, spans, document, forms)
        self._evidence = _evidence(text, spans, document, inclusive=inclusive)
        located = meaning.located(text, spans, document, inclusive=inclusive)
        has_both = any(index not in self._own_tokens for index in self._texts)
        convention = (
            (
                self._field,
                inclusive,
                bool(text.is_character.any()) if has_both else None,
                self._meant["ends"][0],
            )
            if len(spans) and "ends" in self._meant
            else None
        )
        parts = np.array(self._part_numbers, np.int64).reshape(-1, 2)
        part_mention = np.array(self._part_mention, np.int64)
        pieces = meaning.located(text, parts, document[part_mention], inclusive=inclusive)
        self._notes.problems.raise_errors()
        outside = located.outside.copy()
        outside[part_mention[pieces.outside]] = True
        if outside.any():
            keep = np.flatnonzero(~outside)
            renumbered = renumbering(keep, len(spans))
            entity, document, located = entity[keep], document[keep], located.take(keep)
            pieces = pieces.take(np.flatnonzero(renumbered[part_mention] >= 0))
            part_mention = renumbered[part_mention]
            part_mention = part_mention[part_mention >= 0]
        base = np.searchsorted(entity_document, np.arange(len(self._lines) + 1))
        extensions = self._read_extensions(
            Clusters(located.first, located.last, entity, base), text, inclusive
        )
        labels, is_numbered = self._labels(base, len(sizes))
        self._notes.problems.raise_errors()
        source = JsonLinesSource(self._rows, self._lines, nodes)
        source.known_relations = extensions.relations()
        source.known_annotations = tuple(extensions.annotations)
        source.convention, source.clusters_from = convention, self._choice.read
        corpus = Corpus(
            names=tuple(self._names),
            nodes=nodes,
            mentions=Mentions(
                entity,
                located.first,
                located.last,
                extensions.head,
                extensions.minimum_first,
                extensions.minimum_last,
                Parts.joined(part_mention, pieces.first, pieces.last),
                attributes=Attributes.of(extensions.attributes, len(entity)),
            ),
            entities=Entities(
                entity_document,
                labels,
                np.arange(len(sizes)),
                np.isin(np.arange(len(sizes)), extensions.nonreferring),
                is_numbered if is_numbered.any() else None,
            ),
            format="jsonlines",
            source=source,
            problems=tuple(self._notes.problems),
        )
        return in_bracket_order(corpus)

    def is_decided_by_each(self, file_of_document: Integers) -> bool:
        """Return whether each of several files would have the same meaning of offsets without the others."""
        if self._meant.get("unit", (False,))[0] is None:
            return False
        if self._meant.get("ends", (False,))[0] is not None:
            return True
        files = file_of_document[np.array(self._entity_document, np.int64)[np.array(self._sizes) > 0]]
        return set(files.tolist()) == set(file_of_document[self._evidence].tolist())

    def _read_extensions(self, clusters: Clusters, text: OffsetAxis, inclusive: bool) -> Extensions:  # noqa: FBT001
        def report(fault: Problem, document: int) -> None:
            line = self._lines[document]
            if fault.part and self._options.repair:
                self._notes.warn("CE048", "link-left-out", line, fault.text, fault=fault)
            else:
                self._notes.add(fault, line)

        find = partial(locate, text, inclusive=inclusive)
        extensions = Extensions(clusters, find, report, inclusive=inclusive)
        extensions.read(self._extensions)
        if extensions.unclustered:
            self._notes.warn(
                "CE049",
                "described-mentions",
                self._lines[min(extensions.unclustered)],
                count=extensions.unclustered.total(),
            )
        return extensions

    def _forms(self) -> TextColumn:
        offsets = np.zeros(len(self._form_lengths) + 1, np.int64)
        np.cumsum(np.array(self._form_lengths, np.int64), out=offsets[1:])
        forms = TextColumn(np.frombuffer(b"".join(self._blocks), np.uint8), offsets)
        self._blocks = []
        return forms

    def _labels(self, base: Integers, count: int) -> tuple[TextColumn, Booleans]:
        """Return the labels of clusters (cluster_ids, or else numbers within the document), and which are only numbers."""
        is_numbered = np.ones(count, bool)
        labels = [str(cluster) for size in np.diff(base).tolist() for cluster in range(size)]
        for document, record in self._extensions.items():
            if record.cluster_ids is not None:
                first, stop = int(base[document]), int(base[document + 1])
                if len(record.cluster_ids) != stop - first:
                    self._notes.wrong(
                        "CE033",
                        "cluster-ids-clusters",
                        self._lines[document],
                        "",
                        cluster_ids=len(record.cluster_ids),
                        clusters=stop - first,
                    )
                else:
                    labels[first:stop] = record.cluster_ids
                    is_numbered[first:stop] = False
        return TextColumn.of(labels[:count]), is_numbered

    def _decode(
        self, decoder: msgspec.json.Decoder[_ITEM], raw: msgspec.Raw, field: str, number: int
    ) -> _ITEM | None:
        try:
            return decoder.decode(raw)
        except msgspec.DecodeError as error:
            self._notes.wrong(
                "CE033", "field-wrong", number, _start(bytes(raw)), field=field, error=str(error)
            )
            return None


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a JSON Lines file. options.layer may name the field that contains the clusters."""
    return JsonLinesReader(file, options).read()


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of many small files and the number of documents in each; None to read them one by one.

    This is necessary if reading them together could give another result: for a file with one JSON value, documents
    without a name, offsets whose meaning depends on another file, clusters in other fields, or any warning.
    """
    from corefeval.formats.many_files import read_together  # noqa: PLC0415 - not needed for a single file

    return read_together(paths, options, documents=_count_documents, read=_read_joined)


def _read_joined(file: JoinedFile, options: ReadOptions) -> Corpus:
    reader = JsonLinesReader(file, options)
    corpus = reader.read()
    if not reader.is_decided_by_each(file.file_of_document):
        raise IrregularError
    return corpus


def _count_documents(text: bytes) -> int:
    """Return the number of documents in a text; 0 if it does not have one object per line."""
    if not are_lines(text.lstrip()):
        return 0
    return sum(bool(line) and not line.isspace() for line in text.split(b"\n"))


def _known(record: Record, field: str) -> Convention:
    """Return the meaning of offsets if only one tool writes such fields."""
    if field in {"span_clusters", "mention_clusters"}:
        return EXCLUSIVE
    if (field == "clusters" and is_given(record.document)) or (
        field == "clusters_token_offsets" and record.is_text2text
    ):
        return INCLUSIVE
    return Convention()


def _evidence(text: OffsetAxis, spans: Integers, document: Integers, *, inclusive: bool) -> Integers:
    """Return the documents, counted in tokens, with spans that show whether ends are inclusive."""
    says = spans[:, 0] == spans[:, 1] if inclusive else spans[:, 1] == text.length[document]
    found: Integers = document[says & ~text.is_character[document]]
    return found


def _is_pair(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(edge, int) and not isinstance(edge, bool) and abs(edge) < 2**62 for edge in value)
    )


def _is_list(raw: msgspec.Raw) -> bool:
    """Return whether a field is a list. The field text of fastcoref is a list of words if its input was words."""
    return bytes(raw)[:1] == b"["


def _holds_text(raw: msgspec.Raw) -> bool:
    """Return whether clusters contain the texts of the mentions, not their offsets."""
    return bytes(raw).lstrip(b"[ \t\r\n")[:1] == b'"'


def _start(line: bytes) -> str:
    return line[:60].decode("utf-8", "ignore")
