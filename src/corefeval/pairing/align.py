"""Align key and response, so that both have the same documents and words."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, pairwise, zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from corefeval.arrays import Booleans, Integers, covered, integers, ranges
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.shared_text import describing, lend_tags, on_text, share_text
from corefeval.corpus.spans import sentence_of
from corefeval.corpus.tables import UNKNOWN, Nodes
from corefeval.formats.catalogue import BY_NAME, has_empty_nodes
from corefeval.pairing.crop import crop, is_part, words_of
from corefeval.problems import (
    CorefevalError,
    CorpusWarning,
    Place,
    Problem,
    Problems,
    Severity,
    adding,
    warning,
)
from corefeval.records import dataclass
from corefeval.settings import Settings
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.pairing.characters import WordMap

EXAMPLES_NAMED = 5
"""The largest number of examples that a message lists."""
CAUSES = frozenset({"CE015", "CE020", "CE075"})
"""Codes of warnings that may explain why documents or words of key and response differ."""
FEW = 20
"""A text with fewer words than this never counts as cut into characters."""
UNREADABLE = frozenset({"CE003", "CE004", "CE005", "CE006", "CE007", "CE009", "CE104"})
"""Codes of the problems that prevent a file of a folder from being read."""
AT_THE_END = 10
"""A changed copy that lacks more words than this at the end of the text ends early, with a warning."""
BRACKETS = frozenset("[]<{}()［］【】（）")
"""The characters of tags. `>` alone begins a quotation in Markdown."""
WORDS_QUOTED = 6
"""The number of words that a message quotes from a copy."""
COPY = 0.5
"""The least share of common words in a changed copy, relative to its own words or to the key's words."""


def align(
    key: Corpus, response: Corpus, settings: Settings, problems: Problems, *, lends_tags: bool = False
) -> tuple[Corpus, Corpus]:
    """Return both corpora over the key's documents and words, as annotations of one text; raise if this is impossible.

    The key's file describes the text (see corpus.shared_text). With `lends_tags`, documents of a key without tags use
    the tags of the response. Every decision concerns one document, so that a corpus read in pieces gives the same
    numbers. Warnings that may explain an error are raised with it, for example about documents paired under different
    names or a truncated file.
    """
    try:
        key, response = _aligned(key, response, settings, problems)
    except CorefevalError as error:
        met = chain(problems.warnings, key.problems, response.problems)
        causes = [problem for problem in met if problem.code in CAUSES]
        raise CorefevalError(dict.fromkeys([*error.problems, *causes]), error.beside) from None
    return _with_one_text(key, response, problems, lends_tags=lends_tags)


def _with_one_text(
    key: Corpus, response: Corpus, problems: Problems, *, lends_tags: bool
) -> tuple[Corpus, Corpus]:
    """Return key and response as annotations of the key's text.

    The key decides whether empty nodes between the words of a mention belong to it. They do not if its format cannot
    state them; so the key's counts do not depend on the response.
    """
    if key.mentions.objects is not None:
        return key, response
    inside = key.nodes.empty_inside and (_states_zeros(key) or len(key.nodes.empty) > 0)
    key, response = (
        corpus
        if corpus.nodes.empty_inside == inside
        else replace(corpus, nodes=replace(corpus.nodes, empty_inside=inside))
        for corpus in (key, response)
    )
    text = lend_tags(describing(key), response) if lends_tags else describing(key)
    shared = share_text(response, text, covers_zeros=not _states_zeros(response))
    if key.traits.mentions_in_sentences and shared.traits.zeros_follow_governors:
        shared = _within_sentences(shared, problems)
    return text, shared


def _within_sentences(response: Corpus, problems: Problems) -> Corpus:
    """Return an answer without mentions that cross a sentence boundary, which no CorefUD file can state; report them.

    The answer counts as read, so that its mentions are numbered without them.
    """
    mentions = response.mentions
    across = sentence_of(response, mentions.first) != sentence_of(response, mentions.last)
    across &= ~response.nodes.is_outside(mentions.last)
    if not across.any():
        return response
    problem = warning("CE071", "mentions-across-sentences", response.file, count=int(across.sum()))
    problems.add(adding(problem, "response"))
    return response.select_mentions(~across).select_documents(np.arange(len(response.names)))


def described_by(key: Corpus, text: Corpus) -> Corpus:
    """Return a key described by a text file of the same words that has tags or trees.

    The key's own file describes columns and documents that the text lacks; missing documents give a warning.

    Raises:
        CorefevalError: if a document has other words in the text.
    """
    if key.mentions.objects is not None:
        return on_text(key, text)
    problems = Problems()
    settings = Settings(align="strict", missing="empty")
    text = same_documents(key, text, settings, problems)
    text = _over_same_words(key, text, settings, problems)[1]
    lacking = [name for name, found in zip(key.names, text.names, strict=True) if not found]
    if lacking:
        problem = warning(
            "CE010",
            "documents-missing-in-text",
            text.file,
            count=len(lacking),
            documents=len(key.names),
            lacking=lacking,
        )
        key = replace(key, problems=(*key.problems, problem))
    return share_text(key, text, keeps_own=True)


def _states_zeros(corpus: Corpus) -> bool:
    """Return whether files of a corpus's format can state zeros."""
    entry = BY_NAME.get(corpus.format)
    return entry is not None and "zeros" in entry.holds


def _aligned(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> tuple[Corpus, Corpus]:
    _refuse_text_on_one_side(key, response)
    response = same_documents(key, response, settings, problems)
    problems.raise_errors()
    if settings.crop == "yes" and key.mentions.objects is None:
        response = crop(key, response, problems)
    if key.mentions.objects is None:
        key, response = _over_same_words(key, response, settings, problems)
    return key, response


@dataclass(frozen=True, slots=True)
class OtherWords:
    """A document whose words differ from the key's.

    Attributes:
        document: its index in the key.
        first: the problem that names the first difference.
        is_same_text: whether it is the same text in other tokens.
        is_scored: whether the settings allow it.
    """

    document: int
    first: Problem
    is_same_text: bool
    is_scored: bool


def other_words(key: Corpus, response: Corpus, settings: Settings) -> list[OtherWords]:
    """Return the documents with different words; both corpora must have the same documents."""
    from corefeval.pairing.characters import by_characters  # noqa: PLC0415 - most responses have the key's words

    if settings.crop == "yes":
        with suppress(CorefevalError):  # reported below, as different words
            response = crop(key, response, Problems())
    key, response = _with_stars_as_zeros(key, response, settings)
    if _are_same_text(key, response):
        return []
    key, response = _relieved_of_stars(key, response, settings, Problems())
    found = []
    for document in _different(key, response).tolist():
        sides = [words_of(corpus, document) for corpus in (key, response)]
        if any(
            _lack_words(corpus, integers([document]))[0] for corpus in (key, response)
        ) and not _have_same_characters(key, response, document):
            by_number = settings.align in {"auto", "positions", "rewrite"}
            if not by_number or len(sides[0]) != len(sides[1]):
                how = "positions" if by_number else "strict"
                first = _first_difference(key, response, document, settings.changed({"align": how}))
                found.append(OtherWords(document, first, is_same_text=False, is_scored=False))
            continue
        is_same = by_characters(sides[0], sides[1]) is not None
        is_scored = {
            "strict": False,
            "positions": len(sides[0]) == len(sides[1]),
            "rewrite": True,
        }.get(settings.align, is_same or _beginning(sides[0], sides[1], response) is not None)
        how = "strict" if is_same or settings.align == "positions" else "characters"
        first = _first_difference(key, response, document, settings.changed({"align": how}))
        found.append(OtherWords(document, first, is_same, is_scored))
    return found


def sharing_words(key: Corpus, response: Corpus) -> Corpus:
    """Return the response with the key's word forms if they are equal, so that memory contains the text only once."""
    ours, theirs = key.nodes, response.nodes
    if ours.forms is theirs.forms or not len(ours.forms) or not ours.forms.equals(theirs.forms):
        return response
    return replace(response, nodes=replace(theirs, forms=ours.forms))


def same_documents(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Corpus:
    """Return the response with the key's documents in the key's order; a missing document is empty and has no name.

    Documents are paired by name, then as first parts (see as_first_parts). If no name fits, they are paired by content.
    """
    for corpus, side in ((key, "key"), (response, "response")):
        if len(corpus.names) > 1 and len(set(corpus.names)) < len(corpus.names):
            # documents missing from an aligned response have no name, and a response may be aligned again
            for name, count in Counter(filter(None, corpus.names)).items():
                if count > 1:
                    place = corpus.file_of(len(corpus.names) - 1 - corpus.names[::-1].index(name))
                    problems.add(Problem("CE012", "name-on-side", place, name, side=side, documents=count))
    problems.raise_errors()
    if key.names == response.names:
        return response
    number = {name: index for index, name in enumerate(response.names)}
    order = integers(number.get(name, -1) for name in key.names)
    pairs = as_first_parts(key.names, response.names) if key.mentions.objects is None else {}
    if pairs and ((order >= 0).any() or len(pairs) == len(key.names)):
        order = integers(number.get(pairs.get(name, name), -1) for name in key.names)
        shown = [f"{name!r} = {other!r}" for name, other in pairs.items()]
        problems.add(warning("CE075", "paired-as-first-parts", response.file, count=len(shown), pairs=shown))
    if len(key.names) and len(response.names) and (order < 0).all():
        order = _by_content(key, response, settings, problems)
    lacking = sorted(name for name, place in zip(key.names, order.tolist(), strict=True) if place < 0)
    used = set(order.tolist())
    extra = sorted(name for place, name in enumerate(response.names) if place not in used)
    if len(lacking) == len(key.names) and settings.missing == "error" and lacking:
        problems.add(
            Problem(
                "CE010",
                "key-response-no-document",
                response.file,
                lacking=lacking,
                names=sorted(response.names),
            )
        )
        lacking = []
    rejected = _rejected(response) if settings.missing == "error" else {}
    for name in [name for name in lacking if name in rejected]:
        reason = rejected[name]
        problems.add(
            Problem(
                "CE010",
                "not-in-response-because",
                reason.place,
                name,
                type_code=reason.code,
                fault=reason,
                given=reason.text,
            )
        )
        lacking.remove(name)
    may_lack = settings.missing != "error"
    problems.add(
        OtherDocuments(response.file, len(key.names), tuple(lacking), tuple(extra), may_lack=may_lack)
    )
    problems.raise_errors()
    if np.array_equal(order, np.arange(len(response.names))):
        return response
    return response.select_documents(order)


def as_first_parts(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, str]:
    """Return the names that only one side has and that differ in `_0`, with the other side's name.

    The first part of a file is called NAME in CoNLL-2012 and NAME_0 by e2e-coref; further parts are NAME_1 for both.

    Examples:
        >>> as_first_parts(["a", "a_1"], ["a_0", "a_1"])
        {'a': 'a_0'}
    """
    known, others = {*ours}, {*theirs}
    found = {
        (name.removesuffix("_0") if name.endswith("_0") else f"{name}_0"): name
        for name in ours
        if name not in others
    }
    return {name: other for other, name in found.items() if other in others - known}


def _rejected(corpus: Corpus) -> dict[str, Problem]:
    """Return the problems of unreadable files of a folder, by the names that their documents would have."""
    found: dict[str, Problem] = {}
    for problem in corpus.problems:
        if problem.code in UNREADABLE and problem.place.file != corpus.path:
            path = PurePath(problem.place.file.removesuffix(".gz")).with_suffix("")
            found.setdefault(path.name, problem)
            if corpus.path and path.is_relative_to(corpus.path):
                found.setdefault(path.relative_to(corpus.path).as_posix(), problem)
    return found


@dataclass(frozen=True)
class OtherDocuments(CorpusWarning):
    """The documents that only one side has.

    Attributes:
        place: the response.
        documents: the number of documents in the key.
        lacking: the names of documents missing from the response.
        extra: the names of documents that only the response has.
        may_lack: whether missing documents are allowed.
    """

    place: Place
    documents: int
    lacking: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    may_lack: bool = True
    side = "response"

    def problems(self) -> Iterator[Problem]:
        """Report the documents, sorted by name."""
        lacking, extra = sorted(self.lacking), sorted(self.extra)
        if lacking and not self.may_lack:
            yield from (Problem("CE010", "not-in-response", self.place, name) for name in lacking)
        elif lacking:
            yield warning(
                "CE010",
                "documents-missing-in-response",
                self.place,
                count=len(lacking),
                documents=self.documents,
                lacking=lacking,
            )
        if extra:
            severity, count = Severity.WARNING, len(extra)
            yield Problem(
                "CE011", "response-not-in-key", self.place, severity=severity, count=count, extra=extra
            )

    def __add__(self, other: OtherDocuments) -> OtherDocuments:
        """Return the sums over two pieces of a file."""
        return OtherDocuments(
            self.place,
            self.documents + other.documents,
            (*self.lacking, *other.lacking),
            (*self.extra, *other.extra),
            self.may_lack,
        )


def _refuse_text_on_one_side(key: Corpus, response: Corpus) -> None:
    has_text, has_other = key.mentions.objects is None, response.mentions.objects is None
    if has_text != has_other:
        corpus, side, other = (key, "key", "response") if has_text else (response, "response", "key")
        raise CorefevalError(Problem("CE074", "text-clusters", corpus.file, side=side, other_side=other))


def _by_content(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Integers:
    """Return for each key document the index of the response document, if names do not match; -1 if there is none.

    Documents with the same text are paired if no other document has that text: the same words, or the same characters
    if tokens may differ. Otherwise documents are paired by their order if all of them can be aligned. Lines of an
    answer without names are paired by order even if they cannot be aligned, as in the official conversion; surplus
    lines are dropped. If both sides have one document, these are paired: their words, if any, are compared later.
    """
    none = np.full(len(key.names), -1, np.int64)
    in_order = np.arange(len(key.names))
    if len(key.names) == len(response.names) == 1:
        order, kind = in_order, "paired-as-only-ones"
    elif key.mentions.objects is not None:
        return none
    else:
        order, kind = _by_text(_texts(key), _texts(response)), "paired-by-text"
        if (order < 0).any() and settings.align not in {"strict", "positions"}:
            order = _by_text(
                *([_characters(side, place) for place in range(len(side.names))] for side in (key, response))
            )
        is_square = len(key.names) == len(response.names)
        is_by_number = response.traits.zeros_follow_governors and len(key.names) <= len(response.names)
        if (order < 0).any() and (is_by_number or (is_square and _can_be_aligned(key, response, settings))):
            order, kind = in_order, "paired-by-order"
    paired = np.flatnonzero(order >= 0).tolist()
    has_names = response.names != tuple(map(str, range(1, len(response.names) + 1)))
    if response.traits.zeros_follow_governors and not has_names:
        kind = {"paired-by-text": "lines-paired-by-text", "paired-by-order": "lines-paired-by-order"}.get(
            kind, kind
        )
    if paired:
        pairs = [f"{key.names[place]!r} = {response.names[order[place]]!r}" for place in paired]
        problems.add(warning("CE075", kind, response.file, count=len(pairs), pairs=pairs))
    return order


def _by_text(ours: Sequence[bytes], theirs: Sequence[bytes]) -> Integers:
    """Return for each text its index among the others; -1 if it is missing. All are -1 if a side has a text twice."""
    number = {text: place for place, text in enumerate(theirs)}
    is_clear = len(number) == len(theirs) and len(set(ours)) == len(ours)
    return integers(number.get(text, -1) if is_clear else -1 for text in ours)


def _characters(corpus: Corpus, document: int) -> bytes:
    """Return the characters of a document, independent of its tokens."""
    from corefeval.pairing.characters import plain  # noqa: PLC0415 - most responses have the key's words

    return "".join(map(plain, words_of(corpus, document))).encode(errors="surrogatepass")


def _can_be_aligned(key: Corpus, response: Corpus, settings: Settings) -> bool:
    """Return whether documents in the same order would be scored without a problem; False if the key has no words."""
    if not int(key.nodes.word_counts.sum()):
        return False
    problems = Problems()
    try:
        _over_same_words(key, response, settings, problems)
    except CorefevalError:
        return False
    return not any(problem.code == "CE106" for problem in problems)


def _over_same_words(
    key: Corpus, response: Corpus, settings: Settings, problems: Problems
) -> tuple[Corpus, Corpus]:
    """Return both corpora if their words are the same; raise at the first difference otherwise. Zeros are not words.

    - Starred tokens: OntoNotes marks zeros in Arabic and Chinese as tokens that begin with *, and CRAC's JSON as tokens
      ##. Predicted files lack them. If only they differ in a document, or if a changed copy has none, they are treated
      as zeros, with a warning.
    - align=positions: words may differ, with a warning. The number of words may not differ, because mentions are
      compared by word numbers. The same applies with align=auto if a file gives no words.
    - Other words: if the settings allow it, mentions over other words are mapped to the key's words.

    Mentions that are in neither text are equal only if both sides have the same ones.
    """
    key, response = _with_stars_as_zeros(key, response, settings)
    if _are_same_text(key, response):
        return key, response
    key, response = _relieved_of_stars(key, response, settings, problems)
    different = _different(key, response)
    if settings.align == "positions" and len(different):
        lengths = np.stack([key.nodes.word_counts, response.nodes.word_counts])[:, different]
        if (lengths[0] != lengths[1]).any():
            _refuse_different_words(key, response, different[lengths[0] != lengths[1]], settings)
        lacking = _lack_words(key, different) | _lack_words(response, different)
        if not lacking.all():
            _note_different_words(key, response, different[~lacking], problems)
        different = integers()
    if settings.align == "strict" and len(different):
        _refuse_different_words(key, response, different, settings)
    if settings.align in {"auto", "rewrite"} and len(different):
        different = _with_words(key, response, different, settings, problems)
    crowded = _crowded(key, response)
    if not len(different) and not len(crowded):
        return key, response
    from corefeval.pairing.characters import WordMap  # noqa: PLC0415 - same
    from corefeval.pairing.mapping import map_to_key  # noqa: PLC0415 - most responses have the key's words

    counts = response.nodes.word_counts.tolist()
    maps = {document: WordMap.same(counts[document]) for document in crowded.tolist()}
    found, copied = _maps(key, response, different, settings, problems)
    carried = map_to_key(key, response, maps | found)
    if copied:
        shares = np.full(len(key.names), np.nan)
        shares[list(copied)] = list(copied.values())
        carried.source.copied = shares
    return key, carried


def _with_words(
    key: Corpus, response: Corpus, documents: Integers, settings: Settings, problems: Problems
) -> Integers:
    """Return the documents that have words on both sides; in the others mentions are compared by word numbers.

    Documents with different numbers of words cannot be compared. With align=auto this raises an error; with
    align=rewrite all mentions of the copy are lost.
    """
    sides = (("key", key), ("response", response))
    lacking = {side: _lack_words(corpus, documents) for side, corpus in sides}
    without = documents[lacking["key"] | lacking["response"]]
    without = without[[not _have_same_characters(key, response, document) for document in without.tolist()]]
    if len(without):
        ours, theirs = (corpus.nodes.word_counts[without] for corpus in (key, response))
        if (ours != theirs).any() and settings.align == "auto":
            by_number = settings.changed({"align": "positions"})
            _refuse_different_words(key, response, without[ours != theirs], by_number)
        without = without[ours == theirs]
        for side, corpus in sides:
            if lacking[side].any():
                problem = warning("CE095", "gives-no-words-mentions", corpus.file, side=side)
                problems.add(adding(problem, side))
    return np.setdiff1d(documents, without)


def _have_same_characters(key: Corpus, response: Corpus, document: int) -> bool:
    """Return whether a document has the same characters on both sides; so a text masked as ____ counts as having words."""
    return "".join(words_of(key, document)) == "".join(words_of(response, document))


def _lack_words(corpus: Corpus, documents: Integers) -> Booleans:
    """Return which of these documents come from a file without words."""
    nodes, forms = corpus.nodes, corpus.nodes.forms
    start, stop = nodes.start[documents], nodes.stop[documents]
    first, last = forms.offsets[start], forms.offsets[stop]
    # one byte per word, all equal: the length alone excludes most documents
    may_lack = np.flatnonzero((stop > start) & (last - first == stop - start))
    lacking = np.zeros(len(documents), bool)
    lacking[may_lack] = [
        all(form == UNKNOWN for form in forms.slice(int(start[each]), int(stop[each]))) for each in may_lack
    ]
    return lacking


def _crowded(key: Corpus, response: Corpus) -> Integers:
    """Return the documents in which both sides have mentions outside the text, but not the same ones."""
    if not len(key.nodes.outside) or not len(response.nodes.outside):
        return integers()
    sides = []
    for nodes in (key.nodes, response.nodes):
        edges = np.searchsorted(nodes.outside, np.stack([nodes.start, nodes.stop])).T.tolist()
        forms = list(nodes.forms.take(nodes.outside))
        sides.append([forms[begin:end] for begin, end in edges])
    return integers(
        document
        for document, (ours, theirs) in enumerate(zip(*sides, strict=True))
        if ours and theirs and ours != theirs
    )


def _maps(
    key: Corpus, response: Corpus, documents: Integers, settings: Settings, problems: Problems
) -> tuple[dict[int, WordMap], dict[int, float]]:
    """Return the map of words for each of these documents, and the quality of each changed copy.

    The quality of a copy is the share of the key's words that were found in it. A text that is no copy raises an error.
    """
    from corefeval.pairing.characters import WordMap, by_characters  # noqa: PLC0415 - most responses have the key's words
    from corefeval.pairing.rewritten import by_rewriting  # noqa: PLC0415 - same

    maps, copied, refused, foreign, brackets = {}, {}, [], [], []
    # the official conversion of such answers compares words by their numbers
    is_answer = response.traits.zeros_follow_governors
    for document in documents.tolist():
        words = [words_of(corpus, document) for corpus in (key, response)]
        found = by_characters(words[0], words[1])
        if found is not None:
            maps[document] = found
            continue
        early = _beginning(words[0], words[1], response)
        if early is None and settings.align != "rewrite":
            refused.append(document)
            continue
        found = early or by_rewriting(words[0], words[1])
        covered, shared = found.covered(len(words[0])), int((found.first >= 0).sum())
        is_part = covered < COPY * len(words[0])
        rest = len(words[0]) - 1 - int(found.last.max(initial=-1))
        if early is not None or (words[1] and rest > AT_THE_END):
            problems.add(_ends_early(key, response, document, found))
        elif is_part and (shared >= COPY * len(words[1]) or set(words[1]) == {UNKNOWN}):
            problems.add(_hardly_a_copy(key, response, document, covered, Severity.WARNING))
        if is_part and shared < COPY * len(words[1]) and set(words[1]) != {UNKNOWN} != set(words[0]):
            foreign.append(_hardly_a_copy(key, response, document, covered, Severity.ERROR))
        if _is_answer(response):
            brackets += _added_brackets(words[0], response, document, found)
        if is_answer and found.keeps_places(len(words[0])):
            found = replace(WordMap.same(len(words[1])), is_same=False)
        maps[document] = found
        copied[document] = covered / max(len(words[0]), 1)
    if brackets:
        problems.add(replace(brackets[0], count=sum(each.count for each in brackets)))
    if foreign:
        raise CorefevalError(foreign)
    if refused:
        _refuse_different_words(key, response, integers(refused), settings)
    return maps, copied


def _added_brackets(ours: Sequence[str], response: Corpus, document: int, found: WordMap) -> list[Problem]:
    """Return a warning about the brackets of a copy that the text lacks, if any: perhaps tags in another notation."""
    from corefeval.pairing.characters import plain  # noqa: PLC0415 - only changed copies

    theirs = _document_words(response, document)
    added = Counter(character for _, word in theirs for character in plain(word) if character in BRACKETS)
    added -= Counter(character for word in ours for character in plain(word) if character in BRACKETS)
    places = [place for place, (_, word) in enumerate(theirs) if not added.keys().isdisjoint(plain(word))]
    if not places:
        return []
    first = next((place for place in places if found.first[place] < 0), places[0])
    text = " ".join(word for _, word in theirs[first : first + WORDS_QUOTED])
    place = response.source.place(theirs[first][0])
    return [warning("CE071", "brackets-in-text", place, text, count=added.total())]


def _hardly_a_copy(key: Corpus, response: Corpus, document: int, covered: int, severity: Severity) -> Problem:
    """Return the problem that a response has few of the key's words."""
    return Problem(
        "CE106",
        "only-key-in-response" if severity is Severity.WARNING else "no-copy",
        response.file_of(document),
        key.names[document],
        severity=severity,
        covered=covered,
        words=len(words_of(key, document)),
        least=round(100 * COPY),
    )


def _beginning(ours: Sequence[str], theirs: Sequence[str], response: Corpus) -> WordMap | None:
    """Return the map of words for an answer that copies only the beginning of the key's text; None for other texts.

    The last word may be truncated.
    """
    from corefeval.pairing.characters import by_characters, first_difference  # noqa: PLC0415 - few texts are cut off
    from corefeval.pairing.rewritten import by_rewriting  # noqa: PLC0415 - same

    if not _is_answer(response) or not theirs:
        return None
    parted = first_difference(ours, theirs)
    if parted is None or parted[1] < len(theirs) or parted[0] >= len(ours):
        return None
    return by_characters(ours[: parted[0]], theirs) or by_rewriting(ours[: parted[0] + 1], theirs)


def _ends_early(key: Corpus, response: Corpus, document: int, found: WordMap) -> Problem:
    """Return the warning that a copy ends before the text does, with the place where it ends."""
    words = words_of(key, document)
    end = min(int(found.last.max(initial=-1)) + 1, len(words) - 1)  # the last word may be truncated
    node, last = _document_words(response, document)[-1]
    return warning(
        "CE077",
        "document-copy-ends-after",
        response.source.place(node),
        last,
        names=key.names[document],
        end=end,
        words=len(words),
        words2=words[end],
    )


def _with_stars_as_zeros(key: Corpus, response: Corpus, settings: Settings) -> tuple[Corpus, Corpus]:
    """Return both corpora with starred tokens as zeros, if the user states how to treat zeros.

    The key decides for each document, regardless of the response. A star is a word in CorefUD and CoNLL-UA, which have
    empty nodes, and in a document of another format that lists its zeros.
    """
    if settings.starred != "zeros" or has_empty_nodes(key.format) or key.mentions.objects is not None:
        return key, response
    nodes = key.nodes
    counts = np.searchsorted(nodes.empty, nodes.stop) - np.searchsorted(nodes.empty, nodes.start)
    documents = np.flatnonzero(counts == 0)
    found = _stars_as_zeros(key, response, documents)
    if all(
        len(new.nodes.empty) == len(old.nodes.empty) for new, old in zip(found, (key, response), strict=True)
    ):
        return key, response
    return found[0], found[1]


def _relieved_of_stars(
    key: Corpus, response: Corpus, settings: Settings, problems: Problems
) -> tuple[Corpus, Corpus]:
    """Return both corpora with starred tokens as zeros in the documents whose words are then the same."""
    different = _different(key, response)
    without = _stars_as_zeros(key, response, different)
    freed = np.setdiff1d(different, _different(*without))
    if settings.align == "positions":
        before, after = (
            ours.nodes.word_counts == theirs.nodes.word_counts for ours, theirs in ((key, response), without)
        )
        freed = np.union1d(freed, different[~before[different] & after[different]])
    elif settings.align != "strict":
        freed = np.union1d(freed, _freed_by_characters((key, response), without, different, settings))
    if not len(freed) or any(_has_inner_zeros(corpus, freed) for corpus in (key, response)):
        return key, response
    relieved = _stars_as_zeros(key, response, freed)
    counts = [
        len(new.nodes.empty) - len(old.nodes.empty)
        for new, old in zip(relieved, (key, response), strict=True)
    ]
    is_all = len(freed) == len(key.names)
    problems.add(
        warning(
            "CE057",
            "stars-are-zeros" if is_all else "stars-are-zeros-in-some",
            response.file,
            key=counts[0],
            response=counts[1],
            documents=len(freed),
            whole=len(key.names),
        )
    )
    return relieved[0], relieved[1]


def _freed_by_characters(
    sides: tuple[Corpus, Corpus], without: list[Corpus], documents: Integers, settings: Settings
) -> Integers:
    """Return the documents whose characters are equal without starred tokens.

    With align=rewrite, return the documents in which only one side has starred tokens.
    """
    stars = [
        corpus.nodes.word_counts - bare.nodes.word_counts for corpus, bare in zip(sides, without, strict=True)
    ]
    unequal = documents[(stars[0] != stars[1])[documents]].tolist()
    if settings.align == "rewrite":
        copied = _copied_stars(*sides) if _is_answer(sides[1]) else stars[0] * stars[1]
        return integers(document for document in unequal if not copied[document])

    return integers(
        document
        for document in unequal
        if _characters(without[0], document) == _characters(without[1], document)
    )


def _has_inner_zeros(corpus: Corpus, documents: Integers) -> bool:
    """Return whether documents other than these have zeros that belong to the mentions around them."""
    nodes = corpus.nodes
    return nodes.empty_inside and bool((~_is_in(nodes, documents)[nodes.empty]).any())


def _is_in(nodes: Nodes, documents: Integers) -> Booleans:
    """Return for each node whether it is in one of these documents."""
    return covered(len(nodes.forms), nodes.start[documents], nodes.stop[documents])


def _stars_as_zeros(key: Corpus, response: Corpus, documents: Integers) -> list[Corpus]:
    """Return both corpora with starred tokens as zeros.

    Language models use stars for bold, italics and lists. So a starred token of an answer is a zero only if the key has
    the same one.
    """
    starred = [_starred(corpus, documents) for corpus in (key, response)]
    if _is_answer(response):
        known = set(key.nodes.forms.take(starred[0]))
        forms = response.nodes.forms.take(starred[1])
        starred[1] = starred[1][np.array([form in known for form in forms], bool)]
    return [
        _starred_as_zeros(corpus, documents, found)
        for corpus, found in zip((key, response), starred, strict=True)
    ]


def _is_answer(corpus: Corpus) -> bool:
    """Return whether a language model wrote a corpus."""
    entry = BY_NAME.get(corpus.format)
    return entry is not None and entry.is_answer


def _copied_stars(key: Corpus, answer: Corpus) -> Booleans:
    """Return for each document whether the answer has a starred token of the key, perhaps in several tokens."""
    starred = _starred(key, np.arange(len(key.names)))
    document = np.searchsorted(key.nodes.stop, starred, side="right")
    copied = np.zeros(len(key.names), bool)
    for number in np.unique(document).tolist():
        text = "".join(words_of(answer, number))
        forms = set(key.nodes.forms.take(starred[document == number]))
        copied[number] = any(form in text for form in forms)
    return copied


def _starred(corpus: Corpus, documents: Integers) -> Integers:
    """Return the tokens ## and *… of documents."""
    nodes = corpus.nodes
    filled = np.flatnonzero((np.diff(nodes.forms.offsets) > 0) & _is_in(nodes, documents))
    begins, block = nodes.forms.offsets[filled], nodes.forms.block
    is_star = block[begins] == ord("*")
    pair = np.flatnonzero(nodes.forms.offsets[filled + 1] - begins == len("##"))
    is_star[pair] |= (block[begins[pair]] == ord("#")) & (block[begins[pair] + 1] == ord("#"))
    starred: Integers = filled[is_star & ~nodes.is_outside(filled)]
    return starred


def _starred_as_zeros(corpus: Corpus, documents: Integers, starred: Integers) -> Corpus:
    """Return the corpus with these tokens as empty nodes, which do not belong to the mentions around them.

    Only the given documents change; in the others empty nodes keep their numbers.
    """
    nodes = corpus.nodes
    inside = _is_in(nodes, documents)
    empty = np.union1d(nodes.empty, starred)
    follows = np.append(False, np.diff(empty) == 1) & ~np.isin(empty, nodes.start)
    run_start = np.maximum.accumulate(np.where(follows, 0, np.arange(len(empty))))
    minor = np.arange(len(empty)) - run_start + 1
    kept = ~inside[nodes.empty]
    minor[np.searchsorted(empty, nodes.empty[kept])] = nodes.minor[kept]
    return replace(corpus, nodes=replace(nodes, empty=empty, minor=minor, empty_inside=False))


def _refuse_different_words(key: Corpus, response: Corpus, documents: Integers, settings: Settings) -> None:
    """Raise an error that names the first difference between the words of each document."""
    named = documents[:EXAMPLES_NAMED].tolist()
    found = [_first_difference(key, response, document, settings) for document in named]
    if len(documents) > EXAMPLES_NAMED:
        kind = "more-other-numbers-of-words" if settings.align == "positions" else "more-other-words"
        found.append(Problem("CE013", kind, response.file, documents=len(documents) - EXAMPLES_NAMED))
    raise CorefevalError(found)


def _note_different_words(key: Corpus, response: Corpus, documents: Integers, problems: Problems) -> None:
    """Warn about words that differ: their number, and the first of them."""
    pairs = [
        (ours, theirs)
        for document in documents.tolist()
        for ours, theirs in zip(
            _document_words(key, document), _document_words(response, document), strict=True
        )
        if ours[1] != theirs[1]
    ]
    (node, word), (other_node, other) = pairs[0]
    place = response.source.place(other_node)
    problems.add(
        warning(
            "CE013",
            "compared-their-number",
            place,
            other,
            count=len(pairs),
            documents=len(documents),
            key_place=key.source.place(node),
            word=word,
        )
    )


def _different(key: Corpus, response: Corpus) -> Integers:
    """Return the documents with different words; a document missing from the response has none to compare."""
    ours, theirs = _texts(key), _texts(response)
    nodes = response.nodes
    return integers(
        document
        for document in range(len(key.names))
        if ours[document] != theirs[document]
        and (response.names[document] or nodes.stop[document] > nodes.start[document])
    )


def _texts(corpus: Corpus) -> list[bytes]:
    """Return for each document a digest of its words; equal words have equal digests."""
    words = _word_nodes(corpus)
    edges = np.append(0, np.cumsum(corpus.nodes.word_counts)).tolist()
    lengths = np.diff(words.offsets)
    found = []
    for start, stop in pairwise(edges):
        digest = hashlib.blake2b(lengths[start:stop].tobytes(), digest_size=16)
        digest.update(words.block[words.offsets[start] : words.offsets[stop]].tobytes())
        found.append(digest.digest())
    return found


def _word_nodes(corpus: Corpus) -> TextColumn:
    """Return the word forms of all documents in order, without empty nodes and nodes outside the text."""
    nodes = corpus.nodes
    whole = len(nodes.start) == 0 or (
        int(nodes.start[0]) == 0
        and np.array_equal(nodes.stop[:-1], nodes.start[1:])
        and int(nodes.stop[-1]) == len(nodes.forms)
    )
    if whole and not len(nodes.empty) and not len(nodes.outside):
        return nodes.forms
    lengths = nodes.stop - nodes.start
    _, index = ranges(nodes.start, lengths)
    return nodes.forms.take(index[nodes.is_word(index)])


def _are_same_text(key: Corpus, response: Corpus) -> bool:
    """Return whether both texts are equal, compared by nodes if both have the same nodes, otherwise by words."""
    ours, theirs = key.nodes, response.nodes
    if all(
        np.array_equal(getattr(ours, name), getattr(theirs, name))
        for name in ("start", "stop", "empty", "outside")
    ) and ours.forms.equals(theirs.forms):
        return True
    if len(ours.outside) and len(theirs.outside):
        return False
    return np.array_equal(ours.word_counts, theirs.word_counts) and _word_nodes(key).equals(
        _word_nodes(response)
    )


def _first_difference(key: Corpus, response: Corpus, document: int, settings: Settings) -> Problem:
    ours, theirs = (_document_words(corpus, document) for corpus in (key, response))
    name = key.names[document]
    if settings.align == "positions":
        return Problem(
            "CE013",
            "other-number-of-words",
            response.file_of(document),
            name=name,
            amounts=_amounts(ours, theirs),
        )
    for corpus, which in ((key, "key"), (response, "response")):
        if _lack_words(corpus, integers([document]))[0]:
            place = corpus.file_of(document)
            return Problem("CE013", "document-gives-no-words", place, name=name, side=which)
    parted = _parting(ours, theirs, settings)
    (node, word), (other_node, other) = (
        words[number] if number < len(words) else (-1, "")
        for words, number in zip((ours, theirs), parted, strict=True)
    )
    can_crop = settings.crop == "no" and len(theirs) > len(ours) and is_part(key, response, document)
    if can_crop and node >= 0:
        place, amounts = response.file_of(document), _amounts(ours, theirs)
        return Problem("CE013", "key-is-part-of-response", place, name, name=name, amounts=amounts)
    if node >= 0 and other_node >= 0:
        return Problem(
            "CE013",
            "document-key-response",
            response.source.place(other_node),
            other,
            name=name,
            key_place=key.source.place(node),
            word=word,
            advice="same-text" if _have_same_characters(key, response, document) else "",
        )
    going_on, node, word = (response, other_node, other) if node < 0 else (key, node, word)
    longer, shorter = ("response", "key") if going_on is response else ("key", "response")
    return Problem(
        "CE013",
        "response-goes-on" if can_crop else "goes-on",
        going_on.source.place(node),
        word,
        name=name,
        amounts=_amounts(ours, theirs),
        longer=longer,
        shorter=shorter,
    )


def _amounts(ours: Sequence[tuple[int, str]], theirs: Sequence[tuple[int, str]]) -> Problem:
    """Return the numbers of words of both sides, and the units in which they are counted."""
    units = [_unit([word for _, word in words]) for words in (ours, theirs)]
    other = units[1] if units[1] != units[0] else ""
    return Problem("CE013", "amounts", key=len(ours), unit=units[0], response=len(theirs), other_unit=other)


def _unit(words: Sequence[str]) -> str:
    """Return the name of the units of a document; text in a script without blanks may be cut into characters."""
    if words and all(word == UNKNOWN for word in words):
        return "positions without words"
    unspaced = [word for word in words if not word.isascii()]
    counted = unspaced if 2 * len(unspaced) >= len(words) else words
    is_cut = len(words) >= FEW and all(len(word) < 2 for word in counted)
    return "characters" if is_cut else "words"


def _parting(
    ours: list[tuple[int, str]], theirs: list[tuple[int, str]], settings: Settings
) -> tuple[int, int]:
    """Return the numbers of the words at which two different texts part: by characters, if these differ and may decide."""
    words = [[word for _, word in side] for side in (ours, theirs)]
    parted = None
    if settings.align != "strict":
        from corefeval.pairing.characters import first_difference  # noqa: PLC0415 - only for what is refused

        parted = first_difference(words[0], words[1])
    pairs = enumerate(zip_longest(*words))
    return parted or next((number, number) for number, (word, other) in pairs if word != other)


def _document_words(corpus: Corpus, document: int) -> list[tuple[int, str]]:
    """Return the words of a document with their nodes."""
    here = np.arange(corpus.nodes.start[document], corpus.nodes.stop[document])
    nodes = here[corpus.nodes.is_word(here)].tolist()
    return list(zip(nodes, words_of(corpus, document), strict=True))
