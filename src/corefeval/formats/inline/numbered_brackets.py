"""Brackets with a number: [1 The Eiffel Tower ] is in [4 Paris , [2 France ]] ."""

from __future__ import annotations

import re

from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention

TAG = re.compile(r"\[([0-9]+):?[^\S\n]+|(\[)|((?<![^\S\n])[^\S\n]*\])")


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read an answer. Brackets without a number are text. The blanks at the edges of brackets are not text."""
    found = text.document()
    is_tag: list[bool] = []
    for tag in text.tags(found, TAG):
        if tag[3] is None:
            is_tag.append(tag[1] is not None)
        if tag[1]:
            found.open(tag.start(), tag[0].strip(), Mention((), tag[1]))
        elif tag[2] or (is_tag and not is_tag.pop()):
            found.add(tag[0])
        else:
            found.close(tag.end() - 1, "]")
    return [found]


FORMAT = tagged_format("numbered-brackets", read, is_answer=True)
