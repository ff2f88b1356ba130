"""Files in pieces: the same bytes as in one piece, whatever the files and the settings."""

from __future__ import annotations

import gc
import gzip
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import corefeval
from corefeval import formats
from corefeval.breakdown.by_feature import Breakdowns, scored_by
from corefeval.engine.processes import KilledError
from corefeval.evaluation import fold
from corefeval.evaluation.request import Request, Run
from corefeval.evaluation.score import asked
from corefeval.formats import large_files
from corefeval.formats.large_files import FilePart
from corefeval.problems import CorefevalError
from corefeval.reports.show import render
from corefeval.validation import validate
from tests.corpora import Text, corpus, texts

MANNERS: list[dict[str, Any]] = [
    {},
    {"preset": "crac24"},
    {"preset": "perl"},
    {"preset": "conll12"},
    {"preset": "conll2012", "singletons": "keep"},
    {"match": "head", "zeros": "dependent-official", "duplicates": "keep"},
    {"match": "head", "heads": "tree"},
    {"match": "partial", "zeros": "linear"},
    {"match": "exact", "zeros": "dependent", "singletons": "keep"},
    {"match": "craft", "duplicates": "merge"},
    {"metrics": "muc,bcub,ceafm,ceafe,blanc,lea,mention,mor", "singletons": "keep"},
    {"twinless": "cai-strube", "undefined": "zero"},
    {"split_antecedents": "keep"},
    {"metrics": "all"},
    {"metrics": "all", "split_antecedents": "keep", "singletons": "keep", "match": "head"},
    {"metrics": "all", "language": "en", "twinless": "cai-strube"},
    {"metrics": "dominant,parent,lconll,ace,arcs.inferred"},
    {"metrics": "bridging.entity,bridging.anaphor,split.muc", "split_antecedents": "keep"},
    {"missing": "empty"},
]
BY = [
    "type",
    "distance,spread",
    "window:3,length,nested",
    "document,genre",
    "upos,Gender",
    "etype,pos",
    "rank",
]
"""Features, of which some formats have some."""


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": lambda text: zstandard.ZstdCompressor().compress(text),
}


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    """Every document is a piece of its own; what a test sets itself is undone before this is."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COREFEVAL_PIECE", "16")
        patched.setenv("COREFEVAL_WHOLE", "1")
        yield


@st.composite
def corpora(draw: st.DrawFn) -> tuple[dict[str, Text], dict[str, Text]]:
    """Return key and response of some documents over the same nodes."""
    key, response = {}, {}
    for number in range(draw(st.integers(2, 4))):
        key[f"d{number}"] = draw(texts(repeats=draw(st.booleans()), mentions=6))
        response[f"d{number}"] = (
            key[f"d{number}"]
            if draw(st.integers(0, 3)) == 0
            else draw(texts(zeros=key[f"d{number}"].zeros, repeats=draw(st.booleans()), mentions=6))
        )
    return key, response


def written(found: dict[str, Text], form: str) -> bytes:
    """Return the documents as a file."""
    stream = io.BytesIO()
    formats.format_named(form).write(corpus(found).within_text(), stream)
    return stream.getvalue()


def said(key: Path, response: Path, *, whole: bool, by: str = "", **how: Any) -> str:
    """Return all that is printed of the scores and their breakdowns, or what is wrong."""
    if by:
        return said_by(key, response, by, whole=whole, **how)
    try:
        result = corefeval.score(key, response, whole=whole, **how)
    except CorefevalError as error:
        return f"{type(error).__name__} {error}"
    macro = replace(result, average="mentions")
    return "\n".join(
        [
            render(result, "table", per_document=True),
            render(result, "json", per_document=True),
            render(macro, "csv"),
            repr(result.warnings),
        ]
    )


def said_by(key: Path, response: Path, by: str, *, whole: bool, **how: Any) -> str:
    """Return the same with breakdowns."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COREFEVAL_WHOLE", str(1 << 40 if whole else 1))
        try:
            found = scored_by(asked(**how), key, response, by.split(","), "macro")
        except CorefevalError as error:
            return f"{type(error).__name__} {error}"
    assert (found.scores.pairing is not None) or not whole
    return "\n".join(found.render(kind) for kind in ("table", "json", "csv"))


@given(
    corpora(),
    st.sampled_from(["corefud", "conll2012", "jsonlines", "conllua"]),
    st.builds(
        lambda how, by: {**how, **by},
        st.sampled_from(MANNERS),
        st.one_of(st.just({}), st.sampled_from([{"by": name} for name in BY])),
    ),
    st.randoms(use_true_random=False),
    st.sampled_from(["", "", "", "shuffled", "renamed", "lacking", "broken", "cut", "twice", "nameless"]),
    st.tuples(st.sampled_from([*PACKED]), st.sampled_from([*PACKED])),
)
def test_the_same_bytes_as_in_one_piece(
    sides: tuple[dict[str, Text], dict[str, Text]],
    form: str,
    how: dict[str, Any],
    rng: random.Random,
    change: str,
    packed: tuple[str, str],
) -> None:
    """Scores, headings, signature, warnings and errors of the same files, packed or not."""
    key, response = sides
    if change == "shuffled":
        response = dict(rng.sample([*response.items()], len(response)))
    if change == "renamed":
        response = {name.replace("d1", "x"): text for name, text in response.items()}
    if change == "lacking":
        response = {name: text for name, text in response.items() if name != "d1"}
    contents = [written(found, form) for found in (key, response)]
    if change == "broken":
        lines = contents[0].split(b"\n")
        at = rng.randrange(len(lines))
        lines[at] = lines[at].replace(b")", b"(").replace(b"\t", b" ")[: rng.randrange(len(lines[at]) + 1)]
        contents[0] = b"\n".join(lines)
    if change == "cut":
        contents[1] = contents[1][: rng.randrange(1, len(contents[1]))]
    if change == "twice":
        contents = [content + content for content in contents]
    if change == "nameless":
        contents = [
            content.replace(b"(d1);", b"")
            .replace(b"# newdoc id = d1", b"# newdoc")
            .replace(b'"doc_key":"d1",', b"")
            for content in contents
        ]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("key", "response")]
        for path, content, pack in zip(paths, contents, packed, strict=True):
            path.write_bytes(PACKED[pack](content))
        assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)


@pytest.mark.parametrize("arguments", [("-m", "all", "--by", "type,distance,document"), ("-f", "json")])
def test_the_same_bytes_for_any_hash_seed(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """In pieces and whole, in one process and in two: sets have another order in each."""
    text = documents("corefud", "abcd").replace(b"\tX\t", b"\tPRON\t")
    key, response = put(tmp_path, text, documents("corefud", "dbca"))
    outputs = set()
    for seed, whole, jobs in (("1", "1", "1"), ("2", "1", "2"), ("3", str(1 << 40), "1")):
        command = [sys.executable, "-m", "corefeval", "score", str(key), str(response), *arguments]
        done = subprocess.run(
            [*command, "--jobs", jobs],
            env={**os.environ, "PYTHONHASHSEED": seed, "COREFEVAL_PIECE": "16", "COREFEVAL_WHOLE": whole},
            capture_output=True,
            check=True,
        )
        outputs.add((done.stdout, done.stderr))
    assert len(outputs) == 1


def in_pieces(key: Path, response: Path, **how: Any) -> corefeval.Result | None:
    """Return the result of several pieces, None if the run is one piece, or nothing comes of it."""
    try:
        result, _ = fold.scored(Request.of(**how), key, response)
    except KilledError:
        raise
    except CorefevalError:
        return None
    return result if result.pairing is None else None


def documents(form: str, names: str, label: str = "") -> bytes:
    """Return a file of documents of these names: two mentions of one entity and one of another."""
    found = []
    for number, name in enumerate(names):
        entity = f"{name}{label}"
        if form == "conll2012":
            rows = "".join(
                f"{name} 0 {place} w{place} {cell}\n"
                for place, cell in enumerate(("(1)", "-", "(1)", f"({number})"))
            )
            found.append(f"#begin document ({name}); part 000\n{rows}\n#end document\n")
        elif form == "corefud":
            cells = f"Entity=(e{entity}--1)", "_", f"Entity=(e{entity}--1)", f"Entity=(f{entity}--1)"
            rows = "".join(
                f"{place}\tw{place}\t_\tX\t_\t_\t{place - 1}\tx\t_\t{cell}\n"
                for place, cell in enumerate(cells, 1)
            )
            header = "# global.Entity = eid-etype-head\n" if not number else ""
            found.append(f"# newdoc id = {name}\n{header}{rows}\n")
        else:
            found.append(
                f'{{"doc_key":"{name}","tokens":["a","b","c","d"],"clusters":[[[0,0],[2,2]],[[3,3]]]}}\n'
            )
    return "".join(found).encode()


FORMS = ("conll2012", "corefud", "jsonlines")


def put(folder: Path, key: bytes, response: bytes) -> tuple[Path, Path]:
    """Write both files."""
    (folder / "key").write_bytes(key)
    (folder / "response").write_bytes(response)
    return folder / "key", folder / "response"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", ["abcd", "dcba", "abdc"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pieces_are_counted(tmp_path: Path, form: str, order: str, pack: Any) -> None:
    """In any order of documents, packed or not, and to the same bytes as whole; the result has no pairing."""
    paths = put(tmp_path, pack(documents(form, "abcd")), pack(documents(form, order)))
    found = in_pieces(*paths)
    assert found is not None
    assert found.pairing is None
    assert found.documents == tuple("abcd")
    whole = corefeval.score(*paths, whole=True)
    for kind in ("table", "json", "latex"):
        assert render(found, kind, per_document=True) == render(whole, kind, per_document=True)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("key", "response"), [("abca", "abca"), ("abc", "abcc"), ("abc", "xyz")])
def test_other_documents_are_reported_as_of_the_whole(
    tmp_path: Path, form: str, key: str, response: str
) -> None:
    """A name that comes again in another piece, no name in common: the problem of the whole files."""
    paths = put(tmp_path, documents(form, key), documents(form, response))
    assert in_pieces(*paths) is None
    assert said(*paths, whole=False) == said(*paths, whole=True)
    assert "CE01" in said(*paths, whole=False) or "CE075" in said(*paths, whole=False)


def test_problems_are_reported_at_their_lines(tmp_path: Path) -> None:
    """A warning in a later piece has the line of the file."""
    text = documents("corefud", "abcd")
    range_line = b"1-2\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e9)\n"
    odd = text.replace(b"# newdoc id = c\n", b"# newdoc id = c\n" + range_line)
    paths = put(tmp_path, odd, text)
    found = in_pieces(*paths, metrics="muc")
    assert found is not None
    told = [problem for problem in found.warnings if problem.code == "CE049"]
    line = odd[: odd.index(range_line)].count(b"\n") + 1
    assert [problem.place.line for problem in told] == [line]
    assert found.warnings == corefeval.score(*paths, metrics="muc", whole=True).warnings


def test_what_is_counted_in_a_file_is_reported_once(tmp_path: Path) -> None:
    """Not once in each piece, and at the first document that describes such a mention."""
    line = '{"doc_key":"%s","tokens":["a","b"],"clusters":[[[0,0],[1,1]]],"mentions":[{"span":[%s]}]}\n'
    text = "".join(line % each for each in (("a", "0,0"), ("b", "0,1"), ("c", "0,1"))).encode()
    paths = put(tmp_path, text, text)
    assert "2 described mentions in no cluster" in said(*paths, whole=True)
    assert said(*paths, whole=False) == said(*paths, whole=True)


@pytest.mark.parametrize(("broken", "code"), [(b"Entity=(fc--1)", "CE022"), (b"nothing", "CE050")])
def test_a_missing_layer_is_an_error_of_the_whole_file(tmp_path: Path, broken: bytes, code: str) -> None:
    """Not of its first piece: an error in a later one comes first, as in one piece."""
    text = documents("corefud", "abcd")
    layer = "discourse-deixis"
    paths = put(tmp_path, text.replace(broken, broken[:-1]), text)
    how: dict[str, Any] = {"key_layer": layer, "response_layer": layer}
    assert code in said(*paths, whole=False, **how)
    assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)
    if code == "CE022":
        found = validate(paths[0], layer=layer)
        assert [problem.code for problem in found.errors] == [code]
    else:
        with pytest.raises(CorefevalError):
            validate(paths[0], layer=layer)


def test_documents_without_names_are_numbered_through_the_file(tmp_path: Path) -> None:
    """Not through their piece."""
    text = documents("corefud", "abcd").replace(b"# newdoc id = c\n", b"# newdoc\n")
    found = in_pieces(*put(tmp_path, text, text))
    assert found is not None
    assert found.documents == ("a", "b", "3", "d")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("in_memory", [1 << 20, 64])
def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, in_memory: int) -> None:
    """It is kept, in memory or on the disk, and read whole where pieces cannot be counted."""
    monkeypatch.setenv("COREFEVAL_IN_MEMORY", str(in_memory))
    paths = put(tmp_path, documents(form, "abcd"), documents(form, "bdac"))
    whole = corefeval.score(*paths)
    for how in ({}, {"across": "corpus"}):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(paths[1].read_bytes())))
        found = corefeval.score(paths[0], "-", **how)  # type: ignore[call-overload]
        assert (found.pairing is None) == (not how)
        assert how or found.scores == whole.scores


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_any_number_of_processes_counts_the_same(tmp_path: Path, form: str, pack: Any) -> None:
    """One, two or eight, whatever order the response has, whether the text is sent or read there."""
    for order in ("abcdefgh", "hgfedcba"):
        paths = put(tmp_path, pack(documents(form, "abcdefgh")), pack(documents(form, order)))
        found = [in_pieces(*paths, jobs=jobs) for jobs in (1, 2, 8)]
        said = [render(each, "json", per_document=True) for each in found if each is not None]
        assert len(said) == 3
        assert len(set(said)) == 1


def test_a_killed_process_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scores are those of all documents; killed twice there is no score."""
    paths = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcd"))
    sound = in_pieces(*paths)
    assert sound is not None
    times = 1

    def count(run: Run, pair: fold.Pair, additional: None) -> fold.CountedPiece:
        assert isinstance(pair.key, FilePart)
        if "c" in pair.key.names and len([*tmp_path.glob("killed*")]) < times:
            (tmp_path / f"killed{time.monotonic_ns()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return counting(run, pair, additional)

    counting = fold.count
    monkeypatch.setattr(fold, "count", count)
    found = in_pieces(*paths, jobs=2)
    assert found is not None
    assert found.scores == sound.scores
    assert [problem.code for problem in found.warnings][-1] == "CE125"
    times = 3
    with pytest.raises(KilledError, match="CE124"):
        in_pieces(*paths, jobs=2)


def test_a_file_that_changes_is_not_scored(tmp_path: Path) -> None:
    """Between the cutting and the counting."""
    paths = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcd"))
    cut = fold.PiecesOfFiles(Request.of(), *map(formats.TextFile, paths))
    pair = next(iter(cut)).to_send(is_far=False)
    paths[0].write_bytes(documents("conll2012", "abce") + b"\n")
    with pytest.raises(fold.UnreadablePartError):
        fold.count(cut.run, pair)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("how", [{"metrics": "all"}, {"metrics": "lconll,parent", "language": "en"}])
def test_kinds_of_expressions_are_found_in_pieces(tmp_path: Path, form: str, how: dict[str, Any]) -> None:
    """As in the whole, where all pieces speak of the same tags."""
    paths = put(tmp_path, documents(form, "abcd"), documents(form, "abdc"))
    text = (
        paths[0].read_bytes().replace(b"\tX\t", b"\tPRON\t").replace(b"w0", b"She").replace(b'"a"', b'"She"')
    )
    paths = put(tmp_path, text, text)
    found = in_pieces(*paths, **how)
    assert found is not None
    whole = corefeval.score(*paths, whole=True, **how)
    assert render(found, "json", per_document=True) == render(whole, "json", per_document=True)


def test_tags_of_some_documents_are_those_of_all(tmp_path: Path) -> None:
    """Pieces of other tags than the others are not typed by their own: the files are read whole."""
    text = documents("corefud", "abcd").replace(b"\tX\t", b"\tPRON\t", 4).replace(b"\tX\t", b"\t_\t")
    paths = put(tmp_path, text, text)
    assert in_pieces(*paths, metrics="lconll") is None
    assert said(*paths, whole=False, metrics="lconll") == said(*paths, whole=True, metrics="lconll")


@pytest.mark.parametrize("by", ["", "type"])
def test_warnings_about_types_add(tmp_path: Path, by: str) -> None:
    """Without tags and a language, mentions of unknown type are counted in all pieces, also for a feature."""
    key, response = (
        "".join(
            penn(name, "- - - - -", f"(1) (1) - (2) ({last})")
            for name, last in zip("abc", lasts, strict=True)
        ).encode()
        for lasts in ("121", "221")
    )
    paths = put(tmp_path, key, response)
    metrics = "muc" if by else "lconll"
    additional = Breakdowns((by,)) if by else None
    found, taken = fold.PiecesOfFiles(asked(metrics=metrics), *map(formats.TextFile, map(str, paths))).fold(
        additional
    )
    told = [each for each in (taken[1] if by else found.warnings) if each.kind == "no-language-declared-file"]
    assert [(each.place.file, each["mentions"]) for each in told] == [(str(path), 12) for path in paths]
    assert said(*paths, whole=False, by=by, metrics=metrics) == said(
        *paths, whole=True, by=by, metrics=metrics
    )


def penn(name: str, tags: str, entities: str) -> str:
    """Return a document of single words with Penn tags."""
    words = enumerate(zip(["Runs", "she", "sees", "Dog", "it"], tags.split(), entities.split(), strict=True))
    rows = [f"{name} 0 {row} {word} {tag} * - - - - * {entity}\n" for row, (word, tag, entity) in words]
    return "".join([f"#begin document ({name}); part 000\n", *rows, "\n#end document\n"])


def test_penn_tags_of_some_documents_decide_for_all(tmp_path: Path) -> None:
    """Whether a text has Penn tags is asked of the whole file: pieces that differ in it do not add."""
    tagged = penn("a", "NN PRP VBZ NN PRP", "(1) (1) - (2) (2)")
    bare = [penn("b", "- - - - -", f"(1) (1) - (2) ({last})") for last in (1, 2)]
    how: dict[str, Any] = {"metrics": "arcs.inferred(reading=script)", "language": "en"}
    paths = put(tmp_path, *((tagged + text).encode() for text in bare))
    assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)
    assert in_pieces(*put(tmp_path, tagged.encode(), tagged.encode()), **how) is not None


def folders(root: Path, form: str, names: str, response: str, pack: Any = bytes) -> tuple[Path, Path]:
    """Write a folder of files of two documents each on either side."""
    for side, order in (("key", names), ("response", response)):
        (root / side / "inner").mkdir(parents=True)
        for place in range(0, len(order), 2):
            where = root / side / ("inner" if place else "")
            (where / f"{place}.{form}").write_bytes(pack(documents(form, order[place : place + 2])))
    return root / "key", root / "response"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", ["abcdef", "badcfe"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_folders_are_counted_in_pieces(tmp_path: Path, form: str, order: str, pack: Any) -> None:
    """Some files of the same names at a time, in any number of processes, to the same bytes as whole."""
    paths = folders(tmp_path, form, "abcdef", order, pack)
    whole = corefeval.score(*paths, whole=True)
    for how in ({}, {"jobs": 2}, {"metrics": "all"}, {"preset": "perl"}):
        found = in_pieces(*paths, **how)
        assert found is not None
        assert found.documents == whole.documents
        assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)
    assert said(*paths, whole=False, by="distance,document") == said(
        *paths, whole=True, by="distance,document"
    )


@pytest.mark.parametrize("form", FORMS)
def test_what_is_reported_of_folders_is_reported_as_of_the_whole(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mentions listed twice in their files, documents in other files or twice, files of one side, and what is no text."""
    paths = folders(tmp_path, form, "abcdef", "abcdef")
    odd = paths[0] / "inner" / f"2.{form}"
    sound = odd.read_bytes()
    twice = sound.replace(b"(1)\n", b"(1)|(7)\n").replace(b"(ed--1)", b"(ed--1)(fd--1)")
    twice = twice.replace(b"[[0,0],[2,2]],[[3,3]]", b"[[0,0],[2,2]],[[3,3],[0,0]]")
    for content in (twice, sound + documents(form, "a"), documents(form, "cx"), b"\xff\0", sound[:-9]):
        odd.write_bytes(content)
        assert said(*paths, whole=False) == said(*paths, whole=True)
    odd.write_bytes(twice)
    monkeypatch.chdir(tmp_path)
    assert said(Path("key"), Path("response"), whole=False) == said(Path("key"), Path("response"), whole=True)
    odd.unlink()
    assert said(*paths, whole=False) == said(*paths, whole=True)
    assert said(*paths, whole=False, missing="empty") == said(*paths, whole=True, missing="empty")


@given(corpora(), st.sampled_from(["corefud", "conll2012", "jsonlines"]), st.sampled_from(MANNERS))
def test_folders_the_same_bytes_as_whole(
    sides: tuple[dict[str, Text], dict[str, Text]], form: str, how: dict[str, Any]
) -> None:
    """A file for each document."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("key", "response")]
        for path, found in zip(paths, sides, strict=True):
            path.mkdir()
            for name, text in found.items():
                (path / name).write_bytes(written({name: text}, form))
        assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("by", ["distance", "document,window:2", "entity-size"])
def test_breakdowns_are_made_in_pieces(tmp_path: Path, form: str, by: str) -> None:
    """By features of any format, in one process and in several."""
    paths = put(tmp_path, documents(form, "abcd"), documents(form, "dcab"))
    whole = said_by(*paths, by, whole=True)
    for jobs in (1, 2):
        result, _ = fold.scored(asked(jobs=jobs), *paths, Breakdowns(tuple(by.split(","))))
        assert result.pairing is None
        assert said_by(*paths, by, whole=False, jobs=jobs) == whole


def test_a_file_is_cut_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If both list the same documents in the same order, no list of documents is made of either."""
    monkeypatch.setattr(formats.large_files.CutFile, "_listed", None)
    paths = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcd"))
    assert in_pieces(*paths) is not None


def test_texts_that_can_be_read_again_are_not_held(tmp_path: Path) -> None:
    """Those of packed files and of addresses are, but of an address not where another process is to read it."""
    text = documents("conll2012", "abcd")
    (path, packed) = put(tmp_path, text, gzip.compress(text))
    files = [formats.TextFile(where) for where in (path, packed, f"file://{path}", f"file://{path}")]
    cuts = [formats.cut(file, None, 1) for file in files]
    cuts[3].may_hold = False
    while (part := cuts[0].next()) is not None:
        others = [cut.next() for cut in cuts[1:]]
        held = [other.contents for other in others if other is not None]
        assert [part.contents, *held] == [None, (part.text(),), (part.text(),), None]


def test_freed_memory_is_given_back_between_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are kept would otherwise hold on to all that was freed around them."""
    given: list[None] = []
    monkeypatch.setattr(fold, "GIVEN_BACK", 3)
    monkeypatch.setattr(fold, "give_back", lambda: given.append(None))
    text = documents("conll2012", "abcdefgh")
    assert in_pieces(*put(tmp_path, text, text)) is not None
    assert len(given) == 2


def test_another_preset_may_count_a_mention_twice_in_one_piece(tmp_path: Path) -> None:
    """A mention that an entity lists twice counts once here and twice in perl, whose score a warning quotes."""
    text = documents("corefud", "ab").replace(b"Entity=(fa--1)", b"_")
    key = text.replace(b"Entity=(ea--1)", b"Entity=(ea--1)(ea--1)", 1)
    paths = put(tmp_path, key, text)
    assert said(*paths, whole=False, preset="conll12") == said(*paths, whole=True, preset="conll12")


HELD: list[dict[str, Any]] = [
    {},
    {"metrics": "all"},
    {"by": "type,distance"},
    {"metrics": "all", "mentions": "key"},
    {"metrics": "all", "split_antecedents": "keep"},
    {"metrics": "all", "match": "partial"},
    {"metrics": "all", "twinless": "cai-strube"},
    {"metrics": "all", "twinless": "add-to-key"},
    {"metrics": "conll,dominant", "duplicates": "perl"},
]


@pytest.mark.parametrize("how", HELD)
def test_no_piece_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any]
) -> None:
    """However many there are: what was derived from a pairing refers to it."""
    text = documents("corefud", "abcdefgh").replace(b"\tX\t", b"\tPRON\t")
    paths = put(tmp_path, text, text)
    alive: list[weakref.ref[Any]] = []
    most = 0
    reading = fold.Pair.corpora

    def noting(piece: fold.Pair, request: Request) -> Any:
        nonlocal most
        most = max(most, sum(each() is not None for each in alive))
        key, response = reading(piece, request)
        alive.append(weakref.ref(key))
        return key, response

    monkeypatch.setattr(fold.Pair, "corpora", noting)
    gc.disable()
    try:
        said(*paths, whole=False, **how)
    finally:
        gc.enable()
    assert len(alive) == 8
    assert most <= 1


@pytest.mark.parametrize("how", HELD)
def test_no_piece_leaves_a_cycle(tmp_path: Path, how: dict[str, Any]) -> None:
    """Objects of a piece that refer to each other stay in memory until Python looks for them, which may be late."""
    text = documents("corefud", "abcd").replace(b"\tX\t", b"\tPRON\t")
    paths = put(tmp_path, text, text)
    said(*paths, whole=False, **how)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        said(*paths, whole=False, **how)
        gc.collect()
        left = {type(each).__name__ for each in gc.garbage if type(each).__module__.startswith("corefeval")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left <= {"CorefudBoundaries", "CutFile", "TextFile", "_Version"}  # of the files, in Python 3.13


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "ends of lines": lambda text: text.replace(b"\n", b"\r\n"),
    "a mark of the byte order": lambda text: b"\xef\xbb\xbf" + text,
    "no last end of line": lambda text: text.rstrip(b"\n"),
    "empty lines": lambda text: b"\n\n" + text + b"\n\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("change", CHANGES)
def test_files_that_begin_and_end_otherwise(tmp_path: Path, form: str, change: str) -> None:
    """On either side or both, to the same bytes."""
    for sides in ((True, False), (False, True), (True, True)):
        texts = documents(form, "abcd"), documents(form, "bacd")
        changed = [CHANGES[change](text) if does else text for does, text in zip(sides, texts, strict=True)]
        paths = put(tmp_path, changed[0], changed[1])
        assert said(*paths, whole=False) == said(*paths, whole=True)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", ["grows", "shrinks", "is replaced"])
@pytest.mark.parametrize(("side", "jobs"), [(0, 1), (1, 2)])
def test_a_file_that_changes_while_it_is_read(
    tmp_path: Path, form: str, what: str, side: int, jobs: int
) -> None:
    """It is a problem, or the score of what it is now; in one process and in several."""
    paths = put(tmp_path, documents(form, "abcdefgh"), documents(form, "abcdefgh"))
    changed: list[Path] = []

    def change(done: int, whole: int) -> None:
        del done, whole
        if changed:
            return
        changed.append(paths[side])
        if what == "grows":
            with paths[side].open("ab") as stream:
                stream.write(documents(form, "xy"))
        elif what == "shrinks":
            os.truncate(paths[side], paths[side].stat().st_size // 2)
        else:
            (tmp_path / "other").write_bytes(documents(form, "abcdefgh", "z"))
            (tmp_path / "other").replace(paths[side])

    told = said(*paths, whole=False, progress=change, jobs=jobs)
    assert changed
    assert "CE076" in told or told == said(*paths, whole=True)


def test_progress_is_that_of_both_files(tmp_path: Path) -> None:
    """It grows to the bytes of both."""
    seen: list[tuple[int, int]] = []
    paths = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcd"))
    corefeval.score(*paths, progress=lambda done, whole: seen.append((done, whole)))
    total = sum(path.stat().st_size for path in paths)
    assert seen == sorted(seen)
    assert seen[-1] == (total, total)


@pytest.mark.parametrize("form", ["conll2012", "jsonlines"])
@pytest.mark.parametrize("order", ["abcdefgh", "hgfedcba"])
@pytest.mark.parametrize("how", [{}, {"preset": "perl"}])
def test_repeated_mentions_are_reported_once_of_all_pieces(
    tmp_path: Path, form: str, order: str, how: dict[str, Any]
) -> None:
    """How many there are, the first ones, and the line of the first one in its file, whatever the order of documents."""
    twice = [
        documents(form, names)
        .replace(b"(1)\n", b"(1)|(7)\n")
        .replace(b"[[0,0],[2,2]],[[3,3]]", b"[[0,0],[2,2]],[[3,3],[0,0]]")
        for names in ("abcdefgh", order)
    ]
    paths = put(tmp_path, *twice)
    found = in_pieces(*paths, **how)
    assert found is not None
    assert [problem.code for problem in found.warnings].count("CE030") >= 2
    assert repr(found.warnings) == repr(corefeval.score(*paths, whole=True, **how).warnings)


@pytest.mark.parametrize("order", ["abcd", "dcba"])
@pytest.mark.parametrize("how", [{"preset": "crac24"}, {"singletons": "keep"}, {"match": "partial"}])
def test_heads_from_trees_are_reported_once_of_all_pieces(
    tmp_path: Path, order: str, how: dict[str, Any]
) -> None:
    """How many of how many mentions, pieces without any included, and before mentions that are listed twice."""
    texts = [
        documents("corefud", names).replace(b"eid-etype-head", b"GRP-etype").replace(b"--1)", b"-)")
        for names in ("abcd", order)
    ]
    texts[1] = texts[1].replace(b"Entity=(ec-)", b"_").replace(b"Entity=(fc-)", b"_")
    paths = put(tmp_path, texts[0].replace(b"(fb-)", b"(fb-)(eb-)"), texts[1])
    how = {"match": "head", "heads": "tree", "duplicates": "first", **how}
    assert in_pieces(*paths, **how) is not None
    whole = said(*paths, whole=True, **how)
    assert "13 of 13 heads in the key" in whole
    assert "CE030" in whole
    assert said(*paths, whole=False, **how) == whole


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("response", ["abd", "bxc", "abcdxy", "xdcba", "a"])
def test_documents_of_one_side_are_reported_of_all_pieces(tmp_path: Path, form: str, response: str) -> None:
    """What the response lacks is an error, or empty where that is asked for; what it has beyond the key is told."""
    if form == "jsonlines" and len(response) == 1:
        return  # one line of JSON may be anything, and is read whole
    paths = put(tmp_path, documents(form, "abcd"), documents(form, response))
    conventions: list[dict[str, Any]] = [
        {"missing": "empty"},
        {"missing": "empty", "twinless": "cai-strube"},
        {},
    ]
    for how in conventions:
        assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)
    found = in_pieces(*paths, missing="empty")
    assert found is not None
    assert {"CE010", "CE011"} & {problem.code for problem in found.warnings}


FAULTS = {
    "conll2012": [(b"(2)", b"(2"), (b"#end document", b"")],
    "corefud": [(b"Entity=(fx--1)", b"Entity=(fx--1")],
    "jsonlines": [(b"[[3,3]]", b"[[3,4]]"), (b'"doc_key":"x"', b'"doc_key":"x","offsets":"exclusive"')],
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_wrong_with_a_document_beyond_the_key_is_reported(tmp_path: Path, form: str) -> None:
    """It is no smaller a fault of the file where the key has no such document, be there others that the response lacks."""
    rest = documents(form, "ab")
    last = documents(form, "abx").removeprefix(rest)
    for old, new in FAULTS[form]:
        extra = last.replace(old, new)
        assert extra != last
        for key in ("ab", "aby"):
            paths = put(tmp_path, documents(form, key), rest + extra)
            assert said(*paths, whole=False) == said(*paths, whole=True)


def refusal(key: Path, response: Path, *, whole: bool) -> list[tuple[Any, ...]]:
    """Return what `score` refuses, and what `validate` finds in both files."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COREFEVAL_WHOLE", str(1 << 40 if whole else 1))
        patched.setattr(large_files, "RUN", 1 << 20 if whole else 16)
        found = [problem for path in (key, response) for problem in validate(path).problems]
        try:
            corefeval.score(key, response)
        except CorefevalError as error:
            found += [*error.problems, *error.beside]
    return [(problem.code, problem.kind, problem.place, problem.arguments) for problem in found]


def test_a_missing_document_does_not_lack_tags(tmp_path: Path) -> None:
    """The response has tags for all its mentions, so no warning says that the file has none."""
    words = (b"He\tPRP", b"won\tVBD")
    key, response = (
        b"".join(
            b"#begin document (%s);\n%s\n#end document\n"
            % (
                name,
                b"".join(
                    b"d\t0\t%d\t%s\t*\t-\t-\t-\t-\t*\t%s\n" % (number, word, bracket)
                    for number, (word, bracket) in enumerate(zip(words, brackets, strict=True))
                ),
            )
            for name in names
        )
        for names, brackets in (((b"a", b"b"), (b"(0", b"0)")), ((b"b",), (b"(0)", b"-")))
    )
    paths = put(tmp_path, key, response)
    how: dict[str, Any] = {"metrics": "lbcub", "preset": "longdoc"}
    assert "CE046" not in said(*paths, whole=False, **how)
    assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)


@pytest.mark.parametrize(("byte", "code"), [(b"\xc5", "CE005"), (b"\0", "CE006")])
def test_bytes_that_are_no_text_end_the_reading(tmp_path: Path, byte: bytes, code: str) -> None:
    """No other fault is reported, in pieces either."""
    text = documents("conll2012", "abc").replace(b"(1)", b"1)", 1).replace(b"c", byte, 1)
    paths = put(tmp_path, text, documents("conll2012", "abc"))
    found = refusal(*paths, whole=False)
    assert {problem[0] for problem in found} == {code}
    assert found == refusal(*paths, whole=True)


def test_a_duplicate_document_and_another_fault_are_both_reported(tmp_path: Path) -> None:
    """Also if a piece that comes before the duplicate has the other fault."""
    text = documents("conll2012", "aa").replace(b"(1)", b"1)", 1)
    paths = put(tmp_path, text, documents("conll2012", "a"))
    found = refusal(*paths, whole=False)
    assert [(code, place.line) for code, _, place, _ in found] == [("CE021", 2), ("CE012", 8)] * 2
    assert found == refusal(*paths, whole=True)


@given(st.data())
def test_two_faults_give_the_same_problems_in_pieces(data: st.DataObject) -> None:
    """Duplicate, missing or faulty lines in either file, in every order; also a duplicate document."""
    form = data.draw(st.sampled_from(FORMS))
    sides = []
    for _ in range(2):
        lines = documents(form, data.draw(st.sampled_from(["aabc", "abca", "abc", "abab"]))).split(b"\n")
        for _ in range(data.draw(st.integers(0, 2))):
            at = data.draw(st.integers(0, len(lines) - 1))
            line = lines[at]
            faulty = [[], [line, line], [b"junk"], [line + b")"], [line.replace(b"(", b"", 1)], [line[:7]]]
            lines[at : at + 1] = data.draw(st.sampled_from(faulty))
        sides.append(b"\n".join(lines))
    with tempfile.TemporaryDirectory() as folder:
        paths = put(Path(folder), sides[0], sides[1])
        assert refusal(*paths, whole=False) == refusal(*paths, whole=True)


def test_of_large_files_in_one_piece_it_is_reported_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As memory grows with them; of small ones nobody need know."""
    paths = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcd"))
    assert not [each for each in corefeval.score(*paths, across="corpus").warnings if each.code == "CE129"]
    monkeypatch.setattr(fold, "WARNED_SIZE", 0)
    (told,) = [each for each in corefeval.score(*paths, across="corpus").warnings if each.code == "CE129"]
    assert (told.kind, told["reason"].kind) == ("read-whole", "entities-across-documents")


def test_progress_of_a_run_in_one_piece_is_that_of_both_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The response is watched like the key."""
    monkeypatch.setenv("COREFEVAL_WHOLE", str(1 << 40))
    key, response = put(tmp_path, documents("conll2012", "abcd"), documents("conll2012", "abcdefgh"))
    seen: list[int] = []
    corefeval.score(key, response, progress=lambda _, whole: seen.append(whole))
    assert {*seen} == {key.stat().st_size, response.stat().st_size}


@pytest.mark.parametrize("forms", [("corefud", "jsonlines"), ("jsonlines", "corefud")])
def test_pieces_whose_documents_the_response_lacks(tmp_path: Path, forms: tuple[str, str]) -> None:
    """What settings leave out is told as of the whole, also where key and response have different formats."""
    texts = documents(forms[0], "abcd"), documents(forms[1], "cd")
    paths = put(tmp_path, *(text.replace(b'"a","b","c","d"', b'"w1","w2","w3","w4"') for text in texts))
    how: dict[str, Any] = {"preset": "crac24", "missing": "empty"}
    assert "CE079" in said(*paths, whole=True, **how)
    assert said(*paths, whole=False, **how) == said(*paths, whole=True, **how)


@pytest.mark.parametrize("missing", ["error", "empty"])
def test_first_parts_of_other_names_are_paired_as_in_the_whole(tmp_path: Path, missing: str) -> None:
    """`d` is `d_0` for e2e-coref; the other names are the same on both sides."""
    text = documents("jsonlines", "abcd")
    paths = put(tmp_path, text, text.replace(b'"doc_key":"d"', b'"doc_key":"d_0"'))
    whole = said(*paths, whole=True, missing=missing)
    assert "'d' = 'd_0'" in whole
    assert said(*paths, whole=False, missing=missing) == whole
