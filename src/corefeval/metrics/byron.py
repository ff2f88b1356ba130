"""Byron's resolution rate: recall that also counts the anaphors excluded from a study (Byron 2001)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from corefeval.arrays import Booleans, Floats
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.anaphors import anaphors, antecedents, of_kind, resolved
from corefeval.metrics.base import Parameter, Scores, ratio, register
from corefeval.metrics.outcomes import LINK_MEANINGS, OutcomeMetric, Outcomes, judge_links, scores_of
from corefeval.metrics.shares import Shares
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Problem


@register
class Byron(OutcomeMetric):
    """Resolution rate C / (T + E), with ordinary recall and precision.

    T anaphors are in scope, and C of them are resolved. The response attempts A anaphors: its own and those of the key.
    The filter `exclude=feature:value|value` excludes E anaphors. A feature is a column of the heads (deprel:expl), a
    type or class (type:zero), or any attribute of mentions in the file.
    """

    name = "byron"
    label = "Byron"
    family = "Anaphors"
    summary = "What share of all pronouns is resolved, including pronouns that were excluded?"
    counts_of = "anaphors"
    paper = "Byron (2001), Computational Linguistics; as in Žitkus et al. (2023), section 3.1.2"
    formula = r"RR = \frac{C}{T + E},\quad R = \frac{C}{T},\quad P = \frac{C}{A}"
    biases = "The rate depends on which expressions are excluded; state the filter that you used."
    swaps = False
    needs = frozenset({"types"})
    meanings = {**LINK_MEANINGS, "excluded": "excluded by the parameter exclude"}  # noqa: RUF012 - declared once, read only
    parameters = {  # noqa: RUF012 - declared once, read only
        "anaphors": Parameter(
            "pronouns",
            "pronouns and zeros, or any mention with an earlier one in its entity",
            ("pronouns", "all"),
        ),
        "exclude": Parameter("", "expressions to exclude, as feature:value|value"),
    }

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcomes of anaphors in scope, of other attempts, and of anaphors out of scope."""
        kind, wanted = str(self.values["anaphors"]), str(self.values["exclude"])
        typed = pairing.derive(TypedPairing)
        key, response = pairing.key, pairing.response
        ours, theirs = pairing.linguistics
        left_out = _is_excluded(key, ours.of(key), wanted)
        partner = pairing.response_partner
        out = np.where(
            partner >= 0,
            np.append(left_out, False)[partner],
            _is_excluded(response, theirs.of(response), wanted),
        )
        in_scope = anaphors(pairing, kind) & ~left_out
        taken = of_kind(kind, typed, "response") | np.append(in_scope, False)[partner]
        attempted = (typed.response.predecessor >= 0) & taken & ~out
        excluded = of_kind(kind, typed, "key") & left_out
        solved, targets = resolved(pairing), antecedents(pairing)
        invented = attempted & ~np.append(in_scope, False)[partner]
        judged = judge_links(in_scope, targets[0].chosen >= 0, solved, invented, targets)
        names = tuple(self.meanings)
        return replace(
            judged,
            names=names,
            key=np.where(excluded, names.index("excluded"), judged.key),
            adds=Shares(
                {"resolved": in_scope & solved, "in_scope": in_scope, "excluded": excluded},
                {"attempted": attempted},
            ),
            righted=Shares(
                {"resolved": in_scope, "in_scope": in_scope, "attempted": in_scope, "excluded": excluded}, {}
            ),
        )

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the resolution rate, and recall, precision and F1 within the scope."""
        solved, in_scope = totals["resolved"], totals["in_scope"]
        rate = ratio(solved, in_scope + totals["excluded"])
        return {**scores_of(solved, in_scope, totals["attempted"]), "resolution_rate": rate}


def _is_excluded(corpus: Corpus, linguistics: Linguistics, wanted: str) -> Booleans:
    """Return which mentions have one of the values of a filter `feature:value|value`."""
    if not wanted or not len(corpus.mentions):
        return np.zeros(len(corpus.mentions), bool)
    feature, _, choices = wanted.partition(":")
    values = choices.split("|")
    if feature == "type":
        return np.isin(linguistics.type, [kind for kind in MentionType if kind.label in values])
    column = {"pos": linguistics.pos, "ne": linguistics.ne}.get(feature)
    if column is None:
        column = corpus.mentions.attributes.column(feature)
    if column is None:
        of_nodes = corpus.source.column(feature)
        if of_nodes is None:
            raise CorefevalError(
                Problem("CE044", "byron-cannot-exclude", corpus.file, wanted, feature=feature)
            )
        column = of_nodes.take(linguistics.head)
    code, names = column.codes()
    found: Booleans = np.array([name in values for name in names], bool)[code]
    return found
