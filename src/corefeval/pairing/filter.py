"""Filter scored mentions: duplicates, singletons, zeros, verb phrases, nested mentions. Empty entities are dropped.

Non-referring expressions are not entities and have a score of their own (metrics/nonreferring.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from corefeval.arrays import Booleans, Integers, begins, begins_run, inverse
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.assignment import connected
from corefeval.pairing.pairing import has_repeats, is_repeated
from corefeval.problems import CorefevalError, CorpusWarning, Place, Problem, Problems, warning
from corefeval.records import dataclass
from corefeval.settings import Settings

if TYPE_CHECKING:
    from corefeval.pairing.match.min_span import KeyTrees

MENTIONS_NAMED = 3
REFUSED = 10
"""The largest number of duplicates with which the reference scorer still computes a score."""


NO_SETS: frozenset[int] = frozenset()


def filter_mentions(
    corpus: Corpus,
    codes: Integers,
    settings: Settings,
    side: str,
    problems: Problems,
    known: Integers | None = None,
) -> tuple[Corpus, Integers]:
    """Return the scored part of one side, with the mentions' codes.

    Args:
        corpus: the side, aligned with the other.
        codes: the code of each mention; equal mentions have equal codes.
        settings: the settings of the run.
        side: 'key' or 'response', for messages.
        problems: collects warnings.
        known: for the response, the codes of the key's mentions.
    """
    corpus, codes = only_referring(corpus, codes)
    corpus, codes = settle_duplicates(corpus, codes, settings, side, problems, known=known)
    return drop_members(corpus, codes, settings)


def refers(corpus: Corpus) -> Booleans:
    """Return which mentions refer to an entity; the others are annotated as non-referring."""
    pseudo = corpus.entities.is_nonreferring
    return np.ones(len(corpus.mentions), bool) if pseudo is None else ~pseudo[corpus.mentions.entity]


def only_referring(
    corpus: Corpus, codes: Integers, plural: frozenset[int] = NO_SETS
) -> tuple[Corpus, Integers]:
    """Return the referring mentions.

    Args:
        corpus: one side.
        codes: the code of each mention.
        plural: entities (as read) that stay without a mention, because a set of entities is their member.
    """
    if corpus.entities.is_nonreferring is None:
        return corpus, codes
    return _keep(corpus, codes, refers(corpus), plural)


def drop_members(
    corpus: Corpus, codes: Integers, settings: Settings, plural: frozenset[int] = NO_SETS
) -> tuple[Corpus, Integers]:
    """Return the corpus without singletons, then without zeros, if the settings drop them; drop entities without mentions.

    An entity with a set of split antecedents and one mention is not a singleton, and it stays when its zeros are
    dropped.
    """
    if settings.singletons == "drop":
        has_set = np.isin(corpus.entity_numbers, list(plural))
        is_several = corpus.entity_sizes + has_set > 1
        plural &= frozenset(corpus.entity_numbers[is_several].tolist())
        corpus, codes = _keep(corpus, codes, is_several[corpus.mentions.entity], plural)
    if settings.zeros == "drop" and len(corpus.nodes.empty):
        corpus, codes = _keep(corpus, codes, ~corpus.is_zero, plural)
    if np.count_nonzero(corpus.entity_sizes) == len(corpus.entities):
        return corpus, codes
    return _keep(corpus, codes, np.ones(len(codes), bool), plural)


def _keep(corpus: Corpus, codes: Integers, keep: Booleans, plural: frozenset[int]) -> tuple[Corpus, Integers]:
    """Return the corpus with only these mentions; entities without any are dropped, unless they are plural."""
    sizes = np.bincount(corpus.mentions.entity[keep], minlength=len(corpus.entities))
    stays = (sizes > 0) | np.isin(corpus.entity_numbers, list(plural))
    if keep.all() and stays.all():
        return corpus, codes
    kept = np.flatnonzero(keep)
    return corpus.rearrange(kept, corpus.mentions.entity[kept], np.flatnonzero(stays)), codes[keep]


def drop_verbal_and_nested(
    corpus: Corpus,
    codes: Integers,
    settings: Settings,
    side: str,
    trees: KeyTrees | None,
    plural: frozenset[int] = NO_SETS,
) -> tuple[Corpus, Integers]:
    """Return one side, already filtered otherwise, without verb phrases and then without nested mentions.

    Args:
        corpus: the side.
        codes: the code of each mention.
        settings: the settings of the run.
        side: 'key' or 'response', for messages.
        trees: the key's phrase trees, if verb phrases are dropped.
        plural: as in `only_referring`.
    """
    if settings.verb_phrases == "drop" and trees is not None:
        corpus, codes = _keep(corpus, codes, ~_lost_with_verb_phrases(corpus, codes, trees), plural)
    if settings.nested == "drop":
        corpus, codes = _keep(corpus, codes, ~_lost_with_nested(corpus, codes, settings, side), plural)
    return corpus, codes


def _lost_with_verb_phrases(corpus: Corpus, codes: Integers, trees: KeyTrees) -> Booleans:
    """Return the dropped mentions: verb phrases, and mentions that then remain alone in their entity.

    The latter are dropped even if singletons are kept. This follows coval (NP_only). If n of several mentions with the
    same minimum span in an entity are verb phrases, the first n of them are dropped.
    """
    entity = corpus.mentions.entity
    is_verb_phrase = trees.is_verb_phrase(corpus)
    lost = np.bincount(entity[is_verb_phrase], minlength=len(corpus.entities))
    dissolved = (lost > 0) & (corpus.entity_sizes - lost <= 1)
    group = np.unique(codes * len(corpus.entities) + entity, return_inverse=True)[1]
    sizes = np.bincount(group)
    place = inverse(np.argsort(group, kind="stable")) - begins(sizes)[group]
    goes: Booleans = place < np.bincount(group[is_verb_phrase], minlength=len(sizes))[group]
    return goes | dissolved[entity]


def _lost_with_nested(corpus: Corpus, codes: Integers, settings: Settings, side: str) -> Booleans:
    """Return the dropped mentions: those inside another mention of their entity, and mentions equal to them.

    As in coval (remove_nested), an entity that would keep one mention is dropped as a whole, or kept as a whole if
    singletons are kept. For this rule a mention inside two others counts twice.
    """
    from corefeval.pairing.shared_spans import PlacedSpans, is_inside, starting_between  # noqa: PLC0415 - rarely asked for

    if corpus.mentions.objects is not None:
        raise CorefevalError(Problem("CE044", "nested-drop-needs-words", corpus.file, side=side))
    spans, entity = PlacedSpans.of(corpus), corpus.mentions.entity
    outer, inner = starting_between(spans.first, spans.first, spans.last)
    may_be = (
        (entity[outer] == entity[inner])
        & (codes[outer] != codes[inner])
        & (spans.size[inner] < spans.size[outer])
        & (spans.last[inner] <= spans.last[outer])
    )
    outer, inner = outer[may_be], inner[may_be]
    inner = inner[is_inside(spans, spans, outer, inner)]
    member = codes * len(corpus.entities) + entity
    lost = np.isin(member, member[inner])
    sizes = corpus.entity_sizes
    alone = ((sizes > 1) & (sizes - np.bincount(entity[inner], minlength=len(sizes)) == 1))[entity]
    goes: Booleans = lost & ~alone if settings.singletons == "keep" else lost | alone
    return goes


def settle_duplicates(
    corpus: Corpus,
    codes: Integers,
    settings: Settings,
    side: str,
    problems: Problems,
    plural: frozenset[int] = NO_SETS,
    known: Integers | None = None,
) -> tuple[Corpus, Integers]:
    """Return the corpus with duplicate mentions treated as the setting requires (see `filter_mentions`)."""
    if not has_repeats(codes):
        return corpus, codes
    if settings.duplicates == "error":
        raise CorefevalError([_duplicate(corpus, codes, row, side) for row in _listed_again(codes)])
    if settings.duplicates == "perl":
        keep = (
            np.ones(len(codes), bool) if known is None else _is_first(corpus, codes) | ~np.isin(codes, known)
        )
        problems.add(_counted(corpus, codes, side, int((~keep).sum())))
        return _keep(corpus, codes, keep, plural)
    if settings.duplicates == "merge":
        corpus = _merged(corpus, codes, settings)
    within_entities = settings.duplicates == "keep" and (
        corpus.traits.counts_repetitions_once or settings.split_antecedents == "keep"
    )
    if settings.duplicates != "keep" or within_entities:
        if settings.duplicates == "first":
            problems.add(_counted(corpus, codes, side))
        group = codes * len(corpus.entities) + corpus.mentions.entity if within_entities else codes
        return _keep(corpus, codes, _is_first(corpus, group), plural)
    return corpus, codes


def _is_first(corpus: Corpus, group: Integers) -> Booleans:
    """Return which mention of each group is kept: the first mention of the first entity."""
    order = np.lexsort((corpus.mentions.opening, corpus.mentions.entity, group))
    keep = np.zeros(len(group), bool)
    keep[order[begins_run(group[order])]] = True
    return keep


def homes(corpus: Corpus, codes: Integers, settings: Settings) -> Integers:
    """Return for each entity the one that it is merged into.

    This is the entity itself, or with `duplicates=merge` the first entity that shares a mention with it.
    """
    home = np.arange(len(corpus.entities))
    if settings.duplicates == "merge":
        joined = connected(corpus.mentions.entity, codes)
        home[: len(joined)] = joined
    return home


def _merged(corpus: Corpus, codes: Integers, settings: Settings) -> Corpus:
    """Return the corpus after merging the entities that share a mention."""
    home = homes(corpus, codes, settings)
    entity = corpus.mentions.entity
    return corpus.rearrange(np.arange(len(entity)), home[entity], np.unique(home))


def _listed_again(codes: Integers) -> list[int]:
    """Return one row for each duplicated mention: its second occurrence."""
    order = np.argsort(codes, kind="stable")
    first = np.flatnonzero(begins_run(codes[order]))
    again = first[np.diff(np.append(first, len(codes))) > 1] + 1
    found: list[int] = np.sort(order[again]).tolist()
    return found


def _duplicate(corpus: Corpus, codes: Integers, row: int, side: str) -> Problem:
    from corefeval.corpus.views import Mention  # noqa: PLC0415 - only to tell

    mention = Mention(corpus, row)
    holders = [Mention(corpus, other) for other in np.flatnonzero(codes == codes[row]).tolist()]
    labels = ", ".join(dict.fromkeys(holder.entity.id for holder in holders))
    return Problem(
        "CE030",
        "document-times-same-mention",
        corpus.source.place(int(corpus.mentions.first[row])),
        mention.text,
        side=side,
        name=mention.document.name,
        times=len(holders),
        labels=labels,
    )


def _counted(corpus: Corpus, codes: Integers, side: str, dropped_by_perl: int | None = None) -> Repeated:
    """Return the warning about mentions that are listed more than once; by default the repetitions are dropped."""
    from corefeval.corpus.views import Mention  # noqa: PLC0415 - only to tell

    rows = _listed_again(codes)
    examples = [
        f"{Mention(corpus, row).text!r} in {Mention(corpus, row).document.name!r}"
        for row in rows[:MENTIONS_NAMED]
    ]
    place = corpus.source.place(int(corpus.mentions.first[rows[0]]))
    more = int(is_repeated(codes).sum()) - len(rows)
    return Repeated(side, place, len(rows), more, dropped_by_perl, tuple(examples))


@dataclass(frozen=True)
class Repeated(CorpusWarning):
    """Mentions that one side lists more than once.

    Attributes:
        side: key or response.
        place: where the first such mention is listed again.
        mentions: the number of such mentions.
        repetitions: the number of further listings.
        dropped_by_perl: with `duplicates=perl`, the number of dropped repetitions; None if all are dropped.
        examples: descriptions of the first mentions.
    """

    side: str
    place: Place
    mentions: int
    repetitions: int
    dropped_by_perl: int | None
    examples: tuple[str, ...]

    def problems(self) -> Iterator[Problem]:
        """Warn about the mentions and state their treatment; also warn if the reference scorer would refuse to score."""
        yield warning(
            "CE030",
            "listed-again",
            self.place,
            count=self.mentions,
            side=self.side,
            done=self._done,
            examples=self.examples,
            more=max(0, self.mentions - MENTIONS_NAMED),
        )
        if (self.dropped_by_perl or 0) > REFUSED:
            yield warning(
                "CE030",
                "reference-scorer-refuses",
                Place(self.place.file),
                count=self.dropped_by_perl or 0,
                most=REFUSED,
            )

    @property
    def _done(self) -> Problem:
        dropped = self.dropped_by_perl
        if dropped is None:
            return Problem("CE030", "repetitions-dropped", count=self.repetitions)
        if not dropped:
            return Problem("CE030", "repetitions-counted")
        others = self.repetitions - dropped
        return Problem("CE030", "some-repetitions-dropped", count=dropped, others=others)

    def __add__(self, other: Repeated) -> Repeated:
        """Return the sums over two pieces of a file."""
        dropped = self.dropped_by_perl
        return Repeated(
            self.side,
            self.place,
            self.mentions + other.mentions,
            self.repetitions + other.repetitions,
            None if dropped is None else dropped + (other.dropped_by_perl or 0),
            (*self.examples, *other.examples)[:MENTIONS_NAMED],
        )
