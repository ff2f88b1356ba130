"""Link errors and decisions."""

from __future__ import annotations

from hypothesis import given

from corefeval import score
from corefeval.explanation import Decision, Explanation, explain
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import UsageError
from tests.explanation.slow_explain import Clusters, cases, types
from tests.refuses import refuses

Case = tuple[Clusters, Clusters, frozenset[int]]

LINKED = (Decision.CORRECT_ANAPHORIC, Decision.WRONG_LINK, Decision.WRONG_LINK_CLOSEST)
KEY_LINKS = (*LINKED, Decision.FALSE_NEW, Decision.FALSE_NEW_MISSING)
RESPONSE_LINKS = (*LINKED, Decision.FALSE_ANAPHORIC_FIRST, Decision.FALSE_ANAPHORIC_SPURIOUS)


@given(cases(smallest=1))
def test_link_errors_are_what_muc_misses(case: Case) -> None:
    """Recall errors are MUC's missing links and precision errors its spurious links, for either tree."""
    key, response, pronouns = case
    counts = score(key, response, metrics="muc").counts["muc"].totals()
    for tree in ("accessibility", "closest"):
        links = explain(key, response, types=types(pronouns), antecedents=tree).links
        assert len(links.recall) == counts["recall_denominator"] - counts["recall_numerator"]
        assert len(links.precision) == counts["precision_denominator"] - counts["precision_numerator"]


@given(cases(smallest=1))
def test_decisions_add_up_to_links(case: Case) -> None:
    """Anaphoric mentions of the key are its links, and those of the response its links."""
    key, response, pronouns = case
    explanation = explain(key, response, types=types(pronouns))
    found = explanation.decisions()
    assert sum(found[one] for one in KEY_LINKS) == sum(len(entity) - 1 for entity in key)
    assert sum(found[one] for one in RESPONSE_LINKS) == sum(len(entity) - 1 for entity in response)
    assert sum(found.values()) == len(explanation.joint)
    assert sum(explanation.decisions_by_type().values()) == len(explanation.joint)


def pairs(explanation: Explanation) -> list[tuple[int, int]]:
    """The recall errors as rows; the cases below have one mention a row, numbered from 0."""
    links = explanation.links.recall
    return list(zip(links.anaphor.tolist(), links.antecedent.tolist(), strict=True))


def test_antecedents_by_accessibility() -> None:
    """A name prefers the closest name, else nominal; a pronoun takes the closest (Martschat and Strube 2014)."""
    kinds = {0: "name", 1: "nominal", 2: "pronoun", 3: "name", 4: "pronoun", 5: "nominal"}
    key = [[0, 1, 2, 3, 4, 5]]
    assert pairs(explain(key, [[6, 7]], types=kinds)) == [(1, 0), (2, 1), (3, 0), (4, 3), (5, 3)]
    closest = explain(key, [[6, 7]], types=kinds, antecedents="closest")
    assert pairs(closest) == [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]
    kinds = {0: "pronoun", 1: "nominal", 2: "pronoun", 3: "name"}
    assert pairs(explain([[0, 1, 2, 3]], [[6, 7]], types=kinds)) == [(1, 0), (2, 1), (3, 1)]


def test_link_errors_by_type() -> None:
    """Errors are counted by the types of anaphor and antecedent."""
    kinds = {0: "name", 1: "pronoun", 2: "pronoun"}
    by_type = explain([[0, 1, 2]], [[1, 2]], types=kinds).links.recall.by_type()
    assert by_type == {(MentionType.PRONOUN, MentionType.NAME): 1}


def test_wrong_link_with_a_right_one_before() -> None:
    """The mention before is wrong, but an earlier one of the entity is right."""
    found = explain([[0, 1, 3], [2, 4]], [[0, 1, 2, 3], [4, 5]]).decision
    labels = [Decision(one).label for one in found.tolist()]
    assert labels == ["CN", "CA", "FA-first", "WL-closest", "FN-new", "FA-spurious"]
    assert Decision.WRONG_LINK_CLOSEST.meaning.endswith("an earlier one right")


def test_unknown_tree_is_refused() -> None:
    """The message names the choices."""
    with refuses(UsageError, "CE050", "no-such-name", names=("accessibility", "closest")):
        explain([[1, 2]], [[1, 2]], antecedents="nearest")
