"""GAP: one row per text, with the offsets of a pronoun and two names, and whether each name is its antecedent.

Each row is a document with three mentions. A name marked TRUE and the pronoun are one entity. Quotation marks are
ordinary characters. The attribute `gap` states whether a mention is the pronoun or one of the names.

The answers of a system, as the official scorer reads them, have no header. A row contains the ID of a text and TRUE or
FALSE for each name. They need the table with the texts: a named file, a file next to them, or the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble, number_of
from corefeval.problems import CorefevalError, Place, Problem, Problems, warning

NAMED = ("A", "B")
COLUMNS = (
    "ID",
    "Text",
    "Pronoun",
    "Pronoun-offset",
    *(f"{name}{of}" for name in NAMED for of in ("", "-offset", "-coref")),
)
TABLE = b"ID\tText\tPronoun\t"
TEXTS = "{stem}.texts.tsv"
"""The default name of the table that answers need. Any other table next to them that contains the first ID works too."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a table of texts, or answers for one."""
    problems = Problems()
    rows = _rows(file, problems) if file.head(len(TABLE)) == TABLE else _answered(file, options, problems)
    documents = [_document(row, place, problems) for row, place in rows]
    return assemble(documents, "gap", options, problems)


def _rows(file: TextFile, problems: Problems) -> Iterator[tuple[dict[str, str], Place]]:
    """Yield the rows of a table, and the place of each."""
    header, *lines = (line.rstrip("\r") for line in file.read().decode().split("\n"))
    names = header.split("\t")
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise CorefevalError(Problem("CE032", "no-such-column", file.line_place(1), name=missing[0]))
    for number, line in enumerate(lines, 2):
        place = Place(file.name, number)
        cells = line.split("\t")
        if len(cells) == len(names):
            yield dict(zip(names, cells, strict=True)), place
        elif line:
            problems.add(Problem("CE067", "not-row-columns", place, line, columns=len(names)))


def _answered(
    file: TextFile, options: ReadOptions, problems: Problems
) -> Iterator[tuple[dict[str, str], Place]]:
    """Yield the rows of the table with a system's answers filled in. Texts without an answer are skipped."""
    answers: dict[str, tuple[list[str], Place]] = {}
    for number, line in enumerate(file.read().decode().split("\n"), 1):
        name, *values = line.rstrip("\r").split("\t")
        place = Place(file.name, number)
        if name in answers:
            problems.add(warning("CE134", "second-answer-text-left", place, name))
        elif len(values) == len(NAMED):
            answers[name] = values, place
        elif line.strip():
            problems.add(Problem("CE067", "not-row-columns", place, line, columns=1 + len(NAMED)))
    table = _table(file, options, next(iter(answers), ""))
    texts = {row["ID"]: row for row, _ in _rows(table, Problems())}
    for name, (values, place) in answers.items():
        if name in texts:
            said = zip((f"{each}-coref" for each in NAMED), values, strict=True)
            yield {**texts[name], **dict(said)}, place
        else:
            problems.add(Problem("CE134", "answer-text", place, name, name=table.name))


def _table(file: TextFile, options: ReadOptions, first: str) -> TextFile:
    """Return the table with the texts: the named one, or a table next to the answers or the key with the first ID."""
    companion = options.companion
    if not companion and not file.beside(TEXTS):
        keys = [options.key] if Path(options.key).is_file() else []
        for path in [*map(str, file.beside("*.tsv")), *keys]:
            table = TextFile(path)
            if table.head(len(TABLE)) == TABLE and f"\n{first}\t".encode() in table.read():
                return table
    return file.companion(TEXTS, named=companion)


def _document(row: dict[str, str], place: Place, problems: Problems) -> AnnotatedDocument:
    document = AnnotatedDocument(row["ID"], place, row["Text"], names_chains=False)
    for name in ("Pronoun", *NAMED):
        begin = number_of(row[f"{name}-offset"], f"{name}-offset", place, problems)
        spans = [(begin, begin + len(row[name]))]
        is_meant = row.get(f"{name}-coref", "TRUE").upper()
        if is_meant not in {"TRUE", "FALSE"}:
            problems.add(Problem("CE033", "coref-neither-true", place, row[f"{name}-coref"], name=name))
        entity = "Pronoun" if is_meant == "TRUE" else name
        role = {"gap": name if name in NAMED else "pronoun"}
        document.mentions.append(Mention(spans, entity, place=place, text=row[name], attributes=role))
    return document


FORMAT = Format("gap", read)
