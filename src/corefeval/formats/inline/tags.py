r"""Read running text with tags: remove the tags, and make mentions of the text between two tags.

A format defines a pattern for its tags, and whether each tag opens or closes a mention. This module does the rest:

- *Nesting and crossing*: a closing tag closes the last open mention of its kind. If closing tags contain a name, the
  kind is this name, and mentions of different names may cross. Otherwise there is one kind, and mentions only nest.
- *Unmatched tags*: an opening or closing tag without its counterpart is an error with its place (CE071). With `repair`,
  the mention is dropped (CE048). In the output of language models it is only a warning (CE071).
- *Answers* of language models begin after the model's reasoning. If code blocks have tags, the last one is the answer.
  A line such as "Here is the text:" before it is skipped. CE077 reports skipped text, and a block without an end,
  which may be truncated.
- *Places* are lines and columns of the file, in characters.

The text between tags is kept unchanged, so that scoring can align it; assemble splits it into tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import Any, NamedTuple

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions, WriteEach
from corefeval.formats.detect import (
    ANSWER_BEGIN,
    ANSWER_END,
    JSON_STRINGS,
    detect,
    json_answers,
    reasoning,
)
from corefeval.formats.files import TextFile
from corefeval.formats.key_texts import COPY, likeness, overlap
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import Place, Problem, Problems, warning

BLOCK = re.compile(r"^[ \t]*(```+|~~~+)[^\n`\[\]{}<>]*\n", re.MULTILINE)
SIGNS = " \t\n>*_+`~-\u200b\u2060\ufeff"
"""Blanks and signs of Markdown around JSON, which are not reported."""
PREAMBLE = re.compile(
    r"\s*(?:here|below|sure|certainly|of course|okay|ok|the (?:annotated|tagged|following|text|result|answer|output))\b[^\n]*:[ \t*]*\n",
    re.IGNORECASE,
)
"""A first line that announces the answer."""
FINAL = re.compile(
    r"^(?:[ \t]*final answer|(?=[^\n]*[:*#_])[ \t*#_]*final (?:(?:annotated|tagged|marked) )?"
    r"(?:answer|text|output|result|version|annotation))[ \t*_]*:?[ \t*_]*\n",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that announces the final answer after drafts. A heading of the text, such as "Final result", has no sign."""
DRAFT = 0.5
"""The last code block with tags, or JSON value, is the answer, if it has at least this share of the characters of the longest one."""

SEVERAL = re.compile(r"#?[A-Za-z_-]{0,12}[0-9]+(?:\s*[,;+&/]\s*#?[A-Za-z_-]{0,12}[0-9]+)+")
"""Matches the numbers of several entities."""


class _Block(NamedTuple):
    """A code block: the edges of the block with its fences, and of its content."""

    begin: int
    start: int
    stop: int
    end: int


@dataclass(slots=True)
class _Open:
    """A mention that is not closed yet: its attributes, its start in the text, and the tag."""

    mention: Mention
    begin: int
    shown: str


class TaggedText:
    """A file of running text with tags.

    Args:
        file: the file.
        options: the options for reading.
        answer: the name of its format, if a language model wrote it; then unmatched tags are only warnings.
    """

    def __init__(self, file: TextFile, options: ReadOptions, *, answer: str = "") -> None:
        self.file = file
        self.text = file.read().decode().replace("\r\n", "\n")
        self.problems = Problems()
        self.start, self.stop = 0, len(self.text)
        self._is_answer = bool(answer)
        self._options = replace(options, repair=options.repair or self._is_answer)
        self._lines = [0, *(found.end() for found in re.finditer("\n", self.text))]
        if answer:
            self._find_answer(answer)

    def place(self, offset: int) -> Place:
        """Return the line and column of a character of the file."""
        line = bisect_right(self._lines, offset)
        return Place(self.file.name, line, offset - self._lines[line - 1] + 1)

    def document(
        self, name: str = "", offset: int | None = None, unit: Unit = Unit.CHARACTER
    ) -> TaggedDocument:
        """Return a new document that begins at this character, by default at the first."""
        return TaggedDocument(self, name, self.place(self.start if offset is None else offset), unit)

    def tags(
        self,
        document: TaggedDocument,
        pattern: re.Pattern[str],
        start: int | None = None,
        stop: int | None = None,
        plain: Callable[[str], str] = str,
    ) -> Iterator[re.Match[str]]:
        """Yield the tags of a part of the text, by default of the whole, and add the text between them to the document."""
        done = self.start if start is None else start
        end = self.stop if stop is None else stop
        for tag in pattern.finditer(self.text, done, end):
            document.add(plain(self.text[done : tag.start()]))
            yield tag
            done = tag.end()
        document.add(plain(self.text[done:end]))

    def corpus(self, documents: Iterable[TaggedDocument], format: str) -> Corpus:  # noqa: A002 - the word the user reads
        """Return the corpus of documents."""
        found = [document.finished() for document in documents]
        if self._is_answer:
            self._note_several_entities(found)
            if not any(document.mentions for document in found):
                found = self._unmarked(found)
        return assemble(found, format, self._options, self.problems)

    @property
    def may_be_unmarked(self) -> bool:
        """Whether an answer without marks is read as a document without mentions. If not, it is an error."""
        return self._is_answer and bool(self._options.unreadable)

    def _unmarked(self, found: list[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Return the document of an answer without marks, with the key's words if known."""
        if self._options.unreadable == "error":
            self.problems.add(Problem("CE071", "answer-refused", self.file.place))
            return found
        self.problems.add(
            warning(
                "CE071",
                "answer-without-marks" if self._options.unreadable else "no-mention-marked",
                self.file.place,
                "",
            )
        )
        texts = self._options.texts
        words = None if texts is None else texts.of(self.file.name)
        if words is None:
            return found
        return [AnnotatedDocument(place=self.file.place, tokens=words, unit=Unit.TOKEN)]

    def _note_several_entities(self, found: list[AnnotatedDocument]) -> None:
        """Report mentions with the numbers of several entities."""
        mentions = chain.from_iterable(document.mentions for document in found)
        several = [mention for mention in mentions if SEVERAL.fullmatch(mention.entity or "")]
        if several:
            first = min(several, key=lambda each: (each.place.line, each.place.column))
            self.warn("CE071", "several-entities", first.place, first.entity or "", count=len(several))

    def warn(self, code: str, kind: str, place: Place, text: str = "", **arguments: Any) -> None:
        """Report a warning."""
        self.problems.add(warning(code, kind, place, text, **arguments))

    def misplaced(self, kind: str, place: Place, shown: str) -> None:
        """Report an unmatched tag, one of the kinds of CE071."""
        fault = Problem("CE071", kind, place, shown)
        if self._is_answer or self._options.repair:
            self.warn("CE071" if self._is_answer else "CE048", "tag-left-out", place, shown, fault=fault)
        else:
            self.problems.add(Problem("CE071", "tag-does-not-fit", place, shown, fault=fault))

    def _find_answer(self, form: str) -> None:
        """Find the start and end of the answer, and report the text around it."""
        encoded = self.text.encode()
        self.start = len(encoded[: reasoning(encoded)].decode())
        behind = self.stop
        if self.text[: self.start].endswith(ANSWER_BEGIN.decode()):
            content, end, _ = self.text[self.start :].partition(ANSWER_END.decode())
            self.stop = self.start + len(content)
            behind = self.stop + len(end)
        for final in reversed([*FINAL.finditer(self.text, self.start, self.stop)]):
            if self._has_marks(form, final.end(), self.stop):
                self.start = final.end()
                break
        self.left_out(0, self.start)
        self.left_out(behind, len(self.text))
        if form == JSON_STRINGS:
            self._take_value()
            return
        blocks = list(self._blocks())
        marked = [block for block in blocks if self._has_marks(form, block.start, block.stop)]
        longest = max((block.stop - block.start for block in marked), default=0)
        marked = [block for block in marked if block.stop - block.start >= DRAFT * longest]
        if marked and (outside := self._like_key_outside(form, blocks, marked[-1])):
            self.left_out(self.start, outside[0])
            self.left_out(outside[1], self.stop)
            self.start, self.stop = outside
            self._skip_preamble(form)
            return
        if len(marked) > 1:
            self.warn("CE077", "blocks-skipped", self.place(marked[0].begin), count=len(marked) - 1)
        if marked or (blocks and not self._has_marks(form, self.start, self.stop)):
            self._take_block((marked or blocks[:1])[-1])
            return
        for block in blocks:
            if not self._has_marks(form, self.start, block.begin):
                self.start = self._skipped(self.start, block.end)
        for block in reversed(blocks):
            if block.begin >= self.start and not self._has_marks(form, block.end, self.stop):
                self._skipped(block.begin, self.stop)
                self.stop = block.begin
        self._skip_preamble(form)

    def _skip_preamble(self, form: str) -> None:
        """Skip a first line that announces the answer. A line with marks is skipped only if the key's text lacks it."""
        preamble = PREAMBLE.match(self.text, self.start, self.stop)
        if preamble is None:
            return
        if self._has_marks(form, self.start, preamble.end()):
            words = self._key_words
            if words is None or overlap(preamble[0], words) >= COPY:
                return
        self.start = self._skipped(self.start, preamble.end())

    @property
    def _key_words(self) -> list[str] | None:
        """The words of the key's document, if known."""
        texts = self._options.texts
        return None if texts is None else texts.of(self.file.name)

    def _like_key_outside(
        self, form: str, blocks: Sequence[_Block], chosen: _Block
    ) -> tuple[int, int] | None:
        """Return the part outside of code blocks, or the whole text, if it has marks and is more like the key's text.

        The chosen block is then an example. None without the key's text.
        """
        edges = [self.start, *(edge for block in blocks for edge in (block.begin, block.end)), self.stop]
        parts = [
            (start, stop)
            for start, stop in zip(edges[::2], edges[1::2], strict=True)
            if self._has_marks(form, start, stop)
        ]
        words = self._key_words if parts else None
        if words is None:
            return None
        every = [(chosen.start, chosen.stop), (self.start, self.stop), *parts]
        best = max(every, key=lambda part: likeness(self.text[slice(*part)], words))
        return best if best != every[0] else None

    def _take_value(self) -> None:
        """Take a JSON value as the answer: the last long one."""
        encoded = self.text[self.start : self.stop].encode()
        values = json_answers(encoded)
        if not values:
            return
        longest = max(end - begin for begin, end in values)
        long = [(begin, end) for begin, end in values if end - begin >= DRAFT * longest]
        start, stop = (self.start + len(encoded[:edge].decode()) for edge in long[-1])
        if len(long) > 1:
            first = self.start + len(encoded[: long[0][0]].decode())
            self.warn("CE077", "values-skipped", self.place(first), count=len(long) - 1)
        before = self.text[self.start : start].rstrip(SIGNS)
        above, _, line = before.rpartition("\n")
        if line.lstrip(SIGNS).lower() == "json" or line.lstrip(" \t>").startswith(("```", "~~~")):
            before = above.rstrip(SIGNS)
        self.left_out(self.start, self.start + len(before))
        behind = self.text[stop : self.stop]
        self.left_out(self.stop - len(behind.lstrip(SIGNS)), self.stop)
        self.start, self.stop = start, stop

    def _take_block(self, block: _Block) -> None:
        """Take a code block as the answer. A block without an end may be truncated."""
        self._skipped(self.start, block.begin)
        if block.stop == block.end:
            fence = self.text[block.begin : block.start].strip()
            self.warn("CE077", "code-block-no-end", self.place(block.begin), fence)
        self._skipped(block.end, self.stop)
        self.start, self.stop = block.start, block.stop

    def _blocks(self) -> Iterator[_Block]:
        """Yield the code blocks of the answer. A block without an end extends to the end of the text."""
        end = self.start
        while opening := BLOCK.search(self.text, end, self.stop):
            fence = re.compile(rf"^[ \t]*{opening[1]}[ \t]*$", re.MULTILINE)
            closing = fence.search(self.text, opening.end(), self.stop)
            stop, end = closing.span() if closing else (self.stop, self.stop)
            yield _Block(opening.start(), opening.end(), stop, end)

    def _has_marks(self, form: str, start: int, stop: int) -> bool:
        """Return whether a part of the text has marks of a format."""
        return detect(self.text[start:stop].encode()) == form

    def _skipped(self, start: int, stop: int) -> int:
        """Report a part of the text that is skipped, and return its end."""
        self.left_out(start, stop)
        return stop

    def left_out(self, start: int, stop: int) -> None:
        """Report text of the file that is not part of the answer."""
        words = self.text[start:stop]
        if around := words.strip():
            where = self.place(start + len(words) - len(words.lstrip()))
            self.warn("CE077", "text-around-answer-left", where, around)


def spaced(words: Sequence[str]) -> tuple[str, list[str], list[tuple[int, int]]]:
    """Return the text of words joined by blanks, the words, and the begin and end of each in the text."""
    ends = list(accumulate(len(word) + 1 for word in words))
    edges = [(end - len(word) - 1, end - 1) for word, end in zip(words, ends, strict=True)]
    return " ".join(words), list(words), edges


def tagged_format(
    name: str,
    read: Callable[[TaggedText], Iterable[TaggedDocument]],
    write_each: WriteEach | None = None,
    *,
    is_answer: bool = False,
) -> Format:
    """Return a format of running text with tags, given a function that returns the documents of a file."""

    def read_corpus(file: TextFile, options: ReadOptions) -> Corpus:
        text = TaggedText(file, options, answer=name if is_answer else "")
        return text.corpus(read(text), name)

    return Format(name, read_corpus, write_each=write_each)


def read_brackets(text: TaggedText, pattern: re.Pattern[str]) -> list[TaggedDocument]:
    """Read mentions in square brackets, whose ends name the entity. Other brackets are text.

    Args:
        text: the file.
        pattern: matches brackets. Its groups are `open`, `entity` (for brackets that end a mention; '' for a singleton)
            and perhaps `escaped`, a character that is text.
    """
    found = text.document()
    is_mention: dict[int, bool] = {}
    waiting: list[int] = []
    for tag in pattern.finditer(text.text, text.start, text.stop):
        if tag.lastgroup == "open":
            waiting.append(tag.start())
        elif tag.lastgroup != "escaped" and waiting:
            is_mention[waiting.pop()] = is_mention[tag.start()] = tag.lastgroup == "entity"
    for tag in text.tags(found, pattern):
        at = tag.start()
        if tag.lastgroup == "escaped":
            found.add(tag["escaped"])
        elif not is_mention.get(at, True):
            found.add(tag[0].lstrip("\\"))
        elif tag.lastgroup == "open":
            found.open(at, "[")
        elif tag.lastgroup is None:
            text.misplaced("bracket-closes-nothing", text.place(at), tag[0])
        elif mention := found.close(at, tag[0].strip()):
            mention.entity = tag["entity"] or None
    return [found]


class TaggedDocument:
    """A document during the removal of its tags. `TaggedText.document` makes it.

    Attributes:
        document: the document.
        pieces: the pieces of text so far, or the tokens if the unit is tokens.
    """

    def __init__(self, text: TaggedText, name: str, place: Place, unit: Unit) -> None:
        self.document = AnnotatedDocument(name, place, unit=unit)
        self.pieces: list[str] = []
        self._text = text
        self._length = 0
        self._open: dict[str, list[_Open]] = {}

    def add(self, text: str) -> None:
        """Add a piece of text, or one token if the unit is tokens."""
        self.pieces.append(text)
        self._length += 1 if self.document.unit is Unit.TOKEN else len(text)

    def open(self, offset: int, shown: str, mention: Mention | None = None, kind: str = "") -> None:
        """Begin a mention here.

        Args:
            offset: the position of the tag in the file; ignored if the mention has a place.
            shown: the tag.
            mention: the mention with its attributes, without spans.
            kind: the kind of closing tag that ends it.
        """
        found = mention or Mention(())
        if not found.place.file:
            found.place = self._text.place(offset)
        self._open.setdefault(kind, []).append(_Open(found, self._length, shown))

    def close(self, offset: int, shown: str, kind: str = "") -> Mention | None:
        """End the last open mention of a kind here, and return it. If there is none, report a problem and return None."""
        waiting = self._open.get(kind)
        if not waiting:
            self._text.misplaced("tag-closes-nothing", self._text.place(offset), shown)
            return None
        found = waiting.pop()
        found.mention.spans = [(found.begin, self._length)]
        self.document.mentions.append(found.mention)
        return found.mention

    def finished(self) -> AnnotatedDocument:
        """Return the document. Mentions without an end are reported and dropped, with the links to them."""
        left = [each for waiting in self._open.values() for each in waiting]
        for each in sorted(left, key=lambda each: (each.mention.place.line, each.mention.place.column)):
            self._text.misplaced("tag-never-closed", each.mention.place, each.shown)
        lost = {each.mention.id for each in left if each.mention.id}
        links = self.document.links
        self.document.links = [link for link in links if link.source not in lost and link.target not in lost]
        self._open.clear()
        if self.document.unit is Unit.TOKEN:
            self.document.tokens = self.pieces
        else:
            self.document.text = self.text
        return self.document

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self.pieces)
