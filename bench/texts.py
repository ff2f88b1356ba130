"""Texts to measure with: many tiny documents, one long one with realistic noise, a corpus repeated."""

from __future__ import annotations

import json
import random
from pathlib import Path

Clusters = list[list[tuple[int, int]]]


def tiny_documents(count: int) -> tuple[dict[str, Clusters], dict[str, Clusters]]:
    """Return key and response of so many documents of eight mentions in three entities, with a few errors."""
    rng = random.Random(1)
    key, response = {}, {}
    for number in range(count):
        entities: Clusters = [[(0, 1), (4, 4), (9, 9)], [(2, 3), (7, 7)], [(5, 6), (8, 8), (10, 12)]]
        guess = [list(entity) for entity in entities]
        moved = guess[rng.randrange(3)].pop()
        guess[rng.randrange(3)].append(moved)
        key[f"d{number}"] = entities
        response[f"d{number}"] = guess
    return key, response


def one_document(folder: Path, tokens: int, kind: str = "conll") -> tuple[Path, Path]:
    """Write one document of so many tokens: a mention every four, entity sizes with a heavy tail, 15 % noise.

    Kinds: conll, parsed (the same with phrase trees: each mention is a noun phrase with another one inside) and corefud.
    """
    paths = folder / f"one.{tokens}.key.{kind}", folder / f"one.{tokens}.response.{kind}"
    if not paths[0].exists():
        rng = random.Random(2)
        mentions = max(tokens // 4, 2)
        entity = [int(mentions / 6 * rng.random() ** 2) for _ in range(mentions)]
        noisy = [
            other
            if rng.random() > 0.15
            else entity[min(max(index + rng.randrange(-40, 40), 0), mentions - 1)]
            for index, other in enumerate(entity)
        ]
        kept = [rng.random() > 0.05 for _ in range(mentions)]
        _write(paths[0], kind, entity, [True] * mentions)
        _write(paths[1], kind, noisy, kept)
    return paths


def _write(path: Path, kind: str, entity: list[int], kept: list[bool]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        if kind in {"conll", "parsed"}:
            stream.write("#begin document (book); part 000\n")
            for index, (label, here) in enumerate(zip(entity, kept, strict=True)):
                cells = (f"({label}", f"{label})", "-", "-") if here else ("-",) * 4
                is_last = index % 5 == 4 or index == len(entity) - 1
                trees = ["*"] * 4 if kind == "conll" else _trees(is_first=index % 5 == 0, is_last=is_last)
                for word, (cell, tree) in enumerate(zip(cells, trees, strict=True)):
                    stream.write(f"book\t0\t{word}\tw{index}_{word}\tNN\t{tree}\t-\t-\t-\t-\t*\t{cell}\n")
                if is_last:
                    stream.write("\n")
            stream.write("\n#end document\n")
            return
        stream.write("# newdoc id = book\n# global.Entity = eid-etype-head-other\n")
        number = 0
        for index, (label, here) in enumerate(zip(entity, kept, strict=True)):
            if index % 5 == 0:
                stream.write(("\n" if index else "") + f"# sent_id = s{index // 5}\n")
                number = 0
            cells = (f"Entity=(e{label}-x-1-", f"Entity=e{label})", "_", "_") if here else ("_",) * 4
            for word, cell in enumerate(cells):
                number += 1
                head = 0 if number == 1 else 1
                relation = "root" if number == 1 else "dep"
                stream.write(
                    f"{number}\tw{index}_{word}\tw\tNOUN\tNN\t_\t{head}\t{relation}\t{head}:{relation}\t{cell}\n"
                )
        stream.write("\n")


def _trees(*, is_first: bool, is_last: bool) -> list[str]:
    """Return the parts of a tree at four words: a noun phrase of two, the second a noun phrase of its own, and a verb phrase."""
    trees = ["(NP*", "(NP*))", "(VP*", "*)"]
    if is_first:
        trees[0] = "(TOP(S" + trees[0]
    if is_last:
        trees[-1] += "))"
    return trees


def copies(folder: Path, tokens: int, documents: int, align: str) -> tuple[Path, Path]:
    """Write a text of so many tokens, a mention every five, and a copy of it as `--align` characters or rewrite takes it.

    Words are as frequent as in a text (Zipf). For `characters` every tenth token is cut and every tenth joined to the next; for
    `rewrite` one word in twenty is changed, dropped or invented.
    """
    paths = (
        folder / f"{align}.{tokens}.{documents}.key.jsonl",
        folder / f"{align}.{tokens}.{documents}.copy.jsonl",
    )
    if paths[0].exists():
        return paths
    rng = random.Random(3)
    with paths[0].open("w", encoding="utf-8") as key, paths[1].open("w", encoding="utf-8") as response:
        for number in range(documents):
            size = tokens // documents
            words = [f"word{int(50_000 ** rng.random())}" for _ in range(size)]
            spans = [(first, first + 1) for first in range(0, size - 1, 5)]
            entity = [int(len(spans) / 6 * rng.random() ** 2) for _ in spans]
            copy, place = _cut(words, rng) if align == "characters" else _changed(words, rng)
            moved = [(place[first][0], place[last][1]) for first, last in spans]
            for stream, text, found in ((key, words, spans), (response, copy, moved)):
                clusters: dict[int, Clusters] = {}
                for chain, span in zip(entity, found, strict=True):
                    clusters.setdefault(chain, []).append(list(span))  # type: ignore[arg-type]
                row = {"doc_key": str(number), "tokens": text, "clusters": list(clusters.values())}
                stream.write(json.dumps(row) + "\n")
    return paths


def _cut(words: list[str], rng: random.Random) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the words cut and joined at random, the first two of five alone, and where each stands."""
    copy: list[str] = []
    place: list[tuple[int, int]] = []
    for number, word in enumerate(words):
        what = rng.random()
        if number % 5 > 2 and what < 0.1:
            copy[-1] += word
        elif what > 0.9:
            copy += [word[:2], word[2:]]
            place.append((len(copy) - 2, len(copy) - 1))
            continue
        else:
            copy.append(word)
        place.append((len(copy) - 1, len(copy) - 1))
    return copy, place


def _changed(words: list[str], rng: random.Random) -> tuple[list[str], list[tuple[int, int]]]:
    """Return a copy with words changed, dropped and invented, and where each stands, or the one before it."""
    copy = [words[0]]
    place = [(0, 0)]
    for word in words[1:]:
        what = rng.random()
        if what < 0.033:
            copy.append(rng.choice(words))
        if what < 0.0167 or what > 0.0333:
            copy.append(word)
        place.append((len(copy) - 1, len(copy) - 1))
        if what > 0.9833:
            copy.append(rng.choice(words))
    return copy, place


def write_repeated(source: Path, target: Path, times: float) -> Path:
    """Write a corpus several times over under new document names."""
    if not target.exists():
        content = source.read_bytes()
        with target.open("wb") as stream:
            for number in range(int(times)):
                stream.write(content.replace(b"# newdoc id = ", b"# newdoc id = copy%d_" % number))
            documents = content.split(b"# newdoc id = ")
            rest = documents[1 : 1 + int(len(documents) * (times - int(times)))]
            stream.write(b"".join(b"# newdoc id = rest_" + document for document in rest))
    return target


def write_scorch(source: Path, target: Path) -> Path:
    """Write a folder with a JSON file for each document, as scorch reads them."""
    from corefeval import load  # noqa: PLC0415 - only where scorch is at hand

    target.mkdir()
    for document in load(source).documents:
        clusters = {
            entity.id: [f"{mention.start}-{mention.end}" for mention in entity.mentions]
            for entity in document.entities
        }
        content = json.dumps({"type": "clusters", "clusters": clusters})
        (target / f"{document.name}.json").write_text(content, encoding="utf-8")
    return target
