"""validate() and repair(): everything that is wrong or suspicious in a file, before anything is scored.

By itself, and against the key (against_key).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from corefeval import formats
from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.views import Mention
from corefeval.evaluation.request import Request
from corefeval.formats.catalogue import HOLDS
from corefeval.formats.files import TextFile, files_below, is_folder
from corefeval.frames import Rows
from corefeval.problems import CorefevalError, Place, Problem, Problems, Severity, UsageError, encodable

SHOWN = 5
"""How many entities or documents a message names."""

SHOWN_LETTERS = 40
"""How much of another mention a message shows."""


@dataclass(frozen=True, eq=False)
class Validation:
    """What was found in one file.

    Attributes:
        file: its name.
        problems: errors and warnings, as they stand in the file.
        corpus: what it holds, None if it cannot be read at all.
        format: its format as it was named or recognised, '' if that is not known.
    """

    file: str
    problems: tuple[Problem, ...]
    corpus: Corpus | None = None
    format: str = ""

    @property
    def errors(self) -> list[Problem]:
        """What stands against scoring the file."""
        return [problem for problem in self.problems if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """What is worth a look."""
        return [problem for problem in self.problems if problem.severity is Severity.WARNING]

    @property
    def counts(self) -> dict[str, int]:
        """How much the file holds."""
        corpus = self.corpus
        if corpus is None:
            return {}
        empty = len(corpus.names) - len(np.unique(corpus.entities.document))
        return {
            "documents": len(corpus.names),
            "documents_without_mentions": empty,
            "sentences": len(corpus.nodes.sentences),
            "words": int(corpus.nodes.word_counts.sum()),
            "empty_nodes": len(corpus.nodes.empty),
            "mentions": len(corpus.mentions),
            "discontinuous": int(corpus.mentions.is_discontinuous.sum()),
            "zeros": int(corpus.is_zero.sum()),
            "entities": len(corpus.entities),
            "singletons": int((corpus.entity_sizes == 1).sum()),
        }

    @cached_property
    def holds(self) -> tuple[str, ...]:
        """What of catalogue.HOLDS is in the file."""
        return () if self.corpus is None else tuple(_held(self.corpus))

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the form the JSON output has."""
        return {
            "file": encodable(self.file),
            "format": self.format,
            "valid": not self.errors,
            "counts": self.counts,
            "holds": list(self.holds),
            "problems": [problem.to_dict() for problem in (self.errors if only_errors else self.problems)],
        }


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired copy.

    Attributes:
        file: its name.
        problems: what was changed, or what keeps it from being written.
        is_written: whether it was written; it is not if something is not safe to repair.
    """

    file: str
    problems: tuple[Problem, ...]
    is_written: bool = True


@dataclass(frozen=True, eq=False)
class Validations:
    """What was found in several files, and what became of a repair.

    Attributes:
        files: what was found in each.
        repair: the repaired copy, None where none was asked for.
    """

    files: tuple[Validation, ...]
    repair: Repair | None = None

    @property
    def is_scorable(self) -> bool:
        """Whether all files can be scored; where one was repaired it is the copy that counts."""
        if self.repair is None:
            return not any(each.errors for each in self.files)
        return all(problem.severity is not Severity.ERROR for problem in self.repair.problems)

    def to_dict(self, *, only_errors: bool = False) -> dict[str, Any]:
        """Return the form the JSON output has."""
        plain: dict[str, Any] = {"files": [each.to_dict(only_errors=only_errors) for each in self.files]}
        if self.repair is not None:
            plain["repaired"] = {
                "file": encodable(self.repair.file),
                "written": self.repair.is_written,
                "repairs": [problem.to_dict() for problem in self.repair.problems],
            }
        return plain

    def rows(self, *, only_errors: bool = False) -> Rows:
        """Return a row a problem, those of the repaired copy last and with its name."""
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
    key: Corpus | None = None,
    request: Request | None = None,
    layer: str = "identity",
    offsets: str = "",
    companion: str = "",
    scheme: str = "",
) -> Validation:
    """Return every problem of a file or folder.

    What cannot be read is an error, and so is a wrong head, minimum span or link of entities, which stops only
    what needs it (see Problem.needed_by). Where the rest can be read all the same, it is looked at too: statements that
    others read otherwise, mentions listed twice, mentions of one entity that overlap, and with a key all that does not agree with it (against_key).

    Args:
        path: what to look at.
        format: its format; found from the content where not given.
        key: what it will be scored against.
        request: with which settings; by default those of the key's format.
        layer: 'identity' or 'discourse-deixis'.
        offsets: what the numbers of a JSON Lines file mean.
        companion: the file that it refers to, where that is not beside it.
        scheme: the scheme that its type codes are held to, by name or as a file; '' for none.
    """
    found = Problems()
    try:
        corpus = formats.read(path, format, layer=layer, offsets=offsets, companion=companion)
    except UsageError:
        raise
    except CorefevalError as error:
        found.extend(error.problems)
        try:
            corpus = formats.read(
                path, format, layer=layer, offsets=offsets, companion=companion, repair=True
            )
        except CorefevalError:
            return Validation(str(path), tuple(found), format=_format_of(path, format))
        kept = (problem for problem in corpus.problems if problem.code != "CE048")
        found.extend(problem for problem in kept if problem not in error.problems)
    else:
        found.extend(corpus.problems)
    found.extend(_checked(path, corpus.format))
    found.extend(_repeated_names(corpus))
    found.extend(_repeated_mentions(corpus))
    found.extend(_overlapping_mentions(corpus))
    if scheme:
        found.extend(_illegal_codes(corpus, scheme))
    if not len(corpus.mentions):
        found.add(Problem("CE045", "no mentions", Place(str(path)), severity=Severity.WARNING))
    if key is not None:
        from corefeval.validation.against_key import against_key  # noqa: PLC0415 - only where there is a key

        known = set(found)
        found.extend(
            problem for problem in against_key(key, corpus, request or Request()) if problem not in known
        )
    return Validation(str(path), tuple(found), corpus, corpus.format)


def repair(
    path: str | Path,
    target: str | Path,
    format: str | None = None,  # noqa: A002 - the word the user writes
    *,
    layer: str = "identity",
    offsets: str = "",
    companion: str = "",
) -> list[Problem]:
    """Write a copy without what cannot be read and is safe to leave out; return what was done (CE048).

    What the format of the copy cannot hold is told too (CE047), and so is what is still wrong with the copy.

    Raises:
        CorefevalError: if there is something that is not safe to repair; then nothing is written.
    """
    corpus = formats.read(path, format, layer=layer, offsets=offsets, companion=companion, repair=True)
    if repeated := _repeated_names(corpus):
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
    """Return what became of a repair, also where nothing was written; see `repair`."""
    try:
        done = repair(path, target, format, layer=layer, offsets=offsets, companion=companion)
    except CorefevalError as error:
        return Repair(str(target), tuple(error.problems), is_written=False)
    return Repair(str(target), tuple(done))


def _illegal_codes(corpus: Corpus, name: str) -> Iterable[Problem]:
    """Name each type code that a scheme does not have; and say where there are no codes to look at."""
    from corefeval.linguistics.given_codes import Typing, illegal  # noqa: PLC0415 - only where asked for
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - same

    scheme = scheme_named(name)
    if Typing.of(corpus, scheme) is None:
        message = f"no type codes to hold to the scheme {scheme.name}: none with links, none in the attribute {scheme.attribute!r}"
        yield Problem("CE108", message, corpus.file, severity=Severity.WARNING)
    yield from illegal(corpus, scheme)


def _checked(path: str | Path, name: str) -> Iterator[Problem]:
    """Yield what the format's own check finds in a file, or in those of a folder; standard input is gone by now."""
    check = formats.format_named(name).check if name else None
    if check is None or str(path) == "-":
        return
    for file in files_below(Path(path)) if is_folder(path) else [Path(path)]:
        yield from check(TextFile(file))


def _format_of(path: str | Path, name: str | None) -> str:
    """Return the format of what cannot be read: the one that was named, or what a file looks like."""
    if name is not None or is_folder(path):
        return name or ""
    try:
        return formats.detect(TextFile(path).head()) or ""
    except CorefevalError:
        return ""


TREES = ("head", "parse")
NOTHING = {"", "_", "-", "*"}
"""What stands in a cell that says nothing."""
COLUMNS = ("lemma", "upos", "xpos", "pos", "feats", "ne", "speaker")


def _held(corpus: Corpus) -> Iterator[str]:
    """Yield what of catalogue.HOLDS a corpus has, in that order."""
    mentions, relations = corpus.mentions, corpus.relations
    columns = {
        name
        for name, column in corpus.source.columns([*TREES, *COLUMNS]).items()
        if column is not None and not {*column.slice(0, len(column))} <= NOTHING
    }
    attributes = set(mentions.attributes.names)
    has = {
        "documents": len(corpus.names) > 1,
        "singletons": (corpus.entity_sizes == 1).any(),
        "zeros": corpus.is_zero.any(),
        "discontinuous": mentions.is_discontinuous.any(),
        "heads": (mentions.head >= 0).any(),
        "minimum spans": (mentions.minimum_first >= 0).any(),
        "types": attributes & {"type", "etype", "ne", "code"},
        "representative": "representative" in attributes,
        "non-referring": corpus.entities.is_nonreferring is not None
        and corpus.entities.is_nonreferring.any(),
        "bridging": len(relations.anaphor),
        "split antecedents": len(relations.whole),
        "trees": columns & {*TREES},
        "columns": columns & {*COLUMNS},
        "no words": mentions.objects is not None,
    }
    yield from (name for name in HOLDS if has.get(name))


def _repeated_names(corpus: Corpus) -> list[Problem]:
    names, counts = np.unique(np.array(corpus.names, object), return_counts=True)
    return [
        Problem("CE012", f"{count} documents of this name:", corpus.file, str(name))
        for name, count in zip(names.tolist(), counts.tolist(), strict=True)
        if count > 1
    ]


def _repeated_mentions(corpus: Corpus) -> list[Problem]:
    """Name each mention that is listed more than once, and the entities it is listed in."""
    if not len(corpus.mentions):
        return []
    (codes,) = identify([corpus])
    repeated = np.bincount(codes)[codes] > 1
    holders: dict[int, list[int]] = {}
    for row in np.flatnonzero(repeated).tolist():
        holders.setdefault(int(codes[row]), []).append(row)
    return [_repetition(corpus, rows) for rows in holders.values()]


def _repetition(corpus: Corpus, rows: list[int]) -> Problem:
    labels = list(dict.fromkeys(Mention(corpus, row).entity.id for row in rows))
    times = "twice" if len(rows) == 2 else f"{len(rows)} times"
    where = f"in entity {labels[0]}" if len(labels) == 1 else f"in entities {_listed(labels)}"
    return _warning("CE030", f"listed {times}, {where}:", corpus, rows[0])


def _overlapping_mentions(corpus: Corpus) -> list[Problem]:
    """Name mentions that share words with another mention of their entity without being the same."""
    mentions = corpus.mentions
    if len(mentions) < 2 or mentions.objects is not None:
        return []
    order = mentions.in_text_order(mentions.entity)
    entity, first, last = mentions.entity[order], mentions.first[order], mentions.last[order]
    reach = _reach(entity, last)
    flagged = np.flatnonzero((entity[1:] == entity[:-1]) & (last[reach[:-1]] >= first[1:])) + 1
    found = []
    for row, other in zip(order[flagged].tolist(), order[reach[flagged - 1]].tolist(), strict=True):
        ours, theirs = _nodes(corpus, row), _nodes(corpus, other)
        if ours == theirs or not ours & theirs:
            continue
        how = "inside" if ours < theirs else "around" if ours > theirs else "crosses"
        outer = Mention(corpus, other)
        text = outer.text if len(outer.text) <= SHOWN_LETTERS else f"{outer.text[:SHOWN_LETTERS]}…"
        message = f"entity {outer.entity.id}: a mention {how} another one, {text!r}:"
        found.append(_warning("CE056", message, corpus, row))
    return found


def _reach(entity: Integers, last: Integers) -> Integers:
    """Return for each row the row so far of the same entity that ends last; rows are sorted by entity."""
    shifted = entity * (int(last.max()) + 1) + last
    best = np.maximum.accumulate(shifted)
    is_best = np.append(True, best[1:] > best[:-1])
    return np.maximum.accumulate(np.where(is_best, np.arange(len(last)), 0))


def _nodes(corpus: Corpus, row: int) -> set[int]:
    return {node for first, last in Mention(corpus, row).spans for node in range(first, last + 1)}


def _warning(code: str, message: str, corpus: Corpus, row: int) -> Problem:
    mention = Mention(corpus, row)
    place = corpus.source.place(int(corpus.mentions.first[row]))
    where = "" if place.line else f"document {mention.document.name!r}: "
    return Problem(code, where + message, place, mention.text, severity=Severity.WARNING)


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    shown = ", ".join(listed[:SHOWN])
    return shown + (f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else "")
