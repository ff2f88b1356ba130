"""Uses that file facts under names: information extraction (Kaczmarek and Marcińczuk 2015)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefeval.applications.answer import ByClass, Example, Finding, Outcome
from corefeval.applications.classes import TITLES, breakdown, known_feature
from corefeval.applications.numbers_in_words import in_all, of_hundred, share
from corefeval.applications.quotations import example, first_readable, words
from corefeval.arrays import Booleans, look_up
from corefeval.breakdown.features import NONE, Feature
from corefeval.metrics.base import f_score, ratio
from corefeval.metrics.parent import Attachments, Parent
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing.pairing import Pairing
from corefeval.settings import Settings
from corefeval.text import several


def information_extraction(pairing: Pairing) -> Finding:
    """State how many nouns and pronouns are attached to the right named entity; the scheme decides which mentions define and refer."""
    parent = Parent().under(Settings(scheme=pairing.scheme))
    found = parent.attach(pairing)
    is_right = np.zeros(len(pairing.key.mentions), bool)
    is_right[pairing.response_partner[found.right]] = True
    home = look_up(pairing.key_partner, pairing.response.mentions.entity)
    has_name = look_up(home, found.targets) > 0
    wanted = found.wanted
    right, pairs = int((wanted & is_right).sum()), int(found.pairs.sum())
    wrong, none = int((wanted & ~is_right & has_name).sum()), int((wanted & ~is_right & ~has_name).sum())
    total = int(wanted.sum())
    base, (good, bad, missing) = of_hundred([right, wrong, none])
    unnamed = int(found.unnamed.sum())
    sentences = [
        (
            f"Of {several(base, 'noun or pronoun', 'nouns and pronouns')} that refer to a named entity{in_all(total)}, "
            f"{good} are attached to the right one, {bad} only to a wrong one, {missing} to no name."
        ),
        f"Of the attachments that the system makes, {share(int(found.right.sum()), pairs)} are right.",
    ]
    usual = Parent()
    if (parent.defining, parent.referring) != (usual.defining, usual.referring):
        defining, referring = (each.text.replace("+", ", ") for each in (parent.defining, parent.referring))
        sentences.append(f"In this scheme names are: {defining}; mentions that refer are: {referring}.")
    if unnamed:
        sentences.append(
            f"{several(unnamed, 'mention')} of entities that are never named {'is' if unnamed == 1 else 'are'} not counted."
        )
    table = (
        Outcome("attached to the right entity", right, total),
        Outcome("attached to a wrong one", wrong, total, "a fact is filed under the wrong name"),
        Outcome("attached to no name", none, total, "a fact is lost"),
        Outcome(
            "wrong attachments in all",
            pairs - int(found.right.sum()),
            0,
            "each files a statement under the wrong name",
        ),
    )
    left_out = [f"{several(unnamed, 'mention')} of entities that are never named"] if unnamed else []
    names = int(parent.sides(pairing)[0][0].sum())
    left_out.append(f"links between the {several(names, 'name')}: see CoNLL and BLANC")
    return Finding(
        tuple(sentences),
        {"nouns and pronouns": table},
        tuple(
            _break_down(pairing, found, is_right, feature)
            for feature in (known_feature(pairing, "type"), _named_class(pairing, parent))
            if feature is not None
        ),
        _misfiled(pairing, parent, wanted & ~is_right, has_name),
        tuple(left_out),
    )


def _named_class(pairing: Pairing, parent: Parent) -> Feature | None:
    """Return the named-entity class of the first name of each mention's entity, None without such classes."""
    own = known_feature(pairing, "ne")
    if own is None:
        return None
    typed = pairing.derive(TypedPairing)
    (defining, _), (response_defining, _) = parent.sides(pairing)
    key = typed.key.first(defining)[pairing.key.mentions.entity]
    response = typed.response.first(response_defining)[pairing.response.mentions.entity]
    return replace(
        own,
        name="named-entity class of the entity",
        labels=(*own.labels, NONE),
        key=look_up(key, own.key, len(own.labels)),
        response=look_up(response, own.response, len(own.labels)),
    )


def _break_down(pairing: Pairing, found: Attachments, is_right: Booleans, feature: Feature) -> ByClass:
    """Return the attachments by a feature of the attached mention."""
    size = len(feature.labels)
    total = np.bincount(feature.key[found.wanted], minlength=size).astype(np.float64)
    right = np.bincount(feature.key[found.wanted & is_right], minlength=size).astype(np.float64)
    rows = np.flatnonzero(found.referring)
    pairs = np.bincount(
        feature.response[rows], found.targets[pairing.response.mentions.entity[rows]], minlength=size
    ).astype(np.float64)
    correct = np.bincount(feature.response[found.right], minlength=size).astype(np.float64)
    scores = {"f1": f_score(ratio(correct, total), ratio(correct, pairs))}
    return breakdown(
        TITLES.get(feature.name, feature.name), "nouns and pronouns", feature.labels, total, right, scores
    )


def _misfiled(pairing: Pairing, parent: Parent, lost: Booleans, has_name: Booleans) -> Example | None:
    """Return a mention of the entity that loses most, preferably one attached to the wrong name."""
    if not lost.any():
        return None
    typed, key = pairing.derive(TypedPairing), pairing.key
    entity = int(np.bincount(key.mentions.entity[lost]).argmax())
    own = lost & (key.mentions.entity == entity)
    (key_defining, _), (defining, _) = parent.sides(pairing)
    name = int(typed.key.first(key_defining)[entity])
    rows = np.flatnonzero(own & has_name if (own & has_name).any() else own)
    row = int(rows[first_readable(key, rows)])
    partner = int(pairing.key_partner[row])
    if partner < 0:
        system = "not a mention"
    elif has_name[row]:
        home = int(pairing.response.mentions.entity[partner])
        names = typed.response.first(defining)
        system = f"attached to {words(pairing.response, int(names[home]))}"
    else:
        system = "attached to no name"
    error = f"an entity that loses {several(int(own.sum()), 'mention')}"
    return example(key, row, error, f"refers to {words(key, name)}", system)
