"""Read NKAS JSON: layers, lexemes, annotations, and the chains that follow from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import msgspec
import numpy as np

from corefeval.arrays import integers
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Annotation, Span
from corefeval.formats.assembly import LinkedChains
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.json_values import decode
from corefeval.formats.nkas.morphology import analysed, joined
from corefeval.formats.split_antecedents import PluralEntities
from corefeval.problems import CorefevalError, Problem, warning

LAYERS = {
    "identity": ("manualCoreferences", 1),
    "manual1": ("manualCoreferences", 1),
    "manual2": ("manualCoreferences", 2),
    "anaphora_resolution": ("anaphora_resolution", 0),
}
"""The layer of the file and its version (0: any), for each value of --layer."""

_ITEM = TypeVar("_ITEM")
_Characters = tuple[int, int]


class _Layer(msgspec.Struct):
    type: str
    version: int
    content: str


class _File(msgspec.Struct):
    content: str
    annotationLayers: list[_Layer]  # noqa: N815 - as the files spell it
    name: str = ""
    id: int = 0


class _Link(msgspec.Struct):
    referent: _Characters = msgspec.field(name="Referant")
    antecedents: list[_Characters] = msgspec.field(name="Mentions")
    code: str = msgspec.field(name="Type", default="")


class _Links(msgspec.Struct):
    coreferences: list[_Link]


class _Resolution(msgspec.Struct):
    ref: _Characters
    anaphor: list[_Characters]


class _Resolutions(msgspec.Struct):
    anaphora_resolution: list[_Resolution] | None = None


class _Lexemes(msgspec.Struct):
    seg: list[_Characters]
    s: list[_Characters] = []


class _Morphology(msgspec.Struct):
    msd: list[list[tuple[str, str]]]


class _Named(msgspec.Struct):
    ref: tuple[int, int]


class _Entities(msgspec.Struct):
    ne: dict[str, list[_Named]] = {}


@dataclass(frozen=True, slots=True)
class _Token:
    """A node: its characters, and the number of its lexeme; -1 if it has none."""

    begin: int
    end: int
    lexeme: int


class _Reader:
    """Reads one document."""

    def __init__(self, file: TextFile, options: ReadOptions) -> None:
        self._file = file
        self._layer = LAYERS[options.layer]
        self._anomalies: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def read(self) -> Corpus:
        """Return the corpus of the one document."""
        document = self._decode(self._file.read(), _File, "the file")
        self._text = document.content
        layers = {(layer.type, layer.version): layer.content for layer in document.annotationLayers}
        lexemes = self._required(layers, "lex", _Lexemes)
        links = self._links(layers)
        self._tokens = self._tokenised(lexemes, self._boundaries(layers))
        self._begins = integers(token.begin for token in self._tokens)
        self._ends = integers(token.end for token in self._tokens)
        builder = CorpusBuilder("nkas", self._file.name)
        builder.document(document.name or str(document.id))
        self._add_nodes(builder, lexemes, layers)
        annotations = self._annotations(links)
        self._add_mentions(builder, annotations)
        problems = [
            warning(
                "CE049",
                kind,
                self._file.place,
                self._examples[kind],
                count=count,
                example=self._examples[kind],
            )
            for kind, count in self._anomalies.items()
        ]
        corpus = builder.build(problems=problems)
        corpus.source.known_annotations = annotations
        return corpus

    def _decode(self, content: bytes | str, kind: type[_ITEM], what: str) -> _ITEM:
        return decode(content, kind, self._file.place, what)

    def _required(self, layers: dict[tuple[str, int], str], name: str, kind: type[_ITEM]) -> _ITEM:
        """Return the newest version of a layer."""
        versions = [version for layer, version in layers if layer == name]
        if not versions:
            raise CorefevalError(Problem("CE032", "no-layer", self._file.place, name=name))
        return self._decode(layers[name, max(versions)], kind, f"layer {name}")

    def _links(self, layers: dict[tuple[str, int], str]) -> list[_Link]:
        name, version = self._layer
        if name == "anaphora_resolution":
            found = self._required(layers, name, _Resolutions).anaphora_resolution
            if found is None:
                self._note("layers-without-annotation", name)
            return [_Link(anaphor, [item.ref]) for item in found or [] for anaphor in item.anaphor]
        if (name, version) not in layers:
            raise CorefevalError(
                Problem("CE009", "no-layer-version", self._file.place, name=name, version=version)
            )
        return self._decode(layers[name, version], _Links, f"layer {name} {version}").coreferences

    def _boundaries(self, layers: dict[tuple[str, int], str]) -> set[int]:
        """Return the starts and ends of mentions of all manual layers, so that all layers get the same nodes."""
        edges: set[int] = set()
        for (name, version), content in layers.items():
            if name == "manualCoreferences":
                for link in self._decode(content, _Links, f"layer {name} {version}").coreferences:
                    for begin, length in (link.referent, *link.antecedents):
                        edges |= {begin, begin + length}
        return edges

    def _tokenised(self, lexemes: _Lexemes, edges: set[int]) -> list[_Token]:
        """Return the nodes: lexemes, and words outside lexemes, split where a mention begins or ends."""
        tokens: list[_Token] = []
        end = 0
        for number, (start, length) in enumerate([*lexemes.seg, (len(self._text), 0)]):
            for match in re.finditer(r"\S+", self._text[end : max(end, start)]):
                tokens.extend(self._cut(end + match.start(), end + match.end(), -1, edges))
            tokens.extend(self._cut(max(start, end), min(start + length, len(self._text)), number, edges))
            end = max(end, start + length)
        return tokens

    def _cut(self, begin: int, end: int, lexeme: int, edges: set[int]) -> Iterable[_Token]:
        cuts = [begin, *(place for place in range(begin + 1, end) if place in edges), end]
        for first, last in pairwise(cuts):
            if self._text[first:last].strip():
                yield _Token(first, last, lexeme)

    def _add_nodes(
        self, builder: CorpusBuilder, lexemes: _Lexemes, layers: dict[tuple[str, int], str]
    ) -> None:
        readings = self._readings(layers, len(lexemes.seg))
        named = self._named(layers, len(lexemes.seg))
        sentences = sorted(begin for begin, _ in lexemes.s)
        following = 0
        forms = [self._text[token.begin : token.end] for token in self._tokens]
        found = (readings[token.lexeme] if token.lexeme >= 0 else () for token in self._tokens)
        words = [(form, analysed(form, reading)) for form, reading in zip(forms, found, strict=True)]
        for token, form, analysis in zip(self._tokens, forms, joined(words), strict=True):
            while following < len(sentences) and sentences[following] <= token.begin:
                builder.sentence()
                following += 1
            if token is self._tokens[0]:
                builder.sentence()
            columns = {
                "lemma": analysis.lemma,
                "upos": analysis.upos,
                "xpos": analysis.tag,
                "feats": analysis.feats,
                "ne": named.get(token.lexeme, "O"),
            }
            builder.node(form, columns=columns)

    def _readings(
        self, layers: dict[tuple[str, int], str], count: int
    ) -> Sequence[Sequence[tuple[str, str]]]:
        """Return the readings of each lexeme, each a lemma and a tag."""
        if not any(name == "morphology" for name, _ in layers):
            return [()] * count
        found = self._required(layers, "morphology", _Morphology).msd
        if len(found) != count:
            self._note("other-number-of-lexemes", str(len(found)))
            return [()] * count
        return found

    def _named(self, layers: dict[tuple[str, int], str], count: int) -> dict[int, str]:
        """Return the B- or I- tag of each lexeme that is part of a named entity."""
        classes: dict[int, str] = {}
        if not any(name == "ner" for name, _ in layers):
            return classes
        for kind, entities in sorted(self._required(layers, "ner", _Entities).ne.items()):
            for entity in entities:
                first, length = entity.ref
                if first < 0 or first + length > count:
                    self._note("names-outside-text", str(entity.ref))
                    continue
                classes |= {first + step: f"{'I' if step else 'B'}-{kind}" for step in range(length)}
        return classes

    def _annotations(self, links: Sequence[_Link]) -> list[Annotation]:
        """Return the links as annotations between nodes, and report problems."""
        annotations: list[Annotation] = []
        seen: set[tuple[Span, tuple[Span, ...], str]] = set()
        referents: set[Span] = set()
        for link in links:
            spans = [self._nodes(span) for span in (link.referent, *link.antecedents)]
            known = tuple(span for span in spans[1:] if span is not None)
            if spans[0] is None:
                continue
            annotation = Annotation(0, spans[0], known, link.code)
            self._check(link, annotation)
            if (annotation.referent, annotation.antecedents, annotation.code) in seen:
                self._note("annotations-twice", self._shown(link.referent))
            elif annotation.referent in referents:
                self._note("second-annotation-of-referent", self._shown(link.referent))
            seen.add((annotation.referent, annotation.antecedents, annotation.code))
            referents.add(annotation.referent)
            annotations.append(annotation)
        return annotations

    def _check(self, link: _Link, annotation: Annotation) -> None:
        shown = f"{self._shown(link.referent)} {link.code}".strip()
        if not link.antecedents:
            self._note("no-antecedents", shown)
        if annotation.referent in annotation.antecedents:
            self._note("own-antecedents", shown)
        if len(link.antecedents) > 1 and link.code.endswith("s"):
            self._note("single-with-several", shown)
        if len(link.antecedents) == 1 and link.code[-1:] in {"g", "a"}:
            self._note("several-with-one", shown)
        if len(link.code) == 4 and annotation.antecedents:
            first = annotation.antecedents[0]
            is_forward = first > annotation.referent
            if (link.code[2] == "p" and not is_forward) or (link.code[2] == "a" and is_forward):
                self._note("direction-contradicts-code", shown)

    def _nodes(self, span: _Characters) -> Span | None:
        """Return the first and last node of a span of characters [start, length]."""
        begin, end = span[0], span[0] + span[1]
        first = int(np.searchsorted(self._ends, begin, side="right"))
        last = int(np.searchsorted(self._begins, end, side="left")) - 1
        if span[0] < 0 or end > len(self._text) or last < first:
            self._note("spans-outside-text", str(list(span)))
            return None
        if self._begins[first] != begin or self._ends[last] != end:
            self._note("spans-with-white-space", self._shown(span))
        lexemes = {self._tokens[first].lexeme, self._tokens[last].lexeme}
        before = self._tokens[first - 1].lexeme if first else -1
        after = self._tokens[last + 1].lexeme if last + 1 < len(self._tokens) else -1
        if -1 in lexemes or before == self._tokens[first].lexeme or after == self._tokens[last].lexeme:
            self._note("spans-inside-lexeme", self._shown(span))
        return first, last

    def _add_mentions(self, builder: CorpusBuilder, annotations: Sequence[Annotation]) -> None:
        found = LinkedChains.of((each.referent, each.antecedents, each.code) for each in annotations)
        codes: dict[Span, str] = {}
        for annotation in annotations:
            if any(span != annotation.referent for span in annotation.antecedents):
                codes.setdefault(annotation.referent, annotation.code)
        entities = [builder.entity(str(number), numbered=True) for number in range(len(found.chains))]
        mentions = [
            (span, entity) for entity, chain in zip(entities, found.chains, strict=True) for span in chain
        ]
        for span, entity in sorted(mentions, key=lambda mention: (mention[0][1], -mention[0][0])):
            attributes = {"code": codes[span]} if codes.get(span) else {}
            builder.mention(entity, [span], attributes=attributes)
        groups = PluralEntities()
        for whole, element in dict.fromkeys(found.groups):
            if groups.add(whole, element):
                self._note("groups-of-themselves", "")
            else:
                builder.split_antecedent(entities[whole], entities[element])

    def _note(self, what: str, example: str) -> None:
        self._anomalies[what] += 1
        self._examples.setdefault(what, example)

    def _shown(self, span: _Characters) -> str:
        return self._text[span[0] : span[0] + span[1]]


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one layer of coreference: manual1 (the same as identity), manual2 or anaphora_resolution."""
    return _Reader(file, options).read()
