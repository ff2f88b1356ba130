"""Harnesses for language models (inspect_ai, lm-evaluation-harness): answers as text against gold annotations."""

from __future__ import annotations

from collections.abc import Iterable
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
from corefeval.problems import CorefevalError, UsageError

READABLE = "answer/readable"
"""The share of answers that were read; the others count as answers without mentions."""

_known: set[tuple[str, str]] = set()
"""The kinds of warnings that were issued: each is issued once in a process, not once for each answer."""


def score_answer(answer: str, gold: Input, **options: Any) -> dict[str, float]:
    """Return the scores of one answer by name, and `answer/readable`: 1, or 0 if it could not be read.

    An answer that cannot be read is scored as one without mentions. Undefined scores are 0, so that a harness can average
    them. The mean of these scores is not the score of the corpus, see `score_answers`.

    Args:
        answer: the model's answer, in any format that corefeval reads: tags in the text, JSON, with or without
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
    """Return the scores of all answers together: counts are summed, then divided, as for a corpus.

    Args:
        answers: the model's answers.
        golds: the gold annotation of each.
        options: as in `score_answer`.

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
    counts = {name: Counts.concatenate([each.counts[name] for each, _ in found]) for name in result.metrics}
    scores = ScoreTable(result.metrics, counts, result.settings).flat()
    readable = sum(is_read for _, is_read in found) / len(found)
    return {READABLE: readable, **{name: value or 0.0 for name, value in scores.items()}}


def _scored(answer: str, gold: Input, options: dict[str, Any]) -> tuple[Result, bool]:
    """Return the result of an answer, and whether it was read."""
    key = load(StringIO(gold) if isinstance(gold, str) else gold)
    try:
        result = score(key, StringIO(answer), **options)
    except UsageError:
        raise
    except CorefevalError:
        nothing = key.select_mentions(np.zeros(len(key.mentions), bool))
        return score(key, nothing, **options), False
    warn(result, _known)
    return result, True
