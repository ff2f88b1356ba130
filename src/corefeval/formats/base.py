"""The interface of a format: reading, writing, and reading again on demand. Its description is in the catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO

from corefeval.corpus.corpus import Corpus, Source
from corefeval.formats.catalogue import BY_NAME
from corefeval.formats.files import TextFile
from corefeval.formats.key_texts import KeyTexts
from corefeval.problems import CorefevalError, Problem
from corefeval.records import dataclass
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.formats.boundaries import Boundaries


class IrregularError(Exception):
    """Raised by a fast reader if only the exact reader of the format can read the content."""


_ENDS_CELL = str.maketrans({"\t": " ", "\n": " ", "\r": " ", "\0": "\ufffd"})


def cell(text: str, filler: str = "") -> str:
    """Return text without white space that would end its cell or line; the filler for empty text."""
    return text.translate(_ENDS_CELL) or filler


def distinct(names: Iterable[str]) -> list[str]:
    r"""Return names of documents on one line each, with single spaces, and different from each other.

    Examples:
        >>> distinct(["a", "a\n", "", "b"])
        ['a', 'a-2', '3', 'b']
    """
    found: dict[str, None] = {}
    for number, name in enumerate(names, 1):
        wanted = plain = " ".join(cell(name).split()) or str(number)
        copy = 2
        while wanted in found:
            wanted = f"{plain}-{copy}"
            copy += 1
        found[wanted] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options for reading a file.

    Attributes:
        layer: the layer to read, one of the format's layers.
        offsets: for JSON Lines, the meaning of its numbers if the data do not decide it: 'inclusive' or
            'exclusive' ends, 'token' or 'character', joined by a comma; '' to detect it.
        repair: whether to drop unreadable annotations that are safe to drop, with a warning CE048 for each, instead of
            refusing the file.
        companion: the companion file, or its folder, if it is not next to the file (TextFile.companion).
        key: the path of the key, for a response; answers without texts may need it.
        texts: the words of the key's documents, for answers without a text.
        unreadable: how to treat an answer without any mention, in a response: as a document without mentions ('empty') or as
            an 'error'; '' for other files.
        textless: whether rows from Python may lack a text; spans are then compared as they are.
    """

    layer: str = "identity"
    offsets: str = ""
    repair: bool = False
    companion: str = ""
    textless: bool = False
    key: str = ""
    texts: KeyTexts | None = None
    unreadable: str = ""


def refuse_to_write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Raise an error, because the format can only be read."""
    del corpus, stream
    raise CorefevalError(Problem("CE044", "format-read-not-written"))


def as_it_is(corpus: Corpus) -> Corpus:
    """Return a corpus unchanged."""
    return corpus


WriteEach = Callable[[Corpus], tuple[list[tuple[bytes, ...]], list[Problem]]]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Attributes:
        name: its name in options such as --key-format, and in the catalogue.
        read: a function that returns the corpus, or raises CorefevalError with every problem found.
        write: a function that writes a corpus and returns a problem CE047 for each kind of unsupported annotation. For a
            read-only format it raises an error.
        layers: the layers that a file can contain, by the names for --layer.
        has_offsets: whether the user can state the meaning of its offsets (ReadOptions.offsets).
        read_several: returns the corpus of many small files and the number of documents in each. None if they
            must be read one by one (see formats/many_files.py); optional.
        write_each: replaces write in a format with one document per file: returns for each document the contents of
        its file and of the companion file, if any, and the problems.
        boundaries: finds where documents begin, given the start of the file, or raises IrregularError; None for
            a format whose files are always read whole.
        check: yields warnings of `validate` about content that other tools may read differently; None without
            checks.
        arranged: returns a corpus with its zeros moved to where the format has them, which is no loss; most
            formats allow any position.
    """

    name: str
    read: Callable[[TextFile, ReadOptions], Corpus]
    write: Callable[[Corpus, BinaryIO], list[Problem]] = refuse_to_write
    layers: tuple[str, ...] = ("identity",)
    has_offsets: bool = False
    read_several: Callable[[Sequence[Path], ReadOptions], tuple[Corpus, list[int]] | None] | None = None
    write_each: WriteEach | None = None
    boundaries: Callable[[bytes], Boundaries] | None = None
    check: Callable[[TextFile], Iterable[Problem]] | None = None
    arranged: Callable[[Corpus], Corpus] = as_it_is

    @property
    def is_written(self) -> bool:
        """Whether it can be written."""
        return self.write is not refuse_to_write or self.write_each is not None

    @property
    def label(self) -> str:
        """Its name in text for users."""
        return BY_NAME[self.name].label


KEPT = 6
"""The most cached columns: as many as mention types, heads and dominant mentions need."""


class RereadSource(Source, ABC):
    """A file that is read again for its columns; the last few columns are cached."""

    _kept: Mapping[str, TextColumn | None] = MappingProxyType({})

    @abstractmethod
    def read_columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns from one reading of the file; None for missing columns."""

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return several columns. Columns beyond the size of the cache are not cached."""
        missing = [name for name in names if name not in self._kept]
        read = self.read_columns(missing) if missing else {}
        found = {**self._kept, **read}
        if sum(column is not None for column in read.values()) <= KEPT:
            self._kept = _latest({name: found[name] for name in (*self._kept, *read)})
        return {name: found[name] for name in names}


def _latest(columns: Mapping[str, TextColumn | None]) -> dict[str, TextColumn | None]:
    """Return the columns without the oldest ones above the limit."""
    present = [name for name, column in columns.items() if column is not None]
    dropped = set(present[:-KEPT])
    return {name: column for name, column in columns.items() if name not in dropped}
