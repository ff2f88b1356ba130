"""What the settings mean, the slow way: each is a change of the annotation itself, and what is left is scored plainly.

Written from the documentation and from nothing else: mentions are sets of nodes, entities are lists, and the only thing
taken from corefeval is the score of plain clusters under exact matching.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment

import corefeval
from corefeval.settings import Settings
from tests.corpora import Said, Text

CLASSIC = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "mention")
CAI_STRUBE = ("bcub", "ceafm", "ceafe")
"""The metrics of CLASSIC that the method of Cai and Strube is for."""
Scores = dict[str, dict[str, float | None]]


class Refused(Exception):  # noqa: N818 - it says what the settings do
    """The settings refuse this annotation."""


class Unmodelled(Exception):  # noqa: N818 - same
    """The slow road does not know this combination."""


@dataclass
class Mention:
    """A mention: its nodes, its head, what makes it the same as another, and its place in the file."""

    nodes: frozenset[int]
    first_part: tuple[int, int]
    parts: tuple[tuple[int, int], ...]
    head: int
    is_zero: bool
    identity: object
    row: int
    is_verb_phrase: bool = False


@dataclass
class Entity:
    """An entity with its mentions in order, and the set of its split antecedents as lists of mentions."""

    mentions: list[Mention]
    number: int
    refers: bool = True
    elements: list[list[Mention]] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Mentions and the set."""
        return len(self.mentions) + bool(self.elements)


def scores(key: Mapping[str, Text], response: Mapping[str, Text], settings: Settings) -> Scores:
    """Return recall and precision of the classic metrics; only B³ where there are sets."""
    paired = {name: _Document(key[name], response[name], settings) for name in key}
    if any(entity.elements for document in paired.values() for entity in document.everything):
        return {"bcub": _bcub_with_sets(list(paired.values()), settings)}
    how = {"duplicates": "keep"} if settings.duplicates == "keep" else {"duplicates": "error"}
    plain = _scored({name: document.plain for name, document in paired.items()}, how)
    if settings.twinless == "add-to-key":
        return _scored({name: document.added_to_key for name, document in paired.items()}, how)
    if settings.twinless == "cai-strube":
        recall = _scored({name: document.for_recall for name, document in paired.items()}, how)
        precision = _scored({name: document.for_precision for name, document in paired.items()}, how)
        for metric in CAI_STRUBE:
            plain[metric] = {
                "recall": recall[metric]["recall"],
                "precision": precision[metric]["precision"],
            }
    return plain


Sides = tuple[list[list[object]], list[list[object]]]


def _scored(documents: Mapping[str, Sides], how: Mapping[str, str]) -> Scores:
    key, response = ({name: sides[side] for name, sides in documents.items()} for side in (0, 1))
    found = corefeval.score(key, response, metrics=CLASSIC, **how)  # type: ignore[call-overload]
    return {
        name: {part: parts[part] for part in ("recall", "precision")} for name, parts in found.scores.items()
    }


class _Document:
    """One document of both sides, filtered and matched."""

    def __init__(self, key: Text, response: Text, settings: Settings) -> None:
        self.zeros = key.zeros
        self.settings = settings
        if settings.duplicates == "keep" and (
            settings.match != "exact" or settings.zeros == "dependent" or settings.split_antecedents == "keep"
        ):
            raise Unmodelled
        if not key.phrases and (settings.match == "min-span" or settings.verb_phrases == "drop"):
            raise Refused
        settled = [_settled(text, settings, key.phrases) for text in (key, response)]
        sides = [_dropped(side, settings, singletons=settings.singletons) for side in settled]
        matched = self._match(*sides)
        of_elements = self._match(*(_dropped(side, settings, singletons="keep") for side in settled))
        self.key = [_Chain.of(entity, {}, {}) for entity in sides[0]]
        self.response = [_Chain.of(entity, matched, of_elements) for entity in sides[1]]
        self.everything = [*self.key, *self.response]

    @property
    def plain(self) -> Sides:
        return [chain.labels for chain in self.key], [chain.labels for chain in self.response]

    @property
    def added_to_key(self) -> Sides:
        key, response = self.plain
        return [*key, *([label] for label in self._only(response, key))], response

    @property
    def kept(self) -> list[_Chain]:
        """The response without singletons that the key does not have."""
        known = {label for chain in self.key for label in chain.labels}
        return [
            chain
            for chain in self.response
            if chain.elements or len(chain.labels) > 1 or set(chain.labels) <= known
        ]

    @property
    def for_recall(self) -> Sides:
        key = [chain.labels for chain in self.key]
        missing = self._only(key, [chain.labels for chain in self.response])
        return key, [*(chain.labels for chain in self.kept), *([label] for label in missing)]

    @property
    def for_precision(self) -> Sides:
        response = [chain.labels for chain in self.kept]
        key = [chain.labels for chain in self.key]
        return [*key, *([label] for label in self._only(response, key))], response

    @staticmethod
    def _only(side: Sequence[Sequence[object]], other: Sequence[Sequence[object]]) -> list[object]:
        known = {label for chain in other for label in chain}
        return list(dict.fromkeys(label for chain in side for label in chain if label not in known))

    def _match(self, key: Sequence[Entity], response: Sequence[Entity]) -> dict[object, object]:
        """Return for each response mention that is matched the key mention's identity, None for the others."""
        ours = {mention.identity: mention for entity in key for mention in entity.mentions}
        theirs = {mention.identity: mention for entity in response for mention in entity.mentions}
        found: dict[object, object] = dict.fromkeys(theirs)
        if self.settings.zeros == "dependent":
            rows, columns = ([each for each in side.values() if each.is_zero] for side in (ours, theirs))
            for one, other in _assigned(rows, columns, self._likeness):
                found[other.identity] = one.identity
                del ours[one.identity], theirs[other.identity]
        for identity in [each for each in theirs if each in ours]:
            found[identity] = identity
            del ours[identity], theirs[identity]
        for one, other in self._strategy(list(ours.values()), list(theirs.values())):
            found[other.identity] = one.identity
        return found

    def _strategy(self, ours: Sequence[Mention], theirs: Sequence[Mention]) -> list[tuple[Mention, Mention]]:
        how = self.settings.match
        if how in {"exact", "min-span"}:
            return []
        if how == "craft":
            return _first_part(_in_order(ours), _in_order(theirs))

        def value(one: Mention, other: Mention) -> float:
            if how == "head":
                fits = one.head == other.head
            else:
                fits = one.head in other.nodes and other.nodes <= one.nodes
            return len(one.nodes & other.nodes) / len(one.nodes) if fits else 0.0

        return _assigned(ours, theirs, value)

    def _likeness(self, one: Mention, other: Mention) -> float:
        """Compare the dependencies that `corpora.corpus` writes: a parent of the head's place modulo 3, a relation of modulo 2."""
        a, b = one.head, other.head
        if a // 6 != b // 6 or a % 3 != b % 3:
            return 0.0
        return 10.0 * (a % 2 == b % 2) + 1.0


def _in_order(mentions: Sequence[Mention]) -> list[Mention]:
    def place(mention: Mention) -> tuple[int, int, int]:
        return min(mention.nodes), max(mention.nodes), len(mention.nodes)

    if max(Counter(map(place, mentions)).values(), default=0) > 1:
        raise Unmodelled  # which of the two comes first is nobody's definition
    return sorted(mentions, key=place)


def _assigned(ours: Sequence[Mention], theirs: Sequence[Mention], value) -> list[tuple[Mention, Mention]]:  # type: ignore[no-untyped-def] # noqa: ANN001
    rows, columns = _in_order(ours), _in_order(theirs)
    if not rows or not columns:
        return []
    table = np.array([[value(one, other) for other in columns] for one in rows])
    return [
        (rows[row], columns[column])
        for row, column in zip(*linear_sum_assignment(table, maximize=True), strict=True)
        if table[row, column] > 0
    ]


def _first_part(ours: Sequence[Mention], theirs: Sequence[Mention]) -> list[tuple[Mention, Mention]]:
    found: list[tuple[Mention, Mention]] = []
    taken: set[int] = set()
    for other in theirs:
        for place, one in enumerate(ours):
            first, last = one.first_part
            if any(first <= low and high <= last for low, high in other.parts):
                if place not in taken:
                    taken.add(place)
                    found.append((one, other))
                break
    return found


def _settled(text: Text, settings: Settings, phrases: Sequence[str]) -> list[Entity]:
    """Return the entities that refer, repeated mentions treated, sets attached and equal sets joined."""
    entities = _as_annotated(text, settings, phrases)
    number_of = {
        label: place for place, label in enumerate(dict.fromkeys(said.entity for said in text.mentions))
    }
    links = [
        (number_of[whole], number_of[element])
        for whole, element in text.sets
        if whole in number_of and element in number_of and whole != element
    ]
    referring = [entity for entity in entities if entity.refers]
    repeated = Counter(mention.identity for entity in referring for mention in entity.mentions)
    if settings.duplicates == "error" and max(repeated.values(), default=0) > 1:
        raise Refused
    home = {entity.number: entity.number for entity in entities}
    if settings.duplicates == "merge":
        _merge(referring, home)
    if settings.duplicates != "keep":
        seen: set[object] = set()
        for entity in sorted(referring, key=lambda each: each.number):
            kept: dict[object, Mention] = {}
            for mention in entity.mentions:
                if mention.identity not in kept or len(mention.nodes) > 1:
                    kept[mention.identity] = (
                        mention  # of several nodes the one that opens first is completed last
                    )
            entity.mentions = [
                mention
                for mention in entity.mentions
                if kept[mention.identity] is mention and mention.identity not in seen
            ]
            seen |= {mention.identity for mention in entity.mentions}
    if settings.split_antecedents == "keep":
        _attach_sets(entities, [(home[whole], home[element]) for whole, element in links])
    return [entity for entity in referring if entity.size]


def _as_annotated(text: Text, settings: Settings, phrases: Sequence[str]) -> list[Entity]:
    entities: dict[int, Entity] = {}
    for row, said in enumerate(text.mentions):
        entity = entities.setdefault(said.entity, Entity([], len(entities), said.entity not in text.pseudo))
        entity.mentions.append(_mention(said, row, text.zeros, settings, phrases))
    return list(entities.values())


def _mention(
    said: Said, row: int, zeros: Sequence[bool], settings: Settings, phrases: Sequence[str]
) -> Mention:
    parts: list[tuple[int, int]] = []
    for first, last in sorted(said.span):
        if parts and first <= parts[-1][1] + 1:
            parts[-1] = (parts[-1][0], max(last, parts[-1][1]))
        else:
            parts.append((first, last))
    nodes = frozenset(node for first, last in parts for node in range(first, last + 1))
    head = min(said.span[0][0] + said.head, said.span[0][1])
    identity: object = (nodes, head) if settings.match == "head" else nodes
    tops = []
    if phrases and len(parts) == 1 and not zeros[min(nodes)] and not zeros[max(nodes)]:
        tops = _tops([(node, phrases[node]) for node in sorted(nodes) if not zeros[node]])
    if tops and settings.match == "min-span":
        identity = _minimum_span(tops) or nodes
    is_verb_phrase = [label for label, _ in tops] == ["VP"]
    return Mention(nodes, parts[0], tuple(parts), head, zeros[head], identity, row, is_verb_phrase)


Phrase = tuple[str, frozenset[int]]
"""A label and its nodes; '' for nodes beside any phrase."""


def _tops(cells: Sequence[tuple[int, str]]) -> list[Phrase]:
    """Return what a mention's own brackets make, where phrases lie side by side; w1, w2, … are no words of letters.

    Such words before a bracket are left out; a phrase that began before the mention is not seen, but its end ends
    the words so far.
    """
    found: list[Phrase] = []
    label, run = "", frozenset[int]()
    for node, cell in cells:
        if "(" in cell:
            label, run = cell[1 : cell.index("*")], frozenset()
        run |= {node}
        if ")" in cell:
            found.append((label, run))
            label, run = "", frozenset()
    return [*found, (label, run)] if run else found


def _minimum_span(tops: Sequence[Phrase]) -> frozenset[int]:
    """Return the words of the only phrase; of several the words beside them, else those of noun phrases."""
    if len(tops) == 1:
        return tops[0][1]
    beside, nominal = (
        frozenset[int]().union(*(nodes for label, nodes in tops if label == kind)) for kind in ("", "NP")
    )
    return beside or nominal


def _merge(entities: Sequence[Entity], home: dict[int, int]) -> None:
    """Join entities that share a mention into the first of them."""
    changed = True
    while changed:
        changed = False
        for one in entities:
            for other in entities:
                shared = {each.identity for each in one.mentions} & {each.identity for each in other.mentions}
                if one.number < other.number and shared:
                    one.mentions = sorted((*one.mentions, *other.mentions), key=lambda each: each.row)
                    other.mentions = []
                    for number, target in home.items():
                        home[number] = one.number if target == other.number else target
                    changed = True


def _attach_sets(entities: Sequence[Entity], links: Sequence[tuple[int, int]]) -> None:
    by_number = {entity.number: entity for entity in entities}
    direct: dict[int, list[int]] = {}
    for whole, element in links:
        if by_number[whole].refers:
            direct.setdefault(whole, []).append(element)

    def leaves(number: int, path: tuple[int, ...]) -> list[int]:
        if number in path:
            raise Refused
        if number not in direct:
            return [number]
        return [leaf for element in direct[number] for leaf in leaves(element, (*path, number))]

    known: dict[frozenset[tuple[object, ...]], Entity] = {}
    for whole in sorted(direct):
        found = [by_number[number] for number in sorted(set(leaves(whole, ()))) if by_number[number].mentions]
        found.sort(key=lambda each: (not each.refers, each.number))
        unlike = {tuple(mention.identity for mention in each.mentions): each for each in reversed(found)}
        kept = [each for each in found if each in unlike.values()]
        same = known.setdefault(frozenset(unlike), by_number[whole])
        if not kept:
            continue
        if same is not by_number[whole]:
            same.mentions += by_number[whole].mentions
            by_number[whole].mentions = []
            continue
        seen: set[object] = set()
        for each in kept:
            rows = []
            for mention in each.mentions:
                if mention.identity not in seen:
                    seen.add(mention.identity)
                    rows.append(mention)
            if rows:
                same.elements.append(rows)


def _dropped(entities: Sequence[Entity], settings: Settings, *, singletons: str) -> list[Entity]:
    """Return the entities without singletons, then without zeros, verb phrases and nested mentions."""
    left = [entity for entity in entities if singletons == "keep" or entity.size > 1]
    if settings.zeros == "drop":
        left = [
            _with(entity, [mention for mention in entity.mentions if not mention.is_zero]) for entity in left
        ]
    if settings.verb_phrases == "drop":
        left = [_with(entity, _without_verb_phrases(entity.mentions)) for entity in left]
    if settings.nested == "drop":
        left = [_with(entity, _without_nested(entity.mentions, singletons)) for entity in left]
    return sorted((entity for entity in left if entity.size), key=lambda entity: entity.number)


def _with(entity: Entity, mentions: list[Mention]) -> Entity:
    return Entity(mentions, entity.number, elements=entity.elements)


def _without_verb_phrases(mentions: list[Mention]) -> list[Mention]:
    """Return what is left, nothing if that is one mention."""
    left = [mention for mention in mentions if not mention.is_verb_phrase]
    return [] if len(left) == 1 < len(mentions) else left


def _without_nested(mentions: list[Mention], singletons: str) -> list[Mention]:
    """Return what is left; where that would be one, all or nothing. A mention inside two others counts as two."""
    inner = [
        one.identity
        for one in mentions
        for other in mentions
        if one.nodes < other.nodes and one.identity != other.identity
    ]
    if len(mentions) - len(inner) == 1 < len(mentions):
        return mentions if singletons == "keep" else []
    return [mention for mention in mentions if mention.identity not in inner]


@dataclass
class _Chain:
    """An entity as labels: equal labels are matched mentions."""

    labels: list[object]
    elements: list[list[object]]

    @classmethod
    def of(
        cls, entity: Entity, matched: Mapping[object, object], of_elements: Mapping[object, object]
    ) -> _Chain:
        """Label a key entity by its own mentions, a response entity by those they are matched with."""

        def label(identity: object, found: Mapping[object, object]) -> object:
            target = found.get(identity, identity)
            return ("only", identity) if target is None else target

        return cls(
            [label(mention.identity, matched) for mention in entity.mentions],
            [[label(mention.identity, of_elements) for mention in element] for element in entity.elements],
        )


def _bcub_with_sets(documents: Sequence[_Document], settings: Settings) -> dict[str, float | None]:
    """Return B³ where a set is a member that counts as far as B³ itself says it agrees with its partner."""
    sums = np.zeros(4)
    for document in documents:
        key, response = document.key, document.response
        recall, precision = (key, response), (key, response)
        known = {label for chain in key for label in chain.labels}
        found = {label for chain in response for label in chain.labels}
        if settings.twinless == "add-to-key":
            added = [_Chain([label], []) for label in dict.fromkeys(_flat(response)) if label not in known]
            recall = precision = [*key, *added], response
        elif settings.twinless == "cai-strube":
            kept = document.kept
            missing = [_Chain([label], []) for label in dict.fromkeys(_flat(key)) if label not in found]
            added = [_Chain([label], []) for label in dict.fromkeys(_flat(kept)) if label not in known]
            recall, precision = (key, [*kept, *missing]), ([*key, *added], kept)
        weights = _weights(key, response)
        sums[:2] += _shares(*recall, {pair: value[0] for pair, value in weights.items()})
        swapped = {(other, one): value[1] for (one, other), value in weights.items()}
        sums[2:] += _shares(precision[1], precision[0], swapped)
    return {
        "recall": sums[0] / sums[1] if sums[1] else None,
        "precision": sums[2] / sums[3] if sums[3] else None,
    }


def _flat(chains: Sequence[_Chain]) -> list[object]:
    return [label for chain in chains for label in chain.labels]


def _shares(
    chains: Sequence[_Chain], others: Sequence[_Chain], weights: Mapping[tuple[int, int], float]
) -> tuple[float, int]:
    """Return numerator and denominator of one side; weights by the identity of the two chains."""
    total = 0.0
    size = 0
    for chain in chains:
        members = len(chain.labels) + bool(chain.elements)
        size += members
        for other in others:
            shared = len(set(chain.labels) & set(other.labels)) + weights.get((id(chain), id(other)), 0.0)
            total += shared**2 / members
    return total, size


def _weights(key: Sequence[_Chain], response: Sequence[_Chain]) -> dict[tuple[int, int], tuple[float, float]]:
    """Return recall and precision of each aligned pair of sets, by the identity of their chains."""
    rows, columns = ([chain for chain in side if chain.elements] for side in (key, response))
    if not rows or not columns:
        return {}
    table = np.zeros((len(rows), len(columns), 3))
    for row, one in enumerate(rows):
        for column, other in enumerate(columns):
            ours, theirs = ([_Chain(each, []) for each in chain.elements] for chain in (one, other))
            recall, precision = (a / b for a, b in (_shares(ours, theirs, {}), _shares(theirs, ours, {})))
            both = recall + precision
            table[row, column] = recall, precision, 2 * recall * precision / both if both else 0.0
    pairs = zip(*linear_sum_assignment(table[:, :, 2], maximize=True), strict=True)
    return {
        (id(rows[row]), id(columns[column])): (float(table[row, column, 0]), float(table[row, column, 1]))
        for row, column in pairs
        if table[row, column, 2] > 0
    }
