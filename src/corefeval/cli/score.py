"""corefeval score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from corefeval.choices import EVERY_TABLE, OF_DOCUMENTS, OVER_DATASETS, POOLED, TABLES
from corefeval.cli.options import (
    FEATURES,
    HOW_MANY,
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
    refuse,
    setting_options,
)
from corefeval.cli.output import NUMBER, watching, write_output

if TYPE_CHECKING:
    from corefeval.breakdown.by_feature import BrokenDown
    from corefeval.problems import Problem

    Shown = tuple[str, tuple[Problem, ...]]

ENTITY = "entity"
"""The value of --by for a row per gold entity."""

EPILOG = """\b
Examples:
  corefeval score gold.conllu system.conllu               as in CRAC 2024
  corefeval score gold.conll system.conll -p perl         as in CoNLL-2012
  corefeval score gold.conll system.conll -m lea --ci     with intervals
  corefeval score gold/ system/ --per-document -f csv     folders, as CSV
  corefeval score gold.conll system.conll -p perl,e2e     two evaluators
  corefeval score gold.conllu system.conllu --for search  for search
  corefeval score gold/ system/ --average datasets        as CRAC ranks
  corefeval score gold.jsonl - < system.jsonl             standard input
  corefeval score --key ann1.conll --key ann2.conll system.conll
"""


@file_command(
    "score",
    EPILOG,
    everyday="preset metrics kind output quiet match singletons zeros align by per_document ci",
)
@click.argument("key", type=INPUT)
@click.argument("response", type=INPUT, required=False, metavar="RESPONSE")
@click.argument("others", nargs=-1, type=INPUT, metavar="")
@option(
    "--key FILE",
    "Gold annotation, in place of KEY; several: one for each annotator (default: KEY).",
    name="keys",
    type=INPUT,
    multiple=True,
)
@measure_options(many=True)
@setting_options()
@format_options()
@output_options
@option(
    "--engine E",
    "Count large files on a Dask cluster: dask, or dask://HOST:PORT (default: on this machine).",
    default="",
)
@option("-q, --quiet", "Print the headline number only (default: the table).")
@option("--per-document", "Also score each document (default: the corpus).")
@option(
    "--by FEATURE,…",
    "Also score classes of mentions: type, genre, distance, entity, … (default: none).",
    type=FEATURES,
)
@option(
    "--top N|all",
    "Classes in a table of --by; all: also codes that RESPONSE never has (default: 20 on a screen, else all classes).",
    type=HOW_MANY,
)
@option(
    "--tables",
    "zitkus-2023: only Tables 2, 3 and D1 to D3 of that paper; its metric is dominant (default: all).",
    type=Name(list(TABLES)),
)
@option(
    "--average",
    "Also print a mean (default: micro, the pooled score). macro: over documents or the classes of --by. "
    "mentions: over documents, weighted by mentions (scorch). scheme: over all classes of a scheme. datasets: "
    "over the folders or files in KEY.",
    type=Name([POOLED, *OF_DOCUMENTS, "scheme", OVER_DATASETS]),
)
@option(
    "--for USE",
    "How useful it is for search, summarisation, translation, information-extraction, entity-sequences, or all (default: none).",
    name="use",
)
@option("--ci", "Also print 95 % confidence intervals (default: none).")
def command(
    key: str,
    response: str | None,
    others: tuple[str, ...],
    keys: tuple[str, ...],
    kind: str,
    output: str | None,
    *,
    quiet: bool,
    average: str | None,
    use: str | None,
    **options: Any,
) -> None:
    """Score RESPONSE against KEY.

    KEY and RESPONSE are files, .gz, folders, .zip, or - for standard input. The format is found from the content.
    """
    from corefeval.presets import names_several  # noqa: PLC0415 - --help does without

    if keys:
        if response is not None:
            from corefeval.problems import Problem, UsageError  # noqa: PLC0415 - --help does without

            raise UsageError(Problem("CE182", "both-ways"))
        key, response = keys[0], key
    if response is None:
        raise click.UsageError("Missing argument 'RESPONSE'.")
    if others:
        systems = " ".join((response, *others))
        raise click.UsageError(f"score takes one RESPONSE. Use compare: corefeval compare {key} {systems}")
    added: dict[str, Any] = {
        name: options.pop(name) for name in ("per_document", "by", "top", "tables", "ci")
    }
    if len(keys) > 1 or names_several(options["preset"]):
        given = {
            "--by": added["by"],
            "--per-document": added["per_document"],
            "--ci": added["ci"],
            "--for": use,
            "--average": average,
            "--tables": added["tables"],
            "--top": added["top"],
            "-q": quiet,
            "--signature": options["signature"] if len(keys) < 2 else None,
            "--engine": options["engine"] or None,
            "--beta": options["beta"] if len(keys) > 1 else None,
            "-p with several presets": len(keys) > 1 and names_several(options["preset"]),
        }
        refuse("--key several times" if len(keys) > 1 else "-p with several presets", given)
        if len(keys) > 1:
            text, warnings = _against_keys(keys, response, kind, **options)
        else:
            text, warnings = _by_preset(key, response, kind, **options)
        write_output(text, output, kind, warnings)
        return
    if key == response == "-":
        raise click.UsageError("Only one of KEY and RESPONSE can be standard input.")
    if average is None and options["signature"] is not None:
        from corefeval.signature import Signature  # noqa: PLC0415 - numpy is imported only to work

        average = OVER_DATASETS if Signature.parse(options["signature"]).average == OVER_DATASETS else None
    _check_together(kind, quiet=quiet, average=average, use=use, **added, **options)
    if quiet:
        kind = NUMBER
    if use is not None:
        text, warnings = _for_a_use(
            key, response, kind, use, ci=added["ci"], by=listed(added["by"]), **options
        )
    elif average == OVER_DATASETS:
        text, warnings = _by_dataset(key, response, kind, **options)
    else:
        added["tables"] = added["tables"] or EVERY_TABLE
        choose_metrics_of_tables(added["tables"], options)
        added["by"] = listed(added["by"]) or [*TABLES[added["tables"]]]
        text, warnings = _scores(key, response, kind, average=average, **added, **options)
    write_output(text, output, kind, warnings)


def _scores(
    key: str,
    response: str,
    kind: str,
    *,
    per_document: bool,
    by: list[str],
    top: int | None,
    tables: str,
    average: str | None,
    ci: bool,
    **options: Any,
) -> Shown:
    """Return the scores, with the requested additions."""
    from corefeval.evaluation.fold import scored  # noqa: PLC0415 - numpy is imported only to work
    from corefeval.evaluation.score import asked  # noqa: PLC0415 - same

    found: BrokenDown | None = None
    with watching(key, response) as progress:
        request = asked(progress=progress, **options)
        mean = None if average == POOLED else average
        if any(name.casefold() == ENTITY for name in by):
            from corefeval.breakdown.by_feature import broken_down  # noqa: PLC0415 - only where asked for

            found = broken_down(scored(request, key, response, whole=True)[0], by, mean)
        elif by:
            from corefeval.breakdown.by_feature import scored_by  # noqa: PLC0415 - only where asked for

            found = scored_by(request, key, response, by, mean)
        result = scored(request, key, response)[0] if found is None else found.scores
    check_tables(tables, result.metrics)
    if average is not None and not by:
        result = replace(result, average=average)
    intervals = None
    if ci or options["signature"] is not None:
        from corefeval.comparison.compare import with_intervals  # noqa: PLC0415 - only where asked for
        from corefeval.comparison.comparison import Resampling  # noqa: PLC0415 - same

        how = Resampling.of_signature(options["signature"] or "", asked=ci)
        if how is not None:
            result, intervals = with_intervals(result, how)
    if kind == NUMBER:
        from corefeval.text import percent  # noqa: PLC0415 - only to work

        return percent(result.f1), result.warnings
    shown: dict[str, Any] = {"per_document": per_document, "intervals": intervals}
    if found is None:
        return result.render(kind, **shown), result.warnings
    found = replace(found, scores=result)
    return found.render(kind, **shown, top=top, tables=tables), found.result.warnings


def _for_a_use(key: str, response: str, kind: str, use: str, *, metrics: str | None, **options: Any) -> Shown:
    """Return the answer for a use, which decides on the metrics."""
    from corefeval.applications.answer_for import answer_for  # noqa: PLC0415 - only where asked for

    if metrics is not None:
        raise click.UsageError("--for chooses the metrics itself; leave -m out.")
    options.pop("engine")
    answers = answer_for(key, response, use, **options)
    if kind == NUMBER:
        from corefeval.text import percent  # noqa: PLC0415 - same

        return "\n".join(percent(answer.f1) for answer in answers.answers), answers.result.warnings
    return answers.render(kind), answers.result.warnings


def _against_keys(keys: tuple[str, ...], response: str, kind: str, **options: Any) -> Shown:
    """Return the scores against several annotators as text, and the warnings."""
    from corefeval.agreement.several_keys import score_keys  # noqa: PLC0415 - only where asked for

    del options["engine"]
    found = score_keys(list(keys), response, **options)
    return found.render(kind), found.warnings


def _by_preset(key: str, response: str, kind: str, *, preset: str, **options: Any) -> Shown:
    """Return the scores under several presets."""
    from corefeval.evaluation.by_preset import score_by_preset  # noqa: PLC0415 - only where asked for

    options.pop("signature")
    options.pop("engine")
    with watching(key, response) as progress:
        scores = score_by_preset(key, response, listed(preset, "presets"), progress=progress, **options)
    return scores.render(kind), ()


def _by_dataset(key: str, response: str, kind: str, **options: Any) -> Shown:
    """Return the scores of each dataset and their means."""
    from corefeval.evaluation.datasets import score_datasets  # noqa: PLC0415 - only where asked for
    from corefeval.text import percent  # noqa: PLC0415 - same

    with watching(key, response) as progress:
        scores = score_datasets(key, response, progress=progress, **options)
    return percent(scores.f1) if kind == NUMBER else scores.render(kind), scores.warnings


def _check_together(kind: str, *, average: str | None, use: str | None, by: str | None, **given: Any) -> None:
    """Refuse options that would have no effect with the others."""
    additional = {"--by": by, "--per-document": given["per_document"], "--ci": given["ci"]}
    has_tables = given["tables"] not in {None, EVERY_TABLE}
    if given["top"] is not None and ((by is None and not has_tables) or use is not None):
        raise click.UsageError("--top needs --by, without --for: it is how many classes a table lists.")
    if given["top"] is not None and kind in {"json", "csv"}:
        raise click.UsageError(f"-f {kind} goes without --top: it has all classes.")
    if has_tables:
        own = {**additional, "--for": use, f"--average {average}": average, "-q": given["quiet"]}
        refuse(f"--tables {given['tables']}, which has its own,", own)
        if kind in {"json", "csv"}:
            raise click.UsageError(f"-f {kind} goes without --tables: --by class,code has all numbers.")
    if average == "mentions" and by is not None:
        raise click.UsageError("--average mentions goes without --by: it is a mean over documents.")
    if average == "scheme" and by is None:
        raise click.UsageError("--average scheme needs --by: it is a mean over classes of mentions.")
    if use is not None:
        others = {f"--average {average}": average not in {None, POOLED}}
        others |= {"--per-document": given["per_document"], "--engine": bool(given["engine"])}
        refuse("--for, which answers in words,", others)
    elif average == OVER_DATASETS:
        way = "'corefeval compare KEY RESPONSE --by dataset' gives intervals."
        refuse("--average datasets", additional, way)
    if given["quiet"]:
        more = {"--beta": given["beta"], f"-f {kind}": kind != "table"}
        refuse("-q, the headline number alone,", additional | more)
