"""bench/mutants.py: what it changes, that its list of harmless changes is of today's code, and that a change is put in."""

from __future__ import annotations

import ast
import sys

from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "bench"))
import mutants


def changed(expression: str) -> list[str]:
    """Return what may stand in place of an expression."""
    tree = ast.parse(expression, mode="eval")
    found = mutants.changes(tree.body, tree, "body")
    return [ast.unparse(ast.fix_missing_locations(each)) for each in found]


def test_changes_of_expressions() -> None:
    """Comparisons, operators, constants, conditions, and arguments in the other order."""
    assert changed("a < b") == ["a <= b", "a >= b"]
    assert changed("a & b") == ["a | b"]
    assert changed("a and b") == ["a or b"]
    assert changed("not a") == changed("~a") == ["a"]
    assert changed("3") == ["4", "2"]
    assert changed("0") == ["1"]
    assert changed("'left'") == ["'right'"]
    assert changed("'text'") == []
    assert changed("a if b else c") == ["c if b else a"]
    assert changed("np.where(a, b, c)") == ["np.where(a, c, b)"]
    assert changed("np.minimum(a, b)") == ["np.maximum(a, b)"]


def test_harmless_changes_are_of_todays_code() -> None:
    """Each entry names a mutant that exists, once, and a reason."""
    assert mutants.stale(mutants.all_mutants()) == []
    assert all(len(reason) > 20 for reason in mutants.equivalents().values())


def test_changes_that_read_the_same_are_distinguished() -> None:
    """A line may have a constant twice, and of these only one may be harmless: an entry names one mutant."""
    known = mutants.all_mutants()
    assert len({mutant.identity for mutant in known}) == len(known)
    assert any(mutant.which > 1 for mutant in known)


def test_a_mutant_is_put_into_the_running_code() -> None:
    """The code that the changed file has differs from today's in the function that is named, and only there."""
    mutant = next(each for each in mutants.all_mutants(["metrics/lea.py"]) if each.before != each.after)
    today = compile(
        (mutants.SOURCE / mutant.file).read_text(encoding="utf-8"), str(mutants.SOURCE / mutant.file), "exec"
    )
    before, after = (
        {code.co_qualname: code for code in mutants.codes_in(each)}
        for each in (today, mutants.mutated(mutant))
    )
    assert before.keys() == after.keys()
    different = {name for name in before if before[name] != after[name]}
    assert mutant.function in different
    assert all(f"{mutant.function}.".startswith(f"{name}.") for name in different)
