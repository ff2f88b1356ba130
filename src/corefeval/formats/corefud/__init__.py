"""CorefUD 1.x: CoNLL-U with coreference brackets in the attribute Entity of the MISC column.

Nedoluzhko et al., CorefUD 1.0: Coreference meets Universal Dependencies, LREC 2022. The file is read in pieces of
whole documents as arrays. The exact reader reads irregular pieces line by line and reports every problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from corefeval.choices import DEIXIS_LAYER
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.corefud.lines import CorefudBoundaries
from corefeval.formats.corefud.reader import read
from corefeval.formats.files import TextFile
from corefeval.problems import Problem

__all__ = ["FORMAT"]


def write(corpus: Corpus, stream: BinaryIO) -> list[Problem]:
    """Write a corpus and return the annotations that the format does not support."""
    from corefeval.formats.corefud import writer  # noqa: PLC0415 - not needed for reading

    return writer.write(corpus, stream)


def check(file: TextFile) -> Iterable[Problem]:
    """Yield warnings about content that other tools read differently."""
    from corefeval.formats.corefud.statements import statements  # noqa: PLC0415 - only needed by `validate`

    return statements(file)


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of many small files and the number of documents in each; None to read them one by one."""
    from corefeval.formats.corefud import batch  # noqa: PLC0415 - not needed for a single file

    if options.layer == DEIXIS_LAYER:
        return None
    return batch.read_several(paths, options)


FORMAT = Format(
    "corefud",
    read,
    write,
    layers=("identity", DEIXIS_LAYER),
    read_several=read_several,
    boundaries=CorefudBoundaries,
    check=check,
)
