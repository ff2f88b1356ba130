"""The ACE value of entity detection: the value of the response's entities relative to the key's (NIST 2004-2008)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefeval.arrays import Floats, Integers, integers, look_up
from corefeval.counts import Counts
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.base import Metric, Parameter, Scores, ratio, register
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Pairing

NAMES, NOMINALS = (MentionType.NAME,), (MentionType.NOMINAL, MentionType.EVENT)
ENTITY_ATTRIBUTES = {"etype": "type_error", "subtype": "subtype_error", "class": "class_error"}
"""The attributes of entities, and for each the parameter that discounts a wrong value."""
SPECIFIC = ("", "SPC")
NOTHING = 0
"""The number of an attribute without a value."""


@register
class Ace(Metric):
    """The total value of the response's entities divided by the total value of the key's.

    The value of a mention is the weight of its type. The value of an entity is the weight of its class times the sum
    over its mentions. A response entity mapped to a key entity earns the value of its right mentions, discounted for
    wrong attributes, and pays for its other mentions. An unmapped entity pays for all its mentions. The mapping is one
    to one, between entities that share a mention, and optimal. Attributes (etype, subtype, class) are compared if both
    sides have them. Weights differed from year to year, so all are parameters.
    """

    name = "ace"
    label = "ACE value"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = "How much are the entities found worth, relative to those of the key?"
    paper = "Doddington, Mitchell, Przybocki, Ramshaw, Strassel and Weischedel (2004), LREC"
    formula = r"\frac{\max_g \sum_r V(r, g(r))}{\sum_k V(k, k)}"
    biases = "It is hard to interpret: it can be negative, names have the largest effect, and unspecific entities have no value."
    swaps = False
    bounded = False
    needs = frozenset({"types"})
    ignoring_types: ClassVar[Mapping[str, str | float]] = {"type_error": 1.0}
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "name": Parameter(1.0, "worth of a name"),
        "nominal": Parameter(0.5, "worth of a nominal"),
        "pronoun": Parameter(0.1, "worth of a pronoun"),
        "unspecific": Parameter(0.0, "value of an entity whose class is not SPC"),
        "type_error": Parameter(0.5, "factor for a wrong entity type"),
        "subtype_error": Parameter(0.9, "factor for a wrong subtype"),
        "class_error": Parameter(0.75, "factor for a wrong class"),
        "mention_error": Parameter(0.9, "factor for a wrong mention type"),
        "entity_false_alarm": Parameter(0.75, "cost of an unmapped entity, as a share of its value"),
        "mention_false_alarm": Parameter(0.75, "cost of a wrong mention, as a share of its value"),
        "coreference_false_alarm": Parameter(
            0.0, "factor for that cost if it is a mention of another key entity"
        ),
    }

    def count(self, pairing: Pairing) -> Counts:
        """Count the value of the response under the best mapping, and the value of the key."""
        # Key {Ann, her} {dog}, response {Ann, dog} {her, saw}; response mentions in this order, names are worth 1:
        #
        #     partner    0  2  1  -1           the key mention of each
        #     pays       0  0  0  .375         the cost of each in a wrong entity
        #     all_pay    0  .375               the same by response entity
        #     unmapped   0  -.281              the value of a response entity without a key entity
        #     earns      1  .5  .1             the value of each matched mention (rows)
        #     ours       0  0  1               the pairs of entities that share a mention, as numbers of the key …
        #     theirs     0  1  0               … and of the response
        #     net        1  -.275  .5          the value of each pair: earns minus the pays of all other mentions
        #     gain       1  .006  .5           the same minus the value of the unmapped response entity
        #     chosen     0                     the assignment with the largest gain; value is 1 - .281
        typed = pairing.derive(TypedPairing)
        key, response = pairing.key, pairing.response
        key_worth, response_worth = self._worth(typed.key_type), self._worth(typed.own_response_type)
        attributes = _attributes(pairing, typed)
        key_factor, response_factor = map(self._factor, attributes)

        partner = pairing.response_partner
        pays = response_worth * float(self.values["mention_false_alarm"])
        pays = np.where(partner >= 0, pays * float(self.values["coreference_false_alarm"]), pays)
        all_pay = np.bincount(response.mentions.entity, pays, minlength=len(response.entities))
        unmapped = -response_factor * float(self.values["entity_false_alarm"]) * all_pay

        rows = np.flatnonzero(partner >= 0)
        earns = np.minimum(response_worth[rows], key_worth[partner[rows]])
        wrong = typed.own_response_type[rows] != typed.key_type[partner[rows]]
        earns = np.where(wrong, earns * float(self.values["mention_error"]), earns)
        width = max(len(response.entities), 1)
        cell = key.mentions.entity[partner[rows]] * width + response.mentions.entity[rows]
        cells, inverse = np.unique(cell, return_inverse=True)
        ours, theirs = cells // width, cells % width
        net = np.bincount(inverse, earns + pays[rows], minlength=len(cells)) - all_pay[theirs]
        mapped = np.minimum(key_factor[ours], response_factor[theirs]) * net
        for name, error in ENTITY_ATTRIBUTES.items():
            one, other = attributes[0][name][ours], attributes[1][name][theirs]
            differs = (one != other) & (one != NOTHING) & (other != NOTHING)
            mapped = np.where(differs, mapped * float(self.values[error]), mapped)
        gain = mapped - unmapped[theirs]
        chosen = assign(ours, theirs, gain)
        value = pairing.by_response_document(None, unmapped)
        value += pairing.by_key_document(ours[chosen], gain[chosen])
        whole = key_factor * np.bincount(key.mentions.entity, key_worth, minlength=len(key.entities))
        return Counts({"value": value, "key_value": pairing.by_key_document(None, whole)})

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the value: 1 is perfect, 0 equals an empty response, below 0 is worse than that."""
        return {"value": ratio(totals["value"], totals["key_value"])}

    def _worth(self, types: Integers) -> Floats:
        table = np.full(len(MentionType), float(self.values["pronoun"]))
        table[list(NAMES)] = float(self.values["name"])
        table[list(NOMINALS)] = float(self.values["nominal"])
        return table[types]

    def _factor(self, attributes: Mapping[str, Integers]) -> Floats:
        return np.where(attributes["is_specific"] > 0, 1.0, float(self.values["unspecific"]))


def _attributes(pairing: Pairing, typed: TypedPairing) -> list[dict[str, Integers]]:
    """Return the attributes of the entities of key and response as comparable numbers, NOTHING for an attribute without a value.

    The value of an entity is that of its first mention with one. `is_specific` is 1 for entities of value.
    """
    numbers = {"": NOTHING}
    found = []
    for corpus, chains in ((pairing.key, typed.key), (pairing.response, typed.response)):
        side = dict.fromkeys(ENTITY_ATTRIBUTES, np.full(len(chains.begin), NOTHING))
        for name in ENTITY_ATTRIBUTES:
            column = corpus.mentions.attributes.column(name)
            if column is not None:
                own, texts = column.codes()
                number = integers(numbers.setdefault(text, len(numbers)) for text in texts)[own]
                side[name] = look_up(chains.first(number != NOTHING), number, NOTHING)
        specific = [numbers.get(text, NOTHING) for text in SPECIFIC]
        side["is_specific"] = np.isin(side["class"], specific).astype(np.int64)
        found.append(side)
    return found
