"""validate() and repair(): find every error and suspicious annotation of a file before scoring.

A file is checked by itself, and against the key (against_key).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
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
    """The findings in one file.

    Attributes:
        file: its name.
        problems: errors and warnings, in the order of the file.
        contents: a summary of its contents, None if it cannot be read at all.
        format: its format as named or detected, '' if unknown.
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
        """Its warnings."""
        return [problem for problem in self.problems if problem.severity is Severity.WARNING]

    @property
    def counts(self) -> dict[str, int]:
        """The counts of the file's contents."""
        return {} if self.contents is None else self.contents.counts

    @property
    def holds(self) -> tuple[str, ...]:
        """The annotations of catalogue.HOLDS in the file."""
        return () if self.contents is None else self.contents.held

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the form the JSON output has."""
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
    """A key that is read on demand.

    Attributes:
        path: its path.
        format: its format; found from the content where not given.
        layer: as in validate.
        offsets: the same.
        companion: the same.
    """

    path: str
    format: str | None = None
    layer: str = "identity"
    offsets: str = ""
    companion: str = ""

    @cached_property
    def whole(self) -> Whole:
        """The key, read once if it is read in one piece."""
        return Whole(self.path)

    @property
    def corpus(self) -> Corpus:
        """The key in one piece."""
        return self.whole.corpus(self.read_with(Request(), None, ReadOptions()), "key")

    def read_with(self, request: Request, form: str | None, options: ReadOptions) -> Request:
        """Return a request for reading the key and a response."""
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
    """A repaired copy.

    Attributes:
        file: its name.
        problems: the changes, or the reasons why it was not written.
        is_written: whether it was written; not if something is not safe to repair.
    """

    file: str
    problems: tuple[Problem, ...]
    is_written: bool = True


@dataclass(frozen=True, eq=False)
class Validations(Printed):
    """The findings in several files, and the outcome of a repair.

    Attributes:
        files: the findings in each.
        repair: the repaired copy, None if not requested.
    """

    files: tuple[Validation, ...]
    repair: Repair | None = None

    @property
    def is_scorable(self) -> bool:
        """Whether all files can be scored; for a repaired file the copy counts."""
        if self.repair is None:
            return not any(each.errors for each in self.files)
        return all(problem.severity is not Severity.ERROR for problem in self.repair.problems)

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the form the JSON output has."""
        found: dict[str, Any] = {"files": [each.to_dict(only_errors=only_errors) for each in self.files]}
        if self.repair is not None:
            found["repaired"] = {
                "file": encodable(self.repair.file),
                "written": self.repair.is_written,
                "repairs": plain(self.repair.problems),
            }
        return found

    def rows(self, *, only_errors: bool = False) -> Rows:
        """Return one row per problem; those of the repaired copy are last and have its name."""
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

    Unreadable input is an error. A wrong head, minimum span or link of entities is an error too, but affects only
    metrics and settings that need it (see Problem.needed_by). If the rest can be read, it is checked too:
    statements that other tools read differently, duplicate mentions, overlapping mentions of one entity. With a
    key, all differences from it are reported (against_key).

    Args:
        path: the file to check.
        format: its format; found from the content where not given.
        key: the key for scoring it.
        request: the settings for scoring it; by default those of the key's format.
        layer: 'identity' or 'discourse-deixis'.
        offsets: the meaning of the numbers in a JSON Lines file.
        companion: its companion file, if that is not next to it.
        texts: the texts of its key, if that is not given; answers of language models may lack a text.
        scheme: the scheme for checking its type codes, by name or as a file; '' for none.
    """
    file = None if not str(path) or is_folder(path) else TextFile(path)
    held: frozenset[str] = frozenset()
    texts = texts or _texts_of(key)
    unreadable = "" if texts is None else (request or Request()).settings.unreadable
    options = ReadOptions(layer, offsets, companion=companion, texts=texts, unreadable=unreadable)

    def read(repair: bool) -> Corpus:  # noqa: FBT001 - as CheckedFile.of asks
        return formats.read(
            path,
            format,
            layer=layer,
            offsets=offsets,
            companion=companion,
            repair=repair,
            texts=texts,
            unreadable=unreadable,
        )

    def find(documents: TextFile) -> CheckedFile:
        """Return the findings in the file, or in some documents of it."""
        nonlocal held
        is_part = documents is not file
        each = CheckedFile.of(
            lambda repair: formats.read_file(documents, format, replace(options, repair=repair)),
            scheme,
            held if is_part else frozenset(),
        )
        if not is_part:
            return each
        if each.refused and key is not None:
            raise IndivisibleError("refused", each.refused[0])
        if each.refused and format is None and file is not None and owner_of(file) is not None:
            raise IndivisibleError("belongs-to-another-file")
        held = held if each.contents is None else each.contents.holds
        return replace(each, corpus=None)

    if file is None:
        found = CheckedFile.of(read, scheme)
    elif companion or isinstance(key, Corpus):
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
        from corefeval.validation.against_key import against_key  # noqa: PLC0415 - only where there is a key

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
    """Return the key's texts, for answers without a text; None without a key."""
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
    """Write a copy without unreadable annotation that is safe to drop; return the repairs (CE048).

    CE047 reports annotations that the format of the copy does not support; errors that remain in the copy are
    returned too.

    Raises:
        CorefevalError: if something is not safe to repair; then nothing is written.
    """
    corpus = formats.read(path, format, layer=layer, offsets=offsets, companion=companion, repair=True)
    if repeated := _repeated_names(corpus.names, corpus.file):
        raise CorefevalError(repeated)
    losses = formats.write(corpus, target, corpus.format)
    done = [problem for problem in corpus.problems if problem.code == "CE048"]
    if str(target) != "-":
        done += validate(target, corpus.format, layer=layer, offsets=offsets).errors
    return done + losses


def repaired(
    path: str | Path,
    target: str | Path,
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    companion: str = "",
) -> Repair:
    """Return the outcome of a repair, even if nothing was written; see `repair`."""
    try:
        done = repair(path, target, format, layer=layer, offsets=offsets, companion=companion)
    except CorefevalError as error:
        return Repair(str(target), tuple(error.problems), is_written=False)
    return Repair(str(target), tuple(done))


def _no_codes(name: str, file: Place) -> Problem:
    """Report that there are no codes to check with a scheme."""
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - only where asked for

    scheme = scheme_named(name)
    return warning("CE108", "no-type-codes-hold", file, name=scheme.name, attribute=scheme.attribute)


def _checked(path: str | Path, file: TextFile | None, name: str) -> Iterator[Problem]:
    """Yield the findings of the format's own check in a file, or in those of a folder."""
    check = formats.format_named(name).check if name else None
    if check is not None:
        for each in [TextFile(path) for path in files_below(folder_of(path))] if file is None else [file]:
            yield from check(each)


def _format_of(file: TextFile | None, name: str | None) -> str:
    """Return the format of an unreadable file: the named one, or the most similar one."""
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
