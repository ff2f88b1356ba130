"""Links of Markdown as mentions: [Mr. Smith](#1), nested [[his](#1) wife](#2)."""

from __future__ import annotations

import re

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedText

__all__ = ["FORMAT"]

TAG = re.compile(r"\\([\\\[\]])|(\[)|\]\(#([^()\s]*)\)|\]")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read an answer. Brackets without a link, and brackets after a backslash, are text."""
    text = TaggedText(file, options, is_answer=True)
    found = text.document()
    is_link = _links(text)
    for tag in text.tags(found, TAG):
        at = tag.start()
        if tag[1]:
            found.add(tag[1])
        elif not is_link.get(at, True):
            found.add(tag[0])
        elif tag[2]:
            found.open(at, tag[0])
        elif tag[3] is None:
            text.misplaced("bracket-closes-nothing", text.place(at), tag[0])
        elif mention := found.close(at, tag[0]):
            mention.entity = tag[3] or None
    return text.corpus([found], "markdown")


def _links(text: TaggedText) -> dict[int, bool]:
    """Return whether each pair of brackets is a link, for the positions of both brackets."""
    waiting: list[int] = []
    found: dict[int, bool] = {}
    for tag in TAG.finditer(text.text, text.start, text.stop):
        if tag[2]:
            waiting.append(tag.start())
        elif not tag[1] and waiting:
            found[waiting.pop()] = found[tag.start()] = tag[3] is not None
    return found


FORMAT = Format("markdown", read)
