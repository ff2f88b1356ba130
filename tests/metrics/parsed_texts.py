"""Small parsed texts for the tests of the uses: CoNLL-U written from short lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

Entities = list[list[tuple[int, int]]]
"""Entities as lists of spans, first and last word from 0."""

QUAY = (
    (
        "Mara PROPN 3 nsubj Gender=Fem",
        "Lind PROPN 1 flat",
        "sold VERB 0 root",
        "the DET 5 det",
        "boat NOUN 3 obj",
    ),
    ("She PRON 2 nsubj", "liked VERB 0 root", "it PRON 2 obj"),
    ("Olaf PROPN 2 nsubj Gender=Masc", "thanked VERB 0 root", "her PRON 2 obj"),
    ("He PRON 2 nsubj", "gave VERB 0 root", "Lind PROPN 2 iobj Gender=Fem", "a DET 5 det", "coin NOUN 2 obj"),
)
"""0 Mara 1 Lind 2 sold 3 the 4 boat | 5 She 6 liked 7 it | 8 Olaf 9 thanked 10 her | 11 He 12 gave 13 Lind 14 a 15 coin."""

KEY: Entities = [[(0, 1), (5, 5), (10, 10), (13, 13)], [(3, 4), (7, 7)], [(8, 8), (11, 11)]]
"""Mara Lind, the boat, Olaf."""
RESPONSE: Entities = [[(0, 1), (5, 5), (11, 11)], [(3, 4), (7, 7)], [(8, 8), (10, 10)]]
"""He and her have changed places, and the second Lind is missing."""

Sentence = Sequence[str]


def parsed(path: Path, documents: Mapping[str, Sequence[Sentence]]) -> Path:
    """Write documents as CoNLL-U: a word is form, UPOS, HEAD, DEPREL, and perhaps FEATS and Entity=….

    A line that begins with a number such as 2.1 is an empty node: number, UPOS, DEPS, and perhaps Entity=….
    """
    lines = []
    for name, sentences in documents.items():
        lines += [f"# newdoc id = {name}", "# global.Entity = eid"]
        for sentence in sentences:
            number = 0
            for line in sentence:
                cells = line.split()
                misc = cells.pop() if cells[-1].startswith("Entity=") else "_"
                if cells[0][0].isdigit():
                    place, tag, deps = cells
                    lines.append(f"{place}\t_\t_\t{tag}\t_\t_\t_\t_\t{deps}\t{misc}")
                    continue
                number += 1
                form, tag, head, relation, feats = (*cells, "_")[:5]
                lines.append(
                    "\t".join([str(number), form, form.lower(), tag, "_", feats, head, relation, "_", misc])
                )
            lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
