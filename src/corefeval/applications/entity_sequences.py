"""Entity sequences: following an entity from mention to mention (Tuggener 2014)."""

from __future__ import annotations

import numpy as np

from corefeval.applications.answer import Example, Finding, Outcome
from corefeval.applications.classes import FN, WL, by_features, tallied
from corefeval.applications.numbers_in_words import in_all, of_hundred, share
from corefeval.applications.quotations import best_chain, chain, example, members
from corefeval.metrics.arcs import Immediate
from corefeval.metrics.outcomes import Outcomes
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.text import several


def entity_sequences(pairing: Pairing) -> Finding:
    """Report how well sequences of mentions can be followed."""
    metric = Immediate()
    outcomes = metric.outcomes(pairing)
    right, wrong, missing, invented = tallied(outcomes)
    total = right + wrong + missing
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    exact, chains = _exact_chains(pairing)
    singletons = int((pairing.key.entity_sizes == 1).sum())
    sentences = (
        (
            f"Of {several(base, 'mention')} that should follow another mention of the same entity{in_all(total)}, "
            f"this system puts {good} after the right one, {bad} after a wrong one and {none} after none."
        ),
        f"The whole sequence, without a gap or a wrong mention, is right for {share(exact, chains)} entities.",
    )
    table = (
        Outcome("after the right mention", right, total),
        Outcome(
            "after a wrong one", wrong, total, "the sequence skips a mention or runs into another entity"
        ),
        Outcome("after none", missing, total, "the sequence ends too early, or starts again"),
        Outcome("should follow none", invented, 0, "a new mention is appended to a sequence"),
    )
    left_out = [f"the first mentions of {several(chains, 'entity', 'entities')}: they follow nothing"]
    if singletons:
        left_out.append(f"{several(singletons, 'entity', 'entities')} of one mention: no sequence")
    return Finding(
        sentences,
        {"mentions": table},
        by_features(pairing, outcomes, metric, "mentions", ("deprel", "type")),
        _broken_sequence(pairing, outcomes),
        tuple(left_out),
    )


def _exact_chains(pairing: Pairing) -> tuple[int, int]:
    """Return the number of key chains that equal a response chain, and the number of key chains."""
    overlap, sizes = pairing.member_overlap, pairing.key.entity_sizes
    is_chain = sizes > 1
    same = (overlap.count == sizes[overlap.key]) & (
        overlap.count == pairing.response.entity_sizes[overlap.response]
    )
    return int((same & is_chain[overlap.key]).sum()), int(is_chain.sum())


def _broken_sequence(pairing: Pairing, outcomes: Outcomes) -> Example | None:
    """Return the entity that loses most links, and the response chain with most of its mentions."""
    typed, key = pairing.derive(TypedPairing), pairing.key
    lost = np.bincount(
        key.mentions.entity[(outcomes.key == WL) | (outcomes.key == FN)], minlength=len(key.entities)
    )
    if not lost.any():
        return None
    entity = int(lost.argmax())
    rows = members(typed.key, entity)
    at = next(row for row in rows if outcomes.key[row] in (WL, FN))
    system, parts = best_chain(pairing, rows)
    if parts > 1:
        system += f" (the longest of {parts} pieces)"
    error = f"{lost[entity]} of {len(rows) - 1} steps lost"
    return example(key, at, error, chain(key, rows), system or "none of these mentions")
