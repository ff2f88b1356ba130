"""The copied evaluators and the command lines of other scorers: recorded answers beside the checkout."""

from __future__ import annotations

import gzip
import json
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

import corefeval
from corefeval.compat import CorefEvaluator, corefud_scorer, coval, perl
from corefeval.examples import FOLDER
from tests.paths import SHARED

EVALUATORS = SHARED / "goldens" / "evaluators"
COMMANDS = SHARED / "goldens" / "command-lines"
PRESETS = {
    "s2e": "e2e",
    "maverick": "longdoc",
    "longdoc-threshold2": "longdoc-2",
    "bookcoref-window1500": "bookcoref-window",
    "wl-coref": "wl-coref",
    "stanza": "stanza",
    "spacy": "spacy",
}
METRICS = {"muc": "muc", "b3": "bcub", "ceafe": "ceafe", "conll": "conll", "lea": "lea"}
OURS = ("mention_in_two", "dup_in", "identical_cluster", "empty_cluster", "cluster_order")
"""Cases with repeated mentions or empty clusters, where our own rule holds."""
BY_POSITION = ("missing_document", "extra_document", "response_order", "subset_response", "some_docs_empty")
STEP = 5
"""Every fifth case; `tools/evaluators.py` beside the data has all."""

pytestmark = pytest.mark.skipif(not EVALUATORS.exists(), reason="needs the recorded answers")


def cases() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield cases, each with what the evaluators gave."""
    wanted = json.loads(gzip.decompress((EVALUATORS / "results.json.gz").read_bytes()))
    with gzip.open(EVALUATORS / "cases.jsonl.gz", "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            case = json.loads(line)
            if number % STEP == 0 and not case.get("corner", "").startswith(OURS):
                yield case, wanted[case["case"]]


def test_evaluators() -> None:
    """Every preset gives what a repository with its rule gave."""
    compared = 0
    for case, wanted in cases():
        for runner, preset in PRESETS.items():
            numbers = wanted.get(runner)
            if not numbers or "error" in numbers or "nan" in json.dumps(numbers):
                continue
            if preset == "bookcoref-window" and case.get("corner") in BY_POSITION:
                continue
            names = ["lea"] if preset in {"wl-coref", "spacy"} else ["muc", "b3", "ceafe", "conll"]
            scores = corefeval.score(
                case["key"],
                case["response"],
                preset=preset,
                key_offsets="inclusive",
                response_offsets="inclusive",
                metrics=[METRICS[name] for name in names],
            ).scores
            for name in names:
                found = scores[METRICS[name]]["f1"] or 0.0
                assert math.isclose(found, numbers[name][2] or 0.0, abs_tol=3e-7), (
                    case["case"],
                    runner,
                    name,
                )
                compared += 1
    assert compared > 400


@pytest.mark.filterwarnings("ignore:CE")
def test_the_class_of_e2e() -> None:
    """CorefEvaluator gives precision, recall and F1 of the original."""
    for case, wanted in cases():
        evaluator = CorefEvaluator()
        response = {document["doc_key"]: document["clusters"] for document in case["response"]}
        for document in case["key"]:
            evaluator.update(response.get(document["doc_key"], []), document["clusters"])
        assert evaluator.get_prf() == pytest.approx(wanted["e2e"]["conll"], abs=1e-9)


PROGRAMS = {"perl": perl.run, "coval": coval.run, "corefud-scorer": corefud_scorer.run}
PLACES = {
    "EX/": f"{FOLDER}/",
    "IN/": f"{COMMANDS}/perl/inputs/",
    "inputs/": f"{COMMANDS}/perl/inputs/",
    "GUM/": f"{SHARED}/data/gum_pairs/",
}


def plain(text: str, *, is_sorted: bool) -> list[str]:
    """Return lines that can be compared: ten digits, no path of the program, in any order where documents are shown."""
    text = re.sub(r"^version: .*$", "version", text, flags=re.MULTILINE)
    text = re.sub(r"\d+\.\d{6,}", lambda found: f"{float(found[0]):.10g}", text)
    lines = [line.rstrip() for line in text.splitlines()]
    return sorted(lines) if is_sorted else lines


@pytest.mark.parametrize("program", list(PROGRAMS))
def test_command_lines(program: str) -> None:
    """Standard output and whether the status is 0 are those that the program left."""
    for record in json.loads((COMMANDS / program / "index.json").read_text(encoding="utf-8")):
        words = record["command"]
        start = next(at + 1 for at, word in enumerate(words) if word.endswith((".pl", ".py")))
        arguments = words[start:]
        for prefix, place in PLACES.items():
            arguments = [
                place + word[len(prefix) :] if word.startswith(prefix) else word for word in arguments
            ]
        if any(word.startswith(("TESTSUITE", "T/", str(PLACES["GUM/"]))) for word in arguments):
            continue
        found = PROGRAMS[program](arguments)
        is_sorted = program == "perl" and "none" not in arguments
        wanted = (COMMANDS / program / record["file"]).read_text(encoding="utf-8")
        assert plain(found.text, is_sorted=is_sorted) == plain(wanted, is_sorted=is_sorted), arguments
        assert (found.status == 0) == (record["exit"] == 0), arguments
