"""TEI: mentions as <rs ref="#sara">…</rs> in the text, nested and round any content."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.files import TextFile
from corefeval.formats.inline.tags import TaggedText
from corefeval.formats.standoff import Mention
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import CorefevalError, Problem

__all__ = ["FORMAT"]

ROOT = re.compile(rb"\s*(<#root>)(.*)(</#root>)\s*", re.DOTALL)
"""What is around the files of GerDraCor-Coref, and is no XML."""
BLOCKS = frozenset(
    ["ab", "div", "head", "item", "l", "lb", "lg", "list", "p", "pb", "sp", "speaker", "stage", "trailer"]
)
"""Elements between which words end, whether or not there is white space."""


def read(file: TextFile, options: ReadOptions) -> Corpus:
    """Read the text of a file, without its header."""
    text = TaggedText(file, options)
    content = file.read()
    if around := ROOT.fullmatch(content):
        content = around[2].lstrip()
        text.warn("CE048", "not well-formed: the tags around the whole are left out:", file.place, "<#root>")
    root = parse(file, content)
    body = root if root.tag == "text" else next(root.all("text"), None)
    if body is None:
        raise CorefevalError(Problem("CE032", "no element <text>", root.place))
    found = text.document()
    for item, is_start in _walked(body):
        if isinstance(item, str):
            found.add(item)
        elif item.tag in BLOCKS:
            found.add("\n")
        elif item.tag != "rs":
            continue
        elif is_start:
            found.open(0, "<rs>", Mention((), item.get("ref").removeprefix("#") or None, place=item.place))
        else:
            found.close(0, "</rs>")
    return text.corpus([found], "tei")


def _walked(body: Element) -> Iterator[tuple[Element | str, bool]]:
    """Yield text and elements in their order, elements where they begin and where they end."""
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


FORMAT = Format("tei", read)
