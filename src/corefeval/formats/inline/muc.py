"""SGML of the Message Understanding Conferences: <COREF ID="2" TYPE="IDENT" REF="1" MIN="head">…</COREF>."""

from __future__ import annotations

from corefeval.formats.inline import sgml
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Link, Mention
from corefeval.problems import Problem


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read mentions that point to each other. Connected mentions are one entity."""

    def mention_of(found: TaggedDocument, attributes: dict[str, str], at: int) -> Mention:
        place = text.place(at)
        name, reference = attributes.get("ID", ""), attributes.get("REF", "")
        if not name:
            text.problems.add(Problem("CE032", "coref-without-id", place))
        elif reference and attributes.get("TYPE", "IDENT").upper() != "IDENT":
            text.warn("CE049", "link-not-identity-left", place, attributes["TYPE"])
        elif reference:
            found.document.links.append(Link(name, reference, place))
        kept = {"min": attributes.get("MIN", ""), "status": attributes.get("STATUS", "")}
        return Mention((), id=name, attributes=kept)

    documents = [sgml.document(text, part, mention_of) for part in sgml.parts(text, "DOC")]
    for found in documents:
        _find_minimum_spans(text, found)
    return documents


def _find_minimum_spans(text: TaggedText, found: TaggedDocument) -> None:
    """Find the minimum span of each mention: the words of MIN, or the first of several alternatives separated by bars."""
    words = found.finished().text
    for mention in found.document.mentions:
        wanted = [each.strip() for each in mention.attributes["min"].split("|") if each.strip()]
        begin, end = mention.spans[0]
        at = next(
            ((at, at + len(each)) for each in wanted if (at := words.find(each, begin, end)) >= 0), None
        )
        if at is not None:
            mention.minimum = at
        elif wanted:
            text.warn("CE094", "words-min", mention.place, wanted[0])


FORMAT = tagged_format("muc", read)
