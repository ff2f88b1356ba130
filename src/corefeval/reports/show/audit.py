"""Likely annotation errors: each with its reason and both mentions in context."""

from __future__ import annotations

from corefeval.auditing.audit import Audit, Suspicion
from corefeval.columns import Column
from corefeval.problems import printed_problems
from corefeval.reports.report import Instance, Note, ReportText, Row, Table
from corefeval.text import several

TOP = 20
"""The default number of listed suspicions."""
CLAIMS = {"join": "one chain?", "part": "different chains?"}
"""The question that annotators decide, for each kind of claim."""

COLUMNS = (
    Column("%", of=lambda each: f"{100 * each.probability:.0f}"),
    Column("Where", "text", of=lambda each: _where(each, each.sentence)),
    Column("Reason", "prose", of=lambda each: each.reason),
    Column("Context", "prose", of=lambda each: each.context),
    Column("Other mention", "prose", of=lambda each: each.other_context),
    Column("Decide", "text", of=lambda each: CLAIMS[each.claim]),
)
"""The columns of the list. A screen shows each suspicion in context instead."""


def show(audit: Audit, *, top: int = TOP) -> ReportText:
    """Return the number of suspicions of each check, then the most probable ones."""
    shown = audit.suspicions[:top]
    counts = audit.counts()
    summary = Table(
        (Column("Check", "text"), Column("Suspicions")),
        tuple(Row.of(name, f"{count:,}") for name, count in counts.items() if count),
    )
    listed = Table.of(
        COLUMNS,
        shown,
        f"The {len(shown)} most probable of {several(len(audit.suspicions), 'suspicion')}",
        is_headed=True,
        instances=tuple(_instance(number, each, audit) for number, each in enumerate(shown, 1)),
    )
    note = Note(
        "Percentages are estimates: the share of such claims that are right if errors are made in this key at random. "
        "Use them to order your work, not to count errors."
    )
    gold = f"{several(audit.documents, 'document')}, {several(audit.mentions, 'mention')}, {several(audit.chains, 'chain')}"
    heading = (gold, f"Systems: {', '.join(audit.systems)}") if audit.systems else (gold,)
    pieces = (summary, listed, note) if shown else (Note("The checks found nothing suspicious."),)
    return ReportText(pieces, heading, tuple(printed_problems(audit.warnings)))


def _where(each: Suspicion, sentence: int) -> str:
    return f"{each.document}:{sentence}" if sentence else each.document


def _instance(number: int, each: Suspicion, audit: Audit) -> Instance:
    """Return a suspicion for the screen: the reason, both mentions in context, and more evidence."""
    place = f"{number}.  {100 * each.probability:.0f} %  {_where(each, each.sentence)}"
    told_of = [
        each.reason,
        f"other mention: {_where(each, each.other_sentence)}  {each.other_context}",
    ]
    if each.also:
        told_of.append(f"also: {each.also}")
    if audit.systems:
        told_of.append(f"{each.systems} of {several(len(audit.systems), 'system')} would change it")
    left, _, rest = each.context.partition("[")
    text, _, right = rest.rpartition("]")
    return Instance(place, left, text, right, tuple(told_of))
