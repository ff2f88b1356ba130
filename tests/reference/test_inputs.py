"""Real files of many formats: read with the counts that others made of them by other means.

The table is that of INPUTS.md beside the checkout; a family of formats adds its folders to READ.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

import numpy as np
import pytest

import corefeval
from corefeval import formats
from corefeval.arrays import Integers
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.files import TextFile
from corefeval.problems import CorefevalError
from tests.paths import SHARED

INPUTS = SHARED / "data" / "inputs"
READ = {
    "booknlp",
    "brat-cluster-types",
    "brat-coreference-relations",
    "brat-equiv",
    "clusters-by-dockey",
    "corenlp-json",
    "corenlp-xml",
    "crossdoc-keyfile",
    "e2e-jsonlines",
    "ecbplus-xml",
    "fastcoref",
    "folia",
    "gap",
    "iahlt-jsonl",
    "kaf",
    "knowtator2",
    "litbank",
    "longdoc-subtoken-jsonl",
    "mention-json-ecb",
    "mention-json-wec",
    "mmax2-parcorfull",
    "mmax2-pcc",
    "naf",
    "preco",
    "semeval2010",
    "token-cluster-tsv",
    "uima-xmi",
    "webanno-tsv-chains",
    "webanno-tsv-gum",
    "muc-sgml",
    "sacr",
    "tei-rs",
    "winobias",
    "xrenner-sgml",
}
"""The folders whose files are read."""
OTHER_SIZES = {
    "e2e-jsonlines/singe.conll": "rows of multi-word tokens (9-10) are counted there, and are no words",
    "longdoc-subtoken-jsonl/wikicoref_example.jsonl": "subtokens are counted there",
    "muc-sgml/knack_file7.coreawebservice.xml": "a text without tokens of its own, cut by us",
}
"""Where the size is another than the table says, and why."""
UNREAD = {
    "webanno-tsv-gum/GENTLE_poetry_road.ontogum.conll": [("CE021", 21), ("CE022", 11)],
    "webanno-tsv-gum/GENTLE_poetry_road.ontogum.conllu": [("CE021", 43), ("CE022", 33)],
}
"""What is refused: an entity closed that is not open, and another left open, each with its line."""
ROW = re.compile(
    r"\| (\S+) \|.*\| (\d+) / (\?|\d+) (tok|char) / (\d+) / (\d+) \((\d+) single(?:, (\d+) discont\.)?\) \|"
)


def rows() -> list[tuple[str, ...]]:
    """Return the rows of the table that have counts, of the folders that are read."""
    if not INPUTS.exists():
        return []
    found = (ROW.match(line) for line in (INPUTS / "INPUTS.md").read_text(encoding="utf-8").split("\n"))
    return [
        match.groups("0")
        for match in found
        if match and match[1].partition("/")[0] in READ and match[1] not in UNREAD
    ]


def counted(corpus: Corpus) -> tuple[int, ...]:
    """Return documents, mentions, entities, singletons and discontinuous mentions."""
    return (
        len(corpus.names),
        len(corpus.mentions),
        len(corpus.entities),
        int((corpus.entity_sizes == 1).sum()),
        int(corpus.mentions.is_discontinuous.sum()),
    )


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_every_folder_has_rows() -> None:
    """No folder is named in vain."""
    assert {row[0].partition("/")[0] for row in rows()} == READ


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_counts(row: tuple[str, ...]) -> None:
    """Documents, words, mentions, entities, singletons and discontinuous mentions are as many as the table says."""
    name, documents, size, unit, mentions, entities, singletons, discontinuous = row
    corpus = formats.read(INPUTS / name)
    assert counted(corpus) == tuple(map(int, (documents, mentions, entities, singletons, discontinuous)))
    if unit == "tok" and size != "?":
        assert (len(corpus.nodes.forms) - len(corpus.nodes.empty) == int(size)) != (name in OTHER_SIZES)


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
@pytest.mark.parametrize("name", UNREAD)
def test_refused(name: str) -> None:
    """A real malformed file is refused, with the lines."""
    with pytest.raises(CorefevalError) as raised:
        formats.read(INPUTS / name)
    assert [(problem.code, problem.place.line) for problem in raised.value.problems] == UNREAD[name]


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_e2e_equals_conll() -> None:
    """The same spans in the same entities, rows of multi-word tokens, which are tokens in the one only, apart."""
    folder = INPUTS / "e2e-jsonlines"
    lines = (folder / "singe.conll").read_text(encoding="utf-8").split("\n")
    numbers = [line.partition("\t")[0] for line in lines if "\t" in line]
    before = np.append(0, np.cumsum(["-" not in number for number in numbers]))

    def partition(corpus: Corpus, words: Integers) -> set[frozenset[tuple[int, int]]]:
        spans = [words[corpus.mentions.first], words[corpus.mentions.last + 1]]
        found: dict[int, set[tuple[int, int]]] = {}
        for entity, first, stop in zip(
            corpus.mentions.entity.tolist(), *(span.tolist() for span in spans), strict=True
        ):
            found.setdefault(entity, set()).add((first, stop))
        return set(map(frozenset, found.values()))

    ours, other = formats.read(folder / "singe.jsonlines"), formats.read(folder / "singe.conll")
    assert partition(ours, before) == partition(other, np.arange(len(before)))


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_clusters_by_name_in_words() -> None:
    """With the map of its subtokens every span is one of words."""
    folder = INPUTS / "clusters-by-dockey"
    companion = str(folder / "seq2seq-coref_subtoken_map.first60.json")
    corpus = formats.read(folder / "seq2seq-coref_preds.first60.json", companion=companion)
    assert counted(corpus) == (60, 3441, 779, 0, 0)
    assert corpus.mentions.objects is None
    assert {problem.code for problem in corpus.problems} == {"CE089"}


LITBANK = ("1023_bleak_house", "105_persuasion", "174_the_picture_of_dorian_gray")


def spans_by_entity(corpus: Corpus) -> set[frozenset[tuple[tuple[int, int], ...]]]:
    """Return the entities as sets of mentions by their characters; white space and empty nodes have none."""
    lengths = np.array([len(form) for form in corpus.nodes.forms], np.int64)
    lengths[corpus.nodes.empty] = 0
    edges = [0, *np.cumsum(lengths).tolist()]
    return {
        frozenset(
            tuple((edges[first], edges[last + 1]) for first, last in mention.spans)
            for mention in entity.mentions
        )
        for document in corpus.documents
        for entity in document.entities
    }


def spans(corpus: Corpus) -> set[frozenset[tuple[int, int]]]:
    """Return the entities as sets of spans in characters of the words without white space, ends exclusive."""
    edges = np.append(0, np.cumsum([len(form) for form in corpus.nodes.forms])).tolist()
    found: dict[int, set[tuple[int, int]]] = {}
    mentions = corpus.mentions
    for entity, first, last in zip(
        mentions.entity.tolist(), mentions.first.tolist(), mentions.last.tolist(), strict=True
    ):
        found.setdefault(entity, set()).add((edges[first], edges[last + 1]))
    return set(map(frozenset, found.values()))


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_crac_text_has_the_counts_of_its_json() -> None:
    """The mentions are those of the JSON, but for the zero, which stands behind the verb there."""
    folder = INPUTS / "llm-text"
    corpus = formats.read(folder / "crac-text.example.txt")
    assert (len(corpus.nodes.forms), counted(corpus)) == (42, (1, 9, 7, 5, 0))
    assert corpus.nodes.empty.tolist() == [8]


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_numbered_brackets_equal_clusters() -> None:
    """The spans of words that were printed with the brackets, compared by characters."""
    folder = INPUTS / "llm-text"
    text = (folder / "eiffel.brackets.txt").read_text(encoding="utf-8")
    words = re.sub(r"\[\d+ | ?\]", "", text).split()
    edges = np.append(0, np.cumsum(list(map(len, words)))).tolist()
    printed = (folder / "eiffel.clusters.txt").read_text(encoding="utf-8")
    clusters = ast.literal_eval(printed[printed.index("[[") :])
    expected = {frozenset((edges[low], edges[high + 1]) for low, high in each) for each in clusters}
    assert len(words) == 170
    assert spans(formats.read(folder / "eiffel.brackets.txt")) == expected


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
@pytest.mark.parametrize(
    ("name", "other"),
    [
        (f"webanno-tsv-gum/{name}.gum.tsv", f"webanno-tsv-gum/{name}.corefud.conllu")
        for name in ("GUM_bio_emperor", "GUM_news_stampede", "GUM_news_worship", "GENTLE_poetry_road")
    ]
    + [
        (f"webanno-tsv-gum/{name}.ontogum.tsv", f"webanno-tsv-gum/{name}.ontogum.conllu")
        for name in ("GUM_news_stampede", "GUM_news_worship")
    ]
    + [
        (f"webanno-tsv-gum/{name}.gum.tsv", f"webanno-tsv-gum/{name}.gum.conll")
        for name in ("GUM_bio_emperor", "GUM_news_stampede", "GUM_news_worship", "GENTLE_poetry_road")
    ]
    + [
        (f"webanno-tsv-gum/{name}.ontogum.tsv", f"webanno-tsv-gum/{name}.ontogum.conll")
        for name in ("GUM_news_stampede", "GUM_news_worship")
    ]
    + [
        (f"tei-rs/{name}.CoNLL2012.conll", f"tei-rs/{name}.Dirndl.conll")
        for name in (
            "Jon_Act3_Scene1.part.xml.v1sm.0",
            "Nathan_Act5_Scene2.part.xml.rkpt.0",
            "Sara_Act5_Scene8.part.xml.rjmw.0",
        )
    ]
    + [(f"litbank/{name}.tsv.ann", f"litbank/{name}.conll") for name in LITBANK]
    + [
        (f"webanno-tsv-chains/{name}.tsv", f"webanno-tsv-chains/{name}.xmi")
        for name in ("testMultiTokenChain", "testSimpleChain", "testSubtokenChain")
    ],
)
def test_equal_pairs(name: str, other: str) -> None:
    """The same annotation in two formats is the same entities of the same words."""
    assert spans_by_entity(formats.read(INPUTS / name)) == spans_by_entity(formats.read(INPUTS / other))


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
@pytest.mark.parametrize("name", LITBANK)
def test_litbank_in_brat(name: str) -> None:
    """The tsv has the entities of the brat file, and singletons that have no chain there."""
    brat, tsv = (
        spans_by_entity(formats.read(INPUTS / "litbank" / f"{name}.{form}.ann")) for form in ("brat", "tsv")
    )
    assert brat < tsv
    assert {len(entity) for entity in tsv - brat} == {1}


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("muc-sgml/knack_file7.coreawebservice.xml", "muc-sgml/knack_file7.coreawebservice.conll"),
        ("xrenner-sgml/example_out.sgml", "xrenner-sgml/example_out.conll"),
    ],
)
def test_tags_equal_conll(one: str, other: str) -> None:
    """The same annotation in two formats: the same characters in the same entities."""
    assert spans(formats.read(INPUTS / one)) == spans(formats.read(INPUTS / other))


def strings(corpus: Corpus, name: str) -> list[list[str]]:
    """Return the entities of a document as strings without white space, in lower case."""
    (document,) = (document for document in corpus.documents if document.name == name)
    return sorted(
        sorted("".join(mention.text.lower().split()) for mention in entity.mentions)
        for entity in document.entities
    )


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_sacr_equals_conll() -> None:
    """The same strings in the same entities."""
    together = formats.read(INPUTS / "sacr" / "aesop-cicero-simple.conll")
    for name in ("aesop", "cicero", "simple"):
        alone = formats.read(INPUTS / "sacr" / f"{name}.sacr")
        (other,) = (each for each in together.names if name in each)
        assert strings(alone, alone.names[0]) == strings(together, other)


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_winobias_equals_conll() -> None:
    """Each sentence of the CoNLL has the same strings in its entities."""
    folder = INPUTS / "winobias"

    def by_sentence(corpus: Corpus) -> dict[str, list[list[str]]]:
        return {
            "".join("".join(document.tokens).lower().split()): strings(corpus, document.name)
            for document in corpus.documents
        }

    ours = by_sentence(formats.read(folder / "pro_stereotyped_type1.txt.dev"))
    other = by_sentence(formats.read(folder / "dev_type1_pro_stereotype.first200docs.v4_auto_conll"))
    assert len(other) == 200
    assert {sentence: ours.get(sentence) for sentence in other} == other


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_a_system_without_words_in_two_dialects() -> None:
    """The first twelve documents are the same in two columns and in four."""
    folder = INPUTS / "semeval2010"
    whole = formats.read(folder / "relaxcor-open-gold-en.txt")
    converted = formats.read(folder / "relaxcor-open-gold-en.first12.conll")
    first = whole.select_documents(np.arange(12))
    assert [name.removesuffix(".txt") for name in first.names] == list(converted.names)
    result = corefeval.score(converted, replace(first, names=converted.names))
    assert (result.f1, result["mention"]["f1"], result.warnings) == (1.0, 1.0, ())


@pytest.mark.skipif(not INPUTS.exists(), reason="the shared data are not beside the checkout")
def test_gold_against_two_systems() -> None:
    """The Dutch file: a system in SGML scores as in the CoNLL made of it by hand; one without its words as with them."""
    folder = INPUTS / "muc-sgml"
    gold = folder / "knack_file7.gold.conll"
    names = ("coreawebservice.xml", "coreawebservice.conll", "dutchcoref.conll")
    in_tags, in_columns, other = (corefeval.score(gold, folder / f"knack_file7.{name}") for name in names)
    assert in_tags.scores == in_columns.scores
    assert [result.f1 for result in (in_tags, other)] == pytest.approx([0.3522, 0.7101], abs=5e-5)
    rows = (
        line.split("\t")
        for line in (folder / f"knack_file7.{names[2]}").read_text(encoding="utf-8").split("\n")
    )
    lines = ["\t".join(row if len(row) == 1 else (row[0], row[-1])) for row in rows]
    bare = formats.read_file(TextFile("bare", "\n".join(lines).encode()), None, ReadOptions())
    result = corefeval.score(gold, bare)
    assert (bare.format, result.scores) == ("semeval2010", other.scores)
    assert [warning.code for warning in result.warnings] == ["CE095"]
