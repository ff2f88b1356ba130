"""The catalogue has every sentence that the program uses, and no other module has one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import corefeval
from corefeval.problems import CATALOGUE

SOURCE = Path(corefeval.__file__).parent
RENDERS = {
    "reproduction/search.py": "to_dict() of a result",
}
"""The modules outside of problems/ and reports/ that make text of a problem, and for what."""
MAKERS = {"Problem", "warning"}
"""What makes a problem."""
COUNTED = {"count"}
"""What a problem has without being given it."""


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return the modules of the program but those of problems/, with their names."""
    names = (path.relative_to(SOURCE).as_posix() for path in sorted(SOURCE.rglob("*.py")))
    return tuple(
        (name, ast.parse((SOURCE / name).read_text(encoding="utf-8")))
        for name in names
        if not name.startswith("problems/")
    )


def literals(node: ast.expr) -> list[str]:
    """Return the strings that an expression may be, as far as they are written down there."""
    if isinstance(node, ast.IfExp):
        return [*literals(node.body), *literals(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def calls() -> Iterator[tuple[str, str, str, ast.Call]]:
    """Yield the calls that name a code and a kind of it: where, both, and the call."""
    for name, tree in modules():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            for code, kind in zip(node.args, node.args[1:], strict=False):
                if any(re.fullmatch(r"CE\d{3}", each) for each in literals(code)):
                    for slug in literals(kind):
                        yield f"{name}:{node.lineno}", literals(code)[0], slug, node


def arguments(*templates: str) -> set[str]:
    """Return the names of the arguments of templates."""
    return {name for template in templates for _, name, _, _ in Formatter().parse(template) if name}


def test_every_kind_that_is_named_is_in_the_catalogue() -> None:
    """Otherwise making the problem would fail, and only where there is one."""
    unknown = [
        (where, code, kind) for where, code, kind, _ in calls() if kind not in CATALOGUE[code].sentences
    ]
    assert unknown == []


def test_every_kind_of_the_catalogue_is_used() -> None:
    """A sentence that nobody needs goes."""
    known = {
        node.value
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [
        (code, kind) for code, row in CATALOGUE.items() for kind in row.sentences if kind not in known
    ] == []


def test_every_argument_of_a_sentence_is_given() -> None:
    """Where a problem is made with all its arguments in sight."""
    lacking = []
    for where, code, kind, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        if None in given or not (isinstance(call.func, ast.Name) and call.func.id in MAKERS):
            continue
        sentence = CATALOGUE[code].sentence(kind)
        wanted = arguments(sentence.text, sentence.hint) - COUNTED
        lacking += [(where, code, kind, name) for name in sorted(wanted - given)]
    assert lacking == []


def test_a_sentence_that_tells_a_count_is_given_it() -> None:
    """A count that nobody gives would be told as 0."""
    lacking = [
        (where, code, kind)
        for where, code, kind, call in calls()
        if isinstance(call.func, ast.Name)
        and call.func.id in MAKERS
        and "count" in arguments(CATALOGUE[code].sentence(kind).text)
        and not {"count", None} & {keyword.arg for keyword in call.keywords}
    ]
    assert lacking == []


def test_kinds_are_slugs() -> None:
    """Short words joined by hyphens, as they are part of what programs may rely on."""
    slugs = [kind for row in CATALOGUE.values() for kind in row.sentences]
    assert [slug for slug in slugs if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)] == []


def test_only_the_renderer_makes_text_of_problems() -> None:
    """No other module asks for a sentence: what it wants to know of a problem are its code, kind and arguments."""
    readers = {
        name
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "corefeval.problems.render"
    }
    assert {name for name in readers if not name.startswith("reports/")} == RENDERS.keys()


def test_no_problem_is_made_of_prose() -> None:
    """A kind is written down, or passed on by whoever wrote it down; it is never put together."""
    prose = [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in MAKERS
        and len(node.args) > 1
        and isinstance(node.args[1], ast.JoinedStr | ast.BinOp)
    ]
    assert prose == []
