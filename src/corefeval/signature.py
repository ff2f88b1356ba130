"""The signature: one line that records how a score was computed and repeats the run.

The short form lists the settings that differ from the preset: `corefeval:0.10.0|crac24|key:81578874|conll,lea`. The long form
names every setting: `corefeval:0.10.0|preset:crac24|match:head|…|key:81578874|metrics:conll,lea`. Both repeat the run exactly.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from corefeval.arrays import scatter
from corefeval.choices import ALIGN_OF_TOKENS, AVERAGES, BY_HEADS, POOLED, SETTINGS
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import IntegerPairs
from corefeval.metrics import split_names
from corefeval.metrics.base import METRICS
from corefeval.presets import preset as preset_named
from corefeval.problems import Problem, UsageError
from corefeval.records import dataclass
from corefeval.settings import Settings
from corefeval.text import plain_number
from corefeval.version import __version__

SEPARATOR = "|"

NO_PRESET = "none"
"""The entry for no preset."""

CHANGED: Mapping[tuple[int, ...], Mapping[str, Mapping[str, str | float]]] = {}
"""Defaults that changed after short signatures relied on them; their old values.

`{(0, 10): {"crac24": {"zeros": "dependent"}, "none": {"match": "exact"}}}`: up to 0.10, these were the settings of the preset
and the default without a preset. `tests/golden/frozen/settings` has the settings of each release, and a test compares them.
"""

SHALLOWEST = (0, 7)
"""The last version in which a signature without `heads` meant heads=shallowest, then called `tree`."""

_UNNAMED = re.compile(r"\Adocument \d+\Z")
"""Names of clusters from Python that have none: their place in a list, which no hash depends on."""


class SignatureText(str):
    """A short signature as text, with its long form as `long`."""

    __slots__ = ("long",)

    long: str

    def __new__(cls, short: str, long: str = "") -> Self:
        """Return the short text, which is also the long form if there is no other."""
        text = super().__new__(cls, short)
        text.long = long or short
        return text

    def followed_by(self, short: str, long: str = "") -> SignatureText:
        """Return both forms with more fields, '' for none."""
        return SignatureText(_joined(self, short), _joined(self.long, long or short))


_prints_long: ContextVar[bool] = ContextVar("prints_long", default=False)


@contextmanager
def long_signatures() -> Iterator[None]:
    """Print long signatures in this context."""
    before = _prints_long.set(True)
    try:
        yield
    finally:
        _prints_long.reset(before)


def printed(signature: str) -> str:
    """Return a signature as reports print it: short, or long in the context of `long_signatures`."""
    return signature.long if _prints_long.get() and isinstance(signature, SignatureText) else signature


@dataclass(frozen=True, slots=True)
class Signature:
    """Version, preset, every setting, the key's content, the metrics, the requested mean, and the method of intervals.

    Metrics of other packages follow with the versions of these packages (`plugins`).

    A setting added after 0.1.0 is shown if it is not at its default; so an older signature, which lacks it, keeps
    its meaning. `heads` is always shown: up to 0.7.0 a signature without it means `shallowest`. Up to 0.8.0
    `dominant` means `dominant(titles=count)`, and `selector=first` means `selector=first-noun`.

    Examples:
        >>> signature = Signature("0.10.0", "", Settings(singletons="drop"), "9f3c01de", ("muc", "lea"))
        >>> str(signature)
        'corefeval:0.10.0|none|singletons:drop|key:9f3c01de|muc,lea'
        >>> signature.long.startswith("corefeval:0.10.0|preset:none|match:exact|heads:tree|singletons:drop|")
        True
        >>> Signature.parse(str(signature)) == Signature.parse(signature.long) == signature
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
        """Return the short form."""
        return str(self.text)

    @property
    def text(self) -> SignatureText:
        """The short form as text, with the long form as its attribute `long`."""
        known = meant_by(self.preset, self.version)
        differing = {
            name: value
            for name in SETTINGS
            if (value := getattr(self.settings, name)) != getattr(known, name)
        }
        pieces = [
            f"corefeval:{self.version}",
            self.preset or NO_PRESET,
            *_fields(differing),
            f"key:{self.key}",
            _abbreviated(self.metrics_asked_for),
        ]
        return SignatureText(_joined(*pieces, *self._last(), self.intervals), self.long)

    @property
    def metrics_asked_for(self) -> tuple[str, ...]:
        """The metrics without the parameters that the preset sets; `()` marks one with its own defaults under the preset.

        Examples:
            >>> Signature("0.10.0", "perl", Settings(), "", ("muc", "blanc(empty=key)")).metrics_asked_for
            ('muc', 'blanc')
            >>> Signature("0.10.0", "perl", Settings(), "", ("blanc",)).metrics_asked_for
            ('blanc()',)
        """
        own = preset_named(self.preset).metric_parameters if self.preset else {}
        shown = {full: name for name, full in own.items()} | {name: f"{name}()" for name in own}
        return tuple(shown.get(name, name) for name in self.metrics)

    @property
    def long(self) -> str:
        """The long form: name:value pairs of every setting, joined by bars."""
        return _joined(
            f"corefeval:{self.version}",
            f"preset:{self.preset or NO_PRESET}",
            *_fields(self.settings.to_dict()),
            f"key:{self.key}",
            f"metrics:{','.join(self.metrics)}",
            *self._last(),
            self.intervals.long if isinstance(self.intervals, SignatureText) else self.intervals,
        )

    def _last(self) -> Iterator[str]:
        """Yield the fields that follow the metrics in both forms."""
        if self.plugins:
            yield f"plugins:{','.join(self.plugins)}"
        if self.average != POOLED:
            yield f"average:{self.average}"

    def __repr__(self) -> str:
        """Return the arguments that create it again."""
        return f"Signature.parse({str(self)!r})"

    @property
    def comparable(self) -> str:
        """The entries that systems in one table must share: not the metrics, nor how each response was read.

        Nor whether its words were aligned by characters.
        """
        align = "auto" if self.settings.align == "characters" else self.settings.align
        of_one_file = {name: one.default for name, one in SETTINGS.items() if one.is_of_one_file}
        settings = self.settings.changed({**of_one_file, "align": align})
        shared = replace(self, settings=settings, metrics=())
        return shared.long.rpartition(SEPARATOR + "metrics:")[0]

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature of any form and version as printed, with the word before it and line breaks from a PDF."""
        fields = _lengthened(text)
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
        preset = "" if fields["preset"] == NO_PRESET else fields["preset"]
        return cls(
            fields["corefeval"],
            preset,
            Settings().changed(settings),
            fields["key"],
            tuple(_metric(name, fields["corefeval"]) for name in split_names(fields["metrics"])),
            _average(fields.get("average", POOLED), text),
            plugins=tuple(filter(None, fields.get("plugins", "").split(","))),
        )


def meant_by(preset: str, version: str = __version__) -> Settings:
    """Return the settings that a short signature of a version omits: those of its preset, else the defaults."""
    settings = preset_named(preset).settings if preset else Settings()
    changed = {
        name: value
        for last in sorted(CHANGED, reverse=True)
        if _version(version) <= last
        for name, value in CHANGED[last].get(preset or NO_PRESET, {}).items()
    }
    return settings.changed(changed) if changed else settings


def _lengthened(text: str) -> dict[str, str]:
    """Return the fields of a signature of either form as the long form names them."""
    pieces = _pieces(text)
    places = [place for place, piece in enumerate(pieces) if piece.startswith("key:")]
    is_short = len(pieces) > 1 and ":" not in pieces[1] and bool(places) and len(pieces) > places[0] + 1
    if not is_short:
        return signed(text)
    metrics = places[0] + 1
    version, preset = pieces[0].partition(":")[2], pieces[1]
    own = "" if preset == NO_PRESET else preset
    known = meant_by(own, version)
    return {
        "corefeval": version,
        "preset": preset,
        **_pairs(_fields(known.to_dict())),
        **_pairs(pieces[2:metrics]),
        "metrics": ",".join(_as_scored(_in_full(pieces[metrics]), own)),
        **_pairs(pieces[metrics + 1 :]),
    }


def _abbreviated(names: Iterable[str]) -> str:
    """Return names of metrics in one list; a name of the family of the one before it begins with the dot.

    Examples:
        >>> _abbreviated(["bridging.anaphor", "bridging.mention", "muc"])
        'bridging.anaphor,.mention,muc'
    """
    shown, before = [], ""
    for name in names:
        family, dot, member = name.partition(".")
        shown.append(f".{member}" if dot and family == before and "(" not in family else name)
        before = family
    return ",".join(shown)


def _in_full(metrics: str) -> list[str]:
    """Return the names in an abbreviated list in full."""
    names, family = [], ""
    for name in split_names(metrics):
        names.append(f"{family}{name}" if name.startswith(".") else name)
        family = names[-1].partition(".")[0]
    return names


def _as_scored(metrics: Iterable[str], preset: str) -> list[str]:
    """Return metrics with the parameters that the preset sets; the inverse of `metrics_asked_for`."""
    own = preset_named(preset).metric_parameters if preset else {}
    return [own.get(name, name.removesuffix("()")) for name in metrics]


def _fields(settings: Mapping[str, str | float]) -> Iterator[str]:
    """Yield `name:value` of each setting."""
    return (f"{SETTINGS[name].spelled}:{_shown(value)}" for name, value in settings.items())


def _pairs(pieces: Iterable[str]) -> dict[str, str]:
    return dict(piece.partition(":")[::2] for piece in pieces)


def _joined(*pieces: str) -> str:
    return SEPARATOR.join(filter(None, pieces))


def _version(text: str) -> tuple[int, ...]:
    """Return the numbers of a version: (0, 7) of 0.7.0."""
    return tuple(int(number) for number in text.split(".")[:2] if number.isdecimal())


def _metric(name: str, version: str) -> str:
    """Return a metric of a signature by its current name; unchanged for a signature of this version.

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
    """Return the names and values in a printed signature, without checking them."""
    return _pairs(_pieces(text))


def _pieces(text: str) -> list[str]:
    """Return the pieces between the bars of a printed signature."""
    line = "".join(text.split())
    return line[max(line.find("corefeval:"), 0) :].split(SEPARATOR)


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
    """Return the hash of a corpus, or of its pieces together: eight hexadecimal digits."""
    return f"{sum(sums) % (1 << 64):016x}"[:8]


def content_sum(corpus: Corpus) -> int:
    """Return a hash of names, words, mentions and entities of a corpus; hashes of its pieces add up to it.

    A mention is hashed by its span, an entity by the sum of its mentions. A document is hashed by its name, its words
    and the sum of its entities, the corpus by the sum of its documents. So the order of documents, entities and
    mentions does not matter, nor do the labels of entities. A document without a name counts without it.
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


class ContentSum:
    """The content sum of a corpus, computed on first access: a training loop reads few signatures.

    A corpus is immutable, so it is that of the scored corpus.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus: Corpus | None = corpus
        self._value = 0

    @property
    def value(self) -> int:
        """The sum; the corpus is then released."""
        if self._corpus is not None:
            self._value, self._corpus = content_sum(self._corpus), None
        return self._value

    def __getstate__(self) -> dict[str, Any]:
        """Return the sum for pickle, not the corpus."""
        return {"_corpus": None, "_value": self.value}


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
    return int.from_bytes(hashlib.blake2b(repr(item).encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=1 << 16)
def _hash_pair(pair: tuple[int, int]) -> int:
    """Return the hash of a pair of integers; a training loop scores the same key at every step."""
    return _hash_object(pair)
