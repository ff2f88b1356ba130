"""How problems are told: one of each kind, to whoever reads it in their own words."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import corefeval
from corefeval.choices import VALUES
from corefeval.examples import FOLDER
from corefeval.problems import (
    CATALOGUE,
    SHOWN,
    CorefevalError,
    Place,
    Problem,
    Severity,
    for_the_command_line,
    printed_problems,
    spoken,
)
from corefeval.problems.render import FILLING, advice, sentence

WHOLE = Place()


def warning(code: str, kind: str, place: Place = WHOLE, **arguments: Any) -> Problem:
    """Return a warning."""
    return Problem(code, kind, place, severity=Severity.WARNING, **arguments)


def test_one_kind_is_reported_once() -> None:
    """How many, the first three places, and where all are; other kinds are told by themselves."""
    many = [
        warning("CE049", "no-antecedent", Place("f", number), relation=f"r{number}")
        for number in range(1, 86)
    ]
    few, alone = (
        [warning("CE026", "malformed-header", Place("g", 9))] * 2,
        warning("CE038", "file-predicted-clusters-clusters", field="clusters"),
    )
    first, second, third = printed_problems([*many, *few, alone])
    shown = "; ".join(f"f:{number}: {sentence(many[number - 1])}" for number in (1, 2, 3))
    assert str(first).startswith(f"CE049 warning, 85 times: {shown} and 82 more; ")
    assert second.message == f"{sentence(few[0])}: g:9, g:9"
    assert (third.kind, third.message) == ("CE038 warning", sentence(alone))


def test_a_single_problem_keeps_its_place_and_text() -> None:
    """Nothing is lost by grouping what is alone."""
    problem = Problem("CE021", "bracket-never-opened", Place("a.conll", 3, 5), "(1)")
    [one] = printed_problems([problem])
    assert one.lines.splitlines()[0] == f"CE021 error a.conll:3:5: {sentence(problem)} '(1)'"
    assert one.advice == CATALOGUE["CE021"].hint


def test_errors_and_warnings_of_one_code_are_two_kinds() -> None:
    """What stops the scoring is not hidden behind what does not."""
    kind = "document-given-before"
    assert len(printed_problems([warning("CE012", kind), Problem("CE012", kind)])) == 2


def test_advice_that_differs_stands_behind_each_message() -> None:
    """A hint is never told for a problem that it does not fit."""
    pair = [warning("CE049", kind, count=2) for kind in ("annotations-twice", "own-antecedents")]
    pair = [problem.having(example="") for problem in pair]
    [both] = printed_problems(pair)
    each = [f"{sentence(problem)} ({advice(problem).rstrip('.')})" for problem in pair]
    assert (both.message, both.advice) == ("; ".join(each), "")


@pytest.mark.parametrize("count", [1, SHOWN, SHOWN + 1])
def test_the_rest_is_counted(count: int) -> None:
    """Only where there is a rest it is spoken of."""
    [one] = printed_problems(
        [warning("CE049", "no-antecedent", relation=str(number)) for number in range(count)]
    )
    assert ("more" in one.message) == (count > SHOWN)


def test_every_value_of_every_setting_is_translated() -> None:
    """`--name value` is `name="value"` in Python, and stays what it is on the command line."""
    for name, values in VALUES.items():
        for value in values:
            option = f"Use --{name.replace('_', '-')} {value}."
            assert spoken(option) == f'Use {name}="{value}".'
            with for_the_command_line():
                assert spoken(option) == option


def test_words_behind_an_option_are_no_values() -> None:
    """What is no value of the setting stays text; numbers are no strings; several values are several."""
    assert (
        spoken("--key-offsets or --response-offsets with token")
        == "key_offsets= or response_offsets= with token"
    )
    assert spoken("with --resamples 0.") == "with resamples=0."
    assert spoken("--duplicates error|first") == 'duplicates="error"|"first"'
    assert spoken("a--b and -f json and file--name") == "a--b and -f json and file--name"


def test_no_hint_of_the_catalogue_speaks_of_options_to_python() -> None:
    """All of them are translated, except in whole commands in quotes; names of arguments are filled in before."""
    hints = {
        (code, slug): kind.sentence(slug).hint or kind.hint
        for code, kind in CATALOGUE.items()
        for slug in kind.sentences
    }
    command = re.compile(r"'corefeval [^']*'|--\{")
    assert [where for where, hint in hints.items() if "--" in command.sub("", spoken(hint))] == []


def test_python_is_reported_keywords() -> None:
    """In the text of an error, of a result and of a notebook; and JSON made in Python."""
    result = corefeval.score(FOLDER / "key.conll", FOLDER / "cautious.conll", metrics="conll")
    for text in (str(result), result._repr_html_(), repr(result.warnings), str(result.to_dict()["warnings"])):
        assert "singletons=" in text
        assert "--singletons" not in text
    with pytest.raises(CorefevalError, match='match="exact"'):
        corefeval.score(FOLDER / "key.conll", FOLDER / "eager.conll", match="head")


def test_repr_is_one_line(tmp_path: Path) -> None:
    """Code, place and message."""
    problem = Problem("CE001", "no-such-file", Place(str(tmp_path)))
    assert repr(problem) == f"<CE001 error {tmp_path}: {sentence(problem)}>"


def test_an_error_names_errors_and_groups_what_was_found_next_to_them() -> None:
    """Every error up to a screenful, then each kind of warning; it survives the way from another process."""
    errors = [
        Problem("CE021", "no-mention-open", Place("f", number), eid=str(number)) for number in range(60)
    ]
    beside = [warning("CE004", "plain-text", Place(str(number))) for number in range(9)]
    error = pickle.loads(pickle.dumps(CorefevalError([*beside, *errors])))
    lines = str(error).splitlines()
    assert sum(line.startswith("CE021") for line in lines) == 50
    assert "10 more errors; .problems has all" in lines
    assert sum(line.startswith("CE004 warning, 9 times") for line in lines) == 1
    assert len(error.problems) == 69


SPECIFICATIONS = [
    ("{count:mention}", {"count": 1}, "1 mention"),
    ("{count:mention}", {"count": 1204}, "1,204 mentions"),
    ("{n:is|are}", {"n": 1}, "is"),
    ("{n:is|are}", {"n": 0}, "are"),
    ("{n:a line|# lines}", {"n": 3}, "3 lines"),
    ("{n:2=twice|# times}", {"n": 2}, "twice"),
    ("{n:2=twice|# times}", {"n": 1}, "1 times"),
    ("{names:, }", {"names": ("a", "b")}, "a, b"),
    ("{names:first , }", {"names": tuple("abcde")}, "a, b, c and 2 more"),
    ("{names:first5 , }", {"names": tuple("abcde")}, "a, b, c, d, e"),
    ("{names:first quoted , }", {"names": ("a",)}, "'a'"),
    ("{names:none, }", {"names": ()}, "none"),
    ("{names:list or}", {"names": ("a", "b", "c")}, "a, b or c"),
    ("{names:+; }", {"names": ("a", "b")}, "; a; b"),
    ("{names:? of *}", {"names": ("a", "b")}, " of a, b"),
    ("{name:? of *}", {"name": ""}, ""),
    ("{name:? of *}", {"name": None}, ""),
    ("{name:?document **: }", {"name": "x"}, "document 'x': "),
    ("{name:or nobody}", {"name": ""}, "nobody"),
    ("{name!r}", {"name": "x"}, "'x'"),
    ("{share:score}", {"share": 0.12345}, "12.35"),
    ("{share:score}", {"share": float("nan")}, "undefined"),
    ("{number:,}", {"number": 1234}, "1,234"),
    ("{number:.2f}", {"number": 1.5}, "1.50"),
    (
        "{fault}",
        {"fault": Problem("CE015", "not-ended", count=1)},
        sentence(Problem("CE015", "not-ended", count=1)),
    ),
]


@pytest.mark.parametrize(("template", "arguments", "expected"), SPECIFICATIONS)
def test_templates_are_filled_in(template: str, arguments: dict[str, Any], expected: str) -> None:
    """Every specification of a template does what the module says."""
    assert FILLING.vformat(template, (), arguments) == expected


def test_sides_are_called_what_they_are() -> None:
    """Between annotators there is no key: their names stand for both sides, also in what a sentence quotes."""
    inner = Problem("CE066", "mentions-of-side", count=2, side="response")
    problem = Problem("CE066", "no-tree", mentions=[inner])
    named = sentence(replace(problem, sides=("anna", "ben")).about("anna", "ben"))
    assert named.startswith("anna and ben: ")
    assert "2 mentions of ben" in named
    assert "response" not in named
