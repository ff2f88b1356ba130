"""The request: names that do not exist are refused at every door, and a signature sets the same run up again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefeval
from corefeval.applications.answer_for import answer_for
from corefeval.evaluation.request import Request
from corefeval.examples import FOLDER
from corefeval.explanation import explain
from corefeval.metrics import parse_metric
from corefeval.metrics.base import METRICS
from corefeval.metrics.conll import Average
from corefeval.problems import UsageError
from corefeval.reports.explorer.page import of_results
from corefeval.settings import Settings
from corefeval.signature import Signature
from tests.files import conll, corefud
from tests.refuses import refuses

KEY, RESPONSE = FOLDER / "key.conll", FOLDER / "eager.conll"
INTERFACES: dict[str, Callable[..., object]] = {
    "score": lambda **options: corefeval.score(KEY, RESPONSE, **options),
    "Scorer": lambda **options: corefeval.Scorer(**options).update(KEY, RESPONSE),
    "compare": lambda **options: corefeval.compare(KEY, [RESPONSE], resamples=0, **options),
    "explain": lambda **options: explain(KEY, RESPONSE, **options),
    "datasets": lambda **options: corefeval.score_datasets({"a": KEY}, {"a": RESPONSE}, **options),
    "uses": lambda **options: answer_for(KEY, RESPONSE, "search", **options),
}


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize(
    ("options", "meant"),
    [
        ({"singletonss": "keep"}, "singletons"),
        ({"singletons": "kept"}, "keep"),
        ({"preset": "crac42"}, "crac24"),
        ({"key_format": "conll2021"}, "conll2012"),
    ],
)
def test_a_name_that_does_not_exist(interface: str, options: dict[str, Any], meant: str) -> None:
    """It is refused everywhere in the same words, with the name that was meant."""
    with pytest.raises(UsageError) as refused:
        INTERFACES[interface](**options)
    assert [problem.code for problem in refused.value.problems] == ["CE050"]
    assert meant in str(refused.value)


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize(
    ("wrong", "code", "kind"),
    [
        ({"key_layer": "nonsense"}, "CE050", "no-such-name"),
        ({"response_layer": "nonsense"}, "CE050", "no-such-name"),
        ({"layer": "discourse-deixis"}, "CE050", "no-such-name"),
        ({"key_offsets": "inclusive"}, "CE051", "offsets-say-nothing"),
        ({"response_offsets": "token"}, "CE051", "offsets-say-nothing"),
    ],
)
def test_what_a_format_does_not_have(interface: str, wrong: dict[str, Any], code: str, kind: str) -> None:
    """A layer or a meaning of numbers is refused where the file has none, not accepted and ignored."""
    (value,) = wrong.values()
    named = {"what": "layer", "name": value} if code == "CE050" else {"offsets": value, "label": "CoNLL-2012"}
    with refuses(UsageError, code, kind, **named):
        INTERFACES[interface](**wrong)


@pytest.mark.parametrize(
    "name", ["metrics", "preset", "signature", "language", "key_format", "response_layer"]
)
def test_what_is_given_and_empty(name: str) -> None:
    """A variable that is not set is refused; it is not taken for what holds by default."""
    with refuses(UsageError, "CE050", "given-empty"):
        INTERFACES["score"](**{name: ""})
    with refuses(UsageError, "CE050", "given-empty", name="metrics"):
        corefeval.score([["a", "b"]], [["a", "b"]], metrics=[])


@pytest.mark.parametrize(
    ("options", "kind", "arguments"),
    [
        ({"metrics": 1}, "no-metrics", {"names": 1}),
        ({"metrics": [1]}, "no-metrics", {"names": (1,)}),
        ({"language": 1}, "no-such-name", {"what": "language", "name": "1"}),
        ({"jobs": "2"}, "no-value-jobs", {"jobs": "2"}),
        ({"jobs": 0}, "no-value-jobs", {"jobs": 0}),
        ({"progress": "bar"}, "no-value-progress", {"progress": "bar"}),
    ],
)
def test_what_is_no_value_at_all(options: dict[str, Any], kind: str, arguments: dict[str, Any]) -> None:
    """A value of the wrong type is a problem that shows it, no error of Python's."""
    with refuses(UsageError, "CE050", kind, **arguments):
        corefeval.score([["a", "b"]], [["a", "b"]], **options)


@pytest.mark.parametrize("response", [[[(0, 2), (5, 6)]], [["a", "b"]]])
def test_nothing_in_common_warns(response: list[list[Any]]) -> None:
    """Other kinds of mentions, or offsets counted in another way, give 0.00 and the reason."""
    result = corefeval.score([[(0, 1), (5, 5)]], response)
    assert result.f1 == 0
    assert [each.kind for each in result.warnings if each.code == "CE045"] == ["key-response-no-mention"]
    scorer = corefeval.Scorer()
    scorer.update([[(0, 1), (5, 5)]], response)
    assert scorer.result().warnings == result.warnings
    scorer.update([[(0, 1), (5, 5)]], [[(0, 1), (5, 5)]])
    assert not scorer.result().warnings


@pytest.mark.parametrize("options", [{"beta": 1.23456789}, {"metrics": "lbcub(name=1.23456789)"}])
def test_numbers_of_a_signature_read_back(options: dict[str, Any]) -> None:
    """A number is signed with all its digits, so that the signature gives the same scores."""
    result = corefeval.score(KEY, RESPONSE, language="en", **options)
    again = corefeval.score(KEY, RESPONSE, signature=result.signature)
    assert "1.23456789" in str(result.signature)
    assert again.scores == result.scores


def test_the_page_reads_the_layer_of_the_preset() -> None:
    """Identical files score 1 under a preset with a layer of its own."""
    request = Request.of(preset="codicrac22dd")
    gold = request.read_key(FOLDER / "relations.key.conllua")
    result = request.on(gold).score(gold, FOLDER / "relations.key.conllua")
    assert result.f1 == corefeval.score(gold, gold, preset="codicrac22dd").f1
    assert of_results({"a": result}).index["signature"] == str(result.signature)


def test_a_corpus_of_another_layer_is_refused() -> None:
    """What was read as identity is not scored and signed as discourse deixis."""
    corpus = corefeval.load(FOLDER / "relations.key.conllua")
    with refuses(UsageError, "CE051", "read-already-layer-cannot"):
        corefeval.score(corpus, corpus, preset="codicrac22dd")


def test_what_is_scored_is_explained_as_it_was_scored() -> None:
    """Settings beside a result would be ignored, so they are refused."""
    result = corefeval.score(KEY, RESPONSE)
    assert explain(result).result is result
    with refuses(UsageError, "CE051", "what-scored-already-explained"):
        explain(result, singletons="drop")


def test_a_language_is_part_of_the_signature_of_an_explanation() -> None:
    """It decides on types."""
    explanation = explain(KEY, RESPONSE, language="en")
    assert explanation.result is not None
    assert "|language:en|" in str(explanation.result.signature)


def test_a_signature_says_how_files_were_read() -> None:
    """Layers, offsets and formats that were asked for are in it, and only those."""
    plain = str(corefeval.score(KEY, RESPONSE).signature)
    named = str(corefeval.score(KEY, RESPONSE, key_format="conll2012").signature)
    assert "format" not in plain
    assert "|key-format:conll2012|" in named
    assert Signature.parse(named).comparable == Signature.parse(plain).comparable


@pytest.mark.parametrize("spoilt", ["signature {}", "  {}\n", "Signature: {}", "{}|"])
def test_a_signature_as_it_is_found(spoilt: str) -> None:
    """With its first word, and with blanks and line breaks of a PDF."""
    line = str(corefeval.score(KEY, RESPONSE, singletons="drop").signature)
    broken = spoilt.format(line[:40] + "\n" + line[40:90] + " " + line[90:])
    assert str(corefeval.score(KEY, RESPONSE, signature=broken).signature) == line


def test_a_signature_of_0_1_0_is_understood() -> None:
    """It lacks the settings that came later, which then are at their defaults."""
    line = (
        "corefeval:0.1.0|preset:perl|match:exact|singletons:keep|zeros:drop|split-antecedents:drop|layer:identity|"
        "duplicates:first|tokens:check|missing:empty|undefined:zero|twinless:as-is|language:none|beta:1|"
        "key:00000000|metrics:muc,bcub,ceafm,ceafe,blanc(empty=key),conll,mention"
    )
    result = corefeval.score(KEY, RESPONSE, signature=line)
    assert list(result.metrics) == ["muc", "bcub", "ceafm", "ceafe", "blanc", "conll", "mention"]
    assert result.settings == Settings(align="strict", missing="empty", undefined="zero")


@pytest.mark.parametrize(
    ("version", "metrics", "wanted"),
    [
        ("0.7.0", "dominant", "dominant(titles=count)"),
        ("0.6.0", "dominant(selector=first)", "dominant(selector=first-noun,titles=count)"),
        ("0.7.0", "arcs.anchor(anchor=dominant)", "arcs.anchor(anchor=dominant,titles=count)"),
        ("0.7.0", "arcs.anchor", "arcs.anchor"),
        ("0.9.0", "dominant(selector=first)", "dominant(selector=first)"),
        ("0.7.0", "dominant(titles=count)", "dominant(titles=count)"),
    ],
)
def test_dominant_mentions_of_older_signatures(version: str, metrics: str, wanted: str) -> None:
    """Up to 0.8.0 titles made a name fuller, and `first` was the first noun: signatures of then mean that."""
    found = Signature.parse(str(Signature(version, "", Settings(), "9f3c01de", (metrics,))))
    assert found.metrics == (wanted,)
    assert parse_metric(wanted).full_name == wanted


def test_another_key_than_the_signature_says() -> None:
    """It is told, with both."""
    signature = corefeval.score(KEY, RESPONSE).signature
    (told,) = corefeval.score(RESPONSE, RESPONSE, signature=signature).warnings
    assert told.code == "CE058"
    assert (told["theirs"], told["ours"]) == (signature.key, corefeval.score(RESPONSE, RESPONSE).key_hash)


@pytest.mark.parametrize("interface", ["datasets", "compare"])
def test_the_signature_of_datasets(interface: str) -> None:
    """Given back on the same datasets it is silent; on others it names both keys, once."""

    def scored(key: dict[str, Any], **options: Any) -> Any:
        if interface == "datasets":
            return corefeval.score_datasets(key, key, **options)
        return corefeval.compare(key, {"a": key}, by="dataset", resamples=0, **options)

    key = {"one": [["a", "b"]], "two": [["c", "d", "e"]]}
    signature = scored(key).signature.partition("|test:")[0]
    assert not scored(key, signature=signature).warnings
    (told,) = scored({**key, "two": [["c", "d"]]}, signature=signature).warnings
    assert told.code == "CE058"
    assert told.kind == "other-keys"


def test_another_version_than_the_signature_says() -> None:
    """It is told, with both."""
    line = str(corefeval.score(KEY, RESPONSE).signature)
    older = "corefeval:0.0.9|" + line.partition("|")[2]
    (told,) = corefeval.score(KEY, RESPONSE, signature=older).warnings
    assert told.code == "CE058"
    assert (told.kind, told["version"]) == ("other-version", "0.0.9")


def test_a_signature_with_settings_of_another_version() -> None:
    """What is not known here cannot be repeated."""
    line = str(corefeval.score(KEY, RESPONSE).signature)
    with refuses(UsageError, "CE050", "signature-settings-not-exist", unknown=("gravity",)):
        corefeval.score(KEY, RESPONSE, signature=line.replace("|key:", "|gravity:high|key:"))


def test_a_preset_next_to_a_signature() -> None:
    """It would not be applied, so it is refused unless it is the same."""
    line = str(corefeval.score(KEY, RESPONSE, preset="perl").signature)
    assert corefeval.score(KEY, RESPONSE, preset="perl", signature=line).preset == "perl"
    with refuses(UsageError, "CE051", "preset-beside-signature-preset", preset="conll12"):
        corefeval.score(KEY, RESPONSE, preset="conll12", signature=line)


def test_a_signature_without_preset_means_none() -> None:
    """Also for a format that has a preset of its own."""
    key, response = FOLDER / "key.conllu", FOLDER / "eager.conllu"
    line = str(corefeval.score(KEY, RESPONSE).signature)
    repeated = corefeval.score(key, response, signature=line)
    assert repeated.preset == ""
    assert repeated.settings == Settings()


def test_datasets_whose_formats_have_different_presets() -> None:
    """Their mean is refused until a preset is named."""
    key = {"a": FOLDER / "key.conll", "b": FOLDER / "key.conllu"}
    response = {"a": FOLDER / "eager.conll", "b": FOLDER / "eager.conllu"}
    with refuses(UsageError, "CE051", "formats-datasets-different-default"):
        corefeval.score_datasets(key, response)
    with refuses(UsageError, "CE051", "formats-datasets-different-default"):
        corefeval.compare(key, {"one": response}, by="dataset", resamples=0)
    assert set(corefeval.score_datasets(key, response, preset="perl").results) == {"a", "b"}


def test_an_old_name_of_a_setting_changes_no_other() -> None:
    """The old name tokens sets align, with a warning, and leaves other settings alone."""
    result = corefeval.score(KEY, RESPONSE, tokens="ignore", singletons="drop", metrics="muc")
    assert (result.settings.align, result.settings.singletons) == ("positions", "drop")
    assert "CE096" in {problem.code for problem in result.warnings}


def test_a_signature_with_an_unknown_scheme_is_refused() -> None:
    """Replaying a signature checks the name of its scheme, even if no metric uses it."""
    signature = str(corefeval.score(KEY, RESPONSE, metrics="muc").signature)
    assert corefeval.score(KEY, RESPONSE, signature=signature).scores.keys() == {"muc"}
    with pytest.raises(UsageError) as refused:
        corefeval.score(KEY, RESPONSE, signature=signature.replace("|key:", "|scheme:nowhere|key:"))
    assert [problem.code for problem in refused.value.problems] == ["CE050"]


@pytest.mark.parametrize(
    ("source", "has_types"),
    [
        ({"d": [[1, 2], [3]]}, False),
        ({"d": []}, False),
        ({"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}, False),
        (KEY, True),
    ],
    ids=["no words", "no mentions", "no tags", "tags"],
)
def test_all_skips_metrics_that_the_key_lacks_types_for(source: Any, has_types: bool) -> None:
    """Metrics that need mention types are skipped with a warning if the key has none."""
    result = corefeval.score(source, source, metrics="all")
    assert ("lmuc" in result.metrics) == has_types
    assert "muc" in result.metrics
    assert "CE044" in {problem.code for problem in result.warnings}


@pytest.mark.parametrize("undefined", ["null", "zero"])
def test_an_undefined_average_warns(undefined: Any) -> None:
    """Singletons have no links, so MUC is 0/0. The average is undefined too, unless 0/0 counts as 0."""
    result = corefeval.score({"d": [[1], [2]]}, {"d": [[1], [2]]}, metrics="conll", undefined=undefined)
    warns = "CE060" in {problem.code for problem in result.warnings}
    assert (result["conll"]["f1"] is None, warns) == (undefined == "null", undefined == "null")


def test_one_mention_in_common_is_enough() -> None:
    """One shared mention, the first or the last, prevents the warning that nothing is shared."""
    for shared in (1, 2):
        result = corefeval.score({"d": [[1], [2]]}, {"d": [[shared], [9]]}, metrics="muc")
        assert "CE045" not in {problem.code for problem in result.warnings}


@pytest.mark.parametrize(
    ("more", "metric"),
    [
        ({"bridging": [{"anaphor": [2, 2], "cluster": 0, "anchor": [0, 0]}]}, "bridging.mention"),
        ({"split_antecedents": [[1, 0]]}, "split.muc"),
        ({"nonreferring": [1]}, "non-referring"),
        ({"empty": [[2, 1]]}, "zero"),
    ],
    ids=["bridging", "split antecedents", "non-referring", "zeros"],
)
def test_all_includes_the_metrics_of_a_single_annotation(more: dict[str, Any], metric: str) -> None:
    """One annotation in the key is enough for the metrics that need it; without any, `all` skips them."""
    row = {"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0]], [[2, 2]]]}
    options: dict[str, Any] = {"metrics": "all", "zeros": "linear", "split_antecedents": "keep"}
    assert metric in corefeval.score({**row, **more}, {**row, **more}, **options).metrics
    assert metric not in corefeval.score(row, row, **options).metrics


def test_a_layer_that_cannot_be_had_is_refused(tmp_path: Path) -> None:
    """Discourse deixis is a column of CoNLL-UA, and a field of some CorefUD files: others, and clusters, refuse it."""
    path = conll(tmp_path / "key", ["(1)", "(1)"])
    with refuses(corefeval.CorefevalError, "CE050", "no-such-name", what="layer", whose="CoNLL-2012"):
        corefeval.score(path, path, layer="discourse-deixis")
    path = corefud(tmp_path / "key.conllu", [["1 (e1--1-)", "2 (e1--1-)"]])
    with refuses(corefeval.CorefevalError, "CE050", "no-such-name", what="layer", whose="CorefUD"):
        corefeval.score(path, path, layer="discourse-deixis")
    folder = tmp_path / "folder"
    folder.mkdir()
    conll(folder / "a", ["(1)", "(1)"])
    with pytest.raises(corefeval.CorefevalError, match="CE050"):
        corefeval.score(folder, folder, layer="discourse-deixis")
    with pytest.raises(corefeval.CorefevalError, match="CE051"):
        corefeval.score([[1, 2]], [[1, 2]], layer="discourse-deixis")


@pytest.mark.parametrize(
    ("settings", "kind"),
    [({"window": 10}, "window-not-additive"), ({"mentions": "key"}, "key-mentions-are-links")],
)
def test_metrics_that_do_not_go_with_a_setting_are_refused_before_reading(
    settings: dict[str, Any], kind: str
) -> None:
    """The files need not exist."""
    with refuses(UsageError, "CE051", kind):
        corefeval.score("no-key", "no-response", metrics="bridging.entity", **settings)


def test_a_metric_that_is_defined_again_is_scored_as_the_new_one() -> None:
    """As in a notebook: neither score() nor an average keeps the one it knew."""

    def mine(found: float) -> None:
        names = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
        columns = dict(zip(names, np.array([[found], [2], [found], [2]], float), strict=True))
        declared = {"name": "mine", "label": "Mine", "count": lambda *_: corefeval.Counts(columns)}
        corefeval.register(type("Mine", (corefeval.Metric,), declared))

    mine(1)
    corefeval.register(type("Mean", (Average,), {"name": "mean", "label": "Mean", "parts": ("mine", "bcub")}))
    try:
        for found in (1, 2):
            mine(found)
            result = corefeval.score([[1, 2]], [[1, 2]], metrics="mine,mean")
            assert (result["mine"]["f1"], result["mean"]["f1"]) == (found / 2, (found / 2 + 1) / 2)
    finally:
        del METRICS["mine"], METRICS["mean"]
