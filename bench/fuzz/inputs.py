"""One input: a mutated key and response, a command, its settings, and how the files are handed over; all by its number."""

from __future__ import annotations

import gzip
import io
import os
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from corefeval import formats
from corefeval.breakdown.features import BUILDERS
from corefeval.choices import CHOICES
from corefeval.metrics.base import METRICS
from corefeval.presets import PRESETS
from corefeval.problems import CorefevalError
from fuzz.mutations import mutated, repeated
from fuzz.texts import LAYERS, OFFSETS, TEXTS, WRITTEN
from fuzz.tool_texts import COMPANIONS

COMMANDS = {
    "score": 400,
    "score --by": 20,
    "score --ci": 10,
    "score --signature": 10,
    "score --for": 5,
    "score --average": 5,
    "validate": 320,
    "validate --key": 20,
    "validate --fix": 15,
    "convert": 195,
    "compare": 10,
    "explain": 10,
    "simulate": 5,
    "agree": 10,
    "report": 5,
}
"""How often each command is drawn, in a thousand; those that take long seldom."""

CLASSES: Mapping[str, Mapping[str, float]] = {
    "score": {"self": 0.1, "agreement": 0.05, "order": 0.03, "rows": 0.1, "bytes": 0.01},
    "score --ci": {"order": 0.5, "bytes": 0.05},
    "validate": {"agreement": 0.15, "bytes": 0.01},
    "validate --key": {"against key": 0.5, "bytes": 0.01},
    "validate --fix": {"repair": 0.3, "bytes": 0.02},
    "convert": {"round trip": 0.15, "bytes": 0.01},
    "compare": {"bytes": 0.1},
    "explain": {"bytes": 0.1},
    "simulate": {"bytes": 0.1},
    "agree": {"bytes": 0.1},
    "report": {"bytes": 0.1},
}
"""Which properties are looked at beside those of the command's own run, of which share of its inputs."""

IN_MEMORY = frozenset({"score", "validate", "convert"})
"""What most inputs go through without a command line, by the functions that the command calls, on bytes in memory."""
MEMORY = ("memory",) * 50
WAYS = (*MEMORY, *("file",) * 4, "gzip", "folder", "-")
"""How the response is given, as often as it stands here."""
ONE_IN_LARGE = 400
ONE_IN_MIXED = 12
NAMES = ("a b", "[b]x", "-x", "ø", "x=y", "\x1b[38;5;213m", os.fsdecode(b"\xff"), "a.gz", "a.json", "#")
"""What a file may be called."""
USUAL_METRICS = (
    "muc",
    "bcub",
    "ceafe",
    "ceafm",
    "blanc",
    "lea",
    "conll",
    "conll",
    "mention",
    "mor",
    "muc,bcub,ceafe",
    "lea,blanc",
    "all",
)
USES = ("search", "summarisation", "translation", "information-extraction", "entity-sequences")


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
        further: options that only this command has.
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
    further: tuple[str, ...] = ()
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
            draw.choice(USUAL_METRICS) if draw.randrange(3) else draw.choice(tuple(METRICS)),
            _offsets(form, draw),
            draw.choice(LAYERS[form]) if form in LAYERS and not draw.randrange(4) else "",
            _further(command, draw),
            _way(command, draw) if not is_large else "file",
            "response" if draw.randrange(40) else draw.choice(NAMES),
            not draw.randrange(6),
            () if is_large else _drawn_classes(command, draw),
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
        return self.command.partition(" ")[0] not in {"validate", "convert"}

    def arguments(self, key: str, response: str, target: str) -> list[str]:
        """Return the command line."""
        word, _, option = self.command.partition(" ")
        if not self.is_scored:
            given = {"--offsets": self.offsets, "--layer": self.layer}
            given |= {"--key": {"--key": key, "--key-offsets": self.offsets}, "--fix": {"--fix": target}}.get(
                option, {}
            )
            paths = [response] if word == "validate" else [response, target]
            return [word, *_options(given), *self.further, "--", *paths]
        key = f"{key}s" if option == "--average" else key
        paths = [key, response, *([f"other={key}"] if word == "compare" else [])]
        given = {f"--{name.replace('_', '-')}": value for name, value in self.settings.items()}
        given |= {"-p": self.preset, "-m": "" if option in {"--for", "--signature"} else self.metrics}
        reading = {f"--{name.replace('_', '-')}": value or "" for name, value in self.reading.items()}
        if word == "simulate":
            reading = {"--key-offsets": self.offsets, "--key-layer": self.layer}
            paths = [response]
        if word == "agree":
            given.pop("--missing", None)  # documents that not all have are left out
        given |= reading
        written = ["-o", f"{target}.html"] if word == "report" else []
        return [word, *_options(given), *self.further, *written, "--", *paths]

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
        target: where a command may write.
    """

    key: Path
    response: Path
    given: str
    target: Path


@contextmanager
def laid(given: Input, folder: Path) -> Iterator[Files]:
    """Write the files of an input into a folder, and take away what has an odd name and what stands beside them."""
    key, response, target = folder / "key", folder / given.name, folder / "out"
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


def _drawn_classes(command: str, draw: random.Random) -> tuple[str, ...]:
    shares = CLASSES.get(command) or CLASSES[command.partition(" ")[0]]
    return tuple(name for name, share in shares.items() if draw.random() < share)


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


def _further(command: str, draw: random.Random) -> tuple[str, ...]:
    """Return options of one command."""
    kind = draw.choice(("json",) * 6 + ("csv", "csv", "markdown", "latex", "table"))
    match command:
        case "score":
            return ("-f", kind, *draw.choice(_SCORE))
        case "score --by":
            feature = draw.choice((*BUILDERS, "upos", "deprel", "x"))
            return (
                "--by",
                feature,
                "-f",
                kind,
                *draw.choice(((), (), ("--average", "macro"), ("--average", "scheme"))),
            )
        case "score --ci":
            return ("--ci", "-f", kind)
        case "score --average":
            return ("--average", "datasets", "-f", kind)
        case "score --signature":
            return ("-f", kind, "--signature", _signature(draw))
        case "score --for":
            return ("--for", draw.choice(USES), "-f", draw.choice(("json", "json", "markdown", "table")))
        case "validate" | "validate --key" | "validate --fix":
            return draw.choice((("-f", "json"), ("-f", "json"), ("-f", "text"), ("-q",)))
        case "convert":
            return ("--to", draw.choice(WRITTEN), *draw.choice(((), ("-q",))))
        case "compare":
            return (
                "--resamples",
                "20",
                "-f",
                kind,
                *draw.choice(((), ("--pairs", "all"), ("--interval", "percentile"))),
            )
        case "agree":
            return ("-f", kind, *draw.choice(((), ("--list", "all"), ("--by", "type"), ("--per-document",))))
        case "simulate":
            return ("--rates", "0.5", "--repeats", "1", "-f", kind)
        case "explain":
            return (
                "-f",
                draw.choice(("json", "json", "table")),
                *draw.choice(((), ("--top", "0"), ("--by", "length"))),
            )
        case _:
            return draw.choice(((), ("--no-compress",), ("--ci",), ("--only-errors",), ("--worst", "1")))


_SCORE: tuple[tuple[str, ...], ...] = (
    *((),) * 4,
    ("--per-document",),
    ("--per-document", "--average", "macro"),
    ("--average", "mentions"),
    ("--beta", "2"),
    ("--language", "en"),
    ("--jobs", "1"),
)


@cache
def _signatures() -> tuple[str, ...]:
    """Return lines that a run would print."""
    from corefeval.evaluation.score import score  # noqa: PLC0415 - only where one is drawn

    clusters = [[(0, 0), (1, 1)]]
    asked: tuple[dict[str, Any], ...] = (
        {},
        {"preset": "perl"},
        {"metrics": "blanc(empty=key),lea", "singletons": "drop"},
    )
    return tuple(str(score(clusters, clusters, **each).signature) for each in asked)


def _signature(draw: random.Random) -> str:
    """Return a signature, as printed or mutated."""
    text = draw.choice(_signatures())
    if draw.randrange(3):
        text = mutated(text, draw).decode("utf-8", "replace").replace("\0", "")
    return text
