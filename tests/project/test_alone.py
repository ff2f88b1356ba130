"""The clone alone checks every metric, preset, reader and writer, by numbers and texts of our own: no data beside it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.catalogue import BY_NAME, ENTRIES
from corefeval.metrics.base import METRICS
from corefeval.presets import PRESETS
from tests.files import QUAY, RICH, corefud, parsed
from tests.files import QUAY_KEY as KEY
from tests.files import QUAY_RESPONSE as RESPONSE
from tests.reference.recorded import answers
from tests.reference.test_recorded import PRESET_OPTIONS

Row = dict[str, Any]
Pair = tuple[Any, Any, dict[str, Any]]
KINDS = {
    "Ada": ("name", "PROPN"),
    "she": ("pronoun", "PRON"),
    "Bo": ("name", "PROPN"),
    "him": ("pronoun", "PRON"),
    "girl": ("nominal", "NOUN"),
    "dog": ("nominal", "NOUN"),
    "cat": ("nominal", "NOUN"),
}


def row(text: str, clusters: list[list[int]], **more: Any) -> Row:
    """Return a document whose mentions are single words, with the types of the words that have one."""
    words = text.split()
    return {
        "doc_key": "d",
        "sentences": [words],
        "clusters": [[[place, place] for place in cluster] for cluster in clusters],
        "offsets": "inclusive,token",
        "pos": [[KINDS.get(word, ("", "X"))[1] for word in words]],
        "mentions": [
            {"span": [place, place], "type": KINDS[words[place]][0]}
            for cluster in clusters
            for place in cluster
            if words[place] in KINDS
        ],
        **more,
    }


def plain(_: Path) -> Pair:
    """Return three entities of three, two and one mention: one mention has moved, one is missing, one is spurious."""
    text = "Ada she girl Bo him dog cat"
    return row(text, [[0, 1, 2], [3, 4], [5]]), row(text, [[0, 1], [2, 3, 4, 6]]), {}


def zeros(_: Path) -> Pair:
    """Return two zeros with one antecedent, of which the response has one."""
    text, empty = "Ada ran _ fell _", [[2, 1], [4, 1]]
    key, response = (row(text, chains, empty=empty) for chains in ([[0, 2, 4]], [[0, 2], [4]]))
    return key, response, {"zeros": "linear"}


def sets(_: Path) -> Pair:
    """Return plurals of {Ada, Bo} and {Ada, Bo, Cy}; in the response Ada is not "her", and the second plural lacks Cy."""
    text, first = "Ada , Bo and Cy ran . They left . They saw her", [[3, 0], [3, 1]]
    key = row(text, [[0, 12], [2], [4], [7], [10]], split_antecedents=[*first, [4, 0], [4, 1], [4, 2]])
    response = row(text, [[0], [2], [4], [7], [10], [12]], split_antecedents=[*first, [4, 0], [4, 1]])
    return key, response, {"split_antecedents": "keep"}


def bridging(_: Path) -> Pair:
    """Return two anaphors of the key and three of the response: one has its anchor, one another mention of it."""
    text = "Ada saw a car . It had a wheel and a door and a key"
    links = [(8, 1, 3), (11, 1, 3), (14, 0, 0)]
    linked = [
        [
            {"anaphor": [place, place], "cluster": entity, "anchor": [anchor, anchor]}
            for place, entity, anchor in side
        ]
        for side in (links[:2], [links[0], (11, 1, 5), links[2]])
    ]
    key, response = (row(text, [[0], [3, 5], [8], [11], [14]], bridging=side) for side in linked)
    return key, response, {}


def nonreferring(_: Path) -> Pair:
    """Return two expressions that refer to nothing, and three in the response, one of them right."""
    text = "It rained and Ada saw the point of it"
    key = row(text, [[0], [3], [6], [8]], nonreferring=[0, 2])
    return key, row(text, [[0], [3], [8]], nonreferring=[0, 1, 2]), {}


def features(folder: Path) -> Pair:
    """Return two pronouns with two candidates each that agree: one is resolved."""
    files = []
    for name, last in (("key", "(e2)"), ("response", "(e1)")):
        path = corefud(folder / name, [["1 (e1)", "2 (e2)", "3 (e1)", f"4 {last}"]])
        tags = {"w1": "NOUN", "w2": "NOUN", "w3": "PRON", "w4": "PRON"}
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        for cells in lines:
            if len(cells) == 10:
                cells[3], cells[5] = tags[cells[1]], "Gender=Fem|Number=Sing"
        path.write_text("\n".join("\t".join(cells) for cells in lines) + "\n")
        files.append(path)
    return files[0], files[1], {}


def names(_: Path) -> Pair:
    """Return four pronouns and eight names: three right answers, a wrong one and one too many."""
    examples = Path(corefeval.__file__).parent / "examples"
    return examples / "gap.key.tsv", examples / "gap.system.tsv", {}


def stereotypes(_: Path) -> Pair:
    """Return a pair of texts: right in the stereotyped one, wrong in the other."""
    key = {"pro 1": [[1, 2]], "anti 1": [[1, 2]]}
    return key, {"pro 1": [[1, 2]], "anti 1": [[1, 3]]}, {}


def trees(folder: Path) -> Pair:
    """Return a parsed text in which two pronouns have changed places (see tests/metrics/test_uses.py)."""
    text = parsed(folder / "text.conllu", {"quay": QUAY})
    return {"quay": KEY}, {"quay": RESPONSE}, {"text": text, "language": "en"}


NUMBERS: dict[str, tuple[Callable[[Path], Pair], dict[str, str]]] = {
    "muc": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7"}),
    "bcub": (plain, {"recall": "11/18", "precision": "13/24", "f1": "143/249"}),
    "ceafm": (plain, {"recall": "2/3", "precision": "2/3", "f1": "2/3"}),
    "ceafe": (plain, {"recall": "22/45", "precision": "11/15", "f1": "44/75"}),
    "blanc": (plain, {"recall": "19/44", "precision": "11/28", "f1": "82/209"}),
    "lea": (plain, {"recall": "1/2", "precision": "4/9", "f1": "8/17"}),
    "conll": (plain, {"f1": "25163/43575"}),
    "mention": (plain, {"recall": "5/6", "precision": "5/6", "f1": "5/6"}),
    "mor": (plain, {"recall": "5/6", "precision": "5/6", "f1": "5/6"}),
    "zero": (zeros, {"recall": "1/2", "precision": "1", "f1": "2/3"}),
    "lmuc": (plain, {"recall": "1/2", "precision": "1/2", "f1": "1/2"}),
    "lbcub": (plain, {"recall": "1/2", "precision": "4/9", "f1": "8/17"}),
    "lceafm": (plain, {"recall": "1/2", "precision": "1/2", "f1": "1/2"}),
    "lceafe": (plain, {"recall": "7/18", "precision": "7/12", "f1": "7/15"}),
    "lconll": (plain, {"f1": "733/1530"}),
    "arcs.immediate": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7", "accuracy": "1"}),
    "arcs.inferred": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7", "accuracy": "1"}),
    "arcs.anchor": (
        plain,
        {
            "f1": "16/19",
            "ed_recall": "1",
            "ed_precision": "1",
            "ed_f1": "1",
            "em_recall": "4/5",
            "em_precision": "2/3",
            "em_f1": "8/11",
        },
    ),
    "parent": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7"}),
    "dominant": (
        plain,
        {
            "recall": "5/6",
            "precision": "5/8",
            "f1": "5/7",
            "macro_recall": "3/4",
            "macro_precision": "5/8",
            "macro_f1": "15/22",
            "scheme_recall": "3/10",
            "scheme_precision": "1/4",
            "scheme_f1": "3/11",
        },
    ),
    "prague": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7"}),
    "mitkov": (features, {"success": "1/2", "non_trivial": "1/2", "critical": "1/2"}),
    "byron": (plain, {"recall": "1", "precision": "1", "f1": "1", "resolution_rate": "1"}),
    "basic": (plain, {"recall": "2/3", "precision": "1/2", "f1": "4/7"}),
    "ace": (plain, {"value": "73/128"}),
    "non-referring": (nonreferring, {"recall": "1/2", "precision": "1/3", "f1": "2/5"}),
    "bridging.anaphor": (bridging, {"recall": "1", "precision": "2/3", "f1": "4/5"}),
    "bridging.mention": (bridging, {"recall": "1/2", "precision": "1/3", "f1": "2/5"}),
    "bridging.entity": (bridging, {"recall": "1", "precision": "2/3", "f1": "4/5"}),
    "gap": (
        names,
        {
            "recall": "3/4",
            "precision": "3/5",
            "f1": "2/3",
            "masculine_recall": "1",
            "masculine_precision": "2/3",
            "masculine_f1": "4/5",
            "feminine_recall": "1/2",
            "feminine_precision": "1/2",
            "feminine_f1": "1/2",
            "bias": "5/8",
        },
    ),
    "winobias": (stereotypes, {"f1": "5/8", "pro_f1": "1", "anti_f1": "1/4", "difference": "3/4"}),
    "split.muc": (sets, {"recall": "1/5", "precision": "1/2", "f1": "2/7"}),
    "split.bcub": (sets, {"recall": "3/14", "precision": "1", "f1": "6/17"}),
    "split.ceafm": (sets, {"recall": "2/7", "precision": "1", "f1": "4/9"}),
    "split.ceafe": (sets, {"recall": "1/3", "precision": "5/6", "f1": "10/21"}),
    "use.facts": (trees, {"recall": "1/2", "precision": "1/2", "f1": "1/2"}),
    "use.facts-names": (trees, {"recall": "1/2", "precision": "1/2", "f1": "1/2"}),
    "use.search": (trees, {"recall": "16/21", "precision": "16/21", "f1": "16/21"}),
    "use.search-ap": (trees, {"recall": "5/8", "precision": "5/8", "f1": "5/8"}),
    "use.replace": (trees, {"recall": "1/2", "precision": "1/2", "f1": "1/2"}),
    "use.agree": (trees, {"recall": "1", "precision": "1", "f1": "1"}),
    "use.network": (trees, {"recall": "0", "f1": "0"}),
    "use.counts": (trees, {"recall": "5/6", "precision": "1", "f1": "10/11"}),
    "use.chains": (trees, {"recall": "2/5", "precision": "1/2", "f1": "4/9"}),
    "split.blanc": (sets, {"recall": "1/14", "precision": "1/2", "f1": "1/8"}),
    "split.lea": (sets, {"recall": "1/7", "precision": "1/2", "f1": "2/9"}),
}
"""The text and the scores of each metric, as fractions."""


@pytest.mark.parametrize("name", METRICS)
def test_metrics(name: str, tmp_path: Path) -> None:
    """Every metric has its numbers on a text that can be worked out by hand."""
    text, expected = NUMBERS[name]
    key, response, settings = text(tmp_path)
    found = corefeval.score(key, response, metrics=name, **settings)[name]
    assert {part: value for part, value in found.items() if value is not None} == {
        part: pytest.approx(float(Fraction(value)), abs=1e-12) for part, value in expected.items()
    }


@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if not preset.source])
def test_presets(name: str) -> None:
    """Every metric of a preset has recorded answers of the scorer that the preset equals, under the same options."""
    scorer, options = PRESET_OPTIONS[name]
    recorded = {
        metric
        for by_text in answers(scorer).values()
        for by_options in by_text.values()
        for metric in by_options.get(options, ())
    }
    assert {*PRESETS[name].metrics} - {"conll"} <= recorded  # which is a mean of three of them


def entities(corpus: Corpus) -> list[str]:
    """Return the words of the mentions of each entity; a word that the format does not have is its place."""
    words = [*corpus.nodes.forms] or ["_"] * (int(corpus.mentions.last.max()) + 1)
    shown = [f"#{place}" if word == "_" else word for place, word in enumerate(words)]
    chains: dict[int, list[str]] = {}
    for mention, entity in enumerate(corpus.mentions.entity.tolist()):
        whole = (int(corpus.mentions.first[mention]), int(corpus.mentions.last[mention]))
        parts = corpus.mentions.parts.of(mention) or [whole]
        text = " … ".join(" ".join(shown[first : last + 1]) for first, last in parts)
        chains.setdefault(entity, []).append(text)
    return sorted(" = ".join(chain) for chain in chains.values())


ADA = ["Ada Lind = She", "the old dog"]
READ = {
    "conll2012": ["Ada Lind = She", "Ada … saw", "Bo", "it"],
    "semeval2010": ["Ada Lind = her", "her dog"],
    "key-file": ["#0 = #2", "#1"],
    "gum-conll": ["Ada Lind = she", "Bo", "dogs"],
    "pcc-conll": ["Ada", "Bo", "the old dog = it"],
    "sacr-conll": ["Ada", "Ada Lind = she", "Bo"],
    "corefud": ["Ada Lind = #3", "Ada Lind saw … dogs", "Bo", "dogs", "they"],
    "conllua": ["Ada Lind", "dogs", "that", "they", "they"],
    "korkor": ["Ada = Ő", "aki", "sort", "vége"],
    "jsonlines": [
        "Ada Lind = She",
        "Ada Lind = She",
        "Ada … saw",
        "Ada … saw",
        "it",
        "it",
        "the old dog",
        "the old dog",
    ],
    "nkas": ["Jie", "Jonas", "Ona"],
    "subtokens": ["Ada = her", "Ada = her", "her dog", "her dog"],
    "clusters-by-name": ["#0 = #3", "#1 #2"],
    "iahlt": ["Ada Lind = She", "Ada Lind = She", "the old dog", "the old dog"],
    "rucoco": ["Ada Lind = She", "it", "the old dog"],
    "stanza": ["Ada Lind", "Ada Lind = She = #9"],
    "spacy": ["Ada Lind = She", "Ada Lind = She", "the old dog", "the old dog"],
    "conll2012-rows": ["Ada Lind = She", "Bo", "the old dog"],
    "mention-list": ["Ada Lind = She", "it", "the … dog"],
    "token-clusters": ["#0 = #1", "#2", "#3"],
    "corenlp-xml": ["Ada Lind = She"],
    "corenlp-json": ADA,
    "brat": ["Ada … saw = She", "the old dog"],
    "webanno": ["Ada Lind = She", "it", "the old dog"],
    "booknlp": ADA,
    "litbank": ADA,
    "mmax2": ["Ada … saw = She", "it", "the old dog"],
    "ecbplus": ["Ada … saw = She", "dog"],
    "xmi": ADA,
    "knowtator": ["Ada … saw = She"],
    "naf": ["Ada Lind = She", "the … dog"],
    "folia": ["Ada Lind = She", "the … dog"],
    "coref-data": ["Ada Lind = She = #12", "Ada Lind = She = #25", "the old dog", "the old dog"],
    "gap": ["Ada Lind = She", "Lind", "dog", "dog = it"],
    "crac-text": ["Ada Lind = She", "Bo", "the old dog = #9"],
    "markdown": ADA,
    "m-tags": ADA,
    "numbered-brackets": ADA,
    "labelled-brackets": ADA,
    "entity-tags": ADA,
    "json-strings": ADA,
    "muc": ADA,
    "ontonotes": ADA,
    "xrenner": ADA,
    "tei": ADA,
    "winobias": ["Ada Lind = she", "Bo = his"],
    "sacr": ADA,
}
"""The entities in the file of each format in tests/files.py."""


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES])
def test_readers(name: str, tmp_path: Path) -> None:
    """Every reader finds the mentions of its small file and puts them into their entities."""
    for file, text in RICH[name].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    corpus = formats.read(tmp_path / next(iter(RICH[name])), name)
    assert entities(corpus) == READ[name]


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES if entry.written])
def test_writers(name: str, tmp_path: Path) -> None:
    """What every writer writes is read again as the same entities."""
    corpus = corefeval.load(row("Ada saw Bo and she fed him", [[0, 4], [2, 6]]))
    target = tmp_path / ("all" if BY_NAME[name].suffix else "all.txt")
    formats.write(corpus, target, name)
    assert entities(formats.read(target, name)) == ["Ada = she", "Bo = him"]
