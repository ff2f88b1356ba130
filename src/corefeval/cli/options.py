"""Options that several commands share: metrics, mentions, output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corefeval.choices import EVERY_ROW, EVERY_TABLE, RESAMPLING, SETTINGS, Setting
from corefeval.cli.help import HelpedCommand
from corefeval.problems import Place, Problem, UsageError
from corefeval.reports.render import KINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from corefeval.metrics.base import Metric

    Choice = click.Choice[str]
    ParamType = click.ParamType[str]
else:
    Choice = click.Choice  # which was not generic before click 8.2
    ParamType = click.ParamType  # same

Command = TypeVar("Command", bound=Callable[..., Any])


class _Input(click.Path):
    """A path. An empty one, from an unset variable, is refused, because it would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty path."""
        if value == "":
            self.fail("the path is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


INPUT = _Input(path_type=str, allow_dash=True)


class _Output(click.Path):
    """A path that is written to."""


class _Plot(_Output):
    """A figure that is written."""


OUTPUT = _Output(dir_okay=False)
PLOT = _Plot(dir_okay=False)
OUTPUT_OR_DASH = _Output(allow_dash=True)
OUTPUT_FOLDER = _Output(file_okay=False)


class _NumberOr(click.IntRange):
    """A number from 1 on, or a word for another value."""

    def __init__(self, name: str, word: str, value: Any) -> None:
        super().__init__(1)
        self.name, self._values = name, {word: value}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or the value of the word."""
        return self._values[value] if value in self._values else super().convert(value, param, ctx)


JOBS = _NumberOr("integer range", "auto", "auto")
HOW_MANY = _NumberOr("how many", "all", EVERY_ROW)


class FileCommand(HelpedCommand):
    """A command that reads and writes files, and never overwrites its inputs."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, unless an output is one of the inputs or cannot be drawn to."""
        for output in self._paths(ctx, _Output):
            for given in self._paths(ctx, _Input):
                for path in (given, given.partition("=")[2]):  # compare takes NAME=SYSTEM
                    _keep_apart(path, output)
        for plot in self._paths(ctx, _Plot):
            from corefeval.reports.figure import check_plot  # noqa: PLC0415 - --help does without

            check_plot(plot)
        return super().invoke(ctx)

    def _paths(self, ctx: click.Context, kind: type[click.Path]) -> Iterator[str]:
        """Yield the given paths of one kind."""
        for parameter in self.params:
            found = ctx.params.get(parameter.name or "") if isinstance(parameter.type, kind) else None
            yield from (found,) if isinstance(found, str) else found or ()


def file_command(
    name: str, epilog: str, *, everyday: str, **how: Any
) -> Callable[[Callable[..., Any]], FileCommand]:
    """Return a decorator that makes a command that reads files; its short help shows the everyday options."""
    return click.command(name, cls=FileCommand, epilog=epilog, everyday=everyday, **how)


def _keep_apart(path: str, output: str) -> None:
    """Refuse to overwrite an input file."""
    from pathlib import Path  # noqa: PLC0415 - --help does without

    target = Path(output)
    try:
        is_same = bool(path) and target.samefile(path) and not target.is_char_device()
    except (OSError, ValueError):
        return  # one of them is not there, or is standard input or output
    if is_same:
        raise UsageError(Problem("CE059", "output-would-written-over", Place(output)))


class Name(Choice):
    """One of several names, resolved or refused as everywhere (see `corefeval.names`)."""

    def __init__(self, choices: Sequence[str], others: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(choices)
        self.others = others or {}

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the resolved name."""
        del ctx
        from corefeval.names import resolve  # noqa: PLC0415 - only to work

        return resolve(
            "value",
            value,
            self.choices,
            lambda name: self.others.get(name, ()),
            of=param.opts[-1] if param is not None else "",
        )


class Value(Name):
    """A value of a setting; the shell shows its meaning."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(list(setting.values))
        self.setting = setting

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the values that begin like this, each with its meaning."""
        found = super().shell_complete(ctx, param, incomplete)
        for item in found:
            item.help = self.setting.values[item.value]
        return found


def listed(names: str | None, what: str = "features") -> list[str]:
    """Return the names of a comma-separated list; one without a name, as of a variable that is not set, is wrong usage."""
    found = [name.strip() for name in (names or "").split(",") if name.strip()]
    if names is not None and not found:
        raise click.UsageError(f"The list of {what} is empty; is a variable not set?")
    return found


def refuse(what: str, others: Mapping[str, Any], way: str = "Leave out one or the other.") -> None:
    """Refuse options that have no effect with another one: those whose value is neither None nor False."""
    found = [name for name, value in others.items() if value is not None and value is not False]
    if found:
        raise click.UsageError(f"{what} goes without {' and '.join(found)}. {way}")


class Names(ParamType):
    """A comma-separated list of names, each completed by the shell; the list itself is not changed.

    Args:
        known: the names: each is one name, or `module.OBJECT` for those in or returned by an object, which is
            imported only to complete.
    """

    name = "names"

    def __init__(self, *known: str) -> None:
        self.known = known

    def names(self) -> Iterator[str]:
        """Yield the names."""
        for name in self.known:
            module, dot, item = name.rpartition(".")
            found = getattr(import_module(f"corefeval.{module}"), item) if dot else [name]
            yield from found() if callable(found) else found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the list with each possible completion of its last name, without names that it already has."""
        del ctx, param
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only to complete

        before, comma, last = incomplete.rpartition(",")
        given = before.split(",")
        return [
            CompletionItem(f"{before}{comma}{name}")
            for name in self.names()
            if name.startswith(last) and name not in given
        ]


class NameOrFile(Names):
    """A name, which the shell completes, or else a file."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin like this, else have the shell complete files."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only to complete

        found = super().shell_complete(ctx, param, incomplete)
        return found or [CompletionItem(incomplete, type="file")]


class OptionWithAliases(click.Option):
    """An option whose help shows only its first long name."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the record without the other names."""
        opts, self.opts = self.opts, self.opts[:2]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = opts


OF_PRESET = "muc, bcub, ceafe, conll, lea, mention; or the preset's"
"""The default metrics in words."""


METRIC = Names("all", "metrics.GROUPS", "metrics.base.METRICS")
PRESET = Names("presets.PRESETS")
PRESETS_AND_GROUPS = Names("presets.GROUPS", "presets.PRESETS")
SCHEME = NameOrFile("linguistics.scheme_files.named_schemes")
FORMAT = Names("formats.catalogue.BY_NAME")
FEATURES = Names("breakdown.features.BUILDERS")
COMPLETED = {"scheme": SCHEME, "key_format": FORMAT, "response_format": FORMAT}
"""Settings whose names the shell completes."""


def option(shown: str, text: str, *, name: str = "", **how: Any) -> Callable[[Command], Command]:
    """Return a decorator that adds an option.

    Args:
        shown: the option as help shows it, `-o, --output FILE`: its names, and a placeholder for its value. Without
            placeholder and type it is a flag.
        text: its help.
        name: the name of the parameter, if it is not that of the option.
        how: other arguments of `click.option`.
    """
    words = shown.replace(", ", " ").split()
    names = [word for word in words if word.startswith("-")]
    if len(names) < len(words):
        how["metavar"] = words[-1]
    elif "type" not in how:
        how["is_flag"] = True
    return click.option(*names, *filter(None, [name]), help=text, **how)


def options(*several: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Return a decorator that adds several options, in this order."""

    def add(function: Command) -> Command:
        for each in reversed(several):
            function = each(function)
        return function

    return add


reading_options = options(
    option(
        "--offsets O",
        "Offsets in JSON Lines: inclusive|exclusive[,token|character] (default: found from the file).",
        default="",
    ),
    option(
        "--layer NAME",
        "Layer to read, in formats with several annotations (default: identity).",
        default="identity",
    ),
    option(
        "--companion PATH",
        "File or folder that belongs to it, such as the text of brat (default: found next to it).",
        type=INPUT,
    ),
)
"""How to read one file."""


def metric_option(text: str, names: str = "--metrics, --metric NAME,…") -> Callable[[Command], Command]:
    """Return a decorator that adds -m."""
    return option(f"-m, {names}", text, cls=OptionWithAliases, type=METRIC)


def _print_long_signatures(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Print long signatures until the command ends."""
    del param
    if value:
        from corefeval.signature import long_signatures  # noqa: PLC0415 - numpy is imported only to work

        ctx.with_resource(long_signatures())


def measure_options(metrics: str = OF_PRESET, *, many: bool = False) -> Callable[[Command], Command]:
    """Return a decorator that adds -m, -p and --signature.

    Args:
        metrics: the default metrics in words.
        many: whether several presets may be named.
    """
    several = "; several: a row each" if many else ""
    return options(
        metric_option(f"Metrics, groups, or all (default: {metrics})."),
        option(
            f"-p, --preset {'NAME,…' if many else 'NAME'}",
            f"Settings of a shared task{several} (default: none; CorefUD: crac24).",
            type=PRESETS_AND_GROUPS if many else PRESET,
        ),
        option("--signature LINE", "Repeat the run that printed this signature (default: none)."),
        option(
            "--signature-long",
            "Print every setting in the signature (default: those that differ from the preset).",
            expose_value=False,
            callback=_print_long_signatures,
        ),
    )


def setting_options(*names: str, without: str = "") -> Callable[[Command], Command]:
    """Return a decorator that adds one option for each of these settings, by default for all but one."""
    if names:
        return options(*(_option(SETTINGS[name]) for name in names))
    return options(click.option("--tokens", hidden=True), *_options_of("", without))  # --align until 0.2.0


def _options_of(side: str, without: str = "") -> Iterator[Callable[[Command], Command]]:
    """Yield the options of the settings of the key's file, of the response's file, or of both."""
    for setting in SETTINGS.values():
        if setting.group and setting.side == side and setting.name != without:
            yield _option(setting)


def _option(setting: Setting, text: str = "") -> Callable[[Command], Command]:
    """Return the option of a setting, with other help if given. Its default is None, so that presets decide."""
    how: dict[str, Any] = {"hidden": setting.is_hidden}
    if setting.is_flag:
        how["default"] = None
    else:
        how["type"] = Value(setting) if setting.values else _type(setting)
    return option(f"--{setting.spelled} {setting.metavar}", text or with_default(setting), **how)


def with_default(setting: Setting) -> str:
    """Return the help of a setting with its default, and the default for CorefUD files if it differs."""
    from corefeval.presets import OF_FORMAT, PRESETS  # noqa: PLC0415 - presets need the settings

    usual = [f"default: {setting.usual}"]
    for form, preset in OF_FORMAT.items():
        value = getattr(PRESETS[preset].settings, setting.name, setting.default)
        if value != setting.default:
            usual.append(f"{IN_WORDS[form]}: {value}")
    return f"{setting.help.removesuffix('.')} ({'; '.join(usual)})."


IN_WORDS = {"corefud": "CorefUD"}
"""The formats with their own preset, by their names in help."""


def _type(setting: Setting) -> Any:
    """Return the type of an option that takes any text, number or file."""
    if setting.is_path:
        return INPUT
    if setting.name in COMPLETED:
        return COMPLETED[setting.name]
    if isinstance(setting.default, int):
        return click.IntRange(0)
    return float if isinstance(setting.default, float) else str


def resampling_options(*names: str, **texts: str) -> Callable[[Command], Command]:
    """Return a decorator that adds options of RESAMPLING; `resamples="…"` replaces the help of an option."""
    return options(*(_option(RESAMPLING[name], texts.get(name, "")) for name in names))


def plot_option(what: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --plot; an unsupported file name is refused before any work is done."""
    return option("--plot FILE", f"Draw {what} to an .svg or .png file (default: none).", type=PLOT)


def key_options() -> Callable[[Command], Command]:
    """Return a decorator that adds the options for reading the key."""
    return options(
        *_options_of("key"),
        option(
            "--jobs auto|N",
            "Number of processes; auto: all processors, for large files (default: auto).",
            type=JOBS,
            default="auto",
        ),
        option(
            "--response-companion PATH",
            "File or folder that belongs to RESPONSE (default: found next to it).",
            type=INPUT,
        ),
        option(
            "--key-companion PATH",
            "File or folder that belongs to KEY, such as the text of brat (default: found next to it).",
            type=INPUT,
        ),
    )


def format_options() -> Callable[[Command], Command]:
    """Return a decorator that adds the options for reading the files."""
    return options(key_options(), *_options_of("response"))


output_options = options(
    option(
        "-f, --format",
        "table, json, csv, markdown or latex (default: table).",
        name="kind",
        type=Name(KINDS, {"table": ["text"]}),
        default=KINDS[0],
    ),
    option("-o, --output FILE", "Write to FILE (default: standard output).", type=OUTPUT),
)
"""The format of the output, and its file."""


def choose_metrics_of_tables(tables: str, options: dict[str, Any]) -> None:
    """Score the metrics that have a paper's tables, unless the user names metrics or a signature."""
    if tables != EVERY_TABLE and options["metrics"] is None and options["signature"] is None:
        options["metrics"] = ",".join(_metrics_with(tables))


def check_tables(tables: str, metrics: Mapping[str, Metric]) -> None:
    """Refuse the tables of a paper that no metric of a result has."""
    if tables != EVERY_TABLE and not any(tables in metric.tables for metric in metrics.values()):
        names = " or ".join(_metrics_with(tables))
        raise click.UsageError(f"--tables {tables} needs {names} among the metrics (-m).")


def _metrics_with(tables: str) -> list[str]:
    from corefeval.metrics.base import METRICS  # noqa: PLC0415 - --help does without

    return [name for name, metric in METRICS.items() if tables in metric.tables]
