"""Reading and writing: one file per format, found by content."""

from __future__ import annotations

import gzip
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import BinaryIO, cast

from corefeval.corpus import Corpus, require
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.detect import UTF_16, describe, detect
from corefeval.formats.files import Progress, TextFile
from corefeval.names import resolve
from corefeval.problems import PARTS, CorefevalError, Place, Problem, Problems, Severity, UsageError

__all__ = [
    "FORMATS",
    "Format",
    "ReadOptions",
    "TextFile",
    "detect",
    "format_named",
    "read",
    "read_file",
    "write",
]

FORMATS = {
    "conll2012": "CoNLL-2012",
    "corefud": "CorefUD",
    "conllua": "CoNLL-UA",
    "jsonlines": "JSON Lines",
    "nkas": "NKAS JSON",
}
"""The names of the formats, and what people call them."""


ALIASES = {
    "conll2012": ("conll", "conll2011"),
    "corefud": ("conllu",),
    "conllua": ("ua", "Universal Anaphora"),
    "jsonlines": ("jsonl",),
}
"""What else they are called; case and signs between letters do not matter anyway."""


def format_named(name: str) -> Format:
    """Return a format by its name, or what people call it; its module is imported only now."""
    found = resolve("format", name, FORMATS, lambda known: (FORMATS[known], *ALIASES.get(known, ())))
    return cast("Format", importlib.import_module(f"corefeval.formats.{found}").FORMAT)


def read(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    repair: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Corpus:
    """Return the corpus of a file, a folder, or '-' for standard input; .gz is unpacked.

    Args:
        path: the file; of a folder all files are read, in the order of their names, folders inside included.
        format: a name of FORMATS; found from the content where it is not given.
        layer: which annotation to read, of those that the format has (see its page).
        offsets: what the numbers of a JSON Lines file mean, where the data do not decide it.
        repair: drop what cannot be read and is safe to drop, with a warning for each.
        jobs: how many processes may read the files of a folder.
        progress: called with the bytes read and the bytes in all.

    Raises:
        CorefevalError: with every problem found.
    """
    if format is not None:
        format = format_named(format).name  # noqa: A001 - the word the user writes
    path = path if isinstance(path, str | Path) else Path(path)
    if not str(path):
        raise UsageError(Problem("CE001", "the path is empty; is a variable not set?"))
    options = ReadOptions(layer, offsets, repair)
    if str(path) != "-" and Path(path).is_dir():
        return _read_folder(Path(path), format, options, jobs, progress)
    return read_file(TextFile(path, progress=progress), format, options)


def write(corpus: Corpus, target: str | Path | BinaryIO, format: str) -> list[Problem]:  # noqa: A002
    """Write a corpus to a file, '-' for standard output, or a stream; return what the format could not hold.

    A corpus of which a part is faulty is refused: the copy would lack it without a word.
    """
    form = format_named(format)
    for part in PARTS:
        require(part, corpus)
    if not isinstance(target, str | Path):
        return form.write(corpus, target)
    with _opened_to_write(target) as stream:
        return form.write(corpus, stream)


def read_file(file: TextFile, name: str | None, options: ReadOptions) -> Corpus:
    """Return the corpus of one file; its format is found from the content where it is not named."""
    named = format_named(name).name if name else None
    return _read_as(_format_of(file, named), file, options)


def _read_as(name: str, file: TextFile, options: ReadOptions) -> Corpus:
    """Return the corpus of one file of this format; a layer or offsets that it does not have are refused."""
    form = format_named(name)
    known = _checked(options, form, file.place)
    return replace(form.read(file, known), layer=known.layer)


def _checked(options: ReadOptions, form: Format, place: Place) -> ReadOptions:
    """Return the options with the layer as the format calls it; what would have no effect on it is refused."""
    layer = resolve("layer", options.layer, form.layers, of=form.label, place=place)
    if options.offsets and not form.has_offsets:
        message = f"offsets {options.offsets!r} say nothing of {form.label}"
        raise UsageError(Problem("CE051", message, place, hint="Leave them out for this file."))
    return replace(options, layer=layer)


def _format_of(file: TextFile, name: str | None) -> str:
    """Return the format to read a file as, or raise what is wrong with it."""
    head = file.head()
    if not head.strip():
        raise CorefevalError(Problem("CE003", "the file is empty", file.place))
    found = detect(head)
    if found is None:
        _refuse_unreadable(file, head, name)
    if name is not None and found is not None and found != name:
        message = f"this is not {FORMATS[name]}: it looks like {FORMATS[found]}"
        raise CorefevalError(Problem("CE007", message, file.place))
    if found == "corefud" and b"Entity" not in head and b"Entity=" not in file.read():
        message = "CoNLL-U without coreference: no word has Entity= in its last column"
        raise CorefevalError(Problem("CE009", message, file.place))
    return name or cast("str", found)


def _refuse_unreadable(file: TextFile, head: bytes, name: str | None) -> None:
    """Raise what is wrong with a file whose format is not recognised, unless its format is named."""
    looks = describe(head)
    if b"\0" in head:
        before = head[: head.index(b"\0")]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        if looks == UTF_16:
            raise CorefevalError(Problem("CE005", f"this is {looks}", file.place))
        kind = f"this is {looks}, not text" if looks and looks != "a binary file" else "a NUL byte: not text"
        raise CorefevalError(Problem("CE006", kind, Place(file.name, line, column)))
    if looks:
        hint = f"Give a file in one of the formats {', '.join(FORMATS)}."
        raise CorefevalError(Problem("CE007" if name else "CE004", f"this is {looks}", file.place, hint=hint))
    if name is None:
        start = head.lstrip().split(b"\n", 1)[0].decode("utf-8", "replace")
        raise CorefevalError(Problem("CE004", "it begins with", Place(file.name, 1), start))


def _read_folder(
    folder: Path, name: str | None, options: ReadOptions, jobs: int, progress: Progress | None
) -> Corpus:
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.parts)
    problems = Problems()
    chosen: list[tuple[Path, str]] = []
    for path in paths:
        try:
            chosen.append((path, _format_of(TextFile(path), name)))
        except CorefevalError as error:
            problems.extend(replace(problem, severity=Severity.WARNING) for problem in error.problems)
    if not chosen:
        what = "the folder is empty" if not paths else "no file of the folder can be read"
        raise CorefevalError([Problem("CE003", what, Place(str(folder))), *problems])
    kinds = dict.fromkeys(found for _, found in chosen)
    if len(kinds) > 1:
        message = f"the folder holds files of several formats: {', '.join(FORMATS[kind] for kind in kinds)}"
        hint = "Name the one to read with --key-format, --response-format or --from."
        raise CorefevalError(Problem("CE004", message, Place(str(folder)), hint=hint))
    options = _checked(options, format_named(chosen[0][1]), Place(str(folder)))
    outcomes = _each(partial(_outcome, options=options), chosen, jobs, progress)
    for outcome in outcomes:
        if not isinstance(outcome, Corpus):
            problems.extend(outcome)
    problems.raise_errors()
    corpora = [
        _named_by_file(corpus, path.relative_to(folder))
        for corpus, (path, _) in zip(outcomes, chosen, strict=True)
        if isinstance(corpus, Corpus)
    ]
    _refuse_repeated(corpora, [path for path, _ in chosen])
    corpus = Corpus.concatenate(corpora)
    return replace(corpus, layer=options.layer, problems=(*problems, *corpus.problems))


def _outcome(item: tuple[Path, str], options: ReadOptions) -> Corpus | tuple[Problem, ...]:
    """Return the corpus of one file of a folder, or its problems."""
    path, name = item
    try:
        return _read_as(name, TextFile(path), options)
    except CorefevalError as error:
        return error.problems


def _each(
    work: Callable[[tuple[Path, str]], Corpus | tuple[Problem, ...]],
    items: list[tuple[Path, str]],
    jobs: int,
    progress: Progress | None,
) -> list[Corpus | tuple[Problem, ...]]:
    """Do the work for all items, in their order, in several processes where that is asked for."""
    sizes = [path.stat().st_size for path, _ in items]
    outcomes: list[Corpus | tuple[Problem, ...]] = []
    done = 0

    def note(outcome: Corpus | tuple[Problem, ...]) -> None:
        nonlocal done
        done += sizes[len(outcomes)]
        outcomes.append(outcome)
        if progress is not None:
            progress(done, sum(sizes))

    if jobs > 1 and len(items) > 1:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one process does without

        with ProcessPoolExecutor(min(jobs, len(items))) as pool:
            for outcome in pool.map(work, items, chunksize=max(1, len(items) // (4 * jobs))):
                note(outcome)
    else:
        for item in items:
            note(work(item))
    return outcomes


def _named_by_file(corpus: Corpus, path: Path) -> Corpus:
    """Call documents without names, which a reader numbers from 1, by the file they come from."""
    if corpus.names != tuple(str(number) for number in range(1, len(corpus.names) + 1)):
        return corpus
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    stem = plain.with_suffix("").as_posix()
    if len(corpus.names) == 1:
        return replace(corpus, names=(stem,))
    return replace(corpus, names=tuple(f"{stem}_{name}" for name in corpus.names))


def _refuse_repeated(corpora: list[Corpus], paths: list[Path]) -> None:
    seen: dict[str, Path] = {}
    problems = []
    for corpus, path in zip(corpora, paths, strict=True):
        for name in corpus.names:
            if name in seen:
                message = f"document {name!r} is also in {seen[name]}"
                problems.append(Problem("CE012", message, Place(str(path))))
            seen.setdefault(name, path)
    if problems:
        raise CorefevalError(problems)


@contextmanager
def _opened_to_write(target: str | Path) -> Iterator[BinaryIO]:
    """Open a file to write; the same corpus gives the same bytes, so nothing tells the time in a .gz."""
    if str(target) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    # a file is complete or not there; and what is read lazily may lie in the very file that is written
    unfinished = path.with_name(f".{path.name}.part") if path.is_file() or not path.exists() else path
    try:
        with unfinished.open("wb") as stream:
            if path.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
                    yield cast("BinaryIO", packed)
            else:
                yield stream
        if unfinished != path:
            unfinished.replace(path)
    except OSError as error:
        problem = Problem("CE053", error.strerror or "cannot be written", Place(str(target)))
        raise CorefevalError(problem) from None
    finally:
        if unfinished != path:
            unfinished.unlink(missing_ok=True)
