"""SACR: {chain:key="value",key="value" the words of the mention}, nested; lines that begin with # are no text."""

from __future__ import annotations

import re

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedText
from corefeval.formats.standoff import Mention

__all__ = ["FORMAT"]

PROPERTY = r'[^\s"{}=,]+(?:=(?:"(?:[^"\\\n]|\\.)*"|[^\s",{}=]*))?'
TAG = re.compile(
    rf"^#([^\n:]*):?([^\n]*)|\{{([^\s:{{}}]+)(?::({PROPERTY}(?:,{PROPERTY})*)?)?[^\S\n]|([{{}}])",
    re.MULTILINE,
)
VALUE = re.compile(r'([^\s"{}=,]+)(?:="((?:[^"\\\n]|\\.)*)"|=([^\s",{}=]*))?')


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a text; the document is called by its #textid, the properties of mentions are kept."""
    text = TaggedText(file, options)
    found = text.document()
    for tag in text.tags(found, TAG):
        if tag[1] is not None:
            if tag[1].strip() == "textid":
                found.document.name = tag[2].strip()
        elif tag[3]:
            found.open(tag.start(), tag[0].strip(), Mention((), tag[3], attributes=_properties(tag[4] or "")))
        elif tag[5] == "}":
            found.close(tag.start(), tag[5])
        else:
            text.misplaced("a brace that begins no mention", text.place(tag.start()), tag[5])
    return text.corpus([found], "sacr")


def _properties(text: str) -> dict[str, str]:
    return {each[1]: re.sub(r"\\(.)", r"\1", each[2] or "") or each[3] or "" for each in VALUE.finditer(text)}


FORMAT = Format("sacr", read)
