"""The metric of Hugging Face evaluate, loaded from the folder of the package without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import evaluate
import numpy as np
import pytest

from corefeval import CorefevalError
from corefeval.integrations import huggingface
from tests.integrations.batches import METRICS, documents, expected

KEY, RESPONSE = documents(7)
pytestmark = pytest.mark.filterwarnings("ignore:CE")


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The loaded metric."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setattr(evaluate.config, "HF_MODULES_CACHE", str(tmp_path_factory.mktemp("modules")))
        yield evaluate.load(huggingface.PATH, cache_dir=str(tmp_path_factory.mktemp("cache")))


@pytest.mark.parametrize("options", [{}, {"preset": "longdoc"}, {"singletons": "drop"}])
def test_equals_score(metric: Any, options: dict[str, Any]) -> None:
    """All documents in one call have the scores of `score`."""
    found = metric.compute(predictions=RESPONSE, references=KEY, metrics=METRICS, **options)
    assert found == expected(KEY, RESPONSE, metrics=METRICS, **options)


def test_batches_add_up(metric: Any) -> None:
    """Batches that were added before give the same; an empty document is a document."""
    for at in range(0, 7, 3):
        metric.add_batch(predictions=RESPONSE[at : at + 3], references=KEY[at : at + 3])
    metric.add(prediction=[], reference=KEY[0])
    assert metric.compute() == expected([*KEY, KEY[0]], [*RESPONSE, []], metrics="conll")


@pytest.mark.parametrize("span", [list, tuple, np.array])
def test_spans_may_be_lists_tuples_and_arrays(metric: Any, span: Any) -> None:
    """The kind of sequence changes nothing, also if it differs between the sides."""
    first, second, third = ((number, number) for number in range(3))
    key = [[], [[first, second, third]], [[first, second]]]
    response = [[], [[span(first), span(second)]], []]
    found = metric.compute(predictions=response, references=key, metrics="muc")
    assert found == {"muc/recall": 1 / 3, "muc/precision": 1.0, "muc/f1": 0.5}


def test_other_mentions_are_refused(metric: Any) -> None:
    """Numbers and strings are no spans."""
    with pytest.raises(ValueError, match="expected format"):
        metric.compute(predictions=[[[1, 2]]], references=[[[1, 2]]])
    with pytest.raises((ValueError, CorefevalError)):
        metric.compute(predictions=[[["Ann", "she"]]], references=[[["Ann", "she"]]])


@pytest.mark.parametrize("number", [float, np.float32, str])
def test_fractions_are_refused(metric: Any, number: Any) -> None:
    """A table of integers would truncate 0.5 to 0, so that other spans match; whole numbers of any type are spans."""
    key = [[[(0, 1), (4, 5)]]]
    whole, halves = ([[[(number(a), number(b + more)) for a, b in key[0][0]]]] for more in (0.0, 0.5))
    assert metric.compute(predictions=whole, references=key) == {"conll/f1": 1}
    with pytest.raises(CorefevalError, match="CE073"):
        metric.compute(predictions=halves, references=key)
    metric.add(prediction=halves[0], reference=key[0])
    with pytest.raises(CorefevalError, match="CE073"):
        metric.compute()


def test_numbers_that_the_table_would_round_are_refused(metric: Any) -> None:
    """Two spans of 64 bits, such as hashes, must not become equal."""
    key, response = ([[[[number, number], [1, 1]]]] for number in (2**53, 2**53 + 1))
    with pytest.raises(CorefevalError, match="CE073"):
        metric.compute(predictions=response, references=key)
    below = [[[[2**53 - 1, 2**53 - 1], [1, 1]]]]
    assert metric.compute(predictions=below, references=below) == {"conll/f1": 1}


def test_a_wrong_setting_is_named(metric: Any) -> None:
    """A keyword that is no setting is refused as in `score`."""
    with pytest.raises(CorefevalError, match="CE050"):
        metric.compute(predictions=RESPONSE, references=KEY, singeltons="drop")


def test_the_card_is_there() -> None:
    """The folder has a card with the metadata that the hub reads."""
    card = (Path(huggingface.PATH) / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\n")
    assert "- metric\n" in card.split("---\n")[1]
