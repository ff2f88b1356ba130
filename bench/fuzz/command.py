"""A command's own run: it ends, in time, with a result or problems that stand where they say; nothing hostile is sent."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import corefeval
from corefeval import formats
from corefeval.choices import CHOICES
from corefeval.corpus.corpus import Corpus
from corefeval.corpus.tables import UNKNOWN
from corefeval.evaluation.request import Request
from corefeval.evaluation.result import Result
from corefeval.formats import ReadOptions, TextFile
from corefeval.formats.catalogue import BY_NAME
from corefeval.problems import CorefevalError, Problem, Severity
from corefeval.validation import validate
from fuzz.inputs import Files, Input
from fuzz.running import OUTPUTS, Found, Outcome, run
from fuzz.texts import WRITTEN

BASE_SECONDS = 1.0
SECONDS_PER_BYTE = 50e-6
"""How long a command may take: as long as any small input, and longer only as the input grows."""
TOLERANCE = 1e-9
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_HOSTILE = "\x1b[38;5;213m"
_ELSEWHERE = frozenset({"CE012", "CE030", "CE045", "CE056"})
"""Problems whose text is that of a mention or a name: it may go over several lines, or be written otherwise."""
_OF_MENTIONS = frozenset(
    {"CE013", "CE027", "CE031", "CE049", "CE068", "CE069", "CE088", "CE089", "CE094", "CE097", "CE098"}
)
"""The same where mentions stand beside the text or in tags: words, names of layers, numbers, counts."""
_BY_LINES = frozenset({"jsonlines", "nkas"})
"""Formats besides those of columns whose problems stand where their text does."""
_SHARES = ("recall", "precision", "f1", "accuracy", "success", "non_trivial", "critical", "resolution_rate")
"""Parts of scores that lie in 0..1."""
_OF_FILES = re.compile("CE00|CE01[^3]|CE02|CE03")
"""Problems that stand in a file, and have to say in which."""


def seconds_for(size: int, command: str = "") -> float:
    """Return how much CPU a command may take for so many bytes; one that tries hundreds of settings more than others."""
    return BASE_SECONDS * (4 if command == "reproduce" else 1) + SECONDS_PER_BYTE * size


def command_holds(given: Input, files: Files) -> list[str]:
    """Run the command: it ends, in time, with a result or problems that stand where they say; nothing hostile is sent."""
    if given.way == "memory":
        return _functions_hold(given, files)
    outcome = run_command(given, files)
    OUTPUTS.add((outcome.printed + outcome.said).replace(str(files.key.parent), ""))
    word = given.command.partition(" ")[0]
    if outcome.seconds > seconds_for(given.size, given.command):
        again = min(outcome.seconds, run_command(given, files).seconds)
        if again > seconds_for(given.size, given.command):
            raise Found("time", f"{word} took {again:.0f} s for {given.size} bytes")
    is_data = "csv" in given.additional and not given.is_terminal
    shown = outcome.said + ("" if is_data else outcome.printed)
    if _HOSTILE in shown:
        raise Found("terminal", f"{word} sent a sequence of the input")
    if found := _CONTROL.search(_STYLE.sub("", shown) if given.is_terminal else shown):
        raise Found("terminal", f"{word} sent {found[0]!r}")
    checked = ["traceback", "time", "terminal", "place"]
    lines = _lines(given, files)
    for problem in outcome.problems:
        if not problem.place.file and _OF_FILES.match(problem.code) and problem.severity is Severity.ERROR:
            raise Found("place", f"{problem.code} has no file")
        _stands(
            problem.code, problem.place.file, problem.place.line, problem.place.column, problem.text, lines
        )
    is_plain = "json" in given.additional and not {"-q", "--quiet"} & set(given.additional)
    if is_plain and outcome.printed and "--fix" not in given.command:
        plain = json.loads(outcome.printed)
        if word == "validate":
            for problem in plain["files"][0]["problems"]:
                _stands(problem["code"], *_place(problem["where"], lines), problem["text"], lines)
        elif word != "explain" and not any(
            problem["code"] == "CE063" for problem in plain.get("warnings", ())
        ):
            checked.append("bounds")
            _bounded(plain)
    return checked


def _functions_hold(given: Input, files: Files) -> list[str]:
    """Do what the command does without its command line, and look at the same; what it says is not printed."""
    began = time.process_time()
    checked = ["traceback", "time", "terminal", "place"]
    plain: dict[str, Any] = {}
    problems: Iterable[Problem]
    try:
        if given.command == "validate":
            problems = validate(
                files.response, offsets=given.offsets, layer=given.layer or "identity"
            ).problems
        elif given.command == "convert":
            corpus = _read(given)(
                given.response, str(files.response), given.offsets, given.layer or "identity"
            )
            problems = (*corpus.problems, *formats.write(corpus, io.BytesIO(), target_format(given)))
        else:
            result = scored(given, files)
            problems, plain = (
                result.warnings,
                result.to_dict(per_document="--per-document" in given.additional),
            )
    except CorefevalError as error:
        problems = error.problems
    spent = time.process_time() - began
    if spent > seconds_for(given.size, given.command):
        raise Found("time", f"{given.command} took {spent:.0f} s for {given.size} bytes")
    problems = tuple(problems)
    said = "\n".join(f"{problem}\n{problem!r}" for problem in problems)
    OUTPUTS.add(f"{said}{plain}".replace(str(files.key.parent), ""))
    if found := _CONTROL.search(said):
        raise Found("terminal", f"{given.command} says {found[0]!r}")
    lines = _lines(given, files)
    for problem in problems:
        _stands(
            problem.code, problem.place.file, problem.place.line, problem.place.column, problem.text, lines
        )
    if plain and not any(problem.code == "CE063" for problem in problems):
        checked.append("bounds")
        _bounded(plain)
    return checked


def scored(given: Input, files: Files) -> Result:
    """Score the response, as it is in memory, against the key."""
    request = Request.of(**given.keywords)
    layer = given.layer or request.settings.layer
    key = _read(given)(given.key, str(files.key), given.reading["key_offsets"] or "", layer)
    response = (
        key
        if given.key == given.response
        else read_bytes.__wrapped__(given.response, str(files.response), given.offsets, layer)
    )
    result: corefeval.Result = corefeval.score(key, response, **keywords_of(given))
    return result


def keywords_of(given: Input) -> dict[str, Any]:
    """Return the keywords of score() for corpora that are read."""
    unread = dict.fromkeys(given.reading)
    return {**given.keywords, **unread, "layer": given.layer if given.layer in CHOICES["layer"] else None}


@lru_cache(64)
def read_bytes(content: bytes, name: str, offsets: str, layer: str) -> Corpus:
    """Read bytes in memory; keys that are not mutated are read once."""
    return formats.read_file(TextFile(name, content), None, ReadOptions(layer, offsets))


def _read(given: Input) -> Callable[[bytes, str, str, str], Corpus]:
    """Return how to read: what stands beside a file may differ from one reading to the next."""
    return read_bytes.__wrapped__ if given.companions else read_bytes


def target_format(given: Input) -> str:
    """Return the format to convert to."""
    return (
        given.additional[given.additional.index("--to") + 1]
        if "--to" in given.additional
        else WRITTEN[given.number % len(WRITTEN)]
    )


def run_command(given: Input, files: Files) -> Outcome:
    """Run the command of an input on its files."""
    arguments = given.arguments(str(files.key), files.given, str(files.target))
    return run(arguments, given.response, is_terminal=given.is_terminal)


def _lines(given: Input, files: Files) -> dict[str, list[str]]:
    """Return the lines of the files by what problems call them; those of a packed file may be damaged."""
    key, response = (
        text.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
        for text in (given.key, given.response)
    )
    lines = {str(files.key): key, str(files.response): response}
    lines |= {f"{files.key}s/one": key, f"{files.given}/one": response}
    return lines if given.way == "gzip" else {**lines, files.given: response}


def _place(where: str, lines: dict[str, list[str]]) -> tuple[str, int, int]:
    """Take file, line and column apart again."""
    for name in lines:
        if where == name:
            return name, 0, 0
        numbers = where.removeprefix(f"{name}:").split(":")
        if where.startswith(f"{name}:") and all(number.isdigit() for number in numbers):
            return name, int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    return where, 0, 0


def _stands(code: str, file: str, line: int, column: int, text: str, lines: dict[str, list[str]]) -> None:
    """Look for the text of a problem at its place."""
    if file not in lines or not line:
        return
    if line > len(lines[file]):
        raise Found("place", f"{code}: line {line} of {len(lines[file])}")
    if code in _ELSEWHERE:
        return
    content = lines[file][line - 1]
    if column > len(content) + 1:
        raise Found("place", f"{code}: column {column} of a line of {len(content)}")
    if "\\" in content:
        return  # JSON may spell a character by its number, WebAnno by an escape
    whole = "\n".join(
        lines[file][line - 1 :]
    )  # a value of JSON may go over several lines: it begins on this one
    if text in {"", UNKNOWN} or (
        whole.startswith(text, column - 1) if column else -1 < whole.find(text) <= len(content)
    ):
        return
    form = formats.detect("\n".join(lines[file]).encode("utf-8", "replace"))
    if form is not None and BY_NAME[form].family != "columns" and form not in _BY_LINES:
        # the place is that of a tag, an element or a value, and the text that of a part of it, where XML makes blanks one
        part = " ".join(whole[max(column - 1, 0) :].split())
        if code in _OF_MENTIONS or "&" in whole or " ".join(text.split()) in part:
            return
        raise Found("place", f"{code}: its text is not in its element")
    raise Found("place", f"{code}: its text is not {'at its column' if column else 'on its line'}")


def _bounded(plain: Any, name: str = "") -> None:
    """Look at every recall, precision, F1 and other share, however deep they stand."""
    if isinstance(plain, dict):
        for part, value in plain.items():
            is_score = part.endswith(_SHARES) and isinstance(value, int | float)
            if is_score and not -TOLERANCE <= value <= 1 + TOLERANCE:
                raise Found("bounds", f"{part} of {name} is above 1 or below 0")
            _bounded(value, part)
    elif isinstance(plain, list):
        for value in plain:
            _bounded(value, name)
