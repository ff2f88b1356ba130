"""CoreferenceMetric against torchmetrics itself: every order of calls, two processes, collections, copies."""

from __future__ import annotations

import math
import multiprocessing
import pickle
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torchmetrics import MetricCollection

from corefeval import CorefevalError, score
from corefeval.integrations.torchmetrics import CoreferenceMetric
from tests.integrations.batches import METRICS, Document, documents, expected

KEY, RESPONSE = documents(12)
BATCHES = [(RESPONSE[at : at + 5], KEY[at : at + 5]) for at in range(0, 12, 5)]
pytestmark = pytest.mark.filterwarnings("ignore:CE")
"""Warnings about the batches, which one test is about."""


def same(found: Mapping[str, Any], wanted: Mapping[str, float | None]) -> bool:
    """Return whether the tensors are float64 and have these values, to the last digits of a sum in another order."""
    assert all(value.dtype == torch.float64 for value in found.values())
    plain = {name: float(value) for name, value in found.items()}
    return plain == pytest.approx(
        {name: math.nan if value is None else value for name, value in wanted.items()}, rel=1e-13, nan_ok=True
    )


DRAWN = documents(8, seed=1)
BATCH = st.lists(st.integers(0, len(DRAWN[0]) - 1), min_size=1, max_size=3)
CALLS: st.SearchStrategy[tuple[str, list[int]]] = st.one_of(
    st.tuples(st.sampled_from(["update", "forward", "merge"]), BATCH),
    st.tuples(st.sampled_from(["compute", "reset", "pickle", "clone", "to"]), st.just([])),
)
OPTIONS: list[dict[str, Any]] = [{}, {"preset": "e2e"}, {"documents": "mean"}, {"singletons": "drop"}]


@pytest.mark.filterwarnings("ignore:The ``compute`` method")
@settings(max_examples=60, deadline=None)
@given(st.lists(CALLS, max_size=9), st.sampled_from(OPTIONS))
def test_every_order_of_calls_gives_the_corpus_score(
    calls: list[tuple[str, list[int]]], options: dict[str, Any]
) -> None:
    """After any calls the scores are those of `score` on all documents since the last reset."""
    metric = CoreferenceMetric(METRICS, **options)
    key: list[Document] = []
    response: list[Document] = []
    for call, rows in calls:
        target, preds = ([side[row] for row in rows] for side in DRAWN)
        if call == "update":
            metric.update(preds, target)
        elif call == "forward":
            assert same(metric(preds, target), expected(target, preds, metrics=METRICS, **options))
        elif call == "merge":
            other = CoreferenceMetric(METRICS, **options)
            other.update(preds, target)
            metric.merge_state(other)
        elif call == "compute":
            assert same(metric.compute(), expected(key, response, metrics=METRICS, **options))
        elif call == "reset":
            metric.reset()
            key, response = [], []
        else:
            metric = {
                "pickle": lambda one: pickle.loads(pickle.dumps(one)),
                "clone": lambda one: one.clone(),
                "to": lambda one: one.to("cpu").double(),
            }[call](metric)
        key, response = key + target, response + preds
    assert same(metric.compute(), expected(key, response, metrics=METRICS, **options))


@pytest.mark.parametrize("as_state", [False, True])
def test_counts_of_other_settings_are_not_merged(as_state: bool) -> None:
    """Neither a metric nor its state, if metrics or settings differ."""
    metric = CoreferenceMetric("conll")
    for other in (CoreferenceMetric("lea"), CoreferenceMetric("conll", singletons="drop")):
        other.update(RESPONSE, KEY)
        with pytest.raises(CorefevalError, match="CE051"):
            metric.merge_state(other.metric_state if as_state else other)


def test_one_score_alone_is_a_tensor() -> None:
    """`only` returns one number, for loggers that take no dictionary."""
    metric = CoreferenceMetric("conll", only="conll/f1")
    metric.update(RESPONSE, KEY)
    assert metric.compute().shape == ()
    assert float(metric.compute()) == pytest.approx(
        expected(KEY, RESPONSE, metrics="conll")["conll/f1"], rel=1e-13
    )
    with pytest.raises(CorefevalError, match="CE050"):
        CoreferenceMetric("conll", only="conll/f2")


def test_scores_are_plotted() -> None:
    """`plot` draws all scores, those of each batch too."""
    import matplotlib as mpl

    mpl.use("Agg")
    metric = CoreferenceMetric("conll,lea")
    batches = [metric(*batch) for batch in BATCHES]
    for scores in (None, batches):
        _, axes = metric.plot(scores)
        assert {text.get_text() for text in axes.get_legend().get_texts()} == {*batches[0]}


def test_copies_go_on_counting() -> None:
    """A pickled or cloned metric keeps its counts and takes more documents."""
    metric = CoreferenceMetric(METRICS)
    metric.update(*BATCHES[0])
    for copy in (pickle.loads(pickle.dumps(metric)), metric.clone()):
        copy.update(*BATCHES[1])
        copy(*BATCHES[2])
        assert same(copy.compute(), expected(KEY, RESPONSE, metrics=METRICS))


@pytest.mark.parametrize("call", ["update", "forward"])
def test_a_batch_with_an_error_changes_nothing(call: str) -> None:
    """Skipping a batch that cannot be read keeps all earlier ones, and processes still add up."""
    metric = CoreferenceMetric(METRICS)
    for preds, target in BATCHES:
        getattr(metric, call)(preds, target)
        for wrong in ((None, target), (preds[:1], target), ("no such file", target)):
            with pytest.raises(CorefevalError):
                getattr(metric, call)(*wrong)
    assert metric._to_sync
    assert same(metric.compute(), expected(KEY, RESPONSE, metrics=METRICS))


def test_a_loaded_state_replaces_scores() -> None:
    """The state of a checkpoint counts, also after `compute`; more batches are added to it."""
    saved, metric = CoreferenceMetric(METRICS), CoreferenceMetric(METRICS)
    saved.persistent(True)
    for batch in BATCHES[:2]:
        saved.update(*batch)
    metric.update(*BATCHES[2])
    metric.compute()
    metric.load_state_dict(saved.state_dict())
    assert same(metric.compute(), expected(KEY[:10], RESPONSE[:10], metrics=METRICS))
    metric.update(*BATCHES[2])
    assert same(metric.compute(), expected(KEY, RESPONSE, metrics=METRICS))


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16, torch.float32])
@pytest.mark.parametrize("call", ["to", "set_dtype"])
def test_counts_keep_their_digits(call: str, kind: torch.dtype) -> None:
    """A model of half precision converts its metrics too; narrow sums would change the scores."""
    metric = CoreferenceMetric(METRICS)
    module: Any = torch.nn.Sequential(metric) if call == "to" else metric
    metric.update(*BATCHES[0])
    getattr(module, call)(kind)
    metric(*BATCHES[1])
    metric.reset()
    for batch in BATCHES:
        metric.update(*batch)
    getattr(module, call)(kind)
    assert same(metric.compute(), expected(KEY, RESPONSE, metrics=METRICS))


def test_counts_stay_where_float64_is() -> None:
    """Apple's MPS has no float64: a module that moves there, as Lightning's do, keeps its counts on the CPU."""

    def to_mps(value: torch.Tensor) -> Any:
        assert value.dtype == torch.float32
        return SimpleNamespace(device=torch.device("mps"))  # there is none here

    metric = CoreferenceMetric(METRICS)
    metric.update(*BATCHES[0])
    metric.compute()
    metric._apply(to_mps)
    for batch in BATCHES[1:]:
        metric(*batch)
    assert metric.device.type == "cpu"
    assert same(metric.compute(), expected(KEY, RESPONSE, metrics=METRICS))
    assert metric.to("meta").metric_state.popitem()[1].device.type == "meta"


def test_collections_share_counts_only_under_equal_settings() -> None:
    """Metrics of a collection stay apart though their counts agree on the first batch."""
    clusters = [[(0, 0), (1, 1)]]
    with_singleton = [[(0, 0), (1, 1)], [(2, 2)]]
    collection = MetricCollection(
        {"keep": CoreferenceMetric("lea"), "drop": CoreferenceMetric("lea", singletons="drop")}
    )
    collection.update([clusters], [clusters])
    collection.update([with_singleton], [clusters])
    found = collection.compute()
    for name in ("keep", "drop"):
        wanted = expected([clusters] * 2, [clusters, with_singleton], metrics="lea", singletons=name)
        assert float(found[f"{name}_lea/f1"]) == wanted["lea/f1"]
    assert found["keep_lea/f1"] < found["drop_lea/f1"]


@pytest.mark.filterwarnings("ignore")
def test_a_compiled_step_counts() -> None:
    """torch.compile leaves a metric as it is, as in `validation_step` of a compiled module of Lightning."""
    metric, model = CoreferenceMetric(METRICS), torch.nn.Linear(2, 2)

    @torch.compile(backend="eager")
    def step(preds: Any, target: Any) -> Any:
        metric(preds, target)
        return model(torch.ones(2))

    for batch in BATCHES:
        step(*batch)
    assert same(metric.compute(), expected(KEY, RESPONSE, metrics=METRICS))


def test_an_undefined_score_is_nan() -> None:
    """Nothing to count is NaN, before the first document too."""
    metric = CoreferenceMetric("lea")
    metric.update([[]], [[[1, 2]]])
    assert math.isnan(metric.compute()["lea/precision"])


def test_metrics_of_the_whole_corpus_are_refused() -> None:
    """A metric that guesses types from all documents does not add over batches."""
    tokens = ["She", "saw", "Anna", ".", "She", "left"]
    row = {"doc_key": "a", "tokens": tokens, "clusters": [[[0, 0], [2, 2], [4, 4]]]}
    metric = CoreferenceMetric("lmuc", language="en")
    with pytest.raises(CorefevalError, match="CE051"):
        metric.update([row], [row])


def test_a_warning_comes_once() -> None:
    """A problem of the input is a Python warning, the first time that it is met."""
    metric = CoreferenceMetric("lea")
    repeated = [[(0, 0), (1, 1), (1, 1)]]
    with pytest.warns(UserWarning, match="CE"):
        metric.update(repeated, repeated)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric.update(repeated, repeated)


def _work(rank: int, store: str, found: Any) -> None:
    torch.distributed.init_process_group("gloo", f"file://{store}", rank=rank, world_size=2)
    metric = CoreferenceMetric(METRICS)
    for preds, target in BATCHES[rank::2]:
        metric(preds, target)
    found.put({name: float(value) for name, value in metric.compute().items()})
    torch.distributed.destroy_process_group()


def test_two_processes_add_up(tmp_path: Path) -> None:
    """Two processes of torch.distributed that saw different batches both have the scores of all documents."""
    context = multiprocessing.get_context("spawn")
    found: Any = context.Queue()
    workers = [context.Process(target=_work, args=(rank, tmp_path / "store", found)) for rank in range(2)]
    for worker in workers:
        worker.start()
    for _ in workers:
        values = {
            name: torch.tensor(value, dtype=torch.float64) for name, value in found.get(timeout=120).items()
        }
        assert same(values, expected(KEY, RESPONSE, metrics=METRICS))
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0


@pytest.mark.parametrize("kinds", [("int64", "int64"), ("int32", "int64"), ("uint8", "bool")])
def test_clusters_may_be_tensors(kinds: tuple[str, str]) -> None:
    """Tensors of any integer types score as lists of the same numbers."""
    key, response = [[[0, 1], [1, 1]], [[0, 0], [1, 0]]], [[[0, 1], [1, 1]], [[0, 0]]]

    def tensors(clusters: list[list[list[int]]]) -> list[torch.Tensor]:
        return [
            torch.tensor(cluster, dtype=getattr(torch, kind))
            for cluster, kind in zip(clusters, kinds, strict=True)
        ]

    assert score(tensors(key), tensors(response)).scores == score(key, response).scores


def test_tensors_of_other_shapes_are_understood_or_refused() -> None:
    """An empty cluster has no mention, three numbers are a mention too, and fractions are refused."""
    key = [torch.tensor([[0, 1], [5, 5]]), torch.tensor([])]
    assert score(key, key).f1 == score([[(0, 1), (5, 5)]], [[(0, 1), (5, 5)]]).f1
    triples = [torch.tensor([[0, 1, 2], [4, 5, 6]])]
    assert score(triples, triples).scores == score([[(0, 1, 2), (4, 5, 6)]], [[(0, 1, 2), (4, 5, 6)]]).scores
    with pytest.raises(CorefevalError, match="CE073"):
        score([torch.tensor([[0.5, 1.5]])], key)
