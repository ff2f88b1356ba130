"""A file against its key: documents, words, singletons and types that do not agree, and what each costs.

What is wrong is said whether or not the settings refuse it; what it costs is said in points of the CoNLL average under the
settings, with documents that are not there as empty and other texts aligned as `--align rewrite` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from corefeval import presets
from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.notes import percent
from corefeval.evaluation.request import Counted, Request, Run
from corefeval.metrics import parse_metric
from corefeval.pairing.align import OtherWords, other_words, same_documents
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem, Problems, Severity
from corefeval.text import TextColumn, several

TYPES = {"etype": "entity types", "ne": "named-entity classes", "type": "mention types"}
"""The attributes of mentions that both sides may have, and what they are called."""
SHOWN = 6
"""How many types a message names."""


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
        yield from self._missing(missing)
        yield from self._extra()
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
            yield from _types(counted.pairing.as_matched, run, self._response)

    def _missing(self, documents: Sequence[int]) -> Iterator[Problem]:
        severity = Severity.ERROR if self._settings.missing == "error" else Severity.WARNING
        mentions = np.bincount(self._key.mention_document, minlength=len(self._key.names))
        for number in documents:
            message = f"not in this file, {several(int(mentions[number]), 'mention')} of the key:"
            name = self._key.names[number]
            yield Problem("CE010", message, self._response.file, name, severity=severity)

    def _extra(self) -> Iterator[Problem]:
        known = set(self._documents.names)
        mentions = np.bincount(self._response.mention_document, minlength=len(self._response.names))
        for number, name in enumerate(self._response.names):
            if name not in known:
                message = f"not in the key and not scored, {several(int(mentions[number]), 'mention')}:"
                yield Problem("CE011", message, self._response.file, name, severity=Severity.WARNING)

    def _other_words(self) -> list[OtherWords]:
        if self._key.mentions.objects is not None or self._response.mentions.objects is not None:
            return []
        return other_words(self._key, self._documents, self._settings)

    def _of_words(self, others: Sequence[OtherWords]) -> Iterator[Problem]:
        """Name every document of other words: what is refused, and what is carried over."""
        for each in others:
            if not each.is_scored:
                hint = "" if not each.is_same_text else _RETOKENISED
                yield replace(each.first, hint=hint or each.first.hint)
                continue
            how = "in other tokens" if each.is_same_text else "changed"
            if self._settings.align != "positions":
                message = f"the key's text {how}, {each.first.message}"
                yield replace(each.first, code="CE097", message=message, severity=Severity.WARNING)

    def _costs(
        self, counted: Counted, run: Run, missing: Sequence[int], refused: Sequence[int]
    ) -> Iterator[Problem]:
        """Say what documents that are not there, and those of another text, cost."""
        whole, count = _headline(counted, run), several(len(self._key.names), "document")
        if missing:
            rest = _headline(counted, run, without=integers(missing))
            message = (
                f"{len(missing)} of {count} not in this file, scored as empty: {_told(whole)}, and {percent(rest)} on the "
                f"others; they cost {percent(rest - whole)} points"
            )
            yield Problem("CE102", message, self._response.file, severity=Severity.WARNING)
        if refused:
            order = np.arange(len(self._key.names))
            order[[*refused, *missing]] = -1
            empty = _headline(run.count(self._key, self._documents.select_documents(order)), run)
            message = (
                f"{len(refused)} of {count} of other words: {_told(whole)} with --align rewrite, and {percent(empty)} with them "
                f"as empty; leaving them out would cost {percent(whole - empty)} points"
            )
            yield Problem("CE102", message, self._response.file, severity=Severity.WARNING)

    def _of_the_score(self, counted: Counted, run: Run) -> Iterator[Problem]:
        """Yield what scoring has to say of both sides together: singletons, carried mentions, what is left out."""
        read = {*self._key.problems, *self._response.problems}
        told = [
            problem
            for problem in run.result([counted]).warnings
            if problem not in read and problem.code not in {"CE010", "CE011", "CE013", "CE075"}
        ]
        yield from (problem.at(self._response.file.file) for problem in told)
        ours, theirs = (int((side.entity_sizes == 1).sum()) for side in (self._key, self._response))
        is_told = any(problem.code == "CE040" for problem in told)
        is_told = is_told or run.settings.singletons == "drop"  # which CE079 says
        if is_told or bool(ours) == bool(theirs) or not len(self._response.mentions):
            return
        message = (
            f"the key has {several(ours, 'singleton') if ours else 'no singletons'}, this file {theirs:,}"
        )
        other = replace(run, settings=run.settings.changed({"singletons": "drop"}))
        now, then = _headline(counted, run), _headline(other.count(self._key, self._response), other)
        message += f"; {_told(now)}, and {percent(then)} with --singletons drop"
        yield Problem("CE040", message, self._response.file, severity=Severity.WARNING)


_RETOKENISED = (
    "It is the same text in other tokens: --align auto or --align characters carries mentions over."
)


def _types(pairing: Pairing, run: Run, response: Corpus) -> Iterator[Problem]:
    """Say where both sides do not have the same types, how many mentions in common have another, and what that costs."""
    key_side, response_side = pairing.key.mentions.attributes, pairing.response.mentions.attributes
    matched = np.flatnonzero(pairing.key_partner >= 0).tolist()
    partner = pairing.key_partner[matched].tolist()
    for name, label in TYPES.items():
        ours, theirs = _listed(key_side.column(name)), _listed(response_side.column(name))
        kinds = Counter(filter(None, ours)), Counter(filter(None, theirs))
        if not any(kinds):
            continue
        if not all(kinds):
            has, lacks = ("the key", "this file") if kinds[0] else ("this file", "the key")
            message = f"{has} has {label} ({name}), {lacks} none: they are not compared, and cost nothing"
            yield Problem("CE103", message, response.file, severity=Severity.WARNING)
            continue
        strange = Counter({kind: count for kind, count in kinds[1].items() if kind not in kinds[0]})
        differ = sum(
            bool(a and b) and a != b
            for a, b in ((ours[row], theirs[other]) for row, other in zip(matched, partner, strict=True))
        )
        said = [f"{several(differ, 'mention')} in common with another one"] if differ else []
        if strange:
            shown = ", ".join(f"{kind} ({count:,})" for kind, count in strange.most_common(SHOWN))
            more = f" and {len(strange) - SHOWN} more" if len(strange) > SHOWN else ""
            said.append(f"those that the key does not have: {shown}{more}")
        if said:
            message = f"{label} ({name}): {'; '.join(said)}; {_cost_of_types(name, pairing, run)}"
            yield Problem("CE103", message, response.file, severity=Severity.WARNING)


def _listed(column: TextColumn | None) -> list[str]:
    return [] if column is None else column.slice(0, len(column))


def _cost_of_types(name: str, pairing: Pairing, run: Run) -> str:
    """Say what wrong types cost: the ACE value alone compares them, where the key has mention types at all."""
    nothing = f"{parse_metric(presets.HEADLINE).label} does not compare them"
    if name != "etype":
        return nothing
    try:
        values = [
            float(metric.scores(pairing.count(metric).totals(), run.settings)["value"])
            for metric in map(parse_metric, ("ace", "ace(type_error=1)"))
        ]
    except CorefevalError:
        return nothing
    return f"{nothing}; the ACE value is {100 * values[0]:.2f}, and {100 * values[1]:.2f} without them"


def _headline(counted: Counted, run: Run, without: Integers | None = None) -> float:
    """Return the CoNLL average of all documents, or of all but some."""
    counts = counted.counts[presets.HEADLINE]
    if without is not None:
        counts = counts.select(np.setdiff1d(np.arange(len(counts)), without))
    return float(parse_metric(presets.HEADLINE).scores(counts.totals(), run.settings)["f1"])


def _told(value: float) -> str:
    return f"{parse_metric(presets.HEADLINE).label} F1 is {percent(value)}"
