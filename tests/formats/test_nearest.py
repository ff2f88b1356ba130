"""Refusals: the nearest format and what the file lacks to be it, or the file that it belongs to, and the page to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefeval import formats
from corefeval.formats.catalogue import BY_NAME
from corefeval.formats.nearest import NEAR, PAGE
from corefeval.problems import CorefevalError, Problem
from corefeval.problems.render import advice as advice_of

EXAMPLES: dict[str, tuple[str, str]] = {
    "#FORMAT=WebAnno TSV 2\n#Text=Ada\n": ("WebAnno TSV", "older-webanno"),
    "T1 PER 0 3 Ada\n": ("brat", "blanks-for-tabs"),
    "T1\tAda\nR1\tx\n": ("brat", "no-line-of-brat"),
    "<source_file URI='x'/>": ("", "ace-or-ere"),
    "<?xml version='1.0'?>\n<words><word id='word_1'>Ada</word></words>": ("MMAX2", "part-of-mmax2"),
    "<?xml version='1.0'?>\n<root><x/></root>": ("CoreNLP XML", "no-sentences"),
    "<?xml version='1.0'?>\n<Document/>": ("ECB+ XML", "no-doc-name"),
    "<mention id='1'>Ada</mention> ran.": ("m tags", "other-tags"),
    "[Ada](1) ran.": ("Markdown links", "link-without-hash"),
    "[Ada]1 ran.": ("Numbered brackets", "number-behind-bracket"),
    "{'tokens': ['Ada'], 'clusters': []}": ("JSON Lines", "printed-python"),
    "clusters: [[(0, 1), (2, 2)]]": ("JSON Lines", "printed-python"),
    "{tokens: 1}": ("JSON Lines", "fields-unquoted"),
    "[1, 2]": ("JSON Lines", "no-clusters"),
    "1\tAda\tB-PER\n2\tran\tO\n": ("CoNLL-2012", "no-brackets"),
    "id,text,label\n1,Ada,x\n": ("", "table-with-commas"),
}


def refusal(path: Path) -> Problem:
    """Return what a file is refused with."""
    with pytest.raises(CorefevalError) as caught:
        formats.read(path)
    return caught.value.problems[0]


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_nearest_format_is_named_with_what_is_lacking(text: str, tmp_path: Path) -> None:
    """Its name, what the file lacks, how it begins, and the page that has all tools."""
    (tmp_path / "f").write_text(text)
    problem = refusal(tmp_path / "f")
    label, lacks = EXAMPLES[text]
    assert (problem.code, problem.kind) == ("CE004", "begins-with")
    fault = problem["fault"]["fault"] if problem["fault"].kind == "something-else" else problem["fault"]
    if label:
        assert (fault.kind, fault["label"], fault["lacks"].kind) == ("looks-like", label, lacks)
    else:
        assert fault.kind == lacks
    assert problem.text == text.split("\n", 1)[0]
    assert PAGE in advice_of(problem)


def test_every_near_miss_has_an_example() -> None:
    """And its format exists."""
    assert {each.lacks for each in NEAR} == {lacks for _, lacks in EXAMPLES.values()}
    assert all(not each.format or each.format in BY_NAME for each in NEAR)


@pytest.mark.parametrize(
    ("text", "kind", "arguments"),
    [
        ("Ada met Bo, who left. She, too, left.\n", "plain-text", {}),
        ("<?xml version='1.0'?>\n<story/>", "root-not-read", {"root": "<story>"}),
        ("%PDF-1.7\n", "is-something", {"looks": "a PDF file"}),
    ],
)
def test_what_is_near_to_nothing_is_described(
    text: str, kind: str, arguments: dict[str, str], tmp_path: Path
) -> None:
    """Prose, other XML, other kinds of files."""
    (tmp_path / "f").write_text(text)
    fault = refusal(tmp_path / "f")["fault"]
    fault = fault["fault"] if fault.kind == "something-else" else fault
    assert (fault.kind, {name: fault[name] for name in arguments}) == (kind, arguments)


def test_a_file_that_belongs_to_another_leads_to_it(tmp_path: Path) -> None:
    """Text of brat, words of MMAX2 in a folder below; not where the other file has no such companion."""
    (tmp_path / "a.txt").write_text("Ada ran.")
    assert refusal(tmp_path / "a.txt").code == "CE004"
    (tmp_path / "a.ann").write_text("T1\tPER 0 3\tAda\n")
    problem = refusal(tmp_path / "a.txt")
    assert (problem.code, problem.text) == ("CE104", str(tmp_path / "a.ann"))
    assert (problem.kind, problem["label"]) == ("file-belongs", "brat")
    (tmp_path / "a.txt").write_text('{"tokens": 5}')
    with pytest.raises(CorefevalError) as caught:
        formats.read(tmp_path / "a.txt")
    assert [each.code for each in caught.value.problems] == ["CE104", "CE033"]
    (tmp_path / "Basedata").mkdir()
    (tmp_path / "b.mmax").write_text("<mmax_project><words>b_words.xml</words></mmax_project>")
    words = tmp_path / "Basedata" / "b_words.xml"
    words.write_text("<?xml version='1.0'?>\n<words><word id='word_1'>Ada</word></words>")
    assert refusal(words).text == str(tmp_path / "b.mmax")
    (tmp_path / "c.jsonl").write_text('{"tokens": ["Ada"], "clusters": []}')
    (tmp_path / "c.txt").write_text("Ada ran.")
    assert refusal(tmp_path / "c.txt").code == "CE004"


def test_what_a_reader_refuses_names_its_page(tmp_path: Path) -> None:
    """The page of the format that the file was read as, and the one that has all tools."""
    (tmp_path / "f.jsonl").write_text('{"doc_key": "a", "tokens": ["Ada"]}')
    advice = advice_of(refusal(tmp_path / "f.jsonl"))
    assert "docs/formats/jsonlines.md (JSON Lines)" in advice
    assert PAGE in advice
    (tmp_path / "f.ann").write_text("T1\tPER 0 3\tAda\nwhat?\n")
    (tmp_path / "f.txt").write_text("Ada")
    assert "docs/formats/standoff.md#brat (brat)" in advice_of(refusal(tmp_path / "f.ann"))


def test_of_a_long_first_line_what_is_shown_stands_there(tmp_path: Path) -> None:
    """The first bytes may end inside a letter, which is then none of the line."""
    line = "x" + "\u200b" * 30_000
    (tmp_path / "a").write_text(line)
    shown = refusal(tmp_path / "a").text
    assert shown
    assert line.startswith(shown)
