"""The options of coval are settings here: held to what coval answered on small texts with phrase trees."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.problems import CorefevalError
from tests.files import conll
from tests.reference import coval_texts
from tests.reference.coval_texts import METRICS, OPTIONS, TEXTS, answers, write
from tests.refuses import refuses

TOLERANCE = 1e-12


def as_settings(options: str) -> dict[str, Any]:
    """Return the settings that mean the same as coval's options."""
    nouns_only, no_nested, no_singletons, min_span = (option in options.split() for option in OPTIONS)
    return {
        "preset": "coval",
        "verb_phrases": "drop" if nouns_only else "keep",
        "nested": "drop" if no_nested else "keep",
        "singletons": "drop" if no_singletons else "keep",
        "match": "min-span-official" if min_span else "exact",
    }


def both(folder: Path, name: str) -> tuple[Path, Path]:
    """Return key and response of a text."""
    return write(folder / "key", TEXTS[name], 3), write(folder / "response", TEXTS[name], 4)


@pytest.mark.parametrize("name", TEXTS)
def test_every_set_of_options(name: str, tmp_path: Path) -> None:
    """All sixteen sets of options give coval's recall, precision and F1 in its five metrics."""
    key, response = (corefeval.load(path) for path in both(tmp_path, name))
    recorded = answers()[name]
    assert len(recorded) == 2 ** len(OPTIONS)
    for options, expected in recorded.items():
        scores = corefeval.score(key, response, **as_settings(options)).scores
        ours = [[scores[metric][part] for part in ("recall", "precision", "f1")] for metric in METRICS]
        assert ours == [pytest.approx(numbers, abs=TOLERANCE) for numbers in expected], options


def test_the_texts_tell_the_options_apart() -> None:
    """Each option changes a number of at least two texts, so that an option without effect is found."""
    for option in OPTIONS:
        changed = 0
        for recorded in coval_texts.answers().values():
            without = {
                options: numbers for options, numbers in recorded.items() if option not in options.split()
            }
            changed += any(
                recorded[" ".join(word for word in OPTIONS if word in {*options.split(), option})] != numbers
                for options, numbers in without.items()
            )
        assert changed >= 2, option


def test_the_same_words_before_a_bracket(tmp_path: Path) -> None:
    """For coval 'The plan' is not 'The plan' in 'The plan to leave'; by the words it is, and that is said."""
    key, response = both(tmp_path, "words before a bracket")
    official = corefeval.score(key, response, preset="coval", match="min-span-official")
    by_words = corefeval.score(key, response, preset="coval", match="min-span")
    assert official["mention"]["recall"] == 0.5
    assert by_words["mention"]["recall"] == 1.0
    assert [problem.code for problem in official.warnings] == ["CE070"]
    assert by_words.warnings == ()


def test_two_mentions_of_one_word(tmp_path: Path) -> None:
    """In coval every 'this' of a sentence is one mention; by the words they are three."""
    key, response = both(tmp_path, "two of one word")
    official = corefeval.score(key, response, preset="coval", match="min-span-official")
    by_words = corefeval.score(key, response, preset="coval", match="min-span")
    assert official.pairing is not None
    assert by_words.pairing is not None
    assert len(set(official.pairing.matching.key_code.tolist())) == 3
    assert len(set(by_words.pairing.matching.key_code.tolist())) == 4
    assert "CE070" in [problem.code for problem in official.warnings]


def test_mentions_of_one_minimum_span_are_repeated(tmp_path: Path) -> None:
    """Two mentions of one minimum span are one listed twice, and treated as the setting says."""
    text = """
        My   PRP$ (TOP(NP(NP* (1|(2 (1
        aunt NN   *)          1)    -
        of   IN   (PP*        -     -
        Rome NNP  (NP*))))    2)    1)
    """
    key, response = write(tmp_path / "key", text, 3), write(tmp_path / "response", text, 4)
    result = corefeval.score(key, response, match="min-span", metrics="mention")
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert "CE030" in [problem.code for problem in result.warnings]
    with pytest.raises(CorefevalError, match="CE030"):
        corefeval.score(key, response, match="min-span", duplicates="error")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"match": "min-span"}, "--match min-span"),
        ({"match": "min-span-official"}, "--match min-span-official"),
        ({"verb_phrases": "drop"}, "--verb-phrases drop"),
    ],
)
def test_a_key_without_trees_is_refused(settings: dict[str, Any], named: str, tmp_path: Path) -> None:
    """Where coval calls a parser or stops with a traceback, the problem has a code and names the setting."""
    path = conll(tmp_path / "key", ["(1)", "-", "(1)"])
    with refuses(CorefevalError, "CE044", "needs-phrase-trees-key", setting=named):
        corefeval.score(path, path, **settings)
    with refuses(CorefevalError, "CE044", "needs-phrase-trees-key", setting=named):
        corefeval.score([[1, 2]], [[1, 2]], **settings)


def test_the_response_needs_no_trees(tmp_path: Path) -> None:
    """Both sides are measured by the key's trees, whatever format the response has."""
    key, response = both(tmp_path, "a shorter response")
    plain = tmp_path / "response.jsonl"
    formats.write(corefeval.load(response), plain, "jsonlines")
    ours = corefeval.score(key, plain, match="min-span")
    assert ours.scores == corefeval.score(key, response, match="min-span").scores
    assert ours["mention"]["recall"] == 0.75
    assert corefeval.score(key, plain)["mention"]["recall"] == 0.5


def test_mentions_without_a_tree_are_reported(tmp_path: Path) -> None:
    """A sentence without brackets is compared by whole spans, and that is said."""
    text = """
        Ann   NNP (TOP(NP*)) (1)  (1)

        She   PRP -          (1)  (1)
        slept VBD -          -    -
    """
    key, response = write(tmp_path / "key", text, 3), write(tmp_path / "response", text, 4)
    result = corefeval.score(key, response, match="min-span", metrics="muc")
    assert result["muc"]["f1"] == 1.0
    assert [
        str(problem)
        for problem in result.warnings
        if (problem.kind, problem.named.get("lacking"), problem.named.get("mentions"))
        == ("mentions-no-phrase-tree", 2, 4)
    ]


def test_nested_needs_words() -> None:
    """Clusters from Python have no words that could lie inside others."""
    with pytest.raises(CorefevalError, match="CE044"):
        corefeval.score([[1, 2]], [[1, 2]], nested="drop")


def test_a_mention_in_the_gap_of_another_is_not_nested(tmp_path: Path) -> None:
    """What stands in the gap of a discontinuous mention lies not inside it; what is one of its parts does."""
    gap = conll(tmp_path / "gap", ["(1a)", "(1)", "(1a)", "(1)"])
    part = conll(tmp_path / "part", ["(1)|(1a)", "-", "(1a)", "(1)"])
    for path, left in ((gap, 3), (part, 2)):
        pairing = corefeval.score(path, path, nested="drop").pairing
        assert pairing is not None
        assert len(pairing.key.mentions) == left


def test_order_of_filters(tmp_path: Path) -> None:
    """Singletons go before nested mentions: what nesting leaves alone of three in a row stays."""
    path = conll(tmp_path / "key", ["(1|(1|(1", "1)", "1)", "1)", "(2)", "(2)"])
    pairing = corefeval.score(path, path, nested="drop", singletons="drop").pairing
    assert pairing is not None
    assert pairing.key.entity_sizes.tolist() == [1, 2]


def test_what_dropping_singletons_would_give(tmp_path: Path) -> None:
    """The number in the warning of singletons on one side is that of a run without them, nested mentions gone."""
    key = conll(
        tmp_path / "key", ["(1|(1|(1|(3)", "1)", "1)", "1)", "(2)", "(2)", "(4)", "(5|(5", "5)", "5)"]
    )
    response = conll(tmp_path / "response", ["(1|(1", "-", "1)", "1)", "(2)", "(2)", "(2)", "-", "-", "-"])
    kept = corefeval.score(key, response, nested="drop", metrics="conll")
    dropped = corefeval.score(key, response, nested="drop", singletons="drop", metrics="conll")
    (problem,) = (problem for problem in kept.warnings if problem.code == "CE040")
    assert dropped.f1 is not None
    assert (problem.kind, problem["key"], problem["response"]) == ("singletons", 3, 0)
    other = problem["alternative"]
    assert (other["now"], other["then"], other["option"]) == (kept.f1, dropped.f1, "--singletons drop")
    assert dropped.f1 != kept.f1


def test_the_signature_names_them(tmp_path: Path) -> None:
    """A run with the new settings can be repeated from its signature; without them it is what it was."""
    key, response = both(tmp_path, "one inside the other")
    result = corefeval.score(key, response, match="min-span-official", nested="drop", verb_phrases="drop")
    line = str(result.signature)
    assert "match:min-span-official" in line
    assert "nested:drop" in line
    assert "verb-phrases:drop" in line
    assert corefeval.score(key, response, signature=line).scores == result.scores
    assert "nested" not in str(corefeval.score(key, response).signature)


labels = st.sampled_from(["NP", "VP", "PP", "S"])
lines = st.lists(
    st.tuples(
        st.sampled_from(["Ann/NNP", "that/DT", "car/NN", ",/,", "ran/VBD"]),
        st.lists(labels, max_size=2),
        st.integers(0, 3),
    ),
    min_size=3,
    max_size=7,
)
mentions = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 6), st.integers(0, 3)), min_size=1, max_size=5, unique=True
)


def drawn(words: list[tuple[str, list[str], int]], spans: list[tuple[int, int, int]]) -> str:
    """Return a text of one sentence, the key's mentions given as entity, first word and length less one."""
    cells: list[list[str]] = [[] for _ in words]
    for entity, first, longer in spans:
        last = min(first + longer, len(words) - 1)
        if first <= last:
            cells[first].append(f"({entity})" if first == last else f"({entity}")
            if first < last:
                cells[last].append(f"{entity})")
    return "\n".join(
        f"{word.replace('/', ' ')} {'(NP' if place == 0 else ''}{''.join('(' + label for label in opened)}*"
        f"{')' * closed} {'|'.join(cells[place]) or '-'}"
        for place, (word, opened, closed) in enumerate(words)
    )


@given(lines, mentions, mentions)
def test_what_matches_exactly_matches_by_minimum_spans(
    words: list[tuple[str, list[str], int]],
    ours: list[tuple[int, int, int]],
    theirs: list[tuple[int, int, int]],
) -> None:
    """A mention that the response has exactly it has by its minimum span too; a file has all mentions of its own."""
    with tempfile.TemporaryDirectory() as folder:
        key = corefeval.load(write(Path(folder) / "key", drawn(words, ours), 3))
        response = corefeval.load(write(Path(folder) / "response", drawn(words, theirs), 3))
        for match in ("min-span", "min-span-official"):
            exact, minimal = (
                corefeval.score(key, response, preset="coval", match=way).pairing for way in ("exact", match)
            )
            assert exact is not None
            assert minimal is not None
            assert (minimal.key_partner[exact.key_partner >= 0] >= 0).all()
            assert (minimal.response_partner[exact.response_partner >= 0] >= 0).all()
            assert corefeval.score(key, key, match=match, duplicates="keep")["mention"]["f1"] in (1.0, None)
