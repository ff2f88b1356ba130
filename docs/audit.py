"""The audit of the papers: each claim as a row with a command that shows it. Tests run the commands; the site shows the rows.

`papers/audit/NAME.toml` lists the items of the paper whose page is `papers/NAME.md`:

    [files]                     files for the commands, besides the bundled examples and the files of the page
    "a.jsonl" = '''…'''

    [[items]]
    item = "…"                  the claim
    place = "section 4.2"       its place in the paper
    command = "corefeval …"     a command that shows it; `python = "…"` is a piece of Python instead
    expect = [["scores", "dominant", "precision", 0.75]]   paths into the JSON that it prints, each with the value at its end
    prints = ["…"]              texts that it prints
    codes = ["CE109"]           problems that it reports
    exit = 1                    its exit status, by default 0
    state = "works"             the default; or differs, or untestable (which has no command)
    note = "…"                  needed unless it works

`python docs/audit.py` runs all of them and lists those that fail.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snippets import run_command, run_python, workspace

FOLDER = Path(__file__).parent / "papers"
STATES = ("works", "differs", "untestable")
PAPERS = {
    "zitkus-2023": "Žitkus, Butkienė and Butleris (2023)",
    "chen-ng-2013": "Chen and Ng (2013)",
    "tuggener-2014": "Tuggener (2014)",
    "kaczmarek-marcinczuk-2015": "Kaczmarek and Marcińczuk (2015)",
    "universal-anaphora-2023": "Universal Anaphora 2.0 (2023)",
}
"""The papers by the names of their pages, in the order of the audit."""

TOLERANCE = 0.00005
"""The largest difference from an expected number: half of the last digit of a score in percent."""

_FILE = re.compile(r"^```text file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEAD = "| item | place in the paper | command | state |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Item:
    """A claim of a paper, and the command that shows it.

    Attributes:
        item: the claim.
        place: its place in the paper.
        command: the command.
        python: a piece of Python instead.
        expect: paths into the JSON that is printed, each with the value at its end.
        prints: texts that are printed.
        codes: codes of problems that are reported.
        exit: the exit status of the command.
        state: one of STATES.
        note: how it differs, or why it cannot be tested.
    """

    item: str
    place: str
    command: str = ""
    python: str = ""
    expect: list[list[Any]] = field(default_factory=list)
    prints: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    exit: int = 0
    state: str = STATES[0]
    note: str = ""

    def faults(self) -> list[str]:
        """Return the reasons why the row is incomplete: a row with a command expects something, others say why not."""
        found = []
        if self.state not in STATES:
            found.append(f"state {self.state!r} is none of {', '.join(STATES)}")
        if bool(self.command or self.python) == (self.state == "untestable"):
            found.append("an untestable item has no command, any other one has")
        if self.state != "untestable" and not (self.expect or self.prints or self.codes):
            found.append("nothing is expected of the command")
        if self.state != "works" and not self.note:
            found.append(f"an item that {self.state} needs a note")
        return found

    def check(self) -> list[str]:
        """Run the command and return everything that differs from what is expected."""
        if self.state == "untestable":
            return []
        printed, status = (
            (run_python(self.python, {"__name__": "__main__"}, {}), 0)
            if self.python
            else run_command(self.command)
        )
        found = [] if status == self.exit else [f"exit status {status}, not {self.exit}:\n{printed}"]
        found += [f"{text!r} is not printed:\n{printed}" for text in self.prints if text not in printed]
        found += [f"{code} is not reported:\n{printed}" for code in self.codes if code not in printed]
        if self.expect and not found:
            data = json.loads(printed)
            found += [text for path in self.expect if (text := _difference(data, path))]
        return found

    def row(self) -> str:
        """Return its row of the table."""
        shown = self.command or "; ".join(self.python.strip().splitlines())
        state = f"{self.state}: {self.note}" if self.note else self.state
        cells = (self.item, self.place, f"`{shown}`" if shown else "–", state)
        return f"| {' | '.join(map(_cell, cells))} |\n"


def _cell(text: str) -> str:
    """Return a text as a cell of a Markdown table."""
    return text.strip().replace("|", "\\|")


def _difference(data: Any, path: list[Any]) -> str:
    """Say how the value at the end of a path differs from the last item of the path, '' if it does not."""
    *steps, wanted = path
    value = data
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return f"the output has no {steps}: {step!r} is missing"
    is_number = isinstance(value, int | float) and isinstance(wanted, int | float)
    same = abs(value - wanted) <= TOLERANCE if is_number else value == wanted
    return "" if same else f"{steps} is {value!r}, not {wanted!r}"


@dataclass(frozen=True)
class Audit:
    """The items of one paper, and the files that their commands read."""

    name: str
    items: list[Item]
    files: Mapping[str, str]

    @classmethod
    def read(cls, name: str) -> Audit:
        """Return the audit of a paper; one without a file has no items."""
        path = FOLDER / "audit" / f"{name}.toml"
        data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
        files = {**dict(_FILE.findall(page)), **data.get("files", {})}
        return cls(name, [Item(**item) for item in data.get("items", [])], files)

    def write_files(self) -> None:
        """Write the files into the current folder."""
        for name, content in self.files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(content, encoding="utf-8")

    def section(self) -> str:
        """Return its section of the page."""
        rows = "".join(item.row() for item in self.items)
        counts = {state: sum(item.state == state for item in self.items) for state in STATES}
        summary = ", ".join(f"{state} {count}" for state, count in counts.items() if count)
        return f"## [{PAPERS[self.name]}]({self.name}.md)\n\n{len(self.items)} claims: {summary}.\n\n{_HEAD}{rows}"


def audits() -> Iterator[Audit]:
    """Yield the audit of each paper that has one."""
    return (audit for audit in map(Audit.read, PAPERS) if audit.items)


_ABOUT = """\
# Audit of the papers

Each row is a claim of one of the five papers, its place there, and the command that shows it. The tests run every command and
check its exit status and its numbers or problem codes. A command reads the bundled examples, the files on the paper's page, and
those in `docs/papers/audit/`, where the rows are. `python docs/audit.py` runs the whole audit.

- *works*: the command gives what the paper says.
- *differs*: corefeval differs on purpose; the row says how.
- *untestable*: no command can show it; the row says why.

"""


def page() -> str:
    """Return the page of the site."""
    return _ABOUT + "\n".join(audit.section() for audit in audits())


def main() -> int:
    """Run all items, list those that fail, and return the exit status."""
    failed = 0
    for audit in audits():
        with workspace():
            audit.write_files()
            for item in audit.items:
                for text in (*item.faults(), *item.check()):
                    failed += 1
                    print(f"{audit.name}: {item.item}: {text}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
