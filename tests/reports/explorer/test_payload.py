"""What the explorer is given: numbers that agree with the corpus, the pairing and the explanation."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.explanation import explain
from corefeval.problems import UsageError
from corefeval.reports.explorer import payload
from corefeval.reports.explorer.page import of_results
from tests.corpora import Story, of_stories
from tests.refuses import refuses
from tests.reports.stories import HARBOUR, HARBOUR_FIRST, HARBOUR_SECOND, ZEROS

METRICS = "conll,lea"


MODULES = ("census", "mentions", "packing", "payload", "words")
"""What packs the data of the page."""
WORK = ("explanation", "breakdown", "comparison", "engine", "formats", "metrics")
"""Where numbers are computed."""


@pytest.mark.parametrize("module", MODULES)
def test_the_payload_only_packs_columns(module: str) -> None:
    """Its modules import nothing that reads, scores, compares or explains; types are for the type checker alone."""
    path = Path(payload.__file__).with_name(f"{module}.py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
    }
    imported = {
        node.module.split(".")[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("corefeval.")
        if node not in typed
    }
    assert not imported & set(WORK)


def documents(result: Result, **options: Any) -> list[dict[str, Any]]:
    """Return the documents of the payload of one result."""
    return list(of_results({"system": result}, **options).documents)


def spans(mentions: dict[str, Any]) -> list[tuple[int, int]]:
    """Return first and last node of the mentions of a side."""
    return [(first, first + length) for first, length in zip(mentions["f"], mentions["l"], strict=True)]


def test_columns_are_those_of_the_corpus() -> None:
    """Words, sentences, spans, entities and parts are those of the text."""
    key = of_stories(ZEROS, HARBOUR)
    response = of_stories(ZEROS, HARBOUR.with_chains(HARBOUR_FIRST))
    result = score(key, response, metrics=METRICS, zeros="linear")
    _, harbour = documents(result)
    view = key.documents[1]
    assert harbour["w"] == " ".join(HARBOUR.sentences).split()
    assert harbour["s"] == [0, 11, 23, 33, 46]
    expected = sorted(
        (mention.start, -mention.end, entity.id) for entity in view.entities for mention in entity.mentions
    )
    labels = [harbour["k"]["i"][entity] for entity in harbour["k"]["e"]]
    found = [(first, -last, label) for (first, last), label in zip(spans(harbour["k"]), labels, strict=True)]
    assert found == expected
    parts = {(mention, first, last) for mention, first, last in harbour["k"]["p"]}
    keepers = spans(harbour["k"]).index((33, 38))
    assert {(keepers, 33, 34), (keepers, 38, 38)} <= parts


def test_entities_are_numbered_by_first_mention() -> None:
    """The number, and with it the colour, of a key entity does not depend on the response."""
    key = of_stories(HARBOUR)
    numbers = [
        documents(score(key, of_stories(HARBOUR.with_chains(chains)), metrics=METRICS))[0]["k"]["e"]
        for chains in (HARBOUR_FIRST, HARBOUR_SECOND)
    ]
    assert numbers[0] == numbers[1]
    assert list(dict.fromkeys(numbers[0])) == list(range(max(numbers[0]) + 1))


def test_partners_point_at_each_other() -> None:
    """Matched mentions have the same span, and are each other's partners."""
    result = score(of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST)), metrics=METRICS)
    (document,) = documents(result)
    reading = document["r"][0]
    key, response = spans(document["k"]), spans(reading["m"])
    for row, partner in enumerate(reading["k"]["g"]):
        if partner >= 0:
            assert key[row] == response[partner]
            assert reading["q"]["g"][partner] == row
        else:
            assert key[row] not in response


def test_errors_and_losses_are_those_of_the_explanation() -> None:
    """Class counts, gains and losses of the payload add up to the explanation's."""
    result = score(of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST)), metrics=METRICS)
    explanation = explain(result)
    report = of_results({"system": result})
    (document,) = report.documents
    errors = document["r"][0]["err"]
    assert errors["c"] == explanation.table.kind.tolist()
    assert errors["x"] == pytest.approx((explanation.gained.deltas["conll"] / 100).tolist(), abs=1e-6)
    lost = explanation.mention_losses["conll"]
    assert sum(document["r"][0]["k"]["x"]) == pytest.approx(lost.recall.sum(), abs=1e-4)
    system = report.index["systems"][0]
    total = sum(one["shapley"] for one in system["losses"][0])
    assert total == pytest.approx(1 - float(result.scores["conll"]["f1"] or 0), abs=1e-5)
    assert sum(system["counts"]) == len(errors["c"])


def test_clusters_without_text_are_shown_as_words() -> None:
    """Mentions given as Python objects become the words of one sentence, in their own order."""
    result = score({"d": [[(0, 1), (5, 5)], [(3, 3)]]}, {"d": [[(0, 1)], [(5, 5), (8, 9)]]}, metrics=METRICS)
    (document,) = documents(result)
    assert document["w"] == ["(0, 1)", "(3, 3)", "(5, 5)", "(8, 9)"]
    assert [document["w"][first] for first in document["k"]["f"]] == ["(0, 1)", "(3, 3)", "(5, 5)"]
    assert [document["w"][first] for first in document["r"][0]["m"]["f"]] == ["(0, 1)", "(5, 5)", "(8, 9)"]


def test_other_words_and_missing_documents() -> None:
    """A response with another spelling brings its words; one that lacks a document leaves it without mentions."""
    other = Story("harbour", ("MARA lind sang .", "She left ."), {"1": "0-1 4-4"})
    same = Story("harbour", ("Mara Lind sang .", "She left ."), {"a": "0-1 4-4"})
    key = of_stories(same, ZEROS)
    result = score(key, of_stories(other), metrics=METRICS, align="positions", missing="empty")
    first, second = documents(result)
    assert first["r"][0]["w"][:2] == ["MARA", "lind"]
    assert "w" not in second["r"][0]
    assert second["r"][0]["m"]["e"] == []
    assert set(second["r"][0]["k"]["g"]) == {-1}


def test_zeros_of_the_response_have_their_own_places() -> None:
    """A zero is told by the words before it, and whether it opens its sentence."""
    result = score(of_stories(ZEROS), of_stories(ZEROS), metrics=METRICS, zeros="linear")
    (document,) = documents(result)
    assert document["z"] == [4, 9]
    assert document["r"][0]["z"] == [(4, "_", 1), (8, "_", 0)]
    assert "w" not in document["r"][0]


def test_warnings_name_their_system() -> None:
    """With several systems, a warning that not all of them have says whose it is; with one it does not."""
    key = {"a": [[1, 2], [3]], "b": [[1, 2], [3]]}
    results = {"one": score(key, {"a": [[1, 2]], "b": [[1, 2]]}), "all": score(key, key)}
    both, alone = of_results(results).warnings, of_results({"one": results["one"]}).warnings
    assert [(each.code, each.of) for each in both if each.code == "CE040"] == [("CE040", (("one",),))]
    assert [(each.code, each.of) for each in alone if each.code == "CE040"] == [("CE040", ())]


def test_two_keys_are_refused() -> None:
    """Two systems that were scored against different keys are not shown side by side."""
    first = score(of_stories(HARBOUR), of_stories(HARBOUR.with_chains(HARBOUR_FIRST)), metrics=METRICS)
    second = score(of_stories(ZEROS), of_stories(ZEROS), metrics=METRICS)
    with refuses(UsageError, "CE051", "systems-not-scored-against"):
        of_results({"a": first, "b": second})


def test_spaces_come_from_the_file() -> None:
    """A word with SpaceAfter=No is followed by none."""
    key = of_stories(HARBOUR)
    misc = type(key.nodes.forms).of(["SpaceAfter=No" if node == 9 else "_" for node in range(53)])

    class WithMisc(type(key.source)):  # type: ignore[misc]
        def columns(self, names: list[str]) -> Any:
            return super().columns(names) | {name: misc for name in names if name == "misc"}

    source = WithMisc.__new__(WithMisc)
    source.__dict__.update(key.source.__dict__)
    spaced = replace(key, source=source)
    (document,) = documents(score(spaced, of_stories(HARBOUR), metrics=METRICS))
    assert document["u"] == [9]


clusterings = st.lists(st.integers(0, 4), min_size=2, max_size=9)


@settings(max_examples=20, deadline=None)
@given(clusterings, clusterings)
def test_any_clusterings_make_a_payload(ours: list[int], theirs: list[int]) -> None:
    """Whatever the clusters are: numbers are in range, and errors name mentions that exist."""

    def clusters(labels: list[int]) -> list[list[int]]:
        return [
            [row for row, label in enumerate(labels) if label == wanted] for wanted in sorted(set(labels))
        ]

    result = score(clusters(ours), clusters(theirs), metrics=METRICS)
    (document,) = documents(result)
    reading = document["r"][0]
    keys, responses = len(document["k"]["e"]), len(reading["m"]["e"])
    assert all(-1 <= row < keys for row in reading["err"]["k"])
    assert all(-1 <= row < responses for row in reading["err"]["r"])
    assert len(reading["err"]["k"]) == len(reading["err"]["r"]) == sum(reading["err"]["n"])
    assert len(reading["a"]) == len(reading["m"]["i"])
    assert np.max(document["k"]["e"]) + 1 == len(document["k"]["i"])


def test_outcomes_are_those_of_the_scores() -> None:
    """Where points of another metric are explained, the outcomes are those of `dominant` as it was scored."""
    response = of_stories(HARBOUR.with_chains(HARBOUR_FIRST))
    result = score(of_stories(HARBOUR), response, metrics="conll,dominant(attempted=p)")
    index = of_results({"one": result}).index
    assert index["outcome_metric"] == "Dominant(attempted=p)"
    counted = result.to_dict()["scores"]["dominant(attempted=p)"]["outcomes"]
    assert index["systems"][0]["outcomes"] == list(counted.values())


def test_outcomes_are_those_of_the_explanation() -> None:
    """Every mention has its outcome and what it leads to; a metric without repairs shows its own, with points of CoNLL."""
    response = of_stories(HARBOUR.with_chains(HARBOUR_FIRST))
    result = score(of_stories(HARBOUR), response, metrics="conll,parent")
    for metric, shown in (("conll", "dominant"), ("parent", "parent")):
        payload = of_results({"response": result}, metric=metric)
        table = explain(result, metrics=shown).outcomes[shown]
        assert payload.index["outcome_metric"] == table.metric.label
        assert payload.index["loss_metrics"] == ["CoNLL F1"]
        assert payload.index["systems"][0]["outcomes"] == list(table.counts.values())
        reading = next(iter(payload.documents))["r"][0]
        every = [*reading["k"]["o"], *reading["q"]["o"]]
        names = [one["name"] for one in payload.index["outcomes"]]
        assert {name: every.count(number) for number, name in enumerate(names, 1)} == table.counts
        led = sum(target >= 0 for side in ("k", "q") for target in reading[side]["v"])
        assert led == int((table.targets[1] >= 0).sum()) > 0


@pytest.mark.parametrize("order", list(permutations(("worse", "middling", "better"))))
def test_pairs_are_held_in_the_order_given(order: tuple[str, ...]) -> None:
    """Whichever system is better, each pair has its later system's score less its earlier one's, within its interval."""
    chains = {"worse": {"1": "4-6 5-8"}, "middling": HARBOUR_FIRST, "better": HARBOUR_SECOND}
    texts = [Story(f"harbour {place}", HARBOUR.sentences, HARBOUR.chains) for place in range(10)]
    results = {
        name: score(
            of_stories(*texts),
            of_stories(*(each.with_chains(chains[name]) for each in texts[1:]), texts[0]),
            metrics=METRICS,
        )
        for name in order
    }
    f1 = {name: result.scores["conll"]["f1"] or 0.0 for name, result in results.items()}
    differences = of_results(results).index["differences"]
    assert [(pair["first"], pair["second"]) for pair in differences] == [(0, 1), (0, 2), (1, 2)]
    for pair in differences:
        (test,) = (test for test in pair["tests"] if test["label"] == "CoNLL")
        assert test["difference"] == pytest.approx(
            f1[order[pair["second"]]] - f1[order[pair["first"]]], abs=1e-6
        )
        assert test["low"] <= test["difference"] <= test["high"]
