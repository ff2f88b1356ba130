"""Scorer: what it is given, in whatever pieces, and what it refuses."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.choices import CHOICES
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError, UsageError
from tests.corpora import Clusterings, cluster_pairs
from tests.refuses import refuses

GOOD = [[1, 2], [3, 4]]
BAD = [[1, 2, 3, 4]]


def codes(error: CorefevalError) -> list[str]:
    """Return the codes of what is wrong."""
    return [problem.code for problem in error.problems]


def test_a_preset_chooses_the_layer() -> None:
    """Files are read as the preset says: discourse deixis, not identity."""
    key, response = FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua"
    scorer = corefeval.Scorer(preset="codicrac22dd")
    scorer.update(key, response)
    result = corefeval.score(key, response, preset="codicrac22dd")
    assert scorer.result().scores == result.scores
    assert str(scorer.result().signature) == str(result.signature)


def test_every_setting_is_applied() -> None:
    """Mentions that only one side has are treated as the setting says, not only signed so."""
    key, response = [[1, 2, 3], [4, 5]], [[1, 2], [4, 6], [7]]
    wanted = corefeval.score(key, response, metrics="bcub", twinless="cai-strube")
    scorer = corefeval.Scorer("bcub", twinless="cai-strube")
    scorer.update(key, response)
    assert scorer.result().scores == wanted.scores
    assert wanted.scores != corefeval.score(key, response, metrics="bcub").scores


def outcome(call: Callable[[], corefeval.Result]) -> object:
    """Return scores, signature and the codes of warnings, or the kinds of the errors."""
    try:
        result = call()
    except CorefevalError as error:
        return [(problem.code, problem.kind) for problem in error.problems]
    return result.flat(), str(result.signature), [problem.code for problem in result.warnings]


@pytest.mark.parametrize(
    "setting",
    [
        *({name: value} for name, values in CHOICES.items() for value in values),
        *({f"{side}_layer": "other"} for side in ("key", "response")),
    ],
    ids=lambda setting: "-".join(*setting.items()),
)
def test_clusters_are_scored_or_refused_as_by_score(setting: dict[str, Any]) -> None:
    """Every value of every setting gives the same for clusters, which have neither text nor layers."""
    key, response = [[(0, 1), (5, 5)], [(3, 3)]], [[(0, 1), (5, 5), (3, 3)]]

    def collected() -> corefeval.Result:
        scorer = corefeval.Scorer("lea", **setting)
        scorer.update(key, response)
        return scorer.result()

    assert outcome(collected) == outcome(lambda: corefeval.score(key, response, metrics="lea", **setting))


def test_the_format_chooses_the_preset() -> None:
    """CorefUD files are scored as in CRAC, as score() does."""
    key, response = FOLDER / "key.conllu", FOLDER / "eager.conllu"
    scorer = corefeval.Scorer()
    scorer.update(key, response)
    assert scorer.result().f1 == corefeval.score(key, response).f1
    assert scorer.result().preset == "crac24"


def test_formats_with_different_presets_do_not_mix() -> None:
    """A mean over two ways of scoring is no score; with a preset named they mix."""
    scorer = corefeval.Scorer()
    scorer.update(FOLDER / "key.conllu", FOLDER / "eager.conllu")
    with refuses(UsageError, "CE051", "documents-scored-unless-another") as refused:
        scorer.update(GOOD, BAD)
    assert codes(refused.value) == ["CE051"]
    scorer = corefeval.Scorer(preset="conll12")
    scorer.update(FOLDER / "key.conllu", FOLDER / "eager.conllu")
    scorer.update(GOOD, BAD)
    assert len(scorer.result().documents) == 4


def test_a_document_given_twice_is_named() -> None:
    """The last one does not win: whichever way it comes again, it is refused when it comes."""
    scorer = corefeval.Scorer("bcub")
    scorer.update(GOOD, BAD, document="a")
    with refuses(CorefevalError, "CE012", "document-given-before", text="a") as refused:
        scorer.update(GOOD, GOOD, document="a")
    assert codes(refused.value) == ["CE012"]
    with refuses(CorefevalError, "CE012", "document-given-before", text="a"):
        scorer.update({"a": GOOD}, {"a": GOOD})
    assert scorer.result().scores == corefeval.score({"a": GOOD}, {"a": BAD}, metrics="bcub").scores


def test_documents_without_names_are_numbered() -> None:
    """Also where they come from several scorers."""
    first, second = corefeval.Scorer("bcub"), corefeval.Scorer("bcub")
    for scorer in (first, second):
        scorer.update(GOOD, BAD)
        scorer.update(GOOD, GOOD, document=f"named {id(scorer)}")
    first.merge(second)
    names = first.result().documents
    assert len(set(names)) == 4
    assert sum(name.startswith("document ") for name in names) == 2


def test_what_a_name_is_next_to_is_reported() -> None:
    """A name beside documents that have names has no meaning."""
    with refuses(UsageError, "CE051", "document-beside-named-documents", document="x"):
        corefeval.Scorer().update({"a": GOOD}, {"a": BAD}, document="x")


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ({"singletons": "keep"}, {"singletons": "drop"}, "singletons:drop instead of singletons:keep"),
        ({"metrics": "muc"}, {"metrics": "muc,lea"}, "metrics:muc,lea instead of metrics:muc"),
        ({}, {"preset": "perl"}, "preset:perl instead of preset:none"),
        ({}, {"key_layer": "x"}, "key-layer:x"),
    ],
)
def test_unlike_scorers_do_not_merge(one: dict[str, Any], other: dict[str, Any], said: str) -> None:
    """The problem names in what they differ."""
    first, second = corefeval.Scorer(**one), corefeval.Scorer(**other)
    first.update(GOOD, BAD)
    with refuses(UsageError, "CE054", "other-scorer-set-up") as refused:
        first.merge(second)
    assert codes(refused.value) == ["CE054"]
    assert said in refused.value.problems[0]["unlike"]


def test_scorers_of_the_same_document_do_not_merge() -> None:
    """It would count twice."""
    first, second = corefeval.Scorer("muc"), corefeval.Scorer("muc")
    first.update(GOOD, BAD, document="a")
    second.update(GOOD, BAD, document="a")
    with refuses(CorefevalError, "CE012", "document-given-before", text="a"):
        first.merge(second)


def test_a_problem_comes_with_what_caused_it() -> None:
    """Not with the result."""
    scorer = corefeval.Scorer("muc", duplicates="error")
    with pytest.raises(CorefevalError) as refused:
        scorer.update([[1, 2], [2, 3]], BAD)
    assert codes(refused.value) == ["CE030"]
    scorer = corefeval.Scorer("muc")
    with pytest.raises(CorefevalError) as missing:
        scorer.update({"a": GOOD, "b": GOOD}, {"a": GOOD})
    assert codes(missing.value) == ["CE010"]
    assert scorer.result().documents == ()


def test_documents_that_one_side_lacks_are_reported_as_by_score() -> None:
    """An extra document of the response is a warning, a missing one an error or, where asked for, empty."""
    one, two = [[[(0, 1), (5, 5)]]], [[[(0, 1), (5, 5)]], [[(1, 1), (2, 2)]]]
    scorer = corefeval.Scorer("muc")
    scorer.update(one, two)
    assert scorer.result().warnings == corefeval.score(one, two, metrics="muc").warnings
    assert [problem.code for problem in scorer.result().warnings] == ["CE011"]
    with refuses(CorefevalError, "CE010", "not-in-response", text="document 3"):
        scorer.update(two, one)
    lenient = corefeval.Scorer("muc", missing="empty")
    lenient.update(two, one)
    assert lenient.result()["muc"] == corefeval.score(two, one, metrics="muc", missing="empty")["muc"]


def test_a_result_in_between_changes_nothing() -> None:
    """Numbers, signature and warnings are those of all documents at once."""
    key = {"a": [[1, 2], [3]], "b": [[1, 2], [3], [4]], "c": [[5, 6]]}
    response = {"a": [[1, 2]], "b": [[1, 2]], "c": [[5, 6]]}
    scorer = corefeval.Scorer()
    for name, clusters in key.items():
        scorer.update(clusters, response[name], document=name)
        scorer.result()
    whole = corefeval.score(key, response)
    assert scorer.result().scores == whole.scores
    assert str(scorer.result().signature) == str(whole.signature)
    assert [problem.code for problem in whole.warnings] == ["CE040"]
    assert [problem.code for problem in scorer.result().warnings] == ["CE040"]


@pytest.mark.property
@given(cluster_pairs(documents=5), st.lists(st.integers(0, 2), min_size=5, max_size=5), st.booleans())
def test_any_cut_into_scorers_gives_the_same(
    pair: tuple[Clusterings, Clusterings], places: list[int], sent: bool
) -> None:
    """Documents spread over three scorers, sent over a wire or not, and merged: one result."""
    key, response = pair
    scorers = [corefeval.Scorer("muc,bcub,ceafe,conll,lea,blanc") for _ in range(3)]
    for place, name in zip(places, key, strict=False):
        scorers[place].update(key[name], response[name], document=name)
    if sent:
        scorers = [pickle.loads(pickle.dumps(scorer)) for scorer in scorers]
    for scorer in scorers[1:]:
        scorers[0].merge(scorer)
    merged = scorers[0].result()
    whole = corefeval.score(key, response, metrics="muc,bcub,ceafe,conll,lea,blanc")
    assert merged.scores == whole.scores
    assert str(merged.signature) == str(whole.signature)
    assert {problem.code for problem in merged.warnings} == {problem.code for problem in whole.warnings}


@pytest.mark.parametrize("metrics", ["muc,bcub", "all"])
def test_files_give_what_score_gives(metrics: str) -> None:
    """A scorer of files gives the scores of score(), also a second time, and its repr names the settings."""
    key, response = FOLDER / "key.conll", FOLDER / "eager.conll"
    scorer = corefeval.Scorer(metrics=metrics, singletons="drop")
    assert "singletons='drop'" in repr(scorer)
    assert "None" not in repr(corefeval.Scorer(metrics="muc", key_format=None))
    scorer.update(key, response)
    expected = corefeval.score(key, response, metrics=metrics, singletons="drop")
    assert scorer.result().scores == expected.scores
    assert scorer.result().scores == expected.scores  # asked for again


def test_warnings_count_the_mentions_of_all_documents() -> None:
    """Documents that are counted one by one trigger the warnings that they trigger together."""
    key, response = {"a": [[1, 2]], "b": [[3, 4], [5]]}, {"a": [[7, 8, 9]], "b": [[6]]}
    scorer = corefeval.Scorer(metrics="muc,conll")
    for name, clusters in key.items():
        scorer.update({name: clusters}, {name: response[name]})
        scorer.result()  # counts the documents so far
    together = corefeval.score(key, response, metrics="muc,conll").warnings
    (nothing_shared,) = (problem for problem in together if problem.code == "CE045")
    assert (nothing_shared.count, nothing_shared["mentions"]) == (5, 4)
    assert scorer.result().warnings == together


@pytest.mark.parametrize("how", [{"metrics": "muc"}, {"metrics": "lconll,parent"}, {"preset": "crac24"}])
def test_documents_one_by_one_give_the_warnings_of_all(how: dict[str, Any]) -> None:
    """A file given document by document triggers each warning once, with the numbers of all documents."""
    key, response = (corefeval.load(FOLDER / name) for name in ("key.conllu", "eager.conllu"))
    scorer = corefeval.Scorer(**how)
    for row in range(len(key.names)):
        scorer.update(key.select_documents(np.array([row])), response.select_documents(np.array([row])))
    together = corefeval.score(key, response, **how)
    assert len(key.names) > 1
    assert scorer.result().scores == together.scores
    assert scorer.result().warnings == together.warnings


def test_repeated_mentions_of_all_documents_are_one_warning() -> None:
    """Their numbers add."""
    key = {"a": [[1, 2], [2, 3]], "b": [[1, 2], [3, 4], [4, 5]]}
    scorer = corefeval.Scorer("muc")
    for name, clusters in key.items():
        scorer.update({name: clusters}, {name: [[1, 2]]})
    together = corefeval.score(key, {name: [[1, 2]] for name in key}, metrics="muc").warnings
    (repeated,) = (each for each in scorer.result().warnings if each.code == "CE030")
    assert repeated.count == 2
    assert scorer.result().warnings == together


@pytest.mark.parametrize("document", [None, "a"])
def test_a_document_may_be_changed_after_its_update(document: str | None) -> None:
    """Lists and arrays that a loop fills again count as they were when they were given."""
    key, response = [[[0, 1], [5, 5]]], [np.array([[0, 1], [5, 5]])]
    scorer = corefeval.Scorer("lea")
    scorer.update(key, response, document)
    key[0][0][0] = 7
    key[0].append([8, 8])
    response[0][:] = 9
    assert scorer.result().f1 == 1


def test_a_scorer_merges_with_itself() -> None:
    """Numbered documents count twice, as those of an equal scorer would."""
    scorer = corefeval.Scorer("bcub")
    scorer.update(GOOD, BAD)
    scores = scorer.result().scores
    scorer.merge(scorer)
    assert scorer.result().scores == scores
    assert scorer.result().documents == ("document 1", "document 2")
