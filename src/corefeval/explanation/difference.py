"""The mentions and errors that one system fixed or broke compared with another.

Both are explained against the same key. A mention is in the key, or spurious. The decision of each system about it is
right or wrong; for a spurious mention absence is right. So a spurious mention that the second system dropped counts
as `fixed`, and one that it added as `broken`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Unpack

import numpy as np

from corefeval.arrays import Booleans, look_up
from corefeval.breakdown.features import NONE, feature
from corefeval.columns import Column, DataRow, Printed, Rows, data, to_row, whole
from corefeval.comparison.compare import compare, system_names
from corefeval.comparison.comparison import PairedTest
from corefeval.comparison.intervals import RESAMPLES
from corefeval.evaluation.request import Input
from corefeval.explanation.decisions import Decision
from corefeval.explanation.errors import CLASS, ErrorClass
from corefeval.explanation.explainer import OLD_NAMES, Explainer, named_sections
from corefeval.explanation.explanation import Explanation
from corefeval.explanation.instances import IN_CONTEXT, Error, MentionInContext, MentionsRead
from corefeval.explanation.mention_outcomes import judging
from corefeval.explanation.shared_mentions import (
    ABSENT,
    Both,
    MentionChange,
    SharedMentions,
    check_same_key,
    decision_of,
    inventions_of,
    numbers_of,
    transitions,
)
from corefeval.explanation.span_errors import ENGLISH, Trim
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.use_terms import Uses
from corefeval.metrics.use_units import UnitUse
from corefeval.names import listed, resolve
from corefeval.problems import warning
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature, SignatureText
from corefeval.text import several

SECTIONS = ("tests", "classes", "mentions", "decisions", "outcomes", "fixed", "broken")
"""The sections, by the names for `show`."""

NEEDS: Mapping[str, Sequence[str]] = {
    "classes": ("costs",),
    "outcomes": ("outcomes",),
    "fixed": ("errors",),
    "broken": ("errors",),
}
"""The sections of both explanations that a section is made from."""

UNIT_OUTCOMES = ("right", "wrong", "missing")
"""The outcomes of a gold unit of a use."""

CHANGES = ("fixed", "broken")
"""How a mention or an error changes from the first system to the second."""


TEST = data("metric", "part", "difference", "low", "high", "p", "p_adjusted", "significant=is_significant")
"""The columns of a paired test."""


@dataclass(frozen=True, slots=True)
class ClassChange(DataRow):
    """How the errors of one class changed.

    Attributes:
        error_class: the class; None for all together.
        before: the number of errors of the first system. `fixed`: the number of these that are fixed: none of
            their mentions is in an error of the class any more.
        broken: the number of new errors of the second system: none of their mentions was in an error of the
            class.
        after: how many errors the second system makes. Errors that are neither may have changed their shape.
        points: for each metric the points that the class costs less than before (Shapley values); over all classes these add
            up to the difference of the scores.
    """

    error_class: ErrorClass | None
    before: int
    fixed: int
    broken: int
    after: int
    points: dict[str, float]

    DATA = (CLASS, *data("before", "fixed", "broken", "after", "points"))


@dataclass(frozen=True, slots=True)
class ChangedMention(MentionInContext):
    """A mention that exactly one of two systems has right; with the key's span if the key has it.

    Attributes:
        change: `fixed` or `broken`.
        decisions: the decisions of the first and the second system about it; None for a spurious mention that
            one does not have.
    """

    change: str
    decisions: tuple[Decision | None, Decision | None]

    DATA = (
        *data("change"),
        *IN_CONTEXT,
        Column(
            "", name="decisions", of=lambda row: [None if one is None else one.label for one in row.decisions]
        ),
    )


class Difference(Printed):
    """The changes from the first to the second of two systems: fixed and new errors.

    Args:
        names: the names of the systems.
        first: the explanation of the first.
        second: the same for the second.
        show: the sections to compute, of SECTIONS; all by default.
        by: features to count mentions by.

    Attributes:
        mentions: the mentions of the key, and the spurious mentions of either system.
        tests: for each metric the difference of the scores with its interval and test; empty without results.
        is_fixed: which errors of the first system, rows of its table, are fixed: none of their mentions is in
            an error of the class any more.
        is_broken: which errors of the second system, rows of its table, are new: none of their mentions was in
            an error of the class.
        by_class: how the errors of each class changed; the last is all of them together.
        decisions: how often each decision of the first system about a mention became each decision of the
            second; the most frequent first.
        outcomes: for each requested metric that judges single mentions or units of a use: how often each
            outcome became each other; the most frequent first. None means that a system lacks a spurious
            mention of the other, or that its mention is not judged.
        features: how mentions changed by each requested feature.
        warnings: the warnings of both systems.

    Raises:
        UsageError: CE051 for systems that were not scored against the same key, or whose explanations lack the
            sections.
    """

    def __init__(
        self,
        names: tuple[str, str],
        first: Explanation,
        second: Explanation,
        *,
        show: str | Iterable[str] | None = None,
        by: str | Iterable[str] = (),
    ) -> None:
        check_same_key([first, second])
        self.names, self.first, self.second = names, first, second
        self.sections = named_sections(show, SECTIONS)
        shown = set(self.sections)
        self.mentions = SharedMentions(first, second)
        is_tested = len(first.pairing.names) > 1
        results = {name: each.result for name, each in zip(names, self.both, strict=True) if each.result}
        self.tests: tuple[PairedTest, ...] = ()
        if "tests" in shown and len(results) == 2:
            self.tests = compare(None, results, resamples=RESAMPLES if is_tested else 0).tests
        self.is_fixed, self.is_broken = self._changed_errors()
        self.by_class = self._by_class() if "classes" in shown else []
        self.features = {name: self.by(name) for name in listed(by)} if "mentions" in shown else {}
        self.decisions = transitions(*self.mentions.decision, tuple(Decision))
        self.outcomes = self._outcomes() if "outcomes" in shown else {}
        untested = () if is_tested else (warning("CE052", "one-document-whether-difference"),)
        self.warnings = tuple(dict.fromkeys((*first.warnings, *second.warnings, *untested)))

    @property
    def both(self) -> tuple[Explanation, Explanation]:
        """The explanations of both systems."""
        return self.first, self.second

    @property
    def metric(self) -> str:
        """The metric that costs are sorted by."""
        return self.first.metric

    @property
    def signature(self) -> SignatureText:
        """The signature of the runs; both have the same."""
        return self.first.signature

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The error classes in use."""
        return max((each.classes for each in self.both), key=len)

    def _changed_errors(self) -> tuple[Booleans, Booleans]:
        """Return which errors of the first are fixed, and which of the second are new."""
        size = len(self.first.pairing.key.mentions)
        cells = []
        for explanation, codes in zip(self.both, inventions_of(self.both), strict=True):
            table = explanation.table
            error, member = table.members.take(np.arange(len(table)))
            number = numbers_of(explanation.aligned, codes, size)
            cells.append((error, number[member] * len(ErrorClass) + table.kind[error]))
        (first, ours), (second, theirs) = cells
        one, other = (
            np.bincount(error, np.isin(own, others), len(explanation.table)) == 0
            for explanation, error, own, others in (
                (self.first, first, ours, theirs),
                (self.second, second, theirs, ours),
            )
        )
        return one, other

    def _by_class(self) -> list[ClassChange]:
        before, fixed, broken, after = (
            np.bincount(kinds, minlength=len(ErrorClass)).tolist()
            for kinds in (
                self.first.table.kind,
                self.first.table.kind[self.is_fixed],
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
                fixed[kind],
                broken[kind],
                after[kind],
                {
                    metric: shares.get(kind, 0.0) - costs[1][metric].get(kind, 0.0)
                    for metric, shares in costs[0].items()
                },
            )
            for kind in self.classes
        ]
        points = {metric: math.fsum(each.points[metric] for each in found) for metric in costs[0]}
        return [*found, ClassChange(None, sum(before), sum(fixed), sum(broken), sum(after), points)]

    def by_type(self) -> list[MentionChange]:
        """Return how mentions changed by type, including unknown types; the last row is the total."""
        kinds = [(self.first.key_linguistics.type, each.response_linguistics.type) for each in self.both]
        return self.mentions.by([kind.label for kind in MentionType], self.mentions.values(kinds))

    def by(self, feature: str) -> list[MentionChange]:
        """Return how mentions changed by a feature (see corefeval.breakdown.features); the last row is the total.

        A mention of the key has the key's value, a spurious one that of the system that has it.
        """
        return self.mentions.by(*self._feature(feature))

    def _feature(self, name: str) -> tuple[list[str], Both]:
        """Return the values of a feature in the order in which they are shown, and the number of each mention's for each system."""
        found = [feature(each.pairing, name) for each in self.both]
        labels = list(dict.fromkeys(label for each in found for label in each.labels))
        number = {label: place for place, label in enumerate(labels)}
        sides = []
        for each in found:
            translated = np.array([number[label] for label in each.labels], np.int64)
            sides.append((look_up(each.key, translated), look_up(each.response, translated)))
        values = self.mentions.values(sides, of_response=found[0].is_of_response)
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

    def _outcomes(self) -> dict[str, dict[tuple[str | None, str | None], int]]:
        found = {
            name: self._unit_outcomes(metric)
            for name, metric in self.first.metrics.items()
            if isinstance(metric, UnitUse)
        }
        if not all(each.is_judged for each in self.both):
            return found
        size, inventions = len(self.first.pairing.key.mentions), inventions_of(self.both)
        beyond = size + 1 + max(int(codes.max(initial=-1)) for codes in inventions)
        for metric, first in self.first.outcomes.items():
            tables = first, self.second.outcomes[metric]
            state = np.full((2, beyond + size), ABSENT, np.int64)
            for number, (table, codes) in enumerate(zip(tables, inventions, strict=True)):
                rows = np.where(table.is_of_key, -1, table.mention)
                partner = look_up(rows, table.pairing.response_partner)
                # a mention that both sides have may be judged on each
                theirs = np.where(partner >= 0, beyond + partner, size + look_up(rows, codes))
                state[number, np.where(table.is_of_key, table.mention, theirs)] = table.outcome
            found[metric] = transitions(state[0], state[1], first.names)
        return found

    def _unit_outcomes(self, metric: UnitUse) -> dict[tuple[str | None, str | None], int]:
        """Return how often each outcome of a gold unit became each other; both systems are judged on the same units."""
        states = []
        for each in self.both:
            units = metric.units(each.pairing.derive(Uses))
            states.append(np.where(units.right, 0, np.where(units.wrong, 1, 2))[units.gold])
        return transitions(states[0], states[1], UNIT_OUTCOMES)

    def changed(self, change: str | None = None) -> list[ChangedMention]:
        """Return the mentions that one of the systems has right, in the order of the text: `fixed`, `broken` or both."""
        mentions = self.mentions
        flags = {"fixed": mentions.is_fixed, "broken": mentions.is_broken}
        chosen = flags["fixed"] | flags["broken"]
        if change is not None:
            chosen = flags[resolve("change", change, CHANGES, lambda name: OLD_NAMES.get(name, ()))]
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
            one, other = (decision_of(int(each[row])) for each in mentions.decision)
            kind = CHANGES[0] if flags["fixed"][row] else CHANGES[1]
            found.append(ChangedMention(names[int(mentions.document[row])], mention, kind, (one, other)))
        return found

    def fixed(self, top: int | None = None) -> list[Error]:
        """Return errors of the first system that the second fixed, the costliest first."""
        return self.first.costliest(top, among=self.is_fixed)

    mended = fixed
    """The name of `fixed` up to 0.9.0; it will be removed in 0.11.0."""

    def broken(self, top: int | None = None) -> list[Error]:
        """Return errors of the second system that the first did not make, the costliest first."""
        return self.second.costliest(top, among=self.is_broken)

    def rows(self, top: int | None = None, by: Iterable[str] | None = None) -> Rows:
        """Return a row for each error that was fixed, and then for each that is new; or for the costliest ones.

        Args:
            top: how many of each.
            by: features of mentions, one more column each, `by NAME`; by default those that it was made
                with.
        """
        features = tuple(dict.fromkeys((*self.features, *self.first.features)) if by is None else by)
        chosen = self.fixed(top), self.broken(top)
        found = [each.rows_of(errors, features) for each, errors in zip(self.both, chosen, strict=True)]
        rows = [
            {"change": change, **row}
            for change, each in zip(CHANGES, found, strict=True)
            for row in each.rows
        ]
        return Rows(["change", *found[0].heads], rows, self.signature)

    def to_dict(
        self, *, top: int | None = None, by: Iterable[str] | None = None, sections: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return everything as plain data: fractions, but 0 to 100 under the name `points`; null is undefined.

        Args:
            top: how many fixed errors and how many new ones, the costliest, and no mentions; all by default.
            by: features to count mentions by; by default those that it was made with.
            sections: which sections; all that it was made with by default.
        """
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "tests": lambda: {"tests": [to_row(TEST, test) for test in self.tests]},
            "classes": lambda: {"classes": self.by_class},
            "mentions": lambda: {"types": self.by_type()},
            "decisions": lambda: {"decisions": _plain_changes(self.decisions)},
            "fixed": lambda: {"fixed": self.fixed(top)},
            "broken": lambda: {"broken": self.broken(top)},
        }
        shown = set(sections) or set(self.sections)
        found: dict[str, Any] = {"systems": self.names}
        for name, make in makers.items():
            if name in shown:
                found |= make()
        if "mentions" in shown:
            if top is None:
                found["mentions"] = self.changed()
            features = self.features if by is None else {name: self.by(name) for name in by}
            if features:
                found["by"] = features
        if "outcomes" in shown and self.outcomes:
            uses = [name for name, metric in self.first.metrics.items() if isinstance(metric, UnitUse)]
            found["outcomes"] = {
                name: _plain_changes(cells, "units" if name in uses else "mentions")
                for name, cells in self.outcomes.items()
            }
        return whole(found, self.signature, self.first.settings, self.warnings)

    def __repr__(self) -> str:
        """Return how many mentions were fixed and broken."""
        mentions = self.mentions
        told = ", ".join(
            f"{several(int(flags.sum()), 'mention')} {change}"
            for change, flags in zip(CHANGES, (mentions.is_fixed, mentions.is_broken), strict=True)
        )
        return f"<Difference of {self.names[1]} from {self.names[0]}: {told}>"


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
    show: str | Iterable[str] | None = None,
    by: str | Iterable[str] = (),
    **options: Unpack[Options],
) -> Difference:
    """Explain what a second system fixes and breaks compared with a first one.

    For existing explanations use `Difference((name, other), first, second)`.

    Args:
        key: path, corpus or clusters of the gold annotation.
        first: the same of the system to begin with.
        second: the same of the other system.
        metrics: the metrics to explain, the first being the one that costs are sorted by; `conll` by default.
        preset: settings of a shared task.
        signature: settings, and unless they are named metrics, of the run that printed this signature.
        trim: words at the edges of a span that do not change its meaning.
        antecedents: how the antecedent of a link error is chosen: accessibility or closest.
        show: the sections to compute: `tests`, `classes`, `mentions`, `decisions`, `outcomes`, `fixed`, `broken`; all by default.
        by: features to count mentions by.
        options: the settings of score(); `types` may also map each mention of clusters of Python objects to its
            type: name, nominal, pronoun ….

    Examples:
        >>> found = difference([[1, 2], [3, 4]], [[1, 2, 3, 4]], [[1, 2], [3, 4, 5]], metrics="muc")
        >>> found
        <Difference of system 2 from system 1: 1 mention fixed, 1 mention broken>
        >>> [(each.change, each.mention.text) for each in found.changed()]
        [('fixed', '3'), ('broken', '5')]
    """
    explainer = Explainer.of(metrics, preset, signature, trim, antecedents, options)
    shown = named_sections(show, SECTIONS)
    needed = {part for section in shown for part in NEEDS.get(section, ())}
    if not judging(explainer.metrics.values()):
        needed.discard("outcomes")
    # lists of errors alone have their features as columns; else mentions are counted by them
    features = () if "mentions" in shown else by
    paths = [fspath(each) if isinstance(each, str | PathLike) else "" for each in (first, second)]
    one, other = system_names(paths) if all(paths) else ["system 1", "system 2"]
    explained = explainer.asked(sorted(needed), features).against(key, [first, second])
    return Difference((one, other), *explained, show=shown, by=by)


def _plain_changes(
    cells: Mapping[tuple[Decision | None, Decision | None], int]
    | Mapping[tuple[str | None, str | None], int],
    counted: str = "mentions",
) -> list[dict[str, Any]]:
    """Return how often each decision or outcome became each other."""

    def label(value: Decision | str | None) -> str | None:
        return value.label if isinstance(value, Decision) else value

    return [
        {"first": label(first), "second": label(second), counted: count}
        for (first, second), count in cells.items()
    ]
