"""Heads where a matching strategy needs them: from the file, else from the dependency tree, and said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefeval.corpus import Corpus
from corefeval.problems import CorefevalError, Problem, Problems, Severity


def with_heads(corpus: Corpus, strategy: str, side: str, problems: Problems) -> Corpus:
    """Return the corpus with a head for each mention, if the strategy needs one and it can be had.

    Head matching without any head is refused. Partial matching can do without: a mention that has neither a
    minimum span nor a head matches only exactly, which is said where no mention of the key has either. Of
    CorefUD files the head counts and minspan does not, as in the official scorer. Craft's matching of parts needs
    no heads, but a text.
    """
    if strategy == "craft" and corpus.mentions.objects is not None:
        message = f"--match craft compares parts of a text, and the mentions of the {side} have none"
        raise CorefevalError(Problem("CE044", message, hint="Score files, or use --match exact."))
    if strategy == "partial" and corpus.format == "corefud":
        corpus = _without_minimum_spans(corpus)
    mentions = corpus.mentions
    needs_heads = strategy == "head" or (
        strategy == "partial" and side == "key" and not (mentions.minimum_first >= 0).any()
    )
    if not needs_heads or not len(mentions) or (mentions.head >= 0).all():
        return corpus
    from corefeval.linguistics.heads import derive_heads  # noqa: PLC0415 - needs the columns of the file

    heads = derive_heads(corpus) if mentions.objects is None else mentions.head
    lacking = int((heads < 0).sum())
    if lacking == len(heads):
        _refuse(corpus, strategy, side, problems)
        return corpus
    derived = int(((mentions.head < 0) & (heads >= 0)).sum())
    message = f"the heads of {derived} of {len(heads)} mentions of the {side} come from the dependency tree"
    if lacking:
        message += f"; {lacking} have none"
    problems.add(Problem("CE042", message, corpus.file, severity=Severity.WARNING))
    return replace(corpus, mentions=replace(mentions, head=heads))


def _without_minimum_spans(corpus: Corpus) -> Corpus:
    none = np.broadcast_to(np.int64(-1), len(corpus.mentions))
    return replace(corpus, mentions=replace(corpus.mentions, minimum_first=none, minimum_last=none))


def _refuse(corpus: Corpus, strategy: str, side: str, problems: Problems) -> None:
    if strategy == "head":
        message = f"the {side} names no heads and has no dependency tree to find them in"
        raise CorefevalError(Problem("CE041", message, corpus.file))
    message = "the key has neither minimum spans nor heads: partial matching means exact matching here"
    problems.add(Problem("CE041", message, corpus.file, severity=Severity.WARNING))
