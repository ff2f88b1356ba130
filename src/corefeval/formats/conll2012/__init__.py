"""CoNLL-2012: a word a line, coreference in the last column; with the dialects people really have."""

from __future__ import annotations

import re
from itertools import accumulate

import numpy as np

from corefeval.corpus import Corpus, Entities, Integers, Mentions, Nodes, Parts, integers
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.exact import read_exactly
from corefeval.formats.conll2012.layout import Layout
from corefeval.formats.conll2012.scan import IrregularError, Piece, read_chunk
from corefeval.formats.conll2012.source import FileSource
from corefeval.formats.conll2012.writer import write
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.text import TextColumn

FIRST_HEADER = re.compile(rb"^#[ \t]*begin document\b", re.MULTILINE)
FIRST_WORD = re.compile(rb"^[^#\s].*$", re.MULTILINE)


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of a file: fast where it is regular, line by line and exact where it is not."""
    try:
        return read_fast(file)
    except IrregularError:
        return read_exactly(file, options)


def read_fast(file: TextFile) -> Corpus:
    """Return the corpus of a regular file, chunk by chunk; raise IrregularError for any other."""
    head = file.head()
    header = FIRST_HEADER.search(head)
    if header is None:
        raise IrregularError
    marker = header[0]
    layout: Layout | None = None
    pieces: list[Piece] = []
    documents = 0
    for _, chunk in file.chunks(marker):
        if layout is None:
            word = FIRST_WORD.search(chunk)
            if word is None:
                raise IrregularError
            layout = Layout.of(word[0].rstrip(b"\r"))
        piece = read_chunk(chunk, layout, documents)
        documents += len(piece.names)
        pieces.append(piece)
    if layout is None:
        raise IrregularError
    return _assembled(file, layout, marker, pieces)


def _assembled(file: TextFile, layout: Layout, marker: bytes, pieces: list[Piece]) -> Corpus:
    names = tuple(name for piece in pieces for name in piece.names)
    if len(set(names)) < len(names) or sum(piece.ended for piece in pieces) != len(names):
        raise IrregularError
    sizes = [piece.sizes for piece in pieces]
    document, node, mention, entity, line = ([0, *accumulate(column)] for column in zip(*sizes, strict=True))

    def join(name: str, shift: list[int]) -> Integers:
        columns = (getattr(piece, name) + step for piece, step in zip(pieces, shift, strict=False))
        return np.concatenate([integers(), *columns])

    start = join("document_start", node)
    first, last = join("first", node), join("last", node)
    none = np.full(len(first), -1, np.int64)
    parts = Parts(
        np.concatenate([piece.parts.mention + step for piece, step in zip(pieces, mention, strict=False)]),
        np.concatenate([piece.parts.first + step for piece, step in zip(pieces, node, strict=False)]),
        np.concatenate([piece.parts.last + step for piece, step in zip(pieces, node, strict=False)]),
    )
    return Corpus(
        names=names,
        nodes=Nodes(
            start,
            np.append(start[1:], node[-1]),
            TextColumn.concatenate([piece.forms for piece in pieces]),
            join("sentences", node),
        ),
        mentions=Mentions(join("entity", entity), first, last, none, none, none, parts),
        entities=Entities(
            join("entity_document", document),
            TextColumn.concatenate([piece.labels for piece in pieces]),
            join("rank", mention),
        ),
        format="conll2012",
        source=FileSource(file, layout, marker, node[:-1], line[:-1]),
    )


def recognises(head: bytes) -> bool:
    """Say whether a file that begins so is CoNLL-2012."""
    return detect(head) == "conll2012"


FORMAT = Format("conll2012", "CoNLL-2012", recognises, read, write)
