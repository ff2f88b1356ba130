"""corefeval as."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

from corefeval.cli.help import HelpedCommand
from corefeval.cli.options import Name
from corefeval.problems import Place, Problem, UsageError
from corefeval.writing import say, write_text

if TYPE_CHECKING:
    from corefeval.compat.program import Output

PROGRAMS = {"scorer.pl": "perl", "coval": "coval", "corefud-scorer": "corefud_scorer"}
"""The programs, and the modules of corefeval.compat that reproduce them."""

INSTALL = "--install"
EPILOG = """\b
Examples:
  corefeval as scorer.pl muc gold.conll system.conll none
  corefeval as scorer.pl --install scorer/    writes scorer/scorer.pl
  corefeval as coval gold.conll system.conll remove_singletons
  corefeval as corefud-scorer gold.conllu system.conllu -m muc bcub -s
"""


@click.command(
    "as",
    cls=HelpedCommand,
    epilog=EPILOG,
    context_settings={
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    },
)
@click.argument("program", type=Name(list(PROGRAMS), {"scorer.pl": ["perl"], "coval": ["scorer.py"]}))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(context: click.Context, /, program: str, arguments: tuple[str, ...]) -> None:
    """Do what PROGRAM does with these ARGUMENTS: scorer.pl, coval or corefud-scorer.

    The output and the exit status are those of the program, so that scripts which read them keep working. Documents come in
    the order of the file.

    --install DIR, for scorer.pl, writes a file scorer.pl to DIR that can be run by itself or as 'perl scorer.pl'.
    """
    if program == "scorer.pl" and arguments[:1] == (INSTALL,):
        if len(arguments) != 2:
            raise click.UsageError(f"{INSTALL} needs one folder.")
        say(f"{_install(arguments[1])}: runs corefeval as scorer.pl")
        return
    run: Callable[[Sequence[str]], Output] = import_module(f"corefeval.compat.{PROGRAMS[program]}").run
    output = run(arguments)
    write_text(output.text, None)
    for line in output.errors:
        say(line)
    context.exit(output.status)


def _install(folder: str) -> str:
    """Write the starter, and return its path.

    A shell starts it by its first line, and so does Perl, which runs the program that the first line names.
    """
    from pathlib import Path  # noqa: PLC0415 - --help does without
    from shlex import quote  # noqa: PLC0415 - same

    target = Path(folder) / "scorer.pl"
    starter = (
        "#!/bin/sh\n"
        "# corefeval in place of the reference scorer of CoNLL; also works as: perl scorer.pl\n"
        f'exec {quote(sys.executable)} -m corefeval as scorer.pl "$@"\n'
    )
    if target.exists() and "corefeval" not in target.read_text(encoding="utf-8", errors="replace"):
        raise UsageError(Problem("CE059", "starter-would-replace", Place(str(target))))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_text(starter, str(target))
    target.chmod(0o755)
    return str(target)
