"""Find chains from links, and order the mentions and entities of a corpus."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Span
from corefeval.formats.brackets import bracket_order

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


def in_bracket_order(corpus: Corpus) -> Corpus:
    """Return a corpus that was read from lists with the order of a corpus that was read from brackets.

    Entities without mentions are removed. The known relations of the source are renumbered.
    """
    mentions, source = corpus.mentions, corpus.source
    order = bracket_order(
        mentions.first, mentions.last, mentions.entity, corpus.mention_document, len(corpus.entities)
    )
    source.known_relations = source.known_relations.renumbered(order.number, order.entity_number)
    ordered = corpus.rearrange(order.mentions, mentions.entity[order.mentions], order.entities)
    pseudo = ordered.entities.is_nonreferring
    entities = replace(
        ordered.entities,
        rank=order.rank,
        is_nonreferring=pseudo if pseudo is not None and pseudo.any() else None,
    )
    return replace(ordered, entities=entities, original=None, number=None, entity_number=None)
