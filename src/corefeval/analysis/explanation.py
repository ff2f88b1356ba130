"""explain(): why a response scores what it scores, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import numpy as np

from corefeval import presets
from corefeval.analysis.attribution import Attribution, Ledger, adds_over_groups, needs_more
from corefeval.analysis.carried import CarriedMentions, carried_mentions
from corefeval.analysis.decisions import Decision, decide
from corefeval.analysis.errors import ErrorClass, Errors, classify
from corefeval.analysis.instances import ROW, Error, anchors, distances, read_errors
from corefeval.analysis.joint import InRowOrder, Joint, one_to_one
from corefeval.analysis.links import ANTECEDENTS, LinkErrors, recall_errors
from corefeval.analysis.losses import Losses, losses
from corefeval.analysis.mention_outcomes import EVERY, JudgedMention, OutcomeCount, OutcomeTable
from corefeval.analysis.repairs import Workshop
from corefeval.analysis.span_errors import ENGLISH, Trim, find_span_errors
from corefeval.arrays import Floats, Integers, Ragged, integers, look_up, number_or_none
from corefeval.columns import Rows
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Attributes
from corefeval.corpus.views import mention_texts, words_around
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import BY_LABEL, MentionType
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS, Metric
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.names import resolve
from corefeval.pairing.pairing import Pairing, has_repeats
from corefeval.problems import Problem, Severity, UsageError
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import Signature
from corefeval.text import TextColumn, natural, several
from corefeval.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from corefeval.analysis.errors_by_feature import ErrorCount
    from corefeval.analysis.repaired import RepairedResponse
    from corefeval.breakdown.features import Feature

_Found = TypeVar("_Found")

SHOWN = 3
"""Mentions of an entity that stand for it."""

TOLERANCE = 1e-9
"""Points of F1 that are rounding."""


@dataclass(frozen=True, eq=False)
class BothLinkErrors:
    """Link errors of both directions; rows of Explanation.joint."""

    recall: LinkErrors
    precision: LinkErrors


@dataclass(frozen=True, eq=False)
class Explanation:
    """Why a response scores what it scores.

    Attributes:
        pairing: key and response, each mention once.
        metrics: the metrics it is explained for.
        key_linguistics: type, head, part of speech of the key's mentions.
        response_linguistics: the same of the response's.
        joint: the mentions of both sides as the scorer matches them.
        aligned: the same with wrong spans aligned: what the structural errors are about.
        table: the structural errors as columns; members are rows of `aligned`.
        singletons: whether entities of one mention are part of the data.
        links: link errors.
        decision: the Decision about each mention of `joint`.
        result: the scores it was made from, where it was made from files or a Result.
        warnings: what the reader should know.
    """

    pairing: Pairing
    metrics: Mapping[str, Metric]
    key_linguistics: Linguistics
    response_linguistics: Linguistics
    joint: Joint
    aligned: Joint
    table: Errors
    singletons: bool
    links: BothLinkErrors
    decision: Integers
    result: Result | None = field(default=None, repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The error classes in use."""
        return tuple(ErrorClass) if self.singletons else tuple(ErrorClass)[:7]

    @property
    def source(self) -> str:
        """Where mention types, and with them pronouns and heads, come from."""
        return self.key_linguistics.source

    @cached_property
    def _ledgers(self) -> list[Ledger]:
        """Where repairs are scored: of confusion groups for metrics that are sums over them, of documents for others."""
        ledgers = []
        for unit, by_group in ((self.aligned.group, True), (self.aligned.document, False)):
            metrics = [metric for metric in self.repaired.values() if adds_over_groups(metric) == by_group]
            if metrics:
                shop = Workshop(self.aligned, self.table, unit, self.singletons, self.pairing)
                ledgers.append(Ledger(shop, self.pairing, metrics, self.settings))
        return ledgers

    def _in_order(self, found: Iterable[Mapping[str, _Found]]) -> dict[str, _Found]:
        """Return what the ledgers hold, in the order of the metrics."""
        every = {name: value for each in found for name, value in each.items()}
        return {name: every[name] for name in self.repaired}

    @property
    def repaired(self) -> dict[str, Metric]:
        """The metrics that repaired responses are scored with, by their full names: those that look at entities alone."""
        return {metric.full_name: metric for metric in self.metrics.values() if not needs_more(metric)}

    @property
    def settings(self) -> Settings:
        """The settings of the result it was made from; the defaults where it was made from a pairing."""
        return self.result.settings if self.result else Settings()

    @cached_property
    def attribution(self) -> dict[str, Attribution]:
        """For each metric what each error class costs."""
        return self._in_order(ledger.attribute(self.classes) for ledger in self._ledgers)

    def gains(self, selections: Ragged) -> dict[str, Floats]:
        """Return for each metric the points of F1 that repairing each list of errors gains."""
        return self._in_order(ledger.gains(selections) for ledger in self._ledgers)

    @cached_property
    def deltas(self) -> dict[str, Floats]:
        """For each metric the points of F1 that repairing each single error gains."""
        rows = np.arange(len(self.table))
        return self.gains(Ragged(np.arange(len(rows) + 1), rows))

    @cached_property
    def mention_losses(self) -> dict[str, Losses]:
        """For each metric that says so what each mention of `joint` costs."""
        pairing = InRowOrder.of(self.pairing)
        found = {
            metric.full_name: losses(metric, pairing, self.joint, self.settings)
            for metric in self.metrics.values()
        }
        return {name: loss for name, loss in found.items() if loss is not None}

    @cached_property
    def factors(self) -> dict[str, dict[str, dict[str, float | None]]]:
        """For each metric that is a product, or that an average is of, its recall and precision and their factors."""
        found: dict[str, dict[str, dict[str, float | None]]] = {}
        for metric in (part for one in self.metrics.values() for part in (one, *one.averaged)):
            counts = self.pairing.count(metric)
            factors = metric.factors(counts)
            if factors:
                whole = metric.scores(counts.totals(), self.settings)
                rows = {"score": {part: whole[part] for part in ("recall", "precision")}, **factors}
                found[metric.full_name] = {
                    name: {part: number_or_none(value) for part, value in parts.items()}
                    for name, parts in rows.items()
                }
        return found

    @property
    def metric(self) -> str:
        """The first metric: the one that costs are sorted by, if repaired responses can be scored with any."""
        return next(iter((self.repaired or self.metrics).values())).full_name

    @cached_property
    def _anchors(self) -> Integers:
        return anchors(self)

    @cached_property
    def _distances(self) -> Integers | None:
        return None if self.pairing.key.mentions.objects is not None else distances(self)

    def read(self, numbers: Integers) -> list[Error]:
        """Return some errors for reading, rows of `table`."""
        return list(read_errors(self, numbers, self.deltas, self._anchors, self._distances))

    def error(self, number: int) -> Error:
        """Return one error for reading."""
        return self.read(integers([number]))[0]

    def context(self, error: Error) -> tuple[str, str]:
        """Return the words before and behind the mention that stands for an error, '' where there is no text."""
        spans = error.anchor.spans
        if not spans:
            return "", ""
        corpus = self.pairing.response if error.anchor.side == "response" else self.pairing.key
        return words_around(corpus, int(self.table.document[error.number]), spans[0][0], spans[-1][1])

    def repair(self, classes: str | Iterable[str | ErrorClass] = "all") -> RepairedResponse:
        """Return the response with the errors of some classes repaired: `conflated,divided`, or `all`; see RepairedResponse."""
        from corefeval.analysis.repaired import RepairedResponse, classes_named  # noqa: PLC0415 - only where asked for

        return RepairedResponse(self, classes_named(classes, self.classes))

    @property
    def errors(self) -> list[Error]:
        """All errors, by document and in text order."""
        return self.read(np.arange(len(self.table)))

    def costliest(self, top: int | None = None, metric: str | None = None) -> list[Error]:
        """Return the errors whose repair gains most, ties in text order; all are ties where no repair is scored."""
        if not self.repaired:
            return self.read(np.arange(len(self.table))[:top])
        return self.read(np.argsort(-self.deltas[metric or self.metric], kind="stable")[:top])

    def costing(self, top: int | None = None, metric: str | None = None) -> list[Error]:
        """Return the costliest errors without those whose repair lowers the score, which `cheapest` has."""
        name = metric or self.metric
        return [error for error in self.costliest(top, name) if not error.deltas.get(name, 0) < -TOLERANCE]

    def cheapest(self, top: int, metric: str | None = None) -> list[Error]:
        """Return errors whose repair lowers the score, the lowest first."""
        if not self.repaired:
            return []
        deltas = self.deltas[metric or self.metric]
        order = np.argsort(deltas, kind="stable")[:top]
        return self.read(order[deltas[order] < -TOLERANCE])

    def by(self, feature: str) -> list[ErrorCount]:
        """Return the errors by a feature: for each value all of them, then class by class."""
        from corefeval.analysis.errors_by_feature import break_down  # noqa: PLC0415 - only where asked for

        return break_down(self, feature)

    def feature(self, name: str) -> Feature:
        """Return a feature of the mentions of key and response (see corefeval.breakdown.features)."""
        from corefeval.analysis.errors_by_feature import feature_of_mentions  # noqa: PLC0415 - only where asked for

        return feature_of_mentions(self, name)

    def decisions(self) -> dict[Decision, int]:
        """Return how often each decision was made."""
        counts = np.bincount(self.decision, minlength=len(Decision)).tolist()
        return {decision: counts[decision] for decision in Decision}

    def decisions_by_type(self) -> dict[tuple[Decision, MentionType], int]:
        """Return how often each decision was made about mentions of each type."""
        width = len(MentionType)
        counts = np.bincount(self.decision * width + self.joint.type, minlength=len(Decision) * width)
        return {
            (Decision(code // width), MentionType(code % width)): int(counts[code])
            for code in np.flatnonzero(counts).tolist()
        }

    @cached_property
    def outcomes(self) -> dict[str, OutcomeTable]:
        """What became of each mention, for each metric that judges mentions one by one, or that an average is of.

        Where none was asked for, that of the dominant-mention metric (Žitkus et al. 2023); none without types.
        """
        wanted = judging(self.metrics.values())
        if not wanted:
            if not all((side.type != MentionType.UNKNOWN).any() for side in self.pairing.linguistics):
                return {}
            settings = self.settings.changed({"scheme": self.pairing.scheme})
            wanted = judging([METRICS[presets.JUDGING]().under(settings)])
        described = self.key_linguistics, self.response_linguistics
        return {
            metric.full_name: OutcomeTable.of(metric, self.pairing, described, self.settings)
            for metric in wanted
        }

    @property
    def is_judged(self) -> bool:
        """Whether a metric was asked for that judges mentions one by one."""
        return bool(judging(self.metrics.values()))

    def list_outcomes(self, outcomes: str | Iterable[str] = EVERY, top: int | None = None) -> OutcomeList:
        """Return every mention with these outcomes, or the costliest ones, of each metric that judges mentions.

        Args:
            outcomes: names of outcomes, or `all`.
            top: how many of each metric, the costliest first; all in the order of the text by default.
        """
        if not self.is_judged:
            names = [name for name in METRICS if judging([METRICS[name]()])]
            raise UsageError(Problem("CE112", "judges-no-mentions", metrics=self.metrics, names=names))
        return OutcomeList(self, outcomes if isinstance(outcomes, str) else ",".join(outcomes), top)

    @cached_property
    def carried(self) -> list[CarriedMentions]:
        """How the response's mentions came to the key's words, and how many of each way the key has; [] where it has these words."""
        return carried_mentions(self.pairing)

    def lowering(self, metric: str | None = None) -> int:
        """Return how many errors lower the score when they alone are repaired."""
        if not self.repaired:
            return 0
        return int((self.deltas[metric or self.metric] < -TOLERANCE).sum())

    def costliest_entities(self, top: int | None = None) -> list[dict[str, Any]]:
        """Return the key entities whose mentions take most from the recall of the first metric, as fractions."""
        losses = self.mention_losses.get(self.metric)
        if losses is None:
            return []
        joint, key = self.joint, self.pairing.key
        loss = losses.summed(joint.key_entity, joint.key_entities).recall
        order = np.argsort(-loss, kind="stable")[:top]
        order = order[loss[order] > 0]
        first = [joint.by_key_entity[entity][:SHOWN] for entity in order.tolist()]
        texts = iter(mention_texts(key, joint.key_mention[integers(row for rows in first for row in rows)]))
        sizes = joint.by_key_entity.sizes
        return [
            {
                "document": self.pairing.names[int(key.entities.document[entity])],
                "entity": key.entities.labels[entity],
                "mentions": int(sizes[entity]),
                "texts": [next(texts) for _ in rows],
                "recall": float(loss[entity]),
            }
            for entity, rows in zip(order.tolist(), first, strict=True)
        ]

    def losses_by_type(self, metric: str) -> list[dict[str, Any]]:
        """Return what the mentions of each type take from a metric, as fractions."""
        losses = self.mention_losses[metric]
        summed = losses.summed(self.joint.type, len(MentionType))
        mentions = np.bincount(self.joint.type, minlength=len(MentionType))
        return [
            {
                "type": kind.label,
                "mentions": int(mentions[kind]),
                "recall": float(summed.recall[kind]),
                "precision": float(summed.precision[kind]),
                "f1": float(summed.f1[kind]),
            }
            for kind in MentionType
            if mentions[kind]
        ]

    def losses_by(self, feature: str) -> dict[str, list[dict[str, Any]]]:
        """Return what the mentions of each value of a feature take from each metric, as fractions; {} for a feature of errors alone."""
        from corefeval.analysis.errors_by_feature import is_of_errors  # noqa: PLC0415 - only where asked for
        from corefeval.breakdown.features import NONE  # noqa: PLC0415 - same

        if is_of_errors(feature):
            return {}
        found, joint = self.feature(feature).settled(self.pairing), self.joint
        value = np.where(
            joint.key_mention >= 0,
            look_up(joint.key_mention, found.key),
            look_up(joint.response_mention, found.response),
        )
        sizes = np.bincount(value, minlength=len(found.labels)).tolist()
        order = [number for number, size in enumerate(sizes) if size]
        if not found.is_ordered:
            order.sort(key=lambda number: (found.labels[number] == NONE, -sizes[number], number))
        return {
            name: [
                {
                    "value": found.labels[number],
                    "mentions": sizes[number],
                    "recall": float(summed.recall[number]),
                    "precision": float(summed.precision[number]),
                    "f1": float(summed.f1[number]),
                }
                for number in order
            ]
            for name, summed in (
                (name, losses.summed(value, len(found.labels)))
                for name, losses in self.mention_losses.items()
            )
        }

    def to_dict(self, *, top: int | None = None, by: Iterable[str] = ()) -> dict[str, Any]:
        """Return everything as plain data: fractions, but 0 to 100 under the name `points`; null is undefined.

        Args:
            top: how many errors, the costliest, and how many entities; all by default.
            by: features to count and repair errors by.
        """
        plain: dict[str, Any] = {"corefeval": __version__}
        if self.result is not None:
            plain["signature"] = str(self.result.signature)
            plain["settings"] = self.result.settings.to_dict()
        sources = self.key_linguistics.sources
        counts = self.table.counts()
        plain |= {
            "documents": len(self.pairing.names),
            "types": {name: value for name, value in sources.items() if name in ("type", "head")},
            "singletons": self.singletons,
            "errors": {kind.label: count for kind, count in counts.items() if kind in self.classes},
            "attribution": {name: one.to_dict() for name, one in self.attribution.items()},
            "factors": self.factors,
            "instances": [error.to_dict() for error in self.costliest(top)],
            "lowering": {metric: self.lowering(metric) for metric in self.deltas},
            "links": {"recall": self.links.recall.to_dict(), "precision": self.links.precision.to_dict()},
            "decisions": {decision.label: count for decision, count in self.decisions().items()},
            "decisions_by_type": [
                {"decision": decision.label, "type": kind.label, "mentions": count}
                for (decision, kind), count in self.decisions_by_type().items()
            ],
            "outcomes": {
                name: table.to_dict(top=top, mentions=self.is_judged) for name, table in self.outcomes.items()
            },
            "carried": [way.to_dict() for way in self.carried],
            "losses": {
                name: {"by_type": self.losses_by_type(name), "interaction": losses.interaction}
                for name, losses in self.mention_losses.items()
            },
            "entities": self.costliest_entities(top),
        }
        features = tuple(by)
        if features:
            if self.repaired:
                plain["by"] = {feature: [cell.to_dict() for cell in self.by(feature)] for feature in features}
                plain["losses_by"] = {feature: self.losses_by(feature) for feature in features}
            if self.is_judged:
                plain["outcomes_by"] = {
                    feature: {name: [cell.to_dict() for cell in cells] for name, cells in found.items()}
                    for feature, found in self.outcomes_by(features).items()
                }
        plain["warnings"] = [problem.to_dict() for problem in self.warnings]
        return plain

    def outcomes_by(self, features: Iterable[str]) -> dict[str, dict[str, list[OutcomeCount]]]:
        """Return what became of mentions by features of them, for each metric that judges mentions."""
        from corefeval.analysis.errors_by_feature import is_of_errors  # noqa: PLC0415 - only where asked for

        return {
            feature: {name: table.by(feature) for name, table in self.outcomes.items()}
            for feature in features
            if not (self.repaired and is_of_errors(feature))
        }

    def rows(self, top: int | None = None, by: Iterable[str] = ()) -> Rows:
        """Return a row for each error, or for the costliest ones; the costliest first.

        Where all metrics look at more than entities, a row for each mention that they judge.

        Args:
            top: how many.
            by: features, each a column more, `by NAME`.
        """
        if not self.repaired:
            return self.list_outcomes(top=top).rows(by)
        return self.rows_of(self.costliest(top), by)

    def rows_of(self, errors: Sequence[Error], by: Iterable[str] = ()) -> Rows:
        """Return a row for each of some errors, with a column `by NAME` for each feature."""
        from corefeval.analysis.errors_by_feature import values_of_errors  # noqa: PLC0415 - only where asked for

        features = {f"by {feature}": values_of_errors(self, feature) for feature in by}
        heads = [*ROW, *(f"points {metric}" for metric in self.deltas), *features]
        signature = "" if self.result is None else str(self.result.signature)
        rows = [
            {**error.to_row(), **{name: values[error.number] for name, values in features.items()}}
            for error in errors
        ]
        return Rows(heads, rows, signature)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each error, by document and in text order, as a table of pandas; see `rows`."""
        return self.rows_of(self.errors).to_frame() if self.repaired else self.rows().to_frame()

    def __repr__(self) -> str:
        """Return how many errors of each class there are."""
        counts = self.table.counts()
        told = ", ".join(f"{kind.title} {counts[kind]}" for kind in self.classes if counts[kind])
        return (
            f"<Explanation of {self.metric}: {several(len(self.table), 'error')}{': ' if told else ''}{told}>"
        )

    def _repr_html_(self) -> str:
        """Return what the error classes cost, and the costliest errors, for notebooks."""
        from corefeval.reports.show.explanation import render  # noqa: PLC0415 - an object prints itself

        return render(self, "html")

    def __str__(self) -> str:
        """Return the tables as plain text."""
        from corefeval.reports.show.explanation import render  # noqa: PLC0415 - an object prints itself

        return render(self, "table")


@dataclass(frozen=True, eq=False)
class OutcomeList:
    """Every mention with some outcomes, of each metric that judges mentions one by one.

    Attributes:
        explanation: what it is a list of.
        outcomes: the outcomes, comma-separated, or `all`.
        top: how many of each metric, the costliest first; None for all, in the order of the text.
    """

    explanation: Explanation
    outcomes: str
    top: int | None = None

    @cached_property
    def mentions(self) -> dict[str, list[JudgedMention]]:
        """The mentions for each metric; one of several metrics need not know every outcome."""
        tables = self.explanation.outcomes
        asked = [name.strip() for name in self.outcomes.split(",") if name.strip()]
        known = dict.fromkeys(name for table in tables.values() for name in (*table.names, EVERY))
        wanted = [resolve("outcome", name, known, of=", ".join(tables)) for name in asked or [""]]
        return {
            name: table.mentions([each for each in wanted if each in (*table.names, EVERY)], self.top)
            for name, table in tables.items()
        }

    @property
    def signature(self) -> str:
        """The signature of the explanation."""
        return "" if self.explanation.result is None else str(self.explanation.result.signature)

    def rows(self, by: Iterable[str] = ()) -> Rows:
        """Return a row for each mention, with a column `by NAME` for each of these features."""
        tables, features = self.explanation.outcomes, tuple(by)
        heads = list(dict.fromkeys(head for name in self.mentions for head in tables[name].heads()))
        rows = []
        for name, mentions in self.mentions.items():
            values = {f"by {feature}": tables[name].values(feature) for feature in features}
            rows += [
                {**each.to_row(), **{column: found[each.number] for column, found in values.items()}}
                for each in mentions
            ]
        return Rows([*heads, *(f"by {feature}" for feature in features)], rows, self.signature)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each mention as a table of pandas."""
        return self.rows().to_frame()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        explanation = self.explanation
        plain: dict[str, Any] = {"corefeval": __version__}
        if explanation.result is not None:
            plain["signature"] = self.signature
            plain["settings"] = explanation.settings.to_dict()
        plain["metrics"] = {
            name: {
                "counts": explanation.outcomes[name].counts,
                "mentions": [each.to_dict() for each in mentions],
            }
            for name, mentions in self.mentions.items()
        }
        plain["warnings"] = [problem.to_dict() for problem in explanation.warnings]
        return plain


def judging(metrics: Iterable[Metric]) -> list[OutcomeMetric]:
    """Return those metrics that judge mentions one by one, of an average those that it is of; each once."""
    found = [each for metric in metrics for each in (metric, *metric.averaged)]
    return list({each.full_name: each for each in found if isinstance(each, OutcomeMetric)}.values())


@listing_options
def explain(
    key: Input | Result | Pairing,
    response: Input | None = None,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    trim: Trim = ENGLISH,
    antecedents: str = "accessibility",
    **options: Unpack[Options],
) -> Explanation:
    """Explain the score of a response; for what another one mends and breaks against it see difference().

    Args:
        key: path, corpus or clusters of the gold annotation; or a Result or Pairing that has both sides.
        response: the same of the system.
        metrics: the metrics to explain, the first being the one that costs are sorted by; `conll` by default.
        preset: settings of a shared task; not for a Result or Pairing, which is explained as it was scored.
        signature: settings, and unless they are named metrics, of the run that printed this signature.
        trim: what may hang on to a span without changing what it means.
        antecedents: how the antecedent of a link error is chosen: accessibility or closest.
        options: the settings of score(); `types` may also be a mapping that gives each mention of clusters of Python
            objects its type: name, nominal, pronoun …; none for a Result or Pairing.

    Examples:
        >>> explanation = explain([[1, 2], [3, 4]], [[1, 2, 3, 4]], metrics="muc")
        >>> explanation.errors[0].error_class.title, explanation.errors[0].texts
        ('conflated entities', ('3', '4'))
        >>> round(explanation.attribution["muc"].costs[1].shapley, 2)
        20.0
    """
    explainer = Explainer.of(metrics, preset, signature, trim, antecedents, options)
    if isinstance(key, Result | Pairing):
        if response is not None or preset is not None or signature is not None or options:
            raise UsageError(Problem("CE051", "what-scored-already-explained"))
        return explainer.explain(_pairing_of(key), key if isinstance(key, Result) else None)
    if response is None:
        raise UsageError(Problem("CE051", "key-without-response-cannot"))
    explainer = replace(explainer, request=replace(explainer.request, lends_tags=True))
    return explainer.against(key, [response])[0]


def explain_errors(result: Result) -> Explanation:
    """Find the errors of a result under any settings; for who asks what they are, not what they cost.

    Unlike explain() it accepts settings under which repairs cannot be scored (see Explainer.explain).
    """
    explainer = Explainer.of(None, None, None, ENGLISH, "accessibility", {})
    return explainer.explain(_pairing_of(result), result, with_points=False)


def _pairing_of(scored: Result | Pairing) -> Pairing:
    """Return the key and response of a result; refuse one that no longer has them."""
    pairing = scored if isinstance(scored, Pairing) else scored.pairing
    if pairing is None:
        raise UsageError(Problem("CE044", "result-no-longer-texts"))
    return pairing


@dataclass(frozen=True, eq=False)
class Explainer:
    """How scores are to be explained.

    Attributes:
        request: what is asked for.
        metrics: the metrics to explain, by name.
        types: for clusters of Python objects the type of each mention.
        trim: what may hang on to a span without changing what it means.
        antecedents: how the antecedent of a link error is chosen.
    """

    request: Request
    metrics: Mapping[str, Metric]
    types: Mapping[Any, str] | None
    trim: Trim
    antecedents: str

    @classmethod
    def of(
        cls,
        metrics: str | Iterable[str] | None,
        preset: str | None,
        signature: str | Signature | None,
        trim: Trim,
        antecedents: str,
        options: Options,
    ) -> Explainer:
        """Take what a user says, in the words of explain(); what cannot be explained is refused."""
        types = options.get("types")
        of_mentions = types if isinstance(types, Mapping) else None
        if of_mentions is not None:
            options = {**options, "types": None}
        if metrics is None and signature is None:
            metrics = presets.HEADLINE
        request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
        chosen = {metric.full_name: metric for metric in map(parse_metric, request.metrics)}
        _check(chosen, antecedents)
        return cls(request, chosen, of_mentions, trim, antecedents)

    def against(self, key: Input, responses: Iterable[Input]) -> list[Explanation]:
        """Score responses against a key, which is read once, and explain each."""
        gold = _typed(_by_name(self.request.read_key(key)), self.types)
        run = self.request.on(gold)
        if self.types is not None:
            responses = [_typed(run.request.read_response(response), self.types) for response in responses]
        return [self._scored(run.score(gold, response)) for response in responses]

    def _scored(self, result: Result) -> Explanation:
        assert result.pairing is not None
        return self.explain(result.pairing, result)

    def explain(self, pairing: Pairing, result: Result | None, *, with_points: bool = True) -> Explanation:
        """Explain a pairing, and the result that it is of.

        Args:
            pairing: key and response as they were scored.
            result: the scores, if there are any.
            with_points: whether the explanation says what errors cost. If it only lists errors, the settings need not be
                ones under which repairs can be scored.

        Raises:
            UsageError: CE051 if repairs cannot be scored under the settings.
        """
        settings = Settings(scheme=pairing.scheme) if result is None else result.settings
        known = {} if result is None else result.metrics
        metrics = {name: known.get(name) or metric.under(settings) for name, metric in self.metrics.items()}
        return _explain(
            pairing, metrics, result, self.types, self.trim, self.antecedents, with_points=with_points
        )


def _explain(
    pairing: Pairing,
    metrics: Mapping[str, Metric],
    result: Result | None,
    types: Mapping[Any, str] | None,
    trim: Trim,
    antecedents: str,
    *,
    with_points: bool,
) -> Explanation:
    warnings = list(result.warnings) if result else []
    explained = one_to_one(pairing.plain)
    if with_points:
        _refuse_other_scores(pairing, explained, metrics)
    if result is not None and result.settings.beta != 1:
        warnings.append(
            Problem("CE062", "what-explained-f1-f", severity=Severity.WARNING, beta=result.settings.beta)
        )
    if not pairing.plain.is_one_to_one:
        warnings.append(Problem("CE030", "mentions-explained-once", severity=Severity.WARNING))
    pairing = explained
    for name, metric in metrics.items():
        if needs_more(metric):
            continue
        if "f1" not in metric.scores(pairing.count(metric).totals(), Settings()):
            raise UsageError(Problem("CE050", "repairs-gain-f1-metric", text=name))
    key_words, response_words = _linguistics(pairing, types)
    warnings += dict.fromkeys((*key_words.problems, *response_words.problems))
    spans = find_span_errors(pairing, key_words.head, response_words.head, trim)
    joint = Joint.of(pairing, key_words.type, response_words.type)
    aligned = Joint.of(pairing, key_words.type, response_words.type, spans) if len(spans[0]) else joint
    singletons = bool((pairing.key.entity_sizes == 1).any() or (pairing.response.entity_sizes == 1).any())
    return Explanation(
        pairing,
        metrics,
        key_words,
        response_words,
        joint,
        aligned,
        classify(aligned, singletons=singletons),
        singletons,
        BothLinkErrors(recall_errors(joint, antecedents), recall_errors(joint.swapped(), antecedents)),
        decide(joint),
        result,
        tuple(warnings),
    )


def _refuse_other_scores(scored: Pairing, explained: Pairing, metrics: Mapping[str, Metric]) -> None:
    """Refuse settings whose score the explanation would not be of.

    A repaired response has mentions only, each once: no sets of split antecedents, no twinless mentions on both sides, no
    repetitions. Twinless mentions are refused even if they happen not to change the counts, because repairs would.

    Args:
        scored: key and response as they were scored.
        explained: the same with each mention once, as repairs are scored.
        metrics: the metrics to explain.
    """
    has_twinless = bool((explained.key_partner < 0).any() or (explained.response_partner < 0).any())
    parts = [part for metric in metrics.values() for part in metric.averaged or (metric,)]
    without: list[str] = []
    if has_twinless and any(scored.twinless in part.twinless for part in parts):
        without.append("--twinless as-is")
    base = scored.as_matched
    as_matched = base if base.twinless == "as-is" else base.of(base, twinless="as-is", sides=None)
    plain = scored.plain
    if _counts_differ(as_matched, plain, parts):
        without.append("--split-antecedents drop")
    if _counts_differ(plain, explained, parts):
        codes = plain.matching.key_code, plain.matching.response_code
        if any(map(has_repeats, codes)):
            without.append("--duplicates first")
        if plain.matching.defined is not None:
            without.append("--zeros dependent")
    if without:
        raise UsageError(Problem("CE051", "score-under-these-settings", without=without))


def _counts_differ(one: Pairing, other: Pairing, metrics: Iterable[Metric]) -> bool:
    """Say whether any of the metrics counts otherwise in one pairing than in the other."""
    return one is not other and any(
        not np.array_equal(column, other.count(metric).columns[name], equal_nan=True)
        for metric in metrics
        for name, column in one.count(metric).columns.items()
    )


def _by_name(corpus: Corpus) -> Corpus:
    """Return the documents in the natural order of their names, so that sums and lists do not depend on that of the file."""
    order = sorted(range(len(corpus.names)), key=lambda document: natural(corpus.names[document]))
    if order == list(range(len(order))) or len(set(corpus.names)) < len(order):
        return corpus
    return corpus.select_documents(integers(order))


def _typed(corpus: Corpus, types: Mapping[Any, str] | None) -> Corpus:
    """Return clusters of Python objects with the types of their mentions, so that metrics see them as they do those of a file."""
    items = corpus.mentions.objects
    if types is None or items is None:
        return corpus
    column = TextColumn.of([types.get(item, "") for item in items])
    return replace(corpus, mentions=replace(corpus.mentions, attributes=Attributes({"type": column})))


def _linguistics(pairing: Pairing, types: Mapping[Any, str] | None) -> tuple[Linguistics, Linguistics]:
    """Return type and head of the mentions of both sides."""
    described = pairing.linguistics
    ours, theirs = described[0].of(pairing.key), described[1].of(pairing.response)
    if types is None:
        return ours, theirs

    def typed(side: Linguistics, corpus: Corpus) -> Linguistics:
        kinds = (BY_LABEL[types.get(item, "unknown")] for item in corpus.mentions.objects or ())
        return replace(side, type=np.fromiter(kinds, np.int64), source="given", notes=())

    return typed(ours, pairing.key), typed(theirs, pairing.response)


def _check(metrics: Mapping[str, Metric], antecedents: str) -> None:
    """Refuse what cannot be explained."""
    for name, metric in metrics.items():
        if needs_more(metric) and not judging([metric]):
            every = {other: METRICS[other]() for other in METRICS}
            others = [other for other, one in every.items() if not needs_more(one) or judging([one])]
            raise UsageError(Problem("CE050", "repairs-cannot-scored-metric", text=name, others=others))
    resolve("value", antecedents, ANTECEDENTS, of="antecedents")
