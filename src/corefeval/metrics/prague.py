"""The Prague anaphora score: does each anaphor lead to its entity? (Novák 2018)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefeval.arrays import Floats, look_up
from corefeval.metrics.anaphors import KINDS, of_kind
from corefeval.metrics.base import Parameter, Scores, f_score, ratio, register
from corefeval.metrics.outcomes import LINK_MEANINGS, NOT_JUDGED, LinkMetric, Outcomes, Targets
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing


@register
class Prague(LinkMetric):
    """The Prague anaphora score judges anaphors: mentions with an antecedent.

    A key anaphor with an antecedent in the response is tp if that is a mention of its key entity, otherwise wl. Without
    an antecedent it is fn. A response anaphor that is not a key anaphor is fp. It is spurious but harmless (szp) if the
    key has another mention there (a pronoun, if zeros are scored) and it leads to the right entity. An szp counts for
    precision only.

    The antecedent is the previous mention of the chain, and any member of the entity is right, as in the author's
    program. `antecedent=root` compares the first mentions of the chains instead, as in the survey of Žitkus et al.
    (2023). Its equation 32 prints FN where a precision needs FP.
    """

    name = "prague"
    label = "Prague"
    family = "Anaphors"
    summary = "Does each anaphor lead to its entity?"
    paper = "Novák (2018), dissertation, Charles University"
    formula = r"R = \frac{TP}{TP + WL + FN},\quad P = \frac{TP + SZP}{TP + WL + FP + SZP}"
    biases = "One right link is enough; how complete the entities are does not matter."
    swaps = False
    meanings = {**LINK_MEANINGS, "szp": "an antecedent of the right entity, although none is needed"}  # noqa: RUF012 - declared once, read only
    parameters = {  # noqa: RUF012 - declared once, read only
        "anaphors": Parameter("all", "which mentions are judged", tuple(KINDS)),
        "antecedent": Parameter("any", "any mention of the entity, or its first one", ("any", "root")),
    }

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each anaphor."""
        typed = pairing.derive(TypedPairing)
        kind = str(self.values["anaphors"])
        entity = pairing.key.mentions.entity
        target, right_target = typed.response.predecessor, typed.key.predecessor
        if self.values["antecedent"] == "root":
            roots = typed.response.order[typed.response.begin][pairing.response.mentions.entity]
            target = np.where(target >= 0, roots, -1)
            own_roots = typed.key.order[typed.key.begin][entity]
            right_target = np.where(right_target >= 0, own_roots, -1)
        partner = pairing.response_partner
        reached = look_up(target, partner)
        home = look_up(partner, entity)
        leads_home = (partner >= 0) & (reached >= 0) & (look_up(reached, entity) == home)
        if self.values["antecedent"] == "root":
            leads_home &= reached == look_up(home, typed.key.order[typed.key.begin])

        is_anaphor = (typed.key.predecessor >= 0) & of_kind(kind, typed, "key")
        resolved = look_up(pairing.key_partner, target) >= 0
        right = np.append(leads_home, False)[pairing.key_partner]
        key = np.where(is_anaphor, np.where(resolved, np.where(right, 0, 1), 2), NOT_JUDGED)
        spurious = (target >= 0) & of_kind(kind, typed, "response") & ~np.append(is_anaphor, False)[partner]
        response = np.where(spurious, np.where(leads_home, 4, 3), NOT_JUDGED)
        return Outcomes(tuple(self.meanings), key, response, Targets.both(pairing, right_target, target))

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return recall, precision and F1."""
        tp, wl, fn, fp, szp = (totals[name] for name in ("tp", "wl", "fn", "fp", "szp"))
        recall = ratio(tp, tp + wl + fn)
        precision = ratio(tp + szp, tp + wl + fp + szp)
        return {"recall": recall, "precision": precision, "f1": f_score(recall, precision)}
