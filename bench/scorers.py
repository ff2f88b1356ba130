"""corefeval against the existing scorers: CPU and memory of whole commands, as ratios, on corpora of different sizes.

    python bench/scorers.py [--coval DIR] [--scorch] [--corefud-scorer DIR] [--ua-scorer DIR] [--perl DIR] [--python P]
        [--corpora gum,litbank,ten-million,book,short-book] [--only coval,…] [--limit SECONDS] [--results FILE.json] [--plot FILE.svg]

Scorers are those whose checkouts are named (of the Universal Anaphora scorer its second version, which reads brackets that cross). Each is run between
two runs of ours with the same metrics, one process each, at most three times as long as that takes less than a minute; the least of each side
counts. What takes more CPU than the limit is ended, and its ratio is a lower bound; so is what needs more than three quarters of the memory. What was
measured is kept in the file, so that a run that was cut off goes on where it was. Corpora: GUM (228,000 words) with the output of xrenner; LitBank
(210,000 words in 100 documents) with a response that takes every entity for two, by the sentence; GUM 44 times over (10 million words); a book of a million
words with 15 % noise, and one of 100,000 for those who do not get through it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from corefeval import formats
from corefeval.reports.figure import (
    DARK,
    FONT,
    GAP,
    PALE,
    Figure,
    Line,
    Rectangle,
    Shape,
    Words,
    write_figure,
)
from programs import Spent, compile_ours, spent
from texts import one_document, write_scorch

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
CORPORA = {
    "gum": "GUM",
    "litbank": "LitBank",
    "ten-million": "10 million words",
    "short-book": "book, 100,000 words",
    "book": "book, 1,000,000 words",
}
SCORERS = {
    "coval": "coval",
    "scorch": "scorch",
    "corefud-five": "corefud-scorer, five metrics",
    "corefud-scorer": "corefud-scorer",
    "ua-scorer": "Universal Anaphora scorer",
    "perl": "reference scorer (Perl)",
}
COLOURS = dict(zip(SCORERS, ("#1b6ca8", "#c1440e", "#3a7d44", "#7b4ea3", "#b8860b", "#444444"), strict=True))
TIMES = 44
CHAIN = re.compile(rb"\d+")
SENTENCES = 20
ROUNDS, SHORT = 3, 60.0
"""Scorers are run so many times, as long as that takes no more than so many seconds."""


class Corpora:
    """Pairs of files in the format that a scorer reads, written when they are asked for."""

    def __init__(self, folder: Path, data: Path) -> None:
        self._folder, self._data = folder, data

    def pair(self, name: str, form: str) -> list[str]:
        """Return key and response."""
        if form == "scorch":
            return [self._scorch(name, Path(path)) for path in self.pair(name, "conll")]
        if form == "conllua":
            return [self._converted(Path(path), form) for path in self.pair(name, "conll")]
        if name.isdigit():
            return [str(path) for path in one_document(self._folder, int(name), form)]
        if name in {"book", "short-book"}:
            return self.pair("1000000" if name == "book" else "100000", form)
        if name == "litbank":
            paths = self._litbank()
            return paths if form == "conll" else [self._converted(Path(path), form) for path in paths]
        return [self._gum(side, form, TIMES if name == "ten-million" else 1) for side in ("key", "xrenner")]

    def _gum(self, side: str, form: str, times: int) -> str:
        suffix = "conll" if form == "conll" else "corefud.conllu"
        target = self._folder / f"gum.{times}.{side}.{suffix}"
        if not target.exists():
            text = gzip.decompress((self._data / "gum_pairs" / f"gum.all.{side}.{suffix}.gz").read_bytes())
            begins = b"#begin document (" if form == "conll" else b"# newdoc id = "
            with target.open("wb") as stream:
                for number in range(times):
                    stream.write(text.replace(begins, begins + b"copy%d_" % number))
        return str(target)

    def _litbank(self) -> list[str]:
        paths = [self._folder / "litbank.key.conll", self._folder / "litbank.response.conll"]
        if not paths[0].exists():
            text = gzip.decompress((self._data / "litbank" / "litbank.conll.gz").read_bytes())
            paths[0].write_bytes(text)
            paths[1].write_bytes(split_chains(text))
        return [str(path) for path in paths]

    def _scorch(self, name: str, path: Path) -> str:
        target = self._folder / f"{name}.{path.name}.scorch"
        return str(target if target.exists() else write_scorch(path, target))

    def _converted(self, path: Path, form: str) -> str:
        target = path.with_suffix(f".{form}")
        if not target.exists():
            formats.write(formats.read(path), target, form)
            if form == "conllua":
                target.write_text(with_ids(target.read_text(encoding="utf-8")), encoding="utf-8")
        return str(target)


def split_chains(text: bytes) -> bytes:
    """Return CoNLL-2012 in which every chain is two: one in the first of SENTENCES sentences, one in the next, and so on."""
    found, sentence = [], 0
    for line in text.split(b"\n"):
        sentence += not line.strip()
        head, tab, cell = line.rpartition(b"\t")
        if tab and cell not in {b"-", b"_"} and not line.startswith(b"#"):
            which = sentence // SENTENCES % 2
            cell = CHAIN.sub(lambda match: b"%d" % (2 * int(match[0]) + which), cell)  # noqa: B023 - used at once
        found.append(head + tab + cell)
    return b"\n".join(found)


OPENS_OR_CLOSES = re.compile(r"\([^()]*MarkableID=([^|()]+)[^()]*\)?|\)")


def with_ids(text: str) -> str:
    """Return CoNLL-UA in which every closing bracket has its id: with --allow-boundary-crossing the UA scorer needs it in both files of a pair."""
    found = []
    for line in text.split("\n"):
        cells = line.split("\t")
        if line.startswith("# newdoc"):
            opened: list[str] = []
        elif len(cells) > 10 and cells[10].startswith(")"):
            closing = len(cells[10]) - len(cells[10].lstrip(")"))
            cells[10] = "".join(f"{opened.pop()})" for _ in range(closing)) + cells[10][closing:]
        if len(cells) > 10:
            opened += [
                match[1] for match in OPENS_OR_CLOSES.finditer(cells[10]) if match[1] and match[0][-1] != ")"
            ]
        found.append("\t".join(cells))
    return "\n".join(found)


class Rival(NamedTuple):
    """A scorer at hand.

    Attributes:
        form: the format that it reads.
        command: its command line, before the files.
        behind: its arguments behind them.
        ours: our options for the same metrics.
        folder: where it is run.
    """

    form: str
    command: list[str]
    behind: list[str]
    ours: list[str]
    folder: str | None = None


def rivals(options: argparse.Namespace) -> dict[str, Rival]:
    """Return the scorers at hand."""
    python = options.python
    found: dict[str, Rival] = {}
    if options.coval:
        command = [python, str(options.coval / "scorer.py")]
        found["coval"] = Rival("conll", command, [], ["-m", "mention,muc,bcub,ceafe,lea,conll"])
    if options.scorch:
        command = [python, "-m", "scorch.main"]
        found["scorch"] = Rival("scorch", command, [], ["-m", "muc,bcub,ceafm,ceafe,blanc,conll"])
    if options.corefud_scorer:
        command = [python, str(options.corefud_scorer / "corefud-scorer.py")]
        five = ["-m", "muc", "bcub", "ceafe", "ceafm", "lea"]
        found["corefud-five"] = Rival(
            "corefud", command, five, ["-p", "crac24", "-m", "muc,bcub,ceafe,ceafm,lea,conll"]
        )
        every = ["-p", "crac24", "-m", "muc,bcub,ceafe,ceafm,blanc,lea,mor,zero,conll"]
        found["corefud-scorer"] = Rival("corefud", command, [], every)
    if options.ua_scorer:
        command = [python, str(options.ua_scorer / "ua-scorer.py")]
        six = ["-s", "--allow-boundary-crossing", "-m", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea"]
        found["ua-scorer"] = Rival("conllua", command, six, ["-m", "muc,bcub,ceafe,ceafm,blanc,lea,conll"])
    if options.perl:
        command = ["perl", "-I", str(options.perl / "lib"), str(options.perl / "scorer.pl"), "all"]
        found["perl"] = Rival("conll", command, [], ["-p", "perl"], str(options.perl))
    return found


def ours(pair: Sequence[str], how: Sequence[str]) -> list[str]:
    """Return our command line."""
    return [sys.executable, "-m", "corefeval", "score", *pair, *how, "-q", "--jobs", "1"]


def measured(corpora: Corpora, corpus: str, rival: Rival, limit: float) -> dict[str, Any]:
    """Return the least that we and the other scorer took, in turns."""
    theirs = [*rival.command, *corpora.pair(corpus, rival.form), *rival.behind]
    own = ours(corpora.pair(corpus, "conll" if rival.form == "scorch" else rival.form), rival.ours)
    before = [spent(own)]
    behind: list[Spent] = []
    while len(behind) < ROUNDS and sum(run.cpu for run in behind) + (behind[0].cpu if behind else 0) < SHORT:
        behind.append(spent(theirs, limit, rival.folder))
        before.append(spent(own))
        if behind[-1].status:
            break
    if any(run.status for run in before):
        raise SystemExit(f"{' '.join(own)} ended with {[run.status for run in before]}")
    return {
        "ours": min(before)._asdict(),
        "theirs": min(behind)._asdict(),
        "rounds": len(behind),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Measure, and print a row for each scorer and corpus."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, help="where measurements are kept")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with gum_pairs and litbank")
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--only", default="", help="scorers, comma-separated")
    parser.add_argument("--limit", type=float, default=600, help="seconds of CPU for one run")
    parser.add_argument("--python", default=sys.executable, help="the Python that the other scorers run with")
    parser.add_argument("--scorch", action="store_true", help="scorch is installed")
    parser.add_argument("--plot", help="an .svg file")
    for name in ("coval", "corefud-scorer", "ua-scorer", "perl"):
        parser.add_argument(f"--{name}", type=Path, help=f"checkout of {name}")
    options = parser.parse_args()
    path: Path | None = options.results
    kept: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path and path.exists() else {}
    wanted = options.only.split(",") if options.only else list(SCORERS)
    found = {name: rival for name, rival in rivals(options).items() if name in wanted}
    if not (found or kept):
        print("no other scorer at hand: name a checkout with --coval, --corefud-scorer, --ua-scorer, --perl")
        return
    compile_ours()
    with tempfile.TemporaryDirectory() as folder:
        corpora = Corpora(Path(folder), options.data)
        for rival in found.values():  # a first run, which compiles their modules
            spent([*rival.command, *corpora.pair("100", rival.form), *rival.behind], 60, rival.folder)
        for corpus in options.corpora.split(","):
            for name, rival in found.items():
                label = f"{corpus} | {name}"
                if label in kept:
                    continue
                kept[label] = measured(corpora, corpus, rival, options.limit)
                if path is not None:
                    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
                print(row(label, kept[label]), flush=True)
    print("\n| corpus | scorer | CPU | memory | ours | load |\n|---|---|---|---|---|---|")
    for label in ordered(kept):
        print(row(label, kept[label]))
    if options.plot:
        write_figure(drawn(kept), options.plot)


def ordered(kept: dict[str, dict[str, Any]]) -> list[str]:
    """Return corpora and scorers in our order."""
    known = [f"{corpus} | {scorer}" for corpus in CORPORA for scorer in SCORERS]
    return [label for label in known if label in kept]


def is_through(found: dict[str, Any]) -> bool:
    """Say whether the other scorer came to its end."""
    return Spent(**found["theirs"]).status == 0


def row(label: str, found: dict[str, Any]) -> str:
    """Return what was measured as a row of a table."""
    own, theirs = Spent(**found["ours"]), Spent(**found["theirs"])
    corpus, _, scorer = label.partition(" | ")
    over = "" if is_through(found) else "over "
    ended = "" if is_through(found) else f": ended after {theirs.cpu:.0f} s ({theirs.status})"
    return (
        f"| {CORPORA[corpus]} | {SCORERS[scorer]} | {over}{theirs.cpu / own.cpu:.1f}{ended} "
        f"| {f'{theirs.memory / own.memory:.1f}' if is_through(found) else '–'} | {own.cpu:.2f} s, {own.memory / 1e6:.0f} MB | {found['load']} |"
    )


def drawn(kept: dict[str, dict[str, Any]]) -> Figure:
    """Return the ratios of CPU time and of memory as bars from one, on logarithmic axes; an open end is a lower bound."""
    labels = ordered(kept)
    name, width, gap, line, top = 240.0, 260.0, 60.0, FONT + 6, 62.0
    panels = (("CPU, theirs / ours", "cpu", 1000.0), ("memory, theirs / ours", "memory", 100.0))
    corpora = list(dict.fromkeys(label.partition(" | ")[0] for label in labels))
    height = top + len(labels) * line + len(corpora) * (line + 6)
    shapes: list[Shape] = [
        Words(GAP, 20, "What other scorers take, divided by what corefeval takes", bold=True)
    ]
    for number, (title, _, most) in enumerate(panels):
        left = GAP + name + number * (width + gap)
        shapes.append(Words(left, 42, title))
        for power in range(round(math.log10(most)) + 1):
            x = left + width * power / math.log10(most)
            shapes += [
                Line(x, top - 8, x, height, DARK if power == 0 else PALE),
                Words(x, height + 16, f"{10**power}", "middle"),
            ]
    y = top
    for corpus in corpora:
        y += line + 6
        shapes.append(Words(GAP, y - 6, CORPORA[corpus], bold=True))
        for label in (label for label in labels if label.partition(" | ")[0] == corpus):
            scorer = label.partition(" | ")[2]
            shapes.append(Words(GAP + 12, y + FONT + 1, SCORERS[scorer]))
            for number, (_, what, most) in enumerate(panels):
                if what == "memory" and not is_through(kept[label]):
                    continue
                ratio = kept[label]["theirs"][what] / kept[label]["ours"][what]
                left = GAP + name + number * (width + gap)
                end = left + width * min(max(math.log10(ratio) / math.log10(most), -0.05), 1.0)
                shapes.append(Rectangle(min(left, end), y + 4, abs(end - left), line - 8, COLOURS[scorer]))
                shown = f"{ratio:.{1 if ratio < 10 else 0}f}"
                if not is_through(kept[label]):
                    shown = f"> {math.floor(ratio)}"
                shapes.append(Words(max(end, left) + 6, y + FONT + 1, shown))
            y += line
    return Figure(
        GAP + name + 2 * (width + gap) + GAP,
        height + 16 + GAP,
        "Other scorers against corefeval",
        "CPU seconds and memory of whole commands, theirs divided by ours, on a logarithmic scale; > where a program was ended.",
        tuple(shapes),
    )


if __name__ == "__main__":
    main()
