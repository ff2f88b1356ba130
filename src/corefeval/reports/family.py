"""The common style of all pages: colours, fonts, header and panels."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files


@cache
def family_style() -> str:
    """Return the style sheet that every page begins with."""
    return (files("corefeval.reports") / "family.css").read_text(encoding="utf-8").rstrip()


def page_header(title: str) -> str:
    """Return the header of a page without a script.

    Examples:
        >>> page_header("A & B")
        '<header class="bar"><span class="brand">corefeval</span><h1>A &amp; B</h1></header>'
    """
    return f'<header class="bar"><span class="brand">corefeval</span><h1>{escape(title)}</h1></header>'


PLAIN_PAGE = """
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
main, footer { margin: 0 auto; max-width: 75rem; padding: 1rem; }
.bar h1 { font-size: 15px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
main > .panel { margin: 1rem 0; overflow-x: auto; }
h2 { font-size: 1.1rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
"""
"""The additional style of pages that contain only tables and text."""
