"""Large files in pieces: counts add, so the score of two files is a sum over pairs of pieces of whole documents.

Two functions are all there is to it, here and wherever else pieces are counted: `count` takes a pair of pieces to counts, and
`Run.result` adds counts up. What is printed is the same as in one piece, to the byte. So what looks at all documents at
once is left to reading the files whole: entities across documents, kinds of expressions where pieces speak different tags, and whatever
is to be told of the files that is not known to add up.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path as Files
from typing import Any, NamedTuple, Protocol

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.engine import Engine, EngineError, engine
from corefeval.evaluation.notes import Facts
from corefeval.evaluation.request import Counted, Request, Run, has_stereotypes, lacking, load
from corefeval.evaluation.result import Result
from corefeval.formats import PartOfFolder, cut, parts_of_folder
from corefeval.formats.cutting import CutFile, FilePart, PartOfFile, Stretch, UncutError, moved_place
from corefeval.formats.files import Progress, TextFile, files_below
from corefeval.formats.folders import is_folder, is_packed
from corefeval.formats.remote import is_remote
from corefeval.memory import give_back
from corefeval.metrics import ALL
from corefeval.pairing.align import other_documents
from corefeval.pairing.pairing import has_repeats
from corefeval.problems import CorefevalError, Place, Problem, Problems, Severity, ToldOnce
from corefeval.problems.render import said

Path = str | PathLike[str]

SIZE = 4 << 20
"""Bytes of the key in a piece, about; a document that is longer is a piece of its own."""
SENT_TOGETHER = 4
"""How many times as large the pieces are that an engine is sent: a message takes the process that asks some milliseconds."""
LARGE = 48 << 20
"""Bytes of both files from which on they are read in pieces."""
GIVEN_BACK = 32
"""Pieces after which freed memory is handed back to the system."""
WORTH_SAYING = 1 << 29
"""Bytes of both files from which on it is told that they are read in one piece."""
ADD_UP = frozenset({"CE028", "CE049"})
"""The warnings of readers that stand for a place each, so that those of the pieces are those of the file."""
OF_ALL = frozenset({"CE055", "CE062", "CE109", "CE111"})
"""The warnings of metrics that hold of all documents where all pieces give them, if they have no number."""


Lines = tuple[tuple[int, int], ...]
SIDES = ("key", "response")


@dataclass(frozen=True)
class PairOfPieces:
    """The same documents of both files, or files of both folders."""

    key: FilePart | PartOfFolder
    response: FilePart | PartOfFolder

    def to_send(self, *, is_far: bool = False) -> PairOfPieces:
        """Return it as it is sent to another process, of this machine or of one that may be far."""
        return PairOfPieces(self.key.to_send(is_far=is_far), self.response.to_send(is_far=is_far))


@dataclass(frozen=True, eq=False)
class CountedPiece:
    """What was counted on a pair of pieces, and where they stand in their files.

    Attributes:
        counted: what was counted.
        parts: the pieces, without their texts.
        manners: how the files were understood, which is decided once for all of a file.
        lines: how many lines each run of the pieces has (see FilePart.lines), where something is told of it.
        basis: what the kinds of expressions follow from, where a metric asked for them, which is decided once for all of a file too.
        further: what else is to be had of them.
    """

    counted: Counted
    parts: tuple[FilePart | PartOfFolder, FilePart | PartOfFolder]
    manners: tuple[object, object]
    lines: tuple[Lines, Lines] = ((), ())
    basis: tuple[tuple[str, ...], ...] = ()
    further: Any = None


class Further(Protocol):
    """What else is to be had of two files, if it adds up."""

    def of_piece(self, result: Result) -> Any:
        """Return what a pair of pieces has of it, given its scores, and the mentions with them."""

    def joined(self, pieces: Sequence[Any]) -> Any:
        """Return what the files have, given what all pairs of pieces have."""


@dataclass(frozen=True)
class Found:
    """What a piece of the key has of what metrics need, and what that was judged by.

    Attributes:
        lacking: the needs that it does not meet.
        names: its documents.
        basis: from what the kinds of its expressions follow.
    """

    lacking: frozenset[str]
    names: tuple[str, ...]
    basis: tuple[str, ...]


def look(run: Run, part: FilePart | PartOfFolder) -> Found:
    """Look at what a piece of the key has of what metrics need."""
    from corefeval.linguistics.describe import describe  # noqa: PLC0415 - needs the columns of the file

    key = run.request.read_key(part if isinstance(part, PartOfFolder) else PartOfFile(part))
    kinds = describe(key, language=run.settings.language)
    return Found(lacking(key, run.settings), key.names, kinds.basis)


def tells_number(problem: Problem) -> bool:
    """Say whether a warning has a number, which is that of all documents."""
    return bool(problem.count) or any(isinstance(value, int | float) for _, value in problem.arguments)


def count(run: Run, pair: PairOfPieces, further: Further | None = None) -> CountedPiece:
    """Match the documents of a pair of pieces and count, and take what else is to be had of them.

    Raises:
        UncutError: if the files have to be read whole.
    """
    try:
        key, response = _read(run, pair)
        lacks = len(response.names) < len(key.names)
        # whether a document may be missing is decided, and said, of all of them
        how = run.settings.changed({"missing": "empty"}) if lacks else run.settings
        counted = replace(run, settings=how).count(key, response, is_piece=True)
    except CorefevalError as error:
        raise UncutError(f"something is wrong with them: {said(error.problems[0])}") from error
    counted = _of_all(counted)
    read = [problem for side in counted.read for problem in side]
    beyond = [
        problem for problem in read if problem.code not in ADD_UP or problem.count
    ]  # a count is that of all documents
    for reason in (
        "a metric lacks something in some documents" if counted.refused else "",
        *(
            f"all is told at once of: {said(problem)}"
            for problem in (*counted.problems, *beyond)
            if problem.code not in OF_ALL or tells_number(problem)
        ),
        "ranks of entities decide which repeated mention counts"
        if isinstance(pair.key, FilePart) and _depends_on_ranks(counted, key, response)
        else "",
    ):
        if reason:
            raise UncutError(reason)
    parts, manners, lines = _places(pair, counted, key, response)
    assert counted.pairing is not None
    try:
        taken = None if further is None else further.of_piece(run.result([counted]))
    except CorefevalError as error:
        raise UncutError(f"something is wrong with them: {said(error.problems[0])}") from error
    basis = counted.pairing.basis  # of what was asked for beside the metrics as well
    counted = replace(counted, pairing=None)
    if basis:
        del key, response
        gc.collect()  # what was derived from a pairing refers to it, and would stay as long as there is room
    return CountedPiece(counted, parts, manners, lines, basis, taken)


def _read(run: Run, pair: PairOfPieces) -> tuple[Corpus, Corpus]:
    """Return key and response of a pair of pieces."""
    ours, theirs = pair.key, pair.response
    if isinstance(ours, PartOfFolder) or isinstance(theirs, PartOfFolder):
        key = run.request.read_key(ours)  # type: ignore[arg-type]
        response = run.request.beside(key).read_response(theirs)  # type: ignore[arg-type]
        if {*key.names} != {*response.names}:
            raise UncutError("files of both folders have different documents")
        return key, response
    key = run.request.read_key(PartOfFile(ours))
    response = (
        run.request.read_response(PartOfFile(theirs)) if theirs.names else key.select_documents(integers())
    )
    if key.names != ours.names or response.names != theirs.names:
        raise UncutError("the documents of a piece are not those of the file")
    return key, response


Places = tuple[
    tuple[FilePart | PartOfFolder, FilePart | PartOfFolder], tuple[object, object], tuple[Lines, Lines]
]


def _places(pair: PairOfPieces, counted: Counted, key: Corpus, response: Corpus) -> Places:
    """Return where a pair of pieces stands in its files: the pieces, how they were understood, and how many lines they have.

    What is told of files of a folder has its place already, and each is understood by itself.
    """
    if not isinstance(pair.key, FilePart) or not isinstance(pair.response, FilePart):
        return (pair.key, pair.response), (None, None), ((), ())
    ours, theirs = (replace(part, contents=None, opening=b"") for part in (pair.key, pair.response))
    told = {tally.side for tally in counted.tallies if tally.place.line} | {
        side for side, met in zip(SIDES, counted.read, strict=True) if met
    }
    lines = [
        part.lines() if side in told else ()
        for side, part in zip(SIDES, (pair.key, pair.response), strict=True)
    ]
    manners = key.source.manner, response.source.manner if theirs.names else None
    return (ours, theirs), manners, (lines[0], lines[1])


def _of_all(counted: Counted) -> Counted:
    """Return what was counted without what is told of all documents together."""
    told = {problem for tally in counted.tallies for problem in tally.problems()}
    problems = tuple(
        problem for problem in counted.problems if problem not in told and problem.code != "CE010"
    )
    return replace(counted, problems=problems)


def _depends_on_ranks(counted: Counted, key: Corpus, response: Corpus) -> bool:
    """Say whether ranks of entities, of which documents of other pieces are part, decide what is counted: of repeated mentions."""
    assert counted.pairing is not None
    matching = counted.pairing.as_matched.matching
    return any(
        corpus.source.ranks_over_documents and has_repeats(codes)
        for corpus, codes in ((key, matching.key_code), (response, matching.response_code))
    )


class LackingError(CorefevalError):
    """The response lacks documents, and all else that could be wrong with the files is known not to be."""


class Attempt(NamedTuple):
    """What came of reading two files in pieces.

    Attributes:
        key: what is to be read where nothing did: what can be read only once is kept.
        response: the same of the other side.
        result: the scores, None where the files are small or have to be read whole.
        reason: why they have to be, if they are large.
        further: what else was to be had beside the scores.
    """

    key: Path | TextFile
    response: Path | TextFile
    result: Result | None = None
    reason: str = ""
    further: Any = None


def in_pieces(request: Request, key: Path, response: Path, further: Further | None = None) -> Attempt:
    """Score two files piece by piece, if they are large or an engine is to do it, and take what else is to be had of them.

    Raises:
        EngineError: if the engine cannot do the work, whatever the files hold.
    """
    folders = [is_folder(fspath(path)) for path in (key, response)]
    if any(not fspath(path) for path in (key, response)) or any(folders):
        return _folders_in_pieces(request, key, response, further, are_both=all(folders))
    watched = _Watched(request.progress)
    files = [
        TextFile(fspath(path), progress=watched.side(place)) for place, path in enumerate((key, response))
    ]

    def measured() -> int:
        watched.sizes = [file.size_on_disk() for file in files]
        return sum(file.size() for file in files)

    attempt = _attempt(request, measured, lambda: Pieces(request, *files), further)
    kept = [file if file.is_kept else path for file, path in zip(files, (key, response), strict=True)]
    return attempt._replace(key=kept[0], response=kept[1])


def _folders_in_pieces(
    request: Request, key: Path, response: Path, further: Further | None, *, are_both: bool
) -> Attempt:
    """Score two folders some files at a time, if they are large or an engine is to do it."""
    if any(is_packed(fspath(path)) for path in (key, response)):
        return Attempt(key, response, reason="archives are read whole" if request.engine else "")
    if not are_both or any(is_remote(path) for path in (key, response)):
        return Attempt(key, response, reason="a folder and a file are read whole" if request.engine else "")

    def measured() -> int:
        return sum(file.stat().st_size for path in (key, response) for file in files_below(Files(path)))

    attempt = _attempt(
        request, measured, lambda: PiecesOfFolders(request, fspath(key), fspath(response)), further
    )
    return attempt._replace(key=key, response=response)


def _attempt(
    request: Request, measured: Callable[[], int], cut_up: Callable[[], Pieces], further: Further | None
) -> Attempt:
    """Count piece by piece what is large, or what an engine is to count; what is to be read otherwise is still to be said."""
    found, beside, reason, size = None, None, "", 0
    try:
        size = measured()
        if size >= LARGE or request.engine:
            found, beside = cut_up().result(further)
    except EngineError:
        raise
    except LackingError as error:
        raise CorefevalError(error.problems) from None
    except UncutError as error:
        reason = str(error)
    except (CorefevalError, OSError, ValueError):
        pass  # whatever is wrong is told by reading them whole
    return Attempt("", "", found, reason if request.engine or size >= WORTH_SAYING else "", beside)


def read_whole(reason: str, engine_name: str = "") -> Problem:
    """Say that files are read in one piece, and why."""
    what = (
        f"the files are read in one piece, not by the engine {engine_name}"
        if engine_name
        else "large files are read in one piece"
    )
    return Problem("CE129", "read-whole", severity=Severity.WARNING, what=what, reason=reason)


class _Watched:
    """How far two files have been read that are read side by side."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress, self._done, self.sizes = progress, [0, 0], [0, 0]

    def side(self, place: int) -> Progress | None:
        """Return what is to be told how far one of them has been read."""
        if self._progress is None:
            return None

        def tell(done: int, whole: int) -> None:
            del whole
            self._done[place] = done
            if self._progress is not None:
                self._progress(sum(self._done), sum(self.sizes))

        return tell


class Pieces:
    """Two files in pairs of pieces, and what was counted on them added up.

    Args:
        request: what is asked for.
        key: the key's file.
        response: the response's.

    Raises:
        UncutError: here or later, if the files have to be read whole.
    """

    def __init__(self, request: Request, key: TextFile, response: TextFile) -> None:
        settings = request.settings
        self._size = SIZE * (SENT_TOGETHER if request.engine else 1)
        self._key = cut(key, settings.key_format or None, self._size)
        self._response = cut(response, settings.response_format or None, self._size)
        self._is_in_order = True
        self._file = key
        self._start(request, self._key.form, self._key.place, self._response.place)

    def _start(self, request: Request, form: str, key: Place, response: Place) -> None:
        """Choose metrics and settings for a key of a format; nothing is counted yet."""
        self._lacking: list[str] = []
        self._extra: list[str] = []
        self._extra_manners: set[object] = set()
        self._documents = 0
        self._request, self._place = request, response
        nothing = replace(load({}), path=key.file)
        self.run = request.on(nothing, form, frozenset())
        _refuse_whole(self.run, form)
        if ALL in request.metrics:
            self.run = request.on(nothing, form, self._lacks())

    def _leave_to(self, workers: Engine) -> None:
        """Have workers that are sent pieces read the texts that they can."""
        for file in (self._key, self._response):
            self._leave_file(file, workers)

    def _leave_file(self, file: CutFile, workers: Engine) -> None:
        """Have them read those of one file; workers on many machines look for its documents as well."""
        file.may_hold = not workers.sends
        if workers.is_far:
            file.looking = engine(self._request.engine, Stretch.outline, self._request.jobs, LARGE).map

    def _parts_of_key(self, workers: Engine) -> Iterator[FilePart | PartOfFolder]:
        """Iterate over the pieces of the key alone, which workers are to look at."""
        file = cut(self._file, self._key.form, self._size)
        self._leave_file(file, workers)
        return iter(file.next, None)

    def __iter__(self) -> Iterator[PairOfPieces]:
        """Iterate over the pairs: both files side by side while they list the same documents, then the response by name."""
        names: set[str] = set()
        while (part := self._key.next()) is not None:
            count_before = len(names)
            names.update(part.names)
            if len(names) < count_before + len(part.names):
                raise UncutError("a document is there twice")
            other = self._response.following(part.names) if self._is_in_order else None
            self._is_in_order = other is not None
            if other is None:
                other = self._response.of(part.names)
                self._lacking += [name for name in part.names if name not in other.names]
            yield PairOfPieces(part, other)
        self._extra, self._documents = self._response.others(names), len(names)
        if names and len(self._lacking) == len(names):
            raise UncutError("key and response have no name of a document in common")
        self._read_extra()

    def _read_extra(self) -> None:
        """Read the documents that the key does not have: what is wrong with them is wrong with the file."""
        for part in self._response.parts_of(self._extra):
            try:
                response = self.run.request.read_response(PartOfFile(part))
            except CorefevalError as error:
                raise UncutError(f"something is wrong with them: {said(error.problems[0])}") from error
            if response.problems or response.names != part.names:
                raise UncutError("there is something to tell of documents that the key does not have")
            self._extra_manners.add(response.source.manner)

    def _lacks(self) -> frozenset[str]:
        """Return what the key lacks of what metrics need: what all its pieces lack."""
        run = replace(self.run, request=replace(self._request, progress=None, jobs=1))
        workers = engine(self._request.engine, partial(look, run), self._request.jobs, LARGE)
        parts = self._parts_of_key(workers)
        found = list(
            workers.map(part.to_send(is_far=workers.is_far) if workers.sends else part for part in parts)
        )
        if len({each.basis for each in found}) > 1:
            raise UncutError("kinds of expressions are found from all texts")
        names = [name for each in found for name in each.names]
        missing = frozenset.intersection(*(each.lacking for each in found))
        return missing - ({"stereotypes"} if has_stereotypes(names) else set())

    def result(self, further: Further | None = None) -> tuple[Result, Any]:
        """Count, by the engine and in as many processes as were asked for, and add up; so with what else is to be had."""
        request = self.run.request
        run = replace(self.run, request=replace(request, progress=None, jobs=1))
        workers = engine(request.engine, partial(count, run, further=further), request.jobs, LARGE)
        self._leave_to(workers)
        things = (pair.to_send(is_far=workers.is_far) if workers.sends else pair for pair in self)
        counted = []
        for piece in workers.map(things):
            counted.append(piece)
            if len(counted) % GIVEN_BACK == 0:
                give_back()  # what is kept of each piece lies between what is not
        result = self.added(counted)
        taken = None if further is None else further.joined([piece.further for piece in counted])
        return replace(result, warnings=(*result.warnings, *workers.notes)), taken

    def added(self, pieces: Sequence[CountedPiece]) -> Result:
        """Add up what was counted on all pairs, in their order.

        Raises:
            LackingError: if the response lacks documents that it must have.
        """
        for side, others_manners in enumerate((set(), self._extra_manners)):
            if len(({piece.manners[side] for piece in pieces} | others_manners) - {None}) > 1:
                raise UncutError("parts of a file are to be understood in different ways")
        if len({piece.basis for piece in pieces}) > 1 or (self._extra and pieces[0].basis):
            raise UncutError("kinds of expressions are found from all texts")
        common = list(pieces[0].counted.problems)
        if any(list(piece.counted.problems) != common for piece in pieces):
            raise UncutError("documents differ in what is to be told of them")
        if not Facts.agree([piece.counted.facts for piece in pieces]):
            raise UncutError("documents differ in what they have")
        others = Problems()
        settings = self.run.settings
        others.extend(
            other_documents(
                self._documents, sorted(self._lacking), sorted(self._extra), self._place, settings
            )
        )
        if others.errors:
            raise LackingError(others.errors)
        before = [self._lines_before(number, pieces) for number in (0, 1)]
        ours, theirs = (self._read(number, pieces, before[number]) for number in (0, 1))
        tallies: dict[type[ToldOnce], dict[str, ToldOnce]] = {}
        for piece in pieces:
            for tally in piece.counted.tallies:
                number = SIDES.index(tally.side)
                place = _placed(tally.place, piece, number, before[number])
                moved_tally = replace(tally, place=place)  # type: ignore[type-var]
                of_kind = tallies.setdefault(type(tally), {})
                known = of_kind.get(tally.side)
                of_kind[tally.side] = moved_tally if known is None else known + moved_tally
        for of_kind in tallies.values():
            for name in SIDES:
                if name in of_kind:
                    others.extend(of_kind[name].problems())
        counted = [
            replace(piece.counted, read=(key, response), problems=())
            for piece, key, response in zip(pieces, ours, theirs, strict=True)
        ]
        return self.run.result([replace(counted[0], problems=(*others, *common)), *counted[1:]])

    def _lines_before(self, number: int, pieces: Sequence[CountedPiece]) -> dict[int, int]:
        """Return how many lines of one file stand before each run of which something is told."""
        starts = [
            start
            for piece in pieces
            if piece.lines[number] and isinstance(part := piece.parts[number], FilePart)
            for _, start, _ in part.runs
        ]
        return (self._key, self._response)[number].lines_before(starts) if starts else {}

    def _read(
        self, number: int, pieces: Sequence[CountedPiece], before: Mapping[int, int]
    ) -> list[tuple[Problem, ...]]:
        """Return what was met while reading one file, each where it stands."""
        if number and not self._is_in_order and any(piece.counted.read[1] for piece in pieces):
            raise UncutError("all is told in the order of the file")
        return [
            tuple(
                replace(problem, place=_placed(problem.place, piece, number, before))
                for problem in piece.counted.read[number]
            )
            for piece in pieces
        ]


class PiecesOfFolders(Pieces):
    """Two folders in pairs of pieces: as many files of the same names as make up a piece. A file is not cut.

    Args:
        request: what is asked for.
        key: the key's folder.
        response: the response's.

    Raises:
        UncutError: here or later, if the folders have to be read whole.
    """

    def __init__(self, request: Request, key: str, response: str) -> None:
        settings = request.settings
        ours = parts_of_folder(key, settings.key_format or None)
        theirs = parts_of_folder(response, settings.response_format or None)
        if [_stem(part) for part in ours] != [_stem(part) for part in theirs]:
            raise UncutError("the folders have files of different names")
        self._files = list(zip(ours, theirs, strict=True))
        self._is_in_order = True
        self._start(request, ours[0].form, Place(key), Place(response))

    def _leave_to(self, workers: Engine) -> None:
        """All is left to them: files are read where they are counted."""

    def _parts_of_key(self, workers: Engine) -> Iterator[FilePart | PartOfFolder]:
        """Iterate over the pieces of the key alone."""
        del workers
        return (pair.key for pair in self._pairs())

    def _pairs(self) -> Iterator[PairOfPieces]:
        together: list[tuple[PartOfFolder, PartOfFolder]] = []
        held = 0
        for files in self._files:
            together.append(files)
            held += files[0].sizes[0]
            if held >= SIZE:
                yield _together(together)
                together, held = [], 0
        if together:
            yield _together(together)

    def __iter__(self) -> Iterator[PairOfPieces]:
        """Iterate over the pairs of files, in the order of their names."""
        whole = sum(part.sizes[0] for files in self._files for part in files)
        done = 0
        for pair in self._pairs():
            yield pair
            done += sum(pair.key.sizes) + sum(pair.response.sizes)  # type: ignore[union-attr]
            if self._request.progress is not None:
                self._request.progress(done, whole)

    def added(self, pieces: Sequence[CountedPiece]) -> Result:
        """Add up what was counted on all pairs, in their order."""
        names = [name for piece in pieces for name in piece.counted.names]
        if len({*names}) < len(names):
            raise UncutError("a document is there twice")
        self._documents = len(names)
        return super().added(pieces)


def _together(files: Sequence[tuple[PartOfFolder, PartOfFolder]]) -> PairOfPieces:
    """Return files of both folders as one pair of pieces."""
    sides = [
        replace(
            side[0],
            paths=tuple(path for part in side for path in part.paths),
            sizes=tuple(size for part in side for size in part.sizes),
        )
        for side in zip(*files, strict=True)
    ]
    return PairOfPieces(sides[0], sides[1])


def _stem(part: PartOfFolder) -> str:
    """Return the name of a file in its folder, without what says how it is written and packed."""
    path = Files(part.paths[0]).relative_to(part.folder)
    plain = path.with_suffix("") if path.suffix in {".gz", ".zst"} else path
    return plain.with_suffix("").as_posix()


def _placed(place: Place, piece: CountedPiece, number: int, before: Mapping[int, int]) -> Place:
    """Return a place of a piece as one of its file."""
    part = piece.parts[number]
    if not isinstance(part, FilePart) or not place.line:
        return place
    line, runs = place.line, part.runs
    for place_of_run, ((_, start, _), (own, lines)) in enumerate(
        zip(runs, piece.lines[number], strict=True), 1
    ):
        if line <= own + lines or place_of_run == len(runs):
            return moved_place(place, before[start] - own - (place.line - line))
        line -= own + lines
    return place


def _refuse_whole(run: Run, form: str) -> None:
    """Refuse what looks at all documents at once."""
    settings = run.settings
    reasons = {
        "companions are of one file": any(run.request.companions),
        "entities are scored across documents": settings.across != "document",
        "partial matching looks for minimum spans": settings.match == "partial" and form != "corefud",
    }
    for reason, holds in reasons.items():
        if holds:
            raise UncutError(reason)
