"""Check the import order of corefeval's packages, and draw it.

`python docs/architecture.py --check` lists imports against the order (part of `make check`). Without `--check` it renews
the picture and the table of packages in `docs/architecture.md`. Every import counts: at the top of a module, in a
function, and for types only.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "corefeval"
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "images" / "packages.svg"

ORDER: tuple[tuple[str, ...], ...] = (
    ("version", "choices", "records", "memory"),
    ("arrays",),
    ("text",),
    ("problems",),
    ("names", "plugins", "limits", "writing", "columns", "counts", "engine"),
    ("settings",),
    ("presets", "corpus"),
    ("formats", "linguistics"),
    ("pairing",),
    ("metrics",),
    ("signature",),
    ("evaluation",),
    ("examples", "validation"),
    ("comparison",),
    ("breakdown",),
    ("explanation", "applications"),
    ("agreement", "reproduction", "simulation", "leaderboard", "integrations"),
    ("studies", "planning", "auditing", "compat"),
    ("reports",),
    ("cli",),
    ("corefeval", "__main__"),
)
"""The packages in import order. A package imports those of earlier steps only, never one of its own step.

A package here is a module or a package directly below corefeval. Inside a package modules may import each other, but
never in a circle.
"""

PRINTS = "prints itself"
EXCEPTIONS: Mapping[tuple[str, str], str] = {
    ("problems.problem", "problems.render"): PRINTS,
    ("corpus.corpus", "corpus.views"): "corpus.documents returns views of the corpus",
    ("columns", "reports.show"): PRINTS,
}
"""Imports against the order, each with its reason. An exception that no import needs is an error, too."""

Graph = Mapping[str, frozenset[str]]


def modules() -> dict[str, Path]:
    """Return every module by its name without 'corefeval.'; the package itself is 'corefeval'."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "corefeval"] = path
    return found


def graph() -> Graph:
    """Return which modules each module imports."""
    paths = modules()
    return {name: frozenset(_imported(path, paths)) - {name} for name, path in paths.items()}


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            wanted = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in wanted:
            top, _, inside = name.partition(".")
            if top == "corefeval":
                parent = inside.rpartition(".")[0]
                yield inside if inside in known else parent if parent in known else "corefeval"


def package(module: str) -> str:
    """Return the package of a module."""
    return module.partition(".")[0]


def faults(
    imports: Graph,
    order: tuple[tuple[str, ...], ...] = ORDER,
    exceptions: Mapping[tuple[str, str], str] = EXCEPTIONS,
) -> list[str]:
    """Return the errors of an import graph: imports against the order, circles and unused exceptions."""
    step = {name: number for number, names in enumerate(order) for name in names}
    found = [
        f"{name} is in no step of the order"
        for name in sorted({package(module) for module in imports} - step.keys())
    ]
    if found:
        return found
    edges = {(one, other) for one, others in imports.items() for other in others}
    found += [
        f"{one} does not import {other}: take the exception out"
        for one, other in exceptions
        if (one, other) not in edges
    ]
    for one, other in sorted(edges - exceptions.keys()):
        if package(one) != package(other) and step[package(one)] <= step[package(other)]:
            found.append(f"{one} imports {other}, which comes later in the order")
    kept = {
        one: [other for other in sorted(others) if (one, other) not in exceptions]
        for one, others in imports.items()
    }
    try:
        TopologicalSorter(kept).prepare()
    except CycleError as error:
        found.append("a circle: " + " <- ".join(error.args[1]))
    return found


def packages(imports: Graph) -> dict[str, set[str]]:
    """Return the packages that each package imports, without those that another of them imports already."""
    knows: defaultdict[str, set[str]] = defaultdict(set)
    for one, others in imports.items():
        knows[package(one)] |= {package(other) for other in others if (one, other) not in EXCEPTIONS} - {
            package(one)
        }

    def below(name: str) -> set[str]:
        return knows[name].union(*map(below, knows[name]))

    return {name: others - set().union(*map(below, others)) for name, others in list(knows.items())}


WIDTH, STEP, BOX, GAP, LETTER = 860, 66, 34, 18, 8.2


def picture(imports: Graph) -> str:
    """Draw each package above the packages that it imports, with a line to each."""
    places: dict[str, tuple[float, float, float]] = {}
    for row, names in enumerate(reversed(ORDER)):
        widths = [LETTER * len(name) + 26 for name in names]
        left = (WIDTH - sum(widths) - GAP * (len(names) - 1)) / 2
        for name, width in zip(names, widths, strict=True):
            places[name] = left, row * STEP + 16, width
            left += width + GAP
    height = len(ORDER) * STEP + 4
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">',
        "<title>The packages of corefeval, each above those that it imports</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for name, others in sorted(packages(imports).items()):
        for other in sorted(others):
            (x, y, width), (to_x, to_y, to_width) = places[name], places[other]
            x, to_x, y = x + width / 2, to_x + to_width / 2, y + BOX
            bend = (to_y - y) / 2
            drawn.append(
                f'<path d="M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {to_x:.0f} {to_y - bend:.0f} {to_x:.0f} {to_y:.0f}" '
                'fill="none" stroke="#00796b" stroke-opacity=".55"/>'
            )
    for name, (x, y, width) in places.items():
        drawn += [
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX}" rx="6" fill="#e0f2f1" stroke="#004d40"/>',
            f'<text x="{x + width / 2:.0f}" y="{y + 22:.0f}" text-anchor="middle" font-family="monospace" font-size="14" fill="#004d40">{name}</text>',
        ]
    return "\n".join([*drawn, "</svg>"]) + "\n"


def table() -> str:
    """Return a table with the first line of each package's docstring, in import order."""
    paths = modules()
    lines = ["| package | content |", "|---|---|"]
    for names in ORDER:
        for name in names:
            said = ast.get_docstring(ast.parse(paths[name].read_text(encoding="utf-8"))) or ""
            is_package = paths[name].name == "__init__.py" and name != "corefeval"
            lines.append(f"| `{name}{'/' if is_package else ''}` | {said.splitlines()[0]} |")
    return "\n".join(lines)


BEGIN, END = "<!-- packages: python docs/architecture.py -->\n", "\n<!-- end of packages -->"


def page(text: str) -> str:
    """Return the page with the current table."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.partition(END)[2]}"


def main(arguments: Sequence[str]) -> None:
    """Report errors, and renew the picture and the table or report that they are outdated."""
    imports = graph()
    found = faults(imports)
    drawn = {PICTURE: picture(imports), PAGE: page(PAGE.read_text(encoding="utf-8"))}
    for path, content in drawn.items():
        if "--check" not in arguments:
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            found.append(f"{path.relative_to(ROOT)} is outdated: run python docs/architecture.py")
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
