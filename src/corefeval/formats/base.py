"""The interface of a format: reading, writing, and reading again on demand. Its description is in the catalogue."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import NO_RELATIONS, Corpus, Source
from corefeval.corpus.tables import Mentions, Relations
from corefeval.formats.catalogue import BY_NAME
from corefeval.formats.files import TextFile
from corefeval.formats.key_texts import KeyTexts
from corefeval.problems import CorefevalError, Place, Problem, Problems, repaired, warning
from corefeval.records import dataclass
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.formats.boundaries import Boundaries


class IrregularError(Exception):
    """Raised by a fast reader if only the exact reader of the format can read the content."""


def refuse(wrong: Booleans) -> None:
    """Raise IrregularError if any of the values is true."""
    if wrong.any():
        raise IrregularError


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


def all_spans(mentions: Mentions) -> list[list[tuple[int, int]]]:
    """Return the first and last node of each part of each mention."""
    spans = [[span] for span in zip(mentions.first.tolist(), mentions.last.tolist(), strict=True)]
    for mention in dict.fromkeys(mentions.parts.mention.tolist()):
        spans[mention] = mentions.parts.of(mention)
    return spans


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
        is_key: whether the file is a key. If a document has clusters and predictions, a key has the clusters, and other
            files the predictions.
    """

    layer: str = "identity"
    offsets: str = ""
    repair: bool = False
    companion: str = ""
    textless: bool = False
    key: str = ""
    texts: KeyTexts | None = None
    unreadable: str = ""
    is_key: bool = False


class Faults(Problems):
    """Collects the problems of a file. If it is repaired, each fault becomes the repair, which is a kind of CE048."""

    def __init__(self, options: ReadOptions) -> None:
        super().__init__()
        self._repair = options.repair

    def fault(self, code: str, kind: str, place: Place, text: str | bytes, repair: str, **more: Any) -> None:
        """Add a fault or its repair, of this kind of CE048. The keywords are those of Problem."""
        shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        self.add_fault(Problem(code, kind, place, shown, **more), repair)

    def warn(self, code: str, kind: str, place: Place, text: str = "", **more: Any) -> None:
        """Add a warning. The keywords are those of Problem."""
        self.add(warning(code, kind, place, text, **more))

    def add_fault(self, fault: Problem, repair: str) -> None:
        """Add a fault or its repair, of this kind of CE048."""
        self.add(repaired(fault, repair) if self._repair else fault)


def refuse_to_write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Raise an error, because the format can only be read."""
    del corpus, stream
    raise CorefevalError(Problem("CE044", "format-read-not-written"))


def imported(module: str, function: str) -> Callable[..., Any]:
    """Return a function of a module that is imported by the first call, because few commands need it."""

    def call(*arguments: Any) -> Any:
        return getattr(importlib.import_module(f"corefeval.formats.{module}"), function)(*arguments)

    return call


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
        arranged: returns a corpus with its zeros moved to where the format has them, which is no loss; None if
            the format allows any position.
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
    arranged: Callable[[Corpus], Corpus] | None = None

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


class FileSource(Source, ABC):
    """A file of one word per line.

    Attributes:
        file: the file.
        lines: the line of each node, counted from 1.
        known_relations: the relations that were found when the file was read.
    """

    lines: Integers

    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.known_relations = NO_RELATIONS

    def place(self, node: int) -> Place:
        """Return file and line of a node."""
        return self.file.line_place(int(self.lines[node])) if node < len(self.lines) else self.file.place

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return self.file.place.file

    def relations(self, corpus: Corpus) -> Relations:
        """Return the relations that were found when the file was read."""
        del corpus
        return self.known_relations


class RereadSource(FileSource):
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
            oldest = [name for name, column in found.items() if column is not None][:-KEPT]
            self._kept = {name: column for name, column in found.items() if name not in oldest}
        return {name: found[name] for name in names}
