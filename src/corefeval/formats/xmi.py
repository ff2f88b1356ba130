"""UIMA XMI of DKPro, WebAnno and INCEpTION: a text, tokens, and chains of links by UTF-16 code units.

A …Chain names its first …Link, each link the next; a link in no chain is a singleton. Relations between spans are not read. A link
of no width, as WebAnno allows inside a token, has the whole of the token (CE089).
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.offsets import Unit, in_characters
from corefeval.formats.standoff import Document, Link, Mention, Span, assemble, number_of
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import CorefevalError, Problem, Problems

__all__ = ["FORMAT"]

CHAIN, LINK = "Chain", "Link"


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    root = parse(file)
    tags = {each.tag for each in root if each.tag.endswith(CHAIN) and "first" in each.attributes}
    tags = {tag for tag in tags if "coref" in tag.lower()} or tags
    if len(tags) != 1:
        message = "not one type of chains that is coreference among"
        raise CorefevalError(Problem("CE069", message, root.place, ", ".join(sorted(tags))))
    (tag,) = tags
    chains = [each for each in root if each.tag == tag]
    view = chains[0].get("sofa")
    other = [each for each in chains if each.get("sofa") != view]
    if other:
        problems.add(Problem("CE067", "a chain of a second text", other[0].place, other[0].get("sofa")))
    own = [each for each in root if each.get("sofa") == view]
    text = next((each.get("sofaString") for each in root if each.get("xmi:id") == view), "")
    name = next((each.get("documentId") for each in own if each.tag == "DocumentMetaData"), "")
    document = Document(name, root.place, text, unit=Unit.UTF_16)
    _add_tokens(document, own, problems)
    mentions = {}
    for each in own:
        if each.tag == tag.removesuffix(CHAIN) + LINK:
            begin, end = _span(each, problems)
            kinds = {"type": each.get("referenceType"), "relation": each.get("referenceRelation")}
            spans = [(begin, end + (begin == end))]
            mention = Mention(spans, id=each.get("xmi:id"), place=each.place, attributes=kinds)
            document.mentions.append(mention)
            mentions[mention.id] = mention
            if each.get("next"):
                document.links.append(Link(each.get("next"), mention.id, each.place))
    for chain in chains:
        first = chain.get("first")
        if first in mentions:
            mentions[first].entity = chain.get("xmi:id")
        else:
            problems.add(Problem("CE035", "the first link of a chain is not there:", chain.place, first))
    return assemble([document], "xmi", options, problems)


def _add_tokens(document: Document, elements: list[Element], problems: Problems) -> None:
    """Add tokens and sentences in the order of the text; without tokens the text is cut."""
    text = document.text
    edges = sorted(_span(each, problems) for each in elements if each.tag == "Token")
    table = np.clip(integers(edge for span in edges for edge in span).reshape(-1, 2), 0, 2 * len(text))
    begins = in_characters(table[:, 0], text, Unit.UTF_16, up=False).tolist()
    ends = in_characters(table[:, 1], text, Unit.UTF_16, up=True).tolist()
    forms = [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
    starts = sorted(_span(each, problems)[0] for each in elements if each.tag == "Sentence")
    if edges:
        kept = [number for number, form in enumerate(forms) if form.strip()]
        document.tokens = [forms[number] for number in kept]
        document.edges = [edges[number] for number in kept]
        starts = [bisect_left(document.edges, (start, 0)) for start in starts]
    document.sentences = starts


def _span(element: Element, problems: Problems) -> Span:
    """Return begin and end of an annotation."""
    begin, end = (number_of(element.get(name), name, element.place, problems) for name in ("begin", "end"))
    return begin, end


FORMAT = Format("xmi", read)
