"""Mention types from labels: rules that map the labels of a corpus, or any attribute of its mentions, to mention types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.mention_types import TYPE_OF, MentionType, type_named
from corefeval.linguistics.predicates import TYPE, Predicate, Values
from corefeval.names import NOWHERE, spelled
from corefeval.problems import Place, Problem, UsageError, warning
from corefeval.text import TextColumn

LABEL = "label"
"""The attribute for the label of a mention, regardless of its name in the format."""

_LABELS = (LABEL, "ne", TYPE, "etype")
"""The attributes in which readers store labels; the first one with a value is the mention's label.

Readers of brat, TEI and WebAnno store the label as named-entity class, others as type.
"""

_BLANK = frozenset({"", "_"})


@dataclass(frozen=True, slots=True)
class TypeTable:
    """Rules that assign types to mentions; the first rule that matches decides.

    Attributes:
        rules: predicates, each with the type of the mentions that satisfy it.
    """

    rules: tuple[tuple[Predicate, MentionType], ...] = ()

    @classmethod
    def parse(cls, text: str) -> TypeTable:
        """Parse 'nam*=name,agp=nominal,np_form:ne=name'; a pattern without an attribute applies to labels.

        Raises:
            UsageError: CE050 if the text is not a table, or names a type that does not exist.

        Examples:
            >>> str(TypeTable.parse("nam* = name, upos:PRON = pron"))
            'nam*=name,upos:PRON=pronoun'
        """
        rules, at = [], 0
        for piece in text.split(","):
            predicate, equals, kind = piece.rpartition("=")
            if not equals or not predicate.strip() or not kind.strip():
                raise UsageError(
                    Problem("CE050", "not-a-type-table", given=text, rule=piece.strip(), column=at + 1)
                )
            rules.append(_rule(predicate, kind.strip(), "types"))
            at += len(piece) + 1
        return cls(tuple(rules))

    @classmethod
    def of(cls, table: Mapping[str, str], where: str = "types", place: Place = NOWHERE) -> TypeTable:
        """Return the table of a mapping from predicates to types."""
        return cls(tuple(_rule(predicate, kind, where, place) for predicate, kind in table.items()))

    def __str__(self) -> str:
        """Return the table as written in `--types` and signatures; blanks become `?`, which matches them."""
        return ",".join(f"{_written(predicate)}={kind.label}" for predicate, kind in self.rules)

    def __add__(self, other: TypeTable) -> TypeTable:
        """Return the rules of this table, then those of another."""
        return TypeTable((*self.rules, *other.rules))


NO_TABLE = TypeTable()
"""A table without rules: types in files are recognised only by their usual names."""

_USUAL: Mapping[str, MentionType] = {
    "agp": MentionType.NOMINAL,
    "pron": MentionType.PRONOUN,
    "pronoun": MentionType.PRONOUN,
    "zero": MentionType.ZERO,
}
"""Unambiguous labels, recognised without a table: those of KPWr, the corpus of the PARENT paper. Names are labelled nam_…."""


def _rule(predicate: str, kind: str, where: str, place: Place = NOWHERE) -> tuple[Predicate, MentionType]:
    return Predicate.parse(predicate.strip(), of=where, default=LABEL), type_named(
        kind, of=where, place=place
    )


def _written(predicate: Predicate) -> str:
    alternatives = (
        "&".join(str(term).replace(f"{LABEL}:", "", 1) for term in terms) for terms in predicate.alternatives
    )
    return "+".join(alternatives).replace(" ", "?")


def label_column(corpus: Corpus) -> TextColumn | None:
    """Return the label of each mention, '' for mentions without one; None if no mention has one."""
    columns = [corpus.mentions.attributes.column(name) for name in _LABELS]
    known = [column for column in columns if column is not None and len(column.block)]
    if len(known) < 2:
        return known[0] if known else None
    rows: list[str] = [""] * len(corpus.mentions)
    for column in reversed(known):
        rows = [text if text not in _BLANK else below for text, below in zip(column, rows, strict=True)]
    return TextColumn.of(rows)


def given_types(corpus: Corpus, table: TypeTable = NO_TABLE) -> tuple[Integers | None, tuple[Problem, ...]]:
    """Return the types that a file gives its mentions, and warnings about the table.

    The table decides first, then the attribute `type` with the usual names of types, then labels with a usual name. The
    type is UNKNOWN if the file gives none for a mention. The types are None if it gives none at all.
    """
    types = _named_types(corpus.mentions.attributes.column(TYPE), len(corpus.mentions))
    problems: tuple[Problem, ...] = ()
    if table.rules:
        decided = _decided(corpus, table)
        types = np.where(decided != MentionType.UNKNOWN, decided, types)
        problems = _unlisted(corpus, table, types)
    else:
        for name in (LABEL, "ne"):
            usual = _named_types(corpus.mentions.attributes.column(name), len(types), _usual_type)
            types = np.where(types != MentionType.UNKNOWN, types, usual)
    return (types if types.any() else None), problems


def unknown_types(corpus: Corpus, untyped: Booleans) -> Counter[str]:
    """Return the values of the attribute `type` among mentions without a known type, with the number of mentions of each."""
    column = corpus.mentions.attributes.column(TYPE)
    if column is None:
        return Counter()
    number, labels = column.codes()
    counts = np.bincount(number[untyped], minlength=len(labels)).tolist()
    return Counter(
        {label: count for label, count in zip(labels, counts, strict=True) if count and label not in _BLANK}
    )


def by_frequency(counts: Mapping[str, int]) -> list[str]:
    """Return names with their counts in parentheses, the most frequent first, for messages."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"{name!r} ({count})" for name, count in ordered]


def _usual_type(label: str) -> MentionType:
    """Return the type for an unambiguous label; UNKNOWN for other labels."""
    return MentionType.NAME if label.startswith("nam_") else _USUAL.get(label, MentionType.UNKNOWN)


def _type_of(text: str) -> MentionType:
    return TYPE_OF.get(text, MentionType.UNKNOWN)


def _named_types(
    column: TextColumn | None, count: int, of: Callable[[str], MentionType] = _type_of
) -> Integers:
    """Return the types of mentions by the usual names in a column; UNKNOWN for others."""
    if column is None:
        return np.full(count, MentionType.UNKNOWN, np.int64)
    number, labels = column.codes()
    kinds = np.array([of(label.lower()) for label in labels], np.int64)
    found: Integers = kinds[number] if len(number) else number
    return found


def _decided(corpus: Corpus, table: TypeTable) -> Integers:
    """Return the types that a table assigns; UNKNOWN if no rule matches."""

    def values(name: str) -> Values:
        column = label_column(corpus)
        if name != LABEL:
            attributes = corpus.mentions.attributes
            column = attributes.column(spelled(name, attributes.names))
        if column is None:
            return np.zeros(len(corpus.mentions), np.int64), ("",)
        number, texts = column.codes()
        return number, ["" if text in _BLANK else text for text in texts]

    types = np.full(len(corpus.mentions), MentionType.UNKNOWN, np.int64)
    for predicate, kind in reversed(table.rules):
        types[predicate.holds(values)] = kind
    return types


def _unlisted(corpus: Corpus, table: TypeTable, types: Integers) -> tuple[Problem, ...]:
    """Warn about mentions to which neither the table nor the file gives a type: their number and their labels."""
    rows = np.flatnonzero(types == MentionType.UNKNOWN)
    if not len(rows):
        return ()
    known = (LABEL, *corpus.mentions.attributes.names)
    named = dict.fromkeys(term.attribute for predicate, _ in table.rules for term in predicate.terms)
    absent = [name for name in named if not spelled(name, known)]
    if len(absent) == len(named):
        return (
            warning(
                "CE046", "attributes-missing", corpus.file, names=absent, known=known[1:], table=str(table)
            ),
        )
    column = label_column(corpus)
    labels = Counter("" if column is None else column[row] for row in rows.tolist())
    labels.pop("", None)
    return (
        warning(
            "CE046",
            "labels-without-type" if labels else "mentions-without-label",
            corpus.file,
            count=len(rows),
            mentions=len(types),
            table=str(table),
            labels=by_frequency(labels),
        ),
    )
