"""GAP: a row a text, with a pronoun and two names by characters, and whether each name is the one meant.

Each row is a document with three mentions; a name marked TRUE and the pronoun are one entity. Quotes are plain characters.
"""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Document, Mention, assemble, number_of
from corefeval.problems import CorefevalError, Place, Problem, Problems

__all__ = ["FORMAT"]

NAMED = ("A", "B")
COLUMNS = (
    "ID",
    "Text",
    "Pronoun",
    "Pronoun-offset",
    *(f"{name}{of}" for name in NAMED for of in ("", "-offset", "-coref")),
)


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a table of texts."""
    problems = Problems()
    header, *lines = (line.rstrip("\r") for line in file.read().decode().split("\n"))
    names = header.split("\t")
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise CorefevalError(Problem("CE032", f"no column {missing[0]!r}", file.line_place(1)))
    documents = []
    for number, line in enumerate(lines, 2):
        place = Place(file.name, number)
        cells = line.split("\t")
        if len(cells) == len(names):
            documents.append(_document(dict(zip(names, cells, strict=True)), place, problems))
        elif line:
            message = f"not a row of {len(names)} columns"
            problems.add(Problem("CE067", message, place, line))
    return assemble(documents, "gap", options, problems)


def _document(row: dict[str, str], place: Place, problems: Problems) -> Document:
    document = Document(row["ID"], place, row["Text"])
    for name in ("Pronoun", *NAMED):
        begin = number_of(row[f"{name}-offset"], f"{name}-offset", place, problems)
        spans = [(begin, begin + len(row[name]))]
        is_meant = row.get(f"{name}-coref", "TRUE").upper()
        if is_meant not in {"TRUE", "FALSE"}:
            message = f"{name}-coref: neither TRUE nor FALSE"
            problems.add(Problem("CE033", message, place, row[f"{name}-coref"]))
        entity = "Pronoun" if is_meant == "TRUE" else name
        document.mentions.append(Mention(spans, entity, place=place, text=row[name]))
    return document


FORMAT = Format("gap", read)
