"""score(), Scorer and Result: from two inputs to numbers that know how they came about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corefeval import presets
from corefeval.aligning import sharing_words
from corefeval.corpus import Corpus
from corefeval.counts import Counts, Floats
from corefeval.matching import pair, without_singletons
from corefeval.metrics.base import METRICS, Metric, Scores, f_score
from corefeval.metrics.naming import ALL, metrics_named, parse_metric, split_names
from corefeval.pairing import Pairing
from corefeval.problems import Problem, Problems, Severity
from corefeval.settings import Settings
from corefeval.signature import Signature, content_hash
from corefeval.version import __version__

if TYPE_CHECKING:
    from corefeval.explain import Explanation
    from corefeval.report.html import Notebook

Clusters = Iterable[Iterable[Hashable]]
"""Clusters of any hashable mentions."""
Input = str | Path | Corpus | Mapping[str, Clusters] | Clusters
"""A path, a corpus, clusters of hashable mentions, or {document: clusters}."""

RARE, COMMON = 0.01, 0.1
"""Shares of singletons among the entities: a side with fewer than RARE against one with more than COMMON is told."""


@dataclass(frozen=True, eq=False)
class Result:
    """Scores with their counts, settings and signature.

    Attributes:
        metrics: the metrics by the names they were asked for.
        counts: what each counted, a number a document.
        documents: the documents' names.
        settings: how key and response were made comparable.
        preset: the preset the settings come from, '' if none.
        key_hash: identifies the key's content.
        warnings: what the reader of the numbers should know.
        pairing: key and response as they were matched, where they are still at hand.
    """

    metrics: Mapping[str, Metric]
    counts: Mapping[str, Counts]
    documents: tuple[str, ...]
    settings: Settings
    preset: str = ""
    key_hash: str = ""
    warnings: tuple[Problem, ...] = ()
    pairing: Pairing | None = field(default=None, repr=False)

    @property
    def scores(self) -> dict[str, dict[str, float | None]]:
        """The scores of the whole corpus: counts are summed over documents, then divided (micro)."""
        return {
            name: {
                part: self._number(value)
                for part, value in self._score(metric, self.counts[name].totals()).items()
            }
            for name, metric in self.metrics.items()
        }

    @property
    def macro(self) -> dict[str, dict[str, float | None]]:
        """The means of the documents' scores, documents where a score is undefined left out."""
        means = {}
        for name, metric in self.metrics.items():
            scores = self._score(metric, self.counts[name].columns)
            means[name] = {
                part: self._number(np.array(np.nanmean(value) if np.isfinite(value).any() else np.nan))
                for part, value in scores.items()
            }
        return means

    def per_document(self) -> list[dict[str, Any]]:
        """The scores of each document."""
        scores = {
            name: self._score(metric, self.counts[name].columns) for name, metric in self.metrics.items()
        }
        return [
            {
                "document": document,
                "scores": {
                    name: {part: self._number(values[index]) for part, values in parts.items()}
                    for name, parts in scores.items()
                },
            }
            for index, document in enumerate(self.documents)
        ]

    def _score(self, metric: Metric, totals: Mapping[str, Floats]) -> Scores:
        scores = metric.score(totals)
        if self.settings.beta != 1 and "recall" in scores:
            scores["f_beta"] = f_score(scores["recall"], scores["precision"], self.settings.beta)
        return scores

    def _number(self, value: Floats | float) -> float | None:
        number = float(value)
        if np.isnan(number):
            return 0.0 if self.settings.undefined == "zero" else None
        return number

    @property
    def signature(self) -> Signature:
        """How the numbers came about, in one line."""
        names = tuple(metric.full_name for metric in self.metrics.values())
        return Signature(__version__, self.preset, self.settings, self.key_hash, names)

    @property
    def f1(self) -> float | None:
        """The headline: F1 of the preset's own metric or the CoNLL average, else of the first metric asked for."""
        wanted = presets.PRESETS[self.preset].headline if self.preset else "conll"
        name = wanted if wanted in self.metrics else next(iter(self.metrics))
        return self.scores[name].get("f1")

    def __getitem__(self, metric: str) -> dict[str, float | None]:
        """Return recall, precision and F1 of one metric, by any of its names."""
        return self.scores[metric if metric in self.metrics else parse_metric(metric).full_name]

    def to_dict(self, *, per_document: bool = False) -> dict[str, Any]:
        """Return everything as plain data: fractions at full precision, null for what is undefined."""
        scores: dict[str, Any] = self.scores
        for name, counts in self.counts.items():
            if not any("." in column for column in counts.names):
                totals = {column: float(value) for column, value in counts.totals().items()}
                scores[name] = {**scores[name], "counts": totals}
        plain: dict[str, Any] = {
            "corefeval": __version__,
            "signature": str(self.signature),
            "settings": self.settings.to_dict(),
            "documents": len(self.documents),
            "scores": scores,
        }
        if per_document:
            plain["per_document"] = self.per_document()
        plain["warnings"] = [problem.to_dict() for problem in self.warnings]
        return plain

    def __str__(self) -> str:
        """Return the table as plain text."""
        from corefeval.report.terminal import render  # noqa: PLC0415 - rich is imported when printing

        return render(self)

    def report(self, *, height: int = 760) -> Notebook:
        """Return the page of chains and errors, to be shown in a notebook."""
        from corefeval.report.html import notebook  # noqa: PLC0415 - only for the page
        from corefeval.report.payload import of_results  # noqa: PLC0415 - same

        return notebook(of_results({"response": self}), height=height)

    def explain(self, metrics: str = "conll") -> Explanation:
        """Return why the scores are what they are."""
        from corefeval.explain import explain  # noqa: PLC0415 - only where asked for

        return explain(self, metrics=metrics)

    def _repr_html_(self) -> str:
        """Return the table for notebooks."""
        from corefeval.report.terminal import render_html  # noqa: PLC0415 - rich is imported when printing

        return render_html(self)


def load(source: Input, format: str | None = None, **options: Any) -> Corpus:  # noqa: A002 - the command's word
    """Return the corpus of a path, of clusters, or the corpus itself.

    Args:
        source: what to read.
        format: the format's name; found from the content where not given.
        options: as in corefeval.formats.read.
    """
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | Path):
        from corefeval import formats  # noqa: PLC0415 - clusters need no readers

        return formats.read(source, format, **options)
    from corefeval.building import from_clusters  # noqa: PLC0415 - files do without

    return from_clusters(source)


def choose(
    metrics: str | Iterable[str] | None,
    preset: str | None,
    key: Corpus,
    overrides: Mapping[str, object],
    problems: Problems | None = None,
) -> tuple[dict[str, Metric], Settings, str]:
    """Return the metrics, the settings and the preset's name for a key and what the user asked for.

    CorefUD files are scored as in the CRAC shared task (preset crac24) unless something else is asked for;
    everything else by exact match, with singletons as in the files, without zeros and split antecedents.
    `all` means every metric for which the key has what it needs; the others are named in a warning.
    """
    if preset is None and key.format == "corefud":
        preset = "crac24"
    chosen = presets.preset(preset) if preset else None
    settings = (chosen.settings if chosen else Settings()).changed(overrides)
    names = split_names(metrics) if metrics else list(chosen.metrics if chosen else presets.DEFAULT_METRICS)
    if ALL in names:
        index = names.index(ALL)
        names[index : index + 1] = _applicable(
            key, settings, Problems() if problems is None else problems, names
        )
    meant = chosen.metric_parameters if chosen else {}
    return metrics_named(names, meant), settings, chosen.name if chosen else ""


def _applicable(key: Corpus, settings: Settings, problems: Problems, named: list[str]) -> list[str]:
    """Return the metrics whose needs the key meets, and note those that are left out."""
    from corefeval.needs import lacking  # noqa: PLC0415 - only 'all' has to find out

    missing = lacking(key, settings)
    chosen: list[str] = []
    left_out: list[str] = []
    for name in METRICS:
        if name in named:
            continue
        (left_out if METRICS[name].needs & missing else chosen).append(name)
    if left_out:
        message = (
            f"the key lacks what these metrics need ({', '.join(sorted(missing))}): {', '.join(left_out)}"
        )
        problems.add(Problem("CE044", message, severity=Severity.WARNING))
    return chosen


def score(
    key: Input,
    response: Input,
    *,
    metrics: str | Iterable[str] | None = None,
    preset: str | None = None,
    match: str | None = None,
    singletons: str | None = None,
    zeros: str | None = None,
    split_antecedents: str | None = None,
    layer: str | None = None,
    duplicates: str | None = None,
    tokens: str | None = None,
    missing: str | None = None,
    undefined: str | None = None,
    twinless: str | None = None,
    language: str | None = None,
    beta: float | None = None,
    key_format: str | None = None,
    response_format: str | None = None,
    key_offsets: str = "",
    response_offsets: str = "",
    key_layer: str | None = None,
    response_layer: str | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Result:
    """Score a response against a key.

    Args:
        key: path, corpus or clusters of the gold annotation.
        response: the same of the system.
        metrics: names, comma-separated or a list; `all` for every one.
        preset: settings of a shared task; the keywords below override it.
        match: exact, head, partial or craft.
        singletons: keep or drop.
        zeros: dependent, dependent-official, linear or drop.
        split_antecedents: keep or drop.
        layer: identity or discourse-deixis.
        duplicates: error, first, keep or merge.
        tokens: check or ignore.
        missing: error or empty.
        undefined: null or zero.
        twinless: as-is, cai-strube or add-to-key.
        language: the language of plain tokens, for the types of mentions.
        beta: weight of recall in an additional F.
        key_format: name of the key's format, found from the content by default.
        response_format: name of the response's format.
        key_offsets: what the numbers of a JSON Lines key mean.
        response_offsets: what the numbers of a JSON Lines response mean.
        key_layer: the layer of a key whose format has layers of its own (see the page of the format).
        response_layer: the same for the response.
        jobs: processes to read with.
        progress: called with the bytes read and the bytes in all, of the key, then of the response.

    Examples:
        >>> result = score([[(0, 1), (5, 5), (9, 9)]], [[(0, 1), (5, 5)], [(9, 9)]], metrics="bcub")
        >>> result["bcub"]
        {'recall': 0.5555555555555556, 'precision': 1.0, 'f1': 0.7142857142857143}
    """
    wanted_layer = layer or (presets.preset(preset).settings.layer if preset else "identity")
    how: dict[str, Any] = {"jobs": jobs, "progress": progress}
    gold = load(key, key_format, layer=key_layer or wanted_layer, offsets=key_offsets, **how)
    system = sharing_words(
        gold,
        load(
            response, response_format, layer=response_layer or wanted_layer, offsets=response_offsets, **how
        ),
    )
    overrides = {
        "match": match,
        "singletons": singletons,
        "zeros": zeros,
        "split_antecedents": split_antecedents,
        "layer": layer,
        "duplicates": duplicates,
        "tokens": tokens,
        "missing": missing,
        "undefined": undefined,
        "twinless": twinless,
        "language": language,
        "beta": beta,
    }
    problems = Problems()
    chosen, settings, name = choose(metrics, preset, gold, overrides, problems)
    return score_corpora(gold, system, chosen, settings, name, problems)


def score_corpora(
    key: Corpus,
    response: Corpus,
    metrics: Mapping[str, Metric],
    settings: Settings,
    preset: str = "",
    problems: Problems | None = None,
) -> Result:
    """Score a corpus against a corpus with metrics and settings that are already chosen."""
    problems = Problems() if problems is None else problems
    problems.extend(key.problems)
    problems.extend(response.problems)
    pairing = pair(key, response, settings, problems)
    if settings.twinless != "as-is":
        from corefeval import twinless  # noqa: PLC0415 - rarely asked for

        pairing = twinless.apply(pairing, settings.twinless)
    _note_empty(pairing, problems)
    _note_singletons(pairing, settings, problems)
    _note_zeros(pairing, problems)
    counts = {name: pairing.count(metric) for name, metric in metrics.items()}
    problems.extend(pairing.notes)
    return Result(
        metrics,
        counts,
        pairing.names,
        settings,
        preset,
        content_hash(key),
        tuple(problems.warnings),
        pairing,
    )


def _note_empty(pairing: Pairing, problems: Problems) -> None:
    for corpus, side in ((pairing.key, "key"), (pairing.response, "response")):
        if not len(corpus.mentions):
            message = f"nothing to score in the {side}: it has no mentions under these settings"
            problems.add(Problem("CE045", message, severity=Severity.WARNING))


def _note_singletons(pairing: Pairing, settings: Settings, problems: Problems) -> None:
    """Say when one side has singletons and the other (next to) none, and what that costs."""
    if settings.singletons == "drop" or not len(pairing.key.mentions) or not len(pairing.response.mentions):
        return
    ours, theirs = (int((corpus.entity_sizes == 1).sum()) for corpus in (pairing.key, pairing.response))
    shares = ours / len(pairing.key.entities), theirs / len(pairing.response.entities)
    if min(shares) > RARE or max(shares) < COMMON:
        return
    conll = parse_metric("conll")
    now, then = (
        float(conll.score(each.count(conll).totals())["f1"])
        for each in (pairing, without_singletons(pairing, settings))
    )
    problems.add(
        Problem(
            "CE040",
            f"the key has {ours} singletons, the response {theirs}; CoNLL F1 is {100 * now:.2f} with them and "
            f"{100 * then:.2f} with --singletons drop",
            severity=Severity.WARNING,
        )
    )


def _note_zeros(pairing: Pairing, problems: Problems) -> None:
    """Say when the official alignment of zeros collides with itself, and what the defined one gives."""
    if pairing.matching.defined is None:
        return
    defined = replace(pairing, matching=pairing.matching.defined, _counted={}, _derived={})
    differing = sum(
        int((getattr(pairing, side) != getattr(defined, side)).sum())
        for side in ("key_partner", "response_partner")
    )
    if not differing:
        return
    conll = parse_metric("conll")
    now, then = (float(conll.score(each.count(conll).totals())["f1"]) for each in (pairing, defined))
    problems.add(
        Problem(
            "CE043",
            f"the official alignment of zeros collides with itself for {differing} mentions; CoNLL F1 is "
            f"{100 * now:.2f}, and {100 * then:.2f} with --zeros dependent",
            severity=Severity.WARNING,
        )
    )


class Scorer:
    """Collects documents one by one or in batches, in a training loop or over many machines.

    Documents are counted in batches: update() is cheap, result() does what is left. Two scorers merge into
    the same numbers as one that saw all documents.

    Examples:
        >>> scorer = Scorer("conll,lea")
        >>> scorer.update(key=[[1, 2], [3, 4]], response=[[1, 2, 3, 4]])
        >>> round(scorer.result()["lea"]["f1"], 4)
        0.5
    """

    BATCH = 4096
    """Documents counted at a time."""

    def __init__(
        self, metrics: str | Iterable[str] | None = None, preset: str | None = None, **settings: Any
    ) -> None:
        self._metrics, self._settings, self._preset = choose(metrics, preset, load([]), settings)
        self._key: dict[str, Clusters] = {}
        self._response: dict[str, Clusters] = {}
        self._counts: dict[str, list[Counts]] = {name: [] for name in self._metrics}
        self._names: list[str] = []
        self._hash = 0
        self._warnings: list[Problem] = []

    def update(self, *, key: Input, response: Input, document: str | None = None) -> None:
        """Add a document's clusters, {document: clusters}, or corpora."""
        if isinstance(key, str | Path | Corpus | Mapping) or isinstance(
            response, str | Path | Corpus | Mapping
        ):
            self._count(load(key), load(response))
            return
        name = document or f"document {len(self._names) + len(self._key) + 1}"
        self._key[name] = list(map(list, key))
        self._response[name] = list(map(list, response))
        if len(self._key) >= self.BATCH:
            self._flush()

    def merge(self, other: Scorer) -> None:
        """Add everything that another scorer has seen."""
        self._flush()
        other._flush()
        for name, counts in other._counts.items():
            self._counts[name].extend(counts)
        self._names.extend(other._names)
        self._hash = (self._hash + other._hash) % (1 << 32)
        self._warnings.extend(other._warnings)

    def reset(self) -> None:
        """Forget all documents."""
        self._key, self._response, self._names, self._hash, self._warnings = {}, {}, [], 0, []
        self._counts = {name: [] for name in self._metrics}

    def result(self) -> Result:
        """Return the scores of all documents seen so far."""
        self._flush()
        if not self._names:
            self._count(load({}), load({}))
        counts = {name: Counts.concatenate(pieces) for name, pieces in self._counts.items()}
        return Result(
            self._metrics,
            counts,
            tuple(self._names),
            self._settings,
            self._preset,
            f"{self._hash:08x}",
            tuple(self._warnings),
        )

    def _flush(self) -> None:
        if self._key:
            key, response = self._key, self._response
            self._key, self._response = {}, {}
            self._count(load(key), load(response))

    def _count(self, key: Corpus, response: Corpus) -> None:
        problems = Problems()
        pairing = pair(key, response, self._settings, problems)
        for name, metric in self._metrics.items():
            self._counts[name].append(pairing.count(metric))
        self._names.extend(pairing.names)
        self._hash = (self._hash + int(content_hash(key), 16)) % (1 << 32)
        self._warnings.extend(problems.warnings)
