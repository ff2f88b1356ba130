"""Lost units of a use: the gold entities that lose them, the mentions that the system links elsewhere or not at all, and their contexts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from corefeval.columns import DataRow, data
from corefeval.corpus.spans import sentence_of
from corefeval.metrics.use_terms import Uses, UseSide, unique_pairs
from corefeval.metrics.use_units import WRONG, Blamed, LossCause, UnitUse
from corefeval.pairing.pairing import Pairing
from corefeval.problems import issued
from corefeval.text import several, shortened

LONGEST = 48
"""Characters of a mention that are shown."""
CAUSES = 3
"""Causes of an entity that a sentence lists."""
ZERO = "∅"
"""Placeholder for a mention without words."""

WORDS: Mapping[LossCause, str] = {
    LossCause.NOT_LINKED: "is not linked",
    LossCause.NOT_IN_GOLD: "is linked to {other}, but to nothing in the gold",
    LossCause.WRONG_ENTITY: "is linked to {other}",
    LossCause.SPLIT: "is linked to {other}, apart from most of the entity",
    LossCause.NO_NAME: "is linked to {other}, but to no name",
    LossCause.NO_NOUN: "is linked to {other}, but to no noun",
    LossCause.ANTECEDENT: "agrees with {other}",
}
"""The causes in words."""

COLUMNS = (
    *data("document", "sentence", "first", "last", "entity", "outcome", "mention"),
    *data("cause=cause.label", "linked_to", "text", "gold", "system"),
)
"""The columns of lost units in JSON and CSV."""


@dataclass(frozen=True, slots=True)
class LostUnit(DataRow):
    """A gold unit that the system lacks, or has with another entity, with one responsible mention.

    Attributes:
        document: its document; with --across the one that the mention is in.
        sentence: the sentence of the mention, from 1 in the document.
        first: the first token of the mention, from 0 in the document.
        last: its last token.
        entity: the mention that represents the gold entity that loses it.
        outcome: wrong, if the system has the unit with another entity, or missing.
        mention: the mention to blame.
        cause: the system's error.
        linked_to: the mention that represents the system's entity there, '' if it has none.
        left: the words of the sentence before the mention.
        right: the words after it.
        gold: the unit with the names of the gold.
        system: the same with the system's mentions.
    """

    document: str
    sentence: int
    first: int
    last: int
    entity: str
    outcome: str
    mention: str
    cause: LossCause
    linked_to: str
    left: str
    right: str
    gold: str
    system: str

    DATA = COLUMNS

    @property
    def text(self) -> str:
        """The sentence, the mention in brackets."""
        return " ".join(filter(None, (self.left, f"[{self.mention}]", self.right)))


@dataclass(frozen=True, slots=True)
class Blame(DataRow):
    """Mentions that make an entity lose units, all for one cause.

    Attributes:
        mention: the words of the mention.
        linked_to: the mention that represents the system's entity, '' if the system has none there.
        count: how many mentions.
        cause: the system's error.
        units: the units they lose.
    """

    mention: str
    linked_to: str
    count: int
    cause: LossCause = LossCause.WRONG_ENTITY
    units: tuple[LostUnit, ...] = field(default=(), compare=False, repr=False)

    DATA = data("mention", "linked_to", "count", "cause=cause.label")

    def __str__(self) -> str:
        """Return it in words."""
        return f"“{self.mention}” ({self.count:,}) {self.error}"

    @property
    def error(self) -> str:
        """The system's error with the mentions, in words."""
        return WORDS[self.cause].format(other=f"“{self.linked_to}”")


@dataclass(frozen=True, slots=True)
class Lost(DataRow):
    """The units that one gold entity loses.

    Attributes:
        entity: the mention that represents it.
        document: its document.
        count: how many units it loses.
        causes: why, the most frequent first.
    """

    entity: str
    document: str
    count: int
    causes: tuple[Blame, ...]

    def sentence(self, metric: UnitUse) -> str:
        """Return the loss in words: how many units are lost, and because of which mentions."""
        shown = [*map(str, self.causes[:CAUSES])]
        if len(self.causes) > CAUSES:
            shown.append(f"{len(self.causes) - CAUSES:,} more")
        verb = "is" if self.count == 1 else "are"
        units = several(self.count, *metric.unit_words)
        return f"{units} “{self.entity}” {verb} lost because {'; '.join(shown)} ({self.document})."

    @property
    def units(self) -> Iterator[LostUnit]:
        """The lost units by cause; a unit with several responsible mentions occurs once for each of them."""
        return (unit for cause in self.causes for unit in cause.units)


class UseLosses:
    """The units of a use that a system loses.

    Attributes:
        metric: the use.
        gold: how many units the gold has.
        right: how many of them are right.
        wrong: the number of units with a wrong entity; the rest is missing.
        entities: the gold entities that lose units, the largest losses first.
        problems: the warnings about these numbers.
    """

    def __init__(self, pairing: Pairing, metric: UnitUse, top: int | None = None) -> None:
        """Find the lost units of a pairing, for this many entities; default: all."""
        totals = pairing.count(metric).totals()
        self.metric = metric
        self.gold, self.right = int(totals["recall_denominator"]), int(totals["recall_numerator"])
        self.wrong = int(totals[WRONG])
        self.entities = lost_units(pairing, metric, top)
        self.problems = tuple(problem for met in metric.notes(pairing) for problem in issued(met))

    @property
    def causes(self) -> list[tuple[Lost, Blame]]:
        """The causes of all entities, each with its entity, the most frequent first."""
        return sorted(
            ((each, cause) for each in self.entities for cause in each.causes),
            key=lambda pair: -pair[1].count,
        )

    def to_dict(self, top: int | None = None) -> dict[str, Any]:
        """Return plain data; only the first `top` entities, if given."""
        return {
            "gold": self.gold,
            "right": self.right,
            "wrong": self.wrong,
            "missing": self.gold - self.right - self.wrong,
            "entities": [
                {**each.to_dict(), "units": [unit.to_dict() for unit in each.units]}
                for each in self.entities[:top]
            ],
        }

    def rows(self, top: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield a row for each lost unit and mention to blame."""
        for each in self.entities[:top]:
            yield from ({"metric": self.metric.full_name, **unit.to_dict()} for unit in each.units)


def lost_units(pairing: Pairing, metric: UnitUse, top: int | None = None) -> tuple[Lost, ...]:
    """Return the gold entities that lose units of a use, the largest losses first, then in text order.

    A unit is lost if it is missing or about a wrong entity. A fact may be lost for two entities at once.

    Args:
        pairing: the scored key and response.
        metric: the use.
        top: how many entities; all by default.
    """
    uses = pairing.concerning(metric).seen_by(metric).derive(Uses)
    blamed = metric.blamed(uses)
    entity, _ = unique_pairs(blamed.entity, blamed.unit)
    counts = np.bincount(entity, minlength=uses.key.count)
    order = np.lexsort((uses.key.head[uses.key.representative], -counts))
    order = order[counts[order] > 0][:top]
    kept = np.isin(blamed.entity, order)
    chosen = Blamed(blamed.unit[kept], blamed.entity[kept], blamed.node[kept])
    by_entity: dict[int, list[LostUnit]] = {}
    for number, unit in zip(chosen.entity.tolist(), _Reader(uses, metric).read(chosen), strict=True):
        by_entity.setdefault(number, []).append(unit)
    return tuple(
        Lost(units[0].entity, units[0].document, int(counts[number]), _causes(units))
        for number in order.tolist()
        for units in [by_entity[number]]
    )


def _causes(units: list[LostUnit]) -> tuple[Blame, ...]:
    """Return units by the responsible mention and the system's error, the most frequent first."""
    groups: dict[tuple[str, str, LossCause], list[LostUnit]] = {}
    for unit in units:
        groups.setdefault((unit.mention.casefold(), unit.linked_to, unit.cause), []).append(unit)
    found = (
        Blame(each[0].mention, each[0].linked_to, len(each), each[0].cause, tuple(each))
        for each in groups.values()
    )
    return tuple(sorted(found, key=lambda blame: -blame.count))


class _Part(NamedTuple):
    """A part of a unit: a node of an event, a verb or the head of a mention."""

    event: int
    node: int
    is_verb: bool


class _Reader:
    """Reads lost units in their text.

    Args:
        uses: both sides on the text.
        metric: the use.
    """

    def __init__(self, uses: Uses, metric: UnitUse) -> None:
        self.uses, self.metric, self.text = uses, metric, uses.text
        corpus = uses.text.corpus
        self.forms = corpus.nodes.forms
        self.starts = np.union1d(corpus.nodes.sentences, corpus.nodes.start)
        self.texts: dict[tuple[UseSide, int], str] = {}
        self.referents: dict[UseSide, dict[int, int]] = {}

    def read(self, blamed: Blamed) -> Iterator[LostUnit]:
        """Yield the units that mentions are to blame for, in their order.

        unit         0          0          1            rows of `blamed`
        node         He         her        Lind         the mention to blame
        parts        He gave her           Lind waved   the nodes of its unit
        gold         Olaf gave Mara Lind   …            each mention as the gold names it, and as the system does
        """
        uses, metric, corpus = self.uses, self.metric, self.text.corpus
        wrong = metric.units(uses).wrong[blamed.unit].tolist()
        causes = metric.causes(uses, blamed.node).tolist()
        parts = metric.parts(uses, blamed.unit)
        shown = np.union1d(parts.node, blamed.node)
        self.referents = {
            side: dict(zip(shown.tolist(), metric.referents(side, shown).tolist(), strict=True))
            for side in (uses.key, uses.response)
        }
        nodes: list[list[_Part]] = [[] for _ in wrong]
        columns = (column.tolist() for column in (parts.row, parts.event, parts.node, parts.is_verb))
        for row, *part in zip(*columns, strict=True):
            nodes[row].append(_Part(*part))
        document = self.text.document[blamed.node]
        starts, names = corpus.nodes.start[document], [corpus.names[each] for each in document.tolist()]
        if corpus.source.joined is not None:
            joined, own = corpus.source.joined
            within = np.searchsorted(joined, blamed.node, side="right") - 1
            starts, names = joined[within], [own[each] for each in within.tolist()]
        sentence = sentence_of(corpus, blamed.node) - sentence_of(corpus, starts) + 1
        ends = np.append(self.starts, self.text.own)
        place = np.searchsorted(self.starts, blamed.node, side="right")
        begin, end = ends[place - 1], np.minimum(ends[place], corpus.nodes.stop[document])
        for row, node in enumerate(blamed.node.tolist()):
            side, mention = self._mention(node)
            first, last = (
                (int(side.first[mention]), int(side.last[mention])) if mention >= 0 else (node, node)
            )
            yield LostUnit(
                document=names[row],
                sentence=int(sentence[row]),
                first=first - int(starts[row]),
                last=last - int(starts[row]),
                entity=self._words(uses.key, int(uses.key.representative[blamed.entity[row]])),
                outcome="wrong" if wrong[row] else "missing",
                mention=self._own(node),
                cause=LossCause(causes[row]),
                linked_to=self._linked_to(node),
                left=self._between(int(begin[row]), first),
                right=self._between(last + 1, int(end[row])),
                gold=self._unit(uses.key, nodes[row]),
                system=self._unit(uses.response, self._with(nodes[row], node)),
            )

    def _mention(self, node: int) -> tuple[UseSide, int]:
        """Return the longest mention with this head, preferably in the gold, and its side; -1 for none."""
        side = self.uses.key if self.uses.key.longest[node] >= 0 else self.uses.response
        return side, int(side.longest[node])

    def _own(self, node: int) -> str:
        """Return the words of the mention at a node, or the node's own."""
        side, mention = self._mention(node)
        return self._words(side, mention) if mention >= 0 else self._between(node, node + 1)

    def _linked_to(self, node: int) -> str:
        """Return the mention that shows the system's entity at a node, if possible in other words; '' if it has no entity."""
        side = self.uses.response
        entity = int(side.at[node])
        if entity < 0:
            return ""
        shown = self.referents[side][node]
        own, words = self._own(node).casefold(), self._words(side, shown)
        if side.head[shown] != node and words.casefold() != own:
            return words
        members = (self._words(side, row) for row in np.flatnonzero(side.entity == entity).tolist())
        return next((each for each in members if each.casefold() != own), words)

    def _unit(self, side: UseSide, parts: list[_Part]) -> str:
        """Return a unit with each mention as one side names it."""
        events: dict[int, list[str]] = {}
        for part in parts:
            mention = self.referents[side].get(part.node, -1)
            if part.is_verb:
                words = self._between(part.node, part.node + 1)
            else:
                words = self._words(side, mention) if mention >= 0 else self._own(part.node)
            events.setdefault(part.event, []).append(words)
        return " → ".join(" · ".join(words) for words in events.values())

    def _with(self, parts: list[_Part], node: int) -> list[_Part]:
        """Return the parts of a step with the event that the system puts between its ends, if that event causes the loss."""
        if any(node == part.node for part in parts):
            return parts
        verb = int(self.text.parent[node])
        middle = sorted(
            (_Part(-1, node, is_verb=False), _Part(-1, verb, is_verb=True)), key=lambda part: part.node
        )
        return [*(part for part in parts if not part.event), *middle, *(part for part in parts if part.event)]

    def _words(self, side: UseSide, mention: int) -> str:
        """Return the words of a mention, shortened if there are many."""
        found = self.texts.get((side, mention))
        if found is None:
            words = self._between(int(side.first[mention]), int(side.last[mention]) + 1)
            found = self.texts[side, mention] = shortened(words, LONGEST)
        return found

    def _between(self, first: int, stop: int) -> str:
        """Return the words of nodes; a sign for a zero without words, such as one of the system only."""
        if first >= stop:
            return ""
        if first >= self.text.own:
            return ZERO
        forms, is_empty = self.forms.slice(first, stop), self.text.is_empty[first:stop].tolist()
        return " ".join(
            ZERO if empty and form == "_" else form for form, empty in zip(forms, is_empty, strict=True)
        )
