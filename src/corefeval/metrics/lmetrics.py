"""LMetrics: MUC, B³ and CEAF with links weighted by the types of their mentions (Chen and Ng 2013)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, inverse, look_up
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.predicates import Predicate
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics.base import METRICS, Metric, Parameter, recall_precision, register
from corefeval.metrics.conll import Average
from corefeval.metrics.outcomes import NOT_JUDGED, OutcomeMetric, Outcomes, Targets
from corefeval.metrics.shares import Shares, tally
from corefeval.metrics.typed import TypedPairing, chosen
from corefeval.names import resolve
from corefeval.pairing.assignment import assign
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem, UsageError
from corefeval.settings import Settings
from corefeval.text import plain_number

NAME, NOMINAL, PRONOUN = range(3)
KINDS = ("name", "nominal", "pronoun")
"""The classes of mentions in the paper, the most informative first; the parameters have these names."""
ROUNDING = 1e-12
_CLASS = np.full(len(MentionType), PRONOUN)
_CLASS[[MentionType.NAME]] = NAME
_CLASS[[MentionType.NOMINAL, MentionType.EVENT]] = NOMINAL

OF_LINKS: Mapping[str, str] = {
    "link": "two mentions. Its weight is the parameter name if one of them is a name, else nominal if one is a nominal, else "
    "pronoun",
    "types": "the type of a mention in the key, if the key has it. Events count as nominals; zeros, adverbs, ellipses and "
    "mentions of unknown type count as pronouns",
}
"""A description of the weights of links."""
OF_ENTITIES: Mapping[str, str] = {
    "w_c": "weight of the mentions that a key entity and a response entity share: the sum of the links in a maximum spanning "
    "tree over them. The weight of a single shared mention is the parameter singleton if it is a singleton on both sides, else 0",
    "w_k": "weight of a key entity: the sum of the links in a maximum spanning tree over its mentions. The weight of a "
    "singleton is the parameter singleton",
    "w_s": "weight of a response entity: the sum of the w_c of its parts and of the links in a maximum spanning tree that joins "
    "the parts. The weight of a singleton is the parameter singleton. A part is the mentions shared with one key entity, or one mention that "
    "the key lacks",
}
"""A description of the weights of overlaps and entities."""

WEIGHTS: Mapping[str, tuple[float, float, float, float]] = {
    "W1": (1.0, 1.0, 1.0, 1e-20),
    "W2": (1.0, 1.0, 1.0, 0.5),
    "W3": (1.0, 1.0, 1.0, 1.0),
    "W4": (1.0, 0.75, 0.5, 1.0),
    "W5": (1.0, 0.5, 0.25, 1.0),
}
"""The weights of the paper's section 4: a link with a name, a link with a nominal, a link between pronouns, a singleton."""
DEFAULT_WEIGHTS = "W4"


def spanning_tree(counts: Integers, weights: Floats) -> Floats:
    """Return the weight of a maximum spanning tree of the links of each chain.

    A link has the class of its more informative mention, and the weight of that class. Kruskal's algorithm takes links
    by weight, and the links of one class join all mentions that they touch at once. So it is enough to count components
    before and after each class, in any order of the weights. Links of a class touch all mentions except the more
    informative ones. These remain single; the others form one component.

    Args:
        counts: the mentions of each class in each chain, one row per chain, the most informative class first.
        weights: the weights of the classes of links.
    """
    return _kruskal(counts.sum(axis=1), counts > 0, np.cumsum(counts, axis=1) - counts + 1, weights)


def joining_tree(parts: Integers, counts: Integers, weights: Floats) -> Floats:
    """Return the weight of a maximum spanning tree over the parts of each response chain (E_t of the paper).

    Two parts are joined by the heaviest link between them.

    Args:
        parts: for each chain and class, the number of its parts with a mention of that class or a less informative one.
            For the first class this is the number of all parts.
        counts: the mentions of each class in each chain.
        weights: the weights of the classes of links.
    """
    return _kruskal(parts[:, 0], counts > 0, parts[:, :1] - parts + 1, weights)


def _kruskal(components: Integers, present: Booleans, remaining: Integers, weights: Floats) -> Floats:
    """Return the summed weights of the links that join components; classes of links are taken in descending weight.

    Args:
        components: the number of components without links.
        present: for each class of links, whether there are any.
        remaining: for each class of links, the number of components that they leave. A class joins everything that later
            classes join.
        weights: the weights of the classes.
    """
    total = np.zeros(len(components))
    left = components
    for link in np.argsort(-weights, kind="stable").tolist():
        joined = np.where(present[:, link], np.minimum(remaining[:, link], left), left)
        total += (left - joined) * weights[link]
        left = joined
    return total


@dataclass(frozen=True)
class WeighedClasses:
    """The classes of mentions that determine the weights of links, the most informative first.

    Attributes:
        rules: the predicates. The first one that a mention satisfies decides its class; otherwise the class is one of
            KINDS.
        order: for each class (the rules, then KINDS), its position by informativeness.
    """

    rules: tuple[Predicate, ...] = ()
    order: tuple[int, ...] = (NAME, NOMINAL, PRONOUN)

    def __call__(self, pairing: Pairing) -> Weighing:
        """Return the classes of the mentions of a pairing; use `pairing.derive(classes)`."""
        typed = pairing.derive(TypedPairing)
        key, response = (_CLASS[types] + len(self.rules) for types in (typed.key_type, typed.response_type))
        for number, rule in reversed(list(enumerate(self.rules))):
            ours, theirs = chosen(pairing, rule)
            key, response = np.where(ours, number, key), np.where(theirs, number, response)
        place, partner = np.array(self.order), pairing.response_partner
        response = np.where(partner >= 0, look_up(partner, key), response)
        return Weighing(pairing, place[key], place[response], len(self.order))


class Weighing:
    """Data that do not depend on the weights: the classes of mentions in each entity and each overlap.

    A response mention that is not in the key is a part of its own, as if it were a singleton of the key. The paper
    assumes that mentions are given, so it does not define this case. A mention is shared if each side's look-up finds
    the other mention; without duplicate mentions this is every matched mention.

    Args:
        pairing: key and response.
        key: the class of each key mention; 0 is the most informative.
        response: the class of each response mention; a matched mention has the class of its key mention.
        size: the number of classes.
    """

    def __init__(self, pairing: Pairing, key: Integers, response: Integers, size: int) -> None:
        self.pairing = pairing
        self.classes = key, response
        self.size = size
        partner = pairing.key_partner
        rows = np.flatnonzero(partner >= 0)
        self.shared: Integers = rows[pairing.response_partner[partner[rows]] == rows]
        """The shared mentions, as rows of the key."""
        self.counterpart: Integers = partner[self.shared]
        """The response mention of each shared mention."""
        width = max(len(pairing.response.entities), 1)
        cell = (
            pairing.key.mentions.entity[self.shared] * width
            + pairing.response.mentions.entity[self.counterpart]
        )
        cells, self.cell = np.unique(cell, return_inverse=True)
        self.key: Integers = cells // width
        self.response: Integers = cells % width
        self.counts = tally((len(cells), size), self.cell, key[self.shared])
        self.count: Integers = self.counts.sum(axis=1)
        self.key_counts, self.response_counts = (
            tally((len(side.entities), size), side.mentions.entity, classes)
            for side, classes in ((pairing.key, key), (pairing.response, response))
        )
        """The mentions of each class in each key entity and in each response entity."""
        self._alone = np.setdiff1d(np.arange(len(response)), self.counterpart)

    @cached_property
    def parts(self) -> Integers:
        """For each response entity and class, the number of parts with a mention of that class or a less informative one."""
        response, alone = self.pairing.response, self._alone
        entities = len(response.entities)
        own = tally((entities, self.size), response.mentions.entity[alone], self.classes[1][alone])
        less_telling = np.cumsum(own[:, ::-1], axis=1)[:, ::-1]
        touched = np.cumsum(self.counts[:, ::-1], axis=1)[:, ::-1] > 0
        return less_telling + np.column_stack(
            [np.bincount(self.response[of_class], minlength=entities) for of_class in touched.T]
        )

    def response_parts(self, found: Forest) -> tuple[Integers, Integers, Integers]:
        """Return the part of each response mention, the representative mention of each part, and its response entity.

        Args:
            found: the trees of the overlaps; their roots are the representatives.
        """
        alone = self._alone
        part = np.empty(len(self.classes[1]), np.int64)
        part[self.counterpart] = self.cell
        part[alone] = len(self.counts) + np.arange(len(alone))
        stands = np.concatenate([np.empty(len(self.counts), np.int64), alone])
        roots = np.flatnonzero(found.parent < 0)
        stands[self.cell[roots]] = self.counterpart[roots]
        return part, stands, self.pairing.response.mentions.entity[stands]


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Maximum spanning trees, stored as the parent of each node.

    Attributes:
        parent: the node that each node is joined to; -1 for roots.
        weight: the weight of that link; 0 for roots.
    """

    parent: Integers
    weight: Floats


def forest(has: Booleans, group: Integers, rank: Integers, weights: Floats) -> Forest:
    """Return, link by link, the trees whose weights `spanning_tree` and `joining_tree` compute.

    A class of links joins nodes to the first node that has a mention of this class. It joins all nodes with a mention
    of this class or a less informative one. A link belongs to the joined node.

    Args:
        has: for each node, whether it has mentions of each class, the most informative first.
        group: the chain of each node; -1 for none.
        rank: the position of each node in the text.
        weights: the weights of the classes of links.
    """
    nodes = np.arange(len(group))
    parent, weight = np.full(len(group), -1, np.int64), np.zeros(len(group))
    is_root = group >= 0
    root_of = nodes.copy()
    order = np.argsort(-rank, kind="stable")
    order = order[group[order] >= 0]
    for link in np.argsort(-weights, kind="stable").tolist():
        centre = np.full(int(group.max(initial=-1)) + 1, -1, np.int64)
        having = order[has[order, link]]
        centre[group[having]] = root_of[having]
        hub = look_up(group, centre)
        joined = is_root & has[:, link:].any(axis=1) & (hub >= 0) & (hub != nodes)
        parent[joined], weight[joined] = hub[joined], weights[link]
        is_root &= ~joined
        root_of = np.where(joined[root_of], parent[root_of], root_of)
    return Forest(parent, weight)


@dataclass(frozen=True, slots=True, eq=False)
class SpanningTrees:
    """The link of each mention: its weight and its target.

    Attributes:
        key: the trees of the key's entities.
        response: the trees of the response's entities.
        found: for each shared mention (in the order of `Weighing.shared`), the weight of its link within its overlap.
        joined: for each response mention, the weight of the link that joins its part to other parts.
    """

    key: Forest
    response: Forest
    found: Floats
    joined: Floats


class LinguisticMetric(Metric):
    """A metric of the family, with weights of links and of singletons.

    w_c of an overlap is the weight of its spanning tree. If the overlap has one mention, w_c is w_singleton if that
    mention is a singleton on both sides, otherwise 0. w_k of a key entity is the weight of its spanning tree;
    w_singleton for a singleton. w_s of a response entity is the sum of the w_c of its parts and the tree that joins
    them; w_singleton for a singleton. This is equation 11, which Table 1 needs; the paper rejects equation 10.

    0/0 is possible only with weights of 0. It is 1 for an entity that both sides have exactly, and 0 otherwise. This is
    the limit of the paper's definition, whose weight for singletons is 1e-20.
    """

    family = "Coreference by mention types: names, nouns, pronouns"
    paper = "Chen and Ng (2013), IJCNLP"
    swaps = False
    symbols: ClassVar[Mapping[str, str]] = OF_LINKS
    needs = frozenset({"types"})
    twinless = frozenset({"cai-strube", "add-to-key"})
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "weights": Parameter(DEFAULT_WEIGHTS, "a set of weights from the paper", tuple(WEIGHTS)),
        "name": Parameter(1.0, "weight of a link with a name"),
        "nominal": Parameter(0.75, "weight of a link with a nominal but no name"),
        "pronoun": Parameter(0.5, "weight of a link between pronouns"),
        "singleton": Parameter(1.0, "weight of a singleton"),
    }

    def __init__(self, **values: str | float) -> None:
        given = values.get("weights", DEFAULT_WEIGHTS)
        chosen = resolve("value", given, WEIGHTS, of=f"weights of {self.name}")
        self._base = dict(zip((*KINDS, "singleton"), WEIGHTS[chosen], strict=True))
        super().__init__(**{**self._base, **values})
        for name in self._base:
            if float(self.values[name]) < 0:
                raise UsageError(Problem("CE050", "weight-negative", name=name, name2=self.name))
        self.rules: tuple[tuple[Predicate, float], ...] = ()
        """The weights of a scheme: predicates of mentions, each with the weight of links to such mentions."""
        self.singleton = float(self.values["singleton"])
        """The weight of a singleton."""

    def under(self, settings: Settings) -> Self:
        """Return the metric with the weights of the run's scheme, unless its name sets weights."""
        found = super().under(settings)
        scheme = scheme_named(settings.scheme) if settings.scheme else None
        if scheme is None or not scheme.named_weights or self.full_name != self.name:
            return found
        made = copy(found)
        made.take(scheme)
        return made

    def take(self, scheme: Scheme) -> None:
        """Use the weights of a scheme."""
        self.rules, self.reads_scheme = scheme.weights, True
        if scheme.singleton_weight is not None:
            self.singleton = scheme.singleton_weight

    @property
    def identity(self) -> Hashable:
        """A value that identifies the counts, including the weights of a scheme."""
        return super().identity, tuple((rule.text, weight) for rule, weight in self.rules), self.singleton

    @property
    def _links(self) -> tuple[WeighedClasses, Floats]:
        """The classes of mentions and the weights of their links, the most informative class first.

        The order is name, nominal, pronoun, regardless of their weights. With the weights of a scheme, a link has the
        weight of its heavier mention.
        """
        weights = np.array(
            [weight for _, weight in self.rules] + [self.values[kind] for kind in KINDS], np.float64
        )
        if not self.rules:
            return WeighedClasses(), weights
        by_weight = np.argsort(-weights, kind="stable")
        return WeighedClasses(
            tuple(rule for rule, _ in self.rules), tuple(inverse(by_weight).tolist())
        ), weights[by_weight]

    @property
    def full_name(self) -> str:
        """The name with the set of weights, and with each weight that differs from the set; it parses back to this metric."""
        chosen = [] if self.values["weights"] == DEFAULT_WEIGHTS else [f"weights={self.values['weights']}"]
        chosen += [
            f"{name}={plain_number(float(self.values[name]))}"
            for name, value in self._base.items()
            if self.values[name] != value
        ]
        return f"{self.name}({','.join(chosen)})" if chosen else self.name

    def weigh(self, pairing: Pairing) -> tuple[Weighing, Floats, Floats, Floats]:
        """Return the overlaps, their w_c, the w_k of key entities and the w_s of response entities."""
        classes, links = self._links
        weighing, singleton = pairing.derive(classes), self.singleton
        key_size, response_size = pairing.key.entity_sizes, pairing.response.entity_sizes
        alone = (key_size[weighing.key] == 1) & (response_size[weighing.response] == 1)
        common = np.where(alone, singleton, spanning_tree(weighing.counts, links))
        of_key = np.where(key_size == 1, singleton, spanning_tree(weighing.key_counts, links))
        joined = joining_tree(weighing.parts, weighing.response_counts, links)
        joined += np.bincount(weighing.response, common, minlength=len(joined))
        of_response = np.where(response_size == 1, singleton, joined)
        return weighing, common, of_key, of_response

    def hang(self, pairing: Pairing) -> SpanningTrees:
        """Return the link of each mention with its weight; the sums of these weights are the results of `weigh`."""
        classes, links = self._links
        weighing = pairing.derive(classes)
        kinds = tuple(np.eye(weighing.size, dtype=bool)[side] for side in weighing.classes)
        ranks = tuple(inverse(pairing.text_order(side)) for side in (pairing.key, pairing.response))
        key = forest(kinds[0], pairing.key.mentions.entity, ranks[0], links)
        response = forest(kinds[1], pairing.response.mentions.entity, ranks[1], links)
        found = forest(kinds[0][weighing.shared], weighing.cell, ranks[0][weighing.shared], links)

        part, stands, entity = weighing.response_parts(found)
        has = np.zeros((len(entity), weighing.size), bool)
        np.logical_or.at(has, part, kinds[1])
        rank = np.full(len(entity), len(ranks[1]), np.int64)
        np.minimum.at(rank, part, ranks[1])
        joined = np.zeros(len(part))
        joined[stands] = forest(has, entity, rank, links).weight
        return SpanningTrees(key, response, found.weight, joined)


class WeighedMetric(LinguisticMetric, OutcomeMetric):
    """A metric of the family that is no average: a mention adds the weight of its link and the found part of that weight."""

    symbols: ClassVar[Mapping[str, str]] = {**OF_ENTITIES, **OF_LINKS}
    leads_to = "mention it hangs on"
    counts_of = "weights of mentions"
    meanings: ClassVar[Mapping[str, str]] = {
        "tp": "its whole weight is found",
        "part": "some of its weight is found",
        "wl": "none of its weight is found, although it is in the response",
        "fn": "not in the response",
        "fp": "not in the key",
    }

    def added(self, pairing: Pairing) -> Shares:
        """Return the share of each mention."""
        raise NotImplementedError

    def shares(self, pairing: Pairing) -> Shares | None:
        """Return the share of each mention."""
        return self.added(pairing)

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each mention by the found part of its weight, for recall and precision together."""
        adds, hung = self.added(pairing), self.hang(pairing)
        names = tuple(self.meanings)
        recall, precision = (
            tuple(np.asarray(side[f"{part}_{half}"], float) for half in ("numerator", "denominator"))
            for part, side in (("recall", adds.key), ("precision", adds.response))
        )
        partner = pairing.response_partner
        found, whole = (
            own + np.bincount(partner[partner >= 0], other[partner >= 0], minlength=len(own))
            for own, other in zip(recall, precision, strict=True)
        )
        key = np.select(
            [pairing.key_partner < 0, found >= whole - ROUNDING, found > 0],
            [names.index("fn"), names.index("tp"), names.index("part")],
            names.index("wl"),
        )
        is_invented = (partner < 0) & (precision[1] > 0)
        right = dict.fromkeys(RECALL_PRECISION, recall[1])
        return Outcomes(
            names,
            np.where((found > 0) | (whole > 0), key, NOT_JUDGED),
            np.where(is_invented, names.index("fp"), NOT_JUDGED),
            Targets.both(pairing, hung.key.parent, hung.response.parent),
            adds=adds,
            righted=Shares(right, {}),
        )


class LinkWeightMetric(WeighedMetric):
    """A metric of the weights of links: the found weight relative to the weight of the key and of the response."""

    def counted(self, weighing: Weighing, common: Floats) -> Floats:
        """Return for each overlap 1 if its weight w_c (`common`) counts as found, otherwise 0."""
        raise NotImplementedError

    def count(self, pairing: Pairing) -> Counts:
        """Count the found weight, the weight of the key, and the weight of the response."""
        weighing, common, of_key, of_response = self.weigh(pairing)
        found = pairing.by_key_document(weighing.key, common * self.counted(weighing, common))
        return recall_precision(
            (found, pairing.by_key_document(None, of_key)),
            (found, pairing.by_response_document(None, of_response)),
        )

    def added(self, pairing: Pairing) -> Shares:
        """Return the weight of each mention's link and the found part of it.

        A link belongs to its less informative mention, or to the later one if both are equally informative.
        """
        weighing, weight, _, _ = self.weigh(pairing)
        hung, singleton = self.hang(pairing), self.singleton
        key, response = pairing.key, pairing.response
        alone, lone = (side.entity_sizes[side.mentions.entity] == 1 for side in (key, response))
        both_alone = alone[weighing.shared] & lone[weighing.counterpart]
        common = np.where(both_alone, singleton, hung.found)
        found = common * self.counted(weighing, weight)[weighing.cell]
        columns = [np.zeros(len(side.mentions)) for side in (key, response, response)]
        columns[0][weighing.shared] = found
        columns[1][weighing.counterpart] = found
        columns[2][weighing.counterpart] = common
        return Shares.of_sides(
            (columns[0], np.where(alone, singleton, hung.key.weight)),
            (columns[1], np.where(lone, singleton, columns[2] + hung.joined)),
        )


def _share(pairing: Pairing, weighing: Weighing, common: Floats, whole: Floats) -> Floats:
    """Return common / whole for each overlap; 0/0 is 1 if both entities are the same, else 0."""
    same = (weighing.count == pairing.key.entity_sizes[weighing.key]) & (
        weighing.count == pairing.response.entity_sizes[weighing.response]
    )
    share: Floats = same.astype(np.float64)
    np.divide(common, whole, out=share, where=whole > 0)
    return share


def _is_aligned(weighing: Weighing, similarity: Floats) -> Floats:
    """Return 1 for overlaps of aligned entities and 0 for others."""
    aligned = np.zeros(len(weighing.count))
    aligned[assign(weighing.key, weighing.response, similarity)] = 1
    return aligned


@register
class LMuc(LinkWeightMetric):
    """MUC with weighted links; unlike MUC, it counts singletons."""

    name = "lmuc"
    label = "LMUC"
    summary = "How much of the weight of the links was found, with names weighing most?"
    formula = r"R = \frac{\sum_{k,r} w_c(k \cap r)}{\sum_k w_k(k)},\quad P = \frac{\sum_{k,r} w_c(k \cap r)}{\sum_r w_s(r)}"
    biases = "As in MUC, merging two large entities costs one link. A singleton has the same weight as a link with a name."

    def counted(self, weighing: Weighing, common: Floats) -> Floats:
        """Return 1 for every overlap."""
        del weighing
        return np.ones(len(common))


@register
class LBCubed(WeighedMetric):
    """B³ with weights: a mention counts the found share of its entity's weight, so only ratios of weights matter."""

    name = "lbcub"
    label = "LB³"
    aliases = ("lb-cubed",)
    summary = "How much of its true entity's weight is each mention grouped with?"
    formula = (
        r"R = \frac{\sum_k \sum_r |k \cap r|\, w_c(k \cap r) / w_k(k)}{\sum_k |k|}"
        r",\quad P = \frac{\sum_r \sum_k |k \cap r|\, w_c(k \cap r) / w_s(r)}{\sum_r |r|}"
    )
    biases = "A mention that is alone in its part adds nothing to recall and precision."

    def count(self, pairing: Pairing) -> Counts:
        """Count each mention's found share of its entity's weight, and the mentions."""
        weighing, recall, precision = self._found(pairing)
        return recall_precision(
            (pairing.by_key_document(weighing.key, weighing.count * recall), pairing.key_mentions),
            (
                pairing.by_response_document(weighing.response, weighing.count * precision),
                pairing.response_mentions,
            ),
        )

    def added(self, pairing: Pairing) -> Shares:
        """Return each mention's found share of its entity's weight."""
        weighing, recall, precision = self._found(pairing)
        key, response = (np.zeros(len(side.mentions)) for side in (pairing.key, pairing.response))
        key[weighing.shared] = recall[weighing.cell]
        response[weighing.counterpart] = precision[weighing.cell]
        return Shares.of_sides((key, np.ones(len(key))), (response, np.ones(len(response))))

    def _found(self, pairing: Pairing) -> tuple[Weighing, Floats, Floats]:
        """Return the overlaps, and the share of each in the weight of its key entity and of its response entity."""
        weighing, common, of_key, of_response = self.weigh(pairing)
        recall = _share(pairing, weighing, common, of_key[weighing.key])
        return weighing, recall, _share(pairing, weighing, common, of_response[weighing.response])


@register
class LCeafMentions(LinkWeightMetric):
    """CEAFm in which the similarity of two entities is the weight of their shared mentions."""

    name = "lceafm"
    label = "LCEAFm"
    summary = "How much weight is in the right entity, if entities are aligned one to one?"
    formula = r"R = \frac{\max_g \sum_k w_c(k \cap g(k))}{\sum_k w_k(k)},\quad P = \frac{\max_g \sum_k w_c(k \cap g(k))}{\sum_r w_s(r)}"
    biases = "As in CEAFm, mentions outside the aligned entity add nothing."

    def counted(self, weighing: Weighing, common: Floats) -> Floats:
        """Return 1 for overlaps of aligned entities and 0 for others."""
        return _is_aligned(weighing, common)


@register
class LCeafEntities(WeighedMetric):
    """CEAFe in which the similarity is the shared weight relative to the weights of both entities."""

    name = "lceafe"
    label = "LCEAFe"
    summary = "How similar in weight are the entities, if they are aligned one to one?"
    formula = (
        r"R = \frac{\max_g \sum_k \phi(k, g(k))}{\sum_k 1},\quad P = \frac{\max_g \sum_k \phi(k, g(k))}{\sum_r 1}"
        r",\quad \phi(k, r) = \frac{2\, w_c(k \cap r)}{w_k(k) + w_s(r)}"
    )
    biases = "As in CEAFe, every entity has the same weight."

    def count(self, pairing: Pairing) -> Counts:
        """Count the total similarity of aligned entities, and the entities."""
        weighing, similarity = self._similarity(pairing)
        value = pairing.by_key_document(weighing.key, similarity * _is_aligned(weighing, similarity))
        return recall_precision(
            (value, pairing.by_key_document(None, np.ones(len(pairing.key.entities)))),
            (value, pairing.by_response_document(None, np.ones(len(pairing.response.entities)))),
        )

    def shares(self, pairing: Pairing) -> None:
        """Return None: counts of entities give no score for a class of mentions."""
        del pairing

    def added(self, pairing: Pairing) -> Shares:
        """Return each mention's share of its entity, and of the similarity to the aligned entity.

        The mentions of an aligned overlap share the similarity equally and lose nothing. The entity's other mentions
        share the rest, 1 minus the similarity, and lose it. If there are no other mentions, all mentions of the entity
        have equal shares.
        """
        weighing, similarity = self._similarity(pairing)
        found = similarity * _is_aligned(weighing, similarity)
        columns: list[tuple[Floats, Floats]] = []
        for corpus, rows, entities in (
            (pairing.key, weighing.shared, weighing.key),
            (pairing.response, weighing.counterpart, weighing.response),
        ):
            entity, sizes = corpus.mentions.entity, corpus.entity_sizes
            share = np.zeros(len(entity))
            share[rows] = (found / weighing.count)[weighing.cell]
            total, shared = (
                np.bincount(entities, values, minlength=len(sizes))
                for values in (found, (found > 0) * weighing.count)
            )
            others = (sizes - shared)[entity]
            lacking = np.divide(1 - total[entity], others, out=np.zeros(len(entity)), where=others > 0)
            columns.append(
                (share, np.where(others > 0, np.where(share > 0, share, lacking), 1 / sizes[entity]))
            )
        return Shares.of_sides(columns[0], columns[1])

    def _similarity(self, pairing: Pairing) -> tuple[Weighing, Floats]:
        """Return the overlaps, and the similarity of the two entities of each."""
        weighing, common, of_key, of_response = self.weigh(pairing)
        whole = of_key[weighing.key] + of_response[weighing.response]
        return weighing, _share(pairing, weighing, 2 * common, whole)


@register
class LConll(LinguisticMetric, Average):
    """The mean F1 of LMUC, LB³ and LCEAFe, in analogy to the CoNLL average."""

    name = "lconll"
    label = "LCoNLL"
    summary = "The linguistically aware headline: the mean F1 of LMUC, LB³ and LCEAFe."
    formula = r"\tfrac13 (F_{\mathrm{LMUC}} + F_{LB^3} + F_{\mathrm{LCEAF}_e})"
    biases = "It averages three metrics with different biases, and its weights were set by hand."
    parts = ("lmuc", "lbcub", "lceafe")

    @property
    def averaged(self) -> tuple[Metric, ...]:
        """The averaged metrics, with the same weights."""
        found = []
        for name in self.parts:
            part = copy(METRICS[name](**self.values).counting(self.singletons, self.documents))
            assert isinstance(part, LinguisticMetric)
            part.rules, part.singleton, part.reads_scheme = self.rules, self.singleton, self.reads_scheme
            found.append(part)
        return tuple(found)
