"""Key files of cross-document work, and what the reference scorer answered on them.

    python -m tests.reference.cross_document FOLDER         ask scorer.pl in FOLDER, and write down what it answers

The gold mentions of a corpus are a list of the names of their entities; so are the system's, drawn from the gold by giving some
mentions to other entities. Some are drawn, the others are those of real files where these lie beside the checkout.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import corefeval
from tests.paths import ROOT, SHARED

ANSWERS = ROOT / "tests" / "reference" / "cross_document_answers.json"
INPUTS = SHARED / "data" / "inputs"
KEY_FILES = {"MEANTIME": "meantime_CD_test_event.txt", "WEC": "wec_CD_dev_event.txt"}
LAYERS = ("identity", "event", "entity")
METRICS = ("mention", "muc", "bcub", "ceafm", "ceafe", "blanc")

Names = list[str]
"""The names of the entities of mentions."""


def disturbed(names: Names, share: float = 0.25) -> Names:
    """Return the names with a share of them replaced by others of the same list."""
    dice = random.Random(len(names))
    pool = sorted(set(names))
    return [dice.choice(pool) if dice.random() < share else name for name in names]


def drawn(seed: int) -> Names:
    """Return forty mentions of entities, a few of them large."""
    dice = random.Random(seed)
    return [f"e{min(dice.randrange(25), dice.randrange(25))}" for _ in range(40)]


def of_key_file(path: Path) -> Names:
    """Return the names of a key file."""
    return re.findall(r"^\S+\t\((\S+)\)$", path.read_text(encoding="utf-8"), re.MULTILINE)


def of_ecbplus(layer: str) -> Names:
    """Return the names of the mentions of ECB+, document by document; a name of one document has the document's."""
    corpus = corefeval.load(INPUTS / "ecbplus-xml", layer=layer)
    numbered = corpus.entities.is_numbered
    return [
        f"{corpus.names[document]}:{label}" if numbered is not None and numbered[entity] else label
        for entity, document, label in zip(
            corpus.mentions.entity.tolist(),
            corpus.mention_document.tolist(),
            corpus.entities.labels.take(corpus.mentions.entity),
            strict=True,
        )
    ]


def cases() -> dict[str, Names]:
    """Return the gold by what it is called; that of real files where they are."""
    found = {f"drawn {seed}": drawn(seed) for seed in range(3)}
    if INPUTS.exists():
        found |= {name: of_key_file(INPUTS / "crossdoc-keyfile" / file) for name, file in KEY_FILES.items()}
        found |= {f"ECB+ {layer}": of_ecbplus(layer) for layer in LAYERS}
    return found


def key_file(names: Names, *, singletons: bool = True) -> str:
    """Return a key file; without singletons their rows are of no mention, as the scorer has no other way to drop them."""
    number = {name: place for place, name in enumerate(dict.fromkeys(names), 1)}
    size = Counter(names)
    cells = (f"({number[name]})" if singletons or size[name] > 1 else "-" for name in names)
    return (
        "#begin document (all); part 000\n" + "".join(f"all\t{cell}\n" for cell in cells) + "#end document\n"
    )


def record(folder: Path) -> None:
    """Ask the reference scorer."""
    from tests.reference.record import perl

    ask = perl(folder)
    answers: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as work:
        paths = Path(work) / "key", Path(work) / "response"
        for name, names in cases().items():
            for singletons in (True, False):
                for path, side in zip(paths, (names, disturbed(names)), strict=True):
                    path.write_text(key_file(side, singletons=singletons), encoding="utf-8")
                answers[f"{name}, singletons {'keep' if singletons else 'drop'}"] = ask(*paths, "")
    lines = (f" {json.dumps(name)}: {json.dumps(scores)}" for name, scores in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    record(Path(sys.argv[1]))
