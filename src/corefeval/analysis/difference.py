"""What one system mended and what it broke against another: mention by mention, error class by error class.

Both are explained against the same key. A mention is one of the key, or one that a system invented; what either system
decided about it is right or wrong, and an invention is right where it is absent. So an invention that the second system
dropped is mended, and one that it added is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from corefeval.analysis.decisions import RIGHT, Decision
from corefeval.analysis.errors import ErrorClass
from corefeval.analysis.explanation import Explainer, Explanation
from corefeval.analysis.instances import Error, ErrorMention, MentionsRead
from corefeval.analysis.joint import Joint, text_places
from corefeval.analysis.span_errors import ENGLISH, Trim
from corefeval.arrays import Booleans, Integers, look_up, number_or_none
from corefeval.breakdown.features import NONE
from corefeval.columns import Rows
from corefeval.comparison.compare import compare, system_names
from corefeval.comparison.comparison import PairedTest
from corefeval.comparison.resampling import RESAMPLES
from corefeval.corpus.identity import identify
from corefeval.evaluation.request import Input
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import Problem, Severity, UsageError
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature
from corefeval.text import several
from corefeval.version import __version__

if TYPE_CHECKING:
    import pandas as pd

ABSENT = -1
"""In place of a Decision: the system does not have this mention, and the key does not either."""

CHANGES = ("mended", "broken")
"""What became of a mention or an error from the first system to the second, where anything did."""

Both = tuple[Integers, Integers]


@dataclass(frozen=True, slots=True)
class ClassChange:
    """What became of the errors of one class.

    Attributes:
        error_class: the class; None for all together.
        before: how many errors the first system makes.
        mended: how many of these are gone: none of their mentions is in an error of the class any more.
        broken: how many errors of the second system are new: none of their mentions was in an error of the class.
        after: how many errors the second system makes. Errors that are neither may have changed their shape.
        points: for each metric the points that the class costs less than before (Shapley values); over all classes these add
            up to the difference of the scores.
    """

    error_class: ErrorClass | None
    before: int
    mended: int
    broken: int
    after: int
    points: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; null is undefined."""
        return {
            "class": None if self.error_class is None else self.error_class.label,
            "before": self.before,
            "mended": self.mended,
            "broken": self.broken,
            "after": self.after,
            "points": {metric: number_or_none(points) for metric, points in self.points.items()},
        }


@dataclass(frozen=True, slots=True)
class MentionChange:
    """What became of the mentions of one value of a feature.

    Attributes:
        value: the value; '' for all together.
        mentions: how many mentions the key has.
        right: how many of them the first system has right, and how many the second.
        mended: how many are right in the second alone.
        broken: how many are right in the first alone.
        inventions: how many mentions that the key lacks the first system has, and how many the second.
        dropped: how many inventions of the first are gone.
        added: how many the second has made anew.
    """

    value: str
    mentions: int
    right: tuple[int, int]
    mended: int
    broken: int
    inventions: tuple[int, int]
    dropped: int
    added: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "value": self.value,
            "mentions": self.mentions,
            "right": list(self.right),
            "mended": self.mended,
            "broken": self.broken,
            "inventions": list(self.inventions),
            "dropped": self.dropped,
            "added": self.added,
        }


@dataclass(frozen=True, slots=True)
class ChangedMention:
    """A mention that one of two systems has right.

    Attributes:
        change: mended or broken.
        document: the document's name.
        mention: the mention, as the key has it where it does.
        decisions: what the first and the second system decided about it; None for an invention that one does not have.
    """

    change: str
    document: str
    mention: ErrorMention
    decisions: tuple[Decision | None, Decision | None]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        labels = [None if one is None else one.label for one in self.decisions]
        return {
            "change": self.change,
            "document": self.document,
            **self.mention.to_dict(),
            "decisions": labels,
        }


@dataclass(frozen=True, eq=False)
class SharedMentions:
    """The mentions of the key and the inventions of two systems, each once, in the order of the text.

    Attributes:
        document: the document of each.
        key_mention: its row in the key, -1 for an invention.
        response_mention: its row in each response, -1 where it lacks it.
        decision: what each system decided about it, ABSENT for an invention that it does not have.
    """

    document: Integers
    key_mention: Integers
    response_mention: Both
    decision: Both

    @classmethod
    def of(cls, first: Explanation, second: Explanation) -> SharedMentions:
        """Put the mentions of two explanations with the same key side by side."""
        size = len(first.pairing.key.mentions)
        inventions = _inventions((first, second))
        count = size + 1 + max(int(codes.max(initial=-1)) for codes in inventions)
        place = np.full((3, count), -1, np.int64)
        response_mention = np.full((2, count), -1, np.int64)
        decision = np.full((2, count), ABSENT, np.int64)
        for number, (explanation, codes) in enumerate(zip((first, second), inventions, strict=True)):
            joint = explanation.joint
            rows = _numbers(joint, codes, size)
            decision[number, rows] = explanation.decision
            response_mention[number, rows] = joint.response_mention
            ours, theirs = text_places(explanation.pairing)
            for column, one, other in zip(place, ours, theirs, strict=True):
                column[rows] = np.where(
                    joint.key_mention >= 0,
                    look_up(joint.key_mention, one),
                    look_up(joint.response_mention, other),
                )
        order = np.lexsort((np.arange(count), place[2], place[1], place[0]))
        key_mention = np.where(np.arange(count) < size, np.arange(count), -1)
        return cls(
            place[0][order],
            key_mention[order],
            (response_mention[0][order], response_mention[1][order]),
            (decision[0][order], decision[1][order]),
        )

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.document)

    @cached_property
    def is_invention(self) -> Booleans:
        """Which mentions the key does not have."""
        flags: Booleans = self.key_mention < 0
        return flags

    @cached_property
    def is_right(self) -> tuple[Booleans, Booleans]:
        """What each system has right: of the key's mentions those decided rightly, of inventions those that it lacks."""
        one, other = (np.isin(decision, (*RIGHT, ABSENT)) for decision in self.decision)
        return one, other

    @cached_property
    def is_mended(self) -> Booleans:
        """What the second system alone has right."""
        flags: Booleans = ~self.is_right[0] & self.is_right[1]
        return flags

    @cached_property
    def is_broken(self) -> Booleans:
        """What the first system alone has right."""
        flags: Booleans = self.is_right[0] & ~self.is_right[1]
        return flags


@dataclass(frozen=True, eq=False)
class Difference:
    """What the second of two systems mended, and what it broke, against the first.

    Attributes:
        names: what the systems are called.
        first: why the first scores what it scores.
        second: the same for the second.
    """

    names: tuple[str, str]
    first: Explanation
    second: Explanation

    def __post_init__(self) -> None:
        """Refuse systems that were not scored against the same key."""
        check_same_key([self.first, self.second])

    @property
    def both(self) -> tuple[Explanation, Explanation]:
        """The explanations of both systems."""
        return self.first, self.second

    @cached_property
    def mentions(self) -> SharedMentions:
        """The mentions of the key, and what either system invented."""
        return SharedMentions.of(self.first, self.second)

    @cached_property
    def tests(self) -> tuple[PairedTest, ...]:
        """For each metric the scores' difference, its interval and whether it is chance; none without results."""
        results = {
            name: each.result
            for name, each in zip(self.names, self.both, strict=True)
            if each.result is not None
        }
        if len(results) < 2:
            return ()
        return compare(None, results, resamples=RESAMPLES if self._is_tested else 0).tests

    @property
    def _is_tested(self) -> bool:
        return len(self.first.pairing.names) > 1

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What the reader should know, of both systems."""
        found = dict.fromkeys(problem for each in self.both for problem in each.warnings)
        if not self._is_tested:
            found[Problem("CE052", "one-document-whether-difference", severity=Severity.WARNING)] = None
        return tuple(found)

    @property
    def metric(self) -> str:
        """The metric that costs are sorted by."""
        return self.first.metric

    @property
    def signature(self) -> str:
        """The signature of the runs; both have the same."""
        return "" if self.first.result is None else str(self.first.result.signature)

    @cached_property
    def _is_changed(self) -> tuple[Booleans, Booleans]:
        """Which errors of the first are mended, and which of the second are new."""
        size = len(self.first.pairing.key.mentions)
        cells = []
        for explanation, codes in zip(self.both, _inventions(self.both), strict=True):
            joint, table = explanation.aligned, explanation.table
            error, member = table.members.take(np.arange(len(table)))
            number = _numbers(joint, codes, size)
            cells.append((error, number[member] * len(ErrorClass) + table.kind[error]))
        (first, ours), (second, theirs) = cells
        lasting = (
            np.bincount(error, np.isin(own, other), len(explanation.table)) > 0
            for explanation, error, own, other in (
                (self.first, first, ours, theirs),
                (self.second, second, theirs, ours),
            )
        )
        one, other = (~flags for flags in lasting)
        return one, other

    @property
    def is_mended(self) -> Booleans:
        """Which errors of the first system, rows of its table, are gone: none of their mentions is in one of the class any more."""
        return self._is_changed[0]

    @property
    def is_broken(self) -> Booleans:
        """Which errors of the second system, rows of its table, are new: none of their mentions was in one of the class."""
        return self._is_changed[1]

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The error classes in use."""
        return max((each.classes for each in self.both), key=len)

    @cached_property
    def by_class(self) -> list[ClassChange]:
        """What became of the errors of each class; the last is all of them together."""
        before, mended, broken, after = (
            np.bincount(kinds, minlength=len(ErrorClass)).tolist()
            for kinds in (
                self.first.table.kind,
                self.first.table.kind[self.is_mended],
                self.second.table.kind[self.is_broken],
                self.second.table.kind,
            )
        )
        costs = [
            {
                metric: {cost.error_class: cost.shapley for cost in attribution.costs}
                for metric, attribution in each.attribution.items()
            }
            for each in self.both
        ]
        found = [
            ClassChange(
                kind,
                before[kind],
                mended[kind],
                broken[kind],
                after[kind],
                {
                    metric: shares.get(kind, 0.0) - costs[1][metric].get(kind, 0.0)
                    for metric, shares in costs[0].items()
                },
            )
            for kind in self.classes
        ]
        points = {metric: sum(each.points[metric] for each in found) for metric in costs[0]}
        return [*found, ClassChange(None, sum(before), sum(mended), sum(broken), sum(after), points)]

    def by(self, feature: str) -> list[MentionChange]:
        """Return what became of mentions by a feature of them (see corefeval.breakdown.features); the last is all of them.

        A mention of the key has the key's value, an invention that of the system that has it.
        """
        return self._by(*self._feature(feature))

    def by_type(self) -> list[MentionChange]:
        """Return the same by type, also where no type is known."""
        kinds = [(self.first.key_linguistics.type, each.response_linguistics.type) for each in self.both]
        return self._by([kind.label for kind in MentionType], self._values(kinds))

    def _values(self, sides: Sequence[tuple[Integers, Integers]], *, of_response: bool = False) -> Both:
        """Return the value of each mention as each system has it, given those of key and response; -1 where there is none."""
        mentions = self.mentions
        found = []
        for (key, response), rows in zip(sides, mentions.response_mention, strict=True):
            own = look_up(rows, response)
            ours = look_up(mentions.key_mention, key)
            value = np.where(mentions.is_invention | (of_response & (rows >= 0)), own, ours)
            found.append(value)
        return found[0], found[1]

    def _by(self, labels: Sequence[str], values: Both) -> list[MentionChange]:
        """Count mentions by what either system's explanation has as their value, the first's where both have one."""
        mentions = self.mentions
        codes = np.where(values[0] >= 0, values[0], values[1])
        invented = [
            np.bincount(value[mentions.is_invention & (value >= 0)], minlength=len(labels))
            for value in values
        ]
        order = np.argsort(codes, kind="stable")
        edges = np.searchsorted(codes[order], np.arange(len(labels) + 1))
        found = [
            self._change(label, order[start:stop], (one, other))
            for label, start, stop, one, other in zip(
                labels,
                edges[:-1].tolist(),
                edges[1:].tolist(),
                *(each.tolist() for each in invented),
                strict=True,
            )
            if stop > start or one or other
        ]
        everything = self._change(
            "", np.arange(len(mentions)), (int(invented[0].sum()), int(invented[1].sum()))
        )
        return [*found, everything]

    def _change(self, value: str, rows: Integers, inventions: tuple[int, int]) -> MentionChange:
        mentions = self.mentions
        invented = mentions.is_invention[rows]
        right = [each[rows] for each in mentions.is_right]
        mended, broken = mentions.is_mended[rows], mentions.is_broken[rows]
        return MentionChange(
            value,
            int((~invented).sum()),
            (int((right[0] & ~invented).sum()), int((right[1] & ~invented).sum())),
            int((mended & ~invented).sum()),
            int((broken & ~invented).sum()),
            inventions,
            int((mended & invented).sum()),
            int((broken & invented).sum()),
        )

    def _feature(self, name: str) -> tuple[list[str], Both]:
        """Return the values of a feature in the order in which they are shown, and the number of each mention's for each system."""
        found = [explanation.feature(name) for explanation in self.both]
        labels = list(dict.fromkeys(label for each in found for label in each.labels))
        number = {label: place for place, label in enumerate(labels)}
        sides = []
        for each in found:
            translated = np.array([number[label] for label in each.labels], np.int64)
            sides.append((look_up(each.key, translated), look_up(each.response, translated)))
        values = self._values(sides, of_response=found[0].is_of_response)
        if found[0].is_ordered:
            return labels, values
        size = np.bincount(np.where(values[0] >= 0, values[0], values[1]), minlength=len(labels)).tolist()
        order = sorted(
            range(len(labels)), key=lambda place: (labels[place] == NONE, -size[place], labels[place])
        )
        place_of = np.empty(len(labels), np.int64)
        place_of[order] = np.arange(len(labels))
        one, other = (look_up(value, place_of) for value in values)
        return [labels[place] for place in order], (one, other)

    @cached_property
    def outcomes(self) -> dict[str, dict[tuple[str | None, str | None], int]]:
        """For each metric that judges mentions one by one: how often which outcome became which; the most frequent first.

        None is that a system does not have an invention of the other, or that its mention is not judged. Empty unless such a
        metric was asked for.
        """
        if not all(each.is_judged for each in self.both):
            return {}
        size, inventions = len(self.first.pairing.key.mentions), _inventions(self.both)
        beyond = size + 1 + max(int(codes.max(initial=-1)) for codes in inventions)
        found = {}
        for metric, first in self.first.outcomes.items():
            tables = first, self.second.outcomes[metric]
            state = np.full((2, beyond + size), ABSENT, np.int64)
            for number, (table, codes) in enumerate(zip(tables, inventions, strict=True)):
                rows = np.where(table.is_of_key, -1, table.mention)
                partner = look_up(rows, table.pairing.response_partner)
                # a mention that both sides have may be judged on each
                theirs = np.where(partner >= 0, beyond + partner, size + look_up(rows, codes))
                state[number, np.where(table.is_of_key, table.mention, theirs)] = table.outcome
            is_judged = (state != ABSENT).any(axis=0)
            pairs, counts = np.unique(state[:, is_judged], axis=1, return_counts=True)
            names = [(*table.names, None) for table in tables]
            found[metric] = {
                (names[0][pairs[0, place]], names[1][pairs[1, place]]): int(counts[place])
                for place in np.argsort(-counts, kind="stable").tolist()
            }
        return found

    @cached_property
    def decisions(self) -> dict[tuple[Decision | None, Decision | None], int]:
        """How often the first system's decision about a mention became which one of the second's; the most frequent first.

        None is that a system does not have an invention of the other.
        """
        first, second = self.mentions.decision
        width = len(Decision) + 1
        cell = (first + 1) * width + second + 1
        counts = np.bincount(cell, minlength=width * width)
        order = np.argsort(-counts, kind="stable")
        return {
            (_decision(code // width - 1), _decision(code % width - 1)): int(counts[code])
            for code in order[counts[order] > 0].tolist()
        }

    def changed(self, change: str | None = None) -> list[ChangedMention]:
        """Return the mentions that one of the systems has right, in the order of the text: mended, broken or both."""
        mentions = self.mentions
        flags = {"mended": mentions.is_mended, "broken": mentions.is_broken}
        chosen = flags["mended"] | flags["broken"] if change is None else flags[change]
        rows = np.flatnonzero(chosen)
        names = self.first.pairing.names
        key = MentionsRead(
            self.first.pairing.key, self.first.key_linguistics.type, mentions.key_mention[rows]
        )
        responses = [
            MentionsRead(each.pairing.response, each.response_linguistics.type, own[rows])
            for each, own in zip(self.both, mentions.response_mention, strict=True)
        ]
        found = []
        for row in rows.tolist():
            ours, *theirs = (
                int(column[row]) for column in (mentions.key_mention, *mentions.response_mention)
            )
            if ours >= 0:
                mention = key.mention(ours, "both" if max(theirs) >= 0 else "key")
            else:
                owner = 0 if theirs[0] >= 0 else 1
                mention = responses[owner].mention(theirs[owner], "response")
            one, other = (_decision(int(each[row])) for each in mentions.decision)
            kind = CHANGES[0] if flags["mended"][row] else CHANGES[1]
            found.append(ChangedMention(kind, names[int(mentions.document[row])], mention, (one, other)))
        return found

    def mended(self, top: int | None = None) -> list[Error]:
        """Return errors of the first system that the second mended, the costliest first."""
        return _costliest(self.first, self.is_mended, top)

    def broken(self, top: int | None = None) -> list[Error]:
        """Return errors of the second system that the first did not make, the costliest first."""
        return _costliest(self.second, self.is_broken, top)

    def rows(self, top: int | None = None, by: Iterable[str] = ()) -> Rows:
        """Return a row for each error that was mended, and then for each that is new; or for the costliest ones.

        Args:
            top: how many of each.
            by: features of mentions, each a column more, `by NAME`.
        """
        features = tuple(by)
        chosen = self.mended(top), self.broken(top)
        found = [each.rows_of(errors, features) for each, errors in zip(self.both, chosen, strict=True)]
        rows = [
            {"change": change, **row}
            for change, each in zip(CHANGES, found, strict=True)
            for row in each.rows
        ]
        return Rows(["change", *found[0].heads], rows, self.signature)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each error that was mended or is new as a table of pandas."""
        return self.rows().to_frame()

    def to_dict(self, *, top: int | None = None, by: Iterable[str] = ()) -> dict[str, Any]:
        """Return everything as plain data: fractions, but 0 to 100 under the name `points`; null is undefined.

        Args:
            top: how many mended errors and how many new ones, the costliest, and no mentions; all by default.
            by: features to count mentions by.
        """
        plain: dict[str, Any] = {"corefeval": __version__}
        if self.signature:
            plain["signature"] = self.signature
            plain["settings"] = self.first.settings.to_dict()
        plain |= {
            "systems": list(self.names),
            "tests": [
                {
                    "metric": test.metric,
                    "part": test.part,
                    "difference": test.difference,
                    "low": test.low,
                    "high": test.high,
                    "p": test.p,
                    "p_adjusted": test.p_adjusted,
                    "significant": test.is_significant,
                }
                for test in self.tests
            ],
            "classes": [each.to_dict() for each in self.by_class],
            "types": [each.to_dict() for each in self.by_type()],
            "decisions": [
                {
                    "first": None if first is None else first.label,
                    "second": None if second is None else second.label,
                    "mentions": count,
                }
                for (first, second), count in self.decisions.items()
            ],
            "mended": [error.to_dict() for error in self.mended(top)],
            "broken": [error.to_dict() for error in self.broken(top)],
        }
        if top is None:
            plain["mentions"] = [each.to_dict() for each in self.changed()]
        features = tuple(by)
        if features:
            plain["by"] = {feature: [each.to_dict() for each in self.by(feature)] for feature in features}
        if self.outcomes:
            plain["outcomes"] = {
                metric: [
                    {"first": first, "second": second, "mentions": count}
                    for (first, second), count in cells.items()
                ]
                for metric, cells in self.outcomes.items()
            }
        plain["warnings"] = [problem.to_dict() for problem in self.warnings]
        return plain

    def __repr__(self) -> str:
        """Return how many mentions and errors were mended and broken."""
        mentions = self.mentions
        told = ", ".join(
            f"{several(int(flags.sum()), 'mention')} {change}"
            for change, flags in zip(CHANGES, (mentions.is_mended, mentions.is_broken), strict=True)
        )
        return f"<Difference of {self.names[1]} from {self.names[0]}: {told}>"

    def _repr_html_(self) -> str:
        """Return the tables for notebooks."""
        from corefeval.reports.show.difference import render  # noqa: PLC0415 - an object prints itself

        return render(self, "html")

    def __str__(self) -> str:
        """Return the tables as plain text."""
        from corefeval.reports.show.difference import render  # noqa: PLC0415 - an object prints itself

        return render(self, "table")


@listing_options
def difference(
    key: Input,
    first: Input,
    second: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    trim: Trim = ENGLISH,
    antecedents: str = "accessibility",
    **options: Unpack[Options],
) -> Difference:
    """Explain what a second system mends and what it breaks against a first one.

    What is explained already is compared by `Difference((name, other), first, second)`.

    Args:
        key: path, corpus or clusters of the gold annotation.
        first: the same of the system to begin with.
        second: the same of the other system.
        metrics: the metrics to explain, the first being the one that costs are sorted by; `conll` by default.
        preset: settings of a shared task.
        signature: settings, and unless they are named metrics, of the run that printed this signature.
        trim: what may hang on to a span without changing what it means.
        antecedents: how the antecedent of a link error is chosen: accessibility or closest.
        options: the settings of score(); `types` may also be a mapping that gives each mention of clusters of Python
            objects its type: name, nominal, pronoun ….

    Examples:
        >>> found = difference([[1, 2], [3, 4]], [[1, 2, 3, 4]], [[1, 2], [3, 4, 5]], metrics="muc")
        >>> found
        <Difference of system 2 from system 1: 1 mention mended, 1 mention broken>
        >>> [(each.change, each.mention.text) for each in found.changed()]
        [('mended', '3'), ('broken', '5')]
    """
    explainer = Explainer.of(metrics, preset, signature, trim, antecedents, options)
    paths = [fspath(each) if isinstance(each, str | PathLike) else "" for each in (first, second)]
    one, other = system_names(paths) if all(paths) else ["system 1", "system 2"]
    return Difference((one, other), *explainer.against(key, [first, second]))


def check_same_key(explanations: Sequence[Explanation]) -> None:
    """Refuse systems that were not scored against the same mentions of a key."""
    first, *others = (each.pairing.key for each in explanations)
    for key in others:
        if not (
            key.names == first.names
            and np.array_equal(key.mentions.entity, first.mentions.entity)
            and np.array_equal(key.mentions.first, first.mentions.first)
            and np.array_equal(key.mentions.last, first.mentions.last)
            and key.mentions.objects == first.mentions.objects
        ):
            raise UsageError(Problem("CE051", "systems-not-scored-against"))


def _inventions(explanations: Sequence[Explanation]) -> list[Integers]:
    """Return for each mention of each response its number among the inventions of all, -1 for one that the key has."""
    alone = [np.flatnonzero(each.pairing.response_partner < 0) for each in explanations]
    codes = identify([each.pairing.response for each in explanations])
    own = [code[rows] for code, rows in zip(codes, alone, strict=True)]
    numbers = np.unique(np.concatenate(own), return_inverse=True)[1].reshape(-1)
    pieces = np.split(numbers, np.cumsum([len(each) for each in own])[:-1])
    found = []
    for code, rows, piece in zip(codes, alone, pieces, strict=True):
        column = np.full(len(code), -1, np.int64)
        column[rows] = piece
        found.append(column)
    return found


def _numbers(joint: Joint, inventions: Integers, size: int) -> Integers:
    """Return what each mention is among those of the key, of which there are so many, and behind them the inventions."""
    behind = size + look_up(joint.response_mention, inventions)
    return np.where(joint.key_mention >= 0, joint.key_mention, behind)


def _decision(number: int) -> Decision | None:
    return None if number == ABSENT else Decision(number)


def _costliest(explanation: Explanation, chosen: Booleans, top: int | None) -> list[Error]:
    """Return some of the errors, those whose repair gains most first, ties in text order."""
    rows = np.flatnonzero(chosen)
    if explanation.repaired:
        rows = rows[np.argsort(-explanation.deltas[explanation.metric][rows], kind="stable")]
    return explanation.read(rows[:top])
