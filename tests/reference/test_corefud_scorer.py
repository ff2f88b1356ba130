"""corefud-scorer (4fd7b0e, udapi 0.5.2) on small texts: what it answered, and that we answer the same.

Each text is the smallest on which the two differed. The converted stories are scored by it as CorefUD, written by
convert, and by us as the CoNLL-2012 files they were converted from.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.evaluation.score import score
from corefeval.examples import FOLDER

Scores = dict[str, tuple[float, float, float]]
"""Recall, precision and F1 of each metric."""


def text(header: str, *documents: tuple[str, ...]) -> str:
    """Return a file; a sentence is 'form:brackets form …', each word governed by the next one."""
    lines = []
    for number, sentences in enumerate(documents, 1):
        lines += [f"# newdoc id = d{number}", f"# global.Entity = {header}"]
        for sentence in sentences:
            tokens = sentence.split()
            for place, token in enumerate(tokens, 1):
                form, _, brackets = token.partition(":")
                governor = str(place + 1 if place < len(tokens) else 0)
                misc = f"Entity={brackets}" if brackets else "_"
                lines.append("\t".join([str(place), form, *"____", governor, "dep", "_", misc]))
            lines.append("")
    return "\n".join(lines) + "\n"


TEXTS = {
    "no-head": (
        text("eid", ("the:(a old man:a) saw the:(b house:b)", "he:(a) liked it:(b)", "the:(c man:c) left the:(a) house")),
        text("eid", ("the:(a old:a) man saw the:(b house:b)", "he:(a) liked it:(a)", "the:(b man:b) left the:(a) house:(c)")),
    ),
    "last-part": (
        text("eid-head", ("a:(x[1/2]-1 b:x[1/2]) c d:(x[2/2]-3) e:(x-1)", "f:(x-1) g:(y-1 h:y)", "i:(y-1)")),
        text("eid-head", ("a b c d:(x-1) e:(x-1)", "f:(x-1) g:(y-2 h:y)", "i:(y-1)")),
    ),
    "eids-again": (
        text("eid-head", ("a:(x-1) b:(x-1)",), ("a:(y-1) b:(x-1)(y-1) c:(x-1) d:(y-1) e:(z-1) f:(z-1)",)),
        text("eid-head", ("a:(y-1) b:(y-1)",), ("a:(x-1) b:(x-1)(y-1) c:(y-1) d:(y-1) e:(y-1) f:(x-1)",)),
    ),
    "wrong-minspan": (
        text("eid-head-minspan", ("the:(a-2-9 man:a) and the:(b-2-7 dog:b)", "he:(a-1) saw it:(b-1)")),
        text("eid-head-minspan", ("the man:(a-1-3) and the:(b-1-1 dog:b)", "he:(a-1) saw it:(b-1-5)")),
    ),
}  # fmt: skip
ANSWERS: dict[str, Scores] = {
    "no-head exact": {
        "muc": (0.3333333333333333, 0.25, 0.28571428571428575),
        "bcub": (0.5555555555555555, 0.32142857142857145, 0.40723981900452483),
        "ceafe": (0.41269841269841273, 0.41269841269841273, 0.4126984126984127),
        "lea": (0.16666666666666666, 0.09523809523809523, 0.12121212121212123),
    },
    "no-head partial": {
        "muc": (0.6666666666666666, 0.5, 0.5714285714285715),
        "bcub": (0.8333333333333334, 0.5, 0.625),
        "ceafe": (0.5079365079365079, 0.5079365079365079, 0.5079365079365079),
        "lea": (0.5, 0.2857142857142857, 0.36363636363636365),
    },
    "no-head head": {
        "muc": (0.6666666666666666, 0.5, 0.5714285714285715),
        "bcub": (0.8333333333333334, 0.5, 0.625),
        "ceafe": (0.5079365079365079, 0.5079365079365079, 0.5079365079365079),
        "lea": (0.5, 0.2857142857142857, 0.36363636363636365),
    },
    "last-part exact": {
        "muc": (0.6666666666666666, 0.6666666666666666, 0.6666666666666666),
        "bcub": (0.6666666666666666, 0.6666666666666666, 0.6666666666666666),
        "ceafe": (0.8333333333333333, 0.8333333333333333, 0.8333333333333333),
        "lea": (0.6, 0.6, 0.6),
    },
    "last-part partial": {
        "muc": (1.0, 1.0, 1.0),
        "bcub": (1.0, 1.0, 1.0),
        "ceafe": (1.0, 1.0, 1.0),
        "lea": (1.0, 1.0, 1.0),
    },
    "last-part head": {
        "muc": (0.6666666666666666, 0.6666666666666666, 0.6666666666666666),
        "bcub": (0.7, 0.7, 0.7),
        "ceafe": (0.75, 0.75, 0.75),
        "lea": (0.6, 0.6, 0.6),
    },
    "eids-again exact": {
        "muc": (0.4, 0.5, 0.4444444444444445),
        "bcub": (0.6296296296296297, 0.5740740740740741, 0.6005698005698006),
        "ceafe": (0.5833333333333333, 0.7777777777777777, 0.6666666666666666),
        "lea": (0.3333333333333333, 0.4074074074074074, 0.36666666666666664),
    },
    "eids-again partial": {
        "muc": (0.4, 0.5, 0.4444444444444445),
        "bcub": (0.6296296296296297, 0.5740740740740741, 0.6005698005698006),
        "ceafe": (0.5833333333333333, 0.7777777777777777, 0.6666666666666666),
        "lea": (0.3333333333333333, 0.4074074074074074, 0.36666666666666664),
    },
    "eids-again head": {
        "muc": (0.4, 0.5, 0.4444444444444445),
        "bcub": (0.6296296296296297, 0.5740740740740741, 0.6005698005698006),
        "ceafe": (0.5833333333333333, 0.7777777777777777, 0.6666666666666666),
        "lea": (0.3333333333333333, 0.4074074074074074, 0.36666666666666664),
    },
    "wrong-minspan exact": {
        "muc": (0.5, 0.5, 0.5),
        "bcub": (0.625, 0.625, 0.625),
        "ceafe": (0.75, 0.75, 0.75),
        "lea": (0.5, 0.5, 0.5),
    },
    "wrong-minspan partial": {
        "muc": (1.0, 1.0, 1.0),
        "bcub": (1.0, 1.0, 1.0),
        "ceafe": (1.0, 1.0, 1.0),
        "lea": (1.0, 1.0, 1.0),
    },
    "wrong-minspan head": {
        "muc": (0.5, 0.5, 0.5),
        "bcub": (0.625, 0.625, 0.625),
        "ceafe": (0.75, 0.75, 0.75),
        "lea": (0.5, 0.5, 0.5),
    },
}
"""By text and matching, singletons kept."""
CONVERTED: dict[str, Scores] = {
    "cautious exact keep": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.4166666666666667, 1.0, 0.5882352941176471),
        "ceafe": (0.315527950310559, 0.9071428571428571, 0.46820276497695856),
        "lea": (0.38461538461538464, 1.0, 0.5555555555555556),
    },
    "cautious exact drop": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.65, 1.0, 0.787878787878788),
        "ceafe": (0.8063492063492064, 0.9071428571428571, 0.853781512605042),
        "lea": (0.6, 1.0, 0.7499999999999999),
    },
    "cautious partial keep": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.4166666666666667, 1.0, 0.5882352941176471),
        "ceafe": (0.315527950310559, 0.9071428571428571, 0.46820276497695856),
        "lea": (0.38461538461538464, 1.0, 0.5555555555555556),
    },
    "cautious partial drop": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.65, 1.0, 0.787878787878788),
        "ceafe": (0.8063492063492064, 0.9071428571428571, 0.853781512605042),
        "lea": (0.6, 1.0, 0.7499999999999999),
    },
    "cautious head keep": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.4166666666666667, 1.0, 0.5882352941176471),
        "ceafe": (0.315527950310559, 0.9071428571428571, 0.46820276497695856),
        "lea": (0.38461538461538464, 1.0, 0.5555555555555556),
    },
    "cautious head drop": {
        "muc": (0.6875, 1.0, 0.8148148148148148),
        "bcub": (0.65, 1.0, 0.787878787878788),
        "ceafe": (0.8063492063492064, 0.9071428571428571, 0.853781512605042),
        "lea": (0.6, 1.0, 0.7499999999999999),
    },
    "eager exact keep": {
        "muc": (0.75, 0.631578947368421, 0.6857142857142857),
        "bcub": (0.6346153846153846, 0.653448275862069, 0.6438941515650741),
        "ceafe": (0.3632850241545893, 0.8355555555555554, 0.5063973063973063),
        "lea": (0.5128205128205128, 0.5632183908045977, 0.536839222130923),
    },
    "eager exact drop": {
        "muc": (0.75, 0.631578947368421, 0.6857142857142857),
        "bcub": (0.75, 0.5865384615384616, 0.6582733812949639),
        "ceafe": (0.5950617283950617, 0.765079365079365, 0.6694444444444444),
        "lea": (0.68, 0.5128205128205129, 0.5846947549441102),
    },
    "eager partial keep": {
        "muc": (0.8125, 0.6842105263157895, 0.742857142857143),
        "bcub": (0.6773504273504274, 0.696551724137931, 0.6868168995956367),
        "ceafe": (0.3757073844030366, 0.8641269841269841, 0.5237133237133237),
        "lea": (0.5641025641025641, 0.6091954022988506, 0.5857824667169054),
    },
    "eager partial drop": {
        "muc": (0.8125, 0.6842105263157895, 0.742857142857143),
        "bcub": (0.8166666666666668, 0.6346153846153846, 0.7142226148409894),
        "ceafe": (0.6268077601410934, 0.8058956916099772, 0.7051587301587301),
        "lea": (0.76, 0.5641025641025641, 0.6475600309837335),
    },
    "eager head keep": {
        "muc": (0.8125, 0.6842105263157895, 0.742857142857143),
        "bcub": (0.6773504273504274, 0.696551724137931, 0.6868168995956367),
        "ceafe": (0.3757073844030366, 0.8641269841269841, 0.5237133237133237),
        "lea": (0.5641025641025641, 0.6091954022988506, 0.5857824667169054),
    },
    "eager head drop": {
        "muc": (0.8125, 0.6842105263157895, 0.742857142857143),
        "bcub": (0.8166666666666668, 0.6346153846153846, 0.7142226148409894),
        "ceafe": (0.6268077601410934, 0.8058956916099772, 0.7051587301587301),
        "lea": (0.76, 0.5641025641025641, 0.6475600309837335),
    },
}
"""By system, matching and singletons."""


def assert_scores(key: Path, response: Path, match: str, singletons: str, expected: Scores) -> None:
    """Hold our scores against those of the official scorer."""
    found = score(key, response, preset="crac24", metrics=list(expected), match=match, singletons=singletons)  # type: ignore[call-overload]
    for metric, numbers in expected.items():
        ours = [found[metric][part] or 0 for part in ("recall", "precision", "f1")]
        assert ours == pytest.approx(numbers, abs=1e-12), metric


@pytest.mark.parametrize("name", ANSWERS)
def test_small_texts(name: str, tmp_path: Path) -> None:
    """Headers without heads, parts with different heads, identifiers used again, a wrong minspan."""
    chosen, match = name.split()
    for side, content in zip(("key", "response"), TEXTS[chosen], strict=True):
        (tmp_path / side).write_text(content)
    assert_scores(tmp_path / "key", tmp_path / "response", match, "keep", ANSWERS[name])


def test_the_tree_gives_other_heads_and_the_warning_says_what(tmp_path: Path) -> None:
    """Outside the crac presets heads come from the tree; under them a warning has both numbers."""
    paths = []
    for side, content in zip(("key", "response"), TEXTS["no-head"], strict=True):
        paths.append(tmp_path / side)
        paths[-1].write_text(content)
    official, by_tree = (
        score(*paths, preset="crac24", singletons="keep", heads=heads) for heads in (None, "tree")
    )
    assert official["conll"] != by_tree["conll"]
    (warning,) = [problem for problem in official.warnings if problem.code == "CE066"]
    assert (warning.kind, warning["others"]) == ("first-words", 6)
    assert [(each["side"], each.count) for each in warning["mentions"]] == [("key", 6), ("response", 7)]
    other = warning["alternative"]
    assert (other["label"], other["option"]) == ("CoNLL", "--heads tree")
    assert (other["now"], other["then"]) == tuple(result["conll"]["f1"] for result in (official, by_tree))
    assert "heads:corefud" in official.signature.long
    assert not [problem for problem in by_tree.warnings if problem.code == "CE066"]


@pytest.mark.parametrize("name", CONVERTED)
def test_converted_stories(name: str, tmp_path: Path) -> None:
    """The official scorer says of the converted files what we say of the originals, and of the converted ones."""
    system, match, singletons = name.split()
    originals = [FOLDER / "key.conll", FOLDER / f"{system}.conll"]
    copies = [tmp_path / path.name for path in originals]
    for original, copy in zip(originals, copies, strict=True):
        formats.write(formats.read(original), copy, "corefud")
    for key, response in (originals, copies):
        assert_scores(key, response, match, singletons, CONVERTED[name])
