"""corefeval next."""

from __future__ import annotations

from typing import Any

import click

from corefeval.cli.options import (
    INPUT,
    file_command,
    format_options,
    measure_options,
    option,
    output_options,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval next a.conllu b.conllu -n 40                 no gold needed
  corefeval next a.conllu b.conllu -n 40 -f csv -o chosen.csv
  corefeval next a.conllu b.conllu --gold gold.conllu --chosen chosen.csv
\b
The third command is for afterwards, when the chosen documents are annotated.
"""


@file_command("next", EPILOG, everyday="count gold chosen preset metrics kind output match singletons")
@click.argument("first", type=INPUT, metavar="A")
@click.argument("second", type=INPUT, metavar="B")
@option("-n N", "Documents to choose (default: 20).", name="count", type=int)
@option("--gold", "Estimate the difference from the annotated documents (default: choose them).", type=INPUT)
@option("--chosen CSV", "With --gold: the CSV file of the choice (default: none).", type=INPUT)
@measure_options()
@resampling_options("confidence", "seed")
@setting_options(without="beta")
@format_options()
@output_options
def command(
    first: str,
    second: str,
    gold: str | None,
    chosen: str | None,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Choose documents to annotate that tell systems A and B apart, and estimate their difference afterwards.

    A and B are the outputs of two systems on all documents, which need no gold annotation. Documents on which they disagree
    more are chosen with a higher probability. With --gold and --chosen the difference on all documents is estimated.
    """
    from corefeval.planning.next_documents import (  # noqa: PLC0415 - numpy is imported only to work
        next_documents,
        weighted_difference,
    )
    from corefeval.problems import Problem, UsageError  # noqa: PLC0415 - --help does without

    def refuse(kind: str, **names: str) -> None:
        for name, shown in names.items():
            if options.pop(name) is not None:
                raise UsageError(Problem("CE184", kind, option=shown))

    if gold is None and chosen is None:
        refuse("option-without-gold", metrics="--metrics", confidence="--confidence")
        choice = next_documents(first, second, **options)
        write_output(choice.render(kind), output, kind, choice.warnings)
        return
    if gold is None or chosen is None:
        raise UsageError(Problem("CE184", "gold-and-chosen"))
    refuse("option-with-gold", count="-n", seed="--seed")
    if options["confidence"] is None:
        del options["confidence"]
    found = weighted_difference(gold, first, second, chosen, **options)
    write_output(found.render(kind), output, kind, found.warnings)
