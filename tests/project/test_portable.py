"""Systems other than Linux: without fork, limits, owners of files and glibc everything is scored and written all the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from corefeval.examples import FOLDER

PROGRAM = """
import ctypes, os, sys

if __name__ == "__main__":
    for name in ("fork", "geteuid", "fchmod"):
        delattr(os, name)
    sys.modules["resource"] = None
    ctypes.CDLL = None  # calling it is a TypeError, as CDLL(None) is on Windows

    from corefeval import score
    from corefeval.memory import give_back, keep_freed
    from corefeval.writing import write_file

    keep_freed()
    give_back()
    result = score("key.conll", "key.conll", metrics="muc", jobs=2)
    write_file("out.txt", f"{len(result.documents)} {result.pairing} {result['muc']['f1']}".encode())
"""


def test_what_only_some_systems_have_is_not_needed(tmp_path: Path) -> None:
    """A file in pieces, counted in two new processes, with the result written to a file."""
    text = (FOLDER / "key.conll").read_text(encoding="utf-8")
    copies = (re.sub(r"(#begin document \(.*?)\)", rf"\g<1>{number})", text) for number in range(8))
    (tmp_path / "key.conll").write_text("".join(copies), encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "COREFEVAL_WHOLE": "10000",
            "COREFEVAL_PIECE": "10000",
            "OPENBLAS_NUM_THREADS": "1",
        },
        check=True,
    )
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "24 None 1.0"
