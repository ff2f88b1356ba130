"""Predicates: a language in which options and parameters choose mentions by type, tags, labels, codes and other attributes.

All options and parameters that choose mentions use the same syntax:

    predicate    = alternative (("," | "+" | "|") alternative)*
    alternative  = term ("&" term)*
    term         = ["!"] [attribute ":"] pattern

`ne:PER,upos:PRON` is true for mentions whose named-entity class is PER or whose head is tagged PRON. `!` negates one
term. `&` joins terms that must all be true, and binds closer than `,`. Between the parentheses of a metric, where a
comma separates parameters, write `+` instead of `,`. A pattern is compared with the whole value, ignoring case. `*`
matches any characters, `?` one, `[ab]` one of several. A mention without a value matches no pattern: `!ne:*` is true
for mentions without a class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cache

import numpy as np

from corefeval.arrays import Booleans, Integers
from corefeval.linguistics.mention_types import BY_LABEL, type_named
from corefeval.problems import Problem, UsageError

TYPE = "type"
"""The attribute of mention types."""

Values = tuple[Integers, Sequence[str]]
"""A column of values: for each mention the index of its value, and the list of values; '' for none."""

ValuesOf = Callable[[str], Values]
"""A function that returns the values of an attribute, and raises if the attribute does not exist."""

_OR = re.compile(r"[,+|]")
_GLOB = re.compile(r"[*?\[]")
_ATTRIBUTE = re.compile(r"[^\W\d][\w.-]*")


@dataclass(frozen=True, slots=True)
class Term:
    """One condition of a predicate.

    Attributes:
        attribute: the attribute that is compared.
        pattern: the pattern of its values.
        is_negated: whether the condition is true for mentions that do not match the pattern.
    """

    attribute: str
    pattern: str
    is_negated: bool = False

    def __str__(self) -> str:
        """Return the source text of the term."""
        return f"{'!' if self.is_negated else ''}{self.attribute}:{self.pattern}"

    @property
    def is_glob(self) -> bool:
        """Whether the pattern can match several values."""
        return _GLOB.search(self.pattern) is not None

    def fits(self, value: str, *, exactly: bool = False) -> bool:
        """Return whether a value matches the pattern, regardless of `is_negated`; `exactly` makes case significant."""
        return bool(value) and _compiled(self.pattern, exactly=exactly).match(value) is not None

    def holds(self, values: ValuesOf) -> Booleans:
        """Return the mentions for which the term is true."""
        number, labels = values(self.attribute)
        fits = np.array([self.fits(label) != self.is_negated for label in labels], bool)
        found: Booleans = fits[number] if len(number) else np.zeros(0, bool)
        return found


@cache
def _compiled(pattern: str, *, exactly: bool) -> re.Pattern[str]:
    return re.compile(translate(pattern), 0 if exactly else re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition that chooses mentions.

    Attributes:
        text: the predicate as written.
        alternatives: groups of terms; the predicate is true if all terms of at least one group are.

    Examples:
        >>> found = Predicate.parse("pronoun,upos:DET&!lemma:the")
        >>> [[str(term) for term in terms] for terms in found.alternatives]
        [['type:pronoun'], ['upos:DET', '!lemma:the']]
        >>> Predicate.parse("pronuon")  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        corefeval.problems.UsageError: CE050 error: no type 'pronuon' of 'pronuon'
    """

    text: str
    alternatives: tuple[tuple[Term, ...], ...]

    @classmethod
    def parse(cls, text: str, *, of: str = "", default: str = TYPE) -> Predicate:
        """Parse a predicate.

        Args:
            text: the predicate.
            of: the option or parameter whose value it is, for messages.
            default: the attribute of terms that name none.

        Raises:
            UsageError: CE050 if a term is empty, with its position in the text, or names a type that does not exist.
        """
        alternatives, at = [], 0
        for alternative in _OR.split(text):
            terms = []
            for piece in alternative.split("&"):
                terms.append(_term(piece, at, text, of, default))
                at += len(piece) + 1
            alternatives.append(tuple(terms))
        return cls(text, tuple(alternatives))

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms."""
        return tuple(term for terms in self.alternatives for term in terms)

    @property
    def only_types(self) -> frozenset[str]:
        """The types for which the predicate is true; empty if it uses attributes other than the type."""
        if any(len(terms) > 1 or terms[0].attribute != TYPE for terms in self.alternatives):
            return frozenset()
        return frozenset(
            label for label in BY_LABEL if any(term.fits(label) != term.is_negated for term in self.terms)
        )

    def holds(self, values: ValuesOf) -> Booleans:
        """Return the mentions for which the predicate is true, given the columns of their values."""
        found: Booleans = np.logical_or.reduce(
            [np.logical_and.reduce([term.holds(values) for term in terms]) for terms in self.alternatives]
        )
        return found

    def idle(self, *sides: ValuesOf) -> list[Term]:
        """Return the terms whose pattern matches no value of any side; they are probably misspelled."""
        return [
            term
            for term in dict.fromkeys(self.terms)
            if not any(term.fits(label) for values in sides for label in values(term.attribute)[1])
        ]


def _term(piece: str, at: int, text: str, of: str, default: str) -> Term:
    """Parse a term that begins at position `at` of the text."""
    body = piece.strip()
    is_negated = body.startswith("!")
    attribute, colon, pattern = body.lstrip("!").strip().partition(":")
    attribute, pattern = (attribute.strip(), pattern.strip()) if colon else (default, attribute.strip())
    if not pattern or not _ATTRIBUTE.fullmatch(attribute) or body.count("!", 1):
        raise UsageError(Problem("CE050", "not-a-predicate", given=text, whose=of, term=body, column=at + 1))
    if attribute == TYPE and not _GLOB.search(pattern):
        pattern = type_named(pattern, of=of or repr(text)).label
    return Term(attribute, pattern, is_negated)
