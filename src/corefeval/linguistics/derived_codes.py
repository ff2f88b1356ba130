"""Deriving type codes and antecedents from chains and mention types (four-level scheme of Žitkus et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation
from corefeval.linguistics.codes import NOTHING
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.dominant_mentions import Rank, dominance_order, ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.tags import UNIVERSAL, Columns, has_feature, holds, known_tags
from corefeval.linguistics.wording import (
    Wording,
    Wordings,
    has_initial,
    is_acronym,
    is_covered,
    is_repetition,
    same_word,
)
from corefeval.text import TextColumn

Resource = Callable[[int, Wording, Wording], str | None]
"""A lexical resource: asked for a level and the words of referent and antecedent, it answers a letter or None.

Synonyms, metonyms and hyponyms cannot be derived from the text; a resource of the user's may know them.
"""

_FIRST = np.array([NOTHING] * len(MentionType))
for _kinds, _letter in (
    ([MentionType.PRONOUN], "p"),
    ([MentionType.NAME], "d"),
    ([MentionType.NOMINAL, MentionType.EVENT], "g"),
    ([MentionType.ADVERB], "a"),
    ([MentionType.ZERO, MentionType.ELLIPSIS], "e"),
):
    _FIRST[_kinds] = _letter

_WITHOUT_DIRECTION = frozenset("tabms")
"""Kinds of nominal coreference whose direction is irrelevant: the words themselves show it."""


class Policy(StrEnum):
    """Which mention of its chain a mention is held to refer to, where a file has chains only."""

    MIXED = "mixed"
    CLOSEST_MORE_DOMINANT = "closest_more_dominant"
    DOMINANT = "dominant"
    CLOSEST_PRECEDING = "closest_preceding"


@dataclass(frozen=True, slots=True, eq=False)
class Antecedents:
    """Referents and their antecedents, all mentions of one corpus.

    Attributes:
        referent: the mention that refers.
        antecedent: the antecedents of all links, one after the other.
        bounds: antecedent[bounds[i]:bounds[i + 1]] are those of link i.
    """

    referent: Integers
    antecedent: Integers
    bounds: Integers

    @classmethod
    def single(cls, referent: Integers, antecedent: Integers) -> Antecedents:
        """Return links with one antecedent each."""
        return cls(referent, antecedent, np.arange(len(referent) + 1))

    @classmethod
    def of_annotations(
        cls, corpus: Corpus, annotations: Sequence[Annotation]
    ) -> tuple[Antecedents, Integers]:
        """Return the links of annotations and the number of the annotation of each.

        Left out are annotations whose referent or antecedents are no mentions of the corpus, and those
        without antecedents; a referent is no antecedent of its own.
        """
        spans = zip(corpus.mentions.first.tolist(), corpus.mentions.last.tolist(), strict=True)
        rows: dict[tuple[int, int], int] = {}
        for row, span in enumerate(spans):
            rows.setdefault(span, row)
        referents: list[int] = []
        antecedents: list[int] = []
        bounds, numbers = [0], []
        for number, annotation in enumerate(annotations):
            targets = [span for span in annotation.antecedents if span != annotation.referent]
            if targets and annotation.referent in rows and all(span in rows for span in targets):
                referents.append(rows[annotation.referent])
                antecedents.extend(rows[span] for span in targets)
                bounds.append(len(antecedents))
                numbers.append(number)
        links = cls(*(np.array(column, np.int64) for column in (referents, antecedents, bounds)))
        return links, np.array(numbers, np.int64)


def links_of_chains(
    corpus: Corpus, linguistics: Linguistics, policy: Policy = Policy.CLOSEST_MORE_DOMINANT
) -> Antecedents:
    """Return a link for every mention of a chain but its root, to the antecedent that the policy picks.

    closest_preceding: the mention before it; the first is the root.
    dominant: the dominant mention, which is the root.
    closest_more_dominant (the paper's advice, and closest to its annotators): the closest mention before it
    that is more dominant, of equal rank the earlier one being so, else the closest one behind it; the
    dominant mention is the root.
    mixed: names refer to the dominant mention, nominals to the closest more dominant one, all others to the
    closest name or noun phrase, before them if there is one.
    A chain in which nothing dominates is linked by closest_preceding.
    """
    rank = ranks(corpus, linguistics)
    chain = _Chain(corpus, rank)
    count = len(corpus.mentions)
    before = chain.closest(np.zeros(count, np.int64), np.full(count, len(Rank), np.int64))
    described = chain.dominant_rank > Rank.NONE
    if policy is Policy.CLOSEST_PRECEDING:
        antecedent = before
    elif policy is Policy.DOMINANT:
        antecedent = np.where(described, chain.dominant, before)
    else:
        antecedent = chain.closest(np.maximum(rank, Rank.ELLIPSIS), rank + 1)
        if policy is Policy.MIXED:
            types = linguistics.of(corpus).type
            pointing = _RANKED[types] == Rank.NONE
            phrases = np.full(count, Rank.NOUN_PHRASE, np.int64)
            antecedent = np.where(pointing, chain.closest(phrases, phrases), antecedent)
            antecedent = np.where(types == MentionType.NAME, chain.dominant, antecedent)
            antecedent = np.where((antecedent < 0) & pointing, chain.dominant, antecedent)
        antecedent = np.where(described, antecedent, before)
    is_root = antecedent == np.arange(count)
    if policy is not Policy.CLOSEST_PRECEDING:
        is_root |= described & (chain.dominant == np.arange(count))
    order = corpus.mentions.in_text_order()
    rows = order[((antecedent >= 0) & ~is_root)[order]]
    return Antecedents.single(rows, antecedent[rows])


_RANKED = np.zeros(len(MentionType), np.int64)
_RANKED[[MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT, MentionType.ELLIPSIS]] = Rank.NOUN_PHRASE


class _Chain:
    """The mentions of all entities in the order of the text, with their ranks."""

    def __init__(self, corpus: Corpus, rank: Integers) -> None:
        mentions = corpus.mentions
        self._entity, self._rank = mentions.entity, rank
        self._order = mentions.in_text_order(mentions.entity)
        by_rank = dominance_order(corpus, rank)[::-1]
        top = np.full(len(corpus.entities), -1, np.int64)
        top[mentions.entity[by_rank]] = by_rank
        self.dominant: Integers = top[mentions.entity]
        self.dominant_rank: Integers = rank[self.dominant] if len(rank) else rank

    def closest(self, least_before: Integers, least_behind: Integers) -> Integers:
        """Return the closest mention before each that has a rank at least so high, else the closest behind it; or -1."""
        found = np.full(len(self._order), -1, np.int64)
        for order, least in ((self._order[::-1], least_behind), (self._order, least_before)):
            for level in np.unique(least).tolist():
                place = np.arange(len(order))
                reached = np.maximum.accumulate(np.where(self._rank[order] >= level, place, -1))
                previous = np.append(-1, reached[:-1])
                candidate = look_up(previous, order)
                fits = (
                    (candidate >= 0)
                    & (self._entity[candidate] == self._entity[order])
                    & (least[order] == level)
                )
                found[order[fits]] = candidate[fits]
        return found


def derive_codes(
    corpus: Corpus, linguistics: Linguistics, links: Antecedents, *, resource: Resource | None = None
) -> list[str]:
    """Return the four-letter code of each link; '-' at a level that cannot be told. An ambiguous group is never derived.

    Level 1 is the mention's type; level 2 for pronouns their morphology, for nouns how their words relate to
    those of the first antecedent: t the same, b an abbreviation, a a part, f a nominal for a name; what the
    resource says stands before f. Level 3 is i where the words themselves show the relation, else a if the
    referent begins where the first antecedent does or later, p if before. Level 4 is g for several
    antecedents, else s.
    """
    own = linguistics.of(corpus)
    referent, target = links.referent, links.antecedent[links.bounds[:-1]]
    types, targets = own.type[referent], own.type[target]
    second = np.full(len(referent), NOTHING)
    second[types == MentionType.ZERO] = "i"
    pronouns = np.flatnonzero(types == MentionType.PRONOUN)
    second[pronouns] = _pronoun_kinds(corpus, own.head[referent[pronouns]])
    nouns = np.flatnonzero(np.isin(types, [MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT]))
    wanted = np.zeros(len(corpus.mentions), bool)
    wanted[referent[nouns]] = wanted[target[nouns]] = True
    if len(nouns) and corpus.mentions.objects is None:
        second[nouns] = _noun_kinds(
            Wordings(corpus, linguistics, wanted),
            list(zip(referent[nouns].tolist(), target[nouns].tolist(), strict=True)),
            (types[nouns] != MentionType.NAME).tolist(),
            (targets[nouns] == MentionType.NAME).tolist(),
            resource,
        )
    starts = corpus.mentions.first
    earliest = np.minimum.reduceat(starts[links.antecedent], links.bounds[:-1]) if len(referent) else referent
    third = np.where(starts[referent] >= earliest, "a", "p")
    is_noun = np.zeros(len(referent), bool)
    is_noun[nouns] = True
    third[is_noun & np.isin(second, list(_WITHOUT_DIRECTION))] = "i"
    fourth = np.where(np.diff(links.bounds) > 1, "g", "s")
    letters = zip(_FIRST[types].tolist(), second.tolist(), third.tolist(), fourth.tolist(), strict=True)
    return ["".join(code) for code in letters]


def _noun_kinds(
    wordings: Wordings,
    pairs: list[tuple[int, int]],
    nominal: list[bool],
    for_name: list[bool],
    resource: Resource | None,
) -> list[str]:
    """Return the second letter of nouns; the same pair of wordings is looked at once."""
    known: dict[tuple[tuple[int, ...], tuple[int, ...], bool, bool], str] = {}
    letters = []
    for (one, other), is_nominal, names in zip(pairs, nominal, for_name, strict=True):
        key = wordings.numbers(one), wordings.numbers(other), is_nominal, names
        if key not in known:
            known[key] = noun_kind(
                wordings[one], wordings[other], is_nominal=is_nominal, for_name=names, resource=resource
            )
        letters.append(known[key])
    return letters


def noun_kind(
    referent: Wording,
    antecedent: Wording,
    *,
    is_nominal: bool,
    for_name: bool,
    resource: Resource | None = None,
) -> str:
    """Return how a noun relates to its antecedent, '-' if the words do not tell.

    Args:
        referent: the words of the noun.
        antecedent: the words it refers to.
        is_nominal: the referent is no name.
        for_name: the antecedent is a name.
        resource: asked where the words do not tell.
    """
    if is_repetition(referent, antecedent):
        return "t"
    if (
        is_acronym(referent, antecedent)
        or is_acronym(antecedent, referent)
        or (has_initial(referent) and is_covered(referent, antecedent, initials=True))
        or (has_initial(antecedent) and is_covered(antecedent, referent, initials=True))
    ):
        return "b"
    if is_covered(referent, antecedent) or is_covered(antecedent, referent):
        return "a"
    if is_nominal and _overlap(referent, antecedent):
        return "a"
    letter = resource(2, referent, antecedent) if resource is not None else None
    if letter:
        return letter
    return "f" if is_nominal and for_name else NOTHING


def _overlap(referent: Wording, antecedent: Wording) -> bool:
    """Say whether two nominals end in the same word, or share half of the words of the first."""
    if same_word(referent[-1], antecedent[-1]):
        return True
    if len(referent) < 2 or len(antecedent) < 2:
        return False
    shared = sum(any(same_word(word, other) for other in antecedent) for word in referent)
    return shared * 2 >= len(referent)


def _pronoun_kinds(corpus: Corpus, head: Integers) -> np.ndarray[tuple[int], np.dtype[np.str_]]:
    """Return the second letter of pronouns: r reflexive, o possessive, e relative, p personal."""
    letters = np.full(len(head), NOTHING)
    columns = Columns(corpus.source)
    columns.fetch(("upos", "feats", "pos", "xpos"))
    feats, upos = columns.column("feats"), columns.column("upos")
    if feats is not None:
        possessive = has_feature(feats, head, "Poss=Yes")
        relative = has_feature(feats, head, "PronType=Rel")
        untyped = holds(feats, head, lambda text: "PronType=" not in text)
        letters[untyped | has_feature(feats, head, "PronType=Prs")] = "p"
        letters[relative] = "e"
        if upos is not None and not _marks_possessives(feats):
            personal = has_feature(feats, head, "PronType=Prs") & has_feature(feats, head, "Case=Gen")
            personal &= ~has_feature(feats, head, "Reflex=Yes")
            possessive |= personal & _stands_before_noun(corpus, known_tags(upos, UNIVERSAL).any_of, head)
        letters[possessive] = "o"
        letters[has_feature(feats, head, "Reflex=Yes") & ~possessive] = "r"
        return letters
    for name in ("pos", "xpos"):
        column = columns.column(name)
        if column is not None:
            tags = known_tags(column.take(head), ("PRP", "PRP$", "WP", "WP$", "WDT"))
            letters[tags.any_of("PRP")] = "p"
            letters[tags.any_of("PRP$")] = "o"
            letters[tags.any_of("WP WP$ WDT")] = "e"
            forms = corpus.nodes.forms.take(head)
            reflexive = np.array([form.lower().endswith(("self", "selves")) for form in forms], bool)
            letters[reflexive & tags.any_of("PRP")] = "r"
            break
    return letters


def _marks_possessives(feats: TextColumn) -> bool:
    """Say whether a treebank has possessive pronouns other than reflexive ones."""
    return any("Poss=Yes" in text and "Reflex=Yes" not in text for text in feats.codes()[1])


def _stands_before_noun(corpus: Corpus, any_of: Callable[[str], Booleans], nodes: Integers) -> Booleans:
    """Say which nodes stand before a noun and not behind a preposition, in their sentence.

    A genitive there is a possessive in treebanks that do not mark possessives.
    """
    count = len(corpus.nodes.forms)
    nominal, adposition = np.append(any_of("NOUN PROPN ADJ NUM"), False), np.append(any_of("ADP"), False)
    is_start = np.zeros(count + 1, bool)
    is_start[corpus.nodes.sentences] = True
    behind = np.minimum(nodes + 1, count)
    return nominal[behind] & ~is_start[behind] & ~(adposition[nodes - 1] & ~is_start[nodes])
