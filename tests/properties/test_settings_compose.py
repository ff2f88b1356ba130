"""Every pair of settings: both have their effect, or the combination is refused with a code; nothing is ignored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, cycle, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval.choices import CHOICES, SETTINGS
from corefeval.corpus.corpus import Corpus, JoinedSource
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError
from corefeval.settings import PLAIN, Settings
from corefeval.text import TextColumn
from tests.corpora import Said, Text, corpus, pairs
from tests.files import conll, corefud, markable
from tests.properties import slow_settings
from tests.reference.coval_texts import write

DEFAULTS = {name: getattr(PLAIN, name) for name in CHOICES}
METRICS = "muc,bcub,ceafm,ceafe,blanc,lea,mention"
REASONS = {
    "CE010": "missing=error and a document that the response lacks",
    "CE013": "align=strict and other words",
    "CE030": "duplicates=error and a repeated mention",
    "CE034": "duplicates=merge makes an entity an element of itself",
    "CE041": "match=head and no heads",
    "CE044": "what the files do not have",
    "CE050": "a layer that the format does not have",
    "CE051": "settings that do not go together",
    "CE084": "across=topic and documents without topics",
    "CE108": "unknown_codes=error and a code that the scheme does not have",
}
"""With what a combination may be refused, and why."""


Pair = tuple[Path, Path] | tuple[Corpus, Corpus]

PARSED = """
    The       DT  (TOP(S(NP(NP*  (1         (1
    mayor     NN  *)             -          1)
    of        IN  (PP*           -          -
    the       DT  (NP*           (2         -
    town      NN  *)))           2)|1)      (2)
    resigned  VBD (VP*           (3         (3)
    early     RB  (ADVP*))       3)         -
    .         .   *))            -          -

    That      DT  (TOP(S(NP*)    (3)        (3)
    hurt      VBD (VP*           (4)        (4)
    the       DT  (NP(NP*        (2|(2      (2
    town      NN  *)             2)         2)
    of        IN  (PP*           -          -
    hers      PRP (NP*)))))      2)|(1)     (1)
    .         .   *))            -          -

    This      DT  (TOP(S(NP*)    (5)|(6)    (6)
    is        VBZ (VP*           -          -
    this      DT  (NP*))         (6)        (5)
    ,         ,   *              -          -
    and       CC  *              -          -
    this      DT  (NP*)          (5)|(5)    (6)|(5)
    .         .   *))            -          -

    She       PRP (TOP(S(NP*)    (1)|(4)    (1)
    left      VBD (VP*           (7)        -
    it        PRP (NP*))         (2)        (2)|(8)
    .         .   *))            -          -
"""
"""Word, tag, phrase tree, key and response: verb phrases, mentions inside others of their entity, singletons, mentions
that are repeated, by all their words or by their minimum span."""

TOPICS = ("t/d", "t/e", "u/f", "u/g")
"""Documents of two topics, in which the same names of entities are used."""

CELLS = ("(NP*", "(PP*)", "*)", "(VP*)")
"""A phrase tree for any text, over and over."""

LETTERS = str.maketrans("0123456789.", "abcdefghijk")


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Pair]:
    """Return small pairs of files; between them they have something for every setting to act on.

    Where a format has no phrase trees, or no zeros or sets beside them, its pair is there once more as corpora
    with a tree.
    """
    folder = tmp_path_factory.mktemp("material")
    files = _files(folder)
    parsed = {
        f"{name}, with trees": (_with_trees(one), _with_trees(two)) for name, (one, two) in files.items()
    }
    trees = {
        "trees": (write(folder / "trees.key", PARSED, 3), write(folder / "trees.response", PARSED, 4)),
        "trees, each mention once": (
            _once(write(folder / "own.key", PARSED, 3)),
            _once(write(folder / "own.response", PARSED, 4)),
        ),
    }
    return {**files, **trees, **parsed}


def _coded(path: Path) -> Path:
    """Write a document with heads and with a type code that no scheme has."""
    row = {
        "doc_key": "d",
        "offsets": "inclusive,token",
        "sentences": [["w1", "w2", "w3"]],
        "clusters": [[[0, 0], [1, 1]]],
        "mentions": [{"span": [0, 0], "head": 0}, {"span": [1, 1], "head": 1}],
        "annotations": [{"referent": [1, 1], "antecedents": [[0, 0]], "type": "zzzz"}],
    }
    path.write_text(json.dumps(row))
    return path


def _files(folder: Path) -> dict[str, tuple[Path, Path]]:
    """Write pairs of files without phrase trees."""
    plain = ["1 (1:1)", "2 (1:2)", "3 (2:3)"]
    swapped = ["1 (2:1)", "2 (2:2)", "3 (1:3)"]
    other = ["1 (1:1)", "2 (3:2)", "3 (2:3)"]
    heads = [
        [f"{token.split()[0]} (e{token.split('(')[1][0]}--1-)" for token in each]
        for each in (plain, swapped, other)
    ]
    return {
        "anaphora": (_anaphora(folder / "ua.key"), _anaphora(folder / "ua.response", response=True)),
        "zeros": (_zeros(folder / "ud.key"), _zeros(folder / "ud.response", response=True)),
        "anaphora, each mention once": (
            _once(_anaphora(folder / "once.key")),
            _once(_anaphora(folder / "once.response", response=True)),
        ),
        "zeros, each mention once": (
            _once(_zeros(folder / "single.key")),
            _once(_zeros(folder / "single.response", response=True)),
        ),
        "documents": (
            _together(folder / "more.key", *(_deixis(folder / name, plain, f"t/{name}") for name in "de")),
            _deixis(folder / "more.response", ["1 (1:1)", "2 (1:2)(2:4)", "3 (2:3)"], "t/d"),
        ),
        "topics": (
            _together(folder / "topics.key", *(_deixis(folder / name[-1], plain, name) for name in TOPICS)),
            _together(
                folder / "topics.response",
                *(
                    _deixis(folder / name[-1], tokens, name)
                    for name, tokens in zip(TOPICS, (plain, swapped, plain, other), strict=True)
                ),
            ),
        ),
        "topics with heads": (
            _together(
                folder / "tops.key", *(corefud(folder / name[-1], [heads[0]], name) for name in TOPICS)
            ),
            _together(
                folder / "tops.response",
                *(
                    corefud(folder / name[-1], [heads[number]], name)
                    for name, number in zip(TOPICS, (0, 1, 0, 2), strict=True)
                ),
            ),
        ),
        "excerpt with heads": (
            corefud(folder / "part.key", [["1 (e1--1-)", "2 (e1--1-)"]]),
            corefud(folder / "part.response", [["1 (e1--1-)", "2 (e1--1-)", "3 (e1--1-)", "4"]]),
        ),
        "excerpt on both layers": (
            _deixis(folder / "excerpt.key", ["1 (1:1)", "2 (1:2)"]),
            _deixis(folder / "excerpt.response", ["1 (1:1)", "2 (1:2)", "3 (1:3)"]),
        ),
        "spelling": (
            _deixis(folder / "words.key", plain),
            _respelled(_deixis(folder / "words.response", ["1 (1:1)", "2 _", "3 (2:3)"])),
        ),
        "cut otherwise": (
            _deixis(folder / "cut.key", plain),
            _respelled(_deixis(folder / "cut.response", plain), w1="w1w", w2="2"),
        ),
        "cut otherwise, with heads": (
            corefud(folder / "cut-heads.key", [["1 (e1--1-)", "2 (e1--1-)", "3"]]),
            _respelled(
                corefud(folder / "cut-heads.response", [["1 (e1--1-)", "2 (e1--1-)", "3"]]), w1="w1w", w2="2"
            ),
        ),
        "another word": (
            _deixis(folder / "other.key", plain),
            _respelled(_deixis(folder / "other.response", plain), w2="zzz"),
        ),
        "another word, with heads": (
            corefud(folder / "other-heads.key", [["1 (e1--1-)", "2 (e1--1-)", "3"]]),
            _respelled(
                corefud(folder / "other-heads.response", [["1 (e1--1-)", "2 (e1--1-)", "3"]]), w2="zzz"
            ),
        ),
        "codes with heads": (_coded(folder / "codes.key"), _coded(folder / "codes.response")),
        "sets": (
            _deixis(folder / "sets.key", ["1 (1:1:3)", "2 (2:2:3)", "3 (3:3)", "4 (3:4)"]),
            _deixis(folder / "sets.response", ["1 (1:1:3)", "2 (2:2)", "3 (3:3)", "4 (3:4)"]),
        ),
        "singletons": (
            _deixis(folder / "lone.key", ["1 (1:1)", "2 (2:2)", "3 _"]),
            _deixis(folder / "lone.response", ["1 (1:1)", "2 (2:2)", "3 (3:3)"]),
        ),
        "singletons with heads": (
            corefud(folder / "heads.key", [["1 (e1--1-)", "2 (e2--1-)", "3"]]),
            corefud(folder / "heads.response", [["1 (e1--1-)", "2 (e2--1-)", "3 (e3--1-)"]]),
        ),
        "columns": (
            conll(folder / "key", ["(1)", "(1)", "(2)"]),
            conll(folder / "response", ["(1)", "-", "(2)"]),
        ),
        "nested": (_nested(folder / "in.key"), _nested(folder / "in.response", response=True)),
        "heads of another format": (
            _treed(folder / "treed.key", ["(e1--1-", "e1)", "(e2--2-", "e2)", "(e1--1-)", "(e2--1-)"]),
            conll(folder / "treed.response", ["(1", "1)", "(2", "2)", "(1)", "(2)"], start=1),
        ),
        "a tree and no heads": (
            _treed_on_both_layers(folder / "layers.key", (1, 2), (3, 4)),
            _treed_on_both_layers(folder / "layers.response", (1, 1), (4, 4)),
        ),
        "no heads named": (
            _headless(folder / "headless.key", ["(e1-(e1-)", "e1)", "(e2-", "e2)", "(e1-)"]),
            _headless(folder / "headless.response", ["_", "(e1-)", "(e2-)", "_", "(e1-)"]),
        ),
    }


def _together(path: Path, *parts: Path) -> Path:
    """Write one file of several."""
    path.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    return path


class _Parsed(JoinedSource):
    """The source of a corpus, with a phrase tree beside its columns."""

    def columns(self, names: Sequence[str]) -> dict[str, TextColumn | None]:
        """Return its columns; of the parse column, the one made up."""
        is_empty = self.corpora[0].nodes.is_empty(np.arange(len(self.corpora[0].nodes.forms))).tolist()
        cells = cycle(CELLS)
        parse = TextColumn.of(["" if is_zero else next(cells) for is_zero in is_empty])
        return super().columns(names) | ({"parse": parse} if "parse" in names else {})


def _with_trees(path: Path) -> Corpus:
    """Return the corpus of a file with a phrase tree, and with words of letters."""
    found = corefeval.load(path)
    forms = TextColumn.of([form.translate(LETTERS) for form in found.nodes.forms])
    return replace(found, nodes=replace(found.nodes, forms=forms), source=_Parsed([found]))


def _nested(path: Path, *, response: bool = False) -> Path:
    """Write CoNLL-UA: mentions inside others of their entity, on both layers; each mention once."""
    cells = [
        markable("1", 1) + markable("1", 2) + ")",
        ")",
        markable("1", 3) + ")",
        markable("2", 4) + ("" if response else markable("2", 5)),
        ("" if response else ")") + markable("3", 6) + ")",
        ")",
        markable("2", 7) + ")",
    ]
    return _both_layers(path, {str(number): (cell, cell) for number, cell in enumerate(cells, 1)})


def _headless(path: Path, cells: Sequence[str]) -> Path:
    """Write CorefUD whose header names no head; each word depends on the next one, the last is the root."""
    lines = ["# newdoc id = d", "# global.Entity = eid-etype", "# sent_id = s1"]
    for number, cell in enumerate(cells, 1):
        head, relation = (number + 1, "dep") if number < len(cells) else (0, "root")
        misc = "_" if cell == "_" else f"Entity={cell}"
        lines.append(f"{number}\tw{number}\t_\tNOUN\t_\t_\t{head}\t{relation}\t_\t{misc}")
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    return path


TREE = (5, 6, 4, 6, 6, 0)
"""Governors: the first two words have no common one, the fourth governs the third."""


def _treed_on_both_layers(path: Path, *spans: tuple[int, int]) -> Path:
    """Write CoNLL-UA with a tree and without heads: entities of one span and one later word each."""
    cells = {str(number): "" for number in range(1, 7)}
    for entity, (first, last) in enumerate(spans, 1):
        cells[str(first)] += markable(str(entity), entity) + (")" if first == last else "")
        if first < last:
            cells[str(last)] += ")"
        cells[str(4 + entity)] += markable(str(entity), 4 + entity) + ")"
    return _both_layers(path, {number: (cell, cell) for number, cell in cells.items()}, tree=TREE)


def _treed(path: Path, cells: Sequence[str]) -> Path:
    """Write CorefUD with a tree."""
    lines = ["# newdoc id = d", "# global.Entity = eid-etype-head-other", "# sent_id = s1"]
    for number, (cell, head) in enumerate(zip(cells, TREE, strict=True), 1):
        relation = "dep" if head else "root"
        lines.append(f"{number}\tw{number}\t_\tNOUN\t_\t_\t{head}\t{relation}\t_\tEntity={cell}")
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    return path


def _both_layers(
    path: Path, cells: Mapping[str, tuple[str, str]], name: str = "d", tree: Sequence[int] = ()
) -> Path:
    """Write CoNLL-UA of the cells for identity and for discourse deixis by token number, and the governor of each."""
    lines = [f"# newdoc id = {name}", "# sent_id = s1"]
    governors = [str(head) for head in tree] or ["_"] * len(cells)
    for (identifier, (identity, deixis)), head in zip(cells.items(), governors, strict=True):
        columns = [identity or "_", "_", deixis or "_", "_", "_"]
        lines.append("\t".join([identifier, f"w{identifier}", *["_"] * 4, head, *["_"] * 3, *columns]))
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    return path


def _deixis(path: Path, tokens: Sequence[str], name: str = "d") -> Path:
    """Write CoNLL-UA with the same on both layers: a mention is (entity:markable:element of)."""
    cells = {}
    for token in tokens:
        identifier, text = token.split()
        cell = "".join(
            markable(entity, int(number), "".join(f"|ElementOf={whole}" for whole in of)) + ")"
            for entity, number, *of in (
                each.strip("(").split(":") for each in text.split(")") if each.startswith("(")
            )
        )
        cells[identifier] = cell, cell
    return _both_layers(path, cells, name)


def _anaphora(path: Path, *, response: bool = False) -> Path:
    """Write CoNLL-UA: sets, zeros, minimum spans, gaps, repeated mentions and singletons, on both layers."""
    entity = "2" if response else "1"
    cells = {
        "1": markable("1", 1, "|Min=1|ElementOf=4") + ("" if not response else ")"),
        "2": ")" if not response else "_",
        "3": markable("2", 2, "|Min=3" + ("" if response else "|ElementOf=4")) + ")",
        "3.1": markable("1", 3) + ")",
        "4": markable("4", 4, "|Min=4") + ")" + (markable("5", 14, "|Min=4") + ")" if response else ""),
        "5": markable("1", 5, "|Min=5") + ")" + markable("3", 6, "|Min=5") + ")",
        "6": markable("3", 7, "|Min=6"),
        "7": ")",
        "8": markable("3", 7, "|Min=6") + ")",
        "9": markable(entity, 8, "|Min=9") + ")",
        "10": markable("6", 9, "|Min=10") + (")" if not response else ""),
        "11": "_" if not response else ")",
        "12": markable("7", 10, "|Min=12") + ")" if response else "_",
        "13": markable("4", 11, "|Min=13") + ")",
        "14": markable("8", 12, "|Min=14") + ")" + markable("9", 13, "|Min=14") + ")",
        "15": markable("8", 15, "|Min=15") + ")",
        "16": markable("9", 16, "|Min=16") + ")" if not response else "_",
        "17": markable("8", 17, "|Min=18") + (")" if response else ""),
        "18": "_" if response else ")",
    }
    if response:
        cells["6"], cells["7"], cells["8"] = markable("3", 7, "|Min=6") + ")", "_", "_"
    deixis = cells | {"1": "_", "2": "_"}
    deixis["9"] = markable("2" if not response else "1", 8, "|Min=9|ElementOf=4") + ")"
    return _both_layers(path, {identifier: (cells[identifier], deixis[identifier]) for identifier in cells})


def _zeros(path: Path, *, response: bool = False) -> Path:
    """Write CorefUD: zeros that change places, heads, gaps, repeated mentions, sets."""
    turned = ["2:obj", "3:obj", "1:obj"] if response else ["1:obj", "2:obj", "3:obj"]
    entity = [2, 3, 1] if response else [1, 2, 3]
    zeros = [f"3.{place} (e{entity[place - 1]}--1-) {deps}" for place, deps in enumerate(turned, 1)]
    sentence = [
        "1 (e1--1-)",
        "2 (e2--1-)",
        "3 (e3--1-)",
        *zeros,
        "4 (e4--1-" + (")" if response else ""),
        "5 " + ("_" if response else "e4)"),
        "6 (e4--1-)(e5--1-)",
        "7 (e5[1/2]--1-" + (")" if response else ""),
        "8 " + ("_" if response else "e5[1/2])"),
        "9",
        "10 " + ("_" if response else "(e5[2/2])"),
        "11 (e6--1-" if not response else "11 (e6--1-)",
        "12 e6)" if not response else "12",
        "13 (e6--1-)",
        "14 (e7--1-)",
        "15 (e8--1-)" if response else "15",
    ]
    if response:
        sentence[9] = "7 (e5--1-)"
    corefud(path, [sentence])
    text = path.read_text()
    whole = "SplitAnte=e1<e6" if response else "SplitAnte=e1<e6,e2<e6"
    path.write_text(text.replace("Entity=(e6--1-)\n", f"Entity=(e6--1-)|{whole}\n", 1), encoding="utf-8")
    return path


def _once(path: Path) -> Path:
    """Take out every mention that begins where another one has begun and ended."""
    text = re.sub(r"(\([^()\t\n]*\))\|?\([^()\t\n]*\)", r"\1", path.read_text())
    path.write_text(text, encoding="utf-8")
    return path


def _respelled(path: Path, **words: str) -> Path:
    """Write a file again with other words, w2 with a capital letter where none is said."""
    text = path.read_text(encoding="utf-8")
    for word, other in (words or {"w2": "W2"}).items():
        assert word in text
        text = text.replace(word, other)
    path.write_text(text, encoding="utf-8")
    return path


Outcome = tuple[str, Any]


def outcome(files: Pair, **settings: str) -> Outcome:
    """Return the scores, or the codes of a refusal; of scores the signature must show what was asked for.

    Where the files lack what a setting needs and a warning says so, the scores are told.
    """
    return _outcome(files, tuple(sorted((DEFAULTS | settings).items())))


@cache
def _loaded(side: Path | Corpus, layer: str) -> Corpus:
    """Return a side as it is read, once."""
    return side if isinstance(side, Corpus) else corefeval.load(side, layer=layer)


@cache
def _outcome(files: Pair, settings: tuple[tuple[str, str], ...]) -> Outcome:
    asked: dict[str, Any] = dict(settings)
    try:
        key, response = (_loaded(side, asked["layer"]) for side in files)
        result = corefeval.score(key, response, metrics=METRICS, **asked)
    except CorefevalError as error:
        return "refused", tuple(sorted({problem.code for problem in error.problems}))
    shown = result.signature.long.split("|")
    if "CE097" in {problem.code for problem in result.warnings} and asked.get("align") == "auto":
        asked["align"] = "characters"  # what was left to the data, and then done
    for name, value in asked.items():
        if SETTINGS[name].is_signed or value != DEFAULTS[name]:
            assert f"{name.replace('_', '-')}:{value}" in shown
    told = {problem.code for problem in result.warnings} & {"CE041", "CE044", "CE062"}
    scores = tuple((name, *parts.values()) for name, parts in result.scores.items())
    return "told" if told else "scored", scores


def others(setting: str) -> Iterator[tuple[str, str]]:
    """Yield every value of every other setting."""
    for name, values in CHOICES.items():
        if name != setting:
            yield from ((name, value) for value in values)


ACTS_WITH = {"heads": {"match": "head"}}
"""What a setting needs to have any effect."""

IMPOSSIBLE = {
    ("match", "min-span", "min-span-official", "layer", "discourse-deixis"),
    ("unknown_codes", "count", "error", "layer", "discourse-deixis"),
}
"""Values that every file refuses alike under another setting: no format has phrase trees, or type codes, and that layer."""

SAME = {("align", "auto", "characters")}
"""Values that differ in what is said alone: `auto` is `characters` where words differ, and nothing where they do not."""


WHILE_READING = {"unreadable"}
"""Settings that act before there are corpora: see tests/interfaces/test_answers_without_marks.py."""


@pytest.mark.parametrize("setting", [name for name in CHOICES if name not in WHILE_READING])
def test_each_value_has_its_effect_whatever_the_others_are(
    setting: str, material: Mapping[str, Pair]
) -> None:
    """Any two values of a setting differ on some files under every value of every other, or are said to have no effect."""
    ignored = []
    for name, value in others(setting):
        alike = {pair for pair in combinations(CHOICES[setting], 2) if (setting, *pair) not in SAME}
        excused = set()
        for files in material.values():
            values = {each for pair in alike for each in pair}
            asked = ACTS_WITH.get(setting, {}) | {name: value}
            found = {each: outcome(files, **asked, **{setting: each}) for each in values}
            assert all(how != "refused" or set(codes) <= REASONS.keys() for how, codes in found.values())
            excused |= {pair for pair in alike if {found[each][0] for each in pair} == {"told"}}
            alike = {(one, other) for one, other in alike if found[one] == found[other]}
        ignored += [
            f"{setting}={one} is {setting}={other} under {name}={value}"
            for one, other in sorted(alike - excused)
            if (setting, one, other, name, value) not in IMPOSSIBLE
        ]
    assert not ignored, "add files to the material on which they differ, or refuse the combination"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_and_one_setting(preset: str, material: Mapping[str, Pair]) -> None:
    """A preset with one setting changed is that preset's settings with that one changed, spelled out."""
    known = PRESETS[preset].settings
    metrics = [
        PRESETS[preset].metric_parameters.get(name, name) for name in PRESETS[preset].metrics if name != "mor"
    ]
    base = {name: getattr(known, name) for name in (*CHOICES, "window")}
    scored = 0
    for name, values in CHOICES.items():
        for value in values:
            spelled = base | {name: value}
            for pair in ("anaphora", "zeros", "trees"):
                both: list[object] = []
                for how in ({"preset": preset, name: value}, {"preset": "crac24", **spelled}):
                    try:
                        key, response = (_loaded(side, spelled["layer"]) for side in material[pair])
                        result = corefeval.score(key, response, metrics=metrics, **how)
                        shown = result.settings.to_dict()
                        shown.pop("starred", None)  # follows from zeros that were asked for
                        both.append((result.scores, shown))
                        scored += 1
                    except CorefevalError as error:
                        both.append(tuple(problem.code for problem in error.problems))
                assert both[0] == both[1], (name, value, pair)
    assert scored


MODELLED = {
    name: tuple(value for value in CHOICES[name] if value in values)
    for name, values in {
        "match": {"exact", "head", "partial", "craft", "min-span"},
        "singletons": {"keep", "drop"},
        "zeros": {"dependent", "linear", "drop"},
        "split_antecedents": {"keep", "drop"},
        "duplicates": {"error", "first", "keep", "merge"},
        "twinless": {"as-is", "cai-strube", "add-to-key"},
        "verb_phrases": {"keep", "drop"},
        "nested": {"keep", "drop"},
    }.items()
}
"""The settings that the slow road knows."""

RICH = Text(
    (False, False, True, False, False, False, True, False, False, False, True, False),
    (
        Said(((0, 1),), 0, 0, "name"),
        Said(((2, 2),), 1, 0, "pronoun"),
        Said(((3, 3),), 1, 0, "nominal"),
        Said(((4, 4), (7, 7)), 0, 0, "nominal"),
        Said(((6, 6),), 0, 0, "pronoun"),
        Said(((8, 8),), 2, 0, "pronoun"),
        Said(((8, 8),), 3, 0, "pronoun"),
        Said(((9, 9),), 3, 0, "nominal"),
        Said(((10, 10),), 4, 0, "pronoun"),
        Said(((11, 11),), 5, 0, "name"),
    ),
    sets=((4, 0), (4, 1), (2, 5)),
    bridging=((2, 0),),
    phrases=("(NP*", "*)", "", "(VP*)", "(NP*", "*)", "", "*", "(NP*)", "(VP*)", "", "(NP*)"),
)
POOR = Text(
    RICH.zeros,
    (
        Said(((0, 0),), 0, 0, "name"),
        Said(((2, 2),), 1, 0, "pronoun"),
        Said(((3, 3),), 0, 0, "nominal"),
        Said(((4, 4),), 0, 0, "nominal"),
        Said(((5, 5),), 6, 0, "nominal"),
        Said(((7, 8),), 2, 1, "pronoun"),
        Said(((9, 9),), 2, 0, "nominal"),
        Said(((9, 9),), 0, 0, "nominal"),
        Said(((10, 10),), 4, 0, "pronoun"),
    ),
    sets=((4, 0), (2, 1)),
    phrases=("(VP*)", "*", "", "(NP*", "*", "*)", "", "(NP*", "*)", "*", "", "(VP*)"),
)
NESTED = Text(
    (False,) * 12,
    (
        Said(((0, 0),), 0),
        Said(((0, 2),), 0, 1),
        Said(((1, 2),), 1),
        Said(((4, 4),), 0),
        Said(((5, 5),), 1),
        Said(((5, 6),), 2),
        Said(((4, 6),), 1),
        Said(((7, 7),), 2),
        Said(((7, 9),), 2),
        Said(((10, 10),), 3),
        Said(((10, 11),), 3),
        Said(((11, 11),), 2),
    ),
    phrases=("*", "(NP*", "*)", "*", "*", "(VP*", "*)", "(NP*)", "*", "*", "(VP*)", "(NP*)"),
)
SLOW = {
    "rich": ({"d": RICH}, {"d": POOR}),
    "swapped": ({"d": POOR}, {"d": RICH}),
    "two": ({"d": RICH, "e": POOR}, {"d": RICH, "e": RICH}),
    "nested": ({"d": NESTED}, {"d": replace(NESTED, mentions=NESTED.mentions[1:8])}),
    "no trees": ({"d": replace(RICH, phrases=())}, {"d": POOR}),
}


def _compare(key: dict[str, Text], response: dict[str, Text], settings: Settings) -> bool:
    """Hold one combination against the slow road; say whether that knows it."""
    asked: dict[str, Any] = {name: getattr(settings, name) for name in MODELLED}
    try:
        wanted = slow_settings.scores(key, response, settings)
    except slow_settings.Unmodelled:
        return False
    except slow_settings.Refused:
        with pytest.raises(CorefevalError):
            corefeval.score(corpus(key), corpus(response), metrics="bcub", **asked)
        return True
    found = corefeval.score(corpus(key), corpus(response), metrics=list(wanted), **asked).scores
    for metric, parts in wanted.items():
        assert {part: found[metric][part] for part in parts} == pytest.approx(parts), metric
    return True


@pytest.mark.parametrize("texts", SLOW)
def test_pairs_of_settings_mean_what_both_mean(texts: str) -> None:
    """Each pair of values gives what changing the annotation accordingly and scoring it plainly gives."""
    key, response = SLOW[texts]
    compared = 0
    for (one, values), (other, choices) in combinations(MODELLED.items(), 2):
        for value, choice in product(values, choices):
            compared += _compare(key, response, PLAIN.changed({one: value, other: choice}))
    assert compared > 100


@given(
    st.booleans().flatmap(lambda trees: pairs(trees=trees)),
    st.builds(Settings, **{name: st.sampled_from(values) for name, values in MODELLED.items()}),
)
def test_settings_mean_what_they_all_mean(
    texts: tuple[dict[str, Text], dict[str, Text]], settings: Settings
) -> None:
    """Any combination, on any small text: what the slow road gives, or a refusal where it is refused."""
    _compare(*texts, settings)
