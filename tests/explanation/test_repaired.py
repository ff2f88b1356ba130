"""Repaired responses as corpora and files: they score what the repair says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval import explain, formats, load, score
from corefeval.cli import main
from corefeval.examples import FOLDER
from corefeval.explanation import ErrorClass
from corefeval.explanation.repaired import RepairedResponse, classes_named
from corefeval.problems import CorefevalError, UsageError
from corefeval.simulation.errors import Disturbance
from tests import paths
from tests.corpora import Text, clusters, corpus, pairs
from tests.refuses import refuses

DATA = paths.SHARED / "data"
METRICS = "conll,lea"
LABELS = [kind.label for kind in ErrorClass]
KINDS = {"conll": "conll2012", "conllu": "corefud"}

Pair = tuple[dict[str, Text], dict[str, Text]]


def expected(repair: RepairedResponse) -> dict[str, object]:
    """What the repair says, as close as floating-point sums are."""
    return {name: pytest.approx(after, abs=1e-9, nan_ok=True) for name, (_, after) in repair.scores.items()}


def scored(key: object, response: object, **settings: str) -> dict[str, float]:
    """F1 of a response in points; undefined is 0 on both sides."""
    result = score(key, response, metrics=METRICS, undefined="zero", **settings)  # type: ignore[call-overload]
    return {name: 100 * (result[name]["f1"] or 0.0) for name in result.scores}


def refusal(call: Callable[[], object]) -> set[str]:
    """The codes with which something is refused, none where it is not."""
    try:
        call()
    except CorefevalError as error:
        return {problem.code for problem in error.problems}
    return set()


@given(clusters(), clusters(), st.sets(st.sampled_from(LABELS), min_size=1))
def test_clusters(key: list[list[int]], response: list[list[int]], classes: set[str]) -> None:
    """Of clusters any set of classes can be repaired, and the repaired clusters score what the repair says."""
    explanation = explain({"a": key}, {"a": response}, metrics=METRICS, undefined="zero")
    known = [label for label in classes if label in [kind.label for kind in explanation.classes]]
    repair = explanation.repair(known)
    again = {
        "a": [[mention.text for mention in entity.mentions] for entity in repair.corpus.documents[0].entities]
    }
    gold = {"a": [[str(mention) for mention in entity] for entity in key]}
    assert scored(gold, again) == expected(repair)


@given(
    pairs(),
    st.sets(st.sampled_from(LABELS[:7]), min_size=1),
    st.sampled_from(["exact", "head", "partial"]),
    st.sampled_from(["keep", "drop"]),
    st.sampled_from(["drop", "linear"]),
)
def test_texts_that_have_everything(
    pair: Pair, classes: set[str], match: str, singletons: str, zeros: str
) -> None:
    """A repaired corpus scores what the repair says or is refused; none is where mentions match exactly and singletons are kept."""
    key, response = map(corpus, pair)
    settings = {"match": match, "singletons": singletons, "zeros": zeros}
    explanation = explain(key, response, metrics=METRICS, undefined="zero", **settings)  # type: ignore[arg-type]
    repair = explanation.repair(classes)
    refused = refusal(lambda: repair.corpus)
    is_repeated = "CE030" in {each.code for each in explanation.warnings}
    if refused:
        assert refused <= {"CE116", "CE117"}
        assert (match, zeros, singletons) != ("exact", "drop", "keep") or is_repeated
        return
    again = repair.corpus
    if not is_repeated:
        assert scored(key, again, **settings) == expected(repair)
    assert again.names == response.names
    assert again.nodes.forms.slice(0, len(again.nodes.forms)) == response.nodes.forms.slice(
        0, len(response.nodes.forms)
    )


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("system", ["cautious", "eager"])
def test_files(kind: str, singletons: str, system: str, tmp_path: Path) -> None:
    """Of the bundled stories every class, and every two, written in the file's own format, score what the repair says."""
    key, response, target = FOLDER / f"key.{kind}", FOLDER / f"{system}.{kind}", tmp_path / f"repaired.{kind}"
    explanation = explain(key, response, metrics=METRICS, undefined="zero", singletons=singletons)  # type: ignore[arg-type]
    labels = [each.label for each in explanation.classes if explanation.table.counts()[each]]
    for classes in [*([label] for label in labels), labels[::2], labels]:
        repair = explanation.repair(classes)
        assert repair.write(target) == []
        assert scored(key, target, singletons=singletons) == expected(repair)
    assert load(target).format == KINDS[kind]
    assert scored(key, target, singletons=singletons)["conll"] == pytest.approx(100)


@pytest.mark.parametrize("to", ["jsonlines", "corefud", "conllua", "brat", "webanno", "sacr", "crac-text"])
def test_other_formats(to: str, tmp_path: Path) -> None:
    """Any format that can be written will do."""
    explanation = explain(FOLDER / "key.conll", FOLDER / "eager.conll", metrics=METRICS)
    repair = explanation.repair("merged_entity,spurious_mention")
    target = tmp_path / "repaired"
    repair.write(target, to)
    again = formats.read(target, formats.format_named(to).name)
    assert scored(FOLDER / "key.conll", again) == expected(repair)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("span", "span_error"),
        ("conflated", "merged_entity"),
        ("Divided", "split_entity"),
        ("extra_mention", "spurious_mention"),
        ("extra-entity", "spurious_entity"),
        ("extra_singleton", "spurious_singleton"),
    ],
)
def test_old_names(old: str, new: str) -> None:
    """The names of error classes up to 0.9 are still accepted."""
    assert [kind.label for kind in classes_named(old, list(ErrorClass))] == [new]


def test_what_is_not_scored_stays(tmp_path: Path) -> None:
    """Under settings that drop singletons those of the response are still in the file; relations of what is left too."""
    key, response = FOLDER / "key.conllu", FOLDER / "eager.conllu"
    explanation = explain(key, response)
    assert explanation.settings.singletons == "drop"
    target = tmp_path / "repaired.conllu"
    explanation.repair("merged_entity").write(target)
    before, after = load(response), load(target)
    alone = [
        {
            (entity.mentions[0].text, document.name)
            for document in corpus.documents
            for entity in document.entities
            if len(entity.mentions) == 1
        }
        for corpus in (before, after)
    ]
    assert len(alone[0]) == 3
    assert alone[0] <= alone[1]


def test_documents_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Explain sorts documents by name; what is written has the order of the response."""
    response, target = FOLDER / "eager.conll", tmp_path / "repaired.conll"
    explain(FOLDER / "key.conll", response).repair("all").write(target)
    assert load(target).names == load(response).names


@pytest.mark.parametrize("metrics", ["blanc", "bcub,blanc", "blanc(empty=key)"])
@pytest.mark.parametrize("preset", ["perl", None])
def test_metrics_whose_parameters_the_settings_choose(
    metrics: str, preset: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under perl blanc is blanc(empty=key): what was repaired is known by that name, of one system and of two."""
    paths = [str(FOLDER / name) for name in ("key.conll", "cautious.conll", "eager.conll")]
    explanation = explain(*paths[:2], metrics=metrics, preset=preset)
    assert list(explanation.repaired) == list(explanation.attribution)
    repair = explanation.repair("all")
    assert len(repair.corpus.names) == len(explanation.pairing.key.names)
    main(["explain", *paths, "-m", metrics, *(["-p", preset] if preset else [])])
    assert "in points of" in capsys.readouterr().out


def test_what_cannot_be_repaired_is_refused(tmp_path: Path) -> None:
    """Formats that are only read, other words, entities across documents, unknown classes."""
    explanation = explain(FOLDER / "key.conll", FOLDER / "eager.conll")
    with refuses(UsageError, "CE050", "no-such-name", what="error class", name="divide") as caught:
        explanation.repair("divide")
    assert [each["name"] for each in caught.value.problems[0]["meant"]["names"]] == ["split_entity"]
    with refuses(UsageError, "CE116", "read-not-written", format="MUC SGML"):
        explanation.repair("all").write(tmp_path / "a", "muc")
    with refuses(UsageError, "CE116", "read-not-written"):
        explain([[1, 2]], [[1, 3]]).repair("all").write(tmp_path / "a")
    assert not (tmp_path / "a").exists()


@pytest.mark.skipif(not DATA.is_dir(), reason="the data beside the checkout are absent")
@pytest.mark.parametrize("name", ["craft/craft5.conll", "corefud_other/cs_pdtc-faust.conllu.gz"])
@pytest.mark.parametrize("error", ["moved", "missed"])
def test_real_corpora(name: str, error: str, tmp_path: Path) -> None:
    """Discontinuous mentions, zeros, relations: keys with errors made in them, repaired and written."""
    path = DATA / name
    key = load(path)
    response = Disturbance(key, [error], 1).make(error, 0.1)[0]
    explanation = explain(
        key, response, metrics="conll", undefined="zero", zeros="drop", match="exact", singletons="keep"
    )
    repair = explanation.repair("all")
    repair.write(tmp_path / "repaired", key.format)
    again = score(key, tmp_path / "repaired", metrics="conll", zeros="drop", match="exact", singletons="keep")
    assert 100 * (again["conll"]["f1"] or 0) == pytest.approx(repair.scores["conll"][1], abs=1e-9)


def test_a_format_that_cuts_words_otherwise_is_refused_as_a_repair(tmp_path: Path) -> None:
    """Where what was written cannot even be scored, the refusal says that it is the format of the repair, and writes nothing."""
    lines = ["#begin document (d); part 000"]
    for number, (word, cell) in enumerate((("can't", "(0)"), ("stop", "-"), ("won't", "(0)"), ("he", "(1)"))):
        lines.append(f"d\t0\t{number}\t{word}\tNN\t*\t-\t-\t-\t-\t*\t{cell}")
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text("\n".join([*lines, "", "#end document", ""]))
    response.write_text(key.read_text().replace("(1)", "(0)"))
    repair = explain(key, response, align="strict").repair("merged_entity")
    target = tmp_path / "repaired"
    with refuses(CorefevalError, "CE117", "not-scored-alike", label="SACR") as stop:
        repair.write(target, "sacr")
    assert {problem.code for problem in stop.value.problems} == {"CE117"}
    assert not target.exists()


@pytest.mark.parametrize("settings", [{"split_antecedents": "keep"}, {"twinless": "cai-strube"}])
def test_what_repairs_leave_out_is_refused(settings: dict[str, str]) -> None:
    """Sets of split antecedents and the treatment of twinless mentions are no part of a repair: it is refused."""
    key, response = FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua"
    refused = refusal(lambda: explain(key, response, metrics=METRICS, undefined="zero", **settings))  # type: ignore[arg-type]
    assert refused == {"CE051"}
