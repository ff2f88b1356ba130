"""JSON Lines: one JSON object per line, tokens or text, and clusters of spans, as most neural resolvers write it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import Format, ReadOptions
from corefeval.formats.jsonlines.fields import CLUSTERS, JsonLinesBoundaries
from corefeval.formats.jsonlines.reader import read
from corefeval.formats.jsonlines.writer import write

__all__ = ["FORMAT"]


def read_several(paths: Sequence[Path], options: ReadOptions) -> tuple[Corpus, list[int]] | None:
    """Return the corpus of many small files and the number of documents in each; None to read them one by one."""
    from corefeval.formats.jsonlines import batch  # noqa: PLC0415 - not needed for a single file

    return batch.read_several(paths, options)


FORMAT = Format(
    "jsonlines",
    read,
    write,
    layers=("identity", *CLUSTERS),
    has_offsets=True,
    read_several=read_several,
    boundaries=JsonLinesBoundaries,
)
