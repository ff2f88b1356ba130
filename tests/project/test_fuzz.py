"""The classes of bench/fuzz as tests: a fixed piece of its inputs, and what it has found, each as small as it gets."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from typing import BinaryIO

import pytest
from click import Context, Option

import corefeval
from corefeval import formats
from corefeval.choices import CHOICES
from corefeval.cli import group, main
from corefeval.formats import ReadOptions, TextFile
from corefeval.formats.catalogue import BY_NAME
from corefeval.problems import CorefevalError, Problem
from corefeval.validation import validate
from tests.files import conll_document
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "bench"))
from fuzz.command import seconds_for
from fuzz.inputs import COMMANDS, CUT, Files, Input, laid_beside
from fuzz.options import options_of
from fuzz.properties import PROPERTIES, finding, findings
from fuzz.running import Found
from fuzz.shrinking import kept, smallest
from fuzz.texts import CONLL, TEXTS
from fuzz.tool_texts import COMPANIONS

LINE_FORMATS = ("conll2012", "corefud", "conllua")


def read(text: str, name: str | None = None) -> corefeval.corpus.corpus.Corpus:
    """Read a text as if it were a file."""
    return formats.read_file(TextFile("x", text.encode()), name, ReadOptions())


def converted(
    corpus: corefeval.corpus.corpus.Corpus, to: str
) -> tuple[corefeval.corpus.corpus.Corpus, list[str]]:
    """Return what is read from a corpus in another format, and what was said to be lost."""
    stream = BytesIO()
    lost = formats.write(corpus, stream, to)
    return read(stream.getvalue().decode(), to), [problem.kind for problem in lost]


@pytest.mark.property
@pytest.mark.parametrize("seed", [0, 1])
def test_a_piece_of_the_fuzz(seed: int, tmp_path: Path) -> None:
    """Some hundred inputs hold in every class; `make fuzz` tries as many as there is time for."""
    found = [
        (number, finding)
        for number in range(300)
        for _, _, finding in findings(Input.drawn(seed, number), tmp_path)
        if finding is not None
    ]
    assert found == []


@pytest.mark.parametrize("name", BY_NAME)
def test_every_format_has_texts(name: str, tmp_path: Path) -> None:
    """Two or more, each recognised and read without an error; a later format cannot be forgotten."""
    offsets = "inclusive" if name == "jsonlines" else ""
    path = tmp_path / "a"
    assert len(set(TEXTS[name])) > 1
    for text in TEXTS[name]:
        path.write_text(text)
        beside = {pattern: content.encode() for pattern, content in COMPANIONS.get(name, {}).items()}
        assert len(list(laid_beside(path, beside))) == len(beside)
        corpus = formats.read(path, offsets=offsets)
        assert corpus.format == name
        assert len(corpus.mentions) > 1


LISTS = {"metrics", "presets", "formats", "schemes", "demo", "as"}
"""Commands that read no files, or as another program does (tests/compat)."""
OF_INPUTS = {
    "key_layer",
    "key_offsets",
    "response_layer",
    "response_offsets",
    "layer",
    "offsets",
    "key",
    "fix",
}
"""Options that say how the files are read, which every input has."""
NOT_FUZZED = {
    "--help-all": "it prints help",
    "--key": "several annotators, see tests/agreement/test_several_keys.py",
    "--open": "it opens a browser",
    "--signature-long": "it prints the same signature in full, see tests/test_signature.py",
    "--tokens": "the name of --align before",
    "--from": "a format is named by --key-format of the properties that write files",
    "--key-format": "same",
    "--response-format": "same",
    "--companion": "companions lie beside their files",
    "--key-companion": "same",
    "--response-companion": "same",
    "--against": "task scores of the systems, see tests/studies/test_task_scores.py",
    "--text": "a parsed file of the same words, see tests/corpus/test_shared_text.py",
}


@pytest.mark.parametrize("word", [*group.list_commands(Context(group))])
def test_every_command_and_option_is_fuzzed(word: str) -> None:
    """A later command or option cannot be forgotten: it is drawn, or stands here with the reason."""
    drawn = {command for command in COMMANDS if command.partition(" ")[0] == word}
    assert bool(drawn) == (word not in LISTS)
    if word in LISTS:
        return
    command = group.get_command(Context(group), word)
    assert command is not None
    options = [set(each.opts) for each in command.params if isinstance(each, Option)]
    settings = {f"--{name.replace('_', '-')}" for name in {*CHOICES, *OF_INPUTS}}
    assert [names for names in options if not names & (settings | NOT_FUZZED.keys() | options_of(word))] == []
    assert options_of(word) <= set().union(*options), (
        "an option that the command does not have is refused each time"
    )


@pytest.mark.parametrize(
    "form", [name for name in BY_NAME if formats.format_named(name).boundaries is not None]
)
def test_files_are_fuzzed_in_pieces(form: str, tmp_path: Path) -> None:
    """Of every format that can be cut a text is scored in pieces, as it would be whole."""
    assert form in CUT
    offsets = "inclusive" if form == "jsonlines" else ""
    texts = [text.encode() for text in TEXTS[form]]
    given = [Input(0, 0, form, text, text, "score", offsets=offsets, classes=("pieces",)) for text in texts]
    looked_at = [finding("pieces", each, tmp_path) for each in given]
    assert all(found is None for _, found in looked_at)
    assert ["pieces"] in [classes for classes, _ in looked_at]


def test_what_differs_in_pieces_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem that a piece says otherwise is a finding."""
    text = CONLL[0].encode()
    given = Input(0, 0, "conll2012", text, text.replace(b"(3)", b"(3"), "score")
    assert finding("pieces", given, tmp_path)[1] is None
    monkeypatch.setattr(Problem, "moved", lambda problem, _: problem)
    found = finding("pieces", given, tmp_path)[1]
    assert found is not None
    assert found[0] == "pieces"


def test_inputs_are_repeated_by_their_number() -> None:
    """The same seed and number are the same input, so that what was found can be looked at."""
    assert Input.drawn(3, 7) == Input.drawn(3, 7)
    assert len({Input.drawn(seed, number).response for seed in (0, 1) for number in range(20)}) > 30


def test_what_is_found_is_made_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A property that fails on one word fails on that word alone, without settings."""

    def without_dogs(given: Input, files: Files) -> list[str]:
        del files
        if b"dog" in given.response:
            raise Found("dogs", "there is one")
        return []

    monkeypatch.setitem(PROPERTIES, "dogs", without_dogs)
    given = Input(0, 0, "conll2012", CONLL[0].encode(), CONLL[0].encode(), "score", {"match": "head"}, "perl")
    small = smallest(given, "dogs", ("dogs", "there is one"), tmp_path)
    assert (small.response, small.settings, small.preset) == (b"dog", {}, "")
    assert len(small.key) < len(small.response), "what was left out is put back, and left out again"
    kept(small, ("dogs", "there is one"), tmp_path / "kept")
    [folder] = (tmp_path / "kept").iterdir()
    assert (folder / "response").read_bytes() == b"dog"
    assert "corefeval score -m conll -- key response" in (folder / "finding.txt").read_text()


@pytest.mark.parametrize("to", LINE_FORMATS)
@pytest.mark.parametrize("word", ["a\tb", "a\nb", "a\r\nb", "a\0b", "", " "])
def test_words_a_format_cannot_hold(to: str, word: str) -> None:
    """What is written can be read; a word that is not as it was is told."""
    corpus = read(
        json.dumps(
            {
                "doc_key": "d",
                "sentences": [["x", word]],
                "clusters": [[[0, 0], [1, 1]]],
                "offsets": "inclusive",
            }
        )
    )
    again, lost = converted(corpus, to)
    assert len(again.nodes.forms) == 2
    assert (list(again.nodes.forms) == ["x", word]) or any("word" in said or "form" in said for said in lost)


@pytest.mark.parametrize("to", LINE_FORMATS)
@pytest.mark.parametrize(
    "names", [["a", "a "], ["", "b"], ["#x", "#y"], ["a\nb", "a b"], ["1); part 3", "x"], ["\0", "-"]]
)
def test_names_a_format_cannot_hold(to: str, names: Sequence[str]) -> None:
    """All documents are there again under names of their own; a name that is not as it was is told."""
    lines = [
        json.dumps({"doc_key": name, "sentences": [["x"]], "clusters": [[[0, 0]]], "offsets": "inclusive"})
        for name in names
    ]
    again, lost = converted(read("\n".join(lines)), to)
    assert len(set(again.names)) == 2
    assert len(again.mentions) == 2
    assert list(again.names) == list(names) or "names-of-documents" in lost


def test_repeated_mentions_that_change_places_are_reported() -> None:
    """Which entity comes first decides about a repeated mention, and formats order entities differently."""
    text = "#begin document (a); part 000\na 0 0 x (1\na 0 1 y (0)|(1)\na 0 2 z 1)\n#end document\n"
    again, lost = converted(read(text), "corefud")
    assert len(again.mentions) == 3
    kept = [
        corefeval.score(side, side, metrics="bcub", preset="conll12").scores for side in (read(text), again)
    ]
    assert kept[0] == kept[1] or any("repeated" in said for said in lost)


def test_rules_of_one_format_are_reported() -> None:
    """CorefUD files are scored by a rule of their own where a mention is repeated within its entity."""
    text = "#begin document (a); part 000\na 0 0 x (0)|(0)\na 0 1 y (0)\n#end document\n"
    assert "repeated-within-entity" in converted(read(text), "corefud")[1]
    assert not converted(read(text), "jsonlines")[1]


def test_what_cannot_be_read_again_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that fails leaves the old file and says so."""
    target = tmp_path / "out"
    target.write_text("old")
    corpus = read(CONLL[0])
    form = formats.format_named("corefud")
    monkeypatch.setattr(
        formats,
        "format_named",
        lambda _: replace(form, write=_broken),
    )
    with pytest.raises(CorefevalError) as caught:
        formats.write(corpus, target, "corefud")
    assert caught.value.problems[0].code == "CE047"
    assert target.read_text() == "old"


def _broken(corpus: corefeval.corpus.corpus.Corpus, stream: BinaryIO) -> list[corefeval.problems.Problem]:
    del corpus
    stream.write(b"# global.Entity = eid\n# newdoc id = a\n1\tx\n")
    return []


def test_a_closing_bracket_with_fields_is_shown_as_it_stands() -> None:
    """The identifier is looked for in its field, the bracket is shown as the line spells it."""
    text = "# global.Entity = etype-eid\n# newdoc id = a\n1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=p-e1)\n"
    with pytest.raises(CorefevalError) as caught:
        read(text)
    assert {(problem.text, problem.place.column) for problem in caught.value.problems} == {("p-e1)", 26)}


def test_scores_above_one_are_reported() -> None:
    """Where repeated mentions are kept the official numbers win, and a warning says what they do."""
    text = "#begin document (a)\na 0 0 x {}\n#end document\n"
    key, response = read(text.format("(0)|(0)"), "conll2012"), read(text.format("(0)"), "conll2012")
    kept = corefeval.score(key, response, metrics="ceafm", duplicates="keep")
    assert kept["ceafm"]["precision"] == 2
    assert any(problem.code == "CE063" for problem in kept.warnings)
    once = corefeval.score(key, response, metrics="ceafm", duplicates="first")
    assert once["ceafm"]["precision"] == 1
    assert not any(problem.code == "CE063" for problem in once.warnings)


WITHOUT_WORDS = {
    "conll2012": "#begin document (a); part 000\n#end document\n",
    "corefud": "# global.Entity = eid\n# newdoc id = a\n",
    "conllua": "# global.columns = ID FORM IDENTITY\n# newdoc id = a\n",
    "jsonlines": '{"doc_key": "a", "sentences": [], "clusters": [], "offsets": "inclusive"}\n',
}


@pytest.mark.parametrize("name", WITHOUT_WORDS)
def test_a_file_without_words_is_named(name: str) -> None:
    """What is wrong with a file as a whole names it, though it has no word to stand at; in a folder the first."""
    corpus = read(WITHOUT_WORDS[name], name)
    assert (corpus.names, corpus.file.file) == (("a",), "x")
    assert corpus.concatenate([corpus, corpus]).file.file == "x"


def test_an_average_above_one_is_reported() -> None:
    """Asked for alone, without the metrics it is the mean of."""
    text = "#begin document (a)\na 0 0 x (0)\na 0 1 y {}\n#end document\n"
    key, response = read(text.format("(0)|(0)"), "conll2012"), read(text.format("(0)"), "conll2012")
    kept = corefeval.score(key, response, metrics="conll", duplicates="keep")
    assert (kept["conll"]["f1"] or 0) > 1
    (warning,) = [problem for problem in kept.warnings if problem.code == "CE063"]
    (above,) = warning["scores"]
    (score,) = above["scores"]
    assert (above.kind, score["label"], score["metric_part"], score["document"]) == (
        "above-100",
        "CoNLL",
        "F1",
        "a",
    )
    assert score["value"] == pytest.approx(100 * 16 / 15)


def test_parts_of_other_names_above_one_are_reported() -> None:
    """The parts of ARCS anchor are called ed_recall, em_precision and so on."""
    text = "#begin document (a)\na 0 0 Ada NNP * - - - - * {}\na 0 1 Bo NNP * - - - - * {}\n#end document\n"
    key = read(text.format("(0)", "(0)|(0)"), "conll2012")
    response = read(text.format("(0)", "(0)"), "conll2012")
    kept = corefeval.score(key, response, metrics="arcs.anchor", duplicates="keep")
    beyond = {part for part, value in kept["arcs.anchor"].items() if (value or 0) > 1}
    assert "em_precision" in beyond
    (warning,) = [problem for problem in kept.warnings if problem.code == "CE063"]
    assert {
        each["metric_part"].replace(" ", "_")
        for group in warning["scores"]
        for each in group["scores"]
        if group.kind == "above-100"
    } == {"em_precision"}


def test_classes_above_one_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Repeated mentions may be of different classes, so that a class is above 1 where the whole is not; CSV tells it too."""
    plain = {
        "doc_key": "a",
        "sentences": [["Ada", "met", "her", "dog", "They", "ran"]],
        "clusters": [[[0, 0], [0, 0]], [[[0, 0], [2, 3]]], [[1, 4], [2, 5]]],
        "offsets": "inclusive",
    }
    path = tmp_path / "x"
    path.write_text(json.dumps(plain))
    for kind in ("json", "csv", "table"):
        main(
            ["score", str(path), str(path), "--duplicates", "keep", "-m", "blanc", "--by", "code", "-f", kind]
        )
        said = capsys.readouterr()
        assert "CE063" in said.out + said.err, kind


PIECES = {
    "conll2012": ("(0)|(1", ["(0", "0)", "(0)|", "()", "|", "x"]),
    "corefud": ("(e2-animal-2-(e1-person-1-)", ["(e1", "e1)", "(e1-x-1-)", "(e1[1/2]", "(e1[1/2])", "()"]),
    "conllua": (
        "(EntityID=1|MarkableID=markable_2|Min=3|SemType=dn)",
        [")", "m1)", "(", "(EntityID=1|MarkableID=m1)", "(EntityID=1|MarkableID=m1", "x"],
    ),
}


@pytest.mark.parametrize(
    ("name", "piece"), [(name, piece) for name, (_, pieces) in PIECES.items() for piece in pieces]
)
def test_one_line_of_brackets_takes_no_time(name: str, piece: str, tmp_path: Path) -> None:
    """Sixty kilobytes on one line, with letters of two bytes before them, are looked at once, not once a bracket."""
    text = TEXTS[name][0].replace("her", "hér", 1)
    path = tmp_path / "long"
    path.write_text(text.replace(PIECES[name][0], (piece * 60_000)[:60_000], 1))
    began = time.process_time()
    validate(path)
    # twice the time of other files: it has sixty thousand problems, and processors that share a core count double
    assert time.process_time() - began < 2 * seconds_for(path.stat().st_size)


def test_the_order_of_documents_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Documents turned round, and the bytes of every output are the same, but the order of the rows of documents."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(3)
    pairs = []
    for number in range(12):
        cells = [[f"({draw.randrange(4)})" for _ in range(9)] for _ in range(2)]
        pairs.append([conll_document(column, f"d{number}") for column in cells])
    for name, documents in (("as-is", pairs), ("round", pairs[::-1])):
        for side in range(2):
            Path(f"{name}{side}").write_text("".join(document[side] for document in documents))
    for arguments in (
        ["explain", "-f", "json", "-m", "conll,lea,bcub"],
        ["score", "-f", "json", "--per-document", "--average", "macro"],
        ["score", "-f", "csv", "--per-document"],
        ["score", "--per-document", "-m", "all"],
        ["score", "--ci"],
        ["score", "--ci", "-f", "json", "-m", "conll,lea,blanc,ceafm"],
    ):
        outputs = []
        for name in ("as-is", "round"):
            main([arguments[0], f"{name}0", f"{name}1", *arguments[1:]])
            output = re.sub(rf"{name}([01])", r"\1", capsys.readouterr().out)
            if "--per-document" in arguments and "json" in arguments:
                found = json.loads(output)
                found["per_document"].sort(key=itemgetter("document"))
                output = json.dumps(found)
            elif "--per-document" in arguments:
                output = "\n".join(sorted(output.splitlines()))
            outputs.append(output)
        assert outputs[0] == outputs[1], arguments
