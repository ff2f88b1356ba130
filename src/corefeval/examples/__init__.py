"""The bundled example texts."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of the examples."""

STORIES = ("key.conllu", "cautious.conllu", "eager.conllu", "key.conll", "cautious.conll", "eager.conll")
"""The gold key and two systems, in two formats."""

EXAMPLES = (
    *STORIES,
    "zeros.key.conllu",
    "zeros.system.conllu",
    "relations.key.conllua",
    "relations.system.conllua",
    "uses.key.conllu",
    "uses.system.conllu",
    "gap.key.tsv",
    "gap.system.tsv",
)
"""All of them: also a pair with zeros, one with split antecedents, bridging and discourse deixis, four parsed sentences, and one as in GAP."""
