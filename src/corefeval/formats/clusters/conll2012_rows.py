"""CoNLL-2012 as rows of a Hugging Face dataset: one row per file of OntoNotes, with sentences of all its parts.

Each sentence has its words and, in `coref_spans`, its mentions as [chain, first word, last word]. Each part is a
document, named as in CoNLL-2012, and has its own chains. Tags and name classes are numbers whose meaning is in the
dataset, not in the row. They are not read, and neither are phrase trees.
"""

from __future__ import annotations

from itertools import groupby

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside, records
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Mention, Sentences, assemble, token_document
from corefeval.problems import Place, Problems


class _Sentence(msgspec.Struct):
    words: list[str]
    coref_spans: list[tuple[Offset, Offset, Offset]]
    part_id: Offset = 0
    speaker: str | None = None


class _Record(msgspec.Struct):
    sentences: list[_Sentence]
    document_id: str = ""


def _document(name: str, numbered: list[tuple[int, _Sentence]], place: Place) -> AnnotatedDocument:
    """Return one part as a document."""
    sentences = [sentence for _, sentence in numbered]
    numbers = Sentences(len(sentence.words) for sentence in sentences)
    found = token_document(
        name,
        place,
        tokens=[word for sentence in sentences for word in sentence.words],
        sentences=numbers.starts[:-1],
        columns={"speaker": [each.speaker or "" for each in sentences for _ in each.words]},
    )
    for number, (index, sentence) in enumerate(numbered):
        for order, (chain, first, last) in enumerate(sentence.coref_spans):
            span = numbers.node(number, first), numbers.node(number, last)
            where = inside(place, f"$.sentences[{index}].coref_spans[{order}]")
            found.mentions.append(Mention([span], str(chain), place=where))
    return found


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read rows. Each row has one or more parts."""
    problems = Problems()
    documents = []
    for record, place, name in records(file, _Record, ("sentences",), problems):
        for part, sentences in groupby(enumerate(record.sentences), lambda pair: pair[1].part_id):
            known = record.document_id or name
            documents.append(_document(f"{known}_{part}" if part else known, list(sentences), place))
    return assemble(documents, "conll2012-rows", options, problems)


FORMAT = Format("conll2012-rows", read)
