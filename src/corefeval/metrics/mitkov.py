"""Success rates for all anaphors, those with several candidates, and those with several agreeing ones (Mitkov 2001)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers
from corefeval.linguistics.tags import Columns
from corefeval.metrics.anaphors import anaphors, antecedents, resolved
from corefeval.metrics.base import Parameter, Scores, ratio, register
from corefeval.metrics.outcomes import LINK_MEANINGS, Classes, OutcomeMetric, Outcomes, judge_links
from corefeval.metrics.shares import Shares
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem

FEATURES = ("Gender", "Number")
DIFFICULTIES = ("critical", "by agreement", "trivial")
"""Difficulty of an anaphor: several candidates agree with it, one of several agrees, or it has one candidate."""


@register
class Mitkov(OutcomeMetric):
    """Success rate, non-trivial success rate and critical success rate.

    N are the anaphors (pronouns and zeros with an antecedent), and S the resolved ones. K have only one candidate. M
    have only one candidate that agrees in gender and number. Candidates are the key mentions that end before the
    anaphor, in its sentence or the preceding ones (`window` sentences in all). Agreement compares UD Gender and Number
    of the heads; an unknown value agrees with every value.

    The rates count sets: (S - K)/(N - K) assumes that all of K are resolved, |S minus K| / |N minus K| does not. The
    survey prints S - N in its equations 7 and 8; that is a slip.
    """

    name = "mitkov"
    label = "Mitkov"
    family = "Anaphors"
    summary = "How many anaphors are resolved, and how many of those with more than one candidate?"
    counts_of = "anaphors"
    paper = "Mitkov (2001), Applied Artificial Intelligence; as in Žitkus et al. (2023), section 3.1.2"
    formula = (
        r"\frac{|S|}{|N|},\quad \frac{|S \setminus K|}{|N \setminus K|}"
        r",\quad \frac{|S \setminus (K \cup M)|}{|N \setminus (K \cup M)|}"
    )
    biases = "It is a recall: anaphors that only the response has cost nothing."
    swaps = False
    needs = frozenset({"types", "features"})
    meanings = {name: LINK_MEANINGS[name] for name in ("tp", "wl", "fn")}  # noqa: RUF012 - declared once, read only
    parameters = {  # noqa: RUF012 - declared once, read only
        "anaphors": Parameter(
            "pronouns",
            "pronouns and zeros, or any mention with an earlier one in its entity",
            ("pronouns", "all"),
        ),
        "window": Parameter(3.0, "how many sentences contain the candidates, including the anaphor's own"),
    }

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each anaphor, with its difficulty as the class."""
        is_anaphor = anaphors(pairing, str(self.values["anaphors"]))
        rows = np.flatnonzero(is_anaphor)
        candidates, agreeing = _candidates(pairing, rows, int(self.values["window"]))
        solved = resolved(pairing)
        classes = {
            "anaphors": np.ones(len(rows), bool),
            "trivial": candidates == 1,
            "by_agreement": (candidates > 1) & (agreeing == 1),
        }
        columns: dict[str, Booleans] = {}
        for name, members in classes.items():
            chosen = np.zeros(len(is_anaphor), bool)
            chosen[rows[members]] = True
            columns[name] = chosen
            columns[f"{name}_resolved"] = chosen & solved
        targets = antecedents(pairing)
        invented = np.zeros(len(pairing.response.mentions), bool)
        judged = judge_links(is_anaphor, targets[0].chosen >= 0, solved, invented, targets)
        difficulty = columns["by_agreement"] + 2 * columns["trivial"]
        righted = {name: columns[name.removesuffix("_resolved")] for name in columns}
        return replace(
            judged,
            names=tuple(self.meanings),
            classes=Classes(DIFFICULTIES, difficulty, np.zeros(len(invented), np.int64)),
            adds=Shares(columns, {}),
            righted=Shares(righted, {}),
        )

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the three rates."""
        left, solved = totals["anaphors"], totals["anaphors_resolved"]
        scores = {"success": ratio(solved, left)}
        for name, leave_out in (("non_trivial", "trivial"), ("critical", "by_agreement")):
            left, solved = left - totals[leave_out], solved - totals[f"{leave_out}_resolved"]
            scores[name] = ratio(solved, left)
        return scores


def _candidates(pairing: Pairing, rows: Integers, window: int) -> tuple[Integers, Integers]:
    """Return for each of these key mentions how many candidates it has, and how many of them agree with it."""
    corpus = pairing.key
    mentions, nodes = corpus.mentions, corpus.nodes
    if not len(nodes.sentences):
        raise CorefevalError(Problem("CE044", "mitkov-needs-sentences", corpus.file))
    sentence = np.searchsorted(nodes.sentences, mentions.first[rows], side="right") - 1
    begin = nodes.sentences[np.maximum(sentence - (window - 1), 0)]
    begin = np.maximum(begin, nodes.start[corpus.mention_document[rows]])
    order = np.argsort(mentions.last, kind="stable")
    ends = mentions.last[order]
    low, high = np.searchsorted(ends, begin), np.searchsorted(ends, mentions.first[rows])

    kind, agrees = _agreement(pairing)
    seen = np.zeros((len(agrees), len(order) + 1), np.int64)
    seen[kind[order], np.arange(1, len(order) + 1)] = 1
    np.cumsum(seen, axis=1, out=seen)
    between = seen[:, high] - seen[:, low]
    return between.sum(axis=0), (between * agrees[:, kind[rows]]).sum(axis=0)


def _agreement(pairing: Pairing) -> tuple[Integers, Booleans]:
    """Return a code for the gender and number of each key mention, and a table of which codes agree."""
    corpus = pairing.key
    column = Columns(corpus.source).column("feats")
    if column is None:
        raise CorefevalError(Problem("CE044", "mitkov-needs-features", corpus.file))
    head = pairing.linguistics[0].of(corpus).head
    code, texts = column.take(np.maximum(head, 0)).codes()
    known = [_values(text) for text in texts]
    distinct = list(dict.fromkeys([((), ()), *known]))
    kind = np.array([distinct.index(values) for values in known], np.int64)[code]
    agrees = np.array(
        [
            all(not a or not b or set(a) & set(b) for a, b in zip(one, other, strict=True))
            for one, other in product(distinct, repeat=2)
        ],
        bool,
    ).reshape(len(distinct), len(distinct))
    return np.where(head >= 0, kind, 0), agrees


def _values(features: str) -> tuple[tuple[str, ...], ...]:
    """Return the values of gender and number in a FEATS cell; () for a feature that the cell does not give."""
    given = dict(pair.split("=", 1) for pair in features.split("|") if "=" in pair)
    return tuple(tuple(given[name].split(",")) if name in given else () for name in FEATURES)
