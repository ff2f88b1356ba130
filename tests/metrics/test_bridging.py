"""Bridging: anaphors, their anchors, and anchors that name only an entity."""

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
    """Return ten words with mentions and bridging links."""
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
    """Every anaphor counts and is right, even if only the entity of its anchor is named."""
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
    """Another mention of the right entity is right at the entity level; a bare entity accepts any of its mentions."""
    assert found(NAMED, corpus(ENTITIES, response)) == expected


def test_key_without_a_mention_accepts_any_of_its_entity() -> None:
    """If the key names only the entity, any mention of it is right, but no mention of another entity."""
    for anchor in (0, 3):
        assert found(UNNAMED, corpus(ENTITIES, [(5, anchor, "house")])) == [(0.5, 1.0)] * 3
    assert found(UNNAMED, corpus(ENTITIES, [(5, 1, "car")]))[1:] == [(0.0, 0.0)] * 2


def test_a_bare_entity_is_not_the_last_mention_of_the_text() -> None:
    """A bare entity does not match a mention of another entity, not even the last mention of the text."""
    assert found(UNNAMED, corpus(ENTITIES, [(5, 6, "wheel")])) == [(0.5, 1.0), (0.0, 0.0), (0.0, 0.0)]
    bare = corpus(ENTITIES, [(5, None, "wheel")])
    assert found(NAMED, bare) == [(0.5, 1.0), (0.0, 0.0), (0.0, 0.0)]


def test_sides_change_places() -> None:
    """Swapping the sides swaps recall and precision of anaphors and mentions, also with bare entities."""
    other = corpus(ENTITIES, [(5, 0, "house"), (6, None, "car"), (4, 1, "car")])
    for key in (NAMED, UNNAMED):
        swapped = [(precision, recall) for recall, precision in found(other, key)]
        assert found(key, other)[:2] == swapped[:2]


def test_a_link_that_names_a_mention_wins() -> None:
    """The last link of an anaphor that names a mention counts; a bare entity counts only if no link names one."""
    several = corpus(ENTITIES, [(5, 1, "car"), (5, 3, "house"), (5, None, "car")])
    assert found(NAMED, several) == [(0.5, 1.0)] * 3


def test_nothing_to_find() -> None:
    """Without anaphors in the key recall is undefined."""
    assert found(corpus(ENTITIES, []), NAMED) == [(None, 0.0)] * 3


def test_an_anchor_that_opens_the_text_is_that_mention_alone() -> None:
    """The first mention of the text is an anchor like any other: a bare entity that lacks it is not that mention."""
    key = corpus(ENTITIES, [(5, 0, "house")])
    without_it = corpus(ENTITIES | {"house": (3,), "other": (0,)}, [(5, None, "house")])
    assert found(key, without_it) == [(1.0, 1.0), (0.0, 0.0), (1.0, 1.0)]
    assert found(without_it, key)[:2] == [(1.0, 1.0), (0.0, 0.0)]
    assert found(key, key) == [(1.0, 1.0)] * 3


def test_an_anchor_unknown_to_the_key_is_wrong() -> None:
    """Two anchors outside all key entities are right only if they are the same."""
    key = corpus(ENTITIES, [(5, 3, "house")])
    response = corpus(ENTITIES | {"street": (9,)}, [(5, 9, "street")])
    assert found(key, response) == [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]


def test_anaphors_of_one_side_alone() -> None:
    """An anaphor after the last or before the first anaphor of the other side is not found there."""
    key = corpus(ENTITIES, [(5, 3, "house")])
    for word in (4, 6):
        assert found(key, corpus(ENTITIES, [(word, 0, "house")])) == [(0.0, 0.0)] * 3


@pytest.mark.parametrize(("ours", "theirs"), [(0, 2), (2, 0)])
def test_an_anchor_that_was_dropped_has_no_entity(ours: int, theirs: int) -> None:
    """A zero that opens the text shares an entity with a word; if zeros are dropped, it matches only itself as an anchor."""

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
    """A link to the first mention of the text is not replaced by a later link to a bare entity."""
    twice = corpus(ENTITIES, [(5, 0, "house"), (5, None, "car")])
    assert found(twice, corpus(ENTITIES, [(5, 0, "house")])) == [(1.0, 1.0)] * 3
    assert found(twice, corpus(ENTITIES, [(5, 1, "car")])) == [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]
