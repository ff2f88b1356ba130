"""How text of others and options are written for whoever reads it: a terminal, Python, UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from corefeval.choices import VALUES

_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)(?: ([a-z0-9-]+(?:\|[a-z0-9-]+)*)(?![\w-]))?")
_IS_TYPED: ContextVar[bool] = ContextVar("is_typed", default=False)


@contextmanager
def for_the_command_line() -> Iterator[None]:
    """Speak of options (`--singletons drop`) while a command runs; in Python, of keywords (`singletons="drop"`)."""
    token = _IS_TYPED.set(True)
    try:
        yield
    finally:
        _IS_TYPED.reset(token)


def spoken(text: str) -> str:
    """Return a message or hint, in which options are written `--name value`, as whoever reads it would write them.

    Examples:
        >>> spoken("CoNLL F1 is 61.20, and 72.07 with --singletons drop")
        'CoNLL F1 is 61.20, and 72.07 with singletons="drop"'
        >>> spoken("Use --zeros linear or --zeros drop, or declare the language with --language.")
        'Use zeros="linear" or zeros="drop", or declare the language with language=.'
    """
    return text if _IS_TYPED.get() else _OPTION.sub(_as_keyword, text)


def _as_keyword(option: re.Match[str]) -> str:
    """Return an option as a keyword; the word behind it is its value where the option can have it."""
    if option[0] == "--average datasets":
        return "score_datasets()"
    name, values = option[1].replace("-", "_"), (option[2] or "").split("|")
    allowed = VALUES.get(name, ())
    keyword = {"from": "format"}.get(name, name)
    if all(value in allowed for value in values):
        return f"{keyword}=" + "|".join(f'"{value}"' for value in values)
    if values[0].isdigit():
        return f"{keyword}={values[0]}"
    return f"{keyword}=" + (f" {option[2]}" if option[2] else "")


def is_typed() -> bool:
    """Say whether a command runs, whose user types options."""
    return _IS_TYPED.get()


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str, keep: str = "") -> str:
    r"""Return text that a terminal only shows: what controls it, and half characters, as escapes.

    Names and words come from files of others. A terminal obeys what stands in them: colours, a new title, worse.

    Args:
        text: the text.
        keep: control characters to leave as they are, such as line breaks.

    Examples:
        >>> print(printable("a\x1b[31mb\n"))
        a\x1b[31mb\n
    """
    return _CONTROL.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(), text
    )


def encodable(text: str) -> str:
    """Return text that can be written as UTF-8: the name of a file may hold bytes that are none."""
    return text.encode("utf-8", "backslashreplace").decode()
