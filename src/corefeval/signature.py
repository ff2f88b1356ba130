"""The signature: one line that says how a number came about, and sets the same run up again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefeval.corpus import Corpus, scatter
from corefeval.metrics.naming import split_names
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
            "metrics": ",".join(self.metrics),
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
        wanted = {name.replace("_", "-") for name in (*CHOICES, "language", "beta")}
        missing = sorted(({"corefeval", "preset", "key", "metrics"} | wanted) - fields.keys())
        if missing:
            hint = "Copy the whole line that was printed with the score."
            raise UsageError(
                Problem("CE050", f"not a signature, it lacks {', '.join(missing)}:", text=text, hint=hint)
            )
        settings = Settings().changed(
            {
                **{name: fields[name.replace("_", "-")] for name in CHOICES},
                "language": "" if fields["language"] == "none" else fields["language"],
                "beta": float(fields["beta"]),
            }
        )
        preset = "" if fields["preset"] == "none" else fields["preset"]
        return cls(
            fields["corefeval"], preset, settings, fields["key"], tuple(split_names(fields["metrics"]))
        )


def _shown(value: str | float) -> str:
    return f"{value:g}" if isinstance(value, float) else value or "none"


def content_hash(corpus: Corpus) -> str:
    """Return eight hexadecimal digits for names, words, mentions and entities of a corpus.

    A mention is hashed by its span, an entity by the sum of its mentions, a document by its name, its words
    and the sum of its entities, the corpus by the sum of its documents: so neither the order of documents,
    entities and mentions matters, nor the entities' labels.
    """
    entities = _entity_hashes(corpus)
    documents = np.zeros(len(corpus.names), np.uint64)
    np.add.at(documents, corpus.entities.document, entities)
    forms = corpus.nodes.forms
    starts, stops = (forms.offsets[edge].tolist() for edge in (corpus.nodes.start, corpus.nodes.stop))
    total = 0
    for name, start, stop, content in zip(corpus.names, starts, stops, documents.tolist(), strict=True):
        digest = hashlib.blake2b(name.encode(), digest_size=8)
        digest.update(forms.block[start:stop].data)
        digest.update(content.to_bytes(8, "big"))
        total += int.from_bytes(digest.digest(), "big")
    return f"{total % (1 << 64):016x}"[:8]


def _entity_hashes(corpus: Corpus) -> NDArray[np.uint64]:
    mentions, document = corpus.mentions, corpus.mention_document
    if mentions.objects is not None:
        known = {item: _hash_text(repr(item)) for item in dict.fromkeys(mentions.objects)}
        spans = np.fromiter(map(known.__getitem__, mentions.objects), np.uint64, len(mentions))
    else:
        spans = scatter(corpus.positions(mentions.first, document))
        spans += corpus.positions(mentions.last, document).view(np.uint64)
        spans = scatter(spans)
        spans += corpus.mention_sizes.view(np.uint64)
    entities = np.zeros(len(corpus.entities), np.uint64)
    np.add.at(entities, mentions.entity, scatter(spans))
    return scatter(entities)


def _hash_text(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
