"""The tag <m>: <m id=3>Mr. Smith</m>, or <m> Mr. Smith | 3 </m> with the number at the end."""

from __future__ import annotations

import re

from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention

TAG = re.compile(
    r"""<m(?:[^\S\n]+(?:id|cluster|entity|chain)[^\S\n]*=[^\S\n]*(?:"([^"<>\n]*)"|'([^'<>\n]*)'|([^\s"'<>]+))[^\S\n]*)?>[^\S\n]*"""
    r"""|(?<![^\S\n])[^\S\n]*(?:\|[^\S\n]*([^\s|<>]+)[^\S\n]*)?</m>""",
    re.IGNORECASE,
)


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read an answer. A mention without a number is a singleton."""
    found = text.document()
    has_number: list[bool] = []
    for tag in text.tags(found, TAG):
        at = tag.start() + len(tag[0]) - len(tag[0].lstrip())
        number = tag[1] or tag[2] or tag[3]
        if tag[0].lstrip()[:2].lower() == "<m":
            found.open(at, tag[0].strip(), Mention((), number))
            has_number.append(bool(number))
            continue
        is_text = has_number.pop() if has_number else False
        if is_text and tag[4]:
            found.add(tag[0][: -len("</m>")].rstrip())
        mention = found.close(at, tag[0].strip())
        if mention and not is_text:
            mention.entity = tag[4]
    return [found]


FORMAT = tagged_format("m-tags", read, is_answer=True)
