"""Tiny files in the formats of the scorers, written by hand where a test needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

Cells = Mapping[str, str]
"""Annotation by token number."""


def corefud(path: Path, sentences: Sequence[Sequence[str]], name: str | None = "d") -> Path:
    """Write CorefUD: each token is 'ID' or 'ID Entity', or 'ID Entity DEPS'; its word is w and the ID."""
    lines = [] if name is None else [f"# newdoc id = {name}"]
    lines.append("# global.Entity = eid-etype-head-other")
    for number, sentence in enumerate(sentences):
        lines.append(f"# sent_id = s{number}")
        for token in sentence:
            identifier, entity, deps = (*token.split(), "_", "_")[:3]
            misc = "_" if entity == "_" else f"Entity={entity}"
            is_empty = "." in identifier
            head = "_" if is_empty else "0"
            relation = "_" if is_empty else "root"
            columns = (identifier, f"w{identifier}", "_", "NOUN", "_", "_", head, relation, deps, misc)
            lines.append("\t".join(columns))
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def conllua(path: Path, tokens: Sequence[str], name: str | None = "d", column: int = 10) -> Path:
    """Write CoNLL-UA: each token is 'ID' or 'ID cell'; the cell goes to the column of identity by default."""
    header = "# newdoc" if name is None else f"# newdoc id = {name}"
    lines = [header, "# sent_id = s1"]
    for token in tokens:
        identifier, cell = (*token.split(), "_")[:2]
        cells = [identifier, f"w{identifier}", *["_"] * 13]
        cells[column] = cell
        lines.append("\t".join(cells))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def conll(path: Path, cells: Sequence[str], name: str = "d", start: int = 0) -> Path:
    """Write CoNLL-2012: a token for each cell of the last column; '' is a blank line."""
    path.write_text(conll_document(cells, name, start), encoding="utf-8")
    return path


def conll_document(cells: Sequence[str], name: str = "d", start: int = 0) -> str:
    """Return the text of one document of CoNLL-2012, with words numbered from start."""
    lines = [f"#begin document ({name}); part 000"]
    for number, cell in enumerate(cells, start):
        lines.append(f"{name}\t0\t{number}\tw{number}\t{cell}" if cell else "")
    return "\n".join([*lines, "", "#end document", ""])


def markable(entity: str, number: int, extra: str = "") -> str:
    """Return an opening bracket of CoNLL-UA, to be closed with ')'."""
    return f"(EntityID={entity}|MarkableID=m{number}|SemType=dn{extra}"
