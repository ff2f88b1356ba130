"""The presets of evaluators that repositories copied: their rules on a small example, and the warnings that go with them."""

from __future__ import annotations

import pytest

import corefeval
from corefeval.presets import PRESETS, choices, names_several, preset
from corefeval.problems import UsageError

COPIED = ("e2e", "longdoc", "longdoc-2", "wl-coref", "stanza", "spacy", "bookcoref-window")
KEY = [["a", "b", "c"], ["d"], ["e", "f"]]
RESPONSE = [["a", "b"], ["d"], ["e", "f", "x"]]


def percent(name: str, metric: str, part: str = "f1") -> float:
    """Return a score of the worked example under a preset."""
    result = corefeval.score(KEY, RESPONSE, preset=name, metrics=[metric])
    return round(100 * (result[metric][part] or 0.0), 2)


@pytest.mark.parametrize(
    ("name", "muc", "bcub", "ceafe", "conll", "lea"),
    [
        ("e2e", 66.67, 66.67, 64.00, 65.78, 60.00),
        ("longdoc", 66.67, 72.22, 86.67, 75.19, 60.00),
        ("longdoc-2", 66.67, 66.67, 80.00, 71.11, 60.00),
        ("stanza", 66.67, 72.22, 86.67, 75.19, 60.00),
        ("wl-coref", 66.67, 66.67, 80.00, 71.11, 60.00),
        ("spacy", 66.67, 72.22, 86.67, 75.19, 66.67),
    ],
)
def test_the_worked_example(
    name: str, muc: float, bcub: float, ceafe: float, conll: float, lea: float
) -> None:
    """Three entities, one a singleton: every rule gives its own numbers."""
    found = [percent(name, metric) for metric in ("muc", "bcub", "ceafe", "conll", "lea")]
    assert found == [muc, bcub, ceafe, conll, lea]


def test_e2e_keeps_gold_singletons_in_ceafe_alone() -> None:
    """Two of three entities are left of the response, all three of the key: 1.6/2 and 1.6/3."""
    assert (percent("e2e", "ceafe", "precision"), percent("e2e", "ceafe", "recall")) == (80.0, 53.33)
    assert (percent("e2e", "ceafm", "precision"), percent("e2e", "ceafm", "recall")) == (80.0, 66.67)
    assert percent("e2e", "mention") == 83.33  # singletons are mentions


def test_e2e_warns_of_gold_singletons() -> None:
    """The warning quotes what the gold scores against itself, and that is what it scores."""
    result = corefeval.score(KEY, RESPONSE, preset="e2e")
    told = {problem.kind: problem.named for problem in result.warnings if problem.code == "CE171"}
    itself = corefeval.score(KEY, KEY, preset="e2e").f1
    assert told["gold-below-100"]["count"] == 1
    assert told["gold-below-100"]["itself"] == pytest.approx(itself)
    assert itself == pytest.approx(0.9333, abs=1e-4)
    assert told["system-singletons"]["count"] == 1
    plain = corefeval.score([["a", "b"]], [["a", "b", "c"]], preset="e2e")
    assert [problem.code for problem in plain.warnings] == []
    assert corefeval.score([["a"]], [["a"]], preset="e2e").f1 == 0


def test_metrics_without_a_rule_of_e2e_are_named() -> None:
    """BLANC has no rule there: it counts all singletons, and a warning says so."""
    result = corefeval.score(KEY, RESPONSE, preset="e2e", metrics="blanc,muc")
    assert [problem.kind for problem in result.warnings] == ["system-singletons", "not-of-e2e"]
    assert result["blanc"] == corefeval.score(KEY, RESPONSE, metrics="blanc")["blanc"]


def test_stanza_averages_documents() -> None:
    """Recall and precision are means over documents, F1 follows from them; LEA is pooled."""
    key = {"a": [[1, 2, 3, 4]], "b": [[1, 2]]}
    response = {"a": [[1, 2]], "b": [[1, 2]]}
    result = corefeval.score(key, response, preset="stanza")
    assert result["muc"]["recall"] == pytest.approx((1 / 3 + 1) / 2)
    assert result["muc"]["f1"] == pytest.approx(2 * (2 / 3) / (2 / 3 + 1))
    assert result["lea"]["recall"] == pytest.approx((4 / 6 + 2) / 6)
    assert result.per_document()[0]["scores"]["muc"]["recall"] == pytest.approx(1 / 3)
    told = [problem for problem in result.warnings if problem.kind == "averaged-over-documents"]
    assert told[0].named["count"] == 2
    scorer = corefeval.Scorer(preset="stanza")
    for document, clusters in key.items():
        scorer.update(clusters, response[document], document)
    assert scorer.result().scores == result.scores


def test_lea_may_skip_singletons() -> None:
    """lea(self_link=skip) is LEA without entities of one mention, whatever the other metrics count."""
    own = corefeval.score(KEY, RESPONSE, metrics="lea(self_link=skip)")
    dropped = corefeval.score(KEY, RESPONSE, metrics="lea", singletons="drop")
    assert own["lea(self_link=skip)"] == pytest.approx(dropped["lea"])


@pytest.mark.parametrize("name", COPIED)
def test_each_is_a_row_of_data(name: str) -> None:
    """Each says where it comes from, when that was changed last, and what is peculiar; its signature repeats it."""
    row = PRESETS[name].to_dict()
    assert row["source"]
    assert row["peculiarity"]
    assert row["date"].startswith("20")
    document = {"doc_key": "d", "sentences": [["w"] * 9], "clusters": [[[0, 0], [3, 4]], [[6, 6]]]}
    result = corefeval.score([document], [document], preset=name, key_offsets="inclusive")
    again = corefeval.score([document], [document], signature=result.signature, key_offsets="inclusive")
    assert again.scores == result.scores


def test_names() -> None:
    """Repositories' names lead to the rule that they copied; groups and lists mean several."""
    assert [preset(name).name for name in ("allennlp", "s2e", "LingMess", "fastcoref", "coref-hoi")] == [
        "e2e"
    ] * 5
    assert [preset(name).name for name in ("maverick", "xcore", "bookcoref")] == ["longdoc"] * 3
    assert [choice.name for choice in choices(["perl", "maverick", "perl"])] == ["perl", "longdoc"]
    assert len(choices(["crac"])) == 4
    assert {choice.name for choice in choices(["all"])} == PRESETS.keys()
    assert names_several("perl,e2e")
    assert names_several("ALL")
    assert not names_several("perl")
    with pytest.raises(UsageError, match="CE050"):
        choices(["perl", "nosuch"])


def test_every_preset_has_a_short_description() -> None:
    """A table of presets has a few words for each."""
    assert all(0 < len(each.short) <= 38 for each in PRESETS.values())
