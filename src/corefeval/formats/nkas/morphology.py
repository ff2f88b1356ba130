"""Morphology of the Lithuanian corpus: convert its tags to universal parts of speech and features.

The tags follow MULTEXT: Pgmsgn is a pronoun, masculine, singular, genitive. A lexeme has several
readings, the most likely one first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

UNIVERSAL = {
    "Np": "PROPN", "Ya": "PROPN", "N": "NOUN", "V": "VERB", "A": "ADJ", "P": "PRON", "R": "ADV",
    "S": "ADP", "C": "CCONJ", "Q": "PART", "I": "INTJ", "M": "NUM", "T": "PUNCT",
}  # fmt: skip
"""The universal part of speech for the first letters of a tag; X for all others."""

PRONOUNS = {
    "aš": "PronType=Prs",
    "tu": "PronType=Prs",
    "jis": "PronType=Prs",
    "savęs": "PronType=Prs|Reflex=Yes",
    "pats": "PronType=Emp|Reflex=Yes",
    "kuris": "PronType=Rel",
    "kas": "PronType=Int,Rel",
    "šis": "PronType=Dem",
    "tas": "PronType=Dem",
    "visas": "PronType=Tot",
    "viskas": "PronType=Tot",
    "niekas": "PronType=Neg",
}
"""The features of pronouns by lemma, because the tags do not contain them."""

_CASES = {"n": "Nom", "g": "Gen", "d": "Dat", "a": "Acc", "i": "Ins", "l": "Loc", "v": "Voc"}
_MOSTLY_PRONOUNS = frozenset({"jis", "savęs", "pats"})


@dataclass(frozen=True, slots=True)
class Analysis:
    """The lemma, original tag, universal part of speech and features of a lexeme."""

    lemma: str = ""
    tag: str = ""
    upos: str = "X"
    feats: str = "_"


def analysed(form: str, readings: Sequence[tuple[str, str]]) -> Analysis:
    """Return the analysis of a lexeme: its first reading, or a reading as a pronoun if the form is nearly always one.

    The tagger sometimes takes 'juos' (them) for a verb and 'sau' (to oneself) for an adverb.
    """
    if not readings:
        return Analysis()
    pronoun = (
        reading for reading in readings if reading[0] in _MOSTLY_PRONOUNS and reading[1].startswith("P")
    )
    lemma, tag = next(pronoun, readings[0])
    upos = UNIVERSAL.get(tag[:2], UNIVERSAL.get(tag[:1], "X"))
    features = [f"Case={_CASES[tag[4]]}"] if tag[:1] in {"N", "P"} and tag[4:5] in _CASES else []
    if tag == "Ya":
        features.append("Abbr=Yes")
    if upos == "PRON" and lemma in PRONOUNS:
        features.extend(PRONOUNS[lemma].split("|"))
        if form.lower() == "savo":
            features.append("Poss=Yes")
    return Analysis(lemma, tag, upos, "|".join(sorted(features)) or "_")


def joined(words: Sequence[tuple[str, Analysis]]) -> list[Analysis]:
    """Return the analyses of consecutive words. 'dėl to' and 'dėl ko' (therefore) are adverbs unless a noun follows."""
    analyses = [analysis for _, analysis in words]
    following = [*(analysis.upos for analysis in analyses[2:]), "", ""]
    for place, ((first, _), (second, _)) in enumerate(pairwise(words)):
        if (
            first.lower() == "dėl"
            and second.lower() in {"to", "ko"}
            and following[place] not in {"NOUN", "PROPN", "ADJ"}
        ):
            for number in (place, place + 1):
                analyses[number] = replace(analyses[number], upos="ADV")
    return analyses
