"""Annotations that metrics need in a key, and whether a corpus has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from corefeval.corpus.corpus import Corpus
from corefeval.metrics.base import METRICS, Metric
from corefeval.settings import Settings

Asked = Iterable[Metric | type[Metric]]


def lacking(corpus: Corpus, settings: Settings, metrics: Asked | None = None) -> frozenset[str]:
    """Return the needs of metrics (see Metric.needs) that a corpus does not meet under these settings.

    Without `metrics`, the needs of all metrics are checked. A need without a check counts as met.
    """
    asked = tuple(METRICS.values() if metrics is None else metrics)
    checks = {**CHECKS, **{need: has for metric in asked for need, has in metric.own_needs.items()}}
    of_names = {need for metric in asked for need in metric.needs_of_names}
    needs = {need for metric in asked for need in metric.needs}
    unmet = {need for need in needs & checks.keys() if not checks[need](corpus, settings)}
    return frozenset(unmet | (of_names - met_by_names(corpus.names, asked)))


def met_by_names(names: Sequence[str], metrics: Asked | None = None) -> frozenset[str]:
    """Return the needs of metrics that document names alone meet; the default is all metrics."""
    return frozenset(
        need
        for metric in (METRICS.values() if metrics is None else metrics)
        for need, is_met in metric.needs_of_names.items()
        if is_met(names)
    )


def _has_features(corpus: Corpus, _settings: Settings) -> bool:
    from corefeval.linguistics.tags import Columns  # noqa: PLC0415 - needs the columns of the file

    return Columns(corpus.source).column("feats") is not None


def _has_trees(corpus: Corpus, _settings: Settings) -> bool:
    from corefeval.metrics.use_terms import has_trees  # noqa: PLC0415 - needs the columns of the file

    return has_trees(corpus)


def _has_types(corpus: Corpus, settings: Settings) -> bool:
    if corpus.mentions.objects is not None or not len(corpus.mentions):
        return False
    from corefeval.linguistics.describe import describe  # noqa: PLC0415 - needs the columns of the file
    from corefeval.linguistics.scheme_files import type_table  # noqa: PLC0415 - same

    table = type_table(settings.types, settings.scheme)
    return bool((describe(corpus, language=settings.language, table=table).type > 0).any())


CHECKS: Mapping[str, Callable[[Corpus, Settings], bool]] = {
    "text": lambda corpus, _: corpus.mentions.objects is None,
    "zeros": lambda corpus, settings: settings.zeros != "drop" and bool(corpus.is_zero.any()),
    "non-referring": lambda corpus, settings: (
        corpus.entities.is_nonreferring is not None and settings.mentions == "own"
    ),
    "types": _has_types,
    "features": _has_features,
    "trees": _has_trees,
    "bridging": lambda corpus, settings: len(corpus.relations.anaphor) > 0 and settings.mentions == "own",
    "split antecedents": lambda corpus, settings: (
        settings.split_antecedents == "keep" and len(corpus.relations.whole) > 0
    ),
}
"""Tests for needs that several metrics share. A metric declares its own in Metric.own_needs and Metric.needs_of_names."""
