"""WinoBias: one document per line, with mentions in brackets.

An example is `[The developer] argued with the designer because [he] …`. Square brackets are one entity, round brackets
a second one.
"""

from __future__ import annotations

import re

from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention

LINE = re.compile(r"^(?:([0-9]+)[ \t]+)?([^\n]*\S[^\n]*)", re.MULTILINE)
TAG = re.compile(r"[\[\]()]")
OPENING = {"]": "[", ")": "("}


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read lines. A document is named by the number at the start of its line, or else by its line number."""
    documents = []
    for line in LINE.finditer(text.text):
        found = text.document(line[1] or "", line.start())
        found.document.names_chains = False
        for tag in text.tags(found, TAG, line.start(2), line.end(2)):
            if tag[0] in OPENING:
                found.close(tag.start(), tag[0], OPENING[tag[0]])
            else:
                found.open(tag.start(), tag[0], Mention((), tag[0]), tag[0])
        documents.append(found)
    return documents


FORMAT = tagged_format("winobias", read)
