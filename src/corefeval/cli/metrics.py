"""corefeval metrics."""

from __future__ import annotations

import click

from corefeval.cli.options import output_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval metrics                  all, with what they answer
  corefeval metrics lea              formula, paper, worked example, biases
  corefeval metrics 'lbcub(name=2)'  the same with a parameter set
  corefeval metrics --demo           what each says of extreme systems
"""


@click.command("metrics", epilog=EPILOG, short_help="List the metrics, or explain one.")
@click.argument("name", required=False)
@click.option("--demo", is_flag=True, help="What each metric says of extreme responses to a small text.")
@output_options
def command(name: str | None, kind: str, output: str | None, *, demo: bool) -> None:
    """List the metrics, or explain the one called NAME."""
    if demo and name is not None:
        raise click.UsageError("--demo is about all metrics; leave NAME out.")
    from corefeval.metrics import parse_metric  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.reports.show import metric as show  # noqa: PLC0415 - same

    if demo:
        text = show.render_demonstration(kind)
    elif name is None:
        text = show.render_list(kind)
    else:
        text = show.render(parse_metric(name), kind)
    write_output(text, output, kind)
