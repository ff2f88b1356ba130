"""Answers for uses: the meaning of a score, in words, tables and an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from corefeval.applications.answer import Answer, Answers, ByClass, Class, Example, Outcome
from corefeval.applications.evidence import BASIS, SYSTEMS, TAUS, Tau
from corefeval.applications.sensitivity import Spread
from corefeval.applications.uses import IN_WORDS
from corefeval.columns import Column, columns_for
from corefeval.metrics.base import METRICS
from corefeval.presets import HEADLINE
from corefeval.reports.report import TERMINAL, Items, Note, Paragraph, Piece, ReportText, Row, Section, Table
from corefeval.reports.words import bounds_in_brackets, capitalised, heading, intervals_in_words
from corefeval.text import UNDEFINED, percent

CLASSES_LISTED = 6
"""The most classes of a breakdown that are shown by default."""

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
    "accuracy": "accuracy of linked mentions",
    "ed_f1": "entities found (ED) F1",
    "em_f1": "mentions returned (EM) F1",
    "macro_f1": "macro F1",
    "scheme_f1": "scheme F1",
}
"""The parts of metrics that are shown, in words."""


CLASS_PARTS = {
    f"{half.lower()}_{part}": f"{half} {name}"
    for half in ("ED", "EM")
    for part, name in (("recall", "R"), ("precision", "P"), ("f1", "F1"))
}
"""The parts of a class that are shown next to its F1: Table 4 of Tuggener (2014)."""


def show(answers: Answers) -> ReportText:
    """Return the verdict for each use, then the answers, then the classic scores."""
    result = answers.result
    classic = ", ".join(f"{METRICS[name].label} {percent(value)}" for name, value in answers.classic.items())
    notes = [
        f"Classic F1, for comparison with papers: {classic}",
        f"Types of mentions: {answers.types_from}",
    ]
    if any(answer.use.verdict for answer in answers.answers):
        notes.append(f"τ: {BASIS}")
    if answers.resampling is not None:
        notes.append(f"[low, high]: {intervals_in_words(answers.resampling, result.settings)}")
    return ReportText.of(
        result,
        (*map(_answer, answers.answers), Paragraph("", on=TERMINAL), *map(Note, notes)),
        *map(_verdict, answers.answers),
        *heading(result),
    )


def show_answer(answer: Answer) -> ReportText:
    """Return the answer for one use."""
    return ReportText((_answer(answer),))


def _answer(answer: Answer) -> Section:
    finding, use = answer.finding, answer.use
    pieces: list[Piece] = [
        *_measured(answer),
        Paragraph(_headline(answer), "strong"),
        *_evidence(answer),
        Paragraph(use.question, "emphatic"),
        *set_off(finding.sentences),
        Section(
            "Outcomes and their costs",
            tuple(_outcomes(cases, each) for cases, each in finding.outcomes.items()),
            3,
        ),
        *(_classes(each) for each in finding.breakdowns if len(each.classes) > 1 or each.is_asked_for),
    ]
    if len(answer.measured) == 1 and answer.measured[0].losses:
        pieces.append(section("Which entities lose most, and why", *answer.measured[0].losses))
    if finding.usable:
        pieces.append(_usable(finding.usable))
    if finding.example:
        pieces.append(_example(finding.example))
    if finding.not_counted:
        pieces.append(section("Not counted", *map(capitalised, finding.not_counted)))
    pieces.append(Section("Scores", (_scores(answer),), 3))
    if answer.spreads:
        spreads = (_spread(answer, spread) for spread in answer.spreads)
        pieces.append(section("With other settings", *spreads))
    pieces.append(section("Why this score", use.reason, use.paper))
    return Section(use.title, tuple(pieces))


def section(title: str, *lines: str) -> Section:
    """Return a section of sentences."""
    return Section(title, (Items(lines),) if lines else (), 3)


def set_off(sentences: Sequence[str]) -> list[Paragraph]:
    """Return sentences as one paragraph that is set off from the rest."""
    return [Paragraph(" ".join(sentences), is_set_off=True)] if sentences else []


def _verdict(answer: Answer) -> str:
    """State in one line how good the system is for a use: as measured, or by its proxy metric."""
    what = f"For {answer.use.phrase}"
    if 0 < len(answer.measured) <= IN_WORDS:
        return f"{what}: {answer.measured[0].verdict}"
    stands_in = "" if answer.measured else ", a proxy: the use itself was not measured"
    return f"{what}: {_headline(answer)}{stands_in}."


def _headline(answer: Answer) -> str:
    shown = f"F1 {percent(answer.f1)} {bounds_in_brackets(answer.interval)}".rstrip()
    return f"{shown} · {answer.labels[answer.use.headline]}"


def _measured(answer: Answer) -> list[Piece]:
    """Return the measured scores of the use, in words or as a table; [] if the key has no trees."""
    if not answer.measured:
        return []
    if len(answer.measured) <= IN_WORDS:
        return [Paragraph(f"Measured: {' '.join(each.sentence for each in answer.measured)}", "strong")]
    counts = {"gold": "gold", "right": "right", "wrong": "wrong entity", "missing": "missing"}
    columns = [
        Column("Use", "text", of=attrgetter("label")),
        *columns_for(counts, counts.__getitem__, getattr, shown=_count),
        Column("F1", of=lambda each: percent(each.f1)),
    ]
    if answer.intervals:
        columns.append(Column("interval", of=lambda each: bounds_in_brackets(each.interval)))
    table = Table.of(columns, answer.measured)
    return [Section("The uses themselves, measured", (table,), 3)]


def _count(number: float | None) -> str:
    return UNDEFINED if number is None else f"{number:,.5g}"


def _evidence(answer: Answer) -> list[Piece]:
    """State how well the headline predicts the use, and that it is a proxy if the use itself was not measured."""
    use, lines = answer.use, []
    taus = TAUS.get(use.measured_by, {})
    for name in dict.fromkeys((use.headline, HEADLINE)):
        label = f"{answer.labels[name]} (F1 {percent(answer.scores[name]['f1'])})"
        lines += [predicts(label, taus[name])] if name in taus else []
        lines += [use.verdict] if name == use.headline and use.verdict else []
    proxy = "A proxy: the key has no dependency trees, so the use itself was not measured."
    return [Items((*([] if answer.measured else [proxy]), *lines))] if use.verdict else []


def predicts(label: str, taus: Sequence[Tau]) -> str:
    """State how many pairs of systems a metric ranks like a use, with τ on each set of systems."""
    *first, last = [f"{100 * tau.agreeing:.0f}" for tau in taus]
    shown = ", ".join(f"{tau} {systems}" for tau, systems in zip(taus, SYSTEMS, strict=True))
    return f"{label} ranks about {', '.join(first)} and {last} of 100 pairs of systems as the use does (τ {shown})."


def _outcomes(cases: str, outcomes: Sequence[Outcome]) -> Table:
    columns = (
        Column(capitalised(cases), "text", of=attrgetter("name")),
        Column("number", of=attrgetter("count"), shown="{:,}".format),
        Column("of 100", of=lambda outcome: _of_hundred(outcome.count, outcome.whole)),
        Column("what it costs", "prose", of=attrgetter("cost")),
    )
    return Table.of(columns, outcomes)


def _of_hundred(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def _classes(each: ByClass) -> Section:
    shown = each.classes if each.is_asked_for else each.classes[:CLASSES_LISTED]
    parts = [part for part in CLASS_PARTS if any(part in one.scores for one in shown)]
    columns = (
        Column(capitalised(each.feature), "text", of=_glossed),
        Column(each.cases, of=attrgetter("total"), shown="{:,.10g}".format),
        Column(each.verdict, of=attrgetter("right"), shown="{:,.10g}".format),
        Column("of 100", of=lambda one: _of_hundred(one.right, one.total)),
        Column("F1", of=lambda one: percent(one.f1)),
        *columns_for(parts, CLASS_PARTS.__getitem__, lambda one, part: percent(one.scores.get(part))),
    )
    lines = []
    if each.weakest is not None:
        weak = each.weakest
        lines.append(
            f"Weakest: {weak.name}, {weak.right:,.10g} of {weak.total:,.10g} {each.verdict}, F1 {percent(weak.f1)}."
        )
    if len(each.classes) > len(shown):
        lines.append(f"Not shown: {len(each.classes) - len(shown)} with fewer cases; JSON has them all.")
    table = Table.of(columns, shown)
    return Section(f"By {each.feature}", (table, Items(tuple(lines))) if lines else (table,), 3)


def _glossed(one: Class) -> str:
    return f"{one.name} ({GLOSSES[one.name]})" if one.name in GLOSSES else one.name


def _usable(usable: Mapping[str, tuple[int, int]]) -> Section:
    """Return the numbers of usable gold and system entities, and of others by the annotation that they lack."""
    rows = tuple(Row.of(what, *map("{:,}".format, counts)) for what, counts in usable.items())
    table = Table((Column("Entities", "text"), Column("gold"), Column("system")), rows)
    return Section("Which entities can be used", (table,), 3)


def _example(example: Example) -> Section:
    where = f"{example.document}" + (f", sentence {example.sentence}" if example.sentence else "")
    place = f" ({example.place})" if example.place else ""
    return section(
        f"An example: {example.error}",
        *(f"{where}{place}", f"“{example.text}”", f"gold: {example.gold}", f"system: {example.system}"),
    )


def _scores(answer: Answer) -> Table:
    """Return the scores of the headline metric and of the related metrics, part by part."""
    shown = {name: [part for part in PARTS if part in parts] for name, parts in answer.scores.items()}
    rows = [(name, part) for name, parts in shown.items() for part in parts]
    columns = [
        Column("Metric", "text", of=lambda row: answer.labels[row[0]] if row[1] == shown[row[0]][0] else ""),
        Column("part", "text", of=lambda row: PARTS[row[1]]),
        Column("score", of=lambda row: percent(answer.scores[row[0]][row[1]])),
    ]
    if answer.intervals:
        bounds = {(name, part): ends for name, own in answer.intervals.items() for part, ends in own.items()}
        columns.append(Column("interval", of=lambda row: bounds_in_brackets(bounds.get(row))))
    return Table.of(columns, rows)


def _spread(answer: Answer, spread: Spread) -> str:
    """State how much a score changes if a setting changes."""
    if spread.bounds is None:
        return f"{capitalised(spread.what)}: {UNDEFINED}"
    low, high = spread.bounds
    lowest, highest = (extreme or "as it is set" for extreme in spread.extremes)
    name = answer.labels.get(spread.metric, spread.metric)
    moves = f"between {percent(low)} ({lowest}) and {percent(high)} ({highest})"
    if spread.undefined:
        where = ", ".join(f"with {choice}" if choice else "as it is set" for choice in spread.undefined)
        otherwise = f"is {percent(low)}" if percent(low) == percent(high) else f"lies {moves}"
        return f"{capitalised(spread.what)}: {name} is undefined {where}; otherwise it {otherwise}."
    if percent(low) == percent(high):
        return f"{capitalised(spread.what)}: {name} stays at {percent(low)} whatever is chosen."
    told = f"{capitalised(spread.what)}: {name} is {percent(spread.f1)}; it lies {moves}"
    bounds = answer.intervals.get(spread.metric, {}).get("f1")
    if bounds is None:
        return f"{told}."
    if bounds[0] <= low and high <= bounds[1]:
        return f"{told}, within its interval: the picture survives other choices."
    return f"{told}, beyond its interval: the picture depends on this choice."
