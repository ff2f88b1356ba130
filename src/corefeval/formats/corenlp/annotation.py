"""Sentences of tokens and chains of mentions as CoreNLP numbers them: from 1 in each sentence, ends exclusive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from corefeval.formats.standoff import AnnotatedDocument, Mention, Sentences, token_document
from corefeval.problems import Place, Problems, warning

COLUMNS = {"lemma": "lemma", "xpos": "pos", "ne": "ner", "speaker": "speaker"}
ATTRIBUTES = ("type", "number", "gender", "animacy")
UNPLACED = -1
"""The start and end of a mention that older versions of CoreNLP could not locate."""


class Token(msgspec.Struct):
    """A token. CoreNLP escapes brackets and quotation marks in its word, and in the texts of mentions too."""

    word: str
    lemma: str = ""
    pos: str = ""
    ner: str = ""
    speaker: str = ""


class Sentence(msgspec.Struct):
    """A sentence."""

    tokens: list[Token]


class Reference(msgspec.Struct, rename="camel"):
    """A mention of a chain."""

    sent_num: int
    start_index: int
    end_index: int
    head_index: int = 0
    text: str = ""
    is_representative_mention: bool = False
    type: str = ""
    number: str = ""
    gender: str = ""
    animacy: str = ""


def document(
    name: str,
    place: Place,
    sentences: Sequence[Sentence],
    references: Iterable[tuple[Reference, str, Place]],
    problems: Problems,
) -> AnnotatedDocument:
    """Return a document. Mentions that CoreNLP could not locate, with start and end -1, are skipped with one warning.

    Args:
        name: the name of the document; '' if it has none.
        place: the place of the document.
        sentences: the sentences, in order.
        references: the mentions, each with the name of its chain and its place.
        problems: the collected problems, to which the warning is added.
    """
    tokens = [token for sentence in sentences for token in sentence.tokens]
    numbers = Sentences(len(sentence.tokens) for sentence in sentences)
    columns = {column: [getattr(token, field) for token in tokens] for column, field in COLUMNS.items()}
    found = token_document(
        name,
        place,
        tokens=[token.word for token in tokens],
        sentences=numbers.starts[:-1],
        columns={column: cells for column, cells in columns.items() if any(cells)},
    )

    unplaced: list[Place] = []
    for reference, chain, where in references:
        if reference.start_index == reference.end_index == UNPLACED:
            unplaced.append(where)
            continue
        first, last, head = (
            numbers.node(reference.sent_num - 1, index - 1)
            for index in (reference.start_index, reference.end_index - 1, reference.head_index)
        )
        attributes = {name: getattr(reference, name) for name in ATTRIBUTES}
        found.mentions.append(
            Mention(
                [(first, last)],
                chain,
                place=where,
                text=reference.text,
                head=(head, head) if reference.head_index else None,
                attributes=attributes
                | {"representative": "yes" if reference.is_representative_mention else ""},
            )
        )
    if unplaced:
        problems.add(
            warning("CE049", "skipped-start-end", unplaced[0], count=len(unplaced), unplaced=UNPLACED)
        )
    return found
