"""What the existing scorers answered on small texts of our own, and how we ask the same.

`texts.json` has the texts in the notation of `tests.reference.notation`; each other file a scorer's version and its
recall, precision and F1 by format, text, options and metric. `python -m tests.reference.record` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from tests.paths import ROOT
from tests.reference.notation import DEIXIS, RENDER, conllua

FOLDER = ROOT / "tests" / "reference" / "recorded"
Answers = dict[str, dict[str, dict[str, dict[str, list[float]]]]]
"""By format, text, options and metric: recall, precision and F1."""


@cache
def texts() -> dict[str, dict[str, dict[str, str]]]:
    """Return the texts by format and name: key and response."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(
        (FOLDER / "texts.json").read_text(encoding="utf-8")
    )
    return found


def written(form: str, name: str, side: str, options: str) -> str:
    """Return the file of one side of a text; discourse deixis stands in a column of its own."""
    text = texts()[form][name][side]
    return conllua(text, DEIXIS) if options.endswith("deixis") else RENDER[form](text)


@cache
def answers(scorer: str) -> Answers:
    """Return what a scorer answered."""
    found: Answers = json.loads((FOLDER / f"{scorer}.json").read_text(encoding="utf-8"))["answers"]
    return found


def options_of(scorer: str) -> Iterator[tuple[str, str, str]]:
    """Yield format, text and options of everything a scorer is asked."""
    drawn = texts()
    conll = [name for name in drawn["conll2012"] if not name.startswith("parts")]
    once = [
        name for name in conll if not name.startswith("twice") and "==" not in drawn["conll2012"][name]["key"]
    ]
    if scorer == "perl":
        yield from (("conll2012", name, "") for name in conll)
    elif scorer == "craft":
        yield from (("conll2012", name, "") for name in drawn["conll2012"] if name.startswith("parts"))
    elif scorer == "lea":
        yield from (("conll2012", name, singletons) for name, singletons in product(conll, ("keep", "drop")))
    elif scorer == "scorch":
        yield from (("conll2012", name, "") for name in once)
    elif scorer == "corefud-scorer":
        choices = product(("exact", "partial-corefud", "head"), ("dependent", "linear"), ("keep", "drop"))
        yield from (("corefud", *each) for each in product(drawn["corefud"], map(" ".join, choices)))
    else:
        yield from (("conll2012", name, singletons) for name, singletons in product(conll, ("keep", "drop")))
        for name in drawn["conllua"]:
            matches = (
                ("exact",) if name.startswith("zeros") else ("exact", "partial-corefud", "partial-craft")
            )
            zeros = ("keep", "drop") if name.startswith("zeros") else ("drop",)
            for match, zero in product(matches, zeros):
                yield from (
                    ("conllua", name, f"{match} {one} {zero} identity") for one in ("keep drop", "drop drop")
                )
                if name.startswith("sets"):
                    yield from (
                        ("conllua", name, f"{match} keep keep {zero} {layer}")
                        for layer in ("identity", "deixis")
                    )


MATCH = {"exact": "exact", "partial-corefud": "partial", "partial-craft": "craft", "head": "head"}
"""Our names of the ways to match mentions."""


def settings_of(scorer: str, form: str, options: str) -> dict[str, Any]:
    """Return the settings under which our scores are to be those of a scorer."""
    same: dict[str, Any] = {"key_format": form, "response_format": form}
    if scorer in {"perl", "craft"}:
        return {"preset": "perl", **same}
    if scorer == "scorch":
        return {"undefined": "zero", **same}
    same |= {"duplicates": "keep", "undefined": "zero"}
    if form == "conll2012":
        return {"singletons": options, **same}
    if scorer == "corefud-scorer":
        match, zeros, singletons = options.split()
        named = {"dependent": "dependent-official", "linear": "linear"}[zeros]
        return {"match": MATCH[match], "singletons": singletons, "zeros": named, "heads": "first", **same}
    match, singletons, sets, zeros, layer = options.split()
    return {
        "match": MATCH[match],
        "singletons": singletons,
        "split_antecedents": sets,
        "zeros": "linear" if zeros == "keep" else "drop",
        "layer": "discourse-deixis" if layer == "deixis" else "identity",
        **same,
    }
