"""The same run, whichever way it is asked for: every door gives the same scores, signature and warnings."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval import formats
from corefeval.choices import CHOICES
from corefeval.cli import main
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Request
from corefeval.evaluation.result import Result
from corefeval.examples import FOLDER
from corefeval.explanation import explain
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError
from corefeval.reports.explorer.page import of_results
from tests.refuses import refuses

PAIRS = {
    "conll2012": ("key.conll", "eager.conll"),
    "corefud": ("key.conllu", "cautious.conllu"),
    "zeros": ("zeros.key.conllu", "zeros.system.conllu"),
    "conllua": ("relations.key.conllua", "relations.system.conllua"),
    "jsonlines": ("key.jsonl", "eager.jsonl"),
}
"""A pair of files of each format; the last is written from the first."""

OFFSETS = {"key_offsets": "inclusive,token", "response_offsets": "inclusive,token"}
RICHER = {"metrics": "muc,bcub,ceafe,conll,lea,blanc,mention,lbcub,arcs.inferred", "language": "en"}


@dataclass(frozen=True)
class Outcome:
    """What a door gave: scores, signature and the codes of its warnings; or the codes of a refusal."""

    scores: Any
    signature: str
    warnings: frozenset[str]

    @classmethod
    def of(cls, result: Result) -> Outcome:
        """Return what a result says."""
        return cls(
            result.scores, result.signature.long, frozenset(problem.code for problem in result.warnings)
        )


def refused(error: CorefevalError) -> Outcome:
    """Return what a refusal says."""
    return Outcome(None, "refused", frozenset(problem.code for problem in error.problems))


UNEXPLAINED = re.compile(r"split-antecedents:keep|twinless:(cai-strube|add-to-key)|duplicates:(keep|perl)")
"""Settings under which a score may depend on more than mentions that count once, so that it cannot be explained."""


def is_unexplained(wanted: Outcome, given: Outcome) -> bool:
    """Say whether a score was refused because repairs cannot be scored under its settings."""
    return given == Outcome(None, "refused", frozenset({"CE051"})) and bool(
        UNEXPLAINED.search(wanted.signature)
    )


Interface = Callable[[Path, Path, dict[str, Any]], Outcome]


def by_score(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """The function."""
    return Outcome.of(corefeval.score(key, response, **options))


def by_scorer(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """A Scorer that is given both files at once."""
    scorer = corefeval.Scorer(**options)
    scorer.update(key, response)
    return Outcome.of(scorer.result())


def pieces(key: Path, response: Path, options: dict[str, Any]) -> Iterator[tuple[Corpus, Corpus]]:
    """Cut both files into documents, as another reader of the same files would hand them over."""
    request = Request.of(**options)
    gold, system = request.read_key(key), request.read_response(response)
    names = {name: number for number, name in enumerate(system.names)}
    for number, name in enumerate(gold.names):
        yield gold.select_documents(np.array([number])), system.select_documents(np.array([names[name]]))


def by_documents(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """A Scorer that is given a document at a time."""
    scorer = corefeval.Scorer(**options)
    for gold, system in pieces(key, response, options):
        scorer.update(gold, system)
    return Outcome.of(scorer.result())


def by_merging(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """Two scorers that saw every other document, one of which asked for its result in between."""
    scorers = corefeval.Scorer(**options), corefeval.Scorer(**options)
    for number, (gold, system) in enumerate(pieces(key, response, options)):
        scorers[number % 2].update(gold, system)
        scorers[0].result()
    scorers[0].merge(scorers[1])
    return Outcome.of(scorers[0].result())


def by_compare(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """The second of two systems of a comparison."""
    comparison = corefeval.compare(key, {"other": key, "system": response}, resamples=0, **options)
    if "system" in comparison.rejected:
        raise CorefevalError(comparison.rejected["system"])
    outcome = Outcome.of(comparison.results["system"][""])
    assert comparison.scores["system"] == outcome.scores
    return outcome


def by_report(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """What the page is told."""
    request = Request.of(**options)
    gold = request.read_key(key)
    result = request.on(gold).score(gold, response)
    index = of_results({"system": result}).index
    return Outcome(
        result.scores,
        corefeval.Signature.parse(index["signature"]).long,
        frozenset(problem.code for problem in result.warnings),
    )


def by_datasets(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """The only dataset of a set of them."""
    scores = corefeval.score_datasets({"one": key}, {"one": response}, **options)
    outcome = Outcome.of(scores["one"])
    assert (scores.macro, scores.signature.long) == (outcome.scores, f"{outcome.signature}|average:datasets")
    return outcome


def by_signature(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """The signature of the run, given back as a PDF would show it."""
    line = str(corefeval.score(key, response, **options).signature)
    broken = "signature " + line.replace("|", "|\n ", 5)
    repeated = Outcome.of(corefeval.score(key, response, signature=broken))
    # warnings about skipped metrics and unused heads appear only when metrics are chosen
    if options.get("metrics") == "all" or "heads" in options:
        return replace(repeated, warnings=Outcome.of(corefeval.score(key, response, **options)).warnings)
    return repeated


INTERFACES: dict[str, Interface] = {
    "scorer": by_scorer,
    "documents": by_documents,
    "merging": by_merging,
    "compare": by_compare,
    "report": by_report,
    "datasets": by_datasets,
    "signature": by_signature,
}


@pytest.fixture(autouse=True, scope="module")
def _read_once() -> Iterator[None]:
    """Read each file once for each set of options, whichever door asks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formats, "read", cache(formats.read))
        yield


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all pairs."""
    folder = tmp_path_factory.mktemp("interfaces")
    for key, response in PAIRS.values():
        for name in (key, response):
            if name.endswith(".jsonl"):
                corpus = formats.read(FOLDER / name.replace(".jsonl", ".conll"))
                formats.write(corpus, folder / name, "jsonlines")
            else:
                (folder / name).write_bytes((FOLDER / name).read_bytes())
    return folder


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each format under nothing, each preset, each value of each setting; each value beside a preset in one format."""
    beside = cycle(PAIRS)
    for name, values in CHOICES.items():
        for value in values:
            pair = next(beside)
            yield pair, {name: value, "preset": "perl" if pair != "zeros" else "crac25"}
    for pair in PAIRS:
        yield pair, {}
        yield pair, dict(RICHER)
        yield pair, {"metrics": "all", "language": "en"}
        for preset in PRESETS:
            yield pair, {"preset": preset}
        for name, values in CHOICES.items():
            for value in values:
                yield pair, {name: value}
        yield pair, {"beta": 2.0}
        yield pair, {"language": "en", "metrics": "bcub,arcs.inferred", "twinless": "cai-strube"}
    yield "jsonlines", dict(OFFSETS)


def outcome(interface: Interface, key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """Go through a door; a refusal is an outcome too."""
    try:
        return interface(key, response, options)
    except CorefevalError as error:
        return refused(error)


@cache
def scored(key: Path, response: Path, options: str) -> Outcome:
    """Return what score() gives, once for all doors."""
    return outcome(by_score, key, response, dict(CASE_BY_TEXT[options]))


CASES = list(cases())
CASE_BY_TEXT = {repr(options): options for _, options in CASES}


def test_offsets_are_refused_for_what_is_read_already(files: Path) -> None:
    """A corpus has its spans; saying what its numbers mean comes too late and is not ignored."""
    corpus = corefeval.load(files / "key.jsonl")
    with refuses(CorefevalError, "CE051", "read-already-layer-cannot"):
        corefeval.score(corpus, corpus, key_offsets="inclusive,token")


SLOW = ("report", "signature")
"""Ways in that take several times as long as score()."""


def few(cases: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Return every third case, the largest part of which is other options; `make fuzz` takes all."""
    return cases if os.environ.get("HYPOTHESIS_PROFILE") == "long" else cases[::3]


def test_there_are_enough_cases() -> None:
    """At least two hundred."""
    assert len(CASES) >= 200


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("pair", PAIRS)
def test_every_door_gives_the_same(pair: str, interface: str, files: Path) -> None:
    """Scores, signature and warnings are those of score(), or the refusal is the same."""
    key, response = (files / name for name in PAIRS[pair])
    different = []
    for name, options in few(CASES) if interface in SLOW else CASES:
        if name == pair and not (options == OFFSETS and INTERFACES[interface] in {by_documents, by_merging}):
            wanted = scored(key, response, repr(options))
            given = outcome(INTERFACES[interface], key, response, options)
            if given != wanted and not (interface == "report" and is_unexplained(wanted, given)):
                different.append((options, wanted, given))
    assert different == []


@pytest.mark.parametrize("pair", PAIRS)
def test_annotators_are_scored_as_score_does(pair: str, files: Path) -> None:
    """Under a preset the first against the second has the numbers of score(); documents that are not in both are left out."""
    key, response = (files / name for name in PAIRS[pair])
    for name, options in CASES:
        if name != pair or "preset" not in options or "missing" in options:
            continue
        wanted = scored(key, response, repr(options))
        given = outcome(by_agreement, key, response, options)
        assert (given.scores, given.warnings) == (wanted.scores, wanted.warnings), options


def by_agreement(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
    """The first of two annotators as the key."""
    return Outcome.of(corefeval.agree({"one": key, "other": response}, resamples=0, **options).results[0, 1])


@pytest.mark.parametrize("pair", PAIRS)
def test_explain_scores_as_score_does(pair: str, files: Path) -> None:
    """The results behind an explanation, of one system and of the second of two, have the settings, key and number of score()."""
    key, response = (files / name for name in PAIRS[pair])
    for name, options in few(CASES):
        if name != pair or "metrics" in options:
            continue
        asked = {**options, "metrics": "conll"}
        wanted = outcome(by_score, key, response, asked)

        def explained(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
            result = explain(key, response, **options).result
            assert result is not None
            return Outcome.of(result)

        def second(key: Path, response: Path, options: dict[str, Any]) -> Outcome:
            result = corefeval.difference(key, key, response, **options).second.result
            assert result is not None
            return Outcome.of(result)

        for interface in (explained, second):
            given = outcome(interface, key, response, asked)
            assert given == wanted or is_unexplained(wanted, given), options


def flag(option: str, value: object) -> tuple[str, ...]:
    """Return the words of an option without a value."""
    return (f"--{option}",) if value == "yes" else ()


@pytest.mark.parametrize("pair", PAIRS)
def test_the_command_gives_the_same(
    pair: str, files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The JSON of 'corefeval score' is what score() says, and its status tells a refusal."""
    monkeypatch.setenv("COLUMNS", "80")
    key, response = (files / name for name in PAIRS[pair])
    for name, options in CASES:
        if name != pair:
            continue
        wanted = scored(key, response, repr(options))
        words = [
            word
            for option, value in options.items()
            for word in (
                (f"--{option.replace('_', '-')}", str(value)) if option != "crop" else flag(option, value)
            )
        ]
        status = 0
        try:
            main(["score", str(key), str(response), "-f", "json", *words])
        except SystemExit as stop:
            status = int(stop.code or 0)
        shown = capsys.readouterr()
        if wanted.signature == "refused":
            assert status in {1, 2}
            assert all(code in shown.err for code in wanted.warnings), options
            continue
        assert status == 0, (options, shown.err)
        plain = json.loads(shown.out)
        scores = {
            metric: {
                part: value for part, value in parts.items() if part not in {"counts", "factors", "outcomes"}
            }
            for metric, parts in plain["scores"].items()
        }
        codes = frozenset(warning["code"] for warning in plain["warnings"])
        assert Outcome(scores, plain["signature"], codes) == wanted, options
