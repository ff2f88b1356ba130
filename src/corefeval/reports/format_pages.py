"""The formats explained from the catalogue: a list, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corefeval.formats.catalogue import ENTRIES, HOLDS, Entry
from corefeval.reports import pages
from corefeval.reports.pages import Section
from corefeval.reports.terminal import print_renderables

FAMILIES = {
    "columns": "A word a line, annotation in columns.",
    "clusters": "JSON: tokens or a text, and lists of spans.",
    "standoff": "Annotation beside the text, which it refers to by offsets or identifiers.",
    "inline": "Running text with marks round the mentions.",
}
"""The families, and what they have in common."""


def format_to_dict(entry: Entry) -> dict[str, Any]:
    """Return a format's page as plain data."""
    return {
        "name": entry.name,
        "label": entry.label,
        "other_names": list(entry.aliases),
        "family": entry.family,
        "holds": list(entry.holds),
        "written": entry.written,
        "recognised": entry.recognised,
        "companions": list(entry.companions),
        "by_description": entry.by_description,
        "page": entry.documentation,
    }


def render_list() -> str:
    """Return all formats with what each can hold, for the terminal."""
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("Name", "Format", "Written", "Can hold"):
        table.add_column(head, no_wrap=head != "Can hold")
    for family in FAMILIES:
        for entry in ENTRIES:
            if entry.family == family:
                table.add_row(entry.name, entry.label, "yes" if entry.written else "", ", ".join(entry.holds))
    more = "'corefeval formats NAME' explains one; the format of a file is found from its content."
    return print_renderables([table, more])


def render_page(entry: Entry) -> str:
    """Return one format's page for the terminal."""
    return pages.render_page(f"{entry.label} ({entry.name})", FAMILIES[entry.family], _sections(entry))


def render_page_markdown(entry: Entry) -> str:
    """Return one format's page for the documentation."""
    return pages.render_page_markdown(
        f"`{entry.name}`", f"{entry.label}. {FAMILIES[entry.family]}", _sections(entry)
    )


def _sections(entry: Entry) -> Iterator[Section]:
    if entry.aliases:
        yield Section("Also called", [", ".join(entry.aliases)])
    yield Section("What it can hold", [(what, HOLDS[what]) for what in entry.holds])
    if entry.companions:
        names = [pattern.format(stem="NAME", name="NAME.*") for pattern in entry.companions]
        yield Section("Files that belong to it", [", ".join(names)])
    known = "found from the content" if entry.recognised else "to be named: nothing tells it from other files"
    seen = "; no file of it was at hand: it is read as its documentation says" if entry.by_description else ""
    yield Section("Reading", [f"The format is {known}{seen}."])
    yield Section("Writing", ["It can be written." if entry.written else "It is read, not written."])
