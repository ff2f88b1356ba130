"""answer_for(): how useful a system is, in the words of the use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

import numpy as np

from corefeval.applications.answer import Answer, Answers, Finding
from corefeval.applications.classes import asked_for, misled, plain
from corefeval.applications.entity_sequences import entity_sequences
from corefeval.applications.information_extraction import information_extraction
from corefeval.applications.informativeness import any_use, facts
from corefeval.applications.measured import MeasuredUse, measuring, with_metrics
from corefeval.applications.pronouns import summarisation, translation
from corefeval.applications.search import search
from corefeval.applications.sensitivity import spreads
from corefeval.applications.uses import Use, metrics_for, uses_named
from corefeval.arrays import number_or_none
from corefeval.breakdown.breakdown import tally
from corefeval.comparison.compare import with_intervals
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.fold import scored
from corefeval.evaluation.request import Input, Request
from corefeval.evaluation.result import Bounds, Result
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import LinkMetric
from corefeval.names import listed
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem, Severity
from corefeval.settings import Options, Settings, listing_options
from corefeval.signature import Signature

DESCRIBERS: Mapping[str, Callable[[Pairing], Finding]] = {
    "entity-sequences": entity_sequences,
    "summarisation": summarisation,
    "translation": translation,
    "search": search,
    "facts-about-names": information_extraction,
    "facts": facts,
    "any": any_use,
}
"""The function that describes the result for each use."""

_SOURCES = {
    "given": "given in the file",
    "ud": "derived from the universal part-of-speech tags of the file",
    "ptb": "derived from the Penn part-of-speech tags of the file",
    "plain": "derived from the words alone",
}


@listing_options
def answer_for(
    key: Input,
    response: Input,
    use: str | Sequence[str],
    *,
    preset: str | None = None,
    signature: str | Signature | None = None,
    ci: bool = False,
    by: str | Sequence[str] = (),
    **options: Unpack[Options],
) -> Answers:
    """Score a response against a key and state what the result means for a use.

    Args:
        key: path, corpus or clusters of the gold annotation.
        response: the same of the system.
        use: the name of a use, several, or `all`.
        preset: settings of a shared task.
        signature: settings of the run that printed this signature.
        ci: whether to compute intervals of the scores; the signature decides if it names intervals.
        by: more features of mentions to show the cases by.
        options: the settings of score().
    """
    uses = uses_named(use)
    request = Request.of(metrics=metrics_for(uses), preset=preset, signature=signature, **options)
    request = replace(request, lends_tags=True)
    how = Resampling.of_signature(str(signature or ""), asked=ci)
    result, _ = scored(request, key, response, whole=True)
    return answer(result, uses, how, listed(by))


def answer(
    result: Result, uses: Sequence[Use], resampling: Resampling | None = None, by: Sequence[str] = ()
) -> Answers:
    """State what a result means for these uses; it must have the metrics of metrics_for(uses) and its pairing."""
    pairing = result.pairing
    if pairing is None:
        raise CorefevalError(Problem("CE044", "result-without-documents-says"))
    check_answerable(pairing)
    scores = result.scores
    labels = {name: metric.full_label for name, metric in result.metrics.items()}
    direct = measuring(pairing, (name for use in uses for name in use.measured), result.settings)
    complete = with_metrics(result, direct)
    result = replace(result, warnings=complete.warnings)
    bounds: Mapping[str, Mapping[str, Bounds]] = {}
    if resampling is not None:
        names = dict.fromkeys(name for use in uses for name in use.metrics)
        shown = replace(
            result,
            metrics={name: complete.metrics[name] for name in (*names, *direct)},
            counts={name: complete.counts[name] for name in (*names, *direct)},
        )
        told, bounds = with_intervals(shown, resampling)
        result = replace(result, intervals=told.intervals, warnings=told.warnings)
    measured = {
        name: MeasuredUse.of(
            metric,
            pairing,
            number_or_none(metric.scores(complete.counts[name].totals(), result.settings)["f1"]),
            bounds.get(name, {}).get("f1"),
        )
        for name, metric in direct.items()
    }
    answers = tuple(
        Answer(
            use,
            {name: scores[name] for name in use.metrics},
            {name: labels[name] for name in use.metrics},
            {name: bounds[name] for name in use.metrics if name in bounds},
            _with_classes(DESCRIBERS[use.name](pairing), pairing, use, by),
            spreads(result, use),
            tuple(measured[name] for name in use.measured if name in measured),
        )
        for use in uses
    )
    return Answers(answers, result, types_from(pairing), resampling)


def _with_classes(finding: Finding, pairing: Pairing, use: Use, by: Sequence[str]) -> Finding:
    """Return a finding with the cases by other features instead of its own."""
    if not by:
        return finding
    metric = parse_metric(use.counted).under(Settings(scheme=pairing.scheme))
    verdict = finding.breakdowns[0].verdict if finding.breakdowns and not use.part else "right"
    found = [asked_for(pairing, metric, name, use.cases, verdict) for name in by]
    return replace(finding, breakdowns=tuple(each for each in found if each is not None))


def gold_cases(pairing: Pairing, use: Use) -> tuple[float, int]:
    """Return the number of cases of a use in the gold, and of other mentions on which the response is scored.

    These are mentions without a right answer to which the system gave one.
    """
    metric = parse_metric(use.counted).under(Settings(scheme=pairing.scheme))
    found = tally(metric, pairing.count(metric).totals())
    beside = 0
    if isinstance(metric, LinkMetric):
        beside = int(misled(metric.outcomes(pairing.concerning(metric).seen_by(metric))).sum())
    return (0 if found is None else plain(float(found.in_key) - beside)), beside


def types_from(pairing: Pairing) -> str:
    """Return the source of the mention types in words."""
    ours = pairing.linguistics[0]
    text = _SOURCES[ours.source]
    if ours.source == "plain" and ours.language:
        text += f" and the closed-class words of {ours.language!r}"
    return text


def check_answerable(pairing: Pairing) -> None:
    """Refuse a key without mentions, and mentions whose types (noun or pronoun) are unknown."""
    if not len(pairing.key.mentions):
        raise CorefevalError(Problem("CE045", "key-no-mentions-under", pairing.key.file))
    sides = (("key", pairing.key), ("response", pairing.response))
    for described, (side, corpus) in zip(pairing.linguistics, sides, strict=True):
        unknown = int((described.type == MentionType.UNKNOWN).sum())
        is_blind = any(problem.code == "CE046" for problem in described.problems)
        if is_blind and unknown and (described.source != "given" or 2 * unknown > len(described.type)):
            raise CorefevalError(
                Problem(
                    "CE046",
                    "mentions-no-known-type",
                    corpus.file,
                    severity=Severity.ERROR,
                    unknown=unknown,
                    mentions=len(described.type),
                    side=side,
                )
            )
        if len(described.type) and not np.any(described.type):
            raise CorefevalError(Problem("CE046", "no-mention-known-type", corpus.file, side=side))
