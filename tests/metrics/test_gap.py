"""GAP's scores, as the official scorer counts them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import corefeval
from corefeval import formats
from corefeval.examples import FOLDER
from corefeval.problems import CorefevalError
from tests.formats.test_gap import HEADER, ROWS
from tests.paths import SHARED

KEY, SYSTEM = FOLDER / "gap.key.tsv", FOLDER / "gap.system.tsv"


def counts(key: Path, system: Path, **options: str) -> dict[str, float]:
    """Return the counts without zeros."""
    totals = corefeval.score(key, system, metrics="gap", **options).counts["gap"].totals()  # type: ignore[call-overload]
    return {name: float(value) for name, value in totals.items() if value}


def test_by_hand() -> None:
    """Four texts: three pronouns to the right name, one to the wrong one, one to both."""
    scores = corefeval.score(KEY, SYSTEM, metrics="gap")["gap"]
    assert scores["recall"] == 3 / 4
    assert scores["precision"] == 3 / 5
    assert scores["masculine_f1"] == pytest.approx(0.8)
    assert scores["feminine_f1"] == pytest.approx(0.5)
    assert scores["bias"] == pytest.approx(0.5 / 0.8)
    assert set(corefeval.score(KEY, KEY, metrics="gap")["gap"].values()) == {1.0}


def test_a_missing_answer_is_a_miss_for_both_names(tmp_path: Path) -> None:
    """A missing answer is a miss even if neither name is meant; without --missing empty the text is refused."""
    part = tmp_path / "part.tsv"
    part.write_text("t-1\tTRUE\tFALSE\nt-2\tFALSE\tTRUE\nt-3\tFALSE\tTRUE\n", encoding="utf-8")
    companion = str(KEY)
    found = counts(KEY, part, missing="empty", response_companion=companion)
    assert found == {
        "masculine_tp": 1,
        "masculine_tn": 1,
        "masculine_fn": 2,
        "feminine_tp": 2,
        "feminine_tn": 2,
    }
    with pytest.raises(CorefevalError, match="CE010"):
        counts(KEY, part, response_companion=companion)


@pytest.mark.parametrize("lost", ["he", "she"])
def test_without_a_right_answer_for_one_gender_there_is_no_bias(tmp_path: Path, lost: str) -> None:
    """As in the official scorer, the ratio is undefined if the F1 of one gender is 0."""
    key, system = tmp_path / "key.tsv", tmp_path / "system.tsv"
    rows = [
        (
            f"{pronoun}\tAda saw Bo and {pronoun} won.\t{pronoun}\t15\tAda\t0\t{{}}\tBo\t8\t{{}}\t-\n",
            pronoun == lost,
        )
        for pronoun in ("he", "she")
    ]
    key.write_text(HEADER + "".join(row.format("TRUE", "FALSE") for row, _ in rows), encoding="utf-8")
    answers = [
        row.format("FALSE", "TRUE") if is_lost else row.format("TRUE", "FALSE") for row, is_lost in rows
    ]
    system.write_text(HEADER + "".join(answers), encoding="utf-8")
    scores = corefeval.score(key, system, metrics="gap")["gap"]
    assert {scores["masculine_f1"], scores["feminine_f1"]} == {0, 1}
    assert scores["bias"] is None


def test_chains_of_any_format_are_answers(tmp_path: Path) -> None:
    """Answers written as chains in another format count the same; a name that is not a mention is not chosen."""
    corpus = corefeval.load(SYSTEM)
    out = tmp_path / "system.jsonl"
    formats.write(corpus, out, "jsonlines")
    assert counts(KEY, out) == counts(KEY, SYSTEM)
    alone = corpus.select_mentions(corpus.entity_sizes[corpus.mentions.entity] > 1)
    formats.write(alone, out, "jsonlines")
    assert counts(KEY, out) == counts(KEY, SYSTEM)


def test_what_is_left_out_is_reported(tmp_path: Path) -> None:
    """Warnings report names lost with dropped singletons, and pronouns of neither gender, which count only overall."""
    result = corefeval.score(KEY, SYSTEM, metrics="gap", singletons="drop")
    assert any(
        problem.code == "CE134"
        and (problem.kind, problem.named.get("lacking"), problem.named.get("decisions"))
        == ("gap-decisions-left-out", 4, 8)
        for problem in result.warnings
    )
    table = tmp_path / "gap.tsv"
    table.write_text(
        HEADER + "t\tBo and Cy saw that they won.\tthey\t17\tBo\t0\tTRUE\tCy\t7\tTRUE\t-\n", encoding="utf-8"
    )
    result = corefeval.score(table, table, metrics="gap")
    assert any(problem.kind == "gap-pronouns-neither-masculine" for problem in result.warnings)
    assert (result["gap"]["f1"], result["gap"]["bias"]) == (1, None)


def test_other_files_have_no_gap() -> None:
    """`all` skips GAP with a note; naming it raises an error."""
    story = FOLDER / "key.conllu"
    assert "gap" not in corefeval.score(story, story, metrics="all").metrics
    with pytest.raises(CorefevalError, match="CE134"):
        corefeval.score(story, story, metrics="gap")


@pytest.mark.parametrize("left_out", [0, 100])
def test_development_set(left_out: int, tmp_path: Path) -> None:
    """On the 2,000 texts of the development set every count equals a count of the rows."""
    table = SHARED / "data" / "misc" / "gap-development.tsv"
    if not table.exists():
        pytest.skip("no data beside the checkout")
    draw = random.Random(5)
    expected: dict[str, float] = {}
    lines = []
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    for place, row in enumerate(rows):
        gender = "feminine" if row[2].lower() in {"she", "her", "hers"} else "masculine"
        meant = [row[6] == "TRUE", row[9] == "TRUE"]
        chosen = [each != (draw.random() < 0.25) for each in meant]
        is_answered = place >= left_out
        for one, other in zip(meant, chosen, strict=True):
            outcome = {(True, True): "tp", (False, True): "fp", (True, False): "fn", (False, False): "tn"}[
                one, other
            ]
            name = f"{gender}_{outcome if is_answered else 'fn'}"
            expected[name] = expected.get(name, 0) + 1
        if is_answered:
            lines.append("\t".join([row[0], *(str(each) for each in chosen)]))
    system = tmp_path / "system.tsv"
    system.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert counts(table, system, missing="empty", response_companion=str(table)) == expected


def test_answers_without_their_texts_have_them_in_the_key(tmp_path: Path) -> None:
    """Every command reads answers in a folder of their own with the key's texts; any metric can score them."""
    (tmp_path / "answers").mkdir()
    key, answers = tmp_path / "key.tsv", tmp_path / "answers" / "a.tsv"
    key.write_text(HEADER + ROWS, encoding="utf-8")
    answers.write_text("t-1\tFALSE\tTRUE\nt-2\tFALSE\tFALSE\n", encoding="utf-8")
    beside = corefeval.score(key, answers, metrics="gap,muc,mention", response_companion=str(key))
    for result in (
        corefeval.score(key, answers, metrics="gap,muc,mention"),
        corefeval.compare(key, {"a": answers}, metrics="gap,muc,mention").results["a"][""],
    ):
        assert result.scores == beside.scores
        assert result.signature == beside.signature
    scorer = corefeval.Scorer("gap,muc,mention")
    scorer.update(key=key, response=answers)
    assert scorer.result().scores == beside.scores
    assert corefeval.explain(key, answers, metrics="muc").attribution["muc"].f1 == (beside["muc"]["f1"] or 0)
    with pytest.raises(CorefevalError) as error:
        corefeval.load(answers)
    assert error.value.problems[0].code == "CE090"


def test_a_first_pronoun_of_neither_gender_is_reported(tmp_path: Path) -> None:
    """The first mention of the key may be the pronoun; if no decision is missing, no warning reports any."""
    key = tmp_path / "key.tsv"
    row = "t\tThey met Ada and Bo.\tThey\t0\tAda\t9\tTRUE\tBo\t17\tFALSE\t-\n"
    key.write_text(HEADER + row, encoding="utf-8")
    assert corefeval.load(key).nodes.forms[0] == "They"
    (told,) = corefeval.score(key, key, metrics="gap").warnings
    assert (told.kind, told["others"]) == ("gap-pronouns-neither-masculine", 1)


def test_decisions_that_are_left_out_are_counted(tmp_path: Path) -> None:
    """A name that is not meant is a singleton; if singletons are dropped, one decision of two is left."""
    key = tmp_path / "key.tsv"
    row = "t\tAda met Bo and she won.\tshe\t15\tAda\t0\tTRUE\tBo\t8\tFALSE\t-\n"
    key.write_text(HEADER + row, encoding="utf-8")
    assert corefeval.score(key, key, metrics="gap").warnings == ()
    warnings = corefeval.score(key, key, metrics="gap", singletons="drop").warnings
    (told,) = (problem for problem in warnings if problem.code == "CE134")
    assert (told.kind, told["lacking"], told["decisions"]) == ("gap-decisions-left-out", 1, 2)
