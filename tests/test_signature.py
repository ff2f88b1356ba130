"""Short and long signatures: what they show, and that both repeat the run."""

from __future__ import annotations

import pytest

import corefeval
from corefeval import signature as module
from corefeval.examples import FOLDER
from corefeval.presets import PRESETS
from corefeval.settings import Settings
from corefeval.signature import Signature, SignatureText, long_signatures

KEY, RESPONSE = FOLDER / "key.conll", FOLDER / "eager.conll"
WIDTH = 80


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_fits_a_line(preset: str) -> None:
    """The short signature of a preset with its own metrics has at most 80 characters, and is read back as the same."""
    one = PRESETS[preset]
    metrics = tuple(one.metric_parameters.get(name, name) for name in one.metrics)
    signature = Signature("0.10.0", preset, one.settings, "81578874", metrics)
    assert len(str(signature)) <= WIDTH
    assert str(signature).startswith(f"corefeval:0.10.0|{preset}|key:81578874|")
    assert Signature.parse(str(signature)) == Signature.parse(signature.long) == signature


def test_it_lists_what_differs_from_the_preset() -> None:
    """Settings are those that differ from the preset, or from the defaults where there is none."""
    result = corefeval.score(KEY, RESPONSE, preset="e2e", metrics="lea", singletons="drop", undefined="null")
    short = str(result.signature)
    assert short.split("|")[1:3] == ["e2e", "singletons:drop"]
    assert short.split("|")[3:] == ["undefined:null", "key:81578874", "lea"]
    plain = corefeval.score(KEY, RESPONSE, metrics="lea", beta=2).signature
    assert str(plain).split("|")[1:] == ["none", "beta:2", "key:81578874", "lea"]


def test_both_forms_repeat_the_run() -> None:
    """The run that either form sets up has the same scores, settings and signature."""
    first = corefeval.score(KEY, RESPONSE, preset="crac24", match="exact", window=20, metrics="lea,muc")
    for line in (str(first.signature), first.signature.long, f"signature {first.signature}\n"):
        again = corefeval.score(KEY, RESPONSE, signature=line)
        assert (again.scores, again.settings) == (first.scores, first.settings)
        assert str(again.signature) == str(first.signature)


def test_parameters_of_a_preset() -> None:
    """A metric under a preset has the parameters of the preset; `()` says that it has its own defaults."""
    for asked, shown in (("blanc", "blanc"), ("blanc()", "blanc()"), ("blanc(empty=key)", "blanc")):
        result = corefeval.score(KEY, RESPONSE, preset="perl", metrics=asked)
        assert str(result.signature).endswith(f"|{shown}")
        again = corefeval.score(KEY, RESPONSE, signature=str(result.signature))
        assert [*again.scores.values()] == [*result.scores.values()]
        assert again.signature.long == result.signature.long


def test_defaults_that_change_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short signature keeps its meaning after a default or a preset changes; that of a later version has the new one."""
    changed = {(0, 10): {"crac24": {"zeros": "linear"}, "none": {"singletons": "drop"}}}
    monkeypatch.setattr(module, "CHANGED", changed)
    for version, zeros, singletons in (
        ("0.10.0", "linear", "drop"),
        ("0.11.0", "dependent-official", "keep"),
    ):
        assert Signature.parse(f"corefeval:{version}|crac24|key:0|muc").settings.zeros == zeros
        assert Signature.parse(f"corefeval:{version}|none|key:0|muc").settings.singletons == singletons
        signature = Signature(version, "", Settings(), "0", ("muc",))
        assert Signature.parse(str(signature)) == signature


def test_json_has_the_long_form() -> None:
    """JSON has the long form, tables and CSV the short one unless the long one is asked for."""
    found = corefeval.score(KEY, RESPONSE, metrics="muc")
    assert found.to_dict()["signature"] == found.signature.long
    for kind in ("table", "csv", "markdown", "latex", "html"):
        assert "preset:none" not in found.render(kind)
        with long_signatures():
            assert "preset:none" in found.render(kind)
    compared = corefeval.compare(KEY, {"a": RESPONSE}, confidence=0.9)
    assert compared.signature.endswith("|muc,bcub,ceafe,conll,lea,mention|confidence:0.9")
    assert compared.to_dict()["signature"] == compared.signature.long
    assert "|test:randomisation|interval:jackknife|" in compared.signature.long


def test_csv_is_plain() -> None:
    """CSV has one row of heads, and the short signature as its last column, also where each row has its own."""
    for rows in (corefeval.score(KEY, RESPONSE), corefeval.score(KEY, RESPONSE, preset=["perl", "e2e"])):
        heads, *lines = rows.render("csv").splitlines()
        assert heads.split(",").count("signature") == 1
        assert heads.endswith(",signature")
        assert all('"corefeval:' in line for line in lines)


def test_signature_text_keeps_both_forms() -> None:
    """Further fields follow in both forms."""
    text = SignatureText("a", "b").followed_by("c", "d").followed_by("").followed_by("e")
    assert (text, text.long) == ("a|c|e", "b|d|e")
