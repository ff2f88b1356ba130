"""Columns of tags as numbers: known tags, features, word shapes and named-entity classes of each node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Source
from corefeval.text import TextColumn

UNIVERSAL = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM",
    "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X",
)  # fmt: skip
"""The universal part-of-speech tags."""

PENN = (
    "CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNS", "NNP", "NNPS", "PDT", "POS",
    "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "WDT",
    "WP", "WP$", "WRB", ",", ".", ":", "-LRB-", "-RRB-", "$", "``", "''", "HYPH", "NFP",
)  # fmt: skip
"""The tags of the Penn Treebank."""

NAMES = frozenset(
    {
        "PERSON", "PER", "ORG", "ORGANIZATION", "GPE", "LOC", "LOCATION", "FAC", "NORP", "PRODUCT", "EVENT",
        "WORK_OF_ART", "LAW", "LANGUAGE",
    }
)  # fmt: skip
"""Named-entity classes whose members are names; dates, sums and numbers are not."""

_NOTHING = frozenset({"", "_", "-", "*", "O", "*)"})
"""The cells of a column of named entities at nodes outside of entities."""

WANTED = ("lemma", "upos", "pos", "xpos", "feats", "ne")
"""The columns from which types and wordings of mentions are derived; requesting them together reads the file once."""

_WORD = 8
_ASCII = [chr(byte) if byte < 128 else "" for byte in range(256)]
_ALPHANUMERIC = np.array([character.isalnum() or character == "_" for character in _ASCII])
_UPPER = np.array([character.isupper() for character in _ASCII])
_LOWER = np.array([character.islower() for character in _ASCII])


class Columns:
    """The columns of a file; each is read once, several at a time."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._found: dict[str, TextColumn | None] = {}

    def fetch(self, names: Sequence[str]) -> None:
        """Read the columns that have not been read yet."""
        missing = [name for name in names if name not in self._found]
        if missing:
            self._found |= self._source.columns(missing)

    def column(self, name: str) -> TextColumn | None:
        """Return a column; None if the file does not have it or it is blank."""
        self.fetch([name])
        column = self._found[name]
        return column if column is not None and _is_filled(column) else None


@dataclass(frozen=True, slots=True, eq=False)
class Tags:
    """A column of tags: for each row the index of its tag in `names`; -1 if it has none of them."""

    number: Integers
    names: tuple[str, ...]

    def any_of(self, wanted: str | Sequence[str]) -> Booleans:
        """Return which rows have one of the wanted tags; a string lists several, separated by blanks."""
        chosen = set(wanted.split() if isinstance(wanted, str) else wanted)
        table = np.array([*(name in chosen for name in self.names), False])
        return table[self.number]


@dataclass(frozen=True, slots=True, eq=False)
class Tagged:
    """The tags of the words of a file.

    Attributes:
        tags: the part of speech of each node.
        written: the part of speech as written in the file.
        feats: the morphological features; None if the file has none.
        lemma: the lemmas; None if the file has none.
        name: the name of the column with the parts of speech.
    """

    tags: Tags
    written: TextColumn
    feats: TextColumn | None = None
    lemma: TextColumn | None = None
    name: str = ""


def known_tags(column: TextColumn, names: Sequence[str]) -> Tags:
    """Return the tag of each row among these names, of at most eight bytes each."""
    packed = column.words()
    values = TextColumn.of(names).words()
    order = np.argsort(values)
    slot = np.minimum(np.searchsorted(values[order], packed), len(names) - 1)
    is_known = (values[order][slot] == packed) & (np.diff(column.offsets) <= _WORD)
    number = np.where(is_known, order[slot], -1)
    return Tags(number, tuple(names))


def numbers(column: TextColumn) -> Integers:
    """Return the numbers in a column; 0 for cells that are not a number of at most nine digits."""
    lengths = np.diff(column.offsets)
    values = np.zeros(len(lengths), np.int64)
    is_number = lengths <= 9
    for place in range(int(lengths[is_number].max(initial=0))):
        rows = np.flatnonzero(is_number & (lengths > place))
        digits = column.block[column.offsets[:-1][rows] + place].astype(np.int64) - ord("0")
        is_number[rows] = (digits >= 0) & (digits <= 9)
        values[rows] = values[rows] * 10 + digits
    return np.where(is_number, values, 0)


def holds(column: TextColumn, rows: Integers, test: Callable[[str], bool]) -> Booleans:
    """Return which of these rows have a text that passes a test; the test is called once per distinct text."""
    number, texts = column.take(rows).codes()
    return np.array([test(text) for text in texts], bool)[number] if texts else np.zeros(0, bool)


def has_feature(column: TextColumn | None, rows: Integers, *features: str) -> Booleans:
    """Return which of these rows have one of the features ('Poss=Yes'); a feature may have several values ('Int,Rel')."""
    if column is None:
        return np.zeros(len(rows), bool)
    wanted = {tuple(feature.split("=")) for feature in features}

    def test(text: str) -> bool:
        pairs = (item.partition("=") for item in text.split("|"))
        return any((name, value) in wanted for name, _, values in pairs for value in values.split(","))

    return holds(column, rows, test)


def _is_filled(column: TextColumn) -> bool:
    """Return whether a column has any cell other than '', '_', '-' and '*'."""
    if (np.diff(column.offsets) > 1).any():
        return True
    return not set(np.unique(column.block).tolist()) <= set(b"_-*")


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """The spelling of each word.

    Attributes:
        is_word: whether it has a letter or a digit.
        is_capitalised: whether it begins with a capital letter.
        is_alphabetic: whether it begins with a letter.
        is_capitals: whether it has capital letters and no lower-case ones.
        length: its number of bytes.
    """

    is_word: Booleans
    is_capitalised: Booleans
    is_alphabetic: Booleans
    is_capitals: Booleans
    length: Integers


def shapes(forms: TextColumn) -> Shapes:
    """Return the spelling of words: ASCII words from their bytes, others once per distinct word.

    The first byte decides most properties, so only the undecided words are scanned completely.
    """
    length = np.diff(forms.offsets)
    first = np.zeros(len(length), np.uint8)
    filled = np.flatnonzero(length)
    first[filled] = forms.block[forms.offsets[:-1][filled]]
    is_word, capitalised, small = _ALPHANUMERIC[first], _UPPER[first], _LOWER[first]
    rows = np.flatnonzero(~is_word)
    is_word[rows] = _count(forms.take(rows), _ALPHANUMERIC) > 0
    capitals = ~small
    rows = np.flatnonzero(capitals)
    rest = forms.take(rows)
    capitals[rows] = (_count(rest, _UPPER) > 0) & (_count(rest, _LOWER) == 0)
    alphabetic = capitalised | small
    foreign = np.flatnonzero(forms.block > 127)
    rows = np.unique(np.searchsorted(forms.offsets, foreign, side="right") - 1)
    if len(rows):
        number, words = forms.take(rows).codes()
        asked = np.array([_shape(text) for text in words], bool)[number]
        is_word[rows], capitalised[rows], alphabetic[rows], capitals[rows] = asked.T
    return Shapes(is_word, capitalised, alphabetic, capitals, length)


def _shape(text: str) -> tuple[bool, bool, bool, bool]:
    is_word = any(character.isalnum() or character == "_" for character in text)
    return is_word, text[:1].isupper(), text[:1].isalpha(), text.isupper()


def _count(column: TextColumn, table: Booleans) -> Integers:
    """Return the number of bytes of each string that are in a table."""
    running = np.zeros(len(column.block) + 1, np.int32)
    np.cumsum(table[column.block], out=running[1:])
    return (running[column.offsets[1:]] - running[column.offsets[:-1]]).astype(np.int64)


def entity_classes(column: TextColumn | None, count: int) -> Tags:
    """Return the named-entity class of each node; -1 outside of entities.

    The column may have brackets as in CoNLL-2012 ('(ORG*', '*', '*)'), B-ORG / I-ORG / O, or a bare class at each node.
    """
    if column is None:
        return Tags(np.full(count, -1, np.int64), ())
    number, cells = column.codes()
    labels: dict[str, int] = {}
    label = np.array([_label(cell, labels) for cell in cells], np.int64)[number]
    opens = np.array([cell.startswith("(") for cell in cells], bool)[number]
    if opens.any():
        closes = np.array([cell.endswith(")") for cell in cells], bool)[number]
        label = _continued(label, opens, closes)
    return Tags(label, tuple(labels))


def _label(cell: str, labels: dict[str, int]) -> int:
    if cell in _NOTHING:
        return -1
    name = cell.strip("()*")
    if name[:2] in {"B-", "I-", "L-", "U-", "E-", "S-"}:
        name = name[2:]
    return labels.setdefault(name, len(labels))


def _continued(label: Integers, opens: Booleans, closes: Booleans) -> Integers:
    """Extend the class of an opening bracket up to its closing bracket."""
    nodes = np.arange(len(label))
    begin = np.maximum.accumulate(np.where(opens, nodes, -1))
    closed_before = np.append(-1, np.maximum.accumulate(np.where(closes, nodes, -1))[:-1])
    inside = (begin >= 0) & (closed_before < begin)
    return np.where(inside, label[begin], -1)
