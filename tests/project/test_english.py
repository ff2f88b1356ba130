"""Plain English: banned phrases, long sentences and help lines without a default, area by area.

An area in CLEAN must have no finding; the others are being rewritten. `python -m tests.project.test_english` counts the
findings of every area, and lists those of the areas that it is given.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

import corefeval
from corefeval import cli
from corefeval.problems.catalogue import CATALOGUE
from tests.paths import ROOT

LONGEST = 30
"""The most words that a sentence may have."""

CLEAN = ("catalogue", "help", "reports", "docs", "docstrings", "comments")
"""The areas that must have no finding."""

BANNED = {
    r"\b(?:is|are|was|were|be|being) (?:told|said|had)\b(?! to\b| apart\b)": "report, warn, state",
    r"\b(?:is|are|to be) told from\b": "is distinguished from",
    r"\b(?:says|say|said|tells|told) (?:nothing )?of\b": "state, report, apply to",
    r"\bwhat (?:becomes|became) of\b": "how to treat",
    r"\bwhat (?:is|are) (?:left out|repeated|wrong|there|asked for|read|written|scored|kept|missing|known|lost)\b": "name the thing: skipped mentions, duplicates …",
    r"\b(?:mend|mends|mended|mending)\b": "fix, repair",
    r"\bstands? (?:behind|before|beside|against|alone|there|where|in|at|for)\b": "follow, precede, is in, mean",
    r"\bbeside (?!s)": "next to, with",
    r"\bis to be\b|\bare to be\b": "must, will",
    r"\b(?:hold|holds|held) (?:against|to be)\b": "compare with, consider",
    r"\b(?:can|cannot|does not|do not|could not|may) hold\b": "support, contain",
    r"\b(?:the rooms?|house|doors?|road|repair_gains?|workshops?) (?:of|through)\b": "a plain noun: package, pipeline, table",
    r"\bhow far\b": "how much, the degree",
    r"\b(?:anew|thus|hence|whence|wherein|thereof)\b": "again, so",
    r"\ba row an? \w+|\ba file an? \w+|\ba line an? \w+": "one row per …",
    r"\bof which none\b|\bof whom none\b": "none of which",
    r"\bconflated|\bdivided entit": "merged entity, split entity",
    r"\b(?:seed|confidence|resamples|linguistics|header): of (?:the|each)\b": "name the thing: the random seed …",
    r"\bReturn (?:those|that of)\b": "Return the …",
    r"\bcarried (?:over|in|outward)\b": "map, extend",
    r"\btold apart\b|\bapart from each other\b": "distinguish, separately",
    r"\bwhoever\b": "the person or part that",
    r"\bcalled so\b": "with this name",
}
"""Phrases of the old idiom, and plain words for them."""

BANNED_FOR_USERS = {
    r"\bwhat (?:is|are) (?:\w+ed|to|of|its|their)\b": "name the thing: scored documents, supported settings …",
    r"(?:^|[.;:] )what [^.?]*\b(?:is|are|does|do|has|have)\b[^.?]*\.": "begin with the subject",
    r"\bof whom\b|\bof whose\b": "whose, of these",
    r"\b(?:whatever|whichever|whoever|whomever)\b": "any, every, regardless of",
    r"\bstands?\b(?!ard)": "is, mean",
    r"\b(?:lies|lie) (?:in|at|on|behind|before|inside|outside|between|below|above)\b": "is in, is between",
    r"\bholds? (?:a|an|the|its|their|all|every|each|one|two|no|for|in|together)\b": "contain, has, apply to, be true",
    r"\b(?:does|do) (?:it|they|that) hold\b": "be correct, be true",
    r"\bto be (?:had|told|said|read|seen|found|known|done|resolved)\b": "state who does it",
    r"\bof (?:[\w-]+ ){1,2}of (?:[\w-]+ ){1,2}of\b": "split the chain of three 'of'",
    r"\b(?:alike|likewise|lest|albeit|save for|but for|at hand|in dispute)\b": "the same, so that, except",
    r"\bweighs? (?:the (?:same|product)|most|as much)\b": "have the weight, count most",
    r"\bcounts? (?:for nothing|0)\b": "add nothing, count as 0",
}
"""Phrases that are banned in texts for users. Docstrings still have some of them."""

FOR_USERS = ("catalogue", "help", "reports", "docs")
"""The areas that users read."""


class Sentence(NamedTuple):
    """A piece of prose, and where it is."""

    place: str
    text: str


def of_catalogue() -> Iterator[Sentence]:
    """Yield titles, sentences and hints of problems, with arguments as one word."""
    for code, kind in CATALOGUE.items():
        yield Sentence(code, kind.title)
        yield Sentence(f"{code} hint", kind.hint)
        for slug in kind.sentences:
            template = kind.sentence(slug)
            yield Sentence(f"{code} {slug}", _filled(template.text))
            yield Sentence(f"{code} {slug} hint", _filled(template.hint))


def _filled(template: str) -> str:
    """Return a template with the words of its plurals and 'X' for other arguments."""
    plural = re.sub(r"\{\w+:([^{}|]*)\|[^{}|]*\}", r"\1", template)
    return re.sub(r"\{[^{}]*:\?([^{}]*)\}", r"\1", re.sub(r"\{(?![^{}]*:\?)[^{}]*\}", "X", plural))


def _commands() -> Iterator[click.Command]:
    for module in pkgutil.iter_modules(cli.__path__):
        for value in vars(importlib.import_module(f"corefeval.cli.{module.name}")).values():
            if isinstance(value, click.Command):
                yield value


def of_help() -> Iterator[Sentence]:
    """Yield the help of all commands and options."""
    for command in _commands():
        yield Sentence(f"{command.name}", command.help or "")
        for option in command.params:
            if isinstance(option, click.Option):
                yield Sentence(f"{command.name} {option.opts[-1]}", option.help or "")


def of_docs() -> Iterator[Sentence]:
    """Yield the paragraphs of all Markdown texts and generated pages, without code."""
    written = (
        path
        for folder in ("", "docs/**/", "bench/", "examples/**/", "src/**/")
        for path in ROOT.glob(f"{folder}*.md")
    )
    pages = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in sorted(written)}
    for name, page in (pages | _generated()).items():
        prose = re.sub(r"^(```|~~~).*?^\1|^\$\$.*?^\$\$", "", page, flags=re.DOTALL | re.MULTILINE)
        prose = re.sub(r"^#.*", "\\g<0>\n", prose, flags=re.MULTILINE)
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*|#:>]|\d+\. )", prose):
            cells = re.split(r"(?<!\\)\|", paragraph) if paragraph.startswith("|") else [paragraph]
            yield from (Sentence(name, _without_code(cell)) for cell in cells if not cell.startswith("    "))


def _generated() -> dict[str, str]:
    """Return the pages of the site that docs/generate.py makes, by name."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(ROOT / "docs"))
        pages: dict[str, str] = importlib.import_module("generate").pages()
        return pages


def _without_code(text: str) -> str:
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "X", text))


def _modules() -> Iterator[Path]:
    yield from sorted(Path(corefeval.__file__).parent.rglob("*.py"))


def of_docstrings() -> Iterator[Sentence]:
    """Yield the paragraphs of docstrings, also those of constants, without examples."""
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                text = re.sub(r"^ *(?:>>>|\.\.\.).*\n(?: *\S.*\n)*", "", node.value.value, flags=re.MULTILINE)
                for paragraph in re.split(r"\n\s*\n|\n\s*(?=[*-] |\w+: )", text):
                    if "    " not in paragraph.strip():
                        yield Sentence(place, _without_code(paragraph))


REPORTS = (
    "reports",
    "evaluation",
    "explanation",
    "applications",
    "breakdown",
    "agreement",
    "leaderboard",
    "choices.py",
    "presets.py",
)
"""Packages and modules whose texts are printed around tables and on pages."""


def of_reports() -> Iterator[Sentence]:
    """Yield the texts of four words or more in the modules that print reports."""
    for path in _modules():
        if path.relative_to(Path(corefeval.__file__).parent).parts[0] in REPORTS:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
                    words = re.findall(r"[A-Za-z]{2,}", node.value)
                    if len(words) > 3 and not re.search(r"[<{]", node.value):  # neither HTML nor CSS
                        yield Sentence(f"{path.relative_to(ROOT)}:{node.lineno}", node.value)


def of_comments() -> Iterator[Sentence]:
    """Yield comments, without those for linters."""
    for path in _modules():
        with tokenize.open(path) as file:
            for token in tokenize.generate_tokens(file.readline):
                if token.type == tokenize.COMMENT:
                    text = re.sub(r"# (?:noqa|type):? ?\S*(?: - )?", "", token.string).lstrip("# ")
                    yield Sentence(f"{path.relative_to(ROOT)}:{token.start[0]}", text)


AREAS: dict[str, Callable[[], Iterator[Sentence]]] = {
    "catalogue": of_catalogue,
    "reports": of_reports,
    "help": of_help,
    "docs": of_docs,
    "docstrings": of_docstrings,
    "comments": of_comments,
}
"""What people read, by area."""

_BANNED = re.compile("|".join(BANNED), re.IGNORECASE)
_BANNED_FOR_USERS = re.compile("|".join(BANNED | BANNED_FOR_USERS), re.IGNORECASE)
_ENDS = re.compile(r"(?<=[.!?])\s+|:\s+(?=\n|[A-Z])|\n\s*\n")


def _banned(area: str) -> re.Pattern[str]:
    return _BANNED_FOR_USERS if area in FOR_USERS else _BANNED


def _shown(text: str) -> str:
    return " ".join(text.split())


def phrases(area: str) -> list[str]:
    """Return the banned phrases of an area: where, the phrase and plain words for it."""
    found = []
    for place, text in AREAS[area]():
        for match in _banned(area).finditer(" ".join(text.split())):
            better = next(
                new
                for old, new in (BANNED | BANNED_FOR_USERS).items()
                if re.fullmatch(old, match[0], re.IGNORECASE)
            )
            found.append(f"{place}: {match[0]!r} ({better})")
    return found


def long_sentences(area: str) -> list[str]:
    """Return the sentences of an area that have too many words."""
    return [
        f"{place}: {len(sentence.split())} words: {_shown(sentence)}"
        for place, text in AREAS[area]()
        for sentence in _ENDS.split(text)
        if len(sentence.split()) > LONGEST
    ]


def without_default() -> list[str]:
    """Return the options that choose among values or take a number, but do not state a default."""
    return [
        f"{command.name} {option.opts[-1]}"
        for command in _commands()
        for option in command.params
        if isinstance(option, click.Option)
        and not (option.is_flag or option.required or option.hidden)
        and isinstance(option.type, click.Choice | click.types.IntParamType | click.types.FloatParamType)
        and "default" not in (option.help or "").lower()
        and not option.show_default
    ]


@pytest.mark.parametrize("area", CLEAN)
def test_no_banned_phrases(area: str) -> None:
    """Nobody has to read the old idiom."""
    assert phrases(area) == []


@pytest.mark.parametrize("area", CLEAN)
def test_no_long_sentences(area: str) -> None:
    """One sentence has one idea."""
    assert long_sentences(area) == []


def test_options_state_their_default() -> None:
    """An option with values or a number says what happens without it."""
    assert "help" not in CLEAN or without_default() == []


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("It is told where documents differ.", True),
        ("What becomes of a mention listed twice.", True),
        ("The number stands behind the bracket.", True),
        ("Warn if documents differ.", False),
        ("Besides scoring, it warns.", False),
        ("The standard scores.", False),
        ("What a mention could add and does not is its loss.", True),
        ("What does it cost?", False),
        ("The header says what was scored.", False),
        ("Compare the values of the columns of the tables of the paper.", True),
        ("The interval holds for new documents.", True),
        ("A threshold for documents.", False),
    ],
)
def test_patterns(text: str, is_found: bool) -> None:
    """The patterns find the old idiom and nothing else."""
    assert bool(_BANNED_FOR_USERS.search(text)) == is_found


if __name__ == "__main__":
    for name in AREAS:
        print(f"{name}: {len(phrases(name))} phrases, {len(long_sentences(name))} long sentences")  # noqa: T201
    print(f"help: {len(without_default())} options without a default")  # noqa: T201
    for name in sys.argv[1:]:
        print("\n".join([*phrases(name), *long_sentences(name)]))  # noqa: T201
