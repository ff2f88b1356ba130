"""The text of CRAC's track for language models: one line per document, tags after words, `##` or `##form` for a zero."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import UNKNOWN
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.disassembly import Disassembly
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import BLOCK, TaggedDocument, TaggedText
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import Mention
from corefeval.formats.text2text import ZERO, as_converted, behind_governors, zeros_among
from corefeval.problems import Problem

LINE = re.compile(r"[^\n]*\n|[^\n]+")
WORD = re.compile(r"\S+")
NAME = re.compile(r"[^\s\[\],|-]+")
TAG = re.compile(r"(\[)?([^\[\],|]+)(\])?")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read lines of words with tags. Each line is a document.

    If the key has as many documents as the file has lines, blank lines are documents with the key's words and without
    mentions. Otherwise they are skipped.
    """
    text = TaggedText(file, options, answer="crac-text")
    found_lines = LINE.finditer(text.text, text.start, text.stop)
    lines = [(line.start(), line.end() - line[0].endswith("\n")) for line in found_lines]
    filled = [(start, end) for start, end in lines if text.text[start:end].strip()]
    texts = options.texts.in_order if options.texts is not None and len(filled) < len(lines) else []
    documents = []
    for number, (start, end) in enumerate(lines if len(lines) == len(texts) else filled):
        found = text.document(offset=start, unit=Unit.TOKEN)
        documents.append(found)
        if (start, end) in filled:
            _add_line(text, found, start, end)
        else:
            found.pieces.extend(texts[number])
    corpus = text.corpus(documents, "crac-text")
    return as_converted(corpus, corpus.entities.labels)


def _add_line(text: TaggedText, found: TaggedDocument, start: int, end: int) -> None:
    """Add the words, zeros and mentions of a line. A zero before the first word has no governor, and is dropped."""
    has_word = False
    for word in WORD.finditer(text.text, start, end):
        form, tags, rest = _parted(word[0])
        where = word.start() + len(form) + 1
        if form.startswith(ZERO) and not has_word:
            text.misplaced("zero-before-first-word", text.place(word.start()), word[0])
            continue
        has_word = True
        if rest:
            text.misplaced("tag-behind-second-bar", text.place(word.end() - len(rest)), rest)
        for tag in tags:
            if tag[1]:
                found.open(where, tag[0], Mention((), tag[2]), tag[2])
        found.add(form)
        for tag in tags:
            if tag[3]:
                found.close(where, tag[0], tag[2])
    found.pieces[:], found.document.empty = zeros_among(found.pieces)


def _parted(word: str) -> tuple[str, list[re.Match[str]], str]:
    """Return a word without its tags, the tags, and further tags after a second bar, which are not read.

    A word may contain bars itself: `a|b|[e1]` is the word `a|b`.
    """
    form, bar, cell = word.partition("|")
    while bar and form:
        cell, second, rest = cell.partition("|")
        if tags := _tags(cell):
            return form, tags, second + rest
        form, bar, cell = f"{form}|{cell}", second, rest
    return word, [], ""


def _tags(cell: str) -> list[re.Match[str]]:
    """Return the tags of a cell, separated by commas or hyphens; empty if any part of it is not a tag."""
    for pattern in (r"[,-]", ","):
        parts = [TAG.fullmatch(part) for part in re.split(pattern, cell)]
        tags = [part for part in parts if part is not None and (part[1] or part[3])]
        if len(tags) == len(parts):
            return tags
    return []


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write one line per document, and return the losses. Lost names and sentences are found by reading the file back.

    Entities are called e1, e2, … in each document, and zeros directly follow their governors, as the official converter
    expects. Crossing mentions of one entity are dropped, because a closing tag closes the last open mention with its
    name. White space in a word, and text that would be read as a tag or a zero, is written as _.
    """
    moved = behind_governors(corpus)
    documents = Disassembly(moved, "CRAC text", NAME, zeros=True, parts=False)
    documents.lost["zeros-moved"] = int((corpus.nodes.empty != moved.nodes.empty).sum())
    renamed = 0
    for document in documents.documents():
        chains: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in document.mentions:
            chains[mention.entity or ""].append(mention)
        opening = {
            name: min((span[0], -span[1]) for each in chain for span in each.spans)
            for name, chain in chains.items()
        }
        numbered = {
            name: f"e{number}" for number, name in enumerate(sorted(chains, key=opening.__getitem__), 1)
        }
        if documents.lost["names-of-entities"] == renamed:
            documents.lost["names-of-entities"] += sum(name != new for name, new in numbered.items())
        renamed = documents.lost["names-of-entities"]
        tags: defaultdict[int, list[str]] = defaultdict(list)
        for name, chain in chains.items():
            for ((first, last),) in (mention.spans for mention in documents.nested(chain)):
                tag = numbered[name]
                tags[first].append(f"[{tag}]" if first == last else f"[{tag}")
                if first < last:
                    tags[last].append(f"{tag}]")
        zeros = {number for number, _ in document.empty}
        words = [
            _word(form, sorted(tags[number]), is_zero=number in zeros)
            for number, form in enumerate(document.tokens or ())
        ]
        stream.write((" ".join(words) + "\n").encode())
    return documents.problems()


def _word(form: str, tags: Sequence[str], *, is_zero: bool) -> str:
    """Return a word with its tags, in a form that can be read back."""
    plain = "_".join(form.split())
    if is_zero:
        plain = ZERO + plain.removeprefix(ZERO).removeprefix(UNKNOWN if plain == UNKNOWN else "")
    if (not is_zero and (plain.startswith(ZERO) or BLOCK.match(f"{plain}\n"))) or _parted(plain)[1]:
        plain = re.sub(r"[#|`~]", "_", plain)
    return "|".join([plain, ",".join(tags)]) if tags else plain


FORMAT = Format("crac-text", read, write, arranged=behind_governors)
