"""Lists of mentions, each an object: in ECB+ with document, sentence and token numbers, in WEC with their contexts.

If the chain is '-', '_', '', -1 or missing, the mention is a singleton, for example a predicted mention that was not
clustered. Mentions with the same doc_id form a document. Without contexts the words are unknown, so mentions are
compared by their numbers, and only with another such list. With contexts, each context is one sentence of the text, in
the order of sent_id.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import msgspec

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.clusters.records import records, without_words
from corefeval.formats.files import TextFile
from corefeval.formats.jsonlines.fields import Offset
from corefeval.formats.standoff import AnnotatedDocument, Mention, Sentences, assemble, token_document
from corefeval.problems import Place, Problem, Problems

NO_CHAIN = (None, "", "-", "_", "-1", -1)
_Context = tuple[int, tuple[str, ...]]


class _Record(msgspec.Struct):
    doc_id: str | int
    coref_chain: str | int | None
    tokens_number: list[Offset]
    sent_id: Offset = 0
    mention_context: list[str] | None = None
    tokens_str: str = ""
    mention_type: str | int = ""
    mention_id: str | int = ""
    topic: str | int = ""

    @property
    def chain(self) -> str | None:
        """The name of its chain; None for a singleton."""
        return None if self.coref_chain in NO_CHAIN else str(self.coref_chain)

    @property
    def context(self) -> _Context:
        """The identifier of its context in the document."""
        return self.sent_id, tuple(self.mention_context or ())


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read a list of mentions."""
    problems = Problems()
    documents: defaultdict[str, list[tuple[_Record, Place]]] = defaultdict(list)
    for record, place, _ in records(file, _Record, ("doc_id",), problems):
        documents[str(record.doc_id)].append((record, place))
        if not record.tokens_number:
            problems.add(Problem("CE033", "tokens-number-mention", place, record.tokens_str))
    found = [record for mentions in documents.values() for record, _ in mentions]
    without = [record.mention_context is None for record in found]
    if any(without) != all(without):
        problems.add(Problem("CE032", "some-mentions-no-mention", file.place))
    problems.raise_errors()
    if found and without[0]:
        chains = ((name, _chains(name, each)) for name, each in documents.items())
        corpus = without_words(chains, "mention-list", file.place)
    else:
        read_documents = (_document(name, each) for name, each in documents.items())
        corpus = assemble(read_documents, "mention-list", options, problems)
    topics = tuple(str(each[0][0].topic) for each in documents.values())
    return replace(corpus, topics=topics) if any(topics) else corpus


def _chains(document: str, mentions: list[tuple[_Record, Place]]) -> dict[str, list[tuple[int, ...]]]:
    """Return the chains of a document. A mention is a tuple of sentence and token numbers."""
    chains: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    for number, (record, _) in enumerate(mentions):
        name = f"{document}-{number}" if record.chain is None else record.chain
        chains[name].append((record.sent_id, *record.tokens_number))
    return chains


def _document(name: str, mentions: list[tuple[_Record, Place]]) -> AnnotatedDocument:
    """Return a document whose sentences are the contexts of its mentions."""
    contexts = sorted({record.context for record, _ in mentions})
    sentence_of = {context: number for number, context in enumerate(contexts)}
    numbers = Sentences(len(words) for _, words in contexts)
    tokens = [word for _, words in contexts for word in words]
    found = token_document(name, mentions[0][1], tokens=tokens, sentences=numbers.starts[:-1])
    for record, place in mentions:
        nodes = [numbers.node(sentence_of[record.context], token) for token in record.tokens_number]
        found.mentions.append(
            Mention(
                [(node, node) for node in nodes],
                record.chain,
                str(record.mention_id),
                place,
                record.tokens_str,
                attributes={"mention_type": str(record.mention_type)},
            )
        )
    return found


FORMAT = Format("mention-list", read)
