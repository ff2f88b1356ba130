"""What the world does to a program: full disks, closed streams, odd names, traps. A problem and a status, no traceback."""

from __future__ import annotations

import errno
import gzip
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import corefeval.cli
from corefeval import score
from corefeval.cli import main
from corefeval.formats import files
from corefeval.problems import CorefevalError, Problem, printable
from corefeval.writing import opened_to_write, to_json, write_file, write_files

CONLL = "#begin document (a); part 000\na 0 0 Ada (0)\na 0 1 met -\na 0 2 her (0)\n\n#end document\n"
FULL = Path("/dev/full")
needs_full_disk = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a sound file in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        (tmp_path / f"{name}.conll").write_text(CONLL)
    return "a.conll"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which corefeval is the program of this environment, wherever that is installed."""
    program = f'corefeval() {{ {shlex.quote(sys.executable)} -m corefeval "$@"; }}'
    return subprocess.run(
        ["bash", "-c", f"{program}\n{line}"],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def refused(done: subprocess.CompletedProcess[bytes], code: str, status: int = 1) -> str:
    """Check that a command ended with a problem and nothing else, and return what it said."""
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert "Traceback" not in said
    assert code in said
    assert done.returncode == status
    return said


@needs_full_disk
@pytest.mark.parametrize(
    "command",
    [
        "score a.conll a.conll",
        "explain a.conll b.conll c.conll",
        "validate a.conll",
        "convert a.conll - --to jsonlines",
        "reproduce a.conll a.conll --target 100 --changes 0",
        "agree a.conll b=a.conll --resamples 0",
        "report a.conll a.conll",
        "metrics",
        "--help",
    ],
)
def test_standard_output_on_a_full_disk(file: str, command: str) -> None:
    """What cannot be written is said, with the status of an error."""
    del file
    assert "standard output" in refused(shell(f"corefeval {command} > /dev/full"), "CE053")


@pytest.mark.parametrize("command", ["score a.conll a.conll", "convert a.conll - --to jsonlines"])
def test_standard_output_closed(file: str, command: str) -> None:
    """The same where there is no standard output at all."""
    del file
    refused(shell(f"corefeval {command} >&-"), "CE053")


def test_standard_input_closed(file: str) -> None:
    """Nothing can be read from it, and that is said."""
    refused(shell(f"corefeval score {file} - <&-"), "CE002")


@pytest.mark.parametrize("command", ["score", "report"])
def test_a_reader_that_leaves(file: str, command: str) -> None:
    """A pipe that is closed early is no error."""
    done = shell(f"corefeval {command} {file} {file} | true; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, b"error" in done.stderr) == (0, False)


@needs_full_disk
@pytest.mark.parametrize("redirection", ["2>&-", "2> /dev/full"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("score a.conll twice.conll -q -m muc", 0),
        ("convert a.conll - --to corefud", 0),
        ("score a.conll nowhere", 1),
        ("score a.conll a.conll -p nothing", 2),
        ("score a.conll --nothing", 2),
    ],
)
def test_what_is_reported_next_to_a_result_does_not_change_its_status(
    file: str, command: str, status: int, redirection: str
) -> None:
    """Where standard error is closed or on a full disk, output and status are what they are elsewhere."""
    Path("twice.conll").write_text(CONLL.replace("met -", "met (3)|(3)"))
    said, unsaid = shell(f"corefeval {command}"), shell(f"corefeval {command} {redirection}")
    assert file
    assert said.stderr
    assert (unsaid.stdout, unsaid.returncode) == (said.stdout, status)


def test_commands_write_by_one_door() -> None:
    """No command writes to standard output or standard error by itself: full disks, closed pipes and control characters are seen to elsewhere."""
    folder = Path(corefeval.cli.__file__).parent
    lines = [line for path in folder.glob("*.py") for line in path.read_text().splitlines()]
    assert [line for line in lines if "stdout.write" in line or re.search(r"(?<![\w.])print\(", line)] == []
    assert [line for line in lines if "click.echo(" in line or "stderr.write" in line] == []


def test_names_of_submissions_do_not_control_the_terminal(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a participant calls a folder is shown in escapes, whether it is ranked or rejected."""
    (tmp_path / "task.toml").write_text('key = "gold"\nsubmissions = "sent"\n')
    for name, text in (("gold", CONLL), ("sent/a\x1b[31mb", CONLL), ("sent/c\x9b1md", "#begin")):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / file).write_text(text)
    with pytest.raises(SystemExit):
        main(["leaderboard", "task.toml", "-o", "site", "--resamples", "0"])
    said = capsys.readouterr().out
    assert r"a\x1b[31mb" in said
    assert r"c\x9b1md" in said
    assert "\x1b" not in said
    assert "\x9b" not in said


WRITING = (
    "score a.conll a.conll -o old",
    "report a.conll a.conll -o old",
    "explain a.conll a.conll -o old",
    "explain a.conll b.conll c.conll -o old",
    "explain a.conll a.conll --repair all -o old",
    "explain a.conll a.conll --plot old",
    "compare a.conll b.conll --resamples 0 -o old",
    "agree a.conll b=a.conll -o old",
    "agree a.conll b=a.conll --merge old.jsonl",
    "agree a.conll b=a.conll --page old",
    "reproduce a.conll a.conll --target 100 --changes 0 -o old",
    "simulate a.conll --rates 0 --repeats 1 -m muc -o old",
    "simulate a.conll --rates 0 --repeats 1 -m muc --write old.d",
    "study a.conll x=a.conll y=a.conll z=a.conll --against scores.csv -m muc -o old",
    "study a.conll x=a.conll y=a.conll z=a.conll --against scores.csv -m muc --plot old",
    "validate a.conll -o old",
    "validate a.conll --fix old",
    "convert a.conll old --to jsonlines",
    "convert a.conll old.gz --to jsonlines",
    "convert a.conll old.d/ --to brat",
    "leaderboard task.toml -o old.d --resamples 0",
    "metrics -o old",
    "demo --to old.d",
)
"""Every command that writes files, with every option of it that does."""


@pytest.mark.parametrize("command", WRITING)
def test_what_cannot_be_written_is_not_there(
    command: str,
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A disk that is full in the middle of whichever file: a problem, the old file, and nothing else."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "sent" / "a").mkdir(parents=True)
    for name in ("gold", "sent/a"):
        (tmp_path / name / file).write_text(CONLL)
    (tmp_path / "task.toml").write_text('key = "gold"\nsubmissions = "sent"\n')
    (tmp_path / "scores.csv").write_text("system,score\nx,1\ny,2\nz,3\n")
    for name in ("old", "old.svg", "old.jsonl", "old.gz"):
        (tmp_path / name).write_text("as it was")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.setattr(Path, "open", _on_a_full_disk)
    arguments = command.replace("--plot old", "--plot old.svg").split()
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    monkeypatch.undo()
    assert ended.value.code == 1
    assert "CE053" in "".join(capsys.readouterr())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def _on_a_full_disk(path: Path, mode: str = "r", *rest: Any, **options: Any) -> Any:
    """Open a file; what is written stops after some bytes."""
    stream = open(path, mode, *rest, **options)  # noqa: PTH123, SIM115 - Path.open is this
    if {*mode} & {*"wax"}:
        stream.write(b"half" if "b" in mode else "half")
        stream.flush()
        stream.close()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    return stream


def test_pipes_are_read(file: str) -> None:
    """Both sides may be pipes, which can be read only once."""
    (Path(file + ".gz")).write_bytes(gzip.compress(CONLL.encode()))
    done = shell(f"corefeval score <(zcat {file}.gz) <(zcat {file}.gz) -m muc -q")
    assert done.stdout == b"100.00\n", done.stderr


@pytest.mark.parametrize(
    "command", ["score {} {}", "validate {}", "compare {} a={} b={}", "report {} {}", "explain {} {}"]
)
def test_names_too_long_for_a_file(file: str, command: str) -> None:
    """A path that no file can have is a problem of that path."""
    name = "x" * 5000
    sides = (name,) if command == "validate {}" else (file, name)
    refused(shell(f"corefeval {command.format(*sides, name)}"), "CE002")


def test_a_name_that_is_not_text(file: str) -> None:
    """Bytes that are no UTF-8 in the name of a file are shown in escapes, on the page and everywhere."""
    name = b"s\xff.conll"
    os.link(file, name)
    done = shell(
        f"corefeval report {file} $'s\\xff.conll' && corefeval compare {file} $'s\\xff.conll' b={file} -f json --resamples 0"
    )
    assert done.returncode == 0, done.stderr
    assert b"udcff" in Path("report.html").read_bytes()


def test_old_files_stay_when_the_disk_is_full(file: str, tmp_path: Path) -> None:
    """Under the asked name stands the old file or the new one; nothing else is left."""
    (tmp_path / "old").write_text("as it was")
    refused(shell(f"ulimit -f 0; trap '' XFSZ; corefeval score {file} {file} -o old"), "CE053")
    assert (tmp_path / "old").read_text() == "as it was"
    assert {path.name for path in tmp_path.iterdir()} == {"a.conll", "b.conll", "c.conll", "old"}


def test_half_a_file_never_has_the_asked_name(tmp_path: Path) -> None:
    """Whatever happens while it is written: the old file stays, and the new one is gone."""
    target = tmp_path / "out.txt"
    target.write_text("old")
    with suppress(KeyboardInterrupt), opened_to_write(target) as stream:
        stream.write(b"half")
        stream.flush()
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("full_after", range(4))
def test_files_that_belong_together_are_all_written_or_none(
    full_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full after some files leaves a folder as it was: half of its documents would be read as all of them."""
    files = [(tmp_path / name, name.encode()) for name in ("a.ann", "a.txt.gz", "b.ann")]
    (tmp_path / "a.ann").write_text("old")
    (tmp_path / "a.ann").chmod(0o640)
    opened = Path.open
    count = 0

    def until_it_is_full(path: Path, mode: str = "r", *rest: Any, **options: Any) -> Any:
        nonlocal count
        count += "x" in mode
        return (_on_a_full_disk if count > full_after else opened)(path, mode, *rest, **options)

    monkeypatch.setattr(Path, "open", until_it_is_full)
    if full_after < len(files):
        with pytest.raises(CorefevalError) as caught:
            write_files(files)
        assert [problem.place.file for problem in caught.value.problems] == [str(files[full_after][0])]
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.ann": b"old"}
        return
    write_files(files)
    monkeypatch.undo()
    assert {path.name for path in tmp_path.iterdir()} == {"a.ann", "a.txt.gz", "b.ann"}
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()) == b"a.txt.gz"
    assert (tmp_path / "a.ann").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["out.txt", "out.txt.gz"])
def test_killed_while_writing(name: str, tmp_path: Path) -> None:
    """A process that is killed in the middle leaves the old file under the asked name, and no new one where there was none."""
    writes = (
        "import sys, time\n"
        "from corefeval.writing import opened_to_write\n"
        "with opened_to_write(sys.argv[1]) as stream:\n"
        "    while True:\n"
        "        stream.write(bytes(range(256)) * 400)\n"
        "        stream.flush()\n"
        "        print(flush=True)\n"
        "        time.sleep(0.01)\n"
    )
    old = tmp_path / name
    old.write_text("old")
    for target in (old, tmp_path / f"new-{name}"):
        with subprocess.Popen([sys.executable, "-c", writes, str(target)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(3):
                assert process.stdout.readline() == b"\n"
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
        (part,) = tmp_path.glob(f".{target.name}.*.part")
        assert part.stat().st_size > 0
        part.unlink()
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_a_file_that_changes_while_it_is_read(file: str) -> None:
    """Written over and over, shorter and longer, while it is scored: a score or a problem, whatever is met."""
    rewriting = f"while :; do cp long b.conll; cp {file} b.conll; done & W=$!; "
    Path("long").write_text(CONLL.replace("a 0 1 met -\n", "a 0 1 met -\n" * 20_000))
    Path("b.conll").write_text(CONLL)
    done = shell(
        rewriting + f"for i in 1 2 3; do corefeval score b.conll {file} -q; echo status $?; done; kill $W"
    )
    said = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said
    assert said.count("status 0") + said.count("status 1") == 3


@pytest.mark.parametrize(
    "arguments",
    [
        "convert a.conll a.conll --to jsonlines",
        "convert a.conll link --to jsonlines",
        "validate a.conll --fix a.conll",
        "validate a.conll -o a.conll",
        "validate b.conll --key a.conll -o a.conll",
        "score b.conll a.conll -o link",
        "explain b.conll a.conll -o a.conll",
        "explain b.conll a.conll --plot a.conll",
        "compare b.conll x=a.conll -o a.conll",
        "agree b.conll x=a.conll -o a.conll",
        "agree a.conll b.conll --merge a.conll",
        "simulate a.conll -o a.conll",
        "simulate a.conll --plot a.conll",
        "study a.conll -o a.conll",
        "study b.conll --against a.conll --plot a.conll",
        "report a.conll b.conll -o a.conll",
    ],
)
def test_inputs_are_not_written_over(
    arguments: str, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is written, under whichever name: an output that is an input is refused, and both files stay."""
    (tmp_path / "b.conll").write_text(CONLL)
    (tmp_path / "link").symlink_to(file)
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert "CE059" in capsys.readouterr().err
    assert (tmp_path / file).read_text() == CONLL


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What a link points to is written, with the permissions it had."""
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


def test_a_bomb_is_refused(file: str) -> None:
    """What unpacks to hundreds of times its size is refused while it is unpacked, unless it is asked for."""
    bomb = CONLL.replace("\n\n", "\n" + "a 0 1 met -\n" * 7_000_000 + "\n", 1)
    Path("bomb").write_bytes(gzip.compress(bomb.encode(), 9))
    said = refused(shell(f"corefeval score {file} bomb"), "CE081")
    assert "COREFEVAL_MAX_RATIO" in said
    refused(shell(f"corefeval score {file} bomb", COREFEVAL_MAX_RATIO="lots"), "CE050", 2)


def test_a_line_without_end_is_refused(file: str) -> None:
    """A limit on lines can be set, and is told with the line."""
    Path("long").write_text(CONLL.replace("met", "m" * 3000))
    assert "long:3: " in refused(shell(f"corefeval score {file} long", COREFEVAL_MAX_LINE="2000"), "CE081")
    assert shell(f"corefeval validate {file}", COREFEVAL_MAX_LINE="2000").returncode == 0


def test_too_little_memory(file: str) -> None:
    """An input that does not fit into the memory ends with a problem."""
    del file
    Path("large").write_text(CONLL.replace("\n\n", "\n" + "a 0 1 met -\n" * 3_000_000 + "\n", 1))
    refused(shell("ulimit -v 150000; corefeval score large large"), "CE082")


def test_a_device_without_end(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """A device is not read, nor kept on the disk until that is full."""
    monkeypatch.setenv("COREFEVAL_IN_MEMORY", "1000")
    monkeypatch.setattr(files, "Spool", None)
    with pytest.raises(CorefevalError) as caught:
        score(file, "/dev/zero")
    assert [problem.code for problem in caught.value.problems] == ["CE002"]


def test_links_that_go_in_circles(file: str, tmp_path: Path) -> None:
    """A folder with links to itself, to nothing and to each other is read all the same."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "self").symlink_to(folder)
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    (folder / "nothing").symlink_to("nowhere")
    (folder / "a.conll").write_text(CONLL)
    assert score(folder, file, metrics="muc")["muc"]["f1"] == 1


def test_links_to_folders_are_followed(file: str, tmp_path: Path) -> None:
    """What stands behind a link is read like what stands in the folder, and once."""
    for name in ("folder/one", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("folder/one/b.conll", "elsewhere/a.conll"):
        (tmp_path / name).write_text(CONLL.replace("(a)", f"({Path(name).stem})"))
    (tmp_path / "folder" / "all").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "folder" / "again").symlink_to("one")
    (tmp_path / "elsewhere" / "back").symlink_to(tmp_path / "folder")
    found = [str(path.relative_to(tmp_path)) for path in files.files_below(tmp_path / "folder")]
    assert found == ["folder/all/a.conll", "folder/one/b.conll"]
    assert score(tmp_path / "folder", tmp_path / "folder", metrics="muc").documents == ("a", "b")
    assert file


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what is called secret be another user's, which cannot be read."""

    def refusing(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Path, *rest: Any, **options: Any) -> Any:
            if path.name == "secret":
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return function(path, *rest, **options)

        return called

    for name in ("open", "iterdir"):
        monkeypatch.setattr(Path, name, refusing(getattr(Path, name)))


@pytest.mark.parametrize("inside", ["secret", "secret/b.conll", "b/secret"])
@pytest.mark.parametrize(
    "command",
    [
        "score {0} {0}",
        "score {1} {0}",
        "score {0} {1} --average datasets",
        "compare {1} a={0} b={1} --resamples 0",
        "explain {1} {0}",
        "report {1} {0} -o page.html",
        "validate {0}",
        "convert {0} out --to jsonlines",
        "simulate {0} --rates 0 --repeats 1 -m muc",
        "agree {1} b={0} --resamples 0",
        "reproduce {1} {0} --target 50 --changes 0",
        "leaderboard task.toml -o site --keep kept --resamples 0",
    ],
)
def test_what_cannot_be_read_in_a_folder_is_not_left_out(
    command: str,
    inside: str,
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file or a folder of another user may hold a part of the corpus: without it there is no score."""
    folder = tmp_path / "folder" / "set" if "datasets" in command else tmp_path / "folder"
    (folder / inside).parent.mkdir(parents=True)
    (folder / "a.conll").write_text(CONLL)
    (folder / inside).write_text(CONLL.replace("(a)", "(b)"))
    shutil.copytree(folder, tmp_path / "sent" / "sent" / "x" / "a")
    (tmp_path / "sent" / "gold").mkdir()
    (tmp_path / "sent" / "gold" / "a").write_text(CONLL)
    (tmp_path / "task.toml").write_text('key = "sent/gold"\nsubmissions = "sent/sent"\n')
    forbid(monkeypatch)
    with pytest.raises(SystemExit) as ended:
        main(command.format("folder", "folder" if "datasets" in command else file).split())
    assert ended.value.code
    said = "".join(capsys.readouterr())
    assert "CE002" in said
    assert "secret" in said or command.startswith("leaderboard")  # whose pages say where
    assert not Path("out").exists()


NAMES = ["[/b]", "[red]x[/red]", ":smile:", "[link=x]y[/link]", "\\[b]", "[bold"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "command", ["score {0} {0} --per-document", "explain {0} {1}", "score {0} {1} --by document"]
)
def test_names_are_not_markup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, command: str
) -> None:
    """A name is shown as it is written, whatever it would mean to the library that prints it."""
    from corefeval.cli import main

    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text(CONLL.replace("(a)", f"({name})"))
    other.write_text(CONLL.replace("(a)", f"({name})").replace("her (0)", "her -"))
    main([word.format(one, other) for word in command.split()])
    assert name in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [("score", "a", "b", "{}"), ("score", "a", "b", "-m", "{}"), ("score", "--{}"), ("{}",)]
)
def test_wrong_usage_sends_no_sequence_to_the_terminal(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither click's own messages nor ours repeat a control sequence of an argument."""
    with pytest.raises(SystemExit) as ended:
        main([each.format("\x1b[38;5;213m") for each in arguments])
    assert ended.value.code == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["\x1b[31mred", "\x1b]0;title\x07", "a\x9b1mb", "a\x7fb", "a\rb"])
@pytest.mark.parametrize(
    "options", [["--per-document"], ["--per-document", "-f", "json"], ["--per-document", "-f", "markdown"]]
)
def test_names_do_not_control_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, options: Sequence[str]
) -> None:
    """Control characters are shown as escapes."""
    from corefeval.cli import main

    path = tmp_path / "a.conll"
    path.write_text(CONLL.replace("(a)", f"({name})"), newline="")
    main(["score", str(path), str(path), *options])
    out = capsys.readouterr().out
    assert not [letter for letter in out if ord(letter) < 32 and letter != "\n"]
    assert not [letter for letter in out if 0x7F <= ord(letter) < 0xA0]
    main(["validate", str(path)])
    assert "\x1b" not in capsys.readouterr().out


def test_cells_of_csv_stay_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CSV is data: nothing is changed in it, not even what a spreadsheet would run."""
    from corefeval.cli import main

    path = tmp_path / "a.conll"
    path.write_text(CONLL.replace("(a)", "(=1+1)"))
    main(["score", str(path), str(path), "--per-document", "-f", "csv", "-m", "muc"])
    assert "document,=1+1,muc," in capsys.readouterr().out


def test_what_is_printed_of_a_problem() -> None:
    """Message, text and place are one line without control characters; settings have no place."""
    problem = Problem("CE012", "two-datasets-name", text="\x07", name="a\x1b[31m\nb", other="c")
    first = str(problem).splitlines()[0]
    assert r"a\x1b[31m\nb" in first
    assert first.endswith(r"'\x07'")
    assert problem.to_dict()["where"] == ""
    assert printable("a\tb\n", "\t") == "a\tb\\n"
    assert to_json("\x7f\x9b\x1b") == r'"\u007f\u009b\u001b"'
