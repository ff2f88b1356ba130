"""Disagreements of two annotators, in context and by class, for adjudication.

They correspond to the structural errors of Kummerfeld and Klein (2013), but neither side is the gold. There is one more
difference. In the paper a mention that starts its chain and that only one side has is not a separate error, but splits
the rest of its chain (see explanation/errors.py). Here every mention that only one annotator marked is listed, because
an adjudicator needs it. Only chains with mentions that both marked are split or merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.agreement.units import CodingUnits, Pair
from corefeval.arrays import Booleans, Integers, look_up
from corefeval.columns import Column, DataRow, data
from corefeval.corpus.views import in_context, mention_texts
from corefeval.explanation.errors import ErrorClass, Errors, collected
from corefeval.explanation.found_errors import FoundErrors
from corefeval.explanation.instances import Error, read_errors
from corefeval.explanation.joint_mentions import JointMentions
from corefeval.text import shortened

CLASSES = {
    "span": "the same mention with another span",
    "mention": "a mention that only one annotator marked, in a chain that both have",
    "chain": "a whole chain that only one annotator has",
    "singleton": "a chain of one mention that only one annotator has",
    "split": "one chain of the first is several of the second",
    "merged": "several chains of the first are one of the second",
    "type": "the same mention with another type",
}
"""The classes of disagreements, and the meaning of each."""

_OF_ERRORS = {
    ErrorClass.SPAN_ERROR: "span",
    ErrorClass.MERGED_ENTITY: "merged",
    ErrorClass.SPURIOUS_MENTION: "mention",
    ErrorClass.SPURIOUS_ENTITY: "chain",
    ErrorClass.SPLIT_ENTITY: "split",
    ErrorClass.MISSING_MENTION: "mention",
    ErrorClass.MISSING_ENTITY: "chain",
    ErrorClass.SPURIOUS_SINGLETON: "singleton",
    ErrorClass.MISSING_SINGLETON: "singleton",
}
"""The class of each structural error."""

_OF_FIRST = (
    ErrorClass.MISSING_MENTION,
    ErrorClass.MISSING_ENTITY,
    ErrorClass.MISSING_SINGLETON,
    ErrorClass.SPLIT_ENTITY,
)
_OF_SECOND = (
    ErrorClass.SPURIOUS_MENTION,
    ErrorClass.SPURIOUS_ENTITY,
    ErrorClass.SPURIOUS_SINGLETON,
    ErrorClass.MERGED_ENTITY,
)
"""The errors of mentions, chains, singletons and parts of chains that only one annotator has: the first, or the second."""

COLUMNS = (
    Column("", name="class", of=lambda each: each.kind),
    *data("first", "second", "document", "sentence", "mention", "marked", "chain", "said"),
    Column(
        "Where",
        "text",
        of=lambda each: f"{each.document}:{each.sentence}" if each.sentence else each.document,
    ),
    Column("What", "prose", of=lambda each: each.said or f"{each.marked}: {shortened(each.mention, 60)}"),
    Column("Context", "prose", "context"),
)
"""The columns of a list of disagreements."""


@dataclass(frozen=True, slots=True)
class Disagreement(DataRow):
    """One disagreement of two annotators.

    Attributes:
        kind: one of CLASSES.
        first: the one annotator.
        second: the other.
        document: the document's name.
        sentence: the number of the sentence, from 1; 0 without text.
        mention: the words of the mention, or of all mentions that would have to change.
        marked: the annotator who has it; for a split or merged chain the one who has a single chain.
        chain: the words of that chain.
        said: for spans and types the value of each annotator.
        context: the words around it, the mention in brackets.
    """

    kind: str
    first: str
    second: str
    document: str
    sentence: int
    mention: str
    marked: str
    chain: str
    said: str
    context: str

    DATA = COLUMNS


def differences(joint: JointMentions) -> Errors:
    """Return where two annotations differ, each mention that only one of them has in one class.

    * span: a mention that both have, with another span.
    * mention: a mention that only one annotator marked, in a chain that the other marked in part.
    * chain: a chain of two or more mentions, none of which the other marked; singleton: the same with one mention.
    * split: a chain of the first whose mentions that both marked are in several chains of the second. Each part is
    listed except that of the earliest mention that is not a pronoun. Merged: the same with the annotators swapped.

    So the classes do not depend on the order of the annotators, except that split and merged change places.

    Args:
        joint: the mentions of both, with spans that are thought the same aligned.
    """
    rows = np.arange(len(joint))
    selections = [(ErrorClass.SPAN_ERROR, joint.is_span_error, rows)]
    shared: Booleans = ~joint.is_spurious & ~joint.is_missing
    for alone, entity, members, kinds in (
        (joint.is_missing, joint.key_entity, joint.by_key_entity, _OF_FIRST),
        (joint.is_spurious, joint.response_entity, joint.by_response_entity, _OF_SECOND),
    ):
        in_both = np.bincount(entity[shared], minlength=len(members)) > 0
        is_met = alone & look_up(entity, in_both, missing=False)
        is_one = alone & look_up(entity, members.sizes == 1, missing=False)
        mention, chain, singleton, part = kinds
        selections += [
            (mention, is_met, rows),
            (chain, alone & ~is_met & ~is_one, entity),
            (singleton, is_one, rows),
            (part, shared & ~_of_first_part(joint, shared, entity), joint.piece),
        ]
    return collected(joint, selections)


def _of_first_part(joint: JointMentions, shared: Booleans, entity: Integers) -> Booleans:
    """Return which mentions are in the same part of their entity as its earliest shared mention; pronouns rank after other mentions."""
    rows = np.flatnonzero(shared)
    order = rows[np.lexsort((rows, joint.is_pronoun[rows]))]
    _, first = np.unique(entity[order], return_index=True)
    flags: Booleans = np.isin(joint.piece, joint.piece[order[first]])
    return flags


def structural(found: FoundErrors, names: tuple[str, str]) -> Iterator[Disagreement]:
    """Yield where two annotators have other mentions or chains, by document and in text order.

    Args:
        found: the errors of the second annotator's chains compared with the first one's.
        names: the names of both.
    """
    numbers = np.arange(len(found.table))
    for error in read_errors(found, numbers, {}, None):
        yield _of_error(found, error, names)


def _of_error(found: FoundErrors, error: Error, names: tuple[str, str]) -> Disagreement:
    kind = _OF_ERRORS[error.error_class]
    sides = {"key": names[0], "response": names[1], "both": " and ".join(names)}
    holder = {"split": names[0], "merged": names[1], "span": sides["both"]}.get(
        kind, sides[error.anchor.side]
    )
    said = " | ".join(f"{sides[each.side]}: {each.text}" for each in error.mentions) if kind == "span" else ""
    pairing = found.pairing
    place = error.mentions.index(error.anchor)
    if error.anchor.side == "response":
        sentence, words = in_context(pairing.response, error.response_mentions[place])
    else:
        keyed = [each.side != "response" for each in error.mentions[:place]]
        sentence, words = in_context(pairing.key, error.key_mentions[sum(keyed)])
    mention = error.anchor.text if kind == "span" else error.text
    return Disagreement(
        kind, *names, error.document, sentence, mention, holder, " | ".join(error.entity), said, words
    )


def count_structural(found: FoundErrors) -> dict[str, int]:
    """Return the number of disagreements of each class, each type separately."""
    counts = dict.fromkeys((name for name in CLASSES if name != "type"), 0)
    for kind, number in found.table.counts().items():
        counts[_OF_ERRORS[kind]] += number
    return counts


def of_types(
    units: CodingUnits,
    pair: Pair,
    names: tuple[str, str],
    categories: Mapping[str, tuple[Sequence[Integers], Sequence[str]]],
) -> Iterator[Disagreement]:
    """Yield the mentions that both marked and gave different types, in text order."""
    corpus = units.corpora[pair[0]]
    for feature, (values, labels) in categories.items():
        rows = different_types(pair, values)
        mentions = units.mention[pair[0]][rows]
        texts = mention_texts(corpus, mentions)
        for row, mention, text in zip(rows.tolist(), mentions.tolist(), texts, strict=True):
            types = (labels[values[number][row]] for number in pair)
            said = " | ".join(map(": ".join, zip(names, types, strict=True)))
            sentence, words = in_context(corpus, mention)
            document, both = units.names[units.document[row]], " and ".join(names)
            yield Disagreement(
                "type", *names, document, sentence, text, both, "", f"{feature}: {said}", words
            )


def different_types(pair: Pair, values: Sequence[Integers]) -> Integers:
    """Return the units that two annotators both marked and gave different types."""
    one, other = (values[number] for number in pair)
    return np.flatnonzero((one >= 0) & (other >= 0) & (one != other))
