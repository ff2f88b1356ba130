"""Every command that reads large files: the same bytes by the same functions, with a piece for each document and with one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import click
import pytest
from click.testing import CliRunner

from corefeval import presets
from corefeval.applications.uses import USES
from corefeval.cli import group
from corefeval.formats import FORMATS, format_named
from corefeval.metrics.base import METRICS
from corefeval.problems import CorefevalError
from tests.validation.test_findings import documents

FORMS = [name for name in FORMATS if format_named(name).boundaries is not None]
WHOLE = 1 << 40
"""More bytes than any file has: it is one piece."""
OTHERS = {
    "-m": ["all", "muc,blanc,lea", "dominant,lconll"],
    "-p": [*presets.PRESETS],
    "--beta": ["0.5"],
    "--language": ["en"],
    "--by": ["type", "distance,spread", "document", "etype,upos", "window:2", "code"],
    "--for": [*USES, "all"],
    "--scheme": ["gum"],
    "--jobs": ["1"],
    "--resamples": ["20"],
    "--test": ["randomisation"],
    "--rank-by": ["muc"],
    "--top": ["1"],
}
"""Values of options that have no fixed ones; options that are not listed name files, formats, layers or a signature."""


def options(command: str) -> Iterator[tuple[str, ...]]:
    """Return every option of a command with each of its values, in the words of the command line."""
    found = group.get_command(click.Context(group), command)
    assert found is not None
    for option in (each for each in found.params if isinstance(each, click.Option)):
        name = option.opts[0]
        if option.is_flag:
            yield (name,)
        elif name in OTHERS:
            yield from ((name, value) for value in OTHERS[name])
        elif isinstance(option.type, click.Choice):
            yield from ((name, str(value)) for value in option.type.choices)


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """Return each format whose files can be read in pieces."""
    return str(request.param)


@pytest.fixture
def files(tmp_path: Path, form: str) -> dict[str, str]:
    """Return a key, a response equal to it, two with errors, one of these in another order, and one with other documents."""
    texts = {
        "key": documents(form, "abcd"),
        "other": documents(form, "dbca").replace(b"(1)", b"(2)", 2).replace(b"[2,2]", b"[1,1]", 2),
        "errors": documents(form, "abcd").replace(b"(1)", b"(2)", 2).replace(b"[2,2]", b"[1,1]", 2),
        "same": documents(form, "abcd"),
        "lacking": documents(form, "abx"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.replace(b"\tX\t", b"\tPRON\t"))
    return {name: str(tmp_path / name) for name in texts}


def printed(arguments: list[str], large: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Return the status and the output of a command with files from so many bytes on in pieces."""
    monkeypatch.setenv("COREFEVAL_PIECE", "16")
    monkeypatch.setenv("COREFEVAL_WHOLE", str(large))
    done = CliRunner().invoke(group, arguments)
    if isinstance(done.exception, CorefevalError):
        return done.exit_code, done.output + str(done.exception)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("command", ["score", "compare"])
def test_scores_with_every_option(
    files: dict[str, str], form: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each value of each option, with one of the formats, tables and JSON, also if the response lacks a document."""
    systems = [files["other"], files["same"]] if command == "compare" else [files["other"]]
    few = ["--resamples", "20"] if command == "compare" else []
    for option in [*options(command)][FORMS.index(form) :: len(FORMS)]:
        arguments = [command, files["key"], *systems, "--jobs", "1", *few, *option]
        if "-f" not in option:
            arguments += ["-f", "json"]
        assert printed(arguments, 1, monkeypatch) == printed(arguments, WHOLE, monkeypatch), option
    for more in ([], ["--missing", "empty"]):
        arguments = [command, files["key"], files["lacking"], *systems[1:], "--jobs", "1", *few, *more]
        assert printed(arguments, 1, monkeypatch) == printed(arguments, WHOLE, monkeypatch), more


def test_other_commands(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Validate with and without a key, and commands that read both files in one piece."""
    key, other = files["key"], files["other"]
    for arguments in (
        ["validate", other],
        ["validate", other, "-f", "json"],
        ["validate", other, "--key", key, "-f", "csv"],
        ["validate", files["lacking"], other, "--key", key, "-f", "json"],
        ["validate", other, "--key", key, "-p", "crac24"],
        ["validate", other, "--key", key, "-p", "perl", "-f", "json"],
        ["score", key, other, "-p", "perl,e2e", "-f", "json"],
        ["compare", key, other, files["same"], "-p", "perl,e2e", "-f", "json"],
        ["explain", key, other, "-f", "json"],
        ["agree", key, other, "--resamples", "0", "-f", "json"],
        ["convert", other, "-", "--to", "jsonlines"],
    ):
        assert printed(arguments, 1, monkeypatch) == printed(arguments, WHOLE, monkeypatch), arguments


def test_a_folder_for_each_dataset(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Datasets are scored one by one, each in pieces."""
    for side in ("key", "other"):
        for name in ("one", "two"):
            place = tmp_path / f"{side}s" / name / "file"
            place.parent.mkdir(parents=True)
            place.write_bytes(Path(files[side]).read_bytes())
    folders = [str(tmp_path / "keys"), str(tmp_path / "others")]
    arguments = ["score", *folders, "--average", "datasets", "--jobs", "1", "-f", "json"]
    assert printed(arguments, 1, monkeypatch) == printed(arguments, WHOLE, monkeypatch)


OF_PIECES = {
    "notes.alternatives",
    "pairing.Pairing.drop_derived",
    "pairing.Pairing.type_sources",
    "pairing.Pairing.is_described",
    "request.Counted.without_corpora",
    "request.Run.allowing_gaps",
    "request.Run.alternatives",
    "request.Run.quoting",
}
"""Functions that only several pieces need: a piece may lack documents, its data is dropped, and warnings are printed after it."""


SCORE = ("score", "{key}", "{same}", "--jobs", "1")


@pytest.mark.parametrize(
    "command",
    [
        SCORE,
        (*SCORE, "-m", "all"),
        (*SCORE, "--singletons", "keep"),
        (*SCORE, "-p", "crac24"),
        (*SCORE, "--by", "distance"),
        (*SCORE, "--ci", "--resamples", "20"),
        ("compare", "{key}", "{same}", "{errors}", "--jobs", "1", "--resamples", "20"),
        ("validate", "{same}", "--key", "{key}"),
    ],
    ids=" ".join,
)
def test_the_same_functions_count(
    files: dict[str, str], monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """All of evaluation, pairing and metrics, but for fold.py, functions that add several pieces, and a few others."""
    arguments = [part.format(**files) for part in command]

    def functions(large: int) -> set[str]:
        called: set[CodeType] = set()

        def note(frame: FrameType, event: str, argument: object) -> None:
            del event, argument
            called.add(frame.f_code)

        printed(arguments, large, monkeypatch)  # imports and caches are made here
        sys.setprofile(note)
        try:
            printed(arguments, large, monkeypatch)
        finally:
            sys.setprofile(None)
        places = ((Path(code.co_filename), code.co_qualname) for code in called)
        names = {
            f"{path.stem}.{name}"
            for path, name in places
            if {"pairing", "metrics", "evaluation"} & {*path.parts} and path.name != "fold.py"
        }
        adds = ("__add__", ".joined", "notes._added")
        return {each for each in names if not any(name in each for name in adds)} - OF_PIECES

    assert functions(1) == functions(WHOLE)


class OwnError(ValueError):
    """An error of ours, not of the input."""


def failing(*arguments: object, **keywords: object) -> object:
    """Fail as a metric with a bug would."""
    del arguments, keywords
    raise OwnError


COUNTING: list[tuple[str, ...]] = [
    ("score", "{key}", "{other}"),
    ("score", "{key}", "{other}", "--by", "distance"),
    ("score", "{key}", "{other}", "--for", "search"),
    ("score", "{key}", "{other}", "--ci"),
    ("score", "{key}", "{other}", "-p", "perl,e2e"),
    ("score", "{keys}", "{keys}", "--average", "datasets"),
    ("compare", "{key}", "{other}", "{same}"),
    ("compare", "{key}", "{other}", "{same}", "--for", "search"),
    ("compare", "{keys}", "{keys}", "--by", "dataset"),
    ("compare", "{key}", "{other}", "{same}", "-p", "perl,e2e"),
    ("as", "coval", "{key}", "{other}"),
    ("explain", "{key}", "{other}"),
    ("explain", "{key}", "{other}", "{same}"),
    ("report", "{key}", "{other}", "-o", "{page}"),
    ("agree", "{key}", "{other}", "-m", "bcub"),
    ("reproduce", "{key}", "{other}", "--target", "0.5"),
    ("simulate", "{key}", "-m", "bcub"),
    ("study", "{key}", "a={other}", "b={same}", "c={key}", "--against", "{scores}"),
    ("validate", "{other}", "--key", "{key}"),
]
"""Commands that count. `leaderboard` is another matter: an error of ours rejects one submission, with CE149."""


@pytest.mark.parametrize("form", ["conll2012"], indirect=True)
@pytest.mark.parametrize("large", [1, WHOLE])
@pytest.mark.parametrize("command", COUNTING, ids=" ".join)
def test_an_error_of_ours_ends_every_command(
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    large: int,
    command: tuple[str, ...],
) -> None:
    """With that error, in one piece and in several: nothing else is tried, and nothing is scored."""
    folder = tmp_path / "folder" / "one"
    folder.mkdir(parents=True)
    (folder / "file").write_bytes(Path(files["key"]).read_bytes())
    scores = tmp_path / "scores.csv"
    scores.write_text("system,score\na,1\nb,2\nc,3\n")
    named = {
        **files,
        "keys": str(folder.parent),
        "page": str(tmp_path / "page.html"),
        "scores": str(scores),
    }
    for metric in METRICS.values():
        monkeypatch.setattr(metric, "count", failing)
    with pytest.raises(OwnError):
        printed([part.format(**named) for part in command], large, monkeypatch)
