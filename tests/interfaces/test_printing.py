"""Printing or serialising a result computes nothing: it is finished when it is returned."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import corefeval
from corefeval.applications.answer_for import answer_for
from corefeval.applications.side_by_side import compare_uses
from corefeval.applications.weights import over_weights
from corefeval.breakdown.by_feature import broken_down
from corefeval.breakdown.compared import compare_classes
from corefeval.columns import Printed
from corefeval.comparison.by_preset import rank_by_preset
from corefeval.comparison.compare import with_intervals
from corefeval.evaluation.by_preset import score_by_preset
from corefeval.examples import FOLDER
from corefeval.reports.render import KINDS
from corefeval.reports.show import SHOWN_BY
from corefeval.validation import Validations, validate
from tests.every_metric import forbid_metrics
from tests.planning.test_plan import pilot

KEY, EAGER, CAUTIOUS = (str(FOLDER / name) for name in ("key.conllu", "eager.conllu", "cautious.conllu"))
SYSTEMS = {"eager": EAGER, "cautious": CAUTIOUS}
SOURCE = Path(corefeval.__file__).parent

WORK = (
    "pairing",
    "formats",
    "linguistics",
    "engine",
    "corpus/joining",
    "corpus/identity",
    "comparison/intervals",
)
"""Where the work is done: nothing there runs while a result is printed. Words are looked up in the corpus."""
NAMES = ("__len__", ">", "MentionType.label", "mapping.py:ways")
"""Lengths and names, and how a mention was carried over from another text: these are looked up."""
COMPARED = ("comparison/inference", "comparison/sample", "comparison/compare")


def scored() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield results of score(), and the options they are printed with."""
    result = corefeval.score(KEY, EAGER, metrics="all")
    yield result, {}
    yield result, {"per_document": True}
    yield replace(corefeval.score(KEY, EAGER), average="macro"), {}
    signed, intervals = with_intervals(corefeval.score(KEY, EAGER))
    yield signed, {"intervals": intervals}
    yield corefeval.score(KEY, EAGER, preset="crac24", beta=2), {"per_document": True}


def broken() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield results with breakdowns."""
    result = corefeval.score(KEY, EAGER, metrics="muc,lea,dominant,conll")
    yield broken_down(result, ["type", "class", "code", "entity-size"], "macro"), {}
    yield broken_down(result, ["entity", "document"]), {"per_document": True}


def validated() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield what was found in files."""
    found = Validations((validate(EAGER), validate(KEY)))
    yield found, {}
    yield found, {"only_errors": True}


def agreed() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield agreement."""
    found = corefeval.agree(SYSTEMS, by=["type"])
    yield found, {}
    yield found.listing("all"), {"per_document": True}


def compared() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield comparisons."""
    yield corefeval.compare(KEY, SYSTEMS, resamples=100, pairs="all"), {}
    yield corefeval.compare(KEY, SYSTEMS, resamples=0, undefined="zero"), {}
    datasets = {"a": KEY, "b": KEY}
    systems = {name: {"a": path, "b": path} for name, path in SYSTEMS.items()}
    yield corefeval.compare(datasets, systems, by="dataset", resamples=100), {}


def planned() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield a plan; the system makes other errors in half of the documents of its pilot."""
    key: Any = {f"d{number}": [[1, 2, 3], [4, 5]] for number in range(8)}
    system: Any = {name: [[1, 2], [4, 5]] if name < "d4" else [[1, 2, 3, 4]] for name in key}
    yield corefeval.plan(key, system, key, metrics="conll", difference=2), {}


def estimated() -> Iterator[tuple[Printed, Mapping[str, Any]]]:
    """Yield a difference that is estimated from all documents."""
    key, good, bad = pilot(40)
    yield corefeval.weighted_difference(key, good, bad, dict.fromkeys(key, 1.0), metrics="conll,lea"), {}


MADE: dict[str, Callable[[], Iterator[tuple[Printed, Mapping[str, Any]]]]] = {
    "Agreement": agreed,
    "Answer": lambda: iter([(answer_for(KEY, EAGER, "search", ci=True)["search"], {})]),
    "Answers": lambda: iter([(answer_for(KEY, EAGER, "all", by=["type"]), {})]),
    "Audit": lambda: iter(
        [(corefeval.audit(KEY, [EAGER, CAUTIOUS]), {}), (corefeval.audit(KEY), {"top": 3})]
    ),
    "BrokenDown": broken,
    "ComparedByClass": lambda: iter(
        [(compare_classes(corefeval.compare(KEY, SYSTEMS, metrics="muc,lea", whole=True), ["type"]), {})]
    ),
    "Comparison": compared,
    "DatasetScores": lambda: iter(
        [(corefeval.score_datasets({"a": KEY, "b": KEY}, {"a": EAGER, "b": CAUTIOUS}), {})]
    ),
    "Difference": lambda: iter([(corefeval.difference(KEY, EAGER, CAUTIOUS), {})]),
    "DocumentChoice": lambda: iter([(corefeval.next_documents(*pilot(40)[1:], 10), {})]),
    "ExperimentPlan": planned,
    "Explanation": lambda: iter(
        [(corefeval.explain(KEY, EAGER), {}), (corefeval.explain(KEY, EAGER), {"top": 3})]
    ),
    "KeyScores": lambda: iter([(corefeval.score_keys(SYSTEMS, KEY, metrics="conll,lea"), {})]),
    "OutcomeList": lambda: iter(
        [(corefeval.explain(KEY, EAGER, metrics="parent,dominant").list_outcomes(), {})]
    ),
    "OverWeights": lambda: iter([(over_weights(KEY, SYSTEMS, "lmuc"), {})]),
    "RankingByPreset": lambda: iter([(rank_by_preset(KEY, SYSTEMS, ["crac24", "perl"]), {})]),
    "Reproduction": lambda: iter([(corefeval.reproduce(KEY, EAGER, "61.20", changes=1), {"top": 3})]),
    "Result": scored,
    "ResultsByPreset": lambda: iter([(score_by_preset(KEY, EAGER, ["crac24", "perl"]), {})]),
    "Simulation": lambda: iter(
        [(corefeval.simulate(KEY, errors="missed,split", rates=[0.2], repeats=2), {})]
    ),
    "Study": lambda: iter([(corefeval.study(KEY, simulate=3, metrics="conll,use.facts", resamples=5), {})]),
    "UseComparison": lambda: iter([(compare_uses(KEY, SYSTEMS, "all", resamples=100), {})]),
    "Validations": validated,
    "WeightedDifferences": estimated,
}


@pytest.mark.parametrize("kind", sorted(MADE))
def test_printing_computes_nothing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No metric counts or scores, nothing is paired, read or resampled after a result was returned."""
    made = [*MADE[kind]()]
    ran: set[str] = set()

    def watch(frame: FrameType, event: str, argument: object) -> None:
        del argument
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(SOURCE)):
            ran.add(f"{path[len(str(SOURCE)) + 1 :]}:{frame.f_code.co_qualname}")

    forbid_metrics(monkeypatch)
    gc.collect()  # what other tests left unfinished would end while this one watches
    for result, options in made:
        assert type(result).__name__ == kind
        sys.setprofile(watch)
        try:
            for output in (*KINDS, "html"):
                assert result.render(output, **options)
            repr(result)
            str(result)
            result._repr_html_()
            result.rows()
        finally:
            sys.setprofile(None)
    done = (name for name in ran if name.startswith((*WORK, *COMPARED)))
    assert [name for name in sorted(done) if not name.endswith(NAMES)] == []


def test_every_type_of_result_is_printed() -> None:
    """The test above knows each of them."""
    assert MADE.keys() == SHOWN_BY.keys()
