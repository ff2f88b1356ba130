"""The structural errors of a response, with the mentions that they are about: where every explanation starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.spans import sentence_numbers
from corefeval.explanation.errors import ErrorClass, Errors, classify
from corefeval.explanation.joint_mentions import JointMentions
from corefeval.explanation.span_errors import ENGLISH, Trim, find_span_errors
from corefeval.linguistics.describe import Linguistics
from corefeval.pairing.pairing import Pairing


@dataclass(frozen=True, eq=False)
class FoundErrors:
    """The errors of a response against a key.

    Attributes:
        pairing: key and response, each mention once.
        key_linguistics: type, head, part of speech of the key's mentions.
        response_linguistics: the same of the response's.
        joint: the mentions of both sides as the scorer matches them.
        aligned: the same with wrong spans aligned, for the structural errors.
        table: the structural errors as columns; members are rows of `aligned`.
        singletons: whether entities of one mention are part of the data.
    """

    pairing: Pairing
    key_linguistics: Linguistics
    response_linguistics: Linguistics
    joint: JointMentions
    aligned: JointMentions
    table: Errors
    singletons: bool

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The error classes in use."""
        return tuple(ErrorClass) if self.singletons else tuple(ErrorClass)[:7]

    @property
    def has_text(self) -> bool:
        """Whether mentions are spans of a text, not objects of Python."""
        return self.pairing.key.mentions.objects is None

    def anchors(self) -> Integers:
        """Return the row of `aligned` that represents each error: its earliest non-pronoun, or else its earliest mention."""
        members = self.table.members
        owner, row = members.take(np.arange(len(members)))
        order = np.lexsort((row, self.aligned.is_pronoun[row], owner))
        _, first = np.unique(owner[order], return_index=True)
        return row[order][first]

    def rest(self) -> tuple[Integers, Integers]:
        """Return (error, mention) for the mentions of each error's entity outside its part."""
        joint, table = self.aligned, self.table
        of_key = table.is_of_key
        errors, mentions = [], []
        for members, chosen in ((joint.by_key_entity, of_key), (joint.by_response_entity, ~of_key)):
            numbers = np.flatnonzero(chosen)
            owner, mention = members.take(table.whole[numbers])
            errors.append(numbers[owner])
            mentions.append(mention)
        error, mention = np.concatenate(errors), np.concatenate(mentions)
        part_error, part_mention = table.members.take(np.arange(len(table)))
        inside = np.isin(error * len(joint) + mention, part_error * len(joint) + part_mention)
        return error[~inside], mention[~inside]

    def distances(self) -> Integers:
        """Return how many sentences before each error's anchor the closest mention of the rest is, -1 for none."""
        pairing, anchor = self.pairing, self.anchors()
        both = np.concatenate([sentence_numbers(pairing.key), sentence_numbers(pairing.response)])
        sentence = both[self.places()]
        error, mention = self.rest()
        earlier = mention < anchor[error]
        closest = np.full(len(anchor), -1, np.int64)
        np.maximum.at(closest, error[earlier], mention[earlier])
        return np.where(closest >= 0, sentence[anchor] - sentence[closest], -1)

    def places(self, *, of_response: bool = False) -> Integers:
        """Return for each mention of `aligned` its place in the key's mentions followed by the response's.

        One that both sides have is the key's, or the response's if `of_response`.
        """
        joint = self.aligned
        is_of_key = joint.response_mention < 0 if of_response else joint.key_mention >= 0
        behind = len(self.pairing.key.mentions) + joint.response_mention
        return np.where(is_of_key, joint.key_mention, behind)


def find_errors(pairing: Pairing, trim: Trim = ENGLISH) -> FoundErrors:
    """Return the errors of a pairing that has each mention once.

    Args:
        pairing: key and response.
        trim: words at the edges of a span that do not change its meaning.
    """
    of_key, of_response = pairing.linguistics
    ours, theirs = of_key.of(pairing.key), of_response.of(pairing.response)
    spans = find_span_errors(pairing, ours.head, theirs.head, trim)
    joint = JointMentions.of(pairing, ours.type, theirs.type)
    aligned = JointMentions.of(pairing, ours.type, theirs.type, spans) if len(spans[0]) else joint
    singletons = bool((pairing.key.entity_sizes == 1).any() or (pairing.response.entity_sizes == 1).any())
    table = classify(aligned, singletons=singletons)
    return FoundErrors(pairing, ours, theirs, joint, aligned, table, singletons)
