"""What a file that is refused is nearest to, and what it lacks to be that. Asked only of what cannot be read."""

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
"""The page that starts from what people have."""
XML_FORMATS = "CoreNLP, ECB+, FoLiA, KAF, Knowtator-2, MMAX2, NAF, TEI and UIMA XMI"
SHOWN = 200
"""Characters that are shown of the first line, which may end elsewhere than where the first bytes do."""
ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")


class Near(NamedTuple):
    """By what a file shows which format was meant, and what it lacks; '' for a format that is not read."""

    pattern: bytes
    format: str
    lacks: str


NEAR = (
    Near(
        rb"#\s*FORMAT=WebAnno TSV [12]\b", "webanno", "this is an older version: export it as WebAnno TSV 3"
    ),
    Near(rb"(?m)^T\d+ +\S+ +\d+ +\d+", "brat", "blanks stand where brat has tabs"),
    Near(rb"(?m)^[TRE]\d+\t", "brat", "no line is T1, a tab, the type and the offsets, a tab, the words"),
    Near(rb"<(?:source_file|deft_ere)\b", "", "ACE and ERE are not read; write its chains as brat, say"),
    Near(rb"<(?:words|markables)\b|<word\s+id=", "mmax2", "this is a part of it: give the file .mmax"),
    Near(rb"<root>", "corenlp-xml", "it has no <document> with <sentences>"),
    Near(rb"<Document\b", "ecbplus", "it has no doc_name, or no <token t_id=…>"),
    Near(
        rb"<(?:mention|entity|coref|span|chain)\s[^<>]*(?:id|cluster|chain)\s*=",
        "m-tags",
        "mentions are tagged <m id=1>",
    ),
    Near(rb"\[[^\[\]\n]+\]\([^()\s#]+\)", "markdown", "a link to a chain begins with #, as in [she](#1)"),
    Near(
        rb"\[[^\[\]\n]+\][_^]?\{?\d",
        "numbered-brackets",
        "the number stands behind the opening bracket, as in [1 she]",
    ),
    Near(
        rb"\A[\[{]\s*\{?'|\[\[\(\d+, ?\d+\)",
        "jsonlines",
        "this is Python as it is printed: write it with json.dumps",
    ),
    Near(rb"\A\{\s*\w+\s*:", "jsonlines", "names of fields stand in double quotes"),
    Near(
        rb"\A\[\s*[\[\]{\"\d-]",
        "jsonlines",
        "it has no objects with a text and clusters, nor lists of strings",
    ),
    Near(
        rb"(?m)^(?:[^\t\n]+\t)+[^\t\n]*\n",
        "conll2012",
        "the last column does not hold brackets such as (1) or (1 … 1)",
    ),
    Near(
        rb"\A[^\n,]+(?:,[^\s,][^\n,]*){2,}\r?\n",
        "",
        "a table with commas is not read; write it as JSON Lines, say",
    ),
)
"""What files are that are nearly of a format, in the order in which it is asked."""


def refusal(file: TextFile, head: bytes, code: str = "CE004") -> CorefevalError:
    """Return why a file whose format is not known cannot be read."""
    text = head.lstrip()
    place = Place(file.name, head[: len(head) - len(text)].count(b"\n") + 1)
    first = text.split(b"\n", 1)[0].decode("utf-8", "replace").rstrip("\r")[:SHOWN]
    looks = describe(head)
    near = next((each for each in NEAR if re.search(each.pattern, text)), None)
    if near is not None and near.format:
        said = f"it looks most like {BY_NAME[near.format].label}, but {near.lacks}"
    elif near is not None:
        said = near.lacks
    elif looks == XML:
        root = ROOT.search(text)
        said = f"its root is {root[0].decode() + '>' if root else 'not there'}; those that are read are {XML_FORMATS}"
    else:
        said = f"this is {looks}" if looks else "it looks like plain text, in which nothing is marked"
    said = f"this is {looks}: {said}" if looks and (near is not None or looks == XML) else said
    return CorefevalError(Problem(code, f"{said}; it begins with", place, first))


def owner_of(file: TextFile) -> Problem | None:
    """Return that a file belongs to another one beside it or one folder up, which is to be given; None if to none."""
    path = Path(file.name)
    if not os.path.isfile(path):  # noqa: PTH113 - pathlib raises where a name is too long
        return None
    stems = [path.name[: edge.start()] for edge in re.finditer(r"[._]", path.name) if edge.start()]
    for folder in (path.parent, Path(os.path.normpath(path.parent / os.pardir))):
        for other in sorted({found for stem in stems for found in folder.glob(f"{glob.escape(stem)}.*")}):
            if other != path and other.is_file() and (form := _owning_format(other, path)):
                message = f"this file belongs to one in {BY_NAME[form].label}, which is to be given:"
                return Problem("CE104", message, file.place, str(other))
    return None


def _owning_format(other: Path, path: Path) -> str:
    """Return the format of a file that has another as its companion, '' if it has not."""
    owner = TextFile(other)
    form = detect(owner.head())
    patterns = BY_NAME[form].companions if form else ()
    return form if form and any(path in owner.beside(pattern) for pattern in patterns) else ""
