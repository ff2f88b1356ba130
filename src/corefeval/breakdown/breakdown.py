"""Breakdowns: the counts of a metric, by any feature of the counted mentions."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.breakdown.features import NONE, OF_DOCUMENTS, UNKNOWN, Feature, feature, feature_of
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, OwnClasses, Scores, f_score, ratio
from corefeval.metrics.shares import Shares
from corefeval.metrics.typed import described_as_read
from corefeval.names import resolve, spelled
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, IndivisibleError, Problem, UsageError
from corefeval.settings import Settings
from corefeval.text import several

if TYPE_CHECKING:
    from corefeval.evaluation.result import Result

AVERAGES = ("macro", "scheme")
"""How the scores of classes are averaged."""
OUTCOMES = ("right", "wrong", "unresolved", "spurious")
"""The outcomes of a mention or link."""

_FINE, _MISSED, _INVENTED, _HARMLESS = "tp", "fn", "fp", "szp"
_ENTITY = "ed."


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """The outcomes of the mentions or links of each class.

    Attributes:
        in_key: their number in the key.
        in_response: their number in the response.
        counts: the number of each of OUTCOMES; without wrong, if the metric does not distinguish wrong from
            unresolved.
    """

    in_key: Floats
    in_response: Floats
    counts: Mapping[str, Floats]

    @property
    def shares(self) -> dict[str, Floats]:
        """The outcomes as shares: right, wrong and unresolved of the key's, spurious of the response's."""
        return {
            name: ratio(count, self.in_response if name == "spurious" else self.in_key)
            for name, count in self.counts.items()
        }


@dataclass(frozen=True, eq=False)
class Breakdown:
    """The counts of metrics by the classes of a feature.

    Counts are stored for each class in each document where it occurs. So they add up, can be resampled, and need no
    more memory than the mentions.

    Attributes:
        feature: the feature; the key's value for a mention of both sides.
        documents: the documents' names.
        metrics: the metrics by their requested names.
        left_out: the metrics that cannot be broken down, and why.
        cell_class: the class of each cell, ascending.
        cell_document: its document, ascending within a class.
        cells: for each metric and each of its counts the sum in each cell.
        mentions: how many mentions of key and response each class has.
        settings: the settings for undefined values and β.
        own_averages: the averages of metrics that count by these classes themselves.
        counted: for metrics with their own classes, the classes that count; by default all.
        added: how many mentions only the response has, and how many of them have a value of the feature.
        valued: how many mentions of the key have one.
        own_averaged: the classes that the averages of these metrics sum over.
    """

    feature: Feature
    documents: tuple[str, ...]
    metrics: Mapping[str, Metric]
    left_out: Mapping[str, str]
    cell_class: Integers
    cell_document: Integers
    cells: Mapping[str, Mapping[str, Floats]]
    mentions: tuple[Integers, Integers]
    settings: Settings
    own_averages: Mapping[str, Mapping[str, Scores]]
    counted: Mapping[str, Booleans]
    added: tuple[int, int] = (0, 0)
    valued: int = 0
    own_averaged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def note(self) -> str:
        """The warnings of the feature, and a warning if the response has no values for its own mentions.

        No class has that in its precision.
        """
        added, with_value = self.added
        if self.feature.is_of_response or not added or with_value or not self.valued:
            return self.feature.note
        note = (
            f"the response gives none to the {several(added, 'mention')} that the key does not have: "
            f"they are in the row {NONE}, and lower the precision of no class"
        )
        return "; ".join(filter(None, (self.feature.note, note)))

    @classmethod
    def joined(cls, pieces: Sequence[Breakdown]) -> Breakdown:
        """Return the breakdown of all documents from those of its pieces.

        Raises:
            IndivisibleError: if the pieces made different decisions that must hold for all documents.
        """
        first = pieces[0]
        same = [
            (each.feature.origin, each.feature.note, tuple(each.metrics), tuple(each.left_out.items()))
            for each in pieces
        ]
        if len(set(same)) > 1:
            raise IndivisibleError("feature-differs", first.feature.name)
        if any(each.own_averages for each in pieces):
            raise IndivisibleError("metrics-count-by-feature", first.feature.name)
        # two pieces of a document each, a cell for each class and document:
        #            labels              cell_class   cell_document
        # first      name pronoun        0 1          0 0
        # second     name zero           0 1          0 0
        # together   name pronoun zero   0 0 1 2      0 1 0 1         sorted by class, then by document
        labels = tuple(dict.fromkeys(label for each in pieces for label in each.labels))
        if not first.feature.is_ordered:
            labels = tuple(sorted(labels, key=lambda label: (label != NONE, label.encode())))
        number = {label: place for place, label in enumerate(labels)}
        classes, documents = [], []
        mentions = np.zeros((2, len(labels)), np.int64)
        before = 0
        for each in pieces:
            own = np.array([number[label] for label in each.labels], np.int64)
            classes.append(own[each.cell_class])
            documents.append(each.cell_document + before)
            before += len(each.documents)
            for counts, found in zip(mentions, each.mentions, strict=True):
                counts[own] += found
        cell_class, cell_document = np.concatenate(classes), np.concatenate(documents)
        order = np.lexsort((cell_document, cell_class))
        return replace(
            first,
            feature=replace(first.feature, labels=labels, key=cell_class[:0], response=cell_class[:0]),
            documents=tuple(name for each in pieces for name in each.documents),
            cell_class=cell_class[order],
            cell_document=cell_document[order],
            cells={
                metric: {
                    name: np.concatenate([each.cells[metric][name] for each in pieces])[order]
                    for name in columns
                }
                for metric, columns in first.cells.items()
            },
            mentions=(mentions[0], mentions[1]),
            added=(sum(each.added[0] for each in pieces), sum(each.added[1] for each in pieces)),
            valued=sum(each.valued for each in pieces),
        )

    @property
    def is_shared(self) -> bool:
        """Whether the metrics that name classes agree on them; the averages of other metrics then use these classes too."""
        return len({tuple(found.tolist()) for found in self.counted.values()}) == 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes, by number."""
        return self.feature.labels

    @property
    def order(self) -> list[int]:
        """The classes that occur, in the order in which they are shown: their own, or the most frequent first."""
        found: list[int] = sorted(set(self.cell_class.tolist()))
        if not self.feature.is_ordered:
            found.sort(key=lambda number: (self.labels[number] == NONE, -self.mentions[0][number], number))
        return found

    def counts(self, metric: str, label: str) -> Counts:
        """Return the counts of a metric in one class, one number per document."""
        number = self.labels.index(label)
        begin, end = np.searchsorted(self.cell_class, [number, number + 1])
        columns = {}
        for name, values in self.cells[metric].items():
            columns[name] = np.zeros(len(self.documents))
            columns[name][self.cell_document[begin:end]] = values[begin:end]
        return Counts(columns)

    def totals(self, metric: str) -> dict[str, Floats]:
        """Return the sums over the documents, one number per class; rounded once, so that their order does not matter."""
        edges = np.searchsorted(self.cell_class, np.arange(len(self.labels) + 1)).tolist()
        return {
            name: np.array([math.fsum(values[a:b]) for a, b in pairwise(edges)])
            for name, values in ((name, column.tolist()) for name, column in self.cells[metric].items())
        }

    def scores(self, metric: str) -> Scores:
        """Return the scores of each class."""
        return self.metrics[metric].scores_of_class(self.totals(metric), self.settings)

    def empty(self, metric: str) -> dict[str, Booleans]:
        """Return for each part and class whether there is nothing to count (0/0), whatever the settings print."""
        plain = self.settings.changed({"undefined": "null"})
        scores = self.metrics[metric].scores_of_class(self.totals(metric), plain)
        return {part: np.isnan(values) for part, values in scores.items()}

    def tally(self, metric: str) -> Tally | None:
        """Return the outcomes of the mentions or links of each class, None if the metric has none."""
        return tally(self.metrics[metric], self.totals(metric))

    def average(self, metric: str, how: str) -> dict[str, float]:
        """Return the scores averaged over the classes; NaN without classes.

        Mentions without a value belong to no class. A metric that counts by these classes itself has its own
        averages. The other metrics use its classes named as attempted, if all such metrics name the same. See
        `average`.
        """
        if metric in self.own_averages:
            found = self.own_averages[metric][resolve("average", how, AVERAGES)]
            return {part: float(value) for part, value in found.items()}
        is_class = self._is_class
        occurs = is_class & (self.mentions[0] + self.mentions[1] > 0)
        size = len(self.feature.scheme) or int(occurs.sum())
        scores = self.metrics[metric].scores_of_class(self.totals(metric), Settings())
        return average(scores, how, is_class=is_class, scheme=size)

    @property
    def _is_class(self) -> Booleans:
        """The classes that the averages of metrics without own classes sum over, if the response attempts them."""
        is_class = np.array([label not in UNKNOWN for label in self.labels], bool)
        if self.is_shared:
            is_class &= next(iter(self.counted.values()))
        return is_class

    def averaged_over(self, metric: str) -> tuple[str, ...]:
        """Return the classes that the averages of a metric sum over: those that the response attempts."""
        if metric in self.own_averaged:
            return self.own_averaged[metric]
        scores = self.metrics[metric].scores_of_class(self.totals(metric), Settings())
        judged = scores.get("precision", next(iter(scores.values())))
        chosen = self._is_class & ~np.isnan(judged)
        return tuple(
            label for label, is_chosen in zip(self.labels, chosen.tolist(), strict=True) if is_chosen
        )


def breakdown(source: Result | Pairing, metrics: Mapping[str, Metric] | None, by: str | Feature) -> Breakdown:
    """Return the counts of metrics by a feature of mentions.

    A count belongs to the mention that causes it: an outcome to its mention, a link to its later mention, a pair of
    PARENT to the referring mention, an entity of ARCS anchor to its anchor. For a mention of both sides the key's
    feature counts, for a response-only mention its own. So the classes add up to the whole. By document and by genre,
    metrics that are not sums over mentions are broken down as well.

    Args:
        source: a result that still has its pairing, or a pairing.
        metrics: the metrics by name; by default those of the result.
        by: the feature or its name, see `corefeval.breakdown.features`.
    """
    # A *cell* is a class in a document where it occurs. For key mentions of the classes 0, 1 and 0, the last one in the second
    # of two documents, and one response mention of class 1 in the first:
    #
    #     numbers         [0 2 1] [2]    class * width + document, for key and response; width is 2
    #     cells           0  1  2        all that occur
    #     cells // width  0  0  1        their classes
    #     cells % width   0  1  0        their documents
    #     pieces          [0 2 1] [2]    the cell of each mention; a metric with classes of its own has two more arrays
    pairing = pairing_of(source)
    chosen = metrics if metrics is not None else getattr(source, "metrics", {})
    as_read = None if isinstance(by, Feature) else _as_read(pairing, chosen, by)
    own = (by if isinstance(by, Feature) else _feature(pairing, by, as_read)).settled(pairing)
    without = own.labels.index(NONE) if NONE in own.labels else -1
    added = own.response[pairing.response_partner < 0]
    shared, whole, left_out = _countable(pairing, chosen, own, () if as_read is None else as_read.shares)
    classified: dict[str, OwnClasses] = {}
    for name in shared:
        seen = pairing.concerning(chosen[name])
        found = chosen[name].classes(seen.seen_by(chosen[name]), own.name)
        if found is not None:
            classified[name] = found
    labels = tuple(
        dict.fromkeys(
            [
                *own.labels,
                *(label or NONE for found in classified.values() for label in found.labels),
                *(() if as_read is None else as_read.labels),
            ]
        )
    )
    width = max(len(pairing.names), 1)
    documents = pairing.key.mention_document, pairing.response.mention_document
    sides = [(own.key, own.response)]
    sides += [_placed(own, labels, classes, shared[name]) for name, classes in classified.items()]
    numbers = [
        number * width + document[: len(number)]
        for side in sides
        for number, document in zip(side, documents, strict=True)
    ]
    unscored = np.zeros((2, len(labels)), np.int64)
    if as_read is not None:
        (ours, document, in_key), (theirs, other, in_response) = as_read.sides(pairing, labels)
        numbers += [ours * width + document, theirs * width + other]
        claimed = np.concatenate([ours[~in_key & as_read.is_claimed], theirs[~in_response]])
        unscored[0] = np.bincount(ours[~in_key], minlength=len(labels))
        unscored[1] = np.bincount(claimed, minlength=len(labels))
    cells, place = np.unique(np.concatenate(numbers), return_inverse=True)
    pieces = np.split(place, np.cumsum([len(number) for number in numbers])[:-1])
    which = {name: 2 * number for number, name in enumerate(classified, 1)}
    tables: dict[str, dict[str, Floats]] = {}
    for name, shares in shared.items():
        metric, at = chosen[name], which.get(name, 0)
        seen = pairing.concerning(metric)
        tables[name] = shares.summed(pieces[at][: len(seen.key.mentions)], pieces[at + 1], len(cells))
    for name, shares in ({} if as_read is None else as_read.shares).items():
        tables[name] = shares.summed(pieces[-2], pieces[-1], len(cells))
    for name, counts in whole.items():
        # each document has one class, so its cell is where any of its mentions is
        tables[name] = {column: values[cells % width] for column, values in counts.columns.items()}
    tables = {name: tables[name] for name in chosen if name in tables}
    for name, table in tables.items():
        _check(chosen[name], pairing.count(chosen[name]), table)
    return Breakdown(
        feature=replace(own, labels=labels),
        documents=pairing.names,
        metrics={name: chosen[name] for name in tables},
        left_out=left_out,
        cell_class=cells // width,
        cell_document=cells % width,
        cells=tables,
        mentions=(
            np.bincount(own.key, minlength=len(labels)) + unscored[0],
            np.bincount(own.response, minlength=len(labels)) + unscored[1],
        ),
        settings=settings_of(source),
        own_averages={name: found.averages for name, found in classified.items()},
        counted={
            name: np.array([chosen[name].counts_class(own.name, label) for label in labels], bool)
            for name in classified
        },
        added=(len(added), int((added != without).sum())),
        valued=int((own.key != without).sum()),
        own_averaged={name: found.averaged for name, found in classified.items()},
    )


@dataclass(frozen=True, slots=True, eq=False)
class _AsRead:
    """The counts of metrics on mentions as read: non-referring expressions and bridging anaphors, scored or not.

    Attributes:
        feature: the feature of all mentions as read.
        rows: the mentions of key and response that any of the metrics counts.
        shares: for each metric the contributions of these mentions; a mention of both sides counts as one of
            the key.
    """

    feature: Feature
    rows: tuple[Integers, Integers]
    shares: Mapping[str, Shares]

    @property
    def is_claimed(self) -> Booleans:
        """Which of these mentions of the key the response has."""
        columns = [found.key["precision_denominator"] != 0 for found in self.shares.values()]
        claimed: Booleans = np.any(columns, axis=0)
        return claimed

    @property
    def labels(self) -> list[str]:
        """The classes of these mentions."""
        found = np.concatenate([self.feature.key[self.rows[0]], self.feature.response[self.rows[1]]])
        return [self.feature.labels[number] for number in np.unique(found).tolist()]

    def sides(self, pairing: Pairing, labels: Sequence[str]) -> Iterator[tuple[Integers, Integers, Booleans]]:
        """Yield for key and response class and document of these mentions, and whether they are scored as members of entities."""
        number = np.array(
            [labels.index(label) if label in labels else -1 for label in self.feature.labels], np.int64
        )
        corpora = pairing.as_matched.key, pairing.as_matched.response
        for corpus, values, rows in zip(
            corpora, (self.feature.key, self.feature.response), self.rows, strict=True
        ):
            kept = np.arange(len(corpus.mentions)) if corpus.number is None else corpus.number
            yield number[values[rows]], corpus.as_read.mention_document[rows], np.isin(rows, kept)


def _as_read(pairing: Pairing, metrics: Mapping[str, Metric], by: str) -> _AsRead | None:
    """Return the counts of metrics on mentions as read, None if no metric needs them; by document, their counts are enough."""
    if spelled(by, OF_DOCUMENTS):
        return None
    shares: dict[str, Shares] = {}
    for name, metric in metrics.items():
        found = None if _reason(pairing, metric) else metric.shares_as_read(pairing.concerning(metric))
        if found is not None:
            shares[name] = found
    if not shares:
        return None
    adding = [found.adding() for found in shares.values()]
    key, response = (np.flatnonzero(np.any(side, axis=0)) for side in zip(*adding, strict=True))
    return _AsRead(
        feature_of(described_as_read(pairing.as_matched), by),
        (key, response),
        {name: found.take(key, response) for name, found in shares.items()},
    )


def _feature(pairing: Pairing, by: str, as_read: _AsRead | None) -> Feature:
    """Return a feature of the scored mentions; for an attribute or a feature that only other mentions have, the values as read.

    Raises:
        UsageError: CE050 if no counted mention has it.
    """
    if as_read is None or pairing.adapted is not None:
        return feature(pairing, by)
    of_read = as_read.feature
    if of_read.origin != "attribute":
        try:
            return feature(pairing, by)
        except UsageError:  # no scored mention has a value
            pass
    key, response = (
        values if corpus.number is None else values[corpus.number]
        for corpus, values in ((pairing.key, of_read.key), (pairing.response, of_read.response))
    )
    return replace(of_read, key=key, response=response)


def _countable(
    pairing: Pairing, metrics: Mapping[str, Metric], own: Feature, done: Container[str]
) -> tuple[dict[str, Shares], dict[str, Counts], dict[str, str]]:
    """Return the shares of mentions in each metric, the counts of metrics that count only documents, and why others are skipped."""
    shared: dict[str, Shares] = {}
    whole: dict[str, Counts] = {}
    left_out: dict[str, str] = {}
    for name, metric in metrics.items():
        if name in done:
            continue
        reason = _reason(pairing, metric)
        shares = None if reason else metric.shares(pairing.concerning(metric).seen_by(metric))
        if shares is not None:
            shared[name] = shares
        elif not reason and own.name in OF_DOCUMENTS and _counts_by_document(pairing, metric):
            whole[name] = pairing.count(metric)
        else:
            left_out[name] = reason or "no sum over mentions"
    return shared, whole, left_out


def _counts_by_document(pairing: Pairing, metric: Metric) -> bool:
    """Return whether a metric counts only in documents with mentions, so that each count has a class."""
    if metric.is_average:
        return False
    is_bare = np.ones(len(pairing.names), bool)
    is_bare[pairing.key.mention_document] = is_bare[pairing.response.mention_document] = False
    return not any(values[is_bare].any() for values in pairing.count(metric).columns.values())


def _placed(
    own: Feature, labels: tuple[str, ...], classes: OwnClasses, shares: Shares
) -> tuple[Integers, Integers]:
    """Return the class of each mention for a metric with its own classes; mentions that add nothing have the feature's class."""
    number = np.array([labels.index(label or NONE) for label in classes.labels], np.int64)
    key, response = (
        np.where(adds, number[of_metric], of_feature[: len(of_metric)])
        for of_feature, of_metric, adds in zip(
            (own.key, own.response), (classes.key, classes.response), shares.adding(), strict=True
        )
    )
    return key, response


def _check(metric: Metric, counts: Counts, parts: Mapping[str, Floats]) -> None:
    """Refuse shares that do not add up to the metric's counts: a breakdown would contradict the scores."""
    for name, whole in counts.totals().items():
        if name in parts and not math.isclose(
            math.fsum(parts[name].tolist()), whole, rel_tol=1e-9, abs_tol=1e-9
        ):
            raise CorefevalError(
                Problem(
                    "CE064",
                    "shares-add-up",
                    full_name=metric.full_name,
                    total=parts[name].sum(),
                    whole=whole,
                    name=name,
                )
            )


def pairing_of(source: Result | Pairing) -> Pairing:
    """Return the pairing of a result."""
    if isinstance(source, Pairing):
        return source
    if source.pairing is None:
        raise CorefevalError(Problem("CE044", "breakdown-needs-mentions-result"))
    return source.pairing


def settings_of(source: Result | Pairing) -> Settings:
    """Return the settings of a result; for a pairing the defaults."""
    return Settings() if isinstance(source, Pairing) else source.settings


def _reason(pairing: Pairing, metric: Metric) -> str:
    """Return why a metric cannot be broken down here, '' if it can."""
    if pairing.sides is not None and pairing.twinless in metric.twinless:
        return "twinless mentions count for one side only"
    if metric.documents != "pool":
        return "recall and precision are averaged over documents"
    return pairing.concerning(metric).seen_by(metric).no_shares


def tally(metric: Metric, sums: Mapping[str, Floats]) -> Tally | None:
    """Return the outcomes in sums by class; None without outcomes. Sums that the metric counts separately have none.

    For metrics that judge each mention: tp is right, fn unresolved, fp spurious, szp spurious but harmless and
    counted as right in the response, every other outcome wrong. For ARCS anchor: the outcome of the entities. For
    metrics with recall and precision: found units are right, others unresolved, except links of MUC to a wrong
    entity.
    """
    totals = metric.scored(sums)
    if _ENTITY + _FINE in totals:
        found, missed, invented = (totals[_ENTITY + name] for name in (_FINE, _MISSED, _INVENTED))
        counts = dict(zip(("right", "unresolved", "spurious"), (found, missed, invented), strict=True))
        return Tally(found + missed, found + invented, counts)
    if _FINE in totals:
        others = [name for name in totals if name not in {_FINE, _MISSED, _INVENTED, _HARMLESS}]
        wrong = sum((totals[name] for name in others), np.zeros(()))
        resolved = totals[_FINE] + wrong
        return Tally(
            resolved + totals[_MISSED],
            resolved + totals[_INVENTED] + totals.get(_HARMLESS, np.zeros(())),
            dict(zip(OUTCOMES, (totals[_FINE], wrong, totals[_MISSED], totals[_INVENTED]), strict=True)),
        )
    if "recall_numerator" not in totals:
        return None
    right, in_key = totals["recall_numerator"], totals["recall_denominator"]
    in_response = totals["precision_denominator"]
    counts = {"right": right}
    if "wrong" in totals:
        counts["wrong"] = totals["wrong"]
    counts["unresolved"] = in_key - right - totals.get("wrong", np.zeros(()))
    counts["spurious"] = in_response - totals["precision_numerator"]
    return Tally(in_key, in_response, counts)


def average(
    scores: Scores, how: str, *, is_class: np.ndarray[tuple[int], np.dtype[np.bool_]], scheme: int
) -> dict[str, float]:
    """Return the scores of classes as one (Žitkus et al. 2023, section 4.3).

    macro: the means of recall and precision over the classes that the response attempts (precision is defined). An
    undefined recall among them counts as 0. F1 is the harmonic mean of the two means, not the mean of the F1. scheme:
    the same sums divided by the number of all classes of the scheme, formulas (46) to (48); so an empty
    response gets 0.

    Args:
        scores: arrays with a number a class.
        how: macro or scheme.
        is_class: which of them are classes.
        scheme: how many classes the scheme has.
    """
    how = resolve("average", how, AVERAGES)
    parts = {part: values for part, values in scores.items() if part != "f1"}
    judged = parts.get("precision", next(iter(parts.values()), np.zeros(0)))
    attempted = is_class & ~np.isnan(judged)
    in_key = is_class & ~np.isnan(parts.get("recall", judged))
    divisor = scheme if how == "scheme" and (attempted | in_key).any() else int(attempted.sum())
    means = {
        part: math.fsum(np.nan_to_num(values[attempted]).tolist()) / divisor if divisor else math.nan
        for part, values in parts.items()
    }
    if "f1" in scores and {"recall", "precision"} <= means.keys():
        f1 = f_score(np.array(means["recall"]), np.array(means["precision"]))
        means = {"recall": means["recall"], "precision": means["precision"], "f1": float(f1), **means}
    return means
