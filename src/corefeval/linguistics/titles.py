"""Titles before names: in {President Obama, Barack Obama} the fuller name is Barack Obama."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from corefeval.linguistics.truecase import folded
from corefeval.linguistics.wording import Wording

Titles = frozenset[tuple[str, ...]]
"""The titles of a language, each as a tuple of its words."""

UNDECLARED = "en"
"""The language whose titles are used if the text declares no language."""

_LISTS = Path(__file__).parent / "titles.toml"


@cache
def _lists() -> Mapping[str, Titles]:
    data: dict[str, list[str]] = tomllib.loads(_LISTS.read_text(encoding="utf-8"))
    return {
        language: frozenset(tuple(folded(word) for word in title.split()) for title in listed)
        for language, listed in data.items()
    }


def titles_of(language: str) -> Titles:
    """Return the titles of a language: those of English if none is declared; empty if the language has no list."""
    return _lists().get(language or UNDECLARED, frozenset())


def without_titles(words: Wording, titles: Titles) -> Wording:
    """Return the words of a name without its leading titles; a name of nothing but titles keeps its words.

    Examples:
        >>> from corefeval.linguistics.wording import Word
        >>> words = tuple(Word(form, form.lower()) for form in ("Prime", "Minister", "Dr.", "Brown"))
        >>> [word.form for word in without_titles(words, titles_of("en"))]
        ['Brown']
    """
    rest = words
    while rest:
        length = next(
            (size for size in (2, 1) if len(rest) >= size and _is_title(rest[:size], titles)),
            0,
        )
        if not length:
            return rest
        rest = rest[length:]
    return words


def _is_title(words: Wording, titles: Titles) -> bool:
    """Return whether the words are a title, compared by lemma or by form."""
    written = tuple(folded(word.form).rstrip(".") for word in words)
    return written in titles or tuple(word.key.rstrip(".") for word in words) in titles
