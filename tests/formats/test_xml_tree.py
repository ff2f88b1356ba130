"""XML by a parser that resolves nothing."""

from __future__ import annotations

import pytest

from corefeval.formats.files import TextFile
from corefeval.formats.xml_tree import Element, parse
from corefeval.problems import CorefevalError, Place


def read(content: bytes) -> Element:
    """Return the root of a text."""
    return parse(TextFile("f", content))


def test_elements_text_and_places() -> None:
    """Prefixes of tags are cut, those of attributes kept; content is in its order; places count characters."""
    root = read(
        '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "no.dtd">\n<x:a xml:id="1">é<b n="2">t&amp;w<c/></b>u<b/></x:a>'.encode()
    )
    assert (root.tag, root.get("xml:id"), root.get("id", "none")) == ("a", "1", "none")
    assert root.text == "ét&wu"
    assert [element.place.column for element in root.all("b", "c")] == [18, 34, 43]
    assert [element.tag for element in root] == ["b", "b"]
    first = root.first("b")
    assert first is not None
    assert first.place == Place("f", 3, 18)
    assert root.first("z") is None


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"<a>\n<b></a>", "CE091", "f:2:6"),
        (b"<#root>", "CE091", "f:1:2"),
        (b"", "CE091", "f:1:1"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "CE092", "f:1:25"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/hostname">]><a>&x;</a>', "CE092", "f:1:47"),
        (b'<!DOCTYPE a [<!ENTITY % x SYSTEM "/etc/hostname"> %x;]><a/>', "CE092", "f:1:49"),
        (b'<!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>', "CE092", "f:1:31"),
        (b"<a>" * 100_000, "CE081", "f:1:3001"),
        ("<a>\n\ré\r<b></a>".encode(), "CE091", "f:2:9"),
        ("<a>\n\ré\r&x;</a>".encode(), "CE091", "f:2:4"),
    ],
)
def test_what_is_refused(content: bytes, code: str, place: str) -> None:
    """What is not well-formed, entities of any kind, and endless nesting, each with its place; lines end with line feeds."""
    with pytest.raises(CorefevalError) as raised:
        read(content)
    assert [(problem.code, str(problem.place)) for problem in raised.value.problems] == [(code, place)]
