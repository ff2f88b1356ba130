"""The command line: one file per command, loaded when the command is used."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from typing import NoReturn

import click

from corefeval.version import __version__

SECTIONS = {
    "Everyday": {
        "score": "Score a system against gold.",
        "compare": "Rank systems, with intervals and significance.",
        "explain": "Show which mentions and links cost how many points.",
        "report": "Write one HTML page to browse chains and errors.",
    },
    "Tasks and studies": {
        "plan": "Plan how many documents to annotate.",
        "next": "Choose documents to annotate that tell two systems apart.",
        "leaderboard": "Check, score and rank the submissions to a shared task.",
        "reproduce": "Find the settings that give a published number.",
        "agree": "Measure the agreement of annotators, and list disagreements.",
        "audit": "Find likely annotation errors in a gold file.",
        "simulate": "Show how metrics react to errors made on purpose.",
        "study": "Find the metric that predicts your application.",
        "as": "Run as a drop-in for another scorer's command line.",
    },
    "Data": {
        "validate": "Check files before scoring; --fix writes a repaired copy.",
        "convert": "Convert between formats, and report losses.",
    },
    "Reference": {
        "metrics": "List the metrics, or explain one.",
        "presets": "List the shared-task settings, or explain one.",
        "formats": "List the file formats, or explain one.",
        "schemes": "List the schemes of type codes, or explain one.",
        "demo": "Score the bundled example.",
    },
}
"""The commands by section, with the line that --help shows; the modules are imported only to run one."""

MODULES = {"as": "as_program"}
"""The modules of commands whose names are Python keywords."""

EXAMPLES = """\
Examples:
  corefeval score gold.conllu system.conllu
  corefeval score gold.conll system.conll -p perl   as in CoNLL-2012
  corefeval compare gold/ system-a/ system-b/ -f latex"""


class Commands(click.Group):
    """The commands, imported when needed, so that --help starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the sections."""
        del ctx
        return [name for commands in SECTIONS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command; the shell shows its line of --help."""
        del ctx
        summaries = {name: line for commands in SECTIONS.values() for name, line in commands.items()}
        if cmd_name not in summaries:
            return None
        command: click.Command = import_module(f"corefeval.cli.{MODULES.get(cmd_name, cmd_name)}").command
        command.short_help = summaries[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, with a suggestion where its name is misspelt."""
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from corefeval.names import resolve  # noqa: PLC0415 - only when a name is wrong

            args = [resolve("command", args[0], self.list_commands(ctx)), *args[1:]]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; its messages name options of the command line."""
        from corefeval.problems import for_the_command_line  # noqa: PLC0415 - --help does without

        with for_the_command_line():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        del ctx
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl(list(commands.items()))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description and the examples."""
        super().format_help_text(ctx, formatter)
        formatter.write(f"\n{EXAMPLES}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)
        formatter.write("\n'corefeval help COMMAND' shows the help of a command.\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read `help`, `help COMMAND` and `version` as the options with the same effect."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        elif args == ["version"]:
            args = ["--version"]
        return super().parse_args(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="corefeval")
def group() -> None:
    """Score, compare and explain coreference output."""


def run() -> None:
    """Run the command line as a program that starts and ends as fast as possible.

    Starting creates many permanent objects, which the garbage collector would scan in vain. At the end Python would
    free every module and all memory piece by piece, a sixth of the time of a small pair; the operating system frees
    it at once. Registered exit functions still run, and if other threads are running, Python ends normally.
    """
    gc.set_threshold(100_000)
    if not {"-h", "--help"} & set(sys.argv):
        from corefeval.memory import keep_freed  # noqa: PLC0415 - --help does without

        keep_freed()
    status: object = 0
    try:
        main()
    except SystemExit as end:
        status = end.code or 0
    if not isinstance(status, int) or threading.active_count() > 1:
        sys.exit(status)  # type: ignore[arg-type]
    atexit._run_exitfuncs()  # noqa: SLF001 - as Python does before it takes itself apart
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(status)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit status 0 scored, 1 the input cannot be scored, 2 wrong usage."""
    # numpy's linear algebra starts a thread for each core when it is imported: a tenth of a second for nothing
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal that cannot show B³ shows B? instead of an error
            stream.reconfigure(errors="replace")
    try:
        status = group.main(
            args=None if arguments is None else list(arguments), prog_name="corefeval", standalone_mode=False
        )
        if "corefeval.writing" in sys.modules:
            import_module("corefeval.writing").flush_output()
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        from corefeval.problems import printable  # noqa: PLC0415 - only when something is wrong
        from corefeval.writing import say  # noqa: PLC0415 - same

        shown = StringIO()
        error.show(shown)
        say(printable(shown.getvalue().rstrip("\n"), "\n"))
        sys.exit(2)
    except Exception as error:  # noqa: BLE001 - what is no problem is raised again
        _print_error(error)
    if status:
        sys.exit(status)


def _print_error(error: Exception) -> NoReturn:
    """Print the error and end with its exit status; raise errors again that are not problems of the input."""
    from corefeval.problems import (  # noqa: PLC0415 - only when something is wrong
        CorefevalError,
        Problem,
        UsageError,
        for_the_command_line,
    )
    from corefeval.writing import STANDARD_OUTPUT, cannot_be_written, give_up_output, say  # noqa: PLC0415 - same

    if isinstance(error, MemoryError):
        error = CorefevalError(Problem("CE082", "input-needs-more-memory"))
    elif isinstance(error, OSError):
        give_up_output()
        error = cannot_be_written(error, str(error.filename or STANDARD_OUTPUT))
    if not isinstance(error, CorefevalError):
        raise error
    with for_the_command_line():
        say(str(error))
    sys.exit(2 if isinstance(error, UsageError) else 1)
