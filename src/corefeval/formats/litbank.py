"""LitBank's TSV: an .ann file with mentions, and a .txt file with one sentence per line.

Mentions are given by sentence and token, both counted from 0, with inclusive ends. A mention without a COREF line is a
singleton. COP and APPOS are not identity; their number is reported.
"""

from __future__ import annotations

from collections import Counter

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import (
    Mention,
    Sentences,
    assemble,
    note_other_relations,
    number_of,
    token_document,
)
from corefeval.problems import Problem, Problems

MENTION, COREFERENCE = 9, 3
"""The numbers of cells of MENTION lines and COREF lines."""
OTHER = {"COP", "APPOS"}


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, with its text in NAME.txt."""
    problems = Problems()
    lines = file.companion("{stem}.txt", named=options.companion).read().decode().split("\n")
    sentences = [line.split() for line in lines]
    numbers = Sentences(map(len, sentences))
    document = token_document(
        place=file.place,
        tokens=[word for sentence in sentences for word in sentence],
        sentences=numbers.starts[:-1],
    )
    mentions: dict[str, Mention] = {}
    entities = []
    other: Counter[str] = Counter()
    for number, line in enumerate(file.read().decode().split("\n"), 1):
        place = file.line_place(number)
        kind, *cells = line.rstrip("\r").split("\t")
        if kind == "MENTION" and len(cells) == MENTION - 1:
            name, *offsets, text, entity_class, form = cells
            begin, first, end, last = (number_of(each, "offset", place, problems) for each in offsets)
            kinds = {"type": form, "ne": entity_class}
            spans = [(numbers.node(begin, first), numbers.node(end, last))]
            mention = Mention(spans, id=name, place=place, text=text, attributes=kinds)
            document.mentions.append(mention)
            mentions[name] = mention
        elif kind == "COREF" and len(cells) == COREFERENCE - 1:
            entities.append((cells[0], cells[1], place))
        elif kind in OTHER:
            other[kind] += 1
        elif line.strip():
            problems.add(Problem("CE067", "not-line-litbank", place, line))
    for name, entity, place in entities:
        if name not in mentions:
            problems.add(Problem("CE035", "chain-mention", place, name))
        elif mentions[name].entity not in {None, entity}:
            problems.add(Problem("CE067", "second-chain-mention", place, name))
        else:
            mentions[name].entity = entity
    note_other_relations(other, file.place, problems)
    return assemble([document], "litbank", options, problems)


FORMAT = Format("litbank", read)
