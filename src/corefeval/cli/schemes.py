"""corefeval schemes."""

from __future__ import annotations

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.options import SCHEME, option, output_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval schemes                         all bundled schemes
  corefeval schemes lithuanian              levels and dominance
  corefeval schemes my.toml                 check your own
  corefeval schemes plain --file > my.toml  a file to start from
"""


@click.command("schemes", cls=HelpedCommand, epilog=EPILOG)
@click.argument("name", required=False, type=SCHEME)
@option("--file", "Print the file of a bundled scheme (default: its description).", name="as_file")
@output_options
def command(name: str | None, kind: str, output: str | None, *, as_file: bool) -> None:
    """List the schemes of type codes, or explain the one called NAME, or in a file NAME."""
    from corefeval.linguistics.scheme_files import scheme_named, source_of  # noqa: PLC0415 - only to work
    from corefeval.reports.show import scheme as show  # noqa: PLC0415 - same

    if as_file and (name is None or kind != "table"):
        raise click.UsageError("--file gives one scheme as it is written; name it, and leave -f out.")
    if name is None:
        text = show.render_list(kind)
    elif as_file:
        if scheme_named(name).digest:
            raise click.UsageError(f"{name} is a file already.")
        text = source_of(scheme_named(name).name).rstrip("\n")
    else:
        text = show.render(scheme_named(name), kind)
    write_output(text, output, kind)
