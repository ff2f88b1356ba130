"""corefeval report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    OUTPUT,
    file_command,
    format_options,
    measure_options,
    option,
    setting_options,
)
from corefeval.cli.output import tell
from corefeval.problems import Problem, UsageError, encodable, printable
from corefeval.writing import say, write_text

MEGABYTE = 1_000_000
HEAVY_BYTES = 150 * MEGABYTE
HEAVY_DOCUMENTS = 10_000
"""Above these a browser takes noticeably long to open the page."""

EPILOG = """\b
Examples:
  corefeval report gold.conllu system.conllu --open  writes report.html
  corefeval report gold.conllu a.conllu b.conllu     what b fixes and breaks
  corefeval report gold.conll runs/*.conll           up to eight systems
  corefeval report gold/ system/ --worst 100         lowest scores only
"""


@file_command(
    "report",
    EPILOG,
    everyday="preset metrics output quiet open_page match singletons zeros explained ci only_errors worst",
)
@click.argument("key", type=INPUT)
@click.argument("systems", type=INPUT, nargs=-1, required=True, metavar="SYSTEM...")
@option("-o, --output", "Write to FILE (default: report.html).", type=OUTPUT, default="report.html")
@option("-q, --quiet", "Print nothing but warnings (default: the page's size).")
@option("--open", "Open the page in the browser (default: no).", name="open_page")
@option("--title TEXT", "Title of the page (default: the names of the files).", default="")
@option(
    "--explain NAME,…",
    "Metrics that say what each error costs (default: the headline metric).",
    name="explained",
    default=None,
)
@option("--ci", "Also show 95 % confidence intervals (default: none).")
@option("--only-errors", "Leave out documents without errors (default: no).")
@option(
    "--worst N", "Show only the N documents with the lowest scores (default: all).", type=click.IntRange(1)
)
@option(
    "--compress/--no-compress",
    "Compress documents; old browsers need --no-compress (default: compress).",
    default=True,
)
@measure_options()
@setting_options()
@format_options()
def command(
    key: str,
    systems: tuple[str, ...],
    output: str,
    *,
    quiet: bool,
    open_page: bool,
    title: str,
    explained: str | None,
    ci: bool,
    only_errors: bool,
    worst: int | None,
    compress: bool,
    **options: Any,
) -> None:
    """Write one HTML page to browse the chains of KEY and SYSTEM and every error in its context.

    The page is a single file that needs no network. With two to eight systems it also shows what each one fixes and breaks
    compared with another, and which systems are right about which mentions.
    """
    from corefeval.comparison.compare import system_names  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.comparison.comparison import Resampling  # noqa: PLC0415 - same
    from corefeval.evaluation.request import Request  # noqa: PLC0415 - same
    from corefeval.reports.explorer.page import SYSTEMS, report  # noqa: PLC0415 - same
    from corefeval.text import several  # noqa: PLC0415 - same

    if len(systems) > SYSTEMS:
        raise UsageError(Problem("CE118", "page-shows-one-systems", systems=SYSTEMS, given=len(systems)))
    request = Request.of(**options)
    gold = request.read_key(key)
    run = request.on(gold)
    layer = f" ({options['response_layer']})" if options["response_layer"] else ""
    results = {
        name + layer: run.score(gold, path) for name, path in zip(system_names(systems), systems, strict=True)
    }
    page = report(
        results,
        key=system_names([key])[0] + (f" ({options['key_layer']})" if options["key_layer"] else ""),
        title=encodable(title),
        explain=explained,
        intervals=Resampling.of_signature(options["signature"] or "", asked=ci) or False,
        only_errors=only_errors,
        worst=worst,
        compress=compress,
    )
    size = page.write(output)
    told = f"{printable(output)}: {several(page.documents, 'document')}, {size / MEGABYTE:.1f} MB"
    if not quiet:
        write_text(f"{told}\n", None)
    tell(page.warnings)
    if size > HEAVY_BYTES or page.documents > HEAVY_DOCUMENTS:
        say("A page this large opens slowly; --worst N or --only-errors make a smaller one.")
    if open_page:
        import webbrowser  # noqa: PLC0415 - only when asked for

        webbrowser.open(Path(output).resolve().as_uri())
