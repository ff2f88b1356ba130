"""Plugins: the worked example installed and used, and plugins that are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from corefeval.examples import FOLDER
from tests.paths import ROOT

EXAMPLE = ROOT / "examples" / "plugin"
TEXT = "%numbered\nAda 1\nsaw\nBo 2\nshe 1\nhim 2\n"
OTHER = "%numbered\nAda 1\nsaw\nBo 2\nshe 1\nhim\n"


def install(folder: Path, name: str, version: str, points: Mapping[str, Mapping[str, str]]) -> None:
    """Write the metadata by which Python knows that a package is installed in a folder, as pip does."""
    data = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    data.mkdir(parents=True)
    (data / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in points.items()
    )
    (data / "entry_points.txt").write_text("\n".join(groups))


def run(folder: Path, commands: list[list[str]], before: str = "") -> list[dict[str, Any]]:
    """Run commands in one process that has a folder of installed packages; return the status and both outputs of each."""
    program = """
import contextlib, io, json, sys
from corefeval.cli import main
found = []
for command in json.loads(sys.argv[1]):
    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(command)
        except SystemExit as stop:
            status = stop.code or 0
    found.append({"status": status, "out": out.getvalue(), "err": err.getvalue()})
json.dump(found, sys.stdout)
"""
    done = subprocess.run(
        [sys.executable, "-c", before + program, json.dumps(commands)],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder in which the worked example is installed, with two files of its format."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLE / "src" / "corefeval_example", tmp_path / "corefeval_example")
    install(tmp_path, project["name"], project["version"], project["entry-points"])
    (tmp_path / "key.numbered").write_text(TEXT, encoding="utf-8")
    (tmp_path / "system.numbered").write_text(OTHER, encoding="utf-8")
    return tmp_path


def test_the_worked_example_is_used(installed: Path) -> None:
    """Its metric is listed, scored, part of `all`, and in the signature with its version; so are its format and its scheme."""
    pair = ["key.numbered", "system.numbered"]
    stories = [str(FOLDER / "key.conllu"), str(FOLDER / "eager.conllu")]
    listed, scored, everything, formats, schemes, coded = run(
        installed,
        [
            ["metrics", "-f", "json"],
            ["score", *pair, "-m", "Exact-Entities", "-f", "json"],
            ["score", *pair, "-m", "all", "-f", "json"],
            ["formats", "-f", "json"],
            ["schemes", "-f", "json"],
            ["score", *stories, "-m", "dominant", "--scheme", "two-classes", "-f", "json"],
        ],
    )
    assert "exact" in {each["name"] for each in json.loads(listed["out"])}
    found = json.loads(scored["out"])
    assert found["scores"]["exact"]["recall"] == 0.5  # Ada and she, but not Bo and him
    assert found["signature"].endswith("|metrics:exact|plugins:corefeval-example@1.0.0")
    assert json.loads(everything["out"])["scores"]["exact"]["recall"] == 0.5
    assert "numbered" in {each["name"] for each in json.loads(formats["out"])}
    assert "two-classes" in {each["name"] for each in json.loads(schemes["out"])}
    assert json.loads(coded["out"])["settings"]["scheme"].startswith("two-classes@")


def test_a_signature_names_the_version(installed: Path) -> None:
    """A signature is replayed; another version is a warning, an absent package an error."""
    pair = ["key.numbered", "system.numbered"]
    (first,) = run(installed, [["score", *pair, "-m", "exact", "-f", "json"]])
    signature = json.loads(first["out"])["signature"]
    again, older, absent = run(
        installed,
        [
            ["score", *pair, "-f", "json", "--signature", signature],
            ["score", *pair, "-f", "json", "--signature", signature.replace("@1.0.0", "@0.9.0")],
            ["score", *pair, "-f", "json", "--signature", signature.replace("-example@", "-absent@")],
        ],
    )
    assert json.loads(again["out"]) == json.loads(first["out"])
    assert "CE058" in {each["code"] for each in json.loads(older["out"])["warnings"]}
    assert absent["status"] == 2
    assert "CE051" in absent["err"]


def test_a_metric_stays_out_of_all_unless_it_says_otherwise(installed: Path) -> None:
    """Without `in_all` it is scored by its name alone."""
    metric = installed / "corefeval_example" / "metric.py"
    metric.write_text(metric.read_text(encoding="utf-8").replace("    in_all = True\n", ""), encoding="utf-8")
    pair = ["key.numbered", "system.numbered"]
    everything, named = run(
        installed, [["score", *pair, "-m", each, "-f", "json"] for each in ("all", "all,exact")]
    )
    assert "exact" not in json.loads(everything["out"])["scores"]
    assert "exact" in json.loads(named["out"])["scores"]


def test_a_broken_plugin_is_named(tmp_path: Path) -> None:
    """The list of its group names plugin and package, without a traceback; a score of our own metrics does not look at it."""
    broken = {"metrics": "json:dumps", "formats": "absent_module:ENTRY", "schemes": "json:__file__"}
    install(
        tmp_path,
        "my-plugin",
        "3.1",
        {f"corefeval.{group}": {"mine": value} for group, value in broken.items()},
    )
    key = str(FOLDER / "key.conll")
    *listed, scored = run(tmp_path, [*([group] for group in broken), ["score", key, key, "-m", "B³"]])
    for found in listed:
        assert found["status"] == 2
        assert "CE180" in found["err"]
        assert "'mine' of my-plugin 3.1" in found["err"]
        assert "Traceback" not in found["err"]
    assert scored["status"] == 0


def test_two_plugins_with_one_name_are_refused(installed: Path) -> None:
    """Which of two metrics, formats or schemes counts must not depend on the names of their packages."""
    shutil.copytree(installed / "corefeval_example", installed / "other_example")
    points = {
        "metrics": ("exact", "metric:ExactEntities"),
        "formats": ("numbered", "numbered:ENTRY"),
        "schemes": ("two-classes", "__init__:SCHEME"),
    }
    install(
        installed,
        "other",
        "2.0",
        {f"corefeval.{group}": {name: f"other_example.{value}"} for group, (name, value) in points.items()},
    )
    for group, found in zip(points, run(installed, [[group] for group in points]), strict=True):
        assert found["status"] == 2, group
        assert "CE180" in found["err"]
        assert f"'{points[group][0]}' of other 2.0" in found["err"]


def test_a_score_does_not_look_for_plugins(tmp_path: Path) -> None:
    """Neither a score of our own metrics nor the help imports what finds entry points: it takes longer than they do."""
    before = "import sys; sys.modules['importlib.metadata'] = None\n"
    score, shown = run(
        tmp_path, [["score", *[str(FOLDER / "key.conll")] * 2, "-m", "LEA,b3"], ["--help"]], before
    )
    assert score["status"] == 0, score["err"]
    assert shown["status"] == 0, shown["err"]
