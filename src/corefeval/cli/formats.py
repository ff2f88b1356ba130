"""corefeval formats."""

from __future__ import annotations

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.options import FORMAT, output_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval formats       all formats, with supported annotations
  corefeval formats brat  names, files and supported annotations
"""


@click.command("formats", cls=HelpedCommand, epilog=EPILOG)
@click.argument("name", required=False, type=FORMAT)
@output_options
def command(name: str | None, kind: str, output: str | None) -> None:
    """List the formats that files may be in, or explain the one called NAME."""
    from corefeval.formats.catalogue import BY_NAME, known_name  # noqa: PLC0415 - only to work
    from corefeval.reports.show import format as show  # noqa: PLC0415 - same

    text = show.render_list(kind) if name is None else show.render(BY_NAME[known_name(name)], kind)
    write_output(text, output, kind)
