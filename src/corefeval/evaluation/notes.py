"""Run-level warnings, computed from statistics that sum over documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import product, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefeval import presets
from corefeval.arrays import Integers
from corefeval.choices import BY_HEADS
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.tables import IntegerPairs
from corefeval.counts import Counts
from corefeval.metrics import parse_metric
from corefeval.metrics.base import Metric
from corefeval.metrics.conll import gold_under_e2e
from corefeval.pairing import pair, paired_again, without_singletons
from corefeval.pairing.pairing import Pairing
from corefeval.problems import CorefevalError, Met, Place, Problem, Problems, Severity, warning
from corefeval.records import dataclass
from corefeval.settings import Settings

if TYPE_CHECKING:
    from corefeval.pairing.match.head import FirstWords

RARE, COMMON = 0.01, 0.1
"""Shares of singletons among the entities: a warning if one side has fewer than RARE and the other more than COMMON."""
SEVERAL, LEAST_COMMON = 20, 0.1
"""A warning if the smaller side has that many mentions, and fewer than that share of them match."""
SIDES = ("key", "response")
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Alternative:
    """The counts of the headline, the CoNLL average, now and under another setting."""

    now: Counts
    then: Counts

    @classmethod
    def of(cls, pairing: Pairing, other: Pairing, settings: Settings) -> Alternative:
        """Return the counts of both."""
        headline = parse_metric(presets.HEADLINE).under(settings)
        return cls(pairing.count(headline), other.count(headline))

    @classmethod
    def under(cls, settings: Settings, key: Corpus, response: Corpus, pairing: Pairing) -> Alternative | None:
        """Return the counts under other settings, None if these refuse the files; no error, because nobody requested them."""
        try:
            return cls.of(pairing, pair(key, response, settings, Problems()), settings)
        except CorefevalError:
            return None

    @classmethod
    def joined(cls, pieces: Sequence[Alternative | None]) -> Alternative | None:
        """Return the sum over all documents, None if it is unknown for some of them."""
        known = [each for each in pieces if each is not None]
        if not known or len(known) < len(pieces):
            return None
        return cls(
            Counts.concatenate([each.now for each in known]),
            Counts.concatenate([each.then for each in known]),
        )

    def told(self, option: str, settings: Settings) -> Problem:
        """Return both numbers, and the option that makes the difference."""
        headline = parse_metric(presets.HEADLINE).under(settings)
        now, then = (
            float(headline.scores(counts.totals(), settings)["f1"]) for counts in (self.now, self.then)
        )
        return Problem("CE079", "alternative", label=headline.label, now=now, then=then, option=option)


SINGLETONS, ZEROS, HEADS, PRESET = "singletons", "zeros", "heads", "preset"
"""The other scores that a warning may quote: without singletons, with zeros as defined, with the tree's heads, of a similar preset."""

Alternatives = Mapping[str, Alternative | None]
"""Other scores by their names; None if the other settings refuse the files."""


LEFT_OUT = {
    "singletons": "--singletons keep",
    "zeros": "--zeros linear",
    "split antecedents": "--split-antecedents keep",
    "expressions that refer to nothing": "-m non-referring",
}
"""Annotations that settings may exclude, and the option that includes them."""
SILENT = "expressions that refer to nothing"
SPLIT = "split antecedents"


@dataclass(frozen=True, slots=True)
class SideCounts:
    """The number of included and excluded annotations of one side under the settings.

    Attributes:
        mentions: mentions that are scored.
        entities: entities that are scored.
        singletons: the number of entities with one mention.
        left_out: the number of each kind of LEFT_OUT in the file, none of them scored; None if not counted.
        groups: the number of typed links to several antecedents: split antecedents that some metrics count
            under any settings.
    """

    mentions: int = 0
    entities: int = 0
    singletons: int = 0
    left_out: tuple[int | None, ...] = (0,) * len(LEFT_OUT)
    groups: int = 0

    @classmethod
    def of(cls, side: Corpus, members: Integers, settings: Settings) -> SideCounts:
        """Count one side of a pairing, from its mentions, the sizes of its entities, and the corpus as read."""
        read = side.as_read
        left_out = _left_out(read, settings)
        _, _, split, _ = left_out
        groups = sum(len(each.antecedents) > 1 for each in read.annotations) if split else 0
        is_plain = members is side.entity_sizes  # without sets of entities
        singletons = side.singletons if is_plain else int(np.count_nonzero(members == 1))
        return cls(len(side.mentions), len(members), singletons, left_out, groups)

    def __add__(self, other: SideCounts) -> SideCounts:
        """Return the sum of both pieces."""
        return SideCounts(
            self.mentions + other.mentions,
            self.entities + other.entities,
            self.singletons + other.singletons,
            tuple(
                None if ours is None or theirs is None else ours + theirs
                for ours, theirs in zip(self.left_out, other.left_out, strict=True)
            ),
            self.groups + other.groups,
        )

    @property
    def share(self) -> float:
        """The share of singletons among the entities."""
        return self.singletons / max(self.entities, 1)


def _left_out(corpus: Corpus, settings: Settings) -> tuple[int | None, ...]:
    """Return how many of each kind of LEFT_OUT a corpus as read has that the settings exclude.

    A singleton is an entity with one mention in the file; a zero counts as a singleton if these are dropped. Split
    antecedents are counted only if the reader already knows them: in CorefUD the whole file would have to be
    searched, which takes longer than scoring it.
    """
    silent = corpus.entities.is_nonreferring
    drops_zeros = settings.zeros == "drop" and len(corpus.nodes.empty)
    nothing = zeros = 0
    alone = corpus.singletons if settings.singletons == "drop" else 0
    if silent is not None or drops_zeros:
        sizes = corpus.entity_sizes
        gone = sizes == 1 if settings.singletons == "drop" else np.zeros(len(sizes), bool)
        if silent is not None:
            nothing, gone = int(silent.sum()), gone & ~silent
        alone = int(gone.sum())
        if drops_zeros:
            scored = ~gone if silent is None else ~(gone | silent)
            zeros = int((corpus.is_zero & scored[corpus.mentions.entity]).sum())
    split: int | None = 0
    if settings.split_antecedents == "drop":
        split = None
        if corpus.source.has_relations_at_hand:
            split = len(set(corpus.relations.whole.tolist()))  # np.unique would import numpy.ma
    return alone, zeros, split, nothing


def _first_words(settings: Settings, met: Iterable[Met]) -> tuple[FirstWords, ...]:
    """Return the first words that are used as heads, for each side with any."""
    if settings.match not in BY_HEADS:
        return ()
    from corefeval.pairing.match.head import FirstWords  # noqa: PLC0415 - exact matching does without

    return tuple(tally for tally in met if isinstance(tally, FirstWords) and tally.mentions)


def _added(first_words: Iterable[FirstWords]) -> tuple[FirstWords, ...]:
    """Return the first words of all pieces, one entry for each side."""
    sides: dict[str, FirstWords] = {}
    for each in first_words:
        sides[each.side] = sides[each.side] + each if each.side in sides else each
    return tuple(sides[side] for side in SIDES if side in sides)


def _warn_of_first_words(
    first_words: tuple[FirstWords, ...],
    files: tuple[Place, Place],
    alternative: Problem | None,
    settings: Settings,
) -> Iterator[Problem]:
    """Warn about first words used as heads, unless the tree gives the same heads; quote the score with the heads of the tree."""
    others = [each.others for each in first_words]
    if None not in others and not any(others):
        return
    file = files[SIDES.index(first_words[0].side)]
    mentions = [
        Problem("CE066", "mentions-of-side", count=each.mentions, side=each.side) for each in first_words
    ]
    if None in others:
        is_one_side = (
            len(mentions) == 1 and settings.match == "head"
        )  # partial matching needs those of the key only
        kind = "no-tree-on-one-side" if is_one_side else "no-tree"
        yield warning("CE066", kind, file, mentions=mentions)
        return
    yield warning(
        "CE066",
        "first-words",
        file,
        mentions=mentions,
        others=sum(filter(None, others)),
        alternative=alternative,
    )


@dataclass(frozen=True, slots=True)
class Carried:
    """How the mentions of a response that has other words than the key were aligned.

    Attributes:
        documents: in how many documents they are.
        mentions: the number of mentions by each way of pairing.mapping.HOW.
        lost: mentions that are not in the key's text, each with its document.
    """

    documents: int = 0
    mentions: tuple[int, ...] = ()
    lost: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, response: Corpus, names: Sequence[str]) -> Carried:
        """Count the mentions of a response that was aligned with documents of these names."""
        if response.source.carried is None and not len(response.nodes.outside):
            return NOT_CARRIED
        from corefeval.corpus.views import Mention  # noqa: PLC0415 - most responses have the key's words
        from corefeval.pairing.mapping import HOW, LOST, ways  # noqa: PLC0415 - same

        found, carried = ways(response), response.source.carried
        lost = [Mention(response, row) for row in np.flatnonzero(found == LOST).tolist()]
        shown = tuple(
            Problem("CE098", "mention", mention=mention.text, document=names[mention.document.index])
            for mention in lost
        )
        if carried is None:
            return cls(lost=shown)
        documents = len(set(response.mention_document[carried > 0].tolist()))
        return cls(documents, tuple(np.bincount(carried, minlength=len(HOW)).tolist()), shown)

    def __add__(self, other: Carried) -> Carried:
        """Return the sum of both pieces."""
        pairs = zip_longest(self.mentions, other.mentions, fillvalue=0)
        counts = tuple(ours + theirs for ours, theirs in pairs)
        return Carried(self.documents + other.documents, counts, (*self.lost, *other.lost))

    def warnings(self, settings: Settings, response: Place) -> Iterator[Problem]:
        """Report how many mentions were mapped and how, and name the lost ones."""
        if self.documents:
            from corefeval.pairing.mapping import HOW  # noqa: PLC0415 - most responses have the key's words

            ways = [
                Problem("CE097", "carried", count=count, way=way)
                for way, count in zip(HOW, self.mentions, strict=True)
                if way and count
            ]
            kind = "changed-copy" if settings.align == "rewrite" else "other-tokens"
            severity = Severity.WARNING
            yield Problem("CE097", kind, response, severity=severity, documents=self.documents, ways=ways)
        if self.lost:
            yield warning("CE098", "not-in-text", response, count=len(self.lost), lost=self.lost)


NOT_CARRIED = Carried()
"""That of a response whose words are the key's."""


SHIFTS = tuple(shift for shift in product((-1, 0, 1), repeat=2) if any(shift))
"""The differences of spans that count from 0 or 1, with or without their last word: added to the first and to the last."""

FEWEST_SHIFTED = 3
"""The fewest mentions that both have after a shift, for a warning: one or two may be wrong ends."""


@dataclass(frozen=True, slots=True)
class ShiftedSpans:
    """Mentions that key and response would have in common if one side counted its spans differently.

    A system with exclusive ends finds hardly any mention of a key with inclusive ones, and scores next to nothing.

    Attributes:
        common: for each of SHIFTS, the mentions that both would have if it was added to the response's spans; () if
            most mentions of each document match. Only documents in which most do not are counted.
    """

    common: tuple[int, ...] = ()

    @classmethod
    def of(cls, whole: Pairing) -> ShiftedSpans:
        """Count the mentions of documents of which fewer than half of those of the smaller side match."""
        kind = type(whole.key.mentions.objects)
        if kind is not type(whole.response.mentions.objects) or kind not in {IntegerPairs, type(None)}:
            return NOT_SHIFTED
        matched = np.bincount(whole.key.mention_document[whole.matched], minlength=len(whole.names))
        (documents,) = (matched + matched < np.minimum(whole.key_mentions, whole.response_mentions)).nonzero()
        if not len(documents):
            return NOT_SHIFTED
        key, response = (side.select_documents(documents) for side in (whole.key, whole.response))
        ours, *shifted = identify([key, *(_shifted(response, *shift) for shift in SHIFTS)])
        return cls(tuple(int(np.count_nonzero(np.isin(ours, theirs, kind="table"))) for theirs in shifted))

    def __add__(self, other: ShiftedSpans) -> ShiftedSpans:
        """Return the sum of both pieces."""
        pairs = zip_longest(self.common, other.common, fillvalue=0)
        return ShiftedSpans(tuple(ours + theirs for ours, theirs in pairs))

    def warnings(self, common: int, mentions: int, response: Place) -> Iterator[Problem]:
        """Warn if one shift explains most of the missing mentions.

        Args:
            common: the mentions that key and response have in common.
            mentions: how many the smaller side has.
            response: the response's file.
        """
        best = max(self.common, default=0)
        if best >= FEWEST_SHIFTED and best > common and 2 * best > mentions:
            first, last = SHIFTS[self.common.index(best)]
            span = f"({_plus('first', first)}, {_plus('last', last)})"
            yield warning("CE183", "shifted-spans", response, common=common, count=best, span=span)


NOT_SHIFTED = ShiftedSpans()
"""That of key and response that have most mentions in common."""


def _shifted(corpus: Corpus, first: int, last: int) -> Corpus:
    """Return a corpus with these numbers added to its pairs of integers, or to the words of its mentions."""
    mentions = corpus.mentions
    if isinstance(mentions.objects, IntegerPairs):
        pairs = IntegerPairs(mentions.objects.first + first, mentions.objects.last + last)
        return replace(corpus, mentions=replace(mentions, objects=pairs))
    document = corpus.mention_document
    begins, ends = corpus.nodes.start[document], corpus.nodes.stop[document] - 1
    return replace(
        corpus,
        mentions=replace(
            mentions,
            first=np.clip(mentions.first + first, begins, ends),
            last=np.clip(mentions.last + last, begins, ends),
        ),
    )


def _plus(name: str, number: int) -> str:
    return f"{name} {'+' if number > 0 else '-'} {abs(number)}" if number else name


class BeyondOne(NamedTuple):
    """A document's score outside 0 to 1, in reporting order.

    Attributes:
        is_average: whether the metric is an average of others.
        metric: its place among the metrics.
        part: the place of recall, precision … among its parts.
        document: the name of the document.
        score: the metric, its part, and the score.
    """

    is_average: bool
    metric: int
    part: int
    document: str
    score: Problem


@dataclass(frozen=True, slots=True, eq=False)
class WarningCounts:
    """The statistics behind the warnings of a run; they add up over pieces.

    Attributes:
        key: how much the key has.
        response: how much the response has.
        colliding: how many mentions the official alignment of zeros treats differently from the defined one.
        above: scores of documents that are above 1.
        below: scores of documents that are below 1 although both sides have the same annotation there.
        first_words: the mentions of key and response whose first words are used as heads.
        common: how many mentions of the key have a partner in the response.
        carried: the mentions that were mapped to the key's words.
        shifted: the mentions that both would have in common if spans were counted differently.
        is_plain: whether all mentions in the files are scored, none is repeated and no entity is a singleton.
        headline: the counts of the CoNLL average, None if not requested.
        others: the other scores that are already known.
    """

    key: SideCounts
    response: SideCounts
    colliding: int = 0
    above: tuple[BeyondOne, ...] = ()
    below: tuple[BeyondOne, ...] = ()
    first_words: tuple[FirstWords, ...] = ()
    common: int = 0
    carried: Carried = NOT_CARRIED
    shifted: ShiftedSpans = NOT_SHIFTED
    is_plain: bool = True
    headline: Counts | None = None
    others: Alternatives = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        pairing: Pairing,
        settings: Settings,
        metrics: Mapping[str, Metric],
        counts: Mapping[str, Counts],
        met: Iterable[Met],
    ) -> WarningCounts:
        """Collect the statistics from a pairing, from the counts of metrics, and from the notes of matching."""
        whole = pairing.as_matched
        read = whole.key.as_read, whole.response.as_read
        above, below = _beyond_one(pairing, metrics, counts)
        return cls(
            SideCounts.of(whole.key, whole.key_members, settings),
            SideCounts.of(whole.response, whole.response_members, settings),
            _collisions(whole),
            above,
            below,
            _first_words(settings, met),
            len(whole.matched),
            Carried.of(read[1], whole.names),
            ShiftedSpans.of(whole),
            whole.is_one_to_one
            and len(whole.key.mentions) == len(read[0].mentions)
            and len(whole.response.mentions) == len(read[1].mentions)
            and not (read[0].singletons or read[1].singletons),
            counts.get(presets.HEADLINE),
        )

    @classmethod
    def joined(cls, pieces: Sequence[WarningCounts]) -> WarningCounts:
        """Return the statistics of all documents."""
        names = dict.fromkeys(name for each in pieces for name in each.others)
        return cls(
            sum((each.key for each in pieces), SideCounts()),
            sum((each.response for each in pieces), SideCounts()),
            sum(each.colliding for each in pieces),
            tuple(sorted(found for each in pieces for found in each.above)),
            tuple(sorted(found for each in pieces for found in each.below)),
            _added(words for each in pieces for words in each.first_words),
            sum(each.common for each in pieces),
            sum((each.carried for each in pieces), NOT_CARRIED),
            sum((each.shifted for each in pieces), NOT_SHIFTED),
            all(each.is_plain for each in pieces),
            others={name: Alternative.joined([each.other(name) for each in pieces]) for name in names},
        )

    def other(self, name: str) -> Alternative | None:
        """Return another score, None if unknown; that of documents it cannot change is the headline's."""
        if name in self.others or self.headline is None:
            return self.others.get(name)
        changes_nothing = {
            SINGLETONS: not self.key.singletons + self.response.singletons,
            ZEROS: not self.colliding,
            HEADS: not self.first_words,
            PRESET: self.is_plain,
        }
        return Alternative(self.headline, self.headline) if changes_nothing[name] else None

    def quoted(self, settings: Settings, preset: str, metrics: Mapping[str, Metric]) -> frozenset[str]:
        """Return the names of the other scores that warnings need to quote."""
        others = [side.others for side in self.first_words]
        names = []
        if settings.singletons == "keep" and _is_one_sided(self.key, self.response):
            names.append(SINGLETONS)
        if self.colliding:
            names.append(ZEROS)
        if None not in others and any(others):
            names.append(HEADS)
        if has_similar(preset, settings) and self._left_out(metrics):
            names.append(PRESET)
        return frozenset(names)

    def has_carried(self, settings: Settings) -> bool:
        """Return whether words of the response were aligned by characters, if align is auto."""
        return settings.align == "auto" and self.carried.documents > 0

    def warnings(
        self,
        settings: Settings,
        metrics: Mapping[str, Metric],
        preset: str = "",
        files: tuple[Place, Place] = (Place(), Place()),
    ) -> Iterator[Problem]:
        """Return the warnings about the numbers; `files` are those of key and response."""
        yield from _unconcerned(settings, metrics)
        for name, side, file in zip(SIDES, (self.key, self.response), files, strict=True):
            if not side.mentions:
                yield warning("CE045", "nothing-to-score", file, side=name)
        fewest = min(self.key.mentions, self.response.mentions)
        if fewest and (not self.common or (fewest >= SEVERAL and self.common < LEAST_COMMON * fewest)):
            yield warning(
                "CE045",
                "few-mentions-in-common" if self.common else "key-response-no-mention",
                files[1],
                count=self.key.mentions,
                mentions=self.response.mentions,
                common=self.common,
            )
        yield from self.shifted.warnings(self.common, fewest, files[1])
        if settings.singletons == "e2e":
            yield from self._rule_of_e2e(metrics)
        if settings.singletons == "keep" and _is_one_sided(self.key, self.response):
            yield warning(
                "CE040",
                "singletons",
                key=self.key.singletons,
                response=self.response.singletons,
                alternative=self._quote(SINGLETONS, "--singletons drop", settings),
            )
        if self.colliding:
            yield warning(
                "CE043",
                "zeros-collide",
                count=self.colliding,
                alternative=self._quote(ZEROS, "--zeros dependent", settings),
            )
        alternative = self._quote(HEADS, "--heads tree", settings)
        yield from _warn_of_first_words(self.first_words, files, alternative, settings)
        yield from self.carried.warnings(settings, files[1])
        beyond = [*self.above, *self.below]
        if beyond:
            # report that of an average only where no other is, and of several that of the first one
            averages = min(each.metric if each.is_average else -1 for each in beyond)
            told = [
                ([each.score for each in found if each.metric == averages or not each.is_average], kind)
                for found, kind in ((self.above, "above-100"), (self.below, "below-100"))
            ]
            scores = [Problem("CE063", kind, count=len(found), scores=found) for found, kind in told if found]
            yield warning("CE063", "repeated-counts", scores=scores)
        if left_out := self._left_out(metrics):
            other = presets.PRESETS[preset].unlike if preset else ""
            option = f"-p {other} ({presets.PRESETS[other].title})" if other else ""
            yield warning(
                "CE079",
                "not-scored",
                preset=preset,
                things=[thing for thing, _ in left_out],
                alternative=self._quote(PRESET, option, settings),
                options=[option for _, option in left_out],
            )

    def _rule_of_e2e(self, metrics: Mapping[str, Metric]) -> Iterator[Problem]:
        """Report the effect of the rule of e2e-coref for singletons on these scores."""
        every = {part.label: part for metric in metrics.values() for part in (metric.averaged or (metric,))}
        labels = [label for label, metric in every.items() if metric.counts_gold_singletons]
        if self.key.singletons and labels:
            yield warning(
                "CE171",
                "gold-below-100",
                itself=gold_under_e2e(self.key.entities, self.key.singletons),
                count=self.key.singletons,
                labels=labels,
            )
        if self.response.singletons:
            yield warning("CE171", "system-singletons", count=self.response.singletons)
        others = [label for label, metric in every.items() if not metric.follows_e2e]
        if others:
            yield warning("CE171", "not-of-e2e", labels=others)

    def _quote(self, name: str, option: str, settings: Settings) -> Problem | None:
        """Return the score now and the other one, None if the other one is unknown."""
        other = self.others.get(name)
        return None if other is None else other.told(option, settings)

    def _left_out(self, metrics: Mapping[str, Metric]) -> list[tuple[Problem, str]]:
        """Return the annotations in the files that are not scored, each with the option that includes it."""
        if not (any(self.key.left_out) or any(self.response.left_out)):
            return []
        found = []
        scores_silent = any("non-referring" in metric.needs for metric in metrics.values())
        for (kind, option), ours, theirs in zip(
            LEFT_OUT.items(), self.key.left_out, self.response.left_out, strict=True
        ):
            if not (ours or theirs) or (kind == SILENT and scores_silent):
                continue
            labels: list[str] = []
            if kind == SPLIT and self.key.groups + self.response.groups:
                own = {
                    metric.label: metric.reads_groups for metric in metrics.values() if not metric.is_average
                }
                if all(own.values()):
                    continue
                labels = [label for label, reads in own.items() if reads]
            thing = Problem(
                "CE079", "thing", what=kind, ours=_counted(ours), theirs=_counted(theirs), labels=labels
            )
            found.append((thing, option))
        return found


def has_similar(preset: str, settings: Settings) -> bool:
    """Return whether another preset could be mistaken for this one and counts differently; not if it keeps singletons."""
    chosen = presets.PRESETS[preset] if preset else None
    if chosen is None or not chosen.unlike or settings.twinless != "as-is":
        return False
    return settings.singletons != "keep" and chosen.settings.singletons != "keep"


def alternatives(
    names: frozenset[str],
    sides: tuple[Corpus, Corpus],
    pairing: Pairing,
    settings: Settings,
    preset: str,
) -> dict[str, Alternative | None]:
    """Return other scores by their names, given key and response as read and their pairing."""
    whole = pairing.as_matched
    found: dict[str, Alternative | None] = {}
    if SINGLETONS in names:
        found[SINGLETONS] = Alternative.of(pairing, without_singletons(pairing, settings), settings)
    if ZEROS in names:
        is_defined = not _collisions(whole)
        again = pairing if is_defined else paired_again(pairing, settings.changed({"zeros": "dependent"}))
        found[ZEROS] = Alternative.of(pairing, again, settings)
    if HEADS in names:
        found[HEADS] = Alternative.under(settings.changed({"heads": "tree"}), *sides, pairing)
    if PRESET in names:
        chosen = presets.PRESETS[preset]
        ours, theirs = settings.as_dict(), chosen.settings.as_dict()
        asked = {name: value for name, value in ours.items() if value != theirs[name]}
        other = presets.PRESETS[chosen.unlike].settings.changed(asked)
        found[PRESET] = Alternative.under(other, whole.key.as_read, whole.response.as_read, whole)
    return found


def _counted(number: int | None) -> Problem:
    """Return the number as a problem argument, or that it was not counted."""
    return Problem("CE079", "not-looked-for" if number is None else "so-many", number=number)


def averaged_over_documents(metrics: Mapping[str, Metric], documents: int) -> Iterator[Problem]:
    """Warn that recall and precision are averaged over documents, if there are several."""
    if documents < 2:
        return
    every = [part for metric in metrics.values() for part in (metric.averaged or (metric,))]
    if any(part.documents == "mean" for part in every):
        pooled = [part.label for part in every if part.documents == "pool"]
        yield warning("CE171", "averaged-over-documents", count=documents, pooled=pooled)


def undefined_averages(
    metrics: Mapping[str, Metric],
    counts: Mapping[str, Counts],
    scores: Mapping[str, Mapping[str, float | None]],
) -> Iterator[Problem]:
    """Report which part makes an average undefined."""
    for name, metric in metrics.items():
        parts = metric.undefined_parts(counts[name]) if None in scores[name].values() else ()
        if parts:
            yield warning("CE060", "undefined-because-nothing-divide", label=metric.label, parts=parts)


def _is_one_sided(key: SideCounts, response: SideCounts) -> bool:
    """Return whether one side has singletons and the other (next to) none."""
    if not key.mentions or not response.mentions:
        return False
    shares = key.share, response.share
    return min(shares) <= RARE and max(shares) >= COMMON


def _collisions(whole: Pairing) -> int:
    """Return how many mentions the official alignment of zeros treats differently from the defined one."""
    if whole.matching.defined is None:
        return 0
    defined = whole.of(whole, matching=whole.matching.defined)
    return sum(
        int((getattr(whole, side) != getattr(defined, side)).sum())
        for side in ("key_partner", "response_partner")
    )


def _unconcerned(settings: Settings, metrics: Mapping[str, Metric]) -> Iterator[Problem]:
    """Report the metrics that this treatment of twinless mentions does not affect."""
    if settings.twinless == "as-is":
        return
    left = dict.fromkeys(
        metric.label
        for metric in metrics.values()
        if not metric.is_average and settings.twinless not in metric.twinless
    )
    if left:
        yield warning("CE062", "twinless-not-concern-counted", twinless=settings.twinless, left=left)


def _beyond_one(
    pairing: Pairing, metrics: Mapping[str, Metric], counts: Mapping[str, Counts]
) -> tuple[tuple[BeyondOne, ...], tuple[BeyondOne, ...]]:
    """Return documents' scores above 1, and recall and precision below 1 for identical annotation.

    F1 follows from its parts, so it is named only for an average, which may be requested alone.

    Only double counting gives such scores: repeated mentions, and alignments that are not one to one. The numbers
    are those of the official scorers and are not changed.
    """
    above: list[BeyondOne] = []
    below: list[BeyondOne] = []
    repeats = pairing.counts_repetitions
    if not np.count_nonzero(repeats):
        return (), ()
    same = repeats & pairing.is_same
    for number, (name, metric) in enumerate(metrics.items()):
        scores = metric.scores(counts[name].columns, Settings())
        for place, (part, values) in enumerate(scores.items()):
            if part.endswith("f1") and not metric.is_average:
                continue
            is_whole = part in {"f1", "recall", "precision"}
            shown = part.replace("f1", "F1").replace("_", " ")
            for found, where in (
                (above, repeats & (values > 1 + ROUNDING)),
                (below, is_whole & same & (values < 1 - ROUNDING)),
            ):
                for row in np.flatnonzero(where).tolist():
                    score = Problem(
                        "CE063",
                        "score-in-document",
                        label=metric.label,
                        metric_part=shown,
                        value=float(100 * values[row]),
                        document=pairing.names[row],
                    )
                    found.append(BeyondOne(metric.is_average, number, place, pairing.names[row], score))
    return tuple(sorted(above)), tuple(sorted(below))
