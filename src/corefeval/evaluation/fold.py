"""A run is a fold over pieces: `count` turns the same documents of key and response into numbers, and numbers add.

A small file, a folder or objects from Python are one piece. Two large files are many pieces of whole documents. They
are read in constant memory, in this process, in several, or on a cluster. Two large folders are batches of files. All
scores are computed this way, so the output is the same to the byte, however a run is split.

Some runs cannot be split (see `_refuse_indivisible`). Some files prove indivisible only while they are read, because
all documents decide something together, such as the tags that determine mention types. Such a run is one piece.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from corefeval import presets
from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus, Source
from corefeval.engine import Engine, InTurn, engine
from corefeval.evaluation.notes import Alternative, Alternatives
from corefeval.evaluation.request import OF_CLUSTERS, Counted, Input, Request, Run, load
from corefeval.evaluation.result import Result
from corefeval.formats import PartOfFolder, cut, parts_of_folder
from corefeval.formats.files import Progress, TextFile, files_below
from corefeval.formats.folders import is_folder, is_packed
from corefeval.formats.large_files import ByteRange, CutFile, FilePart, Lines, PartOfFile, Placing
from corefeval.formats.nearest import owner_of
from corefeval.formats.remote import is_remote
from corefeval.limits import PIECE, WHOLE
from corefeval.memory import give_back
from corefeval.metrics import ALL
from corefeval.metrics.needs import lacking, met_by_names
from corefeval.pairing.align import CAUSES, OtherDocuments, as_first_parts, sharing_words
from corefeval.pairing.pairing import has_repeats
from corefeval.problems import (
    Added,
    CorefevalError,
    CorpusWarning,
    IndivisibleError,
    Met,
    Place,
    Problem,
    Problems,
    Severity,
    UsageError,
    warning,
)
from corefeval.records import dataclass

SENT_TOGETHER = 4
"""How many times as large the pieces for an engine are: sending one costs some milliseconds."""
GIVEN_BACK = 32
"""Pieces after which freed memory is handed back to the system."""
WARNED_SIZE = 1 << 29
"""Bytes of both files above which a warning reports that they are read as one piece."""

SIDES = ("key", "response")


class Whole:
    """All documents of one side in one piece, read when they are first needed."""

    def __init__(self, source: Input | TextFile | None, corpus: Corpus | None = None) -> None:
        self.source = source if corpus is None else corpus
        self.error: CorefevalError | None = None
        self._corpus = corpus
        self._run: tuple[Request, Run] | None = None

    def corpus(self, request: Request, side: str) -> Corpus:
        """Return the documents and collect their problems."""
        if self._corpus is None:
            assert self.source is not None
            try:
                self._corpus = request.read(self.source, side)
            except CorefevalError as error:
                self.error = error
                raise
        return self._corpus

    def run(self, request: Request) -> Run:
        """Return the run of a request on this key."""
        if self._run is None or self._run[0] is not request:
            self._run = request, request.on(self.corpus(request, "key"))
        return self._run[1]

    def response_to(self, key: Corpus, request: Request) -> Corpus:
        """Return the documents of a response; an empty corpus for None."""
        if self.source is None:
            return _nothing(key)
        return sharing_words(key, self.corpus(request.beside(key), "response"))


def _nothing(key: Corpus, path: str = "", form: str = "") -> Corpus:
    """Return a response without documents, by default in the format of the key."""
    form = form or key.format
    return replace(key.select_documents(integers()), source=Source(), problems=(), path=path, format=form)


Part = Whole | FilePart | PartOfFolder
"""Some documents of one side: all of them, some of a file, or some files of a folder."""


@dataclass(frozen=True)
class Pair:
    """The same documents of both sides."""

    key: Part
    response: Part

    @property
    def parts(self) -> tuple[Part, Part]:
        """Both sides."""
        return self.key, self.response

    def to_send(self, *, is_far: bool) -> Pair:
        """Return the piece to send to another process, on this machine or possibly on another one."""
        return Pair(
            *(part if isinstance(part, Whole) else part.to_send(is_far=is_far) for part in self.parts)
        )

    def without_texts(self) -> Pair:
        """Return the piece without its texts."""
        return Pair(*(part.without_text() if isinstance(part, FilePart) else part for part in self.parts))

    def corpora(self, request: Request) -> tuple[Corpus, Corpus]:
        """Read both sides.

        Raises:
            IndivisibleError: if a part does not have the documents that were found in its file.
        """
        key, response = self.parts
        if isinstance(key, Whole) or isinstance(response, Whole):
            assert isinstance(key, Whole)
            assert isinstance(response, Whole)
            gold = key.corpus(request, "key")
            return gold, response.response_to(gold, request)
        gold = _read(request, key, "key")
        request = request.beside(gold) if isinstance(key, PartOfFolder) else request
        if isinstance(response, FilePart) and not response.names:
            return gold, _nothing(gold, response.name, response.form)
        system = _read(request, response, "response")
        if isinstance(key, PartOfFolder) and {*gold.names} != {*system.names}:
            raise IndivisibleError("files-of-other-documents")
        return gold, sharing_words(gold, system)


def _read(request: Request, part: FilePart | PartOfFolder, side: str) -> Corpus:
    """Read a part of the key or of a response.

    Raises:
        IndivisibleError: if a part does not have the documents that were found in its file, or if a setting
            does not fit it, for example a layer that it lacks; the whole file may have other errors.
    """
    if isinstance(part, PartOfFolder):
        return request.read(part, side)
    try:
        corpus = request.read(PartOfFile(part), side)
    except UsageError as error:
        raise IndivisibleError("refused", error.problems[0]) from error
    if corpus.names != part.names:
        raise IndivisibleError("other-documents-read")
    return corpus


class ExtraResult(Protocol):
    """Additional results of a run, if they add up."""

    @property
    def indivisible(self) -> IndivisibleError | None:
        """Why the run must be one piece, None if it need not."""

    def of_piece(self, run: Run, counted: Counted) -> Any:
        """Return the additional result of a piece, given its counts."""

    def joined(self, pieces: Sequence[Any]) -> Any:
        """Return the additional result of all documents; of a single piece its own."""


@dataclass(frozen=True, eq=False)
class CountedPiece:
    """The counts of a piece.

    Attributes:
        counted: the counts.
        piece: the piece, without its texts.
        lines: the number of lines of each run of both parts (see FilePart.lines); empty if no problem has a
            line.
        additional: the additional result.
        type_sources: the sources of its mention types (see Pairing.type_sources).
        fields: the fields of clusters that both sides were read from (see Source.clusters_from).
    """

    counted: Counted
    piece: Pair
    lines: tuple[Lines, ...] = ((), ())
    additional: Any = None
    type_sources: tuple[tuple[str, str], ...] = ()
    fields: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def count(run: Run, piece: Pair, additional: ExtraResult | None = None) -> CountedPiece:
    """Match the documents of a piece and count.

    Raises:
        IndivisibleError: if the run must be one piece.
        CorefevalError: if something is wrong with a run in one piece.
    """
    if isinstance(piece.key, Whole):
        counted = run.count(*piece.corpora(run.request))
        return CountedPiece(counted, piece, additional=additional and additional.of_piece(run, counted))
    try:
        sides = piece.corpora(run.request)
        fields = (sides[0].source.clusters_from, sides[1].source.clusters_from)
    except CorefevalError as error:
        raise UnreadablePartError(error) from error
    with _undecided():
        counted = run.quoting(run.allowing_gaps().count(*sides))
        if counted.refused:  # by a metric that lacks something in these documents
            raise IndivisibleError("refused", min(counted.refused, key=str))
        if isinstance(piece.key, FilePart) and _depends_on_ranks(counted):
            raise IndivisibleError("ranks-of-entities")
        taken = additional and additional.of_piece(run, counted)
        lines = tuple(
            part.lines() if isinstance(part, FilePart) and _is_placed(counted, side) else ()
            for side, part in enumerate(piece.parts)
        )
    pairing = counted.pairing
    assert pairing is not None
    type_sources = pairing.type_sources
    counted = counted.without_corpora()
    pairing.drop_derived()
    return CountedPiece(counted, piece.without_texts(), lines, taken, type_sources, fields)


class UnreadablePartError(Exception):
    """A part of a file cannot be read; others may have more problems."""

    def __init__(self, error: CorefevalError) -> None:
        super().__init__(error)
        self.error = error


def quote(run: Run, names: frozenset[str], piece: Pair) -> Alternatives:
    """Return other scores of a piece, which warnings quote."""
    with _undecided():
        return run.alternatives(names, run.allowing_gaps().count(*piece.corpora(run.request)))


@contextmanager
def _undecided() -> Iterator[None]:
    """Let a run in one piece report errors: a part may lack annotation that other documents have."""
    try:
        yield
    except CorefevalError as error:
        raise IndivisibleError("refused", error.problems[0]) from error


def _is_placed(counted: Counted, side: int) -> bool:
    """Return whether a problem of one side has a line."""
    return bool(counted.read[side]) or any(
        isinstance(each, CorpusWarning) and each.side == SIDES[side] and each.place.line
        for each in counted.met
    )


def _depends_on_ranks(counted: Counted) -> bool:
    """Return whether the rank of an entity, which depends on other pieces, decides which repeated mention counts."""
    assert counted.pairing is not None
    assert counted.sides is not None
    matching = counted.pairing.as_matched.matching
    return any(
        corpus.source.ranks_over_documents and has_repeats(codes)
        for corpus, codes in zip(counted.sides, (matching.key_code, matching.response_code), strict=True)
    )


def sent(workers: Engine, pieces: Iterable[Pair | FilePart | PartOfFolder]) -> Iterator[Any]:
    """Yield the workers' results for each piece, in order; a piece is sent without texts that the worker can read itself."""
    return workers.map(piece.to_send(is_far=workers.is_far) if workers.sends else piece for piece in pieces)


class Pieces(ABC):
    """All pieces of a run, which can be iterated over as often as need be.

    Attributes:
        run: the run, with metrics and settings chosen for the key.
    """

    run: Run

    @property
    def run_of_piece(self) -> Run:
        """The run as a piece is counted with it."""
        return self.run

    @abstractmethod
    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the pieces."""

    @abstractmethod
    def workers(self, work: Callable[[Any], Any]) -> Engine:
        """Return the engine that works on each piece."""

    @abstractmethod
    def joined(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts of all pieces, in order, with the problems of all documents together."""

    def fold(self, additional: ExtraResult | None = None) -> tuple[Result, Any]:
        """Count all pieces and add up; return the scores and the additional result."""
        workers = self.workers(partial(count, self.run_of_piece, additional=additional))
        counted: list[CountedPiece] = []
        try:
            for piece in self.map(workers):
                counted.append(piece)
                if len(counted) % GIVEN_BACK == 0:
                    give_back()  # the kept parts of pieces lie between freed memory
        except UnreadablePartError as found:
            raise self.read_error(found.error) from None
        result = self.added(counted)
        taken = None if additional is None else additional.joined([piece.additional for piece in counted])
        return result.noting(workers.notes), taken

    def read_error(self, error: CorefevalError) -> Exception:
        """Return the error of a file that cannot be read, given the error of one of its parts."""
        return IndivisibleError("refused", error.problems[0])

    def added(self, counted: Sequence[CountedPiece]) -> Result:
        """Return the scores of all pieces, given the counts of each, in order."""
        return self.run.result(self.joined(counted), None if len(counted) == 1 else self.quote)

    def under(self, **changes: str) -> Self:
        """Return the same pieces under other settings."""
        found = copy(self)
        found.run = replace(self.run, settings=self.run.settings.changed(changes))
        return found

    def map(self, workers: Engine) -> Iterator[Any]:
        """Yield the workers' results for each piece, in order."""
        return sent(workers, self)

    def quote(self, names: frozenset[str]) -> Alternatives:
        """Return other scores, which warnings quote; the pieces are read once more for them."""
        found = list(self.map(self.workers(partial(quote, self.run_of_piece, names))))
        return {name: Alternative.joined([each[name] for each in found]) for name in names}


class OnePiece(Pieces):
    """A run in one piece.

    Args:
        request: the request.
        key: the key.
        response: the response.
    """

    def __init__(self, request: Request, key: Whole, response: Whole) -> None:
        self.run = key.run(request)
        self._piece = Pair(key, response)

    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the one piece."""
        yield self._piece

    def workers(self, work: Callable[[Any], Any]) -> Engine:
        """Return this process."""
        return InTurn(work)

    def joined(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts."""
        return [piece.counted for piece in pieces]


class SeveralPieces(Pieces):
    """A run in several pieces.

    Args:
        request: the request.
        form: the format of the key.
        key: the key's file or folder.
        response: the response's.

    Raises:
        IndivisibleError: here or later, if the run must be one piece.
    """

    def __init__(self, request: Request, form: str, key: Place, response: Place) -> None:
        self._request, self._response = request, response
        nothing = replace(load({}), path=key.file)
        self.run = replace(request, metrics=(presets.HEADLINE,)).on(nothing, form)
        _refuse_indivisible(self.run, form)
        self.run = request.on(nothing, form, self._lacks() if ALL in request.metrics else frozenset())

    @property
    def run_of_piece(self) -> Run:
        """The run without progress, which the files report, and without own processes."""
        return replace(self.run, request=replace(self.run.request, progress=None, jobs=1))

    def workers(self, work: Callable[[Any], Any]) -> Engine:
        """Return the requested engine or processes."""
        return engine(self._request.engine, work, self._request.jobs, WHOLE.value)

    @abstractmethod
    def parts_of_key(self, workers: Engine) -> Iterator[FilePart | PartOfFolder]:
        """Iterate over the parts of the key alone, for workers to inspect."""

    def _lacks(self) -> frozenset[str]:
        """Return the needed annotations that all parts of the key lack."""
        workers = self.workers(partial(look, self.run_of_piece))
        parts = self.parts_of_key(workers)
        try:
            found: list[Found] = list(sent(workers, parts))
        except UnreadablePartError as unreadable:
            raise self.read_error(unreadable.error) from None
        names = [name for each in found for name in each.names]
        missing = frozenset.intersection(*(each.lacking for each in found))
        return missing - met_by_names(names)

    @abstractmethod
    def others(self, documents: int) -> OtherDocuments:
        """Return the documents that only one side has, given how many the key has."""

    def placed(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts with places in the files."""
        return [piece.counted for piece in pieces]

    def joined(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts of all pieces, in order, with the problems of all documents together.

        Raises:
            CorefevalError: CE010 if the response lacks required documents.
            IndivisibleError: if the pieces differ in a decision for all documents.
        """
        if len({piece.type_sources for piece in pieces if piece.type_sources}) > 1:
            raise IndivisibleError("understood-otherwise")
        for side in zip(*(piece.fields for piece in pieces), strict=True):
            refuse_mixture(side)
        others = self.others(sum(len(piece.counted.names) for piece in pieces))
        check_alike([piece.counted.met for piece in pieces])
        beside = (others,) if others.lacking or others.extra else ()
        told = Problems()
        told.extend(beside)
        counted = self.placed(pieces)
        if told.errors:
            read = (problem for side in (0, 1) for each in counted for problem in each.read[side])
            causes = (problem for problem in read if problem.code in CAUSES)
            raise CorefevalError(dict.fromkeys([*told.errors, *causes]), told.warnings)
        first, *rest = (
            replace(each, met=tuple(met for met in each.met if not isinstance(met, OtherDocuments)))
            for each in counted
        )
        return [replace(first, met=(*beside, *first.met)), *rest]


def check_alike(pieces: Sequence[Iterable[Met]]) -> None:
    """Refuse pieces whose problems do not add up to those of all documents.

    Raises:
        IndivisibleError: if pieces have different problems that cannot be added up, or problems that differ in more than
            their numbers.
    """
    plain = [tuple(each for each in met if isinstance(each, Problem)) for met in pieces]
    if any(met != plain[0] for met in plain):
        raise IndivisibleError("told-differently")
    if any(map(_has_number, plain[0])):
        raise IndivisibleError("told-at-once", plain[0][0])
    groups: dict[Hashable, Hashable] = {}
    for each in (each for met in pieces for each in met if isinstance(each, Added)):
        kind = each.problem.code, each.problem.kind, each.problem.of, each.side
        if groups.setdefault(kind, each.group) != each.group:
            raise IndivisibleError("told-differently")


def _has_number(problem: Problem) -> bool:
    """Return whether a warning has a number that covers all documents."""
    return bool(problem.count) or any(isinstance(value, int | float) for _, value in problem.arguments)


class Found(NamedTuple):
    """The needed annotations that a part of the key lacks, and its documents."""

    lacking: frozenset[str]
    names: tuple[str, ...]


def look(run: Run, part: FilePart | PartOfFolder) -> Found:
    """Check which needed annotations a part of the key has."""
    try:
        key = _read(run.request, part, "key")
    except CorefevalError as error:
        raise UnreadablePartError(error) from error
    with _undecided():
        return Found(lacking(key, run.settings), key.names)


class PiecesOfFiles(SeveralPieces):
    """Two files, side by side while they list the same documents, then the response by name.

    Args:
        request: the request.
        key: the key's file.
        response: the response's.
    """

    def __init__(self, request: Request, key: TextFile, response: TextFile) -> None:
        self._files = key, response
        self._forms = request.settings.key_format or None, request.settings.response_format or None
        self._size = PIECE.value * (SENT_TOGETHER if request.engine else 1)
        self._lacking: list[str] = []
        self._extra: list[str] = []
        self._read_with: list[ReadPart] = []
        self._workers: Engine | None = None
        with _undecided():
            self._cut = self._split_again()
        super().__init__(request, self._cut[0].form, key.place, response.place)

    def _split_again(self) -> tuple[CutFile, ...]:
        return tuple(cut(file, form, self._size) for file, form in zip(self._files, self._forms, strict=True))

    def parts_of_key(self, workers: Engine) -> Iterator[FilePart | PartOfFolder]:
        """Iterate over the parts of the key alone, for workers to inspect."""
        file = cut(self._files[0], self._forms[0], self._size)
        self._leave_to(workers, file)
        return iter(file.next, None)

    def _leave_to(self, workers: Engine, file: CutFile) -> None:
        """Let workers read the texts of their parts if they can; workers on many machines also search for documents."""
        file.may_hold = not workers.sends
        if workers.is_far:
            file.looking = self.workers(ByteRange.outline).map

    def map(self, workers: Engine) -> Iterator[Any]:
        """Yield the workers' results for each piece, in order."""
        self._workers = workers
        return super().map(workers)

    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the pieces."""
        self._cut = key, response = self._split_again()
        if self._workers is not None:
            for file in self._cut:
                self._leave_to(self._workers, file)
        names: set[str] = set()
        self._lacking, is_in_order = [], True
        while (part := key.next()) is not None:
            other = response.following(part.names) if is_in_order else None
            if other is None:
                if is_in_order and not names:
                    self._refuse_other_names(response)
                is_in_order = False
                other = response.of(part.names)
                self._lacking += [name for name in part.names if name not in other.names]
            names.update(part.names)
            yield Pair(part, other)
        self._extra = response.others(names)
        parts = response.parts_of(self._extra)
        self._read_with = [read_part(self.run_of_piece.request, "response", part) for part in parts]
        for each in self._read_with:
            if each.is_refused:
                raise UnreadablePartError(CorefevalError(each.problems))

    def _refuse_other_names(self, response: CutFile) -> None:
        """Refuse files without a common document name; their documents are paired by text."""
        key = cut(self._files[0], self._forms[0], self._size)
        documents = iter(key.next_documents, [])
        if not any(response.has(document.name) for found in documents for document in found):
            raise IndivisibleError("no-name-in-common")

    def read_error(self, error: CorefevalError) -> Exception:
        """Return the error of the file that cannot be read, with all its problems, given the error of one of its parts."""
        if isinstance(error, UsageError):
            return error
        for side, (file, form) in enumerate(zip(self._files, self._forms, strict=True)):
            parts = cut(file, form, self._size)
            workers = self.workers(partial(read_part, self.run_of_piece.request, SIDES[side]))
            found = list(sent(workers, iter(parts.next, None)))
            if any(each.is_refused for each in found):
                return read_error(file, form, parts, found)
        return IndivisibleError("refused", error.problems[0])

    def others(self, documents: int) -> OtherDocuments:
        """Return the documents that only one side has.

        Raises:
            IndivisibleError: if some of them are the same documents under other names.
        """
        if self._lacking and self._extra and as_first_parts(self._lacking, self._extra):
            raise IndivisibleError("names-of-first-parts")
        may_lack = self.run.settings.missing != "error"
        return OtherDocuments(self._response, documents, tuple(self._lacking), tuple(self._extra), may_lack)

    def placed(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts with lines of the files instead of lines of the pieces."""
        counted = []
        placing = [self._placing(side, pieces) for side in range(len(SIDES))]
        for number, piece in enumerate(pieces):
            met = tuple(
                each
                if isinstance(each, Problem)
                else each.at(placing[SIDES.index(each.side)].at(number, each.place))
                for each in piece.counted.met
            )
            counted.append(replace(piece.counted, read=((), ()), met=met))
        told = []
        for side, of_beside in enumerate(((), self._read_with)):
            conventions = {piece.counted.conventions[side] for piece in pieces} | {
                each.convention for each in of_beside
            }
            refuse_mixture([*(piece.fields[side] for piece in pieces), *(each.fields for each in of_beside)])
            if len(conventions - {None}) > 1:
                raise IndivisibleError("understood-otherwise")
            beside = (
                [replace(problem, severity=Severity.WARNING) for problem in each.problems]
                for each in of_beside
            )
            read = (piece.counted.read[side] for piece in pieces)
            told.append(tuple(placing[side].told((*read, *beside))))
        return [replace(counted[0], read=(told[0], told[1])), *counted[1:]]

    def _placing(self, side: int, pieces: Sequence[CountedPiece]) -> Placing:
        """Return a function that turns places in the pieces, or in documents next to the key, into places in a file."""
        beside = self._read_with if side else ()
        parts = [part for piece in pieces if isinstance(part := piece.piece.parts[side], FilePart)]
        lines = [piece.lines[side] for piece in pieces]
        return Placing(
            self._cut[side],
            [*parts, *(each.part for each in beside)],
            [*lines, *(each.lines for each in beside)],
        )


@dataclass(frozen=True, eq=False)
class ReadPart:
    """The findings while reading a part of a file.

    Attributes:
        part: the part, without its text.
        lines: the lines of its runs (see FilePart.lines); empty if no problem has a line.
        problems: all problems.
        convention: its interpretation (see Source.convention).
        fields: the fields of its clusters (see Source.clusters_from).
        is_refused: whether it cannot be read.
    """

    part: FilePart
    lines: Lines
    problems: tuple[Problem, ...]
    convention: object = None
    fields: frozenset[str] = frozenset()
    is_refused: bool = False


def read_part(request: Request, side: str, part: FilePart) -> ReadPart:
    """Read a part of a file for the problems in it."""
    convention, is_refused = None, False
    fields: frozenset[str] = frozenset()
    try:
        corpus = _read(request, part, side)
        problems, convention, fields = corpus.problems, corpus.source.convention, corpus.source.clusters_from
    except CorefevalError as error:
        problems, is_refused = (*error.problems, *error.beside), True
    lines = part.lines() if any(problem.place.line for problem in problems) else ()
    return ReadPart(part.without_text(), lines, problems, convention, fields, is_refused)


def refuse_mixture(fields: Sequence[frozenset[str]]) -> None:
    """Raise if parts were read from gold clusters and others from predictions, which only the whole can report.

    Raises:
        IndivisibleError: in that case.
    """
    if len({*fields}) > 1:
        from corefeval.formats.jsonlines.fields import mixture  # noqa: PLC0415 - few files have both

        for number, found in enumerate(fields):
            if mixture(frozenset[str]().union(*fields[:number]), found):
                raise IndivisibleError("understood-otherwise")


def read_error(file: TextFile, form: str | None, parts: CutFile, found: Sequence[ReadPart]) -> CorefevalError:
    """Return the error of a file, given the findings in all of its parts."""
    if form is None and owner_of(file) is not None:
        raise IndivisibleError("belongs-to-another-file")
    placing = Placing(parts, [each.part for each in found], [each.lines for each in found])
    told = Problems()
    told.extend(placing.told(each.problems for each in found))
    return CorefevalError(told.errors, told.warnings)


class PiecesOfFolders(SeveralPieces):
    """Two folders: a piece is a batch of files with the same names. A file is not split.

    Args:
        request: the request.
        key: the key's folder.
        response: the response's.
    """

    def __init__(self, request: Request, key: str, response: str) -> None:
        with _undecided():
            ours = parts_of_folder(key, request.settings.key_format or None)
            theirs = parts_of_folder(response, request.settings.response_format or None)
        if [_stem(part) for part in ours] != [_stem(part) for part in theirs]:
            raise IndivisibleError("files-of-other-names")
        self._files = list(zip(ours, theirs, strict=True))
        super().__init__(request, ours[0].form, Place(key), Place(response))

    def parts_of_key(self, workers: Engine) -> Iterator[FilePart | PartOfFolder]:
        """Iterate over the parts of the key alone."""
        del workers
        return (key for key, _ in self._batches())

    def _batches(self) -> Iterator[tuple[PartOfFolder, PartOfFolder]]:
        together: list[tuple[PartOfFolder, PartOfFolder]] = []
        held, enough = 0, PIECE.value
        for files in self._files:
            together.append(files)
            held += files[0].sizes[0]
            if held >= enough:
                yield _together(together)
                together, held = [], 0
        if together:
            yield _together(together)

    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the pieces, in the order of the files' names."""
        whole = sum(part.sizes[0] for files in self._files for part in files)
        done = 0
        for key, response in self._batches():
            yield Pair(key, response)
            done += sum(key.sizes) + sum(response.sizes)
            if self._request.progress is not None:
                self._request.progress(done, whole)

    def others(self, documents: int) -> OtherDocuments:
        """Return True: documents of both sides are compared piece by piece."""
        return OtherDocuments(self._response, documents)

    def placed(self, pieces: Sequence[CountedPiece]) -> list[Counted]:
        """Return the counts; places already refer to the files."""
        names = [name for piece in pieces for name in piece.counted.names]
        if len({*names}) < len(names):
            raise IndivisibleError("document-twice")
        return super().placed(pieces)


def _together(files: Sequence[tuple[PartOfFolder, PartOfFolder]]) -> tuple[PartOfFolder, PartOfFolder]:
    """Return files of both folders as one part each."""
    key, response = (
        replace(
            side[0],
            paths=tuple(path for part in side for path in part.paths),
            sizes=tuple(size for part in side for size in part.sizes),
        )
        for side in zip(*files, strict=True)
    )
    return key, response


def _stem(part: PartOfFolder) -> str:
    """Return the name of a file in its folder, without extensions of formats and compression."""
    path = Path(part.paths[0]).relative_to(part.folder)
    plain = path.with_suffix("") if path.suffix in {".gz", ".zst"} else path
    return plain.with_suffix("").as_posix()


def _refuse_indivisible(run: Run, form: str) -> None:
    """Refuse to split a run that needs all documents at once."""
    settings = run.settings
    reasons = {
        "companions": any(run.request.companions),
        "text-of-all-documents": run.request.text is not None,
        "entities-across-documents": settings.across != "document",
        "minimum-spans": settings.match == "partial" and form != "corefud",
    }
    for reason, holds in reasons.items():
        if holds:
            raise IndivisibleError(reason)


T = TypeVar("T")


def scored(
    request: Request,
    key: Input | Whole,
    response: Input | Whole | None,
    additional: ExtraResult | None = None,
    *,
    whole: bool = False,
) -> tuple[Result, Any]:
    """Return the scores of a response against a key, and the additional result.

    Args:
        request: the request.
        key: the gold annotation; a Whole is read once for several responses.
        response: the system's output; None for a system without any of the documents.
        additional: an additional computation on the same pieces.
        whole: keep the mentions with the result: the run is one piece.
    """
    gold, system = (side if isinstance(side, Whole) else Whole(side) for side in (key, response))
    reason = additional.indivisible if additional is not None else None
    reason = IndivisibleError("asks-for-all-mentions") if whole else reason
    (result, taken), notes = folded(request, gold, system, lambda pieces: pieces.fold(additional), reason)
    return result.noting(notes), taken


def folded(
    request: Request,
    key: Whole,
    response: Whole,
    fold: Callable[[Pieces], T],
    indivisible: IndivisibleError | None = None,
) -> tuple[T, tuple[Problem, ...]]:
    """Return the fold over the pieces of a run, and a warning if large files are one piece.

    Args:
        request: the request.
        key: the gold annotation.
        response: the system's.
        fold: computes the result from the pieces.
        indivisible: why the run must be one piece, None if it need not.
    """
    is_whole = not request.engine and (indivisible is not None or type(key.source) in OF_CLUSTERS)
    size, cut_up = (0, None) if is_whole else _measured(request, key, response)
    reason = indivisible
    try:
        if cut_up is not None and reason is None and (request.engine or (size and size >= WHOLE.value)):
            return fold(cut_up()), ()
    except IndivisibleError as error:
        reason = error
    found = fold(OnePiece(request, key, response))
    if reason is not None and (request.engine or size >= WARNED_SIZE):
        kind = "read-whole-not-by-engine" if request.engine else "read-whole"
        return found, (warning("CE129", kind, engine=request.engine, reason=reason.reason),)
    return found, ()


def _measured(request: Request, key: Whole, response: Whole) -> tuple[int, Callable[[], Pieces]]:
    """Return the bytes of both sides, 0 if unknown, and the function that splits them.

    Input that can be read only once, such as standard input, is kept. If a file cannot be opened, reading it
    reports why.
    """

    def refuse(reason: str) -> tuple[int, Callable[[], Pieces]]:
        def uncut() -> Pieces:
            raise IndivisibleError(reason)

        return 0, uncut

    paths = [side.source for side in (key, response)]
    names = [fspath(path) for path in paths if isinstance(path, str | PathLike)]
    if len(names) < len(paths):
        return refuse("no-files")
    folders = [is_folder(name) for name in names]
    if any(map(is_packed, names)):
        return refuse("archives")
    if not all(names) or any(folders):
        if not all(folders) or any(map(is_remote, names)):
            return refuse("folder-and-file")
        found = (file for name in names for file in files_below(Path(name)))
        return bytes_of(lambda: sum(file.stat().st_size for file in found)), lambda: PiecesOfFolders(
            request, *names
        )
    watched = _Watched(request.progress)
    files = [TextFile(name, progress=watched.side(place)) for place, name in enumerate(names)]
    watched.sizes = [bytes_of(file.size_on_disk) for file in files]
    size = sum(bytes_of(file.size) for file in files)
    for side, file in zip((key, response), files, strict=True):
        if file.is_kept:
            side.source = file
    return size, lambda: PiecesOfFiles(request, *files)


def folded_file(
    file: TextFile,
    form: str | None,
    find: Callable[[TextFile], T],
    joined: Callable[[Sequence[T], Placing], T],
) -> T:
    """Return the findings in one file.

    Args:
        file: the file.
        form: its format; by default detected from the content.
        find: returns the findings in documents; it may raise IndivisibleError if the file must be one piece.
        joined: joins the findings of a file's parts, in their order.
    """
    parts: CutFile | None = None
    try:
        if bytes_of(file.size) >= WHOLE.value // 2:  # which is that of two files
            parts = cut(file, form, PIECE.value)
            parts.may_repeat = not parts.boundaries.refuses_repeated
    except (CorefevalError, IndivisibleError):
        pass  # if the format is not known, reading the file says why
    try:
        if parts is not None:
            found, read, lines = [], [], []
            for part in iter(parts.next, None):
                loaded = part.loaded()
                found.append(find(PartOfFile(loaded)))
                read.append(part.without_text())
                lines.append(loaded.lines())
            return joined(found, Placing(parts, read, lines))
    except (IndivisibleError, UsageError):
        pass  # a setting that does not fit a part; the whole file may have other errors
    return find(file)


def bytes_of(measure: Callable[[], int]) -> int:
    """Return a number of bytes, 0 for a file that cannot be opened: reading it reports why."""
    try:
        return measure()
    except (CorefevalError, OSError, ValueError):  # ValueError: a NUL byte in the name
        return 0


class _Watched:
    """Progress of two files that are read in parallel."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress, self._done, self.sizes = progress, [0, 0], [0, 0]

    def side(self, place: int) -> Progress | None:
        """Return the callback that receives the progress of one of them."""
        if self._progress is None:
            return None

        def tell(done: int, whole: int) -> None:
            del whole
            self._done[place] = done
            if self._progress is not None:
                self._progress(sum(self._done), sum(self.sizes))

        return tell
