"""The Hebrew corpus of IAHLT: a text, and clusters as objects with a name, a class and mentions by characters."""

from __future__ import annotations

from typing import Any

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import Place, Problems


class _Metadata(msgspec.Struct):
    name: str | int | None = None
    entity: str | None = None


class _Cluster(msgspec.Struct):
    mentions: list[tuple[Offset, Offset, dict[str, Any]]]
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)


class _Record(msgspec.Struct):
    text: str
    clusters: list[_Cluster]
    doc_key: str | int | None = None


def _document(record: _Record, place: Place, name: str) -> AnnotatedDocument:
    """Return a document. Clusters with the same name stay separate: a number is added to the label if needed."""
    found = AnnotatedDocument(str(record.doc_key if record.doc_key is not None else name), place, record.text)
    found.names_chains = any(cluster.metadata.name is not None for cluster in record.clusters)
    taken: set[str] = set()
    for number, cluster in enumerate(record.clusters):
        label = str(cluster.metadata.name if cluster.metadata.name is not None else number)
        label = f"{label}-{number}" if label in taken else label
        taken.add(label)
        for index, (begin, end, *_) in enumerate(cluster.mentions):
            attributes = {"ne": cluster.metadata.entity or ""}
            where = inside(place, f"$.clusters[{number}].mentions[{index}]")
            found.mentions.append(Mention([(begin, end)], label, place=where, attributes=attributes))
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a file of such documents."""
    problems = Problems()
    documents = (_document(*found) for found in records(file, _Record, ("text", "clusters"), problems))
    return assemble(documents, "iahlt", options, problems)


FORMAT = Format("iahlt", read)
