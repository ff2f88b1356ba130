"""Answers of language models against gold annotations."""

from __future__ import annotations

import math
import warnings
from io import StringIO

import pytest

from corefeval import CorefevalError, score
from corefeval.examples import FOLDER
from corefeval.integrations.harness import (
    READABLE,
    corpus_f1,
    process_results,
    score_answer,
    score_answers,
)

GOLD = "[Anna](#1) fed [[her](#1) dog](#2) before [it](#2) slept ."
ROW = {
    "doc_key": "a",
    "tokens": ["Anna", "fed", "her", "dog", "before", "it", "slept", "."],
    "clusters": [[[0, 0], [2, 2]], [[2, 3], [5, 5]]],
}
RIGHT = {
    "tags": "<m id=1>Anna</m> fed <m id=2><m id=1>her</m> dog</m> before <m id=2>it</m> slept .",
    "JSON": '{"1": ["Anna", "her"], "2": ["her dog", "it"]}',
    "code block": f"Sure!\n```\n{GOLD}\n```\n",
    "changed word": GOLD.replace("slept", "napped"),
}
LISTS = {
    "map": '{"1": ["Anna", "her"], "2": ["her dog", "it"]}',
    "long map": '{\n  "1": [\n    "Anna",\n    "her"\n  ],\n  "2": ["her dog", "it"]\n}',
    "lists": '[["Anna", "her"], ["her dog", "it"]]',
    "field": '{"clusters": [["Anna", "her"], ["her dog", "it"]]}',
    "objects": '[{"id": 1, "mentions": ["Anna", "her"]}, {"id": 2, "mentions": ["her dog", "it"]}]',
    "mentions": '[{"mention": "Anna", "cluster": 1}, {"mention": "her", "cluster": 1}, '
    '{"mention": "her dog", "cluster": 2}, {"mention": "it", "cluster": 2}]',
    "pairs": '{"Anna": 1, "her": 1, "her dog": 2, "it": 2}',
}
TAGS = {
    "markdown": GOLD,
    "m tags": RIGHT["tags"],
    "entity tags": "<e1>Anna</e1> fed <e2><e1>her</e1> dog</e2> before <e2>it</e2> slept .",
    "labels": "[Anna: 1] fed [[her: 1] dog: 2] before [it: 2] slept .",
    "numbers": "[1 Anna ] fed [2 [1 her ] dog ] before [2 it ] slept .",
}
AROUND = [
    "## Answer\n{}",
    "# Annotated text\n\n{}\n",
    "**Answer:**\n{}",
    "**Annotated text**\n\n{}",
    "**Answer:** {}",
    "Answer: {}",
    "I read the text.\nThese are its chains:\n{}",
    "I have annotated the text.\n\n{}",
    "> {}",
    "* {}",
    "- {}",
    "1. {}",
    "    {}",
    "~~~\n{}\n~~~",
    "~~~json\n{}\n~~~\n",
    "```json\n{}\n```",
    "````\n{}\n````",
    "```{}```",
    "`{}`",
    "1. Answer:\n   ```\n   {}\n   ```\n",
    "### Result\n\n```\n{}\n```\n\n**Notes:**\n- [sic] is a word.",
    "json\n{}",
    "**{}**",
    "---\n{}\n---",
    "Here is the result:\r\n\r\n---\r\n\r\n{}\r\n\r\n---\r\n\r\nLet me know!",
    "<result>\n{}\n</result>",
    "<output>{}</output>\nThis is it.",
    "<final_answer>{}</final_answer>",
    "<scratchpad>[A](#1) is {{1}}</scratchpad>\n{}",
    "\ufeff{}",
    "\u200b{}",
    "{}</s>",
    "{}<|im_end|>\n",
    "{}\n\nLet me know if you need anything else!",
    '{}\n\nNote: "it" is the dog {{2}}, and [Anna] and [her] are one chain.',
    "{}\n\n**Entities:**\n1. Anna: Anna, her\n",
    "{}\n\n| chain | mentions |\n|---|---|\n| 1 | Anna, her |\n",
    "### Draft\nnone\n\n### Final Answer\n{}",
    "I kept [sic] and [1] as they are:\n\n{}",
]
"""What models write around an answer."""
pytestmark = pytest.mark.filterwarnings("ignore:CE")


@pytest.mark.parametrize("answer", RIGHT.values(), ids=RIGHT)
@pytest.mark.parametrize("gold", [GOLD, ROW], ids=["text", "row"])
def test_a_right_answer_has_full_marks(answer: str, gold: object) -> None:
    """Any format and any gold that `score` takes will do."""
    assert score_answer(answer, gold) == {READABLE: 1, "conll/f1": 1}  # type: ignore[arg-type]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("answer", [*LISTS.values(), *TAGS.values()], ids=[*LISTS, *TAGS])
def test_a_right_answer_with_other_text_has_full_marks(answer: str, around: str) -> None:
    """JSON is found wherever it begins a line or follows a label, and tags anywhere."""
    assert score_answer(around.format(answer), GOLD) == {READABLE: 1, "conll/f1": 1}


@pytest.mark.parametrize("answer", LISTS.values(), ids=LISTS)
def test_json_in_quoted_lines(answer: str) -> None:
    """The signs of the quotation are not part of the value."""
    quoted = "Chains:\n\n" + "".join(f"> {line}\n" for line in answer.split("\n"))
    assert score_answer(quoted, GOLD) == {READABLE: 1, "conll/f1": 1}


@pytest.mark.parametrize("answer", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("example", ['{"1": ["A", "B"]}', '```\n[["A", "B"]]\n```'])
def test_short_json_is_an_example(answer: str, example: str) -> None:
    """The last long value is the answer; values in a row may be its parts, so they are refused."""
    assert score_answer(f"{answer}\n\nFor example:\n{example}\n", GOLD)["conll/f1"] == 1
    assert score_answer(f"The format:\n{example}\n\nAnswer:\n{answer}\n", GOLD)["conll/f1"] == 1
    draft = answer.replace("it", "Anna")
    assert score_answer(f"{draft}\n\nThat is wrong.\n\n{answer}", GOLD)["conll/f1"] == 1
    assert score_answer(f"{draft}\n\n{answer}", GOLD) == {READABLE: 0, "conll/f1": 0}


@pytest.mark.parametrize("answer", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("times", [1, 3000], ids=["short", "long"])
@pytest.mark.parametrize(
    "step", ["So [Anna](#1) is 1 and [it: 2] is 2.\n", "Is [Anna] a girl? And [the dog]?\n", "Hm.\n"]
)
def test_json_after_reasoning(answer: str, times: int, step: str) -> None:
    """Tags in a text that is no copy of the gold text do not count."""
    for written in (answer, f"```json\n{answer}\n```"):
        assert score_answer(f"{times * step}\n{written}\n", GOLD) == {READABLE: 1, "conll/f1": 1}


@pytest.mark.parametrize("answer", TAGS.values(), ids=TAGS)
def test_json_after_a_tagged_copy(answer: str) -> None:
    """The copy is the answer, also if it is long."""
    other = '\n\nChains:\n{"1": ["Anna", "it"], "2": ["her dog", "her"]}\n'
    assert score_answer(answer + other, GOLD)["conll/f1"] == 1
    assert score_answer(3000 * answer + other, 3000 * GOLD)["conll/f1"] == 1


@pytest.mark.parametrize("name", TAGS)
def test_example_blocks(name: str) -> None:
    """A block with an example is not the answer if other text is more like the gold text; a draft outside is not, either."""
    answer = TAGS[name]
    example = answer.replace("Anna", "Bob").partition("fed")[0]
    block = f"```\n{example}\n```\n"
    for written in (
        f"{answer}\n\nFor example:\n{block}",
        f"The format:\n{block}\n{answer}\n",
        f"{block}{answer}\n{block}",
        f"Here is the text:\n{answer}\nLegend:\n{block}",
        f"I mark {example}\n\n```\n{answer}\n```\n",
        f"{example}\n{block}\n```\n{answer}\n```\n",
    ):
        assert score_answer(written, GOLD) == {READABLE: 1, "conll/f1": 1}, written


@pytest.mark.parametrize(
    ("line", "is_text"),
    [
        ("Here [Anna](#1) said:\n", True),
        ("The text [she](#1) wrote about [the following](#3) plan:\n", True),
        ("Here is the text, with tags such as [this](#9):\n", False),
    ],
)
def test_first_lines_with_marks(line: str, *, is_text: bool) -> None:
    """They announce the answer only if the gold text lacks them."""
    gold = line * is_text + GOLD
    assert score_answer(line + GOLD, gold) == {READABLE: 1, "conll/f1": 1}
    result = score(StringIO(gold), StringIO(line + GOLD), align="rewrite")
    assert ("CE077" in [each.code for each in result.warnings]) != is_text


def test_reasoning_in_a_field() -> None:
    """Fields of strings next to the chains are not read."""
    for chains in (LISTS["lists"], LISTS["map"], LISTS["objects"], LISTS["mentions"]):
        answer = f'{{"reasoning": "It is the dog.", "clusters": {chains}, "note": ""}}'
        assert score_answer(answer, GOLD) == {READABLE: 1, "conll/f1": 1}
    assert score_answer('{"1": ["Anna", "her"], "2": "her dog"}', GOLD)[READABLE] == 0


def test_equals_score() -> None:
    """An answer has the scores of `score`, and answers together those of their corpus, not the mean."""
    texts = {
        name: (FOLDER / f"{name}.conll").read_text(encoding="utf-8") for name in ("key", "cautious", "eager")
    }
    wanted = score(FOLDER / "key.conll", FOLDER / "eager.conll", metrics="conll,lea").flat()
    found = score_answer(texts["eager"], texts["key"], metrics="conll,lea")
    assert found == {READABLE: 1, **wanted}
    both = score_answers([texts["eager"], "cannot"], [texts["key"]] * 2, metrics="conll,lea")
    assert both[READABLE] == 0.5
    assert both["lea/precision"] == wanted["lea/precision"]
    assert wanted["lea/recall"] is not None
    assert both["lea/recall"] == pytest.approx(wanted["lea/recall"] / 2)


def test_gold_of_formats_with_other_presets_is_refused() -> None:
    """CorefUD is scored by heads and tags exactly: their counts do not add up to one score."""
    parsed = (FOLDER / "key.conllu").read_text(encoding="utf-8")
    with pytest.raises(CorefevalError) as raised:
        score_answers([parsed, GOLD], [parsed, GOLD])
    assert [(each.code, each.kind) for each in raised.value.problems] == [
        ("CE051", "answers-of-other-settings")
    ]
    assert score_answers([parsed, GOLD], [parsed, GOLD], preset="perl")["conll/f1"] == 1


@pytest.mark.parametrize(
    "answer", ["", "I cannot help with that.", "Anna fed her dog before it slept .", "{]"]
)
def test_an_unreadable_answer_has_no_mentions(answer: str) -> None:
    """It scores 0 and is counted; it does not stop the run."""
    assert score_answer(answer, GOLD, metrics="lea") == {
        READABLE: 0,
        "lea/recall": 0,
        "lea/precision": 0,
        "lea/f1": 0,
    }


def test_nothing_of_the_gold_serves_an_unreadable_answer() -> None:
    """Relations and zeros of the gold do not count as the answer's."""
    metrics = "bridging.entity,non-referring,zero,mention"
    found = score_answer("no", FOLDER / "relations.key.conllua", metrics=metrics, zeros="linear")
    assert set(found.values()) == {0}


def test_other_errors_are_raised() -> None:
    """A setting that does not exist and a gold that cannot be read are no fault of the answer."""
    with pytest.raises(CorefevalError, match="CE050"):
        score_answer(GOLD, GOLD, metrics="laa")
    with pytest.raises(CorefevalError, match="CE004"):
        score_answer(GOLD, "nothing is marked here")
    with pytest.raises(ValueError, match="argument"):
        score_answers([GOLD], [])


def test_all_repeats_that_a_filter_keeps_count() -> None:
    """A filter of lm-evaluation-harness gives one answer to each document, or a list of several."""
    other = GOLD.replace("](#2)", "")
    kept = [process_results({"gold": GOLD}, [answers]) for answers in ([GOLD, "no"], other)]
    assert (
        corpus_f1(one["conll_f1"] for one in kept)
        == score_answers([GOLD, "no", other], [GOLD] * 3)["conll/f1"]
    )


@pytest.mark.parametrize("pairs", [[], [([], GOLD)]])
def test_without_answers_the_score_is_not_a_number(pairs: list[tuple[list[str], str]]) -> None:
    """A filter may drop all answers; 0 would be the score of wrong ones."""
    assert math.isnan(corpus_f1(pairs))


def test_answers_that_cannot_be_read_are_counted() -> None:
    """The harness shows only the F1, so a warning has their number."""
    with pytest.warns(UserWarning, match="CE071.*2 of 3"):
        assert corpus_f1([("no", GOLD), (GOLD, GOLD), ("", GOLD)]) > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert corpus_f1([(GOLD, GOLD)]) == 1
