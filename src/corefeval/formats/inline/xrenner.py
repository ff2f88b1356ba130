"""SGML of xrenner: one token or tag per line, mentions as <referent id="…" group="6" entity="time">."""

from __future__ import annotations

import re

from corefeval.formats.inline import sgml
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.offsets import Unit
from corefeval.formats.standoff import Mention
from corefeval.problems import Problem

LINE = re.compile(r"[^\n]+")


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read tokens and tags. The attribute group names the entity; other elements than referents are skipped."""
    found = text.document(unit=Unit.TOKEN)
    sentences = []
    for line in LINE.finditer(text.text):
        content = line[0].strip()
        tag = sgml.TAG.fullmatch(content)
        if tag is None or tag[1]:
            if content:
                found.add(sgml.plain(content))
        elif tag[4] == "s" and not tag[3]:
            sentences.append(len(found.pieces))
        elif tag[4] != "referent":
            continue
        elif tag[3]:
            found.close(line.start(), content)
        else:
            attributes = sgml.attributes_of(tag[5])
            if not attributes.get("GROUP"):
                text.problems.add(Problem("CE032", "referent-without-group", text.place(line.start())))
            name, kind = attributes.get("ID", ""), attributes.get("ENTITY", "")
            found.open(
                line.start(),
                content,
                Mention((), attributes.get("GROUP"), name, attributes={"ne": kind}),
            )
    found.document.sentences = sentences
    return [found]


FORMAT = tagged_format("xrenner", read)
