"""Key and response over the same documents and the same words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from corefeval.corpus import Corpus, Integers, integers
from corefeval.problems import CorefevalError, Problem, Problems, Severity
from corefeval.settings import Settings
from corefeval.text import TextColumn

SHOWN = 5
"""How many examples a message names."""


def align(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> tuple[Corpus, Corpus]:
    """Return both corpora with the key's documents in the key's order, or raise what stands against it."""
    response = _same_documents(key, response, settings, problems)
    problems.raise_errors()
    if settings.tokens == "check":
        key, response = _with_same_words(key, response, problems)
    if key.nodes.empty_inside != response.nodes.empty_inside:
        key, response = (
            replace(corpus, nodes=replace(corpus.nodes, empty_inside=False)) for corpus in (key, response)
        )
    return key, response


def sharing_words(key: Corpus, response: Corpus) -> Corpus:
    """Return the response with the key's word forms where they are the same: one text is held, not two."""
    ours, theirs = key.nodes, response.nodes
    if ours.forms is theirs.forms or not len(ours.forms) or not ours.forms.equals(theirs.forms):
        return response
    return replace(response, nodes=replace(theirs, forms=ours.forms))


def _same_documents(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Corpus:
    for corpus, side in ((key, "key"), (response, "response")):
        if len(set(corpus.names)) < len(corpus.names):
            for name, count in Counter(corpus.names).items():
                if count > 1:
                    message = f"the {side} has {count} documents of this name:"
                    problems.add(Problem("CE012", message, corpus.file, name))
    problems.raise_errors()
    if key.names == response.names:
        return response
    number = {name: index for index, name in enumerate(response.names)}
    if len(key.names) == len(response.names) == 1 and key.names[0] != response.names[0]:
        problems.add(
            Problem(
                "CE011",
                f"the only document is {key.names[0]!r} in the key and {response.names[0]!r} in the response; "
                "they are taken for the same one",
                severity=Severity.WARNING,
                hint="Give them the same name to be sure.",
            )
        )
        return response
    order = integers(number.get(name, -1) for name in key.names)
    lacking = [name for name in key.names if name not in number]
    if lacking and settings.missing == "error":
        if len(lacking) == len(key.names):
            problems.add(
                Problem(
                    "CE010",
                    f"key and response have no document in common: {_listed(lacking)} against "
                    f"{_listed(list(response.names))}",
                    response.file,
                )
            )
        else:
            problems.extend(Problem("CE010", "not in the response:", response.file, name) for name in lacking)
    elif lacking:
        problems.add(
            Problem(
                "CE010",
                f"{len(lacking)} of {len(key.names)} documents are missing in the response and scored as "
                f"empty: {_listed(lacking)}",
                severity=Severity.WARNING,
            )
        )
    known = set(key.names)
    extra = [name for name in response.names if name not in known]
    if extra:
        message = (
            f"{len(extra)} documents of the response are not in the key and not scored: {_listed(extra)}"
        )
        problems.add(Problem("CE011", message, response.file, severity=Severity.WARNING))
    problems.raise_errors()
    return response.select_documents(order)


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:SHOWN])
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _with_same_words(key: Corpus, response: Corpus, problems: Problems) -> tuple[Corpus, Corpus]:
    """Return both corpora if their words are the same, or raise where they part; zeros are not words.

    OntoNotes marks zeros in Arabic and Chinese as tokens that begin with *, which predicted files lack. Where
    only these make a difference they are taken for zeros, and that is said.
    """
    if key.mentions.objects is not None or response.mentions.objects is not None:
        return key, response
    if _are_same_text(key, response):
        return key, response
    relieved = _starred_as_zeros(key), _starred_as_zeros(response)
    if _are_same_text(*relieved):
        counts = [
            len(new.nodes.empty) - len(old.nodes.empty)
            for new, old in zip(relieved, (key, response), strict=True)
        ]
        message = f"tokens that begin with * are zeros, not words: {counts[0]} in the key, {counts[1]} in the response"
        problems.add(Problem("CE057", message, key.file, severity=Severity.WARNING))
        return relieved
    _refuse_different_words(key, response)
    return key, response


def _starred_as_zeros(corpus: Corpus) -> Corpus:
    """Return the corpus with tokens that begin with * as empty nodes, which are no words of mentions around them."""
    nodes = corpus.nodes
    filled = np.flatnonzero(np.diff(nodes.forms.offsets) > 0)
    starred = filled[nodes.forms.block[nodes.forms.offsets[filled]] == ord("*")]
    empty = np.union1d(nodes.empty, starred)
    follows = np.append(False, np.diff(empty) == 1) & ~np.isin(empty, nodes.start)
    run_start = np.maximum.accumulate(np.where(follows, 0, np.arange(len(empty))))
    return replace(
        corpus,
        nodes=replace(nodes, empty=empty, minor=np.arange(len(empty)) - run_start + 1, empty_inside=False),
    )


def _refuse_different_words(key: Corpus, response: Corpus) -> None:
    """Raise, saying where the words part."""
    found = [
        problem
        for document in range(len(key.names))
        if response.names[document] or response.nodes.stop[document] > response.nodes.start[document]
        if (problem := _first_difference(key, response, document)) is not None
    ]
    if found:
        shown = found[:SHOWN]
        if len(found) > SHOWN:
            shown.append(Problem("CE013", f"{len(found) - SHOWN} more documents have different words"))
        raise CorefevalError(shown)


def _word_nodes(corpus: Corpus) -> TextColumn:
    """Return the word forms of all documents in their order, empty nodes left out."""
    nodes = corpus.nodes
    whole = len(nodes.start) == 0 or (
        int(nodes.start[0]) == 0
        and np.array_equal(nodes.stop[:-1], nodes.start[1:])
        and int(nodes.stop[-1]) == len(nodes.forms)
    )
    if whole and not len(nodes.empty):
        return nodes.forms
    lengths = nodes.stop - nodes.start
    index = np.arange(int(lengths.sum())) + np.repeat(nodes.start - np.cumsum(lengths) + lengths, lengths)
    return nodes.forms.take(index[~nodes.is_empty(index)])


def _word_counts(corpus: Corpus) -> Integers:
    nodes = corpus.nodes
    return nodes.words_before(nodes.stop) - nodes.words_before(nodes.start)


def _are_same_text(key: Corpus, response: Corpus) -> bool:
    """Compare at once: node by node where both have the same nodes, else word by word."""
    ours, theirs = key.nodes, response.nodes
    if all(
        np.array_equal(getattr(ours, name), getattr(theirs, name)) for name in ("start", "stop", "empty")
    ) and ours.forms.equals(theirs.forms):
        return True
    return np.array_equal(_word_counts(key), _word_counts(response)) and _word_nodes(key).equals(
        _word_nodes(response)
    )


def _first_difference(key: Corpus, response: Corpus, document: int) -> Problem | None:
    ours, theirs = (_document_words(corpus, document) for corpus in (key, response))
    name = key.names[document]
    for (node, word), (other_node, other) in zip(ours, theirs, strict=False):
        if word != other:
            place = response.source.place(other_node)
            where = key.source.place(node)
            return Problem(
                "CE013", f"document {name!r}: the key ({where}) has {word!r}, the response", place, other
            )
    if len(ours) != len(theirs):
        longer, side = (ours, key) if len(ours) > len(theirs) else (theirs, response)
        node, word = longer[min(len(ours), len(theirs))]
        message = f"document {name!r}: {len(ours)} words in the key, {len(theirs)} in the response; the first extra one is"
        return Problem("CE013", message, side.source.place(node), word)
    return None


def _document_words(corpus: Corpus, document: int) -> list[tuple[int, str]]:
    start, stop = int(corpus.nodes.start[document]), int(corpus.nodes.stop[document])
    empty = corpus.nodes.is_empty(np.arange(start, stop)).tolist()
    forms = corpus.nodes.forms.slice(start, stop)
    return [
        (start + index, form) for index, (form, zero) in enumerate(zip(forms, empty, strict=True)) if not zero
    ]
