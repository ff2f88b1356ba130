"""CoreNLP's XML: sentences of tokens, and chains of mentions by sentence and token numbers.

The output of a run without coreference has no chains.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.corenlp.annotation import Reference, Sentence, Token, document
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import assemble, number_of
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import Place, Problem, Problems


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read the documents of a file."""
    problems = Problems()
    root = parse(file)
    found = list(root.all("document"))
    if not found:
        problems.add(Problem("CE067", "no-element-document", root.place, f"<{root.tag}>"))
    documents = [
        document(
            _text(each, "docId"),
            each.place,
            _sentences(each, problems),
            _references(each, problems),
            problems,
        )
        for each in found
    ]
    for each in documents:
        each.names_chains = False
    return assemble(documents, "corenlp-xml", options, problems)


def _sentences(element: Element, problems: Problems) -> list[Sentence]:
    """Return the sentences. Elements with the same name inside mentions are numbers, and are skipped."""
    inside = element.first("sentences")
    if inside is None:
        problems.add(Problem("CE067", "no-element-sentences", element.place, "<document>"))
        return []
    return [
        Sentence(
            [
                Token(*(_text(token, tag) for tag in ("word", "lemma", "POS", "NER", "Speaker")))
                for token in sentence.all("token")
            ]
        )
        for sentence in inside.all("sentence")
    ]


def _references(element: Element, problems: Problems) -> Iterator[tuple[Reference, str, Place]]:
    """Yield the mentions with their chains. The element around all chains has the same name as a chain."""
    chains = (chain for wrapper in element if wrapper.tag == "coreference" for chain in wrapper)
    for number, chain in enumerate(chains):
        for mention in chain.all("mention"):
            sentence, start, end = (
                number_of(_text(mention, tag), f"<{tag}>", mention.place, problems)
                for tag in ("sentence", "start", "end")
            )
            head = _text(mention, "head")
            reference = Reference(
                sentence,
                start,
                end,
                head_index=number_of(head, "<head>", mention.place, problems) if head else 0,
                text=_text(mention, "text"),
                is_representative_mention=mention.get("representative") == "true",
            )
            yield reference, str(number), mention.place


def _text(element: Element, tag: str) -> str:
    """Return the text of a child element; '' if there is none."""
    found = element.first(tag)
    return "" if found is None else found.text.strip()


FORMAT = Format("corenlp-xml", read)
