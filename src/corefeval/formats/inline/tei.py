"""TEI: mentions as <rs ref="#sara">…</rs> in the text. They may be nested and contain other elements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from corefeval.formats.inline.sgml import TAG, attributes_of, plain
from corefeval.formats.inline.tags import TaggedDocument, TaggedText, tagged_format
from corefeval.formats.standoff import Mention
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import CorefevalError, Problem

ROOT = re.compile(rb"\s*(<#root>)(.*)(</#root>)\s*", re.DOTALL)
"""Text around the files of GerDraCor-Coref that is not XML."""
NAMES = ("name", "persName", "placeName", "orgName", "geogName", "objectName")
BODY = re.compile(r"<(?:\w+:)?text\b[^<>]*>(.*)</(?:\w+:)?text\s*>", re.DOTALL)
RS = re.compile(r"<(/?)(?:\w+:)?rs(?:\s[^<>]*?)?(/?)>")
BLOCKS = frozenset(
    ["ab", "div", "head", "item", "l", "lb", "lg", "list", "p", "pb", "sp", "speaker", "stage", "trailer"]
)
"""Elements whose start and end also end a word, even without white space."""


def read(text: TaggedText) -> list[TaggedDocument]:
    """Read the text of a file, without its header."""
    content = text.file.read()
    if around := ROOT.fullmatch(content):
        content = around[2].lstrip()
        text.warn("CE048", "not-well-formed-tags", text.file.place, "<#root>")
    try:
        root = parse(text.file, content)
    except CorefevalError as error:
        return _read_by_tags(text, error)
    body = root if root.tag == "text" else next(root.all("text"), None)
    if body is None:
        raise CorefevalError(Problem("CE032", "no-element-text", root.place))
    if next(body.all("rs"), None) is None:
        raise CorefevalError(Problem("CE069", "tei-without-mentions", body.place, "<rs>"))
    other = Counter(each.tag for each in body.all(*NAMES) if each.get("ref") or each.get("key"))
    if other:
        names = ", ".join(f"<{name}> ({count:,})" for name, count in other.items())
        text.warn("CE068", "only-rs-mentions", body.place, names)
    found = text.document()
    for item, is_start in _events(body):
        if isinstance(item, str):
            found.add(item)
        elif item.tag in BLOCKS:
            found.add("\n")
        elif item.tag != "rs":
            continue
        elif is_start:
            entity = _entity(item.get("ref"), item.get("key"))
            kind = {"ne": item.get("type")}
            found.open(0, "<rs>", Mention((), entity, place=item.place, attributes=kind))
        else:
            found.close(0, "</rs>")
    return [found]


def _read_by_tags(text: TaggedText, error: CorefevalError) -> list[TaggedDocument]:
    """Read a file that is not well-formed but has well-formed mentions.

    For example, mentions cross lines of verse, or the text contains an &.

    Raises:
        CorefevalError: the error of the parser, if the tags of mentions do not match either, or if there is no text.
    """
    body = BODY.search(text.text)
    if error.problems[0].code != "CE091" or body is None or not _nest(text.text[body.start() : body.end()]):
        raise error
    first = error.problems[0]
    text.warn("CE048", "read-by-tags", first.place, fault=first)
    found = text.document(offset=body.start(1))
    for tag in text.tags(found, TAG, body.start(1), body.end(1), plain):
        name = (tag[4] or "").rpartition(":")[2]
        if name in BLOCKS:
            found.add("\n")
        elif name == "rs" and tag[3]:
            found.close(tag.start(), tag[0])
        elif name == "rs":
            attributes = attributes_of(tag[5])
            entity = _entity(attributes.get("REF", ""), attributes.get("KEY", ""))
            kind = {"ne": attributes.get("TYPE", "")}
            found.open(tag.start(), tag[0], Mention((), entity, attributes=kind))
    return [found]


def _entity(ref: str, key: str) -> str | None:
    """Return the entity that a mention names; None if it names none."""
    return (ref or key).removeprefix("#") or None


def _nest(text: str) -> bool:
    """Return whether all opening and closing tags of mentions match."""
    depth = 0
    for tag in RS.finditer(text):
        depth += -1 if tag[1] else not tag[2]
        if depth < 0:
            return False
    return depth == 0


def _events(body: Element) -> Iterator[tuple[Element | str, bool]]:
    """Yield text and elements in order. An element is yielded with True at its start, and with False at its end."""
    waiting: list[tuple[Element, Iterator[Element | str]]] = [(body, iter(body.content))]
    while waiting:
        element, content = waiting[-1]
        item = next(content, None)
        if item is None:
            waiting.pop()
            yield element, False
        else:
            yield item, True
            if isinstance(item, Element):
                waiting.append((item, iter(item.content)))


FORMAT = tagged_format("tei", read)
