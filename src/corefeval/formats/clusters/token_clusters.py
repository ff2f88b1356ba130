"""Tokens with their clusters, one per row: document, sentence, number, word, cluster. Other tokens are not listed.

Adjacent tokens of one sentence and cluster are one mention, so adjacent and nested mentions of an entity cannot be
distinguished. A token may be listed more than once. The text is unknown, so mentions are compared by sentence and
token numbers, as in lists of mentions.
"""

from __future__ import annotations

from collections import defaultdict

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import without_words
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import number_of
from corefeval.problems import Problem, Problems

CELLS = 5


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read the mentions. The ending .xml of a document's name is removed, as in lists of mentions."""
    del options
    problems = Problems()
    chains: defaultdict[str, defaultdict[str, list[list[int]]]] = defaultdict(lambda: defaultdict(list))
    for number, line in enumerate(file.read().decode().replace("\r\n", "\n").split("\n"), 1):
        place = file.line_place(number)
        cells = line.split("\t")
        if len(cells) != CELLS:
            if line.strip():
                problems.add(Problem("CE020", "columns", place, line, columns=len(cells), cells=CELLS))
            continue
        document, *numbers, _, cluster = cells
        sentence, token = (number_of(each, "number", place, problems) for each in numbers)
        mentions = chains[document.removesuffix(".xml")][cluster]
        if mentions and mentions[-1][0] == sentence and mentions[-1][-1] + 1 == token:
            mentions[-1].append(token)
        else:
            mentions.append([sentence, token])
    problems.raise_errors()
    named = (
        (name, {cluster: [tuple(mention) for mention in mentions] for cluster, mentions in each.items()})
        for name, each in chains.items()
    )
    return without_words(named, "token-clusters", file.place)


FORMAT = Format("token-clusters", read)
