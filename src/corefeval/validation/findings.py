"""Findings about a file on its own. A large file is checked in pieces, and the findings are joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.views import Mention
from corefeval.formats.base import ReadOptions
from corefeval.formats.catalogue import HOLDS
from corefeval.formats.large_files import Placing
from corefeval.names import spelled
from corefeval.problems import CorefevalError, IndivisibleError, Place, Problem, Severity, UsageError, warning

SHOWN_LETTERS = 40
"""The number of characters of another mention that a message shows."""

TREES = ("head", "parse")
COLUMNS = ("lemma", "upos", "xpos", "pos", "feats", "ne", "speaker")
EMPTY_CELLS = {"", "_", "-", "*"}
"""The values of an empty cell."""
CELLS = 1 << 12
"""The number of cells that are searched together for a non-empty one."""


@dataclass(frozen=True)
class ContentCounts:
    """The counts and kinds of annotation in a text.

    Attributes:
        counts: the numbers of documents, sentences, words, mentions, entities and so on.
        holds: the kinds of annotation in it, as named in catalogue.HOLDS, except `documents`.
    """

    counts: dict[str, int]
    holds: frozenset[str]

    def __add__(self, other: ContentCounts) -> ContentCounts:
        """Add the counts of two pieces."""
        counts = {name: count + other.counts[name] for name, count in self.counts.items()}
        return ContentCounts(counts, self.holds | other.holds)

    @classmethod
    def of(cls, corpus: Corpus, known: frozenset[str] = frozenset()) -> ContentCounts:
        """Count the contents of a corpus. Kinds of annotation known from other pieces are not searched again."""
        empty = len(corpus.names) - len(np.unique(corpus.entities.document))
        counts = {
            "documents": len(corpus.names),
            "documents_without_mentions": empty,
            "sentences": len(corpus.nodes.sentences),
            "words": int(corpus.nodes.word_counts.sum()),
            "empty_nodes": len(corpus.nodes.empty),
            "mentions": len(corpus.mentions),
            "discontinuous": int(corpus.mentions.is_discontinuous.sum()),
            "zeros": int(corpus.is_zero.sum()),
            "entities": len(corpus.entities),
            "singletons": int((corpus.entity_sizes == 1).sum()),
        }
        return cls(counts, known | _held(corpus, known))

    @property
    def held(self) -> tuple[str, ...]:
        """The kinds of annotation in the text, in the order of catalogue.HOLDS."""
        several = {"documents"} if self.counts["documents"] > 1 else set()
        return tuple(name for name in HOLDS if name in self.holds | several)


@dataclass(frozen=True, eq=False)
class CheckedFile:
    """The findings about a file, or about a piece of one.

    Attributes:
        refused: the problems that prevent reading the text; empty if it can be read.
        met: the other problems found while reading.
        listed_twice: a problem for each mention that is listed more than once.
        overlapping: a problem for each mention that shares words with another mention of its entity.
        codes: a problem for each type code that the scheme does not define.
        typed_by: the source of the type codes, such as an attribute; empty without codes or without a scheme.
        names: the names of the documents.
        mentions: the number of mentions in each document.
        convention: the interpretation of the format that the reader chose; it must be the same for the whole file.
        file: the place that problems about the whole file name.
        format: the name of the format.
        contents: the counts of the contents; None if the text cannot be read even without the faulty parts.
        corpus: the corpus; None if it was not kept.
    """

    refused: tuple[Problem, ...] = ()
    met: tuple[Problem, ...] = ()
    listed_twice: tuple[Problem, ...] = ()
    overlapping: tuple[Problem, ...] = ()
    codes: tuple[Problem, ...] = ()
    typed_by: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    mentions: tuple[int, ...] = ()
    convention: object = None
    file: Place = field(default_factory=Place)
    format: str = ""
    contents: ContentCounts | None = None
    corpus: Corpus | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        read: Callable[[ReadOptions], Corpus],
        options: ReadOptions,
        scheme: str,
        known: frozenset[str] = frozenset(),
    ) -> CheckedFile:
        """Read a text and check it.

        Args:
            read: a function that reads the text.
            options: the options for reading it.
            scheme: the scheme that defines the valid type codes, by name or as a file; '' to check no codes.
            known: the kinds of annotation already found in other pieces of the file.
        """
        refused: tuple[Problem, ...] = ()
        try:
            corpus = read(options)
            met = corpus.problems
        except UsageError:
            raise
        except CorefevalError as error:
            refused = error.problems
            try:
                corpus = read(replace(options, repair=True))
            except CorefevalError:
                return cls(refused)
            told = {*refused, *error.beside}
            additional = (each for each in corpus.problems if each.code != "CE048" and each not in told)
            met = (*error.beside, *additional)
        codes, typed_by = _illegal_codes(corpus, scheme) if scheme else ([], "")
        return cls(
            refused,
            met,
            tuple(_repeated_mentions(corpus)),
            (*_overlapping_mentions(corpus), *_expletive_entities(corpus)),
            tuple(codes),
            frozenset({typed_by} - {""}),
            corpus.names,
            tuple(np.bincount(corpus.mention_document, minlength=len(corpus.names)).tolist()),
            corpus.source.convention,
            corpus.file,
            corpus.format,
            ContentCounts.of(corpus, known),
            corpus,
        )

    @classmethod
    def joined(cls, pieces: Sequence[CheckedFile], placing: Placing) -> CheckedFile:
        """Join the findings about the parts of a file, in their order.

        Raises:
            IndivisibleError: if the parts were read differently, so that their findings cannot be joined.
        """
        for piece, expected in zip(pieces, placing.names, strict=True):
            if piece.contents is not None and piece.names != expected:
                raise IndivisibleError("other-documents-read")
        names = tuple(chain.from_iterable(placing.names))
        if len({piece.convention for piece in pieces} - {None}) > 1:
            raise IndivisibleError("understood-otherwise")
        typed_by = frozenset(chain.from_iterable(piece.typed_by for piece in pieces))
        if len(typed_by) > 1:
            raise IndivisibleError("codes-in-other-places")
        refused: list[Problem] = []
        met = placing.told(piece.met for piece in pieces)
        if any(piece.refused for piece in pieces):
            refused = placing.told(
                piece.refused or (each for each in piece.met if each.severity is Severity.ERROR)
                for piece in pieces
            )
            told = {*refused}
            met = [problem for problem in met if problem not in told]
        contents = [piece.contents for piece in pieces]
        known = [each for each in contents if each is not None]
        if len(known) < len(contents):
            return cls(tuple(refused))

        def all_of(name: str) -> tuple[Problem, ...]:
            found = (placing.moved(number, getattr(piece, name)) for number, piece in enumerate(pieces))
            return tuple(chain.from_iterable(found))

        return cls(
            tuple(refused),
            tuple(met),
            all_of("listed_twice"),
            all_of("overlapping"),
            all_of("codes"),
            typed_by,
            names,
            tuple(chain.from_iterable(piece.mentions for piece in pieces)),
            file=pieces[0].file,
            format=pieces[0].format,
            contents=sum(known[1:], known[0]),
        )


def _illegal_codes(corpus: Corpus, name: str) -> tuple[list[Problem], str]:
    """Return a problem for each type code that the scheme does not define, and the source of the codes ('' if none)."""
    from corefeval.linguistics.given_codes import Typing, illegal  # noqa: PLC0415 - only needed with a scheme
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - same

    scheme = scheme_named(name)
    typing = Typing.of(corpus, scheme)
    return list(illegal(corpus, scheme)), "" if typing is None else typing.source


def _held(corpus: Corpus, known: frozenset[str]) -> frozenset[str]:
    """Return the kinds of annotation in a corpus, as named in catalogue.HOLDS, except `documents`."""
    mentions, relations = corpus.mentions, corpus.relations
    wanted = [*(TREES if "trees" not in known else ()), *(COLUMNS if "columns" not in known else ())]
    columns = {
        name
        for name, column in corpus.source.columns(wanted).items()
        if column is not None
        and any(
            not {*column.slice(start, min(start + CELLS, len(column)))} <= EMPTY_CELLS
            for start in range(0, len(column), CELLS)
        )
    }
    attributes = set(mentions.attributes.names)
    has = {
        "singletons": (corpus.entity_sizes == 1).any(),
        "zeros": corpus.is_zero.any(),
        "discontinuous": mentions.is_discontinuous.any(),
        "heads": (mentions.head >= 0).any(),
        "minimum spans": (mentions.minimum_first >= 0).any(),
        "types": attributes & {"type", "etype", "ne", "code"},
        "representative": "representative" in attributes,
        "non-referring": corpus.entities.is_nonreferring is not None
        and corpus.entities.is_nonreferring.any(),
        "bridging": len(relations.anaphor),
        "split antecedents": len(relations.whole),
        "trees": columns & {*TREES},
        "columns": columns & {*COLUMNS},
        "no words": mentions.objects is not None,
    }
    return frozenset(name for name, holds in has.items() if holds)


def _repeated_mentions(corpus: Corpus) -> list[Problem]:
    """Report each mention that is listed more than once, and the entities that list it."""
    if not len(corpus.mentions):
        return []
    (codes,) = identify([corpus])
    repeated = np.bincount(codes)[codes] > 1
    holders: dict[int, list[int]] = {}
    for row in np.flatnonzero(repeated).tolist():
        holders.setdefault(int(codes[row]), []).append(row)
    found = []
    for rows in holders.values():
        labels = list(dict.fromkeys(Mention(corpus, row).entity.id for row in rows))
        kind = "listed-in-one-entity" if len(labels) == 1 else "listed-in-entities"
        found.append(_warning("CE030", kind, corpus, rows[0], times=len(rows), entities=labels))
    return found


def _overlapping_mentions(corpus: Corpus) -> list[Problem]:
    """Report mentions that overlap with another mention of their entity but are not equal to it."""
    mentions = corpus.mentions
    if len(mentions) < 2 or mentions.objects is not None:
        return []
    order = mentions.in_text_order(mentions.entity)
    entity, first, last = mentions.entity[order], mentions.first[order], mentions.last[order]
    reach = _reach(entity, last)
    flagged = np.flatnonzero((entity[1:] == entity[:-1]) & (last[reach[:-1]] >= first[1:])) + 1
    found = []
    for row, other in zip(order[flagged].tolist(), order[reach[flagged - 1]].tolist(), strict=True):
        ours, theirs = _nodes(corpus, row), _nodes(corpus, other)
        if ours == theirs or not ours & theirs:
            continue
        kind = "inside" if ours < theirs else "around" if ours > theirs else "crosses"
        outer = Mention(corpus, other)
        text = outer.text if len(outer.text) <= SHOWN_LETTERS else f"{outer.text[:SHOWN_LETTERS]}…"
        found.append(_warning("CE056", kind, corpus, row, entity=outer.entity.id, other=text))
    return found


def _expletive_entities(corpus: Corpus) -> list[Problem]:
    """Report mentions of entities whose attribute SemType is `expletive`."""
    attributes, pseudo = corpus.mentions.attributes, corpus.entities.is_nonreferring
    column = attributes.column(spelled("semtype", attributes.names))
    if column is None:
        return []
    number, texts = column.codes()
    is_expletive = np.array([text.lower() == "expletive" for text in texts], bool)[number]
    if pseudo is not None:
        is_expletive &= ~pseudo[corpus.mentions.entity]
    return [
        _warning("CE167", "expletive-with-entity", corpus, row, entity=Mention(corpus, row).entity.id)
        for row in np.flatnonzero(is_expletive).tolist()
    ]


def _reach(entity: Integers, last: Integers) -> Integers:
    """Return, for each row, which row of the same entity up to this one ends last. Rows must be sorted by entity."""
    shifted = entity * (int(last.max()) + 1) + last
    best = np.maximum.accumulate(shifted)
    is_best = np.append(True, best[1:] > best[:-1])
    return np.maximum.accumulate(np.where(is_best, np.arange(len(last)), 0))


def _nodes(corpus: Corpus, row: int) -> set[int]:
    return {node for first, last in Mention(corpus, row).spans for node in range(first, last + 1)}


def _warning(code: str, kind: str, corpus: Corpus, row: int, **arguments: Any) -> Problem:
    """Return a warning about a mention. It names the document if the place has no line number."""
    mention = Mention(corpus, row)
    place = corpus.source.place(int(corpus.mentions.first[row]))
    document = "" if place.line else mention.document.name
    return warning(code, kind, place, mention.text, document=document, **arguments)
