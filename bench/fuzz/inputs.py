"""One input: a mutated key and response, a command, its settings, and how the files are handed over; all by its number."""

from __future__ import annotations

import gzip
import io
import os
import random
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from corefeval import formats
from corefeval.choices import AUDITED, CHOICES
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError
from fuzz.mutations import mutated, repeated
from fuzz.options import KEY, OUT, additional_options, metrics_for
from fuzz.tasks import laid_task
from fuzz.texts import LAYERS, OFFSETS, TEXTS, WRITTEN
from fuzz.tool_texts import COMPANIONS

COMMANDS = {
    "score": 400,
    "score --by": 20,
    "score --ci": 10,
    "score --signature": 10,
    "score --for": 5,
    "score --average": 5,
    "score --tables": 3,
    "validate": 320,
    "validate --key": 20,
    "validate --fix": 15,
    "convert": 165,
    "convert --only": 5,
    "compare": 6,
    "compare --tables": 2,
    "compare --over-weights": 2,
    "explain": 10,
    "explain two": 5,
    "explain --repair": 5,
    "simulate": 3,
    "study": 2,
    "plan": 2,
    "next": 2,
    "audit": 2,
    "agree": 10,
    "reproduce": 3,
    "leaderboard": 3,
    "report": 5,
    "report two": 2,
}
"""How often each command is drawn, in a thousand; those that take long seldom."""

CLASSES: Mapping[str, Mapping[str, float]] = {
    "score": {"self": 0.1, "agreement": 0.05, "order": 0.03, "rows": 0.1, "pieces": 0.02, "bytes": 0.01},
    "score --ci": {"order": 0.5, "bytes": 0.05},
    "validate": {"agreement": 0.15, "bytes": 0.01},
    "validate --key": {"against key": 0.5, "bytes": 0.01},
    "validate --fix": {"repair": 0.3, "bytes": 0.02},
    "convert": {"round trip": 0.15, "bytes": 0.01},
    "convert --only": {"bytes": 0.01},
    "compare": {"bytes": 0.1},
    "explain": {"bytes": 0.1},
    "simulate": {"bytes": 0.1},
    "study": {"bytes": 0.1},
    "plan": {"bytes": 0.1},
    "next": {"bytes": 0.1},
    "audit": {"bytes": 0.1},
    "agree": {"bytes": 0.1},
    "reproduce": {"bytes": 0.1},
    "leaderboard": {"bytes": 0.1},
    "report": {"bytes": 0.1},
}
"""Which properties are looked at beside those of the command's own run, of which share of its inputs."""

CUT = frozenset({"conll2012", "conllua", "corefud", "jsonlines", "flat"})
"""Texts of formats that are read in pieces: of these pieces are looked at more often."""

IN_MEMORY = frozenset({"score", "validate", "convert"})
"""What most inputs go through without a command line, by the functions that the command calls, on bytes in memory."""
MEMORY = ("memory",) * 50
WAYS = (*MEMORY, *("file",) * 4, "gzip", "folder", "-")
"""How the response is given, as often as it stands here."""
ONE_IN_LARGE = 400
ONE_IN_MIXED = 12
NAMES = ("a b", "[b]x", "-x", "ø", "x=y", "\x1b[38;5;213m", os.fsdecode(b"\xff"), "a.gz", "a.json", "#")
"""What a file may be called."""


@dataclass(frozen=True)
class Input:
    """A key and a response with what is done with them.

    Attributes:
        seed: of the run.
        number: of the input in the run.
        form: the format, a key of TEXTS.
        key: the bytes of the one file.
        response: those of the other.
        command: a key of COMMANDS.
        settings: names and values, of those of CHOICES.
        preset: its name, '' for none.
        metrics: as one writes them.
        offsets: what the numbers of JSON Lines mean.
        layer: which annotation.
        additional: options that only this command has.
        way: one of WAYS, in which the response is given.
        name: what the file of the response is called.
        is_terminal: whether someone looks at the output.
        classes: which properties are looked at beside those of the command's own run.
        key_form: the format of the key, where it is another one than that of the response.
        companions: what stands beside both files, by the pattern of its name.
    """

    seed: int
    number: int
    form: str
    key: bytes
    response: bytes
    command: str
    settings: Mapping[str, str] = field(default_factory=dict)
    preset: str = ""
    metrics: str = "conll"
    offsets: str = ""
    layer: str = ""
    additional: tuple[str, ...] = ()
    way: str = "file"
    name: str = "response"
    is_terminal: bool = False
    classes: tuple[str, ...] = ()
    key_form: str = ""
    companions: Mapping[str, bytes] = field(default_factory=dict)

    @classmethod
    def drawn(cls, seed: int, number: int) -> Input:
        """Return the input of this number in the run of this seed."""
        draw = random.Random(f"{seed}/{number}")
        form = draw.choice(tuple(TEXTS))
        texts = TEXTS[form]
        key, response = draw.choice(texts), draw.choice(texts)
        is_large = not draw.randrange(ONE_IN_LARGE)
        command = draw.choice(("score", "validate", "convert")) if is_large else _weighted(COMMANDS, draw)
        options = draw.sample(tuple(CHOICES), draw.choice((0, 0, 1, 1, 2, 3)))
        given = cls(
            seed,
            number,
            form,
            mutated(key, draw) if not draw.randrange(4) else key.encode(),
            (repeated if is_large else mutated)(response, draw),
            command,
            {name: draw.choice(CHOICES[name]) for name in options if name != "layer"},
            "" if draw.randrange(3) else draw.choice(tuple(PRESETS)),
            metrics_for(form, draw),
            _offsets(form, draw),
            draw.choice(LAYERS[form]) if form in LAYERS and not draw.randrange(4) else "",
            additional_options(command, draw),
            _way(command, draw) if not is_large else "file",
            "response" if draw.randrange(40) else draw.choice(NAMES),
            not draw.randrange(6),
            () if is_large else _drawn_classes(command, form, draw),
            companions=_companions(form, draw),
        )
        if is_large or not given.is_scored or draw.randrange(ONE_IN_MIXED):
            return given
        key_form = draw.choice(WRITTEN)
        translated = _translated(form, texts.index(key), key_form)
        if translated is None:
            return given
        return replace(given, key=translated, key_form=key_form, layer="", classes=())

    @property
    def size(self) -> int:
        """Bytes of both sides."""
        return len(self.key) + len(self.response)

    @property
    def is_scored(self) -> bool:
        """Whether the command takes settings and metrics."""
        return self.command.partition(" ")[0] not in {"validate", "convert", "leaderboard"}

    def arguments(self, key: str, response: str, target: str) -> list[str]:
        """Return the command line."""
        word, _, option = self.command.partition(" ")
        additional = [each.replace(OUT, target).replace(KEY, key) for each in self.additional]
        if word == "leaderboard":
            return [word, *additional, "--", f"{key}/task.toml"]
        if not self.is_scored:
            given = {"--offsets": self.offsets, "--layer": self.layer}
            given |= {"--key": {"--key": key, "--key-offsets": self.offsets}, "--fix": {"--fix": target}}.get(
                option, {}
            )
            paths = [response] if word == "validate" else [response, target]
            return [word, *_options(given), *additional, "--", *paths]
        key = f"{key}s" if option == "--average" else key
        named = f"other={key}" if word == "compare" else key
        systems = [response, *([named] if word == "compare" or option == "two" else [])]
        paths = [key, *(systems if self.number % 2 else reversed(systems))]
        given = {f"--{name.replace('_', '-')}": value for name, value in self.settings.items()}
        if word not in {"reproduce", "audit"}:
            is_without = option == "--for" or {"--signature", "--metrics"} & set(self.additional)
            given |= {"-p": self.preset, "-m": "" if is_without else self.metrics}
        reading = {f"--{name.replace('_', '-')}": value or "" for name, value in self.reading.items()}
        if word in {"simulate", "study"}:
            reading = {"--key-offsets": self.offsets, "--key-layer": self.layer}
            paths = [response]
        if word == "agree":
            given.pop("--missing", None)  # documents that not all have are left out
        if word == "audit":
            given = {name: value for name, value in given.items() if name.removeprefix("--") in AUDITED}
        given |= reading
        return [word, *_options(given), *additional, "--", *paths]

    @property
    def keywords(self) -> dict[str, Any]:
        """The settings as keywords of score()."""
        return {
            "metrics": self.metrics,
            "preset": self.preset or None,
            **self.settings,
            **self.reading,
        }

    @property
    def reading(self) -> dict[str, str | None]:
        """How the files are to be read, as keywords of score()."""
        return {
            "key_offsets": (self.offsets if not self.key_form else "") or None,
            "response_offsets": self.offsets or None,
            "key_layer": self.layer or None,
            "response_layer": self.layer or None,
        }


@dataclass(frozen=True)
class Files:
    """Where the files of an input lie.

    Attributes:
        key: the one file.
        response: the other, as a plain file.
        given: the response as the command is to be given it; of a folder of keys the name is that of the key with an s.
        target: where a command may write, and names that begin so.
    """

    key: Path
    response: Path
    given: str
    target: Path


@contextmanager
def laid(given: Input, folder: Path) -> Iterator[Files]:
    """Write the files of an input into a folder, and take away what has an odd name and what stands beside them."""
    key, response, target = folder / "key", folder / given.name, folder / "out" / "out"
    clear(target)
    if given.command == "leaderboard":
        with laid_task(folder / "task", given.number, given.key, given.response) as task:
            yield Files(task.parent, response, str(response), target)
        return
    is_read = given.command == "validate" or given.classes or given.companions
    if given.way == "memory" and not is_read:
        yield Files(key, response, str(response), target)
        return
    key.write_bytes(given.key)
    response.write_bytes(given.response)
    path = str(response)
    if given.way == "gzip":
        packed = folder / "packed"
        packed.write_bytes(_packed(given))
        path = str(packed)
    elif given.way == "folder":
        path = str(folder / "folder")
        for side, content in ((f"{key}s", given.key), (path, given.response)):
            Path(side).mkdir(exist_ok=True)
            (Path(side) / "one").write_bytes(content)
    elif given.way == "-":
        path = "-"
    sides = {key, response, Path(path), Path(path) / "one", Path(f"{key}s/one")}
    beside = [each for side in sides if side.is_file() for each in laid_beside(side, given.companions)]
    try:
        yield Files(key, response, path, target)
    finally:
        for each in {*beside, *([response] if given.name != "response" else [])}:
            each.unlink()


def clear(target: Path) -> None:
    """Have an empty folder to write to: what an earlier run wrote is no input of this one."""
    if target.parent.exists() and any(target.parent.iterdir()):
        shutil.rmtree(target.parent)
    target.parent.mkdir(exist_ok=True)


def laid_beside(path: Path, companions: Mapping[str, bytes]) -> Iterator[Path]:
    """Write the files that belong to one beside it."""
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    for pattern, content in companions.items():
        companion = path.with_name(pattern.format(stem=plain.stem, name=plain.name))
        companion.write_bytes(content)
        yield companion


def _companions(form: str, draw: random.Random) -> dict[str, bytes]:
    """Return what belongs to a text of this format; now and then one of them is mutated, or is not there."""
    found = {pattern: text.encode() for pattern, text in COMPANIONS.get(form, {}).items()}
    if found and not draw.randrange(3):
        pattern = draw.choice(tuple(found))
        found[pattern] = mutated(COMPANIONS[form][pattern], draw)
        if not draw.randrange(10):
            del found[pattern]
    return found


def _packed(given: Input) -> bytes:
    """Return the response packed; one in four is damaged."""
    packed = gzip.compress(given.response, 1, mtime=0)
    draw = random.Random(given.number)
    if draw.randrange(4):
        return packed
    at = draw.randrange(len(packed))
    return packed[:at] + draw.choice((b"", bytes([draw.randrange(256)]) + packed[at + 1 :]))


@cache
def _translated(form: str, number: int, to: str) -> bytes | None:
    """Return one of the texts in another format, as far as that can hold it; None if it cannot hold it at all."""
    offsets = {"jsonlines": "inclusive", "flat": "exclusive"}.get(form, "")
    written = io.BytesIO()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "a"
        path.write_bytes(TEXTS[form][number].encode())
        for _ in laid_beside(path, {each: text.encode() for each, text in COMPANIONS.get(form, {}).items()}):
            pass
        try:
            formats.write(formats.read(path, offsets=offsets), written, to)
        except CorefevalError:
            return None
    return written.getvalue()


def _weighted(weights: Mapping[str, int], draw: random.Random) -> str:
    return draw.choices(tuple(weights), tuple(weights.values()))[0]


def _drawn_classes(command: str, form: str, draw: random.Random) -> tuple[str, ...]:
    shares = CLASSES.get(command) or CLASSES[command.partition(" ")[0]]
    factors = {"pieces": 20 if form in CUT else 1}
    return tuple(name for name, share in shares.items() if draw.random() < share * factors.get(name, 1))


def _way(command: str, draw: random.Random) -> str:
    if command == "score --average":
        return "folder"
    return draw.choice(WAYS if command in IN_MEMORY else WAYS[len(MEMORY) :])


def _offsets(form: str, draw: random.Random) -> str:
    """Return what the numbers mean: mostly as the texts mean them, for JSON Lines alone."""
    if form not in {"jsonlines", "flat"}:
        return ""
    return (
        draw.choice(OFFSETS) if not draw.randrange(4) else "inclusive" if form == "jsonlines" else "exclusive"
    )


def _options(values: Mapping[str, str]) -> list[str]:
    return [word for name, value in values.items() if value for word in (name, value)]
