"""The request: every way to score fills in a request, and only the request reads, chooses and counts.

`score`, `Scorer`, `compare`, `explain`, `report`, datasets, uses and all commands create their requests here. The
same question therefore always has the same answer, signature and warnings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from os import PathLike, fspath
from typing import IO, TYPE_CHECKING, Any, Protocol, Unpack, runtime_checkable

import numpy as np

from corefeval import formats, presets
from corefeval.choices import ALIGN_OF_TOKENS, BY_HEADS, CHOICES, POOLED
from corefeval.corpus.builder import from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.shared_text import on_text
from corefeval.corpus.tables import IntegerPairs
from corefeval.counts import Counts
from corefeval.evaluation.contents import ScoredContents
from corefeval.evaluation.notes import (
    LEFT_OUT,
    PRESET,
    Alternative,
    Alternatives,
    WarningCounts,
    alternatives,
    averaged_over_documents,
    has_similar,
    undefined_averages,
)
from corefeval.evaluation.result import Result
from corefeval.evaluation.score_table import ScoreTable
from corefeval.formats.catalogue import BY_NAME, has_empty_nodes
from corefeval.formats.key_texts import KeyTexts
from corefeval.metrics import ALL, metric_name, metrics_named, split_names
from corefeval.metrics.base import METRICS, Metric, MetricOfParts
from corefeval.metrics.needs import lacking
from corefeval.names import resolve
from corefeval.pairing import pair
from corefeval.pairing.align import described_by, sharing_words
from corefeval.pairing.pairing import Pairing
from corefeval.plugins import is_installed
from corefeval.problems import (
    CorefevalError,
    Met,
    Place,
    Problem,
    Problems,
    Severity,
    UsageError,
    added,
    adding,
    warning,
)
from corefeval.records import cached_property, dataclass
from corefeval.settings import PLAIN, Options, Settings
from corefeval.signature import SEPARATOR, ContentSum, Signature, content_hash
from corefeval.version import __version__

if TYPE_CHECKING:
    from corefeval.formats.base import ReadOptions
    from corefeval.formats.files import TextFile

OF_READING = frozenset({"key_companion", "response_companion", "jobs", "progress"})
"""The keywords that are not settings: they affect reading, and change no number."""

OTHER_THAN_LINKS = frozenset({"non-referring", "bridging"})
"""Needs of metrics that compare annotations other than links between mentions (see mentions=key)."""

OF_BOTH = frozenset({"CE055", "CE060", "CE062", "CE109", "CE171"})
"""Problems of both files, of scores or of settings, which name no file."""


OF_CLUSTERS = frozenset({list, tuple, dict})
"""Types of Python objects that may be clusters of pairs of integers, which need no option."""

SHOWN = 3
"""How many examples a warning names."""

Choice = tuple[Mapping[str, Metric], Settings, str, tuple[Problem, ...]]
"""Metrics, settings and preset of a run, and warnings about them."""


class StanzaDocument(Protocol):
    """A Document of stanza."""

    def to_dict(self) -> Any:
        """Return sentences of words."""


class CorefResult(Protocol):
    """A result of fastcoref."""

    def get_clusters(self, as_strings: bool = ...) -> Any:  # noqa: FBT001 - as fastcoref declares it
        """Return clusters of spans."""


@runtime_checkable
class Readable(Protocol):
    """Documents that can read themselves, such as some files of a folder."""

    def read_corpus(self, options: ReadOptions) -> Corpus:
        """Return the corpus."""


Input = (
    str
    | PathLike[str]
    | IO[str]
    | IO[bytes]
    | Corpus
    | Mapping[str, Any]
    | Iterable[Any]
    | StanzaDocument
    | CorefResult
)
"""A path, an open file, a corpus, or clusters, documents, rows and objects of tools as corefeval.formats.objects
understands them."""


def refuse_layer(side: str, layer: str) -> None:
    """Raise if clusters from Python should have another layer than identity."""
    if layer != "identity":
        raise UsageError(Problem("CE051", "given-clusters-no-layer", side=side, wanted=layer))


def load(
    source: Input | TextFile | Readable,
    format: str | None = None,  # noqa: A002 - the command's word
    **options: Any,
) -> Corpus:
    """Return the corpus of a path, of an open file, of clusters or rows from Python, or the corpus itself.

    Args:
        source: the input; see 'What can be scored from Python' for the possible types.
        format: the format's name; by default detected from the content.
        options: as in corefeval.formats.read.
    """
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | PathLike):
        return formats.read(source, format, **options)
    from corefeval.formats import ReadOptions, objects  # noqa: PLC0415 - files do without

    # clusters come first: to look for the methods of Readable takes longer than to score a small document
    if not isinstance(source, list | tuple | dict) and isinstance(source, Readable):
        how = {name: options[name] for name in ("layer", "offsets", "texts", "unreadable", "is_key")}
        return source.read_corpus(ReadOptions(**how))
    return objects.read(source, format, **options)


@dataclass(frozen=True, eq=False)
class Request:
    """The arguments of a run, before any file is read. Unknown names are refused here.

    Attributes:
        metrics: the metrics' names; none where the preset or the default decides.
        preset: the preset's name; '' if the key's format decides.
        overrides: the given settings that are not the preset's.
        replayed: the signature to replay, if any.
        companions: the companion files of key and response; '' if they are found next to them.
        jobs: processes to read and count with, or auto.
        progress: called with the bytes read and the bytes in all.
        notes: warnings about the request.
        averages: the means of a signature that this interface can show.
        key_file: the key's file, once known: a response may have its texts there.
        key_texts: the key's texts, once known, for answers without a text.
        engine: the engine that counts the pieces of files, '' for this machine (see corefeval.engine).
        lends_tags: whether the response's tags and types may be used for a key that has none: only for a single
            system, so that no system describes the text for another.
        text: a parsed file of the key's words, which describes them in place of the key's file.
        has_gold: whether the key is gold. Among annotators, the key is only the first of them.
    """

    metrics: tuple[str, ...] = ()
    preset: str = ""
    overrides: Mapping[str, object] | None = None
    replayed: Signature | None = None
    companions: tuple[str, str] = ("", "")
    jobs: int | str = 1
    progress: Callable[[int, int], object] | None = None
    notes: tuple[Problem, ...] = ()
    averages: tuple[str, ...] = ()
    engine: str = ""
    key_file: str = ""
    key_texts: KeyTexts | None = None
    lends_tags: bool = False
    text: Corpus | None = None
    has_gold: bool = True

    @classmethod
    def of(
        cls,
        *,
        metrics: str | Iterable[str] | None = None,
        preset: str | None = None,
        signature: str | Signature | None = None,
        **options: Unpack[Options],
    ) -> Request:
        """Create a request from the arguments of score().

        A signature repeats the run that printed it; other given settings override its own.
        """
        for name in options:
            resolve("keyword", name, Options.__annotations__, exactly=True)
        asked: dict[str, object] = {"preset": preset, "signature": signature, **options}
        for name, value in asked.items():
            _refuse_empty(name, given=value != "")
        replayed = None if signature is None else Signature.parse(str(signature))
        said: dict[str, object] = {name: value for name, value in options.items() if value is not None}
        jobs, progress = said.get("jobs", 1), options.get("progress")
        text = said.pop("text", None)
        described = None if text is None else _text(text)
        if described is not None:
            said["text"] = _text_digest(described)
        if jobs != "auto" and (not isinstance(jobs, int) or jobs < 1):
            raise UsageError(Problem("CE050", "no-value-jobs", jobs=jobs))
        if progress is not None and not callable(progress):
            raise UsageError(Problem("CE050", "no-value-progress", progress=progress))
        companions = str(said.get("key_companion", "")), str(said.get("response_companion", ""))
        said = {name: value for name, value in said.items() if name not in OF_READING}
        if "zeros" in said:
            said["starred"] = "zeros"
        said, notes = _renamed(said)
        said |= {
            name: _format(str(said[name])) for name in ("key_format", "response_format") if said.get(name)
        }
        if "scheme" in said:
            said["scheme"] = _scheme(said["scheme"])
        if "types" in said:
            said["types"] = _types(said["types"])
        names = tuple(map(metric_name, split_names(metrics))) if metrics is not None else ()
        _refuse_empty("metrics", given=metrics is None or bool(names))
        if replayed is not None:
            if absent := [package for package in replayed.plugins if not is_installed(package)]:
                raise UsageError(Problem("CE051", "signature-needs-plugins", packages=absent))
            if preset is not None and presets.preset(preset).name != replayed.preset:
                raise UsageError(
                    Problem(
                        "CE051",
                        "preset-beside-signature-preset",
                        preset=preset,
                        signed=replayed.preset or "none",
                    )
                )
            preset = replayed.preset
            notes = (*notes, *_of_another_scheme(replayed.settings.scheme, said))
            notes = (*notes, *_of_another_text(replayed.settings.text, str(said.get("text", ""))))
            said = {**replayed.settings.as_dict(), **said}
            names = names or replayed.metrics_asked_for
        chosen = presets.preset(preset).name if preset else ""
        request = cls(names, chosen, said, replayed, companions, jobs, progress, notes, text=described)
        settings = request.settings.changed({})  # refuses values that do not exist
        if (settings.window or settings.mentions == "key") and ALL not in names:
            request.on(load({}))  # refuses metrics that do not go with them, before a file is read
        if replayed is not None and request.settings.scheme:
            _scheme(request.settings.scheme)
        return request

    @cached_property
    def settings(self) -> Settings:
        """The settings, as far as they are known without the key."""
        base = presets.preset(self.preset).settings if self.preset else PLAIN
        return base.changed(self.overrides or {})

    @cached_property
    def _how_to_read(self) -> dict[str, tuple[str, str, str, str]]:
        """The format, layer, offsets and companion of each side."""
        settings, (ours, theirs) = self.settings, self.companions
        return {
            "key": (settings.key_format, settings.key_layer, settings.key_offsets, ours),
            "response": (
                settings.response_format,
                settings.response_layer,
                settings.response_offsets,
                theirs,
            ),
        }

    def read(self, source: Input | TextFile | Readable, side: str) -> Corpus:
        """Return the corpus of the key or of a response."""
        corpus = self._read(source, side, *self._how_to_read[side])
        if self.text is None:
            return corpus
        return described_by(corpus, self.text) if side == "key" else on_text(corpus, self.text)

    def read_key(self, source: Input | TextFile) -> Corpus:
        """Return the key's corpus."""
        return self.read(source, "key")

    def read_response(self, source: Input | TextFile) -> Corpus:
        """Return a response's corpus."""
        return self.read(source, "response")

    def _read(
        self,
        source: Input | TextFile | Readable,
        side: str,
        form: str,
        layer: str,
        offsets: str,
        companion: str,
    ) -> Corpus:
        wanted = layer or self.settings.layer
        if not isinstance(source, Corpus):
            if wanted == "identity" and not (form or offsets or companion) and type(source) in OF_CLUSTERS:
                from corefeval.formats.objects import plain_clusters  # noqa: PLC0415 - files do without

                clusters = plain_clusters(source)
                if clusters is not None:
                    return from_clusters(clusters)
            how: dict[str, Any] = {
                "layer": wanted,
                "offsets": offsets,
                "companion": companion,
                "key": self.key_file if side == "response" else "",
                "texts": self.key_texts if side == "response" else None,
                "unreadable": self.settings.unreadable if side == "response" else "",
                "is_key": side == "key" and self.has_gold,
                "jobs": self.jobs,
                "progress": self.progress,
            }
            try:
                corpus = load(source, form or None, **how)
            except UsageError as error:
                raise UsageError(problem.at(f"<{side}>") for problem in error.problems) from None
            if not corpus.layer:
                refuse_layer(side, wanted)
            return corpus
        if source.original is not None:  # a selection of mentions is scored as if it had been read
            source = source.select_documents(np.arange(len(source.names)))
        is_setting = source.layer in CHOICES["layer"] or bool(layer)
        for name, value, has in (
            ("format", form, source.format),
            ("offsets", offsets, ""),
            ("companion", companion, ""),
            ("layer", wanted, source.layer if is_setting else "identity"),
        ):
            if value and value != has:
                raise UsageError(
                    Problem(
                        "CE051",
                        "read-already-layer-cannot",
                        side=side,
                        format=source.format,
                        layer=source.layer or "no",
                        name=name,
                        value=value,
                    )
                )
        return source

    def preset_for(self, form: str) -> str:
        """Return the preset for a key of this format: the requested one, else the default of the format, '' for none.

        By default CorefUD files are scored as in the CRAC shared task. All other files are scored by exact match,
        with singletons as in the files, without zeros and split antecedents. A signature without a preset means none.
        """
        if self.preset or self.replayed is not None:
            return self.preset
        return presets.OF_FORMAT.get(form, "")

    def on(self, key: Corpus, form: str = "", missing: frozenset[str] | None = None) -> Run:
        """Return the run on a key, or on later documents of a format, with metrics and settings chosen.

        `all` means every metric for which the key has the needed annotation; a warning names the others.

        Args:
            key: the key.
            form: its format, if the key is not known yet.
            missing: the needed annotation that it lacks, if already known (see lacking).
        """
        form = form or key.format
        choices, chosen = self._choices, (form, METRICS.changes)
        if chosen not in choices or ALL in self.metrics:  # which depends on the key
            choices[chosen] = self._choose(form, key, missing)
        return Run(self.beside(key), *choices[chosen])

    @cached_property
    def _choices(self) -> dict[tuple[str, int], Choice]:
        """What was chosen for keys of a format; a training loop asks for the same at every step."""
        return {}

    def _choose(self, form: str, key: Corpus, missing: frozenset[str] | None) -> Choice:
        """Return metrics, settings, preset and warnings for a key of a format."""
        name = self.preset_for(form)
        chosen = presets.preset(name) if name else None
        base = chosen.settings if chosen else PLAIN
        settings = base.changed(self.overrides or {})
        if has_empty_nodes(form):
            settings = settings.changed({"starred": "auto"})
        names = list(self.metrics or (chosen.metrics if chosen else presets.DEFAULT_METRICS))
        problems = Problems()
        problems.extend(self.notes)
        if settings.heads != base.heads and settings.match not in BY_HEADS:
            problems.add(
                warning(
                    "CE062",
                    "heads-no-effect-match",
                    heads=settings.heads,
                    match=settings.match,
                    by_heads=BY_HEADS,
                )
            )
        if settings.window_edges != "exact" and not settings.window:
            problems.add(warning("CE062", "window-edges-no-effect"))
        if ALL in names:
            index = names.index(ALL)
            missing = lacking(key, settings) if missing is None else missing
            names[index : index + 1] = _applicable(missing, settings, problems, names, key.file)
        meant = chosen.metric_parameters if chosen else {}
        metrics = {name: metric.under(settings) for name, metric in metrics_named(names, meant).items()}
        if settings.window:
            _refuse_in_windows(metrics, settings)
        if settings.mentions == "key":
            _refuse_other_than_links(metrics)
        if settings.scheme and not any(metric.reads_scheme for metric in metrics.values()):
            problems.add(warning("CE062", "scheme-no-effect", scheme=settings.scheme))
        return metrics, settings, name, tuple(problems)

    def beside(self, key: Corpus) -> Request:
        """Return the request for responses whose texts may be in the key's file; clusters from Python have no text."""
        if key.mentions.objects is not None and not self.key_file and self.key_texts is None:
            return self
        key_file = key.source.file_name if len(key.names) else ""
        return replace(self, key_file=key_file, key_texts=KeyTexts(lambda: key))

    def of_a_part(self) -> Request:
        """Return the request for one of several keys of a signature to repeat."""
        replayed = None if self.replayed is None else replace(self.replayed, key="", average=POOLED)
        return replace(self, replayed=replayed)

    def of_another_key(self, key_hash: str, kind: str = "other-key") -> Iterable[Problem]:
        """Warn if the signature to repeat has another key."""
        theirs = key_hash if self.replayed is None else self.replayed.key or key_hash
        if theirs != key_hash:
            yield warning("CE058", kind, theirs=theirs, ours=key_hash)

    @property
    def average(self) -> str:
        """The headline; for a replayed run the original one, if this command can show it."""
        asked = POOLED if self.replayed is None else self.replayed.average
        return asked if asked in self.averages else POOLED

    def of_another_average(self) -> Iterable[Problem]:
        """Warn if the signature to repeat has a mean that these scores do not have."""
        if self.replayed is not None and self.replayed.average not in (POOLED, *self.averages):
            yield warning("CE058", "signature-average-these-scores", average=self.replayed.average)

    def __str__(self) -> str:
        """Return the request in the form of a signature, without the parts that depend on a key."""
        shown = Signature(__version__, self.preset, self.settings, "", self.metrics)
        return shown.long

    @property
    def asked(self) -> str:
        """A short description of the request: metrics, preset and the settings that differ from it."""
        said = {name: value for name, value in (self.overrides or {}).items() if value not in {"", None}}
        return ", ".join(
            [
                f"metrics {','.join(self.metrics)}" if self.metrics else "default metrics",
                *([f"preset {self.preset}"] if self.preset else []),
                *(f"{name}={value!r}" for name, value in said.items()),
            ]
        )

    def __repr__(self) -> str:
        """Return the request as text."""
        return f"<Request: {self.asked}>"

    def differences(self, other: Request) -> str:
        """Return how another request differs, '' if no difference can change a number."""
        pairs = zip(str(self).split(SEPARATOR), str(other).split(SEPARATOR), strict=False)
        return ", ".join(f"{theirs} instead of {ours}" for ours, theirs in pairs if ours != theirs)


@dataclass(frozen=True, eq=False)
class Counted:
    """The counts of some documents; counts of other documents can be added.

    Attributes:
        names: the documents' names.
        counts: the counts of each metric, one number per document.
        key_sums: identify the key's content: one sum per piece.
        met: the problems found while matching, with their places.
        facts: the statistics behind the warnings of the run.
        contents: a summary of the files' contents.
        refused: the refusals of metrics, if they apply to all documents.
        read: the problems found while reading the key and the response.
        files: the files or folders of key and response.
        conventions: the interpretation of both files, decided once per file.
        is_described: whether a metric needed mention types, whose warnings count the mentions of all documents.
        sides: key and response as read, while they are at hand.
        pairing: the matched key and response.
    """

    names: tuple[str, ...]
    counts: Mapping[str, Counts]
    key_sums: tuple[ContentSum, ...]
    met: tuple[Met, ...]
    facts: WarningCounts
    contents: ScoredContents | None = None
    refused: frozenset[Problem] = frozenset()
    read: tuple[tuple[Problem, ...], tuple[Problem, ...]] = ((), ())
    files: tuple[Place, Place] = (Place(), Place())
    conventions: tuple[Hashable, Hashable] = (None, None)
    is_described: bool = False
    sides: tuple[Corpus, Corpus] | None = None
    pairing: Pairing | None = None

    @property
    def adds(self) -> bool:
        """Whether the same would have been counted among other documents too: not where these were described."""
        return not self.is_described

    def without_corpora(self) -> Counted:
        """Return only the numbers."""
        for each in self.key_sums:
            _ = each.value  # which keeps no corpus
        return replace(self, sides=None, pairing=None)

    @classmethod
    def joined(cls, pieces: Sequence[Counted]) -> Counted:
        """Return the counts of all pieces, of which there is at least one, without their corpora."""
        first = pieces[0]
        if len(pieces) == 1:
            return first
        held = [piece.contents for piece in pieces if piece.contents is not None]
        return cls(
            tuple(chain.from_iterable(piece.names for piece in pieces)),
            {name: Counts.concatenate([piece.counts[name] for piece in pieces]) for name in first.counts},
            tuple(chain.from_iterable(piece.key_sums for piece in pieces)),
            tuple(added((piece.files, piece.met) for piece in pieces)),
            WarningCounts.joined([piece.facts for piece in pieces]),
            ScoredContents.joined(held) if len(held) == len(pieces) else None,
            frozenset.intersection(*(piece.refused for piece in pieces)),
            (
                tuple(chain.from_iterable(piece.read[0] for piece in pieces)),
                tuple(chain.from_iterable(piece.read[1] for piece in pieces)),
            ),
            first.files,
        )


@dataclass(frozen=True, eq=False)
class Run:
    """A request on a key: metrics and settings are chosen, responses can be counted.

    Attributes:
        request: the request.
        metrics: the metrics by name.
        settings: how key and response are made comparable.
        preset: the preset of the settings, '' for none.
        problems: warnings about the choice.
    """

    request: Request
    metrics: Mapping[str, Metric]
    settings: Settings
    preset: str
    problems: tuple[Problem, ...] = ()

    @property
    def needs_types(self) -> bool:
        """Whether a metric asks for the types of mentions."""
        return any("types" in metric.needs for metric in self.metrics.values())

    def score(self, key: Corpus, response: Input | TextFile) -> Result:
        """Score a response against the key."""
        return self.result([self.count(key, sharing_words(key, self.request.read_response(response)))])

    def count(self, key: Corpus, response: Corpus) -> Counted:
        """Match a response with a key and count."""
        problems = Problems()
        _refuse_codes(key, response, self.settings)
        pairing = pair(key, response, self.settings, problems, lends_tags=self.request.lends_tags)
        return self.counted(key, response, pairing, problems)

    def counted(
        self,
        key: Corpus,
        response: Corpus,
        pairing: Pairing,
        problems: Problems,
        key_sum: ContentSum | None = None,
    ) -> Counted:
        """Count on a pairing of key and response under these settings.

        Args:
            key: the key as read.
            response: the response as read.
            pairing: both, matched.
            problems: the problems so far, to which those of the metrics are added.
            key_sum: identifies the key's content, if known.
        """
        counts = {name: pairing.count(metric) for name, metric in self.metrics.items()}
        problems.extend(pairing.notes)
        problems.extend(_same_layer(key, response, self.settings))
        problems.extend(chain(_unlike_spans(key, "key"), _unlike_spans(response, "response")))
        if self.needs_types:
            from corefeval.metrics.typed import guessed_types  # noqa: PLC0415 - most metrics need no types

            problems.add(guessed_types(pairing.as_matched))
        noted = (
            note
            for metric in self.metrics.values()
            for note in metric.notes(pairing.concerning(metric).seen_by(metric))
        )
        problems.extend(dict.fromkeys(noted))  # metrics that share a note do not add to each other's counts
        return Counted(
            pairing.names,
            counts,
            (ContentSum(self._as_scored(key)) if key_sum is None else key_sum,),
            tuple(each for each in problems.met if not _is_error(each)),
            WarningCounts.of(pairing, self.settings, self.metrics, counts, problems.met),
            ScoredContents.of(pairing, self.settings),
            frozenset(problems.errors),
            (tuple(key.warnings), tuple(response.warnings)),
            (Place(key.path), Place(response.path)),
            (key.source.convention, response.source.convention),
            pairing.is_described,
            (key, response),
            pairing,
        )

    def allowing_gaps(self) -> Run:
        """Return the run on some documents of many: whether the response may lack one is decided of all of them."""
        return replace(self, settings=self.settings.changed({"missing": "empty"}))

    def alternatives(self, names: frozenset[str], counted: Counted) -> dict[str, Alternative | None]:
        """Return other scores of documents whose corpora are in memory, for warnings that quote them."""
        assert counted.sides is not None
        assert counted.pairing is not None
        return alternatives(names, counted.sides, counted.pairing, self.settings, self.preset)

    def plain_result(self, counted: Counted) -> Result:
        """Return the scores of some documents; their warnings quote no other scores."""
        return self.result([counted], lambda _: {})

    def quoting(self, counted: Counted) -> Counted:
        """Return the counts with the other scores that warnings may quote, for documents that will not be read again."""
        names = counted.facts.quoted(self.settings, self.preset, self.metrics)
        if has_similar(self.preset, self.settings) and not counted.facts.is_plain:
            names |= {PRESET}
        return replace(counted, facts=replace(counted.facts, others=self.alternatives(names, counted)))

    def _as_scored(self, key: Corpus) -> Corpus:
        """Return the key with its documents joined, where entities reach across them."""
        if self.settings.across == "document":
            return key
        from corefeval.pairing.across import joined_key  # noqa: PLC0415 - rarely asked for

        return joined_key(key, self.settings)

    def result(
        self,
        pieces: Sequence[Counted],
        quote: Callable[[frozenset[str]], Alternatives] | None = None,
    ) -> Result:
        """Return the scores of all pieces together.

        Args:
            pieces: their counts.
            quote: returns other scores that a warning quotes; by default those of the pieces, or those that
                a single piece can count.
        """
        whole = Counted.joined(pieces)
        key, response = whole.files
        if whole.refused:
            placed = (each if each.place.file else replace(each, place=key) for each in whole.refused)
            raise CorefevalError(sorted(placed, key=str))
        met = dict.fromkeys([*whole.read[0], *whole.read[1], *added([(whole.files, whole.met)])])
        facts = whole.facts
        quoted = facts.quoted(self.settings, self.preset, self.metrics)
        names = frozenset([name for name in quoted if facts.others.get(name) is None])
        if names and quote is not None:
            facts = replace(facts, others={**facts.others, **quote(names)})
        elif names and whole.pairing is not None:
            facts = replace(facts, others=self.alternatives(names, whole))
        settings = self.settings
        if facts.has_carried(settings):
            settings = settings.changed({"align": "characters"})
        table = ScoreTable(self.metrics, whole.counts, settings).finish()
        return Result(
            self.metrics,
            whole.counts,
            whole.names,
            settings,
            self.preset,
            whole.key_sums,
            (
                *self.problems,
                *dict.fromkeys([_of_response(problem, response) for problem in met]),
                *facts.warnings(self.settings, self.metrics, self.preset, whole.files),
                *averaged_over_documents(self.metrics, len(whole.names)),
                *undefined_averages(self.metrics, whole.counts, table.scores),
                *self._replayed(whole.key_sums),
            ),
            whole.pairing,
            self.request.average,
            contents=whole.contents,
            read=frozenset([*whole.read[0], *whole.read[1]]),
            kept=table,
        )

    def _replayed(self, sums: Sequence[ContentSum]) -> Iterable[Problem]:
        """Warn if a repeated run differs from the one of its signature."""
        signature = self.request.replayed
        if signature is None:
            return
        yield from self.request.of_another_key(content_hash(*(each.value for each in sums)))
        yield from self.request.of_another_average()
        names = {package.partition("@")[0] for package in signature.plugins}
        packages = {metric.package for metric in self.metrics.values()}
        given = sorted(package for package in packages if package.partition("@")[0] in names)
        if given and not {*given} <= {*signature.plugins}:
            signed = signature.plugins
            yield warning("CE058", "signature-plugins", signed=signed, given=given)
        if signature.version != __version__:
            yield warning("CE058", "other-version", version=signature.version, version2=__version__)


def _same_layer(key: Corpus, response: Corpus, settings: Settings) -> Iterator[Problem]:
    """Warn if a file with several annotations is scored against itself, and no layer distinguishes the two."""
    entry = BY_NAME.get(key.format)
    if entry is None or not entry.layers or key.format != response.format or key.path != response.path:
        return
    default = entry.layers[0][0]
    ours, theirs = (
        default if layer in {"", "identity"} else layer
        for layer in (settings.key_layer, settings.response_layer)
    )
    if key.path and ours == theirs:
        layers = [name for name, _ in entry.layers]
        place = Place(key.path)
        yield warning("CE038", "same-layer-of-same-file", place, layers=layers)


def _unlike_spans(corpus: Corpus, side: str) -> Iterator[Met]:
    """Warn of pairs of integers from Python that cannot be spans: rows that only fill an array, or ends before beginnings."""
    pairs = corpus.mentions.objects
    if not isinstance(pairs, IntegerPairs) or pairs.are_spans:
        return
    is_negative = (pairs.first < 0) | (pairs.last < 0)
    for kind, found in (
        ("negative-pair", is_negative),
        ("reversed-pair", (pairs.first > pairs.last) & ~is_negative),
    ):
        if count := int(np.count_nonzero(found)):
            examples = [str(pairs[row]) for row in np.flatnonzero(found)[:SHOWN].tolist()]
            yield adding(warning("CE183", kind, count=count, side=side, examples=examples), side)


def _of_response(problem: Problem, response: Place) -> Problem:
    """Return a problem of one file with its place: a problem without a file is one of the response."""
    return problem if problem.place.file or problem.code in OF_BOTH else replace(problem, place=response)


def _is_error(met: Met) -> bool:
    return isinstance(met, Problem) and met.severity is Severity.ERROR


def _refuse_other_than_links(metrics: Mapping[str, Metric]) -> None:
    """Refuse metrics of annotations that a response on the key's mentions lacks: it has only links."""
    names = [metric.label for metric in metrics.values() if metric.needs & OTHER_THAN_LINKS]
    if names:
        raise UsageError(Problem("CE051", "key-mentions-are-links", names=names))


def _refuse_in_windows(metrics: Mapping[str, Metric], settings: Settings) -> None:
    """Refuse metrics whose document counts are not sums over its windows, and sets of entities, which cross windows."""
    if settings.split_antecedents == "keep":
        raise UsageError(Problem("CE051", "window-without-sets"))
    every = [part for metric in metrics.values() for part in (metric.averaged or (metric,))]
    names = [one.label for one in every if not one.adds_over_groups or isinstance(one, MetricOfParts)]
    if names:
        raise UsageError(Problem("CE051", "window-not-additive", names=names))


def _format(name: str) -> str:
    return formats.format_named(name).name


def _scheme(name: object) -> str:
    """Return a scheme's name in signatures, given by name or as a file; an invalid scheme is refused."""
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - only where one is named

    text = fspath(name) if isinstance(name, PathLike) else name
    if not isinstance(text, str):
        raise UsageError(Problem("CE050", "no-scheme", name=name))
    return scheme_named(text).identity


def _types(table: object) -> str:
    """Return a type table's form in signatures, given as text or a mapping; an invalid table is refused."""
    from corefeval.linguistics.labels import TypeTable  # noqa: PLC0415 - only where one is given

    if isinstance(table, Mapping):
        return str(TypeTable.of(table))
    if not isinstance(table, str):
        raise UsageError(Problem("CE050", "not-a-type-table", given=table, rule=table, column=1))
    return str(TypeTable.parse(table))


def _text(source: object) -> Corpus:
    """Return the corpus that describes the text: a parsed CoNLL-U file, or a corpus."""
    if isinstance(source, Corpus):
        return source
    if not isinstance(source, str | PathLike):
        raise UsageError(Problem("CE050", "no-text", name=type(source).__name__))
    return formats.read_text(fspath(source))


def _text_digest(text: Corpus) -> str:
    """Return the hash of a text in signatures: eight digits for its words, tags and trees."""
    digest = hashlib.blake2b(digest_size=4)
    columns = text.source.columns(("upos", "xpos", "pos", "feats", "lemma", "ne", "head", "deprel", "deps"))
    for column in (text.nodes.forms, *columns.values()):
        if column is not None:
            digest.update(np.diff(column.offsets).tobytes())
            digest.update(column.block.tobytes())
    return digest.hexdigest()


def _of_another_text(signed: str, given: str) -> Iterable[Problem]:
    """Refuse a signature of a run with --text if no text is given; warn if it is another text."""
    if signed and not given:
        raise UsageError(Problem("CE051", "signature-needs-text", signed=signed))
    if signed != given:
        yield warning("CE058", "signature-text", signed=signed or "none", given=given)


def _of_another_scheme(signed: str, said: Mapping[str, object]) -> Iterable[Problem]:
    """Warn if the scheme file given with a signature is not the one that the signature was printed for."""
    given = str(said.get("scheme", signed))
    if given != signed and given.partition("@")[0] == signed.partition("@")[0]:
        yield warning("CE058", "signature-scheme", signed=signed, given=given)


def _refuse_codes(key: Corpus, response: Corpus, settings: Settings) -> None:
    """Refuse type codes that the scheme lacks, if the settings ask for it."""
    if settings.unknown_codes != "error":
        return
    from corefeval.linguistics.given_codes import illegal  # noqa: PLC0415 - only where asked for
    from corefeval.linguistics.scheme_files import scheme_named  # noqa: PLC0415 - same

    found = Problems()
    for corpus in (key, response):
        found.extend(illegal(corpus, scheme_named(settings.scheme)))
    found.raise_errors()


def _applicable(
    missing: frozenset[str], settings: Settings, problems: Problems, named: Sequence[str], key: Place
) -> list[str]:
    """Return the metrics whose needs a key with these gaps meets, and report the skipped ones.

    Zeros and split antecedents that the settings drop are missing whether the key has them or not.
    """
    kept = {"zeros": settings.zeros != "drop", "split antecedents": settings.split_antecedents == "keep"}
    kept |= dict.fromkeys(OTHER_THAN_LINKS, settings.mentions == "own")
    dropped = frozenset(what for what, is_kept in kept.items() if not is_kept) & missing
    chosen: list[str] = []
    lacking_key: list[str] = []
    by_settings: list[str] = []
    for name in METRICS.in_all:
        if name in named:
            continue
        needs = METRICS[name].needs & missing
        (lacking_key if needs - dropped else by_settings if needs else chosen).append(name)
    if lacking_key:
        lacks = {what for name in lacking_key for what in METRICS[name].needs & missing - dropped}
        problems.add(warning("CE044", "key-lacks", key, lacks=sorted(lacks), lacking_key=lacking_key))
    if by_settings:
        needed = {what for name in by_settings for what in METRICS[name].needs & dropped}
        problems.add(
            warning(
                "CE044",
                "settings-drop",
                key,
                needed=sorted(needed),
                by_settings=by_settings,
                needed2=[LEFT_OUT.get(what, "--mentions own") for what in sorted(needed)],
            )
        )
    return chosen


def _renamed(said: Mapping[str, object]) -> tuple[dict[str, object], tuple[Problem, ...]]:
    """Return the arguments under their current names, with warnings about old names."""
    if "tokens" not in said:
        return dict(said), ()
    if "align" in said:
        raise UsageError(Problem("CE051", "tokens-align-two-names"))
    value = resolve("value", str(said["tokens"]), ALIGN_OF_TOKENS, of="tokens")
    others = {name: asked for name, asked in said.items() if name != "tokens"}
    note = warning("CE096", "tokens-now-align", value=value, align_of_tokens=ALIGN_OF_TOKENS[value])
    return {**others, "align": ALIGN_OF_TOKENS[value]}, (note,)


def _refuse_empty(name: str, *, given: bool) -> None:
    """Refuse empty arguments, which come from unset shell variables."""
    if not given:
        raise UsageError(Problem("CE050", "given-empty", name=name.replace("_", "-")))
