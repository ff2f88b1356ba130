"""CorefUD: the fast reader against the exact one, both against worked files, and writing against reading."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefeval.corpus.builder import CorpusBuilder
from corefeval.corpus.corpus import Corpus, Source, require
from corefeval.corpus.tables import SENTENCE_START, Attributes, Parts
from corefeval.formats.base import IrregularError, ReadOptions
from corefeval.formats.corefud import FORMAT, lines
from corefeval.formats.corefud.exact import read as read_exactly
from corefeval.formats.corefud.lines import COLUMNS, Header
from corefeval.formats.corefud.reader import ranked, read_fast
from corefeval.formats.corefud.writer import with_attributes
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.problems import PARTS, CorefevalError
from corefeval.text import TextColumn
from tests.paths import SHARED

HEADER = "# global.Entity = eid-etype-head-other\n"


def text(*sentences: str, header: str = HEADER, name: str = "d") -> str:
    """Return a document; a sentence is 'form:MISC form:MISC …', an empty node begins with '*', a range with '~'."""
    lines = [f"# newdoc id = {name}", header.rstrip("\n")] if header else [f"# newdoc id = {name}"]
    for sentence in sentences:
        words = minor = 0
        for token in sentence.split():
            form, _, misc = token.partition(":")
            if form.startswith("~"):
                number = f"{words + 1}-{words + 2}"
            elif form.startswith("*"):
                minor += 1
                number = f"{words}.{minor}"
            else:
                words, minor = words + 1, 0
                number = str(words)
            lines.append("\t".join([number, form, *"_______", misc or "_"]))
        lines.append("")
    return "\n".join(lines) + "\n"


def read(content: str | bytes, *, repair: bool = False) -> Corpus:
    """Read a text as the program would."""
    data = content if isinstance(content, bytes) else content.encode()
    return FORMAT.read(TextFile("t.conllu", data), ReadOptions(repair=repair))


def read_if_valid(content: bytes) -> Corpus | None:
    """Read a text and check all its parts; return None where anything is wrong."""
    try:
        corpus = read(content)
        for part in PARTS:
            require(part, corpus)
    except CorefevalError:
        return None
    return corpus


def problems(content: str | bytes) -> list[tuple[str, int, int]]:
    """Return code, line and column of what is wrong with a text."""
    with pytest.raises(CorefevalError) as caught:
        read(content)
    return [(problem.code, problem.place.line, problem.place.column) for problem in caught.value.problems]


def spans(corpus: Corpus) -> list[tuple[str, list[tuple[int, int]], int]]:
    """Return label, spans and head of each mention."""
    labels = list(corpus.entities.labels)
    return [
        (
            labels[corpus.mentions.entity[mention.index]],
            mention.spans,
            int(corpus.mentions.head[mention.index]),
        )
        for document in corpus.documents
        for mention in document.mentions
    ]


def assert_same(
    one: Corpus, other: Corpus, *, columns: tuple[str, ...] = COLUMNS, places: bool = True
) -> None:
    """Compare everything two corpora hold."""
    assert one.names == other.names
    tables: list[tuple[Any, Any]] = [
        (one.nodes, other.nodes),
        (one.mentions, other.mentions),
        (one.entities, other.entities),
    ]
    tables += [(one.mentions.parts, other.mentions.parts), (one.relations, other.relations)]
    for left, right in tables:
        for item in fields(left):
            a, b = getattr(left, item.name), getattr(right, item.name)
            if isinstance(a, np.ndarray):
                assert a.dtype == b.dtype, item.name
                np.testing.assert_array_equal(a, b, err_msg=item.name)
            elif isinstance(a, TextColumn):
                assert a.equals(b), item.name
            elif isinstance(a, Attributes):
                assert a.names == b.names
                for name in a.names:
                    assert list(a.column(name) or ()) == list(b.column(name) or ()), name
            else:
                assert isinstance(a, Parts) or a is b
    for name in columns:
        a, b = one.source.column(name), other.source.column(name)
        assert a is not None, name
        assert b is not None, name
        assert a.equals(b), name
    for node in range(0, len(one.nodes.forms) if places else 0, 1 + len(one.nodes.forms) // 5):
        assert one.source.place(node).line == other.source.place(node).line


def both(content: bytes) -> tuple[Corpus, Corpus]:
    """Read with the fast and with the exact reader."""
    file = TextFile("t.conllu", content)
    return ranked(read_fast(file)), read_exactly(file, ReadOptions())


def written(corpus: Corpus) -> bytes:
    """Write a corpus that the format can hold."""
    stream = io.BytesIO()
    assert FORMAT.write(corpus, stream) == []
    return stream.getvalue()


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw a regular file: nested, crossing, repeated and discontinuous mentions, empty nodes, ranges, links."""
    header = draw(st.sampled_from(["eid-etype-head-other", "GRP-etype-minspan", "etype-eid-head", "eid"]))
    names = Header(header).fields
    lines = []
    for document in range(draw(st.integers(1, 3))):
        lines += [f"# newdoc id = d{document}", f"# global.Entity = {header}"]
        defined: list[str] = []
        for _ in range(draw(st.integers(0, 3))):
            if draw(st.booleans()):
                lines.append(f"# text = {draw(st.sampled_from(['a', 'é (x)', chr(9) * 9]))}")
            kinds = draw(st.lists(st.sampled_from("wwwwwer"), min_size=1, max_size=7))
            nodes = [kind for kind in kinds if kind != "r"]
            cells = [""] * len(nodes)
            waiting: list[str] = []

            def opening(eid: str, names: tuple[str, ...] = names) -> str:
                values = {"eid": eid, "etype": draw(st.sampled_from(["", "person", "ž"]))}
                values["head"] = values["minspan"] = draw(st.sampled_from(["", "1"]))
                values["other"] = draw(st.sampled_from(["", "a:b", "x-y"]))
                return "(" + "-".join(values[name] for name in names)

            for place in range(len(nodes)):
                for action in draw(st.lists(st.sampled_from("osccp"), max_size=3)):
                    eid = draw(st.sampled_from(["e1", "e2", "a_very_long_identifier_x1", "ů", "e1x"]))
                    if action == "o":
                        cells[place] += opening(eid)
                        waiting.append(eid)
                    elif action == "s":
                        cells[place] += opening(eid) + ")"
                    elif action == "c" and waiting:
                        cells[place] += waiting.pop(draw(st.integers(0, len(waiting) - 1))) + ")"
                        continue
                    elif action == "p" and place + 1 < len(nodes):
                        other = draw(st.integers(place + 1, len(nodes) - 1))
                        cells[place] += opening(f"{eid}[1/2]") + ")"
                        cells[other] += opening(f"{eid}[2/2]") + ")"
                    else:
                        continue
                    defined.append(eid)
            if waiting:
                cells[-1] += "".join(f"{eid})" for eid in reversed(waiting))
            words = minor = 0
            remaining = iter(cells)
            for kind in kinds:
                if kind == "r":
                    lines.append("\t".join([f"{words + 1}-{words + 2}", "xy", *"_______", "SpaceAfter=No"]))
                    continue
                words, minor = (words, minor + 1) if kind == "e" else (words + 1, 0)
                cell = next(remaining)
                misc = [f"Entity={cell}"] if cell else []
                if draw(st.booleans()):
                    misc.insert(draw(st.integers(0, len(misc))), "SpaceAfter=No")
                lines.append(
                    "\t".join(
                        [
                            f"{words}.{minor}" if kind == "e" else str(words),
                            draw(st.sampled_from(["a", "Wörter", "(", "Entity=(e1)", "👍"])),
                            *"_______",
                            "|".join(misc) or "_",
                        ]
                    )
                )
            lines.append("")
    return ("\n".join(lines) + "\n").encode()


APART = re.compile(rb"Entity=\S*\([^()]*(?=\(|[^()-]+\))\S*[^(]\)")
"""A cell in which a mention of one word may be opened and closed apart; it is written in one piece."""


@given(files())
@settings(max_examples=40, deadline=None)
def test_fast_and_exact_reader_agree(content: bytes) -> None:
    """Both readers give the same columns, attributes, places and relations for any regular file."""
    try:
        fast, exact = both(content)
    except IrregularError:
        # Crossing parts of one entity are the exact reader's to judge.
        return
    assert_same(fast, exact)


def test_a_malformed_header_behind_a_sound_one() -> None:
    """It is an error, whatever other documents declare."""
    sound = "# newdoc id = a\n# global.Entity = eid\n1\tw\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)\n\n"
    content = sound + sound.replace("= a", "= b").replace("Entity =", "Entity( =")
    with pytest.raises(CorefevalError, match="CE026"):
        FORMAT.read(TextFile("t.conllu", content.encode()), ReadOptions())


@given(files(), st.data())
@settings(max_examples=50, deadline=None)
def test_damaged_files_never_differ(content: bytes, data: st.DataObject) -> None:
    """Of a damaged file the fast reader accepts only what the exact one reads the same; no other exception."""
    place = data.draw(st.integers(0, len(content) - 1))
    damage = data.draw(
        st.sampled_from([b"", b"(", b")", b"-", b"|", b"\t", b"\n", b"#", b"7", b"[1/2]", b"."])
    )
    damaged = content[:place] + damage + content[place + data.draw(st.integers(0, 2)) :]
    file = TextFile("t.conllu", damaged)
    fast: Corpus | None = None
    try:
        fast = ranked(read_fast(file))
        exact = read_exactly(file, ReadOptions())
    except IrregularError:
        with suppress(CorefevalError):
            read_exactly(file, ReadOptions())
        return
    except CorefevalError:
        assert fast is None
        return
    assert_same(fast, exact)


@given(files())
@settings(max_examples=30, deadline=None)
def test_what_is_written_is_read_back(content: bytes) -> None:
    """Reading what was written gives the same corpus, other attributes of MISC and comments included."""
    corpus = read_if_valid(content)
    if corpus is None:
        return
    stream = io.BytesIO()
    lost = FORMAT.write(corpus, stream)
    if not lost and not APART.search(content):
        again = read(stream.getvalue())
        assert_same(corpus, again, columns=COLUMNS[:-1], places=False)


class _Foreign(Source):
    """What another format would offer: one column, no lines, no header."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        return {name: self._source.column(name) if name == "upos" else None for name in names}


@given(files())
@settings(max_examples=20, deadline=None)
def test_a_corpus_of_another_format_is_written(content: bytes) -> None:
    """Without lines to write into, nodes, mentions, entities and the columns there are survive."""
    corpus = read_if_valid(content)
    if corpus is None:
        return
    foreign = replace(corpus, source=_Foreign(corpus.source))
    stream = io.BytesIO()
    if any(problem.code != "CE066" for problem in FORMAT.write(foreign, stream)) or APART.search(content):
        return
    again = read(stream.getvalue())
    for name in ("entity", "first", "last", "minimum_first", "minimum_last"):
        np.testing.assert_array_equal(getattr(again.mentions, name), getattr(corpus.mentions, name))
    named = np.where(corpus.mentions.head >= 0, corpus.mentions.head, corpus.mentions.first)
    np.testing.assert_array_equal(again.mentions.head, named)
    assert again.nodes.forms.equals(corpus.nodes.forms)
    assert again.entities.labels.equals(corpus.entities.labels)
    np.testing.assert_array_equal(again.nodes.minor, corpus.nodes.minor)


def test_mentions_heads_and_order() -> None:
    """Mentions come in order of completion, entities in order of opening; the head counts words of the mention."""
    corpus = read(text("the:Entity=(e2-person-2(e1--1) man:Entity=e2) he:Entity=(e2)"))
    assert spans(corpus) == [("e1", [(0, 0)], 0), ("e2", [(0, 1)], 1), ("e2", [(2, 2)], 2)]
    assert list(corpus.entities.labels) == ["e2", "e1"]
    assert corpus.documents[0].mentions[1].attributes == {"etype": "person"}


def test_a_close_takes_the_latest_open() -> None:
    """Two open mentions of one entity are closed last in, first out."""
    corpus = read(text("a:Entity=(e1-outer b:Entity=(e1-inner c:Entity=e1) d:Entity=e1)"))
    column = corpus.mentions.attributes.column("etype")
    assert [span for _, span, _ in spans(corpus)] == [[(1, 2)], [(0, 3)]]
    assert list(column or ()) == ["inner", "outer"]


def test_discontinuous_mention() -> None:
    """Parts [k/n] make one mention, whose head counts the words of all parts."""
    corpus = read(text("a:Entity=(e1[1/2]--3 b:Entity=e1[1/2]) c d:Entity=(e1[2/2]--3) e"))
    assert spans(corpus) == [("e1", [(0, 1), (3, 3)], 3)]
    assert list(corpus.entities.labels) == ["e1"]


def test_empty_nodes_are_words_of_mentions() -> None:
    """Empty nodes count for the head and keep their numbers; 1.10 is not 1.1, 0.1 stands before the sentence."""
    zeros = " ".join(f"*{number}" for number in range(10))
    corpus = read(text(f"*z:Entity=(e1--1) a:Entity=(e2--11 {zeros} b:Entity=e2)"))
    assert corpus.nodes.minor.tolist() == [SENTENCE_START + 1, *range(1, 11)]
    assert spans(corpus)[1] == ("e2", [(1, 12)], 11)
    assert corpus.is_zero.tolist() == [True, True]


def test_ranges_are_no_nodes() -> None:
    """Lines of multiword tokens are skipped."""
    corpus = read(text("~don't do n't:Entity=(e1)"))
    assert list(corpus.nodes.forms) == ["do", "n't"]
    assert corpus.source.place(1).line == 5


def test_brackets_on_a_range_are_reported() -> None:
    """Brackets on the line of a multiword token are skipped with a warning."""
    corpus = read(text("~don't:Entity=(e2) do n't:Entity=(e1)"))
    assert [(problem.code, problem.place.line) for problem in corpus.problems] == [("CE049", 3)]
    assert len(corpus.mentions) == 1


def test_header_without_heads() -> None:
    """GUM's header has no head but a minimum span, a list of words of the mention."""
    corpus = read(
        text("a:Entity=(1-person-2,3 b c:Entity=1)", header="# global.Entity = GRP-etype-minspan\n")
    )
    assert corpus.mentions.head.tolist() == [-1]
    assert (corpus.mentions.minimum_first.tolist(), corpus.mentions.minimum_last.tolist()) == ([1], [2])


def test_last_field_may_hold_hyphens() -> None:
    """The last field takes the rest of the bracket; fields left out are empty."""
    corpus = read(text("a:Entity=(e1--1-x:y-z) b:Entity=(e1)"))
    assert list(corpus.mentions.attributes.column("other") or ()) == ["x:y-z", ""]
    assert list(corpus.mentions.attributes.column("etype") or ()) == ["", ""]
    assert corpus.mentions.attributes.column("eid") is None


def test_rank_is_the_order_of_first_mentions() -> None:
    """First word, longer first, last word, identifier: the order in which the CorefUD scorer lists entities."""
    corpus = read(text("a:Entity=(e9)(e8)(e7 b:Entity=e7)(e1)(e6)(e5)"))
    ranks = dict(zip(corpus.entities.labels, corpus.entities.rank.tolist(), strict=True))
    assert sorted(ranks, key=ranks.__getitem__) == ["e7", "e8", "e9", "e1", "e5", "e6"]


def test_an_entity_of_two_documents_is_split() -> None:
    """The same identifier in two documents names two entities."""
    corpus = read(text("a:Entity=(e1)") + text("b:Entity=(e1)", name="d2"))
    assert corpus.entities.document.tolist() == [0, 1]
    assert list(corpus.entities.labels) == ["e1", "e1"]


def test_documents_without_a_name() -> None:
    """A document without an id has its running number; text before any document is one, with a warning."""
    content = text("a:Entity=(e1)").replace(" id = d", "") + text("b", name="x")
    assert read(content).names == ("1", "x")
    loose = text("a:Entity=(e1)").replace("# newdoc id = d\n", "# sent_id = news-s1\n")
    corpus = read(loose)
    assert corpus.names == ("news",)
    assert [problem.code for problem in corpus.problems] == ["CE014"]
    assert read(loose.replace("# sent_id = news-s1\n", "")).names == ("1",)


def test_line_ends_do_not_matter() -> None:
    """Windows line ends, a missing last newline and a byte-order mark change nothing."""
    content = text("a:Entity=(e1--1 b:Entity=e1)|SpaceAfter=No", "c:Entity=(e1)")
    plain = read(content)
    for variant in (content.replace("\n", "\r\n"), content.rstrip("\n"), "\ufeff" + content):
        assert_same(plain, read(variant))


def test_documents_in_several_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file is cut into pieces does not show."""
    content = b"".join(
        text("*z:Entity=(e1) a:Entity=(e2[1/2]) ~x b:Entity=(e1 c:Entity=(e2[2/2])e1)", name=f"d{n}").encode()
        for n in range(7)
    )
    whole = read(content)
    monkeypatch.setattr(lines, "CHUNK", 300)
    pieces, exact = both(content)
    assert_same(pieces, whole)
    assert_same(pieces, exact)


def test_blanks_instead_of_tabs() -> None:
    """One error counts the lines and tells of tabs; a repair reads them."""
    content = text("a:Entity=(e1--1) b:Entity=(e2--1 c:Entity=e2)").replace("\t", " ")
    with pytest.raises(CorefevalError) as raised:
        read(content)
    (problem,) = raised.value.problems
    assert (problem.code, problem.kind, problem.place.line, problem.count) == (
        "CE020",
        "blanks-for-tabs",
        3,
        3,
    )
    assert len(read(content, repair=True).mentions) == 2


def test_columns() -> None:
    """All ten columns can be fetched for all nodes, and no others."""
    corpus = read(text("~ab a *z:Entity=(e1) b:SpaceAfter=No"))
    found = {name: list(corpus.source.column(name) or ()) for name in ("id", "form", "misc")}
    assert found == {
        "id": ["1", "1.1", "2"],
        "form": ["a", "*z", "b"],
        "misc": ["_", "Entity=(e1)", "SpaceAfter=No"],
    }
    assert corpus.source.column("nothing") is None


def test_relations() -> None:
    """Bridging names the mention that opens at the node and its latest antecedent; split antecedents are entities."""
    corpus = read(
        text(
            "a:Entity=(e1) b:Entity=(e2) c:Entity=(e1) d:Bridge=e1<e3:part,e4<e3|Entity=(e3",
            "e:Entity=(e4)|SplitAnte=e1<e4,e2<e4",
        ).replace("(e3\n", "(e3)\n")
    )
    relations = corpus.relations
    assert (relations.anaphor.tolist(), relations.anchor.tolist()) == ([3, 3], [2, -1])
    assert (relations.anchor_entity.tolist(), list(relations.bridging_relation)) == ([0, 3], ["part", ""])
    assert (relations.whole.tolist(), relations.element.tolist()) == ([3, 3], [0, 1])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("a:Entity=(e1) b:Bridge=e7<e1|Entity=(e1)", ("CE035", 4, 26, "bridging"), id="anchor"),
        pytest.param("a:Entity=(e1) b:Bridge=e1<e7|Entity=(e2)", ("CE035", 4, 26, "bridging"), id="anaphor"),
        pytest.param(
            "a:Entity=(e1) b:Entity=(e2) c:Bridge=e1<e2", ("CE035", 5, 26, "bridging"), id="nobody-here"
        ),
        pytest.param("a:Entity=(e1)|Bridge=e1", ("CE023", 3, 38, "bridging"), id="bridge-without-anaphor"),
        pytest.param("a:Entity=(e1)|Bridge=", ("CE023", 3, 38, "bridging"), id="bridge-empty"),
        pytest.param(
            "a:Entity=(e1)|SplitAnte=e1<e9", ("CE035", 3, 41, "split antecedents"), id="whole-unknown"
        ),
        pytest.param(
            "a:Entity=(e1) b:Entity=(e2)|SplitAnte=e1<e2,e9<e2",
            ("CE035", 4, 47, "split antecedents"),
            id="element-unknown",
        ),
        pytest.param(
            "a:Entity=(e1)|Split=e1<<", ("CE023", 3, 37, "split antecedents"), id="split-older-name"
        ),
        pytest.param(
            "a:Entity=(e1)|SplitAnte=e1<e1", ("CE034", 3, 41, "split antecedents"), id="element-of-itself"
        ),
        pytest.param(
            "a:Entity=(e1)|SplitAnte=e2<e1 b:Entity=(e2)|SplitAnte=e1<e2",
            ("CE034", 4, 41, "split antecedents"),
            id="elements-of-each-other",
        ),
        pytest.param("a:Entity=(e1--3 b:Entity=e1)", ("CE028", 3, 26, "heads"), id="head-outside"),
        pytest.param("a:Entity=(e1--0 b:Entity=e1)", ("CE028", 3, 26, "heads"), id="head-zero"),
        pytest.param("a:Entity=(e1--x)", ("CE028", 3, 26, "heads"), id="head-no-number"),
    ],
)
def test_faults_of_a_part_stop_only_what_needs_it(content: str, expected: tuple[str, int, int, str]) -> None:
    """A wrong link or head is told where it stands, with the part it is about; the rest is read; --fix takes it out."""
    corpus = read(text(content))
    assert [
        (problem.code, problem.place.line, problem.place.column, problem.part) for problem in corpus.problems
    ] == [expected]
    with pytest.raises(CorefevalError) as caught:
        require(expected[3], corpus)
    assert [problem.code for problem in caught.value.problems] == [expected[0]]
    repaired = read(text(content), repair=True)
    assert [problem.code for problem in repaired.problems] == ["CE048"]
    assert read(written(repaired)).problems == ()
    assert spans(read(written(repaired))) == spans(repaired)


def test_faults_of_parts_are_reported_with_the_others() -> None:
    """A file that cannot be read at all has its wrong links and heads listed too, and none that follow from an error."""
    found = problems(
        text("a:Entity=(e1--3 b:Entity=e1)e9)", "c:Entity=(e2|Bridge=e7<e1", "d:SplitAnte=e2<e1")
    )
    assert found == [("CE021", 4, 29), ("CE022", 6, 26), ("CE028", 3, 26), ("CE035", 6, 37)]


def test_a_wrong_head_next_to_an_empty_node_is_refused() -> None:
    """There the head decides whether the mention is a zero, which every score needs."""
    assert problems(text("a:Entity=(e1--4 *z b:Entity=e1)")) == [("CE028", 3, 26)]


@pytest.mark.parametrize("field", ["head", "minspan"])
def test_fields_that_are_wrong_and_do_no_harm(field: str) -> None:
    """The head of a single word and a wrong minspan are ignored, as in the official scorer, and told."""
    content = text("a:Entity=(e1-2)", header=f"# global.Entity = eid-{field}\n")
    corpus = read(content)
    assert [(problem.code, str(problem.severity), problem.part) for problem in corpus.problems] == [
        ("CE028", "warning", "")
    ]
    assert corpus.mentions.head.tolist() == ([0] if field == "head" else [-1])
    assert corpus.mentions.minimum_first.tolist() == [-1]
    repaired = read(content, repair=True)
    assert [problem.code for problem in repaired.problems] == ["CE048"]
    assert read(written(repaired)).problems == ()


def test_the_head_of_the_last_part_counts() -> None:
    """Parts of one mention with different heads: the official scorer takes the last one's, the first word if empty."""
    content = text("a:Entity=(e1[1/2]--1 b:Entity=e1[1/2]) c d:Entity=(e1[2/2]--3)")
    for corpus in both(content.encode()):
        assert spans(corpus) == [("e1", [(0, 1), (3, 3)], 3)]
    without = content.replace("[2/2]--3", "[2/2]").replace("--1", "--2")
    for corpus in both(without.encode()):
        assert spans(corpus) == [("e1", [(0, 1), (3, 3)], 0)]


def test_identifiers_of_several_documents_are_ranked_by_the_file() -> None:
    """To the official scorer the same eid is one entity, whose first mention may be in an earlier document; GRP is not."""
    for name, expected in (("eid", ["x", "x", "y"]), ("GRP", ["x", "y", "x"])):
        header = f"# global.Entity = {name}\n"
        content = text("a:Entity=(x)", header=header, name="d1")
        content += text("b:Entity=(y) c:Entity=(x)", header=header, name="d2")
        for corpus in both(content.encode()):
            assert list(corpus.entities.labels) == ["x", "y", "x"]
            order = np.argsort(corpus.entities.rank).tolist()
            assert [corpus.entities.labels[entity] for entity in order] == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(text("a:Entity=e1)"), [("CE021", 3, 26)], id="closed-not-opened"),
        pytest.param(text("a:Entity=(e1"), [("CE022", 3, 26)], id="opened-not-closed"),
        pytest.param(text("a:Entity=(e1", "b:Entity=e1)"), [("CE024", 3, 26)], id="across-sentences"),
        pytest.param(text("a:Entity=(e1)x"), [("CE023", 3, 30)], id="junk"),
        pytest.param(text("a:Entity="), [("CE023", 3, 26)], id="empty"),
        pytest.param(text("a:Entity=()"), [("CE023", 3, 26)], id="no-identifier"),
        pytest.param(text("a:Entity=(e1[1/2])"), [("CE025", 3, 26)], id="part-missing"),
        pytest.param(text("a:Entity=(e1[2/2])"), [("CE025", 3, 26)], id="first-part-missing"),
        pytest.param(text("a:Entity=(e1[1/2])", "b:Entity=(e1[2/2])"), [("CE024", 3, 26)], id="parts-apart"),
        pytest.param(text("a b").replace("2\tb", "3\tb"), [("CE027", 4, 0)], id="number-jumps"),
        pytest.param(text("a *z").replace("1.1", "2.1"), [("CE027", 4, 0)], id="empty-node-misplaced"),
        pytest.param(text("a").replace("\t_\t_", "\t_", 1), [("CE020", 3, 0)], id="nine-columns"),
        pytest.param(
            text("a:Entity=e1)").replace("1\ta", "1\t\ta"), [("CE021", 3, 27), ("CE020", 3, 0)], id="two-tabs"
        ),
        pytest.param(text("a") + text("b"), [("CE012", 5, 0)], id="document-twice"),
        pytest.param(text("a", header="# global.Entity =\n"), [("CE026", 2, 0)], id="header-malformed"),
        pytest.param(text("a", header="# global.Entity = etype-identity\n"), [("CE009", 2, 0)], id="no-eid"),
        pytest.param(text("a", header=""), [("CE009", 0, 0)], id="no-coreference"),
        pytest.param(
            text("a:Entity=e1)", "b:Entity=(e2--x)"), [("CE021", 3, 26), ("CE028", 5, 26)], id="all-told"
        ),
    ],
)
def test_problems(content: str, expected: list[tuple[str, int, int]]) -> None:
    """Every problem is told with its code, line and column."""
    assert problems(content) == expected


def test_a_multiword_token_before_the_first_document() -> None:
    """It is text before the first document, with or without words."""
    content = HEADER + "1-2\tw" + "\t_" * 8 + "\n" + text("a:Entity=(e1)", header="")
    assert [problem.code for problem in read(content).problems] == ["CE014"]


def test_a_missing_header_is_one_problem_of_the_file() -> None:
    """It is reported once, at its first bracket, however many documents there are."""
    content = "".join(text(f"a:Entity=({label})", header="", name=label) for label in ("e1", "e2"))
    (problem,) = read(content).problems
    assert (problem.code, problem.place.line, problem.text) == ("CE026", 2, "(e1)")


def test_header_may_be_missing() -> None:
    """Brackets without a header are read as eid-etype-head-other, with a warning."""
    corpus = read(text("a:Entity=(e1-person-2 b:Entity=e1)", header=""))
    assert [problem.code for problem in corpus.problems] == ["CE026"]
    assert spans(corpus) == [("e1", [(0, 1)], 1)]


def test_repair_drops_only_what_is_wrong() -> None:
    """Reading to repair keeps the rest, says what it did, and writes a file that is read without complaint."""
    broken = text(
        "a:Entity=(e1--9 b:Entity=e1)e7) c:Entity=(e2", "d:Entity=(e3[1/2])", "e:Entity=(e1)x"
    ).replace("2\tb", "5\tb")
    corpus = read(broken, repair=True)
    assert {problem.code for problem in corpus.problems} == {"CE048"}
    assert len(corpus.problems) == 6
    assert spans(corpus) == [("e1", [(0, 1)], 0), ("e1", [(4, 4)], 4)]
    again = read(written(corpus))
    assert again.problems == ()
    assert spans(again) == spans(corpus)


def test_selection_is_written() -> None:
    """A selection of mentions and documents is written into the lines of the whole file."""
    corpus = read(
        "# file comment\n"
        + text("a:Entity=(e1) b:Entity=(e2)|SpaceAfter=No", "c:Bridge=e1<e2|Entity=(e2)")
        + text("~de d:Entity=(e3) e", name="d2")
    )
    chosen = corpus.select_documents(np.array([1, 0])).select_mentions(np.array([True, True, False, True]))
    again = read(written(chosen))
    assert again.names == ("d2", "d")
    assert spans(again) == [("e3", [(0, 0)], 0), ("e1", [(0, 0)], 2), ("e2", [(2, 2)], 4)]
    assert len(again.relations.anaphor) == 1
    assert b"SpaceAfter=No" in written(chosen)
    assert b"1-2\t~de" in written(chosen)


def test_what_cannot_be_held_is_counted() -> None:
    """Mentions across sentences or crossing in one entity and characters that end a field are said."""
    builder = CorpusBuilder("conll2012")
    builder.document("d")
    for form in ("a", "b", "c"):
        builder.sentence() if form != "b" else None
        builder.node(form)
    entity = builder.entity("abstract-4")
    builder.mention(entity, [(0, 2)])
    builder.mention(entity, [(0, 0)], attributes={"semantic type": "x-y"})
    stream = io.BytesIO()
    lost = FORMAT.write(builder.build(), stream)
    assert [(problem.code, problem.kind, problem.count) for problem in lost] == [
        ("CE047", "attributes-encoded", 1),
        ("CE047", "identifiers-with-ends", 1),
        ("CE047", "mentions-across-sentences", 1),
        ("CE066", "first-word-as-head", 1),
    ]
    assert b"Entity=(abstract%2D4" in stream.getvalue()
    again = read(stream.getvalue())
    assert list(again.mentions.attributes.column("semantic_type") or ()) == ["x%2Dy"]


def test_crossing_mentions_of_one_entity() -> None:
    """A close takes the latest open, so crossing mentions of one entity cannot be written."""
    builder = CorpusBuilder()
    builder.document("d")
    builder.sentence()
    for form in "abcd":
        builder.node(form)
    entity = builder.entity("e")
    builder.mention(entity, [(0, 2)])
    builder.mention(entity, [(1, 3)])
    stream = io.BytesIO()
    told = FORMAT.write(builder.build(), stream)
    assert [(problem.code, problem.kind, problem.count) for problem in told] == [
        ("CE047", "mentions-crossing", 1),
        ("CE066", "first-word-as-head", 1),
    ]
    assert len(read(stream.getvalue()).mentions) == 1


def test_misc_keeps_its_order() -> None:
    """New attributes go where the old ones stood, or where the alphabet puts them."""
    assert with_attributes("_", {}) == "_"
    assert (
        with_attributes("Bridge=a<b|Entity=(x)|SpaceAfter=No", {"Entity": "(y)"})
        == "Entity=(y)|SpaceAfter=No"
    )
    assert with_attributes("Align=1|SpaceAfter=No", {"Entity": "(y)"}) == "Align=1|Entity=(y)|SpaceAfter=No"


def test_recognises() -> None:
    """CorefUD is known by its header or by ten columns, and is not CoNLL-UA or CoNLL-2012."""
    assert detect(text("a").encode()) == FORMAT.name
    assert detect(text("a", header="").encode()) == FORMAT.name
    assert detect(b"#begin document (x); part 000\nx\t0\t0\ta\tNN\t-\t-\t-\t-\t-\n") != FORMAT.name
    assert detect(b"# global.columns = ID FORM\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n") != FORMAT.name


REAL = {
    "gum_corefud/en_gum-corefud-train.conllu.gz": (191, 190161, 53199, 27559),
    "gum_corefud/en_gum-corefud-dev.conllu": (32, 29874, 8412, 4214),
    "gum_corefud/en_gum-corefud-test2.conllu": (26, 17799, 5680, 3081),
    "gum_pairs/gum.all.key.corefud.conllu.gz": (281, 268089, 75697, 39400),
    "gum_pairs/gum.all.xrenner.corefud.conllu.gz": (281, 268089, 37045, 9285),
    "corefud_other/cs_pdtc-faust.conllu.gz": (48, 26810, 3072, 1281),
    "corefud_other/fr_democrat-dev-sample.conllu": (2, 41, 11, 10),
}


def real(name: str) -> Path:
    """Return a file of the shared data, or skip."""
    path = SHARED / "data" / name
    if not path.exists():
        pytest.skip("no shared data here")
    return path


@pytest.mark.parametrize("name", REAL)
def test_real_counts(name: str) -> None:
    """Documents, words, mentions and entities of real corpora are those of their manifest, read as arrays."""
    corpus = ranked(read_fast(TextFile(real(name))))
    words = len(corpus.nodes.forms) - len(corpus.nodes.empty)
    assert (len(corpus.names), words, len(corpus.mentions), len(corpus.entities)) == REAL[name]


@pytest.mark.parametrize(
    "name",
    [
        "gum_corefud/en_gum-corefud-dev.conllu",
        "gum_corefud/en_gum-sample.conllu",
        "corefud_other/cs_pdtc-faust.conllu.gz",
    ],
)
def test_real_files_survive(name: str) -> None:
    """Real files read the same both ways, and what is written of them is read back the same."""
    path = real(name)
    data = path.read_bytes()
    fast, exact = both(gzip.decompress(data) if path.suffix == ".gz" else data)
    assert_same(fast, exact)
    again = read(written(fast))
    assert_same(replace(fast, source=again.source), again)
    assert_same(fast, again, columns=COLUMNS[:-1], places=False)


def test_coptic_is_refused() -> None:
    """A file whose brackets name no entities is refused with that reason."""
    with pytest.raises(CorefevalError) as caught:
        FORMAT.read(TextFile(real("corefud_other/cop_scriptorium-dev.conllu")), ReadOptions())
    assert [problem.code for problem in caught.value.problems] == ["CE009"]


def test_files_of_the_official_scorer_are_regular() -> None:
    """All test files of the existing scorers are read as arrays, the same as exactly."""
    folder = SHARED / "goldens" / "peers"
    if not folder.exists():
        pytest.skip("no shared data here")
    paths = [*folder.glob("random-dev/*.conllu"), *folder.glob("data/corefud/**/*.key")]
    paths += folder.glob("data/corefud/**/*.response")
    assert len(paths) > 200
    for path in paths:
        assert_same(*both(path.read_bytes()), columns=())
