"""corefeval agree."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    OUTPUT,
    GroupedCommand,
    Name,
    format_options,
    listed,
    measure_options,
    output_options,
    resampling_options,
    setting_options_without_types,
)
from corefeval.cli.output import tell, write_output
from corefeval.problems import Place, Problem, UsageError
from corefeval.writing import write_file

EPILOG = """\b
Disagreements: span, mention, chain, singleton, split, merged, type.
\b
Examples:
  corefeval agree anna.conll ben.conll
  corefeval agree anna/ ben/ carl/ --by type,distance
  corefeval agree anna.conll ben.conll --list split,merged
  corefeval agree anna.conll ben.conll --list all -f csv -o todo.csv
  corefeval agree anna.conllu ben.conllu --page todo.html
  corefeval agree anna.conllu ben.conllu --merge agreed.conllu
  corefeval agree inception-project.zip
  corefeval agree v1=a.json v2=a.json --key-layer v1 --response-layer v2
"""


@click.command(
    "agree", cls=GroupedCommand, epilog=EPILOG, short_help="Say how far annotators agree, and where not."
)
@click.argument("annotations", nargs=-1, required=True, type=INPUT, metavar="[NAME=]ANNOTATION...")
@measure_options
@setting_options_without_types
@format_options
@click.option(
    "--unmarked",
    type=Name(["own", "singleton"]),
    help="What a mention is to who did not mark it: a class of its own (default), or a chain of this mention alone.",
)
@click.option(
    "--types",
    metavar="FEATURE,…",
    help="The types of mentions that κ is asked of; code and etype by default, where all files give them.",
)
@click.option("--by", metavar="FEATURE,…", help="Also α by type, distance, length, document, …")
@click.option("--per-document", is_flag=True, help="Also the numbers of each document.")
@click.option(
    "--list",
    "classes",
    metavar="CLASS,…",
    help="Also the disagreements of these classes, or all, in context; in CSV these alone.",
)
@click.option(
    "--page",
    type=OUTPUT,
    metavar="FILE",
    help="Write an HTML page with every disagreement, or those of --list, in its sentence as each annotator has it.",
)
@click.option(
    "--merge",
    type=OUTPUT,
    metavar="OUT",
    help="Write what all agree on, and mark the rest: to .jsonl or .conllu, .gz as well.",
)
@resampling_options(
    "interval",
    "resamples",
    "confidence",
    "seed",
    resamples="Of the bootstrap, 10000 by default; 0: no intervals.",
)
@output_options
def command(
    annotations: tuple[str, ...],
    by: str | None,
    types: str | None,
    classes: str | None,
    page: str | None,
    merge: str | None,
    kind: str,
    output: str | None,
    *,
    per_document: bool,
    **options: Any,
) -> None:
    """Say how far annotators, or systems, agree of whom none is the gold: each two scored both ways, α and κ.

    ANNOTATION is a file, .gz, folder or .zip, two at least; or one project export of INCEpTION. An annotator is named after it, or NAME=ANNOTATION. What is said of KEY holds for the
    first, what is said of RESPONSE for the others.
    """
    from corefeval.agreement.agreement import agree  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.cli.compare import named_systems  # noqa: PLC0415 - same

    form = None if merge is None else _format_of(merge)
    agreement = agree(
        named_systems(annotations),
        by=listed(by),
        types=None if types is None else listed(types),
        **options,
    )
    if merge is not None and form is not None:
        from corefeval import formats  # noqa: PLC0415 - same

        corpus, problems = agreement.merged()
        tell([*problems, *formats.write(corpus, merge, form)])
    if page is not None:
        from corefeval.reports.adjudication import page as page_of  # noqa: PLC0415 - same

        write_file(page, page_of(agreement, classes or "all").encode())
    if classes:
        agreement = agreement.listing(classes)
    text = agreement.render(kind, per_document=per_document)
    write_output(text, output, kind, agreement.warnings)


def _format_of(path: str) -> str:
    """Return the format that a file is to be written in, by its name; only some hold marks of mentions."""
    endings = {".jsonl": "jsonlines", ".jsonlines": "jsonlines", ".conllu": "corefud"}
    for ending, form in endings.items():
        if path.removesuffix(".gz").endswith(ending):
            return form
    raise UsageError(Problem("CE133", "what-merged-cannot-written", Place(path), endings=endings))
