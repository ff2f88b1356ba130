"""corefeval against the existing scorers: CPU and memory of whole commands, as ratios, on corpora of different sizes.

    python bench/scorers.py --results FILE.json --coval DIR --scorch --corefud-scorer DIR --ua-scorer DIR --perl DIR
        [--corpora gum,litbank,ten-million,book] [--only coval,…] [--limit SECONDS] [--python P]

Scorers are those whose checkouts are named. Each is run once, in turns with two runs of ours with the same metrics before it and behind it, of
which the lesser counts. What takes longer than the limit, or more memory than the machine has, is reported as such. What was measured is kept in the
file, so that a run that was cut off goes on where it was. Corpora: GUM (228,000 words) with the output of xrenner; LitBank (210,000 words in 100
documents) with a response that takes every entity for two, by the sentence; GUM 44 times over (10 million words); a book of a million words with 15 %
noise, and one of 100,000 for those who do not get through it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from texts import one_document, write_scorch

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
CORPORA = ("gum", "litbank", "ten-million", "book", "short-book")
TIMES = 44
CHAIN = re.compile(rb"\d+")
SENTENCES = 20


class Corpora:
    """Pairs of files in the format that a scorer reads, written when they are asked for."""

    def __init__(self, folder: Path, data: Path) -> None:
        self._folder, self._data = folder, data

    def pair(self, name: str, form: str) -> list[str] | None:
        """Return key and response, None if there is none in this format."""
        if form == "scorch":
            conll = self.pair(name, "conll")
            return None if conll is None else [self._scorch(name, Path(path)) for path in conll]
        if form == "conllua":
            conll = self.pair(name, "conll")
            return None if conll is None else [self._converted(Path(path)) for path in conll]
        if name in {"book", "short-book"}:
            tokens = 1_000_000 if name == "book" else 100_000
            return [str(path) for path in one_document(self._folder, tokens, form)]
        if name == "litbank":
            return self._litbank() if form == "conll" else None
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

    def _converted(self, path: Path) -> str:
        target = path.with_suffix(".conllua")
        if not target.exists():
            from corefeval import formats  # noqa: PLC0415 - only where it is asked for

            formats.write(formats.read(path), target, "conllua")
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


RUNNER = """
import json, os, resource, subprocess, sys, time
command, limit, folder, room = json.loads(sys.argv[1])
def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
nowhere = subprocess.DEVNULL
process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere, cwd=folder, preexec_fn=bounded)
began, status = time.monotonic(), None
while status is None:
    pid, code, used = os.wait4(process.pid, os.WNOHANG)
    if pid:
        status = os.waitstatus_to_exitcode(code)
    elif time.monotonic() - began > limit:
        process.kill()
        used, status = os.wait4(process.pid, 0)[2], -9
    else:
        time.sleep(0.05)
cpu, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
print(json.dumps({"cpu": cpu, "memory": memory, "status": status}))
"""
"""A small program that runs another one: the memory of a process counts from that of the one that started it."""


def spent(command: Sequence[str], limit: float, folder: str | None = None) -> dict[str, Any]:
    """Run a command to its end, and return CPU seconds, memory and its status, -9 where it did not come to it in time."""
    room = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    asked = json.dumps([list(command), limit, folder, room])
    done = subprocess.run(
        [sys.executable, "-S", "-c", RUNNER, asked], check=True, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rivals(options: argparse.Namespace) -> dict[str, tuple[str, list[str], list[str], str | None]]:
    """Return for each scorer at hand its format, its command, our options for the same metrics, and where it is run."""
    python = options.python
    found: dict[str, tuple[str, list[str], list[str], str | None]] = {}
    if options.coval:
        found["coval"] = ("conll", [python, str(options.coval / "scorer.py")], [], None)
    if options.scorch:
        found["scorch"] = (
            "scorch",
            [python, "-m", "scorch.main"],
            ["-m", "muc,bcub,ceafm,ceafe,blanc"],
            None,
        )
    if options.corefud_scorer:
        command = [python, str(options.corefud_scorer / "corefud-scorer.py")]
        found["corefud-scorer"] = ("corefud", command, ["-p", "crac24"], None)
    if options.ua_scorer:
        command = [python, str(options.ua_scorer / "ua-scorer.py")]
        found["ua-scorer"] = ("conllua", command, ["-p", "crac22"], None)
    if options.perl:
        found["perl"] = (
            "conll",
            ["perl", "-I", str(options.perl / "lib"), str(options.perl / "scorer.pl"), "all"],
            ["-p", "perl"],
            str(options.perl),
        )
    return found


def main() -> None:
    """Measure, and print a row for each scorer and corpus."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, required=True, help="where measurements are kept")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with gum_pairs and litbank")
    parser.add_argument("--corpora", default="gum,litbank,book,short-book")
    parser.add_argument("--only", default="", help="scorers, comma-separated")
    parser.add_argument("--limit", type=float, default=1800, help="seconds of wall time for one run")
    parser.add_argument("--python", default=sys.executable, help="the Python that the other scorers run with")
    parser.add_argument("--scorch", action="store_true", help="scorch is installed")
    for name in ("coval", "corefud-scorer", "ua-scorer", "perl"):
        parser.add_argument(f"--{name}", type=Path, help=f"checkout of {name}")
    options = parser.parse_args()
    kept: dict[str, Any] = json.loads(options.results.read_text()) if options.results.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        corpora = Corpora(Path(folder), options.data)
        for corpus in options.corpora.split(","):
            for name, (form, command, how, where) in rivals(options).items():
                label = f"{corpus} | {name}"
                if label in kept or (options.only and name not in options.only.split(",")):
                    continue
                theirs = corpora.pair(corpus, form)
                ours = corpora.pair(corpus, "conll" if form == "scorch" else form)
                if theirs is None or ours is None:
                    continue
                own = [sys.executable, "-m", "corefeval", "score", *ours, *how, "-q", "--jobs", "1"]
                runs = [spent(own, options.limit), spent([*command, *theirs], options.limit, where)]
                runs.append(spent(own, options.limit))
                kept[label] = {
                    "ours": min(runs[::2], key=lambda run: run["cpu"]),
                    "theirs": runs[1],
                    "load": os.getloadavg()[0],
                }
                options.results.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
                print(_row(label, kept[label]), flush=True)
    print("\n| corpus | scorer | CPU, theirs / ours | memory, theirs / ours | ours |\n|---|---|---|---|---|")
    for label in sorted(kept, key=lambda label: (CORPORA.index(label.partition(" | ")[0]), label)):
        print(_row(label, kept[label]))


def _row(label: str, found: dict[str, Any]) -> str:
    """Return what was measured as a row of a table."""
    ours, theirs = found["ours"], found["theirs"]
    ended = "" if theirs["status"] == 0 else f" (did not get through it: {theirs['status']})"
    at_least = "over " if ended else ""
    return (
        f"| {label} | {at_least}{theirs['cpu'] / ours['cpu']:.1f}{ended} | {theirs['memory'] / ours['memory']:.1f} "
        f"| {ours['cpu']:.2f} s, {ours['memory'] / 1e6:.0f} MB |"
    )


if __name__ == "__main__":
    main()
