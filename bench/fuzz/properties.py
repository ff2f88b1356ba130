"""What must hold of every input, by class: the run of its command, and what more than one run can show.

A class is looked at by a function that raises Found where it does not hold, and returns the names of the classes that
it has looked at; what it raises otherwise is a finding of the class *traceback*, but for problems of the input.
"""

from __future__ import annotations

import io
import json
import re
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import corefeval
from corefeval import formats
from corefeval.comparing import with_intervals
from corefeval.corpus import Corpus, integers
from corefeval.evaluation.request import Request
from corefeval.evaluation.result import Result
from corefeval.formats import ReadOptions, TextFile
from corefeval.problems import CorefevalError, Problem, Severity
from corefeval.settings import CHOICES
from corefeval.validating import validate
from fuzz.inputs import Files, Input, laid
from fuzz.running import Outcome, run
from fuzz.texts import WRITTEN

BASE_SECONDS = 1.0
SECONDS_PER_BYTE = 50e-6
"""How long a command may take: as long as any small input, and longer only as the input grows."""
TOLERANCE = 1e-9
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_HOSTILE = "\x1b[38;5;213m"
_ONCE = frozenset({"error", "first", "merge"})
"""Values of `duplicates` under which a mention counts once, so that a file against itself scores 1."""
_OF_SETTINGS = frozenset({"CE030", "CE041", "CE044", "CE046", "CE050", "CE051", "CE052"})
"""Problems that settings have with a sound file."""
_ELSEWHERE = frozenset({"CE012", "CE030", "CE045", "CE056"})
"""Problems whose text is that of a mention or a name: it may go over several lines, or be written otherwise."""
_OF_FILES = re.compile("CE00|CE01[^3]|CE02|CE03")
"""Problems that stand in a file, and have to say in which."""


class Found(Exception):  # noqa: N818 - a finding, not an error
    """A property does not hold."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind, self.what = kind, what
        super().__init__(f"{kind}: {what}")


def seconds_for(size: int) -> float:
    """Return how much CPU a command may take for so many bytes."""
    return BASE_SECONDS + SECONDS_PER_BYTE * size


# The command's own run


def command_holds(given: Input, files: Files) -> list[str]:
    """Run the command: it ends, in time, with a result or problems that stand where they say; nothing hostile is sent."""
    if given.way == "memory":
        return _functions_hold(given, files)
    outcome = _run(given, files)
    word = given.command.partition(" ")[0]
    if outcome.seconds > seconds_for(given.size):
        again = min(outcome.seconds, _run(given, files).seconds)
        if again > seconds_for(given.size):
            raise Found("time", f"{word} took {again:.0f} s for {given.size} bytes")
    is_data = "csv" in given.further and not given.is_terminal
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
    if "json" in given.further and outcome.printed and "--fix" not in given.command:
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
            corpus = _read(given.response, str(files.response), given.offsets, given.layer or "identity")
            problems = (*corpus.problems, *formats.write(corpus, io.BytesIO(), _target(given)))
        else:
            result = _scored(given, files)
            problems, plain = result.warnings, result.to_dict(per_document="--per-document" in given.further)
    except CorefevalError as error:
        problems = error.problems
    spent = time.process_time() - began
    if spent > seconds_for(given.size):
        raise Found("time", f"{given.command} took {spent:.0f} s for {given.size} bytes")
    problems = tuple(problems)
    said = "\n".join(f"{problem}\n{problem!r}" for problem in problems)
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


def _scored(given: Input, files: Files) -> Result:
    """Score the response, as it is in memory, against the key."""
    request = Request.of(**given.keywords)
    how = given.offsets, given.layer or request.settings.layer
    key = _read(given.key, str(files.key), *how)
    response = (
        key if given.key == given.response else _read.__wrapped__(given.response, str(files.response), *how)
    )
    return corefeval.score(key, response, **_keywords(given))


def _keywords(given: Input) -> dict[str, Any]:
    """Return the keywords of score() for corpora that are read."""
    unread = dict.fromkeys(("key_offsets", "response_offsets", "key_layer", "response_layer"))
    return {**given.keywords, **unread, "layer": given.layer if given.layer in CHOICES["layer"] else None}


@lru_cache(64)
def _read(content: bytes, name: str, offsets: str, layer: str) -> Corpus:
    """Read bytes in memory; keys that are not mutated are read once."""
    return formats.read_file(TextFile(name, content), None, ReadOptions(layer, offsets))


def _target(given: Input) -> str:
    """Return the format to convert to."""
    return (
        given.further[given.further.index("--to") + 1]
        if "--to" in given.further
        else WRITTEN[given.number % 4]
    )


def _run(given: Input, files: Files) -> Outcome:
    arguments = given.arguments(str(files.key), files.given, str(files.target))
    return run(arguments, given.response, is_terminal=given.is_terminal)


def _lines(given: Input, files: Files) -> dict[str, list[str]]:
    """Return the lines of the files by what problems call them; those of a packed file may be damaged."""
    key, response = (
        text.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
        for text in (given.key, given.response)
    )
    lines = {str(files.key): key, str(files.response): response}
    return lines if given.way == "gzip" else {**lines, files.given: response, f"{files.given}/one": response}


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
    if "\\" in content and content.lstrip().startswith("{"):
        return  # JSON may spell a character by its number
    if text and column and not content.startswith(text, column - 1):
        raise Found("place", f"{code}: its text is not at its column")
    if text and not column and text not in content:
        raise Found("place", f"{code}: its text is not on its line")


def _bounded(plain: Any, name: str = "") -> None:
    """Look at every recall, precision and F1, however deep they stand."""
    if isinstance(plain, dict):
        for part, value in plain.items():
            is_score = part in {"recall", "precision", "f1"} and isinstance(value, int | float)
            if is_score and not -TOLERANCE <= value <= 1 + TOLERANCE:
                raise Found("bounds", f"{part} of {name} is above 1 or below 0")
            _bounded(value, part)
    elif isinstance(plain, list):
        for value in plain:
            _bounded(value, name)


# What more than one run shows


def same_bytes(given: Input, files: Files) -> list[str]:
    """Run the command twice."""
    outcomes = [(outcome.printed, outcome.said) for outcome in (_run(given, files) for _ in range(2))]
    if outcomes[0] != outcomes[1]:
        raise Found("bytes", f"{given.command} prints other bytes the second time")
    return ["bytes"]


def one_against_itself(given: Input, files: Files) -> list[str]:
    """Score the response against itself: 1, or undefined; where a mention counts twice a warning says so."""
    itself = _scored(
        replace(given, key=given.response, settings={**given.settings, "undefined": "null"}), files
    )
    off = [
        name
        for name, parts in itself.scores.items()
        if parts.get("f1") is not None and abs((parts["f1"] or 0) - 1) > TOLERANCE
    ]
    is_told = any(problem.code == "CE063" for problem in itself.warnings)
    if off and (itself.settings.duplicates in _ONCE or not is_told):
        raise Found("self", f"{off[0]} of a file against itself is not 1")
    return ["self"]


def in_agreement(given: Input, files: Files) -> list[str]:
    """Hold validate against score: what the one refuses, as far as the settings need it, the other does."""
    layer = given.layer or Request.of(**given.keywords).settings.layer
    found = validate(files.response, offsets=given.offsets, layer=layer)
    try:
        result = _scored(replace(given, key=given.response), files)
    except CorefevalError as error:
        refused = {problem.code for problem in error.problems if problem.severity is Severity.ERROR}
        if unsaid := refused - _OF_SETTINGS - {problem.code for problem in found.problems}:
            raise Found("agreement", f"score refuses {sorted(unsaid)}, validate does not") from None
        return ["agreement"]
    for problem in found.errors:
        if not problem.part or problem.part in _needed(result):
            raise Found("agreement", f"validate refuses {problem.code} ({problem.part}), score does not")
    return ["agreement"]


def _needed(result: Result) -> set[str]:
    """Return the parts of the annotation that the settings and metrics need."""
    by_need = {
        "heads": result.settings.match in {"head", "partial"},
        "minimum spans": result.settings.match == "partial",
        "split antecedents": result.settings.split_antecedents == "keep"
        or any(name.startswith("split.") for name in result.metrics),
        "bridging": any(name.startswith("bridging.") for name in result.metrics),
    }
    return {part for part, is_needed in by_need.items() if is_needed}


def there_and_back(given: Input, files: Files) -> list[str]:
    """Write both sides in another format, and again in their own: the scores stay, or what was lost is said."""
    how = {"offsets": given.offsets, "layer": given.layer or "identity"}
    sides = [formats.read(path, **how) for path in (files.key, files.response)]
    start, before = sides[0].format, None
    to = _target(given)
    for target in (to, start) if start in WRITTEN and start != to else (to,):
        written = [files.target.with_name(f"{name}2") for name in ("key", "response")]
        lost = [
            problem
            for corpus, path in zip(sides, written, strict=True)
            for problem in formats.write(corpus, path, target)
        ]
        try:
            layer = given.layer if target == "conllua" == start else ""
            again = [formats.read(path, target, layer=layer or "identity") for path in written]
        except CorefevalError as error:
            first = error.problems[0]
            raise Found("round trip", f"{sides[0].format} to {target} cannot be read: {first.code}") from None
        if lost:
            break
        before = before or _scores(*sides, given)
        _compare(before, _scores(*again, given), f"{start} to {target}", "round trip")
        sides = again
    return ["round trip"]


def repaired(given: Input, files: Files) -> list[str]:
    """Repair the response: where nothing is said to be changed or lost, the copy scores as the file does."""
    outcome = _run(replace(given, further=("-f", "json"), is_terminal=False), files)
    if not outcome.printed:
        return ["repair"]
    done = json.loads(outcome.printed)["repaired"]
    if not done["written"] or done["repairs"] or given.layer not in {"", "identity"}:
        return ["repair"]
    how = {"offsets": given.offsets, "layer": given.layer or "identity"}
    key = formats.read(files.key, **how)
    before = _scores(key, formats.read(files.response, **how), given)
    copy = formats.read(files.target, offsets=given.offsets if key.format == "jsonlines" else "")
    _compare(before, _scores(key, copy, given), f"{key.format}: --fix said nothing", "repair")
    return ["repair"]


def _scores(key: Corpus, response: Corpus, given: Input) -> Any:
    """Return the scores of corpora that are read, or the codes of what stands against them."""
    try:
        layer = key.layer if key.layer in CHOICES["layer"] else "identity"
        options = {**_keywords(given), "preset": given.preset or "conll12", "layer": layer}
        result = corefeval.score(key, response, **options)
    except CorefevalError as error:
        return sorted({problem.code for problem in error.problems})
    return {
        (name, part): None if value is None else round(value, 9)
        for name, parts in result.scores.items()
        for part, value in parts.items()
    }


def _compare(before: Any, after: Any, what: str, kind: str) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        # another file may have what more metrics need, or columns that say nothing
        common = {name for name, _ in before} & {name for name, _ in after}
        changed = sorted(
            name
            for name in before.keys() | after.keys()
            if name[0] in common and before.get(name) != after.get(name)
        )
        if changed:
            raise Found(kind, f"{what}: {changed[0]} changed")
    elif before != after:
        shown = [one if isinstance(one, list) else "scores" for one in (before, after)]
        raise Found(kind, f"{what}: {shown[0]} became {shown[1]}")


def in_any_order(given: Input, files: Files) -> list[str]:
    """Turn the documents of both sides round; scores, intervals and those of each document stay, to the last bit."""
    how = {"offsets": given.offsets, "layer": given.layer or Request.of(**given.keywords).settings.layer}
    sides = [formats.read(path, **how) for path in (files.key, files.response)]
    if len(sides[0].names) < 2 or len(set(sides[0].names)) < len(sides[0].names):
        return []
    try:
        before = corefeval.score(*sides, **_keywords(given))
    except CorefevalError:
        return []
    turned = [side.select_documents(integers(reversed(range(len(side.names))))) for side in sides]
    after = corefeval.score(*turned, **_keywords(given))
    for what, of in (
        ("scores", lambda result: result.scores),
        ("scores of documents", lambda result: result.per_document()),
        ("signature", lambda result: str(result.signature)),
        ("intervals", lambda result: with_intervals(result)[1] if "--ci" in given.command else None),
    ):
        if of(before) != of(after):
            raise Found("order", f"{what} change with the order of the documents")
    return ["order"]


PROPERTIES: dict[str, Callable[[Input, Files], list[str]]] = {
    "command": command_holds,
    "bytes": same_bytes,
    "self": one_against_itself,
    "agreement": in_agreement,
    "round trip": there_and_back,
    "repair": repaired,
    "order": in_any_order,
}


def finding(name: str, given: Input, folder: Path) -> tuple[list[str], tuple[str, str] | None]:
    """Look at one property of an input: return the classes that were looked at, and the class and text of what was found."""
    try:
        with laid(given, folder) as files:
            return PROPERTIES[name](given, files), None
    except CorefevalError:
        return [name], None
    except Found as found:
        return [found.kind], (found.kind, found.what)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return ["traceback"], ("traceback", f"{type(error).__name__} at {_where(error)} ({name})")


def findings(given: Input, folder: Path) -> Iterator[tuple[str, list[str], tuple[str, str] | None]]:
    """Look at all properties of an input: yield the name of each, its classes and what was found."""
    for name in ("command", *given.classes):
        yield (name, *finding(name, given, folder))


def _where(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/corefeval/" in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "?"
