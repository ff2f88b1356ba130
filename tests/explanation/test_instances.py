"""Errors one by one: where each stands, in which words, how far from the rest of its entity."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from corefeval.corpus.views import Mention
from corefeval.examples import FOLDER
from corefeval.explanation import ErrorClass, explain
from corefeval.explanation.explanation import Explanation
from corefeval.pairing.pairing import Pairing
from corefeval.problems import UsageError
from corefeval.writing import to_json
from tests.explanation.small_texts import KEY, RESPONSE, corpus
from tests.refuses import refuses

FILES = str(FOLDER / "key.conllu"), str(FOLDER / "eager.conllu")


@pytest.fixture(scope="module")
def files() -> Explanation:
    """The bundled stories, singletons and all."""
    return explain(*FILES, singletons="keep")


@pytest.fixture(scope="module")
def sea() -> Explanation:
    """A text with span errors."""
    return explain(corpus(KEY), corpus(RESPONSE))


@pytest.mark.parametrize("name", ["files", "sea"])
def test_every_mention_is_where_it_says(name: str, request: pytest.FixtureRequest) -> None:
    """Sentence, tokens and words of each mention are those of the documents, whichever side has it."""
    explanation: Explanation = request.getfixturevalue(name)
    pairing = explanation.pairing
    assert len(explanation.errors) == len(explanation.table) > 5
    for error in explanation.errors:
        number = pairing.names.index(error.document)
        for mention in error.mentions:
            side = pairing.response if mention.side == "response" else pairing.key
            document = side.documents[number]
            ((first, last),) = mention.spans
            assert " ".join(document.tokens[first : last + 1]) == mention.text
            assert mention.sentence is not None
            words = [len(sentence) for sentence in document.sentences]
            assert sum(words[: mention.sentence - 1]) <= first < sum(words[: mention.sentence])
        assert error.anchor in error.mentions
        assert error.texts == tuple(mention.text for mention in error.mentions)
        assert len(error.key_mentions) == sum(mention.side != "response" for mention in error.mentions)


def test_sides_of_a_span_error(sea: Explanation, files: Explanation) -> None:
    """It has the key's span and the response's; other mentions are of both sides or of one."""
    spans = [error for error in sea.errors if error.error_class is ErrorClass.SPAN_ERROR]
    assert spans
    for error in spans:
        assert [mention.side for mention in error.mentions] == ["key", "response"]
        assert error.anchor is error.mentions[0]
        assert error.mentions[0].spans != error.mentions[1].spans
    both = [*files.errors, *explain(*FILES).errors]
    for kind, side in (("MISSING", "key"), ("SPURIOUS", "response"), ("MERGED_ENTITY", "both")):
        found = [error for error in both if error.error_class.name.startswith(kind)]
        assert {mention.side for error in found for mention in error.mentions} == {side}


def slow_distance(pairing: Pairing, explanation: Explanation, number: int) -> int | None:
    """Return how far an error's anchor is from the closest earlier mention of the rest of its entity, mention by mention."""
    error = explanation.errors[number]
    of_key = error.error_class in {
        ErrorClass.SPLIT_ENTITY,
        ErrorClass.MISSING_MENTION,
        ErrorClass.MISSING_ENTITY,
        ErrorClass.MISSING_SINGLETON,
    }
    side = pairing.key if of_key else pairing.response
    own = error.key_mentions if of_key else error.response_mentions
    document = side.documents[pairing.names.index(error.document)]
    edges = [*document.sentence_starts, len(document.tokens)]

    def sentence(token: int) -> int:
        return sum(edge <= token for edge in edges)

    place = error.anchor.spans[0]
    rest = [mention for mention in Mention(side, own[0]).entity.mentions if mention.index not in own]
    before = [mention for mention in rest if (mention.start, -mention.end) < (place[0], -place[1])]
    return sentence(place[0]) - sentence(before[-1].start) if before else None


def test_distances_by_hand(files: Explanation) -> None:
    """Sentences back to the closest earlier mention of the rest, None where there is none."""
    found = [error.distance for error in files.errors if error.error_class is not ErrorClass.SPAN_ERROR]
    slow = [
        slow_distance(files.pairing, files, error.number)
        for error in files.errors
        if error.error_class is not ErrorClass.SPAN_ERROR
    ]
    assert found == slow
    assert None in found
    assert len(set(found)) > 2


def test_parts_of_a_discontinuous_mention() -> None:
    """First and last are its ends, and its parts are named."""
    split = {"captain": [(((0, 2),), "nominal"), (((10, 10), (12, 13)), "nominal")]}
    (error,) = explain(corpus(split), corpus({"1": [(((0, 2),), "nominal")]}), singletons="keep").errors
    plain = error.to_dict()
    assert (plain["first"], plain["last"], plain["text"]) == (10, 13, "her … , and")
    assert plain["mentions"][0]["parts"] == [[10, 10], [12, 13]]


def test_clusters_have_no_places() -> None:
    """Python objects have words and types, and neither sentence nor tokens nor distance."""
    (error, *_) = explain([[1, 2], [3, 4]], [[1, 2, 3, 4]], types={3: "name"}).errors
    plain = error.to_dict()
    assert {plain[name] for name in ("sentence", "first", "last", "distance")} == {None}
    assert (plain["text"], plain["type"], error.texts) == ("3", "name", ("3", "4"))


def test_types_of_clusters_have_the_names_of_files() -> None:
    """A type given for Python objects may have any name that files use; others are refused."""
    (error, *_) = explain([[1, 2], [3, 4]], [[1, 2, 3, 4]], types={4: "nam"}).errors
    assert [mention.type for mention in error.mentions] == ["unknown", "name"]
    with refuses(UsageError, "CE050", "no-such-name", name="proposal"):
        explain([[1, 2]], [[1, 2]], types={1: "proposal"})


def test_rows_are_the_errors(files: Explanation) -> None:
    """The rows have what the plain data have, the costliest first; top limits both."""
    plain, rows = files.to_dict()["instances"], files.rows()
    assert len(plain) == len(rows.rows) == len(files.table)
    gains = [one["points"]["conll"] for one in plain]
    assert gains == sorted(gains, reverse=True)
    for one, row in zip(plain, rows.rows, strict=True):
        assert list(row) == rows.heads
        assert row["points conll"] == one["points"]["conll"]
        assert row["mentions"] == " | ".join(mention["text"] for mention in one["mentions"])
        for name in ("class", "document", "sentence", "first", "last", "text", "type", "distance"):
            assert row[name] == one[name]
    assert files.rows(top=2).rows == rows.rows[:2]


def test_order_of_documents_does_not_matter(tmp_path: Path) -> None:
    """Files with their documents in another order give the same bytes."""
    paths = []
    for path in FILES:
        header, *documents = Path(path).read_text(encoding="utf-8").split("# newdoc")
        random.Random(7).shuffle(documents)
        paths.append(str(tmp_path / Path(path).name))
        Path(paths[-1]).write_text("# newdoc".join([header, *documents]), encoding="utf-8")
    assert to_json(explain(*paths).to_dict()) == to_json(explain(*FILES).to_dict())
