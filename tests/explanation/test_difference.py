"""What one system mends and breaks against another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import compare, score
from corefeval.examples import FOLDER
from corefeval.explanation import Decision, ErrorClass, explain
from corefeval.explanation.decisions import RIGHT
from corefeval.explanation.difference import Difference, difference
from corefeval.problems import UsageError
from tests.corpora import clusters
from tests.refuses import refuses

KEY = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]]}
FIRST = {"a": [[1, 2], [4, 5, 9]], "b": [[1, 2], [7, 8]]}
SECOND = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 3], [7, 8]]}


@pytest.fixture(scope="module")
def small() -> Difference:
    """The second finds 3 and drops the inventions 9; it misses 2 in the other document and invents 3 there."""
    return difference(KEY, FIRST, SECOND, metrics="bcub,muc")


def test_inventions_that_are_dropped_are_mended(small: Difference) -> None:
    """By mention: 3 is found and 9 is gone; 2 is missed and 3 invented; what both invent is neither."""
    found = {(each.change, each.document, each.mention.text) for each in small.changed()}
    assert found == {
        ("fixed", "a", "3"),
        ("fixed", "a", "9"),
        ("broken", "b", "2"),
        ("broken", "b", "3"),
    }
    everything = small.by("document")[-1]
    assert (everything.fixed, everything.broken, everything.dropped, everything.added) == (1, 1, 1, 1)
    assert everything.inventions == (3, 3)
    assert everything.mentions == 7


def test_errors_by_class(small: Difference) -> None:
    """By class: a missing and an extra mention are fixed, a missing and an extra mention are new, an extra entity stays."""
    counts = {
        each.error_class: (each.before, each.fixed, each.broken, each.after)
        for each in small.by_class
        if each.before or each.after
    }
    assert counts == {
        ErrorClass.SPURIOUS_MENTION: (1, 1, 1, 1),
        ErrorClass.SPURIOUS_ENTITY: (1, 0, 0, 1),
        ErrorClass.MISSING_MENTION: (1, 1, 1, 1),
        None: (3, 2, 2, 3),
    }
    assert [error.texts for error in small.fixed()] == [("3",), ("9",)]
    assert {error.texts for error in small.broken()} == {("2",), ("3",)}


def test_an_error_that_only_changed_its_shape_is_neither() -> None:
    """A part of three mentions that becomes one of two is still the same division."""
    found = difference([[1, 2, 3, 4, 5]], [[1, 2], [3, 4, 5]], [[1, 2, 3], [4, 5]], metrics="bcub")
    row = next(each for each in found.by_class if each.error_class is ErrorClass.SPLIT_ENTITY)
    assert (row.before, row.fixed, row.broken, row.after) == (1, 0, 0, 1)


def test_the_paired_test_is_that_of_compare(small: Difference) -> None:
    """Scores, difference and p are those that compare prints."""
    tests = compare(KEY, {"one": FIRST, "two": SECOND}, metrics="bcub,muc").tests
    assert [(test.difference, test.p, test.low) for test in small.tests] == [
        (test.difference, test.p, test.low) for test in tests
    ]


def test_one_document_has_no_test() -> None:
    """What one document shows is counted, and that it cannot be tested is said."""
    found = difference([[1, 2]], [[1, 2]], [[1, 3]], metrics="muc")
    assert found.tests[0].p is None
    assert found.tests[0].difference == -1
    assert "CE052" in {problem.code for problem in found.warnings}


def test_another_key_is_refused() -> None:
    """Explanations of different keys do not belong together."""
    one, other = (explain([[1, 2]], response) for response in ([[1, 2]], [[1, 3]]))
    wrong = explain([[1, 2, 3]], [[1, 2]])
    assert Difference(("a", "b"), one, other).mentions.is_broken.sum() == 2
    with refuses(UsageError, "CE051", "systems-not-scored-against"):
        Difference(("a", "b"), one, wrong)


def test_spans_are_the_same_mention_in_both() -> None:
    """A wrong span that is put right is fixed; its spurious side, which goes with it, too."""
    key, cautious, eager = (FOLDER / f"{name}.conllu" for name in ("key", "cautious", "eager"))
    there = difference(key, cautious, eager, match="exact")
    back = difference(key, eager, cautious, match="exact")
    assert there.names == ("cautious", "eager")
    assert [each.to_dict() for each in there.changed("fixed")] != []
    turned = {(each.document, each.mention.spans) for each in back.changed("broken")}
    assert {(each.document, each.mention.spans) for each in there.changed("fixed")} == turned


@given(key=clusters(), first=clusters(), second=clusters(), additional=clusters())
def test_against_sets_of_python(
    key: list[list[int]], first: list[list[int]], second: list[list[int]], additional: list[list[int]]
) -> None:
    """Mentions, inventions and errors are as sets say; points add up to the difference; there and back are mirror images."""
    gold = {"a": key, "b": additional}
    found = difference(
        gold, {"a": first, "b": []}, {"a": second, "b": additional}, metrics="bcub", undefined="zero"
    )
    back = difference(
        gold, {"a": second, "b": additional}, {"a": first, "b": []}, metrics="bcub", undefined="zero"
    )
    states = []
    for explanation in found.both:
        joint, names = explanation.joint, explanation.pairing.names
        state = {}
        for row in range(len(joint)):
            side = explanation.pairing.key if joint.key_mention[row] >= 0 else explanation.pairing.response
            mention = joint.key_mention[row] if joint.key_mention[row] >= 0 else joint.response_mention[row]
            assert side.mentions.objects is not None
            state[names[joint.document[row]], side.mentions.objects[mention]] = Decision(
                explanation.decision[row]
            )
        states.append(state)
    everything = set(states[0]) | set(states[1])
    right = [
        {place for place in everything if state.get(place, Decision.CORRECT_NEW) in RIGHT} for state in states
    ]
    told = {
        change: {(each.document, int(each.mention.text)) for each in found.changed(change)}
        for change in ("fixed", "broken")
    }
    assert told["fixed"] == right[1] - right[0]
    assert told["broken"] == right[0] - right[1]
    assert sum(found.decisions.values()) == len(everything)
    scores = [
        score(gold, response, metrics="bcub", undefined="zero")["bcub"]["f1"] or 0.0
        for response in ({"a": first, "b": []}, {"a": second, "b": additional})
    ]
    if any(map(len, gold.values())):
        assert found.by_class[-1].points["bcub"] == pytest.approx(100 * (scores[1] - scores[0]))
    assert found.is_fixed.tolist() == back.is_broken.tolist()
    members = [
        [
            (error.error_class, {(error.document, text) for text in error.texts})
            for error in explanation.errors
        ]
        for explanation in found.both
    ]
    for flags, own, other in (
        (found.is_fixed, members[0], members[1]),
        (found.is_broken, members[1], members[0]),
    ):
        for flag, (kind, mentions) in zip(flags.tolist(), own, strict=True):
            lasting = any(kind is theirs and mentions & parts for theirs, parts in other)
            assert flag is (not lasting)


@given(st.data())
def test_a_system_against_itself(data: st.DataObject) -> None:
    """Nothing is fixed and nothing broken."""
    key, response = data.draw(clusters()), data.draw(clusters())
    found = difference(key, response, response)
    assert found.changed() == []
    assert found.fixed() == found.broken() == []


def test_by_features_and_outcomes_there_and_back_are_mirror_images() -> None:
    """An invention of both systems is counted by the value that each system's has, so the order of the systems does not matter."""
    key = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]]}
    first = {"a": [[1, 2], [4, 5, 9]], "b": [[1, 2], [7, 8]]}
    second = {"a": [[1, 2, 3, 9], [4], [5, 7]], "b": [[1, 7], [8]]}
    there, back = difference(key, first, second), difference(key, second, first)
    found = [{each.value: each for each in one.by("entity-size")} for one in (there, back)]
    assert set(found[0]) == set(found[1])
    assert any(max(each.inventions) for each in found[0].values())
    for value, each in found[0].items():
        other = found[1][value]
        assert (each.fixed, each.broken, each.dropped, each.added) == (
            other.broken,
            other.fixed,
            other.added,
            other.dropped,
        )
        assert each.right == other.right[::-1]
        assert each.inventions == other.inventions[::-1]


@pytest.mark.parametrize("metric", ["dominant", "arcs.immediate", "arcs.anchor", "parent", "lmuc", "mitkov"])
def test_outcomes_are_those_of_each_system(metric: str) -> None:
    """What outcomes became sums up to the outcomes that each system has, and is the mirror image the other way round."""
    key, cautious, eager = (FOLDER / f"{name}.conllu" for name in ("key", "cautious", "eager"))
    there = difference(key, cautious, eager, metrics=metric)
    back = difference(key, eager, cautious, metrics=metric)
    assert set(there.outcomes) == {metric}
    cells = there.outcomes[metric]
    assert {(second, first): count for (first, second), count in cells.items()} == back.outcomes[metric]
    for place, each in enumerate(there.both):
        counts: dict[str, int] = {}
        for pair, count in cells.items():
            name = pair[place]
            if name is not None:
                counts[name] = counts.get(name, 0) + count
        assert counts == {name: count for name, count in each.outcomes[metric].counts.items() if count}
    plain = there.to_dict()["outcomes"][metric]
    assert sum(cell["mentions"] for cell in plain) == sum(cells.values())
    assert difference(key, cautious, eager).outcomes == {}


def test_old_names_of_changes_work(small: Difference) -> None:
    """`mended`, the name up to 0.9.0, means `fixed` as a method, a change and a section."""
    assert small.mended() == small.fixed()
    assert small.changed("mended") == small.changed("fixed")
    with pytest.raises(UsageError):
        small.changed("x")


def test_errors_have_their_features_if_no_repair_can_be_scored() -> None:
    """Metrics of mention types cannot score repairs; the errors that two systems fix or make have features all the same."""
    key, system = (FOLDER / f"{name}.conllu" for name in ("key", "cautious"))
    found = difference(key, system, key, metrics="lceafm", show=("fixed", "broken"), by=("spread",))
    assert not found.first.repaired
    assert {row["by spread"] for row in found.rows().rows} == {"0–20 words", "21–100 words"}
