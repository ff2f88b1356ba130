"""corefeval formats."""

from __future__ import annotations

import click

from corefeval.cli.options import output_options
from corefeval.cli.output import write_json, write_output

EPILOG = """\b
Examples:
  corefeval formats       all formats and what they can hold
  corefeval formats brat  its names, its files, what it can hold
"""


@click.command("formats", epilog=EPILOG, short_help="List the formats, or explain one.")
@click.argument("name", required=False)
@output_options("text", "json", "markdown")
def command(name: str | None, kind: str, output: str | None) -> None:
    """List the formats that files may be in, or explain the one called NAME."""
    from corefeval.formats.catalogue import BY_NAME, ENTRIES, known_name  # noqa: PLC0415 - only to work
    from corefeval.reports import format_pages  # noqa: PLC0415 - same

    chosen = list(ENTRIES) if name is None else [BY_NAME[known_name(name)]]
    if kind == "json":
        plain = [format_pages.format_to_dict(each) for each in chosen]
        write_json(plain if name is None else plain[0], output)
    elif kind == "markdown":
        write_output("\n".join(map(format_pages.render_page_markdown, chosen)), output)
    elif name is None:
        write_output(format_pages.render_list(), output)
    else:
        write_output(format_pages.render_page(chosen[0]), output)
