"""A page for adjudication: every sentence with disagreements, in the version of each annotator.

It is one HTML file without scripts that loads nothing. It calls no annotator the key and no disagreement an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from corefeval.agreement.agreement import Agreement
from corefeval.agreement.disagreements import CLASSES, Disagreement
from corefeval.agreement.units import CodingUnits
from corefeval.columns import grouped
from corefeval.corpus.views import Document, Mention
from corefeval.reports.family import plain_page
from corefeval.reports.render.html import render
from corefeval.reports.show.agreement import show
from corefeval.text import natural, several, shortened

ANGLE = 137
"""Degrees between the hues of two consecutive chains, so that neighbours look different."""

Numbers = Sequence[Mapping[int, str]]
"""The name of each chain on the page, for each annotator."""

_STYLE = """
main { --light: 34%; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { main { --light: 72%; } }
table { border-collapse: collapse; margin: 0 0 1.2em; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { border-bottom: 1px solid var(--edge); padding: .2rem .6rem; text-align: right; white-space: nowrap; }
:is(th, td):first-child { text-align: left; white-space: normal; }
table { font-size: 14px; }
code { display: block; font-size: .85em; overflow-wrap: anywhere; white-space: normal !important; }
.filter { position: sticky; top: 0; z-index: 2; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--edge); }
.filter label { display: inline-block; margin-right: 1rem; white-space: nowrap; }
summary { cursor: pointer; font-weight: 600; padding: .3rem 0; }
section { border-left: 3px solid var(--edge); margin: .8rem 0; padding-left: .8rem; }
section > p { color: var(--soft); margin: 0; }
dl { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: .1rem .8rem; margin: .2rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
.m { color: hsl(var(--hue) 80% var(--light)); background: color-mix(in srgb, var(--mark) 55%, transparent); }
.alone { text-decoration: underline dotted; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
footer, .soft { color: var(--soft); }
.n { display: none; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .3rem; } }
"""

_EXPLAINED = (
    "A number is a chain. With each annotator the chain that shares most mentions has the same number; its other "
    "parts have a letter after it. Highlighted: annotators differ. Dotted: not marked by all."
)
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def page(agreement: Agreement, classes: str = "all") -> str:
    """Return the page: the tables of agreement, then by document every sentence with disagreements.

    Chains of different annotators have the same number if they share the most mentions; other parts of a chain get a
    letter after the number. So split and merged chains are visible by their numbers. Mentions on which annotators differ
    are highlighted.

    Args:
        agreement: the agreement of the annotators.
        classes: the classes of disagreements to show, comma-separated; all of them by default.
    """
    found = agreement.disagreements(classes)
    by_document = grouped(found, lambda each: each.document)
    used = [kind for kind in CLASSES if any(each.kind == kind for each in found)]
    title = f"Agreement of {', '.join(agreement.annotators)}"
    texts = (
        _document(agreement, place, by_document[name], used, is_open=len(by_document) == 1)
        for place, name in sorted(enumerate(agreement.documents), key=lambda item: natural(item[1]))
        if name in by_document
    )
    body = [
        f'<div class="panel">{render(show(agreement))}</div>',
        f"<h2>{_counts(found, used)}</h2>",
        f'<p class="soft">{_EXPLAINED}</p>' if found else "",
        _filter(used) if len(used) > 1 else "",
        *texts,
    ]
    style = _STYLE + "".join(map(_rule, ["all", *used]))
    return plain_page(title, style, body, styles_elements=True)


def _filter(used: Sequence[str]) -> str:
    choices = [("all", "all")] + [(kind, CLASSES[kind]) for kind in used]
    inputs = "".join(
        f'<label title="{escape(meaning)}"><input type="radio" name="only" id="only-{kind}"{" checked" if kind == "all" else ""}> '
        f"{kind}</label>"
        for kind, meaning in choices
    )
    return f'<div class="filter" role="radiogroup" aria-label="Show">Show: {inputs}</div>'


def _rule(kind: str) -> str:
    """Return the CSS rule that shows the counts of the selected class and hides other disagreements."""
    chosen = f"body:has(#only-{kind}:checked)"
    counts = f"{chosen} .n.{kind} {{ display: inline; }}\n"
    if kind == "all":
        return f"body:not(:has(.filter)) .n.all {{ display: inline; }}\n{counts}"
    hidden = f"{chosen} :is(details, section):not(:has(li.{kind})), {chosen} li:not(.{kind})"
    return f"{counts}{hidden} {{ display: none; }}\n"


def _counts(found: Sequence[Disagreement], used: Sequence[str]) -> str:
    """Return the number of disagreements in all classes and in each class. The filter shows one of them."""
    counts = Counter(each.kind for each in found)
    rows = [("all", len(found)), *((kind, counts[kind]) for kind in used if counts[kind])]
    return "".join(f'<span class="n {kind}">{several(count, "disagreement")}</span>' for kind, count in rows)


def _document(
    agreement: Agreement, place: int, found: Sequence[Disagreement], used: Sequence[str], *, is_open: bool
) -> str:
    lines = _Lines(agreement.units, place)
    sections = []
    for sentence, own in sorted(grouped(found, lambda each: each.sentence).items()):
        # annotators with the same version of a sentence share a line
        alike: dict[str, list[str]] = {}
        for number, name in enumerate(agreement.annotators):
            if line := lines.sentence(number, sentence):
                alike.setdefault(line, []).append(name)
        texts = "".join(
            f"<dt>{escape(', '.join(names))}</dt><dd>{line}</dd>" for line, names in alike.items()
        )
        head = f"<p>Sentence {sentence}</p>" if sentence else ""
        rows = "".join(_item(each) for each in own)
        sections.append(f"<section>{head}{f'<dl>{texts}</dl>' if texts else ''}<ul>{rows}</ul></section>")
    name = escape(agreement.documents[place])
    summary = f'{name} <span class="soft">{_counts(found, used)}</span>'
    return f"<details{' open' if is_open else ''}><summary>{summary}</summary>{''.join(sections)}</details>"


def _item(each: Disagreement) -> str:
    """Return a disagreement as a list item: its class, the two annotators, and a description."""
    what = each.said or f"{each.marked}: {shortened(each.mention, 120)}"
    if each.kind in {"split", "merged"}:
        what += f" – of the chain {shortened(each.chain, 200)}"
    return f'<li class="{each.kind}"><b>{each.kind}</b> ({escape(each.first)} – {escape(each.second)}) {escape(what)}</li>'


class _Lines:
    """The sentences of a document, with the mentions of each annotator in brackets."""

    def __init__(self, units: CodingUnits, document: int) -> None:
        rows = [row for row, own in enumerate(units.document.tolist()) if own == document]
        self._units, self._rows = units, rows
        self._numbers = chain_numbers(units, rows)
        self._texts = [Document(corpus, document) for corpus in units.corpora]
        self._words = [text.tokens for text in self._texts]
        self._starts = [text.sentence_starts for text in self._texts]
        called = [{self._number(annotator, row) for annotator in range(units.annotators)} for row in rows]
        self._look = {
            row: "m alone" if None in names else "" if len(names) == 1 else "m apart"
            for row, names in zip(rows, called, strict=True)
        }
        self._spans = [list(self._placed(annotator)) for annotator in range(units.annotators)]

    def _number(self, annotator: int, row: int) -> str | None:
        if self._units.mention[annotator][row] < 0:
            return None
        return self._numbers[annotator][int(self._units.chain[annotator][row])]

    def _placed(self, annotator: int) -> Iterator[tuple[int, int, int]]:
        """Yield first node, last node and unit of each part of the annotator's mentions."""
        corpus = self._units.corpora[annotator]
        if corpus.mentions.objects is not None:
            return
        for row in self._rows:
            mention = int(self._units.mention[annotator][row])
            if mention >= 0:
                for first, last in Mention(corpus, mention).spans:
                    yield first, last, row

    def sentence(self, annotator: int, number: int) -> str:
        """Return the sentence with this number, from 1, in the annotator's version; '' if it does not exist."""
        bounds = list(pairwise([*self._starts[annotator], len(self._words[annotator])]))
        if not 1 <= number <= len(bounds):
            return ""
        start, stop = bounds[number - 1]
        opening: dict[int, list[tuple[int, int]]] = {}
        closing: Counter[int] = Counter()
        for first, last, row in self._spans[annotator]:
            if first < stop and last >= start:
                opening.setdefault(max(first, start), []).append((-last, row))
                closing[min(last, stop - 1)] += 1
        pieces = []
        for node in range(start, stop):
            opened = "".join(self._bracket(annotator, row) for _, row in sorted(opening.get(node, ())))
            pieces.append(f"{opened}{escape(self._words[annotator][node])}{']' * closing[node]}")
        return " ".join(pieces)

    def _bracket(self, annotator: int, row: int) -> str:
        """Return an opening bracket with the number of its chain, inside an HTML element if annotators differ."""
        number = self._number(annotator, row) or ""
        written = f"[{number.translate(_SUBSCRIPT)}"
        if not self._look[row]:
            return written
        hue = ANGLE * int("".join(filter(str.isdigit, number)) or 0) % 360
        return f'<b class="{self._look[row]}" style="--hue:{hue}">{written}</b>'


def chain_numbers(units: CodingUnits, rows: Sequence[int]) -> Numbers:
    """Return the names of a document's chains for each annotator.

    The chains of the first annotator are numbered in the order of the text. A chain of another annotator gets the number
    of the earlier annotators' chain with which it shares the most mentions. If several chains would get the same
    number, the one that shares the most mentions gets it, and the others get it with a letter. A chain that shares no
    mention gets a new number.
    """
    given: dict[int, int] = {}
    found: list[dict[int, str]] = []
    fresh = 1
    for mentions, chains in zip(units.mention, units.chain, strict=True):
        members: dict[int, list[int]] = {}
        for row in rows:
            if mentions[row] >= 0:
                members.setdefault(int(chains[row]), []).append(row)
        wanted = []
        for chain, own in members.items():
            shared = Counter(given[row] for row in own if row in given)
            number = min(shared, key=lambda one: (-shared[one], one), default=0)
            wanted.append((-shared[number], own[0], number, chain))
        taken: Counter[int] = Counter()
        names: dict[int, str] = {}
        numbers: dict[int, int] = {}
        for _, _, number, chain in sorted(wanted):
            chosen = number or fresh
            fresh += not number
            names[chain], numbers[chain] = f"{chosen}{_letter(taken[chosen])}", chosen
            taken[chosen] += 1
        for chain, own in members.items():
            for row in own:
                given.setdefault(row, numbers[chain])
        found.append(names)
    return found


def _letter(place: int) -> str:
    """Return the letter of a part of a chain: '' for the first part, then b to z, b1 to z1, and so on."""
    if not place:
        return ""
    turn, letter = divmod(place - 1, 25)
    return f"{chr(ord('b') + letter)}{turn or ''}"
