"""Worked examples: a metric on a text small enough to check by hand, computed on demand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from corefeval.arrays import Integers
from corefeval.columns import DataRow, data
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import Entities
from corefeval.corpus.views import Entity, Mention
from corefeval.evaluation.request import Request, Run, load
from corefeval.evaluation.result import Result
from corefeval.examples import FOLDER
from corefeval.metrics.base import METRICS, Metric
from corefeval.settings import Settings
from corefeval.text import TextColumn

LETTERS = (
    [["a", "b", "c"], ["d", "e", "f", "g"]],
    [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]],
)
"""Key and response of the example that Pradhan et al. (2014) work through for all metrics of their time."""

SENTENCES = (
    {
        "pro 1": [["The developer", "he"]],
        "pro 2": [["the nurse", "she"]],
        "anti 1": [["The developer", "she"]],
        "anti 2": [["the nurse", "he"]],
    },
    {
        "pro 1": [["The developer", "he"]],
        "pro 2": [["the nurse", "she"]],
        "anti 1": [["The developer", "she"]],
        "anti 2": [["The developer", "he"]],
    },
)
"""Key and response of sentences in which stereotypes speak for the right answer, or against it."""

CHALLENGES = frozenset({"gap", "stereotypes"})
"""Needs that only challenge sets meet."""

RELATIONS = frozenset({"split antecedents", "bridging", "non-referring"})
"""Needs that only CoNLL-UA files meet together."""

STORY = "ferry"
"""The bundled text with names, nouns and pronouns of one person, and singletons."""


@dataclass(frozen=True, slots=True)
class WorkedExample(DataRow):
    """One metric on one small text.

    Attributes:
        title: which text.
        key: the entities of the key, each the list of its mentions.
        response: the response's entities.
        relations: other links between mentions, for metrics that need them: a side, a kind, and the linked
            mentions.
        result: the metric's scores and counts.
    """

    title: str
    key: list[list[str]]
    response: list[list[str]]
    relations: list[tuple[str, str]]
    result: Result

    DATA = data("text=title", "key", "response", "scores", "counts=totals")

    @property
    def scores(self) -> dict[str, float | None]:
        """The scores of the metric."""
        (scores,) = self.result.scores.values()
        return scores

    @property
    def totals(self) -> dict[str, float]:
        """The counts of the metric."""
        (counts,) = self.result.counts.values()
        return {name: float(value) for name, value in counts.totals().items()}


def work_out(metric: Metric) -> WorkedExample:
    """Return the metric's worked example: letters if they are enough, otherwise a text."""
    title, key, response, settings = _text_for(metric)
    result = Run(Request(), {metric.full_name: metric}, settings, "").score(key, response)
    relations = [
        (f"{side}: {kind}", text)
        for side, corpus in (("Key", key), ("Response", response))
        if metric.needs & RELATIONS
        for kind, text in _relations(corpus)
    ]
    return WorkedExample(title, _entities(key), _entities(response), relations, result)


def _text_for(metric: Metric) -> tuple[str, Corpus, Corpus, Settings]:
    if metric.needs & RELATIONS:
        title = "An English text with split antecedents, bridging and expressions that refer to nothing"
        return title, *_pair("relations", "conllua"), Settings(split_antecedents="keep")
    if "zeros" in metric.needs:
        title = "An Italian text with dropped subjects, shown as _"
        return title, *_pair("zeros", "conllu"), Settings(zeros="dependent")
    if "gap" in metric.needs:
        return "Four texts with a pronoun and two names each", *_pair("gap", "tsv"), Settings()
    if "stereotypes" in metric.needs:
        title = "Sentences with an occupation and a pronoun: developer, nurse"
        return title, load(SENTENCES[0]), load(SENTENCES[1]), Settings()
    if "trees" in metric.needs:
        title = "A parsed English text of four sentences: Mara Lind sold the boat. She liked it. Olaf thanked her. He gave Lind a coin."
        return title, *_pair("uses", "conllu"), Settings(language="en")
    if metric.needs:
        return "A short English text", story("key"), story("eager"), Settings()
    title = "The example of Pradhan et al. (2014): letters are mentions"
    return title, load(LETTERS[0]), load(LETTERS[1]), Settings()


def _pair(name: str, extension: str) -> tuple[Corpus, Corpus]:
    key, response = (load(FOLDER / f"{name}.{side}.{extension}") for side in ("key", "system"))
    return key, response


@cache
def story(name: str) -> Corpus:
    """Return the bundled story as annotated by the key or a system."""
    corpus = load(FOLDER / f"{name}.conllu")
    return corpus.select_documents(np.array([corpus.names.index(STORY)]))


def _entities(corpus: Corpus) -> list[list[str]]:
    """Return the entities in words: their mentions, without non-referring ones."""
    pseudo = corpus.entities.is_nonreferring
    return [
        [mention.text for mention in entity.mentions]
        for document in corpus.documents
        for entity in document.entities
        if pseudo is None or not pseudo[entity.index]
    ]


def _relations(corpus: Corpus) -> list[tuple[str, str]]:
    """Return split antecedents, bridging and non-referring mentions in words."""
    relations = corpus.relations
    first = [Entity(corpus, index).mentions[0].text for index in range(len(corpus.entities))]
    sets: dict[str, list[str]] = {}
    for whole, element in zip(relations.whole.tolist(), relations.element.tolist(), strict=True):
        sets.setdefault(first[whole], []).append(first[element])
    anchored = [
        f"{Mention(corpus, anaphor).text} → {Mention(corpus, anchor).text}"
        for anaphor, anchor in zip(relations.anaphor.tolist(), relations.anchor.tolist(), strict=True)
    ]
    pseudo = corpus.entities.is_nonreferring
    nothing = [] if pseudo is None else [first[index] for index in np.flatnonzero(pseudo).tolist()]
    return [
        ("split", ", ".join(f"{whole} = {' + '.join(elements)}" for whole, elements in sets.items())),
        ("bridging", ", ".join(anchored)),
        ("non-referring", ", ".join(nothing)),
    ]


def extremes() -> dict[str, Corpus]:
    """Return scores that show the character of a metric: responses to the story with one kind of error each."""
    key = story("key")
    texts = np.array([mention.text for document in key.documents for mention in document.mentions])
    return {
        "one big cluster": _clustered(key, np.zeros(len(key.mentions), np.int64)),
        "all singletons": _clustered(key, np.arange(len(key.mentions))),
        "a missed name": key.select_mentions(texts != "Captain Iver Dahl"),
        "a missed pronoun": key.select_mentions(texts != "him"),
    }


def demonstrate() -> dict[str, dict[str, float | None]]:
    """Return the F1, or the only number, of each extreme response by each metric that the story supports."""
    metrics = {
        name: METRICS[name]()
        for name in METRICS
        if not METRICS[name].needs & {"zeros", *RELATIONS, *CHALLENGES}
    }
    results = {
        title: Run(Request(), metrics, Settings(), "").score(story("key"), response).scores
        for title, response in extremes().items()
    }
    return {
        name: {
            title: scores[name].get("f1", next(iter(scores[name].values())))
            for title, scores in results.items()
        }
        for name in metrics
    }


def _clustered(corpus: Corpus, entity: Integers) -> Corpus:
    """Return the mentions of a corpus of one document in other entities, numbered from 0."""
    count = int(entity.max()) + 1
    return replace(
        corpus,
        mentions=replace(corpus.mentions, entity=entity),
        entities=Entities(np.zeros(count, np.int64), TextColumn.numbers(count), np.arange(count)),
    )
