"""A page of explanation: a title, a sentence, sections; for the terminal and as Markdown."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from corefeval.reports.terminal import print_renderables

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs.

    Attributes:
        title: the heading.
        paragraphs: a line each; (term, text) hangs the text behind the term.
        markdown: what the documentation shows in their place, where that is something better.
    """

    title: str
    paragraphs: Sequence[str | tuple[str, str]]
    markdown: str = ""


def render_page(title: str, lead: str, sections: Iterable[Section]) -> str:
    """Return the page for the terminal, wrapped to its width."""
    from rich.text import Text  # noqa: PLC0415 - rich is imported when printing

    width = shutil.get_terminal_size((100, 24)).columns
    lines = [Text(title, "bold"), *map(Text, wrap(lead, width))]
    for section in sections:
        lines += [Text(), Text(section.title, "bold")]
        lines += [Text(line) for line in _wrapped(section.paragraphs, width)]
    return print_renderables(lines, width=width)


def render_page_markdown(title: str, lead: str, sections: Iterable[Section]) -> str:
    """Return the page for the documentation."""
    pieces = [f"# {title}", lead]
    for section in sections:
        pieces += [f"## {section.title}", section.markdown or _markdown(section.paragraphs)]
    return "\n\n".join(pieces) + "\n"


def _wrapped(paragraphs: Sequence[str | tuple[str, str]], width: int) -> list[str]:
    terms = [len(paragraph[0]) for paragraph in paragraphs if isinstance(paragraph, tuple)]
    hang = min(max(terms, default=0), width // 3) + 2
    lines: list[str] = []
    for paragraph in paragraphs:
        if isinstance(paragraph, str):
            lines += wrap(paragraph, width, initial_indent=INDENT, subsequent_indent=INDENT)
            continue
        term, text = paragraph
        first = INDENT + f"{term}{INDENT}".ljust(hang)
        lines += wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=INDENT + " " * hang,
            drop_whitespace=True,
        ) or [first.rstrip()]
    return lines


def _markdown(paragraphs: Sequence[str | tuple[str, str]]) -> str:
    return "\n".join(
        f"- `{paragraph[0]}` {paragraph[1]}" if isinstance(paragraph, tuple) else paragraph
        for paragraph in paragraphs
    )
