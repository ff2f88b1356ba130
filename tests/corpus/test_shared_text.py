"""Key and response as annotations of one text: what describes the words does not depend on the file of a mention."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus, Source, Traits
from corefeval.corpus.identity import identify
from corefeval.examples import FOLDER
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing import pair
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import Text, corpus, pairs, text

TYPED = "lmuc,lbcub,parent,arcs.inferred,arcs.anchor,mor"


def written(path: Path, corpus: Corpus, form: str) -> Path:
    """Write a corpus in another format."""
    formats.write(corpus, path, form)
    return path


@pytest.mark.parametrize("system", ["eager", "cautious"])
@pytest.mark.parametrize("preset", ["crac22", "crac23", "crac24", "crac26", "crac18"])
@pytest.mark.parametrize("form", ["conll2012", "jsonlines", "conllua"])
def test_the_format_of_a_response_changes_no_number(
    system: str, preset: str, form: str, tmp_path: Path
) -> None:
    """The key describes the words, so heads and types are the same in any format; CorefUD states the same heads itself."""
    key, response = corefeval.load(FOLDER / "key.conllu"), corefeval.load(FOLDER / f"{system}.conllu")
    other = corefeval.load(written(tmp_path / "response", response, form))
    for metrics in ("muc,bcub,ceafe,lea,blanc,mention", TYPED):
        asked: dict[str, Any] = {"preset": preset, "metrics": metrics}
        assert corefeval.score(key, other, **asked).scores == corefeval.score(key, response, **asked).scores


def test_a_stated_head_does_not_type_a_span() -> None:
    """Without a tree 'years past of Cal.' has one type, whichever word the response names as its head."""
    words, columns = "years/NNS past/IN of/IN Cal./NNP left/VBD Ann/NNP", ["xpos"]
    key = text(words, chains=[[0, 5]], columns=columns)
    types = []
    for heads in ({}, {(0, 3): 0}, {(0, 3): 3}):
        response = text(words, chains=[[(0, 3), 5]], columns=columns, heads=heads)
        types.append(pair(key, response, Settings(), Problems()).linguistics[1].type.tolist())
    assert types == [[MentionType.NOMINAL, MentionType.NAME]] * 3


def test_counts_of_the_key_do_not_depend_on_the_response() -> None:
    """Empty nodes inside mentions belong to them if the key's format says so, whatever the response's says."""
    key = text("a ∅ b c", chains=[[(0, 2), 3]])
    sides = {
        "covers": text("a b c", chains=[[(0, 1), 2]]),
        "states": text("a ∅ b c", chains=[[(0, 2), 3]]),
        "states none": replace(text("a b c", chains=[[(0, 1), 2]]), format="corefud"),
    }
    counts = {}
    for name, response in sides.items():
        scored = corefeval.score(key, response, metrics="mor,mention", zeros="linear")
        counts[name] = scored.counts["mor"].totals()
    assert len({float(found["recall_denominator"]) for found in counts.values()}) == 1
    assert float(counts["covers"]["recall_numerator"]) == float(counts["states"]["recall_numerator"]) == 4
    assert float(counts["states none"]["recall_numerator"]) == 3


@given(pairs(), st.booleans(), st.booleans())
def test_equal_spans_are_described_alike(
    texts: tuple[dict[str, Text], dict[str, Text]], is_bare: bool, lends: bool
) -> None:
    """Heads, types and classes of equal spans are the same on both sides, whatever either file states."""
    key, response = map(corpus, texts)
    if is_bare:
        key = replace(key, source=Source())
    paired = pair(key, response, Settings(zeros="linear", duplicates="keep"), Problems(), lends_tags=lends)
    ours, theirs = paired.linguistics
    sides = paired.key.as_read, paired.response.as_read
    codes = identify(sides)
    places = [
        side.positions(found.head, side.mention_document)
        for side, found in zip(sides, (ours, theirs), strict=True)
    ]
    known = {int(code): row for row, code in reversed(list(enumerate(codes[0].tolist())))}
    for row, code in enumerate(codes[1].tolist()):
        if code in known:
            twin = known[code]
            assert theirs.type[row] == ours.type[twin]
            assert theirs.ne[row] == ours.ne[twin]
            assert places[1][row] == places[0][twin]


def test_zeros_without_dependencies() -> None:
    """A zero in the place of one of the key has its governor; any other has the word before it, and so has one of an answer."""
    key = _with_deps()
    for follows, expected in ((False, ["1:nsubj", "3:_"]), (True, ["2:_", "3:_"])):
        response = text("Ada ran ∅ home ∅", chains=[[0, 2], [4]])
        response = replace(response, traits=Traits(zeros_follow_governors=follows))
        found = pair(key, response, Settings(zeros="dependent"), Problems()).response
        column = found.source.column("deps")
        assert column is not None
        assert [column[int(node)] for node in found.nodes.empty] == expected


def _with_deps() -> Corpus:
    """Return a key with a zero behind the second word that depends on the first."""
    lines = [
        "# global.Entity = eid-etype-head-other",
        "# newdoc id = d",
        "# sent_id = 1",
        "1\tAda\t_\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1--1-)",
        "2\tran\t_\tVERB\t_\t_\t0\troot\t_\t_",
        "2.1\t_\t_\tPRON\t_\t_\t_\t_\t1:nsubj\tEntity=(e1--1-)",
        "3\thome\t_\tADV\t_\t_\t2\tadvmod\t_\t_",
        "",
        "",
    ]
    return formats.read_file(
        formats.TextFile("x", "\n".join(lines).encode()), "corefud", formats.ReadOptions()
    )


ROWS = """\
1 the the DET _ _ 2 det _ _
2 rat rat NOUN _ _ 3 nsubj _ _
3 saw see VERB _ _ 0 root _ _
4 it it PRON _ _ 3 obj _ _
"""
PARSED = "# newdoc id = d\n# sent_id = 1\n" + ROWS.replace(" ", "\t") + "\n"


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    """Write a parsed text without coreference."""
    path = tmp_path / "parsed.conllu"
    path.write_text(PARSED, encoding="utf-8")
    return path


def test_a_text_describes_a_key_without_tags(parsed: Path) -> None:
    """--text gives heads and types to both sides, for files and for clusters of spans; the signature tells."""
    key, response = text("the rat saw it", chains=[[(0, 1), 3]]), text("the rat saw it", chains=[[1, 3]])
    by_file = corefeval.score(key, response, metrics="muc,lmuc,parent", match="head", text=parsed)
    assert by_file.scores["muc"]["f1"] == 1
    assert f"text:{by_file.settings.text}" in str(by_file.signature).split("|")
    clusters = corefeval.score(
        [[(0, 1), (3, 3)]], [[(1, 1), (3, 3)]], metrics="muc,lmuc,parent", match="head", text=parsed
    )
    assert clusters.scores == by_file.scores
    with pytest.raises(CorefevalError, match="CE041"):
        corefeval.score(key, response, metrics="muc", match="head")
    again = corefeval.score(key, response, signature=str(by_file.signature), text=parsed)
    assert (again.scores, again.warnings) == (by_file.scores, by_file.warnings)
    with pytest.raises(UsageError) as error:
        corefeval.score(key, response, signature=str(by_file.signature))
    assert error.value.problems[0].kind == "signature-needs-text"


def test_texts_that_do_not_fit(parsed: Path, tmp_path: Path) -> None:
    """Other words, another format, unknown documents and mentions outside the text are errors with a place."""
    found = {}
    key = text("the cat saw it", chains=[[(0, 1), 3]])
    cases: dict[str, tuple[Any, Any]] = {
        "other words": (key, key),
        "no span": ([[(0, 9)]], [[(0, 0)]]),
        "no pair": ([["it"]], [[(0, 0)]]),
        "no document": ({"a": [[(0, 0)]], "b": [[(0, 0)]]}, {"a": [[(0, 0)]]}),
    }
    for name, sides in cases.items():
        with pytest.raises(CorefevalError) as error:
            corefeval.score(*sides, metrics="muc", text=parsed)
        found[name] = (error.value.problems[0].code, error.value.problems[0].kind)
    assert found == {
        "other words": ("CE013", "document-key-response"),
        "no span": ("CE074", "no-span-of-text"),
        "no pair": ("CE074", "no-span-of-text"),
        "no document": ("CE074", "document-not-in-text"),
    }
    plain = tmp_path / "plain.txt"
    plain.write_text("the rat saw it", encoding="utf-8")
    with pytest.raises(CorefevalError) as error:
        corefeval.score(key, key, text=plain)
    assert error.value.problems[0].kind == "text-is-no-conll-u"
    with pytest.raises(UsageError) as usage:
        corefeval.score(key, key, text=7)
    assert usage.value.problems[0].kind == "no-text"


def test_a_text_without_some_documents(parsed: Path) -> None:
    """The key's own file describes documents that the text lacks, with a warning."""
    key = Corpus.concatenate(
        [
            text("the rat saw it", chains=[[(0, 1), 3]]),
            text("a/DET cat/NOUN sat/VERB", chains=[[(0, 1)]], columns=("upos",), name="e"),
        ]
    )
    result = corefeval.score(key, key, metrics="mention", text=parsed)
    assert [(problem.code, problem.kind) for problem in result.warnings] == [
        ("CE010", "documents-missing-in-text")
    ]
    assert result.pairing is not None
    assert np.array_equal(result.pairing.linguistics[0].head, [1, 3, 5])


def test_matching_does_not_change_what_a_mention_is() -> None:
    """First words that serve as heads for the matching decide nothing about types."""
    words = "the/DT old/JJ mayor/NN saw/VBD her/PRP$ dog/NN"
    key = text(words, chains=[[(0, 2), 4]], columns=("pos",))
    response = text(words, chains=[[(0, 2), (4, 5)]], columns=("pos",))
    kinds = {
        tuple(tuple(side.type.tolist()) for side in pair(key, response, settings, Problems()).linguistics)
        for settings in (
            Settings(),
            Settings(match="head", heads="first"),
            Settings(match="head", heads="corefud"),
            Settings(match="partial", heads="first"),
        )
    }
    nominal, pronoun = MentionType.NOMINAL, MentionType.PRONOUN
    assert kinds == {((nominal, pronoun), (nominal, nominal))}


def test_a_selection_is_scored_as_if_it_had_been_read() -> None:
    """Mentions and entities of a corpus that a user filtered are numbered anew, also for split antecedents."""
    whole = corefeval.load(FOLDER / "relations.key.conllua")
    kept = whole.select_mentions(np.arange(len(whole.mentions)) % 2 == 0)
    result = corefeval.score(whole, kept, preset="codicrac22ar", metrics="muc,lea")
    again = corefeval.score(
        whole, kept.select_documents(np.arange(len(kept.names))), signature=result.signature
    )
    assert result.scores == again.scores


def test_masked_words_are_words(tmp_path: Path) -> None:
    """A text whose words are masked as ____ has words, however a format cuts them."""
    key = text("____ __ ___ .", chains=[[0, 2]])
    written(tmp_path / "masked.ann", key, "brat")
    assert corefeval.score(key, tmp_path / "masked.ann", metrics="muc").scores["muc"]["f1"] == 1
