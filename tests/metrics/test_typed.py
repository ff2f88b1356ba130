"""Mention types for the metrics that use them: which side decides, and the role of Penn tags."""

from __future__ import annotations

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.mention_types import MentionType
from corefeval.metrics.typed import TypedPairing
from corefeval.pairing import pair
from corefeval.problems import Problems
from corefeval.settings import Settings
from tests.metrics.scoring import pairing


def test_the_key_decides_of_what_both_have() -> None:
    """The key decides about shared mentions from the first one on; response-only mentions keep their own type."""
    kinds = {0: "name", 1: "pronoun", 2: "nominal", 3: "name"}
    others = {0: "pronoun", 1: "name", 2: "nominal"}
    typed = TypedPairing(pairing([[0, 1], [3]], [[0, 1], [2]], kinds, response_types=others))
    assert [MentionType(kind).label for kind in typed.response_type] == ["name", "pronoun", "nominal"]
    assert [MentionType(kind).label for kind in typed.own_response_type] == ["name", "pronoun", "nominal"]
    assert typed.response_is_noun.tolist() == [True, False, True]
    assert typed.key_is_noun.tolist() == [True, False, True]
    assert typed.script_pronouns.tolist() == [False, True, False]


def test_penn_tags() -> None:
    """In the script of ARCS a noun has several words or a noun tag; a pronoun is one word with a pronoun tag."""
    words = [("He", "PRP"), ("and", "CC"), ("I", "PRP"), ("saw", "VBD"), ("its", "PRP$"), ("dog", "NN")]
    words += [("two", "CD"), ("Bo", "NNP")]
    spans = {
        (0, 0): (False, True),
        (0, 2): (True, False),
        (4, 4): (False, True),
        (4, 5): (True, False),
        (5, 5): (True, False),
        (6, 6): (False, False),
        (7, 7): (True, False),
    }
    builder = CorpusBuilder("conll2012")
    builder.document("d")
    builder.sentence()
    for word, tag in words:
        builder.node(word, columns={"pos": tag})
    for number, (first, last) in enumerate(spans):
        builder.mention(builder.entity(str(number)), [(first, last)])
    corpus = builder.build()
    typed = TypedPairing(pair(corpus, corpus, Settings(), Problems()))
    mentions = typed.pairing.key.mentions
    for row, span in enumerate(zip(mentions.first.tolist(), mentions.last.tolist(), strict=True)):
        assert (typed.nouns("script")[0][row], typed.script_pronouns[row]) == spans[span]


def test_the_keys_penn_tags_describe_both_sides() -> None:
    """The key's tags decide about all spans, also those that only the response marks."""

    def tagged(tags: str, *words: int) -> Corpus:
        builder = CorpusBuilder("conll2012")
        builder.document("d")
        builder.sentence()
        for number, tag in enumerate(tags.split()):
            builder.node(f"w{number}", columns={"pos": tag})
        for word in words:
            builder.mention(builder.entity(str(word)), [(word, word)])
        return builder.build()

    key, response = tagged("NN PRP CD NN", 0, 1, 2), tagged("PRP NN NN NN", 0, 1, 3)
    typed = TypedPairing(pair(key, response, Settings(), Problems()))
    key_nouns, response_nouns = typed.nouns("script")
    assert key_nouns.tolist() == [True, False, False]
    assert typed.script_pronouns.tolist() == [False, True, False]
    assert response_nouns.tolist() == [True, False, True]
    turned = TypedPairing(pair(response, key, Settings(), Problems()))
    key_nouns, response_nouns = turned.nouns("script")
    assert key_nouns.tolist() == [False, True, True]
    assert response_nouns.tolist() == [False, True, True]
