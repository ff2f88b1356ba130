"""LMetrics against Table 1 of Chen and Ng (2013), and against spanning trees built link by link."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval import score
from corefeval.linguistics.scheme_files import scheme_named, scheme_of
from corefeval.metrics import parse_metric
from corefeval.metrics.lmetrics import LinguisticMetric, WeighedMetric, forest, joining_tree, spanning_tree
from corefeval.pairing import pair
from corefeval.problems import Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import numbered
from tests.metrics.scoring import TYPES, counts, golden, pairing, scores
from tests.refuses import refuses

NAMES = {"LMUC": "lmuc", "LB3": "lbcub", "LCEAFm": "lceafm", "LCEAFe": "lceafe"}
CLASSIC = {"MUC": "muc", "B3": "bcub", "CEAFm": "ceafm", "CEAFe": "ceafe"}
PARTS = {"R": "recall", "P": "precision", "F": "f1"}
WEIGHTS = ("name", "nominal", "pronoun", "singleton")


def table() -> Any:
    """Return the golden values of the paper's figure 2."""
    return golden("papers.json")["lmetrics"]


def types(found: Mapping[str, str]) -> dict[int, str]:
    """Return mention types as files give them."""
    return {int(mention): TYPES[kind] for mention, kind in found.items()}


def test_table_1() -> None:
    """All 120 numbers of Table 1 are reproduced: five responses, eight metrics, recall, precision and F."""
    data = table()
    checked = 0
    for response, chains in data["responses"].items():
        paired = pairing(data["key"], chains, types(data["types"]))
        printed = {CLASSIC[name]: values["paper"] for name, values in data["ometrics"][response].items()}
        printed |= {NAMES[name]: values["paper"] for name, values in data["lmetrics"][response]["W4"].items()}
        for name, expected in printed.items():
            found = scores(name, paired)
            for part, value in zip(PARTS.values(), expected, strict=True):
                assert 100 * found[part] == pytest.approx(value, abs=0.0501), (response, name, part)
                checked += 1
    assert checked == 120


@pytest.mark.parametrize("weights", ["W1", "W2", "W3", "W4", "W5"])
def test_named_weights(weights: str) -> None:
    """The curves of Figure 3 at the five sets of weights."""
    data = table()
    for response, chains in data["responses"].items():
        paired = pairing(data["key"], chains, types(data["types"]))
        for name, expected in data["lmetrics"][response][weights].items():
            found = scores(f"{NAMES[name]}(weights={weights})", paired)
            for letter, part in PARTS.items():
                assert found[part] == pytest.approx(expected[letter], abs=1e-6)


@pytest.mark.parametrize("case", ["intro_R1", "intro_R2", "nonmonotone", "twinless_as_singleton_part"])
def test_worked_cases(case: str) -> None:
    """The paper's introduction, weights in another order, and a mention the key does not have."""
    data = table()["extra"][case]
    paired = pairing(data["key"], data["response"], types(data["types"]))
    chosen = ",".join(f"{name}={value}" for name, value in zip(WEIGHTS, data["W"], strict=True))
    for name, expected in data["expect"].items():
        found = scores(f"{NAMES[name]}({chosen})", paired)
        for letter, part in PARTS.items():
            assert found[part] == pytest.approx(expected[letter], abs=1e-6)


def test_precision_is_not_recall_with_sides_exchanged() -> None:
    """Figure 2 (a): LCEAFe's precision is .4538, its recall with key and response exchanged .4744; its formula has both."""
    data = table()
    kinds = types(data["types"])
    there, back = (
        scores("lceafe", pairing(*sides, kinds))
        for sides in ((data["key"], data["responses"]["a"]), (data["responses"]["a"], data["key"]))
    )
    assert there["precision"] == pytest.approx(0.4538, abs=5e-5)
    assert back["recall"] == pytest.approx(0.4744, abs=5e-5)
    for name in NAMES.values():
        assert not parse_metric(name).holds("swaps")


def test_introduction() -> None:
    """Hillary Clinton with she scores more than she with she; the classic metrics see no difference (section 1)."""
    kinds = {1: "name", 3: "pronoun", 4: "pronoun"}
    with_name, without = (
        pairing([[1, 3, 4]], response, kinds) for response in ([[1, 3], [4]], [[1], [3, 4]])
    )
    for name, better, worse in (("lmuc", 0.5, 2 / 7), ("lbcub", 4 / 9, 4 / 15)):
        assert scores(name, with_name)["f1"] == pytest.approx(better)
        assert scores(name, without)["f1"] == pytest.approx(worse)
    for name in CLASSIC.values():
        assert scores(name, with_name) == scores(name, without)
    assert scores("lconll", with_name)["f1"] == pytest.approx((0.5 + 4 / 9 + 4 / 9) / 3)


def test_claims_of_section_4() -> None:
    """The statements of sections 4.2 and 4.3 about the weights are true."""
    data = table()

    def f1(name: str, response: str) -> float:
        return scores(name, pairing(data["key"], data["responses"][response], types(data["types"])))["f1"]

    for response in "abcde":
        assert f1("lmuc(weights=W1)", response) == pytest.approx(f1("muc", response), abs=1e-6)
        for name in ("lbcub", "lceafe"):
            assert f1(name, response) == pytest.approx(f1(f"{name}(singleton=.01)", response))
    for name in NAMES.values():
        assert f1(name, "b") < f1(name, "c") < f1(name, "d")
    assert f1("lceafm(weights=W1)", "a") > f1("lceafm(weights=W1)", "e")
    assert f1("lceafm(weights=W3)", "a") < f1("lceafm(weights=W3)", "e")


def test_closed_forms_of_the_specification() -> None:
    """The spanning trees equal those computed by hand."""
    data = table()
    for case in data["closed_form"]:
        assert spanning_tree(np.array([case["counts"]]), np.array(case["W"]))[0] == pytest.approx(case["mst"])
    for case in data["closed_form_et"]:
        assert _closed_joining(case["parts"], case["W"]) == pytest.approx(case["et"])


def _closed_joining(parts: Sequence[Sequence[int]], weights: Sequence[float]) -> float:
    summary = [
        len(parts),
        sum(1 for part in parts if part[1] or part[2]),
        sum(1 for part in parts if part[2]),
    ]
    counts = np.array([np.sum(parts, axis=0)])
    return float(joining_tree(np.array([summary]), counts, np.array(weights))[0])


def _heaviest_tree(nodes: Iterable[Any], weight: Callable[[Any, Any], float]) -> float:
    """Return the weight of a maximum spanning tree, grown link by link from the first node (Prim 1957)."""
    left = list(nodes)
    tree, total = [left.pop(0)] if left else [], 0.0
    while left:
        best = max(left, key=lambda node: max(weight(node, inside) for inside in tree))
        total += max(weight(best, inside) for inside in tree)
        left.remove(best)
        tree.append(best)
    return total


def _link(weights: Sequence[float]) -> Callable[[int, int], float]:
    return lambda one, other: weights[min(one, other)]


def test_spanning_trees_link_by_link() -> None:
    """The closed forms equal trees grown link by link, for thousands of chains and any order of weights."""
    random = np.random.default_rng(13)
    counts = random.integers(0, 4, (2000, 3))
    weights = random.permuted(random.choice([0.0, 0.2, 0.5, 0.75, 1.0], (2000, 3)), axis=1)
    for chain, chosen in zip(counts, weights, strict=True):
        mentions = np.repeat(np.arange(3), chain).tolist()
        expected = _heaviest_tree(mentions, _link(chosen.tolist()))
        assert spanning_tree(chain[None], chosen)[0] == pytest.approx(expected)


def test_joining_trees_link_by_link() -> None:
    """The tree that joins the parts of a response chain takes the heaviest link between any two of them."""
    random = np.random.default_rng(17)
    for _ in range(1500):
        parts = [
            tuple(part) for part in random.integers(0, 3, (random.integers(1, 5), 3)).tolist() if any(part)
        ]
        weights = random.choice([0.0, 0.2, 0.5, 0.75, 1.0], 3).tolist()
        link = _link(weights)
        numbered = list(enumerate(parts))

        def between(
            one: tuple[int, tuple[int, ...]],
            other: tuple[int, tuple[int, ...]],
            link: Callable[[int, int], float] = link,
        ) -> float:
            return max(link(a, b) for a in range(3) for b in range(3) if one[1][a] and other[1][b])

        if parts:
            assert _closed_joining(parts, weights) == pytest.approx(_heaviest_tree(numbered, between))


KINDS = ("name", "nominal", "pronoun")


def _by_hand(
    key: Sequence[frozenset[int]],
    response: Sequence[frozenset[int]],
    kind: Mapping[int, int],
    w: Sequence[float],
    links: Sequence[float] = (),
) -> dict[str, tuple[float, float]]:
    """Return recall and precision of the four metrics, set by set, as the paper writes them.

    The weights of links, the most telling kind first, are the first three of all, unless given.
    """
    from scipy.optimize import linear_sum_assignment

    links = links or w

    def tree(mentions: Iterable[int]) -> float:
        return _heaviest_tree(sorted(mentions), lambda a, b: links[min(kind[a], kind[b])])

    def common(k: frozenset[int], s: frozenset[int]) -> float:
        both = k & s
        if len(both) > 1:
            return tree(both)
        return w[3] if len(both) == len(k) == len(s) == 1 else 0.0

    def of_response(s: frozenset[int]) -> float:
        if len(s) == 1:
            return w[3]
        parts = [k & s for k in key if k & s]
        parts += [frozenset([m]) for m in s - frozenset().union(*parts)]
        joined = _heaviest_tree(
            parts, lambda one, other: max(links[min(kind[a], kind[b])] for a in one for b in other)
        )
        return joined + sum(common(k, s) for k in key)

    wk = [tree(k) if len(k) > 1 else w[3] for k in key]
    ws = [of_response(s) for s in response]
    wc = np.array([[common(k, s) for s in response] for k in key])
    phi = 2 * wc / (np.array(wk)[:, None] + np.array(ws))
    size = np.array([[len(k & s) for s in response] for k in key])
    best_m = wc[linear_sum_assignment(wc, maximize=True)].sum()
    best_e = phi[linear_sum_assignment(phi, maximize=True)].sum()
    return {
        "lmuc": (wc.sum() / sum(wk), wc.sum() / sum(ws)),
        "lbcub": (
            (size * wc / np.array(wk)[:, None]).sum() / sum(map(len, key)),
            (size * wc / np.array(ws)).sum() / sum(map(len, response)),
        ),
        "lceafm": (best_m / sum(wk), best_m / sum(ws)),
        "lceafe": (best_e / len(key), best_e / len(response)),
    }


@settings(max_examples=35, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 2)), min_size=3, max_size=11),
    st.sampled_from([(1, 0.75, 0.5, 1), (1, 0.5, 0.25, 1), (0.2, 0.5, 1, 0.7)]),
)
def test_definitions(rows: list[tuple[int, int, int]], weights: tuple[float, ...]) -> None:
    """On random chains the four metrics equal their definitions; -1 is a mention that one side lacks."""
    sides = [
        [[m for m, row in enumerate(rows) if row[side] == label] for label in range(4)] for side in (0, 1)
    ]
    key, response = ([chain for chain in side if chain] for side in sides)
    if not key or not response:
        return
    kind = {m: row[2] for m, row in enumerate(rows)}
    paired = pairing(key, response, {m: KINDS[value] for m, value in kind.items()})
    expected = _by_hand([frozenset(c) for c in key], [frozenset(c) for c in response], kind, weights)
    chosen = ",".join(f"{name}={value}" for name, value in zip(WEIGHTS, weights, strict=True))
    for name, (recall, precision) in expected.items():
        found = scores(f"{name}({chosen})", paired)
        assert (found["recall"], found["precision"]) == pytest.approx((recall, precision))


SCHEME = """name = "weighty"
[types]
name = "n"
nominal = "c"
pronoun = "q"
[weights]
"role:title" = 0.9
event = 0.6
zero = 0.1
singleton = 0.7
[[levels]]
name = "class"
values = { n = "name", c = "noun", q = "pronoun" }
"""
FIVE = ("name", "title", "nominal", "event", "pronoun", "zero")
FIVE_WEIGHTS = (1.0, 0.9, 0.75, 0.6, 0.5, 0.1, 0.7)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 5)), min_size=3, max_size=12)
)
def test_weights_of_a_scheme(rows: list[tuple[int, int, int]]) -> None:
    """Any mention types can have weights (section 3.1: the user's choice); a link has the weight of its heavier mention."""
    sides = [
        [[m for m, row in enumerate(rows) if row[side] == label] for label in range(4)] for side in (0, 1)
    ]
    key, response = ([chain for chain in side if chain] for side in sides)
    if not key or not response:
        return
    kind = {m: row[2] for m, row in enumerate(rows)}
    roles = {m: {"role": "title"} for m, value in kind.items() if FIVE[value] == "title"}
    kinds = {m: FIVE[value].replace("title", "pronoun") for m, value in kind.items()}
    ours, theirs = (
        numbered([side], kinds, length=len(rows), attributes={0: {"role": ""}, **roles})
        for side in (key, response)
    )
    scheme = scheme_of(tomllib.loads(SCHEME))
    weights = (*FIVE_WEIGHTS[:3], FIVE_WEIGHTS[6])
    by_hand = _by_hand(
        [frozenset(c) for c in key], [frozenset(c) for c in response], kind, weights, FIVE_WEIGHTS
    )
    paired = pair(ours, theirs, Settings(), Problems())
    for name, (recall, precision) in by_hand.items():
        metric = parse_metric(name)
        assert isinstance(metric, LinguisticMetric)
        metric.take(scheme)
        found = metric.score(paired.count(metric).totals())
        assert (float(found["recall"]), float(found["precision"])) == pytest.approx((recall, precision))
        if name != "lceafe":
            added = metric.shares(paired)
            assert added is not None
            for column, value in added.count(paired).totals().items():
                assert value == pytest.approx(paired.count(metric).totals()[column])


def test_scheme_and_metric(tmp_path: Path) -> None:
    """A scheme's weights apply, also in the average, unless the metric sets its own; the signature names the scheme."""
    path = tmp_path / "weighty.toml"
    path.write_text(SCHEME.replace('"role:title" = 0.9\n', ""))
    spans = [[0, 0], [1, 1], [2, 2]]
    key = {
        "doc_key": "d",
        "tokens": ["Ada", "ran", "it"],
        "clusters": [spans],
        "mentions": [{"span": spans[0], "type": "event"}, *({"span": s, "type": "zero"} for s in spans[1:])],
    }
    response = {**key, "clusters": [spans[1:], spans[:1]]}
    found = score(key, response, metrics="lmuc,lmuc(weights=W5)", scheme=path)
    assert found["lmuc"]["recall"] == pytest.approx(0.1 / (0.6 + 0.6))
    assert found["lmuc"]["precision"] == pytest.approx(0.1 / (0.1 + 0.7))
    assert found["lmuc(weights=W5)"]["recall"] == pytest.approx(0.25 / (0.5 + 0.5))
    assert str(scheme_named(str(path)).identity) in str(found.signature)
    assert score(key, key, metrics="lconll", scheme=path)["lconll"]["f1"] == 1
    assert [problem.code for problem in found.warnings] == ["CE040"]
    path.write_text(SCHEME.replace("zero = 0.1", "zero = -0.1"))
    with refuses(UsageError, "CE110", "weights-negative"):
        score(key, response, metrics="lmuc", scheme=path)


def test_weights_of_nothing() -> None:
    """An entity of weight 0 is right if it is found exactly: the limit of the paper's tiny weights."""
    kinds = dict.fromkeys(range(5), "pronoun")
    same = pairing([[0, 1], [2]], [[0, 1], [2]], kinds)
    for name in ("lbcub", "lceafe"):
        assert scores(f"{name}(pronoun=0,singleton=0)", same)["f1"] == 1
    other = pairing([[0, 1], [2]], [[0, 1, 2]], kinds)
    assert scores("lbcub(pronoun=0,singleton=0)", other)["recall"] == 0


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("lbcub(name=1,nominal=.75,pronoun=.5,singleton=1)", "lbcub"),
        ("lmuc(weights=W4)", "lmuc"),
        ("lmuc(weights=W5)", "lmuc(weights=W5)"),
        ("lceafe(weights=W5,pronoun=.4)", "lceafe(weights=W5,pronoun=0.4)"),
        ("lconll(singleton=.5)", "lconll(singleton=0.5)"),
    ],
)
def test_names(name: str, full: str) -> None:
    """Parameters go through the name and back."""
    metric = parse_metric(name)
    assert metric.full_name == full
    assert parse_metric(full).values == metric.values


def test_average_uses_the_weights() -> None:
    """The average uses its parts with the same weights."""
    data = table()
    paired = pairing(data["key"], data["responses"]["e"], types(data["types"]))
    parts = [scores(f"{name}(weights=W5)", paired)["f1"] for name in ("lmuc", "lbcub", "lceafe")]
    assert scores("lconll(weights=W5)", paired)["f1"] == pytest.approx(sum(parts) / 3)


@pytest.mark.parametrize("name", ["lmuc(name=-1)", "lmuc(weights=W6)"])
def test_impossible_weights(name: str) -> None:
    """Negative weights and sets of weights that do not exist are refused."""
    with pytest.raises(UsageError):
        parse_metric(name)


def test_other_kinds_of_mentions() -> None:
    """Zeros, adverbs and similar types have the weight of pronouns, events that of nominals."""
    chains = [[1, 2, 3]], [[1, 2], [3]]
    for kind, like in (
        ("zero", "pronoun"),
        ("adverb", "pronoun"),
        ("ellipsis", "pronoun"),
        ("event", "nominal"),
    ):
        one, other = (pairing(*chains, {1: "name", 2: label, 3: label}) for label in (kind, like))
        assert scores("lbcub", one) == scores("lbcub", other)


@pytest.mark.parametrize(
    "metric", ["lmuc", "lbcub", "lceafm", "lceafe", "lmuc(singleton=0)", "lbcub(name=.2,pronoun=.9)"]
)
def test_outcomes_mention_by_mention(metric: str) -> None:
    """In random chains the outcome of a mention follows from its shares in recall and precision."""
    chosen = parse_metric(metric)
    assert isinstance(chosen, WeighedMetric)
    seen = set()
    for seed in range(80):
        draw = random.Random(seed)
        sides = [
            [chain for chain in ([m for m in range(7) if label[m] == c] for c in range(4)) if chain]
            for label in ([draw.randrange(-1, 4) for _ in range(7)] for _ in range(2))
        ]
        if not all(sides):
            continue
        paired = pairing(sides[0], sides[1], {m: draw.choice(KINDS) for m in range(7)})
        adds, found = chosen.added(paired), chosen.outcomes(paired)
        ours, theirs = (corpus.mentions.first.tolist() for corpus in (paired.key, paired.response))
        for row, place in enumerate(ours):
            other = theirs.index(place) if place in theirs else None
            weights = [
                adds.key[f"recall_{part}"][row]
                + (0 if other is None else adds.response[f"precision_{part}"][other])
                for part in ("numerator", "denominator")
            ]
            if max(weights) <= 0:
                expected = None
            elif other is None:
                expected = "fn"
            elif weights[0] >= weights[1] - 1e-9:
                expected = "tp"
            else:
                expected = "part" if weights[0] > 0 else "wl"
            number = int(found.key[row])
            assert (found.names[number] if number >= 0 else None) == expected
            seen.add(expected)
        for row, place in enumerate(theirs):
            is_invented = place not in ours and adds.response["precision_denominator"][row] > 0
            number = int(found.response[row])
            assert (found.names[number] if number >= 0 else None) == ("fp" if is_invented else None)
    assert seen >= {"tp", "wl", "fn"}


def test_parts_of_entities_add_up() -> None:
    """In LCEAFe the shares of each key entity sum to 1, and the found shares to the similarity with its aligned entity."""
    metric = parse_metric("lceafe")
    assert isinstance(metric, WeighedMetric)
    for seed in range(60):
        draw = random.Random(seed)
        labels = [[draw.randrange(3) for _ in range(6)] for _ in range(2)]
        sides = [
            [chain for chain in ([m for m in range(6) if label[m] == c] for c in range(3)) if chain]
            for label in labels
        ]
        paired = pairing(sides[0], sides[1], {m: draw.choice(KINDS) for m in range(6)})
        adds, counted = metric.added(paired), counts(metric, paired)
        for part, side, corpus in (
            ("recall", adds.key, paired.key),
            ("precision", adds.response, paired.response),
        ):
            wholes = np.bincount(corpus.mentions.entity, side[f"{part}_denominator"])
            assert wholes == pytest.approx(np.ones(len(corpus.entities)))
            assert sum(side[f"{part}_numerator"]) == pytest.approx(counted[f"{part}_numerator"])
            # what is found in full lacks nothing; otherwise what the other does not have lacks the rest, each the same
            for entity in range(len(corpus.entities)):
                rows = np.flatnonzero(corpus.mentions.entity == entity)
                numerators, denominators = (
                    np.asarray(side[f"{part}_{half}"])[rows] for half in ("numerator", "denominator")
                )
                lacking = denominators[numerators == 0]
                if len(lacking) and len(lacking) < len(rows):
                    assert numerators[numerators > 0] == pytest.approx(denominators[numerators > 0])
                    assert lacking == pytest.approx(
                        np.full(len(lacking), (1 - numerators.sum()) / len(lacking))
                    )
                else:
                    assert denominators == pytest.approx(np.full(len(rows), 1 / len(rows)))


def test_forests_are_the_trees_that_are_weighed() -> None:
    """Each group has one tree: a root without a parent, links within the group, and the weight of the spanning tree."""
    random_ = np.random.default_rng(19)
    for _ in range(150):
        kinds = random_.integers(0, 3, 8)
        group = random_.integers(-1, 3, 8)
        weights = random_.permutation([0.3, 0.6, 1.0])
        rank = random_.permutation(8)
        found = forest(np.eye(3, dtype=bool)[kinds], group, rank, weights)
        assert (found.parent[group < 0] == -1).all()
        assert (found.weight[found.parent == -1] == 0).all()
        for chain in range(3):
            rows = np.flatnonzero(group == chain)
            if not len(rows):
                continue
            roots = rows[found.parent[rows] == -1]
            assert len(roots) == 1
            for row in rows.tolist():
                steps, node = 0, row
                while found.parent[node] != -1:
                    steps, node = steps + 1, int(found.parent[node])
                    assert group[node] == chain
                    assert steps < len(rows)
                assert node == roots[0]
            counts_ = np.bincount(kinds[rows], minlength=3)[None]
            assert found.weight[rows].sum() == pytest.approx(spanning_tree(counts_, weights)[0])


@pytest.mark.parametrize("metric", ["lmuc", "lbcub"])
def test_a_mention_that_the_response_has_is_not_missed(metric: str) -> None:
    """A mention that the response has is not missed, even if it is listed twice and counts twice."""
    chosen = parse_metric(metric)
    assert isinstance(chosen, WeighedMetric)
    for seed in range(60):
        draw = random.Random(seed)
        sides = [[draw.sample(range(6), draw.randrange(1, 4)) for _ in range(3)] for _ in range(2)]
        paired = pairing(
            sides[0],
            sides[1],
            {m: draw.choice(KINDS) for m in range(6)},
            settings=Settings(duplicates="keep"),
        )
        found = chosen.outcomes(paired)
        there = set(paired.response.mentions.first.tolist())
        for place, number in zip(paired.key.mentions.first.tolist(), found.key.tolist(), strict=True):
            is_missed = number >= 0 and found.names[number] == "fn"
            assert not (is_missed and place in there)
            assert is_missed or number < 0 or place in there


def test_the_first_mention_of_a_part_bears_its_link() -> None:
    """The response merges two pronouns and two names: the first pronoun, mention 0, joins the pronouns to the names."""
    kinds = {0: "pronoun", 1: "pronoun", 2: "name", 3: "name"}
    metric = parse_metric("lmuc")
    assert isinstance(metric, LinguisticMetric)
    hung = metric.hang(pairing([[0, 1], [2, 3]], [[0, 1, 2, 3]], kinds))
    assert (hung.joined > 0).tolist() == [True, False, False, False]


@pytest.mark.parametrize("weights", ["W4", "W5"])
def test_types_on_one_side_serve_both(weights: str) -> None:
    """Types that only one side states apply to the same spans of the other: 63.64, as with types on both sides."""
    data = table()
    kinds, metric = types(data["types"]), f"lmuc(weights={weights})"
    typed, untyped = (
        [numbered([chains], given, length=21) for chains in (data["key"], data["responses"]["c"])]
        for given in (kinds, {})
    )
    both = score(typed[0], typed[1], metrics=metric)[metric]
    assert score(typed[0], untyped[1], metrics=metric)[metric] == both
    assert score(untyped[0], typed[1], metrics=metric)[metric] == both
    if weights == "W5":
        assert both["precision"] == pytest.approx(0.6364, abs=0.00005)
