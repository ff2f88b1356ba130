"""Problems as data: what they are made of, and how those of pieces become those of a file."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import chain
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.problems import Place, Problem, Scope, Severity, merge, repaired

LINE = Place("f", 3)


def test_a_problem_has_no_text_of_its_own() -> None:
    """Nothing can read a sentence off it but the renderer."""
    problem = Problem("CE021", "no-mention-open", LINE, "1)", eid="1")
    assert not {"message", "said", "hint"} & set(dir(problem))


@pytest.mark.parametrize(("code", "kind"), [("CE999", "no-such-file"), ("CE001", "no-such-kind")])
def test_unknown_codes_and_kinds_are_refused(code: str, kind: str) -> None:
    """A problem that cannot be told cannot be made."""
    with pytest.raises(KeyError):
        Problem(code, kind)


def test_arguments_are_plain_data() -> None:
    """Lists become tuples and numbers of numpy plain numbers, so that problems can be compared, hashed and sent."""
    one = Problem("CE130", "no-document-in-common", names=["a", "b"], number=np.int64(3))
    other = Problem("CE130", "no-document-in-common", names=("a", "b"), number=3)
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert type(one["number"]) is int


def test_an_object_is_kept_as_it_is_shown() -> None:
    """What is refused may be anything: its text and its repr stay."""
    kept = Problem("CE050", "no-value-jobs", jobs={1})["jobs"]
    assert (f"{kept}", f"{kept!r}") == ("{1}", "{1}")
    again = pickle.loads(pickle.dumps(Problem("CE050", "no-value-jobs", jobs=Scope)))["jobs"]
    assert repr(again) == repr(Scope)


def test_having_replaces_arguments() -> None:
    """Arguments can be added and changed; all else stays."""
    problem = Problem("CE021", "no-mention-open", LINE, "1)", eid="1").having(eid="2", page="x")
    assert (problem["eid"], problem["page"], problem.place) == ("2", "x", LINE)


def test_scopes() -> None:
    """What has a line and no count is of the line; what is counted of the file; what has no file of the run."""
    assert Problem("CE021", "bracket-never-opened", LINE).scope is Scope.LINE
    assert Problem("CE015", "not-ended", LINE, count=2).scope is Scope.FILE
    assert Problem("CE003", "no-document", Place("f")).scope is Scope.FILE
    assert Problem("CE045", "no-mentions").scope is Scope.RUN


def test_moving_moves_the_other_line_too() -> None:
    """A problem of a piece names lines of the file."""
    problem = Problem("CE024", "ends-in-other-sentence", LINE, other_line=5).moved(10)
    assert (problem.place.line, problem["other_line"]) == (13, 15)
    whole = Problem("CE003", "no-document", Place("f"))
    assert whole.moved(10) == whole


def test_merging_adds_counts_and_lists_places() -> None:
    """Of a file: each place in its order, behind them what is counted, once, where the first of it is."""
    at = [Problem("CE021", "bracket-never-opened", Place("f", line), f"{line})") for line in (1, 7)]
    counted = [
        Problem("CE015", "not-ended", Place("f", line), severity=Severity.WARNING, count=count)
        for line, count in ((2, 1), (9, 3))
    ]
    found = merge([[counted[0], at[0]], [at[1], counted[1]]])
    assert found[:2] == at
    assert [(each.code, each.count, each.place.line) for each in found[2:]] == [("CE015", 4, 2)]


def test_merging_keeps_kinds_sides_and_arguments_apart() -> None:
    """Only what differs in nothing but its count and its place is one."""
    of = [
        Problem("CE042", "heads-from-tree", count=1, mentions=2, side=side, lacking=0)
        for side in ("key", "response", "key")
    ]
    assert [(each["side"], each.count) for each in merge([[each] for each in of])] == [
        ("key", 2),
        ("response", 1),
    ]


def test_merging_tells_some_parts_last() -> None:
    """Where a reader looks links up behind all documents, so are their problems told."""
    link = Problem("CE035", "no-mention-here", LINE, part="bridging", field="Bridge", entity="e")
    other = Problem("CE021", "bracket-never-opened", Place("f", 9))
    assert merge([[link], [other]], {"bridging"}) == [other, link]
    assert merge([[link], [other]]) == [link, other]


def test_a_repair_holds_the_fault() -> None:
    """What was wrong can be read off what was done about it."""
    fault = Problem("CE021", "bracket-never-opened", LINE, "1)")
    done = repaired(fault, "dropped")
    assert (done.code, done.kind, done.severity) == ("CE048", "dropped", Severity.WARNING)
    assert (done["fault"], done.place, done.text) == (fault, LINE, "1)")


def places(*lines: int) -> st.SearchStrategy[Place]:
    """Draw places of two files, on some of these lines; 0 is the whole file."""
    return st.builds(Place, st.sampled_from("fg"), st.sampled_from(lines))


OF_LINES = st.builds(
    lambda place, text, part: Problem("CE021", "bracket-never-opened", place, text, part=part),
    places(1, 2, 3),
    st.sampled_from(["1)", "2)"]),
    st.sampled_from(["", "bridging"]),
)
COUNTED = st.one_of(
    st.builds(
        lambda place, text, count, severity: Problem(
            "CE015", "not-ended", place, text, count=count, severity=severity
        ),
        places(0, 1, 2, 3),
        st.sampled_from(["", "x"]),
        st.integers(1, 5),
        st.sampled_from(Severity),
    ),
    st.builds(
        lambda side, count: Problem(
            "CE042", "heads-from-tree", count=count, side=side, mentions=2, lacking=0
        ),
        st.sampled_from(["key", "response"]),
        st.integers(1, 5),
    ),
)
OF_FILES = st.builds(lambda place: Problem("CE003", "no-document", place), places(0))
PIECES = st.lists(st.lists(st.one_of(OF_LINES, COUNTED, OF_FILES), max_size=6), max_size=5)


def counts(problems: list[Problem]) -> Counter[Problem]:
    """Return how many there are of what is counted, by all that tells one kind of it from another."""
    found: Counter[Problem] = Counter()
    for problem in problems:
        if problem.count:
            found[problem.group] += problem.count
    return found


@given(PIECES)
def test_merging_lists_lines_and_adds_the_rest(pieces: list[list[Problem]]) -> None:
    """Problems of lines follow each other as in the pieces; all others come after them by line, each once, with the sum."""
    given_ones = list(chain.from_iterable(pieces))
    lines = [problem for problem in given_ones if problem.scope is Scope.LINE]
    found = merge(pieces)
    rest = found[len(lines) :]
    assert found[: len(lines)] == lines
    assert counts(rest) == counts(given_ones)
    others = [problem for problem in given_ones if problem.scope is not Scope.LINE]
    assert Counter(problem.group for problem in rest) == Counter({problem.group for problem in others})
    assert [problem.place.line for problem in rest] == sorted(problem.place.line for problem in rest)
    first = {problem.group: problem for problem in reversed(others)}
    assert [(each.place, each.text) for each in rest] == [
        (first[each.group].place, first[each.group].text) for each in rest
    ]


@given(PIECES, st.randoms(use_true_random=False))
def test_the_order_of_pieces_changes_no_count(pieces: list[list[Problem]], random: Random) -> None:
    """Whichever piece comes first, the counts are the same, and so are the problems of lines but for their order."""
    shuffled = random.sample(pieces, len(pieces))
    one, other = merge(pieces), merge(shuffled)
    assert counts(one) == counts(other)
    assert Counter(problem.group for problem in one) == Counter(problem.group for problem in other)


@given(PIECES, st.integers(0, 5))
def test_how_a_file_is_cut_changes_nothing(pieces: list[list[Problem]], cut: int) -> None:
    """Merging what was merged gives what merging all at once gives, as workers and folders need it."""
    assert merge([merge(pieces[:cut]), merge(pieces[cut:])]) == merge(pieces)
    assert merge([list(chain.from_iterable(pieces))]) == merge(pieces)


@given(PIECES)
def test_parts_that_are_last_keep_their_order(pieces: list[list[Problem]]) -> None:
    """Naming parts to be told last moves only the problems of lines about these, and keeps the order of each."""
    plain, sorted_ones = merge(pieces), merge(pieces, {"bridging"})
    lines = [problem for problem in plain if problem.scope is Scope.LINE]
    moved = [problem for problem in lines if problem.part]
    assert sorted_ones == [
        *(problem for problem in lines if not problem.part),
        *moved,
        *plain[len(lines) :],
    ]
