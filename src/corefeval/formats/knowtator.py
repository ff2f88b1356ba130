"""Knowtator-2, as in CRAFT: annotations of character spans, and chains as vertices and triples of a graph.

A triple 'Coreferring strings' leads from the vertex of a chain to the vertex of a mention. Only members of chains are
mentions, because CRAFT annotates no singletons and noun phrases outside chains belong to appositions. Other
annotations and relations are counted and reported.
"""

from __future__ import annotations

from collections import Counter

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile, is_folder, patterns_of
from corefeval.formats.standoff import (
    AnnotatedDocument,
    Link,
    Mention,
    assemble,
    note_other_relations,
    number_of,
)
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import Problem, Problems, UsageError, warning

MEMBER = "Coreferring strings"
CHAIN = "IDENTITY chain"
TEXTS = ("{stem}.txt", "*/{stem}.txt")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read the documents of a file, each with its text in a separate file."""
    problems = Problems()
    found = list(parse(file).all("document"))
    documents = []
    if len(found) > 1 and options.companion and not is_folder(options.companion):
        raise UsageError(
            Problem("CE051", "one-companion-documents", file.place, options.companion, documents=len(found))
        )
    for element in found:
        text = file.companion(*patterns_of(element.get("text-file")), *TEXTS, named=options.companion)
        documents.append(_document(element, text.read().decode(), problems))
    return assemble(documents, "knowtator", options, problems)


def _document(element: Element, text: str, problems: Problems) -> AnnotatedDocument:
    """Return a document with the mentions of its chains."""
    document = AnnotatedDocument(element.get("id"), element.place, text)
    annotations = {each.get("id"): each for each in element.all("annotation")}
    vertices = {each.get("id"): each.get("annotation") for each in element.all("vertex")}
    mentions: dict[str, Mention] = {}
    firsts: dict[str, str] = {}
    other: Counter[str] = Counter()
    for triple in element.all("triple"):
        if triple.get("property") != MEMBER:
            other[triple.get("property")] += 1
            continue
        chain, member = (vertices.get(triple.get(end), "") for end in ("subject", "object"))
        if chain not in annotations or member not in annotations:
            shown = triple.get("object" if chain in annotations else "subject")
            problems.add(Problem("CE035", "annotation", triple.place, shown))
            continue
        if member not in mentions:
            mentions[member] = _mention(annotations[member], chain, problems)
        document.links.append(Link(member, firsts.setdefault(chain, member), triple.place))
    document.mentions = list(mentions.values())
    note_other_relations(other, element.place, problems)
    left = [each for name, each in annotations.items() if name not in mentions and _class(each) != CHAIN]
    if left:
        place, words = left[0].place, left[0].text.strip()
        problems.add(warning("CE068", "annotations-in-no-chain", place, words, count=len(left)))
    return document


def _mention(annotation: Element, chain: str, problems: Problems) -> Mention:
    """Return a mention with its parts in the order of the text."""
    parts = []
    for span in annotation:
        if span.tag == "span":
            begin, end = (number_of(span.get(name), name, span.place, problems) for name in ("start", "end"))
            parts.append(((begin, end), span.text))
    parts.sort()
    words = " ".join(text for _, text in parts)
    spans = [span for span, _ in parts]
    kinds = {"class": _class(annotation)}
    return Mention(spans, chain, annotation.get("id"), annotation.place, words, attributes=kinds)


def _class(annotation: Element) -> str:
    """Return the class of an annotation."""
    found = annotation.first("class")
    return "" if found is None else found.get("id")


FORMAT = Format("knowtator", read)
