"""audit(): likely annotation errors of a key, from Python and as a command."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from corefeval.auditing.audit import Audit, audit
from corefeval.problems import UsageError
from tests.cli.conftest import Run, run, stories
from tests.refuses import refuses

__all__ = ["run", "stories"]

Clusters = list[list[list[int]]]

TEXT = [
    sentence.split()
    for sentence in (
        "Mara Lind met Tom Berg .",
        "Mara Lind smiled .",
        "Mara Lind left the mayor .",
        "The mayor saw Mara Lind .",
        "He waved .",
    )
]
MARA, TOM, MAYOR = [[0, 1], [6, 7], [10, 11]], [3, 4], [[13, 14], [16, 17]]
STRAY, HE = [19, 20], [22, 22]


def written(path: Path, clusters: Clusters, name: str = "d") -> Path:
    """Write the text with some chains; a mention of one word shows that ends are inclusive."""
    if HE not in [span for chain in clusters for span in chain]:
        clusters = [*clusters, [HE]]
    line = {"doc_key": name, "sentences": TEXT, "clusters": clusters}
    path.write_text(json.dumps(line) + "\n")
    return path


def found(path: Path, clusters: Clusters, **options: Any) -> Audit:
    """Return the audit of the text with some chains."""
    return audit(written(path, clusters), language="en", **options)


def pairs(result: Audit) -> set[tuple[str, str, str]]:
    """Return check, mention and other mention of each suspicion."""
    return {(each.check, each.mention, each.other) for each in result.suspicions}


def test_a_name_in_two_chains(tmp_path: Path) -> None:
    """A name of one chain is also in the chain of the mayor: they should be one chain, or the name is misplaced."""
    result = found(tmp_path / "key.jsonl", [MARA, [*MAYOR, STRAY]])
    (one,) = result.suspicions
    assert (one.check, one.claim, one.mention) == ("name-in-two-chains", "join", "Mara Lind")
    assert (one.document, one.sentence, one.start, one.end) == ("d", 4, 19, 20)
    assert (one.other_sentence, one.other_start, one.other_end) == (1, 0, 1)
    assert one.chain != one.other_chain
    assert 0 < one.probability < 1
    assert one.context == "The mayor saw [Mara Lind] ."
    assert "once in this chain and 3 times in another" in one.reason


def test_a_singleton_that_repeats_a_name(tmp_path: Path) -> None:
    """A name alone is weaker evidence."""
    result = found(tmp_path / "key.jsonl", [MARA, [STRAY]])
    assert pairs(result) == {("singleton-name", "Mara Lind", "Mara Lind")}


def test_two_names_in_a_chain(tmp_path: Path) -> None:
    """Names without a word in common are suspicious; those that share one are not."""
    result = found(tmp_path / "key.jsonl", [[*MARA, TOM]])
    assert pairs(result) == {("two-names", "Tom Berg", "Mara Lind")}
    assert not found(tmp_path / "other.jsonl", [[*MARA, [1, 1]]], checks="two-names").suspicions


def test_a_right_key_has_no_suspicions(tmp_path: Path) -> None:
    """Chains without clashes are left alone."""
    result = found(tmp_path / "key.jsonl", [[*MARA, STRAY], [*MAYOR, HE], [TOM]])
    assert not result.suspicions
    assert "nothing suspicious" in result.render()


def test_pronouns_far_away_and_of_another_gender(tmp_path: Path) -> None:
    """`He` in a chain of `She`, far from its other mentions."""
    path = tmp_path / "key.jsonl"
    words = [["She", "left", "."], *([["Rain", "fell", "."]] * 12), ["He", "waved", "to", "her", "."]]
    line = {"doc_key": "d", "sentences": words, "clusters": [[[0, 0], [39, 39]]]}
    path.write_text(json.dumps(line) + "\n")
    result = audit(path, language="en")
    assert {each.check for each in result.suspicions} <= {"gender", "far-pronoun"}
    (one,) = result.suspicions
    assert {one.check, *one.also.split(", ")} == {"gender", "far-pronoun"}


def test_appositions_are_no_clash(tmp_path: Path) -> None:
    """Names next to each other, with a bracket between them, are meant to name the same."""
    path = tmp_path / "key.jsonl"
    words = [["Mara", "Lind", "(", "Tuva", ")", "sang", "."], ["Tuva", "and", "Mara", "Lind", "."]]
    for spans, count in (([[0, 1], [3, 3]], 0), ([[0, 1], [7, 7]], 1)):
        path.write_text(json.dumps({"doc_key": "d", "sentences": words, "clusters": [spans]}) + "\n")
        assert len(audit(path, language="en").suspicions) == count


def test_a_mention_inside_another_of_its_chain(tmp_path: Path) -> None:
    """It is reported with both mentions."""
    result = found(tmp_path / "key.jsonl", [[[12, 14], [13, 14]]])
    assert pairs(result) == {("nested", "the mayor", "left the mayor")}


def test_systems_that_agree_against_the_key() -> None:
    """Two systems that join, or part, are needed; one is not enough, and two that differ are not either."""
    key: Any = [[(0, 0), (5, 5)], [(9, 9)], [(3, 3), (7, 7), (8, 8)]]
    joined: Any = [[(0, 0), (5, 5), (9, 9)], [(3, 3), (7, 7), (8, 8)]]
    parted: Any = [[(0, 0), (5, 5)], [(9, 9)], [(3, 3)], [(7, 7), (8, 8)]]
    assert pairs(audit(key, [joined, joined])) == {("systems-join", "(9, 9)", "(0, 0)")}
    assert pairs(audit(key, {"a": parted, "b": parted})) == {("systems-part", "(3, 3)", "(7, 7)")}
    assert not audit(key, [joined]).suspicions
    assert not audit(key, [joined, parted]).suspicions


def test_systems_support_other_checks(tmp_path: Path) -> None:
    """Each suspicion says how many systems agree."""
    system = written(tmp_path / "system.jsonl", [[*MARA, STRAY], MAYOR])
    result = found(tmp_path / "key.jsonl", [MARA, [*MAYOR, STRAY]], systems=[system])
    assert [each.systems for each in result.suspicions] == [1]
    assert "1 of 1 system would change it" in result.render()


def test_the_order_of_documents_does_not_matter(tmp_path: Path) -> None:
    """The same suspicions with the same numbers, in the same order."""
    chains: dict[str, Clusters] = {
        "a": [MARA, [*MAYOR, STRAY]],
        "b": [[*MARA, TOM], MAYOR],
        "c": [MARA, [STRAY], [*MAYOR, HE]],
    }
    outputs = []
    for order in ("abc", "cab"):
        lines = (json.dumps({"doc_key": name, "sentences": TEXT, "clusters": chains[name]}) for name in order)
        path = tmp_path / f"{order}.jsonl"
        path.write_text("\n".join(lines) + "\n")
        outputs.append(audit(path, language="en").render("csv"))
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") > 3


def test_an_unknown_check_is_refused(tmp_path: Path) -> None:
    """CE050, as other names."""
    with refuses(UsageError, "CE050", "no-such-name"):
        found(tmp_path / "key.jsonl", [MARA], checks="names")


def test_the_command(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CSV has a row each with an empty column for annotators; JSON has all; `--top` cuts the table alone."""
    written(tmp_path / "key.jsonl", [MARA, [*MAYOR, STRAY], [TOM]])
    monkeypatch.chdir(tmp_path)
    run("audit", "key.jsonl", "--language", "en", "-f", "csv", "-o", "todo.csv")
    (row,) = csv.DictReader(Path("todo.csv").read_text().splitlines())
    assert (row["check"], row["mention"], row["verdict"]) == ("name-in-two-chains", "Mara Lind", "")
    data = json.loads(run("audit", "key.jsonl", "--language", "en", "-f", "json").out)
    assert data["suspicions"][0]["reason"] == row["reason"]
    assert data["counts"]["name-in-two-chains"] == 1
    table = run("audit", "key.jsonl", "--language", "en", "--top", "1").out
    assert "[Mara Lind]" in table
    assert "Name in two chains" in table


def test_rates_are_measured_on_the_key(tmp_path: Path) -> None:
    """A clash that is usual in a key counts less than one that is rare."""

    def probability(usual: int) -> float:
        pair = [[0, 0], [6, 6]]
        words = [["She", "left", "."], ["Rain", "fell", "."], ["He", "waved", "."]]
        other = [["She", "left", "."], ["Rain", "fell", "."], ["She", "waved", "."]]
        lines = [
            {"doc_key": f"{n:02}", "sentences": words if n < usual else other, "clusters": [pair, [[3, 3]]]}
            for n in range(30)
        ]
        path = tmp_path / f"{usual}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        result = audit(path, language="en", checks="gender")
        assert len(result.suspicions) == usual
        return result.suspicions[0].probability

    assert probability(25) < probability(1)


@pytest.mark.parametrize("name", ["singletons", "beta", "undefined", "text", "window", "crop"])
def test_settings_that_change_nothing_are_refused(name: str) -> None:
    """An audit scores nothing, so it takes no setting of scores."""
    value: Any = {"singletons": "drop", "beta": 2.0, "undefined": "zero", "window": 2, "crop": True}.get(
        name, "x"
    )
    with refuses(UsageError, "CE051", "setting-not-audited", name=name):
        audit([[1, 2]], **{name: value})
