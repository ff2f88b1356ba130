"""spaCy's Doc.to_json: a text, tokens and sentences by characters, clusters as groups of spans."""

from __future__ import annotations

import re

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import Place, Problems, warning

CLUSTERS = re.compile(r"coref_clusters(?:_(.*))?")
"""Matches the names of span groups that are clusters. Groups coref_head_clusters_* contain only heads."""
COLUMNS = {"lemma": "lemma", "upos": "pos", "xpos": "tag", "feats": "morph", "deprel": "dep"}


class _Span(msgspec.Struct):
    start: Offset
    end: Offset
    label: str = ""


class _Token(msgspec.Struct):
    start: Offset
    end: Offset
    lemma: str = ""
    pos: str = ""
    tag: str = ""
    morph: str = ""
    dep: str = ""


class _Record(msgspec.Struct):
    text: str
    tokens: list[_Token]
    spans: dict[str, list[_Span]] | None = None
    sents: list[_Span] = []
    name: str = ""


def _document(record: _Record, place: Place, name: str) -> AnnotatedDocument:
    """Return a document, without tokens that are white space."""
    forms = [record.text[max(token.start, 0) : max(token.end, 0)] for token in record.tokens]
    tokens = [token for token, form in zip(record.tokens, forms, strict=True) if form.strip()]
    numbers = {token.start: number for number, token in enumerate(tokens)}
    found = AnnotatedDocument(
        record.name or name,
        place,
        record.text,
        [form for form in forms if form.strip()],
        [(token.start, token.end) for token in tokens],
        [numbers[sentence.start] for sentence in record.sents if sentence.start in numbers],
        columns={
            column: [getattr(token, field) for token in tokens]
            for column, field in COLUMNS.items()
            if any(getattr(token, field) for token in tokens)
        },
    )
    for group, spans in (record.spans or {}).items():
        if is_cluster := CLUSTERS.fullmatch(group):
            for index, span in enumerate(spans):
                where = inside(place, f"$.spans.{group}[{index}]")
                label = is_cluster[1] or group
                found.mentions.append(Mention([(span.start, span.end)], label, place=where))
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read documents as spaCy writes them. Warn if none has clusters, because perhaps no component resolved them."""
    problems = Problems()
    documents = []
    unresolved: list[tuple[Place, str]] = []
    for record, place, name in records(file, _Record, ("text", "tokens"), problems):
        if record.spans != {} and not any(map(CLUSTERS.fullmatch, record.spans or ())):
            unresolved.append((place, ", ".join(record.spans or ())))
        documents.append(_document(record, place, name))
    if documents and len(unresolved) == len(documents):
        place, groups = unresolved[0]
        problems.add(warning("CE032", "no-document-span-group", place, groups))
    return assemble(documents, "spacy", options, problems)


FORMAT = Format("spacy", read)
