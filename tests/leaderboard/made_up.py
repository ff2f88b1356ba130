"""A made-up shared task: datasets of a few small documents, systems that lose mentions, and broken submissions."""

from __future__ import annotations

import io
import json
import random
import tarfile
import zipfile
from pathlib import Path

WORDS = ["Ada", "saw", "her", "engine", "and", "it", "saw", "Tom", "who", "wrote", "his", "name"]
Clusters = list[list[list[int]]]


def clusters(seed: int) -> Clusters:
    """Return the key of a document."""
    chosen = random.Random(seed)
    places = list(range(len(WORDS)))
    chosen.shuffle(places)
    return [
        [[n, n] for n in sorted(places[:4])],
        [[n, n] for n in sorted(places[4:7])],
        [[n, n] for n in places[7:9]],
    ]


def lossy(key: Clusters, error: float, seed: str) -> Clusters:
    """Return what a system that loses mentions makes of a document."""
    chosen = random.Random(seed)
    return [[mention for mention in cluster if chosen.random() > error] or cluster[:1] for cluster in key]


def text(dataset: int, documents: int, response: str = "", error: float = 0.0) -> str:
    """Return a file of JSON Lines: the key, or what a system makes of it."""
    lines = []
    for number in range(documents):
        own = clusters(100 * dataset + number)
        found = lossy(own, error, f"{response}/{dataset}/{number}") if response else own
        lines.append(json.dumps({"doc_key": f"d{number}", "sentences": [WORDS], "clusters": found}))
    return "\n".join(lines) + "\n"


def files(system: str, error: float, datasets: int, documents: int) -> dict[str, str]:
    """Return the files of a submission."""
    return {f"set{n:02}.jsonl": text(n, documents, system, error) for n in range(datasets)}


def zipped(path: Path, contents: dict[str, str]) -> None:
    """Write a zip archive."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in contents.items():
            packed.writestr(name, content)


def tarred(path: Path, contents: dict[str, str]) -> None:
    """Write a tar archive."""
    with tarfile.open(path, "w:gz") as packed:
        for name, content in contents.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content.encode())
            packed.addfile(entry, io.BytesIO(content.encode()))


ERRORS = {f"sys{n}": 0.05 + 0.06 * n for n in range(8)}


def task(root: Path, datasets: int = 21, documents: int = 2) -> Path:
    """Make a task of eight sound systems, one of them with two days, and two broken ones; return its file."""
    (root / "gold").mkdir(parents=True)
    (root / "submissions").mkdir()
    for n in range(datasets):
        (root / "gold" / f"set{n:02}.jsonl").write_text(text(n, documents))
    for number, (system, error) in enumerate(ERRORS.items()):
        contents = files(system, error, datasets, documents)
        if number % 3 == 0:
            zipped(
                root / "submissions" / f"{system}@2026-05-0{number + 1}.zip",
                {f"{system}/{n}": c for n, c in contents.items()},
            )
        elif number % 3 == 1:
            tarred(root / "submissions" / f"{system}@2026-05-0{number + 1}.tar.gz", contents)
        else:
            folder = root / "submissions" / f"{system}@2026-05-0{number + 1}"
            folder.mkdir()
            for name, content in contents.items():
                (folder / name).write_text(content)
    zipped(root / "submissions" / "sys3@2026-04-01.zip", files("sys3", 0.5, datasets, documents))
    damaged = files("damaged", 0.1, datasets, documents)
    damaged["set03.jsonl"] = damaged["set03.jsonl"].replace("[[", "[", 1)
    damaged["set02.jsonl"] = damaged["set02.jsonl"].splitlines()[0].replace("Ada", "Eve") + "\n"
    zipped(root / "submissions" / "damaged.zip", damaged)
    zipped(
        root / "submissions" / "escaping.zip",
        {"../../outside.jsonl": "x", **files("e", 0.1, datasets, documents)},
    )
    (root / "task.toml").write_text(
        'title = "A <made-up> task"\nkey = "gold"\nsubmissions = "submissions"\nmetrics = ["conll", "lea"]\n'
        'breakdowns = ["distance", "spread"]\n[settings]\nkey-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\n'
        'missing = "empty"\n'
    )
    return root / "task.toml"
