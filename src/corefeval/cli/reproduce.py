"""corefeval reproduce."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import INPUT, GroupedCommand, format_options, output_options, setting_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval reproduce gold.conll system.conll 61.2
  corefeval reproduce gold.conll system.conll --target 28.99 --metric ceafe
  corefeval reproduce gold.conllu system.conllu --table numbers.csv
  corefeval reproduce gold/ system/ --target 70.14   folders of datasets
  corefeval reproduce a.conll b.conll --target 55 --singletons keep   as known
\b
numbers.csv: metric,part,value, a number a row, all of one run.
"""


@click.command(
    "reproduce",
    cls=GroupedCommand,
    epilog=EPILOG,
    short_help="Find the settings that give a published number.",
)
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@click.argument("number", required=False)
@click.option("--target", metavar="NUMBER", help="The number as it is printed: 61.2, 61.20 or 0.612.")
@click.option("--metric", metavar="NAME", help="Of which metric; conll by default.")
@click.option("--part", metavar="NAME", help="recall, precision or f1, which is the default.")
@click.option(
    "--table", type=INPUT, metavar="FILE", help="Several numbers of one run, as CSV: metric,part,value."
)
@click.option(
    "--changes",
    type=click.IntRange(0),
    metavar="N",
    help="How many settings of a preset may be changed; 2 by default, fewer where that is enough.",
)
@click.option(
    "--top", type=click.IntRange(1), metavar="N", default=5, show_default=True, help="How many to show."
)
@setting_options
@format_options
@output_options
@click.pass_context
def command(
    context: click.Context,
    /,
    key: str,
    response: str,
    number: str | None,
    top: int,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Find which settings make RESPONSE score a published NUMBER against KEY.

    The presets are tried first, then each with settings changed, over pooled documents and the means over documents and
    datasets, rounded and truncated. Settings given as options are taken as known.

    Exit status 0 if some settings give the number, 1 if none do.
    """
    from corefeval.reproduction.search import reproduce  # noqa: PLC0415 - numpy is imported only to work

    chosen = {name: value for name, value in options.items() if value is not None}
    if number is not None:
        if "target" in chosen:
            raise click.UsageError("Give the number once: as NUMBER or with --target.")
        chosen["target"] = number
    if "table" in chosen:
        for name in ("metric", "part"):
            if name in chosen:
                raise click.UsageError(f"--table names metrics and parts itself; leave --{name} out.")
    found = reproduce(key, response, **chosen)
    write_output(found.render(kind, top=top), output, kind, found.warnings)
    context.exit(0 if found.is_met else 1)
