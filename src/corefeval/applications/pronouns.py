"""Uses that replace a pronoun by a noun: summarisation, and translation, where gender counts (Tuggener 2014)."""

from __future__ import annotations

import numpy as np

from corefeval.applications.answer import Example, Finding, Outcome
from corefeval.applications.classes import FN, TP, WL, by_features, known_feature, misled, tallied
from corefeval.applications.numbers_in_words import in_all, of_hundred
from corefeval.applications.quotations import example, first_readable, words
from corefeval.arrays import Booleans, Integers, look_up
from corefeval.breakdown.features import NONE
from corefeval.metrics.arcs import Inferred
from corefeval.metrics.outcomes import Outcomes
from corefeval.metrics.typed import NOUNS, PRONOUNS, TypedPairing, is_among
from corefeval.pairing.pairing import Pairing
from corefeval.text import several


def summarisation(pairing: Pairing) -> Finding:
    """State how many pronouns can be replaced by the right noun, then the results for nouns."""
    metric = Inferred()
    outcomes = metric.outcomes(pairing)
    typed = pairing.derive(TypedPairing)
    pronouns, nouns = (
        outcomes.limited(is_among(typed.key_type, kinds), is_among(typed.response_type, kinds))
        for kinds in (PRONOUNS, NOUNS)
    )
    right, wrong, missing, _, _ = _needing(nouns)
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    sentences = [
        _pronoun_sentence(pairing, pronouns),
        "A wrong noun misleads the reader; without a noun the pronoun stays.",
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
                "the pronoun stays: the reader has to guess",
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
    """State how many pronouns have the right noun, and how many a noun of the right gender."""
    metric = Inferred(of="pronouns")
    outcomes = metric.outcomes(pairing)
    sentences = [
        _pronoun_sentence(pairing, outcomes),
        "A wrong noun may give the translation the wrong gender; without a noun the gender is a guess.",
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


def _pronouns_word(pairing: Pairing) -> str:
    """Return the name for pronouns: "pronouns and zeros" if there are zeros."""
    return "pronouns and zeros" if pairing.key.is_zero.any() else "pronouns"


def _needing(outcomes: Outcomes) -> tuple[int, int, int, int, int]:
    """Return how many pronouns that need a noun get the right one, a wrong one or none. Also return how many are not linked, and how many get a noun that they do not need."""
    right, wrong, missing, invented = tallied(outcomes)
    needless = int(misled(outcomes).sum())
    return right, wrong - needless, missing, invented, needless


def _pronoun_sentence(pairing: Pairing, outcomes: Outcomes) -> str:
    right, wrong, missing, _, needless = _needing(outcomes)
    total = right + wrong + missing
    base, (good, bad, none) = of_hundred([right, wrong, missing])
    what = f"{_pronouns_word(pairing)} that need" if base > 1 else "pronoun that needs"
    told = (
        f"Of {base} {what} a noun{in_all(total)}, this system gives the right one for {good}, a wrong one "
        f"for {bad}, none for {none}."
        if base
        else "No pronoun of the gold has an antecedent noun."
    )
    if needless:
        told += f" It gives one to {needless:,} more, of entities that no noun refers to in the gold; that counts as wrong."
    return told


def _noun_outcomes(outcomes: Outcomes, wrong_cost: str, missing_cost: str) -> tuple[Outcome, ...]:
    right, wrong, missing, invented, needless = _needing(outcomes)
    total = right + wrong + missing
    table = (
        Outcome("right noun", right, total),
        Outcome("wrong noun", wrong, total, wrong_cost),
        Outcome("no noun", missing, total, missing_cost),
        Outcome("linked, but to nothing", invented, 0, "gets a noun that it does not refer to"),
    )
    if not needless:
        return table
    return (*table, Outcome("a noun, although the gold has none", needless, 0, wrong_cost))


def _nouns_before(pairing: Pairing) -> tuple[Integers, Integers]:
    """Return for each key mention the closest noun before it in its chain, and the response's for the same mention."""
    typed = pairing.derive(TypedPairing)
    found = look_up(pairing.key_partner, typed.response.closest_before(typed.response_is_noun))
    return typed.key.closest_before(typed.key_is_noun), found


def _misled(pairing: Pairing, outcomes: Outcomes) -> Example | None:
    """Return a pronoun with the wrong noun or none."""
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
    """State how many pronouns cannot be resolved: no noun precedes them in the gold."""
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
    """State how many pronouns have a noun of the right gender; '' if nouns have no gender in the file."""
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
