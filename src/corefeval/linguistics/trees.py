"""Phrase trees of mentions from the parse column of CoNLL-2012, and the minimum spans that they give.

The tree of a mention consists of the brackets on its own words. A phrase that begins before the mention is not seen; a
phrase that ends after it is cut. Moosavi, Born, Poesio and Strube (2019) defined the minimum span of a tree; their
scorer coval decides all corner cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from corefeval.corpus.corpus import Corpus
from corefeval.problems import CorefevalError, Problem

NOMINAL = ("NP", "NM", "QP", "NX")
VERBAL = ("VP",)
"""The first two letters of the labels of phrases in which the minimum span of a noun or verb phrase is searched."""

_LIGHT = frozenset({"CC", "DT", "IN"})
_BRACKETS = frozenset({"-LRB-", "-RRB-"})


@dataclass(slots=True)
class Phrase:
    """A phrase, or a run of words directly under one.

    Attributes:
        label: the category; '' for a run of words.
        parts: the phrases and runs that it consists of. A run has parts if its words begin the mention before any
            bracket; all that follows is then under it.
        words: the nodes of a run; () for a phrase.
        end: the node at which a run ends: its last one, or the one before which brackets open.
    """

    label: str
    parts: list[Phrase] = field(default_factory=list)
    words: tuple[int, ...] = ()
    end: int = -1


class ParseCell(NamedTuple):
    """The content of a parse cell: the labels of opening phrases, whether there is a word, the number of closing phrases."""

    opened: tuple[str, ...]
    has_word: bool
    closed: int

    @classmethod
    def of(cls, text: str) -> ParseCell:
        """Parse a cell such as (S(NP-SBJ*); only the letters of a label count."""
        before, star, after = text.partition("*")
        labels = ("".join(filter(str.isalpha, label)) for label in before.split("(")[1:])
        return cls(tuple(labels), bool(star), after.count(")"))


class WordRun(NamedTuple):
    """A run of words of a minimum span, counted from the first node of its mention.

    Attributes:
        words: the words.
        end: the node at which it ends, as in Phrase.
    """

    words: tuple[int, ...]
    end: int


class MinimumSpan(NamedTuple):
    """The category and minimum span of a mention, from its tree.

    Attributes:
        label: the category of the mention.
        runs: the minimum span; () if no word of its tree counts.
    """

    label: str
    runs: tuple[WordRun, ...]


class Trees:
    """The phrase trees of a corpus, looked up by the first and last node of a mention.

    Args:
        words: the form of each node.
        tags: the part of speech of each node.
        cells: the parse cell of each node.
    """

    def __init__(self, words: Sequence[str], tags: Sequence[str], cells: Sequence[str]) -> None:
        self.words, self._tags = words, tags
        read = {text: ParseCell.of(text) for text in dict.fromkeys(cells)}
        self._cells = [read[text] for text in cells]
        self._texts = cells
        self._known: dict[tuple[int, ...], MinimumSpan | None] = {}

    @classmethod
    def of(cls, corpus: Corpus, setting: str) -> Trees:
        """Return the trees of a corpus; raise if it has none, because the setting needs them."""
        columns = corpus.source.columns(["parse", "xpos"])
        parse, tags = columns["parse"], columns["xpos"]
        if parse is None:
            raise CorefevalError(Problem("CE044", "needs-phrase-trees-key", corpus.file, setting=setting))
        forms = list(corpus.nodes.forms)
        return cls(forms, [""] * len(forms) if tags is None else list(tags), list(parse))

    def measured(self, first: int, last: int) -> MinimumSpan | None:
        """Return the label and the minimum span of a mention; None if it has no tree.

        The result depends only on the brackets and the kind of each word. Mentions that are equal in both, as most
        short ones are, are computed once.
        """
        alike = tuple(self._alike[first : last + 1])
        if alike not in self._known:
            self._known[alike] = self._measured(first, last)
        return self._known[alike]

    def _measured(self, first: int, last: int) -> MinimumSpan | None:
        tree = self.tree(first, last)
        if tree is None:
            return None
        runs = self.minimum_span(tree)
        return MinimumSpan(
            tree.label,
            tuple(WordRun(tuple(node - first for node in run.words), run.end - first) for run in runs),
        )

    @cached_property
    def _alike(self) -> list[int]:
        """A code for each node, equal for nodes that tree() and minimum_span() treat the same."""
        numbers: dict[tuple[str, bool, bool], int] = {}
        kinds = zip(
            self._texts,
            map(_is_plain, self.words),
            map(self._counts, range(len(self._texts))),
            strict=True,
        )
        return [numbers.setdefault(kind, len(numbers)) for kind in kinds]

    def tree(self, first: int, last: int) -> Phrase | None:
        """Return the tree of a mention; None if there is none. Several adjacent phrases form a noun phrase.

        A run of words before a bracket is skipped if none of its words consists of only letters or only digits.
        """
        opened: list[Phrase] = []
        roots: list[Phrase] = []
        run: list[int] = []

        def put(phrase: Phrase, *, stays_open: bool) -> None:
            if opened:
                opened[-1].parts.append(phrase)
            if stays_open or not opened:
                opened.append(phrase)

        def end_run(node: int) -> None:
            if run:
                put(Phrase("", [], tuple(run), node), stays_open=False)
                run.clear()

        def close() -> None:
            phrase = opened.pop()
            if not opened:
                roots.append(phrase)

        for node in range(first, last + 1):
            cell = self._cells[node]
            if cell.opened:
                if not any(_is_plain(self.words[node]) for node in run):
                    run.clear()
                end_run(node)
            for label in cell.opened:
                put(Phrase(label), stays_open=True)
            if cell.has_word:
                run.append(node)
            for _ in range(cell.closed):
                end_run(node)
                if opened:
                    close()
        end_run(last)
        while opened:
            close()
        return Phrase("NP", roots) if len(roots) > 1 else next(iter(roots), None)

    def minimum_span(self, tree: Phrase) -> list[Phrase]:
        """Return the runs of words that form the minimum span of a mention; [] if no word of its tree counts.

        They are the words directly under the top. If there are none, they are the highest words of each noun phrase
        under it, and so of both halves of a conjunction. Verb phrases count instead if the top is one or has no noun
        phrase under it. Otherwise they are the highest words of the first noun or verb phrases further down.
        """
        direct = self._counting([tree]) or self._counting(tree.parts)
        if direct:
            return direct
        kinds = set(map(_kind, tree.parts))
        within = _kind(tree) or (VERBAL if VERBAL in kinds and NOMINAL not in kinds else NOMINAL)
        phrases = [part for part in tree.parts if part.parts and part.label[:2] in within]
        if phrases:
            return [run for phrase in phrases for run in self._highest(phrase, within)]
        return self._highest(tree, ())

    def _highest(self, top: Phrase, within: tuple[str, ...]) -> list[Phrase]:
        """Return the highest runs under a phrase; descend only through phrases with these labels.

        Without labels, descend through all phrases until the first noun phrase or verb phrase.
        """
        level = [top]
        while level:
            found = self._counting(level)
            if found:
                return found
            below: list[Phrase] = []
            for phrase in level:
                if phrase.words:
                    continue
                within = within or _kind(phrase)
                is_within = phrase.label[:2] in within
                if phrase is top or is_within or not within:
                    below.extend(part for part in phrase.parts if is_within or not part.words)
            level = below
        return []

    def _counting(self, phrases: Iterable[Phrase]) -> list[Phrase]:
        """Return the runs with a word other than punctuation, a determiner or a conjunction."""
        return [phrase for phrase in phrases if any(map(self._counts, phrase.words))]

    def _counts(self, node: int) -> bool:
        word = self.words[node]
        spelled = _is_plain(word) or word == "%" or any(map(_is_plain, word))
        return spelled and word not in _BRACKETS and self._tags[node] not in _LIGHT


def _is_plain(word: str) -> bool:
    """Return whether a word consists of only letters or only digits."""
    return word.isalpha() or word.isdigit()


def _kind(phrase: Phrase) -> tuple[str, ...]:
    """Return the labels to search under a noun phrase or a verb phrase; () for another phrase."""
    if phrase.label.startswith(("NP", "NM")):
        return NOMINAL
    return VERBAL if phrase.label.startswith("VP") else ()
