"""Coreference type codes: schemes as data, and how two codes compare (Žitkus et al. 2023, sections 4.1 to 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corefeval.problems import Problem, UsageError

NOTHING = "-"
"""The letter of a level that has no value."""

ANY_CLASS = ""
"""The key of letters that a level has in every class."""


@dataclass(frozen=True, slots=True)
class Level:
    """One place of a code.

    Attributes:
        name: what it says.
        letters: for each class, or ANY_CLASS, the letters and what they mean.
    """

    name: str
    letters: Mapping[str, Mapping[str, str]]

    def of_class(self, kind: str) -> Mapping[str, str]:
        """Return the letters that this level has in a class."""
        return {**self.letters.get(ANY_CLASS, {}), **self.letters.get(kind, {})}


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of type codes of any length; the letters of the first level are its classes.

    Attributes:
        name: as options name it.
        levels: the places of a code, in order.
        paper: who defined it.
        is_open: letters that are not listed are taken as they are.
        class_length: how many letters make the class of a code.
        class_map: the class of a whole code, where its first letters are not its class.
    """

    name: str
    levels: tuple[Level, ...]
    paper: str = ""
    is_open: bool = False
    class_length: int = 1
    class_map: Mapping[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes; their number is what scheme coverage divides by."""
        if self.class_map:
            return tuple(dict.fromkeys(self.class_map.values()))
        return tuple(self.levels[0].of_class(ANY_CLASS)) if self.levels else ()

    def class_of(self, code: str) -> str:
        """Return the class of a code."""
        return self.class_map.get(code, code[: self.class_length])

    def meaning(self, code: str) -> tuple[str, ...]:
        """Return what the letters of a code mean; the letter itself where the scheme does not say.

        Examples:
            >>> LITHUANIAN.meaning("ppag")
            ('pronominal', 'personal', 'backward', 'group')
        """
        tables = [level.of_class(code[:1]) for level in self.levels]
        return tuple(table.get(letter, letter) for table, letter in zip(tables, code, strict=False))

    def fault(self, code: str) -> str:
        """Say what is wrong with a code, '' if nothing is."""
        if not code:
            return "it is empty"
        if len(code) != len(self.levels):
            return f"it has {len(code)} letters, not {len(self.levels)}"
        for place, (level, letter) in enumerate(zip(self.levels, code, strict=True)):
            known = level.of_class(code[:1])
            if letter not in known and not self.is_open and (letter != NOTHING or place == 0):
                return f"{letter!r} is no {level.name} (there are {', '.join(known) or 'none'})"
        return ""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Scheme:
        """Return a scheme written down as data, as a JSON or TOML file holds it.

        Examples:
            >>> scheme = Scheme.from_data({"name": "two", "levels": [{"name": "kind", "letters": {"n": "noun"}}]})
            >>> scheme.classes
            ('n',)
        """
        try:
            levels = tuple(_level(entry) for entry in data["levels"])
            return cls(
                name=str(data["name"]),
                levels=levels,
                paper=str(data.get("paper", "")),
                is_open=bool(data.get("open", False)),
                class_length=int(data.get("class_length", 1)),
                class_map=dict(data.get("class_map", {})),
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            hint = "A scheme has a name and levels; a level has a name and letters with their meanings."
            raise UsageError(Problem("CE032", f"not a scheme of type codes: {error}", hint=hint)) from None

    @classmethod
    def of_codes(cls, codes: Iterable[str], name: str = "seen") -> Scheme:
        """Return the open scheme of the codes that were seen: all their letters, without meanings."""
        seen = sorted({code for code in codes if code})
        length = max(map(len, seen), default=1)
        levels = tuple(
            Level(
                f"level {place + 1}",
                {ANY_CLASS: {code[place]: code[place] for code in seen if place < len(code)}},
            )
            for place in range(length)
        )
        return cls(name, levels, is_open=True)


def _level(entry: Mapping[str, Any]) -> Level:
    letters = entry["letters"]
    nested = any(isinstance(value, Mapping) for value in letters.values())
    return Level(str(entry["name"]), letters if nested else {ANY_CLASS: letters})


_NOMINAL = {
    "t": "repetition",
    "a": "partial repetition",
    "b": "abbreviation",
    "f": "feature",
    "h": "hyponymy or hypernymy",
    "m": "metonym",
    "s": "synonym",
}

LITHUANIAN = Scheme(
    name="lithuanian",
    paper="Žitkus and Butkienė (2018); Žitkus, Butkienė and Butleris (2023), Table 1",
    levels=(
        Level(
            "class",
            {
                ANY_CLASS: {
                    "p": "pronominal",
                    "g": "generic noun",
                    "d": "definitive noun",
                    "a": "adverbial",
                    "e": "ellipsis",
                }
            },
        ),
        Level(
            "kind",
            {
                "p": {"p": "personal", "r": "reflexive", "o": "possessive", "e": "relative"},
                "g": _NOMINAL,
                "d": _NOMINAL,
                "e": {"i": "same object", "y": "same type of object", "v": "verb phrase"},
            },
        ),
        Level("position", {ANY_CLASS: {"a": "backward", "p": "forward", "i": "irrelevant"}}),
        Level("group", {ANY_CLASS: {"s": "single", "g": "group", "a": "ambiguous"}}),
    ),
)
"""The scheme of the Lithuanian Coreference Corpus."""

EPEC_KORREF = Scheme(
    name="epec-korref",
    paper="Ceberio et al. (2018); letters after Žitkus et al. (2023), section 4.4",
    levels=(
        Level("type", {ANY_CLASS: {"n": "nominal", "p": "pronominal"}}),
        Level("subtype", {"n": {"r": "repetition", "n": "no repetition"}}),
        Level("semantic relation", {"n": {"h": "hyponym"}}),
    ),
    is_open=True,
)
"""The three levels of the Basque EPEC-KORREF corpus, open: only the letters that the source spells out are listed."""

SCHEMES = {scheme.name: scheme for scheme in (LITHUANIAN, EPEC_KORREF)}
"""The schemes by name."""


@dataclass(frozen=True, slots=True)
class Confusable:
    """Values that may be taken for each other without blame.

    Attributes:
        level: the level they stand at, counted from 1; 0 for whole codes.
        values: letters, or whole codes.
    """

    level: int
    values: frozenset[str]

    @classmethod
    def parse(cls, text: str) -> Confusable:
        """Read '2:bat' (letters of level 2) or 'ppas=ppis' (whole codes)."""
        place, separator, letters = text.partition(":")
        if separator and place.isdecimal() and int(place) > 0 and len(letters) > 1:
            return cls(int(place), frozenset(letters))
        codes = frozenset(text.split("="))
        if len(codes) > 1 and not separator:
            return cls(0, codes)
        hint = "Write 2:bat for letters of the second level, or ppas=ppis for whole codes."
        raise UsageError(Problem("CE050", "not a confusion of type codes", text=text, hint=hint))


@dataclass(frozen=True, slots=True)
class CodeComparison:
    """When two codes count as the same.

    Attributes:
        is_masked: '-' on either side equals any letter at its level: for derived codes, which never guess.
        levels: the levels that are compared, counted from 1; none given: all of them. (1,) compares classes.
        confusions: what may be confused.
        also: any further pairs that count as the same.
    """

    is_masked: bool = False
    levels: tuple[int, ...] = ()
    confusions: tuple[Confusable, ...] = ()
    also: Callable[[str, str], bool] | None = None

    def same(self, one: str, other: str) -> bool:
        """Say whether two codes count as the same. A missing code equals nothing."""
        if not one or not other:
            return False
        if one == other or (self.also is not None and self.also(one, other)):
            return True
        if any(rule.level == 0 and {one, other} <= rule.values for rule in self.confusions):
            return True
        return all(self.same_at(level, one, other) for level in self._levels(one, other))

    def same_at(self, level: int, one: str, other: str) -> bool:
        """Say whether two codes have the same letter at a level, counted from 1."""
        a, b = one[level - 1 : level], other[level - 1 : level]
        if a == b or (self.is_masked and NOTHING in {a, b}):
            return True
        return any(rule.level == level and {a, b} <= rule.values for rule in self.confusions)

    def _levels(self, one: str, other: str) -> Sequence[int]:
        return self.levels or range(1, max(len(one), len(other)) + 1)


STRICT = CodeComparison()
"""Equal codes only."""
MASKED = CodeComparison(is_masked=True)
"""'-' equals any letter."""
BY_CLASS = CodeComparison(levels=(1,))
"""The first level only."""


@dataclass(frozen=True, slots=True)
class CodeAgreement:
    """How two lists of codes of the same things agree.

    Attributes:
        count: how many pairs were compared.
        full: share that count as the same.
        levels: share with the same letter, for each level.
        masked: share in which a '-' met a letter.
    """

    count: int
    full: float
    levels: tuple[float, ...]
    masked: float


def agreement(
    gold: Sequence[str], other: Sequence[str], comparison: CodeComparison = STRICT
) -> CodeAgreement:
    """Return how codes agree with gold codes; pairs without a code on either side are left out."""
    pairs = [(a, b) for a, b in zip(gold, other, strict=True) if a and b]
    count = len(pairs)
    if not count:
        return CodeAgreement(0, float("nan"), (), float("nan"))
    width = max(max(len(a), len(b)) for a, b in pairs)
    hidden = sum(any(x != y and NOTHING in {x, y} for x, y in zip(a, b, strict=False)) for a, b in pairs)
    return CodeAgreement(
        count,
        sum(comparison.same(a, b) for a, b in pairs) / count,
        tuple(
            sum(comparison.same_at(level, a, b) for a, b in pairs) / count for level in range(1, width + 1)
        ),
        hidden / count,
    )
