"""How often the claims of each check are right, measured on the audited key itself.

Errors of known kinds are made in the key (see simulation), and the checks are run on it. A claim is right if the
original key contradicts the changed key about the pair. Errors that the key already had count as wrong claims, so rates
are rather too low.

A suspicion is about one mention and may have several reasons. Its probability is that of its best reason, adjusted by
the number of other reasons and of systems that agree:

    odds = odds of the best reason · likelihood ratio of other reasons · likelihood ratio of the systems' votes
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefeval.auditing.checks import CHECKS, Claim, candidates, verdicts
from corefeval.auditing.described_key import DescribedKey
from corefeval.corpus.identity import identify
from corefeval.linguistics.describe import describe
from corefeval.linguistics.labels import TypeTable
from corefeval.simulation.errors import ERRORS
from corefeval.simulation.mixtures import Recipe

KINDS = ("split", "merged", "merged-by-type", "cut-names", "moved")
"""The errors that are made."""
RATE = 0.02
"""The share of chains, or mentions, that get each of them."""
MENTIONS, MOST_DRAWS = 250_000, 10
"""Errors are drawn until this many mentions were checked, at least once and at most ten times."""
OF_CHECK, OF_STRENGTH = 5.0, 5.0
"""The number of pseudo-claims with which rates are shrunk towards the starting rates."""
LOWEST = 0.15
"""Reasons with lower rates do not count as other reasons."""
MOST_REASONS = 2
"""The most other reasons, and systems, that are counted separately."""


@dataclass(frozen=True, slots=True)
class Suspected:
    """A mention that seems misplaced: the best reason, the number of other reasons, and the votes of systems.

    Attributes:
        best: the reason with the highest rate.
        others: the number of other checks that find the mention.
        votes: the systems that agree with the claim minus those that do not; None if systems are the reason.
    """

    best: Claim
    others: int
    votes: int | None


@dataclass(frozen=True)
class Rates:
    """The shares of claims that are right.

    Attributes:
        of_check: by check.
        of_strength: by check and strength of evidence.
        of_others: likelihood ratios by number of other reasons.
        of_votes: the same by votes of systems.
    """

    of_check: Mapping[str, float]
    of_strength: Mapping[tuple[str, str], float]
    of_others: Mapping[int, float] = field(default_factory=dict)
    of_votes: Mapping[int, float] = field(default_factory=dict)

    def rate(self, candidate: Claim) -> float:
        """Return the share of right claims of this check and strength."""
        return self.of_strength.get((candidate.check, candidate.strength), self.of_check[candidate.check])

    def suspected(self, key: DescribedKey, found: Iterable[Claim]) -> Iterator[Suspected]:
        """Yield each mention that seems misplaced once, with its best reason."""
        by_mention: dict[int, list[Claim]] = {}
        for each in found:
            by_mention.setdefault(each.mention, []).append(each)
        for own in by_mention.values():
            best = max(own, key=lambda each: (self.rate(each), each))
            others = len({each.check for each in own if self.rate(each) >= LOWEST} - {best.check})
            votes = None
            if not CHECKS[best.check].is_of_systems:
                agreed = verdicts(key, best)
                votes = max(-MOST_REASONS, min(2 * sum(agreed) - len(agreed), MOST_REASONS))
            yield Suspected(best, min(others, MOST_REASONS), votes)

    def probability(self, suspected: Suspected) -> float:
        """Return the estimated probability that a suspicion is right."""
        rate = self.rate(suspected.best)
        votes = 1.0 if suspected.votes is None else self.of_votes.get(suspected.votes, 1.0)
        odds = rate / (1 - rate) * self.of_others.get(suspected.others, 1.0) * votes
        return odds / (1 + odds)


def measured_rates(key: DescribedKey, table: TypeTable, checks: Sequence[str], seed: int) -> Rates:
    """Return the rates of the checks in a key, from errors that are made in it.

    Args:
        key: the key, its documents in the order of their names.
        table: the types of mentions by their labels.
        checks: the names of the checks.
        seed: the random seed.
    """
    draws = min(max(MENTIONS // max(len(key.corpus.mentions), 1), 1), MOST_DRAWS)
    changed = [_Changed(key, table, seed + len(KINDS) * draw) for draw in range(draws)]
    found = [(each, candidates(each.key, checks)) for each in changed]
    seen: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for each, own in found:
        for one in own:
            seen[one.check, one.strength] += 1
            right[one.check, one.strength] += each.is_right(one)
    of_check = {}
    for name, check in CHECKS.items():
        ours = [place for place in seen if place[0] == name]
        of_check[name] = _shrunk(
            sum(right[place] for place in ours), sum(map(seen.__getitem__, ours)), draws, OF_CHECK, check.rate
        )
    of_strength = {
        place: _shrunk(right[place], count, draws, OF_STRENGTH, of_check[place[0]])
        for place, count in seen.items()
    }
    rates = Rates(of_check, of_strength)
    judged = [
        (suspected, each.is_right(suspected.best))
        for each, own in found
        for suspected in rates.suspected(each.key, own)
    ]
    return Rates(
        of_check,
        of_strength,
        _ratios((suspected.others, is_right) for suspected, is_right in judged),
        _ratios((suspected.votes, is_right) for suspected, is_right in judged if suspected.votes is not None),
    )


class _Changed:
    """A key with errors that were made in it.

    Attributes:
        key: the changed key.
        before: the original chain of each of its mentions.
    """

    def __init__(self, key: DescribedKey, table: TypeTable, seed: int) -> None:
        """Make errors of all KINDS that the key allows."""
        kinds = [kind for kind in KINDS if key.has_text or ERRORS[kind].needs != "words"]
        language = key.linguistics.language
        made = Recipe("", tuple((kind, RATE) for kind in kinds), seed).make(key.corpus, language, table)
        before, after = identify([key.corpus, made])
        row_of = np.full(int(max(before.max(initial=-1), after.max(initial=-1))) + 1, -1, np.int64)
        row_of[before] = np.arange(len(before))
        rows = row_of[after]
        linguistics = describe(made, language=language, table=table)
        self.key = DescribedKey(made, linguistics, tuple(system[rows] for system in key.systems))
        self.before: list[int] = key.corpus.mentions.entity[rows].tolist()

    def is_right(self, claim: Claim) -> bool:
        """Return whether the original key agrees with a claim."""
        is_together = self.before[claim.mention] == self.before[claim.other]
        return is_together == CHECKS[claim.check].is_join


def _shrunk(right: int, seen: int, draws: int, weight: float, before: float) -> float:
    """Return the share of right claims in a draw, shrunk towards a prior share."""
    return (right / draws + weight * before) / (seen / draws + weight)


def _ratios(judged: Iterable[tuple[int, bool]]) -> dict[int, float]:
    """Return the likelihood ratio of each value: its frequency among right claims divided by that among wrong ones."""
    counts = Counter(judged)
    values = sorted({value for value, _ in counts})
    totals = {is_right: sum(counts[value, is_right] for value in values) for is_right in (True, False)}
    both = sum(totals.values())
    found = {}
    for value in values:
        share = (counts[value, True] + counts[value, False]) / both
        one, other = (
            (counts[value, is_right] + OF_CHECK * share) / (totals[is_right] + OF_CHECK)
            for is_right in (True, False)
        )
        found[value] = one / other
    return found
