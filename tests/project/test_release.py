"""What a release says of itself: its version, its date, the Pythons it runs on."""

from __future__ import annotations

import re
import tomllib
from datetime import date

from corefeval.version import __version__
from tests.paths import ROOT


def test_every_version_has_its_date() -> None:
    """What is unreleased stands on top of the changelog, then this version, then older ones, each with its date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"^## (.+)", text, re.MULTILINE)
    assert first == "[Unreleased]"
    released = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)", line) for line in others]
    assert all(released), others
    versions = [tuple(map(int, found.groups()[:3])) for found in released if found]
    dates = [date.fromisoformat(found[4]) for found in released if found]
    assert ".".join(map(str, versions[0])) == __version__
    assert versions == sorted(set(versions), reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_the_citation_is_of_this_version() -> None:
    """Who cites the software as it says cites the version at hand."""
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_every_python_said_to_work_is_tested() -> None:
    """The versions of Python that the package names are those of the workflow, from the lowest that it installs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert re.findall(r'"(3\.\d+)"', workflow) == named
    assert project["requires-python"] == f">={named[0]}"
    assert f"container: python:{named[0]} " in workflow
