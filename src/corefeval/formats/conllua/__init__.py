"""CoNLL-UA, the 'exploded' format of Universal Anaphora: identity, bridging and discourse deixis in columns.

See Yu et al. (2023), The Universal Anaphora Scorer 2.0. The page of the format describes the grammar of the cells, and
the additional input that this reader accepts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.conllua.reader import ConlluaBoundaries, read
from corefeval.formats.conllua.source import LAYERS
from corefeval.formats.conllua.writer import write

__all__ = ["FORMAT"]


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of many small files and the number of documents in each; None to read them one by one."""
    from corefeval.formats.conllua import batch  # noqa: PLC0415 - not needed for a single file

    return batch.read_several(paths, options)


FORMAT = Format(
    "conllua",
    read,
    write,
    layers=tuple(LAYERS),
    read_several=read_several,
    boundaries=ConlluaBoundaries,
)
