"""The tables of `docs/which-conll-f1.md`: the rules of the presets, and how far apart the same output scores under them.

`python docs/spread.py` renews both from the presets and from the corpora beside the checkout (../shared/data); `--check` says
whether the table of rules is as the presets are.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import corefeval
from corefeval.comparison.by_preset import rank_by_preset
from corefeval.presets import PRESETS
from corefeval.simulation.errors import Disturbance
from corefeval.text import percent

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "which-conll-f1.md"
DATA = ROOT.parent / "shared" / "data"
COPIED = tuple(name for name, preset in PRESETS.items() if preset.source)
MEASURED = ("perl", "e2e", "longdoc-2", "stanza", "bookcoref-window")
"""The presets of the measured table; `longdoc` has the numbers of `perl` where no mention is repeated."""
ERRORS = {"missed": 0.1, "moved": 0.1, "split": 0.1, "merged": 0.1}
"""Errors that are put into a gold annotation where there is no system, with their rates."""
SEED = 7


def rules() -> str:
    """Return the table of rules."""
    rows = ["| preset | repositories | rule | what to know |", "|---|---|---|---|"]
    for name in COPIED:
        preset = PRESETS[name]
        repositories = [piece.split()[0] for piece in preset.source.split("; ")]
        links = ", ".join(f"[{each.partition('/')[2]}](https://github.com/{each})" for each in repositories)
        rows.append(
            f"| [`{name}`](presets.md#{name}) | {links} ({preset.date[:4]}) | {preset.short} | {preset.peculiarity} |"
        )
    return "\n".join(rows)


def disturbed(key: corefeval.Corpus) -> corefeval.Corpus:
    """Return a gold annotation with errors of four kinds, each at its rate."""
    for name, rate in ERRORS.items():
        key = Disturbance(key, [name], SEED).make(name, rate)[0]
    return key


def pairs() -> Iterator[tuple[str, Any, Any]]:
    """Yield key and response of each row, with its name."""
    gum = DATA / "gum_pairs"
    key = gum / "gum.dev.key.conll"
    yield "GUM dev, xrenner", key, gum / "gum.dev.xrenner.conll"
    yield "GUM dev, the gold against itself", key, key
    for name, file in (
        ("LitBank, 100 novels, gold with errors", "litbank/litbank.conll.gz"),
        ("LitBank, the gold against itself", "litbank/litbank.conll.gz"),
        ("CRAFT, 97 articles, gold with errors", "craft/craft97.conll.gz"),
        ("*Max Havelaar* (Dutch), gold with errors", "dutch/Multatuli_MaxHavelaar.conll.gz"),
    ):
        corpus = corefeval.load(DATA / file)
        yield name, corpus, corpus if "itself" in name else disturbed(corpus)


def measured() -> str:
    """Return the table of the same output under several presets."""
    heads = [f"`{name}`" for name in MEASURED]
    rows = [f"| corpus, output | {' | '.join(heads)} | spread |", "|---|" + "---:|" * (len(MEASURED) + 1)]
    for name, key, response in pairs():
        found = corefeval.score(key, response, preset=list(MEASURED), metrics="conll")
        scores = [found[preset].f1 if preset in found.results else None for preset in MEASURED]
        known = [score for score in scores if score is not None]
        spread = f"**{100 * (max(known) - min(known)):.2f}**"
        rows.append(f"| {name} | {' | '.join(map(percent, scores))} | {spread} |")
    return "\n".join(rows)


def systems() -> str:
    """Return a paragraph about real systems: how far apart they score, and whether the ranking turns."""
    folder = DATA / "ukp"
    recorded = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
    presets = ["coval", "e2e", "longdoc-2", "stanza"]
    rows = ["| corpus | systems | spread: median | largest | τ, `coval` – `e2e` | pairs that change places |"]
    rows.append("|---|---:|---:|---:|---:|---:|")
    for corpus in ("ecbp-within_doc", "fcc-within_doc", "gvc-within_doc"):
        own = [pair for pair in recorded["pairs"] if pair["corpus"] == corpus]
        ranking = rank_by_preset(
            folder / own[0]["key"], {pair["id"]: folder / pair["response"] for pair in own}, presets
        )
        spreads = [
            100 * (max(scores) - min(scores))
            for system in ranking.systems
            if (scores := [ranking.score(system, preset) or 0.0 for preset in ranking.presets])
        ]
        tau = ranking.taus["coval", "e2e"]
        turned = sum(
            {"coval", "e2e"} <= {*one.ahead, *one.behind} and ("coval" in one.ahead) != ("e2e" in one.ahead)
            for one in ranking.exchanges
        )
        rows.append(
            f"| {corpus} | {len(ranking.systems)} | {median(spreads):.2f} | {max(spreads):.2f} "
            f"| {'–' if tau is None else f'{tau:.2f}'} | {turned} |"
        )
    return "\n".join(rows)


def renewed(text: str, name: str, table: str) -> str:
    """Return a page with one of its generated tables renewed."""
    begin, end = f"<!-- {name}: python docs/spread.py -->", f"<!-- end of {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    assert pattern.search(text), name
    return pattern.sub(lambda _: f"{begin}\n{table}\n{end}", text)


def main(arguments: list[str]) -> None:
    """Renew the page, or check it."""
    text = PAGE.read_text(encoding="utf-8")
    page = renewed(text, "rules", rules())
    if "--check" in arguments:
        sys.exit(0 if page == text else f"{PAGE}: run python docs/spread.py")
    if DATA.exists():
        page = renewed(page, "measured", measured())
        page = renewed(page, "systems", systems())
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
