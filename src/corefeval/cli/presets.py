"""corefeval presets."""

from __future__ import annotations

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.options import PRESET, output_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval presets         all presets and what they reproduce
  corefeval presets crac24  settings, metrics, the official scorer
"""


@click.command("presets", cls=HelpedCommand, epilog=EPILOG)
@click.argument("name", required=False, type=PRESET)
@output_options
def command(name: str | None, kind: str, output: str | None) -> None:
    """List the presets, or explain the one called NAME."""
    from corefeval.presets import preset  # noqa: PLC0415 - only to work
    from corefeval.reports.show import preset as show  # noqa: PLC0415 - same

    write_output(show.render_list(kind) if name is None else show.render(preset(name), kind), output, kind)
