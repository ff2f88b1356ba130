"""Expletives with an entity: a contradiction in CoNLL-UA files (Yu et al. 2023, section 4.3)."""

from __future__ import annotations

from pathlib import Path

from corefeval.examples import FOLDER
from corefeval.validation import validate


def test_an_expletive_with_an_entity_is_named(tmp_path: Path) -> None:
    """SemType=expletive of a referring markable is a warning with its line; of one that ends in -Pseudo it is none."""
    text = (FOLDER / "relations.key.conllua").read_text()
    marked = text.replace("MarkableID=markable_4)", "MarkableID=markable_4|SemType=expletive)")
    (tmp_path / "key.conllua").write_text(marked)
    (warning,) = validate(tmp_path / "key.conllua").warnings
    line = 1 + marked[: marked.index("SemType=expletive")].count("\n")
    assert (warning.code, warning.kind, warning.place.line) == ("CE167", "expletive-with-entity", line)
    (tmp_path / "key.conllua").write_text(text)
    assert not validate(tmp_path / "key.conllua").warnings
