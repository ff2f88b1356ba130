"""reproduce(): the settings of a known number are found, ranked by how usual they are, with what sets them up again."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corefeval.choices import CHOICES
from corefeval.evaluation.datasets import score_datasets
from corefeval.evaluation.score import score
from corefeval.pairing import mapping
from corefeval.problems import CorefevalError, UsageError
from corefeval.reports.render import KINDS
from corefeval.reports.show import render
from corefeval.reproduction.search import Candidate, Reproduction, reproduce
from corefeval.reproduction.target import OF_TRUNCATED, ROUNDED, TRUNCATED, Target
from corefeval.signature import Signature
from tests.paths import ROOT, SHARED
from tests.refuses import refuses

EXAMPLES = ROOT / "src" / "corefeval" / "examples"
KEY, SYSTEM = EXAMPLES / "key.conll", EXAMPLES / "eager.conll"
GUM = SHARED / "data" / "gum_pairs"


def repeated(one: Candidate, key: Any, response: Any, metric: str, part: str = "f1") -> float:
    """Return the score, in percent, that the signature of a candidate gives."""
    average = Signature.parse(one.signature).average
    if average == "datasets":
        value = score_datasets(key, response, signature=one.signature).macro[metric][part]
    else:
        result = replace(score(key, response, signature=one.signature), average=average)
        value = (result.scores if average == "micro" else result.macro)[metric][part]
    assert value is not None
    return 100 * value


@pytest.mark.parametrize(
    ("metric", "part", "settings", "average"),
    [
        ("conll", "f1", {}, "micro"),
        ("lea", "recall", {"singletons": "drop"}, "micro"),
        ("bcub", "f1", {"twinless": "add-to-key"}, "micro"),
        ("ceafe", "precision", {"twinless": "cai-strube", "singletons": "drop"}, "micro"),
        ("muc", "f1", {}, "macro"),
        ("bcub", "recall", {}, "mentions"),
        ("lea", "f1", {"nested": "drop"}, "macro"),
    ],
)
def test_the_settings_of_a_score_are_found(
    metric: str, part: str, settings: dict[str, Any], average: str
) -> None:
    """A score printed with two decimals leads back to settings that give it, and all signatures repeat it."""
    result = replace(score(KEY, SYSTEM, metrics=metric, **settings), average=average)
    value = (result.scores if average == "micro" else result.macro)[metric][part]
    assert value is not None
    found = reproduce(KEY, SYSTEM, f"{100 * value:.2f}", metric=metric, part=part)
    assert found.is_met
    met = [one for alike in found.found for one in alike.candidates if one.is_met]
    assert any(math.isclose(one.scores[0], 100 * value, abs_tol=1e-9) for one in met)
    for one in met[:6]:
        assert repeated(one, KEY, SYSTEM, metric, part) == pytest.approx(one.scores[0])


def test_presets_come_first_and_what_is_alike_stands_together() -> None:
    """CoNLL of the example is that of several presets: one place, the usual one first, and no other has its score."""
    value = score(KEY, SYSTEM, metrics="conll").f1
    assert value is not None
    found = reproduce(KEY, SYSTEM, f"{100 * value:.2f}")
    first, *others = found.found
    assert first.first.unusual == 0
    assert {one.preset for one in first.candidates} >= {"", "perl", "coval"}
    assert all(abs(one.first.scores[0] - first.first.scores[0]) > 1e-9 for one in others)
    assert [one.first.is_met for one in found.found] == sorted(
        (one.first.is_met for one in found.found), reverse=True
    )
    distances = [one.first.distance for one in found.found]
    assert distances == sorted(distances)


def test_a_truncated_number_is_that_of_the_reference_scorer() -> None:
    """Where rounding gives another number, the preset perl is found with truncation, which is usual there."""
    value = 100 * (score(KEY, SYSTEM, metrics="ceafe")["ceafe"]["f1"] or 0)
    digits = next(n for n in range(1, 9) if round(value, n) != math.floor(value * 10**n) / 10**n)
    text = f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}"
    best = reproduce(KEY, SYSTEM, text, metric="ceafe").found[0].first
    assert (best.preset, best.rounding, best.unusual, best.is_met) == ("perl", TRUNCATED, 0, True)


def test_a_mean_of_truncated_parts() -> None:
    """The mean of the three F1 that the reference scorer prints is not the truncated mean."""
    parts = [100 * (score(KEY, SYSTEM, metrics=one)[one]["f1"] or 0) for one in ("muc", "bcub", "ceafe")]
    mean = round(sum(math.floor(one * 10) / 10 for one in parts) / 3, 1)
    exact = sum(parts) / 3
    assert mean not in {round(exact, 1), math.floor(exact * 10) / 10}
    best = reproduce(KEY, SYSTEM, f"{mean:.1f}").found[0].first
    assert (best.preset, best.rounding) == ("perl", OF_TRUNCATED)


def test_both_rules_of_blanc() -> None:
    """BLANC of the reference scorer leaves a half out: its number leads to blanc(empty=key), the other to blanc."""
    key: Any = {"a": [[1, 2, 3]], "b": [[1, 2]]}
    response: Any = {"a": [[1, 2], [3, 4]], "b": [[1], [2]]}
    for name in ("blanc", "blanc(empty=key)"):
        value = score(key, response, metrics=name, undefined="zero").scores[name]["f1"]
        assert value is not None
        found = reproduce(key, response, f"{100 * value:.4f}", metric="blanc")
        assert name in {one.metrics[0] for one in found.found[0].candidates}, name


def test_a_table_of_numbers_of_one_run() -> None:
    """Numbers that are each had by several settings are together had by fewer; all must be met."""
    scores = score(KEY, SYSTEM, metrics="muc,bcub,lea", singletons="drop").scores
    table = {name: f"{100 * (parts['f1'] or 0):.2f}" for name, parts in scores.items()}
    found = reproduce(KEY, SYSTEM, table=table)
    assert found.is_met
    assert all(
        Signature.parse(one.signature).settings.singletons in {"drop", "e2e"}
        for one in found.found[0].candidates
    )
    wrong = reproduce(KEY, SYSTEM, table={**table, "lea": "99.99"})
    assert not wrong.is_met


def test_a_table_from_a_file(tmp_path: Path) -> None:
    """CSV with metric, part and value, in any order of columns."""
    recall = score(KEY, SYSTEM, metrics="muc")["muc"]["recall"]
    assert recall is not None
    (tmp_path / "numbers.csv").write_text(f"value,metric,part\n{100 * recall:.2f},MUC,recall\n61.20,conll,\n")
    found = reproduce(KEY, SYSTEM, table=tmp_path / "numbers.csv")
    assert [(one.metric, one.part) for one in found.targets] == [("muc", "recall"), ("conll", "f1")]
    assert found.is_met


@pytest.mark.parametrize(
    ("text", "code"),
    [("metric\nmuc\n", "CE142"), ("metric,value\nmuc,high\nlea,\n", "CE142"), ("metric,value\n", "CE142"),
     ("metric,value\nmuk,61\n", "CE050"), ("metric,part,value\nmuc,size,61\n", "CE050"), ("metric,value\nmuc,610\n", "CE142")],
)  # fmt: skip
def test_tables_that_are_none(tmp_path: Path, text: str, code: str) -> None:
    """What cannot be a score is refused with its line."""
    (tmp_path / "numbers.csv").write_text(text)
    with pytest.raises(UsageError) as error:
        reproduce(KEY, SYSTEM, table=tmp_path / "numbers.csv")
    assert error.value.problems[0].code == code


def test_what_makes_no_difference_is_left_out_and_reported() -> None:
    """Files without zeros, split antecedents and repeated mentions are not scored for each of their settings."""
    found = reproduce(KEY, SYSTEM, "12.3")
    assert {"zeros", "split_antecedents", "duplicates", "missing", "layer"} <= found.idle.keys()
    assert not found.is_met
    assert not any(
        {"zeros", "split_antecedents", "duplicates"} & one.changes.keys()
        for alike in found.found
        for one in alike.candidates
    )
    assert any(value.startswith("--match min-span") for value in found.impossible)
    assert "no settings give this" in str(found)


def test_how_often_a_number_would_be_found_by_chance() -> None:
    """Of numbers without decimals settings give most, of those with two few; nothing is said where none is found, or of tables."""
    value = 100 * (score(KEY, SYSTEM, metrics="conll").f1 or 0)
    coarse, fine = (reproduce(KEY, SYSTEM, f"{value:.{digits}f}") for digits in (0, 2))
    assert coarse.by_chance is not None
    assert fine.by_chance is not None
    assert 0 < fine.by_chance < coarse.by_chance <= 1
    assert "By chance" in str(fine)
    assert reproduce(KEY, SYSTEM, "12.3").by_chance is None
    assert reproduce(KEY, SYSTEM, table={"muc": "68.57", "lea": "53.68"}).by_chance is None


def test_by_chance_is_how_often_made_up_numbers_are_found() -> None:
    """So many of the numbers in the range are found by settings as usual as the best, truncated ones too; it never falls."""
    key = {"a": [[1, 2, 3], [4, 5], [6]], "b": [[1, 2], [3, 4]], "c": [[1, 2, 3, 4]]}
    response = {"a": [[1, 2], [3, 4, 5]], "b": [[1, 2, 5], [3, 4]], "c": [[1, 2], [3, 4]]}
    known: dict[str, Any] = {"match": "exact", "nested": "keep", "undefined": "zero", "duplicates": "first"}
    runs = [reproduce(key, response, str(n), metric="bcub", changes=1, **known) for n in range(40, 101)]
    met = [run for run in runs if run.is_met]
    numbers = [run.targets[0].value for run in met]
    chances: dict[int, set[float | None]] = {}
    for run in met:
        chances.setdefault(run.found[0].first.unusual, set()).add(run.by_chance)
    assert TRUNCATED in {run.found[0].first.rounding for run in met}
    assert len(chances) > 1
    for unusual, found in chances.items():
        usual = [run for run in met if run.found[0].first.unusual <= unusual]
        assert found == {len(usual) / (max(numbers) - min(numbers) + 1)}


def test_more_changes_make_a_number_no_rarer() -> None:
    """The range in which numbers are counted is that of one change, whatever is tried beyond it."""
    key, response = {"a": [[1, 2, 3], [4, 5], [6]]}, {"a": [[1, 2], [3, 4, 5]]}
    shown: list[float] = []
    for changes in (1, 2):
        found = reproduce(
            key, response, "63.16", metric="bcub", changes=changes, nested="keep", match="exact"
        )
        assert found.changes == changes
        every = {number for number, given in found.numbers.items() if given.changes <= 1}
        shown += [min(every), max(every)]
    assert shown[:2] == shown[2:]


def test_beta_is_refused() -> None:
    """Only recall, precision and F1 are searched for, so β would change nothing."""
    with refuses(UsageError, "CE051", "only-f1"):
        reproduce([[1, 2]], [[1, 2]], "50", beta=2)


def test_what_is_known_is_not_varied() -> None:
    """A setting that is given holds for all candidates."""
    found = reproduce(KEY, SYSTEM, "50", singletons="drop", match="exact", changes=1)
    for alike in found.found:
        for one in alike.candidates:
            settings = Signature.parse(one.signature).settings
            assert (settings.singletons, settings.match) == ("drop", "exact")
    assert found.idle["singletons"] == "given"


def test_zeros_are_varied_where_there_are_any() -> None:
    """The bundled files with zeros: each way to align them is tried."""
    key, response = EXAMPLES / "zeros.key.conllu", EXAMPLES / "zeros.system.conllu"
    value = score(key, response, metrics="conll", zeros="linear", singletons="keep").f1
    assert value is not None
    found = reproduce(key, response, f"{100 * value:.2f}")
    assert found.is_met
    assert "zeros" not in found.idle


def test_means_over_datasets(tmp_path: Path) -> None:
    """Of folders the mean over datasets is tried beside the pooled score, and its signature repeats it."""
    for side, names in (("key", ("key", "key")), ("system", ("cautious", "eager"))):
        (tmp_path / side).mkdir()
        for number, name in enumerate(names):
            text = (
                (EXAMPLES / f"{name}.conll")
                .read_text(encoding="utf-8")
                .replace("document (", f"document (d{number}/")
            )
            (tmp_path / side / f"set{number}.conll").write_text(text, encoding="utf-8")
    value = score_datasets(tmp_path / "key", tmp_path / "system", metrics="lea").macro["lea"]["f1"]
    assert value is not None
    found = reproduce(tmp_path / "key", tmp_path / "system", f"{100 * value:.3f}", metric="lea")
    means = [
        one for alike in found.found for one in alike.candidates if one.is_met and one.average == "datasets"
    ]
    assert means
    assert repeated(means[0], tmp_path / "key", tmp_path / "system", "lea") == pytest.approx(100 * value)
    pooled = score(tmp_path / "key", tmp_path / "system", metrics="lea")["lea"]["f1"]
    assert pooled is not None
    again = reproduce(tmp_path / "key", tmp_path / "system", f"{100 * pooled:.3f}", metric="lea")
    first = next(one for one in again.found[0].candidates if one.average == "micro")
    assert repeated(first, tmp_path / "key", tmp_path / "system", "lea") == pytest.approx(100 * pooled)


def test_missing_documents_are_scored_as_empty_and_reported() -> None:
    """A response that lacks a document gives the number of --missing empty."""
    key: Any = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]]}
    response: Any = {"a": [[1, 2], [3, 4, 5]]}
    value = score(key, response, metrics="muc", missing="empty").f1
    assert value is not None
    found = reproduce(key, response, f"{100 * value:.2f}", metric="muc")
    assert found.is_met
    assert [problem.code for problem in found.warnings] == ["CE010"]
    assert repeated(found.found[0].first, key, response, "muc") == pytest.approx(100 * value)


@pytest.mark.parametrize("kind", [*KINDS, "html"])
def test_every_kind_of_output(kind: str) -> None:
    """The settings and their signature stand in each; JSON and CSV have all that was tried."""
    found = reproduce(KEY, SYSTEM, "61.20")
    text = render(found, kind)
    assert re.search(r"corefeval:[\d.]+.*key:[0-9a-f]{8}", text)
    if kind == "json":
        plain = json.loads(text)
        assert plain["met"] is True
        assert len(plain["candidates"]) == len(found.found)


def test_targets() -> None:
    """Numbers are read as they are printed; 29.2 of the reference scorer has one decimal, a fraction two fewer."""
    assert Target.of("29.2").shown(29.2031, TRUNCATED) == 29.2
    assert Target.of("0.4106").decimals == 2
    assert Target.of("28.99").shown(28.996, TRUNCATED) == 28.99
    assert Target.of("28.99").shown(28.996, ROUNDED) == 29.0
    assert Target.of("29").shown(100 * 0.29, TRUNCATED) == 29
    assert Target.of("61,2 %").value == 61.2
    for text in ("high", "1e3", "-5", "120", ""):
        with pytest.raises(UsageError):
            Target.of(text)


PRINTED = [
    # file, metric, part, what was printed, preset, settings that must be among those found
    ("conll", "bcub", "f1", "41.06", "perl", {}),
    ("conll", "muc", "precision", "67.9", "perl", {}),
    ("conll", "blanc", "recall", "37.46", "perl", {}),
    ("conll", "bcub", "f1", "41.07", "coval", {}),
    ("conll", "lea", "f1", "41.02", "coval", {"singletons": "drop"}),
    ("conll", "conll", "f1", "49.19", "coval", {"singletons": "drop"}),
    ("corefud.conllu", "conll", "f1", "51.43", "crac24", {}),
    ("corefud.conllu", "conll", "f1", "42.52", "crac24", {"singletons": "keep"}),
    ("corefud.conllu", "conll", "f1", "49.18", "crac24", {"match": "exact"}),
    ("corefud.conllu", "conll", "f1", "50.28", "crac22", {}),
    ("corefud.conllu", "lea", "precision", "55.71", "crac24", {}),
]
"""What scorer.pl 8.01, coval (with and without remove_singletons) and corefud-scorer 1.2 (with -s, -a exact, -a partial -z linear)
print for xrenner on the dev part of GUM."""


@pytest.mark.skipif(not GUM.exists(), reason="the shared GUM files are not here")
@pytest.mark.parametrize(("ending", "metric", "part", "printed", "preset", "settings"), PRINTED)
def test_numbers_that_the_existing_scorers_print(
    ending: str, metric: str, part: str, printed: str, preset: str, settings: dict[str, str]
) -> None:
    """The settings of the scorer that printed it are at the first place."""
    found: Reproduction = reproduce(
        GUM / f"gum.dev.key.{ending}", GUM / f"gum.dev.xrenner.{ending}", printed, metric=metric, part=part
    )
    assert any(
        one.preset == preset and dict(one.changes) == settings and one.average == "micro"
        for one in found.found[0].candidates
    ), found.found[0].first.options


def test_a_repeated_mention_does_not_end_the_search(tmp_path: Path) -> None:
    """What --duplicates perl cannot be combined with is left out, and the number of another set of settings is found."""
    rows = ["(1)|(2)", "(2)", "(1)", "(1)"], ["(1)", "(2)", "(1)", "(2)"]
    for name, cells in zip(("key", "response"), rows, strict=True):
        lines = [f"a 0 {place} w - - - - - - - {cell}" for place, cell in enumerate(cells)]
        text = "\n".join(["#begin document (a); part 000", *lines, "", "#end document", ""])
        (tmp_path / name).write_text(text, encoding="utf-8")
    key, response = tmp_path / "key", tmp_path / "response"
    value = score(key, response, metrics="bcub", duplicates="keep", twinless="cai-strube").f1
    found = reproduce(key, response, f"{100 * (value or 0):.4f}", metric="bcub")
    assert found.is_met
    assert "duplicates" not in found.idle


UA = """# global.columns = ID FORM IDENTITY DISCOURSE_DEIXIS
# newdoc id = a
1\tw\t(EntityID={0}|MarkableID=markable_1)\t_
2\tw\t(EntityID={1}|MarkableID=markable_2)\t(EntityID={3}|MarkableID=markable_5)
3\tw\t(EntityID={2}|MarkableID=markable_3)\t(EntityID={4}|MarkableID=markable_6)
4\tw\t(EntityID=1|MarkableID=markable_4)\t(EntityID=9|MarkableID=markable_7)

"""


def test_both_layers_of_conll_ua(tmp_path: Path) -> None:
    """The number of discourse deixis is found, by the preset of its task and by the layer alone."""
    (tmp_path / "key").write_text(UA.format(1, 1, 2, 8, 9), encoding="utf-8")
    (tmp_path / "response").write_text(UA.format(1, 2, 2, 9, 9), encoding="utf-8")
    key, response = tmp_path / "key", tmp_path / "response"
    value = score(key, response, metrics="bcub", layer="discourse-deixis").f1
    assert value is not None
    found = reproduce(key, response, f"{100 * value:.3f}", metric="bcub")
    met = [one for alike in found.found for one in alike.candidates if one.is_met]
    assert found.is_met
    assert "layer" not in found.idle
    assert "codicrac22dd" in {one.preset for one in met}
    assert {"--layer discourse-deixis"} <= {one.options for one in met}
    for one in met[:6]:
        assert repeated(one, key, response, "bcub") == pytest.approx(one.scores[0])
    kept = reproduce(key, response, "12.345", metric="bcub", layer="identity")
    assert kept.idle["layer"] == "given"
    assert all("layer:identity" in one.signature.long for alike in kept.found for one in alike.candidates)


def test_layers_of_one_side(tmp_path: Path) -> None:
    """A file with the clusters of two systems: the field that was scored is found, and one that says the same is not tried."""
    words = '"doc_key": "a", "sentences": [["w", "w", "w", "w", "w", "w"]]'
    gold, good, bad = (
        "[[[0,0],[1,1]],[[2,2],[3,3],[5,5]]]",
        "[[[0,0],[1,1]],[[2,2],[3,3]]]",
        "[[[0,0],[5,5]]]",
    )
    (tmp_path / "key.jsonl").write_text(f'{{{words}, "clusters": {gold}}}\n')
    (tmp_path / "response.jsonl").write_text(
        f'{{{words}, "predicted_clusters": {good}, "clusters": {bad}}}\n'
    )
    key, response = tmp_path / "key.jsonl", tmp_path / "response.jsonl"
    usual = score(key, response, metrics="lea", response_layer="predicted_clusters").f1
    other = score(key, response, metrics="lea", response_layer="clusters").f1
    assert usual != other
    for value in (usual, other):
        found = reproduce(key, response, f"{100 * (value or 0):.3f}", metric="lea")
        assert found.is_met
        assert repeated(found.found[0].first, key, response, "lea") == pytest.approx(100 * (value or 0))
        assert not any("key_layer" in one.changes for alike in found.found for one in alike.candidates)


def test_documents_that_were_left_out() -> None:
    """The number on the documents that both have is found, said to be of them, and its signature is of a key with them alone."""
    key: Any = {"a": [[1, 2, 3], [4, 5]], "b": [[1, 2]], "c": [[1, 2, 3, 4]]}
    response: Any = {"a": [[1, 2], [3, 4, 5]], "c": [[1, 2], [3, 4]]}
    shared = {name: key[name] for name in response}
    value = score(shared, response, metrics="muc").f1
    assert value is not None
    found = reproduce(key, response, f"{100 * value:.2f}", metric="muc")
    met = [one for alike in found.found for one in alike.candidates if one.is_met and one.documents == "both"]
    assert met
    assert "without the documents that the response lacks" in met[0].options
    assert met[0].to_dict()["documents"] == "both"
    assert repeated(met[0], shared, response, "muc") == pytest.approx(100 * value)
    with pytest.raises(CorefevalError):
        score(key, response, signature=met[0].signature)
    said = reproduce(key, response, "12.34", metric="muc", missing="empty")
    assert {one.documents for alike in said.found for one in alike.candidates} == {"all"}


def test_a_dataset_that_is_missing(tmp_path: Path) -> None:
    """It counts 0 in the mean over datasets, or is left out."""
    for side, names in (("key", ("a", "b", "c")), ("system", ("a", "b"))):
        (tmp_path / side).mkdir()
        for name in names:
            text = (KEY if side == "key" or name == "a" else SYSTEM).read_text(encoding="utf-8")
            text = text.replace("document (", f"document ({name}/")
            (tmp_path / side / f"{name}.conll").write_text(text, encoding="utf-8")
    key, system = tmp_path / "key", tmp_path / "system"
    value = score_datasets(key, system, metrics="lea", missing="empty").macro["lea"]["f1"]
    assert value is not None
    for target, documents in ((value, "all"), (value * 3 / 2, "both")):
        found = reproduce(key, system, f"{100 * target:.3f}", metric="lea")
        assert (documents, "datasets") in {
            (one.documents, one.average) for alike in found.found for one in alike.candidates if one.is_met
        }


def test_the_mean_by_mentions_over_the_documents_of_datasets(tmp_path: Path) -> None:
    """Of folders too: the weights are those of all documents together."""
    for side, path in (("key", KEY), ("system", SYSTEM)):
        (tmp_path / side).mkdir()
        for name in ("a", "b"):
            text = path.read_text(encoding="utf-8").replace("document (", f"document ({name}/")
            (tmp_path / side / f"{name}.conll").write_text(text, encoding="utf-8")
    result = replace(score(tmp_path / "key", tmp_path / "system", metrics="bcub"), average="mentions")
    value = result.macro["bcub"]["f1"]
    assert value is not None
    found = reproduce(tmp_path / "key", tmp_path / "system", f"{100 * value:.4f}", metric="bcub")
    assert "mentions" in {one.average for alike in found.found for one in alike.candidates if one.is_met}


def test_files_that_cannot_be_scored_at_all_are_refused() -> None:
    """Where no settings give any score, what is wrong is said as score() says it."""
    with pytest.raises(CorefevalError) as error:
        reproduce({"a": [[1, 2]]}, {"a": [[1, 2]]}, "50", match="head")
    assert error.value.problems[0].code == "CE041"


def test_words_are_aligned_once_for_all_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A response in other words is aligned once for each way to align, not for each setting; the score is that of score()."""
    key = {
        "doc_key": "a",
        "tokens": ["Ada", "-", "Lind", "met", "Bo", ".", "She", "left", "him", "."],
        "clusters": [[[0, 2], [6, 6]], [[4, 4], [8, 8]]],
        "offsets": "inclusive",
    }
    response = {
        "doc_key": "a",
        "tokens": ["Ada-Lind", "met", "Bo.", "She", "left", "him."],
        "clusters": [[[0, 0], [3, 3]], [[1, 1], [5, 5]], [[4, 4]]],
        "offsets": "inclusive",
    }
    expected = score([key], [response], singletons="drop", metrics="bcub")["bcub"]["f1"]
    assert expected is not None
    done = []
    plain = mapping.map_to_key

    def counted(*arguments: Any) -> Any:
        done.append(arguments)
        return plain(*arguments)

    monkeypatch.setattr(mapping, "map_to_key", counted)
    found = reproduce([key], [response], f"{100 * expected:.4f}", metric="bcub")
    assert found.is_met
    assert found.tried > 5
    assert 1 <= len(done) <= len(CHOICES["align"])
