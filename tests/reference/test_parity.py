"""corefeval against what the official scorers answered, by the tool that compares all of it.

The goldens and the tool lie beside the checkout. Here a part is compared that takes seconds: all real corpora,
every preset, and every STEP-th record of the scorers' own suites, of the random cases and of the hard ones.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import corefeval
from corefeval.corpus.corpus import Corpus

STEP = 11
SUITES, RANDOM, HARD, CONLL, COREFUD = (
    "goldens.json",
    "random-dev/results.json",
    "hard/results.json",
    "real-conll.json",
    "real-corefud.json",
)
Record = dict[str, Any]


@pytest.fixture(scope="module")
def tool(shared: Path) -> ModuleType:
    """The program that says which call of score() means the same as a record."""
    spec = importlib.util.spec_from_file_location("parity", shared / "tools" / "parity.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.lru_cache(maxsize=64)
def read(path: Path, form: str, layer: str) -> Corpus:
    """Return a file read once for all the records that use it."""
    return corefeval.load(path, form, layer=layer)


@functools.lru_cache(maxsize=1)
def records(path: Path) -> list[Record]:
    """Return all records of a file of goldens."""
    found: list[Record] = json.loads(path.read_text())["records"]
    return found


def differences(tool: ModuleType, file: Path, chosen: Iterator[Record]) -> tuple[int, list[str]]:
    """Return how many scores were compared, and what differs."""
    base = tool.HERE if file.name.startswith("real-") else file.parent
    compared, different = 0, []
    for record in chosen:
        call, expected = tool.keyword_arguments(record), tool.wanted(record)
        if call is None or not expected:
            continue
        form, layer = call.pop("key_format"), call.get("layer", "identity")
        call.pop("response_format")
        if "preset" in record:
            layer = "discourse-deixis" if record["preset"] == "codicrac22dd" else "identity"
        if file.name == SUITES:
            call["align"] = "positions"
        if "preset" not in call:
            call["undefined"] = "zero"
        key, response = (read(base / record[side], form, layer) for side in ("key", "sys"))
        scores = corefeval.score(key, response, metrics=",".join(expected), **call).scores
        for name, numbers in expected.items():
            ours = {part: scores[name][part] or 0.0 for part in numbers}
            compared += 1
            if any(abs(ours[part] - value) > tool.TOLERANCE for part, value in numbers.items()):
                different.append(f"{record['case']} {record['options']} {name}: {ours}, official {numbers}")
    return compared, different


@pytest.mark.parametrize("name", [CONLL, COREFUD])
def test_real_corpora(tool: ModuleType, shared: Path, name: str) -> None:
    """Every score of the real pairs is the official one."""
    file = shared / "goldens" / "peers" / name
    compared, different = differences(tool, file, iter(records(file)))
    assert compared > 0
    assert different == []


def test_presets(tool: ModuleType, shared: Path) -> None:
    """Every preset gives what its official scorer gives on the scorers' own suites."""
    file = shared / "goldens" / "peers" / SUITES
    compared, different = differences(tool, file, (record for record in records(file) if "preset" in record))
    assert compared > 0
    assert different == []


@pytest.mark.parametrize("scorer", ["ua2-conll", "ua1-conll", "coval", "perl", "craft", "corefud", "ua2"])
@pytest.mark.parametrize("name", [SUITES, RANDOM, HARD])
def test_settings(tool: ModuleType, shared: Path, name: str, scorer: str) -> None:
    """Every setting of every scorer, on a part of the suites, of the random cases and of the hard ones."""
    file = shared / "goldens" / "peers" / name
    of_scorer = [record for record in records(file) if record["scorer"] == scorer and "preset" not in record]
    compared, different = differences(tool, file, iter(of_scorer[::STEP]))
    assert compared > 0 or not of_scorer or scorer == "craft"
    assert different == []


@pytest.mark.parametrize("name", [SUITES, RANDOM])
def test_nested(tool: ModuleType, shared: Path, name: str) -> None:
    """What coval answered without nested mentions, on a part of the suites and of the random cases."""
    file = shared / "goldens" / "peers" / name
    of_option = [record for record in records(file) if record["options"].get("remove_nested")]
    compared = 0
    for record in of_option[::STEP]:
        plain = {**record, "options": {**record["options"], "remove_nested": False}}
        call, expected = tool.keyword_arguments(plain), tool.wanted(record)
        if call is None:
            continue
        paths = (file.parent / record[side] for side in ("key", "sys"))
        key, response = (read(path, call["key_format"], "identity") for path in paths)
        chosen = {"singletons": call["singletons"], "nested": "drop", "align": "positions"}
        scores = corefeval.score(key, response, metrics=list(expected), preset="coval", **chosen).scores
        for metric, numbers in expected.items():
            compared += 1
            ours = {part: scores[metric][part] for part in numbers}
            assert ours == pytest.approx(numbers, abs=tool.TOLERANCE), record["case"]
    assert compared > 0
