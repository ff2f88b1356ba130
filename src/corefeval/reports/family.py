"""The common style of all pages: colours, fonts, header and panels; and pages that contain only tables and text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from corefeval.version import __version__

_PLAIN = """
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
main, footer { margin: 0 auto; max-width: 75rem; padding: 1rem; }
.bar h1 { font-size: 15px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
main > .panel { margin: 1rem 0; overflow-x: auto; }
h2 { font-size: 1.1rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
"""
"""The additional style of pages that contain only tables and text."""


@cache
def family_style() -> str:
    """Return the style sheet that every page begins with."""
    return (files("corefeval.reports") / "family.css").read_text(encoding="utf-8").rstrip()


def plain_page(title: str, style: str, pieces: Iterable[str], *, styles_elements: bool = False) -> str:
    """Return a page without scripts, which loads nothing. Its content security policy allows only its own styles.

    Args:
        title: the title.
        style: the style sheet, after that of all pages.
        pieces: the HTML of the page; empty pieces are skipped.
        styles_elements: whether elements have a `style` of their own.
    """
    whole = family_style() + _PLAIN + style
    digest = b64encode(sha256(whole.encode()).digest()).decode()
    allowed = "unsafe-inline" if styles_elements else f"sha256-{digest}"
    policy = f"default-src 'none'; style-src '{allowed}'; base-uri 'none'; form-action 'none'"
    header = f'<header class="bar"><span class="brand">corefeval</span><h1>{escape(title)}</h1></header>'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{whole}</style>\n</head>\n<body>\n{header}\n<main>\n"
        f"{chr(10).join(filter(None, pieces))}\n</main>\n<footer><p>corefeval {__version__}</p></footer>\n</body>\n</html>\n"
    )
