"""Dominant-mention scoring with small schemes, compared with an independent count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefeval.corpus.corpus import Corpus
from corefeval.evaluation.score import score
from corefeval.linguistics.scheme_files import scheme_named
from corefeval.metrics import parse_metric
from corefeval.metrics.dominant import Dominant
from corefeval.pairing import pair
from corefeval.problems import CorefevalError, Problems, UsageError
from corefeval.settings import Settings
from tests.corpora import annotated, numbered
from tests.metrics.small_schemes import LONGER_CODES, OWN_LETTERS, PRONOUNS_TOO
from tests.refuses import refuses

WORDS = 8
KINDS = ("name", "nominal", "pronoun")
Chains = Sequence[Sequence[int]]


class Own:
    """A scheme as the independent count knows it; nothing is read from its file."""

    def __init__(
        self,
        text: str,
        codes: Sequence[str],
        classes: Sequence[str],
        split: Callable[[str], Sequence[str]],
        order: Sequence[Callable[[str], bool]],
        of_kind: Mapping[str, str],
        alike: Sequence[set[str]] = (),
        earns: Mapping[str, float] | None = None,
    ) -> None:
        self.text, self.codes, self.classes, self.split = text, codes, classes, split
        self.order, self.of_kind, self.alike = order, of_kind, alike
        self.earns = {"tp": 1.0, "wt": 0.75, "wl": 0.5, "wtl": 0.25, **(earns or {})}


SCHEMES = {
    "letters": Own(
        OWN_LETTERS,
        ("pt", "pa", "n-", "q-"),
        "pnq",
        list,
        (lambda code: code == "pt", lambda code: code == "pa", lambda code: code[0] == "n"),
        {"name": "pt", "nominal": "n-", "pronoun": "q-"},
        earns={"wt": 0.6},
    ),
    "longer": Own(
        LONGER_CODES,
        ("nam.def", "nam.-", "nom.def", "nom.ind", "nom.gen", "pro.def", "other.-"),
        ("nam", "nom", "pro", "other"),
        lambda code: code.split("."),
        (lambda code: code.startswith("nam"), lambda code: code in {"nom.def", "nom.-"}),
        {"name": "nam.-", "nominal": "nom.def", "pronoun": "pro.-"},
        alike=({"gen", "ind"},),
    ),
    "pronouns too": Own(
        PRONOUNS_TOO,
        ("proper_near", "proper_far", "common_far", "personal_near", "personal_-"),
        ("proper", "common", "personal"),
        lambda code: code.split("_"),
        (lambda code: code.startswith("proper"), lambda code: code.startswith("personal")),
        {"name": "proper", "nominal": "common", "pronoun": "personal"},
    ),
}


def count(
    own: Own,
    key: Chains,
    response: Chains,
    kinds: Mapping[int, str],
    codes: tuple[Mapping[int, str], Mapping[int, str]],
    levels: Sequence[int],
    *,
    assigns_kinds: bool,
) -> Counter[tuple[str, str]]:
    """Count (row, outcome), mention by mention, in the words of the paper's sections 4.2 and 4.3."""

    def units(chains: Chains, code: Mapping[int, str]) -> dict[int, int]:
        found: dict[int, int] = {}
        for chain in chains:
            places = {
                mention: next(
                    (
                        step
                        for step, fits in enumerate(own.order)
                        if fits(code[mention] or own.of_kind[kinds[mention]])
                    ),
                    99,
                )
                for mention in chain
            }
            best = min(chain, key=lambda mention: (places[mention], mention))
            dominant = min(chain) if places[best] == 99 else best
            found |= {mention: dominant for mention in chain if mention != dominant}
        return found

    def same(one: str, other: str) -> bool:
        if not one or not other or one == other:
            return True
        pairs = list(zip(own.split(one), own.split(other), strict=True))
        return all(
            a == b or (level == 1 and any({a, b} <= values for values in own.alike))
            for level, (a, b) in enumerate(pairs)
            if not levels or level + 1 in levels
        )

    def of_kind(mention: int) -> str:
        return own.split(own.of_kind[kinds[mention]])[0] if assigns_kinds else "(untyped)"

    def row(mention: int, code: str) -> str:
        return own.split(code)[0] if code else of_kind(mention)

    def row_of_extra(mention: int) -> str:
        if assigns_kinds:
            return of_kind(mention)
        return row(mention, codes[1][mention]) if is_typed else "(invented)"

    ours, theirs = units(key, codes[0]), units(response, codes[1])
    is_typed = any(codes[1][mention] for chain in response for mention in chain)
    found: Counter[tuple[str, str]] = Counter()
    for mention, target in ours.items():
        gold, system = codes[0][mention], codes[1][mention] if is_typed else ""
        if mention not in theirs:
            found[row(mention, gold), "fn"] += 1
            continue
        outcome = {(True, True): "tp", (True, False): "wt", (False, True): "wl", (False, False): "wtl"}[
            theirs[mention] == target, same(gold, system)
        ]
        found[row(mention, gold), outcome] += 1
    for mention in theirs:
        if mention not in ours:
            found[row_of_extra(mention), "fp"] += 1
            found[row_of_extra(mention), "attempted"] += 1
        else:
            found[row(mention, codes[1][mention] if is_typed else codes[0][mention]), "attempted"] += 1
    return found


def averages(own: Own, found: Counter[tuple[str, str]]) -> dict[str, float | None]:
    """Return micro, macro and scheme averages of such counts (equations 37 to 48)."""

    def sums(rows: Sequence[str]) -> tuple[float, float, float]:
        earned = sum(own.earns[outcome] * found[row, outcome] for row in rows for outcome in own.earns)
        met = sum(found[row, outcome] for row in rows for outcome in own.earns)
        return (
            earned,
            met + sum(found[row, "fn"] for row in rows),
            met + sum(found[row, "fp"] for row in rows),
        )

    def f1(recall: float | None, precision: float | None) -> float | None:
        if recall is None and precision is None:
            return None
        r, p = recall or 0, precision or 0
        return 2 * r * p / (r + p) if r + p else 0

    earned, in_key, in_response = sums([*own.classes, "(untyped)", "(invented)"])
    scores = {
        "recall": earned / in_key if in_key else None,
        "precision": earned / in_response if in_response else None,
    }
    scores["f1"] = f1(scores["recall"], scores["precision"])
    attempted = [name for name in own.classes if found[name, "attempted"]]
    for average, size in (
        ("macro", len(attempted)),
        ("scheme", len(own.classes) if attempted or in_key else 0),
    ):
        for part, place in (("recall", 1), ("precision", 2)):
            values = [
                sums([name])[0] / sums([name])[place] if sums([name])[place] else 0 for name in attempted
            ]
            scores[f"{average}_{part}"] = sum(values) / size if size else None
        scores[f"{average}_f1"] = f1(scores[f"{average}_recall"], scores[f"{average}_precision"])
    return scores


def class_of_kind(own: Own) -> str:
    """Return the table of a scheme that assigns to each kind the class of its codes."""
    rows = (f'{kind} = "{own.split(code)[0]}"' for kind, code in own.of_kind.items())
    return "\n".join(["", "[class-of-kind]", *rows, ""])


def chains(labels: Sequence[int]) -> list[list[int]]:
    """Return chains of words with the same label; -1 is not a mention."""
    of: dict[int, list[int]] = {}
    for word, label in enumerate(labels):
        if label >= 0:
            of.setdefault(label, []).append(word)
    return list(of.values())


LABELS = st.lists(st.integers(-1, 2), min_size=WORDS, max_size=WORDS)


@pytest.mark.property
@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
def test_an_independent_count(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Outcomes of every class and all averages equal a slow count, with types on both sides or on one."""
    own, assigns_kinds = SCHEMES[name], data.draw(st.booleans())
    file = tmp_path_factory.getbasetemp() / f"{name}.toml"
    file.write_text(own.text + (class_of_kind(own) if assigns_kinds else ""), encoding="utf-8")
    key, response = chains(data.draw(LABELS)), chains(data.draw(LABELS))
    kinds = {word: data.draw(st.sampled_from(KINDS)) for word in range(WORDS)}
    drawn = [
        {word: data.draw(st.sampled_from((*codes, ""))) for word in range(WORDS)}
        for codes in (own.codes, data.draw(st.sampled_from((own.codes, ()))))
    ]
    if not any(drawn[0][word] for chain in key for word in chain) or not response:
        return
    levels = data.draw(st.sampled_from(((), (1,), (2,))))
    ours, theirs = (
        numbered(
            [side], kinds, length=WORDS, attributes={word: {"code": code} for word, code in codes.items()}
        )
        for side, codes in zip((key, response), drawn, strict=True)
    )
    metric = "dominant" + (f"(levels={levels[0]})" if levels else "")
    result = score(ours, theirs, metrics=metric, scheme=str(file))
    expected = count(own, key, response, kinds, (drawn[0], drawn[1]), levels, assigns_kinds=assigns_kinds)
    totals = {column: int(value) for column, value in result.counts[metric].totals().items() if value}
    assert totals == {f"{row}.{outcome}": number for (row, outcome), number in expected.items() if number}
    assert result.scores[metric] == pytest.approx(averages(own, expected))


def test_letters_of_ones_own_say_who_dominates(tmp_path: Path) -> None:
    """With p for proper names, Angela Merkel coded pt dominates, and Merkel coded pa does not."""
    file = tmp_path / "mine.toml"
    file.write_text(OWN_LETTERS, encoding="utf-8")
    both = annotated(
        ["Merkel", "she", "Angela"],
        [(0, [2], "pa"), (1, [0], "q-"), (2, [2], "pt")],
        types={0: "name", 2: "name"},
    )
    outcomes = (
        Dominant().with_scheme(scheme_named(str(file))).outcomes(pair(both, both, Settings(), Problems()))
    )
    assert both.mentions.first[outcomes.key < 0].tolist() == [2]


def test_the_scheme_stands_in_the_signature_and_repeats(tmp_path: Path) -> None:
    """A signature names a bundled scheme by name, a file by a hash of its content; reusing it needs the file."""
    file = tmp_path / "mine.toml"
    file.write_text(OWN_LETTERS, encoding="utf-8")
    text = annotated(["Ann", "she"], [(1, [0], "q-")])
    result = score(text, text, metrics="dominant", scheme=file)
    line = str(result.signature)
    assert f"|scheme:mine@{scheme_named(str(file)).digest}|" in line
    assert str(score(text, text, signature=line, scheme=str(file)).signature) == line
    assert "|scheme:plain|" in str(score(text, text, metrics="dominant", scheme="Plain").signature)
    assert "scheme" not in str(score(text, text, metrics="dominant").signature)
    with refuses(UsageError, "CE050", "scheme-file-signature"):
        score(text, text, signature=line.replace("mine@", "yours@"))
    file.write_text(OWN_LETTERS + "# a comment changes nothing\n", encoding="utf-8")
    assert str(score(text, text, metrics="dominant", scheme=file).signature) == line
    file.write_text(OWN_LETTERS.replace("0.6", "0.7"), encoding="utf-8")
    other = score(text, text, signature=line, scheme=file)
    assert str(other.signature) != line
    assert [problem.code for problem in other.warnings if problem.kind == "signature-scheme"] == ["CE058"]


def test_coefficients_come_from_the_scheme_unless_they_are_set(tmp_path: Path) -> None:
    """Coefficients in the metric's name override the scheme's, even if they equal the paper's."""
    file = tmp_path / "mine.toml"
    file.write_text(OWN_LETTERS, encoding="utf-8")
    key, response = (annotated(["Ann", "she"], [(1, [0], code)]) for code in ("q-", "n-"))
    found = score(key, response, metrics="dominant,dominant(wt=.75)", scheme=file)
    assert [parts["recall"] for parts in found.scores.values()] == [0.6, 0.75]
    assert "|dominant,dominant(wt=0.75)" in str(found.signature)


@pytest.mark.parametrize(
    ("name", "code", "kind", "arguments"),
    [
        ("dominant(attempted=x)", "CE050", "no-such-name", {"what": "class", "name": "x"}),
        ("dominant(attempted=ppas)", "CE050", "no-such-name", {"what": "class", "name": "ppas"}),
        ("dominant(attempted=zzzz,unit=type)", "CE050", "no-such-name", {"what": "class", "name": "zzzz"}),
        ("dominant(same=2:bx)", "CE050", "scheme", {"unknown": ("x",), "text": "2:bx"}),
        ("dominant(same=5:ab)", "CE050", "scheme-levels-no-level", {"levels": 4, "level": 5, "text": "5:ab"}),
        ("dominant(same=ppas=zzzz)", "CE050", "scheme", {"unknown": ("zzzz",), "text": "ppas=zzzz"}),
        ("dominant(levels=5)", "CE050", "no-such-level", {"levels": 4, "level": 5}),
        ("dominant(levels=a)", "CE050", "not-levels-type-codes", {"text": "a"}),
        ("dominant(compare=class,levels=1)", "CE051", "compare-looks-at", {"values": "class"}),
        ("dominant(scheme=lithuanian)", "CE050", "no-parameter", {"given": "scheme", "value": "lithuanian"}),
        ("dominant(scheme=p+g+d)", "CE050", "no-parameter", {"given": "scheme", "value": "p+g+d"}),
    ],
)
def test_values_that_would_have_no_effect_are_refused(
    name: str, code: str, kind: str, arguments: dict[str, Any]
) -> None:
    """A parameter that names a class, code or level outside the scheme is refused before counting."""
    text = annotated(["Ann", "she"], [(1, [0], "ppas")])
    with refuses(UsageError, code, kind, **arguments):
        score(text, text, metrics=name)


def test_what_is_compared_is_chosen() -> None:
    """Codes are compared as a whole, by levels, with masks, by class, or with codes that count as equal."""
    same = {
        "dominant": [("ppas", "ppas")],
        "dominant(levels=1+4)": [("ppas", "pris"), ("ppas", "ppas")],
        "dominant(compare=masked)": [("ppas", "p-as")],
        "dominant(compare=masked,levels=2)": [("ppas", "g-ps")],
        "dominant(same=ppas=ppis)": [("ppas", "ppis")],
        "dominant(same=2:pr+3:ai)": [("ppas", "pris")],
        "dominant(compare=class)": [("ppas", "pris")],
    }
    for name, pairs in same.items():
        metric = parse_metric(name)
        assert isinstance(metric, Dominant)
        assert all(metric.same_type(*pair) for pair in pairs), name
        assert not metric.same_type("ppas", "gtig"), name


@pytest.mark.parametrize("metric", ["dominant(selector=given)", "arcs.anchor(anchor=given)"])
def test_what_is_marked_has_to_be_marked(metric: str) -> None:
    """A key without marked mentions is refused; a response without any gives a warning; single documents may lack marks."""
    marked = annotated(["Ann", "she"], [(1, [0], "ppas")], dominant=[0])
    bare = annotated(["Ann", "she"], [(1, [0], "ppas")])
    with refuses(CorefevalError, "CE111", "no-mention-marked-stand", side="key"):
        score(bare, marked, metrics=metric)
    assert "CE111" in [problem.code for problem in score(marked, bare, metrics=metric).warnings]
    assert "CE111" not in [problem.code for problem in score(marked, marked, metrics=metric).warnings]


def test_types_that_are_not_checked_are_reported() -> None:
    """A warning states that the response has no codes and how its spurious units count, or that codes are derived."""
    unknown = {2: "unknown"}
    key = annotated(["Ann", "she", "i"], [(1, [0], "ppas")], types=unknown)
    bare = annotated(["Ann", "she", "i"], [(2, [0], "")], types=unknown)
    (told,) = [
        problem for problem in score(key, bare, metrics="dominant").warnings if problem.code == "CE109"
    ]
    assert told.kind == "no-codes-in-response-invented"
    assert (told.kind, told.count) == ("no-codes-in-response-invented", 1)
    counts = score(key, bare, metrics="dominant(attempted=p)").counts["dominant(attempted=p)"].totals()
    assert counts["(invented).fp"] == 1
    assert score(key, bare, metrics="dominant(attempted=p)")["dominant(attempted=p)"]["precision"] == 0
    for metric, code in (("dominant(codes=derived)", "CE109"), ("dominant", "")):
        found = [problem.code for problem in score(key, key, metrics=metric).warnings]
        assert ("CE062" in found) == bool(code)
    derived = score(key, bare, metrics="dominant(codes=derived)")
    assert "codes=derived" in str(derived.signature)
    assert any(problem.kind == "codes-derived" for problem in derived.warnings)


@pytest.mark.parametrize("kind", ["nominal", "event"])
def test_kinds_that_a_scheme_lets_dominate(kind: str, tmp_path: Path) -> None:
    """Mentions without a code get the class of their type: a pronoun can dominate, but not a noun or a clause."""
    path = tmp_path / "own.toml"
    path.write_text(PRONOUNS_TOO)
    kinds = {0: kind, 1: "pronoun", 2: "pronoun"}
    codes = {0: {"code": "common_far"}, 1: {"code": "personal_near"}, 2: {"code": "personal_far"}}
    key = numbered([[[0, 1, 2]]], kinds, length=3, attributes=codes)
    response = numbered([[[0, 1, 2]]], kinds, length=3)
    found = score(key, response, metrics="dominant", scheme=str(path)).to_dict()["scores"]["dominant"]
    assert (found["outcomes"]["tp"], found["recall"], found["precision"]) == (2, 1, 1)


@pytest.mark.property
@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
def test_the_keys_counts_do_not_depend_on_the_response(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each class has the same number of key units for any response."""
    own, assigns_kinds = SCHEMES[name], data.draw(st.booleans())
    file = tmp_path_factory.getbasetemp() / f"{name} counts.toml"
    file.write_text(own.text + (class_of_kind(own) if assigns_kinds else ""), encoding="utf-8")
    kinds = {word: data.draw(st.sampled_from(KINDS)) for word in range(WORDS)}

    def drawn(codes: Sequence[str]) -> Corpus:
        coded = {word: {"code": data.draw(st.sampled_from((*codes, "")))} for word in range(WORDS)}
        return numbered([chains(data.draw(LABELS)) or [[0]]], kinds, length=WORDS, attributes=coded)

    key = drawn(own.codes)
    found = []
    for response in (drawn(own.codes), drawn(())):
        totals = score(key, response, metrics="dominant", scheme=str(file)).counts["dominant"].totals()
        in_key: Counter[str] = Counter()
        for column, value in totals.items():
            row, _, outcome = column.rpartition(".")
            if outcome in {"tp", "wt", "wl", "wtl", "fn"}:
                in_key[row] += int(value)
        found.append(in_key)
    assert found[0] == found[1]
