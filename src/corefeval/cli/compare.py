"""corefeval compare."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from corefeval.choices import COMPARISON_CHOICES, EVERY_TABLE, RESAMPLING, TABLES
from corefeval.cli.options import (
    FEATURES,
    INPUT,
    Name,
    check_tables,
    choose_metrics_of_tables,
    file_command,
    format_options,
    listed,
    measure_options,
    option,
    output_options,
    plot_option,
    refuse,
    resampling_options,
    setting_options,
)
from corefeval.cli.output import NUMBER, write_output
from corefeval.problems import Place, Problem, UsageError, warning

if TYPE_CHECKING:
    from corefeval.comparison.comparison import Comparison

EPILOG = """\b
Examples:
  corefeval compare gold.conll a.conll b.conll            b against a
  corefeval compare gold/ old=runs/1 new=runs/2           your own names
  corefeval compare gold.conll runs/*.conll --pairs all   ties share a letter
  corefeval compare gold.conll a.conll b.conll -f latex   for a paper
  corefeval compare gold/ a/ b/ --by dataset              mean over datasets
  corefeval compare gold.conll a.conll b.conll --by type  a test per class
  corefeval compare gold.conll *.conll --rank-by lea      another metric
  corefeval compare gold.conll a.conll b.conll --for all  which one for what
  corefeval compare gold.conll *.conll -p perl,e2e        by each scorer
  corefeval compare gold.conll *.conll --over-weights     many weights
"""


@file_command(
    "compare",
    EPILOG,
    everyday="preset metrics kind output quiet match singletons by baseline pairs rank_by use",
)
@click.argument("key", type=INPUT)
@click.argument("systems", nargs=-1, required=True, type=INPUT, metavar="[NAME=]SYSTEM...")
@measure_options(many=True)
@setting_options()
@format_options()
@option(
    "--for USE,…",
    "Which system to choose for search, summarisation, translation, … or all (default: none).",
    name="use",
)
@option(
    "--over-weights",
    "Score LMetrics with many weights and count who leads, as Chen and Ng (2013, Figure 3) do (default: no).",
)
@plot_option("the curves of --over-weights")
@option("--baseline NAME", "System to test against (default: the first).")
@resampling_options("pairs")
@option("--rank-by METRIC", "Metric to rank by (default: the preset's, else conll, else the first).")
@resampling_options("test", "interval", "resamples", "confidence", "seed")
@option(
    "--by dataset|FEATURE,…",
    "dataset: rank by the mean over datasets; type, genre, …: also compare classes (default: document, all pooled).",
    type=FEATURES,
)
@option(
    "--tables",
    "zitkus-2023: only the tables of that paper, for all systems (default: all).",
    type=Name(list(TABLES)),
)
@resampling_options("resample")
@output_options
@option("-q, --quiet", "Print only scores and names (default: the table).")
@click.pass_context
def command(
    context: click.Context,
    /,
    key: str,
    systems: tuple[str, ...],
    use: str | None,
    *,
    over_weights: bool,
    plot: str | None,
    kind: str,
    output: str | None,
    tables: str | None,
    quiet: bool,
    **options: Any,
) -> None:
    """Rank each SYSTEM by its score, with confidence intervals and tests.

    KEY and SYSTEM are files, .gz, folders or .zip. A system is named after its file or folder, or NAME=SYSTEM. If a glob
    also matches KEY, it is skipped.

    Exit status 1 if a system cannot be scored. It is left out, and its errors are listed.
    """
    from corefeval.comparison.comparison import Resampling  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.presets import names_several  # noqa: PLC0415 - same

    is_by_preset, which = names_several(options["preset"]), tables or EVERY_TABLE
    if plot is not None and not over_weights:
        raise click.UsageError("--plot draws the curves of --over-weights. Add --over-weights.")
    if over_weights and tables is not None:
        raise click.UsageError("--over-weights has its own tables and goes without --tables.")
    quiet = quiet and not over_weights
    if quiet and (kind != "table" or use is not None or tables is not None or is_by_preset):
        raise click.UsageError("-q, the scores alone, goes without -f, --for, --tables and several presets.")
    features = [] if over_weights else _features(options, which)
    if (features or which != EVERY_TABLE) and (use is not None or is_by_preset):
        raise click.UsageError("--by FEATURE and --tables go without --for and without several presets.")
    if which != EVERY_TABLE and kind in {"json", "csv"}:
        raise click.UsageError(f"-f {kind} goes without --tables: --by class,code has all numbers.")
    choose_metrics_of_tables(which, options)
    chosen = {name: value for name, value in options.items() if value is not None}
    if over_weights:
        beyond = {**_beyond_scores(chosen, use), "-p with several presets": is_by_preset}
        refuse("--over-weights compares scores alone and", beyond, "Leave one of them out.")
    elif is_by_preset:
        beyond = _beyond_scores(chosen, use, "by")
        refuse("-p with several presets compares scores alone and", beyond, "Give one preset.")
    if "signature" in chosen:
        chosen = {**Resampling.parse(chosen["signature"]), **chosen}
    if use is not None and "metrics" in chosen:
        raise UsageError(Problem("CE051", "chooses-metrics-itself"))
    others, notes = without_key(key, systems)
    named = named_systems(others)
    if over_weights:
        from corefeval.applications.weights import over_weights as score_weights  # noqa: PLC0415 - only where asked for

        weights = score_weights(key, named, **chosen)
        if plot is not None:
            from corefeval.reports.curves import weights_layout  # noqa: PLC0415 - same
            from corefeval.reports.figure import write_figure  # noqa: PLC0415 - same

            write_figure(weights_layout(weights), plot)
        text, comparison = weights.render(kind), _noted(weights.comparison, notes)
    elif is_by_preset:
        from corefeval.comparison.by_preset import rank_by_preset  # noqa: PLC0415 - only where asked for

        ranking = rank_by_preset(key, named, listed(chosen.pop("preset"), "presets"), **chosen)
        write_output(ranking.render(kind), output, kind, notes)
        context.exit(1 if ranking.rejected else 0)
    elif use is not None:
        from corefeval.applications.side_by_side import compare_uses  # noqa: PLC0415 - only where asked for

        compared = compare_uses(key, named, use, **chosen)
        comparison = _noted(compared.comparison, notes)
        text = replace(compared, comparison=comparison).render(kind)
    else:
        from corefeval.comparison.compare import compare  # noqa: PLC0415 - numpy is imported only to work

        comparison = _noted(compare(key, named, whole=bool(features), **chosen), notes)
        check_tables(which, comparison.metrics)
        if quiet:
            kind, text = NUMBER, _standings(comparison)
        elif features:
            from corefeval.breakdown.compared import compare_classes  # noqa: PLC0415 - only where asked for

            found = compare_classes(comparison, features)
            text, comparison = found.render(kind, tables=which), found.comparison
        else:
            text = comparison.render(kind)
    write_output(text, output, kind, comparison.warnings)
    context.exit(1 if comparison.rejected else 0)


def _noted(comparison: Comparison, notes: list[Problem]) -> Comparison:
    """Return the comparison with these warnings first."""
    return replace(comparison, warnings=(*notes, *comparison.warnings))


def _standings(comparison: Comparison) -> str:
    """Return score and name of each system, the best first."""
    from corefeval.text import percent  # noqa: PLC0415 - only to work

    return "\n".join(f"{percent(one.score)}  {one.system}" for one in comparison.ranks.standings)


def _beyond_scores(chosen: Mapping[str, Any], use: str | None, *more: str) -> dict[str, Any]:
    """Return the options that ask for more than scores: ranks, tests, intervals, a signature, a use."""
    names = ("baseline", "rank_by", *(name for name in RESAMPLING if name != "by"), *more, "signature")
    return {**{f"--{name.replace('_', '-')}": chosen.get(name) for name in names}, "--for": use}


def _features(options: dict[str, Any], tables: str) -> list[str]:
    """Return the features to compare by; the options then state whether documents are pooled or datasets averaged."""
    from corefeval.names import spelled  # noqa: PLC0415 - only to work

    named = listed(options["by"])
    pooled = [name for name in named if spelled(name, COMPARISON_CHOICES["by"])]
    if len(pooled) == len(named) == 1:
        return [*TABLES[tables]]
    if pooled:
        raise click.UsageError(f"--by {pooled[0]} goes without features of mentions.")
    options["by"] = None
    return list(dict.fromkeys([*TABLES[tables], *named]))


def _exists(path: str) -> bool:
    """Return whether the file exists; False for a name that is too long."""
    return os.path.exists(path)  # noqa: PTH110 - pathlib raises where a name is too long


def _is_same(path: str, other: str) -> bool:
    """Return whether two paths lead to one file or folder."""
    return _exists(path) and _exists(other) and os.path.samefile(path, other)  # noqa: PTH121 - as _exists


def without_key(key: str, systems: tuple[str, ...]) -> tuple[tuple[str, ...], list[Problem]]:
    """Return the systems without the key, if a pattern matched it and it was not named, and report it."""
    others = tuple(system for system in systems if not _is_same(system, key))
    if not others or len(others) == len(systems):
        return systems, []
    return others, [warning("CE141", "key-among-systems-left", Place(key))]


def named_systems(systems: tuple[str, ...]) -> dict[str, Any]:
    """Return the systems by name; NAME=PATH names one, unless a file of that whole name exists."""
    from corefeval.comparison.compare import system_names  # noqa: PLC0415 - numpy is imported only to work

    named = [
        (name, path) if equals and name and path and not _exists(system) else ("", system)
        for system in systems
        for name, equals, path in [system.partition("=")]
    ]
    for name, path in named:
        if not name and path.endswith("=") and not _exists(path):
            raise UsageError(Problem("CE001", "empty-path-of", path=path[:-1]))
    short = iter(system_names([path for name, path in named if not name]))
    found: dict[str, Any] = {}
    for name, path in named:
        chosen = name or next(short)
        if chosen in found:
            raise UsageError(Problem("CE051", "two-systems-named", chosen=chosen))
        found[chosen] = path
    return found
