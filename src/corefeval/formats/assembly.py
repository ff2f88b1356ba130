"""Assemble chains from mentions and links, and a corpus from columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus, Source
from corefeval.corpus.tables import Attributes, Entities, Mentions, Nodes, Parts, Span, joined_parts
from corefeval.formats.brackets import Ordering, bracket_order
from corefeval.problems import Problem
from corefeval.text import TextColumn

_ITEM = TypeVar("_ITEM", bound=Hashable)


class Components(Generic[_ITEM]):
    """The connected components of links. Every item that was named is in a component, even if it is alone.

    Examples:
        >>> chains = Components()
        >>> for one, other in (("she", "Ada"), ("it", "it"), ("her", "she")):
        ...     chains.link(one, other)
        >>> chains.root("her") == chains.root("Ada") != chains.root("it")
        True
    """

    def __init__(self) -> None:
        self._parent: dict[_ITEM, _ITEM] = {}

    def __iter__(self) -> Iterator[_ITEM]:
        """Iterate over all items, in the order in which they were named."""
        return iter(self._parent)

    def root(self, item: _ITEM) -> _ITEM:
        """Return the representative of an item's component."""
        parent = self._parent
        parent.setdefault(item, item)
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def link(self, item: _ITEM, other: _ITEM) -> None:
        """Join the components of two items. The representative of `other` becomes the common one."""
        self._parent[self.root(item)] = self.root(other)


@dataclass(frozen=True, slots=True)
class LinkedChains:
    """The chains that follow from typed links (Žitkus et al. 2023, Table A1).

    Attributes:
        chains: the spans of each chain, in the order of the text. Chains are sorted by their first spans.
        groups: pairs of chains: a group and one of its elements.
    """

    chains: list[list[Span]]
    groups: list[tuple[int, int]]

    @classmethod
    def of(cls, links: Iterable[tuple[Span, Sequence[Span], str]]) -> LinkedChains:
        """Return the chains of links, each with its referent, antecedents and code.

        A link with one antecedent joins referent and antecedent. A link with several antecedents joins nothing, but if its
        code ends in g, the antecedents are the elements of a group. A referent is never its own antecedent, and a link
        without antecedents has no effect.

        Examples:
            >>> tom, jim, they, them = (0, 0), (2, 2), (5, 5), (7, 7)
            >>> found = LinkedChains.of([(they, [tom, jim], "ppag"), (them, [they], "ppas")])
            >>> found.chains, found.groups
            ([[(0, 0)], [(2, 2)], [(5, 5), (7, 7)]], [(2, 0), (2, 1)])
        """
        joined: Components[Span] = Components()
        groups: list[tuple[Span, Span]] = []
        for referent, listed, code in links:
            antecedents = [span for span in listed if span != referent]
            for span in (referent, *antecedents) if antecedents else ():
                joined.root(span)
            if len(antecedents) == 1:
                joined.link(referent, antecedents[0])
            elif code.endswith("g"):
                groups.extend((referent, span) for span in antecedents)
        chains: dict[Span, list[Span]] = {}
        for span in sorted(joined, key=lambda span: (span[0], -span[1])):
            chains.setdefault(joined.root(span), []).append(span)
        number = {root: place for place, root in enumerate(chains)}
        pairs = [(number[joined.root(whole)], number[joined.root(element)]) for whole, element in groups]
        return cls(list(chains.values()), pairs)


@dataclass(frozen=True, slots=True)
class ChainsToAssemble:
    """Mentions and entities in the order of the file, as columns.

    Attributes:
        entity: the entity of each mention.
        first: the first node of each mention.
        last: the last node of each mention.
        entity_document: the document of each entity.
        labels: the name of each entity.
        part_mention: the mention of each part, for mentions that are given in parts.
        part_first: the first node of each part.
        part_last: the last node of each part.
        head: the head node of each mention; -1 if the file states none. Empty if no mention has a head.
        minimum_first: the first node of each minimum span; -1 or empty as for `head`.
        minimum_last: the last node of each minimum span; -1 or empty as for `head`.
        attributes: the values of each attribute by mention.
        nonreferring: the non-referring entities.
        numbered: the entities that have no name in the file.
    """

    entity: Integers
    first: Integers
    last: Integers
    entity_document: Integers
    labels: TextColumn
    part_mention: Integers = field(default_factory=integers)
    part_first: Integers = field(default_factory=integers)
    part_last: Integers = field(default_factory=integers)
    head: Integers = field(default_factory=integers)
    minimum_first: Integers = field(default_factory=integers)
    minimum_last: Integers = field(default_factory=integers)
    attributes: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    nonreferring: Sequence[int] = ()
    numbered: Integers = field(default_factory=integers)

    def ordered(self) -> Ordering:
        """Return the order of mentions and entities as if they had been read from brackets."""
        document = self.entity_document[self.entity]
        return bracket_order(self.first, self.last, self.entity, document, len(self.entity_document))


def assembled(
    format: str,  # noqa: A002 - the word the user reads
    names: Sequence[str],
    nodes: Nodes,
    chains: ChainsToAssemble,
    source: Callable[[Ordering], Source],
    problems: Iterable[Problem] = (),
) -> Corpus:
    """Return the corpus of these columns, in the order of brackets. Entities without mentions are removed.

    Args:
        format: the name of the format.
        names: the names of the documents.
        nodes: the text.
        chains: the mentions and entities.
        source: a function that returns the source, given the new numbers of mentions and entities.
        problems: warnings, and errors about parts of the annotation.
    """
    order = chains.ordered()
    pseudo = np.isin(order.entities, list(chains.nonreferring))
    numbered = np.zeros(len(chains.entity_document), bool)
    numbered[chains.numbered] = True

    def column(values: Integers) -> Integers:
        return values[order.mentions] if len(values) else np.full(len(order.mentions), -1, np.int64)

    return Corpus(
        names=tuple(names),
        nodes=nodes,
        mentions=Mentions(
            entity=order.entity_number[chains.entity][order.mentions],
            first=chains.first[order.mentions],
            last=chains.last[order.mentions],
            head=column(chains.head),
            minimum_first=column(chains.minimum_first),
            minimum_last=column(chains.minimum_last),
            parts=_parts(order.number[chains.part_mention], chains.part_first, chains.part_last),
            attributes=Attributes(
                {
                    name: TextColumn.of([values.get(row, "") for row in order.mentions.tolist()])
                    for name, values in chains.attributes.items()
                }
            ),
        ),
        entities=Entities(
            chains.entity_document[order.entities],
            chains.labels.take(order.entities),
            order.rank,
            pseudo if pseudo.any() else None,
            numbered[order.entities] if len(chains.numbered) else None,
        ),
        format=format,
        source=source(order),
        problems=tuple(problems),
    )


def _parts(mention: Integers, first: Integers, last: Integers) -> Parts:
    """Return the parts of discontinuous mentions. Parts that touch or overlap are joined."""
    spans: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, *piece in zip(mention.tolist(), first.tolist(), last.tolist(), strict=True):
        spans[number].append((piece[0], piece[1]))
    whole = {number: joined_parts(found) for number, found in sorted(spans.items())}
    rows = [(number, *span) for number, found in whole.items() if len(found) > 1 for span in found]
    return Parts(*np.array(rows, np.int64).reshape(-1, 3).T.copy())
