"""The .coref files of OntoNotes: <COREF ID="12" TYPE="IDENT">…</COREF>, where ID is the entity."""

from __future__ import annotations

import re

from corefeval.formats.inline import sgml
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention
from corefeval.problems import Problem

HEAD = re.compile(r"<(DOC|TEXT)\b([^<>]*)>", re.IGNORECASE)


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read mentions of entities. Appositions (TYPE="APPOS") are not identity and are skipped, as in CoNLL-2012.

    xrenner's files of this form have other types, which are all identity. A COREF with the attribute REF is MUC, and is
    refused.
    """
    left_out: list[int] = []

    def mention_of(found: TaggedDocument, attributes: dict[str, str], at: int) -> Mention | None:
        del found
        if "REF" in attributes:
            text.problems.add(Problem("CE007", "coref-ref-muc-sgml", text.place(at), attributes["REF"]))
        if attributes.get("TYPE") == "APPOS":
            left_out.append(at)
            return None
        if not attributes.get("ID"):
            text.problems.add(Problem("CE032", "coref-without-id", text.place(at)))
        kept = {"speaker": attributes.get("SPEAKER", ""), "ne": attributes.get("ENTITY", "")}
        return Mention((), attributes.get("ID"), attributes=kept)

    documents = [sgml.document(text, part, mention_of) for part in sgml.parts(text, "TEXT")]
    name = ""
    names = []
    for head in HEAD.finditer(text.text):
        attributes = sgml.attributes_of(head[2])
        if head[1].upper() == "DOC":
            name = attributes.get("DOCNO", "")
        else:
            number = attributes.get("PARTNO", "").lstrip("0")
            names.append(f"{name} part {number}" if number else name)
    for found, each in zip(documents, names, strict=False):
        found.document.name = each
    if left_out:
        text.warn(
            "CE049", "mentions-appositions-left-out", text.place(left_out[0]), "APPOS", count=len(left_out)
        )
    return documents


FORMAT = tagged_format("ontonotes", read)
