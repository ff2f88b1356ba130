"""Map the words of a response to the key's words by characters, if both are one text in different tokens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from corefeval.arrays import Booleans, Integers, covered
from corefeval.records import dataclass

_QUOTES = str.maketrans(
    {
        **dict.fromkeys('"“”„‟″', "''"),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"),
    }
)
"""The quotation marks that tokenisers exchange, and zero-width characters.

A double quotation mark becomes two single ones, which may be two tokens.
"""
_ESCAPED = {
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
    "\\/": "/",
    "\\*": "*",
}
"""The escapes of the Penn Treebank for brackets, slashes and stars."""
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPED)), re.IGNORECASE)
_SPACE = re.compile(r"\s+|(?<=[^\s_])_(?=[^\s_])")


@lru_cache(maxsize=1 << 16)
def plain(word: str) -> str:
    """Return the characters of a word in the form in which they are compared.

    White space, kinds of quotation marks, the escapes of the Penn Treebank and the encoding of accents make no
    difference. An underscore inside a word is white space, because formats without blanks in words write it for one.

    Examples:
        >>> plain("-LRB-"), plain("``"), plain("New York"), plain("10_000"), plain("_")
        ('(', "''", 'NewYork', '10000', '_')
    """
    bare = _SPACE.sub("", unicodedata.normalize("NFD", word).translate(_QUOTES))
    return _ESCAPE.sub(lambda found: _ESCAPED[found[0].lower()], bare)


@dataclass(frozen=True, slots=True, eq=False)
class WordMap:
    """The positions of a response document's words among the words of the key.

    Attributes:
        first: for each word of the response, the first word of the key that it shares characters with; -1 if it is not
            in the key's text.
        last: for each word of the response, the last such word.
        begins: whether it begins where that first word does.
        ends: whether it ends where that last word does.
        instead: for a word that is not in the key's text, the word of the key that it replaces; -1 if none.
        is_same: whether all words are the same as the key's.
    """

    first: Integers
    last: Integers
    begins: Booleans
    ends: Booleans
    instead: Integers
    is_same: bool = False

    @classmethod
    def same(cls, words: int) -> WordMap:
        """Return the map of a number of words that are all the same."""
        place, always = np.arange(words), np.ones(words, bool)
        return cls(place, place, always, always, np.full(words, -1, np.int64), is_same=True)

    def keeps_places(self, words: int) -> bool:
        """Return whether both texts have equally many words, and all words found in the key keep their numbers."""
        place = np.arange(len(self.first))
        there = self.first >= 0
        return (
            len(place) == words
            and bool(there.any())
            and bool(((self.first == place) & (self.last == place))[there].all())
        )

    def covered(self, words: int) -> int:
        """Return how many of the key's words are in the response; the key has `words` words."""
        there = self.first >= 0
        return int(covered(words, self.first[there], self.last[there] + 1).sum())


def by_characters(ours: Sequence[str], theirs: Sequence[str]) -> WordMap | None:
    """Return the map of the response's words to the key's; None if the characters differ.

    Examples:
        >>> found = by_characters(["can", "not", "(", "go", ")"], ["cannot", "-LRB-", "go", "-RRB-"])
        >>> found.first.tolist(), found.last.tolist()
        ([0, 2, 3, 4], [1, 2, 3, 4])
        >>> by_characters(["cannot"], ["can", "not"]).ends.tolist()
        [False, True]
        >>> by_characters(["so", " ", "it", "goes"], ["so", "", "itgoes"]).last.tolist()
        [0, 1, 3]
    """
    left, right = list(map(plain, ours)), list(map(plain, theirs))
    if "".join(left) != "".join(right) or (not ours and theirs):
        return None
    stop = np.cumsum(np.fromiter(map(len, left), np.int64))
    start = np.append(0, stop[:-1])
    size = np.fromiter(map(len, right), np.int64)
    end = np.cumsum(size)
    begin = end - size
    first = np.minimum(np.searchsorted(stop, begin, side="right"), len(left) - 1)
    last = np.maximum(np.searchsorted(stop, end - 1, side="right"), first)
    nothing = size == 0
    if nothing.any():
        _pair_blanks(start == stop, stop, nothing, begin, first, last)
    return WordMap(
        first,
        last,
        nothing | (start[first] == begin),
        nothing | (stop[last] == end),
        np.full(len(right), -1, np.int64),
    )


def _pair_blanks(
    ours: Booleans, ours_at: Integers, theirs: Booleans, theirs_at: Integers, first: Integers, last: Integers
) -> None:
    """Map each blank word of the response to the blank word of the key at the same position in the text, if there is one."""
    waiting: dict[int, list[int]] = {}
    for word in np.flatnonzero(ours)[::-1].tolist():
        waiting.setdefault(int(ours_at[word]), []).append(word)
    for word in np.flatnonzero(theirs).tolist():
        if at := waiting.get(int(theirs_at[word])):
            first[word] = last[word] = at.pop()


def first_difference(ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int] | None:
    """Return the numbers of the words in which the characters of two texts first differ; None if they do not.

    A number past the last word means that the text ends there.

    Examples:
        >>> first_difference(["can", "not", "go"], ["cannot", "run"])
        (2, 1)
    """
    left, right = list(map(plain, ours)), list(map(plain, theirs))
    one, other = "".join(left), "".join(right)
    if one == other:
        return None
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    numbers = []
    for words in (left, right):
        stops = np.cumsum(np.fromiter(map(len, words), np.int64))
        numbers.append(int(np.searchsorted(stops, low, side="right")))
    return numbers[0], numbers[1]
