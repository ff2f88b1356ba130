"""The page of `report`: time to write it, its size, time until it can be used, and frames a second while a long text scrolls.

    python bench/page.py [--rounds N] [--only NAME,…] [--old PYTHON] [--data DIR] [--idle LOAD]

`--old` names the Python of another version of corefeval, whose pages are written in turns with ours. `--idle` waits, for
each run in the browser, until the load is at most so much, for a minute at most. Medians are printed with the load and the
bound; a busy machine drops frames, so these are judged by the CPU time of the main thread then. Exit status 1 if a bound
does not hold.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize, sync_playwright

from programs import compile_ours, spent

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
]
DOCUMENTS = 5000
NOVEL = 130_000
WINDOW: ViewportSize = {"width": 1440, "height": 900}
FRAMES = 120

USABLE = """new MutationObserver((_, observer) => {
    if (!document.body?.classList.contains("ready")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now(); }));
}).observe(document, {subtree: true, attributes: true, childList: true});"""
"""Notes when the page is drawn and has come to rest: it can be used then."""

PASS = """async () => {
    const main = document.getElementById("main");
    main.scrollTop = 0;
    while (main.scrollTop < main.scrollHeight - main.clientHeight - 1) {
        main.scrollTop += 2000;
        await new Promise(requestAnimationFrame);
    }
    main.scrollTop -= 60000;
}"""
"""Goes through the whole text, and back a little: what was drawn on the way must not slow down the end."""

SCROLL = """async ([step, frames]) => {
    const main = document.getElementById("main");
    await new Promise(done => setTimeout(done, 300));
    const first = await new Promise(requestAnimationFrame);
    let last = first;
    for (let frame = 0; frame < frames; frame += 1) {
        main.scrollTop += step;
        last = await new Promise(requestAnimationFrame);
    }
    return (1000 * frames) / (last - first);
}"""


def documents_of(path: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield name and sentences of each document of a CoNLL-2012 file; a sentence is its lines."""
    name, sentences, lines = "", list[list[str]](), list[str]()
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as text
    ):
        for line in text:
            if line.startswith("#begin"):
                name, sentences, lines = line.split("(")[1].split(")")[0], [], []
            elif line.startswith("#end") or not line.strip():
                if lines:
                    sentences.append(lines)
                lines = []
                if line.startswith("#end"):
                    yield name, sentences
            else:
                lines.append(line)


def write(path: Path, documents: Iterator[tuple[str, list[list[str]]]]) -> Path:
    """Write documents as CoNLL-2012."""
    with path.open("w", encoding="utf-8") as stream:
        for name, sentences in documents:
            stream.write(f"#begin document ({name}); part 000\n")
            stream.writelines("".join(lines) + "\n" for lines in sentences)
            stream.write("#end document\n")
    return path


def in_pieces(path: Path, count: int) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield so many short documents, cut from longer ones after each few sentences."""
    every = list(documents_of(path))
    size = sum(len(sentences) for _, sentences in every) // count
    pieces = (
        (f"{name}_{start}", sentences[start : start + size])
        for name, sentences in every
        for start in range(0, len(sentences), size)
    )
    yield from islice(pieces, count)


def repeated(path: Path, count: int) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield so many documents: all of a file, again and again, by other names."""
    every = list(documents_of(path))
    for number in range(count):
        name, sentences = every[number % len(every)]
        yield f"{name}_{number}", sentences


def as_one(path: Path, tokens: int) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield one document of so many tokens: the first documents of a file, each with chains of its own."""
    found: list[list[str]] = []
    size = 0
    for number, (_, sentences) in enumerate(documents_of(path)):
        for lines in sentences:
            found.append(
                [
                    re.sub(r"(?<=[(|\t ])(\(?)(\d+)(?=\)?(\||$))", rf"\g<1>{number}0000\2", line)
                    for line in lines
                ]
            )
            size += len(lines)
        if size >= tokens:
            break
    yield "novel", found


class Bench:
    """The measurements, each printed as it is taken."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder, self.failed, self.patience = options, folder, False, 60
        self.gum = [options.data / "gum_pairs" / f"gum.all.{name}.conll.gz" for name in ("key", "xrenner")]

    def say(self, name: str, value: float, bound: str, *, holds: bool) -> None:
        """Print one measurement."""
        self.failed |= not holds
        load = os.getloadavg()[0]
        self.patience = 60
        print(f"{'ok ' if holds else 'NOT'}  {name:86} {value:8.2f}   {bound:18} load {load:.1f}", flush=True)

    def page(self, name: str, *files: Path, python: str = sys.executable) -> tuple[Path, float]:
        """Write a page; return it and the CPU seconds that took."""
        target = self.folder / f"{name}.html"
        done = spent([python, "-m", "corefeval", "report", *map(str, files), "-o", str(target)])
        if done.status:
            raise SystemExit(f"report ended with status {done.status}")
        return target, done.cpu

    def simulated(self, key: Path) -> Path:
        """Return a response made of a key: three of ten mentions are in wrong chains."""
        folder = self.folder / f"{key.stem}.simulated"
        command = [
            sys.executable,
            "-m",
            "corefeval",
            "simulate",
            str(key),
            "--errors",
            "split,moved-pronouns",
        ]
        done = spent([*command, "--rates", "0.3", "--repeats", "1", "-m", "conll", "--write", str(folder)])
        if done.status:
            raise SystemExit(f"simulate ended with status {done.status}")
        return min(folder.rglob("split*"))

    @contextmanager
    def browser(self) -> Iterator[Callable[[], Any]]:
        """Start Chromium; give a function that opens an empty page in it."""
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
            yield lambda: started.new_page(viewport=WINDOW)
            started.close()

    def rest(self) -> None:
        """Wait until the machine is idle, for a minute at most in each measurement."""
        while self.patience > 0 and os.getloadavg()[0] > self.options.idle:
            self.patience -= 1
            time.sleep(1)

    def writing(self) -> None:
        """CPU time to write GUM's page compared with another version, and its size."""
        ratios = []
        for _ in range(self.options.rounds):
            path, ours = self.page("gum", *self.gum)
            if self.options.old:
                ratios.append(ours / self.page("old", *self.gum, python=self.options.old)[1])
        size = path.stat().st_size / 1e6
        self.say("GUM's page, MB", size, "at most 2.9", holds=size <= 2.9)
        if ratios:
            value = statistics.median(ratios)
            self.say(
                "CPU time to write it, compared with the other version",
                value,
                "at most 1.2",
                holds=value <= 1.2,
            )

    def loading(self) -> None:
        """Seconds until the first view can be used: 5,000 short documents, GUM, and 5,000 documents of its length."""
        pairs = {
            "5,000 short documents": (in_pieces, 1.5),
            "GUM, 281 documents": (lambda path, _: documents_of(path), 1.5),
            "5,000 documents of GUM's length": (repeated, None),
        }
        with self.browser() as opened:
            for number, (name, (cut, bound)) in enumerate(pairs.items()):
                files = [
                    write(self.folder / f"load{number}.{side}.conll", cut(path, DOCUMENTS))
                    for side, path in zip(("key", "response"), self.gum, strict=True)
                ]
                path, _ = self.page(f"load{number}", *files)
                seconds = []
                for _ in range(self.options.rounds):
                    self.rest()
                    page = opened()
                    page.add_init_script(USABLE)
                    page.goto(path.as_uri(), wait_until="commit")
                    page.wait_for_function("() => window.usableAt", timeout=120_000)
                    seconds.append(page.evaluate("window.usableAt") / 1000)
                    page.close()
                value = statistics.median(seconds)
                size = path.stat().st_size / 1e6
                asked = "" if bound is None else f"at most {bound}"
                self.say(
                    f"seconds until usable: {name} ({size:.1f} MB)",
                    value,
                    asked,
                    holds=bound is None or value <= bound,
                )

    def scrolling(self) -> None:
        """Frames a second, and work of the main thread per frame, while a long text scrolls fast and slowly."""
        novel = write(
            self.folder / "novel.conll", as_one(self.options.data / "litbank" / "litbank.conll.gz", NOVEL)
        )
        craft = max(
            documents_of(self.options.data / "craft" / "craft97.conll.gz"),
            key=lambda each: sum(map(len, each[1])),
        )
        texts = {
            "a novel (LitBank)": novel,
            "an article (CRAFT)": write(self.folder / "craft.conll", iter([craft])),
        }
        with self.browser() as opened:
            for name, key in texts.items():
                document, sentences = next(documents_of(key))
                words = sum(map(len, sentences))
                path, _ = self.page(key.stem, key, self.simulated(key))
                page = opened()
                page.goto(f"{path.as_uri()}#doc={document}")
                page.wait_for_selector("#s0 .cell")
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable", {"timeDomain": "threadTicks"})
                for step, place in ((400, "beginning"), (40, "beginning"), (400, "end")):
                    frames, work = [], []
                    for _ in range(self.options.rounds):
                        self.rest()
                        page.evaluate(
                            "document.getElementById('main').scrollTop = 0" if place == "beginning" else PASS
                        )
                        before = _worked(session)
                        frames.append(page.evaluate(SCROLL, [step, FRAMES]))
                        work.append((_worked(session) - before) / FRAMES)
                    rate, spent_on_one = statistics.median(frames), statistics.median(work)
                    label = f"{name}, {words:,} words, {step} px a frame, {place}"
                    is_busy = os.getloadavg()[0] > self.options.idle
                    asked = "not judged: busy" if is_busy else "at least 50"
                    self.say(f"frames a second: {label}", rate, asked, holds=is_busy or rate >= 50)
                    self.say(f"CPU ms a frame: {label}", spent_on_one, "at most 20", holds=spent_on_one <= 20)
                page.close()


def _worked(session: Any) -> float:
    """Return the milliseconds of CPU that the main thread of a page has taken."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(1000 * each["value"] for each in found if each["name"] == "TaskDuration"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="writing,loading,scrolling")
    parser.add_argument("--old", help="the Python of another version of corefeval")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--idle", type=float, default=1.5)
    options = parser.parse_args()
    compile_ours()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        for name in options.only.split(","):
            getattr(bench, name)()
    sys.exit(bench.failed)


if __name__ == "__main__":
    main()
