r"""WebAnno and INCEpTION TSV 3: one row per token, with columns for layers of spans, relations and chains.

The chains of a chain layer are entities. Without a chain layer, a relation layer states identity between the spans of
another layer. It is the layer with 'coref' in its name, or the only one that is not a dependency. In this layer a type
that begins with 'bridge' is not identity, and bridge:aggr leads from elements to their plural, as in GUM. The first
column of a layer defines its spans; other features refer to them by number. A span inside a token is extended to the
whole token (CE089).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.disassembly import Disassembly
from corefeval.formats.files import TextFile
from corefeval.formats.offsets import Unit, character_edges
from corefeval.formats.standoff import AnnotatedDocument, Link, Mention, Span, assemble, token_document
from corefeval.problems import CorefevalError, Place, Problem, Problems, warning

ROW = re.compile(r"(\d{1,18})-\d{1,18}(\.\d+)?")
VALUE = re.compile(r"(?:[^\\|]|\\.|\\$)+")
NUMBERED = re.compile(r"((?:[^\\]|\\.)*?)(?:\[(\d+)\])?", re.DOTALL)
IN_CHAIN = re.compile(r"(.*)->(\d+)-(\d+)", re.DOTALL)
ADDRESS = re.compile(r"([\d.-]+)(?:\[(\d+)_(\d+)\])?")
ESCAPED = re.compile(r"\\(.)")
RESERVED = re.compile(r"[\\\[\]|_*;\t\n]|->")
SPELLED = {"\t": "t", "\n": "n"}
"""The letter after the backslash for characters that are escaped by a letter."""
FEATURE = re.compile(r"(?!BT_)[^|\t\r\n]+")
LAYERS = ("SP", "RL", "CH")
FIXED = 3
"""The number of columns before the layers: number, offsets, form."""


@dataclass(slots=True)
class _Layer:
    """A layer: kind (SP, RL, CH), name, features, first column and, for relations, the layer of the related spans."""

    kind: str
    name: str
    features: list[str]
    column: int
    ends: str = ""

    @property
    def address(self) -> int:
        """The column with the addresses of relations. It follows their features."""
        return self.column + len(self.features)

    @property
    def stop(self) -> int:
        """One past its last column. Spans without features still have one column."""
        return self.address + 1 if self.ends else self.column + max(1, len(self.features))


@dataclass(slots=True)
class _Reader:
    """Reads the rows, and stores the layers and mentions found so far."""

    document: AnnotatedDocument
    problems: Problems
    has_several: bool
    tokens: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    mentions: dict[str, Mention] = field(default_factory=dict)
    parts: dict[str, list[Span]] = field(default_factory=dict)
    inside: dict[str, Mention] = field(default_factory=dict)

    def mention(self, name: str, row: str, place: Place, entity: str | None = None) -> Mention:
        """Return the mention with this name, made if it is new, and extend it by the last token."""
        found = self.mentions.get(name)
        if found is None:
            found = self.mentions[name] = Mention([], entity, name, place)
            self.parts[name] = found.spans = []
        last = len(self.tokens) - 1
        if self.parts[name][-1:] != [(last, last)]:
            self.parts[name].append((last, last))
        if "." in row:
            self.inside[name] = found
        return found

    def spans(self, layer: _Layer, cells: list[str], row: str, place: Place) -> None:
        """Read the spans at a token with their features."""
        columns = range(layer.column, layer.column + max(1, len(layer.features)))
        features = [{number or row: value for value, number in _values(cells[index])} for index in columns]
        for name in features[0]:
            mention = self.mention(name, row, place)
            if not mention.attributes:
                named = zip(layer.features, features, strict=False)
                mention.attributes = {
                    "ne" if feature == "entity" else feature: values.get(name, "")
                    for feature, values in named
                }

    def chains(self, layer: _Layer, cells: list[str], row: str, place: Place) -> None:
        """Read the links of chains at a token."""
        columns = dict(zip(layer.features, cells[layer.column :], strict=False))
        kinds = [value for value, _ in _values(columns.get("referenceType", "_"))]
        for index, (value, _) in enumerate(_values(columns.get("referenceRelation", "_"))):
            if (link := IN_CHAIN.fullmatch(value)) is None:
                self.problems.add(Problem("CE067", "not-link-chain", place, value))
                continue
            entity = f"{layer.column}:{link[2]}" if self.has_several else link[2]
            mention = self.mention(f"{layer.column}:{link[2]}-{link[3]}", row, place, entity)
            kind = kinds[index] if index < len(kinds) else ""
            mention.attributes = {"type": kind, "relation": link[1].removeprefix("*")}

    def relations(self, layer: _Layer, cells: list[str], row: str, place: Place) -> None:
        """Read the relations at a token. They lead from the mention at the address to the mention at this token."""
        addresses = _values(cells[layer.address])
        kinds = [value for value, _ in _values(cells[layer.column])] if layer.features else []
        kinds = kinds or [""] * len(addresses)
        if len(kinds) != len(addresses):
            self.problems.add(Problem("CE067", "not-many-relations-addresses", place, cells[layer.column]))
            return
        for kind, (value, number) in zip(kinds, addresses, strict=True):
            whole = f"{value}[{number}]" if number else value
            if (address := ADDRESS.fullmatch(whole)) is None:
                self.problems.add(Problem("CE067", "not-address-span", place, whole))
                continue
            there = address[1] if (address[2] or "0") == "0" else address[2]
            here = row if (address[3] or "0") == "0" else address[3]
            add_relation(self.document, Link(there, here, place, kind))


def add_relation(document: AnnotatedDocument, link: Link) -> None:
    """Add a link according to the name of its relation.

    bridge:aggr leads from a plural to an element. Other names that begin with bridge lead to an anchor. All other names
    are identity.
    """
    kind = link.relation
    if kind == "bridge:aggr":
        document.split.append(link)
    elif kind.startswith("bridge"):
        relation = kind.removeprefix("bridge").removeprefix(":")
        document.bridging.append(replace(link, relation=relation))
    else:
        document.links.append(link)


def note_relation(name: str, place: Place, problems: Problems) -> None:
    """Report a relation that is read as identity although its name does not say so."""
    if "coref" not in name.lower():
        problems.add(warning("CE068", "only-relations-between-spans", place, name))


def _values(cell: str) -> list[tuple[str, str]]:
    """Return the stacked values of a cell, each with the number of its span, or '' if it has none."""
    found = [NUMBERED.fullmatch(value) for value in VALUE.findall(cell) if value != "_"]
    return [(_unescaped(match[1]), match[2] or "") for match in found if match is not None]


def _unescaped(value: str) -> str:
    """Return an unescaped value; '' for an asterisk."""
    plain = {spelled: character for character, spelled in SPELLED.items()}
    return "" if value == "*" else ESCAPED.sub(lambda found: plain.get(found[1], found[1]), value)


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    lines = [line.rstrip("\r") for line in file.read().decode().split("\n")]
    layers = _layers(lines)
    chosen = _chosen(layers, file)
    width = layers[-1].stop
    document = token_document(place=file.place)
    has_several = len(chosen) > 1 and chosen[-1].kind == "CH"
    found = _Reader(document, Problems(), has_several)
    if has_several:
        names = ", ".join(layer.name for layer in chosen)
        found.problems.add(warning("CE068", "chains-several-layers-read", file.line_place(1), names))
    if chosen[-1].kind == "RL":
        note_relation(chosen[-1].name, file.line_place(1), found.problems)
    last = ""
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        place = Place(file.name, number)
        cells = line.split("\t")
        row = ROW.fullmatch(cells[0])
        if row is None or len(cells) < width:
            if line.strip() and not line.startswith("#"):
                found.problems.add(Problem("CE067", "not-row-token-columns", place, line, width=width))
            continue
        if row[2] is None:
            if row[1] != last:
                found.sentences.append(len(found.tokens))
            last = row[1]
            found.tokens.append(cells[2])
            numbers.append(number)
        for layer in chosen:
            read_layer = {"SP": found.spans, "CH": found.chains, "RL": found.relations}[layer.kind]
            read_layer(layer, cells, row[0], place)
    document.tokens, document.sentences, document.lines = found.tokens, found.sentences, numbers
    document.mentions = list(found.mentions.values())
    for mention in list(found.inside.values())[:1]:
        found.problems.add(
            warning("CE089", "inside-token", mention.place, mention.id, count=len(found.inside))
        )
    return assemble([document], "webanno", options, found.problems)


def _layers(lines: list[str]) -> list[_Layer]:
    """Return the layers of the header with their columns."""
    found: list[_Layer] = []
    column = FIXED
    for line in lines:
        if line.startswith("#T_") and line[3:5] in LAYERS:
            name, *features = line[6:].split("|")
            ends = features.pop()[3:] if features and features[-1].startswith("BT_") else ""
            found.append(_Layer(line[3:5], name, features, column, ends))
            column = found[-1].stop
        elif ROW.match(line):
            break
    return found


def _chosen(layers: list[_Layer], file: TextFile) -> list[_Layer]:
    """Return the layers that annotate coreference: chains, or relations and the layer of their spans."""
    chains, relations = (_coreference(layers, kind) for kind in ("CH", "RL"))
    if len(chains) == 1 or (chains and all(_is_called_so(layer) for layer in chains)):
        return chains
    if not chains and len(relations) == 1:
        spans = [layer for layer in layers if layer.name == relations[0].ends]
        if spans:
            return [spans[0], relations[0]]
    names = ", ".join(layer.name for layer in layers)
    raise CorefevalError(Problem("CE069", "not-one-layer-chains", file.line_place(1), names))


def _coreference(layers: list[_Layer], kind: str) -> list[_Layer]:
    """Return the layers of a kind with `coref` in their names; if there is none, all that are not dependencies."""
    found = [layer for layer in layers if layer.kind == kind and "dependency" not in layer.name.lower()]
    return [layer for layer in found if _is_called_so(layer)] or found


def _is_called_so(layer: _Layer) -> bool:
    return "coref" in layer.name.lower()


def write_each(corpus: Corpus) -> tuple[list[tuple[bytes, ...]], list[Problem]]:
    """Return the file of each document, with the layers of GUM, and the losses.

    The first layer contains the mentions as numbered spans, with a column for each attribute. The second layer contains
    relations: from a mention to the previous one (coref), from an anaphor to its anchor (bridge), or from a plural to an
    element (bridge:aggr).
    """
    documents = Disassembly(corpus, "WebAnno TSV")
    features = {name: "entity" if name == "ne" else name for name in documents.attributes}
    features = {name: feature for name, feature in features.items() if FEATURE.fullmatch(feature)}
    if "ne" in features:
        features.pop("entity", "")
    spans, relations = "webanno.custom.Referent", "webanno.custom.Coref"
    head = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={spans}|{'|'.join(features.values())}\n"
    head += f"#T_RL={relations}|type|BT_{spans}\n\n"
    written = [
        (head + "".join(_rows(document, list(features)))).encode() for document in documents.documents()
    ]
    return [(content,) for content in written], documents.problems()


def _rows(document: AnnotatedDocument, names: list[str]) -> Iterator[str]:
    """Yield the lines of the sentences."""
    tokens, edges = list(document.tokens or ()), list(document.edges or ())
    units = character_edges(document.text, Unit.UTF_16).tolist()
    numbers: list[str] = []
    cells: list[list[list[str]]] = [[[] for _ in range((len(names) or 1) + 2)] for _ in tokens]
    starts = sorted({0, *document.sentences, len(tokens)})
    for number, (start, stop) in enumerate(pairwise(starts), 1):
        numbers += [f"{number}-{token}" for token in range(1, stop - start + 1)]
    for mention in document.mentions:
        values = [mention.attributes.get(name, "") for name in names] or [""]
        shown = [f"{_escaped(value)}[{mention.id}]" for value in values]
        for token in (token for first, last in mention.spans for token in range(first, last + 1)):
            for column, value in enumerate(shown):
                cells[token][column].append(value)
    first = {mention.id: mention.spans[0][0] for mention in document.mentions}
    for kind, links in (("coref", document.links), ("bridge:aggr", document.split), ("", document.bridging)):
        for link in links:
            name = kind or ":".join(filter(None, ("bridge", link.relation)))
            *_, relation, address = cells[first[link.target]]
            relation.append(_escaped(name))
            address.append(f"{numbers[first[link.source]]}[{link.source}_{link.target}]")
    for start, stop in pairwise(starts):
        text = document.text[edges[start][0] : edges[stop - 1][1]]
        yield "\n#Text=" + text.replace("\\", "\\\\") + "\n"
        for token in range(start, stop):
            place = "-".join(str(units[edge]) for edge in edges[token])
            columns = ["|".join(values) or "_" for values in cells[token]]
            yield "\t".join([numbers[token], place, tokens[token], *columns, "\n"])


def _escaped(value: str) -> str:
    """Return an escaped value; an asterisk for none."""
    return RESERVED.sub(lambda found: "\\" + SPELLED.get(found[0], found[0]), value) or "*"


FORMAT = Format("webanno", read, write_each=write_each)
