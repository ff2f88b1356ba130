"""What Python shows: short texts, HTML for notebooks, tables of pandas, and the page as a function."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import corefeval
from corefeval.applications.side_by_side import compare_uses
from corefeval.comparison.compare import compare
from corefeval.evaluation.request import Request
from corefeval.examples import FOLDER
from corefeval.explanation import explain
from corefeval.problems import CorefevalError
from corefeval.reports.explorer.page import report
from corefeval.reports.report import Cell
from corefeval.reports.show import comparison as show_comparison
from corefeval.reports.show.comparison import best_marked
from tests.refuses import refuses

KEY, EAGER, CAUTIOUS = (str(FOLDER / f"{name}.conll") for name in ("key", "eager", "cautious"))
EVIL = '<img src=x onerror="alert(1)">&amp;'


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """Return one of each of the things that people look at."""
    result = corefeval.score(KEY, CAUTIOUS)
    answers = corefeval.answer_for(KEY, EAGER, "search,translation", ci=True)
    return {
        "Result": result,
        "Comparison": corefeval.compare(KEY, {"eager": EAGER, "cautious": CAUTIOUS}, resamples=200),
        "DatasetScores": corefeval.score_datasets({"a": KEY, "b": KEY}, {"a": EAGER, "b": CAUTIOUS}),
        "Explanation": explain(KEY, EAGER),
        "Answers": answers,
        "Answer": answers.answers[0],
    }


def test_every_public_object_has_a_short_repr(shown: dict[str, Any]) -> None:
    """One line, no arrays, no addresses in memory."""
    result = shown["Result"]
    corpus = corefeval.load(KEY)
    document = corpus.documents[0]
    scorer = corefeval.Scorer("lea", singletons="drop")
    objects = [
        *shown.values(),
        *(result.pairing, result.signature, result.settings, result.counts["muc"], result.metrics["muc"]),
        *(
            result.warnings[0],
            shown["Explanation"].errors[0],
            scorer,
            Request.of(metrics="lea", preset="crac24"),
        ),
        corefeval.score(KEY, EAGER, split_antecedents="keep").pairing,
        corefeval.score(KEY, EAGER, preset="perl").pairing,
        *(corpus, corpus.documents, document, document.entities[0], document.mentions[0]),
        *(compare_uses(KEY, [EAGER, CAUTIOUS], "any", resamples=0), report(result)),
    ]
    for each in objects:
        text = repr(each)
        assert "\n" not in text
        assert "array(" not in text
        assert " at 0x" not in text
        assert len(text) < 400, text


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("Result", r"<Result: MUC \d\d\.\d\d, .*CoNLL 62\.38, .*; 3 documents, 1 warning>"),
        ("Comparison", r"<Comparison: CoNLL cautious 62\.38, eager 61\.20; 3 documents>"),
        ("DatasetScores", r"<DatasetScores: CoNLL a 61\.20, b 62\.38; mean 61\.79>"),
        ("Explanation", r"<Explanation of conll: 18 errors: .*merged entity 6.*>"),
        ("Answers", r"<Answers: search \d\d\.\d\d, translation \d\d\.\d\d>"),
        ("Answer", r"<Answer for search: .* F1 \d\d\.\d\d>"),
    ],
)
def test_repr_has_the_numbers(name: str, pattern: str, shown: dict[str, Any]) -> None:
    """What the eye looks for first."""
    assert re.fullmatch(pattern, repr(shown[name])), repr(shown[name])


def test_mentions_show_their_text() -> None:
    """Words and place of a file's mention, the object itself of clusters; one entity is one entity."""
    document = corefeval.load(KEY).documents[0]
    assert repr(document.entities[0].mentions[0]) == "<Mention 'Mara Lind' 0-1 in 'lighthouse'>"
    corpus = corefeval.load([["she"]])
    assert repr(corpus) == "<Corpus: 1 document, 1 mention, 1 entity, format python>"
    assert repr(corpus.documents[0].mentions[0]).startswith("<Mention 'she' in ")


class Balanced(HTMLParser):
    """Checks that every element is closed, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        del attrs
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep it."""
        self.text += data


@pytest.mark.parametrize("name", ["Result", "Comparison", "DatasetScores", "Explanation", "Answers"])
def test_html(name: str, shown: dict[str, Any]) -> None:
    """Heading, table, warnings and signature, in HTML that is closed."""
    found = Balanced()
    found.feed(shown[name]._repr_html_())
    assert found.open == []
    assert "table" in found.seen
    assert "3 documents" in found.text or "6 documents of 2 datasets" in found.text
    assert re.search(r"signature corefeval:\S+\Z", found.text)
    if name in {"Result", "Comparison", "DatasetScores"}:
        assert "CE040 warning" in found.text


def test_html_escapes_what_files_say() -> None:
    """No name of a document, system or dataset and no word can become an element."""
    key, system = {EVIL: [[EVIL, "b"], ["c", "d"]]}, {EVIL: [[EVIL, "b", "c", "d"]]}
    result = corefeval.score(key, system, metrics="muc")
    for each in (
        result,
        corefeval.compare(None, {EVIL: result}, resamples=0),
        corefeval.score_datasets({EVIL: key}, {EVIL: system}, metrics="muc"),
        explain(result, metrics="muc"),
    ):
        assert "<img" not in each._repr_html_()


def test_frames(shown: dict[str, Any]) -> None:
    """The numbers of to_dict(), as columns; the signature travels with them."""
    pytest.importorskip("pandas")
    result = shown["Result"]
    frame = result.to_frame()
    assert frame.set_index("metric")["f1"].to_dict() == {
        name: parts["f1"] for name, parts in result.scores.items()
    }
    assert frame.attrs["signature"] == str(result.signature)
    assert len(result.to_frame(per_document=True)) == 4 * len(frame)
    assert set(shown["Comparison"].to_frame()["system"]) == {"eager", "cautious"}
    means = shown["DatasetScores"].to_frame().query("scope == 'mean'").set_index("metric")["f1"]
    assert means["conll"] == shown["DatasetScores"].f1
    errors = shown["Explanation"].to_frame()
    assert errors["class"].value_counts().to_dict() == {
        kind.label: count for kind, count in shown["Explanation"].table.counts().items() if count
    }
    answers = shown["Answers"].to_frame().query("headline").set_index("use")["f1"]
    assert answers["search"] == shown["Answers"]["search"].f1


def test_frames_without_pandas(shown: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem that says what to do."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    for each in shown.values():
        if hasattr(each, "to_frame"):
            with refuses(CorefevalError, "CE044", "frame-needs-pandas"):
                each.to_frame()


def test_report_writes_the_page(shown: dict[str, Any], tmp_path: Path) -> None:
    """With a path it is a file, without one only what a notebook shows; both are the same page."""
    path = tmp_path / "page.html"
    page = report(shown["Result"], path, title="My title")
    assert path.read_bytes() == page.content == report(shown["Result"], title="My title").content
    assert b"<title>My title" in page.content
    assert page._repr_html_().startswith("<iframe")
    assert [problem.code for problem in page.warnings][:1] == ["CE040"]


def test_report_offers_what_the_command_does(shown: dict[str, Any]) -> None:
    """Two systems, the worst documents, intervals, another metric."""
    results = {name: corefeval.score(KEY, path) for name, path in (("eager", EAGER), ("cautious", CAUTIOUS))}
    page = report(results, worst=1, intervals=True, explain="lea", only_errors=True, compress=False)
    assert page.documents == 1
    for text in (
        b"95% jackknife intervals over documents.",
        b'"loss_metrics":["LEA F1"]',
        b'"name":"cautious"',
    ):
        assert text in page.content
    for wrong in ({}, dict.fromkeys("abcdefghi", shown["Result"])):
        with refuses(CorefevalError, "CE118", "page-shows-systems-named", systems=8, named=len(wrong)):
            report(wrong)


def test_a_result_without_its_texts_has_no_page() -> None:
    """A Scorer keeps counts alone: that is said, not shown as an empty page."""
    scorer = corefeval.Scorer("conll")
    scorer.update([[1, 2]], [[1, 2]])
    scorer.merge(corefeval.Scorer("conll"))
    with refuses(CorefevalError, "CE044", "result-no-longer-texts"):
        report(scorer.result())


def test_public_functions_stay_functions() -> None:
    """Importing all of the package hides no public name behind a module, and every name is what its home has."""
    for module in pkgutil.walk_packages(corefeval.__path__, "corefeval."):
        if not module.name.endswith("__main__") and not module.name.startswith("corefeval.integrations."):
            importlib.import_module(module.name)  # integrations import their frameworks
    for name in corefeval.__all__:
        assert not isinstance(getattr(corefeval, name), ModuleType), name
    assert corefeval.report is report
    assert corefeval.explain is explain


def test_one_figure_alone_is_not_the_best() -> None:
    """The best is marked where there are two figures to compare; equal ones share it."""
    marked = [
        [cell.is_best for cell in best_marked([Cell(text) for text in texts], [{""}] * len(texts))]
        for texts in (
            ("–", "0.00", "–"),
            ("1.00", "–", "2.00"),
            ("2.00", "2.00"),
            ("3.00",),
            ("0.00", "0.00"),
        )
    ]
    assert marked == [[False, False, False], [False, False, True], [True, True], [False], [False, False]]


@pytest.mark.parametrize(
    ("bases", "best"),
    [
        (("ab", "ab", "ab"), [True, False, False]),
        (("a", "ab", "ab"), [False, True, False]),
        (("a", "ab", "b"), [False, False, False]),
        (("", "ab", "ab"), [False, True, False]),
        (("", "", ""), [False, False, False]),
    ],
)
def test_the_best_was_measured_on_the_same_data(bases: tuple[str, ...], best: list[bool]) -> None:
    """A figure measured on less than others is not the best; 0/0 was measured on nothing."""
    cells = best_marked([Cell("90.00"), Cell("80.00"), Cell("70.00")], [set(base) for base in bases])
    assert [cell.is_best for cell in cells] == best


@pytest.mark.parametrize("kind", ["table", "markdown", "latex", "html"])
def test_zero_for_nothing_to_count_is_never_the_best(kind: str) -> None:
    """A comparison in which 0/0 is written as 0 marks no best and names no leader in that metric, in every kind of output."""
    key = [[(0, 0), (2, 2)], [(4, 4)]]
    systems = {"a": [[(0, 0), (2, 2)]], "b": [[(0, 0), (4, 4)]]}
    comparison = compare(key, systems, metrics=["muc", "zero"], undefined="zero", resamples=0)
    assert comparison.leads["zero"].system is None
    assert comparison.leads["muc"].system == "a"
    table = show_comparison.systems_table(comparison)
    assert [[cell.is_best for cell in row.cells[2:]] for row in table.rows] == [[True, False], [False, False]]
    assert "0/0" in comparison.render(kind)
