"""corefeval leaderboard."""

from __future__ import annotations

import click

from corefeval.cli.options import (
    INPUT,
    OF_PRESET,
    OUTPUT_FOLDER,
    PRESET,
    PRESETS_AND_GROUPS,
    file_command,
    metric_option,
    option,
    resampling_options,
)
from corefeval.problems import printable
from corefeval.writing import say, write_text

EPILOG = """\b
Examples:
  corefeval leaderboard gold.conll submissions/ -o site/   *.conll, .zip, …
  corefeval leaderboard gold/ submissions/ -o site/ -p crac24
  corefeval leaderboard task.toml -o site/ --jobs 8        a task with tracks
  corefeval leaderboard task.toml --codabench /app/input -o /app/output

task.toml:
  title = "My shared task"
  key = "gold"                   a folder or file for each dataset
  submissions = "submissions"    SYSTEM@2026-05-01: folder, .zip, .tar.gz
  preset = "crac24"
  [[tracks]]                     or tracks, each with its own preset
  name = "AR"
  preset = "codicrac22ar"        or metrics, rank-by, layer, settings
"""


@file_command(
    "leaderboard", EPILOG, everyday="output preset metrics presets keep jobs resamples codabench quiet"
)
@click.argument("task", type=INPUT, metavar="GOLD|TASK")
@click.argument("submissions", type=INPUT, required=False)
@option("-o, --output", "Folder to write the pages to (default: site).", type=OUTPUT_FOLDER, default="site")
@option("-p, --preset NAME", "Settings of a shared task (default: none; CorefUD: crac24).", type=PRESET)
@metric_option(f"Metrics (default: {OF_PRESET}).")
@option(
    "--also-rank-by PRESET,…",
    "Report whether the ranking depends on these presets (default: none).",
    name="presets",
    type=PRESETS_AND_GROUPS,
)
@option("-q, --quiet", "Print nothing (default: the ranking).")
@option(
    "--keep FOLDER",
    "Folder to keep scored submissions in; do not publish it (default: .scored next to GOLD or TASK).",
    type=OUTPUT_FOLDER,
)
@option("--jobs", "Submissions to score at a time (default: 1).", type=click.IntRange(1), default=1)
@resampling_options(
    "resamples",
    resamples="Resamples of the tests; 0: scores only (default: 10000; more for more than 22 systems).",
)
@option(
    "--codabench FOLDER",
    "Score FOLDER/res against FOLDER/ref for Codabench and write scores.json (default: write pages).",
    type=INPUT,
)
@click.pass_context
def command(
    context: click.Context,
    /,
    task: str,
    submissions: str | None,
    output: str,
    preset: str | None,
    metrics: str | None,
    presets: str | None,
    keep: str | None,
    jobs: int,
    resamples: int | None,
    codabench: str | None,
    *,
    quiet: bool,
) -> None:
    """Check, score and rank submissions, and write a static site.

    GOLD is a file, or a folder with a file or folder for each dataset. SUBMISSIONS is a folder with a folder, a .zip or a .tar.gz
    for each system; if GOLD is a file, also files with its ending. Or give the TOML file of a TASK.

    Scored submissions are not scored again. Exit status 1 if one cannot be scored: its page lists the errors, and the
    others are ranked.
    """
    from corefeval.leaderboard.board import leaderboards  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.leaderboard.task import Task  # noqa: PLC0415 - same
    from corefeval.reports.leaderboard.pages import preset_notes, write_sites  # noqa: PLC0415 - same
    from corefeval.text import percent, several  # noqa: PLC0415 - same

    if submissions is None and (preset, metrics, presets) != (None, None, None):
        raise click.UsageError(
            "-p, -m and --also-rank-by need GOLD SUBMISSIONS; a TASK file names presets and metrics itself."
        )
    if codabench is not None:
        if (submissions, keep, resamples, jobs) != (None, None, None, 1):
            raise click.UsageError(
                "--codabench scores one submission and ranks none: leave out SUBMISSIONS, --keep, --jobs and --resamples."
            )
        from corefeval.reports.leaderboard.codabench import write_scores  # noqa: PLC0415 - only where asked for

        record = write_scores(task, codabench, output)
        for problem in record.problems:
            said = " ".join(filter(None, (problem[name] for name in ("code", "where", "message", "text"))))
            say(f"{printable(said)}\n  {problem['hint']}")
        context.exit(0 if record.is_valid else 1)
    given = task if submissions is None else Task.on(task, submissions, preset, metrics, presets)
    boards = leaderboards(given, kept=keep, jobs=jobs, resamples=resamples)
    write_sites(boards, output)
    told = []
    for board in boards:
        if board.task.track:
            told.append(f"{board.task.track}:")
        if board.comparison is not None:
            for one in board.comparison.ranks.standings:
                places = "" if one.best is None else f"  [{one.best}, {one.worst}]"
                told.append(f"{one.rank or '–':>4}{places}  {percent(one.score)}  {one.system}")
        told += preset_notes(board)
        for dataset, labels in board.ceilings().items():
            told.append(
                f"{dataset}: the gold has nothing to count for {', '.join(labels)}, which count 0 here: even a copy of the gold "
                "is below 100"
            )
        for submission, record in board.rejected.items():
            first = record.problems[0]
            errors = several(len(record.problems), "error")
            told.append(f"rejected: {submission.name}: {errors}, first {first['code']} {first['message']}")
    board = boards[0]
    scored = {name for one in boards for name in one.scored}
    told.append(f"{len(board.records)} submissions, {len(scored)} scored now; pages in {output}")
    if not quiet:
        write_text("".join(f"{printable(line)}\n" for line in told), None)
    context.exit(1 if any(board.rejected for board in boards) else 0)
