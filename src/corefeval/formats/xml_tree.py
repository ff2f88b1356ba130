"""XML as a tree of elements with their places, by a parser that resolves no references.

The parser is expat, which reads no other file. Here it also expands no entity that the file declares: a declaration is
refused (CE092). A reference to an undeclared entity is refused too, because its text would be missing. A DOCTYPE that
only names a DTD is ignored. Names keep their spelling: the prefix of a tag is removed, that of an attribute (xml:id) is
not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from corefeval.formats.files import TextFile, column_of
from corefeval.limits import NESTING
from corefeval.problems import CorefevalError, Place, Problem, Problems


@dataclass(slots=True)
class Element:
    """An element.

    Attributes:
        tag: its name without a prefix.
        attributes: the attributes by name, with prefixes.
        place: the place of its start tag.
        content: the elements and pieces of text inside, in order.
    """

    tag: str
    attributes: dict[str, str]
    place: Place
    content: list[Element | str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        """Iterate over the child elements."""
        return (item for item in self.content if isinstance(item, Element))

    def all(self, *tags: str) -> Iterator[Element]:
        """Yield the descendants with one of these tags, in the order of the file."""
        waiting = [*self][::-1]
        while waiting:
            element = waiting.pop()
            if element.tag in tags:
                yield element
            waiting.extend([*element][::-1])

    def first(self, tag: str) -> Element | None:
        """Return the first child element with this tag; None if there is none."""
        return next((element for element in self if element.tag == tag), None)

    @property
    def text(self) -> str:
        """The text of the element and all its descendants."""
        pieces: list[str] = []
        waiting = self.content[::-1]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                pieces.append(item)
            else:
                waiting.extend(item.content[::-1])
        return "".join(pieces)

    def get(self, name: str, default: str = "") -> str:
        """Return the value of an attribute, or the default."""
        return self.attributes.get(name, default)


def parse(file: TextFile, content: bytes | None = None) -> Element:
    """Return the root of an XML file.

    Args:
        file: the file, for its name and content.
        content: other text to parse, such as a repaired version. It should have the same lines as the file.

    Raises:
        CorefevalError: CE091 with line and column if it is not well-formed, CE092 for entities, CE081 if it is too deep.
    """
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    limit = NESTING.value
    top = Element("", {}, file.place)
    open_elements = [top]

    content = file.read_xml() if content is None else content
    starts = _starts_of_lines(content)

    def place(is_error: bool = False) -> Place:  # noqa: FBT001, FBT002 - expat has two sets of numbers
        line = parser.ErrorLineNumber if is_error else parser.CurrentLineNumber
        column = (parser.ErrorColumnNumber if is_error else parser.CurrentColumnNumber) + 1
        if starts is not None:
            index = parser.ErrorByteIndex if is_error else parser.CurrentByteIndex
            line = bisect_right(starts, index)
            column = column_of(content[starts[line - 1] : index], index - starts[line - 1])
        return Place(file.name, line, column)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > limit:
            raise CorefevalError(NESTING.exceeded("elements-too-deep", place()))
        element = Element(tag.rpartition(":")[2], attributes, place())
        open_elements[-1].content.append(element)
        open_elements.append(element)

    def end(tag: str) -> None:
        del tag
        open_elements.pop()

    def text(data: str) -> None:
        open_elements[-1].content.append(data)

    def declared(name: str, *rest: object) -> None:
        del rest
        raise CorefevalError(Problem("CE092", "file-declares-entity", place(), name))

    def skipped(name: str, is_parameter: bool) -> None:  # noqa: FBT001 - the signature that expat expects
        if not is_parameter:
            raise CorefevalError(Problem("CE092", "reference-entity", place(), f"&{name};"))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler, parser.SkippedEntityHandler = declared, skipped
    try:
        parser.Parse(content, True)  # noqa: FBT003 - expat has no keywords
    except expat.ExpatError as error:
        raise CorefevalError(
            Problem("CE091", "not-well-formed-xml", place(is_error=True), error=expat.ErrorString(error.code))
        ) from None
    return next(iter(top))


def _starts_of_lines(content: bytes) -> list[int] | None:
    """Return the start of each line, if the text has single carriage returns, which end a line for expat; else None."""
    if content.count(b"\r") == content.count(b"\r\n"):
        return None
    return [0, *(found.end() for found in re.finditer(b"\n", content))]


def numbers_by_name(elements: Iterable[Element], attribute: str, problems: Problems) -> dict[str, int]:
    """Return the number of each element by its name in this attribute. Duplicate names are problems (CE093)."""
    found: dict[str, int] = {}
    for number, element in enumerate(elements):
        name = element.get(attribute)
        if found.setdefault(name, number) != number:
            problems.add(Problem("CE093", "two-elements-same", element.place, name, attribute=attribute))
    return found
