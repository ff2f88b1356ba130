"""What more than one run shows: files against themselves, there and back, in another order, a second time."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NoReturn
from unittest.mock import patch

import corefeval
from corefeval import formats
from corefeval.arrays import integers
from corefeval.choices import CHOICES
from corefeval.comparison.compare import with_intervals
from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.request import Request
from corefeval.evaluation.result import Result
from corefeval.formats import large_files
from corefeval.formats.base import IrregularError
from corefeval.formats.conll2012 import reader as conll
from corefeval.formats.conllua import reader as conllua
from corefeval.formats.corefud import reader as corefud
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.problems import CorefevalError, Severity
from corefeval.validation import validate
from fuzz.command import TOLERANCE, keywords_of, run_command, scored, target_format
from fuzz.inputs import Files, Input, clear
from fuzz.running import Found
from fuzz.texts import WRITTEN

_ONCE = frozenset({"error", "first", "merge"})
"""Values of `duplicates` under which a mention counts once, so that a file against itself scores 1."""
_OF_SETTINGS = frozenset(
    {"CE030", "CE041", "CE044", "CE046", "CE050", "CE051", "CE052", "CE084", "CE134", "CE174"}
)
"""Problems that settings have with a sound file."""


def _sides(given: Input, files: Files, layer: str = "identity") -> list[Corpus]:
    """Read both files."""
    return [
        formats.read(path, offsets=given.offsets, layer=given.layer or layer)
        for path in (files.key, files.response)
    ]


def same_bytes(given: Input, files: Files) -> list[str]:
    """Run the command twice."""
    outcomes = []
    for _ in range(2):
        clear(files.target)
        shutil.rmtree(files.key / ".scored", ignore_errors=True)  # a leaderboard scores what is new
        outcome = run_command(given, files)
        outcomes.append((outcome.printed, outcome.said))
    if outcomes[0] != outcomes[1]:
        raise Found("bytes", f"{given.command} prints other bytes the second time")
    return ["bytes"]


def one_against_itself(given: Input, files: Files) -> list[str]:
    """Score the response against itself: 1, or undefined; where a mention counts twice a warning says so."""
    itself = scored(
        replace(given, key=given.response, settings={**given.settings, "undefined": "null"}), files
    )
    off = [
        name
        for name, parts in itself.scores.items()
        if parts.get("f1") is not None and abs((parts["f1"] or 0) - 1) > TOLERANCE
    ]
    # under perl one side keeps what the other drops, which CE030 tells
    if itself.settings.singletons == "e2e" or itself.settings.documents == "mean":
        return ["self"]  # rules of copied evaluators, under which a file need not score 1 against itself
    telling = {"CE063"} | ({"CE030"} if itself.settings.duplicates == "perl" else set())
    is_told = any(problem.code in telling for problem in itself.warnings)
    if off and (itself.settings.duplicates in _ONCE or not is_told):
        raise Found("self", f"{off[0]} of a file against itself is not 1")
    return ["self"]


def in_agreement(given: Input, files: Files) -> list[str]:
    """Hold validate against score: what the one refuses, as far as the settings need it, the other does."""
    settings = Request.of(**given.keywords).settings
    scheme = scheme_named(settings.scheme).name if settings.unknown_codes == "error" else ""
    found = validate(
        files.response, offsets=given.offsets, layer=given.layer or settings.layer, scheme=scheme
    )
    try:
        result = scored(replace(given, key=given.response), files)
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


def against_the_key(given: Input, files: Files) -> list[str]:
    """Hold `validate --key` against score: what stands against the pair is named before."""
    request = Request.of(**given.keywords)
    settings = request.settings
    layer = given.layer or settings.layer
    key = formats.read(files.key, offsets=given.offsets, layer=layer)
    found = validate(files.response, key=key, request=request, offsets=given.offsets, layer=layer)
    try:
        corefeval.score(files.key, files.response, **given.keywords)
    except CorefevalError as error:
        refused = {problem.code for problem in error.problems if problem.severity is Severity.ERROR}
        known = {problem.code for problem in (*found.problems, *key.problems)} | _OF_SETTINGS
        known |= {"CE108"} if settings.unknown_codes == "error" else set()  # of the key; see in_agreement
        if refused - known:
            raise Found(
                "agreement", f"score refuses {sorted(refused - known)}, validate --key does not"
            ) from None
    return ["agreement"]


def from_python(given: Input, files: Files) -> list[str]:
    """Give the same documents as rows: where rows and files can be read, they score the same; clusters alone do no harm."""
    try:
        sides = [
            [json.loads(line) for line in text.splitlines() if line.strip()]
            for text in (given.key, given.response)
        ]
    except (ValueError, RecursionError):
        return []
    if given.form not in {"jsonlines", "flat"} or not all(
        isinstance(row, dict) for side in sides for row in side
    ):
        return []
    _refused_or(
        lambda: corefeval.score(
            *([row.get("clusters") for row in side] for side in sides), metrics=given.metrics
        )
    )
    by_rows = _refused_or(lambda: corefeval.score(*sides, **given.keywords))
    by_files = _refused_or(lambda: scored(given, files))
    if by_rows is not None and by_files is not None and by_rows.scores != by_files.scores:
        raise Found("rows", "rows score otherwise than their file")
    return ["rows"]


def _refused_or(make: Callable[[], Result]) -> Result | None:
    try:
        return make()
    except CorefevalError:
        return None


def there_and_back(given: Input, files: Files) -> list[str]:
    """Write both sides in another format, and again in their own: the scores stay, or what was lost is said."""
    sides = _sides(given, files)
    start, before = sides[0].format, None
    to = target_format(given)
    for target in (to, start) if start in WRITTEN and start != to else (to,):
        written = [files.target.with_name(f"{name}2") for name in ("key", "response")]
        lost = [
            problem
            for corpus, path in zip(sides, written, strict=True)
            for problem in formats.write(corpus, path, target)
        ]
        try:
            layer = sides[0].layer if target == "conllua" == sides[0].format else "identity"
            again = [formats.read(path, target, layer=layer) for path in written]
        except CorefevalError as error:
            first = error.problems[0]
            raise Found("round trip", f"{sides[0].format} to {target} cannot be read: {first.code}") from None
        if lost:
            break
        before = before or _scores(given, *sides)
        _compare(before, _scores(given, *again), f"{start} to {target}", "round trip")
        sides = again
    return ["round trip"]


def repaired(given: Input, files: Files) -> list[str]:
    """Repair the response: where nothing is said to be changed or lost, the copy scores as the file does."""
    outcome = run_command(replace(given, additional=("-f", "json"), is_terminal=False), files)
    if not outcome.printed:
        return ["repair"]
    done = json.loads(outcome.printed)["repaired"]
    if not done["written"] or done["repairs"] or given.layer not in {"", "identity"}:
        return ["repair"]
    key, response = _sides(given, files)
    before = _scores(given, key, response)
    copy = formats.read(files.target, offsets=given.offsets if key.format == "jsonlines" else "")
    _compare(before, _scores(given, key, copy), f"{key.format}: --fix said nothing", "repair")
    return ["repair"]


def _scores(given: Input, key: Corpus, response: Corpus) -> Any:
    """Return the scores of corpora that are read, or the codes of what stands against them."""
    try:
        layer = key.layer if key.layer in CHOICES["layer"] else "identity"
        options = {**keywords_of(given), "preset": given.preset or "conll12", "layer": layer}
        result = corefeval.score(key, response, **options)
    except CorefevalError as error:
        return sorted({each.code for each in error.problems if each.severity is Severity.ERROR})
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
    sides = _sides(given, files, Request.of(**given.keywords).settings.layer)
    if len(sides[0].names) < 2 or len(set(sides[0].names)) < len(sides[0].names):
        return []
    try:
        before = corefeval.score(*sides, **keywords_of(given))
    except CorefevalError:
        return []
    turned = [side.select_documents(integers(reversed(range(len(side.names))))) for side in sides]
    after = corefeval.score(*turned, **keywords_of(given))
    for what, of in (
        ("scores", lambda result: result.scores),
        ("scores of documents", lambda result: {row["document"]: row for row in result.per_document()}),
        ("signature", lambda result: str(result.signature)),
        ("intervals", lambda result: with_intervals(result)[1] if "--ci" in given.command else None),
    ):
        if of(before) != of(after):
            raise Found("order", f"{what} change with the order of the documents")
    return ["order"]


def in_small_pieces(given: Input, files: Files) -> list[str]:
    """Read and score in pieces of a few bytes: all that is said is as if the files were read whole, and line by line."""
    response = files.response if files.given == "-" else files.given
    were_counted: list[bool] = []

    def said() -> list[str]:
        found = validate(files.response, offsets=given.offsets, layer=given.layer or "identity")
        told = [repr(problem) for problem in found.problems]
        try:
            result = corefeval.score(files.key, response, **given.keywords)
        except CorefevalError as error:
            return [*told, *(repr(problem) for problem in error.problems)]
        were_counted.append(result.pairing is None)
        plain = json.dumps(result.to_dict(per_document=True))
        return [*told, *(repr(problem) for problem in result.warnings), plain]

    small = {"COREFEVAL_PIECE": "16", "COREFEVAL_WHOLE": "1"}
    with patch.dict(os.environ, small), _having((large_files, "RUN", 16)):
        in_pieces = said()
    with _having(
        *((reader, "read_in_runs", _uncut) for reader in (conll, conllua, corefud)),
        (conll, "read_fast", _irregular),
        (corefud, "read_fast", _irregular),
    ):
        whole = said()
    for one, other in zip_longest(in_pieces, whole):
        if one != other:
            codes = [
                "scores" if (each or "").startswith("{") else (each or "nothing")[:30]
                for each in (one, other)
            ]
            raise Found("pieces", f"{given.form}: in pieces {codes[0]}, whole {codes[1]}")
    return ["pieces" if any(were_counted) else "not cut"]


@contextmanager
def _having(*values: tuple[Any, str, Any]) -> Iterator[None]:
    """Have modules hold other values for a while."""
    before = [(module, name, getattr(module, name)) for module, name, _ in values]
    for module, name, value in values:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def _uncut(*_: object) -> None:
    """Leave it to the exact reader to read all of a file."""


def _irregular(*_: object) -> NoReturn:
    raise IrregularError
