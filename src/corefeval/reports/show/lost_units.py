"""Lost units of uses: the number that each entity loses, the causes, and an example of each cause in its text."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.breakdown.lost_units import Blame, Lost, LostUnit, UseLosses
from corefeval.columns import Column
from corefeval.reports.report import Instance, Items, Piece, Section, Table
from corefeval.text import several

Group = tuple[Lost, Blame, LostUnit]
"""An entity, a cause of its losses, and the first unit that is lost because of it."""

COLUMNS = (
    Column("Lost", of=lambda group: group[1].count, shown="{:,}".format),
    Column("Entity", "prose", of=lambda group: group[0].entity),
    Column("Because", "prose", of=lambda group: _because(group[1])),
    Column("Document", "text", of=lambda group: group[2].document),
    Column("Sentence", of=lambda group: group[2].sentence),
    Column("In the text", "prose", of=lambda group: group[2].text),
    Column("Gold", "prose", of=lambda group: group[2].gold),
    Column("System", "prose", of=lambda group: group[2].system),
)


def lost_pieces(losses: UseLosses, top: int) -> Iterator[Piece]:
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
        instances = tuple(_instance(group) for group in groups)
        yield Table.of(COLUMNS, groups, title)._replace(is_headed=True, instances=instances)


def _because(cause: Blame) -> str:
    return f"“{cause.mention}” {cause.error}"


def _instance(group: Group) -> Instance:
    """Return a lost unit in its sentence, with gold and system one above the other."""
    entity, cause, unit = group
    head = f"{cause.count:,}  “{entity.entity}”: {_because(cause)}  {unit.document}, sentence {unit.sentence}"
    return Instance(
        head, unit.left, unit.mention, unit.right, (f"gold: {unit.gold}", f"system: {unit.system}")
    )
