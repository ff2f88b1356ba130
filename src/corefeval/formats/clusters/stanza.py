"""stanza's Document.to_dict as JSON: sentences of words, each with its chains.

A file contains one document, or one per line. A line may also be an object with `sentences` and a `name`. stanza does not
write such objects, but they are used for documents from Python that have names.

For each of its chains a word states whether a mention begins or ends there. Nested mentions of the same chain are
ambiguous; an end closes the mention that began last. Multi-word tokens are skipped, but their words are read. Words
with a second number, as in 8.1, are empty nodes.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import SENTENCE_START
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import inside
from corefeval.formats.files import TextFile
from corefeval.formats.json_rows import is_json
from corefeval.formats.json_values import decode
from corefeval.formats.standoff import AnnotatedDocument, Mention, assemble, token_document
from corefeval.problems import CorefevalError, Place, Problem, Problems

COLUMNS = ("lemma", "upos", "xpos", "feats", "deprel", "ne")


class _Chain(msgspec.Struct):
    index: int
    is_start: bool = False
    is_end: bool = False
    is_representative: bool = False


class _Word(msgspec.Struct):
    id: int | list[int]
    text: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: str = ""
    deprel: str = ""
    ne: str = msgspec.field(name="ner", default="")
    coref_chains: list[_Chain] = []


class _Record(msgspec.Struct):
    sentences: list[list[_Word]]
    name: str = ""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document, or one per line."""
    problems = Problems()
    content = file.read()
    lines = content.split(b"\n")
    texts = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if len(texts) < 2 or not is_json(texts[0][1]):
        texts = [(1, content)]
    documents = []
    for number, text in texts:
        place = Place(file.name, number)
        try:
            if text.lstrip()[:1] == b"{":
                documents.append(_document(decode(text, _Record, place), place, problems, "$.sentences"))
            else:
                documents.append(_document(_Record(decode(text, list[list[_Word]], place)), place, problems))
        except CorefevalError as error:
            problems.extend(error.problems)
    return assemble(documents, "stanza", options, problems)


def _document(record: _Record, place: Place, problems: Problems, root: str = "$") -> AnnotatedDocument:
    words: list[_Word] = []
    paths: list[str] = []
    starts: list[int] = []
    empty: list[tuple[int, int]] = []
    for number, sentence in enumerate(record.sentences):
        starts.append(len(words))
        for index, word in enumerate(sentence):
            after = sentence[index + 1].id if index + 1 < len(sentence) else None
            if isinstance(word.id, list) and len(word.id) > 1:
                if word.id[0] == after:
                    continue
                if not 0 < word.id[1] < SENTENCE_START:
                    where = inside(place, f"{root}[{number}][{index}].id")
                    problems.add(Problem("CE027", "no-number-empty-node", where, str(word.id)))
                    continue
                empty.append((len(words), word.id[1]))
            paths.append(f"{root}[{number}][{index}]")
            words.append(word)
    columns = {name: [getattr(word, name) for word in words] for name in COLUMNS}
    return token_document(
        record.name,
        place,
        tokens=[word.text for word in words],
        sentences=starts,
        empty=empty,
        columns={name: cells for name, cells in columns.items() if any(cells)},
        mentions=_mentions(words, paths, place, problems),
    )


def _mentions(words: list[_Word], paths: list[str], place: Place, problems: Problems) -> list[Mention]:
    """Return the mentions, innermost first, and report mentions without a start or an end."""
    found: list[Mention] = []
    waiting: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for number, word in enumerate(words):
        for chain in word.coref_chains:
            where = inside(place, paths[number])
            if chain.is_start:
                waiting[chain.index].append((number, chain.is_representative))
            if chain.is_end and not waiting[chain.index]:
                problems.add(Problem("CE021", "mention-ends-never-began", where, str(chain.index)))
            elif chain.is_end:
                first, is_representative = waiting[chain.index].pop()
                marks = {"representative": "yes" if is_representative else ""}
                found.append(Mention([(first, number)], str(chain.index), place=where, attributes=marks))
    for index, left in waiting.items():
        for first, _ in left:
            where = inside(place, paths[first])
            problems.add(Problem("CE022", "mention-begins-never-ends", where, str(index)))
    return found


FORMAT = Format("stanza", read)
