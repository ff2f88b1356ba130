"""The meaning of offsets in files (tokens or characters, inclusive or exclusive ends), and the nodes of spans.

Nothing is guessed: for JSON Lines the whole file decides. If both readings fit, an error asks the user to choose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from corefeval.arrays import Booleans, Integers, integers
from corefeval.names import resolve
from corefeval.problems import CorefevalError, Place, Problem, UsageError

# scripts from Thai to Burmese, Khmer, kana and Han have no spaces between words, so each character is a token
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+|\d+|[^\w\s]|_")
_LETTER = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Convention:
    """The known meaning of offsets; None if unknown.

    Attributes:
        inclusive: whether the end of a span is its last unit, not one past it.
        character: whether offsets count characters, not tokens.
        letters: whether every character of plain text is a separate token.
    """

    inclusive: bool | None = None
    character: bool | None = None
    letters: bool = False

    @classmethod
    def parse(cls, text: str) -> Convention:
        """Read 'inclusive|exclusive[,token|character][,letters]', in any order; '' leaves all unknown.

        Examples:
            >>> Convention.parse("exclusive,character")
            Convention(inclusive=False, character=True, letters=False)
        """
        known = ("inclusive", "exclusive", "token", "character", "letters")
        words = {
            resolve("value", word.strip(), known, of="offsets") for word in text.split(",") if word.strip()
        }
        if {"inclusive", "exclusive"} <= words or {"token", "character"} <= words:
            raise UsageError(Problem("CE051", "offsets-both-kinds", text=text))
        return cls(
            "inclusive" in words if words & {"inclusive", "exclusive"} else None,
            "character" in words if words & {"token", "character"} else None,
            "letters" in words,
        )

    def over(self, other: Convention) -> Convention:
        """Return this convention, with unknown values taken from the other."""
        return Convention(
            other.inclusive if self.inclusive is None else self.inclusive,
            other.character if self.character is None else self.character,
            self.letters or other.letters,
        )


def tokenised(text: str, *, letters: bool = False) -> tuple[list[str], Integers, Integers]:
    """Return the tokens of plain text with their first characters and one past their last.

    Tokens are runs of letters, runs of digits, and single other characters. They are finer than the tokens of
    resolvers, so mentions begin and end with tokens. They depend only on the text, so key and response of the same
    text have the same tokens.

    Examples:
        >>> tokenised("She's 30.")[0]
        ['She', "'", 's', '30', '.']
    """
    matches = list((_LETTER if letters else _TOKEN).finditer(text))
    begins, ends = integers(match.start() for match in matches), integers(match.end() for match in matches)
    return [match[0] for match in matches], begins, ends


def squeezed(text: str) -> str:
    """Return the text without white space, which tools treat differently."""
    return "".join(text.split())


class Unit(StrEnum):
    """The unit of offsets."""

    TOKEN = "token"  # noqa: S105 - no password
    CHARACTER = "character"
    UTF_16 = "UTF-16 code unit"
    BYTE = "byte"


def in_characters(offsets: Integers, text: str, unit: Unit, *, up: bool) -> Integers:
    """Return offsets in UTF-16 code units or bytes of a text as offsets in characters (code points).

    An offset inside a character moves to its end or, if not `up`, to its start. An offset beyond the text stays beyond it.

    Examples:
        >>> in_characters(integers([0, 2, 3]), "\U0001f600.", Unit.UTF_16, up=True).tolist()
        [0, 1, 2]
    """
    if text.isascii() or unit in {Unit.CHARACTER, Unit.TOKEN}:
        return offsets
    edges = character_edges(text, unit)
    found = np.searchsorted(edges, offsets, side="left" if up else "right") - (not up)
    beyond = offsets - edges[-1]
    return np.where(beyond > 0, len(edges) - 1 + beyond, np.where(offsets < 0, offsets, found))


def character_edges(text: str, unit: Unit) -> Integers:
    """Return the start of each character (code point) of a text in a unit, and the end of the last one.

    Examples:
        >>> character_edges("\U0001f600.", Unit.UTF_16).tolist()
        [0, 2, 3]
    """
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    width = np.ones(len(points), np.int64)
    if unit is not Unit.CHARACTER:
        width += points > 0xFFFF
    if unit is Unit.BYTE:
        width += (points > 0x7F).astype(np.int64) + (points > 0x7FF)
    return np.append(0, np.cumsum(width))


def found_in(tokens: list[str], text: str) -> tuple[Integers, Integers] | int:
    """Return the positions of given tokens in the text, or the number of the first one that is missing."""
    begins: list[int] = []
    position = 0
    for number, token in enumerate(tokens):
        begin = text.find(token, position)
        if begin < 0 or text[position:begin].strip():
            return number
        begins.append(begin)
        position = begin + len(token)
    lengths = integers(map(len, tokens))
    return integers(begins), integers(begins) + lengths


@dataclass(slots=True)
class OffsetAxis:
    """The tokens of all documents, for converting offsets to nodes.

    Attributes:
        start: the first node of each document.
        length: the number of tokens or characters in each document.
        is_character: whether the offsets of each document count characters.
        base: the start of each document on an axis of the characters of all documents.
        begins: the first character on this axis of each token, in documents that count characters.
        ends: one past the last character of each of these tokens.
        nodes: the node of each of these tokens.
    """

    start: Integers
    length: Integers
    is_character: Booleans
    base: Integers
    begins: Integers
    ends: Integers
    nodes: Integers


@dataclass(frozen=True, slots=True)
class Located:
    """The nodes of spans.

    Attributes:
        first: the first node of each span.
        last: the last node of each span.
        outside: whether the span exceeds the document or ends before it begins.
        inside_token: whether a span of characters begins or ends inside a token. The nodes are those of whole tokens.
        trimmed: whether a span of characters begins or ends with white space.
    """

    first: Integers
    last: Integers
    outside: Booleans
    inside_token: Booleans
    trimmed: Booleans

    def take(self, rows: Integers) -> Located:
        """Return the chosen rows."""
        return Located(
            self.first[rows], self.last[rows], self.outside[rows], self.inside_token[rows], self.trimmed[rows]
        )


def locate(text: OffsetAxis, spans: Integers, document: Integers, *, inclusive: bool) -> Located:
    """Return the nodes of spans, given as rows of begin and end, and the document of each."""
    begin, end = spans[:, 0], spans[:, 1] + int(inclusive)
    outside = (begin < 0) | (begin >= end) | (end > text.length[document])
    first = text.start[document] + begin
    last = text.start[document] + end - 1
    inside_token = np.zeros(len(spans), bool)
    trimmed = np.zeros(len(spans), bool)
    if not len(text.begins):
        outside |= text.is_character[document]  # a span of white space contains no token
    character = text.is_character[document] & ~outside
    if character.any():
        place = text.base[document[character]]
        begins, ends = begin[character] + place, end[character] + place
        opening = np.searchsorted(text.ends, begins, side="right")
        closing = np.searchsorted(text.begins, ends, side="left") - 1
        blank = opening > closing
        safe_opening = np.minimum(opening, len(text.begins) - 1)
        safe_closing = np.maximum(closing, 0)
        first[character] = text.nodes[safe_opening]
        last[character] = text.nodes[safe_closing]
        inside_token[character] = (
            (text.begins[safe_opening] < begins) | (text.ends[safe_closing] > ends)
        ) & ~blank
        trimmed[character] = (
            (text.begins[safe_opening] > begins) | (text.ends[safe_closing] < ends)
        ) & ~blank
        outside[np.flatnonzero(character)[blank]] = True
    return Located(first, last, outside, inside_token, trimmed)


def ends_are_inclusive(
    text: OffsetAxis, spans: Integers, document: Integers, lines: Integers, file: str
) -> bool | None:
    """Return whether the spans show that ends are inclusive; None if both readings fit.

    If begin and end of a span are equal, ends must be inclusive, or the span would be empty. If an end equals the number
    of tokens, ends must be exclusive, or the span would be too long. For spans of characters, there may be only one
    reading in which all begin and end with tokens.
    """
    begin, end = spans[:, 0], spans[:, 1]
    inclusive = np.flatnonzero((begin == end) & (begin < text.length[document]))
    exclusive = np.flatnonzero((end == text.length[document]) & (begin < end))
    if len(inclusive) and len(exclusive):
        one, other = inclusive[0], exclusive[0]
        raise CorefevalError(
            Problem(
                "CE008",
                "ends-where-begins-ends",
                Place(file, int(lines[document[one]])),
                span=_shown(spans[one]),
                other_span=_shown(spans[other]),
                other_line=lines[document[other]],
            )
        )
    if len(inclusive) or len(exclusive):
        return bool(len(inclusive))
    if text.is_character[document].all():
        readings = [locate(text, spans, document, inclusive=reading) for reading in (True, False)]
        fits = [not (found.inside_token | found.trimmed | found.outside).any() for found in readings]
        if fits[0] != fits[1]:
            return fits[0]
    return None


def _shown(span: Integers) -> str:
    return f"[{span[0]}, {span[1]}]"
