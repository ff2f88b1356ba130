"""What large files cost: memory, CPU against reading and splitting them, one core against two, packed files, a cluster.

    python bench/scale.py --size 5 --folder /tmp/large

makes a key and a response of so many gigabytes each from GUM (../shared/data/gum_pairs), every copy of its documents under
names of their own, scores them in several ways, holds the outputs against each other byte by byte, and removes the files. CPU seconds
are those of all processes of a command; programs that are compared run in turns, and the least of the rounds counts.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from programs import ENVIRONMENT

ROOT = Path(__file__).parent.parent
DATA = ROOT.parent / "shared" / "data" / "gum_pairs"
SIDES = {"key": "key", "response": "xrenner"}
EXACT = ("-p", "crac24", "--match", "exact", "-m", "muc,bcub,ceafm,ceafe,blanc,lea")
SPLIT = """
import sys
for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        for line in stream:
            line.split(b"\\t")
"""
NAME = re.compile(rb"^# newdoc id = ", re.MULTILINE)


class Cost(NamedTuple):
    """What a command took.

    Attributes:
        cpu: seconds of all its processes.
        wall: seconds.
        memory: the most bytes that one of its processes held.
        output: what it wrote.
    """

    cpu: float
    wall: float
    memory: int
    output: bytes


def run(*command: str) -> Cost:
    """Run a command to its end."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, time.monotonic() - began, used.ru_maxrss * 1024, output)


def least(costs: Sequence[Cost]) -> Cost:
    """Return the cheapest of several runs."""
    return min(costs, key=lambda cost: cost.cpu)


def made(folder: Path, size: int) -> dict[str, Path]:
    """Write key and response of at least so many bytes each, with the same number of copies."""
    texts = {
        side: gzip.decompress((DATA / f"gum.all.{name}.corefud.conllu.gz").read_bytes())
        for side, name in SIDES.items()
    }
    copies = -(-size // min(map(len, texts.values())))
    paths = {side: folder / f"{side}.conllu" for side in texts}
    for side, path in paths.items():
        with path.open("wb") as stream:
            for number in range(copies):
                stream.write(NAME.sub(b"# newdoc id = %d." % number, texts[side]))
    print(
        f"{copies} copies of GUM: {', '.join(f'{side} {path.stat().st_size / 1e9:.2f} GB' for side, path in paths.items())}"
    )
    return paths


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=float, default=1, help="gigabytes a side")
    parser.add_argument(
        "--folder", type=Path, required=True, help="where the files are written, and removed again"
    )
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default="memory,split,cores,gzip,zstd,dask")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(options.folder).free < 2.5e9 * options.size:
        raise SystemExit("not enough room on the disk")
    paths = made(options.folder, int(options.size * 1e9))
    try:
        measure(paths, options)
    finally:
        for path in options.folder.glob("*.conllu*"):
            path.unlink()


def measure(paths: dict[str, Path], options: argparse.Namespace) -> None:
    """Take the measurements that are asked for."""
    wanted = options.only.split(",")
    pair = [str(path) for path in paths.values()]
    total = sum(path.stat().st_size for path in paths.values())

    def score(*arguments: str) -> Cost:
        return run(sys.executable, "-m", "corefeval", "score", *arguments, *EXACT)

    def say(what: str, value: str) -> None:
        print(f"{what:78} {value}   (load {os.getloadavg()[0]:.1f})", flush=True)

    rounds = [
        (run(sys.executable, "-c", SPLIT, *pair) if "split" in wanted else None, score(*pair, "--jobs", "1"))
        for _ in range(options.rounds)
    ]
    ours = least([each for _, each in rounds])
    say("one core, CPU seconds", f"{ours.cpu:.1f} ({total / ours.cpu / 1e6:.0f} MB/s)")
    if "memory" in wanted:
        small = run(sys.executable, "-m", "corefeval", "demo")
        say("memory above start-up, MB", f"{(ours.memory - small.memory) / 1e6:.0f}")
    if "split" in wanted:
        theirs = least([each for each, _ in rounds if each is not None])
        say("CPU, one core / reading both and splitting lines at tabs", f"{ours.cpu / theirs.cpu:.2f}")
    outputs = {ours.output}
    if "cores" in wanted:
        both = [(score(*pair, "--jobs", "1"), score(*pair, "--jobs", "2")) for _ in range(options.rounds)]
        say(
            "wall time, one core / two",
            f"{min(one.wall for one, _ in both) / min(two.wall for _, two in both):.2f}",
        )
        say(
            "memory of the largest process above start-up, two cores, MB",
            f"{(both[0][1].memory - run(sys.executable, '-m', 'corefeval', 'demo').memory) / 1e6:.0f}",
        )
        outputs |= {each.output for costs in both for each in costs}
    for kind, pack, unpack in (
        ("gzip", ("gzip", "-k", "-6"), ("gzip", "-dc")),
        ("zstd", ("zstd", "-q", "-k"), ("zstd", "-q", "-dc")),
    ):
        if kind not in wanted or shutil.which(pack[0]) is None:
            continue
        subprocess.run([*pack, *pair], check=True)
        packed = [f"{path}{'.gz' if kind == 'gzip' else '.zst'}" for path in pair]
        alone = least([_unpacked(unpack, packed) for _ in range(options.rounds)])
        found = least([score(*packed, "--jobs", "1") for _ in range(options.rounds)])
        say(
            f"{kind}: what packing adds to the CPU / {' '.join(unpack)}",
            f"{(found.cpu - ours.cpu) / alone.cpu:.2f}",
        )
        say(
            f"{kind}: CPU / ({' '.join(unpack)} + the same from plain files)",
            f"{found.cpu / (alone.cpu + ours.cpu):.2f}",
        )
        say(
            f"{kind}: memory above start-up, MB",
            f"{(found.memory - run(sys.executable, '-m', 'corefeval', 'demo').memory) / 1e6:.0f}",
        )
        outputs.add(found.output)
        for path in packed:
            Path(path).unlink()
    if "dask" in wanted:
        outputs.add(_by_cluster(score, pair, total, say))
    say("outputs", "the same bytes" if len(outputs) == 1 else f"{len(outputs)} DIFFERENT ONES")


def _by_cluster(
    score: Callable[..., Cost], pair: Sequence[str], total: int, say: Callable[[str, str], None]
) -> bytes:
    """Score with a scheduler, which is in this process, and two workers on loopback; return what was written."""
    distributed, psutil = (import_module(name) for name in ("distributed", "psutil"))

    def used() -> list[float]:
        workers = psutil.Process().children(recursive=True)
        sent = psutil.net_io_counters(pernic=True)["lo"].bytes_sent
        return [sum(os.times()[:2]), sum(sum(each.cpu_times()[:2]) for each in workers), sent]

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        engine = ("--engine", f"dask://{cluster.scheduler_address.removeprefix('tcp://')}")
        example = ROOT / "src" / "corefeval" / "examples"
        little = [str(example / name) for name in ("key.conllu", "eager.conllu")]
        score(*little, *engine)  # workers import what they need
        idle, nothing, begun = used(), score(*little, *engine), used()
        found, ended = score(*pair, *engine), used()
    scheduler, workers, traffic = (
        (after - before - (before - earlier)) / total
        for earlier, before, after in zip(idle, begun, ended, strict=True)
    )
    say("Dask, CPU of the process that asks, ns a byte", f"{(found.cpu - nothing.cpu) / total * 1e9:.2f}")
    say("Dask, CPU of the scheduler, ns a byte", f"{scheduler * 1e9:.2f}")
    say("Dask, CPU of the workers, ns a byte", f"{workers * 1e9:.2f}")
    say("Dask, bytes through the network, kB a MB", f"{traffic * 1e3:.2f}")
    return found.output


def _unpacked(unpack: Sequence[str], paths: Sequence[str]) -> Cost:
    """Unpack to nowhere."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*unpack, *paths], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 0, 0, b"")


if __name__ == "__main__":
    main()
