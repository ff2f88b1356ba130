"""corefeval metrics."""

from __future__ import annotations

import click

from corefeval.cli.options import output_options
from corefeval.cli.output import write_json, write_output

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
@output_options("text", "json", "markdown")
def command(name: str | None, kind: str, output: str | None, *, demo: bool) -> None:
    """List the metrics, or explain the one called NAME."""
    if demo and name is not None:
        raise click.UsageError("--demo is about all metrics; leave NAME out.")
    from corefeval.metrics.base import METRICS  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.metrics.naming import parse_metric  # noqa: PLC0415 - same
    from corefeval.reports import metric_pages as pages  # noqa: PLC0415 - same

    if demo:
        if kind == "json":
            write_json(pages.demonstration_to_dict(), output)
        else:
            text = pages.render_demonstration()
            write_output(pages.render_demonstration_markdown() if kind == "markdown" else text, output)
        return
    chosen = [METRICS[each]() for each in METRICS] if name is None else [parse_metric(name)]
    if kind == "json":
        plain = [pages.metric_to_dict(metric, example=name is not None) for metric in chosen]
        write_json(plain if name is None else plain[0], output)
    elif kind == "markdown":
        write_output("\n".join(map(pages.render_page_markdown, chosen)), output)
    elif name is None:
        write_output(pages.render_list(), output)
    else:
        write_output(pages.render_page(chosen[0]), output)
