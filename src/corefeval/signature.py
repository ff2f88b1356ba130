"""The signature: one line that says how a number came about, and sets the same run up again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import scatter
from corefeval.choices import ALIGN_OF_TOKENS, AVERAGES, BY_HEADS, POOLED, SETTINGS
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import IntegerPairs
from corefeval.metrics import split_names
from corefeval.metrics.base import METRICS
from corefeval.problems import Problem, UsageError
from corefeval.records import dataclass
from corefeval.settings import Settings
from corefeval.text import plain_number
from corefeval.version import __version__

SEPARATOR = "|"

SHALLOWEST = (0, 7)
"""The last version in which a signature without `heads` meant heads=shallowest, which was called `tree`."""

_UNNAMED = re.compile(r"\Adocument \d+\Z")
"""What clusters from Python are called where they have no name: their place in a list, which no hash depends on."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Version, preset, every setting, the key's content, the metrics, the mean that was asked for, and how intervals were made.

    Metrics of other packages follow with the versions of these packages (`plugins`).

    A setting added after 0.1.0 is shown where it is not at its default; so an older signature, which lacks it,
    still says what it said. `heads` is always shown: up to 0.7.0 a signature without it means `shallowest`. Up to 0.8.0
    `dominant` means `dominant(titles=count)`, and `selector=first` means `selector=first-noun`.

    Examples:
        >>> text = str(Signature("0.1.0", "", Settings(), "9f3c01de", ("muc", "lea")))
        >>> text.startswith("corefeval:0.1.0|preset:none|match:exact|heads:tree|singletons:keep|")
        True
        >>> str(Signature.parse(text)) == text
        True
    """

    version: str
    preset: str
    settings: Settings
    key: str
    metrics: tuple[str, ...]
    average: str = POOLED
    intervals: str = ""
    plugins: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return name:value pairs joined by bars."""
        fields = {
            "corefeval": self.version,
            "preset": self.preset or "none",
            **{SETTINGS[name].spelled: _shown(value) for name, value in self.settings.to_dict().items()},
            "key": self.key,
            "metrics": ",".join(self.metrics),
        }
        if self.plugins:
            fields["plugins"] = ",".join(self.plugins)
        if self.average != POOLED:
            fields["average"] = self.average
        pieces = [f"{name}:{value}" for name, value in fields.items()]
        return SEPARATOR.join([*pieces, self.intervals] if self.intervals else pieces)

    def __repr__(self) -> str:
        """Return what makes it again."""
        return f"Signature.parse({str(self)!r})"

    @property
    def comparable(self) -> str:
        """All that systems in one table must share: not the metrics, nor how each response had to be read.

        Nor whether its words had to be carried over by their characters.
        """
        align = "auto" if self.settings.align == "characters" else self.settings.align
        of_one_file = {name: one.default for name, one in SETTINGS.items() if one.is_of_one_file}
        settings = self.settings.changed({**of_one_file, "align": align})
        shared = replace(self, settings=settings, metrics=())
        return str(shared).rpartition(SEPARATOR + "metrics:")[0]

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature as printed, with the word before it, and with blanks and line breaks from a PDF."""
        fields = signed(text)
        if "tokens" in fields:
            fields = _renamed(fields)
        if "metrics" in fields and _version(fields.get("corefeval", "")) <= SHALLOWEST:
            fields = {"heads": "shallowest" if fields.get("match") in BY_HEADS else "tree", **fields}
        wanted = {one.spelled for one in SETTINGS.values() if one.is_signed}
        missing = sorted(({"corefeval", "preset", "key", "metrics"} | wanted) - fields.keys())
        if missing:
            raise UsageError(Problem("CE050", "not-signature-lacks", text=text, missing=missing))
        known = {one.spelled: name for name, one in SETTINGS.items()}
        own = list(fields)[: list(fields).index("metrics")]
        unknown = [name for name in own if name not in known and name not in {"corefeval", "preset", "key"}]
        if unknown:
            raise UsageError(
                Problem(
                    "CE050",
                    "signature-settings-not-exist",
                    text=text,
                    unknown=unknown,
                    version=__version__,
                    fields=fields["corefeval"],
                )
            )
        settings = {known[name]: _read(known[name], fields[name], text) for name in own if name in known}
        preset = "" if fields["preset"] == "none" else fields["preset"]
        return cls(
            fields["corefeval"],
            preset,
            Settings().changed(settings),
            fields["key"],
            tuple(_metric(name, fields["corefeval"]) for name in split_names(fields["metrics"])),
            _average(fields.get("average", POOLED), text),
            plugins=tuple(filter(None, fields.get("plugins", "").split(","))),
        )


def _version(text: str) -> tuple[int, ...]:
    """Return the numbers of a version: (0, 7) of 0.7.0."""
    return tuple(int(number) for number in text.split(".")[:2] if number.isdecimal())


def _metric(name: str, version: str) -> str:
    """Return a metric of a signature under the name that it has today; a signature of this version means what it says.

    Examples:
        >>> _metric("dominant(selector=first)", "0.7.0"), _metric("dominant(selector=first)", __version__)
        ('dominant(selector=first-noun,titles=count)', 'dominant(selector=first)')
    """
    metric, _, listed = name.rstrip(")").partition("(")
    if version == __version__ or metric not in METRICS:
        return name
    values = [value for value in listed.split(",") if value]
    renewed = METRICS[metric].renewed(values, _version(version))
    return name if renewed == values else f"{metric}({','.join(renewed)})"


def _average(name: str, text: str) -> str:
    if name in AVERAGES:
        return name
    raise UsageError(Problem("CE050", "not-signature-average", text=text, name=name, averages=AVERAGES))


def _renamed(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a signature with `tokens`, as align was called until 0.2.0, under their names of today."""
    return {
        "align" if name == "tokens" else name: ALIGN_OF_TOKENS.get(value, value)
        if name == "tokens"
        else value
        for name, value in fields.items()
    }


def signed(text: str) -> dict[str, str]:
    """Return the names and values of a printed signature, whatever they are."""
    line = "".join(text.split())
    pieces = line[max(line.find("corefeval:"), 0) :].split(SEPARATOR)
    return dict(piece.partition(":")[::2] for piece in pieces)


def _shown(value: str | float) -> str:
    return plain_number(value) if isinstance(value, float) else str(value) or "none"


def _read(name: str, value: str, text: str) -> str | float:
    default = SETTINGS[name].default
    if isinstance(default, int) and value.isdecimal():
        return int(value)
    if not isinstance(default, float):
        return "" if value == "none" else value
    try:
        return float(value)
    except ValueError:
        raise UsageError(Problem("CE050", "not-signature-beta", text=text, value=value)) from None


def content_hash(*sums: int) -> str:
    """Return the eight hexadecimal digits that stand for the content of one corpus, or of its pieces together."""
    return f"{sum(sums) % (1 << 64):016x}"[:8]


def content_sum(corpus: Corpus) -> int:
    """Return a number for names, words, mentions and entities of a corpus; those of its pieces add up to it.

    A mention is hashed by its span, an entity by the sum of its mentions, a document by its name, its words
    and the sum of its entities, the corpus by the sum of its documents: so neither the order of documents,
    entities and mentions matters, nor the entities' labels. A document that was given no name counts without it.
    """
    entities = _entity_hashes(corpus)
    documents = np.zeros(len(corpus.names), np.uint64)
    np.add.at(documents, corpus.entities.document, entities)
    forms = corpus.nodes.forms
    starts, stops = (forms.offsets[edge].tolist() for edge in (corpus.nodes.start, corpus.nodes.stop))
    total = 0
    for name, start, stop, content in zip(corpus.names, starts, stops, documents.tolist(), strict=True):
        digest = hashlib.blake2b(_UNNAMED.sub("", name).encode(), digest_size=8)
        digest.update(forms.block[start:stop].data)
        digest.update(content.to_bytes(8, "big"))
        total += int.from_bytes(digest.digest(), "big")
    return total % (1 << 64)


def _entity_hashes(corpus: Corpus) -> NDArray[np.uint64]:
    mentions, document = corpus.mentions, corpus.mention_document
    if mentions.objects is not None:
        hashed = _hash_pair if isinstance(mentions.objects, IntegerPairs) else _hash_object
        known = {item: hashed(item) for item in dict.fromkeys(mentions.objects)}
        spans = np.fromiter(map(known.__getitem__, mentions.objects), np.uint64, len(mentions))
    else:
        spans = scatter(corpus.positions(mentions.first, document))
        spans += corpus.positions(mentions.last, document).view(np.uint64)
        spans = scatter(spans)
        # of all nodes: Corpus.mention_sizes leaves empty nodes out where a format does, and the hash depends on no format
        spans += mentions.sizes.view(np.uint64)
    entities = np.zeros(len(corpus.entities), np.uint64)
    np.add.at(entities, mentions.entity, scatter(spans))
    return scatter(entities)


def _hash_object(item: object) -> int:
    return _hash_text(repr(item))


@lru_cache(maxsize=1 << 16)
def _hash_pair(pair: tuple[int, int]) -> int:
    """Return the hash of a pair of integers; a training loop scores the same key at every step."""
    return _hash_object(pair)


def _hash_text(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
