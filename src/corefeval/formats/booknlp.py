"""BookNLP's .entities with its .tokens: mentions by token numbers, with inclusive ends.

COREF -1 marks unresolved mentions; each is a separate entity. Without the .tokens file, mentions are compared by their
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import without_words
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Mention, assemble, number_of, token_document
from corefeval.problems import Place, Problem, Problems

UNRESOLVED = "-1"
ENTITIES = ("COREF", "start_token", "end_token", "prop", "cat", "text")
TOKENS = ("sentence_ID", "token_ID_within_document", "word")
COLUMNS = {
    "lemma": "lemma",
    "upos": "POS_tag",
    "xpos": "fine_POS_tag",
    "deprel": "dependency_relation",
    "event": "event",
}


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, with the tokens of NAME.tokens if that file exists."""
    problems = Problems()
    mentions = []
    for row, place in _rows(file, ENTITIES, problems):
        first, last = (number_of(row[name], name, place, problems) for name in ("start_token", "end_token"))
        entity = None if row["COREF"] == UNRESOLVED else row["COREF"]
        kinds = {"type": row["prop"], "ne": row["cat"]}
        mentions.append(Mention([(first, last)], entity, place=place, text=row["text"], attributes=kinds))
    if not options.companion and not file.beside("{stem}.tokens"):
        problems.raise_errors()
        chains: dict[str, list[tuple[int, int]]] = {}
        for number, mention in enumerate(mentions):
            name = f"unresolved-{number}" if mention.entity is None else mention.entity
            chains.setdefault(name, []).append(mention.spans[0])
        return without_words([("1", chains)], "booknlp", file.place)
    tokens = [*_rows(file.companion("{stem}.tokens", named=options.companion), TOKENS, problems)]
    for index, (row, place) in enumerate(tokens):
        if row["token_ID_within_document"] != str(index):
            problems.add(
                Problem(
                    "CE067", "tokens-numbered-from-0", place, row["token_ID_within_document"], index=index
                )
            )
            break
    sentence = [row["sentence_ID"] for row, _ in tokens]
    document = token_document(
        place=file.place,
        tokens=[row["word"] for row, _ in tokens],
        sentences=[index for index, name in enumerate(sentence) if sentence[index - 1 : index] != [name]],
        columns={
            name: [row[field] for row, _ in tokens]
            for name, field in COLUMNS.items()
            if tokens and field in tokens[0][0]
        },
        mentions=mentions,
    )
    return assemble([document], "booknlp", options, problems)


def _rows(
    file: TextFile, wanted: tuple[str, ...], problems: Problems
) -> Iterator[tuple[dict[str, str], Place]]:
    """Yield the rows of a table, with cells by column name, and report rows with another number of cells."""
    lines = file.read().decode().split("\n")
    header = lines[0].rstrip("\r").split("\t")
    missing = [name for name in wanted if name not in header]
    if missing:
        problems.add(Problem("CE067", "column-not-named", file.line_place(1), name=missing[0]))
        return
    for number, line in enumerate(lines[1:], 2):
        cells = line.rstrip("\r").split("\t")
        if len(cells) == len(header):
            yield dict(zip(header, cells, strict=True)), file.line_place(number)
        elif line.strip():
            problems.add(
                Problem(
                    "CE067", "row-cells", file.line_place(number), line, cells=len(cells), header=len(header)
                )
            )


FORMAT = Format("booknlp", read)
