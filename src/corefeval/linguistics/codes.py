"""Coreference type codes: their scheme, and how to compare two codes (Žitkus et al. 2023, sections 4.1 to 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from corefeval.columns import Column, DataRow, data
from corefeval.linguistics.labels import NO_TABLE, TypeTable
from corefeval.linguistics.predicates import Predicate
from corefeval.problems import Problem, UsageError

NO_CODE = "-"
"""The sign at a level that has no value."""

ANY_CLASS = ""
"""The key in `Level.values` for values that a level has in every class."""

OTHER = "(other)"
"""The label for classes that are not in the scheme."""

ANY_VALUE = "*"
"""The sign in a pattern that matches any value of a level."""


@dataclass(frozen=True, slots=True)
class Level(DataRow):
    """One position of a code.

    Attributes:
        name: the property that the level encodes.
        values: for each class, or ANY_CLASS, the values and their meanings.
        derived: the value for each fact that can be derived from words (see scheme_files.FACTS).
        width: the number of letters of a value in codes without a separator; 0 for all remaining letters.
    """

    name: str
    values: Mapping[str, Mapping[str, str]]
    derived: Mapping[str, str] = field(default_factory=dict)
    width: int = 1

    DATA = (
        *data("name"),
        Column("", name="values", of=lambda one: {kind or ANY_VALUE: of for kind, of in one.values.items()}),
    )

    @property
    def of_all_classes(self) -> set[str]:
        """The values that this level has in any class."""
        return {value for of_class in self.values.values() for value in of_class}

    def of_class(self, kind: str) -> Mapping[str, str]:
        """Return the values that this level has in a class."""
        return {**self.values.get(ANY_CLASS, {}), **self.values.get(kind, {})}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of dominance, and the mentions that belong to it.

    Attributes:
        codes: patterns of the codes on this step.
        words: the rank that the words of the mention must have (see dominant_mentions.Rank); '' for any.
    """

    codes: tuple[str, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scheme(DataRow):
    """A scheme of type codes, defined in a file (see scheme_files).

    A pattern of codes is written like a code: ANY_VALUE matches any value of a level, and omitted last levels match any
    value. `p` matches all codes that begin with p, `**a` those with a at the third level.

    Attributes:
        name: the name used in options.
        levels: the positions of a code, in order.
        title: a short description.
        paper: the paper that defined it.
        separator: the text between the levels of a code; '' for none.
        is_open: whether values below the first level that are not listed are accepted.
        pads: whether codes may lack levels at the end, which then have no value: `pro` is `pro.-.-`.
        class_patterns: the classes and the codes in each, if the first level is not the class.
        types: for each mention type (see MentionType), the class of such mentions or the first levels of their code.
        class_of_kind: for each mention type, the class in which `dominant` counts units of that type without a code.
        dominance: the steps of dominance, the most dominant first; mentions on no step cannot be dominant.
        legal: patterns; every code must match at least one. () for no such limit.
        illegal: patterns that no code may match.
        ambiguous: patterns of ambiguous references, for which one of several antecedents is enough.
        same: the codes that count as equal, written like the parameter `same` of `dominant`.
        coefficients: the credit of outcomes, by name, if it differs from the paper.
        defining: the mention types that define an entity for PARENT.
        referring: the mention types that refer to an entity for PARENT.
        weights: for LMetrics: predicates of mentions and the weights of their links; the first predicate that matches
            decides.
        singleton_weight: for LMetrics: the weight of a singleton; None for the metric's own.
        attribute: the attribute of mentions with their codes, if a file has no typed links.
        column: the column of words with the codes, if a file has no such attribute either.
        kinds: the mention types that labels or other attributes of mentions imply.
        digest: a digest of the content of a scheme file; '' for a bundled scheme.
    """

    name: str
    levels: tuple[Level, ...]
    title: str = ""
    paper: str = ""
    separator: str = ""
    is_open: bool = False
    pads: bool = False
    class_patterns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    class_of_kind: Mapping[str, str] = field(default_factory=dict)
    dominance: tuple[Step, ...] = ()
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    coefficients: Mapping[str, float] = field(default_factory=dict)
    defining: tuple[str, ...] = ("name",)
    referring: tuple[str, ...] = ("nominal", "event", "pronoun", "zero")
    weights: tuple[tuple[Predicate, float], ...] = ()
    singleton_weight: float | None = None
    attribute: str = "code"
    column: str = ""
    kinds: TypeTable = NO_TABLE
    digest: str = ""

    DATA = (
        *data(
            "name", "identity", "title", "paper", "classes", "levels", "separator", "open=is_open", "pad=pads"
        ),
        *data("dominance", "types", "class-of-kind=class_of_kind", "legal", "illegal", "ambiguous", "same"),
        *data("coefficients"),
        Column("", name="parent", of=lambda one: {"defining": one.defining, "referring": one.referring}),
        *data("weights=named_weights", "attribute", "column"),
        Column("", name="kinds", of=lambda one: str(one.kinds)),
    )

    @property
    def identity(self) -> str:
        """The name in signatures: the scheme's name, and for a file the digest of its content."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @property
    def named_weights(self) -> dict[str, float]:
        """The weights of LMetrics by predicate, and the weight of a singleton if it has one."""
        own = {} if self.singleton_weight is None else {"singleton": self.singleton_weight}
        return {**{predicate.text: weight for predicate, weight in self.weights}, **own}

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes; scheme averages divide by their number."""
        if self.class_patterns:
            return tuple(self.class_patterns)
        return tuple(self.levels[0].of_class(ANY_CLASS)) if self.levels else ()

    def class_of(self, code: str) -> str:
        """Return the class whose patterns match a code, otherwise its first level; '' if the first level has no value."""
        for name, patterns in self.class_patterns.items():
            if self.fits(code, patterns):
                return name
        first = self.split(code)[0] if code else ""
        return first if first.strip(NO_CODE) else ""

    def class_meaning(self, name: str) -> str:
        """Return the meaning of a class; its name if the scheme gives no meaning."""
        return self.levels[0].of_class(ANY_CLASS).get(name, name) if self.levels else name

    def split(self, code: str) -> tuple[str, ...]:
        """Return the values of the levels; if text is left after the last level, it is one more value.

        Examples:
            >>> Scheme("two", (Level("kind", {}, width=3), Level("way", {}, width=2))).split("nomab")
            ('nom', 'ab')
        """
        if self.separator:
            return tuple(code.split(self.separator))
        values, at = [], 0
        for level in self.levels:
            width = level.width or len(code) - at
            if code[at : at + 1] == ANY_VALUE:
                width = 1
            if at < len(code):
                values.append(code[at : at + width])
            at += width
        return (*values, code[at:]) if at < len(code) else tuple(values)

    def padded(self, code: str) -> str:
        """Return a code with - for missing levels at the end, if the scheme pads codes.

        Examples:
            >>> Scheme("three", (Level("a", {}), Level("b", {}), Level("c", {})), separator=".", pads=True).padded("pro")
            'pro.-.-'
        """
        values = self.split(code)
        if not self.pads or not code or len(values) >= len(self.levels):
            return code
        missing = self.levels[len(values) :]
        return self.join(
            [*values, *(NO_CODE * (1 if self.separator else max(level.width, 1)) for level in missing)]
        )

    @property
    def codes(self) -> frozenset[str]:
        """All codes that the levels allow, with - for a level that has no value in a class; empty for an open scheme."""
        return frozenset() if self.is_open else _codes(self.identity, self)

    def join(self, values: Iterable[str]) -> str:
        """Return the code with these values of the levels."""
        return self.separator.join(values)

    def fits(self, code: str, patterns: Iterable[str]) -> bool:
        """Return whether a code matches one of the patterns."""
        values = self.split(code)
        return bool(code) and any(
            len(wanted) <= len(values)
            and all(want in {ANY_VALUE, value} for want, value in zip(wanted, values, strict=False))
            for wanted in map(self.split, patterns)
        )

    def meaning(self, code: str) -> tuple[str, ...]:
        """Return the meanings of a code's levels; the value itself if the scheme gives no meaning."""
        values = self.split(code)
        tables = [level.of_class(values[0]) for level in self.levels] if values else []
        return tuple(table.get(value, value) for table, value in zip(tables, values, strict=False))

    def fault(self, code: str) -> Problem | None:
        """Return the problem CE108 of a code; None if the code is valid."""
        if not code:
            return Problem("CE108", "empty-code")
        values = self.split(code)
        if len(values) != len(self.levels):
            has_levels = self.separator or any(level.width != 1 for level in self.levels)
            kind = "other-number-of-levels" if has_levels else "other-number-of-letters"
            return Problem("CE108", kind, found=len(values), expected=len(self.levels))
        for place, (level, value) in enumerate(zip(self.levels, values, strict=True)):
            known = level.of_class(values[0])
            is_nothing = place > 0 and not value.strip(NO_CODE)
            if value not in known and not (self.is_open and place) and not is_nothing:
                return Problem("CE108", "no-such-value", value=value, level=level.name, known=list(known))
        if self.fits(code, self.illegal) or (self.legal and not self.fits(code, self.legal)):
            return Problem("CE108", "illegal-combination", meaning=self.meaning(code))
        return None

    def step(self, code: str, words: str) -> int:
        """Return the dominance of a mention: highest for the first step, 0 if the mention cannot be dominant.

        Args:
            code: the code of the mention; if it has none, the code of its mention type (see `types`).
            words: the rank of its words.
        """
        for number, step in enumerate(self.dominance):
            if step.words in {"", words} and self.fits(code, step.codes):
                return len(self.dominance) - number
        return 0


_KNOWN: dict[str, frozenset[str]] = {}


def _codes(identity: str, scheme: Scheme) -> frozenset[str]:
    """Return the codes of a scheme; they are generated once per scheme."""
    if identity not in _KNOWN:
        made = (
            scheme.join(values)
            for kind in scheme.levels[0].of_class(ANY_CLASS)
            for values in product(
                [kind],
                *(
                    list(level.of_class(kind)) or [NO_CODE * (1 if scheme.separator else max(level.width, 1))]
                    for level in scheme.levels[1:]
                ),
            )
        )
        _KNOWN[identity] = frozenset(code for code in made if not scheme.fault(code))
    return _KNOWN[identity]


@dataclass(frozen=True, slots=True)
class Confusable:
    """Values that count as equal.

    Attributes:
        level: their level, counted from 1; 0 for whole codes.
        values: values of the level, or whole codes.
    """

    level: int
    values: frozenset[str]

    @classmethod
    def parse(cls, text: str) -> Confusable:
        """Parse '2:bat' (letters of level 2), '2:rep/abb' (longer values) or 'ppas=ppis' (whole codes)."""
        place, separator, listed = text.partition(":")
        values = frozenset(listed.split("/") if "/" in listed else listed)
        if separator and place.isdecimal() and int(place) > 0 and len(values) > 1:
            return cls(int(place), values)
        codes = frozenset(text.split("="))
        if len(codes) > 1 and not separator:
            return cls(0, codes)
        raise UsageError(Problem("CE050", "not-confusion-type-codes", text=text))


@dataclass(frozen=True, slots=True)
class CodeComparison:
    """A rule that decides whether two codes are the same.

    Attributes:
        is_masked: whether '-' on either side equals any value of its level, as needed for derived codes, which never
            guess.
        levels: the levels that are compared, counted from 1; () for all. (1,) compares classes.
        confusions: values that count as equal.
        also: a function that accepts further pairs of codes as equal.
        split: a function that splits a code into the values of its levels; by default into letters.
    """

    is_masked: bool = False
    levels: tuple[int, ...] = ()
    confusions: tuple[Confusable, ...] = ()
    also: Callable[[str, str], bool] | None = None
    split: Callable[[str], Sequence[str]] = tuple

    def same(self, one: str, other: str) -> bool:
        """Return whether two codes count as the same. A missing code equals no other code."""
        if not one or not other:
            return False
        if one == other or (self.also is not None and self.also(one, other)):
            return True
        if any(rule.level == 0 and {one, other} <= rule.values for rule in self.confusions):
            return True
        ours, theirs = self.split(one), self.split(other)
        if not self.levels and len(ours) != len(theirs):
            return False
        levels = self.levels or range(1, len(ours) + 1)
        return all(self.same_at(level, ours, theirs) for level in levels)

    def same_at(self, level: int, one: Sequence[str], other: Sequence[str]) -> bool:
        """Return whether two codes, split into their levels, have the same value at a level, counted from 1."""
        a, b = ("".join(values[level - 1 : level]) for values in (one, other))
        if a == b or (self.is_masked and any(value and not value.strip(NO_CODE) for value in (a, b))):
            return True
        return any(rule.level == level and {a, b} <= rule.values for rule in self.confusions)


STRICT = CodeComparison()
"""The rule that only equal codes are the same."""
MASKED = CodeComparison(is_masked=True)
"""The rule that '-' equals any value."""
BY_CLASS = CodeComparison(levels=(1,))
"""The rule that compares only the first level."""


@dataclass(frozen=True, slots=True)
class CodeAgreement:
    """The agreement of two lists of codes of the same mentions.

    Attributes:
        count: the number of compared pairs.
        full: the share of pairs that count as the same.
        levels: for each level, the share of pairs with the same value.
        masked: the share of pairs in which a '-' met a value.
    """

    count: int
    full: float
    levels: tuple[float, ...]
    masked: float


def agreement(
    gold: Sequence[str], other: Sequence[str], comparison: CodeComparison = STRICT
) -> CodeAgreement:
    """Return the agreement of codes with gold codes; pairs in which either code is missing are skipped."""
    pairs = [(a, b) for a, b in zip(gold, other, strict=True) if a and b]
    count = len(pairs)
    if not count:
        return CodeAgreement(0, float("nan"), (), float("nan"))
    split = [(comparison.split(a), comparison.split(b)) for a, b in pairs]
    levels = range(1, max(len(code) for pair in split for code in pair) + 1)
    hidden = sum(any(x != y and NO_CODE in {x, y} for x, y in zip(a, b, strict=False)) for a, b in split)
    return CodeAgreement(
        count,
        sum(comparison.same(a, b) for a, b in pairs) / count,
        tuple(sum(comparison.same_at(level, a, b) for a, b in split) / count for level in levels),
        hidden / count,
    )
