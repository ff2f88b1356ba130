"""corefeval score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from corefeval.cli.options import (
    INPUT,
    GroupedCommand,
    Name,
    format_options,
    listed,
    measure_options,
    output_options,
    setting_options,
)
from corefeval.cli.output import write_output
from corefeval.cli.progress import watching

if TYPE_CHECKING:
    from corefeval.comparison.comparison import Resampling

EPILOG = """\b
Examples:
  corefeval score gold.conllu system.conllu               as in CRAC 2024
  corefeval score gold.conll system.conll -p perl         as in CoNLL-2012
  corefeval score gold.conll system.conll -p conll12      without singletons
  corefeval score gold.conllu system.conllu --for search  in words
  corefeval score gold/ system/ --per-document -f csv     paired by name
  corefeval score gold/ system/ --average datasets        as CRAC ranks
  corefeval score gold.jsonl - < system.jsonl             standard input
"""


@click.command("score", cls=GroupedCommand, epilog=EPILOG, short_help="Score a system against gold.")
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT)
@measure_options
@setting_options
@format_options
@output_options("table", "json", "csv", "markdown", "latex")
@click.option("-q", "--quiet", is_flag=True, help="The headline number only.")
@click.option("--per-document", is_flag=True, help="Also the scores of each document.")
@click.option(
    "--by", metavar="FEATURE,…", help="Also a row for each class of mentions: type, genre, distance, …."
)
@click.option(
    "--average",
    type=Name(["micro", "macro", "mentions", "scheme", "datasets"]),
    default="micro",
    show_default=True,
    help="macro: also the mean over documents, or over the classes of --by; mentions: over documents by their mentions, "
    "as scorch averages; scheme: over all classes of the scheme; "
    "datasets: over the folders or files in KEY, each scored on its own.",
)
@click.option(
    "--for",
    "use",
    metavar="USE",
    help="Answer for a use, in words: search, summarisation, translation, information-extraction, entity-sequences, all.",
)
@click.option(
    "--ci", is_flag=True, help="Also 95 % intervals: how far other documents would move the scores."
)
def command(
    key: str,
    response: str,
    kind: str,
    output: str | None,
    *,
    quiet: bool,
    per_document: bool,
    by: str | None,
    average: str,
    use: str | None,
    ci: bool,
    metrics: str | None,
    **options: Any,
) -> None:
    """Score RESPONSE against KEY.

    KEY and RESPONSE are files, .gz, folders, or - for standard input. The format is found from the content.
    """
    from corefeval.evaluation.score import score  # noqa: PLC0415 - same
    from corefeval.reports import result as show  # noqa: PLC0415 - numpy is imported only to work

    if key == response == "-":
        raise click.UsageError("Only one of KEY and RESPONSE can be standard input.")
    _check_together(
        kind, quiet=quiet, per_document=per_document, by=by, average=average, use=use, ci=ci, **options
    )
    if use is not None:
        _answer(key, response, use, kind, output, metrics, {"ci": ci, **options})
        return
    if average == "datasets":
        _datasets(key, response, kind, output, {"metrics": metrics, **options}, quiet=quiet)
        return
    with watching(key, response) as progress:
        result = score(key, response, metrics=metrics, progress=progress, **options)
    features = listed(by)
    if average == "mentions":
        result = replace(result, average=average)
    intervals = None
    how = _resampling(options["signature"], ci=ci)
    if how is not None:
        from corefeval.comparison.compare import with_intervals  # noqa: PLC0415 - only where asked for

        result, intervals = with_intervals(result, how)
    text = show.render(
        result,
        kind,
        quiet=quiet,
        per_document=per_document,
        macro=average in {"macro", "mentions"} and not features,
        intervals=intervals,
        by=features,
        average=None if average == "micro" else average,
    )
    write_output(text, output, "number" if quiet else kind, result.warnings)


def _check_together(kind: str, *, average: str, use: str | None, by: str | None, **given: Any) -> None:
    """Refuse options that would have no effect beside the others."""
    further = {
        "--by": by is not None,
        "--per-document": given["per_document"],
        "--ci": given["ci"],
        "--beta": given["beta"] is not None,
        f"-f {kind}": kind != "table",
    }
    if average == "mentions" and by is not None:
        raise click.UsageError("--average mentions goes without --by: it is a mean over documents.")
    if average == "scheme" and by is None:
        raise click.UsageError("--average scheme needs --by: it is a mean over classes of mentions.")
    if use is not None:
        further = {"-q": given["quiet"], f"--average {average}": average != "micro", **further}
        _refuse(
            "--for, which answers in words,",
            further,
            ("-q", f"--average {average}", "--by", "--per-document"),
        )
    elif average == "datasets":
        way = "'corefeval compare KEY RESPONSE --by dataset' gives intervals."
        _refuse("--average datasets", further, ("--by", "--per-document", "--ci"), way)
    if given["quiet"]:
        _refuse("-q, the headline number alone,", further, tuple(further))


def _refuse(what: str, given: dict[str, bool], others: tuple[str, ...], way: str = "") -> None:
    found = [name for name in others if given[name]]
    if found:
        way = way or "Leave out one or the other."
        raise click.UsageError(f"{what} goes without {' and '.join(found)}. {way}")


def _resampling(signature: str | None, *, ci: bool) -> Resampling | None:
    """Return how intervals are to be made: as the signature says, or in the usual way; None for no intervals."""
    if not ci and signature is None:
        return None
    from corefeval.comparison.comparison import Resampling  # noqa: PLC0415 - numpy is imported only to work

    return Resampling.of_signature(signature or "", asked=ci)


def _answer(
    key: str,
    response: str,
    use: str,
    kind: str,
    output: str | None,
    metrics: str | None,
    options: dict[str, Any],
) -> None:
    """Write the answer for a use; the use decides on the metrics."""
    from corefeval.applications.answer_for import answer_for  # noqa: PLC0415 - only where asked for
    from corefeval.reports.application import render  # noqa: PLC0415 - same

    if metrics is not None:
        raise click.UsageError("--for chooses the metrics itself; leave -m out.")
    answers = answer_for(key, response, use, **options)
    write_output(render(answers, kind), output, kind, answers.result.warnings)


def _datasets(
    key: str, response: str, kind: str, output: str | None, options: dict[str, Any], *, quiet: bool
) -> None:
    """Write the scores of each dataset and their means."""
    from corefeval.evaluation.datasets import score_datasets  # noqa: PLC0415 - only where asked for
    from corefeval.reports.datasets import render  # noqa: PLC0415 - same

    with watching(key, response) as progress:
        scores = score_datasets(key, response, progress=progress, **options)
    write_output(render(scores, kind, quiet=quiet), output, "number" if quiet else kind, scores.warnings)
