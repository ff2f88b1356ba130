"""Links of Markdown as mentions: [Mr. Smith](#1), nested [[his](#1) wife](#2)."""

from __future__ import annotations

import re

from corefeval.formats.inline.tags import TaggedDocument, TaggedText, read_brackets, tagged_format

TAG = re.compile(r"\\(?P<escaped>[\\\[\]])|(?P<open>\[)|\]\(#(?P<entity>[^()\s]*)\)|\]")
ESCAPED = re.compile(r"\\(?P<escaped>\\)|(?P<open>\\?\[)|\\?\]\(#(?P<entity>[^()\s]*)\)|\\?\]")
"""The same, with or without a backslash before brackets."""
LINK = re.compile(r"(\\?)\[[^\[\]\\]*(\\?)\]\(#")
"""Matches the beginning of a link without other brackets, up to its number. The groups are backslashes."""


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read an answer. Escaped brackets are text, unless those of all links are escaped."""
    escaped = {bool(link[1] or link[2]) for link in LINK.finditer(text.text, text.start, text.stop)}
    return read_brackets(text, ESCAPED if escaped == {True} else TAG)


FORMAT = tagged_format("markdown", read, is_answer=True)
