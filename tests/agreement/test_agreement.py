"""agree(): scores both ways, coefficients with intervals, breakdowns, from Python."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import corefeval
from corefeval.agreement.alpha import CORPUS, DOCUMENT
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError, Problem, UsageError
from corefeval.problems.render import hint as hint_of
from corefeval.problems.render import sentence as sentence_of
from tests.agreement import naive
from tests.agreement.small_texts import ADA, HIM, SHE, THE_MAYOR, write
from tests.refuses import refuses

STORIES = {name: FOLDER / f"{name}.conllu" for name in ("key", "cautious", "eager")}


def test_scores_are_those_of_score() -> None:
    """Each two, both ways, as score() has them under the same settings."""
    agreement = corefeval.agree(STORIES, metrics="muc,lea,dominant")
    for (one, first), (other, second) in permutations(STORIES.items(), 2):
        settings = replace(agreement.results[0, 1].signature, key="")
        assert agreement.scores(one, other) == corefeval.score(first, second, signature=settings).scores
    swapped = agreement.scores("eager", "key")["lea"]["precision"]
    assert agreement.scores("key", "eager")["lea"]["recall"] == swapped


def test_annotations_are_compared_as_they_are() -> None:
    """No preset of a shared task without being asked: exact spans, singletons and zeros kept, in CorefUD too."""
    agreement = corefeval.agree(STORIES)
    settings = agreement.settings
    assert (agreement.results[0, 1].preset, settings.match, settings.singletons) == ("", "exact", "keep")
    assert settings.zeros == "dependent"
    assert corefeval.agree(STORIES, preset="crac24").results[0, 1].preset == "crac24"


@pytest.mark.parametrize("match", ["exact", "head"])
def test_kappa_of_two_is_of_these_two(match: Literal["exact", "head"]) -> None:
    """Cohen's κ of two annotators, its interval and what it is of are the same whoever else annotated."""

    def kappas(names: Iterable[str]) -> dict[tuple[str, ...], tuple[object, ...]]:
        found = corefeval.agree({name: STORIES[name] for name in names}, types="upos", match=match)
        return {
            (each.of, *each.annotators): (each.value, each.low, each.high, each.observed, each.expected)
            for each in found.coefficients
            if each.chance == "cohen"
        }

    every = kappas(STORIES)
    assert len(every) == 6
    for pair in combinations(STORIES, 2):
        two = kappas(pair)
        assert two == {name: every[name] for name in two}


def test_one_annotator_with_himself() -> None:
    """Everything that is defined is 1, and nothing is to be settled."""
    agreement = corefeval.agree({"a": STORIES["key"], "b": STORIES["key"]})
    assert {each.value for each in agreement.coefficients} <= {1.0, None}
    assert agreement.coefficient("alpha", "masi", CORPUS).value == 1
    assert agreement.disagreements() == []


def test_intervals_are_jackknife_intervals_over_documents() -> None:
    """The interval of an α is that of its value with each document left out in turn; Student's t with its degrees of freedom."""
    annotations = naive.drawn(11, 2, 6)
    agreement = corefeval.agree(annotations, metrics="mention")
    found = agreement.coefficient("alpha", "masi", CORPUS)
    assert found.value is not None
    values = []
    for left_out in annotations["a"]:
        rest = {name: {d: own[d] for d in own if d != left_out} for name, own in annotations.items()}
        value = (
            corefeval.agree(rest, metrics="mention", resamples=0).coefficient("alpha", "masi", CORPUS).value
        )
        assert value is not None
        values.append(value)
    error = (5 / 6 * sum((value - found.value) ** 2 for value in values)) ** 0.5
    assert found.low is not None
    assert found.high is not None
    low, value, high = map(math.atanh, (found.low, found.value, found.high))
    assert high - value == pytest.approx(value - low)
    reach = (high - value) * (1 - found.value**2)  # Fisher's z is steeper by so much
    assert 1.96 * error < reach < 4.4 * error  # t of 2 to many degrees of freedom
    drawn = corefeval.agree(annotations, metrics="mention", interval="percentile", resamples=500)
    assert drawn.coefficient("alpha", "masi", CORPUS).low != found.low
    assert (
        corefeval.agree(annotations, metrics="mention", resamples=0).coefficient("alpha", "masi").low is None
    )


@pytest.mark.parametrize("interval", ["jackknife", "percentile", "bca"])
@pytest.mark.parametrize(("seed", "annotators", "documents"), [(s, 2 + s % 2, 3 + s % 4) for s in range(12)])
def test_intervals_stay_inside_the_range(seed: int, annotators: int, documents: int, interval: str) -> None:
    """However few documents and however far they are apart, the interval holds the value and lies between -1 and 1."""
    annotations = naive.drawn(seed, annotators, documents)
    found = corefeval.agree(annotations, metrics="mention", interval=interval, resamples=200).coefficients
    given = [each for each in found if each.low is not None and each.high is not None]
    assert {each.measure for each in given} >= {"alpha", "kappa"}
    for each in given:
        assert each.value is not None
        assert -1 <= (each.low or 0) <= (each.high or 0) <= 1
        if interval == "jackknife":
            assert (each.low or 0) <= each.value <= (each.high or 0)


def test_classes_make_up_the_whole() -> None:
    """The α of the classes of a feature, weighted by their units, is that of the corpus."""
    agreement = corefeval.agree(STORIES, metrics="mention", by="type,distance,document", resamples=0)
    for name in agreement.by_class:
        found = agreement.by(name)
        assert sum(each.units for each in found) == len(agreement.units)
        for distance in naive.DISTANCES:
            mean = sum(each.units * (each.alphas[distance] or 0.0) for each in found) / len(agreement.units)
            assert mean == pytest.approx(agreement.coefficient("alpha", distance, CORPUS).value)
    with pytest.raises(CorefevalError, match="CE050"):
        corefeval.agree(STORIES, metrics="mention", by="colour")


def test_documents_one_by_one() -> None:
    """What is said of a document is what agree() says of it alone."""
    annotations = naive.drawn(5, 3, 3)
    whole = corefeval.agree(annotations, metrics="lea", resamples=0)
    for found in whole.per_document():
        alone = corefeval.agree(
            {name: {found["document"]: own[found["document"]]} for name, own in annotations.items()},
            metrics="lea",
            resamples=0,
        )
        for plain in found["coefficients"]:
            same = alone.coefficient(plain["measure"], plain["of"], plain["chance"], plain["annotators"])
            assert plain["value"] == pytest.approx(same.value)
        assert {each["chance"] for each in found["coefficients"]} >= {DOCUMENT, "cohen", "fleiss"}


def test_documents_that_not_all_annotated(tmp_path: Path) -> None:
    """They are left out and said, whoever has them; without a common one there is nothing to compare."""
    chains = [[ADA, SHE], [HIM, THE_MAYOR]]
    one = write(tmp_path, "one", {"x": chains, "y": chains, "z": chains})
    other = write(tmp_path, "other", {"w": chains, "z": [[ADA, SHE]], "y": chains})
    agreement = corefeval.agree([one, other], metrics="mention")
    assert agreement.documents == ("y", "z")
    (told,) = (problem for problem in agreement.warnings if problem.code == "CE130")
    left_out = [
        Problem("CE130", "documents-of", count=1, documents=3, name=name) for name in ("one", "other")
    ]
    assert (told.count, told["left_out"]) == (2, tuple(left_out))
    only = corefeval.agree(
        [
            write(tmp_path, "a", {"y": chains, "z": chains}),
            write(tmp_path, "b", {"z": [[ADA, SHE]], "y": chains}),
        ],
        metrics="mention",
    )
    assert [each.value for each in agreement.coefficients] == [each.value for each in only.coefficients]
    with refuses(UsageError, "CE130", "missing-says-nothing-agreement"):
        corefeval.agree([one, other], missing="empty")
    with pytest.raises(CorefevalError, match="CE130"):
        corefeval.agree({"a": {"x": [[1]], "y": []}, "b": {"v": [[1]], "w": []}})


def test_what_cannot_be_compared() -> None:
    """One annotation, a path in the place of several, a type that one does not give, an unknown word."""
    path = STORIES["key"]
    given: list[Any] = [[path], str(path), {}]
    for wrong in given:
        with pytest.raises(UsageError, match="CE130"):
            corefeval.agree(wrong)
    with pytest.raises(CorefevalError):
        corefeval.agree(STORIES, types="colour")
    with refuses(UsageError, "CE050", "no-such-name", whose="unmarked"):
        corefeval.agree(STORIES, unmarked="none")


def test_a_type_that_one_does_not_give(tmp_path: Path) -> None:
    """Asked for, it is refused with who lacks it; not asked for, it is left out."""
    one = write(tmp_path, "one", {"x": [[ADA, SHE]]}, {ADA: "person", SHE: "person"})
    other = write(tmp_path, "other", {"x": [[ADA, SHE]]})
    assert corefeval.agree([one, other]).categories == {}
    with refuses(CorefevalError, "CE131", "gives-no-mention", annotator="other"):
        corefeval.agree([one, other], types="etype")


def test_a_signature_sets_it_up_again() -> None:
    """Settings, what is unmarked, types and intervals are those of the run that printed it."""
    first = corefeval.agree(
        STORIES,
        metrics="lea",
        unmarked="singleton",
        singletons="drop",
        interval="percentile",
        resamples=200,
        seed=3,
    )
    again = corefeval.agree(STORIES, signature=first.signature)
    assert again.signature == first.signature
    assert again.to_dict() == first.to_dict()
    without = corefeval.agree(STORIES, metrics="lea", resamples=0)
    assert without.signature.endswith("|resamples:0")
    assert corefeval.agree(STORIES, signature=without.signature).to_dict() == without.to_dict()
    others = {"key": STORIES["key"], "eager": STORIES["eager"]}
    told = [
        problem
        for problem in corefeval.agree(others, signature=first.signature).warnings
        if problem.code == "CE058"
    ]
    assert len(told) == 1


def test_rows_and_frame() -> None:
    """A row for each number, with who it is about; a frame has the signature."""
    agreement = corefeval.agree(STORIES, metrics="lea", by="type")
    rows = agreement.rows(per_document=True).rows
    assert {row["scope"] for row in rows} == {"corpus", "type", "document"}
    frame = agreement.to_frame()
    assert frame.attrs["signature"] == agreement.signature
    assert len(agreement.listing("all").rows().rows) == len(agreement.disagreements())
    assert "α (MASI)" in repr(agreement)
    assert "<table" in agreement._repr_html_()


def words(folder: Path, name: str, tokens: str, chains: list[list[tuple[int, int]]]) -> Path:
    """Write one document in words of its own."""
    path = folder / f"{name}.jsonl"
    line = {"doc_key": "d", "offsets": "inclusive,token", "sentences": [tokens.split()], "clusters": chains}
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    return path


def test_annotators_with_other_words(tmp_path: Path) -> None:
    """The same text in other words is aligned, and that is said by their names; the finer words tell more apart."""
    fine = words(tmp_path, "fine", "Ann 's dog can not bark . It sleeps", [[(0, 0)], [(0, 2), (7, 7)]])
    coarse = words(tmp_path, "coarse", "Ann's dog cannot bark . It sleeps", [[(0, 0)], [(0, 1), (5, 5)]])
    found = corefeval.agree([fine, coarse], metrics="mention", resamples=0)
    (said,) = [each for each in found.warnings if each.code == "CE097"]
    assert said.kind == "other-tokens"
    assert found.coefficient("mentions", "exact").value == pytest.approx(2 / 3)
    outward = corefeval.agree([coarse, fine], metrics="mention", resamples=0)
    assert outward.coefficient("mentions", "exact").value == 1
    assert any((each.kind, each.named.get("documents")) == ("other-tokens", 1) for each in outward.warnings)
    assert "words aligned with those of fine by characters" in str(found)


@pytest.mark.parametrize("several", [False, True])
def test_annotators_of_another_text_are_refused_by_name(tmp_path: Path, *, several: bool) -> None:
    """Where the texts differ, it is said whose words do."""
    one = words(tmp_path, "one", "a dog barks", [[(0, 1)]])
    other = words(tmp_path, "other", "a cat barks", [[(0, 1)]])
    named = {"anna": one, "carl": one, "ben": other} if several else {"anna": one, "ben": other}
    with pytest.raises(CorefevalError) as error:
        corefeval.agree(named, metrics="mention")
    (problem,) = error.value.problems
    assert problem.code == "CE013"
    assert (problem.kind, problem.sides) == ("document-key-response", ("anna", "ben"))
    assert not re.search(r"\b(key|response)\b", sentence_of(problem))


def test_warnings_name_the_annotators() -> None:
    """None of them is a key: what is said of a pair is said of these two, in messages and in what to do."""
    one: Any = {"a": [[1, 2], [3]], "b": [[1, 2]]}
    other: Any = {"a": [[1, 2]], "b": [[1, 2]]}
    for named in ({"anna": one, "ben": other}, {"anna": one, "ben": other, "carl": one}):
        found = corefeval.agree(named, metrics="conll", resamples=0)
        assert found.warnings
        for each in found.warnings:
            assert not re.search(r"(?<!-)\b(key|response)\b", sentence_of(each) + hint_of(each))
    assert any(each.sides == ("anna", "ben") and each.of == (("anna", "ben"),) for each in found.warnings)


@pytest.mark.parametrize("chance", [CORPUS, DOCUMENT])
def test_bootstrap_intervals_against_every_resample(chance: str) -> None:
    """Four documents can be drawn in 256 ways: the bounds are quantiles of α, by its definition, over all of them.

    A document that is drawn twice is two documents, whose chains have nothing in common.
    """
    annotations = naive.drawn(5, 2, 4)
    definition = naive.alpha if chance == CORPUS else naive.alpha_within
    values = []
    for chosen in product(annotations["a"], repeat=4):
        again = {
            name: {f"{place} {document}": own[document] for place, document in enumerate(chosen)}
            for name, own in annotations.items()
        }
        values.append(definition(naive.coded(again), naive.masi))
    found = corefeval.agree(annotations, metrics="mention", interval="percentile", resamples=8000)
    bounds = found.coefficient("alpha", "masi", chance)
    assert bounds.low is not None
    assert bounds.high is not None
    below, above = np.quantile(values, [0.015, 0.035]), np.quantile(values, [0.965, 0.985])
    assert below[0] - 1e-9 <= bounds.low <= below[1] + 1e-9
    assert above[0] - 1e-9 <= bounds.high <= above[1] + 1e-9


def test_a_document_named_like_a_side_keeps_its_name(tmp_path: Path) -> None:
    """Warnings name the annotators in place of key and response, but not in names of documents."""
    row = {"doc_key": "key", "sentences": [["Ada", "saw", "her"]], "clusters": [[[0, 0], [2, 2], [2, 2]]]}
    for name in ("one", "two"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    agreement = corefeval.agree([tmp_path / "one.jsonl", tmp_path / "two.jsonl"])
    repeated = [problem for problem in agreement.warnings if problem.code == "CE030"]
    assert [(each.kind, each.count, each["side"], each.sides) for each in repeated] == [
        ("listed-again", 1, side, ("one", "two")) for side in ("key", "response")
    ]
    for each, name in zip(repeated, ("one", "two"), strict=True):
        assert each["examples"] == ("'her' in 'key'",)
        assert {name, "'key'"} <= {*sentence_of(each).split()}
