"""A result by the classes of a feature: the breakdown, and for types the agreement of both sides and of their links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from corefeval.arrays import Booleans, Floats, number_or_none
from corefeval.breakdown.breakdown import AVERAGES, OUTCOMES, Breakdown, Tally, breakdown, pairing_of
from corefeval.breakdown.entities import ByEntity, by_entity, without_entity
from corefeval.breakdown.features import is_predicate
from corefeval.breakdown.reliability import (
    CodeRow,
    Confusion,
    Links,
    Reliability,
    class_table,
    code_tables,
    confusion,
    links_by,
    tabulated,
)
from corefeval.columns import Printed, Rows, plain, plain_dict
from corefeval.evaluation.fold import check_alike, scored
from corefeval.evaluation.notes import ROUNDING
from corefeval.evaluation.request import Counted, Input, Request, Run
from corefeval.evaluation.result import Intervals, Parts, Result
from corefeval.linguistics.given_codes import Typing, unknown_codes
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.base import Scores
from corefeval.metrics.outcomes import CodeMetric
from corefeval.problems import IndivisibleError, Met, Problem, added, warning

_OF_CODES = {"class", "code"}
TYPES = ("type", "class", "code")
"""The features that are compared between key and response, and whose response values group the scored links."""


class ClassScores(NamedTuple):
    """The values of a metric for the classes of a feature, one number per class.

    Attributes:
        scores: the scores.
        totals: the sums that they are made of.
        tally: the outcomes of the mentions or links, None if the metric has none.
        means: the scores averaged over the classes, {} for no average.
        empty: for each part whether there is nothing to count (0/0); {} if undefined values are not replaced.
        averaged_over: the classes of the averages in Table 2 of Žitkus et al. (2023); () if not shown.
    """

    scores: Scores
    totals: Mapping[str, Floats]
    tally: Tally | None
    means: Parts
    empty: Mapping[str, Booleans]
    averaged_over: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ByFeature:
    """A result by the classes of one feature.

    Attributes:
        breakdown: the counts of the metrics by class.
        average: macro or scheme, over the classes; None for no average.
        confusion: how key and response differ in it; only for TYPES.
        links: the response's links by it; only for TYPES.
        codes: for each `dominant` among the metrics ('' for the default one) the tables of appendix D of Žitkus
            et al. (2023), by code, if the files have codes.
        outcomes: for each of them its Table 3, by class.
        averages: its Table 2, by class: the available micro, macro and scheme averages of each metric.
        meanings: the meaning of each class of codes.
    """

    breakdown: Breakdown
    average: str | None = None
    confusion: Confusion | None = None
    links: Links | None = None
    codes: Mapping[str, Mapping[str, Sequence[CodeRow]]] | None = None
    outcomes: Mapping[str, Sequence[CodeRow]] = field(default_factory=dict)
    averages: Mapping[str, Mapping[str, Parts]] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The feature."""
        return self.breakdown.feature.name

    @cached_property
    def reliability(self) -> tuple[Reliability, ...]:
        """The reliability of links of each value; for TYPES only."""
        return () if self.links is None else tuple(self.links.reliability())

    @cached_property
    def metrics(self) -> dict[str, ClassScores]:
        """The values of each metric for the classes."""
        found = self.breakdown
        is_zero = found.settings.undefined == "zero"
        return {
            name: ClassScores(
                found.scores(name),
                found.totals(name),
                found.tally(name),
                {}
                if self.average is None
                else {
                    part: number_or_none(value) for part, value in found.average(name, self.average).items()
                },
                found.empty(name) if is_zero else {},
                found.averaged_over(name) if self.averages else (),
            )
            for name in found.metrics
        }

    def finish(self) -> ByFeature:
        """Compute all scores, so that printing calls no metric."""
        _ = self.metrics, self.reliability
        return self

    @classmethod
    def joined(cls, pieces: Sequence[ByFeature]) -> ByFeature:
        """Return the breakdown of all documents from those of its pieces.

        Raises:
            IndivisibleError: if it does not follow from these.
        """
        found = Breakdown.joined([each.breakdown for each in pieces])
        confusions = [each.confusion for each in pieces if each.confusion is not None]
        links = [each.links for each in pieces if each.links is not None]
        if len({each.are_annotated for each in links}) > 1:
            raise IndivisibleError("feature-of-all-documents", found.feature.name)
        return cls(
            found,
            pieces[0].average,
            Confusion.joined(confusions, found.labels) if confusions else None,
            Links.joined(links) if links else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: fractions, null for undefined values."""
        found = self.breakdown

        def metric_of_class(own: ClassScores, number: int) -> dict[str, Any]:
            one: dict[str, Any] = {part: float(values[number]) for part, values in own.scores.items()}
            one["counts"] = {column: float(values[number]) for column, values in own.totals.items()}
            if own.tally is not None:
                counts, shares = own.tally.counts, own.tally.shares
                one["outcomes"] = {
                    name: {"count": float(counts[name][number]), "share": float(shares[name][number])}
                    for name in shares
                }
            return one

        data: dict[str, Any] = {
            "feature": self.name,
            "classes": [
                {
                    "class": found.labels[number],
                    "mentions": {
                        "key": int(found.mentions[0][number]),
                        "response": int(found.mentions[1][number]),
                    },
                    "scores": {name: metric_of_class(own, number) for name, own in self.metrics.items()},
                }
                for number in found.order
            ],
        }
        if self.average is not None:
            means = {name: own.means for name, own in self.metrics.items()}
            data["average"] = {"over": self.average, "scores": means}
        if self.confusion is not None:
            data |= {"confusion": self.confusion, "reliability": self.reliability}
        if self.codes is not None:
            data["codes"] = next(iter(self.codes.values()), {})
        optional = {"outcomes": self.outcomes, "averages": self.averages}
        data |= {name: value for name, value in optional.items() if value}
        return plain_dict({**data, "left_out": found.left_out, "note": found.note})


@dataclass(frozen=True, eq=False)
class BrokenDown(Printed):
    """A result with its breakdowns.

    Attributes:
        scores: the result.
        breakdowns: by features of mentions.
        notes: the warnings of the breakdowns that the result does not have.
        entities: the gold entities, if requested; a CSV file then has only these.
    """

    scores: Result
    breakdowns: tuple[ByFeature, ...]
    notes: tuple[Problem, ...] = ()
    entities: ByEntity | None = None

    @property
    def result(self) -> Result:
        """The result with all warnings; a breakdown by class or code uses the scheme, so it is not reported as unused."""
        uses_scheme = any(each.breakdown.feature.name in ("class", "code") for each in self.breakdowns)
        warnings = [
            problem
            for problem in self.scores.warnings
            if not (uses_scheme and (problem.code, problem.kind) == ("CE062", "scheme-no-effect"))
        ]
        return replace(self.scores, warnings=(*warnings, *self.notes))

    def to_dict(self, *, per_document: bool = False, intervals: Intervals | None = None) -> dict[str, Any]:
        """Return the result as plain data, and with it the entities and the breakdowns."""
        found = self.result.to_dict(per_document=per_document, intervals=intervals)
        if self.entities is not None:
            found["by_entity"] = self.entities.to_dict()
        return found | ({"breakdowns": plain(self.breakdowns)} if self.breakdowns else {})

    def rows(self) -> Rows:
        """Return a row for each entity; without entities one for each feature, class and metric."""
        if self.entities is not None:
            return self.entities.table()
        return rows_of(self.breakdowns, self.scores.signature.text)


def broken_down(result: Result, by: Iterable[str], average: str | None = None) -> BrokenDown:
    """Return a result that still has its pairing with its breakdowns by several features, and their warnings.

    Args:
        result: the result.
        by: the features; `entity` for the gold entities.
        average: macro or scheme: also the scores averaged over the classes.
    """
    names, with_entities = without_entity(by)
    found = tuple(each.finish() for each in by_features(result, names, average))
    entities = by_entity(result) if with_entities else None
    return BrokenDown(result, found, tuple(additional(result, found)), entities)


def by_features(result: Result, by: Iterable[str], average: str | None = None) -> tuple[ByFeature, ...]:
    """Return a result by several features.

    Args:
        result: a result that still has its pairing.
        by: the features.
        average: macro or scheme: also the scores averaged over the classes.
    """
    return tuple(_by_feature(result, name, average) for name in by)


Broken = tuple[tuple[ByFeature, ...], tuple[Met, ...]]
"""Breakdowns, and the notes collected while computing features."""


@dataclass(frozen=True)
class Breakdowns:
    """The breakdowns that a run computes (see evaluation/fold.py).

    Attributes:
        by: the features.
        average: as in by_features.
    """

    by: tuple[str, ...]
    average: str | None = None

    @property
    def indivisible(self) -> IndivisibleError | None:
        """Why a run must be one piece: codes are compared, and values of predicates searched, over all documents."""
        name = next((name for name in self.by if name in _OF_CODES or is_predicate(name)), "")
        return IndivisibleError("feature-of-all-documents", name) if name else None

    def of_piece(self, run: Run, counted: Counted) -> Broken:
        """Return the breakdowns of a piece."""
        result = run.plain_result(counted)
        found = by_features(result, self.by, self.average)
        codes = _unknown_codes(result) if _OF_CODES & {each.name for each in found} else ()
        return found, (*pairing_of(result).notes, *codes)

    def joined(self, pieces: Sequence[Broken]) -> Broken:
        """Return the breakdowns of all documents.

        Raises:
            IndivisibleError: if they cannot be derived from those of the pieces.
        """
        notes = tuple(added(("", met) for _, met in pieces))
        if len(pieces) == 1:
            return pieces[0][0], notes
        check_alike([met for _, met in pieces])
        columns = zip(*(found for found, _ in pieces), strict=True)
        return tuple(ByFeature.joined(column) for column in columns), notes


def scored_by(
    request: Request, key: Input, response: Input, by: Iterable[str], average: str | None = None
) -> BrokenDown:
    """Score a request and break the result down by several features; large files are read in pieces.

    Args:
        request: the request.
        key: the gold annotation.
        response: the system's.
        by: the features.
        average: as in by_features.
    """
    names = tuple(by)
    result, (breakdowns, notes) = scored(request, key, response, Breakdowns(names, average))
    told = (*notes, *_above_one(breakdowns))
    return BrokenDown(
        result,
        tuple(each.finish() for each in breakdowns),
        tuple(problem for problem in told if problem not in result.warnings),
    )


def _by_feature(result: Result, name: str, average: str | None) -> ByFeature:
    found = breakdown(result, None, name)
    if found.feature.name not in TYPES:
        return ByFeature(found, average)
    judged = confusion(result, found.feature.name), links_by(result, found.feature.name)
    of = {each: metric for each, metric in result.metrics.items() if isinstance(metric, CodeMetric)}
    if found.feature.name == "code":
        tables = {
            each: code_tables(result, metric)
            for each, metric in (of or {"": tabulated(result)}).items()
            if metric.has_codes(pairing_of(result))
        }
        letters = {letter for table in tables.values() for letter in table}
        return ByFeature(found, average, *judged, tables, meanings=_meanings(result, letters))
    if found.feature.name == "class" and of:
        outcomes = {each: class_table(result, metric) for each, metric in of.items()}
        names = {row.code for rows in outcomes.values() for row in rows}
        return ByFeature(
            found,
            average,
            *judged,
            outcomes=outcomes,
            averages=_averages(result, found),
            meanings=_meanings(result, names),
        )
    return ByFeature(found, average, *judged)


def _meanings(result: Result, classes: Iterable[str]) -> dict[str, str]:
    """Return the meaning of classes of codes in the scheme of a result."""
    scheme = scheme_named(result.settings.scheme)
    return {name: scheme.class_meaning(name) for name in classes}


def _averages(result: Result, found: Breakdown) -> dict[str, dict[str, dict[str, float | None]]]:
    """Return micro, macro and scheme averages of each metric; averages over classes only for metrics with a breakdown.

    A metric with such averages uses its own: with `unit=type` they are over codes.
    """
    averages: dict[str, dict[str, dict[str, float | None]]] = {}
    parts: tuple[str, ...] = ("precision", "recall", "f1")
    for name, scores in result.scores.items():
        micro = {part: scores[part] for part in parts if part in scores}
        averages[name] = {"micro": micro}
        for how in AVERAGES if name in found.metrics else ():
            own = {part: scores[f"{how}_{part}"] for part in micro if f"{how}_{part}" in scores}
            if own:
                averages[name][how] = own
                continue
            mean = found.average(name, how)
            averages[name][how] = {part: number_or_none(mean[part]) for part in micro if part in mean}
    return averages


def rows_of(breakdowns: Iterable[ByFeature], signature: str) -> Rows:
    """Return a row for each feature, class and metric; the average is a class of the name it has."""
    rows: list[dict[str, Any]] = []
    parts: dict[str, None] = {}
    for each in breakdowns:
        found = each.breakdown
        for metric, own in each.metrics.items():
            parts |= dict.fromkeys(own.scores)
            columns: dict[str, Floats] = dict(own.scores)
            if own.tally is not None:
                columns |= {"key": own.tally.in_key, "response": own.tally.in_response, **own.tally.counts}
            rows += [
                {
                    "feature": each.name,
                    "class": found.labels[number],
                    "metric": metric,
                    **{column: number_or_none(values[number]) for column, values in columns.items()},
                }
                for number in found.order
            ]
            if each.average is not None:
                mean = {"feature": each.name, "class": f"({each.average})", "metric": metric}
                rows.append({**mean, **own.means})
    return Rows(["feature", "class", "metric", *parts, "key", "response", *OUTCOMES], rows, signature)


def additional(result: Result, breakdowns: Iterable[ByFeature]) -> list[Problem]:
    """Return the warnings of breakdowns that are not among the warnings of the result."""
    notes = notes_of_features(result, [each.name for each in breakdowns])
    return [*notes, *(problem for problem in _above_one(breakdowns) if problem not in result.warnings)]


def notes_of_features(result: Result, names: Iterable[str]) -> list[Problem]:
    """Return the notes about mention types and codes that these features caused: the result does not have them yet."""
    known = () if result.pairing is None else added([("", result.pairing.notes)])
    codes = _unknown_codes(result) if not _OF_CODES.isdisjoint(names) else ()
    return [problem for problem in (*known, *codes) if problem not in result.warnings]


def _unknown_codes(result: Result) -> Iterable[Problem]:
    """Warn about type codes that the scheme lacks."""
    pairing, scheme = pairing_of(result), scheme_named(result.settings.scheme)
    for corpus, side in ((pairing.key, "key"), (pairing.response, "response")):
        yield from unknown_codes(Typing.of(corpus, scheme), scheme, side, is_named=bool(pairing.scheme))


def _above_one(breakdowns: Iterable[ByFeature]) -> Iterable[Problem]:
    """Warn about classes that score above 1, even if the whole does not: repeated mentions may be in different classes."""
    for each in breakdowns:
        found = each.breakdown
        said = [
            f"{metric.label} {part.replace('_', ' ')} {100 * values[number]:.2f} of {found.labels[number]!r}"
            for name, metric in found.metrics.items()
            for part, values in each.metrics[name].scores.items()
            for number in found.order
            if not part.endswith("f1") and values[number] > 1 + ROUNDING
        ]
        if said:
            yield warning("CE063", "what-repeated-counts-each", name=each.name, count=len(said), scores=said)
