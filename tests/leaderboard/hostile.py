"""Hostile and unlucky submissions: every way that we know to harm a leaderboard, each with the code that rejects it.

`python -m tests.leaderboard.hostile FOLDER` makes a task with all of them, runs the command on it, and prints as JSON how long each
submission took and how much memory the run took.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import re
import resource
import stat
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.leaderboard.made_up import files, text, zipped

CLOCK = 240
"""Seconds on the clock for a submission: other work on the machine must not decide what is rejected."""
GB = 1 << 30
DATASETS, DOCUMENTS = 2, 3
GOOD = files("hostile", 0.2, DATASETS, DOCUMENTS)
FIRST = "set00.jsonl"
ANY = "CE"
"""Rejected, with whichever code."""


class Place(NamedTuple):
    """Where a case is made.

    Attributes:
        submissions: the folder of submissions.
        key: the folder of the key.
        name: the name of the case, with which the names of its submissions begin.
    """

    submissions: Path
    key: Path
    name: str

    def path(self, ending: str = "") -> Path:
        """Return the path of the submission."""
        return self.submissions / f"{self.name}{ending}"

    def folder(self, contents: dict[str, str | bytes] | None = None) -> Path:
        """Make a submission that is a folder; by default a valid one."""
        folder = self.path()
        folder.mkdir()
        for name, content in (GOOD if contents is None else contents).items():
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return folder


class Case(NamedTuple):
    """A submission.

    Attributes:
        make: makes it.
        code: with which it is rejected; '' if it is ranked.
    """

    make: Callable[[Place], object]
    code: str


@cache
def zeros(size: int) -> bytes:
    """Return a gzip file that unpacks to so many zeros, made in a moment: members of gzip may follow each other."""
    step = 1 << 24
    return gzip.compress(bytes(step), 9) * (size // step) + gzip.compress(bytes(size % step))


@cache
def deflated_zeros(size: int) -> bytes:
    """Return a deflate stream of so many zeros: a block that refers to nothing before it, many times."""
    step = 1 << 24
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(step)) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * (size // step) + packer.flush()


# zip


def zip_entry(name: bytes, content: bytes, **fields: int) -> tuple[bytes, bytes]:
    """Return a member of a zip file and its entry in the directory, in which the offset is 0; fields replace what is true."""
    found = {
        "flags": 0,
        "method": 0,
        "crc": zlib.crc32(content),
        "packed": len(content),
        "size": len(content),
    }
    found |= {"attributes": 0, "offset": 0} | fields
    shared = struct.pack(
        "<HHHHLLLHH",
        found["flags"], found["method"], 0, 0x5C21, found["crc"], found["packed"], found["size"], len(name), 0,
    )  # fmt: skip
    local = b"PK\3\4" + struct.pack("<H", 20) + shared + name + content
    entry = b"PK\1\2" + struct.pack("<HH", 0x0314, 20) + shared
    entry += struct.pack("<HHHLL", 0, 0, 0, found["attributes"], found["offset"]) + name
    return local, entry


def raw_zip(
    path: Path, *members: tuple[bytes, bytes], times: int = 1, directory_size: int | None = None
) -> None:
    """Write a zip file from members and entries; the directory may be repeated, or claim another size."""
    content, directory = b"", b""
    for local, entry in members:
        directory += entry[:42] + struct.pack("<L", len(content)) + entry[46:]
        content += local
    directory *= times
    size = len(directory) if directory_size is None else directory_size
    number = min(times * len(members), 0xFFFF)
    end = b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, number, number, size, len(content), 0)
    path.write_bytes(content + directory + end)


def zip_with(
    place: Place, name: bytes, content: bytes = b"x", fields: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Write a zip file with good files, and a member before them."""
    raw_zip(
        place.path(".zip"),
        zip_entry(name, content, **fields),
        *(zip_entry(each.encode(), good.encode()) for each, good in GOOD.items()),
    )


def damaged_zip(place: Place, method: int) -> None:
    """Write a zip file of a method whose packed bytes are damaged in the middle."""
    path = place.path(".zip")
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, content in GOOD.items():
            packed.writestr(name, content)
    broken = bytearray(path.read_bytes())
    start = 30 + len(FIRST)
    broken[start : start + 40] = b"\xff" * 40
    path.write_bytes(broken)


def truncated(place: Place, ending: str, make: Callable[[Path], object]) -> None:
    """Write an archive without its second half."""
    make(place.path(ending))
    content = place.path(ending).read_bytes()
    place.path(ending).write_bytes(content[: len(content) // 2])


def nested_zip(place: Place) -> None:
    """Write a zip file with a zip file of the good files."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as packed:
        for name, content in GOOD.items():
            packed.writestr(name, content)
    raw_zip(place.path(".zip"), zip_entry(b"inner.zip", inner.getvalue()))


def zip_cases() -> Iterator[tuple[str, Case]]:
    """Yield submissions that are zip files."""
    bomb = {"method": 8, "size": 3 * GB, "crc": 0}
    for name, member, fields, code in (
        ("name-not-utf8", b"\xff\xfe", {"flags": 0x800}, "CE002"),
        ("parent", b"../x.jsonl", {}, "CE144"),
        ("parent-inside", b"a/../../x.jsonl", {}, "CE144"),
        ("absolute", b"/tmp/x.jsonl", {}, "CE144"),
        ("backslash", b"..\\x.jsonl", {}, "CE144"),
        ("drive", b"C:\\x.jsonl", {}, "CE144"),
        ("control", b"a\x1b[31m\n.jsonl", {}, "CE144"),
        ("long-name", b"x" * 300, {}, "CE081"),
        ("long-path", b"/".join([b"x" * 99] * 600), {}, "CE081"),
        ("deep", b"/".join([b"x"] * 5000), {}, "CE081"),
        ("symlink", b"a", {"attributes": (stat.S_IFLNK | 0o777) << 16}, "CE144"),
        ("device", b"a", {"attributes": (stat.S_IFCHR | 0o666) << 16}, "CE144"),
        ("pipe", b"a", {"attributes": (stat.S_IFIFO | 0o666) << 16}, "CE144"),
        ("twice", FIRST.encode(), {}, "CE144"),
        ("file-and-folder", FIRST.encode() + b"/x", {}, "CE144"),
        ("encrypted", b"a", {"flags": 1}, "CE002"),
        ("method", b"a", {"method": 99}, "CE002"),
        ("check-sum", b"a", {"crc": 1}, "CE002"),
        ("not-deflate", b"a", {"method": 8}, "CE002"),
        ("lying-size", b"a", {"size": 0xFFFFFFF0, "packed": 0xFFFFFFF0}, "CE002"),
        ("other-dataset", b"set99.jsonl", {}, "CE011"),
        ("dot", b".", {}, "CE144"),
        ("empty-name", b"", {}, ANY),
    ):
        yield f"zip-{name}", Case(partial(zip_with, name=member, fields=fields), code)
    yield "zip-nul", Case(partial(zip_with, name=b"set00.jsonl\0.png"), "CE144")
    yield "zip-bomb", Case(lambda at: zip_with(at, b"bomb", deflated_zeros(3 * GB), bomb), "CE081")
    yield "zip-hidden-bomb", Case(lambda at: zip_with(at, b".bomb", deflated_zeros(3 * GB), bomb), "")
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield f"zip-damaged-{method}", Case(partial(damaged_zip, method=method), "CE002")
    yield (
        "zip-truncated",
        Case(partial(truncated, ending=".zip", make=lambda path: zipped(path, GOOD)), "CE002"),
    )
    yield "zip-none", Case(lambda at: raw_zip(at.path(".zip")), "CE003")
    yield "zip-empty", Case(lambda at: at.path(".zip").write_bytes(b""), "CE002")
    yield "zip-text", Case(lambda at: at.path(".zip").write_text("nothing"), "CE002")
    yield "zip-only-hidden", Case(lambda at: raw_zip(at.path(".zip"), zip_entry(b".x", b"x")), "CE003")
    yield "zip-nested", Case(nested_zip, "CE144")
    entry = zip_entry(b"x", b"x")
    yield "zip-many", Case(lambda at: raw_zip(at.path(".zip"), entry, times=70_000), "CE081")
    yield "zip-overlapping", Case(lambda at: raw_zip(at.path(".zip"), entry, times=500), "CE144")
    long = {"directory_size": 0xFFFFFFF0}
    yield "zip-directory", Case(lambda at: raw_zip(at.path(".zip"), entry, **long), "CE002")
    large = bytes(40 << 20)
    yield "zip-large-directory", Case(lambda at: raw_zip(at.path(".zip"), (b"", entry[1] + large)), "CE081")


# tar


def header(
    name: bytes = b"x", size: int = 0, kind: bytes = b"0", link: bytes = b"", prefix: bytes = b""
) -> bytes:
    """Return a tar header with a sound check sum; a size below 0 is written in base 256."""
    length = b"%011o\0" % size if size >= 0 else struct.pack(">bbhq", -1, -1, -1, size)
    block = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + length + b"00000000000\0"
    block += b" " * 8 + kind + link.ljust(100, b"\0") + b"ustar\00000" + bytes(80) + prefix.ljust(155, b"\0")
    block = block.ljust(512, b"\0")
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def padded(content: bytes) -> bytes:
    """Return content filled up to blocks of tar."""
    return content + bytes(-len(content) % 512)


def good_tar() -> bytes:
    """Return the members of a good tar file."""
    return b"".join(
        header(name.encode(), len(good.encode())) + padded(good.encode()) for name, good in GOOD.items()
    )


def tar_with(place: Place, start: bytes, ending: str = ".tar.gz", *, is_ended: bool = True) -> None:
    """Write a tar file that begins with some blocks, followed by the good files."""
    content = start + good_tar() + bytes(1024) * is_ended
    packers: dict[str, Callable[[bytes], bytes]] = {
        ".tar.gz": gzip.compress,
        ".tar.xz": lzma.compress,
        ".tar": bytes,
        ".tgz": gzip.compress,
    }
    place.path(ending).write_bytes(packers[ending](content))


def gzipped(place: Place, *pieces: bytes) -> None:
    """Write a compressed tar file of pieces that are compressed already."""
    place.path(".tar.gz").write_bytes(b"".join(pieces))


def pax(records: bytes) -> bytes:
    """Return a pax header."""
    return header(b"pax", len(records), b"x") + padded(records)


def pax_record(name: bytes, value: bytes) -> bytes:
    """Return a record of a pax header."""
    rest = b" " + name + b"=" + value + b"\n"
    length = len(rest)
    while length != len(rest) + len(str(length)):
        length = len(rest) + len(str(length))
    return str(length).encode() + rest


def greedy_xz(place: Place) -> None:
    """Write a tar.xz that asks for a dictionary of 4 GB."""
    content = bytearray(lzma.compress(good_tar() + bytes(1024)))
    size = (content[12] + 1) * 4  # of the header of the block, after that of the stream
    where = content.index(b"\x21\x01", 12, 12 + size) + 2
    content[where] = 40
    content[12 + size - 4 : 12 + size] = struct.pack("<L", zlib.crc32(content[12 : 12 + size - 4]))
    place.path(".tar.xz").write_bytes(content)


def damaged_tar(place: Place, ending: str, mode: Any) -> None:
    """Write a compressed tar file with damaged bytes in the middle."""
    with tarfile.open(place.path(ending), mode) as packed:
        for name, content in GOOD.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content.encode())
            packed.addfile(entry, io.BytesIO(content.encode()))
    broken = bytearray(place.path(ending).read_bytes())
    middle = len(broken) // 2
    broken[middle : middle + 20] = b"\xaa" * 20
    place.path(ending).write_bytes(broken)


def empty(place: Place, ending: str) -> None:
    """Write an empty file."""
    place.path(ending).write_bytes(b"")


def tar_cases() -> Iterator[tuple[str, Case]]:
    """Yield submissions that are tar files."""
    for name, start, code in (
        ("parent", header(b"../x"), "CE144"),
        ("absolute", header(b"/tmp/x"), "CE144"),
        ("symlink", header(b"a", kind=b"2", link=b"/etc/passwd"), "CE144"),
        ("hard-link", header(b"a", kind=b"1", link=b"/etc/passwd"), "CE144"),
        ("link-to-key", header(FIRST.encode(), kind=b"1", link=b"../../gold/set00.jsonl"), "CE144"),
        ("character-device", header(b"a", kind=b"3"), "CE144"),
        ("block-device", header(b"a", kind=b"4"), "CE144"),
        ("pipe", header(b"a", kind=b"6"), "CE144"),
        ("hidden-link", header(b".a", kind=b"2", link=b"/etc/passwd"), "CE144"),
        ("sparse", header(b"a", kind=b"S"), "CE144"),
        ("pax-sparse", pax(pax_record(b"GNU.sparse.map", b"0,1") + pax_record(b"GNU.sparse.size", b"9")) + header(), "CE144"),
        ("pax-sparse-1", pax(pax_record(b"GNU.sparse.major", b"1") + pax_record(b"GNU.sparse.minor", b"0")) + header(b"x", 512) + b"9" * 512, ANY),
        ("twice", header(FIRST.encode()), "CE144"),
        ("pax-digits", pax(b"1" * 5000 + b" path=a\n"), "CE002"),
        ("pax-size", pax(pax_record(b"size", b"9" * 30)) + header(), ANY),
        ("pax-negative", pax(pax_record(b"size", b"-1")) + header(), ANY),
        ("pax-path", pax(pax_record(b"path", b"../../x")) + header(), "CE144"),
        ("pax-global-path", header(b"pax", 19, b"g") + padded(b"19 path=../../../x\n") + header(), "CE144"),
        ("pax-long-path", pax(pax_record(b"path", b"x/" * 5000 + b"x")) + header(), "CE081"),
        ("pax-charset", pax(pax_record(b"hdrcharset", b"BINARY") + pax_record(b"path", b"\xff")) + header(), "CE144"),
        ("pax-chain", pax(pax_record(b"comment", b"x")) * 1500 + header(), "CE081"),
        ("negative-size", header(size=-1024), ANY),
        ("check-sum", header()[:-1] + b"x", "CE002"),
        ("later-check-sum", header(b".a") + header(b".b")[:-1] + b"x", "CE002"),
        ("not-utf8", header(b"\xff.jsonl"), "CE144"),
        ("control", header(b"a\x1b]0;x\x07"), "CE144"),
        ("many", b"".join(header(b".%d" % n) for n in range(21_000)), "CE081"),
        ("folders", b"".join(header(b"/".join([b"%d" % n] * 9), kind=b"5") for n in range(21_000)), "CE081"),
        ("unknown-kind", header(b"a", kind=b"?"), ANY),
    ):  # fmt: skip
        yield f"tar-{name}", Case(partial(tar_with, start=start), code)
    for ending in (".tar", ".tar.xz", ".tgz"):
        yield f"tar-parent{ending}", Case(partial(tar_with, start=header(b"../x"), ending=ending), "CE144")
        yield f"tar-empty{ending}", Case(partial(empty, ending=ending), "CE002")
    yield "tar-text", Case(lambda at: at.path(".tar").write_text("nothing"), "CE002")
    yield "tar-unended", Case(partial(tar_with, start=b"", is_ended=False), "")
    pax_bomb = gzip.compress(header(b"pax", 3 * GB, b"x"))
    yield "tar-pax-bomb", Case(lambda at: gzipped(at, pax_bomb, zeros(3 * GB)), "CE081")
    name_bomb = gzip.compress(header(b"././@LongLink", 3 * GB, b"L"))
    yield "tar-name-bomb", Case(lambda at: gzipped(at, name_bomb, zeros(3 * GB)), "CE081")
    hidden = gzip.compress(header(b".hidden", 3 * GB))
    rest = gzip.compress(good_tar() + bytes(1024))
    yield "tar-hidden-bomb", Case(lambda at: gzipped(at, hidden, zeros(3 * GB), rest), "CE081")
    bomb = gzip.compress(header(b"bomb", 3 * GB))
    yield "tar-bomb", Case(lambda at: gzipped(at, bomb, zeros(3 * GB), rest), "CE081")
    yield "tar-bomb-behind", Case(lambda at: gzipped(at, rest, zeros(3 * GB)), "CE081")
    yield "tar-greedy", Case(greedy_xz, "CE081")
    for ending, mode in ((".tar.gz", "w:gz"), (".tar.bz2", "w:bz2"), (".tar.xz", "w:xz"), (".tgz", "w:gz")):
        yield f"tar-damaged{ending}", Case(partial(damaged_tar, ending=ending, mode=mode), "CE002")
    yield (
        "tar-truncated",
        Case(lambda at: at.path(".tar.gz").write_bytes(gzip.compress(good_tar(), 0)[:3000]), "CE002"),
    )


# names, days and what is no archive


def beside(place: Place) -> None:
    """Make a folder and an archive of one name."""
    place.folder()
    zipped(place.path(".zip"), GOOD)


def links_to_key(place: Place, link: Callable[[Path, Path], object]) -> None:
    """Make a folder whose files are links to those of the key."""
    folder = place.folder({})
    for path in place.key.iterdir():
        link(path, folder / path.name)


def deep_folder(place: Place) -> None:
    """Make a folder around a folder, and so on."""
    folder = place.folder({})
    (folder / "/".join(["x"] * 300)).mkdir(parents=True)


def large_file(path: Path) -> None:
    """Make a file of 3 GB that takes nothing on the disk."""
    with path.open("wb") as stream:
        stream.truncate(3 * GB)


def name_cases() -> Iterator[tuple[str, Case]]:
    """Yield submissions of odd names, and such as are neither folders nor archives."""
    for name in ("day@2026-13-45", "day@2026-02-30", "day@0000-00-00", "day@2026-01-00"):
        yield name, Case(lambda at: zipped(at.path(".zip"), GOOD), "CE146")
        yield f"folder-{name}", Case(Place.folder, "CE146")
    for name in (
        "x" * 250, "y" * 251, "Case", "case", "con", "NUL", "<script>alert(1)", "a&b=c;d", "a b", " ", "-o", "~", "é\u202eé", "ein\nbruch",
        "\x1b[31mred", "@2026-05-01", "far@9999-12-31", "@@", "percent%2e%2e", "long-" + "\U0001f600" * 50,
        "index.html", "quote\"'", os.fsdecode(b"bytes\xff"),
    ):  # fmt: skip
        yield name, Case(Place.folder, "")
    yield "beside", Case(beside, "CE146")
    yield "dangling", Case(lambda at: at.path(".zip").symlink_to("nowhere"), "CE144")
    yield "linked", Case(lambda at: at.path().symlink_to(at.key), "CE144")
    yield "loop", Case(lambda at: at.path(".zip").symlink_to(at.path(".zip").name), "CE144")
    yield "pipe", Case(lambda at: os.mkfifo(at.path(".zip")), "CE144")
    yield "rar", Case(lambda at: at.path(".rar").write_bytes(b"Rar!\x1a\7\0"), "CE002")
    yield "large", Case(lambda at: large_file(at.path(".zip")), "CE081")
    yield "hard-links", Case(partial(links_to_key, link=os.link), "CE144")
    yield "symlinks", Case(partial(links_to_key, link=lambda old, new: new.symlink_to(old)), "CE144")
    yield "folder-pipe", Case(lambda at: os.mkfifo(at.folder() / "set09.jsonl"), "CE144")
    yield "folder-loop", Case(lambda at: (at.folder() / "loop").symlink_to("."), "CE144")
    yield "folder-large", Case(lambda at: large_file(at.folder() / "set09.jsonl"), "CE081")
    yield "folder-empty", Case(lambda at: at.folder({}), "CE003")
    yield "folder-deep", Case(deep_folder, ANY)


# contents


def changed(name: str = FIRST, content: str | bytes = "") -> Callable[[Place], object]:
    """Return what makes a folder in which a file has another content."""
    return lambda at: at.folder(
        {**GOOD, name: content} if name == FIRST else {"set01.jsonl": GOOD["set01.jsonl"], name: content}
    )


def line(**fields: Any) -> str:
    """Return the good file, its first document changed."""
    first, *others = GOOD[FIRST].splitlines()
    return "\n".join([json.dumps({**json.loads(first), **fields}), *others]) + "\n"


def content_cases() -> Iterator[tuple[str, Case]]:
    """Yield submissions that are plain folders whose first file is hostile."""
    size = 60 << 20
    laughs = (
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">'
        + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
        + "]><x>&a9;</x>"
    )
    for name, content in (
        ("empty", ""),
        ("zeros", bytes(1 << 20)),
        ("not-utf8", b"\xff\xfe\xfd" * 1000),
        ("one-line", b"a" * size),
        ("nested", "[" * 100_000),
        ("nested-object", '{"a":' * 100_000),
        ("many-lists", b"[" + b"[]," * (size // 3) + b"[]]"),
        ("many-lines", b"{}\n" * (1 << 20)),
        ("many-errors", b"x\n" * (1 << 20)),
        ("many-documents", b'{"doc_key":"d0","sentences":[["a"]],"clusters":[]}\n' * 20_000),
        ("large-offset", line(clusters=[[[10**30, 10**30]]])),
        ("offset-64", line(clusters=[[[2**63, 2**63]]])),
        ("negative", line(clusters=[[[-5, -1]]])),
        ("backwards", line(clusters=[[[5, 1]]])),
        ("not-a-number", line(clusters=[[[float("nan"), float("inf")]]])),
        ("texts", line(clusters="clusters")),
        ("null", line(clusters=None)),
        ("surrogate", line(doc_key="\ud800")),
        ("surrogate-words", line(sentences=[["\ud800"] * 12])),
        ("other-words", line(sentences=[["x"] * 12])),
        ("long-word", line(sentences=[["x" * (8 << 20)] * 2])),
        ("bare-values", '1\nnull\n"a"\n[]\n'),
        ("brackets", "#begin document (d0);\n" + "a 0 0 x " + "(1" * 200_000 + "\n#end document\n"),
    ):  # fmt: skip
        yield f"content-{name}", Case(changed(content=content), ANY)
    repeated = line(clusters=[[[0, 0]] * 30_000, [[1, 1]]])
    yield "content-repeated", Case(changed(content=repeated), "?")
    yield (
        "content-entities",
        Case(changed(content=line(clusters=[[[0, 0], [n % 12, n % 12]] for n in range(3000)])), "?"),
    )
    yield "content-long-document-name", Case(changed(content=line(doc_key="d" * (4 << 20))), "?")
    yield "content-html-name", Case(changed(content=line(doc_key="<script>alert(1)</script>")), "?")
    yield "content-laughs", Case(changed("set00.xml", laughs), ANY)
    yield "content-bomb", Case(changed("set00.jsonl.gz", zeros(3 * GB)), ANY)
    nested = deflated_zeros(GB)
    yield "content-archive", Case(changed("set00.zip", nested), "CE144")
    yield "content-two", Case(changed("set01.conll", "x"), ANY)
    yield (
        "content-folder",
        Case(lambda at: (at.folder({"set01.jsonl": GOOD["set01.jsonl"]}) / FIRST).mkdir(), ANY),
    )


CLASSES = {"zip": zip_cases, "tar": tar_cases, "names": name_cases, "contents": content_cases}


def make(root: Path, chosen: Sequence[str] = tuple(CLASSES)) -> dict[str, str]:
    """Make a task with a sound submission and hostile ones; return the code of each file or folder, '' if it is to be ranked."""
    key, submissions = root / "gold", root / "submissions"
    key.mkdir(parents=True)
    submissions.mkdir()
    for n in range(DATASETS):
        (key / f"set{n:02}.jsonl").write_text(text(n, DOCUMENTS))
    (root / "task.toml").write_text(
        'title = "Hostile"\nkey = "gold"\nsubmissions = "submissions"\nmetrics = ["conll", "lea"]\nbreakdowns = ["distance"]\n[settings]\n'
        'key-offsets = "inclusive"\nresponse-offsets = "inclusive"\nlanguage = "en"\n'
    )
    expected: dict[str, str] = {}
    zipped(submissions / "sound.zip", GOOD)
    before = set(submissions.iterdir())
    for name, case in (each for kind in chosen for each in CLASSES[kind]()):
        case.make(Place(submissions, key, name))
        after = set(submissions.iterdir())
        assert after > before, name
        expected |= {
            os.fsencode(path.name).decode("utf-8", "backslashreplace"): case.code for path in after - before
        }
        before = after
    return {**expected, "sound.zip": ""}


def main(arguments: Sequence[str]) -> None:
    """Make the task, run the command, print what it took."""
    from corefeval import cli
    from corefeval.engine import limited

    root = Path(arguments[0])
    expected = make(root, arguments[1:] or tuple(CLASSES))
    vars(limited)["SLACK"] = CLOCK
    status: object = None
    try:
        cli.main(["leaderboard", str(root / "task.toml"), "-o", str(root / "site"), "--resamples", "0"])
    except SystemExit as stop:
        status = stop.code
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    # The kernel counts the memory of the process that started this one as its own; VmHWM begins anew.
    peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    assert peak is not None
    outcome = {
        "expected": expected,
        "status": status,
        "seconds": sum(each.ru_utime + each.ru_stime for each in used),
        "megabytes": max(int(peak[1]), used[1].ru_maxrss) >> 10,
    }
    sys.stdout.write(json.dumps(outcome))


if __name__ == "__main__":
    main(sys.argv[1:])
