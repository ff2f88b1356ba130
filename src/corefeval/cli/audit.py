"""corefeval audit."""

from __future__ import annotations

from typing import Any

import click

from corefeval.choices import AUDITED
from corefeval.cli.compare import named_systems, without_key
from corefeval.cli.options import (
    HOW_MANY,
    INPUT,
    file_command,
    format_options,
    option,
    output_options,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import write_output

EPILOG = """\b
Examples:
  corefeval audit gold.conllu
  corefeval audit gold.conll --language en --top 50
  corefeval audit gold.conllu a.conllu b.conllu    both contradict the gold
  corefeval audit gold.conllu -f csv -o todo.csv   a row each, to fill in
  corefeval audit gold.conllu --checks two-names,gender
\b
Checks: name-in-two-chains, singleton-name, two-names, gender, number, nested,
far-pronoun, systems-join, systems-part.
"""


@file_command("audit", EPILOG, everyday="checks top language kind output")
@click.argument("key", type=INPUT)
@click.argument("systems", nargs=-1, type=INPUT, metavar="[[NAME=]SYSTEM...]")
@option("--checks NAME,…", "Checks to make (default: all).")
@option("--top N|all", "Suspicions to show; JSON and CSV have all (default: 20).", type=HOW_MANY, default=20)
@resampling_options("seed")
@setting_options(*AUDITED)
@format_options()
@output_options
def command(
    key: str,
    systems: tuple[str, ...],
    top: int,
    kind: str,
    output: str | None,
    **options: Any,
) -> None:
    """Find likely annotation errors in KEY, the most probable first, each with its reason.

    Every suspicion is a pair of mentions that should perhaps be in one chain, or in different chains. With two or more
    SYSTEMs, pairs on which all of them contradict KEY are suspicious too.
    """
    from corefeval.auditing.audit import audit  # noqa: PLC0415 - numpy is imported only to work

    others, notes = without_key(key, systems)
    found = audit(key, named_systems(others), **options)
    write_output(found.render(kind, top=top), output, kind, (*notes, *found.warnings))
