"""Answers for uses, and systems compared for them: laid out once, shown as text, Markdown or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corefeval.applications.answer import Answer, Answers, ByClass, Example
from corefeval.applications.sensitivity import Order, Spread
from corefeval.applications.side_by_side import REFERENCE, UseComparison
from corefeval.comparison.comparison import Lead
from corefeval.metrics.base import METRICS
from corefeval.problems import Told, told
from corefeval.reports.comparison import chance, significantly_better, test_in_words
from corefeval.reports.comparison import render as render_comparison
from corefeval.reports.markdown import escape, foot_of
from corefeval.reports.result import render as render_result
from corefeval.reports.words import heading, intervals_in_words, scored_as
from corefeval.text import UNDEFINED, percent, several
from corefeval.writing import to_json

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN = 6
"""Classes of a breakdown that are shown."""

GLOSSES = {
    "nsubj": "subject",
    "nsubj:pass": "passive subject",
    "obj": "object",
    "iobj": "indirect object",
    "obl": "oblique",
    "nmod": "noun modifier",
    "nmod:poss": "possessor",
    "appos": "apposition",
    "root": "head of its sentence",
    "conj": "in a coordination",
    "compound": "in a compound",
}
"""Dependency relations in words."""

PARTS = {
    "recall": "recall",
    "precision": "precision",
    "f1": "F1",
    "accuracy": "accuracy of what is linked",
    "ed_f1": "entities found (ED) F1",
    "em_f1": "mentions returned (EM) F1",
    "macro_f1": "macro F1",
    "scheme_f1": "scheme F1",
}
"""The parts of metrics that are shown, in words."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table: heads, rows, and which columns are text; the others are figures."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of an answer: a title, then lines and tables."""

    title: str
    lines: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """An answer as text: a heading, what it says, and the pieces below."""

    heading: str
    score: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]


def render(answers: Answers, kind: str, *, width: int | None = None, colour: bool | None = None) -> str:
    """Return answers as table (text), json or markdown; csv and latex have the scores alone."""
    if kind == "json":
        return _json(answers.to_dict())
    if kind in ("csv", "latex"):
        return render_result(answers.result, kind)
    result = answers.result
    pages = [page_of(answer) for answer in answers.answers]
    warnings = told(result.warnings)
    below = foot(answers)
    head = heading(result)
    if kind == "markdown":
        return _markdown(head, pages, below, warnings, str(result.signature))
    return _terminal(head, pages, below, warnings, str(result.signature), width=width, colour=colour)


def render_uses(
    compared: UseComparison, kind: str, *, width: int | None = None, colour: bool | None = None
) -> str:
    """Return a comparison for uses as table (text), json or markdown; csv and latex have the scores alone."""
    if kind == "json":
        return _json(compared.to_dict())
    comparison = compared.comparison
    if kind in ("csv", "latex"):
        return render_comparison(comparison, kind)
    documents = several(comparison.documents, "document")
    head = [
        f"{documents} · F1 of the metric that answers for each use",
        scored_as(comparison.every_result),
    ]
    page = _compared_page(compared)
    warnings = told(comparison.warnings)
    below = [f"Types of mentions: {compared.types_from}"]
    how = comparison.resampling
    if how.resamples:
        below.append(f"{test_in_words(comparison)}, corrected for {len(comparison.metrics)} metrics (Holm)")
    if kind == "markdown":
        return _markdown(head, [page], below, warnings, comparison.signature)
    return _terminal(head, [page], below, warnings, comparison.signature, width=width, colour=colour)


def _json(plain: Mapping[str, Any]) -> str:
    return to_json(plain)


def page_of(answer: Answer) -> Page:
    """Return one answer as text."""
    finding, use = answer.finding, answer.use
    sections = [
        Section(
            "What becomes of them, and what it costs",
            grids=tuple(_outcomes(cases, each) for cases, each in finding.outcomes.items()),
        ),
        *(_classes(each) for each in finding.breakdowns if len(each.classes) > 1),
    ]
    if finding.example:
        sections.append(_example(finding.example))
    if finding.not_counted:
        sections.append(Section("Not counted", tuple(_sentence(line) for line in finding.not_counted)))
    sections += [
        Section("Scores", grids=(_scores(answer),)),
        Section("If it were set otherwise", tuple(_spread(answer, spread) for spread in answer.spreads)),
        Section("Why this score", (use.reason, use.paper)),
    ]
    return Page(use.title, _headline(answer), (use.question, *finding.sentences), tuple(sections))


def _headline(answer: Answer) -> str:
    bounds = f" [{percent(answer.interval[0])}, {percent(answer.interval[1])}]" if answer.interval else ""
    return f"F1 {percent(answer.f1)}{bounds} · {answer.labels[answer.use.headline]}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _outcomes(cases: str, outcomes: Sequence[Any]) -> Grid:
    rows = tuple(
        (outcome.name, f"{outcome.count:,}", _of_hundred(outcome.count, outcome.whole), outcome.cost)
        for outcome in outcomes
    )
    return Grid((_sentence(cases), "number", "of 100", "what it costs"), rows, texts=(0, 3))


def _of_hundred(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def _classes(each: ByClass) -> Section:
    rows = tuple(
        (
            f"{one.name} ({GLOSSES[one.name]})" if one.name in GLOSSES else one.name,
            f"{one.total:,}",
            f"{one.right:,}",
            _of_hundred(one.right, one.total),
            percent(one.f1),
        )
        for one in each.classes[:SHOWN]
    )
    lines = []
    if each.weakest is not None:
        weak = each.weakest
        lines.append(
            f"Weakest: {weak.name}, {weak.right:,} of {weak.total:,} {each.verdict}, F1 {percent(weak.f1)}."
        )
    if len(each.classes) > SHOWN:
        lines.append(f"Not shown: {len(each.classes) - SHOWN} with fewer cases; JSON has them all.")
    grid = Grid((_sentence(each.feature), each.cases, each.verdict, "of 100", "F1"), rows)
    return Section(f"By {each.feature}", tuple(lines), (grid,))


def _example(example: Example) -> Section:
    where = f"{example.document}" + (f", sentence {example.sentence}" if example.sentence else "")
    place = f" ({example.place})" if example.place else ""
    return Section(
        f"An example: {example.error}",
        (f"{where}{place}", f"“{example.text}”", f"gold: {example.gold}", f"system: {example.system}"),
    )


def _scores(answer: Answer) -> Grid:
    """Return the parts of the headline's metric and of those beside it."""
    rows = []
    for name, parts in answer.scores.items():
        bounds = answer.intervals.get(name, {})
        shown = [part for part in PARTS if part in parts]
        for place, part in enumerate(shown):
            label = answer.labels[name] if place == 0 else ""
            row = [label, PARTS[part], percent(parts[part])]
            if answer.intervals:
                row.append(
                    f"[{percent(bounds[part][0])}, {percent(bounds[part][1])}]" if part in bounds else ""
                )
            rows.append(tuple(row))
    heads = ("Metric", "part", "score", *(("interval",) if answer.intervals else ()))
    return Grid(heads, tuple(rows), texts=(0, 1))


def _spread(answer: Answer, spread: Spread) -> str:
    """Say how far a score moves with a choice."""
    if spread.bounds is None:
        return f"{_sentence(spread.what)}: {UNDEFINED}"
    low, high = spread.bounds
    lowest, highest = (extreme or "as it is set" for extreme in spread.extremes)
    name = answer.labels.get(spread.metric, spread.metric)
    if percent(low) == percent(high):
        return f"{_sentence(spread.what)}: {name} stays at {percent(low)} whatever is chosen."
    told = (
        f"{_sentence(spread.what)}: {name} is {percent(spread.f1)}; it lies between {percent(low)} ({lowest}) and "
        f"{percent(high)} ({highest})"
    )
    bounds = answer.intervals.get(spread.metric, {}).get("f1")
    if bounds is None:
        return f"{told}."
    if bounds[0] <= low and high <= bounds[1]:
        return f"{told}, within its interval: the picture survives other choices."
    return f"{told}, beyond its interval: the picture depends on this choice."


def foot(answers: Answers) -> list[str]:
    """Return the lines below all answers."""
    classic = ", ".join(f"{METRICS[name].label} {percent(value)}" for name, value in answers.classic.items())
    lines = [
        f"Classic F1, for comparison with papers: {classic}",
        f"Types of mentions: {answers.types_from}",
    ]
    if answers.resampling is not None:
        lines.append(f"[low, high]: {intervals_in_words(answers.resampling)}")
    return lines


def _compared_page(compared: UseComparison) -> Page:
    """Return who leads for which use, and what that depends on."""
    comparison = compared.comparison
    several = len(comparison.systems) > 1
    heads = ("Use", *comparison.systems, *(("leads", "by", "p", "sig.") if several else ()))
    rows = [
        _lead_row(compared, use.name, use.headline, compared.leads[use.name], several=several)
        for use in compared.uses
    ]
    rows.append(
        _lead_row(compared, "CoNLL (classic)", REFERENCE, comparison.leads[REFERENCE], several=several)
    )
    sections = []
    if several:
        sections.append(Section("Does the ranking turn?", tuple(_turn_lines(compared))))
    sections.append(
        Section(
            "What each use asks", tuple(f"{use.name}: {use.question} {use.paper}." for use in compared.uses)
        )
    )
    return Page(
        "Which system for which use?",
        "",
        tuple(_leader_lines(compared)) if several else (),
        (Section("", grids=(Grid(heads, tuple(rows)),)), *sections),
    )


def _lead_row(
    compared: UseComparison, name: str, metric: str, lead: Lead, *, several: bool
) -> tuple[str, ...]:
    comparison = compared.comparison
    scores = [percent(comparison.scores[system][metric]["f1"]) for system in comparison.systems]
    if not several:
        return (name, *scores)
    margin = UNDEFINED if lead.margin is None else f"{100 * lead.margin:.2f}"
    return (name, *scores, lead.system or UNDEFINED, margin, *_reality(lead))


def _reality(lead: Lead) -> tuple[str, str]:
    if lead.p_adjusted is None:
        return UNDEFINED, "not tested"
    return chance(lead.p_adjusted), "yes" if lead.is_real else "no"


def _leader_lines(compared: UseComparison) -> list[str]:
    leaders = compared.leaders
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
    tested = compared.comparison.resampling.resamples > 0
    lines = ["The ranking turns with the use: which system is better depends on what it is for."]
    for system, names in leaders.items():
        told = [
            name if compared.leads[name].is_real or not tested else f"{name} (not significantly)"
            for name in names
        ]
        lines.append(f"{system} leads for {', '.join(told)}.")
    return lines


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


def _terminal(
    head: Sequence[str],
    pages: Sequence[Page],
    below: Sequence[str],
    warnings: Sequence[Told],
    signature: str,
    *,
    width: int | None,
    colour: bool | None,
) -> str:
    from rich.padding import Padding  # noqa: PLC0415 - rich is imported when printing
    from rich.text import Text  # noqa: PLC0415 - same

    from corefeval.reports.terminal import print_renderables  # noqa: PLC0415 - same

    pieces: list[RenderableType] = [Text(line, style="dim") for line in head]
    for page in pages:
        pieces += ["", Text(page.heading, style="bold")]
        pieces += [Text(page.score)] if page.score else []
        if page.lead:
            pieces.append(Text(page.lead[0], style="italic"))
            pieces += [Padding(Text(" ".join(page.lead[1:])), (1, 0, 0, 2))] if page.lead[1:] else []
        for section in page.sections:
            pieces.append("")
            if section.title:
                pieces.append(Text(section.title, style="bold cyan"))
            pieces += [Padding(_rich_grid(grid), (0, 0, 0, 2)) for grid in section.grids]
            pieces += [Padding(Text(line), (0, 0, 0, 2)) for line in section.lines]
    pieces += ["", *(Text(line, style="dim") for line in below)]
    text = print_renderables(pieces, warnings, signature, width=width, colour=colour)
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def _rich_grid(grid: Grid) -> RenderableType:
    from rich import box  # noqa: PLC0415 - rich is imported when printing
    from rich.table import Table  # noqa: PLC0415 - same
    from rich.text import Text  # noqa: PLC0415 - same

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, name in enumerate(grid.heads):
        table.add_column(Text(name), justify="left" if number in grid.texts else "right", overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table


def _markdown(
    head: Sequence[str],
    pages: Sequence[Page],
    below: Sequence[str],
    warnings: Sequence[Told],
    signature: str,
) -> str:
    lines = [escape(line) + "  " for line in head]
    for page in pages:
        lines += ["", f"## {escape(page.heading)}", ""]
        if page.score:
            lines += [f"**{escape(page.score)}**", ""]
        if page.lead:
            lines += [f"*{escape(page.lead[0])}*", "", escape(" ".join(page.lead[1:]))]
        for section in page.sections:
            if section.title:
                lines += ["", f"### {escape(section.title)}"]
            for grid in section.grids:
                lines += ["", *_markdown_grid(grid)]
            if section.lines:
                lines += ["", *(f"- {escape(line)}" for line in section.lines)]
    return "\n".join([*lines, *foot_of(below, warnings, signature)]) + "\n"


def _markdown_grid(grid: Grid) -> list[str]:
    marks = [":--" if number in grid.texts else "--:" for number in range(len(grid.heads))]
    return [
        f"| {' | '.join(map(escape, grid.heads))} |",
        f"| {' | '.join(marks)} |",
        *(f"| {' | '.join(map(escape, row))} |" for row in grid.rows),
    ]
