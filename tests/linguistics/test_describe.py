"""Mention types from every source, and which source wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from corefeval import load
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import describe, describe_pair
from corefeval.linguistics.mention_types import MentionType
from corefeval.problems import CorefevalError, UsageError
from tests.linguistics.tagged_text import Span, text


def types(corpus: Corpus, *, language: str = "", source: str = "") -> list[str]:
    """Return the labels of the types."""
    return [
        MentionType(kind).label for kind in describe(corpus, language=language, source=source).type.tolist()
    ]


def one(words: str, *, columns: Sequence[str] = ("upos", "feats"), **options: str) -> str:
    """Return the type of the words between brackets."""
    parts = words.split()
    first = next(place for place, word in enumerate(parts) if word.startswith("["))
    last = next(place for place, word in enumerate(parts) if word.endswith("]"))
    corpus = text(words.replace("[", "").replace("]", ""), chains=[[(first, last)]], columns=columns)
    return types(corpus, **options)[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("[∅/PRON] went/VERB", "zero"),
        ("[∅/NOUN] went/VERB", "ellipsis"),
        ("yes/INTJ [–/PUNCT] ok/ADJ", "ellipsis"),
        ("[She/PRON] sat/VERB", "pronoun"),
        ("[all/DET of/ADP them/PRON] sat/VERB", "pronoun"),
        ("[those/PRON who/PRON left/VERB] sat/VERB", "nominal"),
        ("I/PRON like/VERB [this/DET]", "pronoun"),
        ("I/PRON like/VERB [her/DET/Poss=Yes]", "pronoun"),
        ("in/ADP [Rome/PROPN]", "name"),
        ("come/VERB [here/ADV]", "adverb"),
        ("we/PRON [met/VERB] him/PRON", "event"),
        ("the/DET [Gerund/VERB/VerbForm=Vnoun]", "name"),
        ("see/VERB [big/ADJ dogs/NOUN]", "nominal"),
        ("the/DET [European/PROPN Union/NOUN] met/VERB", "name"),
        ("the/DET [NATO/NOUN/Abbr=Yes] met/VERB", "name"),
    ],
)
def test_universal_tags_decide(words: str, expected: str) -> None:
    """Rules 1 to 6 of the specification, one example each."""
    assert one(words) == expected


def test_a_document_that_writes_a_word_with_a_capital_makes_it_a_name() -> None:
    """Rule 7: capitals inside sentences count, those at sentence starts only with evidence from elsewhere."""
    corpus = text(
        "we/PRON read/VERB the/DET Treaty/NOUN of/ADP many/ADJ words/NOUN",
        "Treaty/NOUN words/NOUN are/AUX long/ADJ words/NOUN here/ADV",
        "Dogs/NOUN bark/VERB at/ADP dogs/NOUN",
        "a/DET/Definite=Ind Thing/NOUN is/AUX what/PRON it/PRON is/AUX so/ADV",
        chains=[[3, 7], [13], [(17, 18)]],
        columns=("upos", "feats"),
    )
    assert types(corpus) == ["name", "name", "nominal", "nominal"]


def test_capitals_say_nothing_in_titles_and_where_all_nouns_have_them() -> None:
    """Title Case sentences and documents written like German give no evidence."""
    title = text("The/DET Green/ADJ Door/NOUN Opens/VERB", chains=[[(1, 2)]], columns=("upos",))
    assert types(title) == ["nominal"]
    sentence = "wir/PRON sehen/VERB " + "das/DET Haus/NOUN und/CCONJ schöne/ADJ " * 21 + "alte/ADJ Tor/NOUN"
    german = text(sentence, chains=[[3]], columns=("upos",))
    assert types(german) == ["nominal"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("[he/PRP] ran/VBD", "pronoun"),
        ("[all/DT of/IN us/PRP] ran/VBD", "pronoun"),
        ("[who/WP ran/VBD home/NN] won/VBD", "nominal"),
        ("[that/DT] is/VBZ", "pronoun"),
        ("[there/RB] is/VBZ", "adverb"),
        ("[The/DT Hague/NNP] is/VBZ", "name"),
        ("the/DT [treaty/NN/(LAW)] is/VBZ", "name"),
        ("on/IN [the/DT day/NN/(DATE)]", "nominal"),
        ("they/PRP [fell/VBD] down/RB", "event"),
        ("[a/DT dog/NN of/IN Rome/NNP] is/VBZ", "nominal"),
    ],
)
def test_penn_tags_decide(words: str, expected: str) -> None:
    """The rules for CoNLL-2012, one example each."""
    assert one(words, columns=("pos", "ne")) == expected


@pytest.mark.parametrize(
    ("words", "language", "expected"),
    [
        ("[He] ran", "en", "pronoun"),
        ("come [here] now", "en", "adverb"),
        ("[the King of the hill] sat", "en", "name"),
        ("[the hill of Rome] sat", "en", "nominal"),
        ("[Ann 's dog] sat", "en", "nominal"),
        ("[Die] lacht", "de", "pronoun"),
        ("[elle] rit", "fr", "pronoun"),
        ("vidim [ho] tam", "cs", "pronoun"),
        ("matau [jį] ten", "lt", "pronoun"),
        ("ik zie [haar] daar", "nl-BE", "pronoun"),
        ("vi ser [henne] der", "no", "pronoun"),
        ("nie [on] jest", "", "unknown"),
        ("[On] jest", "", "unknown"),
        ("the [EU] met", "", "name"),
        ("a [house] there", "", "nominal"),
    ],
)
def test_bare_words_decide(words: str, language: str, expected: str) -> None:
    """Closed-class lists find pronouns; without a list a short small word is unknown, never guessed."""
    assert one(words, language=language) == expected


def test_without_a_language_the_report_is_told() -> None:
    """A warning says that pronouns cannot be found."""
    found = describe(text("he ran", chains=[[0]]))
    assert [problem.code for problem in found.problems] == ["CE046"]
    assert describe(text("he ran", chains=[[0]]), language="en").problems == ()


def test_types_in_the_file_win_and_gaps_are_filled() -> None:
    """Given types count, in the spellings people use; a mention without one is derived, and that is said."""
    spans: list[Span] = [(0, 0), (2, 2)]
    given = {spans[0]: {"type": "NOM"}}
    corpus = text("Rome/PROPN saw/VERB her/PRON", chains=[spans], columns=("upos",), attributes=given)
    found = describe(corpus)
    assert (found.source, found.sources["type"], found.sources["pos"]) == ("given", "given", "ud")
    assert found.type.tolist() == [MentionType.NOMINAL, MentionType.PRONOUN]
    assert (found.problems[0].kind, found.problems[0].count, found.problems[0]["mentions"]) == (
        "mentions-no-type",
        1,
        2,
    )
    assert types(corpus, source="ud") == ["name", "pronoun"]


def test_a_column_of_other_types_is_no_mention_type() -> None:
    """An attribute called type that speaks of something else is left alone."""
    corpus = text("Rome/PROPN", chains=[[0]], columns=("upos",), attributes={(0, 0): {"type": "city"}})
    assert describe(corpus).source == "ud"
    with pytest.raises(CorefevalError, match="CE044"):
        describe(corpus, source="given")


def test_unknown_sources_are_refused() -> None:
    """A source that does not exist is a wrong usage; one the file does not have cannot be used."""
    corpus = text("Rome", chains=[[0]])
    with pytest.raises(UsageError, match="CE050"):
        describe(corpus, source="magic")
    with pytest.raises(CorefevalError, match="CE044"):
        describe(corpus, source="ud")


def test_head_part_of_speech_and_entity_class_are_told() -> None:
    """The record of a mention: head, tag as written, named-entity class in each notation."""
    corpus = text(
        "the/DT/* New/NNP/(ORG* Times/NNP/*) of/IN/* Rome/NNP/(GPE)",
        chains=[[(0, 4)], [4]],
        columns=("pos", "ne"),
    )
    found = describe(corpus)
    assert (found.head.tolist(), list(found.pos), list(found.ne)) == ([2, 4], ["NNP", "NNP"], ["ORG", "GPE"])
    tagged = text("Ann/PROPN/B-PER saw/VERB/O Rome/PROPN/LOC", chains=[[0], [2]], columns=("upos", "ne"))
    assert list(describe(tagged).ne) == ["PER", "LOC"]
    typed = {(0, 0): {"etype": "person"}, (1, 1): {"etype": "person"}}
    entities = text("Ann/PROPN she/PRON", chains=[[0, 1]], columns=("upos",), attributes=typed)
    assert list(describe(entities).ne) == ["person", ""]


def test_a_filtered_corpus_uses_its_rows() -> None:
    """Linguistics are those of the corpus as read; of() gives the rows a selection kept."""
    corpus = text("Ann/PROPN she/PRON Rome/PROPN", chains=[[0, 1], [2]], columns=("upos",))
    kept = corpus.select_mentions(np.array([False, True, True]))
    found = describe(kept)
    assert len(found.type) == 3
    assert found.of(kept).type.tolist() == [MentionType.PRONOUN, MentionType.NAME]
    assert list(found.of(kept).pos) == ["PRON", "PROPN"]


def test_clusters_without_text_have_unknown_types() -> None:
    """Mentions from Python have no words; that is said, not guessed."""
    found = describe(load([[1, 2], [3]]))
    assert not found.type.any()
    assert found.problems[0].code == "CE046"


def test_both_sides_are_typed_from_one_source() -> None:
    """A key with given types against a response without: both are derived, with a warning."""
    key = text(
        "Rome/PROPN it/PRON", chains=[[0, 1]], columns=("upos",), attributes={(0, 0): {"type": "nominal"}}
    )
    response = text("Rome/PROPN it/PRON", chains=[[0, 1]], columns=("upos",))
    ours, theirs = describe_pair(key, response)
    assert ours.source == theirs.source == "ud"
    assert ours.type.tolist() == theirs.type.tolist() == [MentionType.NAME, MentionType.PRONOUN]
    assert [problem.code for problem in ours.problems] == ["CE055"]


def test_a_response_without_tags_is_typed_with_those_of_the_key() -> None:
    """Both sides have the same words, so the key's tags serve both; heads stay in the response's own nodes."""
    key = text("∅/PRON the/DET Rat/NOUN saw/VERB", chains=[[0]], columns=("upos",))
    response = text("the Rat saw", chains=[[(0, 1)], [2]])
    ours, theirs = describe_pair(key, response, language="en")
    assert (ours.source, theirs.source) == ("ud", "ud")
    assert theirs.type.tolist() == [MentionType.NAME, MentionType.EVENT]
    assert theirs.head.tolist() == [1, 2]
    assert theirs.problems[-1].kind == "mention-types-in-key"
    other = text("some other words altogether", chains=[[0]])
    assert {side.source for side in describe_pair(key, other, language="en")} == {"plain"}


def test_zeros_of_a_projected_side_stay_zeros() -> None:
    """An empty node that the other text does not have is still a zero."""
    key = text("Rome/PROPN fell/VERB", chains=[[0]], columns=("upos",))
    response = text("Rome ∅ fell", chains=[[0], [1]])
    assert describe_pair(key, response)[1].type.tolist() == [MentionType.NAME, MentionType.ZERO]


def test_documents_that_only_one_side_has_do_not_stand_in_the_way() -> None:
    """The first of three documents is missing in the untagged response, which has others before and behind."""
    key = Corpus.concatenate(
        [
            text(words, chains=[[0, 1]], columns=("upos",), name=name)
            for name, words in (("0", "Ada/PROPN she/PRON"), ("b", "Rome/PROPN it/PRON"))
        ]
    )
    several = [
        text("some other words before", chains=[[0]], name="a"),
        text("Rome it", chains=[[0, 1]], name="b"),
        text("and behind", chains=[[0]], name="c"),
    ]
    response = Corpus.concatenate(several).select_documents(np.array([-1, 1]))
    theirs = describe_pair(key, response)[1]
    assert theirs.source == "ud"
    assert theirs.type.tolist() == [MentionType.NAME, MentionType.PRONOUN]
    assert theirs.head.tolist() == [4, 5]
