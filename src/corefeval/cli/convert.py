"""corefeval convert."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from corefeval.cli.options import INPUT, OUTPUT_OR_DASH, FileCommand, Name, reading_options
from corefeval.cli.output import watching
from corefeval.settings import language_named
from corefeval.writing import say

if TYPE_CHECKING:
    from corefeval.corpus.corpus import Corpus

EPILOG = """\b
'corefeval formats' lists the formats, and which can be written.
\b
Examples:
  corefeval convert gold.conllu gold.conll --to conll2012
  corefeval convert gold.conll - --to jsonlines | head -1
  corefeval convert folder/ all.conllu.gz --to corefud
  corefeval convert gold.conll gold/ --to brat
  corefeval convert a.conllu b.jsonl --to jsonlines --drop chain:pronoun
  corefeval convert a.conllu b.jsonl --to jsonlines --add-codes derived
"""


@click.command("convert", cls=FileCommand, epilog=EPILOG, short_help="Translate between formats.")
@click.argument("source", type=INPUT, metavar="IN")
@click.argument("target", type=OUTPUT_OR_DASH, metavar="OUT")
@click.option("--to", "to", required=True, metavar="FORMAT", help="Format of OUT.")
@click.option("--from", "from_", metavar="FORMAT", help="Format of IN; found from its content by default.")
@reading_options
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to read a folder with."
)
@click.option(
    "--add-codes",
    type=Name(["derived"]),
    help="derived: add the type codes that the words show, for annotators to correct; - where they do not tell.",
)
@click.option(
    "--only", metavar="PREDICATE", help="Keep only these mentions: 'type:name', 'code:p*', '!chain:pronoun'."
)
@click.option(
    "--drop",
    metavar="PREDICATE",
    help="Leave out these mentions; chain:pronoun are those of chains of nothing but pronouns.",
)
@click.option("--language", metavar="CODE", default="", help="Language of plain tokens, for types and codes.")
@click.option("--scheme", metavar="NAME|FILE", default="", help="The scheme of type codes.")
@click.option(
    "-f",
    "--format",
    "report",
    type=Name(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report on standard error.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say only what is lost or removed.")
def command(
    source: str,
    target: str,
    to: str,
    from_: str | None,
    offsets: str,
    companion: str | None,
    layer: str,
    jobs: int,
    add_codes: str | None,
    only: str | None,
    drop: str | None,
    language: str,
    scheme: str,
    report: str,
    *,
    quiet: bool,
) -> None:
    """Write what IN holds to OUT in another format.

    IN is a file, .gz, a folder, a .zip, or - for standard input; OUT a file, .gz, or - for standard output. A format of one
    document a file (brat, WebAnno TSV, SACR) has several documents written to a folder. What the other format cannot
    hold is named on standard error, with how much of it there was.

    --only and --drop select mentions by a predicate, as those of score --by; how much they remove is reported.
    """
    from corefeval import formats  # noqa: PLC0415 - numpy is imported only to work

    to = formats.format_named(to).name
    with watching(source) as progress:
        corpus = formats.read(
            source,
            from_,
            layer=layer,
            offsets=offsets,
            companion=companion or "",
            jobs=jobs,
            progress=progress,
        )
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


def _changed(
    corpus: Corpus, add_codes: str | None, only: str | None, drop: str | None, language: str, scheme: str
) -> tuple[Corpus, dict[str, dict[str, int]]]:
    """Return the corpus with the changes that are asked for, and their counts: codes are added first."""
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
