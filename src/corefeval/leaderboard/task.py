"""Task: what is to be resolved and how it is scored, from a TOML file; and the submissions to it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from corefeval.choices import CHOICES, OVER_DATASETS
from corefeval.evaluation.datasets import Datasets, datasets_of
from corefeval.evaluation.request import Request
from corefeval.formats.files import TextFile, listed
from corefeval.leaderboard.archives import is_archive, stem
from corefeval.names import resolve
from corefeval.problems import CorefevalError, Place, Problem, UsageError, encodable
from corefeval.version import __version__

_DATED = re.compile(r"(.+)@(\d{4}-\d{2}-\d{2})")

FEATURES = ("type", "distance", "spread")
"""What the pages break scores down by, unless the task says otherwise."""

FIELDS = ("title", "key", "submissions", "preset", "metrics", "rank-by", "datasets", "breakdowns", "settings")
"""What a task may say."""


@dataclass(frozen=True)
class Submission:
    """What a participant sent.

    Attributes:
        system: the system's name.
        day: when, as YYYY-MM-DD; '' if its name does not say.
        path: a folder or an archive.
        besides: names of files that may lie beside the datasets and are none.
    """

    system: str
    day: str
    path: Path
    besides: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its page: unlike that of every other submission."""
        return f"{self.system}@{self.day}" if self.day else self.system

    @property
    def content(self) -> str:
        """What tells it from other submissions: of an archive its bytes, of a folder names and bytes of its files.

        A link is not followed: what it leads to is not part of a submission.
        """
        return _content(self.path, follows_links=False)


def _content(path: Path, *, follows_links: bool) -> str:
    """Return what tells a file from others by its bytes, a folder by names and bytes of its files."""
    digest = sha256()
    paths = [path]
    if path.is_dir() and (follows_links or not path.is_symlink()):
        walked = os.walk(
            path, followlinks=follows_links
        )  # a folder that cannot be listed is refused when it is read
        paths = sorted(Path(base) / name for base, folders, names in walked for name in (*folders, *names))
    for each in paths:
        if each.is_dir() and (follows_links or not each.is_symlink()):
            continue
        name = "" if each == path else each.relative_to(path).as_posix()
        if not each.is_file() or (each.is_symlink() and not follows_links):
            digest.update(f"{encodable(name)}\0no file\0".encode())
            continue
        digest.update(f"{encodable(name)}\0{each.stat().st_size}\0".encode())
        try:
            with each.open("rb") as stream:
                while block := stream.read(1 << 20):
                    digest.update(block)
        except OSError as error:  # told when it is read
            digest.update(f"{error.errno}\0unreadable\0".encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class Task:
    """A shared task.

    Attributes:
        title: what the pages are called.
        key: the folder of the key, with a folder or file for each dataset.
        submissions: the folder of the submissions.
        rank_by: the metric that systems are ranked by, '' for that of the preset.
        datasets: the names of the datasets that count; all of the key if none are named.
        breakdowns: the features that the pages break scores down by.
        request: how submissions are scored. A dataset that is missing is scored as empty, and so counts 0.
    """

    title: str
    key: Path
    submissions: Path
    rank_by: str
    datasets: tuple[str, ...]
    breakdowns: tuple[str, ...]
    request: Request = field(compare=False)

    @classmethod
    def read(cls, path: str | Path) -> Task:
        """Read a task; paths in it are relative to its folder.

        Raises:
            UsageError: CE145 for what is no task.
        """
        file = TextFile(str(path))
        try:
            said = tomllib.loads(file.read().decode())
        except tomllib.TOMLDecodeError as error:
            raise UsageError(Problem("CE145", "not-toml", file.place, error=str(error))) from None
        return cls.of(said, Path(path).parent, file.place)

    @classmethod
    def of(cls, said: Mapping[str, Any], folder: Path, place: Place) -> Task:
        """Return the task of what a file says."""
        for name in said:
            resolve("field", name, FIELDS, of=place.file)
        for name in ("key", "submissions"):
            if not isinstance(said.get(name), str):
                raise UsageError(Problem("CE145", "task-not-say", place, name, name=name))
        texts = {"title": "", "preset": None, "rank-by": ""}
        lists = {"metrics": (), "datasets": (), "breakdowns": FEATURES}
        found: dict[str, Any] = {**texts, **lists, "settings": {}, **said}
        for name, default in (*texts.items(), *lists.items()):
            wanted = str if name in texts else list
            if found[name] != default and not isinstance(found[name], wanted):
                kind = "not-a-text" if wanted is str else "not-a-list"
                raise UsageError(Problem("CE145", kind, place, str(found[name]), name=name))
        settings = found["settings"]
        if not isinstance(settings, dict):
            raise UsageError(Problem("CE145", "settings-table", place, str(settings)))
        known = [*CHOICES, "language", "key_format", "response_format", "key_offsets", "response_offsets"]
        options: dict[str, Any] = {
            resolve("setting", name.replace("-", "_"), known): value for name, value in settings.items()
        }
        options.setdefault("missing", "empty")
        request = Request.of(metrics=list(found["metrics"]) or None, preset=found["preset"], **options)
        return cls(
            found["title"] or Path(place.file).stem,
            folder / found["key"],
            folder / found["submissions"],
            found["rank-by"],
            tuple(found["datasets"]),
            tuple(found["breakdowns"]),
            replace(request, averages=(OVER_DATASETS,)),
        )

    @property
    def keys(self) -> Datasets:
        """What to read for each dataset that counts."""
        found = datasets_of(self.key)
        for name in self.datasets:
            if name not in found:
                raise CorefevalError(Problem("CE010", "key-no-dataset", Place(str(self.key)), name))
        return Datasets({name: found[name] for name in sorted(self.datasets or found)})

    @property
    def identity(self) -> str:
        """What tells it from tasks that would score the same submission otherwise: version, settings and the key's bytes."""
        digest = sha256(f"{__version__}|{self.request}|{self.request.asked}|{self.breakdowns}".encode())
        for name, path in self.keys.items():
            digest.update(f"{name}|{_content(Path(path), follows_links=True)}|".encode())
        return digest.hexdigest()

    def find(self) -> list[Submission]:
        """Return the submissions in the order of their names; what is hidden, or no folder and no archive, is none.

        A name may end with the day: `system@2026-05-01.zip`.

        Raises:
            CorefevalError: CE001 without the folder, CE146 for two submissions of one name and day, or for no day of the
                calendar.
        """
        if not self.submissions.is_dir():
            raise CorefevalError(Problem("CE001", "no-such-submissions", Place(str(self.submissions))))
        found: dict[str, Submission] = {}
        for one in self._submissions():
            if one.name in found:
                raise CorefevalError(
                    Problem(
                        "CE146",
                        "two-submissions-one-name",
                        Place(str(self.submissions)),
                        one.name,
                        other=found[one.name].path.name,
                        name=one.path.name,
                    )
                )
            found[one.name] = one
        return list(found.values())

    def _submissions(self) -> Iterator[Submission]:
        for path in listed(self.submissions):
            if path.name.startswith(".") or not (path.is_dir() or is_archive(path)):
                continue
            name = encodable(stem(path.name) if path.is_file() else path.name)
            dated = _DATED.fullmatch(name)
            if dated is not None:
                try:
                    date.fromisoformat(dated[2])
                except ValueError:
                    raise CorefevalError(
                        Problem("CE146", "no-day-calendar", Place(str(path)), dated[2])
                    ) from None
            yield Submission(dated[1], dated[2], path) if dated else Submission(name, "", path)
