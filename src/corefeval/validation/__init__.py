"""validate() and repair(): find every error and suspicious annotation of a file before scoring.

A file is checked on its own (findings.py) and, if a key is given, against the key (against_key.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from corefeval import formats
from corefeval.columns import Printed, Rows, plain
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.fold import Whole, folded_file
from corefeval.evaluation.request import Request
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile, files_below
from corefeval.formats.folders import folder_of, is_folder, is_packed, named_as
from corefeval.formats.key_texts import KeyTexts
from corefeval.formats.nearest import owner_of
from corefeval.problems import (
    CorefevalError,
    IndivisibleError,
    Place,
    Problem,
    Problems,
    Severity,
    encodable,
    warning,
)
from corefeval.validation.findings import CheckedFile, ContentCounts


@dataclass(frozen=True, eq=False)
class Validation:
    """The problems and contents of one file.

    Attributes:
        file: the name of the file.
        problems: errors and warnings, in the order of the file.
        contents: the counts of its contents; None if the file cannot be read at all.
        format: its format, named by the user or detected; '' if unknown.
    """

    file: str
    problems: tuple[Problem, ...]
    contents: ContentCounts | None = None
    format: str = ""

    @property
    def errors(self) -> list[Problem]:
        """The problems that prevent scoring the file."""
        return [problem for problem in self.problems if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """The problems that do not prevent scoring."""
        return [problem for problem in self.problems if problem.severity is Severity.WARNING]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of documents, words, mentions and so on; empty if the file cannot be read."""
        return {} if self.contents is None else self.contents.counts

    @property
    def holds(self) -> tuple[str, ...]:
        """The kinds of annotation in the file, as named in catalogue.HOLDS."""
        return () if self.contents is None else self.contents.held

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the object that the JSON output contains."""
        return {
            "file": encodable(self.file),
            "format": self.format,
            "valid": not self.errors,
            "counts": self.counts,
            "holds": list(self.holds),
            "problems": plain(self.errors if only_errors else self.problems),
        }


@dataclass(frozen=True)
class KeyFile:
    """A key file that is read when it is needed.

    Attributes:
        path: the path of the file.
        format: its format; None to detect it from the content.
        layer: the layer of the key, as in `validate`.
        offsets: the meaning of its offsets, as in `validate`.
        companion: its companion file, as in `validate`.
    """

    path: str
    format: str | None = None
    layer: str = "identity"
    offsets: str = ""
    companion: str = ""

    @cached_property
    def whole(self) -> Whole:
        """The key, which is read only once if it is read in one piece."""
        return Whole(self.path)

    @property
    def corpus(self) -> Corpus:
        """The key, read in one piece."""
        return self.whole.corpus(self.read_with(Request(), None, ReadOptions()), "key")

    def read_with(self, request: Request, form: str | None, options: ReadOptions) -> Request:
        """Return the request with the formats, layers, offsets and companions of key and response."""
        said = {
            "key_format": self.format or "",
            "key_layer": self.layer,
            "key_offsets": self.offsets,
            "response_format": form or "",
            "response_layer": options.layer,
            "response_offsets": options.offsets,
        }
        overrides = {**(request.overrides or {}), **said}
        return replace(request, overrides=overrides, companions=(self.companion, options.companion))


@dataclass(frozen=True, slots=True)
class Repair:
    """The outcome of a repair.

    Attributes:
        file: the name of the repaired copy.
        problems: the changes that were made, or the problems that are not safe to repair.
        is_written: whether the copy was written; False if a problem is not safe to repair.
    """

    file: str
    problems: tuple[Problem, ...]
    is_written: bool = True


@dataclass(frozen=True, eq=False)
class Validations(Printed):
    """The problems and contents of several files, and the outcome of a repair.

    Attributes:
        files: the validation of each file.
        repair: the outcome of the repair; None if no repair was requested.
    """

    files: tuple[Validation, ...]
    repair: Repair | None = None

    @property
    def is_scorable(self) -> bool:
        """Whether all files can be scored. After a repair, only the repaired copy counts."""
        if self.repair is None:
            return not any(each.errors for each in self.files)
        return all(problem.severity is not Severity.ERROR for problem in self.repair.problems)

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the object that the JSON output contains."""
        found: dict[str, Any] = {"files": [each.to_dict(only_errors=only_errors) for each in self.files]}
        if self.repair is not None:
            found["repaired"] = {
                "file": encodable(self.repair.file),
                "written": self.repair.is_written,
                "repairs": plain(self.repair.problems),
            }
        return found

    def rows(self, *, only_errors: bool = False) -> Rows:
        """Return one row per problem. The rows of the repaired copy are last; their column `repaired` has its name."""
        rows = [
            problem.to_row()
            for each in self.files
            for problem in (each.errors if only_errors else each.problems)
        ]
        heads = ["severity", "code", "file", "line", "column", "message", "text", "hint"]
        if self.repair is not None:
            heads.append("repaired")
            rows += [{**problem.to_row(), "repaired": self.repair.file} for problem in self.repair.problems]
        return Rows(heads, rows, "")


def validate(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    key: Corpus | KeyFile | None = None,
    request: Request | None = None,
    layer: str = "identity",
    offsets: str = "",
    companion: str = "",
    texts: KeyTexts | None = None,
    scheme: str = "",
) -> Validation:
    """Return every problem of a file or folder.

    Unreadable input is an error. A wrong head, minimum span or link of entities is an error too, but prevents only
    metrics and settings that need it (see Problem.needed_by). If the rest can be read, it is checked for annotations
    that other tools read differently, duplicate mentions, and overlapping mentions of one entity. If a key is given, all
    differences from it are reported (see against_key).

    Args:
        path: the file or folder to check.
        format: its format; None to detect it from the content.
        key: the key that it will be scored against.
        request: the settings it will be scored with; by default those of the key's format.
        layer: 'identity' or 'discourse-deixis'.
        offsets: the meaning of the offsets in a JSON Lines file.
        companion: its companion file, if that is not next to it.
        texts: the texts of its key, needed for answers of language models without a text if `key` is None.
        scheme: the scheme that defines the valid type codes, by name or as a file; '' to check no codes.
    """
    file = None if not str(path) or is_folder(path) else TextFile(path)
    held: frozenset[str] = frozenset()
    texts = texts or _texts_of(key)
    unreadable = "" if texts is None else (request or Request()).settings.unreadable
    options = ReadOptions(layer, offsets, companion=companion, texts=texts, unreadable=unreadable)

    def read(options: ReadOptions, documents: TextFile | None) -> Corpus:
        if documents is None:
            return formats.read_with(options, path, format)
        return formats.read_file(documents, format, options)

    def find(documents: TextFile | None) -> CheckedFile:
        """Check the whole file or folder, or some documents of it."""
        nonlocal held
        is_part = documents is not file
        known = held if is_part else frozenset()
        each = CheckedFile.of(partial(read, documents=documents), options, scheme, known)
        if not is_part:
            return each
        if each.refused and key is not None:
            raise IndivisibleError("refused", each.refused[0])
        if each.refused and format is None and file is not None and owner_of(file) is not None:
            raise IndivisibleError("belongs-to-another-file")
        held = held if each.contents is None else each.contents.holds
        return replace(each, corpus=None)

    if file is None or companion or isinstance(key, Corpus):
        found = find(file)
    else:
        found = folded_file(file, format, find, CheckedFile.joined)
    told = Problems()
    told.extend(found.refused)
    if found.contents is None:
        return Validation(str(path), tuple(told), format=_format_of(file, format))
    told.extend(found.met)
    told.extend(_checked(path, file, found.format))
    told.extend(_repeated_names(found.names, found.file))
    told.extend(found.listed_twice)
    told.extend(found.overlapping)
    if scheme and not found.typed_by:
        told.add(_no_codes(scheme, found.file))
    told.extend(found.codes)
    if not found.contents.counts["mentions"]:
        told.add(warning("CE045", "no-mentions", Place(str(path))))
    if key is not None:
        from corefeval.validation.against_key import against_key  # noqa: PLC0415 - only needed with a key

        asked = request or Request()
        gold = key.whole if isinstance(key, KeyFile) else Whole(key, key)
        asked = key.read_with(asked, format, options) if isinstance(key, KeyFile) else asked
        known = set(told)
        source = path if file is None or not file.is_kept else file
        against = against_key(asked, gold, Whole(source, found.corpus), found)
        told.extend(problem for problem in against if problem not in known)
    problems = named_as(told, folder_of(path), path) if is_packed(path) else tuple(told)
    return Validation(str(path), problems, found.contents, found.format)


def _texts_of(key: Corpus | KeyFile | None) -> KeyTexts | None:
    """Return the key's texts, for answers of language models without a text; None without a key."""
    if key is None:
        return None
    return KeyTexts(lambda: key if isinstance(key, Corpus) else key.corpus)


def repair(
    path: str | Path,
    target: str | Path,
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    companion: str = "",
) -> list[Problem]:
    """Write a copy without unreadable parts that are safe to skip, and return the changes (CE048).

    The list also contains annotations that the format of the copy does not support (CE047), and errors that remain in
    the copy.

    Raises:
        CorefevalError: if a problem is not safe to repair; then nothing is written.
    """
    corpus = formats.read(path, format, layer=layer, offsets=offsets, companion=companion, repair=True)
    if repeated := _repeated_names(corpus.names, corpus.file):
        raise CorefevalError(repeated)
    losses = formats.write(corpus, target, corpus.format)
    done = [problem for problem in corpus.problems if problem.code == "CE048"]
    if str(target) != "-":
        done += validate(target, corpus.format, layer=layer, offsets=offsets).errors
    return done + losses


def repaired(path: str | Path, target: str | Path, name: str | None = None, **options: str) -> Repair:
    """Repair a file as `repair` does, and return the outcome even if nothing was written."""
    try:
        done = repair(path, target, name, **options)
    except CorefevalError as error:
        return Repair(str(target), tuple(error.problems), is_written=False)
    return Repair(str(target), tuple(done))


def _no_codes(name: str, file: Place) -> Problem:
    """Return the warning that the file has no type codes to check against the scheme."""
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - only needed with a scheme

    scheme = scheme_named(name)
    return warning("CE108", "no-type-codes-hold", file, name=scheme.name, attribute=scheme.attribute)


def _checked(path: str | Path, file: TextFile | None, name: str) -> Iterator[Problem]:
    """Yield the problems that the format's own check finds in the file, or in all files of the folder."""
    check = formats.format_named(name).check if name else None
    if check is not None:
        for each in [TextFile(path) for path in files_below(folder_of(path))] if file is None else [file]:
            yield from check(each)


def _format_of(file: TextFile | None, name: str | None) -> str:
    """Return the format of an unreadable file: the one that the user named, or else the detected one."""
    if name is not None or file is None:
        return name or ""
    try:
        return formats.detect(file.head()) or ""
    except CorefevalError:
        return ""


def _repeated_names(names: Iterable[str], file: Place) -> list[Problem]:
    counts = Counter(names)
    return [
        Problem("CE012", "name-given-again", file, name, counts=counts[name])
        for name in sorted(counts)
        if counts[name] > 1
    ]
