"""Documents split into subtokens (SpanBERT, longdoc): clusters count subtokens, and a map gives the word of each.

The corpus has whole words, so that it can be compared with files without subtokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, groupby

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import ClustersField, Offset, in_order
from corefeval.formats.standoff import AnnotatedDocument, Mention, Span, assemble
from corefeval.problems import Place, Problem, Problems

LAYERS = ("identity", "predicted_clusters", "clusters")
SPECIAL = frozenset({"[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>"})
"""Subtokens without text."""
SPACE = "\u0120"
"""The blank in byte-level byte-pair encodings, in which every character encodes a byte."""
_SHOWN = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_HIDDEN = [byte for byte in range(0x100) if byte not in _SHOWN]
BYTES = {chr(byte): byte for byte in _SHOWN} | {
    chr(0x100 + place): byte for place, byte in enumerate(_HIDDEN)
}
"""The byte that each character encodes. Printable bytes encode themselves; the others are numbered from 256."""


class _Record(msgspec.Struct):
    subtoken_map: list[Offset | None]
    sentences: list[list[str] | Offset | str] = []
    str_doc: list[str] | None = None
    sentence_map: list[Offset] | None = None
    doc_key: str | int | None = None
    clusters: list[list[tuple[Offset, Offset]]] | None = None
    predicted_clusters: list[list[tuple[Offset, Offset]]] | msgspec.UnsetType | None = msgspec.UNSET


def word_edges(numbers: Sequence[int | None]) -> list[Span] | None:
    """Return the first subtoken of each word and one past its last; None if the words are not in order."""
    runs: list[tuple[int, int, int]] = []
    for word, group in groupby(enumerate(numbers), lambda pair: pair[1]):
        places = [place for place, _ in group]
        if word is None:
            continue
        if runs and word <= runs[-1][0]:
            return None
        runs.append((word, places[0], places[-1] + 1))
    return [(first, last) for _, first, last in runs]


def subtoken_document(
    name: str,
    place: Place,
    words: Sequence[str],
    edges: Sequence[Span],
    clusters: Sequence[Sequence[Span]],
    path: str,
) -> AnnotatedDocument:
    """Return a document of words, given the subtokens of each, whose clusters count subtokens with inclusive ends.

    `path` is the path of the clusters in the document.
    """
    found = AnnotatedDocument(name, place, tokens=words, inclusive=True, names_chains=False)
    found.edges = [(first, last - 1) for first, last in edges]
    for number, cluster in enumerate(clusters):
        for index, span in enumerate(cluster):
            where = inside(place, f"{path}[{number}][{index}]")
            found.mentions.append(Mention([span], str(number), place=where))
    return found


def _words(subtokens: Sequence[str], edges: Sequence[Span]) -> list[str]:
    """Return the words of subtokens, without the signs for the start or continuation of a word."""
    words = ["".join(map(_bare, subtokens[first:last])) for first, last in edges]
    if any(SPACE in subtoken for subtoken in subtokens):
        return [_of_bytes(word) for word in words]
    return words


def _bare(subtoken: str) -> str:
    return "" if subtoken in SPECIAL else subtoken.removeprefix("##").lstrip(f"{SPACE}\u2581")


def _of_bytes(word: str) -> str:
    """Decode a word in which each character encodes a byte of UTF-8, as in GPT-2 and RoBERTa."""
    if not all(character in BYTES for character in word):
        return word
    return bytes(BYTES[character] for character in word).decode("utf-8", "replace")


def _document(
    record: _Record, place: Place, name: str, options: ReadOptions, choice: ClustersField, problems: Problems
) -> AnnotatedDocument | None:
    subtokens = record.str_doc
    if subtokens is None:
        rows = (row if isinstance(row, list) else [row] for row in record.sentences)
        subtokens = [str(subtoken) for subtoken in chain.from_iterable(rows)]
    is_asked = options.layer in LAYERS[1:]
    wanted = (options.layer,) if is_asked else in_order(LAYERS[1:], is_key=options.is_key)
    fields = [field for field in wanted if isinstance(getattr(record, field), list)]
    if not fields:
        problems.add(Problem("CE032", "no-clusters-no-field", place, field=wanted[-1]))
        return None
    clusters = getattr(record, fields[0])
    has_null = not (is_asked or options.is_key) and record.predicted_clusters is None
    for problem in choice.next(fields, has_gold=bool(record.clusters), has_null=has_null):
        problems.add(replace(problem, place=place))
    edges = word_edges(record.subtoken_map)
    if edges is None or len(record.subtoken_map) != len(subtokens):
        kind = "subtoken-map-out-of-order" if edges is None else "subtoken-map-too-long-or-short"
        problems.add(Problem("CE033", kind, place, mapped=len(record.subtoken_map), subtokens=len(subtokens)))
        return None
    name = str(record.doc_key if record.doc_key is not None else name)
    found = subtoken_document(name, place, _words(subtokens, edges), edges, clusters, f"$.{fields[0]}")
    if record.sentence_map is not None and len(record.sentence_map) == len(subtokens):
        numbers = [record.sentence_map[first] for first, _ in edges]
        found.sentences = [word for word in range(1, len(numbers)) if numbers[word] != numbers[word - 1]]
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file of such documents. If they have clusters and predictions, one is chosen with a warning, as in JSON Lines."""
    problems, choice = Problems(), ClustersField()
    fields = ("subtoken_map", "sentences", "str_doc")
    found = (
        _document(*record, options, choice, problems) for record in records(file, _Record, fields, problems)
    )
    corpus = assemble(
        (document for document in found if document is not None), "subtokens", options, problems
    )
    corpus.source.clusters_from = choice.read
    return corpus


FORMAT = Format("subtokens", read, layers=LAYERS)
