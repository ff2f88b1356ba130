"""Linking alone: responses that were given the key's mentions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefeval
from corefeval.metrics import parse_metric
from corefeval.pairing import pair, without_singletons
from corefeval.problems import Problems, UsageError
from corefeval.settings import Settings
from tests.refuses import refuses

WORDS = ["Anna", "met", "Bo", ".", "She", "greeted", "him", "and", "left", "it", "."]
KEY = [[[0, 0], [4, 4]], [[2, 2], [6, 6]], [[9, 9]]]


def row(*clusters: list[list[int]]) -> list[dict[str, Any]]:
    """Return a document with these clusters."""
    return [{"doc_key": "d", "tokens": WORDS, "clusters": list(clusters), "offsets": "inclusive"}]


def test_links_between_the_keys_mentions() -> None:
    """[Anna, She], [Bo], [him], [left]: 'left' is dropped, 'it' is a singleton; B³ loses one of two links of Bo and him."""
    response = row([[0, 0], [4, 4]], [[2, 2]], [[6, 6]], [[8, 8]])
    result = corefeval.score(row(*KEY), response, metrics="muc,bcub,mention", mentions="key")
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert (result["muc"]["recall"], result["muc"]["precision"]) == (1 / 2, 1.0)
    assert result["bcub"]["recall"] == pytest.approx(4 / 5)
    assert result["bcub"]["precision"] == 1.0
    assert [(each.kind, each.count) for each in result.warnings if each.code == "CE079"] == [
        ("not-mentions-of-key", 1),
        ("mentions-left-out", 1),
    ]
    assert "|mentions:key|" in str(result.signature)
    assert "by construction" in " ".join(str(result).split())
    again = corefeval.score(row(*KEY), response, signature=str(result.signature))
    assert again.scores == result.scores


def test_singletons_go_by_the_key() -> None:
    """Without singletons the key's 'it' is dropped on both sides; a singleton of the response is a wrong link and stays."""
    response = row([[0, 0], [4, 4]], [[2, 2]], [[6, 6], [9, 9]])
    options: dict[str, Any] = {"metrics": "muc,bcub,mention", "mentions": "key", "singletons": "drop"}
    result = corefeval.score(row(*KEY), response, **options)
    assert result.contents is not None
    assert result.contents.mentions == (4, 4)
    assert result["mention"]["f1"] == 1.0
    assert result["bcub"]["recall"] == pytest.approx(3 / 4)


def test_an_answer_in_links_of_markdown() -> None:
    """A model that was given [Anna](#) writes [Anna](#cluster_0)."""
    answer = "[Anna](#cluster_0) met [Bo](#cluster_1) . [She](#cluster_0) greeted [him](#cluster_1) and left [it](#) .\n"
    from io import StringIO

    result = corefeval.score(row(*KEY), StringIO(answer), metrics="conll,mention", mentions="key")
    assert result.f1 == 1.0


def test_singletons_dropped_again_give_their_match_back() -> None:
    """'left' is the key's singleton 'left'; without that singleton it is part of 'left it', and so a right link."""
    key = row([[0, 0], [8, 9]], [[8, 8]])
    response = row([[0, 0], [8, 8]])
    keeping = Settings(match="partial", heads="first", mentions="key", singletons="keep")
    dropping = keeping.changed({"singletons": "drop"})
    corpora = corefeval.load(key), corefeval.load(response)
    again = without_singletons(pair(*corpora, keeping, Problems()), keeping)
    wanted = pair(*corpora, dropping, Problems())
    found, right = (each.count(parse_metric("muc")).totals() for each in (again, wanted))
    assert found == right
    assert right["recall_numerator"] == 1


ZEROS = """# newdoc id = a
# global.Entity = eid-etype-head-other
1\tBo\t_\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\tEntity=(e1--1)
2\tcame\t_\tVERB\t_\t_\t0\troot\t0:root\t_
2.1\t_\t_\tPRON\t_\t_\t_\t_\t2:obj\tEntity=(e2--1)
2.2\t_\t_\tPRON\t_\t_\t_\t_\t2:obj\tEntity=(e1--1)

"""
"""Two zeros with the same dependency; the first is a singleton."""


@pytest.mark.parametrize("zeros", ["dependent", "dependent-official", "linear"])
def test_zeros_of_unscored_singletons_are_not_aligned_with_others(zeros: Any, tmp_path: Path) -> None:
    """A perfect response scores 100; one that links the singleton zero in place of the other finds no link."""
    key, other = tmp_path / "key", tmp_path / "other"
    key.write_text(ZEROS)
    first, second = (f"{minor}\t_\t_\tPRON\t_\t_\t_\t_\t2:obj\tEntity=(" for minor in ("2.1", "2.2"))
    swapped = ZEROS.replace(f"{first}e2", f"{first}x").replace(f"{second}e1", f"{second}e2")
    other.write_text(swapped.replace(f"{first}x", f"{first}e1"))
    how: dict[str, Any] = {"metrics": "muc,bcub", "mentions": "key", "preset": "crac24", "zeros": zeros}
    assert corefeval.score(key, key, **how)["bcub"]["f1"] == 1.0
    assert corefeval.score(key, key, **how)["muc"]["f1"] == 1.0
    assert corefeval.score(key, other, **how)["muc"]["f1"] == 0.0


@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("metric", ["parent", "lbcub", "lmuc", "arcs.inferred", "dominant"])
def test_metrics_that_need_types(metric: str, singletons: str) -> None:
    """Mentions and types are the key's: the same links have the same score, regardless of other marked mentions."""
    options: dict[str, Any] = {"metrics": metric, "singletons": singletons, "language": "en"}
    links = row([[0, 0], [4, 4], [6, 6]], [[2, 2]])
    more = row([[0, 0], [4, 4], [6, 6]], [[2, 2]], [[8, 8]])
    wanted = corefeval.score(row(*KEY), row(*KEY), **options)
    assert corefeval.score(row(*KEY), row(*KEY), mentions="key", **options).scores == wanted.scores
    found = corefeval.score(row(*KEY), links, mentions="key", **options)
    assert found.scores == corefeval.score(row(*KEY), more, mentions="key", **options).scores
    assert found.f1 is not None
    assert found.f1 < 1
    explained = corefeval.explain(row(*KEY), more, mentions="key", **options).result
    assert explained is not None
    assert explained.scores == found.scores


def test_split_antecedents_are_refused() -> None:
    """Split antecedents are refused, because they are not mentions that can be given."""
    with refuses(UsageError, "CE051", "key-mentions-have-no-split-antecedents"):
        corefeval.score(row(*KEY), row(*KEY), mentions="key", split_antecedents="keep")


@settings(max_examples=20)
@given(
    st.lists(st.integers(0, 4), min_size=6, max_size=6),
    st.lists(st.integers(0, 4), min_size=6, max_size=6),
    st.booleans(),
)
def test_both_sides_have_the_keys_mentions(ours: list[int], theirs: list[int], drops: bool) -> None:
    """For any response mention F1 is 1 and the key's counts equal those of the key against itself."""
    sides = []
    for numbers in (ours, theirs):
        chains: dict[int, list[list[int]]] = {}
        for place, number in enumerate(numbers):
            if number:
                chains.setdefault(number, []).append([place, place])
        sides.append(row(*chains.values()))
    options: dict[str, Any] = {"mentions": "key", "singletons": "drop" if drops else "keep"}
    names = "mention,muc,bcub,ceafm,lea"
    result = corefeval.score(sides[0], sides[1], metrics=names, **options)
    alone = corefeval.score(sides[0], sides[0], metrics=names, **options)
    assert result["mention"]["f1"] in {1.0, None}
    assert result.contents is not None
    assert alone.contents is not None
    assert result.contents.mentions == (alone.contents.mentions[0],) * 2


@pytest.mark.parametrize("metric", ["non-referring", "bridging.anaphor"])
def test_metrics_of_other_annotations_are_refused(metric: str) -> None:
    """A response on the key's mentions has only links, so metrics of other annotations are refused."""
    with refuses(UsageError, "CE051", "key-mentions-are-links"):
        corefeval.score(row(*KEY), row(*KEY), metrics=metric, mentions="key")
    whole = corefeval.score(row(*KEY), row(*KEY), metrics="all", mentions="key")
    assert metric not in whole.metrics
