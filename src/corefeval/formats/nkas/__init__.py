"""Lithuanian stand-off JSON (*.nkas.json): typed coreference links between spans of a text.

Žitkus, Butkienė, Butleris 2023. One document a file; its layers are JSON inside JSON. A chain is what links
with one antecedent connect; a link with several antecedents joins nothing, a group among them becomes a split
antecedent.
"""

from __future__ import annotations

from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format
from corefeval.formats.nkas.reader import LAYERS, read
from corefeval.problems import CorefevalError, Problem

__all__ = ["FORMAT"]


def recognises(head: bytes) -> bool:
    """Say whether a file begins like one of these."""
    return head.lstrip().startswith(b"{") and b'"annotationLayers"' in head


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Refuse: the format is an exchange format of one annotation tool, and is only read."""
    del corpus, stream
    hint = "Convert to jsonlines, which holds the type codes too."
    raise CorefevalError(Problem("CE044", "NKAS JSON is read, not written", hint=hint))


FORMAT = Format("nkas", "NKAS JSON", recognises, read, write, layers=tuple(LAYERS))
