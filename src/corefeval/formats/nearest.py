"""Find the most similar format of a file that cannot be read, and the reason why the file does not match it."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import NamedTuple

from corefeval.formats.catalogue import BY_NAME
from corefeval.formats.detect import XML, describe, detect
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError, Place, Problem

PAGE = "docs/bring-your-data.md"
"""The page of the documentation that lists formats by tool."""
XML_FORMATS = ("CoreNLP", "ECB+", "FoLiA", "KAF", "Knowtator-2", "MMAX2", "NAF", "TEI", "UIMA XMI")
CHARACTERS_QUOTED = 200
"""The most characters of the first line that a message quotes."""
ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")


class Near(NamedTuple):
    """The pattern of a nearly valid file, its intended format ('' if unsupported), and the fault, a kind of CE004."""

    pattern: bytes
    format: str
    lacks: str


NEAR = (
    Near(rb"#\s*FORMAT=WebAnno TSV [12]\b", "webanno", "older-webanno"),
    Near(rb"(?m)^T\d+ +\S+ +\d+ +\d+", "brat", "blanks-for-tabs"),
    Near(rb"(?m)^[TRE]\d+\t", "brat", "no-line-of-brat"),
    Near(rb"<(?:source_file|deft_ere)\b", "", "ace-or-ere"),
    Near(rb"<(?:words|markables)\b|<word\s+id=", "mmax2", "part-of-mmax2"),
    Near(rb"<root>", "corenlp-xml", "no-sentences"),
    Near(rb"<Document\b", "ecbplus", "no-doc-name"),
    Near(rb"<(?:mention|entity|coref|span|chain)\s[^<>]*(?:id|cluster|chain)\s*=", "m-tags", "other-tags"),
    Near(rb"\[[^\[\]\n]+\]\([^()\s#]+\)", "markdown", "link-without-hash"),
    Near(rb"\[[^\[\]\n]+\][_^]?\{?\d", "numbered-brackets", "number-behind-bracket"),
    Near(rb"\A[\[{]\s*[\[({]?'|\A\[\(\"|\[\[\(\d+, ?\d+\)", "jsonlines", "printed-python"),
    Near(rb"\A\{\s*\w+\s*:", "jsonlines", "fields-unquoted"),
    Near(rb"\A\[\s*[\[\]{\"\d-]", "jsonlines", "no-clusters"),
    Near(rb"(?m)^(?:[^\t\n]+\t)+[^\t\n]*\n", "conll2012", "no-brackets"),
    Near(rb"\A[^\n,]+(?:,[^\s,][^\n,]*){2,}\r?\n", "", "table-with-commas"),
)
"""The patterns of nearly valid files, in the order in which they are tested."""


def refusal(file: TextFile, head: bytes, code: str = "CE004") -> CorefevalError:
    """Return the error that explains why a file with an unknown format cannot be read."""
    text = head.lstrip()
    place = Place(file.name, head[: len(head) - len(text)].count(b"\n") + 1)
    first = text.split(b"\n", 1)[0].decode("utf-8", "replace").rstrip("\r")[:CHARACTERS_QUOTED]
    looks = describe(head)
    near = next((each for each in NEAR if re.search(each.pattern, text)), None)
    if near is not None and near.format:
        label = BY_NAME[near.format].label
        fault = Problem("CE004", "looks-like", label=label, lacks=Problem("CE004", near.lacks))
    elif near is not None:
        fault = Problem("CE004", near.lacks)
    elif looks == XML:
        root = ROOT.search(text)
        kind = "root-not-read" if root else "no-root"
        fault = Problem("CE004", kind, root=root[0].decode() + ">" if root else "", formats=XML_FORMATS)
    else:
        fault = Problem("CE004", "is-something" if looks else "plain-text", looks=looks)
    if looks and (near is not None or looks == XML):
        fault = Problem("CE004", "something-else", looks=looks, fault=fault)
    return CorefevalError(Problem(code, "begins-with", place, first, fault=fault))


def owner_of(file: TextFile) -> Problem | None:
    """Return a problem if the file is the companion of another file, next to it or one folder up; otherwise None."""
    path = Path(file.name)
    if not os.path.isfile(path):  # noqa: PTH113 - pathlib raises if a name is too long
        return None
    stems = [path.name[: edge.start()] for edge in re.finditer(r"[._]", path.name) if edge.start()]
    for folder in (path.parent, Path(os.path.normpath(path.parent / os.pardir))):
        for other in sorted({found for stem in stems for found in folder.glob(f"{glob.escape(stem)}.*")}):
            if other != path and other.is_file() and (form := _owning_format(other, path)):
                return Problem("CE104", "file-belongs", file.place, str(other), label=BY_NAME[form].label)
    return None


def _owning_format(other: Path, path: Path) -> str:
    """Return the format of `other` if `path` is its companion file; otherwise ''."""
    owner = TextFile(other)
    form = detect(owner.head())
    patterns = BY_NAME[form].companions if form else ()
    return form if form and any(path in owner.beside(pattern) for pattern in patterns) else ""
