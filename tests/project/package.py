"""Build wheel and sdist into dist/ and see that they hold what they should, and work: see `make package`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

from corefeval import __version__
from tests.paths import ROOT

DIST = ROOT / "dist"
USED = f"""
import corefeval
assert corefeval.__version__ == {__version__!r}, corefeval.__version__
assert "site-packages" in corefeval.__file__, corefeval.__file__
result = corefeval.score([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]])
assert 0 < result["conll"]["f1"] < 1, result
assert result.flat()["conll/f1"] == result["conll"]["f1"]

from importlib.metadata import entry_points
from pathlib import Path
from corefeval.integrations import huggingface
from corefeval.integrations.harness import score_answer
assert score_answer("[Ann](#1) saw [her](#1)", "[Ann](#1) saw [her](#1)")["conll/f1"] == 1
assert {{"README.md", "huggingface.py"}} <= {{path.name for path in Path(huggingface.PATH).iterdir()}}
assert entry_points(group="spacy_scorers")["corefeval.coref_scorer.v1"].value.startswith("corefeval.integrations.spacy:")
assert entry_points(group="inspect_ai")["corefeval"].value == "corefeval.integrations.inspect_ai"
for adapter in ("inspect_ai", "spacy", "torchmetrics"):  # their frameworks are not installed
    try:
        __import__(f"corefeval.integrations.{{adapter}}")
    except corefeval.CorefevalError as error:
        assert error.problems[0].code == "CE044", error
    else:
        raise AssertionError(adapter)
"""
"""What every environment runs: a score, and the adapters as far as they need no framework."""


def run(*command: str | Path, folder: Path = ROOT, path: Path | None = None) -> None:
    """Run a command in a folder, with modules imported from a path; what it says of a failure is shown."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        sys.stdout.buffer.write(done.stdout)
        raise SystemExit(f"failed: {' '.join(map(str, command))}")


def check_same(what: str, found: set[str], wanted: set[str]) -> None:
    """End with the names of the files that are too many or missing."""
    if found != wanted:
        raise SystemExit(f"{what}: too many {sorted(found - wanted)}, missing {sorted(wanted - found)}")
    print(f"{what}: {len(found)} files, none missing, none too many")


def pythons() -> dict[str, str]:
    """Return the program of each version of Python that the package names, '' if this machine has none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {}
    for version in re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"])):
        program = shutil.which(f"python{version}") or ""
        # a program of that name may only say that the version is not chosen, as that of pyenv does
        works = (
            program and not subprocess.run([program, "-c", ""], capture_output=True, check=False).returncode
        )
        found[version] = program if works else ""
    return found


def use(python: str, wheel: Path, work: Path) -> None:
    """Install the wheel in a fresh environment of a Python, and use it there."""
    run(python, "-m", "venv", work / "fresh")
    program = work / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    run(program / "python", "-m", "pip", "install", "--quiet", wheel, folder=work)
    run(program / "python", "-W", "error", "-c", USED, folder=work)
    run(program / "corefeval", "demo", "--to", "examples", folder=work)
    pair = (work / "examples" / "key.conllu", work / "examples" / "eager.conllu")
    run(program / "corefeval", "report", *pair, "-o", "page.html", folder=work)


def main() -> None:
    """Build, compare the contents with what git tracks, collect the tests of the sdist, use the wheel on every Python."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST)
    sdist, wheel = sorted(DIST.iterdir(), key=lambda path: path.suffix)
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)

    with tarfile.open(sdist) as archive:
        inside = {member.name.partition("/")[2] for member in archive if not member.isdir()} - {"PKG-INFO"}
    listed = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    tracked = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    check_same(sdist.name, inside, set(tracked.rstrip("\0").split("\0")))
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    check_same(wheel.name, packed, {name.removeprefix("src/") for name in inside if name.startswith("src/")})

    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.unpack_archive(sdist, work, filter="data")
        unpacked = work / sdist.name.removesuffix(".tar.gz")
        run(sys.executable, "-m", "pytest", "--collect-only", folder=unpacked, path=unpacked / "src")
        print("the tests of the sdist are collected")

        found = pythons()
        for version, python in found.items():
            if python:
                (work / version).mkdir()
                use(python, wheel, work / version)
                print(
                    f"Python {version}: the wheel scores, shows the demo, writes a page and has its adapters"
                )
        if absent := [version for version, python in found.items() if not python]:
            print(f"NOT TESTED on Python {', '.join(absent)}: no python{absent[0]} on the path")
        if len(absent) == len(found):
            raise SystemExit("the wheel was used on no Python")


if __name__ == "__main__":
    main()
