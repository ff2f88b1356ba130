"""The list of presets, and one page per preset, made from declarations."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.columns import Column
from corefeval.presets import PRESETS, Preset
from corefeval.reports.report import PAGES, TERMINAL, Paragraph, Piece, ReportText, Row, Section, Table, Terms
from corefeval.reports.show import declared
from corefeval.reports.words import capitalised, settings_in_words


def render_list(kind: str) -> str:
    """Return all presets in any kind of output."""
    return declared.render_list(list(PRESETS.values()), kind, show, show_list)


def render(preset: Preset, kind: str) -> str:
    """Return one preset's page in any kind of output."""
    return declared.render_page(preset, kind, show)


def show_list() -> ReportText:
    """Return all presets with their descriptions."""
    rows, on_pages = [], []
    for preset in PRESETS.values():
        names, words = ", ".join(preset.aliases), capitalised(settings_in_words(preset.settings))
        others = f"\nAlso called {names}" if names else ""
        rows.append(Row.of(preset.name, f"{preset.title}\n{words}{others}"))
        on_pages.append(Row.of(preset.name, preset.title, words, names))
    more = "'corefeval presets NAME' explains one; any option next to -p overrides its setting."
    name = Column("Name", "text", is_unbroken=True)
    prose = (Column(head, "prose") for head in ("What it reproduces", "In words", "Also called"))
    return ReportText(
        (
            Table((name, Column("What it reproduces", "prose")), tuple(rows), on=TERMINAL),
            Table((name, *prose), tuple(on_pages), on=PAGES),
            Paragraph(more, on=TERMINAL),
        )
    )


def show(preset: Preset) -> Section:
    """Return one preset's page."""
    pieces: tuple[Piece, ...] = (Paragraph(f"{preset.title}.", on=PAGES), *_sections(preset))
    return Section(f"{preset.title} ({preset.name})", pieces, 1, preset.name, is_typed=True)


def _sections(preset: Preset) -> Iterator[Section]:
    if preset.aliases:
        yield Section("Also called", (Paragraph(", ".join(preset.aliases)),))
    yield Section("The official scorer", (Paragraph(preset.official),))
    if preset.peculiarity:
        yield Section("Notes on its numbers", (Paragraph(preset.peculiarity),))
    if preset.source:
        yield Section("Source code", (Paragraph(f"{preset.source}. Last changed {preset.date}."),))
    yield Section("Comparison of words", (Paragraph(preset.words),))
    if preset.differs:
        yield Section("Differences from the official scorer", (Paragraph(preset.differs),))
    settings = [
        (f"--{name.replace('_', '-')}", str(value))
        for name, value in preset.settings.to_dict().items()
        if name not in {"beta", "undefined"} and value != ""
    ]
    undefined = "0, as in the official scorer" if preset.settings.undefined == "zero" else "undefined (–)"
    yield Section("Settings", (Terms((*settings, ("0/0 is", undefined))),))
    metrics = ", ".join(preset.metric_parameters.get(name, name) for name in preset.metrics)
    yield Section("Metrics", (Terms((("printed", metrics), ("ranked by", preset.headline))),))
    yield Section("Command", (Paragraph(f"corefeval score KEY RESPONSE -p {preset.name}"),))
