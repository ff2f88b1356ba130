"""Tags that name the entity: <e1>Anna</e1> fed <e2><e1>her</e1> dog</e2>."""

from __future__ import annotations

import re

from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention

NAME = r"(?![hH][1-6]>)([A-Za-z_-]{1,12}[0-9]+)"
"""Matches letters and a number, except h1 to h6, which are headings of HTML."""
TAG = re.compile(rf"<{NAME}>[^\S\n]*|(?<![^\S\n])[^\S\n]*</{NAME}>")


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read an answer. Closing tags contain the name of the entity, so mentions may cross."""
    found = text.document()
    for tag in text.tags(found, TAG):
        at = tag.start() + len(tag[0]) - len(tag[0].lstrip())
        name = tag[1] or tag[2]
        if tag[1]:
            found.open(at, tag[0].strip(), Mention((), name), name)
        else:
            found.close(at, tag[0].strip(), name)
    return [found]


FORMAT = tagged_format("entity-tags", read, is_answer=True)
