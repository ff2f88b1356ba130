"""Settings are declared once: typed keywords agree with the declaration, and everything else follows from it."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
from typing import Any, get_args, get_type_hints

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

import corefeval
from corefeval import choices
from corefeval.choices import FILES, FIRST, MENTIONS, RESAMPLING, SCORES, SETTINGS, Setting
from corefeval.cli.compare import command as compare_command
from corefeval.cli.options import FileCommand, format_options, setting_options
from corefeval.comparison.comparison import Resampling
from corefeval.evaluation.request import OF_READING, Request
from corefeval.reports.words import settings_in_words
from corefeval.reproduction.search import varied_settings
from corefeval.settings import PLAIN, Options, Settings
from corefeval.signature import Signature
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "docs"))

from generate import settings_table

WITHOUT_KEYWORD = {"starred": "follows from zeros"}
WITHOUT_SETTING = {*OF_READING, "tokens"}
EXAMPLE = Setting(
    name="example",
    default="off",
    help="Whether to do as the example does.",
    group=MENTIONS,
    since="9.9.0",
    values={"off": "do nothing", "on": "do as it does"},
    headings={"on": "as in the example"},
    is_varied=True,
)


def _literals(annotation: Any) -> set[str]:
    """Return the texts that an annotation such as `Literal["a", "b"] | None` allows."""
    inner = [value for part in get_args(annotation) for value in _literals(part)]
    return {*inner, *([annotation] if isinstance(annotation, str) else [])}


def test_every_declaration_is_complete() -> None:
    """Each has help, a known group, a default among its values, and no attribute that does not exist."""
    for name, setting in SETTINGS.items():
        assert setting.name == name
        assert setting.help
        assert setting.group in {SCORES, MENTIONS, FILES, ""}
        assert vars(setting).keys() <= Setting.__annotations__.keys()
        assert setting.values.keys() >= setting.headings.keys()
        assert all(setting.values.values())
        assert setting.default in setting.values or not setting.values
        assert setting.values or setting.metavar
        assert tuple(map(int, FIRST.split("."))) <= tuple(map(int, setting.since.split(".")))


def test_typed_keywords_agree_with_the_declaration() -> None:
    """Type checkers know every setting, and its values, in Settings and in the keywords of functions."""
    typed, keywords = get_type_hints(choices.DeclaredSettings), get_type_hints(Options)
    assert list(typed) == list(SETTINGS)
    assert keywords.keys() == (SETTINGS.keys() - WITHOUT_KEYWORD.keys()) | WITHOUT_SETTING
    for name, setting in SETTINGS.items():
        if setting.values:
            assert _literals(typed[name]) == setting.values.keys(), name
        if setting.values and name not in WITHOUT_KEYWORD:
            assert _literals(keywords[name]) == setting.values.keys(), name


@pytest.mark.parametrize(
    "function",
    [
        corefeval.score,
        corefeval.compare,
        corefeval.explain,
        corefeval.Scorer,
        corefeval.score_datasets,
        corefeval.answer_for,
        corefeval.agree,
        corefeval.difference,
        corefeval.reproduce,
        corefeval.simulate,
        corefeval.study,
    ],
)
def test_every_function_takes_every_setting(function: Any) -> None:
    """Its signature lists them."""
    assert inspect.signature(function).parameters.keys() >= SETTINGS.keys() - WITHOUT_KEYWORD.keys()


def test_settings_are_values() -> None:
    """They compare, hash, copy and pickle like values, and cannot be changed."""
    one, other = Settings(match="head"), PLAIN.changed({"match": "head", "zeros": None})
    assert one == other != PLAIN
    assert {one: 1}[other]
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert one != "head"
    with pytest.raises(AttributeError):
        one.match = "exact"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del one.match
    with pytest.raises(TypeError):
        Settings(mtach="head")  # type: ignore[call-arg]


def test_a_new_setting_is_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A declaration alone gives a keyword, an option, help, completion, a signature, a heading, a search and documentation."""
    monkeypatch.setitem(SETTINGS, "example", EXAMPLE)
    monkeypatch.setitem(Options.__annotations__, "example", 'Literal["off", "on"] | None')
    asked: Any = {"example": "ON"}
    settings = Request.of(**asked).settings
    assert settings.as_dict()["example"] == "on"
    assert settings_in_words(settings).endswith("as in the example")

    printed = str(Signature("9.9.0", "", settings, "0", ("lea",)))
    assert "|example:on|" in printed
    assert Signature.parse(printed).settings == settings
    old = Signature.parse(printed.replace("|example:on", ""))
    assert old.settings == Settings()
    assert "example" not in str(old)

    assert varied_settings()["example"] == ("off", "on")
    assert "`--example` | | Whether to do as the example does. Since 9.9.0." in settings_table()

    @click.command(cls=FileCommand, everyday="match")
    @setting_options()
    @format_options()
    def command(**options: Any) -> None:
        click.echo(options["example"])

    assert CliRunner().invoke(command, ["--example", "On"]).output == "on\n"
    text = CliRunner().invoke(command, ["--help-all"]).output
    assert "--example [off|on]" in text[text.index(MENTIONS) : text.index(FILES)]
    found = ShellComplete(command, {}, "corefeval", "_C").get_completions(["--example"], "o")
    assert [(item.value, item.help) for item in found] == list(EXAMPLE.values.items())


def test_resampling_is_declared_once() -> None:
    """Python and the command have the declared defaults and values of comparisons."""
    defaults = {name: declared.default for name, declared in RESAMPLING.items()}
    taken = inspect.signature(corefeval.compare).parameters
    assert {name: getattr(Resampling(), name) for name in RESAMPLING} == defaults
    assert {name: taken[name].default for name in RESAMPLING} == defaults
    options = {option.name: option.type for option in compare_command.params}
    for name, declared in RESAMPLING.items():
        kind = options[name]
        if isinstance(kind, click.Choice):
            assert tuple(kind.choices) == tuple(declared.values)
