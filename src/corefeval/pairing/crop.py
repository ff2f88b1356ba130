"""Crop a response to the key's text, if that is one contiguous part of the response's text, such as an excerpt of a book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, compress

import numpy as np

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Nodes
from corefeval.pairing.characters import plain
from corefeval.problems import CorefevalError, Problem, Problems, adding, warning

SEVERAL = (-1, -1)
"""The result of `part_of` for a text that occurs more than once in the other."""


def crop(key: Corpus, response: Corpus, problems: Problems) -> Corpus:
    """Return the response with only the key's text; both corpora must have the same documents. The result counts as read.

    A mention with a word outside is dropped; an entity keeps only its mentions inside. Tokens may differ from the
    key's, because characters are compared. A document of the same text, or without words, does not change.

    Raises:
        CorefevalError: CE013 if the key's text is not part of the response's, or occurs in it more than once.
    """
    start, stop = response.nodes.start.copy(), response.nodes.stop.copy()
    found, faults, whole = [], [], 0
    for document, name in enumerate(key.names):
        ours, theirs = (words_of(corpus, document) for corpus in (key, response))
        if not ours or not theirs:
            continue
        part = part_of(ours, theirs)
        if part is None or part == SEVERAL:
            kind = "no-part-of-response" if part is None else "part-of-response-twice"
            faults.append(
                Problem("CE013", kind, response.file_of(document), name, words=len(ours), whole=len(theirs))
            )
        elif part != (0, len(theirs)):
            start[document], stop[document] = _nodes_of(response.nodes, document, part)
            found.append(document)
            whole += len(theirs)
    if faults:
        raise CorefevalError(faults)
    home, mentions = response.mention_document, response.mentions
    inside = (mentions.first >= start[home]) & (mentions.last < stop[home])
    dropped = int((~inside).sum())
    problem = warning(
        "CE098",
        "cropped",
        response.file,
        count=dropped,
        mentions=len(mentions),
        documents=len(found),
        words=int(key.nodes.word_counts[integers(found)].sum()),
        whole=whole,
    )
    problems.add(adding(problem, "response", bool(found)))
    if not found:
        return response
    kept = response.select_mentions(inside).select_documents(np.arange(len(response.names)))
    return replace(kept, nodes=replace(kept.nodes, start=start, stop=stop))


def is_part(key: Corpus, response: Corpus, document: int) -> bool:
    """Return whether cropping helps: the key's text of a document occurs once in the response's and is not all of it."""
    ours, theirs = (words_of(corpus, document) for corpus in (key, response))
    part = part_of(ours, theirs) if ours and theirs else None
    return part not in {None, SEVERAL, (0, len(theirs))}


def part_of(ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int] | None:
    """Return the position of a text within another: its first word, and the word after its last; None if it is no part.

    Examples:
        >>> part_of(["can", "not", "go"], ["You", "cannot", "go", "."])
        (1, 3)
        >>> part_of(["go"], ["go", "go"]) == SEVERAL, part_of(["o"], ["go"])
        (True, None)
    """
    wanted, words = "".join(map(plain, ours)), list(map(plain, theirs))
    text = "".join(words)
    begins = [0, *accumulate(map(len, words))]
    word_at = {place: number for number, place in enumerate(begins[:-1])}
    word_after = {place: number for number, place in reversed(list(enumerate(begins)))}
    parts: list[tuple[int, int]] = []
    at = text.find(wanted) if wanted else -1
    while at >= 0 and len(parts) < 2:
        if at in word_at and at + len(wanted) in word_after:
            parts.append((word_at[at], word_after[at + len(wanted)]))
        at = text.find(wanted, at + 1)
    return SEVERAL if len(parts) > 1 else parts[0] if parts else None


def _nodes_of(nodes: Nodes, document: int, part: tuple[int, int]) -> tuple[int, int]:
    """Return the range of nodes of some words, with the empty nodes of their sentences; the end is exclusive."""
    here = np.arange(nodes.start[document], nodes.stop[document])
    words = here[nodes.is_word(here)]
    first, last = int(words[part[0]]), int(words[part[1] - 1])
    before = int(words[part[0] - 1]) + 1 if part[0] else int(nodes.start[document])
    after = int(words[part[1]]) if part[1] < len(words) else int(nodes.stop[document])
    edges = nodes.sentences
    begin = int(edges[np.searchsorted(edges, first, side="right") - 1]) if len(edges) else before
    nextly = np.searchsorted(edges, last, side="right")
    end = int(edges[nextly]) if nextly < len(edges) else after
    return min(max(before, begin), first), max(min(after, end), last + 1)


def words_of(corpus: Corpus, document: int) -> list[str]:
    """Return the words of a document, without empty nodes and nodes outside the text."""
    nodes = corpus.nodes
    start, stop = int(nodes.start[document]), int(nodes.stop[document])
    forms = nodes.forms.slice(start, stop)
    if not len(nodes.empty) and not len(nodes.outside):
        return forms
    return list(compress(forms, nodes.is_word(np.arange(start, stop)).tolist()))
