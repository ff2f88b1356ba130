r"""Documents with stand-off mentions, and their conversion to a corpus.

Every reader of a format that is not a table of words makes `AnnotatedDocument`s. Each has a text or tokens, `Mention`s
with spans, and links if the file states identity by links. `assemble` makes a corpus of them:

- *Offsets* count tokens, characters (code points), UTF-16 code units or bytes (`AnnotatedDocument.unit`), from 0. Ends
  are exclusive unless `AnnotatedDocument.inclusive`. A reader subtracts 1 if its format counts from 1, and looks up the
  numbers of tokens if its format names them.
- *Text without tokens* is split by `offsets.tokenised`: runs of letters, runs of digits, single other characters. If a
  mention begins or ends inside a token, the token is split there, so every mention is exact (CE088 reports how many).
  Two annotations of a text differ only in these splits; scoring compares them by characters.
- *Tokens of the file* are kept. A mention of characters that begins or ends inside a token is extended to the whole
  token (CE089).
- *White space* at the edges of a mention is ignored (CE049). A span outside the document, or without a word, is an
  error (CE031); with `repair` it is dropped (CE048).
- *Discontinuous mentions* have several spans. Spans that touch, or have only white space between them, are joined.
- *Chains* are given by names (`Mention.entity`), by links (`AnnotatedDocument.links`, pairs of `Mention.id`), or both.
  Connected mentions are one entity. A mention without name and link is a singleton. If the files of a format also list
  other expressions (for example pleonastic pronouns), its reader does not add them.
- *Mentions that the text lacks* (strings that a language model invented) have words but no spans. They are placed after
  the text, where no other file has words, and so count as errors.
- *The words of mentions*, if the file repeats them (`Mention.text`), are compared with the text (CE094).
- A mention that a file marks as representative has the attribute `representative` with `yes`: `selector=given` finds
  it.
- *Names*: a document without a name is named by its number, or in a folder by its file.

So a reader is short. For lines `mention TAB begin TAB end TAB chain` and the text in NAME.txt:

    def read(file: TextFile, options: ReadOptions) -> Corpus:
        text = file.companion("{stem}.txt").read().decode()
        document = AnnotatedDocument(text=text, place=file.place)
        for number, line in enumerate(file.read().decode().split("\n"), 1):
            if line:
                name, begin, end, chain = line.split("\t")
                place = Place(file.name, number)
                document.mentions.append(Mention([(int(begin), int(end))], chain, id=name, place=place))
        return assemble([document], "example", options)

    FORMAT = Format("example", read)

Add an entry in catalogue.py. An error is a Problem with its place. Collect errors in a `Problems` and pass it to
`assemble`, which raises them together with its own. Lines that do not belong to the format are problems too: never
skip content silently. Read XML with `xml_tree.parse`, and JSON with `json_values.decode`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, islice
from typing import Any

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.formats.assembly import Components, in_bracket_order
from corefeval.formats.base import ReadOptions
from corefeval.formats.offsets import (
    Located,
    OffsetAxis,
    Unit,
    found_in,
    in_characters,
    locate,
    squeezed,
    tokenised,
)
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.problems import Place, Problem, Problems, repaired, warning

Span = tuple[int, int]
_NOWHERE = Place()
BEYOND = 1 << 60
"""A number above any offset. Larger numbers are replaced by it, because they would not fit into a column."""

_CUT, _CARRIED, _TRIMMED, _OTHER_WORDS = "tokens-cut", "inside-token", "white-space", "other-words"
_ODD = {_CUT: "CE088", _CARRIED: "CE089", _TRIMMED: "CE049", _OTHER_WORDS: "CE094"}
"""The codes of the problems of mentions that are counted per document."""
_PARTS = {"head": "heads", "minimum span": "minimum spans"}


@dataclass(slots=True)
class Mention:
    """A mention from a file.

    Attributes:
        spans: its parts, each as begin and end in the unit of the document.
        entity: the name of its chain; None if links define its chain, or for a singleton.
        id: its identifier in links and relations.
        place: its place in the file.
        text: its words, if the file repeats them; they are compared with the text. A mention with words but without spans
            does not occur in the text.
        head: the span of its head, in the same unit.
        minimum: its minimum span, in the same unit.
        attributes: other annotations: 'type', 'code', 'ne', 'representative' (yes), …; '' means none.
    """

    spans: Sequence[Span]
    entity: str | None = None
    id: str = ""
    place: Place = _NOWHERE
    text: str = ""
    head: Span | None = None
    minimum: Span | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Link:
    """Two mentions, by their ids.

    Attributes:
        source: the later mention, the anaphor, or the plural.
        target: the mention that it refers to: its antecedent, its anchor, or an element of the plural.
        place: the place of the link in the file.
        relation: the name of a bridging relation.
    """

    source: str
    target: str
    place: Place = _NOWHERE
    relation: str = ""


@dataclass(slots=True)
class AnnotatedDocument:
    """A document from a file: a text, or tokens, or both, and their annotation.

    Attributes:
        name: the name of the document; '' if the file has none.
        place: the place of its start.
        text: the text; '' if there are only tokens.
        tokens: the tokens; None if there is only the text.
        edges: begin and end of each token in the unit of the mentions, if the file states them.
        sentences: the number of the first token of each sentence; for a text without tokens, the offset of each sentence.
        empty: the zeros: the number of the token, and its index after the last word (from 1).
        lines: the line of each token in the file.
        columns: other annotations of the tokens, by name (lemma upos xpos feats speaker ne …), one string per token.
        unit: the unit of the spans.
        inclusive: whether the end of a span is its last unit, not one past it.
        mentions: the mentions.
        links: the links of identity.
        split: the links from plural mentions to their elements.
        bridging: the links from anaphors to their anchors.
        nonreferring: the ids of non-referring mentions. The whole entity of such a mention is non-referring.
        names_chains: whether the file names its chains. Otherwise they are numbered, and the same number in two documents
            does not mean the same entity.
    """

    name: str = ""
    place: Place = _NOWHERE
    text: str = ""
    tokens: Sequence[str] | None = None
    edges: Sequence[Span] | None = None
    sentences: Sequence[int] = ()
    empty: Sequence[tuple[int, int]] = ()
    lines: Sequence[int] = ()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unit: Unit = Unit.CHARACTER
    inclusive: bool = False
    mentions: list[Mention] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    split: list[Link] = field(default_factory=list)
    bridging: list[Link] = field(default_factory=list)
    nonreferring: list[str] = field(default_factory=list)
    names_chains: bool = True


token_document = partial(AnnotatedDocument, unit=Unit.TOKEN, inclusive=True)
"""Make a document whose spans count tokens and include the last one."""

Document = AnnotatedDocument
"""The name up to 0.9.0, which plugins import; it will be removed in 0.11.0."""


def assemble(
    documents: Iterable[AnnotatedDocument],
    format: str,  # noqa: A002 - the word the user reads
    options: ReadOptions | None = None,
    problems: Problems | None = None,
) -> Corpus:
    """Return the corpus of documents.

    Args:
        documents: the documents, in the order of the file.
        format: the name of the format.
        options: the options for reading.
        problems: the problems found so far.

    Raises:
        CorefevalError: if there are errors; it contains all of them, including earlier ones.
    """
    assembler = _Assembler(format, options or ReadOptions(), problems if problems is not None else Problems())
    for document in documents:
        assembler.add(document)
    return assembler.build()


class _Assembler:
    """Adds documents to a builder, and finds the nodes of their spans document by document."""

    def __init__(self, form: str, options: ReadOptions, problems: Problems) -> None:
        self._options, self._problems = options, problems
        self._builder = CorpusBuilder(form)
        self._elements = PluralEntities()
        self._odd: Counter[str] = Counter()
        self._examples: dict[str, tuple[Place, str]] = {}

    def add(self, document: AnnotatedDocument) -> None:
        """Add a document with its text, mentions, links and relations."""
        self._builder.document(document.name or str(len(self._builder.names) + 1))
        self._builder.file = self._builder.file or document.place.file
        spans = _spans(document)
        spans[:, 1] += document.inclusive
        if document.unit is not Unit.TOKEN:
            for side, up in ((0, False), (1, True)):
                spans[:, side] = in_characters(spans[:, side], document.text, document.unit, up=up)
        text = self._add_text(document, spans)
        if text is not None:
            self._add_mentions(document, spans, text)

    def build(self) -> Corpus:
        """Return the corpus, or raise all problems."""
        if not self._builder.names and len(self._problems.warnings) == len(self._problems):
            self._problems.add(Problem("CE003", "no-document"))
        for what, count in self._odd.items():
            place, text = self._examples[what]
            self._problems.add(warning(_ODD[what], what, place, text, count=count))
        self._problems.raise_errors()
        for whole, element in self._elements.pairs():
            self._builder.split_antecedent(whole, element)
        return in_bracket_order(self._builder.build(problems=self._problems))

    def _add_text(self, document: AnnotatedDocument, spans: Integers) -> OffsetAxis | None:
        """Add tokens, sentences and columns; return the axis for locating spans, None if the tokens do not match the text."""
        edges = None
        start = len(self._builder.forms)
        sentences = document.sentences
        if document.tokens is None:
            edges = self._cut(document, spans)
            begins, ends = (column.tolist() for column in edges)
            forms = [document.text[begin:end] for begin, end in zip(begins, ends, strict=True)]
            sentences = np.searchsorted(edges[0], integers(sentences)).tolist()
        else:
            forms = list(document.tokens)
            if document.unit is not Unit.TOKEN:
                edges = self._edges_of(document)
                if edges is None:
                    return None
        self._builder.text(
            forms,
            document.lines or [document.place.line] * len(forms),
            [number for number in sorted({0, *sentences}) if number < len(forms)],
            document.empty,
            document.columns,
        )
        none = integers()
        length = len(forms) if edges is None else len(document.text) or int(edges[1].max(initial=0))
        begins, ends, nodes = (none, none, none) if edges is None else (*edges, start + np.arange(len(forms)))
        return OffsetAxis(
            integers([start]),
            integers([length]),
            np.array([edges is not None]),
            integers([0]),
            begins,
            ends,
            nodes,
        )

    def _cut(self, document: AnnotatedDocument, spans: Integers) -> tuple[Integers, Integers]:
        """Return the tokens of a text, split where a mention begins or ends inside one."""
        _, begins, ends = tokenised(document.text)
        known = np.flatnonzero(
            (spans[:, 0] >= 0) & (spans[:, 0] < spans[:, 1]) & (spans[:, 1] <= len(document.text))
        )
        edges = spans[known].ravel()
        owner = np.searchsorted(begins, edges, side="right") - 1
        token = np.maximum(owner, 0)
        is_inside = (
            (owner >= 0) & (begins[token] < edges) & (edges < ends[token]) if len(begins) else owner >= 0
        )
        inside = np.flatnonzero(is_inside)
        if not len(inside):
            return begins, ends
        shown = document.text[begins[owner[inside[0]]] : ends[owner[inside[0]]]]
        owners = (mention for mention in document.mentions for _ in range(_rows(mention).stop))
        place = self._place(next(islice(owners, int(known[inside[0] // 2]), None)).place, document)
        self._note(_CUT, place, shown, len(np.unique(owner[inside])))
        return np.union1d(begins, edges[inside]), np.union1d(ends, edges[inside])

    def _edges_of(self, document: AnnotatedDocument) -> tuple[Integers, Integers] | None:
        """Return the positions of the given tokens, as stated in the file or as found in the text."""
        if document.edges is not None:
            table = _table(document.edges)
            text, unit = document.text, document.unit
            begins = in_characters(table[:, 0], text, unit, up=False)
            ends = in_characters(table[:, 1] + document.inclusive, text, unit, up=True)
            unsorted = np.flatnonzero((np.diff(begins) < 0) | (np.diff(ends) < 0))
            if len(unsorted):
                shown = str(tuple(table[unsorted[0] + 1].tolist()))
                self._wrong("CE027", "token-begins-or-ends", document.place, shown)
                return None
            return begins, ends
        tokens = list(document.tokens or ())
        found = found_in(tokens, document.text)
        if isinstance(found, int):
            self._wrong("CE013", "tokens-not-those-text", document.place, tokens[found])
            return None
        return found

    def _add_mentions(self, document: AnnotatedDocument, spans: Integers, text: OffsetAxis) -> None:
        located = locate(text, spans, np.zeros(len(spans), np.int64), inclusive=False)
        nodes = list(zip(located.first.tolist(), located.last.tolist(), strict=True))
        outside = located.outside.tolist()
        odd = (located.inside_token | located.trimmed).tolist()
        found: dict[int, tuple[list[Span], int, Span]] = {}
        row = 0
        for number, mention in enumerate(document.mentions):
            own = slice(row, row + (len(mention.spans) or 1))
            additional = range(own.stop, row + _rows(mention).stop)
            row = additional.stop
            if mention.text and not mention.spans:
                line = self._place(mention.place, document).line
                found[number] = [self._builder.outside(tokenised(mention.text)[0], line)], -1, (-1, -1)
                continue
            if any(outside[own]):
                self._outside(document, mention, text)
                continue
            if mention.text or any(odd[own]):
                self._compare_with_text(document, mention, spans[own], located, own)
            head, minimum = -1, (-1, -1)
            for what, place in zip(_additional(mention), additional, strict=True):
                if outside[place]:
                    shown = str(tuple(spans[place].tolist()))
                    self._wrong(
                        "CE031",
                        "no-span-of-document",
                        self._place(mention.place, document),
                        shown,
                        _PARTS[what],
                        what=what,
                    )
                elif what == "head":
                    head = nodes[place][0]
                else:
                    minimum = nodes[place]
            found[number] = nodes[own], head, minimum
        self._add_entities(document, found)

    def _compare_with_text(
        self, document: AnnotatedDocument, mention: Mention, spans: Integers, located: Located, own: slice
    ) -> None:
        """Note a mention that begins or ends inside a token or with white space, or whose words differ from the text."""
        words = _words(document, spans)
        place = self._place(mention.place, document)
        for what, is_so in ((_CARRIED, located.inside_token), (_TRIMMED, located.trimmed)):
            if is_so[own].any():
                first, last = located.first[own].min(), located.last[own].max()
                self._note(what, place, words or " ".join(self._builder.forms[first : last + 1]))
        if mention.text and words and squeezed(words) != squeezed(mention.text):
            self._note(_OTHER_WORDS, place, mention.text)

    def _add_entities(
        self, document: AnnotatedDocument, found: Mapping[int, tuple[list[Span], int, Span]]
    ) -> None:
        """Add the mentions, each with its nodes, head and minimum span. Mentions of one name, and linked ones, are one entity."""
        chains: Components[int] = Components()
        ids = self._ids(document)
        named: dict[str, int] = {}
        for number, mention in enumerate(document.mentions):
            if mention.entity is not None:
                chains.link(number, named.setdefault(mention.entity, number))
        for link in document.links:
            if ends := self._ends(document, link, ids):
                chains.link(*ends)
        labels = {chains.root(number): name for name, number in reversed(named.items())}
        free = (name for name in map(str, range(len(found) + len(named))) if name not in named)
        pseudo = {chains.root(ids[name]) for name in document.nonreferring if ids.get(name) in found}
        entities: dict[int, int] = {}
        kept: dict[int, int] = {}
        for number, (spans, head, minimum) in found.items():
            root = chains.root(number)
            if root not in entities:
                entities[root] = self._builder.entity(
                    labels[root] if root in labels else next(free),
                    nonreferring=root in pseudo,
                    numbered=root not in labels or not document.names_chains,
                )
            attributes = {
                name: value for name, value in document.mentions[number].attributes.items() if value
            }
            kept[number] = self._builder.mention(
                entities[root], spans, head=head, minimum=minimum, attributes=attributes
            )
        for link in document.split:
            ends = self._ends(document, link, ids, "split antecedents")
            if ends and all(number in kept for number in ends):
                whole, element = (entities[chains.root(number)] for number in ends)
                if self._elements.add(whole, element):
                    place = self._place(link.place, document)
                    self._wrong("CE034", "entity-element-itself", place, link.source, "split antecedents")
        for link in document.bridging:
            ends = self._ends(document, link, ids, "bridging")
            if ends and all(number in kept for number in ends):
                anaphor, anchor = ends
                entity = entities[chains.root(anchor)]
                self._builder.bridging(kept[anaphor], kept[anchor], entity, link.relation)

    def _ids(self, document: AnnotatedDocument) -> dict[str, int]:
        """Return the number of each mention with an identifier; identifiers must be unique."""
        ids: dict[str, int] = {}
        for number, mention in enumerate(document.mentions):
            if mention.id and ids.setdefault(mention.id, number) != number:
                place = self._place(mention.place, document)
                self._wrong("CE093", "two-mentions-identifier", place, mention.id)
        return ids

    def _ends(
        self, document: AnnotatedDocument, link: Link, ids: Mapping[str, int], part: str = ""
    ) -> tuple[int, int] | None:
        """Return the mentions of a link, or report the missing one."""
        for name in (link.source, link.target):
            if name not in ids:
                place = self._place(link.place, document)
                self._wrong("CE035", "link-mention", place, name, part)
                return None
        return ids[link.source], ids[link.target]

    def _outside(self, document: AnnotatedDocument, mention: Mention, text: OffsetAxis) -> None:
        place = self._place(mention.place, document)
        unit = "tokens" if document.unit is Unit.TOKEN else "characters"
        ends = "inclusive" if document.inclusive else "exclusive"
        spans = [f"[{begin}, {end}]" for begin, end in mention.spans]
        fault = Problem(
            "CE031",
            "spans-outside",
            place,
            "" if self._options.repair else mention.text,
            spans=spans,
            length=text.length[0],
            unit=unit,
            ends=ends,
        )
        self._problems.add(repaired(fault, "left-out") if self._options.repair else fault)

    def _note(self, what: str, place: Place, text: str, count: int = 1) -> None:
        """Count problems of mentions by kind, and keep the first of each kind."""
        self._odd[what] += count
        self._examples.setdefault(what, (place, text))

    def _wrong(self, code: str, kind: str, place: Place, text: str, part: str = "", **arguments: Any) -> None:
        self._problems.add(Problem(code, kind, place, text, part=part, **arguments))

    def _place(self, place: Place, document: AnnotatedDocument) -> Place:
        return place if place.file else document.place


def _additional(mention: Mention) -> tuple[str, ...]:
    """Return the names of a mention's other spans: its head and its minimum span, if given."""
    if mention.head is None:
        return () if mention.minimum is None else ("minimum span",)
    return ("head",) if mention.minimum is None else ("head", "minimum span")


def _rows(mention: Mention) -> range:
    """Return the indices of a mention's spans: its parts (one empty part if it has none), head and minimum span."""
    return range((len(mention.spans) or 1) + len(_additional(mention)))


def _spans(document: AnnotatedDocument) -> Integers:
    """Return the spans of all mentions. The spans of a mention are consecutive: parts, head, minimum span."""
    found: list[Span] = []
    for mention in document.mentions:
        found.extend(mention.spans or [(0, -1)])
        found.extend(span for span in (mention.head, mention.minimum) if span is not None)
    return _table(found)


def _table(spans: Sequence[Span]) -> Integers:
    """Return spans as rows of an array. Numbers above BEYOND are replaced by it."""
    try:
        table = np.array(spans, np.int64)
    except OverflowError:
        table = np.array(spans, object)
    return table.clip(-BEYOND, BEYOND).astype(np.int64, copy=False).reshape(-1, 2)


def _words(document: AnnotatedDocument, spans: Integers) -> str:
    """Return the words of spans, given in tokens or characters with exclusive ends."""
    if document.unit is Unit.TOKEN:
        tokens = document.tokens or ()
        return " ".join(" ".join(tokens[begin:end]) for begin, end in spans.tolist())
    return " ".join(document.text[begin:end] for begin, end in spans.tolist())


def number_of(text: str, what: str, place: Place, problems: Problems) -> int:
    """Return a number from a file. For other text, add a problem and return -1."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        return int(text) if len(text) < len(str(BEYOND)) else BEYOND
    problems.add(Problem("CE033", "not-whole-number", place, text, what=what))
    return -1


class Sentences:
    """Converts token numbers within sentences to token numbers within the document.

    Args:
        sizes: the number of tokens in each sentence.
    """

    def __init__(self, sizes: Iterable[int]) -> None:
        self.starts = [0, *accumulate(sizes)]

    def node(self, sentence: int, token: int) -> int:
        """Return the number of a token in the document; -1 if the sentence has no such token. All numbers start at 0."""
        is_known = 0 <= sentence < len(self.starts) - 1
        is_known = is_known and 0 <= token < self.starts[sentence + 1] - self.starts[sentence]
        return self.starts[sentence] + token if is_known else -1


def note_other_relations(names: Counter[str], place: Place, problems: Problems) -> None:
    """Report the relations of a file that are not read, because their names do not mean identity."""
    if names:
        found = ", ".join(f"{name} ({count:,})" for name, count in names.items())
        problems.add(warning("CE068", "relations-not-identity", place, found))
