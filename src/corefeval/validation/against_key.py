"""A file against its key: documents, words, singletons and types that do not agree, and what each costs.

What is wrong is said whether or not the settings refuse it; what it costs is said in points of the CoNLL average under the
settings, with documents that are not there as empty and other texts aligned as `--align rewrite` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from corefeval import presets
from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.evaluation import pieces
from corefeval.evaluation.request import Counted, Request, Run
from corefeval.evaluation.result import Result
from corefeval.formats.cutting import UncutError
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.pairing.align import OtherWords, other_words, same_documents
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Place, Problem, Problems, Severity
from corefeval.settings import Settings
from corefeval.text import TextColumn
from corefeval.validation.findings import Findings

TYPES = {"etype": "entity types", "ne": "named-entity classes", "type": "mention types"}
"""The attributes of mentions that both sides may have, and what they are called."""
_OF_DOCUMENTS = frozenset({"CE010", "CE011", "CE013", "CE075"})
"""What is told of documents one by one."""


def against_key(key: Corpus, response: Corpus, request: Request) -> list[Problem]:
    """Return everything in which a response does not agree with its key, all of each kind, and what it costs.

    Args:
        key: the key.
        response: the response, as it was read.
        request: the settings under which it will be scored.
    """
    found: list[Problem] = []
    try:
        run = replace(request, metrics=(presets.HEADLINE,)).on(key)
        found.extend(_Comparison(key, response, run).found())
    except CorefevalError as error:
        found += [problem for problem in error.problems if problem not in found]
    return found


class _Comparison:
    """A key and a response that is to be scored against it."""

    def __init__(self, key: Corpus, response: Corpus, run: Run) -> None:
        self._key, self._response, self._run = key, response, run
        self._settings = run.settings

    def found(self) -> Iterator[Problem]:
        """Yield what does not agree."""
        noted = Problems()
        self._documents = same_documents(
            self._key, self._response, self._settings.changed({"missing": "empty"}), noted
        )
        yield from (problem for problem in noted if problem.code == "CE075")
        missing = [
            number
            for number, (ours, theirs) in enumerate(zip(self._key.names, self._documents.names, strict=True))
            if ours and not theirs
        ]
        mentions = np.bincount(self._key.mention_document, minlength=len(self._key.names)).tolist()
        yield from _missing(
            [(self._key.names[number], mentions[number]) for number in missing],
            self._settings,
            self._response.file,
        )
        mentions = np.bincount(self._response.mention_document, minlength=len(self._response.names)).tolist()
        known = set(self._documents.names)
        listed = zip(self._response.names, mentions, strict=True)
        yield from _extra([each for each in listed if each[0] not in known], self._response.file)
        if len(missing) == len(self._key.names):
            return
        others = self._other_words()
        yield from self._of_words(others)
        refused = [each.document for each in others if not each.is_scored]
        changes = {"missing": "empty"} | ({"align": "rewrite"} if refused else {})
        run = replace(self._run, settings=self._settings.changed(changes))
        counted = run.count(self._key, self._response)
        yield from self._costs(counted, run, missing, refused)
        yield from self._of_the_score(counted, run)
        if counted.pairing is not None:
            for name in TYPES:
                kinds = _KindsOfType.of(counted.pairing.as_matched, name)
                yield from kinds.told(run.settings, self._response.file)

    def _other_words(self) -> list[OtherWords]:
        if self._key.mentions.objects is not None or self._response.mentions.objects is not None:
            return []
        return other_words(self._key, self._documents, self._settings)

    def _of_words(self, others: Sequence[OtherWords]) -> Iterator[Problem]:
        """Name every document of other words: what is refused, and what is carried over."""
        for each in others:
            if not each.is_scored:
                yield replace(each.first, advice="same-text") if each.is_same_text else each.first
                continue
            if self._settings.align != "positions":
                kind = "in-other-tokens" if each.is_same_text else "changed"
                place, text = each.first.place, each.first.text
                yield Problem("CE097", kind, place, text, severity=Severity.WARNING, first=each.first)

    def _costs(
        self, counted: Counted, run: Run, missing: Sequence[int], refused: Sequence[int]
    ) -> Iterator[Problem]:
        """Say what documents that are not there, and those of another text, cost."""
        counts, file = counted.counts[presets.HEADLINE], self._response.file
        yield from _cost_of_missing(counts, missing, run.settings, file)
        if refused:
            whole = _headline(counts, run.settings)
            order = np.arange(len(self._key.names))
            order[[*refused, *missing]] = -1
            left = run.count(self._key, self._documents.select_documents(order))
            empty = _headline(left.counts[presets.HEADLINE], run.settings)
            yield Problem(
                "CE102",
                "other-words",
                self._response.file,
                severity=Severity.WARNING,
                count=len(refused),
                documents=len(self._key.names),
                label=parse_metric(presets.HEADLINE).label,
                score=whole,
                empty=empty,
                cost=whole - empty,
            )

    def _of_the_score(self, counted: Counted, run: Run) -> Iterator[Problem]:
        """Yield what scoring has to say of both sides together: singletons, carried mentions, what is left out."""
        read = {*self._key.problems, *self._response.problems}
        told = [
            problem
            for problem in run.result([counted]).warnings
            if problem not in read and problem.code not in _OF_DOCUMENTS
        ]
        yield from (problem.at(self._response.file.file) for problem in told)
        ours, theirs = (int((side.entity_sizes == 1).sum()) for side in (self._key, self._response))
        is_told = any(problem.code == "CE040" for problem in told)
        is_told = is_told or run.settings.singletons == "drop"  # which CE079 says
        if is_told or bool(ours) == bool(theirs) or not len(self._response.mentions):
            return
        other = replace(run, settings=run.settings.changed({"singletons": "drop"}))
        dropped = other.count(self._key, self._response)
        now, then = (
            _headline(each.counts[presets.HEADLINE], how.settings)
            for each, how in ((counted, run), (dropped, other))
        )
        yield Problem(
            "CE040",
            "singletons-here" if ours else "no-singletons-in-key",
            self._response.file,
            severity=Severity.WARNING,
            singletons=ours,
            here=theirs,
            label=parse_metric(presets.HEADLINE).label,
            now=now,
            then=then,
        )


@dataclass(frozen=True, eq=False)
class _KindsOfType:
    """The types that both sides give their mentions in one attribute; those of pieces add up.

    Attributes:
        name: the attribute.
        key: how many mentions of the key have each.
        response: how many of the response.
        differ: how many mentions in common have another one.
        values: what the ACE value with and without wrong types counts, None where it cannot be had.
    """

    name: str
    key: Counter[str]
    response: Counter[str]
    differ: int
    values: tuple[Counts, ...] | None = None

    @classmethod
    def of(cls, pairing: Pairing, name: str) -> _KindsOfType:
        """Return those of a pairing."""
        ours, theirs = (
            _listed(side.mentions.attributes.column(name)) for side in (pairing.key, pairing.response)
        )
        kinds = Counter(filter(None, ours)), Counter(filter(None, theirs))
        differ = 0
        if all(kinds):
            matched = np.flatnonzero(pairing.key_partner >= 0).tolist()
            pairs = zip(matched, pairing.key_partner[matched].tolist(), strict=True)
            differ = sum(
                bool(ours[row] and theirs[other]) and ours[row] != theirs[other] for row, other in pairs
            )
        values = None
        if name == "etype" and any(kinds):
            try:
                values = tuple(pairing.count(metric) for metric in _ace())
            except CorefevalError:
                values = None
        return cls(name, *kinds, differ, values)

    @classmethod
    def joined(cls, parts: Sequence[_KindsOfType]) -> _KindsOfType:
        """Return those of all pieces.

        Raises:
            UncutError: if what they cost does not follow from these.
        """
        key, response = Counter[str](), Counter[str]()
        for part in parts:
            key.update(part.key)
            response.update(part.response)
        known = [part.values for part in parts if part.values is not None]
        if known and len(known) < len(parts):
            raise UncutError("some documents have no types")
        values = tuple(map(Counts.concatenate, zip(*known, strict=True))) if known else None
        return cls(parts[0].name, key, response, sum(part.differ for part in parts), values)

    def told(self, settings: Settings, file: Place) -> Iterator[Problem]:
        """Say where both sides do not have the same types, how many mentions in common have another, and what that costs."""
        label = TYPES[self.name]
        if not self.key and not self.response:
            return
        if not self.key or not self.response:
            yield Problem(
                "CE103",
                "types-in-key-only" if self.key else "types-here-only",
                file,
                severity=Severity.WARNING,
                label=label,
                name=self.name,
            )
            return
        strange = Counter({kind: count for kind, count in self.response.items() if kind not in self.key})
        if self.differ or strange:
            differ = Problem("CE103", "differ", count=self.differ)
            unknown = Problem(
                "CE103",
                "not-in-key",
                types=[f"{kind} ({count:,})" for kind, count in strange.most_common()],
            )
            yield Problem(
                "CE103",
                "other-types",
                file,
                severity=Severity.WARNING,
                label=label,
                name=self.name,
                differences=[*([differ] if self.differ else ()), *([unknown] if strange else ())],
                cost=self._cost(settings),
            )

    def _cost(self, settings: Settings) -> Problem:
        """Return what wrong types cost: the ACE value alone compares them, where the key has mention types at all."""
        label = parse_metric(presets.HEADLINE).label
        if self.values is None:
            return Problem("CE103", "costs-nothing", label=label)
        values = [
            float(metric.scores(counts.totals(), settings)["value"])
            for metric, counts in zip(_ace(), self.values, strict=True)
        ]
        return Problem("CE103", "costs-ace-value", label=label, now=100 * values[0], then=100 * values[1])


def _ace() -> list[Metric]:
    return [parse_metric(name) for name in ("ace", "ace(type_error=1)")]


def _listed(column: TextColumn | None) -> list[str]:
    return [] if column is None else column.slice(0, len(column))


Compared = tuple[int, tuple[int, ...], tuple[_KindsOfType, ...]]
"""Singletons of the key, the mentions of each of its documents, and the types of both."""


class _InPieces:
    """What is compared of files that are read in pieces (see evaluation/pieces.py)."""

    def of_piece(self, result: Result) -> Compared:
        """Return that of a piece."""
        assert result.pairing is not None
        pairing = result.pairing.as_matched
        key = pairing.key.as_read
        mentions = np.bincount(key.mention_document, minlength=len(key.names)).tolist()
        kinds = tuple(_KindsOfType.of(pairing, name) for name in TYPES)
        return int((key.entity_sizes == 1).sum()), tuple(mentions), kinds

    def joined(self, pieces: Sequence[Compared]) -> Compared:
        """Return that of all documents."""
        kinds = zip(*(each for _, _, each in pieces), strict=True)
        joined = tuple(_KindsOfType.joined(of_name) for of_name in kinds)
        return sum(each[0] for each in pieces), tuple(chain.from_iterable(each[1] for each in pieces)), joined


def in_pieces(
    request: Request, key: str | Path, response: str | Path, found: Findings
) -> list[Problem] | None:
    """Return the same for large files, read in pieces; None if they have to be read whole.

    Args:
        request: the settings under which it will be scored, and how both are read.
        key: the key.
        response: the response, in which nothing stands against reading it.
        found: what was found in it by itself.
    """
    overrides = request.overrides or {}
    request = replace(request, metrics=(presets.HEADLINE,), overrides={**overrides, "missing": "empty"})
    attempt = pieces.in_pieces(request, key, response, _InPieces())
    result = attempt.result
    if result is None or request.replayed is not None:
        return None
    assert found.contents is not None
    singletons, mentions, kinds = attempt.further
    told = [problem for problem in result.warnings if problem.code not in _OF_DOCUMENTS]
    is_told = any(problem.code == "CE040" for problem in told) or result.settings.singletons == "drop"
    if any(problem.code in pieces.ADD_UP for problem in told) or (
        not is_told and bool(singletons) != bool(found.contents.counts["singletons"])
    ):
        return None
    file = Place(str(response))
    asked = replace(request, preset=result.preset, overrides=overrides).settings
    there, known = {*found.names}, {*result.documents}
    missing = [number for number, name in enumerate(result.documents) if name not in there]
    listed = zip(found.names, found.mentions, strict=True)
    return [
        *_missing([(result.documents[number], mentions[number]) for number in missing], asked, file),
        *_extra([each for each in listed if each[0] not in known], file),
        *_cost_of_missing(result.counts[presets.HEADLINE], missing, result.settings, file),
        *(problem.at(file.file) for problem in told),
        *(problem for each in kinds for problem in each.told(result.settings, file)),
    ]


def _missing(documents: Sequence[tuple[str, int]], settings: Settings, file: Place) -> Iterator[Problem]:
    """Name documents of the key that are not in the file, given how many mentions they have."""
    severity = Severity.ERROR if settings.missing == "error" else Severity.WARNING
    for name, mentions in documents:
        yield Problem("CE010", "not-in-file", file, name, severity=severity, mentions=mentions)


def _extra(documents: Sequence[tuple[str, int]], file: Place) -> Iterator[Problem]:
    """Name documents of the file that are not in the key, given how many mentions they have."""
    for name, mentions in documents:
        yield Problem(
            "CE011", "not-in-key-nor-scored", file, name, severity=Severity.WARNING, mentions=mentions
        )


def _cost_of_missing(
    counts: Counts, missing: Sequence[int], settings: Settings, file: Place
) -> Iterator[Problem]:
    """Say what documents that are not there cost, given what was counted with them as empty."""
    if not missing:
        return
    whole, rest = _headline(counts, settings), _headline(counts, settings, without=integers(missing))
    yield Problem(
        "CE102",
        "missing",
        file,
        severity=Severity.WARNING,
        count=len(missing),
        documents=len(counts),
        label=parse_metric(presets.HEADLINE).label,
        score=whole,
        rest=rest,
        cost=rest - whole,
    )


def _headline(counts: Counts, settings: Settings, without: Integers | None = None) -> float:
    """Return the CoNLL average of all documents, or of all but some."""
    if without is not None:
        counts = counts.select(np.setdiff1d(np.arange(len(counts)), without))
    return float(parse_metric(presets.HEADLINE).scores(counts.totals(), settings)["f1"])
