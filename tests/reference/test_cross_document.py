"""Entities across documents score as the reference scorer scores key files of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from tests.reference.cross_document import (
    ANSWERS,
    INPUTS,
    KEY_FILES,
    LAYERS,
    METRICS,
    Names,
    disturbed,
    drawn,
    key_file,
    of_ecbplus,
    of_key_file,
)

RECORDED: dict[str, dict[str, list[float]]] = json.loads(ANSWERS.read_text(encoding="utf-8"))
needs_inputs = pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")


def check(result: corefeval.Result, name: str, singletons: str) -> None:
    """Compare all of what was recorded, to the last digits."""
    answers = RECORDED[f"{name}, singletons {singletons}"]
    for metric in METRICS:
        ours = [result[metric][part] for part in ("recall", "precision", "f1")]
        assert ours == pytest.approx(answers[metric], abs=1e-12), metric


def as_key_files(folder: Path, names: Names) -> tuple[Path, Path]:
    """Write gold and system as key files."""
    paths = folder / "key", folder / "response"
    for path, side in zip(paths, (names, disturbed(names)), strict=True):
        path.write_text(key_file(side), encoding="utf-8")
    return paths


def in_documents(names: Names) -> str:
    """Return the mentions as words of three documents of CoNLL-2012, with words between them."""
    documents = (names[:11], names[11:12], names[12:])
    return "".join(
        f"#begin document (t_{number}); part 000\n"
        + "".join(f"w{place}\t({name})\nand\t-\n" for place, name in enumerate(document))
        + "#end document\n"
        for number, document in enumerate(documents)
    )


@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("seed", range(3))
def test_drawn(seed: int, singletons: Any, tmp_path: Path) -> None:
    """As key files, and as documents whose entities reach across them, of a topic or the corpus."""
    names = drawn(seed)
    options: dict[str, Any] = {"preset": "perl", "metrics": METRICS, "singletons": singletons}
    check(corefeval.score(*as_key_files(tmp_path, names), **options), f"drawn {seed}", singletons)
    key, response = tmp_path / "k", tmp_path / "r"
    key.write_text(in_documents(names), encoding="utf-8")
    response.write_text(in_documents(disturbed(names)), encoding="utf-8")
    for across in ("topic", "corpus"):
        check(corefeval.score(key, response, across=across, **options), f"drawn {seed}", singletons)


@needs_inputs
@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("name", KEY_FILES)
def test_real_key_files(name: str, singletons: Any, tmp_path: Path) -> None:
    """Those of two corpora against systems drawn from them."""
    path = INPUTS / "crossdoc-keyfile" / KEY_FILES[name]
    _, response = as_key_files(tmp_path, of_key_file(path))
    response.write_text(response.read_text().replace("all", "ECB+/ecbplus_all"), encoding="utf-8")
    result = corefeval.score(path, response, preset="perl", metrics=METRICS, singletons=singletons)
    check(result, name, singletons)
    if singletons == "keep":
        assert result["mention"]["f1"] == 1.0


@needs_inputs
@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("layer", LAYERS)
def test_ecbplus(layer: str, singletons: Any) -> None:
    """The XML of ECB+, all mentions, events and the others, against clusters with the names of their entities."""
    folder = INPUTS / "ecbplus-xml"
    key = corefeval.load(folder, layer=layer)
    names = iter(disturbed(of_ecbplus(layer)))
    rows = []
    for document in key.documents:
        clusters: dict[str, list[Any]] = {}
        for mention in document.mentions:
            spans = [list(span) for span in mention.spans]
            clusters.setdefault(next(names), []).append(spans[0] if len(spans) == 1 else spans)
        rows.append(
            {
                "doc_key": document.name,
                "sentences": [list(document.tokens)],
                "clusters": list(clusters.values()),
                "cluster_ids": list(clusters),
                "offsets": "inclusive,token",
            }
        )
    options: dict[str, Any] = {"preset": "perl", "metrics": METRICS, "singletons": singletons}
    if layer != "identity":
        options["key_layer"] = layer
    for across in ("topic", "corpus"):
        result = corefeval.score(folder, rows, across=across, **options)
        check(result, f"ECB+ {layer}", singletons)
    within = corefeval.score(folder, rows, **options)
    assert within["muc"] != result["muc"]
