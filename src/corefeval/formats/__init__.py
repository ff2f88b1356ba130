"""Read and write files: one module per format, detected by content."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus, RelocatedSource, require
from corefeval.engine.processes import Workers, number_of_workers
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.catalogue import BY_NAME, DIALECTS, ENTRIES, FORMATS, known_name
from corefeval.formats.detect import (
    JSON_STRINGS,
    PROSE,
    REASONING,
    UTF_16,
    describe,
    detect,
    is_tagged_answer,
    json_answers,
    reasoning,
    without,
)
from corefeval.formats.files import CHUNK, Progress, TextFile, files_below
from corefeval.formats.folders import folder_of, is_folder, is_packed, named_as, renamed
from corefeval.formats.key_texts import COPY, KeyTexts, likeness
from corefeval.formats.many_files import are_numbered
from corefeval.formats.remote import is_remote
from corefeval.names import resolve
from corefeval.problems import (
    PARTS,
    CorefevalError,
    IndivisibleError,
    Place,
    Problem,
    Problems,
    Severity,
    UsageError,
    encodable,
    lost,
    merge,
)
from corefeval.records import dataclass
from corefeval.writing import opened_to_write

if TYPE_CHECKING:
    from corefeval.formats.large_files import CutFile

__all__ = [
    "FORMATS",
    "Format",
    "PartOfFolder",
    "ReadOptions",
    "TextFile",
    "cut",
    "detect",
    "format_named",
    "parts_of_folder",
    "read",
    "read_file",
    "write",
]

LIKE_CONLL = {"conll2012", *(entry.name for entry in DIALECTS)}
"""CoNLL-2012 and its dialects."""
LONGEST_REASONING = 1 << 24
"""The most bytes that are read to find an answer after the reasoning of a language model."""
SMALL_FILE = 1 << 16
"""Files of a folder with at most this many bytes are read together."""


def format_named(name: str) -> Format:
    """Return a format by its name or an alias. Its module is imported by this call."""
    return cast("Format", importlib.import_module(BY_NAME[known_name(name)].module).FORMAT)


def read(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    repair: bool = False,
    companion: str = "",
    key: str = "",
    texts: KeyTexts | None = None,
    unreadable: str = "",
    is_key: bool = False,
    jobs: int | str = 1,
    progress: Progress | None = None,
) -> Corpus:
    """Return the corpus of a file, a folder, or '-' for standard input; .gz is unpacked.

    Args:
        path: the file or folder. All files of a folder and its subfolders are read, in natural order of their names. An
            archive (.zip, .tar.gz …) is read like the folder that it contains.
        format: a name of FORMATS; by default detected from the content.
        layer: the layer to read, one of the format's layers (see its page).
        offsets: the meaning of the offsets in a JSON Lines file, if the data do not decide it.
        repair: whether to drop unreadable annotations that are safe to drop, with a warning for each.
        companion: the companion file (such as the text of brat) if it is not next to the file; or the folder that contains
            it under its usual name.
        key: the path of the key, if the file is a response; '' if not. For GAP, the key contains the texts of answers.
        texts: the texts of the key, for answers without a text.
        unreadable: how to treat answers without any mention (see ReadOptions).
        is_key: whether to read clusters even if a document has predictions, too (see ReadOptions).
        jobs: the number of processes that may read the files of a folder; `auto` for the number of processors, if the files
            are large.
        progress: called with the number of bytes read and the total.

    Raises:
        CorefevalError: if there are errors; it contains all of them.
    """
    options = ReadOptions(
        layer, offsets, repair, companion, key=key, texts=texts, unreadable=unreadable, is_key=is_key
    )
    return read_with(options, path, format, jobs, progress)


def read_with(
    options: ReadOptions,
    path: str | PathLike[str],
    name: str | None,
    jobs: int | str = 1,
    progress: Progress | None = None,
) -> Corpus:
    """Return the corpus of a file or folder as `read` does, with options in one object."""
    name = None if name is None else format_named(name).name
    path = path if isinstance(path, str | Path) else Path(path)
    if not str(path):
        raise UsageError(Problem("CE001", "empty-path"))
    if options.companion and is_packed(options.companion):
        options = replace(options, companion=str(folder_of(options.companion)))
    if is_packed(path):
        return _read_archive(path, name, options, jobs, progress)
    if is_folder(path):
        if is_remote(path):
            raise CorefevalError(Problem("CE128", "folder-at-address", Place(str(path))))
        return _read_folder(Path(path), name, options, jobs, progress)
    return read_file(TextFile(path, progress=progress), name, options)


def read_text(path: str | Path) -> Corpus:
    """Read a CoNLL-U file for its words, tags and trees; its coreference annotation is not used.

    Raises:
        CorefevalError: if the file is not CoNLL-U, or faulty.
    """
    file = TextFile(path)
    if detect(file.head()) != "corefud":
        raise CorefevalError(Problem("CE009", "text-is-no-conll-u", file.place))
    content = file.read()
    if b"# global.Entity" not in content:
        # the reader needs the header; appended at the end, it does not change line numbers
        file = TextFile(path, content.rstrip() + b"\n\n# global.Entity = eid\n")
    corpus = _read_as("corefud", file, ReadOptions())
    nothing = integers()
    return corpus.rearrange(nothing, nothing, nothing)


def write(corpus: Corpus, target: str | Path | BinaryIO, format: str) -> list[Problem]:  # noqa: A002
    """Write a corpus to a file, '-' for standard output, or a stream, and return the losses.

    If a format has one document per file (see formats/file_per_document.py), several documents are written to a folder.
    The output is read back before the target is changed, and CE047 reports all differences. A corpus with a faulty part
    is refused, because the copy would silently lack this part.

    Raises:
        CorefevalError: if the corpus cannot be written or read back; the target is then unchanged.
    """
    place = Place(str(target)) if isinstance(target, str | Path) and str(target) != "-" else corpus.file
    try:
        return [_in_file(problem, place) for problem in _write(corpus, target, format_named(format))]
    except UsageError:
        raise
    except CorefevalError as error:
        raise CorefevalError((_in_file(each, place) for each in error.problems), error.beside) from None


def _in_file(problem: Problem, place: Place) -> Problem:
    """Return the problem with this file name, unless it already names a file."""
    return problem if problem.place.file else replace(problem, place=place)


def _write(corpus: Corpus, target: str | Path | BinaryIO, form: Format) -> list[Problem]:
    """Write a corpus as `write` does."""
    for part in PARTS:
        require(part, corpus)
    absent = int(corpus.nodes.is_outside(corpus.mentions.first).sum())
    corpus = corpus.within_text()
    left_out = [lost("words-not-in-text", absent)] if absent else []
    if form.write_each is not None:
        from corefeval.formats.file_per_document import write_file_per_document  # noqa: PLC0415 - few formats are written so

        return [*left_out, *write_file_per_document(corpus, target, form, _losses)]
    written = io.BytesIO()
    said = [*left_out, *form.write(corpus, written)]
    name = str(target) if isinstance(target, str | Path) else ""
    found = said + _losses(corpus, form, [(TextFile(name, written.getvalue()), None)], said)
    if len(corpus.names) and not written.getvalue().strip():
        raise CorefevalError(Problem("CE047", "could-not-read-again", Place(name), label=form.label))
    if not isinstance(target, str | Path):
        target.write(written.getbuffer())
        return found
    with opened_to_write(target) as stream:
        stream.write(written.getbuffer())
    return found


def _losses(
    corpus: Corpus, form: Format, written: list[tuple[TextFile, Path | None]], said: list[Problem]
) -> list[Problem]:
    """Return the losses in written files, each given with its final path in a folder."""
    from corefeval.formats.written_losses import losses  # noqa: PLC0415 - not needed for reading

    if not len(corpus.names):
        return []
    options = ReadOptions(corpus.layer if corpus.layer in form.layers else "identity")
    again = []
    for file, path in written:
        try:
            found = form.read(file, options)
        except CorefevalError as error:
            first = error.problems[0]
            problem = Problem(
                "CE047",
                "not-read-again",
                Place(file.name),
                first.text,
                label=form.label,
                fault_code=first.code,
                fault=first,
                line=first.place.line,
            )
            raise CorefevalError(problem) from None
        again.append(found if path is None else _named_by_file(found, path))
    arranged = corpus if form.arranged is None else form.arranged(corpus)
    return losses(arranged, Corpus.concatenate(again), said)


def read_file(file: TextFile, name: str | None, options: ReadOptions) -> Corpus:
    """Return the corpus of one file. The format is detected from the content unless it is named."""
    named = format_named(name).name if name else None
    try:
        return _read_as(_format_of(file, named, options.texts), file, options)
    except UsageError:
        raise
    except CorefevalError as error:
        if named is not None or file.form:
            raise
        from corefeval.formats.nearest import owner_of  # noqa: PLC0415 - only where there is something to refuse

        owner = owner_of(file)
        if owner is None:
            raise
        known = [problem for problem in error.problems if problem.code != "CE004"]
        raise CorefevalError([owner, *known], error.beside) from None


def cut(file: TextFile, name: str | None, size: int) -> CutFile:
    """Return the documents of a file, to be read in pieces of about this many bytes.

    Raises:
        IndivisibleError: if the file must be read in one piece.
        CorefevalError: if it cannot be read at all.
    """
    from corefeval.formats.large_files import CutFile  # noqa: PLC0415 - only large files are cut

    form = format_named(_format_of(file, name))
    if form.boundaries is None:
        raise IndivisibleError("format-read-whole")
    return CutFile(file, form.name, form.boundaries, size)


def _read_as(name: str, file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of one file of this format. Refuse a layer or offsets that the format does not support."""
    form = format_named(name)
    known = _checked(options, form, file.place)
    try:
        corpus = form.read(file, known)
        problems = _in_order(corpus.problems, form)
        return replace(corpus, layer=known.layer, path=file.name, problems=problems)
    except UsageError:
        raise
    except CorefevalError as error:
        hint = {"page": BY_NAME[name].documentation, "form": form.label}
        problems = _in_order(error.problems, form)
        placed = (_in_file(problem, file.place).having(**hint) for problem in problems)
        raise CorefevalError(placed, _in_order(error.beside, form)) from None


def _in_order(problems: tuple[Problem, ...], form: Format) -> tuple[Problem, ...]:
    """Return the problems of a file in the same order as if it had been read in pieces, if the format supports that."""
    return tuple(merge([problems])) if problems and form.boundaries is not None else problems


def _checked(options: ReadOptions, form: Format, place: Place) -> ReadOptions:
    """Return the options with the format's own name of the layer. Refuse options without effect."""
    layer = resolve("layer", options.layer, form.layers, of=form.label, place=place)
    if options.offsets and not form.has_offsets:
        raise UsageError(
            Problem("CE051", "offsets-say-nothing", place, offsets=options.offsets, label=form.label)
        )
    if options.companion and not BY_NAME[form.name].companions:
        raise UsageError(Problem("CE051", "no-companion-files", place, options.companion, label=form.label))
    texts = options.texts if BY_NAME[form.name].is_answer else None
    return replace(options, layer=layer, texts=texts)


def _format_of(file: TextFile, name: str | None, texts: KeyTexts | None = None) -> str:
    """Return the format of a file: the named or the detected one. Raise an error if it is unknown.

    Args:
        file: the file.
        name: the named format.
        texts: the texts of the key, which tell a tagged copy from tags in reasoning before JSON.
    """
    head = file.head()
    if REASONING.match(head):
        head = file.head(
            LONGEST_REASONING
        )  # the answer may begin later, even if the reasoning mentions its tag
    if not head.strip():
        if kind := _empty_format(file, name):
            return kind
        raise CorefevalError(Problem("CE003", "file-empty", file.place))
    found = file.form or detect(head)
    if name is None and not file.form and (found in PROSE or is_tagged_answer(found)):
        found = _or_json(file, head, found, texts)
    if found is None:
        _refuse_unreadable(file, head, name)
    if name is not None and found is not None and not (name == found if file.form else _may_be(found, name)):
        raise CorefevalError(
            Problem("CE007", "looks-like-another", file.place, label=FORMATS[name], looks=FORMATS[found])
        )
    if found == "corefud" and b"Entity" not in head and b"Entity=" not in file.read():
        raise CorefevalError(Problem("CE009", "conll-u-without-coreference", file.place))
    return name or cast("str", found)


def _or_json(file: TextFile, head: bytes, found: str | None, texts: KeyTexts | None) -> str | None:
    """Return the format of an answer that may have JSON after long reasoning, or after reasoning with tags.

    Text with tags is reasoning if it is no copy of the key's text. Without this text, the tags count.
    """
    is_short = len(head) < SMALL_FILE
    if found is None and (is_short or b"\0" in head or describe(head)):
        return found
    text = head if is_short else file.head(LONGEST_REASONING)
    text = text[reasoning(text) :]
    if not (values := json_answers(text)):
        return found
    if found not in PROSE:
        words = None if texts is None else texts.of(file.name)
        if words is None or likeness(without(text, values).decode("utf-8", "replace"), words) >= COPY:
            return found
    return JSON_STRINGS


def _empty_format(file: TextFile, name: str | None) -> str:
    """Return the format of an empty file with a companion, such as brat annotations of a text without mentions.

    The name of the file must have the format's ending or none, or the format must be named.
    """
    suffix = Path(file.name.removesuffix(".gz")).suffix
    known = [
        entry
        for entry in ENTRIES
        if entry.companions and entry.suffix and (entry.suffix == suffix or not suffix or entry.name == name)
    ]
    return next((entry.name for entry in known if file.beside(entry.companions[0])), "")


def _may_be(found: str, name: str) -> bool:
    """Return whether a file that was detected as one format may be read as another format.

    This is allowed between JSON formats with clusters, between formats with tags, and between CoNLL-2012 and its
    dialects.
    """
    family = BY_NAME[found].family
    is_same_family = family in {"clusters", "inline"} and family == BY_NAME[name].family
    return found == name or is_same_family or {found, name} <= LIKE_CONLL


def _refuse_unreadable(file: TextFile, head: bytes, name: str | None) -> None:
    """Raise the problem of a file with an unknown format, unless the format is named."""
    looks = describe(head)
    if b"\0" in head:
        if looks == UTF_16:
            raise CorefevalError(Problem("CE005", "is-something", file.place, looks=looks))
        kind = "not-text" if looks and looks != "a binary file" else "nul-byte-not-text"
        raise CorefevalError(Problem("CE006", kind, file.place_of(head.index(b"\0")), looks=looks))
    if name is None or looks:
        from corefeval.formats.nearest import refusal  # noqa: PLC0415 - only where there is something to refuse

        raise refusal(file, head, "CE007" if name else "CE004")


def _files_of(
    folder: Path, name: str | None, problems: Problems, options: ReadOptions | None = None
) -> tuple[list[Path], str]:
    """Return the files of a folder to read, in order, and their format. Report the problems of other files."""
    paths = files_below(folder)
    chosen: list[tuple[Path, str]] = []
    refused: list[tuple[Path, tuple[Problem, ...]]] = []
    for path in paths:
        try:
            chosen.append(
                (path, _format_of(TextFile(path), name, None if options is None else options.texts))
            )
        except CorefevalError as error:
            refused.append((path, error.problems))
    companions = {
        found
        for path, kind in chosen
        for pattern in BY_NAME[kind].companions
        for found in TextFile(path).beside(pattern)
    }
    chosen = [(path, kind) for path, kind in chosen if path not in companions]
    refused = [(path, faults) for path, faults in refused if path not in companions]
    chosen, refused = _with_answers(chosen, refused, folder, options)
    for fault in (fault for _, faults in refused for fault in faults):
        is_closed = fault.code == "CE002"  # a file that cannot be opened stays an error
        problems.add(fault if is_closed else replace(fault, severity=Severity.WARNING))
    if not chosen:
        raise CorefevalError(
            [Problem("CE003", "folder-empty" if not paths else "no-file-read", Place(str(folder))), *problems]
        )
    kinds = dict.fromkeys(found for _, found in chosen)
    dialects = {*kinds} - {"conll2012"}
    if len(dialects) == 1 and dialects < LIKE_CONLL:  # the other files look like plain CoNLL-2012
        kinds = dict.fromkeys(dialects)
    if len(kinds) > 1:
        labels = [FORMATS[kind] for kind in kinds]
        raise CorefevalError(Problem("CE004", "folder-holds-files-several", Place(str(folder)), kinds=labels))
    return [path for path, _ in chosen], next(iter(kinds))


Chosen = list[tuple[Path, str]]
"""Files of a folder and their formats."""
Refused = list[tuple[Path, tuple[Problem, ...]]]
"""Files of a folder with an unknown format, and the reasons."""
EMPTY_JSON = frozenset({b"{}", b"[]", b"[[]]", b"null"})
"""JSON answers without a chain."""


def _with_answers(
    chosen: Chosen, refused: Refused, folder: Path, options: ReadOptions | None
) -> tuple[Chosen, Refused]:
    """Return the files to read, including answers of language models without marks, and the refused files.

    Such an answer may be empty, a refusal to answer, or a copy of the text. Its format is known only from the other
    answers of the folder and from a key document with its name.
    """
    kinds = dict.fromkeys(kind for _, kind in chosen)
    answers = [kind for kind in kinds if BY_NAME[kind].is_answer]
    if options is None or options.texts is None or len(answers) != 1:
        return chosen, refused
    found: Chosen = []
    for path, kind in chosen:
        is_nothing = kind == "jsonlines" and TextFile(path).head().strip() in EMPTY_JSON
        found.append((path, answers[0] if is_nothing else kind))
    left: Refused = []
    for path, faults in refused:
        is_answer = all(problem.code in {"CE003", "CE004"} for problem in faults)
        if is_answer and options.texts.of_file(path.relative_to(folder).as_posix()) is not None:
            found.append((path, answers[0]))
        else:
            left.append((path, faults))
    return sorted(found, key=lambda each: each[0].parts), left


@dataclass(frozen=True)
class PartOfFolder:
    """Some files of a folder, to be read like a folder, in this process or another.

    Attributes:
        folder: the folder.
        form: the format of its files.
        paths: the files.
        sizes: the size of each file in bytes.
    """

    folder: str
    form: str
    paths: tuple[str, ...]
    sizes: tuple[int, ...]

    def to_send(self, *, is_far: bool = False) -> PartOfFolder:
        """Return the part to send to another process.

        Raises:
            IndivisibleError: if another process would not find the folder, because its path is relative.
        """
        if is_far and not Path(self.folder).is_absolute():
            raise IndivisibleError("folder-elsewhere")
        return self

    def read_corpus(self, options: ReadOptions) -> Corpus:
        """Return the corpus of these files.

        Raises:
            CorefevalError: if one of the files has errors.
        """
        folder = Path(self.folder)
        options = _checked(options, format_named(self.form), Place(self.folder))
        found: list[tuple[Corpus, list[Path]]] = []
        for batch in _batches([Path(path) for path in self.paths]):
            for outcome, paths in _outcomes(batch, self.form, options):
                if not isinstance(outcome, Corpus):
                    raise CorefevalError(outcome)
                found.append((outcome, paths))
        return replace(_joined(found, folder), layer=options.layer, path=self.folder)


def parts_of_folder(folder: str, name: str | None) -> list[PartOfFolder]:
    """Return each file of a folder as a part of it.

    Raises:
        IndivisibleError: if a warning concerns the folder as a whole.
        CorefevalError: if it cannot be read.
    """
    problems = Problems()
    root = Path(folder)
    paths, form = _files_of(root, name, problems)
    if len(problems):
        raise IndivisibleError("folder-has-problems")
    return [PartOfFolder(str(root), form, (str(path),), (path.stat().st_size,)) for path in paths]


def _joined(found: list[tuple[Corpus, list[Path]]], folder: Path) -> Corpus:
    """Join the corpora of files into one. Documents without names are named after their file."""
    named = [
        (_named_by_file(corpus, paths[0].relative_to(folder)) if len(paths) == 1 else corpus, paths)
        for corpus, paths in found
    ]
    _refuse_repeated(named)
    return Corpus.concatenate([corpus for corpus, _ in named])


def _read_folder(
    folder: Path, name: str | None, options: ReadOptions, jobs: int | str, progress: Progress | None
) -> Corpus:
    problems = Problems()
    chosen, kind = _files_of(folder, name, problems, options)
    options = _checked(options, format_named(kind), Place(str(folder)))
    if options.texts is not None:
        jobs = 1  # the key's texts are not sent to other processes
    if options.companion and len(chosen) > 1 and not is_folder(options.companion):
        raise UsageError(
            Problem("CE051", "one-companion-files", Place(str(folder)), options.companion, files=len(chosen))
        )
    batches = _batches(chosen)
    work = partial(_outcomes, form=kind, options=options)
    read_parts = [part for parts in _each(work, batches, jobs, progress, problems) for part in parts]
    for outcome, _ in read_parts:
        if not isinstance(outcome, Corpus):
            problems.extend(outcome)
    problems.raise_errors()
    found = [(corpus, paths) for corpus, paths in read_parts if isinstance(corpus, Corpus)]
    problems.extend(_mixtures([corpus for corpus, _ in found]))
    problems.raise_errors()
    corpus = _joined(found, folder)
    problems.extend(corpus.problems)
    return replace(corpus, layer=options.layer, problems=tuple(problems), path=str(folder))


def _mixtures(corpora: Sequence[Corpus]) -> Iterator[Problem]:
    """Yield problems of files that are read from gold clusters while others are read from predictions."""
    if len({corpus.source.clusters_from for corpus in corpora}) > 1:
        from corefeval.formats.jsonlines.fields import mixture  # noqa: PLC0415 - few folders have such files

        before: frozenset[str] = frozenset()
        for corpus in corpora:
            if problem := mixture(before, corpus.source.clusters_from):
                yield replace(problem, place=corpus.file)
            before |= corpus.source.clusters_from


def _read_archive(
    path: str | Path, name: str | None, options: ReadOptions, jobs: int | str, progress: Progress | None
) -> Corpus:
    """Read an archive like the folder that it contains. Problems name the archive."""
    folder = folder_of(path)
    try:
        corpus = _read_folder(folder, name, options, jobs, progress)
    except UsageError:
        raise
    except CorefevalError as error:
        beside = named_as(error.beside, folder, path)
        raise CorefevalError(named_as(error.problems, folder, path), beside) from None
    source = RelocatedSource(corpus.source, partial(renamed, folder=folder, path=path))
    problems = named_as(corpus.problems, folder, path)
    return replace(corpus, source=source, problems=problems, path=str(path))


Batch = list[tuple[Path, int]]
"""Files and their sizes."""
Outcome = tuple[Corpus | tuple[Problem, ...], list[Path]]
"""A corpus or, for a file with errors, its problems; and the file of each document."""


def _batches(paths: list[Path]) -> list[Batch]:
    """Group small files into batches. A large file is a batch of its own."""
    batches: list[Batch] = []
    room = 0
    for path in paths:
        size = path.stat().st_size
        if not batches or size > room or size > SMALL_FILE:
            batches.append([])
            room = CHUNK if size <= SMALL_FILE else size
        batches[-1].append((path, size))
        room -= max(size, 1)
    return batches


def _outcomes(batch: Batch, form: str, options: ReadOptions) -> list[Outcome]:
    """Read a batch of files: together if they are regular, otherwise one by one."""
    paths = [path for path, _ in batch]
    read_several = format_named(form).read_several
    if read_several is not None and len(paths) > 1 and not options.repair:
        together = read_several(paths, options)
        if together is not None:
            corpus, counts = together
            owners = [path for path, count in zip(paths, counts, strict=True) for _ in range(count)]
            return [(corpus, owners)]
    return [(_outcome(path, form, options), [path]) for path in paths]


def _outcome(path: Path, form: str, options: ReadOptions) -> Corpus | tuple[Problem, ...]:
    """Return the corpus of one file of a folder, or its problems."""
    try:
        return _read_as(form, TextFile(path), options)
    except CorefevalError as error:
        return error.problems


def _each(
    work: Callable[[Batch], list[Outcome]],
    batches: list[Batch],
    jobs: int | str,
    progress: Progress | None,
    problems: Problems,
) -> list[list[Outcome]]:
    """Process all batches, in order, in several processes if requested."""
    sizes = [sum(size for _, size in batch) for batch in batches]
    workers = min(number_of_workers(jobs, sum(sizes)), len(batches))
    pool = Workers(work, workers) if workers > 1 else None
    outcomes: list[list[Outcome]] = []
    found = map(work, batches) if pool is None else pool.map(batches)
    for outcome, done in zip(found, accumulate(sizes), strict=True):
        outcomes.append(outcome)
        if progress is not None:
            progress(done, sum(sizes))
    if pool is not None:
        problems.extend(pool.notes)
    return outcomes


def _named_by_file(corpus: Corpus, path: Path) -> Corpus:
    """Name documents after their file if they have no names and the reader numbered them from 1."""
    if not are_numbered(corpus.names):
        return corpus
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    stem = encodable(plain.with_suffix("").as_posix())
    if len(corpus.names) == 1:
        return replace(corpus, names=(stem,))
    return replace(corpus, names=tuple(f"{stem}_{name}" for name in corpus.names))


def _refuse_repeated(found: list[tuple[Corpus, list[Path]]]) -> None:
    seen: dict[str, Path] = {}
    problems = []
    for corpus, paths in found:
        owners = paths if len(paths) > 1 else paths * len(corpus.names)
        for name, path in zip(corpus.names, owners, strict=True):
            if name in seen:
                problems.append(
                    Problem("CE012", "document-also", Place(str(path)), name=name, seen=seen[name])
                )
            seen.setdefault(name, path)
    if problems:
        raise CorefevalError(problems)
