"""Real corpora in every mode: Czech with zeros, CRAFT with discontinuous mentions, GUM with bridging and split antecedents.

Each is scored against itself and against a perturbed copy that has been written to a file and read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from corefeval import formats
from corefeval.arrays import Integers, integers
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.problems import CorefevalError

FILES = {
    "czech": "corefud_other/cs_pdtc-faust.conllu.gz",
    "craft": "craft/craft5.conll",
    "gum": "gum_corefud/en_gum-corefud-dev.conllu",
}
CLASSIC = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "mention", "mor")
BRIDGING = ("bridging.anaphor", "bridging.mention", "bridging.entity")
SPLIT = ("split.muc", "split.bcub", "split.ceafm", "split.ceafe", "split.blanc", "split.lea")
MATCHES = ("exact", "head", "partial", "craft")
ZEROS = {
    "czech": ("dependent", "dependent-official", "linear", "drop"),
    "craft": ("drop",),
    "gum": ("linear",),
}

Modes = dict[str, str]


def metrics_of(name: str, *, split: bool) -> tuple[str, ...]:
    """Return the metrics for which a corpus has something to score."""
    found: tuple[str, ...] = CLASSIC
    if name != "craft":
        found += BRIDGING
    if name == "czech":
        found += ("zero", "zero(by=alignment)")
    return found + SPLIT if split and name == "gum" else found


def modes_of(name: str) -> Iterator[Modes]:
    """Yield all settings that mean something for a corpus; CRAFT has no heads."""
    matches = [match for match in MATCHES if (name, match) != ("craft", "head")]
    splits = ("drop", "keep") if name == "gum" else ("drop",)
    for match, zeros, singletons, split in product(matches, ZEROS[name], ("keep", "drop"), splits):
        yield {"match": match, "zeros": zeros, "singletons": singletons, "split_antecedents": split}


def perturbed(corpus: Corpus, seed: int) -> Corpus:
    """Return a system that misses mentions, puts some into another entity, cuts some short and overlooks zeros.

    It drops 10 % of the mentions and of the zeros 20 % more, moves 10 % to an entity of another mention of the same
    document, and takes the last word from 10 % where head and minimum span do not stand there.
    """
    random = np.random.default_rng(seed)
    mentions, count = corpus.mentions, len(corpus.mentions)
    keep = (random.random(count) >= 0.1) & ~(corpus.is_zero & (random.random(count) < 0.2))
    document = corpus.mention_document
    start, stop = np.searchsorted(document, document), np.searchsorted(document, document, side="right")
    other = start + (random.random(count) * (stop - start)).astype(np.int64)
    entity = np.where(random.random(count) < 0.1, mentions.entity[other], mentions.entity)
    kept = np.flatnonzero(keep)
    smaller = corpus.rearrange(kept, entity[kept], np.unique(entity[kept]))
    return _cut_short(smaller, random.random(len(kept)) < 0.1)


def _cut_short(corpus: Corpus, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Corpus:
    mentions = corpus.mentions
    needed = np.maximum.reduce([mentions.first, mentions.head, mentions.minimum_last])
    chosen = chosen & ~mentions.is_discontinuous & (needed < mentions.last)
    return replace(corpus, mentions=replace(mentions, last=mentions.last - chosen))


@pytest.fixture(scope="module")
def keys(shared: Path) -> dict[str, Corpus]:
    """The corpora."""
    return {name: formats.read(shared / "data" / path) for name, path in FILES.items()}


@pytest.fixture(scope="module")
def responses(keys: dict[str, Corpus], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Corpus]:
    """Their perturbed copies, written and read again."""
    folder = tmp_path_factory.mktemp("perturbed")
    for name, key in keys.items():
        formats.write(perturbed(key, 7), folder / name, key.format)
    return {name: formats.read(folder / name) for name in keys}


def scored(name: str, key: Corpus, response: Corpus, mode: Modes) -> Result:
    """Score in a mode; what is undefined is None."""
    metrics = metrics_of(name, split=mode["split_antecedents"] == "keep")
    return score(key, response, metrics=metrics, duplicates="keep", undefined="null", **mode)  # type: ignore[call-overload, no-any-return]


def test_the_corpora_have_what_they_are_here_for(keys: dict[str, Corpus]) -> None:
    """Zeros, discontinuous mentions, bridging and split antecedents, and many of each."""
    assert keys["czech"].is_zero.sum() > 1000
    assert keys["craft"].mentions.is_discontinuous.sum() > 100
    assert len(keys["gum"].relations.anaphor) > 200
    assert len(keys["gum"].relations.whole) > 30


@pytest.mark.parametrize("name", FILES)
def test_against_itself(name: str, keys: dict[str, Corpus]) -> None:
    """Every metric says 1 whatever the matching and the zeros."""
    for mode in modes_of(name):
        if mode["singletons"] == "keep" and mode["zeros"] != "dependent-official":
            result = scored(name, keys[name], keys[name], mode)
            wrong = {
                metric: parts
                for metric, parts in result.scores.items()
                if set(parts.values()) - {1.0} and not (mode["zeros"] == "drop" and metric.startswith("zero"))
            }
            assert wrong == {}, mode


@pytest.mark.parametrize("name", FILES)
def test_against_a_perturbed_copy(name: str, keys: dict[str, Corpus], responses: dict[str, Corpus]) -> None:
    """Scores lie between 0 and 1 and look like the noise; looser matching finds no fewer mentions; MOR stays."""
    key, response = keys[name], responses[name]
    assert 0.8 * len(key.mentions) < len(response.mentions) < 0.92 * len(key.mentions)
    recall: dict[tuple[str, ...], dict[str, float]] = {}
    overlap: dict[tuple[str, ...], set[float | None]] = {}
    for mode in modes_of(name):
        result = scored(name, key, response, mode)
        numbers = [value for parts in result.scores.values() for value in parts.values() if value is not None]
        assert all(0 <= value <= 1 for value in numbers), mode
        assert 0.5 < (result.f1 or 0) < 0.95, mode
        setting = (mode["zeros"], mode["singletons"], mode["split_antecedents"])
        recall.setdefault(setting, {})[mode["match"]] = result["mention"]["recall"] or 0
        overlap.setdefault(setting, set()).add(result["mor"]["f1"])
    assert all(len(values) == 1 for values in overlap.values())
    for found in recall.values():
        assert all(value >= found["exact"] for value in found.values()), found
        assert name == "craft" or found["head"] > found["exact"]


@pytest.mark.parametrize("name", FILES)
def test_the_same_again(
    name: str, keys: dict[str, Corpus], responses: dict[str, Corpus], tmp_path: Path
) -> None:
    """The same seed gives the same file, and the same files the same result."""
    formats.write(perturbed(keys[name], 7), tmp_path / name, keys[name].format)
    again = formats.read(tmp_path / name)
    for mode in list(modes_of(name))[::12]:
        once, twice = (scored(name, keys[name], copy, mode).to_dict() for copy in (responses[name], again))
        for plain in (once, twice):
            del plain["warnings"]
        assert once == twice


def test_craft_has_no_heads(keys: dict[str, Corpus]) -> None:
    """Head matching is refused where there is neither a head nor a tree, and partial matching says it is exact."""
    with pytest.raises(CorefevalError, match="CE041"):
        score(keys["craft"], keys["craft"], match="head")
    assert "CE041" in [
        problem.code for problem in score(keys["craft"], keys["craft"], match="partial").warnings
    ]


def described(corpus: Corpus) -> dict[str, list[tuple[object, ...]]]:
    """Return mentions, split antecedents and bridging in words that do not depend on the format.

    An entity goes by its document and its least mention: CorefUD files need other identifiers.
    """
    relations, mentions = corpus.relations, corpus.mentions
    names = [corpus.names[document] for document in corpus.entities.document.tolist()]

    def places(rows: Integers) -> list[tuple[int, ...]]:
        document = corpus.mention_document[rows]
        columns = [
            corpus.positions(nodes[rows], document).tolist()
            for nodes in (mentions.first, mentions.last, mentions.minimum_first, mentions.minimum_last)
        ]
        return list(zip(*columns, strict=True))

    everything = integers(range(len(mentions)))
    least: dict[int, tuple[int, ...]] = {}
    for entity, place in zip(mentions.entity.tolist(), places(everything), strict=True):
        least[entity] = min(place, least.get(entity, place))

    def entities(numbers: Integers) -> list[tuple[object, ...]]:
        return [(names[number], least[number]) for number in numbers.tolist()]

    def spans(rows: Integers) -> list[tuple[object, ...]]:
        return list(zip(entities(mentions.entity[rows]), places(rows), strict=True))

    return {
        "mentions": sorted(spans(everything), key=repr),
        "split": sorted(zip(entities(relations.whole), entities(relations.element), strict=True), key=repr),
        "bridging": sorted(
            zip(
                spans(relations.anaphor),
                spans(relations.anchor),
                entities(relations.anchor_entity),
                relations.bridging_relation,
                strict=True,
            ),
            key=repr,
        ),
    }


OTHER_RULES = ("minimum-spans-looked-at",)
"""What every conversion between CorefUD and CoNLL-UA tells: what partial matching looks at."""


def converted(corpus: Corpus, path: Path, name: str, *told: str) -> Corpus:
    """Return a corpus written in a format and read again; nothing but what is told changes on the way."""
    assert [problem.kind for problem in formats.write(corpus, path, name)] == [*told, *OTHER_RULES]
    return formats.read(path)


def test_gum_to_conllua_and_back(keys: dict[str, Corpus], tmp_path: Path) -> None:
    """Mentions, minimum spans, entities, split antecedents and bridging survive both conversions."""
    there = converted(keys["gum"], tmp_path / "gum.conllua", "conllua")
    back = converted(there, tmp_path / "gum.conllu", "corefud", "identifiers-reused", "first-word-as-head")
    assert described(there) == described(keys["gum"])
    assert described(back) == described(keys["gum"])


def test_relations_score_alike_in_both_formats(
    keys: dict[str, Corpus], responses: dict[str, Corpus], tmp_path: Path
) -> None:
    """Bridging and split antecedents give the same numbers from CorefUD and from CoNLL-UA, which UA could not.

    Bridge of CorefUD names an entity as the anchor; read is its latest mention before the anaphor, and that is what
    CoNLL-UA gets as MentionAnchor. Where mentions were dropped before the anaphor, none is left to be named: then
    both have the entity alone.
    """
    mode = {"match": "exact", "zeros": "linear", "singletons": "keep", "split_antecedents": "keep"}
    key, response = keys["gum"], responses["gum"]
    ua_key = converted(key, tmp_path / "key", "conllua")
    ua_response = converted(
        response, tmp_path / "response", "conllua", "bridging-to-entities", "closed-by-id"
    )
    assert (response.relations.anchor < 0).sum() == (ua_response.relations.anchor < 0).sum() > 0
    corefud, conllua = scored("gum", key, response, mode), scored("gum", ua_key, ua_response, mode)
    differing = [metric for metric, parts in corefud.scores.items() if parts != conllua[metric]]
    assert differing == ["mor"], "empty nodes are words of a mention in CorefUD, not in CoNLL-UA"
    for metric in (*BRIDGING, *SPLIT):
        assert 0 < (corefud[metric]["f1"] or 0) < 1, metric


def test_zeros_score_alike_in_both_formats(
    keys: dict[str, Corpus], responses: dict[str, Corpus], tmp_path: Path
) -> None:
    """Zeros aligned by position have the same score from CoNLL-UA."""
    ours = keys["czech"], responses["czech"]
    for number, corpus in enumerate(ours):
        formats.write(corpus, tmp_path / str(number), "conllua")
    scores = [
        score(*pair, metrics="zero,zero(by=alignment)", preset="crac24", zeros="linear", match="exact").scores
        for pair in (ours, (tmp_path / "0", tmp_path / "1"))
    ]
    assert scores[0] == scores[1]
    assert 0.5 < (scores[0]["zero"]["f1"] or 0) < 1
