"""Scorer: documents one by one or in batches, in a training loop or over many machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from os import PathLike
from typing import Any, Unpack

from corefeval.choices import OF_DOCUMENTS
from corefeval.corpus.builder import FlatClusters, from_clusters
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Counted, Input, Request, Run, load, refuse_layer
from corefeval.evaluation.result import Result
from corefeval.formats.files import TextFile
from corefeval.formats.objects import named, quotes_of, refuse_options, understood
from corefeval.formats.tools import is_object, numbered
from corefeval.metrics import ALL
from corefeval.problems import CorefevalError, Problem, Severity, UsageError
from corefeval.settings import Options, listing_options
from corefeval.signature import Signature
from corefeval.text import several

NAMED = (str, PathLike, Corpus, Mapping)
"""Inputs that name their documents."""


class Scorer:
    """Collects documents; its scores, signature and warnings equal those of score() on all of them at once.

    Clusters are counted in batches: update() is cheap, result() does the rest. Files and corpora are counted in
    update(). If a metric needs the whole corpus, they are kept and counted again at the end. Two scorers merge into
    the same numbers as one that got all documents.

    Examples:
        >>> scorer = Scorer("conll,lea")
        >>> scorer.update([[1, 2], [3, 4]], [[1, 2, 3, 4]])
        >>> round(scorer.result()["lea"]["f1"], 4)
        0.5
    """

    BATCH = 4096
    """Documents counted at a time."""

    @listing_options
    def __init__(
        self,
        metrics: str | Iterable[str] | None = None,
        preset: str | None = None,
        *,
        signature: str | Signature | None = None,
        **options: Unpack[Options],
    ) -> None:
        request = Request.of(metrics=metrics, preset=preset, signature=signature, **options)
        self._request = replace(request, averages=OF_DOCUMENTS, lends_tags=True)
        self.reset()

    def __repr__(self) -> str:
        """Return its request and its number of documents."""
        return f"<Scorer: {several(len(self._names), 'document')}; {self._request.asked}>"

    def reset(self) -> None:
        """Forget all documents."""
        self._run: Run | None = None
        self._names: dict[str, None] = {}
        self._numbered: set[str] = set()
        self._key: list[FlatClusters] = []
        self._response: list[FlatClusters] = []
        self._waiting = 0
        self._corpora: list[tuple[Corpus, Corpus]] = []
        self._pieces: list[Counted] = []
        self._fields = (frozenset[str](), frozenset[str]())
        self._notes: list[Problem] = []

    @property
    def adds(self) -> bool:
        """Whether the counts so far add up to the result: no metric or setting needs all documents at once."""
        return not self._corpora

    def update(self, key: Input, response: Input, document: str | None = None) -> None:
        """Add a document's clusters, documents, rows, objects of tools, files or corpora.

        Args:
            key: the gold annotation.
            response: the system's.
            document: the name of a document given as clusters or as an object of a tool; by default its
                number.

        Raises:
            CorefevalError: if it cannot be scored, or if the document was already added.
        """
        if any(isinstance(side, NAMED) and not is_object(side) for side in (key, response)):
            if document is not None:
                raise UsageError(Problem("CE051", "document-beside-named-documents", document=document))
            self._add_corpora(key, response)
            return
        first = self._next_number()
        gold, system = (
            understood(side, first) if document is None else named(side, document) for side in (key, response)
        )
        if isinstance(gold, TextFile) or isinstance(system, TextFile):
            names = self._add_corpora(
                gold if isinstance(gold, TextFile) else from_clusters(gold),
                system if isinstance(system, TextFile) else quotes_of(system) or from_clusters(system),
            )
            if document is None:
                self._numbered.update({numbered(first + place) for place in range(len(names))} & {*names})
            return
        if document is None and len(gold.names) == 1 and not len(system.mentions):
            system = FlatClusters.of([("", [])])  # empty lists may be clusters or documents
        if len(gold.names) != len(system.names):  # documents that one side lacks are reported as by score()
            self._numbered.update(self._add_corpora(from_clusters(gold), from_clusters(system)))
            return
        self._add_clusters(gold, system, document)

    def _add_corpora(self, key: Any, response: Any) -> tuple[str, ...]:
        """Add two corpora, or inputs to read, and return the names of the key's documents."""
        gold = self._request.read_key(key)
        system = self._request.beside(gold).read_response(response)
        run = self._start(gold.format)
        self._refuse_known(gold.names)
        gold, system = self._not_mixed(gold, system)
        self._take(run, gold, system)
        self._fields = (
            self._fields[0] | gold.source.clusters_from,
            self._fields[1] | system.source.clusters_from,
        )
        self._names.update(dict.fromkeys(gold.names))
        return gold.names

    def _not_mixed(self, *sides: Corpus) -> list[Corpus]:
        """Return key and response with a warning if gold clusters and predictions are mixed.

        Raises:
            CorefevalError: CE032 if gold clusters are read in place of missing predictions.
        """
        found = []
        for before, corpus in zip(self._fields, sides, strict=True):
            if problem := _mixture(before, corpus.source.clusters_from):
                placed = replace(problem, place=corpus.file)
                if placed.severity is Severity.ERROR:
                    raise CorefevalError(placed)
                corpus = replace(corpus, problems=(*corpus.problems, placed))  # noqa: PLW2901 - as read, with one more
            found.append(corpus)
        return found

    def _add_clusters(self, key: FlatClusters, response: FlatClusters, document: str | None) -> None:
        """Add the clusters of documents, to be counted in a batch; unnamed documents are numbered."""
        settings = self._start("python").settings
        refuse_options(
            settings.key_format or settings.response_format,
            settings.key_offsets or settings.response_offsets,
            "".join(self._request.companions),
        )
        for side, layer in (("key", settings.key_layer), ("response", settings.response_layer)):
            refuse_layer(side, layer or settings.layer)
        if document is not None:
            self._refuse_known([document])
            self._names[document] = None
        names = tuple(self._number() for _ in key.names) if document is None else (document,)
        self._key.append(replace(key, names=names))
        self._response.append(replace(response, names=names))
        self._waiting += len(names)
        if self._waiting >= self.BATCH or settings.duplicates == "error":
            self._flush()

    def merge(self, other: Scorer) -> None:
        """Add all documents of another scorer.

        Raises:
            CorefevalError: the other was set up differently, or has a document that this one has.
        """
        unlike = self._request.differences(other._request)
        if not unlike and self._run and other._run and self._run.preset != other._run.preset:
            unlike = f"preset:{other._run.preset or 'none'} instead of preset:{self._run.preset or 'none'}"
        if unlike:
            raise UsageError(Problem("CE054", "other-scorer-set-up", unlike=unlike))
        self._refuse_known([name for name in other._names if name not in other._numbered])
        fields = other._fields
        mixed = [_mixture(ours, theirs) for ours, theirs in zip(self._fields, fields, strict=True)]
        problems = [problem for problem in mixed if problem is not None]
        if any(problem.severity is Severity.ERROR for problem in problems):
            raise CorefevalError(problems)
        self._notes += [*other._notes, *problems]
        self._fields = (self._fields[0] | fields[0], self._fields[1] | fields[1])
        self._flush()
        other._flush()
        self._run = self._run or other._run
        theirs = list(other._names)  # which may be this scorer's own
        self._names.update((name, None) for name in theirs if name not in other._numbered)
        renamed = {name: self._number() for name in theirs if name in other._numbered}
        self._pieces += [
            replace(piece, names=tuple(renamed.get(name, name) for name in piece.names))
            for piece in other._pieces
        ]
        self._corpora += other._corpora

    def result(self) -> Result:
        """Return the scores of all documents so far."""
        self._flush()
        if self._corpora:
            key, response = (Corpus.concatenate(side) for side in zip(*self._corpora, strict=True))
            run = self._request.on(key)
            return run.result([*self._pieces, run.count(key, response)]).noting(self._notes)
        nothing = load({})
        run = self._run or self._request.on(nothing)
        return run.result(self._pieces or [run.count(nothing, nothing)]).noting(self._notes)

    def _start(self, form: str) -> Run:
        """Choose metrics and settings at the first document; later ones must not ask for others."""
        if self._run is None:
            self._run = self._request.on(load({}), form)
            return self._run
        ours, theirs = self._run.preset, self._request.preset_for(form)
        if ours != theirs:
            raise UsageError(
                Problem(
                    "CE051",
                    "documents-scored-unless-another",
                    form=form,
                    theirs=_preset(theirs),
                    ours=_preset(ours),
                )
            )
        return self._run

    def _refuse_known(self, names: Iterable[str]) -> None:
        found = [name for name in names if name in self._names]
        if found:
            raise CorefevalError([Problem("CE012", "document-given-before", text=name) for name in found])

    def _number(self) -> str:
        """Return a name for an unnamed document, and record it."""
        name = numbered(self._next_number())
        self._names[name] = None
        self._numbered.add(name)
        return name

    def _next_number(self) -> int:
        """Return the number of the next unnamed document."""
        number = len(self._names) + 1
        while numbered(number) in self._names:
            number += 1
        return number

    def _flush(self) -> None:
        if self._key:
            key, response = (FlatClusters.joined(side) for side in (self._key, self._response))
            self._key, self._response, self._waiting = [], [], 0
            self._take(self._start("python"), from_clusters(key), from_clusters(response))

    def _take(self, run: Run, key: Corpus, response: Corpus) -> None:
        """Count two corpora, and keep them if a metric needs all of them at once.

        The metrics of `all` depend on the key's annotation. Warnings about mention types count the mentions of
        all documents. Entities across documents need all documents.
        """
        piece = run.quoting(run.count(key, response))
        if piece.adds and ALL not in self._request.metrics and run.settings.across == "document":
            self._pieces.append(replace(piece.without_corpora(), contents=None))
            return
        if self._corpora and (self._corpora[0][0].mentions.objects is None) != (key.mentions.objects is None):
            raise UsageError(Problem("CE051", "these-metrics-cannot-see"))
        self._corpora.append((key, response))


def _mixture(before: frozenset[str], fields: frozenset[str]) -> Problem | None:
    """Return the problem that gold clusters and predictions are mixed (see mixture), None if they are not."""
    if not before or fields <= before:
        return None
    from corefeval.formats.jsonlines.fields import mixture  # noqa: PLC0415 - most rows have one field

    return mixture(before, fields)


def _preset(name: str) -> str:
    return f"preset {name}" if name else "no preset"
