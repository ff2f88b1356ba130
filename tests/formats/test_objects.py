"""Python objects by their shape: every shape gives the number of the same data as a file, the rest is refused."""

from __future__ import annotations

import array
import io
import json
import types
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.corpus.tables import IntegerPairs
from corefeval.explanation import explain
from corefeval.problems import CorefevalError, UsageError
from tests.refuses import refuses

METRICS = "muc,bcub,mention"
LENGTH = 8
Span = tuple[int, int]
Document = list[list[Span]]


class Tensor:
    """What torch and others look like from outside: hashable by identity, with tolist()."""

    def __init__(self, values: Any) -> None:
        self._values = np.asarray(values)

    def tolist(self) -> Any:
        """Return nested lists."""
        return self._values.tolist()

    def __getitem__(self, index: int) -> Tensor:
        """Return a row."""
        return Tensor(self._values[index])

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._values)


class Dataset:
    """What a dataset looks like: rows by number, no list."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __getitem__(self, index: int) -> dict[str, Any]:
        """Return a row."""
        return self._rows[index]


spans = st.tuples(st.integers(0, LENGTH - 1), st.integers(0, LENGTH - 1)).map(
    lambda span: (min(span), max(span))
)


@st.composite
def annotated(draw: st.DrawFn) -> Document:
    """Return clusters of some spans, each in one of them."""
    found = draw(st.lists(spans, unique=True, max_size=6))
    labels = [draw(st.integers(0, 2)) for _ in found]
    clusters = [
        [span for span, label in zip(found, labels, strict=True) if label == each] for each in range(3)
    ]
    return [cluster for cluster in clusters if cluster]


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[Document], list[Document]]:
    """Return key and response of one to three documents."""
    count = draw(st.integers(1, 3))
    return [draw(annotated()) for _ in range(count)], [draw(annotated()) for _ in range(count)]


def rows(documents: list[Document], **fields: Any) -> list[dict[str, Any]]:
    """Return documents as the rows of a JSON Lines file."""
    words = [f"w{number}" for number in range(LENGTH)]
    return [
        {
            "doc_key": f"document {number}",
            "sentences": [words[:3], words[3:]],
            "clusters": clusters,
            "offsets": "inclusive,token",
        }
        | fields
        for number, clusters in enumerate(documents, 1)
    ]


def file(documents: list[Document]) -> io.BytesIO:
    """Return them as an open file."""
    return io.BytesIO("\n".join(json.dumps(row) for row in rows(documents)).encode())


def arrays(make: Callable[[Any], Any]) -> Callable[[list[Document]], Any]:
    """Return documents with clusters as arrays of spans."""
    return lambda documents: {
        f"document {number}": [make(cluster) for cluster in clusters]
        for number, clusters in enumerate(documents, 1)
    }


def generated(documents: list[Document]) -> Iterator[Any]:
    """Yield documents as iterators of iterators."""
    return (iter([iter(cluster) for cluster in clusters]) for clusters in documents)


WITH_TEXT: dict[str, Callable[[list[Document]], Any]] = {
    "rows": rows,
    "rows, yielded": lambda documents: iter(rows(documents)),
    "rows as tuples": lambda documents: tuple(rows(documents)),
    "a frame": lambda documents: pd.DataFrame(rows(documents)),
    "a column of rows": lambda documents: pd.Series(rows(documents)),
    "a table": lambda documents: types.SimpleNamespace(
        columns=["doc_key"], to_pylist=lambda: rows(documents)
    ),
    "a dataset": lambda documents: Dataset(rows(documents)),
    "tables, yielded": lambda documents: (pd.DataFrame([row]) for row in rows(documents)),
    "named rows": lambda documents: {
        row["doc_key"]: {name: value for name, value in row.items() if name != "doc_key"}
        for row in rows(documents)
    },
    "columns": lambda documents: pd.DataFrame(rows(documents)).to_dict(orient="list"),
    "read-only rows": lambda documents: [types.MappingProxyType(row) for row in rows(documents)],
    "rows with arrays": lambda documents: [
        row
        | {
            "clusters": [np.array(cluster) for cluster in row["clusters"]],
            "sentences": np.array(row["sentences"][:0] or [[f"w{number}" for number in range(LENGTH)]]),
        }
        for row in rows(documents)
    ],
    "rows with tensors": lambda documents: [
        row | {"clusters": [[Tensor(span) for span in cluster] for cluster in row["clusters"]]}
        for row in rows(documents)
    ],
    "an open text file": lambda documents: io.StringIO(file(documents).getvalue().decode()),
    "an open binary file": file,
}

WITHOUT_TEXT: dict[str, Callable[[list[Document]], Any]] = {
    "lists of documents": lambda documents: [
        [list(cluster) for cluster in clusters] for clusters in documents
    ],
    "named documents": lambda documents: {
        f"document {n}": clusters for n, clusters in enumerate(documents, 1)
    },
    "spans as lists": arrays(lambda cluster: [list(span) for span in cluster]),
    "spans as lists and tuples": arrays(
        lambda cluster: [list(span) if place % 2 else span for place, span in enumerate(cluster)]
    ),
    "all as lists": lambda documents: json.loads(json.dumps(documents)),
    "clusters as arrays": arrays(np.array),
    "clusters as tensors": arrays(Tensor),
    "spans as tensors": arrays(lambda cluster: [Tensor(span) for span in cluster]),
    "spans of numpy's numbers": arrays(lambda cluster: [tuple(np.array(span)) for span in cluster]),
    "spans as arrays of numbers": arrays(lambda cluster: [array.array("q", span) for span in cluster]),
    "clusters as sets": arrays(set),
    "clusters as frozen sets": arrays(frozenset),
    "clusters as tuples": arrays(tuple),
    "clusters as deques": arrays(deque),
    "yielded": generated,
    "rows without text": lambda documents: [
        {"doc_key": row["doc_key"], "clusters": row["clusters"]} for row in rows(documents)
    ],
}


def scored(key: Any, response: Any) -> tuple[dict[str, Any], str]:
    """Return scores and key hash."""
    result = corefeval.score(key, response, metrics=METRICS)
    return result.scores, result.key_hash


@given(name=st.sampled_from(sorted(WITH_TEXT)), data=corpora())
def test_rows_and_files_score_as_the_file_does(
    name: str, data: tuple[list[Document], list[Document]]
) -> None:
    """Same numbers and same key hash, so the same names, words and mentions."""
    make = WITH_TEXT[name]
    assert scored(make(data[0]), make(data[1])) == scored(file(data[0]), file(data[1]))


@given(name=st.sampled_from(sorted(WITHOUT_TEXT)), data=corpora())
def test_clusters_score_as_the_file_does(name: str, data: tuple[list[Document], list[Document]]) -> None:
    """Same numbers as the file, and the key hash of the same documents as tuples under the same names."""
    make = WITHOUT_TEXT[name]
    plain = WITHOUT_TEXT["named documents"]
    scores, key_hash = scored(make(data[0]), make(data[1]))
    assert scores == scored(file(data[0]), file(data[1]))[0]
    assert key_hash == scored(plain(data[0]), plain(data[1]))[1]


@pytest.mark.parametrize("name", [*WITH_TEXT, *WITHOUT_TEXT])
def test_every_shape_is_understood(name: str) -> None:
    """One pair of two documents in all shapes: the numbers of the file."""
    key = [[[(0, 1), (5, 5), (3, 3)]], [[(2, 2), (4, 6)]]]
    response = [[[(0, 1), (5, 5)], [(3, 3)]], []]
    make = {**WITH_TEXT, **WITHOUT_TEXT}[name]
    assert scored(make(key), make(response))[0] == scored(file(key), file(response))[0]


@given(data=corpora(), names=st.lists(st.sampled_from(sorted(WITHOUT_TEXT)), min_size=3, max_size=3))
def test_a_scorer_understands_the_same_shapes(
    data: tuple[list[Document], list[Document]], names: list[str]
) -> None:
    """Document by document, each in another shape without a name, gives the score of all at once."""
    scorer = corefeval.Scorer(METRICS)
    for name, key, response in zip(names, *data, strict=False):
        made = [WITHOUT_TEXT[name]([side]) for side in (key, response)]
        if "rows" not in name:
            made = [side["document 1"] if isinstance(side, dict) else side for side in made]
        else:
            made = [[row["clusters"] for row in side] for side in made]
        scorer.update(*made)
    result = scorer.result()
    assert (result.scores, result.key_hash) == scored(*data)


def test_the_other_doors_understand_them_too() -> None:
    """compare() and explain() take rows, arrays and open files as score() does."""
    key = [[[(0, 1), (5, 5), (3, 3)]], [[(2, 2), (4, 6)]]]
    response = [[[(0, 1), (5, 5)], [(3, 3)]], []]
    f1 = corefeval.score(file(key), file(response)).f1
    for make in (rows, file, WITHOUT_TEXT["all as lists"]):
        comparison = corefeval.compare(make(key), {"a": make(response), "b": make(key)}, resamples=0)
        assert comparison.to_dict()["systems"]["a"]["scores"]["conll"]["f1"] == pytest.approx(f1)
        result = explain(make(key), make(response)).result
        assert result is not None
        assert result.f1 == f1


def test_one_document_may_stand_alone() -> None:
    """Clusters without a list of documents around them are one document; so is one row."""
    clusters = [[(0, 1), (5, 5)], [(3, 3)]]
    for one in (clusters, [[[0, 1], [5, 5]], [[3, 3]]], [np.array([[0, 1], [5, 5]]), np.array([[3, 3]])]):
        assert corefeval.load(one).names == ("document 1",)
        assert scored(one, [clusters]) == scored(clusters, clusters)
    (row,) = rows([clusters])
    assert scored(row, row) == scored([row], [row])


def test_a_path_may_be_anything_that_is_one(tmp_path: Path) -> None:
    """An object with __fspath__ is read as the path it gives."""

    class Elsewhere:
        def __fspath__(self) -> str:
            return str(tmp_path / "f")

    (tmp_path / "f").write_bytes(file([[[(0, 1), (2, 2)]]]).getvalue())
    assert corefeval.load(Elsewhere()).names == ("document 1",)


def test_mentions_may_be_anything_hashable() -> None:
    """Letters, numbers, tuples of anything, objects."""

    class Mention:
        pass

    first, second = Mention(), Mention()
    for pair in (
        ("a", "b"),
        (1, 2),
        (("d", 0, 1), ("d", 5, 5)),
        ((0, 1, 2), (3,)),
        (first, second),
        (b"x", b"y"),
    ):
        assert scored([list(pair)], [list(pair)])[0]["muc"]["f1"] == 1.0
    gapped = [[((0, 1), (3, 4)), (6, 6)]]
    assert scored(gapped, gapped)[0]["muc"]["f1"] == 1.0
    assert scored([(first, second)], [(first, second)])[0]["muc"]["f1"] == 1.0


def test_rows_meet_the_problems_of_the_file() -> None:
    """Names, offsets and fields are judged by the reader of the format, a row being a line."""
    clusters = [[(0, 1), (5, 6)]]
    with pytest.raises(CorefevalError, match="CE008"):
        corefeval.load(rows([clusters], offsets=None))
    with pytest.raises(CorefevalError, match=r"CE031 error <rows>:2"):
        corefeval.load(rows([clusters, [[(0, 99)]]]))
    with pytest.raises(CorefevalError, match=r"CE032 error <rows>:2"):
        corefeval.load([*rows([clusters]), {"doc_key": "x", "clusters": []}])
    with pytest.raises(CorefevalError, match=r"CE033 error <rows>:1"):
        corefeval.load(rows([[[(0.0, 1.0)]]]))  # type: ignore[list-item]
    with pytest.raises(CorefevalError, match="CE012"):
        corefeval.score([{"doc_key": "x", "clusters": []}] * 2, [{"doc_key": "x", "clusters": []}] * 2)
    unnamed = corefeval.load([{"tokens": ["a", "b"], "clusters": [[[0, 0], [1, 1]]]}])
    assert (unnamed.names, [problem.code for problem in unnamed.problems]) == (("1",), ["CE032"])


def test_offsets_and_layers_hold_for_rows() -> None:
    """What says how to read a file says it of rows; clusters without a text have none, and it is said."""
    clusters = [[(0, 1), (5, 6)]]
    both = rows([clusters], offsets=None, predicted_clusters=[[[0, 0], [2, 2]]])
    corpus = corefeval.load(both, offsets="exclusive", layer="clusters")
    assert [mention.text for mention in corpus.documents[0].mentions] == ["w0", "w5"]
    for options in ({"offsets": "inclusive"}, {"format": "jsonlines"}):
        with pytest.raises(UsageError, match="CE051"):
            corefeval.load(clusters, **options)
    with pytest.raises(UsageError, match="CE051"):
        corefeval.Scorer(key_offsets="inclusive").update(clusters, clusters)
    with pytest.raises(CorefevalError, match="CE032"):
        corefeval.load([{"doc_key": "x", "clusters": clusters}], offsets="inclusive")


def test_rows_without_text_must_count_the_same() -> None:
    """Fields that say what they count are not compared without the text they count in."""
    for fields in ({"clusters_char_offsets": [[[0, 1]]]}, {"clusters": [[[0, 1]]], "offsets": "exclusive"}):
        with pytest.raises(CorefevalError, match="CE032"):
            corefeval.load([{"doc_key": "x", **fields}])


def test_a_text_is_not_compared_with_bare_clusters() -> None:
    """Whether the numbers of clusters count words, and from where, is not known."""
    clusters = [[(0, 1), (5, 5)]]
    for key, response in ((rows([clusters]), clusters), (clusters, file([clusters])), (file([clusters]), [])):
        with pytest.raises(CorefevalError, match="CE074"):
            corefeval.score(key, response)


def test_empty_lists_are_documents_without_mentions() -> None:
    """A system that finds nothing in any of the documents is scored on all of them."""
    key = [[[(0, 1), (5, 5)]], [[(2, 2), (3, 3)]]]
    result = corefeval.score(key, [[], []], metrics="mention")
    assert result.documents == ("document 1", "document 2")
    assert result["mention"]["recall"] == 0.0
    assert corefeval.score(key[0], [], metrics="mention")["mention"]["recall"] == 0.0
    scorer = corefeval.Scorer("mention")
    scorer.update(key[0], [[], []])
    assert scorer.result()["mention"]["recall"] == 0.0


LOOP: list[Any] = []
LOOP.append(LOOP)
ROW: dict[str, Any] = {"doc_key": "a", "tokens": ["a", "b"], "clusters": [[[0, 0], [1, 1]]]}

NO_INPUT: dict[str, Any] = {
    "nothing": None,
    "a number": 5,
    "a fraction": 0.5,
    "numpy's number": np.int64(5),
    "bytes": b"abc",
    "a range": range(3),
    "an object": object(),
    "a function": print,
    "a class": int,
    "strings for clusters": ["abc", "d"],
    "one string in a list": [["a"], "bc"],
    "bytes for clusters": [b"abc"],
    "numbers for clusters": [1, 2],
    "one level short": [(0, 1), (5, 5)],
    "one level short, lists": [[0, 1], [5, 5]],
    "one level short, an array": np.array([[0, 1], [5, 6]]),
    "one level short, arrays": [np.array([0, 1]), np.array([5, 6])],
    "one level short, named": {"a": [(0, 1), (5, 5)]},
    "one level short, with a name": [("d", 0, 1)],
    "a span": (0, 1),
    "an array of fractions": [np.array([[0.0, 1.0]])],
    "an array of truths": [np.array([[True, False]])],
    "a flat array": np.array([0, 1]),
    "a ragged mention": [[[0, 1, 2], [5, 5]]],
    "numbers in a list of documents": [[[1, 2, 3], [4, 5]], [[6, 7]]],
    "numbers beside spans": [[0, (1, 2)]],
    "no mention": [[None]],
    "no cluster": [None],
    "no clusters": {"a": None},
    "a string for clusters": {"a": "abc"},
    "a string in a document": {"a": ["abc"]},
    "entities for clusters": {"a": {"x": [(0, 1)]}},
    "entities by name": {"x": [(0, 1), (5, 5)], "y": [(3, 3)]},
    "a mapping for a cluster": [{(0, 1): "x"}, [(2, 2)]],
    "a mapping for a mention": [[{"start": 0, "end": 1}]],
    "rows and clusters": [ROW, [[(0, 1)]]],
    "named rows beside clusters": {"a": ROW, "b": [[(0, 1)]]},
    "mentions or clusters as tuples": [[((0, 1), (3, 4))]],
    "a document called clusters": {"clusters": [[(0, 1)]], "b": [[(0, 1)]]},
    "columns or fields": {
        "tokens": [["a", "b"], ["c", "d"]],
        "clusters": [[[[0, 0], [1, 1]]], [[[0, 0], [1, 1]]]],
    },
    "columns of two lengths": {"doc_key": ["a", "b"], "clusters": [[]], "tokens": [["a"], ["b"]]},
    "text as bytes": [ROW | {"tokens": [b"a", b"b"]}],
    "a field without a name": [ROW | {5: "x"}],
    "a field that is no data": [ROW | {"more": object()}],
    "half a character": [ROW | {"doc_key": "\ud800"}],
    "too deep": [[[[[(0, 1)]]]]],
    "lists without end": LOOP,
    "lists without end inside": [[LOOP]],
    "a file that gives numbers": types.SimpleNamespace(read=lambda: 5),
}


@pytest.mark.parametrize("name", NO_INPUT)
def test_what_is_no_input_is_refused(name: str) -> None:
    """A problem with the code says what was expected and what came; from a scorer as from score()."""
    for use in (corefeval.load, lambda source: corefeval.Scorer().update(source, source)):
        with pytest.raises(UsageError) as caught:
            use(NO_INPUT[name])
        (problem,) = caught.value.problems
        assert problem.code == "CE073"
        assert problem.text


def test_a_refusal_names_the_side() -> None:
    """Which of both inputs is no input is said."""
    for side, pair in {"key": (5, [[1, 2]]), "response": ([[1, 2]], 5)}.items():
        with refuses(UsageError, "CE073", "clusters-documents-rows-objects", text="int 5") as caught:
            corefeval.score(*pair)  # type: ignore[call-overload]
        assert caught.value.problems[0].place.file == f"<{side}>"


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.text(max_size=2)
    | st.binary(max_size=2)
    | st.just(object())
    | st.sampled_from([np.array([0, 1]), np.array([[0, 1]]), np.int64(3), Tensor([0, 1]), range(2)]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.lists(inner, max_size=3).map(iter)
        | st.dictionaries(
            st.sampled_from(["a", "clusters", "doc_key", "tokens", "text", "sentences"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(anything)
def test_nothing_but_problems_comes_of_anything(source: Any) -> None:
    """Whatever is given is a corpus or refused with a code; strings are never clusters of characters."""
    if isinstance(source, str):
        return
    try:
        corpus = corefeval.load(source)
    except CorefevalError:
        return
    assert corefeval.score(corpus, corpus, metrics="mention").documents == corpus.names


def test_open_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    """A closed file, one that is open to write, one with other bytes than its encoding has."""
    path = tmp_path / "f"
    path.write_bytes(b"\xff\xfe")
    with path.open() as closed, (tmp_path / "w").open("w") as written, path.open(encoding="utf-8") as other:
        closed.close()
        for source, code in (
            (closed, "CE002"),
            (written, "CE002"),
            (other, "CE005"),
            (io.StringIO("\udcff"), "CE005"),
            (io.BytesIO(), "CE003"),
        ):
            with pytest.raises(CorefevalError, match=code):
                corefeval.load(source)


class JoinedTensor:
    """A tensor that numpy can read, and that is not to be taken apart in Python."""

    ndim = 2

    def __init__(self, content: Any) -> None:
        self.content = content

    def cpu(self) -> JoinedTensor:
        """Return it in the memory that numpy reads."""
        return self

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.content)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        """Return it as an array of numpy."""
        del copy
        return np.array(self.content, dtype)

    def tolist(self) -> Any:
        """Fail: a list has an object for each number."""
        raise AssertionError


@pytest.mark.parametrize("around", [list, tuple, lambda found: [found], lambda found: {"document 1": found}])
@pytest.mark.parametrize("make", [np.array, lambda found: np.array(found, np.uint8), JoinedTensor])
def test_arrays_of_spans_are_joined_as_arrays(make: Any, around: Any) -> None:
    """Clusters that are arrays or tensors of two columns are not turned into lists, and score as lists do."""
    clusters = [[(0, 1), (5, 5), (9, 9)], [(3, 3), (4, 4)]]
    key = corefeval.load(around([make(cluster) for cluster in clusters]))
    assert isinstance(key.mentions.objects, IntegerPairs)
    assert [*key.mentions.objects] == [*clusters[0], *clusters[1]]
    assert corefeval.score(key, clusters, metrics="lea").f1 == 1


@pytest.mark.parametrize(
    ("cluster", "mentions"),
    [
        (np.array([[1, 2]], np.uint64) + np.uint64(1 << 63), [((1 << 63) + 1, (1 << 63) + 2)]),
        ([(True, np.int64(2))], [(1, 2)]),
        ([(1 << 70, 2)], [(1 << 70, 2)]),
        ([(1.5, 2)], [(1.5, 2)]),
    ],
)
def test_other_numbers_stay_what_they_are(cluster: Any, mentions: list[Any]) -> None:
    """Numbers beyond 64 bits and fractions are not cut to fit an array."""
    assert [*(corefeval.load([cluster]).mentions.objects or ())] == mentions


def test_masked_arrays_are_no_spans() -> None:
    """A masked number is not taken for the number under the mask."""
    masked = np.ma.masked_array([[0, 1], [5, 5]], [[False, False], [False, True]])
    with pytest.raises(CorefevalError):
        corefeval.load([masked])


def test_none_is_refused() -> None:
    """A forgotten return is said to be no input, on either side."""
    clusters = [[(0, 1), (5, 5)]]
    sides: list[tuple[Any, Any]] = [(None, clusters), (clusters, None)]
    for key, response in sides:
        with pytest.raises(UsageError) as refused:
            corefeval.score(key, response)
        assert refused.value.problems[0].code == "CE073"
