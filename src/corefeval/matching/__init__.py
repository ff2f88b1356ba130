"""Which response mention is which key mention: one file per strategy."""

from __future__ import annotations

from corefeval.aligning import align
from corefeval.corpus import Corpus, Integers
from corefeval.filtering import filter_mentions, refers
from corefeval.matching.heads import with_heads
from corefeval.matching.identity import identify
from corefeval.pairing import Matching, Pairing, WithoutSingletons, has_repeats
from corefeval.problems import Problem, Problems, UsageError
from corefeval.settings import Settings

__all__ = ["match", "pair", "without_singletons"]


def pair(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return key and response, filtered and matched as the settings say.

    The order is that of the official scorers: documents and words are aligned, then duplicates, singletons
    and zeros are treated on each side by itself, then what is left is matched.
    """
    key, response = align(key, response, settings, problems)
    key = with_heads(key, settings.match, "key", problems)
    response = with_heads(response, settings.match, "response", problems)
    key_code, response_code = identify([key, response], heads=settings.match == "head")
    if settings.split_antecedents == "keep":
        return _pair_with_sets(key, response, key_code, response_code, settings, problems)
    known = key_code[refers(key)] if settings.duplicates == "perl" else None
    key, key_code = filter_mentions(key, key_code, settings, "key", problems)
    response, response_code = filter_mentions(
        response, response_code, settings, "response", problems, known=known
    )
    problems.raise_errors()
    return _paired(key, response, match(key, response, key_code, response_code, settings), settings)


def _paired(key: Corpus, response: Corpus, matching: Matching, settings: Settings) -> Pairing:
    """Return a pairing; one with mentions that are still repeated as the settings have them counted."""
    if settings.duplicates == "perl" and (
        has_repeats(matching.key_code) or has_repeats(matching.response_code)
    ):
        from corefeval.repeated import PerlPairing  # noqa: PLC0415 - rarely needed

        _check_perl(settings, is_exact=matching.key_target is matching.key_code)
        return PerlPairing(key.names, key, response, matching, settings.language)
    return Pairing(key.names, key, response, matching, settings.language)


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
    """Return which mentions are the same: under exact matching each looks for itself on the other side."""
    aligns_zeros = settings.zeros.startswith("dependent") and bool(
        len(key.nodes.empty) and len(response.nodes.empty)
    )
    if settings.match == "exact" and not aligns_zeros:
        return Matching(key_code, response_code, key_code, response_code)
    from corefeval.matching import inexact  # noqa: PLC0415 - exact matching does without

    return inexact.match(key, response, key_code, response_code, settings, aligns_zeros=aligns_zeros)
