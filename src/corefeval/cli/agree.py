"""corefeval agree."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    FEATURES,
    INPUT,
    OUTPUT,
    Name,
    file_command,
    format_options,
    listed,
    measure_options,
    option,
    output_options,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import NUMBER, tell, write_output
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


@file_command(
    "agree",
    EPILOG,
    everyday="preset metrics kind output quiet match singletons by per_document classes page merge",
)
@click.argument("annotations", nargs=-1, required=True, type=INPUT, metavar="[NAME=]ANNOTATION...")
@measure_options()
@setting_options(without="types")
@format_options()
@option(
    "--unmarked",
    "How to count a mention for annotators who did not mark it: own (a separate class) or singleton (default: own).",
    type=Name(["own", "singleton"]),
)
@option(
    "--types FEATURE,…", "Mention types to compute κ for (default: code and etype, if all files have them)."
)
@option(
    "--by FEATURE,…", "Also compute α by type, distance, length, document, … (default: none).", type=FEATURES
)
@option("--per-document", "Also measure each document (default: the corpus).")
@option(
    "--list CLASS,…",
    "Also list disagreements of these classes, or all, in context (default: none).",
    name="classes",
)
@option(
    "--page FILE",
    "Write an HTML page with the disagreements, or those of --list (default: none).",
    type=OUTPUT,
)
@option(
    "--merge OUT",
    "Write the common annotation to .jsonl or .conllu, with disagreements marked (default: none).",
    type=OUTPUT,
)
@resampling_options(
    "interval",
    "resamples",
    "confidence",
    "seed",
    resamples="Resamples of the bootstrap; 0: no intervals (default: 10000).",
)
@output_options
@option("-q, --quiet", "Print only α with the MASI distance (default: the tables).")
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
    quiet: bool,
    **options: Any,
) -> None:
    """Measure the agreement of annotators or systems without a gold standard: α, κ and scores of each pair.

    Give at least two ANNOTATIONs (file, .gz, folder or .zip), or one project export of INCEpTION. An annotator is named
    after its file, or NAME=ANNOTATION. Options for KEY apply to the first one, options for RESPONSE to the others.
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
    if quiet:
        from corefeval.agreement.alpha import CORPUS  # noqa: PLC0415 - same

        value = agreement.coefficient("alpha", "masi", CORPUS).value
        write_output("–" if value is None else f"{value:.3f}", output, NUMBER, agreement.warnings)
        return
    text = agreement.render(kind, per_document=per_document)
    write_output(text, output, kind, agreement.warnings)


def _format_of(path: str) -> str:
    """Return the format in which to write a file, by its name; only some support marks of mentions."""
    endings = {".jsonl": "jsonlines", ".jsonlines": "jsonlines", ".conllu": "corefud"}
    for ending, form in endings.items():
        if path.removesuffix(".gz").endswith(ending):
            return form
    raise UsageError(Problem("CE133", "what-merged-cannot-written", Place(path), endings=endings))
