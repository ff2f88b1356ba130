"""Help: examples first, then a line for each everyday option; `--help-all` lists every option in groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from corefeval.choices import FILES, MENTIONS, SCORES, SETTINGS

OUTPUT_GROUP = "Output"
EXAMPLES = "Examples:"
IN_SHORT = 4
"""How many examples the short help shows."""

COLUMN = 26
"""Where the short help begins to describe an option."""

OTHERS = {
    SCORES: ("metrics", "preset", "use", "by", "per_document", "average", "ci", "signature"),
    MENTIONS: (),
    FILES: ("keys", "key_companion", "response_companion", "jobs", "engine"),
    OUTPUT_GROUP: ("kind", "output", "quiet", "top", "tables", "signature_long"),
}
"""Options that are not settings, by the names of their parameters, for the groups of `--help-all`."""


class HelpedCommand(click.Command):
    """A command whose help shows examples first, and only the everyday options unless all are requested.

    Args:
        everyday: the names of the parameters in the short help, in order; empty for all.
    """

    def __init__(self, *args: Any, everyday: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        self.everyday = tuple(everyday.split())
        self.shows_all = False
        self.params.append(
            click.Option(
                ["--help-all"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_all,
                hidden=not everyday,
                help="Show all options and exit.",
            )
        )

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, description, examples and options."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_options(ctx, formatter)

    @property
    def is_short(self) -> bool:
        """Whether the short help omits options."""
        return bool(self.everyday) and not self.shows_all

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description, in short its first paragraph."""
        whole = self.help
        self.help = whole.partition("\n\n")[0] if whole and self.is_short else whole
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = whole

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, in short the first few."""
        del ctx
        before, _, after = (self.epilog or "").replace("\b\n", "").partition(f"{EXAMPLES}\n")
        examples, _, more = after.rstrip().partition("\n\n")
        lines = examples.splitlines()
        blocks = [EXAMPLES, *(lines[:IN_SHORT] if self.is_short else lines)] if lines else []
        if not self.is_short:
            blocks += ["", *more.splitlines()] if more else []
            blocks += ["", *before.strip().splitlines()] if before.strip() else []
        if blocks:
            formatter.write("\n" + "\n".join(blocks) + "\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the everyday options, or every option in groups."""
        parameters = {
            parameter.name or "": parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and not parameter.hidden
        }
        if self.is_short:
            ask = [parameter for parameter in parameters.values() if "--help" in parameter.opts]
            shown = [*(parameters[name] for name in self.everyday), *ask, parameters["help_all"]]
            rows = [_short_record(parameter, ctx) for parameter in shown]
            with formatter.section("Options"):
                formatter.write_dl(rows, col_max=COLUMN - 4)
            return
        records = {
            name: record
            for name, parameter in parameters.items()
            if (record := parameter.get_help_record(ctx)) is not None
        }
        for title, others in OTHERS.items() if self.everyday else ():
            settings = [name for name, setting in SETTINGS.items() if setting.group == title]
            names = (*others, *settings) if title == SCORES else (*settings, *others)
            _write_group(formatter, title, [records.pop(name) for name in names if name in records])
        _write_group(formatter, "Options", list(records.values()))


def _write_group(formatter: click.HelpFormatter, title: str, rows: Sequence[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)


def _show_all(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Print the help with all options and exit."""
    del param
    if value and isinstance(ctx.command, HelpedCommand):
        from corefeval.cli.output import write_output  # noqa: PLC0415 - only to print all options

        ctx.command.shows_all = True
        try:
            write_output(ctx.get_help(), None)
        finally:
            ctx.command.shows_all = False
        ctx.exit()


def _short_record(option: click.Option, ctx: click.Context) -> tuple[str, str]:
    """Return an option and its help; of many values only the first ones that fit are named."""
    left, text = option.get_help_record(ctx) or ("", "")
    names, bracket, values = left.partition(" [")
    if not bracket:
        return left, text
    room = COLUMN - 5 - len(names)
    shown = "|".join(_fitting(values.removesuffix("]").split("|"), room))
    return f"{names} {shown}", text


def _fitting(values: Sequence[str], room: int) -> Iterator[str]:
    """Yield the values that fit, then `…` for the others."""
    for number, value in enumerate(values):
        is_last = number == len(values) - 1
        room -= len(value) + 1
        if room < (0 if is_last else 1):
            yield "…"
            return
        yield value
