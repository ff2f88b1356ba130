"""Systems compared for uses: the leader for each use, its significance, and the effect of other settings."""

from __future__ import annotations

from corefeval.applications.evidence import BASIS, TAUS
from corefeval.applications.sensitivity import Order
from corefeval.applications.side_by_side import REFERENCE, UseComparison
from corefeval.applications.uses import Use
from corefeval.columns import Column
from corefeval.reports.report import TERMINAL, Items, Note, Paragraph, Piece, ReportText, Row, Section, Table
from corefeval.reports.show.answers import predicts, section
from corefeval.reports.show.comparison import latex_table, test_in_words
from corefeval.reports.words import capitalised, chance, scored_as, scored_units
from corefeval.text import UNDEFINED, percent


def show(compared: UseComparison) -> ReportText:
    """Return the leader for each use, and the effect of other settings on the order."""
    comparison = compared.comparison
    documents = scored_units(comparison.documents, comparison.settings)
    measured = any(map(compared.is_measured, compared.uses))
    shown = "each use itself, then of the metric that predicts it" if measured else "a metric for each use"
    notes = [f"Types of mentions: {compared.types_from}"]
    if comparison.resampling.resamples:
        notes.append(f"{test_in_words(comparison)}, corrected for {len(comparison.metrics)} metrics (Holm)")
    return ReportText.of(
        comparison,
        (_leads(compared), latex_table(comparison), Paragraph("", on=TERMINAL), *map(Note, notes)),
        *(_verdict(compared, use) for use in compared.uses if len(comparison.systems) > 1),
        f"{documents} · F1 of {shown}",
        scored_as(comparison.every_result),
    )


def _leads(compared: UseComparison) -> Section:
    comparison = compared.comparison
    is_race = len(comparison.systems) > 1
    heads = (*comparison.systems, *(("leads", "by", "p", "sig.") if is_race else ()))
    rows = []
    for use in compared.uses:
        rows.append(_lead_row(compared, use.name, compared.ranked_by(use), is_race=is_race))
        if use.headline != compared.ranked_by(use):
            label = f"· {_label(compared, use.headline)}"
            rows.append(_lead_row(compared, label, use.headline, is_race=is_race))
    rows.append(_lead_row(compared, "CoNLL (classic)", REFERENCE, is_race=is_race))
    columns = (Column("Use", "text"), *map(Column, heads))
    asked = (f"{use.name}: {use.question} {use.paper}." for use in compared.uses)
    pieces: tuple[Piece, ...] = (
        *_proxies(compared),
        Section("", (Table(columns, tuple(rows), is_divisible=True),), 3),
        *([section("Does the ranking change?", *_turn_lines(compared))] if is_race else []),
        section("How well each metric predicts its use", *_evidence_lines(compared)),
        section("Units that they are judged on", *_gold_lines(compared)),
        section("What each use asks", *asked),
    )
    return Section("Which system for which use?", pieces)


def _verdict(compared: UseComparison, use: Use) -> str:
    """State in one line which system to choose for a use, its lead, and whether that is significant."""
    comparison, lead, metric = compared.comparison, compared.leads[use.name], compared.ranked_by(use)
    what = f"For {use.phrase}"
    if lead.system is None or lead.runner_up is None or lead.margin is None:
        return f"{what} no system can be chosen: scores are undefined or not of the same data."
    best, other = lead.system, lead.runner_up
    scores = " against ".join(percent(comparison.scores[one][metric]["f1"]) for one in (best, other))
    numbers = f"{comparison.metrics[metric].full_label} F1 {scores}"
    ours, theirs = compared.units(use, best), compared.units(use, other)
    if ours is not None and theirs is not None:
        counted = comparison.metrics[metric].counts_of
        why = ": fewer of those that it gives are wrong" if ours[0] <= theirs[0] else ""
        numbers = (
            f"{ours[0]:,.0f} against {theirs[0]:,.0f} right of {ours[1]:,.0f} {counted} (F1 {scores}{why})"
        )
    if not compared.is_measured(use):
        numbers += " as a proxy"
    if lead.margin == 0:
        return f"{what} choose either: {best} and {other} have the same score, {numbers}."
    if lead.p_adjusted is None:
        return f"{what} {best} leads {other}, not tested: {numbers}."
    p = chance(lead.p_adjusted)
    p = f"p {p}" if p.startswith("<") else f"p = {p}"
    if lead.is_real:
        return f"{what} choose {best}: {numbers}. The lead is significant, {p}."
    ranks = comparison.ranks
    open_to = [each.system for each in ranks.standings if each.best == 1 and ranks.metric == metric]
    among = f" Tests do not separate {', '.join(open_to)}." if len(open_to) > 2 else ""
    return f"{what} no system is clearly better: {best} leads {other} with {numbers}, but this may be chance, {p}.{among}"


def _proxies(compared: UseComparison) -> list[Items]:
    """Say that a metric is a proxy for a use, and why, if that is so for any."""
    if not any(use.measured_by and not compared.is_measured(use) for use in compared.uses):
        return []
    why = "the key has no dependency trees, so the use itself was not measured"
    if compared.comparison.resampling.resample == "entities":
        why = "the uses themselves cannot be tested by entities. Use --resample documents"
    return [Items((f"A proxy: {why}.",))]


def _evidence_lines(compared: UseComparison) -> list[str]:
    """State how well the headline metric of each use predicts it, and on which data that was measured."""
    lines = []
    for use in compared.uses:
        taus = TAUS.get(use.measured_by, {}).get(use.headline, ())
        shown = f"{predicts(_label(compared, use.headline), taus)} " if taus else ""
        lines.append(f"{use.name}: {shown}{use.verdict}")
    return [*lines, f"τ: {BASIS}."]


def _gold_lines(compared: UseComparison) -> list[str]:
    """State how many gold cases each use has: the same for every system, or the number for each."""
    same, lines = [], []
    first = compared.comparison.systems[0]
    for use in compared.uses:
        units = compared.units(use, first)
        if units is not None:
            counted = compared.comparison.metrics[compared.ranked_by(use)].counts_of
            same.append(f"{units[1]:,.0f} {counted} ({use.name}, measured)")
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
                f"For {use.name} also pronouns that get a noun although their entity has none, which count as wrong: {told}."
            )
    if same:
        who = "the same gold for every system" if len(compared.comparison.systems) > 1 else "gold"
        lines.insert(0, f"{capitalised(who)}: {', '.join(same)}.")
    return lines


def _label(compared: UseComparison, metric: str) -> str:
    return compared.comparison.metrics[metric].full_label


def _lead_row(compared: UseComparison, name: str, metric: str, *, is_race: bool) -> Row:
    comparison, lead = compared.comparison, compared.comparison.leads[metric]
    scores = (percent(comparison.scores[system][metric]["f1"]) for system in comparison.systems)
    if not is_race:
        return Row.of(name, *scores)
    leader = "none, tied" if lead.margin == 0 else lead.system or UNDEFINED
    tested = UNDEFINED, "not tested"
    if lead.p_adjusted is not None:
        tested = chance(lead.p_adjusted), "yes" if lead.is_real else "no"
    return Row.of(name, *scores, leader, percent(lead.margin), *tested)


def _turn_lines(compared: UseComparison) -> list[str]:
    """State which systems change places: compared with the CoNLL average, and with other settings."""
    lines = [
        f"{system} leads for {', '.join(names)}."
        for system, names in compared.leaders.items()
        if len(compared.leaders) > 1
    ]
    lines += [
        f"Against CoNLL: for {use.name} {turn.ahead} is ahead of {turn.behind} "
        f"({percent(turn.scores[0])} : {percent(turn.scores[1])}); in CoNLL it is lower."
        for use in compared.uses
        for turn in compared.turns[use.name]
    ]
    steady = []
    for use in compared.uses:
        label = _label(compared, use.headline)
        told = [
            _order_line(f"{label} ({use.name})", order) for order in compared.orders[use.name] if order.turns
        ]
        lines += told
        if not told:
            steady.append(use.name)
    if steady:
        lines.append(f"The metrics keep their order with all other choices for {', '.join(steady)}.")
    return lines


def _order_line(metric: str, order: Order) -> str:
    turns = "; ".join(
        f"with {turn.choice} {turn.ahead} overtakes {turn.behind} ({percent(turn.scores[0])} : {percent(turn.scores[1])})"
        for turn in order.turns
    )
    return f"The order by {metric} depends on {order.what}: {turns}."
