"""Options that several commands share: metrics, mentions, output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


class _Jobs(click.IntRange):
    """A number of processes, or auto."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or the word."""
        return value if value == "auto" else super().convert(value, param, ctx)


JOBS = _Jobs(1)


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


class HowMany(click.IntRange):
    """A number of rows, or `all`."""

    name = "how many"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, EVERY_ROW for all."""
        return EVERY_ROW if value == "all" else super().convert(value, param, ctx)


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


def reading_options(function: Command) -> Command:
    """Add --offsets, --layer and --companion, for one file."""
    layer = click.option(
        "--layer",
        default="identity",
        metavar="NAME",
        help="Layer to read, in formats with several annotations (default: identity).",
    )
    offsets = click.option(
        "--offsets",
        default="",
        metavar="O",
        help="Offsets in JSON Lines: inclusive|exclusive[,token|character] (default: found from the file).",
    )
    companion = click.option(
        "--companion",
        type=INPUT,
        metavar="PATH",
        help="File or folder that belongs to it, such as the text of brat (default: found next to it).",
    )
    return offsets(layer(companion(function)))


class Names(ParamType):
    """A comma-separated list of names, each completed by the shell; the list itself is not changed."""

    name = "names"

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self.known = known

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
            for name in self.known()
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


def metric_names() -> Iterable[str]:
    """Return the names of metrics, to complete."""
    from corefeval.metrics import GROUPS  # noqa: PLC0415 - only to complete
    from corefeval.metrics.base import METRICS  # noqa: PLC0415 - same

    return ("all", *GROUPS, *METRICS)


def preset_names() -> Iterable[str]:
    """Return the names of presets, to complete."""
    from corefeval.presets import PRESETS  # noqa: PLC0415 - only to complete

    return PRESETS


def format_names() -> Iterable[str]:
    """Return the names of formats, to complete."""
    from corefeval.formats.catalogue import BY_NAME  # noqa: PLC0415 - only to complete

    return BY_NAME


def scheme_names() -> Iterable[str]:
    """Return the names of bundled schemes, to complete."""
    from corefeval.linguistics.scheme_files import named_schemes  # noqa: PLC0415 - only to complete

    return named_schemes()


def feature_names() -> Iterable[str]:
    """Return the names of features, to complete."""
    from corefeval.breakdown.features import BUILDERS  # noqa: PLC0415 - only to complete

    return BUILDERS


def preset_and_group_names() -> Iterable[str]:
    """Return the names of presets and their groups, to complete."""
    from corefeval.presets import GROUPS  # noqa: PLC0415 - only to complete

    return (*GROUPS, *preset_names())


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


SCHEME = NameOrFile(scheme_names)
FORMAT = Names(format_names)
FEATURES = Names(feature_names)
COMPLETED = {"scheme": SCHEME, "key_format": FORMAT, "response_format": FORMAT}
"""Settings whose names the shell completes."""


def measure_options(function: Command) -> Command:
    """Add -m, -p for one preset, and --signature."""
    return _measure_options(function, preset_names, "NAME", "")


def measure_options_by(metrics: str) -> Callable[[Command], Command]:
    """Return a decorator that adds -m with its own default, -p for one preset, and --signature."""
    return lambda function: _measure_options(function, preset_names, "NAME", "", metrics)


def measure_options_with_presets(function: Command) -> Command:
    """Add -m, -p for several presets, and --signature."""
    return _measure_options(function, preset_and_group_names, "NAME,…", "; several: a row each")


def _print_long_signatures(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Print long signatures until the command ends."""
    del param
    if value:
        from corefeval.signature import long_signatures  # noqa: PLC0415 - numpy is imported only to work

        ctx.with_resource(long_signatures())


def _measure_options(
    function: Command,
    presets: Callable[[], Iterable[str]],
    metavar: str,
    several: str,
    metrics: str = OF_PRESET,
) -> Command:
    for option in (
        click.option(
            "--signature-long",
            is_flag=True,
            expose_value=False,
            callback=_print_long_signatures,
            help="Print every setting in the signature (default: those that differ from the preset).",
        ),
        click.option(
            "--signature", metavar="LINE", help="Repeat the run that printed this signature (default: none)."
        ),
        click.option(
            "-p",
            "--preset",
            type=Names(presets),
            metavar=metavar,
            help=f"Settings of a shared task{several} (default: none; CorefUD: crac24).",
        ),
        click.option(
            "-m",
            "--metrics",
            "--metric",
            "metrics",
            cls=OptionWithAliases,
            type=Names(metric_names),
            metavar="NAME,…",
            help=f"Metrics, groups, or all (default: {metrics}).",
        ),
    ):
        function = option(function)
    return function


def setting_options(function: Command) -> Command:
    """Add one option for each setting."""
    return _setting_options(function, "")


def setting_options_without(name: str) -> Callable[[Command], Command]:
    """Return a decorator that adds one option for each setting but one, which the command does not have or has for something else."""
    return lambda function: _setting_options(function, "", without=name)


def setting_options_of(names: Iterable[str]) -> Callable[[Command], Command]:
    """Return a decorator that adds one option for each of these settings."""

    def add(function: Command) -> Command:
        for name in reversed(tuple(names)):
            function = _option(SETTINGS[name])(function)
        return function

    return add


def _setting_options(function: Command, side: str, without: str = "") -> Command:
    """Add one option for each setting of the key's file, of the response's file, or of both."""
    for setting in reversed(SETTINGS.values()):
        if setting.group and setting.side == side and setting.name != without:
            function = _option(setting)(function)
    return click.option("--tokens", hidden=True)(function) if not side else function  # --align until 0.2.0


def _option(setting: Setting, text: str = "") -> Callable[[Command], Command]:
    """Return the option of a setting, with other help if given. Its default is None, so that presets decide."""
    how: dict[str, Any] = {"help": text or with_default(setting), "hidden": setting.is_hidden}
    if setting.is_flag:
        how |= {"is_flag": True, "default": None}
    elif setting.values:
        how["type"] = Value(setting)
    else:
        how |= {"type": _type(setting), "metavar": setting.metavar}
    return click.option(f"--{setting.spelled}", **how)


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

    def add(function: Command) -> Command:
        for name in reversed(names):
            function = _option(RESAMPLING[name], texts.get(name, ""))(function)
        return function

    return add


def plot_option(what: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --plot; an unsupported file name is refused before any work is done."""
    return click.option(
        "--plot", type=PLOT, metavar="FILE", help=f"Draw {what} to an .svg or .png file (default: none)."
    )


def key_options(function: Command) -> Command:
    """Add the options for reading the key."""
    for option in (
        click.option(
            "--key-companion",
            type=INPUT,
            metavar="PATH",
            help="File or folder that belongs to KEY, such as the text of brat (default: found next to it).",
        ),
        click.option(
            "--response-companion",
            type=INPUT,
            metavar="PATH",
            help="File or folder that belongs to RESPONSE (default: found next to it).",
        ),
        click.option(
            "--jobs",
            type=JOBS,
            default="auto",
            metavar="auto|N",
            help="Number of processes; auto: all processors, for large files (default: auto).",
        ),
    ):
        function = option(function)
    return _setting_options(function, "key")


def format_options(function: Command) -> Command:
    """Add the options for reading the files."""
    return key_options(_setting_options(function, "response"))


def output_options(function: Command) -> Command:
    """Add -f and -o."""
    function = click.option("-o", "--output", type=OUTPUT, help="Write to FILE (default: standard output).")(
        function
    )
    return click.option(
        "-f",
        "--format",
        "kind",
        type=Name(KINDS, {"table": ["text"]}),
        default=KINDS[0],
        help="table, json, csv, markdown or latex (default: table).",
    )(function)


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
