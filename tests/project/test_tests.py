"""The tests stand in the tree of the source: who knows a module knows where its tests are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.paths import ROOT

SOURCE = ROOT / "src" / "corefeval"
TESTS = ROOT / "tests"
ELSEWHERE = {
    "doors": "what holds at every way in: functions, Scorer and commands",
    "project": "what stands around the package: documentation, bench, these tests",
    "properties": "laws over all metrics and all settings",
    "reference": "answers of others that concern several modules: scorers, papers, annotators, real corpora",
}


def is_of_the_source(test: Path) -> bool:
    """Say whether a test's path is that of a module or package, its name alone or followed by what is tested of it."""
    words = test.stem.removeprefix("test_").split("_")
    folder = SOURCE / test.parent
    names = ["_".join(words[:end]) for end in range(1, len(words) + 1)]
    return any((folder / f"{name}.py").is_file() or (folder / name).is_dir() for name in names)


def test_every_test_has_its_place() -> None:
    """`tests/a/test_b.py` is about `a/b.py` or the folder `a/b`, or it stands in a folder with a reason of its own."""
    tests = [path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")]
    lost = [str(test) for test in tests if test.parts[0] not in ELSEWHERE and not is_of_the_source(test)]
    assert lost == []
    assert not [name for name in ELSEWHERE if not (TESTS / name).is_dir() or (SOURCE / name).exists()]


def test_a_lost_test_is_found() -> None:
    """What the test above would say of names that no module has."""
    assert is_of_the_source(Path("pairing/match/test_zeros.py"))
    assert is_of_the_source(Path("cli/test_score_datasets.py"))
    assert is_of_the_source(Path("test_pairing.py"))
    assert not is_of_the_source(Path("test_zeros.py"))
    assert not is_of_the_source(Path("pairing/test_pair.py"))
    assert not is_of_the_source(Path("rooms/test_align.py"))


def test_paths_are_written_once() -> None:
    """No test climbs from its own place to the golden files, the documentation or the data beside the checkout."""
    climbing = re.compile(r"Path\(__file__\)\.parent")
    found = [path.name for path in TESTS.rglob("*.py") if climbing.search(path.read_text(encoding="utf-8"))]
    assert found == ["paths.py"]
