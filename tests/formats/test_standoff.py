"""The assembler of stand-off documents: offsets, tokens, chains, relations, and what it says of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.arrays import integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.offsets import Unit, in_characters
from corefeval.formats.standoff import AnnotatedDocument, Link, Mention, assemble, number_of
from corefeval.linguistics.describe import describe
from corefeval.linguistics.dominant_mentions import representatives
from corefeval.problems import CorefevalError, Place, Problem, Problems

TEXT = "Ada Berg sold her house."
HERE = Place("f", 3)


def words(corpus: Corpus) -> list[list[str]]:
    """Return the chains as words."""
    return [
        sorted(mention.text for mention in entity.mentions)
        for document in corpus.documents
        for entity in document.entities
    ]


def of(*mentions: Mention, **more: object) -> AnnotatedDocument:
    """Return a document of TEXT."""
    return AnnotatedDocument(text=TEXT, place=Place("f", 1), mentions=list(mentions), **more)  # type: ignore[arg-type]


def codes(documents: list[AnnotatedDocument]) -> list[tuple[str, str]]:
    """Return the errors of documents."""
    with pytest.raises(CorefevalError) as raised:
        assemble(documents, "brat")
    return [(problem.code, str(problem.place)) for problem in raised.value.problems]


def test_sets_and_links_make_chains() -> None:
    """Mentions of one name, or connected by links, are one entity; the rest are entities of their own."""
    document = of(
        Mention([(0, 8)], "ada"),
        Mention([(14, 17)], id="a"),
        Mention([(14, 23)], id="b"),
        Mention([(0, 3)], "ada", "c"),
    )
    document.links = [Link("a", "c")]
    corpus = assemble([document], "brat")
    assert words(corpus) == [["Ada", "Ada Berg", "her"], ["her house"]]
    assert list(corpus.entities.labels) == ["ada", "0"]


def test_pointers_in_any_direction() -> None:
    """A chain of pointers, one of them forward, is one entity."""
    document = of(Mention([(0, 3)], id="1"), Mention([(14, 17)], id="2"), Mention([(18, 23)], id="3"))
    document.links = [Link("1", "3"), Link("2", "3")]
    assert words(assemble([document], "brat")) == [["Ada", "her", "house"]]


@pytest.mark.parametrize(
    ("unit", "spans"),
    [
        (Unit.CHARACTER, [(2, 4), (5, 6)]),
        (Unit.UTF_16, [(3, 5), (6, 7)]),
        (Unit.BYTE, [(5, 8), (9, 12)]),
    ],
)
def test_offset_units(unit: Unit, spans: list[tuple[int, int]]) -> None:
    """Characters, UTF-16 code units and bytes say the same of a text with an emoji."""
    document = AnnotatedDocument(
        text="\U0001f600 é. 他", unit=unit, mentions=[Mention([span]) for span in spans]
    )
    assert words(assemble([document], "brat")) == [["é ."], ["他"]]


@given(st.text(max_size=20))
def test_offsets_are_those_of_the_encodings(text: str) -> None:
    """The edges of characters in UTF-16 and UTF-8 are carried to their numbers."""
    text = text.encode("utf-8", "ignore").decode()
    for unit, encoding, size in ((Unit.UTF_16, "utf-16-le", 2), (Unit.BYTE, "utf-8", 1)):
        edges = [len(text[:number].encode(encoding)) // size for number in range(len(text) + 1)]
        for up in (True, False):
            assert in_characters(integers(edges), text, unit, up=up).tolist() == list(range(len(text) + 1))


def test_tokens_with_inclusive_ends() -> None:
    """Spans of tokens, the end included; sentences, columns and lines are kept."""
    document = AnnotatedDocument(
        "d",
        HERE,
        tokens=["Ada", "slept", ".", "She", "woke"],
        sentences=[0, 3],
        unit=Unit.TOKEN,
        inclusive=True,
        lines=[4, 5, 6, 8, 9],
        columns={"xpos": ["NNP", "VBD", ".", "PRP", "VBD"]},
        mentions=[Mention([(0, 0)], "x", head=(0, 0)), Mention([(3, 3)], "x")],
    )
    corpus = assemble([document], "brat")
    assert words(corpus) == [["Ada", "She"]]
    assert corpus.nodes.sentences.tolist() == [0, 3]
    assert corpus.source.place(3) == Place("f", 8)
    assert corpus.mentions.head.tolist() == [0, -1]
    column = corpus.source.column("xpos")
    assert column is not None
    assert column[3] == "PRP"


def test_discontinuous_mentions() -> None:
    """Several spans are parts, but for those with only white space between them."""
    corpus = assemble([of(Mention([(9, 13), (18, 23)]), Mention([(14, 17), (18, 23)]))], "brat")
    assert words(corpus) == [["sold … house"], ["her house"]]
    assert corpus.mentions.is_discontinuous.tolist() == [False, True]


def test_own_tokens_are_cut() -> None:
    """A token of ours inside which a mention begins or ends is cut there, and that is said with a place."""
    corpus = assemble([of(Mention([(18, 21)], place=HERE), Mention([(0, 8)]))], "brat")
    assert "hou se" in " ".join(corpus.nodes.forms)
    assert words(corpus) == [["Ada Berg"], ["hou"]]
    [warning] = corpus.problems
    assert (warning.code, warning.place, warning.text) == ("CE088", HERE, "house")


def test_tokens_of_the_file_are_kept() -> None:
    """A mention that begins or ends inside a token of the file is carried to the whole of it, and that is said."""
    document = of(Mention([(1, 6)], place=HERE), tokens=["Ada", "Berg", "sold", "her", "house", "."])
    corpus = assemble([document], "brat")
    assert words(corpus) == [["Ada Berg"]]
    [warning] = corpus.problems
    assert (warning.code, warning.place, warning.text) == ("CE089", HERE, "da Be")


def test_white_space_at_edges() -> None:
    """It is not compared, and said."""
    corpus = assemble([of(Mention([(8, 18)], place=HERE))], "brat")
    assert words(corpus) == [["sold her"]]
    assert [(problem.code, problem.place) for problem in corpus.problems] == [("CE049", HERE)]


def test_words_that_stand_elsewhere() -> None:
    """Where the file repeats the words of a mention they are held against the text, white space apart."""
    good = assemble([of(Mention([(0, 8)], text="Ada\nBerg"))], "brat")
    assert good.problems == ()
    corpus = assemble([of(Mention([(1, 8)], text="Ada Ber", place=HERE))], "brat")
    assert ("CE094", HERE, "Ada Ber") in [(each.code, each.place, each.text) for each in corpus.problems]


def test_spans_outside() -> None:
    """Errors with the place of the mention, all of them at once; or left out, with repair."""
    document = of(
        Mention([(20, 30)], place=HERE),
        Mention([(5, 5)]),
        Mention([(-1, 2)]),
        Mention([(10**30, 10**31)]),
        Mention([(8, 9)]),
        Mention([]),
        Mention([(0, 3)]),
    )
    assert codes([document]) == [("CE031", "f:3"), *[("CE031", "f:1")] * 5]
    corpus = assemble([document], "brat", ReadOptions(repair=True))
    assert words(corpus) == [["Ada"]]
    assert [problem.code for problem in corpus.problems] == ["CE048"] * 6


def test_heads_outside_are_faults_of_a_part() -> None:
    """A head that is no span stops only what needs heads."""
    corpus = assemble([of(Mention([(0, 8)], head=(90, 91), minimum=(4, 8)))], "brat")
    assert [(problem.code, problem.part) for problem in corpus.problems] == [("CE031", "heads")]
    assert corpus.mentions.minimum_first.tolist() == [1]


def test_links_to_nothing_and_identifiers_twice() -> None:
    """Both are errors, at the place of the link and of the second mention."""
    document = of(Mention([(0, 3)], id="a"), Mention([(4, 8)], id="a", place=HERE))
    document.links = [Link("a", "z", Place("f", 9))]
    assert codes([document]) == [("CE093", "f:3"), ("CE035", "f:9")]


def test_relations() -> None:
    """Split antecedents, bridging and what refers to nothing; an element of itself is a fault of a part."""
    document = of(
        Mention([(0, 3)], id="a"), Mention([(4, 8)], id="b"), Mention([(18, 23)], id="c"), nonreferring=["b"]
    )
    document.split = [Link("a", "b"), Link("b", "a", HERE)]
    document.bridging = [Link("c", "a", relation="part-of")]
    corpus = assemble([document], "brat")
    relations = corpus.relations
    assert (relations.whole.tolist(), relations.element.tolist()) == ([0], [1])
    assert (relations.anaphor.tolist(), relations.anchor.tolist(), relations.anchor_entity.tolist()) == (
        [2],
        [0],
        [0],
    )
    assert list(relations.bridging_relation) == ["part-of"]
    assert corpus.entities.is_nonreferring is not None
    assert corpus.entities.is_nonreferring.tolist() == [False, True, False]
    assert [(problem.code, problem.place, problem.part) for problem in corpus.problems] == [
        ("CE034", HERE, "split antecedents")
    ]


def test_the_mention_that_the_file_calls_representative() -> None:
    """The attribute is what selector=given looks for."""
    document = of(
        Mention([(0, 8)], "x"), Mention([(14, 17)], "x", attributes={"representative": "yes", "type": ""})
    )
    corpus = assemble([document], "brat")
    assert corpus.mentions.attributes.names == ("representative",)
    assert representatives("given", corpus, describe(corpus)).tolist() == [1]


def test_zeros_and_several_documents() -> None:
    """Empty tokens are empty nodes; documents without names are numbered."""
    zero = AnnotatedDocument(
        tokens=["_", "slept"], empty=[(0, 1)], unit=Unit.TOKEN, mentions=[Mention([(0, 1)])]
    )
    corpus = assemble([of(Mention([(0, 3)])), zero], "brat")
    assert corpus.names == ("1", "2")
    assert corpus.is_zero.tolist() == [False, True]


def test_problems_found_before_are_reported_with_its_own() -> None:
    """What a format found is raised together with what the assembler finds."""
    problems = Problems()
    problems.add(Problem("CE020", "line-without-form", HERE))
    assert number_of("12", "begin", HERE, problems) == 12
    assert number_of("1_2", "begin", HERE, problems) == -1
    with pytest.raises(CorefevalError) as raised:
        assemble([of(Mention([(99, 100)]))], "brat", problems=problems)
    assert [problem.code for problem in raised.value.problems] == ["CE020", "CE033", "CE031"]


def test_tokens_that_are_not_those_of_the_text() -> None:
    """An error with the first that is not found; no document at all is one as well."""
    assert codes([of(tokens=["Ada", "Burg"])]) == [("CE013", "f:1")]
    assert codes([]) == [("CE003", "")]


def test_many_mentions_in_linear_time() -> None:
    """A hundred thousand linked mentions of one document are read."""
    count = 100_000
    mentions = [Mention([(2 * number, 2 * number + 1)], id=str(number)) for number in range(count)]
    links = [Link(str(number), str(number + 1)) for number in range(count - 1)]
    random.Random(1).shuffle(links)
    corpus = assemble([AnnotatedDocument(text="a " * count, mentions=mentions, links=links)], "brat")
    assert len(corpus.entities) == 1
