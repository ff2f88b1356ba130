"""The presets explained from their declarations: a list, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corefeval.presets import PRESETS, Preset
from corefeval.reports import pages
from corefeval.reports.pages import Section
from corefeval.reports.terminal import print_renderables
from corefeval.reports.words import settings_in_words


def preset_to_dict(preset: Preset) -> dict[str, Any]:
    """Return a preset's page as plain data."""
    return {
        "name": preset.name,
        "title": preset.title,
        "other_names": list(preset.aliases),
        "settings": preset.settings.to_dict(),
        "metrics": [preset.metric_parameters.get(name, name) for name in preset.metrics],
        "headline": preset.headline,
        "official": preset.official,
        "words": preset.words,
        "differs": preset.differs,
    }


def render_list() -> str:
    """Return all presets with what they stand for, for the terminal."""
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("Name", "What it reproduces"):
        table.add_column(head, no_wrap=head == "Name")
    for preset in PRESETS.values():
        others = f"\nAlso called {', '.join(preset.aliases)}" if preset.aliases else ""
        table.add_row(preset.name, f"{preset.title}\n{_sentence(settings_in_words(preset.settings))}{others}")
    more = "'corefeval presets NAME' explains one; any option beside -p overrides its setting."
    return print_renderables([table, more])


def render_page(preset: Preset) -> str:
    """Return one preset's page for the terminal."""
    return pages.render_page(f"{preset.title} ({preset.name})", "", _sections(preset))


def render_page_markdown(preset: Preset) -> str:
    """Return one preset's page for the documentation."""
    return pages.render_page_markdown(f"`{preset.name}`", f"{preset.title}.", _sections(preset))


def _sections(preset: Preset) -> Iterator[Section]:
    if preset.aliases:
        yield Section("Also called", [", ".join(preset.aliases)])
    yield Section("What the official scorer did", [preset.official])
    yield Section("Whether it compares the words of key and response", [preset.words])
    if preset.differs:
        yield Section("What cannot be reproduced, or is done better here", [preset.differs])
    settings = [
        (f"--{name.replace('_', '-')}", str(value))
        for name, value in preset.settings.to_dict().items()
        if name not in {"beta", "undefined"} and value != ""
    ]
    undefined = "0, as the official scorer says" if preset.settings.undefined == "zero" else "undefined (–)"
    yield Section("Settings", [*settings, ("0/0 is", undefined)])
    metrics = ", ".join(preset.metric_parameters.get(name, name) for name in preset.metrics)
    yield Section("Metrics", [("printed", metrics), ("ranked by", preset.headline)])
    yield Section("To score so", [f"corefeval score KEY RESPONSE -p {preset.name}"])


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
