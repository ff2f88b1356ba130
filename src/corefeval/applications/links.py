"""Uses that follow links from mention to mention: entity sequences, summarisation, translation (Tuggener 2014)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefeval.applications.answer import Example, Finding, Outcome
from corefeval.applications.classes import by_features, known_feature
from corefeval.applications.numbers_in_words import in_all, of_hundred, share
from corefeval.applications.quoting import chain, example, first_readable, members, words
from corefeval.arrays import Booleans, Integers
from corefeval.breakdown.features import NONE
from corefeval.metrics.arcs import Immediate, Inferred
from corefeval.metrics.outcomes import Outcomes
from corefeval.metrics.typed import NOUNS, PRONOUNS, TypedPairing, is_among, look_up
from corefeval.pairing.pairing import Pairing
from corefeval.text import several

TP, WL, FN, FP = range(4)


def tallied(outcomes: Outcomes) -> tuple[int, int, int, int]:
    """Return how many links are right, wrong, missing and invented."""
    right, wrong, missing = (int((outcomes.key == number).sum()) for number in (TP, WL, FN))
    return right, wrong, missing, int((outcomes.response == FP).sum())


def entity_sequences(pairing: Pairing) -> Finding:
    """Say how far sequences of mentions can be followed."""
    metric = Immediate()
    outcomes = metric.outcomes(pairing)
    right, wrong, missing, invented = tallied(outcomes)
    total = right + wrong + missing
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    exact, chains = _exact_chains(pairing)
    singletons = int((pairing.key.entity_sizes == 1).sum())
    sentences = (
        (
            f"Of {several(base, 'mention')} that should follow another mention of the same entity{in_all(total)}, "
            f"this system puts {good} behind the right one, {bad} behind a wrong one and {none} behind none."
        ),
        f"The whole sequence, without a gap and without a stranger, is right for {share(exact, chains)} entities.",
    )
    table = (
        Outcome("behind the right mention", right, total),
        Outcome(
            "behind a wrong one", wrong, total, "the sequence skips a mention or runs into another entity"
        ),
        Outcome("behind none", missing, total, "the sequence ends too early, or begins anew"),
        Outcome("should follow none", invented, 0, "a mention that is new is hung on to a sequence"),
    )
    left_out = [f"the first mentions of {several(chains, 'entity', 'entities')}: they follow nothing"]
    if singletons:
        left_out.append(f"{several(singletons, 'entity', 'entities')} of one mention: no sequence")
    return Finding(
        sentences,
        {"mentions": table},
        by_features(pairing, outcomes, metric, "mentions", ("deprel", "type")),
        _broken_sequence(pairing, outcomes),
        tuple(left_out),
    )


def _exact_chains(pairing: Pairing) -> tuple[int, int]:
    """Return how many key chains are response chains mention for mention, and how many key chains there are."""
    overlap, sizes = pairing.member_overlap, pairing.key.entity_sizes
    is_chain = sizes > 1
    same = (overlap.count == sizes[overlap.key]) & (
        overlap.count == pairing.response.entity_sizes[overlap.response]
    )
    return int((same & is_chain[overlap.key]).sum()), int(is_chain.sum())


def _broken_sequence(pairing: Pairing, outcomes: Outcomes) -> Example | None:
    """Return the entity with most links lost, against the response chain that has most of it."""
    typed, key = pairing.derive(TypedPairing), pairing.key
    lost = np.bincount(
        key.mentions.entity[(outcomes.key == WL) | (outcomes.key == FN)], minlength=len(key.entities)
    )
    if not lost.any():
        return None
    entity = int(lost.argmax())
    rows = members(typed.key, entity)
    at = next(row for row in rows if outcomes.key[row] in (WL, FN))
    partners = pairing.key_partner[rows]
    homes = pairing.response.mentions.entity[partners[partners >= 0]]
    if len(homes):
        system = chain(pairing.response, members(typed.response, int(np.bincount(homes).argmax())))
        parts = len(np.unique(homes))
        if parts > 1:
            system += f" (the longest of {parts} pieces)"
    else:
        system = "none of these mentions"
    error = f"{lost[entity]} of {len(rows) - 1} steps lost"
    return example(key, at, error, chain(key, rows), system)


def summarisation(pairing: Pairing) -> Finding:
    """Say how many pronouns can be replaced by the right noun, then how nouns fare."""
    metric = Inferred()
    outcomes = metric.outcomes(pairing)
    pronouns, nouns = (_of_kinds(pairing, outcomes, kinds) for kinds in (PRONOUNS, NOUNS))
    right, wrong, missing, _ = tallied(nouns)
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    sentences = [
        _pronoun_sentence(pairing, pronouns),
        "A wrong noun misleads the reader; none leaves the pronoun standing.",
    ]
    if base:
        sentences.append(
            f"Of {several(base, 'noun that takes up', 'nouns that take up')} an earlier noun{in_all(right + wrong + missing)}, {good} lead to "
            f"a right one, {bad} to a wrong one, {none} to none."
        )
    return Finding(
        tuple(sentences),
        {
            _pronouns_word(pairing): _noun_outcomes(
                pronouns,
                "misleads the reader of the summary",
                "leaves the pronoun standing: the reader has to guess",
            ),
            "nouns": _noun_outcomes(
                nouns,
                "a reader looks for more under the wrong noun",
                "is taken for something not mentioned before",
            ),
        },
        by_features(pairing, outcomes, metric, "mentions", ("type", "pos")),
        _misled(pairing, pronouns),
        (*_no_noun_before(pairing, outcomes), "the first noun of each entity: there is none to take up"),
    )


def translation(pairing: Pairing) -> Finding:
    """Say how many pronouns lead to the right noun, and how many to one of the right gender."""
    metric = Inferred(of="pronouns")
    outcomes = metric.outcomes(pairing)
    sentences = [
        _pronoun_sentence(pairing, outcomes),
        "A wrong noun may bring the wrong gender into the translation; with none the gender is a guess.",
    ]
    gender = _gender_sentence(pairing, outcomes)
    left_out = (*_no_noun_before(pairing, outcomes), "nouns: they are translated without their antecedent")
    if gender:
        sentences.append(gender)
    else:
        left_out = (*left_out, "gender: the files give none for nouns")
    return Finding(
        tuple(sentences),
        {
            _pronouns_word(pairing): _noun_outcomes(
                outcomes,
                "the pronoun of the translation may have the wrong gender",
                "the gender has to be guessed",
            )
        },
        by_features(pairing, outcomes, metric, "pronouns", ("lemma", "type")),
        _misled(pairing, outcomes),
        left_out,
    )


def _of_kinds(pairing: Pairing, outcomes: Outcomes, kinds: Sequence[int]) -> Outcomes:
    typed = pairing.derive(TypedPairing)
    return outcomes.limited(is_among(typed.key_type, kinds), is_among(typed.response_type, kinds))


def _pronouns_word(pairing: Pairing) -> str:
    """Return what pronouns are called: zeros are named where there are any."""
    return "pronouns and zeros" if pairing.key.is_zero.any() else "pronouns"


def _pronoun_sentence(pairing: Pairing, outcomes: Outcomes) -> str:
    right, wrong, missing, _ = tallied(outcomes)
    total = right + wrong + missing
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    if not base:
        return "No pronoun of the gold has a noun before it that it stands for."
    what = f"{_pronouns_word(pairing)} that need" if base > 1 else "pronoun that needs"
    return (
        f"Of {base} {what} a noun{in_all(total)}, this system gives the right one for {good}, a wrong one "
        f"for {bad}, none for {none}."
    )


def _noun_outcomes(outcomes: Outcomes, wrong_cost: str, missing_cost: str) -> tuple[Outcome, ...]:
    right, wrong, missing, invented = tallied(outcomes)
    total = right + wrong + missing
    return (
        Outcome("right noun", right, total),
        Outcome("wrong noun", wrong, total, wrong_cost),
        Outcome("no noun", missing, total, missing_cost),
        Outcome("linked, but to nothing", invented, 0, "is given a noun that it does not stand for"),
    )


def _nouns_before(pairing: Pairing) -> tuple[Integers, Integers]:
    """Return for each key mention the closest noun before it in its chain, and the response's for the same mention."""
    typed = pairing.derive(TypedPairing)
    found = look_up(pairing.key_partner, typed.response.closest_before(typed.response_is_noun))
    return typed.key.closest_before(typed.key_is_noun), found


def _misled(pairing: Pairing, outcomes: Outcomes) -> Example | None:
    """Return a pronoun that is given the wrong noun, or none."""
    key, response = pairing.key, pairing.response
    ours, theirs = _nouns_before(pairing)
    for number, error in ((WL, "a wrong noun"), (FN, "no noun")):
        rows = np.flatnonzero((outcomes.key == number) & (ours >= 0))
        if not len(rows):
            continue
        row = int(rows[first_readable(key, rows, ours[rows])])
        system = "no noun for it"
        if theirs[row] >= 0:
            system = f"stands for {words(response, int(theirs[row]))}"
        elif pairing.key_partner[row] < 0:
            system = "not a mention"
        return example(key, row, error, f"stands for {words(key, int(ours[row]))}", system)
    return None


def _no_noun_before(pairing: Pairing, outcomes: Outcomes) -> tuple[str, ...]:
    """Say how many pronouns are out of reach: they have no noun before them in the gold."""
    typed = pairing.derive(TypedPairing)
    out = is_among(typed.key_type, PRONOUNS) & (outcomes.key < 0)
    has_noun = typed.key.has(typed.key_is_noun)[pairing.key.mentions.entity]
    alone = pairing.key.entity_sizes[pairing.key.mentions.entity] == 1

    def counted(flags: Booleans, one: str, many: str) -> str:
        return several(int(flags.sum()), f"pronoun {one}", f"pronouns {many}") if flags.any() else ""

    told = (
        counted(
            out & has_noun,
            "before the first noun of its entity (cataphora)",
            "before the first noun of their entity (cataphora)",
        ),
        counted(
            out & ~has_noun & ~alone,
            "of an entity that no noun refers to",
            "of entities that no noun refers to",
        ),
        counted(
            out & alone,
            "that is the only mention of its entity",
            "that are the only mentions of their entities",
        ),
    )
    return tuple(filter(None, told))


def _gender_sentence(pairing: Pairing, outcomes: Outcomes) -> str:
    """Say how many pronouns lead to a noun of the right gender; '' where nouns have no gender in the file."""
    feature = known_feature(pairing, "Gender")
    if feature is None:
        return ""
    ours, theirs = _nouns_before(pairing)
    wanted, found = look_up(ours, feature.key), look_up(theirs, feature.response)
    known = np.array([*(label != NONE for label in feature.labels), False])
    judged = (outcomes.key >= 0) & known[wanted]
    total = int(judged.sum())
    if not total:
        return ""
    same = judged & (found == wanted)
    lucky = int((same & (outcomes.key != TP)).sum())
    base, (good, other, none) = of_hundred(
        [int(same.sum()), int((judged & ~same & (theirs >= 0)).sum()), int((judged & (theirs < 0)).sum())]
    )
    sentence = (
        f"Of {base} {_pronouns_word(pairing)} whose noun has a gender in the file{in_all(total)}, {good} get a noun of "
        f"the same gender, {other} one of another or unknown gender, {none} none."
    )
    if lucky:
        sentence += f" For {lucky:,} the gender is right by luck: the noun is wrong."
    return sentence
