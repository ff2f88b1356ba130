"""Bridging: anaphors, their anchors, and anchors of which only the entity is named."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from corefeval.choices import Zeros
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score

LEVELS = ("bridging.anaphor", "bridging.mention", "bridging.entity")

Link = tuple[int, int | None, str]
"""The word of an anaphor, that of its anchor (None: only the entity is named), and the anchor's entity."""


def corpus(entities: dict[str, Sequence[int]], links: Sequence[Link]) -> Corpus:
    """Return ten words of which some are mentions, with bridging links."""
    builder = CorpusBuilder("python")
    builder.document("d")
    builder.sentence()
    for number in range(10):
        builder.node(f"w{number}")
    mention: dict[int, int] = {}
    label: dict[str, int] = {}
    for name, words in entities.items():
        label[name] = builder.entity(name)
        mention |= {word: builder.mention(label[name], [(word, word)]) for word in words}
    for anaphor, anchor, entity in links:
        builder.bridging(mention[anaphor], -1 if anchor is None else mention[anchor], label[entity])
    return builder.build()


def found(key: Corpus, response: Corpus) -> list[tuple[float | None, float | None]]:
    """Return recall and precision at each level."""
    scores = score(key, response, metrics=LEVELS, singletons="keep")
    return [(scores[level]["recall"], scores[level]["precision"]) for level in LEVELS]


ENTITIES: dict[str, Sequence[int]] = {"house": (0, 3), "car": (1, 4), "door": (5,), "wheel": (6,)}
NAMED = corpus(ENTITIES, [(5, 3, "house"), (6, 4, "car")])
UNNAMED = corpus(ENTITIES, [(5, None, "house"), (6, 4, "car")])


@pytest.mark.parametrize("same", [NAMED, UNNAMED])
def test_a_file_against_itself(same: Corpus) -> None:
    """Every anaphor counts and is right, also one whose anchor is known as an entity only."""
    assert found(same, same) == [(1.0, 1.0)] * 3


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ([(5, 0, "house")], [(0.5, 1.0), (0.0, 0.0), (0.5, 1.0)]),
        ([(5, 1, "car"), (6, 4, "car")], [(1.0, 1.0), (0.5, 0.5), (0.5, 0.5)]),
        ([(5, None, "house"), (6, None, "house")], [(1.0, 1.0), (0.5, 0.5), (0.5, 0.5)]),
    ],
)
def test_anchors(response: list[Link], expected: list[tuple[float, float]]) -> None:
    """Another mention of the right entity is right at the level of entities; a bare entity is any of its mentions."""
    assert found(NAMED, corpus(ENTITIES, response)) == expected


def test_key_without_a_mention_accepts_any_of_its_entity() -> None:
    """The key does not say which mention, so none of the entity is wrong; one of another entity is."""
    for anchor in (0, 3):
        assert found(UNNAMED, corpus(ENTITIES, [(5, anchor, "house")])) == [(0.5, 1.0)] * 3
    assert found(UNNAMED, corpus(ENTITIES, [(5, 1, "car")]))[1:] == [(0.0, 0.0)] * 2


def test_a_bare_entity_is_not_the_last_mention_of_the_text() -> None:
    """What the key does not name is no mention at all: one of another entity is wrong, the last of the text as well."""
    assert found(UNNAMED, corpus(ENTITIES, [(5, 6, "wheel")])) == [(0.5, 1.0), (0.0, 0.0), (0.0, 0.0)]
    bare = corpus(ENTITIES, [(5, None, "wheel")])
    assert found(NAMED, bare) == [(0.5, 1.0), (0.0, 0.0), (0.0, 0.0)]


def test_sides_change_places() -> None:
    """Recall and precision of anaphors and mentions change places, with bare entities on either side too."""
    other = corpus(ENTITIES, [(5, 0, "house"), (6, None, "car"), (4, 1, "car")])
    for key in (NAMED, UNNAMED):
        swapped = [(precision, recall) for recall, precision in found(other, key)]
        assert found(key, other)[:2] == swapped[:2]


def test_a_link_that_names_a_mention_wins() -> None:
    """Of several links of one anaphor the last counts, one without a mention only where there is no other."""
    several = corpus(ENTITIES, [(5, 1, "car"), (5, 3, "house"), (5, None, "car")])
    assert found(NAMED, several) == [(0.5, 1.0)] * 3


def test_nothing_to_find() -> None:
    """Without anaphors in the key recall is undefined."""
    assert found(corpus(ENTITIES, []), NAMED) == [(None, 0.0)] * 3


def test_an_anchor_that_opens_the_text_is_that_mention_alone() -> None:
    """The first mention of all is named like any other: a bare entity that has only another of its mentions is wrong."""
    key = corpus(ENTITIES, [(5, 0, "house")])
    without_it = corpus(ENTITIES | {"house": (3,), "other": (0,)}, [(5, None, "house")])
    assert found(key, without_it) == [(1.0, 1.0), (0.0, 0.0), (1.0, 1.0)]
    assert found(without_it, key)[:2] == [(1.0, 1.0), (0.0, 0.0)]
    assert found(key, key) == [(1.0, 1.0)] * 3


def test_an_anchor_unknown_to_the_key_is_wrong() -> None:
    """Two anchors that are mentions of no key entity are right only if they are the same."""
    key = corpus(ENTITIES, [(5, 3, "house")])
    response = corpus(ENTITIES | {"street": (9,)}, [(5, 9, "street")])
    assert found(key, response) == [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]


def test_anaphors_of_one_side_alone() -> None:
    """An anaphor beyond the last one of the other side, and before its first, is not found there."""
    key = corpus(ENTITIES, [(5, 3, "house")])
    for word in (4, 6):
        assert found(key, corpus(ENTITIES, [(word, 0, "house")])) == [(0.0, 0.0)] * 3


@pytest.mark.parametrize(("ours", "theirs"), [(0, 2), (2, 0)])
def test_an_anchor_that_was_dropped_has_no_entity(ours: int, theirs: int) -> None:
    """The zero that opens the text and a word are one entity; without zeros it is an anchor for itself alone."""

    def text(anchor: int) -> Corpus:
        builder = CorpusBuilder("python")
        builder.document("d")
        builder.sentence()
        for number in range(4):
            builder.node(f"w{number}", minor=int(number == 0))
        house = builder.entity("house")
        mention = {word: builder.mention(house, [(word, word)]) for word in (0, 1, 2)}
        door = builder.mention(builder.entity("door"), [(3, 3)])
        builder.bridging(door, mention[anchor], house)
        return builder.build()

    def at_entities(*sides: Corpus, zeros: Zeros) -> float | None:
        return score(*sides, metrics="bridging.entity", singletons="keep", zeros=zeros)["bridging.entity"][
            "recall"
        ]

    assert at_entities(text(ours), text(theirs), zeros="linear") == 1
    assert at_entities(text(ours), text(theirs), zeros="drop") == 0
    assert at_entities(text(ours), text(ours), zeros="drop") == 1


def test_of_several_links_the_last_that_names_a_mention_counts() -> None:
    """The first mention of all is one, too: a later link to a bare entity does not replace it."""
    twice = corpus(ENTITIES, [(5, 0, "house"), (5, None, "car")])
    assert found(twice, corpus(ENTITIES, [(5, 0, "house")])) == [(1.0, 1.0)] * 3
    assert found(twice, corpus(ENTITIES, [(5, 1, "car")])) == [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]
