"""Answers of language models scored as by the official conversion (text2text-coref) and scorer (corefud-scorer 1.2).

The text, its answers and the key are ours; the numbers were recorded with text2text-coref 56d67ec, udapi c05494e and
corefud-scorer 4fd7b0e. The key states other heads than corefud.MoveHead would choose.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval import formats
from tests.paths import SHARED

ROWS = """
# newdoc id = one
# sent_id = one-1
1 The DET 3 3:det (e1--1(e2--2
2 old ADJ 3 3:amod _
3 mayor NOUN 8 8:nsubj _
4 of ADP 5 5:case _
5 Bonn PROPN 3 3:nmod:of (e3--1)e2)
6 and CCONJ 7 7:cc _
7 Ada PROPN 3 3:conj:and|8:nsubj (e4--1)e1)
8 arrived VERB 0 0:root _
9 . PUNCT 8 8:punct _

# sent_id = one-2
0.1 she PRON _ 1:nsubj|4:nsubj (e4--1)
1 Saw VERB 0 0:root _
2 him PRON 1 1:obj (e2--1)
3 , PUNCT 4 4:punct _
4 opened VERB 1 1:conj _
5 her PRON 6 6:nmod:poss (e5--3(e6--2(e4--1)
6 door NOUN 8 8:nmod:poss _
7 's PART 6 6:case e6)
8 lock NOUN 4 4:obj e5)
9 and CCONJ 10 10:cc _
9.1 they PRON _ 10:nsubj (e1--1)
10 left VERB 1 1:conj _
11 it PRON 10 10:obj (e5--1)
12 . PUNCT 1 1:punct _

# newdoc id = two
# sent_id = two-1
1 Bo PROPN 4 4:nsubj (e7--2
2 , PUNCT 3 3:punct _
3 Cy PROPN 4 1:conj|4:nsubj (e8--1)e7)
4 left VERB 0 0:root _
5 Rome PROPN 4 4:obj (e9--1)
6 . PUNCT 4 4:punct _

# sent_id = two-2
1 It PRON 2 2:nsubj (e9--1)
2 bored VERB 0 0:root _
3 them PRON 2 2:obj (e7--1)
4 and CCONJ 5 5:cc _
5 Cy PROPN 3 3:conj (e8--1)
6 . PUNCT 2 2:punct _
"""
"""Number, form, part of speech, governor, enhanced dependencies and Entity of each node."""

FAITHFUL = """\
The|[e1,[e2 old mayor of Bonn|[e3],e2] and Ada|[e4],e1] arrived . Saw ##she|[e4] him|[e2] , opened her|[e4],[e5,[e6 door 's|e6] lock|e5] and left ##they|[e1] it|[e5] .
Bo|[e1 , Cy|[e2],e1] left Rome|[e3] . It|[e3] bored them|[e1] and Cy|[e2] .
"""
"""The key as `convert --to crac-text` writes it; up to the numbers of entities the official conversion writes the same."""

SETTINGS: tuple[dict[str, Any], ...] = ({}, {"singletons": "keep"}, {"match": "partial"}, {"match": "exact"})

ANSWERS: dict[str, tuple[tuple[tuple[str, str], ...], tuple[float, ...]]] = {
    "faithful": ((), (60.48, 64.16, 100.0, 100.0)),
    "bare zeros": ((("##she", "##"), ("##they", "##")), (60.48, 64.16, 100.0, 100.0)),
    "zeros left out": ((("##she|[e4] ", ""), ("##they|[e1] ", "")), (53.9, 56.65, 87.01, 87.01)),
    "a zero behind another word": (
        (("Saw ##she|[e4] him|[e2]", "Saw him|[e2] ##she|[e4]"),),
        (51.02, 55.49, 90.54, 90.54),
    ),
    "a zero too many": ((("opened her", "opened ##she|[e4] her"),), (57.3, 61.28, 95.43, 95.43)),
    "a zero in the wrong entity": ((("##they|[e1]", "##they|[e2]"),), (59.54, 61.61, 88.99, 88.99)),
    "other spans": (
        (
            ("Ada|[e4],e1] arrived", "Ada|[e4] arrived|e1]"),
            ("Bo|[e1 , Cy|[e2],e1] left", "Bo|[e1 , Cy|[e2] left|e1]"),
        ),
        (60.48, 64.16, 80.24, 80.24),
    ),
    "other links": (
        (("him|[e2]", "him|[e4]"), ("It|[e3] bored them|[e1]", "It|[e1] bored them|[e3]")),
        (49.48, 52.77, 71.02, 71.02),
    ),
    "a mention twice": ((("Rome|[e3]", "Rome|[e3],[e3]"),), (60.48, 64.16, 100.0, 100.0)),
    "a span in two entities": ((("Rome|[e3]", "Rome|[e1],[e3]"),), (58.56, 62.36, 95.64, 95.64)),
    "hyphens": ((("Bonn|[e3],e2]", "Bonn|[e3]-e2]"),), (60.48, 64.16, 100.0, 100.0)),
    "a tag never closed": ((("lock|e5]", "lock"),), (61.09, 67.02, 92.83, 92.83)),
    "a zero inside a mention": ((("of Bonn|[e3],e2]", "of ## Bonn|[e3],e2]"),), (60.48, 64.16, 80.24, 80.24)),
}
"""What is changed in the faithful answer, and the official CoNLL scores under SETTINGS."""


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the key."""
    lines = []
    for line in ROWS.strip().split("\n"):
        if not line or line.startswith("#"):
            lines.append(line)
            if line.startswith("# newdoc"):
                lines.append("# global.Entity = eid-etype-head-other")
            continue
        number, form, tag, head, deps, entity = line.split(" ")
        marks = entity if entity == "_" else f"Entity={entity}"
        lines.append(f"{number}\t{form}\t{form.lower()}\t{tag}\t_\t_\t{head}\t_\t{deps}\t{marks}")
    path = tmp_path_factory.mktemp("answers") / "key.conllu"
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ANSWERS)
def test_scores_are_the_official_ones(name: str, key: Path, tmp_path: Path) -> None:
    """Heads, spans and zeros count as in the CorefUD file that the official conversion writes."""
    changes, expected = ANSWERS[name]
    answer = FAITHFUL
    for old, new in changes:
        assert old in answer
        answer = answer.replace(old, new)
    path = tmp_path / "answer.txt"
    path.write_text(answer, encoding="utf-8")
    found = [corefeval.score(key, path, preset="crac26", **each).f1 for each in SETTINGS]
    assert [100 * (each or 0) for each in found] == pytest.approx(expected, abs=0.006)


def test_a_conversion_is_a_faithful_answer(key: Path, tmp_path: Path) -> None:
    """Entities are numbered by document, zeros stand behind their governors; the JSON of the same answer scores the same."""
    path = tmp_path / "answer.txt"
    lost = {
        problem["what"].kind
        for problem in formats.write(formats.read(key), path, "crac-text")
        if "what" in problem.named
    }
    assert path.read_text(encoding="utf-8") == FAITHFUL
    assert {"heads", "zeros-moved", "names-of-entities"} <= lost
    rows = []
    for name, line in zip(("one", "two"), FAITHFUL.splitlines(), strict=True):
        corpus = formats.read_file(formats.TextFile("f", line.encode()), "crac-text", formats.ReadOptions())
        zeros = set(corpus.nodes.empty.tolist())
        tokens = [f"##{form}" if node in zeros else form for node, form in enumerate(corpus.nodes.forms)]
        clusters: list[list[list[int]]] = [[] for _ in range(len(corpus.entities))]
        mentions = corpus.mentions
        for entity, first, last in zip(mentions.entity, mentions.first, mentions.last, strict=True):
            clusters[entity].append([int(first), int(last)])
        rows.append(
            {
                "doc_id": name,
                "tokens": tokens,
                "clusters_token_offsets": clusters,
                "clusters_text_mentions": [],
            }
        )
    (tmp_path / "answer.json").write_text(json.dumps(rows), encoding="utf-8")
    found = [corefeval.score(key, tmp_path / "answer.json", preset="crac26", **each).f1 for each in SETTINGS]
    assert [100 * (each or 0) for each in found] == pytest.approx(ANSWERS["faithful"][1], abs=0.006)


def test_lines_are_paired_by_number(key: Path, tmp_path: Path) -> None:
    """Without names: by text if all are found, else by number. A blank line has no mentions; surplus lines are dropped."""
    first, second = FAITHFUL.splitlines()
    path = tmp_path / "answer.txt"
    whole = corefeval.score(key, _written(path, f"{first}\n{second}\n"), preset="crac26")
    kinds = {
        f"{second}\n{first}\n": "lines-paired-by-text",
        f"{first}\n{second}\nAnd more|[e1] .\n": "lines-paired-by-text",
        f"{first}\n{second}\n{second}\n": "lines-paired-by-order",
    }
    for text, kind in kinds.items():
        result = corefeval.score(key, _written(path, text), preset="crac26")
        assert result.scores == whole.scores
        assert kind in [warning.kind for warning in result.warnings]
    half = corefeval.score(key, _written(path, f"{first}\n\n"), preset="crac26", metrics="mention")
    assert half.per_document()[1]["scores"]["mention"]["recall"] == 0
    with pytest.raises(corefeval.CorefevalError, match="CE013"):
        corefeval.score(key, _written(path, f"{first}\n{second.replace('Rome', 'Roma')}\n"), preset="crac26")
    changed = corefeval.score(key, path, preset="crac26", align="rewrite")
    assert changed.scores == whole.scores
    assert list(changed.copies) == ["two"]


def test_a_mention_over_a_sentence_boundary_is_not_scored(key: Path, tmp_path: Path) -> None:
    """No CorefUD file can state it: the official conversion writes a file that its scorer cannot read."""
    text = FAITHFUL.replace("Rome|[e3] . It|[e3]", "Rome|[e3 . It|e3]")
    result = corefeval.score(key, _written(tmp_path / "a.txt", text), preset="crac26")
    (warning,) = (each for each in result.warnings if each.kind == "mentions-across-sentences")
    assert (warning.code, warning.count) == ("CE071", 1)
    without = _written(tmp_path / "b.txt", FAITHFUL.replace("Rome|[e3] . It|[e3]", "Rome . It"))
    assert result.scores == corefeval.score(key, without, preset="crac26").scores
    plural = corefeval.score(
        key, tmp_path / "a.txt", preset="crac26", split_antecedents="keep", duplicates="first"
    )
    assert plural.scores == result.scores


def test_a_dropped_mention_leaves_the_others_mapped(key: Path, tmp_path: Path) -> None:
    """Counts of mapped mentions and shares of copied words are those of the answer without the dropped mention."""
    found = []
    for name, marked in (("a.txt", "Rome|[e3 . It|e3]"), ("b.txt", "Rome . It")):
        text = FAITHFUL.replace("bored", "annoyed").replace("Rome|[e3] . It|[e3]", marked)
        result = corefeval.score(key, _written(tmp_path / name, text), preset="crac26", align="rewrite")
        carried = [problem.named["ways"] for problem in result.warnings if problem.code == "CE097"]
        found.append((result.scores, result.copies, carried))
    assert found[0] == found[1]
    assert found[0][2]


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.skipif(not (SHARED / "goldens" / "answers").exists(), reason="no shared data here")
@pytest.mark.parametrize(
    "name", ["cs_a.faithful.txt", "cs_a.zeros-moved.txt", "en_a.coref.json", "fr_a.coref.json"]
)
def test_recorded_answers(name: str) -> None:
    """A few of the answers to real texts; the tool `answers.py` beside them runs all."""
    folder = SHARED / "goldens" / "answers"
    record = json.loads(gzip.decompress((folder / "results.json.gz").read_bytes()))[name]
    wanted = next(record["official"][mode] for mode in ("direct", "own") if mode in record["official"])[
        "head"
    ]
    result = corefeval.score(
        folder / "keys" / record["key"],
        folder / "answers" / name,
        preset="crac26",
        metrics="muc,bcub,ceafe,zero,conll",
    )
    for metric in ("muc", "bcub", "ceafe", "zero"):
        assert result[metric]["f1"] == pytest.approx(wanted[metric][2], abs=1e-9)
    assert result["conll"]["f1"] == pytest.approx(wanted["conll"], abs=1e-9)
