"""The ranking of compare(): order, ranks, groups, datasets, and systems that cannot be scored."""

from __future__ import annotations

import csv
import io
import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefeval.comparison.compare import compare
from corefeval.comparison.comparison import Comparison
from corefeval.comparison.ranking import Ranking
from corefeval.evaluation.datasets import score_datasets
from corefeval.evaluation.score import score
from corefeval.formats import read
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports.show import render
from tests.refuses import refuses

Corpus = dict[str, list[list[int]]]

KEY: Corpus = {f"d{n:02}": [[1, 2, 3], [4, 5], [6, 7, 8, 9]] for n in range(20)}


def worse(error: float, seed: int) -> Corpus:
    """Return a response in which each mention is lost with this chance."""
    chosen = random.Random(seed)
    return {
        name: [[one for one in cluster if chosen.random() > error] or [0] for cluster in clusters]
        for name, clusters in KEY.items()
    }


SYSTEMS = {"poor": worse(0.6, 1), "good": worse(0.1, 2), "fine": worse(0.11, 3), "fair": worse(0.35, 4)}


def by_hand(comparison: Comparison, limit: float = 0.05) -> dict[str, tuple[int, int]]:
    """Return the ranks that are left open, from p-values of two systems at a time and a correction written out."""
    f1 = {name: score(KEY, response, metrics="conll").f1 or 0 for name, response in SYSTEMS.items()}
    p = {}
    for pair in combinations(SYSTEMS, 2):
        two = compare(KEY, {name: SYSTEMS[name] for name in pair}, metrics="conll")
        p[pair] = two.tests[0].p or 1.0
    better: set[tuple[str, str]] = set()
    for step, (pair, chance) in enumerate(sorted(p.items(), key=lambda item: item[1])):
        if chance * (len(p) - step) >= limit:
            break
        better.add((max(pair, key=f1.__getitem__), min(pair, key=f1.__getitem__)))
    assert comparison.systems == tuple(sorted(f1, key=f1.__getitem__, reverse=True))
    return {
        name: (
            1 + sum(other == name for _, other in better),
            len(f1) - sum(one == name for one, _ in better),
        )
        for name in f1
    }


def test_ranks_equal_a_calculation_by_hand() -> None:
    """Order, best and worst rank are those of pairwise tests with Holm's correction made over all pairs."""
    comparison = compare(KEY, SYSTEMS, metrics="conll,lea")
    found = {one.system: (one.best, one.worst) for one in comparison.ranks.standings}
    assert found == by_hand(comparison)
    assert found == {"good": (1, 2), "fine": (1, 2), "fair": (3, 3), "poor": (4, 4)}
    assert [set(group) for group in comparison.ranks.groups] == [{"good", "fine"}, {"fair"}, {"poor"}]


def test_ranking_does_not_depend_on_the_order_given() -> None:
    """Systems given backwards are ranked alike; the baseline is the first given."""
    one = compare(KEY, SYSTEMS, metrics="conll")
    other = compare(KEY, dict(reversed(SYSTEMS.items())), metrics="conll")
    assert one.ranks == other.ranks
    assert (one.baseline, other.baseline) == ("poor", "fair")


def test_ranking_by_another_metric() -> None:
    """--rank-by decides the order, stands in the signature, and must be among the metrics."""
    key: Corpus = {f"d{n}": [[1, 2], [3, 4], [5, 6], [7], [8], [9]] for n in range(12)}
    joined: Corpus = {name: [[1, 2, 3, 4, 5, 6]] for name in key}
    apart: Corpus = {name: [[n] for n in range(1, 10)] for name in key}
    systems = {"joined": joined, "apart": apart}
    orders = {
        metric: compare(key, systems, metrics="muc,ceafe", rank_by=metric).systems
        for metric in ("MUC", "ceafe")
    }
    assert orders == {"MUC": ("joined", "apart"), "ceafe": ("apart", "joined")}
    assert compare(key, systems, metrics="muc,ceafe").ranks.metric == "muc"
    comparison = compare(key, systems, metrics="muc,ceafe", rank_by="ceafe")
    assert comparison.signature.endswith("|rank_by:ceafe")
    again = compare(key, systems, signature=comparison.signature, rank_by="ceafe")
    assert again.to_dict() == comparison.to_dict()
    with refuses(UsageError, "CE050", "no-such-name-see", name="lea"):
        compare(key, systems, metrics="muc", rank_by="lea")


def test_equal_scores_share_a_rank() -> None:
    """Of two with the same score both are first, and the next is third."""
    systems = {"a": SYSTEMS["good"], "b": SYSTEMS["poor"], "c": SYSTEMS["good"]}
    comparison = compare(KEY, systems, metrics="lea")
    assert [(one.system, one.rank) for one in comparison.ranks.standings] == [("a", 1), ("c", 1), ("b", 3)]
    assert comparison.ranks["a"].worst == 2


def test_without_tests_there_are_ranks_and_nothing_else() -> None:
    """With --resamples 0 a rank has no bounds and systems no groups."""
    ranks = compare(KEY, SYSTEMS, metrics="lea", resamples=0).ranks
    assert [one.rank for one in ranks.standings] == [1, 2, 3, 4]
    assert {(one.best, one.worst, one.groups) for one in ranks.standings} == {(None, None, ())}
    assert ranks.groups == ()


def test_an_undefined_score_has_no_rank() -> None:
    """A system without a score stands last and has no rank."""
    ranking = Ranking.of("muc", "f1", {"a": 0.5, "b": None}, np.zeros((2, 2), bool))
    assert [one.rank for one in ranking.standings] == [1, None]
    key: Corpus = {f"d{n}": [[n]] for n in range(12)}
    assert "–" in str(compare(key, {"one": key, "other": key}, metrics="muc", resamples=50))


def test_too_few_documents_to_tell_anything_is_reported() -> None:
    """With five documents p is at least .0625, so that no two systems can be told apart, and the table says so."""
    few = {name: KEY[name] for name in list(KEY)[:5]}
    systems = {name: {n: response[n] for n in few} for name, response in SYSTEMS.items()}
    text = " ".join(str(compare(few, systems, metrics="lea")).split())
    assert (
        "no difference is significant: with 5 documents p cannot be below .062, corrected for 6 tests .375"
        in text
    )
    assert "in brackets the ranks that the tests leave open" in str(compare(KEY, SYSTEMS, metrics="lea"))


def split(corpus: Corpus, parts: int = 3) -> Any:
    """Return a corpus as datasets."""
    names = list(corpus)
    return {f"part{n}": {name: corpus[name] for name in names[n::parts]} for n in range(parts)}


DATASETS = {name: split(response) for name, response in SYSTEMS.items()}


@pytest.mark.parametrize("kind", ["table", "markdown", "latex", "html", "csv", "json"])
def test_systems_by_datasets_in_every_kind_of_output(kind: str) -> None:
    """Every score of a system on a dataset is shown, as the score of that dataset alone."""
    comparison = compare(split(KEY), DATASETS, by="dataset", metrics="conll")
    text = render(comparison, kind)
    for name, response in SYSTEMS.items():
        for dataset, part in split(KEY).items():
            value = score(part, split(response)[dataset], metrics="conll").f1
            assert value is not None
            shown = repr(value) if kind in {"csv", "json"} else f"{100 * value:.2f}"
            assert shown in text, (name, dataset)


def test_best_of_a_dataset_is_bold() -> None:
    """Of each dataset the best system is set in bold, in Markdown, LaTeX and HTML."""
    comparison = compare(split(KEY), DATASETS, by="dataset", metrics="conll")
    for dataset in comparison.datasets:
        scores = {
            name: comparison.results[name][dataset].scores["conll"]["f1"] or 0 for name in comparison.systems
        }
        best = f"{100 * max(scores.values()):.2f}"
        assert f"**{best}**" in render(comparison, "markdown")
        assert rf"\textbf{{{best}}}" in render(comparison, "latex")
        assert f"<b>{best}</b>" in render(comparison, "html")


def test_more_datasets_than_systems_stand_in_rows() -> None:
    """The longer side of the table goes down: 21 datasets are rows, with the mean below them."""
    key = split(KEY, 10)
    two = {name: split(SYSTEMS[name], 10) for name in ("good", "poor")}
    lines = render(compare(key, two, by="dataset", metrics="conll"), "markdown").splitlines()
    rows = [line for line in lines if line.startswith("| part")]
    assert len(rows) == 10
    assert next(line for line in lines if line.startswith("| mean of 10")).count("[") == 2
    assert any(line.startswith("| Dataset | good | poor |") for line in lines)


def test_csv_has_ranks_and_datasets() -> None:
    """A row of a dataset names it, the row of the mean has the rank."""
    comparison = compare(split(KEY), DATASETS, by="dataset", metrics="conll,lea")
    text = "".join(line for line in io.StringIO(render(comparison, "csv")) if not line.startswith("#"))
    rows = list(csv.DictReader(io.StringIO(text)))
    means = [row for row in rows if not row["dataset"] and row["metric"] == "conll"]
    assert [row["rank"] for row in means] == ["1", "2", "3", "4"]
    assert {row["dataset"] for row in rows} == {"", "part0", "part1", "part2"}
    assert len(rows) == 4 * 2 * (1 + 3)


def test_a_missing_dataset_counts_zero_with_missing_empty() -> None:
    """Its F1 is 0 in the mean, in compare and in score, and both say so; otherwise the system is refused."""
    key, whole = split(KEY), split(SYSTEMS["good"])
    lacking = {name: part for name, part in whole.items() if name != "part1"}
    alone = {name: score(key[name], whole[name], metrics="conll").f1 or 0 for name in key}
    expected = (alone["part0"] + 0 + alone["part2"]) / 3
    comparison = compare(
        key, {"whole": whole, "lacking": lacking}, by="dataset", metrics="conll", missing="empty"
    )
    assert comparison.scores["lacking"]["conll"]["f1"] == pytest.approx(expected)
    assert any(
        (problem.kind, problem.named.get("dataset")) == ("nothing-dataset-scored-empty", "part1")
        for problem in comparison.warnings
    )
    scores = score_datasets(key, lacking, metrics="conll", missing="empty")
    assert scores.f1 == pytest.approx(expected)
    assert [problem.code for problem in scores.warnings] == ["CE010"]
    with refuses(CorefevalError, "CE010", "nothing-dataset", text="part1"):
        score_datasets(key, lacking, metrics="conll")


def test_missing_empty_holds_for_files(tmp_path: Path) -> None:
    """A dataset of files that is missing counts 0, whatever format the others are named to be in."""
    line = '{"doc_key": "%s", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0], [2, 2]]]}\n'
    for side, names in (("key", ("one", "two")), ("system", ("one",))):
        (tmp_path / side).mkdir()
        for name in names:
            (tmp_path / side / f"{name}.jsonl").write_text(line % "x" + line % "y")
    how: Any = {"key_offsets": "inclusive", "response_offsets": "inclusive", "response_format": "jsonlines"}
    scores = score_datasets(tmp_path / "key", tmp_path / "system", missing="empty", metrics="conll", **how)
    assert scores.f1 == 0.5


def test_a_system_that_cannot_be_scored_is_left_out_with_its_problems() -> None:
    """The others are ranked; what is wrong stands in the table, in `rejected` and in the JSON."""
    broken = {name: clusters for name, clusters in SYSTEMS["fair"].items() if name not in {"d03", "d07"}}
    comparison = compare(KEY, {"broken": broken, **SYSTEMS}, metrics="conll")
    assert set(comparison.systems) == set(SYSTEMS)
    assert comparison.baseline == "poor"
    assert [problem.text for problem in comparison.rejected["broken"]] == ["d03", "d07"]
    (skipped,) = [warning for warning in comparison.warnings if warning.code == "CE140"]
    assert (skipped["name"], skipped["errors"]) == ("broken", 2)
    assert "CE140" in str(comparison)
    plain = json.loads(render(comparison, "json"))
    assert [problem["text"] for problem in plain["rejected"]["broken"]] == ["d03", "d07"]
    same = compare(KEY, SYSTEMS, metrics="conll")
    assert comparison.ranks == same.ranks


def test_all_that_is_wrong_in_all_datasets_is_reported() -> None:
    """A system with a dataset missing and another one broken is left out with both reasons."""
    broken = split(SYSTEMS["fair"])
    del broken["part0"]
    del broken["part1"]["d04"]
    comparison = compare(split(KEY), {"broken": broken, **DATASETS}, by="dataset", metrics="conll")
    told = [(problem.kind, problem.text, problem.of) for problem in comparison.rejected["broken"]]
    assert ("nothing-dataset", "part0", ()) in told
    assert ("not-in-response", "d04", (("part1",),)) in told


def test_a_baseline_or_a_key_that_cannot_be_read_ends_it() -> None:
    """Without the baseline that was asked for, without the key, or without any system there is nothing to compare."""
    broken = {"d00": KEY["d00"]}
    systems = {"broken": broken, **SYSTEMS}
    with refuses(CorefevalError, "CE010", "not-in-response", text="d01"):
        compare(KEY, systems, metrics="conll", baseline="broken")
    with refuses(CorefevalError, "CE010", "not-in-response", text="d01"):
        compare(KEY, {"broken": broken}, metrics="conll")
    with pytest.raises(CorefevalError, match="CE001"):
        compare("nowhere.conll", {"a": "nowhere.conll"})


def test_documents_of_one_name_in_two_files_point_to_datasets(tmp_path: Path) -> None:
    """A folder of datasets that share names of documents is refused with the way to score each on its own."""
    for name in ("one", "two"):
        text = '{"doc_key": "x", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}\n'
        (tmp_path / f"{name}.jsonl").write_text(text)
    with refuses(CorefevalError, "CE012", "document-also"):
        read(tmp_path, offsets="inclusive")


def test_so_many_systems_that_none_can_be_distinguished_are_not_tested() -> None:
    """With 33 systems 10,000 swaps are too few for any two: no pair is tested, ranks stand alone, and the table says why."""
    key = {f"d{n}": [[1, 2, 3], [4, 5], [6, 7]] for n in range(20)}
    chosen = random.Random(5)
    systems = {
        f"s{number}": {
            name: [[1, 2, 3], [4, 5], [6, 7]] if chosen.random() < number / 33 else [[1, 2], [3, 4, 5]]
            for name in key
        }
        for number in range(33)
    }
    comparison = compare(key, systems, metrics="conll")
    assert comparison.rank_tests == ()
    assert {one.best for one in comparison.ranks.standings} == {None}
    assert min(filter(None, (one.rank for one in comparison.ranks.standings))) == 1
    assert (
        "no difference is significant: with 10,000 swaps p cannot be below <.001, corrected for 528 tests .053"
        in " ".join(render(comparison, "table").split())
    )
    fewer = compare(key, dict(list(systems.items())[:3]), metrics="conll")
    assert len(fewer.rank_tests) == 3
