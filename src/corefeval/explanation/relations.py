"""The outcome of every relation beyond identity: bridging, split antecedents, discourse deixis and non-referring expressions.

The metrics decide which relations are right. Anaphors and anchors: metrics/bridging.py. Non-referring expressions:
metrics/nonreferring.py. Aligned sets: pairing/split_antecedents.py. Deixis is a layer of chains and uses decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

import numpy as np

from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.corpus import Corpus
from corefeval.explanation.decisions import Decision, decide
from corefeval.explanation.joint_mentions import JointMentions, one_to_one
from corefeval.metrics.bridging import BridgingLinks
from corefeval.metrics.ceaf import CeafEntities
from corefeval.metrics.nonreferring import NonReferringMentions
from corefeval.names import spelled
from corefeval.pairing import pair, paired_again
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.split_antecedents import Sets, SplitPairing
from corefeval.problems import CorefevalError, Problem, Problems, Severity
from corefeval.settings import Settings

Spans = tuple[tuple[int, int], ...]
"""The parts of a mention: first and last node within the document."""


class RelationKind(IntEnum):
    """The kinds of relations beyond identity, and non-referring expressions."""

    BRIDGING = 0
    SPLIT_ANTECEDENTS = 1
    DISCOURSE_DEIXIS = 2
    NON_REFERRING = 3

    @property
    def label(self) -> str:
        """Its name."""
        return "non-referring" if self is RelationKind.NON_REFERRING else self.name.lower().replace("_", " ")


class RelationOutcome(IntEnum):
    """The outcome of a relation."""

    meaning: str

    RIGHT = 0, "found, with the right target"
    RIGHT_ENTITY = 1, "found, linked to another mention of the right entity"
    IN_PART = 2, "found, with some of the right targets"
    WRONG = 3, "found, but with a wrong target"
    MISSED = 4, "the response does not have it"
    INVENTED = 5, "the key does not have it"

    def __new__(cls, number: int, meaning: str = "") -> Self:
        """Create a member with its meaning in words."""
        member = int.__new__(cls, number)
        member._value_, member.meaning = number, meaning
        return member

    @property
    def label(self) -> str:
        """Its name."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation and its outcome.

    Attributes:
        kind: its kind.
        outcome: its outcome.
        document: the number of its document.
        key: its place in the key, () if not in the key.
        response: its place in the response, () if not in the response.
        right: its target in the key: the anchor, the elements, the segment; empty for a non-referring
            expression.
        chosen: its target in the response.
        name: the file's name of the relation (`Rel`), or the kind of non-referring expression (`SemType`); the
            key's name if it has one.
    """

    kind: RelationKind
    outcome: RelationOutcome
    document: int
    key: Spans
    response: Spans
    right: tuple[Spans, ...] = ()
    chosen: tuple[Spans, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class RelationTable:
    """The relations of a pairing.

    Attributes:
        found: the relations, by document and in the order of the text.
        unanswered: how many of each kind the key has if the response has none at all: it was not asked for
            them.
        problems: the reasons why a layer could not be used.
    """

    found: tuple[Relation, ...]
    unanswered: dict[RelationKind, int]
    problems: tuple[Problem, ...] = ()

    def by_name(self) -> list[tuple[RelationKind, str, dict[RelationOutcome, int]]]:
        """Return how often each outcome occurs, by kind and by the name in the file (`Rel`, `SemType`), both in order."""
        counts = Counter((one.kind, one.name, one.outcome) for one in self.found)
        named = sorted({(kind, name) for kind, name, _ in counts})
        return [
            (kind, name, {outcome: counts[kind, name, outcome] for outcome in RelationOutcome})
            for kind, name in named
        ]


def judge_relations(pairing: Pairing, settings: Settings) -> RelationTable:
    """Return the outcome of every relation; for a kind that the response lacks only the number in the key."""
    if pairing.key.mentions.objects is not None or pairing.adapted is not None:
        return RelationTable((), {})
    if any(corpus.source.carried is not None for corpus in (pairing.key, pairing.response)):
        return RelationTable((), {})
    found: list[Relation] = []
    unanswered: dict[RelationKind, int] = {}
    problems: list[Problem] = []
    for kind, judge in (
        (RelationKind.BRIDGING, _bridging),
        (RelationKind.SPLIT_ANTECEDENTS, _split),
        (RelationKind.DISCOURSE_DEIXIS, _deixis),
        (RelationKind.NON_REFERRING, _nonreferring),
    ):
        try:
            those = list(judge(pairing, settings))
        except CorefevalError as error:
            problems.extend(replace(problem, severity=Severity.WARNING) for problem in error.problems)
            continue
        if those and not any(one.response for one in those):
            unanswered[kind] = len(those)
        else:
            found.extend(those)
    found.sort(key=lambda one: (one.document, min(one.key or one.response), one.kind))
    return RelationTable(tuple(found), unanswered, tuple(problems))


def _spans(corpus: Corpus, mention: int) -> Spans:
    """Return the place of a mention of a corpus."""
    start = int(corpus.nodes.start[corpus.mention_document[mention]])
    whole = [(int(corpus.mentions.first[mention]), int(corpus.mentions.last[mention]))]
    return tuple((first - start, last - start) for first, last in corpus.mentions.parts.of(mention) or whole)


def _before(corpus: Corpus, mentions: Iterable[int], anaphor: int) -> int:
    """Return the last of these mentions that begins before another one, or the first of all."""
    first = corpus.mentions.first
    ordered = sorted(mentions, key=lambda mention: int(first[mention]))
    earlier = [mention for mention in ordered if first[mention] < first[anaphor]]
    return earlier[-1] if earlier else ordered[0]


def _bridging(pairing: Pairing, settings: Settings) -> Iterator[Relation]:
    del settings
    key, response = pairing.key.as_read, pairing.response.as_read
    if not len(key.relations.anaphor) and not len(response.relations.anaphor):
        return
    links = pairing.derive(BridgingLinks.of)
    is_mention, is_entity = (links.is_right(level).tolist() for level in ("mention", "entity"))

    def read(corpus: Corpus, link: int) -> tuple[Spans, tuple[Spans, ...]]:
        """Return the places of anaphor and anchor, empty for no link."""
        if link < 0:
            return (), ()
        relations = corpus.relations
        anaphor, anchor = int(relations.anaphor[link]), int(relations.anchor[link])
        if anchor < 0:
            members = np.flatnonzero(corpus.mentions.entity == relations.anchor_entity[link]).tolist()
            if not members:
                return _spans(corpus, anaphor), ()
            anchor = _before(corpus, members, anaphor)
        return _spans(corpus, anaphor), (_spans(corpus, anchor),)

    for row, link in enumerate(links.key.link.tolist()):
        partner = int(links.partner[row])
        outcome = (
            RelationOutcome.MISSED
            if partner < 0
            else RelationOutcome.RIGHT
            if is_mention[row]
            else RelationOutcome.RIGHT_ENTITY
            if is_entity[row]
            else RelationOutcome.WRONG
        )
        document, name = int(links.key.document[row]), key.relations.bridging_relation[link]
        place, right = read(key, link)
        other, chosen = read(response, int(links.response.link[partner]) if partner >= 0 else -1)
        yield Relation(RelationKind.BRIDGING, outcome, document, place, other, right, chosen, name)
    for row in np.setdiff1d(np.arange(len(links.response.link)), links.partner).tolist():
        link, document = int(links.response.link[row]), int(links.response.document[row])
        place, chosen = read(response, link)
        name, outcome = response.relations.bridging_relation[link], RelationOutcome.INVENTED
        yield Relation(RelationKind.BRIDGING, outcome, document, (), place, (), chosen, name)


def _split(pairing: Pairing, settings: Settings) -> Iterator[Relation]:
    key, response = pairing.key.as_read, pairing.response.as_read
    if not len(key.relations.whole) and not len(response.relations.whole):
        return
    with_sets = paired_again(pairing, settings.changed({"split_antecedents": "keep", "singletons": "keep"}))
    if not isinstance(with_sets, SplitPairing):
        return
    aligned = with_sets.aligned(CeafEntities())
    partner = dict(zip(aligned.key.tolist(), aligned.response.tolist(), strict=True))
    agreement = dict(zip(aligned.key.tolist(), aligned.f1.tolist(), strict=True))

    def read(sets: Sets, corpus: Corpus, number: int) -> tuple[int, Spans, tuple[Spans, ...]]:
        entity = int(sets.entity[number])
        members = np.flatnonzero(corpus.mentions.entity == entity)
        rows = members if corpus.number is None else corpus.number[members]
        elements = [element.tolist() for element in sets.elements[number]]
        document = int(corpus.entities.document[entity])
        if not len(rows):
            return document, (), ()
        anaphor = min(rows.tolist(), key=lambda mention: int(sets.read.mentions.first[mention]))
        return (
            document,
            _spans(sets.read, anaphor),
            tuple(_spans(sets.read, _before(sets.read, element, anaphor)) for element in elements),
        )

    for number in range(len(with_sets.key_sets.entity)):
        document, anaphor, right = read(with_sets.key_sets, with_sets.key, number)
        other = partner.get(number)
        _, theirs, chosen = (
            (0, (), ()) if other is None else read(with_sets.response_sets, with_sets.response, other)
        )
        outcome = RelationOutcome.MISSED if other is None else RelationOutcome.IN_PART
        if other is not None and agreement[number] == 1:
            outcome = RelationOutcome.RIGHT
        if anaphor:
            yield Relation(RelationKind.SPLIT_ANTECEDENTS, outcome, document, anaphor, theirs, right, chosen)
    for number in sorted(set(range(len(with_sets.response_sets.entity))) - set(partner.values())):
        document, anaphor, chosen = read(with_sets.response_sets, with_sets.response, number)
        if anaphor:
            yield Relation(
                RelationKind.SPLIT_ANTECEDENTS, RelationOutcome.INVENTED, document, (), anaphor, (), chosen
            )


_DEIXIS_OUTCOMES = {
    Decision.CORRECT_ANAPHORIC: RelationOutcome.RIGHT,
    Decision.WRONG_LINK: RelationOutcome.WRONG,
    Decision.WRONG_LINK_CLOSEST: RelationOutcome.WRONG,
    Decision.FALSE_NEW: RelationOutcome.MISSED,
    Decision.FALSE_NEW_MISSING: RelationOutcome.MISSED,
    Decision.FALSE_ANAPHORIC_FIRST: RelationOutcome.INVENTED,
    Decision.FALSE_ANAPHORIC_SPURIOUS: RelationOutcome.INVENTED,
}
"""The outcome of an expression that refers to a segment; segments themselves have no antecedent."""


def _deixis(pairing: Pairing, settings: Settings) -> Iterator[Relation]:
    """Yield the mentions that refer to a segment; the first mention of a chain is the segment."""
    if settings.layer == DEIXIS_LAYER:
        return
    layers = [corpus.as_read.source.layer(DEIXIS_LAYER) for corpus in (pairing.key, pairing.response)]
    key, response = layers
    if key is None or response is None or not (len(key.mentions) or len(response.mentions)):
        return
    how = settings.changed({"layer": DEIXIS_LAYER, "singletons": "keep", "split_antecedents": "drop"})
    layer = one_to_one(pair(key, response, how, Problems()))
    joint = JointMentions.of(
        layer, np.zeros(len(layer.key.mentions), np.int64), np.zeros(len(layer.response.mentions), np.int64)
    )
    number = {name: place for place, name in enumerate(pairing.names)}

    for row, decision in enumerate(decide(joint).tolist()):
        outcome = _DEIXIS_OUTCOMES.get(Decision(decision))
        document = number.get(layer.names[int(joint.document[row])])
        if outcome is None or document is None:
            continue
        right, chosen = (
            int(members[int(entity[row])][0]) if int(entity[row]) >= 0 else row
            for members, entity in (
                (joint.by_key_entity, joint.key_entity),
                (joint.by_response_entity, joint.response_entity),
            )
        )
        yield Relation(
            RelationKind.DISCOURSE_DEIXIS,
            outcome,
            document,
            _spans(layer.key, int(joint.key_mention[row])) if right != row else (),
            _spans(layer.response, int(joint.response_mention[row])) if chosen != row else (),
            (_spans(layer.key, int(joint.key_mention[right])),) if right != row else (),
            (_spans(layer.response, int(joint.response_mention[chosen])),) if chosen != row else (),
        )


def _nonreferring(pairing: Pairing, settings: Settings) -> Iterator[Relation]:
    del settings
    key, response = pairing.key.as_read, pairing.response.as_read
    if key.entities.is_nonreferring is None and response.entities.is_nonreferring is None:
        return
    found = pairing.derive(NonReferringMentions.of)
    ours, theirs = _semantic_types(key), _semantic_types(response)
    for mention, is_found in zip(found.key.tolist(), found.is_found.tolist(), strict=True):
        spans = _spans(key, mention)
        yield Relation(
            RelationKind.NON_REFERRING,
            RelationOutcome.RIGHT if is_found else RelationOutcome.MISSED,
            int(key.mention_document[mention]),
            spans,
            spans if is_found else (),
            name=ours(mention),
        )
    for mention in found.response[~found.is_right].tolist():
        yield Relation(
            RelationKind.NON_REFERRING,
            RelationOutcome.INVENTED,
            int(response.mention_document[mention]),
            (),
            _spans(response, mention),
            name=theirs(mention),
        )


def _semantic_types(corpus: Corpus) -> Callable[[int], str]:
    """Return a function for the SemType of a mention, '' if the file gives none."""
    attributes = corpus.mentions.attributes
    column = attributes.column(spelled("semtype", attributes.names))
    return (lambda _: "") if column is None else column.__getitem__
