"""SACR: {chain:key="value",key="value" the words of the mention}. Mentions nest; lines that begin with # are not text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import cell
from corefeval.formats.disassembly import Disassembly
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import AnnotatedDocument, Mention
from corefeval.problems import Problem

PROPERTY = r'[^\s"{}=,]+(?:=(?:"(?:[^"\\\n]|\\.)*"|[^\s",{}=]*))?'
TAG = re.compile(
    rf"^#([^\n:]*):?([^\n]*)|\{{([^\s:{{}}]+)(?::({PROPERTY}(?:,{PROPERTY})*)?)?[^\S\n]|([{{}}])",
    re.MULTILINE,
)
VALUE = re.compile(r'([^\s"{}=,]+)(?:="((?:[^"\\\n]|\\.)*)"|=([^\s",{}=]*))?')

CHAIN = re.compile(r'[^\s:{}"\[\]\\,=]+')
"""Matches names of chains that can be read back. Detection of the format uses it too."""
KEY = re.compile(r'[^\s"{}=,:]+')
ESCAPED, BACKSLASH = r'(["\\])', r"\\\1"
NO_BRACES = str.maketrans("{}", "()")


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read a text. Its #textid is the name of the document. The properties of mentions are kept as attributes."""
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
            text.misplaced("brace-begins-nothing", text.place(tag.start()), tag[5])
    return [found]


def _properties(text: str) -> dict[str, str]:
    return {each[1]: re.sub(r"\\(.)", r"\1", each[2] or "") or each[3] or "" for each in VALUE.finditer(text)}


def write_each(corpus: Corpus) -> tuple[list[tuple[bytes, ...]], list[Problem]]:
    """Return the text of each document, one sentence per line, and the losses.

    Crossing mentions are dropped, because braces nest. Braces in the text are written as parentheses. A sentence that
    begins with # gets a blank before it; otherwise the line would not be text.
    """
    documents = Disassembly(corpus, "SACR", CHAIN, parts=False)
    return [
        (_tagged(document, documents).encode(),) for document in documents.documents()
    ], documents.problems()


def _tagged(document: AnnotatedDocument, documents: Disassembly) -> str:
    opened: defaultdict[int, list[str]] = defaultdict(list)
    closed: Counter[int] = Counter()
    nested = documents.nested(document.mentions)
    for mention in sorted(nested, key=lambda each: (each.spans[0][1], int(each.id)), reverse=True):
        first, last = mention.spans[0]
        opened[first].append(f"{{{mention.entity}{_head(mention)} ")
        closed[last] += 1
    pieces = [f"#textid: {document.name}\n\n"]
    done = 0
    for number, (begin, end) in enumerate(document.edges or ()):
        between, word = document.text[done:begin], document.text[begin:end].translate(NO_BRACES)
        is_comment = word.startswith("#") and (not number or between == "\n") and not opened[number]
        pieces += [between, " " if is_comment else "", *opened[number], word, "}" * closed[number]]
        done = end
    return "".join([*pieces, "\n"])


def _head(mention: Mention) -> str:
    """Return the properties of a mention, in the form that follows the name of its chain."""
    known = ((name, cell(value)) for name, value in mention.attributes.items() if KEY.fullmatch(name))
    listed = ",".join(f'{name}="{re.sub(ESCAPED, BACKSLASH, value)}"' for name, value in known)
    return f":{listed}" if listed else ""


FORMAT = tagged_format("sacr", read, write_each=write_each)
