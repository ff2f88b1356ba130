"""Brackets with the entity at the end: [Anna: 1] fed [[her: 1] dog: 2]."""

from __future__ import annotations

import re

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedText

__all__ = ["FORMAT"]

TAG = re.compile(r"(\[)[^\S\n]*|(?<![^\S\n])[^\S\n]*:[^\S\n]*(#?[A-Za-z_-]{0,12}[0-9]+)[^\S\n]*\]|\]")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read an answer. Brackets without an entity are text."""
    text = TaggedText(file, options, is_answer=True)
    found = text.document()
    is_mention = _mentions(text)
    for tag in text.tags(found, TAG):
        at = tag.start()
        if not is_mention.get(at, True):
            found.add(tag[0])
        elif tag[1]:
            found.open(at, "[")
        elif tag[2] is None:
            text.misplaced("bracket-closes-nothing", text.place(at), tag[0])
        elif mention := found.close(at, tag[0].strip()):
            mention.entity = tag[2].removeprefix("#")
    return text.corpus([found], "labelled-brackets")


def _mentions(text: TaggedText) -> dict[int, bool]:
    """Return whether each pair of brackets names an entity, for the positions of both brackets."""
    waiting: list[int] = []
    found: dict[int, bool] = {}
    for tag in TAG.finditer(text.text, text.start, text.stop):
        if tag[1]:
            waiting.append(tag.start())
        elif waiting:
            found[waiting.pop()] = found[tag.start()] = tag[2] is not None
    return found


FORMAT = Format("labelled-brackets", read)
