"""Faults of a part of the annotation: validate, score and --fix agree on them in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefeval import Scorer, formats
from corefeval.cli import main
from corefeval.problems import PARTS, CorefevalError
from tests.interfaces.test_bad_input import CONLLUA, COREFUD, record

SPLIT = ("--split-antecedents", "keep")
BRIDGING = ("-m", "bridging.anaphor")
PARTIAL = ("--match", "partial")
HEADS = ("--match", "head")
EXACT = ("--match", "exact")


def described(**fields: object) -> str:
    """Return a record of which one mention is described."""
    return record(mentions=[{"span": [2, 3], **fields}])


FAULTS = {
    "corefud: split antecedent unknown": ("CE035", "split antecedents", COREFUD.replace("(e1-1)", "(e1-1)|SplitAnte=e9<e1", 1), SPLIT),
    "corefud: split antecedents in a circle": ("CE034", "split antecedents", COREFUD.replace("(e1-1)", "(e1-1)|SplitAnte=e2<e1,e1<e2", 1), SPLIT),
    "corefud: SplitAnte broken": ("CE023", "split antecedents", COREFUD.replace("(e1-1)", "(e1-1)|SplitAnte=e2", 1), SPLIT),
    "corefud: bridging to nobody": ("CE035", "bridging", COREFUD.replace("(e1-1)", "(e1-1)|Bridge=e9<e1", 1), BRIDGING),
    "corefud: Bridge broken": ("CE023", "bridging", COREFUD.replace("(e1-1)", "(e1-1)|Bridge=e2>e1", 1), BRIDGING),
    "corefud: head outside": ("CE028", "heads", COREFUD.replace("(e2-2", "(e2-3", 1), HEADS),
    "conllua: Min no number": ("CE033", "minimum spans", CONLLUA.replace("m2", "m2|Min=x"), PARTIAL),
    "conllua: Min outside the document": ("CE031", "minimum spans", CONLLUA.replace("m2", "m2|Min=90"), PARTIAL),
    "conllua: Head outside the document": ("CE031", "heads", CONLLUA.replace("m2", "m2|Head=90"), PARTIAL),
    "conllua: split antecedents in a circle": ("CE034", "split antecedents", CONLLUA.replace("m1", "m1|ElementOf=2").replace("m2", "m2|ElementOf=1"), SPLIT),
    "conllua: bridging bracket broken": ("CE023", "bridging", CONLLUA.replace("left\t_\t_", "left\t_\thuh"), BRIDGING),
    "jsonlines: split antecedent unknown": ("CE035", "split antecedents", record(split_antecedents=[[0, 7]]), SPLIT),
    "jsonlines: split antecedents in a circle": ("CE034", "split antecedents", record(split_antecedents=[[0, 1], [1, 0]]), SPLIT),
    "jsonlines: bridging from nowhere": ("CE035", "bridging", record(bridging=[{"anaphor": [1, 1], "cluster": 0}]), BRIDGING),
    "jsonlines: head outside the document": ("CE031", "heads", described(head=99), PARTIAL),
    "jsonlines: minimum span outside the document": ("CE031", "minimum spans", described(min=[2, 99]), PARTIAL),
}  # fmt: skip
"""Code, part, file, and the options that need the part."""


@pytest.fixture(params=FAULTS)
def fault(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str, tuple[str, ...]]:
    """Write a faulty file into the working folder; return its code, its part and what needs it."""
    monkeypatch.chdir(tmp_path)
    code, part, content, options = FAULTS[request.param]
    Path("faulty").write_text(content)
    return code, part, options


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run the program; return its exit status and all it says, in one line."""
    status = 0
    try:
        main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    shown = capsys.readouterr()
    return status, " ".join((shown.out + shown.err).split())


def test_score_warns_of_what_it_does_without(
    fault: tuple[str, str, tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """With exact matching, no split antecedents and no bridging there is a score, and a warning that names the fault."""
    code, part, _ = fault
    status, shown = run(capsys, "score", "faulty", "faulty", *EXACT)
    assert status == 0
    assert f"{code} warning faulty:" in shown
    assert f"(needed by {PARTS[part]})" in shown


def test_score_refuses_what_it_needs(
    fault: tuple[str, str, tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """No score, the code and the place."""
    code, _, options = fault
    status, shown = run(capsys, "score", "faulty", "faulty", *options)
    assert status == 1
    assert f"{code} error faulty:" in shown
    assert "F1" not in shown


def test_validate_names_the_fault_and_who_needs_it(
    fault: tuple[str, str, tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """As an error, in words and in JSON."""
    code, part, _ = fault
    status, shown = run(capsys, "validate", "faulty")
    assert status == 1
    assert f"{code} error faulty:" in shown
    assert f"needed by {PARTS[part]}" in shown
    _, plain = run(capsys, "validate", "faulty", "-f", "json")
    assert PARTS[part] in [problem.get("needed_by") for problem in json.loads(plain)["files"][0]["problems"]]


def test_fix_says_what_it_takes_out(
    fault: tuple[str, str, tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """And the copy is scored by what refused the original, unless it now has nothing of the kind."""
    _, part, options = fault
    status, shown = run(capsys, "validate", "faulty", "--fix", "fixed")
    assert status == 0
    assert "CE048 warning faulty:" in shown
    assert "fixed: written, 0 changes" not in shown
    assert run(capsys, "validate", "fixed")[0] == 0
    if part != "heads" or options == HEADS:
        assert run(capsys, "score", "fixed", "fixed", *options)[0] == 0


def test_convert_refuses(fault: tuple[str, str, tuple[str, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    """A copy would lack the faulty part without a word."""
    code, _, _ = fault
    status, shown = run(capsys, "convert", "faulty", "copy", "--to", "jsonlines")
    assert status == 1
    assert f"{code} error faulty:" in shown
    assert not Path("copy").exists()


def test_a_scorer_refuses_and_warns_alike(tmp_path: Path) -> None:
    """The road of a training loop is the same."""
    path = tmp_path / "faulty"
    path.write_text(FAULTS["corefud: split antecedent unknown"][2])
    with pytest.raises(CorefevalError, match="CE035"):
        Scorer("muc", split_antecedents="keep").update(key=path, response=path)
    scorer = Scorer("muc")
    scorer.update(key=path, response=path)
    assert [problem.code for problem in scorer.result().warnings] == ["CE035"]


def test_unknown_references_of_conllua_are_left_out_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So the UA scorer does: no command refuses, each says it, and --fix names what it takes out."""
    path, fixed = str(tmp_path / "faulty"), str(tmp_path / "fixed")
    Path(path).write_text(CONLLUA.replace("m1", "m1|ElementOf=9"))
    for command in (("validate", path), ("score", path, path), ("score", path, path, *SPLIT)):
        status, shown = run(capsys, *command)
        assert status == 0
        assert "CE035 warning" in shown
    status, shown = run(capsys, "validate", path, "--fix", fixed)
    assert (status, "CE048" in shown) == (0, True)
    assert formats.read(fixed).problems == ()


def test_a_wrong_minspan_of_corefud_is_reported_and_not_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """corefud-scorer ignores minspan, in partial matching too; so the crac presets score the file, and say it."""
    path = str(tmp_path / "faulty")
    Path(path).write_text(COREFUD.replace("eid-head", "eid-head-minspan").replace("(e2-2", "(e2-2-7"))
    for preset in ("crac22", "crac24"):
        status, shown = run(capsys, "score", path, path, "-p", preset)
        assert status == 0
        assert "CE028 warning" in shown
