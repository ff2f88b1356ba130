"""Wording: spell options as keywords in messages, and escape text from files for terminals and UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from corefeval.choices import VALUES

_OPTION = re.compile(
    r"""'corefeval[ ][^']*'  # a whole command stays as it is
    |(?P<system>NAME|gold)=(?P<path>PATH|FILE)
    |(?<![\w-])(?:-m\b|--(?P<name>[a-z][a-z-]*)
    (?:[ ](?P<value>[A-Z]+\b|[a-z0-9-]+(?:\|[a-z0-9-]+)*(?![\w-])))?)""",
    re.VERBOSE,
)
_IS_TYPED: ContextVar[bool] = ContextVar("is_typed", default=False)


@contextmanager
def for_the_command_line() -> Iterator[None]:
    """Write options (`--singletons drop`) in messages while a command runs, instead of keywords (`singletons="drop"`)."""
    token = _IS_TYPED.set(True)
    try:
        yield
    finally:
        _IS_TYPED.reset(token)


def spoken(text: str) -> str:
    """Return a message or hint with options (`--name value`) as keywords, unless a command runs.

    Examples:
        >>> spoken("CoNLL F1 is 61.20, and 72.07 with --singletons drop")
        'CoNLL F1 is 61.20, and 72.07 with singletons="drop"'
        >>> spoken("Use --zeros linear or --zeros drop, or declare the language with --language.")
        'Use zeros="linear" or zeros="drop", or declare the language with language=.'
        >>> print(spoken("Use --text FILE, --preset perl or --crop. Run 'corefeval validate --fix' first."))
        Use text=FILE, preset="perl" or crop=True. Run 'corefeval validate --fix' first.
        >>> spoken("Give them different names: NAME=PATH.")
        'Give them different names: {"NAME": PATH}.'
    """
    return text if _IS_TYPED.get() else _OPTION.sub(_as_keyword, text)


_KEYWORDS = {
    "from": "format",
    "to": "format",
    "for": "answer_for()",
    "average": "score_datasets()",
}
"""Options whose keyword in Python has another name."""

_NAMES = {
    "preset": ("perl", "longdoc", "crac26"),
    "to": ("jsonlines",),
    **dict.fromkeys(("offsets", "key_offsets", "response_offsets"), ("inclusive", "exclusive")),
}
"""Values that occur in hints, for options that accept any text."""


def _as_keyword(option: re.Match[str]) -> str:
    """Return an option as a keyword; the next word is its value if the option accepts it."""
    if option[0].startswith("'"):
        return option[0]
    if option["system"]:
        return f'{{"{option["system"]}": {option["path"]}}}'
    name, value = (option["name"] or "metrics").replace("-", "_"), option["value"] or ""
    keyword = _KEYWORDS.get(name, name)
    if name == "average" and value == "datasets":
        return keyword
    if value.isupper() or value.isdigit():
        return f"{keyword}={value}"
    allowed = VALUES.get(name, ()) or _NAMES.get(name, ())
    if value and all(each in allowed for each in value.split("|")):
        return f"{keyword}=" + "|".join(f'"{each}"' for each in value.split("|"))
    called = keyword if keyword.endswith(")") else "crop=True" if name == "crop" else f"{keyword}="
    return called + (f" {value}" if value else "")


def is_typed() -> bool:
    """Return whether a command runs, so that messages name options."""
    return _IS_TYPED.get()


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str, keep: str = "") -> str:
    r"""Return text in which control characters and lone surrogates are escaped.

    Names and words come from other people's files, and a terminal obeys control characters in them.

    Args:
        text: the text.
        keep: control characters that are not escaped, such as line breaks.

    Examples:
        >>> print(printable("a\x1b[31mb\n"))
        a\x1b[31mb\n
    """
    return _CONTROL.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(), text
    )


def encodable(text: str) -> str:
    """Return text that can be written as UTF-8. File names may contain bytes that are not UTF-8; these are escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
