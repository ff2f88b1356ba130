"""{name: clusters}: a system's clusters in each document, without words.

A subtoken map, {name: [0, 0, 1, …]}, may state the word of each subtoken. It is the second line, the file
NAME.subtoken_map.json, or the named companion. With the map, spans count words and can be compared with a key by
position. Without it, they are compared as they are.
"""

from __future__ import annotations

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import UNKNOWN
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import without_words
from corefeval.formats.clusters.subtokens import subtoken_document, word_edges
from corefeval.formats.files import TextFile
from corefeval.formats.json_values import decode
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, assemble
from corefeval.problems import Place, Problem, Problems

MAP = "{stem}.subtoken_map.json"
"""The default name of the companion file with the word of each subtoken."""

_Clusters = dict[str, list[list[tuple[Offset, Offset]]]]
_Map = dict[str, list[Offset]]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read clusters by name, and the words of subtokens from a second line or the companion, if any."""
    content = file.read()
    first, _, rest = content.lstrip().partition(b"\n")
    clusters: _Clusters
    line = content.count(b"\n", 0, len(content) - len(content.lstrip())) + 1
    second = rest.lstrip()
    is_two = bool(second) and second[:1] == b"{" and first.rstrip()[-1:] == b"}"
    place = Place(file.name, line)
    clusters = decode(first if is_two else content, _Clusters, place)
    words: _Map | None = None
    if is_two and not options.companion:
        words = decode(second, _Map, Place(file.name, line + 1))
    elif options.companion or file.beside(MAP):
        companion = file.companion(MAP, named=options.companion)
        words = decode(companion.read(), _Map, Place(companion.name, 1))
    if words is None:
        named = (
            (name, {str(number): each for number, each in enumerate(found)})
            for name, found in clusters.items()
        )
        return without_words(named, "clusters-by-name", file.place, are_named=False)
    problems = Problems()
    found = (_document(name, each, words, place, problems) for name, each in clusters.items())
    return assemble(
        (document for document in found if document is not None), "clusters-by-name", options, problems
    )


def _document(
    name: str, clusters: list[list[tuple[int, int]]], words: _Map, place: Place, problems: Problems
) -> AnnotatedDocument | None:
    """Return a document with as many unknown words as the map has."""
    edges = word_edges(words.get(name, [-1, -1, -2]))
    if edges is None:
        kind = "subtoken-words-out-of-order" if name in words else "no-subtoken-words"
        problems.add(Problem("CE035", kind, place, name))
        return None
    path = f"$[{msgspec.json.encode(name).decode()}]"
    return subtoken_document(name, place, [UNKNOWN] * len(edges), edges, clusters, path)


FORMAT = Format("clusters-by-name", read)
