"""PARENT: are referring mentions attached to the right defining mentions? (Kaczmarek and Marcińczuk 2015)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Self

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.predicates import Predicate
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.base import Parameter, recall_precision, register
from corefeval.metrics.outcomes import NOT_JUDGED, OutcomeMetric, Outcomes, Targets
from corefeval.metrics.shares import Shares
from corefeval.metrics.typed import TypedPairing, chosen, idle_problem, idle_terms
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings

DEFINING = "name"
REFERRING: Mapping[str, str] = {
    "default": "nominal+event+pronoun+zero",
    "pronouns": "pronoun+zero",
    "nonzero": "nominal+event+pronoun",
}
"""The types of referring mentions, by the value of the parameter split. Names define; other types are ignored."""


@dataclass(frozen=True, slots=True, eq=False)
class Attachments:
    """The attachments of referring mentions to named entities.

    Attributes:
        wanted: whether each key mention should be attached: it refers, and its entity gives pairs.
        unnamed: whether each key mention refers to an entity without a defining mention.
        right: whether each response mention is attached to the right entity, possibly to others too.
        pairs: the number of attachments of each response entity: its referring mentions times its targets.
        referring: whether each response mention refers.
        targets: for each response entity, the number of entities that its defining mentions belong to.
    """

    wanted: Booleans
    unnamed: Booleans
    right: Booleans
    pairs: Integers
    referring: Booleans
    targets: Integers


@register
class Parent(OutcomeMetric):
    """PARENT counts pairs of a referring mention and an entity that has a defining mention.

    The key has one pair for each referring mention, with its entity. The response has one pair for each referring
    mention and each entity that a defining mention of its chain belongs to. Twinless mentions (section 5.4 of the
    paper): singletons on one side only are skipped. A defining mention missing from the key is a separate entity. Other
    mentions stay and cost precision or recall.

    A key entity without a defining mention gives no pairs (`gold_needs_defining=yes`: sections 4.2, 4.3 and 4.5 of the
    paper and the authors' program). Read literally, the equation counts its referring mentions, which no response can
    find (`gold_needs_defining=no`). The number of these mentions is counted too.

    Predicates set which mentions define and which refer (section 5.2: the split depends on the corpus and the use).
    """

    name = "parent"
    label = "PARENT"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = "Are nouns and pronouns attached to the right named entity?"
    counts_of = "pairs of a mention that refers and a defined entity"
    paper = "Kaczmarek and Marcińczuk (2015), RANLP"
    formula = (
        r"R = \frac{|G \cap S|}{|G|},\quad P = \frac{|G \cap S|}{|S|},\quad"
        r" G = \{(m, [m])\},\ S = \{(m, [d]) : m, d \in r\},\ m \text{ referring},\ d \text{ defining}"
    )
    biases = "It ignores links between names; entities that are never named do not count. The authors call it complementary."
    swaps = False
    needs = frozenset({"types"})
    reads_scheme = True
    leads_to = "name"
    meanings = {  # noqa: RUF012 - declared once, read only
        "tp": "attached to the right entity",
        "mixed": "attached to the right entity, and to others",
        "wl": "attached to a wrong entity",
        "fn": "attached to no named entity",
        "fp": "attached, although the key has nothing to attach it to",
        "out_of_reach": "refers to an entity that is never named",
    }
    parameters = {  # noqa: RUF012 - declared once, read only
        "split": Parameter(
            "default",
            "mentions that refer: those of the scheme (default: nouns, pronouns and zeros), pronouns and zeros, or nouns and pronouns",
            tuple(REFERRING),
        ),
        "defining": Parameter(
            "",
            "mentions that define: types or other predicates, such as name+nominal or ne:PER; default: names",
        ),
        "referring": Parameter(
            "",
            "mentions that refer, such as pronoun+zero or upos:PRON; default: those of split; a defining mention never refers",
        ),
        "gold_needs_defining": Parameter(
            "yes",
            "whether key entities without a defining mention are skipped",
            ("yes", "no"),
            {"no": "identity_is_one"},
        ),
    }

    def __init__(self, **values: str | float) -> None:
        super().__init__(**values)
        self.defining = self._predicate("defining", DEFINING)
        """The predicate of defining mentions."""
        self.referring = self._predicate("referring", REFERRING[str(self.values["split"])])
        """The predicate of referring mentions; a mention that defines never refers."""
        self._check()

    def under(self, settings: Settings) -> Self:
        """Return the metric with the defining and referring mentions of the run's scheme, unless parameters set them."""
        if not settings.scheme:
            return super().under(settings)
        made, scheme = copy(super().under(settings)), scheme_named(settings.scheme)
        made.take(scheme)
        return made

    @property
    def identity(self) -> Hashable:
        """A value that identifies the counts, including the predicates of defining and referring mentions."""
        return super().identity, self.defining.text, self.referring.text

    def take(self, scheme: Scheme) -> None:
        """Use the defining and referring mentions of a scheme, unless parameters set them."""
        if not self.values["defining"]:
            self.defining = Predicate.parse("+".join(scheme.defining), of="parent")
        if not self.values["referring"] and self.values["split"] == "default":
            self.referring = Predicate.parse("+".join(scheme.referring), of="parent")
        self._check()

    def _check(self) -> None:
        both = sorted(self.defining.only_types & self.referring.only_types)
        if both:
            raise UsageError(Problem("CE051", "cannot-both-define-refer", text=self.full_name, both=both))

    def _predicate(self, parameter: str, default: str) -> Predicate:
        """Return the predicate given by a parameter, or the default if it is empty."""
        return Predicate.parse(str(self.values[parameter]) or default, of=f"{parameter} of {self.name}")

    def sides(self, pairing: Pairing) -> tuple[tuple[Booleans, Booleans], tuple[Booleans, Booleans]]:
        """Return which mentions define and which refer, first in the key, then in the response."""
        defining, referring = chosen(pairing, self.defining), chosen(pairing, self.referring)
        return (defining[0], referring[0] & ~defining[0]), (defining[1], referring[1] & ~defining[1])

    def notes(self, pairing: Pairing) -> list[Problem]:
        """Warn about terms of the predicates that match no mention."""
        found = []
        for name, predicate in (("defining", self.defining), ("referring", self.referring)):
            idle = [term for term in idle_terms(pairing, predicate) if self.values[name]]
            found += [idle_problem(pairing, idle, f"{name} of {self.label}")] if idle else []
        return found

    def attach(self, pairing: Pairing) -> Attachments:
        """Return which mentions should be attached to a named entity, and which are.

        A response entity has as many pairs as referring mentions times targets: entities that its defining mentions
        belong to.
        """
        typed = pairing.derive(TypedPairing)
        key, response = pairing.key, pairing.response
        (key_defining, key_referring), (defining, referring) = self.sides(pairing)
        is_named = typed.key.has(key_defining)
        wanted = key_referring & self._in_reach(pairing, is_named)

        partner = pairing.response_partner
        home = look_up(partner, key.mentions.entity)
        entity = response.mentions.entity
        width = len(key.entities) + 1
        attachment = entity * width + home
        reached = np.unique(attachment[defining & (partner >= 0)])
        entities = len(response.entities)
        targets = np.bincount(reached // width, minlength=entities)
        targets += np.bincount(entity[defining & (partner < 0)], minlength=entities)
        pairs = targets * np.bincount(entity[referring], minlength=entities)

        judged = referring & (partner >= 0) & np.append(wanted, False)[partner]
        right = judged & (np.append(reached, -1)[np.searchsorted(reached, attachment)] == attachment)
        unnamed = key_referring & ~is_named[key.mentions.entity]
        return Attachments(wanted, unnamed, right, pairs, referring, targets)

    def count(self, pairing: Pairing) -> Counts:
        """Count right pairs, pairs of the key, pairs of the response, and key mentions that refer to unnamed entities."""
        found = self.attach(pairing)
        key, response = pairing.key.mentions.entity, pairing.response.mentions.entity
        right = pairing.by_response_document(response[found.right], np.ones(int(found.right.sum())))
        counts = recall_precision(
            (right, pairing.by_key_document(key[found.wanted], np.ones(int(found.wanted.sum())))),
            (right, pairing.by_response_document(None, found.pairs)),
        )
        out_of_reach = pairing.by_key_document(key[found.unnamed], np.ones(int(found.unnamed.sum())))
        return Counts({**counts.columns, "out_of_reach": out_of_reach})

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each referring mention; a pair belongs to its referring mention."""
        found = self.attach(pairing)
        names = tuple(self.meanings)
        partner = pairing.response_partner
        attached = found.targets[pairing.response.mentions.entity] * found.referring
        is_right = np.zeros(len(pairing.key.mentions), bool)
        is_right[partner[found.right]] = True
        number = look_up(pairing.key_partner, attached, 0)
        key = np.select(
            [is_right & (number > 1), is_right, number > 0],
            [names.index("mixed"), names.index("tp"), names.index("wl")],
            names.index("fn"),
        )
        key = np.where(found.wanted, key, np.where(found.unnamed, names.index("out_of_reach"), NOT_JUDGED))
        invented = (attached > 0) & ~np.append(found.wanted, False)[partner]
        return Outcomes(
            names,
            key,
            np.where(invented, names.index("fp"), NOT_JUDGED),
            self._names(pairing),
            adds=Shares(
                {"recall_denominator": found.wanted, "out_of_reach": found.unnamed},
                {
                    "recall_numerator": found.right,
                    "precision_numerator": found.right,
                    "precision_denominator": attached,
                },
            ),
            righted=Shares(
                {**dict.fromkeys(RECALL_PRECISION, found.wanted), "out_of_reach": found.unnamed}, {}
            ),
        )

    def _names(self, pairing: Pairing) -> tuple[Targets, Targets]:
        """Return the first defining mention of each mention's entity, in the key (right) and in the response (chosen)."""
        typed = pairing.derive(TypedPairing)
        (key_defining, _), (defining, _) = self.sides(pairing)
        ours, theirs = typed.key.first(key_defining), typed.response.first(defining)
        right, chosen = ours[pairing.key.mentions.entity], theirs[pairing.response.mentions.entity]
        return Targets.both(pairing, right, chosen)

    def _in_reach(self, pairing: Pairing, is_named: Booleans) -> Booleans:
        """Return which key mentions belong to an entity that gives pairs."""
        entity = pairing.key.mentions.entity
        if self.values["gold_needs_defining"] == "yes":
            return is_named[entity]
        return (pairing.key.entity_sizes[entity] > 1) | (pairing.key_partner >= 0)
