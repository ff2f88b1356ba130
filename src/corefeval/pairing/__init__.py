"""pair(): match response mentions with key mentions, in one Pairing that all metrics share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from corefeval.arrays import Integers
from corefeval.choices import BY_HEADS
from corefeval.corpus.corpus import Corpus, require
from corefeval.corpus.identity import identify
from corefeval.pairing.align import align
from corefeval.pairing.filter import (
    drop_members,
    drop_verbal_and_nested,
    filter_mentions,
    homes,
    only_referring,
    refers,
    settle_duplicates,
)
from corefeval.pairing.pairing import Described, Matching, Pairing, WithoutSingletons, has_repeats
from corefeval.problems import Problem, Problems, UsageError
from corefeval.settings import Settings

if TYPE_CHECKING:
    from corefeval.pairing.match.min_span import KeyTrees

__all__ = ["match_mentions", "pair", "paired_again", "without_singletons"]

SIDES = ("key", "response")

WITH_HEADS = (*BY_HEADS, "craft")
"""The values of the setting match for which heads are added to mentions."""
BY_TREES = ("min-span", "min-span-official")
"""The values of the setting match that compare minimum spans from phrase trees."""


def pair(
    key: Corpus, response: Corpus, settings: Settings, problems: Problems, *, lends_tags: bool = False
) -> Pairing:
    """Return key and response, filtered, matched and adapted according to the settings, ready for the metrics.

    The order is that of the official scorers. First, documents and words are aligned, and documents joined if entities
    cross them. Then duplicates, singletons, zeros, verb phrases and nested mentions are filtered on each side
    separately. Then the remaining mentions are matched. Last, the settings for unmatched mentions apply.
    """
    for part in _needed_parts(settings):
        require(part, key, response)
    key, response = align(key, response, settings, problems, lends_tags=lends_tags)
    if settings.across != "document":
        from corefeval.pairing.across import across_documents  # noqa: PLC0415 - rarely asked for

        key, response = across_documents(key, response, settings, problems)
    return _pair_aligned(key, response, settings, problems)


def _pair_aligned(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return the pairing of two sides that have the same documents and words."""
    unfiltered = key, response
    # Heads that are needed only for matching do not change the types of mentions.
    described = Described(key, response, settings.language, settings.types, settings.scheme)
    if settings.match in WITH_HEADS:
        from corefeval.pairing.match.head import with_heads  # noqa: PLC0415 - exact matching does without

        key = with_heads(key, settings, "key", problems)
        response = with_heads(response, settings, "response", problems)
    _note_zeros((key, response), settings, problems)
    codes = identify([key, response], heads=settings.match == "head")
    trees = _trees(key, settings)
    if trees is not None and settings.match in BY_TREES:
        is_official = settings.match == "min-span-official"
        codes = trees.identify([key, response], codes, problems, official=is_official)
    if settings.mentions == "key" and settings.split_antecedents == "keep":
        raise UsageError(Problem("CE051", "key-mentions-have-no-split-antecedents"))
    if settings.split_antecedents == "keep":
        pairing = _pair_with_sets((key, response), codes, settings, problems, trees)
    else:
        pairing = _pair((key, response), codes, settings, problems, trees, described, unfiltered)
    if settings.mentions == "key":
        described = described.on_key_mentions(pairing.key, pairing.response)
    if settings.window:
        from corefeval.pairing.windows import cut_into_windows  # noqa: PLC0415 - rarely asked for

        pairing = cut_into_windows(pairing, settings, problems)
    if pairing.described is not described:
        pairing = pairing.of(pairing, described=described, unfiltered=unfiltered)
    if settings.twinless == "as-is":
        return pairing
    from corefeval.pairing import twinless  # noqa: PLC0415 - rarely asked for

    return twinless.apply(pairing, settings.twinless)


def _note_zeros(sides: tuple[Corpus, Corpus], settings: Settings, problems: Problems) -> None:
    """Warn if both sides have zeros and they cannot be aligned by their dependencies."""
    if settings.zeros.startswith("dependent") and all(len(corpus.nodes.empty) for corpus in sides):
        from corefeval.pairing.match.zeros import note_missing_dependencies  # noqa: PLC0415 - most files have none

        for corpus, name in zip(sides, SIDES, strict=True):
            note_missing_dependencies(corpus, name, problems)


def _needed_parts(settings: Settings) -> list[str]:
    """Return the parts of the annotation (see PARTS) that the settings need; metrics request their own."""
    parts = ["heads"] if settings.match in BY_HEADS else []
    if settings.match == "partial":
        parts.append("minimum spans")
    return [*parts, "split antecedents"] if settings.split_antecedents == "keep" else parts


def without_singletons(pairing: Pairing, settings: Settings) -> Pairing:
    """Return the pairing that results if singletons are dropped as well.

    If mentions match exactly and no later filter drops any, the result follows from the tables of the pairing.
    Otherwise both sides are paired again. This includes runs that drop verb phrases or nested mentions, because those
    filters depend on singletons.
    """
    is_plain = pairing.matching.key_target is pairing.matching.key_code and pairing.is_one_to_one
    corpora = pairing.key, pairing.response
    keeps_zeros = settings.zeros != "drop" or not any(len(corpus.nodes.empty) for corpus in corpora)
    keeps_all = keeps_zeros and "drop" not in {settings.verb_phrases, settings.nested}
    keeps_all = keeps_all and settings.mentions == "own" and not settings.window
    if is_plain and keeps_all and type(pairing) is Pairing and pairing.twinless == "as-is":
        return WithoutSingletons.of(pairing)
    return paired_again(pairing, settings.changed({"singletons": "drop"}))


def paired_again(pairing: Pairing, settings: Settings) -> Pairing:
    """Return the pairing of the same two sides under other settings, without warnings; the alignment must not change."""
    return _pair_aligned(*pairing.as_unfiltered, settings, Problems())


def _pair(
    sides: tuple[Corpus, Corpus],
    codes: Sequence[Integers],
    settings: Settings,
    problems: Problems,
    trees: KeyTrees | None,
    described: Described,
    unfiltered: tuple[Corpus, Corpus],
) -> Pairing:
    """Return the pairing of both sides; with mentions=key, of the key and the response's links between key mentions.

    With mentions=key, zeros of the response that are aligned with unscored zeros of the key, such as singletons, are not
    aligned with others.
    """
    is_linking = settings.mentions == "key"
    key, key_code = filter_mentions(sides[0], codes[0], settings, "key", problems)
    key, key_code = drop_verbal_and_nested(key, key_code, settings, "key", trees)
    if is_linking:
        whole = settings.changed({"singletons": "keep"})
        response, response_code = filter_mentions(sides[1], codes[1], whole, "response", problems)
        if _aligns_zeros(key, response, settings):
            every, every_code = filter_mentions(sides[0], codes[0], whole, "key", Problems())
            if len(unscored := np.setdiff1d(every_code, key_code)):
                found = match_mentions(every, response, every_code, response_code, settings)
                kept = ~(response.is_zero & np.isin(found.response_target, unscored))
                response, response_code = response.select_mentions(kept), response_code[kept]
    else:
        known = codes[0][refers(sides[0])] if settings.duplicates == "perl" else None
        response, response_code = filter_mentions(sides[1], codes[1], settings, "response", problems, known)
        response, response_code = drop_verbal_and_nested(response, response_code, settings, "response", trees)
    problems.raise_errors()
    matching = match_mentions(key, response, key_code, response_code, settings)
    if is_linking:
        from corefeval.pairing.key_mentions import on_key_mentions  # noqa: PLC0415 - rarely asked for

        response = on_key_mentions(key, response, matching, codes[0], problems)
        matching = Matching(key_code, key_code, key_code, key_code)
    kind = _kind(matching, settings)
    language, scheme, types = settings.language, settings.scheme, settings.types
    return kind(
        key.names,
        key,
        response,
        matching,
        language,
        scheme,
        types,
        described=described,
        unfiltered=unfiltered,
    )


def _kind(matching: Matching, settings: Settings) -> type[Pairing]:
    """Return the class of the pairing; remaining duplicate mentions may count as in the reference scorer."""
    if settings.duplicates == "perl" and (
        has_repeats(matching.key_code) or has_repeats(matching.response_code)
    ):
        from corefeval.pairing.repeated import PerlPairing  # noqa: PLC0415 - rarely needed

        is_exact = settings.match not in BY_TREES and matching.key_target is matching.key_code
        _check_perl(settings, is_exact=is_exact)
        return PerlPairing
    return Pairing


def _trees(key: Corpus, settings: Settings) -> KeyTrees | None:
    """Return the key's phrase trees; None if no setting needs them."""
    if settings.match not in BY_TREES and settings.verb_phrases == "keep":
        return None
    from corefeval.pairing.match.min_span import KeyTrees  # noqa: PLC0415 - rarely asked for

    setting = f"--match {settings.match}" if settings.match in BY_TREES else "--verb-phrases drop"
    return KeyTrees(key, setting)


def _check_perl(settings: Settings, *, is_exact: bool) -> None:
    """Raise if `duplicates=perl` is combined with settings that the reference scorer does not have."""
    unknown = (
        (not is_exact, "perl-matches-exactly"),
        (settings.split_antecedents == "keep", "perl-has-no-split-antecedents"),
        (settings.twinless != "as-is", "perl-keeps-twinless"),
    )
    for is_asked, kind in unknown:
        if is_asked:
            raise UsageError(Problem("CE051", kind))


def _pair_with_sets(
    sides: tuple[Corpus, Corpus],
    codes: Sequence[Integers],
    settings: Settings,
    problems: Problems,
    trees: KeyTrees | None,
) -> Pairing:
    """Return a pairing in which the sets of split antecedents are members of their plural entities.

    If each mention counts once, duplicates are removed before the sets are formed. If duplicates count as in an
    official scorer, sets are formed from the entities as read. Sets distinguish their elements by all their mentions,
    so these are matched before singletons are dropped.
    """
    from corefeval.pairing import split_antecedents as split  # noqa: PLC0415 - rarely asked for

    settled = []
    for corpus, code, name in zip(sides, codes, SIDES, strict=True):
        plural = split.plural_entities(corpus)
        referring, own_code = only_referring(corpus, code, plural)
        home = homes(referring, own_code, settings)
        side, own_code = settle_duplicates(referring, own_code, settings, name, problems, plural)
        is_settled = settings.duplicates != "keep"
        if settings.duplicates == "perl" and has_repeats(own_code):
            _check_perl(settings, is_exact=True)
        found = split.elements(
            corpus, code, side if is_settled else None, split.as_read(referring, corpus, home)
        )
        side = split.join_equal_sets(side, found.of)
        if not is_settled:
            side, own_code = settle_duplicates(side, own_code, settings, name, problems, plural)
        settled.append((side, own_code, found))
    problems.raise_errors()

    def matched(how: Settings) -> tuple[list[Corpus], Matching]:
        dropped = []
        for (side, code, found), name in zip(settled, SIDES, strict=True):
            plural = frozenset(found.of)
            kept = drop_members(side, code, how, plural)
            dropped.append(drop_verbal_and_nested(*kept, how, name, trees, plural))
        (key, key_code), (response, response_code) = dropped
        return [key, response], match_mentions(key, response, key_code, response_code, settings)

    (key, response), matching = matched(settings)
    of_elements = matching
    if settings.singletons == "drop":
        _, of_elements = matched(settings.changed({"singletons": "keep"}))
    return split.SplitPairing(
        key.names,
        key,
        response,
        matching,
        settings.language,
        settings.scheme,
        settings.types,
        key_sets=split.Sets.of(key, settled[0][2]),
        response_sets=split.Sets.of(response, settled[1][2]),
        of_elements=of_elements,
    )


def _aligns_zeros(key: Corpus, response: Corpus, settings: Settings) -> bool:
    """Return whether zeros are aligned by their dependencies."""
    return settings.zeros.startswith("dependent") and bool(len(key.nodes.empty) and len(response.nodes.empty))


def match_mentions(
    key: Corpus, response: Corpus, key_code: Integers, response_code: Integers, settings: Settings
) -> Matching:
    """Return which mentions match; if only codes are compared, a mention matches the one with the same code."""
    aligns_zeros = _aligns_zeros(key, response, settings)
    if settings.match in ("exact", *BY_TREES) and not aligns_zeros:
        return Matching(key_code, response_code, key_code, response_code)
    from corefeval.pairing.match import match  # noqa: PLC0415 - exact matching does without

    return match(key, response, key_code, response_code, settings, aligns_zeros=aligns_zeros)
