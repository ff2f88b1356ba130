r"""Formulas for the terminal: the LaTeX of the metrics' declarations as plain Unicode.

Only the commands that occur in the declarations are supported. Any other command is shown without its backslash.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}_^]|[^\\{}_^]")
_SYMBOLS = {
    r"\sum": "Σ",
    r"\max": "max",
    r"\cap": "∩",
    r"\cup": "∪",
    r"\setminus": "∖",
    r"\in": "∈",
    r"\phi": "φ",
    r"\beta": "β",
    r"\cdot": "·",
    r"\quad": "\n",
    r"\,": "",
    r"\ ": " ",
    r"\{": "{",
    r"\}": "}",
    r"\left": "",
    r"\right": "",
}
_TRANSPARENT = {r"\mathrm", r"\text"}
_FRACTIONS = {"12": "½", "13": "⅓"}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIMPLE = re.compile(r"\w+|\|[^|]*\|")


def plain_formula(latex: str) -> str:
    r"""Return a formula as text, with one line per equation. The equations are separated by \\quad.

    Examples:
        >>> plain_formula(r"R = \frac{\sum_{k} |k \cap r|^2 / |k|}{\sum_{k} |k|}")
        'R = (Σ_k |k ∩ r|² / |k|) / (Σ_k |k|)'
    """
    shown, _ = _group(_TOKEN.findall(latex), 0)
    lines = (" ".join(line.split()).removesuffix(",") for line in shown.split("\n"))
    return "\n".join(line.replace(" ;", ";") for line in lines)


def _group(tokens: list[str], at: int) -> tuple[str, int]:
    """Return the text up to the closing brace, and the position of the brace."""
    shown = ""
    while at < len(tokens) and tokens[at] != "}":
        piece, at = _piece(tokens, at)
        shown += piece
    return shown, at


def _argument(tokens: list[str], at: int) -> tuple[str, int]:
    """Return the argument of a command: a group in braces, or the next character."""
    if at >= len(tokens):
        return "", at
    if tokens[at] == "{":
        shown, end = _group(tokens, at + 1)
        return shown, end + 1
    return _piece(tokens, at)


def _piece(tokens: list[str], at: int) -> tuple[str, int]:
    word = tokens[at]
    at += 1
    if word == "{":
        return _argument(tokens, at - 1)
    if word in _TRANSPARENT:
        return _argument(tokens, at)
    if word in {r"\frac", r"\tfrac", r"\binom"}:
        above, at = _argument(tokens, at)
        below, at = _argument(tokens, at)
        if word == r"\binom":
            return f"C({above}, {below})", at
        return _FRACTIONS.get(above + below) or f"{_enclosed(above)} / {_enclosed(below)}", at
    if word == "_":
        below, at = _argument(tokens, at)
        if below.isdigit():
            return below.translate(_SUBSCRIPTS), at
        return f"_{below}" if _SIMPLE.fullmatch(below) else f"_({below})", at
    if word == "^":
        above, at = _argument(tokens, at)
        return above.translate(_SUPERSCRIPTS) if above.isdigit() else f"^{above}", at
    return _SYMBOLS.get(word, word.removeprefix("\\")), at


def _enclosed(text: str) -> str:
    return text if _SIMPLE.fullmatch(text) else f"({text})"
