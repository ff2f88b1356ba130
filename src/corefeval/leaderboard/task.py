"""Task: the datasets and settings of a shared task, read from a TOML file, and its submissions."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from corefeval.choices import OVER_DATASETS, SETTINGS
from corefeval.columns import grouped
from corefeval.evaluation.datasets import Datasets, datasets_of
from corefeval.evaluation.request import Request
from corefeval.formats.archives import ENDINGS, Identity, is_archive, stem
from corefeval.formats.files import UNPACKS_TO, TextFile, files_below, listed, no_such_file
from corefeval.metrics import split_names
from corefeval.names import resolve
from corefeval.presets import choices
from corefeval.problems import CorefevalError, Place, Problem, UsageError, encodable, printable
from corefeval.version import __version__

_DATED = re.compile(r"(.+)@([0-9]{4}-[0-9]{2}-[0-9]{2})", re.DOTALL)

OF_ONE_MACHINE = frozenset({"text", "scheme"})
"""Settings that may name a file outside the folder of the task. A task may not use them."""

OTHER_ENDINGS = (".7z", ".rar", ".gz", ".bz2", ".xz", ".zst", ".tar.zst")
"""Endings of archives that cannot be read. Such a submission is rejected, not ignored."""

FEATURES = ("type", "distance", "spread")
"""The default features that the pages break scores down by."""

OF_TRACKS = ("preset", "metrics", "rank-by", "also-rank-by", "breakdowns", "settings")
"""The fields that a track may override, besides its name and layer."""

FIELDS = ("title", "key", "submissions", "datasets", *OF_TRACKS, "tracks")
"""The fields of a task."""

_TRACK = re.compile(r"[\w.+-]*\w")


@dataclass(frozen=True)
class Submission:
    """The submission of a participant.

    Attributes:
        system: the name of the system.
        day: the day of the submission as YYYY-MM-DD; '' if its name does not state it.
        path: a folder, an archive or a single file.
        besides: names of other files that may be next to the datasets.
        problem: the reason to reject it regardless of its contents; None if its name is valid.
    """

    system: str
    day: str
    path: Path
    besides: tuple[str, ...] = ()
    problem: Problem | None = None

    @property
    def name(self) -> str:
        """The name of its page, unique among the submissions."""
        return f"{self.system}@{self.day}" if self.day else self.system

    @property
    def content(self) -> str:
        """A hash of the submission: of an archive's bytes, or of the names and bytes of a folder's files.

        Links are not followed, because their targets are not part of the submission.
        """
        return _content(self.path, follows_links=False)


def _content(path: Path, *, follows_links: bool) -> str:
    """Return a hash of a file's bytes, or of the names and bytes of a folder's files."""
    digest = sha256()
    paths = [path]
    if path.is_dir() and (follows_links or not path.is_symlink()):
        # a folder that cannot be listed is refused when it is read
        walked = os.walk(path, followlinks=follows_links)
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
        except OSError as error:  # reported when the file is read
            digest.update(f"{error.errno}\0unreadable\0".encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class Task:
    """A shared task.

    Attributes:
        title: the title of the pages.
        key: the folder of the key, which contains a folder or file for each dataset; or a file, which is the only dataset.
        submissions: the folder of the submissions.
        rank_by: the metric that systems are ranked by; '' for the preset's metric.
        datasets: the names of the datasets that count; if empty, all datasets of the key.
        breakdowns: the features that the pages break scores down by.
        presets: other presets to rank by, which show whether the ranking depends on the scorer.
        request: the metrics and settings for scoring. By default a missing dataset is scored as empty, so it counts 0.
        track: the name of the track that this object describes; '' for a task without tracks.
        tracks: the tracks of the task. They share key and submissions but have different metrics or settings.
        takes_files: whether files with the ending of the key's only file are submissions.
    """

    title: str
    key: Path
    submissions: Path
    rank_by: str
    datasets: tuple[str, ...]
    breakdowns: tuple[str, ...]
    request: Request = field(compare=False)
    track: str = ""
    presets: tuple[str, ...] = ()
    tracks: tuple[Task, ...] = field(default=(), repr=False)
    takes_files: bool = False

    @classmethod
    def on(
        cls,
        key: str,
        submissions: str,
        preset: str | None = None,
        metrics: str | None = None,
        presets: str | None = None,
    ) -> Task:
        """Return a task for a gold file or folder and a folder of submissions, without a TOML file."""
        said: dict[str, Any] = {
            "key": key,
            "submissions": submissions,
            "title": f"Submissions to {Path(key).name}",
        }
        if preset is not None:
            said["preset"] = preset
        if metrics is not None:
            said["metrics"] = split_names(metrics)
        if presets is not None:
            said["also-rank-by"] = presets.split(",")
        if not Path(key).exists():
            raise CorefevalError(no_such_file(key, Place(key)))
        return replace(cls.of(said, Path(), Place(key)), takes_files=True)

    @classmethod
    def read(cls, path: str | Path) -> Task:
        """Read a task from a TOML file. Paths in the file are relative to its folder.

        Raises:
            UsageError: CE145 if the file does not describe a task.
        """
        file = TextFile(str(path))
        try:
            said = tomllib.loads(file.read().decode())
        except tomllib.TOMLDecodeError as error:
            raise UsageError(Problem("CE145", "not-toml", file.place, error=str(error))) from None
        return cls.of(said, Path(path).parent, file.place)

    @classmethod
    def read_one(cls, path: str | Path) -> Task:
        """Read a task without tracks.

        Raises:
            UsageError: CE145 if it has tracks, because one board can show only one of them.
        """
        task = cls.read(path)
        if task.tracks:
            names = [one.track for one in task.tracks]
            raise UsageError(Problem("CE145", "task-has-tracks", Place(str(path)), tracks=names))
        return task

    @classmethod
    def of(cls, said: Mapping[str, Any], folder: Path, place: Place) -> Task:
        """Return the task with the fields of a TOML file."""
        for name in said:
            resolve("field", name, FIELDS, of=place.file)
        if said.get("tracks"):
            tracks = cls._tracks(said, folder, place)
            title = said.get("title") or Path(place.file).stem
            return replace(tracks[0], title=title, track="", tracks=tracks)
        for name in ("key", "submissions"):
            if not isinstance(said.get(name), str):
                raise UsageError(Problem("CE145", "task-not-say", place, name, name=name))
        texts = {"title": "", "preset": None, "rank-by": ""}
        lists = {"metrics": (), "datasets": (), "also-rank-by": (), "breakdowns": FEATURES}
        found: dict[str, Any] = {**texts, **lists, "settings": {}, **said}
        for name, default in (*texts.items(), *lists.items()):
            wanted = str if name in texts else list
            if found[name] != default and not isinstance(found[name], wanted):
                kind = "not-a-text" if wanted is str else "not-a-list"
                raise UsageError(Problem("CE145", kind, place, str(found[name]), name=name))
        settings = found["settings"]
        if not isinstance(settings, dict):
            raise UsageError(Problem("CE145", "settings-table", place, str(settings)))
        known = [name for name, one in SETTINGS.items() if one.group and name not in OF_ONE_MACHINE]
        options: dict[str, Any] = {
            resolve("setting", name.replace("-", "_"), known): value for name, value in settings.items()
        }
        options.setdefault("missing", "empty")
        choices(map(str, found["also-rank-by"]))
        request = Request.of(metrics=list(found["metrics"]) or None, preset=found["preset"], **options)
        return cls(
            found["title"] or Path(place.file).stem,
            folder / found["key"],
            folder / found["submissions"],
            found["rank-by"],
            tuple(found["datasets"]),
            tuple(found["breakdowns"]),
            replace(request, averages=(OVER_DATASETS,)),
            presets=tuple(map(str, found["also-rank-by"])),
        )

    @classmethod
    def _tracks(cls, said: Mapping[str, Any], folder: Path, place: Place) -> tuple[Task, ...]:
        """Return the tracks of a task. Each has the fields of the task, overridden by its own."""
        whole = {name: value for name, value in said.items() if name != "tracks"}
        title = whole.get("title") or Path(place.file).stem
        found: dict[str, Task] = {}
        for entry in said["tracks"] if isinstance(said["tracks"], list) else [said["tracks"]]:
            own = dict(entry) if isinstance(entry, dict) else {}
            for name in own:
                resolve("field", name, ("name", "layer", *OF_TRACKS), of="a track")
            name, layer = own.pop("name", ""), own.pop("layer", None)
            is_name = isinstance(name, str) and _TRACK.fullmatch(name)
            if not is_name or name.lower() in map(str.lower, found):
                raise UsageError(Problem("CE145", "track-without-name", place, str(name)))
            settings = {**whole.get("settings", {}), **own.get("settings", {})}
            if layer is not None:
                settings["layer"] = layer
            made = cls.of({**whole, **own, "settings": settings, "title": f"{title}: {name}"}, folder, place)
            found[name] = replace(made, track=name)
        return tuple(found.values())

    @property
    def preset_rows(self) -> tuple[str, ...]:
        """The names of the further presets, with those of groups."""
        return tuple(choice.name for choice in choices(self.presets))

    @property
    def keys(self) -> Datasets:
        """The path of each dataset that counts."""
        found = self.given(self.key)
        for name in self.datasets:
            if name not in found:
                raise CorefevalError(Problem("CE010", "key-no-dataset", Place(str(self.key)), name))
        return Datasets({name: found[name] for name in sorted(self.datasets or found)})

    def given(self, path: Path) -> Datasets:
        """Return the datasets in a folder, or the only dataset if `path` is a file."""
        if not path.is_file() or is_archive(path):
            return datasets_of(path)
        only = self.keys if path != self.key else {path.name.partition(".")[0]: path}
        if len(only) > 1:
            return datasets_of(path)
        return Datasets(dict.fromkeys(only, path))

    @property
    def ending(self) -> str:
        """The ending of the key's only file; '' if there are several datasets or the dataset is a folder."""
        paths = [Path(path) for path in self.keys.values()]
        return _ending(paths[0]) if len(paths) == 1 and paths[0].is_file() else ""

    def is_single_file(self, path: Path) -> bool:
        """Return whether a path is a submission of a single file. A link is not."""
        is_file = path.is_file() and not path.is_symlink()
        return self.takes_files and is_file and bool(self.ending) and _ending(path) == self.ending

    @property
    def identity(self) -> str:
        """A hash of everything that affects the scores: the version, the settings and the key's bytes."""
        digest = sha256(f"{__version__}|{self.request}|{self.request.asked}|{self.breakdowns}".encode())
        digest.update("|".join(self.presets).encode())
        for name, path in self.keys.items():
            digest.update(f"{name}|{_content(Path(path), follows_links=True)}|".encode())
        return digest.hexdigest()

    @property
    def hidden(self) -> frozenset[Identity]:
        """The device and inode numbers of the key's files, which no submission may link to."""
        found: set[Identity] = set()
        walked = (
            (Path(base) / name for name in names) for base, _, names in os.walk(self.key, followlinks=True)
        )
        for path in (self.key, *chain.from_iterable(walked)):
            with suppress(OSError):  # reported when the key is read
                status = path.stat()
                found.add((status.st_dev, status.st_ino))
        return frozenset(found)

    @property
    def size(self) -> int:
        """The size of the key in bytes; an estimate if it is compressed."""
        return sum(
            path.stat().st_size * (UNPACKS_TO if path.suffix in {".gz", ".zst"} else 1)
            for each in self.keys.values()
            for path in (files_below(Path(each)) if Path(each).is_dir() else [Path(each)])
        )

    def find(self) -> list[Submission]:
        """Return the submissions in the order of their names.

        Every folder, archive and link is a submission, but hidden files and other files are not. A name may end with the
        day: `system@2026-05-01.zip`. If the name is invalid, the submission has a problem and is named after its file.

        Raises:
            CorefevalError: CE001 if the folder of submissions does not exist.
        """
        if not self.submissions.is_dir():
            raise CorefevalError(Problem("CE001", "no-such-submissions", Place(str(self.submissions))))
        named = grouped(self._submissions(), lambda one: one.name)
        found: dict[str, Submission] = {}
        for each in (one for same in sorted(named.values(), key=len) for one in _distinguished(same)):
            one = each
            if one.name in found:  # its file name is also the name of another submission
                one = replace(one, system=f"{one.system} ({len(found) + 1})")
            found[one.name] = one
        return sorted(found.values(), key=lambda one: one.path)

    def _submissions(self) -> Iterator[Submission]:
        for path in listed(self.submissions):
            is_named = path.name.lower().endswith((*ENDINGS, *OTHER_ENDINGS))
            is_alone = self.is_single_file(path)
            if path.name.startswith(".") or not (path.is_symlink() or path.is_dir() or is_named or is_alone):
                continue
            name = path.name if path.is_dir() else stem(path.name)
            name = printable(encodable(name.removesuffix(self.ending) if is_alone else name))
            dated = _DATED.fullmatch(name)
            try:
                day = date.fromisoformat(dated[2]).isoformat() if dated else ""
            except ValueError:
                problem = Problem("CE146", "not-day-calendar", Place(path.name), name[-10:])
                yield Submission(name, "", path, problem=problem)
            else:
                yield Submission(dated[1] if dated else name, day, path)


def _ending(path: Path) -> str:
    """Return the ending of a file name; for a compressed file, its last two endings."""
    return "".join(path.suffixes[-2:]) if path.suffix in {".gz", ".zst"} else path.suffix


def _distinguished(same: list[Submission]) -> list[Submission]:
    """Return the submissions with one name. If there are several, reject all of them, because none can be preferred."""
    if len(same) == 1:
        return same
    files = ", ".join(encodable(one.path.name) for one in same)
    return [
        replace(
            one,
            system=printable(encodable(one.path.name)),
            day="",
            problem=Problem("CE146", "several-submissions-same-name", text=one.name, files=files),
        )
        for one in same
    ]
