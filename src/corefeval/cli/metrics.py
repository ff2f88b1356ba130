"""corefeval metrics."""

from __future__ import annotations

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.options import METRIC, option, output_options
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval metrics                  all, with the question of each
  corefeval metrics lea              formula, paper, worked example, biases
  corefeval metrics 'lbcub(name=2)'  the same with a parameter set
  corefeval metrics --demo           scores of extreme systems
"""


@click.command("metrics", cls=HelpedCommand, epilog=EPILOG)
@click.argument("name", required=False, type=METRIC)
@option("--demo", "Show the scores of extreme responses to a small text (default: no).")
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
