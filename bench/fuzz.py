"""Broken and odd inputs through every format, command and setting, for as long as one likes.

    python bench/fuzz.py [--seconds S] [--count N] [--seed N] [--only CLASS,…] [--keep FOLDER]

Each input is a pair of small texts of ours, mutated by its own number, so `--seed N --count 1` repeats input N. Every
input goes through these classes:

    traceback   a command ends with a result or a problem, never with a Python error
    bounds      every score lies in 0..1, and a file against itself scores 1, or nothing is defined
    agreement   `validate` finds an error exactly where the file cannot be read to be scored
    round trip  what is written can be read; it scores the same, or what was lost was said
    place       the text that a problem shows stands on its line, at its column
    order       the order of documents changes neither scores nor bytes
    time        no input of a few kilobytes takes longer than LIMIT seconds

Findings are printed by class with the number of the first input that shows them, and kept as files with --keep. Exit
status 1 if there is one.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

import corefeval
from corefeval import formats
from corefeval.choices import CHOICES
from corefeval.cli import group
from corefeval.corpus.corpus import Corpus
from corefeval.problems import CorefevalError, Problem, Severity
from corefeval.validation import validate

LIMIT = 3.0
"""Seconds of CPU above which one command on one small input is told."""
REPEATED = 20_000
"""How often a piece is repeated now and then, to see what grows faster than the input."""
METRICS = ("muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "conll", "mention", "mor", "zero", "all")
TOLERANCE = 1e-9
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

CONLL = (
    (
        "#begin document (a); part 000\n"
        "a\t0\t0\tAda\tNN\t*\t-\t-\t-\t-\t*\t(0)\na\t0\t1\tmet\tNN\t*\t-\t-\t-\t-\t*\t-\n"
        "a\t0\t2\ther\tNN\t*\t-\t-\t-\t-\t*\t(0)|(1\na\t0\t3\tdog\tNN\t*\t-\t-\t-\t-\t*\t1)\n\n"
        "a\t0\t0\tIt\tNN\t*\t-\t-\t-\t-\t*\t(1)\na\t0\t1\trån\tNN\t*\t-\t-\t-\t-\t*\t-\n\n#end document\n"
        "#begin document (b); part 001\nb\t1\t0\tHe\tNN\t*\t-\t-\t-\t-\t*\t(3)\nb\t1\t1\twon\tNN\t*\t-\t-\t-\t-\t*\t-\n\n"
        "#end document\n"
    ),
    (
        "#begin document (a); part 000\n"
        "a\t0\t0\tAda\tNN\t*\t-\t-\t-\t-\t*\t(0a\na\t0\t1\tmet\tNN\t*\t-\t-\t-\t-\t*\t0a)\n"
        "a\t0\t2\ther\tNN\t*\t-\t-\t-\t-\t*\t(0)|(1\na\t0\t3\tdog\tNN\t*\t-\t-\t-\t-\t*\t1)|(0a)\n\n"
        "a\t0\t0\tIt\tNN\t*\t-\t-\t-\t-\t*\t(1)|(1)\na\t0\t1\trån\tNN\t*\t-\t-\t-\t-\t*\t(2)\n\n#end document\n"
        "#begin document (b); part 001\nb\t1\t0\tHe\tNN\t*\t-\t-\t-\t-\t*\t(3\nb\t1\t1\twon\tNN\t*\t-\t-\t-\t-\t*\t3)\n\n"
        "#end document\n"
    ),
)
BLANKS = tuple(re.sub(r"\t", "  ", text) for text in CONLL)
COREFUD = (
    (
        "# global.Entity = eid-etype-head-other\n# newdoc id = a\n# sent_id = 1\n"
        "1\tAda\tAda\tPROPN\tNN\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)\n2\tmet\tmeet\tVERB\tVB\t_\t0\troot\t_\t_\n"
        "2.1\t_\t_\tPRON\t_\t_\t_\t_\t2:nsubj\tEntity=(e1-person-1-)\n"
        "3\ther\tshe\tPRON\tPRP\t_\t4\tnmod\t_\tEntity=(e2-animal-2-(e1-person-1-)|Bridge=e1<e2:part\n"
        "4\tdøg\tdog\tNOUN\tNN\t_\t2\tobj\t_\tEntity=e2)|SpaceAfter=No\n5-6\ttheys\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "5\tthey\tthey\tPRON\tPRP\t_\t2\tdep\t_\tEntity=(e3-x-1-)|SplitAnte=e1<e3,e2<e3\n"
        "6\tit\tit\tPRON\tPRP\t_\t2\tdep\t_\tEntity=(e2-animal-1-)\n\n"
        "# newdoc id = b\n# sent_id = 2\n1\tBo\tBo\tPROPN\tNN\t_\t0\troot\t_\tEntity=(e1--1)\n\n"
    ),
    (
        "# global.Entity = eid-etype-head-other\n# newdoc id = a\n# sent_id = 1\n"
        "1\tAda\tAda\tPROPN\tNN\t_\t2\tnsubj\t_\tEntity=(e1[1/2]-person-1-)\n2\tmet\tmeet\tVERB\tVB\t_\t0\troot\t_\t_\n"
        "2.1\t_\t_\tPRON\t_\t_\t_\t_\t2:nsubj\tEntity=(e2-person-1-)\n"
        "3\ther\tshe\tPRON\tPRP\t_\t4\tnmod\t_\tEntity=(e1[2/2])\n"
        "4\tdøg\tdog\tNOUN\tNN\t_\t2\tobj\t_\tEntity=(e4-x-1-)|SpaceAfter=No\n5-6\ttheys\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "5\tthey\tthey\tPRON\tPRP\t_\t2\tdep\t_\tEntity=(e1-x-1-(e2-x-2-\n"
        "6\tit\tit\tPRON\tPRP\t_\t2\tdep\t_\tEntity=e2)e1)\n\n"
        "# newdoc id = b\n# sent_id = 2\n1\tBo\tBo\tPROPN\tNN\t_\t0\troot\t_\tEntity=(e1--1)\n\n"
    ),
)
_NONE = "\t_\t_\t_\t_\t_\t_\t_\t_"
CONLLUA = (
    (
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
        "REFERENCE NOM_SEM\n# newdoc id = a\n# sent_id = a-1\n"
        f"1\tAda{_NONE}\t(EntityID=1|MarkableID=markable_1|Min=1|SemType=dn)\t_\t_\t_\t_\n"
        f"2\tmet{_NONE}\t_\t_\t(EntityID=1-DD|MarkableID=dd_1|Min=2)\t_\t_\n"
        f"3\ther{_NONE}\t(EntityID=1|MarkableID=markable_2|Min=3|SemType=dn)(EntityID=2|MarkableID=markable_3|Min=3,4"
        "|SemType=dn\t(MarkableID=markable_3|Rel=poss|MentionAnchor=markable_1|EntityAnchor=1)\t_\t_\t_\n"
        f"4\tdøg{_NONE}\t)\t_\t_\t_\t_\n"
        f"5\tthey{_NONE}\t(EntityID=3|MarkableID=markable_4|Min=5|SemType=dn|ElementOf=4)\t_\t_\t_\t_\n"
        f"6\tit{_NONE}\t(EntityID=4|MarkableID=markable_5|Min=6|SemType=dn)\t_\t_\t_\t_\n\n"
    ),
    (
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
        "REFERENCE NOM_SEM\n# newdoc id = a\n# sent_id = a-1\n"
        f"1\tAda{_NONE}\t(EntityID=1|MarkableID=m1|Min=1|SemType=dn\t_\t_\t_\t_\n"
        f"2\tmet{_NONE}\t(EntityID=5-Pseudo|MarkableID=m2|Min=2\t_\t_\t_\t_\n"
        f"3\ther{_NONE}\tm1)m2)(EntityID=1|MarkableID=m3|Min=3|SemType=dn)\t_\t_\t_\t_\n4\tdøg{_NONE}\t_\t_\t_\t_\t_\n"
        f"5\tthey{_NONE}\t(EntityID=1|MarkableID=m3|Min=3|SemType=dn)\t_\t_\t_\t_\n6\tit{_NONE}\t_\t_\t_\t_\t_\n\n"
    ),
)
JSON = (
    (
        '{"doc_key": "a", "sentences": [["Ada", "met", "her", "døg"], ["They", "ran"]], '
        '"clusters": [[[0, 0], [2, 2]], [[2, 3]], [[4, 4]]], "split_antecedents": [[2, 0], [2, 1]]}\n'
        '{"doc_key": "b", "sentences": [["Bo", "left", "her", "."]], "clusters": [[[0, 1], [3, 3]]]}\n'
    ),
    (
        '{"doc_key": "a", "sentences": [["Ada", "met", "her", "døg"], ["They", "ran"]], '
        '"clusters": [[[0, 0], [0, 0]], [[[0, 0], [2, 3]]], [[1, 4], [2, 5]]], "cluster_ids": ["x", "y", "z"], '
        '"mentions": [{"span": [0, 0], "cluster": 0, "head": 0, "etype": "person"}]}\n'
        '{"doc_key": "b", "sentences": [["Bo", "left", "her", "."]], "clusters": [[[0, 1], [3, 3]], []]}\n'
    ),
)
FLAT = (
    '{"document_id": "a", "tokens": ["Ada", "met", "her", "døg"], "predicted_clusters": [[[0, 1], [2, 3]], [[2, 4]]]}\n',
    '{"document_id": "a", "tokens": ["Ada", "met", "her", "døg"], "predicted_clusters": [[[0, 1]], [[3, 4], [2, 3]]]}\n',
)
_LEX = '{"seg": [[0, 3], [4, 3], [8, 3], [12, 3]], "s": [[0, 15]]}'


def _nkas(links: str) -> str:
    layers = [("lex", _LEX), ("manualCoreferences", links)]
    return json.dumps(
        {
            "id": 7,
            "name": "a",
            "content": "Ada met her dog",
            "annotationLayers": [{"type": name, "version": 1, "content": text} for name, text in layers],
        }
    )


NKAS = (
    _nkas('{"coreferences": [{"Referant": [8, 3], "Mentions": [[0, 3]], "Type": "Apas"}]}'),
    _nkas(
        '{"coreferences": [{"Referant": [8, 3], "Mentions": [[0, 3]], "Type": "Apas"}, '
        '{"Referant": [12, 3], "Mentions": [[0, 3], [8, 2]], "Type": "Apag"}]}'
    ),
)
TEXTS = {
    "conll2012": CONLL,
    "blanks": BLANKS,
    "corefud": COREFUD,
    "conllua": CONLLUA,
    "jsonlines": JSON,
    "flat": FLAT,
    "nkas": NKAS,
}
WRITTEN = ("conll2012", "corefud", "conllua", "jsonlines")

BITS = [
    *(
        "(",
        ")",
        "|",
        "-",
        "_",
        "*",
        "\t",
        "\n",
        "\r\n",
        "\r",
        " ",
        "#",
        "=",
        ",",
        ":",
        "<",
        "[",
        "]",
        "{",
        "}",
        '"',
        "\\",
    ),
    *(
        "(0",
        "0)",
        "(0)",
        "(e1",
        "e1)",
        "(e1[1/2]",
        "e1[2/2])",
        "(e1[2/1])",
        "(0a",
        "0a)",
        "0",
        "1",
        "-1",
        "1.5",
        "2.1",
    ),
    *(
        "0.1",
        "9" * 5000,
        "99999999999999999999",
        "1-2",
        "\x0b",
        "\x0c",
        "\x85",
        "\u2028",
        "\xa0",
        "\u200b",
        "\ufeff",
    ),
    *(
        "\0",
        "\x1b[31m",
        "\x1b]0;x\x07",
        "[/b]",
        "[red]x[/red]",
        "😀",
        "e\u0301",
        "null",
        "[]",
        "{}",
        "[[0, 0], [0, 0]]",
    ),
    *(
        "[0, 1]",
        "[[[0, 0]]]",
        "true",
        "1e400",
        "1.0",
        '"\\ud800"',
        '"\\u0000"',
        '"\\n"',
        '""',
        "Entity=",
        "Bridge=e1<e2",
    ),
    *(
        "SplitAnte=e1<e3,e2<e3",
        "SplitAnte=e9<e3",
        "Entity=(e1-person-1-)",
        "Min=1",
        "Min=9",
        "ElementOf=1",
        "Head=2",
    ),
    *(
        "# newdoc id = a\n",
        "# newdoc\n",
        "# global.Entity = eid\n",
        "# global.Entity = eid-head-minspan\n",
        "#end document\n",
    ),
    *(
        "#begin document (a); part 000\n",
        "#begin document (c); part 001\n",
        "# global.columns = ID FORM IDENTITY\n",
    ),
    *(
        '"doc_key": "a"',
        '"offsets": "exclusive"',
        '"text": "Ada met her dog"',
        '"empty": [[0, 1]]',
        '"nonreferring": [0]',
    ),
]
"""What is put into texts, besides pieces of the texts themselves."""


class Found(Exception):  # noqa: N818 - a finding, not an error
    """A property does not hold."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind, self.what = kind, what
        super().__init__(f"{kind}: {what}")


# Mutations


def mutated(text: str, draw: random.Random) -> bytes:
    """Return the text with one to four mutations; most of them keep it a text of its format."""
    data = text
    for _ in range(draw.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        data = draw.choice((_lines, _lines, _cells, _cells, _characters, _characters, _values, _values))(
            data, draw
        )
    raw = data.encode("utf-8", "surrogatepass")
    if not draw.randrange(25) and raw:
        at = draw.randrange(len(raw))
        raw = raw[:at] + bytes([draw.randrange(256)]) + raw[at + draw.randrange(2) :]
    if not draw.randrange(30):
        raw = raw[: draw.randrange(len(raw) + 1)]
    return raw


def _lines(text: str, draw: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[at].rstrip("\n")
        case _:
            lines[at] = lines[at].replace("\n", "\r\n")
    return "".join(lines)


def _cells(text: str, draw: random.Random) -> str:
    """Swap, empty, repeat or replace a cell: what stands between tabs, bars, commas and quotes."""
    cells = re.split(r"([\t|,\n\"]+)", text)
    at, other = (2 * draw.randrange((len(cells) + 1) // 2) for _ in range(2))
    match draw.randrange(5):
        case 0:
            cells[at], cells[other] = cells[other], cells[at]
        case 1:
            cells[at] = draw.choice(("", "_", "-"))
        case 2:
            cells[at] += cells[other]
        case 3:
            cells[at] = draw.choice(BITS)
        case _:
            cells[at] = cells[at] + draw.choice(BITS)
    return "".join(cells)


def _characters(text: str, draw: random.Random) -> str:
    at = draw.randrange(len(text) + 1)
    size = draw.choice((0, 0, 1, 1, 2, 5, 20))
    return text[:at] + draw.choice(("", draw.choice(BITS), text[at : at + size] * 2)) + text[at + size :]


def _values(text: str, draw: random.Random) -> str:
    """Change a number, or of JSON a value anywhere in the tree."""
    if text.lstrip().startswith("{"):
        lines = text.splitlines()
        at = draw.randrange(len(lines))
        with contextlib.suppress(ValueError, RecursionError):
            tree = json.loads(lines[at])
            _graft(tree, draw)
            lines[at] = json.dumps(tree, ensure_ascii=bool(draw.randrange(2)))
        return "\n".join(lines) + "\n"
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = draw.choice(numbers)
    new = draw.choice((str(int(found[0][:9]) + draw.choice((-1, 1))), "0", "", "99", draw.choice(numbers)[0]))
    return text[: found.start()] + new + text[found.end() :]


def _graft(tree: Any, draw: random.Random) -> None:
    """Replace, drop, repeat or swap something inside lists and objects."""
    if not isinstance(tree, dict | list):
        return
    nodes = [tree]
    for node in nodes:
        nodes.extend(
            value
            for value in (node.values() if isinstance(node, dict) else node)
            if isinstance(value, dict | list) and value
        )
    node = draw.choice(nodes)
    places: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
    if not places:
        return
    at, other = draw.choice(places), draw.choice(places)
    values: tuple[Any, ...] = (
        None,
        0,
        1,
        2,
        5,
        -1,
        2**63,
        1.5,
        "",
        "a",
        "x\ny",
        "\0",
        "\t",
        True,
        [],
        {},
        [0, 0],
        [[0, 0], [2, 2]],
    )
    match draw.randrange(5):
        case 0:
            node[at] = draw.choice(values)
        case 1:
            del node[at]
        case 2:
            node[at], node[other] = node[other], node[at]
        case 3 if isinstance(node, list):
            node.insert(at, node[other])
        case _:
            node[at] = node[other]


def repeated(text: str, draw: random.Random) -> bytes:
    """Return the text with one short piece of it repeated very often, in its place."""
    at = draw.randrange(len(text) + 1)
    piece = draw.choice((text[at : at + draw.randrange(1, 12)], draw.choice(BITS)[:20]))
    return (text[:at] + piece * (REPEATED // max(1, len(piece) // 3)) + text[at:]).encode(
        "utf-8", "surrogatepass"
    )


# Properties


class Input:
    """A key and a response on the disk, and settings."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number = number
        self.draw = draw = random.Random(number)
        self.folder = folder
        self.kind = draw.choice(tuple(TEXTS))
        key, response = TEXTS[self.kind]
        if draw.randrange(3):
            key, response = draw.choice((key, response)), draw.choice((key, response))
        self.is_large = not draw.randrange(40)
        change = repeated if self.is_large else mutated
        self.texts = (key.encode() if draw.randrange(3) else mutated(key, draw), change(response, draw))
        self.key, self.response = folder / "key", folder / "response"
        for path, text in zip((self.key, self.response), self.texts, strict=True):
            path.write_bytes(text)
        self.settings = {
            name: draw.choice(values)
            for name, values in CHOICES.items()
            if name != "layer" and not draw.randrange(3)
        }
        self.preset = draw.choice((None, None, None, "conll12", "crac22", "crac24", "perl", "crac18"))
        self.metrics = draw.choice(METRICS)
        has_offsets = self.kind in {"jsonlines", "flat"}
        self.offsets = draw.choice(("", "inclusive", "exclusive")) if has_offsets else ""

    def options(self) -> list[str]:
        """Return the settings as options of the command line."""
        found = [
            f"--{name.replace('_', '-')}={value}"
            for name, value in self.settings.items()
            if name != "undefined"
        ]
        found += [] if self.preset is None else ["-p", self.preset]
        if self.offsets:
            found += ["--key-offsets", self.offsets, "--response-offsets", self.offsets]
        return found

    def keywords(self) -> dict[str, Any]:
        """Return the settings as keywords of score()."""
        return {
            "metrics": self.metrics,
            "preset": self.preset,
            **self.settings,
            "key_offsets": self.offsets,
            "response_offsets": self.offsets,
        }

    def read(self, path: Path) -> Corpus:
        """Return the corpus of one of the files."""
        return formats.read(path, offsets=self.offsets)


def run(*arguments: str) -> str:
    """Run a command of corefeval in this process and return what it printed."""
    out, err = (
        io.TextIOWrapper(io.BytesIO(), "utf-8", "replace"),
        io.TextIOWrapper(io.BytesIO(), "utf-8", "replace"),
    )
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        with contextlib.suppress(click.ClickException, click.exceptions.Exit, CorefevalError):
            group.main(list(arguments), prog_name="corefeval", standalone_mode=False)
        out.flush()
        err.flush()
    shown = (out.buffer.getvalue() + err.buffer.getvalue()).decode()
    return str(shown)


def commands(given: Input) -> list[list[str]]:
    """Return the commands an input goes through: two of them, so that many inputs can be tried."""
    draw, pair, target = given.draw, [str(given.key), str(given.response)], str(given.folder / "out")
    offsets = ["--offsets", given.offsets] if given.offsets else []
    measure = ["-m", given.metrics]
    kind = draw.choice(("table", "json", "csv", "markdown", "latex"))
    every = [
        [
            "score",
            *pair,
            *given.options(),
            *measure,
            "-f",
            kind,
            *draw.choice(([], ["--per-document"], ["--average", "macro"])),
        ],
        ["score", *pair, *given.options(), "--by", draw.choice(("type", "length", "genre", "distance"))],
        ["score", *pair, *given.options(), "--for", "all"],
        ["validate", pair[1], *offsets, *draw.choice(([], ["--key", pair[0]], ["--fix", target]))],
        ["validate", pair[1], *offsets, "-f", "json"],
        ["convert", pair[1], target, "--to", draw.choice(WRITTEN), *offsets],
        [
            "explain",
            *pair,
            *given.options(),
            "-m",
            draw.choice(("conll", "lea", "muc")),
            "-f",
            draw.choice(("table", "json")),
        ],
        ["report", *pair, *given.options(), "-o", target + ".html"],
        ["compare", *pair, pair[1], *given.options(), *measure],
    ]
    return draw.sample(every, 2)


def never_a_traceback(given: Input) -> None:
    """Run commands; whatever they raise is a finding, and so are control sequences on the terminal."""
    for arguments in commands(given):
        began = time.process_time()
        shown = run(*arguments)
        spent = time.process_time() - began
        if spent > LIMIT:
            raise Found("time", f"{arguments[0]} took {spent:.0f} s")
        if found := "csv" not in arguments and CONTROL.search(shown):
            raise Found("terminal", f"{arguments[0]} printed {found[0]!r}")


def within_bounds(given: Input) -> None:
    """Score, and score the response against itself."""
    result = corefeval.score(given.key, given.response, **given.keywords())
    if not any(problem.code == "CE063" for problem in result.warnings):
        _bounded(result.scores)
    if given.settings.get("duplicates") not in {"error", "first", "merge"}:
        return
    itself = corefeval.score(given.response, given.response, **{**given.keywords(), "undefined": "null"})
    for name, parts in itself.scores.items():
        value = parts.get("f1")
        if value is not None and abs(value - 1) > TOLERANCE:
            raise Found("self", f"{name} of a file against itself is {value}")


def _bounded(scores: dict[str, dict[str, float | None]]) -> None:
    for name, parts in scores.items():
        for part, value in parts.items():
            if (
                value is not None
                and not -TOLERANCE <= value <= 1 + TOLERANCE
                and part in {"recall", "precision", "f1"}
            ):
                raise Found("bounds", f"{part} of {name} is {value}")


def agreeing(given: Input) -> None:
    """Hold validate against reading; faults of a part that only some settings need are told with the corpus."""
    found = validate(given.response, offsets=given.offsets)
    try:
        corpus = given.read(given.response)
        _ = corpus.relations
        faults = [problem.code for problem in corpus.problems if problem.severity is Severity.ERROR]
        told = "CE012" if len(set(corpus.names)) < len(corpus.names) else "".join(faults[:1])
    except CorefevalError as error:
        told = error.problems[0].code
    if bool(told) != bool(found.errors):
        said = sorted({problem.code for problem in found.errors})
        raise Found("agreement", f"reading says {told or 'nothing'}, validate {said or 'nothing'}")


def in_place(given: Input) -> None:
    """Look for the text of each problem at its place in the file."""
    lines = {
        str(path): text.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
        for path, text in zip((given.key, given.response), given.texts, strict=True)
    }
    for problem in validate(given.response, offsets=given.offsets).problems:
        _stands(problem, lines)


ELSEWHERE = {"CE030", "CE056", "CE012", "CE045"}
"""Problems whose text is that of a mention or a name: it may go over several lines, or be written otherwise."""


def _stands(problem: Problem, lines: dict[str, list[str]]) -> None:
    place = problem.place
    if not place.file:
        if problem.code not in {"CE044", "CE050", "CE051", "CE013"}:
            raise Found("place", f"{problem.code} has no file")
        return
    if place.line > len(lines[place.file]):
        raise Found("place", f"{problem.code}: line {place.line} of {len(lines[place.file])}")
    if not place.line or problem.code in ELSEWHERE:
        return
    line = lines[place.file][place.line - 1]
    if place.column > len(line) + 1:
        raise Found("place", f"{problem.code}: column {place.column} of a line of {len(line)}")
    if problem.text and place.column and not line.startswith(problem.text, place.column - 1):
        raise Found("place", f"{problem.code}: its text is not at its column ({problem.message[:40]})")
    if problem.text and not place.column and problem.text not in line:
        raise Found("place", f"{problem.code}: its text is not on its line ({problem.message[:40]})")


def round_trip(given: Input) -> None:
    """Write both sides in another format, read them and score again."""
    key, response = given.read(given.key), given.read(given.response)
    to = given.draw.choice(WRITTEN)
    paths = given.folder / "key2", given.folder / "response2"
    lost = [
        problem
        for corpus, path in zip((key, response), paths, strict=True)
        for problem in formats.write(corpus, path, to)
    ]
    try:
        again = [formats.read(path, to) for path in paths]
    except CorefevalError as error:
        raise Found(
            "round trip",
            f"{key.format} to {to} cannot be read: {error.problems[0].code} {error.problems[0].message[:60]}",
        ) from None
    if lost:
        return
    options = {**given.keywords(), "key_offsets": "", "response_offsets": ""}
    options["preset"] = options["preset"] or "conll12"
    before, after = (_outcome(one, other, options) for one, other in ((key, response), again))
    if given.metrics == "all" and isinstance(before, dict) and isinstance(after, dict):
        # another file may have what more metrics need, or columns that say nothing
        common = {name for name, _ in before} & {name for name, _ in after}
        before, after = (
            {key: value for key, value in side.items() if key[0] in common} for side in (before, after)
        )
    if before != after:
        raise Found("round trip", f"{key.format} to {to}: {_difference(before, after)}")


def _outcome(key: Corpus, response: Corpus, options: dict[str, Any]) -> Any:
    try:
        result = corefeval.score(key, response, **options)
    except CorefevalError as error:
        return sorted({problem.code for problem in error.problems})
    return {
        (name, part): None if value is None else round(value, 9)
        for name, parts in result.scores.items()
        for part, value in parts.items()
    }


def _difference(before: Any, after: Any) -> str:
    if not isinstance(before, dict) or not isinstance(after, dict):
        shown = [one if isinstance(one, list) else "scores" for one in (before, after)]
        return f"{shown[0]} became {shown[1]}"
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return f"{changed[:2]} changed"


def in_any_order(given: Input) -> None:
    """Turn the documents of both sides round; scores stay, to the last bit."""
    key, response = given.read(given.key), given.read(given.response)
    if len(key.names) < 2 or len(set(key.names)) < len(key.names):
        return
    options = {**given.keywords(), "key_offsets": "", "response_offsets": ""}
    try:
        before = corefeval.score(key, response, **options)
    except CorefevalError:
        return
    turned = [
        side.select_documents(corefeval.arrays.integers(reversed(range(len(side.names)))))
        for side in (key, response)
    ]
    after = corefeval.score(*turned, **options)
    if before.scores != after.scores:
        raise Found("order", "scores change with the order of the documents")


PROPERTIES: dict[str, Callable[[Input], None]] = {
    "traceback": never_a_traceback,
    "bounds": within_bounds,
    "agreement": agreeing,
    "place": in_place,
    "round trip": round_trip,
    "order": in_any_order,
}


def findings(number: int, folder: Path, wanted: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what does not hold for one input."""
    given = Input(number, folder)
    for name, check in PROPERTIES.items():
        if wanted and name not in wanted:
            continue
        if given.is_large and name not in {"traceback", "agreement"}:
            continue
        given.draw = random.Random(f"{number} {name}")
        try:
            check(given)
        except CorefevalError:
            continue
        except Found as found:
            yield found.kind, found.what
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            frames = [
                frame
                for frame in traceback.extract_tb(error.__traceback__)
                if "corefeval/src" in frame.filename or "/corefeval/" in frame.filename
            ]
            where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
            yield "traceback", f"{type(error).__name__} at {where} ({name})"


def main() -> int:
    """Try inputs until the time or the count is over, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    warnings.simplefilter("error")
    os.environ.setdefault("COLUMNS", "100")
    wanted = {name.strip() for name in arguments.only.split(",") if name.strip()}
    found: Counter[tuple[str, str]] = Counter()
    began = time.monotonic()
    number = arguments.seed
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while (not arguments.count or number < arguments.seed + arguments.count) and (
            arguments.count or time.monotonic() - began < arguments.seconds
        ):
            for finding in findings(number, folder, wanted):
                if finding not in found:
                    print(f"input {number}: {finding[0]}: {finding[1]}", flush=True)
                    if arguments.keep:
                        arguments.keep.mkdir(parents=True, exist_ok=True)
                        for side in ("key", "response"):
                            text = (folder / side).read_bytes()
                            (arguments.keep / f"{number}.{side}").write_bytes(text)
                found[finding] += 1
            number += 1
    tried = number - arguments.seed
    print(
        f"{tried} inputs from {arguments.seed}, {time.monotonic() - began:.0f} s, {sum(found.values())} findings"
    )
    for (kind, what), count in sorted(found.items(), key=lambda item: (item[0][0], -item[1])):
        print(f"  {count:6} {kind}: {what}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
