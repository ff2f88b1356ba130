"""The CoNLL of GUM: brackets with type and number of the entity, and optionally a link: (person-1-Ada_Lovelace.

The closing bracket, person-1), is matched by the number: the link may be missing there, and the type may differ between
mentions of an entity.
"""

from __future__ import annotations

import re
from dataclasses import replace

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Attributes
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conll2012.dialect import read_dialect
from corefeval.formats.files import TextFile
from corefeval.text import TextColumn

__all__ = ["FORMAT"]

ID = re.compile(rb"(\(?)([A-Za-z]+)-([0-9]+)(-[^()|\s]*)?(?=[()|\s]|$)(\)?)")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file. Types and links become attributes of the mentions."""
    opened: dict[tuple[int, str], tuple[str, str]] = {}

    def numbered(cell: bytes, line: int) -> bytes:
        """Return a cell with only numbers as ids. Bars replace removed parts, so that the length stays the same."""
        for found in ID.finditer(cell):
            if found[1]:
                opened[line, found[3].decode()] = found[2].decode(), (found[4] or b"-")[1:].decode()
        return ID.sub(lambda found: (found[1] + found[3] + found[5]).ljust(len(found[0]), b"|"), cell)

    corpus = read_dialect(file, options, "gum-conll", numbered)
    mentions = corpus.mentions
    labels = corpus.entities.labels.take(mentions.entity)
    given = [
        opened.get((corpus.source.place(first).line, label), ("", ""))
        for first, label in zip(mentions.first.tolist(), labels, strict=True)
    ]
    columns = {
        "etype": TextColumn.of([etype for etype, _ in given]),
        "link": TextColumn.of([link for _, link in given]),
    }
    return replace(corpus, mentions=replace(mentions, attributes=Attributes(columns)))


FORMAT = Format("gum-conll", read)
