"""corefeval presets."""

from __future__ import annotations

import click

from corefeval.cli.options import output_options
from corefeval.cli.output import write_json, write_output

EPILOG = """\b
Examples:
  corefeval presets         all presets and what they reproduce
  corefeval presets crac24  settings, metrics, the official scorer
"""


@click.command("presets", epilog=EPILOG, short_help="List the shared-task settings, or explain one.")
@click.argument("name", required=False)
@output_options("text", "json", "markdown")
def command(name: str | None, kind: str, output: str | None) -> None:
    """List the presets, or explain the one called NAME."""
    from corefeval.presets import PRESETS, preset  # noqa: PLC0415 - only to work
    from corefeval.reports import preset_pages  # noqa: PLC0415 - same

    chosen = list(PRESETS.values()) if name is None else [preset(name)]
    if kind == "json":
        plain = [preset_pages.preset_to_dict(each) for each in chosen]
        write_json(plain if name is None else plain[0], output)
    elif kind == "markdown":
        write_output("\n".join(map(preset_pages.render_page_markdown, chosen)), output)
    elif name is None:
        write_output(preset_pages.render_list(), output)
    else:
        write_output(preset_pages.render_page(chosen[0]), output)
