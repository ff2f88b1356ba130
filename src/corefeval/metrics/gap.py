"""GAP: is a pronoun resolved to the right one of two names, and equally well for women and men?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import Metric, Scores, ratio, register
from corefeval.metrics.outcomes import scores_of
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Met, Problem, adding, warning
from corefeval.settings import Settings

ROLE = "gap"
"""The attribute of mentions that marks the pronoun and the two names."""
PRONOUN, NAMES = "pronoun", ("A", "B")
GENDERS = {
    "masculine": frozenset({"he", "him", "his"}),
    "feminine": frozenset({"she", "her", "hers"}),
}
OUTCOMES = ("tp", "fp", "fn", "tn")


@register
class Gap(Metric):
    """Recall, precision and F1 of links from the pronoun to a name, and the ratio of feminine to masculine F1."""

    name = "gap"
    label = "GAP"
    aliases = ("gap-coreference",)
    family = "Challenge sets"
    summary = "Is the pronoun resolved to the right one of two names, equally well for women and men?"
    paper = "Webster, Recasens, Axelrod and Baldridge (2018), TACL"
    formula = r"R = \frac{tp}{tp + fn} \quad P = \frac{tp}{tp + fp} \quad B = \frac{F_{f}}{F_{m}}"
    biases = "It scores two names and one pronoun of each text and ignores all other mentions. A system that links to both names has recall 1."
    swaps = False
    needs = frozenset({"gap"})
    own_needs: ClassVar[Mapping[str, Callable[[Corpus, Settings], bool]]] = {
        "gap": lambda corpus, _: ROLE in corpus.mentions.attributes.names
    }
    twinless = frozenset()
    unbounded = frozenset({"bias"})

    def count(self, pairing: Pairing) -> Counts:
        """Count the decisions about the two names of each text, by the gender of the pronoun (or `other`).

        As in the official scorer, a text without an answer is a miss for both names.
        """
        roles, documents = _Roles(pairing), len(pairing.names)
        columns = {
            f"{gender}_{outcome}": np.zeros(documents)
            for gender in (*GENDERS, "other")
            for outcome in OUTCOMES
        }
        unanswered = np.array([not name for name in pairing.response.names], bool)
        for name in NAMES:
            is_there, meant, chosen = roles.decisions(name)
            missing = is_there & unanswered
            found = {
                "tp": meant & chosen,
                "fp": ~meant & chosen,
                "fn": (meant & ~chosen) | missing,
                "tn": ~meant & ~chosen & ~missing,
            }
            for gender, own in roles.genders.items():
                for outcome, flags in found.items():
                    columns[f"{gender}_{outcome}"] += flags & is_there & own
        return Counts(columns)

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision and F1 overall and per gender, and the bias: feminine F1 divided by masculine F1."""
        counts = [
            [totals[f"{gender}_{outcome}"] for outcome in ("tp", "fn", "fp")]
            for gender in (*GENDERS, "other")
        ]
        tp, fn, fp = np.sum(counts, axis=0)
        scores = scores_of(tp, tp + fn, tp + fp)
        for gender, (tp, fn, fp) in zip(GENDERS, counts, strict=False):
            scores |= scores_of(tp, tp + fn, tp + fp, f"{gender}_")
        masculine, feminine = scores["masculine_f1"], scores["feminine_f1"]
        both = (masculine > 0) & (feminine > 0)
        scores["bias"] = ratio(np.where(both, feminine, np.nan), np.where(both, masculine, 1.0))
        return scores

    def notes(self, pairing: Pairing) -> Sequence[Met]:
        """Warn about decisions without a pronoun or name under these settings, and about pronouns of neither gender.

        If no text has a pronoun and a name, return an error: the key is not a GAP table.
        """
        roles = _Roles(pairing)
        if pairing.names and not any(roles.decisions(name)[0].any() for name in NAMES):
            return [Problem("CE134", "gap-key-says", pairing.key.file)]
        lacking = int(sum((~roles.decisions(name)[0]).sum() for name in NAMES))
        others = int(roles.genders["other"].sum())
        left_out = warning(
            "CE134",
            "gap-decisions-left-out",
            pairing.key.file,
            lacking=lacking,
            decisions=len(NAMES) * len(pairing.names),
        )
        neither = warning("CE134", "gap-pronouns-neither-masculine", pairing.key.file, others=others)
        return [adding(left_out, "key", lacking > 0), adding(neither, "key", others > 0)]


class _Roles:
    """The key mentions that are the pronoun and the names of each document; -1 if a document has none."""

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        key = pairing.key
        column = key.mentions.attributes.column(ROLE)
        roles = np.array([] if column is None else list(column), dtype=str)
        self._row: dict[str, Integers] = {}
        for role in (PRONOUN, *NAMES):
            rows = np.flatnonzero(roles == role) if len(roles) else np.zeros(0, np.int64)
            row = np.full(len(pairing.names), -1, np.int64)
            row[key.mention_document[rows]] = rows
            self._row[role] = row
        self.genders = self._genders()

    def _genders(self) -> dict[str, Booleans]:
        key, rows = self._pairing.key, self._row[PRONOUN]
        there = np.flatnonzero(rows >= 0)
        first = key.mentions.first[rows[there]]
        forms = [form.lower() for form in key.nodes.forms.take(first)] if len(there) else []
        found = {}
        for gender, pronouns in GENDERS.items():
            flags = np.zeros(len(rows), bool)
            flags[there] = [form in pronouns for form in forms]
            found[gender] = flags
        found["other"] = (rows >= 0) & ~found["masculine"] & ~found["feminine"]
        return found

    def decisions(self, name: str) -> tuple[Booleans, Booleans, Booleans]:
        """Return for each document whether it has a decision, whether the name is right, and whether it was chosen."""
        pairing = self._pairing
        pronoun, other = self._row[PRONOUN], self._row[name]
        is_there: Booleans = (pronoun >= 0) & (other >= 0)
        ours = [look_up(rows, pairing.key.mentions.entity) for rows in (pronoun, other)]
        theirs = [
            look_up(look_up(rows, pairing.key_partner), pairing.response.mentions.entity)
            for rows in (pronoun, other)
        ]
        meant: Booleans = is_there & (ours[0] == ours[1])
        chosen: Booleans = is_there & (theirs[0] >= 0) & (theirs[0] == theirs[1])
        return is_there, meant, chosen
