"""Options that several commands share: what to measure, what counts as a mention, how to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corefeval.reports.render import KINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Choice = click.Choice[str]
    ParamType = click.ParamType[str]
else:
    Choice = click.Choice  # which was not generic before click 8.2
    ParamType = click.ParamType  # same

Command = TypeVar("Command", bound=Callable[..., Any])


class _Input(click.Path):
    """A path that is given: an empty one, of a variable that is not set, would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty path."""
        if value == "":
            self.fail("the path is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


INPUT = _Input(path_type=str, allow_dash=True)


class _Output(click.Path):
    """A path that is written to."""


OUTPUT = _Output(dir_okay=False)
OUTPUT_OR_DASH = _Output(allow_dash=True)
OUTPUT_FOLDER = _Output(file_okay=False)


class _Jobs(click.IntRange):
    """A number of processes, or auto."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or the word."""
        return value if value == "auto" else super().convert(value, param, ctx)


JOBS = _Jobs(1)


class FileCommand(click.Command):
    """A command that reads and writes files, and writes over none of those that it reads."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, unless an output is one of the inputs."""
        for output in self._paths(ctx, _Output):
            for given in self._paths(ctx, _Input):
                for path in (given, given.partition("=")[2]):  # compare takes NAME=SYSTEM
                    _keep_apart(path, output)
        return super().invoke(ctx)

    def _paths(self, ctx: click.Context, kind: type[click.Path]) -> Iterator[str]:
        """Yield the paths of one kind that are given."""
        for parameter in self.params:
            found = ctx.params.get(parameter.name or "") if isinstance(parameter.type, kind) else None
            yield from (found,) if isinstance(found, str) else found or ()


def _keep_apart(path: str, output: str) -> None:
    """Refuse to write over what is read."""
    from pathlib import Path  # noqa: PLC0415 - --help does without

    target = Path(output)
    try:
        is_same = bool(path) and target.samefile(path) and not target.is_char_device()
    except (OSError, ValueError):
        return  # one of them is not there, or is standard input or output
    if is_same:
        from corefeval.problems import Place, Problem, UsageError  # noqa: PLC0415 - only when something is wrong

        raise UsageError(Problem("CE059", "output-would-written-over", Place(output)))


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


def listed(names: str | None, what: str = "features") -> list[str]:
    """Return the names of a comma-separated list; one without a name, as of a variable that is not set, is wrong usage."""
    found = [name.strip() for name in (names or "").split(",") if name.strip()]
    if names is not None and not found:
        raise click.UsageError(f"The list of {what} is empty; is a variable not set?")
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
        metavar="PATH",
        help="The file that belongs to it (the text of brat, say), or its folder; found beside it by default.",
    )
    return offsets(layer(companion(function)))


class Names(ParamType):
    """A comma-separated list of names, each completed by the shell; the list itself stays as it is written."""

    name = "names"

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self.known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the list with each name that the last one may become, without those that it has already."""
        del ctx, param
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only to complete

        before, comma, last = incomplete.rpartition(",")
        given = before.split(",")
        return [
            CompletionItem(f"{before}{comma}{name}")
            for name in self.known()
            if name.startswith(last) and name not in given
        ]


def _metric_names() -> Iterable[str]:
    from corefeval.metrics.base import METRICS  # noqa: PLC0415 - only to complete

    return ("all", *METRICS)


def _preset_names() -> Iterable[str]:
    from corefeval.presets import PRESETS  # noqa: PLC0415 - only to complete

    return PRESETS


def _preset_and_group_names() -> Iterable[str]:
    from corefeval.presets import GROUPS  # noqa: PLC0415 - only to complete

    return (*GROUPS, *_preset_names())


def measure_options(function: Command) -> Command:
    """Add -m, -p for one preset, and --signature."""
    preset = click.option(
        "-p",
        "--preset",
        type=Names(_preset_names),
        metavar="NAME",
        help="Settings of a shared task or evaluator; see 'corefeval presets'.",
    )
    return _measure_options(function, preset)


def measure_options_with_presets(function: Command) -> Command:
    """Add -m, -p for several presets, and --signature."""
    presets = click.option(
        "-p",
        "--preset",
        type=Names(_preset_and_group_names),
        metavar="NAME,…",
        help="Settings of a shared task or evaluator; see 'corefeval presets'. Several, 'all' or 'crac': a row each.",
    )
    return _measure_options(function, presets)


def _measure_options(function: Command, preset: Callable[[Command], Command]) -> Command:
    for option in (
        click.option("--signature", metavar="LINE", help="Score as the run that printed this signature."),
        preset,
        click.option(
            "-m",
            "--metrics",
            type=Names(_metric_names),
            metavar="NAME,…",
            help="Metrics, or 'all'; see 'corefeval metrics'.",
        ),
    ):
        function = option(function)
    return function


def setting_options(function: Command) -> Command:
    """Add one option for each setting."""
    return types_option(setting_options_without_types(function))


def types_option(function: Command) -> Command:
    """Add --types."""
    return click.option(
        "--types",
        metavar="LABEL=TYPE,…",
        help="Types of mentions by their labels or other attributes: 'nam*=name,agp=nominal,np_form:ppers=pronoun'.",
    )(function)


def setting_options_without_types(function: Command) -> Command:
    """Add one option for each setting but --types, which `agree` has for something else."""
    options = (
        ("match", "When a response mention is a key mention."),
        ("heads", "Head of a mention for which the file states none (default: tree; CRAC presets: corefud)."),
        ("singletons", "Whether entities of one mention are scored."),
        ("zeros", "How zeros are aligned, or that they are dropped."),
        ("split_antecedents", "Whether split antecedents (sets of entities) are scored."),
        ("layer", "Which layer of the files."),
        ("duplicates", "What becomes of a mention listed twice."),
        ("align", "How the response's words are found among the key's."),
        ("missing", "What becomes of a document that the response lacks."),
        ("unreadable", "How to treat answers of language models without any marks (default: empty)."),
        ("undefined", "What 0/0 is: undefined, or the 0 of some official scorers."),
        ("twinless", "What becomes of twinless mentions: those that only one side has."),
        ("verb_phrases", "Whether mentions that are verb phrases are scored; needs phrase trees."),
        ("nested", "Whether mentions inside another one of their entity are scored."),
        ("mentions", "Score linking only, for systems that were given the key's mentions (key)."),
        ("unknown_codes", "What becomes of type codes that the scheme does not have."),
        ("documents", "Sum the counts of documents, or average their recall and precision (as stanza does)."),
        ("across", "What an entity may have mentions in: a document, those of a topic, or all."),
    )
    for name, text in reversed(options):
        function = click.option(f"--{name.replace('_', '-')}", type=choice(name), help=text)(function)
    function = click.option(
        "--language", metavar="CODE", help="Language of plain tokens (en, de, …), for the types of mentions."
    )(function)
    function = click.option(
        "--text",
        type=INPUT,
        metavar="FILE",
        help="Parsed CoNLL-U of the key's words, for keys without tags or trees.",
    )(function)
    function = click.option(
        "--scheme", metavar="NAME|FILE", help="The scheme of type codes; see 'corefeval schemes'."
    )(function)
    function = click.option(
        "--crop",
        is_flag=True,
        default=None,
        help="Score the part of the response's text that the key has; drop mentions outside it.",
    )(function)
    function = click.option(
        "--window",
        type=click.IntRange(0),
        metavar="N",
        help="Score windows of N words instead of whole documents; an entity is one in each window.",
    )(function)
    function = click.option("--window-edges", type=choice("window_edges"), hidden=True)(function)
    function = click.option("--tokens", hidden=True, help="What --align was called until 0.2.0.")(function)
    return click.option(
        "--beta", type=float, metavar="B", help="Also print F of this β; above 1 favours recall."
    )(function)


def key_options(function: Command) -> Command:
    """Add the options that say how the key is to be read."""
    for option in (
        click.option("--key-format", metavar="F", help="Format of KEY; found from its content by default."),
        click.option(
            "--key-offsets",
            metavar="O",
            help="JSON Lines: inclusive|exclusive[,token|character].",
        ),
        click.option(
            "--key-layer", metavar="NAME", help="Layer of KEY, in formats with several annotations."
        ),
        click.option(
            "--key-companion",
            type=INPUT,
            metavar="PATH",
            help="The file that belongs to KEY (the text of brat, say), or its folder; found beside it by default.",
        ),
        click.option("--response-companion", type=INPUT, metavar="PATH", help="The same for RESPONSE."),
        click.option(
            "--jobs",
            type=JOBS,
            default="auto",
            metavar="auto|N",
            show_default=True,
            help="Processes to read and count with; auto: all processors, for large files.",
        ),
    ):
        function = option(function)
    return function


def format_options(function: Command) -> Command:
    """Add the options that say how the files are to be read."""
    for option in (
        click.option("--response-format", metavar="F", help="Format of RESPONSE."),
        click.option("--response-offsets", metavar="O", help="The same for RESPONSE."),
        click.option("--response-layer", metavar="NAME", help="The same for RESPONSE."),
    ):
        function = option(function)
    return key_options(function)


def output_options(function: Command) -> Command:
    """Add -f and -o."""
    function = click.option("-o", "--output", type=OUTPUT, help="Write to this file.")(function)
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
        "mentions",
        "verb_phrases",
        "layer",
        "across",
        "window",
        "documents",
        "language",
        "text",
        "types",
        "scheme",
        "unknown_codes",
    ),
    "What the files hold": (
        "align",
        "crop",
        "missing",
        "unreadable",
        "undefined",
        "key_format",
        "response_format",
        "key_offsets",
        "response_offsets",
        "key_layer",
        "response_layer",
        "key_companion",
        "response_companion",
        "jobs",
    ),
}
"""The groups that commands share, by the names of their parameters; what is in none stands under Options."""


class GroupedCommand(FileCommand):
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
