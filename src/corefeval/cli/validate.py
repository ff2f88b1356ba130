"""corefeval validate."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import INPUT, OUTPUT_OR_DASH, FileCommand, output_options, reading_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval validate gold.conllu  every problem, with its line
  corefeval validate system.conll --key gold.conll  against its key
  corefeval validate system.conll --fix fixed.conll  a copy to be read
  corefeval validate gold.jsonl --scheme my.toml  its type codes, too
"""


@click.command("validate", cls=FileCommand, epilog=EPILOG, short_help="Check files before scoring.")
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@click.option("--key", type=INPUT, help="What the files will be scored against.")
@click.option("--fix", type=OUTPUT_OR_DASH, metavar="OUT", help="Write a repaired copy of FILE.")
@click.option("--from", "source", metavar="F", help="Format of FILE; found from its content by default.")
@click.option("--key-format", metavar="F", help="Format of the key.")
@click.option("--key-offsets", default="", metavar="O", help="--offsets of the key.")
@click.option("--key-layer", metavar="NAME", help="--layer of the key; that of FILE by default.")
@click.option(
    "--scheme", default="", metavar="NAME|FILE", help="Also check type codes; see 'corefeval schemes'."
)
@click.option("--key-companion", type=INPUT, metavar="PATH", help="--companion of the key.")
@click.option("-p", "--preset", metavar="NAME", help="With --key: settings of a shared task.")
@click.option("--signature", metavar="LINE", help="With --key: settings of the run that printed it.")
@click.option("--crop", is_flag=True, default=None, help="With --key: as in 'corefeval score --crop'.")
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
    key_companion: str | None,
    preset: str | None,
    signature: str | None,
    companion: str | None,
    kind: str,
    output: str | None,
    scheme: str,
    *,
    crop: bool | None,
    quiet: bool,
    **options: Any,
) -> None:
    """Check each FILE and name every problem at once.

    With --key also what does not agree with it (documents, words, singletons, types) and what that costs under the settings.

    Exit status 0 if all files can be scored, 1 if one cannot. With --fix it is the repaired copy that counts.
    """
    from corefeval.evaluation.request import Request  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.formats.folders import is_folder  # noqa: PLC0415 - same
    from corefeval.validation import KeyFile, Validations, repaired, validate  # noqa: PLC0415 - same

    if fix is not None and len(files) > 1:
        raise click.UsageError("--fix repairs one FILE at a time.")
    if fix == "-" and output is None:
        raise click.UsageError("With --fix - the copy goes to standard output; give -o for the report.")
    if companion is not None and len(files) > 1 and not is_folder(companion):
        raise click.UsageError(
            "--companion is that of one FILE; give the folder in which those of several are."
        )
    options["companion"] = companion or ""
    gold = None
    if key is not None:
        gold = KeyFile(key, key_format, key_layer or options["layer"], key_offsets, key_companion or "")
    elif key_format or key_offsets or key_layer or key_companion or preset or signature or crop:
        raise click.UsageError(
            "How to read or score the key is said without --key; give it, or leave them out."
        )
    request = Request.of(preset=preset, signature=signature, crop=crop)
    checked = tuple(
        validate(file, source, key=gold, request=request, scheme=scheme, **options) for file in files
    )
    found = Validations(checked, None if fix is None else repaired(files[0], fix, source, **options))
    write_output(found.render(kind, only_errors=quiet), output, kind)
    context.exit(0 if found.is_scorable else 1)
