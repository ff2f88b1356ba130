"""corefeval validate."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    FORMAT,
    INPUT,
    OUTPUT_OR_DASH,
    PRESET,
    SCHEME,
    file_command,
    option,
    output_options,
    reading_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval validate gold.conllu                     every problem, with line
  corefeval validate system.conll --key gold.conll   also against the key
  corefeval validate system.conll --fix fixed.conll  write a repaired copy
  corefeval validate gold.jsonl --scheme my.toml     also type codes
"""


@file_command(
    "validate",
    EPILOG,
    everyday="key fix preset scheme source layer kind output quiet",
)
@click.argument("files", nargs=-1, required=True, type=INPUT, metavar="FILE...")
@option("--key", "Gold file to check the files against (default: none).", type=INPUT)
@option("--fix OUT", "Write a repaired copy of FILE to OUT (default: none).", type=OUTPUT_OR_DASH)
@option("--from F", "Format of FILE (default: found from its content).", name="source", type=FORMAT)
@option("--key-format F", "Format of the key (default: found from its content).", type=FORMAT)
@option("--key-offsets O", "Offsets of the key (default: found from the file).", default="")
@option("--key-layer NAME", "Layer of the key (default: that of FILE).")
@option(
    "--scheme NAME|FILE",
    "Also check type codes; see 'corefeval schemes' (default: none).",
    type=SCHEME,
    default="",
)
@option("--key-companion PATH", "Companion of the key (default: found next to it).", type=INPUT)
@option(
    "-p, --preset NAME",
    "With --key: settings of a shared task (default: none; CorefUD: crac24).",
    type=PRESET,
)
@option("--signature LINE", "With --key: settings of the run that printed it (default: none).")
@option("--crop", "With --key: check only the text that the key has (default: no).", default=None)
@reading_options
@output_options
@option("-q, --quiet", "Print errors only, no warnings (default: both).")
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
    """Check each FILE and list every problem with its line.

    With --key it also reports differences from the key (documents, words, singletons, types) and their cost.

    Exit status 0 if all files can be scored, 1 if one cannot. With --fix the repaired copy decides.
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
