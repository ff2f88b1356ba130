"""What a corpus does not have, of what metrics need."""

from __future__ import annotations

from corefeval.corpus.corpus import Corpus
from corefeval.settings import Settings


def lacking(corpus: Corpus, settings: Settings) -> frozenset[str]:
    """Return the needs (see Metric.needs) that this corpus does not meet under these settings."""
    found = {
        "text": corpus.mentions.objects is None,
        "zeros": settings.zeros != "drop" and bool(corpus.is_zero.any()),
        "non-referring": corpus.entities.is_nonreferring is not None,
        "types": _has_types(corpus, settings.language),
        "features": corpus.source.column("feats") is not None,
    }
    relations = corpus.relations
    found["bridging"] = len(relations.anaphor) > 0
    found["split antecedents"] = settings.split_antecedents == "keep" and len(relations.whole) > 0
    return frozenset(name for name, has in found.items() if not has)


def _has_types(corpus: Corpus, language: str) -> bool:
    if corpus.mentions.objects is not None or not len(corpus.mentions):
        return False
    from corefeval.linguistics.describe import describe  # noqa: PLC0415 - needs the columns of the file

    return bool((describe(corpus, language=language).type > 0).any())
