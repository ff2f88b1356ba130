"""Common code for SGML with mentions as elements. In MUC they point to each other; in OntoNotes they name the entity.

SGML is not XML: it has no root, and `&` is an ordinary character unless it begins `&amp;`, `&lt;`, `&gt;` or `&quot;`.
Elements other than mentions are removed and their text is kept, except for the name of a document (DOCNO, DOCID).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from corefeval.formats.inline.tags import TaggedDocument, TaggedText
from corefeval.formats.standoff import Mention

ATTRIBUTE = re.compile(r"""([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""")
TAG = re.compile(
    r"<(?:(DOCNO|DOCID)\b[^<>]*>([^<>]*)</(?:DOCNO|DOCID)\s*>|(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*)?)>)",
    re.IGNORECASE,
)
CHARACTERS = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"'}
REFERENCE = re.compile("|".join(CHARACTERS))


def plain(text: str) -> str:
    """Replace character references such as `&amp;` by the characters."""
    return REFERENCE.sub(lambda found: CHARACTERS[found[0]], text)


def attributes_of(text: str) -> dict[str, str]:
    """Return the attributes of a tag, with names in capitals."""
    return {
        found[1].upper(): plain(found[2] or found[3] or found[4] or "") for found in ATTRIBUTE.finditer(text)
    }


def parts(text: TaggedText, element: str) -> list[tuple[int, int]]:
    """Return begin and end of each document: the elements with this name, or else the whole file."""
    starts = [found.start() for found in re.finditer(rf"<{element}\b", text.text, re.IGNORECASE)][1:]
    return list(zip([0, *starts], [*starts, len(text.text)], strict=True))


def document(
    text: TaggedText,
    part: tuple[int, int],
    mention_of: Callable[[TaggedDocument, dict[str, str], int], Mention | None],
) -> TaggedDocument:
    """Return a document whose mentions are the elements COREF.

    Args:
        text: the file.
        part: begin and end of the document.
        mention_of: a function that returns the mention for the attributes of a tag at a position of the file; None if it is
            not a mention.
    """
    found = text.document(offset=part[0])
    is_mention: list[bool] = []
    for tag in text.tags(found, TAG, *part, plain):
        if tag[1]:
            found.document.name = tag[2].strip()
        elif tag[4].upper() != "COREF":
            continue
        elif tag[3]:
            if not is_mention or is_mention.pop():
                found.close(tag.start(), tag[0])
        else:
            mention = mention_of(found, attributes_of(tag[5]), tag.start())
            is_mention.append(mention is not None)
            if mention is not None:
                found.open(tag.start(), tag[0], mention)
    return found
