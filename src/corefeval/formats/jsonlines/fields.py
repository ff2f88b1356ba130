"""The supported fields of a line, and their decoders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from corefeval.formats.base import IrregularError
from corefeval.formats.boundaries import Boundaries, Places
from corefeval.formats.json_rows import is_json
from corefeval.problems import Problem, warning

NAMES = ("doc_key", "document_id", "doc_id", "id")
TEXTS = ("sentences", "tokens", "text", "cased_words", "document")
"""The fields that contain the words. The last two belong to wl-coref and AllenNLP."""
CLUSTERS = (
    "predicted_clusters",
    "clusters",
    "clusters_token_offsets",
    "clusters_char_offsets",
    "span_clusters",
    "mention_clusters",
)
ANNOTATIONS = "annotations"
"""The field of typed links, from which clusters are made if a line has none."""
STRINGS = (
    "clusters_strings",
    "clusters_char_text",
    "clusters_token_text",
    "clusters_text_mentions",
    "clusters",
)
"""The fields in which resolvers write the texts of mentions, cluster by cluster."""

_LINK = TypeVar("_LINK")
_ABSENT = msgspec.Raw()
_ZERO = b'"##'
"""The start of a JSON string that is a zero in text2text-coref."""


Offset = Annotated[int, msgspec.Meta(ge=-(2**62), lt=2**62)]
"""A number that fits into a column of integers. Whether it is inside the text is checked later."""


class Named(msgspec.Struct):
    """The fields that may name a document."""

    doc_key: str | int | None = None
    document_id: str | int | None = None
    doc_id: str | int | None = None
    id: str | int | None = None

    @property
    def known_name(self) -> str | None:
        """The name from the first field that contains one; None if there is none."""
        names = (getattr(self, field) for field in NAMES)
        return next((str(name) for name in names if name is not None), None)


class Record(Named):
    """One line. Fields with several possible types are decoded only when they are used."""

    sentences: msgspec.Raw = _ABSENT
    tokens: msgspec.Raw = _ABSENT
    text: msgspec.Raw = _ABSENT
    cased_words: msgspec.Raw = _ABSENT
    document: msgspec.Raw = _ABSENT
    sent_id: msgspec.Raw = _ABSENT
    clusters: msgspec.Raw = _ABSENT
    predicted_clusters: msgspec.Raw = _ABSENT
    clusters_token_offsets: msgspec.Raw = _ABSENT
    clusters_char_offsets: msgspec.Raw = _ABSENT
    clusters_text_mentions: msgspec.Raw = _ABSENT
    span_clusters: msgspec.Raw = _ABSENT
    mention_clusters: msgspec.Raw = _ABSENT
    offsets: str | None = None
    cluster_ids: list[str] | None = None
    nonreferring: list[Offset] | None = None
    empty: list[tuple[Offset, Offset]] | None = None
    mentions: msgspec.Raw = _ABSENT
    annotations: msgspec.Raw = _ABSENT
    split_antecedents: list[tuple[Offset, Offset]] | None = None
    bridging: msgspec.Raw = _ABSENT
    topic: Any = None

    @property
    def is_text2text(self) -> bool:
        """Whether the line has the form of text2text-coref, in which `##` begins a zero and ends are inclusive."""
        if not is_given(self.clusters_token_offsets) or is_given(self.text) or self.empty is not None:
            return False
        return len(bytes(self.clusters_text_mentions)) > 0 or _ZERO in bytes(self.tokens)

    @property
    def is_extended(self) -> bool:
        """Whether the line contains annotations other than clusters."""
        return (
            self.cluster_ids is not None
            or bool(self.nonreferring)
            or bool(self.split_antecedents)
            or any(map(is_given, (self.mentions, self.annotations, self.bridging)))
        )


class SpanObject(msgspec.Struct):
    """A mention as an object. Its offsets have the same meaning as in pairs."""

    start: Offset
    end: Offset


class Bridge(msgspec.Struct):
    """A bridging link: the spans of anaphor and anchor, and the number of the anchor's cluster in the line."""

    anaphor: list[Any]
    cluster: Offset
    anchor: list[Any] | None = None
    relation: str = ""


class TypedAnnotation(msgspec.Struct):
    """A typed annotation, with the spans as in the file."""

    referent: tuple[Offset, Offset]
    antecedents: list[tuple[Offset, Offset]]
    type: str = ""
    dominant: bool | None = None


RECORD = msgspec.json.Decoder(Record)
PAIRS = msgspec.json.Decoder(list[list[tuple[Offset, Offset]]])
PAIRS_OR_NULL = msgspec.json.Decoder(list[list[tuple[Offset, Offset] | None]])
SPAN_OBJECTS = msgspec.json.Decoder(list[list[SpanObject]])
TRIPLES = msgspec.json.Decoder(list[list[tuple[Offset, Offset, Offset]]])
MENTIONS = msgspec.json.Decoder(list[list[list[Any]]])
RAW_MENTIONS = msgspec.json.Decoder(list[list[msgspec.Raw]])
NUMBERS = msgspec.json.Decoder(list[Offset])
SENTENCES = msgspec.json.Decoder(list[list[str]])
TOKENS = msgspec.json.Decoder(list[str])
TEXT = msgspec.json.Decoder(str)
_OBJECTS = msgspec.json.Decoder(list[dict[str, Any]])
TYPED = msgspec.json.Decoder(list[TypedAnnotation])
BRIDGES = msgspec.json.Decoder(list[Bridge])
_NAMED = msgspec.json.Decoder(Named)


def in_order(fields: Sequence[str], *, is_key: bool) -> Sequence[str]:
    """Return fields of clusters in the order in which one is chosen: gold clusters come first in a key, predictions elsewhere."""
    return sorted(fields, key=lambda field: field == "predicted_clusters") if is_key else fields


GOLD, PREDICTED = "clusters", "predicted_clusters"
BOTH = "both"
"""Marks a document with both fields, of which one is read."""


def mixture(before: frozenset[str], fields: frozenset[str]) -> Problem | None:
    """Return the problem that some documents are read from gold clusters and others from predictions.

    It is an error if a document has both: then gold clusters are read in place of missing predictions. None if it was
    already reported for one of the two sides.

    Args:
        before: the fields that were read before, perhaps with BOTH.
        fields: the fields of further documents.
    """

    def severity(found: frozenset[str]) -> int:
        return 0 if not {GOLD, PREDICTED} <= found else 2 if BOTH in found else 1

    found = severity(before | fields)
    if found <= max(severity(before), severity(fields)):
        return None
    field = next((name for name in (PREDICTED, GOLD) if name in fields), GOLD)
    other = GOLD if field == PREDICTED else PREDICTED
    if found == 1:
        return warning("CE038", "other-field-before", before=other, field=field)
    return Problem("CE032", "other-field-before", before=other, field=field)


class ClustersField:
    """The field of clusters that a file is read from; the reader chooses it for each document.

    Attributes:
        name: the field of the last document, '' before the first.
        read: the fields that were read, and BOTH if a document has gold clusters and predictions.
    """

    def __init__(self) -> None:
        self.name = ""
        self.read: frozenset[str] = frozenset()
        self._has_null = False

    def next(
        self, fields: Sequence[str], *, has_gold: bool = True, has_null: bool = False
    ) -> Iterator[Problem]:
        """Yield problems of the fields of the next document.

        Gold clusters are read in place of missing predictions only if no document has both.

        Args:
            fields: the document's fields with clusters; the first one is read.
            has_gold: whether the field `clusters` has any.
            has_null: whether predictions are null and other clusters are read.
        """
        field, before = fields[0], self.name
        others = [
            name for name in fields[1:] if not (name.endswith("_offsets") and field.endswith("_offsets"))
        ]
        has_both = {GOLD, PREDICTED} <= {*fields}
        now = {field, BOTH} if has_both and (has_gold or field == GOLD) else {field}
        mixed = mixture(self.read, frozenset(now & {GOLD, PREDICTED, BOTH}))
        self.read |= now & {GOLD, PREDICTED, BOTH}
        self.name = field
        if has_both and before != field:
            yield warning("CE038", "file-predicted-clusters-clusters", field=field)
        elif others and before != field:
            yield warning("CE038", "other-clusters", field=field, other=others[0])
        if has_null and not self._has_null:
            self._has_null = True
            yield warning("CE038", "predictions-are-null", field=field)
        if before and before != field:
            if {before, field} == {GOLD, PREDICTED} and BOTH not in self.read:
                yield warning("CE038", "other-field-before", before=before, field=field)
            else:
                yield Problem("CE032", "other-field-before", before=before, field=field)
        elif mixed is not None:
            yield mixed


def is_given(raw: msgspec.Raw) -> bool:
    """Return whether a field exists and is not null."""
    return len(bytes(raw)) > 0 and bytes(raw) != b"null"


def is_null(raw: msgspec.Raw) -> bool:
    """Return whether a field exists and is null."""
    return bytes(raw) == b"null"


def is_strings(value: object) -> bool:
    """Return whether decoded clusters are the texts of the mentions, not their offsets."""
    return isinstance(value, list) and any(
        isinstance(cluster, list) and any(isinstance(mention, str) for mention in cluster)
        for cluster in value
    )


def decode_objects(raw: msgspec.Raw) -> list[dict[str, Any]]:
    """Return a list of objects; empty if another tool uses this field for other values."""
    try:
        return _OBJECTS.decode(raw) if is_given(raw) else []
    except msgspec.ValidationError:
        return []


def decode_links(decoder: msgspec.json.Decoder[list[_LINK]], raw: msgspec.Raw) -> list[_LINK] | str:
    """Return typed annotations or bridging links, or a text that describes their error."""
    try:
        return decoder.decode(raw) if is_given(raw) else []
    except msgspec.ValidationError as error:
        return str(error)


class JsonLinesBoundaries(Boundaries):
    """Finds documents in a file in which each line is one object with a name. Any other file is irregular."""

    refuses_repeated = False

    def __init__(self, beginning: bytes) -> None:
        first, _, rest = beginning.partition(b"\n")
        if not first.startswith(b"{") or not rest.strip() or not is_json(first):
            raise IrregularError

    def tells_alone(self, problem: Problem) -> bool:
        """Return whether the problem is about a part of the annotation. Other problems depend on all documents."""
        return bool(problem.part) and super().tells_alone(problem)

    def look(self, text: bytes) -> tuple[Places, Places]:
        """Return the starts of lines, and the names in them."""
        found, at = [], 0
        for line in text.split(b"\n"):
            if line.startswith(b"{"):
                found.append((at, _name(line).encode("utf-8", "surrogatepass")))
            elif line and not line.isspace():
                raise IrregularError
            at += len(line) + 1
        return found, []

    def name(self, said: bytes, number: int) -> str:
        """Return the name of the document in this line."""
        del number
        return said.decode("utf-8", "surrogatepass")


def _name(line: bytes) -> str:
    """Return the name of a document, from the first field that contains one."""
    try:
        name = _NAMED.decode(line).known_name
    except (msgspec.DecodeError, RecursionError):
        name = None
    if name is None:
        raise IrregularError
    return name
