"""corefeval leaderboard."""

from __future__ import annotations

import click

from corefeval.cli.options import INPUT, OUTPUT_FOLDER, FileCommand, resampling_options
from corefeval.problems import printable
from corefeval.writing import say, write_text

EPILOG = """\b
Examples:
  corefeval leaderboard task.toml -o site/
  corefeval leaderboard task.toml -o site/ --jobs 8
  corefeval leaderboard task.toml --codabench /app/input -o /app/output
\b
task.toml:
  title = "My shared task"
  key = "gold"                   a folder or file for each dataset
  submissions = "submissions"    SYSTEM@2026-05-01: folder, .zip, .tar.gz
  preset = "crac24"
\b
  [[tracks]]                     or tracks, each with its own preset
  name = "AR"
  preset = "codicrac22ar"        or metrics, rank-by, layer, settings
"""


@click.command(
    "leaderboard",
    cls=FileCommand,
    epilog=EPILOG,
    short_help="Check, score and rank the submissions to a shared task.",
)
@click.argument("task", type=INPUT)
@click.option("-o", "--output", type=OUTPUT_FOLDER, required=True, help="The folder to write the pages to.")
@click.option(
    "--keep",
    type=OUTPUT_FOLDER,
    metavar="FOLDER",
    help="Where scored submissions are kept; .scored beside TASK by default. Not to be published.",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Submissions to score at a time."
)
@resampling_options(
    "resamples",
    resamples="Of the tests; 10000 by default, more for more than 22 systems; 0: scores alone.",
)
@click.option(
    "--codabench",
    type=INPUT,
    metavar="FOLDER",
    help="Score FOLDER/res against FOLDER/ref as a scoring program of Codabench does, and write scores.json.",
)
@click.pass_context
def command(
    context: click.Context,
    /,
    task: str,
    output: str,
    keep: str | None,
    jobs: int,
    resamples: int | None,
    codabench: str | None,
) -> None:
    """Check, score and rank the submissions that TASK names, and write a static site.

    Submissions that were scored before are not scored again. Exit status 1 if one cannot be scored: it has a page with every
    reason, and the others are ranked.
    """
    from corefeval.leaderboard.board import leaderboards  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.reports.leaderboard.pages import write_sites  # noqa: PLC0415 - same
    from corefeval.text import percent, several  # noqa: PLC0415 - same

    if codabench is not None:
        from corefeval.reports.leaderboard.codabench import write_scores  # noqa: PLC0415 - only where asked for

        record = write_scores(task, codabench, output)
        for problem in record.problems:
            said = " ".join(filter(None, (problem[name] for name in ("code", "where", "message", "text"))))
            say(f"{printable(said)}\n  {problem['hint']}")
        context.exit(0 if record.is_valid else 1)
    boards = leaderboards(task, kept=keep, jobs=jobs, resamples=resamples)
    write_sites(boards, output)
    told = []
    for board in boards:
        if board.task.track:
            told.append(f"{board.task.track}:")
        if board.comparison is not None:
            for one in board.comparison.ranks.standings:
                places = "" if one.best is None else f"  [{one.best}, {one.worst}]"
                told.append(f"{one.rank or '–':>4}{places}  {percent(one.score)}  {one.system}")
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
    write_text("".join(f"{printable(line)}\n" for line in told), None)
    context.exit(1 if any(board.rejected for board in boards) else 0)
