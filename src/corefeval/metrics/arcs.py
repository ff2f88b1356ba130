"""ARCS: the antecedents and entities that an application can use (Tuggener 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from corefeval.arrays import Booleans, Floats, Integers, look_up
from corefeval.corpus.chains import Chains
from corefeval.corpus.corpus import Corpus
from corefeval.counts import Counts
from corefeval.metrics.base import Parameter, Scores, f_score, register
from corefeval.metrics.outcomes import (
    NOT_JUDGED,
    LinkMetric,
    OutcomeMetric,
    Outcomes,
    Targets,
    judge_links,
    scores_of,
)
from corefeval.metrics.representatives import SELECTORS, TITLES, renewed_titles, representatives, unmarked
from corefeval.metrics.shares import Column, Shares
from corefeval.metrics.typed import NOUNS, PRONOUNS, SCRIPT_1_1, SCRIPTS, TypedPairing, is_among
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problem

PAPER = "Tuggener (2014), EACL"
READING = Parameter(
    "paper",
    "count as in the paper's algorithm, as in the released script 1.2, or as in script 1.1, which produced Table 3",
    ("paper", *SCRIPTS),
    dict.fromkeys(SCRIPTS, "swaps"),
)
LINKS = r"R = \frac{tp}{tp + wl + fn},\quad P = \frac{tp}{tp + wl + fp}"


OF = {"pronouns": PRONOUNS, "nouns": NOUNS}
"""The types of mentions that inferred antecedents can be limited to."""


LEFT_OUT = {
    "chains": "gold chains",
    "without_noun": "chains without a noun",
    "cataphoric": "cataphoric mentions",
    "skipped": "mentions not judged",
}
"""Counts of skipped mentions (footnote 4 of the paper), with the descriptions used in reports."""


def left_out(pairing: Pairing, reading: str, judged: Booleans) -> dict[str, Booleans]:
    """Return for each count of LEFT_OUT which key mentions add one to it.

    A chain has at least two mentions and is counted at its first mention. A cataphoric mention is not a noun and
    precedes the first noun of its chain. A mention is skipped if it is in a chain and is not in `judged`.

        chain       he   she   Ada   she
        noun         0     0     1     0
        cataphoric   1     1     0     0

    Args:
        pairing: key and response.
        reading: the reading of ARCS, which decides which mentions are nouns.
        judged: which key mentions are judged or need no judgement; a link metric does not judge first mentions.
    """
    typed = pairing.derive(TypedPairing)
    chains, noun, entity = typed.key, typed.nouns(reading)[0], pairing.key.mentions.entity
    in_chain = pairing.key.entity_sizes[entity] > 1
    is_first = in_chain & (chains.predecessor < 0)
    has_noun = chains.has(noun)[entity]
    return {
        "chains": is_first,
        "without_noun": is_first & ~has_noun,
        "cataphoric": in_chain & has_noun & ~noun & (chains.closest_before(noun) < 0),
        "skipped": in_chain & ~judged,
    }


def with_counts(found: Counts, added: Mapping[str, Booleans], pairing: Pairing) -> Counts:
    """Return the counts of a metric together with counts of key mentions that no score uses."""
    return Counts({**found.columns, **Shares(added, {}).count(pairing).columns})


class AntecedentMetric(LinkMetric):
    """A link metric that reports the gold mentions that its reading skips (footnote 4)."""

    counted_apart = LEFT_OUT

    def left_out(self, pairing: Pairing) -> dict[str, Booleans]:
        """Return for each count of LEFT_OUT which key mentions add one to it; {} if the reading skips none."""
        raise NotImplementedError

    def shares(self, pairing: Pairing) -> Shares:
        """Return the counts of each mention: one for its outcome, and one for each count of skipped mentions."""
        found = self.outcomes(pairing).shares
        return Shares({**found.key, **self.left_out(pairing)}, found.response)


def invented_links(pairing: Pairing, typed: TypedPairing) -> Booleans:
    """Return which response mentions are linked although they are not in the key or are the first of their key entity."""
    key_predecessor = look_up(pairing.response_partner, typed.key.predecessor)
    return (typed.response.predecessor >= 0) & (key_predecessor < 0)


@register
class Immediate(AntecedentMetric):
    """Is each mention's immediate antecedent the right one?

    A key mention with a predecessor is fn if it has no predecessor in the response, tp if it has the same one,
    otherwise wl. A response mention with a predecessor is fp if it has none in the key. Singletons have no links. The
    script, in both versions, also skips key chains without a noun and pronouns that no noun precedes.
    """

    name = "arcs.immediate"
    label = "ARCS immediate"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = (
        "Does each mention follow the right previous mention, so that the sequence of an entity has no gaps?"
    )
    paper = PAPER
    formula = (
        LINKS
        + r",\quad tp: \mathrm{pred}_r(m) = \mathrm{pred}_k(m) \text{; wl another, fn none, fp no such link in the key}"
    )
    biases = (
        "A skipped mention costs two links, its own and that of the next mention; singletons do not count."
    )
    parameters = {"reading": READING}  # noqa: RUF012 - declared once, read only

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each mention's immediate antecedent."""
        typed = pairing.derive(TypedPairing)
        key, response = typed.key.predecessor, typed.response.predecessor
        found = look_up(pairing.key_partner, response)
        judged = self._judged(typed)
        right = look_up(found, pairing.response_partner) == key
        targets = Targets.both(pairing, key, response)
        return judge_links(judged, found >= 0, right, invented_links(pairing, typed), targets)

    def _judged(self, typed: TypedPairing) -> Booleans:
        """Return which key mentions are judged."""
        judged = typed.key.predecessor >= 0
        if self.values["reading"] not in SCRIPTS:
            return judged
        noun, _ = typed.nouns(str(self.values["reading"]))
        judged &= typed.key.has(noun)[typed.pairing.key.mentions.entity]
        judged &= ~(typed.script_pronouns & (typed.key.closest_before(noun) < 0))
        return judged

    def left_out(self, pairing: Pairing) -> dict[str, Booleans]:
        """Return the key mentions that the script skips; the paper's algorithm judges every link and needs no types."""
        if self.values["reading"] not in SCRIPTS:
            return {}
        typed = pairing.derive(TypedPairing)
        judged = self._judged(typed) | (typed.key.predecessor < 0)
        return left_out(pairing, str(self.values["reading"]), judged)


@register
class Inferred(AntecedentMetric):
    """Is the closest noun before each mention one of its antecedents?

    A mention is not scored if no noun precedes it in its key chain (footnote 4 of the paper: cataphora and chains
    without nouns). But it is wl if its key chain has no noun at all and a noun precedes it in the response. A noun is a
    mention of type name, nominal or event, regardless of its length: "she herself" is a pronoun. The script counts
    differently: see `_script`.
    """

    name = "arcs.inferred"
    label = "ARCS inferred"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = "Does following an entity back to the closest noun lead to the right noun?"
    paper = PAPER
    formula = (
        LINKS
        + r",\quad tp: \text{the closest noun before } m \text{ in the response is an antecedent of } m \text{ in the key}"
    )
    biases = (
        "Any right noun counts, near or far; mentions without a preceding noun in the key are not scored."
    )
    swaps = False
    needs = frozenset({"types"})
    leads_to = "noun"
    meanings = {  # noqa: RUF012 - declared once, read only
        "tp": "right noun",
        "wl": "wrong noun",
        "fn": "no noun, although the key has one",
        "fp": "linked, although the key has nothing to link it to",
    }
    parameters = {  # noqa: RUF012 - declared once, read only
        "of": Parameter("all", "the mentions that are scored; pronouns include zeros", ("all", *OF)),
        "reading": READING,
    }

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcome of each mention, judged by its closest preceding noun."""
        typed = pairing.derive(TypedPairing)
        judged = self._judge(pairing, typed)
        kinds = OF.get(str(self.values["of"]))
        if kinds is None:
            return judged
        return judged.limited(is_among(typed.key_type, kinds), is_among(typed.response_type, kinds))

    def left_out(self, pairing: Pairing) -> dict[str, Booleans]:
        """Return the key mentions that lead to no noun; mentions outside the parameter `of` do not count as skipped."""
        typed = pairing.derive(TypedPairing)
        judged = (self._judge(pairing, typed).key != NOT_JUDGED) | (typed.key.predecessor < 0)
        kinds = OF.get(str(self.values["of"]))
        found = left_out(pairing, str(self.values["reading"]), judged)
        if kinds is not None:
            found["skipped"] &= is_among(typed.key_type, kinds)
        return found

    def _judge(self, pairing: Pairing, typed: TypedPairing) -> Outcomes:
        nouns = typed.nouns(str(self.values["reading"]))
        key_noun = typed.key.closest_before(nouns[0])
        response_noun = typed.response.closest_before(nouns[1])
        found = look_up(pairing.key_partner, response_noun)
        antecedent = look_up(found, pairing.response_partner)
        entity = pairing.key.mentions.entity
        same = (antecedent >= 0) & (look_up(antecedent, entity) == entity)
        if self.values["reading"] in SCRIPTS:
            judged_by_script = _script(pairing, typed, key_noun, response_noun, same)
            if self.values["reading"] != SCRIPT_1_1:
                return judged_by_script
            misled = (look_up(pairing.response_partner, key_noun) < 0) & (pairing.response_partner >= 0)
            return _as_wrong_links(judged_by_script, misled)
        before = look_up(antecedent, typed.key.place) < typed.key.place
        without_nouns = ~typed.key.has(nouns[0])[entity]
        misled = without_nouns & (typed.key.predecessor >= 0) & (found >= 0)
        judged = (key_noun >= 0) | misled
        right, invented = same & before & ~misled, invented_links(pairing, typed)
        return judge_links(
            judged, found >= 0, right, invented, Targets.both(pairing, key_noun, response_noun)
        )


def _script(
    pairing: Pairing, typed: TypedPairing, key_noun: Integers, response_noun: Integers, same: Booleans
) -> Outcomes:
    """Return the outcomes as the released script 1.2 counts them.

    On the key side, only chains with a noun count. A pronoun that no noun precedes is skipped; a noun is not. If the
    response links a mention but gives it no noun, the mention is fn only if a key noun precedes it.

    On the response side, only chains with a noun count. A mention is fp if it is absent from the key, or if it has a
    preceding noun in the response but none in the key. The latter is fp even if the key side has counted it as wl.
    """
    entity, response_entity = pairing.key.mentions.entity, pairing.response.mentions.entity
    nouns = typed.nouns(SCRIPTS[0])
    judged = (typed.key.predecessor >= 0) & typed.key.has(nouns[0])[entity]
    judged &= ~(typed.script_pronouns & (key_noun < 0))
    resolved = look_up(pairing.key_partner, typed.response.predecessor) >= 0
    found = look_up(pairing.key_partner, response_noun) >= 0
    judged &= ~(resolved & ~found & (key_noun < 0))
    partner = pairing.response_partner
    misled = (look_up(partner, key_noun) < 0) & (response_noun >= 0)
    in_scope = typed.response.has(nouns[1])[response_entity] & (typed.response.predecessor >= 0)
    targets = Targets.both(pairing, key_noun, response_noun)
    return judge_links(judged, found, same, in_scope & ((partner < 0) | misled), targets)


def _as_wrong_links(judged: Outcomes, misled: Booleans) -> Outcomes:
    """Return the outcomes as script 1.1 counts them: a mention with a preceding noun only in the response is wl, not fp.

    Version 1.2 counts it as fp (its README); nothing else changed between the two.
    """
    wl, fp = (judged.names.index(name) for name in ("wl", "fp"))
    return replace(judged, response=np.where(misled & (judged.response == fp), wl, judged.response))


HALVES = ("ed", "em")
INVENTED = "ed.fp"
"""The only count of response entities; the others are counts of key entities."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """The entities that are found by their anchors.

    Attributes:
        key_anchor: the anchor of each key entity; -1 if it has none.
        response_anchor: the anchor of each response entity; -1 if it has none.
        key: the key entities that are found.
        response: for each found key entity, the response entity that contains its anchor.
        shared: for each such pair, the number of shared mentions.
        missed: the key entities that are not found.
        invented: the response entities whose anchor is in no key entity.
    """

    key_anchor: Integers
    response_anchor: Integers
    key: Integers
    response: Integers
    shared: Integers
    missed: Integers
    invented: Integers


@register
class Anchor(OutcomeMetric):
    """Can each entity be found by its anchor, and how many of its mentions are found with it?

    Entity detection (ED): a key entity is tp if its anchor is in a response entity, otherwise fn. A response entity
    whose own anchor is in no key entity is fp.

    Entity mentions (EM), for detected entities: shared mentions are tp, other mentions of the key entity fn, other
    mentions of the response entity fp. Singletons and entities without an anchor do not count. The script aligns
    entities one to one in text order. It counts every response entity left over as fp, including singletons.

    In the published numbers the anchor is the first noun; the parameter `anchor` chooses another representative
    mention.

    In tables by class, an entity has the class of its anchor, as in Table 4 of the paper (named-entity classes). Wrong
    mentions of a found entity have the class of the key's anchor. In lists of mentions, an anchor represents its entity
    (ed), and is one of its mentions (em) if the entity is found.
    """

    name = "arcs.anchor"
    label = "ARCS anchor"
    family = "Coreference by mention types: names, nouns, pronouns"
    summary = "Can each entity be found by its most informative mention, and with which of its mentions?"
    counts_of = "entities"
    paper = PAPER
    formula = r"\frac{2 F_{ED} F_{EM}}{F_{ED} + F_{EM}}"
    biases = "Two entities merged into one are both detected; if the anchor of an entity is missed, its other mentions add nothing."
    swaps = False
    needs = frozenset({"types"})
    counted_apart = LEFT_OUT
    leads_to = "anchor"
    meanings = {  # noqa: RUF012 - declared once, read only
        "ed.tp": "anchor of an entity that is found, and itself found",
        "em.tp": "found with its entity",
        "ed.fn": "anchor of an entity that is missed",
        "em.fn": "not found, although its entity is",
        "ed.fp": "anchor of an entity that the key does not have",
        "em.fp": "found with an entity that it does not belong to",
    }
    parameters = {  # noqa: RUF012 - declared once, read only
        "anchor": Parameter("first-noun", "the mention that represents its entity", SELECTORS),
        "reading": replace(READING, lifts=dict.fromkeys(SCRIPTS, "identity_is_one")),
        "titles": TITLES,
    }

    @classmethod
    def renewed(cls, values: list[str], version: tuple[int, ...]) -> list[str]:
        """Return the parameters of an older signature with their current names."""
        return renewed_titles(values, version) if "anchor=dominant" in values else values

    def notes(self, pairing: Pairing) -> list[Problem]:
        """Warn if the metric should use marked anchors and a side has none."""
        return list(unmarked(pairing)) if self.values["anchor"] == "given" else []

    def detect(self, pairing: Pairing) -> Detection:
        """Return the entities that are found, missed and invented, and the response entities of the found ones."""
        key_anchor, response_anchor = representatives(
            pairing,
            str(self.values["anchor"]),
            str(self.values["reading"]),
            count_titles=self.values["titles"] == "count",
        )
        if self.values["reading"] in SCRIPTS:
            (key, response), missed, invented = _consume(pairing, key_anchor)
        else:
            (key, response), missed, invented = _align(pairing, key_anchor, response_anchor)
        shared = _shared(pairing, key, response)
        return Detection(key_anchor, response_anchor, key, response, shared, missed, invented)

    def count(self, pairing: Pairing) -> Counts:
        """Count the detected, missed and invented entities, and the mentions of detected entities."""
        found = self.detect(pairing)
        counted = {
            name: (pairing.by_response_document if name == INVENTED else pairing.by_key_document)(*each)
            for name, each in self._counted(pairing, found).items()
        }
        return with_counts(Counts(counted), self._left_out(pairing, found), pairing)

    def _counted(self, pairing: Pairing, found: Detection) -> dict[str, tuple[Integers, Column]]:
        """Return for each count the entities that add to it and the number that each adds; only INVENTED are of the response."""
        shared, key_size = found.shared, pairing.key.entity_sizes[found.key]
        return {
            "ed.tp": (found.key, np.ones(len(found.key))),
            "ed.fn": (found.missed, np.ones(len(found.missed))),
            INVENTED: (found.invented, np.ones(len(found.invented))),
            "em.tp": (found.key, shared),
            "em.fn": (found.key, key_size - shared),
            "em.fp": (found.key, pairing.response.entity_sizes[found.response] - shared),
        }

    def _left_out(self, pairing: Pairing, found: Detection) -> dict[str, Booleans]:
        """Return for each count of LEFT_OUT which key mentions add one to it; chains without an anchor are skipped."""
        judged = (found.key_anchor >= 0)[pairing.key.mentions.entity]
        return left_out(pairing, str(self.values["reading"]), judged)

    def shares(self, pairing: Pairing) -> Shares:
        """Return the counts of each entity as the share of its anchor, or of its first mention if it has no anchor."""
        found = self.detect(pairing)
        key = _represented_by(pairing.key, found.key_anchor)
        response = _represented_by(pairing.response, found.response_anchor)
        columns: dict[str, Column] = {}
        for name, (entities, numbers) in self._counted(pairing, found).items():
            mention, corpus = (response, pairing.response) if name == INVENTED else (key, pairing.key)
            columns[name] = np.bincount(mention[entities], numbers, len(corpus.mentions)).astype(np.float64)
        invented = columns.pop(INVENTED)
        return Shares({**columns, **self._left_out(pairing, found)}, {INVENTED: invented})

    def outcomes(self, pairing: Pairing) -> Outcomes:
        """Return the outcomes of anchors, and of the mentions of found entities.

        If a response entity merges several key entities, a mention of it may be wrong more than once.
        """
        found = self.detect(pairing)
        names = tuple(self.meanings)
        key, response = pairing.key, pairing.response
        home, other = key.mentions.entity, response.mentions.entity
        holder = np.full(len(key.entities), -1, np.int64)
        holder[found.key] = found.response
        in_response = look_up(pairing.key_partner, other)
        is_mention = holder[home] >= 0
        is_returned = is_mention & (in_response == holder[home])
        of_key = np.where(is_returned, names.index("em.tp"), names.index("em.fn"))
        of_key = np.where(is_mention, of_key, NOT_JUDGED)
        key_anchor = _represented_by(key, found.key_anchor)
        of_key[key_anchor[found.key]] = names.index("ed.tp")
        of_key[key_anchor[found.missed]] = names.index("ed.fn")

        in_key = look_up(pairing.response_partner, home)
        belongs = (in_key >= 0) & (look_up(in_key, holder) == other)
        aligned = np.bincount(found.response, minlength=len(response.entities))
        wrong = aligned[other] - belongs
        response_anchor = _represented_by(response, found.response_anchor)
        of_response = np.where(wrong > 0, names.index("em.fp"), NOT_JUDGED)
        of_response[response_anchor[found.invented]] = names.index("ed.fp")
        targets = Targets.both(pairing, key_anchor[home], response_anchor[other])
        return Outcomes(
            names,
            of_key,
            of_response,
            targets,
            adds=Shares(
                {
                    "ed.tp": of_key == names.index("ed.tp"),
                    "ed.fn": of_key == names.index("ed.fn"),
                    "em.tp": is_returned,
                    "em.fn": is_mention & ~is_returned,
                },
                {"ed.fp": of_response == names.index("ed.fp"), "em.fp": wrong},
            ),
            righted=Shares(
                {
                    "ed.tp": np.isin(of_key, [names.index("ed.tp"), names.index("ed.fn")]),
                    "em.tp": is_mention | (of_key == names.index("ed.fn")),
                },
                {},
            ),
        )

    def score(self, totals: Mapping[str, Floats]) -> Scores:
        """Return the harmonic mean of the F1 of ED and EM as `f1`, and the scores of both."""
        parts: Scores = {}
        for half in HALVES:
            tp, fn, fp = (totals[f"{half}.{outcome}"] for outcome in ("tp", "fn", "fp"))
            parts |= scores_of(tp, tp + fn, tp + fp, f"{half}_")
        return {"f1": f_score(parts["ed_f1"], parts["em_f1"]), **parts}


def _represented_by(corpus: Corpus, anchor: Integers) -> Integers:
    """Return the mention that represents each entity: its anchor, or its first mention if it has none."""
    chains = Chains(corpus)
    return np.where(anchor >= 0, anchor, chains.order[chains.begin])


Pairs = tuple[Integers, Integers]


def _align(
    pairing: Pairing, key_anchor: Integers, response_anchor: Integers
) -> tuple[Pairs, Integers, Integers]:
    """Return the aligned (key entities, response entities), the missed key entities, and the invented response entities."""
    key_sizes, response_sizes = pairing.key.entity_sizes, pairing.response.entity_sizes
    entities = np.flatnonzero((key_anchor >= 0) & (key_sizes > 1))
    holder = look_up(look_up(key_anchor[entities], pairing.key_partner), pairing.response.mentions.entity)
    found = (holder >= 0) & (look_up(holder, response_sizes) > 1)
    others = np.flatnonzero((response_anchor >= 0) & (response_sizes > 1))
    home = look_up(look_up(response_anchor[others], pairing.response_partner), pairing.key.mentions.entity)
    known = (home >= 0) & (look_up(home, key_sizes) > 1)
    return (entities[found], holder[found]), entities[~found], others[~known]


def _consume(pairing: Pairing, key_anchor: Integers) -> tuple[Pairs, Integers, Integers]:
    """Return the same as `_align`, but aligned one to one as in the script.

    A response entity is used up by the first key entity that takes it. A key entity without an anchor uses up the first response entity that it shares a mention with.
    """
    key, response = pairing.key, pairing.response
    rank = np.empty(len(response.entities), np.int64)
    rank[_in_text_order(Chains(response))] = np.arange(len(response.entities))
    overlap = pairing.member_overlap
    edges = np.searchsorted(overlap.key, np.arange(len(key.entities) + 1)).tolist()
    neighbours = overlap.response.tolist()
    by_rank = rank.tolist()
    holder = look_up(look_up(key_anchor, pairing.key_partner), response.mentions.entity).tolist()
    anchors, sizes = key_anchor.tolist(), key.entity_sizes.tolist()
    bounds = list(pairwise(edges))
    used: set[int] = set()
    aligned: list[tuple[int, int]] = []
    missed: list[int] = []
    for entity in _in_text_order(Chains(key)).tolist():
        if sizes[entity] == 1:
            continue
        if anchors[entity] < 0:
            begin, end = bounds[entity]
            left = [other for other in neighbours[begin:end] if other not in used]
            used.update(sorted(left, key=by_rank.__getitem__)[:1])
        elif holder[entity] >= 0 and holder[entity] not in used:
            used.add(holder[entity])
            aligned.append((entity, holder[entity]))
        else:
            missed.append(entity)
    pairs = np.array(aligned, np.int64).reshape(-1, 2)
    invented = np.setdiff1d(np.arange(len(response.entities)), np.fromiter(used, np.int64))
    return (pairs[:, 0], pairs[:, 1]), np.array(missed, np.int64), invented


def _in_text_order(chains: Chains) -> Integers:
    """Return the entities by document and first mention; if two start at the same word, the shorter mention comes first."""
    corpus = chains.corpus
    first = chains.order[chains.begin]
    order: Integers = np.lexsort(
        (corpus.mentions.last[first], corpus.mentions.first[first], corpus.entities.document)
    )
    return order


def _shared(pairing: Pairing, key: Integers, response: Integers) -> Integers:
    """Return the number of mentions that the two entities of each pair share; every pair shares at least one."""
    overlap = pairing.member_overlap
    width = max(len(pairing.response.entities), 1)
    cells = overlap.key * width + overlap.response
    return overlap.count[np.searchsorted(cells, key * width + response)]
