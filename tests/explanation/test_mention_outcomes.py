"""Every mention's outcome: what the system chose, what is right, what it would gain."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval.evaluation.score import score
from corefeval.explanation import OutcomeTable, explain
from corefeval.metrics import parse_metric
from corefeval.metrics.dominant import Dominant
from corefeval.metrics.outcomes import OutcomeMetric
from corefeval.pairing import pair
from corefeval.pairing.pairing import Pairing
from corefeval.problems import Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import annotated, numbered
from tests.metrics.scoring import pairing
from tests.metrics.small_schemes import OWN_LETTERS
from tests.refuses import refuses

WORDS = ["Barack Obama", "B. Obama", "president", "He"]
KINDS = {0: "name", 1: "name", 2: "nominal", 3: "pronoun"}


def table(metric: str, paired: Pairing) -> OutcomeTable:
    """Return the outcomes of a metric."""
    chosen = parse_metric(metric)
    assert isinstance(chosen, OutcomeMetric)
    return OutcomeTable(chosen, paired)


def told(found: OutcomeTable) -> list[tuple[str, str, str, str]]:
    """Return mention, outcome, what was chosen and what is right."""
    return [
        (
            each.mention.text,
            each.outcome,
            " + ".join(mention.text for mention in each.chosen),
            " + ".join(mention.text for mention in each.right),
        )
        for each in found.mentions()
    ]


def test_appendix_c() -> None:
    """Žitkus et al. (2023), appendix C: He leads to president instead of Barack Obama, and president to nothing."""
    key = annotated(WORDS, [(1, [0], "dbas"), (2, [0], "gfas"), (3, [2], "ppas")], types=KINDS, dominant=[0])
    response = annotated(WORDS, [(1, [0], "dbas"), (3, [2], "ppas")], types=KINDS, dominant=[0, 2])
    found = table("dominant", pair(key, response, Settings(), Problems()))
    assert told(found) == [
        ("B. Obama", "tp", "Barack Obama", "Barack Obama"),
        ("president", "fn", "", "Barack Obama"),
        ("He", "wl", "president", "Barack Obama"),
    ]
    assert [each.codes for each in found.mentions()] == [("dbas", "dbas"), ("gfas", ""), ("ppas", "ppas")]
    # F1 .6 of P 1.5/2 and R 1.5/3; with He right P 2/2, R 2/3; with president right P 2.5/3, R 2.5/3
    assert found.gain == pytest.approx([0, 100 * (2.5 / 3 - 0.6), 100 * (0.8 - 0.6)])
    assert [(row.value, row.counts["fn"]) for row in found.by()] == [("p", 0), ("g", 1), ("d", 0)]


def test_classes_that_are_not_attempted_are_not_listed() -> None:
    """The list, its sums, and what the scores are of are of the same units."""
    key = annotated(WORDS, [(1, [0], "dbas"), (2, [0], "gfas"), (3, [2], "ppas")], types=KINDS)
    both = pair(key, key, Settings(), Problems())
    found = table("dominant(attempted=p+d)", both)
    assert [each[0] for each in told(found)] == ["B. Obama", "He"]
    totals = both.count(found.metric).totals()
    assert found.metric.outcome_counts(totals)["tp"] == found.counts["tp"] == 2
    assert [row.value for row in found.by("class")] == ["p", "d"]
    assert [row.value for row in found.by("code")] == ["dbas", "ppas"]
    with pytest.raises(UsageError, match="CE051"):
        table("dominant(unit=type,attempted=ppas)", both).by("class")


def test_codes_are_those_of_the_scheme(tmp_path: Path) -> None:
    """Codes that a scheme finds in an attribute are told, and so are those that the metric derives."""
    scheme = tmp_path / "mine.toml"
    scheme.write_text(OWN_LETTERS.replace("dominance", 'attribute = "kind"\ndominance'), encoding="utf-8")
    key = numbered([[[0, 1]]], KINDS, length=2, attributes={0: {"kind": "pt"}, 1: {"kind": "q-"}})
    plain = numbered([[[0, 1]]], KINDS, length=2)
    for response, metric, codes in (
        (key, "dominant", ("q-", "q-")),
        (plain, "dominant", ("q-", "")),
        (plain, "dominant(codes=derived)", ("q-", "p-")),
    ):
        result = score(key, response, metrics="muc", scheme=str(scheme))
        (mention,) = explain(result, metrics=metric).outcomes[metric].mentions()
        assert mention.codes == codes
        assert mention.class_ == "q"
    (default,) = explain(result).outcomes.values()
    assert isinstance(default.metric, Dominant)
    assert default.metric.scheme.name == "mine"


def test_types_of_objects_reach_the_metrics() -> None:
    """Clusters of Python objects with types are judged by metrics that need these."""
    types = {1: "name", 2: "pronoun", 3: "nominal", 4: "name", 5: "pronoun"}
    for metric, outcome in (("dominant", "wl"), ("parent", "wl"), ("arcs.inferred", "fn")):
        found = explain([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]], metrics=metric, types=types)
        judged = {each.mention.text: each.outcome for each in found.outcomes[metric].mentions()}
        assert (judged["2"], judged["3"]) == ("tp", outcome)


def test_a_group_leads_to_several() -> None:
    """A reference to Tom and Jim is right as a whole: all that is right is told, and all that was chosen."""
    words = ["Tom", "Jim", "They", "he"]
    types = {0: "name", 1: "name", 2: "pronoun", 3: "pronoun"}
    key = annotated(words, [(2, [0, 1], "ppag"), (3, [0], "ppas")], types=types)
    response = annotated(words, [(2, [0], "ppas"), (3, [0], "ppas")], types=types)
    first = told(table("dominant", pair(key, response, Settings(), Problems())))[0]
    assert first == ("They", "wtl", "Tom", "Tom + Jim")


def test_anchor() -> None:
    """Two entities merged are both found, and what belongs to one is wrong in the other; a third is missed."""
    paired = pairing(
        [[0, 1], [2, 3], [4, 5]],
        [[0, 1, 2, 3]],
        {0: "name", 1: "pronoun", 2: "name", 3: "pronoun", 4: "name", 5: "pronoun"},
    )
    found = table("arcs.anchor", paired)
    assert found.counts == {"ed.tp": 2, "em.tp": 2, "ed.fn": 1, "em.fn": 0, "ed.fp": 0, "em.fp": 4}
    assert {name: float(values.sum()) for name, values in found.adds.items()} == {
        "ed.tp": 2,
        "ed.fn": 1,
        "em.tp": 4,
        "em.fn": 0,
        "ed.fp": 0,
        "em.fp": 4,
    }
    assert told(found)[0] == ("w0", "ed.tp", "w0", "w0")


def test_parent() -> None:
    """A pronoun attached to its name and to another one is mixed; one of an entity without a name is out of reach."""
    types = {0: "name", 1: "pronoun", 2: "name", 3: "pronoun", 4: "nominal", 5: "pronoun"}
    paired = pairing([[0, 1], [2, 3], [4, 5]], [[0, 1, 2], [3], [4, 5]], types)
    assert told(table("parent", paired)) == [
        ("w1", "mixed", "w0", "w0"),
        ("w3", "fn", "", "w2"),
        ("w4", "out_of_reach", "", ""),
        ("w5", "out_of_reach", "", ""),
    ]
    split = table("parent(defining=nominal,referring=pronoun)", paired)
    assert [row[:2] for row in told(split)] == [
        ("w1", "out_of_reach"),
        ("w3", "out_of_reach"),
        ("w5", "tp"),
    ]


def test_weights_of_links() -> None:
    """Chen and Ng's introduction: she is found with Hillary Clinton, of the other she the link to the name is lost."""
    types = {0: "name", 1: "pronoun", 2: "pronoun"}
    found = table("lmuc", pairing([[0, 1, 2]], [[0], [1, 2]], types))
    rows = {each.mention.text: each for each in found.mentions()}
    assert rows["w1"].outcome == "wl"
    assert (rows["w1"].adds["recall_numerator"], rows["w1"].adds["recall_denominator"]) == (0, 1)
    assert rows["w2"].outcome == "part"
    assert (rows["w2"].adds["recall_numerator"], rows["w2"].adds["recall_denominator"]) == (0.5, 1)
    assert [mention.text for mention in rows["w2"].right] == ["w0"]
    assert [mention.text for mention in rows["w2"].chosen] == ["w1"]


def test_lists_and_frames() -> None:
    """Outcomes are listed by name, several or all; a frame has a row a mention."""
    pytest.importorskip("pandas")
    types = dict.fromkeys(range(4), "nominal")
    found = table("arcs.immediate", pairing([[0, 1, 2]], [[0, 1], [2, 3]], types))
    assert found.counts == {"tp": 1, "wl": 0, "fn": 1, "fp": 1}
    assert [each.mention.text for each in found.mentions("fn,fp")] == ["w2", "w3"]
    assert [each.mention.text for each in found.mentions(["FP"])] == ["w3"]
    frame = found.to_frame()
    assert list(frame["outcome"]) == ["tp", "fn", "fp"]
    assert list(frame["right"]) == ["w0", "w1", ""]
    with refuses(UsageError, "CE050", "no-such-name", names=("tp", "wl", "fn", "fp", "all")):
        found.mentions("none")


def test_without_types() -> None:
    """Links of clusters have outcomes too; nothing is said of types."""
    found = explain([[1, 2, 3]], [[1, 2], [3, 4]], metrics="arcs.immediate").outcomes["arcs.immediate"]
    assert found.by() == []
    assert [each.outcome for each in found.mentions()] == ["tp", "fn", "fp"]
    assert found.mentions("fp")[0].to_row()["chosen"] == "3"


def test_a_dominant_mention_across_documents_keeps_its_document() -> None:
    """Žitkus et al. (2023), sections 4.2 and 5: dominant mentions of several sources; each names its document."""
    rows = [
        {
            "doc_key": name,
            "offsets": "inclusive",
            "cluster_ids": ["x"],
            "sentences": [["Then", *words, "."]],
            "clusters": [spans],
        }
        for name, words, spans in (
            ("one", ["Barack", "Obama", "came"], [[1, 2]]),
            ("two", ["he", "left", "and", "Obama", "slept"], [[1, 1], [4, 4]]),
        )
    ]
    found = explain(rows, rows, metrics="dominant", across="corpus", language="en")
    mentions = found.to_dict()["outcomes"]["dominant"]["mentions"]
    assert [(each["document"], each["sentence"], each["first"]) for each in mentions] == [
        ("two", 1, 1),
        ("two", 1, 4),
    ]
    assert {each["right"][0]["document"] for each in mentions} == {"one"}
    assert {each["right"][0]["first"] for each in mentions} == {1}
    listed = found.list_outcomes().rows().rows
    assert {row["document"] for row in listed} == {"two"}
