"""Tags in running text, on small texts of our own."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

import corefeval
from corefeval import formats
from corefeval.corpus.corpus import Corpus
from corefeval.formats.base import ReadOptions
from corefeval.formats.detect import detect
from corefeval.formats.files import TextFile
from corefeval.formats.key_texts import KeyTexts
from corefeval.problems import CorefevalError
from tests.formats.test_clusters import chains
from tests.refuses import refuses

TEXTS = {
    "crac-text": "Ada|[e1 Berg|e1] fed her|[e1],[e2 dog|e2] .\n",
    "markdown": "[Ada Berg](#1) fed [[her](#1) dog](#2).\n",
    "numbered-brackets": "[1 Ada Berg ] fed [2 [1 her ] dog ] .\n",
    "m-tags": "<m> Ada Berg | 1 </m> fed <m id='2'><m id=1>her</m> dog</m>.\n",
    "labelled-brackets": "[Ada Berg: 1] fed [[her: 1] dog : 2].\n",
    "entity-tags": "<e1>Ada Berg</e1> fed <e2> <e1>her</e1> dog </e2>.\n",
    "json-strings": '{"text": "Ada Berg fed her dog.", "a": ["Ada Berg", "her"], "b": ["her dog"]}',
}
"""Sound texts of what models write: Ada Berg and her, her dog."""

CORPORA = {
    "muc": '<COREF ID="a" MIN="Berg">Ada Berg</COREF> fed <COREF ID="c"><COREF ID="b" TYPE="IDENT" REF="a">her</COREF> dog</COREF>.\n',
    "ontonotes": '<DOC DOCNO="x/y">\n<TEXT PARTNO="000">\n<COREF ID="1" TYPE="IDENT">Ada Berg</COREF> fed '
    '<COREF ID="2" TYPE="IDENT"><COREF ID="1" TYPE="IDENT">her</COREF> dog</COREF> .\n</TEXT>\n</DOC>\n',
    "xrenner": '<s>\n<referent id="r1" entity="person" group="1">\nAda\nBerg\n</referent>\nfed\n<referent id="r2" group="2">\n'
    '<referent id="r3" group="1" antecedent="r1" type="ana">\nher\n</referent>\ndog\n</referent>\n.\n</s>\n',
    "sacr": '#title: A day\n#textid: day\n\n{Ada:a="x, \\"y\\" {",b=1 Ada Berg} fed {M2 {Ada her} dog}.\n',
    "tei": '<TEI><teiHeader><title>T</title></teiHeader><text><p><rs ref="#a">Ada Berg</rs> fed <rs><rs ref="#a">her</rs> dog</rs>'
    "</p><p>.</p></text></TEI>",
}
"""The same text as corpora have it."""


def read(text: str, name: str | None = None, *, repair: bool = False) -> Corpus:
    """Read a text."""
    return formats.read_file(TextFile("f", text.encode()), name, ReadOptions(repair=repair))


def said(corpus: Corpus) -> list[tuple[str, str]]:
    """Return codes and places of the warnings."""
    return [(problem.code, str(problem.place)) for problem in corpus.problems]


def errors(text: str, name: str) -> list[tuple[str, str]]:
    """Return codes and places of what is wrong."""
    with pytest.raises(CorefevalError) as raised:
        read(text, name)
    return [(problem.code, str(problem.place)) for problem in raised.value.problems]


@pytest.mark.parametrize("name", [*TEXTS, *CORPORA])
def test_mentions_and_text(name: str) -> None:
    """The same chains from every notation, and the text without tags."""
    corpus = read({**TEXTS, **CORPORA}[name], name)
    assert chains(corpus) == [["Ada Berg", "her"], ["her dog"]]
    assert list(corpus.nodes.forms) == ["Ada", "Berg", "fed", "her", "dog", "."]
    assert said(corpus) == []


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "json-strings"])
def test_recognised(name: str) -> None:
    """The tags tell the format, also behind a preamble and in a code block."""
    assert detect(TEXTS[name].encode()) == name
    assert detect(b"Here is the text:\n```\n" + TEXTS[name].encode()) == name


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "json-strings"])
def test_around_the_answer(name: str) -> None:
    """What is no answer is left out, and said with its place; a text that begins like one is left whole."""
    sound = read(TEXTS[name], name)
    for text, places in {
        f"\nHere is the text:\n{TEXTS[name]}": ["f:2:1"],
        f"Sure!\n```text\n{TEXTS[name]}```\nAnything else?": ["f:1:1", "f:5:1"],
        f"```\n{TEXTS[name]}": ["f:1:1"],
    }.items():
        corpus = read(text, name)
        assert chains(corpus) == chains(sound)
        assert list(corpus.nodes.forms) == list(sound.nodes.forms)
        assert said(corpus) == [("CE077", place) for place in places]
    assert len(read(f"Here it is.\n{TEXTS[name]}", name).nodes.forms) > len(sound.nodes.forms)


DRAFTS = {
    "reasoning": "<think>\nHm, {draft}\nyes.</think>\n\n{answer}",
    "reasoning without a beginning": "Hm, {draft}\nyes.\n</think>\n{answer}",
    "channels": "<|channel|>analysis<|message|>{draft}<|end|><|channel|>final<|message|>{answer}",
    "answer tag": "<think>{draft}</think><answer>\n{answer}\n</answer>",
    "long reasoning": "<think>" + 9000 * "Hm, let me see. " + "{draft}</think>\n{answer}",
    "final answer": "Draft:\n{draft}\n\n**Final answer:**\n{answer}",
    "two blocks": "Draft:\n```\n{draft}\n```\nCorrected:\n```\n{answer}\n```\n",
    "text in a block": "Text:\n```\nAda Berg fed her dog.\n```\nAnswer:\n```\n{answer}\n```\n",
    "text in a block, no other": "Text:\n```\nAda Berg fed her dog.\n```\n{answer}",
    "example in a block": "Done:\n```\n{answer}\n```\nLegend:\n```\n{legend}\n```\n",
}
"""What models write around an answer."""
WITHOUT_MARKS = {
    "JSON after it": '{answer}\n\n```json\n{{"1": ["Ada Berg", "her"], "2": ["her dog"]}}\n```\n',
    "code after it": "{answer}\n\nI used:\n```python\nprint(1)\n```\n",
}
"""Blocks that are not the answer."""


LEGENDS = {
    "crac-text": "A|[e1]",
    "markdown": "[A](#1)",
    "numbered-brackets": "[1 A ]",
    "m-tags": "<m id=1>A</m>",
    "labelled-brackets": "[A: 1]",
    "entity-tags": "<e1>A</e1>",
}


@pytest.mark.parametrize("name", LEGENDS)
@pytest.mark.parametrize("written", [*DRAFTS, *WITHOUT_MARKS])
def test_drafts_are_not_the_answer(name: str, written: str) -> None:
    """Reasoning, drafts, the text of the prompt and other blocks are skipped and reported; the format is detected."""
    draft = TEXTS[name].replace("Ada", "Eva").rstrip()
    template = {**DRAFTS, **WITHOUT_MARKS}[written]
    text = template.format(answer=TEXTS[name].rstrip(), draft=draft, legend=LEGENDS[name])
    corpus = read(text)
    assert corpus.format == name
    assert chains(corpus) == [["Ada Berg", "her"], ["her dog"]]
    assert "".join(corpus.nodes.forms).startswith("AdaBergfedherdog.")
    assert not {"<", "```", "answer"} & {*corpus.nodes.forms}
    assert {problem.code for problem in corpus.problems} == {"CE077"}


@pytest.mark.parametrize("written", DRAFTS)
def test_drafts_are_not_the_answer_in_json(written: str) -> None:
    """The same for lists of strings."""
    row = {"doc_key": "x", "tokens": ["Ada", "saw", "her", "dog"], "clusters": [[[0, 0], [2, 2]], [[3, 3]]]}
    key = json.dumps(row)
    answer = {"a": ["Ada", "her"], "b": ["dog"]}
    draft, legend = {"a": ["Ada", "dog"], "b": ["her"]}, {"a": ["A"]}
    text = DRAFTS[written].format(
        answer=json.dumps(answer), draft=json.dumps(draft), legend=json.dumps(legend)
    )
    result = corefeval.score(StringIO(key), StringIO(text), key_offsets="inclusive")
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}
    assert [problem.code for problem in result.warnings].count("CE077") > 0


@pytest.mark.parametrize("name", [name for name in LEGENDS if name != "crac-text"])
def test_reasoning_without_an_answer_is_no_answer(name: str) -> None:
    """A model that reached its limit while reasoning has marked nothing."""
    corpus = read(f"<think>{TEXTS[name]} Hm,", name)
    assert len(corpus.mentions) == 0
    assert sorted(problem.code for problem in corpus.problems) == ["CE071", "CE077"]


@pytest.mark.parametrize(
    ("line", "is_skipped"),
    [
        ("Final result", False),
        ("Final version of the text", False),
        ("Final answer", True),
        ("Final result:", True),
        ("**Final text**", True),
        ("### Final Annotated Text", True),
    ],
)
def test_lines_that_announce_the_final_answer(line: str, *, is_skipped: bool) -> None:
    """A heading of the text is not one of them."""
    corpus = read(f"[Ada](#1) met [Bo](#2).\n\n{line}\n\n[She](#1) left.")
    assert chains(corpus) == ([["She"]] if is_skipped else [["Ada", "She"], ["Bo"]])
    assert [code for code, _ in said(corpus)] == ["CE077"] * is_skipped


@pytest.mark.parametrize("name", [name for name in LEGENDS if name != "crac-text"])
def test_text_after_the_answer_tag(name: str) -> None:
    """It is skipped and reported, and does not decide the format."""
    other = "[this](#9)" if name != "markdown" else "<m id=9>this</m>"
    corpus = read(f"<answer>{TEXTS[name]}</answer>\nI hope {other} helps.")
    assert corpus.format == name
    assert chains(corpus) == [["Ada Berg", "her"], ["her dog"]]
    assert [code for code, _ in said(corpus)] == ["CE077", "CE077"]


@pytest.mark.parametrize(
    "text",
    [
        "```\n<answer>\n{answer}\n</answer>\n```\n",
        "<answer>{answer}</answer>\n```\n",
        "<answer>{answer}</answer>\n```\n{draft}\n```\n",
        "<answer>{answer}</answer>\nFinal answer:\n{draft}\n",
        "<answer>```\n{answer}\n</answer>\n```\n{draft}\n```\n",
    ],
)
@pytest.mark.parametrize("name", [name for name in LEGENDS if name != "crac-text"])
def test_code_blocks_around_the_answer_tag(name: str, text: str) -> None:
    """They end before the end of the file; text after the tag is no answer."""
    draft = TEXTS[name].replace("Ada", "Eva").rstrip()
    corpus = read(text.format(answer=TEXTS[name].rstrip(), draft=draft))
    assert corpus.format == name
    assert chains(corpus) == [["Ada Berg", "her"], ["her dog"]]
    assert {problem.code for problem in corpus.problems} == {"CE077"}


def test_a_map_in_an_answer_tag() -> None:
    """The end of the tag does not hide the format."""
    assert detect(b'<answer>{"Ada": 1, "she": 1}</answer>') == "json-strings"


def test_long_reasoning_that_mentions_the_answer_tag() -> None:
    """The tag is not the end of the reasoning, so the answer is looked for after it."""
    reasoning = "<think>I use <answer> tags." + 9000 * " Let me see." + "</think>"
    assert chains(read(f"{reasoning}<answer>[Ada](#1) fed [her](#1) dog.</answer>")) == [["Ada", "her"]]


@pytest.mark.parametrize("name", [name for name in LEGENDS if name != "crac-text"])
def test_code_inside_the_answer_is_text(name: str) -> None:
    """A block without tags between paragraphs with tags belongs to the text."""
    corpus = read(f"{TEXTS[name]}\n```\nprint(1)\n```\n{TEXTS[name]}", name)
    assert "print(1)" in "".join(corpus.nodes.forms)
    assert chains(corpus) == [["Ada Berg", "her", "Ada Berg", "her"], ["her dog", "her dog"]]
    assert said(corpus) == []


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("crac-text", "Ada|[e1] and Bo|e2] ran", "f:1:17"),
        ("crac-text", "Ada|[e1] and\u00e9 Bo|[e2 ran", "f:1:18"),
        ("markdown", "[Ada](#1) and Bo](#2) ran", "f:1:17"),
        ("markdown", "[Ada](#1) and [Bo ran", "f:1:15"),
        ("markdown", "[Ada](#1) and Bo] ran", "f:1:17"),
        ("numbered-brackets", "[1 Ada ]\nand Bo ] ran", "f:2:8"),
        ("numbered-brackets", "[1 Ada ]\nand [2 Bo ran", "f:2:5"),
        ("labelled-brackets", "[Ada: 1]\nand Bo: 2] ran", "f:2:7"),
        ("labelled-brackets", "[Ada: 1]\nand [Bo ran", "f:2:5"),
        ("entity-tags", "<e1>Ada</e1>\nand Bo</e2> ran", "f:2:7"),
        ("entity-tags", "<e1>Ada</e1>\nand <e2>Bo ran", "f:2:5"),
        ("m-tags", "<m id=1>Ada</m>\nand Bo</m> ran", "f:2:7"),
        ("m-tags", "<m id=1>Ada</m>\nand <m>Bo ran", "f:2:5"),
    ],
)
def test_tags_that_do_not_fit(name: str, text: str, place: str) -> None:
    """What a model leaves open, or closes twice, is said with its place; the words remain and the rest is read."""
    corpus = read(text, name)
    assert chains(corpus) == [["Ada"]]
    assert list(corpus.nodes.forms)[-2:] == ["Bo", "ran"]
    assert said(corpus) == [("CE071", place)]
    assert " and is skipped: '" in str(corpus.problems[0])


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_marked(name: str) -> None:
    """An answer without a mention is one, and is said."""
    text = '{"text": "Ada ran."}' if name == "json-strings" else "Ada ran.\n"
    assert said(read(text, name)) == [("CE071", "f")]


def test_a_tag_around_nothing() -> None:
    """It is no mention, and is said."""
    assert said(read("[Ada](#1) ran[](#2).", "markdown")) == [("CE048", "f:1:14")]


def test_crac_text() -> None:
    """A line is a document, mentions may cross, zeros are empty nodes, and a bar alone is text."""
    corpus = read("a|[e1 b|[e2 c|e1] d|e2]\n\nHe|[x] said ##|[x] a|b |c d|e,[f]\n", "crac-text")
    assert chains(corpus) == [["a b c"], ["b c d"], ["He", "_"]]
    assert corpus.nodes.empty.tolist() == [6]
    assert list(corpus.nodes.forms)[7:] == ["a|b", "|c", "d|e,[f]"]
    assert corpus.names == ("1", "2")


def test_crac_text_zeros_and_tags() -> None:
    """A zero may have a form; one before the first word is left out. Hyphens separate tags, too; tags behind a second bar are left out."""
    corpus = read("##|[e1] Otevřel ##on|[e1]-[e2] ##|[e2] dveře|[e3]|[e4]\n", "crac-text")
    assert chains(corpus) == [["on"], ["on", "_"], ["dveře"]]
    assert list(corpus.nodes.forms) == ["Otevřel", "on", "_", "dveře"]
    assert corpus.nodes.empty.tolist() == [1, 2]
    assert corpus.nodes.minor.tolist() == [1, 2]
    assert said(corpus) == [("CE071", "f:1:1"), ("CE071", "f:1:50")]


@pytest.mark.parametrize(
    ("text", "expected", "names"),
    [
        (
            '{"clusters": {"1": ["Ada", "She"], "x": ["it"]}, "text": "%s"}',
            [["Ada", "She"], ["it"]],
            ["1", "x"],
        ),
        (
            '{"entities": [{"id": 7, "mentions": ["Ada", "She"]}, {"mentions": ["it"]}], "text": "%s"}',
            [["Ada", "She"], ["it"]],
            None,
        ),
        (
            '{"entities": [{"name": "A", "mentions": [{"text": "Ada"}, {"text": "She"}]}], "text": "%s"}',
            [["Ada", "She"]],
            ["A"],
        ),
        ('{"text": "%s", "clusters": {"a": ["Ada", "She"]}}', [["Ada", "She"]], ["a"]),
        (
            '[{"doc_key": "d", "text": "%s", "entities": [{"mentions": ["Ada", "She"]}]}]',
            [["Ada", "She"]],
            None,
        ),
    ],
)
def test_chains_in_a_field(text: str, expected: list[list[str]], names: list[str] | None) -> None:
    """Chains by name, or objects with their mentions, in a field of the answer or of a row."""
    content = text % "Ada fed it. She left."
    assert detect(content.encode()) == "json-strings"
    corpus = read(content)
    assert chains(corpus) == expected
    if names is not None:
        assert list(corpus.entities.labels) == names
    else:
        assert corpus.entities.is_numbered is not None


def test_a_map_from_mentions_to_entities() -> None:
    """Each mention has its entity; a string that stands for none is no entity."""
    key = read("Ada|[e1] fed it . She|[e1] left .\n", "crac-text")
    answer = b'{"Ada": "cluster_0", "it": 1, "She": "cluster_0"}'
    assert detect(answer) == "json-strings"
    options = ReadOptions(texts=KeyTexts(lambda: key))
    corpus = formats.read_file(TextFile("f", answer), None, options)
    assert chains(corpus) == [["Ada", "She"], ["it"]]
    assert list(corpus.entities.labels) == ["cluster_0", "1"]
    assert detect(b'{"error": "I cannot", "code": 3}') == "jsonlines"


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ["Ada", "she"], "b": ["Bo"], "a": ["she"]}',
        '{"a": ["Ada"], "b": ["Bo"], "a": ["she", "she"',
        '{"clusters": {"a": ["Ada", "she"], "b": ["Bo"], "a": ["she"]}}',
        '{"clusters": [["Ada", "she", "she"]], "clusters": [["Bo"]]}',
        '{"doc_key": "x", "clusters": {"a": ["Ada", "she"], "b": ["Bo"], "a": ["she"]}}',
        '{"Ada": "e1", "she": "e1", "Bo": "e2", "she": "e1"}',
        'Here are the chains:\n{"Ada": "e1", "she": "e1", "Bo": "e2", "she": "e1"}',
        '```json\n{"clusters": [{"id": 1, "mentions": ["Ada", "she", "she"]}, {"id": 2, "mentions": ["Bo"]}]}\n```',
        '{"a": {"mentions": ["Ada"]}, "b": {"mentions": ["Bo"]}, "a": {"mentions": ["she", "she"]}}',
        '{"clusters": {"a": ["Ada"]}, "clusters": {"a": ["she", "she"], "b": ["Bo"]}}',
        '[{"id": 1, "mentions": ["Ada"]}, {"id": 2, "mentions": ["Bo"]}, {"id": 1, "mentions": ["she", "she"]}]',
        '{"clusters": [{"id": "x", "mentions": ["Ada"]}, {"mentions": ["Bo"]}, {"id": "x", "mentions": ["she", "she"]}]}',
    ],
)
def test_a_name_that_an_object_has_twice(text: str) -> None:
    """All strings count; a parser of JSON keeps the last value only."""
    key = json.dumps(
        {
            "doc_key": "x",
            "tokens": ["Ada", "said", "she", "saw", "Bo", "and", "she", "ran"],
            "clusters": [[[0, 0], [2, 2], [6, 6]], [[4, 4]]],
        }
    )
    result = corefeval.score(StringIO(key), StringIO(text), key_offsets="inclusive")
    assert result["mention"] == {"recall": 1.0, "precision": 1.0, "f1": 1.0}


def test_a_field_of_chains_that_is_cut_off() -> None:
    """Read the complete strings, and report the end."""
    key = read("Ada|[e1] fed it .\n", "crac-text")
    answer = TextFile("f", b'{"clusters": {"1": ["Ada", "it"], "2": ["fe')
    corpus = formats.read_file(answer, "json-strings", ReadOptions(texts=KeyTexts(lambda: key)))
    assert chains(corpus) == [["Ada", "it"]]
    assert [code for code, _ in said(corpus)] == ["CE077"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We met [at 12:30] and [10:45].", None),
        ("<h1>Title</h1> <p>Ada ran.</p>", None),
        ("[1: Ada] ran and [1: she] fell.", "numbered-brackets"),
        ("[Ada: e1] ran and [she : #e1] fell.", "labelled-brackets"),
        ("<entity_1>Ada</entity_1> ran.", "entity-tags"),
    ],
)
def test_what_is_a_tag(text: str, name: str | None) -> None:
    """Times and headings are no tags."""
    assert detect(text.encode()) == name


def test_brackets_of_the_text() -> None:
    """Brackets that are no tags remain."""
    text = read(r"[Ada [sic\]] B](#) ran \[up\].", "markdown")
    assert chains(text) == [["Ada [ sic ] ] B"]]
    assert list(text.nodes.forms)[-4:] == ["[", "up", "]", "."]
    assert chains(read("[1: Ada [12] [sic] ] ran [1 she]", "numbered-brackets")) == [
        ["Ada [ 12 ] [ sic ]", "she"]
    ]


@pytest.mark.parametrize("escaped", ["[]", "[", "]"])
def test_escaped_links(escaped: str) -> None:
    """If all links are escaped, they are tags; if not all are, escaped brackets are text."""
    text = TEXTS["markdown"].replace("fed", "fed [sic]")
    for sign in escaped:
        text = text.replace(sign, f"\\{sign}")
    corpus = read(text)
    assert chains(corpus) == [["Ada Berg", "her"], ["her dog"]]
    assert "".join(corpus.nodes.forms) == "AdaBergfed[sic]herdog."
    assert said(corpus) == []
    assert chains(read(r"\[Ada\](#1) fed [Bo](#2) .")) == [["Bo"]]


def test_m_tags() -> None:
    """A bar inside a tag with a number is text; a mention without one stands alone."""
    corpus = read('<m cluster="a">x | y</m> <m>z</m> <M id=b>w</M> <m> v | b </m>', "m-tags")
    assert chains(corpus) == [["x | y"], ["z"], ["w", "v"]]


def test_json_strings_are_placed_by_order(tmp_path: Path) -> None:
    """Each at its first free occurrence in whole words, behind the one before it; what has none is told, and kept."""
    (tmp_path / "a.txt").write_text("Bo met Al. He sat. He left the sheet; she  ran. He", encoding="utf-8")
    answer = tmp_path / "a.json"
    answer.write_text('[["Al", "He", "Al"], ["Bo", "He", "it", "she ran"], ["He", "He"]]', encoding="utf-8")
    corpus = formats.read(answer)
    spans = zip(corpus.mentions.entity.tolist(), corpus.mentions.first.tolist(), strict=True)
    assert sorted(spans) == [(0, 0), (0, 7), (0, 12), (0, 17), (1, 2), (1, 4), (1, 16), (2, 15), (2, 18)]
    assert corpus.nodes.outside.tolist() == [16, 17, 18]
    assert [
        (problem.code, problem.kind, problem.count, problem.place.path) for problem in corpus.problems
    ] == [
        ("CE072", "no-place-left", 0, "$[0][2]"),
        ("CE072", "no-place-left", 0, "$[1][2]"),
        ("CE072", "no-place-left", 0, "$[2][1]"),
        ("CE072", "places-guessed", 3, "$[0][1]"),
    ]


def test_several_long_blocks_are_reported(tmp_path: Path) -> None:
    """They may be drafts or parts of the answer: the last one counts, and a warning counts the others."""
    blocks = [
        "```\n[Ada](#1) met [Bea](#2).\n```",
        "```\n[She](#1) left [her](#2).\n```",
        "```\n[A](#1)\n```",
    ]
    for text, skipped in (("\n".join(blocks), 1), ("\n".join(blocks[::2]), 0), (blocks[0], 0)):
        (tmp_path / "a.md").write_text(text, encoding="utf-8")
        corpus = formats.read(tmp_path / "a.md")
        counts = [problem.count for problem in corpus.problems if problem.kind == "blocks-skipped"]
        assert counts == [skipped] * (skipped > 0)
        assert len(corpus.mentions.first) == 2


@pytest.mark.parametrize(
    "around",
    [
        "````markdown\n{}\n````",
        "> ~~~json\n> {}\n> ~~~",
        "json\n{}",
        "JSON {}",
        "**{}**",
        "* {}",
        "\u200b{}",
        "---\n{}\n---",
    ],
)
def test_signs_around_json_are_not_reported(around: str) -> None:
    """They are no text."""
    result = corefeval.score(StringIO("[Al](#1) saw [Bo](#2)"), StringIO(around.format('[["Al"], ["Bo"]]')))
    assert result["mention"]["f1"] == 1
    assert "CE077" not in [each.code for each in result.warnings]


def test_several_long_json_values_are_reported() -> None:
    """The last one counts, and a warning counts the others."""
    values = ['{"a": ["Al", "he"]}', '{"a": ["Al", "it"]}', '[["x"]]']
    key = StringIO("[Al](#1) said [it](#1) is [x](#2)")
    result = corefeval.score(key, StringIO("\nNo:\n".join(values)))
    assert [each.count for each in result.warnings if each.kind == "values-skipped"] == [1]
    assert result["mention"]["recall"] == pytest.approx(2 / 3)


ANNA, BEN = '"Anna", "She"', '"Ben", "him"'
LABELLED = ", ".join(
    f'{{"mention": "{words}", "cluster": {number}}}'
    for words, number in (("Anna", 1), ("Ben", 2), ("She", 1), ("him", 2))
)
OBJECTS = ['{"text": "Anna"}, {"text": "She"}', '{"mention": "Ben"}, {"mention": "him"}']


@pytest.mark.parametrize(
    "answer",
    [
        f'{{"1": {{"mentions": [{ANNA}]}}, "2": {{"name": "Ben", "mentions": [{BEN}]}}}}',
        f'{{"1": {{"mentions": [{OBJECTS[0]}]}}, "2": {{"mentions": [{OBJECTS[1]}]}}}}',
        f'{{"1": [{OBJECTS[0]}], "2": [{OBJECTS[1]}]}}',
        f"[[{OBJECTS[0]}], [{OBJECTS[1]}]]",
        f'[{{"id": 1, "mentions": [{ANNA}]}}, {{"id": 2, "mentions": [{BEN}]}}]',
        f'[{{"cluster_id": 1, "mentions": [{OBJECTS[0]}]}}, {{"cluster_id": 2, "mentions": [{OBJECTS[1]}]}}]',
        f'{{"coreference_chains": [[{ANNA}], [{BEN}]]}}',
        f'{{"coref_clusters": {{"1": [{ANNA}], "2": [{BEN}]}}}}',
        f'{{"coreferences": [{{"id": 1, "mentions": [{ANNA}]}}, {{"id": 2, "mentions": [{OBJECTS[1]}]}}]}}',
        f'{{"clusters": [[{OBJECTS[0]}], [{OBJECTS[1]}]]}}',
        f'{{"clusters": [{{"mentions": [{OBJECTS[0]}]}}, {{"mentions": [{OBJECTS[1]}]}}]}}',
        f'{{"clusters": {{"1": [{OBJECTS[0]}], "2": [{OBJECTS[1]}]}}}}',
        f"[{LABELLED}]",
        f'{{"mentions": [{LABELLED}]}}',
        f'{{"entities": [{LABELLED}]}}',
        f'{{"1": [{ANNA},], "2": [{BEN},],}}',
        f'{{"1": [{ANNA}], // the // "girl"\n "2": [{BEN}, /* a, ] */]}}',
        f"[[{ANNA},], [{BEN}],]",
        '{"Anna": 1, "She": 1, "Ben": "c2", "him": "c2",}',
    ],
)
def test_shapes_of_json_that_models_write(tmp_path: Path, answer: str) -> None:
    """All have the same chains, with and without a code block. Truncated anywhere, the complete part is read."""
    (tmp_path / "a.txt").write_text("Anna, // met Ben. She saw him.", encoding="utf-8")
    file = tmp_path / "a.json"

    def chains() -> list[tuple[int, int]]:
        mentions = formats.read(file).mentions
        return sorted(zip(mentions.entity.tolist(), mentions.first.tolist(), strict=True))

    whole = [(0, 0), (0, 7), (1, 5), (1, 9)]
    for text in (answer, f"Here are the clusters:\n\n```json\n{answer}\n```\nGood luck!"):
        file.write_text(text, encoding="utf-8")
        assert formats.detect(file.read_bytes()) == "json-strings"
        assert chains() == whole
    for length in range(answer.index("him"), len(answer.rstrip("]},"))):
        file.write_text(answer[:length], encoding="utf-8")
        assert set(chains()) in ({*whole[:2], whole[2]}, set(whole)), answer[:length]
        assert "CE077" in [problem.code for problem in formats.read(file).problems]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        # several fields with chains, or a list of mentions next to them
        (f'{{"clusters": [[{ANNA}], [{BEN}]], "entities": [["Anna"]]}}', "other-chains"),
        (f'{{"entities": ["Anna", "Ben"], "clusters": [[{ANNA}], [{BEN}]]}}', "other-chains"),
        (f'{{"clusters": [[{ANNA}], [{BEN}]], "singletons": ["met"]}}', "other-chains"),
        (f'{{"clusters": {{"1": [{ANNA}], "2": [{BEN}]}}, "singletons": [["met"]]}}', "other-chains"),
        # mentions that name two entities; the type of an entity is none
        (f"[{LABELLED}]".replace("}", ', "entity": "PERSON"}'), ""),
        (f"[{LABELLED}]".replace("}", ', "entity": "PERSON"}').replace("cluster", "entity_id"), ""),
        (
            f"[{LABELLED}]".replace("cluster", "entity").replace('"entity"', '"chain_id": 1, "entity"', 1),
            None,
        ),
        (
            ", ".join(
                f'{{"text": {words}, "cluster": {number}, "entity": {at}}}'
                for at, (words, number) in enumerate(
                    [('"Anna"', 1), ('"Ben"', 2), ('"She"', 1), ('"him"', 2)]
                )
            ).join("[]"),
            "other-labels",
        ),
        # mentions with other words, such as their sentence
        (f"[{LABELLED}]".replace('"mention"', '"span_text": "Anna, met", "mention"', 1), "other-words"),
        (
            f'{{"clusters": [{{"mentions": [{OBJECTS[0]}]}}, {{"mentions": [{OBJECTS[1]}]}}]}}'.replace(
                '"Anna"', '"Anna", "string": "Anna met"', 1
            ),
            "other-words",
        ),
        (f"[{LABELLED}]".replace('"mention": "Anna"', '"text": "Anna", "mention": "Anna"'), ""),
    ],
)
def test_fields_of_json_that_are_not_read(tmp_path: Path, answer: str, kind: str | None) -> None:
    """One of several fields is read, with a warning; None is an error."""
    (tmp_path / "a.txt").write_text("Anna, // met Ben. She saw him.", encoding="utf-8")
    file = tmp_path / "a.json"
    file.write_text(answer, encoding="utf-8")
    if kind is None:
        with pytest.raises(CorefevalError):
            formats.read(file)
        return
    corpus = formats.read(file)
    mentions = corpus.mentions
    assert sorted(zip(mentions.entity.tolist(), mentions.first.tolist(), strict=True)) == [
        (0, 0),
        (0, 7),
        (1, 5),
        (1, 9),
    ]
    assert [(each.code, each.kind) for each in corpus.problems] == ([("CE038", kind)] if kind else [])


@pytest.mark.parametrize(
    ("end", "mentions"), [(": 12", 2), (': "e1', 2), (': "e1"', 3), (": 12,", 3), (": 12, ", 3), (": 12}", 3)]
)
def test_a_map_that_is_cut_off(end: str, mentions: int) -> None:
    """A number at the end may lack digits, so its mention is skipped with a warning."""
    key = StringIO("[Al](#1) said [he](#1) saw [Bo](#2)")
    result = corefeval.score(key, StringIO(f'{{"Al": 1, "he": 1, "Bo"{end}'))
    assert result["mention"]["recall"] == pytest.approx(mentions / 3)
    codes = [each.code for each in result.warnings]
    assert ("CE077" in codes) == (end[-1] != "}")


@pytest.mark.parametrize("fault", ["\\q", "\n"])
@pytest.mark.parametrize("end", ["}", ', "h'])
def test_a_map_with_an_invalid_string_is_refused(tmp_path: Path, fault: str, end: str) -> None:
    """The decoder names the fault."""
    (tmp_path / "a.txt").write_text("Anna met Ben", encoding="utf-8")
    (tmp_path / "a.json").write_text(f'{{"An{fault}na": 1, "Ben": 1{end}', encoding="utf-8")
    with pytest.raises(CorefevalError) as raised:
        formats.read(tmp_path / "a.json")
    assert [problem.code for problem in raised.value.problems] == ["CE029"]


@pytest.mark.parametrize(
    "other",
    [
        '{"tokens": [{"text": "Anna"}, {"text": "left"}]}',
        '{"text": "Anna left", "entities": [{"text": "Anna"}]}',
        '{"doc_key": "a", "tokens": ["Anna"], "clusters": [[[0, 0]]]}',
        '{"id": 1, "text": "Anna left", "mentions": [{"text": "Anna"}]}',
        '[{"id": "a", "mentions": [{"text": "Anna", "start": 0, "entity": 1}]}]',
        '[{"text": "Anna", "start": 0, "end": 4, "entity": 1}]',
        '[{"text": "Anna left", "entity": null}]',
    ],
)
def test_other_json_is_no_answer(other: str) -> None:
    """Objects with words, or with offsets, are not chains of strings."""
    assert formats.detect(other.encode()) != "json-strings"


@pytest.mark.parametrize(
    ("text", "chains", "places"),
    [
        # the chain mentioned last, or one that has no later place
        ("Ann saw Bob . She ran . She left .", [["Ann", "She"], ["Bob", "She"]], [0, 7, 2, 4]),
        (
            "Ann saw Bob . She ran . Ann left . She sat .",
            [["Ann", "She", "Ann"], ["Bob", "She"]],
            [0, 4, 7, 2, 10],
        ),
        # not inside the previous mention of the chain, unless there is no later place
        ("Ann Lee met Bo . Ann left .", [["Ann Lee", "Ann"], ["Bo"]], [0, 5, 3]),
        ("Ann Lee met Bo .", [["Ann Lee", "Ann"], ["Bo"]], [0, 0, 3]),
        # a chain in another order: behind its previous string, or anywhere
        ("Ann met Bo . She ran . Bo sat .", [["She", "Bo", "Ann"]], [4, 7, 0]),
        # strings that the text has less often, or in another order than nine others, do not matter
        (
            "Ann met Bo . She ran . She sat .",
            [["Ann", "Ann", "She"], ["Bo", "Zoe", "She"]],
            [0, None, 7, 2, None, 4],
        ),
        (
            "a b c d e f g h he i he k",
            [[*"abcdfehi", "he", "k"], ["h", "he"]],
            [0, 1, 2, 3, 5, 4, 7, 9, 10, 11, None, 8],
        ),
    ],
)
def test_json_strings_belong_to_chains_in_text_order(
    tmp_path: Path, text: str, chains: list[list[str]], places: list[int | None]
) -> None:
    """Each occurrence belongs to a chain whose next string it is."""
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps(chains), encoding="utf-8")
    corpus = formats.read(tmp_path / "a.json")
    words = len(text.split())
    found = sorted(first for first in corpus.mentions.first.tolist() if first < words)
    assert found == sorted(place for place in places if place is not None)
    entity = {
        place: number
        for number, chain in enumerate(chains)
        for place in places[sum(map(len, chains[:number])) : sum(map(len, chains[: number + 1]))]
    }
    for one, first in zip(corpus.mentions.entity.tolist(), corpus.mentions.first.tolist(), strict=True):
        for other, second in zip(
            corpus.mentions.entity.tolist(), corpus.mentions.first.tolist(), strict=True
        ):
            if first < words and second < words:
                assert (one == other) == (entity[first] == entity[second])


@pytest.mark.parametrize(
    ("listed", "entities"),
    [
        # in text order: each occurrence is the one that is listed
        ("Ann:1 Bob:2 She:1 She:2", {0: "1", 2: "2", 4: "1", 7: "2"}),
        # by entity: as if each chain was a list
        ("Ann:1 She:1 Bob:2 She:2", {0: "1", 2: "2", 4: "2", 7: "1"}),
    ],
)
def test_json_mentions_that_name_entities_are_in_text_order(
    tmp_path: Path, listed: str, entities: dict[int, str]
) -> None:
    """The list says which occurrence is meant, and a map, too; chains do not."""
    (tmp_path / "a.txt").write_text("Ann saw Bob . She ran . She left .", encoding="utf-8")
    pairs = [pair.split(":") for pair in listed.split()]
    mapped = ", ".join(f'"{words}": {entity}' for words, entity in pairs)
    objects = [{"mention": words, "entity_id": int(entity)} for words, entity in pairs]
    for written in (json.dumps(objects), f"{{{mapped}}}"):
        (tmp_path / "a.json").write_text(written, encoding="utf-8")
        corpus = formats.read(tmp_path / "a.json")
        labels = [corpus.entities.labels[entity] for entity in corpus.mentions.entity.tolist()]
        assert dict(zip(corpus.mentions.first.tolist(), labels, strict=True)) == entities


def test_one_field_of_chains_is_read() -> None:
    """Chains without names in two fields became one entity for each number."""
    answer = '{"clusters": [{"mentions": ["Al"]}], "entities": [["Bo"]], "text": "Al met Bo"'
    for written in (f"{answer}}}", f'[{{"id": "a", {answer[1:]}}}]'):
        corpus = read(written, "json-strings")
        assert "Bo" not in {word for chain in chains(corpus) for word in chain}
        assert ("CE038", "other-chains") in [(problem.code, problem.kind) for problem in corpus.problems]


@pytest.mark.parametrize(
    "chains",
    [20_000 * [["he", "it"]], [[" ".join("a" * length)] for length in range(1, 200)]],
    ids=["the same strings", "nested strings"],
)
def test_many_json_strings(chains: list[list[str]]) -> None:
    """Each has a place of its own, in a moment."""
    text = 20_000 * "he saw it . " + " ".join("a" * 1_000)
    start = time.process_time()
    corpus = read(json.dumps({"text": text, "clusters": chains}), "json-strings")
    assert time.process_time() - start < 10
    assert not corpus.nodes.is_outside(corpus.mentions.first).any()
    assert len(corpus.mentions) == sum(map(len, chains))


def test_json_strings_in_other_letters() -> None:
    """What is left when all others have a place may be a capital or a small letter away; without a word it is none."""
    corpus = read(
        '{"text": "He met a Man. HE ran.", "a": ["he", "He", " "], "b": ["man", "man"]}', "json-strings"
    )
    assert sorted(zip(corpus.mentions.entity.tolist(), corpus.mentions.first.tolist(), strict=True)) == [
        (0, 0),
        (0, 5),
        (1, 3),
        (1, 8),
    ]
    assert said(corpus) == [("CE048", "f $.a[2]"), ("CE072", "f $.b[1]")]


def test_json_strings_with_other_signs() -> None:
    """Quotation marks, dashes and characters without width may differ from those of the text."""
    answer = {
        "text": "Al\u2019s co-author called him 'Bo'.",
        "a": ["Al's", "h\u200bim", "\u200b"],
        "b": ["co\u2011author", "\u2018Bo\u2019"],
    }
    corpus = read(json.dumps(answer), "json-strings")
    assert chains(corpus) == [["Al \u2019 s", "him", "\u200b"], ["co - author", "' Bo '"]]
    assert said(corpus) == [("CE072", "f $.a[2]")]


@pytest.mark.parametrize(
    ("chains", "names"),
    [
        ('{"Anna": ["her", "She"], "Ben": ["He"]}', 2),
        ('{"Anna": ["her", "She"], "Ben": ["He"], "the dog": ["it"]}', 2),
        ('{"clusters": {"Anna": ["her", "She"], "Ben": ["He"]}}', 2),
        ('[{"name": "Anna", "mentions": ["her", "She"]}]', 1),
        ('{"Anna": ["Anna", "her", "She"], "Ben": ["Ben", "He"]}', 0),
        ('{"Anna": ["her", "She"], "the man": ["He"]}', 0),  # one name of two may be in the text by chance
        ('{"Anna": ["her", "She"], "x": ["Anna", "Ben"]}', 0),  # another chain has the only place
        ('{"a": ["her"]}', 0),
        ('{"3": ["He", "3"]}', 0),
    ],
)
def test_names_of_json_chains_that_are_in_the_text(tmp_path: Path, chains: str, names: int) -> None:
    """A model may name each chain by its first mention without listing it; a warning counts such names."""
    (tmp_path / "a.txt").write_text("Anna saw Ben . He had 3 of a kind . He greeted her . She smiled .")
    (tmp_path / "a.json").write_text(chains)
    counts = [
        each.count for each in formats.read(tmp_path / "a.json").problems if each.kind == "names-in-text"
    ]
    assert counts == [names] * (names > 0)


def test_json_strings_need_a_text(tmp_path: Path) -> None:
    """Without one the missing file is named; it can be given."""
    answer = tmp_path / "a.json"
    answer.write_text('{"x": ["Ada", "she"]}', encoding="utf-8")
    with refuses(CorefevalError, "CE090", "not-beside-it"):
        formats.read(answer)
    (tmp_path / "text").write_text("Ada said she ran", encoding="utf-8")
    assert chains(formats.read(answer, companion=str(tmp_path / "text"))) == [["Ada", "she"]]


@pytest.mark.parametrize(
    ("answer", "expected", "place"),
    [
        ('{"text": "Al met Bo", "a": ["Al", "Bo"', [["Al", "Bo"]], "f:1:39"),
        ('{"text": "Al met Bo", "a": ["Al"], "b": ["B', [["Al"]], "f:1:33"),
        ('{"text": "Al met Bo",\n"a": [["Al"], ["Bo"], ["', [["Al"], ["Bo"]], "f:2:20"),
    ],
)
def test_json_cut_off(answer: str, expected: list[list[str]], place: str) -> None:
    """What is whole is read, and the rest is told."""
    corpus = read(answer, "json-strings")
    assert chains(corpus) == expected
    assert said(corpus) == [("CE077", place)]


def test_json_around_and_wrong() -> None:
    """Text around the value is left out; what is no list of strings is refused at its place."""
    value = '{"text": "Al met Bo", "a": ["Al"]}'
    assert said(read(f"Well,\n{value}\nDone.", "json-strings")) == [("CE077", "f:1:1"), ("CE077", "f:3:1")]
    assert errors('{"a": [1]}', "json-strings") == [("CE033", 'f:1 $["a"][0]')]
    assert errors('{"text": "Al", "b": "Al"}', "json-strings") == [("CE033", "f $.b")]
    no_entity = '{"m": [{"text": "Al", "entity": 1}, {"text": "Bo"}], "text": "Al met Bo"}'
    assert errors(no_entity, "json-strings") == [("CE033", f'f:1 $["m"][{row}]') for row in (0, 1)]
    assert errors('{"text": "Al", "b": ["Al", ["Al"]]}', "json-strings") == [("CE033", "f $.b")]
    assert errors("nothing", "json-strings")[0][0] == "CE029"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b'{"Chain1": ["Sarah", "She"]}', "json-strings"),
        (b'Here it is:\n```json\n[["Sarah", "She"]]\n```', "json-strings"),
        (b'{"tokens": ["Ada", "ran"], "clusters": []}', "jsonlines"),
        (b"see [12] and [1, 2] in [a]\n", None),
    ],
)
def test_what_is_recognised(head: bytes, name: str | None) -> None:
    """Lists of strings are not taken for tokens, nor citations for tags."""
    assert detect(head) == name


def test_scored_against_words() -> None:
    """An answer with other tokens, or changed words, is scored against the key's."""
    key = read("Mr.|[e1 Smith|e1] said he|[e1] won't go , and left .", "crac-text")
    same = read("[Mr. Smith](#1) said [he](#1) won't go, and left.", "markdown")
    assert corefeval.score(key, same, metrics="conll").f1 == pytest.approx(1)


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "json-strings"])
def test_many_open_tags(name: str) -> None:
    """They are said, in a moment."""
    tag = {
        "crac-text": "a|[e ",
        "markdown": "[",
        "numbered-brackets": "[1 ",
        "m-tags": "<m> ",
        "labelled-brackets": "[",
        "entity-tags": "<e1> ",
    }[name]
    assert len(read("x " + tag * 30_000 + "x", name).mentions) == 0


@pytest.mark.parametrize("name", [name for name in CORPORA if name != "tei"])
def test_corpora(name: str) -> None:
    """They are recognised; a tag that does not fit is refused with its place, or left out with repair."""
    sound = CORPORA[name]
    assert detect(sound.encode()) == name
    element = {"muc": "</COREF>", "ontonotes": "</COREF>", "xrenner": "</referent>\n"}.get(name, "}")
    for broken in (sound + element, sound.replace(element, "", 1)):
        assert [code for code, _ in errors(broken, name)] == ["CE071"]
        assert "CE048" in {code for code, _ in said(read(broken, name, repair=True))}


def test_muc() -> None:
    """Minimum spans, pointers that are no identity, references to characters, names; what points nowhere is refused."""
    text = (
        "<DOC><DOCNO> d1 </DOCNO>\n<TXT>A&amp;B & <COREF ID='1' MIN='cat|dog' STATUS=OPT>the dog</COREF> "
        "<coref id=2 type=PART ref=1>tail</coref></TXT></DOC>\n<DOC><DOCID>d2</DOCID><COREF ID='1' REF='1' MIN='x'>y</COREF></DOC>"
    )
    corpus = read(text, "muc")
    assert corpus.names == ("d1", "d2")
    assert list(corpus.nodes.forms) == ["A", "&", "B", "&", "the", "dog", "tail", "y"]
    assert chains(corpus) == [["the dog"], ["tail"], ["y"]]
    assert said(corpus) == [("CE049", "f:2:71"), ("CE094", "f:3:23")]
    minimum = corpus.mentions.minimum_first
    assert (minimum.tolist()[0], corpus.mentions.minimum_last.tolist()[0]) == (5, 5)
    assert errors("a <COREF ID='1' REF='7'>b</COREF>", "muc") == [("CE035", "f:1:3")]
    assert errors("a <COREF REF='7'>b</COREF>", "muc") == [("CE032", "f:1:3")]


def test_ontonotes() -> None:
    """Appositions are left out and counted; parts are documents."""
    text = (
        '<DOC DOCNO="n"><TEXT PARTNO="000"><COREF ID="1" TYPE="APPOS" SUBTYPE="HEAD"><COREF ID="2" TYPE="IDENT">Al</COREF></COREF>'
        '</TEXT><TEXT PARTNO="001"><COREF ID="2" TYPE="IDENT">Bo</COREF></TEXT></DOC>'
    )
    corpus = read(text)
    assert (corpus.names, chains(corpus)) == (("n", "n part 1"), [["Al"], ["Bo"]])
    assert said(corpus) == [("CE049", "f:1:35")]


def test_sacr() -> None:
    """Name, properties, comments; a brace that begins no mention is refused."""
    corpus = read(CORPORA["sacr"])
    assert corpus.names == ("day",)
    assert corpus.documents[0].entities[0].mentions[0].attributes == {"a": 'x, "y" {', "b": "1"}
    assert errors("{A x} is { .", "sacr") == [("CE071", "f:1:10")]
    assert errors("a\n#b } c\n}", "sacr") == [("CE071", "f:3:1")]


def test_tei() -> None:
    """Blocks end words, tags around the whole are left out and said; what is not well-formed is refused with its place."""
    text = '<#root><?xml version="1.0"?>\n<TEI><text><rs ref="#a"><speaker>ADA.</speaker></rs><p>I</p><l>am</l></text></TEI></#root>\n'
    corpus = read(text)
    assert list(corpus.nodes.forms) == ["ADA", ".", "I", "am"]
    assert (chains(corpus), [code for code, _ in said(corpus)]) == ([["ADA ."]], ["CE048", "CE049"])
    assert errors("<TEI><text><rs>a</text></TEI>", "tei")[0] == ("CE091", "f:1:19")
    assert errors("<TEI><rs>a</rs></TEI>", "tei") == [("CE032", "f:1:1")]
    assert errors('<TEI>\n<text>a <rs ref="#b"/></text></TEI>', "tei") == [("CE031", "f:2:9")]


def test_tei_by_key() -> None:
    """An entity may be named by key; elements other than rs that refer are said and not read."""
    corpus = read(
        '<TEI><text><p><rs key="a" type="person">Ada</rs> <rs key="a">she</rs> <persName ref="#b">Bo</persName></p></text></TEI>'
    )
    assert chains(corpus) == [["Ada", "she"]]
    assert list(corpus.mentions.attributes.column("ne") or ()) == ["person", ""]
    assert [(problem.code, problem.text) for problem in corpus.problems] == [("CE068", "<persName> (1)")]


def test_ontonotes_of_xrenner() -> None:
    """Types other than APPOS are those of one entity; what points to mentions is no OntoNotes."""
    text = '<DOC DOCNO="d">\n<TEXT PARTNO="000">\n<COREF ID="1" ENTITY="person">Ada</COREF> fed <COREF ID="1" ENTITY="person" TYPE="ana">her</COREF> dog .\n</TEXT></DOC>'
    assert chains(read(text)) == [["Ada", "her"]]
    assert errors(text.replace('TYPE="ana"', 'REF="1"'), "ontonotes") == [("CE007", "f:3:47")]


def test_tei_that_is_not_well_formed() -> None:
    """Mentions that go over lines are read by their tags, and that is said; tags of mentions that do not fit are refused."""
    text = '<TEI><text><l><rs ref="#a">Ada &amp; <rs ref="#b">Bo</rs></l>\n<l>there</rs> &c.</l></text></TEI>'
    corpus = read(text)
    assert (corpus.format, chains(corpus)) == ("tei", [["Ada & Bo there"], ["Bo"]])
    assert said(corpus) == [("CE048", "f:1:60")]
    for wrong in (text.replace("</rs>", "", 1), text.replace("</l></text>", "</rs></l></text>"), text[:-13]):
        assert [code for code, _ in errors(wrong, "tei")] == ["CE091"]
    assert errors("<TEI><text><p>a</p></text></TEI>", "tei") == [("CE069", "f:1:6")]


def test_winobias() -> None:
    """A line is a document, called by its number; each kind of brackets is one entity."""
    text = "7 [The cook] saw the boy because [ she] (ran).\n\n[He] ate (it) and (that), [he] said.\n"
    corpus = read(text)
    assert (corpus.format, corpus.names) == ("winobias", ("7", "2"))
    assert chains(corpus) == [["The cook", "she"], ["ran"], ["He", "he"], ["it", "that"]]
    assert said(corpus) == [("CE049", "f:1:34")]
    assert sorted(errors("1 [a] [b\n2 c)\n", "winobias")) == [("CE071", "f:1:7"), ("CE071", "f:2:4")]


def test_an_answer_without_any_text_is_no_document() -> None:
    """What stands before a code block is a preamble, and a block that is empty is none: there is nothing to score."""
    with pytest.raises(CorefevalError) as raised:
        formats.read_file(TextFile("f", b"y\n```\n"), "crac-text", ReadOptions())
    assert [(problem.code, problem.place.file) for problem in raised.value.problems] == [("CE003", "f")]


def test_chains_without_a_text_are_not_written_as_an_empty_file(tmp_path: Path) -> None:
    """An empty file is no file of any format: it is refused, and nothing is written."""
    (tmp_path / "a.json").write_text('[["a", "b"]]')
    (tmp_path / "a.txt").write_text("")
    with pytest.raises(CorefevalError) as refused:
        formats.write(formats.read(tmp_path / "a.json"), tmp_path / "out", "crac-text")
    assert (refused.value.problems[0].kind, refused.value.problems[0]["fault_code"]) == (
        "not-read-again",
        "CE003",
    )
    assert not (tmp_path / "out").exists()


def test_document_without_a_word_is_not_written_as_a_blank_line(tmp_path: Path) -> None:
    """It would be read as no document: alone it is refused and nothing is written, among others that is said."""
    empty = '{"doc_key": "b", "sentences": [], "clusters": []}\n'
    target = tmp_path / "out"
    alone = formats.read_file(TextFile("f", empty.encode()), "jsonlines", ReadOptions())
    with pytest.raises(CorefevalError) as refused:
        formats.write(alone, target, "crac-text")
    (problem,) = refused.value.problems
    assert (problem.kind, problem["label"], problem["fault_code"]) == ("not-read-again", "CRAC text", "CE003")
    assert not target.exists()
    other = '{"doc_key": "a", "sentences": [["x"]], "clusters": []}\n'
    both = formats.read_file(TextFile("f", (other + empty).encode()), "jsonlines", ReadOptions())
    assert [
        (problem.kind, problem.count) == ("documents-lost", 1)
        for problem in formats.write(both, target, "crac-text")
    ] == [True]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ontonotes", "<COREF ID=>\n</COREF>"),
        ("muc", '<COREF ID="1">\n</COREF>'),
        ("sacr", "{a  }\n"),
        ("tei", '<TEI><text><p><rs ref="#a"> </rs></p></text></TEI>'),
        ("m-tags", "<m> </m>\n"),
        ("labelled-brackets", "[ : 1]\n"),
        ("entity-tags", "<e1></e1>\n"),
        ("markdown", "[ ](#1)\n"),
        ("numbered-brackets", "[1 ]\n"),
        ("jsonlines", '{"text": " ", "clusters": [[[0, 1]]]}\n'),
    ],
)
def test_a_mention_in_a_text_of_white_space(name: str, text: str) -> None:
    """It has no word to stand on: a problem, whatever the format, or nothing is left of it."""
    options = ReadOptions(offsets="exclusive" if name == "jsonlines" else "")
    mentions = 0
    with suppress(CorefevalError):
        mentions = len(formats.read_file(TextFile("f", text.encode()), name, options).mentions)
    assert mentions == 0
