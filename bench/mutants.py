"""Mutants: small mistakes put into the code one by one, and whether the tests of the clone alone find them.

    python bench/mutants.py [--sample N] [--seed S] [--only metrics/lea.py metrics/zero.py:20 …] [--jobs J]

A mutant is one change to one expression inside a function: a comparison, an operator, a constant, a condition, what
is returned, arguments in the other order. A sample of all of them is drawn by the seed. Tests are collected once, and
a first run notes which lines each of them reaches; then each mutant gets a process of its own, in which its function
has the changed code, and the tests that reach it run, those first that have found others in the same file, until one
fails or takes PATIENCE times as long as it did. A mutant that no test finds within BUDGET seconds of tests is alive, and
printed with its place.

Mutants that change nothing one could see stand in mutants_equivalent.json with the reason; an entry that is no mutant
of today's code is an error. Of several that read the same it names one ("which", 1 if absent). Data beside the checkout are not
used.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MappingProxyType
from typing import Any, Protocol

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "corefeval"
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.json")
TARGETS = ("metrics", "pairing", "evaluation", "corpus/identity.py")
TESTS = (
    "corpus",
    "pairing",
    "metrics",
    "reference",
    "properties",
    "breakdown",
    "evaluation",
    "explanation",
    "validation",
    "linguistics",
    "formats/conll2012/test_dialect.py",
    "interfaces/test_alignment.py",
    "interfaces/test_own_metric.py",
    "interfaces/test_parts.py",
    "interfaces/test_undefined.py",
    "cli/test_score_datasets.py",
    "project/test_alone.py",
)
"""Where tests are that concern the targets."""
FEW = 6
"""Examples of a property in the first run."""

BUDGET = 25.0
"""Seconds of tests, as they took in the first run, that a mutant is given at most."""

PATIENCE = 10
"""A test that takes so many times as long as in the first run, and 5 seconds, has found a mutant that does not come to an end."""

ANY_LINE = 0
"""Among the lines that a property reaches: with more examples it may reach the others of the file as well."""

NOT_PUT_IN = 3
"""Exit status of a process whose code cannot be changed: the function is made anew each time, or has lost a variable."""

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OPPOSITES = {
    "minimum": "maximum",
    "maximum": "minimum",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
SIDES = {"left": "right", "right": "left"}


Identity = tuple[str, str, str, str, str, int]


@dataclass(frozen=True)
class Mutant:
    """One change of one expression.

    Attributes:
        file: path below the package.
        function: qualified name of the outermost function it is in; '' for the module itself.
        line: number of the line.
        text: that line.
        before: the expression.
        after: what it becomes.
        which: its number, from 1, among the changes of this function that read the same: a line may have a constant twice.
        place: number of the expression in the file.
        variant: which of its changes.
    """

    file: str
    function: str
    line: int
    text: str
    before: str
    after: str
    which: int
    place: int
    variant: int

    @property
    def identity(self) -> Identity:
        """What an entry of the equivalent ones says."""
        return self.file, self.function, self.text, self.before, self.after, self.which

    def __str__(self) -> str:
        number = f" ({self.which})" if self.which > 1 else ""
        return f"{self.file}:{self.line} in {self.function or 'the module'}: `{self.before}` -> `{self.after}`{number}"


def changes(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.expr]:
    """Yield what may stand in place of an expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for operator in COMPARED[type(node.ops[0])]:
            yield ast.Compare(node.left, [operator()], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif (isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    ):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    if isinstance(node, ast.expr) and field == "test" and isinstance(parent, ast.If | ast.While | ast.IfExp):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, ast.expr) and isinstance(parent, ast.Return) and not isinstance(node, ast.Constant):
        yield ast.Constant(None)


def _constants(node: ast.Constant) -> Iterator[ast.expr]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
        if value:
            yield ast.Constant(value - 1)
    elif isinstance(value, str) and value in SIDES:
        yield ast.Constant(SIDES[value])


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "where" and len(node.args) == 3:
        yield ast.Call(node.func, [node.args[0], node.args[2], node.args[1]], node.keywords)
    if name in OPPOSITES:
        called = copy.copy(node.func)
        setattr(called, "attr" if isinstance(called, ast.Attribute) else "id", OPPOSITES[name])
        yield ast.Call(called, node.args, node.keywords)


SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "type_params"}
"""Not run, or run once when the module is imported. Nor is the strict= of zip() changed: what is zipped is of one length."""


def expressions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, str]]:
    """Yield parent, field, index, node and outermost function of what may be changed, in the order of the text."""

    def below(
        parent: ast.AST, name: str, *, inside: bool
    ) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, str]]:
        for field, value in ast.iter_fields(parent):
            if (
                field in SKIPPED_FIELDS
                or isinstance(parent, ast.Raise)
                or getattr(parent, "arg", "") == "strict"
            ):
                continue
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(node, ast.AST):
                    continue
                yield parent, field, index, node, name if inside else ""
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    path = name if inside else f"{name}.{node.name}".lstrip(".")
                    yield from below(node, path, inside=inside or isinstance(node, ast.FunctionDef))
                else:
                    yield from below(node, name, inside=inside)

    return below(tree, "", inside=False)


def mutants_of(path: Path) -> list[Mutant]:
    """Return all mutants of a file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    alike: Counter[tuple[str, ...]] = Counter()
    for place, (parent, field, _, node, function) in enumerate(expressions(ast.parse(text))):
        for variant, after in enumerate(changes(node, parent, field)):
            number = getattr(node, "lineno", 1)
            after_text = ast.unparse(ast.fix_missing_locations(ast.copy_location(after, node)))
            before, line = ast.unparse(node), lines[number - 1].strip()
            alike[function, line, before, after_text] += 1
            which = alike[function, line, before, after_text]
            file = path.relative_to(SOURCE).as_posix()
            found.append(Mutant(file, function, number, line, before, after_text, which, place, variant))
    return found


def target_files() -> list[Path]:
    """Return the files of the targets."""
    folders = [SOURCE / target for target in TARGETS]
    return sorted(path for one in folders for path in (one.rglob("*.py") if one.is_dir() else [one]))


def all_mutants(only: Sequence[str] = ()) -> list[Mutant]:
    """Return the mutants inside functions of all files of the targets, or of those that begin with a path, or of a line (path:number)."""
    begins = tuple(each for each in only if ":" not in each)
    lines = {each for each in only if ":" in each}
    return [
        mutant
        for path in target_files()
        for mutant in mutants_of(path)
        if mutant.function
        and (not only or mutant.file.startswith(begins) or f"{mutant.file}:{mutant.line}" in lines)
    ]


def mutated(mutant: Mutant) -> CodeType:
    """Return the code of the file with the change."""
    path = SOURCE / mutant.file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for place, (parent, field, index, node, _) in enumerate(expressions(tree)):
        if place == mutant.place:
            after = list(changes(node, parent, field))[mutant.variant]
            ast.copy_location(after, node)
            if index is None:
                setattr(parent, field, after)
            else:
                getattr(parent, field)[index] = after
            ast.fix_missing_locations(tree)
            return compile(tree, str(path), "exec", dont_inherit=True)
    raise LookupError(mutant)


def equivalents() -> dict[Identity, str]:
    """Return the listed mutants that change nothing, with the reason."""
    entries = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    names = ("file", "function", "text", "before", "after")
    return {(*(entry[name] for name in names), entry.get("which", 1)): entry["reason"] for entry in entries}


def stale(known: Sequence[Mutant]) -> list[str]:
    """Return the listed ones that are no mutants of today's code."""
    identities = {mutant.identity for mutant in known}
    return [" ".join(map(str, identity)) for identity in equivalents() if identity not in identities]


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of all functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


def put_in(mutant: Mutant) -> None:
    """Give the functions of the file that live in this process the changed code."""
    is_put_in = False
    changed = {(code.co_qualname, code.co_firstlineno): code for code in codes_in(mutated(mutant))}
    file = str(SOURCE / mutant.file)
    gc.unfreeze()
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == file:
            code = changed.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if code is not None and code != function.__code__:
                function.__code__ = code
                is_put_in = True
    if not is_put_in:
        raise LookupError(mutant)


class After(Protocol):
    """What is told of each test that ran."""

    def __call__(self, item: Any, *, failed: bool) -> None:
        """Take note."""


class Mutants:
    """A plugin of pytest that runs the collected tests once for each mutant."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.alive: list[Mutant] = []
        self.left_out: list[Mutant] = []
        self.found: dict[Mutant, str] = {}
        self.kills: dict[str, Counter[str]] = defaultdict(Counter)
        self.reached: dict[str, dict[str, list[int]]] = {}
        self.took: dict[str, float] = {}

    def pytest_runtestloop(self, session: Any) -> bool:
        """Run all; what is imported only when it is needed is imported now, so that it can be changed."""
        for file in {mutant.file for mutant in self.mutants}:
            import_module(
                ".".join(("corefeval", *Path(file).with_suffix("").parts)).removesuffix(".__init__")
            )
        items = {item.nodeid: item for item in session.items}
        self._look(items)
        waiting = list(self.mutants)
        running: dict[int, tuple[Mutant, Path]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop(0)
                chosen = self._chosen(mutant, items)
                note = Path(f"/tmp/mutant-{os.getpid()}-{len(waiting)}")
                limit = 20 + 3 * sum(self.took.get(name, 0.1) for name in chosen)
                seconds = {name: 5 + PATIENCE * self.took.get(name, 0.1) for name in chosen}
                tried = partial(_try, mutant, [items[name] for name in chosen], seconds, note)
                running[_forked(tried, limit)] = (mutant, note)
            process, status = os.wait()
            mutant, note = running.pop(process)
            self._judge(mutant, status, note)
        return True

    def _chosen(self, mutant: Mutant, items: dict[str, Any]) -> list[str]:
        """Return the tests to run: new ones, then those that reach the line, as far as the budget goes.

        First come those that found others of the file, then those that are about it, then the quick ones.
        """
        kills = self.kills[mutant.file]
        path = Path(mutant.file)
        about = f"/test_{path.parent.name if path.stem == '__init__' else path.stem}"
        reaching = [
            name
            for name in items
            if name not in self.reached
            or {mutant.line, ANY_LINE} & set(self.reached[name].get(mutant.file, ()))
        ]
        reaching.sort(
            key=lambda name: (name in self.reached, -kills[name], about not in name, self.took.get(name, 0))
        )
        chosen, spent = [], 0.0
        for name in reaching:
            spent += self.took.get(name, 0)
            if spent > BUDGET:
                break
            chosen.append(name)
        return chosen

    def _judge(self, mutant: Mutant, status: int, note: Path) -> None:
        said = note.read_text(encoding="utf-8") if note.exists() else ""
        note.unlink(missing_ok=True)
        tried = len(self.alive) + len(self.found) + 1
        if tried % 10 == 0:
            print(f"{tried} of {len(self.mutants)}, {len(self.alive)} alive", file=sys.__stdout__, flush=True)
        if os.waitstatus_to_exitcode(status) == NOT_PUT_IN:
            self.left_out.append(mutant)
        elif os.waitstatus_to_exitcode(status) == 0:
            self.alive.append(mutant)
            print(f"ALIVE {mutant}", file=sys.__stdout__, flush=True)
        else:
            self.found[mutant] = said or "it took too long or ended the process"
            if said:
                self.kills[mutant.file][said] += 1

    def _look(self, items: dict[str, Any]) -> None:
        """Note which lines each test reaches and how long it takes; kept for the next run of the same targets."""
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in target_files())).hexdigest()
        kept = ROOT / ".pytest_cache" / f"mutants-{digest[:16]}.jsonl"
        kept.parent.mkdir(exist_ok=True)
        seen = _kept(kept)
        unseen = [item for name, item in items.items() if name not in seen]
        os.waitpid(_forked(lambda: _trace(unseen, kept), 1e6), 0)
        for name, (took, reached) in _kept(kept).items():
            self.took[name], self.reached[name] = took, reached


def _kept(path: Path) -> dict[str, tuple[float, dict[str, list[int]]]]:
    """Return how long each test took, and which lines it reached."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: (took, reached) for name, took, reached in map(json.loads, lines)}


def _forked(work: Callable[[], None], seconds: float) -> int:
    """Do something in a process of its own, for so many seconds of processor time."""
    process = os.fork()
    if process:
        return process
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        work()
    except BaseException:  # noqa: BLE001 - whatever it is: the process ends here, and is not another pytest
        os._exit(2)
    os._exit(0)


def _run(items: Sequence[Any], after: After, seconds: Mapping[str, float] = MappingProxyType({})) -> None:
    """Run tests as pytest does, and say of each whether it failed; one with a limit ends the process beyond it."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, seconds.get(item.nodeid, 0))
        reports = runtestprotocol(item, log=False, nextitem=following)
        after(item, failed=any(report.failed for report in reports))


def _try(mutant: Mutant, items: Sequence[Any], seconds: Mapping[str, float], note: Path) -> None:
    """Run tests until one fails, and note which, or takes more than its seconds of processor time."""
    try:
        put_in(mutant)
    except (LookupError, ValueError):
        os._exit(NOT_PUT_IN)

    def after(item: Any, *, failed: bool) -> None:
        if failed:
            note.write_text(item.nodeid, encoding="utf-8")
            os._exit(1)

    _run(items, after, seconds)


def _trace(items: Sequence[Any], target: Path) -> None:
    """Run all tests, properties with a few examples only, and write down which lines of the targets they reach."""
    from hypothesis import settings  # noqa: PLC0415 - pytest wants to import it first

    share = {item.nodeid: 1.0 for item in items}
    for item in items:
        promised = getattr(item.obj, "_hypothesis_internal_use_settings", None)
        if promised is not None:
            share[item.nodeid] = max(1.0, promised.max_examples / FEW)
            item.obj._hypothesis_internal_use_settings = settings(promised, max_examples=FEW)  # noqa: SLF001 - there is no other way
    folders = tuple(str(SOURCE / name) for name in TARGETS)
    lines: dict[str, set[int]] = defaultdict(set)
    began = [time.process_time()]

    def local(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename].add(frame.f_lineno)
        return local

    def tracer(frame: FrameType, _: str, __: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(folders):
            return None
        lines[name].add(frame.f_lineno)
        return local

    def after(item: Any, *, failed: bool) -> None:
        sys.settrace(None)
        if failed:
            print(f"fails without a mutant: {item.nodeid}", file=sys.__stdout__, flush=True)
        reached = {
            Path(name).relative_to(SOURCE).as_posix(): sorted(
                found | ({ANY_LINE} if share[item.nodeid] > 1 else set())
            )
            for name, found in lines.items()
            if not failed
        }
        took = round((time.process_time() - began[0]) * share[item.nodeid], 3)
        with target.open("a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, took, reached]) + "\n")
        lines.clear()
        began[0] = time.process_time()
        sys.settrace(tracer)

    sys.settrace(tracer)
    _run(items, after)
    sys.settrace(None)


def main() -> int:
    """Draw a sample, try it, and print the score and what is alive."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=150, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument(
        "--only", nargs="*", default=[], help="files or folders below the package, or lines: FILE:LINE"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--least", type=float, default=0.9, help="the score below which the exit status is 1")
    arguments = parser.parse_args()
    known = all_mutants(arguments.only)
    if not arguments.only and (gone := stale(known)):
        print("no mutants of today's code, to be taken out of", EQUIVALENT.name, *gone, sep="\n- ")
        return 1
    listed = equivalents()
    candidates = [mutant for mutant in known if mutant.identity not in listed]
    random.Random(arguments.seed).shuffle(candidates)
    chosen = candidates[: arguments.sample or None]

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    from tests import paths  # noqa: PLC0415 - found now

    paths.SHARED = Path(os.devnull)  # a clone alone
    plugin = Mutants(chosen, arguments.jobs)
    quiet = [
        "-o",
        "addopts=--benchmark-skip",
        "-qq",
        "-p",
        "no:cacheprovider",
        "--show-capture=no",
        "--tb=no",
    ]
    status = pytest.main([*quiet, *(f"tests/{name}" for name in TESTS)], plugins=[plugin])
    tried = len(plugin.found) + len(plugin.alive)
    if tried + len(plugin.left_out) != len(chosen):
        print("the tests could not be collected:", status)
        return 1
    score = len(plugin.found) / max(1, tried)
    print(
        f"\n{len(plugin.found)} of {tried} mutants found: {score:.1%}; {len(plugin.left_out)} could not be put in"
    )
    print(f"seed {arguments.seed}; drawn from {len(candidates)}, {len(listed)} more change nothing")
    for mutant in sorted(plugin.alive, key=lambda one: (one.file, one.line)):
        print(f"- {mutant}\n    {mutant.text}")
    return 0 if score >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
