"""Decode the documents of JSON files one by one, for all formats of this family."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from corefeval.corpus.builder import BuiltSource, from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Relations
from corefeval.formats.files import TextFile
from corefeval.formats.json_rows import JsonRows
from corefeval.formats.json_values import decode
from corefeval.problems import CorefevalError, Place, Problems, warning
from corefeval.text import TextColumn

_RECORD = TypeVar("_RECORD")


def records(
    file: TextFile,
    kind: type[_RECORD],
    fields: tuple[str, ...],
    problems: Problems,
    prepared: Callable[[bytes], bytes] | None = None,
) -> Iterator[tuple[_RECORD, Place, str]]:
    """Yield the documents of a file with their places and outer names; report values that are not documents.

    Args:
        file: JSON Lines, or an array or object of documents.
        kind: the type of a document (see msgspec).
        fields: the fields of documents. Every document must have at least one of them.
        problems: the collected problems.
        prepared: a function that returns the JSON to decode, given that of a document.
    """
    rows = JsonRows(file, fields)
    for row in rows:
        place = rows.place(row.number)
        try:
            content = row.content if prepared is None else prepared(bytes(row.content))
            yield decode(content, kind, place), place, row.name
        except CorefevalError as error:
            problems.extend(error.problems)


def inside(place: Place, path: str) -> Place:
    """Return the place of a value inside a document."""
    return Place(place.file, place.line, path=path)


def without_words(
    documents: Iterable[tuple[str, Mapping[str, Sequence[Hashable]]]],
    form: str,
    place: Place,
    *,
    are_named: bool = True,
) -> Corpus:
    """Return the corpus of documents without words, with a warning about the missing words.

    Args:
        documents: the name of each document, and its mentions by chain. Mentions are compared as they are.
        form: the name of the format.
        place: the place of the file.
        are_named: whether the names of chains come from the file.
    """
    named = list(documents)
    corpus = from_clusters(
        ((name, chains.values()) for name, chains in named),
        [warning("CE095", "no-words-tell-whether", place)],
    )
    labels = TextColumn.of([label for _, chains in named for label, mentions in chains.items() if mentions])
    numbered = None if are_named else corpus.entities.is_numbered
    return replace(
        corpus,
        format=form,
        entities=replace(corpus.entities, labels=labels, is_numbered=numbered),
        source=BuiltSource({}, Relations(), place.file, ()),
    )
