"""What became of every relation beyond identity."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from corefeval import load, score
from corefeval.corpus.corpus import Corpus
from corefeval.examples import FOLDER
from corefeval.explanation import explain
from corefeval.explanation.relations import Relation, RelationKind, RelationOutcome, judge_relations
from corefeval.pairing.pairing import Pairing
from corefeval.settings import Settings

KEY, SYSTEM = FOLDER / "relations.key.conllua", FOLDER / "relations.system.conllua"


def judged(key: Path | Corpus, response: Path | Corpus) -> tuple[Relation, ...]:
    """Return the relations of a pair."""
    result = score(key, response)
    return judge_relations(explain(result).pairing, result.settings).found


def words(spans: tuple[tuple[int, int], ...]) -> str:
    """Return the words of the example at these nodes."""
    forms = list(load(KEY).nodes.forms)
    return " … ".join(" ".join(forms[first : last + 1]) for first, last in spans)


def test_every_relation_of_the_example_has_its_outcome() -> None:
    """All bridging anaphors, sets, deictic expressions and those that refer to nothing are there, with what they lead to."""
    found = [
        (
            one.kind.label,
            one.outcome.label,
            words(one.key),
            " + ".join(map(words, one.right)),
            " + ".join(map(words, one.chosen)),
        )
        for one in judged(KEY, SYSTEM)
    ]
    assert found == [
        ("split antecedents", "in part", "They", "Anna + Ben", "Anna + the station"),
        ("non-referring", "right", "It", "", ""),
        ("non-referring", "missed", "it", "", ""),
        ("bridging", "right", "The driver", "the train", "the train"),
        ("bridging", "wrong", "the engine", "the train", "the station"),
        ("discourse deixis", "right", "That", "Nothing moved for hours", "Nothing moved for hours"),
        ("discourse deixis", "wrong", "this", "That was strange", "Nothing moved for hours"),
        ("discourse deixis", "missed", "which", "Nobody complained", ""),
    ]


def test_swapped_sides_turn_missed_into_invented() -> None:
    """With key and response in each other's place what was missed is invented, and the rest stays what it is."""
    there, back = (
        Counter((one.kind, one.outcome) for one in judged(*pair)) for pair in ((KEY, SYSTEM), (SYSTEM, KEY))
    )
    turned = {
        RelationOutcome.MISSED: RelationOutcome.INVENTED,
        RelationOutcome.INVENTED: RelationOutcome.MISSED,
    }
    assert back == Counter(
        {(kind, turned.get(outcome, outcome)): count for (kind, outcome), count in there.items()}
    )


def test_a_key_against_itself_has_everything_right() -> None:
    """What is scored against itself has each relation right, of every kind."""
    found = judged(KEY, KEY)
    assert {one.outcome for one in found} == {RelationOutcome.RIGHT}
    assert {one.kind for one in found} == set(RelationKind)
    assert all(one.right == one.chosen and one.key == one.response for one in found)


@pytest.mark.parametrize(
    ("metric", "kind", "right"),
    [
        ("bridging.anaphor", RelationKind.BRIDGING, {"right", "right entity", "wrong"}),
        ("bridging.entity", RelationKind.BRIDGING, {"right", "right entity"}),
        ("bridging.mention", RelationKind.BRIDGING, {"right"}),
        ("non-referring", RelationKind.NON_REFERRING, {"right"}),
    ],
)
def test_outcomes_add_up_to_what_the_metrics_count(metric: str, kind: RelationKind, right: set[str]) -> None:
    """The recall of a metric is the share of the key's relations with the outcomes that it counts as right."""
    those = [one for one in judged(KEY, SYSTEM) if one.kind is kind]
    ours = [one for one in those if one.key]
    theirs = [one for one in those if one.response]
    found = sum(one.outcome.label in right for one in ours)
    scores = score(KEY, SYSTEM, metrics=metric).scores[metric]
    assert scores["recall"] == pytest.approx(found / len(ours))
    assert scores["precision"] == pytest.approx(found / len(theirs))


def test_a_response_without_a_kind_is_not_asked_for_it(tmp_path: Path) -> None:
    """Of a kind that a response has nothing of, only the number in the key is told."""
    bare = tmp_path / "bare.conllua"
    lines = SYSTEM.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines]
    for row in cells:
        if len(row) > 11:
            row[11] = "_"
    bare.write_text("\n".join("\t".join(row) for row in cells) + "\n", encoding="utf-8")
    result = score(KEY, bare)
    table = judge_relations(explain(result).pairing, result.settings)
    assert table.unanswered == {RelationKind.BRIDGING: 2}
    assert not [one for one in table.found if one.kind is RelationKind.BRIDGING]


def test_clusters_have_none() -> None:
    """Mentions from Python, and formats without such relations, have none."""
    pairing: Pairing = explain(score([[1, 2]], [[1, 2]])).pairing
    table = judge_relations(pairing, Settings())
    assert (table.found, table.unanswered, table.problems) == ((), {}, ())


def test_another_layer_of_the_same_file() -> None:
    """A file of two layers gives the one that was not read; one without that column gives none."""
    corpus = load(KEY)
    layer = corpus.source.layer("discourse-deixis")
    assert layer is not None
    assert len(layer.mentions) == 6
    assert layer.source.layer("discourse-deixis") is None
    assert corpus.source.layer("identity") is None
    assert load(FOLDER / "key.conllu").source.layer("discourse-deixis") is None
    both = Corpus.concatenate([corpus, corpus]).source.layer("discourse-deixis")
    assert both is not None
    assert len(both.mentions) == 12


def test_a_faulty_layer_is_reported(tmp_path: Path) -> None:
    """Where the other layer cannot be read, that is a warning, and the rest is there."""
    faulty = tmp_path / "faulty.conllua"
    text = SYSTEM.read_text(encoding="utf-8")
    faulty.write_text(text.replace("(EntityID=1|MarkableID=segment_1\t", "(EntityID=1\t"), encoding="utf-8")
    result = score(KEY, faulty)
    table = judge_relations(explain(result).pairing, result.settings)
    assert table.problems
    assert {one.kind for one in table.found} == set(RelationKind) - {RelationKind.DISCOURSE_DEIXIS}
