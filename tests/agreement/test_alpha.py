"""Krippendorff's α of chains, against its definition, other programs and worked examples."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray

import corefeval
from corefeval.agreement.alpha import CORPUS, DOCUMENT, Alpha
from tests.agreement import naive

CASES = [(seed, 2 + seed % 3, 1 + seed % 4) for seed in range(24)]


def value(annotations: object, distance: str, chance: str = CORPUS, **options: str) -> float | None:
    """Return α."""
    agreement = corefeval.agree(annotations, metrics="mention", resamples=0, **options)  # type: ignore[arg-type]
    return agreement.coefficient("alpha", distance, chance).value


@pytest.mark.parametrize("unmarked", ["own", "singleton"])
@pytest.mark.parametrize("distance", naive.DISTANCES)
@pytest.mark.parametrize(("seed", "annotators", "documents"), CASES)
def test_cells_of_chains_give_the_sum_over_pairs_of_values(
    seed: int, annotators: int, documents: int, distance: str, unmarked: str
) -> None:
    """What is counted chain by chain is what the definition sums up pair by pair, over the corpus and within documents."""
    annotations = naive.drawn(seed, annotators, documents)
    data = naive.coded(annotations, unmarked)
    delta = naive.DISTANCES[distance]
    assert value(annotations, distance, CORPUS, unmarked=unmarked) == pytest.approx(naive.alpha(data, delta))
    assert value(annotations, distance, DOCUMENT, unmarked=unmarked) == pytest.approx(
        naive.alpha_within(data, delta)
    )


@pytest.mark.parametrize(("seed", "annotators", "documents"), CASES)
def test_as_nltk(seed: int, annotators: int, documents: int) -> None:
    """NLTK's AnnotationTask with its masi_distance gives the same α."""
    agreement = pytest.importorskip("nltk.metrics.agreement")
    distances = pytest.importorskip("nltk.metrics.distance")
    annotations = naive.drawn(seed, annotators, documents)
    task = agreement.AnnotationTask(naive.coded(annotations), distance=distances.masi_distance)
    assert value(annotations, "masi") == pytest.approx(task.alpha())


@pytest.mark.parametrize("distance", naive.DISTANCES)
@pytest.mark.parametrize(("seed", "annotators", "documents"), CASES[:8])
def test_as_the_package_krippendorff(seed: int, annotators: int, documents: int, distance: str) -> None:
    """The package krippendorff, given how often each value was chosen and how far values are apart, gives the same α."""
    krippendorff = pytest.importorskip("krippendorff")
    annotations = naive.drawn(seed, annotators, documents)
    data = naive.coded(annotations)
    values = list(dict.fromkeys(row[2] for row in data))
    units = list(dict.fromkeys(row[1] for row in data))
    counts = np.zeros((len(units), len(values)), int)
    for _, unit, chosen in data:
        counts[units.index(unit), values.index(chosen)] += 1
    delta = naive.DISTANCES[distance]

    def metric(one: NDArray[np.float64], other: NDArray[np.float64], **_: object) -> NDArray[np.float64]:
        pairs = np.broadcast_arrays(one, other)
        flat = [
            delta(values[int(a)], values[int(b)]) for a, b in zip(pairs[0].flat, pairs[1].flat, strict=True)
        ]
        return np.array(flat).reshape(pairs[0].shape)

    found = krippendorff.alpha(
        value_counts=counts, value_domain=list(range(len(values))), level_of_measurement=metric
    )
    assert value(annotations, distance) == pytest.approx(found)


def test_the_example_of_passonneau() -> None:
    """Passonneau (2004, LREC, 1503-1506), 11 noun phrases of 3 coders: α .45 if sets are equal or not, by hand 1 - 16 * 6 / 404 with her distance.

    For the latter .74 is handed down; the sums do not give it, with none of the roundings of 1/3 and 2/3.
    """
    annotations = {name: {"text": chains} for name, chains in naive.PASSONNEAU_2004.items()}
    data = naive.coded(annotations)
    assert naive.alpha(data, lambda one, other: float(one != other)) == pytest.approx(0.45, abs=0.005)
    assert value(annotations, "passonneau") == pytest.approx(1 - 16 * 6 / 404)


def test_masi_as_published() -> None:
    """Passonneau (2006, LREC, 831-836), section 3: Jaccard's J times M, which is 1, 2/3, 1/3 or 0."""
    one = np.ones(1, np.int64)
    assert Alpha("masi").similarity(3 * one, 3 * one, 3 * one)[0] == 1
    assert Alpha("masi").similarity(2 * one, 2 * one, 3 * one)[0] == pytest.approx(2 / 3 * 2 / 3)
    assert Alpha("masi").similarity(one, 2 * one, 2 * one)[0] == pytest.approx(1 / 3 * 1 / 3)


def test_a_case_worked_by_hand() -> None:
    """Two coders, {1 2 3} against {1 2} {3}: D_o = (2 * 1/3 + 1/3) / 3, D_e from the fifteen pairs of six values."""
    # values: a a a of {1 2 3}, b b of {1 2}, c of {3}; a-b and a-c 1/3 (9 pairs), b-c 1 (2 pairs), equal 4 pairs
    expected = (9 / 3 + 2) / 15
    observed = 1 / 3
    found = value({"one": [[1, 2, 3]], "other": [[1, 2], [3]]}, "passonneau")
    assert found == pytest.approx(1 - observed / expected) == pytest.approx(0)


def test_a_mention_that_one_did_not_mark() -> None:
    """It is as far from every chain as can be, or a chain of itself, which is near the chain that the other has it in."""
    annotations = {"one": {"a": [[1, 2], [3, 4]]}, "other": {"a": [[1, 2], [3]]}}
    own, singleton = (value(annotations, "passonneau", unmarked=how) for how in ("own", "singleton"))
    assert own is not None
    assert singleton is not None
    assert own < singleton
    # not marked by either of two of three is agreement of these two
    three = corefeval.agree(
        {**annotations, "third": {"a": [[1, 2], [3]]}}, metrics="mention", resamples=0
    ).coefficient("alpha", "passonneau", CORPUS)
    assert three.observed is not None
    # unit 4: two of six ordered pairs agree; unit 3: {3 4} against {3} 1/3 twice; each unit 1/2 of its sum
    assert three.observed == pytest.approx((4 / 2 + 4 / 3 / 2) / 12)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ([], [], "nobody"),
        ([[1]], [[1]], "one mention"),
        ([[1]], [], "one mention"),
        ([[1, 2]], [[1, 2]], "same value"),
    ],
)
def test_undefined_where_nothing_could_differ(
    one: list[list[int]], other: list[list[int]], reason: str
) -> None:
    """No mention, one mention, one value: α is undefined, and it is said why."""
    agreement = corefeval.agree({"one": {"a": one}, "other": {"a": other}}, metrics="mention")
    for chance in (CORPUS, DOCUMENT):
        found = agreement.coefficient("alpha", "masi", chance)
        assert found.value is None
        assert reason in found.reason
    assert "Undefined: " in str(agreement)


def test_one_mention_a_document_is_left_out_within_documents() -> None:
    """All its values are observed together: chance is estimated from the other documents, or not at all."""
    annotations = naive.drawn(3, 2, 2)
    longer = {name: {**own, "z": [[1]] if name == "a" else []} for name, own in annotations.items()}
    assert value(longer, "masi", DOCUMENT) == pytest.approx(value(annotations, "masi", DOCUMENT))
    assert value(longer, "masi", CORPUS) != pytest.approx(value(annotations, "masi", CORPUS))
    alone = corefeval.agree({"a": {"y": [[1]], "z": [[1]]}, "b": {"y": [[1]], "z": []}}, metrics="mention")
    assert alone.coefficient("alpha", "masi", CORPUS).value is not None
    assert "one mention per document" in alone.coefficient("alpha", "masi", DOCUMENT).reason


def test_order_and_names_change_nothing() -> None:
    """Annotators in another order, chains and documents in another order: the same number to the last bit."""
    annotations = naive.drawn(7, 3, 4)
    turned = {
        name: {document: [[*chain][::-1] for chain in own[document]][::-1] for document in [*own][::-1]}
        for name, own in reversed(annotations.items())
    }
    for chance in (CORPUS, DOCUMENT):
        assert value(annotations, "masi", chance) == value(turned, "masi", chance)


def test_a_large_text_takes_no_longer_than_its_mentions() -> None:
    """A document of 100,000 mentions in a moment, where pairs of values would be ten billion; chains recur every hundred."""

    def both(count: int) -> dict[str, list[list[int]]]:
        return {
            name: [list(range(start, start + size)) for start in range(0, count, size)]
            for name, size in (("one", 20), ("other", 25))
        }

    agreement = corefeval.agree(both(100_000), metrics="mention", resamples=0)
    begin = time.perf_counter()
    Alpha("masi").count(agreement.units)
    assert time.perf_counter() - begin < 5
    small = corefeval.agree(both(100), metrics="mention", resamples=0).coefficient("alpha", "masi")
    assert agreement.coefficient("alpha", "masi").observed == pytest.approx(small.observed)
