"""Uses that start from a query for an entity: search, sentiment analysis, relation mining (Tuggener 2014, Žitkus et al. 2023)."""

from __future__ import annotations

import numpy as np

from corefeval.applications.answer import ByClass, Example, Finding, Outcome
from corefeval.applications.classes import TITLES, breakdown, known_feature
from corefeval.applications.numbers_in_words import in_all, of_hundred, share
from corefeval.applications.quotations import chain, example, members, words
from corefeval.arrays import Floats, Integers
from corefeval.breakdown.features import Feature
from corefeval.linguistics.dominant_mentions import usability
from corefeval.metrics.arcs import Anchor, Detection
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.settings import Settings
from corefeval.text import several


def search(pairing: Pairing) -> Finding:
    """Say how many entities a query finds, and how much of what they return is right."""
    metric = Anchor(anchor="dominant")
    found = metric.detect(pairing)
    hits, missed, invented = len(found.key), len(found.missed), len(found.invented)
    key_sizes, response_sizes = pairing.key.entity_sizes, pairing.response.entity_sizes
    returned = int(found.shared.sum())
    overlooked = int(key_sizes[found.key].sum()) - returned
    wrong = int(response_sizes[found.response].sum()) - returned
    base, (good, _) = of_hundred([hits, missed])
    sentences = [
        (
            f"A query by an entity's best name finds {good} of {base} entities{in_all(hits + missed)}. Of their mentions "
            f"{share(returned, returned + overlooked)} are returned, and {share(wrong, returned + wrong)} returned are wrong."
        )
    ]
    if invented:
        sentences.append(
            f"Of what the system offers as entities, {share(invented, hits + invented)} are not in the gold under their "
            "best name."
        )
    ours, theirs = (
        usability(corpus, described).without_dominant
        for corpus, described in zip((pairing.key, pairing.response), pairing.linguistics, strict=True)
    )
    unreachable = int(ours.sum()), int(theirs.sum())
    if any(unreachable):
        sentences.append(
            f"{several(unreachable[0], 'chain')} of the gold hold{'s' if unreachable[0] == 1 else ''} only pronouns: no "
            f"query reaches them. The system has {unreachable[1]:,} of that kind."
        )
    entities = (
        Outcome("found", hits, hits + missed),
        Outcome("missed", missed, hits + missed, "no query finds it: all that is said of it is lost"),
        Outcome("not in the gold", invented, 0, "a query returns what is no entity there"),
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
    lost = int(key_sizes[found.missed].sum())
    if lost:
        left_out.append(
            f"{several(lost, 'mention')} of the entities that are not found: they cost entities, not mentions"
        )
    return Finding(
        tuple(sentences),
        {"entities": entities, "their mentions": mentions},
        tuple(
            _by_anchor(pairing, found, metric, feature)
            for feature in (known_feature(pairing, "ne"), known_feature(pairing, "type"))
            if feature is not None
        ),
        _missed_entity(pairing, found),
        tuple(left_out),
    )


def _by_anchor(pairing: Pairing, found: Detection, metric: Anchor, feature: Feature) -> ByClass:
    """Return entities found and missed by a feature of the mention they are queried by."""
    size = len(feature.labels)

    def tally(
        entities: Integers, anchor: Integers, values: Integers, weights: Floats | None = None
    ) -> Floats:
        return np.bincount(values[anchor[entities]], weights, minlength=size).astype(np.float64)

    shared = found.shared.astype(np.float64)
    key_size = pairing.key.entity_sizes[found.key]
    response_size = pairing.response.entity_sizes[found.response]
    totals = {
        "ed.tp": tally(found.key, found.key_anchor, feature.key),
        "ed.fn": tally(found.missed, found.key_anchor, feature.key),
        "ed.fp": tally(found.invented, found.response_anchor, feature.response),
        "em.tp": tally(found.key, found.key_anchor, feature.key, shared),
        "em.fn": tally(found.key, found.key_anchor, feature.key, key_size - shared),
        "em.fp": tally(found.key, found.key_anchor, feature.key, response_size - shared),
    }
    total = totals["ed.tp"] + totals["ed.fn"]
    name = f"{TITLES[feature.name]} of the best mention"
    return breakdown(
        name, "entities", feature.labels, total, totals["ed.tp"], metric.scores(totals, Settings()), "found"
    )


def _missed_entity(pairing: Pairing, found: Detection) -> Example | None:
    """Return the largest entity that is missed, and what the system has of it."""
    if not len(found.missed):
        return None
    typed, key = pairing.derive(TypedPairing), pairing.key
    entity = int(found.missed[key.entity_sizes[found.missed].argmax()])
    anchor = int(found.key_anchor[entity])
    rows = members(typed.key, entity)
    partners = pairing.key_partner[rows]
    homes = pairing.response.mentions.entity[partners[partners >= 0]]
    if not len(homes):
        system = "none of its mentions"
    else:
        system = chain(pairing.response, members(typed.response, int(np.bincount(homes).argmax())))
        if pairing.key_partner[anchor] < 0:
            system += f"; {words(key, anchor)} is not a mention"
        else:
            system += f"; {words(key, anchor)} stands alone"
    error = f"an entity of {several(len(rows), 'mention')} is missed"
    return example(key, anchor, error, chain(key, rows), system)
