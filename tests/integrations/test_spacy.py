"""The scorer of spaCy, in a pipeline from a config and in `spacy evaluate`."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import load_config_from_str, load_model_from_config, registry

from corefeval import CorefevalError
from tests.integrations.batches import METRICS, documents, expected

CONFIG = """
[nlp]
lang = "en"
pipeline = ["anna", "dog"]

[components]

[components.anna]
factory = "span_ruler"
spans_key = "coref_clusters_1"

[components.dog]
factory = "span_ruler"
spans_key = "coref_clusters_2"

[components.dog.scorer]
@scorers = "corefeval.coref_scorer.v1"
metrics = "conll,lea"
"""
NLP = spacy.blank("en")
PATTERNS = {"anna": ["Anna", "she"], "dog": ["the dog"]}


def doc(text: str, groups: Mapping[str, Sequence[tuple[int, int]]]) -> Doc:
    """Return a document with groups of spans of tokens; their ends are exclusive."""
    found = NLP(text)
    for name, spans in groups.items():
        found.spans[name] = [found[start:end] for start, end in spans]
    return found


def test_equals_score() -> None:
    """Examples with clusters in groups have the scores of `score`; other groups are no clusters."""
    key, response = documents(6)
    words = " ".join(["a"] * 60)
    examples = []
    for gold, system in zip(key, response, strict=True):
        sides = [
            {f"coref_clusters_{number}": [(a, b + 1) for a, b in group] for number, group in enumerate(side)}
            for side in (system, gold)
        ]
        examples.append(Example(doc(words, {**sides[0], "ruler": [(0, 60)]}), doc(words, sides[1])))
    scorer = registry.scorers.get("corefeval.coref_scorer.v1")(metrics=METRICS)
    assert {name.removeprefix("coref_") for name in scorer(examples)} == {
        name.replace("/", "_") for name in expected(key, response, metrics=METRICS)
    }
    assert list(scorer(examples).values()) == list(expected(key, response, metrics=METRICS).values())


def test_tokens_may_differ() -> None:
    """Spans are compared by characters, so that another tokenizer changes nothing."""
    vocab = NLP.vocab
    gold = Doc(vocab, words=["Anna", "'s", "dog", "likes", "Anna"], spaces=[False, True, True, True, False])
    system = Doc(vocab, words=["Anna's", "dog", "likes", "Anna"])
    gold.spans["coref_clusters_1"] = [gold[0:3], gold[4:5]]
    system.spans["coref_clusters_1"] = [system[0:2], system[3:4]]
    scorer = registry.scorers.get("corefeval.coref_scorer.v1")(metrics="lea")
    assert scorer([Example(system, gold)])["coref_lea_f1"] == 1


def test_white_space_may_differ() -> None:
    """Documents made from words have a space after each; other words are refused, as spaCy does."""
    text = "Anna, saw \n Ben: She left him."
    tokens = NLP(text)
    words = [token.text for token in tokens if not token.is_space]
    gold = Doc(NLP.vocab, words=words)
    assert gold.text != text
    for side, spans in ((tokens, [(0, 1), (6, 7)]), (gold, [(0, 1), (5, 6)])):
        side.spans["coref_clusters_1"] = [side[start:end] for start, end in spans]
    scorer = registry.scorers.get("corefeval.coref_scorer.v1")(metrics="lea")
    assert [span.text for span in tokens.spans["coref_clusters_1"]] == ["Anna", "She"]
    assert scorer([Example(tokens, gold)])["coref_lea_f1"] == 1
    other = Doc(NLP.vocab, words=[*words[:-2], "her", "."])
    with pytest.raises(ValueError, match="E949"):
        scorer([Example(tokens, other)])


def test_case_may_differ() -> None:
    """Texts are equal in lower case, where İ becomes two characters; spans after it still match."""
    clusters = {"coref_clusters_1": [(2, 3), (4, 5)]}
    sides = [doc(f"{name} saw Anna . She left .", clusters) for name in ("İ", "İ".lower())]
    assert len(sides[0].text) != len(sides[1].text)
    scorer = registry.scorers.get("corefeval.coref_scorer.v1")(metrics="lea")
    assert scorer([Example(*sides)])["coref_lea_f1"] == 1


def test_other_processes_get_the_scorer() -> None:
    """`nlp.pipe(n_process=2)` pickles components, with their scorers, where it cannot fork."""
    nlp = load_model_from_config(load_config_from_str(CONFIG), auto_fill=True)
    example = Example(*(doc("Anna saw Anna", {"coref_clusters_1": [(0, 1), (2, 3)]}) for _ in range(2)))
    copy = pickle.loads(pickle.dumps(nlp.get_pipe("dog").scorer))
    assert copy([example])["coref_lea_f1"] == 1


@pytest.mark.parametrize(
    "wrong", [{"metrics": "laa"}, {"preset": "no"}, {"settings": {"singeltons": "drop"}}]
)
def test_a_wrong_config_is_refused_at_once(wrong: dict[str, Any]) -> None:
    """Names are checked when the pipeline is created, not at the first evaluation of a training."""
    with pytest.raises(CorefevalError, match="CE050"):
        registry.scorers.get("corefeval.coref_scorer.v1")(**wrong)


@pytest.mark.filterwarnings("ignore:CE045")
def test_documents_without_clusters_count() -> None:
    """A document without predicted clusters lowers recall; one without any is no error, and no document is none either."""
    text, clusters = "Anna saw Ben . She left .", {"c_1": [(0, 1), (4, 5)]}
    scorer = registry.scorers.get("corefeval.coref_scorer.v1")(
        prefix="c_", metrics="lea", settings={"undefined": "zero"}
    )
    right, missed, empty = (
        Example(doc(text, ours), doc(text, theirs))
        for ours, theirs in ((clusters, clusters), ({}, clusters), ({}, {}))
    )
    assert scorer([right, missed, empty]) == pytest.approx(
        {"coref_lea_recall": 0.5, "coref_lea_precision": 1, "coref_lea_f1": 2 / 3}
    )
    assert scorer([empty])["coref_lea_f1"] == 0
    assert scorer([])["coref_lea_f1"] == 0


def test_evaluate_with_a_config(tmp_path: Path) -> None:
    """`spacy evaluate` finds the scorer by its entry point and writes the scores."""
    nlp = load_model_from_config(load_config_from_str(CONFIG), auto_fill=True)
    for name, patterns in PATTERNS.items():
        pipe: Any = nlp.get_pipe(name)
        pipe.add_patterns([{"label": "M", "pattern": pattern} for pattern in patterns])
    nlp.to_disk(tmp_path / "model")
    text = "Anna saw the dog and she left the dog with it ."
    gold = doc(text, {"coref_clusters_a": [(0, 1), (5, 6)], "coref_clusters_b": [(2, 4), (7, 9), (10, 11)]})
    DocBin(docs=[gold], store_user_data=True).to_disk(tmp_path / "dev.spacy")
    command = [
        sys.executable,
        "-m",
        "spacy",
        "evaluate",
        str(tmp_path / "model"),
        str(tmp_path / "dev.spacy"),
    ]
    output = tmp_path / "scores.json"
    subprocess.run([*command, "--per-component", "--output", str(output)], check=True, capture_output=True)
    key = [[[(0, 0), (5, 5)], [(2, 3), (7, 8), (10, 10)]]]
    response = [[[(0, 0), (5, 5)], [(2, 3), (7, 8)]]]
    found = json.loads(output.read_text())["dog"]  # spaCy writes ten digits
    wanted = expected(key, response, metrics="conll,lea")
    written = {name: found[f"coref_{name.replace('/', '_')}"] for name in wanted}
    assert written == pytest.approx(wanted, abs=1e-9)
