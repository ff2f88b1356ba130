"""Answers for uses: the sentences state the numbers, the output of every format, and refused input."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from corefeval.applications.answer import Answers
from corefeval.applications.answer_for import answer, answer_for
from corefeval.applications.side_by_side import compare_uses
from corefeval.applications.uses import metrics_for, uses_named
from corefeval.cli import main
from corefeval.evaluation.score import score
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError
from corefeval.problems.render import advice as advice_of
from corefeval.reports.show import render
from tests.applications.small_texts import (
    CAUTIOUS,
    EAGER,
    GOLD,
    KEY,
    NAMES,
    OBAMA,
    two_systems,
)
from tests.corpora import typed
from tests.goldens import Goldens


def test_features_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """--by shows the cases of every use by a feature, in every format; -q the headlines alone."""
    found = answer_for(KEY, EAGER, "all", by="type,usability")
    for use in NAMES:
        assert [each.feature for each in found[use].finding.breakdowns] == ["type", "usability"]
    (search,) = [each for each in found["search"].finding.breakdowns if each.feature == "type"]
    assert set(search.classes[0].scores) == {
        f"{half}_{part}" for half in ("ed", "em") for part in ("recall", "precision", "f1")
    }
    rows = found.rows()
    assert sum(row.get("feature") == "usability" for row in rows.rows) > len(NAMES)
    for kind in ("csv", "json", "markdown", "latex"):
        assert "usability" in render(found, kind).lower()
    main(["score", KEY, EAGER, "--for", "search,translation", "-q"])
    assert capsys.readouterr().out.split() == ["82.96", "63.64"]


@pytest.mark.parametrize("use", NAMES)
def test_gold_against_itself(use: str) -> None:
    """Gold is good for everything: 1, no example, no weakest class."""
    found = answer_for(KEY, KEY, use)[use]
    assert found.f1 == pytest.approx(1)
    assert found.finding.example is None
    assert not any(each.weakest for each in found.finding.breakdowns)


@pytest.mark.parametrize("use", NAMES)
def test_words_are_the_numbers(use: str, eager: Answers) -> None:
    """Outcomes add up to their whole and to the recall of the headline; classes add up to the outcomes."""
    found = eager[use]
    weighs = use in ("any", "facts")
    recall = found.scores["lmuc" if use == "any" else found.use.headline].get("recall")
    for outcomes in found.finding.outcomes.values():
        if weighs:
            break
        parts = [each for each in outcomes if each.whole]
        assert sum(each.count for each in parts) == parts[0].whole
    first = next(iter(found.finding.outcomes.values()))[0]
    if use in ("entity-sequences", "translation", "facts-about-names"):
        assert recall == pytest.approx(first.count / first.whole)
        for each in found.finding.breakdowns:
            assert sum(one.right for one in each.classes) == first.count
            assert sum(one.total for one in each.classes) == first.whole
    if use == "search":
        assert found.scores[found.use.headline]["ed_recall"] == pytest.approx(first.count / first.whole)


@pytest.mark.parametrize("use", NAMES)
def test_every_answer_is_complete(use: str, eager: Answers) -> None:
    """Each says the sentence, the costs, an example with its place, what is left out, the paper and the interval."""
    found = eager[use]
    shown = render(replace(eager, answers=(found,)), "table", width=80)
    assert re.search(r"\d+ of \d+|Of \d+", found.finding.sentences[0])
    assert any(each.cost for outcomes in found.finding.outcomes.values() for each in outcomes)
    assert found.finding.example is not None
    assert re.search(r"key\.conllu:\d+", shown)
    assert found.finding.not_counted
    assert found.use.paper.split(",")[0] in shown
    assert (found.interval is None) == (use == "entity-sequences"), (
        "one story has more than half of its links"
    )
    assert "universal part-of-speech tags" in shown
    assert "CoNLL" in shown
    assert ("With other settings" in shown) == bool(found.use.choices)
    assert max(map(len, shown.splitlines()[:-1])) <= 80


def test_unknown_types_are_refused(tmp_path: Path) -> None:
    """Plain words without a language are refused with the way out; with it they are answered for."""
    line = '{"doc_key": "d", "sentences": [["Ann", "saw", "it", "and", "she", "left"]], "clusters": [[[0, 0], [4, 4]]]}\n'
    path = tmp_path / "plain.jsonl"
    path.write_text(line)
    offsets = {"key_offsets": "inclusive", "response_offsets": "inclusive"}
    with pytest.raises(CorefevalError) as error:
        answer_for(path, path, "search", **offsets)  # type: ignore[arg-type]
    assert error.value.problems[0].code == "CE046"
    assert "language=" in advice_of(error.value.problems[0])
    known = answer_for(path, path, "search", language="en", **offsets)  # type: ignore[arg-type]
    assert known["search"].f1 == pytest.approx(1)
    assert "'en'" in known.types_from


def test_key_without_mentions_is_refused() -> None:
    """Where the key has nothing, there is nothing to answer for."""
    nothing = typed(OBAMA, [])
    with pytest.raises(CorefevalError) as error:
        answer_for(nothing, GOLD, "search")
    assert error.value.problems[0].code == "CE045"


def test_response_without_mentions() -> None:
    """A system that finds nothing is told so, for every use."""
    for found in answer_for(GOLD, typed(OBAMA, []), "all").answers:
        assert not found.f1
        assert found.finding.example is not None
        assert re.search(r"not a mention|none of", found.finding.example.system)


def test_clusters_without_a_text_are_refused() -> None:
    """Clusters of numbers have no types."""
    with pytest.raises(CorefevalError) as error:
        answer_for([[1, 2]], [[1, 2]], "any")
    assert error.value.problems[0].code == "CE046"


def test_result_without_its_documents_is_refused() -> None:
    """Counts alone say nothing of uses."""
    uses = uses_named("search")
    result = score(KEY, EAGER, metrics=metrics_for(uses))
    with pytest.raises(CorefevalError) as error:
        answer(replace(result, pairing=None), uses)
    assert error.value.problems[0].code == "CE044"


@pytest.mark.parametrize("name", ["all-80.txt", "all-200.txt", "all.md", "all.json"])
def test_golden_answers(name: str, monkeypatch: pytest.MonkeyPatch, golden: Goldens) -> None:
    """All answers for the bundled stories, in every kind of output."""
    monkeypatch.chdir(FOLDER)
    answers = answer_for("key.conllu", "eager.conllu", "all", ci=True)
    kind = {"txt": "table", "md": "markdown", "json": "json"}[name.rpartition(".")[2]]
    width = int(name[4:-4]) if kind == "table" else None
    golden(f"applications/{name}", render(answers, kind, width=width, colour=False).rstrip("\n") + "\n")


@pytest.mark.parametrize("kind", ["csv", "latex"])
def test_scores_alone(kind: str, eager: Answers) -> None:
    """CSV and LaTeX have the scores without the words."""
    assert "arcs.anchor" in render(eager, kind) or "ARCS anchor" in render(eager, kind)
    key, systems = two_systems()
    assert "names" in render(compare_uses(key, systems, "search", resamples=0), kind)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The option --for of compare says who leads; metrics cannot be chosen besides."""
    uses = ["--for", "sentiment,translation", "--resamples", "0"]
    main(["compare", KEY, f"eager={EAGER}", f"cautious={CAUTIOUS}", *uses])
    shown = capsys.readouterr().out
    assert "search" in shown
    assert "cautious" in shown
    with pytest.raises(SystemExit) as stop:
        main(["compare", KEY, EAGER, "--for", "search", "-m", "muc"])
    assert stop.value.code == 2
    assert "CE051" in capsys.readouterr().err


def test_real_data(shared: Path) -> None:
    """On GUM the search answer is the spec's sentence with the numbers of the metric."""
    folder = shared / "data" / "gum_pairs"
    answers = answer_for(
        folder / "gum.dev.key.corefud.conllu", folder / "gum.dev.xrenner.corefud.conllu", "search,ie"
    )
    found = answers["search"]
    ed = found.scores[found.use.headline]
    assert ed["ed_recall"] == pytest.approx(428 / 1118)
    assert found.finding.sentences[0].startswith(
        "A query by an entity's best name finds 38 of 100 entities (1,118 in all)."
    )
    assert answers["facts-about-names"].finding.example is not None


def test_the_verdict_comes_first() -> None:
    """One line a use, before anything else: what was measured, else the metric as a proxy."""
    measured = answer_for(
        FOLDER / "key.conllu", FOLDER / "eager.conllu", "facts-about-names,search", language="en"
    )
    first, second = str(measured.render("markdown")).splitlines()[:2]
    assert (
        first.strip()
        == "For facts about names: 5 of 6 facts about named entities come out right (83 of 100)."
    )
    assert second.startswith("For search: ")
    proxy = answer_for(FOLDER / "key.conll", FOLDER / "eager.conll", "facts-about-names", language="en")
    assert "proxy" in str(proxy.render("markdown")).splitlines()[0]
