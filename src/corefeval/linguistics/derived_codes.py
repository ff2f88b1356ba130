"""Derivation of antecedents and type codes from chains, mention types and words, for any scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from corefeval.arrays import Booleans, Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.codes import NO_CODE, Scheme
from corefeval.linguistics.describe import Linguistics
from corefeval.linguistics.dominant_mentions import Rank, dominance_order, ranks
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.scheme_files import FACTS, scheme_named
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
"""A lexical resource: a function of a level and the words of referent and antecedent; it returns a value or None.

Synonyms, metonyms and hyponyms cannot be derived from the text; a resource of the user may know them.
"""

_WITHOUT_DIRECTION = ("repetition", "partial repetition", "abbreviation", "metonym", "synonym")
"""Kinds of nominal coreference whose direction is irrelevant, because the words themselves show the relation."""


class Policy(StrEnum):
    """How to choose the antecedent of a mention if a file has only chains."""

    MIXED = "mixed"
    CLOSEST_MORE_DOMINANT = "closest_more_dominant"
    DOMINANT = "dominant"
    CLOSEST_PRECEDING = "closest_preceding"


@dataclass(frozen=True, slots=True, eq=False)
class Antecedents:
    """Referents and their antecedents, all mentions of one corpus.

    Attributes:
        referent: the referring mention of each link.
        antecedent: the antecedents of all links, one after the other.
        bounds: antecedent[bounds[i]:bounds[i + 1]] are the antecedents of link i.
    """

    referent: Integers
    antecedent: Integers
    bounds: Integers

    @classmethod
    def single(cls, referent: Integers, antecedent: Integers) -> Antecedents:
        """Return links with one antecedent each."""
        return cls(referent, antecedent, np.arange(len(referent) + 1))


def links_of_chains(
    corpus: Corpus,
    linguistics: Linguistics,
    policy: Policy = Policy.CLOSEST_MORE_DOMINANT,
    *,
    count_titles: bool = False,
) -> Antecedents:
    """Return a link for every mention of a chain except its root, to the antecedent chosen by the policy.

    - closest_preceding: the previous mention. The first mention is the root.
    - dominant: the dominant mention, which is the root.
    - closest_more_dominant (the paper's advice, and closest to its annotators): the closest earlier mention that is
      more dominant, otherwise the closest later one. Of two mentions of equal rank, the earlier is more dominant. The
      dominant mention is the root.
    - mixed: for names the dominant mention, for nominals the closest more dominant one. For all others the closest
      earlier name or noun phrase; if there is none, the closest later one.

    A chain without a dominant mention is linked by closest_preceding.
    """
    rank = ranks(corpus, linguistics, count_titles=count_titles)
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
    """The mentions of all entities in text order, with their ranks."""

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
        """Return for each mention the closest earlier mention of at least the required rank, else the closest later one.

        The result is -1 if there is none. The required rank may differ before and after the mention.
        """
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
    corpus: Corpus,
    linguistics: Linguistics,
    links: Antecedents,
    *,
    scheme: Scheme | None = None,
    resource: Resource | None = None,
) -> list[str]:
    """Return the code of each link; '-' for a level that cannot be derived. An ambiguous group is never derived.

    The first level is the mention type, as in the scheme's `types`. The other levels follow from the words, with the
    values that each level declares (`derived`). For pronouns they encode morphology. For nouns they encode how the
    words relate to those of the first antecedent: a repetition, an abbreviation, a part, a nominal for a name
    (feature). Values of the resource take precedence. The direction is irrelevant if the words themselves show the
    relation. Otherwise it is forward if the referent begins before the first antecedent, else backward. Several
    antecedents are a group.
    """
    # links.referent     4     7       she, the couple: rows of mentions
    # links.antecedent   0     0 2     Ann; Ann and Bob
    # links.bounds       0  1  3       so target is 0 0, the first antecedent of each, and only the second is a group
    scheme = scheme or scheme_named()
    own = linguistics.of(corpus)
    referent, target = links.referent, links.antecedent[links.bounds[:-1]]
    types, targets = own.type[referent], own.type[target]
    kind: list[str] = [""] * len(referent)
    pronouns = np.flatnonzero(types == MentionType.PRONOUN)
    for row, fact in zip(
        pronouns.tolist(), pronoun_kinds(corpus, own.head[referent[pronouns]]).tolist(), strict=True
    ):
        kind[row] = fact
    nouns = np.flatnonzero(np.isin(types, [MentionType.NAME, MentionType.NOMINAL, MentionType.EVENT]))
    wanted = np.zeros(len(corpus.mentions), bool)
    wanted[referent[nouns]] = wanted[target[nouns]] = True
    if len(nouns) and corpus.mentions.objects is None:
        found = _noun_kinds(
            Wordings(corpus, linguistics, wanted),
            list(zip(referent[nouns].tolist(), target[nouns].tolist(), strict=True)),
            (types[nouns] != MentionType.NAME).tolist(),
            (targets[nouns] == MentionType.NAME).tolist(),
            resource,
        )
        fact_of = {value: fact for level in scheme.levels[1:2] for fact, value in level.derived.items()}
        for row, fact in zip(nouns.tolist(), found, strict=True):
            kind[row] = fact if fact in FACTS else fact_of.get(fact, fact)
    starts = corpus.mentions.first
    earliest = np.minimum.reduceat(starts[links.antecedent], links.bounds[:-1]) if len(referent) else referent
    backward = (starts[referent] >= earliest).tolist()
    group = (np.diff(links.bounds) > 1).tolist()
    labels = [MentionType(number).label for number in types.tolist()]
    known: dict[tuple[str, ...], str] = {}
    codes = []
    for fact, label, is_backward, is_group in zip(kind, labels, backward, group, strict=True):
        direction = "backward" if is_backward else "forward"
        if fact in _WITHOUT_DIRECTION:
            direction = "irrelevant"
        facts = fact, label, direction, "group" if is_group else "single"
        if facts not in known:
            known[facts] = _code(scheme, *facts)
        codes.append(known[facts])
    return codes


def _code(scheme: Scheme, kind: str, label: str, *others: str) -> str:
    """Return the code for the known facts about a link; if `kind` is not in FACTS, it is the value of the second level."""
    values = []
    for place, level in enumerate(scheme.levels):
        fallback = NO_CODE * (1 if scheme.separator else max(level.width, 1))
        table: Mapping[str, str] = level.derived
        if place == 0 and label in scheme.types:
            fallback = scheme.split(scheme.types[label])[0]
        elif place == 1 and kind and kind not in FACTS:
            fallback = kind
        values.append(next((table[fact] for fact in (kind, label, *others) if fact in table), fallback))
    return scheme.join(values)


def _noun_kinds(
    wordings: Wordings,
    pairs: list[tuple[int, int]],
    nominal: list[bool],
    for_name: list[bool],
    resource: Resource | None,
) -> list[str]:
    """Return the relation of each noun to its antecedent; each distinct pair of wordings is compared once."""
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
    """Return the relation of a noun to its antecedent: one of FACTS or a value of the resource; '' if it is unknown.

    Args:
        referent: the words of the noun.
        antecedent: the words that it refers to.
        is_nominal: whether the referent is not a name.
        for_name: whether the antecedent is a name.
        resource: the lexical resource, used if the words do not decide.
    """
    if is_repetition(referent, antecedent):
        return "repetition"
    if (
        is_acronym(referent, antecedent)
        or is_acronym(antecedent, referent)
        or (has_initial(referent) and is_covered(referent, antecedent, initials=True))
        or (has_initial(antecedent) and is_covered(antecedent, referent, initials=True))
    ):
        return "abbreviation"
    if is_covered(referent, antecedent) or is_covered(antecedent, referent):
        return "partial repetition"
    if is_nominal and _overlap(referent, antecedent):
        return "partial repetition"
    letter = resource(2, referent, antecedent) if resource is not None else None
    if letter:
        return letter
    return "feature" if is_nominal and for_name else ""


def _overlap(referent: Wording, antecedent: Wording) -> bool:
    """Return whether two nominals end in the same word, or share at least half of the words of the first."""
    if same_word(referent[-1], antecedent[-1]):
        return True
    if len(referent) < 2 or len(antecedent) < 2:
        return False
    shared = sum(any(same_word(word, other) for other in antecedent) for word in referent)
    return shared * 2 >= len(referent)


def pronoun_kinds(corpus: Corpus, head: Integers) -> np.ndarray[tuple[int], np.dtype[np.str_]]:
    """Return for each pronoun whether it is reflexive, possessive, relative or personal; '' for others."""
    kinds = np.full(len(head), "", "U16")
    columns = Columns(corpus.source)
    columns.fetch(("upos", "feats", "pos", "xpos"))
    feats, upos = columns.column("feats"), columns.column("upos")
    if feats is not None:
        possessive = has_feature(feats, head, "Poss=Yes")
        relative = has_feature(feats, head, "PronType=Rel")
        untyped = holds(feats, head, lambda text: "PronType=" not in text)
        kinds[untyped | has_feature(feats, head, "PronType=Prs")] = "personal"
        kinds[relative] = "relative"
        if upos is not None and not _marks_possessives(feats):
            personal = has_feature(feats, head, "PronType=Prs") & has_feature(feats, head, "Case=Gen")
            personal &= ~has_feature(feats, head, "Reflex=Yes")
            possessive |= personal & _precedes_noun(corpus, known_tags(upos, UNIVERSAL).any_of, head)
        kinds[possessive] = "possessive"
        kinds[has_feature(feats, head, "Reflex=Yes") & ~possessive] = "reflexive"
        return kinds
    for name in ("pos", "xpos"):
        column = columns.column(name)
        if column is not None:
            tags = known_tags(column.take(head), ("PRP", "PRP$", "WP", "WP$", "WDT"))
            kinds[tags.any_of("PRP")] = "personal"
            kinds[tags.any_of("PRP$")] = "possessive"
            kinds[tags.any_of("WP WP$ WDT")] = "relative"
            forms = corpus.nodes.forms.take(head)
            reflexive = np.array([form.lower().endswith(("self", "selves")) for form in forms], bool)
            kinds[reflexive & tags.any_of("PRP")] = "reflexive"
            break
    return kinds


def _marks_possessives(feats: TextColumn) -> bool:
    """Return whether a treebank has possessive pronouns other than reflexive ones."""
    return any("Poss=Yes" in text and "Reflex=Yes" not in text for text in feats.codes()[1])


def _precedes_noun(corpus: Corpus, any_of: Callable[[str], Booleans], nodes: Integers) -> Booleans:
    """Return which nodes precede a noun and do not follow a preposition in their sentence.

    In treebanks that do not mark possessives, a genitive in this position is a possessive.
    """
    count = len(corpus.nodes.forms)
    nominal, adposition = np.append(any_of("NOUN PROPN ADJ NUM"), False), np.append(any_of("ADP"), False)
    is_start = np.zeros(count + 1, bool)
    is_start[corpus.nodes.sentences] = True
    behind = np.minimum(nodes + 1, count)
    return nominal[behind] & ~is_start[behind] & ~(adposition[nodes - 1] & ~is_start[nodes])
