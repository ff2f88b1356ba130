"""The units of dominant-mention scoring: which mentions refer, as what type, and to which dominant mention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.outcomes import Targets
from corefeval.metrics.representatives import dominant_by_code, representatives
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing

UNTYPED = 0
"""The number of the empty code."""
CLASS_OF_TYPE = {
    MentionType.NAME: "d",
    MentionType.NOMINAL: "g",
    MentionType.EVENT: "g",
    MentionType.PRONOUN: "p",
    MentionType.ADVERB: "a",
    MentionType.ZERO: "e",
    MentionType.ELLIPSIS: "e",
}
"""The class that stands for a mention's type where a file has no codes."""


@dataclass(frozen=True, slots=True, eq=False)
class Typing:
    """What the annotations of one side say of its mentions.

    Attributes:
        code: the type code of each mention, '' where it has none.
        antecedent: the mention each is annotated to refer to, -1 if none or several.
        several: for referents of groups, and of ambiguous references, the antecedents.
    """

    code: list[str]
    antecedent: Integers
    several: Mapping[int, tuple[int, ...]]

    @classmethod
    def of(cls, corpus: Corpus) -> Typing | None:
        """Return what the file's annotations say, None if it has none with a code.

        A referent is not its own antecedent, an annotation without antecedents says nothing, and of several
        annotations of one referent the first counts.
        """
        annotations = corpus.annotations
        if not any(annotation.code for annotation in annotations):
            return None
        spans = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
        row_of = {span: row for row, span in enumerate(spans)}
        code = [""] * len(corpus.mentions)
        antecedent = np.full(len(code), -1, np.int64)
        several: dict[int, tuple[int, ...]] = {}
        seen: set[int] = set()
        for annotation in annotations:
            row = row_of.get(annotation.referent)
            found = [row_of[span] for span in annotation.antecedents if span in row_of]
            targets = tuple(target for target in dict.fromkeys(found) if target != row)
            if row is None or row in seen or not targets:
                continue
            seen.add(row)
            code[row] = annotation.code
            if len(targets) > 1:
                several[row] = targets
            else:
                antecedent[row] = targets[0]
        return cls(code, antecedent, several)


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units of one side, a row a mention.

    Attributes:
        is_unit: which mentions are scored.
        code: the number of each one's code.
        target: what it refers to, in numbers of key mentions; below 0 is what the key does not have.
        several: for groups and ambiguous references, the targets.
        ambiguous: those of them of which one right target is enough.
        skipped: mentions without a code that are not scored.
    """

    is_unit: Booleans
    code: Integers
    target: Integers
    several: Mapping[int, frozenset[int]]
    ambiguous: frozenset[int] = frozenset()
    skipped: Booleans = field(default_factory=lambda: np.zeros(0, bool))


@dataclass(frozen=True, slots=True, eq=False)
class PairedUnits:
    """The units of key and response.

    Attributes:
        key: the key's.
        response: the response's.
        codes: the codes by their numbers; the first is '', no code.
        checks_types: whether the response's codes are held against the key's.
    """

    key: Units
    response: Units
    codes: list[str]
    checks_types: bool


def paired_units(pairing: Pairing, selector: str, no_dominant: str, untyped: str) -> PairedUnits:
    """Return the units of both sides.

    Where only one side has codes, or none, types are not checked, and a unit's code is the key's, or the
    class of its mention type.
    """
    ours, theirs = Typing.of(pairing.key), Typing.of(pairing.response)
    key, response = pairing.derive(TypedPairing).key, pairing.derive(TypedPairing).response
    key_code, response_code, codes = _codes(pairing, ours, theirs)
    dominant = _dominants(pairing, selector, ours, theirs)
    key_rows = np.arange(len(pairing.key.mentions))
    response_rows = np.where(
        pairing.response_partner >= 0,
        pairing.response_partner,
        -2 - np.arange(len(pairing.response.mentions)),
    )
    return PairedUnits(
        _units(key, ours, key_code, dominant[0], key_rows, no_dominant, untyped),
        _units(response, theirs, response_code, dominant[1], response_rows, no_dominant, untyped),
        codes,
        ours is not None and theirs is not None,
    )


def _codes(
    pairing: Pairing, ours: Typing | None, theirs: Typing | None
) -> tuple[Integers, Integers, list[str]]:
    """Return a code for each mention of key and response, and the codes by number."""
    partner = pairing.response_partner
    if ours is None:
        typed = pairing.derive(TypedPairing)
        names = sorted(set(CLASS_OF_TYPE.values()))
        table = np.zeros(len(MentionType), np.int64)
        for kind, letter in CLASS_OF_TYPE.items():
            table[kind] = 1 + names.index(letter)
        return table[typed.key_type], table[typed.response_type], ["", *names]
    names = sorted({"", *ours.code, *(theirs.code if theirs is not None else ())})
    number = {name: index for index, name in enumerate(names)}
    key = np.array([number[code] for code in ours.code], np.int64)
    if theirs is None:
        return key, np.append(key, UNTYPED)[partner], names
    return key, np.array([number[code] for code in theirs.code], np.int64), names


def _dominants(
    pairing: Pairing, selector: str, ours: Typing | None, theirs: Typing | None
) -> tuple[Integers, Integers]:
    sides = (pairing.key, ours), (pairing.response, theirs)
    if selector == "root":
        key, response = (_roots(Chains(corpus), typing) for corpus, typing in sides)
        return key, response
    key, response = representatives(pairing, selector)
    if selector == "dominant" and (ours is not None or theirs is not None):
        linguistics = pairing.linguistics
        key, response = (
            chosen if typing is None else dominant_by_code(corpus, described, typing.code)
            for (corpus, typing), described, chosen in zip(sides, linguistics, (key, response), strict=True)
        )
    return key, response


def _roots(chains: Chains, typing: Typing | None) -> Integers:
    """Return the mention of each chain that refers to no other, as annotated; without annotations the first."""
    is_root = np.ones(len(chains.order), bool) if typing is None else typing.antecedent < 0
    return chains.first(is_root)


def _units(
    chains: Chains,
    typing: Typing | None,
    code: Integers,
    dominant: Integers,
    identity: Integers,
    no_dominant: str,
    untyped: str,
) -> Units:
    """Return the units of one side: every mention of a chain but the dominant one, and referents of groups."""
    entity = chains.corpus.mentions.entity
    rows = np.arange(len(entity))
    first = chains.order[chains.begin]
    has_none = dominant < 0
    dominant = np.where(has_none, first, dominant)
    is_unit = (chains.corpus.entity_sizes[entity] > 1) & (rows != dominant[entity])
    target = identity[dominant[entity]]
    undecided = has_none[entity]
    if no_dominant == "exclude":
        is_unit &= ~undecided
    elif no_dominant == "never-correct":
        target = np.where(undecided, -1, target)
    elif no_dominant == "pairwise":
        before = chains.predecessor
        if typing is not None:
            before = np.where(typing.antecedent >= 0, typing.antecedent, before)
        target = np.where(undecided & (before >= 0), identity[before], target)
    several: dict[int, frozenset[int]] = {}
    ambiguous: set[int] = set()
    skipped = np.zeros(len(entity), bool)
    if typing is not None:
        for row, antecedents in typing.several.items():
            is_unit[row] = True
            several[row] = frozenset(identity[dominant[entity[list(antecedents)]]].tolist())
            if typing.code[row].endswith("a"):
                ambiguous.add(row)
        has_no_code = is_unit & (code == UNTYPED)
        if untyped == "skip":
            is_unit, skipped = is_unit & ~has_no_code, has_no_code
        elif untyped == "transfer":
            code = np.where(has_no_code, code[dominant[entity]], code)
    return Units(is_unit, code, target, several, frozenset(ambiguous), skipped)


def same_targets(key: Units, response: Units, rows: Integers, others: Integers) -> Booleans:
    """Say for which key units (rows) and response units (others) the targets are the same.

    A group is right as a whole; of an ambiguous reference some of the key's targets are enough.
    """
    same: Booleans = (key.target[rows] == response.target[others]) & (key.target[rows] >= 0)
    if not key.several and not response.several:
        return same
    for index, (row, other) in enumerate(zip(rows.tolist(), others.tolist(), strict=True)):
        if row in key.several or other in response.several:
            ours = key.several.get(row, frozenset([int(key.target[row])]))
            theirs = response.several.get(other, frozenset([int(response.target[other])]))
            same[index] = theirs <= ours if row in key.ambiguous else theirs == ours
    return same


def unit_targets(pairing: Pairing, units: PairedUnits) -> tuple[Targets, Targets]:
    """Return the dominant mention that each unit of key and response should lead to, and the one that it leads to."""
    key_partner, partner = pairing.key_partner, pairing.response_partner

    def of_response(target: int) -> int:
        return int(key_partner[target]) if target >= 0 else -2 - target

    target = units.response.target
    theirs = np.where(target >= 0, look_up(np.maximum(target, -1), key_partner), -2 - target)
    right = np.where(units.key.is_unit, np.maximum(units.key.target, -1), -1)
    chosen = np.where(units.response.is_unit & (target != -1), theirs, -1)
    rights = {row: tuple(sorted(found)) for row, found in units.key.several.items()}
    choices = {row: tuple(sorted(map(of_response, found))) for row, found in units.response.several.items()}
    for column, groups in ((right, rights), (chosen, choices)):
        for row, found in groups.items():
            column[row] = found[0]
    ours, other = Targets.both(pairing, right, chosen)
    return (
        replace(ours, rights=rights, choices=_of_partners(choices, partner)),
        replace(other, rights=_of_partners(rights, key_partner), choices=choices),
    )


def _of_partners(groups: Mapping[int, tuple[int, ...]], partner: Integers) -> dict[int, tuple[int, ...]]:
    """Return groups by the mentions of the other side that those of this side are matched with."""
    return {int(partner[row]): found for row, found in groups.items() if partner[row] >= 0}
