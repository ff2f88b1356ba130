"""An explanation: the costs of error classes, the costliest errors and entities, decisions, links and lost units."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any

from corefeval.breakdown.lost_units import Blame, Lost, LostUnit, UseLosses
from corefeval.columns import MEDIA, Column, columns_for
from corefeval.evaluation.result import PARTS, Result
from corefeval.explanation.errors import ErrorClass
from corefeval.explanation.errors_by_feature import ErrorCount
from corefeval.explanation.explanation import SECTIONS, Explanation
from corefeval.explanation.instances import PLACE, Error, ErrorMention
from corefeval.explanation.links import LinkErrors
from corefeval.explanation.losses import MENTIONS_OF_ENTITY
from corefeval.explanation.mention_outcomes import (
    JudgedMention,
    OutcomeCount,
    OutcomeList,
    OutcomeTable,
    words,
)
from corefeval.explanation.relations import RelationOutcome
from corefeval.explanation.shapley import Attribution
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics import parse_metric
from corefeval.reports.report import (
    TERMINAL,
    Cell,
    Instance,
    Items,
    Paragraph,
    Piece,
    ReportText,
    Row,
    Section,
    Table,
)
from corefeval.reports.words import heading
from corefeval.text import UNDEFINED, percent, several, shortened

TOP = 10
"""The default number of listed errors and entities. JSON and CSV list all by default."""
BAR = 20
"""The length of the longest bar, in characters."""

NOT_IN_NOTEBOOKS = MEDIA - {"html"}

WEIGHED = {"recall": "Key", "precision": "System"}
"""The heads of the columns with a mention's contributions to recall and precision."""

COSTS = (
    "Points: mean gain over all orders of repair (Shapley), so they add up. Alone: gain of repairing only "
    "this class; last: when all others are repaired."
)
"""The explanation of the costs of error classes."""


def show_list(found: OutcomeList) -> ReportText:
    """Return the mentions with the requested outcomes, one table per metric."""
    pieces = []
    for name, mentions in found.mentions.items():
        table = found.tables[name]
        title = f"{table.metric.full_label}: {several(len(mentions), 'mention')} of {len(table)} judged"
        pieces.append(_judged(table, mentions, title))
    return ReportText.of(found, pieces, *_heading(found.result))


def _heading(result: Result | None) -> list[str]:
    return [] if result is None else heading(result)


def show(explanation: Explanation, *, top: int | None = None, sections: Sequence[str] = ()) -> ReportText:
    """Return the tables of an explanation. Outcomes of mentions come first if a requested metric judges them.

    Args:
        explanation: the explanation.
        top: the number of listed errors and entities; TOP by default.
        sections: the sections to show; all by default.
    """
    top = TOP if top is None else top
    is_listed = bool(explanation.repaired and top and len(explanation.table))
    found: dict[str, Iterable[Piece]] = {
        "outcomes": _outcome_pieces(explanation, top),
        "costs": _costs(explanation),
        "factors": _factors(explanation),
        "by": _by(explanation),
        "errors": _instances(explanation, top) if is_listed else (),
        "entities": _entities(explanation, top) if is_listed else (),
        "losses": _losses(explanation),
        "carried": _carried(explanation, top),
        "decisions": _decisions(explanation),
        "links": _both_links(explanation),
    }
    if "uses" in explanation.sections:
        losses = explanation.uses.values()
        found = {"uses": chain.from_iterable(_lost_pieces(each, top) for each in losses), **found}
    if "relations" in explanation.sections:
        found["relations"] = _relations(explanation)
    if not explanation.is_judged:
        found["outcomes"] = found.pop("outcomes")
    asked = sections or (explanation.sections if explanation.sections != SECTIONS else ())
    pieces = chosen_sections(found, asked)
    return ReportText.of(explanation, pieces, *_heading(explanation.result), _source(explanation))


def chosen_sections(found: Mapping[str, Iterable[Piece]], sections: Sequence[str]) -> Iterator[Piece]:
    """Yield the pieces of the requested sections, or of all. If a requested section is empty, a paragraph says so.

    Pieces come from generators, so sections that are not requested are not made.
    """
    for name, pieces in found.items():
        if sections and name in sections:
            yield from list(pieces) or [Paragraph(f"Nothing to show: {name}.")]
        elif not sections:
            yield from pieces


def _outcome_pieces(explanation: Explanation, top: int) -> Iterator[Piece]:
    """Yield the outcomes of mentions: in full if a requested metric judges them, otherwise only their counts."""
    if not explanation.is_judged:
        for table in explanation.outcomes.values():
            yield _outcome_counts(table, on=NOT_IN_NOTEBOOKS)
        return
    for table in explanation.outcomes.values():
        yield from _outcomes(table, top, explanation.features)
    for feature, found in explanation.features.items():
        for name, cells in found.outcomes.items():
            yield _outcomes_by(explanation.outcomes[name], feature, cells)


FACTORS = {
    "detection": "mentions found (detection)",
    "association": "their links right (association)",
}


def _factors(explanation: Explanation) -> Iterator[Piece]:
    """Yield the factors of each metric that is a product: finding mentions, and linking them."""
    for name, rows in explanation.factors.items():
        label = parse_metric(name).full_label
        shown = []
        for (factor, parts), sign in zip(rows.items(), ("", "= ", "× "), strict=False):
            head = label if factor == "score" else f"{sign}{FACTORS[factor]}"
            shown.append(Row.of(head, percent(parts["recall"]), percent(parts["precision"])))
        columns = Column("", "text"), Column("Recall"), Column("Precision")
        yield Table(columns, tuple(shown), f"{label}: finding mentions and linking them", is_headed=True)


def _by(explanation: Explanation) -> Iterator[Piece]:
    """Yield errors by feature, and the losses of mentions in the first metric that has them."""
    if not explanation.repaired:
        return
    for feature, found in explanation.features.items():
        yield _breakdown(explanation, feature, found.errors)
        for name, rows in list(found.losses.items())[:1]:
            title = f"Points lost in {_label(explanation, name)} by {feature}"
            yield _loss_table(title, feature, "value", rows)


def _both_links(explanation: Explanation) -> Iterator[Table]:
    missing = "Missing links: the anaphor shares an entity with no earlier mention of its entity"
    yield _links(explanation.links.recall, missing)
    yield _links(explanation.links.precision, "Spurious links: the same, seen from the response")


def _source(explanation: Explanation) -> str:
    sources = {
        "given": "as given in the files",
        "ud": "from universal part-of-speech tags and dependencies",
        "ptb": "from Penn part-of-speech tags",
        "plain": "from the words alone",
    }
    source = explanation.key_linguistics.source
    if not (explanation.key_linguistics.type != MentionType.UNKNOWN).any():
        return "Mention types and heads unknown: no mention counts as a pronoun, and there are no span errors"
    words = "Mention types and heads " + sources.get(source, source)
    return words + ("; singletons are part of the data" if explanation.singletons else "")


_table = partial(Table.of, is_headed=True, on=NOT_IN_NOTEBOOKS)


def _costs(explanation: Explanation) -> Iterator[Table]:
    """Yield the cost of each error class. A bar follows the numbers of the first metric; the last row is the sum."""
    if not explanation.repaired:
        return
    first, *rest = explanation.attribution.values()
    others = {attribution.metric: attribution for attribution in rest}
    label = _label(explanation, first.metric)
    longest = max((abs(cost.shapley) for cost in first.costs), default=0.0) or 1.0
    columns = (
        Column("Error class", "text", of=lambda cost: cost.error_class.title),
        Column("Errors", of=attrgetter("count")),
        Column("Points", of=lambda cost: _points(cost.shapley)),
        Column("Alone – last", of=lambda cost: f"{_points(cost.alone)} – {_points(cost.last)}"),
        Column("", "text", of=lambda cost: _bar(cost.shapley / longest), on=MEDIA - {"latex"}),
        *columns_for(
            others,
            lambda name: f"{_label(explanation, name)} points",
            lambda cost, name: _points(others[name][cost.error_class].shapley),
        ),
    )
    totals = (_points(_total(attribution)) for attribution in rest)
    count = str(len(explanation.table))
    all_ = Row.of("all", count, _points(_total(first)), "", "", *totals, is_ruled=True)
    title = f"Where {label} F1 {_points(100 * first.f1)} loses {_points(_total(first))} points"
    yield _table(columns, first.costs, title, COSTS, sums=[all_], on=MEDIA)


def _instances(explanation: Explanation, top: int) -> Iterator[Piece]:
    gained, metric = explanation.gained, explanation.metric
    label = _label(explanation, metric)
    title = f"Costliest errors: gain in {label} F1 if only this one is repaired"
    if costing := gained.costing(metric, top):
        yield errors_table(explanation, costing, title, on=MEDIA)
    if lowering := gained.lowering(metric):
        told = (
            f"{lowering} of {len(explanation.table)} right repairs, made alone, would lower {label} F1; "
            "the score does not reward them."
        )
        yield Paragraph(told, on=TERMINAL)
        cheapest = gained.cheapest(metric, min(top, 3))
        yield errors_table(explanation, cheapest, "Right repairs that lower the score most")


ERROR_COLUMNS = (
    Column("Class", "text", of=lambda error: error.error_class.title),
    *(column for column in PLACE if column.head),
    Column("Mentions", "prose", of=lambda error: _quoted(error.marked)),
    Column("of the entity", "prose", of=lambda error: _quoted(error.entity)),
    Column("System chose", "prose", of=lambda error: shortened(_chosen(error))),
    Column("Right is", "prose", of=lambda error: shortened(_right(error))),
)
"""The columns of a table of errors, after the gain."""


def errors_table(
    explanation: Explanation, errors: Sequence[Error], title: str, on: frozenset[str] = NOT_IN_NOTEBOOKS
) -> Table:
    """Return errors, each with the gain in the first metric if only it is repaired. A screen shows them in context."""
    metric = explanation.metric
    gain = Column("Gain", of=lambda error: f"{error.deltas[metric]:+.3f}")
    instances = tuple(_instance(explanation, error) for error in errors)
    return Table.of((gain, *ERROR_COLUMNS), errors, title, is_headed=True, on=on, instances=instances)


def _instance(explanation: Explanation, error: Error) -> Instance:
    """Return an error in its context, for the screen."""
    left, right = explanation.gained.context(error)
    head = f"{error.deltas[explanation.metric]:+.3f}  {error.error_class.title}  {error.where}"
    told = [f"system chose: {_chosen(error, places=True)}; right is: {_right(error, places=True)}"]
    is_one_as_read = len(error.mentions) == 1 and error.marked == error.texts
    if error.error_class is not ErrorClass.SPAN_ERROR and not is_one_as_read:
        told.append(f"all of it: {_quoted(error.marked)}")
    told.append(f"of the entity: {_quoted(error.entity)}")
    return Instance(head, left, error.anchor.text, right, tuple(told))


def _chosen(error: Error, *, places: bool = False) -> str:
    """Return a phrase for the system's decision about the mention that represents an error."""
    if error.chosen is not None:
        return _placed(error.chosen, places=places and error.error_class is not ErrorClass.SPAN_ERROR)
    return "nothing (mention not found)" if error.anchor.side == "key" else "a new entity"


def _right(error: Error, *, places: bool = False) -> str:
    """Return a phrase for the correct decision about the mention that represents an error."""
    if error.right is not None:
        return _placed(error.right, places=places and error.error_class is not ErrorClass.SPAN_ERROR)
    return "no mention" if error.anchor.side == "response" else "a new entity"


def _placed(mention: ErrorMention, *, places: bool) -> str:
    text = shortened(mention.text)
    return f"{text} (sentence {mention.sentence})" if places and mention.sentence else text


def _entities(explanation: Explanation, top: int) -> Iterator[Table]:
    rows = explanation.lost.entities(top)
    if rows:
        columns = (
            Column("Recall", of=lambda row: f"{100 * row['recall']:.3f}"),
            Column("Mentions", of=itemgetter("mentions")),
            Column("Document", "text", of=itemgetter("document")),
            Column("Entity", "prose", of=lambda row: _quoted(row["texts"])),
        )
        label = _label(explanation, explanation.metric)
        yield _table(columns, rows, f"Costliest gold entities: points lost by their mentions in {label}")


def _losses(explanation: Explanation) -> Iterator[Piece]:
    lost = explanation.lost
    name = next(iter(lost.metrics), None)
    if name is None:
        return
    losses = lost.metrics[name]
    totals = [float(column.sum()) for column in (losses.recall, losses.precision, losses.f1)]
    totals[2] += losses.interaction
    sums = [
        Row.of("interaction", "", "", "", _points(100 * losses.interaction), is_ruled=True),
        Row.of("all", str(len(explanation.joint)), *(_points(100 * total) for total in totals)),
    ]
    title = f"Points lost in {_label(explanation, name)} by mention type"
    yield _loss_table(title, "Type", "type", lost.by_type[name], sums)


def _loss_table(
    title: str, head: str, value: str, rows: Sequence[Mapping[str, Any]], sums: Sequence[Row] = ()
) -> Table:
    """Return the points that the mentions with each value of a feature lose in a metric."""
    parts = {"recall": "Recall", "precision": "Precision", "f1": "F1"}
    columns = (
        Column(head, "text", of=itemgetter(value)),
        Column("Mentions", of=itemgetter("mentions")),
        *columns_for(parts, parts.__getitem__, lambda row, part: _points(100 * row[part])),
    )
    return _table(columns, rows, title, sums=sums)


CARRIED = (
    Column("Carried", "text", of=lambda way: way.how or "same words"),
    Column("", "prose", of=attrgetter("meaning")),
    Column("Mentions", of=attrgetter("mentions")),
    Column("in the key", of=attrgetter("found")),
)
"""The columns of the table that shows how mentions were aligned with the key's words."""


def _carried(explanation: Explanation, top: int) -> Iterator[Table]:
    """Yield how the response's mentions were aligned with the key's words, and the mentions that were not."""
    if not explanation.carried:
        return
    title = "How the mentions of the response were aligned with the key's words"
    yield _table(CARRIED, explanation.carried, title)
    listed = [each for way in explanation.carried for each in way.listed]
    if listed and top:
        columns = (
            Column("Document", "text", of=itemgetter(0)),
            Column("Mention", "prose", of=lambda each: shortened(each[1])),
        )
        rest = [Row.of("", f"… {len(listed)} in all")] if len(listed) > top else []
        title = "Mentions of the response that are not in the key's text"
        yield _table(columns, listed[:top], title, sums=rest)


def _relations(explanation: Explanation) -> Iterator[Piece]:
    """Yield the counts of outcomes by kind and name of relation, and the kinds that only the key has."""
    rows = explanation.relations.by_name()
    outcomes = [each for each in RelationOutcome if any(counts[each] for _, _, counts in rows)]
    if rows:
        columns = (
            Column("Relation", "text", of=lambda row: row[0].label),
            Column("Rel or SemType", "text", of=lambda row: row[1] or "–"),
            *columns_for(outcomes, lambda each: each.label, lambda row, each: f"{row[2][each]:,}"),
        )
        yield _table(columns, rows, "Relations beyond identity")
    for kind, count in explanation.relations.unanswered.items():
        yield Paragraph(f"{kind.label}: {count:,} in the key, none in the response.")


Group = tuple[Lost, Blame, LostUnit]
"""An entity, a cause of its losses, and the first unit that is lost because of it."""

LOST_COLUMNS = (
    Column("Lost", of=lambda group: group[1].count, shown="{:,}".format),
    Column("Entity", "prose", of=lambda group: group[0].entity),
    Column("Because", "prose", of=lambda group: _because(group[1])),
    Column("Document", "text", of=lambda group: group[2].document),
    Column("Sentence", of=lambda group: group[2].sentence),
    Column("In the text", "prose", of=lambda group: group[2].text),
    Column("Gold", "prose", of=lambda group: group[2].gold),
    Column("System", "prose", of=lambda group: group[2].system),
)


def _lost_pieces(losses: UseLosses, top: int) -> Iterator[Piece]:
    """Yield the entities that lose the most units of a use, and the costliest causes, each with an example."""
    metric, entities = losses.metric, losses.entities
    lost = losses.gold - losses.right
    title = f"{metric.full_label}: {lost:,} of {losses.gold:,} {metric.counts_of} are lost"
    shown = [each.sentence(metric) for each in entities[:top]]
    if len(entities) > top:
        more = several(len(entities) - top, "more entity loses units", "more entities lose units")
        shown.append(f"{more}; -f json and -f csv list them all.")
    yield Section(title, (Items(tuple(shown)),) if shown else (), 3)
    groups = [(each, cause, cause.units[0]) for each, cause in losses.causes[:top]]
    if groups:
        title = f"{metric.full_label}: the costliest causes, each with the first of its losses"
        instances = tuple(_lost_instance(group) for group in groups)
        yield Table.of(LOST_COLUMNS, groups, title, is_headed=True, instances=instances)


def _because(cause: Blame) -> str:
    return f"“{cause.mention}” {cause.error}"


def _lost_instance(group: Group) -> Instance:
    """Return a lost unit in its sentence, with gold and system one above the other."""
    entity, cause, unit = group
    head = f"{cause.count:,}  “{entity.entity}”: {_because(cause)}  {unit.document}, sentence {unit.sentence}"
    return Instance(
        head, unit.left, unit.mention, unit.right, (f"gold: {unit.gold}", f"system: {unit.system}")
    )


def _decisions(explanation: Explanation) -> Iterator[Table]:
    by_type = explanation.decisions_by_type()
    kinds = [kind for kind in MentionType if any(kind is found for _, found in by_type)]
    counts = explanation.decisions()
    columns = (
        Column("", "text", of=attrgetter("label")),
        Column("", "prose", of=attrgetter("meaning")),
        Column("Mentions", of=counts.__getitem__),
        *columns_for(
            kinds if len(kinds) > 1 else [],
            lambda kind: kind.label,
            lambda decision, kind: by_type.get((decision, kind), 0),
        ),
    )
    yield _table(columns, counts, "Decisions about mentions")


def _links(errors: LinkErrors, title: str) -> Table:
    by_type = errors.by_type()
    anaphors = [kind for kind in MentionType if any(kind is anaphor for anaphor, _ in by_type)]
    antecedents = [kind for kind in MentionType if any(kind is antecedent for _, antecedent in by_type)]
    sums = [sum(by_type.get((anaphor, kind), 0) for anaphor in anaphors) for kind in antecedents]
    columns = (
        Column("Anaphor", "text", of=attrgetter("label")),
        Column("Links", of=lambda anaphor: sum(by_type.get((anaphor, kind), 0) for kind in antecedents)),
        *columns_for(
            antecedents,
            lambda kind: f"to {kind.label}",
            lambda anaphor, kind: by_type.get((anaphor, kind), 0),
        ),
    )
    all_ = Row.of("all", str(len(errors)), *map(str, sums), is_ruled=True)
    return _table(columns, anaphors, title, sums=[all_])


def _outcomes(table: OutcomeTable, top: int, features: Collection[str]) -> Iterator[Piece]:
    """Yield the outcomes of a metric: their counts, their counts by class, and the costliest mentions."""
    yield _outcome_counts(table)
    own = table.metric.own_feature
    if table.by_class and own not in features:
        yield _outcomes_by(table, own, table.by_class)
    rows = table.costliest(top)
    if len(rows):
        title = f"Costliest mentions: gain in {table.metric.full_label} if only this one were right"
        yield _judged(table, table.read(rows), title, is_in_context=True)


def _outcome_counts(table: OutcomeTable, on: frozenset[str] = MEDIA) -> Table:
    meanings, added = table.metric.meanings, table.adds
    counted = [name for name in table.names if name in added] if table.judged.adds is not None else []
    columns = [
        Column("", "text", of=str),
        Column("", "prose", of=lambda outcome: meanings.get(outcome, "")),
        Column("Mentions", of=table.counts.__getitem__),
    ]
    if counted:
        columns.append(
            Column("Counted", of=lambda outcome: f"{added[outcome].sum():g}" if outcome in counted else "")
        )
    all_ = Row.of("all", "", str(len(table)), *([""] if counted else []), is_ruled=True)
    part, score = table.score
    title = f"Outcomes of {table.metric.full_label} ({PARTS.get(part, part)} {_points(100 * score)})"
    return _table(columns, table.counts, title, sums=[all_], on=on)


def _outcomes_by(table: OutcomeTable, feature: str, cells: Sequence[OutcomeCount]) -> Table:
    columns = (
        Column(feature, "text", of=attrgetter("value")),
        Column("Mentions", of=lambda cell: sum(cell.counts.values())),
        *columns_for(table.names, str, lambda cell, outcome: cell.counts[outcome]),
        Column("Gain", of=lambda cell: _points(cell.gain)),
    )
    title = f"{table.metric.full_label} outcomes by {feature}"
    return _table(columns, cells, title, "Gain: points if all of these were right.")


def _judged(
    table: OutcomeTable, mentions: Sequence[JudgedMention], title: str, *, is_in_context: bool = False
) -> Table:
    """Return judged mentions with the chosen and the correct antecedent.

    If mentions have weights, the table shows the weight of each and its found part. A screen always shows the context;
    other media show it only if requested.
    """
    weighs = [part for part in WEIGHED if f"{part}_denominator" in table.adds]
    columns = (
        Column("Gain", of=lambda each: "" if each.gain is None else f"{each.gain:+.3f}"),
        Column("Outcome", "text", of=attrgetter("outcome")),
        Column(
            "Document",
            "text",
            of=lambda each: each.document + (f":{each.mention.sentence}" if each.mention.sentence else ""),
        ),
        Column(
            "Mention",
            "prose",
            of=lambda each: table.context(each.number) if is_in_context else each.mention.text,
        ),
        Column("System chose", "prose", of=lambda each: shortened(words(each.chosen)) or UNDEFINED),
        Column("Right is", "prose", of=lambda each: shortened(words(each.right)) or UNDEFINED),
        *columns_for(weighs, WEIGHED.__getitem__, _found_of),
    )
    note = f"System chose, right is: the {table.metric.leads_to}; {UNDEFINED} is none."
    if weighs:
        note += " Key, system: the share of the mention's recall and precision that is found."
    instances = []
    for each in mentions:
        left, right = table.around(each.number)
        gain = "" if each.gain is None else f"{each.gain:+.3f}  "
        chosen, wanted = (shortened(words(group)) or UNDEFINED for group in (each.chosen, each.right))
        told = f"system chose: {chosen}; right is: {wanted}"
        found = ", ".join(f"{WEIGHED[part].lower()} {_found_of(each, part)}" for part in weighs)
        head = f"{gain}{each.outcome}  {each.where}"
        instances.append(
            Instance(head, left, each.mention.text, right, (f"{told}; {found}" if found else told,))
        )
    return _table(columns, mentions, title, note, on=MEDIA, instances=tuple(instances))


def _found_of(each: JudgedMention, part: str) -> str:
    """Return a mention's contribution to recall or precision, as found/possible."""
    return f"{each.adds[f'{part}_numerator']:.3g}/{each.adds[f'{part}_denominator']:.3g}"


def _breakdown(explanation: Explanation, feature: str, cells: Sequence[ErrorCount]) -> Table:
    """Return the number of errors for each value of a feature and, below it, the gain if they are repaired."""
    metric = explanation.metric
    found = {(cell.value, cell.error_class): cell for cell in cells}
    columns = (
        Column(feature, "text", of=str),
        *columns_for(
            (None, *explanation.classes),
            lambda kind: "all" if kind is None else kind.title,
            lambda value, kind: _cell(found.get((value, kind)), metric),
        ),
    )
    label = _label(explanation, metric)
    title = f"Errors by {feature}: how many, and the gain in {label} F1 if only these are repaired"
    return _table(columns, dict.fromkeys(cell.value for cell in cells), title, is_stacked=True)


def _cell(cell: ErrorCount | None, metric: str) -> Cell:
    return Cell("") if cell is None else Cell(str(cell.count), f"{cell.gains[metric]:+.2f}")


def _label(explanation: Explanation, name: str) -> str:
    metric = next((one for one in explanation.metrics.values() if name in (one.full_name, one.name)), None)
    return name if metric is None else metric.full_label


def _points(value: float) -> str:
    return UNDEFINED if math.isnan(value) else f"{value:.2f}"


def _total(attribution: Attribution) -> float:
    return math.fsum(cost.shapley for cost in attribution.costs)


def _bar(share: float) -> str:
    return "" if math.isnan(share) else ("█" if share > 0 else "░") * round(BAR * abs(share))


def _quoted(texts: Sequence[str]) -> str:
    shown = " | ".join(map(shortened, texts[:MENTIONS_OF_ENTITY]))
    return shown + (f" | … {len(texts)} in all" if len(texts) > MENTIONS_OF_ENTITY else "")
