"""corefeval score."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import INPUT, format_options, measure_options, setting_options
from corefeval.cli.output import write_output
from corefeval.cli.progress import watching

EPILOG = """\b
Examples:
  corefeval score gold.conllu system.conllu            CorefUD: as in CRAC 2024
  corefeval score gold.conll system.conll -p conll12   CoNLL-2012
  corefeval score gold/ system/ --per-document -f csv  folders, documents paired by name
  corefeval score gold.jsonl - < system.jsonl          standard input
"""


@click.command("score", epilog=EPILOG, short_help="Score a system against gold.")
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@measure_options
@setting_options
@format_options
@click.option(
    "-f",
    "--format",
    "kind",
    type=click.Choice(["table", "json", "csv", "markdown", "latex"]),
    default="table",
    show_default=True,
    help="How to show it.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to this file.")
@click.option("-q", "--quiet", is_flag=True, help="The headline number only.")
@click.option("--per-document", is_flag=True, help="Also the scores of each document.")
@click.option(
    "--average",
    type=click.Choice(["micro", "macro"]),
    default="micro",
    show_default=True,
    help="macro: show the mean over documents beside the pooled scores.",
)
@click.option(
    "--ci",
    type=click.IntRange(100),
    is_flag=False,
    flag_value=1000,
    metavar="[N]",
    help="Also 95 % intervals from N resamples of the documents (1000).",
)
@click.option("--signature", "signature_text", metavar="LINE", help="Score as this signature says.")
def command(
    key: str,
    response: str,
    kind: str,
    output: str | None,
    *,
    quiet: bool,
    per_document: bool,
    average: str,
    ci: int | None,
    signature_text: str | None,
    metrics: str | None,
    preset: str | None,
    **options: Any,
) -> None:
    """Score RESPONSE against KEY.

    KEY and RESPONSE are files, .gz, folders, or - for standard input. The format is found from the content.
    """
    from corefeval.report import result as show  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.scoring import score  # noqa: PLC0415 - same
    from corefeval.signature import Signature  # noqa: PLC0415 - same

    if signature_text is not None:
        signature = Signature.parse(signature_text)
        preset = preset or signature.preset or None
        metrics = metrics or ",".join(signature.metrics)
        for name, value in signature.settings.to_dict().items():
            if options.get(name) is None:
                options[name] = value
    if key == response == "-":
        raise click.UsageError("Only one of KEY and RESPONSE can be standard input.")
    with watching(key, response) as progress:
        result = score(key, response, metrics=metrics, preset=preset, progress=progress, **options)
    intervals = None
    if ci is not None:
        from corefeval.comparing import intervals as resampled  # noqa: PLC0415 - only where asked for

        intervals = resampled(result, ci)
    text = show.render(
        result, kind, quiet=quiet, per_document=per_document, macro=average == "macro", intervals=intervals
    )
    write_output(text, output)
