"""The checks of an audit. Each finds pairs of mentions that seem annotated wrong, with a claim about the pair.

    join    the two mentions should be in one chain
    part    the two mentions should be in different chains

A check states the strength of its evidence as a short text (`3+ times, in a chain`). rates.py measures how often claims
of this strength are right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from corefeval.auditing.described_key import Chains, DescribedKey, is_related
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.wording import Wording
from corefeval.text import several

FAR = (2, 3, 4, 6, 10, 20)
"""Sentences between a pronoun and the next mention of its chain: the more, the stronger the evidence."""
FEWEST_SYSTEMS = 2
"""A single system that differs from the key is weak evidence."""


class Claim(NamedTuple):
    """A claim that a pair of mentions is annotated wrong.

    Attributes:
        check: the name of the check.
        strength: how strong its evidence is.
        mention: the mention that seems misplaced.
        other: the mention that it should be with, or should not be with.
        details: the words that the check's sentence names besides the two mentions.
    """

    check: str
    strength: str
    mention: int
    other: int
    details: tuple[object, ...] = ()


class Check(NamedTuple):
    """One check: its name, its claim and its rate.

    Attributes:
        reason: the reason in words, with {mention}, {other} and numbered details.
        rate: the share of right claims in GUM, rounded; the prior before it is measured on the key.
        is_join: whether it claims that the two mentions should be in one chain.
        is_of_systems: whether it uses systems only, and not the words.
    """

    reason: str
    rate: float
    is_join: bool
    is_of_systems: bool = False


class _NamesOfDocument:
    """The names of a document: the chains that have them, and how often."""

    def __init__(self, key: DescribedKey, chains: Chains) -> None:
        self.rows: dict[tuple[str, ...], dict[int, list[int]]] = {}
        self.of_chain: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        self.words: dict[tuple[str, ...], Wording] = {}
        for chain, rows in chains.items():
            for row in rows:
                if row in key.names:
                    name = tuple(word.key for word in key.names[row])
                    holders = self.rows.setdefault(name, {})
                    if chain not in holders:
                        self.of_chain[chain].append(name)
                    holders.setdefault(chain, []).append(row)
                    self.words.setdefault(name, key.names[row])

    def has_related(self, chain: int, name: tuple[str, ...]) -> bool:
        """Return whether a chain has another name that may name the same entity."""
        return any(
            is_related(self.words[name], self.words[other]) for other in self.of_chain[chain] if other != name
        )


def name_in_two_chains(key: DescribedKey) -> Iterator[Claim]:
    """Yield names that occur in two chains of a document: the chain that has it most often, and each other one."""
    for chains in key.documents:
        names = _NamesOfDocument(key, chains)
        for name, holders in names.rows.items():
            order = sorted(holders, key=lambda chain: (-len(holders[chain]), -len(chains[chain]), chain))
            for chain in order[1:]:
                here, there = len(holders[chain]), len(holders[order[0]])
                if len(chains[chain]) == 1:
                    check, strength = "singleton-name", _most(there, 4)
                else:
                    check = "name-in-two-chains"
                    related = "related names" if names.has_related(chain, name) else "no related name"
                    several = "several chains" if len(order) > 2 else "two chains"
                    strength = f"{_most(there, 4)} to {_most(here, 2)}, {related}, {several}"
                yield Claim(
                    check, strength, holders[chain][0], holders[order[0]][0], (_times(there), _times(here))
                )


def two_names(key: DescribedKey) -> Iterator[Claim]:
    """Yield names that occur once in a chain whose other names are all unrelated; an apposition states that they name the same."""
    for chains in key.documents:
        names = _NamesOfDocument(key, chains)
        for chain, own in names.of_chain.items():
            for name in own if len(own) > 1 else ():
                rows = names.rows[name]
                if len(rows[chain]) > 1 or names.has_related(chain, name):
                    continue
                if key.is_apposed(rows[chain][0], chains[chain]):
                    continue
                others = [other for other in own if other != name]
                most = max(others, key=lambda other: len(names.rows[other][chain]))
                count = sum(len(names.rows[other][chain]) for other in others)
                elsewhere = max((len(found) for holder, found in rows.items() if holder != chain), default=0)
                alone = "one other name" if len(others) == 1 else "several other names"
                strength = f"{_most(count, 3)}, {alone}, elsewhere {_most(elsewhere, 2)}"
                also = f"; it also names another chain ({_times(elsewhere)})" if elsewhere else ""
                yield Claim("two-names", strength, rows[chain][0], names.rows[most][chain][0], (also,))


def clash(feature: str, key: DescribedKey) -> Iterator[Claim]:
    """Yield mentions whose gender or number differs from the rest of their chain; not in appositions.

    Two nouns often differ in number (the fleet, the ships), so for number at least two mentions must agree against
    one.
    """
    values: Sequence[str] = key.gender if feature == "gender" else key.number
    for rows in key.chains():
        counts = Counter(values[row] for row in rows if values[row])
        if len(counts) < 2:
            continue
        usual, count = max(counts.items(), key=lambda item: (item[1], item[0]))
        if count < 2 and feature == "number":
            continue
        for value in (value for value, times in counts.items() if times == 1 and value != usual):
            place = next(place for place, row in enumerate(rows) if values[row] == value)
            if key.is_apposed(rows[place], rows):
                continue
            near = [(abs(each - place), row) for each, row in enumerate(rows) if values[row] == usual]
            pronouns = sum(key.types[row] == MentionType.PRONOUN for _, row in near)
            both = "/".join(sorted((value, usual)))
            related = "related" if key.has_related(rows[place], rows) else "unrelated"
            strength = f"{_kind(key, rows[place])}, {both}, {_most(count, 3)}, pronouns {_most(pronouns, 2)}, {related}"
            details = FEATURES.get(value, value), FEATURES.get(usual, usual), several(count, "mention")
            yield Claim(feature, strength, rows[place], min(near)[1], details)


def nested(key: DescribedKey) -> Iterator[Claim]:
    """Yield mentions inside another mention of their chain."""
    first, last = key.corpus.mentions.first.tolist(), key.corpus.mentions.last.tolist()
    for rows in key.chains():
        for outer, inner in pairwise(rows):
            if last[inner] <= last[outer] and (first[inner], last[inner]) != (first[outer], last[outer]):
                strength = f"{_kind(key, inner)} in {_kind(key, outer)}, {_most(len(rows), 3)}"
                yield Claim("nested", strength, inner, outer)


def far_pronoun(key: DescribedKey) -> Iterator[Claim]:
    """Yield personal and relative pronouns and zeros of the third person that are far from the rest of their chain."""
    for rows in key.chains():
        for place, row in enumerate(rows):
            if not key.is_of_third_person[row]:
                continue
            near = [rows[each] for each in (place - 1, place + 1) if 0 <= each < len(rows)]
            gap, other = min((abs(key.sentence[row] - key.sentence[each]), each) for each in near)
            if gap >= FAR[0]:
                strength = f"{max(limit for limit in FAR if limit <= gap)}+, {_most(len(rows), 3)}"
                yield Claim("far-pronoun", strength, row, other, (gap,))


def joined_by_systems(key: DescribedKey) -> Iterator[Claim]:
    """Yield mentions that all systems put into one chain and the key into two."""
    for together in _by_systems(key):
        for rows in together.values():
            chains: dict[int, list[int]] = {}
            for row in rows:
                chains.setdefault(key.chain[row], []).append(row)
            most, *others = sorted(chains.values(), key=lambda own: (-len(own), own[0]))
            for own in others:
                strength = (
                    f"{_most(len(key.systems), 4)} systems, {_most(len(own), 2)} to {_most(len(most), 3)}"
                )
                yield Claim("systems-join", strength, own[0], most[0], (len(key.systems),))


def parted_by_systems(key: DescribedKey) -> Iterator[Claim]:
    """Yield mentions that all systems separate from most of their chain of the key."""
    for together in _by_systems(key):
        parts: dict[int, dict[tuple[int, ...], list[int]]] = {}
        counts: Counter[tuple[int, int, int]] = Counter()
        for place, rows in together.items():
            for row in rows:
                parts.setdefault(key.chain[row], {}).setdefault(place, []).append(row)
                counts.update((key.chain[row], system, of) for system, of in enumerate(place))
        for chain, own in parts.items():
            most, *others = sorted(own.items(), key=lambda item: (-len(item[1]), item[1][0]))
            for place, rows in others:
                if all(counts[chain, system, of] == len(rows) for system, of in enumerate(place)):
                    strength = f"{_most(len(key.systems), 4)} systems, {_most(len(rows), 2)} of {_most(len(most[1]), 3)}"
                    yield Claim("systems-part", strength, rows[0], most[1][0], (len(key.systems),))


def _by_systems(key: DescribedKey) -> Iterator[Mapping[tuple[int, ...], list[int]]]:
    """Yield for each document the mentions that all systems marked, by their chains in the systems."""
    if len(key.systems) < FEWEST_SYSTEMS:
        return
    places = list(zip(*(system.tolist() for system in key.systems), strict=True))
    for chains in key.documents:
        found: dict[tuple[int, ...], list[int]] = {}
        for row in (row for rows in chains.values() for row in rows):
            if min(places[row]) >= 0:
                found.setdefault(places[row], []).append(row)
        yield found


def _kind(key: DescribedKey, row: int) -> str:
    return MentionType(key.types[row]).label


def _most(count: int, limit: int) -> str:
    return f"{limit}+" if count >= limit else str(count)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


FEATURES = {
    "Masc": "masculine",
    "Fem": "feminine",
    "Neut": "neuter",
    "Com": "common",
    "Sing": "singular",
    "Plur": "plural",
    "Ptan": "plural only",
    "Dual": "dual",
}
"""Values of gender and number in words."""

CHECKS: Mapping[str, Check] = {
    "name-in-two-chains": Check(
        "Name in two chains: “{mention}” occurs {1} in this chain and {0} in another", 0.4, is_join=True
    ),
    "singleton-name": Check(
        "Singleton that repeats a name: “{mention}” occurs {0} in another chain", 0.1, is_join=True
    ),
    "two-names": Check("Two unrelated names in one chain: “{mention}” and “{other}”{0}", 0.5, is_join=False),
    "gender": Check(
        "Gender: “{mention}” is {0}, but {2} of its chain {1}, like “{other}”", 0.4, is_join=False
    ),
    "number": Check(
        "Number: “{mention}” is {0}, but {2} of its chain {1}, like “{other}”", 0.2, is_join=False
    ),
    "nested": Check("Mention inside another of its chain: “{mention}” in “{other}”", 0.1, is_join=False),
    "far-pronoun": Check(
        "Pronoun far from its chain: “{mention}” is {0} sentences from the next mention, “{other}”",
        0.4,
        is_join=False,
    ),
    "systems-join": Check(
        "All {0} systems link “{mention}” to the chain of “{other}”", 0.5, is_join=True, is_of_systems=True
    ),
    "systems-part": Check(
        "All {0} systems put “{mention}” and “{other}” into different chains",
        0.5,
        is_join=False,
        is_of_systems=True,
    ),
}
"""The checks by name."""

OF_TEXT = (
    name_in_two_chains,
    two_names,
    partial(clash, "gender"),
    partial(clash, "number"),
    nested,
    far_pronoun,
)
OF_SYSTEMS = (joined_by_systems, parted_by_systems)


def verdicts(key: DescribedKey, claim: Claim) -> list[bool]:
    """Return for each system that marks both mentions of a claim whether it agrees with the claim."""
    pairs = ((int(system[claim.mention]), int(system[claim.other])) for system in key.systems)
    is_join = CHECKS[claim.check].is_join
    return [(one == other) == is_join for one, other in pairs if min(one, other) >= 0]


def candidates(key: DescribedKey, checks: Iterable[str] = CHECKS) -> list[Claim]:
    """Return the suspicions of the checks in a key."""
    wanted = set(checks)
    finders = (*(OF_TEXT if key.has_text else ()), *OF_SYSTEMS)
    return [each for find in finders for each in find(key) if each.check in wanted]
