"""explain(): why a response scores what it scores, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from corefeval.analysis.attribution import Attribution, Ledger
from corefeval.analysis.decisions import Decision, decide
from corefeval.analysis.errors import OF_KEY, ErrorClass, Errors, classify
from corefeval.analysis.joint import Joint, one_to_one
from corefeval.analysis.links import ANTECEDENTS, LinkErrors, recall_errors
from corefeval.analysis.losses import Losses, losses
from corefeval.analysis.repairs import Workshop
from corefeval.analysis.span_errors import ENGLISH, Trim, find_span_errors
from corefeval.arrays import Floats, Integers, Ragged, integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.views import Mention
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Result
from corefeval.frames import Rows
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import BY_LABEL, MentionType
from corefeval.metrics.base import Metric
from corefeval.metrics.conll import Average
from corefeval.metrics.dominant import Dominant
from corefeval.metrics.naming import parse_metric
from corefeval.names import resolve
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, Severity, UsageError
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import Signature
from corefeval.text import several, shortened

if TYPE_CHECKING:
    import pandas as pd

REPAIRABLE = frozenset({"muc", "bcub", "ceafe", "ceafm", "lea", "mention", "blanc"})
"""Metrics that look at nothing but which mentions are together, and whose counts follow from sums over confusion groups."""


TOLERANCE = 1e-9
"""Points of F1 that are rounding."""


@dataclass(frozen=True, slots=True)
class Error:
    """One structural error, for reading.

    Attributes:
        number: its row in Explanation.table.
        error_class: what kind of error.
        document: the document's name.
        key_mentions: its mentions in the key (rows of pairing.key).
        response_mentions: its mentions in the response (rows of pairing.response).
        texts: the words of its mentions.
        entity: the words of the entity it is an error of: see errors.OF_KEY.
        deltas: for each metric the points of F1 that repairing it alone gains; negative where a right repair
            lowers the score.
    """

    number: int
    error_class: ErrorClass
    document: str
    key_mentions: tuple[int, ...]
    response_mentions: tuple[int, ...]
    texts: tuple[str, ...]
    entity: tuple[str, ...]
    deltas: Mapping[str, float]

    def __repr__(self) -> str:
        """Return its class, where it is and what repairing it gains."""
        gains = ", ".join(f"{metric} {delta:+.2f}" for metric, delta in self.deltas.items())
        return f"<Error: {self.error_class.title} in {self.document!r}: {shortened(self.text, 80)}; {gains}>"

    @property
    def text(self) -> str:
        """The words of its mentions, on one line."""
        return " | ".join(self.texts)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "class": self.error_class.label,
            "document": self.document,
            "key_mentions": list(self.key_mentions),
            "response_mentions": list(self.response_mentions),
            "mentions": list(self.texts),
            "entity": list(self.entity),
            "delta": {metric: _number(delta) for metric, delta in self.deltas.items()},
        }


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
    def ledger(self) -> Ledger:
        """Where repairs are scored."""
        shop = Workshop(self.aligned, self.table, self.aligned.group, self.singletons)
        return Ledger(shop, self.pairing, list(self.metrics.values()), self.settings)

    @property
    def settings(self) -> Settings:
        """The settings of the result it was made from; the defaults where it was made from a pairing."""
        return self.result.settings if self.result else Settings()

    @cached_property
    def attribution(self) -> dict[str, Attribution]:
        """For each metric what each error class costs."""
        return self.ledger.attribute(self.classes)

    def gains(self, selections: Ragged) -> dict[str, Floats]:
        """Return for each metric the points of F1 that repairing each list of errors gains."""
        return self.ledger.gains(selections)

    @cached_property
    def deltas(self) -> dict[str, Floats]:
        """For each metric the points of F1 that repairing each single error gains."""
        rows = np.arange(len(self.table))
        return self.gains(Ragged(np.arange(len(rows) + 1), rows))

    @cached_property
    def mention_losses(self) -> dict[str, Losses]:
        """For each metric that is a sum over mentions what each mention of `joint` costs."""
        names = (metric.name for metric in self.metrics.values())
        found = {name: losses(self.joint, name, self.settings) for name in names}
        return {name: loss for name, loss in found.items() if loss is not None}

    @property
    def metric(self) -> str:
        """The first metric: the one that costs are sorted by."""
        return next(iter(self.metrics.values())).full_name

    def error(self, number: int) -> Error:
        """Return one error for reading."""
        table, joint = self.table, self.aligned
        kind = ErrorClass(int(table.kind[number]))
        rows = table.members[number]
        whole = int(table.whole[number])
        if kind is ErrorClass.SPAN:
            texts = [self._text(rows[0], in_key=True), self._text(rows[0], in_key=False)]
            entity = joint.by_key_entity[whole]
        else:
            texts = [self._text(row) for row in rows]
            members = joint.by_key_entity if kind in OF_KEY else joint.by_response_entity
            entity = members[whole]
        return Error(
            number,
            kind,
            self.pairing.names[int(table.document[number])],
            tuple(one for one in joint.key_mention[rows].tolist() if one >= 0),
            tuple(one for one in joint.response_mention[rows].tolist() if one >= 0),
            tuple(texts),
            tuple(self._text(row, in_key=kind in OF_KEY) for row in entity),
            {metric: float(deltas[number]) for metric, deltas in self.deltas.items()},
        )

    def _text(self, row: int, *, in_key: bool = True) -> str:
        """Return the words of a mention of `aligned`, as the key or as the response has it."""
        ours, theirs = int(self.aligned.key_mention[row]), int(self.aligned.response_mention[row])
        if theirs < 0 or (in_key and ours >= 0):
            return Mention(self.pairing.key, ours).text
        return Mention(self.pairing.response, theirs).text

    @property
    def errors(self) -> list[Error]:
        """All errors, by document and in text order."""
        return [self.error(number) for number in range(len(self.table))]

    def costliest(self, top: int | None = None, metric: str | None = None) -> list[Error]:
        """Return the errors whose repair gains most, ties in text order."""
        order = np.argsort(-self.deltas[metric or self.metric], kind="stable")[:top]
        return [self.error(number) for number in order.tolist()]

    def cheapest(self, top: int, metric: str | None = None) -> list[Error]:
        """Return errors whose repair lowers the score, the lowest first."""
        deltas = self.deltas[metric or self.metric]
        order = np.argsort(deltas, kind="stable")[:top]
        return [self.error(number) for number in order[deltas[order] < -TOLERANCE].tolist()]

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
    def outcomes(self) -> dict[str, int]:
        """How often each outcome of the dominant-mention metric (Žitkus et al. 2023) occurs; none without types."""
        if not all((side.type != MentionType.UNKNOWN).any() for side in self.pairing.linguistics):
            return {}
        judged = Dominant().outcomes(self.pairing)
        counts = sum(
            np.bincount(side[side >= 0], minlength=len(judged.names))
            for side in (judged.key, judged.response)
        )
        return dict(zip(judged.names, np.asarray(counts).tolist(), strict=True))

    def lowering(self, metric: str | None = None) -> int:
        """Return how many errors lower the score when they alone are repaired."""
        return int((self.deltas[metric or self.metric] < -TOLERANCE).sum())

    def to_dict(self, *, top: int | None = None, by: Iterable[str] = ()) -> dict[str, Any]:
        """Return everything as plain data, in points; the costliest errors only where top is given."""
        from corefeval.reports.explanation import to_dict  # noqa: PLC0415 - how it is shown is the report's

        return to_dict(self, top=top, by=tuple(by))

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each error, by document and in text order, as a table of pandas."""
        heads = ["class", "document", "mentions", "entity", *(f"gain {metric}" for metric in self.deltas)]
        rows = [
            {
                "class": error.error_class.label,
                "document": error.document,
                "mentions": error.text,
                "entity": " | ".join(error.entity),
                **{f"gain {metric}": delta for metric, delta in error.deltas.items()},
            }
            for error in self.errors
        ]
        return Rows(heads, rows, "" if self.result is None else str(self.result.signature)).to_frame()

    def __repr__(self) -> str:
        """Return how many errors of each class there are."""
        counts = self.table.counts()
        told = ", ".join(f"{kind.title} {counts[kind]}" for kind in self.classes if counts[kind])
        return (
            f"<Explanation of {self.metric}: {several(len(self.table), 'error')}{': ' if told else ''}{told}>"
        )

    def _repr_html_(self) -> str:
        """Return what the error classes cost, and the costliest errors, for notebooks."""
        from corefeval.reports.notebook import explanation_html  # noqa: PLC0415 - only when shown

        return explanation_html(self)

    def __str__(self) -> str:
        """Return the tables as plain text."""
        from corefeval.reports.explanation import render  # noqa: PLC0415 - rich is imported when printing

        return render(self)


@listing_options
def explain(
    key: Input | Result | Pairing,
    response: Input | None = None,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    signature: str | Signature | None = None,
    types: Mapping[Any, str] | None = None,
    trim: Trim = ENGLISH,
    antecedents: str = "accessibility",
    **options: Unpack[Options],
) -> Explanation:
    """Explain the score of a response.

    Args:
        key: path, corpus or clusters of the gold annotation; or a Result or Pairing that has both sides.
        response: the same of the system.
        metrics: the metrics to explain, the first being the one that costs are sorted by; `conll` by default.
        preset: settings of a shared task; not for a Result or Pairing, which is explained as it was scored.
        signature: settings, and unless they are named metrics, of the run that printed this signature.
        types: for clusters of Python objects the type of each mention: name, nominal, pronoun …
        trim: what may hang on to a span without changing what it means.
        antecedents: how the antecedent of a link error is chosen: accessibility or closest.
        options: the settings of score(); none for a Result or Pairing.

    Examples:
        >>> explanation = explain([[1, 2], [3, 4]], [[1, 2, 3, 4]], metrics="muc")
        >>> explanation.errors[0].error_class.title, explanation.errors[0].texts
        ('conflated entities', ('3', '4'))
        >>> round(explanation.attribution["muc"].costs[1].shapley, 2)
        20.0
    """
    if metrics is None and signature is None:
        metrics = "conll"
    request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
    chosen = {metric.full_name: metric for metric in map(parse_metric, request.metrics)}
    _check(chosen, antecedents)
    if isinstance(key, Result | Pairing):
        if response is not None or preset is not None or signature is not None or options:
            hint = "Leave settings and response out, or give key and response."
            raise UsageError(
                Problem("CE051", "what is scored already is explained as it was scored", hint=hint)
            )
        pairing = key if isinstance(key, Pairing) else key.pairing
        if pairing is None:
            hint = "Explain the files."
            raise UsageError(Problem("CE044", "the result no longer has its texts", hint=hint))
        result = key if isinstance(key, Result) else None
    else:
        if response is None:
            hint = "Give both."
            raise UsageError(Problem("CE051", "a key without a response cannot be explained", hint=hint))
        gold = _by_name(request.read_key(key))
        result = request.on(gold).score(gold, response)
        pairing = result.pairing
        assert pairing is not None
    if result is not None:
        chosen = {name: result.metrics.get(name, metric) for name, metric in chosen.items()}
    return _explain(pairing, chosen, result, types, trim, antecedents)


def _explain(
    pairing: Pairing,
    metrics: Mapping[str, Metric],
    result: Result | None,
    types: Mapping[Any, str] | None,
    trim: Trim,
    antecedents: str,
) -> Explanation:
    warnings = list(result.warnings) if result else []
    if pairing.plain is not pairing:
        pairing = pairing.plain
        message = (
            "errors are of mentions as they are: sets of split antecedents and the treatment of twinless mentions "
            "are left out, so the scores here can differ from those of 'corefeval score'"
        )
        warnings.append(Problem("CE062", message, severity=Severity.WARNING))
    if not pairing.is_one_to_one:
        pairing = one_to_one(pairing)
        warnings.append(
            Problem(
                "CE030",
                "some mentions are listed or matched more than once; each is explained once, so the scores "
                "here can differ from those of 'corefeval score'",
                severity=Severity.WARNING,
            )
        )
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


def _by_name(corpus: Corpus) -> Corpus:
    """Return the documents in the order of their names, so that sums and lists do not depend on another."""
    order = sorted(range(len(corpus.names)), key=corpus.names.__getitem__)
    if order == list(range(len(order))) or len(set(corpus.names)) < len(order):
        return corpus
    return corpus.select_documents(integers(order))


def _linguistics(pairing: Pairing, types: Mapping[Any, str] | None) -> tuple[Linguistics, Linguistics]:
    """Return type and head of the mentions of both sides."""
    described = pairing.linguistics
    ours, theirs = described[0].of(pairing.key), described[1].of(pairing.response)
    if types is None:
        return ours, theirs

    def typed(side: Linguistics, corpus: Corpus) -> Linguistics:
        kinds = (BY_LABEL[types.get(item, "unknown")] for item in corpus.mentions.objects or ())
        return replace(side, type=np.fromiter(kinds, np.int64), source="given", problems=())

    return typed(ours, pairing.key), typed(theirs, pairing.response)


def _part_names(metric: Metric) -> set[str]:
    return set(metric.parts) if isinstance(metric, Average) else {metric.name}


def _check(metrics: Mapping[str, Metric], antecedents: str) -> None:
    """Refuse what cannot be explained."""
    for name, metric in metrics.items():
        if not _part_names(metric) <= REPAIRABLE:
            hint = f"Choose among conll {' '.join(sorted(REPAIRABLE))}."
            raise UsageError(
                Problem("CE050", "repairs cannot be scored with this metric:", text=name, hint=hint)
            )
    resolve("value", antecedents, ANTECEDENTS, of="antecedents")


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
