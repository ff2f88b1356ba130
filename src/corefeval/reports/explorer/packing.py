"""Pack a document for the page: omit data that follows from the census or the document, and write small numbers.

packing.js restores the document. Data that it could not restore exactly is not packed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import sub
from typing import Any

NOBODY = -1
FEATURES = "tonc"
"""Columns of the key's mentions that the census also contains: type, part of speech, named entity and code."""


def packed(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with columns as differences, and without errors, their bits and the response's partners.

    Features of the key's mentions and decisions are empty lists, because the census contains them.
    """
    known: dict[str, list[Any]] = {name: [] for name in FEATURES if name in document["k"]}
    return {
        **document,
        "s": differences(document["s"]),
        "k": {**_mentions(document["k"]), **known},
        "r": [_reading(reading) for reading in document["r"]],
    }


def differences(numbers: Sequence[int]) -> list[int]:
    """Return the difference of each number from the previous one, starting from 0.

    Examples:
        >>> differences([2, 5, 5, 9])
        [2, 3, 0, 4]
    """
    return [*numbers[:1], *map(sub, numbers[1:], numbers)]


def recency(entities: Sequence[int]) -> list[int]:
    """Return, for each mention, the next unused entity number minus its own: 0 for a new entity, 1 for the newest one.

    Examples:
        >>> recency([0, 1, 0, 2, 2])
        [0, 0, 2, 0, 1]
    """
    found, new = [], 0
    for entity in entities:
        found.append(new - entity)
        if entity >= new:
            new = entity + 1
    return found


def steps(partners: Sequence[int]) -> list[int]:
    """Return each partner minus the number after the previous partner; -1 for no partner.

    Negative differences are lowered by 1, so that they differ from -1.

    Examples:
        >>> steps([0, 1, -1, 4, 3, 4])
        [0, 0, -1, 2, -3, 0]
    """
    found, expected = [], 0
    for partner in partners:
        if partner < 0:
            found.append(NOBODY)
            continue
        step = partner - expected
        found.append(step if step >= 0 else step - 1)
        expected = partner + 1
    return found


def _mentions(mentions: Mapping[str, Any]) -> dict[str, Any]:
    return {**mentions, "e": recency(mentions["e"]), "f": differences(mentions["f"])}


def _reading(reading: Mapping[str, Any]) -> dict[str, Any]:
    key, response = reading["k"], reading["q"]
    plain = {**reading, "m": _mentions(reading["m"]), "k": {**key, "g": steps(key["g"])}}
    if not _is_reported(reading):
        return plain
    errors = reading["err"]
    aligned = dict.fromkeys(
        (ours, theirs)
        for ours, theirs in zip(errors["k"], errors["r"], strict=True)
        if ours >= 0 and theirs >= 0 and key["g"][ours] != theirs
    )
    plain["k"] = {name: column for name, column in plain["k"].items() if name != "b"}
    plain["q"] = {name: column for name, column in response.items() if name not in ("b", "g")}
    if all(
        decision == key["k"][ours]
        for decision, ours in zip(response["k"], response["g"], strict=True)
        if ours >= 0
    ):
        plain["k"]["k"] = plain["q"]["k"] = []
    del plain["err"]
    if aligned:
        plain["al"] = list(aligned)
    return plain


def _is_reported(reading: Mapping[str, Any]) -> bool:
    """Return whether partners are mutual and no two response-only mentions have the same place."""
    ours, theirs, mentions = reading["k"]["g"], reading["q"]["g"], reading["m"]
    alone = [response for response, key in enumerate(theirs) if key < 0]
    places = {(mentions["f"][row], mentions["l"][row]) for row in alone}
    matched = [(key, response) for key, response in enumerate(ours) if response >= 0]
    if len(matched) != len(theirs) - len(alone) or len(places) != len(alone):
        return False
    return all(theirs[response] == key for key, response in matched)
