"""Harnesses for language models: score textual answers against gold, in lm-evaluation-harness or without a harness."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

import numpy as np

from corefeval.counts import Counts
from corefeval.evaluation.request import Input, load
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.evaluation.score_table import ScoreTable
from corefeval.integrations import warn
from corefeval.presets import HEADLINE
from corefeval.problems import CorefevalError, Problem, UsageError, warning

Answers = str | Sequence[str]
"""An answer, or several to the same document."""

READABLE = "answer/readable"
"""The share of answers that could be read; the others are scored as answers without mentions."""

_known: set[tuple[str, str]] = set()
"""The kinds of warnings already issued. Each kind is issued once per process, not once per answer."""


def score_answer(answer: str, gold: Input, **options: Any) -> dict[str, float]:
    """Return the scores of one answer by name, and `answer/readable`: 1, or 0 if it could not be read.

    An answer that cannot be read is scored as an answer without mentions. Undefined scores are 0, so that a harness can
    average them. The mean of these scores is not the score of the corpus; see `score_answers`.

    Args:
        answer: the model's output in any format that corefeval reads, such as tags in the text or JSON, with or without
            a code block.
        gold: the gold annotation of the same text: a string in any such format, a path, a row, or a corpus.
        options: `metrics`, `preset` and settings of `corefeval.score`; `align` is `rewrite` by default, for changed copies.

    Examples:
        >>> score_answer("[Anna](#1) fed her [dog](#2)", "[Anna](#1) fed [her](#1) [dog](#2)", metrics="lea")
        {'answer/readable': 1.0, 'lea/recall': 0.3333333333333333, 'lea/precision': 0.5, 'lea/f1': 0.4}
        >>> score_answer("I cannot do that.", "[Anna](#1) fed [her](#1) [dog](#2)")
        {'answer/readable': 0.0, 'conll/f1': 0.0}
    """
    return score_answers([answer], [gold], **options)


def score_answers(answers: Iterable[str], golds: Iterable[Input], **options: Any) -> dict[str, float]:
    """Return the scores of all answers together. Scores are computed from summed counts, as for a corpus.

    Args:
        answers: the outputs of the model.
        golds: the gold annotation of each answer.
        options: as in `score_answer`.

    Raises:
        UsageError: CE051 if the formats of the gold annotations lead to different presets or metrics.

    Examples:
        >>> gold = "[Anna](#1) fed [her](#1) [dog](#2)"
        >>> score_answers([gold, ""], [gold, gold], metrics="lea")
        {'answer/readable': 0.5, 'lea/recall': 0.5, 'lea/precision': 1.0, 'lea/f1': 0.6666666666666666}
    """
    options = {"metrics": HEADLINE, "undefined": "zero", "align": "rewrite"} | options
    found = [_scored(answer, gold, options) for answer, gold in zip(answers, golds, strict=True)]
    if not found:
        return {}
    result = found[0][0]
    if any(each.preset != result.preset or each.metrics.keys() != result.metrics.keys() for each, _ in found):
        raise UsageError(Problem("CE051", "answers-of-other-settings"))
    counts = {name: Counts.concatenate([each.counts[name] for each, _ in found]) for name in result.metrics}
    scores = ScoreTable(result.metrics, counts, result.settings).flat()
    readable = sum(is_read for _, is_read in found) / len(found)
    return {READABLE: readable, **{name: value or 0.0 for name, value in scores.items()}}


def process_results(doc: Mapping[str, Any], results: Sequence[Answers]) -> dict[str, tuple[Answers, Any]]:
    """Return the answer to a document of lm-evaluation-harness and its gold annotation, the field `gold`, for `corpus_f1`.

    A filter that keeps several repeats gives a list of answers.
    """
    return {"conll_f1": (results[0], doc["gold"])}


def corpus_f1(pairs: Iterable[tuple[Answers, Input]]) -> float:
    """Return the CoNLL F1 of all answers together, from what `process_results` returned: an `aggregation` of lm-evaluation-harness.

    A warning counts the answers that could not be read, because the harness shows no other score. Without answers, as
    when a filter drops all, the score is NaN, like `nanmean` of the harness.
    """
    single = [
        (answer, gold)
        for answers, gold in pairs
        for answer in ([answers] if isinstance(answers, str) else answers)
    ]
    if not single:
        return math.nan
    scores = score_answers(*zip(*single, strict=True))
    unread = len(single) - round(scores[READABLE] * len(single))
    if unread:
        problem = warning("CE071", "answers-unreadable", answers=len(single), count=unread)
        warnings.warn(str(problem), stacklevel=2)
    return scores[f"{HEADLINE}/f1"]


def _scored(answer: str, gold: Input, options: dict[str, Any]) -> tuple[Result, bool]:
    """Return the scores of an answer, and whether it could be read."""
    key = load(StringIO(gold) if isinstance(gold, str) else gold, is_key=True)
    try:
        result = score(key, StringIO(answer), **options)
    except UsageError:
        raise
    except CorefevalError:
        nothing = key.select_mentions(np.zeros(len(key.mentions), bool))
        return score(key, nothing, **options), False
    warn(result, _known)
    return result, True
