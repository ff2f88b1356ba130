"""ECB+ XML: tokens, markables that refer to tokens, and coreference relations between markables.

A markable with tokens is a mention. A markable without tokens describes an entity and is not read. The note of
CROSS_DOC_COREF names an entity across documents; INTRA_DOC_COREF has a number within the document. A mention in no
relation is a singleton. The layer `event` contains the mentions with tags of actions, the layer `entity` all others.
"""

from __future__ import annotations

from itertools import pairwise

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.standoff import Link, Mention, assemble, token_document
from corefeval.formats.xml_tree import numbers_by_name, parse
from corefeval.problems import Problem, Problems

EVENTS = ("ACTION", "NEG")
"""The prefixes of the tags of events."""
LAYERS = ("identity", "event", "entity")
"""The layers: all mentions, and those of one kind. No relation contains mentions of both kinds."""
IDENTITY = ("CROSS_DOC_COREF", "INTRA_DOC_COREF")


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read one document."""
    problems = Problems()
    root = parse(file)
    tokens = list(root.all("token"))
    numbers = numbers_by_name(tokens, "t_id", problems)
    sentence = [token.get("sentence") for token in tokens]
    document = token_document(
        root.get("doc_name").removesuffix(".xml"),
        root.place,
        tokens=[token.text.strip() for token in tokens],
        sentences=[index for index, name in enumerate(sentence) if sentence[index - 1 : index] != [name]],
        lines=[token.place.line for token in tokens],
    )
    mentions: dict[str, Mention] = {}
    left_out: set[str] = set()
    for markable in (each for group in root.all("Markables") for each in group):
        anchors = [anchor.get("t_id") for anchor in markable.all("token_anchor")]
        unknown = [name for name in anchors if name not in numbers]
        if unknown:
            problems.add(Problem("CE035", "mention-token", markable.place, unknown[0]))
        elif anchors:
            spans = [(number, number) for number in sorted({numbers[name] for name in anchors})]
            is_event = markable.tag.startswith(EVENTS)
            if options.layer == ("entity" if is_event else "event"):
                left_out.add(markable.get("m_id"))
                continue
            kinds = {"ne": markable.tag, "type": "event" if is_event else ""}
            mention = Mention(spans, id=markable.get("m_id"), place=markable.place, attributes=kinds)
            document.mentions.append(mention)
            mentions[mention.id] = mention
    for relation in root.all(*IDENTITY):
        sources = [source.get("m_id") for source in relation.all("source")]
        sources = [source for source in sources if source not in left_out]
        name = relation.get("note") or f"{relation.tag}-{document.name}-{relation.get('r_id')}"
        for source in sources[:1]:
            if source in mentions and mentions[source].entity is None:
                mentions[source].entity = name
        ends = pairwise(sources) if len(sources) > 1 else ((source, source) for source in sources)
        document.links.extend(Link(second, first, relation.place) for first, second in ends)
    return assemble([document], "ecbplus", options, problems)


FORMAT = Format("ecbplus", read, layers=LAYERS)
