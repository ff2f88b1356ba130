"""compare(): the numbers, what it refuses, what it says, and what it looks like."""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefeval.comparison.compare import compare, system_names, with_intervals
from corefeval.comparison.comparison import Comparison, Resampling
from corefeval.comparison.sample import by_entity
from corefeval.counts import Counts
from corefeval.evaluation.score import score
from corefeval.metrics.lea import Lea
from corefeval.problems import CATALOGUE, CorefevalError, Problem, UsageError
from corefeval.problems.render import advice as advice_of
from corefeval.reports.render import terminal
from corefeval.reports.render.latex import escape
from corefeval.reports.report import ReportText
from corefeval.reports.show import comparison as show_comparison
from corefeval.reports.show import render
from corefeval.signature import Signature
from tests import paths
from tests.evaluation.test_fold import documents
from tests.goldens import Goldens
from tests.paths import SHARED
from tests.refuses import refuses

GUM = SHARED / "data" / "gum_pairs"

CLASSIC = "muc,bcub,ceafm,ceafe,blanc,lea,conll,mention"

Corpus = dict[str, list[list[int]]]


def gold(documents: int, seed: int = 0) -> Corpus:
    """Return a corpus of random clusters, some of them singletons."""
    chosen = random.Random(seed)
    corpus: Corpus = {}
    for document in range(documents):
        mentions = list(range(chosen.randint(10, 40)))
        chosen.shuffle(mentions)
        clusters = []
        while mentions:
            size = chosen.choice([1, 2, 3, 5])
            clusters.append(mentions[:size])
            mentions = mentions[size:]
        corpus[f"d{document:03}"] = clusters
    return corpus


def system(key: Corpus, error: float, seed: int) -> Corpus:
    """Return a response in which a share of the mentions is lost, invented or put into another cluster."""
    chosen = random.Random(seed)
    response: Corpus = {}
    for name, clusters in key.items():
        kept: list[list[int]] = []
        for cluster in clusters:
            right = [mention for mention in cluster if chosen.random() > error]
            wrong = [mention for mention in cluster if mention not in right and chosen.random() < 0.6]
            if right:
                kept.append(right)
            for mention in wrong:
                chosen.choice(kept).append(mention) if kept else kept.append([mention])
        if chosen.random() < error:
            kept.append([1000, 1001])
        response[name] = kept
    return response


KEY = gold(30)
SYSTEMS = {"good": system(KEY, 0.1, 1), "fair": system(KEY, 0.12, 2), "bad_1": system(KEY, 0.4, 3)}


def few(documents: int) -> tuple[Corpus, dict[str, Corpus]]:
    """Return the first documents of the key and of all systems."""
    names = list(KEY)[:documents]
    return {n: KEY[n] for n in names}, {s: {n: c[n] for n in names} for s, c in SYSTEMS.items()}


def code(error: pytest.ExceptionInfo[CorefevalError]) -> str:
    """Return the code of the first problem."""
    return error.value.problems[0].code


def test_scores_are_those_of_score() -> None:
    """A comparison has the numbers that score() gives each system."""
    comparison = compare(KEY, SYSTEMS, metrics=CLASSIC, resamples=100)
    for name, response in SYSTEMS.items():
        expected = score(KEY, response, metrics=CLASSIC).scores
        for metric, parts in comparison.scores[name].items():
            assert parts == pytest.approx(expected[metric], abs=1e-12)


def test_clear_and_unclear_differences() -> None:
    """The bad system differs from the good one in everything, the fair one in nothing."""
    comparison = compare(KEY, SYSTEMS)
    assert comparison.baseline == "good"
    assert {test.system for test in comparison.tests if test.is_significant} == {"bad_1"}
    for test in comparison.tests:
        assert test.p is not None
        assert test.p_adjusted is not None
        assert test.p <= test.p_adjusted
        assert test.low is not None
        assert test.difference is not None
        assert test.high is not None
        assert test.low <= test.difference <= test.high


@pytest.mark.parametrize("interval", ["jackknife", "percentile", "bca"])
def test_all_intervals(interval: str) -> None:
    """Every kind of interval holds the score, and the test tells the bad system from the others."""
    comparison = compare(KEY, SYSTEMS, pairs="all", interval=interval, resamples=2000)
    assert comparison.groups("conll") == [tuple(comparison.ranking("conll")[:2]), ("bad_1",)]
    assert not comparison.leads["conll"].is_real
    low, high = comparison.intervals["good"]["conll"]["f1"]
    value = comparison.scores["good"]["conll"]["f1"]
    assert value is not None
    assert low < value < high


def test_lead() -> None:
    """A lead names the best system, and is real if it is better than each of the others."""
    one = compare(KEY, {"bad": SYSTEMS["bad_1"], "good": SYSTEMS["good"]}, metrics="conll,lea")
    assert one.leads["lea"].system == "good"
    assert one.leads["lea"].runner_up == "bad"
    assert one.leads["lea"].is_real
    assert list(one.leaders) == ["good"]
    same = compare(KEY, {"one": SYSTEMS["good"], "other": SYSTEMS["good"]}, metrics="lea")
    assert same.leads["lea"].p == 1.0
    assert not same.leads["lea"].is_real


def test_ranking_turns() -> None:
    """One big cluster wins MUC, singletons win CEAFe: the note says that the ranking turns."""
    key = {f"d{n}": [[1, 2], [3, 4], [5, 6], [7], [8], [9]] for n in range(12)}
    joined = {name: [[1, 2, 3, 4, 5, 6]] for name in key}
    apart = {name: [[n] for n in range(1, 10)] for name in key}
    comparison = compare(key, {"joined": joined, "apart": apart}, metrics="muc,ceafe")
    assert set(comparison.leaders) == {"joined", "apart"}
    assert "The ranking depends on the metric" in str(comparison)


def test_intervals_of_one_result_are_those_of_the_comparison() -> None:
    """What a system is compared with does not change its intervals."""
    result = score(KEY, SYSTEMS["fair"])
    for kind in ("jackknife", "percentile", "bca"):
        how = Resampling(interval=kind, resamples=500, confidence=0.9)
        among = compare(KEY, SYSTEMS, interval=kind, resamples=500, confidence=0.9).intervals["fair"]
        assert with_intervals(result, how)[1] == among
        assert among["lea"]["f1"][0] < among["lea"]["f1"][1]


def slow_interval(
    response: Corpus, metric: str, part: str, key: Corpus = KEY
) -> tuple[float, float, float, float]:
    """Return the score, its standard error on the logit scale, the degrees of freedom and the t quantile, by hand.

    Each document is left out in turn and the rest scored anew; shares are of each of the metric's counts.
    """
    from scipy.stats import t

    def f1(names: list[str]) -> float:
        value = score({n: key[n] for n in names}, {n: response[n] for n in names}, metrics=metric)[metric][
            part
        ]
        assert value is not None
        return value

    names = sorted(key)
    number = len(names)
    whole = f1(names)
    variance = (number - 1) / number * sum((f1([n for n in names if n != one]) - whole) ** 2 for one in names)
    counts = score(key, response, metrics=metric).counts[metric].columns.values()
    w = np.mean([column / column.sum() for column in counts], axis=0)
    away = np.eye(number) - np.outer(np.ones(number), w)
    form = away.T @ np.diag((w / (1 - w)) ** 2) @ away
    freedom = np.trace(form) ** 2 / np.trace(form @ form)
    return whole, variance**0.5 / (whole * (1 - whole)), freedom, t.ppf(0.975, freedom)


@pytest.mark.parametrize(
    ("metric", "part"), [("muc", "f1"), ("conll", "f1"), ("blanc", "recall"), ("lea", "f1")]
)
def test_intervals_equal_a_jackknife_by_hand(metric: str, part: str) -> None:
    """The interval is that of scoring the corpus anew without each document."""
    response = SYSTEMS["fair"]
    value, error, freedom, quantile = slow_interval(response, metric, part)
    assert 10 < freedom < len(KEY) - 1
    logit = np.log(value / (1 - value))
    expected = [1 / (1 + np.exp(-(logit + sign * quantile * error))) for sign in (-1, 1)]
    _, found = with_intervals(score(KEY, response, metrics=metric))
    assert found[metric][part] == pytest.approx(expected, abs=1e-7)


def test_interval_of_a_difference_is_not_bent() -> None:
    """The interval of a difference is symmetric about it, and narrower than those of the systems allow."""
    comparison = compare(KEY, SYSTEMS, metrics="lea")
    for test in comparison.tests:
        assert test.difference is not None
        assert test.low is not None
        assert test.high is not None
        assert test.high - test.difference == pytest.approx(test.difference - test.low)
    low, high = comparison.intervals["good"]["lea"]["f1"]
    assert comparison.scores["good"]["lea"]["f1"] != pytest.approx((low + high) / 2, abs=1e-4)


def notes(problems: Iterable[Problem]) -> list[tuple[Any, ...]]:
    """Return for which scores there is no interval, the kind of reason, and the document or dataset it names."""
    found = []
    for problem in problems:
        if problem.code == "CE087":
            assert problem.kind == "no-interval"
            scores = {(*each["names"], *each["parts"]) for each in problem["scores"]["groups"]}
            name = problem["reason"]["name"]
            found.append(
                (scores, problem["reason"].kind, name["datasets"] if isinstance(name, Problem) else name)
            )
    return found


def test_one_document_has_no_interval_and_the_reason() -> None:
    """The score is given without an interval, the warning says why."""
    key, systems = few(1)
    result, found = with_intervals(score(key, systems["bad_1"], metrics="conll,lea"))
    assert found == {"conll": {}, "lea": {}}
    assert notes(result.warnings) == [
        ({("CoNLL", "f1"), ("LEA", "recall", "precision", "f1")}, "single-unit", ())
    ]


def test_a_dominant_document_is_named() -> None:
    """Where one document has more than half of all that is counted there is no interval, and it is named."""
    key = {"long": [[n, n + 1000, n + 2000] for n in range(90)], **few(5)[0]}
    response = {"long": [[n, n + 1000] for n in range(90)], **few(5)[1]["bad_1"]}
    result, found = with_intervals(score(key, response, metrics="lea"))
    assert found == {"lea": {}}
    assert notes(result.warnings) == [({("LEA", "recall", "precision", "f1")}, "dominated", "long")]
    assert "CE087" in str(compare(key, {"one": response, "same": key}, metrics="lea"))


def test_a_perfect_score_has_no_interval() -> None:
    """What is 1 in all documents shows nothing of how it would vary; 1.0 to 1.0 would be a false certainty."""
    result, found = with_intervals(score(KEY, KEY, metrics="lea"))
    assert found == {"lea": {}}
    assert notes(result.warnings) == [({("LEA", "recall", "precision", "f1")}, "constant", ())]
    comparison = compare(KEY, {"one": KEY, "same": KEY}, metrics="lea")
    assert (comparison.tests[0].low, comparison.tests[0].high, comparison.tests[0].p) == (None, None, 1.0)


def test_a_score_that_hangs_on_one_document_has_no_interval() -> None:
    """MUC of links in one document only is undefined without it."""
    key: Corpus = {"a": [[1, 2, 3], [4, 5]], **{f"s{n}": [[n]] for n in range(9)}}
    response: Corpus = {**key, "a": [[1, 2], [4, 5]]}
    result, found = with_intervals(score(key, response, metrics="muc,mention"))
    assert found["muc"] == {}
    assert set(found["mention"]) == {"recall", "f1"}
    assert notes(result.warnings) == [
        ({("MUC", "recall", "precision", "f1")}, "dominated", "a"),
        ({("Mentions", "precision")}, "constant", ()),
    ]


class Unbounded(Lea):
    """LEA as if it could be negative."""

    bounded = False


def test_negative_scores_have_intervals_on_their_own_scale() -> None:
    """A metric that is not bounded by 0 and 1 has a symmetric interval, even where it happens to be between."""
    result = score(KEY, SYSTEMS["fair"], metrics="lea")
    bent = with_intervals(result)[1]["lea"]["f1"]
    low, high = with_intervals(replace(result, metrics={"lea": Unbounded()}))[1]["lea"]["f1"]
    value = result["lea"]["f1"]
    assert value is not None
    assert high - value == pytest.approx(value - low)
    assert (low, high) != pytest.approx(bent, abs=1e-4)


def test_dataset_of_one_document_has_no_interval() -> None:
    """The mean over datasets varies with each of them, also with that of which nothing is known."""
    names = list(KEY)
    parts = {"many": names[:9], "one": names[9:10]}
    key: Any = {part: {n: KEY[n] for n in chosen} for part, chosen in parts.items()}
    fair: Any = {part: {n: SYSTEMS["fair"][n] for n in chosen} for part, chosen in parts.items()}
    comparison = compare(key, {"fair": fair}, by="dataset", metrics="lea")
    assert comparison.intervals["fair"] == {"lea": {}}
    assert [problem.code for problem in comparison.warnings] == ["CE087"]


def test_dataset_mean_has_no_interval_where_one_score_hangs_on_a_document() -> None:
    """Without its only linked document a dataset would drop out of the mean of MUC, which is not a variation."""
    part = {n: KEY[n] for n in list(KEY)[:9]}
    linked: Corpus = {"a": [[1, 2, 3], [4, 5]], "b": [[1]], "c": [[2]]}
    key: Any = {"first": part, "second": linked}
    response: Any = {
        "first": {n: SYSTEMS["fair"][n] for n in part},
        "second": {**linked, "a": [[1, 2], [4, 5]]},
    }
    comparison = compare(key, {"fair": response}, by="dataset", metrics="muc,mention")
    assert comparison.intervals["fair"]["muc"] == {}
    assert "f1" in comparison.intervals["fair"]["mention"]
    assert any(p.kind == "no-interval" for p in comparison.warnings)


def test_stratified_interval_by_hand() -> None:
    """By dataset variances of the datasets add up, and degrees of freedom are joined as Welch does."""
    from scipy.stats import t

    names = list(KEY)
    parts = {"a": names[:12], "b": names[12:]}
    key: Any = {part: {n: KEY[n] for n in chosen} for part, chosen in parts.items()}
    fair: Any = {part: {n: SYSTEMS["fair"][n] for n in chosen} for part, chosen in parts.items()}
    found = compare(key, {"fair": fair}, by="dataset", metrics="lea").intervals["fair"]["lea"]["f1"]
    each = [slow_interval(fair[part], "lea", "f1", key[part]) for part in parts]
    value = sum(one for one, *_ in each) / 2
    variances = [(error * one * (1 - one) / 2) ** 2 for one, error, _, _ in each]
    freedom = sum(variances) ** 2 / sum(v**2 / df for v, (*_, df, _) in zip(variances, each, strict=True))
    reach = t.ppf(0.975, freedom) * sum(variances) ** 0.5 / (value * (1 - value))
    logit = np.log(value / (1 - value))
    assert found == pytest.approx([1 / (1 + np.exp(-(logit + sign * reach))) for sign in (-1, 1)], abs=1e-7)


def test_order_of_documents_does_not_matter() -> None:
    """Files in another order give the same bytes."""
    backwards = dict(reversed(KEY.items()))
    others = {name: dict(reversed(response.items())) for name, response in SYSTEMS.items()}
    assert (
        compare(backwards, others, resamples=300).to_dict() == compare(KEY, SYSTEMS, resamples=300).to_dict()
    )


def test_hash_seed_does_not_matter() -> None:
    """The same input gives the same bytes in processes with other hash seeds and numbers of threads."""
    program = (
        "from tests.comparison.test_compare import KEY, SYSTEMS\n"
        "from corefeval.comparison.compare import compare\n"
        "from corefeval.reports.show import render\n"
        "print(render(compare(KEY, SYSTEMS, resamples=300, interval='bca'), 'json'))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "OPENBLAS_NUM_THREADS": threads,
                "OMP_NUM_THREADS": threads,
            },
            cwd=paths.ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed, threads in (("1", "1"), ("77", "2"))
    }
    assert len(outputs) == 1


def test_one_document_is_refused_with_an_offer() -> None:
    """One document cannot be resampled; the message says so and offers its entities."""
    key, systems = few(1)
    with pytest.raises(CorefevalError) as error:
        compare(key, systems)
    assert code(error) == "CE052"
    assert 'resample="entities"' in advice_of(error.value.problems[0])
    assert compare(key, systems, resamples=0).scores["good"]["conll"]["f1"] is not None


def test_entities_of_one_document() -> None:
    """Entities can be resampled instead, and what is printed says so."""
    key, systems = few(1)
    comparison = compare(key, systems, resample="entities", metrics="muc,bcub,ceafm,ceafe,conll,lea,mention")
    assert "intervals over entities" in str(comparison)
    assert comparison.signature.endswith("|resample:entities")
    for name, response in systems.items():
        assert comparison.scores[name]["lea"] == pytest.approx(score(key, response)["lea"], abs=1e-12)


def test_counts_by_entity_add_up() -> None:
    """What is counted at entities sums to what is counted in the documents, for every system."""
    results = [
        score(KEY, response, metrics="muc,bcub,ceafm,ceafe,lea,mention") for response in SYSTEMS.values()
    ]
    tables = by_entity(results)
    assert len({len(counts) for table in tables for counts in table.values()}) == 1
    for result, table in zip(results, tables, strict=True):
        for metric, counts in table.items():
            whole = result.counts[metric].totals()
            assert {name: float(value) for name, value in counts.totals().items()} == pytest.approx(
                {name: float(value) for name, value in whole.items()}
            )


def test_blanc_has_no_entities() -> None:
    """BLANC counts links between entities and cannot be resampled by entity."""
    key, systems = few(1)
    with refuses(CorefevalError, "CE052", "what-counts-not-add", name="blanc"):
        compare(key, systems, metrics="blanc", resample="entities")


def test_entities_need_the_pairing() -> None:
    """Counts alone do not know the entities."""
    result = replace(score(KEY, SYSTEMS["good"]), pairing=None)
    with pytest.raises(CorefevalError) as error:
        compare(None, {"good": result}, resample="entities")
    assert code(error) == "CE052"


def test_few_documents_are_reported() -> None:
    """Few documents give bootstrap intervals with a warning, others without, and exact tests."""
    comparison = compare(*few(5))
    assert comparison.is_exact
    assert comparison.warnings == ()
    assert "(all swaps)" in str(comparison)
    for interval in ("percentile", "bca"):
        assert [problem.code for problem in compare(*few(5), interval=interval).warnings] == ["CE052"]


def test_datasets_are_averaged() -> None:
    """By dataset a score is the mean over datasets, each scored as if alone."""
    names = list(KEY)
    parts = {"small": names[:10], "large": names[10:]}

    def split(corpus: Corpus) -> dict[str, Corpus]:
        return {part: {name: corpus[name] for name in chosen} for part, chosen in parts.items()}

    key: Any = split(KEY)
    systems: Any = {name: split(corpus) for name, corpus in SYSTEMS.items()}
    comparison = compare(key, systems, by="dataset", metrics="conll", resamples=500)
    f1 = [score(key[part], systems["good"][part], metrics="conll")["conll"]["f1"] for part in parts]
    assert comparison.scores["good"]["conll"]["f1"] == pytest.approx(np.mean([value or 0 for value in f1]))
    assert comparison.datasets == ("large", "small")
    assert comparison.documents == 30
    assert comparison.to_dict()["systems"]["good"]["datasets"]["small"]["conll"]["f1"] == f1[0]
    assert "means over datasets" in str(comparison)
    assert "documents within datasets" in str(comparison)


def test_undefined_dataset_is_left_out_of_the_mean() -> None:
    """MUC of a dataset of singletons is undefined and does not count, or counts 0 where a preset says so."""
    key: Any = {"links": {"a": [[1, 2]], "b": [[1, 2]]}, "single": {"a": [[1]], "b": [[2]]}}
    comparison = compare(key, {"same": key}, by="dataset", metrics="muc", resamples=50)
    assert comparison.scores["same"]["muc"]["f1"] == 1.0
    zero = compare(key, {"same": key}, by="dataset", metrics="muc", resamples=50, undefined="zero")
    assert zero.scores["same"]["muc"]["f1"] == 0.5


def test_folders_of_datasets(tmp_path: Path) -> None:
    """A dataset is a file or a folder of a folder; one that a system lacks is named."""
    pytest.importorskip("corefeval.formats.jsonlines")
    text = '{"doc_key": "%s", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0], [2, 2]]]}\n'
    for side in ("key", "one"):
        (tmp_path / side / "second").mkdir(parents=True)
        (tmp_path / side / "first.jsonl").write_text(text % "x" + text % "y")
        (tmp_path / side / "second" / "part.jsonl").write_text(text % "x")
    comparison = compare(tmp_path / "key", {"one": tmp_path / "one"}, by="dataset", key_offsets="inclusive",
                         response_offsets="inclusive", resamples=20)  # fmt: skip
    assert comparison.datasets == ("first", "second")
    assert comparison.scores["one"]["conll"]["f1"] == 1.0
    assert notes(comparison.warnings) == [
        ({("MUC", "B³", "CEAFe", "CoNLL", "LEA", "Mentions")}, "single-unit", ("second",))
    ]
    (tmp_path / "one" / "first.jsonl").unlink()
    with refuses(CorefevalError, "CE010", "nothing-dataset", system="one", text="first"):
        compare(tmp_path / "key", {"one": tmp_path / "one"}, by="dataset")
    with refuses(UsageError, "CE051", "dataset-needs-folder-folder"):
        compare(tmp_path / "nowhere", {"one": tmp_path / "one"}, by="dataset")


def test_different_signatures_are_reported() -> None:
    """Results of other settings stand in one table only with a warning that says what differs."""
    results = {
        "kept": score(KEY, SYSTEMS["good"]),
        "dropped": score(KEY, SYSTEMS["fair"], singletons="drop", metrics="conll,lea"),
    }
    comparison = compare(None, results)
    *left_out, differing = (problem for problem in comparison.warnings if problem.code == "CE054")
    assert (differing.kind, differing["name"], differing["other"]) == (
        "scored-differently",
        "dropped",
        "kept",
    )
    assert [(each.kind, each["ours"], each["theirs"]) for each in differing["differences"]] == [
        ("instead-of", "singletons:keep", "singletons:drop")
    ]
    assert {each.kind for each in left_out} == {"left-out-not-scored"}
    assert [(each["metric"], each["name"], each["first"]) for each in left_out] == [
        (metric, "dropped", "kept") for metric in ("muc", "bcub", "ceafe", "mention")
    ]
    assert list(comparison.metrics) == ["conll", "lea"]
    for kind in ("table", "markdown", "latex"):
        assert "CE054" in render(comparison, kind)
    systems = comparison.to_dict()["systems"]
    assert systems["kept"]["signature"] != systems["dropped"]["signature"]


def test_results_of_other_documents_cannot_be_compared() -> None:
    """Tests are paired by document, so the documents must be the same."""
    key, systems = few(5)
    with pytest.raises(CorefevalError) as error:
        compare(None, {"all": score(KEY, SYSTEMS["good"]), "some": score(key, systems["good"])})
    assert code(error) == "CE054"


def test_warnings_name_their_system() -> None:
    """A warning that only one system earned is told with its name."""
    response = {name: [cluster for cluster in clusters if len(cluster) > 1] for name, clusters in KEY.items()}
    comparison = compare(KEY, {"good": SYSTEMS["good"], "without": response}, resamples=20)
    assert [p.of for p in comparison.warnings if p.code == "CE040"] == [(("without",),)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"baseline": "nobody"}, "CE050"),
        ({"test": "t"}, "CE050"),
        ({"test": "bootstrap"}, "CE050"),
        ({"confidence": 95}, "CE050"),
        ({"resamples": -1}, "CE050"),
        ({"by": "dataset", "resample": "entities"}, "CE051"),
    ],
)
def test_wrong_usage(change: dict[str, Any], expected: str) -> None:
    """What does not exist is refused with a code."""
    with pytest.raises(UsageError) as error:
        compare(KEY, SYSTEMS, **change)
    assert code(error) == expected
    assert expected in CATALOGUE


def test_nothing_to_compare() -> None:
    """No system, no key, or results by dataset are refused."""
    for arguments, options in (
        ((KEY, {}), {}),
        ((None, SYSTEMS), {}),
        ((KEY, {"good": score(KEY, KEY)}), {"by": "dataset"}),
    ):
        with pytest.raises(UsageError) as error:
            compare(*arguments, **options)  # type: ignore[arg-type]
        assert code(error) == "CE051"


def test_signature_replays() -> None:
    """The signature of a comparison names the scoring and the resampling, and both can be read back."""
    comparison = compare(KEY, SYSTEMS, pairs="all", interval="bca", seed=7, resamples=50)
    assert str(Signature.parse(comparison.signature)) == str(score(KEY, SYSTEMS["good"]).signature)
    assert Resampling(**Resampling.parse(comparison.signature)) == comparison.resampling


def test_systems_in_a_list() -> None:
    """Systems without names are numbered, paths give their own."""
    assert compare(KEY, list(SYSTEMS.values()), resamples=20).systems == ("system 1", "system 2", "system 3")
    assert system_names(["runs/v1.2", "runs/v1.3"]) == ["v1.2", "v1.3"]
    assert system_names(["a.conllu"]) == ["a"]
    with pytest.raises(UsageError):
        system_names(["a.conllu", "a.conllu"])


def test_systems_may_count_different_classes() -> None:
    """A column that only one system has is 0 for the other, in intervals and in swaps."""
    results = {name: score(KEY, SYSTEMS[name], metrics="mention") for name in ("good", "fair")}
    counts = results["fair"].counts["mention"]
    more = Counts({**counts.columns, "extra": np.ones(len(counts))})
    results["fair"] = replace(results["fair"], counts={"mention": more})
    comparison = compare(None, results, resamples=100)
    assert comparison.tests[0].p == compare(KEY, SYSTEMS, metrics="mention", resamples=100).tests[0].p


def test_undefined_scores() -> None:
    """A metric that is undefined for all has no interval, no p and no leader, and is shown as such."""
    key: Corpus = {f"d{n}": [[n]] for n in range(12)}
    comparison = compare(key, {"one": key, "other": key}, metrics="muc,mention", resamples=50)
    assert comparison.scores["one"]["muc"]["f1"] is None
    assert comparison.intervals["one"]["muc"] == {}
    assert comparison.tests[0].p is None
    assert comparison.leads["muc"].system is None
    assert "–" in str(comparison)


def wide(comparison: Comparison) -> str:
    """Return the table at width 200."""
    return render(comparison, "table", width=200, colour=False)


RENDERINGS: dict[str, Callable[[Comparison], str]] = {
    "baseline-80.txt": lambda comparison: render(comparison, "table", width=80, colour=False),
    "baseline-80-colour.txt": lambda comparison: render(comparison, "table", width=80, colour=True),
    "baseline-200.txt": wide,
    "baseline-200-colour.txt": lambda comparison: render(comparison, "table", width=200, colour=True),
    "baseline.json": lambda comparison: render(comparison, "json"),
    "baseline.csv": lambda comparison: render(comparison, "csv"),
    "baseline.md": lambda comparison: render(comparison, "markdown"),
    "baseline.tex": lambda comparison: render(comparison, "latex"),
}


@pytest.mark.parametrize("name", RENDERINGS)
def test_golden(name: str, monkeypatch: pytest.MonkeyPatch, golden: Goldens) -> None:
    """Every kind of output, at two widths, with and without colour, byte for byte."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    golden(f"compare/{name}", RENDERINGS[name](compare(KEY, SYSTEMS, baseline="bad_1")))


def test_golden_all_pairs(golden: Goldens) -> None:
    """All against all: letters in the place of stars."""
    comparison = compare(KEY, SYSTEMS, pairs="all", interval="bca")
    golden("compare/all-pairs-200.txt", wide(comparison))
    golden("compare/all-pairs.tex", render(comparison, "latex"))


def test_golden_scores(golden: Goldens) -> None:
    """A result in the same kinds."""
    result = score(KEY, SYSTEMS["good"])
    result, found = with_intervals(result)
    golden("compare/score.md", render(replace(result, average="macro"), "markdown", intervals=found))
    golden("compare/score.tex", render(result, "latex", intervals=found))
    golden("compare/score.csv", render(replace(result, average="macro"), "csv", intervals=found))
    documents = {name: KEY[name] for name in list(KEY)[:3]}
    short = score(documents, documents, metrics="conll,lea")
    golden("compare/score-documents.md", render(short, "markdown", per_document=True))
    golden("compare/score-documents.csv", render(short, "csv", per_document=True))


def test_no_line_is_wider_than_the_terminal() -> None:
    """At width 80 only the signature, which is to be copied, is longer."""
    text = render(compare(KEY, SYSTEMS), "table", width=80, colour=False)
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("signature "))


def test_csv_opens_in_pandas() -> None:
    """Pandas reads the CSV without options, numbers as numbers."""
    pandas = pytest.importorskip("pandas")
    comparison = compare(KEY, SYSTEMS, resamples=100)
    frame = pandas.read_csv(io.StringIO(render(comparison, "csv")))
    assert len(frame) == len(SYSTEMS) * len(comparison.metrics)
    assert frame["score"].dtype == float
    assert frame["p_adjusted"].dtype == float
    row = frame[(frame.system == "fair") & (frame.metric == "lea")].iloc[0]
    assert row.f1 == comparison.scores["fair"]["lea"]["f1"]
    assert row.against == "good"
    scores = pandas.read_csv(io.StringIO(render(score(KEY, SYSTEMS["good"]), "csv", per_document=True)))
    assert scores["f1"].dtype == float
    assert set(scores.scope) == {"corpus", "document"}


def test_markdown_renders() -> None:
    """A Markdown parser finds the tables, with a cell for each metric."""
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    comparison = compare(KEY, {"a|b *c*": SYSTEMS["good"], "d": SYSTEMS["bad_1"]}, resamples=100)
    html = markdown.render(render(comparison, "markdown"))
    assert html.count("<table>") == 2
    assert html.count("<td") == 3 * (1 + len(comparison.metrics)) + len(comparison.systems)
    assert "a|b *c*" in html
    assert f"<code>{comparison.signature}</code>" in html


def test_latex_escapes() -> None:
    """Nothing that a name may contain means anything to LaTeX."""
    assert escape("a_b & 50% {x} #1 ~ ^ \\ $") == (
        r"a\_b \& 50\% \{x\} \#1 \textasciitilde{} \textasciicircum{} \textbackslash{} \$"
    )


def test_latex_is_a_table_as_in_papers() -> None:
    """A row per system, precision, recall and F1 of each metric under its name, CoNLL last; best F1 in bold."""
    comparison = compare(KEY, SYSTEMS, metrics="conll,muc,lea", pairs="all", resamples=200)
    lines = render(comparison, "latex").splitlines()
    assert r"     & \multicolumn{3}{c}{MUC} & \multicolumn{3}{c}{LEA} & CoNLL \\" in lines
    assert r"    \cmidrule(lr){2-4} \cmidrule(lr){5-7}" in lines
    assert r"    System & P & R & F1 & P & R & F1 & F1 \\" in lines
    best = next(line for line in lines if line.startswith("    good &")).split(" & ")
    muc = comparison.scores["good"]["muc"]
    assert best[1:3] == [f"{100 * (muc[part] or 0):.2f}" for part in ("precision", "recall")]
    assert best[3].startswith(rf"\textbf{{{100 * (muc['f1'] or 0):.2f}}}\textsuperscript{{a")
    [caption] = [line for line in lines if r"\caption" in line]
    assert caption.startswith(
        r"  \caption{Scores of 3 systems on 30 documents. {\scriptsize \texttt{corefeval:"
    )
    assert sum("scriptsize [" in line for line in lines) == len(SYSTEMS), "the interval of CoNLL alone"


def test_latex_of_many_metrics_has_tabulars_below_each_other() -> None:
    """More than 16 columns of figures go into several tabulars of one table, with about as many metrics each."""
    metrics = "muc,bcub,ceafm,ceafe,blanc,lea,conll"
    text = render(compare(KEY, SYSTEMS, metrics=metrics, resamples=0), "latex")
    heads = [line for line in text.splitlines() if "multicolumn" in line]
    assert [line.count(r"\multicolumn{3}") for line in heads] == [4, 2]
    assert (text.count(r"\begin{table*}"), text.count(r"\caption"), text.count(r"\label")) == (1, 1, 1)


def test_no_metric_is_alone_in_a_last_table() -> None:
    """Columns that do not fit the terminal are spread evenly over the tables, at every width."""
    comparison = compare(KEY, SYSTEMS, metrics="muc,bcub,ceafe,conll,lea,mention", resamples=0)
    document = ReportText((show_comparison.systems_table(comparison),))
    for width in range(35, 90):
        lines = terminal.render(document, width=width, colour=False).splitlines()
        [last] = [line.split() for line in lines if "Mentions" in line]
        assert len(last) > 1, width


def has_booktabs() -> bool:
    """Say whether there is a LaTeX here, with the package that papers' tables need."""
    found = shutil.which("pdflatex") and shutil.which("kpsewhich")
    return (
        bool(found)
        and subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not has_booktabs(), reason="LaTeX with booktabs is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    """The tables compile as they are, with booktabs alone."""
    names = {r"50% _of_ {a} & \b $ # ~ ^ <|>": SYSTEMS["good"], "[b]": SYSTEMS["bad_1"], "c": SYSTEMS["fair"]}
    result = score(KEY, SYSTEMS["good"], metrics=CLASSIC, beta=2)
    tables = [
        render(compare(KEY, names, resamples=100), "latex"),
        render(compare(KEY, names, resamples=100, pairs="all"), "latex"),
        render(
            replace(result, average="macro"), "latex", per_document=True, intervals=with_intervals(result)[1]
        ),
    ]
    metrics = "muc,bcub,ceafe,conll,lea,mention"
    tables += [
        render(compare(KEY, SYSTEMS, metrics=metrics, resamples=100, pairs="all"), "latex"),
        render(compare(KEY, SYSTEMS, metrics=CLASSIC, resamples=100), "latex"),
        render(score(KEY, SYSTEMS["good"], metrics=metrics), "latex"),
    ]
    lines = [
        r"\documentclass[10pt,twocolumn]{article}",
        r"\setlength{\textwidth}{455pt}",
        r"\usepackage{booktabs}",
        r"\begin{document}",
        *tables,
        r"\end{document}",
    ]
    (tmp_path / "paper.tex").write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout


@pytest.mark.skipif(not GUM.exists(), reason="the shared GUM files are not here")
def test_gum_systems_differ() -> None:
    """On the dev part of GUM the converted gold is better than xrenner, whatever the metric."""
    comparison = compare(
        GUM / "gum.dev.key.conll",
        [GUM / "gum.dev.xrenner.conll", GUM / "gum.dev.ontogum.conll"],
        metrics=CLASSIC,
        resamples=2000,
    )
    assert comparison.systems == ("ontogum", "xrenner")
    assert comparison.baseline == "xrenner"
    assert all(each.system == "ontogum" and each.is_real for each in comparison.leads.values())


def test_large_files_are_compared_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the same bytes as in one piece; a system that lacks a document is left out with the same words."""
    for name, order, label in (
        ("key", "abcdefgh", ""),
        ("one", "abcdefgh", "x"),
        ("two", "hgfedcba", ""),
        ("no", "abc", ""),
    ):
        text = documents("conll2012", order)
        (tmp_path / name).write_bytes(text.replace(b"0 2 w2 (1)", b"0 2 w2 -") if label else text)
    systems = {name: tmp_path / name for name in ("one", "two", "no")}
    whole = compare(tmp_path / "key", systems, resamples=50)
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    monkeypatch.setenv("COREFEVAL_WHOLE", "1")
    found = compare(tmp_path / "key", systems, resamples=50)
    assert [result[""].pairing for result in found.results.values()] == [None, None]
    assert str(found) == str(whole)
    assert found.to_dict() == whole.to_dict()
    by_entity = compare(tmp_path / "key", {"one": tmp_path / "one"}, resample="entities", resamples=50)
    assert by_entity.results["one"][""].pairing is not None
