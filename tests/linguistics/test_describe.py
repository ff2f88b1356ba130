"""Mention types from every source, and the precedence of sources."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from corefeval import load
from corefeval.corpus.corpus import Corpus
from corefeval.linguistics.describe import Linguistics, UnknownTypes, describe
from corefeval.linguistics.labels import TypeTable
from corefeval.linguistics.mention_types import MentionType
from corefeval.pairing import pair
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import Span, text


def types(corpus: Corpus, *, language: str = "", source: str = "") -> list[str]:
    """Return the labels of the types."""
    return [
        MentionType(kind).label for kind in describe(corpus, language=language, source=source).type.tolist()
    ]


def described(
    key: Corpus, response: Corpus, *, language: str = "", lends_tags: bool = False, missing: str = "error"
) -> tuple[Linguistics, Linguistics]:
    """Return the linguistics of a pair."""
    settings = Settings(zeros="linear").changed({"language": language, "missing": missing})
    return pair(key, response, settings, Problems(), lends_tags=lends_tags).linguistics


def one(words: str, *, columns: Sequence[str] = ("upos", "feats"), **options: str) -> str:
    """Return the type of the bracketed words."""
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


def test_without_a_language_the_report_is_reported() -> None:
    """A warning reports that pronouns cannot be found."""
    found = describe(text("he ran", chains=[[0]]))
    assert [problem.code for problem in found.problems] == ["CE046"]
    assert describe(text("he ran", chains=[[0]]), language="en").problems == ()


def test_types_in_the_file_win_and_gaps_are_filled() -> None:
    """Types in the file count in all usual spellings; missing ones are derived, with a warning."""
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


def test_unknown_types_are_named() -> None:
    """An unknown type is reported by name and not counted as missing; counts of pieces add up."""
    spans: list[Span] = [(0, 0), (2, 2), (1, 1)]
    given = {spans[0]: {"type": "NOM"}, spans[1]: {"type": "blah"}}
    corpus = text("Rome/PROPN saw/VERB her/PRON", chains=[spans], columns=("upos",), attributes=given)
    found = describe(corpus).problems
    assert [(each.kind, each.count) for each in found] == [("mentions-no-type", 1), ("types-unknown", 1)]
    assert (found[1]["types"], found[1]["mentions"], found[1]["source"]) == (("'blah' (1)",), 3, "ud")
    (met,) = (each for each in describe(corpus).notes if isinstance(each, UnknownTypes))
    (both,) = (met + met).problems()
    assert (both.count, both["types"], both["mentions"]) == (2, ("'blah' (2)",), 6)
    assert describe(corpus, table=TypeTable.parse("blah=pronoun,NOM=name")).problems[0].kind != (
        "types-unknown"
    )


def test_a_column_of_other_types_is_no_mention_type() -> None:
    """An attribute named type whose values are no mention types is ignored."""
    corpus = text("Rome/PROPN", chains=[[0]], columns=("upos",), attributes={(0, 0): {"type": "city"}})
    assert describe(corpus).source == "ud"
    with pytest.raises(CorefevalError, match="CE044"):
        describe(corpus, source="given")


def test_unknown_sources_are_refused() -> None:
    """A source that does not exist is a usage error; a source that the file lacks is refused."""
    corpus = text("Rome", chains=[[0]])
    with pytest.raises(UsageError, match="CE050"):
        describe(corpus, source="magic")
    with pytest.raises(CorefevalError, match="CE044"):
        describe(corpus, source="ud")


def test_head_part_of_speech_and_entity_class_are_reported() -> None:
    """The record of a mention: head, tag as written, and named-entity class in each notation."""
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
    """Linguistics belong to the corpus as read; of() returns the rows that a selection kept."""
    corpus = text("Ann/PROPN she/PRON Rome/PROPN", chains=[[0, 1], [2]], columns=("upos",))
    kept = corpus.select_mentions(np.array([False, True, True]))
    found = describe(kept)
    assert len(found.type) == 3
    assert found.of(kept).type.tolist() == [MentionType.PRONOUN, MentionType.NAME]
    assert list(found.of(kept).pos) == ["PRON", "PROPN"]


def test_clusters_without_text_have_unknown_types() -> None:
    """Mentions from Python have no words; a warning reports this, and nothing is guessed."""
    found = describe(load([[1, 2], [3]]))
    assert not found.type.any()
    assert found.problems[0].code == "CE046"


def test_types_that_the_key_states_serve_the_response() -> None:
    """If only the key states types, equal spans of the response get the key's type, others the type from the text."""
    key = text(
        "Rome/PROPN it/PRON Ada/PROPN",
        chains=[[0, 1]],
        columns=("upos",),
        attributes={(0, 0): {"type": "nominal"}, (1, 1): {"type": "pronoun"}},
    )
    response = text("Rome it Ada", chains=[[0, 1, 2]])
    ours, theirs = described(key, response)
    assert ours.source == theirs.source == "given"
    assert ours.type.tolist() == [MentionType.NOMINAL, MentionType.PRONOUN]
    assert theirs.type.tolist() == [MentionType.NOMINAL, MentionType.PRONOUN, MentionType.NAME]
    assert not ours.problems


def test_types_of_the_response_count_where_nothing_else_is_known() -> None:
    """The key's tags take precedence; without any, the response's types apply to the key, but never in a comparison."""
    types = {(0, 0): {"type": "pronoun"}, (1, 1): {"type": "nominal"}}
    stated = text("Rome it", chains=[[0, 1]], attributes=types)
    tagged = text("Rome/PROPN it/PRON", chains=[[0, 1]], columns=("upos",))
    for side in described(tagged, stated, lends_tags=True):
        assert side.type.tolist() == [MentionType.NAME, MentionType.PRONOUN]
    bare = text("Rome it", chains=[[0, 1]])
    ours, theirs = described(bare, stated, lends_tags=True)
    assert ours.type.tolist() == theirs.type.tolist() == [MentionType.PRONOUN, MentionType.NOMINAL]
    problem = ours.problems[-1]
    assert (problem.code, problem.kind, problem.count) == ("CE055", "types-from-response", 2)
    ours, theirs = described(bare, stated)
    assert ours.source == theirs.source == "plain"
    assert ours.type.tolist() == theirs.type.tolist()


def test_a_response_without_tags_has_those_of_the_key() -> None:
    """Both sides have the same words, so the key's tags apply to both; heads are nodes of the response."""
    key = text("∅/PRON the/DET Rat/NOUN saw/VERB", chains=[[0]], columns=("upos",))
    response = text("the Rat saw", chains=[[(0, 1)], [2]])
    ours, theirs = described(key, response, language="en")
    assert (ours.source, theirs.source) == ("ud", "ud")
    assert theirs.type.tolist() == [MentionType.NAME, MentionType.EVENT]
    assert [str(theirs_head) for theirs_head in theirs.pos] == ["NOUN", "VERB"]
    assert not theirs.problems


def test_a_response_lends_its_tags_to_a_key_without_any() -> None:
    """The response's tags apply to key documents without tags, only if one system is scored, and with a warning."""
    bare, tagged = text("the Rat saw", chains=[[(0, 1)]]), "the/DET Rat/NOUN saw/VERB"
    response = text(tagged, chains=[[(0, 1)], [2]], columns=("upos",))
    ours, theirs = described(bare, response, lends_tags=True)
    assert (ours.source, ours.type.tolist()) == ("ud", [MentionType.NAME])
    assert (theirs.source, theirs.type.tolist()) == ("ud", [MentionType.NAME, MentionType.EVENT])
    problem = ours.problems[-1]
    assert (problem.code, problem.kind, problem.count) == ("CE055", "tags-from-response", 1)
    assert {side.source for side in described(bare, response)} == {"plain"}
    second = text("an/DET Owl/PROPN", chains=[[(0, 1)]], columns=("upos",), name="e")
    mixed = Corpus.concatenate([bare, second])
    wrong = text("an/DET Owl/VERB", chains=[[(0, 1)]], columns=("upos",), name="e")
    ours, _ = described(mixed, Corpus.concatenate([response, wrong]), lends_tags=True)
    assert ours.type.tolist() == [MentionType.NAME, MentionType.NAME]
    assert ours.problems[-1].count == 1


def test_zeros_that_only_the_response_has_stay_zeros() -> None:
    """An empty node that only one text has is still a zero."""
    key = text("Rome/PROPN fell/VERB", chains=[[0]], columns=("upos",))
    response = text("Rome ∅ fell", chains=[[0], [1]])
    assert described(key, response)[1].type.tolist() == [MentionType.NAME, MentionType.ZERO]


def test_documents_that_only_one_side_has_do_not_stand_in_the_way() -> None:
    """The first of three documents is missing from the untagged response, which has others before and after it."""
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
    response = Corpus.concatenate(several)
    theirs = described(key, response, missing="empty")[1]
    assert theirs.source == "ud"
    assert theirs.type.tolist() == [MentionType.NAME, MentionType.PRONOUN]
    assert theirs.head.tolist() == [4, 5]
