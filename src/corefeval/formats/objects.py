"""Recognise Python objects by their shape: clusters, lists of documents, rows with clusters, open files.

The depth of nesting decides on the meaning of a value; the values of numbers never do:

- a *mention* is anything hashable; a span may also be a list of two integers, or an array of two (anything with
  `tolist`: numpy, torch, jax, …);
- a *cluster* is a list, set, iterator or array of mentions; a tuple is one only if it contains no number or string,
otherwise it is a mention;
- a *document* is a list or iterator of clusters, *documents* are {name: clusters} or a list of documents. In a list of
  documents numbers are not mentions: [[[0, 1], [5, 5]]] is one cluster of two spans, [[0, 1], [5, 6]] two clusters of
  two mentions each;
- *rows* are mappings with the fields of the JSON Lines format: a list of dicts, one dict, a dict of columns, a data
  frame, a dataset. They are read by the reader of that format;
- *objects of tools* (spaCy, stanza, fastcoref, udapi) are read by the reader of the tool's files; see tools.py.

A value that fits two of these (a list of lists of tuples of spans) is refused, and so is one that fits none.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import (
    Callable,
    Hashable,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Any

import msgspec
import numpy as np

from corefeval import formats
from corefeval.corpus.builder import FlatClusters, from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import IntegerPairs
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import Progress, TextFile
from corefeval.formats.jsonlines.fields import CLUSTERS, NAMES, STRINGS, TEXTS, is_strings
from corefeval.formats.key_texts import KeyTexts
from corefeval.formats.tools import NotOfTheToolError, numbered, text_of
from corefeval.problems import CorefevalError, Place, Problem, UsageError, warning

Clusters = Sequence[Iterable[Hashable]]
"""The clusters of one document."""
Documents = Sequence[tuple[str, Clusters]]
"""Documents with their names."""

ROWS = "<rows>"
"""The file name of rows in problems; the line is the number of the row."""

QUOTES = "json-strings"
"""The format of clusters that are strings."""
MAY_BE_QUOTES = re.compile(rb'"clusters":\[(?:\[\],)*\["')
COLLECTIONS = (list, tuple, set, frozenset)
PLAIN = frozenset({list, tuple})
_LEAVES = frozenset({int, str, bool, float, bytes, bytearray, type(None), range, dict})


class _Refused(Exception):  # noqa: N818 - a value that does not have one shape may have another
    """A value has an unexpected type."""

    def __init__(self, kind: str, came: object, **arguments: Any) -> None:
        super().__init__(kind)
        self.kind, self.came, self.arguments = kind, came, arguments


def read(
    source: object,
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    repair: bool = False,
    companion: str = "",
    key: str = "",
    texts: KeyTexts | None = None,
    unreadable: str = "",
    is_key: bool = False,
    jobs: int | str = 1,
    progress: Progress | None = None,
    first: int = 1,
) -> Corpus:
    """Return the corpus of an object that is not a path.

    Args:
        source: clusters, documents, rows, objects of a tool, or an open file, which is read from its current
            position.
        format: a name of FORMATS, for open files.
        layer: as in corefeval.formats.read.
        offsets: the meaning of the numbers in rows; clusters without a text are compared unchanged.
        repair: as in corefeval.formats.read.
        companion: as in corefeval.formats.read, for open files.
        key: as in corefeval.formats.read, for open files.
        texts: the key's texts, in which clusters of strings are located.
        unreadable: as in corefeval.formats.read, for open files.
        is_key: as in corefeval.formats.read, for open files and rows.
        jobs: ignored, because objects are read in one process.
        progress: ignored.
        first: the number of the first document without a name.

    Raises:
        UsageError: CE073 for an invalid input, with the expected and the actual type.
    """
    del jobs, progress
    found = understood(source, first)
    if not isinstance(found, TextFile) and texts is not None and texts.is_known:
        found = quotes_of(found) or found
    if isinstance(found, TextFile):
        is_rows = found.name == ROWS
        how = ReadOptions(layer, offsets, repair, companion, is_rows, key, texts, unreadable, is_key)
        return formats.read_file(found, format, how)
    refuse_options(format, offsets, companion)
    return from_clusters(found)


def refuse_options(format: str | None, offsets: str, companion: str) -> None:  # noqa: A002 - the word the user writes
    """Raise if read options are given for clusters without a text."""
    for name, value in (("format", format), ("offsets", offsets), ("companion", companion)):
        if value:
            raise UsageError(Problem("CE051", "clusters-from-python", text=value, name=name))


def understood(source: object, first: int = 1) -> FlatClusters | TextFile:
    """Return the clusters of documents, or the text of an open file or of rows.

    Documents without a name are named by their number: 'document 1', 'document 2', ……

    Args:
        source: clusters, documents, rows, objects of a tool, or an open file.
        first: the number of the first document without a name.
    """
    plain = plain_clusters(source, first)
    if plain is not None:
        return plain
    if isinstance(source, TextFile):
        return source
    with _told(source):
        file = _open_file(source)
        if file is not None:
            return file
        if isinstance(source, Iterator):
            source = list(source)
        objects = text_of(source, first)
        if objects is not None:
            return objects
        found = _documents(source, first)
        if isinstance(found, TextFile):
            return found
        if isinstance(found, bytes):
            return TextFile(ROWS, found, form=_form_of_rows(found))
        clusters = FlatClusters.of(found)
        return clusters if isinstance(source, Mapping) else _or_discontinuous(clusters)


def _or_discontinuous(clusters: FlatClusters) -> FlatClusters:
    """Return unnamed documents, with a warning if they may be the clusters of one document with discontinuous mentions.

    [[[[0, 1], [20, 21]], [[5, 5]]], …] may be either. In one document most mentions have one part, and each span occurs
    once; in several documents the offsets start again in each.
    """
    pairs, is_alone = clusters.mentions, clusters.sizes == 1
    if (
        len(clusters.names) < 2
        or not isinstance(pairs, IntegerPairs)
        or not 2 * is_alone.sum() > len(is_alone)
    ):
        return clusters
    if is_alone.all() or len({*pairs}) < len(pairs):
        return clusters
    problem = warning("CE183", "documents-or-discontinuous", documents=len(clusters.names))
    return replace(clusters, problems=(problem,))


def quotes_of(clusters: FlatClusters) -> TextFile | None:
    """Return documents as rows if all their mentions are strings, which must be located in a text; otherwise None."""
    mentions = clusters.mentions
    if isinstance(mentions, IntegerPairs) or not mentions:
        return None
    if not all(isinstance(mention, str) for mention in mentions):
        return None
    rows = ({NAMES[0]: name, "clusters": found} for name, found in clusters.documents())
    return TextFile(ROWS, _lines(rows), form=QUOTES)


def _form_of_rows(rows: bytes) -> str:
    """Return the format of rows with clusters of strings; '' for rows with offsets."""
    if not MAY_BE_QUOTES.search(rows):
        return ""
    fields = [msgspec.json.decode(row, type=dict[str, Any]) for row in rows.split(b"\n") if row]
    spans = {*CLUSTERS} - {"clusters"}
    has_strings = any(is_strings(row.get("clusters")) for row in fields)
    return QUOTES if has_strings and all(spans.isdisjoint(row) for row in fields) else ""


def named(value: object, document: str) -> FlatClusters | TextFile:
    """Return a document with a known name: clusters, or the object of a tool."""
    plain = _flat([document], [value])
    if plain is not None:
        return plain
    with _told(value):
        return text_of({document: value}) or FlatClusters.of([(document, _clusters(value, document))])


def _clusters(value: object, document: str) -> Clusters:
    return _Reading(f"document {document!r}").document(_settled(value))


@contextmanager
def _told(source: object) -> Iterator[None]:
    """Report an invalid input with the expected and the actual type."""
    try:
        yield
    except (_Refused, NotOfTheToolError) as refused:
        shown = _shown(refused.came)
        raise UsageError(Problem("CE073", refused.kind, text=shown, **refused.arguments)) from None
    except RecursionError:
        raise UsageError(Problem("CE073", "lists-in-lists", text=_shown(source))) from None


def _documents(source: object, first: int) -> Documents | TextFile | bytes:
    if isinstance(source, Mapping):
        return _of_mapping(source)
    table = _rows_of_table(source)
    if table is not None:
        return _lines(table)
    tree = _settled(source)
    if not isinstance(tree, list):
        tree = _iterated(source)
    if tree and (tables := [found for item in tree if (found := _rows_of_table(item)) is not None]):
        tree = [row for rows in tables for row in rows] if len(tables) == len(tree) else tree
    objects = text_of(tree, first)
    if objects is not None:
        return objects
    if tree and isinstance(tree[0], Mapping) and all(isinstance(item, Mapping) for item in tree):
        return _lines(tree)
    return _unnamed(tree, first)


def _rows_of_table(source: object) -> list[Any] | None:
    """Return the rows of a data frame or table (pandas, polars, Arrow); None for other objects."""
    if not hasattr(source, "columns"):
        return None
    for name, options in (("to_dicts", {}), ("to_pylist", {}), ("to_dict", {"orient": "records"})):
        rows = getattr(source, name, None)
        if callable(rows):
            found: list[Any] = rows(**options)
            return found
    return None


def plain_clusters(source: object, first: int = 1) -> FlatClusters | None:
    """Return clusters in the simple forms that training loops use, without closer inspection; None for other values.

    These are one document, a list of documents or {name: document}, with lists or tuples of pairs of integers, or arrays
    of two columns. In a list of documents, tuples may be clusters or mentions, so they need a closer inspection.
    """
    if type(source) is dict:
        fields = source.keys() & CLUSTERS
        return None if fields else _flat(list(map(str, source)), list(source.values()))
    if type(source) not in PLAIN:
        return None
    plain = _flat([numbered(first)], [source])
    if plain is not None or type(source) is not list or {*map(type, source)} != {list}:
        return plain
    if tuple in {*map(type, chain.from_iterable(source))}:
        return None
    several = _flat([numbered(number) for number, _ in enumerate(source, first)], source)
    return None if several is None else _or_discontinuous(several)


def _flat(names: Sequence[str], documents: Sequence[Any]) -> FlatClusters | None:
    """Return documents whose clusters are lists or tuples of pairs of integers, or all arrays; None for any others.

    There must be at least one mention, because empty lists may be clusters or documents.
    """
    if not PLAIN.issuperset(map(type, documents)):
        return None
    clusters = documents[0] if len(documents) == 1 else list(chain.from_iterable(documents))
    kinds = {*map(type, clusters)}
    if kinds <= PLAIN:
        mentions = IntegerPairs.of_clusters(clusters)
    elif len(kinds) == 1 and _is_array_type(*kinds):
        mentions = IntegerPairs.of_arrays(clusters)
    else:
        return None
    if not mentions:
        return None
    counts, sizes = np.array([*map(len, documents)]), np.array([*map(len, clusters)])
    return FlatClusters(tuple(names), counts, sizes, mentions)


def _is_array_type(kind: type) -> bool:
    """Return whether this is a type of arrays or tensors. Subtypes of numpy arrays with another meaning are excluded."""
    return kind is np.ndarray or (hasattr(kind, "tolist") and not issubclass(kind, np.ndarray))


def _of_mapping(source: Mapping[Any, Any]) -> Documents | bytes:
    """Return the documents of {document: clusters}, of one row, or of {field: column}."""
    if not any(name in source for name in CLUSTERS):
        if source and all(
            isinstance(row, Mapping) and not {*CLUSTERS}.isdisjoint(row) for row in source.values()
        ):
            return _lines(_with_name(row, str(name)) for name, row in source.items())
        return [(str(name), _clusters(value, str(name))) for name, value in source.items()]
    known = [name for name in (*NAMES, *TEXTS) if source.get(name) is not None]
    if not known and not all(name in {*CLUSTERS, *STRINGS} for name in source):
        raise _Refused("row-or-document", source, fields=CLUSTERS)
    names = [source[name] for name in known if name in NAMES]
    if names and not isinstance(names[0], str | int):
        return _lines(_rows_of_columns(source))
    if not names and isinstance(_settled(source.get("text")), list):
        return _lines(_rows_of_columns(source))
    if not names and source.get("text") is None and _may_be_columns(source):
        raise _Refused("these-may-columns-several", source)
    return _lines([source])


def _with_name(row: Mapping[Any, Any], name: str) -> Mapping[Any, Any]:
    """Return a row with this name, unless it already has one."""
    return row if any(row.get(field) is not None for field in NAMES) else {**row, NAMES[0]: name}


def _rows_of_columns(source: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    """Return the rows of {field: column}."""
    columns = {name: _settled(column) for name, column in source.items() if column is not None}
    lengths = {name: len(column) if isinstance(column, Sequence) else -1 for name, column in columns.items()}
    if len(set(lengths.values())) > 1 or -1 in lengths.values() or any(map(_is_text, columns.values())):
        shown = ", ".join(f"{name} {length}" for name, length in lengths.items() if length >= 0)
        raise _Refused("columns-lists-one-length", source, shown=shown)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _may_be_columns(source: Mapping[Any, Any]) -> bool:
    """Return whether {field: column} may be meant: clusters nested one level deeper, with one item per text."""
    field = next((name for name in CLUSTERS if source.get(name) is not None), CLUSTERS[0])
    clusters = _settled(source.get(field))
    texts = [_settled(source[name]) for name in TEXTS if source.get(name) is not None]
    if not isinstance(clusters, list) or any(not isinstance(text, list) for text in texts):
        return False
    mentions = [mention for cluster in clusters if isinstance(cluster, list | tuple) for mention in cluster]
    return (
        all(len(text) == len(clusters) for text in texts)
        and bool(mentions)
        and all(
            isinstance(mention, list | tuple) and all(isinstance(part, list | tuple) for part in mention)
            for mention in mentions
        )
    )


def _unnamed(tree: list[Any], first: int) -> Documents:
    """Return a nested list as one unnamed document or as a list of unnamed documents."""
    clusters = _attempt(_Reading("").document, tree)
    several = _attempt(_Reading("", numbers=False).documents, tree)
    if isinstance(clusters, _Refused) and isinstance(several, _Refused):
        is_deep = any(
            isinstance(item, list) and any(isinstance(part, list) for part in item) for item in tree
        )
        raise several if is_deep else clusters
    if isinstance(several, _Refused) or not tree:
        return [(numbered(first), clusters)]
    if not isinstance(clusters, _Refused) and any(clusters):
        raise _Refused("one-document-mentions-tuples", tree)
    return [(numbered(number), document) for number, document in enumerate(several, first)]


class _Reading:
    """Reads a normalised tree as clusters or as documents, and refuses other values.

    Args:
        place: its place, for messages.
        numbers: whether a number can be a mention.
    """

    def __init__(self, place: str, *, numbers: bool = True) -> None:
        self._place, self._numbers = place, numbers

    def documents(self, tree: list[Any]) -> list[list[list[Hashable]]]:
        """Return a list of documents."""
        return [
            _Reading(f"document {number}", numbers=self._numbers).document(document)
            for number, document in enumerate(tree, 1)
        ]

    def document(self, value: object) -> list[list[Hashable]]:
        """Return the clusters of one document."""
        if not isinstance(value, COLLECTIONS) or (isinstance(value, tuple) and _is_mention(value)):
            raise self._refusal("list-clusters", value)
        return [self._cluster(cluster, number) for number, cluster in enumerate(_in_order(value), 1)]

    def _cluster(self, cluster: object, number: int) -> list[Hashable]:
        where = f"cluster {number}"
        if isinstance(cluster, tuple) and _is_mention(cluster):
            raise self._refusal("cluster-list-mentions-mention", cluster, where)
        if not isinstance(cluster, COLLECTIONS):
            raise self._refusal("cluster-list-mentions", cluster, where)
        mentions = [self._mention(mention, where) for mention in _in_order(cluster)]
        if isinstance(cluster, list) and _is_span(cluster) and cluster[0] == cluster[1]:
            raise self._refusal("cluster-list-mentions-span", cluster, where)
        is_number = [isinstance(mention, int) for mention in mentions]
        if any(is_number) and not (all(is_number) and self._numbers):
            raise self._refusal(
                "spans-numbers-no-mentions" if self._numbers else "spans-not-numbers", cluster, where
            )
        return mentions

    def _mention(self, mention: object, where: str) -> Hashable:
        if isinstance(mention, list):
            if _is_span(mention):
                return tuple(mention)
            raise self._refusal("mention-anything-hashable", mention, where)
        try:
            hash(mention)
        except TypeError:
            raise self._refusal("mention-hashable", mention, where) from None
        if mention is None:
            raise self._refusal("mention", mention, where)
        return mention

    def _refusal(self, kind: str, came: object, where: str = "") -> _Refused:
        """Return the error for an unexpected type: one of the kinds of CE073."""
        place = [part for part in (self._place, where) if part]
        return _Refused("expected", came, where=place, expected=Problem("CE073", kind))


def _settled(value: object) -> Any:
    """Return the value with arrays, iterators and other sequences as lists. An array of numbers becomes a tuple."""
    if type(value) in _LEAVES or (type(value) is tuple and _is_span(value)):
        return value
    if isinstance(value, list):
        return value if _is_span(value) else [_settled(item) for item in value]
    if callable(getattr(value, "tolist", None)):
        return _of_array(value.tolist(), value)  # type: ignore[attr-defined]
    if isinstance(value, tuple):
        items = [_settled(item) for item in value]
        items = [tuple(item) if isinstance(item, list) and _is_span(item) else item for item in items]
        same = all(old is new for old, new in zip(value, items, strict=True))
        return value if same else tuple(items)
    if isinstance(value, set | frozenset):
        ordered = list(_in_order(value))
        items = list(map(_settled, ordered))
        return value if all(old is new for old, new in zip(ordered, items, strict=True)) else items
    if isinstance(value, Iterator | ValuesView | KeysView) or (
        isinstance(value, Sequence | AbstractSet)
        and not isinstance(value, str | bytes | bytearray | range | Hashable)
    ):
        return [_settled(item) for item in value]
    return value


def _of_array(value: object, array: object) -> object:
    """Return an array's content: rows of numbers become tuples, which are spans and never clusters."""
    if not isinstance(value, list):
        return value
    if value and all(type(item) is int for item in value):
        return tuple(value)
    if any(isinstance(item, float | bool) for item in value):
        raise _Refused("spans-integers-array", array)
    return [_of_array(item, array) if isinstance(item, list) else _settled(item) for item in value]


def _is_span(value: Sequence[object]) -> bool:
    return len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def _is_mention(value: tuple[object, ...]) -> bool:
    """Return whether a tuple can only be a mention: it contains a number or a string."""
    return any(isinstance(item, int | float | str | bytes) for item in value)


def _in_order(members: Iterable[Any]) -> Iterable[Any]:
    """Return the members in an order that is the same in every run. The members of a set are sorted."""
    return sorted(members, key=repr) if isinstance(members, set | frozenset) else members


def _iterated(source: object) -> list[Any]:
    """Return the items of an iterable that is neither text nor a number."""
    if _is_text(source) or isinstance(source, range | Mapping):
        raise _Refused("clusters-documents-rows-objects", source)
    try:
        items = iter(source)  # type: ignore[call-overload]
    except TypeError:
        raise _Refused("clusters-documents-rows-objects", source) from None
    return [_settled(item) for item in items]


def _attempt(reading: Callable[[list[Any]], Any], tree: list[Any]) -> Any:
    try:
        return reading(tree)
    except _Refused as refused:
        return refused


def _is_text(value: object) -> bool:
    return isinstance(value, str | bytes | bytearray)


def _lines(rows: Iterable[Any]) -> bytes:
    """Return the rows as the lines of a JSON Lines file."""
    return b"\n".join(_line(row, number) for number, row in enumerate(rows, 1))


def _line(row: Mapping[Any, Any], number: int) -> bytes:
    for name, value in row.items():
        if not isinstance(name, str) or (name in TEXTS and _has_bytes(value)):
            if isinstance(name, str):
                raise _Refused("field-of-bytes", value, number=number, field=name)
            raise _Refused("field-not-text", name, number=number)
    try:
        return msgspec.json.encode(dict(row), enc_hook=_plain)
    except (TypeError, ValueError, OverflowError, UnicodeError) as error:
        raise _Refused("row", row, number=number, error=str(error)) from None


def _has_bytes(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_has_bytes, value))
    return isinstance(value, bytes | bytearray)


def _plain(value: object) -> object:
    """Return types that JSON lacks (arrays, tensors, iterators) as a list, a dictionary or a number."""
    if callable(getattr(value, "tolist", None)):
        return value.tolist()  # type: ignore[attr-defined]
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Sequence | AbstractSet | Iterator):
        return list(value)
    message = f"no text, number or list: {reprlib.repr(value)}"
    raise TypeError(message)


def _open_file(source: object) -> TextFile | None:
    """Return the content of an open file; None for other objects."""
    if not callable(getattr(source, "read", None)):
        return None
    name = getattr(source, "name", "")
    place = Place(name if isinstance(name, str) and name else "<file>")
    try:
        content = source.read()  # type: ignore[attr-defined]
        content = content.encode() if isinstance(content, str) else content
    except UnicodeError as error:
        raise CorefevalError(Problem("CE005", "file-open-text", place, error=str(error))) from None
    except (OSError, ValueError) as error:
        raise CorefevalError(Problem("CE002", "open-file-cannot-read", place, error=str(error))) from None
    if not isinstance(content, bytes | bytearray):
        raise _Refused("open-file-gives-text", content)
    return TextFile(place.file, bytes(content))


def _shown(value: object) -> str:
    try:
        return f"{type(value).__name__} {reprlib.repr(value)}"
    except Exception:  # noqa: BLE001 - an object whose repr fails must still be refused
        return type(value).__name__
