"""A format: one word per line, with the number of its entity; the first line is %numbered."""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.catalogue import Entry, Mark
from corefeval.formats.files import TextFile
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble
from corefeval.problems import Problems

ENTRY = Entry("numbered", "Numbered words", "columns", ("singletons",), mark=Mark(rb"%numbered\n"))
"""The format as far as it can be known without reading: its name, what it can hold, how its files begin."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    rows = [line.split() for line in file.read().decode().splitlines()[1:]]
    document = AnnotatedDocument(
        place=file.place, tokens=[row[0] for row in rows], unit=Unit.TOKEN, inclusive=True
    )
    document.mentions += [
        Mention([(number, number)], entity=row[1]) for number, row in enumerate(rows) if len(row) > 1
    ]
    return assemble([document], "numbered", options, Problems())


FORMAT = Format("numbered", read)
"""The reader, imported when a file of the format is read."""
