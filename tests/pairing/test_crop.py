"""--crop: a key of an excerpt and a response of the whole text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation import fold
from corefeval.evaluation.request import Request
from corefeval.pairing.crop import SEVERAL, part_of
from corefeval.problems import CorefevalError
from corefeval.validation import KeyFile, validate
from tests.refuses import refuses

Chains = list[list[tuple[int, int]]]


def corpus(documents: dict[str, tuple[list[str], Chains]]) -> Corpus:
    """Return documents of words with chains of spans; a word # is a zero, and a word ; ends a sentence."""
    builder = CorpusBuilder()
    for name, (words, chains) in documents.items():
        builder.document(name)
        builder.sentence()
        start = len(builder.forms)
        for word in words:
            builder.node(word, minor=int(word == "#"))
            if word == ";":
                builder.sentence()
        for label, chain in enumerate(chains):
            entity = builder.entity(f"{name}{label}")
            for first, last in chain:
                builder.mention(entity, [(start + first, start + last)])
    return builder.build()


BOOK = [
    "It",
    "rained",
    ".",
    "Ann",
    "saw",
    "Bob",
    ".",
    "She",
    "waved",
    "at",
    "him",
    ".",
    "Then",
    "Ann",
    "left",
    "with",
    "Bob",
    ".",
]
CHAINS = [[(3, 3), (7, 7), (13, 13)], [(5, 5), (10, 10), (16, 16)], [(0, 0)], [(2, 3), (9, 9)]]
INSIDE = [[(0, 0), (4, 4)], [(2, 2), (7, 7)], [(6, 6)]]
"""The chains inside words 3 to 11, counted from there."""


def test_mentions_outside_are_dropped() -> None:
    """A mention with a word outside is dropped before singletons are, and the warning counts all."""
    key = corpus({"d": (BOOK[3:12], INSIDE)})
    book = corpus({"d": (BOOK, CHAINS)})
    result = corefeval.score(key, book, metrics="conll,mention", crop=True)
    assert result["conll"]["f1"] == result["mention"]["f1"] == 1
    (told,) = [problem for problem in result.warnings if problem.kind == "cropped"]
    assert (told.code, told.count, told["mentions"], told["words"], told["whole"]) == ("CE098", 4, 9, 9, 18)
    assert "|crop:yes|" in str(result.signature)
    assert corefeval.score(key, book, signature=str(result.signature)).scores == result.scores
    without = corefeval.score(key, book, metrics="mention", crop=True, singletons="drop")
    assert [sum(side) for side in zip(*[without.contents.mentions], strict=True)] == [4, 4]  # type: ignore[union-attr]


def test_other_tokens() -> None:
    """Characters are compared, so the tokens of the excerpt may differ."""
    key = corpus({"d": ([*["Ann", "saw", "Bob", "."], "She", "waved", "at", "h", "im"], [[(0, 0), (4, 4)]])})
    book = corpus({"d": (BOOK, CHAINS[:1])})
    assert corefeval.score(key, book, metrics="mention", crop=True)["mention"]["f1"] == 1


def test_refusals_name_the_option() -> None:
    """Without --crop the error suggests it if it would work; with it, a text that occurs never or twice is refused."""
    book = corpus({"d": (BOOK, CHAINS)})
    for part, kind in ((slice(3, 12), "key-is-part-of-response"), (slice(0, 7), "response-goes-on")):
        with refuses(CorefevalError, "CE013", kind):
            corefeval.score(corpus({"d": (BOOK[part], [[(0, 0)]])}), book)
    gap = corpus({"d": ([*BOOK[:3], *BOOK[7:12]], [[(0, 0)]])})
    with refuses(CorefevalError, "CE013", "document-key-response"):
        corefeval.score(gap, book)
    with refuses(CorefevalError, "CE013", "no-part-of-response"):
        corefeval.score(gap, book, crop=True)
    with refuses(CorefevalError, "CE013", "part-of-response-twice"):
        corefeval.score(corpus({"d": (["Ann"], [[(0, 0)]])}), book, crop=True)


def test_the_same_text_stays_as_it_is() -> None:
    """The same text is not cropped, without a warning, and scores the same."""
    book = corpus({"d": (BOOK, CHAINS)})
    other = corpus({"d": (BOOK, CHAINS[:2])})
    plain, cropped = (corefeval.score(book, other, metrics="conll", crop=crop) for crop in (None, True))
    assert plain.scores == cropped.scores
    assert not [problem for problem in cropped.warnings if problem.kind == "cropped"]


def test_zeros_of_the_sentences_inside() -> None:
    """A zero before the first word of an excerpt, or after its last, is inside if it is of the same sentence."""
    key = corpus({"d": (["#", "came", "#", ";"], [[(0, 0), (2, 2)]])})
    book = corpus(
        {
            "d": (
                ["Ann", "left", "#", ";", "#", "came", "#", ";", "#", "won"],
                [[(2, 2), (4, 4), (6, 6), (8, 8)]],
            )
        }
    )
    found = corefeval.score(key, book, metrics="mention", crop=True, zeros="linear")
    assert found["mention"]["f1"] == 1
    assert found.contents is not None
    assert found.contents.mentions == (2, 2)


def test_part_of() -> None:
    """Only whole words match; blank words belong to the text around them."""
    assert part_of(["b"], ["a", "b", "c"]) == (1, 2)
    assert part_of(["a", "b"], ["ab"]) == (0, 1)
    assert part_of(["b"], ["ab"]) is None
    assert part_of(["a", "a"], ["a", "a", "a"]) == SEVERAL
    assert part_of([], ["a"]) is None


CONLL = "#begin document ({name}); part 000\n{rows}\n\n#end document\n"


def conll(path: Path, documents: dict[str, tuple[list[str], dict[int, str]]]) -> Path:
    """Write documents of words, some with a bracket."""
    path.write_text(
        "".join(
            CONLL.format(
                name=name,
                rows="\n".join(
                    f"{name} 0 {number} {word} {brackets.get(number, '-')}"
                    for number, word in enumerate(words)
                ),
            )
            for name, (words, brackets) in documents.items()
        )
    )
    return path


def test_every_command_crops(tmp_path: Path) -> None:
    """score, compare, explain and validate crop files in which some documents are whole."""
    key = conll(
        tmp_path / "key.conll", {"a": (BOOK[3:12], {0: "(1)", 4: "(1)"}), "b": (BOOK, {3: "(2)", 7: "(2)"})}
    )
    whole = {"a": (BOOK, {3: "(1)", 7: "(1)", 13: "(1)"}), "b": (BOOK, {3: "(2)", 7: "(2)"})}
    response = conll(tmp_path / "response.conll", whole)
    assert corefeval.score(key, response, metrics="muc", crop=True)["muc"]["f1"] == 1
    assert corefeval.explain(key, response, metrics="muc", crop=True).errors == []
    found = corefeval.compare(key, {"one": response, "two": response}, metrics="muc", crop=True, resamples=0)
    assert [result["muc"]["f1"] for result in found.every_result] == [1, 1]
    gold = KeyFile(str(key), None, "identity", "", "")
    assert not validate(str(response), key=gold, request=Request.of(crop=True)).errors
    assert validate(str(response), key=gold, request=Request.of()).errors


@given(st.data())
def test_as_cropped_by_hand(data: st.DataObject) -> None:
    """Scores equal those of a response from which outside words and mentions were removed by hand."""
    words = [f"w{number}" for number in range(12)]
    first = data.draw(st.integers(0, 11))
    last = data.draw(st.integers(first, 11))
    spans = st.tuples(st.integers(0, 11), st.integers(0, 2)).map(lambda span: (span[0], min(sum(span), 11)))
    drawn = data.draw(st.lists(st.lists(spans, min_size=1, max_size=4, unique=True), min_size=1, max_size=3))
    seen: set[tuple[int, int]] = set()
    chains: Chains = []
    for chain in drawn:
        own = [span for span in chain if span not in seen]
        seen |= set(own)
        chains += [own] if own else []
    inside = [[(a - first, b - first) for a, b in chain if first <= a and b <= last] for chain in chains]
    by_hand = corpus({"d": (words[first : last + 1], [chain for chain in inside if chain])})
    key = corpus({"d": (words[first : last + 1], [[(0, 0), (last - first, last - first)]])})
    for singletons in ("keep", "drop"):
        options: dict[str, Any] = {"metrics": "muc,bcub,ceafe,mention,blanc", "singletons": singletons}
        cropped = corefeval.score(key, corpus({"d": (words, chains)}), crop=True, **options)
        assert cropped.scores == corefeval.score(key, by_hand, **options).scores


def test_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large files are cropped in pieces with the same scores and counts."""
    names = "abcdefgh"
    key = conll(tmp_path / "key.conll", {name: (BOOK[3:12], {0: "(1)", 4: "(1)"}) for name in names})
    spans = {3: "(1)", 7: "(1)", 13: "(1)"}
    response = conll(tmp_path / "response.conll", dict.fromkeys(names, (BOOK, spans)))
    whole = corefeval.score(key, response, metrics="conll", crop=True)
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    monkeypatch.setenv("COREFEVAL_WHOLE", "1")
    result, _ = fold.scored(Request.of(metrics="conll", crop=True), key, response)
    assert result.pairing is None
    assert result.scores == whole.scores
    assert result.warnings == whole.warnings
    (told,) = result.warnings
    assert (told.kind, told.count, told["documents"]) == ("cropped", 8, 8)
