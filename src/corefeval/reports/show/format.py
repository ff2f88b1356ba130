"""The list of formats, and one page per format, made from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.columns import Column
from corefeval.formats.catalogue import ENTRIES, HOLDS, Entry, plugin_entries
from corefeval.reports.report import PAGES, TERMINAL, Paragraph, Piece, ReportText, Row, Section, Table, Terms
from corefeval.reports.show import declared

FAMILIES = {
    "columns": "One word per line, annotation in columns.",
    "clusters": "JSON with tokens or text, and lists of spans.",
    "standoff": "Standoff annotation that refers to the text by offsets or identifiers.",
    "inline": "Running text with marks around mentions.",
}
"""The families of formats, each with a description."""


def render_list(kind: str) -> str:
    """Return all formats in any kind of output."""
    return declared.render_list((*ENTRIES, *plugin_entries()), kind, show, show_list)


def render(entry: Entry, kind: str) -> str:
    """Return one format's page in any kind of output."""
    return declared.render_page(entry, kind, show)


def show_list() -> ReportText:
    """Return all formats with their supported annotations."""
    rows = (
        Row.of(entry.name, entry.label, "yes" if entry.written else "", ", ".join(entry.holds))
        for family in FAMILIES
        for entry in (*ENTRIES, *plugin_entries())
        if entry.family == family
    )
    names = (Column(head, "text", is_unbroken=True) for head in ("Name", "Format", "Written"))
    more = "'corefeval formats NAME' explains one; the format of a file is found from its content."
    table = Table((*names, Column("Can hold", "prose")), tuple(rows))
    return ReportText((table, Paragraph(more, on=TERMINAL)))


def show(entry: Entry) -> Section:
    """Return one format's page."""
    family = FAMILIES[entry.family]
    pieces: tuple[Piece, ...] = (
        Paragraph(family, on=TERMINAL),
        Paragraph(f"{entry.label}. {family}", on=PAGES),
        *_sections(entry),
    )
    return Section(f"{entry.label} ({entry.name})", pieces, 1, entry.name, is_typed=True)


def _sections(entry: Entry) -> Iterator[Section]:
    if entry.aliases:
        yield Section("Also called", (Paragraph(", ".join(entry.aliases)),))
    yield Section("Supported annotation", (Terms(tuple((what, HOLDS[what]) for what in entry.holds)),))
    if entry.companions:
        names = [pattern.format(stem="NAME", name="NAME.*") for pattern in entry.companions]
        yield Section("Companion files", (Paragraph(", ".join(names)),))
    if entry.layers:
        first = entry.layers[0][0]
        default = Paragraph(f"Choose with --key-layer and --response-layer; {first} is read by default.")
        yield Section("Layers", (Terms(entry.layers), default))
    known = (
        "detected from the content"
        if entry.recognised
        else "not detected: name it, because other files look the same"
    )
    seen = "; implemented from its documentation, without real files" if entry.by_description else ""
    yield Section("Reading", (Paragraph(f"The format is {known}{seen}."),))
    writing = "It can be written." if entry.written else "It can be read but not written."
    yield Section("Writing", (Paragraph(writing),))
