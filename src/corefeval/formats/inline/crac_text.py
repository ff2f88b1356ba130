"""The text of CRAC 2025's track for language models: a line a document, tags behind words, `##` for a zero."""

from __future__ import annotations

import re

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedDocument, TaggedText
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import Mention

__all__ = ["FORMAT"]

WORD = re.compile(r"\S+")
TAG = re.compile(r"(\[)?([^\[\],|]+)(\])?")
ZERO = "##"


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read lines of words with tags."""
    text = TaggedText(file, options, is_answer=True)
    documents = []
    start = text.start
    while start < text.stop:
        end = text.text.find("\n", start, text.stop)
        end = text.stop if end < 0 else end
        if not text.text[start:end].isspace() and start < end:
            documents.append(_document(text, start, end))
        start = end + 1
    return text.corpus(documents, "crac-text")


def _document(text: TaggedText, start: int, end: int) -> TaggedDocument:
    found = text.document(offset=start, unit=Unit.TOKEN)
    empty = []
    behind = 0
    for word in WORD.finditer(text.text, start, end):
        form, bar, cell = word[0].rpartition("|")
        parts = [TAG.fullmatch(part) for part in cell.split(",")] if bar and form else [None]
        tags = [part for part in parts if part is not None and (part[1] or part[3])]
        if len(tags) < len(parts):
            form, tags = word[0], []
        where = word.start() + len(form) + 1
        for tag in tags:
            if tag[1]:
                found.open(where, tag[0], Mention((), tag[2]), tag[2])
        behind = behind + 1 if form == ZERO else 0
        if behind:
            empty.append((len(found.tokens), behind))
        found.add(form)
        for tag in tags:
            if tag[3]:
                found.close(where, tag[0], tag[2])
    found.document.empty = empty
    return found


FORMAT = Format("crac-text", read)
