"""Simulated errors: copies of a key with missing, moved or changed mentions, and split or merged entities.

Each seed draws one random order of the mentions or entities. An error at some rate affects the first ones in this
order, so a higher rate affects all those of a lower rate, and scores at different rates are comparable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from corefeval.arrays import Booleans, Integers, begins, components, integers, look_up, renumbering
from corefeval.corpus.chains import Chains
from corefeval.corpus.changes import Changed
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe
from corefeval.linguistics.heads import derive_heads
from corefeval.linguistics.labels import NO_TABLE, TypeTable
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import Problem, UsageError


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """A kind of error.

    Attributes:
        name: its name in options.
        summary: a sentence that describes the change to a key.
        of: the objects that its rate is a share of, for example mentions.
        needs: the data that a key must contain: words or codes; '' for nothing.
    """

    name: str
    summary: str
    of: str
    needs: str = ""


MOVED = {
    "moved-names": MentionType.NAME,
    "moved-nominals": MentionType.NOMINAL,
    "moved-pronouns": MentionType.PRONOUN,
}
"""The kinds of errors in which two mentions of one type exchange their entities, with this type."""

BEST_FIRST = ((MentionType.NAME,), (MentionType.NOMINAL, MentionType.EVENT))
"""The types of mentions that identify an entity best, in order; all other types come last."""

ERRORS: Mapping[str, ErrorKind] = {
    error.name: error
    for error in (
        ErrorKind("missed", "mentions are left out", "mentions"),
        ErrorKind(
            "invented", "spans that are no mentions join entities of their document", "mentions", "words"
        ),
        ErrorKind(
            "split",
            "entities are cut in two, between two of their mentions in the text",
            "entities of two mentions or more",
        ),
        ErrorKind(
            "cut-names",
            "the names of an entity are cut from its other mentions",
            "entities of names and other mentions",
            "words",
        ),
        ErrorKind("merged", "entities are joined with another one of their document", "entities"),
        ErrorKind(
            "merged-by-type",
            "entities are joined with another one of their document whose best mention is of the same type",
            "entities that have such another one",
            "words",
        ),
        ErrorKind("moved", "mentions are put into another entity of their document", "mentions"),
        ErrorKind("moved-names", "two names exchange their entities", "exchanges that are possible", "words"),
        ErrorKind(
            "moved-nominals", "two nominals exchange their entities", "exchanges that are possible", "words"
        ),
        ErrorKind(
            "moved-pronouns", "two pronouns exchange their entities", "exchanges that are possible", "words"
        ),
        ErrorKind("boundaries", "a word is lost or gained at one end of a mention", "mentions", "words"),
        ErrorKind(
            "types",
            "mentions get another of the type codes that the key has",
            "mentions with a code",
            "codes",
        ),
    )
}
"""The kinds of errors that can be simulated, by name."""


Made = tuple[Corpus, int]
"""A response, and the number of mentions or entities that the error changed."""


class Disturbance:
    """Simulates errors in a key, with the random choices of one seed.

    The errors moved-names, moved-nominals and moved-pronouns make the same number of exchanges between the same
    entities. So their responses have entities of the same sizes, with the same overlaps with the entities of the key,
    and a metric that ignores types gives them the same score.
    """

    def __init__(
        self, key: Corpus, errors: Sequence[str], seed: int, language: str = "", table: TypeTable = NO_TABLE
    ) -> None:
        """Store the key and the random seed.

        Args:
            key: the key as read.
            errors: the errors to make and compare.
            seed: the random seed.
            language: the language of plain tokens, needed to find mention types.
            table: the mention type of each label.
        """
        self.table = table
        self.key, self.errors, self.seed, self.language = key, errors, seed, language
        pseudo = key.entities.is_nonreferring
        self.refers: Booleans = (
            np.ones(len(key.mentions), bool) if pseudo is None else ~pseudo[key.mentions.entity]
        )

    def make(self, name: str, rate: float) -> Made:
        """Return the key with errors of one kind at a rate between 0 and 1."""
        error = ERRORS[name]
        has = {
            "": True,
            "words": len(self.key.nodes.forms) > 0,
            "codes": any(each.code for each in self.key.annotations),
        }
        if not has[error.needs]:
            raise UsageError(
                Problem(
                    "CE115",
                    "error-needs-key-none" if error.needs == "words" else "error-needs-codes",
                    self.key.file,
                    name=name,
                    needs=error.needs,
                )
            )
        rng = np.random.default_rng([self.seed, *name.encode()])
        if name in MOVED:
            return self._exchange(name, rate)
        return _MAKERS[name](self, rate, rng)

    @cached_property
    def type(self) -> Integers:
        """The type of each mention."""
        return describe(self.key, language=self.language, table=self.table).type

    def missed(self, rate: float, rng: np.random.Generator) -> Made:
        """Remove mentions."""
        chosen = _drawn(np.flatnonzero(self.refers), rate, rng)
        return self._changed(len(chosen), row=np.delete(np.arange(len(self.key.mentions)), chosen))

    def moved(self, rate: float, rng: np.random.Generator) -> Made:
        """Move mentions to another entity of their document. Documents with one entity are unchanged."""
        document = self.key.entities.document
        _, _, size = self._in_groups(document)
        rows = np.flatnonzero(self.refers & (size[self.key.mention_document] > 1))
        target = self._other_entity(self.key.mentions.entity[rows], document, rng)
        chosen, place = _drawn_with_place(rows, rate, rng)
        entity = self.key.mentions.entity.copy()
        entity[chosen] = target[place]
        return self._changed(len(chosen), entity=entity)

    def merged(self, rate: float, rng: np.random.Generator) -> Made:
        """Merge entities with another entity of their document."""
        document = self.key.entities.document
        entities = np.unique(self.key.mentions.entity[self.refers])
        _, _, size = self._in_groups(document)
        entities = entities[size[document[entities]] > 1]
        target = self._other_entity(entities, document, rng)
        chosen, place = _drawn_with_place(entities, rate, rng)
        label = components(chosen, target[place], len(self.key.entities))
        return self._changed(len(chosen), entity=label[self.key.mentions.entity])

    def split(self, rate: float, rng: np.random.Generator) -> Made:
        """Split entities in two."""
        chains = Chains(self.key)
        sizes = self.key.entity_sizes
        refers = np.zeros(len(sizes), bool)
        refers[self.key.mentions.entity[self.refers]] = True
        entities = np.flatnonzero(refers & (sizes > 1))
        cut = 1 + np.floor(rng.random(len(entities)) * (sizes[entities] - 1)).astype(np.int64)
        chosen, place = _drawn_with_place(entities, rate, rng)
        begin_of_rest = np.full(len(sizes), np.iinfo(np.int64).max)
        begin_of_rest[chosen] = chains.begin[chosen] + cut[place]
        entity = self.key.mentions.entity
        number = renumbering(chosen, len(sizes)) + len(sizes)
        in_rest = chains.place >= begin_of_rest[entity]
        return self._changed(
            len(chosen),
            entity=np.where(in_rest, number[entity], entity),
            rest_of=chosen,
        )

    def cut_names(self, rate: float, rng: np.random.Generator) -> Made:
        """Split entities: their names become an entity of their own."""
        entity, count = self.key.mentions.entity, len(self.key.entities)
        is_name = self.refers & (self.type == MentionType.NAME)
        names = np.bincount(entity[is_name], minlength=count)
        others = np.bincount(entity[self.refers & ~is_name], minlength=count)
        chosen = _drawn(np.flatnonzero((names > 0) & (others > 0)), rate, rng)
        number = renumbering(chosen, count)
        is_cut = is_name & (number[entity] >= 0)
        return self._changed(
            len(chosen), entity=np.where(is_cut, number[entity] + count, entity), rest_of=chosen
        )

    def merged_by_type(self, rate: float, rng: np.random.Generator) -> Made:
        """Merge entities with another entity of their document whose best mention has the same type (see BEST_FIRST)."""
        entity = self.key.mentions.entity
        best = np.full(len(self.key.entities), len(BEST_FIRST), np.int64)
        place = np.full(len(MentionType), len(BEST_FIRST), np.int64)
        for number, kinds in enumerate(BEST_FIRST):
            place[list(kinds)] = number
        np.minimum.at(best, entity[self.refers], place[self.type[self.refers]])
        group = self.key.entities.document * (len(BEST_FIRST) + 1) + best
        entities, _, size = self._in_groups(group)
        target = self._other_entity(entities, group, rng)
        possible = np.flatnonzero(size[group[entities]] > 1)
        chosen = possible[_drawn(np.arange(len(possible)), rate, rng)]
        label = components(entities[chosen], target[chosen], len(self.key.entities))
        return self._changed(len(chosen), entity=label[entity])

    def boundaries(self, rate: float, rng: np.random.Generator) -> Made:
        """Remove a word at one end of a mention or add one.

        Discontinuous mentions and zeros are unchanged. No mention gets the span of another mention. If the key has heads
        and trees, the head of a changed mention is derived from the tree.
        """
        mentions, document = self.key.mentions, self.key.mention_document
        rows = np.flatnonzero(self.refers & ~mentions.is_discontinuous & ~self.key.is_zero)
        words = self._words
        first, last = (np.searchsorted(words, column[rows]) for column in (mentions.first, mentions.last))
        low = np.searchsorted(words, self.key.nodes.start[document[rows]])
        high = np.searchsorted(words, self.key.nodes.stop[document[rows]]) - 1
        shorter = (rng.random(len(rows)) < 0.5) & (last > first)
        left = rng.random(len(rows)) < 0.5
        left = np.where(shorter, left, np.where(first == low, False, np.where(last == high, True, left)))  # noqa: FBT003
        step = np.where(shorter, 1, -1)
        first = np.clip(first + np.where(left, step, 0), low, high)
        last = np.clip(last - np.where(left, 0, step), low, high)
        possible = self._free(words[first], words[last])
        chosen = possible[_drawn(np.arange(len(possible)), rate * len(rows) / max(len(possible), 1), rng)]
        new_first, new_last = mentions.first.copy(), mentions.last.copy()
        new_first[rows[chosen]], new_last[rows[chosen]] = words[first[chosen]], words[last[chosen]]
        head = self._heads_on_tree(rows[chosen], new_first, new_last)
        return self._changed(len(chosen), first=new_first, last=new_last, head=head)

    def _heads_on_tree(self, changed: Integers, first: Integers, last: Integers) -> Integers:
        """Return the heads of all mentions; derive the heads of changed mentions from the tree if the key has heads."""
        mentions = self.key.mentions
        is_changed = np.zeros(len(mentions), bool)
        is_changed[changed] = mentions.head[changed] >= 0
        if not is_changed.any():
            return mentions.head
        bare = replace(mentions, first=first, last=last, head=np.where(is_changed, -1, mentions.head))
        derived = derive_heads(replace(self.key, mentions=bare))
        return np.where(is_changed & (derived >= 0), derived, mentions.head)

    def invented(self, rate: float, rng: np.random.Generator) -> Made:
        """Add spans as long as the key's mentions, each to the entity of a random mention of its document.

        Documents that contain only empty nodes get no spans.
        """
        mentions, document = self.key.mentions, self.key.mention_document
        rows = np.flatnonzero(self.refers)
        words = self._words
        model = rng.permutation(rows)
        owner = document[model]
        low = np.searchsorted(words, self.key.nodes.start[owner])
        high = np.searchsorted(words, self.key.nodes.stop[owner]) - 1
        has_words = high >= low
        model, owner, low, high = (column[has_words] for column in (model, owner, low, high))
        length = np.minimum(self.key.mention_sizes[model], high - low + 1)
        first = low + np.floor(rng.random(len(model)) * (high - low + 2 - length)).astype(np.int64)
        begin, of_document = _by_document(document[rows], len(self.key.names))
        other = np.floor(rng.random(len(model)) * of_document[owner]).astype(np.int64)
        in_order = rows[np.argsort(document[rows], kind="stable")]
        entity = mentions.entity[in_order[begin[owner] + other]]
        starts, ends = words[first], words[np.minimum(first + length - 1, high)]
        chosen = self._free(starts, ends)[: round(rate * len(rows))]
        return self._changed(
            len(chosen),
            row=np.append(np.arange(len(mentions)), np.full(len(chosen), -1)),
            entity=np.append(mentions.entity, entity[chosen]),
            first=np.append(mentions.first, starts[chosen]),
            last=np.append(mentions.last, ends[chosen]),
        )

    def types(self, rate: float, rng: np.random.Generator) -> Made:
        """Replace the type codes of mentions by other codes of the key."""
        annotations = self.key.annotations
        coded = integers(number for number, annotation in enumerate(annotations) if annotation.code)
        codes = sorted({annotation.code for annotation in annotations if annotation.code})
        if len(codes) < 2:
            raise UsageError(Problem("CE115", "key-one-type-code", self.key.file, codes[0]))
        step = rng.integers(1, len(codes), len(coded))
        chosen, place = _drawn_with_place(coded, rate, rng)
        changed = list(annotations)
        for number, by in zip(chosen.tolist(), step[place].tolist(), strict=True):
            wrong = codes[(codes.index(annotations[number].code) + by) % len(codes)]
            changed[number] = replace(annotations[number], code=wrong)
        return self._changed(len(chosen), annotations=changed)

    def _exchange(self, name: str, rate: float) -> Made:
        pairs, slots = self._exchanges
        rng = np.random.default_rng([self.seed, *name.encode()])
        entity = self.key.mentions.entity.copy()
        members: dict[int, list[int]] = {}
        for row in rng.permutation(np.flatnonzero(self.type == MOVED[name])).tolist():
            members.setdefault(int(entity[row]), []).append(row)
        count = round(rate * len(slots))
        for pair, place in slots[:count].tolist():
            one, other = (members[number][place] for number in pairs[pair].tolist())
            entity[one], entity[other] = entity[other], entity[one]
        return self._changed(2 * count, entity=entity)

    @cached_property
    def _exchanges(self) -> tuple[Integers, Integers]:
        """Pairs of entities of one document, and the possible exchanges of their mentions in random order.

        An exchange is (pair, place): the mentions at this place in both entities are exchanged.
        """
        rng = np.random.default_rng([self.seed, *b"exchanges"])
        key = self.key
        wanted = [MOVED[name] for name in self.errors if name in MOVED]
        counts = np.stack(
            [
                np.bincount(
                    key.mentions.entity[self.refers & (self.type == kind)], minlength=len(key.entities)
                )
                for kind in wanted
            ]
        ).min(axis=0)
        entities = rng.permutation(np.flatnonzero(counts > 0))
        entities = entities[np.argsort(key.entities.document[entities], kind="stable")]
        document = key.entities.document[entities]
        begin, _ = _by_document(document, len(key.names))
        place = np.arange(len(entities)) - begin[document]
        first = np.flatnonzero((place % 2 == 0)[:-1] & (document[:-1] == document[1:]))
        pairs = np.stack([entities[first], entities[first + 1]], axis=1).reshape(-1, 2)
        possible = counts[pairs].min(axis=1)
        owner = np.repeat(np.arange(len(pairs)), possible)
        slots = np.stack([owner, np.arange(len(owner)) - begins(possible)[owner]], axis=1)
        return pairs, rng.permutation(slots)

    def _free(self, first: Integers, last: Integers) -> Integers:
        """Return the numbers of the spans that are not mentions of the key. Of equal spans only the first counts."""
        taken = {*zip(self.key.mentions.first.tolist(), self.key.mentions.last.tolist(), strict=True)}
        found = []
        for number, span in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            if span not in taken:
                taken.add(span)
                found.append(number)
        return integers(found)

    @cached_property
    def _words(self) -> Integers:
        """The numbers of the nodes that are words, not empty nodes."""
        return np.delete(np.arange(len(self.key.nodes.forms)), self.key.nodes.empty)

    def _in_groups(self, group: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the referring entities sorted by group, where each group begins, and its size.

        Args:
            group: the group of each entity of the key, for example its document.
        """
        entities = np.unique(self.key.mentions.entity[self.refers])
        entities = entities[np.argsort(group[entities], kind="stable")]
        sizes = np.bincount(group[entities], minlength=int(group.max(initial=-1)) + 1)
        return entities, begins(sizes), sizes

    def _other_entity(self, entity: Integers, group: Integers, rng: np.random.Generator) -> Integers:
        """Draw another entity of the same group for each entity; the same if it is alone in its group."""
        entities, begin, size = self._in_groups(group)
        own = renumbering(entities, len(self.key.entities))[entity] - begin[group[entity]]
        step = 1 + np.floor(rng.random(len(entity)) * (size[group[entity]] - 1)).astype(np.int64)
        return entities[begin[group[entity]] + (own + step) % size[group[entity]]]

    def _changed(
        self, count: int, row: Integers | None = None, rest_of: Integers | None = None, **changes: Any
    ) -> Made:
        """Return the key with changed mentions and entities, sorted as in a file.

        Args:
            count: the number of mentions or entities that are changed.
            row: the key's mention that each mention is, -1 for a new one; by default all mentions of the key.
            rest_of: the entities that were split. Numbers beyond the key's entities are their second halves.
            changes: the new entity, first, last or head of each mention, or the new typed annotations. A head outside
                its mention is ignored.
        """
        old, entities = self.key.mentions, self.key.entities
        rows = np.arange(len(old)) if row is None else row
        split = integers() if rest_of is None else rest_of
        names = "entity", "first", "last", "head"
        columns: dict[str, Any] = {name: look_up(rows, getattr(old, name)) for name in names} | changes

        def inside(column: Integers) -> Integers:
            return np.where((column >= columns["first"]) & (column <= columns["last"]), column, -1)

        minimum = inside(look_up(rows, old.minimum_first)), inside(look_up(rows, old.minimum_last))
        changed = Changed(
            **columns | {"head": inside(columns["head"])},
            row=rows,
            minimum=minimum,
            parts=old.parts.select(rows, len(old)),
            objects=None if old.objects is None else [old.objects[number] for number in rows.tolist()],
            new_document=entities.document[split],
            new_labels=[f"{entities.labels[index]}r" for index in split.tolist()],
        )
        return changed.on(self.key), count


_MAKERS: Mapping[str, Callable[[Disturbance, float, np.random.Generator], Made]] = {
    name: getattr(Disturbance, name.replace("-", "_")) for name in ERRORS if name not in MOVED
}


def _drawn(rows: Integers, rate: float, rng: np.random.Generator) -> Integers:
    """Return this share of the rows: the first ones of a random order."""
    return _drawn_with_place(rows, rate, rng)[0]


def _drawn_with_place(rows: Integers, rate: float, rng: np.random.Generator) -> tuple[Integers, Integers]:
    """Return a random share of the rows, and their indices in `rows`."""
    place = rng.permutation(len(rows))[: round(rate * len(rows))]
    return rows[place], place


def _by_document(document: Integers, documents: int) -> tuple[Integers, Integers]:
    """Return where each document begins in a sorted column of documents, and how often it occurs."""
    sizes = np.bincount(document, minlength=documents)
    return begins(sizes), sizes
