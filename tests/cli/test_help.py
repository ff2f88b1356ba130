"""Help: one screen of everyday options with examples first, everything with --help-all."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from corefeval.choices import SETTINGS
from corefeval.cli import SECTIONS, group
from corefeval.cli.options import with_default
from corefeval.presets import PRESETS
from tests.cli.conftest import Run

COMMANDS = [name for names in SECTIONS.values() for name in names]
SCREEN = 35


def options(name: str) -> Iterator[click.Option]:
    """Yield the options of a command that help shows."""
    command = group.get_command(click.Context(group), name)
    assert command is not None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            yield parameter


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_screen(command: str, run: Run) -> None:
    """-h and --help show at most 35 lines of 80 columns, with the examples before the options; --help-all has every option."""
    text = run(command, "--help").out
    assert run(command, "-h").out == text == run("help", command).out
    assert len(text.splitlines()) <= SCREEN
    everything = run(command, "--help-all").out
    for shown in (text, everything):
        assert max(map(len, shown.splitlines())) <= 80
        if command != "demo":
            assert shown.index("Examples:") < shown.index("Options:")
    assert [one.opts for one in options(command) if one.opts[0] not in everything] == []


def test_help_of_score(run: Run) -> None:
    """The short help of score has the options that people need every day."""
    text = run("score", "--help").out
    everyday = "-p -m -f -o -q --match --singletons --zeros --align --by --per-document --ci"
    assert [name for name in everyday.split() if f"  {name}" not in text] == []
    assert "--twinless" not in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_states_its_default(command: str) -> None:
    """Each option says what happens without it."""
    without = [one.opts for one in options(command) if "default: " not in (one.help or "")]
    assert [names for names in without if names != ["--help-all"]] == []


def test_defaults_come_from_the_declaration() -> None:
    """The default in the help of a setting is the declared one, and that of CorefUD files the one of their preset."""
    assert with_default(SETTINGS["match"]).endswith("(default: exact; CorefUD: head).")
    assert with_default(SETTINGS["align"]).endswith("(default: auto).")
    assert f"CorefUD: {PRESETS['crac24'].settings.zeros})" in with_default(SETTINGS["zeros"])


def test_words_in_place_of_options(run: Run) -> None:
    """`corefeval help` and `corefeval version` do what the options do."""
    assert run("help").out == run("--help").out
    assert run("version").out == run("--version").out


def test_several_responses_lead_to_compare(run: Run) -> None:
    """`score KEY A B` names the command that takes several systems."""
    done = run("score", "key.conll", "a.conll", "b.conll")
    assert done.status == 2
    assert "corefeval compare key.conll a.conll b.conll" in done.err
