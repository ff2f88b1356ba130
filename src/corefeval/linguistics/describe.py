"""describe(): the type, head, part of speech and named-entity class of every mention, and their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.identity import identify
from corefeval.corpus.spans import Spans
from corefeval.linguistics.closed_class import closed_class
from corefeval.linguistics.heads import TREE, derive_heads, needed_columns
from corefeval.linguistics.labels import NO_TABLE, TypeTable, by_frequency, given_types, unknown_types
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
from corefeval.problems import (
    Added,
    CorefevalError,
    CorpusWarning,
    Met,
    Place,
    Problem,
    adding,
    issued,
    warning,
)
from corefeval.text import TextColumn

SOURCES = ("given", "ud", "ptb", "plain")
"""The possible sources of mention types, best first."""

_COLUMNS = {"ud": ("upos", "pos"), "ptb": ("pos", "xpos")}
_TAGSETS = {"ud": UNIVERSAL, "ptb": PENN}


@dataclass(frozen=True, eq=False)
class Linguistics:
    """Linguistic properties of each mention of a corpus as read.

    Attributes:
        type: the MentionType of each mention.
        head: its head node; -1 for mentions without a text.
        pos: the part of speech of the head as written in the file; '' if it has none.
        named: a function that returns the column `ne`.
        source: the source of the types: given (in the file), ud (universal tags), ptb (Penn tags), plain (the bare
            words).
        sources: the source of each attribute (type, head, pos, ne); '' if there is none.
        language: the declared language.
        notes: notes for reports.
        stated: in a pair, the use of the types that the response states: own, lent (to the key) or unused; '' if it
            states none.
    """

    type: Integers
    head: Integers
    pos: TextColumn
    named: Callable[[], TextColumn]
    source: str
    sources: dict[str, str]
    language: str = ""
    notes: tuple[Met, ...] = ()
    stated: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The warnings that the notes give for these documents."""
        return tuple(problem for each in self.notes for problem in issued(each))

    @cached_property
    def ne(self) -> TextColumn:
        """The named-entity class of each mention, '' if none; read at the first use."""
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
        """Return the kept rows followed by some rows of another side; `heads` gives their heads as nodes of this side."""
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
    """Return the type, head, part of speech and named-entity class of each mention of the corpus as read.

    Types in the file take precedence. Missing types are derived from the best available source: universal tags, then
    Penn tags, then the bare words.

    Args:
        language: the ISO 639 code; used only for the bare words.
        source: one of SOURCES, to use only that source.
        table: the types that labels and other attributes of mentions imply.
    """
    whole = corpus.as_read
    source = source and resolve("source of mention types", source, SOURCES)
    given, unlisted = given_types(whole, table) if source in {"", "given"} else (None, ())
    derived = _derive(whole, language, "" if source == "given" else source)
    if given is None and source == "given":
        raise CorefevalError(Problem("CE044", "file-gives-no-mention", whole.file))
    found = derived if given is None else _with_types(derived, given, None if unlisted else whole)
    return replace(found, notes=(*found.notes, *unlisted)) if unlisted else found


def describe_pair(
    key: Corpus, response: Corpus, *, language: str = "", table: TypeTable = NO_TABLE
) -> tuple[Linguistics, Linguistics]:
    """Return the linguistics of key and response, which annotate the same text (see corpus.shared_text).

    A span has the same head, type and class on both sides. The key's file decides first: a head or type that it states
    for a mention applies to the same span of the response. The text decides about all other spans: the head by its
    tree, the type by its tags. Heads that the response states are used only for matching. A type that the response
    states counts in two cases:

    - The key states types, too, but does not mark this span.
    - The key states no types, the text has no tags, and only one system is scored. Then the response's types also apply
      to equal spans of the key, with a warning.
    """
    ours_read, theirs_read = key.as_read, response.as_read
    if ours_read.mentions.objects is not None or theirs_read.mentions.objects is not None:
        ours, theirs = (describe(side, language=language, table=table) for side in (ours_read, theirs_read))
        return ours, theirs
    codes = ours_code, theirs_code = identify([ours_read, theirs_read])
    heads = _carried(_moved_heads(ours_read, theirs_read), *codes, nothing=-1)
    theirs = _on_text(theirs_read, heads, language)
    ours = describe(ours_read, language=language, table=table)
    # all duplicates of a span get its first known type
    ours = replace(ours, type=_carried(ours.type, ours_code, ours_code))
    stated, unlisted = given_types(theirs_read, table)
    notes: list[Met] = [_lent_tags(ours_read)]
    if ours.source == "given":
        notes.extend(unlisted)
    use = "" if stated is None else "unused"
    if stated is not None:
        if ours.source == "given" or not len(ours.type):
            use, theirs = "own", _with_types(theirs, stated)
        elif ours.source == "plain" and ours_read.source.may_borrow:
            use, borrowed = "lent", _carried(stated, theirs_code, ours_code)
            ours, theirs = _with_types(ours, borrowed), _with_types(theirs, stated)
            count = int((borrowed != MentionType.UNKNOWN).sum())
            lent = warning("CE055", "types-from-response", count=count, mentions=len(borrowed))
            notes.append(adding(lent, "key"))
    theirs = replace(
        _with_types(theirs, _carried(ours.type, *codes)),
        source=ours.source,
        sources=theirs.sources | {"type": ours.source},
        named=partial(_classes, ours, theirs, codes),
        stated=use,
    )
    first, second = (replace(side, notes=(*side.notes, *notes)) for side in (ours, theirs))
    return first, second


def _on_text(response: Corpus, heads: Integers, language: str) -> Linguistics:
    """Return the linguistics of a response from the text and the heads that the key states for its mentions."""
    columns = Columns(response.source)
    columns.fetch((*WANTED, *TREE))
    laid = replace(response, mentions=replace(response.mentions, head=heads))
    return _derive(laid, language, "", columns, "response")


@dataclass(frozen=True)
class UnknownTypes(CorpusWarning):
    """Types in a file that are not mention types.

    Attributes:
        side: the key.
        place: the file of the key.
        types: the names of these types, with the number of mentions of each.
        mentions: the number of all mentions.
        source: the source from which the types of these mentions are derived instead.
    """

    side: str
    place: Place
    types: tuple[tuple[str, int], ...]
    mentions: int
    source: str

    def problems(self) -> Iterator[Problem]:
        """Warn about the unknown types, the most frequent first."""
        if self.types:
            yield warning(
                "CE046",
                "types-unknown",
                self.place,
                count=sum(count for _, count in self.types),
                mentions=self.mentions,
                types=by_frequency(dict(self.types)),
                source=self.source,
            )

    def __add__(self, other: UnknownTypes) -> UnknownTypes:
        """Return the sums over two pieces of a file."""
        types = Counter(dict(self.types)) + Counter(dict(other.types))
        return replace(self, types=tuple(types.items()), mentions=self.mentions + other.mentions)


def _with_types(derived: Linguistics, given: Integers, corpus: Corpus | None = None) -> Linguistics:
    """Return the linguistics with the given types; UNKNOWN keeps the derived type, with a warning if `corpus` is given."""
    missing = given == MentionType.UNKNOWN
    is_lacking = bool(missing.any())
    notes: tuple[Met, ...] = tuple(
        replace(each, when=(*each.when, is_lacking)) for each in derived.notes if isinstance(each, Added)
    )
    if corpus is not None:
        unknown = unknown_types(corpus, missing)
        without = int(missing.sum()) - sum(unknown.values())
        problem = warning(
            "CE046",
            "mentions-no-type",
            corpus.file,
            count=without,
            mentions=len(missing),
            source=derived.source,
        )
        notes = (
            *notes,
            adding(problem, "key", without > 0),
            UnknownTypes("key", corpus.file, tuple(unknown.items()), len(missing), derived.source),
        )
    return replace(
        derived,
        type=np.where(missing, derived.type, given),
        source="given",
        sources=derived.sources | {"type": "given"},
        notes=notes,
    )


def _carried(
    values: Integers, codes: Integers, others: Integers, *, nothing: int = MentionType.UNKNOWN
) -> Integers:
    """Return for each mention with a code of `others` the first known value of a mention with this code in `codes`.

    Mentions have the same code if they are the same span of the text. `nothing` is the value of unknown ones.
    """
    found = np.full(max(codes.max(initial=-1), others.max(initial=-1)) + 1, nothing, np.int64)
    known = np.flatnonzero(values != nothing)[::-1]
    found[codes[known]] = values[known]
    return found[others]


def _moved_heads(key: Corpus, response: Corpus) -> Integers:
    """Return the heads that the key states for its mentions, as nodes of the response; -1 if there is none."""
    heads = key.mentions.head
    known = np.flatnonzero(heads >= 0)
    document = key.mention_document[known]
    moved = np.full(len(heads), -1, np.int64)
    moved[known] = response.nodes_at(key.positions(heads[known], document), document)
    return moved


def _classes(ours: Linguistics, theirs: Linguistics, codes: Sequence[Integers]) -> TextColumn:
    """Return the class of each response mention: the class of the key mention with the same span, else its own."""
    row = _carried(np.arange(len(ours.type)), *codes, nothing=-1)
    own = np.arange(len(row)) + len(ours.type)
    return TextColumn.concatenate([ours.ne, theirs.ne]).take(np.where(row >= 0, row, own))


def _lent_tags(key: Corpus) -> Met:
    """Warn if words in some documents of the key use tags of the response."""
    documents = key.source.documents_with_borrowed_tags
    problem = warning("CE055", "tags-from-response", count=len(documents), documents=len(key.names))
    return adding(problem, "key", len(documents) > 0)


def _tagged(columns: Columns, source: str) -> Iterator[Tagged]:
    """Yield the text with each column that may contain tags of the source."""
    for name in _COLUMNS.get(source, ()):
        column = columns.column(name)
        if column is not None:
            tags = known_tags(column, _TAGSETS[source])
            yield Tagged(tags, column, columns.column("feats"), columns.column("lemma"), name)


def _is_tagged(corpus: Corpus, tags: Tags) -> Booleans:
    """Return in which documents most nodes have a known tag."""
    known = np.append(0, np.cumsum(tags.number >= 0))
    nodes = corpus.nodes
    found: Booleans = (known[nodes.stop] - known[nodes.start]) * 2 > nodes.stop - nodes.start
    return found


def _derive(
    corpus: Corpus, language: str, source: str, columns: Columns | None = None, side: str = "key"
) -> Linguistics:
    """Return the linguistics derived from one source; if none is named, from the best available source of each document."""
    if corpus.mentions.objects is not None or not len(corpus.nodes.forms):
        return _nothing_known(len(corpus.mentions))
    columns = columns or Columns(corpus.source)
    if source != "plain":
        columns.fetch((*WANTED, *needed_columns(corpus)))
    text = _Text(corpus, columns, language)
    left = corpus.nodes.stop > corpus.nodes.start
    found: list[tuple[Booleans, Linguistics]] = []
    for name in (source,) if source else SOURCES[1:]:
        for tagged in (None,) if name == "plain" else _tagged(columns, name):
            here = left if tagged is None else left & _is_tagged(corpus, tagged.tags)
            if here.any() or (name == "plain" and not found):
                found.append((here, text.described(name, tagged)))
                left = left & ~here
        if found and not left.any():
            break
    if not found:
        raise CorefevalError(Problem("CE044", "file-no-tags-derive", corpus.file, source=source))
    described = found[0][1] if len(found) == 1 else _by_document(found, corpus.mention_document)
    # Documents without words, such as those missing from the response, have no unknown types.
    is_bare = bool(left.any()) or (found[-1][1].source == "plain" and bool(found[-1][0].any()))
    is_blind = is_bare and closed_class(language) is None
    unknown = int((described.type == MentionType.UNKNOWN).sum())
    note = warning(
        "CE046", "no-language-declared-file", corpus.file, unknown=unknown, mentions=len(described.type)
    )
    return replace(described, notes=(adding(note, side, is_blind),))


def _by_document(found: Sequence[tuple[Booleans, Linguistics]], document: Integers) -> Linguistics:
    """Return the linguistics of documents with different tag sets; the source is that of most mentions."""
    choice = np.zeros(len(document), np.int64)
    for number, (here, _) in enumerate(found):
        choice[here[document]] = number
    sides = [described for _, described in found]
    rows = np.arange(len(document)) + choice * len(document)

    def chosen(columns: Sequence[TextColumn]) -> TextColumn:
        return TextColumn.concatenate(list(columns)).take(rows)

    most = sides[int(np.bincount(choice, minlength=len(sides)).argmax())]
    return replace(
        most,
        type=np.choose(choice, [side.type for side in sides]),
        head=np.choose(choice, [side.head for side in sides]),
        pos=chosen([side.pos for side in sides]),
        named=lambda: chosen([side.ne for side in sides]),
    )


class _Text:
    """The words and mentions of a corpus, described by one source at a time."""

    def __init__(self, corpus: Corpus, columns: Columns, language: str) -> None:
        self._corpus, self._columns, self._language = corpus, columns, language
        self._written, self._spans = shapes(corpus.nodes.forms), Spans.of(corpus.mentions)
        self._classes = entity_classes(columns.column("ne"), len(corpus.nodes.forms))

    @cached_property
    def _head(self) -> Integers:
        """The head of each mention from the file or from the tree; -1 if neither gives one."""
        return derive_heads(self._corpus, self._columns)

    def described(self, name: str, found: Tagged | None) -> Linguistics:
        """Return the linguistics by the tags of one source, or by the bare words if `found` is None.

        The head comes from the file or the tree. If neither gives one, it is found by the order of the tags.
        """
        corpus, spans, written = self._corpus, self._spans, self._written
        head = self._head
        lacking = head < 0
        if found is None:
            from corefeval.linguistics.tagsets.plain import plain_types  # noqa: PLC0415 - one file a set of tags

            types, scanned = plain_types(corpus, spans, written, closed_class(self._language))
            head = np.where(lacking, scanned, head)
        elif name == "ptb":
            from corefeval.linguistics.tagsets.penn import penn_heads, penn_types  # noqa: PLC0415 - same

            classes = self._classes
            is_named = classes.any_of([label for label in classes.names if label.upper() in NAMES])
            if lacking.any():
                head = np.where(lacking, penn_heads(corpus, self._columns, spans, found.tags), head)
            types = penn_types(spans, head, found.tags, written, is_named)
            types[corpus.nodes.is_empty(head)] = MentionType.ZERO
        else:
            from corefeval.linguistics.tagsets.universal import universal_heads, universal_types  # noqa: PLC0415 - same

            if lacking.any():
                head = np.where(lacking, universal_heads(spans.select(lacking), found.tags), head)
            types = universal_types(corpus, spans, head, found, written)
        named, ne_source = _entity_column(corpus, types, head, self._classes)
        return Linguistics(
            type=types,
            head=head,
            pos=TextColumn.of([""] * len(types)) if found is None else found.written.take(head),
            named=named,
            source=name,
            sources={
                "type": name,
                "head": "given" if (corpus.mentions.head >= 0).all() else name,
                "pos": "" if found is None else name,
                "ne": ne_source,
            },
            language=self._language,
        )


def _entity_column(
    corpus: Corpus, types: Integers, head: Integers, classes: Tags
) -> tuple[Callable[[], TextColumn], str]:
    """Return a function that finds the named-entity class of each mention, and the source of most classes.

    The class is the one that the file states for the mention. Otherwise, in a document with named entities, it is the
    class of the head. Otherwise a mention that is a name has its entity type, because CorefUD types all entities
    (etype).
    """
    attributes, nodes = corpus.mentions.attributes, corpus.nodes

    def given() -> TextColumn:
        return attributes.column("ne") or TextColumn.of([""] * len(types))

    known = np.append(0, np.cumsum(classes.number >= 0))
    has_classes = (known[nodes.stop] > known[nodes.start])[corpus.mention_document]

    def found() -> TextColumn:
        of_head = TextColumn.of([*classes.names, ""]).take(np.where(has_classes, classes.number[head], -1))
        column = attributes.column("etype")
        if column is None or has_classes.all():
            return of_head
        lengths = np.where((types == MentionType.NAME) & ~has_classes, np.diff(column.offsets), 0)
        of_entity = TextColumn.gather(column.block, column.offsets[:-1], column.offsets[:-1] + lengths)
        rows = np.arange(len(types)) + np.where(has_classes, 0, len(types))
        return TextColumn.concatenate([of_head, of_entity]).take(rows)

    if "ne" in attributes.names:
        return given, "given"
    if has_classes.any():
        return found, "column"
    return found, "etype" if "etype" in attributes.names else ""


def _nothing_known(count: int) -> Linguistics:
    """Return the linguistics of mentions without a text."""
    nothing = TextColumn.of([""] * count)
    problem = adding(warning("CE046", "mentions-no-text"), "key")
    return Linguistics(
        type=np.full(count, MentionType.UNKNOWN, np.int64),
        head=np.full(count, -1, np.int64),
        pos=nothing,
        named=lambda: nothing,
        source="plain",
        sources=dict.fromkeys(("type", "head", "pos", "ne"), ""),
        notes=(problem,),
    )
