"""CoNLL-U Plus with antecedents, as in the Hungarian KorKor: a word names its antecedent as sentence:number.

Only the heads of mentions are annotated, so each mention has one word. Linked words are one entity. The relation holo
leads from a part to its whole and is read as bridging. A word with a type and no antecedent is a separate entity.
Zeros are not read: they are only flags at their governors, without an antecedent.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Link, Mention, assemble, token_document
from corefeval.problems import Place, Problem, Problems, warning

EMPTY_CELLS = {"", "_", "__"}
UNKNOWN = {"???", *EMPTY_CELLS}
"""The values that mean no antecedent."""
NEEDED = ("ID", "FORM", "COREFHEAD", "COREFTYPE")
PART_OF = "holo"
COLUMNS = ("LEMMA", "XPOS", "UPOS", "FEATS", "HEAD", "DEPREL")

Row = tuple[str, Place, dict[str, str]]
"""A word: its sentence and number as one string, its place, and its cells by column name."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    rows = list(_rows(file, problems))
    document = token_document(
        place=file.place,
        tokens=[cells["FORM"] for _, _, cells in rows],
        sentences=[number for number, (name, _, _) in enumerate(rows) if name.endswith(":1")],
        lines=[place.line for _, place, _ in rows],
        columns={name.lower(): [cells.get(name, "") for _, _, cells in rows] for name in COLUMNS},
    )
    words = {name: number for number, (name, _, _) in enumerate(rows)}
    mentioned: dict[str, str] = {}
    for name, place, cells in rows:
        kind, antecedent = cells["COREFTYPE"], cells["COREFHEAD"]
        if kind in EMPTY_CELLS and antecedent in EMPTY_CELLS:
            continue
        mentioned[name] = kind
        if antecedent not in words:
            reason = "no-antecedent" if antecedent in UNKNOWN else "antecedent-not-in-file"
            problems.add(warning("CE049", reason, place, antecedent, relation=kind))
            continue
        mentioned.setdefault(antecedent, "")
        links = document.bridging if kind == PART_OF else document.links
        links.append(Link(name, antecedent, place, kind if kind == PART_OF else ""))
    for name in sorted(mentioned, key=words.__getitem__):
        number = words[name]
        attributes = {"relation": mentioned[name]}
        document.mentions.append(
            Mention([(number, number)], id=name, place=rows[number][1], attributes=attributes)
        )
    return assemble([document], "korkor", options, problems)


def _rows(file: TextFile, problems: Problems) -> Iterator[Row]:
    """Yield the words of a file, and report lines that do not have the columns of the header."""
    names: list[str] = []
    sentence, is_inside = 0, False
    for number, line in enumerate(file.read().decode().replace("\r\n", "\n").split("\n"), 1):
        place = file.line_place(number)
        if line.startswith("#"):
            key, _, value = line.lstrip("# ").partition("=")
            names = value.split() if key.strip() == "global.columns" else names
        elif not line.strip():
            is_inside = False
        else:
            cells = dict(zip(names, line.split("\t"), strict=False))
            if line.count("\t") + 1 != len(names) or not cells.keys() >= {*NEEDED}:
                problems.add(
                    Problem(
                        "CE020",
                        "columns-not-header",
                        place,
                        line,
                        columns=line.count(chr(9)) + 1,
                        names=len(names),
                    )
                )
                continue
            sentence += not is_inside
            is_inside = True
            yield f"{sentence}:{cells['ID']}", place, cells


FORMAT = Format("korkor", read)
