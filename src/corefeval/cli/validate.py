"""corefeval validate."""

from __future__ import annotations

import click

from corefeval.cli.options import INPUT, output_options, reading_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval validate gold.conllu  every problem, with its line
  corefeval validate system.conll --key gold.conll  the words as well
  corefeval validate system.conll --fix fixed.conll  a copy to be read
  corefeval validate gold.jsonl --scheme my.toml  its type codes, too
"""


@click.command("validate", epilog=EPILOG, short_help="Check files before scoring.")
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@click.option("--key", type=INPUT, help="What the files will be scored against.")
@click.option("--fix", type=click.Path(allow_dash=True), metavar="OUT", help="Write a repaired copy of FILE.")
@click.option("--from", "source", metavar="F", help="Format of FILE; found from its content by default.")
@click.option("--key-format", metavar="F", help="Format of the key.")
@click.option("--key-offsets", default="", metavar="O", help="--offsets of the key.")
@click.option("--key-layer", metavar="NAME", help="--layer of the key; that of FILE by default.")
@click.option(
    "--scheme", default="", metavar="NAME|FILE", help="Also check type codes; see 'corefeval schemes'."
)
@reading_options
@output_options
@click.option("-q", "--quiet", is_flag=True, help="Errors only, no warnings.")
@click.pass_context
def command(
    context: click.Context,
    /,
    files: tuple[str, ...],
    key: str | None,
    fix: str | None,
    source: str | None,
    key_format: str | None,
    key_offsets: str,
    key_layer: str | None,
    companion: str | None,
    kind: str,
    output: str | None,
    scheme: str,
    *,
    quiet: bool,
    **options: str,
) -> None:
    """Check each FILE and name every problem at once.

    Exit status 0 if all files can be scored, 1 if one cannot. With --fix it is the repaired copy that counts.
    """
    from corefeval import formats  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.reports.show.validation import render  # noqa: PLC0415 - same
    from corefeval.validation import Validations, repaired, validate  # noqa: PLC0415 - same

    if fix is not None and len(files) > 1:
        raise click.UsageError("--fix repairs one FILE at a time.")
    if fix == "-" and output is None:
        raise click.UsageError("With --fix - the copy goes to standard output; give -o for the report.")
    if companion is not None and len(files) > 1:
        raise click.UsageError("--companion is that of one FILE.")
    options["companion"] = companion or ""
    gold = None
    if key is not None:
        gold = formats.read(key, key_format, layer=key_layer or options["layer"], offsets=key_offsets)
    elif key_format or key_offsets or key_layer:
        raise click.UsageError("How to read the key is said without --key; give it, or leave them out.")
    checked = tuple(validate(file, source, key=gold, scheme=scheme, **options) for file in files)
    found = Validations(checked, None if fix is None else repaired(files[0], fix, source, **options))
    write_output(render(found, kind, only_errors=quiet), output, kind)
    context.exit(0 if found.is_scorable else 1)
