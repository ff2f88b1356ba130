"""score(), Scorer and Result at the surface."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import corefeval
from corefeval import load
from corefeval.arrays import Floats
from corefeval.counts import RECALL_PRECISION, Counts
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing, WithoutSingletons
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.problems.render import hint as hint_of
from corefeval.settings import Settings
from corefeval.signature import Signature, content_sum
from tests.corpora import Clusterings, annotated, cluster_pairs
from tests.refuses import refuses

KEY = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]]}
RESPONSE = {"b": [[1, 2]], "a": [[1, 2], [3, 4, 5]]}


@given(cluster_pairs())
def test_tables_without_singletons_equal_scoring_without_them(
    corpora: tuple[Clusterings, Clusterings],
) -> None:
    """The shortcut that tells what singletons cost gives what --singletons drop gives."""
    key, response = map(load, corpora)
    shortcut = WithoutSingletons.of(pair(key, response, Settings(), Problems()))
    dropped = pair(key, response, Settings(singletons="drop"), Problems())
    for name in ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea"):
        metric = parse_metric(name)
        ours, theirs = shortcut.count(metric).totals(), dropped.count(metric).totals()
        assert {key: float(value) for key, value in ours.items()} == pytest.approx(
            {key: float(value) for key, value in theirs.items()}
        )


def test_singletons_on_one_side_are_reported_with_their_cost() -> None:
    """The warning names both numbers."""
    key = [[1, 2, 3], *([number] for number in range(10, 30))]
    result = corefeval.score(key, [[1, 2, 3]])
    (warning,) = result.warnings
    assert warning.code == "CE040"
    assert (warning.kind, warning["key"], warning["response"]) == ("singletons", 20, 0)
    assert warning.kind == "singletons"


def test_documents_are_paired_by_name_whatever_their_order() -> None:
    """The response may list its documents in another order."""
    assert corefeval.score(KEY, RESPONSE)["muc"]["recall"] == pytest.approx(3 / 4)


def test_a_missing_document_is_refused_or_scored_as_empty() -> None:
    """An error names it; with missing=empty it costs recall."""
    with refuses(corefeval.CorefevalError, "CE010", "not-in-response", text="b"):
        corefeval.score(KEY, {"a": KEY["a"]})
    result = corefeval.score(KEY, {"a": KEY["a"]}, missing="empty")
    assert result["muc"] == {"recall": 3 / 4, "precision": 1.0, "f1": pytest.approx(6 / 7)}
    assert [warning.code for warning in result.warnings] == ["CE010"]


def test_an_extra_document_is_a_warning() -> None:
    """It is not scored, and said."""
    result = corefeval.score({"a": KEY["a"]}, KEY)
    assert result["muc"]["f1"] == 1.0
    assert [warning.code for warning in result.warnings] == ["CE011"]


def test_json_has_the_documented_shape() -> None:
    """Names of the contract: corefeval, signature, settings, documents, scores with counts, warnings."""
    plain = corefeval.score(KEY, RESPONSE, metrics="muc,conll").to_dict(per_document=True)
    assert list(plain) == [
        "corefeval",
        "signature",
        "settings",
        "documents",
        "scores",
        "per_document",
        "warnings",
    ]
    assert plain["scores"]["muc"]["counts"] == {
        "recall_numerator": 3.0,
        "recall_denominator": 4.0,
        "precision_numerator": 3.0,
        "precision_denominator": 4.0,
    }
    assert list(plain["scores"]["conll"]) == ["f1"]
    assert [row["document"] for row in plain["per_document"]] == ["a", "b"]


def test_macro_is_the_mean_over_documents() -> None:
    """Documents where a score is undefined are left out."""
    result = corefeval.score(
        {"a": [[1, 2]], "b": [[1, 2, 3, 4]], "c": [[1]]}, {"a": [[1, 2]], "b": [[1, 2]], "c": [[1]]}
    )
    assert result.macro["muc"]["recall"] == pytest.approx((1 + 1 / 3) / 2)
    assert result["muc"]["recall"] == pytest.approx(2 / 4)


def test_f_beta_stands_next_to_f1() -> None:
    """Beta above 1 favours recall."""
    scores = corefeval.score([[1, 2, 3, 4]], [[1, 2]], metrics="muc", beta=2)["muc"]
    assert scores["f_beta"] == pytest.approx(5 * 1 * (1 / 3) / (4 * 1 + 1 / 3))


def test_the_signature_replays_the_run() -> None:
    """Printed, parsed and printed again it is the same, and holds every setting."""
    result = corefeval.score(KEY, RESPONSE, preset="perl", singletons="drop", metrics="blanc(empty=key),lea")
    text = str(result.signature)
    assert str(Signature.parse(text)) == text
    assert Signature.parse(text).settings == result.settings
    with pytest.raises(UsageError, match="CE050"):
        Signature.parse("corefeval:0.1.0|match:exact")


def test_the_key_hash_ignores_order_and_labels() -> None:
    """Documents, entities and mentions may be listed in any order; a moved mention changes it."""
    first = load({"a": [[1, 2], [3]], "b": [["x"]]})
    second = load({"b": [["x"]], "a": [[3], [2, 1]]})
    moved = load({"a": [[1], [2, 3]], "b": [["x"]]})
    assert content_sum(first) == content_sum(second) != content_sum(moved)


def test_the_key_hash_is_that_of_the_key_when_it_was_scored() -> None:
    """It is computed when it is read, also of a copy in another process; what happens to the lists meanwhile changes nothing."""
    key = {"a": [[(0, 1), (5, 5)]]}
    before = corefeval.score(key, key, metrics="muc").key_hash
    late, sent = (corefeval.score(key, key, metrics="muc") for _ in range(2))
    key["a"][0].append((9, 9))
    assert late.key_hash == pickle.loads(pickle.dumps(sent)).key_hash == before
    assert corefeval.score(key, key, metrics="muc").key_hash != before


@pytest.mark.parametrize("array", [list, np.array])
def test_warnings_are_those_of_the_clusters_when_they_were_scored(array: Any) -> None:
    """Changes of the arguments after the call change nothing, also in a copy for another process."""

    def scored() -> corefeval.Result:
        return corefeval.score(key, response, metrics="conll,lea", duplicates="keep")

    key = [array([[0, 1], [5, 3]]), array([[7, 8], [0, 1]]), array([[9, 9]])]
    response = [array([[0, 1], [7, 8]])]
    before = scored().to_dict(per_document=True)
    assert {each["code"] for each in before["warnings"]} == {"CE040", "CE183"}
    late, sent, bare, noted = (scored() for _ in range(4))
    contents = late.contents
    response[0][0] = key[0][1] = [3, 4]
    key.pop()
    copies = [late, pickle.loads(pickle.dumps(sent)), bare.without_corpora(), noted.noting(())]
    assert [each.to_dict(per_document=True) for each in copies] == [before] * 4
    assert late.contents is contents
    assert contents is not None
    assert contents.mentions == (5, 2)
    assert scored().to_dict()["warnings"] != before["warnings"]


def test_warnings_about_files_need_no_file_any_more(tmp_path: Path) -> None:
    """A result of files has its warnings when it is returned: the files may be gone when they are read."""
    path = tmp_path / "a.jsonlines"
    path.write_text('{"doc_key": "a", "sentences": [["x", "y"]], "clusters": [[[0, 0], [1, 1]], [[0, 1]]]}\n')
    other = tmp_path / "b.jsonlines"
    other.write_text('{"doc_key": "a", "sentences": [["x", "y"]], "clusters": [[[0, 0], [1, 1]]]}\n')
    result = corefeval.score(path, other, metrics="conll")
    path.unlink()
    other.unlink()
    assert [each.code for each in result.warnings] == ["CE040"]
    assert result.contents is not None


def test_results_read_in_several_threads_have_the_same_warnings() -> None:
    """Requests and runs are shared between calls."""
    key, response = [[(0, 1), (5, 3)], [(7, 8)]], [[(0, 1), (7, 8)]]
    expected = corefeval.score(key, response, metrics="conll").to_dict()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: corefeval.score(key, response, metrics="conll"), range(200)))
        assert all(found == expected for found in pool.map(corefeval.Result.to_dict, results * 2))


def test_arguments_of_other_types_ask_for_the_same() -> None:
    """Requests of texts are cached; those of lists, numbers and flags are equal to them, and so are their results."""
    expected = corefeval.score(KEY, RESPONSE, metrics="muc,bcub", beta=2.0, crop="no").to_dict()
    wanted = ["muc", "bcub"]
    again: list[dict[str, Any]] = [
        {"metrics": wanted, "beta": 2},
        {"metrics": ("muc", "bcub"), "crop": False, "beta": 2.0},
        {"metrics": iter(wanted), "preset": None, "beta": 2},
    ]
    assert [corefeval.score(KEY, RESPONSE, **each).to_dict() for each in again] == [expected] * 3
    wanted.append("lea")
    assert len(corefeval.score(KEY, RESPONSE, metrics=wanted).metrics) == 3


def test_a_metric_registered_again_counts_at_the_next_call() -> None:
    """As in a notebook, in which a cell is run twice; results that were returned keep their numbers and warnings."""

    def define(value: float) -> None:
        @corefeval.register
        class Constant(corefeval.Metric):
            """Always the same."""

            name = "constant-of-a-notebook"
            label = "Constant"
            summary = "Is it the same?"

            def count(self, pairing: Pairing) -> Counts:
                """Count as often as asked for."""
                return Counts(dict.fromkeys(RECALL_PRECISION, np.full(len(pairing.names), value)))

            def score(self, totals: Mapping[str, Floats]) -> dict[str, Floats]:
                """Return the sum."""
                return {"f1": totals["recall_numerator"]}

    try:
        define(1.0)
        first, unread = (corefeval.score(KEY, KEY, metrics="constant-of-a-notebook") for _ in range(2))
        told = first.to_dict()
        define(2.0)
        assert corefeval.score(KEY, KEY, metrics="constant-of-a-notebook").f1 == 4.0
        assert unread.to_dict() == told
        assert unread.f1 == 2.0
    finally:
        del METRICS["constant-of-a-notebook"]


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    """Metrics, presets, settings and parameters."""
    with refuses(UsageError, "CE050", "no-such-name-see", what="metric", name="bcubd"):
        corefeval.score(KEY, RESPONSE, metrics="bcubd")
    with refuses(UsageError, "CE050", "no-such-name-see", what="preset", name="conl2012"):
        corefeval.score(KEY, RESPONSE, preset="conl2012")
    with refuses(
        UsageError,
        "CE050",
        "no-such-name",
        what="value",
        name="maybe",
        whose="singletons",
        names=("keep", "drop", "e2e"),
    ):
        corefeval.score(KEY, RESPONSE, singletons="maybe")  # type: ignore[call-overload]
    with refuses(UsageError, "CE050", "no-such-name", what="parameter", name="x", whose="lea"):
        corefeval.score(KEY, RESPONSE, metrics="lea(x=1)")


def test_a_metric_of_ones_own() -> None:
    """Registered, it is scored like any other."""

    @corefeval.register
    class Found(corefeval.Metric):
        """Entities found exactly."""

        name, label = "exact-entities", "Exact entities"
        summary, paper, formula = "How many entities are exactly right?", "this test", r"|K \cap R| / |K|"

        def count(self, pairing: corefeval.Pairing) -> corefeval.Counts:
            overlap = pairing.member_overlap
            same = (overlap.count == pairing.key_sizes[overlap.key]) & (
                overlap.count == pairing.response_sizes[overlap.response]
            )
            right = pairing.by_key_document(overlap.key, same)
            return corefeval.recall_precision(
                (right, pairing.key_entities), (right, pairing.response_entities)
            )

    try:
        assert corefeval.score(KEY, RESPONSE, metrics="exact-entities")["exact-entities"][
            "f1"
        ] == pytest.approx(1 / 3)
    finally:
        from corefeval.metrics.base import METRICS

        del METRICS["exact-entities"]


def test_the_scorer_takes_corpora_and_resets() -> None:
    """Mappings and single documents give the same; reset forgets."""
    scorer = corefeval.Scorer("muc")
    scorer.update(key=KEY, response=RESPONSE)
    assert scorer.result()["muc"]["recall"] == pytest.approx(3 / 4)
    scorer.reset()
    assert scorer.result()["muc"]["recall"] is None


def test_words_of_mentions_without_a_text_are_refused() -> None:
    """MOR has nothing to compare in clusters; `all` leaves it out and says so."""
    with pytest.raises(corefeval.CorefevalError, match="CE044"):
        corefeval.score(KEY, RESPONSE, metrics="mor")
    result = corefeval.score(KEY, RESPONSE, metrics="all")
    assert "mor" not in result.metrics
    assert result.warnings[0].kind == "key-lacks"


def test_the_headline_is_that_of_the_preset() -> None:
    """CoNLL by default, what the task ranked by with a preset, the first metric where neither was asked for."""
    assert corefeval.score(KEY, RESPONSE).f1 == corefeval.score(KEY, RESPONSE)["conll"]["f1"]
    assert corefeval.score(KEY, RESPONSE, metrics="lea,muc").f1 == corefeval.score(KEY, RESPONSE)["lea"]["f1"]
    bridging = corefeval.score(KEY, RESPONSE, preset="codicrac22br")
    assert bridging.f1 == bridging["bridging.entity"]["f1"]


def test_outcomes_are_exported() -> None:
    """JSON has every count, by class too; CSV how often each outcome was counted, in each document too."""
    words = ["Ada", "she", "Bob", "he"]
    types = {0: "name", 1: "pronoun", 2: "name", 3: "pronoun"}
    key = annotated(words, [(1, [0], "ppas"), (3, [2], "ppas")], types=types)
    response = annotated(words, [(1, [0], "ppas"), (3, [0], "ppas")], types=types)
    result = corefeval.score(key, response, metrics="dominant,arcs.anchor,muc")
    found = result.to_dict()["scores"]
    assert found["dominant"]["counts"]["p.wl"] == 1
    assert found["dominant"]["outcomes"] == {"tp": 1, "wt": 0, "wl": 1, "wtl": 0, "fn": 0, "fp": 0}
    assert found["arcs.anchor"]["counts"]["ed.fn"] == 1
    table = result.rows(per_document=True)
    assert table.heads[-12:-6] == ["tp", "wt", "wl", "wtl", "fn", "fp"]
    for row in (each for each in table.rows if each["metric"] == "dominant"):
        assert (row["tp"], row["wl"]) == (1, 1)
    assert "tp" not in corefeval.score(key, response, metrics="muc").rows().heads


@pytest.mark.parametrize(
    ("keywords", "meant"),
    [
        ({"predictions": KEY, "references": KEY}, "response"),
        ({"references": KEY, "response": KEY}, "key"),
        ({"key": KEY, "response": KEY, "metric": "muc"}, "metrics"),
    ],
)
def test_keywords_of_other_libraries_name_the_right_one(keywords: dict[str, Any], meant: str) -> None:
    """A keyword that score() does not have is refused (CE050) with the one to use."""
    first = next(name for name in keywords if name not in {"key", "response"})
    with refuses(UsageError, "CE050", "no-keyword", name=first, meant=meant):
        corefeval.score(**keywords)


def test_keywords_of_no_library() -> None:
    """The keyword of another function names that function, and a misspelt one the nearest."""
    with refuses(UsageError, "CE050", "by-is-no-keyword", name="by"):
        corefeval.score(KEY, KEY, by="type")  # type: ignore[call-overload]
    with refuses(UsageError, "CE050", "no-such-name", what="keyword", name="metrix") as caught:
        corefeval.score(KEY, KEY, metrix="muc")  # type: ignore[call-overload]
    assert [each["name"] for each in caught.value.problems[0]["meant"]["names"]] == ["metrics"]


@pytest.mark.parametrize("length", [1, 5000])
def test_a_text_in_place_of_a_path_suggests_an_open_file(length: int) -> None:
    """A str with a line break is no path: the hint names io.StringIO, and the message does not repeat the text."""
    text = "#begin document (a);\n" + "a 0 0 Ada (1)\n" * length
    with pytest.raises(CorefevalError) as raised:
        corefeval.score(text, text)
    (problem,) = raised.value.problems
    assert (problem.code, problem.kind) == ("CE001", "no-such-file-path")
    assert (problem.text, str(problem.place)) == ("#begin document (a);", "")
    assert "io.StringIO" in hint_of(problem)


@pytest.mark.parametrize("array", [list, np.array])
def test_pairs_that_cannot_be_spans_are_named(array: Any) -> None:
    """Rows that only fill an array, and ends before beginnings: they count as mentions, with a warning that adds up in a Scorer."""
    key = [array([(0, 1), (5, 3)]), array([(-1, -1), (7, 8)])]
    response = [array([(0, 1), (7, 8)])]
    result = corefeval.score(key, response, metrics="muc")
    found = [
        (each.code, each.kind, each.count, dict(each.arguments)["examples"])
        for each in result.warnings
        if each.code == "CE183"
    ]
    assert found == [
        ("CE183", "negative-pair", 1, ("(-1, -1)",)),
        ("CE183", "reversed-pair", 1, ("(5, 3)",)),
    ]
    scorer = corefeval.Scorer("muc")
    scorer.update(key, response)
    scorer.update(key, response)
    assert [each.count for each in scorer.result().warnings if each.code == "CE183"] == [2, 2]


def test_documents_that_may_be_clusters_of_discontinuous_mentions_are_named() -> None:
    """Lists do not tell the two apart; spans that documents share do, and so do names."""
    clusters: Any = [[[[0, 1], [20, 21]], [[5, 5]], [[6, 6]]], [[[9, 9]], [[12, 13]]]]
    [told] = corefeval.score(clusters, clusters, metrics="bcub").warnings
    assert (told.code, told.kind) == ("CE183", "documents-or-discontinuous")
    shared: Any = [*clusters[:1], [[[5, 5]], [[12, 13]]]]
    assert corefeval.score(shared, shared, metrics="bcub").warnings == ()
    named = {str(place): document for place, document in enumerate(clusters)}
    assert corefeval.score(named, named, metrics="bcub").warnings == ()
