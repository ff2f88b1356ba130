"""Runs the snippets of a page and puts what they print below them, so that no page can show what is not so.

    ```console          every line that begins with '$ ' is run; what it prints follows it
    ```python           is run; what it prints, and the value of its last expression, follows in a block of text
    ```text file=NAME   is written to a file first, for the snippets after it

Behind `console`, `exit=1` names the exit status to expect, and `lines=12` shows no more of what is printed;
behind `python`, `raises=CorefevalError` the exception. Anything else stops the build. The snippets of a page share
one folder, in which the bundled examples lie, and one namespace.

`needs=torch` names a package. Where it is not installed the block is not run, and the output below it is shown as it is; where it
is, as in `make integrations`, another output stops the build.

`python docs/snippets.py README.md` renews what is printed in a page that is read without being built. A page of docs/ is run, and
stays as it is.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from corefeval.cli import main
from corefeval.examples import EXAMPLES, FOLDER
from corefeval.metrics.base import METRICS

WIDTH = "86"
"""Columns of the terminal that the pages show."""

_FENCE = re.compile(
    r"^```(?P<kind>console|python|text)(?P<options>[^\n]*)\n(?P<body>.*?)^```$(?P<printed>\n\n```text\n.*?^```$)?",
    re.MULTILINE | re.DOTALL,
)
_SHELL = set("|<>;&*$`")


class SnippetError(Exception):
    """A snippet did something else than its page says."""


def run_page(markdown: str) -> str:
    """Return a page with what its snippets print."""
    with workspace():
        names: dict[str, Any] = {"__name__": "__main__"}

        def replace(fence: re.Match[str]) -> str:
            kind, body, printed = fence["kind"], fence["body"], fence["printed"] or ""
            options = dict(option.partition("=")[::2] for option in shlex.split(fence["options"]))
            needs = options.get("needs")
            if needs and find_spec(needs) is None:
                return f"```{kind}\n{body}```{printed}"
            if kind == "console":
                shown = _run_console(body, options)
                _refuse_other(shown, body, needs)
                return f"```console\n{shown}```{printed}"
            if kind == "python":
                shown = run_python(body, names, options)
                below = f"\n\n```text\n{shown}```" if shown else ""
                _refuse_other(below, printed, needs)
                return f"```python\n{body}```{below}"
            if "file" not in options:
                return fence[0]
            Path(options["file"]).write_text(body, encoding="utf-8")
            return f'```text title="{options["file"]}"\n{body}```{printed}'

        return _FENCE.sub(replace, markdown)


def _refuse_other(shown: str, written: str, needs: str | None) -> None:
    """Refuse an output that differs from the one on the page, where most readers of the page cannot run the block."""
    if needs and shown != written:
        raise SnippetError(f"a block that needs {needs} is followed by {written!r} and prints {shown!r}")


@contextlib.contextmanager
def workspace() -> Iterator[None]:
    """Work in a folder of its own with the bundled examples, a terminal of known width, and leave no traces."""
    known, before, environment = set(METRICS), Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        for example in EXAMPLES:
            shutil.copy(FOLDER / example, folder)
        os.environ.update(COLUMNS=WIDTH, NO_COLOR="1", TQDM_DISABLE="1")
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)
            for name in set(METRICS) - known:
                del METRICS[name]


def _run_console(body: str, options: dict[str, str]) -> str:
    """Return the commands of a block, each with what it prints; what stood below it before is dropped."""
    shown = []
    for line in body.splitlines():
        if not line.startswith("$ "):
            continue
        printed, status = run_command(line[2:])
        if status != int(options.get("exit", "0")):
            raise SnippetError(f"{line} ended with status {status}:\n{printed}")
        shown.append(f"{line}\n{_shortened(printed, options)}")
    return "".join(shown)


def run_command(command: str) -> tuple[str, int]:
    """Return what a command prints and its exit status; ours runs in this process, which is quicker."""
    words = shlex.split(command)
    if words[0] != "corefeval" or _SHELL & set("".join(words)):
        done = subprocess.run(  # noqa: S602 - a command of our own pages, which may have a pipe
            command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return done.stdout.decode(), done.returncode
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    status = 0
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        try:
            main(words[1:])
        except SystemExit as stop:
            status = int(stop.code or 0)
    stream.seek(0)
    return stream.read(), status


def run_python(body: str, names: dict[str, Any], options: dict[str, str]) -> str:
    """Return what a piece of Python prints, the value of its last expression included, as in a notebook."""
    tree = ast.parse(body)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    stream = io.StringIO()
    raised = ""
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        try:
            exec(compile(tree, "<page>", "exec"), names)  # noqa: S102 - running the page is the point
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<page>", "eval"), names)  # noqa: S307 - same
                if value is not None:
                    print(repr(value))
        except Exception as error:
            raised = type(error).__name__
            if raised != options.get("raises"):
                raise SnippetError(f"{body}\nraises {error!r}") from error
            print(f"{raised}: {error}")
    if raised != options.get("raises", ""):
        raise SnippetError(f"{body}\ndoes not raise {options['raises']}")
    return _shortened(stream.getvalue(), options)


def _shortened(printed: str, options: dict[str, str]) -> str:
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    limit = int(options.get("lines", len(lines)))
    return "".join(f"{line}\n" for line in lines[:limit] + ["…"] * (len(lines) > limit))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        shown = run_page(page.read_text(encoding="utf-8"))
        if page.resolve().parent != Path(__file__).parent:
            page.write_text(shown, encoding="utf-8")
