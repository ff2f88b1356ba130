"""CorefUD 1.x: CoNLL-U with coreference brackets in the attribute Entity of the MISC column.

Nedoluzhko et al., CorefUD 1.0: Coreference meets Universal Dependencies, LREC 2022. The file is read in pieces of
whole documents as arrays; whatever is not regular there is left to the exact reader, line by line, which reports
every problem it finds.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format
from corefeval.formats.corefud.reader import read
from corefeval.problems import Problem

__all__ = ["FORMAT"]

_TOKEN = re.compile(rb"^\d+(?:[-.]\d+)?\t(?:[^\t\n]*\t){8}[^\t\n]*\r?$", re.MULTILINE)


def recognises(head: bytes) -> bool:
    """Say whether these first bytes are CoNLL-U: its header, or lines of ten columns that begin with a number."""
    if b"global.Entity" in head:
        return True
    return b"global.columns" not in head and b"begin document" not in head and _TOKEN.search(head) is not None


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus, and return what the format cannot hold."""
    from corefeval.formats.corefud import writer  # noqa: PLC0415 - reading does without

    return writer.write(corpus, stream)


FORMAT = Format("corefud", "CorefUD", recognises, read, write)
