"""CoreNLP's JSON: sentences of tokens, and chains named by the number of one of their mentions, also singletons."""

from __future__ import annotations

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.corenlp.annotation import Reference, Sentence, document
from corefeval.formats.files import TextFile
from corefeval.formats.json_values import decode
from corefeval.formats.standoff import assemble
from corefeval.problems import Place, Problems


class _Record(msgspec.Struct):
    sentences: list[Sentence]
    corefs: dict[str, list[Reference]] = {}
    name: str = msgspec.field(name="docId", default="")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    place = Place(file.name, 1)
    record = decode(file.read(), _Record, place)
    references = (
        (reference, chain, Place(file.name, 1, path=f"$.corefs[{chain!r}][{index}]"))
        for chain, mentions in record.corefs.items()
        for index, reference in enumerate(mentions)
    )
    problems = Problems()
    found = document(record.name, place, record.sentences, references, problems)
    return assemble([found], "corenlp-json", options, problems)


FORMAT = Format("corenlp-json", read)
