"""Options that several commands share: what to measure, what counts as a mention, how to show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corefeval.reports.render import KINDS

if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice  # which was not generic before click 8.2

Command = TypeVar("Command", bound=Callable[..., Any])


class _Input(click.Path):
    """A path that is given: an empty one, of a variable that is not set, would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty path."""
        if value == "":
            self.fail("the path is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


INPUT = _Input(path_type=str, allow_dash=True)


class Name(Choice):
    """One of some names, understood and refused as names are everywhere (see `corefeval.names`)."""

    def __init__(self, choices: Sequence[str], others: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(choices)
        self.others = others or {}

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name that is meant."""
        del ctx
        from corefeval.names import resolve  # noqa: PLC0415 - only to work

        return resolve(
            "value",
            value,
            self.choices,
            lambda name: self.others.get(name, ()),
            of=param.opts[-1] if param is not None else "",
        )


def listed(names: str | None) -> list[str]:
    """Return the names of a comma-separated list; one without a name, as of a variable that is not set, is wrong usage."""
    found = [name.strip() for name in (names or "").split(",") if name.strip()]
    if names is not None and not found:
        raise click.UsageError("The list of features is empty; is a variable not set?")
    return found


def choice(name: str) -> Name:
    """Return the values a setting may have."""
    from corefeval.choices import CHOICES  # noqa: PLC0415 - read when a command is used

    return Name(CHOICES[name])


def reading_options(function: Command) -> Command:
    """Add --offsets, --layer and --companion, for one file."""
    layer = click.option(
        "--layer",
        default="identity",
        show_default=True,
        metavar="NAME",
        help="Which annotation, in formats with several.",
    )
    offsets = click.option(
        "--offsets", default="", metavar="O", help="JSON Lines: inclusive|exclusive[,token|character]."
    )
    companion = click.option(
        "--companion",
        type=INPUT,
        metavar="FILE",
        help="The file that it refers to, where that is not beside it.",
    )
    return offsets(layer(companion(function)))


def measure_options(function: Command) -> Command:
    """Add -m, -p and --signature."""
    for option in (
        click.option("--signature", metavar="LINE", help="Score as the run that printed this signature."),
        click.option(
            "-p", "--preset", metavar="NAME", help="Settings of a shared task; see 'corefeval presets'."
        ),
        click.option("-m", "--metrics", metavar="NAME,…", help="Metrics, or 'all'; see 'corefeval metrics'."),
    ):
        function = option(function)
    return function


def setting_options(function: Command) -> Command:
    """Add one option for each setting."""
    options = (
        ("match", "When a response mention is a key mention."),
        ("heads", "The head of a mention for which the file names none."),
        ("singletons", "Whether entities of one mention are scored."),
        ("zeros", "How zeros are aligned, or that they are dropped."),
        ("split_antecedents", "Whether split antecedents (sets of entities) are scored."),
        ("layer", "Which layer of the files."),
        ("duplicates", "What becomes of a mention listed twice."),
        ("align", "How the response's words are found among the key's."),
        ("missing", "What becomes of a document that the response lacks."),
        ("undefined", "What 0/0 is: undefined, or the 0 of some official scorers."),
        ("twinless", "What becomes of twinless mentions: those that only one side has."),
        ("verb_phrases", "Whether mentions that are verb phrases are scored; needs phrase trees."),
        ("nested", "Whether mentions inside another one of their entity are scored."),
        ("unknown_codes", "What becomes of type codes that the scheme does not have."),
    )
    for name, text in reversed(options):
        function = click.option(f"--{name.replace('_', '-')}", type=choice(name), help=text)(function)
    function = click.option(
        "--language", metavar="CODE", help="Language of plain tokens (en, de, …), for the types of mentions."
    )(function)
    function = click.option(
        "--scheme", metavar="NAME|FILE", help="The scheme of type codes; see 'corefeval schemes'."
    )(function)
    function = click.option("--tokens", hidden=True, help="What --align was called until 0.2.0.")(function)
    return click.option(
        "--beta", type=float, metavar="B", help="Also print F of this β; above 1 favours recall."
    )(function)


def format_options(function: Command) -> Command:
    """Add the options that say how the files are to be read."""
    for option in (
        click.option("--key-format", metavar="F", help="Format of KEY; found from its content by default."),
        click.option("--response-format", metavar="F", help="Format of RESPONSE."),
        click.option(
            "--key-offsets",
            metavar="O",
            help="JSON Lines: inclusive|exclusive[,token|character].",
        ),
        click.option("--response-offsets", metavar="O", help="The same for RESPONSE."),
        click.option(
            "--key-layer", metavar="NAME", help="Layer of KEY, in formats with several annotations."
        ),
        click.option("--response-layer", metavar="NAME", help="The same for RESPONSE."),
        click.option(
            "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to read with."
        ),
    ):
        function = option(function)
    return function


def output_options(function: Command) -> Command:
    """Add -f and -o."""
    function = click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to this file.")(
        function
    )
    return click.option(
        "-f",
        "--format",
        "kind",
        type=Name(KINDS, {"table": ["text"]}),
        default=KINDS[0],
        show_default=True,
        help="How to show it.",
    )(function)


GROUPS = {
    "What to measure": ("metrics", "preset", "use", "by", "average", "ci", "beta", "signature"),
    "What counts as a mention": (
        "match",
        "heads",
        "singletons",
        "zeros",
        "split_antecedents",
        "duplicates",
        "twinless",
        "nested",
        "verb_phrases",
        "layer",
        "language",
        "scheme",
        "unknown_codes",
    ),
    "What the files hold": (
        "align",
        "missing",
        "undefined",
        "key_format",
        "response_format",
        "key_offsets",
        "response_offsets",
        "key_layer",
        "response_layer",
        "jobs",
    ),
}
"""The groups that commands share, by the names of their parameters; what is in none stands under Options."""


class GroupedCommand(click.Command):
    """A command that shows its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the shared groups, then what is the command's own."""
        records = {
            parameter.name: record
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(ctx)) is not None
        }
        for title, names in GROUPS.items():
            rows = [records.pop(name) for name in names if name in records]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if records:
            with formatter.section("Options"):
                formatter.write_dl(list(records.values()))
