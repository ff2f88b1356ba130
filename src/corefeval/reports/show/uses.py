"""Systems compared for uses: which one leads for which, whether it is chance, and what that depends on."""

from __future__ import annotations

from collections.abc import Sequence

from corefeval.applications.sensitivity import Order
from corefeval.applications.side_by_side import REFERENCE, UseComparison
from corefeval.columns import Column
from corefeval.comparison.comparison import Lead
from corefeval.problems import told
from corefeval.reports.document import TERMINAL, Document, Note, Paragraph, Piece, Row, Section, Table
from corefeval.reports.show.answers import section, set_off
from corefeval.reports.show.comparison import (
    significantly_better,
    systems_table,
    test_in_words,
)
from corefeval.reports.words import capitalised, chance, scored_as, scored_units
from corefeval.text import UNDEFINED, percent


def show(compared: UseComparison) -> Document:
    """Return who leads for which use, and what that depends on."""
    comparison = compared.comparison
    documents = scored_units(comparison.documents, comparison.settings)
    notes = [f"Types of mentions: {compared.types_from}"]
    if comparison.resampling.resamples:
        notes.append(f"{test_in_words(comparison)}, corrected for {len(comparison.metrics)} metrics (Holm)")
    return Document(
        (
            _leads(compared),
            systems_table(comparison, on=frozenset({"latex"})),
            Paragraph("", on=TERMINAL),
            *map(Note, notes),
        ),
        (
            f"{documents} · F1 of the metric that answers for each use",
            scored_as(comparison.every_result),
        ),
        tuple(told(comparison.warnings)),
        comparison.signature,
    )


def _leads(compared: UseComparison) -> Section:
    comparison = compared.comparison
    is_race = len(comparison.systems) > 1
    heads = (*comparison.systems, *(("leads", "by", "p", "sig.") if is_race else ()))
    rows = [
        _lead_row(compared, use.name, use.headline, compared.leads[use.name], is_race=is_race)
        for use in compared.uses
    ]
    rows.append(
        _lead_row(compared, "CoNLL (classic)", REFERENCE, comparison.leads[REFERENCE], is_race=is_race)
    )
    first, *others = _leader_lines(compared) if is_race else [""]
    pieces: list[Piece] = [Paragraph(first, "emphatic")] if first else []
    pieces += [
        *set_off(others),
        Section("", (Table((Column("Use", "text"), *map(Column, heads)), tuple(rows)),), 3),
    ]
    if is_race:
        pieces.append(section("Does the ranking turn?", *_turn_lines(compared)))
    pieces.append(section("What they are judged on", *_gold_lines(compared)))
    asked = (f"{use.name}: {use.question} {use.paper}." for use in compared.uses)
    pieces.append(section("What each use asks", *asked))
    return Section("Which system for which use?", tuple(pieces))


def _gold_lines(compared: UseComparison) -> list[str]:
    """Say how many cases of the gold each use has: the same for every system, or how many for each."""
    same, lines = [], []
    for use in compared.uses:
        numbers = compared.gold[use.name]
        cases = {system: number for system, (number, _) in numbers.items()}
        if len(set(cases.values())) == 1:
            same.append(f"{next(iter(cases.values())):,.10g} {use.cases} ({use.name})")
        else:
            told = ", ".join(f"{system} {number:,.10g}" for system, number in cases.items())
            lines.append(f"Not the same gold for {use.name}, {use.cases}: {told}.")
        if any(beside for _, beside in numbers.values()):
            told = ", ".join(f"{system} {beside:,}" for system, (_, beside) in numbers.items())
            lines.append(
                f"For {use.name} also what is given a noun though its entity has none, which counts as wrong: {told}."
            )
    if same:
        who = "the same gold for every system" if len(compared.comparison.systems) > 1 else "gold"
        lines.insert(0, f"{capitalised(who)}: {', '.join(same)}.")
    return lines


def _lead_row(compared: UseComparison, name: str, metric: str, lead: Lead, *, is_race: bool) -> Row:
    comparison = compared.comparison
    scores = [percent(comparison.scores[system][metric]["f1"]) for system in comparison.systems]
    if not is_race:
        return Row.of(name, *scores)
    if lead.margin == 0:
        return Row.of(name, *scores, "none, tied", "0.00", *_reality(lead))
    margin = UNDEFINED if lead.margin is None else f"{100 * lead.margin:.2f}"
    return Row.of(name, *scores, lead.system or UNDEFINED, margin, *_reality(lead))


def _reality(lead: Lead) -> tuple[str, str]:
    if lead.p_adjusted is None:
        return UNDEFINED, "not tested"
    return chance(lead.p_adjusted), "yes" if lead.is_real else "no"


def _leader_lines(compared: UseComparison) -> list[str]:
    leaders = compared.leaders
    tied = [name for name, lead in compared.leads.items() if lead.margin == 0]
    if tied:
        same = [f"The first two have the same score for {', '.join(tied)}."]
        told = [f"{system} leads for {_uses_in_words(compared, names)}." for system, names in leaders.items()]
        return [*told, *same] if told else same
    if len(leaders) == 1:
        system = next(iter(leaders))
        better = significantly_better(compared.comparison)
        real = [name for name, lead in compared.leads.items() if lead.is_real]
        every = "for every use" if len(compared.uses) > 1 else f"for {compared.uses[0].name}"
        if not compared.comparison.resampling.resamples:
            return [f"{system} leads {every}; whether by chance is not tested."]
        if len(real) == len(compared.uses):
            return [f"{system} leads {every}, {better}."]
        if not real:
            return [f"{system} leads {every}, but not {better}."]
        where = f" for {', '.join(real)} only"
        return [f"{system} leads {every}, {significantly_better(compared.comparison, where)}."]
    lines = ["The ranking turns with the use: which system is better depends on what it is for."]
    lines += [f"{system} leads for {_uses_in_words(compared, names)}." for system, names in leaders.items()]
    return lines


def _uses_in_words(compared: UseComparison, names: Sequence[str]) -> str:
    """Return uses that a system leads for, with what is no significant lead."""
    tested = compared.comparison.resampling.resamples > 0
    return ", ".join(
        name if compared.leads[name].is_real or not tested else f"{name} (not significantly)"
        for name in names
    )


def _turn_lines(compared: UseComparison) -> list[str]:
    """Say where systems change places: against the CoNLL average, and with other choices."""
    lines = [
        f"Against CoNLL: for {use.name} {turn.ahead} is ahead of {turn.behind} "
        f"({percent(turn.scores[0])} : {percent(turn.scores[1])}), in CoNLL it is behind."
        for use in compared.uses
        for turn in compared.turns[use.name]
    ]
    steady = []
    for use in compared.uses:
        told = [_order_line(use.name, order) for order in compared.orders[use.name] if order.turns]
        lines += told
        if not told:
            steady.append(use.name)
    if steady:
        lines.append(f"The order stays the same with all other choices for {', '.join(steady)}.")
    return lines


def _order_line(use: str, order: Order) -> str:
    turns = "; ".join(
        f"with {turn.choice} {turn.ahead} overtakes {turn.behind} ({percent(turn.scores[0])} : {percent(turn.scores[1])})"
        for turn in order.turns
    )
    return f"For {use} it depends on {order.what}: {turns}."
