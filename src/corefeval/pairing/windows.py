"""Windows: a pairing whose documents are split into windows of a given number of words, for books."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.pairing.pairing import Matching, Pairing
from corefeval.problems import CorefevalError, CorpusWarning, Place, Problem, Problems, warning
from corefeval.settings import Settings


def cut_into_windows(pairing: Pairing, settings: Settings, problems: Problems) -> Pairing:
    """Return the pairing with each entity split into its parts in each window.

    A mention belongs to the window in which it starts, regardless of where it ends. Parts of entities in different
    windows are different entities. The counts of a document are the sums over its windows, as if each window were a
    document. A metric whose counts do not add up in this way is refused (see `Request.on`). With BookCoref's edges some
    mentions are lost, and some are counted twice.

    Args:
        pairing: the pairing of whole documents.
        settings: the length of a window, its edges, and whether parts of one mention are dropped as singletons.
        problems: collects warnings.
    """
    # A part of an entity has the number entity * width + window, where width is the number of windows. If the three mentions of
    # entity 4 are in the windows 0, 0 and 1 of 2, they are in the parts 8, 8 and 9; the codes of mentions change in the same way.
    key, response = pairing.key, pairing.response
    for side, corpus in (("key", key), ("response", response)):
        if corpus.mentions.objects is not None:
            raise CorefevalError(Problem("CE044", "window-needs-words", corpus.file, side=side))
    words = key.nodes.words_before(key.nodes.stop) - key.nodes.words_before(key.nodes.start)
    sides = [_Cut.of(corpus, words, settings) for corpus in (key, response)]
    if settings.window_edges == "bookcoref":
        for side, corpus, cut in zip(("key", "response"), (key, response), sides, strict=True):
            if cut.lost or cut.twice:
                place = Place(corpus.path)
                problems.add(LostAtEdges(side, place, cut.lost, cut.twice, settings.window))
    width = 1 + max((int(cut.window.max(initial=0)) for cut in sides), default=0)
    matching, cut_corpora = pairing.matching, []
    columns: list[Integers] = []
    for corpus, cut, code, target in (
        (key, sides[0], matching.key_code, matching.key_target),
        (response, sides[1], matching.response_code, matching.response_target),
    ):
        row, window = cut.row, cut.window
        if settings.singletons == "drop":
            part = corpus.mentions.entity[row] * width + window
            _, number, sizes = np.unique(part, return_inverse=True, return_counts=True)
            kept = np.flatnonzero(sizes[number] > 1)
            row, window = row[kept], window[kept]
        parts, number = np.unique(corpus.mentions.entity[row] * width + window, return_inverse=True)
        cut_corpora.append(corpus.with_entities(row, number.reshape(-1), parts // width))
        columns += [code[row] * width + window, np.where(target[row] >= 0, target[row] * width + window, -1)]
    key_code, key_target, response_code, response_target = columns
    cut_matching = Matching(key_code, response_code, key_target, response_target)
    return pairing.of(pairing, key=cut_corpora[0], response=cut_corpora[1], matching=cut_matching)


@dataclass(frozen=True, eq=False)
class _Cut:
    """The mentions of one side by window.

    Attributes:
        row: the mention.
        window: the index of its window in its document.
        lost: the number of mentions in no window.
        twice: the number of mentions in two windows.
    """

    row: Integers
    window: Integers
    lost: int = 0
    twice: int = 0

    @classmethod
    def of(cls, corpus: Corpus, words: Integers, settings: Settings) -> _Cut:
        """Return the windows of all mentions, given the number of words of each document of the key."""
        document, length = corpus.mention_document, settings.window
        before = corpus.nodes.words_before
        start = before(corpus.mentions.first) - before(corpus.nodes.start)[document]
        rows = np.arange(len(start))
        if settings.window_edges == "exact":
            return cls(rows, np.minimum(start, np.maximum(words[document] - 1, 0)) // length)
        whole = words[document] // length
        inside = (start % length != 0) & (start < whole * length)
        at_end = (start > words[document] - length) & (start < words[document])
        row = np.concatenate([rows[inside], rows[at_end]])
        window = np.concatenate([(start // length)[inside], whole[at_end]])
        order = np.lexsort((window, row))
        lost, twice = int((~(inside | at_end)).sum()), int((inside & at_end).sum())
        return cls(row[order], window[order], lost, twice)


@dataclass(frozen=True)
class LostAtEdges(CorpusWarning):
    """Mentions that BookCoref's windows lose or count twice.

    Attributes:
        side: key or response.
        place: the file of that side.
        lost: the number of mentions in no window.
        twice: the number of mentions in two windows.
        window: the length of a window, in words.
    """

    side: str
    place: Place
    lost: int
    twice: int
    window: int

    def problems(self) -> Iterator[Problem]:
        """Warn about these mentions."""
        yield warning(
            "CE171",
            "window-edges",
            self.place,
            side=self.side,
            lost=self.lost,
            twice=self.twice,
            window=self.window,
        )

    def __add__(self, other: LostAtEdges) -> LostAtEdges:
        """Return the sums over two pieces of a file."""
        return LostAtEdges(
            self.side, self.place, self.lost + other.lost, self.twice + other.twice, self.window
        )
