"""A Dask scheduler with two worker processes on this machine: the same bytes as without, also where a worker is lost."""

from __future__ import annotations

import gzip
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import distributed
import pytest

import corefeval
from corefeval.engine import EngineError, dask_cluster
from corefeval.engine.dask_cluster import DaskCluster
from corefeval.evaluation import fold
from corefeval.evaluation.request import Run
from corefeval.formats import large_files
from corefeval.formats.files import TextFile
from corefeval.formats.large_files import FilePart
from corefeval.problems import UsageError
from corefeval.reports.show import render
from tests.evaluation.test_fold import documents
from tests.refuses import refuses

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Start a scheduler and two workers, each a process; what is asked for is their address."""
    start: Any = distributed.LocalCluster
    with start(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as started:
        yield started.scheduler_address.removeprefix("tcp://")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return key and response of 26 documents, each a piece."""
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    key, response = documents("corefud", ALPHABET), documents("corefud", ALPHABET[::-1])
    range_line = b"1-2\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e9)\n"
    (tmp_path / "key").write_bytes(key.replace(b"# newdoc id = q\n", b"# newdoc id = q\n" + range_line))
    (tmp_path / "response").write_bytes(response.replace(b"Entity=(fm--1)", b"Entity=(em--1)"))
    return tmp_path / "key", tmp_path / "response"


def shown(result: corefeval.Result) -> str:
    """Return all that is printed."""
    return render(result, "table", per_document=True) + render(result, "json", per_document=True)


def test_the_same_bytes(cluster: str, files: tuple[Path, Path]) -> None:
    """Scores, warnings with their lines and signature, from files by path and by address."""
    plain = shown(corefeval.score(*files))
    assert "CE049" in plain
    assert plain == shown(corefeval.score(*files, engine=f"dask://{cluster}"))
    addresses = [f"file://{path}" for path in files]
    found = render(corefeval.score(*addresses, engine=f"dask://{cluster}"), "json", per_document=True)
    assert plain.endswith(found.replace("file://", ""))


@pytest.mark.parametrize("metrics", ["muc", "all"])
def test_workers_look_for_documents(
    cluster: str, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, metrics: str
) -> None:
    """In stretches of any size; the process that asks reads the beginning of each file only."""
    plain = shown(corefeval.score(*files, metrics=metrics))
    monkeypatch.setattr(large_files, "STRETCH", 300)
    monkeypatch.setattr(
        TextFile, "chunks", lambda file, *_, **__: iter([(0, Path(file.name).read_bytes()[:500])])
    )
    monkeypatch.setattr(large_files.CutFile, "lines_before", lines_before)
    assert shown(corefeval.score(*files, metrics=metrics, engine=f"dask://{cluster}")) == plain


def lines_before(file: large_files.CutFile, places: Sequence[int]) -> dict[int, int]:
    """Count lines in the file as it is."""
    text = Path(file._file.name).read_bytes()
    return {place: text.count(b"\n", 0, place) for place in places}


def far_away(run: Run, pair: fold.Pair, additional: None) -> fold.CountedPiece:
    """Count on a machine that sees no file of the one that asks, but for those of the user."""
    assert isinstance(pair.key, FilePart)
    assert isinstance(pair.response, FilePart)
    for part in (pair.key, pair.response):
        if "/fd/" in part.path or "corefeval-" in part.path:
            assert part.contents is not None, part.path
    return COUNT(run, replace(pair, key=elsewhere(pair.key), response=elsewhere(pair.response)), additional)


def elsewhere(part: FilePart) -> FilePart:
    """Return a part whose copy on the disk of another machine is not seen."""
    return replace(part, path="/no/such/copy") if part.is_spooled else part


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("order", [1, -1])
def test_copies_on_the_disk_of_one_machine_are_not_asked_for_on_others(
    cluster: str,
    files: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    pack: Callable[[bytes], bytes],
    order: int,
) -> None:
    """Standard input of more than memory keeps, and a packed response in another order: their text is sent."""
    monkeypatch.setenv("COREFEVAL_IN_MEMORY", "64")
    response = pack(documents("corefud", ALPHABET[::order]))
    (files[1].parent / "piped").write_bytes(response)
    plain = shown(corefeval.score(files[0], files[1].parent / "piped", whole=True))
    monkeypatch.setattr(fold, "count", far_away)
    for name in ("-", str(files[1].parent / "piped")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(response)))
        found = corefeval.score(files[0], name, engine=f"dask://{cluster}")
        assert found.pairing is None
        assert shown(found) == plain


def test_workers_are_given_whole_paths(
    cluster: str, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand in folders of their own."""
    monkeypatch.chdir(files[0].parent)
    plain = shown(corefeval.score("key", "response"))
    assert shown(corefeval.score("key", "response", engine=f"dask://{cluster}")) == plain


def killing(folder: str, run: Run, pair: fold.Pair, additional: None) -> fold.CountedPiece:
    """Count, but be killed at the first try of one pair."""
    mark = Path(folder) / "killed"
    assert isinstance(pair.key, FilePart)
    if "k" in pair.key.names and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return COUNT(run, pair, additional)


COUNT = fold.count


def test_a_lost_worker_changes_nothing(
    cluster: str, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its piece is given to another one."""
    plain = shown(corefeval.score(*files))
    monkeypatch.setattr(fold, "count", partial(killing, str(tmp_path)))
    found = corefeval.score(*files, engine=f"dask://{cluster}")
    assert (tmp_path / "killed").exists()
    assert shown(found) == plain


def late(number: int) -> int:
    """Return a number, the smaller ones later."""
    time.sleep(0.02 * (3 - number % 4))
    return number


def test_outcomes_come_in_order(cluster: str) -> None:
    """However long each takes, and equal things are done each on its own."""
    assert list(DaskCluster(late, cluster, 1).map([*range(9), 3])) == [*range(9), 3]


def missing(name: str) -> int:
    """Look for a file."""
    return Path(name).stat().st_size


def test_what_goes_wrong_is_reported(cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that a worker does not see, a worker with another version: each an error, and no score."""
    with refuses(EngineError, "CE127", "worker-cannot-read-file"):
        list(DaskCluster(missing, cluster, 1).map([str(tmp_path / "no")]))
    monkeypatch.setattr(dask_cluster, "__version__", "0.0.1")
    with refuses(EngineError, "CE127", "worker-corefeval-asked", version2="0.0.1"):
        list(DaskCluster(late, cluster, 1).map([1]))


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch, files: tuple[Path, Path]) -> None:
    """Nobody answers: an error that says who."""
    monkeypatch.setattr(dask_cluster, "LATEST", 0.2)
    with refuses(EngineError, "CE127", "no-dask-cluster"):
        corefeval.score(*files, engine="dask://127.0.0.1:1")


def test_no_package(monkeypatch: pytest.MonkeyPatch, files: tuple[Path, Path]) -> None:
    """What to install is said."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with refuses(EngineError, "CE126", "engine-dask-needs-package"):
        corefeval.score(*files, engine="dask")


def test_a_cluster_of_its_own(files: tuple[Path, Path]) -> None:
    """Workers on this machine, as long as they are needed."""
    assert shown(corefeval.score(*files, engine="dask", jobs=2)) == shown(corefeval.score(*files))


@pytest.mark.parametrize("name", ["spark", "dask://", "dask://host", "dask://:1", "dask:host:1"])
def test_no_such_engine(name: str) -> None:
    """It is wrong usage."""
    with pytest.raises(UsageError, match="CE050"):
        corefeval.score("x", "y", engine=name)


def test_what_the_engine_does_not_do_is_reported(files: tuple[Path, Path]) -> None:
    """Entities across documents are scored here, in one piece, and clusters are no files."""
    found = corefeval.score(*files, engine="dask", across="corpus")
    assert [each.kind for each in found.warnings if each.code == "CE129"] == ["read-whole-not-by-engine"]
    found = corefeval.score([[1, 2]], [[1, 2]], engine="dask")
    assert [each.code for each in found.warnings] == ["CE129"]
