"""describe(): type, head, part of speech and named-entity class of every mention, and where they come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefeval.arrays import Integers, look_up
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.spans import Spans
from corefeval.linguistics.closed_class import closed_class
from corefeval.linguistics.heads import needed_columns
from corefeval.linguistics.labels import NO_TABLE, TypeTable, given_types
from corefeval.linguistics.mention_types import MentionType
from corefeval.linguistics.tags import (
    NAMES,
    PENN,
    UNIVERSAL,
    WANTED,
    Columns,
    Tagged,
    Tags,
    entity_classes,
    known_tags,
    shapes,
)
from corefeval.names import resolve
from corefeval.problems import CorefevalError, Place, Problem, Severity
from corefeval.text import TextColumn

if TYPE_CHECKING:
    from corefeval.linguistics.projection import Projection

SOURCES = ("given", "ud", "ptb", "plain")
"""Where types can come from, best first."""

_COLUMNS = {"ud": ("upos", "pos"), "ptb": ("pos", "xpos")}
_TAGSETS = {"ud": UNIVERSAL, "ptb": PENN}


@dataclass(frozen=True, eq=False)
class Linguistics:
    """What kind of expression each mention of a corpus as read is.

    Attributes:
        type: the MentionType of each mention.
        head: its head node, -1 for mentions without a text.
        pos: the part of speech of the head as the file writes it, '' if it has none.
        named: returns the column ne.
        source: where the types come from: given (in the file), ud (universal tags), ptb (Penn tags), plain.
        sources: the same for each attribute: type, head, pos, ne; '' where there is none.
        language: the declared language.
        problems: what a report has to say about it.
        basis: what was decided by looking at all documents. Pieces for which the same was decided are typed as the whole is: a tag set
            that most words of each piece speak is that of most words.
    """

    type: Integers
    head: Integers
    pos: TextColumn
    named: Callable[[], TextColumn]
    source: str
    sources: dict[str, str]
    language: str = ""
    problems: tuple[Problem, ...] = ()
    basis: tuple[str, ...] = ()

    @cached_property
    def ne(self) -> TextColumn:
        """The named-entity class of each mention, '' if none; read when it is asked for."""
        return self.named()

    def of(self, corpus: Corpus) -> Linguistics:
        """Return the rows of the mentions that a filtered corpus kept, in its order."""
        rows = corpus.number
        if rows is None:
            return self
        return replace(
            self,
            type=self.type[rows],
            head=self.head[rows],
            pos=self.pos.take(rows),
            named=lambda: self.ne.take(rows),
        )

    def joined(self, kept: Integers, other: Linguistics, rows: Integers, heads: Integers) -> Linguistics:
        """Return the kept rows and behind them some rows of another side, whose heads are given as nodes of this one."""
        return replace(
            self,
            type=np.concatenate([self.type[kept], other.type[rows]]),
            head=np.concatenate([self.head[kept], heads]),
            pos=TextColumn.concatenate([self.pos.take(kept), other.pos.take(rows)]),
            named=lambda: TextColumn.concatenate([self.ne.take(kept), other.ne.take(rows)]),
        )


def describe(
    corpus: Corpus, *, language: str = "", source: str = "", table: TypeTable = NO_TABLE
) -> Linguistics:
    """Return type, head, part of speech and named-entity class of each mention of the corpus as read.

    Types in the file win; where it has none they are derived from the best source at hand, universal tags
    before Penn tags before the bare words.

    Args:
        language: ISO 639 code; only the bare words need it.
        source: one of SOURCES to use just that one.
        table: how labels and other attributes of mentions say their types.
    """
    whole = corpus.original or corpus
    source = source and resolve("source of mention types", source, SOURCES)
    given, unlisted = given_types(whole, table) if source in {"", "given"} else (None, ())
    derived = _derive(whole, language, "" if source == "given" else source)
    if given is None:
        if source == "given":
            problem = Problem("CE044", "file-gives-no-mention", whole.file)
            raise CorefevalError(problem)
        return replace(derived, problems=(*derived.problems, *unlisted)) if unlisted else derived
    missing = given == MentionType.UNKNOWN
    problems = derived.problems if missing.any() else ()
    if unlisted:
        problems = (*problems, *unlisted)
    elif missing.any():
        problems = (
            *problems,
            Problem(
                "CE046",
                "mentions-no-type",
                whole.file,
                severity=Severity.WARNING,
                count=int(missing.sum()),
                mentions=len(missing),
                source=derived.source,
            ),
        )
    return replace(
        derived,
        type=np.where(missing, derived.type, given),
        source="given",
        sources=derived.sources | {"type": "given"},
        problems=problems,
        basis=("given", *derived.basis),
    )


def describe_pair(
    key: Corpus, response: Corpus, *, language: str = "", source: str = "", table: TypeTable = NO_TABLE
) -> tuple[Linguistics, Linguistics]:
    """Return the linguistics of key and response, typed from the same source.

    Where one side gives its types and the other does not, or one has tags and the other does not, both are
    typed with the tags of one file, the key's if they are as good, as both have the same words; where the
    words do not fit, from the best source that both files have. A warning says so. Otherwise the mistakes of
    the derivation would be booked as the system's.
    """
    ours, theirs = (
        describe(corpus, language=language, source=source, table=table) for corpus in (key, response)
    )
    if ours.source == theirs.source or not (len(ours.type) and len(theirs.type)):
        return ours, theirs
    sides = (key.original or key, response.original or response)
    available = [_available(side) for side in sides]
    best = min((names[0] for names in available), key=SOURCES.index)
    shared = next(name for name in SOURCES[1:] if all(name in names for names in available))
    typed = (_derive(sides[0], language, shared), _derive(sides[1], language, shared))
    how = Problem("CE055", "derived-from", source=shared)
    if best != shared:
        tagged = 0 if available[0][0] == best else 1
        from corefeval.linguistics.projection import project  # noqa: PLC0415 - most pairs have one source

        laid = project(sides[1 - tagged], sides[tagged])
        if laid is not None:
            one, other = _derive(sides[tagged], language, best), _derive_projected(laid, language, best)
            typed = (one, other) if tagged == 0 else (other, one)
            how = Problem("CE055", "derived-from-tags", side=("key", "response")[tagged], source=best)
    problem = Problem(
        "CE055",
        "mention-types-in-key",
        severity=Severity.WARNING,
        source=ours.source,
        other_source=theirs.source,
        how=how,
    )
    first, second = (
        replace(
            side,
            problems=(*side.problems, problem),
            basis=(*map(str, how.named.values()), *read.basis, *names, *side.basis),
        )
        for side, read, names in zip(typed, (ours, theirs), available, strict=True)
    )
    return first, second


def _derive_projected(laid: Projection, language: str, source: str) -> Linguistics:
    """Return the linguistics of mentions laid over another text, with the heads in their own."""
    derived = _derive(laid.corpus, language, source)
    return replace(
        derived,
        type=np.where(laid.is_zero, MentionType.ZERO, derived.type),
        head=look_up(derived.head, laid.own),
    )


def _available(corpus: Corpus) -> list[str]:
    """Return the sources that types can be derived from, best first."""
    columns = Columns(corpus.source)
    return [*(name for name in _COLUMNS if _tagged(columns, name) is not None), "plain"]


def _tagged(columns: Columns, source: str) -> Tagged | None:
    """Return the text with the first column that speaks the tag set of the source."""
    for name in _COLUMNS.get(source, ()):
        column = columns.column(name)
        if column is None:
            continue
        tags = known_tags(column, _TAGSETS[source])
        if (tags.number >= 0).sum() * 2 > len(tags.number):
            return Tagged(tags, column, columns.column("feats"), columns.column("lemma"), name)
    return None


def _derive(corpus: Corpus, language: str, source: str) -> Linguistics:
    """Return the linguistics derived from one source, the best at hand if none is named."""
    if corpus.mentions.objects is not None or not len(corpus.nodes.forms):
        return _nothing_known(len(corpus.mentions))
    columns = Columns(corpus.source)
    if source != "plain":
        columns.fetch((*WANTED, *needed_columns(corpus)))
    name, found = _best(columns, source, corpus.file)
    written, spans = shapes(corpus.nodes.forms), Spans.of(corpus.mentions)
    given = corpus.mentions.head
    classes = entity_classes(columns.column("ne"), len(corpus.nodes.forms))
    problems: tuple[Problem, ...] = ()
    if found is None:
        from corefeval.linguistics.tagsets.plain import plain_types  # noqa: PLC0415 - one file a set of tags

        words = closed_class(language)
        types, head = plain_types(corpus, spans, written, words)
        head = np.where(given >= 0, given, head)
        problems = _unknown_types(types, corpus.file) if words is None else ()
    elif name == "ptb":
        from corefeval.linguistics.tagsets.penn import penn_heads, penn_types  # noqa: PLC0415 - same

        is_named = classes.any_of([label for label in classes.names if label.upper() in NAMES])
        head = np.where(given >= 0, given, penn_heads(corpus, columns, spans, found.tags))
        types = penn_types(spans, head, found.tags, written, is_named)
        types[corpus.nodes.is_empty(head)] = MentionType.ZERO
    else:
        from corefeval.linguistics.tagsets.universal import universal_heads, universal_types  # noqa: PLC0415 - same

        head = universal_heads(corpus, columns, spans, found.tags)
        types = universal_types(corpus, spans, head, found, written)
    named, ne_source = _entity_column(corpus, types, head, classes)
    return Linguistics(
        type=types,
        head=head,
        pos=TextColumn.of([""] * len(types)) if found is None else found.written.take(head),
        named=named,
        source=name,
        sources={
            "type": name,
            "head": "given" if (given >= 0).all() else name,
            "pos": "" if found is None else name,
            "ne": ne_source,
        },
        language=language,
        problems=problems,
        basis=(name, "" if found is None else found.name, ne_source),
    )


def _best(columns: Columns, source: str, file: Place) -> tuple[str, Tagged | None]:
    """Return the named source, or the best there is, with its tags."""
    for name in (source,) if source else SOURCES[1:]:
        found = _tagged(columns, name)
        if found is not None or name == "plain":
            return name, found
    raise CorefevalError(Problem("CE044", "file-no-tags-derive", file, source=source))


def _entity_column(
    corpus: Corpus, types: Integers, head: Integers, classes: Tags
) -> tuple[Callable[[], TextColumn], str]:
    """Return how to get the named-entity class of each mention: given for it, else that of its head, else of a name.

    CorefUD types all entities (etype); the type of a mention that is a name is its named-entity class.
    """
    attributes = corpus.mentions.attributes

    def empty() -> TextColumn:
        return TextColumn.of([""] * len(types))

    def given() -> TextColumn:
        return attributes.column("ne") or empty()

    def of_head() -> TextColumn:
        return TextColumn.of([*classes.names, ""]).take(classes.number[head])

    def of_names() -> TextColumn:
        column = attributes.column("etype") or empty()
        lengths = np.where(types == MentionType.NAME, np.diff(column.offsets), 0)
        return TextColumn.gather(column.block, column.offsets[:-1], column.offsets[:-1] + lengths)

    if "ne" in attributes.names:
        return given, "given"
    if classes.names:
        return of_head, "column"
    return (of_names, "etype") if "etype" in attributes.names else (empty, "")


def _nothing_known(count: int) -> Linguistics:
    """Return the linguistics of mentions without a text."""
    nothing = TextColumn.of([""] * count)
    problem = Problem("CE046", "mentions-no-text", severity=Severity.WARNING)
    return Linguistics(
        type=np.full(count, MentionType.UNKNOWN, np.int64),
        head=np.full(count, -1, np.int64),
        pos=nothing,
        named=lambda: nothing,
        source="plain",
        sources=dict.fromkeys(("type", "head", "pos", "ne"), ""),
        problems=(problem,),
        basis=("nothing",),
    )


def _unknown_types(types: Integers, file: Place) -> tuple[Problem, ...]:
    unknown = int((types == MentionType.UNKNOWN).sum())
    return (
        Problem(
            "CE046",
            "no-language-declared-file",
            file,
            severity=Severity.WARNING,
            unknown=unknown,
            mentions=len(types),
        ),
    )
