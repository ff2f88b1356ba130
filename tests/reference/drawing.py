"""Small texts drawn at random: a key, and a response that is the key with mistakes.

Mentions of one side never cross, so that every format and every scorer can read them; they may be nested, in two
parts, listed in two entities, or zeros. What is drawn is written down once, in recorded/texts.json.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

from tests.reference.notation import cells

Span = tuple[int, int]


@dataclass(frozen=True)
class Drawn:
    """A mention: its parts as numbers of words (of a zero the word it follows), its entity and its head."""

    parts: tuple[Span, ...]
    entity: int
    head: int
    dependencies: str = ""
    is_twofold: bool = False

    @property
    def words(self) -> list[int]:
        """The words of all parts."""
        return [word for first, last in self.parts for word in range(first, last + 1)]

    @property
    def is_zero(self) -> bool:
        """Zeros are those that have dependencies."""
        return bool(self.dependencies)


def sentences(draw: Random) -> list[Span]:
    """Return the first and last word of a few sentences."""
    bounds, start = [], 0
    for _ in range(draw.randint(2, 4)):
        length = draw.randint(4, 7)
        bounds.append((start, start + length - 1))
        start += length
    return bounds


def fits(parts: tuple[Span, ...], entity: int, others: list[Drawn]) -> bool:
    """Say whether spans cross no other and are none of them.

    udapi cannot read one in two parts around another of its entity: those keep apart.
    """
    for other in others:
        for (first, last), (start, end) in product(parts, () if other.is_zero else other.parts):
            if last < start or first > end:
                continue
            is_nested = (start <= first and last <= end) or (first <= start and end <= last)
            if not is_nested or (first, last) == (start, end):
                return False
            if other.entity == entity and len(parts) + len(other.parts) > 2:
                return False
    return True


def spans(draw: Random, bounds: list[Span], parts: int) -> tuple[Span, ...]:
    """Return the spans of a mention within one sentence."""
    first, last = draw.choice(bounds)
    if parts == 1:
        start = draw.randint(first, last)
        return ((start, min(last, start + draw.choice((0, 0, 1, 2, 3)))),)
    one, two, three, four = sorted(draw.sample(range(first, last + 2), 4))
    return (
        ((one, two - 1 if two > one else one), (three, four - 1))
        if two < three
        else ((one, one), (three, four - 1))
    )


def key(
    draw: Random, bounds: list[Span], discontinuous: float = 0, zeros: float = 0, twice: float = 0
) -> list[Drawn]:
    """Draw the key's mentions."""
    found: list[Drawn] = []
    entities = draw.randint(2, 5)
    for _ in range(draw.randint(7, 13)):
        entity = draw.randrange(entities)
        if draw.random() < zeros:
            first, last = draw.choice(bounds)
            place = draw.randint(first, last)
            found.append(Drawn(((place, place),), entity, place, dependencies(draw, last - first + 1)))
            continue
        parts = spans(draw, bounds, 2 if draw.random() < discontinuous else 1)
        if fits(parts, entity, found):
            words = [word for first, last in parts for word in range(first, last + 1)]
            found.append(Drawn(parts, entity, draw.choice(words)))
            if draw.random() < twice:
                found.append(replace(found[-1], entity=(entity + 1) % entities, is_twofold=True))
    return found


def dependencies(draw: Random, words: int) -> str:
    """Return one or two enhanced dependencies."""
    relations = {draw.randint(1, words): draw.choice(("nsubj", "obj")) for _ in range(draw.choice((1, 1, 2)))}
    return "|".join(f"{head}:{relation}" for head, relation in sorted(relations.items()))


def response(draw: Random, bounds: list[Span], mentions: list[Drawn], twice: float = 0) -> list[Drawn]:
    """Draw mistakes: mentions left out, moved, given to another entity, invented."""
    found: list[Drawn] = []
    entities = max(mention.entity for mention in mentions) + 2
    for mention in mentions:
        if mention.is_twofold or draw.random() < 0.15:
            continue
        changed = replace(mention, entity=draw.randrange(entities)) if draw.random() < 0.25 else mention
        if mention.is_zero:
            first, last = next(bound for bound in bounds if bound[0] <= mention.head <= bound[1])
            if draw.random() < 0.4:
                place = draw.randint(first, last)
                changed = replace(changed, parts=((place, place),), head=place)
            if draw.random() < 0.3:
                changed = replace(changed, dependencies=dependencies(draw, last - first + 1))
            found.append(changed)
            continue
        if draw.random() < 0.35:
            first, last = draw.choice(mention.parts)
            start, end = next(bound for bound in bounds if bound[0] <= first <= bound[1])
            moved = (max(start, first - draw.choice((-1, 0, 1))), min(end, last + draw.choice((-1, 0, 1))))
            if moved[0] <= moved[1]:
                changed = replace(changed, parts=(moved,))
        if not fits(changed.parts, changed.entity, found):
            continue
        if changed.head not in changed.words or draw.random() < 0.1:
            changed = replace(changed, head=draw.choice(changed.words))
        found.append(changed)
        if draw.random() < twice:
            found.append(replace(changed, entity=draw.randrange(entities), is_twofold=True))
    for _ in range(draw.randint(0, 2)):
        parts, entity = spans(draw, bounds, 1), draw.randrange(entities)
        if fits(parts, entity, found):
            found.append(Drawn(parts, entity, parts[0][0]))
    return found


def conll2012(bounds: list[Span], mentions: list[Drawn]) -> str:
    """Return the notation of CoNLL-2012; parts of one mention have letters, as CRAFT writes them."""
    rows = []
    letters = 0
    for mention in mentions:
        name = str(mention.entity)
        for number, (first, last) in enumerate(mention.parts):
            part = name if len(mention.parts) == 1 else name + "abcdefghijklmnopqrstuvwxyz"[letters + number]
            rows.append((first, last, f"({part}|", f"{part})|", f"({part})|"))
        letters += len(mention.parts) if len(mention.parts) > 1 else 0
    line = [cell.rstrip("|") for cell in cells(rows, bounds[-1][1] + 1)]
    return "\n\n".join("\n".join(line[first : last + 1]) for first, last in bounds)


def corefud(bounds: list[Span], mentions: list[Drawn]) -> str:
    """Return the notation of CorefUD: empty nodes follow the word they stand after."""
    nodes: list[tuple[str, str, Drawn | int]] = []
    for first, last in bounds:
        for word in range(first, last + 1):
            nodes.append((str(word - first + 1), "_", word))
            zeros = [mention for mention in mentions if mention.is_zero and mention.head == word]
            nodes += [
                (f"{word - first + 1}.{number}", zero.dependencies, zero)
                for number, zero in enumerate(zeros, 1)
            ]
    place = {id(node) if isinstance(node, Drawn) else node: row for row, (_, _, node) in enumerate(nodes)}
    rows = []
    for mention in mentions:
        if mention.is_zero:
            row = place[id(mention)]
            rows.append((row, row, "", "", f"(e{mention.entity}-1-)"))
            continue
        parts = [(place[first], place[last]) for first, last in mention.parts]
        inside = [row for first, last in parts for row in range(first, last + 1)]
        head = inside.index(place[mention.head]) + 1
        for number, (first, last) in enumerate(parts, 1):
            name = f"e{mention.entity}" + (f"[{number}/{len(parts)}]" if len(parts) > 1 else "")
            rows.append((first, last, f"({name}-{head}-", f"{name})", f"({name}-{head}-)"))
    found = cells(rows, len(nodes))
    lines: list[str] = []
    for (identifier, dependency, _), cell in zip(nodes, found, strict=True):
        lines += [""] if identifier == "1" and lines else []
        lines.append(f"{identifier} {dependency} {cell}")
    return "\n".join(lines)


def conllua(bounds: list[Span], mentions: list[Drawn], draw: Random, wants: frozenset[str]) -> str:
    """Return the notation of CoNLL-UA, with minimum spans, sets, bridging and what refers to nothing where wanted."""
    names = {id(mention): f"m{number}" for number, mention in enumerate(mentions, 1)}
    entities = sorted({mention.entity for mention in mentions})
    plural, *elements = draw.sample(entities, min(3, len(entities)))
    pseudo = draw.choice(entities) if "pseudo" in wants else -1
    numbers = {
        entity: f"{entity}-Pseudo" if entity == pseudo and entity != plural else f"{entity}"
        for entity in entities
    }
    seen: set[int] = set()
    at_word: list[tuple[int, int, str, str, str]] = []
    at_zero: dict[int, list[str]] = {}
    for mention in mentions:
        name, entity = names[id(mention)], numbers[mention.entity]
        least = f"{mention.head + 1}" if "min" in wants and not mention.is_zero else ""
        is_element = "sets" in wants and mention.entity in elements and mention.entity not in seen
        seen.add(mention.entity)
        element = str(plural) if is_element else ""
        bracket = f"({entity}:{name}:{least}:{element}".rstrip(":")
        if mention.is_zero:
            at_zero.setdefault(mention.head, []).append(bracket + ")")
            continue
        at_word += [(first, last, bracket, ")", bracket + ")") for first, last in mention.parts]
    anchors: dict[int, str] = {}
    if "bridging" in wants:
        whole = [mention for mention in mentions if not mention.is_zero]
        for anaphor in draw.sample(whole, min(4, len(whole))):
            anchor = draw.choice([mention for mention in whole if mention is not anaphor])
            anchors.setdefault(anaphor.parts[0][0], f" {names[id(anaphor)]}<{names[id(anchor)]}")
    lines = []
    for word, cell in enumerate(cells(at_word, bounds[-1][1] + 1, closed_first=True)):
        lines.append(f"{word + 1} {cell}{anchors.get(word, '')}")
        lines += [f"{word + 1}.{number} {zero}" for number, zero in enumerate(at_zero.get(word, ()), 1)]
    return "\n".join(lines)


KINDS: dict[str, tuple[dict[str, float], frozenset[str]]] = {
    "plain": ({}, frozenset({"min"})),
    "twice": ({"twice": 0.15}, frozenset()),
    "parts": ({"discontinuous": 0.4}, frozenset({"min"})),
    "zeros": ({"zeros": 0.4}, frozenset()),
    "sets": ({}, frozenset({"sets", "min"})),
    "relations": ({}, frozenset({"bridging", "pseudo", "min"})),
}
"""What may be drawn: the chances of the key, and what is annotated in CoNLL-UA."""

WANTED = {
    "conll2012": {"plain": 8, "twice": 4, "parts": 4},
    "corefud": {"plain": 5, "parts": 4, "zeros": 7},
    "conllua": {"plain": 4, "parts": 5, "zeros": 4, "sets": 6, "relations": 4},
}
"""How many texts of each kind a format has; the last of each kind has two documents."""


def pair(form: str, kind: str, draw: Random) -> tuple[str, str]:
    """Draw one document, key and response, in the notation of a format."""
    chances, wants = KINDS[kind]
    bounds = sentences(draw)
    gold = key(draw, bounds, **chances)
    system = response(draw, bounds, gold, chances.get("twice", 0))
    if form == "conllua":
        return conllua(bounds, gold, draw, wants), conllua(bounds, system, draw, wants)
    render = conll2012 if form == "conll2012" else corefud
    return render(bounds, gold), render(bounds, system)


def texts(seed: int = 2026) -> dict[str, dict[str, dict[str, str]]]:
    """Draw all texts: by format and name, key and response."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for form, kinds in WANTED.items():
        for kind, number in kinds.items():
            for order in range(1, number + 1):
                draw = Random(f"{seed} {form} {kind} {order}")
                drawn = [pair(form, kind, draw) for _ in range(2 if order == number else 1)]
                keys, responses = zip(*drawn, strict=True)
                found.setdefault(form, {})[f"{kind} {order}"] = {
                    "key": "\n==\n".join(keys),
                    "response": "\n==\n".join(responses),
                }
    return found
