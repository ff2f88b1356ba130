"""Which response mention is which key mention: one file per strategy."""

from __future__ import annotations

from corefeval.aligning import align
from corefeval.corpus import Corpus, Integers, require
from corefeval.filtering import filter_mentions
from corefeval.matching.heads import with_heads
from corefeval.matching.identity import identify
from corefeval.pairing import Matching, Pairing, WithoutSingletons
from corefeval.problems import Problems
from corefeval.settings import Settings

__all__ = ["match", "pair", "without_singletons"]


def pair(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return key and response, filtered and matched as the settings say.

    The order is that of the official scorers: documents and words are aligned, then duplicates, singletons
    and zeros are treated on each side by itself, then what is left is matched.
    """
    for part in _needed_parts(settings):
        require(part, key, response)
    key, response = align(key, response, settings, problems)
    key = with_heads(key, settings, "key", problems)
    response = with_heads(response, settings, "response", problems)
    key_code, response_code = identify([key, response], heads=settings.match == "head")
    if settings.split_antecedents == "keep":
        return _pair_with_sets(key, response, key_code, response_code, settings, problems)
    key, key_code = filter_mentions(key, key_code, settings, "key", problems)
    response, response_code = filter_mentions(response, response_code, settings, "response", problems)
    problems.raise_errors()
    matching = match(key, response, key_code, response_code, settings)
    return Pairing(key.names, key, response, matching, settings.language)


def _needed_parts(settings: Settings) -> list[str]:
    """Return the parts of the annotation (see PARTS) that the settings need; metrics ask for theirs themselves."""
    parts = ["heads"] if settings.match in {"head", "partial"} else []
    if settings.match == "partial":
        parts.append("minimum spans")
    return [*parts, "split antecedents"] if settings.split_antecedents == "keep" else parts


def without_singletons(pairing: Pairing, settings: Settings) -> Pairing:
    """Return what a pairing would be, had singletons been dropped as well."""
    is_plain = pairing.matching.key_target is pairing.matching.key_code and pairing.is_one_to_one
    if is_plain and type(pairing) is Pairing:
        return WithoutSingletons.of(pairing)
    dropping = settings.changed({"singletons": "drop", "duplicates": "keep"})
    matching = pairing.matching
    key, key_code = filter_mentions(pairing.key, matching.key_code, dropping, "key", Problems())
    response, response_code = filter_mentions(
        pairing.response, matching.response_code, dropping, "response", Problems()
    )
    return Pairing(pairing.names, key, response, match(key, response, key_code, response_code, settings))


def _pair_with_sets(
    key: Corpus,
    response: Corpus,
    key_code: Integers,
    response_code: Integers,
    settings: Settings,
    problems: Problems,
) -> Pairing:
    """Return a pairing whose plural entities have their accommodated sets as members."""
    from corefeval.anaphora import split  # noqa: PLC0415 - rarely asked for

    sides = []
    for corpus, code, name in ((key, key_code, "key"), (response, response_code, "response")):
        sets = split.accommodated_sets(corpus, code)
        joined = split.join_equal_sets(corpus, sets)
        scored, codes = filter_mentions(joined, code, settings, name, problems, frozenset(sets))
        sides.append((scored, codes, split.Sets.of(scored, sets, code)))
    problems.raise_errors()
    (key, key_code, key_sets), (response, response_code, response_sets) = sides
    matching = match(key, response, key_code, response_code, settings)
    return split.SplitPairing.of(
        Pairing(key.names, key, response, matching, settings.language), key_sets, response_sets
    )


def match(
    key: Corpus, response: Corpus, key_code: Integers, response_code: Integers, settings: Settings
) -> Matching:
    """Return which mentions are the same: under exact matching each looks for itself on the other side."""
    aligns_zeros = settings.zeros.startswith("dependent") and bool(
        len(key.nodes.empty) and len(response.nodes.empty)
    )
    if settings.match == "exact" and not aligns_zeros:
        return Matching(key_code, response_code, key_code, response_code)
    from corefeval.matching import inexact  # noqa: PLC0415 - exact matching does without

    return inexact.match(key, response, key_code, response_code, settings, aligns_zeros=aligns_zeros)
