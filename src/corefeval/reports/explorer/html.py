"""Write the report page: plain data becomes one self-contained HTML file, which loads nothing else.

The page reads the index when it opens, and a document when it is displayed. So documents are compressed one by one.
The data cannot close the HTML element that contains it: base64 has no '<', and in JSON it is escaped.
"""

from __future__ import annotations

import html
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from corefeval.problems import Problem
from corefeval.reports.explorer.packing import packed
from corefeval.reports.explorer.script import join
from corefeval.reports.family import family_style
from corefeval.text import several
from corefeval.version import __version__
from corefeval.writing import write_file

if TYPE_CHECKING:
    from corefeval.reports.explorer.payload import Payload

LEVEL = 6
"""The compression level of documents. A higher level takes twice as long, and the file is hardly smaller."""


def render(report: Payload, *, compress: bool = True) -> bytes:
    """Return the page as UTF-8. Browsers from before 2023 can read it only if it is not compressed."""
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
    """A finished page, which can be written to a file or displayed in a notebook.

    Attributes:
        content: the bytes of the file.
        documents: the number of documents that it shows.
        warnings: the warnings for its reader.
        height: the height of the frame in a notebook, in pixels.
    """

    content: bytes
    documents: int
    warnings: tuple[Problem, ...]
    height: int = 760

    def write(self, path: str | Path) -> int:
        """Write the page and return its size in bytes."""
        return write_file(path, self.content)

    def __repr__(self) -> str:
        """Return the number of documents and the size."""
        return f"<Page: {several(self.documents, 'document')}, {len(self.content) / 1e6:.1f} MB>"

    def _repr_html_(self) -> str:
        """Return the frame for a notebook. Its sandbox lets the page run its script and nothing else."""
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
    """Return the hash by which the page's content security policy allows its style or script."""
    return b"'sha256-%s'" % b64encode(sha256(content).digest())


@cache
def _template() -> list[str]:
    """Return the page split at its placeholders, as alternating text and names of placeholders."""
    return re.split(r"\{\{(\w+)\}\}", _asset("explorer.html").decode())


def _json(data: object) -> bytes:
    """Return JSON that cannot end a script element."""
    return msgspec.json.encode(data).replace(b"<", b"\\u003c")


def _deflate(content: bytes) -> bytes:
    """Compress content with raw deflate, which the page can inflate."""
    return zlib.compress(content, LEVEL, -zlib.MAX_WBITS)


def _documents(report: Payload, *, compress: bool) -> Iterable[bytes]:
    for number, document in enumerate(map(packed, report.documents)):
        if compress:
            content = b64encode(_deflate(msgspec.json.encode(document)))
            yield b'<script type="text/plain" id="d%d">%s</script>' % (number, content)
        else:
            yield b'<script type="application/json" id="d%d">%s</script>' % (number, _json(document))
