"""The tests mirror the source: `tests/a/test_b.py` tests `corefeval/a/b.py`, and each metric has a test of its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from corefeval.metrics.base import FILES
from tests.paths import ROOT

SOURCE = ROOT / "src" / "corefeval"
TESTS = ROOT / "tests"
ELSEWHERE = {
    "interfaces": "rules for every way in: functions, Scorer and commands",
    "project": "everything around the package: documentation, bench, these tests",
    "properties": "laws over all metrics and all settings",
    "reference": "answers of others that concern several modules: scorers, papers, annotators, real corpora",
}
SECOND = {
    "breakdown/test_breakdown_relations.py": "writes CoNLL-UA files with relations, for breakdowns and explain alike",
    "cli/test_score_datasets.py": "needs folders of datasets, for the function and the command alike",
    "formats/test_corefud_deixis.py": "converts one layer between two formats",
    "formats/test_large_files_runs.py": "holds files with irregular documents against the exact readers",
    "metrics/test_dominant_schemes.py": "holds an independent count of 200 lines",
    "pairing/test_align_words.py": "tests the words of single documents, with corpora of their own",
    "pairing/test_mapping_edits.py": "draws texts with known edits, and works out each mention by itself",
    "pairing/test_rewritten_best.py": "tries every alignment, and so has a search of its own",
    "pairing/test_rewritten_edits.py": "draws texts with known edits",
    "problems/test_catalogue_hints.py": "runs commands on small files, and follows each hint",
    "reports/explorer/test_page_faults.py": "opens pages that once reported an error",
    "reports/explorer/test_page_tasks.py": "does what people open the page for, and counts clicks",
}
"""Second files about one module, each with the reason why it is apart from the first."""

WITHOUT_MODULE = {
    "integrations/test_lightning.py": "trains with Lightning, which test_torchmetrics.py does without",
    "integrations/test_lm_eval.py": "runs a task of lm-evaluation-harness, which test_harness.py does without",
    "integrations/test_pre_commit.py": "runs a hook, which is a line of `.pre-commit-hooks.yaml`, in a framework",
}
"""Tests of something that is no module, each with the reason why it is here."""


def is_of_the_source(test: Path) -> bool:
    """Return whether a module, a package or a script of the page has the path of this test."""
    name = test.stem.removeprefix("test_")
    place = SOURCE / test.parent / name
    return place.is_dir() or any(place.with_suffix(ending).is_file() for ending in (".py", ".js"))


def first_of(test: Path) -> Path:
    """Return the first test file about the module of a second one: `test_align.py` for `test_align_words.py`."""
    words = test.stem.split("_")
    names = ("_".join(words[:end]) for end in range(len(words) - 1, 1, -1))
    paths = (test.with_name(f"{name}.py") for name in names)
    return next((path for path in paths if (TESTS / path).is_file() and is_of_the_source(path)), test)


def without_a_test(modules: Iterable[str]) -> list[str]:
    """Return the modules of `metrics/` that no test file has the name of."""
    return [name for name in modules if not (TESTS / "metrics" / f"test_{name}.py").is_file()]


def test_every_test_has_its_place() -> None:
    """A test file has the path of what it tests, or it is a listed second file, or in a folder for several modules."""
    tests = [path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")]
    mirrored = [test for test in tests if test.parts[0] not in ELSEWHERE]
    assert sorted(test.as_posix() for test in mirrored if not is_of_the_source(test)) == sorted(
        {**SECOND, **WITHOUT_MODULE}
    )
    assert not [name for name in SECOND if first_of(Path(name)) == Path(name)]
    assert not [name for name in ELSEWHERE if not (TESTS / name).is_dir() or (SOURCE / name).exists()]


def test_every_metric_has_a_test_of_its_name() -> None:
    """A file that registers metrics has a test file, with the example of the paper that defines them."""
    assert without_a_test(FILES) == []


def test_a_lost_test_is_found() -> None:
    """The tests above reject names that no module has."""
    assert is_of_the_source(Path("pairing/match/test_zeros.py"))
    assert is_of_the_source(Path("reports/explorer/assets/test_flow.py"))
    assert is_of_the_source(Path("formats/test_corefud.py"))
    assert not is_of_the_source(Path("test_zeros.py"))
    assert not is_of_the_source(Path("pairing/test_align_words.py"))
    assert not is_of_the_source(Path("rooms/test_align.py"))
    assert first_of(Path("pairing/test_align_words.py")) == Path("pairing/test_align.py")
    assert first_of(Path("pairing/test_lost_words.py")) == Path("pairing/test_lost_words.py")
    assert without_a_test(["bcub", "absent"]) == ["absent"]


def test_paths_are_written_once() -> None:
    """No test climbs from its own place to the golden files, the documentation or the data beside the checkout."""
    climbing = re.compile(r"Path\(__file__\)\.parent")
    found = [path.name for path in TESTS.rglob("*.py") if climbing.search(path.read_text(encoding="utf-8"))]
    assert found == ["paths.py"]
