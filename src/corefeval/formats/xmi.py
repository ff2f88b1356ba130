"""UIMA XMI of DKPro, WebAnno, INCEpTION and CorefAnnotator: a text, tokens, and annotations by UTF-16 code units.

Coreference has one of three forms:

- A type of chains: a …Chain names its first …Link, and each link names the next. A link in no chain is a singleton.
- A type of relations between spans that are not tokens (Governor and Dependent), read as in WebAnno TSV.
- The mentions of CorefAnnotator, each with its Entity.

A span of no width, as WebAnno allows inside a token, is extended to the whole token (CE089).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

import numpy as np

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.offsets import Unit, in_characters
from corefeval.formats.standoff import AnnotatedDocument, Link, Mention, Span, assemble, number_of
from corefeval.formats.webanno import add_relation, note_relation
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import CorefevalError, Problem, Problems

CHAIN, LINK, MENTION = "Chain", "Link", "Mention"
ENDS = ("Governor", "Dependent")
PLACES = frozenset({"xmi:id", "sofa", "begin", "end"})


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    root = parse(file)
    by_id = {each.get("xmi:id"): each for each in root if "xmi:id" in each.attributes}
    tag = _chosen(root, by_id)
    coreference = [each for each in root if each.tag == tag]
    view = coreference[0].get("sofa")
    other = [each for each in coreference if each.get("sofa") != view]
    if other:
        problems.add(Problem("CE067", "coreference-second-text", other[0].place, other[0].get("sofa")))
    own = [each for each in root if each.get("sofa") == view]
    text = by_id[view].get("sofaString") if view in by_id else ""
    name = next((each.get("documentId") for each in own if each.tag == "DocumentMetaData"), "")
    document = AnnotatedDocument(name, root.place, text, unit=Unit.UTF_16)
    _add_tokens(document, own, problems)
    if tag == MENTION:
        _add_entities(document, root, by_id, problems)
    elif tag.endswith(CHAIN):
        _add_chains(document, coreference, own, problems)
    else:
        note_relation(tag, root.place, problems)
        spans = {by_id[each.get(end)].tag for each in coreference for end in ENDS if each.get(end) in by_id}
        document.mentions = [_mention(each, problems) for each in own if each.tag in spans]
        for each in coreference:
            kinds = [value for key, value in each.attributes.items() if key not in PLACES | {*ENDS}]
            source, target = (each.get(end) for end in ENDS)
            add_relation(document, Link(source, target, each.place, kinds[0] if kinds else ""))
    return assemble([document], "xmi", options, problems)


def _chosen(root: Element, by_id: Mapping[str, Element]) -> str:
    """Return the type that annotates coreference. If there are several, it is the one with `coref` in its name."""
    chains = {each.tag for each in root if each.tag.endswith(CHAIN) and "first" in each.attributes}
    linked = [each for each in root if all(end in each.attributes for end in ENDS)]
    relations = {each.tag for each in linked if by_id.get(each.get(ENDS[0]), root).tag != "Token"}
    mentions = {MENTION for each in root if each.tag == MENTION and "Entity" in each.attributes}
    for tags in (_called_so(chains), _called_so(relations), mentions, chains, relations):
        if len(tags) == 1:
            return tags.pop()
    found = ", ".join(sorted(chains | relations)) or ", ".join(sorted({each.tag for each in root}))
    raise CorefevalError(Problem("CE069", "not-one-type-chains", root.place, found))


def _called_so(tags: set[str]) -> set[str]:
    return {tag for tag in tags if "coref" in tag.lower()}


def _add_chains(
    document: AnnotatedDocument, chains: list[Element], own: list[Element], problems: Problems
) -> None:
    """Add the mentions of a type of chains, and a link from each mention to the next."""
    mentions = {}
    for each in own:
        if each.tag == chains[0].tag.removesuffix(CHAIN) + LINK:
            mention = mentions[each.get("xmi:id")] = _mention(each, problems)
            document.mentions.append(mention)
            mention.attributes = {
                "type": each.get("referenceType"),
                "relation": each.get("referenceRelation"),
            }
            if each.get("next"):
                document.links.append(Link(each.get("next"), mention.id, each.place))
    for chain in chains:
        first = chain.get("first")
        if first in mentions:
            mentions[first].entity = chain.get("xmi:id")
        else:
            problems.add(Problem("CE035", "first-link-chain", chain.place, first))


def _add_entities(
    document: AnnotatedDocument, root: Element, by_id: Mapping[str, Element], problems: Problems
) -> None:
    """Add the mentions of CorefAnnotator with their second parts. A group of entities is a plural entity."""
    first: dict[str, str] = {}
    for each in root:
        if each.tag == MENTION:
            mention = _mention(each, problems)
            mention.entity, mention.attributes = each.get("Entity"), {}
            if (part := by_id.get(each.get("Discontinuous"))) is not None:
                mention.spans = [*mention.spans, _span(part, problems)]
            document.mentions.append(mention)
            first.setdefault(mention.entity, mention.id)
    for each in root:
        if each.tag == "EntityGroup" and (whole := first.get(each.get("xmi:id"))):
            members = [first[name] for name in each.get("Members").split() if name in first]
            document.split.extend(Link(whole, member, each.place) for member in members)


def _mention(element: Element, problems: Problems) -> Mention:
    """Return the mention of an element, with its features as attributes."""
    begin, end = _span(element, problems)
    kept = {
        "ne" if key == "entity" else key: value
        for key, value in element.attributes.items()
        if key not in PLACES
    }
    spans = [(begin, end + (begin == end))]
    return Mention(spans, id=element.get("xmi:id"), place=element.place, attributes=kept)


def _add_tokens(document: AnnotatedDocument, elements: list[Element], problems: Problems) -> None:
    """Add tokens and sentences in the order of the text. A text without tokens is split later."""
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
