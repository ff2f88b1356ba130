"""corefeval convert."""

from __future__ import annotations

import click

from corefeval.cli.options import INPUT, OUTPUT_OR_DASH, FileCommand, reading_options

EPILOG = """\b
'corefeval formats' lists the formats, and which can be written.
\b
Examples:
  corefeval convert gold.conllu gold.conll --to conll2012
  corefeval convert gold.conll - --to jsonlines | head -1
  corefeval convert folder/ all.conllu.gz --to corefud
  corefeval convert gold.conll gold/ --to brat
"""


@click.command("convert", cls=FileCommand, epilog=EPILOG, short_help="Translate between formats.")
@click.argument("source", type=INPUT, metavar="IN")
@click.argument("target", type=OUTPUT_OR_DASH, metavar="OUT")
@click.option("--to", "to", required=True, metavar="FORMAT", help="Format of OUT.")
@click.option("--from", "from_", metavar="FORMAT", help="Format of IN; found from its content by default.")
@reading_options
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to read a folder with."
)
@click.option("-q", "--quiet", is_flag=True, help="Say only what is lost.")
def command(
    source: str,
    target: str,
    to: str,
    from_: str | None,
    offsets: str,
    companion: str | None,
    layer: str,
    jobs: int,
    *,
    quiet: bool,
) -> None:
    """Write what IN holds to OUT in another format.

    IN is a file, .gz, a folder, a .zip, or - for standard input; OUT a file, .gz, or - for standard output. A format of one
    document a file (brat, WebAnno TSV, SACR) has several documents written to a folder. What the other format cannot
    hold is named on standard error, with how much of it there was.
    """
    from corefeval import formats  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.cli.output import watching  # noqa: PLC0415 - same
    from corefeval.writing import say  # noqa: PLC0415 - same

    to = formats.format_named(to).name
    with watching(source) as progress:
        corpus = formats.read(
            source,
            from_,
            layer=layer,
            offsets=offsets,
            companion=companion or "",
            jobs=jobs,
            progress=progress,
        )
    losses = formats.write(corpus, target, to)
    if not quiet:
        for problem in corpus.problems:
            say(str(problem))
    for loss in losses:
        say(str(loss))
    if not quiet:
        say(f"{formats.FORMATS[corpus.format]} to {formats.FORMATS[to]}: {corpus.amount}")
