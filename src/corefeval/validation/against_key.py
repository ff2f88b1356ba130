"""Compare a file with its key: documents, words, singletons and types that differ, and the points they cost.

Every difference is reported, even if the settings accept it. Its cost is given in points of the CoNLL average under
the settings. To compute it, missing documents count as empty, and different texts are aligned as with
`--align rewrite`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, chain

import numpy as np

from corefeval import presets
from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.evaluation.fold import Pieces, Whole, folded
from corefeval.evaluation.request import Counted, Request, Run
from corefeval.evaluation.result import Result
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric
from corefeval.pairing.align import OtherWords, other_words, same_documents
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, IndivisibleError, Place, Problem, Problems, Severity, warning
from corefeval.settings import Settings
from corefeval.validation.findings import CheckedFile

TYPES = {"etype": "entity types", "ne": "named-entity classes", "type": "mention types"}
"""The attributes that contain types of mentions, each with the name that messages use."""
_OF_DOCUMENTS = frozenset({"CE010", "CE011", "CE013", "CE075"})
"""The codes of problems that are reported separately for each document."""


def against_key(request: Request, key: Whole, response: Whole, found: CheckedFile) -> list[Problem]:
    """Return all differences between a response and its key, and their costs.

    Args:
        request: the settings for scoring and for reading both files.
        key: the key.
        response: the response.
        found: the findings about the response on its own.
    """
    request = replace(request, metrics=(presets.HEADLINE,))
    told, _ = folded(request, key, response, partial(_reported_of, found=found))
    return told


def _reported_of(pieces: Pieces, found: CheckedFile) -> list[Problem]:
    """Return the differences, and the problems that prevent scoring."""
    told: list[Problem] = []
    try:
        told.extend(_disagreements(pieces, found))
    except CorefevalError as error:
        told += [problem for problem in error.problems if problem not in told]
    return told


def _disagreements(pieces: Pieces, found: CheckedFile) -> Iterator[Problem]:
    """Yield the differences: first documents and words, then the warnings of scoring."""
    asked, file = pieces.run.settings, found.file
    pieces = pieces.under(missing="empty")
    comparison = _Comparison(asked)
    error: CorefevalError | None = None
    try:
        result, compared = pieces.fold(comparison)
    except CorefevalError as caught:  # documents and words can still be reported
        error, compared = (
            caught,
            comparison.joined([comparison.of(*next(iter(pieces)).corpora(pieces.run.request))]),
        )
    yield from compared.by_content
    severity = Severity.ERROR if asked.missing == "error" else Severity.WARNING
    for name, mentions in (compared.key[number] for number in compared.missing):
        yield Problem("CE010", "not-in-file", file, name, severity=severity, mentions=mentions)
    for name, mentions in zip(found.names, found.mentions, strict=True):
        if name not in compared.matched:
            yield warning("CE011", "not-in-key-nor-scored", file, name, mentions=mentions)
    is_nothing_shared = len(compared.missing) == len(compared.key)
    yield from () if is_nothing_shared else _of_words(compared.words, asked)
    if error is not None and (is_nothing_shared or not compared.refused):
        raise error
    if is_nothing_shared:
        return
    if error is not None:
        yield from (problem for problem in error.problems if problem.code not in _OF_DOCUMENTS)
        pieces = pieces.under(align="rewrite")
        result, compared = pieces.fold(comparison)
    counts, settings = result.counts[presets.HEADLINE], pieces.run.settings
    yield from _costs(counts, compared, settings, file)
    told = [
        problem
        for problem in result.warnings
        if problem not in result.read and problem.code not in _OF_DOCUMENTS
    ]
    yield from (problem.at(file.file) for problem in told)
    is_told = (
        any(problem.code == "CE040" for problem in told) or settings.singletons == "drop"
    )  # CE079 reports dropped singletons
    yield from () if is_told else _singletons(pieces, result, compared, file)
    for kinds in compared.kinds:
        yield from kinds.told(settings, file)


@dataclass(frozen=True, eq=False)
class _Compared:
    """The comparison of key and response. The comparisons of pieces of a corpus can be joined.

    Attributes:
        key: the names of the key's documents, each with its number of mentions.
        missing: the indices of the key's documents that the response lacks.
        matched: the names of the response's documents that are scored.
        by_content: the notes that documents were paired by their content.
        words: the documents whose words differ from the key.
        singletons: the numbers of singletons in key and response.
        mentions: the number of mentions in the response.
        kinds: the types in key and response, for each attribute.
        left: the counts of the headline metric if refused documents are empty; None if no document is refused.
    """

    key: tuple[tuple[str, int], ...]
    missing: tuple[int, ...]
    matched: frozenset[str]
    by_content: tuple[Problem, ...] = ()
    words: tuple[OtherWords, ...] = ()
    singletons: tuple[int, int] = (0, 0)
    mentions: int = 0
    kinds: tuple[_KindsOfType, ...] = ()
    left: Counts | None = None

    @property
    def refused(self) -> list[int]:
        """The indices of documents whose words differ from the key and which the settings refuse."""
        return [each.document for each in self.words if not each.is_scored]


@dataclass(frozen=True)
class _Comparison:
    """Compares key and response piece by piece (see evaluation/fold.py).

    Attributes:
        asked: the settings that the response will be scored with.
    """

    asked: Settings
    indivisible = None

    def of(self, key: Corpus, response: Corpus) -> _Compared:
        """Compare the documents and words of key and response."""
        noted = Problems()
        documents = same_documents(key, response, self.asked.changed({"missing": "empty"}), noted)
        pairs = zip(key.names, documents.names, strict=True)
        missing = tuple(number for number, (ours, theirs) in enumerate(pairs) if ours and not theirs)
        mentions = np.bincount(key.mention_document, minlength=len(key.names)).tolist()
        has_words = key.mentions.objects is None and response.mentions.objects is None
        words = other_words(key, documents, self.asked) if has_words and len(missing) < len(key.names) else ()
        return _Compared(
            tuple(zip(key.names, mentions, strict=True)),
            missing,
            frozenset(documents.names),
            tuple(problem for problem in noted if problem.code == "CE075"),
            tuple(words),
            (int((key.entity_sizes == 1).sum()), int((response.entity_sizes == 1).sum())),
            len(response.mentions),
        )

    def of_piece(self, run: Run, counted: Counted) -> _Compared:
        """Compare the key and response of one piece."""
        assert counted.sides is not None
        assert counted.pairing is not None
        key, response = counted.sides
        found = self.of(key, response)
        kinds = tuple(_KindsOfType.of(counted.pairing.as_matched, name) for name in TYPES)
        if not found.refused:
            return replace(found, kinds=kinds)
        documents = same_documents(key, response, run.settings, Problems())
        order = np.arange(len(key.names))
        order[[*found.refused, *found.missing]] = -1
        left = run.count(key, documents.select_documents(order)).counts[presets.HEADLINE]
        return replace(found, kinds=kinds, left=left)

    def joined(self, pieces: Sequence[_Compared]) -> _Compared:
        """Join the comparisons of all pieces.

        Raises:
            IndivisibleError: if any piece has documents whose words differ.
        """
        if len(pieces) == 1:
            return pieces[0]
        if any(each.words for each in pieces):
            raise IndivisibleError("told-at-lines")
        before = accumulate((len(each.key) for each in pieces), initial=0)
        return _Compared(
            tuple(chain.from_iterable(each.key for each in pieces)),
            tuple(
                number + step for each, step in zip(pieces, before, strict=False) for number in each.missing
            ),
            frozenset().union(*(each.matched for each in pieces)),
            singletons=(
                sum(each.singletons[0] for each in pieces),
                sum(each.singletons[1] for each in pieces),
            ),
            mentions=sum(each.mentions for each in pieces),
            kinds=tuple(map(_KindsOfType.joined, zip(*(each.kinds for each in pieces), strict=True))),
        )


def _of_words(others: Sequence[OtherWords], settings: Settings) -> Iterator[Problem]:
    """Report every document whose words differ from the key: refused ones and aligned ones."""
    for each in others:
        if not each.is_scored:
            yield replace(each.first, advice="same-text") if each.is_same_text else each.first
        elif settings.align != "positions":
            kind = "in-other-tokens" if each.is_same_text else "changed"
            place, text = each.first.place, each.first.text
            yield warning("CE097", kind, place, text, first=each.first)


def _costs(counts: Counts, compared: _Compared, settings: Settings, file: Place) -> Iterator[Problem]:
    """Report the points that missing documents cost, which are empty in `counts`, and those with other words."""
    label, whole = parse_metric(presets.HEADLINE).label, _headline(counts, settings)
    if compared.missing:
        others = np.setdiff1d(np.arange(len(counts)), integers(compared.missing))
        rest = _headline(counts.select(others), settings)
        yield warning(
            "CE102",
            "missing",
            file,
            count=len(compared.missing),
            documents=len(counts),
            label=label,
            score=whole,
            rest=rest,
            cost=rest - whole,
        )
    if compared.left is not None:
        empty = _headline(compared.left, settings)
        yield warning(
            "CE102",
            "other-words",
            file,
            count=len(compared.refused),
            documents=len(compared.key),
            label=label,
            score=whole,
            empty=empty,
            cost=whole - empty,
        )


def _singletons(pieces: Pieces, result: Result, compared: _Compared, file: Place) -> Iterator[Problem]:
    """Report the points that singletons cost if only one side has them."""
    ours, theirs = compared.singletons
    if bool(ours) == bool(theirs) or not compared.mentions:
        return
    dropped, _ = pieces.under(singletons="drop").fold()
    now, then = (_headline(each.counts[presets.HEADLINE], each.settings) for each in (result, dropped))
    yield warning(
        "CE040",
        "singletons-here" if ours else "no-singletons-in-key",
        file,
        singletons=ours,
        here=theirs,
        label=parse_metric(presets.HEADLINE).label,
        now=now,
        then=then,
    )


@dataclass(frozen=True, eq=False)
class _KindsOfType:
    """The types of mentions on both sides, from one attribute. The objects of pieces can be joined.

    Attributes:
        name: the name of the attribute.
        key: the number of key mentions of each type.
        response: the number of response mentions of each type.
        differ: the number of matched mentions whose types differ.
        values: the counts of the ACE value with and without comparing types; None if undefined.
    """

    name: str
    key: Counter[str]
    response: Counter[str]
    differ: int
    values: tuple[Counts, ...] | None = None

    @classmethod
    def of(cls, pairing: Pairing, name: str) -> _KindsOfType:
        """Count the types of one attribute in a pairing."""
        ours, theirs = (
            list(side.mentions.attributes.column(name) or ()) for side in (pairing.key, pairing.response)
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
            with suppress(CorefevalError):
                values = tuple(pairing.count(metric) for metric in _comparing_types())
        return cls(name, *kinds, differ, values)

    @classmethod
    def joined(cls, parts: Sequence[_KindsOfType]) -> _KindsOfType:
        """Join the counts of all pieces.

        Raises:
            IndivisibleError: if the ACE value is undefined in some pieces only, so that the costs cannot be computed.
        """
        key, response = Counter[str](), Counter[str]()
        for part in parts:
            key.update(part.key)
            response.update(part.response)
        known = [part.values for part in parts if part.values is not None]
        if known and len(known) < len(parts):
            raise IndivisibleError("some-without-types")
        values = tuple(map(Counts.concatenate, zip(*known, strict=True))) if known else None
        return cls(parts[0].name, key, response, sum(part.differ for part in parts), values)

    def told(self, settings: Settings, file: Place) -> Iterator[Problem]:
        """Report types that differ between both sides, the number of matched mentions that differ, and the cost."""
        label = TYPES[self.name]
        if not self.key and not self.response:
            return
        if not self.key or not self.response:
            yield warning(
                "CE103",
                "types-in-key-only" if self.key else "types-here-only",
                file,
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
            yield warning(
                "CE103",
                "other-types",
                file,
                label=label,
                name=self.name,
                differences=[*([differ] if self.differ else ()), *([unknown] if strange else ())],
                cost=self._cost(settings),
            )

    def _cost(self, settings: Settings) -> Problem:
        """Return the cost of wrong types. Only the ACE value compares types, and only if it is defined."""
        label = parse_metric(presets.HEADLINE).label
        if self.values is None:
            return Problem("CE103", "costs-nothing", label=label)
        values = [
            float(metric.scores(counts.totals(), settings)["value"])
            for metric, counts in zip(_comparing_types(), self.values, strict=True)
        ]
        return Problem("CE103", "costs-ace-value", label=label, now=100 * values[0], then=100 * values[1])


@cache
def _comparing_types() -> tuple[Metric, ...]:
    """Return the metric that compares entity types, and a version of it that ignores types."""
    own = next(METRICS[name] for name in METRICS.at_hand if METRICS[name].ignoring_types)
    return own(), own(**own.ignoring_types)


def _headline(counts: Counts, settings: Settings) -> float:
    """Return the CoNLL average of all documents."""
    return float(parse_metric(presets.HEADLINE).scores(counts.totals(), settings)["f1"])
