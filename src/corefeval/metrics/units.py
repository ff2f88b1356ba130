"""The units of dominant-mention scoring: the mentions that refer, their type codes and their dominant mentions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.codes import Scheme
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.given_codes import Typing, require_column
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.outcomes import Targets
from corefeval.metrics.representatives import Dominance, dominant_by_scheme, representatives
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing

UNTYPED = 0
"""The index of the empty code in `PairedUnits.codes`."""


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units of one side, one row per mention.

    Attributes:
        is_unit: whether the mention is scored.
        code: the index of its code in `PairedUnits.codes`.
        target: the row of the key mention that it refers to; below 0 if the key does not have that mention.
        several: the targets of each mention that refers to a group or is ambiguous.
        ambiguous: the mentions in `several` for which one right target is enough.
        skipped: whether the mention is not scored because it has no code.
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
        key: the units of the key.
        response: the units of the response.
        codes: the codes by index; the first is '', no code.
        typing: the type codes of key and response; None for a side without codes.
        kinds: the MentionType of each mention of key and response; a matched response mention has the type of its key
            mention.
    """

    key: Units
    response: Units
    codes: list[str]
    typing: tuple[Typing | None, Typing | None]
    kinds: tuple[Integers, Integers]

    @property
    def checks_types(self) -> bool:
        """Whether the codes of the response are compared with those of the key, that is, whether both sides have codes."""
        return None not in self.typing


def typings(
    pairing: Pairing, scheme: Scheme, *, derived: bool, count_titles: bool = False
) -> tuple[Typing | None, Typing | None]:
    """Return the type codes of key and response. If `derived` is true, derive them for a side without codes."""
    return pairing.derive(_Typings(scheme.identity, derived, derived and count_titles, scheme))


@dataclass(frozen=True)
class _Typings:
    """Reads the type codes of both sides, once per pairing and scheme."""

    identity: str
    derived: bool
    count_titles: bool
    scheme: Scheme = field(compare=False)

    def __call__(self, pairing: Pairing) -> tuple[Typing | None, Typing | None]:
        scheme = self.scheme
        ours, theirs = (Typing.of(corpus, scheme) for corpus in (pairing.key, pairing.response))
        if ours is None and not self.derived:
            require_column(pairing.key, scheme)
        if self.derived and ours is None:
            ours = self._derive(pairing.key, pairing.linguistics[0])
        if self.derived and theirs is None:
            theirs = self._derive(pairing.response, pairing.linguistics[1])
        return ours, theirs

    def _derive(self, corpus: Corpus, linguistics: Linguistics) -> Typing | None:
        return Typing.derived(
            replace(corpus, number=None),
            linguistics.of(corpus),
            self.scheme,
            count_titles=self.count_titles,
        )


def paired_units(
    pairing: Pairing,
    scheme: Scheme,
    selector: str,
    no_dominant: str,
    untyped: str,
    *,
    derived: bool = False,
    count_titles: bool = False,
) -> PairedUnits:
    """Return the units of both sides.

    Types are compared only if both sides have codes. If the key has no codes, the code of a mention is the class that
    the scheme gives to its MentionType.
    """
    ours, theirs = typings(pairing, scheme, derived=derived, count_titles=count_titles)
    key, response = pairing.derive(TypedPairing).key, pairing.derive(TypedPairing).response
    key_code, response_code, codes = _codes(pairing, scheme, ours, theirs)
    dominant = _dominants(pairing, scheme, selector, (ours, theirs), count_titles=count_titles)
    key_rows = np.arange(len(pairing.key.mentions))
    response_rows = np.where(
        pairing.response_partner >= 0,
        pairing.response_partner,
        -2 - np.arange(len(pairing.response.mentions)),
    )
    return PairedUnits(
        _units(key, scheme, ours, key_code, dominant[0], key_rows, no_dominant, untyped),
        _units(response, scheme, theirs, response_code, dominant[1], response_rows, no_dominant, untyped),
        codes,
        (ours, theirs),
        _kinds(pairing),
    )


def _kinds(pairing: Pairing) -> tuple[Integers, Integers]:
    """Return the MentionType of each mention of key and response. Unlike TypedPairing, accept mentions of unknown type."""
    key, response = (
        described.of(corpus).type
        for described, corpus in zip(pairing.linguistics, (pairing.key, pairing.response), strict=True)
    )
    partner = pairing.response_partner
    return key, np.where(partner >= 0, look_up(partner, key), response)


def _codes(
    pairing: Pairing, scheme: Scheme, ours: Typing | None, theirs: Typing | None
) -> tuple[Integers, Integers, list[str]]:
    """Return the index of each mention's code for key and response, and the list of codes."""
    if ours is None:
        typed = pairing.derive(TypedPairing)
        of_kind = {
            kind: scheme.class_of_kind.get(kind.label) or scheme.class_of(scheme.types[kind.label])
            for kind in MentionType
            if kind.label in scheme.class_of_kind or kind.label in scheme.types
        }
        names = sorted(set(of_kind.values()))
        table = np.zeros(len(MentionType), np.int64)
        for kind, name in of_kind.items():
            table[kind] = 1 + names.index(name)
        return table[typed.key_type], table[typed.response_type], ["", *names]
    names = sorted({"", *ours.code, *(theirs.code if theirs is not None else ())})
    number = {name: index for index, name in enumerate(names)}
    key = np.array([number[code] for code in ours.code], np.int64)
    if theirs is None:
        return key, np.full(len(pairing.response.mentions), UNTYPED, np.int64), names
    return key, np.array([number[code] for code in theirs.code], np.int64), names


def _dominants(
    pairing: Pairing,
    scheme: Scheme,
    selector: str,
    typing: tuple[Typing | None, Typing | None],
    *,
    count_titles: bool,
) -> tuple[Integers, Integers]:
    sides = (pairing.key, typing[0]), (pairing.response, typing[1])
    if (
        selector == "root"
    ):  # the mention annotated as referring to no other; without annotations, the first one
        key, response = (
            Chains(corpus).first(
                np.ones(len(corpus.mentions), bool) if given is None else given.antecedent < 0
            )
            for corpus, given in sides
        )
        return key, response
    if selector != "dominant":
        return representatives(pairing, selector)
    key, response = (
        dominant_by_scheme(
            corpus, rank, described.of(corpus).type, scheme, None if given is None else given.code
        )
        for (corpus, given), rank, described in zip(
            sides, pairing.derive(Dominance(count_titles)), pairing.linguistics, strict=True
        )
    )
    return key, response


def _units(
    chains: Chains,
    scheme: Scheme,
    typing: Typing | None,
    code: Integers,
    dominant: Integers,
    identity: Integers,
    no_dominant: str,
    untyped: str,
) -> Units:
    """Return the units of one side: all mentions of a chain except the dominant one, and mentions that refer to groups."""
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
            if scheme.fits(typing.code[row], scheme.ambiguous):
                ambiguous.add(row)
        has_no_code = is_unit & (code == UNTYPED)
        if untyped == "skip":
            is_unit, skipped = is_unit & ~has_no_code, has_no_code
        elif untyped == "transfer":
            code = np.where(has_no_code, code[dominant[entity]], code)
    return Units(is_unit, code, target, several, frozenset(ambiguous), skipped)


def same_targets(key: Units, response: Units, rows: Integers, others: Integers) -> Booleans:
    """Return for each pair of a key unit (rows) and a response unit (others) whether their targets are the same.

    A group is right only as a whole. For an ambiguous reference it is enough if all of the response's targets are among
    the key's.
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
    """Return the correct dominant mention of each unit, and the one that the response gives it, for key and response."""
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
    """Return the groups with each mention replaced by its match on the other side; drop the groups of unmatched mentions."""
    return {int(partner[row]): found for row, found in groups.items() if partner[row] >= 0}
