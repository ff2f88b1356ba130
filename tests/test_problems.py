"""How problems are told: one of each kind, to whoever reads it in their own words."""

from __future__ import annotations

import pickle
from pathlib import Path

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
    spoken,
    told,
)

WHOLE = Place()


def warning(code: str, message: str, place: Place = WHOLE, hint: str = "") -> Problem:
    """Return a warning."""
    return Problem(code, message, place, hint=hint, severity=Severity.WARNING)


def test_one_kind_is_told_once() -> None:
    """How many, the first three places, and where all are; other kinds are told by themselves."""
    many = [warning("CE049", f"odd {number}", Place("f", number)) for number in range(1, 86)]
    few, alone = [warning("CE015", "cut off", Place("g", 9))] * 2, warning("CE040", "singletons")
    first, second, third = told([*many, *few, alone])
    assert str(first).startswith("CE049 warning, 85 times: f:1: odd 1; f:2: odd 2; f:3: odd 3 and 82 more; ")
    assert second.message == "cut off: g:9, g:9"
    assert (third.kind, third.message) == ("CE040 warning", "singletons")


def test_a_single_problem_keeps_its_place_and_text() -> None:
    """Nothing is lost by grouping what is alone."""
    [one] = told([Problem("CE021", "closed", Place("a.conll", 3, 5), "(1)")])
    assert one.lines.splitlines()[0] == "CE021 error a.conll:3:5: closed '(1)'"
    assert one.advice == CATALOGUE["CE021"].hint


def test_errors_and_warnings_of_one_code_are_two_kinds() -> None:
    """What stops the scoring is not hidden behind what does not."""
    assert len(told([warning("CE012", "a"), Problem("CE012", "b")])) == 2


def test_advice_that_differs_stands_behind_each_message() -> None:
    """A hint is never told for a problem that it does not fit."""
    [both] = told([warning("CE049", "a", hint="Do this."), warning("CE049", "b", hint="Do that.")])
    assert (both.message, both.advice) == ("a (Do this); b (Do that)", "")


@pytest.mark.parametrize("count", [1, SHOWN, SHOWN + 1])
def test_the_rest_is_counted(count: int) -> None:
    """Only where there is a rest it is spoken of."""
    [one] = told([warning("CE040", str(number)) for number in range(count)])
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
    """All of them are translated."""
    assert [code for code, kind in CATALOGUE.items() if "--" in spoken(kind.hint)] == []


def test_python_is_told_keywords() -> None:
    """In the text of an error, of a result and of a notebook; and JSON made in Python."""
    result = corefeval.score(FOLDER / "key.conll", FOLDER / "cautious.conll", metrics="conll")
    for text in (str(result), result._repr_html_(), repr(result.warnings), str(result.to_dict()["warnings"])):
        assert "singletons=" in text
        assert "--singletons" not in text
    with pytest.raises(CorefevalError, match='match="exact"'):
        corefeval.score(FOLDER / "key.conll", FOLDER / "eager.conll", match="head")


def test_repr_is_one_line(tmp_path: Path) -> None:
    """Code, place and message."""
    problem = Problem("CE001", "no such file", Place(str(tmp_path)))
    assert repr(problem) == f"<CE001 error {tmp_path}: no such file>"


def test_an_error_names_errors_and_groups_what_was_found_beside_them() -> None:
    """Every error up to a screenful, then each kind of warning; it survives the way from another process."""
    errors = [Problem("CE021", f"closed {number}", Place("f", number)) for number in range(60)]
    beside = [warning("CE004", "unknown", Place(str(number))) for number in range(9)]
    error = pickle.loads(pickle.dumps(CorefevalError([*beside, *errors])))
    lines = str(error).splitlines()
    assert sum(line.startswith("CE021") for line in lines) == 50
    assert "10 more errors; .problems has all" in lines
    assert sum(line.startswith("CE004 warning, 9 times") for line in lines) == 1
    assert len(error.problems) == 69
