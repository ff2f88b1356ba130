"""Every mention's outcome under a metric that judges single mentions: the chosen antecedent, the right one, and the cost.

One table for all such metrics, used by `explain` and its lists, `to_frame` and the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import Floats, Integers, Kind, integers, look_up, number_or_none
from corefeval.breakdown.features import BUILDERS, NONE, feature_of
from corefeval.columns import Column, DataRow, Printed, Rows, data, plain_dict, to_row, whole
from corefeval.corpus.spans import sentence_numbers
from corefeval.corpus.views import in_context, words_around
from corefeval.evaluation.result import Result
from corefeval.explanation.instances import IN_CONTEXT, PLACE, ErrorMention, MentionInContext, MentionsRead
from corefeval.explanation.joint_mentions import text_places
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.base import METRICS, Metric
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.metrics.typed import described_sides
from corefeval.names import resolve, spelled
from corefeval.pairing.pairing import Pairing
from corefeval.presets import JUDGING
from corefeval.problems import Problem
from corefeval.settings import Settings
from corefeval.signature import SignatureText

if TYPE_CHECKING:
    import pandas as pd

    from corefeval.linguistics.described_side import DescribedSides

Codes = list[str] | None

Group = tuple[int, ...]
"""The antecedents of a mention: one, several for a group, or none."""

EVERY = "all"
"""The value that lists the mentions of every outcome."""

_JUDGED = data("metric", "outcome", "class=class_")


@dataclass(frozen=True, slots=True)
class JudgedMention(MentionInContext):
    """One judged mention, for reading, from the side on which it is judged.

    Attributes:
        number: its row in the OutcomeTable.
        metric: the metric's full name.
        outcome: its outcome.
        class_: its class in the metric, '' if the metric has none.
        types: its type in the key and in the response, '' on a side without it.
        codes: its code in the key and in the response, '' if it has none.
        chosen: its antecedents in the response; several for a group.
        right: its right antecedents.
        distance: the number of sentences back to the right antecedent, or else to the chosen one; None without
            either.
        gain: the points that the score gains if it alone were right; None if undefined.
        adds: its contributions to the metric's counts, if other than one for its outcome.
    """

    number: int
    metric: str
    outcome: str
    class_: str
    types: tuple[str, str]
    codes: tuple[str, str]
    chosen: tuple[ErrorMention, ...]
    right: tuple[ErrorMention, ...]
    distance: int | None
    gain: float | None
    adds: Mapping[str, float]

    DATA = (
        *_JUDGED,
        *(column for column in IN_CONTEXT if column.name != "type"),
        Column("", name="type", of=lambda row: dict(zip(("key", "response"), row.types, strict=True))),
        Column("", name="code", of=lambda row: dict(zip(("key", "response"), row.codes, strict=True))),
        *data("chosen", "right", "distance", "points=gain", "adds"),
    )

    def to_row(self) -> dict[str, Any]:
        """Return the same as one row; for a group the words of all, and the place of the first."""
        return to_row(COLUMNS, self) | dict(self.adds)


def words(mentions: Sequence[ErrorMention]) -> str:
    """Return mentions on one line, each with its document where several are scored as one."""
    return " + ".join(
        f"{mention.text} ({mention.document})" if mention.document else mention.text for mention in mentions
    )


COLUMNS = (
    *_JUDGED,
    *PLACE,
    *data("side=mention.side"),
    Column("", name="key type", of=lambda row: row.types[0]),
    Column("", name="response type", of=lambda row: row.types[1]),
    Column("", name="key code", of=lambda row: row.codes[0]),
    Column("", name="response code", of=lambda row: row.codes[1]),
    Column("", name="chosen first", of=lambda row: row.chosen[0].first if row.chosen else None),
    Column("", name="chosen last", of=lambda row: row.chosen[0].last if row.chosen else None),
    Column("", name="chosen", of=lambda row: words(row.chosen)),
    Column("", name="right first", of=lambda row: row.right[0].first if row.right else None),
    Column("", name="right last", of=lambda row: row.right[0].last if row.right else None),
    Column("", name="right", of=lambda row: words(row.right)),
    *data("distance", "points=gain"),
)
"""The columns of a row, before those of its counts."""


@dataclass(frozen=True, slots=True)
class OutcomeCount(DataRow):
    """The outcomes of the mentions of one class.

    Attributes:
        value: the class.
        counts: how often each outcome occurs.
        gain: points that the score gains if all of them were right; NaN if that is not defined.
    """

    value: str
    counts: Mapping[str, int]
    gain: float

    DATA = data("value", "counts", "points=gain")


NEGLIGIBLE = 1e-9
"""Sums of fractions that cancel out are at most this large; they become 0, because they are divided by."""


class OutcomeTable:
    """The outcome of each mention under one metric; one row per judged mention, in the order of the text.

    A mention of both sides is judged once, unless the metric judges it on both sides. The contributions of the rows
    add up to the metric's counts.

    Attributes:
        metric: the metric.
        pairing: key and response.
        judged: the outcomes.
        settings: the settings for undefined values.
        is_of_key: whether each row is a mention of the key; otherwise one of the response.
        mention: its row there.
        outcome: the number of its outcome.
        score: the part of the score to which the outcomes add up (F1, or the metric's main part), and its
            value.
        by_class: the outcomes by the metric's own classes, see `by`.
    """

    def __init__(
        self, metric: OutcomeMetric, pairing: Pairing, settings: Settings | None = None, *, gains: bool = True
    ) -> None:
        """Judge the mentions of a pairing.

        Args:
            metric: the metric that judges.
            pairing: key and response.
            settings: whether 0/0 counts 0.
            gains: whether to compute the gain of each mention alone, and its codes; otherwise both are
                computed on access.
        """
        self.metric, self.pairing, self.settings = metric, pairing, settings or Settings()
        self.judged = judged = metric.outcomes(pairing)
        rows = [np.flatnonzero(side >= 0) for side in (judged.key, judged.response)]
        mention = np.concatenate(rows)
        is_of_key = np.arange(len(mention)) < len(rows[0])
        columns = [
            np.concatenate([ours[rows[0]], theirs[rows[1]]])
            for ours, theirs in zip(*text_places(pairing), strict=True)
        ]
        order = np.lexsort((~is_of_key, *reversed(columns)))
        outcome = np.concatenate([judged.key[rows[0]], judged.response[rows[1]]])
        self.is_of_key, self.mention, self.outcome = is_of_key[order], mention[order], outcome[order]
        scores = metric.scores(pairing.count(metric).totals(), self.settings)
        part = "f1" if "f1" in scores else next(iter(scores))
        self.score = part, float(scores[part])
        self.by_class = self.by()
        if gains:
            _ = self.gain, self.codes

    def __len__(self) -> int:
        """Return how many mentions are judged."""
        return len(self.mention)

    def _pick(self, key: NDArray[Kind], response: NDArray[Kind]) -> NDArray[Kind]:
        """Return for each row the value of its mention, given the values of all mentions of key and response."""
        size = len(self.pairing.key.mentions)
        return np.concatenate([key, response])[np.where(self.is_of_key, self.mention, size + self.mention)]

    @property
    def names(self) -> tuple[str, ...]:
        """The outcomes."""
        return self.judged.names

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many mentions have each outcome."""
        numbers = np.bincount(self.outcome, minlength=len(self.names)).tolist()
        return dict(zip(self.names, numbers, strict=True))

    @cached_property
    def adds(self) -> dict[str, Floats]:
        """The contributions of each row to each count of the metric."""
        shares, partner = self.judged.shares, self.pairing.response_partner
        is_shared = (self.judged.response < 0) & (partner >= 0)
        size = len(self.pairing.key.mentions)
        added = {}
        for name in shares.names:
            own, other = (
                np.asarray(side.get(name, np.zeros(length)), np.float64)
                for side, length in ((shares.key, size), (shares.response, len(partner)))
            )
            own = own + np.bincount(partner[is_shared], other[is_shared], minlength=size)
            added[name] = self._pick(own, other)
        return added

    @cached_property
    def gain(self) -> Floats:
        """The points that the score (F1, or the metric's main part) gains if each row alone were right."""
        rows = np.arange(len(self))
        if self.judged.adds is not None:
            return self._gains(rows, rows, len(rows))
        alike = (self._class_number * len(self.names) + self.outcome) * 2 + self.is_of_key
        _, first, number = np.unique(alike, return_index=True, return_inverse=True)
        return self._gains(first, np.arange(len(first)), len(first))[number]

    def gain_of(self, rows: Integers) -> float:
        """Return the points that the score gains if all of these rows were right; NaN if it is undefined then or now."""
        return float(self._gains(rows, np.zeros(len(rows), np.int64), 1)[0])

    def _gains(self, rows: Integers, owner: Integers, owners: int) -> Floats:
        """Return the points gained if all of these rows that an owner has were right."""
        totals = self.pairing.count(self.metric).totals()
        change = self._changes(rows, owner, owners)
        after = {}
        for name, total in totals.items():
            summed = np.broadcast_to(total, owners) + change.get(name, 0.0)
            after[name] = np.where(np.abs(summed) <= NEGLIGIBLE, 0.0, summed)
        part, score = self.score
        gained: Floats = 100 * (self.metric.scores(after, self.settings)[part] - score)
        return gained

    @cached_property
    def _class_number(self) -> Integers:
        """The number of the class that each row is counted in."""
        classes = self.judged.classes
        if classes is None:
            return np.zeros(len(self), np.int64)
        return self._pick(classes.key, classes.response)

    def _changes(self, rows: Integers, owner: Integers, owners: int) -> dict[str, Floats]:
        """Return how the metric's counts change if all of an owner's rows among these were right."""
        # names[0] is the right outcome; if a row were right,
        #   a key mention, now wl      tp +1, wl -1
        #   a response mention, fp     fp -1
        # or, of a metric with weights, what it adds then less what it adds now
        judged, change = self.judged, {}
        if judged.adds is not None:
            righted = judged.righted or judged.adds
            nothing = np.zeros(len(self))
            none = [np.zeros(len(side.mentions)) for side in (self.pairing.key, self.pairing.response)]
            for name in dict.fromkeys((*self.adds, *righted.names)):
                right = self._pick(righted.key.get(name, none[0]), righted.response.get(name, none[1]))
                more = (right - self.adds.get(name, nothing))[rows]
                change[name] = np.bincount(owner, more, minlength=owners).astype(np.float64)
            return change
        names = [""] if judged.classes is None else [f"{name}." for name in judged.classes.names]
        number, outcomes = self._class_number[rows], self.outcome[rows]
        for place, outcome in enumerate(self.names):
            more = np.where(self.is_of_key[rows] & (place == 0), 1.0, 0.0) - (outcomes == place)
            cell, size = owner * len(names) + number, owners * len(names)
            table = np.bincount(cell, more, minlength=size).astype(np.float64)
            change |= {f"{name}{outcome}": table[at :: len(names)] for at, name in enumerate(names)}
        return change

    @cached_property
    def _sides(self) -> DescribedSides:
        return described_sides(self.pairing)

    def by(self, feature: str | None = None) -> list[OutcomeCount]:
        """Return the outcomes by a feature of mentions, with the key's value if the key has the mention.

        By default by the metric's own classes, or else by type, if types are known. A feature by which the
        metric itself counts (`class` and `code` of `dominant`) has the metric's own rows.
        """
        has_types = any(side.linguistics.type.any() for side in self._sides)
        if not len(self) or (feature is None and self.judged.classes is None and not has_types):
            return []
        if feature is None and self.judged.classes is not None:
            labels, value = self.judged.classes.names, self._class_number
            order = list(range(len(labels)))
        else:
            labels, value, order = self._values(feature or "type")
        cells = np.bincount(value * len(self.names) + self.outcome, minlength=len(labels) * len(self.names))
        counts = cells.reshape(len(labels), -1)
        gains = self._gains(np.arange(len(self)), value, len(labels)).tolist()
        return [
            OutcomeCount(
                labels[number], dict(zip(self.names, counts[number].tolist(), strict=True)), gains[number]
            )
            for number in order
            if counts[number].any()
        ]

    def values(self, feature: str) -> list[str]:
        """Return the value that a feature has for each row."""
        labels, value, _ = self._values(feature)
        return [labels[number] for number in value.tolist()]

    def _values(self, feature: str) -> tuple[tuple[str, ...], Integers, list[int]]:
        """Return the values of a feature, the value number of each row, and the order in which they are shown."""
        own = self.metric.classes(self.pairing, spelled(feature, BUILDERS) or feature)
        if own is not None:
            labels = tuple(label or NONE for label in own.labels)
            return labels, self._pick(own.key, own.response), list(range(len(labels)))
        found = feature_of(self._sides, feature).settled(self.pairing)
        labels, value = found.labels, self._pick(found.key, found.response)
        order = list(range(len(labels)))
        if not found.is_ordered:
            size = np.bincount(value, minlength=len(labels)).tolist()
            order.sort(key=lambda number: (labels[number] == NONE, -size[number], number))
        return labels, value, order

    def listed(self, outcomes: str | Iterable[str] = EVERY) -> Integers:
        """Return the rows with these outcomes, several as a comma-separated list or `all`, in the order of the text."""
        asked = outcomes.split(",") if isinstance(outcomes, str) else list(outcomes)
        known = (*self.names, EVERY)
        found = {resolve("outcome", name.strip(), known, of=self.metric.full_name) for name in asked}
        if EVERY in found:
            return np.arange(len(self))
        return np.flatnonzero(np.isin(self.outcome, [self.names.index(name) for name in found]))

    def costliest(self, top: int | None = None) -> Integers:
        """Return the rows with the largest gains, ties in text order; rows without a gain are omitted."""
        gain = np.nan_to_num(self.gain)
        order = np.argsort(-gain, kind="stable")
        return order[gain[order] > 0][:top]

    def context(self, row: int) -> str:
        """Return the words around a row's mention, itself in brackets."""
        corpus = self.pairing.key if self.is_of_key[row] else self.pairing.response
        return in_context(corpus, int(self.mention[row]))[1]

    def around(self, row: int) -> tuple[str, str]:
        """Return the words before and after a row's mention, '' without text."""
        corpus = self.pairing.key if self.is_of_key[row] else self.pairing.response
        mention = self.mention[row]
        document = int(corpus.mention_document[mention])
        start = int(corpus.nodes.start[document])
        first, last = int(corpus.mentions.first[mention]), int(corpus.mentions.last[mention])
        return words_around(corpus, document, first - start, last - start)

    @cached_property
    def key_row(self) -> Integers:
        """The key mention of each row, -1 if not in the key."""
        return self._pick(np.arange(len(self.pairing.key.mentions)), self.pairing.response_partner)

    @cached_property
    def response_row(self) -> Integers:
        """The response mention of each row, -1 if not in the response."""
        return self._pick(self.pairing.key_partner, np.arange(len(self.pairing.response.mentions)))

    @cached_property
    def targets(self) -> tuple[Integers, Integers]:
        """For each row the right antecedent, a key mention, and the chosen one, a response mention; -1 for none."""
        if self.judged.targets is None:
            none = np.full(len(self), -1, np.int64)
            return none, none
        ours, theirs = self.judged.targets
        return self._pick(ours.right, theirs.right), self._pick(ours.chosen, theirs.chosen)

    def _all_targets(self, rows: Integers) -> tuple[list[Group], list[Group]]:
        """Return the same for some rows, with all members of groups."""
        right, chosen = ([_one(target) for target in column[rows].tolist()] for column in self.targets)
        if self.judged.targets is not None:
            sides = zip(self.is_of_key[rows].tolist(), self.mention[rows].tolist(), strict=True)
            for place, (is_of_key, mention) in enumerate(sides):
                targets = self.judged.targets[0 if is_of_key else 1]
                right[place] = targets.rights.get(mention, right[place])
                chosen[place] = targets.choices.get(mention, chosen[place])
        return right, chosen

    def read(self, rows: Integers) -> list[JudgedMention]:
        """Return some rows for reading."""
        # row   is_of_key   ours  theirs   shown
        #  4    yes          10     -1     the key's: missing
        #  5    no           -1      7     the response's: invented
        #  6    yes          11      8     the key's, on both sides
        right, chosen = self._all_targets(rows)
        ours, theirs = self.key_row[rows], self.response_row[rows]
        key, response = (
            MentionsRead(side.corpus, side.linguistics.type, np.append(own, integers(chain(*targets))))
            for side, own, targets in zip(self._sides, (ours, theirs), (right, chosen), strict=True)
        )
        key_codes, response_codes = self.codes
        documents = self._pick(self.pairing.key.mention_document, self.pairing.response.mention_document)[
            rows
        ].tolist()
        classes = self.judged.classes.names if self.judged.classes is not None else ("",)
        adds = {} if self.judged.adds is None else {name: of[rows] for name, of in self.adds.items()}
        found = []
        for place, (number, own, our, their, distance) in enumerate(
            zip(
                rows.tolist(),
                self.is_of_key[rows].tolist(),
                ours.tolist(),
                theirs.tolist(),
                self._distances(rows),
                strict=True,
            )
        ):
            gold = key.mention(our, "key" if their < 0 else "both") if our >= 0 else None
            system = response.mention(their, "response" if our < 0 else "both") if their >= 0 else None
            mention = gold if own else system
            assert mention is not None
            found.append(
                JudgedMention(
                    document=self.pairing.names[documents[place]],
                    mention=mention,
                    number=number,
                    metric=self.metric.full_name,
                    outcome=self.names[self.outcome[number]],
                    class_=classes[self._class_number[number]],
                    types=(gold.type if gold else "", system.type if system else ""),
                    codes=(
                        key_codes[our] if key_codes is not None and our >= 0 else "",
                        response_codes[their] if response_codes is not None and their >= 0 else "",
                    ),
                    chosen=tuple(response.mention(row, "response") for row in chosen[place]),
                    right=tuple(key.mention(row, "key") for row in right[place]),
                    distance=distance,
                    gain=number_or_none(self.gain[number]),
                    adds={name: float(of[place]) for name, of in adds.items()},
                )
            )
        return found

    @cached_property
    def codes(self) -> tuple[Codes, Codes]:
        """The type codes of the mentions of key and response, as given or derived; None for a side without."""
        found: list[Codes] = []
        for side in self._sides:
            is_derived = side.given_codes is None and self.metric.derives_codes
            derived = side.derived_types if is_derived else None
            found.append(side.given_codes if derived is None else derived.code)
        return found[0], found[1]

    def _distances(self, rows: Integers) -> list[int | None]:
        """Return the distance of each mention to its right antecedent in sentences, or else to the chosen one."""
        key, response = self.pairing.key, self.pairing.response
        if key.mentions.objects is not None or response.mentions.objects is not None:
            return [None] * len(rows)
        ours, theirs = sentence_numbers(key), sentence_numbers(response)
        right, chosen = (column[rows] for column in self.targets)
        there = np.where(right >= 0, look_up(right, ours), look_up(chosen, theirs))
        distance = (self._pick(ours, theirs)[rows] - there).tolist()
        known = ((right >= 0) | (chosen >= 0)).tolist()
        return [far if is_known else None for far, is_known in zip(distance, known, strict=True)]

    def heads(self) -> list[str]:
        """Return the columns of its rows."""
        return [*(column.name for column in COLUMNS), *(self.adds if self.judged.adds is not None else ())]

    def rows(
        self, outcomes: str | Iterable[str] = EVERY, top: int | None = None, signature: str = ""
    ) -> Rows:
        """Return a row for each mention with these outcomes, or for the costliest of them."""
        return Rows(self.heads(), [each.to_row() for each in self.mentions(outcomes, top)], signature)

    def mentions(self, outcomes: str | Iterable[str] = EVERY, top: int | None = None) -> list[JudgedMention]:
        """Return the mentions with these outcomes, in the order of the text; or the costliest of them, the costliest first."""
        rows = self.listed(outcomes)
        if top is not None:
            rows = rows[np.argsort(-np.nan_to_num(self.gain[rows]), kind="stable")[:top]]
        return self.read(rows)

    def to_frame(self, outcomes: str | Iterable[str] = EVERY) -> pd.DataFrame:
        """Return a row for each mention with these outcomes as a table of pandas."""
        return self.rows(outcomes).to_frame()

    def to_dict(self, *, top: int | None = None, mentions: bool = True) -> dict[str, Any]:
        """Return plain data: how often each outcome occurs, in each class too, and the mentions, or the costliest of them."""
        found: dict[str, Any] = {"counts": self.counts, "by_class": self.by_class}
        return plain_dict(found | ({"mentions": self.mentions(top=top)} if mentions else {}))

    def __repr__(self) -> str:
        """Return how often each outcome occurs."""
        told = ", ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"<OutcomeTable of {self.metric.full_name}: {told}>"


def _one(target: int) -> Group:
    return (target,) if target >= 0 else ()


def judging(metrics: Iterable[Metric]) -> list[OutcomeMetric]:
    """Return the metrics that judge mentions one by one, of an average its parts that do; each once."""
    found = [each for metric in metrics for each in (metric, *metric.averaged)]
    return list({each.full_name: each for each in found if isinstance(each, OutcomeMetric)}.values())


def outcome_tables(
    pairing: Pairing, metrics: Iterable[Metric], settings: Settings, *, gains: bool = False
) -> dict[str, OutcomeTable]:
    """Return the outcomes of each metric that judges mentions.

    Without such a metric they are those of the dominant-mention metric (Žitkus et al. 2023); {} if types are
    unknown.

    Args:
        pairing: key and response, each mention once.
        metrics: the requested metrics.
        settings: the settings of the run.
        gains: whether to compute the gain of each mention also for a metric that was not requested.
    """
    wanted = judging(metrics)
    is_asked = bool(wanted)
    if not wanted:
        if not all((side.type != MentionType.UNKNOWN).any() for side in pairing.linguistics):
            return {}
        wanted = judging([METRICS[JUDGING]().under(settings.changed({"scheme": pairing.scheme}))])
    return {
        metric.full_name: OutcomeTable(metric, pairing, settings, gains=gains or is_asked)
        for metric in wanted
    }


@dataclass(frozen=True, eq=False)
class OutcomeList(Printed):
    """Every mention with some outcomes, of each metric that judges mentions one by one.

    Attributes:
        tables: the outcomes of each metric.
        mentions: for each metric the mentions.
        result: the scores, if any.
        warnings: the warnings about the numbers.
    """

    tables: Mapping[str, OutcomeTable]
    mentions: Mapping[str, Sequence[JudgedMention]]
    result: Result | None
    warnings: tuple[Problem, ...]

    @property
    def signature(self) -> SignatureText:
        """The signature of the explanation."""
        return SignatureText("") if self.result is None else self.result.signature.text

    def rows(self, features: Mapping[str, Mapping[str, Sequence[str]]] | None = None) -> Rows:
        """Return a row for each mention.

        Args:
            features: more columns: for each metric the value of every row of its table.
        """
        columns = features or {}
        heads = list(dict.fromkeys(head for name in self.mentions for head in self.tables[name].heads()))
        rows = [
            {
                **each.to_row(),
                **{column: values[name][each.number] for column, values in columns.items()},
            }
            for name, mentions in self.mentions.items()
            for each in mentions
        ]
        return Rows([*heads, *columns], rows, self.signature)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        found = {
            name: {"counts": self.tables[name].counts, "mentions": mentions}
            for name, mentions in self.mentions.items()
        }
        settings = self.result and self.result.settings
        return whole({"metrics": found}, self.signature, settings, self.warnings)
