"""Duplicate mentions as counted by the reference scorer of CoNLL (`duplicates=perl`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import Result, Scorer, load, score
from corefeval.breakdown.breakdown import breakdown
from corefeval.choices import Duplicates
from corefeval.explanation import explain
from corefeval.explanation.explainer import explain_errors
from corefeval.metrics import parse_metric
from corefeval.pairing import pair, without_singletons
from corefeval.pairing.pairing import Pairing
from corefeval.pairing.repeated import PerlPairing
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError, Problem, Problems, UsageError
from corefeval.settings import Settings
from tests.files import conll, conllua, corefud, markable
from tests.refuses import refuses

METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc", "mention")
Clusters = Sequence[Sequence[Any]]


def perl(key: object, response: object, **settings: str) -> Result:
    """Score as the preset does, clusters or files."""
    return score(key, response, metrics=METRICS, preset="perl", **settings)  # type: ignore[call-overload, no-any-return]


def percents(result: Result) -> dict[str, float]:
    """Return F1 as printed."""
    return {name: round(100 * (parts["f1"] or 0), 2) for name, parts in result.scores.items()}


def test_key_lists_a_mention_in_two_entities(tmp_path: Path) -> None:
    """Both entities keep the mention, and a look-up finds the second: the response's {0, 1} has no link."""
    key, response = (
        conll(tmp_path / "key", ["(1)", "(1)|(2)", "(2)"]),
        conll(tmp_path / "response", ["(1)", "(1)", "(2)"]),
    )
    assert percents(perl(key, response)) == {
        "muc": 0,
        "bcub": 62.5,
        "ceafm": 85.71,
        "ceafe": 83.33,
        "blanc": 66.67,
        "mention": 100,
    }


def test_response_repeats_what_the_key_lacks(tmp_path: Path) -> None:
    """A repetition that matches nothing stays in all metrics, BLANC included."""
    key = conll(tmp_path / "key", ["(1)", "(1)", "-", "(2)"])
    response = conll(tmp_path / "response", ["(1)", "(1)", "(1)|(2)", "(2)"])
    found = percents(perl(key, response))
    assert {name: found[name] for name in METRICS[:5]} == {
        "muc": 50,
        "bcub": 53.66,
        "ceafm": 75,
        "ceafe": 73.33,
        "blanc": 45,
    }


def test_a_mention_listed_twice_is_linked_with_itself(tmp_path: Path) -> None:
    """Links of {0, 1, 2, 2}: 0-1, 0-2, 1-2 and 2-2, of which one is right."""
    key, response = (
        conll(tmp_path / "key", ["(1)", "(1)", "-"]),
        conll(tmp_path / "response", ["(1)", "(1)", "(1)|(1)"]),
    )
    assert perl(key, response)["blanc"]["precision"] == 0.25


def test_response_repeats_what_the_key_has() -> None:
    """The entity that opens first keeps the mention, and an emptied entity is dropped."""
    with_repetition = perl([[1, 2], [3]], [[1, 2], [2], [3, 1]])
    without = perl([[1, 2], [3]], [[1, 2], [3]])
    assert with_repetition.scores == without.scores


def test_the_last_entity_is_the_one_that_opens_last(tmp_path: Path) -> None:
    """Entity 1 opens first and closes last: mention (1, 1) is found in entity 2 with `perl`, in entity 1 with `keep`."""
    key = conll(tmp_path / "key", ["(1", "(2)|(1)", "1)", "(2)"])
    response = conll(tmp_path / "response", ["-", "(5)", "-", "(5)"])
    assert perl(key, response)["muc"]["recall"] == pytest.approx(1 / 2)
    assert score(key, response, metrics="muc", duplicates="keep")["muc"]["precision"] == 0


def by_the_sentences(key: Clusters, response: Clusters) -> dict[str, list[float]]:
    """Return what is counted: a slow model, written from what is said of the reference scorer.

    Recall numerator and denominator, precision numerator and denominator; of BLANC for both kinds of links.
    """
    known = {mention for entity in key for mention in entity}
    seen: set[Any] = set()
    cleaned = []
    for entity in response:
        kept = []
        for mention in entity:
            if mention not in known or mention not in seen:
                kept.append(mention)
            seen.add(mention)
        cleaned.append(kept)
    response = [entity for entity in cleaned if entity]
    last = {mention: number for number, entity in enumerate(key) for mention in entity}
    sizes = sum(map(len, key)), sum(map(len, response))
    links = sum(
        any(last.get(mention) == last.get(later) for later in entity[place + 1 :])
        for entity in response
        for place, mention in enumerate(entity)
        if mention in last
    )
    found: dict[str, list[float]] = {}
    found["muc"] = [links, sizes[0] - len(key), links, sizes[1] - len(response)]
    shares = [0.0, 0.0]
    for entity in response:
        for mention in entity:
            if mention in last:
                true = key[last[mention]]
                common = sum(member in true for member in entity)
                shares = [shares[0] + common / len(true), shares[1] + common / len(entity)]
    found["bcub"] = [shares[0], sizes[0], shares[1], sizes[1]]
    table = [[sum(mention in entity for mention in true) for entity in response] for true in key]
    found["ceafm"] = [best(table, lambda i, j: table[i][j]), sizes[0], 0, sizes[1]]
    found["ceafe"] = [
        best(table, lambda i, j: 2 * table[i][j] / (len(key[i]) + len(response[j]))),
        len(key),
        0,
        len(response),
    ]
    for name in ("ceafm", "ceafe"):
        found[name][2] = found[name][0]
    (key_in, key_across), (in_response, across) = (sets_of_links(side) for side in (key, response))
    right, apart = len(key_in & in_response), len(key_across & across)
    found["blanc"] = [right, len(key_in), right, len(in_response)]
    found["blanc"] += [apart, len(key_across), apart, len(across)]
    both = len(known & seen)
    found["mention"] = [both, len(known), both, len(seen)]
    return found


def best(table: list[list[int]], value: Callable[[int, int], float]) -> float:
    """Return the largest sum over one-to-one alignments of rows and columns, all of them tried."""
    rows, columns = range(len(table)), range(len(table[0]) if table else 0)
    if len(columns) < len(rows):
        return max(
            sum(value(i, j) for j, i in enumerate(chosen)) for chosen in permutations(rows, len(columns))
        )
    return max(sum(value(i, j) for i, j in enumerate(chosen)) for chosen in permutations(columns, len(rows)))


def sets_of_links(entities: Clusters) -> tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]:
    """Return the links inside entities and those across, as sets."""
    inside = {tuple(sorted(link)) for entity in entities for link in combinations(entity, 2)}
    across = {tuple(sorted(link)) for one, other in combinations(entities, 2) for link in product(one, other)}
    return inside, across


lists = st.lists(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6), max_size=4)
"""Entities in which any mention may be listed any number of times."""


def counted(result: Result, document: int = 0) -> dict[str, list[float]]:
    """Return the counts of a document in the order of the model."""
    order = [f"{side}_{part}" for side in ("recall", "precision") for part in ("numerator", "denominator")]
    return {
        name: [
            float(counts.columns[half + column][document])
            for half in (("coref_", "noncoref_") if name == "blanc" else ("",))
            for column in order
        ]
        for name, counts in result.counts.items()
    }


@pytest.mark.property
@given(lists, lists)
def test_counts_are_those_of_the_sentences(key: Clusters, response: Clusters) -> None:
    """Every numerator and denominator of all six metrics equals the model, on entities with many duplicates."""
    result = perl(key, response)
    for name, wanted in by_the_sentences(key, response).items():
        assert counted(result)[name] == pytest.approx(wanted), name


@pytest.mark.property
@given(st.lists(st.tuples(lists, lists), min_size=1, max_size=3))
def test_documents_are_counted_each_by_itself(documents: list[tuple[Clusters, Clusters]]) -> None:
    """Duplicates of one document do not affect another, in one run or streamed."""
    key = {str(number): one for number, (one, _) in enumerate(documents)}
    response = {str(number): other for number, (_, other) in enumerate(documents)}
    result = perl(key, response)
    scorer = Scorer(METRICS, preset="perl")
    for number, (one, other) in enumerate(documents):
        for name, wanted in by_the_sentences(one, other).items():
            assert counted(result, number)[name] == pytest.approx(wanted), name
        scorer.update(key=one, response=other)
    assert scorer.result().scores == result.scores


@pytest.mark.property
@given(lists, lists)
def test_other_metrics_count_as_with_keep(key: Clusters, response: Clusters) -> None:
    """Other metrics see the key with its duplicates and the response without those of key mentions."""
    known, seen = {mention for entity in key for mention in entity}, Counter[Any]()
    left = []
    for entity in response:
        kept = [one for one in entity if not (one in known and seen[one]) and not seen.update([one])]
        left.append(kept)
    names = ("lea", "basic")
    ours = score(key, response, metrics=names, duplicates="perl")
    assert ours.scores == score(key, [one for one in left if one], metrics=names, duplicates="keep").scores


@pytest.mark.property
@given(lists, lists)
def test_without_repetitions_it_is_as_any_other(key: Clusters, response: Clusters) -> None:
    """Without duplicates `perl` equals `first`, and the pairing is an ordinary one."""
    key, response = (
        [[one for one in entity if not (one in seen or seen.add(one))] for entity in side]  # type: ignore[func-returns-value]
        for side, seen in ((key, set[Any]()), (response, set[Any]()))
    )
    result = perl(key, response)
    assert type(result.pairing) is Pairing
    assert result.scores == perl(key, response, duplicates="first").scores


def test_repetitions_cost_no_quadratic_time() -> None:
    """A large entity of only duplicated mentions, in one other entity or in one each, is counted quickly."""
    members = list(range(3000))
    for others in ([members], [[one] for one in members]):
        blanc = counted(perl([members, *others], [members]))["blanc"]
        assert blanc[:4] == [3000 * 2999 / 2] * 4


def test_repeated_mentions_are_named() -> None:
    """The warning states the treatment of duplicates on each side."""
    result = perl([["a", "b"], ["b", "c"]], [["a", "b", "x", "x"], ["b", "c"]])
    ours, theirs = (problem for problem in result.warnings if problem.code == "CE030")
    assert (ours.count, ours["side"], ours["done"]) == (1, "key", Problem("CE030", "repetitions-counted"))
    dropped = Problem("CE030", "some-repetitions-dropped", count=1, others=1)
    assert (theirs.count, theirs["side"], theirs["done"]) == (2, "response", dropped)


def test_what_the_reference_scorer_refuses_is_scored_and_reported() -> None:
    """Eleven duplicates of key mentions are too many for the reference scorer, ten are not; others do not count."""
    key = [list(range(12))]
    for repetitions, is_refused in ((10, False), (11, True)):
        response = [list(range(12)), list(range(repetitions)), [99] * 30]
        kinds = [problem.kind for problem in perl(key, response).warnings]
        assert ("reference-scorer-refuses" in kinds) is is_refused
        assert perl(key, response)["bcub"]["f1"]


@pytest.mark.parametrize("setting", [{"twinless": "cai-strube"}, {"twinless": "add-to-key"}])
def test_twinless_mentions_are_no_matter_of_the_reference_scorer(setting: dict[str, str]) -> None:
    """Settings for twinless mentions are refused with duplicates and allowed without."""
    with refuses(UsageError, "CE051", "perl-keeps-twinless"):
        perl([[1, 2], [2, 3]], [[1, 2], [4]], **setting)
    assert perl([[1, 2]], [[1, 2], [4]], **setting).scores


@pytest.mark.parametrize("setting", [{"match": "head"}, {"match": "partial"}, {"zeros": "dependent"}])
def test_only_exact_spans_are_compared(tmp_path: Path, setting: dict[str, str]) -> None:
    """Inexact matching is refused if duplicates remain, and allowed without."""
    cells = {
        "twice": ["1 (e1-x-1-)(e2-x-1-)", "1.1 (e1-x-1-) 1:a", "2 (e2-x-1-)"],
        "once": ["1 (e1-x-1-)", "2"],
    }
    twice, once = (corefud(tmp_path / name, [tokens]) for name, tokens in cells.items())
    with refuses(UsageError, "CE051", "perl-matches-exactly"):
        perl(twice, twice, **setting)
    assert perl(once, once, **setting)["bcub"]["f1"] == 1


def test_split_antecedents_are_unknown_to_it(tmp_path: Path) -> None:
    """Split antecedents are refused with duplicates."""
    tokens = [f"1 {markable('a', 1)}){markable('b', 2)})", f"2 {markable('a', 3, '|ElementOf=b')})"]
    path = conllua(tmp_path / "key", tokens)
    with refuses(UsageError, "CE051", "perl-has-no-split-antecedents"):
        perl(path, path, split_antecedents="keep")


def test_singletons_go_after_repetitions() -> None:
    """Singletons are dropped after duplicates, as in the reference scorer."""
    key, response = [[1, 2], [2, 3], [4]], [[1, 2], [2], [3, 4, 5, 5], [6]]
    dropped = perl(key, response, singletons="drop")
    for name, wanted in by_the_sentences(key[:2], [[1, 2], [3, 4, 5, 5]]).items():
        assert counted(dropped)[name] == pytest.approx(wanted), name
    found = pair(load(key), load(response), PRESETS["perl"].settings, Problems())
    without = without_singletons(found, PRESETS["perl"].settings)
    assert isinstance(without, PerlPairing)
    for name in METRICS:
        metric = parse_metric(name)
        assert without.count(metric).totals() == dropped.counts[name].totals()


def test_no_breakdown_of_what_is_counted_by_entities() -> None:
    """`--by` skips the metrics of the reference scorer with a reason; LEA and mentions add up."""
    result = score([[1, 2], [2, 3]], [[1, 2], [3]], metrics=(*METRICS, "lea"), duplicates="perl")
    found = breakdown(result, None, "entity-size")
    assert set(found.left_out) == set(METRICS[:5])
    assert "repeated mentions" in found.left_out["muc"]
    for name in ("mention", "lea"):
        wanted = {column: float(value) for column, value in result.counts[name].totals().items()}
        assert {column: values.sum() for column, values in found.totals(name).items()} == pytest.approx(
            wanted
        )


def test_explained_with_each_mention_once() -> None:
    """A duplicated key mention is explained in the entity that look-ups find; CE051 refuses a score that it changes."""
    clusters = [[1, 2], [2, 3]], [[1], [2, 3]]
    assert len(explain_errors(score(*clusters, duplicates="perl")).table) == 0
    with pytest.raises(UsageError) as caught:
        explain(*clusters, duplicates="perl")
    assert {problem.code for problem in caught.value.problems} == {"CE051"}


def test_explain_warns_about_repeated_mentions() -> None:
    """An explanation with each mention once still warns about duplicates, as `score` does."""
    explanation = explain([[1, 2], [3, 4]], [[1, 2], [2, 3, 4]])
    assert [problem.code for problem in explanation.warnings if problem.code == "CE030"] == ["CE030"]


def test_preset_chooses_it() -> None:
    """The preset of the reference scorer sets perl, and the signature states it."""
    settings = Settings(duplicates="perl", align="positions", missing="empty", undefined="zero")
    assert PRESETS["perl"].settings == settings
    assert "|duplicates:perl|" in perl([[1]], [[1]]).signature.long


@pytest.mark.parametrize(("policy", "expected"), [("first", 1.0), ("merge", 1.0), ("keep", 0.5)])
def test_repeated_mentions_in_one_entity(policy: Duplicates, expected: float) -> None:
    """A mention twice in a response entity is dropped, or counted as in coval and UA, with one of three links right."""
    found = score([[1, 2]], [[1, 2, 2]], metrics="blanc", duplicates=policy)
    assert found["blanc"]["f1"] == pytest.approx(expected)


def test_first_keeps_a_mention_in_the_entity_that_opens_first() -> None:
    """Perl's rule: the later entity loses the mention, nothing else is dropped, and a warning reports it."""
    result = score([[1, 2], [3, 4]], [[1, 2], [2, 3, 4]])
    assert result["bcub"]["f1"] == 1.0
    assert [problem.code for problem in result.warnings] == ["CE030"]


def test_merge_joins_entities_that_share_a_mention() -> None:
    """{1 2} and {2 3} become {1 2 3}, transitively."""
    assert score([[1, 2, 3, 4]], [[1, 2], [2, 3], [3, 4]], duplicates="merge")["muc"]["f1"] == 1.0


def test_error_refuses_repeated_mentions() -> None:
    """The error names each duplicate with its entities."""
    with refuses(CorefevalError, "CE030", "document-times-same-mention"):
        score([[1, 2]], [[1, 2], [2, 3]], duplicates="error")
