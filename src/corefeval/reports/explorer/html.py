"""The explorer: makes one self-contained HTML file from plain data; the file loads nothing.

The index is read when the page opens, a document when it is displayed; so documents are compressed one by one. The data
cannot close the element that contains it: base64 has no '<', and JSON is written without it.
"""

from __future__ import annotations

import html
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from corefeval.problems import Problem
from corefeval.reports.explorer.census import Census
from corefeval.reports.explorer.packing import packed
from corefeval.reports.explorer.script import join
from corefeval.reports.family import family_style
from corefeval.text import several
from corefeval.version import __version__
from corefeval.writing import write_file

LEVEL = 6
"""How hard documents are compressed: above this the file is hardly smaller and takes twice as long."""


class Report(Protocol):
    """The input of the writer: see payload.Payload."""

    @property
    def index(self) -> Mapping[str, Any]:
        """The data that the page reads when it opens."""

    @property
    def documents(self) -> Iterable[Mapping[str, Any]]:
        """The data that it reads when a document is opened, in the order of index['documents']."""

    @property
    def census(self) -> Census:
        """Every mention and error of these documents, whose columns index['census'] describes."""


def render(report: Report, *, compress: bool = True) -> bytes:
    """Return the page, UTF-8; uncompressed, documents are JSON that also browsers before 2023 can read."""
    pieces = {
        "version": __version__.encode(),
        "title": html.escape(str(report.index["title"])).encode(),
        "style": _style(),
        "style_hash": _hash(_style()),
        "script": _script(),
        "script_hash": _hash(_script()),
        "index": _json(report.index),
        "census_type": b"text/plain" if compress else b"application/octet-stream",
        "census": b64encode(_deflate(bytes(report.census)) if compress else bytes(report.census)),
        "documents": b"\n".join(_documents(report, compress=compress)),
    }
    return b"".join(pieces.get(piece, piece.encode()) for piece in _template())


@dataclass(frozen=True, slots=True)
class Page:
    """The page: to be written to a file, or shown in a frame by a notebook.

    Attributes:
        content: the file's bytes.
        documents: how many documents it shows.
        warnings: its warnings.
        height: of the frame, in pixels.
    """

    content: bytes
    documents: int
    warnings: tuple[Problem, ...]
    height: int = 760

    def write(self, path: str | Path) -> int:
        """Write the page and return its size in bytes."""
        return write_file(path, self.content)

    def __repr__(self) -> str:
        """Return how much it shows."""
        return f"<Page: {several(self.documents, 'document')}, {len(self.content) / 1e6:.1f} MB>"

    def _repr_html_(self) -> str:
        """Return the frame; its sandbox allows only the page's script."""
        text = html.escape(self.content.decode())
        return (
            f'<iframe sandbox="allow-scripts" title="corefeval report" srcdoc="{text}" width="100%" '
            f'height="{self.height}" style="border:1px solid #d9dde4;border-radius:8px"></iframe>'
        )


def _assets() -> Traversable:
    return files("corefeval.reports.explorer") / "assets"


@cache
def _asset(name: str) -> bytes:
    return (_assets() / name).read_bytes().rstrip()


@cache
def _style() -> bytes:
    names = sorted(asset.name for asset in _assets().iterdir() if asset.name.endswith(".css"))
    others = [name for name in names if name != "explorer.css"]
    pieces = [family_style().encode(), *(_asset(name) for name in ["explorer.css", *others])]
    return b"\n" + b"\n".join(pieces) + b"\n"


@cache
def _script() -> bytes:
    return b"\n" + join("page.js", lambda name: _asset(name).decode() + "\n").encode() + b"\n"


@cache
def _hash(content: bytes) -> bytes:
    """Return how the page's policy names the only style and the only script that it allows."""
    return b"'sha256-%s'" % b64encode(sha256(content).digest())


@cache
def _template() -> list[str]:
    """Return the page split at its placeholders: text and names alternate."""
    return re.split(r"\{\{(\w+)\}\}", _asset("explorer.html").decode())


def _json(data: object) -> bytes:
    """Return JSON that cannot end a script element."""
    return msgspec.json.encode(data).replace(b"<", b"\\u003c")


def _deflate(content: bytes) -> bytes:
    """Return raw deflate, which the page inflates."""
    return zlib.compress(content, LEVEL, -zlib.MAX_WBITS)


def _documents(report: Report, *, compress: bool) -> Iterable[bytes]:
    for number, document in enumerate(map(packed, report.documents)):
        if compress:
            content = b64encode(_deflate(msgspec.json.encode(document)))
            yield b'<script type="text/plain" id="d%d">%s</script>' % (number, content)
        else:
            yield b'<script type="application/json" id="d%d">%s</script>' % (number, _json(document))
