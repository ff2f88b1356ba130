"""The text of CRAC 2025's track for language models: a line a document, tags behind words, `##` for a zero."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.disassembly import Disassembly
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import BLOCK, TaggedDocument, TaggedText
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import Mention
from corefeval.problems import Problem

__all__ = ["FORMAT"]

WORD = re.compile(r"\S+")
TAG = re.compile(r"(\[)?([^\[\],|]+)(\])?")
ZERO = "##"
NAME = re.compile(r"[^\s\[\],|]+")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read lines of words with tags."""
    text = TaggedText(file, options, is_answer=True)
    documents = []
    start = text.start
    while start < text.stop:
        end = text.text.find("\n", start, text.stop)
        end = text.stop if end < 0 else end
        if not text.text[start:end].isspace() and start < end:
            documents.append(_document(text, start, end))
        start = end + 1
    return text.corpus(documents, "crac-text")


def _document(text: TaggedText, start: int, end: int) -> TaggedDocument:
    found = text.document(offset=start, unit=Unit.TOKEN)
    empty = []
    behind = 0
    for word in WORD.finditer(text.text, start, end):
        form, tags = _parted(word[0])
        where = word.start() + len(form) + 1
        for tag in tags:
            if tag[1]:
                found.open(where, tag[0], Mention((), tag[2]), tag[2])
        behind = behind + 1 if form == ZERO else 0
        if behind:
            empty.append((len(found.tokens), behind))
        found.add(form)
        for tag in tags:
            if tag[3]:
                found.close(where, tag[0], tag[2])
    found.document.empty = empty
    return found


def _parted(word: str) -> tuple[str, list[re.Match[str]]]:
    """Return a word without its tags, and these."""
    form, bar, cell = word.rpartition("|")
    parts = [TAG.fullmatch(part) for part in cell.split(",")] if bar and form else [None]
    tags = [part for part in parts if part is not None and (part[1] or part[3])]
    return (form, tags) if len(tags) == len(parts) else (word, [])


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a line a document; return what is lost, names and sentences apart, which are found in reading it back.

    Mentions of one entity that cross are left out, for a closing tag closes the last open one of its name. White space in a word,
    and what would be a tag or a zero, is written as _.
    """
    documents = Disassembly(corpus, "CRAC text", NAME, zeros=True, parts=False)
    for document in documents.documents():
        chains: defaultdict[str | None, list[Mention]] = defaultdict(list)
        for mention in document.mentions:
            chains[mention.entity].append(mention)
        opened: defaultdict[int, list[str]] = defaultdict(list)
        closed: defaultdict[int, list[str]] = defaultdict(list)
        for name, chain in chains.items():
            for ((first, last),) in (mention.spans for mention in documents.nested(chain)):
                opened[first].append(f"[{name}]" if first == last else f"[{name}")
                if first < last:
                    closed[last].append(f"{name}]")
        zeros = {number for number, _ in document.empty}
        words = [
            _word(form, [*opened[number], *closed[number]], is_zero=number in zeros)
            for number, form in enumerate(document.tokens or ())
        ]
        stream.write((" ".join(words) + "\n").encode())
    return documents.problems()


def _word(form: str, tags: Sequence[str], *, is_zero: bool) -> str:
    """Return a word with its tags, so that it is read as that word."""
    plain = ZERO if is_zero else "_".join(form.split())
    if not is_zero and (plain == ZERO or BLOCK.match(f"{plain}\n") or (not tags and _parted(plain)[1])):
        plain = re.sub(r"[#|`~]", "_", plain)
    return "|".join([plain, ",".join(tags)]) if tags else plain


FORMAT = Format("crac-text", read, write)
