"""Non-referring expressions by SemType and bridging by Rel (Yu et al. 2023, sections 3.3 and 3.5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from corefeval.breakdown.breakdown import breakdown
from corefeval.choices import Singletons
from corefeval.cli import main
from corefeval.evaluation.result import Result
from corefeval.evaluation.score import score
from corefeval.explanation.explainer import explain
from corefeval.explanation.relations import judge_relations
from corefeval.problems import UsageError
from tests.refuses import refuses

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
    " IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n# newdoc id = d\n"
)


def file(path: Path, cells: Sequence[tuple[str, str]]) -> Path:
    """Write a text of one sentence in CoNLL-UA, given the identity and bridging cell of each word."""
    blank = "\t_" * 8
    lines = [
        f"{number}\tw{number}{blank}\t{identity}\t{bridging}\t_\t_\t_\n"
        for number, (identity, bridging) in enumerate(cells, 1)
    ]
    path.write_text(HEADER + "".join(lines) + "\n", encoding="utf-8")
    return path


def pseudo(number: int, kind: str) -> tuple[str, str]:
    """Return the cells of a word that refers to nothing."""
    return f"(EntityID={number}-Pseudo|MarkableID=m{number}|SemType={kind})", "_"


def entity(number: int, *links: tuple[str, int]) -> tuple[str, str]:
    """Return the cells of a mention, with the relation and the anchor of each of its bridging links."""
    bridging = "".join(
        f"(MarkableID=m{number}|Rel={relation}|MentionAnchor=m{anchor}|EntityAnchor={anchor})"
        for relation, anchor in links
    )
    return f"(EntityID={number}|MarkableID=m{number})", bridging or "_"


NOTHING = ("_", "_")
KEY = (
    pseudo(1, "expletive"),
    NOTHING,
    pseudo(2, "predicate"),
    pseudo(3, "expletive"),
    entity(4),
    entity(5, ("subset", 4)),
    entity(6, ("poss", 4)),
    entity(7, ("poss", 5), ("subset", 4)),
)
RESPONSE = (
    pseudo(1, "predicate"),
    pseudo(9, "predicate"),
    pseudo(2, "predicate"),
    NOTHING,
    entity(4, ("poss", 5)),
    entity(5, ("subset", 4)),
    entity(6, ("subset", 5)),
    entity(7, ("poss", 4)),
)


@pytest.fixture(name="files")
def files_(tmp_path: Path) -> tuple[Path, Path]:
    """Return a key and a response in CoNLL-UA."""
    return file(tmp_path / "key.conllua", KEY), file(tmp_path / "response.conllua", RESPONSE)


def scored(files: tuple[Path, Path], metrics: str, singletons: Singletons) -> Result:
    """Score the two files."""
    return score(*files, metrics=metrics, singletons=singletons)


@pytest.mark.parametrize("singletons", ["keep", "drop"])
def test_non_referring_by_semtype(files: tuple[Path, Path], singletons: Singletons) -> None:
    """What both sides have is of the key's class; what only the response has is of its own (section 4.3)."""
    found = breakdown(scored(files, "non-referring", singletons), None, "semtype")
    assert {label: found.counts("non-referring", label).totals() for label in ("expletive", "predicate")} == {
        "expletive": dict(zip(COUNTS, (1, 2, 1, 1), strict=True)),
        "predicate": dict(zip(COUNTS, (1, 1, 1, 2), strict=True)),
    }


COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")


@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize(
    ("metric", "poss", "subset"),
    [
        ("bridging.anaphor", (1, 1, 1, 2), (2, 2, 2, 2)),
        ("bridging.mention", (0, 1, 0, 2), (2, 2, 2, 2)),
    ],
)
def test_bridging_by_rel(
    files: tuple[Path, Path],
    singletons: Singletons,
    metric: str,
    poss: tuple[int, ...],
    subset: tuple[int, ...],
) -> None:
    """The relation is that of the link that is scored: of several the last (section 4.4)."""
    found = breakdown(scored(files, metric, singletons), None, "rel")
    assert found.counts(metric, "poss").totals() == dict(zip(COUNTS, poss, strict=True))
    assert found.counts(metric, "subset").totals() == dict(zip(COUNTS, subset, strict=True))


def test_classes_add_up_next_to_metrics_of_entities(files: tuple[Path, Path]) -> None:
    """Each metric is broken down over its own mentions, whatever the feature."""
    result = scored(files, "non-referring,bridging.entity,mention", "keep")
    for by in ("semtype", "rel", "bridging", "length", "semtype:expletive", "document"):
        found = breakdown(result, None, by)
        assert not found.left_out
        for name, metric in result.metrics.items():
            assert result.pairing is not None
            whole = result.pairing.count(metric).totals()
            sums = {column: values.sum() for column, values in found.totals(name).items()}
            assert sums == {column: whole[column] for column in sums}


def test_a_feature_that_no_counted_mention_has(files: tuple[Path, Path]) -> None:
    """SemType of expressions that are not asked for is refused, as any unknown feature."""
    result = scored(files, "muc", "keep")
    with refuses(UsageError, "CE050", "no-such-name"):
        breakdown(result, None, "semtype")


def test_command(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """`score --by` states the classes, with the mentions that a metric counts."""
    main(["score", *map(str, files), "-m", "non-referring", "--by", "semtype", "-f", "json"])
    (table,) = json.loads(capsys.readouterr().out)["breakdowns"]
    assert {row["class"]: row["mentions"] for row in table["classes"]} == {
        "–": {"key": 4, "response": 4},
        "expletive": {"key": 2, "response": 1},
        "predicate": {"key": 1, "response": 2},
    }


def test_relations_of_the_report_have_their_kinds(files: tuple[Path, Path]) -> None:
    """The page names SemType and Rel: the key's, or the response's of what only that has."""
    result = scored(files, "conll", "keep")
    assert result.pairing is not None
    found = [
        (one.kind.label, one.outcome.label, one.name)
        for one in judge_relations(result.pairing, result.settings).found
    ]
    assert found == [
        ("non-referring", "right", "expletive"),
        ("non-referring", "invented", "predicate"),
        ("non-referring", "right", "predicate"),
        ("non-referring", "missed", "expletive"),
        ("bridging", "invented", "poss"),
        ("bridging", "right", "subset"),
        ("bridging", "wrong", "poss"),
        ("bridging", "right", "subset"),
    ]


def test_explain_counts_relations_by_name(files: tuple[Path, Path]) -> None:
    """`explain --show relations` has a row for each Rel and SemType; without `show` it does not judge relations."""
    found = explain(*files, show="relations").to_dict()
    rows = {(row["kind"], row["name"]): row for row in found["relations"]}
    assert {name for _, name in rows} == {"expletive", "predicate", "poss", "subset"}
    expletive = rows["non-referring", "expletive"]
    assert (expletive["right"], expletive["missed"]) == (1, 1)
    predicate = rows["non-referring", "predicate"]
    assert (predicate["right"], predicate["invented"]) == (1, 1)
    assert sum(row["right"] + row["wrong"] for name, row in rows.items() if name[0] == "bridging") == 3
    assert "relations" not in explain(*files).to_dict()
