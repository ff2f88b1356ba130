"""Error classes and repairs with sets, as the specification words them: slow, short, and easy to believe."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

Clusters = list[list[int]]
ORDER = (
    "span_error",
    "merged_entity",
    "spurious_mention",
    "spurious_entity",
    "split_entity",
    "missing_mention",
    "missing_entity",
    "spurious_singleton",
    "missing_singleton",
)


@dataclass(frozen=True)
class SlowError:
    """A class, its part and the entity it is an error of."""

    kind: str
    part: frozenset[int]
    whole: frozenset[int]


def anchor(entity: Iterable[int], is_pronoun: Callable[[int], bool]) -> int:
    """The earliest mention that is no pronoun, or the earliest."""
    mentions = sorted(entity)
    return next((mention for mention in mentions if not is_pronoun(mention)), mentions[0])


def slow_errors(
    key: Clusters, response: Clusters, pronouns: Collection[int], *, singletons: bool = False
) -> set[SlowError]:
    """The structural errors of a response."""
    gold, system = [frozenset(one) for one in key], [frozenset(one) for one in response]
    in_key, in_response = (frozenset().union(*side) for side in (gold, system))
    found = set()
    for whole, others, known, kinds in (
        (
            system,
            gold,
            in_key,
            ("spurious_mention", "spurious_entity", "merged_entity", "spurious_singleton"),
        ),
        (
            gold,
            system,
            in_response,
            ("missing_mention", "missing_entity", "split_entity", "missing_singleton"),
        ),
    ):
        single, entire, part_of, lonely = kinds
        for entity in whole:
            alone = entity - known
            head = anchor(entity, lambda mention: mention in pronouns)
            if len(alone) >= 2 and all(mention in pronouns for mention in entity & known):
                found.add(SlowError(entire, alone, entity))
            else:
                found |= {SlowError(single, frozenset({one}), entity) for one in alone if one != head}
            if singletons and len(entity) == 1 and alone:
                found.add(SlowError(lonely, entity, entity))
            for other in others:
                part = entity & other
                if part and part != entity and head not in part:
                    found.add(SlowError(part_of, part, entity))
    return found


def slow_repair(
    key: Clusters,
    response: Clusters,
    pronouns: Collection[int],
    errors: Iterable[SlowError],
    *,
    singletons: bool = False,
) -> Clusters:
    """The response with these errors repaired, in the order of the classes."""
    in_key = {mention for entity in key for mention in entity}
    spurious_anchors = {
        anchor(entity, lambda mention: mention in pronouns) for entity in response if len(entity) > 1
    } - in_key
    entities = [set(entity) for entity in response]

    def of(mention: int) -> set[int] | None:
        return next((entity for entity in entities if mention in entity), None)

    def remove(mentions: frozenset[int]) -> None:
        for entity in entities:
            entity.difference_update(mentions)

    for error in sorted(errors, key=lambda error: (ORDER.index(error.kind), min(error.part))):
        whole = sorted(error.whole)
        if error.kind == "merged_entity":
            remove(error.part)
            entities.append(set(error.part))
        elif error.kind.startswith("spurious"):
            remove(error.part)
        elif error.kind == "split_entity":
            head = anchor(whole, lambda mention: mention in pronouns)
            target, moved = of(head), of(min(error.part))
            if target is None:
                target = {head}
                entities.append(target)
            if moved is not None and moved is not target:
                target |= moved
                entities.remove(moved)
        elif error.kind == "missing_mention":
            present = next(found for mention in whole if (found := of(mention)) is not None)
            present |= error.part
        else:
            remove(error.whole)
            entities.append(set(error.whole))
    left = [entity for entity in entities if entity]
    if singletons:
        left = [entity for entity in left if len(entity) > 1 or not entity <= spurious_anchors]
    else:
        left = [entity for entity in left if len(entity) > 1]
    return sorted(sorted(entity) for entity in left)


@st.composite
def clusterings(draw: st.DrawFn, mentions: Sequence[int], *, smallest: int = 2) -> Clusters:
    """A clustering of some of the mentions; entities have at least so many."""
    entity = draw(st.lists(st.integers(-1, 5), min_size=len(mentions), max_size=len(mentions)))
    clusters: dict[int, list[int]] = {}
    for mention, number in zip(mentions, entity, strict=True):
        if number >= 0:
            clusters.setdefault(number, []).append(mention)
    return [cluster for cluster in clusters.values() if len(cluster) >= smallest]


@st.composite
def cases(draw: st.DrawFn, *, smallest: int = 2) -> tuple[Clusters, Clusters, frozenset[int]]:
    """A key, a response and which mentions are pronouns; the key is never empty."""
    mentions = range(12)
    key = draw(clusterings(mentions, smallest=smallest).filter(bool))
    response = draw(clusterings(mentions, smallest=smallest))
    return key, response, draw(st.frozensets(st.integers(0, 11)))


def types(pronouns: Collection[int]) -> dict[int, str]:
    """The types of mentions 0 to 11 as explain() takes them."""
    return {mention: "pronoun" if mention in pronouns else "nominal" for mention in range(12)}
