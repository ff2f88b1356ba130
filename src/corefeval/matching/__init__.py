"""Which response mention is which key mention: one file per strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefeval.aligning import align
from corefeval.corpus import Corpus, Integers
from corefeval.filtering import drop_verbal_and_nested, filter_mentions, refers
from corefeval.matching.heads import with_heads
from corefeval.matching.identity import identify
from corefeval.pairing import Matching, Pairing, WithoutSingletons, has_repeats
from corefeval.problems import Problem, Problems, UsageError
from corefeval.settings import Settings

if TYPE_CHECKING:
    from corefeval.matching.min_span import KeyTrees

__all__ = ["match", "pair", "without_singletons"]

BY_TREES = ("min-span", "min-span-official")
"""The ways of matching that compare what phrase trees say."""


def pair(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return key and response, filtered and matched as the settings say.

    The order is that of the official scorers: documents and words are aligned, then duplicates, singletons,
    zeros, verb phrases and nested mentions are treated on each side by itself, then what is left is matched.
    """
    key, response = align(key, response, settings, problems)
    key = with_heads(key, settings.match, "key", problems)
    response = with_heads(response, settings.match, "response", problems)
    key_code, response_code = identify([key, response], heads=settings.match == "head")
    trees = _trees(key, settings)
    if trees is not None and settings.match in BY_TREES:
        key_code, response_code = trees.identify(
            [key, response],
            [key_code, response_code],
            problems,
            official=settings.match == "min-span-official",
        )
    if settings.split_antecedents == "keep":
        return _pair_with_sets(key, response, key_code, response_code, settings, problems, trees)
    known = key_code[refers(key)] if settings.duplicates == "perl" else None
    key, key_code = filter_mentions(key, key_code, settings, "key", problems)
    key, key_code = drop_verbal_and_nested(key, key_code, settings, "key", trees)
    response, response_code = filter_mentions(
        response, response_code, settings, "response", problems, known=known
    )
    response, response_code = drop_verbal_and_nested(response, response_code, settings, "response", trees)
    problems.raise_errors()
    return _paired(key, response, match(key, response, key_code, response_code, settings), settings)


def _paired(key: Corpus, response: Corpus, matching: Matching, settings: Settings) -> Pairing:
    """Return a pairing; one with mentions that are still repeated as the settings have them counted."""
    if settings.duplicates == "perl" and (
        has_repeats(matching.key_code) or has_repeats(matching.response_code)
    ):
        from corefeval.repeated import PerlPairing  # noqa: PLC0415 - rarely needed

        is_exact = settings.match not in BY_TREES and matching.key_target is matching.key_code
        _check_perl(settings, is_exact=is_exact)
        return PerlPairing(key.names, key, response, matching, settings.language)
    return Pairing(key.names, key, response, matching, settings.language)


def _trees(key: Corpus, settings: Settings) -> KeyTrees | None:
    """Return the key's phrase trees, None if no setting needs them."""
    if settings.match not in BY_TREES and settings.verb_phrases == "keep":
        return None
    from corefeval.matching.min_span import KeyTrees  # noqa: PLC0415 - rarely asked for

    setting = f"--match {settings.match}" if settings.match in BY_TREES else "--verb-phrases drop"
    return KeyTrees(key, setting)


def _check_perl(settings: Settings, *, is_exact: bool) -> None:
    """Refuse to count repeated mentions as the reference scorer does where it has nothing of the kind."""
    unknown = (
        (not is_exact, "compares spans exactly, without heads, partial matches or dependencies of zeros"),
        (settings.split_antecedents == "keep", "knows no split antecedents"),
        (settings.twinless != "as-is", "leaves twinless mentions as they are"),
    )
    for is_asked, what in unknown:
        if is_asked:
            message = f"some mentions are listed more than once, and the reference scorer (--duplicates perl) {what}"
            hint = "Choose --duplicates first, keep or merge, or leave the other setting out."
            raise UsageError(Problem("CE051", message, hint=hint))


def without_singletons(pairing: Pairing, settings: Settings) -> Pairing:
    """Return what a pairing would be, had singletons been dropped as well."""
    if "drop" in (settings.verb_phrases, settings.nested) and type(pairing) is Pairing:
        # what these leave of an entity depends on whether singletons are kept
        wanted = settings.changed({"singletons": "drop"})
        return pair(pairing.key.as_read, pairing.response.as_read, wanted, Problems())
    is_plain = pairing.matching.key_target is pairing.matching.key_code and pairing.is_one_to_one
    if is_plain and type(pairing) is Pairing:
        return WithoutSingletons.of(pairing)
    # duplicates are settled; a side by itself loses nothing more with 'perl'
    dropping = settings.changed({"singletons": "drop", "duplicates": "perl"})
    matching = pairing.matching
    key, key_code = filter_mentions(pairing.key, matching.key_code, dropping, "key", Problems())
    response, response_code = filter_mentions(
        pairing.response, matching.response_code, dropping, "response", Problems()
    )
    return _paired(key, response, match(key, response, key_code, response_code, settings), settings)


def _pair_with_sets(
    key: Corpus,
    response: Corpus,
    key_code: Integers,
    response_code: Integers,
    settings: Settings,
    problems: Problems,
    trees: KeyTrees | None,
) -> Pairing:
    """Return a pairing whose plural entities have their accommodated sets as members."""
    from corefeval.anaphora import split  # noqa: PLC0415 - rarely asked for

    sides = []
    for corpus, code, name in ((key, key_code, "key"), (response, response_code, "response")):
        sets = split.accommodated_sets(corpus, code)
        joined = split.join_equal_sets(corpus, sets)
        plural = frozenset(sets)
        scored, codes = filter_mentions(joined, code, settings, name, problems, plural)
        scored, codes = drop_verbal_and_nested(scored, codes, settings, name, trees, plural)
        sides.append((scored, codes, split.Sets.of(scored, sets, code)))
    problems.raise_errors()
    if settings.duplicates == "perl" and any(has_repeats(codes) for _, codes, _ in sides):
        _check_perl(settings, is_exact=True)
    (key, key_code, key_sets), (response, response_code, response_sets) = sides
    matching = match(key, response, key_code, response_code, settings)
    return split.SplitPairing.of(
        Pairing(key.names, key, response, matching, settings.language), key_sets, response_sets
    )


def match(
    key: Corpus, response: Corpus, key_code: Integers, response_code: Integers, settings: Settings
) -> Matching:
    """Return which mentions are the same: where only codes are compared, each looks for itself on the other side."""
    aligns_zeros = settings.zeros.startswith("dependent") and bool(
        len(key.nodes.empty) and len(response.nodes.empty)
    )
    if settings.match in ("exact", *BY_TREES) and not aligns_zeros:
        return Matching(key_code, response_code, key_code, response_code)
    from corefeval.matching import inexact  # noqa: PLC0415 - exact matching does without

    return inexact.match(key, response, key_code, response_code, settings, aligns_zeros=aligns_zeros)
