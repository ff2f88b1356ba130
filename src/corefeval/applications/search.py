"""Uses that start from a query for an entity: search, sentiment analysis, relation mining (Tuggener 2014, Žitkus et al. 2023)."""

from __future__ import annotations

import numpy as np

from corefeval.applications.answer import Example, Finding, Outcome
from corefeval.applications.classes import TITLES, by_class, known_feature
from corefeval.applications.numbers_in_words import in_all, of_hundred, share
from corefeval.applications.quotations import best_chain, chain, example, members, words
from corefeval.linguistics.dominant_mentions import usability
from corefeval.metrics.arcs import Anchor, Detection
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.text import several


def search(pairing: Pairing) -> Finding:
    """State how many entities a query finds, and how much of the returned text is right."""
    metric = Anchor(anchor="dominant")
    found = metric.detect(pairing)
    hits, missed, invented = len(found.key), len(found.missed), len(found.invented)
    key_sizes, response_sizes = pairing.key.entity_sizes, pairing.response.entity_sizes
    returned = int(found.shared.sum())
    overlooked = int(key_sizes[found.key].sum()) - returned
    wrong = int(response_sizes[found.response].sum()) - returned
    base, (good, _) = of_hundred([hits, missed])
    bare = int((found.shared == 1).sum())
    holders = np.bincount(found.response, minlength=len(pairing.response.entities))
    merged = int((holders[found.response] > 1).sum())
    sentences = [
        (
            f"A query by an entity's best name finds {good} of {base} entities{in_all(hits + missed)}. Of their mentions "
            f"{share(returned, returned + overlooked)} are returned, and {share(wrong, returned + wrong)} returned are wrong."
        )
    ]
    if hits:
        sentences.append(
            f"Found means that the name is in a chain of the system: of the {hits:,} found, {bare:,} have no other mention "
            f"there, {merged:,} share a chain with another one that is found."
        )
    if invented:
        sentences.append(
            f"Of the system's entities, {share(invented, hits + invented)} are not in the gold under their "
            "best name."
        )
    usable = [
        usability(corpus, described).counts
        for corpus, described in zip((pairing.key, pairing.response), pairing.linguistics, strict=True)
    ]
    unreachable = tuple(counts["without a dominant mention"] for counts in usable)
    if any(unreachable):
        sentences.append(
            f"{several(unreachable[0], 'chain')} of the gold hold{'s' if unreachable[0] == 1 else ''} only pronouns: no "
            f"query reaches them. The system has {unreachable[1]:,} of that kind."
        )
    entities = (
        Outcome("found by the name", hits, hits + missed),
        Outcome("missed", missed, hits + missed, "no query finds it: everything about it is lost"),
        Outcome("not in the gold", invented, 0, "a query returns an entity that is not in the gold"),
    )
    mentions = (
        Outcome("returned", returned, returned + overlooked),
        Outcome(
            "not returned", overlooked, returned + overlooked, "passages about the entity are overlooked"
        ),
        Outcome("returned, but wrong", wrong, 0, "passages about something else are returned"),
    )
    left_out = [f"{several(unreachable[0], 'chain')} of pronouns only"] if unreachable[0] else []
    singletons = int((key_sizes == 1).sum())
    if singletons:
        left_out.append(f"{several(singletons, 'entity', 'entities')} of one mention: nothing to resolve")
    shares = metric.shares(pairing)
    lost = int(key_sizes[found.missed].sum())
    if lost:
        left_out.append(
            f"{several(lost, 'mention')} of the entities that are not found: they cost entities, not mentions"
        )
    return Finding(
        tuple(sentences),
        {"entities": entities, "their mentions": mentions},
        tuple(
            by_class(
                shares, metric, feature, "entities", "found", f"{TITLES[feature.name]} of the best mention"
            )
            for feature in (known_feature(pairing, "ne"), known_feature(pairing, "type"))
            if feature is not None
        ),
        _missed_entity(pairing, found),
        tuple(left_out),
        {what: (usable[0][what], usable[1][what]) for what in usable[0]},
    )


def _missed_entity(pairing: Pairing, found: Detection) -> Example | None:
    """Return the largest missed entity, and the system's part of it."""
    if not len(found.missed):
        return None
    typed, key = pairing.derive(TypedPairing), pairing.key
    entity = int(found.missed[key.entity_sizes[found.missed].argmax()])
    anchor = int(found.key_anchor[entity])
    rows = members(typed.key, entity)
    system, _ = best_chain(pairing, rows)
    if system:
        how = "is not a mention" if pairing.key_partner[anchor] < 0 else "stands alone"
        system += f"; {words(key, anchor)} {how}"
    error = f"an entity of {several(len(rows), 'mention')} is missed"
    return example(key, anchor, error, chain(key, rows), system or "none of its mentions")
