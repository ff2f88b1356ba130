"""RuCoCo: a text, entities as lists of character spans, and for each entity the entities that it includes."""

from __future__ import annotations

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Link, Mention, assemble
from corefeval.problems import Place, Problem, Problems


class _Record(msgspec.Struct):
    text: str
    entities: list[list[tuple[Offset, Offset]]]
    includes: list[list[Offset]] = msgspec.field(default_factory=list)


def _document(record: _Record, place: Place, name: str, problems: Problems) -> AnnotatedDocument:
    found = AnnotatedDocument(name, place, record.text, names_chains=False)
    for entity, spans in enumerate(record.entities):
        for index, span in enumerate(spans):
            where = inside(place, f"$.entities[{entity}][{index}]")
            name = "" if index else str(entity)
            found.mentions.append(Mention([span], str(entity), name, where))
    for whole, elements in enumerate(record.includes):
        for element in elements:
            if max(whole, element) >= len(record.entities):
                where = inside(place, f"$.includes[{whole}]")
                problems.add(Problem("CE035", "entity", where, str(element)))
            elif record.entities[whole] and record.entities[element]:
                found.split.append(Link(str(whole), str(element), place))
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, or a file of such documents."""
    problems = Problems()
    found = records(file, _Record, ("text", "entities"), problems)
    return assemble((_document(*each, problems) for each in found), "rucoco", options, problems)


FORMAT = Format("rucoco", read)
