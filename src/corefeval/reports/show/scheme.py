"""The list of schemes of type codes, and one page per scheme, made from their files."""

from __future__ import annotations

from collections.abc import Iterator

from corefeval.columns import Column
from corefeval.linguistics.codes import ANY_CLASS, Level, Scheme
from corefeval.linguistics.scheme_files import COEFFICIENTS, DEFAULT, named_schemes
from corefeval.reports.report import PAGES, TERMINAL, Paragraph, Piece, ReportText, Section, Table, Terms
from corefeval.reports.show import declared
from corefeval.text import plain_number

OUTCOMES = {
    "tp": "right type and right link",
    "wt": "wrong type",
    "wl": "wrong link",
    "wtl": "both wrong",
}


def render_list(kind: str) -> str:
    """Return all schemes in any kind of output."""
    return declared.render_list([*named_schemes().values()], kind, show, show_list)


def render(scheme: Scheme, kind: str) -> str:
    """Return one scheme's page in any kind of output."""
    return declared.render_page(scheme, kind, show)


def show_list() -> ReportText:
    """Return all schemes with their classes."""
    columns = (
        Column(
            "Name", "text", of=lambda one: one.name + " (default)" * (one.name == DEFAULT), is_unbroken=True
        ),
        Column("Scheme", "prose", "title"),
        Column("Classes", "prose", "classes", shown=", ".join),
    )
    more = "'corefeval schemes NAME' explains one; 'corefeval schemes NAME --file' is a file to begin your own with."
    return ReportText((Table.of(columns, named_schemes().values()), Paragraph(more, on=TERMINAL)))


def show(scheme: Scheme) -> Section:
    """Return one scheme's page."""
    label = scheme.title or scheme.name
    pieces: tuple[Piece, ...] = (
        Paragraph(label, on=PAGES),
        *([Paragraph(scheme.paper)] if scheme.paper else []),
        *_sections(scheme),
    )
    return Section(f"{label} ({scheme.name})", pieces, 1, scheme.name, is_typed=True)


def _sections(scheme: Scheme) -> Iterator[Section]:
    for number, level in enumerate(scheme.levels, 1):
        yield Section(f"Level {number}: {level.name}", (Terms(tuple(_values(scheme, level))),))
    if scheme.class_patterns:
        terms = tuple((name, ", ".join(codes)) for name, codes in scheme.class_patterns.items())
        yield Section("Classes", (Terms(terms),))
    steps = tuple(
        (str(number), ", ".join(step.codes) + (f": {step.words}" if step.words else ""))
        for number, step in enumerate(scheme.dominance, 1)
    )
    yield Section("Order of dominance, most dominant first", (Terms(steps),))
    yield Section("Mentions without a code", (Terms(tuple(scheme.types.items())),))
    if scheme.class_of_kind:
        yield Section("Class of units without a code", (Terms(tuple(scheme.class_of_kind.items())),))
    for title, patterns in (
        ("Legal are only", scheme.legal),
        ("Illegal", scheme.illegal),
        ("Ambiguous: one of several antecedents is enough", scheme.ambiguous),
        ("Not told apart", scheme.same),
    ):
        if patterns:
            yield Section(title, (Paragraph(", ".join(patterns)),))
    earned = {name: scheme.coefficients[name] for name in COEFFICIENTS if name in scheme.coefficients}
    if earned:
        terms = tuple((OUTCOMES[name], plain_number(value)) for name, value in earned.items())
        yield Section("What is earned", (Terms(terms),))
    weights = scheme.named_weights
    if weights:
        terms = tuple((name, plain_number(weight)) for name, weight in weights.items())
        yield Section("Weights of links with such mentions in LMetrics", (Terms(terms),))
    parent = (("defining", ", ".join(scheme.defining)), ("referring", ", ".join(scheme.referring)))
    yield Section("For PARENT", (Terms(parent),))
    column = f", else in the column {scheme.column!r} of words" if scheme.column else ""
    where = f"With typed links, else in the attribute {scheme.attribute!r} of mentions{column}."
    yield Section("Where files have them", (Paragraph(where),))


def _values(scheme: Scheme, level: Level) -> Iterator[tuple[str, str]]:
    classes: dict[tuple[str, str], list[str]] = {}
    for kind, values in level.values.items():
        for item in values.items():
            classes.setdefault(item, []).append(scheme.class_meaning(kind))
    for (value, meaning), kinds in classes.items():
        yield value, meaning if kinds == [ANY_CLASS] else f"{meaning} ({', '.join(kinds)})"
    if scheme.is_open and level is not scheme.levels[0]:
        yield "…", "others are used unchanged"
