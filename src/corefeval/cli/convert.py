"""corefeval convert."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from corefeval.cli.options import (
    FORMAT,
    INPUT,
    OUTPUT_OR_DASH,
    SCHEME,
    Name,
    file_command,
    option,
    reading_options,
)
from corefeval.cli.output import watching
from corefeval.settings import language_named
from corefeval.writing import say

if TYPE_CHECKING:
    from corefeval.corpus.corpus import Corpus

ENDINGS = {
    ".conllu": "corefud",
    ".conllua": "conllua",
    ".conllup": "conllua",
    ".conll": "conll2012",
    "_conll": "conll2012",
    ".jsonlines": "jsonlines",
    ".jsonl": "jsonlines",
    ".ann": "brat",
    ".sacr": "sacr",
    ".tsv": "webanno",
}
"""The formats of file endings."""

EPILOG = """\b
Examples:
  corefeval convert gold.conllu gold.conll             format by ending
  corefeval convert gold.conll --to jsonlines | head -1
  corefeval convert folder/ all.conllu.gz
  corefeval convert gold.conll gold/ --to brat
  corefeval convert a.conllu b.jsonl --drop chain:pronoun
  corefeval convert a.conllu b.jsonl --add-codes derived
"""


@file_command(
    "convert",
    EPILOG,
    everyday="to output from_ layer only drop add_codes report quiet",
)
@click.argument("source", type=INPUT, metavar="IN")
@click.argument("target", type=OUTPUT_OR_DASH, metavar="[OUT]", required=False)
@option("-o, --output OUT", "The same as OUT (default: print).", type=OUTPUT_OR_DASH)
@option("--to FORMAT", "Format to write (default: by the ending of OUT).", type=FORMAT)
@option("--from FORMAT", "Format of IN (default: found from its content).", name="from_", type=FORMAT)
@reading_options
@option("--jobs", "Processes to read a folder with (default: 1).", type=click.IntRange(1), default=1)
@option(
    "--add-codes",
    "derived: add type codes derived from the words, for annotators to correct (default: none).",
    type=Name(["derived"]),
)
@option("--only PREDICATE", "Keep only these mentions: type:name, code:p*, … (default: all).")
@option("--drop PREDICATE", "Drop these mentions; chain:pronoun: chains of pronouns only (default: none).")
@option("--language CODE", "Language of plain tokens (default: the file's).", default="")
@option("--scheme NAME|FILE", "Scheme of type codes (default: lithuanian).", type=SCHEME, default="")
@option(
    "-f, --format",
    "Format of the report on standard error (default: text).",
    name="report",
    type=Name(["text", "json"]),
    default="text",
)
@option("-q, --quiet", "Report only lost or removed annotations (default: all).")
def command(
    source: str,
    target: str | None,
    output: str | None,
    to: str | None,
    from_: str | None,
    companion: str | None,
    add_codes: str | None,
    only: str | None,
    drop: str | None,
    language: str,
    scheme: str,
    report: str,
    *,
    quiet: bool,
    **reading: Any,
) -> None:
    """Convert IN to another format, and report annotations that the format cannot store.

    IN is a file, .gz, a folder, a .zip, or - for standard input; OUT is a file or .gz. Without OUT it prints. For formats with one
    document per file (brat, WebAnno TSV, SACR), several documents are written to a folder. 'corefeval formats' lists the
    formats that can be written.

    --only and --drop select mentions by a predicate, such as type:name, code:p*, !chain:pronoun.
    """
    from corefeval import formats  # noqa: PLC0415 - numpy is imported only to work

    if target is not None and output is not None:
        raise click.UsageError("Give the output once: as OUT or with -o.")
    target = target or output or "-"
    to = formats.format_named(to or _format_by_ending(target)).name
    with watching(source) as progress:
        corpus = formats.read(source, from_, companion=companion or "", progress=progress, **reading)
    changes: dict[str, dict[str, int]] = {}
    if add_codes or only or drop:
        corpus, changes = _changed(corpus, add_codes, only, drop, language, scheme)
    losses = formats.write(corpus, target, to)
    if report == "json":
        import json  # noqa: PLC0415 - only where asked for

        plain = {
            "from": corpus.format,
            "to": to,
            "documents": len(corpus.names),
            "mentions": len(corpus.mentions),
            "entities": len(corpus.entities),
            **changes,
            "lost": [loss.to_dict() for loss in losses],
            "problems": [] if quiet else [problem.to_dict() for problem in corpus.problems],
        }
        say(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    if not quiet:
        for problem in corpus.problems:
            say(str(problem))
    for loss in losses:
        say(str(loss))
    for line in _in_words(changes):
        say(line)
    if not quiet:
        say(f"{formats.FORMATS[corpus.format]} to {formats.FORMATS[to]}: {corpus.amount}")


def _format_by_ending(target: str) -> str:
    """Return the format of a file's ending; without one, the user has to name it."""
    name = target.casefold().removesuffix(".gz").removesuffix(".zst")
    for ending, form in ENDINGS.items():
        if name.endswith(ending):
            return form
    if target == "-":
        raise click.UsageError("Without OUT, give the format to print with --to: --to jsonlines.")
    known = ", ".join(f"{ending} ({form})" for ending, form in ENDINGS.items())
    raise click.UsageError(
        f"The ending of {target!r} names no format. Add --to FORMAT, or use one of {known}."
    )


def _changed(
    corpus: Corpus, add_codes: str | None, only: str | None, drop: str | None, language: str, scheme: str
) -> tuple[Corpus, dict[str, dict[str, int]]]:
    """Return the corpus with the requested changes, and their counts; codes are added first."""
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - only where asked for
    from corefeval.linguistics.selection import described, selected, with_derived_codes  # noqa: PLC0415 - same

    language = language_named(language)
    changes: dict[str, dict[str, int]] = {}
    if add_codes:
        corpus, codes = with_derived_codes(described(corpus, language, scheme), scheme_named(scheme))
        changes["added"] = {"codes": codes}
    if only or drop:
        corpus, removed = selected(described(corpus, language, scheme), only or "", drop or "")
        changes["removed"] = asdict(removed)
    return corpus, changes


def _in_words(changes: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield a line for each kind of change."""
    from corefeval.text import several  # noqa: PLC0415 - only where asked for

    if "added" in changes:
        yield f"Added {several(changes['added']['codes'], 'derived code')}"
    if "removed" in changes:
        removed = changes["removed"]
        mentions, entities = several(removed["of_mentions"], "mention"), removed["of_entities"]
        said = [
            f"Removed {removed['mentions']:,} of {mentions} and {removed['entities']:,} of {entities:,} entities",
            f"{removed['singletons']:,} others became singletons" if removed["singletons"] else "",
            f"{several(removed['links'], 'typed link')} removed" if removed["links"] else "",
            f"{several(removed['relations'], 'link')} of bridging or to split antecedents removed"
            if removed["relations"]
            else "",
        ]
        yield "; ".join(filter(None, said))
