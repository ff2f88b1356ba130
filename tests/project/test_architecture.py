"""The import order: violations are found, the code has none, and the picture shows the current code."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from corefeval.choices import CHOICES
from corefeval.cli import MODULES, SECTIONS
from corefeval.cli.as_program import PROGRAMS
from corefeval.formats.catalogue import ENTRIES
from corefeval.metrics.base import FILES
from corefeval.reports.render import KINDS
from corefeval.reports.show import SHOWN_BY
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import architecture

SHARED_NAMES = {
    "Mention": "of a corpus and of a standoff file",
}
"""Names of classes that several modules have, and why; see rule 'one name, one thing'."""

ORDER = (("base",), ("left", "right"), ("top",))


def graph(**edges: str) -> dict[str, frozenset[str]]:
    """Return an import graph; blanks separate imports, a double underscore is a dot."""
    packages = {name: frozenset[str]() for step in ORDER for name in step}
    return packages | {one.replace("__", "."): frozenset(others.split()) for one, others in edges.items()}


def test_imports_follow_the_order() -> None:
    """No module imports a later one, except the listed exceptions, all of which exist."""
    assert architecture.faults(architecture.graph()) == []


def test_picture_and_table_are_current() -> None:
    """The script would write the same picture and table now."""
    imports = architecture.graph()
    assert architecture.PICTURE.read_text(encoding="utf-8") == architecture.picture(imports)
    page = architecture.PAGE.read_text(encoding="utf-8")
    assert architecture.page(page) == page


@pytest.mark.parametrize(
    ("edges", "fault"),
    [
        ({"top": "left base", "left": "base", "left__inner": "left"}, ""),
        ({"base": "top"}, "base imports top, which comes later in the order"),
        ({"left": "right"}, "left imports right, which comes later in the order"),
        ({"unknown": ""}, "unknown is in no step of the order"),
        ({"left__one": "left.two", "left__two": "left.one"}, "a circle: left.one <- left.two <- left.one"),
    ],
)
def test_faults_are_named(edges: dict[str, str], fault: str) -> None:
    """Report imports against the order, within one step, of unknown packages and in circles; nothing else."""
    assert architecture.faults(graph(**edges), ORDER, {}) == ([fault] if fault else [])


def test_an_exception_holds_for_one_import_and_must_exist() -> None:
    """A listed import is no fault; one that is listed and not there is."""
    edges = graph(base="top")
    assert architecture.faults(edges, ORDER, {("base", "top"): "why"}) == []
    gone = architecture.faults(edges, ORDER, {("base", "top"): "why", ("base", "left"): "why"})
    assert gone == ["base does not import left: take the exception out"]


def test_imports_in_functions_and_for_types_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import counts wherever it is, by its module even if one of its names is imported."""
    (tmp_path / "low.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from corefeval.high import Name\n"
    )
    (tmp_path / "high.py").write_text(
        "def late():\n    import corefeval.low\n    from corefeval import other\n"
    )
    (tmp_path / "other.py").write_text("import os\n")
    monkeypatch.setattr(architecture, "SOURCE", tmp_path)
    assert architecture.graph() == {
        "low": frozenset({"high"}),
        "high": frozenset({"low", "other"}),
        "other": frozenset(),
    }


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_what_the_pages_name_is_there(name: str) -> None:
    """Every file and folder in backquotes exists, by its path or the end of it; but what is built, and examples."""
    named = re.findall(r"`([\w./]+(?:\.py|\.md|/))`", (ROOT / name).read_text(encoding="utf-8"))
    folders = ("src", "tests", "docs", "bench")
    found = [*ROOT.glob("*.md"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    paths = [path.relative_to(ROOT).as_posix() for path in found]
    known = "".join(f"/{path}\n/{path}/\n" for path in [*folders, *paths])
    assert len(named) > 5
    assert {one for one in named if f"/{one}\n" not in known} <= {"dist/", "tests/a/test_b.py"}


def test_one_name_one_thing() -> None:
    """No two modules have a public class of the same name, but for the listed ones, which are so."""
    found = Counter(
        node.name
        for path in architecture.modules().values()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in found.items() if count > 1} == SHARED_NAMES.keys()


def test_no_module_is_left_over() -> None:
    """Each is imported by another, or loaded by its name: a command, a format, a metric, a way to match, a kind of output, an adapter."""
    imports = architecture.graph()
    imported = {other for others in imports.values() for other in others}
    by_name = {
        *(f"cli.{MODULES.get(name, name)}" for section in SECTIONS.values() for name in section),
        *(f"compat.{module}" for module in PROGRAMS.values()),
        *(entry.module.removeprefix("corefeval.") for entry in ENTRIES),
        *(name for name in imports if re.fullmatch(r"formats\.\w+\.(statements|writer)", name)),
        *(name for name in imports if name.startswith("integrations.")),
        *(f"metrics.{file}" for file in FILES),
        *(f"pairing.match.{name}" for name in CHOICES["match"]),
        *(f"reports.render.{kind}" for kind in ("terminal", *KINDS)),
        *(f"reports.show.{function.partition('.')[0]}" for function in SHOWN_BY.values()),
    }
    packages = {
        name for name, path in architecture.modules().items() if path.stem in {"__init__", "__main__"}
    }
    assert not imports.keys() - imported - by_name - packages


def test_no_module_takes_the_name_of_what_its_package_uses() -> None:
    """A module becomes a name of its package when it is imported: what a function there calls by that name is gone then."""
    hidden = []
    for init in (ROOT / "src").rglob("__init__.py"):
        modules = {path.stem for path in init.parent.iterdir() if path.suffix == ".py" or path.is_dir()}
        tree = ast.parse(init.read_text(encoding="utf-8"))
        bound = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        bound |= {
            alias.asname or alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if not (node.module or "").endswith(
                f".{init.parent.name}.{alias.name}"
            )  # which is imported with it
        }
        used = {
            name.id
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for name in ast.walk(function)
            if isinstance(name, ast.Name)
        }
        hidden += [f"{init.parent.name}.{name}" for name in sorted(modules & bound & used)]
    assert hidden == []


PIECES = {"CutFile", "FilePart", "PartOfFile", "PartOfFolder", "Placing", "ByteRange", "Pieces"}
"""The types of which only few modules know: the parts that files and folders are cut into, and the pieces of a run."""
KNOW_PIECES = {
    "evaluation/fold.py": "makes, counts and adds the pieces of a run",
    "formats/__init__.py": "cuts files and folders",
    "formats/large_files.py": "finds documents in a file, and places of parts in it",
    "validation/findings.py": "adds what is found in the parts of a file",
    "validation/against_key.py": "counts the same pieces under several settings",
}


def test_few_modules_know_about_pieces() -> None:
    """All others see a corpus, or say how numbers of two corpora add; at most five modules import or define a type of pieces."""
    found = set()
    for path in (ROOT / "src" / "corefeval").rglob("*.py"):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {
            name
            for node in tree
            for name in (
                [node.name]
                if isinstance(node, ast.ClassDef)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.ImportFrom) and "corefeval" in (node.module or "")
                else []
            )
        }
        if names & PIECES:
            found.add(path.relative_to(ROOT / "src" / "corefeval").as_posix())
    assert found == {*KNOW_PIECES}
    assert len(found) <= 5
