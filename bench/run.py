"""How fast, as ratios from one interleaved run; see README.md beside this file.

    python bench/run.py [--rounds N] [--only NAME,…] [--gum DIR]

CPU seconds of child processes are compared, each pair of programs in turns, and the median ratio is printed
with the bound it must hold. Exit status 1 if one does not.
"""

from __future__ import annotations

import argparse
import gzip
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from programs import ENVIRONMENT, compile_ours
from texts import copies, one_document, tiny_documents, write_repeated

ROOT = Path(__file__).resolve().parent.parent
GUM = ROOT.parent / "shared" / "data" / "gum_pairs"
CLASSIC = "muc,bcub,ceafm,ceafe,blanc,lea,conll,mention"
EXACT = ("--match", "exact", "--zeros", "drop", "--singletons", "keep", "-m", CLASSIC, "-q")
EVERYTHING = (
    "--match",
    "head",
    "--zeros",
    "dependent-official",
    "--singletons",
    "keep",
    "-m",
    CLASSIC + ",mor,zero",
    "-q",
)

SPLIT = """
import sys
for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        for line in stream.read().split(b"\\n"):
            line.split(b"\\t")
"""

SPLIT_BY_LINE = """
import sys
for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        for line in stream:
            line.split(b"\\t")
"""


def cpu(command: Sequence[str]) -> float:
    """Return the CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratio(ours: Sequence[str], other: Sequence[str], rounds: int) -> float:
    """Return the median of ours / other over interleaved rounds."""
    return statistics.median(cpu(ours) / cpu(other) for _ in range(rounds))


def corefeval(*arguments: str) -> list[str]:
    """Return a command line of ours."""
    return [sys.executable, "-m", "corefeval", *arguments]


PEAK = """
import sys
from corefeval.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""


def peak_memory(*arguments: str) -> int:
    """Return the largest resident size of a command of ours in bytes, as the system keeps it for the program alone."""
    command = [sys.executable, "-c", PEAK, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT)
    return int(done.stderr.split()[-1]) * 1024


class Bench:
    """The measurements, each printed as it is taken."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder, self.failed = options, folder, False

    def say(self, name: str, value: float, bound: str, *, holds: bool) -> None:
        """Print one measurement."""
        self.failed |= not holds
        print(f"{'ok ' if holds else 'NOT'}  {name:68} {value:9.2f}   {bound}", flush=True)

    def gum(self, name: str) -> Path:
        """Return an unpacked file of the GUM pair."""
        target = self.folder / name
        if not target.exists():
            target.write_bytes(gzip.decompress((self.options.gum / f"{name}.gz").read_bytes()))
        return target

    def reading(self) -> None:
        """The whole command against reading the bytes and splitting the lines."""
        pair = [str(self.gum(f"gum.all.{name}.corefud.conllu")) for name in ("key", "xrenner")]
        value = ratio(
            corefeval("score", *pair, *EXACT), [sys.executable, "-c", SPLIT, *pair], self.options.rounds
        )
        self.say(
            "GUM, exact, all classic metrics / read and split both files",
            value,
            "at most 1.85",
            holds=value <= 1.85,
        )

    def preset(self) -> None:
        """The settings of CRAC 2024 against reading the bytes and splitting the lines."""
        pair = [str(self.gum(f"gum.all.{name}.corefud.conllu")) for name in ("key", "xrenner")]
        value = ratio(
            corefeval("score", *pair, "-p", "crac24", "-q"),
            [sys.executable, "-c", SPLIT, *pair],
            self.options.rounds,
        )
        self.say("GUM, crac24 / read and split both files", value, "at most 2.1", holds=value <= 2.1)

    def matching(self) -> None:
        """Head matching, dependent zeros and every metric against the exact path."""
        pair = [str(self.gum(f"gum.all.{name}.corefud.conllu")) for name in ("key", "xrenner")]
        value = ratio(
            corefeval("score", *pair, *EVERYTHING), corefeval("score", *pair, *EXACT), self.options.rounds
        )
        self.say("GUM, heads, dependent zeros, MOR, zero / exact", value, "at most 2", holds=value <= 2)

    def documents(self) -> None:
        """Many tiny documents at once against one by one."""
        from corefeval import score  # noqa: PLC0415 - measured in this process

        key, response = tiny_documents(100_000)
        start = time.process_time()
        score(key, response, metrics=CLASSIC)
        together = time.process_time() - start
        names = list(key)[:1000]
        start = time.process_time()
        for name in names:
            score(key[name], response[name], metrics=CLASSIC)
        apart = (time.process_time() - start) * len(key) / len(names)
        value = apart / together
        self.say("100,000 tiny documents one by one / at once", value, "at least 50", holds=value >= 50)
        self.say("  microseconds a document, at once", 1e6 * together / len(key), "", holds=True)

    def growth(self) -> None:
        """One document of growing length."""
        points = []
        for tokens in (10_000, 31_623, 100_000, 316_228, 1_000_000):
            paths = [str(path) for path in one_document(self.folder, tokens)]
            spent = min(cpu(corefeval("score", *paths, *EXACT)) for _ in range(2))
            idle = min(
                cpu(corefeval("score", *map(str, one_document(self.folder, 10)), *EXACT)) for _ in range(2)
            )
            points.append((math.log(tokens), math.log(max(spent - idle, 1e-3))))
        value = statistics.linear_regression(*zip(*points, strict=True)).slope
        self.say(
            "one document from 10k to 1M tokens, slope of log time", value, "at most 1.1", holds=value <= 1.1
        )

    def alignment(self) -> None:
        """A response in other tokens, and a changed copy: one document of growing length, and the same words in many."""
        from corefeval import score  # noqa: PLC0415 - measured in this process

        offsets = {"key_offsets": "inclusive", "response_offsets": "inclusive"}
        for align in ("characters", "rewrite"):

            def spent(tokens: int, documents: int, align: str = align) -> float:
                paths = copies(self.folder, tokens, documents, align)
                start = time.process_time()
                score(*paths, metrics=CLASSIC, align=align, **offsets)  # type: ignore[call-overload]
                return time.process_time() - start

            spent(1000, 1)
            times = {
                tokens: min(spent(tokens, 1) for _ in range(rounds))
                for tokens, rounds in ((10_000, 5), (31_623, 4), (100_000, 3), (316_228, 2), (1_000_000, 2))
            }
            points = [(math.log(tokens), math.log(each)) for tokens, each in times.items()]
            value = statistics.linear_regression(*zip(*points, strict=True)).slope
            name = f"--align {align}, one document from 10k to 1M tokens, slope of log time"
            self.say(name, value, "at most 1.1", holds=value <= 1.1)
            self.say("  CPU seconds for 1M tokens in one document", times[1_000_000], "", holds=True)
            self.say("  and in a thousand", spent(1_000_000, 1000), "", holds=True)
            paths = [str(path) for path in copies(self.folder, 1_000_000, 1, align)]
            options = ("--align", align, *(f"--{side}-offsets=inclusive" for side in ("key", "response")))
            used = peak_memory("score", *paths, *options, *EXACT) / 1e6
            self.say("  megabytes of memory for one document", used, "", holds=True)

    def modes(self) -> None:
        """A long document in all matching modes."""
        key, response = (str(path) for path in one_document(self.folder, 100_000, kind="corefud"))
        for match in ("head", "partial", "craft"):
            command = corefeval(
                "score", key, response, "--match", match, "--zeros", "linear", "-m", CLASSIC, "-q"
            )
            value = ratio(command, corefeval("score", key, response, *EXACT), self.options.rounds)
            self.say(f"one document of 100k tokens, {match} / exact", value, "below 2", holds=value < 2)

    def memory(self) -> None:
        """A large pair in pieces: memory that does not grow, and what the pieces cost."""
        small = [str(path) for path in one_document(self.folder, 10, kind="corefud")]
        idle = peak_memory("score", *small, *EXACT)
        used = []
        for times in (6, 24):
            pair = [
                str(
                    write_repeated(
                        self.gum(f"gum.all.{name}.corefud.conllu"),
                        self.folder / f"large.{times}.{name}.conllu",
                        times,
                    )
                )
                for name in ("key", "xrenner")
            ]
            used.append((peak_memory("score", *pair, *EXACT, "--jobs", "1") - idle) / 1e6)
            size = sum(Path(path).stat().st_size for path in pair) / 1e6
            name = f"megabytes of memory above start-up for a pair of {size:.0f} MB"
            self.say(name, used[-1], "at most 300", holds=used[-1] <= 300)
            if times == 6:
                value = ratio(
                    corefeval("score", *pair, *EXACT, "--jobs", "1"),
                    [sys.executable, "-c", SPLIT_BY_LINE, *pair],
                    max(1, self.options.rounds // 2),
                )
                name = "  CPU in pieces, one process / read and split both files line by line"
                self.say(name, value, "at most 2.5", holds=value <= 2.5)
        self.say(
            "  growth of memory where the pair is 4 times as long",
            used[1] / used[0],
            "at most 1.3",
            holds=used[1] <= 1.3 * used[0],
        )

    def start(self) -> None:
        """The time until --help, and that of the bundled pair."""
        pair = [str(ROOT / "src" / "corefeval" / "examples" / name) for name in ("key.conll", "eager.conll")]
        numpy = [sys.executable, "-c", "import numpy"]
        value = ratio(corefeval("score", *pair), numpy, 5 * self.options.rounds)
        self.say("corefeval score of the bundled pair / import numpy", value, "at most 2", holds=value <= 2)
        value = ratio(corefeval("--help"), [sys.executable, "-c", "pass"], 5 * self.options.rounds)
        self.say("corefeval --help / bare Python", value, "at most 4.5", holds=value <= 4.5)

    def imports(self) -> None:
        """A small pair without scipy."""
        pair = [str(path) for path in one_document(self.folder, 2000)]
        program = (
            "import sys; from corefeval.cli import main\n"
            f"try: main({['score', *pair, *EXACT]!r})\n"
            "except SystemExit: pass\n"
            "print([name for name in sys.modules if name.startswith('scipy')], file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        loaded = done.stderr.strip() != "[]"
        self.say("scipy imported for a small pair", float(loaded), "no", holds=not loaded)


def main() -> int:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="names of measurements, comma-separated")
    parser.add_argument("--gum", type=Path, default=GUM, help="folder with the GUM pairs")
    options = parser.parse_args()
    compile_ours()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        cpu(corefeval("score", *map(str, one_document(Path(folder), 10)), *EXACT))
        needs_gum = {"reading", "preset", "matching", "memory"}
        every: dict[str, Callable[[], None]] = {
            name: getattr(bench, name)
            for name in (
                "reading",
                "preset",
                "matching",
                "documents",
                "growth",
                "alignment",
                "modes",
                "memory",
                "start",
                "imports",
            )
        }
        for name, measure in every.items():
            if options.only and name not in options.only.split(","):
                continue
            if name in needs_gum and not options.gum.is_dir():
                print(f"---  {name}: no GUM pairs at hand; give --gum", flush=True)
                continue
            measure()
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
