"""Units of dominant-mention scoring: targets of groups, chains without a dominant mention, roots."""

from __future__ import annotations

from collections.abc import Sequence

from corefeval.corpus.corpus import Corpus
from corefeval.metrics import parse_metric
from corefeval.metrics.outcomes import OutcomeMetric, Outcomes
from corefeval.pairing import pair
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.corpora import annotated

WORDS = ["Tom", "Jim", "they", "them", "he", "Ann"]
KINDS = {0: "name", 1: "name", 2: "pronoun", 3: "pronoun", 4: "pronoun", 5: "name"}
Links = Sequence[tuple[int, Sequence[int], str]]


def judged(metric: str, key: Links, response: Links) -> tuple[Outcomes, list[dict[int, int]]]:
    """Return the outcomes, and for key and response the number of the mention at each word."""
    corpora = [annotated(WORDS, links, types=KINDS) for links in (key, response)]
    found = parse_metric(metric)
    assert isinstance(found, OutcomeMetric)
    paired = pair(corpora[0], corpora[1], Settings(), Problems())
    rows = [_rows(paired.key), _rows(paired.response)]
    return found.outcomes(paired), rows


def _rows(corpus: Corpus) -> dict[int, int]:
    return {place: row for row, place in enumerate(corpus.mentions.first.tolist())}


def named(outcomes: Outcomes, rows: dict[int, int]) -> dict[int, str]:
    """Return the outcomes of the key's words that are judged."""
    return {
        place: outcomes.names[int(outcomes.key[row])] for place, row in rows.items() if outcomes.key[row] >= 0
    }


def test_groups_lead_to_all_their_members() -> None:
    """Correct targets are numbered as in the key, chosen ones as in the response, even if the key lacks them."""
    key = [(2, [0, 1], "ppag"), (4, [0], "ppas")]
    response = [(2, [0, 5], "ppag"), (4, [0], "ppas"), (3, [1], "ppas")]
    outcomes, (ours, theirs) = judged("dominant", key, response)
    assert outcomes.targets is not None
    of_key, of_response = outcomes.targets
    assert dict(of_key.rights) == {ours[2]: (ours[0], ours[1])}
    assert dict(of_response.rights) == {theirs[2]: (ours[0], ours[1])}
    chosen = tuple(sorted((theirs[0], theirs[5])))
    assert dict(of_key.choices) == {ours[2]: chosen}
    assert dict(of_response.choices) == {theirs[2]: chosen}
    assert of_key.right[ours[4]] == ours[0]
    assert of_key.chosen[ours[4]] == theirs[0]
    assert of_response.right[theirs[4]] == ours[0]
    assert (of_response.right[theirs[3]], of_response.chosen[theirs[3]]) == (-1, theirs[1])


def test_nothing_leads_to_what_is_undecided_next_to_a_group() -> None:
    """A chain of pronouns has no dominant mention: its unit is never correct, or excluded; groups still count."""
    links = [(3, [2], "ppas"), (4, [0, 1], "ppag")]
    outcomes, (ours, _) = judged("dominant(no_dominant=never-correct)", links, links)
    assert named(outcomes, ours) == {3: "wl", 4: "tp"}
    outcomes, (ours, _) = judged("dominant(no_dominant=exclude)", links, links)
    assert named(outcomes, ours) == {4: "tp"}


def test_the_root_of_a_chain_refers_to_nothing() -> None:
    """A mention that refers to the first mention is no root, although no mention precedes that one."""
    links = [(0, [2], "dfps"), (1, [0], "ppas")]
    outcomes, (ours, _) = judged("dominant(selector=root)", links, links)
    assert set(named(outcomes, ours)) == {0, 1}
