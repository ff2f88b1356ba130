"""Golden outputs, held in two parts: the data of each output, and the sentences of its problems.

A golden file holds an output in which each sentence and hint of a problem is replaced by its code, kind and
arguments: `⟨CE052 few-documents documents=30⟩`, `⟨hint CE052⟩`. The sentences are in
`sentences.json` of the same folder. A rewrite of the prose changes only these, so the diff of all other files shows
whether a number, code, place or line moved.

`COREFEVAL_GOLDEN=write` writes both parts, `COREFEVAL_GOLDEN=sentences` only the sentences.

Two things are not separated: prose that is no problem (headings, notes, help), and the words that `told` puts
around the sentences of several problems ("2 times", "and 3 more").
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from corefeval.problems import Problem, render
from tests.paths import GOLDEN

SENTENCES = "sentences.json"


class Prose(NamedTuple):
    """The sentence and the hint of a problem, as the output has them."""

    sentence: str
    hint: str


@dataclass(frozen=True)
class Goldens:
    """Holds outputs against golden files.

    Attributes:
        root: the folder of the golden files.
        seen: the problems that were rendered since `recording` began, with their prose.
    """

    root: Path = GOLDEN
    seen: dict[Problem, Prose] = field(default_factory=dict)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Note every problem that is rendered, with its prose."""
        message = render.message

        def noted(problem: Problem) -> str:
            self.seen[problem] = Prose(message(problem), render.advice(problem))
            return self.seen[problem].sentence

        render.message = noted
        try:
            yield
        finally:
            render.message = message

    def __call__(self, name: str, text: str, *, width: int | None = None) -> None:
        """Hold an output against its golden file and its sentences; no line of a .txt is wider than given."""
        if width is not None and name.endswith(".txt"):
            assert [line for line in text.splitlines() if len(line) > width and not _is_signature(line)] == []
        data, prose = separated(text, self.seen)
        path = self.root / name
        mode = os.environ.get("COREFEVAL_GOLDEN")
        if mode == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data, encoding="utf-8")
        assert data == path.read_text(encoding="utf-8")
        if mode in ("write", "sentences"):
            self._write_sentences(path.parent, prose)
        if prose:
            held = sentences(path.parent)
            assert prose == {token: held.get(token) for token in prose}

    def _write_sentences(self, folder: Path, prose: dict[str, Prose]) -> None:
        """Write sentences next to those of the other files of a folder, and remove those of no file."""
        used = {token for path in folder.iterdir() if path.name != SENTENCES for token in tokens(path)}
        held = {token: each for token, each in (sentences(folder) | prose).items() if token in used}
        plain = {token: each._asdict() for token, each in sorted(held.items())}
        if plain:
            text = json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
            (folder / SENTENCES).write_text(text, encoding="utf-8")


def _is_signature(line: str) -> bool:
    return line.startswith("signature ")


def tokens(path: Path) -> Iterator[str]:
    """Return the problems of a golden file, as it names them; those that are arguments of others are part of these."""
    text, depth, start = path.read_text(encoding="utf-8"), 0, 0
    for bracket in re.finditer("[⟨⟩]", text):
        start = bracket.start() if depth == 0 else start
        depth += 1 if bracket[0] == "⟨" else -1
        if depth == 0 and not text.startswith("⟨hint ", start):
            yield text[start : bracket.end()]


def sentences(folder: Path) -> dict[str, Prose]:
    """Return the sentences of a folder of golden files."""
    path = folder / SENTENCES
    held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {token: Prose(**each) for token, each in held.items()}


def separated(text: str, seen: dict[Problem, Prose]) -> tuple[str, dict[str, Prose]]:
    """Return an output with tokens in place of sentences and hints, and the prose of its tokens.

    Lines of a warning are joined, because where they break depends on the sentence.
    """
    found: dict[str, Prose] = {}
    # the longest first: one sentence may be the beginning of another
    for problem, prose in sorted(seen.items(), key=lambda item: -len(item[1].sentence)):
        pieces = _as_written(prose.sentence).split(text)
        if len(pieces) > 1:
            found[token_of(problem)] = prose
            text = token_of(problem).join(pieces)
    for problem, prose in sorted(seen.items(), key=lambda item: -len(item[1].hint)):
        if token_of(problem) in found and prose.hint:
            text = hint_of(problem).join(_as_written(prose.hint).split(text))
    return _WARNING.sub(lambda one: " ".join(one[0].split()), text), found


_WARNING = re.compile(
    r"^CE\d{3} (?:error|warning)(?:(?!\nCE\d{3}|\n\n).)*?(?=\n  ⟨hint )", re.MULTILINE | re.DOTALL
)
"""A warning in a table for the terminal, without its hint, which begins a line of its own."""


def _as_written(prose: str) -> re.Pattern[str]:
    """Return how prose may be written: broken over lines, or with escapes of JSON, CSV, Markdown, LaTeX or HTML."""
    return re.compile(
        r"(?<!\w)" + r"\s+".join("".join(map(_character, word)) for word in prose.split()) + r"(?!\w)"
    )


def _character(character: str) -> str:
    if character.isalnum():
        return character
    escaped = {rf"\\?{re.escape(character)}", re.escape(html.escape(character)), re.escape(2 * character)}
    broken = r"\s*" if character == "-" else ""
    return f"(?:{'|'.join(sorted(escaped, key=len, reverse=True))}){broken}"


def token_of(problem: Problem) -> str:
    """Return what stands for the sentence of a problem: its code, kind and arguments."""
    about = {"of": problem.of, "sides": problem.sides, "count": problem.count}
    named = {name: value for name, value in about.items() if value} | dict(problem.arguments)
    arguments = "".join(f" {name}={_shown(value)}" for name, value in named.items())
    return f"⟨{problem.code} {problem.kind}{arguments}⟩"


def hint_of(problem: Problem) -> str:
    """Return what stands for the hint of a problem: its code, whichever kinds have hints of their own."""
    return f"⟨hint {problem.code}⟩"


def _shown(value: object) -> str:
    """Return an argument; of a fraction as many digits as every platform computes alike."""
    if isinstance(value, Problem):
        return token_of(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:.9g}" if isinstance(value, float) else f"{value}"
