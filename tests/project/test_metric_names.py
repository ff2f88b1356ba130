"""Metrics own their names: outside `metrics/` only data that chooses metrics names them."""

from __future__ import annotations

import ast

from corefeval.metrics.base import FILES, METRICS
from tests.paths import ROOT

SOURCE = ROOT / "src" / "corefeval"

DATA = {
    "presets.py": "which metrics a task, a table or a command has by default",
    "applications/": "which metrics answer for a use, and how far they were found to",
    "compat/": "the metrics of other programs, by their names for them",
    "formats/": "formats and columns of files: gap, muc, winobias, mention",
}
"""Modules that name metrics as data, or name something else."""

WORDS = {
    "mention": "a mention",
    "zero": "a zero, or the value of 0/0",
    "parent": "a table of scheme files",
    "non-referring": "what files hold, and metrics need",
    "gap": "what files of GAP hold, and metrics need",
    "dominant": "a way to choose the mention that stands for an entity, and a column of annotations",
}
"""Names that are words for something else too, where they are not compared with the name of a metric."""


def test_no_metric_is_named_elsewhere() -> None:
    """No literal is a metric's name, but in data and where the word means something else."""
    ours = {name for name in METRICS if METRICS.is_ours(name)}
    found = [
        (path.relative_to(SOURCE).as_posix(), node.lineno, node.value)
        for path in SOURCE.rglob("*.py")
        if not path.relative_to(SOURCE).as_posix().startswith(("metrics/", *DATA))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in ours - WORDS.keys()
    ]
    assert not found


def test_no_metric_is_known_by_its_name() -> None:
    """Nothing is compared with the `name` of a metric, not even a word that means something else too."""
    found = [
        (path.relative_to(SOURCE).as_posix(), node.lineno)
        for path in SOURCE.rglob("*.py")
        if not path.relative_to(SOURCE).as_posix().startswith(("metrics/", *DATA))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Attribute)
        and node.left.attr in {"name", "full_name"}
        and any(isinstance(other, ast.Constant) and other.value in METRICS for other in node.comparators)
    ]
    assert not found


IMPORTS = {
    ("agreement/agreement.py", "mention"): "agreement on mentions is F1 of mention detection",
    ("agreement/mentions.py", "mention"): "agreement on mentions is F1 of mention detection",
    (
        "explanation/relations.py",
        "bridging",
    ): "errors of bridging links are found on the links that the metric pairs",
    ("explanation/relations.py", "ceaf"): "sets of entities are aligned as CEAFe aligns entities",
    (
        "explanation/relations.py",
        "nonreferring",
    ): "errors of non-referring mentions are found on the pairs of the metric",
    ("explanation/systems.py", "ceaf"): "entities of two systems are aligned as CEAFe aligns them",
    (
        "breakdown/features.py",
        "bridging",
    ): "the relation is that of the link that the metric scores",
    ("evaluation/notes.py", "conll"): "a note states the CoNLL score of the gold under singletons=e2e",
}
"""Modules that import the file of a metric, each with its reason. One that no longer does is a fault as well."""


def test_no_metric_is_imported_elsewhere() -> None:
    """Others import what metrics have in common; the registry knows the metrics."""
    found = {
        (path.relative_to(SOURCE).as_posix(), file)
        for path in SOURCE.rglob("*.py")
        if not path.relative_to(SOURCE).as_posix().startswith(("metrics/", *DATA))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for module in _imported(node)
        for file in FILES
        if module == f"corefeval.metrics.{file}"
    }
    assert found == IMPORTS.keys()


def _imported(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports, by absolute names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []
