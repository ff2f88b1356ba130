"""The signature: one line that says how a number came about, and sets the same run up again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefeval.corpus import Corpus
from corefeval.problems import Problem, UsageError
from corefeval.settings import CHOICES, Settings

SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class Signature:
    """Version, preset, every setting, the key's content and the metrics.

    Examples:
        >>> text = str(Signature("0.1.0", "", Settings(), "9f3c01de", ("muc", "lea")))
        >>> text.startswith("corefeval:0.1.0|preset:none|match:exact|singletons:keep|")
        True
        >>> str(Signature.parse(text)) == text
        True
    """

    version: str
    preset: str
    settings: Settings
    key: str
    metrics: tuple[str, ...]

    def __str__(self) -> str:
        """Return name:value pairs joined by bars."""
        fields = {
            "corefeval": self.version,
            "preset": self.preset or "none",
            **{name.replace("_", "-"): _shown(value) for name, value in self.settings.to_dict().items()},
            "key": self.key,
            "metrics": "+".join(self.metrics),
        }
        return SEPARATOR.join(f"{name}:{value}" for name, value in fields.items())

    @property
    def comparable(self) -> str:
        """Everything but the metrics: two results with the same one may stand in one table."""
        return str(self).rpartition(SEPARATOR + "metrics:")[0]

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a printed signature."""
        fields = dict(field.partition(":")[::2] for field in text.strip().split(SEPARATOR))
        wanted = {name.replace("_", "-") for name in (*CHOICES, "beta")}
        missing = sorted(({"corefeval", "preset", "key", "metrics"} | wanted) - fields.keys())
        if missing:
            hint = "Copy the whole line that was printed with the score."
            raise UsageError(
                Problem("CE050", f"not a signature, it lacks {', '.join(missing)}:", text=text, hint=hint)
            )
        settings = Settings().changed(
            {
                **{name: fields[name.replace("_", "-")] for name in CHOICES},
                "beta": float(fields["beta"]),
            }
        )
        preset = "" if fields["preset"] == "none" else fields["preset"]
        metrics = tuple(name for name in fields["metrics"].split("+") if name)
        return cls(fields["corefeval"], preset, settings, fields["key"], metrics)


def _shown(value: str | float) -> str:
    return f"{value:g}" if isinstance(value, float) else value


def content_hash(corpus: Corpus) -> str:
    """Return eight hexadecimal digits for names, words, mentions and entities of a corpus.

    Documents are hashed one by one and the hashes added, so their order does not matter; nor do the entities'
    labels or the order in which mentions are listed.
    """
    mentions = corpus.mentions
    document = corpus.mention_document
    order, content = _canonical(corpus)
    counts = np.bincount(document, minlength=len(corpus.names))
    edges = np.append(0, np.cumsum(counts)).tolist()
    forms = corpus.nodes.forms
    data = np.ascontiguousarray(content[order])
    starts, stops = corpus.nodes.start.tolist(), corpus.nodes.stop.tolist()
    offsets = forms.offsets
    total = 0
    for number, name in enumerate(corpus.names):
        digest = hashlib.blake2b(name.encode(), digest_size=8)
        start, stop = starts[number], stops[number]
        if stop > start:
            digest.update(forms.block[offsets[start] : offsets[stop]].tobytes())
        digest.update(data[edges[number] : edges[number + 1]].tobytes())
        if mentions.objects is not None:
            rows = order[edges[number] : edges[number + 1]].tolist()
            digest.update("\x00".join(sorted(str(mentions.objects[row]) for row in rows)).encode())
        total += int.from_bytes(digest.digest(), "big")
    return f"{total % (1 << 64):016x}"[:8]


def _canonical(
    corpus: Corpus,
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """Return an order of the mentions and a row for each (span, entity) that labels do not change."""
    mentions, document = corpus.mentions, corpus.mention_document
    if mentions.objects is not None:
        first = last = np.zeros(len(mentions), np.int64)
        keys: Sequence[np.ndarray[tuple[int], np.dtype[np.int64]]] = (document,)
    else:
        first = corpus.positions(mentions.first, document)
        last = corpus.positions(mentions.last, document)
        keys = (corpus.mention_sizes, last, first, document)
    order = np.lexsort(tuple(keys))
    seen = np.full(len(corpus.entities), len(mentions), np.int64)
    place = np.empty(len(mentions), np.int64)
    place[order] = np.arange(len(mentions))
    np.minimum.at(seen, mentions.entity, place)
    start = np.searchsorted(document[order], document)
    return order, np.column_stack([first, last, seen[mentions.entity] - start])
