"""Entities across documents: join all documents, or the documents of each topic, into one."""

from __future__ import annotations

from collections import defaultdict
from os.path import commonpath
from pathlib import PurePath

import numpy as np

from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.joining import join_documents
from corefeval.problems import CorefevalError, Problem, Problems, warning
from corefeval.settings import Settings

CORPUS = "corpus"
"""The name of the joined document of a whole corpus."""


def across_documents(
    key: Corpus, response: Corpus, settings: Settings, problems: Problems
) -> tuple[Corpus, Corpus]:
    """Return both corpora with their documents joined according to the settings; both must have the same documents in order.

    If there is nothing to join, the corpora are returned unchanged. Warnings report that no entity of a side is in two
    documents, or that entities seem to be numbered per document.
    """
    group, names = groups(key, settings)
    if len(names) == len(key.names):
        return key, response
    joined = []
    for corpus, side in ((key, "key"), (response, "response")):
        found = join_documents(corpus, group, names, key)
        joined.append(found)
        _note_names(corpus, side, problems, are_shared=len(found.entities) < len(corpus.entities))
    return joined[0], joined[1]


def joined_key(key: Corpus, settings: Settings) -> Corpus:
    """Return the key as it is scored, for its hash, which covers entities that span documents."""
    group, names = groups(key, settings)
    return key if len(names) == len(key.names) else join_documents(key, group, names, key)


def groups(key: Corpus, settings: Settings) -> tuple[Integers, list[str]]:
    """Return for each document the index of the group in which it is scored, and the names of the groups."""
    if settings.across == "document" or len(key.names) < 2:
        return np.arange(len(key.names)), list(key.names)
    if settings.across == "corpus":
        return np.zeros(len(key.names), np.int64), [CORPUS]
    number: dict[str, int] = {}
    given = key.topics or [""] * len(key.names)
    topics = [topic_of(*known) for known in zip(key.names, given, _folders(key), strict=True)]
    lacking = [name for name, topic in zip(key.names, topics, strict=True) if not topic]
    if lacking:
        raise CorefevalError(
            Problem(
                "CE084",
                "documents-no-topic",
                key.file,
                lacking[0],
                lacking=len(lacking),
                documents=len(key.names),
            )
        )
    return integers(number.setdefault(topic, len(number)) for topic in topics), list(number)


def topic_of(name: str, given: str = "", folder: str = "") -> str:
    """Return the topic of a document.

    It is the given topic, otherwise the folder in its name, otherwise its file's folder, otherwise its name up to the
    first _.

    Examples:
        >>> topic_of("sports/7"), topic_of("1_10ecbplus"), topic_of("7", "sports"), topic_of("7", "", "a"), topic_of("7")
        ('sports', '1', 'sports', 'a', '')
    """
    inside, _, _ = name.rpartition("/")
    before, line, _ = name.partition("_")
    return given or inside or folder or (before if line else "")


def _folders(corpus: Corpus) -> list[str]:
    """Return the folder of each document's file, relative to the common folder of all files; '' for that folder itself."""
    files = [corpus.source.place(node).file for node in corpus.nodes.start.tolist()]
    folders = [PurePath(file).parent.as_posix() for file in files]
    if len(set(folders)) < 2:
        return [""] * len(folders)
    shared = commonpath(folders)
    return [PurePath(folder).relative_to(shared).as_posix().removeprefix(".") for folder in folders]


def _note_names(corpus: Corpus, side: str, problems: Problems, *, are_shared: bool) -> None:
    """Warn if the names of entities probably do not mean the same in all documents."""
    if not are_shared:
        problems.add(warning("CE080", "no-entity", corpus.file, side=side))
        return
    labels: defaultdict[int, set[str]] = defaultdict(set)
    for document, label in zip(corpus.entities.document.tolist(), corpus.entities.labels, strict=True):
        labels[document].add(label)
    several = [found for found in labels.values() if len(found) > 1]
    if len(several) > 1 and all(_are_counted(found) for found in several):
        problems.add(warning("CE085", "entities-numbered-anew", corpus.file, side=side))


def _are_counted(labels: set[str]) -> bool:
    """Return whether the names are consecutive numbers from 0 or 1."""
    return any(labels == {str(number + first) for number in range(len(labels))} for first in (0, 1))
