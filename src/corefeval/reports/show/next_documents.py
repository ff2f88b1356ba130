"""The documents to annotate next, and the difference of two systems that is estimated from them."""

from __future__ import annotations

import math

from corefeval.columns import Column
from corefeval.planning.next_documents import DocumentChoice, WeightedDifferences
from corefeval.reports.report import Note, ReportText, Table
from corefeval.reports.words import scored_as
from corefeval.text import percent, several

CHOSEN = (
    Column("Document", "text", "document"),
    Column("Words", name="words", shown=lambda words: f"{words:,}"),
    Column("Disagreement in %", name="disagreement", shown=percent),
    Column("Probability", name="probability", shown=lambda probability: f"{probability:.3f}"),
)

HOW_TO = Note(
    "Keep the CSV file of this choice (-f csv -o chosen.csv), annotate all of these documents, then run the command again with "
    "--gold and --chosen. Plain scores of these documents are biased: they have more disagreement than others."
)


def show(choice: DocumentChoice) -> ReportText:
    """Return the chosen documents, and what to do with them."""
    chosen = sum(each.words for each in choice.documents)
    share = math.fsum(each.disagreement for each in choice.documents)
    systems = " and ".join(choice.systems)
    covered = (
        f"{several(len(choice.documents), 'document')} of {choice.pool:,} with {chosen:,} of {choice.words:,} words and "
        f"{100 * share:.0f} % of the disagreement between {systems}."
    )
    table = Table.of(CHOSEN, choice.documents, "Annotate these documents", is_headed=True)
    return ReportText.of(choice, (table, Note(covered), HOW_TO), systems, scored_as([choice.result]))


def show_difference(found: WeightedDifferences) -> ReportText:
    """Return the scores of both systems and their difference, by metric."""
    first, second = found.systems
    columns = (
        Column("Metric", "text", of=lambda each: found.metrics[each.metric].full_label),
        Column(first, name="first", shown=_shown),
        Column(second, name="second", shown=_shown),
        Column("Difference", name="difference", shown=_signed),
        Column(
            f"{100 * found.confidence:g} % interval",
            of=lambda each: (
                f"[{_signed(each.low)}, {_signed(each.high)}]" if math.isfinite(each.low) else "–"
            ),
        ),
    )
    note = (
        f"Estimated for all {several(found.pool, 'document')} from {found.documents:,} annotated ones, weighted by the "
        "probabilities with which they were chosen. An interval without 0 tells the systems apart."
    )
    return ReportText.of(
        found,
        (Table.of(columns, found.differences), Note(note)),
        " and ".join(found.systems),
        scored_as([found.result]),
    )


def _shown(value: float) -> str:
    return percent(None if math.isnan(value) else value)


def _signed(value: float) -> str:
    return f"+{_shown(value)}" if value > 0 else _shown(value)
