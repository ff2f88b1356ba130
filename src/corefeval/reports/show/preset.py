"""The list of presets, and one page per preset, made from declarations."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.columns import Column
from corefeval.presets import PRESETS, Preset
from corefeval.reports.report import PAGES, TERMINAL, Paragraph, Piece, ReportText, Section, Table, Terms
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
    columns = (
        Column("Name", "text", "name", is_unbroken=True),
        Column("What it reproduces", "prose", of=_on_a_screen, on=TERMINAL),
        Column("What it reproduces", "prose", "title", on=PAGES),
        Column("In words", "prose", of=_in_words, on=PAGES),
        Column("Also called", "prose", "aliases", shown=", ".join, on=PAGES),
    )
    more = "'corefeval presets NAME' explains one; any option next to -p overrides its setting."
    return ReportText((Table.of(columns, PRESETS.values()), Paragraph(more, on=TERMINAL)))


def _in_words(preset: Preset) -> str:
    return capitalised(settings_in_words(preset.settings))


def _on_a_screen(preset: Preset) -> str:
    others = f"\nAlso called {', '.join(preset.aliases)}" if preset.aliases else ""
    return f"{preset.title}\n{_in_words(preset)}{others}"


def show(preset: Preset) -> Section:
    """Return one preset's page."""
    pieces: tuple[Piece, ...] = (Paragraph(f"{preset.title}.", on=PAGES), *_sections(preset))
    return Section(f"{preset.title} ({preset.name})", pieces, 1, preset.name, is_typed=True)


def _sections(preset: Preset) -> Iterator[Section]:
    texts = {
        "Also called": ", ".join(preset.aliases),
        "The official scorer": preset.official,
        "Notes on its numbers": preset.peculiarity,
        "Source code": preset.source and f"{preset.source}. Last changed {preset.date}.",
        "Comparison of words": preset.words,
        "Differences from the official scorer": preset.differs,
    }
    yield from (Section(title, (Paragraph(text),)) for title, text in texts.items() if text)
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
