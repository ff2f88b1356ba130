"""Which response mention is which key mention: one file per strategy."""

from __future__ import annotations

from corefeval.aligning import align
from corefeval.corpus import Corpus
from corefeval.filtering import filter_mentions
from corefeval.matching import exact
from corefeval.matching.identity import identify
from corefeval.pairing import Pairing
from corefeval.problems import Problems
from corefeval.settings import Settings

__all__ = ["pair"]


def pair(key: Corpus, response: Corpus, settings: Settings, problems: Problems) -> Pairing:
    """Return key and response, filtered and matched as the settings say.

    The order is that of the official scorers: documents and words are aligned, then duplicates, singletons
    and zeros are treated on each side by itself, then what is left is matched.
    """
    key, response = align(key, response, settings, problems)
    key_code, response_code = identify([key, response], heads=settings.match == "head")
    key, key_code = filter_mentions(key, key_code, settings, "key", problems)
    response, response_code = filter_mentions(response, response_code, settings, "response", problems)
    problems.raise_errors()
    return Pairing(key.names, key, response, exact.match(key_code, response_code))
